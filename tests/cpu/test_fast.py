"""Runs on several cores, the cache of compiled functions, powers and logarithms made of vectors."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from threading import get_ident
from types import SimpleNamespace

import numpy as np
import pytest

from mtlb import emit
from mtlb.base.errors import BuildError, RunError
from mtlb.cpu import CodeCache, Kernel, process
from mtlb.cpu.cache import KeptCode, default_cache
from mtlb.cpu.helpers import Helpers, Shares
from mtlb.emit import f32, u32
from tests.cpu.algorithms import GROUP, row_kernel
from tests.cpu.kernels import kernel

# --- several cores ---------------------------------------------------------------------------------------------------


def test_each_threadgroup_is_taken_once() -> None:
    helpers, done = Helpers(), SimpleNamespace(value=7)
    helpers.start(3)
    taken: list[tuple[int, int]] = []
    threads: set[int] = set()
    shares = Shares(7, 100, 4, 0.01, done)

    def work(number: int) -> None:
        for piece in shares:
            taken.append(piece)
            threads.add(get_ident())

    helpers.run(work, 4)
    assert sorted(n for start, end in taken for n in range(start, end)) == list(range(7, 100))
    assert done.value == 100


def test_an_error_of_a_helper_is_raised() -> None:
    helpers = Helpers()
    helpers.start(1)

    def work(number: int) -> None:
        if number:
            raise RuntimeError("so")

    with pytest.raises(RuntimeError, match="so"):
        helpers.run(work, 2)
    helpers.run(lambda number: None, 2)


def spread(jobs: int, cache: bool | CodeCache = False) -> tuple[np.ndarray, dict[str, int]]:
    """Softmax of rows that take long enough for several cores."""
    x = np.random.default_rng(3).normal(0, 3, (600, 1024)).astype("f4")
    out = np.zeros_like(x)
    with Kernel(row_kernel(1024, normalizes=False), "k", jobs=jobs, cache=cache) as kernel:
        result = kernel.run(600 * GROUP, GROUP, buffers={"x": x, "out": out})
    return out, result.counts


@pytest.mark.long
def test_values_and_counts_do_not_depend_on_the_cores() -> None:
    (alone, counts), (together, others) = spread(1), spread(3)
    assert alone.tobytes() == together.tobytes()
    assert counts == others
    assert counts["threads"] == 600 * GROUP


def atomic_kernel(operation: str, *, used: bool) -> bytes:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, order = k.buffer("out", u32, 0), k.buffer("order", u32, 1)
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        actual = b.atomic(operation, out[0], 1)
        if used:
            order[i].store(actual)

    return kernel(body)


@pytest.mark.parametrize(
    ("operation", "used", "shareable"), [("add", False, True), ("add", True, False), ("exchange", False, False)]
)
def test_atomic_operations_that_depend_on_the_order(operation: str, used: bool, shareable: bool) -> None:
    with Kernel(atomic_kernel(operation, used=used), "k") as kernel:
        assert kernel.prepared.is_shareable is shareable
    with Kernel(atomic_kernel(operation, used=used), "k", check=True) as kernel:
        assert not kernel.prepared.is_shareable


def scalar(operation: Callable[[emit.EntryBuilder, emit.Value], emit.Value]) -> bytes:
    """`out[i] = operation(in0[i])`."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        inputs, out = k.buffer("in0", f32, 0, "read"), k.buffer("out", f32, 1, "write")
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        out[i].store(operation(b, inputs[i].load()))

    return kernel(body)


# --- the cache -------------------------------------------------------------------------------------------------------


def squares(cache: CodeCache, value: float = 2.0) -> np.ndarray:
    out = np.zeros(4, "f4")
    with Kernel(scalar(lambda b, x: x * value), "k", cache=cache) as kernel:
        kernel.run(4, buffers={"in0": np.arange(4, dtype="f4"), "out": out})
    return out


def test_code_is_kept_and_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = CodeCache(tmp_path / "code")
    assert squares(cache).tolist() == [0, 2, 4, 6]
    (path,) = (tmp_path / "code").iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    written = []
    monkeypatch.setattr(CodeCache, "write", lambda *all_: written.append(all_))
    assert squares(cache).tolist() == [0, 2, 4, 6]
    assert not written
    assert squares(cache, 3.0).tolist() == [0, 3, 6, 9]  # another module, another key
    assert len(written) == 1


def test_a_file_that_was_changed_is_not_used(tmp_path: Path) -> None:
    cache = CodeCache(tmp_path)
    os.chmod(tmp_path, 0o700)
    key = "ab" * 32
    cache.write(key, KeptCode(b"code", ["mtlb.constructor.0"]))
    assert cache.read(key) == KeptCode(b"code", ["mtlb.constructor.0"])
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    for number in range(len(whole)):
        path.write_bytes(whole[:number] + bytes([whole[number] ^ 1]) + whole[number + 1 :])
        assert cache.read(key) is None
        path.write_bytes(whole[:number])
        assert cache.read(key) is None
    path.write_bytes(whole)
    os.rename(path, tmp_path / f"{'cd' * 32}.code")  # under the name of another key
    assert cache.read("cd" * 32) is None


@pytest.mark.parametrize("mode", [0o770, 0o707])
def test_a_folder_that_others_may_write_to_is_not_used(tmp_path: Path, mode: int) -> None:
    cache, key = CodeCache(tmp_path / "code"), "ab" * 32
    cache.write(key, KeptCode(b"code", []))
    assert cache.read(key) is not None
    cache.folder.chmod(mode)
    assert cache.read(key) is None
    with pytest.raises(BuildError, match="no other user can write"):
        cache.clear()
    cache.folder.chmod(0o700)
    (path,) = cache.folder.iterdir()
    path.chmod(0o622)
    assert cache.read(key) is None
    path.chmod(0o600)
    os.rename(path, tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert cache.read(key) is None


def test_a_link_to_a_folder_is_not_a_cache(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(BuildError):
        CodeCache(tmp_path / "link").check()


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    cache = CodeCache(tmp_path / "code", most=2500)
    for number, key in enumerate(("aa" * 32, "bb" * 32, "cc" * 32)):
        cache.write(key, KeptCode(bytes(1000), []))
        os.utime(cache.folder / f"{key}.code", (number, number))
    assert cache.read("bb" * 32) is not None  # used now
    cache.write("dd" * 32, KeptCode(bytes(1000), []))
    assert [key for key in "abcd" if cache.read(key * 64) is not None] == ["b", "d"]
    assert cache.clear() == 2
    assert not list(cache.folder.iterdir())


def test_code_of_a_process_that_saw_another_function_is_not_kept(tmp_path: Path) -> None:
    from mtlb.cpu.process import Session

    cache = CodeCache(tmp_path / "code")
    with Session(cache=cache) as session:
        for value in (2.0, 3.0):
            kernel = Kernel(scalar(lambda b, x, by=value: x * by), "k", session=session)
            kernel.run(4, buffers={"in0": np.arange(4, dtype="f4"), "out": np.zeros(4, "f4")})
    assert len(list(cache.folder.iterdir())) == 1


@pytest.mark.long
def test_code_that_asks_for_more_than_it_may_is_not_loaded(tmp_path: Path) -> None:
    """A file of the cache is looked at as code that was compiled just now; the function is compiled then."""
    cache = CodeCache(tmp_path / "code")
    squares(cache)
    (path,) = cache.folder.iterdir()
    key = path.stem
    kept = cache.read(key)
    assert kept is not None
    for broken in (b"", b"no object", kept.data[:100], kept.data.replace(b"mtlb_dispatch", b"mtlb_dispetch")):
        cache.write(key, KeptCode(broken, []))
        assert squares(cache).tolist() == [0, 2, 4, 6]


def test_which_folder_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MTLB_CODE_CACHE", "off")
    assert default_cache() is None
    monkeypatch.setenv("MTLB_CODE_CACHE", str(tmp_path))
    actual = default_cache()
    assert actual is not None
    assert actual.folder == tmp_path
    monkeypatch.delenv("MTLB_CODE_CACHE")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    actual = default_cache()
    assert actual is not None
    assert actual.folder.is_relative_to(tmp_path)


def test_keys_depend_on_all_that_matters() -> None:
    base = ("v", {"level": 2}, [b"ab", b"c"])
    level = {"level": 2}
    others = [("w", level, [b"ab", b"c"]), ("v", {"level": 1}, [b"ab", b"c"]), ("v", level, [b"a", b"bc"])]
    assert len({CodeCache.key(*item) for item in [base, *others]}) == 4


# --- functions that are not calls ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["exp", "exp2", "exp10", "log", "log2", "log10"])
def test_powers_and_logarithms_are_rounded_once(name: str) -> None:
    bits = np.random.default_rng(0).integers(0, 1 << 32, 20000, dtype="u4")
    special = [0, -0.0, np.inf, -np.inf, np.nan, 1, 2, 10, 1e-45, 1e-40, 0.70710677, 0.7071068, 88.7, -103.9, 128, -149]
    x = np.concatenate([bits.view("f4"), np.linspace(-110, 110, 20001, dtype="f4"), np.array(special, "f4")])
    out = np.zeros_like(x)
    with Kernel(scalar(lambda b, value: b.math(name, value)), "k") as kernel:
        kernel.run(len(x), 1024, buffers={"in0": x, "out": out})
    with np.errstate(all="ignore"):
        wide = x.astype("f8")
        expected = (10.0**wide if name == "exp10" else getattr(np, name)(wide)).astype("f4")
    assert np.array_equal(out, expected, equal_nan=True)


# --- LLVM crashes ----------------------------------------------------------------------------------------------------

CRASHES = """
import json, os, sys
sys.path[:] = json.loads(sys.argv.pop(1))
from mtlb.cpu import worker
optimize = worker._optimize
def stand_in(module, machine, level, *, vectors=True):
    lanes = any(function.name.startswith("mtlb_lanes.") for function in module.functions)
    if {condition}:
        os.write(2, b"Assertion `so it is' failed.\\n")
        os.abort()
    optimize(module, machine, level, vectors=vectors)
worker._optimize = stand_in
worker.main()
"""
"""The worker, whose LLVM fails an assertion where the condition holds."""


def row_sums(cache: CodeCache | bool, **options: bool) -> tuple[bytes, Kernel]:
    """What a kernel leaves whose lanes meet."""
    x = np.random.default_rng(5).normal(0, 3, (2, GROUP)).astype("f4")
    out = np.zeros_like(x)
    with Kernel(row_kernel(GROUP, normalizes=False), "k", cache=cache, jobs=1, **options) as compiled:
        result = compiled.run(2 * GROUP, GROUP, buffers={"x": x, "out": out})
        assert result.is_clean
    return out.tobytes(), compiled


@pytest.mark.long
@pytest.mark.parametrize(
    ("condition", "vectors", "level"),
    [("lanes", True, 2), ("vectors and level > 1", False, 2), ("level", False, 0)],
)
def test_where_llvm_crashes_there_is_another_way(
    condition: str, vectors: bool, level: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, compiled = row_sums(cache=False)
    assert compiled.prepared.lane_loops and compiled.function.vectors
    monkeypatch.setattr(process, "_PROGRAM", CRASHES.replace("{condition}", condition))
    cache = CodeCache(tmp_path / "code")
    asked = []
    ask = process.Worker.ask
    monkeypatch.setattr(
        process.Worker, "ask", lambda worker, request, *rest, **more: (
            asked.append(request["what"]), ask(worker, request, *rest, **more))[1]
    )  # fmt: skip
    for compiles in (2 + (not vectors) + (not level), 0):  # the second time it is known
        asked.clear()
        actual, compiled = row_sums(cache)
        assert actual == expected
        function = compiled.function
        assert (function.prepared.lane_loops, function.vectors, function.optimize) == (False, vectors, level)
        assert asked.count("compile") == compiles
        assert asked.count("load") == (not compiles) and asked.count("hello") == max(1, compiles)


@pytest.mark.long
def test_checks_where_llvm_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    expected, _ = row_sums(cache=False, check=True)
    monkeypatch.setattr(process, "_PROGRAM", CRASHES.replace("{condition}", "vectors and level > 1"))
    assert row_sums(cache=False, check=True)[0] == expected


@pytest.mark.long
def test_llvm_crashes_whatever_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_PROGRAM", CRASHES.replace("{condition}", "True"))
    for how in ("SIGABRT: Assertion `so it is' failed.", "as before"):
        with pytest.raises(RunError) as raised:
            row_sums(CodeCache(tmp_path / "code"))
        assert str(raised.value) == f"LLVM crashed when it compiled function 'k': {how}"
