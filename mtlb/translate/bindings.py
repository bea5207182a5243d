"""The Metal slot of each resource: by a host's convention (`hosts`), or from a TOML file.
The convention without a host: for each entry point, the resources that it uses, ordered by set and binding, take
consecutive buffers, textures and samplers; push constants come before them as the first buffer, the sizes of buffers
with run-time arrays after them as the last. Source: the pipeline layouts of wgpu's Metal layer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from ..base.classes import dataclass, field
from ..base.errors import BuildError
from ..base.features import MOST_TEXTURES
from ..spirv import SpirvModule
from ..spirv.enumerants import Decoration, StorageClass
from .hosts import FORMS_OF_SIZES, Host, ResourceUse, SlotQuery
from .pipeline_layout import PipelineLayout, place_of
from .samplers import ProgramSampler
from .specialization import numbers_of
from .vertex_buffers import VertexBuffer, vertex_buffers_of

KINDS = ("buffer", "texture", "sampler")


@dataclass(frozen=True)
class BoundResource:
    """The slots of a resource of an entry point, as `--print-bindings` shows them.
    `slots`: an index for each of "buffer", "texture", "sampler" that the resource has. `set` and `binding` are None
    for resources without them: push constants and the sizes of buffers."""

    entry: str
    stage: str
    name: str
    set: int | None
    binding: int | None
    slots: dict[str, int]
    access: str
    type: str
    space: str
    """For a buffer, "device" or "constant"; "threadgroup" for threadgroup memory."""
    size: int | None = None
    """The size in bytes of threadgroup memory that the host sets; for a tessellation buffer, the minimum size of a
    vertex or patch."""

    def as_json(self) -> dict[str, object]:
        """The JSON form for a report."""
        return {
            "entry": self.entry,
            "stage": self.stage,
            "name": self.name,
            "set": self.set,
            "binding": self.binding,
            **self.slots,
            "access": self.access,
            "type": self.type,
            **({"space": self.space} if self.space else {}),
            **({"size": self.size} if self.size is not None else {}),
        }


_Slots = dict[tuple[int, int], dict[str, int]]


@dataclass(frozen=True)
class Bindings:
    """Slots from a file; all others follow from the host's convention.
    `resources`: by set and binding, the index for each kind. `entries`: the same for individual entry points, by
    name. `argument_buffers`: the sets whose resources are members of an argument buffer, with its buffer slot; None
    if the host decides. `static_threadgroup`: threadgroup variables are static memory of the program, not arguments
    whose sizes the host sets. `discrete_arrays`: arrays of resources take a slot for each element instead of a
    single buffer. `sizes_when_used`, `sizes_form`: whether the buffer of sizes is omitted where nothing reads it,
    and a member of `FORMS_OF_SIZES`. `layout`: the pipeline layout that the host numbers over.
    `argument_buffers_tier`: 1 or 2, the minimum of the devices. `dynamic_offsets`: the buffers whose offset is a
    uint in the buffer `dynamic_offsets_buffer`, and its index there. `swizzles`: the buffer of texture swizzles.
    `vertex_buffers`: buffers from which a vertex function reads attributes itself. `samplers`: constexpr samplers.
    `constants`: values of specialization constants, by their numbers, which are not function constants then."""

    resources: _Slots = field(default_factory=dict)
    entries: dict[str, Bindings] = field(default_factory=dict)
    push_constants: int | None = None
    sizes: int | None = None
    argument_buffers: dict[int, int | None] | None = None
    static_threadgroup: bool | None = None
    discrete_arrays: bool | None = None
    sizes_when_used: bool | None = None
    sizes_form: str | None = None
    layout: PipelineLayout | None = None
    argument_buffers_tier: int = 2
    dynamic_offsets: dict[tuple[int, int], int] = field(default_factory=dict)
    dynamic_offsets_buffer: int | None = None
    swizzles: int | None = None
    vertex_buffers: tuple[VertexBuffer, ...] = ()
    samplers: dict[tuple[int, int], ProgramSampler] = field(default_factory=dict)
    constants: dict[int, bool | int | float] = field(default_factory=dict)

    @classmethod
    def from_toml(cls, document: Mapping[str, Any]) -> Bindings:
        """The slots of a parsed document. BuildError for keys and values that it can't have.

        ``push_constants = 0`` and ``sizes = 8`` are buffers; ``sizes = "used"`` leaves the buffer of sizes out where
        nothing reads it, and ``sizes = { buffer = 8, when = "used", form = "slots" }`` says all. ``[resources]`` has a
        line for each resource, ``"set.binding" = index`` or, where it has an image and a sampler, ``"0.2" = { texture =
        1, sampler = 0 }``. ``[entries.NAME]`` has the same for one entry point. ``argument_buffers = [1]`` names sets;
        as a table, ``"1" = 4``, it says their buffers too. ``threadgroup = "static"`` is `static_threadgroup`,
        ``arrays = "discrete"`` `discrete_arrays`, ``[layout]`` a `PipelineLayout`.
        """
        return cls._table(document, "", True)

    @classmethod
    def _table(cls, document: Mapping[str, Any], where: str, is_whole: bool) -> Bindings:
        table = {
            "push_constants",
            "sizes",
            "resources",
            "registers",  # of Direct3D's shaders (mtlb.direct3d.slots)
            *(_WHOLE_KEYS if is_whole else ()),
        }
        for key in document:
            if key not in table:
                raise BuildError(f"bindings: unknown key {where + key!a} (one of {', '.join(sorted(table))})")
        resources: _Slots = {}
        for key, value in _mapping(document.get("resources", {}), where + "resources").items():
            resources[place_of(key, where + "resources.")] = _slots(value, f"{where}resources.{key}")
        entries = {
            name: cls._table(_mapping(value, f"entries.{name}"), f"entries.{name}.", False)
            for name, value in _mapping(document.get("entries", {}), "entries").items()
        }
        layout, tier = document.get("layout"), document.get("argument_buffers_tier", 2)
        if tier not in (1, 2) or isinstance(tier, bool):
            raise BuildError(f"bindings: argument_buffers_tier must be 1 or 2, not {tier!a}")
        push = _number(document["push_constants"], where + "push_constants") if "push_constants" in document else None
        return cls(
            resources,
            entries,
            push,
            argument_buffers=_sets(document["argument_buffers"]) if "argument_buffers" in document else None,
            static_threadgroup=_either(document, "threadgroup", "static", "arguments"),
            discrete_arrays=_either(document, "arrays", "discrete", "buffer"),
            argument_buffers_tier=tier,
            swizzles=_number(document["swizzles"], "swizzles") if "swizzles" in document else None,
            vertex_buffers=vertex_buffers_of(document.get("vertex_buffers", [])),
            samplers={
                place_of(key, "samplers."): ProgramSampler.from_table(value, f"samplers.{key}")
                for key, value in _mapping(document.get("samplers", {}), "samplers").items()
            },
            constants=_constants(document.get("constants", {})),
            **_offsets(document.get("dynamic_offsets", {})),
            layout=None if layout is None else PipelineLayout.from_table(_mapping(layout, "layout")),
            **_sizes(document.get("sizes"), where + "sizes", is_whole),
        )

    def specified(self, entry: str, use: ResourceUse) -> dict[str, int]:
        """The slots in the file for a resource of an entry point. Raises BuildError for a kind that the resource
        does not take."""
        own = self.entries.get(entry)
        if use.set is not None and use.binding is None:
            slot = (self.argument_buffers or {}).get(use.set)
            return {} if slot is None else {"buffer": slot}
        if use.set is None or use.binding is None:
            slot = own.push_constants if own is not None and own.push_constants is not None else self.push_constants
            return {} if slot is None else {"buffer": slot}
        key = use.set, use.binding
        slots = (own.resources.get(key) if own is not None else None) or self.resources.get(key, {})
        if _EITHER in slots:
            return dict.fromkeys(use.kinds, slots[_EITHER])
        for kind in slots:
            if kind not in use.kinds:
                takes = " and ".join(use.kinds) or "no slot"
                where = f" ({entry})" if entry else ""
                raise BuildError(f"bindings: resources.'{key[0]}.{key[1]}' takes no {kind}, but {takes}{where}")
        return dict(slots)

    def sizes_slot(self, entry: str) -> int | None:
        """The buffer slot in the file for an entry point's sizes, if any."""
        own = self.entries.get(entry)
        return own.sizes if own is not None and own.sizes is not None else self.sizes

    def check(self, declared: Sequence[ResourceUse], argument_buffers: Collection[int]) -> None:
        """Raise BuildError for slots that a resource of a module cannot have, in any entry point.
        `argument_buffers`: the sets that are argument buffers."""
        for use in declared:
            for entry in ("", *self.entries):
                if self.specified(entry, use) and use.set in argument_buffers:
                    raise BuildError(f"bindings: resources.'{use.place}' is a member of the argument buffer {use.set}")

    def unnamed(self, module: SpirvModule) -> tuple[str, ...]:
        """The keys that refer to a set, a resource or an entry point that the module does not have."""
        constants = numbers_of(module) if self.constants else ()
        result = [f"constants.{number}" for number in self.constants if number not in constants]
        if not (self.argument_buffers or self.resources or self.dynamic_offsets or self.samplers or self.entries):
            return tuple(result)
        places = {place_in(module, id) for id, variable in module.variables.items() if variable.storage in RESOURCES}
        sets = {set for set, _ in places}
        result += [f"argument_buffers.{number}" for number in self.argument_buffers or {} if number not in sets]
        names = {point.name for point in module.entry_points}
        tables = {"": self, **{f"entries.{name}.": own for name, own in self.entries.items() if name in names}}
        for where, table in tables.items():
            result += [f"{where}resources.'{key[0]}.{key[1]}'" for key in table.resources if key not in places]
        for word, keys in (("dynamic_offsets", self.dynamic_offsets), ("samplers", self.samplers)):
            result += [f"{word}.'{key[0]}.{key[1]}'" for key in keys if key not in places]
        return (*result, *(f"entries.{name}" for name in self.entries if name not in names))

    def assign(
        self, entry: str, host: Host, query: SlotQuery, has_sizes: bool, reserved: Collection[int] = ()
    ) -> tuple[dict[int, dict[str, int]], int]:
        """The slots of each resource by id, and the buffer of the sizes (-1 if there is none). `reserved`: buffers
        that the entry point already uses. Raises BuildError for a slot that the host does not have."""
        for use in query.uses:
            if use.kinds and max(use.extent(kind) for kind in use.kinds) > MOST_TEXTURES:
                raise BuildError(f"{use.place} is an array of {use.count} resources: Metal's tables have fewer slots")
        slots: dict[int, dict[str, int]] = {}
        taken: dict[str, set[int]] = {kind: set() for kind in KINDS}
        taken["buffer"].update(reserved)
        chosen = {use.id: self.specified(entry, use) for use in query.uses}
        placed = host.place(query._replace(uses=[use for use in query.uses if not _is_given(chosen[use.id], use)]))
        for use in query.uses:
            slots[use.id] = {**placed.get(use.id, {}), **chosen[use.id]}
            for kind, index in slots[use.id].items():
                taken[kind].update(range(index, index + use.extent(kind)))
        sizes = self.sizes_slot(entry) if has_sizes else None
        if has_sizes and sizes is None:
            if not host.binds_sizes:
                raise BuildError(
                    f"{host.name} passes no buffer with the sizes of run-time arrays: name one with `sizes`"
                )
            sizes = host.sizes
        if sizes is not None:
            taken["buffer"].add(sizes)
        for use in sorted(query.uses, key=_order):
            for kind in use.kinds:
                if kind not in slots[use.id]:
                    slots[use.id][kind] = _free(taken[kind], use.extent(kind))
        if not has_sizes:
            return slots, -1
        return slots, _free(taken["buffer"]) if sizes is None else sizes


RESOURCES = frozenset({StorageClass.Uniform, StorageClass.StorageBuffer, StorageClass.UniformConstant})
"""The storage classes of variables with a set and a binding."""


def place_in(module: SpirvModule, variable: int) -> tuple[int, int]:
    """The set and the binding of a variable; 0 for a missing decoration."""
    set = module.decoration(variable, Decoration.DescriptorSet)
    binding = module.decoration(variable, Decoration.Binding)
    return int(set[0]) if set is not None else 0, int(binding[0]) if binding is not None else 0


def is_placed_in(module: SpirvModule, variable: int) -> bool:
    """Whether a variable has both a set and a binding."""
    is_in_set = module.decoration(variable, Decoration.DescriptorSet) is not None
    return is_in_set and module.decoration(variable, Decoration.Binding) is not None


def refuse_unnamed(modules: Iterable[tuple[str, SpirvModule]], bindings: Bindings) -> None:
    """Raise BuildError for keys that match nothing in any of the modules, which share the bindings file; the message
    names the file of each."""
    missing: list[tuple[str, tuple[str, ...]]] = [(name, bindings.unnamed(module)) for name, module in modules]
    if not missing:
        return
    everywhere = [key for key in missing[0][1] if all(key in keys for _, keys in missing)]
    if everywhere:
        where = missing[0][0] if len(missing) == 1 else f"any of the {len(missing)} modules of SPIR-V"
        raise BuildError(f"bindings: {', '.join(everywhere)} matches nothing in {where}")


def _is_given(slots: Mapping[str, int], use: ResourceUse) -> bool:
    """Whether the file gives all slots of a resource."""
    return all(kind in slots for kind in use.kinds)


def _order(use: ResourceUse) -> tuple[int, int, int]:
    """Push constants first, then by set and binding."""
    return (-1 if use.set is None else use.set, -1 if use.binding is None else use.binding, use.id)


def _free(taken: set[int], count: int = 1) -> int:
    """The first range of this many free slots; the slots are marked as used."""
    index = 0
    while not taken.isdisjoint(range(index, index + count)):
        index += 1
    taken.update(range(index, index + count))
    return index


_EITHER = "index"
_WHOLE_KEYS = (
    "entries",
    "argument_buffers",
    "argument_buffers_tier",
    "threadgroup",
    "arrays",
    "constants",
    "layout",
    "dynamic_offsets",
    "samplers",
    "swizzles",
    "vertex_buffers",
)


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BuildError(f"bindings: {where} must be a table")
    return value


def _offsets(value: object) -> dict[str, Any]:
    """The table of dynamic offsets, as fields of `Bindings`."""
    table = dict(_mapping(value, "dynamic_offsets"))
    buffer = table.pop("buffer", None)
    return {
        "dynamic_offsets_buffer": None if buffer is None else _number(buffer, "dynamic_offsets.buffer"),
        "dynamic_offsets": {
            place_of(key, "dynamic_offsets."): _number(index, f"dynamic_offsets.{key}") for key, index in table.items()
        },
    }


def _constants(value: object) -> dict[int, bool | int | float]:
    """The values of specialization constants."""
    constants = dict[int, bool | int | float]()
    for key, number in _mapping(value, "constants").items():
        if not (key.isascii() and key.isdigit()):
            raise BuildError(f"bindings: constants.{key!a} is not the number of a specialization constant")
        if not isinstance(number, (int, float)):
            raise BuildError(f"bindings: constants.{key}: {number!a} is not a number, true or false")
        constants[int(key)] = number
    return constants


def _sets(value: object) -> dict[int, int | None]:
    if isinstance(value, list):
        return {_number(set_number, "argument_buffers"): None for set_number in value}
    pairs = _mapping(value, "argument_buffers").items()
    return {_set(key): _number(index, f"argument_buffers.{key}") for key, index in pairs}


def _set(key: str) -> int:
    if not (key.isascii() and key.isdigit()):
        raise BuildError(f"bindings: argument_buffers.{key!a} is not a set")
    return int(key)


def _either(document: Mapping[str, Any], key: str, yes: str, no: str) -> bool | None:
    if key not in document:
        return None
    if document[key] not in (yes, no):
        raise BuildError(f"bindings: {key} must be {no!a} or {yes!a}, not {document[key]!a}")
    return bool(document[key] == yes)


def _sizes(value: object, where: str, is_whole: bool) -> dict[str, Any]:
    """The settings of the buffer of sizes, as fields of `Bindings`; for an entry point only its slot."""
    if value is None:
        return {}
    if not is_whole:
        return {"sizes": _number(value, where)}
    if value in _WHEN:
        return {"sizes_when_used": value == _WHEN[0]}
    if not isinstance(value, dict):
        return {"sizes": _number(value, where)}
    for key in value:
        if key not in ("buffer", "when", "form"):
            raise BuildError(f"bindings: {where}: unknown key {key!a} (one of buffer, when, form)")
    when, form = value.get("when"), value.get("form")
    if when not in (None, *_WHEN):
        raise BuildError(f"bindings: {where}.when must be {_WHEN[0]!a} or {_WHEN[1]!a}, not {when!a}")
    if form not in (None, *FORMS_OF_SIZES):
        raise BuildError(f"bindings: {where}.form must be one of {', '.join(FORMS_OF_SIZES)}, not {form!a}")
    return {
        "sizes": _number(value["buffer"], f"{where}.buffer") if "buffer" in value else None,
        "sizes_when_used": None if when is None else when == _WHEN[0],
        "sizes_form": form,
    }


_WHEN = ("used", "all")


def _slots(value: object, where: str) -> dict[str, int]:
    if not isinstance(value, dict):
        return {_EITHER: _number(value, where)}
    for key in value:
        if key not in KINDS:
            raise BuildError(f"bindings: {where}: unknown kind {key!a} (one of {', '.join(KINDS)})")
    return {key: _number(index, f"{where}.{key}") for key, index in value.items()}


def _number(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BuildError(f"bindings: {where}: {value!a} is not an index")
    return value
