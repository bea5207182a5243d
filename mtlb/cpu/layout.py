"""The structures that Python and the run-time share, as declared in native/runtime.h, check.c and textures.c."""

from __future__ import annotations

import ctypes
from enum import IntEnum, IntFlag

_Three = ctypes.c_uint32 * 3


class Thread(ctypes.Structure):
    """The position of one thread in the grid (runtime.h)."""

    _fields_ = (
        ("position", _Three),
        ("in_group", _Three),
        ("group", _Three),
        ("index", ctypes.c_uint32),
        ("lane", ctypes.c_uint32),
        ("simd", ctypes.c_uint32),
        ("groups", _Three),
        ("group_size", _Three),
        ("declared_size", _Three),
        ("grid", _Three),
        ("simds", ctypes.c_uint32),
        ("width", ctypes.c_uint32),
        ("quad", ctypes.c_uint32),
        ("lane_in_quad", ctypes.c_uint32),
        ("quads", ctypes.c_uint32),
        ("element", ctypes.c_uint32),
    )


THREAD_FIELDS: dict[str, int] = {name: getattr(Thread, name).offset for name, _ in Thread._fields_}
"""Byte offset of each field of a Thread."""


class LaneRun(ctypes.Structure):
    """A run of lanes whose threads follow each other along x (runtime.h)."""

    _fields_ = (
        ("start", _Three),
        ("index", ctypes.c_uint32),
        ("threads", ctypes.c_uint32),
        ("pad", _Three),
    )


class LaneRuns(ctypes.Structure):
    """The lanes of a simdgroup that runs as loops (runtime.h)."""

    _fields_ = (
        ("count", ctypes.c_uint32),
        ("lanes", ctypes.c_uint32),
        ("first", _Three),
        ("pad", _Three),
        ("runs", LaneRun * 32),
    )


class Dispatch(ctypes.Structure):
    """One run of a grid (runtime.h)."""

    _fields_ = (
        ("groups", _Three),
        ("size", _Three),
        ("grid", _Three),
        ("quads", ctypes.c_uint32),
        ("poison", ctypes.c_uint32),
        ("arguments", ctypes.c_void_p),
        ("stacks", ctypes.c_void_p),
        ("stack_bytes", ctypes.c_uint64),
        ("lanes", ctypes.c_void_p),
        ("simds", ctypes.c_void_p),
        ("discarded", ctypes.c_void_p),
        ("error", ctypes.c_uint32),
        ("died", ctypes.c_uint32),
        ("error_site", ctypes.c_uint64),
        ("other_site", ctypes.c_uint64),
        ("switches", ctypes.c_uint64),
        ("barriers", ctypes.c_uint64),
        ("meetings", ctypes.c_uint64),
        ("threads", ctypes.c_uint64),
        ("epoch", ctypes.c_uint32),
        ("error_group", ctypes.c_uint32),
        ("imageblock", ctypes.c_void_p),
    )


class Pixels(ctypes.Structure):
    """The imageblock data of each pixel of all tiles (runtime.h)."""

    _fields_ = (
        ("at", ctypes.c_void_p),
        *((name, ctypes.c_uint32) for name in ("bytes", "width", "height", "pad")),
    )


class IndirectCommandHead(ctypes.Structure):
    """The head of an indirect command buffer (stages.c); its rows follow."""

    _fields_ = (("room", ctypes.c_uint32), ("count", ctypes.c_uint32), ("pad", ctypes.c_uint64))


class IndirectCommandRow(ctypes.Structure):
    """A call about one command of an indirect command buffer (stages.c)."""

    OPERANDS = 14
    _fields_ = (
        ("name", ctypes.c_char * 48),
        *((name, ctypes.c_uint32) for name in ("index", "operands", "addresses", "pad")),
        ("operand", ctypes.c_uint64 * OPERANDS),
    )


class RateMapHead(ctypes.Structure):
    """The head of a rasterization rate map (stages.c); the axes of each layer, then the tables of all axes follow."""

    _fields_ = (("layers", ctypes.c_uint32), ("pad", ctypes.c_uint32 * 3))


class RateAxis(ctypes.Structure):
    """One axis of a layer of a rasterization rate map (stages.c)."""

    _fields_ = (
        ("start", ctypes.c_uint32),
        ("pieces", ctypes.c_uint32),
        ("screen", ctypes.c_float),
        ("pad", ctypes.c_uint32),
    )


class ArgumentRow(ctypes.Structure):
    """The source of an argument for the entry wrapper: its address, and the bytes from one thread's value to the
    next."""

    _fields_ = (("at", ctypes.c_void_p), ("stride", ctypes.c_uint64))


SHADOWED_BYTES = 4
"""The bytes of a word that has one shadow (check.c)."""


class Shadow(ctypes.Structure):
    """The last accesses to a word or a byte (check.c)."""

    _fields_ = tuple(
        (name, ctypes.c_uint32) for name in ("writer", "write_epoch", "reader", "read_epoch", "first_reader", "stamp")
    )


class Span(ctypes.Structure):
    """Memory that a function may use (check.c)."""

    _fields_ = (
        ("start", ctypes.c_uint64),
        ("end", ctypes.c_uint64),
        ("owner", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("shadow", ctypes.c_void_p),
    )


class SpanFlag(IntFlag):
    """Flags that describe memory to the checks (check.c)."""

    WRITABLE = 1
    OF_GROUP = 2
    UNINITIALIZED = 4
    OF_TEXTURE = 8


class ReportKind(IntEnum):
    """The kinds of reports of the checks (check.c, runtime.h, undefined.py)."""

    OUTSIDE_READ = 1
    OUTSIDE_WRITE = 2
    READ_ONLY = 3
    RACE_READ_AFTER_WRITE = 4
    RACE_WRITE_AFTER_WRITE = 5
    RACE_WRITE_AFTER_READ = 6
    NEVER_WRITTEN = 7
    MISALIGNED = 8
    PRIVATE_READ = 9
    PRIVATE_WRITE = 10
    PRIVATE_NEVER_WRITTEN = 11
    DIVISION_BY_ZERO = 12
    REMAINDER_BY_ZERO = 13
    QUOTIENT_TOO_LARGE = 14
    SHIFT = 15
    CONVERSION = 16
    OVERFLOW = 17
    UNIFORM_WRITE = 18
    OTHER_BARRIER = 19
    TEXEL_READ_OUTSIDE = 20
    TEXEL_WRITE_OUTSIDE = 21
    NO_TEXTURE = 22
    NO_FENCE = 23
    NO_SUCH_LANE = 24
    INACTIVE_LANE = 25
    MATRIX_WITHOUT_LANES = 26
    LANES_DIFFER = 27


OF_THREADGROUP = 1 << 16
OF_MODULE = 1 << 17
"""The high bits of owner numbers, in spans and reports, that are not arguments: threadgroup memory, variables."""


class Report(ctypes.Structure):
    """One report of the checks (check.c)."""

    _fields_ = (
        *(
            (name, ctypes.c_uint32)
            for name in ("kind", "site", "thread", "group", "other_thread", "other_group", "owner", "size")
        ),
        ("address", ctypes.c_uint64),
        ("place", ctypes.c_uint32 * 6),
    )


class TextureHeader(ctypes.Structure):
    """A texture (textures.c)."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        *(
            (name, ctypes.c_uint32)
            for name in (
                *("width", "height", "depth", "layers", "levels", "samples"),
                *("channels", "kind", "flags"),
            )
        ),
        ("x", ctypes.c_uint64),
        ("y", ctypes.c_uint64),
        ("z", ctypes.c_uint64),
        ("layer", ctypes.c_uint64),
        ("sample", ctypes.c_uint64),
        ("level", ctypes.c_uint64 * 16),
    )
