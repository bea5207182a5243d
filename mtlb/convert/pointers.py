"""Conversion of opaque pointers to typed pointers: `type_pointers`.

LLVM 17 and later have only opaque pointers, which no Metal loader before macOS 26 accepts. The first half collects the
uses of each pointer (mtlb/convert/pointer_uses.py). This is the second half: all values get their types, and a cast is
inserted where a use needs another pointee: before the use; for a phi at the end of the incoming block; for a constant
as a constant expression.

1. The pointee of a variable, an `alloca`, a function and a GEP is the type in its definition.
2. All others are in classes: values that flow into each other through `phi`, `select`, `freeze`, `addrspacecast`,
   arguments and results of functions of the module, comparisons, and memory (a load and the stores to its location). A
   class has one pointee (pointees.py).
3. Casts in a block are shared. A constant cast to the type that its pointee begins with is a GEP with zeros, as in LLVM
   versions with typed pointers: with `i64` in instructions, with `i32` in initializers.
4. A pointer cast that is already in the module (LLVM keeps them as `bitcast ptr … to ptr`) starts a class of its own.
   It is removed if it is unused, or if both sides get the same type.
5. A named struct with pointers in it is one struct in the result, under its own name; each of its fields is a class.
6. `llvm.memcpy`, `memmove`, `memset` and `lifetime` take `i8*`, and `p1` in their names becomes `p1i8`. LLVM 22 has no
   size in `llvm.lifetime`: the size of the variable is restored.
7. The list `llvm.used` holds `i8*`, constructors are `void ()*`.

Vectors of pointers must have been expanded before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..air.entry_points import EntryPoint
from ..base.errors import BuildError, FormatError
from ..ir import (
    STRUCT_TYPES,
    Attribute,
    AttributeForm,
    AttributeList,
    AttributePlace,
    BasicBlock,
    CastOperator,
    Constant,
    ConstantAsMetadata,
    ConstantCode,
    Context,
    DataLayout,
    Function,
    GlobalValue,
    InstCode,
    Instruction,
    LocalAsMetadata,
    Metadata,
    Module,
    Type,
    TypeCode,
    Value,
    constant_number,
    copy_module,
    replace_metadata,
)
from ..ir.build import IRBuilder
from ..ir.mapper import replacement
from ..ir.names import LIFETIME
from ..ir.type_rules import gep
from ..ir.uses import metadata_roots, values_in_metadata
from ..ir.verify import Sound, verify_module
from ..passes.rewriter import MAX_NESTING
from .pointees import DECLARED, AggregateShape, Pointees, Pointer
from .pointer_uses import PointerUses, is_byte_function

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_ADDRSPACECAST: Final = CastOperator.ADDRSPACECAST
_AGGREGATE: Final = ConstantCode.AGGREGATE
_ALLOCA: Final = InstCode.ALLOCA
_ARRAY: Final = TypeCode.ARRAY
_ATOMICRMW: Final = InstCode.ATOMICRMW
_BITCAST: Final = CastOperator.BITCAST
_CALL: Final = InstCode.CALL
_CAST: Final = InstCode.CAST
_CE_CAST: Final = ConstantCode.CE_CAST
_CE_GEP: Final = ConstantCode.CE_GEP
_CMP2: Final = InstCode.CMP2
_CMPXCHG: Final = InstCode.CMPXCHG
_FREEZE: Final = InstCode.FREEZE
_FUNCTION: Final = TypeCode.FUNCTION
_GEP: Final = InstCode.GEP
_INSERTVAL: Final = InstCode.INSERTVAL
_INTEGER: Final = ConstantCode.INTEGER
_LOAD: Final = InstCode.LOAD
_LOADATOMIC: Final = InstCode.LOADATOMIC
_NULL: Final = ConstantCode.NULL
_PARAMETERS: Final = AttributePlace.PARAMETERS
_PHI: Final = InstCode.PHI
_POINTER: Final = TypeCode.POINTER
_RET: Final = InstCode.RET
_STORE: Final = InstCode.STORE
_TYPE: Final = AttributeForm.TYPE
_STOREATOMIC: Final = InstCode.STOREATOMIC
_VSELECT: Final = InstCode.VSELECT

POLICIES = ("infer", "i8")
"""Policies for pointees: infer them from uses, or use bytes wherever no rule of AIR says otherwise."""

_PLAIN: Final = frozenset({TypeCode.INTEGER, TypeCode.HALF, TypeCode.BFLOAT, TypeCode.FLOAT, TypeCode.VECTOR})
"""Types without pointers: vectors of pointers are refused."""
_FREE = frozenset({ConstantCode.NULL, ConstantCode.UNDEF, ConstantCode.POISON})
_SPACE = re.compile(r"\.p(\d+)(?=\.|$)")


def type_pointers(module: Module, policy: str = "infer") -> Module:
    """A copy of `module` with typed pointers. A module that already has typed pointers is copied unchanged.

    `policy` is one of `POLICIES`. UnsupportedError, with the function and the source line, for vectors of pointers,
    which can't be typed; FormatError for a module that is not valid IR; BuildError for a policy that does not exist.
    """
    _check(module, policy)
    copy = copy_module(module)
    if copy.has_opaque_pointers:
        _Typing(copy, policy).run()
    return copy


def type_pointers_in_place(
    module: Module, policy: str = "infer", sound: Sound | None = None
) -> Sequence[EntryPoint] | None:
    """As `type_pointers`, but modifies the module itself, which must not be a view; raises the same errors. `sound`
    gets what is valid, for the next verification of the module. Returns its entry points, if they had to be read.
    """
    _check(module, policy, sound)
    if not module.has_opaque_pointers:
        return None
    typing = _Typing(module, policy)
    typing.run()
    return typing.uses.entries


def _check(module: Module, policy: str, sound: Sound | None = None) -> None:
    if policy != DECLARED and policy not in POLICIES:
        raise BuildError(f"unknown policy for pointers: {policy!r} (one of {', '.join(POLICIES)})")
    if problems := verify_module(module, debug_info=False, sound=sound):
        raise FormatError(f"the module is not valid IR: {problems[0]}")


class _Typing:
    """Types the pointers of one module. `casts`: the casts in a block by value and type, which later uses share."""

    def __init__(self, module: Module, policy: str) -> None:
        self.module = module
        self.context: Context = module.context
        self.pointees = Pointees(module.context, policy)
        self.uses = PointerUses(module, self.pointees)
        self.layout = DataLayout()
        self.b = IRBuilder(module.context)
        self.casts: dict[BasicBlock, dict[tuple[Value, Type], Value]] = {}
        self.constants: dict[tuple[Constant, Type | None], Value] = {}
        self.replaced: dict[Value, Value] = {}  # unneeded casts, mapped to their operands
        self.lifetimes: set[Function] = set()  # functions that get a size parameter
        self._attributes: dict[int, AttributeList] = {}  # by identity, which `_seen` keeps
        self._seen: list[AttributeList] = []
        self.is_initializer = False
        self.depth = 0  # of the constant that is being converted

    def run(self) -> None:
        """Run all steps, in place."""
        module = self.module
        self.uses.collect()
        self.types_of_globals()
        self.types_of_results()
        self.is_initializer = True
        for variable in module.globals:
            variable.attributes = self.attributes(variable.attributes)
            if variable.initializer is not None:
                variable.initializer = self.constant(variable.initializer, variable.value_type)
        for alias in module.aliases:
            if alias.aliasee is not None:
                alias.aliasee = self.constant(alias.aliasee, alias.type)
        self.is_initializer = False
        for function in module.functions:
            self.function(function)
        self.rename_intrinsics()
        self.metadata()
        module.struct_types = [*self.pointees.typed_structs(module.struct_types), *self.uses.handles.values()]

    # --- types -------------------------------------------------------------------------------------------------------

    def types_of_globals(self) -> None:
        """Set the types of globals, functions and arguments."""
        pointees = self.pointees
        for value in self.module.global_values():
            if isinstance(value, Function):
                contract = self.uses.contracts.get(value)
                shape = self.uses.functions[value]
                value.value_type = contract or pointees.typed(value.value_type, shape)
                self.lifetime(value)
                for argument, type_ in zip(value.arguments, value.value_type.parameters, strict=False):
                    argument.type = type_
            else:
                pointer = self.uses.values[value]
                assert isinstance(pointer, Pointer) and pointer.slot.fixed is not None
                value.value_type = pointees.typed(*pointer.slot.fixed)
            value.type = self.context.pointer_type(value.value_type, value.type.address_space)

    def lifetime(self, function: Function) -> None:
        """Restore the size of `llvm.lifetime.*` as the first parameter: LLVM 22 has no size there."""
        type_ = function.value_type
        if function.name.startswith(LIFETIME) and len(type_.parameters) == 1 and type_.parameters[0].is_pointer:
            self.lifetimes.add(function)
            elements = (type_.result, self.context.integer_type(64), *type_.parameters)
            function.value_type = self.context.type(_FUNCTION, type_.params, elements)
            pointer = self.uses.values[function]
            self.uses.values[function] = self.pointees.fixed(function.value_type) if pointer else None
            function.attributes = _moved(function.attributes)

    def types_of_results(self) -> None:
        """Set the types of all instructions first, because earlier instructions may refer to them."""
        accessed, typed = self.uses.accessed, self.pointees.typed
        for i, shape in self.uses.values.items():
            if not isinstance(i, Instruction):
                continue
            if i.code is _ALLOCA and i.params[3] == 0:
                i.set_fields(address_space=-1)  # LLVM 15 and older do not have this field
            if i in accessed and i.aux_type is not None:
                i.aux_type = typed(i.aux_type, accessed[i])
            i.type = typed(i.type, shape)
        for call in self.uses.calls:
            if call.aux_type is not None:
                callee = call.operands[-1]
                if call in accessed and call not in self.uses.values:  # of a pointer, with a result without pointers
                    call.aux_type = typed(call.aux_type, accessed[call])
                elif isinstance(callee, Function) and call not in accessed:
                    call.aux_type = callee.value_type
                call.type = call.aux_type.result
                attributes = _moved(call.attributes) if callee in self.lifetimes else call.attributes
                call.attributes = self.attributes(attributes)
        for function in self.module.functions:
            function.attributes = self.attributes(function.attributes)

    def attributes(self, attributes: AttributeList) -> AttributeList:
        """Attributes, with typed pointers in the types that they name."""
        result = self._attributes.get(id(attributes))
        if result is None:
            result = attributes
            if any(attribute.form == _TYPE for group in attributes for attribute in group.attributes):
                result = tuple(
                    [g._replace(attributes=tuple([self.attribute(a) for a in g.attributes])) for g in attributes]
                )
            self._attributes[id(attributes)] = result
            self._seen.append(attributes)
        return result

    def attribute(self, attribute: Attribute) -> Attribute:
        """An attribute, with typed pointers in the type that it names."""
        if attribute.form == _TYPE and isinstance(attribute.value, Type):
            return attribute._replace(
                value=self.pointees.typed(attribute.value, self.pointees.new_shape(attribute.value))
            )
        return attribute

    # --- functions ---------------------------------------------------------------------------------------------------

    def function(self, function: Function) -> None:
        """Set all operands of a function, with casts where they are needed."""
        self.casts = {block: {} for block in function.blocks}
        phis: list[Instruction] = []
        self.drop_casts(function)
        for block in function.blocks:
            self.b.at_end(block)
            placed = self.b.collect()
            for i in block.instructions:
                code = i.code
                if code is _PHI:
                    if i.type.is_pointer or self.is_changed(i):
                        phis.append(i)
                elif not (code is _LOAD and self.is_of(i.operands[0], i.type)):
                    for operand in i.operands:  # most instructions neither take pointers nor constants of them
                        if operand.type.code not in _PLAIN or (isinstance(operand, Constant) and operand.operands):
                            self.instruction(function, i)
                            break
                placed.append(i)
            block.instructions = placed
        for i in phis:
            self.phi(i)

    def is_of(self, pointer: Value, pointee: Type) -> bool:
        """Whether a value is a pointer of this type that is kept."""
        type_ = pointer.type
        return (
            type_.code is _POINTER
            and type_.elements[0] is pointee
            and pointer not in self.replaced
            and not isinstance(pointer, Constant)
        )

    def is_changed(self, i: Instruction) -> bool:
        """Whether an operand needs another type or value."""
        return any(operand.type is not i.type or operand in self.replaced for operand in i.operands)

    def drop_casts(self, function: Function) -> None:
        """Remove pointer casts that are unused or no longer change the type."""
        casts = self.uses.casts.get(function)
        if casts is None:
            return
        used: set[Value] = set()
        for i in function.instructions():
            used.update(i.operands)
            if i.code is _CALL:
                for bundle in i.bundles:
                    used.update(bundle.operands)
        dropped: set[Instruction] = set()
        for i in casts:
            (operand,) = i.operands
            if i not in used or (i.type is operand.type and not isinstance(operand, Constant)):
                dropped.add(i)
                self.replaced[i] = operand
        if dropped:
            for block in function.blocks:
                block.instructions = [i for i in block.instructions if i not in dropped]
            function.symbols = [symbol for symbol in function.symbols if symbol not in dropped]

    def current(self, value: Value) -> Value:
        """The replacement for a value whose cast was removed."""
        return replacement(self.replaced, value)

    def instruction(self, function: Function, i: Instruction) -> None:
        """Convert each operand to the type that the instruction requires."""
        if i.code is _CALL and i.operands[-1] in self.lifetimes:
            i.operands = (self.size_of(i.operands[0]), *i.operands)
        operands, requested = i.operands, self.required_types(function, i)
        if all(map(self.is_settled, operands, requested)):
            return
        values = []
        for operand, type_ in zip(operands, requested, strict=True):
            value = self.current(operand)
            if type_ is None:
                values.append(self.constant(value, None))
            elif self.is_settled(value, type_):
                values.append(value)
            else:
                values.append(self.view(value, type_, i))
        i.operands = tuple(values)
        if i.code is _GEP and i.aux_type is not None:
            i.type = gep(self.context, i.aux_type, i.operands)

    def is_settled(self, value: Value, type_: Type | None) -> bool:
        """Whether an operand needs no change for a required type (None: any type)."""
        if isinstance(value, Constant):
            if value.operands or (type_ is None and self.pointees.has_pointers(value.type)):
                return False
        elif value in self.replaced:
            return False
        return type_ is None or value.type is type_

    def size_of(self, pointer: Value) -> Value:
        """The size of the variable whose lifetime starts or ends."""
        value = self.current(pointer)
        while isinstance(value, Instruction) and value.code is _CAST:
            value = self.current(value.operands[0])
        size = -1  # unknown
        if isinstance(value, Instruction) and value.code is _ALLOCA and value.aux_type is not None:
            count = constant_number(value.operands[0])
            if count:
                size = count * self.layout.alloc_size(value.aux_type)
        return self.context.constant(self.b.i64, _INTEGER, (size,))

    def required_types(self, function: Function, i: Instruction) -> list[Type | None]:
        """The required type of each operand; None for any type."""
        code, operands = i.code, i.operands
        if code is _LOAD or code is _LOADATOMIC:
            return [self.pointer(i.type, operands[0])]
        if code is _STORE or code is _STOREATOMIC:
            value = self.stored(operands[0], operands[1])
            return [value, self.pointer(value, operands[1])]
        if code is _GEP and i.aux_type is not None:
            return [self.pointer(i.aux_type, operands[0]), *[None] * (len(operands) - 1)]
        if code is _CALL and i.aux_type is not None:
            parameters = i.aux_type.parameters
            extra = len(operands) - 1 - len(parameters)
            return [*parameters, *[None] * extra, self.pointer(i.aux_type, operands[-1])]
        if code is _VSELECT:
            return [None, i.type, i.type]
        if code is _CMP2:
            compared = self.natural(operands[0]) or self.natural(operands[1]) or self.constant(operands[0], None).type
            return [compared, compared]
        if code is _RET:
            return [function.value_type.result] * len(operands)
        if code is _ATOMICRMW or code is _CMPXCHG:
            value = self.stored(operands[1], operands[0])
            return [self.pointer(value, operands[0]), *[value] * (len(operands) - 1)]
        if code is _INSERTVAL:
            member: Type = i.type
            for index in i.params:
                member = member.elements[index if member.code in STRUCT_TYPES else 0]
            return [i.type, member]
        if code is _FREEZE:
            return [i.type]
        return [None] * len(operands)

    def pointer(self, pointee: Type, value: Value) -> Type:
        """The pointer to this type in the address space of a value."""
        return self.context.pointer_type(pointee, self.current(value).type.address_space)

    def natural(self, value: Value) -> Type | None:
        """The type of a value itself; None for a constant that may point at anything."""
        value = self.current(value)
        if isinstance(value, Constant):
            return None if value.code in _FREE and value.type.is_opaque_pointer else self.constant(value, None).type
        return value.type

    def stored(self, value: Value, pointer: Value) -> Type:
        """The type of a value that is stored through a pointer; a constant pointer takes the pointee's type."""
        value = self.current(value)
        if not isinstance(value, (Constant, GlobalValue)):
            return value.type
        address = self.natural(pointer)
        target = None if address is None else address.pointee
        if value.type.is_pointer and target is not None and target.is_pointer and target.params == value.type.params:
            return target
        return self.constant(value, None).type

    def phi(self, i: Instruction) -> None:
        """Convert the incoming values; their casts are placed at the ends of the incoming blocks."""
        values = []
        for operand, block in zip(i.operands, i.blocks, strict=True):
            value = self.current(operand)
            if value.type is i.type and not isinstance(value, Constant):
                values.append(value)
                continue
            self.b.before_end(block)
            values.append(self.view(value, i.type, block.instructions[-1]))
        i.operands = tuple(values)

    def view(self, value: Value, type_: Type, user: Instruction) -> Value:
        """A value converted to another type at the builder's position, which is before `user`."""
        if isinstance(value, (Constant, GlobalValue)):
            return self.constant(value, type_)
        if value.type is type_:
            return value
        casts = self.casts[self.b.block]
        result = casts.get((value, type_))
        if result is not None:
            return result
        if not (value.type.is_pointer and type_.is_pointer):
            return self.rebuilt(value, type_, user)
        self.b.debug_loc = user.debug_loc
        cast = casts[value, type_] = self.b.bitcast(value, type_)
        return cast

    def rebuilt(self, value: Value, type_: Type, user: Instruction) -> Value:
        """A struct or array with pointers of other types, rebuilt member by member."""
        count = type_.params[0] if type_.code is _ARRAY else len(type_.elements)
        result: Value = self.b.undef(type_)
        for place in range(count):
            at = place if type_.code in STRUCT_TYPES else 0
            self.b.debug_loc = None
            member = self.view(self.b.extract_value(value, place), type_.elements[at], user)
            self.b.debug_loc = None
            result = self.b.insert_value(result, member, place)
        return result

    # --- constants ---------------------------------------------------------------------------------------------------

    def constant(self, value: Value, type_: Type | None) -> Value:
        """A constant, or any value, with typed pointers; of type `type_` if that is given."""
        if not isinstance(value, (Constant, GlobalValue)):
            return value
        if isinstance(value, GlobalValue):
            return value if type_ is None or type_ is value.type else self.cast_constant(value, type_)
        key = (value, type_)
        result = self.constants.get(key)
        if result is None:
            if self.depth > MAX_NESTING:
                raise self.uses.unsupported(f"constants nested more than {MAX_NESTING} deep")
            self.depth += 1
            result = self.constants[key] = self.new_constant(value, type_)
            self.depth -= 1
        return result

    def new_constant(self, value: Constant, type_: Type | None) -> Value:
        code, context = value.code, self.context
        if not value.operands:
            if type_ is None:
                type_ = self.pointees.typed(value.type, self.pointees.new_shape(value.type))
            return value if type_ is value.type else context.constant(type_, code, value.params)
        if code == _AGGREGATE:
            return self.aggregate(value, type_)
        if code == _CE_GEP and value.source_type is not None:
            source = self.source(value)
            base = value.operands[0]
            pointer = context.pointer_type(source, base.type.address_space)
            operands = (self.constant(base, pointer), *[self.constant(o, None) for o in value.operands[1:]])
            address = context.constant(gep(context, source, operands), code, value.params, operands, source)
            return address if type_ is None else self.cast_constant(address, type_)
        operands = tuple([self.constant(operand, None) for operand in value.operands])
        result = value.type
        if self.pointees.has_pointers(result):
            if type_ is None or not type_.is_pointer:
                type_ = context.pointer_type(self.pointee_of(operands[0]), result.address_space)
            if value.code == _CE_CAST and value.params[0] == _ADDRSPACECAST:
                # The pointee is the same on both sides.
                inner = context.pointer_type(type_.pointee, operands[0].type.address_space)
                operands = (self.constant(value.operands[0], inner),)
            result = type_
        return context.constant(result, code, value.params, operands, value.source_type)

    def pointee_of(self, value: Value) -> Type:
        return value.type.pointee if value.type.code is _POINTER else self.pointees.byte

    def source(self, value: Constant) -> Type:
        """The source type of a constant GEP, with the pointer types of the variable."""
        assert value.source_type is not None
        base = value.operands[0]
        if isinstance(base, GlobalValue) and self.pointees.has_pointers(value.source_type):
            shape = self.uses.values[base]
            fixed = None if shape is None or isinstance(shape, AggregateShape) else shape.slot.fixed
            if fixed is not None and fixed[0] is value.source_type:
                return base.value_type
        return self.pointees.typed(value.source_type, self.pointees.new_shape(value.source_type))

    def aggregate(self, value: Constant, type_: Type | None) -> Value:
        if type_ is None:
            type_ = self.pointees.typed(value.type, self.uses.shape(value))
        is_struct = type_.code in STRUCT_TYPES
        operands = [self.constant(o, type_.elements[n if is_struct else 0]) for n, o in enumerate(value.operands)]
        return self.context.constant(type_, value.code, value.params, tuple(operands))

    def cast_constant(self, value: Value, type_: Type) -> Value:
        """A constant address converted to another type: the address of its first element, or a cast."""
        if value.type is type_:
            return value
        indices = self.first_element(value.type.pointee, type_.pointee) if type_.is_pointer else None
        if indices is None or value.type.address_space != type_.address_space:
            return self.context.constant(type_, _CE_CAST, (_BITCAST, 0), (value,))
        if isinstance(value, Constant) and value.code == _CE_GEP:
            operands, source, params = (*value.operands, *indices[1:]), value.source_type, value.params
        else:
            operands, source, params = (value, *indices), value.type.pointee, (1, -1)
        return self.context.constant(type_, _CE_GEP, params, operands, source)

    def first_element(self, outer: Type, inner: Type) -> list[Value] | None:
        """The zero indices from a type to another type that it begins with; None if it does not."""
        # Clang uses 64-bit indices; LLVM, when it folds casts in initializers, uses 32 bits.
        bits = 32 if self.is_initializer else 64
        index, member = self.context.integer_type(bits), self.context.integer_type(32)
        indices: list[Value] = [self.context.constant(index, _NULL)]
        while outer is not inner:
            if (outer.code is not _ARRAY and outer.code not in STRUCT_TYPES) or not outer.elements:
                return None
            is_struct = outer.code in STRUCT_TYPES
            indices.append(self.context.constant(member if is_struct else index, _NULL))
            outer = outer.elements[0]
        return indices

    # --- names and metadata ------------------------------------------------------------------------------------------

    def rename_intrinsics(self) -> None:
        """Rename LLVM's memory intrinsics: `p1` becomes `p1i8` with typed pointers."""
        for function in self.module.functions:
            if is_byte_function(function.name) and function.is_declaration:
                function.name = _SPACE.sub(r".p\1i8", function.name)

    def metadata(self) -> None:
        """Convert constants in metadata, and values whose cast was removed."""

        def changed(leaf: Metadata) -> Metadata:
            if isinstance(leaf, ConstantAsMetadata) and isinstance(leaf.value, Constant):
                value = self.constant(leaf.value, None)
                return leaf if value is leaf.value else self.context.value_metadata(value)
            if isinstance(leaf, LocalAsMetadata) and leaf.value in self.replaced:
                value = self.current(leaf.value)
                is_local = not isinstance(value, (Constant, GlobalValue))
                return LocalAsMetadata(value) if is_local else self.context.value_metadata(value)
            return leaf

        if any(map(self.is_retyped, values_in_metadata(metadata_roots(self.module)))):  # in few modules
            replace_metadata(self.module, changed)

    def is_retyped(self, value: Value) -> bool:
        """Whether metadata gets another value in the place of this one."""
        if isinstance(value, Constant):
            return self.constant(value, None) is not value
        return value in self.replaced


def _moved(attributes: AttributeList) -> AttributeList:
    """The attributes of a function's only parameter, moved to a second parameter."""
    first = _PARAMETERS
    return tuple([group._replace(place=first + 1) if group.place == first else group for group in attributes])
