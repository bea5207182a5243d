"""Every row of the tables of NVPTX, AMDGPU and SPIR-V has a value: each is called and compared with a model.

What tests elsewhere run more widely (edge values, segments, masks) is here once more with one operand, so that a row
that nobody runs fails the suite. The models are of 32 lanes whose values `_X` are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import pytest

from mtlb.air import read_entry_points
from mtlb.convert import ConvertOptions, convert_bytes, nvvm
from mtlb.convert.integers import INTEGERS
from mtlb.convert.legalise import _family
from mtlb.convert.math import MATH
from mtlb.convert.sources import SOURCE_TABLES, SourceTarget
from mtlb.cpu import run

from .test_conventions import _dp2a, _dp4a, _dpp, _field, _perm, _prmt, _shuffled, _swizzled, many
from .test_values import _CALLS

_X = [(7 * n * n + 3 * n + 1) % 8191 for n in range(32)]
_ALL = 0xFFFFFFFF


class _Case(NamedTuple):
    """`body` makes %r of %v, of %odd and of %p, the address of %v; `model`: of a lane."""

    body: str
    declaration: str
    model: Callable[[int], int]


def _call(name: str, result: str, operands: str, after: str = "") -> tuple[str, str]:
    """A call that makes %r.q, or %r if nothing comes after it."""
    types = ", ".join(re.findall(r"(ptr addrspace\(\d\)|<[^>]*>|\w+) [^,]+", operands))
    target = "" if result == "void" else "%r.q = " if after else "%r = "
    return f"{target}call {result} @{name}({operands})\n  {after}", f"declare {result} @{name}({types})"


def _plain(name: str, operands: str, model: Callable[[int], int]) -> _Case:
    return _Case(*_call(name, "i32", operands), model)


def _of_floats(name: str, operands: str, model: Callable[[int], int]) -> _Case:
    body, declaration = _call(name, "float", operands.replace("%v", "%r.f"), "%r = bitcast float %r.q to i32")
    return _Case("%r.f = bitcast i32 %v to float\n  " + body, declaration, model)


def _hint(name: str, operands: str = "") -> _Case:
    """What computes nothing."""
    body, declaration = _call(name, "void", operands, "%r = add i32 %v, 5")
    return _Case(body, declaration, lambda n: _X[n] + 5)


_SHARED = "@rows.shared = internal addrspace(3) global [64 x i32] undef"


def _exchange(name: str, operands: str = "", result: str = "void") -> _Case:
    """A barrier: each thread reads what another one wrote before it."""
    body, declaration = _call(name, result, operands, " ")
    again = body.replace("%r.q", "%r.again")
    address = "getelementptr i32, ptr addrspace(3) @rows.shared, i32"
    body = f"""%r.a = {address} %t
  store i32 %v, ptr addrspace(3) %r.a
  {body}
  %r.o = xor i32 %t, 31
  %r.b = {address} %r.o
  %r = load i32, ptr addrspace(3) %r.b
  {again}"""
    return _Case(body, f"{declaration}\n{_SHARED}", lambda n: _X[n ^ 31])


# --- NVPTX -----------------------------------------------------------------------------------------------------------


def _shuffles() -> dict[str, _Case]:
    shuffles = {}
    for sync in ("sync.", ""):
        for mode in ("bfly", "down", "up", "idx"):
            for word, type_ in (("i32", "i32"), ("f32", "float")):
                control = (16 << 8) | (0 if mode == "up" else 31)
                operands = (
                    f"{'i32 -1, ' if sync else ''}{type_} {'%r.f' if word == 'f32' else '%v'}, i32 3, i32 {control}"
                )
                first = "%r.f = bitcast i32 %v to float\n  "
                last = "%r = bitcast float %r.m to i32" if word == "f32" else "%r = add i32 %r.m, 0"
                name = f"llvm.nvvm.shfl.{sync}{mode}.{word}"
                body, declaration = _call(name, type_, operands, last.replace("%r.m", "%r.q"))
                shuffles[name] = _Case(
                    first + body, declaration, lambda n, m=mode, c=control: _shuffled(m, _X, n, 3, c)[0]
                )
                body, declaration = _call(f"{name}p", f"{{ {type_}, i1 }}", operands, "")
                body = body.replace("%r = ", "%r.q = ")
                body += f"%r.m = extractvalue {{ {type_}, i1 }} %r.q, 0\n  {last.replace('%r = ', '%r.w = ')}\n  "
                body += f"%r.b = extractvalue {{ {type_}, i1 }} %r.q, 1\n  %r.z = zext i1 %r.b to i32\n  "
                body += "%r.h = shl i32 %r.z, 16\n  %r = or i32 %r.w, %r.h"

                def model(n: int, m: str = mode, c: int = control) -> int:
                    value, inside = _shuffled(m, _X, n, 3, c)
                    return int(value) | inside << 16

                shuffles[f"{name}p"] = _Case(first + body, declaration, model)
    return shuffles


_ODD = [bool(v & 1) for v in _X]
_BITS = sum(1 << n for n in range(32) if _ODD[n])


def _votes() -> dict[str, _Case]:
    votes = {}
    for sync in (".sync", ""):
        first = "i32 -1, " if sync else ""
        for mode, value in (("any", any(_ODD)), ("all", all(_ODD)), ("uni", len(set(_ODD)) == 1)):
            name = f"llvm.nvvm.vote.{mode}{sync}"
            body, declaration = _call(name, "i1", f"{first}i1 %odd", "%r = zext i1 %r.q to i32")
            votes[name] = _Case(body, declaration, lambda n, v=value: int(v))
        name = f"llvm.nvvm.vote.ballot{sync}"
        votes[name] = _plain(name, f"{first}i1 %odd", lambda n: _BITS)
    return votes


_WAVE = {
    "add": sum(_X) & _ALL,
    **dict.fromkeys(("min", "umin"), min(_X)),
    **dict.fromkeys(("max", "umax"), max(_X)),
    "and": int(np.bitwise_and.reduce(_X)),
    "or": int(np.bitwise_or.reduce(_X)),
    "xor": int(np.bitwise_xor.reduce(_X)),
}
_SIZES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "f16": 2, "bf16": 2, "f32": 4}
_LLVM = {"f16": "half", "bf16": "bfloat", "f32": "float"}


def _loads() -> dict[str, _Case]:
    """`ldg.global`: the last element of what is at a multiple of 32 bytes."""
    entry = {}
    memory = np.array(_X, np.uint32).tobytes()
    for kind, words in (("i", ("i8", "i16", "i32", "i64")), ("f", ("f16", "bf16", "f32"))):
        for word in words:
            for count in (1, 2, 4):
                type_, size = _LLVM.get(word, word), _SIZES[word]
                full = type_ if count == 1 else f"<{count} x {type_}>"
                for space in (".p1", ".p0", ""):
                    name = f"llvm.nvvm.ldg.global.{kind}.{f'v{count}' if count > 1 else ''}{word}{space}"
                    pointer = "ptr %r.g" if space == ".p0" else "ptr addrspace(1) %r.a"
                    body, declaration = _call(name, full, f"{pointer}, i32 {size}", " ")
                    declaration = f"declare {full} @{name}({pointer.rpartition(' ')[0]}, i32)"
                    last = f"extractelement {full} %r.q, i32 {count - 1}" if count > 1 else f"freeze {type_} %r.q"
                    integer = f"i{8 * size}"
                    resize = {4: "add i32 %r.i, 0", 8: "trunc i64 %r.i to i32"}.get(size, f"zext {integer} %r.i to i32")
                    body = f"""%r.k = and i32 %t, 3
  %r.n = shl i32 %r.k, 3
  %r.a = getelementptr i32, ptr addrspace(1) %x, i32 %r.n
  %r.g = addrspacecast ptr addrspace(1) %r.a to ptr
  {body}
  %r.e = {last}
  %r.i = bitcast {type_} %r.e to {integer}
  %r = {resize}"""

                    def model(n: int, size: int = size, last: int = (count - 1) * size) -> int:
                        start = (n & 3) * 32 + last
                        return int.from_bytes(memory[start : start + size][:4], "little")

                    entry[name] = _Case(body, declaration, model)
    return entry


def _counters() -> dict[str, _Case]:
    """What was there, and above it what is there afterwards; half of the values are at the limit or behind it."""
    counters = {}
    for kind in ("inc", "dec"):
        for space in ("p0", "p1", "p3"):
            name = f"llvm.nvvm.atomic.load.{kind}.32.{space}"
            pointer = {"p0": "ptr %r.g", "p1": "ptr addrspace(1) %p", "p3": "ptr addrspace(3) %r.s"}[space]
            body, _ = _call(name, "i32", f"{pointer}, i32 16", " ")
            body = f"""%r.s = getelementptr i32, ptr addrspace(3) @rows.shared, i32 %t
  %r.g = addrspacecast ptr addrspace(1) %p to ptr
  %r.v = and i32 %v, 31
  store i32 %r.v, {pointer}
  {body}
  %r.n = load i32, {pointer}
  store i32 %v, ptr addrspace(1) %p
  %r.h = shl i32 %r.n, 16
  %r = or i32 %r.q, %r.h"""

            def model(n: int, kind: str = kind) -> int:
                old = _X[n] & 31
                if kind == "inc":
                    return old | (0 if old >= 16 else old + 1) << 16
                return old | (16 if old == 0 or old > 16 else old - 1) << 16

            counters[name] = _Case(body, f"declare i32 @{name}({pointer.rpartition(' ')[0]}, i32)\n{_SHARED}", model)
    return counters


def _matrices(count: int, trans: str, space: str) -> tuple[str, _Case]:
    """The rows of all matrices are the 128 bytes of `_X`, eight words for two lanes."""
    name = f"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x{count}{trans}.b16{space}"
    result = "i32" if count == 1 else "{ " + ", ".join(["i32"] * count) + " }"
    pointer = "ptr %r.g" if space == ".p0" else "ptr addrspace(3) %r.s"
    last = "%r = add i32 %r.q, 0" if count == 1 else f"%r = extractvalue {result} %r.q, {count - 1}"
    body = f"""%r.a = getelementptr i32, ptr addrspace(3) @rows.shared, i32 %t
  store i32 %v, ptr addrspace(3) %r.a
  call void @llvm.nvvm.barrier0()
  %r.k = and i32 %t, 7
  %r.n = shl i32 %r.k, 2
  %r.s = getelementptr i32, ptr addrspace(3) @rows.shared, i32 %r.n
  %r.g = addrspacecast ptr addrspace(3) %r.s to ptr
  {_call(name, result, f"{pointer}", " ")[0]}
  {last}
  call void @llvm.nvvm.barrier0()"""
    halves = np.array(_X, np.uint32).view(np.uint16).reshape(8, 8)
    whole = halves.T if trans else halves
    declaration = (
        f"declare {result} @{name}({pointer.rpartition(' ')[0]})\n{_SHARED}\ndeclare void @llvm.nvvm.barrier0()"
    )
    return name, _Case(
        body, declaration, lambda n: int(whole[n // 4, 2 * (n % 4)]) | int(whole[n // 4, 2 * (n % 4) + 1]) << 16
    )


_NVPTX: dict[str, _Case] = {
    **{f"llvm.nvvm.{n}": _exchange(f"llvm.nvvm.{n}", o) for n, o in (("barrier0", ""), ("bar.warp.sync", "i32 -1"))},
    **{
        f"llvm.nvvm.{n}": _exchange(f"llvm.nvvm.{n}", "i32 0")
        for n in ("barrier.sync", "bar.sync", "barrier.cta.sync.aligned.all", "barrier.cta.sync.all")
    },
    **{f"llvm.nvvm.membar.{n}": _hint(f"llvm.nvvm.membar.{n}") for n in ("cta", "gl", "sys")},
    **_shuffles(),
    **_votes(),
    "llvm.nvvm.activemask": _plain("llvm.nvvm.activemask", "", lambda n: _ALL),
    **{
        f"llvm.nvvm.redux.sync.{n}": _plain(f"llvm.nvvm.redux.sync.{n}", "i32 %v, i32 -1", lambda lane, v=v: v)
        for n, v in _WAVE.items()
    },
    "llvm.nvvm.prmt": _plain("llvm.nvvm.prmt", "i32 %v, i32 77, i32 %v", lambda n: _prmt(_X[n], 77, _X[n])),
    **{
        f"llvm.nvvm.idp4a.{a}.{b}": _plain(
            f"llvm.nvvm.idp4a.{a}.{b}",
            "i32 %v, i32 -2023406815, i32 9",
            lambda n, a=a, b=b: _dp4a(_X[n], 0x87654321, 9, a == "s", b == "s") & _ALL,
        )
        for a in "su"
        for b in "su"
    },
    **{
        f"llvm.nvvm.idp2a.{a}.{b}": _plain(
            f"llvm.nvvm.idp2a.{a}.{b}",
            "i32 %v, i32 -2023406815, i1 true, i32 9",
            lambda n, a=a, b=b: _dp2a(_X[n], 0x87654321, 9, a == "s", b == "s", True) & _ALL,
        )
        for a in "su"
        for b in "su"
    },
    **_loads(),
    **_counters(),
    "llvm.nvvm.nanosleep": _hint("llvm.nvvm.nanosleep", "i32 100"),
    "llvm.nvvm.pm.event.mask": _hint("llvm.nvvm.pm.event.mask", "i16 1"),
    "llvm.nvvm.cp.async.commit.group": _hint("llvm.nvvm.cp.async.commit.group"),
    "llvm.nvvm.cp.async.wait.group": _hint("llvm.nvvm.cp.async.wait.group", "i32 1"),
    "llvm.nvvm.cp.async.wait.all": _hint("llvm.nvvm.cp.async.wait.all"),
    "llvm.nvvm.fence.proxy.async": _hint("llvm.nvvm.fence.proxy.async"),
    "__nvvm_reflect": _plain("__nvvm_reflect", "ptr null", lambda n: 0),
    **dict(_matrices(c, t, s) for c in (1, 2, 4) for t in ("", ".trans") for s in ("", ".p3", ".p0")),
    **{
        f"llvm.nvvm.read.ptx.sreg.lanemask.{relation}": _plain(
            f"llvm.nvvm.read.ptx.sreg.lanemask.{relation}", "", lambda n, r=r: sum(1 << m for m in range(32) if r(m, n))
        )
        for relation, r in (
            ("eq", lambda m, n: m == n),
            ("le", lambda m, n: m <= n),
            ("lt", lambda m, n: m < n),
            ("ge", lambda m, n: m >= n),
            ("gt", lambda m, n: m > n),
        )
    },
}

# --- AMDGPU ----------------------------------------------------------------------------------------------------------


def _amd(name: str, operands: str, model: Callable[[int], int]) -> tuple[str, _Case]:
    make = _of_floats if name.endswith("f32") else _plain
    if make is _of_floats:
        operands = operands.replace("i32 %v", "float %v").replace("i32 1000", "float poison")
    return f"llvm.amdgcn.{name}", make(f"llvm.amdgcn.{name}", operands, model)


def _mathematics(name: str, model: Callable[[np.floating], np.floating], operands: str = "") -> tuple[str, _Case]:
    """Of 1, 2, 4 … or of an eighth of the lane's number: numbers whose results are the same everywhere, rounded."""
    body, declaration = _call(f"llvm.amdgcn.{name}.f32", "float", f"float %r.f{operands}", " ")
    body = f"""%r.n = uitofp i32 %t to float
  %r.s = fadd float %r.n, 1.0
  %r.f = fmul float %r.s, 0.125
  {body}
  %r.t = fmul float %r.q, 4096.0
  %r.u = fadd float %r.t, 20000.5
  %r = fptoui float %r.u to i32"""
    return f"llvm.amdgcn.{name}.f32", _Case(
        body, declaration, lambda n: int(np.floor(float(model(np.float64((n + 1) / 8))) * 4096 + 20000.5))
    )


def _low24(v: int) -> int:
    return (v & 0xFFFFFF) - ((v >> 23 & 1) << 24)


_AMDGPU: dict[str, _Case] = {
    "llvm.amdgcn.s.barrier": _exchange("llvm.amdgcn.s.barrier"),
    "llvm.amdgcn.wave.barrier": _exchange("llvm.amdgcn.wave.barrier"),
    **dict(_amd(f"readfirstlane{w}", "i32 %v", lambda n: _X[0]) for w in ("", ".i32", ".f32")),
    **dict(_amd(f"readlane{w}", "i32 %v, i32 9", lambda n: _X[9]) for w in ("", ".i32", ".f32")),
    **dict([_amd("ballot.i32", "i1 %odd", lambda n: _BITS)]),
    "llvm.amdgcn.ballot.i64": _Case(
        *_call("llvm.amdgcn.ballot.i64", "i64", "i1 %odd", "%r = trunc i64 %r.q to i32"), lambda n: _BITS
    ),
    **dict(
        [
            _amd("ds.bpermute", "i32 %v, i32 %v", lambda n: _X[_X[n] // 4 % 32]),
            _amd("mbcnt.lo", "i32 %v, i32 2", lambda n: bin(_X[n] & ((1 << n) - 1)).count("1") + 2),
            _amd("mbcnt.hi", "i32 %v, i32 2", lambda n: 2),
            _amd("wavefrontsize", "", lambda n: 32),
            *(_amd(f"mul.u24{w}", "i32 %v, i32 -5", lambda n: _X[n] * (-5 & 0xFFFFFF) & _ALL) for w in ("", ".i32")),
            *(_amd(f"mul.i24{w}", "i32 %v, i32 -5", lambda n: _low24(_X[n]) * -5 & _ALL) for w in ("", ".i32")),
            _amd("ubfe.i32", "i32 %v, i32 2, i32 5", lambda n: _field(_X[n], 2, 5, False)),
            _amd("sbfe.i32", "i32 %v, i32 2, i32 5", lambda n: _field(_X[n], 2, 5, True)),
            _amd("perm", "i32 %v, i32 77, i32 %v", lambda n: _perm(_X[n], 77, _X[n])),
            _amd("alignbit", "i32 %v, i32 77, i32 5", lambda n: (_X[n] << 32 | 77) >> 5 & _ALL),
            _amd("ds.swizzle", "i32 %v, i32 32817", lambda n: _X[_swizzled(n, 32817)]),
            *(
                _amd(
                    f"update.dpp.{w}",
                    "i32 1000, i32 %v, i32 273, i32 15, i32 15, i1 true",
                    lambda n: 0 if (source := _dpp(n, 273)) is None else _X[source],
                )
                for w in ("i32", "f32")
            ),
            *(
                _amd(
                    f"permlane{x}16{w}",
                    "i32 1000, i32 %v, i32 1985229328, i32 -19088744, i1 true, i1 false",
                    lambda n, x=x: _X[(n & 16 ^ (16 if x else 0)) + (0xFEDCBA9876543210 >> 4 * (n & 15) & 15)],
                )
                for x in ("", "x")
                for w in ("", ".i32")
            ),
            *(_amd(f"wave.reduce.{n}.i32", "i32 %v, i32 0", lambda lane, v=v: v) for n, v in _WAVE.items()),
            _mathematics("rcp", lambda x: 1 / x),
            _mathematics("exp2", lambda x: np.exp2(x)),
            _mathematics("log", lambda x: np.log2(x)),
            _mathematics("sqrt", lambda x: np.sqrt(x)),
            _mathematics("rsq", lambda x: 1 / np.sqrt(x)),
            _mathematics("fract", lambda x: x - np.floor(x)),
            _mathematics("fmed3", lambda x: np.clip(x, 1.5, 2.5), ", float 1.5, float 2.5"),
            _mathematics("sin", lambda x: np.sin(2 * np.pi * x)),
            _mathematics("cos", lambda x: np.cos(2 * np.pi * x)),
        ]
    ),
    **{f"llvm.amdgcn.{n}": _hint(f"llvm.amdgcn.{n}", "i32 0") for n in ("s.waitcnt", "iglp.opt", "sched.barrier")},
    "llvm.amdgcn.s.sleep": _hint("llvm.amdgcn.s.sleep", "i32 1"),
    "llvm.amdgcn.s.setprio": _hint("llvm.amdgcn.s.setprio", "i16 1"),
    "llvm.amdgcn.sched.group.barrier": _hint("llvm.amdgcn.sched.group.barrier", "i32 1, i32 1, i32 0"),
}
_ELSEWHERE = {f"llvm.amdgcn.wmma.f32.16x16x16.{kind}" for kind in ("f16.v8f32.v16f16", "bf16.v8f32.v16i16")}
"""Rows whose operands are too many for this: test_tiles.py runs them."""


def _checked(target: str, cases: dict[str, _Case]) -> None:
    calls = [f"{case.body};{case.declaration}" for case in cases.values()]
    unique: dict[str, None] = {}
    for place, call in enumerate(calls):
        body, _, declarations = call.partition(";")
        kept = [declaration for declaration in declarations.split("\n") if declaration not in unique]
        unique |= dict.fromkeys(kept)
        calls[place] = f"{body};" + "\n".join(kept)
    actual = many(target, calls, np.array(_X, np.uint32), 32, 32)
    for (name, case), row in zip(cases.items(), actual.tolist(), strict=True):
        assert row == [case.model(n) & _ALL for n in range(32)], name


_TABLES = {"nvptx": _NVPTX, "amdgcn": _AMDGPU}
_PART = 48


@pytest.mark.long
@pytest.mark.parametrize(
    ("target", "first"), [(t, first) for t, cases in _TABLES.items() for first in range(0, len(cases), _PART)]
)
def test_every_function_computes_its_model(target: str, first: int) -> None:
    _checked(target, dict(list(_TABLES[target].items())[first : first + _PART]))


def test_every_function_of_a_table_has_a_model() -> None:
    for target, source in (("nvptx", "nvptx"), ("amdgcn", "amdgpu")):
        table = SOURCE_TABLES[source]
        names = {*table.functions, *table.derived} - _ELSEWHERE
        assert names == set(_TABLES[target])


# --- the operations of NVVM ------------------------------------------------------------------------------------------


def _operation(
    name: str, model: Callable[..., float], result: str = "float", types: Sequence[str] = ("float",)
) -> tuple[str, _Case]:
    """An operation of eighths of the lane's number (of halves where it rounds), 1.5 and -2.25, or of integers.

    Floats are compared in whole 4096ths.

    `name` is what comes after `llvm.nvvm.`, or the whole name.
    """
    inputs = {"float": ["%r.f", "1.5", "-2.25"], "i32": ["%r.v", "77", "-5"], "i64": ["%r.l", "77", "-5"]}
    operands = ", ".join(f"{type_} {inputs[type_][n]}" for n, type_ in enumerate(types))
    full = name if name.startswith("llvm.") else f"llvm.nvvm.{name}"
    scale = (
        1.0 if re.match(r"(llvm\.nvvm\.)?(round|f2u?[il]|llvm\.l?l?round|llvm\.l?l?rint)", name) else 0.125
    )  # halves
    end = {
        "float": "%r.t = fmul float %r.q, 4096.0\n  %r.u = fadd float %r.t, 200000.5\n  %r = fptosi float %r.u to i32",
        "i32": "%r = add i32 %r.q, 0",
        "i16": "%r = zext i16 %r.q to i32",
        "i64": "%r.s = lshr i64 %r.q, 3\n  %r = trunc i64 %r.s to i32",
    }[result]
    body, declaration = _call(full, result, operands, end)
    body = f"""%r.n = sitofp i32 %t to float
  %r.s0 = fadd float %r.n, -15.5
  %r.f = fmul float %r.s0, {scale}
  %r.w = mul i32 %v, 524287
  %r.v = sub i32 %r.w, 1000000
  %r.l0 = sext i32 %r.v to i64
  %r.l = mul i64 %r.l0, 1234567
  {body}"""

    def computed(n: int) -> int:
        word = _signed32(_X[n] * 524287 - 1000000)
        first = {"float": (n - 15.5) * scale, "i32": word, "i64": word * 1234567}[types[0]]
        second, third = (1.5, -2.25) if types[0] == "float" else (77, -5)
        actual = model(*(first, second, third)[: len(types)])
        if result == "float":
            return int(np.trunc(np.float32(np.float32(actual) * np.float32(4096)) + np.float32(200000.5)))
        return int(actual) >> 3 if result == "i64" else int(actual)

    return name, _Case(body, declaration, computed)


def _signed32(v: int) -> int:
    return (v + 2**31) % 2**32 - 2**31


def _clamp(v: float, low: int, high: int) -> int:
    return int(min(max(v, low), high))


_ROUNDS = {"rn": np.rint, "rz": np.trunc, "rm": np.floor, "rp": np.ceil}
_RANGES = {"f2i": (-(2**31), 2**31 - 1), "f2ui": (0, 2**32 - 1), "f2ll": (-(2**63), 2**63 - 1), "f2ull": (0, 2**64 - 1)}
_NVVM: dict[str, _Case] = dict(
    [
        *(_operation(f"{n}.{w}", m) for n, m in (("floor", np.floor), ("ceil", np.ceil)) for w in ("f", "ftz.f")),
        *(_operation(f"{n}.f", m) for n, m in (("trunc", np.trunc), ("round", np.rint), ("fabs", abs))),
        *(_operation(f"{n}.approx.f", m) for n, m in (("sin", np.sin), ("cos", np.cos), ("ex2", np.exp2))),
        _operation("tanh.approx.f32", np.tanh),
        _operation("saturate.f", lambda x: min(max(x, 0.0), 1.0)),
        _operation("rcp.rn.f", lambda x: 1 / x),
        _operation("fma.rn.f", lambda x, y, z: x * y + z, types=("float",) * 3),
        *(
            _operation(f"{n}.f", m, types=("float",) * 2)
            for n, m in (
                *(("add.rn", lambda x, y: x + y), ("mul.rn", lambda x, y: x * y), ("div.approx", lambda x, y: x / y)),
                *(("fmin", min), ("fmax", max), ("fmin.nan", min), ("fmax.nan", max)),
            )
        ),
        *(
            _operation(
                f"{n}.{r}",
                lambda x, n=n, r=r: _clamp(_ROUNDS[r](x), *_RANGES[n]),
                "i32" if n in ("f2i", "f2ui") else "i64",
            )
            for n in _RANGES
            for r in _ROUNDS
        ),
        _operation("f2h.rn", lambda x: int(np.array([x], np.float16).view(np.uint16)[0]), "i16"),
        _operation("clz.i", lambda x: 32 - (x & _ALL).bit_length(), "i32", ("i32",)),
        _operation("clz.ll", lambda x: 64 - (x % 2**64).bit_length(), "i32", ("i64",)),
        _operation("popc.i", lambda x: bin(x & _ALL).count("1"), "i32", ("i32",)),
        _operation("popc.ll", lambda x: bin(x % 2**64).count("1"), "i32", ("i64",)),
        _operation("brev32", lambda x: int(f"{x & _ALL:032b}"[::-1], 2), "i32", ("i32",)),
        _operation("brev64", lambda x: int(f"{x % 2**64:064b}"[::-1], 2), "i64", ("i64",)),
        _operation("bitcast.f2i", lambda x: int(np.array([x], np.float32).view(np.int32)[0]), "i32"),
        _operation("mulhi.i", lambda x, y: x * y >> 32, "i32", ("i32", "i32")),
        _operation("mulhi.ui", lambda x, y: (x & _ALL) * y >> 32, "i32", ("i32", "i32")),
        _operation("mul24.i", lambda x, y: _low24(x & _ALL) * y, "i32", ("i32", "i32")),
        _operation("mul24.ui", lambda x, y: (x & 0xFFFFFF) * y, "i32", ("i32", "i32")),
        _operation("sad.i", lambda x, y, z: abs(x - y) + z, "i32", ("i32",) * 3),
        _operation("sad.ui", lambda x, y, z: abs((x & _ALL) - y) + z, "i32", ("i32",) * 3),
    ]
)


def _conversions() -> dict[str, _Case]:
    """Integers as floats, of which the bits are compared."""
    actual = {}
    for name, type_, bits in (("i2f", "i32", 0), ("ui2f", "i32", 32), ("ll2f", "i64", 0), ("ull2f", "i64", 64)):
        operation, case = _operation(f"{name}.rn", lambda x: 0, "i32", (type_,))
        body = case.body.replace(f"call i32 @llvm.nvvm.{operation}", f"call float @llvm.nvvm.{operation}")
        body = body.replace("%r = add i32 %r.q, 0", "%r = bitcast float %r.q to i32")

        def model(n: int, type_: str = type_, bits: int = bits) -> int:
            value = _signed32(_X[n] * 524287 - 1000000) * (1234567 if type_ == "i64" else 1)
            value = value % 2**bits if bits else value
            dtype = np.uint64 if bits else np.int64
            return int(np.array([value], dtype).astype(np.float32).view(np.uint32)[0])

        actual[operation] = _Case(body, case.declaration.replace("declare i32", "declare float"), model)
    return actual


def _roots() -> dict[str, _Case]:
    """Of positive numbers."""
    roots = {}
    for name, make in (("sqrt.rn.f", np.sqrt), ("rsqrt.approx.f", lambda x: 1 / np.sqrt(x)), ("lg2.approx.f", np.log2)):
        _, case = _operation(name, make)
        roots[name] = _Case(case.body.replace("-15.5", "1.0"), case.declaration, _root(make))
    return roots


def _root(make: Callable[[float], float]) -> Callable[[int], int]:
    return lambda n: int(np.trunc(np.float32(np.float32(make((n + 1) / 8)) * np.float32(4096)) + np.float32(200000.5)))


_NVVM |= {**_conversions(), **_roots()}


@pytest.mark.parametrize("first", range(0, len(_NVVM), 40))
def test_every_operation_of_nvvm(first: int) -> None:
    """Up to one 4096th, where the last bits of a formula may differ."""
    cases = dict(list(_NVVM.items())[first : first + 40])
    actual = many("nvptx", [f"{c.body};{c.declaration}" for c in cases.values()], np.array(_X, np.uint32), 32, 32)
    for (name, case), row in zip(cases.items(), actual.tolist(), strict=True):
        near = 1 if "fmul float %r.q, 4096.0" in case.body else 0
        for n in range(32):
            assert abs(row[n] - (case.model(n) & _ALL)) <= near, (name, n, row[n], case.model(n))


def test_every_operation_of_nvvm_has_a_model() -> None:
    names = {*nvvm._MATH, *nvvm._OPERATORS, *nvvm._TO_INTEGER, *nvvm._FROM_INTEGER, *nvvm._BITS}
    names |= {"bitcast", "mulhi", "mul24", "sad", "f2h", "rcp"}
    assert {name.partition(".")[0] for name in _NVVM} == names


# --- LLVM's intrinsics that test_values.py does not compare to the bit ------------------------------------------------


def _second(name: str, result: str, model: Callable[[float], float]) -> tuple[str, _Case]:
    """An intrinsic that returns two numbers: their sum."""
    full = f"llvm.{name}"
    _, case = _operation(full, model)
    struct = f"{{ float, {result} }}"
    body = case.body.replace(f"%r.q = call float @{full}(float %r.f)", f"%r.x = call {struct} @{full}(float %r.f)\n  @")
    more = f"%r.a = extractvalue {struct} %r.x, 0\n  %r.b = extractvalue {struct} %r.x, 1\n  "
    more += "%r.c = sitofp i32 %r.b to float\n  " if result == "i32" else "%r.c = fmul float %r.b, 3.0\n  "
    body = body.replace("@\n", more + "%r.q = fadd float %r.a, %r.c\n", 1)
    return full, _Case(body, case.declaration.replace("declare float", f"declare {struct}"), case.model)


def _away(x: float) -> float:
    return np.copysign(np.floor(abs(x) + 0.5), x)


_INTRINSICS: dict[str, _Case] = dict(
    [
        *(
            _operation(f"llvm.{n}.f32", getattr(np, n))
            for n in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "exp2")
        ),
        _operation("llvm.exp10.f32", lambda x: 10**x),
        _operation("llvm.atan.f32", np.arctan),
        _operation("llvm.atan2.f32", np.arctan2, types=("float",) * 2),
        *(
            _operation(f"llvm.{n}.f32", m, types=("float",) * 2)
            for n, m in (("minnum", min), ("maxnum", max), ("minimumnum", min), ("maximumnum", max))
        ),
        _operation("llvm.fmuladd.f32", lambda x, y, z: x * y + z, types=("float",) * 3),
        *(_operation(f"llvm.{n}.i32.f32", m, "i32") for n, m in (("lround", _away), ("lrint", np.rint))),
        *(_operation(f"llvm.{n}.i64.f32", m, "i64") for n, m in (("llround", _away), ("llrint", np.rint))),
        _second("sincos.f32", "float", lambda x: np.sin(x) + 3 * np.cos(x)),
        _second("modf.f32", "float", lambda x: x - np.trunc(x) + 3 * np.trunc(x)),
        _second("frexp.f32.i32", "i32", lambda x: sum(np.frexp(x))),
    ]
)
_DOMAINS: dict[str, tuple[Callable[[float], float], str, str]] = {
    # the model, and in place of -15.5 and 0.125: what is added to the lane's number, and what the sum is multiplied by
    **{n: (getattr(np, n), "1.0", "0.125") for n in ("log", "log2", "log10")},
    **{n: (getattr(np, f"arc{n[1:]}"), "-15.5", "0.0625") for n in ("asin", "acos")},
    "pow": (lambda x: x**1.5, "1.0", "0.125"),
}
for _name, (_model, _add, _scale) in _DOMAINS.items():
    _full = f"llvm.{_name}.f32"
    _, _case = _operation(_full, _model, types=("float",) * (2 if _name == "pow" else 1))
    _body = _case.body.replace("%r.n, -15.5", f"%r.n, {_add}").replace("%r.s0, 0.125", f"%r.s0, {_scale}")

    def _in_domain(n: int, m: Callable[..., float] = _model, a: float = float(_add), s: float = float(_scale)) -> int:
        return int(np.trunc(np.float32(np.float32(m((n + a) * s)) * np.float32(4096)) + np.float32(200000.5)))

    _INTRINSICS[_full] = _Case(_body, _case.declaration, _in_domain)


def test_every_intrinsic_of_llvm() -> None:
    """Up to one 4096th."""
    calls = [f"{c.body};{c.declaration}" for c in _INTRINSICS.values()]
    actual = many("nvptx", calls, np.array(_X, np.uint32), 32, 32)
    for (name, case), row in zip(_INTRINSICS.items(), actual.tolist(), strict=True):
        near = 0 if "round" in name or "rint" in name else 1
        for n in range(32):
            want = case.model(n)
            near_here = max(near, abs(want - 200000) >> 20)
            assert abs(row[n] - (want & _ALL)) <= near_here, (name, n, row[n], want)


def test_every_intrinsic_of_llvm_has_a_model() -> None:
    """Here or in test_values.py, which compares with what LLVM's JIT makes of the intrinsic itself."""
    tested = {_family(name.removeprefix("llvm.")) for name in (*_INTRINSICS, *(call[0] for call in _CALLS))}
    tested |= {f"{name}.with.overflow" for name in ("sadd", "uadd", "ssub", "usub", "smul", "umul")}
    tested |= {"stepvector"}
    assert sorted({*MATH, *INTEGERS} - tested) == []


def test_numbers_in_a_row() -> None:
    body, declaration = _call("llvm.stepvector.v4i32", "<4 x i32>", "", "%r.k = and i32 %t, 3\n  ")
    case = f"{body}%r = extractelement <4 x i32> %r.q, i32 %r.k;{declaration}"
    assert many("nvptx", [case], np.array(_X, np.uint32), 32, 32).tolist() == [[n & 3 for n in range(32)]]


# --- built-in values -------------------------------------------------------------------------------------------------

_GRID, _GROUP = (10, 6, 4), (4, 3, 2)  # the last threadgroups of x are of two threads


def _builtin(name: str, place: tuple[int, int, int], axis: int) -> int:
    """The built-in value of a thread at a place of the grid; threads of a group are counted row after row."""
    p, grid, group = place[axis], _GRID[axis], _GROUP[axis]
    sizes = [min(s, n - q // s * s) for q, n, s in zip(place, _GRID, _GROUP, strict=True)]
    local = [q % s for q, s in zip(place, _GROUP, strict=True)]
    index = local[0] + sizes[0] * (local[1] + sizes[1] * local[2])
    return {
        "thread_position_in_grid": p,
        "threads_per_grid": grid,
        "threadgroup_position_in_grid": p // group,
        "threadgroups_per_grid": -(-grid // group),
        "thread_position_in_threadgroup": p % group,
        "threads_per_threadgroup": sizes[axis],
        "dispatch_threads_per_threadgroup": group,
        "thread_index_in_simdgroup": index % 32,
        "threads_per_simdgroup": 32,
        "simdgroup_index_in_threadgroup": index // 32,
        "simdgroups_per_threadgroup": -(-sizes[0] * sizes[1] * sizes[2] // 32),
    }[name]


def _names(table: SourceTarget) -> list[tuple[str, str]]:
    """The functions that return built-in values, those of patterns in each of their types, and the value."""
    names = [(name, builtin.name) for name, builtin in table.builtins.items()]
    for pattern, builtin in table.patterns:
        if pattern.startswith("llvm"):
            names += [(pattern.replace("\\", "").replace("(32|64)", w), builtin.name) for w in ("32", "64")]
        else:
            own = re.sub(r"_Z\\d\+|\[ij\]", "", pattern)
            names += [(f"_Z{len(own)}{own}{letter}", builtin.name) for letter in "ij"]
    return names


_KERNELS = {
    "nvptx": ("nvptx64-nvidia-cuda", "ptx_kernel"),
    "amdgpu": ("amdgcn-amd-amdhsa", "amdgpu_kernel"),
    "spirv": ("spir64-unknown-unknown", "spir_kernel"),
}
_AXES: dict[str, Sequence[tuple[str, str]]] = {
    "nvptx": [("threadgroup_position_in_grid", "ctaid"), ("thread_position_in_threadgroup", "tid")],
    "amdgpu": [("threadgroup_position_in_grid", "workgroup.id"), ("thread_position_in_threadgroup", "workitem.id")],
}


def test_the_names_of_built_in_values_are_those_of_others() -> None:
    """As LLVM's IntrinsicsSPIRV.td, the SPIR-V back end's user guide and OpenCL C have them."""
    names = {name for name, _ in _names(SOURCE_TABLES["spirv"])}
    hlsl = ("thread.id", "global.size", "group.id", "num.workgroups", "thread.id.in.group", "workgroup.size")
    assert names >= {f"llvm.spv.{name}.i32" for name in hlsl}
    spirv = ("GlobalInvocationId", "GlobalSize", "WorkgroupId", "NumWorkgroups", "LocalInvocationId", "WorkgroupSize")
    assert names >= {f"_Z{len(name) + 15}__spirv_BuiltIn{name}i" for name in spirv}
    opencl = ("global_id", "global_size", "group_id", "num_groups", "local_id", "local_size", "enqueued_local_size")
    assert names >= {f"get_{name}" for name in opencl}


@pytest.mark.parametrize("target", _KERNELS)
def test_every_built_in_value(target: str) -> None:
    """Of a grid of three dimensions whose last threadgroups are smaller. A thread stores at its place in the grid."""
    table = SOURCE_TABLES[target]
    triple, kernel = _KERNELS[target]
    calls, declared, models = "", set(), []
    number = 0
    place = 0

    def call(name: str, operands: str, width: int) -> str:
        nonlocal number
        number += 1
        declared.add(f"declare i{width} @{name}({'i32' if operands else ''})")
        resized = f"  %v{number} = {'trunc i64' if width == 64 else 'zext i32'} %c{number} to i"
        resized += "32\n" if width == 64 else "64\n"
        return f"  %c{number} = call i{width} @{name}({operands})\n" + (resized if width == 64 else "")

    def value() -> str:
        return f"%v{number}" if f"%v{number} =" in calls else f"%c{number}"

    ids = []
    for axis, letter in enumerate("xyz"):
        if target == "spirv":
            calls += call("_Z13get_global_idj", f"i32 {axis}", 64)
            ids.append(value())
            continue
        prefix = "llvm.nvvm.read.ptx.sreg." if target == "nvptx" else "llvm.amdgcn."
        calls += call(f"{prefix}{_AXES[target][0][1]}.{letter}", "", 32)
        group = value()
        calls += call(f"{prefix}{_AXES[target][1][1]}.{letter}", "", 32)
        calls += f"  %m{axis} = mul i32 {group}, {_GROUP[axis]}\n  %i{axis} = add i32 %m{axis}, {value()}\n"
        ids.append(f"%i{axis}")
    calls += f"  %z = mul i32 {ids[2]}, {_GRID[1]}\n  %y = add i32 %z, {ids[1]}\n"
    calls += f"  %w = mul i32 %y, {_GRID[0]}\n  %at = add i32 %w, {ids[0]}\n"
    total = _GRID[0] * _GRID[1] * _GRID[2]
    for name, builtin in _names(table):
        actual = table.builtin(name)
        assert actual is not None and actual.name == builtin, name
        is_asked = actual.axis == "argument"
        wide = 64 if (target == "spirv" and not name.endswith(("i32", "v"))) or name.startswith("__ockl") else 32
        for axis in range(3) if is_asked else [int(actual.axis)]:
            calls += call(name, f"i32 {axis}" if is_asked else "", wide)
            calls += f"  %o{place} = getelementptr i32, ptr addrspace(1) %x, i32 {place * total}\n"
            calls += f"  %p{place} = getelementptr i32, ptr addrspace(1) %o{place}, i32 %at\n"
            calls += f"  store i32 {value()}, ptr addrspace(1) %p{place}\n"
            models.append((name, builtin, axis))
            place += 1
    text = f'target triple = "{triple}"\ndefine {kernel} void @k(ptr addrspace(1) %x) {{\n{calls}  ret void\n}}\n'
    converted = convert_bytes("k.ll", (text + "\n".join(sorted(declared))).encode(), ConvertOptions())
    x = np.zeros(place * total, np.uint32)
    argument = next(a for a in read_entry_points(converted.module)[0].arguments if a.kind == "buffer")
    run(converted.bitcode, "k", _GRID, _GROUP, buffers={argument.name: x})
    places = [(n % _GRID[0], n // _GRID[0] % _GRID[1], n // _GRID[0] // _GRID[1]) for n in range(total)]
    for row, (name, builtin, axis) in zip(x.reshape(place, total).tolist(), models, strict=True):
        assert row == [_builtin(builtin, where, axis) for where in places], (name, axis)
