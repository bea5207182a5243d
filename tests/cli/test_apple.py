"""The stand-ins for Apple's tools: options, messages, exit codes."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

import mtlb
from mtlb.air.target import AirTarget
from mtlb.cli.apple.compiling import with_language
from mtlb.cli.apple.flags import Does, Flag
from mtlb.cli.apple.table import TOOLS
from mtlb.container import FileType
from mtlb.testing import UPDATE_VARIABLE
from tests.cli.apple_tools import MODULE, compiler, environment, installed, module
from tests.cli.invoke import Result, invoke
from tests.conftest import ROOT
from tests.linker.samples import archive
from tests.linker.test_sources import recorded
from tests.metal.needed import needs_clang

CORE_IMAGE = ROOT / "golden/air/air_core_image.air"
MAIN, HELPER = (ROOT / f"golden/air/link_{name}.air" for name in ("main", "helper"))


@pytest.fixture(autouse=True)
def _quiet_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [
        name for name in os.environ if name.endswith("_DEPLOYMENT_TARGET") or name in ("SDKROOT", "MTLB_METAL")
    ]:
        monkeypatch.delenv(name)


def apple(tool: str, *words: str | Path, stdin: bytes = b"") -> Result:
    return invoke("apple", tool, *words, stdin=stdin)


def linked(output: Path, *words: str | Path) -> bytes:
    """What `mtlb link` writes, under the same file name."""
    apart = output.parent / "mtlb" / output.name
    apart.parent.mkdir(exist_ok=True)
    assert invoke("link", *words, "-o", apart).code == 0
    return apart.read_bytes()


# --- every tool ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tool", TOOLS)
def test_version_and_help(tool: str) -> None:
    result = apple(tool, "--version")
    assert result.code == 0 and result.stderr == ""
    first, *_, last = result.text.splitlines()
    assert "32023.883 (metalfe-32023.883)" in first or first.startswith("xcrun version ")
    assert last == f"mtlb {mtlb.__version__} stands in for {TOOLS[tool].name}"
    text = apple(tool, "-help").text
    assert text.startswith(f"Usage: {TOOLS[tool].name} ")
    for flag in TOOLS[tool].flags:
        assert flag.spelling in text and (flag.does is not Does.NOTHING or flag.help)


@pytest.mark.parametrize("tool", TOOLS)
def test_unknown_options_are_errors(tool: str) -> None:
    result = apple(tool, "-no_such_option", str(MODULE))
    assert result.code == 2 and result.stdout == b""
    assert result.stderr.startswith(f"{tool}: error: unknown option -no_such_option")


@pytest.mark.parametrize("tool", TOOLS)
def test_rows_are_of_one_option_each(tool: str) -> None:
    names = [name for flag in TOOLS[tool].flags for name in flag.names]
    assert len(names) == len(set(names))


def test_unknown_tools_suggest() -> None:
    result = invoke("apple", "metalib")
    assert result.code == 2 and "did you mean metallib?" in result.stderr


# --- the linkers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "layout"), [("metallib", "metallib"), ("air-lld", "air-lld"), ("metal-lld", "air-lld")]
)
def test_the_linkers_link(tool: str, layout: str, tmp_path: Path) -> None:
    output = tmp_path / "x.metallib"
    expected = linked(output, MAIN, HELPER, "--layout", layout)
    for words in (["-o", output, MAIN, HELPER], [MAIN, "-o", output, HELPER], [MAIN, HELPER, f"-o{output}"]):
        output.unlink(missing_ok=True)
        assert apple(tool, *words) == Result(0, b"", "")
        assert output.read_bytes() == expected


def test_the_default_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert apple("metallib", MODULE).code == 0
    assert [f.name for f in mtlb.open("default.metallib")] == ["saxpy"]


def test_archives_libraries_and_stdin_are_inputs(tmp_path: Path) -> None:
    (tmp_path / "libhelp.a").write_bytes(archive([("helper.air", HELPER.read_bytes())]))
    output = tmp_path / "x.metallib"
    assert apple("air-lld", "-", "-L", tmp_path, "-lhelp", "-o", output, stdin=MAIN.read_bytes()) == Result(0, b"", "")
    assert [f.name for f in mtlb.read(output.read_bytes())] == ["first", "second"]
    assert apple("air-lld", output, "-o", tmp_path / "y.metallib") == Result(0, b"", "")
    assert apple("air-lld", MAIN, "-lnone", "-o", output).stderr.startswith(
        "air-lld: error: library not found for -lnone"
    )


def test_what_xcode_runs(tmp_path: Path) -> None:
    """The line that Xcode's libraries record (BUILDS: -arch, -platform_version, -sysroot, -mllvm)."""
    output = tmp_path / "x.metallib"
    words = ["-arch", "air64_v26", "-platform_version", "macos", "14.0.0", "15.2", "-sysroot", "SDK", "-o"]
    assert apple("air-lld", *words, output, MAIN, HELPER, "-mllvm", "-opaque-pointers=false") == Result(0, b"", "")
    assert output.read_bytes() == linked(output, MAIN, HELPER, "--platform", "macos", "--min-os", "14.0")


def test_targets(tmp_path: Path) -> None:
    output = tmp_path / "x.metallib"
    expected = linked(output, MODULE, "--platform", "macos", "--min-os", "15.1")
    for tool, *words in (
        ["air-lld", "-macos_version_min", "15.1"],
        ["air-lld", "-platform_version", "macosx", "15.1", "26.0"],
        ["metal", "-mmacosx-version-min=15.1"],
        ["metal", "-mmacos-version-min=15.1"],
        ["metal", "-target", "air64-apple-macos15.1"],
        ["metal", "-target", "air64_v27-apple-macosx15.1.0"],
        ["metal", "-mtargetos=macos15.1"],
        ["metal", "-Wl,-macos_version_min,15.1"],
        ["metal", "-Xlinker", "-macos_version_min", "-Xlinker", "15.1"],
    ):
        output.unlink(missing_ok=True)
        assert apple(tool, *words, MODULE, "-o", output) == Result(0, b"", ""), words
        assert output.read_bytes() == expected, words
    older = apple("metal", "-mmacosx-version-min=11.0", MODULE, "-o", tmp_path / "z")
    assert older.code == 1 and "newer than" in older.stderr and not (tmp_path / "z").exists()
    other = apple("metal", "-miphoneos-version-min=17.0", MODULE, "-o", tmp_path / "z")
    assert other.code == 1 and "iOS 17.0" in other.stderr
    wrong = apple("metal", "-target", "arm64-apple-macos14", MODULE)
    assert wrong.code == 2 and "not an AIR target triple" in wrong.stderr


def test_the_deployment_target_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = tmp_path / "x.metallib"
    monkeypatch.setenv("MACOSX_DEPLOYMENT_TARGET", "15.0")
    assert apple("metal", MODULE, "-o", output).code == 0
    assert output.read_bytes() == linked(output, MODULE, "--platform", "macos", "--min-os", "15.0")
    assert apple("metal", MODULE, "-o", output, "-mmacosx-version-min=14.0").code == 0
    assert str(mtlb.read(output.read_bytes()).min_os) == "14.0"


def test_duplicates_read_as_apples() -> None:
    result = apple("metallib", MODULE, MODULE, "-o", "/dev/null")
    assert result.code == 1
    assert "duplicated symbol 'saxpy' in:" in result.stderr


def test_other_architectures_are_refused(tmp_path: Path) -> None:
    result = apple("metal", "-arch", "applegpu_g13s", MODULE, "-o", tmp_path / "x")
    assert result.code == 2 and "only AIR" in result.stderr and not (tmp_path / "x").exists()
    assert apple("metal", "-N", "script.json", MODULE).code == 2


def test_flags_of_the_compiler_do_not_disturb_a_link(tmp_path: Path) -> None:
    output = tmp_path / "x.metallib"
    words = [
        "-Wall",
        "-Wextra",
        "-Wno-c++17-extensions",
        "-fno-fast-math",
        "-O3",
        "-std=metal3.1",
        "-g",
        "-gline-tables-only",
        "-I.",
        "-DX=1",
    ]
    assert apple("metal", *words, MODULE, "-o", output) == Result(0, b"", "")
    assert output.read_bytes() == linked(output, MODULE)
    assert apple("metal", "-fbogus", MODULE, "-o", output).code == 2


def test_the_command_can_be_shown(tmp_path: Path) -> None:
    result = apple("metal", "-###", "-mmacosx-version-min=14.0", MODULE, "-o", tmp_path / "x.metallib")
    assert result.code == 0 and not (tmp_path / "x.metallib").exists()
    assert f"air-lld -platform_version macos 14.0 14.0 -o {tmp_path}/x.metallib {MODULE}" in result.stderr


def test_dynamic_libraries(tmp_path: Path) -> None:
    output = tmp_path / "libhelp.metallib"
    expected = linked(output, HELPER, "--kind", "dylib", "--install-name", "@rpath/libhelp.metallib")
    for tool, word in (("metal", "-dynamiclib"), ("air-lld", "-dylib"), ("air-lld", "-create-shared-library")):
        output.unlink(missing_ok=True)
        assert apple(tool, word, HELPER, "-o", output, "-install_name", "@rpath/libhelp.metallib") == Result(0, b"", "")
        assert output.read_bytes() == expected
    using = tmp_path / "x.metallib"
    assert apple("metal", MAIN, "-L", tmp_path, "-lhelp", "-o", using) == Result(0, b"", "")
    assert using.read_bytes() == linked(using, MAIN, output)
    assert apple("metal", MAIN, "-o", using, "-undefined", "suppress").code == 2


def test_what_a_dynamic_library_exports_is_listed_in_a_file(tmp_path: Path) -> None:
    """-exported_symbols_list: one symbol a line, with comments; a name that nothing defines is an error."""
    listed, output = tmp_path / "symbols", tmp_path / "libhelp.metallib"
    listed.write_text("# what is public\n_Z5applyPU9MTLdeviceK5Scale   # a comment\n\n")
    words = [HELPER, "-install_name", "@rpath/libhelp.metallib", "-o", output]
    assert apple("metal", "-dynamiclib", *words).code == 0
    everything = [function.name for function in mtlb.open(output)]
    assert apple("air-lld", "-dylib", "-exported_symbols_list", listed, *words) == Result(0, b"", "")
    assert [function.name for function in mtlb.open(output)] == ["_Z5applyPU9MTLdeviceK5Scale"] != everything
    plain = tmp_path / "plain"
    plain.write_text("_Z5applyPU9MTLdeviceK5Scale\n")
    options = ["--kind", "dylib", "--install-name", "@rpath/libhelp.metallib", "--exported-symbols", plain]
    assert output.read_bytes() == linked(output, HELPER, *options)
    driver = ["-dynamiclib", "-Xlinker", "-exported_symbols_list", "-Xlinker", str(listed)]
    assert apple("metal", *driver, *words) == Result(0, b"", "")
    assert [function.name for function in mtlb.open(output)] == ["_Z5applyPU9MTLdeviceK5Scale"]
    listed.write_text("_Z7nothingv\n")
    result = apple("air-lld", "-dylib", "-exported_symbols_list", listed, *words)
    assert result.code == 1 and "_Z7nothingv" in result.stderr


@pytest.mark.parametrize(
    ("tool", "word"), [("metal", "-fcikernel"), ("air-lld", "-cikernel"), ("metallib", "-cikernel")]
)
def test_core_image_libraries(tool: str, word: str, tmp_path: Path) -> None:
    output = tmp_path / "filter.metallib"
    assert apple(tool, word, CORE_IMAGE, "-o", output) == Result(0, b"", "")
    layout = ["--layout", "metallib"] if tool == "metallib" else []
    assert output.read_bytes() == linked(output, CORE_IMAGE, "--kind", "core-image", *layout)
    assert mtlb.open(output).file_type is FileType.CORE_IMAGE


def test_validate(tmp_path: Path) -> None:
    library = ROOT / "golden/lib/air-lld-macos14.metallib"
    assert apple("metallib", "--app-store-validate", library) == Result(0, b"", "")
    broken = tmp_path / "x.metallib"
    broken.write_bytes(library.read_bytes()[:-20])
    result = apple("metallib", "--app-store-validate", broken)
    assert result.code == 1 and b"error" in result.stdout


def test_a_missing_input_is_one_line(tmp_path: Path) -> None:
    for tool in ("metallib", "air-lld", "metal"):
        result = apple(tool, tmp_path / "none.air", "-o", tmp_path / "x")
        assert result == Result(1, b"", f"{tool}: error: {tmp_path}/none.air: No such file or directory\n")
        assert apple(tool).code == 2


# --- sources ---------------------------------------------------------------------------------------------------------


def test_sources_need_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MTLB_CLANG", str(tmp_path / "none"))
    source = tmp_path / "k.metal"
    source.write_text("kernel void k() {}\n")
    for words in (["-c", source], [source], ["-E", "-x", "metal", "-P", "-"]):
        result = apple("metal", *words)
        assert result.code == 1 and result.stderr.count("\n") == 1 and "not a clang that runs" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-Xclang", "-x", "-c", "k.metal"], "-Xclang is not supported: options of Apple's front end"),
        (["-mllvm", "-x", "-c", "k.metal"], "-mllvm is not supported for sources"),
        (["-fmetal-math-mode=odd", "-c", "k.metal"], "-fmetal-math-mode=odd is not supported: it is one of fast"),
        (["-fmetal-odd", "-c", "k.metal"], "-fmetal-odd is not supported: unknown Metal option"),
        (["-O7", "-c", "k.metal"], "-O7 is not supported"),
        (["-std=metal9", "-c", "k.metal"], "no version of Metal is called 'metal9'"),
        (["-unknown-to-us", "-c", "k.metal"], "unknown option -unknown-to-us"),
        (["-c", "k.metal", "x.air"], "x.air is not a source"),
    ],
)
def test_options_of_the_compiler_that_are_refused(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.metal").write_text("#include <metal_stdlib>\nkernel void k( {}\n")
    shutil.copy(MODULE, "x.air")
    result = apple("metal", *words)
    assert result.code and message in result.stderr
    assert not Path("k.air").exists()


def test_the_target_has_the_language_of_the_source() -> None:
    assert with_language(AirTarget("macos10.11"), "macos-metal2.0") == AirTarget("macos10.13")
    assert with_language(AirTarget("ios11.0"), "metal3.1") == AirTarget("ios17.0")
    target = AirTarget("macos15.0")
    assert with_language(target, "metal2.4") is with_language(target, "metal3.2") is with_language(target, "") is target


@needs_clang
@pytest.mark.long
def test_the_target_of_a_link_of_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.metal").write_text("#include <metal_stdlib>\nkernel void k(device float* o [[buffer(0)]]) { o[0] = 1; }\n")
    result = apple("metal", "-std=macos-metal2.0", "-mmacosx-version-min=10.11", "k.metal", "-o", "k.metallib")
    assert result.code == 0 and "-std=macos-metal2.0 needs macOS 10.13, which is the target" in result.stderr
    assert "10.13" in str(mtlb.read_module(bytes(mtlb.open("k.metallib").functions[0].module)).triple)


def test_sources_go_to_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    metal = compiler(tmp_path / "compiler", {"a": module("a"), "b": module("b")})
    monkeypatch.setenv("MTLB_METAL", str(metal))
    monkeypatch.chdir(tmp_path)
    for name in "ab":
        Path(f"{name}.metal").touch()
    assert apple("metal", "-O2", "-unknown-to-us", "-c", "a.metal", "-o", "a.air").code == 0
    assert Path("a.air").read_bytes() == module("a")
    assert (tmp_path / "compiler/log").read_text() == "-O2 -unknown-to-us -c a.metal -o a.air\n"
    # Compiled and linked in one step; a module beside a source.
    assert apple("metal", "-std=metal3.1", "b.metal", "a.air", "-o", "x.metallib") == Result(0, b"", "")
    assert sorted(f.name for f in mtlb.open("x.metallib")) == ["a", "b"]
    Path("b.air").write_bytes(module("b"))
    assert Path("x.metallib").read_bytes() == linked(tmp_path / "x.metallib", "b.air", "a.air")
    # The compiler's exit code is metal's.
    Path("c.metal").touch()
    assert apple("metal", "-c", "c.metal", "-o", "c.air").code == 1
    assert apple("metal", "c.metal", "-o", "y.metallib").code == 1 and not Path("y.metallib").exists()
    monkeypatch.setenv("MTLB_METAL", "/no/such/compiler --flag")
    result = apple("metal", "-c", "a.metal")
    assert (result.code, result.stderr) == (
        1,
        "metal: error: MTLB_METAL: /no/such/compiler: No such file or directory\n",
    )


# --- xcrun -----------------------------------------------------------------------------------------------------------


def test_xcrun_runs_the_stand_ins(tmp_path: Path) -> None:
    output = tmp_path / "x.metallib"
    expected = linked(output, MODULE, "--layout", "metallib")
    for words in (["-sdk", "macosx"], ["--sdk", "iphoneos"], [], ["-run"], ["-sdk", "macosx14.2", "-r"], ["-n", "-v"]):
        output.unlink(missing_ok=True)
        assert apple("xcrun", *words, "metallib", MODULE, "-o", output) == Result(0, b"", ""), words
        assert output.read_bytes() == expected
    assert apple("xcrun", "--kill-cache") == apple("xcrun", "-k") == Result(0, b"", "")
    assert apple("xcrun").code == 2
    assert apple("xcrun", "-sdk", "macosx", "metallib", "--bogus", MODULE).stderr.startswith("metallib: error: unknown")


def test_xcrun_shows_sdks(monkeypatch: pytest.MonkeyPatch) -> None:
    for words, version in (([], "26.5"), (["-sdk", "iphoneos"], "26.5"), (["--sdk", "macosx15.2"], "15.2")):
        for option in ("--show-sdk-version", "-show-sdk-version"):
            assert apple("xcrun", *words, option) == Result(0, f"{version}\n".encode(), "")
    monkeypatch.setenv("SDKROOT", "/sdks/MacOSX26.2.sdk")
    assert apple("xcrun", "--show-sdk-version").text == "26.2\n"
    assert apple("xcrun", "-sdk", "macosx", "--show-sdk-path").text == "/sdks/MacOSX26.2.sdk\n"
    result = apple("xcrun", "-sdk", "amigaos", "metallib", "--version")
    assert result.code == 2 and "SDK 'amigaos' cannot be located" in result.stderr


@pytest.mark.long
def test_installed_tools_find_each_other(tmp_path: Path) -> None:
    tools = installed(tmp_path / "a folder")
    assert {path.name for path in tools.iterdir() if path.is_file()} == set(TOOLS)

    def ran(*words: str) -> str:
        done = subprocess.run(words, cwd=tmp_path, env=environment(tools), capture_output=True, text=True, check=True)
        assert done.stderr == ""
        return done.stdout.strip()

    assert ran("xcrun", "-find", "metallib") == str(tools / "metallib")
    assert ran("xcrun", "-sdk", "macosx", "--find", "sh") == ran("sh", "-c", "command -v sh")
    assert os.path.isdir(ran("xcrun", "-sdk", "iphoneos", "--show-sdk-path"))
    assert ran("metallib", "--version").startswith("AIR-LLD 32023.883 ")
    assert ran("xcrun", "sh", "-c", "echo $SDKROOT") == ""
    assert ran("xcrun", "-sdk", "macosx", "sh", "-c", "echo $SDKROOT") == str(tools / "SDKs/MacOSX26.5.sdk")
    missing = subprocess.run(["xcrun", "--find", "nope"], env=environment(tools), capture_output=True, text=True)
    assert missing.returncode == 1
    assert missing.stderr == 'xcrun: error: unable to find utility "nope", not a developer tool or in PATH\n'


def test_nothing_of_others_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "metal").write_text("mine")
    result = invoke("apple", "install", tmp_path)
    assert result.code == 1 and "was not written by mtlb" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["metal"]
    (tmp_path / "metal").unlink()
    assert [invoke("apple", "install", tmp_path).code for _ in range(2)] == [0, 0]
    assert invoke("apple", "install").code == invoke("apple", "install", "-x").code == 2


# --- archives --------------------------------------------------------------------------------------------------------


def test_ar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in "ab":
        Path(f"{name}.air").write_bytes(module(name))
    assert apple("metal-ar", "r", "X.metalar", "a.air", "b.air") == Result(0, b"", "")
    once = Path("X.metalar").read_bytes()
    assert apple("metal-ar", "t", "X.metalar").text == "a.air\nb.air\n"
    assert apple("metal-ar", "-rcs", "X.metalar", "a.air").code == 0 and Path("X.metalar").read_bytes() == once
    for name in "ab":
        Path(f"{name}.air").unlink()
    assert apple("metal-ar", "x", "X.metalar").code == 0
    assert Path("a.air").read_bytes().startswith(module("a")) and Path("b.air").exists()
    assert apple("metal-ar", "d", "X.metalar", "b.air").code == 0
    assert apple("metal-ar", "t", "X.metalar").text == "a.air\n"
    assert apple("metal-ar", "p", "X.metalar", "a.air").stdout.startswith(module("a"))
    assert apple("metal-ar", "rx", "X.metalar").code == apple("metal-ar", "zz", "X.metalar").code == 2
    assert apple("metal-ar", "t", "none.a").code == apple("metal-ar", "d", "X.metalar", "none").code == 1
    assert apple("metal-ar", "r", "a.air", "a.air").code in (1, 2) and Path("a.air").read_bytes().startswith(
        module("a")
    )
    assert apple("metal-ranlib", "X.metalar").code == 0


def test_libtool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in "abc":
        Path(f"{name}.air").write_bytes(module(name))
    assert apple("metal-libtool", "-static", "a.air", "b.air", "-o", "liba.a") == Result(0, b"", "")
    assert apple("metal-libtool", "-static", "liba.a", "c.air", "-o", "libc.a").code == 0
    assert apple("metal-ar", "t", "libc.a").text == "a.air\nb.air\nc.air\n"
    output = tmp_path / "libhelp.metallib"
    words = ["-install_name", "@rpath/libhelp.metallib"]
    assert apple("metal-libtool", "-dynamic", HELPER, *words, "-o", output).code == 0
    assert output.read_bytes() == linked(output, HELPER, "--kind", "dylib", "--install-name", words[1])
    assert apple("metal-libtool", "a.air").code == apple("metal-libtool", "-lowering", "a.air", "-o", "x").code == 2


# --- symbol files ----------------------------------------------------------------------------------------------------


def test_sources_go_into_a_symbol_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Apple's documentation describes: record, link with the sources, split them off."""
    monkeypatch.chdir(tmp_path)
    Path("x.air").write_bytes(bytes(recorded().data))
    assert apple("metal", "-frecord-sources", "x.air", "-o", "X.metallib") == Result(0, b"", "")
    assert Path("X.metallib").read_bytes() == linked(tmp_path / "X.metallib", "x.air", "--embed-sources")
    full = mtlb.read(Path("X.metallib").read_bytes())
    assert apple("metal-source", "X.metallib", "-o", "sources").code == 0
    assert any(path.name.endswith("_saxpy.metal") for path in Path("sources").iterdir())
    assert apple("metal-dsymutil", "-flat", "-remove-source", "X.metallib") == Result(0, b"", "")
    library, companion = mtlb.open("X.metallib"), mtlb.open("X.metallibsym")
    assert library.sources is None and companion.sources is not None
    assert companion.file_type is FileType.SYMBOL_COMPANION and library.uuid == companion.uuid == full.uuid
    assert [bytes(f.module) for f in library] == [bytes(f.module) for f in companion] == [bytes(f.module) for f in full]
    split = Path("X.metallib").read_bytes(), Path("X.metallibsym").read_bytes()
    for path in ("X.metallib", "X.metallibsym"):
        Path(path).unlink()
    assert apple("metal", "-frecord-sources=flat", "x.air", "-o", "X.metallib") == Result(0, b"", "")
    assert (Path("X.metallib").read_bytes(), Path("X.metallibsym").read_bytes()) == split
    assert apple("metal", "-frecord-sources=deep", "x.air").code == 2
    assert apple("metal", "-gline-tables-only", "-MO", "x.air", "-o", "Z.metallib") == Result(0, b"", "")
    assert mtlb.open("Z.metallib").sources is not None
    again = apple("metal-dsymutil", "-flat", "X.metallib", "-o", "Y.metallibsym")
    assert again.code == 1 and not Path("Y.metallibsym").exists()


# --- the documentation -----------------------------------------------------------------------------------------------


def row(flag: Flag) -> str:
    """A flag as a row of a table."""
    says = flag.help.replace("|", "\\|")
    does = {Does.WORK: "", Does.NOTHING: "ignored", Does.REFUSE: "refused", Does.ELSEWHERE: "elsewhere"}[flag.does]
    return f"| `{flag.spelling}` | {does} | {says} |".replace("|  |", "| |")


def table(rows: Iterable[str]) -> list[str]:
    return ["| option | | |", "|---|---|---|", *rows, ""]


def tables() -> str:
    """The tables of docs/apple-options.md, from the rows of the tools: those of all linkers once, then each tool's."""
    tools = list(dict.fromkeys(TOOLS.values()))
    linkers = [tool for tool in tools if tool.name in LINKERS]
    shared = [line for line in map(row, linkers[0].flags) if all(line in map(row, tool.flags) for tool in linkers)]
    lines = ["### All linkers", "", f"{', '.join(f'`{name}`' for name in LINKERS)}:", "", *table(shared)]
    for tool in tools:
        names = ", ".join(f"`{name}`" for name in (tool.name, *tool.aliases))
        lines += [f"### {names}", "", f"{tool.summary} `{tool.name} {tool.usage}`", ""]
        own = [line for line in map(row, tool.flags) if tool.name not in LINKERS or line not in shared]
        if tool.name in LINKERS:
            lines += ["The options of all linkers" + (", and:" if own else "."), ""]
        lines += table(own) if own else []
    return "\n".join(lines)


LINKERS = ("metallib", "air-lld", "metal-libtool")


def test_the_documentation_lists_every_option() -> None:
    page = ROOT / "docs/apple-options.md"
    before, heading, _ = page.read_text(encoding="utf-8").partition("## Tools\n\n")
    now = before + heading + tables()
    if os.environ.get(UPDATE_VARIABLE, "0") not in ("", "0"):
        page.write_text(now, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == now


# --- inspection ------------------------------------------------------------------------------------------------------

LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"


def test_nm() -> None:
    assert apple("metal-nm", LIBRARY).stdout == invoke("nm", LIBRARY).stdout
    assert apple("metal-nm", "-gUj", LIBRARY).stdout == invoke("nm", "-j", LIBRARY).stdout
    assert apple("metal-nm", "--format=posix", MAIN).stdout == invoke("nm", "-P", MAIN).stdout
    assert apple("metal-nm", "-u", "-C", MAIN).stdout == invoke("nm", "-u", "-C", MAIN).stdout
    assert apple("metal-nm", "--format=sysv", MAIN).stdout == invoke("nm", "--format", "sysv", MAIN).stdout
    assert apple("metal-nm", "-m", MAIN).stdout == apple("metal-nm", "--format=darwin", MAIN).stdout
    assert apple("metal-nm", "-m", MAIN).stdout == invoke("nm", "-m", MAIN).stdout
    assert apple("metal-nm", "--format=just-symbols", MAIN).stdout == invoke("nm", "-j", MAIN).stdout
    assert apple("metal-nm", "--format=vms", MAIN).code == 2


def test_the_default_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert apple("metal-nm").code == 1
    (tmp_path / "default.metallib").write_bytes(LIBRARY.read_bytes())
    assert apple("metal-nm").stdout == invoke("nm", LIBRARY).stdout


def test_objdump() -> None:
    """The last line is Apple's for a library with reflection, and all that its tool prints of it."""
    last = "Disassembly of section REFLECTION_LIST:\n"
    text = apple("metal-objdump", "--metallib", "-d", LIBRARY).text
    assert text == invoke("objdump", LIBRARY).text + last and f"{LIBRARY}:\tfile format metallib\n" in text
    item = apple("metal-objdump", "--disassemble-symbols=saxpy", LIBRARY)
    assert item.text == invoke("objdump", LIBRARY, "--function", "saxpy").text + last
    assert apple("metal-objdump", "-d", MODULE).text == invoke("objdump", MODULE).text
    for option in ("--reflection", "--script", "--dep-archive"):
        assert "is not supported" in apple("metal-objdump", option, LIBRARY).stderr
    versions = apple("metal-objdump", "--air-version", LIBRARY).text.splitlines()
    assert versions[2:] == ["saxpy: 2.6", "triangle_vertex: 2.6", "triangle_fragment: 2.6"]
    assert apple("metal-objdump", "--air-version=saxpy", LIBRARY).text.splitlines()[2:] == ["saxpy: 2.6"]
    assert apple("metal-objdump", "--air-version=none", LIBRARY).code == 1
    header = apple("metal-objdump", "--private-headers", LIBRARY).text
    assert "MetalLib Header:\n  MagicWord: MTLB\n" in header and "  PlatformMajor: 14\n" in header
    assert f"  FileSize: {LIBRARY.stat().st_size}\n" in header
    assert "MODULE_LIST" in apple("metal-objdump", "-h", LIBRARY).text
    assert "g     F MODULE_LIST saxpy\n" in apple("metal-objdump", "-t", LIBRARY).text
    assert apple("metal-objdump", LIBRARY).code == 2


def test_readobj() -> None:
    text = apple("metal-readobj", LIBRARY).text
    assert text == f"\nFile: {LIBRARY}\nFormat: MetalLib\nArch: air64\nAddressSize: 64bit\n"
    text = apple("metal-readobj", "--file-headers", LIBRARY).text
    assert "MetalLibHeader {\n  MagicWord: MTLB\n" in text
    # What scripts match: `awk '/Platform:/ {print $2}'`.
    assert [line.split()[1] for line in text.splitlines() if "Platform:" in line] == ["MACOS"]
    assert "    Name: MODULE_LIST\n" in apple("metal-readobj", "--sections", LIBRARY).text
    assert "    Name: saxpy\n" in apple("metal-readobj", "--symbols", LIBRARY).text


def test_size() -> None:
    lines = apple("metal-size", "-m", LIBRARY).text.splitlines()
    sizes = [int(line.split()[-1]) for line in lines if line.startswith("\tSection ")]
    assert f"\ttotal {sum(sizes)}" == lines[-1] and sum(sizes) == LIBRARY.stat().st_size
    assert apple("metal-size", LIBRARY).text.splitlines()[-1].split() == ["Total", str(sum(sizes))]


def test_lipo(tmp_path: Path) -> None:
    other = ROOT / "golden/lib/air-lld-ios15.metallib"
    both = tmp_path / "both.metallib"
    assert apple("metal-lipo", "-create", LIBRARY, other, "-output", both) == Result(0, b"", "")
    library = tmp_path / "made.metallib"
    assert (
        invoke("lipo", "create", LIBRARY, other, "-o", library).code == 0 and library.read_bytes() == both.read_bytes()
    )
    assert apple("metal-lipo", "-archs", both).text == "air64_v24 air64_v26\n"
    assert (
        apple("metal-lipo", "-info", both).text == f"Architectures in the fat file: {both} are: air64_v24 air64_v26\n"
    )
    assert apple("metal-lipo", "-info", other).text == f"Non-fat file: {other} is architecture: air64_v24\n"
    assert apple("metal-lipo", both, "-verify_arch", "air64_v24", "air64_v26").code == 0
    assert apple("metal-lipo", both, "-verify_arch", "air64_v28").code == 1
    thin = tmp_path / "thin.metallib"
    assert apple("metal-lipo", both, "-thin", "air64_v26", "-o", thin).code == 0
    assert thin.read_bytes() == LIBRARY.read_bytes()
    assert apple("metal-lipo", both, "-extract", "air64_v24", "-segalign", "air64_v24", "20", "-o", thin).code == 0
    assert apple("metal-lipo", both, "-replace", "air64_v24", other, "-output", thin).code == 0
    assert thin.read_bytes() == both.read_bytes()
    for words in (["-create", both], ["-thin", "air64_v26", both, "-o", both], ["-info", "-archs", both], [both]):
        assert apple("metal-lipo", *words).code == 2
    assert apple("metal-lipo", both, "-thin", "air64_v28", "-o", thin).code == 1


# --- strip and sources -----------------------------------------------------------------------------------------------


def test_strip(tmp_path: Path) -> None:
    library = tmp_path / "x.metallib"
    library.write_bytes(LIBRARY.read_bytes())
    output = tmp_path / "y.metallib"
    assert apple("metal-strip", library, "-o", output) == Result(0, b"", "")
    expected = mtlb.read(LIBRARY.read_bytes())
    expected.strip(sources=True, names=True)
    assert output.read_bytes() == mtlb.write(expected) and library.read_bytes() == LIBRARY.read_bytes()
    assert apple("metal-strip", library) == Result(0, b"", "")
    assert library.read_bytes() == output.read_bytes()
    assert apple("metal-strip", "-debug_line_table", library).code == 2
    both = tmp_path / "both.metallib"
    other = ROOT / "golden/lib/air-lld-ios15.metallib"
    assert invoke("lipo", "create", LIBRARY, other, "-o", both).code == 0
    assert apple("metal-strip", "-S", "-arch", "air64_v26", both, "-o", output).code == 0
    assert invoke("lipo", "thin", f"{output}:air64_v24", "-o", library).code == 0
    assert library.read_bytes() == other.read_bytes()


def test_sources_are_written_as_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = apple("metal-source", LIBRARY, "-o", "sources")
    assert result.code == 1 and "the library has no embedded sources" in result.stderr
    assert apple("metal-source", "-flatbuffers", "json", LIBRARY).code == 2
    assert apple("metal-source", "-extract", "metal-scripts", LIBRARY).code == 2
