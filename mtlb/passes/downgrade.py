"""Rewrites the form of AIR 2.6 and newer for older targets, whose readers refuse it.

The compilers of 32023 and later write every `.air` in the newest form, whatever the target; the linker removes what the
target does not support (docs/linking.md §8). The rules are read off functions that Apple compiled for both sides of the
line with one toolchain (17 of Rive's shaders at AIR 2.5 and 2.6, 4 of Metal.jl's kernels at AIR 2.3 to 2.6):

| newest form | before AIR 2.6 |
|---|---|
| attributes `noundef`, `writeonly`, and `align` of a parameter that is not passed by value | left out |
| other attributes newer than `speculatable` (`willreturn`, `immarg`, …) | not written; groups keep their numbers |
| `"frame-pointer"="all"` | `"no-frame-pointer-elim"="true" "no-frame-pointer-elim-non-leaf"="true"` |
| module flag `frame-pointer` | left out |
| fast-math flags of a `phi` | left out |
| `poison` | written as `undef` by the bitcode writer, numbered as before |
| `fneg x` | `fsub -0.0, x` |
| `freeze`, `bfloat` | an error: it can't be expressed |
"""

from __future__ import annotations

from ..air.functions import FRAME_POINTERS_KEPT, string_attribute
from ..base.errors import LinkError
from ..base.features import MODERN_FORM_SINCE
from ..base.versions import Version
from ..ir import (
    ERAS,
    Attribute,
    AttributeGroup,
    AttributeKind,
    AttributeList,
    AttributePlace,
    BinaryOperator,
    Call,
    Constant,
    Context,
    Function,
    InstCode,
    Instruction,
    MDString,
    Module,
    Type,
    TypeCode,
    copy_module,
)
from ..ir.build import IRBuilder
from ..ir.floats import FLOAT_FORMATS
from ..ir.names import FRAME_POINTER, MODULE_FLAGS

__all__ = ["downgrade", "needs_downgrade"]


_LEFT_OUT = frozenset({AttributeKind.WRITE_ONLY, AttributeKind.NO_UNDEF})
# Not written: immarg, willreturn, nofree, nosync, mustprogress, nocallback and all newer ones.
_NOT_PARAMETERS = (AttributePlace.RESULT, AttributePlace.FUNCTION)
_NEWEST_WRITTEN = ERAS[-2].newest_attribute


def needs_downgrade(module: Module, air: Version) -> bool:
    """Whether a module of AIR version `air` is in the newest form, which its target does not take."""
    return air < MODERN_FORM_SINCE and module.era.air[0] >= MODERN_FORM_SINCE[:2]


def downgrade(module: Module) -> Module:
    """`module` in the form that AIR 2.5 and older take, a copy of it. LinkError for what can't be expressed."""
    copy = copy_module(module)
    _Downgrade(copy.context).module(copy)
    return copy


class _Downgrade:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.lists: dict[AttributeList, AttributeList] = {}
        self.groups: dict[AttributeGroup, AttributeGroup | None] = {}
        self.twins: dict[AttributeGroup, list[AttributeGroup]] = {}

    def module(self, module: Module) -> None:
        flags = module.named_metadata.get(MODULE_FLAGS)
        if flags is not None:
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
        for instruction in function.instructions():
            self.instruction(function, instruction)

    def instruction(self, function: Function, instruction: Instruction) -> None:
        if isinstance(instruction, Call):
            instruction.attributes = self.attributes(instruction.attributes)
        if self._mentions_bfloat(instruction.type):
            raise LinkError(f"{function.name!r} uses bfloat, which AIR before {MODERN_FORM_SINCE} does not have")
        if instruction.code is InstCode.FREEZE:
            raise LinkError(
                f"{function.name!r} has a freeze instruction, which AIR before {MODERN_FORM_SINCE} does not have"
            )
        if instruction.code is InstCode.PHI:
            instruction.set_fields(fast_flags=0)
        if instruction.code is InstCode.UNOP:
            instruction.code = InstCode.BINOP
            instruction.operands = (self.negative_zero(instruction.type), *instruction.operands)
            instruction.set_fields(opcode=BinaryOperator.FSUB)

    def negative_zero(self, type_: Type) -> Constant:
        return IRBuilder(self.context).floating(type_, FLOAT_FORMATS[type_.scalar.code].sign)

    @staticmethod
    def _mentions_bfloat(type_: Type) -> bool:
        return type_.scalar.code is TypeCode.BFLOAT

    def attributes(self, attributes: AttributeList) -> AttributeList:
        found = self.lists.get(attributes)
        if found is None:
            groups = [self.group(group) for group in attributes]
            found = self.lists[attributes] = tuple(group for group in groups if group is not None)
        return found

    def group(self, group: AttributeGroup) -> AttributeGroup | None:
        """The group without unsupported attributes; None if it is empty before numbering."""
        found = self.groups.get(group, group)
        if found is group:
            found = self.groups[group] = self.new_group(group)
        return found

    def new_group(self, group: AttributeGroup) -> AttributeGroup | None:
        kept = [new for old in group.attributes for new in self.attribute(group, old)]
        if not kept:
            return None
        kept.sort(key=lambda attribute: str(attribute.kind) if isinstance(attribute.kind, str) else "")
        whole = AttributeGroup(group.place, tuple(kept))
        written = AttributeGroup(
            group.place, tuple(a for a in kept if isinstance(a.kind, str) or a.kind <= _NEWEST_WRITTEN)
        )
        # Groups that differ in what is left out in writing were numbered apart.
        wholes = self.twins.setdefault(written, [])
        if whole not in wholes:
            wholes.append(whole)
        return written._replace(twin=wholes.index(whole))

    @staticmethod
    def attribute(group: AttributeGroup, attribute: Attribute) -> list[Attribute]:
        if attribute.kind == FRAME_POINTER:
            return [string_attribute(key, "true") for key in FRAME_POINTERS_KEPT.get(str(attribute.value), ())]
        if attribute.kind in _LEFT_OUT:
            return []
        if attribute.kind == AttributeKind.ALIGNMENT and group.place not in _NOT_PARAMETERS:
            by_value = any(other.kind == AttributeKind.BY_VAL for other in group.attributes)
            return [attribute] if by_value else []
        return [attribute]
