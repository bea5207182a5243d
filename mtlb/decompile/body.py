"""The statements of one function: its blocks in order, variables for values that are not written inline, control
flow."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from ..air.intrinsics import intrinsic
from ..base.errors import FormatError
from ..ir import (
    STRUCT_TYPES,
    BasicBlock,
    Constant,
    ConstantCode,
    Function,
    InstCode,
    Instruction,
    LocalAsMetadata,
    MDNode,
    MDString,
    MetadataAsValue,
    MetadataCode,
    Type,
    TypeCode,
    Value,
    constant_number,
    metadata_schema,
)
from ..ir.blocks import successors
from ..ir.names import INTRINSIC, MEMCPY, MEMMOVE, MEMSET
from . import hints
from .expressions import ExpressionWriter, SourceGlobals, pointed_to
from .merge import merged, renumbered
from .names import LocalNames
from .rays import name_of_result
from .stages import MeshGroup, mesh_calls
from .structure import (
    ChoiceCode,
    Code,
    EdgeStep,
    EndStep,
    IfFlagCode,
    Irreducible,
    LeaveCode,
    PlainStep,
    RepeatCode,
    SetFlagCode,
    lower,
    structured,
)
from .structure import LineCode as Step
from .text import (
    PRIMARY,
    UNARY,
    DeclarationPlaces,
    Expr,
    NestedText,
    Origins,
    PointerText,
    Statement,
    TextLine,
    VariableText,
    address,
    converted,
    joined,
    target,
    unsuffixed,
    with_origins,
)
from .tidy import closed, leaves, opposite, tidied
from .types import Inexpressible, MetalTypes
from .uses import (
    BodyUses,
    callee_name,
    is_ignored,
    is_of_matrices,
    is_void,
    lacks_last,
    thread_elements,
    three_behind,
)

_UNSET = (ConstantCode.UNDEF, ConstantCode.POISON)
_VALUES = (InstCode.INSERTVAL, InstCode.EXTRACTVAL, InstCode.INSERTELT, InstCode.EXTRACTELT, InstCode.SHUFFLEVEC)
"""Instructions that only compute a value."""
_COMPOUND = ("+", "-", "*", "/", "&", "|", "^", "<<", ">>", "%")
_LOADS_MATRIX = ("simdgroup_matrix_8x8_load", "simdgroup_matrix_8x8_multiply_accumulate")


@dataclass(slots=True)
class ReturnedText:
    """The return of a function: `type` is Metal's type; `members` are the names and types of a struct of outputs."""

    type: str
    members: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class FunctionText:
    """The statements of a function, and descriptions of what has no source form."""

    statements: list[Statement]
    problems: list[str]


def declared(types: MetalTypes, type_: Type, name: str) -> str:
    """The declaration of a variable, with the syntax of arrays."""
    sizes = ""
    type_ = types.unwrapped(type_)
    while type_.code is TypeCode.ARRAY:
        sizes += f"[{type_.params[0]}]"
        type_ = types.unwrapped(type_.elements[0])
    return f"{types.spelled(type_)} {name}{sizes}"


class BodyWriter:
    """Generates the statements of one function.
    `arguments`: the name of each argument in the text. `is_faithful`: no expression is folded into another."""

    def __init__(
        self,
        around: SourceGlobals,
        function: Function,
        arguments: Mapping[Value, Expr],
        names: LocalNames,
        returned: ReturnedText,
        *,
        is_faithful: bool = False,
    ) -> None:
        self.around = around
        self.function = function
        self.names = names
        self.returned = returned
        self.problems: list[str] = []
        self.variables: dict[str, VariableText] = {}
        self.blocks = _reachable(function)
        self.uses = BodyUses(function, self.blocks, keep_all=is_faithful, has_outputs=bool(returned.members))
        self.values = ExpressionWriter(around, self.uses, arguments)
        self.hints = _debug_names(self.blocks)
        self.late: dict[Value, Expr | None] = {value: None for several in self.uses.late.values() for value in several}
        self.is_dispatched = False
        self.is_faithful = is_faithful

    def text(self) -> FunctionText:
        """The statements of the function, and descriptions of what could not be expressed."""
        self._name_all()
        try:
            code = lower(structured(self.blocks[0], successors), lambda block: _last(block).code is InstCode.SWITCH)
            body = self.sequence(code)
        except Irreducible:
            body = self._dispatch()
        if not self.is_faithful and not self.is_dispatched:
            body = tidied(merged(body, self.variables), self.variables, is_void=self.returned.type == "void")
            body = renumbered(body, self.variables)
        return FunctionText(DeclarationPlaces(self.variables).place(body), list(dict.fromkeys(self.problems)))

    # --- names

    def _name_all(self) -> None:
        """Name all variables: phis, stack memory, results with several uses."""
        for block in self.blocks:
            for instruction in block.instructions:
                if is_ignored(instruction) or is_void(instruction.type) or not self.uses.is_variable(instruction):
                    continue
                if instruction.code is InstCode.ALLOCA:
                    self._name_memory(instruction)
                elif instruction.code is not InstCode.PHI and not self.uses.of(instruction):
                    continue
                else:
                    self._name(instruction)

    def _name(self, instruction: Instruction) -> None:
        try:
            type_ = self.values.type_of(instruction)
        except (Inexpressible, FormatError) as error:
            self._problem(str(error))
            type_ = "uint"
        name = self._new_name(instruction)
        # If a loop's first value is undefined, nothing outside refers to the variable, whose value persists between
        # iterations.
        is_kept = instruction.code is InstCode.PHI and any(
            isinstance(value, Constant) and value.code in _UNSET for value in instruction.incoming
        )
        self.variables[name] = VariableText(name, f"{type_} {name}", is_first=is_kept)
        if instruction in self.late:
            self.late[instruction] = Expr(name, PRIMARY, type_, frozenset({name}))
            return
        pointer = (
            self.values.plain_pointer(instruction) if instruction.type.is_pointer and type_.endswith("*") else None
        )
        self.values.named[instruction] = Expr(name, PRIMARY, type_, frozenset({name}), pointer=pointer)

    def _name_memory(self, instruction: Instruction) -> None:
        kind = instruction.aux_type
        assert kind is not None
        name = self.names.new(self.hints.get(instruction) or "local")
        try:
            text, element = declared(self.around.types, kind, name), self.around.types.spelled(kind)
        except (Inexpressible, FormatError) as error:
            self._problem(str(error))
            text, element = f"uint {name}", "uint"
        self.variables[name] = VariableText(name, text, is_first=True, origins=frozenset({instruction}))
        pointer = PointerText(element, "thread")
        self.values.named[instruction] = address(name, PRIMARY, pointer, frozenset({name}))

    def _new_name(self, instruction: Instruction) -> str:
        hint = self.hints.get(instruction, "")
        hint = hint or name_of_result(instruction)
        if hint:
            return self.names.new(hint)
        if instruction.code is InstCode.PHI:
            if hints.is_counter(instruction):
                free = [letter for letter in hints.COUNTERS if self.names.is_free(letter)]
                return self.names.new(free[0] if free else "n")
            hint = hints.of_phi(instruction)
        elif instruction.code is InstCode.LOAD:
            with suppress(Inexpressible, FormatError):
                place = self.values.value(instruction.pointer)
                hint = hints.of_place(target(place)[0])
        else:
            hint = hints.of_call(instruction)
        hint = hint or hints.of_use(instruction, self.uses, self.returned.members)
        return self.names.new(hint) if hint else self.names.numbered("v")

    def _problem(self, reason: str) -> None:
        self.problems.append(reason)

    # --- instructions

    def plain(self, block: BasicBlock) -> list[Statement]:
        """The statements of a block, except its terminator."""
        output: list[Statement] = []
        groups: dict[Instruction, MeshGroup | None] = {}
        for group in mesh_calls(block, self.around.mesh) if self.around.mesh is not None else ():
            groups |= {**dict.fromkeys(group.calls, None), group.calls[-1]: group}
        for instruction in block.instructions[:-1]:
            if (
                is_ignored(instruction)
                or instruction.code in (InstCode.PHI, InstCode.ALLOCA)
                or instruction in self.late
            ):
                continue
            if (instruction in groups and groups[instruction] is None) or self._is_idle(instruction):
                continue
            if not is_void(instruction.type) and not self.uses.is_variable(instruction):
                continue
            mesh_group = groups.get(instruction)
            statements: list[Statement]
            try:
                statements = self.statement(instruction) if mesh_group is None else [self._of_mesh(mesh_group)]
            except (Inexpressible, FormatError) as error:
                statements = [self._unknown(instruction, str(error))]
            output += with_origins(
                statements, self._origins(*(mesh_group.calls if mesh_group is not None else (instruction,)))
            )
        for item in self.uses.late.get(block, ()):
            variable = self.late.pop(item)
            if variable is not None:
                output += with_origins([self.assigned(variable, self.values.expression(item))], self._origins(item))
                self.values.named[item] = variable
        return output

    # --- where text comes from

    def _origins(self, *instructions: Instruction) -> Origins:
        """The instruction of each statement, with the instructions that are written inline in it."""
        return self._folded(*(value for instruction in instructions for value in instruction.operands)).union(
            instructions
        )

    def _folded(self, *values: Value) -> Origins:
        """The instructions in the text of a value: including those of its operands, up to variables."""
        folded: set[Instruction] = set()
        waiting = list(values)
        while waiting:
            value = waiting.pop()
            if isinstance(value, Instruction) and value not in folded and value not in self.values.named:
                folded.add(value)
                waiting += value.operands
        return frozenset(folded)

    def _is_idle(self, instruction: Instruction) -> bool:
        """Whether an instruction is not needed: operands of assumptions, and samplers that AIR 2.8 passes to reads."""
        is_plain_load = instruction.code is InstCode.LOAD and not instruction.is_volatile
        if (is_plain_load or instruction.code in _VALUES) and not self.uses.of(instruction):
            return True
        function = intrinsic(callee_name(instruction))
        if function is not None and function.family.name == "get_read_sampler":
            return True
        is_pure = function is not None and function.family.effect == "pure"
        return is_pure and not is_void(instruction.type) and not self.uses.of(instruction)

    def _of_mesh(self, group: MeshGroup) -> TextLine:
        """`mesh.set_vertex(n, {...});` for consecutive calls that set the members."""
        mesh = self.around.mesh
        assert mesh is not None
        name, members = (
            (mesh.vertex, mesh.vertex_members) if group.is_vertex else (mesh.primitive, mesh.primitive_members)
        )
        if group.values.keys() != members.keys():
            raise Inexpressible("members of a mesh that are not set together")
        handle, number = self.values.handle(group.handle), self.values.value(group.number, "uint")
        members_set = [self.values.value(group.values[key], type_) for key, type_ in members.items()]
        word = "set_vertex" if group.is_vertex else "set_primitive"
        text = f"{handle.text}.{word}({number.text}, {name}{{{', '.join(value.text for value in members_set)}}});"
        return TextLine(text, joined(handle, number, *members_set))

    def _unknown(self, instruction: Instruction, reason: str) -> TextLine:
        self._problem(reason)
        expr = self.values.named.get(instruction)
        return TextLine(f"// not expressed: {reason}", expr.names if expr is not None else frozenset())

    def statement(self, instruction: Instruction) -> list[Statement]:
        """The statements for an instruction that is not folded."""
        code = instruction.code
        if code is InstCode.STORE:
            return [self.store(instruction)]
        if code is InstCode.INSERTVAL:
            return self._insertion(instruction)
        if code is InstCode.INSERTELT and constant_number(instruction.index) is None:
            return self._element(instruction)
        elements = thread_elements(instruction)
        if elements is not None:
            return self._matrix(instruction, self.values.value(elements[0]), elements[1])
        if is_of_matrices(instruction):
            return self._matrix(instruction, self.values.of_elements(instruction), None)
        name = callee_name(instruction)
        if name.startswith((MEMCPY, MEMMOVE, MEMSET)):
            return [self._block_of_memory(instruction, name)]
        if code is InstCode.FENCE or (is_void(instruction.type) and code is not InstCode.CALL):
            raise Inexpressible(f"the instruction {code.name}")
        function = intrinsic(name)
        variable = self.values.named.get(instruction)
        of_rays = self.values.rays.statements(instruction, variable, self.names)
        if of_rays is not None:
            return of_rays
        if function is not None and function.family.name in _LOADS_MATRIX and variable is not None:
            expression = self.values.expression(instruction)
            head, _, rest = expression.text.partition("(")
            return [TextLine(f"{head}({variable.text}, {rest};", expression.names | variable.names, sets=variable.text)]
        if function is not None and "cmpxchg" in function.family.name:
            return self._exchange(instruction, variable)
        expression = self.values.expression(instruction)
        if variable is None:
            return [TextLine(f"{expression.text};", expression.names)]
        return [self.assigned(variable, expression)]

    def assigned(self, variable: Expr, value: Expr) -> TextLine:
        """`variable = value;`."""
        if variable.pointer is not None:
            value = pointed_to(value, variable.pointer)
        else:
            value = self._as_set(value, variable.type)
        names = variable.names | value.names
        return TextLine(
            f"{variable.text} = {value.text};", names, sets=variable.text, value=value.text, parts=value.parts
        )

    @staticmethod
    def _as_set(value: Expr, type_: str) -> Expr:
        """A value as it can be assigned to a place of a type: integers without casts and suffixes."""
        value = converted(value, type_) if value.type != type_ else value
        return unsuffixed(value) if value.number is not None else value.bare or value

    def store(self, instruction: Instruction) -> TextLine:
        """A store to memory."""
        if instruction.value.type.is_pointer:
            return self._address_in_memory(instruction)
        pointer, stored = instruction.pointer, instruction.value.type
        if instruction.value in self.uses.narrow or (not self.is_faithful and lacks_last(instruction.value)):
            stored = three_behind(pointer) or stored
        place = self.values.place(pointer, stored, instruction.alignment)
        type_ = place.type.removeprefix("packed_")
        value = self._as_set(self.values.value(instruction.value, type_), type_)
        left, parts = place.text, value.parts
        names = place.names | value.names
        if parts is not None and parts.operator in _COMPOUND:
            if parts.left == left:
                return TextLine(f"{left} {parts.operator}= {parts.right};", names)
            if parts.right == left and parts.operator in ("+", "*", "&", "|", "^"):
                return TextLine(f"{left} {parts.operator}= {parts.left};", names)
        return TextLine(f"{left} = {value.text};", names)

    def _address_in_memory(self, instruction: Instruction) -> TextLine:
        """A pointer or resource that is stored in a variable."""
        start, value = self.values.value(instruction.pointer), self.values.value(instruction.value)
        kind = start.pointer.element if start.pointer is not None else ""
        if value.pointer is not None and "*" in kind:
            space, _, element = kind.removeprefix("const ").rpartition("*")[0].partition(" ")
            value = pointed_to(value, PointerText(element, space, kind.startswith("const ")))
        elif value.pointer is not None or kind.partition("<")[0] != value.type.partition("<")[0]:
            raise Inexpressible("an address in memory")
        return TextLine(f"{target(start)[0]} = {value.text};", start.names | value.names)

    def _insertion(self, instruction: Instruction) -> list[Statement]:
        variable = self.values.named[instruction]
        statements: list[Statement] = []
        aggregate = instruction.aggregate
        if not (isinstance(aggregate, Constant) and aggregate.code in _UNSET):
            statements.append(self.assigned(variable, self.values.value(aggregate)))
        text, type_, kind = variable.text, instruction.type, variable.type
        for number in instruction.path:
            index = Expr(str(number), PRIMARY, "int", number=number)
            text, type_, kind = self.values.inside(text, type_, kind, index)
        value = self.values.value(instruction.operands[1], kind if "*" not in kind else "")
        sets = variable.text if not statements else ""
        return [*statements, TextLine(f"{text} = {value.text};", variable.names | value.names, sets=sets)]

    def _element(self, instruction: Instruction) -> list[Statement]:
        variable = self.values.named[instruction]
        statements: list[Statement] = []
        if not (isinstance(instruction.vector, Constant) and instruction.vector.code in _UNSET):
            statements.append(self.assigned(variable, self.values.value(instruction.vector, variable.type)))
        index = self.values.value(instruction.index)
        element = re.sub(r"\d$", "", variable.type)
        value = self.values.value(instruction.scalar, element)
        names = variable.names | index.names | value.names
        sets = variable.text if not statements else ""
        return [*statements, TextLine(f"{variable.text}[{index.text}] = {value.text};", names, sets=sets)]

    def _matrix(self, instruction: Instruction, value: Expr, rest: Value | None) -> list[Statement]:
        """A matrix with this thread's elements replaced."""
        variable = self.values.named[instruction]
        statements: list[Statement] = []
        if rest is not None and not (isinstance(rest, Constant) and rest.code in _UNSET):
            statements.append(self.assigned(variable, self.values.value(rest)))
        text = f"{variable.text}.thread_elements() = {value.text};"
        sets = variable.text if not statements else ""
        return [*statements, TextLine(text, variable.names | value.names, sets=sets)]

    def _exchange(self, instruction: Instruction, variable: Expr | None) -> list[Statement]:
        expression = self.values.expression(instruction)
        statements: list[Statement] = [TextLine(f"{expression.text};", expression.names)]
        if variable is not None:
            place, level = target(self.values.pointer(instruction.arguments[1], variable.type))
            names = self.values.value(instruction.arguments[1]).names
            statements.append(self.assigned(variable, Expr(place, level, variable.type, names)))
        return statements

    def _block_of_memory(self, instruction: Instruction, name: str) -> Statement:
        into, source, size = instruction.arguments[:3]
        count = constant_number(size)
        if "memset" in name:
            whole = self._cleared(self._below(into), instruction)
            if whole is not None:
                return whole
            place = self.values.pointer(into, "uchar")
            value = self.values.value(source, "uchar")
            what, names = value.text, place.names | value.names
        else:
            both = [self._below(value) for value in (into, source)]
            one_struct = self._same_struct(both, count)
            if one_struct is not None:
                return one_struct
            place, start = self.values.pointer(into, "uchar"), self.values.pointer(source, "uchar")
            what, names = f"{start.at(PRIMARY)}[b]", place.names | start.names
        number = unsuffixed(self.values.value(size))
        line = TextLine(f"{place.at(PRIMARY)}[b] = {what};", names | number.names)
        return NestedText([(f"for (uint b = 0; b < {number.text}; ++b)", [line])], names | number.names)

    def _cleared(self, memory: Value, call_: Instruction) -> Statement | None:
        """Stack memory that is zeroed as a whole: in its declaration, or by clearing each element."""
        is_own = isinstance(memory, Instruction) and memory.code is InstCode.ALLOCA and memory in self.values.named
        if not is_own or constant_number(call_.arguments[1]) != 0 or memory.aux_type is None:  # type: ignore[attr-defined]
            return None
        assert isinstance(memory, Instruction)
        kind = memory.aux_type
        assert kind is not None
        if self.around.types.layout.alloc_size(kind) != constant_number(call_.arguments[2]):
            return None
        place = self.values.named[memory]
        name = target(place)[0]
        if self._is_first_use(memory, call_):
            self.variables[name].text += " = {}"
            self.variables[name].origins |= self._origins(call_)
            return TextLine("", place.names)
        element = self.around.types.unwrapped(kind)
        if element.code is not TypeCode.ARRAY:
            return TextLine(f"{name} = {self.around.types.spelled(kind)}{{}};", place.names)
        inner = self.around.types.unwrapped(element.elements[0])
        if inner.code is TypeCode.ARRAY:
            return None
        line = TextLine(f"{name}[n] = {self.around.types.spelled(inner)}{{}};", place.names)
        return NestedText([(f"for (uint n = 0; n < {element.params[0]}; ++n)", [line])], place.names)

    def _is_first_use(self, memory: Instruction, use: Instruction) -> bool:
        """Whether memory is cleared at the start of the function, before any other use."""
        start = self.blocks[0].instructions
        if use not in start:
            return False
        same = {memory}
        for instruction in start[: start.index(use)]:
            if not same.isdisjoint(instruction.operands) and not is_ignored(instruction):
                if instruction.code is not InstCode.CAST:
                    return False
                same.add(instruction)
        return True

    @staticmethod
    def _below(value: Value) -> Value:
        while isinstance(value, (Instruction, Constant)) and value.code in (InstCode.CAST, ConstantCode.CE_CAST):
            if not value.operands[0].type.is_pointer:
                break
            value = value.operands[0]
        return value

    def _same_struct(self, both: list[Value], count: int | None) -> Statement | None:
        """An assignment, if both sides are whole values of the same type."""
        kinds = [value.type.pointee if value.type.code is TypeCode.POINTER else None for value in both]
        if kinds[0] is None or kinds[0] is not kinds[1] or kinds[0].code not in STRUCT_TYPES:
            return None
        if self.around.types.layout.alloc_size(kinds[0]) != count:
            return None
        places = [self.values.value(value) for value in both]
        if any(place.pointer is None for place in places):
            return None
        return TextLine(f"{target(places[0])[0]} = {target(places[1])[0]};", places[0].names | places[1].names)

    # --- edges

    def edge(self, source: BasicBlock, goal: BasicBlock) -> list[Statement]:
        """The assignments to a block's phis on an edge, as a parallel copy."""
        copies: list[tuple[Expr, Expr, Origins]] = []
        statements: list[Statement] = []
        for phi in goal.instructions:
            if phi.code is not InstCode.PHI:
                break
            value = phi.incoming[phi.blocks.index(source)]
            variable = self.values.named[phi]
            if value is phi or (isinstance(value, Constant) and value.code in _UNSET):
                continue
            try:
                new_value = self.values.value(value, "" if variable.pointer is not None else variable.type)
            except (Inexpressible, FormatError) as error:
                self._problem(str(error))
                unknown = TextLine(f"// not expressed: {error}", variable.names, origins=frozenset({phi}))
                statements.append(unknown)
                continue
            if new_value.text != variable.text:
                copies.append((variable, new_value, self._folded(value) | {phi}))
        return [*statements, *self._at_once(copies)]

    def _at_once(self, copies: list[tuple[Expr, Expr, Origins]]) -> list[Statement]:
        """Sequence parallel assignments: each variable is set after its old value was used; a cycle needs a
        temporary."""
        statements: list[Statement] = []
        waiting = {variable.text: value for variable, value, _ in copies}
        variables = {variable.text: variable for variable, *_ in copies}
        origins = {variable.text: several for variable, _, several in copies}
        readers = Counter(name for own, value in waiting.items() for name in value.names if name != own)
        free = deque(name for name in waiting if not readers[name])
        while waiting:
            if free:
                name = free.popleft()
                variable, value = variables[name], waiting.pop(name)
            else:  # a cycle: the value of one variable is saved first and assigned last
                name = next(iter(waiting))
                value, kept = waiting[name], self.names.new(f"next_{name}")
                own = variables[name]
                self.variables[kept] = VariableText(kept, f"{own.type} {kept}")
                variable = Expr(kept, PRIMARY, own.type, frozenset({kept}), pointer=own.pointer)
                waiting[name] = variable
            statements += with_origins([self.assigned(variable, value)], origins[name])
            for read in value.names:
                if read != name and read in waiting:
                    readers[read] -= 1
                    if not readers[read]:
                        free.append(read)
        return statements

    # --- the end of blocks

    def end(self, block: BasicBlock) -> list[Statement]:
        """A terminator that leaves the function."""
        last = _last(block)
        own = frozenset({last})
        if last.code is not InstCode.RET:
            text = "return;" if self.returned.type == "void" else f"return {self.returned.type}{{}};"
            return [TextLine(text, leaves=True, origins=own)]
        if not last.operands:
            return [TextLine("return;", leaves=True, origins=own)]
        try:
            if self.returned.members:
                return self._outputs(last)
            value = self.values.value(last.operands[0], self.returned.type)
            return [TextLine(f"return {value.text};", value.names, leaves=True, origins=self._origins(last))]
        except (Inexpressible, FormatError) as error:
            self._problem(str(error))
            unknown = TextLine(f"// not expressed: {error}", origins=own)
            return [unknown, TextLine(f"return {self.returned.type}{{}};", leaves=True, origins=own)]

    def _outputs(self, last: Instruction) -> list[Statement]:
        """A struct of outputs, member by member."""
        value = last.operands[0]
        name = "out"
        if name not in self.variables:
            self.variables[name] = VariableText(name, f"{self.returned.type} {name}")
        names = frozenset({name})
        statements: list[Statement] = []
        members: list[Expr | None] = [None] * len(self.returned.members)
        origins: dict[int, Origins] = {}
        if value.type.code not in STRUCT_TYPES:
            members[0] = self.values.value(value, self.returned.members[0][1])
        else:
            while value in self.uses.returned:
                assert isinstance(value, Instruction)
                number = value.path[0]
                if number < len(members) and members[number] is None:
                    members[number] = self._member(value.operands[1], number)
                    origins[number] = self._folded(value.operands[1]) | {value}
                value = value.aggregate
            if not (isinstance(value, Constant) and value.code in _UNSET):
                self._rest(value, members)
        rest = self._folded(value)
        for number, ((member, _), part) in enumerate(zip(self.returned.members, members, strict=True)):
            if part is not None:
                line = TextLine(f"{name}.{member} = {part.text};", names | part.names)
                line.origins = origins.get(number, rest)
                statements.append(line)
        return [*statements, TextLine(f"return {name};", names, leaves=True, origins=frozenset({last}))]

    def _member(self, value: Value, number: int) -> Expr:
        kind = self.returned.members[number][1]
        return self.values.value(value, kind if not kind.startswith("array<") else "")

    def _rest(self, value: Value, members: list[Expr | None]) -> None:
        """The members that are taken from a whole struct value."""
        if isinstance(value, Constant):
            for number, (_, kind) in enumerate(self.returned.members):
                if members[number] is None:
                    part = self.values.parts(value)[number] if value.operands else None
                    members[number] = (
                        self.values.value(part, kind) if part is not None else Expr(f"{kind}(0)", PRIMARY, kind)
                    )
            return
        whole = self.values.value(value)
        for number, (name, _) in enumerate(self.around.types.members(value.type)):
            if number < len(members) and members[number] is None:
                text = f"{whole.at(PRIMARY)}.{name}"
                members[number] = Expr(text, PRIMARY, self.returned.members[number][1], whole.names)

    # --- control flow

    def sequence(self, code: list[Code[BasicBlock]]) -> list[Statement]:
        """The statements of structured code."""
        statements: list[Statement] = []
        for step in code:
            if isinstance(step, Step):
                what = step.what
                if isinstance(what, PlainStep):
                    statements += self.plain(what.node)
                elif isinstance(what, EdgeStep):
                    statements += self.edge(what.source, what.target)
                else:
                    assert isinstance(what, EndStep)
                    statements += self.end(what.node)
            elif isinstance(step, LeaveCode):
                statements.append(TextLine(f"{step.word};", leaves=True))
            elif isinstance(step, SetFlagCode):
                statements.append(self._flag(step))
            elif isinstance(step, IfFlagCode):
                name = f"leaves{step.flag}"
                statements.append(NestedText([(f"if ({name})", self.sequence(step.body))], frozenset({name})))
            elif isinstance(step, ChoiceCode):
                statements += self._choice(step)
            else:
                assert isinstance(step, RepeatCode)
                body = self.sequence(step.body)
                if step.is_once:
                    statements.append(NestedText([("do", body)], tail=" while (false);"))
                else:
                    statements.append(NestedText([("while (true)", closed(body))]))
        return statements

    def _flag(self, step: SetFlagCode) -> TextLine:
        name = f"leaves{step.flag}"
        if name not in self.variables:
            self.variables[name] = VariableText(name, f"bool {name}")
        value = "true" if step.value else "false"
        return TextLine(f"{name} = {value};", frozenset({name}), sets=name, value=value)

    def _condition(self, block: BasicBlock) -> Expr:
        last = _last(block)
        try:
            condition = self.values.value(last.operands[0], "bool" if last.code is InstCode.BR else "")
            return condition.bare or condition
        except (Inexpressible, FormatError) as error:
            self._problem(str(error))
            return Expr(f"false /* not expressed: {error} */", UNARY, "bool")

    def _choice(self, step: ChoiceCode[BasicBlock]) -> list[Statement]:
        last = _last(step.node)
        condition = self._condition(step.node)
        origins = self._origins(last)
        ways = [self.sequence(way) for way in step.ways]
        if last.code is InstCode.SWITCH:
            return [self._switch(last, condition, ways, origins)]
        yes, no = ways
        if not yes and not no:
            return []
        if not yes:
            return [_if(opposite(condition), no, origins)]
        if leaves(yes):
            return [_if(condition, yes, origins), *no]
        if leaves(no):
            return [_if(opposite(condition), no, origins), *yes]
        if not no:
            return [_if(condition, yes, origins)]
        if len(no) == 1 and isinstance(no[0], NestedText) and no[0].parts[0][0].startswith("if ("):
            inner = no[0]
            rest = [(f"else {inner.parts[0][0]}", inner.parts[0][1]), *inner.parts[1:]]
            head = (f"if ({condition.text})", yes)
            choice = NestedText([head, *rest], condition.names | inner.names, condition=condition)
            choice.origins = (origins, *inner.origins)
            return [choice]
        choice = _if(condition, yes, origins)
        choice.parts.append(("else", no))
        return [choice]

    def _switch(self, last: Instruction, condition: Expr, ways: list[list[Statement]], origins: Origins) -> NestedText:
        """`origins`: the instructions of the switch's condition."""
        labels: dict[BasicBlock, list[str]] = {}
        bodies: dict[BasicBlock, list[Statement]] = {}
        for goal, value, way in zip(last.blocks[1:], last.operands[1:], ways[1:], strict=True):
            labels.setdefault(goal, []).append(unsuffixed(self.values.value(value, condition.type)).text)
            bodies.setdefault(goal, way)
        cases: list[Statement] = []
        for goal, words in labels.items():
            head = " ".join(f"case {word}:" for word in words)
            cases.append(NestedText([(head, _with_break(bodies[goal]))]))
        cases.append(NestedText([("default:", _with_break(ways[0]))]))
        return NestedText([(f"switch ({condition.text})", cases)], condition.names, origins=(origins,))

    def _dispatch(self) -> list[Statement]:
        """An irreducible graph: a loop around a switch over its blocks."""
        self.is_dispatched = True
        self.values.named |= {value: variable for value, variable in self.late.items() if variable is not None}
        self.late, self.uses.late = {}, {}
        number = {block: place for place, block in enumerate(self.blocks)}
        state = self.names.new("state")
        names = frozenset({state})
        cases: list[Statement] = []

        def go(source: BasicBlock, goal: BasicBlock) -> list[Statement]:
            return [*self.edge(source, goal), TextLine(f"{state} = {number[goal]};", names)]

        for block in self.blocks:
            body = self.plain(block)
            goals = successors(block)
            if not goals:
                body += self.end(block)
            elif len(goals) == 1:
                body += go(block, goals[0])
            elif _last(block).code is InstCode.SWITCH:
                condition, origins = self._condition(block), self._origins(_last(block))
                body.append(self._switch(_last(block), condition, [go(block, goal) for goal in goals], origins))
            else:
                condition, origins = self._condition(block), self._origins(_last(block))
                parts = [(f"if ({condition.text})", go(block, goals[0])), ("else", go(block, goals[1]))]
                body.append(NestedText(parts, condition.names, origins=(origins,)))
            cases.append(NestedText([(f"case {number[block]}:", _with_break(body))]))
        for name in list(self.variables):
            self.variables[name].is_first = True
        loop = NestedText([("while (true)", [NestedText([(f"switch ({state})", cases)], names)])])
        return [TextLine(f"uint {state} = 0;"), loop]


# --- helpers ---------------------------------------------------------------------------------------------------------


def _if(condition: Expr, body: list[Statement], origins: Origins) -> NestedText:
    return NestedText([(f"if ({condition.text})", body)], condition.names, condition=condition, origins=(origins,))


def _last(block: BasicBlock) -> Instruction:
    return block.instructions[-1]


def _reachable(function: Function) -> list[BasicBlock]:
    seen = {function.blocks[0]}
    waiting = [function.blocks[0]]
    while waiting:
        for goal in successors(waiting.pop()):
            if goal not in seen:
                seen.add(goal)
                waiting.append(goal)
    return [block for block in function.blocks if block in seen]


def _debug_names(blocks: list[BasicBlock]) -> dict[Value, str]:
    """The names of values in debug info; the first name of each."""
    names: dict[Value, str] = {}
    for block in blocks:
        for instruction in block.instructions:
            if not callee_name(instruction).startswith(f"{INTRINSIC}dbg.") or len(instruction.arguments) < 2:
                continue
            value, variable = instruction.arguments[0], instruction.arguments[-2]
            if not isinstance(value, MetadataAsValue) or not isinstance(variable, MetadataAsValue):
                continue
            node = variable.metadata
            if isinstance(value.metadata, LocalAsMetadata) and isinstance(node, MDNode):
                name = _variable_name(node)
                if name:
                    names.setdefault(value.metadata.value, name)
    return names


def _variable_name(node: MDNode) -> str:
    if node.code is not MetadataCode.LOCAL_VAR:
        return ""
    schema = metadata_schema(node.code, node.version, len(node.fields))
    if schema is None or "name" not in schema.names:
        return ""
    place = schema.names.index("name")
    field_ = node.fields[place] if place < len(node.fields) else None
    return field_.value if isinstance(field_, MDString) else ""


def _with_break(body: list[Statement]) -> list[Statement]:
    return body if leaves(body) else [*body, TextLine("break;", leaves=True)]
