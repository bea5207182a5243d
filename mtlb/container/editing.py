"""The methods of a library and its functions that need what is in the modules: `mtlb.edit` has them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Protocol, cast

from ..base.provided import provided

__all__ = ["EDITING", "Editing", "editing"]

EDITING = "edit"


class Editing(Protocol):
    """The functions of `mtlb.edit`; their first argument is the library or the function."""

    def chosen(
        self, library: Any, names: Collection[str], patterns: Collection[str], types: Iterable[Any], /
    ) -> list[Any]:
        """The functions with these names, patterns or types."""

    def remove(self, library: Any, functions: Collection[Any], /) -> None:
        """Remove functions, and what only they used."""

    def rename(self, library: Any, old: str, new: str, /) -> None:
        """Rename a function in the list and in its module."""

    def replace(self, library: Any, name: str, module: Any, /) -> None:
        """Another module for a function."""

    def reorder(self, library: Any, names: Sequence[str], /) -> None:
        """Put functions first."""

    def add(self, library: Any, module: Any, /) -> Any:
        """Append the function of a module."""

    def merge(self, library: Any, others: Sequence[Any], /) -> None:
        """Append the functions of libraries."""

    def set_name(self, library: Any, name: str | None, /) -> None:
        """The name of the library."""

    def strip(
        self,
        library: Any,
        /,
        *,
        debug: bool,
        sources: bool,
        names: bool,
        paths: bool,
        progress: Callable[[int, int], None] | None,
    ) -> Any:
        """Remove what running does not need."""

    def retarget(
        self, library: Any, platform: Any, min_os: Any, /, *, progress: Callable[[int, int], None] | None
    ) -> Any:
        """Another platform or OS version."""

    def description(self, function: Any, /) -> Any:
        """What the metadata says of a function."""

    def reflection_text(self, function: Any, /) -> str:
        """Its reflection as text."""


def editing() -> Editing:
    """The functions."""
    return cast("Editing", provided(EDITING))
