"""Control flow: structured instructions as blocks and branches. Subroutines are inlined.
Direct3D has no recursion, and calls nest at most 32 deep (functional specification 22.7.19); every call gets a copy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..base.errors import BuildError
from ..dxbc.tokens import TokenInstruction
from ..emit.names import i32
from ..emit.operands import CodeBlock, TypedValue
from .function import ProgramLowering
from .program import OperandType
from .registry import HANDLERS

MAX_NESTING = 64
"""The maximum nesting of ifs, loops and switches; Direct3D's limit."""
MAX_CALLS = 32
"""The maximum call depth; Direct3D's limit."""
MAX_INSTRUCTIONS = 100_000
"""The maximum number of instructions after inlining."""


@dataclass
class _Frame:
    """An open if, loop or switch. `next`: the target of an if whose condition is false, or the first block of a
    loop."""

    kind: str
    instruction: TokenInstruction
    end: CodeBlock
    next: CodeBlock | None = None
    value: TypedValue | None = None
    start: CodeBlock | None = None
    cases: dict[int, CodeBlock] = field(default_factory=dict)
    default: CodeBlock | None = None


class FlowLowering:
    """Translates the instructions of a program in order. Unreachable code is omitted."""

    def __init__(self, f: ProgramLowering, body: Sequence[TokenInstruction] | None = None) -> None:
        self.f = f
        self.b = f.b
        self.program = f.program
        self._body = f.program.body if body is None else body
        self.exit = self.b.new_block()
        self._used: set[object] = set()
        self._live = True
        self._frames: list[_Frame] = []
        self._returns = [self.exit]
        self._count = 0
        self._main, self._labels = self._split()

    def _split(self) -> tuple[list[TokenInstruction], dict[int, list[TokenInstruction]]]:
        main: list[TokenInstruction] = []
        labels: dict[int, list[TokenInstruction]] = {}
        current = main
        for i in self._body:
            if i.name == "label":
                number = self._label(i, 0)
                if number in labels:
                    raise self.program.bad(i, f"the label {number} occurs twice")
                current = labels[number] = []
            else:
                current.append(i)
        return main, labels

    def _label(self, i: TokenInstruction, place: int) -> int:
        operand = self.f.source(i, place)
        if operand.type != OperandType.LABEL or not operand.indices or operand.indices[0].relative is not None:
            raise self.program.bad(i, "its operand is not a label")
        return operand.indices[0].number

    def lower(self) -> bool:
        """Translate the code. Returns whether its end, where the builder is then positioned, is reached."""
        self._run(self._main)
        self._branch(self.exit)
        self._position(self.exit)
        return self._live

    # --- blocks

    def _branch(self, block: CodeBlock) -> None:
        if self._live:
            self.b.br(block)
            self._used.add(block.ir)
            self._live = False

    def _branch_if(self, condition: TypedValue, block: CodeBlock) -> None:
        """Branch to `block` if the condition holds, otherwise continue."""
        after = self.b.new_block()
        self.b.cond_br(condition, block, after)
        self._used.update((block.ir, after.ir))
        self._position(after)

    def _position(self, block: CodeBlock) -> None:
        self._live = block.ir in self._used
        if self._live:
            self.b.position(block)

    # --- instructions

    def _run(self, instructions: list[TokenInstruction]) -> None:
        depth = len(self._frames)
        last = None
        for i in instructions:
            last = i
            self._count += 1
            if self._count > MAX_INSTRUCTIONS:
                raise self.program.refuse(
                    i, f"more than {MAX_INSTRUCTIONS} instructions, those of subroutines included"
                )
            try:
                self._instruction(i, depth)
            except BuildError as error:
                raise self.program.bad(i, error.reason) from None
        if len(self._frames) > depth:
            raise self.program.bad(last or self._frames[-1].instruction, f"{self._frames[-1].kind} without its end")

    def _instruction(self, i: TokenInstruction, depth: int) -> None:
        line = self.program.lines.get(i.offset)
        if line is not None and self._live:
            self.b.line(line.line, line.column, line.path)
        handler = getattr(self, f"_do_{i.name}", None)
        if handler is not None:
            if i.name in _CLOSING and len(self._frames) <= depth:
                raise self.program.bad(i, "without its beginning")
            handler(i)
        elif self._live:
            lower = HANDLERS.get(i.name)
            if lower is None:
                raise self.program.refuse(i, "the instruction is not translated")
            lower(self.f, i)

    def _condition(self, i: TokenInstruction, place: int = 0) -> TypedValue:
        value = self.f.number(i, place)
        return self.b.compare("ne" if i.control(18, 1) else "eq", value, 0)

    def _open(self, frame: _Frame) -> None:
        if len(self._frames) >= MAX_NESTING:
            raise self.program.bad(frame.instruction, f"more than {MAX_NESTING} deep")
        self._frames.append(frame)

    def _top(self, i: TokenInstruction, kind: str) -> _Frame:
        frame = self._frames[-1]
        if frame.kind != kind:
            raise self.program.bad(i, f"inside {frame.kind}, which has not ended")
        return frame

    def _do_if(self, i: TokenInstruction) -> None:
        then, otherwise, end = (self.b.new_block() for _ in range(3))
        self._open(_Frame("if", i, end, otherwise))
        if self._live:
            self.b.cond_br(self._condition(i), then, otherwise)
            self._used.update((then.ir, otherwise.ir))
        self._position(then)

    def _do_else(self, i: TokenInstruction) -> None:
        frame = self._top(i, "if")
        if frame.next is None:
            raise self.program.bad(i, "a second else of the same if")
        self._branch(frame.end)
        self._position(frame.next)
        frame.next = None

    def _do_endif(self, i: TokenInstruction) -> None:
        frame = self._top(i, "if")
        self._branch(frame.end)
        if frame.next is not None:
            self._position(frame.next)
            self._branch(frame.end)
        self._frames.pop()
        self._position(frame.end)

    def _do_loop(self, i: TokenInstruction) -> None:
        head, end = self.b.new_block(), self.b.new_block()
        self._open(_Frame("loop", i, end, head))
        self._branch(head)
        self._position(head)

    def _do_endloop(self, i: TokenInstruction) -> None:
        frame = self._top(i, "loop")
        assert frame.next is not None
        self._branch(frame.next)
        self._frames.pop()
        self._position(frame.end)

    def _target(self, i: TokenInstruction, *kinds: str) -> CodeBlock:
        for frame in reversed(self._frames):
            if frame.kind in kinds:
                if i.name.startswith("continue"):
                    assert frame.next is not None
                    return frame.next
                return frame.end
        raise self.program.bad(i, f"outside of a {' or '.join(kinds)}")

    def _do_break(self, i: TokenInstruction) -> None:
        self._branch(self._target(i, "loop", "switch"))

    def _do_breakc(self, i: TokenInstruction) -> None:
        target = self._target(i, "loop", "switch")
        if self._live:
            self._branch_if(self._condition(i), target)

    def _do_continue(self, i: TokenInstruction) -> None:
        self._branch(self._target(i, "loop"))

    def _do_continuec(self, i: TokenInstruction) -> None:
        target = self._target(i, "loop")
        if self._live:
            self._branch_if(self._condition(i), target)

    def _do_switch(self, i: TokenInstruction) -> None:
        frame = _Frame("switch", i, self.b.new_block())
        self._open(frame)
        if self._live:
            frame.value, frame.start = self.f.number(i, 0, i32), self.b.here
        self._live = False

    def _do_case(self, i: TokenInstruction) -> None:
        frame = self._top(i, "switch")
        values = self.f.source(i, 0).values
        if not values:
            raise self.program.bad(i, "its operand is not a number")
        if values[0] in frame.cases:
            raise self.program.bad(i, f"the case {values[0]} occurs twice")
        frame.cases[values[0]] = self._case_block(frame)

    def _do_default(self, i: TokenInstruction) -> None:
        frame = self._top(i, "switch")
        if frame.default is not None:
            raise self.program.bad(i, "a second default of the same switch")
        frame.default = self._case_block(frame)

    def _case_block(self, frame: _Frame) -> CodeBlock:
        block = self.b.new_block()
        self._branch(block)  # fall-through from the previous case
        if frame.start is not None:
            self._used.add(block.ir)
        self._position(block)
        return block

    def _do_endswitch(self, i: TokenInstruction) -> None:
        frame = self._top(i, "switch")
        self._branch(frame.end)
        self._frames.pop()
        if frame.start is not None and frame.value is not None:
            self.b.position(frame.start)
            signed = {number - (1 << 32) if number >> 31 else number: block for number, block in frame.cases.items()}
            default = frame.default or frame.end
            self.b.switch(frame.value, default, signed)
            self._used.add(default.ir)
        self._position(frame.end)

    def _do_ret(self, i: TokenInstruction) -> None:
        self._branch(self._returns[-1])

    def _do_retc(self, i: TokenInstruction) -> None:
        if self._live:
            self._branch_if(self._condition(i), self._returns[-1])

    def _do_discard(self, i: TokenInstruction) -> None:
        if not self._live:
            return
        if self.program.stage != "fragment":
            raise self.program.bad(i, "outside of a pixel shader")
        with self.b.if_(self._condition(i)):
            self.b.air("discard_fragment")

    def _do_call(self, i: TokenInstruction) -> None:
        if self._live:
            self._call(i, self._label(i, 0))

    def _do_callc(self, i: TokenInstruction) -> None:
        if not self._live:
            return
        then, after = self.b.new_block(), self.b.new_block()
        self.b.cond_br(self._condition(i), then, after)
        self._used.update((then.ir, after.ir))
        self._position(then)
        self._call(i, self._label(i, 1))
        self._branch(after)
        self._position(after)

    def _call(self, i: TokenInstruction, label: int) -> None:
        body = self._labels.get(label)
        if body is None:
            raise self.program.bad(i, f"there is no label {label}")
        if len(self._returns) > MAX_CALLS:
            raise self.program.bad(i, f"calls more than {MAX_CALLS} deep")
        back = self.b.new_block()
        self._returns.append(back)
        frames, self._frames = self._frames, []
        self._run(body)
        self._frames = frames
        self._branch(back)
        self._returns.pop()
        self._position(back)

    def _do_fcall(self, i: TokenInstruction) -> None:
        raise self.program.refuse(i, "interfaces of HLSL: their functions are chosen when a shader is bound")


_CLOSING = frozenset({"else", "endif", "endloop", "case", "default", "endswitch"})
