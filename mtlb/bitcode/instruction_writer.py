"""Shared by the writers of instructions: the numbers of values and types, abbreviations, the era.

A value in a record counts back from the next value, in 32 bits: a forward reference wraps around and is followed by
its type, and its record is not abbreviated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..base.errors import BuildError
from ..bitstream.writer import StreamWriter
from ..ir import AttributeList, BasicBlock, Era, FastMath, Instruction, MDNode, Metadata, MetadataAsValue, Type, Value
from .enumerate import Enumeration

# Before AIR 2.1 (LLVM 5) FAST means all flags, and there are four others.
_ALL_FLAGS: Final = ~FastMath.FAST & 0xFF
_OLD_FLAGS: Final = int(FastMath.NNAN | FastMath.NINF | FastMath.NSZ | FastMath.ARCP)
_OLD_FAST: Final = _OLD_FLAGS | int(FastMath.FAST)


def wrong_count(instruction: Instruction) -> BuildError:
    """The error for an instruction that lacks operands, fields, blocks or a type, or has too many."""
    return BuildError(
        f"the module is inconsistent: {instruction.code.name} with {len(instruction.operands)} operands, "
        f"{len(instruction.params)} fields and {len(instruction.blocks)} blocks"
    )


class InstructionWriter:
    """`abbreviations` are those of FUNCTION blocks, by name; `next` is the id of the next result."""

    def __init__(
        self,
        stream: StreamWriter,
        ids: Enumeration,
        era: Era,
        bundle_tags: Mapping[str, int],
        abbreviations: dict[str, int],
    ) -> None:
        self.stream = stream
        self.ids = ids
        self.era = era
        self.bundle_tags = bundle_tags
        self.abbreviations = abbreviations
        self.values = ids.value_ids
        self.types = ids.type_ids
        self.old_flags = era.fast_flag_bits < 8
        self.next = 0

    def number(self, value: Value) -> int:
        """The id of a value, or of the metadata that it is."""
        number = self.values.get(value)
        if number is not None:
            return number
        if isinstance(value, MetadataAsValue):
            return self.metadata(value.metadata)
        raise BuildError("the module is inconsistent: an operand is not a value of the function or of the module")

    def metadata(self, metadata: Metadata) -> int:
        """The id of metadata."""
        number = self.ids.metadata_ids.get(metadata)
        if number is None:
            raise BuildError("the module is inconsistent: metadata that the enumeration did not meet")
        return number

    def node(self, node: MDNode | None) -> int:
        """The id of a node plus one, 0 for none."""
        return 0 if node is None else self.metadata(node) + 1

    def type_id(self, type_: Type | None) -> int:
        """The id of a type."""
        number = None if type_ is None else self.types.get(type_)
        if number is None:
            raise self.no_type(type_)
        return number

    def no_type(self, type_: Type | None) -> BuildError:
        """The error for a type that has no id."""
        return BuildError(f"the module is inconsistent: the type {type_!r} was not enumerated")

    def block(self, block: BasicBlock) -> int:
        """The number of a basic block."""
        number = self.ids.block_ids.get(block)
        if number is None:
            raise BuildError("the module is inconsistent: a branch to a block of another function")
        return number

    def attribute_list(self, attributes: AttributeList) -> int:
        """The id of an attribute list plus one, 0 for none."""
        number = self.ids.known_lists.get(id(attributes))
        if number is None:
            number = self.ids.attribute_lists.get(attributes)
        if number is None:
            raise BuildError("the module is inconsistent: attributes that the enumeration did not meet")
        return number

    def bundle_tag(self, tag: str) -> int:
        """The number of a tag of operand bundles."""
        number = self.bundle_tags.get(tag)
        if number is None:
            raise BuildError(f"the module is inconsistent: it does not name the operand bundle tag {tag!r}")
        return number

    def append(self, ops: list[int], value: Value) -> None:
        """An operand whose type the reader can infer."""
        ops.append((self.next - self.number(value)) & 0xFFFFFFFF)

    def append_typed(self, ops: list[int], value: Value) -> None:
        """An operand; a forward reference is followed by its type."""
        number = self.number(value)
        ops.append((self.next - number) & 0xFFFFFFFF)
        if number >= self.next:
            ops.append(self.type_id(value.type))

    def fast_flags(self, flags: int) -> int:
        """Fast-math flags as eras before AIR 2.1 have them."""
        if flags <= _OLD_FAST:
            return flags
        return _OLD_FAST if flags == _ALL_FLAGS else flags & _OLD_FLAGS
