"""Rules on variables and functions: the memory they are in, and the functions that GPU compilers know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from ...base.errors import FormatError, UnsupportedError
from ...base.features import (
    CONVERGENT_SINCE,
    MOST_BUFFERS,
    MOST_SAMPLERS,
    MOST_TEXTURES,
    MOST_THREADGROUP_BYTES,
    SAMPLERS_OF_TWO_WORDS_SINCE,
    SIGNATURES_SINCE,
)
from ...base.metal import AddressSpace
from ...base.versions import Version
from ...bitstream.wrapper import ALIGNMENT, is_wrapped
from ...ir import AttributeKind, AttributePlace, Constant, ConstantCode, Context, DataLayout, Function, Type, TypeCode
from ...ir.names import INTRINSIC
from ...ir.text.types import TypeTexts
from ..census import nearest_text, shipped_census, signature_feature
from ..intrinsics import LLVM_FUNCTIONS, Intrinsic, intrinsic
from ..names import PREFIX
from ..symbols import is_intrinsic
from ..tensors import TEMPLATE_OBJECT
from .registry import ERROR, NOTE, PROVEN, SUSPECTED, WARNING, rule
from .subjects import (
    ARGUMENT,
    DECLARATION,
    MODULE,
    VARIABLE,
    ArgumentSubject,
    FunctionSubject,
    ModuleSubject,
    VariableSubject,
)

# --- the file --------------------------------------------------------------------------------------------------------

_LARGE = 1 << 20  # bytes; the largest of 1,297 modules of Apple's has 148,032


@rule(MODULE, "AIR089", "wrapper", ERROR, PROVEN, "A module in a wrapper is padded to 16 bytes",
      "Linkers and loaders find something else in it: unknown magic.",
      cure="pads with zeros")  # fmt: skip
def _wrapper(module: ModuleSubject) -> Iterator[str]:
    if is_wrapped(module.data) and len(module.data) % ALIGNMENT:
        yield f"the file is of {len(module.data)} bytes, no multiple of {ALIGNMENT}"


@rule(MODULE, "AIR088", "large-module", NOTE, SUSPECTED, "A module has less than 1 MB",
      "GPU compilers take minutes for larger ones, or fail (modular #6768).")  # fmt: skip
def _large(module: ModuleSubject) -> Iterator[str]:
    if len(module.data) > _LARGE:
        yield f"the module has {len(module.data):,} bytes"


# --- variables -------------------------------------------------------------------------------------------------------


@rule(VARIABLE, "AIR083", "variable-space", ERROR, PROVEN,
      "Variables are in the constant or the threadgroup address space",
      "The GPU compiler does not find the variable: Undefined symbols.")  # fmt: skip
def _variable_space(subject: VariableSubject) -> Iterator[str]:
    variable = subject.variable
    if variable.address_space != AddressSpace.PRIVATE or is_intrinsic(variable.name):
        return
    # Apple's compiler keeps these there: objects that are arguments of templates (Metal 4's tensor operations), and the
    # tables of dynamic libraries.
    if not variable.name.startswith(TEMPLATE_OBJECT) and not (variable.section or "").startswith(PREFIX):
        yield f"@{variable.name} is in address space 0"


@rule(VARIABLE, "AIR084", "threadgroup-variable", ERROR, SUSPECTED,
      "Variables of a threadgroup begin undefined, in 32 KiB at most",
      "GPUs have no more than 32 KiB, and nothing writes an initial value to it.",
      cure="lets a variable that begins as poison begin as undef; the size is kept")  # fmt: skip
def _threadgroup_variable(subject: VariableSubject) -> Iterator[str]:
    variable, module = subject.variable, subject.module.module
    if variable.address_space != AddressSpace.THREADGROUP:
        return
    value = variable.initializer
    if isinstance(value, Constant) and value.code == ConstantCode.POISON:
        yield f"@{variable.name} begins as poison"
    layout = DataLayout()
    shared = [other for other in module.globals if other.address_space == AddressSpace.THREADGROUP]
    try:
        size = sum(layout.alloc_size(other.value_type) for other in shared)
    except FormatError as error:
        yield f"@{variable.name}: {error}"
        return
    if size > MOST_THREADGROUP_BYTES and len(module.functions) and variable is shared[0] and _is_linked(subject):
        yield f"threadgroup memory of {size:,} bytes"


def _is_linked(subject: VariableSubject) -> bool:
    """Whether the module has one entry point: several entry points of one file do not use all variables together."""
    return len(subject.module.entries) < 2


@rule(VARIABLE, "AIR064", "sampler-form", ERROR, SUSPECTED,
      "Samplers are i64 up to AIR 2.6, and two of them from AIR 2.7 on",
      "The GPU compiler reads the fields of the other form.",
      cure="writes the form of the AIR version; a second word that is not 0 is kept")  # fmt: skip
def _sampler_form(subject: VariableSubject) -> Iterator[str]:
    variable, module = subject.variable, subject.module
    if module.air is None or variable not in module.samplers:
        return
    is_array = variable.value_type.code is TypeCode.ARRAY
    if is_array != module.since(SAMPLERS_OF_TWO_WORDS_SINCE):
        yield f"@{variable.name} has {'two words' if is_array else 'one word'}, the module is AIR {module.air}"


# --- resources -------------------------------------------------------------------------------------------------------

_LIMITS = {
    "buffer": MOST_BUFFERS,
    "threadgroup buffer": MOST_BUFFERS,
    "texture": MOST_TEXTURES,
    "sampler": MOST_SAMPLERS,
}


@rule(ARGUMENT, "AIR031", "resource-index", ERROR, SUSPECTED,
      f"There are {MOST_BUFFERS} buffers, {MOST_TEXTURES} textures and {MOST_SAMPLERS} samplers at most",
      "A program can't bind anything at a higher index.")  # fmt: skip
def _resource_index(subject: ArgumentSubject) -> Iterator[str]:
    place = subject.place
    if place is not None and place[1] >= _LIMITS.get(place[0], 1 << 32):
        yield f"{subject.where} is {place[0]} {place[1]}, the last one is {_LIMITS[place[0]] - 1}"


# --- functions -------------------------------------------------------------------------------------------------------

_KNOWN_TO_AIR = tuple(f"llvm.{family}." for family in LLVM_FUNCTIONS)
_OF_OTHER_TARGETS = tuple(
    f"{INTRINSIC}{target}."
    for target in ("aarch64", "amdgcn", "arm", "genx", "hexagon", "nvvm", "ppc", "ptx", "r600", "spv", "x86")
)


@rule(DECLARATION, "AIR074", "llvm-function", ERROR, SUSPECTED, "No function llvm.* is that of another target",
      "GPU compilers do not know them: undefined symbol, or they die.")  # fmt: skip
def _other_targets(subject: FunctionSubject) -> Iterator[str]:
    name = subject.function.name
    if subject.function.is_declaration and name.startswith(_OF_OTHER_TARGETS):
        yield f"@{name}"


@rule(DECLARATION, "AIR075", "air-function", ERROR, SUSPECTED,
      "Functions air.* are known, with the signature of the AIR version",
      "GPU compilers die on a call of an unknown function, or of a known one with other parameters: "
      "XPC_ERROR_CONNECTION_INTERRUPTED.")  # fmt: skip
def _air_function(subject: FunctionSubject) -> Iterator[str]:
    """The older form of simdgroup_matrix_8x8_load crashes AIR 2.8's compiler (Metal.jl d323aa9f). For all other
    functions the forms in Apple's modules decide.
    """
    function = subject.function
    result = _declared_intrinsic(subject)
    requested = _other_signature(result, subject) if result is not None and result.is_plausible else None
    if requested is not None and (function.name.startswith(_SEEN_TO_FAIL) or _is_settled(subject)):
        yield f"@{function.name} is {_text(function.value_type)}, AIR {subject.module.air} wants {requested}"


@rule(DECLARATION, "AIR095", "unseen-function", NOTE, SUSPECTED,
      "Functions air.* and llvm.* are those that Apple's modules of this AIR version have",
      "Nobody has seen that GPU compilers know another one.")  # fmt: skip
def _unseen_function(subject: FunctionSubject) -> Iterator[str]:
    function, air = subject.function, subject.module.air
    name = function.name
    if not function.is_declaration or not name.startswith((PREFIX, INTRINSIC)) or air is None:
        return
    if name.startswith(INTRINSIC) and f"{name}.".startswith((*_KNOWN_TO_AIR, *_OF_OTHER_TARGETS)):
        return
    result = _declared_intrinsic(subject)
    if result is not None and result.is_plausible:
        other_signature = _other_signature(result, subject)
        if other_signature is not None and not name.startswith(_SEEN_TO_FAIL) and not _is_settled(subject):
            yield f"@{name} is {_text(function.value_type)}, {other_signature} was expected"
        return
    signature = signature_feature(name, _text(function.value_type))
    if not shipped_census().has(signature):
        yield f"@{name} is not in Apple's modules{nearest_text(name)}"


_MANY: Final = 4096  # functions
_SEEN_TO_FAIL = (f"{PREFIX}simdgroup_matrix_8x8_load.", f"{PREFIX}simdgroup_matrix_8x8_store.")


def _declared_intrinsic(subject: FunctionSubject) -> Intrinsic | None:
    function = subject.function
    return intrinsic(function.name) if function.is_declaration and function.name.startswith(PREFIX) else None


def _is_settled(subject: FunctionSubject) -> bool:
    """Whether Apple's modules of the AIR version declare the function, all of them with another type."""
    air, name = subject.module.air, subject.function.name
    if air is None:
        return False
    signatures = shipped_census().signatures(name, air)
    return bool(signatures) and signature_feature(name, _text(subject.function.value_type)) not in signatures


_RENAMED = re.compile(r"(%\"?struct\._\w+_t)\.\d+")


def _text(type_: Type) -> str:
    """The text of a type, without the numbers that linking adds to names of structs."""
    return _RENAMED.sub(r"\1", TypeTexts(()).of(type_))


def _other_signature(result: Intrinsic, subject: FunctionSubject) -> str | None:
    """The type that a function should have; None if it has that type, or opaque pointers."""
    module = subject.module.module
    if module.has_opaque_pointers or not subject.module.since(SIGNATURES_SINCE):
        return None
    signature = _signature(result.name, subject.module.air)
    try:
        return None if signature is None or signature == _text(subject.function.value_type) else signature
    except UnsupportedError:
        return None


@lru_cache(_MANY)
def _signature(name: str, air: Version | None) -> str | None:
    """The text of a function's type in an AIR version; None if it can't be written."""
    result = intrinsic(name)
    structs: dict[str, Type] = {}
    try:
        return (
            None
            if result is None
            else _text(
                result.function_type(
                    Context(), air, lambda name: structs.setdefault(name, Type(TypeCode.OPAQUE, name=name))
                )
            )
        )
    except UnsupportedError:
        return None


@rule(DECLARATION, "AIR085", "convergent", WARNING, SUSPECTED,
      "Functions that threads run together are convergent",
      "Passes of the GPU compiler move the call to where only some threads run it.",
      cure="adds the attribute to the declaration, its calls, and the functions that call it")  # fmt: skip
def _convergent(subject: FunctionSubject) -> Iterator[str]:
    function = subject.function
    result = _declared_intrinsic(subject)
    if result is None or not result.family.is_convergent or not subject.module.since(CONVERGENT_SINCE):
        return
    groups = [group.attributes for group in function.attributes if group.place == AttributePlace.FUNCTION]
    if not any(attribute.kind == AttributeKind.CONVERGENT for group in groups for attribute in group):
        yield f"@{function.name} is not convergent"


@rule(MODULE, "AIR076", "unused-declaration", WARNING, SUSPECTED, "Every function that is declared is used",
      "Loaders resolve every declaration; one that exists nowhere fails the module without naming it.",
      cure="deletes the declarations")  # fmt: skip
def _unused_declarations(module: ModuleSubject) -> Iterator[str]:
    for function in unused_declarations(module):
        yield f"@{function.name}"


def unused_declarations(module: ModuleSubject) -> list[Function]:
    """The declared functions, but for LLVM's own, that code, variables and named metadata do not refer to."""
    declared = [f for f in module.module.functions if f.is_declaration and not f.name.startswith(INTRINSIC)]
    if not declared:
        return []
    # Most are called, which is seen at less cost than all that refers to them.
    called = {call.operands[-1] for calls in module.calls.values() for call in calls if call.operands}
    declared = [function for function in declared if function not in called]
    if not declared:
        return []
    named, listed = module.in_globals, module.in_metadata
    return [function for function in declared if function not in named and function not in listed]
