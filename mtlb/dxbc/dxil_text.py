"""The listing of DXIL: the tables that dxc prints as comments, then the module."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator

from ..bitcode import read_module
from ..ir import Module, Type, TypeCode
from .container import Container
from .dxil import is_bitcode_part, main_program, read_bitcode_program, read_debug_name, read_hash
from .dxil_metadata import (
    CBV,
    SAMPLER,
    SRV,
    UAV,
    DxilField,
    DxilResource,
    DxilStruct,
    resources_of,
    structs_of,
    view_id_words,
)
from .dxil_operations import COMPONENTS, operation_comment
from .features import feature_lines, read_features
from .pipeline_state import PipelineElement, PipelineState, read_pipeline_state
from .signatures import read_signature, signature_lines
from .words import TESSELLATOR_DOMAINS, TESSELLATOR_OUTPUTS, UNBOUNDED, ShaderKind, word


def dxil_lines(container: Container) -> Iterator[str]:
    """The lines of the listing. Raises FormatError for invalid parts, and UnsupportedError for a container without
    DXIL."""
    program = main_program(container)
    module = read_module(program.bitcode, base=program.offset)
    # The program itself is stripped of resource names and types; the reflection program has them.
    described = module
    statistics = container.get("STAT")
    if statistics is not None and is_bitcode_part(statistics):
        reflection = read_bitcode_program(statistics.data, base=statistics.data_offset, name="STAT")
        described = read_module(reflection.bitcode, base=reflection.offset)
    yield from _commented(_head(container, program.kind, module, described))
    yield from _module_lines(module)


_LOCATION = re.compile(r"^(!\d+) = (?:distinct )?!DILocation\(line: (\d+), column: (\d+),")
_USED_LOCATION = re.compile(r", !dbg (!\d+)$")
_EMISSION_KINDS = {"NoDebug": "0", "FullDebug": "1", "LineTablesOnly": "2"}
_EMISSION_KIND = re.compile(r"(?<=emissionKind: )\w+")


def _module_lines(module: Module) -> Iterator[str]:
    """The module in LLVM 3.7's syntax, with comments for operations and for source positions."""
    lines = module.text().splitlines()
    places = {
        location[1]: f" ; line:{location[2]} col:{location[3]}" for line in lines if (location := _LOCATION.match(line))
    }
    for line in lines:
        comment = operation_comment(line)
        if (used := _USED_LOCATION.search(line)) is not None:
            comment = places.get(used[1], "") + comment
        if "DICompileUnit" in line:
            line = _EMISSION_KIND.sub(lambda kind: _EMISSION_KINDS.get(kind[0], kind[0]), line)
        yield line.replace("\\\\", "\\5C") + comment


def _commented(lines: Iterable[str]) -> Iterator[str]:
    return (f"; {line}".rstrip() if line != "PSVRuntimeInfo:" else f";{line}" for line in lines)


def _head(container: Container, kind: ShaderKind, module: Module, described: Module) -> Iterator[str]:
    if (part := container.get("SFI0")) is not None:
        features = list(feature_lines(read_features(part.data, base=part.data_offset)))
        yield from ["", *features[:-1]] if features else []
    for tag in ("ISG1", "OSG1", "PSG1"):
        if (part := container.get(tag)) is not None:
            signature = read_signature(tag, part.data, base=part.data_offset)
            if not signature.elements and tag == "PSG1":
                continue
            yield ""
            lines = list(signature_lines(signature, kind))
            yield from lines if signature.elements else [*lines[:-1], "no parameters"]
            if signature.elements:
                yield ""
    if (part := container.get("ILDN")) is not None:
        yield f"shader debug name: {read_debug_name(part.data, base=part.data_offset).name}"
    if (part := container.get("HASH")) is not None:
        digest = read_hash(part.data, base=part.data_offset)
        yield f"shader hash: {digest.digest.hex()}{' (includes source)' if digest.flags & 1 else ''}"
    yield ""
    if (part := container.get("PSV0")) is not None:
        yield from _state_lines(read_pipeline_state(part.data, base=part.data_offset))
    resources = resources_of(described) or resources_of(module)
    yield from _buffer_lines(resources, structs_of(described))
    yield from _binding_lines(resources)
    yield from _view_id_lines(view_id_words(module), kind)


# --- pipeline state ---------------------------------------------------------------------------------------------------

_STAGES = {
    ShaderKind.PIXEL: "Pixel Shader",
    ShaderKind.VERTEX: "Vertex Shader",
    ShaderKind.GEOMETRY: "Geometry Shader",
    ShaderKind.HULL: "Hull Shader",
    ShaderKind.DOMAIN: "Domain Shader",
    ShaderKind.COMPUTE: "Compute Shader",
    ShaderKind.MESH: "Mesh Shader",
    ShaderKind.AMPLIFICATION: "Amplification Shader",
}
_MODES = {
    0: "",
    1: "nointerpolation",
    2: "linear",
    3: "centroid",
    4: "noperspective",
    5: "noperspective centroid",
    6: "sample",
    7: "noperspective sample",
}
_SEMANTIC_NAMES = (
    "arbitrary VertexID InstanceID Position RenderTargetArrayIndex ViewportArrayIndex ClipDistance CullDistance "
    "OutputControlPointID DomainLocation PrimitiveID GSInstanceID SampleIndex IsFrontFace Coverage InnerCoverage "
    "Target Depth DepthLessEqual DepthGreaterEqual StencilRef DispatchThreadID GroupID GroupIndex GroupThreadID "
    "TessFactor InsideTessFactor ViewID Barycentrics ShadingRate CullPrimitive"
)
_SEMANTICS = _SEMANTIC_NAMES.split()


def _state_lines(state: PipelineState) -> Iterator[str]:
    yield "Pipeline Runtime Information:"
    yield ""
    if state.stage is None:
        yield ""
        return
    yield "PSVRuntimeInfo:"
    yield _STAGES.get(state.stage, f"{state.stage.label} shader")
    yield from _stage_lines(state)
    yield f"MinimumExpectedWaveLaneCount: {state.min_wave_lanes}"
    yield f"MaximumExpectedWaveLaneCount: {state.max_wave_lanes}"
    yield f"UsesViewID: {'true' if state.uses_view_id else 'false'}"
    yield f"SigInputElements: {len(state.inputs)}"
    yield f"SigOutputElements: {len(state.outputs)}"
    yield f"SigPatchConstOrPrimElements: {len(state.patch_constants)}"
    yield f"SigInputVectors: {state.input_vectors}"
    for stream, vectors in enumerate(state.output_vectors):
        yield f"SigOutputVectors[{stream}]: {vectors}"
    if state.entry is not None:
        yield f"EntryFunctionName: {state.entry}"
    yield ""
    yield ""
    for title, elements in (
        ("Input", state.inputs),
        ("Output", state.outputs),
        ("Patch Constant", state.patch_constants),
    ):
        if elements:
            yield f"{title} signature:"
            yield ""
            yield "Name                 Index             InterpMode DynIdx"
            yield "-------------------- ----- ---------------------- ------"
            for element in elements:
                yield from _element_lines(element)
            yield ""


def _stage_lines(state: PipelineState) -> Iterator[str]:
    info = state.stage_info
    first, second, third, fourth = struct.unpack("<4I", info)
    domain = word(TESSELLATOR_DOMAINS, third).removeprefix("domain_")
    if state.stage is ShaderKind.PIXEL:
        yield f"DepthOutput={info[0]}"
        yield f"SampleFrequency={info[1]}"
    elif state.stage is ShaderKind.VERTEX:
        yield f"OutputPositionPresent={info[0]}"
    elif state.stage is ShaderKind.GEOMETRY:
        yield f"InputPrimitive={first}"
        yield f"OutputTopology={second}"
        yield f"OutputStreamMask={third}"
        yield f"OutputPositionPresent={info[12]}"
        yield f"MaxVertexCount={state.max_vertices}"
    elif state.stage is ShaderKind.HULL:
        yield f"InputControlPointCount={first}"
        yield f"OutputControlPointCount={second}"
        yield f"Domain={domain}"
        yield f"OutputPrimitive={word(TESSELLATOR_OUTPUTS, fourth).removeprefix('output_')}"
    elif state.stage is ShaderKind.DOMAIN:
        yield f"InputControlPointCount={first}"
        yield f"OutputPositionPresent={info[4]}"
        yield f"Domain={domain}"
    elif state.stage is ShaderKind.MESH:
        yield f"GroupSharedBytesUsed={first}"
        yield f"GroupSharedBytesDependentOnViewID={second}"
        yield f"PayloadSizeInBytes={third}"
        yield f"MaxOutputVertices={fourth & 0xFFFF}"
        yield f"MaxOutputPrimitives={fourth >> 16}"
    elif state.stage is ShaderKind.AMPLIFICATION:
        yield f"PayloadSizeInBytes={first}"
    if state.threads and state.stage in (ShaderKind.COMPUTE, ShaderKind.MESH, ShaderKind.AMPLIFICATION):
        yield "NumThreads=({},{},{})".format(*state.threads)


def _element_lines(element: PipelineElement) -> Iterator[str]:
    name = element.name
    if element.semantic and not name:
        has_word = element.semantic < len(_SEMANTICS)
        name = f"SV_{_SEMANTICS[element.semantic]}" if has_word else f"semantic {element.semantic}"
    dynamic = element.stream & 0xF
    indexed = "".join(c for i, c in enumerate("xyzw") if dynamic >> i & 1)
    for index in element.indices or (0,):
        yield f"{name:20} {index:5} {word(_MODES, element.interpolation):>22} {indexed:>6}"


# --- buffers ----------------------------------------------------------------------------------------------------------

_COMPONENTS = {
    1: "bool",
    2: "int16_t",
    3: "uint16_t",
    4: "int",
    5: "uint",
    6: "int64_t",
    7: "uint64_t",
    8: "half",
    9: "float",
    10: "double",
    11: "snorm half",
    12: "unorm half",
    13: "snorm float",
    14: "unorm float",
    15: "snorm double",
    16: "unorm double",
    17: "int8_t4_packed",
    18: "uint8_t4_packed",
}
_STRUCTURED, _TBUFFER = 12, 15
_COLUMN = 52  # the column of offsets, after the semicolon
_MAX_NESTING = 32


def _buffer_lines(resources: list[DxilResource], structs: dict[int, DxilStruct]) -> Iterator[str]:
    yield "Buffer Definitions:"
    yield ""
    for resource in resources:
        if resource.category == CBV:
            title, name = "cbuffer", resource.name
        elif resource.kind == _TBUFFER:
            title, name = "tbuffer", resource.name
        elif resource.kind == _STRUCTURED:
            title, name = "Resource bind info for", "$Element"
        else:
            continue
        yield f"{title} {resource.name}"
        yield "{"
        yield ""
        size = resource.size
        type = _without_arrays(resource.type)
        if title != "cbuffer" and type is not None and len(type.elements) == 1 and id(type) not in structs:
            type = type.elements[0]  # the class of the resource contains the element type
        elif resource.kind == _STRUCTURED and type is not None and type.elements:
            type = type.elements[0]
        if type is None or id(type) not in structs:
            yield f"  [{size} x i8] (type annotation not present)"
        else:
            yield from _struct_lines(type, structs, name, "  ", f"; Offset: {0:4} Size: {size:5}", 0, 0)
        yield ""
        yield "}"
        yield ""
    yield ""


def _without_arrays(type: Type | None) -> Type | None:
    while type is not None and type.code is TypeCode.ARRAY:
        type = type.elements[0]
    return type


def _struct_lines(
    type: Type, structs: dict[int, DxilStruct], declared: str, indent: str, place: str, base: int, depth: int
) -> Iterator[str]:
    annotation = structs[id(type)]
    yield f"{indent}struct {type.name}"
    yield f"{indent}{{"
    yield ""
    for number, field in enumerate(annotation.fields):
        member = type.elements[number] if number < len(type.elements) else None
        offset = base + (field.offset or 0)
        bounds = ""
        inner = member
        while inner is not None and inner.code is TypeCode.ARRAY and not (field.matrix and _is_matrix(inner)):
            bounds += f"[{inner.params[0]}]"
            inner = inner.elements[0]
        text = f"{field.name}{bounds}"
        if inner is not None and id(inner) in structs and depth < _MAX_NESTING:
            at = f"; Offset: {offset:4}"
            yield from _struct_lines(inner, structs, text, f"{indent}    ", at, offset, depth + 1)
            yield ""
        else:
            line = f"{indent}    {_field_type(field, inner)} {text};"
            yield f"{line:{_COLUMN}}; Offset: {offset:4}"
    yield f"{indent}" if depth or annotation.fields else ""
    line = f"{indent}}} {declared};"
    yield f"{line:{_COLUMN}}{place}"


def _is_matrix(type: Type) -> bool:
    """Whether it is a matrix: an array of vectors, or of numbers."""
    return type.elements[0].code is not TypeCode.ARRAY


def _field_type(field: DxilField, type: Type | None) -> str:
    component = word(_COMPONENTS, field.component) if field.component else "?"
    if field.matrix is not None:
        rows, columns, orientation = field.matrix
        order = {1: "row_major ", 2: "column_major "}.get(orientation, "")
        return f"{order}{component}{rows}x{columns}"
    if type is not None and type.code is TypeCode.VECTOR:
        return f"{component}{type.params[0]}"
    return component


# --- bindings ---------------------------------------------------------------------------------------------------------

_TYPE_WORDS = {CBV: "cbuffer", SAMPLER: "sampler", SRV: "texture", UAV: "UAV"}
_SLOTS = {CBV: ("CB", "cb"), SAMPLER: ("S", "s"), SRV: ("T", "t"), UAV: ("U", "u")}
_KINDS = {
    1: "1d",
    2: "2d",
    3: "2dMS",
    4: "3d",
    5: "cube",
    6: "1darray",
    7: "2darray",
    8: "2darrayMS",
    9: "cubearray",
    10: "buf",
    16: "ras",
    17: "fbtex2d",
    18: "fbtex2darray",
}
_ELEMENTS = {number: name.replace("Norm", "norm_").lower() for number, name in COMPONENTS.items()}
_RAW, _ACCELERATION_STRUCTURE = 11, 16
_COMPARISON_SAMPLER = 1


def _binding_lines(resources: list[DxilResource]) -> Iterator[str]:
    yield "Resource Bindings:"
    yield ""
    yield "Name                                 Type  Format         Dim      ID      HLSL Bind  Count"
    yield "------------------------------ ---------- ------- ----------- ------- -------------- ------"
    for resource in resources:
        id, slot = _SLOTS[resource.category]
        id, slot = f"{id}{resource.id}", f"{slot}{resource.lower}" + (f",space{resource.space}" * (resource.space > 0))
        count = "unbounded" if resource.range == UNBOUNDED else str(resource.range)
        type = _TYPE_WORDS[resource.category]
        if resource.category == SAMPLER and resource.element == _COMPARISON_SAMPLER:
            type = "sampler_c"
        format, dimension = _format_and_dimension(resource)
        yield f"{resource.name:30} {type:>10} {format:>7} {dimension:>11} {id:>7} {slot:>14} {count:>5}"
    yield ""


def _format_and_dimension(resource: DxilResource) -> tuple[str, str]:
    if resource.category in (CBV, SAMPLER):
        return "NA", "NA"
    access = "r/o"
    if resource.category == UAV:
        access = "r/w+cnt" if resource.has_counter else "r/w"
    if resource.kind == _RAW:
        return "byte", access
    if resource.kind == _STRUCTURED:
        return "struct", access
    element = "i32" if resource.kind == _ACCELERATION_STRUCTURE else word(_ELEMENTS, resource.element)
    samples = str(resource.samples) if resource.kind in (3, 8) and resource.samples else ""
    return element, word(_KINDS, resource.kind) + samples


# --- view ids ---------------------------------------------------------------------------------------------------------

_WITHOUT_STATE = (ShaderKind.COMPUTE, ShaderKind.LIBRARY, ShaderKind.AMPLIFICATION)


def _view_id_lines(words: tuple[int, ...], kind: ShaderKind) -> Iterator[str]:
    """The inputs that a stream's outputs depend on; for stages with several tables, only the counts."""
    if len(words) < 2 or kind in _WITHOUT_STATE:
        return
    inputs, outputs = words[:2]
    yield ""
    yield "ViewId state:"
    yield ""
    yield f"Number of inputs: {inputs}, outputs: {outputs}"
    size = (outputs + 31) // 32
    table = words[2:]
    if len(table) == (inputs + 1) * size:  # with a mask of the outputs that depend on the view id
        yield f"Outputs dependent on ViewId: {{ {_listed(_bits(table[:size]))} }}"
        table = table[size:]
    elif len(table) == inputs * size:
        yield "Outputs dependent on ViewId: {  }"
    else:
        return
    yield "Inputs contributing to computation of Outputs:"
    masks = [sum(table[size * i + n] << 32 * n for n in range(size)) for i in range(inputs)]
    for output in range(outputs):
        if sources := [i for i, mask in enumerate(masks) if mask >> output & 1]:
            yield f"  output {output} depends on inputs: {{ {_listed(sources)} }}"
    yield ""


def _bits(words: Iterable[int]) -> list[int]:
    return [32 * n + bit for n, value in enumerate(words) for bit in range(32) if value >> bit & 1]


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
