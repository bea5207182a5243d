"""Control flow: blocks, branches, loops, phis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

from ..base.classes import dataclass, field
from ..ir import TERMINATORS, BasicBlock, InstCode
from ..ir.build import IRBuilder
from .calls import Calls
from .names import boolean, u32
from .operands import Aggregate, AggregatePhi, AnyPhi, CodeBlock, Operand, Phi, TypedValue, part_types, require_block
from .types import Array, Matrix, MetalType, Scalar, Struct, Vector, fits


class Branch:
    """An `if_` under construction, which `else_` may follow:

    with b.if_(c) as branch: ...
    with branch.else_(): ...  # directly after it, or omitted

    A parser without such blocks calls `b.begin_if(c)`, then optionally `otherwise()`, then `end()`.
    """

    def __init__(self, builder: Flow, condition: TypedValue) -> None:
        self._builder = builder
        self._after = builder.new_block()
        then = builder.new_block()
        self._before = builder.here
        builder.cond_br(condition, then, self._after)
        self._state = "then"
        builder.position(then)

    def otherwise(self) -> None:
        """Start the alternative: instructions from here on run if the condition is false."""
        builder = self._builder
        if self._state != "then":
            raise builder.error("otherwise", "the branch has ended or already has an alternative")
        if not builder.is_terminated:
            builder.br(self._after)
        self._begin_alternative()

    def end(self) -> None:
        """End the branch: instructions from here on follow both alternatives."""
        builder = self._builder
        if self._state == "ended":
            raise builder.error("end", "the branch has ended already")
        if not builder.is_terminated:
            builder.br(self._after)
        self._state = "ended" if self._state == "otherwise" else "after"
        builder.position(self._after)

    def _begin_alternative(self) -> None:
        other = self._builder.new_block()
        self._builder.code.redirect(self._before.ir, other.ir)
        self._builder.position(other)
        self._state = "otherwise"

    @contextmanager
    def else_(self) -> Iterator[None]:
        """The instructions in the block run if the condition of the preceding `if_` is false."""
        builder, after = self._builder, self._after.ir
        if self._state != "after" or builder.code.block is not after or after.instructions:
            raise builder.error("else_", "it comes right after its if_, once, before anything else is built")
        builder.code.take_block(after)
        self._begin_alternative()
        yield
        self.end()


@dataclass
class _Carried:
    phi: AnyPhi
    current: TypedValue
    on_break: list[tuple[TypedValue, CodeBlock]] = field(default_factory=list)


class Loop:
    """A loop under construction: `index` of `for_range`, loop-carried values, exits.

    with b.for_range(n) as loop:
        total = loop.carry(b.const(f32, 0))  # the initial value
        loop.update(total, total + p[loop.index].load())
    b.store(loop.result(total), out)
    """

    def __init__(self, builder: Flow, start: CodeBlock) -> None:
        self._builder = builder
        self._before = start
        self._header = builder.new_block()
        self._latch = builder.new_block()
        self._exit = builder.new_block()
        self._carried: dict[TypedValue, _Carried] = {}
        self._rounds: list[tuple[CodeBlock, dict[TypedValue, TypedValue]]] = []
        self._leaves_at_top = False
        self._index: TypedValue | None = None
        self._results: dict[TypedValue, TypedValue] = {}
        self._is_finished = False

    def _require_open(self, name: str) -> None:
        if self._is_finished:
            raise self._builder.error(name, "the loop is finished")

    @property
    def index(self) -> TypedValue:
        """The loop counter of `for_range`."""
        if self._index is None:
            raise self._builder.error("loop", "only for_range has an index")
        return self._index

    def carry(self, value: Operand, type: MetalType | None = None) -> TypedValue:
        """A loop-carried value, with the initial value `value`. Without `update` it does not change."""
        builder = self._builder
        self._require_open("carry")
        if not isinstance(value, TypedValue):
            if type is None:
                raise builder.error("carry", "a number needs a type")
            value = builder.number("carry", value, type)
        phi = builder._phi_in(self._header, value.type)
        phi.add(value, self._before)
        self._carried[phi] = _Carried(phi, phi)
        return phi

    def update(self, carried: TypedValue, value: Operand) -> None:
        """Set the value of `carried` for the next iteration."""
        builder = self._builder
        self._require_open("update")
        state = self._carried.get(carried)
        if state is None:
            raise builder.error("update", "it is not carried by this loop")
        value = builder.number("update", value, carried.type)
        if not fits(value.type, carried.type):
            raise builder.error("update", f"a {value.type} for a {carried.type}")
        for part in _leaves(value):
            builder.operand("update", part)
        state.current = value

    def result(self, carried: TypedValue) -> TypedValue:
        """The value of `carried` after the loop."""
        if carried not in self._results:
            raise self._builder.error("result", "the loop is not finished, or does not carry it")
        return self._results[carried]

    def break_(self) -> None:
        """Leave the loop. Later instructions in the same block are unreachable."""
        self._require_open("break_")
        for state in self._carried.values():
            state.on_break.append((state.current, self._builder.here))
        self._builder.br(CodeBlock(self._builder, self._exit.ir))

    def break_if(self, condition: TypedValue) -> None:
        """Leave the loop if the condition is true."""
        with self._builder.if_(condition):
            self.break_()

    def continue_(self) -> None:
        """Continue with the next iteration."""
        self._require_open("continue_")
        values = {key: state.current for key, state in self._carried.items()}
        self._rounds.append((self._builder.here, values))
        self._builder.br(self._latch)

    def _finish(self, step: tuple[Phi, TypedValue | int] | None) -> None:
        builder = self._builder
        if not builder.is_terminated:
            self.continue_()
        self._is_finished = True
        if self._rounds:
            builder.position(self._latch)
            for key, state in self._carried.items():
                values = [(values.get(key, state.phi), block) for block, values in self._rounds]
                state.phi.add(builder._joined(values), self._latch)
            if step is not None:
                step[0].add(builder.add(step[0], step[1]), self._latch)
            builder.br(self._header)
        builder.position(self._exit)
        for key, state in self._carried.items():
            ways = list(state.on_break)
            if self._leaves_at_top:
                ways.insert(0, (state.phi, self._header))
            self._results[key] = builder._joined(ways) if ways else state.phi


class Flow(Calls):
    """Blocks, branches and structured control flow."""

    @property
    def here(self) -> CodeBlock:
        """The block of the insertion position."""
        return CodeBlock(self, self.code.block)

    def new_block(self, name: str = "") -> CodeBlock:
        """A new block, for branches and for `position`."""
        return CodeBlock(self, BasicBlock(name))

    def position(self, block: CodeBlock) -> None:
        """Move the insertion position to the end of `block`."""
        require_block(self, "position", block)
        self.code.place_block(block.ir)
        self.code.at_end(block.ir)

    @contextmanager
    def before_end(self, block: CodeBlock) -> Iterator[None]:
        """Move the insertion position before the terminator of `block`, for operands of a phi in another block. Only
        instructions for this block are allowed: no branches, no structured control flow.
        """
        if block.builder.function is not self.function or not block.ir.instructions:
            raise self.error("before_end", "the block has no end here")
        if block.ir.instructions[-1].code not in TERMINATORS:
            raise self.error("before_end", "the block has no end")
        with self.code.kept_position():
            self.code.before_end(block.ir)
            yield

    def _end(self, name: str, *blocks: CodeBlock) -> IRBuilder:
        """The IR builder, for a terminator with successors."""
        for block in blocks:
            require_block(self, name, block)
            if block.ir is self.function.blocks[0]:
                raise self.error(name, "the first block of a function can't be a branch target")
        return self.code.at(name)

    def br(self, block: CodeBlock) -> None:
        """Branch to `block`."""
        self._end("br", block).branch(block.ir)

    def cond_br(self, condition: TypedValue, if_true: CodeBlock, if_false: CodeBlock) -> None:
        """Branch to `if_true` or `if_false`."""
        if not isinstance(condition, TypedValue) or condition.type != boolean:
            raise self.error("cond_br", f"the condition is {getattr(condition, 'type', condition)}, not bool")
        ir = self.operand("cond_br", condition)
        self._end("cond_br", if_true, if_false).branch_if(ir, if_true.ir, if_false.ir)

    def switch(self, value: TypedValue, default: CodeBlock, cases: Mapping[int, CodeBlock]) -> None:
        """Branch to the block for the value, or to `default` if `cases` does not have the value."""
        if not isinstance(self.value_type("switch", value), Scalar) or not value.type.is_integer:  # type: ignore[attr-defined]
            raise self.error("switch", f"the value is {value.type}, not an integer")
        numbers = [self.number("switch", number, value.type).ir for number in cases]
        if len(set(numbers)) < len(numbers):
            raise self.error("switch", "two cases are the same number")
        ir = self.operand("switch", value)
        targets = [(number, block.ir) for number, block in zip(numbers, cases.values(), strict=True)]
        self._end("switch", default, *cases.values()).switch(ir, default.ir, targets)

    def phi(self, type: MetalType) -> AnyPhi:
        """A phi at the start of this block: a value that depends on the preceding block."""
        self.require_type("phi", type)
        if self.code.block.instructions and self.code.block.instructions[-1].code is not InstCode.PHI:
            raise self.error("phi", "phis come first in their block")
        return self._phi_in(self.here, type)

    def _phi_in(self, block: CodeBlock, type: MetalType) -> AnyPhi:
        if isinstance(type, (Struct, Array, Matrix)):
            self._require_parts("phi", type)
            return AggregatePhi(self, type, [self._phi_in(block, part_type) for part_type in part_types(type)])
        return self._scalar_phi(block, type.unpacked if isinstance(type, Vector) else type)

    def _scalar_phi(self, block: CodeBlock, type: MetalType) -> Phi:
        b = self.code.at("phi")
        with b.kept_position():
            b.at_start(block.ir)
            return Phi(self, b.phi(self.low.value(type)), type)

    def _joined(self, values: list[tuple[TypedValue, CodeBlock]]) -> TypedValue:
        """A single value for a block with several predecessors."""
        first = values[0][0]
        if isinstance(first, Aggregate):
            if all(value is first for value, _ in values):
                return first
        elif all(value.ir is first.ir for value, _ in values):
            return first
        phi = self._phi_in(self.here, first.type)
        for value, block in values:
            phi.add(value, block)
        return phi

    # --- structured

    @contextmanager
    def if_(self, condition: TypedValue) -> Iterator[Branch]:
        """The instructions in the block run if the condition is true; `else_` of the branch starts an alternative."""
        branch = Branch(self, condition)
        yield branch
        branch.end()

    def begin_if(self, condition: TypedValue) -> Branch:
        """Start a branch: instructions run if the condition is true, until `otherwise` or `end` of the branch."""
        return Branch(self, condition)

    @contextmanager
    def if_else(
        self, condition: TypedValue
    ) -> Iterator[tuple[AbstractContextManager[None], AbstractContextManager[None]]]:
        """Two alternatives:

        with b.if_else(c) as (then, otherwise):
            with then: ...
            with otherwise: ...
        """
        then, otherwise, after = self.new_block(), self.new_block(), self.new_block()
        self.cond_br(condition, then, otherwise)

        @contextmanager
        def part(block: CodeBlock) -> Iterator[None]:
            self.position(block)
            yield
            if not self.is_terminated:
                self.br(after)

        yield part(then), part(otherwise)
        for block in (then, otherwise):
            if not self.code.has_block(block.ir):
                self.position(block)
                self.br(after)
        self.position(after)
        if not any(after.ir in block.instructions[-1].blocks for block in self.function.blocks if block.instructions):
            self.code.take_block(after.ir)  # neither alternative reaches the next block
            self.code.at_end(self.function.blocks[-1])

    @contextmanager
    def loop(self) -> Iterator[Loop]:
        """The instructions in the block repeat until `break_` or `break_if` of the loop."""
        loop = Loop(self, self.here)
        self.br(loop._header)
        self.position(loop._header)
        body = self.new_block()
        self.br(body)  # phis can be added to the header until the body is finished
        self.position(body)
        yield loop
        loop._finish(None)

    @contextmanager
    def for_range(
        self, start: TypedValue | int, stop: TypedValue | int | None = None, step: TypedValue | int = 1
    ) -> Iterator[Loop]:
        """A loop over Python's `range`: `loop.index` counts from `start` (0 if only `stop` is given) up to, but not
        including, `stop`.

        The numbers have the type of an operand that is a value, or uint if all are Python numbers. The loop does not
        end if `step` is a value that is 0.
        """
        if stop is None:
            stop = start
            start = 0
        type = next(iter([item.type for item in (stop, start, step) if isinstance(item, TypedValue)]), u32)
        if not isinstance(type, Scalar) or not type.is_integer:
            raise self.error("for_range", f"it can't count in {type}")
        if isinstance(step, int) and (step == 0 or (step < 0 and not type.is_signed)):
            raise self.error("for_range", f"a step of {step} in {type}")
        first, last = self.number("for_range", start, type), self.number("for_range", stop, type)
        by = self.number("for_range", step, type)
        if first.type != last.type or by.type != type:
            raise self.error("for_range", f"from {first.type} to {last.type} by {by.type}")
        loop = Loop(self, self.here)
        loop._leaves_at_top = True
        self.br(loop._header)
        self.position(loop._header)
        index = self._scalar_phi(loop._header, type)
        index.add(first, loop._before)
        loop._index = index
        body = self.new_block()
        self.cond_br(self._goes_on(index, last, step), body, loop._exit)
        self.position(body)
        yield loop
        loop._finish((index, step))

    def _goes_on(self, index: TypedValue, last: TypedValue, step: TypedValue | int) -> TypedValue:
        """The loop condition. For a signed `step` that is a value, both directions are tested."""
        if isinstance(step, int) or not isinstance(step.type, Scalar) or not step.type.is_signed:
            is_up = not isinstance(step, int) or step > 0
            return self.compare("lt" if is_up else "gt", index, last)
        up = self.compare("gt", step, 0)
        return self.select(up, self.compare("lt", index, last), self.compare("gt", index, last))


def _leaves(value: TypedValue) -> Iterator[TypedValue]:
    """The scalars, vectors and pointers in a value."""
    if isinstance(value, Aggregate):
        for part in value.parts:
            yield from _leaves(part)
    else:
        yield value
