"""Helpers of record readers: decoding of strings and numbers, and building objects in dependency order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..base.errors import FormatError, MtlbError, UnsupportedError
from ..base.strings import string_from_bytes, string_to_bytes


def characters(ops: Sequence[int]) -> str:
    """The string whose bytes are the operands of a record; LLVM writes some of them sign-extended."""
    try:
        data = bytes(ops)
    except ValueError:
        data = bytes([op & 0xFF for op in ops])
    return string_from_bytes(data)


def signed(value: int) -> int:
    """A sign-rotated VBR number: the lowest bit is the sign; 1 is -2^63."""
    if not value & 1:
        return value >> 1
    return -(value >> 1) if value != 1 else -(1 << 63)


def rotated(value: int) -> int:
    """The reverse of `signed`, in 64 bits."""
    return value << 1 if value >= 0 else (-value << 1 | 1) & 0xFFFFFFFFFFFFFFFF


def sign_extended(text: str, bits: int) -> Sequence[int]:
    """The characters of a string as LLVM pushes a signed `char` onto a vector of unsigned `bits`-bit numbers."""
    data = string_to_bytes(text)
    if data.isascii():
        return data
    return [byte if byte < 0x80 else (byte - 0x100) & ((1 << bits) - 1) for byte in data]


def build_in_order(
    roots: Iterable[int],
    operands: Callable[[int], Iterable[int]],
    pending: Callable[[int], bool],
    build: Callable[[int], None],
    cycle: Callable[[int], None],
) -> None:
    """Call `build` for every pending root after its operands, without recursion.

    `cycle` is called for a number that depends on itself; it must make it not pending or raise.
    """
    for root in roots:
        if not pending(root):
            continue
        for operand in operands(root):
            if pending(operand):
                break
        else:
            build(root)  # most need nothing that comes after them
            continue
        stack = [root]
        waiting: set[int] = set()
        while stack:
            number = stack[-1]
            if not pending(number):
                waiting.discard(number)
                stack.pop()
                continue
            missing = [operand for operand in operands(number) if pending(operand)]
            if not missing:
                build(number)
            elif number in waiting:
                # Its operands were visited and some are still missing: they depend on this number.
                for operand in missing:
                    cycle(operand)
            else:
                waiting.add(number)
                for operand in reversed(missing):
                    if operand in waiting:
                        cycle(operand)
                    else:
                        stack.append(operand)


def too_short(name: str, count: int, least: int) -> FormatError:
    """The error for a record of `count` operands that has at least `least`."""
    return FormatError(f"{name} record of {count} operands, it has at least {least}")


def too_long(name: str, count: int) -> UnsupportedError:
    """The error for a record with operands that we do not know: writing the module would lose them."""
    return UnsupportedError(f"{name} record of {count} operands (a newer LLVM's?)")


def wrong_length(name: str, count: int, least: int) -> MtlbError:
    """The error for a record of less than `least` operands, or of more than we know."""
    return too_short(name, count, least) if count < least else too_long(name, count)
