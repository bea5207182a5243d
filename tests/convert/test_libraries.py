"""Every function of C, libdevice and OCML that is known computes what numpy computes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from mtlb.convert.libraries import FLOATS, LIBDEVICE

from .test_opencl import ROWS, Row, compare, results

_INDIRECT = {"modf", "frexp", "remquo"}  # which store a second result: test_opencl.py runs their rows
_NAMES = ("{}f", "__nv_{}f", "__ocml_{}_f32")


def _float_rows() -> list[Row]:
    """Each function under its three names, with the model of OpenCL's row; types are floats and numbers of 32 bits."""
    models: dict[str, Row] = {}
    for row in ROWS:
        name, _, types = row.call.partition("(")
        if set(types.replace(",", "").replace(") ", "")) <= {"f", "i"}:
            models.setdefault(name, row)
    results = []
    for name, row_name in FLOATS.items():
        if row_name not in _INDIRECT:
            results += [models[row_name]._replace(symbol=pattern.format(name)) for pattern in _NAMES]
    return results


_FLOAT_ROWS = _float_rows()


@pytest.mark.parametrize("first", range(0, len(_FLOAT_ROWS), 60))
def test_functions_of_floats(first: int) -> None:
    rows = _FLOAT_ROWS[first : first + 60]
    for row, result in zip(rows, results(rows), strict=True):
        compare(row, result)


def _u(x: np.ndarray) -> Any:
    return x.astype(object)


def _popcount(x: np.ndarray) -> list[int]:
    bits = x.dtype.itemsize * 8
    return [bin(int(v) & ((1 << bits) - 1)).count("1") for v in x]


def _text(x: np.ndarray) -> list[str]:
    bits = x.dtype.itemsize * 8
    return [f"{int(v) & ((1 << bits) - 1):0{bits}b}" for v in x]


def _cut(values: Any, dtype: Any) -> np.ndarray:
    bits = np.dtype(dtype).itemsize * 8
    return np.array([int(v) & ((1 << bits) - 1) for v in values], f"u{bits // 8}").view(dtype)


def _low24(x: np.ndarray, *, signed: bool) -> list[int]:
    low = [int(v) & 0xFFFFFF for v in x]
    return [v - (v >> 23 << 24) if signed else v for v in low]


def _product24(x: np.ndarray, y: np.ndarray, *, signed: bool) -> np.ndarray:
    pairs = zip(_low24(x, signed=signed), _low24(y, signed=signed), strict=True)
    return _cut((a * b for a, b in pairs), x.dtype)


def _permuted(x: np.ndarray, y: np.ndarray, s: np.ndarray) -> np.ndarray:
    results = []
    for a, b, selector in zip(_u(x), _u(y), _u(s), strict=True):
        pool = [(word & 0xFFFFFFFF) >> shift & 0xFF for word in (a, b) for shift in (0, 8, 16, 24)]
        value = 0
        for place in range(4):
            nibble = (selector & 0xFFFFFFFF) >> 4 * place & 15
            byte = pool[nibble & 7]
            value |= (255 * (byte >> 7) if nibble & 8 else byte) << 8 * place
        results.append(value)
    return _cut(results, np.uint32)


def _saturated(rounds: Callable[[Any], Any], dtype: Any) -> Callable[[np.ndarray], np.ndarray]:
    info = np.iinfo(dtype)
    return lambda x: np.array([0 if v != v else int(min(max(rounds(float(v)), info.min), info.max)) for v in x], object)


_Case = tuple[str, str, Callable[..., Any], float]


def _case(name: str, types: str, model: Callable[..., Any], ulp: float = 0) -> _Case:
    return name, types, model, ulp


_ROUNDS = {"rn": np.rint, "rz": np.trunc, "rd": np.floor, "ru": np.ceil}
_TARGETS = {"int": ("i", np.int32), "uint": ("u", np.uint32), "ll": ("l", np.int64), "ull": ("ul", np.uint64)}
_LIBDEVICE: Sequence[_Case] = [
    _case("popc", "(i) i", _popcount),
    _case("popcll", "(l) i", _popcount),
    _case("clz", "(i) i", lambda x: [len(t) - len(t.lstrip("0")) for t in _text(x)]),
    _case("clzll", "(l) i", lambda x: [len(t) - len(t.lstrip("0")) for t in _text(x)]),
    _case("brev", "(u) u", lambda x: [int(t[::-1], 2) for t in _text(x)]),
    _case("brevll", "(ul) ul", lambda x: np.array([int(t[::-1], 2) for t in _text(x)], np.uint64)),
    _case("ffs", "(i) i", lambda x: [t[::-1].find("1") + 1 for t in _text(x)]),
    _case("ffsll", "(l) i", lambda x: [t[::-1].find("1") + 1 for t in _text(x)]),
    _case("mulhi", "(i,i) i", lambda x, y: _cut(_u(x) * _u(y) >> 32, np.int32)),
    _case("umulhi", "(u,u) u", lambda x, y: _cut(_u(x) * _u(y) >> 32, np.uint32)),
    _case("mul64hi", "(l,l) l", lambda x, y: _cut(_u(x) * _u(y) >> 64, np.int64)),
    _case("umul64hi", "(ul,ul) ul", lambda x, y: _cut(_u(x) * _u(y) >> 64, np.uint64)),
    _case("mul24", "(i,i) i", lambda x, y: _product24(x, y, signed=True)),
    _case("umul24", "(u,u) u", lambda x, y: _product24(x, y, signed=False)),
    _case("sad", "(i,i,u) u", lambda x, y, z: _cut(abs(_u(x) - _u(y)) + _u(z), np.uint32)),
    _case("usad", "(u,u,u) u", lambda x, y, z: _cut(abs(_u(x) - _u(y)) + _u(z), np.uint32)),
    _case("byte_perm", "(u,u,u) u", _permuted),
    _case("abs", "(i) i", lambda x: _cut(abs(_u(x)), np.int32)),
    _case("llabs", "(l) l", lambda x: _cut(abs(_u(x)), np.int64)),
    *(
        _case(f"{prefix}{name}", f"({t},{t}) {t}", model)
        for prefix, t in (("", "i"), ("u", "u"), ("ll", "l"), ("ull", "ul"))
        for name, model in (("min", np.minimum), ("max", np.maximum))
    ),
    *(
        _case(f"{prefix}{name}", f"({t},{t}) {t}", lambda x, y, more=more: _cut((_u(x) + _u(y) + more) >> 1, x.dtype))
        for prefix, t in (("", "i"), ("u", "u"))
        for name, more in (("hadd", 0), ("rhadd", 1))
    ),
    _case("fadd_rn", "(f,f) f", lambda x, y: x + y),
    _case("fsub_rn", "(f,f) f", lambda x, y: x - y),
    _case("fmul_rn", "(f,f) f", lambda x, y: x * y),
    _case("fdiv_rn", "(f,f) f", lambda x, y: x / y),
    _case("fast_fdividef", "(f,f) f", lambda x, y: x / y, 2),
    _case("fmaf_rn", "(f,f,f) f", lambda x, y, z: x.astype(np.float64) * y + z, 1),
    _case("frcp_rn", "(f) f", lambda x: 1 / x),
    _case("fsqrt_rn", "(f) f", np.sqrt),
    _case("frsqrt_rn", "(f) f", lambda x: 1 / np.sqrt(x.astype(np.float64)), 4),
    _case("saturatef", "(f) f", lambda x: np.where(np.isnan(x), 0, np.clip(x, 0, 1))),
    _case("isnanf", "(f) i", np.isnan),
    _case("isinff", "(f) i", np.isinf),
    _case("finitef", "(f) i", np.isfinite),
    _case("signbitf", "(f) i", np.signbit),
    *(
        _case(f"float2{word}_{rounding}", f"(f) {t}", _saturated(rounds, dtype))
        for word, (t, dtype) in _TARGETS.items()
        for rounding, rounds in _ROUNDS.items()
    ),
    *(_case(f"{word}2float_rn", f"({t}) f", lambda x: x.astype(np.float32)) for word, (t, _) in _TARGETS.items()),
    _case("float_as_int", "(f) i", lambda x: x.view(np.int32)),
    _case("float_as_uint", "(f) u", lambda x: x.view(np.uint32)),
    _case("int_as_float", "(i) f", lambda x: x.view(np.float32)),
    _case("uint_as_float", "(u) f", lambda x: x.view(np.float32)),
]


def test_functions_of_libdevice() -> None:
    rows = [Row(f"{n}{types}", model, ulp, (), f"__nv_{n}") for n, types, model, ulp in _LIBDEVICE]
    for row, result in zip(rows, results(rows), strict=True):
        compare(row, result)


def test_each_row_has_a_test() -> None:
    assert {name for name, *_ in _LIBDEVICE} == set(LIBDEVICE)
    assert {row.symbol for row in _FLOAT_ROWS} == {p.format(n) for n in FLOATS if n not in _INDIRECT for p in _NAMES}
