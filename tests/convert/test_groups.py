"""Functions of OpenCL C over sub-groups and work-groups: each row against a model in Python."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import reduce
from typing import Any

import numpy as np
import pytest

from tests.conftest import only_long

from .test_opencl import kernel, run_kernel

_COUNT = 64
_STEPS: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "mul": operator.mul,
    "min": min,
    "max": max,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "logical_and": lambda a, b: int(bool(a and b)),
    "logical_or": lambda a, b: int(bool(a or b)),
    "logical_xor": lambda a, b: int(bool(a) != bool(b)),
}
_NOTHING = {"mul": 1, "min": 2**31 - 1, "max": -(2**31), "and": -1, "logical_and": 1}


def _over(name: str, values: Sequence[int]) -> int:
    """All values together, and what changes nothing."""
    return reduce(_STEPS[name], values, _NOTHING.get(name, 0))


def _word(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


_Model = Callable[[list[int], int], int]
_Row = tuple[str, str, str, _Model]  # name, mangled types, operands, a model of the group's values and the place in it
_WORDS = ("", "non_uniform_")
_SUB_GROUPS: list[_Row] = [
    *((f"sub_group_{w}all", "i", "i32 %w", lambda v, n: int(all(v))) for w in _WORDS),
    *((f"sub_group_{w}any", "i", "i32 %w", lambda v, n: int(any(v))) for w in _WORDS),
    ("sub_group_non_uniform_all_equal", "i", "i32 %w", lambda v, n: int(len(set(v)) == 1)),
    ("sub_group_elect", "", "", lambda v, n: int(n == 0)),
    ("sub_group_broadcast_first", "i", "i32 %w", lambda v, n: v[0]),
    *((f"sub_group_{w}broadcast", "ij", "i32 %w, i32 5", lambda v, n: v[5]) for w in _WORDS),
    ("sub_group_shuffle", "ij", "i32 %w, i32 7", lambda v, n: v[7]),
    ("sub_group_shuffle_xor", "ij", "i32 %w, i32 3", lambda v, n: v[n ^ 3]),
    ("sub_group_shuffle_up", "ij", "i32 %w, i32 3", lambda v, n: v[n - 3 if n >= 3 else n]),
    ("sub_group_shuffle_down", "ij", "i32 %w, i32 3", lambda v, n: v[n + 3 if n + 3 < 32 else n]),
    ("sub_group_rotate", "ij", "i32 %w, i32 5", lambda v, n: v[(n + 5) % 32]),
    ("sub_group_clustered_rotate", "ijj", "i32 %w, i32 3, i32 4", lambda v, n: v[n // 4 * 4 + (n + 3) % 4]),
    *(
        (f"sub_group_{w}reduce_{name}", "i", "i32 %w", lambda v, n, name=name: _over(name, v))
        for w in _WORDS
        for name in _STEPS
    ),
    *(
        (
            f"sub_group_clustered_reduce_{name}",
            "ij",
            "i32 %w, i32 8",
            lambda v, n, name=name: _over(name, v[n // 8 * 8 : n // 8 * 8 + 8]),
        )
        for name in _STEPS
    ),
    *(
        (
            f"sub_group_{w}scan_{kind}_{name}",
            "i",
            "i32 %w",
            lambda v, n, name=name, kind=kind: _over(name, v[: n + (kind == "inclusive")]),
        )
        for w in _WORDS
        for kind in ("inclusive", "exclusive")
        for name in _STEPS
    ),
]
_WORK_GROUPS: list[_Row] = [
    *((f"work_group_reduce_{m}", "i", "i32 %w", lambda v, n, m=m: _over(m, v)) for m in ("add", "min", "max")),
    *(
        (
            f"work_group_scan_{kind}_{name}",
            "i",
            "i32 %w",
            lambda v, n, name=name, kind=kind: _over(name, v[: n + (kind == "inclusive")]),
        )
        for kind in ("inclusive", "exclusive")
        for name in ("add", "min", "max")
    ),
    ("work_group_all", "i", "i32 %w", lambda v, n: int(all(v))),
    ("work_group_any", "i", "i32 %w", lambda v, n: int(any(v))),
    ("work_group_broadcast", "im", "i32 %w, i64 4", lambda v, n: v[4]),
]


def _calls(rows: Sequence[_Row], size: int) -> tuple[str, list[str]]:
    """Calls whose results follow each other in memory, `size` each, and the declarations."""
    body, declarations = "", []
    for number, (name, types, operands, _) in enumerate(rows):
        function = f"_Z{len(name)}{name}{types or 'v'}"
        body += f"""%r{number} = call spir_func i32 @{function}({operands})
  %o{number} = getelementptr i32, ptr addrspace(1) %op, i64 {number * size}
  store i32 %r{number}, ptr addrspace(1) %o{number}
  """
        declarations.append(f"i32 @{function}({', '.join(o.split()[0] for o in operands.split(', ') if o)})")
    return body, declarations


_ROWS = 8  # of one kernel: the time to compile it grows faster than they do


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, len(_SUB_GROUPS), _ROWS))
def test_sub_groups(first: int) -> None:
    """A whole sub-group, and one of 20 lanes, which is the last of a threadgroup."""
    rows = _SUB_GROUPS[first : first + _ROWS]
    body, declarations = _calls(rows, _COUNT)
    x = np.random.default_rng(4).integers(-50, 50, 52, dtype=np.int32)
    x[:32] %= 2
    output = run_kernel(kernel(body, *declarations), x, len(rows) * _COUNT, 52, 64).view(np.int32)
    for row, (name, _, _, model) in zip(output.reshape(-1, _COUNT).tolist(), rows, strict=True):
        for start, size in ((0, 32), (32, 20)):
            values = [int(v) for v in x[start : start + size]]
            for n in range(size):
                with suppress(IndexError):  # what a lane that does not exist has is not defined
                    assert row[start + n] == _word(model(values, n)), (name, start, n)


@pytest.mark.long
def test_sub_groups_whose_lanes_are_not_all_active() -> None:
    """In divergent code the lanes that are active are the group."""
    rows = [row for row in _SUB_GROUPS if "non_uniform" in row[0] and "broadcast" not in row[0]]
    body, declarations = _calls(rows, _COUNT)
    body = f"""%even = and i32 %w, 1
  %odd = icmp eq i32 %even, 1
  br i1 %odd, label %inside, label %after
inside:
  {body}
  br label %after
after:"""
    x = np.arange(64, dtype=np.int32) * 3 + 1
    output = run_kernel(kernel(body, *declarations), x, len(rows) * _COUNT, 64).view(np.int32).reshape(-1, _COUNT)
    for row, (name, _, _, model) in zip(output.tolist(), rows, strict=True):
        for start in (0, 32):
            lanes = [n for n in range(start, start + 32) if x[n] & 1]
            for place, n in enumerate(lanes):
                assert row[n] == _word(model([int(x[m]) for m in lanes], place)), (name, n)


@pytest.mark.parametrize(
    ("letter", "type_", "dtype"),
    [("j", "i32", np.uint32), pytest.param("l", "i64", np.int64, marks=pytest.mark.long), ("f", "float", np.float32)],
)
def test_sub_groups_of_other_numbers(letter: str, type_: str, dtype: Any) -> None:
    names = ["reduce_min", "scan_inclusive_max", "scan_exclusive_add", "reduce_add", "clustered_reduce_max"]
    body = "%z = sext i32 %w to i64\n  " if letter == "l" else f"%z = bitcast i32 %w to {type_}\n  "
    declarations = []
    for number, name in enumerate(names):
        more, mangled = (", i32 16", "j") if "clustered" in name else ("", "")
        function = f"_Z{len(name) + 10}sub_group_{name}{letter}{mangled}"
        body += f"""%r{number} = call spir_func {type_} @{function}({type_} %z{more})
  %o{number} = getelementptr {type_}, ptr addrspace(1) %out, i64 {number * _COUNT}
  %q{number} = getelementptr {type_}, ptr addrspace(1) %o{number}, i64 %i
  store {type_} %r{number}, ptr addrspace(1) %q{number}
  """
        declarations.append(f"{type_} @{function}({type_}{', i32' if more else ''})")
    x = np.random.default_rng(4).integers(-50, 50, _COUNT, dtype=np.int32)
    inputs = x.view(np.uint32) if letter == "j" else x.astype(dtype)
    words = x.view(np.uint32) if letter == "l" else inputs.view(np.uint32)
    size = len(names) * _COUNT * np.dtype(dtype).itemsize // 4
    output = run_kernel(kernel(body, *declarations), words, size).view(dtype).reshape(-1, _COUNT)
    for start in (0, 32):
        v = inputs[start : start + 32]
        part = output[:, start : start + 32]
        assert (part[0] == v.min()).all()
        assert (part[1] == np.maximum.accumulate(v)).all()
        assert (part[2] == np.concatenate([[0], np.cumsum(v, dtype=dtype)[:-1]])).all()
        assert (part[3] == v.sum(dtype=dtype)).all()
        assert (part[4] == np.repeat(v.reshape(2, 16).max(axis=1), 16)).all()


@pytest.mark.parametrize(("threads", "group"), [(50, 50), only_long(40, 8), only_long(64, 64), only_long(100, 100)])
def test_work_groups(threads: int, group: int) -> None:
    """Of whole simdgroups, with a part of one at the end, of less than one."""
    size = 128
    body, declarations = _calls(_WORK_GROUPS, size)
    x = np.random.default_rng(4).integers(-50, 50, threads, dtype=np.int32)
    output = run_kernel(kernel(body, *declarations), x, len(_WORK_GROUPS) * size, threads, group).view(np.int32)
    for row, (name, _, _, model) in zip(output.reshape(-1, size).tolist(), _WORK_GROUPS, strict=True):
        for start in range(0, threads, group):
            values = [int(v) for v in x[start : start + group]]
            assert row[start : start + group] == [model(values, n) for n in range(len(values))], (name, start)


_MASKS: list[tuple[str, str, str, str, Callable[[int, int], int]]] = [
    # name, types, operands after the mask, result, a model of the mask and the lane
    ("sub_group_inverse_ballot", "Dv4_j", "", "i32", lambda m, n: m >> n & 1),
    ("sub_group_ballot_bit_extract", "Dv4_jj", ", i32 %w", "i32", lambda m, n: m >> n & 1),
    ("sub_group_ballot_bit_count", "Dv4_j", "", "i32", lambda m, n: bin(m).count("1")),
    ("sub_group_ballot_inclusive_scan", "Dv4_j", "", "i32", lambda m, n: bin(m & ((2 << n) - 1)).count("1")),
    ("sub_group_ballot_exclusive_scan", "Dv4_j", "", "i32", lambda m, n: bin(m & ((1 << n) - 1)).count("1")),
    ("sub_group_ballot_find_lsb", "Dv4_j", "", "i32", lambda m, n: (m & -m).bit_length() - 1),
    ("sub_group_ballot_find_msb", "Dv4_j", "", "i32", lambda m, n: m.bit_length() - 1),
]
_RELATIONS = {"eq": operator.eq, "le": operator.le, "lt": operator.lt, "ge": operator.ge, "gt": operator.gt}
OTHERS = ("sub_group_ballot", *(f"get_sub_group_{relation}_mask" for relation in _RELATIONS))


def test_masks_of_lanes() -> None:
    """Ballots of the lanes whose number divided by three leaves a rest, and what is asked of them."""
    body = """%three = urem i32 %w, 3
  %m = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 %three)
  %first = extractelement <4 x i32> %m, i32 0
  %last = extractelement <4 x i32> %m, i32 3
  %ballot = or i32 %first, %last
  store i32 %ballot, ptr addrspace(1) %op
  """
    declarations = ["<4 x i32> @_Z16sub_group_balloti(i32)"]
    for number, relation in enumerate(_RELATIONS):
        function = f"_Z21get_sub_group_{relation}_maskv"
        body += f"""%a{number} = call spir_func <4 x i32> @{function}()
  %b{number} = extractelement <4 x i32> %a{number}, i32 0
  %p{number} = getelementptr i32, ptr addrspace(1) %op, i64 {32 * (number + 1)}
  store i32 %b{number}, ptr addrspace(1) %p{number}
  """
        declarations.append(f"<4 x i32> @{function}()")
    rows = len(_RELATIONS) + 1
    for number, (name, types, operands, result, _) in enumerate(_MASKS, rows):
        function = f"_Z{len(name)}{name}{types}"
        body += f"""%r{number} = call spir_func {result} @{function}(<4 x i32> %m{operands})
  %p{number} = getelementptr i32, ptr addrspace(1) %op, i64 {32 * number}
  store i32 %r{number}, ptr addrspace(1) %p{number}
  """
        declarations.append(f"{result} @{function}(<4 x i32>{', i32' if operands else ''})")
    x = np.arange(32, dtype=np.int32)
    output = run_kernel(kernel(body, *declarations), x, 32 * (rows + len(_MASKS)), 32).reshape(-1, 32).tolist()
    mask = sum(1 << n for n in range(32) if n % 3)
    assert output[0] == [mask] * 32
    for row, relation in zip(output[1:], _RELATIONS.values(), strict=False):
        assert row == [sum(1 << n for n in range(32) if relation(n, lane)) for lane in range(32)]
    for row, (name, *_, model) in zip(output[rows:], _MASKS, strict=True):
        assert row == [model(mask, n) for n in range(32)], name


TESTED = {name for name, *_ in (*_SUB_GROUPS, *_WORK_GROUPS, *_MASKS)} | set(OTHERS)
"""The rows that these tests run."""


@pytest.mark.parametrize("name", ["strong", "weak"])
@pytest.mark.parametrize("explicit", ["", "_explicit"])
def test_exchanges_if_the_expected_value_is_there(name: str, explicit: str) -> None:
    """The second operand points to what is expected, and gets what was there."""
    full = f"atomic_compare_exchange_{name}{explicit}"
    orders, values, types = ("12memory_orderS3_", ", i32 0, i32 0", ", i32, i32") if explicit else ("", "", "")
    function = f"_Z{len(full)}{full}PU3AS1VU7_AtomiciPii{orders}"
    body = f"""%e = alloca i32
  store i32 0, ptr %e
  %first = and i32 %w, 1
  store i32 %first, ptr %e
  %c = call spir_func zeroext i1 @{function}(ptr addrspace(1) %op, ptr %e, i32 9{values})
  %l = load i32, ptr %e
  %n = zext i1 %c to i32
  %s = shl i32 %n, 8
  %t = or i32 %s, %l
  %q = getelementptr i32, ptr addrspace(1) %op, i64 {_COUNT}
  store i32 %t, ptr addrspace(1) %q"""
    text = kernel(body, f"i1 @{function}(ptr addrspace(1), ptr, i32{types})").replace("zeroext ", "")
    x = np.arange(_COUNT, dtype=np.int32)
    output = run_kernel(text, x, 2 * _COUNT).reshape(2, -1).tolist()
    assert output[0] == [0 if n & 1 else 9 for n in range(_COUNT)]
    assert output[1] == [0 if n & 1 else 256 for n in range(_COUNT)]


@pytest.mark.parametrize("explicit", ["", "_explicit"])
def test_flags(explicit: str) -> None:
    set_, clear = f"atomic_flag_test_and_set{explicit}", f"atomic_flag_clear{explicit}"
    order, value, type_ = ("12memory_order", ", i32 0", ", i32") if explicit else ("", "", "")
    names = [f"_Z{len(n)}{n}PU3AS1VU7_Atomici{order}" for n in (set_, clear)]
    body = f"""%a = call spir_func i1 @{names[0]}(ptr addrspace(1) %op{value})
  %b = call spir_func i1 @{names[0]}(ptr addrspace(1) %op{value})
  call spir_func void @{names[1]}(ptr addrspace(1) %op{value})
  %c = call spir_func i1 @{names[0]}(ptr addrspace(1) %op{value})
  %x1 = zext i1 %a to i32
  %x2 = zext i1 %b to i32
  %x3 = zext i1 %c to i32
  %y = shl i32 %x2, 1
  %z = shl i32 %x3, 2
  %s = or i32 %x1, %y
  %t = or i32 %s, %z
  store i32 %t, ptr addrspace(1) %op"""
    text = kernel(body, f"i1 @{names[0]}(ptr addrspace(1){type_})", f"void @{names[1]}(ptr addrspace(1){type_})")
    assert set(run_kernel(text, np.zeros(_COUNT, np.int32)).tolist()) == {2}
