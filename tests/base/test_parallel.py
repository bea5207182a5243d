"""Work in several processes: order, errors, and workers that end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from mtlb.base.errors import FormatError, MtlbError
from mtlb.machinery.parallel import in_executor, in_order, worker_processes

METHODS = ["fork", "spawn"] if sys.platform == "linux" else ["spawn"]


def doubled(items: Sequence[memoryview]) -> list[bytes]:
    return [bytes(item) * 2 for item in items]


def failing(items: Sequence[int]) -> list[int]:
    for item in items:
        if item >= 20:
            raise FormatError(f"item {item} is bad", file="x.air", offset=item)
    return list(items)


def killed(_: object) -> None:
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def starved(_: object) -> None:
    raise MemoryError


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.long
def test_views_into_a_file_are_sent_and_results_keep_their_order(method: str) -> None:
    data = memoryview(bytes(range(200)))
    items = [data[n : n + 3] for n in range(40)]
    reports: list[tuple[int, int]] = []
    actual = list(in_order(doubled, items, 2, lambda done, total: reports.append((done, total)), method=method))
    assert actual == [bytes(item) * 2 for item in items] == list(in_order(doubled, items))
    assert reports == sorted(reports) and reports[-1] == (40, 40)


def test_ranges_take_about_the_same_time() -> None:
    """Without sizes, the last quarter of these items would be two thirds of the work in four ranges of sixteen."""
    items = [1] * 600 + [7] * 200
    ends: list[int] = []
    assert list(in_order(list, items, 1, lambda done, _: ends.append(done), size=int)) == items
    work = [sum(items[start:end]) for start, end in zip([0, *ends], ends, strict=False)]
    assert len(work) in (15, 16) and max(work) < 1.2 * sum(items) / len(work)
    even: list[int] = []
    assert list(in_order(list, items, 1, lambda done, _: even.append(done))) == items
    assert even == list(range(50, 801, 50))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.long
def test_the_first_error_is_that_of_one_process(method: str) -> None:
    with pytest.raises(FormatError) as here:
        list(in_order(failing, list(range(64))))
    with pytest.raises(FormatError) as there:
        list(in_order(failing, list(range(64)), 2, method=method))
    assert str(here.value) == str(there.value) == "x.air: item 20 is bad (at offset 0x14)"
    assert (here.value.file, here.value.offset) == (there.value.file, there.value.offset)


@pytest.mark.parametrize(
    ("work", "message"), [(killed, "a worker process ended early"), (starved, "ran out of memory")]
)
def test_a_worker_that_ends_is_an_error_and_leaves_no_other(work: Callable[[object], None], message: str) -> None:
    with pytest.raises(MtlbError, match=message), worker_processes(2) as pool:
        list(in_executor(work, range(8), pool))
    assert not any(child.is_alive() for child in multiprocessing.active_children())


def test_workers_that_ended_between_two_tasks_are_an_error() -> None:
    with pytest.raises(MtlbError, match="a worker process ended early"), worker_processes(2) as pool:
        assert pool is not None
        with suppress(BrokenExecutor):
            pool.submit(killed, 0).result()
        list(in_executor(starved, range(8), pool))


def test_one_job_starts_no_process() -> None:
    with worker_processes(1) as pool:
        assert pool is None


_SCRIPT = """
import os, signal, sys, tempfile, time
from mtlb.machinery.parallel import in_order
signal.signal(signal.SIGINT, signal.default_int_handler)  # what is started in the background may ignore it
def work(items):
    with tempfile.TemporaryDirectory():
        os.write(1, b"%d\\n" % os.getpid())  # one write: the workers share the pipe
        time.sleep(60)
    return items
list(in_order(work, list(range(64)), 2))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc which processes there are")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_worker_and_no_folder_is_left_when_the_process_ends(number: signal.Signals, tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-c", _SCRIPT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    assert process.stdout is not None
    workers = [int(process.stdout.readline()) for _ in range(2)]
    process.send_signal(number)
    process.wait(30)
    end = time.monotonic() + 20
    while any(_is_running(worker) for worker in workers) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(_is_running(worker) for worker in workers)
    assert not list(tmp_path.iterdir())
    process.communicate()


_CUT_SHORT = """
import os, struct, time
from mtlb.machinery.parallel import worker_processes
with worker_processes(2) as pool:
    pool.submit(time.sleep, 60)
    os.write(pool._pool._result_queue._writer.fileno(), struct.pack("!i", 1000))
    raise KeyboardInterrupt
"""


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have other handles")
def test_the_rest_of_a_result_is_not_waited_for() -> None:
    """A worker that is terminated while it sends leaves a part of a result: each fifth Ctrl-C never ended."""
    process = subprocess.run([sys.executable, "-c", _CUT_SHORT], capture_output=True, timeout=30)
    assert process.returncode != 0 and process.stderr.count(b"Traceback") == 1


def _is_running(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
