"""The oracle: what a function computes before and after mtlb did something to its module.

Each runs on made arguments with checks, and every byte that it leaves is compared (mtlb/cpu/compare.py).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest
from llvmlite import binding

import mtlb
from mtlb.air import air_version, read_entry_points
from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.bitstream.wrapper import unwrap
from mtlb.convert import ConvertOptions, ConvertTarget, convert_bytes
from mtlb.cpu import Kernel
from mtlb.cpu.compare import Comparison, compare_functions
from mtlb.cpu.process import Session
from mtlb.ir import parse
from mtlb.testing import KernelRunner
from tests.conftest import ROOT, only_long, shared_directory, shared_libraries
from tests.emit.test_examples import EXAMPLES, kind_of, load

GOLDEN = sorted((ROOT / "golden/air").glob("*.air"))
REAL = sorted((ROOT / "golden/apple").rglob("*.metallib"))
SECONDS = 3.0  # of a run: made numbers can be sizes that take long
Case = tuple[str, bytes, bytes, str]  # where it is from, module or library before and after, the name of the function


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session() as shared:
        yield shared


@pytest.fixture(scope="module")
def run() -> Iterator[KernelRunner]:
    with KernelRunner() as runner:
        yield runner


def opaque(data: bytes | memoryview) -> bytes:
    """A module as today's LLVM writes it: with opaque pointers, and the attributes and records of today."""
    return bytes(binding.parse_bitcode(bytes(unwrap(bytes(data))), binding.create_context()).as_bitcode())


def converted(data: bytes | memoryview) -> bytes:
    """A module that LLVM made opaque and that `mtlb convert` made AIR again: for the target it had, or AIR 2.3."""
    source = opaque(data)
    version = air_version(read_module(bytes(data), bodies=False))
    is_old = version is not None and version < (2, 3)
    return convert_bytes("opaque", source, ConvertOptions(ConvertTarget.parse("air2.3")) if is_old else None).bitcode


def assert_same(cases: Iterable[Case], session: Session, seeds: int = 1) -> Counter[str]:
    """No case differs; how many came out how."""
    outcomes: Counter[str] = Counter()
    wrong: list[str] = []
    for place, before, after, name in cases:
        comparison: Comparison = compare_functions(before, after, name, seeds=seeds, session=session, seconds=SECONDS)
        outcomes[comparison.outcome] += 1
        if comparison.outcome == "not run":
            print(f"{place}: {name}: {comparison.detail}")
        if comparison.outcome == "differs":
            wrong.append(f"{place}: {name}: {comparison.detail}")
    assert wrong == []
    print(dict(outcomes))
    return outcomes


def functions_of(paths: Iterable[Path]) -> list[tuple[str, str, bytes]]:
    """The functions of libraries whose modules are distinct: place, name, module."""
    actual: dict[bytes, tuple[str, str, bytes]] = {}
    for path in paths:
        try:
            library = mtlb.open(path)
        except MtlbError:
            continue  # of another kind, such as a universal file
        for function in library.functions:
            module = bytes(function.module)
            actual.setdefault(hashlib.sha256(module).digest(), (path.name, function.name, module))
    return list(actual.values())


def conversions(functions: Iterable[tuple[str, str, bytes]]) -> Iterator[Case]:
    """Before and after `convert`; what is not converted is a matter of other tests."""
    for place, name, module in functions:
        try:
            after = converted(module)
        except (MtlbError, RuntimeError):  # RuntimeError: LLVM does not read it
            continue
        yield place, module, after, name


# --- always: files of this repository --------------------------------------------------------------------------------


@pytest.mark.long
def test_golden_modules_before_and_after_convert(session: Session) -> None:
    functions = [
        (path.name, entry.name, path.read_bytes())
        for path in GOLDEN
        for entry in read_entry_points(read_module(path.read_bytes()))
    ]
    outcomes = assert_same(conversions(functions), session)
    assert outcomes["same"] >= 16


@pytest.mark.long
def test_real_functions_before_and_after_convert(session: Session) -> None:
    outcomes = assert_same(conversions(functions_of(REAL)[::3]), session)
    assert outcomes["same"] >= 4 and outcomes["same"] >= 0.8 * outcomes.total()


@pytest.mark.long
def test_linked_functions_compute_what_their_modules_do(session: Session) -> None:
    inputs = {path.name: path.read_bytes() for path in GOLDEN}
    order = ("link_main.air", "link_helper.air", "link_stages.air")  # two of them define one function differently
    linked = mtlb.write(mtlb.link([(name, inputs[name]) for name in order]).library)
    packed = (ROOT / "golden/lib/air-lld-macos14.metallib").read_bytes()
    golden = (ROOT / "golden/lib/linked-air-lld.metallib").read_bytes()
    cases = [("linked", linked, golden, f.name) for f in mtlb.read(golden).functions]
    cases += [(n, inputs[f"{n}.air"], packed, n) for n in ("saxpy", "triangle_vertex", "triangle_fragment")]
    assert assert_same(cases, session, seeds=2)["same"] == len(cases)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.long
def test_examples_before_and_after_convert(path: Path, session: Session) -> None:
    library = mtlb.link([load(path).build()], kind=kind_of(path)).library
    cases = conversions([(path.stem, f.name, bytes(f.module)) for f in library.functions])
    assert assert_same(cases, session)["differs"] == 0


@pytest.mark.long
def test_the_oracle_sees_a_difference(session: Session) -> None:
    """A control: the same module but for one number."""
    module = read_module((ROOT / "golden/air/saxpy.air").read_bytes())
    before = mtlb.write_module(module)
    text = module.text().replace("fadd", "fsub") if "fadd" in module.text() else module.text().replace("fma", "fms")
    after = mtlb.write_module(parse(text))
    actual = compare_functions(before, after, "saxpy", seeds=1, session=session)
    assert actual.outcome == "differs" and "bytes differ" in actual.detail


@pytest.mark.long
def test_both_get_the_same_values_whatever_their_metadata_says(session: Session) -> None:
    """Decompiled code has a vector where a struct of one vector was: both got other numbers, and differed."""
    module = read_module((ROOT / "golden/air/saxpy.air").read_bytes())
    text = module.text()
    other = text.replace(
        '!"air.arg_type_name", !"float", !"air.arg_name", !"x"', '!"air.arg_type_name", !"int", !"air.arg_name", !"x"'
    )
    assert other != text
    actual = compare_functions(mtlb.write_module(module), mtlb.write_module(parse(other)), "saxpy", session=session)
    assert actual.outcome == "same", actual


# --- the examples against numpy --------------------------------------------------------------------------------------


def example(name: str) -> bytes:
    data: bytes = mtlb.write(mtlb.link([load(ROOT / f"examples/emit/{name}.py").build()]).library)
    return data


@pytest.mark.long
def test_example_saxpy(run: KernelRunner) -> None:
    generator = np.random.default_rng(0)
    x, y = generator.random(100, dtype="f4"), generator.random(100, dtype="f4")
    want = np.concatenate([3 * x[:90] + y[:90], y[90:]])
    buffers = {"x": x, "y": y, "n": 90, "a": 3}
    run(example("saxpy"), "saxpy", 100, 32, buffers=buffers, expect={"y": want}, tolerance=1e-6)


@pytest.mark.parametrize("count", [only_long(1), 100, only_long(5000)])
def test_example_reduction(count: int, run: KernelRunner) -> None:
    data, total = np.random.default_rng(1).random(count, dtype="f4"), np.zeros(1, "f4")
    buffers = {"data": data, "n": count, "total": total}
    want = data.astype("f8").sum()
    run(example("reduction"), "reduce", 1024, 256, buffers=buffers, expect={"total": want}, tolerance=1e-5)


@pytest.mark.long
def test_example_triangle(run: KernelRunner) -> None:
    generator = np.random.default_rng(2)
    scene = np.zeros(1, [("transform", "f4", (4, 4)), ("tint", "f4", 4)])
    scene["transform"], scene["tint"] = generator.random((4, 4)), generator.random(4)
    place, uv = generator.random((3, 3), dtype="f4"), generator.random((3, 2), dtype="f4")
    wide = np.concatenate([place, np.ones((3, 1))], 1) @ scene["transform"][0].astype("f8")
    inputs = {"position": place, "uv": uv}
    expect = {"position": wide, "uv": uv}
    data = example("triangle")
    run(data, "textured_vertex", 3, buffers={"scene": scene}, inputs=inputs, expect=expect, tolerance=1e-6)
    image = np.broadcast_to(generator.random(4), (8, 8, 4)).astype("f4").copy()
    result = run(
        data,
        "textured_fragment",
        (4, 4),
        buffers={"scene": scene},
        textures={"image": image},
        inputs={"uv": generator.random((16, 2), dtype="f4")},
    )
    (colors,) = result.outputs.values()
    np.testing.assert_allclose(colors.reshape(16, 4), np.tile(image[0, 0] * scene["tint"][0], (16, 1)), rtol=1e-5)


def test_example_toy_compiler(run: KernelRunner) -> None:
    toy = load(ROOT / "examples/emit/toy_compiler.py")
    x, y = np.linspace(0, 2, 50, dtype="f4"), np.linspace(1, 0, 50, dtype="f4")
    module = toy.build()
    names = [p.argument.name for p in Kernel(mtlb.link([module]).library, "evaluate").parameters if p.by_pointer]
    out = np.zeros(50, "f4")
    run(mtlb.link([module]).library, "evaluate", 50, buffers=dict(zip(names, (x, y, out), strict=True)))
    assert np.isfinite(out).all() and (out != 0).any()


def test_example_visible_functions(run: KernelRunner) -> None:
    angles, which = np.linspace(0, 3, 20, dtype="f4"), (np.arange(20) % 2).astype("u4")
    buffers = {"table": ["matte", "shiny"], "angles": angles, "which": which, "out": np.zeros(20, "f4")}
    want = np.cos(angles) * np.where(which == 0, 0.5, 2.0)
    options = {"functions": ["matte", "shiny"], "expect": {"out": want}, "tolerance": 1e-6}
    run(example("visible_functions"), "shade", 20, buffers=buffers, **options)


# --- real files ------------------------------------------------------------------------------------------------------


def pairs() -> list[Path]:
    return sorted(path.parent for path in shared_directory().joinpath("pairs").rglob("expected.metallib"))


def linked_by_both(pair: Path, every: int = 1) -> Iterator[Case]:
    """The functions of a pair: as our linker makes them without being told anything, and as Apple's made them."""
    files = [(path.name, path.read_bytes()) for path in sorted((pair / "in").iterdir())]
    ours, apples = mtlb.link(files).library, mtlb.open(pair / "expected.metallib")
    theirs = {function.name: function for function in apples.functions}
    for function in ours.functions[::every]:
        yield pair.name, bytes(function.module), bytes(theirs[function.name].module), function.name


def unlinked(pair: Path) -> Iterator[Case]:
    """The functions of a pair of one input: as the compiler made them, and as Apple's linker left them."""
    files = sorted((pair / "in").glob("*.air"))
    if len(files) == 1:
        for function in mtlb.open(pair / "expected.metallib").functions:
            yield pair.name, files[0].read_bytes(), bytes(function.module), function.name


@pytest.mark.long
@pytest.mark.corpus
def test_some_functions_of_the_pairs(shared: Path, session: Session) -> None:
    cases = [case for pair in pairs()[::5] for case in list(linked_by_both(pair))[:1]]
    cases += [case for pair in pairs()[1::7] for case in list(unlinked(pair))[:1]]
    outcomes = assert_same(cases, session)
    assert outcomes["same"] >= 0.9 * outcomes.total()


@pytest.mark.long
@pytest.mark.corpus
def test_some_functions_of_the_corpus_before_and_after_convert(shared: Path, session: Session) -> None:
    outcomes = assert_same(conversions(functions_of(shared_libraries("corpus"))[::90]), session)
    assert outcomes["same"] >= 0.9 * outcomes.total() > 8


@pytest.mark.oracle
@pytest.mark.parametrize("pair", pairs(), ids=lambda pair: pair.name)
def test_all_functions_of_a_pair(pair: Path, session: Session) -> None:
    assert_same([*linked_by_both(pair), *unlinked(pair)], session, seeds=2)


@pytest.mark.oracle
@pytest.mark.parametrize("part", range(16))
def test_all_functions_of_the_corpus_before_and_after_convert(part: int, shared: Path, session: Session) -> None:
    assert_same(conversions(functions_of(shared_libraries("corpus"))[part::16]), session, seeds=2)
