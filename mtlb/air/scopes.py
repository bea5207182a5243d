"""The numbers that functions of AIR take for kinds of memory, orders of accesses, and scopes: of barriers and atomics.

Source: Metal's headers (`mem_flags`, `memory_order`, `thread_scope`), and the calls in Apple's modules; of
`OBJECT_DATA` a dump of the macros of Apple's compiler in the public package KernelIntrinsics.jl
(ext/Metal/scopes_ordering.jl). Their names in lower case are those of Metal, without its prefixes.
"""

from __future__ import annotations

from enum import IntEnum


class MemoryKind(IntEnum):
    """What a barrier or a fence is about; several are added."""

    NONE = 0
    DEVICE = 1
    THREADGROUP = 2
    TEXTURE = 4
    THREADGROUP_IMAGEBLOCK = 8
    OBJECT_DATA = 16


class MemoryOrder(IntEnum):
    """The order of an atomic access among others."""

    RELAXED = 0
    ACQUIRE = 2
    RELEASE = 3
    ACQ_REL = 4
    SEQ_CST = 5


class ThreadScope(IntEnum):
    """The threads that an order, or a barrier, is for."""

    THREAD = 0
    THREADGROUP = 1
    DEVICE = 2
    SIMDGROUP = 4
