"""Modern AIR written for a target before AIR 2.6: what compilers of today put in that the readers of those days refuse.

The compilers of 32023 and later write every `.air` in today's form, whatever the target; the linker takes back what the
target does not know (BITCODE.md §3). The rules are read off functions that Apple compiled for both sides of the line
with one toolchain (17 of Rive's shaders at AIR 2.5 and 2.6, 4 of Metal.jl's kernels at AIR 2.3 to 2.6):

| today's form | before AIR 2.6 |
|---|---|
| `writeonly` and what is younger than `speculatable` (53): immarg, willreturn, nofree, nosync, noundef, … | left out |
| `align` of a parameter that is not passed by value | left out |
| `"frame-pointer"="all"` | `"no-frame-pointer-elim"="true" "no-frame-pointer-elim-non-leaf"="true"` |
| module flag `frame-pointer` | left out |
| fast-math flags of a `phi` | left out |
| `poison` | `undef` |
| `fneg x` | `fsub -0.0, x` |
| `freeze`, `bfloat` | no way to say it: an error |

A group of attributes that ends up empty goes away with them, but for one of `immarg` alone (see below).
"""

from __future__ import annotations

from mtlb.bitcode.codes import ConstantCode, InstCode, TypeCode
from mtlb.bitcode.ir import (
    Attribute,
    AttributeGroup,
    AttributeList,
    Constant,
    Context,
    Function,
    Instruction,
    MDString,
    Module,
    Type,
    Value,
)
from mtlb.errors import LinkError
from mtlb.target import Version

__all__ = ["MODERN_FORM_SINCE", "downgrade", "needs_downgrade"]

MODERN_FORM_SINCE = Version(2, 6)

_NEWEST_ATTRIBUTE = 53  # speculatable
_WRITE_ONLY = 52
_IMMEDIATE_ARGUMENT = 60
_ALIGN = 1
_BY_VALUE = 3
_FUNCTION_PLACE = 0xFFFFFFFF
_FRAME_POINTER = {
    "all": ("no-frame-pointer-elim", "no-frame-pointer-elim-non-leaf"),
    "non-leaf": ("no-frame-pointer-elim-non-leaf",),
    "none": (),
}
_FSUB = 1  # BINOP opcode of sub and fsub
# The sign bit alone: -0.0 of each floating-point type.
_NEGATIVE_ZERO = {TypeCode.HALF: 1 << 15, TypeCode.FLOAT: 1 << 31, TypeCode.DOUBLE: 1 << 63}


def needs_downgrade(module: Module, air: Version) -> bool:
    """Whether a module of AIR version `air` is in today's form and has to be taken back."""
    return air < MODERN_FORM_SINCE and module.field_counts.get("FUNCTION", 0) > 18


def downgrade(module: Module) -> None:
    """Rewrite `module` in place in the form that AIR 2.5 and older take. Raises LinkError for what has none."""
    _Downgrade(module.context).module(module)


class _Downgrade:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.lists: dict[AttributeList, AttributeList] = {}
        self.constants: dict[Constant, Constant] = {}

    def module(self, module: Module) -> None:
        flags = module.named_metadata.get("llvm.module.flags")
        if flags is not None:
            module.named_metadata["llvm.module.flags"] = [
                flag for flag in flags if not self._is_string(flag.fields[1], "frame-pointer")
            ]
        for variable in module.globals:
            variable.attributes = self.attributes(variable.attributes)
            if variable.initializer is not None:
                variable.initializer = self.value(variable.initializer)
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
        instruction.attributes = self.attributes(instruction.attributes)
        instruction.operands[:] = [self.value(operand) for operand in instruction.operands]
        if self._mentions_bfloat(instruction.type):
            raise LinkError(f"{function.name!r} uses bfloat, which AIR before {MODERN_FORM_SINCE} does not have")
        if instruction.code is InstCode.FREEZE:
            raise LinkError(
                f"{function.name!r} has a freeze instruction, which AIR before {MODERN_FORM_SINCE} can't say"
            )
        if instruction.code is InstCode.PHI:
            instruction.params = (0,)
        if instruction.code is InstCode.UNOP:
            instruction.code = InstCode.BINOP
            instruction.operands.insert(0, self.negative_zero(instruction.type))
            instruction.params = (_FSUB, instruction.params[1])

    def negative_zero(self, type_: Type) -> Constant:
        if type_.code is TypeCode.VECTOR:
            bits = _NEGATIVE_ZERO[type_.elements[0].code]
            return self.context.constant(type_, ConstantCode.DATA, (bits,) * type_.params[0])
        return self.context.constant(type_, ConstantCode.FLOAT, (_NEGATIVE_ZERO[type_.code],))

    @staticmethod
    def _mentions_bfloat(type_: Type) -> bool:
        return type_.code is TypeCode.BFLOAT or (
            type_.code is TypeCode.VECTOR and type_.elements[0].code is TypeCode.BFLOAT
        )

    def value(self, value: Value) -> Value:
        """The value without poison, inside aggregates and constant expressions too."""
        if not isinstance(value, Constant):
            return value
        found = self.constants.get(value)
        if found is None:
            code = ConstantCode.UNDEF if value.code == ConstantCode.POISON else value.code
            operands = tuple(self.value(operand) for operand in value.operands)
            found = value
            if code != value.code or operands != value.operands:
                found = self.context.constant(value.type, code, value.params, operands, value.source_type)
            self.constants[value] = found
        return found

    def attributes(self, attributes: AttributeList) -> AttributeList:
        found = self.lists.get(attributes)
        if found is None:
            groups = [(group, self.group(group)) for group in attributes]
            found = self.lists[attributes] = tuple(
                new for old, new in groups if new.attributes or self.is_left_out_by_the_writer(old)
            )
        return found

    @staticmethod
    def is_left_out_by_the_writer(group: AttributeGroup) -> bool:
        """Apple's writer is what leaves out immarg, after the groups were numbered: such a group keeps its number."""
        return all(attribute.kind == _IMMEDIATE_ARGUMENT for attribute in group.attributes)

    def group(self, group: AttributeGroup) -> AttributeGroup:
        of_parameter = group.place not in (0, _FUNCTION_PLACE)
        by_value = any(attribute.kind == _BY_VALUE for attribute in group.attributes)
        numbered: list[Attribute] = []
        strings: list[Attribute] = []
        for attribute in group.attributes:
            kind = attribute.kind
            if isinstance(kind, str):
                strings += self.string_attribute(attribute)
            elif (
                kind <= _NEWEST_ATTRIBUTE
                and kind != _WRITE_ONLY
                and not (kind == _ALIGN and of_parameter and not by_value)
            ):
                numbered.append(attribute)
        strings.sort(key=lambda attribute: str(attribute.kind))
        return AttributeGroup(group.place, (*numbered, *strings))

    @staticmethod
    def string_attribute(attribute: Attribute) -> list[Attribute]:
        if attribute.kind != "frame-pointer":
            return [attribute]
        return [Attribute(4, key, "true") for key in _FRAME_POINTER.get(str(attribute.value), ())]
