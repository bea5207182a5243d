from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from mtlb.base.filenames import numbered_name

names = st.binary(max_size=400).map(lambda data: data.decode("utf-8", "surrogateescape"))


def test_plain_name_is_kept() -> None:
    assert numbered_name(7, 20, "blur_9x9", ".air") == "00007_blur_9x9.air"


def test_nothing_leaves_the_directory() -> None:
    assert numbered_name(0, 1, "../../x", ".air") == "00000_..%2F..%2Fx.air"
    assert numbered_name(0, 1, "C:\\x\0", ".air") == "00000_C%3A%5Cx%00.air"
    assert numbered_name(0, 1, "ns::name", ".air") == "00000_ns%3A%3Aname.air"


def test_numbers_grow_with_the_count() -> None:
    assert numbered_name(5, 100_001, "f", ".air") == "000005_f.air"


@given(st.integers(0, 99), names)
def test_any_bytes_make_a_legal_name(index: int, name: str) -> None:
    made = numbered_name(index, 100, name, ".air")
    assert re.fullmatch(r"\d{5}_[A-Za-z0-9_.$%~-]*\.air", made)
    assert len(made) <= 200


@given(names, names)
def test_short_names_stay_apart(one: str, other: str) -> None:
    made = [numbered_name(0, 1, name, "") for name in (one, other)]
    if not any(name.endswith("~") for name in made):
        assert (made[0] == made[1]) == (one == other)
