"""MTLDataType, for whoever looks for it among the AIR facts."""

from __future__ import annotations

from ..datatype import DataType

__all__ = ["DataType"]
