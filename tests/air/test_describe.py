"""Arguments and results of `describe`; its facts are compared with Apple's in test_corpus.py and tests/golden."""

from __future__ import annotations

import pytest

from mtlb.air import describe, describe_all, describe_function
from mtlb.air.facts import file_of_scope, path_of
from mtlb.bitcode import read_module
from mtlb.container import FunctionType
from mtlb.ir import Module
from mtlb.ir.text.reader import parse
from tests.inspect.libraries import module


@pytest.mark.parametrize("convert", [bytes, memoryview, bytearray, read_module])
def test_modules_of_any_form(convert: type[bytes]) -> None:
    data: bytes | Module = convert(module("saxpy"))
    for description in (describe(data), *describe_all(data), describe_function(data, "saxpy")):
        assert (description.name, description.type) == ("saxpy", FunctionType.KERNEL)
        assert description.arguments is description.entry.arguments
        assert description.arguments[0].kind == "buffer"
        assert description.outputs == []
        assert description.core_image_arguments is None


def test_file_of_scope() -> None:
    """Of a record, of a block without a file of its own, and of a tuple of LLVM 3.5."""
    module = parse("""
!a = !{!1, !2, !4, !6}
!0 = !DIFile(filename: "a.metal", directory: "/src")
!1 = distinct !DISubprogram(name: "f", scope: !0, file: !0, line: 3, spFlags: DISPFlagDefinition, unit: !7)
!2 = !DILexicalBlock(scope: !1, line: 4)
!3 = !{!"b.metal", !"/old"}
!4 = !{i32 786443, !3, !5, i32 4}
!5 = !{i32 786478, !3, null, !"f"}
!6 = !{i32 786443, null, !5}
!7 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !0)
""")
    files = [file_of_scope(scope) for scope in module.named_metadata["a"]]
    assert files == [("a.metal", "/src")] * 2 + [("b.metal", "/old")] * 2
    assert path_of(*files[0]) == "/src/a.metal" and path_of("/a.metal", "/src") == "/a.metal"
    assert file_of_scope(None) == ("", "") and path_of("a.metal", "") == "a.metal"
