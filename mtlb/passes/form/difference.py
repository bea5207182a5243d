"""Differences between AIR versions, as rows of tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from ...base.classes import dataclass
from ...base.features import MODERN_FORM_SINCE
from ...base.versions import Version

_K = TypeVar("_K")
_R = TypeVar("_R")

MODERN = MODERN_FORM_SINCE
"""The first AIR version in the newest form (`mtlb.ir.ERAS`), that of LLVM 15; earlier versions use that of LLVM
5 to 8.
"""

COMPILED_TWICE = "17 of Rive's shaders at AIR 2.5 and 2.6, 4 of Metal.jl's kernels at AIR 2.3 to 2.6, by one toolchain"
"""The source of what AIR 2.6 changes."""

OF_ERAS = "the modules of 150 libraries (`mtlb.ir.ERAS`)"


@dataclass(frozen=True)
class Difference(Generic[_R]):
    """One property of modules whose form changes with an AIR version (docs/air.md §2.3 lists all of them).

    `older` converts the newer form back for modules of versions before `since`; `newer` converts the older form for
    versions from `since` on. None if nothing has to be done, or nothing can be done. `source`: where the fact comes
    from.
    """

    name: str
    since: Version
    source: str
    older: _R | None = None
    newer: _R | None = None

    def rule(self, air: Version) -> _R | None:
        """The rule that produces the form of AIR version `air`."""
        return self.newer if air >= self.since else self.older


def rules(table: Mapping[_K, Difference[_R]], air: Version) -> dict[_K, _R]:
    """The rules of a table that apply to AIR version `air`."""
    chosen = {key: row.rule(air) for key, row in table.items()}
    return {key: rule for key, rule in chosen.items() if rule is not None}
