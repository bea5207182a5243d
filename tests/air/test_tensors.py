"""The functions that the loader defines for tensors: names, parameters, attributes."""

from __future__ import annotations

import pytest

from mtlb.air.tensors import MATMUL, RUN, attributes_of, parameters_of, run_name
from mtlb.base.errors import UnsupportedError
from mtlb.ir import AttributePlace


def test_names_of_products() -> None:
    """As modules of MLX 0.31.2, mtlattn 0.4.1 and the probes have them."""
    assert run_name((), (2, 2, 0), 3) == f"{RUN}cooperative_b16_b16_f32"
    assert run_name((1, 1, 3), (1, 1, 0), 0) == f"{RUN}dv_f16_dv_f16_tg_f32"
    assert run_name((3, 1), (1, 1, 0), 1) == f"{RUN}cooperative_tg_f16_dv_f16_f32"


@pytest.mark.parametrize(("spaces", "cooperative"), [((1,), 2), ((1, 1, 2), 0), ((0, 1), 1)])
def test_products_that_no_module_has(spaces: tuple[int, ...], cooperative: int) -> None:
    with pytest.raises(UnsupportedError, match="no module of Apple's compiler"):
        run_name(spaces, (0, 0, 0), cooperative)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        (f"{RUN}cooperative_f32_f32_f32", 5),
        (f"{RUN}cooperative_dv_f16_dv_f16_f32", 7),
        (f"{RUN}tg_b16_dv_b16_tg_f32", 8),
        (f"{MATMUL}cooperative_tensor_init", 13),
        (f"{MATMUL}cooperative_tensor_store_dv_f32", 15),
    ],
)
def test_parameters(name: str, count: int) -> None:
    parameters = parameters_of(name)
    assert parameters is not None and len(parameters) == count
    assert attributes_of(name) is not None


@pytest.mark.parametrize("name", [f"{RUN}cooperative_f64_f32_f32", f"{RUN}f32", f"{MATMUL}other", "air.other", MATMUL])
def test_other_names(name: str) -> None:
    assert parameters_of(name) is None
    assert attributes_of(name) is None


def test_results() -> None:
    counted = attributes_of(f"{MATMUL}cooperative_tensor_num_elements")
    size = attributes_of(f"{MATMUL}cooperative_tensor_data_size")
    assert counted is not None and size is not None
    assert AttributePlace.RESULT in [group.place for group in counted]
    assert AttributePlace.RESULT not in [group.place for group in size]
