"""The link map and the dependency rule."""

from __future__ import annotations

from dataclasses import replace

import mtlb
from mtlb.bitstream.wrapper import is_wrapped
from mtlb.linker.options import PathPrefixMap
from mtlb.linker.output.report import dependency_rule, link_map
from tests.linker.samples import METALLIB, link_main


def test_the_map_tells_where_everything_came_from() -> None:
    result = link_main(options=replace(METALLIB, path_prefix_map=PathPrefixMap((("link_", "mapped_"),))))
    data = mtlb.write(result.library)
    actual = link_map(result, data)
    assert actual["dropped"] == []
    functions = actual["functions"]
    assert isinstance(functions, list)
    first = functions[0]
    assert (first["name"], first["type"], first["input"]) == ("first", "kernel", "mapped_main.air")
    assert {(s["name"], s["kind"], s["input"]) for s in first["symbols"]} == {
        ("first", "function", "mapped_main.air"),
        ("_GLOBAL__sub_I_link_main.metal", "function", "mapped_main.air"),
        ("_Z5twicef", "function", "mapped_main.air"),
        ("_Z5applyPU9MTLdeviceK5Scale", "function", "mapped_helper.air"),
        ("_ZL4fast", "variable", "mapped_main.air"),
        ("_Z4mode.MTL_FC_INIT_0_b", "variable", "mapped_main.air"),
    }
    for function, linked in zip(functions, result.functions, strict=True):
        extent = function["module"]
        module = data[extent["offset"] : extent["offset"] + extent["size"]]
        assert is_wrapped(module) and module == linked.function.module


def test_a_dependency_rule_escapes_what_make_would_read() -> None:
    assert dependency_rule("out.metallib", ["a b.air", "c$#.air", "a b.air"]) == (
        "out.metallib: \\\n  a\\ b.air \\\n  c$$\\#.air\na\\ b.air:\nc$$\\#.air:\n"
    )


def test_a_path_prefix_map_takes_the_last_that_matches() -> None:
    paths = PathPrefixMap.parse(["/home/me=/src", "/home/me/lib=/lib", "a=b=c"])
    assert paths.apply("/home/me/x.air") == "/src/x.air"
    assert paths.apply("/home/me/lib/x.air") == "/lib/x.air"
    assert paths.apply("a=b") == "c"
    assert paths.apply("other") == "other"
