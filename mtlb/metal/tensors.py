"""Lowering of the header's functions for tensors and products of matrices (tensor.h, tensor_ops.h), after inlining and
once address spaces are known; `mtlb.air.tensors` has the facts.

The header calls `mtlb.tensor.NAME`. The name of a function of AIR has the address spaces of the memory that tensors
describe, which C++ does not know: they are those of the pointers that the tensors were made with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..air.functions import string_attribute
from ..air.intrinsics import intrinsic
from ..air.names import BOUND_AT_RUN_TIME
from ..air.tensors import (
    DEFERRED_SIZE,
    ELEMENTS,
    INLINE_SPACES,
    MATMUL,
    OPERAND_SPACES,
    PROVIDED,
    SIZE_SUFFIX,
    attributes_of,
    run_name,
)
from ..base.versions import Version
from ..convert.entries import TENSOR_INIT
from ..convert.spaces import clone_function
from ..ir import (
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributeList,
    AttributePlace,
    Call,
    DataLayout,
    Function,
    InstCode,
    Instruction,
    Module,
    TailKind,
    Value,
    constant_number,
)
from ..ir.objects import objects
from ..passes.form.attributes import ordered
from ..passes.rewriter import Rewriter

_LAYOUT = DataLayout()
_TENSOR = "mtlb.tensor."
_SIZE, _SLICE, _EXTENT, _ELEMENT, _STORE, _RUN = (
    f"{_TENSOR}{word}" for word in ("deferred_size", "slice", "extent", "element", "store", "run")
)
_SIZED = "10MTL_SIZEASEv"
"""The end of the C++ symbol of the header's functions that return the size of a type."""
_PRIVATE = "_private_tensor"
_STORAGE = "19thread_storage_sizeEv"
"""The end of the symbol of the functions that these call for cooperative tensors."""
_INLINE, _COOPERATIVE = 2, 3
"""How an operand is described: tensor.h."""
_DECLARED = re.compile(r"^declare [^@\n]*@(mtlb\.tensor\.\w+(?:\.p0bytes)?)\(.*$", re.MULTILINE)
_TO, _FROM = "ptr nocapture writeonly", "ptr nocapture readonly"
_EFFECTS = {
    _SIZE: f"void @{_SIZE}({_TO}, i64, i64)",
    f"{TENSOR_INIT}.p0bytes": f"void @{TENSOR_INIT}.p0bytes({_TO}, i16, {_FROM}, {_FROM}, i8, ptr readnone)",
    _SLICE: f"void @{_SLICE}({_TO}, {_FROM}, i16, {_FROM}, {_FROM})",
    _EXTENT: f"i32 @{_EXTENT}({_FROM}, i16, i16)",
    _ELEMENT: f"ptr addrspace(1) @{_ELEMENT}(ptr addrspace(1) nocapture readonly, i16, {_FROM}, i8)",
}
"""The declarations of the header's functions with the effects of AIR's, which clang has no attributes for."""
_MADE_BY_CALLER = "a tensor that is made in another function, whose address space is not known"


def declare_effects(text: str) -> str:
    """LLVM IR, as clang writes it, with the effects of functions for tensors: passes remove tensors that nothing reads,
    as they do for Apple's compiler.
    """

    def changed(match: re.Match[str]) -> str:
        declared = _EFFECTS.get(match[1])
        return match[0] if declared is None else f"declare {declared} nounwind willreturn memory(argmem: readwrite)"

    return _DECLARED.sub(changed, text) if _TENSOR in text else text


def lower_tensors(module: Module, air: Version, warnings: list[str]) -> None:
    """Replace calls of the header's functions by functions of AIR, in place. UnsupportedError for what no module of
    Apple's compiler has.
    """
    if not any(item.name.startswith((_TENSOR, PROVIDED)) or item.name.endswith(_SIZED) for item in module.functions):
        return
    code = Rewriter(module, air, warnings)
    for function in list(module.functions):
        if function.blocks:
            _Lowering(code, function).run()
    for function in module.functions:
        if function.name.startswith(PROVIDED):
            function.section = BOUND_AT_RUN_TIME


class _Lowering:
    """Lowers the calls of one function."""

    def __init__(self, code: Rewriter, function: Function) -> None:
        self.code = code
        self.function = function
        self.sources: dict[Value, Value] = {}  # by the memory of a tensor: its data's address, or another tensor
        self.sizes: dict[Value, Function] = {}  # by the alloca: the function that returns its size

    def run(self) -> None:
        self.code.function = self.function
        for i in self.function.instructions():
            name = _callee(i)
            if name.startswith(TENSOR_INIT):
                self.sources[self.memory(i, i.operands[0])] = i.operands[5]
            elif name == _SLICE:
                self.sources[self.memory(i, i.operands[0])] = i.operands[1]
            elif name == _SIZE:
                self.sizes[self.whole(i)] = self.size(i)
        self.code.run(self.function, {InstCode.CALL: self.call})
        if self.sizes:
            self.defer()

    def size(self, i: Instruction) -> Function:
        """The function that returns the size that a call gives to memory."""
        callee = i.operands[2].operands[-1] if isinstance(i.operands[2], Call) else None
        if not isinstance(callee, Function):
            raise self.code.refuse(i, "a tensor of no known size")
        return callee

    def whole(self, i: Instruction) -> Value:
        """The variable that is the memory of a tensor. UnsupportedError for a part of one: its layout is not known."""
        value = i.operands[0]
        while isinstance(value, Instruction) and value.code is InstCode.CAST:
            value = value.operands[0]
        is_variable = isinstance(value, Instruction) and value in self.function.blocks[0].instructions
        type_ = value.aux_type if is_variable and isinstance(value, Instruction) else None
        if type_ is None or _LAYOUT.alloc_size(type_) != constant_number(i.operands[1]):
            raise self.code.refuse(
                i, "a tensor that is not a variable of its own, but a member, an element or a result"
            )
        return value

    def memory(self, i: Instruction, pointer: Value) -> Value:
        """The variable that a pointer is the address of. UnsupportedError for any other pointer."""
        bases = objects(pointer)
        [value] = bases if len(bases) == 1 else [None]
        if value is None or (isinstance(value, Instruction) and value.code is not InstCode.ALLOCA):
            raise self.code.refuse(i, "a tensor whose memory is not one variable")
        return value

    def space(self, i: Instruction, tensor: Value) -> int:
        """The address space of the memory that a tensor in the memory of a thread describes."""
        memory = self.memory(i, tensor)
        source = self.sources.get(memory)
        if source is None:
            raise self.code.refuse(i, _MADE_BY_CALLER)
        return self.space(i, source) if self.is_tensor(i, source) else source.type.address_space

    def is_tensor(self, i: Instruction, source: Value) -> bool:
        """Whether the source of a tensor is another tensor."""
        return source.type.address_space == 0 and any(base in self.sources for base in objects(source))

    # --- calls

    def call(self, code: Rewriter, i: Instruction) -> Value | bool | None:
        """The rule for calls."""
        name, operands = _callee(i), i.operands[:-1]
        if name == _SIZE or name.endswith(_SIZED):
            return True
        if name.startswith(TENSOR_INIT):
            tensor, rank, extents, strides, element, data = operands
            word = INLINE_SPACES.get(data.type.address_space)
            if word is None:
                raise code.refuse(i, "a tensor of memory that is neither in device nor in threadgroup memory")
            return self.air(
                f"air.init_strided_private_tensor.i32.{word}", [tensor, rank, data, extents, strides, element]
            )
        if name == _SLICE:
            return self.air("air.slice_private_tensor_private_tensor.s.i32", operands)
        if name == _EXTENT:
            return self.air("air.get_extent_private_tensor.i32", operands)
        if name == _ELEMENT:
            return self.air("air.get_data_pointer_typed_global_tensor.s.i32.global", operands)
        if name == _STORE:
            return self.store(i, operands)
        return self.product(i, operands) if name == _RUN else None

    def air(self, name: str, operands: Sequence[Value]) -> Value:
        described = intrinsic(name)
        assert described is not None
        return self.code.call(self.code.air_function(described), operands, tail=TailKind.NONE)

    def operand_space(self, i: Instruction, tensor: Value, kind: int | None) -> int:
        """The address space of an operand; tensors that the program binds are in device memory."""
        space = self.space(i, tensor) if kind == _INLINE else 1
        if space not in OPERAND_SPACES:
            raise self.code.refuse(i, "a product of tensors that are neither in device nor in threadgroup memory")
        return space

    def store(self, i: Instruction, operands: Sequence[Value]) -> Value:
        """Write a cooperative tensor: the name has the address space of the tensor, and the type of the elements."""
        kind, types = constant_number(operands[10]), [constant_number(value) for value in operands[11:14]]
        word = _ELEMENT_WORDS.get((types[2] or 0) & 0xFFFFFFFF)
        if kind is None or word is None:
            raise self.code.refuse(i, "a product of unknown types")
        space = OPERAND_SPACES[self.operand_space(i, operands[9], kind)]
        return self.provided(f"{MATMUL}cooperative_tensor_store_{space}_{word}", operands, i)

    def product(self, i: Instruction, operands: Sequence[Value]) -> Value:
        """Compute a product: the header has descriptor, three operands with their kinds, three types, threads."""
        descriptor, *pairs = operands[:7]
        tensors, kinds = pairs[::2], [constant_number(value) for value in pairs[1::2]]
        elements = [constant_number(value) for value in operands[7:10]]
        spaces, passed = [], [descriptor]
        for tensor, kind, kind_value in zip(tensors, kinds, pairs[1::2], strict=True):
            passed.append(tensor)
            if kind != _COOPERATIVE:
                spaces.append(self.operand_space(i, tensor, kind))
                passed.append(kind_value)
        name = run_name(tuple(spaces), tuple(element or 0 for element in elements), kinds.count(_COOPERATIVE))
        return self.provided(name, [*passed, operands[10]], i)

    def provided(self, name: str, operands: Sequence[Value], i: Instruction) -> Value:
        """A call of a function that the loader defines."""
        function = self.code.declare(name, i.type, [value.type for value in operands])
        strings = [
            attribute
            for group in self.function.attributes
            for attribute in group.attributes
            if group.place == AttributePlace.FUNCTION
            and isinstance(attribute.kind, str)
            and attribute.kind not in _OF_BODIES
        ]
        listed = attributes_of(name)
        assert listed is not None
        function.attributes = (
            listed[0]._replace(attributes=ordered((*listed[0].attributes, *strings))),
            *listed[1:],
        )
        return self.code.call(function, operands, tail=TailKind.NONE)

    # --- memory

    def defer(self) -> None:
        """Give the variables the size that functions return: allocas of bytes, after the calls of these functions."""
        code, block = self.code, self.function.blocks[0]
        called: dict[Function, Value] = {}
        result: list[Instruction] = []
        for i in block.instructions:
            size = self.sizes.get(i)
            if size is not None:
                size = self.named_by_space(size, i)
                if size not in called:
                    code.collect(result)
                    called[size] = code.call(size, [])
                i.operands, i.aux_type = (called[size],), code.i8
            result.append(i)
        block.instructions = result

    def named_by_space(self, size: Function, memory: Instruction) -> Function:
        """The function for the size of a tensor, whose symbol has the address space of the memory, as Apple's have."""
        qualifier = _QUALIFIERS.get(self.space(memory, memory)) if memory in self.sources else None
        if qualifier is None or not size.name.startswith(_TENSOR_CLASS):
            return size
        name = f"{_TENSOR_CLASS}{qualifier}{size.name.removeprefix(_TENSOR_CLASS)}"
        result = self.code.module.function(name)
        if result is None:
            result, _ = clone_function(self.code.context, size, name)
            self.code.module.functions.append(result)
        return result


_TENSOR_CLASS = "_ZN5metal6tensorI"
_QUALIFIERS = {1: "U9MTLdevice", 3: "U14MTLthreadgroup"}
"""Address spaces in the symbols of Apple's compiler, by their number."""
_ELEMENT_WORDS = dict(zip((0x10000020, 0x10000010, 0x90000010, 0x20000008, 8, 0x20000020), ELEMENTS, strict=True))


def _callee(i: Instruction) -> str:
    callee = i.operands[-1] if i.code is InstCode.CALL else None
    return callee.name if isinstance(callee, Function) else ""


_OF_BODIES = ("min-legal-vector-width", "max-work-group-size")
"""String attributes that a function with a body has."""
_NO_UNWIND = Attribute(AttributeForm.ENUM, AttributeKind.NO_UNWIND)
_OF_STORAGE = (
    Attribute(AttributeForm.ENUM, AttributeKind.CONVERGENT),
    Attribute(AttributeForm.ENUM, AttributeKind.NO_BUILTIN),
    string_attribute("no-builtins"),
)
_SIZE_KINDS = (
    AttributeKind.MUST_PROGRESS,
    AttributeKind.NO_FREE,
    AttributeKind.NO_SYNC,
    AttributeKind.READ_NONE,
    AttributeKind.SPECULATABLE,
    AttributeKind.WILL_RETURN,
)


def finish_tensors(module: Module) -> None:
    """Give a finished module's functions for tensors, and calls of them, the names and attributes of Apple's modules,
    in place.
    """
    for function in module.functions:
        if function.name.endswith(_SIZED):
            function.name = _named_half(function.name.removesuffix(_SIZED)) + f"E{SIZE_SUFFIX}"
            kinds = [Attribute(AttributeForm.ENUM, kind) for kind in _SIZE_KINDS]
            attributes = ordered((*kinds, string_attribute(DEFERRED_SIZE)))
            function.attributes = (AttributeGroup(AttributePlace.FUNCTION, attributes),)
            function.alignment = 0
        elif function.name.endswith(_STORAGE):
            function.name = _named_half(function.name)
        listed = attributes_of(function.name) if function.is_declaration else None
        if listed is not None:
            function.attributes = _with_strings(listed, function)
    for function in module.functions:
        for i in function.instructions():
            if not isinstance(i, Call):
                continue
            if (listed := attributes_of(_callee(i), of_call=True)) is not None:
                i.attributes = _with_variables(i, listed)
            elif _PRIVATE in _callee(i):
                i.attributes = _with_variables(i, i.attributes)
            elif _callee(i).endswith(SIZE_SUFFIX):
                i.attributes = (AttributeGroup(AttributePlace.FUNCTION, (_NO_UNWIND,)),)
            elif _callee(i).endswith(_STORAGE):
                i.attributes = (AttributeGroup(AttributePlace.FUNCTION, _OF_STORAGE),)


def _with_strings(listed: AttributeList, function: Function) -> AttributeList:
    """Attributes of a declaration, the function's first, with the strings of another function about its math."""
    strings = [
        attribute
        for group in function.attributes
        for attribute in group.attributes
        if group.place == AttributePlace.FUNCTION
        and isinstance(attribute.kind, str)
        and attribute.kind not in _OF_BODIES
    ]
    return (listed[0]._replace(attributes=ordered((*listed[0].attributes, *strings))), *listed[1:])


def _named_half(symbol: str) -> str:
    """A symbol in which half is a type of its own, as for Apple's compiler, not C's `_Float16`."""
    return symbol.replace("DF16_", "Dh")


def _with_variables(call: Call, listed: AttributeList) -> AttributeList:
    """The attributes of a call, whose operands that are addresses of variables are not null."""
    groups = {group.place: group.attributes for group in listed}
    for place, operand in enumerate(call.operands[:-1]):
        if operand.type.is_pointer and all(map(_is_variable, objects(operand))):
            own = groups.get(AttributePlace.PARAMETERS + place, ())
            if not any(attribute.kind == AttributeKind.NON_NULL for attribute in own):
                added = Attribute(AttributeForm.ENUM, AttributeKind.NON_NULL)
                groups[AttributePlace.PARAMETERS + place] = (*own[:1], added, *own[1:])
    return tuple(AttributeGroup(place, attributes) for place, attributes in groups.items())


def _is_variable(value: Value) -> bool:
    return isinstance(value, Instruction) and value.code is InstCode.ALLOCA
