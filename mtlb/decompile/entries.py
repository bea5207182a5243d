"""Entry points: parameters with attributes, the structs of stages, the return value."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..air.builtins import INPUTS, OUTPUTS
from ..air.entry_points import ConstantPredicate, EntryArgument, EntryPoint, computed_indices
from ..air.types import ATOMICS
from ..air.words import BUFFER_KINDS, LOCATION_SPACES
from ..base.errors import FormatError
from ..base.metal import (
    AccessQualifier,
    ComputedIndex,
    DepthQualifier,
    ImageblockLayout,
    Index,
    InterpolationQualifier,
    SamplingQualifier,
)
from ..container import FunctionType
from ..ir import Argument, InstCode, TypeCode, Value
from .body import ReturnedText
from .calls import table_entry, with_spaces
from .names import LocalNames, identifier
from .stages import MeshText, PixelText, member_key
from .text import POSTFIX, PRIMARY, Expr, PointerText, address, numeric
from .types import RATE_MAP, RAY_KINDS, Inexpressible, MetalTypes, is_atomic, resource_type, texture_type

WORDS = {
    FunctionType.KERNEL: "kernel",
    FunctionType.VERTEX: "vertex",
    FunctionType.FRAGMENT: "fragment",
    FunctionType.OBJECT: "object",
    FunctionType.MESH: "mesh",
    FunctionType.INTERSECTION: "intersection",
    FunctionType.VISIBLE: "visible",
}
"""Functions by the keyword of their attribute, which is also the stage name."""
_RESOURCES = tuple(kind for kind, space in LOCATION_SPACES.items() if space == "buffer" and kind not in BUFFER_KINDS)
"""The types of acceleration structures and function tables, which take buffer indices."""
_NAMES = {
    "thread_position_in_grid": "gid",
    "thread_position_in_threadgroup": "tid",
    "thread_index_in_threadgroup": "tid",
    "threadgroup_position_in_grid": "group",
    "thread_index_in_simdgroup": "lane",
    "vertex_id": "vid",
    "instance_id": "iid",
}
"""The names for arguments whose names are stripped."""
_STAGE_INPUTS = ("vertex_input", "fragment_input", "patch_input", "patch_control_point_input")
"""Arguments that are members of the stage's struct."""
_OF_STAGE = ("mesh", "payload", "imageblock", "imageblock_data", "mesh_grid_properties")
_OTHER_KINDS = ("texture", "sampler", "render_target", "visible_input", "primitive_data")
_KINDS = frozenset({*BUFFER_KINDS, *_RESOURCES, *_OF_STAGE, *_OTHER_KINDS})
_INTERPOLATION = {
    (InterpolationQualifier.FLAT, None): "flat",
    (InterpolationQualifier.PERSPECTIVE, SamplingQualifier.CENTER): "",
    (InterpolationQualifier.PERSPECTIVE, SamplingQualifier.CENTROID): "centroid_perspective",
    (InterpolationQualifier.PERSPECTIVE, SamplingQualifier.SAMPLE): "sample_perspective",
    (InterpolationQualifier.NO_PERSPECTIVE, SamplingQualifier.CENTER): "center_no_perspective",
    (InterpolationQualifier.NO_PERSPECTIVE, SamplingQualifier.CENTROID): "centroid_no_perspective",
    (InterpolationQualifier.NO_PERSPECTIVE, SamplingQualifier.SAMPLE): "sample_no_perspective",
}
_DEPTHS = {DepthQualifier.ANY: "any", DepthQualifier.GREATER: "greater", DepthQualifier.LESS: "less"}


@dataclass(slots=True)
class EntryText:
    """The head of an entry point: the structs before it, its first statements, and the names of arguments in its
    body."""

    structs: list[str] = field(default_factory=list)
    head: str = ""
    arguments: dict[Value, Expr] = field(default_factory=dict)
    returned: ReturnedText = field(default_factory=lambda: ReturnedText("void"))
    problems: list[str] = field(default_factory=list)
    mesh: MeshText | None = None
    pixel: PixelText | None = None
    simd_size: str = ""
    control_points: dict[str, tuple[str, list[tuple[str, str]]]] = field(default_factory=dict)


class EntrySource:
    """Generates the head of one entry point. `constant_names`: of function constants, by symbol.
    `has_simd_size`: whether it needs an argument for the SIMD-group size, which is a function in AIR."""

    def __init__(
        self,
        entry: EntryPoint,
        name: str,
        types: MetalTypes,
        names: LocalNames,
        constant_names: dict[str, str],
        *,
        has_simd_size: bool = False,
    ) -> None:
        self.has_simd_size = has_simd_size
        self.entry = entry
        self.name = name
        self.types = types
        self.names = names
        self.constants = constant_names
        self.head = EntryText()
        self.inputs: list[str] = []
        self.parameters: list[str] = []
        self.first = -1  # the position of the stage's struct among the parameters
        places = [number for number, argument in enumerate(entry.arguments) if _is_stage_in(argument)]
        self.span = range(places[0], places[-1]) if places else range(0)

    def text(self) -> EntryText:
        """The head of the entry point; problems concern arguments, attributes and outputs."""
        entry, head = self.entry, self.head
        stage_in = self.names.new("in") if any(_is_stage_in(a) for a in entry.arguments) else ""
        self.inside = LocalNames()
        for number, argument in enumerate(entry.arguments):
            is_first = number + 1 in self.span and argument.kind == "position" and not self.inputs
            try:
                self.argument(argument, stage_in, inside=number in self.span or is_first)
            except Inexpressible as error:
                head.problems.append(str(error))
                self._unknown(argument, str(error))
        for parameter in entry.function.arguments:
            if parameter not in head.arguments:
                head.problems.append("an argument that metadata does not describe")
        own_size = next((a for a in entry.arguments if a.kind == "threads_per_simdgroup" and a.index is not None), None)
        if own_size is not None:
            parameter = entry.function.arguments[own_size.index or 0]
            head.simd_size = head.arguments[parameter].text if parameter in head.arguments else ""
        elif self.has_simd_size:
            head.simd_size = self.names.new("simd_size")
            self.parameters.append(f"uint {head.simd_size} [[threads_per_simdgroup]]")
        if self.inputs:
            name = f"{self.name}_in"
            head.structs.append(f"struct {name} {{\n" + "".join(f"  {line};\n" for line in self.inputs) + "};")
            self.parameters.insert(self.first, f"{name} {stage_in} [[stage_in]]")
        self._outputs()
        attributes = self._attributes()
        kept = self.parameters
        body = ",\n    ".join(kept)
        between = "\n    " if len(body) + len(self.name) > 90 and kept else ""
        inner = between + (body if between else ", ".join(kept))
        head.head = f"{attributes}{head.returned.type} {self.name}({inner})"
        return head

    def _attributes(self) -> str:
        entry = self.entry
        word = WORDS.get(entry.kind)
        if word is None:
            self.head.problems.append(f"a function of the type {entry.kind.name.lower()}")
            return f"/* {entry.kind.name.lower()} */ "
        extra = []
        if entry.max_work_group_size is not None:
            extra.append(f"max_total_threads_per_threadgroup({entry.max_work_group_size})")
        if "early_fragment_tests" in entry.flags:
            extra.append("early_fragment_tests")
        if entry.max_mesh_work_groups is not None:
            extra.append(f"max_total_threadgroups_per_mesh_grid({entry.max_mesh_work_groups})")
        if entry.patch is not None:
            points = "" if entry.patch.control_points is None else f", {entry.patch.control_points}"
            extra.insert(0, f"patch({entry.patch.kind.name.lower()}{points})")
        if entry.kind is FunctionType.INTERSECTION:
            word = f"intersection({', '.join(entry.flags)})"
        if entry.stitching is not None:
            word = "stitchable"
        is_short = not extra and entry.kind in (FunctionType.KERNEL, FunctionType.VERTEX, FunctionType.FRAGMENT)
        return f"{word} " if is_short else f"[[{', '.join([word, *extra])}]] "

    def _unknown(self, argument: EntryArgument, reason: str) -> None:
        """A parameter with only a type, so that the body can name it."""
        parameters = self.entry.function.arguments
        if (
            argument.index is None
            or argument.index >= len(parameters)
            or parameters[argument.index] in self.head.arguments
        ):
            return
        parameter = parameters[argument.index]
        name = self.names.new(argument.name or f"a{argument.index}")
        pointer = None
        try:
            spelled = self.types.spelled(parameter.type)
            if parameter.type.is_pointer and spelled.endswith("*"):
                pointer = PointerText(spelled.partition(" ")[2][:-1], self.types.space(parameter.type))
        except (Inexpressible, FormatError):
            spelled = "uint"
        self.parameters.append(f"{spelled} {name} /* not expressed: {reason} */")
        self.head.arguments[parameter] = Expr(name, PRIMARY, spelled, frozenset({name}), pointer=pointer)

    # --- arguments

    def argument(self, argument: EntryArgument, stage_in: str, *, inside: bool) -> None:
        """An argument: a parameter, or a member of the stage's struct `inside`."""
        index = argument.index
        parameters = self.entry.function.arguments
        if index is None or index >= len(parameters):
            raise Inexpressible(f"an argument {argument.name} without a parameter")
        parameter = parameters[index]
        predicate = ""
        if argument.function_constant is not None:
            predicate = f", {self._predicate(argument.function_constant)}"
        if argument.raster_order_group is not None:
            predicate = f", raster_order_group({self._index(argument.raster_order_group)}){predicate}"
        kind = argument.kind
        is_builtin = (WORDS.get(self.entry.kind, ""), kind) in INPUTS
        if _is_stage_in(argument) or (inside and is_builtin and self.entry.kind is FunctionType.FRAGMENT):
            self._input(argument, parameter, stage_in, predicate)
            return
        if (WORDS.get(self.entry.kind, ""), kind) not in INPUTS and kind not in _KINDS:
            raise Inexpressible(f"an argument of the kind {kind}")
        name = self.names.new(argument.name or _NAMES.get(kind) or f"{kind}{argument.location_index or ''}")
        if kind in BUFFER_KINDS:
            self._buffer(argument, parameter, name, predicate)
        elif kind in ("texture", "sampler", *_RESOURCES):
            self._resource(argument, parameter, name, predicate)
        elif kind in _OF_STAGE:
            self._of_stage(argument, parameter, name)
        elif kind == "visible_input":
            self._plain(argument, parameter, name, "")
        elif kind == "render_target":
            self._plain(argument, parameter, name, f"color({self._index(argument.render_target_index)}){predicate}")
        else:
            self._plain(argument, parameter, name, f"{kind}{predicate}")

    def _predicate(self, constant: ConstantPredicate) -> str:
        """The attribute of an argument or output that exists only if this function constant is true."""
        return f"function_constant({self.constants.get(constant.symbol, identifier(constant.name))})"

    def _index(self, index: Index | None) -> str:
        """An index: a number, or the constant that it is computed as before the function runs."""
        if not isinstance(index, ComputedIndex):
            return str(index)
        if index.symbol not in self.constants:
            raise Inexpressible(f"an index that is computed in {index.symbol}")
        return self.constants[index.symbol]

    def _resource(self, argument: EntryArgument, parameter: Argument, name: str, predicate: str) -> None:
        """A texture, a sampler, or a ray tracing resource; several of the same type form an `array`."""
        kind, count = argument.kind, argument.location_count or 1
        type_ = texture_type(argument.type_name) if kind == "texture" else "sampler"
        if kind in RAY_KINDS:
            type_ = resource_type(argument.type_name)
        elif kind in _RESOURCES:
            type_ = argument.type_name
            self.head.problems.append(f"a {kind}, which mtlb compile does not take")
        if kind == "visible_function_table":
            type_ = with_spaces(type_, self._entry_call(parameter))
        if count > 1 and type_.startswith("array<"):
            type_ = texture_type(type_[6:].rpartition(",")[0])
        word = "buffer" if kind in _RESOURCES else kind
        names = frozenset({name})
        if count > 1:
            whole = f"array<{type_}, {count}>"
            self.parameters.append(f"{whole} {name} [[{word}({self._index(argument.location_index)}){predicate}]]")
            self.head.arguments[parameter] = address(name, PRIMARY, PointerText(whole, "thread"), names)
            return
        self.parameters.append(f"{type_} {name} [[{word}({self._index(argument.location_index)}){predicate}]]")
        self.head.arguments[parameter] = Expr(name, PRIMARY, type_, names)

    def _entry_call(self, table: Argument) -> list[str]:
        """The address spaces of the operands in the first call through a table; "" for a number."""
        for instruction in self.entry.function.instructions():
            entry = table_entry(instruction.callee) if instruction.code is InstCode.CALL else None
            if entry is not None and entry.arguments[0] is table:
                return [
                    self.types.space(value.type) if value.type.is_pointer else "" for value in instruction.arguments
                ]
        return []

    def _of_stage(self, argument: EntryArgument, parameter: Argument, name: str) -> None:
        """An argument that only object functions, mesh functions and tile functions have."""
        kind, names = argument.kind, frozenset({name})
        if kind == "payload":
            if parameter.type.code is not TypeCode.POINTER:
                raise Inexpressible("a payload without a type")
            element = self.types.spelled(parameter.type.pointee)
            const, space = "const " if self.entry.kind is FunctionType.MESH else "", self.types.space(parameter.type)
            self.parameters.append(f"{const}{space} {element}& {name} [[payload]]")
            self.head.arguments[parameter] = address(name, PRIMARY, PointerText(element, space, bool(const)), names)
            return
        if kind == "mesh_grid_properties":
            type_, attribute = kind, ""
        elif kind == "imageblock_data":
            type_, attribute = self.types.spelled(parameter.type), " [[imageblock_data]]"
        elif kind == "mesh":
            type_, attribute = self._mesh(argument), ""
        else:
            type_, attribute = self._imageblock(argument), ""
        self.parameters.append(f"{type_} {name}{attribute}")
        self.head.arguments[parameter] = Expr(name, PRIMARY, type_, names)

    def _mesh(self, argument: EntryArgument) -> str:
        """The type of a mesh; declares its structs."""
        info = argument.mesh_type_info
        assert info is not None
        mesh = self.head.mesh = MeshText(f"{self.name}_vertex", {}, f"{self.name}_primitive", {})
        for struct, members, types in (
            (mesh.vertex, mesh.vertex_members, info.vertex_types),
            (mesh.primitive, mesh.primitive_members, info.primitive_types),
        ):
            lines, inside = [], LocalNames()
            for member in types:
                if numeric(member.type_name) is None or numeric(member.type_name)[2]:  # type: ignore[index]
                    raise Inexpressible(f"a member of the type {member.type_name} of a mesh")
                attribute = member.attribute_name if member.attribute_name.startswith("user(") else ""
                if member.kind not in ("mesh_vertex_data", "mesh_primitive_data"):
                    attribute = member.kind
                shown = f" [[{attribute}]]" if attribute else ""
                lines.append(f"  {member.type_name} {inside.new(member.name or member.kind)}{shown};\n")
                members[member_key(member)] = member.type_name
            self.head.structs.append(f"struct {struct} {{\n{''.join(lines)}}};")
        topology = f"topology::{info.topology.name.lower()}"
        return f"mesh<{mesh.vertex}, {mesh.primitive}, {info.max_vertices}, {info.max_primitives}, {topology}>"

    def _imageblock(self, argument: EntryArgument) -> str:
        """The type of an imageblock; declares its struct."""
        info = argument.struct_type_info
        if info is None:
            raise Inexpressible("an imageblock without members")
        name = self.types.take(identifier(f"{self.name}_pixel"))
        lines = []
        for member in info.fields:
            if numeric(member.type_name) is None or member.array_entries:
                raise Inexpressible(f"a member of the type {member.type_name} of an imageblock")
            attribute = ""
            if member.render_target_index is not None:
                attribute = f" [[color({member.render_target_index})]]"
            elif member.raster_order_group is not None:
                attribute = f" [[raster_order_group({member.raster_order_group})]]"
            lines.append(f"  {member.type_name} {identifier(member.field_name)}{attribute};\n")
        self.head.structs.append(f"struct {name} {{\n{''.join(lines)}}};")
        self.head.pixel = PixelText(name, [(identifier(member.field_name), member.type_name) for member in info.fields])
        is_explicit = argument.layout is ImageblockLayout.EXPLICIT
        return f"imageblock<{name}{', imageblock_layout_explicit' if is_explicit else ''}>"

    def _plain(self, argument: EntryArgument, parameter: Argument, name: str, attribute: str) -> None:
        if parameter.type.is_pointer and not self.types.handle_of(parameter.type):
            space = self.types.space(parameter.type)
            element = self._element(argument, parameter)
            pointer = PointerText(element, space, is_const=argument.kind == "primitive_data")
            self.parameters.append(f"{pointer.spelled} {name}{f' [[{attribute}]]' if attribute else ''}")
            self.head.arguments[parameter] = Expr(name, PRIMARY, pointer.spelled, frozenset({name}), pointer=pointer)
            return
        type_ = self._number(argument, parameter)
        self.parameters.append(f"{type_} {name}{f' [[{attribute}]]' if attribute else ''}")
        self.head.arguments[parameter] = Expr(name, PRIMARY, type_, frozenset({name}))

    def _number(self, argument: EntryArgument, parameter: Value) -> str:
        """The type of a number: the metadata's, if it has the same layout as the parameter."""
        if numeric(argument.type_name) is not None and self.types.fits(argument.type_name, parameter.type):
            return argument.type_name
        return self.types.spelled(parameter.type)

    def _buffer(self, argument: EntryArgument, parameter: Argument, name: str, predicate: str) -> None:
        type_ = parameter.type
        space = self.types.space(type_)
        element = self._element(argument, parameter)
        word = "threadgroup" if space == "threadgroup" else "buffer"
        if space not in ("device", "constant", "threadgroup"):
            raise Inexpressible(f"an argument in {space} memory")
        is_const = argument.access_qualifier is AccessQualifier.READ and space == "device"
        pointer = PointerText(element, space, is_const)
        attribute = f"[[{word}({self._index(argument.location_index)}){predicate}]]"
        names = frozenset({name})
        if argument.buffer_size is not None and element not in ("uchar", "void"):
            const = "const " if is_const else ""
            self.parameters.append(f"{const}{space} {element}& {name} {attribute}")
            self.head.arguments[parameter] = address(name, PRIMARY, pointer, names)
        else:
            self.parameters.append(f"{pointer.spelled} {name} {attribute}")
            self.head.arguments[parameter] = Expr(name, PRIMARY, pointer.spelled, names, pointer=pointer)

    def _element(self, argument: EntryArgument, parameter: Argument) -> str:
        """The element type of a buffer."""
        named = argument.type_name.rpartition("::")[2]
        if named == "void":
            return named
        type_ = parameter.type
        if type_.code is TypeCode.POINTER:
            pointee = type_.pointee
            if pointee.code is TypeCode.OPAQUE:
                return RATE_MAP if RATE_MAP in (pointee.name or "") else "uchar"
            if (is_atomic(pointee) or named.endswith("_atomic")) and argument.struct_type_info is not None:
                inner = argument.struct_type_info.fields[0].type_name if argument.struct_type_info.fields else ""
                if inner in ATOMICS and self.types.fits(inner, pointee):
                    return f"atomic_{inner}"
            if numeric(named) is not None and self.types.fits(named, pointee):
                return named
            if named.startswith("atomic_") and self.types.fits(named.removeprefix("atomic_"), pointee):
                return named
            return self.types.spelled(pointee)
        if numeric(named) is not None:
            return named
        return "uchar"

    def _input(self, argument: EntryArgument, parameter: Argument, stage_in: str, predicate: str) -> None:
        if self.first < 0:
            self.first = len(self.parameters)
        member = self.inside.new(argument.name or ("points" if argument.fields else f"m{argument.index}"))
        if argument.kind == "patch_control_point_input":
            type_ = f"patch_control_point<{self._control_point(argument)}>"
        elif argument.sampling_qualifier is SamplingQualifier.INTERPOLATION_FUNCTION:
            is_plain = argument.interpolation_qualifier is InterpolationQualifier.NO_PERSPECTIVE
            type_ = f"interpolant<{argument.type_name}, interpolation::{'no_' if is_plain else ''}perspective>"
        else:
            type_ = self._number(argument, parameter)
        if argument.kind == "patch_control_point_input":
            attribute = ""
        elif argument.kind in ("vertex_input", "patch_input"):
            attribute = f"attribute({self._index(argument.location_index)})"
        elif argument.kind != "fragment_input":
            attribute = argument.kind
        else:
            attribute = argument.attribute_name if argument.attribute_name.startswith("user(") else ""
            shade = _INTERPOLATION.get((argument.interpolation_qualifier, argument.sampling_qualifier), "")  # type: ignore[arg-type]
            attribute = ", ".join(word for word in (attribute, shade) if word)
        attribute = (attribute + predicate).removeprefix(", ")
        self.inputs.append(f"{type_} {member}{f' [[{attribute}]]' if attribute else ''}")
        text = f"{stage_in}.{member}"
        self.head.arguments[parameter] = Expr(text, POSTFIX, type_, frozenset({stage_in}))

    def _control_point(self, argument: EntryArgument) -> str:
        """The struct of a patch's control points; declares it."""
        name = self.types.take(identifier(f"{self.name}_point"))
        inside, lines = LocalNames(), []
        members: list[tuple[str, str]] = []
        for point in argument.fields:
            member = inside.new(point.name or f"m{len(members)}")
            members.append((member, point.type_name))
            lines.append(f"  {point.type_name} {member} [[attribute({point.location_index})]];\n")
        self.head.structs.append(f"struct {name} {{\n{''.join(lines)}}};")
        if argument.control_point_function:
            self.head.control_points[argument.control_point_function] = (name, members)
        return name

    # --- outputs

    def _outputs(self) -> None:
        entry, head = self.entry, self.head
        result = entry.function.value_type.result
        if result.code is TypeCode.VOID:
            return
        if entry.kind not in (FunctionType.VERTEX, FunctionType.FRAGMENT, FunctionType.INTERSECTION):
            try:
                head.returned = ReturnedText(self.types.spelled(result))
            except Inexpressible as error:
                head.problems.append(str(error))
            return
        is_struct = result.code in (TypeCode.STRUCT_ANON, TypeCode.STRUCT_NAMED)
        parts = list(result.elements) if is_struct else [result]
        members: list[tuple[str, str]] = []
        lines = []
        inside = LocalNames()
        for number, (output, part) in enumerate(zip(entry.outputs, parts, strict=False)):
            name = inside.new(output.name or f"{output.kind.replace('render_target', 'color')}{number}")
            value = Value(part)
            try:
                type_, sizes = self._number(output, value), ""
                if part.code is TypeCode.ARRAY:
                    sizes, type_ = f"[{part.params[0]}]", self.types.spelled(part.elements[0])
            except Inexpressible as error:
                head.problems.append(str(error))
                type_, sizes = "uint", ""
            attribute = self._output_attribute(output)
            if output.function_constant is not None:
                attribute = ", ".join(filter(None, (attribute, self._predicate(output.function_constant))))
            lines.append(f"{type_} {name}{f' [[{attribute}]]' if attribute else ''}{sizes}")
            members.append((name, f"array<{type_}, {sizes[1:-1]}>" if sizes else type_))
        only = entry.outputs[0] if len(members) == 1 and not is_struct else None
        if only is not None and not only.name and _is_plain(only):
            head.returned = ReturnedText(members[0][1])
            return
        name = f"{self.name}_out"
        head.structs.append(f"struct {name} {{\n" + "".join(f"  {line};\n" for line in lines) + "};")
        head.returned = ReturnedText(name, members)

    def _output_attribute(self, output: EntryArgument) -> str:
        kind = output.kind
        if kind == "position":
            return "position, invariant" if output.invariant else "position"
        if kind == "render_target":
            index = f"color({self._index(output.render_target_index)})"
            return f"{index}, index({output.blend_source_index})" if output.blend_source_index else index
        if kind == "depth":
            return f"depth({_DEPTHS.get(output.depth_qualifier or DepthQualifier.ANY, 'any')})"
        if kind == "vertex_output":
            name = output.attribute_name if output.attribute_name.startswith("user(") else ""
            return ", ".join(word for word in (name, "shared" if output.shared else "") if word)
        if (WORDS.get(self.entry.kind, ""), kind) in OUTPUTS or kind == "imageblock_data":
            return kind
        self.head.problems.append(f"an output of the kind {kind}")
        return ""


def _is_plain(output: EntryArgument) -> bool:
    """Whether an output needs no attribute."""
    if output.invariant or output.function_constant is not None or computed_indices(output):
        return False
    if output.render_target_index or output.blend_source_index:
        return False
    return output.kind in ("position", "render_target", "accept_intersection")


def _is_stage_in(argument: EntryArgument) -> bool:
    return argument.kind in _STAGE_INPUTS
