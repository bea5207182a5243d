"""Random kernels whose lanes part and meet, what they compute if lanes run in lockstep, and the same in other orders.

A program is a tree of statements. `_Lockstep` executes it for all lanes of a simdgroup at once, with a set of those
that are active; `ir_of` writes it as textual IR. Nothing stands between a decision to leave a loop and the way out:
what a lane does only on its way out is behind the loop in the control flow graph, and in it in the tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from llvmlite import binding

from mtlb.convert import convert_bytes
from mtlb.ir import AIR_DATA_LAYOUT, BasicBlock, BlockInstruction, InstCode, Module, TypeCode, copy_module
from mtlb.ir.build import IRBuilder

__all__ = [
    "HEAD",
    "MEETINGS",
    "TAIL",
    "THREADS",
    "Maker",
    "Program",
    "Statement",
    "expected",
    "ir_of",
    "made_program",
    "merged_returns",
    "optimized",
    "shuffled",
    "split_edges",
]

WIDTH, THREADS = 32, 64
VARIABLES = 3
WORD = 0xFFFFFFFF
MEETINGS = ("sum", "prefix", "ballot", "first", "shuffle", "barrier")

Statement = tuple  # its kind, then what the kind has: see `Maker`


@dataclass
class Program:
    """The body of the kernel, and of each helper, which takes a number and returns its first variable."""

    body: list[Statement]
    helpers: list[list[Statement]] = field(default_factory=list)


def made_program(seed: int) -> Program:
    """One program; the same for the same seed."""
    return Maker(Random(seed)).program()


class Maker:
    """Makes the statements of a program."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.left = 0

    def program(self) -> Program:
        helpers: list[list[Statement]] = []
        for number in range(self.random.randint(0, 2)):  # each may call those before it
            self.left = 8
            helpers.append(self.block(1, loops=0, helpers=number, ends=True))
        self.left = 22
        count = len(helpers)
        body = self.uniform(count)
        return Program([*body, *self.block(0, loops=0, helpers=count, ends=True)], helpers)

    def uniform(self, helpers: int) -> list[Statement]:
        """Statements that all threads reach, with barriers between them."""
        statements: list[Statement] = []
        for _ in range(self.random.randint(0, 2)):
            statements += self.block(1, loops=0, helpers=helpers, ends=False)
            statements.append(("exchange", self.variable(), self.random.randrange(1, THREADS)))
        if statements and self.random.random() < 0.5:
            statements = [("repeat", self.random.randint(1, 3), statements)]
        return statements

    def variable(self) -> int:
        return self.random.randrange(VARIABLES)

    def condition(self) -> tuple[int, int, int]:
        """A variable, a mask, and what is left of the variable: often true for about half of the lanes."""
        mask = self.random.choice([1, 2, 4, 3, 5, 8])
        return self.variable(), mask, self.random.choice([0, mask])

    def block(self, depth: int, *, loops: int, helpers: int, ends: bool) -> list[Statement]:
        statements = [self.statement(depth, loops, helpers, ends) for _ in range(self.random.randint(1, 4))]
        return [*statements, (self.random.choice(MEETINGS), self.variable(), self.variable())]

    def statement(self, depth: int, loops: int, helpers: int, ends: bool) -> Statement:
        random = self.random
        self.left -= 1
        kinds = ["set", *MEETINGS]
        if depth < 4 and self.left > 0:
            kinds += ["if"] * 4 + ["switch"] * 2
            if loops < 2:
                kinds += ["for"] * 3 + ["do"] * 2
        if helpers:
            kinds += ["call"] * 3
        if loops:
            kinds += ["break", "continue"] * 2
        if ends:
            kinds.append("return")
        kind = random.choice(kinds)

        def inner(more: int = 0) -> list[Statement]:
            return self.block(depth + 1, loops=loops + more, helpers=helpers, ends=ends)

        if kind == "if":
            return kind, self.condition(), inner(), inner() if random.random() < 0.6 else []
        if kind == "switch":  # each case with whether it falls into the next one
            cases = [(inner(), random.random() < 0.4) for _ in range(random.randint(1, 3))]
            return kind, self.variable(), cases
        if kind == "for":
            return kind, self.variable(), inner(1)
        if kind == "do":
            return kind, self.condition(), inner(1)
        if kind == "call":
            return kind, self.variable(), random.randrange(helpers), self.variable()
        if kind in ("break", "continue", "return"):
            return kind, self.condition()
        if kind == "set":
            return kind, self.variable(), self.variable(), self.variable(), random.randrange(1, 99, 2)
        return kind, self.variable(), self.variable()


# --- the model -------------------------------------------------------------------------------------------------------


@dataclass
class _Frame:
    """One call by the lanes of a simdgroup."""

    variables: list[list[int]]
    returned: set[int] = field(default_factory=set)
    left: list[tuple[set[int], set[int]]] = field(default_factory=list)  # of each loop: its breaks and continues


class _Lockstep:
    """One simdgroup."""

    def __init__(self, program: Program, number: int) -> None:
        self.program = program
        lanes = range(number * WIDTH, (number + 1) * WIDTH)
        self.frame = _Frame([[lane * (n + 1) + n & WORD for lane in lanes] for n in range(VARIABLES)])

    def run(self, statements: Sequence[Statement], lanes: set[int], frame: _Frame) -> None:
        for statement in statements:
            lanes = lanes - frame.returned - set().union(*(out for item in frame.left for out in item))
            if lanes:
                self.step(statement, lanes, frame)

    def step(self, statement: Statement, lanes: set[int], frame: _Frame) -> None:
        kind, *rest = statement
        variables = frame.variables

        def holds(condition: tuple[int, int, int]) -> set[int]:
            variable, mask, value = condition
            return {lane for lane in lanes if variables[variable][lane] & mask == value}

        if kind == "set":
            into, left, right, factor = rest
            for lane in lanes:
                variables[into][lane] = (variables[left][lane] * factor ^ variables[right][lane] + factor) & WORD
        elif kind in MEETINGS:
            self.meet(kind, variables[rest[0]], list(variables[rest[1]]), sorted(lanes))
        elif kind == "if":
            condition, then, otherwise = rest
            taken = holds(condition)
            for lanes_of, part in ((taken, then), (lanes - taken, otherwise)):
                self.run(part, lanes_of, frame)
        elif kind == "switch":
            variable, cases = rest
            values = list(variables[variable])
            falling: set[int] = set()
            for number, (body, falls) in enumerate(cases):
                active = falling | {lane for lane in lanes if values[lane] & 3 == number}
                self.run(body, active, frame)
                falling = active if falls else set()
        elif kind in ("for", "do"):
            self.loop(kind, rest[0], rest[1], lanes, frame)
        elif kind == "call":
            into, helper, inputs = rest
            values = variables[inputs]
            inner = _Frame([[value * (n + 1) & WORD for value in values] for n in range(VARIABLES)])
            self.run(self.program.helpers[helper], lanes, inner)
            for lane in lanes:
                variables[into][lane] = inner.variables[0][lane]
        elif kind == "return":
            frame.returned |= holds(rest[0])
        else:
            frame.left[-1][kind == "continue"].update(holds(rest[0]))

    def loop(self, kind: str, decides: object, body: list[Statement], lanes: set[int], frame: _Frame) -> None:
        variables = frame.variables
        turns = {lane: variables[decides][lane] & 3 for lane in lanes} if isinstance(decides, int) else {}
        turn = 0
        while True:
            if kind == "for":
                lanes = {lane for lane in lanes if turn < turns[lane]}
            if not lanes:
                return
            frame.left.append((set(), set()))
            self.run(body, lanes, frame)
            broken, _ = frame.left.pop()
            lanes = lanes - frame.returned - broken
            turn += 1
            if kind == "do":
                variable, mask, value = decides  # type: ignore[misc]
                lanes = {lane for lane in lanes if turn < 3 and variables[variable][lane] & mask == value}

    def meet(self, kind: str, into: list[int], values: list[int], lanes: list[int]) -> None:
        total = 0
        for lane in lanes:
            before, total = total, total + values[lane] & WORD
            if kind == "prefix":
                into[lane] = before
        actual = {
            "sum": total,
            "ballot": sum((values[lane] & 1) << lane for lane in lanes),
            "first": values[lanes[0]],
            "shuffle": values[lanes[-1]],
        }.get(kind)
        if actual is not None:
            for lane in lanes:
                into[lane] = actual


def expected(program: Program) -> list[int]:
    """What each thread leaves."""
    simds = [_Lockstep(program, number) for number in range(THREADS // WIDTH)]

    def go(statements: Sequence[Statement]) -> None:
        for statement in statements:
            if statement[0] == "repeat":
                for _ in range(statement[1]):
                    go(statement[2])
            elif statement[0] == "exchange":
                _, variable, distance = statement
                values = [value for simd in simds for value in simd.frame.variables[variable]]
                for number, simd in enumerate(simds):
                    start = number * WIDTH + distance
                    simd.frame.variables[variable][:] = [values[(start + n) % THREADS] for n in range(WIDTH)]
            else:
                for simd in simds:
                    simd.run([statement], set(range(WIDTH)), simd.frame)

    go(program.body)
    rows = [simd.frame.variables for simd in simds]
    return [(a ^ b * 31 ^ c * 961) & WORD for row in rows for a, b, c in zip(*row, strict=True)]


# --- the text --------------------------------------------------------------------------------------------------------

HEAD = f"""target datalayout = "{AIR_DATA_LAYOUT}"
target triple = "air64_v26-apple-macosx14.0.0"
@tile = internal addrspace(3) global [64 x i32] undef, align 4
declare i32 @air.simd_sum.u.i32(i32) #0
declare i32 @air.simd_prefix_exclusive_sum.u.i32(i32) #0
declare i64 @air.simd_ballot.i64(i1) #0
declare i32 @air.simd_broadcast_first.u.i32(i32) #0
declare i32 @air.simd_shuffle.u.i32(i32, i16) #0
declare void @air.simdgroup.barrier(i32, i32) #0
declare void @air.wg.barrier(i32, i32) #0
declare i32 @llvm.ctlz.i32(i32, i1)
"""
TAIL = """attributes #0 = { convergent mustprogress nounwind willreturn }
!air.kernel = !{!0}
!0 = !{void (i32 addrspace(1)*, i32)* @k, !1, !2}
!1 = !{}
!2 = !{!3, !4}
!3 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read_write", !"air.address_space", i32 1,
  !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4,
  !"air.arg_type_name", !"uint", !"air.arg_name", !"out"}
!4 = !{i32 1, !"air.thread_index_in_threadgroup", !"air.arg_type_name", !"uint", !"air.arg_name", !"t"}
"""


def ir_of(program: Program, *, inlined: bool = False) -> str:
    """The program as textual IR, with a function for each helper, or with a copy of it at each call."""
    helpers = [] if inlined else [_Writer(program, False).helper(number) for number in range(len(program.helpers))]
    return "\n".join([HEAD, *helpers, _Writer(program, inlined).kernel(), TAIL])


class _Writer:
    """Writes one function."""

    def __init__(self, program: Program, inlined: bool) -> None:
        self.program, self.inlined = program, inlined
        self.lines: list[str] = []
        self.allocated: list[str] = []
        self.count = 0
        self.variables: list[str] = []
        self.ends: list[str] = []  # of the loops: where to break and to continue to, innermost last
        self.exit = "exit"

    def name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def value(self, text: str) -> str:
        name = f"%{self.name()}"
        self.lines.append(f"  {name} = {text}")
        return name

    def allocate(self) -> str:
        name = f"%{self.name()}"
        self.allocated.append(f"  {name} = alloca i32, align 4")
        return name

    def load(self, place: str) -> str:
        return self.value(f"load i32, i32* {place}, align 4")

    def store(self, value: str, place: str) -> None:
        self.lines.append(f"  store i32 {value}, i32* {place}, align 4")

    def branch(self, target: str) -> None:
        self.lines.append(f"  br label %{target}")

    def branch_if(self, condition: str, then: str, otherwise: str) -> None:
        self.lines.append(f"  br i1 {condition}, label %{then}, label %{otherwise}")

    def block(self, name: str) -> None:
        self.lines.append(f"{name}:")

    def begin(self, text: str, *, adds: bool) -> None:
        self.variables = [self.allocate() for _ in range(VARIABLES)]
        for number, place in enumerate(self.variables):
            value = self.value(f"mul i32 {text}, {number + 1}")
            self.store(self.value(f"add i32 {value}, {number}") if adds else value, place)

    def function(self, header: str) -> str:
        return "\n".join([f"{header} {{", "entry:", *self.allocated, *self.lines, "}"])

    def kernel(self) -> str:
        self.begin("%t", adds=True)
        self.statements(self.program.body)
        self.branch("exit")
        self.block("exit")
        a, b, c = (self.load(place) for place in self.variables)
        b, c = self.value(f"mul i32 {b}, 31"), self.value(f"mul i32 {c}, 961")
        both = self.value(f"xor i32 {a}, {b}")
        both = self.value(f"xor i32 {both}, {c}")
        at = self.value("getelementptr i32, i32 addrspace(1)* %out, i32 %t")
        self.lines += [f"  store i32 {both}, i32 addrspace(1)* {at}, align 4", "  ret void"]
        return self.function("define void @k(i32 addrspace(1)* %out, i32 %t) #0")

    def helper(self, number: int) -> str:
        """Each return of its own, so that there is something to merge."""
        self.exit = ""
        self.begin("%given", adds=False)
        self.statements(self.program.helpers[number])
        self.lines.append(f"  ret i32 {self.load(self.variables[0])}")
        return self.function(f"define internal i32 @h{number}(i32 %given) #0")

    def holds(self, condition: tuple[int, int, int]) -> str:
        variable, mask, value = condition
        bits = self.value(f"and i32 {self.load(self.variables[variable])}, {mask}")
        return self.value(f"icmp eq i32 {bits}, {value}")

    def statements(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, statement: Statement) -> None:
        kind, *rest = statement
        if kind == "set":
            into, left, right, factor = rest
            product = self.value(f"mul i32 {self.load(self.variables[left])}, {factor}")
            total = self.value(f"add i32 {self.load(self.variables[right])}, {factor}")
            self.store(self.value(f"xor i32 {product}, {total}"), self.variables[into])
        elif kind in MEETINGS:
            self.meet(kind, *(self.variables[number] for number in rest))
        elif kind == "if":
            condition, then, otherwise = rest
            first, second, merge = self.name(), self.name(), self.name()
            self.branch_if(self.holds(condition), first, second if otherwise else merge)
            for name, part in ((first, then), (second, otherwise)):
                if part:
                    self.block(name)
                    self.statements(part)
                    self.branch(merge)
            self.block(merge)
        elif kind == "switch":
            variable, cases = rest
            names, merge = [self.name() for _ in cases], self.name()
            bits = self.value(f"and i32 {self.load(self.variables[variable])}, 3")
            listed = " ".join(f"i32 {number}, label %{name}" for number, name in enumerate(names))
            self.lines.append(f"  switch i32 {bits}, label %{merge} [ {listed} ]")
            for name, following, (body, falls) in zip(names, [*names[1:], merge], cases, strict=True):
                self.block(name)
                self.statements(body)
                self.branch(following if falls else merge)
            self.block(merge)
        elif kind in ("for", "do", "repeat"):
            self.loop(kind, rest[0], rest[1])
        elif kind == "call":
            into, helper, inputs = rest
            value = self.load(self.variables[inputs])
            self.store(self.call(helper, value), self.variables[into])
        elif kind == "exchange":
            variable, distance = rest
            place = self.variables[variable]
            mine = self.value("getelementptr [64 x i32], [64 x i32] addrspace(3)* @tile, i32 0, i32 %t")
            other = self.value(f"add i32 %t, {distance}")
            other = self.value(f"and i32 {other}, {THREADS - 1}")
            theirs = self.value(f"getelementptr [64 x i32], [64 x i32] addrspace(3)* @tile, i32 0, i32 {other}")
            self.lines.append(f"  store i32 {self.load(place)}, i32 addrspace(3)* {mine}, align 4")
            self.lines.append("  call void @air.wg.barrier(i32 2, i32 1) #0")
            self.store(self.value(f"load i32, i32 addrspace(3)* {theirs}, align 4"), place)
            self.lines.append("  call void @air.wg.barrier(i32 2, i32 1) #0")
        else:
            self.leave(kind, rest[0])

    def leave(self, kind: str, condition: tuple[int, int, int]) -> None:
        onward = self.name()
        if kind == "return" and not self.exit:
            out = self.name()
            self.branch_if(self.holds(condition), out, onward)
            self.block(out)
            self.lines.append(f"  ret i32 {self.load(self.variables[0])}")
        else:
            target = self.exit if kind == "return" else self.ends[-1 if kind == "continue" else -2]
            self.branch_if(self.holds(condition), target, onward)
        self.block(onward)

    def loop(self, kind: str, decides: object, body: list[Statement]) -> None:
        head, inside, latch, after = (self.name() for _ in range(4))
        turn = self.allocate()
        self.store("0", turn)
        most = "3"
        if kind == "for":
            assert isinstance(decides, int)
            most = self.value(f"and i32 {self.load(self.variables[decides])}, 3")
        elif kind == "repeat":
            most = str(decides)
        self.branch(head)
        self.block(head)
        if kind != "do":
            self.branch_if(self.value(f"icmp ult i32 {self.load(turn)}, {most}"), inside, after)
            self.block(inside)
        self.ends += [after, latch]
        self.statements(body)
        del self.ends[-2:]
        self.branch(latch)
        self.block(latch)
        following = self.value(f"add i32 {self.load(turn)}, 1")
        self.store(following, turn)
        if kind == "do":
            more = self.value(f"icmp ult i32 {following}, {most}")
            self.branch_if(self.value(f"and i1 {more}, {self.holds(decides)}"), head, after)  # type: ignore[arg-type]
        else:
            self.branch(head)
        self.block(after)

    def call(self, helper: int, text: str) -> str:
        if not self.inlined:
            return self.value(f"call i32 @h{helper}(i32 {text}) #0")
        kept = self.variables, self.ends, self.exit
        self.ends, self.exit = [], self.name()
        self.begin(text, adds=False)
        self.statements(self.program.helpers[helper])
        self.branch(self.exit)
        self.block(self.exit)
        result = self.load(self.variables[0])
        self.variables, self.ends, self.exit = kept
        return result

    def meet(self, kind: str, into: str, text: str) -> None:
        value = self.load(text)
        if kind == "sum":
            actual = self.value(f"call i32 @air.simd_sum.u.i32(i32 {value}) #0")
        elif kind == "prefix":
            actual = self.value(f"call i32 @air.simd_prefix_exclusive_sum.u.i32(i32 {value}) #0")
        elif kind == "ballot":
            bit = self.value(f"trunc i32 {value} to i1")
            wide = self.value(f"call i64 @air.simd_ballot.i64(i1 {bit}) #0")
            actual = self.value(f"trunc i64 {wide} to i32")
        elif kind == "first":
            actual = self.value(f"call i32 @air.simd_broadcast_first.u.i32(i32 {value}) #0")
        elif kind == "shuffle":  # from the last lane that is there
            wide = self.value("call i64 @air.simd_ballot.i64(i1 true) #0")
            active = self.value(f"trunc i64 {wide} to i32")
            zeros = self.value(f"call i32 @llvm.ctlz.i32(i32 {active}, i1 true)")
            lane = self.value(f"sub i32 31, {zeros}")
            short = self.value(f"trunc i32 {lane} to i16")
            actual = self.value(f"call i32 @air.simd_shuffle.u.i32(i32 {value}, i16 {short}) #0")
        else:
            self.lines.append("  call void @air.simdgroup.barrier(i32 2, i32 4) #0")
            return
        self.store(actual, into)


# --- the same in other orders ----------------------------------------------------------------------------------------


def shuffled(module: Module, seed: int) -> Module:
    """A copy with its functions, and the blocks of each but the first, in another order."""
    module = copy_module(module)
    random = Random(seed)
    random.shuffle(module.functions)
    for function in module.functions:
        rest = function.blocks[1:]
        random.shuffle(rest)
        function.blocks[1:] = rest
    return module


def split_edges(module: Module) -> Module:
    """A copy with a block in every edge of every branch."""
    module = copy_module(module)
    b = IRBuilder(module.context)
    for function in module.functions:
        for block in list(function.blocks):
            last = block.instructions[-1]
            if not isinstance(last, BlockInstruction):
                continue
            results = []
            for target in last.blocks:
                between = BasicBlock()
                function.blocks.append(between)
                results.append(between)
                b.at_end(between)
                b.branch(target)
                for phi in _phis(target):
                    at = phi.blocks.index(block)
                    phi.blocks = (*phi.blocks[:at], between, *phi.blocks[at + 1 :])
            last.blocks = tuple(results)
    return module


def _phis(block: BasicBlock) -> Iterator[BlockInstruction]:
    for instruction in block.instructions:
        if instruction.code is InstCode.PHI:
            assert isinstance(instruction, BlockInstruction)
            yield instruction


def merged_returns(module: Module) -> Module:
    """A copy in which every function returns at one place."""
    module = copy_module(module)
    b = IRBuilder(module.context)
    for function in module.functions:
        returns = [block for block in function.blocks if block.instructions[-1].code is InstCode.RET]
        if len(returns) < 2:
            continue
        end = BasicBlock()
        values = [block.instructions.pop().operands for block in returns]
        for block in returns:
            b.at_end(block)
            b.branch(end)
        function.blocks.append(end)
        b.at_end(end)
        result = function.value_type.result
        is_void = result.code is TypeCode.VOID
        b.ret(None if is_void else b.phi(result, [value for (value,) in values], returns))
    return module


def optimized(data: bytes, level: int) -> bytes:
    """A module as LLVM optimises it, as AIR again."""
    binding.initialize_native_target()
    machine = binding.Target.from_default_triple().create_target_machine()
    module = binding.parse_bitcode(data, binding.create_context())
    options = binding.create_pipeline_tuning_options(speed_level=level)
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return convert_bytes("optimized", bytes(module.as_bitcode())).bitcode
