"""A link that is planned to a directory, done shard by shard, and assembled."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mtlb
from mtlb.base.errors import MtlbError
from mtlb.ir import TypeCode
from mtlb.linker.inputs import InputFile, load
from mtlb.linker.link import link, plan_inputs
from mtlb.linker.options import LinkOptions
from mtlb.linker.stored import StoredPlan, write_plan
from tests.cli.invoke import invoke
from tests.linker.programs import program
from tests.linker.samples import archive, golden
from tests.linker.test_sources import recorded

NAMES = ("link_main", "link_helper", "link_stages", "saxpy", "air_vertex")


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of inputs in the current folder."""
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        Path(f"{name}.air").write_bytes(golden(name).data)
    return [f"{name}.air" for name in NAMES]


def planned(inputs: list[str], count: int, options: LinkOptions | None = None) -> StoredPlan:
    options = options or LinkOptions(output="out.metallib")
    plan = plan_inputs(load([InputFile.read(name) for name in inputs], options), options)
    assert write_plan(plan, "plan", "out.metallib", count) == min(count, len(plan.ordered))
    return StoredPlan("plan")


@pytest.mark.parametrize("count", [1, 2, 64])
@pytest.mark.parametrize("layout", ["air-lld", "metallib"])
def test_the_bytes_of_one_process(inputs: list[str], count: int, layout: str) -> None:
    options = LinkOptions(output="out.metallib", layout=layout)
    expected = link([InputFile.read(name) for name in inputs], options)
    stored = planned(inputs, count, options)
    for number in reversed(range(stored.count)):
        stored.link(number)
    stored.link(0)  # twice does no harm
    result = stored.assemble()
    assert mtlb.write(result.library) == mtlb.write(expected.library)
    assert (result.warnings, result.notes) == (expected.warnings, expected.notes)


def test_what_is_in_no_file_goes_with_the_plan(inputs: list[str]) -> None:
    options = LinkOptions()
    members = archive([("saxpy.air", bytes(golden("saxpy").data))])
    files = [
        *program(3),
        InputFile("lib.a", members),
        *[InputFile.read(name) for name in inputs if "saxpy" not in name],
    ]
    write_plan(plan_inputs(load(files, options), options), "plan", "out.metallib", 4)
    stored = StoredPlan("plan")
    for number in range(stored.count):
        stored.link(number)
    assert mtlb.write(stored.assemble().library) == mtlb.write(link(files, options).library)


def test_recorded_sources_are_embedded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    options = LinkOptions(sources=mtlb.linker.SourceOptions("metal a.metal", "/src"))
    files = [golden("link_stages"), recorded()]
    write_plan(plan_inputs(load(files, options), options), "plan", "out.metallib", 2)
    stored = StoredPlan("plan")
    for number in range(stored.count):
        stored.link(number)
    assert mtlb.write(stored.assemble().library) == mtlb.write(link(files, options).library)


def test_a_plan_depends_on_nothing_but_the_inputs(inputs: list[str]) -> None:
    planned(inputs, 3)
    first = {path.name: path.read_bytes() for path in Path("plan").iterdir()}
    planned(inputs, 3)
    assert {path.name: path.read_bytes() for path in Path("plan").iterdir()} == first
    assert b"mtlb link --shard $number plan" in first["build.ninja"]
    assert str(Path.cwd()).encode() not in b"".join(first.values())


def test_a_plan_can_be_moved_with_its_inputs(
    inputs: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned(inputs, 2)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in (*inputs, "plan"):
        shutil.move(name, elsewhere / name)
    stored = StoredPlan(elsewhere / "plan")
    for number in range(stored.count):
        stored.link(number)
    assert stored.assemble().functions


# --- bad plans -------------------------------------------------------------------------------------------------------


def change(path: str, old: str, new: str) -> None:
    text = Path(path).read_bytes()
    assert old.encode() in text
    Path(path).write_bytes(text.replace(old.encode(), new.encode(), 1))


def other_input() -> None:
    Path("saxpy.air").write_bytes(golden("link_stages").data)


def copied_result() -> None:
    shutil.copy("plan/shard-00000.result", "plan/shard-00001.result")


def damaged_result() -> None:
    data = bytearray(Path("plan/shard-00001.result").read_bytes())
    data[-100] ^= 1
    Path("plan/shard-00001.result").write_bytes(bytes(data))


def cut_result() -> None:
    Path("plan/shard-00001.result").write_bytes(b"{")


def another_plan() -> None:
    shutil.copy("plan/shard-00001.result", "kept")
    planned([f"{name}.air" for name in NAMES[1:]], 3)
    for number in range(3):
        StoredPlan("plan").link(number)
    shutil.copy("kept", "plan/shard-00001.result")


def malformed_manifest() -> None:
    values = json.loads(Path("plan/plan.json").read_text())
    values["assembly"]["target"] = [1]
    Path("plan/plan.json").write_text(json.dumps(values))


BAD: list[tuple[Callable[[], object], str]] = [
    (other_input, "saxpy.air: the file changed after the link was planned: plan the link again"),
    (lambda: Path("saxpy.air").unlink(), "saxpy.air: No such file"),
    (lambda: Path("plan/shard-00001.result").unlink(), "plan: shard 1 is not linked yet: mtlb link --shard 1 plan"),
    (
        copied_result,
        "this is the result of shard 0, expected shard 1: link that shard again",
    ),
    (damaged_result, "the result of the shard is damaged"),
    (cut_result, "it is not JSON"),
    (another_plan, "this is the result of another plan, expected shard 1"),
    (lambda: change("plan/plan.json", '"mtlb":"', '"mtlb":"0.'), "use the same version for all steps"),
    (lambda: change("plan/shard-00000.result", '"mtlb":"', '"mtlb":"0.'), "use the same version for all steps"),
    (
        lambda: change("plan/shard-00001.json", '"owned":true', '"owned":false'),
        "the file changed after the link was planned",
    ),
    (malformed_manifest, "its values do not match mtlb.link-plan/1"),
    (lambda: Path("plan/plan.json").unlink(), "name the folder of a mtlb link --plan"),
    (lambda: Path("plan/plan.json").write_text("[]"), "its schema is not mtlb.link-plan/1"),
]


@pytest.mark.parametrize(("damage", "message"), BAD)
def test_what_does_not_go_together_is_refused(inputs: list[str], damage: Callable[[], object], message: str) -> None:
    stored = planned(inputs, 3)
    for number in range(stored.count):
        stored.link(number)
    damage()
    of_shard = "planned" in message or "No such file" in message
    number = next(str(n) for n in range(3) if "saxpy.air" in Path(f"plan/shard-0000{n}.json").read_text() or n == 2)
    if "the file changed after the link was planned" in message:
        number = "1"
    done = invoke("link", *(["--shard", number] if of_shard else ["--assemble"]), "plan")
    assert done.code == 1 and message in done.stderr
    assert not Path("out.metallib").exists()


def lie(change: Callable[[dict[str, Any]], object]) -> None:
    """Shard 0 says something else, and the plan that it is the one."""
    values, plan = (json.loads(Path(f"plan/{name}.json").read_text()) for name in ("shard-00000", "plan"))
    change(values)
    data = json.dumps(values).encode()
    Path("plan/shard-00000.json").write_bytes(data)
    plan["shards"][0]["sha256"] = hashlib.sha256(data).hexdigest()
    Path("plan/plan.json").write_text(json.dumps(plan))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda shard: shard["units"][0]["input"].update(size=1 << 60), "expected at least"),
        (lambda shard: shard["units"][0]["input"].update(offset=4), "expected at least"),
        (lambda shard: shard["units"][0]["input"].update(file="a\0b"), "is not a valid path"),
        (lambda shard: shard["units"][0]["input"].update(file="\ud800"), "is not a valid path"),
        (
            lambda shard: shard["units"][0].update(roots=[[99, 0]]),
            "the link was planned with different globals: plan it again",
        ),
        (
            lambda shard: shard["units"][0].update(structs=[0, 0]),
            "the link was planned with different struct types: plan it again",
        ),
        (lambda shard: shard.update(root_names=[["x", 1 << 40]]), "names in the walk"),
        (lambda shard: shard.update(types=[[999, [], [], None]]), "a type of an unknown kind"),
        (lambda shard: shard.update(types=[[TypeCode.INTEGER, [-1], [], None]]), "no record can hold"),
        (lambda shard: shard.update(kinds=[[-1, "x"]]), "no record can hold"),
        (lambda shard: shard["units"][0].update(kinds=[[0, 1 << 64]]), "no record can hold"),
        (lambda shard: shard["options"].update(layout="x"), "unknown layout"),
        (lambda shard: shard.update(target=[1, "a", "b"]), "not a version"),
        (lambda shard: shard.pop("units"), "its values do not match mtlb.link-shard/1"),
    ],
)
def test_shards_that_lie(inputs: list[str], change: Callable[[dict[str, Any]], object], message: str) -> None:
    planned(inputs, 2)
    lie(change)
    before = sorted(os.listdir("plan"))
    done = invoke("link", "--shard", "0", "plan")
    assert done.code == 1 and message in done.stderr and sorted(os.listdir("plan")) == before


def test_names_of_shards_stay_in_the_folder(inputs: list[str]) -> None:
    planned(inputs, 2)
    change("plan/plan.json", '"shard-00001.json"', '"../shard-00001.json"')
    done = invoke("link", "--shard", "0", "plan")
    assert done.code == 1 and "'../shard-00001.json' is not the name of a shard's file" in done.stderr


def test_a_shard_that_the_plan_does_not_have(inputs: list[str]) -> None:
    with pytest.raises(MtlbError, match="the plan has shards 0 to 1, not 2"):
        planned(inputs, 2).link(2)


def test_steps_take_no_options_of_a_link(inputs: list[str]) -> None:
    planned(inputs, 2)
    for words in (["--shard", "0", "--platform", "ios"], ["--assemble", "--shard", "0"], ["--shard", "0", "-o", "x"]):
        assert invoke("link", *words, "plan").code == 2
    assert invoke("link", "--shards", "2", *inputs, "-o", "x").code == 2
    assert invoke("link", "--plan", "p", *inputs).code == 2


# --- the command, and ninja ------------------------------------------------------------------------------------------


def test_the_command_in_steps(inputs: list[str]) -> None:
    assert invoke("link", *inputs, "-o", "out.metallib", "-q").code == 0
    expected = Path("out.metallib").read_bytes()
    Path("out.metallib").unlink()
    assert invoke("link", "--plan", "plan", "--shards", "2", *inputs, "-o", "out.metallib").code == 0
    for number in ("1", "0"):
        assert invoke("link", "--shard", number, "plan").code == 0
    assert invoke("link", "--assemble", "plan", "--map", "map.json").code == 0
    assert Path("out.metallib").read_bytes() == expected
    assert json.loads(Path("map.json").read_text())["functions"]


@pytest.mark.skipif(shutil.which("ninja") is None, reason="ninja is not here")
@pytest.mark.long
def test_ninja_does_the_steps_and_then_nothing(inputs: list[str]) -> None:
    planned(inputs, 3)
    rules = Path("plan/build.ninja")
    rules.write_text(rules.read_text().replace("mtlb = mtlb", f"mtlb = {sys.executable} -m mtlb"))
    build = ["ninja", "-f", "plan/build.ninja"]
    subprocess.run(build, check=True, capture_output=True)
    assert Path("out.metallib").read_bytes() == mtlb.write(
        link([InputFile.read(name) for name in inputs], LinkOptions(output="out.metallib")).library
    )
    assert b"no work to do" in subprocess.run(build, check=True, capture_output=True).stdout
