"""OS requirements declared by the packages around a library: platform tags of a wheel, the oldest OS in a bundle's
Info.plist."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from ..base.errors import BuildError, FormatError, MtlbError
from ..base.versions import Platform, Version
from .find import Found
from .layers import Holder
from .plist import plist_texts
from .promises import NOTHING_DECLARED, Declared, Promise, PromisedBy

_MOST_BYTES = 1 << 20
"""Of an Info.plist or a WHEEL file."""
_MOST_FOLDERS = 100
"""How many folders above a library are looked at."""


# --- wheels: PEP 425, 427, 730 ---------------------------------------------------------------------------------------


class TagPromise(NamedTuple):
    """The OS that a platform tag (``macosx_13_0_arm64``) promises."""

    tag: str
    platform: Platform
    os: Version


def file_name_tags(name: str) -> list[str]:
    """The platform tags in the file name of a wheel; none for any other name."""
    parts = name[: -len(".whl")].split("-") if name.endswith(".whl") else []
    return parts[-1].split(".") if len(parts) in (5, 6) else []


def wheel_file_tags(data: bytes) -> list[str]:
    """The platform tags in the lines ``Tag:`` of a WHEEL file; FormatError for a line that has no tag."""
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise FormatError("not a WHEEL file: it is not UTF-8", offset=error.start) from None
    tags: list[str] = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip().lower() == "tag":
            parts = value.strip().split("-")
            if len(parts) != 3 or not all(parts):
                raise FormatError(f"not a tag of a wheel: {value.strip()!r}")
            tags += parts[2].split(".")
    return list(dict.fromkeys(tags))


_TAG = re.compile(r"macosx_(\d{1,5})_(\d{1,5})_\w+|ios_(\d{1,5})_(\d{1,5})_\w+_(iphoneos|iphonesimulator)", re.ASCII)
_APPLE = ("macosx_", "ios_")


def tag_promises(tags: Iterable[str]) -> list[TagPromise]:
    """The oldest OS of each platform among platform tags; ``any`` and tags of other systems promise none.

    FormatError for a tag of Apple's systems without a version.
    """
    oldest: dict[Platform, TagPromise] = {}
    for tag in tags:
        if not tag.startswith(_APPLE):
            continue
        match = _TAG.fullmatch(tag)
        if match is None:
            raise FormatError(f"the platform tag {tag!r} names no OS version")
        macos = match[1] is not None
        platform = Platform.MACOS if macos else Platform.of(match[5])
        os = Version(*map(int, match.group(1, 2) if macos else match.group(3, 4)))
        promise = TagPromise(tag, platform, _renamed(os) if macos else os)
        if platform not in oldest or promise.os < oldest[platform].os:
            oldest[platform] = promise
    return list(oldest.values())


def _renamed(os: Version) -> Version:
    """macOS 11 calls itself 10.16 to old programs, and so do old tags."""
    return Version(11, 0, os.update) if os[:2] == (10, 16) else os


def _of_wheel(holder: Holder, wheel_file: str | None) -> Declared:
    """The promises of a wheel's file name and its WHEEL file."""
    places: dict[TagPromise, list[str]] = {}
    problems: list[str] = []
    for source, name in (("file name", None), ("WHEEL", wheel_file)):
        try:
            tags = file_name_tags(holder.name) if name is None else wheel_file_tags(_read(holder, name) or b"")
            for promise in tag_promises(tags):
                places.setdefault(promise, []).append(source)
        except MtlbError as error:
            problems.append(f"{holder.place(name or '')}: {error.reason}")
        if wheel_file is None:
            break
    promises = [
        Promise(promise.platform, promise.os, PromisedBy.WHEEL, f"the tag {promise.tag} ({' and '.join(where)})")
        for promise, where in places.items()
    ]
    return Declared(tuple(promises), tuple(problems))


# --- bundles ---------------------------------------------------------------------------------------------------------

_MACOS_KEY, _OTHERS_KEY = "LSMinimumSystemVersion", "MinimumOSVersion"
_PLATFORM_KEYS = ("DTPlatformName", "CFBundleSupportedPlatforms")  # the first that is there decides
_PLATFORMS = {platform.sdk.lower(): platform for platform in Platform if platform.sdk}
_SUFFIXES = (
    *(".app", ".appex", ".bundle", ".component", ".dext", ".driver", ".framework", ".kext", ".mdimporter", ".plugin"),
    *(".prefpane", ".qlgenerator", ".saver", ".systemextension", ".xctest", ".xpc"),
)
_BUNDLE_PLACES = ("Info.plist", "Contents/Info.plist", "Resources/Info.plist", "Versions/Current/Resources/Info.plist")


class KeyPromise(NamedTuple):
    """The OS that a key of an Info.plist promises."""

    key: str
    platform: Platform
    os: Version


def bundle_promises(data: bytes) -> list[KeyPromise]:
    """The oldest OS that an Info.plist names, for each platform of the bundle; none if it names no OS.

    Without a platform, LSMinimumSystemVersion is of macOS and MinimumOSVersion of iOS. FormatError for data that is not
    a property list, and for values of the wrong type.
    """
    said = plist_texts(data, (*_PLATFORM_KEYS, _MACOS_KEY, _OTHERS_KEY))
    key = next((key for key in _PLATFORM_KEYS if said.get(key)), None)
    if key is None:
        keys = [(Platform.MACOS, _MACOS_KEY), (Platform.IOS, _OTHERS_KEY)]
    else:
        keys = [
            (platform, _MACOS_KEY if platform is Platform.MACOS else _OTHERS_KEY)
            for platform in dict.fromkeys(_platform(key, name) for name in said[key])
        ]
    return [KeyPromise(key, platform, _version(platform, key, said[key])) for platform, key in keys if key in said]


def _platform(key: str, name: str) -> Platform:
    platform = _PLATFORMS.get(name.lower())
    if platform is None:
        raise FormatError(f"{key} names no known platform: {name!r}")
    return platform


def _version(platform: Platform, key: str, texts: Sequence[str]) -> Version:
    try:
        (text,) = texts
        os = Version.parse(text)
    except (BuildError, ValueError):
        raise FormatError(f"{key} is not a version: {', '.join(map(repr, texts))}") from None
    return _renamed(os) if platform is Platform.MACOS else os


def _info_files(folder: str) -> Iterator[str]:
    """Where the Info.plist of a bundle is that begins at a folder; none for a folder that can't be one."""
    name = folder.rpartition("/")[2]
    above = folder.split("/")[-3:-1]
    if name.lower().endswith(_SUFFIXES):
        yield from _BUNDLE_PLACES
    elif name == "Contents":
        yield "Info.plist"
    elif len(above) == 2 and above[1] == "Versions" and above[0].lower().endswith(".framework"):
        yield "Resources/Info.plist"
    else:
        yield "Contents/Info.plist"


def _of_bundle(holder: Holder, name: str) -> Declared | None:
    """The promises of an Info.plist; None if there is no file of this name."""
    place = holder.place(name)
    try:
        data = _read(holder, name)
        if data is None:
            return None
        promises = [
            Promise(promise.platform, promise.os, PromisedBy.BUNDLE, f"{promise.key} of {place}")
            for promise in bundle_promises(data)
        ]
    except MtlbError as error:
        return Declared((), (f"{place}: {error.reason}",))
    return Declared(tuple(promises))


# --- both ------------------------------------------------------------------------------------------------------------


def _read(holder: Holder, name: str) -> bytes | None:
    data = holder.read(name, _MOST_BYTES + 1)
    if data is not None and len(data) > _MOST_BYTES:
        raise FormatError(f"it is larger than {_MOST_BYTES >> 20} MiB")
    return data


_Known = WeakKeyDictionary[Holder, dict[str, Declared]]


class PackagePromises:
    """The promises of the packages around libraries; each package file is read once. The innermost wheel counts, and
    the innermost bundle whose Info.plist names an OS or can't be read.
    """

    def __init__(self) -> None:
        self._wheels: _Known = WeakKeyDictionary()
        self._bundles: _Known = WeakKeyDictionary()

    def of(self, library: Found) -> Declared:
        """The promises for the last library from an iterator of `find_libraries`."""
        wheel = self._innermost(library, self._wheels, self._wheel_at)
        bundle = self._innermost(library, self._bundles, self._bundle_at)
        return Declared(wheel.promises + bundle.promises, wheel.problems + bundle.problems)

    @staticmethod
    def _innermost(library: Found, declared: _Known, look: Callable[[Holder, str], Declared]) -> Declared:
        for holder, name in reversed(library.layers):
            of_folders = declared.setdefault(holder, {})
            for folder in _folders(name):
                if folder not in of_folders:
                    of_folders[folder] = look(holder, folder)
                if of_folders[folder] != NOTHING_DECLARED:
                    return of_folders[folder]
        return NOTHING_DECLARED

    @staticmethod
    def _wheel_at(holder: Holder, folder: str) -> Declared:
        """A folder of several wheels (an environment) declares nothing."""
        files = holder.wheel_files(folder)
        wheel_file = files[0] if len(files) == 1 else None
        return NOTHING_DECLARED if folder and wheel_file is None else _of_wheel(holder, wheel_file)

    @staticmethod
    def _bundle_at(holder: Holder, folder: str) -> Declared:
        for place in _info_files(f"{holder.name}/{folder}".rstrip("/")):
            said = _of_bundle(holder, f"{folder}/{place}" if folder else place)
            if said is not None:
                return said
        return NOTHING_DECLARED


def _folders(name: str) -> Iterator[str]:
    """The folders that a file is in, innermost first, "" last."""
    folder = name
    for _ in range(_MOST_FOLDERS):
        folder = folder.rpartition("/")[0]
        yield folder
        if not folder:
            return
    yield ""
