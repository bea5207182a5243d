"""The hosts whose conventions `--slots` names: slots, entry names, names between stages, memory of the threadgroup.

Each rule is taken from the host's source; where a host numbers over a pipeline layout, `[layout]` of the bindings file
is that layout, and without it the resources that the entry point uses stand for it (docs/hosts.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..base.classes import NamedTuple, dataclass
from ..base.errors import BuildError
from .pipeline_layout import LAYOUT_STAGES, LayoutEntry, PipelineLayout, ResourceRole

Slots = dict[str, int]

FORMS_OF_SIZES = ("struct", "slots")
"""The layout of the buffer of sizes: a ``uint`` for each buffer in the module (Naga), or an array of ``uint``
indexed by the buffer's slot (``spvBufferSizeConstants`` in SPIRV-Cross, the sizes in Dawn)."""
LAST_BUFFER = 30


@dataclass(frozen=True)
class ResourceUse:
    """A resource of a module: its `set` and `binding`, its kind, and the number of slots of each of `kinds` that it
    takes.
    Push constants have neither set nor binding; a set that is an argument buffer has no binding. `planes`: the
    number of textures for an image. `is_placed`: the module states its set and binding, which are 0 otherwise."""

    id: int
    set: int | None
    binding: int | None
    kinds: tuple[str, ...]
    role: ResourceRole
    count: int = 1
    planes: int = 1
    is_placed: bool = True

    def extent(self, kind: str) -> int:
        """The number of slots of a kind that it takes."""
        return self.count * (self.planes if kind == "texture" else 1)

    @property
    def place(self) -> str:
        """Its place in messages."""
        return "push constants" if self.set is None else f"{self.set}.{self.binding}"


class SlotQuery(NamedTuple):
    """The input of a host's rule: the slots of `uses`, in the order of the module.
    `declared`: all resources of the module, including `uses`. `stage`: "vertex", "fragment" or "kernel".
    `discrete_arrays`: whether arrays take a slot for each element instead of a single buffer."""

    stage: str
    uses: Sequence[ResourceUse]
    declared: Sequence[ResourceUse]
    layout: PipelineLayout | None
    has_argument_buffers: bool = False
    discrete_arrays: bool = True


class Host(NamedTuple):
    """The conventions of a host.
    `place` returns slots by resource id; a resource that it omits takes the first free slots, ordered by set and
    binding. `user`: the attribute name that connects stages; `{}` is the location. `rename`: its name for an entry
    point whose own name is reserved in Metal; None to keep mtlb's name. `sizes`: the slot of the buffer of sizes,
    None for the first free slot; `binds_sizes`: whether it has such a buffer."""

    name: str
    place: Callable[[SlotQuery], dict[int, Slots]]
    user: str = "loc"
    rename: Callable[[str], str] | None = None
    is_renaming_all: bool = False
    static_threadgroup: bool = True
    discrete_arrays: bool = True
    sizes: int | None = None
    sizes_form: str = "slots"
    sizes_when_used: bool = True
    binds_sizes: bool = True
    dynamic_offsets: int = 23
    swizzles: int = 30
    """dynamic_offsets_buffer_index and swizzle_buffer_index in SPIRV-Cross's spirv_msl.hpp."""
    argument_buffers: bool = False
    """Whether sets are argument buffers, each in the buffer slot with its number, if the file does not state
    otherwise."""


# --- by order --------------------------------------------------------------------------------------------------------


def _by_order(query: SlotQuery) -> dict[int, Slots]:
    """By set and binding: over the layout if there is one (wgpu-hal/src/metal/device.rs, create_pipeline_layout),
    otherwise in the free slots. An array is a single buffer, as in the Metal that Naga 30 writes."""
    if query.layout is None:
        return {}
    first = 1 if query.stage in query.layout.push_constants else 0
    return _counted(query, query.layout.visible(query.stage), first, push_constants=0)


def _counted(
    query: SlotQuery, entries: Sequence[LayoutEntry], first: int, push_constants: int | None
) -> dict[int, Slots]:
    """The slots of the uses, numbered over a layout's entries; buffers begin with `first`."""
    assert query.layout is not None
    counters = {"buffer": first, "texture": 0, "sampler": 0}
    starts: dict[tuple[int, int], Slots] = {}
    for entry in entries:
        counts = starts[entry.set, entry.binding] = {}
        is_table = entry.count > 1 and not query.discrete_arrays
        for kind in ("buffer",) if is_table else entry.kinds:
            counts[kind] = counters[kind]
            counters[kind] += 1 if is_table else entry.extent(kind)
    slots: dict[int, Slots] = {}
    for use in query.uses:
        if use.role is ResourceRole.PUSH_CONSTANTS:
            if query.stage not in query.layout.push_constants:
                raise BuildError(f"bindings: the layout has no push constants in the stage {query.stage}")
            slots[use.id] = {} if push_constants is None else {"buffer": push_constants}
        elif use.set is not None and use.binding is not None and use.kinds:
            check_entry(query.layout, query.stage, use)
            counts = starts[use.set, use.binding]
            if not set(use.kinds) <= set(counts):
                raise BuildError(f"bindings: layout.{use.place} is not an array, as the shader's is")
            slots[use.id] = {kind: counts[kind] for kind in use.kinds}
    return slots


def layout_of(uses: Sequence[ResourceUse]) -> PipelineLayout:
    """The layout that consists of these resources."""
    entries: dict[tuple[int, int], LayoutEntry] = {}
    for use in uses:
        if use.set is None or use.binding is None or not use.kinds:
            continue
        place, role = (use.set, use.binding), use.role
        if place in entries and {entries[place].role, role} == {ResourceRole.TEXTURE, ResourceRole.SAMPLER}:
            role = ResourceRole.TEXTURE_SAMPLER  # a separate image and sampler at the same binding
        is_table = use.kinds == ("buffer",) != role.kinds
        entries[place] = LayoutEntry(*place, role, use.count, planes=use.planes, is_table=is_table)
    has_push = any(use.role is ResourceRole.PUSH_CONSTANTS for use in uses)
    return PipelineLayout(tuple(entries[key] for key in sorted(entries)), LAYOUT_STAGES if has_push else ())


def check_entry(layout: PipelineLayout, stage: str, use: ResourceUse) -> LayoutEntry:
    """The layout entry of a resource. Raises BuildError if there is none, or if it has another kind."""
    assert use.set is not None and use.binding is not None
    entry = layout.get(use.set, use.binding)
    if entry is None or stage not in entry.stages:
        raise BuildError(f"bindings: the layout has no {use.place} in the stage {stage}")
    if entry.role is not use.role and not set(use.kinds) <= set(entry.role.kinds):
        raise BuildError(f"bindings: layout.{use.place} is a {entry.role.value}, the shader's a {use.role.value}")
    if entry.count < use.count:
        raise BuildError(f"bindings: layout.{use.place} has {entry.count} elements, the shader's {use.count}")
    return entry


_DAWN_ORDER = {
    ResourceRole.TEXTURE: 2,
    ResourceRole.STORAGE_TEXTURE: 3,
    ResourceRole.TEXTURE_SAMPLER: 2,
    ResourceRole.SAMPLER: 4,
}


def _dawn(query: SlotQuery) -> dict[int, Slots]:
    """Over each set: buffers with dynamic offsets, other buffers, sampled textures, storage textures, samplers, each by
    binding (SortBindingsCompare of src/dawn/native/BindGroupLayoutInternal.cpp; PipelineLayoutMTL.mm). Immediates and
    the sizes of buffers are in one block in buffer 30 (kImmediateBlockBufferSlot of PipelineLayoutMTL.h)."""
    layout = query.layout
    if layout is None:
        layout = layout_of(query.uses)
        query = SlotQuery(query.stage, query.uses, query.declared, layout)

    def order(entry: LayoutEntry) -> tuple[int, int, int]:
        return entry.set, 0 if entry.is_dynamic else _DAWN_ORDER.get(entry.role, 1), entry.binding

    return _counted(query, sorted(layout.visible(query.stage), key=order), 0, push_constants=LAST_BUFFER)


# --- by binding ------------------------------------------------------------------------------------------------------


def _decoration(query: SlotQuery) -> dict[int, Slots]:
    """The binding (CompilerMSL::get_metal_resource_index in SPIRV-Cross with enable_decoration_binding). A resource
    without a binding gets a free slot."""
    return {
        use.id: dict.fromkeys(use.kinds, use.binding)
        for use in query.uses
        if use.binding is not None and use.is_placed and use.role is not ResourceRole.ARGUMENT_BUFFER
    }


def _spirv_cross(query: SlotQuery) -> dict[int, Slots]:
    """The next free slots in the order of the module's variables, one for each array element
    (CompilerMSL::get_metal_resource_index in SPIRV-Cross without resource bindings)."""
    counters = {"buffer": 0, "texture": 0, "sampler": 0}
    slots: dict[int, Slots] = {}
    for use in query.uses:
        result = slots[use.id] = {}
        for kind in use.kinds:
            result[kind] = counters[kind]
            counters[kind] += use.extent(kind)
    return slots


_BGFX_TEXTURES = 16


def _bgfx(query: SlotQuery) -> dict[int, Slots]:
    """Uniforms in buffer 0, storage buffers one behind their binding, textures and samplers 16 before theirs
    (shaderc_metal.cpp of bgfx's shaderc: textureBindingOffset, add_msl_resource_binding)."""
    slots: dict[int, Slots] = {}
    for use in query.uses:
        if use.binding is None:
            continue
        if use.role is ResourceRole.UNIFORM_BUFFER:
            slots[use.id] = {"buffer": 0}
        elif use.role is ResourceRole.STORAGE_BUFFER:
            slots[use.id] = {"buffer": use.binding + 1}
        elif use.binding < _BGFX_TEXTURES:
            raise BuildError(
                f"bgfx expects textures and samplers at bindings from {_BGFX_TEXTURES} on, not at {use.place}"
            )
        else:
            slots[use.id] = dict.fromkeys(use.kinds, use.binding - _BGFX_TEXTURES)
    return slots


# --- SDL_GPU ---------------------------------------------------------------------------------------------------------

_SDL_SETS = {"vertex": ((0,), 1), "fragment": ((2,), 3), "kernel": ((0, 1), 2)}
"""For each stage: the sets of textures, samplers and storage buffers (for a kernel the read-only and the writable
ones), and the set of uniforms."""


def _sdl(query: SlotQuery) -> dict[int, Slots]:
    """Uniforms first, then storage buffers; sampled textures, then storage textures, of kernels those that are read
    first (SDL_CreateGPUShader and SDL_CreateGPUComputePipeline of include/SDL3/SDL_gpu.h; the same formulas in
    SDL_shadercross, SDL_shadercross.c). Textures come before storage buffers in a set, so a buffer counts from its
    binding less the textures."""
    if query.stage not in _SDL_SETS:
        raise BuildError(f"SDL_GPU has no {query.stage} functions")
    sets, uniforms = _SDL_SETS[query.stage]
    spans = [_Span(query, number) for number in sets]
    uniform_count = _Span(query, uniforms).buffers
    slots: dict[int, Slots] = {}
    for use in query.uses:
        if use.set is None or use.binding is None:
            raise BuildError("SDL_GPU has no push constants: its uniforms are buffers of a set")
        is_uniform = use.role is ResourceRole.UNIFORM_BUFFER
        if use.set not in ((uniforms,) if is_uniform else sets):
            sets_text = uniforms if is_uniform else " or ".join(map(str, sets))
            what = "uniforms" if is_uniform else "textures, samplers and storage buffers"
            raise BuildError(
                f"SDL_GPU expects the {what} of a {query.stage} function in set {sets_text}, not at {use.place}"
            )
        if is_uniform:
            slots[use.id] = {"buffer": use.binding}
            continue
        number = sets.index(use.set)
        before = spans[:number]
        if use.role is not ResourceRole.STORAGE_BUFFER:
            slots[use.id] = dict.fromkeys(use.kinds, sum(span.textures for span in before) + use.binding)
            continue
        if use.binding < spans[number].textures:
            raise BuildError(f"SDL_GPU expects the textures of a set before its storage buffers, unlike {use.place}")
        behind = use.binding - spans[number].textures
        slots[use.id] = {"buffer": uniform_count + sum(span.buffers for span in before) + behind}
    return slots


class _Span:
    """The number of bindings of a set that are textures or samplers, which come first, and the number of buffers."""

    def __init__(self, query: SlotQuery, number: int) -> None:
        pairs: list[tuple[int, ResourceRole]] = []
        if query.layout is not None:
            pairs = [(item.binding, item.role) for item in query.layout.visible(query.stage) if item.set == number]
        else:
            pairs = [(use.binding, use.role) for use in query.declared if use.set == number and use.binding is not None]
        buffers = (ResourceRole.UNIFORM_BUFFER, ResourceRole.STORAGE_BUFFER)
        self.textures = max((binding + 1 for binding, role in pairs if role not in buffers), default=0)
        last = max((binding + 1 for binding, role in pairs if role in buffers), default=self.textures)
        self.buffers = last - self.textures


# --- MoltenVK --------------------------------------------------------------------------------------------------------

MOLTENVK_SETS = 8
"""Buffers that are reserved for the argument buffers of sets (kMVKMaxDescriptorSetCount of GPUObjects/MVKDevice.h)."""


def _moltenvk(query: SlotQuery) -> dict[int, Slots]:
    """Sets that are argument buffers in the buffer of their number, push constants behind eight of them, then what is
    discrete, counted over the layout (MVKPipelineLayout::Create and populateShaderConversionConfig of
    GPUObjects/MVKPipeline.mm)."""
    first = MOLTENVK_SETS if query.has_argument_buffers else 0
    has_push = any(use.role is ResourceRole.PUSH_CONSTANTS for use in query.uses)
    layout = query.layout
    if layout is not None:
        has_push = has_push or query.stage in layout.push_constants
    slots: dict[int, Slots] = {}
    together = {use.set for use in query.uses if use.role is ResourceRole.ARGUMENT_BUFFER}
    for use in query.uses:
        if use.role is ResourceRole.PUSH_CONSTANTS:
            slots[use.id] = {"buffer": first}
        elif use.role is ResourceRole.ARGUMENT_BUFFER:
            assert use.set is not None
            if use.set >= MOLTENVK_SETS:
                raise BuildError(f"MoltenVK has the sets 0 to {MOLTENVK_SETS - 1} as argument buffers, not {use.set}")
            slots[use.id] = {"buffer": use.set}
    if layout is None:
        layout = layout_of(query.uses)
    single = [use for use in query.uses if use.binding is not None and use.role is not ResourceRole.ARGUMENT_BUFFER]
    counted = SlotQuery(query.stage, single, (), layout)
    entries = tuple(item for item in layout.visible(query.stage) if item.set not in together)
    return slots | _counted(counted, entries, first + has_push, None)


# --- the table -------------------------------------------------------------------------------------------------------


def _zero_behind(name: str) -> str:
    """SPIRV-Cross's name: CompilerMSL::replace_illegal_names puts a 0 behind what Metal reserves."""
    return f"{name}0"


HOSTS = {
    host.name: host
    for host in (
        Host("order", _by_order, discrete_arrays=False, sizes_form="struct", sizes_when_used=False),
        Host(
            "wgpu",
            _by_order,
            static_threadgroup=False,  # wgpu-hal/src/metal/command.rs sets the length of each argument
            discrete_arrays=False,
            sizes_form="struct",
            sizes_when_used=False,
        ),
        Host(
            "dawn",
            _dawn,
            rename=lambda _: "dawn_entry_point",  # mIsolatedEntryPointName of src/dawn/native/Device.cpp
            is_renaming_all=True,
            static_threadgroup=False,  # workgroupAllocations of src/dawn/native/metal/ShaderModuleMTL.mm
            sizes=LAST_BUFFER,
        ),
        Host("sdl", _sdl, "locn", _zero_behind, binds_sizes=False),
        Host("decoration", _decoration, "locn", _zero_behind, sizes=25),
        Host("spirv-cross", _spirv_cross, "locn", _zero_behind, sizes=25),  # buffer_size_buffer_index of spirv_msl.hpp
        # Behind vertex buffers, of which a vertex function has others (getImplicitBufferIndex of MVKPipeline.mm)
        Host(
            "moltenvk",
            _moltenvk,
            "locn",
            _zero_behind,
            sizes=29,
            dynamic_offsets=30,
            swizzles=28,
            argument_buffers=True,
        ),
        Host(
            "bgfx",
            _bgfx,
            "locn",
            lambda _: "xlatMtlMain",  # rename_entry_point in shaderc_metal.cpp
            is_renaming_all=True,
            sizes=25,
        ),
    )
}
"""By the word of ``--slots``. The first is what mtlb does without it: as wgpu, but with memory of the threadgroup that
no host has to set."""
