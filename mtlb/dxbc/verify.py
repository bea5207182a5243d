"""Verification of a container: structure, checksum, all parts readable, all bytes accounted for (docs/dxbc.md §4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ..base.errors import FormatError, UnsupportedError
from ..base.findings import CodedFindings, Codes, Finding, Severity, coded
from .checksum import Checksum
from .container import Container, ContainerPart, read
from .contents import PART_KINDS, contents_of
from .dxil import BitcodeProgram, ShaderHash
from .instruction_text import OPERAND_NAMES
from .pipeline_state import PipelineState
from .tokens import TokenOperand, TokenProgram

CONTAINER_CODES: Codes = {
    "malformed": (Severity.ERROR, "the container is malformed and was not read to its end"),
    "gap": (Severity.ERROR, "bytes that are not part of anything"),
    "trailing": (Severity.ERROR, "bytes after the size that the header names"),
    "checksum": (Severity.ERROR, "the checksum matches neither the bytes nor a known marker"),
    "part": (Severity.ERROR, "a part is malformed and was not read to its end"),
    "program-size": (Severity.WARNING, "the size in a program header is not the size of its part"),
    "shader-hash": (Severity.WARNING, "HASH is not the MD5 of the bitcode"),
    "stage": (Severity.ERROR, "two parts name different kinds of shaders"),
    "unknown-opcode": (Severity.WARNING, "an unknown instruction; it is kept"),
    "extra-words": (Severity.NOTE, "words of an instruction after its operands, which compilers ignore"),
    "undeclared": (Severity.ERROR, "an instruction uses a register that no declaration covers"),
    "unaccounted": (Severity.WARNING, "bytes of a part that nothing refers to"),
    "unsigned": (Severity.NOTE, "the checksum is zero or a marker: the container was never signed"),
    "debug-checksum": (Severity.NOTE, "the checksum is the one that debug builds of the compilers write"),
    "unknown-part": (Severity.WARNING, "a part of an unknown kind; it is kept"),
    "duplicate-part": (Severity.WARNING, "two parts have the same name; the first one is used"),
    "container-version": (Severity.WARNING, "a version of the container other than 1.0"),
    "more": (Severity.WARNING, "further findings of a code, not listed"),
}

_finding = partial(coded, CONTAINER_CODES)


def verify_container(data: bytes | memoryview) -> list[Finding]:
    """The findings about a container; malformed bytes are findings, never exceptions.
    Containers from compilers have no errors; a checksum other than the runtime's causes a note."""
    try:
        container = read(data)
    except (FormatError, UnsupportedError) as error:
        return [_finding("malformed", error.reason, error.offset)]
    findings = CodedFindings(CONTAINER_CODES, "{} more findings with code {}")
    findings.findings += [finding for finding in _findings(container) if findings.admits(finding.code)]
    return findings.finish()


def _findings(container: Container) -> Iterator[Finding]:
    if container.version != (1, 0):
        yield _finding("container-version", "version {}.{} of the container".format(*container.version), 20)
    yield from _checksum(container)
    yield from _gaps(container)
    seen: set[str] = set()
    models = []
    for part in container:
        if part.tag in seen:
            yield _finding("duplicate-part", f"another part {part.tag!a}", part.offset)
        seen.add(part.tag)
        if part.tag not in PART_KINDS:
            yield _finding("unknown-part", f"part {part.tag!a} of {len(part.data)} bytes", part.offset)
            continue
        try:
            model = contents_of(part)
        except FormatError as error:
            yield _finding("part", error.reason, error.offset)
            continue
        models.append((part, model))
        yield from _part(part, model)
    yield from _across(models)


def _checksum(container: Container) -> Iterator[Finding]:
    stored = (container.stored_checksum or b"").hex()
    if container.checksum is Checksum.MISMATCH:
        yield _finding("checksum", f"{stored} is not the checksum of the bytes", 4)
    elif container.checksum is Checksum.DEBUG:
        yield _finding("debug-checksum", "the checksum is the debug variant", 4)
    elif container.checksum is not Checksum.RETAIL:
        yield _finding("unsigned", f"the checksum is {stored} ({container.checksum.value})", 4)


def _gaps(container: Container) -> Iterator[Finding]:
    if container.leading:
        yield _finding("gap", f"{len(container.leading)} bytes between the index and the first part")
    for part in container.in_file_order():
        if part.gap:
            end = part.data_offset + len(part.data)
            yield _finding("gap", f"{len(part.gap)} bytes after part {part.tag!a}", end)
    if container.trailing:
        start = (container.stored_size or 0) - len(container.trailing)
        yield _finding("trailing", f"{len(container.trailing)} bytes after the container", start)


def _part(part: ContainerPart, model: object) -> Iterator[Finding]:
    if isinstance(model, TokenProgram):
        yield from _tokens(part, model)
        return
    view = getattr(model, "view", None)
    if isinstance(model, BitcodeProgram) and 4 * model.words != len(part.data):
        message = f"{part.tag}: the program says that it has {4 * model.words} bytes, its part has {len(part.data)}"
        yield _finding("program-size", message, part.data_offset + 4)
    if view is None:
        return
    for gap in view.gaps():
        if not gap.is_padding:
            message = f"{part.tag}: {len(gap.data)} bytes at {gap.offset:#x} that nothing refers to"
            yield _finding("unaccounted", message, part.data_offset + gap.offset)


def _tokens(part: ContainerPart, program: TokenProgram) -> Iterator[Finding]:
    if len(program.rest):
        message = f"{part.tag}: the program says that it has {4 * program.size} bytes, its part has {len(part.data)}"
        yield _finding("program-size", message, part.data_offset + 4)
    for instruction in program.instructions:
        at = part.data_offset + 4 * instruction.offset
        if instruction.row is None:
            yield _finding("unknown-opcode", f"opcode {instruction.opcode} is unknown", at)
        elif instruction.rest:
            message = f"{instruction.name} has {len(instruction.rest)} words after its operands"
            yield _finding("extra-words", message, at)
    yield from _undeclared(part, program)


_DECLARED_NAMES = (
    "r x cb icb t s u g vPrim oDepth oDepthGE oDepthLE oMask oStencilRef vCoverage vInnerCoverage vDomain "
    "vForkInstanceID vJoinInstanceID vGSInstanceID vThreadID vThreadGroupID vThreadIDInGroup vThreadIDInGroupFlattened"
)
_DECLARED = frozenset(_DECLARED_NAMES.split())
"""The registers that are looked for: those of which the declaration has the number or the name."""


def _undeclared(part: ContainerPart, program: TokenProgram) -> Iterator[Finding]:
    """Uses of registers that the program, or any of its phases, does not declare."""
    declared: set[tuple[str, int]] = set()
    temps = 0
    for instruction in program.instructions:
        if instruction.custom is not None:
            declared.add(("icb", 0))
        elif instruction.name == "dcl_temps":
            temps = max(temps, *instruction.words)
        elif instruction.name == "dcl_indexableTemp":
            declared.add(("x", instruction.words[0]))
        elif instruction.name.startswith("dcl_"):
            declared.update(_register(operand) for operand in instruction.operands)
    for instruction in program.instructions:
        if instruction.name.startswith("dcl_"):
            continue
        for operand in _with_indices(instruction.operands):
            if operand.indices and operand.indices[0].relative is not None:
                continue  # in functions of HLSL's interfaces
            name, number = _register(operand)
            if name not in _DECLARED or (name, number) in declared or (name == "r" and number < temps):
                continue
            numbered = f"{name}{number}" if operand.indices and name != "icb" else name
            message = f"{instruction.name}: {numbered} is not declared"
            yield _finding("undeclared", message, part.data_offset + 4 * instruction.offset)


def _register(operand: TokenOperand) -> tuple[str, int]:
    """The name of an operand, and the number of its register: the first of its indices."""
    name, indices = OPERAND_NAMES.get(operand.type, ""), operand.indices
    return name, indices[0].number if indices and name != "icb" else 0


def _with_indices(operands: Iterable[TokenOperand]) -> Iterator[TokenOperand]:
    """The operands, and those that their indices are computed from."""
    for operand in operands:
        yield operand
        yield from _with_indices(index.relative for index in operand.indices if index.relative is not None)


def _across(models: list[tuple[ContainerPart, object]]) -> Iterator[Finding]:
    """Compare facts that two parts state about the same subject."""
    programs = {part.tag: model for part, model in reversed(models) if isinstance(model, BitcodeProgram)}
    main = programs.get("DXIL") or programs.get("ILDB")
    digests = {program.digest for program in programs.values()}
    for part, model in models:
        if isinstance(model, ShaderHash) and main is not None and model.digest not in digests and not model.flags & 1:
            message = f"HASH is {model.digest.hex()}, the MD5 of the bitcode {main.digest.hex()}"
            yield _finding("shader-hash", message, part.data_offset)
        if isinstance(model, PipelineState) and main is not None and model.stage not in (None, main.kind):
            message = f"PSV0 is about a {model.stage} shader, the program is a {main.kind} shader"
            yield _finding("stage", message, part.data_offset)
