"""The rows of bench/growth.py: each runs, and what a part takes does not grow with the parts."""

from __future__ import annotations

import pytest

from bench.growth import FACTOR, ROWS, growth


@pytest.mark.parametrize("name", ROWS)
def test_every_row_runs(name: str) -> None:
    row = ROWS[name]
    assert row.prepare(3)() is not None


@pytest.mark.long
@pytest.mark.parametrize("name", ROWS)
def test_nothing_is_quadratic(name: str) -> None:
    """Sixteen times the parts in less than eight times as long for each; a loop over all others would take sixteen."""
    first, *_, last = growth(ROWS[name], runs=2)
    assert last.parts == first.parts * FACTOR**2
    assert last.microseconds < 8 * max(first.microseconds, 1.0)
