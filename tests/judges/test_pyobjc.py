"""What mtlb.prove calls, beside the metadata of PyObjC's wheel for Macs: out arguments, results, names of numbers."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.judges

SOURCES = sorted((ROOT / "mtlb/prove").glob("*.py"))


@pytest.fixture(scope="module")
def metadata(tmp_path_factory: pytest.TempPathFactory) -> str:
    """`Metal/_metadata.py` of the wheel."""
    folder = tmp_path_factory.mktemp("pyobjc")
    words = [
        "--no-deps",
        "--only-binary=:all:",
        "--python-version",
        "3.12",
        "--implementation",
        "cp",
        "-d",
        str(folder),
    ]
    for platform in ("macosx_11_0_universal2", "macosx_10_13_universal2", "macosx_10_9_universal2"):
        words += ["--platform", platform]
    subprocess.run([sys.executable, "-m", "pip", "download", "-q", *words, "pyobjc-framework-Metal"], check=True)
    (wheel,) = folder.glob("*.whl")
    return zipfile.ZipFile(wheel).read("Metal/_metadata.py").decode("utf-8")


def selectors(metadata: str) -> dict[str, dict[str, Any]]:
    """What it registers, by the names that Python has for the selectors."""
    actual = {}
    for node in ast.walk(ast.parse(metadata)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "r" and len(node.args) == 3:
            try:
                selector, value = ast.literal_eval(node.args[1]), ast.literal_eval(node.args[2])
            except ValueError:
                continue
            actual[selector.decode().replace(":", "_")] = value
    return actual


def test_out_arguments_are_errors_alone(metadata: str) -> None:
    """Each method that mtlb.prove gives an error's place puts out that one, so that the result is a pair."""
    known = selectors(metadata)
    called = {name for path in SOURCES for name in re.findall(r"\.(\w+_error_)\(", path.read_text(encoding="utf-8"))}
    assert len(called) >= 6
    for name in called:
        arguments = known[name]["arguments"]
        assert [n for n, argument in arguments.items() if argument.get("type_modifier") == b"o"] == [max(arguments)], (
            name
        )


def test_the_facts_that_the_code_is_written_for(metadata: str) -> None:
    known = selectors(metadata)
    assert "setConstantValue_type_atIndex_" not in known  # framework.load_framework registers it
    tile = known["newRenderPipelineStateWithTileDescriptor_options_reflection_error_"]
    assert tile["retval"]["type"] == "q"  # framework.failure takes a number
    assert known["contents"]["retval"] == {"type": b"^v", "c_array_of_variable_length": True}
    sent = known["newBufferWithBytes_length_options_"]["arguments"][2]
    assert sent == {"type": b"^v", "type_modifier": b"n", "c_array_length_in_arg": 3}
    like = known["replaceRegion_mipmapLevel_withBytes_bytesPerRow_"]["arguments"][4]
    text = (ROOT / "mtlb/prove/framework.py").read_text(encoding="utf-8")
    assert str(like).strip("{}") in text.replace('"', "'")


def test_numbers_and_functions_have_these_names_and_values(metadata: str) -> None:
    listed = re.search(r'enums = """(.*?)"""', metadata, re.DOTALL)
    assert listed is not None
    values = dict(item.split("@") for item in listed[1].split("$") if "@" in item)
    names = {n for path in SOURCES for n in re.findall(r"metal\.(MTL\w+)", path.read_text(encoding="utf-8"))}
    for name in names:
        assert (
            name in values or f'"{name}"' in metadata or re.fullmatch(r"MTL\w+(Descriptor|Functions|Values)", name)
        ), name
    standin = (Path(__file__).parents[1] / "prove/standin/Metal.py").read_text(encoding="utf-8")
    namespace: dict[str, Any] = {}
    for node in ast.parse(standin).body:  # numbers that the stand-in assigns by name
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Tuple, ast.Name)):
            targets = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else [node.targets[0]]
            if all(isinstance(target, ast.Name) and target.id.startswith("MTL") for target in targets):
                inputs = ast.literal_eval(node.value)
                names_of = [target.id for target in targets if isinstance(target, ast.Name)]
                namespace.update(zip(names_of, inputs if isinstance(inputs, tuple) else (inputs,), strict=True))
    assert len(namespace) >= 25
    assert {name: int(values[name]) for name in namespace} == namespace
