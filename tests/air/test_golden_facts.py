"""The facts derived from the golden modules are those in golden/facts. `python -m tests.golden.refresh` stores anew."""

from __future__ import annotations

import json

import llvmlite.binding as llvm
import pytest

from mtlb.air.reflection.schema import NodeType
from mtlb.bitstream.wrapper import unwrap
from tests.air.facts import facts
from tests.golden import make

MODULES = make.modules("air_*.air")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_facts(path) -> None:
    assert facts(path) == (make.FACTS / f"{path.stem}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_modules_of_the_llvm_at_hand(path, tmp_path) -> None:
    """Opaque pointers, new records: the same module through the installed llvmlite says the same."""
    rewritten = tmp_path / path.name
    bitcode = bytes(unwrap(path.read_bytes()))
    rewritten.write_bytes(llvm.parse_bitcode(bitcode, llvm.create_context()).as_bitcode())
    assert facts(rewritten) == (make.FACTS / f"{path.stem}.json").read_text(encoding="utf-8")


def test_every_kind_of_function_is_covered() -> None:
    seen = {json.loads(facts(path))["interface"]["type"] for path in MODULES}
    assert seen == {"vertex", "fragment", "kernel", "visible", "extern", "intersection", "mesh", "object"}


# Without a golden module: their metadata is not published.
UNSPELLED = {
    "constant_arg",
    "buffer_stride_arg",
    "function_handle_arg",
    "tensor_arg",
    "control_point_index_buffer_arg",
    "instance_id_count_arg",
    "user_instance_id_count_arg",
    "function_id_arg",
    "user_data_buffer_arg",
}


def test_every_kind_of_argument_and_output_is_covered() -> None:
    seen = {node["node"].split(" ")[0] for path in MODULES for node in json.loads(facts(path))["nodes"]}
    expected = {t.label for t in NodeType if t.label.endswith(("-arg", "-ret")) and not t.label.startswith("ci-")}
    assert expected - seen == {name.replace("_", "-") for name in UNSPELLED}
