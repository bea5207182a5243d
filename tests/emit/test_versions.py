"""Functions whose parameters differ between AIR versions: built for each, and brought from one to the other."""

from __future__ import annotations

import re

import numpy as np
import pytest

import mtlb
from mtlb import emit
from mtlb.air.intrinsics import families, intrinsic
from mtlb.air.lint import lint_module
from mtlb.base.errors import BuildError, UnsupportedError
from mtlb.base.findings import Severity
from mtlb.base.versions import Version
from mtlb.bitcode import read_module, write_module
from mtlb.cpu import Image
from mtlb.emit import f32, u32, u64, uint2, uint4, ulong2
from mtlb.ir import parse
from mtlb.ir.verify import verify_module
from mtlb.passes.form.version import adopt_versions

TARGETS = ("macos14", "macos15", "macos26", "macos27")


def matrices(target: str) -> emit.Module:
    """A kernel that moves matrices of 8 by 8 within rows of 24 numbers, as rows and as columns."""
    m = emit.Module(target, "matrices")
    k = m.kernel("moves")
    data, out = k.buffer("data", f32, 0, "read"), k.buffer("out", f32, 1)
    b = k.entry()
    origin, below = b.vector(3, 5, type=ulong2), b.vector(3, 12, type=ulong2)
    for number, (turned, written) in enumerate([(False, False), (True, False), (False, True), (True, True)]):
        matrix = b.matrix.load(data, 24, origin, transpose=turned)
        b.matrix.store(matrix, out[number * 64], transpose=written)
    b.matrix.store(b.matrix.load(data, b.convert(b.const(u32, 24), u64)), out, 24, below, transpose=True)
    return m


def moved(data: bytes) -> list[float]:
    """What the kernel leaves."""
    source = np.arange(24 * 24, dtype=np.float32)
    out = np.zeros(24 * 24, np.float32)
    library = mtlb.write(mtlb.link([("m.air", data)]).library)
    assert mtlb.run(library, "moves", 32, 32, buffers={"data": source, "out": out}).is_clean
    return list(out)


def expected() -> list[float]:
    source = np.arange(24 * 24, dtype=np.float32).reshape(24, 24)
    own = source[5:13, 3:11]
    flat = np.concatenate([item.ravel() for item in (own, own.T, own.T, own)] + [np.zeros(320, np.float32)])
    out = flat.reshape(24, 24)
    out[12:20, 3:11] = source[:8, :8].T
    return list(out.ravel())


@pytest.mark.parametrize("target", TARGETS)
def test_matrices_in_memory(target: str) -> None:
    m = matrices(target)
    newer = m.target.air >= Version(2, 8)
    wanted = r"<2 x i64>, <2 x i64>, <2 x i64>\)" if newer else r"i64, <2 x i64>, i1\)"
    name = r"declare <64 x float> @air\.simdgroup_matrix_8x8_load\.v64f32\.p1f32\(float addrspace\(1\)\*[a-z ]*, "
    assert re.search(name + wanted, m.text())
    assert m.check() == []
    assert [finding for finding in lint_module(m.air_bytes()) if finding.severity is not Severity.NOTE] == []
    assert moved(m.air_bytes()) == expected()


@pytest.mark.parametrize(("first", "second"), [("macos15", "2.8"), ("macos26", "2.7"), ("macos27", "2.6")])
def test_matrices_of_another_version(first: str, second: str) -> None:
    module = read_module(matrices(first).air_bytes())
    adopt_versions(module, Version.parse(second))
    assert verify_module(module) == []
    assert ("i1 true" in module.text()) == (second != "2.8")
    assert moved(write_module(module)) == expected()


STEPS = """!0 = !{i32 2, i32 7, i32 0}
!air.version = !{!0}
declare <64 x float> @air.simdgroup_matrix_8x8_load.v64f32.p1f32(float addrspace(1)*, LIST)
define void @k(float addrspace(1)* %p, i64 %n, <2 x i64> %o, i1 %t) {
  %m = call <64 x float> @air.simdgroup_matrix_8x8_load.v64f32.p1f32(float addrspace(1)* %p, VALUES)
  ret void
}
"""


def test_steps_that_older_versions_lack() -> None:
    text = STEPS.replace("LIST", "<2 x i64>, <2 x i64>, <2 x i64>")
    for values in ("<2 x i64> %o, <2 x i64> %o, <2 x i64> %o", "<2 x i64> %o, <2 x i64> <i64 2, i64 8>, <2 x i64> %o"):
        with pytest.raises(UnsupportedError, match=r"%m = call .*no stride of the matrix is 1"):
            adopt_versions(parse(text.replace("VALUES", values)), Version(2, 7))


def test_rows_or_columns_by_a_value() -> None:
    text = STEPS.replace("LIST", "i64, <2 x i64>, i1").replace("VALUES", "i64 %n, <2 x i64> %o, i1 %t")
    module = parse(text)
    adopt_versions(module, Version(2, 8))
    assert verify_module(module) == []
    assert module.text().count("select i1 %t, <2 x i64>") == 3


@pytest.mark.parametrize("target", TARGETS)
def test_barriers(target: str) -> None:
    m = emit.Module(target, "barriers")
    b = m.kernel("k").entry()
    b.barrier("threadgroup|device")
    b.simdgroup_barrier("none")
    b.ret()
    calls = re.findall(r"call void @air\.(\w+)\.barrier\((.*)\)", m.text())
    order = "i32 5, " if target == "macos27" else ""
    assert calls == [("wg", f"i32 3, {order}i32 1"), ("simdgroup", f"i32 0, {order}i32 4")]
    for version in ("2.9", "2.6"):
        module = read_module(m.air_bytes())
        adopt_versions(module, Version.parse(version))
        assert verify_module(module) == []
        assert ("i32 5" in module.text()) == (version == "2.9")


ATOMICS = ("add", "sub", "min", "max", "and", "or", "xor", "exchange")


def texels(target: str) -> emit.Module:
    m = emit.Module(target, "texels")
    k = m.kernel("texels")
    image = k.texture("image", emit.texture("texture2d", u32, "read_write"), 0)
    out = k.buffer("out", u32, 0)
    b = k.entry()
    at = b.const(uint2, [1, 2])
    b.texture.atomic("store", image, at, b.const(uint4, 40))
    for number, operation in enumerate(ATOMICS):
        out[number].store(b.texture.atomic(operation, image, at, b.const(uint4, 9 + number)).x)
    out[8].store(b.texture.atomic("load", image, at).x)
    return m


@pytest.mark.long
@pytest.mark.parametrize("target", TARGETS[:3])
def test_atomic_operations_of_texels(target: str) -> None:
    m = texels(target)
    assert m.check() == []
    of_newer = [read_module(m.air_bytes()) for _ in range(2)]
    adopt_versions(of_newer[0], Version(2, 8))
    adopt_versions(of_newer[1], Version(2, 7))
    moved = "<2 x i32> <i32 1, i32 2>, <2 x i32> zeroinitializer"
    for module, count in zip(of_newer, (10, 0), strict=True):
        assert verify_module(module) == []
        assert module.text().count(moved) == count
    for data in (m.air_bytes(), *(write_module(item) for item in of_newer)):
        image, out = np.zeros((4, 4, 1), np.uint32), np.zeros(9, np.uint32)
        library = mtlb.write(mtlb.link([("m.air", data)]).library)
        mtlb.run(library, "texels", 1, buffers={"out": out}, textures={"image": Image(image)})
        assert list(out) == [40, 49, 39, 11, 12, 12, 14, 1, 16]
        assert image[2, 1, 0] == 16
        assert image.sum() == 16


def test_a_store_takes_the_value_first() -> None:
    text = texels("macos26").text()
    assert re.search(
        r"atomic_store_explicit_texture_2d\.u\.v4i32\([^,]*, <4 x i32>, <2 x i32>, <2 x i32>, i32, i32\)", text
    )


def test_limits_of_64_bits_return_nothing() -> None:
    for family in ("atomic.global.min", "atomic.global.max"):
        for word, result in (("u.i64", "void"), ("u.i32", "i32"), ("s.i32", "i32")):
            actual = intrinsic(f"air.{family}.{word}")
            assert actual is not None
            assert actual.result(Version(2, 8)).word == result
    m = emit.Module("macos14", "limits")
    k = m.kernel("k")
    data = k.buffer("data", u64, 0)
    b = k.entry()
    nothing = b.atomic("max", data, b.const(u64, 7))
    with pytest.raises(BuildError, match="void"):
        data[1].store(nothing)
    b.ret()
    assert "call void @air.atomic.global.max.u.i64(" in m.text()
    values = np.array([3, 8], np.uint64)
    mtlb.run(mtlb.write(mtlb.link([m]).library), "k", 1, buffers={"data": values})
    assert list(values) == [7, 8]


def test_what_apples_declarations_promise() -> None:
    """Counted in Apple's modules: none of these is `readnone`, and is_uniform is not convergent."""
    effects = {family.name: family.attributes for family in families()}
    for name in ("dfdx", "dfdy", "fwidth", "simdgroup_matrix_8x8_init_filled", "simdgroup_matrix_8x8_init_diag"):
        assert effects[name] == "convergent nounwind"
    assert effects["is_uniform"] == "nounwind readnone"
    for version, attributes in (("2.2", "argmemonly nounwind"), ("2.5", "nounwind")):
        actual = intrinsic("air.atomic.global.add.u.i32")
        assert actual is not None
        function = actual.attributes(Version.parse(version))[0]
        assert " ".join(sorted(attribute.kind.text for attribute in function.attributes)) == attributes  # type: ignore[union-attr]
