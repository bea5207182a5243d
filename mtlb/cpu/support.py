"""The support module: it is linked with the modules of a run, and defines what they need. Its pointers are opaque."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.errors import UnsupportedError
from ..bitcode import write_module
from ..ir import (
    ERAS,
    Argument,
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributePlace,
    BasicBlock,
    CastOperator,
    Constant,
    ConstantCode,
    Function,
    GlobalVariable,
    Linkage,
    Module,
    Type,
    TypeCode,
    Value,
)
from ..ir.build import FunctionTable, IRBuilder
from ..ir.floats import bits_of, float_bits
from ..ir.type_rules import is_vector
from ..ir.verify import verify_module
from .guards import allow_any_alignment

_UNITS = {
    "lanes": ("mtlb_simd_", "mtlb_quad_", "mtlb_shuffle_", "mtlb_reduce", "mtlb_matrix_"),
    "textures": ("mtlb_texture_", "mtlb_from_srgb", "mtlb_to_srgb"),
    "stages": ("mtlb_table_entry", "mtlb_imageblock", "mtlb_command", "mtlb_map_coordinate", "mtlb_mesh_"),
}
"""The prefix of functions in those files of native/ that only some runs need."""


class SupportModule:
    """A support module, with its relation to the other modules: their types and variables."""

    def __init__(self) -> None:
        self.module = Module(
            identification="",
            wrapper=False,
            metadata_kinds=list(enumerate(ERAS[-1].metadata_kinds)),
            sync_scopes=["singlethread", ""],
        )
        self.context = self.module.context
        self.functions = FunctionTable(self.module, opaque=True)
        self._structs: dict[tuple[object, ...], Type] = {}

    def type(self, type_: Type) -> Type:
        """A type of another module in this module: with opaque pointers; named structs keep their names."""
        if type_.is_pointer:
            return self.context.opaque_pointer_type(type_.address_space)
        elements = tuple([self.type(element) for element in type_.elements])
        if not type_.is_identified:
            return self.context.type(type_.code, type_.params, elements, type_.name)
        key = (type_.code, type_.params, elements, type_.name)
        struct = self._structs.get(key)
        if struct is None:
            struct = self._structs[key] = Type(*key)
            self.module.struct_types.append(struct)
        return struct

    def define(self, name: str, type_: Type, *attributes: AttributeKind) -> Function:
        """A function with an empty block. It becomes part of the module when it is added to `functions`."""
        function = self.functions.new(name, type_)
        kinds = tuple([Attribute(AttributeForm.ENUM, kind) for kind in (*attributes, AttributeKind.NO_UNWIND)])
        function.attributes = (AttributeGroup(AttributePlace.FUNCTION, kinds),)
        function.is_definition = True
        function.arguments = [Argument(parameter, number) for number, parameter in enumerate(type_.parameters)]
        function.blocks = [BasicBlock()]
        return function

    def variable(
        self,
        name: str,
        type_: Type,
        initializer: Constant | None = None,
        *,
        space: int = 0,
        is_constant: bool = False,
        linkage: Linkage = Linkage.EXTERNAL,
    ) -> GlobalVariable:
        """A variable: declared, or defined with an initial value."""
        result = GlobalVariable(self.context.opaque_pointer_type(space), type_, name, linkage)
        result.address_space = space
        result.initializer, result.is_constant = initializer, is_constant
        self.module.globals.append(result)
        return result

    def number(self, name: str, value: int) -> None:
        """A 32-bit constant."""
        type_ = self.context.integer_type(32)
        self.variable(name, type_, self.context.integer_constant(type_, value), is_constant=True)

    def array(self, name: str, values: Sequence[Value]) -> None:
        """A variable whose initial value is an array of these constants."""
        type_ = self.context.type(TypeCode.ARRAY, (len(values),), (values[0].type,))
        self.variable(name, type_, self.context.constant(type_, ConstantCode.AGGREGATE, (), tuple(values)))

    @property
    def units(self) -> list[str]:
        """The files of native/, besides the run-time itself, that it calls."""
        names = self.functions.by_name
        return [unit for unit, begins in _UNITS.items() if any(name.startswith(begins) for name in names)]

    def bitcode(self) -> bytes:
        """The module as bitcode for LLVM. Raises UnsupportedError if a function was declared with conflicting types."""
        allow_any_alignment(self.module)
        wrong = verify_module(self.module)
        if wrong:
            raise UnsupportedError(f"an AIR function that is declared with the wrong type: {wrong[0]}")
        return write_module(self.module, to_be_converted=True)


class NumberBuilder(IRBuilder):
    """A builder that also converts numbers."""

    def number(self, type_: Type, value: float) -> Value:
        """A constant; for a vector, all elements are `value`."""
        if not type_.is_floating:
            return self.integer(type_, int(value))
        bits = float_bits(type_.scalar.code, value)
        assert bits is not None, value
        return self.floating(type_, bits)

    def converted(self, value: Value, type_: Type, *, signed: bool = False) -> Value:
        """Convert a number to another type: between floats, between integers, or from integer to float."""
        if not type_.is_floating:
            return self.resized(value, type_, signed=signed)
        if not value.type.is_floating:
            return self.cast(CastOperator.SITOFP if signed else CastOperator.UITOFP, value, type_)
        if {value.type.scalar.code, type_.scalar.code} == {TypeCode.HALF, TypeCode.BFLOAT}:
            value = self.converted(value, self.like(type_, self.f32))
        widens = bits_of(value.type) < bits_of(type_)
        return self.cast(CastOperator.FPEXT if widens else CastOperator.FPTRUNC, value, type_)


class SupportFunction(NumberBuilder):
    """A function of a support module under construction. `arguments` are its parameters, `result` is its return
    type.
    `calls_runtime`: whether it calls a function of the run-time (native/)."""

    def __init__(self, support: SupportModule, name: str, type_: Type, *attributes: AttributeKind) -> None:
        super().__init__(support.context, opaque=True)
        self.support = support
        self.ptr = self.pointer_to(self.i8)
        self.function = support.define(name, type_, *attributes)
        self.result = type_.result
        self.arguments: list[Value] = list(self.function.arguments)
        self.calls_runtime = False
        self.at_end(self.function.blocks[0])

    def called(self, result: Type, name: str, *operands: Value) -> Value:
        """Call a function of the run-time, the C library or LLVM."""
        self.calls_runtime |= name.startswith("mtlb_")
        type_ = self.function_type(result, [operand.type for operand in operands])
        return self.call(self.support.functions.declare(name, type_), operands)

    # --- vectors -----------------------------------------------------------------------------------------------------

    def splat(self, type_: Type, value: Value) -> Value:
        """A vector with all elements equal to a value; the value itself if the type is not a vector."""
        if not is_vector(type_):
            return value
        mask = self.null(self.vector(self.i32, type_.params[0]))
        return self.shuffle(self.insert_element(self.undef(type_), value, 0), self.undef(type_), mask)

    # --- memory ------------------------------------------------------------------------------------------------------

    def generic(self, pointer: Value) -> Value:
        """A pointer in address space 0."""
        return self.cast(CastOperator.ADDRSPACECAST, pointer, self.ptr)

    def behind(self, pointer: Value, offset: Value | int) -> Value:
        """The address this many bytes after another."""
        place = self.integer(self.i64, offset) if isinstance(offset, int) else offset
        return self.gep(self.i8, pointer, place, inbounds=0) if offset else pointer

    def memory(self, size: int = 16) -> Value:
        """This many bytes of the thread's stack, aligned to 16."""
        return self.alloca(self.context.type(TypeCode.ARRAY, (size,), (self.i8,)), 5)

    def stored(self, values: Sequence[Value], size: int = 16, step: int = 4) -> Value:
        """Stack memory that contains these values, `step` bytes apart."""
        memory = self.memory(size)
        for number, value in enumerate(values):
            self.store(value, self.behind(memory, step * number), 1)
        return memory

    def finish(self, result: Value | None) -> Function:
        """Finish the function, which returns `result`."""
        self.ret(result)
        return self.support.functions.add(self.function)
