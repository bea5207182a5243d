"""Control flow: each SPIR-V block becomes an AIR block, and each function a function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..base.errors import BuildError
from ..base.metal import AddressSpace
from ..emit import Block, Builder
from ..emit.names import u64, void
from ..emit.operands import Phi, TypedValue
from ..emit.types import MetalPointer, MetalType, Scalar
from ..spirv import SpirvBlock, SpirvFunction, SpirvInstruction, TypeVoid
from ..spirv.opcodes import (
    OP_BRANCH,
    OP_BRANCH_CONDITIONAL,
    OP_EMIT_MESH_TASKS_EXT,
    OP_KILL,
    OP_LOOP_MERGE,
    OP_PHI,
    OP_RETURN,
    OP_RETURN_VALUE,
    OP_SWITCH,
    OP_TERMINATE_INVOCATION,
    OP_UNREACHABLE,
)
from .addresses import as_pointer, pointer_at
from .functions import FunctionLowering
from .queries import give_back
from .registry import ENDED, lowers
from .values import Composite, MemoryPlace, Stored, Value, Zero, interpolant_of, numbers, rebuilt, signature

LOOP_BOUND: Final = 2**64 - 1
"""The initial iteration counter of Naga's loop bound, a ``uint2`` there (gen_force_bounded_loop_statements in
back/msl/writer.rs)."""


def lower_body(f: FunctionLowering) -> None:
    """Translate the blocks of a function. Unreachable blocks are omitted."""
    BlockLowering(f).lower()


class BlockLowering:
    """The blocks of one function."""

    def __init__(self, f: FunctionLowering) -> None:
        self.f = f
        self.function = f.function
        self.blocks: dict[int, Block] = {}
        self.ends: dict[int, Block] = {}
        """The last AIR block of each SPIR-V block: handlers may have split it."""
        self.ways: dict[tuple[int, int], Block] = {}
        """Extra blocks between two blocks that are connected by several edges."""

    def lower(self) -> None:
        """Translate all blocks, then fill in the phis."""
        f, function = self.f, self.function
        reached = self._reached()
        first = function.blocks[0].label
        f.prepare()
        for block in function.blocks:
            if block.label in reached:
                self.blocks[block.label] = f.b.here if block.label == first else f.b.new_block()
        bounds = self._bounds(reached)
        waiting: list[tuple[SpirvBlock, SpirvInstruction, Value]] = []
        for block in function.blocks:
            if block.label not in reached:
                continue
            if block.label != first:
                f.b.position(self.blocks[block.label])
            for phi in block.phis:
                incoming_phi = self._phi(phi)
                f.values[phi.id] = incoming_phi
                waiting.append((block, phi, incoming_phi))
            if block.label in bounds:
                self._bound(bounds[block.label])
            for instruction in block.instructions:
                if instruction.op is not OP_PHI:
                    f.lower(instruction)
            self._end(block)
        for block, phi, incoming_phi in waiting:
            self._incoming(block, phi, incoming_phi, reached)

    def _bounds(self, reached: set[int]) -> dict[int, TypedValue]:
        """A counter of remaining iterations for each loop header, if loops are to be bounded. As with Naga's
        force_loop_bounding, except that all entries into a loop share the counter, and that the function returns
        instead of leaving the loop, after which values of its last iteration may be used."""
        f = self.f
        if not f.program.options.force_loop_bounding:
            return {}
        headers = [
            block for block in self.function.blocks if block.merge is not None and block.merge.op is OP_LOOP_MERGE
        ]
        return {header.label: f.b.variable(u64, LOOP_BOUND) for header in headers if header.label in reached}

    def _bound(self, left: TypedValue) -> None:
        """Return from the function if no iteration remains."""
        b = self.f.b
        count = b.load(left)
        _leave_if(self.f, count.eq(0))
        b.store(b.sub(count, 1), left)

    def _reached(self) -> set[int]:
        seen: set[int] = set()
        stack = [self.function.blocks[0].label]
        while stack:
            label = stack.pop()
            if label not in seen:
                seen.add(label)
                stack += self.function.block[label].successors
        return seen

    # --- phis

    def _phi(self, phi: SpirvInstruction) -> Value:
        """A phi for each number in the value: Metal's compilers emit none for structs and arrays."""
        f = self.f
        if f.types.is_pointer(phi.type):
            return pointer_at(f.types, phi.type, f.b.phi(f.types.address(phi.type)))
        if not f.types.has_parts(phi.type):
            return f.b.phi(self._type(phi))
        return rebuilt(self._shape(phi.type), lambda number: f.b.phi(number.type))

    def _type(self, phi: SpirvInstruction) -> MetalType:
        try:
            return self.f.metal(phi.type)
        except BuildError:
            raise self.f.refuse(phi, "a phi of something that is not a number") from None

    def _shape(self, type: int) -> Value:
        """A placeholder value with the structure of a type."""
        f = self.f
        if f.types.is_composite(type):
            return Composite(type, tuple(self._shape(part) for part in f.types.parts(type)))
        return f.undef(type)

    def _incoming(self, block: SpirvBlock, phi: SpirvInstruction, phi_value: Value, reached: set[int]) -> None:
        f = self.f
        for value_id, label in zip(phi.operands[::2], phi.operands[1::2], strict=True):
            label = int(label)
            if label not in reached or block.label not in self.function.block[label].successors:
                continue
            source = self.ways.get((label, block.label)) or self.ends[label]
            value = f.value(int(value_id))
            if f.types.is_pointer(phi.type):
                with f.b.before_end(source):
                    value = as_pointer(f.b, f.types, value, phi.type)
            value = self._of_parts(f.fit(value, phi.type), source)
            for phi_number, number in zip(numbers(phi_value), numbers(value), strict=True):
                assert isinstance(phi_number, Phi)
                phi_number.add(number, source)

    def _of_parts(self, value: Value, source: Block) -> Value:
        """A value without arrays in memory: their elements are loaded in the predecessor."""
        if isinstance(value, Composite):
            return Composite(value.type, tuple(self._of_parts(part, source) for part in value.parts))
        if not isinstance(value, (Stored, Zero)):
            return value
        with self.f.b.before_end(source):
            return self._of_parts(self.f.spread(value), source)

    # --- ends

    def _way(self, block: SpirvBlock, target: int) -> Block:
        """The block to branch to. Several edges from a block to a block with phis are merged in an extra block."""
        if block.successors.count(target) < 2 or not self.function.block[target].phis:
            return self.blocks[target]
        between = self.ways.get((block.label, target))
        if between is None:
            between = self.ways[block.label, target] = self.f.b.new_block()
        return between

    def _end(self, block: SpirvBlock) -> None:
        f, terminator = self.f, block.terminator
        f.line(terminator)
        self.ends[block.label] = f.b.here
        try:
            self._terminate(block, terminator)
        except BuildError as error:
            raise f.refuse(terminator, error.reason) from error
        for (label, target), way in self.ways.items():
            if label == block.label:
                f.b.position(way)
                f.b.br(self.blocks[target])

    def _terminate(self, block: SpirvBlock, terminator: SpirvInstruction) -> None:
        f = self.f
        if terminator.op is OP_BRANCH:
            f.b.br(self.blocks[int(terminator.operands[0])])
        elif terminator.op is OP_BRANCH_CONDITIONAL:
            if_true, if_false = block.successors
            if if_true == if_false:
                f.b.br(self.blocks[if_true])
            else:
                f.b.cond_br(f.number(int(terminator.operands[0])), self.blocks[if_true], self.blocks[if_false])
        elif terminator.op is OP_SWITCH:
            selector = f.number(int(terminator.operands[0]))
            default, *targets = block.successors
            assert isinstance(selector.type, Scalar)
            wrapped = map(selector.type.wrapped, map(int, terminator.operands[2::2]))
            cases = {number: self._way(block, to) for number, to in zip(wrapped, targets, strict=True)}
            f.b.switch(selector, self._way(block, default), cases)
        elif terminator.op is OP_RETURN:
            give_back(f)
            f.end(f, None)
        elif terminator.op is OP_RETURN_VALUE:
            give_back(f)
            f.end(f, f.fit(f.value(int(terminator.operands[0])), self.function.result))
        elif terminator.op in (OP_KILL, OP_TERMINATE_INVOCATION):
            f.b.air("discard_fragment")
            _leave(f)
        elif terminator.op is OP_UNREACHABLE:
            _leave(f)
        elif terminator.op is OP_EMIT_MESH_TASKS_EXT:
            f.lower(terminator)
            _leave(f)
        else:
            raise f.refuse(terminator, "the instruction is not supported")


def _leave(f: FunctionLowering) -> None:
    """Return an unspecified value: AIR does not use `unreachable`."""
    give_back(f)
    is_void = isinstance(f.spirv.type(f.function.result), TypeVoid)
    f.end(f, None if is_void else f.undef(f.function.result))


def _leave_if(f: FunctionLowering, condition: TypedValue) -> None:
    """Return from the function on a condition, before the rest of a block."""
    end, on = f.b.new_block(), f.b.new_block()
    f.b.cond_br(condition, end, on)
    f.b.position(end)
    _leave(f)
    f.b.position(on)


@lowers("OpDemoteToHelperInvocation")
def _demote(f: FunctionLowering, i: SpirvInstruction) -> None:
    """Discard the fragment, and let the thread continue."""
    f.b.air("discard_fragment")


# --- functions -------------------------------------------------------------------------------------------------------


@lowers("OpFunctionCall")
def _call(f: FunctionLowering, i: SpirvInstruction) -> Value | None:
    """A call; private variables, builtins and resources that the function needs are passed as additional arguments."""
    callee = f.spirv.functions[int(i.operands[0])]
    arguments = [f.value(int(id)) for id in i.operands[1:]]
    uses = f.program.uses.functions[callee.id]
    hidden = {id: f.value(id) for id in f.spirv.variables if id in uses.variables}
    handles = [interpolant_of(id) for id in f.spirv.variables if id in uses.interpolated]
    hidden |= {id: f.globals[id] for id in handles if id in f.globals}
    builtins = {name: f.builtin(name) for name in sorted(uses.needs) if name in f.builtins}
    function = instance(f, callee, arguments, hidden, builtins)
    passed = [number for value in (*arguments, *hidden.values(), *builtins.values()) for number in numbers(value)]
    result = _result(f, callee, function, passed)
    if ENDED in builtins:
        _leave_if(f, f.b.load(builtins[ENDED]))
    return result


def _result(f: FunctionLowering, callee: SpirvFunction, function: Builder, passed: list[TypedValue]) -> Value | None:
    """Call the function; its result, if it has one."""
    if isinstance(f.spirv.type(callee.result), TypeVoid):
        f.b.call(function, *passed)
        return None
    if f.types.is_pointer(callee.result):
        return pointer_at(f.types, callee.result, f.b.call(function, *passed))
    if not f.types.has_parts(callee.result):
        return f.b.call(function, *passed)
    result = f.new_place(callee.result)
    f.b.call(function, *passed, result.address)
    return Stored(callee.result, result) if f.types.is_long(callee.result) else f.load(result)


def instance(
    f: FunctionLowering,
    callee: SpirvFunction,
    arguments: Sequence[Value],
    hidden: Mapping[int, Value],
    builtins: Mapping[str, TypedValue],
) -> Builder:
    """The function, specialized for these kinds of arguments; created on its first call with them.
    The memory that an argument points to may have several layouts. Private variables, which Metal lacks, are passed
    as additional arguments, as in Naga. A composite is returned through a pointer."""
    program = f.program
    values = [*arguments, *hidden.values(), *builtins.values()]
    key = (callee.id, *[signature(value) for value in values])
    existing = program.instances.get(key)
    if existing is not None:
        return existing
    if not callee.blocks:
        raise program.spirv.error(callee.instruction, "the function has no body here")
    types = [number.type for value in values for number in numbers(value)]
    is_void = isinstance(program.spirv.type(callee.result), TypeVoid)
    result: MetalType = void
    form = None
    if not is_void and program.types.has_parts(callee.result):
        form = program.types.form(callee.result)
        types.append(MetalPointer(form.metal, AddressSpace.PRIVATE))
    elif program.types.is_pointer(callee.result):
        result = program.types.address(callee.result)
    elif not is_void:
        result = program.types.metal(callee.result)
    name = program.names.unique(program.spirv.names.get(callee.id, ""), "function")
    builder = program.instances[key] = program.module.function(name, result, types)
    passed_values = iter(builder.arguments)
    inside = [rebuilt(value, lambda _: next(passed_values)) for value in values]
    count = len(arguments)
    variables = dict(zip(hidden, inside[count:], strict=False))
    named = dict(zip(builtins, inside[count + len(hidden) :], strict=True))
    place = None if form is None else MemoryPlace(callee.result, form, builder.arguments[-1])

    def end(lowering: FunctionLowering, value: Value | None) -> None:
        if place is not None and value is not None:
            lowering.store(place, value)
            lowering.b.ret()
        elif value is not None and program.types.is_pointer(callee.result):
            lowering.b.ret(*numbers(as_pointer(lowering.b, program.types, value, callee.result)))
        else:
            assert value is None or isinstance(value, TypedValue)
            lowering.b.ret(value)

    needed = {name: builtin for name, builtin in named.items() if isinstance(builtin, TypedValue)}
    lower_body(FunctionLowering(program, builder, callee, variables, needed, inside[:count], end))
    return builder


@lowers("OpBeginInvocationInterlockEXT", "OpEndInvocationInterlockEXT")
def _interlock(f: FunctionLowering, i: SpirvInstruction) -> None:
    """No operation: the raster order groups of the resources order each access (`EntryResources`)."""
