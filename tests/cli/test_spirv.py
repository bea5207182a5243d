"""The commands on SPIR-V modules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.inspect.test_schemas import validated
from tests.spirv.samples import compute, op

SAMPLES = sorted((ROOT / "golden" / "spirv").glob("*.spv"))
FRAGMENT = ROOT / "golden" / "spirv" / "fragment.spv"


@pytest.mark.parametrize("command", ["info", "verify", "objdump"])
def test_json_follows_the_schema(command: str) -> None:
    for path in SAMPLES:
        assert validated(command, path, "--json")


def test_objdump_prints_what_spirv_dis_prints() -> None:
    for path in SAMPLES:
        assert invoke("objdump", path).text == path.with_suffix(".lst").read_text(encoding="utf-8")
        raw = invoke("objdump", "--raw-id", "--no-indent", "--no-header", "--offsets", path)
        assert raw.text == path.with_suffix(".raw.lst").read_text(encoding="utf-8")
    text = json.loads(invoke("objdump", "--json", FRAGMENT).text)["files"][0]["modules"][0]["text"]
    assert text == FRAGMENT.with_suffix(".lst").read_text(encoding="utf-8")
    assert invoke("objdump", "--function", "main", FRAGMENT).code == 2


def test_verify(tmp_path: Path) -> None:
    assert invoke("verify", *SAMPLES).code == 0
    broken = tmp_path / "broken.spv"
    broken.write_bytes(compute(op("OpBranch", 9)))
    result = invoke("verify", broken)
    assert result.code == 1
    assert "error: id: word 33: OpBranch: %9 is not defined (at offset 0x84)" in result.text


def test_info_of_a_broken_module(tmp_path: Path) -> None:
    broken = tmp_path / "broken.spv"
    broken.write_bytes(compute(op("OpLabel", 9)))
    result = invoke("info", broken)
    assert result.code == 0 and "problem" in result.text and "the block %4 has no end" in result.text
    broken.write_bytes(FRAGMENT.read_bytes()[:-3])
    result = invoke("info", broken)
    assert result.code == 1 and "truncated" in result.stderr and not result.text


@pytest.mark.parametrize("command", ["check", "size", "nm"])
def test_commands_for_libraries_say_what_it_is(command: str) -> None:
    result = invoke(command, FRAGMENT)
    assert result.code in (1, 2)
    assert "SPIR-V" in result.text + result.stderr


@pytest.mark.long
def test_many_shaders_in_one_command(tmp_path: Path) -> None:
    shaders = sorted((ROOT / "golden" / "glsl").glob("b*.spv")) + sorted((ROOT / "golden" / "glsl").glob("c*.spv"))
    shaders = [path for path in shaders if path.stem != "buffer_addresses"]
    folder, two, rules = tmp_path / "one", tmp_path / "two", tmp_path / "modules.d"
    assert invoke("convert", *shaders, "-d", folder, "-j", "1").code == 0
    assert invoke("convert", *shaders, "-d", two, "-j", "2", "--depfile", rules).code == 0
    names = [f"{path.stem}.air" for path in shaders]
    assert sorted(path.name for path in two.iterdir()) == sorted(names)
    assert all((folder / name).read_bytes() == (two / name).read_bytes() for name in names)
    text = rules.read_text()
    for path in shaders:
        assert f"{two / path.stem}.air: \\\n  {path}\n{path}:\n" in text
    result = invoke("convert", shaders[0], "--depfile", rules)
    assert result.code == 2 and "--depfile needs a file to write a rule for" in result.stderr
