"""Errors of Metal about the signature of an entry point: types that an attribute or a stage does not allow.

The texts and places are those of Apple's compiler, as public projects report them:

- `type 'const constant T &' is not valid for attribute 'buffer'`, at the type: google/filament issue 9518;
- `invalid return type 'T' for fragment function`, at the type, and `'color' attribute parameter is out of bounds: must
  be between 0 and 7`, at the number: the expected results in google/dawn's test of IOLocations (commit a5d73ce965a7);
- `declaration with attribute 'position' already specified`, `invalid address space qualification for buffer pointee
  type 'threadgroup float'`, `'early_fragment_tests' attribute only applies to fragment functions`: the texts recorded
  by kagurasumusun/llvm-project (clang/lib/Sema/SemaMetal.cpp and its tests), without places. For the third, that the
  attribute is this one is a guess;
- `no 'sampler' resource location available for 't16'`, `type 'uint' requires 'flat' interpolation qualifier`, and
  `invalid return type` for two members of one color: what tests of cristim/mslc say of Apple's compiler; that the place
  of the second is the member is a guess;
- `'id' attribute only applies to non-static data members`: notes of a public project about Apple's compiler.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..air.builtins import INPUTS, OUTPUTS
from ..air.textures import COMPONENTS
from ..base.metal import AddressSpace
from ..emit.types import Array, Handle, Matrix, MetalPointer, MetalType, Scalar, Struct, Texture, Vector
from .rewrite import SourceEntry, SourceError, SourceMember, SourceParameter, source_error
from .tables import Members

SAMPLINGS = frozenset(
    {"flat", *(f"{at}_{no}perspective" for at in ("center", "centroid", "sample") for no in ("", "no_"))}
)
"""The attributes for the sampling and interpolation of an input."""
RESOURCES = ("buffer", "texture", "sampler", "threadgroup")
"""The attributes that give an argument its index."""
_COLORS = frozenset(name for name in COMPONENTS if "long" not in name)
"""The elements of colors (language specification, 5.2.3.4 and 5.2.3.5)."""
_NO_VALUES = (MetalPointer, Handle, Matrix, Array, Struct)
"""Types that a vertex or fragment function does not return, alone or as members."""


def spelled(parameter: SourceParameter) -> str:
    """The type of a parameter as messages have it: `const constant float4 *`."""
    words = list(parameter.words)
    if "constant" in words and "const" not in words:
        words.insert(0, "const")
    text = " ".join(words)
    for wide, narrow in ((" :: ", "::"), (" < ", "<"), (" >", ">"), (" ,", ",")):
        text = text.replace(wide, narrow)
    return text


def not_valid(where: str, type_: MetalType | str, attribute: str) -> SourceError:
    """The error for a type that an attribute does not go with."""
    return source_error(where, f"type '{type_}' is not valid for attribute '{attribute}'")


def invalid_result(source: SourceEntry, result: MetalType, stage: str) -> SourceError:
    """The error for a result that a function of this stage does not have."""
    return source_error(source.result_where or source.where, f"invalid return type '{result}' for {stage} function")


def check_function(source: SourceEntry) -> None:
    """Raise SourceError for attributes that the function's stage does not have."""
    if "early_fragment_tests" in source.attributes and source.stage != "fragment":
        raise source_error(source.where, "'early_fragment_tests' attribute only applies to fragment functions")


def check_early_tests(source: SourceEntry, outputs: Members | None) -> None:
    """Raise SourceError for depth and stencil of a function whose tests come first (language specification, 5.1.2)."""
    if "early_fragment_tests" not in source.attributes:
        return
    members = [member for member, _ in outputs or ()]
    for member in members or [SourceMember("", source.attributes, None, source.where)]:
        for name in ("depth", "stencil"):
            if name in member.attributes:
                raise source_error(member.where, f"a function with 'early_fragment_tests' has no '{name}' result")


def check_pointer(stage: str, parameter: SourceParameter) -> None:
    """Raise SourceError for attributes that do not go with a pointer or reference."""
    attributes = parameter.attributes
    if "id" in attributes:
        raise source_error(parameter.where, "'id' attribute only applies to non-static data members")
    if "buffer" in attributes and parameter.space == AddressSpace.THREADGROUP:
        pointee = spelled(parameter).rstrip("*& ")
        reason = f"invalid address space qualification for buffer pointee type '{pointee}'"
        raise source_error(parameter.type_where, reason)
    if "raster_order_group" in attributes and parameter.space != AddressSpace.DEVICE:  # specification, 5.2.1.2
        raise not_valid(parameter.type_where, spelled(parameter), "raster_order_group")
    if stage == "mesh" and "payload" in attributes and "const" not in parameter.words:  # specification, 5.2.3.10
        raise not_valid(parameter.type_where, spelled(parameter), "payload")
    for name in attributes:
        if name in ("texture", "sampler", "stage_in") or (stage, name) in INPUTS:
            raise not_valid(parameter.type_where, spelled(parameter), name)


def check_stage_in(parameter: SourceParameter, members: Members) -> None:
    """Raise SourceError for a parameter that can't come from the previous stage."""
    is_handle = any(isinstance(type_, Handle) and "texture" in type_.name for _, type_ in members)
    if is_handle or {"*", "&"} & set(parameter.words):
        raise not_valid(parameter.type_where, spelled(parameter), "stage_in")


def check_member(member: SourceMember, type_: MetalType) -> None:
    """Raise SourceError for a member of a `[[stage_in]]` struct that has no value (language specification, 5.2.4)."""
    is_packed = isinstance(type_, Vector) and type_.packed
    if is_packed or isinstance(type_, (Matrix, Array, MetalPointer)):
        raise not_valid(member.where, type_, "stage_in")


def check_value(stage: str, parameter: SourceParameter, type_: MetalType) -> None:
    """Raise SourceError for an attribute that does not go with the type of a value."""
    attributes = parameter.attributes
    if not isinstance(type_, (Handle, Array, Struct)):
        for name in RESOURCES:
            if name in attributes:
                raise not_valid(parameter.type_where, type_, name)
    if isinstance(type_, Texture) and type_.component is not None:
        allowed = {"float"} if type_.shape.startswith("depth") else COMPONENTS
        if type_.component.name not in allowed:
            raise not_valid(parameter.type_where, spelled(parameter), "texture")
    check_builtin(stage, attributes, type_, parameter.type_where)


def check_color(where: str, type_: MetalType) -> None:
    """Raise SourceError for a color that is neither a number nor a vector of numbers of such a type."""
    element = type_.element if isinstance(type_, Vector) else type_
    if element.name not in _COLORS:
        raise not_valid(where, type_, "color")


def check_builtin(stage: str, attributes: Iterable[str], type_: MetalType, where: str) -> None:
    """Raise SourceError for a builtin input of another type."""
    for name in attributes:
        row = INPUTS.get((stage, name))
        if row is not None and row.types and type_.name not in row.types:
            raise not_valid(where, type_, name)


def check_result(source: SourceEntry, result: MetalType, outputs: Members | None) -> None:
    """Raise SourceError for a result that a vertex or fragment function does not have."""
    check_early_tests(source, outputs)
    seen: set[str] = set()
    for member, type_ in outputs or [(SourceMember("", source.attributes, None, source.where), result)]:
        attributes = member.attributes
        is_color = source.stage == "vertex" and "color" in attributes
        is_several = "clip_distance" in attributes or "imageblock_data" in attributes
        if source.stage == "vertex" and outputs is None and type_.name != "float4":  # specification, 5.2.3.3
            raise invalid_result(source, result, source.stage)
        is_packed = isinstance(type_, Vector) and type_.packed  # specification, 5.11
        if is_color or ((isinstance(type_, _NO_VALUES) or is_packed) and not is_several):
            raise invalid_result(source, result, source.stage)
        if "invariant" in attributes and member.name and "position" not in attributes:  # specification, 5.2.3.3
            raise source_error(member.where, "'invariant' attribute only applies to a member with attribute 'position'")
        for name in attributes:
            row = OUTPUTS.get((source.stage, name))
            if row is None:
                continue
            if row.types and type_.name not in row.types and not isinstance(type_, Array):
                raise not_valid(member.where, type_, name)
            if name in seen:
                raise source_error(member.where, f"declaration with attribute '{name}' already specified")
            seen.add(name)


def sampling_of(member: SourceMember, type_: MetalType) -> str:
    """How a member that a fragment function receives is sampled; "" if that is not said. SourceError for an integer
    that is not flat: the text is Apple's, from tests of cristim/mslc.
    """
    word = next((word for word in member.attributes if word in SAMPLINGS), "")
    element = type_.element if isinstance(type_, Vector) else type_
    if word and word != "flat" and isinstance(element, Scalar) and not element.is_float:
        raise source_error(member.where, f"type '{type_}' requires 'flat' interpolation qualifier")
    return word
