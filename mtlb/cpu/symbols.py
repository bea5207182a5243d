"""The process functions that compiled code may call, and the undefined symbols of an object file.
LLVM's code generator adds calls: to C mathematics, to functions that copy memory, to the compiler's run-time. MCJIT
would look up any name in the process; so the worker reads the object file's symbol table first, and supplies the
addresses itself.
Sources: the System V ABI's chapter on symbol tables, Apple's mach-o/loader.h and nlist.h, and LLVM's
RuntimeLibcalls.td for the names."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from ..base.filekind import FileKind, sniff

_MATHEMATICS: Final = (
    *("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf"),
    *("erfc", "exp", "exp10", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmaximum", "fmaximum_num"),
    *("fmin", "fminimum", "fminimum_num", "fmod", "frexp", "hypot", "ldexp", "lgamma", "llrint", "llround", "log"),
    *("log10", "log1p", "log2", "logb", "lrint", "lround", "modf", "nearbyint", "nextafter", "pow", "remainder"),
    *("rint", "round", "roundeven", "scalbn", "sin", "sincos", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc"),
)
_OF_THE_COMPILER: Final = (
    *("__ashlti3", "__ashrti3", "__lshrti3", "__divti3", "__modti3", "__multi3", "__udivti3", "__umodti3"),
    *("__extendhfsf2", "__extendhfdf2", "__extendbfsf2", "__truncsfhf2", "__truncdfhf2", "__truncsfbf2"),
    *("__truncdfbf2", "__gnu_h2f_ieee", "__gnu_f2h_ieee", "__fixsfti", "__fixdfti", "__fixunssfti", "__fixunsdfti"),
    *("__floattisf", "__floattidf", "__floatuntisf", "__floatuntidf", "__powisf2", "__powidf2"),
    *("__exp10", "__exp10f", "__sincos_stret", "__sincosf_stret"),
)

GIVEN: Final = frozenset(
    {
        *_MATHEMATICS,
        *(f"{name}f" for name in _MATHEMATICS),
        *("memcpy", "memmove", "memset", "memcmp", "bzero", "memset_pattern4", "memset_pattern8", "memset_pattern16"),
        *_OF_THE_COMPILER,
    }
)
"""Process functions that compiled code may call. They only compute, or write to the caller's addresses."""

_ELF_64_LITTLE: Final = bytes([2, 1])  # after the magic: the class and the byte order
_SYMBOLS_OF_ELF: Final = 2
_SYMBOLS_OF_MACH_O: Final = 2


def undefined_symbols(data: bytes) -> set[str]:
    """The names that a 64-bit object file refers to and does not define. Raises RuntimeError for another format."""
    kind = sniff(data)
    if kind is FileKind.ELF and data[4:6] == _ELF_64_LITTLE:
        return set(_of_elf(data))
    if kind is FileKind.MACH_O_64:
        return set(_of_mach_o(data))
    raise RuntimeError(f"an object file of an unknown format ({data[:6].hex()})")


def _of_elf(data: bytes) -> Iterator[str]:
    (table,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, table + size * number) for number in range(count)]
    for _, kind, _, _, at, length, link, _, _, _ in sections:
        if kind != _SYMBOLS_OF_ELF:
            continue
        names = sections[link][4]
        for place in range(at, at + length, 24):
            name, _, _, section = struct.unpack_from("<IBBH", data, place)
            if not section and name:
                yield _text(data, names + name)


def _of_mach_o(data: bytes) -> Iterator[str]:
    (count,) = struct.unpack_from("<I", data, 16)
    at = 32
    for _ in range(count):
        command, length = struct.unpack_from("<II", data, at)
        if command == _SYMBOLS_OF_MACH_O:
            symbols, number, names, _ = struct.unpack_from("<4I", data, at + 8)
            for place in range(symbols, symbols + 16 * number, 16):
                name, kind = struct.unpack_from("<IB", data, place)
                if not kind & 0xEE:  # neither a debugger symbol nor defined in a section: N_STAB, N_TYPE
                    yield _text(data, names + name).removeprefix("_")
        at += length


def _text(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode("utf-8", "backslashreplace")
