"""References and pointers as members of structs: argument buffers, structs of arguments, objects of functions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.air.lint import lint_module
from mtlb.ir import InstCode
from tests.metal.needed import needs_clang

_SOURCE = """#include <metal_stdlib>
using namespace metal;
struct U { float a; float b; };
struct Inner { constant float* c; };
struct Args {
  device float* out [[id(0)]];
  constant U& u [[id(1)]];
  constant float* c [[id(2)]];
  device U& d [[id(3)]];
  Inner inner [[id(4)]];
};
kernel void buffered(constant Args& args [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  args.out[i] = args.u.b + args.c[i] + args.d.a + args.inner.c[i];
  args.d.b = 5;
}
struct In {
  device float* out [[buffer(0)]];
  constant U& u [[buffer(1)]];
  constant float* c [[buffer(2)]];
  device U& d [[buffer(3)]];
};
kernel void direct(In in, uint i [[thread_position_in_grid]]) {
  in.out[i] = in.u.b + in.c[i] + in.d.a;
  in.d.b = 6;
}
struct Both {
  constant U& u;
  thread float& x;
  Both(constant U& a, thread float& b) : u(a), x(b) {}
  float product() const { return u.b * x; }
};
kernel void objects(constant U& u [[buffer(0)]], device float* out [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  float y = i + 1;
  Both both(u, y);
  out[i] = both.product();
}
"""


@needs_clang
@pytest.mark.long
def test_values_and_address_spaces(tmp_path: Path) -> None:
    path = tmp_path / "members.metal"
    path.write_text(_SOURCE)
    compiled = mtlb.compile(path, "macos15", fast_math=False)
    assert compiled.warnings == [] and lint_module(compiled.bitcode) == []
    module = mtlb.read_module(compiled.bitcode)
    entries = {entry.name: entry for entry in read_entry_points(module)}
    struct = entries["buffered"].arguments[0].struct_type_info
    assert struct is not None
    members = [(member.field_name, member.indirect_argument) for member in struct.fields]
    assert [name for name, _ in members] == ["out", "u", "c", "d", "inner"]
    sizes = [(item.address_space, item.buffer_size) for _, item in members if item is not None]
    assert sizes == [(1, None), (2, 8), (2, None), (1, 8)]
    function = module.function("buffered")
    assert function is not None
    pointers = [i.type.address_space for i in function.instructions() if i.code is InstCode.LOAD and i.type.is_pointer]
    assert sorted(pointers) == [1, 1, 2, 2, 2]

    u, c = np.array([1, 2], np.float32), np.array([10, 20], np.float32)
    for name in ("buffered", "direct"):
        out, d = np.zeros(2, np.float32), np.array([100, 0], np.float32)
        values = {"out": out, "u": u, "c": c, "d": d}
        arguments = {"args": {**values, "inner": {"c": c}}} if name == "buffered" else values
        mtlb.run(compiled.bitcode, name, 2, 2, buffers=arguments)
        assert out.tolist() == ([122, 142] if name == "buffered" else [112, 122])
        assert d[1] == (5 if name == "buffered" else 6)
    out = np.zeros(2, np.float32)
    mtlb.run(compiled.bitcode, "objects", 2, 2, buffers={"u": u, "out": out})
    assert out.tolist() == [2, 4]
