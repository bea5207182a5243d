"""What LLVM 22 leaves in another form than Apple's compiler."""

from __future__ import annotations

from mtlb.ir.text.printer import print_module
from mtlb.ir.text.reader import parse
from mtlb.ir.verify import verify_module
from mtlb.metal.older import restore_forms

_ELEMENTS = """
define i8 @f(<4 x i32> %0, <3 x i64> %1, <2 x float> %2, i1 %3, i64 %4) {
  %6 = bitcast <4 x i32> %0 to <16 x i8>
  %7 = bitcast <3 x i64> %1 to <6 x i32>
  %8 = bitcast <2 x float> %2 to <4 x i16>
  %9 = extractelement <16 x i8> %6, i64 4
  %10 = extractelement <16 x i8> %6, i64 7
  %11 = add i8 %9, %10
  br i1 %3, label %12, label %15

12:
  %13 = extractelement <6 x i32> %7, i64 5
  %14 = extractelement <6 x i32> %7, i64 %4
  br label %15

15:
  %16 = phi i32 [ 0, %5 ], [ %13, %12 ]
  %17 = extractelement <16 x i8> %6, i64 0
  %18 = extractelement <4 x i16> %8, i64 1
  ret i8 %11
}
"""
_RESTORED = """\
  %6 = bitcast <3 x i64> %1 to <6 x i32>
  %7 = bitcast <2 x float> %2 to <4 x i16>
  %8 = extractelement <4 x i32> %0, i64 1
  %9 = trunc i32 %8 to i8
  %10 = lshr i32 %8, 24
  %11 = trunc i32 %10 to i8
  %12 = add i8 %9, %11
  br i1 %3, label %13, label %18

13:
  %14 = extractelement <3 x i64> %1, i64 2
  %15 = lshr i64 %14, 32
  %16 = trunc i64 %15 to i32
  %17 = extractelement <6 x i32> %6, i64 %4
  br label %18

18:
  %19 = phi i32 [ 0, %5 ], [ %16, %13 ]
  %20 = extractelement <4 x i32> %0, i64 0
  %21 = trunc i32 %20 to i8
  %22 = extractelement <4 x i16> %7, i64 1
  ret i8 %12
}"""


def restored(text: str) -> str:
    """The body of the function after the passes' forms are restored."""
    module = restore_forms(parse(text))
    verify_module(module)
    lines = [line.partition(" ;")[0].rstrip() for line in print_module(module).splitlines()]
    start = next(place for place, line in enumerate(lines) if line.startswith("define")) + 1
    return "\n".join(lines[start : lines.index("}") + 1])


def test_parts_of_elements_are_made_of_the_elements() -> None:
    """Of a vector of floats, and with an index that is not known, a vector of parts remains."""
    assert restored(_ELEMENTS) == _RESTORED


_LOADS = """
%struct.S = type { i32, <2 x i64> }

define i8 @f(ptr %0, i64 %1) {
  %3 = getelementptr <4 x i16>, ptr %0, i64 %1
  %4 = load <8 x i8>, ptr %3, align 8
  %5 = extractelement <8 x i8> %4, i64 6
  %6 = bitcast <8 x i8> %4 to <4 x i16>
  %7 = extractelement <4 x i16> %6, i64 1
  %8 = getelementptr %struct.S, ptr %0, i64 %1, i32 1
  %9 = load <4 x i32>, ptr %8, align 16
  %10 = extractelement <4 x i32> %9, i64 3
  %11 = load <16 x i8>, ptr %0, align 16
  %12 = bitcast <16 x i8> %11 to <8 x i16>
  %13 = extractelement <8 x i16> %12, i64 2
  %14 = getelementptr <16 x i8>, ptr %0, i64 %1
  %15 = load <16 x i8>, ptr %14, align 16
  %16 = extractelement <16 x i8> %15, i64 1
  ret i8 %5
}
"""
_LOADED = """\
  %3 = getelementptr <4 x i16>, ptr %0, i64 %1
  %4 = load <4 x i16>, ptr %3, align 8
  %5 = extractelement <4 x i16> %4, i64 3
  %6 = trunc i16 %5 to i8
  %7 = extractelement <4 x i16> %4, i64 1
  %8 = getelementptr %struct.S, ptr %0, i64 %1, i32 1
  %9 = load <2 x i64>, ptr %8, align 16
  %10 = extractelement <2 x i64> %9, i64 1
  %11 = lshr i64 %10, 32
  %12 = trunc i64 %11 to i32
  %13 = load <4 x i32>, ptr %0, align 16
  %14 = extractelement <4 x i32> %13, i64 1
  %15 = trunc i32 %14 to i16
  %16 = getelementptr <16 x i8>, ptr %0, i64 %1
  %17 = load <16 x i8>, ptr %16, align 16
  %18 = extractelement <16 x i8> %17, i64 1
  ret i8 %6
}"""


def test_vectors_are_loaded_with_the_type_of_the_address() -> None:
    """LLVM loads a vector as that of which an element is truncated. A vector of 16 bytes that a source has remains."""
    assert restored(_LOADS) == _LOADED
