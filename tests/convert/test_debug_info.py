"""Debug info in the words that the readers of a target know."""

from __future__ import annotations

import re

import pytest
from llvmlite import binding

from mtlb.bitcode import read_module
from mtlb.convert import ConvertOptions, ConvertTarget, convert_bytes
from mtlb.ir.verify import verify_module
from tests.conftest import ROOT

PLACES = ROOT / "golden" / "convert" / "debug-places.ll"


@pytest.mark.parametrize("air", ["2.3", "2.5", "2.6", "2.8"])
@pytest.mark.parametrize("form", ["text", "bitcode"])
def test_places_that_older_readers_have_no_words_for_are_undefined(form: str, air: str) -> None:
    source = SOURCES[form]
    made = convert_bytes("places", source, ConvertOptions(ConvertTarget.parse(f"air{air}")))
    where = "where the value of the variable 'x' is can't be said in this AIR version at some places"
    assert made.warnings == [f"function 'f': debug info: {where}"]
    module = read_module(made.bitcode)
    assert verify_module(module) == []
    places = re.findall(
        r"llvm\.dbg\.value\(metadata (.*), metadata !\d+, metadata !DIExpression\((.*)\)\), !dbg", module.text()
    )
    sum_ = "DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value"
    if air < "2.6":
        assert places[:3] == [
            ("i32 undef", ""),
            ("i32 undef", "DW_OP_LLVM_fragment, 0, 16"),
            (places[2][0], "DW_OP_deref"),
        ]
        assert re.fullmatch(r"float %\d+", places[2][0])
        assert places[3:] == [("i32 undef", "")] * 3
    else:
        # What is listed is what legalisation left of it.
        assert re.fullmatch(r"!DIArgList\(i32 %\d+, i32 %1\)", places[0][0])
        assert re.fullmatch(r"!DIArgList\(i8 addrspace\(1\)\* %2, i32 %1\)", places[3][0])
        assert [words for _, words in places[:2]] == [sum_, sum_ + ", DW_OP_LLVM_fragment, 0, 16"]
        assert places[4][1].startswith("DW_OP_LLVM_convert, 32")
        assert places[5] == ("i32 undef", "")


SOURCES = {
    "text": PLACES.read_bytes(),
    "bitcode": bytes(binding.parse_assembly(PLACES.read_text(), binding.create_context()).as_bitcode()),
}
