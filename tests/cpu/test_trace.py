"""What a thread executes, and how often each element of a buffer is accessed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from mtlb import emit
from mtlb.base.errors import BuildError
from mtlb.cpu import Kernel, TraceStep, run
from mtlb.cpu.trace import Traced, steps_of
from mtlb.cpu.values import as_picture, heat_picture
from mtlb.emit import f32, u32
from tests.cli.invoke import invoke
from tests.cpu.kernels import kernel


def sums(module: emit.Module, k: emit.KernelEntry) -> None:
    """`out[i]` is the sum of the first `i` numbers."""
    x, out = k.buffer("x", f32, 0, "read"), k.buffer("out", f32, 1, "write")
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    with b.for_range(i) as loop:
        total = loop.carry(0.0, f32)
        loop.update(total, total + x[loop.index].load())
    out[i].store(total)


X = np.array([1.5, 2.25, -4, 8], "f4")


def test_the_values_of_one_thread() -> None:
    out = np.zeros(4, "f4")
    result = run(kernel(sums), "k", 4, buffers={"x": X, "out": out}, thread=3, cache=False)
    assert out.tolist() == [0, 1.5, 3.75, -0.25]
    loads = [step for step in result.trace if " = load float" in step.text]
    assert [step.values for step in loads] == [(1.5,), (2.25,), (-4.0,)]
    assert [step.values for step in result.trace if " = fadd" in step.text] == [(1.5,), (3.75,), (-0.25,)]
    (store,) = (step for step in result.trace if step.text.startswith("store float"))
    assert store.values == (-0.25,)
    places = [step.values[0] for step in result.trace if "getelementptr" in step.text]
    assert {"x+0", "x+4", "x+8", "out+12"} <= set(places)
    branches = [step.values for step in result.trace if step.text.startswith("br i1")]
    assert branches == [(1,), (1,), (1,), (0,)]
    assert result.trace[-1] == TraceStep("k", "", "ret void", ())
    assert result.notes == []


@pytest.mark.parametrize("check", [False, True])
def test_accesses_are_counted(check: bool) -> None:
    out = np.zeros((2, 2), "f4")
    with Kernel(kernel(sums), "k", trace=True, check=check, cache=False) as result:
        actual = result.run(4, buffers={"x": X, "out": out})
    assert actual.accesses["x"].tolist() == [3, 2, 1, 0]
    assert actual.accesses["out"].tolist() == [[1, 1], [1, 1]]
    assert (actual.trace, actual.findings) == ([], [])


def test_a_trace_has_a_limit() -> None:
    buffers = {"x": X, "out": np.zeros(4, "f4")}
    with Kernel(kernel(sums), "k", trace=True, cache=False) as result:
        whole = result.run(4, buffers=buffers, thread=2)
        part = result.run(4, buffers=buffers, thread=2, steps=5)
    assert part.trace == whole.trace[:5]
    assert part.notes == [f"the trace has the first 5 of {len(whole.trace)} instructions"]


def test_threads_that_are_not_there() -> None:
    buffers = {"x": X, "out": np.zeros(4, "f4")}
    with Kernel(kernel(sums), "k", trace=True, cache=False) as result:
        for thread in (4, (0, 1), -1, ()):
            with pytest.raises(BuildError, match="not in the grid"):
                result.run(4, buffers=buffers, thread=thread)
        with pytest.raises(BuildError, match="a trace of 0 steps"):
            result.run(4, buffers=buffers, thread=1, steps=0)
    with Kernel(kernel(sums), "k", cache=False) as result, pytest.raises(BuildError, match="built without trace=True"):
        result.run(4, buffers=buffers, thread=1)


@pytest.mark.parametrize(
    ("letter", "bits", "raw", "value"),
    [
        *(("i", 8, 0xFF, -1), ("i", 1, 1, 1), ("i", 64, 1 << 63, -(1 << 63)), ("f", 16, 0x3C00, 1.0)),
        *(("f", 32, 0x3DCCCCCD, 0.1), ("f", 64, 0x3FB999999999999A, 0.1), ("b", 16, 0x3F80, 1.0)),
        ("p", 64, 7, "at 7"),
    ],
)
def test_values_of_each_type(letter: str, bits: int, raw: int, value: object) -> None:
    traced = [Traced("k", "", "x", letter, bits, 1)]
    data = b"".join(number.to_bytes(size, "little") for number, size in ((1, 8), (1, 8), (1, 4), (0, 4), (raw, 8)))
    steps, count = steps_of(data, traced, lambda address: f"at {address}", 9)
    assert ([step.values for step in steps], count) == ([(value,)], 1)


def test_what_a_process_can_not_have_written_is_left_out() -> None:
    data = b"\xff" * 16 + b"".join(number.to_bytes(4, "little") for number in (9, 0, 1, 0))
    assert steps_of(data, [Traced("k", "", "x", "i", 32, 1)], str, 9) == ([], (1 << 64) - 1)


def test_pictures() -> None:
    assert heat_picture(np.array([0, 1, 100], "u4")).tolist() == [[0, 85], [255, 0]]
    assert heat_picture(np.zeros((2, 3), "u4")).tolist() == [[0] * 3] * 2
    assert as_picture(np.zeros(24), (3, 2)).shape == (2, 3, 4)
    assert as_picture(np.zeros(6), (3, 2)).shape == (2, 3)
    assert as_picture(np.zeros(7), (3, 2)).shape == (7,)


@pytest.mark.long
def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MTLB_CODE_CACHE", "off")
    library = tmp_path / "sums.air"
    library.write_bytes(kernel(sums))
    words = ["run", str(library), "k", "--grid", "2,2", "--buffer", "x=1,2,3,4", "--buffer", "out=zeros:4"]
    done = invoke(*words, "--trace", "1,0", "--heat", f"x={tmp_path}/x.txt", "--save", f"out={tmp_path}/o.png")
    assert done.code == 0, done.stderr
    assert "k:\n  " in done.text
    assert "; 1.0\n" in done.text
    assert (tmp_path / "x.txt").read_text().split() == ["2", "0", "0", "0"]
    assert (tmp_path / "o.png").read_bytes().startswith(b"\x89PNG")
    document = json.loads(invoke(*words, "--trace", "1,0", "--json").text)
    assert document["trace"][-1] == {"function": "k", "line": "", "text": "ret void", "values": []}
    assert invoke(*words, "--trace", "2,0").code == 1
    assert invoke(*words, "--trace", "so").code == 2
    wrong = invoke(*words, "--heat", f"y={tmp_path}/y.npy")
    assert (wrong.code, (tmp_path / "y.npy").exists()) == (1, False)
