"""A module as SPIR-V assembly, in the form of spirv-dis (docs/spirv.md §7)."""

from __future__ import annotations

from collections.abc import Iterator

from .enumerants import Op
from .friendly import friendly_names
from .grammar import EXTENDED, GENERATORS, INSTRUCTIONS, Category, OperandKind, kind
from .instructions import UNKNOWN_WORD, SpirvInstruction
from .literals import number_text, string_text
from .module import SpirvModule

_INDENT = 15
"""The column in which instruction names start."""
_EXTENDED = kind("LiteralExtInstInteger")
_SPEC_OPCODE = kind("LiteralSpecConstantOpInteger")
_NUMBER = kind("LiteralContextDependentNumber")


def generator_name(generator: int) -> str:
    """The name of the tool in the header's third word, from the registry: ``gfx-rs community Naga``."""
    tool = generator >> 16
    return GENERATORS.get(tool, f"Unknown({tool})")


def listing_lines(
    module: SpirvModule, *, raw_ids: bool = False, indent: bool = True, header: bool = True, offsets: bool = False
) -> Iterator[str]:
    """The lines of the listing, without newlines.
    With `raw_ids`, ids are printed as numbers instead of names; `offsets` adds the byte offset of each instruction."""
    if header:
        yield "; SPIR-V"
        yield "; Version: {}.{}".format(*module.version)
        yield f"; Generator: {generator_name(module.generator)}; {module.generator & 0xFFFF}"
        yield f"; Bound: {module.bound}"
        yield f"; Schema: {module.schema}"
    texts = InstructionTexts(module, raw_ids=raw_ids)
    for instruction in module.instructions:
        line = texts.line(instruction, _INDENT if indent else 0)
        yield f"{line} ; {4 * instruction.offset:#010x}" if offsets else line


class InstructionTexts:
    """Formats the instructions of a module individually."""

    def __init__(self, module: SpirvModule, *, raw_ids: bool = False) -> None:
        self._module = module
        self._names = {} if raw_ids else friendly_names(module)

    def id(self, id: int) -> str:
        """``%float``."""
        return f"%{self._names.get(id, id)}"

    def line(self, item: SpirvInstruction, indent: int = 0) -> str:
        """The line of an instruction, with its name at column `indent`."""
        result = f"{self.id(item.id)} = ".rjust(indent) if item.id else " " * indent
        words = [item.name]
        if item.type:
            words.append(self.id(item.type))
        if item.operands:
            words += self._operands(item)
        return result + " ".join(words)

    def _operands(self, instruction: SpirvInstruction) -> Iterator[str]:
        for index, (value, what) in enumerate(zip(instruction.operands, instruction.kinds, strict=True)):
            category = what.category
            if isinstance(value, str):
                yield string_text(value)
            elif category is Category.ID:
                yield self.id(value)
            elif category is Category.VALUE:
                yield _value(value, what)
            elif category is Category.MASK:
                yield _mask(value, what)
            elif category is Category.LITERAL:
                yield self._literal(instruction, index, value, what)
            else:
                yield f"{value:#x}" if what is UNKNOWN_WORD else str(value)

    def _literal(self, instruction: SpirvInstruction, index: int, value: int, what: OperandKind) -> str:
        if what is _EXTENDED:
            rows = EXTENDED.get(self._module.ext_inst_imports.get(int(instruction.operands[0]), ""), {})
            return rows[value].name if value in rows else str(value)
        if what is _SPEC_OPCODE:
            return INSTRUCTIONS[value].name.removeprefix("Op") if value in INSTRUCTIONS else str(value)
        if what is _NUMBER:
            number_type = self._module.types.get(instruction.type)
            if instruction.op is Op.OpSwitch:
                number_type = self._module.types.get(self._module.definition(int(instruction.operands[0])).type)
            return str(value) if number_type is None else number_text(value, number_type)
        return str(value)


def _value(value: int, what: OperandKind) -> str:
    row = what.enumerants.get(value)
    return str(value) if row is None else row.name


def _mask(value: int, what: OperandKind) -> str:
    rows = what.enumerants
    if not value:
        return rows[0].name if 0 in rows else "0"
    names = []
    rest = value
    while rest:
        bit = rest & -rest
        rest ^= bit
        names.append(rows[bit].name if bit in rows else f"{bit:#x}")
    return "|".join(names)
