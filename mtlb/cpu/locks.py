"""Restrictions that the process accepts before it loads a shader, so that code which goes out of control has no
access to the system.
A shader runs as native code: a store to a wrong address can change anything in the process, including its control
flow. On every system the process has an empty environment, a deleted working folder, no files except its pipes and
its memory, and resource limits; it ends when its parent ends. On Linux it cannot gain rights, cannot open files
(Landlock, Linux 5.13), and can call the kernel only for memory, its own pipes and the time (seccomp, Linux 3.17). On
macOS a sandbox profile denies everything. A lock that the system lacks is skipped, and the worker reports which
locks are closed.
Sources: Linux's include/uapi/linux/{seccomp,filter,audit,landlock,prctl}.h, the numbers of calls in
arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h; sandbox_init(3) of macOS."""

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

try:  # at module level: nothing can be imported behind the locks
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_LOG_BYTES: Final = 1 << 20  # bytes that may be written to stderr
_FILES: Final = 64
_MARGIN: Final = 10  # seconds of processor time beyond the parent's time limit

# --- limits ----------------------------------------------------------------------------------------------------------


def _limit(memory: int) -> bool:
    """Set limits on memory (0: none), files, processes and output. Returns whether the system supports them."""
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
        with suppress(OSError, ValueError):  # macOS rejects a memory limit below the size that is already mapped
            resource.setrlimit(kind, (value, value))
    return True


def allow_seconds(seconds: float) -> None:
    """Make the system end this process after this much processor time from now on, plus a margin."""
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
    """End this process when the parent ends. `life` is a pipe whose other end the parent holds.
    `by_kernel`: the process was started by the parent's main thread, so the kernel's signal, which is sent when that
    thread ends, comes at the right time. Otherwise a thread here waits for the end of the pipe."""
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
    """Make a system call; returns -1 if it fails."""
    call = ctypes.CDLL(None).syscall
    call.restype = ctypes.c_long
    result: int = call(ctypes.c_long(number), *words)
    return result


# --- Landlock --------------------------------------------------------------------------------------------------------

_LANDLOCK_CREATE: Final = 444
_LANDLOCK_RESTRICT: Final = 446
_LANDLOCK_VERSION: Final = 1
_FILE_RIGHTS: Final = ((5, 16), (3, 15), (2, 14), (1, 13))  # for each Landlock version, the number of rights it has


def _close_files() -> bool:
    """Deny all files, TCP from Linux 6.7 on, and signals to other processes from Linux 6.12 on. Returns whether the
    kernel supports it."""
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
}  # column; architecture number of audit; system call number of seccomp
_ALLOWED: Final = (
    # operations on open files: read, close, fstat, lseek, dup
    *((0, 63), (3, 57), (5, 80), (8, 62), (32, 23)),
    # memory: mmap, mprotect, munmap, brk, mremap, madvise
    *((9, 222), (10, 226), (11, 215), (12, 214), (25, 216), (28, 233)),
    # waiting and the time: futex, sched_yield, clock_gettime, restart_syscall, getrusage
    *((202, 98), (24, 124), (228, 113), (219, 128), (98, 165)),
    # the process itself: getpid, gettid, getrandom, rt_sigprocmask, rt_sigreturn, exit, exit_group
    *((39, 172), (186, 178), (318, 278), (14, 135), (15, 139), (60, 93), (231, 94)),
)
_FATAL: Final = (
    # execve, execveat, clone, fork, vfork
    *((59, 221), (322, 281), (56, 220), (57, -1), (58, -1)),
    # ptrace, socket, connect, kill, tkill
    *((101, 117), (41, 198), (42, 203), (62, 129), (200, 130)),
)
"""Nothing here makes these calls, so a process that makes them is ended at once (SIGSYS). Other forbidden calls fail
(EPERM)."""
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
    """The program that the kernel runs at each call: a struct sock_filter is a code, two jumps and a number."""
    program: list[tuple[int, int, int, int]] = [
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
                program += [(_JUMP_EQUAL, 0, 1, numbers[column]), (_RETURN, 0, 0, result)]
    # Calls that are allowed with listed values of an argument only; the lower of its two words is compared, which is
    # the part that the kernel uses.
    for numbers, argument, values in (
        (_WRITE, 0, (answers, 2)),
        (_CONTROL, 1, _CONTROLS),
        (_SIGNAL, 0, (pid,)),
        (_LIMITS, 0, (0,)),
    ):
        program += [(_JUMP_EQUAL, 0, 2 + 2 * len(values), numbers[column]), (_LOAD, 0, 0, _AT_ARGUMENTS + 8 * argument)]
        for value in values:
            program += [(_JUMP_EQUAL, 0, 1, value), (_RETURN, 0, 0, _ALLOW)]
        program.append((_RETURN, 0, 0, _FAIL))
    program.append((_RETURN, 0, 0, _FAIL))
    return b"".join(struct.pack("<HBBI", *item) for item in program)


def _close_kernel(answers: int) -> bool:
    """Deny all system calls that LLVM and Python do not need. Returns whether the kernel supports it."""
    facts = _MACHINES.get(os.uname().machine)
    if facts is None or sys.maxsize < 1 << 32:
        return False
    column, machine, number = facts
    code = ctypes.create_string_buffer(_filter(column, machine, os.getpid(), answers))
    program = struct.pack("@HP", len(code.raw) // 8, ctypes.addressof(code))
    return _call(number, ctypes.c_uint(_FILTER), ctypes.c_uint(_ALL_THREADS), program) == 0


# --- macOS -----------------------------------------------------------------------------------------------------------

_PROFILE: Final = b"(version 1)(deny default)(allow sysctl-read)(allow dynamic-code-generation)"


def _close_sandbox() -> bool:
    """Enter macOS's sandbox, with a profile that allows only the generation of code."""
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
    """Close the locks that the system has, and end with the parent. Returns the names of the closed locks.
    `memory`: bytes of address space (0: no limit); `answers`: the only file besides stderr that remains open for
    writing. `more` starts threads, which get the same locks. Nothing can be imported or opened afterwards."""
    closed = []
    if sys.platform == "linux":
        if not _prctl(_SET_NO_NEW_PRIVILEGES, 1):
            closed.append("no new privileges")
        if _close_files():
            closed.append("Landlock")
    # Before threads are forbidden, and after Landlock, which applies to the calling thread and the threads that it
    # starts.
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
