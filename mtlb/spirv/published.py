"""The base of the enums that are made from the grammar."""

from __future__ import annotations

from ..base.enums import OpenEnum

__all__ = ["PublishedEnum"]


class PublishedEnum(OpenEnum):
    """An open enum whose labels are the published names: ``StorageBuffer``, ``2D``, ``None``."""

    @property
    def label(self) -> str:
        """The published name; the number of a value that has none."""
        if not self.is_known:
            return str(self._value_)
        name = self._name_
        prefix = type(self).__name__  # in front of names that begin with a digit
        return name[len(prefix) :] if name.startswith(prefix) and name[len(prefix)].isdigit() else name.rstrip("_")
