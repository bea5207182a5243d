"""The table of functions beside what Apple's own compiler declares at AIR 2.8: probes of its builtins that are public.

MTLB_JUDGES names a folder with `probes/*.ll`, textual IR of Apple's compiler 32023.883 (Xcode 26.5), AIR 2.8. The files
are not part of the project; docs/proof.md says where they are from and what came out.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from mtlb.air.intrinsics import intrinsic
from mtlb.base.errors import MtlbError
from mtlb.base.versions import Version
from mtlb.ir import AttributeKind, Type, TypeCode
from mtlb.ir.text.reader import parse
from mtlb.ir.text.types import TypeTexts

pytestmark = pytest.mark.judges

AIR = Version(2, 8)
_NUMBERED = re.compile(r"(%\"?struct\._\w+_t)\.\d+")

OPEN_FAMILIES = 0
"""So many families of the probes the table lacks at most: the number is to fall, and may not rise."""


def probes() -> list[Path]:
    folder = Path(os.environ.get("MTLB_JUDGES", ""), "probes")
    actual = sorted(folder.glob("*.ll")) if os.environ.get("MTLB_JUDGES") else []
    if not actual:
        pytest.skip("no probes: MTLB_JUDGES names the folder that has them")
    return actual


def _text(type_: Type) -> str:
    return _NUMBERED.sub(r"\1", TypeTexts(()).of(type_))


def _compared() -> tuple[int, list[str], list[str]]:
    """How many declarations are the table's, those that it has in another form, and those that it does not have."""
    seen: dict[str, tuple[str, str | None]] = {}
    for path in probes():
        module = parse(path.read_bytes(), file=path.name)
        for function in module.functions:
            if not function.name.startswith("air."):
                continue
            actual = intrinsic(function.name)
            expected: str | None = None
            if actual is not None:
                structs: dict[str, Type] = {}
                try:
                    result = actual.function_type(
                        module.context,
                        AIR,
                        lambda name, known=structs: known.setdefault(name, Type(TypeCode.OPAQUE, name=name)),
                    )
                    expected = _text(result)
                except MtlbError as error:
                    expected = error.reason
            seen[function.name] = _text(function.value_type), expected
    equal = [name for name, (declared, expected) in seen.items() if declared == expected]
    other = [f"{name}: {declared}, the table: {w}" for name, (declared, w) in seen.items() if w not in (None, declared)]
    return len(equal), other, [name for name, (_, expected) in seen.items() if expected is None]


_INFERRED = {AttributeKind.MUST_PROGRESS, AttributeKind.WILL_RETURN, AttributeKind.NO_FREE, AttributeKind.NO_SYNC}
"""What LLVM infers; some of the probes were compiled as C, and have none of them."""


def test_attributes_of_declarations_are_those_of_the_table() -> None:
    """What a call does, and what becomes of its pointers: LLVM's own attributes."""
    other = set()
    count = 0
    for path in probes():
        for function in parse(path.read_bytes(), file=path.name).functions:
            actual = intrinsic(function.name)
            if actual is None:
                continue
            count += 1
            expected = {
                (group.place, attribute.kind) for group in actual.attributes(AIR) for attribute in group.attributes
            }
            real = {(group.place, attribute.kind) for group in function.attributes for attribute in group.attributes}
            expected = {(place, kind) for place, kind in expected if kind not in _INFERRED}
            real = {(place, kind) for place, kind in real if isinstance(kind, int) and kind not in _INFERRED}
            if real != expected:
                other.add(f"{function.name}: {sorted(real - expected)}, the table: {sorted(expected - real)}")
    print(f"{count} declarations", *sorted(other), sep="\n")
    assert count > 500
    assert other == set()


def test_declarations_of_apples_compiler_are_those_of_the_table() -> None:
    equal, other, unknown = _compared()
    families = {".".join(name.split(".")[:2]) for name in unknown}
    print(f"{equal} equal, {len(other)} in another form, {len(unknown)} unknown in {len(families)} families")
    print("\n".join([*other, *unknown]))
    assert equal > 200
    assert other == []
    assert len(families) <= OPEN_FAMILIES, sorted(families)
