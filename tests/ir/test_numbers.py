"""The numbers of attributes and operators: complete, in order, as LLVM and the documentation have them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mtlb.bitcode.probe import attribute_kinds
from mtlb.ir import AttributeKind, AttributePlace, BinaryOperator, CastOperator, FastMath, UnaryOperator
from tests.assembled import assemble

DOCS = Path(__file__).parent.parent.parent / "docs" / "bitcode-records.md"


def test_attribute_kinds_are_numbered_without_gaps() -> None:
    assert [kind.value for kind in AttributeKind] == list(range(1, len(AttributeKind) + 1))
    assert len({kind.text for kind in AttributeKind}) == len(AttributeKind)


def test_attribute_kinds_are_listed_in_the_documentation() -> None:
    row = re.compile(r"^\| (\d+) \| `(\w+)` \| ([\d.]+) \| ([\d.]*) \|$", re.MULTILINE)
    listed = [(int(number), text, since, air) for number, text, since, air in row.findall(DOCS.read_text("utf-8"))]
    assert listed == [(k.value, k.text, str(k.since), str(k.air or "")) for k in AttributeKind]


OF_FUNCTIONS = "alwaysinline cold convergent hot minsize noduplicate nofree noinline norecurse noreturn nosync nounwind"
OF_FUNCTIONS += " optsize speculatable strictfp willreturn mustprogress nomerge noprofile nocallback"


def test_numbers_are_those_of_llvm() -> None:
    pytest.importorskip("llvmlite")
    module = assemble(f"declare void @f() #0\n\nattributes #0 = {{ {OF_FUNCTIONS} }}\n".encode())
    assert {AttributeKind(number).text for number in attribute_kinds(module)} == set(OF_FUNCTIONS.split())


def test_members_remember_since_when() -> None:
    assert UnaryOperator.FNEG.since == (8, 0, 0)
    assert CastOperator.ADDRSPACECAST.since == (3, 4, 0)
    assert BinaryOperator.FSUB is BinaryOperator.SUB
    assert FastMath.REASSOC | FastMath.FAST == 129
    assert AttributePlace.FUNCTION == 2**32 - 1
