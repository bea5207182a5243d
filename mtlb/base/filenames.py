"""File names made of names that files brought along: safe on every system, whatever bytes the name holds."""

from __future__ import annotations

from .strings import string_to_bytes

__all__ = ["numbered_name"]

_KEPT = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.$")
_MAX_NAME = 180  # of the 255 bytes that common file systems allow; the number keeps shortened names apart
_MIN_DIGITS = 5


def numbered_name(index: int, count: int, name: str, suffix: str) -> str:
    """``00007_name.air`` for entry 7 of `count`; names sort as the entries do.

    Bytes other than ASCII letters, digits and ``_-.$`` become ``%`` and two hex digits, so that no name leaves its
    directory or means something to a shell or file system; the number in front keeps names off Windows' reserved
    ones and apart from each other where case doesn't count. A long name is cut and ends in ``~``.
    """
    safe = "".join(chr(b) if b in _KEPT else f"%{b:02X}" for b in string_to_bytes(name))
    if len(safe) > _MAX_NAME:
        safe = safe[: _MAX_NAME - 1] + "~"
    digits = max(_MIN_DIGITS, len(str(max(count - 1, 0))))
    return f"{index:0{digits}}_{safe}{suffix}"
