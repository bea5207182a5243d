"""Analysis of a DXIL program before translation: the resource of each handle, the operations on each resource, the
members of results in use, and the set of operations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...dxbc.dxil_metadata import CBV, SAMPLER, SRV, UAV
from ...dxbc.dxil_operations import SIGNATURES
from ...ir import Call, Constant, ConstantCode, InstCode, Instruction, Value, constant_number
from ..program import Resource
from .program import DxilProgram, operation_number

_KINDS = {SRV: "t", UAV: "u", CBV: "cb", SAMPLER: "s"}
_HANDLES = ("srv", "uav", "handle")
_CREATED = ("CreateHandle", "CreateHandleFromBinding")


@dataclass
class DxilUses:
    """`operations`: the names of all operations that are called; `calls`: the calls of each. `resources`: the
    resource of each handle, by the call that creates it, with the register number. `members`: the indices of the
    struct members that are extracted."""

    operations: set[str] = field(default_factory=set)
    resources: dict[Value, tuple[Resource, Value]] = field(default_factory=dict)
    members: dict[Value, set[int]] = field(default_factory=dict)
    calls: dict[str, list[Call]] = field(default_factory=dict)
    all_calls: list[tuple[Call, str, dict[str, Value]]] = field(default_factory=list)
    """Calls of operations, with the operation's name and its arguments by name."""


def look(program: DxilProgram) -> DxilUses:
    """Scan the code. Raises FormatError for a handle of an undeclared resource."""
    uses = DxilUses()
    for i in _instructions(program):
        if i.code is InstCode.EXTRACTVAL:
            uses.members.setdefault(i.operands[0], set()).update(i.path[:1])
        number = operation_number(i)
        if number not in SIGNATURES or not isinstance(i, Call):
            continue
        name, names = SIGNATURES[number]
        uses.operations.add(name)
        uses.calls.setdefault(name, []).append(i)
        arguments = dict(zip(names, i.arguments[1:], strict=False))
        if name in _CREATED:
            uses.resources[i] = _created(program, i, name, arguments)
        uses.all_calls.append((i, name, arguments))
    return uses


def note_uses(uses: DxilUses) -> None:
    """Record the uses of each resource."""
    for i, name, arguments in uses.all_calls:  # in module order, so handles may come after their uses
        if name == "AnnotateHandle" and arguments.get("res") in uses.resources:
            uses.resources[i] = uses.resources[arguments["res"]]
    for _, name, arguments in uses.all_calls:
        _note(
            name,
            [uses.resources[argument][0] for argument in map(arguments.get, _HANDLES) if argument in uses.resources],
        )


def _instructions(program: DxilProgram) -> Iterator[Instruction]:
    for function in program.module.functions:
        if function.is_definition:
            yield from function.instructions()


def is_used(program: DxilProgram, call: Call) -> bool:
    """Whether an instruction has the result of a call as its operand."""
    return any(operand is call for i in _instructions(program) for operand in i.operands)


def _created(program: DxilProgram, i: Call, name: str, arguments: dict[str, Value]) -> tuple[Resource, Value]:
    if len(arguments) < 3:
        raise program.bad(i, f"{len(arguments)} arguments")
    if name == "CreateHandle":
        category, number = (constant_number(arguments[argument]) for argument in ("resourceClass", "rangeId"))
        resource = program.resources.get(
            (_KINDS.get(-1 if category is None else category, ""), -1 if number is None else number)
        )
        if resource is None:
            raise program.bad(i, "a handle of a resource that is not declared")
        return resource, arguments["index"]
    bind = arguments["bind"]
    numbers: list[int | None] = [None]
    if isinstance(bind, Constant) and bind.code == ConstantCode.AGGREGATE:
        numbers = [constant_number(operand) for operand in bind.operands]
    elif isinstance(bind, Constant) and bind.code == ConstantCode.NULL:
        numbers = [0] * 4
    if len(numbers) != 4 or None in numbers:
        raise program.bad(i, "a binding that is not four constants")
    first, _, space, category = (number & 0xFFFFFFFF for number in numbers if number is not None)
    kind = _KINDS.get(category, "")
    for resource in program.resources.values():
        if resource.kind == kind and resource.space == space and resource.first <= first <= resource.last:
            return resource, arguments["index"]
    raise program.bad(i, f"a handle of {kind}{first} of space {space}, which is not declared")


def _note(name: str, resources: list[Resource]) -> None:
    for resource in resources:
        if name.startswith("Atomic"):
            resource.is_atomic = True
        elif name == "BufferUpdateCounter":
            resource.needs_counter = True
        elif "Store" in name:
            resource.is_written = True
        elif name == "GetDimensions":
            resource.needs_size = True
        elif name.startswith(("Sample", "TextureGather", "CalculateLOD")):
            resource.is_sampled = resource.is_read = True
            resource.is_compared = resource.is_compared or "Cmp" in name
        elif "Load" in name:
            resource.is_read = True
