"""Writes entry points as metadata: the inverse of `entry_points.py`.

Operands are in the order of Apple's compiler, which is the same in every module of the corpus: an entry point that is
read from one of them and written again gives the same node. The words are those of `words.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from operator import attrgetter
from typing import Final

from ..base.errors import BuildError
from ..base.metal import ComputedIndex, Index, SamplingQualifier
from ..ir import Function, GlobalValue, MDField, MDNode, MDString, MetadataCode, Module, Value
from .cursor import strip_casts
from .entry_points import ConstantPredicate, EntryArgument, EntryPoint, MeshType, StructField, StructType
from .names import PREFIX
from .words import (
    ATTRIBUTE_NODES,
    CONTROL_POINT_FIELD,
    DEPTH_WORDS,
    ENTRY_LISTS,
    FIELD_ORDER,
    INTEGER_KEYS,
    LAYOUT_WORDS,
    PATCH_WORDS,
    POSITIONAL_FIELDS,
    STRING_KEYS,
    TOPOLOGY_WORDS,
    UNPREFIXED_FLAGS,
    VALUE_KEYS,
)

_NODE: Final = MetadataCode.NODE
_values_in_order: Final = attrgetter(*FIELD_ORDER)

_INTEGERS: Final = {field: key for key, field in INTEGER_KEYS.items()}
_STRINGS: Final = {field: key for key, field in STRING_KEYS.items()}
_VALUES: Final = {meaning: key for key, meaning in VALUE_KEYS.items()}
_VALUES["sampling_qualifier", SamplingQualifier.SAMPLE] = "air.sample"  # this word is also an access qualifier


def _backwards(words: Mapping[str, Enum]) -> dict[Enum, str]:
    return {meaning: word for word, meaning in words.items()}


_DEPTHS: Final = _backwards(DEPTH_WORDS)
_LAYOUTS: Final = _backwards(LAYOUT_WORDS)
_TOPOLOGIES: Final = _backwards(TOPOLOGY_WORDS)
_PATCHES: Final = _backwards(PATCH_WORDS)
_LISTS: Final = {kind: name for name, kind in ENTRY_LISTS.items()}


class EntryWriter:
    """Creates the nodes of entry points in the context of one module. All references to a `StructType` share
    its node.
    """

    def __init__(self, module: Module) -> None:
        self._context = module.context
        self._i32 = module.context.integer_type(32)
        self._globals: dict[str, GlobalValue] | None = None
        self._module = module
        self._structs: dict[StructType, MDNode] = {}

    # --- operands

    def text(self, text: str) -> MDField:
        """A string."""
        return self._context.string(text)

    def integer(self, value: Index) -> MDField:
        """An unsigned integer of 32 bits, or the variable that code computes it in. BuildError if it doesn't fit."""
        if isinstance(value, ComputedIndex):
            return self.value(self.global_value(value.symbol, "computed index"))
        if not 0 <= value < 1 << 32:
            raise BuildError(f"{value} does not fit in 32 bits")
        return self._context.value_metadata(self._context.integer_constant(self._i32, value))

    def value(self, value: Value) -> MDField:
        """A constant or global."""
        return self._context.value_metadata(value)

    def node(self, fields: Iterable[MDField]) -> MDNode:
        """A tuple."""
        return self._context.node(_NODE, tuple(fields))

    def global_value(self, name: str, description: str) -> GlobalValue:
        """The global of this name, as metadata names it. BuildError, with `description`, if it does not exist."""
        if self._globals is None:
            originals = {replacement: original for original, replacement in self._module.replaced.items()}
            self._globals = {}
            for value in self._module.global_values():
                original = originals.get(value, value)
                assert isinstance(original, GlobalValue)
                self._globals.setdefault(value.name, original)
        variable = self._globals.get(name)
        if variable is None:
            raise BuildError(f"the module has no {description} {name!a}")
        return variable

    # --- entry points

    def list_name(self, entry: EntryPoint) -> str:
        """The named metadata that lists entry points of this kind. BuildError for a kind without such a list."""
        if entry.kind not in _LISTS:
            raise BuildError(f"entry point {entry.name!a}: no metadata list exists for functions of type {entry.kind}")
        return _LISTS[entry.kind]

    def entry(self, entry: EntryPoint) -> MDNode:
        """The node {function, outputs, arguments, attributes…}.

        BuildError, naming the function and the argument, for a fact that the kind needs and the object lacks, a number
        that doesn't fit in 32 bits, or a global that the module does not have.
        """
        try:
            return self.node(self._entry(entry))
        except BuildError as error:
            error.reason = f"entry point {entry.name!a}: {error.reason}"
            raise

    def _entry(self, entry: EntryPoint) -> Iterator[MDField]:
        yield self.value(entry.function)
        yield self.node([self._argument(output, f"output {n}") for n, output in enumerate(entry.outputs)])
        yield self.node([self._argument(argument, f"argument {n}") for n, argument in enumerate(entry.arguments)])
        attributes = list(self._attributes(entry))
        order = {name: place for place, name in enumerate(entry.attribute_order)}
        attributes.sort(key=lambda attribute: order.get(attribute[0], len(order)))
        for _, operand in attributes:
            yield operand

    def _attributes(self, entry: EntryPoint) -> Iterator[tuple[str, MDField]]:
        """The attributes by name without ``air.``."""
        unprefixed = UNPREFIXED_FLAGS.get(entry.kind, ())
        for flag in entry.flags:
            yield flag, self.text(flag if flag in unprefixed else f"air.{flag}")
        values: list[tuple[str, tuple[int | str, ...] | None]] = []
        for name in ATTRIBUTE_NODES:
            value = getattr(entry, name)
            values.append((name, value if isinstance(value, tuple) or value is None else (value,)))
        if entry.patch is not None:
            points = entry.patch.control_points
            count = () if points is None else ("air.patch_control_point", points)
            values.append(("patch", (_PATCHES[entry.patch.kind], *count)))
        for name, operands in values:
            if operands is not None:
                fields = [
                    self.text(operand) if isinstance(operand, str) else self.integer(operand) for operand in operands
                ]
                yield name, self.node((self.text(f"air.{name}"), *fields))
        if entry.stitching is not None:
            yield "stitching_info", self._stitching(entry)
        for node in entry.extra:
            key = node.fields[0] if node.fields else None
            yield key.value.removeprefix(PREFIX) if isinstance(key, MDString) else "", node

    def _stitching(self, entry: EntryPoint) -> MDNode:
        assert entry.stitching is not None
        if not entry.stitching:
            raise BuildError("a stitchable function needs a result type")
        result, *arguments = entry.stitching
        fields: list[MDField] = [self.text("air.stitching_info"), result.type]
        for argument in arguments:
            fields.append(self.node((self.text("air.stitching_argument"), argument.type, self.text(argument.name))))
        return self.node(fields)

    # --- arguments and outputs

    def _argument(self, argument: EntryArgument, where: str) -> MDNode:
        try:
            return self.node(self._operands(argument))
        except BuildError as error:
            name = f" {argument.name!a}" if argument.name else ""
            error.reason = f"{where}{name} (air.{argument.kind}): {error.reason}"
            raise

    def _operands(self, argument: EntryArgument) -> Iterator[MDField]:
        if argument.index is not None:
            yield self.integer(argument.index)
        if argument.function_constant is not None:
            yield self.text("air.function_constant")
            yield self._predicate(argument.function_constant)
        yield self.text(f"air.{argument.kind}")
        yield from self._positional(argument)
        yield from self._keys(argument)

    def _predicate(self, predicate: ConstantPredicate) -> MDNode:
        value = self.value(self.global_value(predicate.symbol, "function constant"))
        return self.node((value, self.text(predicate.type_name), self.text(predicate.name)))

    def _positional(self, argument: EntryArgument) -> Iterator[MDField]:
        """The operands between the kind and the first key."""
        for name in POSITIONAL_FIELDS.get(argument.kind, ()):
            value = getattr(argument, name)
            if name == "blend_source_index" and value is None:
                continue  # an input, or AIR 1.8 and older
            if value is None or value == "":
                raise BuildError(f"it needs {name}")
            if name == "mesh_type_info":
                yield self._mesh_type(value)
            elif name == "layout":
                yield self.text(_LAYOUTS[value])
            else:
                yield self.text(value) if isinstance(value, str) else self.integer(value)
        if argument.kind == "patch_control_point_input":
            yield from self._control_points(argument)

    def _control_points(self, argument: EntryArgument) -> Iterator[MDField]:
        function: MDField = None
        if argument.control_point_function is not None:
            result = self.global_value(argument.control_point_function, "control point function")
            if not isinstance(strip_casts(result), Function):
                raise BuildError(f"{argument.control_point_function!a} is not a function")
            function = self.value(result)
        yield self.node((self.text("air.patch_control_point_function"), function))
        for part in argument.fields:
            if part.kind != CONTROL_POINT_FIELD:
                raise BuildError(f"a field of a control point is of kind {CONTROL_POINT_FIELD}, not {part.kind}")
            yield self.node(self._keys(part))

    def _mesh_type(self, mesh: MeshType) -> MDNode:
        fields: list[MDField] = [self.text("air.mesh_type_info")]
        for outputs, what in ((mesh.vertex_types, "vertex output"), (mesh.primitive_types, "primitive output")):
            fields.append(self.node([self._argument(output, f"{what} {n}") for n, output in enumerate(outputs)]))
        fields += (self.integer(mesh.max_vertices), self.integer(mesh.max_primitives))
        return self.node((*fields, self.text(_TOPOLOGIES[mesh.topology])))

    def _keys(self, argument: EntryArgument) -> Iterator[MDField]:
        """The keys and their values, in Apple's order."""
        positional = POSITIONAL_FIELDS.get(argument.kind, ())
        for name, value in zip(FIELD_ORDER, _values_in_order(argument), strict=True):
            if value is None or value is False or value == "" or name in positional:
                continue
            if name == "location_count":
                if argument.location_index is None:  # textures of Core Image have only the count
                    yield from (self.text("air.location_count"), self.integer(value))
            elif name in _INTEGERS:
                yield from (self.text(_INTEGERS[name]), self.integer(value))
            elif name in _STRINGS:
                yield from (self.text(_STRINGS[name]), self.text(value))
            elif name == "location_index":
                count = argument.location_count
                if count is None:
                    raise BuildError("it needs location_count")
                yield from (self.text("air.location_index"), self.integer(value), self.integer(count))
            elif name == "struct_type_info":
                yield from (self.text("air.struct_type_info"), self._struct(value))
            elif name == "depth_qualifier":
                yield from (self.text("air.depth_qualifier"), self.text(_DEPTHS[value]))
            elif name == "attribute_name":
                yield self.text(value)
            elif name == "extra":
                for key, values in value:
                    yield self.text(key)
                    yield from values
            else:
                yield self.text(_VALUES[name, value])

    # --- structs

    def _struct(self, struct: StructType) -> MDNode:
        """The node of a struct. A struct that contains itself is distinct, as LLVM requires for nodes that refer to
        themselves.

        Structs are finished from the innermost to the outermost with an explicit stack, so nesting needs no recursion.
        """
        stack = [] if struct in self._structs else [(struct, _inner_structs(struct))]
        open_structs = {struct}
        while stack:
            current, inner = stack[-1]
            for child in inner:
                if child in self._structs:
                    continue
                if child in open_structs:
                    self._structs[child] = MDNode(_NODE, distinct=True)  # its fields follow
                else:
                    open_structs.add(child)
                    stack.append((child, _inner_structs(child)))
                    break
            else:
                stack.pop()
                fields = tuple(operand for member in current.fields for operand in self._member(member))
                if current in self._structs:
                    self._structs[current].fields = fields
                else:
                    self._structs[current] = self.node(fields)
        return self._structs[struct]

    def _member(self, member: StructField) -> Iterator[MDField]:
        if member.struct_type_info is not None:
            yield from (self.text("air.struct_type_info"), self._struct(member.struct_type_info))
        yield from map(self.integer, (member.offset, member.size, member.array_entries))
        yield from (self.text(member.type_name), self.text(member.field_name))
        if member.indirect_argument is not None:
            yield self.text("air.indirect_argument")
            yield self._argument(member.indirect_argument, f"member {member.field_name!a}")
        elif member.indirect_location is not None:
            yield from (self.text("air.indirect_argument"), self.integer(member.indirect_location))
        if member.raster_order_group is not None:
            yield from (self.text("air.raster_order_group"), self.integer(member.raster_order_group))
        if member.render_target_index is not None:
            yield from (self.text("air.render_target"), self.integer(member.render_target_index))
        if member.attribute_name:
            yield self.text(member.attribute_name)
        for key, values in member.extra:
            yield self.text(key)
            yield from values  # type: ignore[misc]


def _inner_structs(struct: StructType) -> Iterator[StructType]:
    """The structs that the members of a struct refer to, directly or in the arguments of an argument buffer."""
    for member in struct.fields:
        if member.struct_type_info is not None:
            yield member.struct_type_info
        if member.indirect_argument is not None:
            yield from _argument_structs(member.indirect_argument)


def _argument_structs(argument: EntryArgument) -> Iterator[StructType]:
    """The structs of an argument, of its fields and of the outputs of its mesh. These outputs contain no meshes."""
    if argument.struct_type_info is not None:
        yield argument.struct_type_info
    mesh = argument.mesh_type_info
    for part in (*argument.fields, *(() if mesh is None else (*mesh.vertex_types, *mesh.primitive_types))):
        yield from _argument_structs(part)
