"""Stand-ins for the tools that make archives: `metal-ar`, `metal-ranlib`, `metal-libtool`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from mtlb.base.errors import MtlbError
from mtlb.base.files import write_directory

from .. import console
from .. import io as files
from ..usage import UsageError
from .flags import Does, Flag, Given
from .linking import AIR_LLD, link, output_of, read_inputs
from .tool import Surroundings, Tool

if TYPE_CHECKING:
    from mtlb.base.binary import Buffer

# --- ar --------------------------------------------------------------------------------------------------------------

_OPERATIONS = "rqtxdp"
_MODIFIERS = "csuvDSU"


def _ar(options: Given, surroundings: Surroundings) -> int:
    key, *rest = options.written or ("",)
    letters = key.removeprefix("-")
    if not letters or any(letter not in _OPERATIONS + _MODIFIERS for letter in letters):
        raise UsageError(f"unknown option {key} (metal-ar takes an operation, an archive and files: r X.metalar a.air)")
    operations = [letter for letter in letters if letter in _OPERATIONS]
    if len(operations) > 1 or (not operations and "s" not in letters):
        raise UsageError(f"{key} is not a single operation (one of {', '.join(_OPERATIONS)})")
    if not rest:
        raise UsageError("no archive was given")
    archive, *names = rest
    operation = operations[0] if operations else "s"
    held = _members(archive) if operation not in "rq" or os.path.exists(archive) else []
    if operation in "txp":
        return _read_members(held, names, operation)
    if operation == "d":
        _require(held, names)
        held = [(name, data) for name, data in held if name not in names]
    for path in names if operation in "rq" else ():
        files.check_paths([path], [archive])
        name, data = os.path.basename(path), files.read_input(path)
        places = [place for place, (member, _) in enumerate(held) if member == name] if operation == "r" else []
        if places:
            held[places[0]] = (name, data)
        else:
            held.append((name, data))
    _write(archive, held)
    return 0


def _read_members(held: list[tuple[str, Buffer]], names: list[str], operation: str) -> int:
    _require(held, names)
    chosen = [(name, data) for name, data in held if not names or name in names]
    if operation == "t":
        for name, _ in chosen:
            console.out(console.printable(name))
    elif operation == "p":
        for _, data in chosen:
            files.write_output(files.STDIO, bytes(data))
    else:
        for name, _ in chosen:
            if os.path.basename(name) != name or name in ("", ".", ".."):
                raise MtlbError(f"the member {name!a} has a name that leaves the folder")
        write_directory(".", chosen)
    return 0


def _members(path: str) -> list[tuple[str, Buffer]]:
    from mtlb.archives.archive import members
    from mtlb.base.errors import FormatError
    from mtlb.base.filekind import FileKind, sniff

    with files.naming(path):
        data = files.read_input(path)
        if sniff(data) is not FileKind.ARCHIVE:
            raise FormatError(f"is not an archive but {sniff(data).words}")
        return [(member.name, member.data) for member in members(data)]


def _require(held: list[tuple[str, Buffer]], names: list[str]) -> None:
    there = {name for name, _ in held}
    if missing := [name for name in names if name not in there]:
        raise MtlbError(f"there is no member {', '.join(missing)}")


def _write(path: str, held: list[tuple[str, Buffer]]) -> None:
    from mtlb.archives.archive import write_archive

    files.write_output(path, write_archive((name, bytes(data)) for name, data in held))


_DETERMINISTIC = "Stamps are zero and there is a table of symbols in any case."

AR = Tool(
    "metal-ar",
    "Make and read archives of modules.",
    "OPERATION[MODIFIERS] ARCHIVE [FILE...]",
    (
        Flag(("r",), "Add files, or replace members of the same names."),
        Flag(("q",), "Add files."),
        Flag(("t",), "List the members."),
        Flag(("x",), "Write members as files into this folder."),
        Flag(("p",), "Print members."),
        Flag(("d",), "Remove members."),
        Flag(("s",), "Regenerate the symbol table."),
        Flag(("c", "v", "u"), "A missing archive is created silently; all dates are zero.", does=Does.NOTHING),
        Flag(("D", "S", "U"), _DETERMINISTIC, does=Does.NOTHING),
    ),
    _ar,
    permissive=True,
    grouped=True,
)


def _ranlib(options: Given, surroundings: Surroundings) -> int:
    if not options.inputs:
        raise UsageError("no archive was given")
    for path in options.inputs:
        _write(path, _members(path))
    return 0


RANLIB = Tool(
    "metal-ranlib",
    "Regenerate the symbol table of archives.",
    "ARCHIVE...",
    (Flag(("D", "U"), _DETERMINISTIC, does=Does.NOTHING),),
    _ranlib,
)


# --- libtool ---------------------------------------------------------------------------------------------------------


def _libtool(options: Given, surroundings: Surroundings) -> int:
    if not options.inputs:
        raise UsageError("no input files")
    if options.last("kind") == "dylib":
        return link(read_inputs(options), options, AIR_LLD.name)
    output = options.last("o")
    if not options.has("static") or output is None:
        raise UsageError("give -static or -dynamic, and -o FILE")
    files.check_paths(options.inputs, [output_of(options)])
    held: list[tuple[str, Buffer]] = []
    for module in read_inputs(options):
        from mtlb.base.filekind import FileKind, sniff

        if sniff(module.data) is FileKind.ARCHIVE:
            held += _members(module.name)
        else:
            held.append((os.path.basename(module.name), module.data))
    _write(output, held)
    return 0


LIBTOOL = Tool(
    "metal-libtool",
    "Make an archive of modules and archives (-static), or a dynamic library (-dynamic).",
    "-static|-dynamic [OPTIONS] INPUT... -o FILE",
    (
        Flag(("static", "create-static-library"), "Make an archive."),
        Flag(("lowering", "create-lowering-library"), "lowering libraries are not supported", does=Does.REFUSE),
        *AIR_LLD.flags,
    ),
    _libtool,
)
