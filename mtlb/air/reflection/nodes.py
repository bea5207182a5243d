"""The content of an AIRR buffer: nodes that refer to each other by index, and a root that lists some of them."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.classes import dataclass, field, fields
from ...base.versions import Version
from .schema import SUBTABLES, NodeType, Slot, SlotKind, slots_of

IDENTIFIER = b"AIRR"


@dataclass
class Table:
    """A table that is not a node: `table` is its name in `SUBTABLES`, `values` maps slot names to present values."""

    table: str
    values: dict[str, FieldValue] = field(default_factory=dict)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of a table with this name."""
        return slots_of(SUBTABLES[self.table])


FieldValue = bool | int | str | list[int] | list[str] | tuple[int, int, int] | Table | list[Table]


@dataclass
class Node:
    """A node: `values` maps the slot names of `type` to present values. Empty for an unknown type."""

    type: NodeType
    values: dict[str, FieldValue] = field(default_factory=dict)

    def get(self, name: str) -> FieldValue | None:
        """The value of a slot; the default for an absent enumeration or scalar, otherwise None."""
        return _get(self.type.slots or (), self.values, name)


def _get(slots: tuple[Slot, ...], values: dict[str, FieldValue], name: str) -> FieldValue | None:
    for slot in slots:
        if slot.name == name:
            value = values.get(name)
            if value is None and slot.kind.has_default:
                value = slot.default if slot.kind is not SlotKind.BOOL else bool(slot.default)
            return slot.enum(value) if slot.enum is not None and isinstance(value, int) else value
    return None


@dataclass
class Reflection:
    """The content of an AIRR buffer. Lists of integers hold indices into `nodes`.

    `static_local_allocations`: threadgroup memory, size and alignment in bytes.

    `foreign` is the whole buffer if it has node types or slots that are not in mtlb's schema, else None; `build` then
    returns it unchanged, or raises BuildError if the model was edited.
    """

    version: Version | None = None
    nodes: list[Node] = field(default_factory=list)
    fragment_functions: list[int] = field(default_factory=list)
    intersection_functions: list[int] = field(default_factory=list)
    kernel_functions: list[int] = field(default_factory=list)
    vertex_functions: list[int] = field(default_factory=list)
    visible_functions: list[int] = field(default_factory=list)
    mesh_functions: list[int] = field(default_factory=list)
    object_functions: list[int] = field(default_factory=list)
    function_constants: list[int] = field(default_factory=list)
    static_local_allocations: list[Table] = field(default_factory=list)
    emulations: list[int] = field(default_factory=list)
    global_bindings: list[int] = field(default_factory=list)
    visible_function_references: list[int] = field(default_factory=list)
    ci_functions: list[int] = field(default_factory=list)
    foreign: bytes | None = field(default=None, compare=False, repr=False)

    def add(self, type: NodeType) -> tuple[int, Node]:
        """Add a node of this type; returns its index and the node."""
        node = Node(type)
        self.nodes.append(node)
        return len(self.nodes) - 1, node

    def functions(self) -> Iterator[Node]:
        """The function nodes, in the order of the root's lists."""
        for slot in fields(self):
            if slot.name.endswith("_functions"):
                for index in getattr(self, slot.name):
                    yield self.nodes[index]
