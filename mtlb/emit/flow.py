"""Control flow: blocks, branches, loops, phis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from ..ir import TERMINATORS, BasicBlock, BlockInstruction, Constant, GlobalValue, InstCode
from ..ir.build import IRBuilder
from .names import boolean, u32
from .types import MetalType, Scalar
from .value import Operand, Operations, TypedValue


@dataclass(eq=False)
class CodeBlock:
    """A place that a program can branch to."""

    builder: Flow
    ir: BasicBlock


class Phi(TypedValue):
    """A value that depends on where its block was entered from. Every block that branches there needs an `add`."""

    __slots__ = ()

    def add(self, value: Operand, block: CodeBlock) -> None:
        """The value if control comes from `block`."""
        builder = self.builder
        value = builder.number("phi", value, self.type)
        if value.type != self.type:
            raise builder.error("phi", f"a {value.type} for a phi of {self.type}")
        if not isinstance(value.ir, (Constant, GlobalValue)) and value.builder.function is not builder.function:
            raise builder.error("phi", f"an operand belongs to another function, {value.builder.code.what}")
        phi = self.ir
        assert isinstance(phi, BlockInstruction)
        if block.ir in phi.blocks:
            raise builder.error("phi", "it has a value for this block already")
        phi.operands = (*phi.operands, value.ir)
        phi.blocks = (*phi.blocks, block.ir)


@dataclass
class _Carried:
    phi: Phi
    current: TypedValue
    on_break: list[tuple[TypedValue, CodeBlock]] = field(default_factory=list)


class Loop:
    """A loop being built: `index` of `for_range`, values carried around, ways out.

    with b.for_range(n) as loop:
        total = loop.carry(b.const(f32, 0))  # 0 at first
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

    @property
    def index(self) -> TypedValue:
        """The number of `for_range`."""
        if self._index is None:
            raise self._builder.error("loop", "only for_range has an index")
        return self._index

    def carry(self, value: Operand, type: MetalType | None = None) -> TypedValue:
        """A value that a round of the loop passes on to the next: `value` at first. Without `update` it stays."""
        builder = self._builder
        if not isinstance(value, TypedValue):
            if type is None:
                raise builder.error("carry", "a number needs a type")
            value = builder.number("carry", value, type)
        phi = builder._phi_in(self._header, value.type)
        phi.add(value, self._before)
        self._carried[phi] = _Carried(phi, phi)
        return phi

    def update(self, carried: TypedValue, value: Operand) -> None:
        """What `carried` is in the next round."""
        builder = self._builder
        known = self._carried.get(carried)
        if known is None:
            raise builder.error("update", "it is not carried by this loop")
        value = builder.number("update", value, carried.type)
        if value.type != carried.type:
            raise builder.error("update", f"a {value.type} for a {carried.type}")
        builder.operand("update", value)
        known.current = value

    def result(self, carried: TypedValue) -> TypedValue:
        """After the loop: what `carried` is in the end."""
        if carried not in self._results:
            raise self._builder.error("result", "the loop is not finished, or does not carry it")
        return self._results[carried]

    def break_(self) -> None:
        """Leave the loop. What follows in the same block is unreachable."""
        for known in self._carried.values():
            known.on_break.append((known.current, self._builder.here))
        self._builder.br(CodeBlock(self._builder, self._exit.ir))

    def break_if(self, condition: TypedValue) -> None:
        """Leave the loop if the condition is true."""
        with self._builder.if_(condition):
            self.break_()

    def continue_(self) -> None:
        """Go on with the next round."""
        values = {key: known.current for key, known in self._carried.items()}
        self._rounds.append((self._builder.here, values))
        self._builder.br(self._latch)

    def _finish(self, step: tuple[Phi, int] | None) -> None:
        builder = self._builder
        if not builder.is_terminated:
            self.continue_()
        if self._rounds:
            builder.position(self._latch)
            for key, known in self._carried.items():
                values = [(values.get(key, known.phi), block) for block, values in self._rounds]
                known.phi.add(builder._joined(values), self._latch)
            if step is not None:
                step[0].add(builder.add(step[0], step[1]), self._latch)
            builder.br(self._header)
        builder.position(self._exit)
        for key, known in self._carried.items():
            ways = list(known.on_break)
            if self._leaves_at_top:
                ways.insert(0, (known.phi, self._header))
            self._results[key] = builder._joined(ways) if ways else known.phi


class Flow(Operations):
    """Blocks and branches."""

    @property
    def here(self) -> CodeBlock:
        """The block that instructions are added to."""
        return CodeBlock(self, self.code.block)

    def new_block(self, name: str = "") -> CodeBlock:
        """A block, to branch to and to `position` at."""
        return CodeBlock(self, BasicBlock(name))

    def position(self, block: CodeBlock) -> None:
        """Instructions come at the end of `block` from now on."""
        if block.builder.function is not self.function:
            raise self.error("position", f"the block belongs to another function, {block.builder.code.what}")
        if block.ir not in self.function.blocks:
            self.function.blocks.append(block.ir)
        self.code.at_end(block.ir)

    @contextmanager
    def before_end(self, block: CodeBlock) -> Iterator[None]:
        """Instructions come before the branch or return at the end of `block`, for a phi of another block that needs
        them there. They stay in the block: no branches, no structured control flow."""
        if block.builder.function is not self.function or not block.ir.instructions:
            raise self.error("before_end", "the block has no end here")
        if block.ir.instructions[-1].code not in TERMINATORS:
            raise self.error("before_end", "the block has no end")
        with self.code.kept_position():
            self.code.before_end(block.ir)
            yield

    def _end(self, name: str, *blocks: CodeBlock) -> IRBuilder:
        """The builder of IR, for an end of the block that leads to others."""
        for block in blocks:
            if block.builder.function is not self.function:
                raise self.error(name, f"the block belongs to another function, {block.builder.code.what}")
        return self.code.ending(name)

    def br(self, block: CodeBlock) -> None:
        """Go on at `block`."""
        self._end("br", block).branch(block.ir)

    def cond_br(self, condition: TypedValue, if_true: CodeBlock, if_false: CodeBlock) -> None:
        """Go on at `if_true` or at `if_false`."""
        if not isinstance(condition, TypedValue) or condition.type != boolean:
            raise self.error("cond_br", f"the condition is {getattr(condition, 'type', condition)}, not bool")
        ir = self.operand("cond_br", condition)
        self._end("cond_br", if_true, if_false).branch_if(ir, if_true.ir, if_false.ir)

    def switch(self, value: TypedValue, default: CodeBlock, cases: Mapping[int, CodeBlock]) -> None:
        """Go on at the block of the case that `value` is, else at `default`."""
        if not isinstance(value.type, Scalar) or not value.type.is_integer:
            raise self.error("switch", f"the value is {value.type}, not an integer")
        numbers = [self.number("switch", number, value.type).ir for number in cases]
        if len(set(numbers)) < len(numbers):
            raise self.error("switch", "two cases are the same number")
        ir = self.operand("switch", value)
        targets = [(number, block.ir) for number, block in zip(numbers, cases.values(), strict=True)]
        self._end("switch", default, *cases.values()).switch(ir, default.ir, targets)

    def phi(self, type: MetalType) -> Phi:
        """A value that depends on which block control comes from, at the start of this block."""
        if any(one.code is not InstCode.PHI for one in self.code.block.instructions):
            raise self.error("phi", "phis come first in their block")
        return self._phi_in(self.here, type)

    def _phi_in(self, block: CodeBlock, type: MetalType) -> Phi:
        b = self.code.at("phi")
        with b.kept_position():
            b.at_start(block.ir)
            return Phi(self, b.phi(self.low.value(type)), type)

    def _joined(self, values: list[tuple[TypedValue, CodeBlock]]) -> TypedValue:
        """One value for the block that control comes to from several."""
        first = values[0][0]
        if all(value.ir is first.ir for value, _ in values):
            return first
        phi = self._phi_in(self.here, first.type)
        for value, block in values:
            phi.add(value, block)
        return phi

    # --- structured

    @contextmanager
    def if_(self, condition: TypedValue) -> Iterator[None]:
        """What is built in the block is done if the condition is true."""
        then, after = self.new_block(), self.new_block()
        self.cond_br(condition, then, after)
        self.position(then)
        yield
        if not self.is_terminated:
            self.br(after)
        self.position(after)

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
            if block.ir not in self.function.blocks:
                self.position(block)
                self.br(after)
        self.position(after)
        if not any(after.ir in block.instructions[-1].blocks for block in self.function.blocks if block.instructions):
            self.function.blocks.remove(after.ir)  # both alternatives left the function
            self.code.at_end(self.function.blocks[-1])

    @contextmanager
    def loop(self) -> Iterator[Loop]:
        """What is built in the block is done again and again, until `break_` or `break_if` of the loop."""
        loop = Loop(self, self.here)
        self.br(loop._header)
        self.position(loop._header)
        body = self.new_block()
        self.br(body)  # phis may come to the header as long as the body is built
        self.position(body)
        yield loop
        loop._finish(None)

    @contextmanager
    def for_range(self, start: TypedValue | int, stop: TypedValue | int | None = None, step: int = 1) -> Iterator[Loop]:
        """As Python's `range`: `loop.index` counts from `start` (0 if only `stop` is given) to below `stop`.

        The numbers have the type of the operand that is a value; uint, if neither is.
        """
        if stop is None:
            start, stop = 0, start
        type = next((one.type for one in (stop, start) if isinstance(one, TypedValue)), u32)
        if not isinstance(type, Scalar) or not type.is_integer:
            raise self.error("for_range", f"it can't count in {type}")
        if step == 0 or (step < 0 and not type.is_signed):
            raise self.error("for_range", f"a step of {step} in {type}")
        first, last = self.number("for_range", start, type), self.number("for_range", stop, type)
        if first.type != last.type:
            raise self.error("for_range", f"from {first.type} to {last.type}")
        loop = Loop(self, self.here)
        loop._leaves_at_top = True
        self.br(loop._header)
        self.position(loop._header)
        index = self._phi_in(loop._header, type)
        index.add(first, loop._before)
        loop._index = index
        body = self.new_block()
        self.cond_br(self.compare("lt" if step > 0 else "gt", index, last), body, loop._exit)
        self.position(body)
        yield loop
        loop._finish((index, step))
