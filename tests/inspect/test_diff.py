from __future__ import annotations

from contextlib import suppress

from mtlb.base.errors import FormatError
from mtlb.bitcode import Module
from mtlb.container import Library, read
from mtlb.inspect.diff import Change, Status, diff_libraries, diff_parts
from mtlb.inspect.parts import FilePart
from mtlb.ir import make_instruction
from tests.changes import put
from tests.conftest import ROOT
from tests.inspect.libraries import edited, function, library


def statuses(old: Library, new: Library) -> dict[str, str]:
    return {f.name: f.status.value for f in diff_libraries(old, new).functions}


def named(*names: str) -> Library:
    return library(*(function(name) for name in names))


def test_equal_libraries() -> None:
    actual = diff_libraries(named("a", "b"), named("a", "b"))
    assert not actual.differs
    assert actual.parts == ()


def test_added_removed_and_moved() -> None:
    old, new = named("a", "b", "c", "d", "gone"), named("a", "new", "d", "b", "c")
    assert statuses(old, new) == {
        "a": "same", "new": "added", "d": "moved", "b": "same", "c": "same", "gone": "removed",
    }  # fmt: skip


def test_functions_of_one_name_are_paired_in_order() -> None:
    actual = diff_libraries(named("a", "a"), named("a", "a", "a"))
    assert [(f.status, f.old, f.new) for f in actual.functions] == [
        (Status.SAME, 0, 0),
        (Status.SAME, 1, 1),
        (Status.ADDED, None, 2),
    ]


def test_tags_and_header() -> None:
    actual = diff_libraries(library(function(msl="3.0")), library(function(), os="14.2"))
    (part,) = actual.parts
    assert (part.part, part.old, part.new) == (
        "header: platform",
        "macos (0x1), OS 14.0.0",
        "macos (0x1), OS 14.2.0",
    )
    (changed,) = actual.having(Status.CHANGED)
    assert [tuple(change) for change in changed.changes] == [("MSL version", "3.0", "3.1")]


def rename_argument(module: Module) -> None:
    (entry,) = module.named_metadata["air.kernel"]
    arguments = entry.fields[2]
    node = arguments.fields[0]  # type: ignore[union-attr]
    node.fields = put(node.fields, -1, module.context.string("renamed"))


def test_metadata_shows_what_changed_and_nothing_else() -> None:
    (changed,) = diff_libraries(library(function()), library(function(data=edited(rename_argument)))).functions
    changes = [line for line in changed.lines if line[0] in "+-" and not line.startswith(("---", "+++"))]
    assert len(changes) == 2
    assert '"renamed"' in changes[1]
    assert not any("IR" in line for line in changed.lines)


def nameless(module: Module) -> None:
    """A new first instruction without a name, so that the numbers of all others move."""
    (body,) = [f for f in module.functions if f.is_definition]
    block = body.blocks[0]
    first = next(i for i in block.instructions if i.operands and i.type.code.name in ("INTEGER", "FLOAT"))
    copy = make_instruction(first.code, first.type, first.operands, first.params, (), first.aux_type)
    block.instructions.insert(block.instructions.index(first), copy)


def test_ir_is_compared_without_numbers() -> None:
    old, new = library(function(data=edited(lambda m: None))), library(function(data=edited(nameless)))
    (changed,) = diff_libraries(old, new, ir=True).functions
    start = changed.lines.index("+++ new IR")
    changes = [line for line in changed.lines[start + 1 :] if line[0] in "+-"]
    assert len(changes) == 1, changes
    assert changes[0].startswith("+")


def test_unreadable_modules_are_compared_as_bytes() -> None:
    (changed,) = diff_libraries(library(function()), library(function(data=b"BC\xc0\xde" + bytes(28)))).functions
    assert changed.status is Status.CHANGED
    assert any("(" in line for line in changed.lines)


def test_a_changed_byte_is_never_equal() -> None:
    """Bytes of the header and of the rest before the modules: their part, or the byte itself."""
    data = (ROOT / "golden/lib/air-lld-macos26.metallib").read_bytes()
    function_ = read(data).functions[0]
    assert function_.module_offset is not None
    before = FilePart("a", memoryview(data))
    compared = 0
    for at in (*range(88), *range(88, function_.module_offset, 5)):
        changed = bytearray(data)
        changed[at] ^= 4
        with suppress(FormatError):
            assert diff_parts(before, FilePart("b", memoryview(changed))).differs, hex(at)
            compared += 1
    assert compared > 40
    assert diff_parts(before, FilePart("b", memoryview(data + b"x"))).parts == (
        Change(f"bytes at {len(data):#x}", "the end", "78"),
    )
    assert not diff_parts(before, before).differs
