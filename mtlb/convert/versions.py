"""What an AIR version has in another form than the one that a module was written for: static samplers, and functions of
AIR that read textures. A module of any AIR version gets the forms of the target (docs/convert.md §4.2).
"""

from __future__ import annotations

from ..air.facts import fit_sampler_words, static_sampler_nodes
from ..air.intrinsics import PREFIX, intrinsic
from ..base.errors import UnsupportedError
from ..base.metal import AddressSpace
from ..base.versions import Version
from ..ir import (
    BinaryOperator,
    Call,
    CastOperator,
    Constant,
    ConstantCode,
    Function,
    InstCode,
    Instruction,
    Module,
    Type,
    TypeCode,
    Value,
)
from .code import Rewriter, refused

__all__ = ["adopt_versions"]

_READ_SAMPLER = f"{PREFIX}get_read_sampler"
_SAMPLER = "struct._sampler_t"


def adopt_versions(module: Module, air: Version) -> None:
    """Give static samplers and reads of textures the form of AIR version `air`, in place.

    Pointers may be opaque or typed. UnsupportedError, with the sampler, or with function, instruction and line, for
    what that version can't say.
    """
    _samplers(module, air)
    _reads(module, air)


# --- static samplers -------------------------------------------------------------------------------------------------


def _samplers(module: Module, air: Version) -> None:
    """One i64 before AIR 2.7, an array of two from then on. Uses keep the type that they have."""
    context = module.context
    retyped: dict[Value, Type] = {}
    for variable, words in static_sampler_nodes(module):
        fitting = fit_sampler_words(words, air)
        if fitting == words:
            continue
        if any(words[1:]):
            raise UnsupportedError(f"@{variable.name}: its second word is not 0, and AIR {air} has one word")
        integer = context.integer_type(64)
        parts = tuple([context.integer_constant(integer, word) for word in fitting])
        data: Value = parts[0]
        if len(fitting) > 1:
            array = context.type(TypeCode.ARRAY, (len(fitting),), (integer,))
            data = context.constant(array, ConstantCode.DATA, fitting)
        old = variable.type
        variable.value_type, variable.initializer = data.type, data
        if not old.is_opaque_pointer and variable not in retyped:
            retyped[variable] = old
            variable.type = context.pointer_type(data.type, old.address_space)
    if retyped:
        _cast_uses(module, retyped)


def _cast_uses(module: Module, retyped: dict[Value, Type]) -> None:
    """Let the uses of variables with typed pointers see them by the types that they had. Metadata names them as is."""
    context = module.context
    done: dict[Value, Value] = {}

    def seen(value: Value, type_: Type) -> Value:
        if value.type is type_:
            return value
        return context.constant(type_, ConstantCode.CE_CAST, (int(CastOperator.BITCAST), 0), (value,))

    def operand(value: Value) -> Value:
        if value in retyped:
            return seen(value, retyped[value])
        if not isinstance(value, Constant) or not value.operands:
            return value
        found = done.get(value)
        if found is None:
            base = value.operands[0]
            is_cast = value.code == ConstantCode.CE_CAST and value.params[0] == CastOperator.BITCAST
            is_start = value.code == ConstantCode.CE_GEP and all(
                isinstance(i, Constant) and (i.code == ConstantCode.NULL or i.params == (0,))
                for i in value.operands[1:]
            )
            if base in retyped and (is_cast or is_start):
                found = seen(base, value.type)
            else:
                operands = tuple([operand(o) for o in value.operands])
                found = value
                if operands != value.operands:
                    found = context.constant(value.type, value.code, value.params, operands, value.source_type)
            done[value] = found
        return found

    for variable in module.globals:
        if variable.initializer is not None:
            variable.initializer = operand(variable.initializer)
    for function in module.functions:
        for instruction in function.instructions():
            operands = tuple([operand(o) for o in instruction.operands])
            if operands != instruction.operands:
                instruction.operands = operands


# --- air.read_texture_2d ---------------------------------------------------------------------------------------------


def _reads(module: Module, air: Version) -> None:
    """From AIR 2.8 on reads of textures have a sampler after the texture and an offset after the coordinates.

    Cubes and multisampled textures have no offset.
    """
    changed: dict[Function, bool] = {}
    for function in module.functions:
        if function.is_declaration and (found := intrinsic(function.name)) is not None:
            if not found.family.name.startswith(("read_texture", "read_depth")):
                continue
            counts = [len(form.parameters) for form in found.family.forms]
            parameters = function.value_type.parameters
            has_sampler = len(parameters) > 1 and parameters[1].is_pointer
            needs_sampler = any(parameter.handle == "sampler" for parameter in found.parameters(air))
            if has_sampler != needs_sampler and len(parameters) == counts[-1 if has_sampler else -2]:
                changed[function] = not has_sampler
    if not changed:
        return
    rewriter = _Reads(module, air, changed)
    for function in changed:
        rewriter.redeclare(function)
    for function in [f for f in module.functions if f.blocks]:
        rewriter.run(function, {InstCode.CALL: rewriter.rule})
        rewriter.remove_samplers(function)


class _Reads(Rewriter):
    """Rewrites calls of functions. `changed`: those, and whether they get a sampler; else they lose it."""

    def __init__(self, module: Module, air: Version, changed: dict[Function, bool]) -> None:
        super().__init__(module, air)
        self.changed_functions = changed
        self.is_typed = not module.has_opaque_pointers

    def redeclare(self, function: Function) -> None:
        """Give a declaration the parameters and the attributes of the AIR version."""
        type_ = function.value_type
        texture, *rest = type_.parameters
        offset, place = _offset_and_place(function)
        if self.changed_functions[function]:
            rest[-2:] = ([rest[place]] if offset else []) + rest[-2:]
            rest.insert(0, self.sampler_type())
        else:
            del rest[0]
            if offset:
                del rest[-3]
        parameters = (texture, *rest)
        found = intrinsic(function.name)
        assert found is not None
        function.value_type = self.context.type(TypeCode.FUNCTION, type_.params, (type_.result, *parameters))
        function.arguments = []
        function.attributes = found.attributes(self.air)
        if self.is_typed:
            function.type = self.context.pointer_type(function.value_type, function.type.address_space)

    def sampler_type(self) -> Type:
        """What points at a sampler."""
        space = int(AddressSpace.CONSTANT)
        if self.is_typed:
            return self.context.pointer_type(self.struct(_SAMPLER), space)
        return self.pointer(space)

    def read_sampler(self) -> Value:
        """The sampler of reads."""
        found = intrinsic(_READ_SAMPLER)
        assert found is not None
        function = self.declare(_READ_SAMPLER, self.sampler_type(), (), found.attributes(self.air))
        if self.is_typed:
            function.type = self.context.pointer_type(function.value_type)
        return self.call(function, ())

    def rule(self, _: Rewriter, call: Instruction) -> Value | None:
        """What takes the place of a call."""
        assert isinstance(call, Call)
        function = call.operands[-1]
        if not isinstance(function, Function) or function not in self.changed_functions:
            return None
        texture, *rest = call.operands[:-1]
        has_offset, place = _offset_and_place(function)
        if self.changed_functions[function]:
            rest[-2:] = ([self.null(rest[place].type)] if has_offset else []) + rest[-2:]
            arguments = [texture, self.read_sampler(), *rest]
        else:
            sampler, *rest = rest
            if not _is_read_sampler(sampler):
                reason = f"it reads with a sampler that @{_READ_SAMPLER} did not give; AIR {self.air} reads without one"
                raise UnsupportedError(reason)
            if has_offset:
                offset = rest.pop(-3)
                if not (isinstance(offset, Constant) and offset.code == ConstantCode.NULL):
                    rest[place] = self.binary(BinaryOperator.ADD, rest[place], offset)
            arguments = [texture, *rest]
        made = self.call(function, arguments)
        made.metadata = call.metadata
        made.set_fields(tail_kind=call.tail_kind)
        return made

    def remove_samplers(self, function: Function) -> None:
        """Remove the calls that gave the samplers; UnsupportedError if something else uses one."""
        if any(self.changed_functions.values()):
            return
        used = {operand for instruction in function.instructions() for operand in instruction.operands}
        for block in function.blocks:
            for instruction in block.instructions:
                if _is_read_sampler(instruction) and instruction in used:
                    raise refused(function, instruction, f"AIR {self.air} does not have it")
            block.instructions = [i for i in block.instructions if not _is_read_sampler(i)]
        present = {*function.arguments, *function.blocks, *function.instructions()}
        function.symbols = [symbol for symbol in function.symbols if symbol in present]


def _offset_and_place(function: Function) -> tuple[bool, int]:
    """Whether a read has an offset from AIR 2.8 on, and which operand after texture and sampler the coordinates are."""
    found = intrinsic(function.name)
    assert found is not None
    before, after = (len(form.parameters) for form in found.family.forms[-2:])
    return after - before == 2, int(found.family.name.startswith("read_depth"))


def _is_read_sampler(value: Value) -> bool:
    return isinstance(value, Call) and getattr(value.operands[-1], "name", "") == _READ_SAMPLER
