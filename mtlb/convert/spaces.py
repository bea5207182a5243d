"""Inference of address spaces for generic pointers: they follow from the origin of each pointer.

A function is copied for each combination of address spaces in its calls, so that each pointer in a copy has only one. A
pointer without a unique address space is refused, with the instructions that it passed through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..air.intrinsics import intrinsic
from ..air.tensors import PROVIDED
from ..base.errors import UnsupportedError
from ..base.metal import AddressSpace
from ..ir import (
    Argument,
    BasicBlock,
    BlockInstruction,
    Call,
    CastOperator,
    Constant,
    ConstantCode,
    Context,
    Function,
    GlobalVariable,
    InstCode,
    Instruction,
    Module,
    Type,
    Value,
)
from ..ir.mapper import replace_operands
from ..ir.names import LIFETIME, MEMCPY, MEMMOVE, MEMSET
from ..passes.rewriter import describe, refused
from .places import ANYWHERE, HERE, AddressOrigin, Distance, HeldPlace, Origins, places_of
from .sources import SourceTarget

NULL_SPACE = -1  # null and undefined pointers fit every space
_OPTIMISE = " (an optimiser may take the memory apart: `opt -O1`, or the compiler's own -O1)"
_NAMES = {0: "thread", 1: "device", 2: "constant", 3: "threadgroup"}
_MEMORY = (MEMCPY, MEMMOVE, MEMSET, LIFETIME)
_POINTER_WORD = re.compile(r"p\d+\w*")  # `p0`; `p0i8` before pointers were opaque


def clone_function(context: Context, original: Function, name: str) -> tuple[Function, dict[Value, Value]]:
    """A copy of a function with its own arguments, blocks and instructions, and a map from the old values to the new
    ones.
    """
    function = original.copy()
    function.name = name
    values: dict[Value, Value] = {}
    blocks: dict[BasicBlock, BasicBlock] = {}
    function.arguments = [Argument(a.type, a.index, a.name) for a in original.arguments]
    values.update(zip(original.arguments, function.arguments, strict=True))
    function.blocks = []
    for old in original.blocks:
        block = blocks[old] = BasicBlock(old.name)
        block.instructions = [instruction.copy() for instruction in old.instructions]
        values.update(zip(old.instructions, block.instructions, strict=True))
        function.blocks.append(block)
    for instruction in function.instructions():
        replace_operands(context, instruction, lambda value: values.get(value, value))
        if isinstance(instruction, BlockInstruction):
            instruction.blocks = tuple(blocks[block] for block in instruction.blocks)
    function.symbols = [blocks[s] if isinstance(s, BasicBlock) else values.get(s, s) for s in original.symbols]
    function.metadata = list(original.metadata)
    return function, values


def map_type(context: Context, type_: Type, space: int) -> Type:
    """A pointer type, or a vector of pointers, in another address space."""
    if type_.is_pointer:
        return context.opaque_pointer_type(space)
    return type_


def _is_variable(value: Value) -> bool:
    return isinstance(value, Instruction) and value.code is InstCode.ALLOCA


def _kept_addresses(function: Function, origins: Origins) -> list[Value]:
    """The variables of a function whose address is stored, passed to a function or converted to a number."""
    result: dict[Value, None] = {}
    for i in function.instructions():
        keeps = i.operands[:1] if i.code is InstCode.STORE else i.operands[:-1] if i.code is InstCode.CALL else ()
        for operand in keeps:
            if operand.type.is_pointer and _is_variable(base := origins.base(operand)):
                result[base] = None
    return list(result)


def _held_addresses(function: Function, origins: Origins) -> dict[Value, Value]:
    """The variables that always hold the address of one other variable, mapped to that variable."""
    held: dict[Value, Value] = {}
    others: set[Value] = set()
    for i in function.instructions():
        for place, operand in enumerate(i.operands):
            base = origins.base(operand) if operand.type.is_pointer else operand
            if not _is_variable(base):
                continue
            is_store_to = i.code is InstCode.STORE and place == 1
            if is_store_to and i.operands[0].type.is_pointer:
                value = origins.base(i.operands[0])
                if held.setdefault(base, value) is not value or not _is_variable(value):
                    others.add(base)
            elif not is_store_to and i.code not in (InstCode.LOAD, InstCode.GEP, InstCode.CAST, InstCode.FREEZE):
                others.add(base)
    return {variable: value for variable, value in held.items() if variable not in others}


class PassedPointer(NamedTuple):
    """The address space of a pointer that a call passes (`NULL_SPACE` for a null pointer, None for other values), and
    those of pointers in the memory at it, by offset: None for an unknown one.
    """

    space: int | None = None
    held: tuple[tuple[int | None, int], ...] = ()


Passed = tuple[PassedPointer, ...]


class Spaces:
    """The address spaces of one function's pointers.

    `mapping`: the numbers of the source target to AIR's. `callee` returns the space of the result of a call, once those
    of its arguments are known.
    """

    def __init__(
        self,
        module: Module,
        function: Function,
        source: SourceTarget,
        mapping: Mapping[int, int],
        callee: Callable[[Call, Passed], int | None],
    ) -> None:
        self.module = module
        self.context = module.context
        self.function = function
        self.source = source
        self.mapping = mapping
        self.callee = callee
        self.spaces: dict[Value, int] = {}
        self.contents: dict[Value, dict[int | None, int]] = {}  # by variable and offset
        self.origins = Origins()
        self.addresses = _held_addresses(function, self.origins)
        self.kept = _kept_addresses(function, self.origins)
        self.result: int | None = None

    # --- finding them ------------------------------------------------------------------------------------------------

    def solve(self, arguments: Mapping[Argument, int], passed: Passed = ()) -> None:
        """Infer the space of every pointer. UnsupportedError for a used pointer with several possible spaces,
        or none.
        """
        self.contents.update((a, dict(p.held)) for a, p in zip(self.function.arguments, passed, strict=False) if p.held)
        for argument in self.function.arguments:
            if argument.type.is_pointer:
                number = arguments.get(argument)
                number = self.named(argument.type) if number is None else number
                if number is not None:
                    self.spaces[argument] = number
        while True:
            changed = True
            while changed:
                changed = False
                for instruction in self.function.instructions():
                    changed |= self.visit(instruction)
            if self.declared() or self.joined_loads():
                continue
            assumption = next(
                (item for item in map(self.assumed, self.function.instructions()) if item is not None), None
            )
            if assumption is None:
                break
            self.spaces.update([assumption])
        for instruction in self.function.instructions():
            if instruction.type.is_pointer and instruction not in self.spaces:
                self.spaces[instruction] = self.unresolved(instruction)

    def declared(self) -> bool:
        """Give pointers that are loaded, or that functions outside of the module return, the spaces that the source
        names; returns whether anything became known.
        """
        before = len(self.spaces)
        for i in self.function.instructions():
            if i.code in (InstCode.LOAD, InstCode.CALL) and i.type.is_pointer and i not in self.spaces:
                space = self.source.declared(i, self.roots(i.operands[0]) if i.code is InstCode.LOAD else ())
                if space is not None:
                    self.spaces[i] = space
        return len(self.spaces) > before

    def joined_loads(self) -> bool:
        """Give pointers that are loaded the space of those that they are joined with; returns whether anything became
        known. Others could not be written.
        """
        before = len(self.spaces)
        for i in self.function.instructions():
            if i.code in (InstCode.PHI, InstCode.VSELECT) and i in self.spaces:
                for operand in i.operands:
                    if isinstance(operand, Instruction) and operand.code is InstCode.LOAD and operand.type.is_pointer:
                        self.spaces.setdefault(operand, self.spaces[i])
        return len(self.spaces) > before

    def assumed(self, i: Instruction) -> tuple[Instruction, int] | None:
        """A pointer of unknown space with that of its kind: one that is loaded from an object of the caller, or from
        one whose address a called function has; one that is made from an integer.
        """
        space = None
        if i.type.is_pointer and i not in self.spaces:
            if i.code is InstCode.LOAD and self.source.elsewhere is not None:
                variables = [place.variable for place in self.roots(i.operands[0])]
                if any(isinstance(variable, Argument) or variable in self.kept for variable in variables):
                    space = self.source.elsewhere
            elif i.code is InstCode.CAST and i.opcode == CastOperator.INTTOPTR:
                space = self.source.of_integers
        return None if space is None else (i, space)

    def named(self, type_: Type) -> int | None:
        """The space that a pointer type of the input names; None for the generic space."""
        number = type_.address_space
        if number == self.source.generic:
            return None
        if number not in self.mapping:
            raise UnsupportedError(f"address space {number}, which has no counterpart in AIR")
        return self.mapping[number]

    def space(self, value: Value) -> int | None:
        """The space of a pointer; `NULL_SPACE` for a constant without a space; None if it is not known yet."""
        if isinstance(value, GlobalVariable):
            return value.type.address_space
        if isinstance(value, Function):
            return 0
        if isinstance(value, Constant):
            if value.code == ConstantCode.CE_GEP:
                return self.space(value.operands[0])
            if value.code == ConstantCode.CE_CAST and value.operands[0].type.is_pointer:
                return self.space(value.operands[0])
            if value.code == ConstantCode.CE_CAST:
                named = self.named(value.type)
                return self.source.of_integers if named is None else named
            return NULL_SPACE
        return self.spaces.get(value)

    def joined(self, instruction: Instruction, values: Sequence[Value]) -> int | None:
        """The space of a phi or select, from its operands; None while none is known."""
        spaces = {s for value in values if (s := self.space(value)) is not None}
        real = spaces - {NULL_SPACE}
        if len(real) > 1:
            names = " or ".join(_NAMES.get(space, str(space)) for space in sorted(real))
            raise refused(
                self.function,
                instruction,
                f"a pointer to {names} memory: AIR has no pointer to either of them{self.chain(instruction)}",
            )
        if real:
            return next(iter(real))
        return NULL_SPACE if spaces and len(spaces) == len({*map(self.space, values)}) else None

    def visit(self, i: Instruction) -> bool:
        """Process an instruction; returns whether anything became known."""
        if i.code is InstCode.STORE and i.operands[0].type.is_pointer:
            return self.stored(i)
        if i.code is InstCode.RET and i.operands and i.operands[0].type.is_pointer:
            space = self.space(i.operands[0])
            if space not in (None, NULL_SPACE) and self.result != space:
                if self.result is not None:
                    raise refused(self.function, i, "it returns pointers to different memory")
                self.result = space
                return True
            return False
        if isinstance(i, Call) and self.calls(i):
            return True
        if not i.type.is_pointer or i in self.spaces:
            return False
        space = self.computed(i)
        if space is None or space == NULL_SPACE:
            return False
        self.spaces[i] = space
        return True

    def calls(self, call: Call) -> bool:
        """Process a call of a function of the module; returns whether its result became known."""
        callee = call.operands[-1]
        if not isinstance(callee, Function) or callee.is_declaration or not call.type.is_pointer or call in self.spaces:
            return False
        passed = self.passed(call)
        if any(p.space is None and a.type.is_pointer for p, a in zip(passed, call.operands, strict=False)):
            return False
        result = self.callee(call, passed)
        if result is None:
            return False
        self.spaces[call] = result
        return True

    def passed(self, call: Call) -> Passed:
        """What a call passes, as far as it is known."""
        return tuple(
            PassedPointer(self.space(a), self.held_at(a)) if a.type.is_pointer else PassedPointer()
            for a in call.operands[:-1]
        )

    def held_at(self, pointer: Value) -> tuple[tuple[int | None, int], ...]:
        """The spaces of the pointers that may be stored behind an address in one variable, by distance from it."""
        roots = self.roots(pointer) if self.contents and not isinstance(pointer, Constant) else []
        start = roots[0].offset if len(roots) == 1 else None
        if start is None or start < 0:
            return ()
        inside = self.contents.get(roots[0].variable, {})
        moved = [(offset - start, space) for offset, space in inside.items() if offset is not None and offset >= start]
        anywhere = [(None, inside[None])] if None in inside else []
        return (*anywhere, *sorted(moved))

    def computed(self, i: Instruction) -> int | None:
        """The space of the result of an instruction; None if it is not known yet."""
        if i.code is InstCode.ALLOCA:
            return AddressSpace.PRIVATE.value
        if i.code is InstCode.GEP:
            return self.space(i.operands[0])
        if i.code is InstCode.CAST:
            if i.operands[0].type.is_pointer:
                return self.space(i.operands[0])
            return self.named(i.type)
        if i.code is InstCode.PHI:
            return self.joined(i, [value for value in i.operands if value is not i])
        if i.code is InstCode.VSELECT:
            return self.joined(i, i.operands[1:])
        if i.code is InstCode.FREEZE:
            return self.space(i.operands[0])
        named = self.named(i.type)
        if named is not None:
            return named
        if i.code is InstCode.LOAD:
            return self.loaded(i)
        callee = i.operands[-1] if isinstance(i, Call) else None
        if isinstance(callee, Function) and (row := intrinsic(callee.name)) is not None:
            return row.result().address_space  # the table's types have address spaces
        if isinstance(callee, Function) and callee.name.startswith(PROVIDED):
            return AddressSpace.PRIVATE.value  # elements of a cooperative tensor, in the thread's memory
        return None

    def roots(self, pointer: Value) -> list[HeldPlace]:
        """The possible origins of an address. For a pointer in memory this is the variable whose address was stored
        there.

        A pointer of any other origin (a load, a call) is its own origin.
        """
        result: dict[HeldPlace, None] = {}
        seen: dict[Value, Distance] = {}
        work = [AddressOrigin(pointer, HERE)]
        while work:
            address, start = work.pop()
            value, moved = self.origins.origin(address)
            distance = start.plus(moved)
            if value in seen:
                merged = seen[value].merged(distance)
                if merged == seen[value]:
                    continue
                distance = merged
            seen[value] = distance
            if isinstance(value, Instruction) and value.code is InstCode.VSELECT:
                work += [AddressOrigin(operand, distance) for operand in value.operands[1:]]
            elif isinstance(value, Instruction) and value.code is InstCode.PHI:
                work += [AddressOrigin(operand, distance) for operand in value.operands]
            elif (
                isinstance(value, Instruction)
                and value.code is InstCode.LOAD
                and (held := self.addresses.get(self.origins.base(value.operands[0])))
            ):
                work.append(AddressOrigin(held, ANYWHERE))
            else:
                result.update(dict.fromkeys(places_of(value, distance)))
        return list(result)

    def loaded(self, load: Instruction) -> int | None:
        """The space of a loaded pointer: device memory if the host wrote it; otherwise that of the stored pointers."""
        place = self.space(load.operands[0])
        if place in (AddressSpace.DEVICE, AddressSpace.CONSTANT):
            return AddressSpace.DEVICE.value
        numbers: set[int] = set()
        for root in self.roots(load.operands[0]):
            numbers |= self.held(root)
        if len(numbers) > 1:
            declared = self.source.declared(load, ())
            if declared is not None:
                return declared
            raise refused(self.function, load, f"it loads a pointer that may be to different memory{_OPTIMISE}")
        return next(iter(numbers), None)

    def held(self, place: HeldPlace) -> set[int]:
        """The spaces of pointers that may be stored in a location."""
        inside = self.contents.get(place.variable, {})
        if place.offset is None:
            return set(inside.values())
        return {space for offset, space in inside.items() if offset in (None, place.offset)}

    def stored(self, store: Instruction) -> bool:
        """Process a store of a pointer; returns whether the contents of memory became known."""
        value, pointer = store.operands
        space = self.space(value)
        if space is None or space == NULL_SPACE:
            return False
        changed = False
        for place in self.written(pointer):
            if self.held(place) - {space}:
                raise refused(self.function, store, f"it stores pointers to different memory in one place{_OPTIMISE}")
            inside = self.contents.setdefault(place.variable, {})
            changed |= place.offset not in inside
            inside[place.offset] = space
        return changed

    def written(self, pointer: Value) -> list[HeldPlace]:
        """The locations that a store may write. Through an address that was loaded or returned, this is any location in
        a variable whose address escapes.
        """
        places = self.roots(pointer)
        if all(isinstance(v, (Argument, GlobalVariable)) or _is_variable(v) for v, _ in places):
            return places
        return [*places, *[HeldPlace(variable, None) for variable in self.kept]]

    def unresolved(self, i: Instruction) -> int:
        """Choose a space for a pointer without any information: one that can only be null may use any space; others are
        refused.
        """
        if (
            i.code in (InstCode.PHI, InstCode.VSELECT)
            and self.joined(i, [o for o in i.operands if o.type.is_pointer]) == NULL_SPACE
        ):
            return AddressSpace.DEVICE.value
        used = any(i in user.operands for user in self.function.instructions())
        if not used:
            return AddressSpace.DEVICE.value
        raise refused(self.function, i, f"a pointer to memory of no known address space{self.chain(i)}")

    def chain(self, start: Instruction) -> str:
        """The instructions that a pointer passed through, for a message."""
        steps: list[str] = []
        seen: set[Value] = set()
        value: Value = start
        while isinstance(value, Instruction) and value not in seen and len(steps) < 12:
            seen.add(value)
            steps.append(describe(self.function, value))
            operands = [o for o in value.operands if o.type.is_pointer and o not in seen]
            unknown = [o for o in operands if self.space(o) is None]
            if value.code is InstCode.LOAD:
                break
            if not operands:
                break
            value = (unknown or operands)[0]
        if isinstance(value, Argument):
            steps.append(f"parameter {value.index}" + (f" %{value.name}" if value.name else ""))
        return " (it comes from: " + "; ".join(steps) + ")"

    # --- writing them ------------------------------------------------------------------------------------------------

    def apply(self, declare: Callable[[str, Type], Function]) -> None:
        """Set the types of all pointers in the function. `declare`: returns the function of a name and type."""
        for argument in self.function.arguments:
            if argument.type.is_pointer:
                argument.type = map_type(self.context, argument.type, self.spaces.get(argument, 1))
        for instruction, space in self.spaces.items():
            if isinstance(instruction, Instruction):
                instruction.type = map_type(self.context, instruction.type, space)
                if instruction.code is InstCode.ALLOCA and instruction.address_space > 0:
                    instruction.set_fields(address_space=space)
        self.drop_casts()
        for instruction in self.function.instructions():
            self.operands(instruction, declare)

    def drop_casts(self) -> None:
        """Remove casts between address spaces that became equal."""
        same: dict[Value, Value] = {}
        for block in self.function.blocks:
            kept = []
            for i in block.instructions:
                if i.code is InstCode.CAST and i.operands[0].type.is_pointer and i.type.is_pointer:
                    same[i] = i.operands[0]
                else:
                    kept.append(i)
            block.instructions = kept

        def resolve(value: Value) -> Value:
            while value in same:
                value = same[value]
            return value

        if same:
            for i in self.function.instructions():
                replace_operands(self.context, i, resolve)
            self.function.symbols = [s for s in self.function.symbols if s not in same]

    def constant(self, value: Value, space: int) -> Value:
        """A constant pointer with the type of an address space."""
        if not isinstance(value, Constant) or not value.type.is_pointer:
            return value
        if value.code == ConstantCode.CE_CAST and value.operands[0].type.is_pointer:
            return self.constant(value.operands[0], space)
        type_ = self.context.opaque_pointer_type(space)
        operands = value.operands
        if value.code == ConstantCode.CE_GEP:
            operands = (self.constant(operands[0], space), *operands[1:])
        return self.context.constant(type_, value.code, value.params, operands, value.source_type)

    def fitted(self, value: Value, type_: Type, i: Instruction) -> Value:
        """A pointer operand in the type that the other operand requires."""
        if not value.type.is_pointer or not type_.is_pointer:
            return value
        if isinstance(value, Constant):
            space = self.space(value)
            value = self.constant(value, type_.address_space if space in (None, NULL_SPACE) else int(space or 0))
        if value.type is not type_:
            raise refused(self.function, i, "pointers to different memory where one kind is needed" + self.chain(i))
        return value

    def operands(self, i: Instruction, declare: Callable[[str, Type], Function]) -> None:
        """Set the operands of an instruction to types that match its result."""
        operands = list(i.operands)
        for place, operand in enumerate(operands):
            if isinstance(operand, Constant) and operand.type.is_pointer:
                space = self.space(operand)
                if space is not None and space != NULL_SPACE:
                    operands[place] = self.constant(operand, space)
        i.operands = tuple(operands)
        if i.code in (InstCode.PHI, InstCode.VSELECT):
            first = 1 if i.code is InstCode.VSELECT else 0
            fitted = [self.fitted(o, i.type, i) for o in i.operands[first:]]
            i.operands = (*i.operands[:first], *fitted)
        elif i.code is InstCode.CMP2 and i.operands[0].type.is_pointer:
            left, right = i.operands
            partner = right.type if isinstance(left, Constant) else left.type
            i.operands = (self.fitted(left, partner, i), self.fitted(right, partner, i))
        elif isinstance(i, Call):
            self.call(i, declare)

    def nulls(self, call: Call, name: str) -> None:
        """Give null pointers that a function of AIR takes the address spaces of its parameters."""
        described = intrinsic(name)
        for place, parameter in enumerate(described.parameters() if described is not None else ()):
            _, star, space = parameter.word.rpartition("*")
            if star and place < len(call.operands) - 1 and self.space(call.operands[place]) == NULL_SPACE:
                operands = list(call.operands)
                operands[place] = self.constant(operands[place], int(space))
                call.operands = tuple(operands)

    def call(self, call: Call, declare: Callable[[str, Type], Function]) -> None:
        """Set the function type of a call from its arguments; memory intrinsics are renamed for the spaces."""
        callee = call.operands[-1]
        type_ = call.aux_type
        is_indirect = isinstance(callee, Instruction)  # a function from a table takes what it is given
        if type_ is None or not (is_indirect or (isinstance(callee, Function) and callee.is_declaration)):
            return
        if not any(argument.type.is_pointer for argument in call.operands[:-1]):
            return
        if isinstance(callee, Function):
            self.nulls(call, callee.name)
        arguments = call.operands[:-1]
        fixed: list[Type] = []
        for argument, parameter in zip(arguments, type_.parameters, strict=False):
            fixed.append(argument.type if argument.type.is_pointer else parameter)
        requested = self.context.type(type_.code, type_.params, (call.type, *fixed))
        if requested is type_:
            return
        if is_indirect:
            call.aux_type = requested
            return
        name = callee.name
        if name.startswith(_MEMORY):
            stem = ".".join(part for part in name.split(".") if not _POINTER_WORD.fullmatch(part))
            spaces = ".".join(f"p{t.address_space}" for t in fixed if t.is_pointer)
            head, rest = stem, ""
            if stem.rpartition(".")[2][:1] == "i" and stem.rpartition(".")[2][1:].isdigit():
                head, _, rest = stem.rpartition(".")
            name = f"{head}.{spaces}" + (f".{rest}" if rest else "")
        function = declare(name, requested)
        call.aux_type = requested
        call.operands = (*arguments, function)
