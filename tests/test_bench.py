"""What the benchmarks keep and print; nothing here is timed."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from pathlib import Path

import pytest

import mtlb
from bench import cases, jobs, run, table
from bench.engines import PURE, ROOT, Engine, wheel_size
from bench.measure import Allowed, Case, Measured, Pieces, Sample, command, job, measure, total
from mtlb.bitcode import read_module
from mtlb.machinery.engine import is_compiled

COMPILED = Engine("compiled", sys.executable, {}, ROOT)


def case(seconds: dict[str, float], name: str = "describe", **options: object) -> Case:
    """One whose times are known: `seconds` of each engine, 2 of the yardstick."""
    return Case(
        name,
        "1.9 MB",
        lambda engine, count: lambda: Sample(seconds[engine.name] / count, seconds[engine.name], 50_000_000),
        lambda: Sample(2.0, 2.0),
        "LLVM",
        Allowed(3.0, 1.5),
        **options,  # type: ignore[arg-type]
    )


def test_every_engine_and_number_of_processes_is_measured() -> None:
    measured = measure(case({"pure": 8.0, "compiled": 2.0}, processes=(1, 2)), [PURE, COMPILED], 3)
    assert measured.ratio("pure", 1) == 4.0
    assert measured.ratio("pure", 2) == 2.0  # on the clock
    assert measured.ratio("compiled", 1) == 1.0
    assert set(measured.ours) == {("pure", 1), ("pure", 2), ("compiled", 1), ("compiled", 2)}
    assert set(measure(case({"pure": 8.0}, both_engines=False), [PURE, COMPILED], 1).ours) == {("pure", 1)}


def test_slow_cases_run_once() -> None:
    runs: list[int] = []

    def ours(engine: Engine, count: int) -> object:
        return lambda: runs.append(count) or Sample(100.0, 100.0)  # type: ignore[func-returns-value]

    slow = Case("link", "158 MB", ours, lambda: Sample(1.0, 1.0), "LLVM")  # type: ignore[arg-type]
    measure(slow, [PURE], 5)
    assert runs == [1]


def pieces(*rounds: str) -> Pieces:
    """A job in two pieces whose seconds are known, round by round."""
    code = (
        f"import sys\ntimes = iter({' '.join(rounds)!r}.split())\nprint(2, flush=True)\n"
        "for line in sys.stdin: print(next(times), flush=True)"
    )
    return Pieces((sys.executable, "-c", code), PURE)


def test_pieces_are_done_by_turns_and_the_least_of_each_counts() -> None:
    ours = pieces("1 8", "4 3", "2 7")
    in_pieces = Case("bits", "1.9 MB", lambda *_: ours, pieces("2 1", "1 1", "2 2"), "LLVM")
    measured = measure(in_pieces, [PURE], 3)
    mine = measured.ours["pure", 1]
    assert (mine.seconds, mine.processor, measured.yardstick.processor) == (4.0, 4.0, 2.0)
    assert mine.memory > 1_000_000 and measured.ratio("pure", 1) == 2.0


def test_a_job_in_pieces_that_ends_is_an_error() -> None:
    ends = Pieces((sys.executable, "-c", "print(2, flush=True); input(); raise SystemExit(3)"), PURE)
    with pytest.raises(Exception, match="exit status 3"):
        measure(Case("bits", "1.9 MB", lambda *_: ends, pieces("1 1"), "LLVM"), [PURE], 1)


def test_a_job_in_pieces_beside_one_that_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match=r"bits, 1\.9 MB, LLVM: only one of the job and its yardstick is in pieces"):
        measure(Case("bits", "1.9 MB", lambda *_: pieces("1 1"), lambda: Sample(1.0, 1.0), "LLVM"), [PURE], 1)


def test_tasks_measure_processes(tmp_path: Path) -> None:
    busy = command(sys.executable, "-c", "sum(range(10**6))")()
    assert busy.processor > 0 and busy.seconds > 0
    assert job(sys.executable, "-c", "import sys; print('said', 1.5, sep='\\n', file=sys.stderr)")().processor == 1.5
    assert total(lambda: Sample(1.0, 2.0, 3), lambda: Sample(1.0, 2.0, 5))() == Sample(2.0, 4.0, 5)
    with pytest.raises(Exception, match="exit status 3"):
        command(sys.executable, "-c", "raise SystemExit(3)")()


def test_figures_are_merged_and_rendered(tmp_path: Path) -> None:
    """A part that is measured again takes the place of its older figures; the rest stays."""
    results = table.load(tmp_path / "none.json")
    results |= {"machine": table.machine(), "libraries": {"1.9 MB": "a library"}, "wheel": {"pure": 1_500_000}}
    linked, described = case({"pure": 8.0, "compiled": 2.0}, "link"), case({"pure": 8.0}, input_size=4_000_000)
    table.merge(results, linked, measure(linked, [PURE, COMPILED], 1))
    table.merge(results, described, measure(described, [PURE], 1))
    again = Measured(Sample(1.0, 1.0), {("pure", 1): Sample(5.0, 5.0, 1)})
    table.merge(results, linked, again)
    table.save(results, tmp_path / "results.json")
    results = table.load(tmp_path / "results.json")
    runs = results["cases"][linked.key]["runs"]
    assert (runs["pure"]["ratio"], runs["compiled"]["ratio"]) == (5.0, 1.0)

    page = tmp_path / "page"
    page.write_text("before\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nafter\n")
    table.render(results, page)
    text = page.read_text()
    assert text.startswith("before\n") and text.endswith("after\n") and "old" not in text
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith(("| link", "| describe"))]
    assert [row[0] for row in rows] == ["describe", "link", "describe"]  # the last is of the table of speeds
    assert rows[0][4:6] == ["8000 ms", "**4.00**"]
    assert rows[1][4:9] == ["5000 ms", "**5.00**", "2000 ms", "1.00", "3 / 1.5"]
    assert rows[2][3:5] == ["2.0", "0.5"]
    assert "1.5 MB" in text

    history = tmp_path / "history.jsonl"
    table.record(results, history, "1.2.3")
    table.record(results, history, "1.2.3")
    first, second = history.read_text().splitlines()
    assert first == second  # no date, no duration of the run
    assert json.loads(first)["rows"][linked.key] == {"pure": [5.0, 5.0], "compiled": [2.0, 1.0]}


def test_growth_is_merged_and_rendered(tmp_path: Path) -> None:
    results = table.load(tmp_path / "none.json")
    results["machine"] = table.machine()
    table.merge_growth(results, "lint kernels", "pure", [[60, 500.0], [240, 999.0]])
    row = table.merge_growth(results, "lint kernels", "pure", [[60, 1234.5], [240, 1000.0], [960, 1.0], [3840, 2469.0]])
    assert row == ("lint kernels", "pure", "1,234 µs (60)", "1,000 µs (240)", "1 µs (960)", "2,469 µs (3,840)", "2.00")
    page = tmp_path / "page"
    page.write_text("<!-- bench:begin -->\n<!-- bench:end -->\n")
    table.render(results, page)
    assert f"| {' | '.join(row)} |\n" in page.read_text()


@pytest.mark.skipif(is_compiled() or sys.platform == "win32", reason="frames of Python are sampled, by a signal")
def test_the_folders_where_a_job_spends_its_time() -> None:
    module = bytes(mtlb.read((ROOT / "golden/lib/air-lld-macos14.metallib").read_bytes()).functions[0].module)

    def read() -> float:
        start = time.process_time()
        while time.process_time() < start + 0.1:
            read_module(module)
        return 0.1

    shares = dict(jobs.folders([read]))
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["mtlb/bitcode"] > 0.05 and shares["mtlb/bitstream"] > 0.05 and "linker" not in shares


def test_a_page_without_marks_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.write_text("no marks")
    with pytest.raises(SystemExit, match="no marks"):
        table.render({"cases": {}}, page)


@pytest.mark.parametrize(("pure", "broken"), [(11.0, 0), (12.5, 1)])
def test_the_check_fails_beyond_its_room(
    pure: float, broken: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The limit is 3 times the yardstick's 2 seconds; as much again is room for noise."""
    quick = [case({"pure": pure}, quick=True), case({"pure": 99.0}, "not quick")]
    monkeypatch.setattr(run, "chosen", lambda *_: iter(quick))
    monkeypatch.setattr(cases, "warm_up", lambda _: None)
    assert run.check(Namespace(), [PURE], tmp_path) == broken
    said = capsys.readouterr().out
    assert said.count("\n") == 1 and ("TOO SLOW" in said) == bool(broken)


def test_every_case_of_the_table_has_a_place() -> None:
    names = {name for _, group in run.ON_A_LIBRARY for name in group}
    assert names <= set(table.ORDER)


def test_history_and_wheel() -> None:
    for line in ROOT.joinpath("bench/history.jsonl").read_text().splitlines():
        assert {"version", "commit", "rows"} <= set(json.loads(line))
    assert 200_000 < wheel_size(PURE) < 20_000_000
