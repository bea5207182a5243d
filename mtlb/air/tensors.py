"""Metal 4's tensors in AIR: the functions that the loader defines, and memory whose size it knows.

Modules declare `__tensorops_impl_matmul2d_op_*` in the section `air.externally_defined`. The descriptor of a product
(`mpp::tensor_ops::matmul2d_descriptor`) is a constant in address space 0, an object that is an argument of a template;
where it is an operand, its members are. Tensors in a thread's memory and cooperative tensors are allocas of bytes,
whose number is the result of a function with the attribute `deferred-static-alloca-size`.

Source: 1,902 functions of MLX 0.31.2 and 0.32.2 for macOS 26, 59 of mtlattn 0.4.1 (PyPI; compilers 32023.883 and
32023.864), and three probes of 32023.864 in textual IR that a public repository has (`simple_matmul`, `inline_matmul`,
`coop_matmul`): handles, and `store`. Products of integers have the names that JuliaGPU/Metal.jl calls. A guess: that
products of other address spaces and types of elements than there have names of the same rule, that tensors of other
than two dimensions are described by the same functions, that the kind of a whole bound tensor is 0 (a slice of it is 1,
a tensor in the thread's memory 2), and that for one thread the number of threads is 1.
"""

from __future__ import annotations

from typing import Final

from ..base.errors import UnsupportedError
from ..ir import (
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributeList,
    AttributePlace,
    Call,
    Function,
    Value,
)
from .functions import string_attribute

PROVIDED: Final = "__tensorops_impl_"
"""The prefix of the functions, which the loader defines: valid libraries declare them."""
MATMUL: Final = "__tensorops_impl_matmul2d_op_"
"""The prefix of the functions for products of matrices."""
RUN: Final = f"{MATMUL}run_"
"""The prefix of the functions that compute products."""
DESCRIPTOR: Final = "struct.mpp::tensor_ops::matmul2d_descriptor"
"""The type of the descriptor, which a product is given by address."""
TEMPLATE_OBJECT: Final = "_ZTAX"
"""The prefix of objects that are arguments of templates, constants in address space 0."""
DEFERRED_SIZE: Final = "deferred-static-alloca-size"
"""The attribute of a function that returns the size of an alloca: a constant once the pipeline is built."""
SIZE_SUFFIX: Final = ".MTL_SIZEAS"
"""The end of the symbol of such a function, after that of the type."""
TENSOR: Final = "struct._tensor_t"
"""The opaque type of tensors."""
INLINE_SPACES: Final = {1: "global", 3: "local"}
"""The words of address spaces in functions that describe a tensor; a probe also has `private`."""
OPERAND_SPACES: Final = {1: "dv", 3: "tg"}
"""The words of address spaces of operands."""
ELEMENTS: Final = ("f32", "f16", "b16", "i8", "ui8", "i32")
"""The words of elements: the first three by their number in the description of a tensor. The others are those of
JuliaGPU/Metal.jl (src/device/intrinsics/tensor.jl), which runs such products.
"""

_DESCRIPTOR = "i32! i32 i32 i32 i8 i8 i8 i32"
"""Which operand (0 left, 1 right, 2 destination), then m, n, k, whether left and right are transposed, relaxed
precision, mode (1 multiplies and accumulates). `!`: the value is defined.
"""
_OPERATIONS: Final[dict[str, tuple[str, str]]] = {
    "data_size": ("", f"{_DESCRIPTOR} i32! i32! i32! i32!"),
    "init": ("", f"{_DESCRIPTOR} p! i32! i32! i32! i32!"),
    "get_element_pointer": ("", f"{_DESCRIPTOR} p! i16z i32! i32! i32!"),
    "num_elements": ("z", f"{_DESCRIPTOR} p! i32! i32! i32!"),
    "is_valid_element": ("z", f"{_DESCRIPTOR} p! i16z i32! i32! i32! i32!"),
    "get_coordinate": ("", f"{_DESCRIPTOR} p! i16z p! i32! i32! i32! i32! i32!"),
    "store": ("", f"{_DESCRIPTOR} p! p! i32! i32! i32! i32! i32!"),
}
"""By the word after `cooperative_tensor_`: whether the result is extended with zeros, and the parameters. After the
memory of the tensor: the number of the element, -1 for all; the types of left, right and destination; threads.
"""
_DESCRIPTOR_BYTES = 20


def _enum(kind: AttributeKind) -> Attribute:
    return Attribute(AttributeForm.ENUM, kind)


_DEFINED = _enum(AttributeKind.NO_UNDEF)
_ZERO = _enum(AttributeKind.Z_EXT)
_REFERENCE = (
    _DEFINED,
    _enum(AttributeKind.NON_NULL),
    Attribute(AttributeForm.INT, AttributeKind.ALIGNMENT, 4),
    Attribute(AttributeForm.INT, AttributeKind.DEREFERENCEABLE, _DESCRIPTOR_BYTES),
)


def parameters_of(name: str) -> list[tuple[Attribute, ...]] | None:
    """The attributes of a function's parameters, from its name; None for a name that no module has."""
    if name.startswith(RUN):
        words = name[len(RUN) :].split("_")
        is_cooperative = words[0] == "cooperative"
        words = words[is_cooperative:]
        # Tensors are followed by the kind of their description; cooperative tensors are not.
        tensors = {(True, 3): 0, (True, 5): 2, (False, 6): 3}.get((is_cooperative, len(words)))
        if tensors is None or not set(words) <= {*OPERAND_SPACES.values(), *ELEMENTS}:
            return None
        return [_REFERENCE, *[(_DEFINED,)] * (3 + tensors + 1)]
    operation = name.removeprefix(f"{MATMUL}cooperative_tensor_")
    if operation.startswith("store_"):
        operation = "store"
    if operation == name or operation not in _OPERATIONS:
        return None
    words = _OPERATIONS[operation][1].split()
    return [(_DEFINED, _ZERO) if word.endswith("z") else (_DEFINED,) if word.endswith("!") else () for word in words]


def attributes_of(name: str, *, of_call: bool = False) -> AttributeList | None:
    """The attributes of a declaration without those of the math, or of a call; None for a name that no module has."""
    parameters = parameters_of(name)
    if parameters is None:
        return None
    function = [_enum(AttributeKind.CONVERGENT)]
    if of_call:
        function += [_enum(AttributeKind.NO_BUILTIN), _enum(AttributeKind.NO_UNWIND), string_attribute("no-builtins")]
    operation = name.removeprefix(f"{MATMUL}cooperative_tensor_")
    groups = [AttributeGroup(AttributePlace.FUNCTION, tuple(function))]
    if operation in _OPERATIONS and _OPERATIONS[operation][0]:
        groups.append(AttributeGroup(AttributePlace.RESULT, (_ZERO,)))
    groups += [AttributeGroup(AttributePlace.PARAMETERS + n, own) for n, own in enumerate(parameters) if own]
    return tuple(groups)


def is_deferred_size(size: Value) -> bool:
    """Whether the size of an alloca is the result of a function that the attribute `deferred-static-alloca-size` is on,
    as for tensors in the memory of a thread.
    """
    callee = size.operands[-1] if isinstance(size, Call) else None
    return isinstance(callee, Function) and any(
        attribute.kind == DEFERRED_SIZE for group in callee.attributes for attribute in group.attributes
    )


def run_name(spaces: tuple[int, ...], elements: tuple[int, ...], cooperative: int) -> str:
    """The name of the function that computes a product. `spaces`: the address spaces of the operands that are tensors,
    in order; `cooperative`: the number of operands that are cooperative tensors, which are the last ones.

    UnsupportedError for what no module has.
    """
    if cooperative == 2 or not set(spaces) <= set(OPERAND_SPACES):
        raise UnsupportedError("a product of such operands is in no module of Apple's compiler that is known")
    words = ["cooperative"] if cooperative else []
    for place, element in enumerate(elements):
        words += [OPERAND_SPACES[spaces[place]]] if place < len(elements) - cooperative else []
        words.append(ELEMENTS[element])
    return RUN + "_".join(words)
