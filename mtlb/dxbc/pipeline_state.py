"""Pipeline state validation: facts that the runtime checks when a pipeline is created (PSV0).
Size of the runtime information (24, 36, 48, 52, 56: versions 0 to 4), that block, number of resources and, if any,
their size and records. From version 1 on: strings, semantic indices, elements of 16 bytes, then masks with a bit for
each component: the outputs that depend on the view id, and on inputs."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass

from ..base.binary import Buffer
from .view import PartView
from .words import ShaderKind

_SIZES = {24: 0, 36: 1, 48: 2, 52: 3, 56: 4}
_STAGE = struct.Struct("<2BH8B")
_RESOURCE = struct.Struct("<4I")
_RESOURCE_2 = struct.Struct("<2I")
_ELEMENT = struct.Struct("<2I8B")
_STREAMS = 4


@dataclass(frozen=True)
class PipelineResource:
    """A resource; `kind` and `flags` from version 2 on."""

    type: int
    space: int
    lower: int
    upper: int
    kind: int = 0
    flags: int = 0


@dataclass(frozen=True)
class PipelineElement:
    """A signature element. `columns` has the count, the first column and whether a register is allocated."""

    name: str
    indices: tuple[int, ...]
    start_row: int
    columns: int
    semantic: int
    component_type: int
    interpolation: int
    stream: int

    @property
    def count(self) -> int:
        """The number of components."""
        return self.columns & 0xF


@dataclass(frozen=True)
class PipelineState:
    """The contents of PSV0.
    `stage_info` are the 16 bytes for the stage; `masks` and `tables` are words by description, such as ``view id to
    outputs of stream 0``."""

    version: int
    stage_info: bytes
    min_wave_lanes: int
    max_wave_lanes: int
    stage: ShaderKind | None
    uses_view_id: bool
    max_vertices: int
    """For a geometry shader, the maximum vertex count; for other stages, vectors of patch constants and the topology
    of a mesh."""
    input_vectors: int
    output_vectors: tuple[int, ...]
    threads: tuple[int, ...]
    entry: str | None
    group_shared_bytes: int | None
    resources: tuple[PipelineResource, ...]
    inputs: tuple[PipelineElement, ...]
    outputs: tuple[PipelineElement, ...]
    patch_constants: tuple[PipelineElement, ...]
    masks: dict[str, tuple[int, ...]]
    tables: dict[str, tuple[int, ...]]
    view: PartView


class _Reader:
    def __init__(self, data: Buffer, base: int) -> None:
        self.view = PartView(data, base, "PSV0")
        self.position = 0

    def word(self, what: str) -> int:
        self.position += 4
        return self.view.word(self.position - 4, what)

    def skip(self, size: int, what: str) -> int:
        start = self.view.cover(self.position, size, what)
        self.position += size
        return start

    def words(self, count: int, what: str) -> tuple[int, ...]:
        values = self.view.words(self.position, count, what)
        self.position += 4 * count
        return values

    def read(self) -> PipelineState:
        view = self.view
        size = self.word("size of the runtime info")
        if size < 24:
            raise view.fail(f"runtime info of {size} bytes: the oldest has 24", 0)
        at = self.skip(size, "runtime info")
        info = bytes(view.data[at : at + size])
        version = max(number for known_size, number in _SIZES.items() if known_size <= size)
        min_lanes, max_lanes = struct.unpack_from("<2I", info, 16)
        resources = self.resources()
        if version == 0:
            none: tuple[PipelineElement, ...] = ()
            return PipelineState(
                0,
                info[:16],
                min_lanes,
                max_lanes,
                None,
                False,
                0,
                0,
                (),
                (),
                None,
                None,
                resources,
                none,
                none,
                none,
                {},
                {},
                view,
            )
        stage, uses_view, vertices, inputs, outputs, patches, input_vectors, *output_vectors = _STAGE.unpack_from(
            info, 24
        )
        patch_vectors = info[26]
        self.strings_size = self.word("size of the strings")
        self.strings = self.skip(self.strings_size, "strings")
        self.indices = self.words(self.word("number of semantic indices"), "semantic indices")
        element_size = self.word("size of an element") if inputs or outputs or patches else 0
        if element_size and element_size < _ELEMENT.size:
            raise view.fail(f"elements of {element_size} bytes", self.position - 4)
        elements = [tuple(self.element(element_size) for _ in range(n)) for n in (inputs, outputs, patches)]
        masks, tables = self.dependencies(
            ShaderKind(stage), bool(uses_view), input_vectors, tuple(output_vectors), patch_vectors
        )
        return PipelineState(
            version,
            info[:16],
            min_lanes,
            max_lanes,
            ShaderKind(stage),
            bool(uses_view),
            vertices,
            input_vectors,
            tuple(output_vectors),
            struct.unpack_from("<3I", info, 36) if version >= 2 else (),
            self.string(struct.unpack_from("<I", info, 48)[0]) if version >= 3 else None,
            struct.unpack_from("<I", info, 52)[0] if version >= 4 else None,
            resources,
            elements[0],
            elements[1],
            elements[2],
            masks,
            tables,
            view,
        )

    def resources(self) -> tuple[PipelineResource, ...]:
        count = self.word("number of resources")
        if not count:
            return ()
        size = self.word("size of a resource")
        if size < _RESOURCE.size:
            raise self.view.fail(f"resources of {size} bytes", self.position - 4)
        rows = []
        for at in self.view.table(self.position, count, size, "resources"):
            fields = _RESOURCE.unpack_from(self.view.data, at)
            more = _RESOURCE_2.unpack_from(self.view.data, at + 16) if size >= 24 else ()
            rows.append(PipelineResource(*fields, *more))
        self.skip(size * count, "resources")
        return tuple(rows)

    def string(self, offset: int) -> str:
        if offset >= self.strings_size:
            raise self.view.fail(f"string {offset:#x} is beyond the {self.strings_size} bytes of strings", self.strings)
        return self.view.string(self.strings + offset, "string")

    def element(self, size: int) -> PipelineElement:
        at = self.skip(size, "element")
        name, index, rows, start, columns, semantic, component, interpolation, stream, _ = _ELEMENT.unpack_from(
            self.view.data, at
        )
        if index + rows > len(self.indices):
            raise self.view.fail(f"semantic indices {index} to {index + rows} of {len(self.indices)}", at)
        indices = self.indices[index : index + rows]
        return PipelineElement(self.string(name), indices, start, columns, semantic, component, interpolation, stream)

    def dependencies(
        self, stage: ShaderKind, uses_view: bool, inputs: int, outputs: tuple[int, ...], patches: int
    ) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]:
        """Dependencies of outputs: a bit for each component, 8 vectors of 4 components in a word."""
        words: Callable[[int], int] = lambda vectors: (vectors + 7) // 8  # noqa: E731
        streams = range(_STREAMS if stage is ShaderKind.GEOMETRY else 1)
        has_patch = stage in (ShaderKind.HULL, ShaderKind.MESH) and patches > 0
        masks, tables = {}, {}
        if uses_view:
            for stream in streams:
                if outputs[stream]:
                    name = f"view id to outputs of stream {stream}"
                    masks[name] = self.words(words(outputs[stream]), name)
            if has_patch:
                name = "view id to patch constants or primitives"
                masks[name] = self.words(words(patches), name)
        for stream in streams:
            if inputs and outputs[stream]:
                name = f"inputs to outputs of stream {stream}"
                tables[name] = self.words(words(outputs[stream]) * inputs * 4, name)
        if stage is ShaderKind.HULL and patches and inputs:
            name = "inputs to patch constants"
            tables[name] = self.words(words(patches) * inputs * 4, name)
        if stage is ShaderKind.DOMAIN and outputs[0] and patches:
            name = "patch constants to outputs"
            tables[name] = self.words(words(outputs[0]) * patches * 4, name)
        return masks, tables


def read_pipeline_state(data: Buffer, *, base: int = 0) -> PipelineState:
    """The contents of a PSV0 part. Raises FormatError, with the offset, for blocks outside of it."""
    return _Reader(data, base).read()
