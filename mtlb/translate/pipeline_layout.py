"""Pipeline layouts: the host's declarations for each set and binding, whether or not a shader uses them.
Hosts that number slots over a layout count unused entries too: wgpu (`create_pipeline_layout` in
wgpu-hal/src/metal/device.rs), Dawn (`PipelineLayout` in src/dawn/native/metal/PipelineLayoutMTL.mm) and MoltenVK
(`MVKPipelineLayout::Create` in GPUObjects/MVKPipeline.mm)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from ..base.classes import NamedTuple, dataclass, replace
from ..base.errors import BuildError

LAYOUT_STAGES = ("vertex", "fragment", "kernel", "object", "mesh")


class ResourceRole(Enum):
    """The kind of a resource for a host. The value is its word in a bindings file."""

    UNIFORM_BUFFER = "uniform_buffer"
    STORAGE_BUFFER = "storage_buffer"
    TEXTURE = "texture"
    STORAGE_TEXTURE = "storage_texture"
    SAMPLER = "sampler"
    TEXTURE_SAMPLER = "texture_sampler"
    """An image with a sampler: Vulkan's combined image sampler."""
    PUSH_CONSTANTS = "push_constants"
    ARGUMENT_BUFFER = "argument_buffer"
    """A whole set."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The Metal argument tables in which it takes slots."""
        return _KINDS_OF.get(self, ("buffer",))


_KINDS_OF = {
    ResourceRole.TEXTURE: ("texture",),
    ResourceRole.STORAGE_TEXTURE: ("texture",),
    ResourceRole.SAMPLER: ("sampler",),
    ResourceRole.TEXTURE_SAMPLER: ("texture", "sampler"),
}
LAYOUT_ROLES = tuple(
    role for role in ResourceRole if role not in (ResourceRole.PUSH_CONSTANTS, ResourceRole.ARGUMENT_BUFFER)
)


@dataclass(frozen=True)
class LayoutEntry:
    """An entry of a layout. `count`: array length; `is_dynamic`: a buffer whose offset is set when it is bound;
    `planes`: the number of textures for an image; `is_table`: an array without a length, which is a buffer of its
    elements."""

    set: int
    binding: int
    role: ResourceRole
    count: int = 1
    stages: tuple[str, ...] = LAYOUT_STAGES
    is_dynamic: bool = False
    planes: int = 1
    is_table: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The Metal argument tables in which it takes slots."""
        return ("buffer",) if self.is_table else self.role.kinds

    def extent(self, kind: str) -> int:
        """The number of slots of a kind that it takes."""
        return self.count * (self.planes if kind == "texture" else 1)


class PipelineLayout(NamedTuple):
    """The entries by set and binding, and the stages that have push constants."""

    entries: tuple[LayoutEntry, ...]
    push_constants: tuple[str, ...] = ()

    @classmethod
    def from_table(cls, document: Mapping[str, Any]) -> PipelineLayout:
        """Parse the table ``[layout]``: ``"set.binding" = "storage_buffer"`` or ``{ kind = "texture", count = 4,
        stages = ["fragment"] }``, ``push_constants = ["vertex"]``. Raises BuildError for other content."""
        entries: list[LayoutEntry] = []
        push: tuple[str, ...] = ()
        for key, value in document.items():
            if key == "push_constants":
                push = _stages(value, "layout.push_constants")
            else:
                entries.append(_entry(place_of(key, "layout."), value))
        return cls(tuple(sorted(entries, key=lambda entry: (entry.set, entry.binding))), push)

    def with_planes(self, planes: Mapping[tuple[int, int], int]) -> PipelineLayout:
        """The same layout, with several textures for some images."""
        entries = tuple(replace(entry, planes=planes.get((entry.set, entry.binding), 1)) for entry in self.entries)
        return self._replace(entries=entries)

    def visible(self, stage: str) -> tuple[LayoutEntry, ...]:
        """The entries that a stage sees, by set and binding."""
        return tuple(entry for entry in self.entries if stage in entry.stages)

    def get(self, set: int, binding: int) -> LayoutEntry | None:
        """The entry of a binding."""
        return next((entry for entry in self.entries if (entry.set, entry.binding) == (set, binding)), None)


def place_of(key: str, where: str) -> tuple[int, int]:
    """The set and the binding in a key. Raises BuildError for any other text."""
    set, dot, binding = key.partition(".")
    if not dot or not (set.isascii() and set.isdigit() and binding.isascii() and binding.isdigit()):
        raise BuildError(f"bindings: {where}{key!a}: the key must be set.binding, such as '0.2'")
    return int(set), int(binding)


def _entry(place: tuple[int, int], value: object) -> LayoutEntry:
    where = f"layout.{place[0]}.{place[1]}"
    table: Mapping[str, Any] = value if isinstance(value, dict) else {"kind": value}
    unknown = next((key for key in table if key not in ("kind", "count", "stages", "dynamic")), None)
    if unknown is not None:
        raise BuildError(f"bindings: {where}: unknown key {unknown!a} (one of kind, count, stages, dynamic)")
    role = next((layout_role for layout_role in LAYOUT_ROLES if layout_role.value == table.get("kind")), None)
    if role is None:
        words = ", ".join(layout_role.value for layout_role in LAYOUT_ROLES)
        raise BuildError(f"bindings: {where}: the kind must be one of {words}, not {table.get('kind')!a}")
    count, dynamic = table.get("count", 1), table.get("dynamic", False)
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise BuildError(f"bindings: {where}: {count!a} is not a count")
    if not isinstance(dynamic, bool) or (dynamic and role.kinds != ("buffer",)):
        raise BuildError(f"bindings: {where}: dynamic must be true or false, and can be true for buffers only")
    stages = _stages(table["stages"], where) if "stages" in table else LAYOUT_STAGES
    return LayoutEntry(*place, role, count, stages, dynamic)


def _stages(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(stage in LAYOUT_STAGES for stage in value):
        raise BuildError(f"bindings: {where}: the stages must be a list of {', '.join(LAYOUT_STAGES)}")
    return tuple(layout_stage for layout_stage in LAYOUT_STAGES if layout_stage in value)
