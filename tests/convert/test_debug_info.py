"""Debug info in the words that the readers of a target know."""

from __future__ import annotations

import re

import pytest
from llvmlite import binding

from mtlb.bitcode import read_module
from mtlb.bitstream.wrapper import unwrap
from mtlb.convert import ConvertOptions, ConvertTarget, convert_bytes
from mtlb.ir.verify import verify_module
from tests.conftest import ROOT

PLACES = ROOT / "golden" / "convert" / "debug-places.ll"


@pytest.mark.parametrize("air", ["2.3", "2.5", "2.6", "2.8"])
@pytest.mark.parametrize("form", ["text", "bitcode"])
def test_places_that_older_readers_have_no_words_for_are_undefined(form: str, air: str) -> None:
    source = SOURCES[form]
    converted = convert_bytes("places", source, ConvertOptions(ConvertTarget.parse(f"air{air}")))
    where = "where the value of the variable 'x' is can't be said in this AIR version at some places"
    assert converted.warnings == [f"function 'f': debug info: {where}"]
    module = read_module(converted.bitcode)
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


DEBUGGED = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %x, i32 %n) !dbg !4 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !9
    #dbg_value(i32 %t, !8, !DIExpression(), !9)
    #dbg_value(i32 %n, !8, !DIExpression(), !9)
    #dbg_value(ptr %x, !8, !DIExpression(), !9)
  %s = addrspacecast ptr %x to ptr addrspace(1)
    #dbg_value(ptr addrspace(1) %s, !8, !DIExpression(), !9)
  %odd = trunc i32 %t to i24
    #dbg_value(i24 %odd, !8, !DIExpression(), !9)
    #dbg_value(!DIArgList(i32 %t, i24 %odd), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !9)
  %less = add i24 %odd, 1
  %w = zext i24 %less to i32
  %c = icmp slt i32 %w, %n
  %both.0 = insertvalue { i32, i32 } poison, i32 %w, 0
  %both.1 = insertvalue { i32, i32 } %both.0, i32 %n, 1
  %both = select i1 %c, { i32, i32 } %both.1, { i32, i32 } zeroinitializer
    #dbg_value({ i32, i32 } %both, !8, !DIExpression(), !9)
  %v = extractvalue { i32, i32 } %both, 0
  %p = getelementptr i32, ptr addrspace(1) %s, i32 %t
  store i32 %v, ptr addrspace(1) %p, !dbg !9
  ret void, !dbg !9
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""


@pytest.mark.parametrize("air", ["2.3", "2.6", "2.8"])
def test_a_kernel_of_another_target_keeps_its_debug_info(air: str) -> None:
    """Values that become parameters, built-in values and wider numbers are followed; readers are told the version."""
    head = PLACES.read_text()
    text = DEBUGGED + head[head.index("!llvm.dbg.cu") :].partition("!air.version")[0].replace('"f"', '"k"')
    converted = convert_bytes("debugged", text.encode(), ConvertOptions(ConvertTarget.parse(f"air{air}")))
    module = read_module(converted.bitcode)
    assert verify_module(module) == []
    printed = module.text()
    assert '!{i32 2, !"Debug Info Version", i32 3}' in printed
    assert printed.count("call void @llvm.dbg.value(") == 7
    lost = printed.count("llvm.dbg.value(metadata i32 undef")
    assert lost == (1 if air == "2.3" else 0)  # a value made of two
    assert re.search(r"store i32 .*, !dbg", printed)
    binding.parse_bitcode(bytes(unwrap(converted.bitcode)), binding.create_context()).verify()


def test_assignments_of_variables_are_values_of_them() -> None:
    """clang -O2 -g: `llvm.dbg.assign` says what `llvm.dbg.value` does, and which store it belongs to."""
    text = DEBUGGED + PLACES.read_text()[PLACES.read_text().index("!llvm.dbg.cu") :].partition("!air.version")[0]
    text = text.replace(
        "    #dbg_value(i32 %n, !8, !DIExpression(), !9)\n",
        "  %m = alloca i32, !DIAssignID !77\n  store i32 %n, ptr %m, !DIAssignID !78\n"
        "    #dbg_assign(i32 %n, !8, !DIExpression(), !78, ptr %m, !DIExpression(), !9)\n",
    )
    text += "!77 = distinct !DIAssignID()\n!78 = distinct !DIAssignID()\n"
    converted = convert_bytes("debugged", text.encode(), ConvertOptions(ConvertTarget.parse("air2.6")))
    printed = converted.module.text()
    assert "DIAssignID" not in printed
    assert "dbg.assign" not in printed
    assert printed.count("call void @llvm.dbg.value(") == 7
