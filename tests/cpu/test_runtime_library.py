"""A kernel that calls the open run-time library, linked with it, on the CPU."""

from __future__ import annotations

import numpy as np
import pytest

import mtlb

KERNEL = """
target triple = "air64-apple-ios17.0.0"
define void @parts(float addrspace(1)* %x, float addrspace(1)* %out, i32 %i) {
  %n = zext i32 %i to i64
  %from = getelementptr float, float addrspace(1)* %x, i64 %n
  %to = getelementptr float, float addrspace(1)* %out, i64 %n
  %value = load float, float addrspace(1)* %from, align 4
  %part = call float @___metal_fract_float(float %value)
  store float %part, float addrspace(1)* %to, align 4
  ret void
}
declare float @___metal_fract_float(float)
!air.kernel = !{!0}
!air.version = !{!6}
!air.language_version = !{!7}
!0 = !{void (float addrspace(1)*, float addrspace(1)*, i32)* @parts, !1, !2}
!1 = !{}
!2 = !{!3, !4, !5}
!3 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read", !"air.address_space", i32 1, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"x"}
!4 = !{i32 1, !"air.buffer", !"air.location_index", i32 1, i32 1, !"air.read_write", !"air.address_space", i32 1, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"out"}
!5 = !{i32 2, !"air.thread_position_in_grid", !"air.arg_type_name", !"uint", !"air.arg_name", !"i"}
!6 = !{i32 2, i32 6, i32 0}
!7 = !{!"Metal", i32 3, i32 1, i32 0}
"""  # noqa: E501


@pytest.mark.long
def test_fract_of_the_library_that_a_link_takes_it_from() -> None:
    linked = mtlb.link([("parts.ll", KERNEL.encode())])
    assert "___metal_fract_float" in linked.runtime
    x = np.array([1.25, -0.25, 3.0, -1e-9, 1e20, 0.0], "f4")
    out = np.full(6, -1, "f4")
    result = mtlb.run(mtlb.write(linked.library), "parts", grid=6, buffers={"x": x, "out": out}, check=True)
    assert result.is_clean
    want = np.minimum(x - np.floor(x), np.float32(1 - 2**-24))
    assert out.tolist() == want.tolist()
