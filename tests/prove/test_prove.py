"""`mtlb prove` against a stand-in for Metal: what it does with our libraries, and each way in which it can go wrong."""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mtlb
from mtlb import emit
from mtlb.base.errors import UnsupportedError
from mtlb.container import FunctionType
from mtlb.convert import convert_file
from mtlb.direct3d import translate_container
from mtlb.emit import f32, float2, float4, i32, u32
from mtlb.linker import link
from mtlb.metal import find_clang
from mtlb.prove import (
    FunctionProof,
    GivenLibrary,
    LibraryProof,
    ProofReport,
    kit_libraries,
    newest_targets,
    prove,
    worker,
)
from mtlb.prove.kit import _CONVERTED, _SHADERS, TARGETS
from mtlb.prove.report import MOST_TEXT
from mtlb.translate import translate
from tests.conftest import ROOT
from tests.direct3d.assembler import compute, dst, floats, ints, op, src
from tests.inspect.test_schemas import SCHEMA

STANDIN = Path(__file__).parent / "standin"
GOLDEN = ROOT / "golden"


@pytest.fixture
def standin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The stand-in in this process: its module `Metal`."""
    from mtlb.prove import carriers

    names = ("objc", "Foundation", "Metal")
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(str(STANDIN))
    monkeypatch.setattr(carriers, "_libraries", {})
    metal = importlib.import_module("Metal")
    yield metal
    metal.SESSION.close()
    for name in names:
        sys.modules.pop(name, None)


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The stand-in in the processes that are started."""
    monkeypatch.setenv("PYTHONPATH", str(STANDIN))
    return monkeypatch


def module() -> emit.Module:
    """A kernel with a function constant."""
    m = emit.Module("macos14", "scaled")
    scale = m.function_constant("scale", i32, 3)
    k = m.kernel("scaled")
    x, y = k.buffer("x", f32, 0, "read"), k.buffer("y", f32, 1)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    y[i].store(x[i].load() * b.convert(b.use(scale), f32))
    b.ret()
    return m


def written(m: emit.Module) -> bytes:
    return bytes(mtlb.write(link([m]).library))


def worked(
    path: Path, data: bytes, *, run: bool = True, draws: tuple[tuple[str, str], ...] = ()
) -> list[dict[str, Any]]:
    """The events of a worker in this process, without the device's."""
    path = path / "x.metallib"
    path.write_bytes(data)
    events: list[dict[str, Any]] = []
    worker.work([json.dumps({"path": str(path), "done": [], "run": run, "draws": draws})], events.append)
    return events[1:]


def proven(path: Path, data: bytes, **how: Any) -> dict[str, dict[str, Any]]:
    """The functions of a library as a worker in this process proves them, by name."""
    return {event["function"]["name"]: event["function"] for event in worked(path, data, **how) if "function" in event}


def test_a_kernel_is_loaded_compiled_run_and_compared(standin: Any, tmp_path: Path) -> None:
    events = worked(tmp_path, written(module()))
    assert [next(iter(event)) for event in events] == ["loaded", "begin", "function", "done"]
    assert events[0] == {"loaded": True, "error": ""}
    function = events[2]["function"]
    assert (function["compiled"], function["ran"], function["elements"]) == ("ok", "equal", 32768)


FAULTS = {
    "load": (
        "loaded",
        "This library is using a deployment target that is not supported on this OS. (MTLLibraryErrorDomain 1)",
    ),
    "list": ("listed", "Metal lists ; mtlb scaled"),
    "nil": ("failed", "newFunctionWithName:constantValues: Function scaled was not found in the library."),
    "constant": ("failed", "newFunctionWithName:constantValues: Function constant value is wrong"),
    "compile": ("failed", "Compiler encountered an internal error (AGXMetal13_3 3)"),
    "command": ("run failed", "Caused GPU Timeout Error (MTLCommandBufferErrorDomain 2)"),
    "value": ("differs", "32768 values differ; 'x'[0] is "),
    "threads": ("run skipped", "a threadgroup has 32 threads, and the pipeline takes 8"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_metal_says_is_in_the_report(fault: str, standin: Any, tmp_path: Path) -> None:
    standin.FAULTS.append((fault, ""))
    events = worked(tmp_path, written(module()))
    where, words = FAULTS[fault]
    if where == "loaded":
        assert events[0] == {"loaded": False, "error": words} and len(events) == 2
        return
    if where == "listed":
        assert events[0]["loaded"] and events[0]["error"] == words
        return
    function = events[2]["function"]
    if where == "failed":
        assert function["compiled"] == "failed" and "ran" not in function
    else:
        assert function["compiled"] == "ok" and function["ran"] == where.removeprefix("run ")
    assert words in function["reason"]


def test_a_last_digit_is_within_the_bound(standin: Any, tmp_path: Path) -> None:
    standin.FAULTS.append(("digit", ""))
    actual = proven(tmp_path, written(module()))["scaled"]
    assert (actual["ran"], actual["unequal"], actual["ulps"], actual["bound"]) == ("close", 2, 1, 1e-4)


def test_no_metal_and_no_device(standin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[dict[str, Any]] = []
    standin.FAULTS.append(("no-default", ""))
    worker.work([], events.append)
    assert events[0]["device"]["name"] == "Stand-in over mtlb.cpu"  # the first of all devices
    standin.FAULTS.append(("no-device", ""))
    worker.work([], events.append)
    assert events[1] == {"problem": "no Metal device on this machine"}
    monkeypatch.setitem(sys.modules, "Metal", None)
    worker.work([], events.append)
    assert "python -m pip install pyobjc-framework-Metal" in events[2]["problem"]


def test_a_file_that_is_not_a_library_does_not_load(standin: Any, tmp_path: Path) -> None:
    (event, _) = worked(tmp_path, written(module())[:200])
    assert not event["loaded"] and event["error"].startswith("Invalid library file")


def test_what_a_device_lacks_is_skipped(standin: Any, tmp_path: Path) -> None:
    standin.FAULTS.extend([("no-pointers", ""), ("no-mesh", ""), ("no-rays", "")])
    actual = proven(tmp_path, (GOLDEN / "lib/air-lld-kinds.metallib").read_bytes(), run=False)
    skipped = {name: item["reason"] for name, item in actual.items() if item["compiled"] == "skipped"}
    assert skipped["tint"] == "the device has no function pointers"
    assert skipped["every_query"] == "the device has no ray tracing"
    assert skipped["cull_mesh"].startswith("the device has no mesh functions")
    assert not any(item["compiled"] == "failed" for item in actual.values())


def test_a_run_that_could_leave_anything_is_not_made(standin: Any, tmp_path: Path) -> None:
    m = emit.Module("macos14", "race")
    k = m.kernel("race")
    y = k.buffer("y", u32, 0)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    y[0].store(i)
    b.ret()
    race = proven(tmp_path, written(m))["race"]
    assert race["ran"] == "skipped" and "the CPU's checks find race" in race["reason"]


def test_vertex_attributes_and_types_of_targets(standin: Any, tmp_path: Path) -> None:
    """A vertex function without its descriptor, and a fragment function without its inputs or with a wrong attachment,
    compile nowhere: the stand-in refuses them, as Apple's pages say."""
    m = emit.Module("macos14", "stages")
    v = m.vertex("place")
    at, uv = v.stage_in("at", float2, 0), v.stage_in("uv", emit.half2, 3)
    v.out("position", float4, "position")
    v.out("uv", emit.half2)
    b = v.entry()
    b.ret(position=b.vector(at, 0.0, 1.0), uv=uv)
    f = m.fragment("numbers")
    f.stage_in("uv", emit.half2)
    f.stage_in("other", float4, user="other")
    f.out(emit.uint4, name="first", render_target=0)
    f.out(emit.half4, name="third", render_target=2)
    b = f.entry()
    b.ret(first=b.const(emit.uint4, 1), third=b.const(emit.half4, 1))
    actual = proven(tmp_path, written(m))
    assert {item["compiled"] for item in actual.values()} == {"ok"}, actual


@pytest.mark.long
def test_pictures(standin: Any, tmp_path: Path) -> None:
    path = next(path for path in kit_libraries(("macos14",)) if path.draws)
    actual = proven(tmp_path, path.data, draws=path.draws)
    assert actual["covering + interpolated"]["ran"] == "equal" and actual["covering + flat"]["ran"] == "equal"
    standin.FAULTS.append(("value", "flat"))
    actual = proven(tmp_path, path.data, draws=path.draws)
    assert (
        actual["covering + flat"]["ran"] == "differs"
        and "picture of covering and flat" in actual["covering + flat"]["reason"]
    )
    standin.FAULTS[:] = [("command", "")]
    actual = proven(tmp_path, path.data, draws=path.draws)
    assert actual["covering + flat"]["ran"] == "failed" and "GPU Timeout" in actual["covering + flat"]["reason"]


# --- processes that die ----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_process_that_dies_or_hangs_is_followed_by_another(children: pytest.MonkeyPatch) -> None:
    m = module()
    for name in ("second", "third"):
        k = m.kernel(name)
        y = k.buffer("y", u32, 0)
        b = k.entry()
        y[0].store(1)
        b.ret()
    children.setenv("MTLB_STANDIN", json.dumps([["abort", "scaled"], ["hang", "second"]]))
    report = prove([GivenLibrary("folder/x.metallib", written(m))], run=False, seconds=12)
    (library,) = report.libraries
    assert library.file == "x.metallib" and library.loaded
    actual = {function.name: function for function in library.functions}
    assert actual["third"].compiled == "ok"
    assert "SIGABRT" in actual["scaled"].reason and "failed assertion `compiling scaled'" in actual["scaled"].reason
    assert actual["second"].reason == "no answer within 12 s: the process was ended"
    assert not report.ok


@pytest.mark.long
def test_a_process_that_ends_while_it_loads(children: pytest.MonkeyPatch) -> None:
    children.setenv("MTLB_STANDIN", '[["exit", ""]]')
    (library,) = prove([GivenLibrary("x", written(module()))], run=False).libraries
    assert not library.loaded and library.error == "the process ended with exit code 3"


@pytest.mark.long
def test_without_metal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "Metal.py").write_text("raise ImportError('none')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(UnsupportedError, match="Metal is not available"):
        prove([])


# --- everything that we make -----------------------------------------------------------------------------------------


def assert_proven(report: ProofReport, most_skipped: int) -> None:
    functions = [function for library in report.libraries for function in library.functions]
    assert report.ok, report.markdown()
    assert functions and sum(function.compiled == "skipped" for function in functions) <= most_skipped, (
        report.markdown()
    )


@pytest.mark.long
@pytest.mark.parametrize("target", TARGETS)
def test_the_kit(target: str, children: pytest.MonkeyPatch) -> None:
    """All of it runs with the oldest and the newest target; with the others it is loaded and compiled."""
    run = target in (TARGETS[0], TARGETS[-1])
    report = prove([GivenLibrary(path.name, path.data, path.draws) for path in kit_libraries((target,))], run=run)
    assert_proven(report, 0)
    ran = [function for library in report.libraries for function in library.functions if function.ran]
    assert all(item.ran in ("equal", "close") for item in ran) and (len(ran) >= 17 or not run)


@pytest.mark.long
def test_golden_libraries(children: pytest.MonkeyPatch) -> None:
    paths = [path for path in sorted((GOLDEN / "lib").glob("*.metallib")) if "ios" not in path.name]
    report = prove([GivenLibrary(path.name, path.read_bytes()) for path in paths])
    assert_proven(report, 1)  # interpolants
    assert {function.kind for library in report.libraries for function in library.functions} >= {
        kind.label for kind in FunctionType if kind not in (FunctionType.UNQUALIFIED, FunctionType.EXTERN)
    }
    (library,) = prove([GivenLibrary("ios", (GOLDEN / "lib/air-lld-ios15.metallib").read_bytes())]).libraries
    assert not library.loaded and "for ios" in library.error


@pytest.mark.long
def test_golden_spirv_and_ir(children: pytest.MonkeyPatch) -> None:
    inputs = []
    for path in sorted((GOLDEN / "glsl").glob("*.spv")):
        inputs.append(GivenLibrary(path.stem, written(translate(path.read_bytes(), "macos26").module)))
    for path in sorted((GOLDEN / "convert").glob("*.ll")):
        converted = convert_file(path, "macos26")
        inputs.append(GivenLibrary(path.stem, bytes(mtlb.write(link([("x.air", converted.bitcode)]).library))))
    assert len(inputs) >= 36
    report = prove(inputs)
    assert_proven(report, 0)
    ran = [
        function.ran
        for library in report.libraries
        for function in library.functions
        if function.ran not in ("", "skipped")
    ]
    assert len(ran) >= 20


@pytest.mark.long
def test_golden_direct3d_and_metal(children: pytest.MonkeyPatch) -> None:
    inputs = []
    for path in sorted((GOLDEN / "dxbc").glob("*.dxbc")):
        try:
            inputs.append(GivenLibrary(path.stem, written(translate_container(path.read_bytes(), "macos26").module)))
        except mtlb.FormatError:
            continue  # a program that was made for its listing, with registers that it does not declare
    assert len(inputs) >= 2
    try:
        find_clang()
        for path in sorted((GOLDEN / "metal").glob("*.metal")):
            module = mtlb.compile(path, "macos26").converted.bitcode
            inputs.append(GivenLibrary(path.stem, bytes(mtlb.write(link([("x.air", module)]).library))))
    except mtlb.UnsupportedError:
        pass  # there is no clang
    assert_proven(prove(inputs), 0)


@pytest.mark.long
def test_examples(children: pytest.MonkeyPatch) -> None:
    inputs = []
    for path in sorted((ROOT / "examples/emit").glob("*.py")):
        spec = importlib.util.spec_from_file_location(f"proven_{path.stem}", path)
        assert spec is not None and spec.loader is not None
        example = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(example)
        kind = "core-image" if path.stem == "core_image" else "executable"
        inputs.append(GivenLibrary(path.stem, bytes(mtlb.write(link([example.build("macos26")], kind=kind).library))))
    assert_proven(prove(inputs), 1)  # Core Image's kernel


# --- the kit and the report ------------------------------------------------------------------------------------------


def scale() -> bytes:
    """Each thread scales a float of t0 and stores it in u0."""
    return compute(
        op("ishl", dst(0, 0, mask="x"), src(32, swizzle="xxxx"), ints(2)),
        op("ld_raw", dst(0, 1, mask="x"), src(0, 0, swizzle="xxxx"), src(7, 0, swizzle="xxxx")),
        op("mad", dst(0, 1, mask="x"), src(0, 1, swizzle="xxxx"), floats(2.5), floats(1.0)),
        op("store_raw", dst(30, 0, mask="x"), src(0, 0, swizzle="xxxx"), src(0, 1, swizzle="xxxx")),
        threads=32,
    )


def test_the_kit_has_the_golden_sources_and_is_the_same_each_time() -> None:
    assert (ROOT / "mtlb/prove/shaders/scale.dxbc").read_bytes() == scale()
    for name in _SHADERS:
        assert (ROOT / f"mtlb/prove/shaders/{name}.spv").read_bytes() == (GOLDEN / f"glsl/{name}.spv").read_bytes()
    for name in _CONVERTED:
        assert (ROOT / f"mtlb/prove/shaders/{name}.ll").read_bytes() == (GOLDEN / f"convert/{name}.ll").read_bytes()
    first, second = (list(kit_libraries(("macos14",))) for _ in range(2))
    assert first == second and len(first) >= 15
    assert all(list(mtlb.verify(item.data)) == [] for item in first)


def test_targets_are_those_that_a_system_loads() -> None:
    assert newest_targets("15.1") == ("macos11", "macos12", "macos13", "macos14", "macos15")
    assert newest_targets("26.0")[-1] == "macos26" and newest_targets("") == TARGETS
    assert newest_targets("10.15.7") == ("macos11",)


def report(functions: int = 1) -> ProofReport:
    device = {
        "name": "Apple M9",
        "families": ["Apple9"],
        "unified_memory": True,
        "system": "macOS 26.1",
        "build": "Version 26.1 (Build 25B1)",
        "machine": "arm64",
        "python": "3.12.1",
        "pyobjc": "12.2",
    }
    rows = [FunctionProof(f"f{n}", "kernel", "ok", "close", "", 64, 2, 1, 1e-7, 1e-4) for n in range(functions)]
    rows.append(FunctionProof("bad", "kernel", "failed", "", "an error\nin two lines"))
    rows.append(FunctionProof("other", "kernel", "ok", "skipped", "not run: why"))
    libraries = [LibraryProof("a.metallib", "00" * 32, 1234, True, "", rows)]
    return ProofReport("1.2.3", device, [*libraries, LibraryProof("b.metallib", "11" * 32, 5, False, "nil")])


def test_the_report_as_text() -> None:
    text = report().markdown()
    assert text.startswith("# mtlb prove: Apple M9, macOS 26.1\n\n1 of 2 libraries loaded, 2 of 3 functions compiled")
    assert "- `a.metallib` `bad` (kernel) does not compile: an error in two lines\n" in text
    assert "- `b.metallib` does not load: nil\n" in text
    assert "  - `f0` (kernel): compiled, equal within 1 units of the last place (bound 0.0001)\n" in text
    assert "  - `other` (kernel): compiled; not run: why\n" in text


def test_a_long_report_still_fits_into_an_issue() -> None:
    text = report(5000).markdown()
    assert len(text) <= MOST_TEXT + 1 and "more, which the JSON has" in text
    assert "does not compile: an error" in text


def test_the_report_is_what_the_schema_says() -> None:
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

    Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": "#/$defs/prove"}]}).validate(report().as_json())
