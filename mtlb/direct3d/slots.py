"""The Metal slot of each resource, from its register (docs/direct3d.md §3).
Constant buffer ``b#`` is buffer #. Raw and structured ``t0`` to ``t7`` are buffers 14 to 21, ``u0`` to ``u6``
buffers 22 to 28. Other ``t#`` are texture #, typed ``u#`` texture 64 + #, ``s#`` sampler #. The highest free slots
are used for resources without such a slot (another space, a higher register, a slot in use), then for counters of
structured buffers, and last for the buffer sizes."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..base.errors import BuildError
from ..base.features import MOST_BUFFERS, MOST_SAMPLERS, MOST_TEXTURES
from .program import BoundProgram, Resource

BUFFERS_OF_T, BUFFERS_OF_U, TEXTURES_OF_U = 14, 22, 64
"""The first buffer of raw and structured t and u, and the first texture of typed u."""
_LIMITS = {"buffer": MOST_BUFFERS, "texture": MOST_TEXTURES, "sampler": MOST_SAMPLERS}
_COUNTS = {"b": BUFFERS_OF_T, "t": BUFFERS_OF_U - BUFFERS_OF_T, "u": 7}


@dataclass(frozen=True)
class BoundRegister:
    """The place of a shader's resource, as `--print-bindings` shows it. `use`: "" for the resource itself,
    "counter", "sizes", or "stage" for data that other stages or the host exchange with it."""

    entry: str
    stage: str
    name: str
    register: str
    count: int
    table: str
    slot: int
    access: str
    type: str
    use: str = ""
    offset: int | None = None
    """The byte offset in the argument buffer (`table` is "argument_buffer", `slot` its buffer)."""
    table_offset: int | None = None
    """The byte offset in the table whose address is stored there."""
    form: str = ""
    """The kind of the entry: "descriptor", "address" or "constants"; "state" for a constexpr sampler."""
    size: int | None = None
    """The minimum size in bytes of a vertex, control point or patch in a buffer between stages."""

    def as_json(self) -> dict[str, Any]:
        """The JSON form for a report."""
        return {
            "entry": self.entry,
            "stage": self.stage,
            "name": self.name,
            "register": self.register,
            **({"count": self.count} if self.count != 1 else {}),
            **({self.table: self.slot} if self.slot >= 0 else {}),
            "access": self.access,
            "type": self.type,
            **({"offset": self.offset} if self.offset is not None else {}),
            **({"table_offset": self.table_offset} if self.table_offset is not None else {}),
            **({"form": self.form} if self.form else {}),
            **({"use": self.use} if self.use else {}),
            **({"size": self.size} if self.size is not None else {}),
        }


class Slots:
    """The slots of a shader's resources. `spilled` resources have none: arrays of buffers, unbounded ranges, and
    resources for which Metal has no slot left. They are in the argument buffer at `descriptors`, except unbounded
    ranges after the first: each has a separate argument buffer, in `own_descriptors` by kind and id."""

    def __init__(self, program: BoundProgram, reserved: Collection[int] = (), own: GivenSlots | None = None) -> None:
        """`reserved`: buffers that the entry point already uses; `own`: slots that the user sets."""
        self.program = program
        self._specified = own or GivenSlots()
        self.spilled = [
            resource
            for resource in program.resources.values()
            if resource.is_unbounded or (resource.is_buffer and resource.count > 1)
        ]
        while True:
            self._taken: dict[str, set[int]] = {table: set() for table in _LIMITS}
            self._taken["buffer"].update(reserved)
            self.resources: dict[tuple[str, int], int] = {}
            self.counters: dict[int, int] = {}
            self.sizes: int | None = None
            self.descriptors: int | None = None
            self.own_descriptors: dict[tuple[str, int], int] = {}
            overflow = self._assign()
            if overflow is None:
                return
            self.spilled.append(overflow)

    def _assign(self) -> Resource | None:
        """Assign slots. Returns the resource that must be spilled, if there are too few."""
        out = {id(resource) for resource in self.spilled}
        resources = sorted(
            (resource for resource in self.program.resources.values() if id(resource) not in out),
            key=lambda resource: (resource.kind, resource.space, resource.first),
        )
        for resource in resources:
            self._place_given(resource)
        waiting = [
            resource
            for resource in resources
            if (resource.kind, resource.id) not in self.resources and not self._place(resource)
        ]
        if self.spilled:
            self.descriptors = self._free("buffer", 1)
        unbounded = [resource for resource in self.spilled if resource.is_unbounded]
        for resource in sorted(unbounded, key=lambda resource: (resource.kind, resource.space, resource.first))[1:]:
            slot = self._free("buffer", 1)
            if slot is None:
                raise self.program.refuse(resource.instruction, f"no buffer is left for the range {resource.register}")
            self.own_descriptors[resource.kind, resource.id] = slot
        for resource in waiting:
            slot = self._free(table_of(resource), resource.count)
            if slot is None:
                return resource
            self.resources[resource.kind, resource.id] = slot
        for resource in resources:
            if resource.needs_counter:
                slot = self._specified.counter(resource.register)
                slot = self._free("buffer", 1) if slot is None else self._take_given(resource, "buffer", slot, 1)
                if slot is None:
                    return self._largest(resources)
                self.counters[resource.id] = slot
        if any(resource.needs_size and resource.is_buffer for resource in resources):
            self.sizes = self._specified.sizes if self._specified.sizes is not None else self._free("buffer", 1)
            if self.sizes is None:
                return self._largest(resources)
        if self.spilled and self.descriptors is None:
            return self._largest(resources)
        return None

    def _largest(self, resources: Sequence[Resource]) -> Resource:
        """The buffer to spill: the last of the highest kind."""
        buffers = [resource for resource in resources if table_of(resource) == "buffer"]
        if not buffers:
            first = next(iter(self.program.resources.values()))
            raise self.program.refuse(first.instruction, f"no buffer is left, as Metal has {_LIMITS['buffer']} of them")
        return buffers[-1]

    def _place_given(self, resource: Resource) -> None:
        slot = self._specified.slot(resource.register)
        if slot is not None:
            self.resources[resource.kind, resource.id] = self._take_given(
                resource, table_of(resource), slot, resource.count
            )

    def _take_given(self, resource: Resource, table: str, slot: int, count: int) -> int:
        places = set(range(slot, slot + count))
        if slot + count > _LIMITS[table]:
            raise BuildError(f"bindings: registers.{resource.register}: Metal has {_LIMITS[table]} {table}s")
        if places & self._taken[table]:
            raise BuildError(f"bindings: registers.{resource.register}: {table} {slot} is taken already")
        self._taken[table] |= places
        return slot

    def _place(self, resource: Resource) -> bool:
        table, start = table_of(resource), resource.first
        if resource.space:
            return False
        if resource.is_buffer:
            letter = "b" if resource.kind == "cb" else resource.kind
            if resource.last >= _COUNTS[letter]:
                return False
            start += {"b": 0, "t": BUFFERS_OF_T, "u": BUFFERS_OF_U}[letter]
        elif resource.kind == "u":
            start += TEXTURES_OF_U
        if start + resource.count > _LIMITS[table]:
            return False
        places = set(range(start, start + resource.count))
        if places & self._taken[table]:
            return False
        self._taken[table] |= places
        self.resources[resource.kind, resource.id] = start
        return True

    def _free(self, table: str, count: int) -> int | None:
        """The highest free slots; None if there are too few."""
        taken = self._taken[table]
        for start in range(_LIMITS[table] - count, -1, -1):
            places = set(range(start, start + count))
            if not places & taken:
                taken |= places
                return start
        return None


@dataclass(frozen=True)
class GivenSlots:
    """Slots that the user sets, by register as in listings (``t3,space1``), with ``.counter`` for the counter of a
    structured buffer, and the slot of the buffer sizes."""

    registers: Mapping[str, int] = field(default_factory=dict)
    sizes: int | None = None

    def slot(self, register: str) -> int | None:
        """The slot of a resource."""
        return self.registers.get(register)

    def counter(self, register: str) -> int | None:
        """The slot of a counter."""
        return self.registers.get(f"{register}.counter")


_REGISTER = re.compile(r"([bstu]\d+)(?:, *space(\d+))?(\.counter)?")


def given_slots(document: Mapping[str, Any], entry: str) -> GivenSlots:
    """The slots in a parsed document for an entry point: ``[registers]`` with ``b0 = 3`` and ``"t1,space2" = 7``,
    and ``sizes = 8``; ``[entries.NAME.registers]`` for a single entry point. Other keys are those of SPIR-V's
    bindings. Raises BuildError for invalid registers and slots."""
    tables = [document, _table(_table(document, "entries", "").get(entry, {}), "", f"entries.{entry}")]
    registers: dict[str, int] = {}
    sizes: int | None = None
    for table, where in zip(tables, ("", f"entries.{entry}."), strict=True):
        for key, value in _table(table, "registers", where).items():
            match = _REGISTER.fullmatch(key)
            if match is None:
                raise BuildError(f"bindings: {where}registers.{key!a} is not a register, such as 'b0' or 't1,space2'")
            space = f",space{int(match[2])}" if match[2] and int(match[2]) else ""
            registers[f"{match[1]}{space}{match[3] or ''}"] = _slot(value, f"{where}registers.{key!a}")
        if "sizes" in table:
            sizes = _slot(table["sizes"], f"{where}sizes")
    return GivenSlots(registers, sizes)


def _table(document: Any, key: str, where: str) -> Mapping[str, Any]:
    value = document.get(key, {}) if key else document
    if not isinstance(value, Mapping):
        raise BuildError(f"bindings: {where}{key} must be a table")
    return value


def _slot(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BuildError(f"bindings: {where}: {value!a} is not an index")
    return value


def table_of(resource: Resource) -> str:
    """The Metal argument table of a resource: "buffer", "texture" or "sampler"."""
    return "sampler" if resource.kind == "s" else "buffer" if resource.is_buffer else "texture"
