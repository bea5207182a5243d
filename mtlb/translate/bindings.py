"""Which slot of Metal each resource has: by the convention of Naga and wgpu, or as a file of TOML says.

The convention: for each entry point, the resources that it uses, ordered by set and binding, take the buffers,
textures and samplers one after the other; push constants come before them as the first buffer, the sizes of buffers
with run-time arrays after them as the last. Source: the pipeline layouts of wgpu's Metal layer.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..base.errors import BuildError

KINDS = ("buffer", "texture", "sampler")


@dataclass(frozen=True)
class ResourceUse:
    """A resource of an entry point: its `set` and `binding`, and what it takes slots of.

    Push constants have neither, a set that is an argument buffer no binding.
    """

    id: int
    set: int | None
    binding: int | None
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class BoundResource:
    """Where a resource of an entry point went, as `--print-bindings` shows it.

    `slots`: the index for each of "buffer", "texture", "sampler" that it has. `set` and `binding` are None for what has
    none: push constants and the sizes of buffers.
    """

    entry: str
    stage: str
    name: str
    set: int | None
    binding: int | None
    slots: dict[str, int]
    access: str
    type: str
    space: str
    """Of a buffer, "device" or "constant"; "threadgroup" for memory of the threadgroup."""
    size: int | None = None
    """The bytes of memory of the threadgroup, which the host sets; of each vertex or patch in a buffer of
    tessellation, at the least."""

    def as_json(self) -> dict[str, object]:
        """For a report."""
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
    """Slots that are given; all others follow from the convention, in the slots that are left.

    `resources`: by set and binding, the index for each kind. `entries`: the same for single entry points, by name.
    `argument_buffers`: the sets whose resources are members of one argument buffer, in its buffer slot.
    `static_threadgroup`: variables of the threadgroup are memory of the program, not arguments as in Naga's Metal,
    whose sizes the host sets.
    """

    resources: _Slots = field(default_factory=dict)
    entries: dict[str, Bindings] = field(default_factory=dict)
    push_constants: int | None = None
    sizes: int | None = None
    argument_buffers: dict[int, int | None] = field(default_factory=dict)
    static_threadgroup: bool = False

    @classmethod
    def from_toml(cls, document: Mapping[str, Any]) -> Bindings:
        """The slots of a parsed document. BuildError for keys and values that it can't have.

        ``push_constants = 0`` and ``sizes = 8`` are buffers. ``[resources]`` has a line for each resource,
        ``"set.binding" = index`` or, where it has an image and a sampler, ``"0.2" = { texture = 1, sampler = 0 }``.
        ``[entries.NAME]`` has the same for one entry point. ``argument_buffers = [1]`` names sets; as a table,
        ``"1" = 4``, it says their buffers too. ``threadgroup = "static"`` is `static_threadgroup`.
        """
        return cls._table(document, "", True)

    @classmethod
    def _table(cls, document: Mapping[str, Any], where: str, is_whole: bool) -> Bindings:
        known = {
            "push_constants",
            "sizes",
            "resources",
            "registers",  # of Direct3D's shaders (mtlb.direct3d.slots)
            *(("entries", "argument_buffers", "threadgroup") if is_whole else ()),
        }
        for key in document:
            if key not in known:
                raise BuildError(f"bindings: unknown key {where + key!a} (one of {', '.join(sorted(known))})")
        resources: _Slots = {}
        for key, value in _mapping(document.get("resources", {}), where + "resources").items():
            resources[_place(key, where)] = _slots(value, f"{where}resources.{key}")
        entries = {
            name: cls._table(_mapping(value, f"entries.{name}"), f"entries.{name}.", False)
            for name, value in _mapping(document.get("entries", {}), "entries").items()
        }
        given = document.get("argument_buffers", [])
        if isinstance(given, list):
            sets: dict[int, int | None] = {_number(one, "argument_buffers"): None for one in given}
        else:
            pairs = _mapping(given, "argument_buffers").items()
            sets = {_set(key): _number(index, f"argument_buffers.{key}") for key, index in pairs}
        threadgroup = document.get("threadgroup", _ARGUMENTS)
        if threadgroup not in (_ARGUMENTS, _STATIC):
            raise BuildError(f"bindings: threadgroup is {_ARGUMENTS!a} or {_STATIC!a}, not {threadgroup!a}")
        push, sizes = (
            _number(document[key], where + key) if key in document else None for key in ("push_constants", "sizes")
        )
        return cls(resources, entries, push, sizes, sets, threadgroup == _STATIC)

    def given(self, entry: str, use: ResourceUse) -> dict[str, int]:
        """The slots that are given for a resource of an entry point. BuildError for a kind that it does not take."""
        own = self.entries.get(entry)
        if use.set is not None and use.binding is None:
            slot = self.argument_buffers.get(use.set)
            return {} if slot is None else {"buffer": slot}
        if use.set is None or use.binding is None:
            slot = own.push_constants if own is not None and own.push_constants is not None else self.push_constants
            return {} if slot is None else {"buffer": slot}
        key = use.set, use.binding
        found = (own.resources.get(key) if own is not None else None) or self.resources.get(key, {})
        if _EITHER in found:
            return dict.fromkeys(use.kinds, found[_EITHER])
        for kind in found:
            if kind not in use.kinds:
                takes = " and ".join(use.kinds) or "no slot"
                raise BuildError(f"bindings: resources.'{key[0]}.{key[1]}' takes no {kind}, but {takes} ({entry})")
        return dict(found)

    def sizes_slot(self, entry: str) -> int | None:
        """The buffer of the sizes of an entry point, if it is given."""
        own = self.entries.get(entry)
        return own.sizes if own is not None and own.sizes is not None else self.sizes

    def assign(
        self, entry: str, uses: Sequence[ResourceUse], has_sizes: bool, reserved: Collection[int] = ()
    ) -> tuple[dict[int, dict[str, int]], int]:
        """The slots of each resource by its id, and the buffer of the sizes (-1 without). `reserved`: buffers that the
        entry point has already."""
        found: dict[int, dict[str, int]] = {}
        taken: dict[str, set[int]] = {kind: set() for kind in KINDS}
        taken["buffer"].update(reserved)
        for use in uses:
            found[use.id] = given = dict(self.given(entry, use))
            for kind, index in given.items():
                taken[kind].add(index)
        sizes = self.sizes_slot(entry) if has_sizes else None
        if sizes is not None:
            taken["buffer"].add(sizes)
        for use in sorted(uses, key=_order):
            for kind in use.kinds:
                if kind not in found[use.id]:
                    found[use.id][kind] = _free(taken[kind])
        if not has_sizes:
            return found, -1
        return found, _free(taken["buffer"]) if sizes is None else sizes


def _order(use: ResourceUse) -> tuple[int, int, int]:
    """Push constants first, then by set and binding."""
    return (-1 if use.set is None else use.set, -1 if use.binding is None else use.binding, use.id)


def _free(taken: set[int]) -> int:
    index = 0
    while index in taken:
        index += 1
    taken.add(index)
    return index


_EITHER = "index"
_ARGUMENTS, _STATIC = "arguments", "static"


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BuildError(f"bindings: {where} is a table")
    return value


def _set(key: str) -> int:
    if not (key.isascii() and key.isdigit()):
        raise BuildError(f"bindings: argument_buffers.{key!a} is no set")
    return int(key)


def _place(key: str, where: str) -> tuple[int, int]:
    set, dot, binding = key.partition(".")
    if not dot or not (set.isascii() and set.isdigit() and binding.isascii() and binding.isdigit()):
        raise BuildError(f"bindings: {where}resources.{key!a}: the key is set.binding, such as '0.2'")
    return int(set), int(binding)


def _slots(value: object, where: str) -> dict[str, int]:
    if not isinstance(value, dict):
        return {_EITHER: _number(value, where)}
    for key in value:
        if key not in KINDS:
            raise BuildError(f"bindings: {where}: unknown kind {key!a} (one of {', '.join(KINDS)})")
    return {key: _number(index, f"{where}.{key}") for key, index in value.items()}


def _number(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BuildError(f"bindings: {where}: {value!a} is no index")
    return value
