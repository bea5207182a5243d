"""The signature of an entry point: a single object for its parameters and its metadata, so that they always agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ..air import ComputedIndex, ConstantPredicate, EntryArgument, EntryPoint
from ..air.builtins import OUTPUTS
from ..air.names import MAX_DEVICE_BUFFERS, MAX_SAMPLERS, MAX_TEXTURES, MAX_THREADGROUP_BUFFERS, NO_ALIAS_BUFFER
from ..air.target import AirTarget
from ..air.words import LIMITS
from ..base.classes import dataclass
from ..base.errors import BuildError
from ..base.features import MOST_ATTRIBUTES, MOST_COLORS
from ..base.metal import AccessQualifier, AddressSpace, Index
from ..base.versions import Version
from ..container import FunctionType
from ..ir import (
    Argument,
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributePlace,
    TypeCode,
    UnnamedAddr,
)
from ..ir import Type as IRType
from ..ir import Value as IRValue
from .arguments import Arguments
from .builder import Builder
from .code import FunctionCode, called_at
from .lowering import Lowering
from .names import NAMED, void
from .operands import Operand, PipelineConstant, Reference, TypedValue
from .types import Array, Handle, MetalPointer, MetalType, Struct

_ALIGNMENT: Final = AttributeKind.ALIGNMENT
_DEREFERENCEABLE: Final = AttributeKind.DEREFERENCEABLE
_NO_CAPTURE: Final = AttributeKind.NO_CAPTURE
_PRIVATE: Final = AddressSpace.PRIVATE
_READ: Final = AccessQualifier.READ
_READ_ONLY: Final = AttributeKind.READ_ONLY
_THREADGROUP: Final = AddressSpace.THREADGROUP


@dataclass(eq=False)
class EntryScope:
    """The state that entry points share with their module."""

    low: Lowering
    target: AirTarget
    arguments: Arguments
    fast_flags: int
    predicate: Callable[[PipelineConstant], ConstantPredicate]


@dataclass
class EntryOutput:
    """An output of an entry point: a member of the struct that it returns, or the whole result."""

    name: str
    type: MetalType
    fact: EntryArgument


_COUNTED: Final = {
    "buffer": ("buffer", MAX_DEVICE_BUFFERS),
    "threadgroup": ("threadgroup buffer", MAX_THREADGROUP_BUFFERS),
    "texture": ("texture", MAX_TEXTURES),
    "sampler": ("sampler", MAX_SAMPLERS),
    "attribute": ("attribute", ""),
    "color": ("render target", ""),
}

PIXEL: Final = "imageblock_data"
"""The kind of argument or output for the imageblock data of a pixel."""


class EntrySignature:
    """The parameters and outputs of an entry point, both in LLVM's function and in the metadata.

    `stage` and `name` name the entry point in errors; `fact` is the metadata, `builder` the builder of the body.
    """

    __deletable__ = ("builder",)  # `take_apart`; mypyc has to know

    def __init__(self, scope: EntryScope, kind: FunctionType, stage: str, name: str) -> None:
        self.scope = scope
        self.low = scope.low
        self.target = scope.target
        self.stage = stage
        self.name = name
        self.outputs: list[EntryOutput] = []
        self.parameters: list[tuple[IRType, AttributeGroup | None]] = []
        self.is_returned = False
        self._names: set[str] = set()
        self._used: dict[tuple[str, int], bool] = {}
        function = self.low.functions.new(name, self.low.function(void, ()))
        function.is_definition = True
        function.unnamed_addr = UnnamedAddr.LOCAL
        self.fact = EntryPoint(kind, function)
        code = FunctionCode(self.low, function, f"{stage} {name!a}", scope.target, scope.fast_flags)
        self.builder = EntryBuilder(code, self)
        self.low.functions.add(function)

    # --- errors and limits

    def error(self, what: str, reason: str) -> BuildError:
        """An error about the current declaration, to be raised."""
        return BuildError(f"{self.stage} {self.name!a}: {what}{called_at(self.low)}: {reason}")

    def take_name(self, what: str, name: str) -> None:
        """Reserve the name of an argument. BuildError for an empty name, and for a name in use."""
        if not name:
            raise self.error(what, "an argument needs a name")
        if name in self._names and not self.same_names:
            raise self.error(what, f"two arguments are named {name!a}")
        self._names.add(name)

    same_names: bool = False
    """Whether names may repeat: a parameter may have the name of a member of the `[[stage_in]]` struct."""
    returned: IRType | None = None
    """The type of a result that is not a value of Metal in code: a struct, a matrix or an array."""
    depends: bool = False
    """Whether the next argument depends on a function constant that is not passed as `when`."""

    def take_index(self, what: str, table: str, index: Index, when: PipelineConstant | None = None) -> None:
        """Reserve the index of an argument. Arguments that depend on function constants may share an index; one that is
        computed from function constants is not checked.
        """
        if isinstance(index, ComputedIndex):
            return
        is_optional = when is not None or self.depends
        words, limit_name = _COUNTED[table]
        limit = LIMITS[limit_name] if limit_name else MOST_COLORS if table == "color" else MOST_ATTRIBUTES
        if not 0 <= index < limit:
            raise self.error(what, f"there is no {words} {index}: indices go from 0 to {limit - 1}")
        earlier = self._used.get((table, index))
        if earlier is not None and not (earlier and is_optional):
            raise self.error(what, f"{words} {index} is taken already")
        self._used[table, index] = is_optional

    def require_type(self, what: str, type: MetalType) -> None:
        """BuildError if `type` is not a type of Metal."""
        if not isinstance(type, MetalType):
            raise self.error(what, f"{type!r:.60} is not a Metal type")

    def require_air(self, what: str, version: Version) -> None:
        """BuildError if the AIR version of the target is older."""
        if self.target.air < version:
            raise self.error(what, f"AIR {self.target.air} does not have it (since {version})")

    # --- parameters

    def parameter(self, type: IRType, fact: EntryArgument, attributes: Sequence[Attribute] = ()) -> IRValue:
        """Add a parameter to the function, with its metadata."""
        index = len(self.parameters)
        place = AttributePlace.PARAMETERS + index
        self.parameters.append((type, AttributeGroup(place, tuple(attributes)) if attributes else None))
        argument = Argument(type, index)
        self.fact.function.arguments.append(argument)
        fact.index = index
        self.fact.arguments.append(fact)
        return argument

    def may_alias(self, argument: TypedValue) -> None:
        """Mark an argument that may point at the same memory as another: remove its `air-buffer-no-alias`."""
        ir = argument.ir
        assert isinstance(ir, Argument)
        type, group = self.parameters[ir.index]
        if group is not None:
            kept = tuple(attribute for attribute in group.attributes if attribute.kind != NO_ALIAS_BUFFER)
            self.parameters[ir.index] = (type, group._replace(attributes=kept) if kept else None)

    def argument(
        self, what: str, type: MetalType, fact: EntryArgument, when: PipelineConstant | None = None
    ) -> TypedValue:
        """Add a parameter whose type is allowed for values; returns its value. Metadata uses the given name."""
        self.require_type(what, type)
        self.take_name(what, fact.name)
        try:
            ir = self.low.value(type)
        except BuildError as error:
            raise self.error(what, error.reason) from None
        if when is not None:
            fact.function_constant = self.scope.predicate(when)
        attributes = _parameter_attributes(type)
        if fact.kind in _FROM_STRUCTS and _NO_UNDEF in attributes:
            attributes.remove(_NO_UNDEF)
        result = Reference if isinstance(type, MetalPointer) and type.is_reference else TypedValue
        return result(self.builder, self.parameter(ir, fact, attributes), type)

    # --- outputs

    def require_output(self, what: str, name: str, type: MetalType) -> None:
        """BuildError if the stage or the AIR version lacks this builtin output, or has it with another type."""
        row = OUTPUTS.get((self.stage, name))
        if row is None:
            raise self.error(what, f"a {self.stage} function has no output {name!a}")
        self.require_air(what, row.since)
        if type not in [NAMED[type_] for type_ in row.types]:
            raise self.error(what, f"{name} is {' or '.join(row.types)}, not {type}")

    def output(self, what: str, type: MetalType, fact: EntryArgument, when: PipelineConstant | None = None) -> None:
        """Add an output. BuildError if its name is in use, or if the function already has a return."""
        self.require_type(what, type)
        if self.is_returned:
            raise self.error(what, "the outputs come before the first ret")
        if fact.name and any(output.name == fact.name for output in self.outputs):
            raise self.error(what, f"two outputs are named {fact.name!a}")
        if (not fact.name and self.outputs) or any(not output.name for output in self.outputs):
            raise self.error(what, "an output without a name is the only one")
        output = EntryOutput(fact.name, type, fact)
        try:
            self._output_type(output)
        except BuildError as error:
            raise self.error(what, error.reason) from None
        if when is not None:
            fact.function_constant = self.scope.predicate(when)
        self.outputs.append(output)
        self.fact.outputs.append(fact)

    @property
    def returns_struct(self) -> bool:
        """Whether outputs are members of a struct; an unnamed output is returned by itself."""
        return any(output.name for output in self.outputs)

    def _output_type(self, output: EntryOutput) -> IRType:
        if self.returned is not None:
            return self.returned
        is_aggregate = output.fact.kind == PIXEL or isinstance(output.type, Array)
        return (self.low.memory if is_aggregate else self.low.value)(output.type)

    def result_type(self) -> IRType:
        """The return type of the function."""
        if not self.outputs:
            return self.low.value(void)
        types = [self._output_type(output) for output in self.outputs]
        return self.low.packed_struct(types) if self.returns_struct else types[0]

    # --- end

    def take_apart(self) -> None:
        """Break the reference cycle with the builder; the signature must not be used afterwards."""
        self.builder.take_apart()
        del self.builder

    def finish(self) -> EntryPoint:
        """Check the body and set the function's type. BuildError as for `Builder.finish`."""
        function, context = self.fact.function, self.low.context
        types = tuple(type for type, _ in self.parameters)
        function.value_type = context.type(TypeCode.FUNCTION, (0,), (self.result_type(), *types))
        function.type = context.pointer_type(function.value_type)
        self.builder.finish()
        groups = [group for _, group in self.parameters if group is not None]
        places = {group.place for group in groups}  # a previous finish may have recorded fewer
        others = [group for group in function.attributes if group.place not in places]
        function.attributes = (*others, *groups)
        return self.fact


class EntryBuilder(Builder):
    """The builder of an entry point: `ret` takes its outputs."""

    is_entry = True

    def __init__(self, code: FunctionCode, signature: EntrySignature) -> None:
        super().__init__(code, void, ())
        self.signature = signature
        self.stage = signature.stage

    def ret(  # type: ignore[override]
        self, *values: Operand | Sequence[Operand], **named: Operand | Sequence[Operand]
    ) -> None:
        """Return from the function, with a value for each output: in order, or by name.

        The value for imageblock data is a sequence of the members' values.
        """
        outputs = self.signature.outputs
        if named:
            names = [output.name for output in outputs]
            strange = [name for name in named if name not in names]
            if strange:
                raise self.error("ret", f"{self.signature.name} has no output {strange[0]!a}")
            missing = [name for name in names[len(values) :] if name not in named]
            if missing:
                raise self.error("ret", f"there is no value for the output {missing[0]!a}")
            values = (*values, *[named[name] for name in names[len(values) :]])
        if len(values) != len(outputs):
            raise self.error("ret", f"{len(values)} values for {len(outputs)} outputs")
        if not outputs:
            self.code.at("ret").ret()
            return
        operands = []
        for value, output in zip(values, outputs, strict=True):
            if isinstance(output.type, (Struct, Array)):
                operands.append(self._members(value, output.name, output.type))
            elif isinstance(value, Sequence):
                raise self.error("ret", f"several values for the output {output.name!a} of {output.type}")
            else:
                operands.append(self._fitting(value, f"the output {output.name!a}", output.type))
        result = operands[0]
        if self.signature.returns_struct:
            result = self.code.at("ret").aggregate(self.signature.result_type(), operands)
        self.code.at("ret").ret(result)
        self.signature.is_returned = True

    def _fitting(self, value: Operand, what: str, type: MetalType) -> IRValue:
        value = self.number("ret", value, type)
        if value.type != type:
            raise self.error("ret", f"a {value.type} for {what} of {type}")
        return self.operand("ret", value)

    def _members(self, values: Operand | Sequence[Operand], name: str, type: Struct | Array) -> IRValue:
        """A struct or an array as a value, from the values of its members."""
        if isinstance(type, Array):
            members = [(f"[{number}]", type.element) for number in range(type.count)]
        else:
            members = [(member.name, member.type) for member in type.members]
        if not isinstance(values, Sequence):
            raise self.error("ret", f"one value for the output {name!a}, which has {len(members)} members")
        if len(values) != len(members):
            raise self.error("ret", f"{len(values)} values for the {len(members)} members of {name!a}")
        operands = [
            self._fitting(value, f"the member {member!a}", member_type)
            for value, (member, member_type) in zip(values, members, strict=True)
        ]
        return self.code.at("ret").aggregate(self.low.memory(type), operands)


_ENUM, _INT, _STRING = AttributeForm.ENUM, AttributeForm.INT, AttributeForm.STRING
_NO_UNDEF: Final = Attribute(_ENUM, AttributeKind.NO_UNDEF)
_FROM_STRUCTS: Final = frozenset(
    {"vertex_input", "fragment_input", "stage_in", "patch_input", "position", "render_target"}
)
"""Members of a struct in Metal, which Apple's compiler does not mark as `noundef`."""


def _parameter_attributes(type: MetalType) -> list[Attribute]:
    """The attributes that Apple's compiler gives to a parameter, as far as they follow from its declaration."""
    if isinstance(type, MetalPointer) and type.space is _PRIVATE:  # an array of textures or samplers
        return [Attribute(_ENUM, _NO_CAPTURE), Attribute(_ENUM, _READ_ONLY)]
    if isinstance(type, MetalPointer):
        attributes = [_NO_UNDEF]
        if type.access is _READ:
            attributes.append(Attribute(_ENUM, _READ_ONLY))
        if type.is_reference and type.space is not _THREADGROUP:
            attributes.append(Attribute(_INT, _ALIGNMENT, type.pointee.align))
            attributes.append(Attribute(_INT, _DEREFERENCEABLE, type.pointee.size))
        return [*attributes, Attribute(_STRING, NO_ALIAS_BUFFER)]
    if isinstance(type, Handle):
        return []
    return [_NO_UNDEF]  # also for a bool: since AIR 2.5 no argument of an entry point is zeroext
