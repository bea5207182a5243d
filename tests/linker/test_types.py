"""Struct types over several inputs."""

from __future__ import annotations

import pytest

from mtlb.ir import Context, Module, Type, TypeCode
from mtlb.linker.plan.types import TypeMap, name_struct_types


def struct(name: str, *elements: Type) -> Type:
    return Type(TypeCode.STRUCT_NAMED, (0,), elements, name)


def opaque(name: str) -> Type:
    return Type(TypeCode.OPAQUE, (), (), name)


def module(context: Context, *types: Type) -> Module:
    return Module(context=context, struct_types=list(types))


def test_names_are_numbered_over_all_clashes() -> None:
    context = Context()
    integer = context.integer_type(32)
    first = module(context, struct("S", integer), opaque("tex"))
    second = module(context, struct("S", integer, integer), opaque("tex"), struct("S.0"))
    name_struct_types([first.struct_types, second.struct_types])
    assert [t.name for t in first.struct_types] == ["S", "tex"]
    assert [t.name for t in second.struct_types] == ["S.0", "tex.1", "S.0.2"]


def test_equal_members_make_one_struct_and_the_first_name_stays() -> None:
    context = Context()
    integer = context.integer_type(32)
    a, b, c = struct("A", integer), struct("B", integer), struct("C", integer, integer)
    types = TypeMap(context)
    types.begin([a], [])
    assert types.get(a) is a
    types.begin([b, c], [])
    pointer = context.pointer_type(b, 1)
    assert types.get(pointer) is context.pointer_type(a, 1)
    assert types.get(c) is c
    outer, outer2 = struct("O", a), struct("P", b)
    assert types.get(outer) is outer and types.get(outer2) is outer


def test_opaque_structs_are_the_same_by_their_name_before_the_number() -> None:
    context = Context()
    ours, theirs, other = opaque("tex"), opaque("tex.0"), opaque("sampler")
    types = TypeMap(context)
    types.begin([ours], [])
    types.get(ours)
    types.begin([theirs, other], [])
    assert types.get(theirs) is ours
    assert types.get(other) is other


def test_types_of_one_symbol_are_the_same_even_if_opaque_here_and_defined_there() -> None:
    context = Context()
    ours, theirs = opaque("A"), struct("B", context.integer_type(8))
    types = TypeMap(context)
    types.begin([ours], [])
    types.get(ours)
    types.begin([theirs], [(context.pointer_type(ours), context.pointer_type(theirs))])
    assert types.get(theirs) is ours
    assert ours.code is TypeCode.STRUCT_NAMED and ours.elements == (context.integer_type(8),)


def test_types_that_differ_below_stay_apart() -> None:
    context = Context()
    integer, byte = context.integer_type(32), context.integer_type(8)
    ours, theirs = struct("A", struct("I", integer)), struct("A.0", struct("I.1", byte))
    types = TypeMap(context)
    types.begin([ours], [])
    types.get(ours)
    types.begin([theirs], [(ours, theirs)])
    assert types.get(theirs) is theirs
    assert types.get(theirs.elements[0]) is theirs.elements[0]


@pytest.mark.long
def test_a_struct_that_leads_back_to_itself_and_one_that_is_deep() -> None:
    context = Context()
    types = TypeMap(context)
    loop = struct("L")
    loop.elements = (context.pointer_type(loop),)
    types.begin([loop], [])
    assert types.get(loop) is loop
    deep: Type = context.integer_type(32)
    for _ in range(50_000):
        deep = context.type(TypeCode.ARRAY, (1,), (deep,))
    assert types.get(deep) is deep
