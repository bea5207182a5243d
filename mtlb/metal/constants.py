"""Function constants in the form of Apple's compiler: their values are copied before any other code runs.

A constant has two variables: one that the pipeline sets and metadata names, and a copy that code reads. Code in the
section `air.static_init` makes the copies, and sets a predicate for each constant that arguments depend on. Source:
Apple's modules of MLX 0.31.2 (`sdpa_vector_float_64_64`) and of the corpus.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..air import ComputedIndex, ConstantPredicate
from ..air.facts import FunctionConstant
from ..air.intrinsics import overload
from ..air.names import INITIALIZER_SECTION, IS_DEFINED
from ..air.types import NUMBERS, SPELLINGS
from ..base.features import INITIALIZERS_SINCE
from ..base.metal import AddressSpace
from ..base.versions import Version
from ..ir import (
    STRUCT_TYPES,
    CallingConvention,
    CastOperator,
    ConstantCode,
    DataLayout,
    Function,
    GlobalVariable,
    InstCode,
    Linkage,
    Module,
    Predicate,
    Type,
    TypeCode,
    UnnamedAddr,
    Value,
)
from ..ir.names import COMPILER_USED, GLOBAL_CTORS, METADATA_SECTION
from ..ir.uses import globals_in
from ..passes.rewriter import Rewriter
from .rewrite import SourceConstant
from .rewrite.constants import INDEX, PREDICATE

_PREDICATE = "__metal_implicit_fc_pred_"
_INDEX = "__metal_implicit_attr_int_expr_"
"""The variables of indices. Source: RenderBox' modules, which tests of imbushuo/metal2vulkan quote.

A guess: they are in `llvm.compiler.used`, and `air.raster_order_group` names them as `air.location_index` and
`air.render_target` do.
"""
_LAYOUT = DataLayout()
_MANGLED = {number.name: number.mangled for number in NUMBERS}


def set_symbol(constant: SourceConstant) -> str:
    """The name of the variable that the pipeline sets."""
    return f"_Z{len(constant.name)}{constant.name}.MTL_FC_INIT_{constant.index}_{_mangled(constant.type)}"


def _mangled(name: str) -> str:
    """The mangled name of a type: `Dv4_f`."""
    match = re.fullmatch(r"(.*?[a-z_t])([234])", name) if name not in _MANGLED and name not in SPELLINGS else None
    element, count = (match[1], match[2]) if match else (name, "")
    code = _MANGLED[SPELLINGS.get(element, element)]
    return f"Dv{count}_{code}" if count else code


def _plain(type_: Type) -> Type:
    """The vector type inside a vector class of the header; other types are returned unchanged."""
    while type_.code in STRUCT_TYPES and len(type_.elements) == 1:
        type_ = type_.elements[0]
    return type_


class ConstantWriter:
    """Writes the variables and the code of the function constants of one module.

    `predicates`: the constants that arguments depend on, in the order of their numbers.
    """

    def __init__(
        self, module: Module, air: Version, constants: Sequence[SourceConstant], computed: Sequence[str] = ()
    ) -> None:
        self.module = module
        self.air = air
        self.computed = computed  # constants that are computed from others, each by a function of the module
        self.constants = {constant.name: constant for constant in constants}
        self.types: dict[str, Type] = {}  # types of the variables, by the name of the constant
        self.predicates: dict[str, ConstantPredicate] = {}
        self.indices: dict[str, ComputedIndex] = {}  # by the function that computes it

    def predicate(self, name: str) -> ConstantPredicate:
        """The condition of an argument that depends on a constant, for metadata."""
        result = self.predicates.get(name)
        if result is None:
            symbol = f"{_PREDICATE}{len(self.predicates)}"
            type_ = self.constants[name].type if name in self.constants else "bool"
            result = self.predicates[name] = ConstantPredicate(symbol, type_, name)
        return result

    def index(self, number: int) -> ComputedIndex:
        """The index with this number of `Unit.indices`, for metadata."""
        name = f"{_INDEX}{len(self.indices)}"
        return self.indices.setdefault(f"{INDEX}{number}", ComputedIndex(f"_ZL{len(name)}{name}"))

    def facts(self) -> list[FunctionConstant]:
        """`!air.function_constants`: all constants that the source declares."""
        return [
            FunctionConstant(set_symbol(constant), constant.type, constant.name, constant.index, flagged=False)
            for constant in self.constants.values()
            if constant.name in self.types
        ]

    def start(self) -> None:
        """Runs before address spaces are inferred: move the copies, which code reads, to constant memory."""
        variables = {variable.name: variable for variable in self.module.globals}
        for name, constant in self.constants.items():
            variable = variables.get(constant.symbol)
            if variable is None:
                continue
            variable.value_type = self.types[name] = _plain(variable.value_type)
            variable.name = f"_ZL{len(name)}{name}"
            variable.is_constant, variable.linkage = True, Linkage.INTERNAL
            variable.initializer = self.module.context.constant(variable.value_type, ConstantCode.UNDEF)

    def finish(self, source: str, used: Sequence[Function] = ()) -> list[GlobalVariable]:
        """Runs after address spaces are inferred: add the variables that pipelines set, and the code that copies them.
        Returns the globals to keep. `source`: the name of the file. `used`: functions that only metadata names.
        """
        if not self.types:
            return [self.list_of(COMPILER_USED, list(used), METADATA_SECTION)] if used else []
        module = self.module
        code = Rewriter(module, self.air)
        init = code.functions.add(code.functions.new(f"_GLOBAL__sub_I_{source}", code.function_type(code.void, ())))
        init.calling_convention, init.linkage = CallingConvention.C, Linkage.INTERNAL
        init.section, init.is_definition = "air.static_init", True
        code.function = init
        init.blocks = [code.block]
        copies = {variable.name: variable for variable in module.globals}
        kept: list[GlobalVariable] = []
        loaded: dict[str, Value] = {}
        for name, type_ in self.types.items():
            alignment = _LAYOUT.alignment(type_).bit_length()
            variable = self.variable(set_symbol(self.constants[name]), type_)
            variable.is_constant, variable.externally_initialized = True, 1
            variable.section = INITIALIZER_SECTION
            kept.append(variable)
            copy = copies.get(f"_ZL{len(name)}{name}")
            if copy is not None:
                self.ask_of(copy, variable)
                copy.is_constant, copy.unnamed_addr = False, UnnamedAddr.GLOBAL
            if copy is not None or name in self.predicates:
                loaded[name] = code.load(type_, variable, alignment)
            if copy is not None:
                code.store(loaded[name], copy, alignment)
        for name in self.predicates:
            if name not in loaded:
                loaded[name] = code.cast(CastOperator.ZEXT, code.call(self.function(f"{PREDICATE}{name}"), []), code.i8)
        for name in self.predicates:
            if loaded[name].type is not code.i8:  # a number: it is true if it is not 0
                is_true = code.compare(Predicate.ICMP_NE, loaded[name], code.null(loaded[name].type))
                loaded[name] = code.cast(CastOperator.ZEXT, is_true, code.i8)
        predicates = [self.add_predicate(code, name, loaded[name]) for name in self.predicates]
        predicates += [self.add_index(code, name, index) for name, index in self.indices.items()]
        code.ret()
        return [*kept, *predicates, *self.lists(init, predicates, used)]

    def ask_of(self, copy: GlobalVariable, variable: GlobalVariable) -> None:
        """Let `is_function_constant_defined` test the variable that the pipeline sets, as all 40 such calls of the
        corpus do. Linkers use these calls to mark the constant as not required.
        """
        for function in self.module.functions:
            for instruction in function.instructions():
                callee = instruction.operands[-1] if instruction.code is InstCode.CALL else None
                if not isinstance(callee, Function) or callee.name != IS_DEFINED:
                    continue
                if copy in globals_in(instruction.operands[0]):
                    instruction.operands = (variable, *instruction.operands[1:])

    def functions(self) -> list[Function]:
        """The functions that compute conditions and indices of arguments."""
        names = [f"{PREDICATE}{name}" for name in self.predicates if name in self.computed]
        return [self.function(name) for name in (*names, *self.indices)]

    def function(self, name: str) -> Function:
        """A function that computes a constant."""
        result = self.module.function(name)
        assert result is not None
        result.linkage = Linkage.INTERNAL
        return result

    def add_predicate(self, code: Rewriter, name: str, value: Value) -> GlobalVariable:
        """Add the variable of a predicate, and the code that sets it."""
        variable = self.variable(self.predicates[name].symbol, code.i8)
        variable.unnamed_addr = UnnamedAddr.NONE
        variable.initializer = code.null(code.i8)
        if self.air >= INITIALIZERS_SINCE:
            value = code.call(code.air_function(overload("normalize_function_constant_predicate", code.i8)), [value])
        code.store(value, variable, 1)
        return variable

    def add_index(self, code: Rewriter, name: str, index: ComputedIndex) -> GlobalVariable:
        """Add the variable of an index, and the code that sets it."""
        variable = self.variable(index.symbol, code.i32)
        variable.unnamed_addr = UnnamedAddr.NONE
        variable.initializer = code.null(code.i32)
        code.store(code.call(self.function(name), []), variable, 3)
        return variable

    def variable(self, name: str, type_: Type) -> GlobalVariable:
        """An uninitialised variable in constant memory."""
        context = self.module.context
        space = AddressSpace.CONSTANT.value
        result = GlobalVariable(context.opaque_pointer_type(space), type_, name, Linkage.INTERNAL)
        result.address_space, result.unnamed_addr = space, UnnamedAddr.GLOBAL
        result.alignment = _LAYOUT.alignment(type_).bit_length()
        result.initializer = context.constant(type_, ConstantCode.UNDEF)
        self.module.globals.append(result)
        return result

    def lists(self, init: Function, predicates: list[GlobalVariable], used: Sequence[Function]) -> list[GlobalVariable]:
        """Write `llvm.global_ctors` with the code, and `llvm.compiler.used` with globals that nothing reads."""
        context = self.module.context
        i32, pointer = context.integer_type(32), context.opaque_pointer_type(0)
        entry = context.type(TypeCode.STRUCT_ANON, (0,), (i32, pointer, pointer))
        null = context.constant(pointer, ConstantCode.NULL)
        priority = context.integer_constant(i32, 0xFFFF)
        item = context.constant(entry, ConstantCode.AGGREGATE, (), (priority, init, null))
        result = [self.list_of(GLOBAL_CTORS, [item], "")]
        if predicates or used:
            cast = int(CastOperator.ADDRSPACECAST)
            items: list[Value] = [
                context.constant(pointer, ConstantCode.CE_CAST, (cast, 0), (item,)) for item in predicates
            ]
            items += used
            result.append(self.list_of(COMPILER_USED, items, METADATA_SECTION))
        return result

    def list_of(self, name: str, items: Sequence[Value], section: str) -> GlobalVariable:
        """A list that linkers append to."""
        context = self.module.context
        array = context.type(TypeCode.ARRAY, (len(items),), (items[0].type,))
        result = GlobalVariable(context.opaque_pointer_type(0), array, name, Linkage.APPENDING)
        result.initializer = context.constant(array, ConstantCode.AGGREGATE, (), tuple(items))
        result.section = section
        self.module.globals.append(result)
        return result
