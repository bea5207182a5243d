"""What the process that runs shaders gives up before it sees one, so that code which got out of hand has nothing.

A shader's code is native code: a store to a wrong address may change anything in the process, with luck its control
flow. Everywhere the process has an empty environment, a folder that is gone, no files but its pipes and its memory,
and limits; it ends when its parent does. On Linux it can't gain rights, reaches no file (Landlock, Linux 5.13), and
asks the kernel for nothing but memory, its own pipes and the time (seccomp, Linux 3.17). On macOS a sandbox profile
denies all. Each lock that a system lacks stays open, and the worker says which are closed.

Sources: Linux's include/uapi/linux/{seccomp,filter,audit,landlock,prctl}.h, the numbers of calls in
arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h; sandbox_init(3) of macOS.
"""

from __future__ import annotations

import ctypes
import math
import os
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

try:  # at once: nothing can be imported behind the locks
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_LOG_BYTES: Final = 1 << 20  # that may be written to stderr
_FILES: Final = 64
_MARGIN: Final = 10  # seconds of the processor beyond what the parent waits

# --- limits ----------------------------------------------------------------------------------------------------------


def _limit(memory: int) -> bool:
    """Limits of memory (0: none), files, processes and what is written; whether the system has them."""
    if resource is None:
        return False
    requested = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, _LOG_BYTES),
        (resource.RLIMIT_NOFILE, _FILES),
        (resource.RLIMIT_NPROC, 0),
    ]
    if memory:
        requested.append((resource.RLIMIT_AS, memory))
    for kind, most in requested:
        _, hard = resource.getrlimit(kind)
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(OSError, ValueError):  # macOS takes no limit of memory below what is mapped
            resource.setrlimit(kind, (value, value))
    return True


def allow_seconds(seconds: float) -> None:
    """Let the system end this process when it computed for so long from now on, and a little more."""
    if resource is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    limit = time.process_time() + seconds + _MARGIN
    most = resource.RLIM_INFINITY if not math.isfinite(limit) or limit > 1 << 31 else int(limit)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


# --- the parent ------------------------------------------------------------------------------------------------------

_SET_DEATH_SIGNAL: Final = 1
_SET_NO_NEW_PRIVILEGES: Final = 38


def stay_with_parent(parent: int, life: int, *, by_kernel: bool) -> None:
    """End when the parent does. `life` is a pipe that it has the other end of.

    `by_kernel`: it was started by the parent's main thread, so that the kernel's signal, which comes when that thread
    ends, comes at the right time. Otherwise a thread here waits for the end of the pipe.
    """
    if by_kernel and sys.platform == "linux" and not _prctl(_SET_DEATH_SIGNAL, signal.SIGKILL):
        if os.getppid() != parent:
            os._exit(1)
        return

    def wait() -> None:
        with suppress(OSError):
            os.read(life, 1)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _prctl(*words: int) -> int:
    number: int = ctypes.CDLL(None).prctl(*(ctypes.c_ulong(word) for word in (*words, 0, 0, 0, 0)[:5]))
    return number


def _call(number: int, *words: object) -> int:
    """A call of the kernel; -1 if it fails."""
    call = ctypes.CDLL(None).syscall
    call.restype = ctypes.c_long
    result: int = call(ctypes.c_long(number), *words)
    return result


# --- Landlock --------------------------------------------------------------------------------------------------------

_LANDLOCK_CREATE: Final = 444
_LANDLOCK_RESTRICT: Final = 446
_LANDLOCK_VERSION: Final = 1
_FILE_RIGHTS: Final = ((5, 16), (3, 15), (2, 14), (1, 13))  # since which version how many rights there are


def _close_files() -> bool:
    """No file, from Linux 6.7 on no TCP, from Linux 6.12 on no signals to others; whether the kernel has it."""
    version = _call(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_LANDLOCK_VERSION))
    if version < 1:
        return False
    rights = next(count for since, count in _FILE_RIGHTS if version >= since)
    words = [(1 << rights) - 1]
    if version >= 4:
        words.append(0b11)  # bind, connect
    if version >= 6:
        words.append(0b11)  # abstract sockets, signals
    rules = struct.pack(f"<{len(words)}Q", *words)
    handle = _call(_LANDLOCK_CREATE, rules, ctypes.c_size_t(len(rules)), ctypes.c_uint32(0))
    if handle < 0:
        return False
    closed = _call(_LANDLOCK_RESTRICT, ctypes.c_int(handle), ctypes.c_uint32(0)) == 0
    os.close(handle)
    return closed


# --- seccomp ---------------------------------------------------------------------------------------------------------

_MACHINES: Final = {
    "x86_64": (0, 0xC000003E, 317),
    "aarch64": (1, 0xC00000B7, 277),
}  # column; audit's; seccomp's number
_ALLOWED: Final = (
    # of files that are open: read, close, fstat, lseek, dup
    *((0, 63), (3, 57), (5, 80), (8, 62), (32, 23)),
    # memory: mmap, mprotect, munmap, brk, mremap, madvise
    *((9, 222), (10, 226), (11, 215), (12, 214), (25, 216), (28, 233)),
    # waiting and the time: futex, sched_yield, clock_gettime, restart_syscall, getrusage
    *((202, 98), (24, 124), (228, 113), (219, 128), (98, 165)),
    # of the process itself: getpid, gettid, getrandom, rt_sigprocmask, rt_sigreturn, exit, exit_group
    *((39, 172), (186, 178), (318, 278), (14, 135), (15, 139), (60, 93), (231, 94)),
)
_FATAL: Final = (
    # execve, execveat, clone, fork, vfork
    *((59, 221), (322, 281), (56, 220), (57, -1), (58, -1)),
    # ptrace, socket, connect, kill, tkill
    *((101, 117), (41, 198), (42, 203), (62, 129), (200, 130)),
)
"""Nothing here calls these: whoever does is ended at once (SIGSYS). What else is not allowed fails (EPERM)."""
_WRITE: Final = (1, 64)
_CONTROL: Final = (72, 25)  # fcntl
_CONTROLS: Final = (1, 2, 3, 1030)  # F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC
_SIGNAL: Final = (234, 131)  # tgkill
_LIMITS: Final = (302, 261)  # prlimit64

_LOAD, _JUMP_EQUAL, _JUMP_FROM, _RETURN = 0x20, 0x15, 0x35, 0x06
_AT_NUMBER, _AT_MACHINE, _AT_ARGUMENTS = 0, 4, 16
_ALLOW: Final = 0x7FFF0000
_FAIL: Final = 0x00050001  # EPERM
_END: Final = 0x80000000
_FILTER: Final = 1  # SECCOMP_SET_MODE_FILTER
_ALL_THREADS: Final = 1  # SECCOMP_FILTER_FLAG_TSYNC
_OTHER_ABI: Final = 0x40000000  # x32 on x86-64


def _filter(column: int, machine: int, pid: int, answers: int) -> bytes:
    """The program that the kernel asks at every call: struct sock_filter is a code, two jumps and a number."""
    made: list[tuple[int, int, int, int]] = [
        (_LOAD, 0, 0, _AT_MACHINE),
        (_JUMP_EQUAL, 1, 0, machine),
        (_RETURN, 0, 0, _END),
        (_LOAD, 0, 0, _AT_NUMBER),
        (_JUMP_FROM, 0, 1, _OTHER_ABI),
        (_RETURN, 0, 0, _END),
    ]
    for table, result in ((_ALLOWED, _ALLOW), (_FATAL, _END)):
        for numbers in table:
            if numbers[column] >= 0:
                made += [(_JUMP_EQUAL, 0, 1, numbers[column]), (_RETURN, 0, 0, result)]
    # Calls of which one argument must be of a list; of the two words the lower, which is all that the kernel takes.
    for numbers, argument, values in (
        (_WRITE, 0, (answers, 2)),
        (_CONTROL, 1, _CONTROLS),
        (_SIGNAL, 0, (pid,)),
        (_LIMITS, 0, (0,)),
    ):
        made += [(_JUMP_EQUAL, 0, 2 + 2 * len(values), numbers[column]), (_LOAD, 0, 0, _AT_ARGUMENTS + 8 * argument)]
        for value in values:
            made += [(_JUMP_EQUAL, 0, 1, value), (_RETURN, 0, 0, _ALLOW)]
        made.append((_RETURN, 0, 0, _FAIL))
    made.append((_RETURN, 0, 0, _FAIL))
    return b"".join(struct.pack("<HBBI", *item) for item in made)


def _close_kernel(answers: int) -> bool:
    """No calls of the kernel but for what LLVM and Python need to go on; whether the kernel has it."""
    known = _MACHINES.get(os.uname().machine)
    if known is None or sys.maxsize < 1 << 32:
        return False
    column, machine, number = known
    code = ctypes.create_string_buffer(_filter(column, machine, os.getpid(), answers))
    program = struct.pack("@HP", len(code.raw) // 8, ctypes.addressof(code))
    return _call(number, ctypes.c_uint(_FILTER), ctypes.c_uint(_ALL_THREADS), program) == 0


# --- macOS -----------------------------------------------------------------------------------------------------------

_PROFILE: Final = b"(version 1)(deny default)(allow sysctl-read)(allow dynamic-code-generation)"


def _close_sandbox() -> bool:
    """macOS's sandbox, with nothing allowed but to make code."""
    try:
        close = ctypes.CDLL("/usr/lib/libSystem.B.dylib").sandbox_init
    except (OSError, AttributeError):
        return False
    said = ctypes.c_char_p()
    return int(close(_PROFILE, ctypes.c_uint64(0), ctypes.byref(said))) == 0


# --- all of them -----------------------------------------------------------------------------------------------------


def close_locks(
    memory: int, parent: int, life: int, answers: int, *, by_kernel: bool, more: Callable[[], None] | None = None
) -> list[str]:
    """Close what the system has, and end with the parent; the names of what was closed.

    `memory`: bytes of address space (0: as many as there are); `answers`: the one file, beside stderr, that stays open
    for writing. `more` starts threads, which have the same locks. Nothing can be imported or opened afterwards.
    """
    closed = []
    if sys.platform == "linux":
        if not _prctl(_SET_NO_NEW_PRIVILEGES, 1):
            closed.append("no new privileges")
        if _close_files():
            closed.append("Landlock")
    # Before there can't be more threads, and after Landlock, which is of the thread that asks and those that it starts.
    stay_with_parent(parent, life, by_kernel=by_kernel)
    if more is not None:
        more()
    if _limit(memory):
        closed.append("limits")
    if sys.platform == "linux" and _close_kernel(answers):
        closed.append("seccomp")
    if sys.platform == "darwin" and _close_sandbox():
        closed.append("sandbox")
    return closed
