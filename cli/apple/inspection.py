"""Stand-ins for the tools that show the contents of a file: `metal-nm`, `metal-objdump`, `metal-readobj`,
`metal-size`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtlb.base.errors import MtlbError

from .. import console
from .. import io as files
from ..usage import UsageError
from .flags import Does, Flag, Given
from .linking import DEFAULT_OUTPUT
from .tool import Surroundings, Tool

if TYPE_CHECKING:
    from mtlb.inspect import FilePart
    from mtlb.inspect.size import Part

_ARCH = Flag(("arch",), "Only the slices of universal files for this architecture.", ("ARCH",))
_INPUTS = f"[OPTIONS] [FILE...] (default: {DEFAULT_OUTPUT})"


def _inputs(options: Given) -> list[str]:
    return options.inputs or [DEFAULT_OUTPUT]


# --- nm --------------------------------------------------------------------------------------------------------------


def _nm(options: Given, surroundings: Surroundings) -> int:
    from ..nm import Choice, SymbolForm, SymbolFormat, command

    layout = options.last("format") or "bsd"
    if layout not in [form.value for form in SymbolFormat]:
        raise UsageError(f"--format={layout} is unknown: there are {', '.join(form.value for form in SymbolFormat)}")
    return command(
        _inputs(options),
        SymbolForm(layout=SymbolFormat(layout), just_symbols=options.has("just-symbols")),
        Choice(
            undefined_only=options.has("undefined-only"),
            defined_only=options.has("defined-only"),
            extern_only=options.has("extern-only"),
            demangle=options.has("demangle"),
            no_sort=options.has("no-sort"),
            numeric_sort=options.has("numeric-sort"),
            reverse_sort=options.has("reverse-sort"),
            size_sort=options.has("size-sort"),
        ),
        print_size=options.has("print-size"),
        print_file_name=options.has("print-file-name"),
        arch=options.last("arch"),
    )


NM = Tool(
    "metal-nm",
    "List the symbols of libraries, modules and archives.",
    _INPUTS,
    (
        Flag(("B",), "The BSD format (default).", to="format", constant="bsd"),
        Flag(("P", "portability"), "The POSIX format.", to="format", constant="posix"),
        Flag(("m",), "The darwin format, as llvm-nm lists bitcode.", to="format", constant="darwin"),
        Flag(("format",), "bsd, posix, sysv, darwin or just-symbols.", ("FORMAT",)),
        Flag(("just-symbols", "j", "just-symbol-name"), "Names alone."),
        Flag(("undefined-only", "u"), "Only undefined symbols."),
        Flag(("defined-only", "U"), "No undefined symbols."),
        Flag(("extern-only", "g"), "No local symbols."),
        Flag(("demangle", "C"), "C++ names as declarations."),
        Flag(("no-demangle",), "Names as they are (default).", does=Does.NOTHING),
        Flag(("numeric-sort", "n", "v"), "Sort by address."),
        Flag(("no-sort", "p"), "Don't sort."),
        Flag(("reverse-sort", "r"), "Reverse the sort order."),
        Flag(("size-sort",), "Sort by size."),
        Flag(("print-size", "S"), "Print sizes."),
        Flag(("print-file-name", "A", "o"), "The file's name before each symbol."),
        _ARCH,
        Flag(("V",), "Print the version.", to="version"),
        Flag(("a", "debug-syms"), "A library has no debugger-only symbols.", does=Does.NOTHING),
        Flag(("D", "dynamic"), "Imports of a library are always listed.", does=Does.NOTHING),
        Flag(("t", "radix"), "Addresses are 0.", ("RADIX",), Does.NOTHING, joined=True),
        Flag(("no-llvm-bc",), "The modules of a library are never listed.", does=Does.NOTHING),
        Flag(("no-weak", "W"), "use grep", does=Does.REFUSE),
        Flag(("print-armap", "M"), "use mtlb ar", does=Does.REFUSE),
    ),
    _nm,
    grouped=True,
)


# --- what objdump and readobj print of a library ---------------------------------------------------------------------


def _header(part: FilePart) -> Iterator[tuple[str, str]]:
    """The header of a library, with the field names of Apple's tools."""
    from mtlb.inspect.size import byte_map

    library = part.library()
    places = {section.name: section for section in byte_map(part.data)}
    yield "MagicWord", "MTLB"
    yield "MacOSTarget", "YES" if library.has_macos_bit else "NO"
    yield "ContainerVersion", library.container_version.full
    yield "FileType", library.file_type.label.upper()
    yield "Platform", library.platform.label.replace("-", "").upper()
    yield "PlatformMajor", str(library.min_os.major)
    yield "PlatformMinor", str(library.min_os.minor)
    yield "PlatformUpdate", str(library.min_os.update)
    yield "FileSize", str(len(part.data))
    for key, name in (
        ("FunctionList", "FUNCTION_LIST"),
        ("PublicMetadata", "PUBLIC_METADATA"),
        ("PrivateMetadata", "PRIVATE_METADATA"),
        ("ModuleList", "MODULE_LIST"),
        ("ReflectionList", "REFLECTION_LIST"),
    ):
        place = places.get(name)
        yield f"{key}Offset", "0" if place is None else str(place.offset)
        yield f"{key}Size", "0" if place is None else str(place.size)


def _format(part: FilePart) -> str:
    return "air" if part.is_module else "metallib"


# --- objdump ---------------------------------------------------------------------------------------------------------

_ACTIONS = ("disassemble", "disassemble-symbols", "air-version", "private-headers", "section-headers", "syms")


def _objdump(options: Given, surroundings: Surroundings) -> int:
    from ..objdump import print_modules

    if not any(options.has(name) for name in _ACTIONS):
        raise UsageError("nothing to print: give -d, -t, -h, --private-headers or --air-version")
    disassembles = options.has("disassemble") or options.has("disassemble-symbols")
    names = [name for (listed,) in options.all("disassemble-symbols") for name in listed.split(",")]
    reading = files.Reading(_inputs(options), options.last("arch"))
    for part in reading:
        with reading.reporting(part.place):
            lines = list(_objdump_lines(part, options))
            if not disassembles:
                console.out()
                console.out(f"{console.printable(part.place)}:\tfile format {_format(part)}")
            console.lines(map(console.printable, lines))
            if disassembles:
                print_modules(part, names)
                if any(
                    section.name == "REFLECTION_LIST" for section in _sections(part)
                ):  # Apple's tool prints only its name
                    console.out("Disassembly of section REFLECTION_LIST:")
    return reading.code


def _sections(part: FilePart) -> tuple[Part, ...]:
    from mtlb.inspect.size import byte_map

    return () if part.is_module else byte_map(part.data)


def _objdump_lines(part: FilePart, options: Given) -> Iterator[str]:
    if options.has("private-headers"):
        yield "MetalLib Header:"
        for key, value in _header(part):
            yield f"  {key}: {value}"
    if options.has("section-headers"):
        from mtlb.inspect.size import byte_map

        yield "Sections:"
        yield "Idx Name             Size     Offset"
        for number, item in enumerate(byte_map(part.data)):
            yield f"{number:3} {item.name:16} {item.size:08x} {item.offset:08x}"
    if options.has("syms"):
        from mtlb.inspect.symbols import symbols_of

        yield "SYMBOL TABLE:"
        for symbol in symbols_of(part):
            section = "*UND*" if symbol.is_undefined else "MODULE_LIST"
            kind = "g" if symbol.is_external and not symbol.is_undefined else "l" if not symbol.is_external else " "
            yield f"00000000 {kind}     {'F' if symbol.letter in 'Tt' else 'O'} {section} {symbol.name}"
    if options.has("air-version"):
        chosen = options.last("air-version")
        versions = _air_versions(part)
        if chosen and chosen not in versions:
            raise MtlbError(f"there is no function {chosen}")
        for name, version in versions.items():
            if not chosen or name == chosen:
                yield f"{name}: {version}"


def _air_versions(part: FilePart) -> dict[str, str]:
    """The AIR version of each function."""
    if not part.is_module:
        return {function.name: str(function.air_version or "-") for function in part.library().functions}
    from mtlb.air.interface import read_interface
    from mtlb.bitcode import read_module

    interface = read_interface(read_module(part.data, bodies=False))
    return {
        entry.name: str(interface.air_versions[0] if interface.air_versions else "-") for entry in interface.entries
    }


OBJDUMP = Tool(
    "metal-objdump",
    "Disassemble modules and show the contents of a library.",
    _INPUTS,
    (
        Flag(("disassemble", "d", "D", "disassemble-all"), "Disassemble every module."),
        Flag(("disassemble-symbols",), "Disassemble these functions, with commas between.", ("NAMES",)),
        Flag(("air-version",), "The AIR version of each function, or of one.", ("NAME",), optional=True),
        Flag(("private-headers", "p", "private-header", "f", "file-headers"), "The header of a library."),
        Flag(("section-headers", "h", "headers", "sections"), "The sections of a library."),
        Flag(("syms", "t"), "The symbols."),
        _ARCH,
        Flag(("metallib", "ml"), "Files are recognised by content.", does=Does.NOTHING),
        Flag(("demangle", "C"), "The text has names as the module has them.", does=Does.NOTHING),
        Flag(
            ("no-show-raw-insn", "S", "source", "l", "line-numbers"),
            "AIR has no source lines of this kind.",
            does=Does.NOTHING,
        ),
        Flag(("reflection",), "its format is not published: use mtlb info --reflection", does=Does.REFUSE),
        Flag(("script", "dep-archive"), "no known library has such a section", does=Does.REFUSE),
        Flag(
            ("s", "full-contents", "x", "all-headers", "j", "section"),
            "use mtlb extract or a hex viewer",
            does=Does.REFUSE,
        ),
    ),
    _objdump,
    grouped=True,
)


# --- readobj ---------------------------------------------------------------------------------------------------------


def _readobj(options: Given, surroundings: Surroundings) -> int:
    from mtlb.archives import architecture_of

    reading = files.Reading(_inputs(options), options.last("arch"))
    for part in reading:
        with reading.reporting(part.place):
            architecture = str(architecture_of(part.data))
            lines = [
                "",
                f"File: {part.place}",
                f"Format: {'AIR' if part.is_module else 'MetalLib'}",
                f"Arch: {architecture.partition('_')[0]}",
                "AddressSize: 64bit",
                *_readobj_lines(part, options),
            ]
            console.lines(map(console.printable, lines))
    return reading.code


def _readobj_lines(part: FilePart, options: Given) -> Iterator[str]:
    if options.has("file-headers"):
        yield "MetalLibHeader {"
        for key, value in _header(part):
            yield f"  {key}: {value}"
        yield "}"
    if options.has("sections"):
        from mtlb.inspect.size import byte_map

        yield "Sections ["
        for number, item in enumerate(byte_map(part.data)):
            yield "  Section {"
            yield f"    Index: {number}"
            yield f"    Name: {item.name}"
            yield f"    Offset: 0x{item.offset:X}"
            yield f"    Size: 0x{item.size:X}"
            yield "  }"
        yield "]"
    if options.has("symbols"):
        from mtlb.inspect.symbols import symbols_of

        yield "Symbols ["
        for symbol in symbols_of(part):
            yield "  Symbol {"
            yield f"    Name: {symbol.name}"
            yield f"    Type: {symbol.letter}"
            yield f"    Size: {symbol.size}"
            yield "  }"
        yield "]"


READOBJ = Tool(
    "metal-readobj",
    "Show the header, the sections and the symbols of libraries.",
    _INPUTS,
    (
        Flag(("file-headers", "h", "file-header"), "The header."),
        Flag(("sections", "S", "section-headers"), "The sections."),
        Flag(("symbols", "s", "t", "syms"), "The symbols."),
        _ARCH,
        Flag(("elf-output-style",), "There is one style.", ("STYLE",), Does.NOTHING),
        Flag(("string-dump", "x", "hex-dump"), "use a hex viewer", ("SECTION",), Does.REFUSE),
    ),
    _readobj,
    grouped=True,
)


# --- size ------------------------------------------------------------------------------------------------------------


def _size(options: Given, surroundings: Surroundings) -> int:
    from mtlb.inspect.size import byte_map

    reading = files.Reading(_inputs(options), options.last("arch"))
    for part in reading:
        with reading.reporting(part.place):
            sections = byte_map(part.data)
            total = sum(section.size for section in sections)
            place = console.printable(part.place)
            if options.has("m"):
                console.out(f"{place}:")
                for section in sections:
                    console.out(f"\tSection {section.name}: {section.size}")
                console.out(f"\ttotal {total}")
                continue
            console.out(f"{place}  :")
            rows: list[tuple[str, ...]] = [("section", "size", "addr")]
            rows += [(section.name, str(section.size), str(section.offset)) for section in sections]
            rows.append(("Total", str(total), ""))
            console.lines(console.table(rows, "<>>"))
    return reading.code


SIZE = Tool(
    "metal-size",
    "Show the sizes of the sections of libraries.",
    _INPUTS,
    (
        Flag(("m", "format=darwin"), "One line for each section, as Section NAME: SIZE."),
        Flag(("A", "B"), "The table of sections (default): a library has no text, data and bss.", does=Does.NOTHING),
        _ARCH,
    ),
    _size,
    grouped=True,
)
