"""The stand-in for `xcrun`, which finds and runs the stand-ins, and all other programs in PATH."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping

from mtlb.base.errors import MtlbError
from mtlb.base.releases import release_for
from mtlb.base.toolchains import NEWEST_SDK
from mtlb.base.versions import Platform, Version

from .. import console
from ..usage import UsageError
from .flags import Does, Flag, Given
from .tool import Surroundings, Tool

SDK_FOLDER = "SDKs"
_FLAGS = (
    Flag(("sdk",), "The SDK: a name such as macosx or iphoneos26.0, or a path.", ("NAME",)),
    Flag(("find", "f"), "Print the path of the tool instead of running it."),
    Flag(("run", "r"), "Run the tool (default)."),
    Flag(
        ("show-sdk-path",), "Print $SDKROOT if it is a path, else the folder that `mtlb apple install` made.", to="show"
    ),
    Flag(
        ("show-sdk-version", "show-sdk-platform-version"),
        "Print the version of the SDK: that of the newest toolchain that mtlb knows.",
        to="show",
        constant="version",
    ),
    Flag(("log", "l"), "Print the command that is run on stderr."),
    Flag(("verbose", "v"), "Accepted; there is no further output.", does=Does.NOTHING),
    Flag(("no-cache", "n"), "There is no cache.", does=Does.NOTHING),
    Flag(("kill-cache", "k"), "There is no cache.", does=Does.NOTHING),
    Flag(("toolchain",), "There is one toolchain.", ("NAME",), Does.NOTHING),
)


def sdk_version(platform: Platform) -> Version:
    """The SDK version of a platform in the newest toolchain: each platform has a release of that year."""
    year = release_for(Platform.MACOS, NEWEST_SDK)
    return Version(year.oldest[platform.device].major, NEWEST_SDK.minor)


def sdk_name(platform: Platform) -> str:
    """The folder name of a platform's SDK: ``MacOSX26.5.sdk``."""
    return f"{platform.sdk}{sdk_version(platform)}.sdk"


def _parsed(name: str) -> tuple[Platform | None, str]:
    """The platform of an SDK, and its version if the name has one: for `macosx`, `macosx26.2`, `/a/b/MacOSX.sdk`."""
    stem = os.path.basename(name.rstrip("/")).removesuffix(".sdk")
    match = re.fullmatch(r"([A-Za-z]+?)(\d+(?:\.\d+)*)?(?:\.internal)?", stem)
    platforms = [p for p in Platform if match is not None and p.sdk and p.sdk.lower() == match[1].lower()]
    return (platforms[0], match[2] or "") if match is not None and platforms else (None, "")


def platform_of_sdk(name: str) -> Platform | None:
    """The platform of an SDK by its name or path; None if it is unknown."""
    return _parsed(name)[0] if name else None


def _sdk(options: Given, context: Surroundings) -> tuple[Platform, str, str | None]:
    """The SDK from -sdk, then SDKROOT, then macOS's: platform, version, and path if there is one. Raises UsageError
    for an invalid SDK."""
    root = context.environment.get("SDKROOT", "")
    name = options.last("sdk") or root or "macosx"
    platform, version = _parsed(name)
    if platform is None:
        names = ", ".join(platform.sdk.lower() for platform in Platform if platform.sdk)
        raise UsageError(f"SDK {name!r} cannot be located (one of {names})")
    fitting = [item for item in (name, root) if _parsed(item)[0] is platform]
    version = next((v for v in (_parsed(item)[1] for item in fitting) if v), str(sdk_version(platform)))
    path = next((item for item in fitting if os.sep in item), None)
    if path is None and context.folder is not None:
        path = os.path.join(context.folder, SDK_FOLDER, sdk_name(platform))
    return platform, version, path


def _run(options: Given, context: Surroundings, tools: Mapping[str, Tool]) -> int:
    if uses := options.all("show"):
        _, version, path = _sdk(options, context)
        if not uses[-1] and path is None:
            raise MtlbError(
                "no SDK was found: set SDKROOT to an SDK, or install the stand-ins (mtlb apple install DIR)"
            )
        console.out(version if uses[-1] else path or "")
        return 0
    if not options.inputs:
        if any(word.flag is not None and word.flag.target == "kill-cache" for word in options.words):
            return 0  # the whole command of many build scripts
        raise UsageError("no tool was given")
    tool, *words = options.inputs
    program = context.find(tool)
    if options.has("find"):
        if program is None:
            raise MtlbError(
                f'unable to find utility "{tool}", not a developer tool or in PATH'
                + (" (mtlb apple install DIR adds it)" if tool in tools else "")
            )
        console.out(program)
        return 0
    if options.has("log"):
        console.note(" ".join([tool, *words]), level=0)
    environment = dict(context.environment)
    if options.has("sdk") and (path := _sdk(options, context)[2]) is not None:
        environment["SDKROOT"] = path
    if tool in tools:
        console.set_program(tool)
        return tools[tool].call(words, Surroundings(environment, context.folder))
    if program is None:
        raise MtlbError(f'unable to find utility "{tool}", not a developer tool or in PATH')
    sys.stdout.flush()
    try:
        return subprocess.run([program, *words], env=environment, check=False).returncode
    except OSError as error:
        raise MtlbError(f"{program}: {error.strerror}") from None


def xcrun(tools: Mapping[str, Tool]) -> Tool:
    """The stand-in that runs these tools directly, and starts other programs unchanged."""
    return Tool(
        "xcrun",
        "Find or run a developer tool: a stand-in of mtlb, else a program in PATH.",
        "[OPTIONS] TOOL [ARGUMENTS...]",
        _FLAGS,
        lambda arguments, context: _run(arguments, context, tools),
        "xcrun version 72.",
        ends_at_input=True,
    )
