from __future__ import annotations

from pathlib import Path

import pytest

from mtlb.base.files import read_file
from mtlb.inspect.families import family_of
from mtlb.inspect.size import byte_map, measure
from tests.inspect.libraries import GOLDEN, function, module, stored


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("saxpy", "saxpy"),
        ("gemm_nt_float32_bm64_bn64_bk16", "gemm_nt_*"),
        ("affine_qmv_bfloat16_t_gs_128_b_4_batch_0", "affine_qmv_*_gs_*_b_*_batch_*"),
        ("blur_true_half4", "blur_*"),
        ("ns::reduce<float, 4>", "ns::reduce<*>"),
        ("copy_f32_i8", "copy_*"),
        ("vertexMain2", "vertexMain2"),
        ("floating", "floating"),
        ("", ""),
    ],
)
def test_families(name: str, family: str) -> None:
    assert family_of(name) == family


def test_sections_cover_the_file() -> None:
    for path in sorted((GOLDEN / "lib").glob("*.metallib")):
        data = memoryview(path.read_bytes())
        parts = byte_map(data)
        assert [part.offset for part in parts[1:]] == [part.offset + part.size for part in parts[:-1]]
        assert (parts[0].offset, parts[-1].offset + parts[-1].size) == (0, len(data))
        assert "UNKNOWN" not in {part.name for part in parts}


@pytest.mark.corpus
def test_sections_cover_real_files(corpus_libraries: list[Path]) -> None:
    for path in corpus_libraries:
        data = memoryview(read_file(path))
        parts = byte_map(data)
        assert sum(part.size for part in parts) == len(data), path
        assert "UNKNOWN" not in {part.name for part in parts}, path


def test_functions_families_and_duplicates() -> None:
    big = module() + bytes(160)
    data = stored(function("k_float", data=big), function("k_half"), function("other"), function("twin"))
    sizes = measure(data)
    assert [f.name for f in sizes.functions] == ["k_float", "k_half", "other", "twin"]
    assert tuple(sizes.families[0]) == ("k_*", 2, len(big) + len(module()))
    (duplicate,) = sizes.duplicates
    assert (duplicate.functions, duplicate.wasted) == (("k_half", "other", "twin"), 2 * len(module()))


def test_a_shared_module_is_counted_once() -> None:
    shared = module()
    first = function("a", data=shared)
    second = function("b")
    second.module = first.module
    data = stored(first, second)
    sizes = measure(data)
    assert [f.sharers for f in sizes.functions] == [2, 2]
    assert sizes.duplicates == ()
    assert sum(f.size for f in sizes.families) == len(shared)
