"""A tag that Apple adds is one row of `FUNCTION_TAGS`: it is read, checked, copied, merged, printed and compared."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from mtlb.container.function_list import FUNCTION_TAGS, LibraryFunction
from mtlb.inspect.facts import function_json
from mtlb.inspect.schemas import command_schema
from tests.conftest import ROOT

ROW = """
        FunctionTag(
            "MXTH",
            4,
            lambda f, _: None if f.max_threads is None else struct.pack("<I", f.max_threads),
            {
                "max_threads": TagField(
                    lambda origin, group: group.number("MXTH"),
                    _of(int, type(None)),
                    "max threads",
                    key="max_threads",
                    json=int,
                    schema={"type": ["integer", "null"]},
                )
            },
            is_optional=True,
        ),
"""

SCRIPT = """
import copy, json, pickle, sys
from importlib.machinery import PathFinder, SourceFileLoader

ROW, PATHS = json.loads(sys.stdin.read())


class WithRow(SourceFileLoader):
    def path_stats(self, path):  # no bytecode: it is that of the file
        raise OSError

    def get_data(self, path):
        data = super().get_data(path).decode("utf-8")
        mark = '\\n        FunctionTag(\\n            "SOFF",'
        assert data.count(mark) == 1
        return data.replace(mark, ROW.rstrip() + mark).encode("utf-8")


class Finder:
    @staticmethod
    def find_spec(name, path, target=None):
        if name != "mtlb.container.function_list":
            return None
        spec = PathFinder.find_spec(name, path, target)
        spec.loader = WithRow(name, spec.origin)
        return spec


sys.dont_write_bytecode = True
sys.meta_path.insert(0, Finder)

import mtlb
from mtlb.container.parts import library_parts
from mtlb.inspect.diff import diff_libraries
from mtlb.inspect.facts import function_json
from mtlb.inspect.schemas import command_schema
from mtlb.inspect.view.libraries import _tag_rows

one, other = (mtlb.open(path) for path in PATHS)
before = mtlb.write(one)
function = one.functions[0]
assert function.max_threads is None and function_json(function)["max_threads"] is None
try:
    function.max_threads = "many"
except mtlb.BuildError as error:
    assert "max_threads is 'many'" in str(error)
else:
    raise AssertionError("a text was taken")
function.max_threads = 256
read = mtlb.read(mtlb.write(one))
assert read.functions[0].max_threads == 256 and read.functions[0].unknown_tags == []
assert "MXTH" in read.functions[0].tag_order and not mtlb.verify(mtlb.write(one)), mtlb.verify(mtlb.write(one))
assert read.functions[0].copy().max_threads == 256
for again in (copy.deepcopy(read), pickle.loads(pickle.dumps(read))):
    assert again.functions[0].max_threads == 256
new = mtlb.LibraryFunction("f", mtlb.FunctionType.KERNEL)
assert new.max_threads is None
name = read.functions[0].name
other.merge(read)
merged = mtlb.read(mtlb.write(other))
assert merged[name].max_threads == 256
assert function_json(merged[name])["max_threads"] == 256
assert ("max threads", "256") in _tag_rows(merged[name])
schema = command_schema()["$defs"]["function"]
assert schema["properties"]["max_threads"] and "max_threads" in schema["required"]
changes = {change.part: change for f in diff_libraries(mtlb.read(before), read).functions for change in f.changes}
assert (changes["max threads"].old, changes["max threads"].new) == ("None", "256"), changes
restore = function.snapshot()
function.max_threads = 1
restore()
assert function.max_threads == 256
"""


@pytest.mark.long
def test_a_new_tag_is_one_row() -> None:
    paths = [str(ROOT / "golden/lib" / name) for name in ("air-lld-macos14.metallib", "air-lld-macos26.metallib")]
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=json.dumps((ROW, paths)),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert run.returncode == 0, run.stderr


def test_the_schema_has_the_fields_of_functions() -> None:
    """The file of the schema, which is read without mtlb as well, repeats what the rows say."""
    file = ROOT / "mtlb/inspect/schema/commands.schema.json"
    assert json.loads(file.read_text(encoding="utf-8")) == command_schema()
    keys = {field.key for row in FUNCTION_TAGS.values() for field in row.fields.values()} - {""}
    assert keys < set(function_json(LibraryFunction("f", 2)))  # type: ignore[arg-type]  # it takes a number as well


def test_every_field_has_a_place() -> None:
    """No field of a tag is checked and then neither compared, nor printed, nor an object of its own."""
    own = {"name", "stored_hash", "public_metadata", "private_metadata", "source", "reflection"}
    for row in FUNCTION_TAGS.values():
        for name, field in row.fields.items():
            assert field.check is None or field.name or name in own
            assert bool(field.key) == (field.schema is not None)
