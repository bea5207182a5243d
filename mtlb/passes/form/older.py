"""Conversion of code from the newest form to the forms of AIR versions before 2.6.

The compilers of 32023 and later write every `.air` in the newest form, whatever the target; the linker removes what the
target does not support (docs/linking.md §8). Besides the rows of the tables:

- other attributes that are newer than `speculatable` (`willreturn`, `immarg`, …) are not written; groups that differ
  only in these keep separate numbers;
- the bitcode writer writes `poison` as `undef`, with the same value number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from ...air.functions import FRAME_POINTERS_KEPT, string_attribute
from ...air.versions import FRAME_POINTER as FRAME_POINTER_FLAG
from ...base.errors import LinkError
from ...base.versions import Version
from ...ir import (
    Attribute,
    AttributeGroup,
    AttributeKind,
    AttributeList,
    AttributePlace,
    BinaryOperator,
    Call,
    Context,
    Function,
    InstCode,
    Instruction,
    MDString,
    Module,
    TypeCode,
    copy_module,
    era_for_air,
)
from ...ir.build import IRBuilder
from ...ir.floats import FLOAT_FORMATS
from ...ir.names import FRAME_POINTER, MODULE_FLAGS
from .difference import COMPILED_TWICE, MODERN, OF_ERAS, Difference, rules

_new: Final[Any] = tuple.__new__  # makes a NamedTuple without a call of its class

AttributeRule = Callable[[AttributeGroup, Attribute], list[Attribute]]
InstructionRule = Callable[[Context, Function, Instruction], None]

_NOT_PARAMETERS = (AttributePlace.RESULT, AttributePlace.FUNCTION)


def _left_out(group: AttributeGroup, attribute: Attribute) -> list[Attribute]:
    return []


def _of_values(group: AttributeGroup, attribute: Attribute) -> list[Attribute]:
    if group.place in _NOT_PARAMETERS or any(other.kind == AttributeKind.BY_VAL for other in group.attributes):
        return [attribute]
    return []


def _frame_pointer_strings(group: AttributeGroup, attribute: Attribute) -> list[Attribute]:
    return [string_attribute(key, "true") for key in FRAME_POINTERS_KEPT.get(str(attribute.value), ())]


ATTRIBUTES: Mapping[int | str, Difference[AttributeRule]] = {
    int(AttributeKind.NO_UNDEF): Difference("`noundef`", MODERN, COMPILED_TWICE, older=_left_out),
    int(AttributeKind.WRITE_ONLY): Difference("`writeonly`", MODERN, COMPILED_TWICE, older=_left_out),
    int(AttributeKind.ALIGNMENT): Difference(
        "`align` of a parameter that is not passed by value", MODERN, COMPILED_TWICE, older=_of_values
    ),
    FRAME_POINTER: Difference('`"frame-pointer"`', MODERN, COMPILED_TWICE, older=_frame_pointer_strings),
}
"""By the kind of the attribute; the result of the rule replaces it."""


def _without_fast_flags(context: Context, function: Function, phi: Instruction) -> None:
    phi.set_fields(fast_flags=0)


def _subtracted(context: Context, function: Function, negation: Instruction) -> None:
    negation.code = InstCode.BINOP
    type_ = negation.type
    zero = IRBuilder(context).floating(type_, FLOAT_FORMATS[type_.scalar.code].sign)
    negation.operands = (zero, *negation.operands)
    negation.set_fields(opcode=BinaryOperator.FSUB)


def _refuse_freeze(context: Context, function: Function, instruction: Instruction) -> None:
    raise LinkError(f"{function.name!r} has a freeze instruction, which AIR before {MODERN} does not have")


def _refuse_bfloat(context: Context, function: Function, instruction: Instruction) -> None:
    raise LinkError(f"{function.name!r} uses bfloat, which AIR before {MODERN} does not have")


INSTRUCTIONS: Mapping[InstCode, Difference[InstructionRule]] = {
    InstCode.PHI: Difference("fast-math flags of `phi`", MODERN, COMPILED_TWICE, older=_without_fast_flags),
    InstCode.UNOP: Difference("`fneg`", MODERN, COMPILED_TWICE, older=_subtracted),
    InstCode.FREEZE: Difference("`freeze`", MODERN, OF_ERAS, older=_refuse_freeze),
}
"""By the code of the instruction; the rule changes it in place."""

TYPES: Mapping[TypeCode, Difference[InstructionRule]] = {
    TypeCode.BFLOAT: Difference("`bfloat`", MODERN, OF_ERAS, older=_refuse_bfloat),
}
"""By the scalar type of an instruction's result."""


def downgrade(module: Module, air: Version) -> Module:
    """A copy of `module` in the form of AIR version `air`. LinkError for what that form can't express."""
    copy = copy_module(module)
    make_older(copy, air)
    return copy


def make_older(module: Module, air: Version) -> None:
    """As `downgrade`, but in place."""
    _Downgrade(module.context, air).module(module)


@lru_cache(maxsize=16)
def _rules_for(
    air: Version,
) -> tuple[dict[int | str, AttributeRule], dict[InstCode, InstructionRule], dict[TypeCode, InstructionRule]]:
    return rules(ATTRIBUTES, air), rules(INSTRUCTIONS, air), rules(TYPES, air)


class _Downgrade:
    def __init__(self, context: Context, air: Version) -> None:
        self.context = context
        self.air = air
        self.newest_written = era_for_air(air).newest_attribute
        self.of_attributes, self.of_instructions, self.of_types = _rules_for(air)
        self.lists: dict[int, AttributeList] = {}  # by identity, which `seen` keeps
        self.seen: list[AttributeList] = []
        self.groups: dict[AttributeGroup, AttributeGroup | None] = {}
        self.twins: dict[AttributeGroup, list[AttributeGroup]] = {}

    def module(self, module: Module) -> None:
        flags = module.named_metadata.get(MODULE_FLAGS)
        if flags is not None and self.air < FRAME_POINTER_FLAG.since:
            module.named_metadata[MODULE_FLAGS] = [
                flag for flag in flags if not any(self._is_string(f, FRAME_POINTER) for f in flag.fields[1:2])
            ]
        for variable in module.globals:
            variable.attributes = self.attributes(variable.attributes)
        for function in module.functions:
            self.function(function)

    @staticmethod
    def _is_string(field: object, text: str) -> bool:
        return isinstance(field, MDString) and field.value == text

    def function(self, function: Function) -> None:
        function.attributes = self.attributes(function.attributes)
        has_rules = bool(self.of_types or self.of_instructions)
        for instruction in function.instructions():
            if isinstance(instruction, Call):
                instruction.attributes = self.attributes(instruction.attributes)
            if has_rules:  # a current version has none
                self.instruction(function, instruction)

    def instruction(self, function: Function, instruction: Instruction) -> None:
        rule = self.of_types.get(instruction.type.scalar.code)
        if rule is not None:
            rule(self.context, function, instruction)
        rule = self.of_instructions.get(instruction.code)
        if rule is not None:
            rule(self.context, function, instruction)

    def attributes(self, attributes: AttributeList) -> AttributeList:
        result = self.lists.get(id(attributes))
        if result is None:
            self.seen.append(attributes)
            groups = [self.group(group) for group in attributes]
            result = self.lists[id(attributes)] = tuple([group for group in groups if group is not None])
        return result

    def group(self, group: AttributeGroup) -> AttributeGroup | None:
        """The group without unsupported attributes; None if nothing remains and the group has no number yet."""
        result = self.groups.get(group, group)
        if result is group:
            result = self.groups[group] = self.new_group(group)
        return result

    def new_group(self, group: AttributeGroup) -> AttributeGroup | None:
        kept: list[Attribute] = []
        for attribute in group.attributes:
            rule = self.of_attributes.get(attribute.kind)
            kept += [attribute] if rule is None else rule(group, attribute)
        if not kept:
            return None
        kept.sort(key=lambda attribute: str(attribute.kind) if isinstance(attribute.kind, str) else "")
        whole: AttributeGroup = _new(AttributeGroup, (group.place, tuple(kept), 0))
        kept = [a for a in kept if isinstance(a.kind, str) or a.kind <= self.newest_written]
        written: AttributeGroup = _new(AttributeGroup, (group.place, tuple(kept), 0))
        # Groups that differ only in attributes that are not written keep separate numbers.
        wholes = self.twins.setdefault(written, [])
        if whole not in wholes:
            wholes.append(whole)
        twin = wholes.index(whole)
        return written._replace(twin=twin) if twin else written
