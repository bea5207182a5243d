"""The packages in golden/packages, which promise an OS for their libraries: a wheel that breaks it, and an app."""

from __future__ import annotations

import base64
import hashlib
import io
import plistlib
import zipfile
from typing import Any

from tests.golden import make

PACKAGES = make.GOLDEN / "packages"
WHEEL_NAME = "demo-1.0-py3-none-macosx_13_0_arm64.whl"


def packages() -> dict[str, bytes]:
    """Every file of golden/packages by its path there."""
    library = (make.LIBRARIES / "air-lld-macos14.metallib").read_bytes()
    old = (make.LIBRARIES / "metallib-macos10.11.metallib").read_bytes()
    app = {"CFBundlePackageType": "APPL", "LSMinimumSystemVersion": "14.0"}
    framework = {"CFBundlePackageType": "FMWK", "LSMinimumSystemVersion": "11.0"}
    resources = "Demo.app/Contents/Frameworks/Old.framework/Versions/A/Resources"
    return {
        WHEEL_NAME: wheel({"demo/default.metallib": library}, ["py3-none-macosx_13_0_arm64"]),
        "Demo.app/Contents/Info.plist": info_plist("org.example.demo", app),
        "Demo.app/Contents/Resources/default.metallib": library,
        f"{resources}/Info.plist": info_plist("org.example.old", framework, binary=True),
        f"{resources}/default.metallib": old,
    }


def info_plist(identifier: str, more: dict[str, Any], *, binary: bool = False) -> bytes:
    """The Info.plist of a bundle for macOS, as Xcode writes it."""
    values = {"CFBundleIdentifier": identifier, "CFBundleSupportedPlatforms": ["MacOSX"], "DTPlatformName": "macosx"}
    return plistlib.dumps({**values, **more}, fmt=plistlib.FMT_BINARY if binary else plistlib.FMT_XML)


def wheel(files: dict[str, bytes], tags: list[str]) -> bytes:
    """A wheel of the project demo 1.0 (PEP 427), the same bytes on every machine."""
    lines = ["Wheel-Version: 1.0", "Generator: mtlb-tests", "Root-Is-Purelib: false", *(f"Tag: {tag}" for tag in tags)]
    held = dict(files)
    held["demo-1.0.dist-info/METADATA"] = b"Metadata-Version: 2.1\nName: demo\nVersion: 1.0\n"
    held["demo-1.0.dist-info/WHEEL"] = ("\n".join(lines) + "\n").encode()
    listed = [f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in held.items()]
    held["demo-1.0.dist-info/RECORD"] = "".join([*listed, "demo-1.0.dist-info/RECORD,,\n"]).encode()
    return zipped(held)


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def zipped(files: dict[str, bytes]) -> bytes:
    """A zip of these files, nothing compressed: what zlib makes differs between its versions."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            member = zipfile.ZipInfo(name)  # of 1980
            member.create_system = 3  # Unix, everywhere
            member.external_attr = 0o100644 << 16
            archive.writestr(member, data)
    return buffer.getvalue()
