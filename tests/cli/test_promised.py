"""check beside what packages promise themselves, and the lines that check and verify end with."""

from __future__ import annotations

import io
import json
import plistlib
import shutil
from pathlib import Path

import pytest

from tests.cli.invoke import invoke
from tests.golden.packages import WHEEL_NAME, wheel, zipped
from tests.inspect.libraries import GOLDEN, function, stored
from tests.inspect.test_schemas import validated

MACOS14 = GOLDEN / "lib" / "air-lld-macos14.metallib"
IOS15 = GOLDEN / "lib" / "air-lld-ios15.metallib"
MODULE = GOLDEN / "air" / "saxpy.air"
SHADER = sorted((GOLDEN / "dxbc").glob("*.dxbc"))[0]
SPIRV = sorted((GOLDEN / "spirv").glob("*.spv"))[0]
WHEEL = GOLDEN / "packages" / WHEEL_NAME
APP = GOLDEN / "packages" / "Demo.app"
NEEDS = "needs macOS 14.0 (stamped for 14.0, AIR 2.6, Metal 3.1, triple air64-apple-macosx14.0.0)"


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A copy of the app, which is for macOS 14.0."""
    return Path(shutil.copytree(APP, tmp_path / "Demo.app"))


def promise(app: Path, **values: str) -> None:
    (app / "Contents" / "Info.plist").write_bytes(plistlib.dumps(values))


def test_a_wheel_that_promises_too_much() -> None:
    result = invoke("check", WHEEL)
    assert result.code == 1
    assert result.text.splitlines()[:4] == [
        f"{WHEEL}!demo/default.metallib: no: {NEEDS}",
        "  promised: macOS 13.0, by the tag macosx_13_0_arm64 (file name and WHEEL)",
        "  stamped for 14.0: needs macOS 14.0",
        "  AIR 2.6: needs macOS 14.0 in saxpy, triangle_vertex, triangle_fragment",
    ]
    assert result.text.count("promised:") == 1 and result.stderr == "1 library, 1 error\n"


def test_what_is_declared_can_be_left_out() -> None:
    result = invoke("check", WHEEL, "--no-declared")
    assert (result.code, result.text) == (0, f"{WHEEL}!demo/default.metallib: {NEEDS}\n")
    assert invoke("check", WHEEL, "--no-declared", "--min-os", "macos:14").code == 0
    assert invoke("check", WHEEL, "--min-os", "macos:14").code == 1  # the wheel's promise is broken all the same
    text = invoke("check", WHEEL, "--min-os", "macos:12").text
    assert text.count("stamped for 14.0: needs macOS 14.0\n") == 2


def test_a_wheel_from_stdin_and_unpacked(tmp_path: Path) -> None:
    result = invoke("check", "-", stdin=WHEEL.read_bytes())
    assert "  promised: macOS 13.0, by the tag macosx_13_0_arm64 (WHEEL)\n" in result.text and result.code == 1
    shutil.unpack_archive(WHEEL, tmp_path / "demo", "zip")
    result = invoke("check", tmp_path / "demo")
    assert "by the tag macosx_13_0_arm64 (WHEEL)\n" in result.text and result.code == 1


def test_a_wheel_for_any_machine_promises_nothing(tmp_path: Path) -> None:
    path = tmp_path / "demo-1.0-py3-none-any.whl"
    path.write_bytes(wheel({"x.metallib": MACOS14.read_bytes()}, ["py3-none-any"]))
    assert invoke("check", path).text == f"{path}!x.metallib: {NEEDS}\n"


def test_an_app_that_keeps_its_promises() -> None:
    result = invoke("check", APP)
    assert result.code == 0 and result.stderr == "2 libraries, 0 errors\n"
    assert [line.split(": ")[1] for line in result.text.splitlines()] == ["ok", "ok"]
    notes = invoke("check", APP, "-v").stderr.splitlines()
    place = APP / "Contents" / "Info.plist"
    resources = APP / "Contents" / "Resources" / "default.metallib"
    said = f"mtlb: note: {resources}: promised: macOS 14.0, by LSMinimumSystemVersion of {place}"
    assert said in notes and len(notes) == 3


def test_an_app_that_promises_too_much(app: Path) -> None:
    promise(app, LSMinimumSystemVersion="13.5")
    result = invoke("check", app)
    place = app / "Contents" / "Info.plist"
    assert result.code == 1 and result.stderr == "2 libraries, 1 error\n"
    assert f"  promised: macOS 13.5, by LSMinimumSystemVersion of {place}\n" in result.text
    assert "Old.framework" in result.text.splitlines()[0] and ": ok: " in result.text.splitlines()[0]


def test_a_promise_about_another_platform_is_a_warning(app: Path) -> None:
    promise(app, LSMinimumSystemVersion="14.0")
    (app / "Contents" / "Resources" / "ios.metallib").write_bytes(IOS15.read_bytes())
    result = invoke("check", app)
    library, place = app / "Contents" / "Resources" / "ios.metallib", app / "Contents" / "Info.plist"
    not_compared = f"not compared with macOS 14.0, by LSMinimumSystemVersion of {place}"
    assert result.code == 0 and result.stderr.splitlines() == [
        f"mtlb: warning: {library}: is for iOS: {not_compared}",
        "3 libraries, 0 errors, 1 warning",
    ]
    assert "warning" not in invoke("check", app, "--no-declared").stderr
    assert "warning" not in invoke("check", app, "--platform", "ios", "--platform", "macos").stderr
    assert invoke("check", app, "--platform", "macos").code == 1


@pytest.mark.parametrize("data", [b"", b"bplist00", b"<plist>", b"\xff\xfe", plistlib.dumps({"DTPlatformName": 1})])
def test_a_damaged_info_plist_is_an_error(data: bytes, app: Path) -> None:
    (app / "Contents" / "Info.plist").write_bytes(data)
    result = invoke("check", app)
    assert result.code == 1 and result.stderr == "2 libraries, 1 error\n"
    assert f"\n  {app / 'Contents' / 'Info.plist'}: " in result.text and "Traceback" not in result.text
    assert invoke("check", app, "--no-declared").code == 0
    log = json.loads(invoke("check", app, "--sarif").text)["runs"][0]
    assert [result["ruleId"] for result in log["results"]] == ["unreadable-promise"]


def test_names_in_packages_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    evil = "\x1b[31m.app"
    path = tmp_path / "x.zip"
    path.write_bytes(zipped({f"{evil}/Info.plist": b"\x1b", f"{evil}/x.metallib": MACOS14.read_bytes()}))
    result = invoke("check", path)
    assert "\x1b" not in result.text + result.stderr and "\\x1b[31m.app/Info.plist: not a property list" in result.text


def test_json_says_what_was_compared_and_whose_promise_it_is(app: Path) -> None:
    source = "the tag macosx_13_0_arm64 (file name and WHEEL)"
    assert validated("check", WHEEL, "--json", "--min-os", "macos:15", "--min-os", "ios:16")
    (library,) = json.loads(invoke("check", WHEEL, "--json", "--min-os", "macos:15", "--min-os", "ios:16").text)[
        "libraries"
    ]
    assert library["promises"] == [
        {"platform": "macos", "os": "15.0", "origin": "request", "source": None, "compared": True},
        {"platform": "macos", "os": "13.0", "origin": "wheel", "source": source, "compared": True},
        {"platform": "ios", "os": "16.0", "origin": "request", "source": None, "compared": False},
    ]
    assert {(failure["promise"], failure["origin"], failure["source"]) for failure in library["failures"]} == {
        ("macos 13.0", "wheel", source)
    }
    promise(app, MinimumOSVersion="15.0")
    assert validated("check", app, "--json", "--platform", "macos")
    library = json.loads(invoke("check", app, "--json", "--platform", "macos").text)["libraries"][1]
    place = f"MinimumOSVersion of {app / 'Contents' / 'Info.plist'}"
    assert library["promises"] == [
        {"platform": "macos", "os": None, "origin": "request", "source": None, "compared": True},
        {"platform": "ios", "os": "15.0", "origin": "bundle", "source": place, "compared": False},
    ]
    (app / "Contents" / "Info.plist").write_bytes(b"")
    assert validated("check", app, "--json")


def test_sarif_names_the_promise() -> None:
    (run,) = json.loads(invoke("check", WHEEL, "--sarif").text)["runs"]
    assert {result["ruleId"] for result in run["results"]} == {"newer-os"}
    assert run["results"][0]["message"]["text"] == (
        "stamped for 14.0: needs macOS 14.0 (promised: macOS 13.0, by the tag macosx_13_0_arm64 (file name and WHEEL))"
    )


# --- the last line ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "inputs", "code", "said"),
    [
        ("check", [MACOS14], 0, "1 library, 0 errors"),
        ("check", [MACOS14, IOS15], 0, "2 libraries, 0 errors"),
        ("check", [MACOS14, MODULE], 0, "1 library, 1 module, 0 errors"),
        ("check", [MACOS14, MODULE, "--min-os", "macos:13"], 1, "1 library, 1 module, 2 errors"),
        ("check", [SHADER], 1, "0 libraries, 1 error"),
        ("verify", [MACOS14], 0, "1 library, 0 errors"),
        ("verify", [MACOS14, IOS15, MODULE, SHADER, SPIRV], 0,
         "2 libraries, 1 module, 1 Direct3D container, 1 SPIR-V module, 0 errors"),
        ("verify", [GOLDEN / "bad" / "trailing-bytes.metallib"], 1, "1 library, 2 errors"),
        ("verify", [WHEEL, APP], 0, "3 libraries, 0 errors"),
        ("verify", [GOLDEN / "bad" / "empty.metallib"], 1, "0 libraries, 1 error"),
    ],
)  # fmt: skip
def test_the_numbers(command: str, inputs: list[str | Path], code: int, said: str) -> None:
    for words in ([], ["--json"]):
        result = invoke(command, *inputs, *words)
        assert (result.code, result.stderr.splitlines()[-1]) == (code, said)
    assert result.text.rstrip().endswith("}")  # stdout is nothing but data
    quiet = invoke(command, *inputs, "-q")
    assert quiet.code == code and said not in quiet.stderr + quiet.text


@pytest.mark.parametrize("command", ["check", "verify"])
@pytest.mark.parametrize("named", ["missing.metallib", "*.metallib", "folder", "text.metallib", "empty.zip"])
def test_nothing_found_does_not_look_like_success(
    command: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("text.metallib").write_text("nothing")
    Path("empty.zip").write_bytes(zipped({"a.txt": b"nothing"}))
    for words in ([], ["-q"], ["--json"]):
        result = invoke(command, named, *words)
        assert result.code == 1 and named.partition(".")[0] in result.text + result.stderr
        assert ("0 libraries, 1 error\n" in result.stderr) == (words != ["-q"])
    document = json.loads(result.text)
    assert document["ok"] is False
    result = invoke(command, MACOS14, named)
    assert result.code == 1 and result.stderr.splitlines()[-1] == "1 library, 1 error"


def test_warnings_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.metallib"
    path.write_bytes(stored(function("\udcff")))
    result = invoke("verify", path)
    assert result.text.count(": warning: name-encoding: ") == 1
    assert (result.code, result.stderr) == (0, "1 library, 0 errors, 1 warning\n")


def test_the_line_is_last_on_a_terminal(tmp_path: Path) -> None:
    streams = invoke("verify", MACOS14, "-v", terminal=True)
    assert io.StringIO(streams.stderr).readlines()[-1] == "1 library, 0 errors\n"
