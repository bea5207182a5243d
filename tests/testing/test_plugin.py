"""The plugin of pytest, in a pytest of its own: what passes and fails with which words, what is stored, xdist."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from mtlb.testing.frames import hiding_frames
from tests.conftest import ROOT

pytest_plugins = ["pytester"]

GOLDEN = ROOT / "golden/lib/air-lld-macos14.metallib"
OTHER = ROOT / "golden/lib/air-lld-macos14-xcode14.metallib"
MODULE = ROOT / "golden/air/saxpy.air"


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    pytester.makepyfile(
        test_it=f"""
        from pathlib import Path
        import mtlb

        LIBRARY = Path({str(GOLDEN)!r})

        def test_named(metallib_golden):
            metallib_golden(LIBRARY, "a.metallib")

        class TestGroup:
            def test_unnamed(self, metallib_golden):
                metallib_golden(mtlb.open(LIBRARY))
        """
    )
    return pytester


WITH_PLUGIN = ("-p", "mtlb.testing.plugin", "-p", "no:cacheprovider")  # by its module, whether mtlb is installed or not


def run(project: pytest.Pytester, *words: str | Path) -> pytest.RunResult:
    """pytest with the plugin alone, in this process."""
    return project.runpytest_inprocess(*WITH_PLUGIN, *map(str, words))


def run_apart(project: pytest.Pytester, *words: str | Path) -> pytest.RunResult:
    """pytest in a process of its own."""
    return project.runpytest_subprocess(*WITH_PLUGIN, *map(str, words))


def golden(project: pytest.Pytester, name: str = "a.metallib") -> Path:
    path = project.path / "golden" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def test_a_missing_file_is_created_on_request(project: pytest.Pytester) -> None:
    result = run(project)
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["*a.metallib does not exist; run pytest with --update-metallib to create it"])
    kept = re.search(r"what the test made: (\S+)", result.stdout.str())
    assert kept and Path(kept[1]).read_bytes() == GOLDEN.read_bytes()
    result = run(project, "--update-metallib")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        ["mtlb: stored golden/a.metallib", "mtlb: stored golden/test_it/TestGroup-test_unnamed.metallib"]
    )
    assert golden(project).read_bytes() == GOLDEN.read_bytes()
    run(project).assert_outcomes(passed=2)
    again = run(project, "--update-metallib")
    again.assert_outcomes(passed=2)
    again.stdout.no_fnmatch_line("mtlb: stored*")


def test_differences_are_in_the_failure_and_on_a_page(project: pytest.Pytester) -> None:
    golden(project).write_bytes(OTHER.read_bytes())
    result = run(project, "-k", "named and not unnamed", "--metallib-diff", "found")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*the library is not *a.metallib (- golden, + actual):",
            "*- UUID: *",
            "*- function 'saxpy': reflection at byte *",
            "*run pytest with --update-metallib to accept it",
            "*difference: *.metallib.html",
        ]
    )
    assert "in __call__" not in result.stdout.str() and "plugin.py" not in result.stdout.str()
    (page,) = project.path.glob("found/*/*.html")
    html = page.read_text(encoding="utf-8")
    HTMLParser().feed(html)
    assert "{{" not in html and "<h1>a.metallib: test_named</h1>" in html
    assert "saxpy" in html and "<ins>" in html and "<del>" in html
    assert page.with_suffix("").read_bytes() == GOLDEN.read_bytes()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "an empty file"),
        (b"notes of mine\n", "a file of unknown kind"),
        (b"version https://git-lfs.github.com/spec/v1\n", "a pointer of Git LFS (`git lfs pull` fetches the file)"),
        (MODULE.read_bytes(), "a single AIR module (wrapped bitcode)"),
    ],
)
def test_a_file_of_another_kind_is_kept(content: bytes, words: str, project: pytest.Pytester) -> None:
    golden(project).write_bytes(content)
    result = run(project, "-k", "named and not unnamed")
    result.assert_outcomes(failed=1)
    assert f"a.metallib is {words}, the test produced a metallib" in result.stdout.str()
    result = run(project, "-k", "named and not unnamed", "--update-metallib")
    result.assert_outcomes(failed=1)
    assert f"is not written: it is {words}, the test produced a metallib; remove it first" in result.stdout.str()
    assert golden(project).read_bytes() == content


def test_a_folder_in_the_place_of_the_file(project: pytest.Pytester) -> None:
    golden(project).mkdir()
    for words in ((), ("--update-metallib",)):
        result = run(project, "-k", "named and not unnamed", *words)
        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines(["*a.metallib is a directory, not a golden file*"])


def test_a_library_that_can_not_be_read_is_not_stored(project: pytest.Pytester) -> None:
    project.makepyfile(
        f"def test_it(metallib_golden): metallib_golden(open({str(GOLDEN)!r}, 'rb').read()[:-9], 'a.metallib')"
    )
    golden(project).write_bytes(GOLDEN.read_bytes())
    result = run(project, "--update-metallib", "test_a_library_that_can_not_be_read_is_not_stored.py")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*a.metallib is not written: the test's output can't be read: *"])
    assert golden(project).read_bytes() == GOLDEN.read_bytes()


def test_two_tests_that_would_share_a_file(project: pytest.Pytester) -> None:
    project.makepyfile(
        test_two=f"""
        import pytest

        @pytest.mark.parametrize("name", ["a b", "a-b"])
        def test_it(metallib_golden, name):
            metallib_golden({str(GOLDEN)!r})
        """
    )
    result = run(project, "test_two.py", "--update-metallib")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*would be the golden file of *a b] and of *a-b]: give it a name"])


def test_modules_and_the_folder_of_the_settings(project: pytest.Pytester) -> None:
    project.makepyfile(
        test_module=f"""
        from pathlib import Path
        from mtlb.bitcode import read_module, write_module

        def test_it(metallib_golden):
            module = read_module(Path({str(MODULE)!r}).read_bytes())
            module.functions[0].name = "other"
            metallib_golden(write_module(module), "saxpy.air")
        """
    )
    project.makeini("[pytest]\nmetallib_golden = data/golden\n")
    path = project.path / "data/golden/saxpy.air"
    path.parent.mkdir(parents=True)
    path.write_bytes(MODULE.read_bytes())
    result = run(project, "test_module.py")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*the module is not *saxpy.air*", "*+define void @other(*"])


@pytest.mark.long
def test_several_processes(project: pytest.Pytester) -> None:
    result = run_apart(project, "-p", "xdist", "-n", "2", "--update-metallib")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["mtlb: stored golden/a.metallib", "mtlb: stored golden/test_it/*.metallib"])
    run(project).assert_outcomes(passed=2)


@pytest.mark.long
def test_the_plugin_costs_nothing_where_no_test_asks_for_it(project: pytest.Pytester) -> None:
    project.makepyfile(
        test_none="""
        import sys

        def test_it():
            assert not {"numpy", "llvmlite", "mtlb.container", "mtlb.cpu", "mtlb.linker"} & set(sys.modules)
        """
    )
    run_apart(project, "test_none.py").assert_outcomes(passed=1)


@pytest.mark.long
def test_the_example_project(project: pytest.Pytester) -> None:
    shutil.copytree(ROOT / "examples/testing", project.path / "example")
    run(project, "--rootdir", project.path / "example", project.path / "example").assert_outcomes(passed=5)


@pytest.mark.long
def test_the_example_project_when_a_shader_changes(project: pytest.Pytester) -> None:
    example = project.path / "example"
    shutil.copytree(ROOT / "examples/testing", example)
    source = example / "shaders.py"
    source.write_text(source.read_text().replace("gain: float = 2.0", "gain: float = 3.0"))
    result = run(project, "--rootdir", example, example)
    result.assert_outcomes(passed=1, failed=4)
    result.stdout.fnmatch_lines(
        [
            "*+ function 'scale': module at byte *",
            "*-  %9 = fmul fast float %8, 2.000000e+00",
            "*+  %9 = fmul fast float %8, 3.000000e+00",
            "*function 'scale' of a library that the test made:",
            "*'out': element 0 is -3.0, expected -2.0 (difference 0.5, tolerance 0)*",
        ]
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("run_kernel(LIBRARY, 'blur', 4)", "BuildError: *a.metallib: no function 'blur' in the library*"),
        (
            "run_kernel(LIBRARY, 'saxpy', 4, buffers={'x': numpy.ones(4, 'f8'), 'y': numpy.ones(4, 'f4'), 'a': 2})",
            "BuildError: *a.metallib: buffer 'x' is of float, but the array is of float64",
        ),
        ("run_kernel(LIBRARY, 'saxpy', None)", "BuildError: *a.metallib: grid is None; expected one to three numbers*"),
        ("run_kernel(LIBRARY, 'saxpy', 4, bufers={})", "TypeError: *unexpected keyword argument 'bufers'"),
        ("run_kernel('nosuch.metallib', 'saxpy', 4)", "FileNotFoundError: * 'nosuch.metallib'"),
        ("run_kernel(LIBRARY, 'saxpy', 4, functions={'g': 'nosuch.air'})", "FileNotFoundError: * 'nosuch.air'"),
        ("run_kernel(LIBRARY.read_bytes()[:-9], 'saxpy', 4)", "FormatError: truncated: *"),
        ("mtlb.testing.run_kernel(LIBRARY, 'blur', 4)", "BuildError: *a.metallib: no function 'blur' in the library*"),
        ("metallib_golden('nosuch.metallib')", "FileNotFoundError: * 'nosuch.metallib'"),
        ("metallib_golden(5)", "BuildError: a library to compare is 5; *"),
        ("metallib_golden(LIBRARY, 5)", "BuildError: name is 5; *"),
        ("mtlb.testing.assert_metallib_equal('nosuch.metallib', 'a')", "FileNotFoundError: * 'nosuch.metallib'"),
    ],
)
def test_a_wrong_call_shows_the_line_of_the_test_and_one_message(
    call: str, message: str, project: pytest.Pytester
) -> None:
    (project.path / "a.metallib").write_bytes(GOLDEN.read_bytes())
    project.makepyfile(
        test_call=f"""
        from pathlib import Path
        import mtlb.testing
        import numpy

        LIBRARY = Path("a.metallib")

        def test_call(run_kernel, metallib_golden):
            {call}
        """
    )
    result = run(project, "--tb=short", "test_call.py")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"E   *{message}"])
    text = result.stdout.str()
    assert re.findall(r"(?m)^(\S+\.py):\d+: in ", text) == ["test_call.py"]
    assert len(re.findall(r"(?m)^E  ", text)) == 1
    assert "During handling" not in text and "direct cause" not in text


def test_a_defect_and_a_callback_keep_their_frames() -> None:
    def callback() -> None:
        raise OSError("of the caller")

    @hiding_frames
    def call(function: Callable[[], object]) -> None:
        function()

    with pytest.raises(OSError, match="of the caller") as caught:
        call(callback)
    assert caught.traceback[-1].name == "callback"
    with pytest.raises(ZeroDivisionError) as defect:
        call(lambda: 1 // 0)
    assert defect.traceback[-1].name == "<lambda>"


def test_the_entry_point_names_the_plugin() -> None:
    assert 'pytest11]\nmtlb = "mtlb.testing.plugin"' in (ROOT / "pyproject.toml").read_text()
