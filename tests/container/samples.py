"""Small libraries of every layout and with every part, made by our own model. Their modules are not real programs."""

from __future__ import annotations

import bz2

from mtlb.base.metal import DataType
from mtlb.base.toolchains import Layout
from mtlb.base.versions import Platform, Version
from mtlb.bitstream.wrapper import wrap
from mtlb.container import (
    ConstantTag,
    CoreImageArgument,
    DebugLocation,
    DynamicHeader,
    FileType,
    FunctionType,
    Library,
    LibraryFunction,
    PatchType,
    PlainLibraryBuilder,
    PublicMetadata,
    RawTag,
    ReflectionEntry,
    SourceArchive,
    Sources,
    SymbolEntry,
    TagGroup,
    Tessellation,
    UuidPolicy,
    VertexAttribute,
    write,
)
from mtlb.container.library import EXTENSION_ORDER

__all__ = ["LIBRARIES", "bitcode", "wrapped"]


def bitcode(seed: int, words: int = 5) -> bytes:
    """Bitcode as far as the container checks it: the magic and some words."""
    return b"BC\xc0\xde" + b"".join((seed * 0x01000193 + n).to_bytes(4, "little") for n in range(words))


def wrapped(seed: int, words: int = 5) -> bytes:
    return wrap(bitcode(seed, words))


def archive(name: str) -> SourceArchive:
    return SourceArchive(name, bz2.compress(name.encode() * 20).ljust(256, b"\0"))


def air_lld() -> Library:
    """What air-lld writes today, with everything it can carry, and unknown tags and sections."""
    sources = Sources("air-lld -arch air64 -o out.metallib", "/build", [archive("0"), archive("1")])
    builder = PlainLibraryBuilder(
        platform="macos",
        min_os="26.0",
        uuid=bytes(range(16)),
        library_name="out.metallib",
        libraries=["@rpath/libA.metallib", "@rpath/libB.metallib"],
        imported_symbols=["_Z3addii"],
        sources=sources,
    )
    builder.add(
        "vertex_main",
        "vertex",
        bitcode(1),
        vertex_attributes=[
            VertexAttribute("position", 0, DataType.FLOAT4),
            VertexAttribute("unused", 7, DataType.UCHAR4, active=False),
        ],
        function_constants=[ConstantTag("enabled", DataType.BOOL, 3, required=False)],
        tessellation=Tessellation(PatchType.QUAD, 4),
        layer_type=DataType.USHORT,
        debug_location=DebugLocation(12, "/src/a.metal"),
        dependency_files=["a.air", "b.air"],
        source=sources.archives[1],
        reflection=b"\x10\0\0\0AIRR first",
    )
    builder.add("ns::kernel", "kernel", bitcode(2, 6), reflection=b"\x10\0\0\0AIRR second!", source=sources.archives[0])
    library = builder.build()
    odd = LibraryFunction(
        "odd\udcff",
        FunctionType(0x2F),
        wrapped(3),
        air_version=Version(2, 8),
        language_version=Version(4, 0),
        public_metadata=PublicMetadata([("WHAT", RawTag(b"?"))]),
        unknown_tags=[("NEW1", RawTag(b"12345")), ("NEW2", RawTag(b""))],
        reflection=ReflectionEntry(b"zzzz", more_tags=[("RBUX", b"x")]),
    )
    library.functions.append(odd)
    library.exported_variables = [SymbolEntry.named("table")]
    library.scripts = [TagGroup([("NAME", "script"), ("SBUF", RawTag(b"bytes"))])]
    library.unknown_extension_tags = [("HSRP", RawTag(bytes(16)))]
    library.unknown_sections = {"ELST": b"an unknown section"}
    library.extension_order = ("HSRP", *EXTENSION_ORDER[1:], "ELST")  # HSRP is first in universal files
    return library


def metallib() -> Library:
    """What `metallib` writes for newer modules."""
    builder = PlainLibraryBuilder(platform="ios-simulator", min_os="16.0", layout=Layout.METALLIB, uuid=None)
    builder.add("fragment_main", "fragment", bitcode(1), debug_location=DebugLocation(3, "a.metal"))
    builder.add("mesh_main", "mesh", bitcode(2))
    return builder.build()


def metallib_old_sources() -> Library:
    """Embedded sources as they were before they recorded the working directory."""
    sources = Sources("-split-module", None, [archive("a")])
    builder = PlainLibraryBuilder(platform="macos", min_os="10.14", layout=Layout.METALLIB, uuid=None, sources=sources)
    builder.add("kernel_main", "kernel", bitcode(1), source=sources.archives[0], dependency_files=["a.air"])
    return builder.build()


def metallib_legacy() -> Library:
    """What `metallib` writes for modules before AIR 1.11: no MDSZ."""
    builder = PlainLibraryBuilder(
        platform="macos", min_os="10.11", layout=Layout.METALLIB, uuid=None, container_version="1.2.2"
    )
    builder.add("vertex_main", "vertex", bitcode(1), layer_type=DataType.UINT)
    builder.add("fragment_main", "fragment", bitcode(2, 9))
    return builder.build()


def nul_after_modules() -> Library:
    """The quirk of LLVM 3.5's time."""
    library = metallib_legacy()
    library.has_nul_after_modules = True
    return library


def dynamic_library() -> Library:
    """One module for all functions."""
    builder = PlainLibraryBuilder(
        platform="macos", min_os="14.0", file_type=FileType.DYNAMIC_LIBRARY, library_name="@rpath/libX.metallib"
    )
    builder.add("_Z3addii", "unqualified", bitcode(1))
    builder.add("_Z3subii", "unqualified", bitcode(1))
    library = builder.build()
    entry = ReflectionEntry(b"\x10\0\0\0AIRR")
    for function in library.functions:
        function.reflection = entry
    return library


def core_image() -> Library:
    """Core Image functions with their signatures."""
    builder = PlainLibraryBuilder(platform="macos", min_os="26.0", file_type=FileType.CORE_IMAGE)
    arguments = [
        CoreImageArgument("src", DataType.TEXTURE, bytes(6)),
        CoreImageArgument("matrix", DataType.POINTER, bytes(11)),
        CoreImageArgument("amount", DataType.FLOAT),
    ]
    builder.add("tint", "extern", bitcode(1), return_type=DataType.FLOAT4, arguments=arguments)
    return builder.build()


def wrong_hash() -> Library:
    """A library whose HASH is not that of its module."""
    library = metallib()
    library.functions[1].stored_hash = bytes(32)
    return library


def shared_metadata() -> Library:
    """An old Core Image library whose functions share module and private metadata."""
    first = LibraryFunction(
        "first", FunctionType.EXTERN, wrapped(1), air_version=Version(2, 3), language_version=Version(2, 3)
    )
    second = LibraryFunction(
        "second",
        FunctionType.EXTERN,
        first.module,
        air_version=Version(2, 3),
        language_version=Version(2, 3),
        private_metadata=first.private_metadata,
    )
    return Library(
        container_version=Version(1, 2, 5),
        has_macos_bit=True,
        file_type=FileType.CORE_IMAGE,
        layout=Layout.METALLIB,
        functions=[first, second],
    )


def empty_oldest() -> Library:
    return Library(container_version=Version(1, 2, 2), has_macos_bit=True, layout=Layout.METALLIB)


def empty_newest() -> Library:
    return Library(
        platform=Platform.XROS,
        min_os=Version(26),
        container_version=Version(1, 2, 9),
        uuid=UuidPolicy.FROM_CONTENT,
        dynamic_header=DynamicHeader([("NAME", "empty.metallib")]),
    )


LIBRARIES: dict[str, bytes] = {
    make.__name__: write(make())
    for make in (
        air_lld,
        metallib,
        metallib_old_sources,
        metallib_legacy,
        nul_after_modules,
        dynamic_library,
        core_image,
        wrong_hash,
        shared_metadata,
        empty_oldest,
        empty_newest,
    )
}
"""The bytes of each, by name."""
