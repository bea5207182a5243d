"""What mutation starts from: the golden files of this repository and, if present, the corpus of real files."""

from __future__ import annotations

import bz2
import io
import re
import tarfile
from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice, zip_longest
from pathlib import Path

import mtlb
from mtlb.base.errors import MtlbError
from mtlb.base.filekind import FileKind

from .targets import Kind

__all__ = ["NAME_STYLES", "OURS_ALONE", "build_archive", "libraries", "real_files", "seeds"]

ROOT = Path(__file__).resolve().parent.parent
MAX_SIZE = 16_384  # bytes; small files go through quickly and have every structure
MAX_PART_SIZE = 4 * MAX_SIZE  # of a part of a real file, which may be larger itself:
MAX_HOLDER_SIZE = 1 << 20


@cache
def libraries(shared: Path | None, max_size: int = MAX_SIZE) -> tuple[bytes, ...]:
    """The golden libraries and, from the corpus, all that are small; each content once, in a stable order."""
    paths = sorted(ROOT.joinpath("golden/lib").glob("*.metallib"))
    if shared is not None:
        paths += sorted(p for p in shared.joinpath("corpus").rglob("*.metallib*") if p.is_file())
    contents = (path.read_bytes() for path in paths if path.stat().st_size <= max_size)
    return tuple(dict.fromkeys(contents))


@cache
def seeds(kind: Kind, shared: Path | None) -> tuple[bytes, ...]:
    """The seeds of one kind, smallest first."""
    return tuple(sorted(dict.fromkeys(_SEEDS[kind](shared)), key=len))


@cache
def real_files(kind: Kind, shared: Path | None) -> tuple[bytes, ...]:
    """The real files of one kind, each once, smallest first; without a corpus the golden ones."""
    parts = [part for part in dict.fromkeys(_PARTS[kind](shared)) if len(part) <= MAX_PART_SIZE]
    if kind not in (Kind.MODULE, Kind.ARCHIVE):  # which have their own order
        parts.sort(key=len)
    return tuple(parts) or seeds(kind, shared)


def _readable(shared: Path | None) -> Iterator[mtlb.Library]:
    for data in libraries(shared):
        with suppress(MtlbError):
            yield mtlb.read(data)


def _modules(shared: Path | None) -> Iterator[bytes]:
    yield from (path.read_bytes() for path in sorted(ROOT.joinpath("golden/air").glob("*.air")))
    for library in _readable(shared):
        yield from (bytes(function.module) for function in library.functions if len(function.module) <= MAX_SIZE)


def _texts(shared: Path | None) -> Iterator[bytes]:
    """LLVM assembly: typed, and what LLVM 22 writes for opaque pointers."""
    yield from (path.read_bytes() for path in sorted(ROOT.joinpath("golden/text").glob("*.ll")))
    yield from (path.read_bytes() for path in sorted(ROOT.joinpath("golden/src").glob("*.ll")))


def _reflections(shared: Path | None) -> Iterator[bytes]:
    from mtlb.air import describe
    from mtlb.bitcode import read_module

    for path in sorted(ROOT.joinpath("golden/air").glob("*.air")):
        with suppress(MtlbError):
            yield describe(read_module(path.read_bytes(), bodies=False)).reflection_buffer()
    for library in _readable(shared):
        yield from (bytes(entry.buffer) for entry in library.reflections)


def _archives(shared: Path | None) -> Iterator[bytes]:
    """Archives of one, two and three modules, names in the manner of GNU, of BSD, and short."""
    modules = _modules(shared)
    for count in (1, 2, 3):
        for style in NAME_STYLES:
            yield build_archive(style, islice(modules, count))


NAME_STYLES = ("short.o/", "#1/20", "/0")


def build_archive(style: str, modules: Iterable[bytes]) -> bytes:
    """An archive of modules, their names in one of the `NAME_STYLES`."""
    archive = FileKind.ARCHIVE.magic
    if style == "/0":
        archive += _member("//", b"a-name-that-is-longer-than-16-bytes.air/\n")
    for module in modules:
        name = b"a-longer-name.air".ljust(20, b"\0") if style.startswith("#") else b""
        archive += _member(style, name + module)
    return archive


def _member(name: str, data: bytes) -> bytes:
    header = f"{name:16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n"
    return header.encode() + data + b"\n" * (len(data) % 2)


def _universal_files(shared: Path | None) -> Iterator[bytes]:
    yield from _universal(libraries(shared))


def _universal(held: Iterable[bytes]) -> Iterator[bytes]:
    """Universal files of a library and the one before it, as slices for any two architectures."""
    from mtlb.archives import Slice, UniversalFile

    before = b""
    for data in held:
        slices = [Slice.of(data, "air64_v28"), *([Slice.of(before, "air64_v23")] if before else [])]
        yield UniversalFile.create(slices).to_bytes()
        before = data


def _direct3d(shared: Path | None) -> Iterator[bytes]:
    """The golden containers, shaders of DXIL and, from the corpus, all that are small."""
    from tests.direct3d.dxil_samples import samples

    yield from samples()
    paths = sorted(path for folder in ("dxbc", "direct3d") for path in ROOT.joinpath("golden", folder).glob("*.dxbc"))
    if shared is not None:
        paths += sorted(shared.joinpath("dxbc").rglob("*.dxbc"))
    yield from (path.read_bytes() for path in paths if path.stat().st_size <= MAX_SIZE)


def _spirv(shared: Path | None) -> Iterator[bytes]:
    """The golden modules, one in the other byte order, and those of the corpus that are small."""
    paths = sorted(path for folder in ("spirv", "glsl") for path in ROOT.joinpath("golden", folder).glob("*.spv"))
    data = paths[0].read_bytes()
    yield b"".join(data[i : i + 4][::-1] for i in range(0, len(data), 4))
    if shared is not None:
        paths += sorted(shared.joinpath("spirv").glob("*.spv"))
    yield from (path.read_bytes() for path in paths if path.stat().st_size <= MAX_SIZE)


def _source_archives(shared: Path | None) -> Iterator[bytes]:
    yield from _embedded(_readable(shared))
    yield bz2.compress(_small_tar())


def _tars(shared: Path | None) -> Iterator[bytes]:
    yield from map(bz2.decompress, _embedded(_readable(shared)))
    yield _small_tar()


def _small_tar() -> bytes:
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as file:
        for name, text in (("metal-options.txt", b"-O2\n"), ("/a/b.metal", b"kernel\n" * 100)):
            member = tarfile.TarInfo(name)
            member.size = len(text)
            file.addfile(member, io.BytesIO(text))
    return tar.getvalue()


def _embedded(held_by: Iterable[mtlb.Library]) -> Iterator[bytes]:
    """The archives of sources that libraries hold, without the padding."""
    for library in held_by:
        for archive in library.sources.archives if library.sources else ():
            data, decompressor = bytes(archive.data), bz2.BZ2Decompressor()
            decompressor.decompress(data)
            yield data[: len(data) - len(decompressor.unused_data)]


def _foreign_texts(shared: Path | None) -> Iterator[bytes]:
    """What compilers for other targets write."""
    for path in sorted(ROOT.joinpath("golden/convert").rglob("*.ll")):
        yield path.read_bytes()


def _metal_sources(shared: Path | None) -> Iterator[bytes]:
    """Metal source without comments, as it is after the preprocessor."""
    for path in sorted(ROOT.joinpath("golden/metal").glob("*.metal")):
        text = re.sub(
            r"/\*.*?\*/", lambda result: "\n" * result[0].count("\n"), path.read_text("utf-8"), flags=re.DOTALL
        )
        yield re.sub(r"//[^\n]*|\\\n", "", text).encode()


def _plans(shared: Path | None) -> Iterator[bytes]:
    for path in sorted(ROOT.joinpath("golden/convert").rglob("*.toml")):
        yield path.read_bytes()


def _steps(shared: Path | None) -> Iterator[bytes]:
    """The files of a link in steps: the plan, a shard, and what became of it."""
    from .steps import golden_steps

    yield from (data for name, data in golden_steps().items() if name.startswith("plan/") and "00001" not in name)


def _attestations(shared: Path | None) -> Iterator[bytes]:
    yield from (path.read_bytes() for path in sorted(ROOT.joinpath("golden/attest").glob("*.jsonl")))


def _keys(shared: Path | None) -> Iterator[bytes]:
    """Private and public keys in every form; one is encrypted, in the form that is quick to open."""
    from cryptography.hazmat.primitives.serialization import (
        BestAvailableEncryption,
        Encoding,
        NoEncryption,
        PrivateFormat,
        PublicFormat,
    )

    from tests.attest.samples import KEYS, public_pem

    for key in KEYS.values():
        for form in (PrivateFormat.PKCS8, PrivateFormat.OpenSSH):
            yield key.private_bytes(Encoding.PEM, form, NoEncryption())
        yield key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret"))
        yield public_pem(key)
        yield key.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)


def _plists(shared: Path | None) -> Iterator[bytes]:
    """An Info.plist for macOS and one for iOS, as XML and binary; the binary ones also of many and long objects."""
    import plistlib

    ios = {"CFBundleSupportedPlatforms": ["iPhoneOS"], "MinimumOSVersion": "16.0", "UIDeviceFamily": [1, 2]}
    macos = {"DTPlatformName": "macosx", "LSMinimumSystemVersion": "13.0", "CFBundleName": "Größe", "Yes": True}
    many = {**macos, "CFBundleDocumentTypes": [{"Key": i, "Real": i / 2, "Data": bytes(i)} for i in range(40)]}
    for values in (ios, macos, many):
        for fmt in (plistlib.FMT_XML, plistlib.FMT_BINARY):
            yield plistlib.dumps(values, fmt=fmt)


def _wheel_files(shared: Path | None) -> Iterator[bytes]:
    """Of one tag, of a compressed set, of other systems."""
    for tags in (
        ["py3-none-macosx_13_0_arm64"],
        ["cp39-abi3-macosx_10_9_x86_64.macosx_11_0_arm64", "cp39-abi3-ios_13_0_arm64_iphoneos"],
        ["py3-none-any", "py3-none-linux_x86_64", "py2.py3-none-macosx_10_16_universal2"],
    ):
        lines = ["Wheel-Version: 1.0", "Generator: mtlb", "Root-Is-Purelib: false", *(f"Tag: {tag}" for tag in tags)]
        yield ("\n".join(lines) + "\n").encode()


def _packages(shared: Path | None) -> Iterator[bytes]:
    """The golden wheel, and the golden app in a zip, each also with its oldest library alone."""
    from tests.golden.packages import PACKAGES, WHEEL_NAME, packages, wheel, zipped

    yield PACKAGES.joinpath(WHEEL_NAME).read_bytes()
    app = {name: data for name, data in packages().items() if name != WHEEL_NAME}
    yield zipped(app)
    yield zipped({name: data for name, data in app.items() if "Old.framework" in name})
    old = next(data for name, data in app.items() if name.endswith("A/Resources/default.metallib"))
    yield wheel({"demo/x.metallib": old}, ["py3-none-macosx_10_9_x86_64", "py3-none-macosx_11_0_arm64"])


def _baselines(shared: Path | None) -> Iterator[bytes]:
    """None, one and several findings."""
    from mtlb.inspect.lint_settings import baseline_text

    keys = [("AIR004", "saxpy", "!air.version is missing"), ("AIR009", "", "no source"), ("AIR010", "f\udcff", "\x1b")]
    yield from (baseline_text(keys[:count]).encode() for count in (0, 1, 3))


def _sizes(shared: Path | None) -> Iterator[bytes]:
    """What `mtlb size --json` prints of one golden library, and of several."""
    import json

    def measured(name: str, count: int) -> dict[str, object]:
        functions = [{"name": f"f{i}", "module": 100 + i, "reflection": i} for i in range(count)]
        return {"schema": "mtlb.size/1", "file": name, "size": 1000 + count, "functions": functions}

    yield json.dumps(measured("a.metallib", 3)).encode()
    files = [measured("build/a/x.metallib", 2), measured("build/b/x.metallib", 1), measured("app!y.metallib", 0)]
    yield json.dumps({"schema": "mtlb.sizes/1", "size": 3003, "files": files}).encode()


def _written_out(shared: Path | None) -> Iterator[bytes]:
    """A small library as an array in C, in hexadecimal and decimal, as a string with escapes, and in base64."""
    library = min(libraries(None), key=len)
    yield b"unsigned char data[] = {\n" + b",\n".join(b"0x%02x" % byte for byte in library) + b"\n};\n"
    yield b"const uint8_t data[] = {" + b",".join(b"%d" % byte for byte in library) + b"};\n"
    yield b'const char *data = "' + b"".join(b"\\x%02x" % byte for byte in library) + b'";\n'
    yield b'{"shaders": "' + b64encode(library) + b'"}\n'


def _hostile(shared: Path | None) -> Iterator[bytes]:
    from tests.cpu.hostile import hostile_texts

    yield from (text.encode() for text in hostile_texts())


def _requests(shared: Path | None) -> Iterator[bytes]:
    """A request of every method; that of `run` ends before anything runs."""
    import json
    from base64 import b64encode

    module = {"base64": b64encode((ROOT / "golden" / "air" / "saxpy.air").read_bytes()).decode(), "name": "saxpy.air"}
    numbers = {"type": "float32", "values": [1, 2.5], "shape": [2]}
    arguments = {
        "input": module,
        "function": "none",
        "grid": [2],
        "buffers": {"0": numbers},
        "samplers": {"s": "linear"},
    }
    for method, params in (
        ("hello", {}),
        ("convert", {"input": {"text": "define void @k() {\n  ret void\n}\n"}, "target": "macos14", "entries": ["k"]}),
        ("link", {"inputs": [module], "options": {"platform": "macos", "min_os": "14.0"}}),
        *((method, {"input": module}) for method in ("lint", "verify", "describe")),
        ("run", arguments),
    ):
        yield json.dumps({"id": 1, "method": method, "params": params}).encode()


_GOLDEN_ALONE: dict[Kind, Callable[[Path | None], Iterable[bytes]]] = {
    Kind.FOREIGN: _foreign_texts,
    Kind.METAL: _metal_sources,
    Kind.PLAN: _plans,
    Kind.STEP: _steps,
    Kind.ATTESTATION: _attestations,
    Kind.KEY: _keys,
    Kind.PLIST: _plists,
    Kind.WHEEL: _wheel_files,
    Kind.PACKAGE: _packages,
    Kind.BASELINE: _baselines,
    Kind.SIZES: _sizes,
    Kind.WRITTEN_OUT: _written_out,
    Kind.HOSTILE: _hostile,
    Kind.REQUEST: _requests,
}
OURS_ALONE = frozenset(_GOLDEN_ALONE)
"""The kinds of which the corpus has no files: all are golden ones."""

_SEEDS: dict[Kind, Callable[[Path | None], Iterable[bytes]]] = {
    Kind.LIBRARY: libraries,
    Kind.MODULE: _modules,
    Kind.REFLECTION: _reflections,
    Kind.ARCHIVE: _archives,
    Kind.SOURCES: _source_archives,
    Kind.TAR: _tars,
    Kind.UNIVERSAL: _universal_files,
    Kind.TEXT: _texts,
    Kind.DIRECT3D: _direct3d,
    Kind.SPIRV: _spirv,
    **_GOLDEN_ALONE,
}


# --- real files ------------------------------------------------------------------------------------------------------


def _originals(shared: Path | None) -> Iterator[tuple[bytes, mtlb.Library]]:
    """The libraries of the corpus; where there is none, the golden ones."""
    golden = frozenset(libraries(None, MAX_HOLDER_SIZE)) if shared is not None else frozenset()
    for data in libraries(shared, MAX_HOLDER_SIZE):
        if data not in golden:
            with suppress(MtlbError):
                yield data, mtlb.read(data)


def _original_libraries(shared: Path | None) -> Iterator[bytes]:
    """With functions: the others have little structure."""
    yield from (data for data, library in _originals(shared) if library.functions)


def _original_modules(shared: Path | None) -> Iterator[bytes]:
    """The smallest of each version of AIR, then the second smallest of each: they differ in structure."""
    result: dict[object, dict[bytes, None]] = defaultdict(dict)
    for _, library in _originals(shared):
        for function in library.functions:
            result[function.air_version][bytes(function.module)] = None
    for turn in zip_longest(*(sorted(modules, key=len) for modules in result.values())):
        yield from sorted(filter(None, turn), key=len)


def _original_reflections(shared: Path | None) -> Iterator[bytes]:
    for _, library in _originals(shared):
        yield from (bytes(entry.buffer) for entry in library.reflections)


def _archives_of_one(shared: Path | None) -> Iterator[bytes]:
    """An archive of each module, its name in one of the three manners in turn."""
    for number, module in enumerate(real_files(Kind.MODULE, shared)):
        yield build_archive(NAME_STYLES[number % len(NAME_STYLES)], [module])


def _original_source_archives(shared: Path | None) -> Iterator[bytes]:
    return _embedded(library for _, library in _originals(shared))


def _original_texts(shared: Path | None) -> Iterator[bytes]:
    """The texts of real modules."""
    from mtlb.bitcode import read_module

    for module in real_files(Kind.MODULE, shared):
        with suppress(MtlbError):
            yield read_module(module).text().encode("utf-8", "surrogateescape")


def _original_containers(shared: Path | None) -> Iterator[bytes]:
    golden = frozenset(_direct3d(None))
    yield from (data for data in _direct3d(shared) if data not in golden)


def _original_spirv(shared: Path | None) -> Iterator[bytes]:
    golden = frozenset(_spirv(None))
    yield from (data for data in _spirv(shared) if data not in golden)


_PARTS: dict[Kind, Callable[[Path | None], Iterable[bytes]]] = {
    Kind.LIBRARY: _original_libraries,
    Kind.MODULE: _original_modules,
    Kind.REFLECTION: _original_reflections,
    Kind.ARCHIVE: _archives_of_one,
    Kind.SOURCES: _original_source_archives,
    Kind.TAR: lambda shared: map(bz2.decompress, _original_source_archives(shared)),
    Kind.UNIVERSAL: lambda shared: _universal(_original_libraries(shared)),
    Kind.TEXT: _original_texts,
    Kind.DIRECT3D: _original_containers,
    Kind.SPIRV: _original_spirv,
    **_GOLDEN_ALONE,
}
