"""Shards of a link: whatever their number, their order and who does them, the bytes and the reports are the same."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import random
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import mtlb
from mtlb.base.errors import FormatError, LinkError, MtlbError
from mtlb.linker.inputs import InputFile
from mtlb.linker.link import LinkResult, link
from mtlb.linker.options import LinkOptions
from mtlb.linker.output.assemble import Assembly, assemble
from mtlb.linker.output.finish import link_shard
from mtlb.machinery.parallel import worker_processes
from tests.linker.programs import program
from tests.linker.samples import archive, golden, modules_of, plan_of

NAMES = ("link_main", "link_helper", "link_stages", "saxpy", "air_vertex", "air_fragment", "air_visible")
AIR_LLD = LinkOptions()


class Rerunning(Executor):
    """Does tasks late, in any order and some of them twice, and hands over nothing but pickled values."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.waiting: list[tuple[Future[Any], bytes]] = []
        self.runs = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = _Due(self)
        self.waiting.append((future, pickle.dumps((fn, args, kwargs))))
        return future

    def run_all(self) -> None:
        waiting, self.waiting = self.waiting, []
        self.random.shuffle(waiting)
        for future, task in waiting:
            for _ in range(self.random.choice((1, 1, 2))):
                self.runs += 1
                fn, args, kwargs = pickle.loads(task)
                try:
                    result, error = fn(*args, **kwargs), None
                except MtlbError as raised:
                    result, error = None, raised
            if error is not None:
                future.set_exception(pickle.loads(pickle.dumps(error)))
            else:
                future.set_result(pickle.loads(pickle.dumps(result)))


class _Due(Future[Any]):
    def __init__(self, executor: Rerunning) -> None:
        super().__init__()
        self.executor = executor

    def result(self, timeout: float | None = None) -> Any:
        if not self.done():
            self.executor.run_all()
        return super().result(timeout)


def told(result: LinkResult) -> object:
    """All that a link gives."""
    contents = [[(s.name, s.is_function, s.input_.path) for s in f.contents] for f in result.functions]
    origins = [f.input_.path for f in result.functions]
    return mtlb.write(result.library), contents, origins, result.warnings, result.notes, result.dropped, result.runtime


def in_shards(files: Sequence[InputFile], options: LinkOptions, count: int) -> LinkResult:
    """The link in so many shards, each of which is pickled and linked on its own."""
    plan = plan_of(files, options)
    shards = [pickle.dumps(plan.shard(owned)) for owned in plan.shard_ranges(count)]
    results = {n: pickle.loads(pickle.dumps(link_shard(pickle.loads(shards[n])))) for n in reversed(range(len(shards)))}
    return assemble(Assembly.of(plan), [results[number] for number in sorted(results)])


def check(files: Sequence[InputFile], options: LinkOptions = AIR_LLD) -> None:
    """Link in one go and in shards: all the same."""
    whole = told(link(files, options))
    for count in (2, len(files)):
        assert told(in_shards(files, options, count)) == whole


@pytest.fixture
def cut_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inputs of any size are linked in several shards."""
    module = import_module("mtlb.linker.plan.work")
    monkeypatch.setattr(module, "_KEPT", -1)
    monkeypatch.setattr(module, "_SMALL", -1)
    monkeypatch.setattr(module, "_SHARD", 2000)
    monkeypatch.setattr(module, "_SCAN_BATCH", 3000)


def test_what_stays_of_a_link_is_not_walked_for_each_shard(cut_small: None) -> None:
    """While Python's garbage collector is paused, newer generations are collected after each shard; then it resumes."""
    searched: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and not gc.isenabled():
            searched.append(info["generation"])

    gc.callbacks.append(note)
    try:
        link([golden(name) for name in NAMES], AIR_LLD)
    finally:
        gc.callbacks.remove(note)
    assert gc.isenabled()
    assert set(searched) == {1} and len(searched) > 2


@pytest.mark.parametrize("layout", ["air-lld", "metallib"])
def test_shards_of_any_number_give_the_same(layout: str) -> None:
    options = LinkOptions(layout=layout)
    check([golden(name) for name in NAMES], options)
    check([golden(name) for name in reversed(NAMES)], options)


@pytest.mark.parametrize("seed", range(24))
def test_what_is_decided_over_all_inputs_is_the_same_in_shards(seed: int) -> None:
    options = LinkOptions(layout="metallib" if seed % 2 else "air-lld")
    files = program(seed)
    try:
        whole = told(link(files, options))
    except MtlbError as error:
        with pytest.raises(type(error)) as raised:
            in_shards(files, options, len(files))
        assert str(raised.value) == str(error)
    else:
        assert told(in_shards(files, options, len(files))) == whole


def test_the_programs_have_what_they_are_for() -> None:
    text = "".join(bytes(file.data).decode() for seed in range(24) for file in program(seed))
    for part in (
        "weak float",
        "linkonce_odr float",
        "global_ctors = appending global [2",
        "llvm.used",
        "%U = type { %S",
    ):
        assert part in text
    assert text.count("@air.effect(float 1.0)") > 2


def test_members_of_archives_and_the_run_time_library_are_linked_in_shards() -> None:
    text = (
        'target datalayout = "e-p:64:64:64-i64:64:64-n8:16:32"\ntarget triple = "air64-apple-macosx14.0.0"\n'
        "define void @k%d(float addrspace(1)* %%0) {\n  %%a = call float @___metal_fract_float(float 1.5, i32 0)\n"
        "  store float %%a, float addrspace(1)* %%0, align 4\n  ret void\n}\n"
        "declare float @___metal_fract_float(float, i32)\n"
        "!air.version = !{!1}\n!air.language_version = !{!2}\n!air.kernel = !{!4}\n"
        '!1 = !{i32 2, i32 6, i32 0}\n!2 = !{!"Metal", i32 3, i32 1, i32 0}\n!3 = !{}\n'
        "!4 = !{void (float addrspace(1)*)* @k%d, !3, !3}\n"
    )
    members = archive([("helper.air", bytes(golden("link_helper").data)), ("unused.air", bytes(golden("saxpy").data))])
    files = [InputFile(f"k{n}.ll", (text % (n, n)).encode()) for n in range(2)]
    files += [golden("link_main"), InputFile("lib.a", members)]
    result = link(files, AIR_LLD)
    assert result.runtime == ("___metal_fract_float",)
    check(files)


def test_what_is_bound_at_run_time_where_it_came_first_may_stay_open(cut_small: None) -> None:
    text = (
        'target triple = "air64-apple-macosx14.0.0"\n'
        "declare void @f()%s\ndefine void @k%d() {\n%s  ret void\n}\n"
        "!air.version = !{!1}\n!air.language_version = !{!2}\n!air.kernel = !{!4}\n"
        '!1 = !{i32 2, i32 6, i32 0}\n!2 = !{!"Metal", i32 3, i32 1, i32 0}\n!3 = !{}\n'
        "!4 = !{void ()* @k%d, !3, !3}\n"
    )
    options = LinkOptions(layout="metallib")
    section, call = ' section "air.externally_defined"', "  call void @f()\n"
    bound = InputFile("bound.ll", (text % (section, 0, call, 0)).encode())
    idle, wanting = (InputFile(f"k{n}.ll", (text % ("", n, uses, n)).encode()) for n, uses in ((1, ""), (2, call)))
    assert [function.linked.name for function in link([bound, wanting], options).functions] == ["k0", "k2"]
    for files, lines in (
        ([idle, bound], ["      k0 in bound.ll"]),
        ([wanting, bound], ["      k2 in k2.ll", "      k0 in bound.ll"]),
    ):
        with pytest.raises(LinkError) as raised:
            link(files, options)
        assert str(raised.value).splitlines()[1:] == ["  'f', referenced from:", *lines]


def test_inputs_that_share_nothing_have_the_names_and_members_of_the_programs_structs() -> None:
    text = (
        'target triple = "air64-apple-macosx14.0.0"\n%s'
        "define void @k%d(%%S addrspace(1)* %%0, %%T addrspace(1)* %%1) {\n  ret void\n}\n"
        "!air.version = !{!1}\n!air.language_version = !{!2}\n!air.kernel = !{!4}\n"
        '!1 = !{i32 2, i32 6, i32 0}\n!2 = !{!"Metal", i32 3, i32 1, i32 0}\n!3 = !{}\n'
        "!4 = !{void (%%S addrspace(1)*, %%T addrspace(1)*)* @k%d, !3, !3}\n"
    )
    types = (
        "%S = type { float }\n%T = type { %S, i32 }\n",
        "%S = type { float }\n%T = type { %S, i32 }\n",  # the same
        "%S = type { float }\n%T = type { float }\n",  # two that are one
        "%S = type opaque\n%T = type { %S*, i32 }\n",
    )
    files = [InputFile(f"k{n}.ll", (text % (lines, n, n)).encode()) for n, lines in enumerate(types)]
    options = LinkOptions(layout="metallib")
    check(files, options)
    actual = {
        name: [type_.name for type_ in module.struct_types] for name, module in modules_of(link(files, options)).items()
    }
    assert actual == {"k0": ["S", "T"], "k1": ["S", "T"], "k2": ["S"], "k3": ["S", "T.5"]}


def test_a_dynamic_library_is_one_shard() -> None:
    options = LinkOptions(kind="dylib", install_name="@loader_path/a.metallib", layout="air-lld")
    files = [golden("link_helper"), golden("air_visible")]
    plan = plan_of(files, options)
    assert len(plan.shard_ranges(64)) == 1
    assert told(in_shards(files, options, 64)) == told(link(files, options))


def test_finished_modules_are_taken_over_in_shards() -> None:
    library = mtlb.write(link([golden("saxpy"), golden("link_main"), golden("link_helper")], AIR_LLD).library)
    check([InputFile("finished.metallib", library), golden("link_stages")])


# --- executors -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.long
def test_any_executor_gives_the_same(seed: int, cut_small: None) -> None:
    files = [*[golden(name) for name in NAMES], *program(seed + 40)]
    executor = Rerunning(seed)
    expected = told(link(files, AIR_LLD))
    assert told(link(files, AIR_LLD, executor=executor)) == expected
    assert executor.runs > len(files) / 2


@pytest.mark.long
def test_threads_and_processes_give_the_same(cut_small: None, tmp_path: Path) -> None:
    paths = []
    for name in NAMES:
        paths.append(tmp_path / f"{name}.air")
        paths[-1].write_bytes(golden(name).data)
    expected = mtlb.write(link(paths, AIR_LLD).library)
    with ThreadPoolExecutor(3) as threads:
        assert mtlb.write(link(paths, AIR_LLD, executor=threads).library) == expected
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        assert mtlb.write(link(paths, AIR_LLD, executor=processes).library) == expected


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process")
@pytest.mark.parametrize("method", ["fork", "spawn"] if sys.platform == "linux" else ["spawn"])
@pytest.mark.parametrize("when", [0, 1 / 3, 2 / 3])
@pytest.mark.long
def test_a_worker_that_is_killed_ends_the_link(method: str, when: float, cut_small: None) -> None:
    # At two thirds more tasks are left than are under way at a time: the link needs the workers.
    files = [*[golden(name) for name in NAMES], *program(101)]
    killed: list[int] = []
    with pytest.raises(MtlbError, match="a worker process ended early"), worker_processes(2, method) as pool:

        def progress(done: int, total: int) -> None:
            if not killed and done >= when * total:
                killed.extend(process.pid or 0 for process in multiprocessing.active_children())
                for process in killed:
                    os.kill(process, signal.SIGKILL)

        link(files, AIR_LLD, executor=pool, progress=progress)
    assert killed and not multiprocessing.active_children()


def test_an_error_elsewhere_is_the_error_here(cut_small: None) -> None:
    broken = bytes(golden("link_stages").data)
    files = [golden("link_main"), InputFile("broken.air", broken[:-200]), golden("link_helper")]
    with pytest.raises(FormatError) as here:
        link(files, AIR_LLD)
    with pytest.raises(FormatError) as there:
        link(files, AIR_LLD, executor=Rerunning(1))
    assert str(here.value) == str(there.value) and "broken.air" in str(here.value)
    with pytest.raises(LinkError, match="duplicated symbol"):
        link([golden("link_main"), golden("link_main")], AIR_LLD, executor=Rerunning(2))


def test_progress_counts_the_bytes_of_the_inputs(cut_small: None) -> None:
    files = [golden(name) for name in NAMES]
    reports: list[tuple[int, int]] = []
    link(files, AIR_LLD, progress=lambda done, total: reports.append((done, total)))
    total = sum(len(file.data) for file in files)
    assert len(reports) > len(files) and reports[-1] == (total, total) and reports == sorted(reports)
    assert (total // 2, total) in reports  # all is scanned
    reports.clear()
    link(files, AIR_LLD, executor=Rerunning(3), progress=lambda done, total: reports.append((done, total)))
    assert reports[-1] == (total, total) and reports == sorted(reports)


def test_an_input_that_changes_during_the_link_is_an_error(cut_small: None, tmp_path: Path) -> None:
    path = tmp_path / "a.air"
    path.write_bytes(golden("saxpy").data)
    options = AIR_LLD
    plan = plan_of([InputFile.read(path)], options)
    path.write_bytes(golden("link_stages").data)
    with pytest.raises(MtlbError, match="changed"):
        link_shard(plan.shard(plan.ordered))
