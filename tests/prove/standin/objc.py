"""As much of PyObjC's `objc` as mtlb.prove uses."""

from __future__ import annotations

from typing import Any

__version__ = "12.2-standin"
METADATA: dict[tuple[bytes, bytes], dict[str, Any]] = {}


def registerMetaDataForSelector(class_: bytes, selector: bytes, metadata: dict[str, Any]) -> None:
    if not isinstance(class_, bytes) or not isinstance(selector, bytes) or not isinstance(metadata, dict):
        raise TypeError("registerMetaDataForSelector(class_: bytes, selector: bytes, metadata: dict)")
    METADATA[class_, selector] = metadata
