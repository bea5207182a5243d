"""The vocabulary of bitcode: the blocks, records and values that modules of an AIR version from Apple's tools use.

A word is a block, a record in it, the number of operands of a record with a fixed layout, an operator or a flag of an
instruction, a kind of attribute, a linkage or a calling convention. `words_of` gives the words of a module,
`vocabulary` those of all modules of an AIR version, which a loader of that version can therefore read. They are
features of the census (`mtlb.air.census`); a word counts for all versions from the first to the last in which it was
observed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ..base.versions import Version
from ..bitcode import read_module
from ..bitcode.codes import BlockId
from ..bitcode.names import NAMES, rows_by_record
from ..bitstream.stream import Block, read_stream
from ..bitstream.wrapper import unwrap
from ..ir import Attribute, AttributeList, Function, InstCode, Instruction, Module, TypeCode
from .census import shipped_words

_FIELDS = {
    InstCode.UNOP: ("opcode", "fast_flags"),
    InstCode.BINOP: ("opcode", "fast_flags"),
    InstCode.CAST: ("opcode", "fast_flags"),
    InstCode.CMP2: ("", "fast_flags"),
    InstCode.VSELECT: ("", "fast_flags"),
    InstCode.PHI: ("", "fast_flags"),
    InstCode.GEP: ("", "inbounds"),
    InstCode.CALL: ("calling_convention", "fast_flags"),
}
"""The names of the instruction fields with the operator and with the flag bits; "" for none."""
_FLOATS = frozenset({TypeCode.HALF, TypeCode.BFLOAT, TypeCode.FLOAT, TypeCode.DOUBLE})


@cache
def vocabulary(air: Version) -> frozenset[str]:
    """The words of Apple's modules of an AIR version; for a version newer than all, those of the newest."""
    words = shipped_words()
    version = min(air, max([last for _, last in words.values()]))
    return frozenset([word for word, (first, last) in words.items() if first <= version <= last])


def unknown_words(data: bytes | memoryview, air: Version) -> list[str]:
    """The words of a module that no module of Apple's with this AIR version has. Raises what `read_module` raises."""
    return sorted(words_of(data) - vocabulary(air))


def words_of(data: bytes | memoryview, module: Module | None = None) -> frozenset[str]:
    """The words of a module (bitcode, with or without its wrapper); `module`: what it was read as, if the caller has
    it. Raises what `read_module` raises."""
    module = module or read_module(data)
    names: set[str] = set()
    for block in read_stream(unwrap(data)).blocks():
        names.update(_of_block(block))
    names.update(_of_module(module))
    return frozenset(names)


@cache
def _fixed() -> frozenset[tuple[int, int]]:
    """Block and code of the records whose length is that of their row, or less by optional operands."""
    return frozenset(
        [
            key
            for key, row in rows_by_record().items()
            if key[0] != BlockId.FUNCTION and not any(operand.suffix == "*" for operand in row.operands)
        ]
    )


def _of_block(root: Block) -> Iterator[str]:
    """The words for blocks and records; in METADATA also the number of fields of each kind of debug info."""
    work = [root]
    fixed = _fixed()
    while work:
        block = work.pop()
        name = NAMES.block(block.id)
        yield name
        shapes: set[tuple[int, int]] = set()  # the code and the number of operands of its records
        for group in block.groups():
            if isinstance(group, Block):
                work.append(group)
            elif isinstance(group, list):
                shapes.update([(record.code, len(record.ops)) for record in group])
        for code, count in shapes:
            yield f"{name} {code}"
            if (block.id, code) in fixed:
                yield f"{name} {code} of {count}"


def _of_module(module: Module) -> Iterator[str]:
    for value in module.global_values():
        yield f"linkage {value.linkage}"
        yield f"unnamed_addr {value.unnamed_addr}"
        yield f"visibility {value.visibility}"
    for variable in module.globals:
        yield from _of_attributes(variable.attributes)
    for function in module.functions:
        yield f"convention {function.calling_convention}"
        yield from _of_attributes(function.attributes)
        yield from _of_body(function)


def _of_attributes(attributes: AttributeList) -> Iterator[str]:
    for group in attributes:
        for attribute in group.attributes:
            if not isinstance(attribute.kind, str):
                yield attribute_word(attribute)


def attribute_word(attribute: Attribute) -> str:
    """The word of an attribute that is not a string."""
    return f"attribute {attribute.kind:d} form {attribute.form:d}"


def _of_body(function: Function) -> Iterator[str]:
    for instruction in function.instructions():
        yield from _of_instruction(instruction)
        yield from _of_attributes(instruction.attributes)


def _of_instruction(instruction: Instruction) -> Iterator[str]:
    fields = _FIELDS.get(instruction.code)
    if fields is None:
        return
    does, flags = fields
    name = instruction.code.name
    is_float = bool(instruction.operands) and instruction.operands[0].type.scalar.code in _FLOATS
    if instruction.code in (InstCode.BINOP, InstCode.CMP2):
        name += " float" if is_float else " integer"
    operator = f"{name} {getattr(instruction, does)}" if does else name
    yield operator
    # The meaning of a flag on an integer instruction depends on the operator.
    flagged = operator if instruction.code in (InstCode.BINOP, InstCode.CAST) and not is_float else name
    value = getattr(instruction, flags)
    for bit in range(value.bit_length()):
        if value >> bit & 1:
            yield f"{flagged} flag {bit}"
