"""Roots common to all entry points of a program: constructors, and variables of the `llvm.used` lists.

They are visited once for all entry points, so that the cost of an entry point depends on its own code alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from mtlb.ir import (
    TERMINATORS,
    AttributeKind,
    AttributeList,
    AttributePlace,
    Constant,
    Function,
    GlobalValue,
    GlobalVariable,
    InstCode,
    Instruction,
    Value,
)
from mtlb.ir.uses import base_of, globals_in, named_by

_MEMORY_INSTRUCTIONS = frozenset(
    {
        InstCode.STORE,
        InstCode.LOADATOMIC,
        InstCode.STOREATOMIC,
        InstCode.FENCE,
        InstCode.CMPXCHG,
        InstCode.ATOMICRMW,
    }
)
_PURE = (AttributeKind.READ_NONE, AttributeKind.READ_ONLY)


class UniqueNames:
    """Unique names for the values of one module, in visiting order: the second value of a name gets a number.

    LLVM's symbol table numbers all clashes of a module in one sequence, and each input's `llvm.global_ctors` counts:
    with five inputs that use a constant the fifth is `_ZL4mode.8` (seen in Flet's, ANGLE's and AAPL's libraries).
    `before`: the names that the module starts with.
    """

    def __init__(self, before: UniqueNames | None = None) -> None:
        self._before: Collection[str] = () if before is None else before._taken
        self._number: int = 0 if before is None else before._number
        self._taken: dict[str, None] = {}

    def add(self, base: str) -> str:
        """The name that a value called `base` gets in the module; the name is reserved."""
        name = base
        while name in self._taken or name in self._before:
            self._number += 1
            name = f"{base}.{self._number}"
        if name:
            self._taken[name] = None
        return name

    def __iter__(self) -> Iterator[str]:
        yield from self._before
        yield from self._taken


class Constructors:
    """The constructors of a program, and which modules need which of their instructions. GlobalOpt removes stores to
    variables that a module never reads, and what only these stores use.
    """

    def __init__(self, elements: Sequence[Value]) -> None:
        self._elements = {function: e for e in elements if (function := constructor_of(e)) is not None}
        self._function: dict[Instruction, Function] = {}
        self._stores: dict[GlobalValue, list[Instruction]] = {}
        self._effects: list[Instruction] = []  # instructions that every module needs
        for function in self._elements:
            for instruction in function.instructions():
                self._function[instruction] = function
                variable = stored_variable(instruction)
                if variable is not None:
                    self._stores.setdefault(variable, []).append(instruction)
                elif has_side_effects(instruction):
                    self._effects.append(instruction)

    def live(self, seen: Iterable[GlobalValue]) -> tuple[set[Instruction], list[Function]]:
        """The constructor instructions that a module needs if it reads the variables in `seen`, and their functions."""
        looked_at: set[GlobalValue] = set()
        live: set[Instruction] = set()
        functions: set[Function] = set()
        worklist = list(self._effects)

        def look_at(values: Iterable[GlobalValue]) -> None:
            for value in values:
                if value not in looked_at:
                    looked_at.add(value)
                    worklist.extend(self._stores.get(value, ()))

        look_at(seen)
        while worklist:
            instruction = worklist.pop()
            if instruction in live:
                continue
            live.add(instruction)
            function = self._function[instruction]
            if function not in functions:
                functions.add(function)
                worklist += [i for i in function.instructions() if i.code in TERMINATORS]
            target = stored_variable(instruction)
            for operand in instruction.operands:
                if isinstance(operand, Instruction):
                    worklist.append(operand)
                else:
                    look_at([value for value in _reached(operand) if value is not target])
        return live, [function for function in self._elements if function in functions]

    def element(self, function: Function) -> Value:
        """The element of `llvm.global_ctors` that calls a constructor."""
        return self._elements[function]


def _reached(operand: Value) -> Iterator[GlobalValue]:
    """The globals that an operand names, and those that functions among them name."""
    pending = list(globals_in(operand))
    reached = set()
    while pending:
        value = pending.pop()
        if value not in reached:
            reached.add(value)
            yield value
            if isinstance(value, Function):
                pending += named_by(value)


class Roots:
    """The walk from each input's `llvm.compiler.used`, `llvm.used` and `llvm.global_ctors`, last input first.

    `place`: index of each visited value; `names`: the names in use; `renamed`: new names of values; `used`: the list
    and element that keep a value.
    """

    def __init__(
        self,
        place: Mapping[GlobalValue, int],
        names: Iterable[tuple[str, int]],
        used: Mapping[str, Sequence[Value]],
    ) -> None:
        """`names`: the visited globals of all inputs as (name, count), in order. `place`: the index in that order of
        each global of the shard's inputs.
        """
        self.place = place
        self.names = UniqueNames()
        values = {number: value for value, number in place.items()}
        self.renamed: dict[GlobalValue, str] = {}
        number = 0
        for original, count in names:
            for _ in range(count):
                name = self.names.add(original)
                if name != original and (value := values.get(number)) is not None:
                    self.renamed[value] = name
                number += 1
        self.used = {base_of(element): (name, element) for name, elements in used.items() for element in elements}


def has_attribute(attributes: AttributeList, kind: int) -> bool:
    """Whether a function or call has a function attribute of this kind."""
    return any(
        attribute.kind == kind
        for group in attributes
        if group.place == AttributePlace.FUNCTION
        for attribute in group.attributes
    )


def constructor_of(element: Value) -> Function | None:
    """The function of one element of llvm.global_ctors: { priority, function, data }."""
    if isinstance(element, Constant) and len(element.operands) >= 2:
        function = base_of(element.operands[1])
        if isinstance(function, Function):
            return function
    return None


def stored_variable(instruction: Instruction) -> GlobalVariable | None:
    """The variable that a plain store writes."""
    if instruction.code is not InstCode.STORE or instruction.is_volatile:
        return None
    base = base_of(instruction.pointer)
    return base if isinstance(base, GlobalVariable) else None


def is_pure(attributes: AttributeList) -> bool:
    """Whether a function or call with these attributes writes no memory."""
    return any(has_attribute(attributes, kind) for kind in _PURE)


def has_side_effects(instruction: Instruction) -> bool:
    """Whether an instruction of a constructor that is not a plain store to a variable is always needed."""
    code = instruction.code
    if code is InstCode.CALL:
        callee = instruction.callee
        attributes = callee.attributes if isinstance(callee, Function) else ()
        return not (is_pure(attributes) or is_pure(instruction.attributes))
    if code is InstCode.LOAD:
        return instruction.is_volatile
    return code in _MEMORY_INSTRUCTIONS
