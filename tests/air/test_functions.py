"""Attributes of functions and calls as Apple's compilers give them, in real modules; declarations of `air.*`."""

from __future__ import annotations

from pathlib import Path

import pytest

from mtlb.air.functions import STANDARD_STRINGS, STRINGS, call_attributes, declare, string_attribute
from mtlb.air.intrinsics import overload
from mtlb.air.names import PREFIX
from mtlb.base.errors import UnsupportedError
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from mtlb.ir import AttributeForm, AttributePlace, Call, Context, Function, Module, Type, TypeCode
from mtlb.ir.build import FunctionTable


def test_calls_of_real_modules_repeat_all_but_those(corpus_modules: list[Path]) -> None:
    seen = 0
    for path in corpus_modules[::20]:
        for function in read_module(path.read_bytes()).functions:
            for instruction in function.instructions():
                callee = instruction.operands[-1] if isinstance(instruction, Call) else None
                if isinstance(callee, Function) and callee.name.startswith(PREFIX):
                    assert instruction.attributes == call_attributes(callee.attributes), f"{path}: {callee.name}"
                    seen += 1
    assert seen > 100


def test_functions_of_real_modules_have_the_standard_strings(corpus_modules: list[Path]) -> None:
    seen = 0
    for path in corpus_modules[::20]:
        for function in read_module(path.read_bytes()).functions:
            if function.is_declaration or "air.sampler" in function.name:
                continue
            own = {
                a.kind: a.value for g in function.attributes if g.place == AttributePlace.FUNCTION for a in g.attributes
            }
            strings = {key for key in own if isinstance(key, str)}
            assert strings <= STRINGS, path
            if "frame-pointer" in own:
                assert STANDARD_STRINGS.keys() <= strings and own["frame-pointer"] == "all", path
                seen += 1
    assert seen > 10


def test_string_attributes() -> None:
    assert string_attribute("no-builtins").form == AttributeForm.STRING
    assert string_attribute("frame-pointer", "all").value == "all"


def struct(name: str) -> Type:
    return Type(TypeCode.OPAQUE, name=name)


@pytest.mark.parametrize("opaque", [False, True])
def test_a_function_is_declared(opaque: bool) -> None:
    functions = FunctionTable(Module(Context()), opaque=opaque)
    result = declare(functions, overload("atomic.global.add", "i32"), Version(2, 6), struct)
    assert declare(functions, overload("atomic.global.add", "i32"), Version(2, 6), struct) is result
    assert functions.module.functions == [result] and result.type.is_opaque_pointer is opaque
    assert result.value_type.parameters[0].is_opaque_pointer is opaque and result.attributes


def test_a_declaration_of_another_type_is_refused() -> None:
    functions = FunctionTable(Module(Context()))
    context = functions.module.context
    functions.declare("air.sqrt.f32", context.type(TypeCode.FUNCTION, (0,), (context.type(TypeCode.VOID),)))
    with pytest.raises(UnsupportedError, match=r"@air\.sqrt\.f32 with a different type than AIR"):
        declare(functions, overload("sqrt", "f32"), Version(2, 6), struct)
