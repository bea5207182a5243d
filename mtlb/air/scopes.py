"""AIR's numbers for kinds of memory, memory orders and thread scopes, which barriers and atomic functions take.

Source: Metal's headers (`mem_flags`, `memory_order`, `thread_scope`), and the calls in Apple's modules; for
`OBJECT_DATA` a dump of the macros of Apple's compiler in the public package KernelIntrinsics.jl
(ext/Metal/scopes_ordering.jl). The lower-case names are those of Metal, without its prefixes.
"""

from __future__ import annotations

from enum import IntEnum


class MemoryKind(IntEnum):
    """The memory that a barrier or a fence orders; kinds are combined by addition."""

    NONE = 0
    DEVICE = 1
    THREADGROUP = 2
    TEXTURE = 4
    THREADGROUP_IMAGEBLOCK = 8
    OBJECT_DATA = 16


class MemoryOrder(IntEnum):
    """The memory order of an atomic access."""

    RELAXED = 0
    ACQUIRE = 2
    RELEASE = 3
    ACQ_REL = 4
    SEQ_CST = 5


class ThreadScope(IntEnum):
    """The threads to which an order, or a barrier, applies."""

    THREAD = 0
    THREADGROUP = 1
    DEVICE = 2
    SIMDGROUP = 4
