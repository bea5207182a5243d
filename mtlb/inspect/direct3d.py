"""Inspection of Direct3D containers: the output of the commands. `mtlb.dxbc` reads and verifies them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ..base.digest import sha256
from ..base.errors import MtlbError
from ..dxbc import Container, ContainerPart
from ..dxbc.contents import as_json, contents_of, title_of
from ..dxbc.dxil import is_bitcode_part
from ..dxbc.listing import PROGRAM_PARTS, listing_lines


def profile_of(container: Container) -> str | None:
    """The profile of its program, such as ``ps_5_0``; None for a container without one. FormatError for a bad one."""
    part = _program(container)
    return None if part is None else str(contents_of(part).profile)


def _program(container: Container) -> ContainerPart | None:
    return container.get(*PROGRAM_PARTS, "DXIL", "ILDB")


# --- info -------------------------------------------------------------------------------------------------------------


def container_facts(container: Container) -> Iterator[tuple[str, str]]:
    """The rows of `info`: names and values. For an unreadable part the value is the error."""
    yield "format", "Direct3D container {}.{}, checksum {}".format(*container.version, container.checksum.value)
    kinds = []
    for part in container:
        try:
            kinds.append((part, contents_of(part)))
        except MtlbError as error:
            yield "problem", str(error)
    models: dict[str, Any] = {}
    for part, model in kinds:
        models.setdefault(part.tag, model)
    for tag in (*PROGRAM_PARTS, "DXIL", "ILDB"):
        if (program := models.get(tag)) is not None:
            how = "tokens" if tag in PROGRAM_PARTS else "DXIL {}.{}".format(*program.dxil_version)
            yield "program", f"{program.profile}, a {program.kind.label} shader ({how})"
            if tag in PROGRAM_PARTS:
                yield "slots", str(program.slots)
            break
    if (resources := models.get("RDEF")) is not None:
        yield "compiler", resources.creator
        yield "buffers", ", ".join(f"{b.name} ({b.size} bytes)" for b in resources.buffers) or "none"
        yield "bindings", ", ".join(f"{b.name} ({b.type_word} {b.slot})" for b in resources.bindings) or "none"
    if (compiler := models.get("VERS")) is not None:
        yield "compiler", f"{compiler.version or f'{compiler.major}.{compiler.minor}'} ({compiler.commit})"
    for tag, title in (("ISGN", "inputs"), ("ISG1", "inputs"), ("OSGN", "outputs"), ("OSG1", "outputs")):
        if (signature := models.get(tag)) is not None:
            names = [f"{e.name}{e.index or ''}" for e in signature.elements]
            yield title, ", ".join(names) or "none"
    if (features := models.get("SFI0")) is not None and features.flags:
        yield "needs", ", ".join(features.names)
    if (name := models.get("ILDN")) is not None:
        yield "debug file", name.name
    if (digest := models.get("HASH")) is not None:
        yield "hash", digest.digest.hex()
    for part in container:
        yield f"part {part.tag}", f"{len(part.data):,} bytes at {part.offset or 0:#x}: {title_of(part)}"


def container_json(container: Container) -> dict[str, Any]:
    """The output of `info --json` for a container, without the file name."""
    part = _program(container)
    profile = None
    if part is not None:
        with suppress(MtlbError):  # shown with the part
            profile = contents_of(part).profile
    return {
        "version": list(container.version),
        "size": container.stored_size,
        "checksum": {"kind": container.checksum.value, "stored": (container.stored_checksum or b"").hex()},
        "profile": profile,
        "parts": [_part_json(part) for part in container],
    }


def _part_json(part: ContainerPart) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "tag": part.tag,
        "title": title_of(part),
        "offset": part.offset,
        "size": len(part.data),
        "contents": None,
        "problem": None,
    }
    try:
        shown["contents"] = as_json(contents_of(part))
    except MtlbError as error:
        shown["problem"] = str(error)
    return shown


# --- code -------------------------------------------------------------------------------------------------------------


def disassembly(container: Container, *, numbered: bool = False) -> Iterator[str]:
    """The listing of its program: as Microsoft's compilers print tokens or DXIL.

    FormatError for bad parts, UnsupportedError for a container without a program.
    """
    part = _program(container)
    if part is not None and is_bitcode_part(part):
        from ..dxbc.dxil_text import dxil_lines

        return dxil_lines(container)
    return listing_lines(container, numbered=numbered)


# --- differences ------------------------------------------------------------------------------------------------------


def container_values(container: Container) -> dict[str, str]:
    """The facts and parts (by size and hash) in which two containers are compared. The n-th part of a name has the
    suffix #n."""
    facts = {"version": "{}.{}".format(*container.version), "checksum": container.checksum.value}
    facts["order of parts"] = " ".join(part.tag for part in container)
    seen: dict[str, int] = {}
    for part in container:
        number = seen[part.tag] = seen.get(part.tag, 0) + 1
        name = part.tag if number == 1 else f"{part.tag}#{number}"
        facts[name] = f"{len(part.data)} bytes, sha256 {sha256(part.data).hex()[:16]}"
    return facts


def listing_or_problem(container: Container) -> list[str]:
    """The listing of its program, or a line with the reason why there is none."""
    try:
        return list(disassembly(container))
    except MtlbError as error:
        return [f"; {error}"]


# --- sizes ------------------------------------------------------------------------------------------------------------


def container_sizes(container: Container) -> list[tuple[str, int, int]]:
    """Name, offset and size of everything in the file: header and index, parts with their headers, other bytes."""
    index_end = 32 + 4 * len(container)
    sizes = [("HEADER", 0, index_end)]
    if container.leading:
        sizes.append(("UNKNOWN", index_end, len(container.leading)))
    for part in container.in_file_order():
        sizes.append((part.tag, part.offset or 0, 8 + len(part.data)))
        if part.gap:
            sizes.append(("UNKNOWN", part.data_offset + len(part.data), len(part.gap)))
    if container.trailing:
        sizes.append(("UNKNOWN", (container.stored_size or 0) - len(container.trailing), len(container.trailing)))
    return sizes
