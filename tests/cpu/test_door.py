"""What a file could try to get out of a run with: each way that was thought of is refused, contained or a finding."""

from __future__ import annotations

import json
import os
import platform
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from llvmlite import binding

import mtlb.cpu.prepare
from mtlb.air.names import IS_DEFINED
from mtlb.base.errors import BuildError, FormatError, MtlbError, RunError, TimeLimitError, UnsupportedError
from mtlb.cpu import Kernel, answers, locks, process
from mtlb.cpu.layout import ReportKind
from mtlb.cpu.library.registry import MAKERS
from mtlb.cpu.prepare import prepare
from mtlb.cpu.process import Memory, Session, Worker
from mtlb.cpu.symbols import undefined_symbols
from mtlb.ir import Module, parse
from tests.conftest import ROOT, every_nth, only_long
from tests.cpu.hostile import INTRINSICS, OUR_NAMES, REFUSED, STORE, TYPES, hostile, misdeclared
from tests.process import LEVELS

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the locks of Linux")
ON_X86 = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="calls of the kernel as x86-64 makes them"
)


def ran(module: Module, session: Session, *, check: bool = False, seconds: float = 30) -> list[int]:
    """What the kernel leaves in four elements of its buffer."""
    out = np.zeros(4, "i8")
    result = Kernel(module, "k", check=check, session=session).run(1, buffers={"out": out}, seconds=seconds)
    assert result.is_clean or check
    return [int(item) for item in out]


@pytest.fixture(scope="module", params=LEVELS)
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    with Session(optimize=request.param) as result:
        yield result


# --- the door --------------------------------------------------------------------------------------------------------


def refused(module: Module, message: str) -> None:
    with Session() as session:
        with pytest.raises(UnsupportedError) as raised:
            Kernel(module, "k", session=session)
        assert session._worker is None  # LLVM did not see it
    assert "function 'k'" in str(raised.value) and message in str(raised.value)


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_shader_is(name: str) -> None:
    text, message = REFUSED[name]
    refused(parse(text.encode()), message)


@pytest.mark.parametrize("name", INTRINSICS)
def test_functions_of_llvm_that_do_not_compute(name: str) -> None:
    result, _, parameters = INTRINSICS[name].partition(" ")
    at = f"  %x = bitcast {result} {parameters}* @{name} to i8*"
    refused(hostile(at, f"declare {result} @{name}{parameters}"), f"can't be run: {name}")


@pytest.mark.parametrize(
    ("top", "body", "code"),
    [
        ("", "  %x = va_arg i8* null, i64\n" + STORE, "va_arg"),
        (
            "declare i32 @p(...)\ndefine void @f() personality i32 (...)* null {\n"
            "  invoke void @g() to label %a unwind label %b\na:\n  ret void\nb:\n"
            "  %e = landingpad { i8*, i32 } cleanup\n  ret void\n}\ndefine void @g() {\n  ret void\n}",
            "  call void @f()",
            "",
        ),
        ("define void @f(i8* %p) {\n  indirectbr i8* %p, [label %a]\na:\n  ret void\n}", "", "INDIRECTBR"),
        (
            "define void @f() {\n  br label %a\na:\n  ret void\n}\n@t = internal constant i8* blockaddress(@f, %a)",
            "",
            "BLOCKADDRESS",
        ),
    ],
)
def test_instructions_that_no_shader_has(top: str, body: str, code: str) -> None:
    """By whatever reads it first: some have no place in the model at all."""
    with Session() as session, pytest.raises(MtlbError) as raised:
        Kernel(hostile(body, top), "k", session=session)
    assert code.lower() in str(raised.value).lower()


@pytest.mark.parametrize("type_", [TYPES[0], *(pytest.param(name, marks=pytest.mark.long) for name in TYPES[1:])])
def test_functions_of_metal_with_types_that_they_do_not_have(type_: str) -> None:
    """Refused, or a definition that LLVM refuses; many of them are right with several types."""
    refusals = 0
    for family in MAKERS:
        for check in (False, True):
            try:
                prepare(parse(misdeclared(f"air.{family}.i32", type_).encode()), "k", check=check)
            except UnsupportedError as error:
                refusals += "function 'k'" in str(error)
    assert refusals > 50


@pytest.mark.parametrize("type_", TYPES)
def test_the_question_for_a_constant_with_another_type(type_: str) -> None:
    """`air.is_function_constant_defined` takes an address and returns a truth value."""
    with pytest.raises(UnsupportedError, match=r"declared with the wrong type"):
        prepare(parse(misdeclared(IS_DEFINED, type_).encode()), "k")


@pytest.mark.parametrize("name", every_nth(OUR_NAMES, 3))
def test_a_function_of_the_file_may_have_any_name(name: str, session: Session) -> None:
    """It is the file's, and nobody else calls it."""
    top = f'define i64 @"{name}"(i64 %a) noinline {{\n  %b = add i64 %a, 7\n  ret i64 %b\n}}'
    assert ran(hostile(f'  %x = call i64 @"{name}"(i64 1)\n{STORE}', top), session, check=True)[0] == 8


@pytest.mark.parametrize("name", ["mtlb_threadgroup", "mtlb_functions", "mtlb_mark", "mtlb.v0", "mtlb_is_stackful"])
@pytest.mark.long
def test_a_variable_of_the_file_may_have_any_name(name: str, session: Session) -> None:
    top = f'@"{name}" = global i64 8'
    assert ran(hostile(f'  %x = load i64, i64* @"{name}"\n{STORE}', top), session)[0] == 8
    with pytest.raises(TimeLimitError, match="in a loop"):
        loop = f'  br label %l\nl:\n  store volatile i64 1, i64* @"{name}"\n  br label %l\nm:'
        ran(hostile(loop, top), session, seconds=1)


def test_what_has_no_meaning_here_is_dropped(session: Session) -> None:
    """Comdats, sections, hints about processors, lists of what is used, what metadata alone refers to."""
    top = (
        "$c = comdat any\n"
        '@t = linkonce_odr global i64 8, section ".init_array", comdat($c)\n'
        '@llvm.used = appending global [1 x i8*] [i8* bitcast (void ()* @f to i8*)], section "llvm.metadata"\n'
        "declare void @f()\ndeclare void @unused()\n@nothing = external global i64\n"
        '!llvm.linker.options = !{!10}\n!10 = !{!"-lsystem"}\n!air.more = !{!11}\n!11 = !{void ()* @f}\n'
        "define available_externally i64 @g() {\n  %x = load i64, i64* @t\n  ret i64 %x\n}"
    )
    words = '"probe-stack"="system" "fentry-call"="true" "target-cpu"="none" "target-features"="+none" '
    words += '"instrument-function-entry"="mcount" "split-stack" "patchable-function"="prologue-short-redirect"'
    big = "  %a = alloca [70000 x i8]\n  call void @llvm.lifetime.start.p0i8(i64 1, i8* null)\n"
    module = hostile(
        f"{big}  %x = call i64 @g()\n{STORE}", f"{top}\ndeclare void @llvm.lifetime.start.p0i8(i64, i8*)", words
    )
    assert ran(module, session)[0] == 8


def test_a_struct_may_have_any_name(session: Session) -> None:
    top = '%"x\\22 = type { i8 } declare void @system() ;" = type { i64 }'
    body = f'  %a = alloca %"x\\22 = type {{ i8 }} declare void @system() ;"\n  %x = add i64 3, 5\n{STORE}'
    assert ran(hostile(body, top), session)[0] == 8


# --- memory ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", [16, only_long(4096), 0x4141414141414141, only_long(-1)])
def test_a_call_of_a_number(address: int, session: Session) -> None:
    """A memory error: the process ends, and the next run has another."""
    with pytest.raises(RunError, match=r"did not survive: .* \(SIG(SEGV|BUS|ILL)\)"):
        ran(hostile(f"  %p = inttoptr i64 {address} to void ()*\n  call void %p()"), session)
    assert ran(hostile(f"  %x = add i64 3, 5\n{STORE}"), session)[0] == 8


@pytest.mark.parametrize("size", [1, 4, 8])
@pytest.mark.parametrize("distance", [1, 4, 7])
def test_an_access_at_the_end_of_the_address_space(size: int, distance: int, session: Session) -> None:
    """Its end wraps to 0; to the checks it lay inside of the first argument."""
    type_ = f"i{8 * size}"
    to = f"{type_} addrspace(1)*"
    body = f"  %p = inttoptr i64 -{distance} to {to}\n  store {type_} 1, {to} %p, align 1"
    out = np.zeros(4, "i8")
    result = Kernel(hostile(body), "k", check=True, session=session).run(1, buffers={"out": out})
    assert [finding.code for finding in result.findings] == ["out-of-bounds"]


@pytest.mark.parametrize("index", [only_long(-512), -1, 512, only_long(1023)])
def test_the_pages_beside_an_argument_are_closed(index: int, session: Session) -> None:
    body = f"  %p = getelementptr i64, i64 addrspace(1)* %out, i64 {index}\n  store i64 1, i64 addrspace(1)* %p"
    with pytest.raises(RunError, match="accessed memory outside of its arguments"):
        ran(hostile(body), session)


HUGE = 1 << 62


@pytest.mark.parametrize(
    ("body", "top", "check"),
    [
        (f"  %a = alloca [{HUGE} x i8]", "", True),
        ("  store volatile i8 1, i8* null", f"@g = global [{HUGE} x i8] zeroinitializer", False),
        ("  %a = load i8, i8 addrspace(3)* @g", "@g = addrspace(3) global i8 undef, align 1073741824", False),
        ("  call void @f()", "define void @f() {\n  %a = alloca [99 x i8]\n  call void @f()\n  ret void\n}", False),
    ],
    ids=["array of a thread", "variable", "alignment", "recursion"],
)
@pytest.mark.long
def test_more_memory_than_there_is(body: str, top: str, check: bool) -> None:
    with Session(2 << 30) as session:
        try:
            ran(hostile(body, top), session, check=check, seconds=5)
        except RunError as error:
            assert "Traceback" not in str(error)


def test_more_results_than_there_is_memory(session: Session) -> None:
    """Nothing is laid out, so that the next run is as before."""
    for bits in (40, 62):
        module = parse(f"define [{1 << bits} x i8] @f() {{\n  ret [{1 << bits} x i8] undef\n}}".encode())
        with pytest.raises(MtlbError, match=r"have \d+ bytes: there is not enough memory for them"):
            Kernel(module, "f", session=session).run(4)
    assert ran(hostile(f"  %x = add i64 3, 5\n{STORE}"), session)[0] == 8


def test_an_interrupt(session: Session) -> None:
    """The process that is still busy is not asked again."""

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    out = np.zeros(4, "i8")
    with pytest.raises(KeyboardInterrupt):
        Kernel(hostile(ENDLESS), "k", session=session).run(1, buffers={"out": out}, progress=interrupt)
    assert ran(hostile(f"  %x = add i64 3, 5\n{STORE}"), session)[0] == 8


def test_a_trap(session: Session) -> None:
    with pytest.raises(RunError, match="a trap"):
        ran(hostile("  call void @llvm.trap()", "declare void @llvm.trap()"), session)


# --- the locks, for code that got past the door ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def unoptimized() -> Iterator[Session]:
    """LLVM leaves calls in assembly, and addresses of functions, as they are at every level."""
    with Session(optimize=0) as result:
        yield result


@pytest.fixture
def open_door(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mtlb.cpu.prepare, "admit", lambda *_: None)


def asked(number: int, *operands: str) -> str:
    """A call of the kernel, whose result is stored."""
    names = ["{ax}", "{di}", "{si}", "{dx}", "{r10}"][: len(operands) + 1]
    values = ", ".join(f"i64 {item}" for item in (number, *operands))
    constraints = ",".join(["={ax}", *names, "~{rcx}", "~{r11}", "~{memory}"])
    return f'  %x = call i64 asm sideeffect "syscall", "{constraints}"({values})\n{STORE}'


@ON_X86
@pytest.mark.usefixtures("open_door")
@pytest.mark.parametrize(
    ("number", "operands"),
    [
        (57, ()),
        only_long(58, ()),
        only_long(56, ("0", "0", "0", "0")),
        only_long(59, ("0", "0", "0")),
        (41, ("2", "1", "0")),
        only_long(101, ("0",)),
    ],
    ids=["fork", "vfork", "clone", "execve", "socket", "ptrace"],
)
def test_processes_and_sockets_are_the_end(number: int, operands: tuple[str, ...], unoptimized: Session) -> None:
    with pytest.raises(RunError, match=r"made a system call, which a GPU function can't do \(SIGSYS\)"):
        ran(hostile(asked(number, *operands)), unoptimized)


@ON_X86
@pytest.mark.usefixtures("open_door")
def test_signals_to_others_are_the_end(unoptimized: Session) -> None:
    with pytest.raises(RunError, match="SIGSYS"):
        ran(hostile(asked(62, str(os.getpid()), "9")), unoptimized)


PATH = '@path = private constant [12 x i8] c"/etc/passwd\\00"'
NAME = "ptrtoint ([12 x i8]* @path to i64)"


@ON_X86
@pytest.mark.usefixtures("open_door")
@pytest.mark.parametrize(
    ("number", "operands"),
    [
        *((2, (NAME, "0")), (257, ("-100", NAME, "0")), (87, (NAME,)), (83, (NAME, "511")), (4, (NAME, "0"))),
        *(
            (1, ("1", NAME, "5")),
            (1, ("0", NAME, "5")),
            (20, ("1", "0", "0")),
            (77, ("3", "0")),
            (234, ("1", "1", "9")),
        ),
        *((302, ("0", "7", NAME)), (72, ("1", "8", "1")), (425, ("8", "0")), (435, ("0", "0")), (317, ("0", "0", "0"))),
        *((312, ("0", "0", "0")), (157, ("38", "0")), (22, ("0",)), (240, ("0",)), (319, ("0", "0"))),
    ],
)
def test_what_else_the_kernel_could_do_fails(number: int, operands: tuple[str, ...], unoptimized: Session) -> None:
    """Files, other pipes, limits, signals, rings, threads, new filters: an error, and the process goes on."""
    failed = ran(hostile(asked(number, *operands), PATH), unoptimized)[0]
    assert -200 < failed < 0


@pytest.mark.usefixtures("open_door")
@pytest.mark.parametrize("name", ["system", "getenv", "mmap", "dlopen", "_exit", "PyRun_SimpleString", "write"])
def test_no_symbol_of_the_process_is_found(name: str, unoptimized: Session) -> None:
    address = hostile(f"  %x = ptrtoint i32 (i8*)* @{name} to i64\n{STORE}", f"declare i32 @{name}(i8*)")
    with pytest.raises(UnsupportedError, match=f"the compiled function needs '{name}', which is not given to it"):
        ran(address, unoptimized)
    assert ran(hostile(f"  %x = add i64 3, 5\n{STORE}"), unoptimized)[0] == 8  # the process is the same


@ON_LINUX
def test_what_the_process_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN", "secret")
    worker = Worker(Memory(), 0)
    place = Path("/proc", str(worker.process.pid))
    assert b"TOKEN" not in (place / "environ").read_bytes()
    assert os.readlink(place / "cwd").endswith("(deleted)")
    status = dict(line.split(":\t", 1) for line in (place / "status").read_text().splitlines() if ":\t" in line)
    assert status["NoNewPrivs"] == "1"
    limits = {line[:25].strip(): line[25:].split()[:2] for line in (place / "limits").read_text().splitlines()}
    assert limits["Max core file size"] == limits["Max processes"] == ["0", "0"]
    assert limits["Max file size"] == ["1048576", "1048576"] and limits["Max open files"] == ["64", "64"]
    assert int(limits["Max cpu time"][0]) < 100
    files = sorted(os.readlink(file).split(":")[0] for file in (place / "fd").iterdir())
    assert files == ["/memfd"] * 3 + ["pipe"] * 3  # its memory, stderr twice; requests, answers, the parent's life
    assert {"no new privileges", "limits"} <= set(worker.locks)
    assert ("seccomp" in worker.locks) == (status["Seccomp"] == "2")
    worker.close()


LOCKED = """
import os, sys, ctypes, socket, subprocess, resource, tempfile, threading, signal
sys.path[:] = {paths!r}
from mtlb.cpu import locks
{disabled}
life = os.pipe()[0]
closed = locks.close_locks(0, os.getppid(), life, 1, by_kernel=True)
def fails(what):
    try:
        what()
    except (OSError, RuntimeError) as error:
        os.write(1, (type(error).__name__ + " ").encode())
    else:
        os.write(1, b"done ")
"""


def locked(code: str, disabled: str = "") -> subprocess.CompletedProcess[bytes]:
    """Python behind the locks: it may be anything that a shader's code could become."""
    program = LOCKED.format(paths=[str(ROOT), *sys.path], disabled=disabled) + code
    return subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, check=False, timeout=60)


NO_SECCOMP = "locks._close_kernel = lambda answers: False"
FILES = "fails(lambda: open('/etc/passwd')); fails(lambda: open('/tmp/mtlb-x', 'w')); fails(lambda: os.mkdir('/tmp/y'))"


def test_files_behind_the_locks() -> None:
    """Landlock alone is enough, and so is seccomp."""
    for disabled in ("", NO_SECCOMP, "locks._close_files = lambda: False"):
        actual = locked(FILES + "; fails(lambda: os.listdir('/'))", disabled)
        if sys.platform == "linux" or disabled == "":
            assert actual.stdout == b"PermissionError " * 4, actual.stderr


@ON_LINUX
def test_processes_behind_the_locks() -> None:
    assert locked("os.fork()").returncode == -signal.SIGSYS
    assert locked("fails(lambda: subprocess.run(['true']))").stdout == b"PermissionError "  # no pipes
    assert locked("os.execv('/bin/true', ['true'])").returncode == -signal.SIGSYS
    assert locked("socket.socket()").returncode == -signal.SIGSYS
    assert locked("os.kill(os.getppid(), 0)").returncode == -signal.SIGSYS
    threads = locked("fails(threading.Thread(target=print).start)")
    assert threads.stdout == b"RuntimeError ", threads.stderr


@ON_LINUX
def test_without_seccomp_limits_are_left() -> None:
    """Where the kernel has no filter: no file can grow, and for anybody but root there are no processes."""
    code = "fails(lambda: [os.write(2, bytes(1 << 20)) for _ in range(3)])"
    with pytest.MonkeyPatch.context():
        program = LOCKED.format(paths=[str(ROOT), *sys.path], disabled=NO_SECCOMP) + code
        folder = os.memfd_create("said")
        result = subprocess.run(
            [sys.executable, "-I", "-c", program], stdout=subprocess.PIPE, stderr=folder, check=False, timeout=60
        )
        assert (result.stdout, os.fstat(folder).st_size) == (b"OSError ", 1 << 20)
        os.close(folder)
    if os.getuid():
        assert locked("fails(os.fork)", NO_SECCOMP).stdout == b"BlockingIOError "


@ON_LINUX
@pytest.mark.long
def test_processor_time() -> None:
    """What is left where nobody watches: the parent's own deadline comes first."""
    actual = locked("locks._MARGIN = 0; locks.allow_seconds(1)\nwhile True: pass", NO_SECCOMP)
    assert actual.returncode == -signal.SIGXCPU


def decision(program: bytes, machine: int, number: int, *operands: int) -> int:
    """What a filter says of a call: the few instructions of the kernel's machine that it consists of."""
    data = struct.pack("<IIQ6Q", number, machine, 0, *(*operands, *[0] * (6 - len(operands))))
    steps = list(struct.iter_unpack("<HBBI", program))
    at = held = 0
    while True:
        code, then, otherwise, value = steps[at]
        at += 1
        if code == 0x20:
            held = int.from_bytes(data[value : value + 4], "little")
        elif code == 0x15:
            at += then if held == value else otherwise
        elif code == 0x35:
            at += then if held >= value else otherwise
        else:
            assert code == 0x06
            return int(value)


@pytest.mark.parametrize(
    ("column", "machine", "numbers"),
    [
        (0, 0xC000003E, (0, 1, 257, 9, 59, 72, 234)),
        (1, 0xC00000B7, (63, 64, 56, 222, 221, 25, 131)),
    ],
    ids=["x86-64", "ARM64"],
)
def test_the_filter_of_calls(column: int, machine: int, numbers: tuple[int, ...]) -> None:
    calls = dict(zip(("read", "write", "openat", "mmap", "execve", "fcntl", "tgkill"), numbers, strict=True))
    allow, fail, end = 0x7FFF0000, 0x00050001, 0x80000000
    program = locks._filter(column, machine, pid=77, answers=5)
    for words, expected in (
        *((("read", 0), allow), (("mmap",), allow), (("openat",), fail), (("execve",), end)),
        *((("write", 5), allow), (("write", 2), allow), (("write", 1), fail), (("write", 0), fail)),
        *((("write", 5 | 1 << 32), allow), (("fcntl", 9, 1030), allow), (("fcntl", 9, 8), fail)),
        *((("tgkill", 77, 3, 6), allow), (("tgkill", 78, 3, 6), fail)),
    ):
        name, *operands = words
        assert decision(program, machine, calls[str(name)], *map(int, operands)) == expected, words
    for number in range(512):
        assert decision(program, machine, number) in (allow, fail, end)
        assert decision(program, machine, number | 0x40000000) == end  # x32
        assert decision(program, 0x40000003, number) == end  # of 32 bits
    allowed = [number for number in range(512) if decision(program, machine, number) == allow]
    assert len(allowed) <= 26


@pytest.mark.parametrize(
    "triple",
    ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "arm64-apple-macosx14.0.0", "x86_64-apple-macosx14.0.0"],
)
def test_symbols_of_object_files(triple: str) -> None:
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    text = """
declare i32 @system(ptr)
declare float @llvm.sin.f32(float)
@table = global ptr @getenv
@mine = global i32 3
declare ptr @getenv(ptr)
define float @f(float %x) {
  %r = call i32 @system(ptr @mine)
  %s = call float @llvm.sin.f32(float %x)
  ret float %s
}
"""
    machine = binding.Target.from_triple(triple).create_target_machine(reloc="pic", codemodel="small")
    module = binding.parse_assembly(text)
    module.triple = triple
    assert undefined_symbols(machine.emit_object(module)) - {"_GLOBAL_OFFSET_TABLE_"} == {"system", "sinf", "getenv"}


def test_the_memory_can_not_be_made_shorter() -> None:
    memory = Memory()
    memory.reserve(100)
    assert len(memory.mapped) >= 100
    if hasattr(os, "memfd_create"):
        with pytest.raises(PermissionError):
            os.ftruncate(memory.file, 0)
    memory.close()


# --- the time and the parent -----------------------------------------------------------------------------------------

ENDLESS = "  br label %l\nl:\n  store volatile i64 1, i64 addrspace(1)* %out\n  br label %l\nm:"


@pytest.mark.long
def test_a_static_constructor_without_an_end(session: Session) -> None:
    """It is a part of the first run, whose time is limited; compiling may take longer."""
    top = (
        "@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] "
        "[{ i32, void ()*, i8* } { i32 0, void ()* @f, i8* null }]\n"
        "define internal void @f() {\n  br label %a\na:\n  br label %a\n}"
    )
    with pytest.raises(TimeLimitError, match=r"still running after 0\.5 seconds, in a loop in f"):
        ran(hostile("", top), session, seconds=0.5)


def test_code_behind_the_end_of_a_function(session: Session) -> None:
    """A thread that comes to `unreachable` ends its process; without a trap it would run into the next function."""
    with pytest.raises(RunError, match="it executed a trap"):
        ran(hostile("  unreachable\nx:"), session)


@pytest.mark.long
def test_an_endless_loop(session: Session) -> None:
    started = time.monotonic()
    with pytest.raises(TimeLimitError, match="still running after 1 seconds, in a loop in k"):
        ran(hostile(ENDLESS), session, seconds=1)
    assert time.monotonic() - started < 30


PARENT = """
import sys, threading, time
sys.path[:] = {paths!r}
from tests.cpu.hostile import hostile
from tests.cpu.test_door import ENDLESS, ran
from mtlb.cpu.process import Session
session = Session()
def go():
    session.worker
    print(session.worker.process.pid, flush=True)
    ran(hostile(ENDLESS), session, seconds=600)
{start}
"""


@ON_LINUX
@pytest.mark.parametrize("start", ["go()", "threading.Thread(target=go).start()"], ids=["main thread", "thread"])
@pytest.mark.long
def test_a_worker_ends_when_its_parent_is_killed(start: str) -> None:
    program = PARENT.format(paths=[str(ROOT), *sys.path], start=start)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        time.sleep(1)  # it compiles, and spins
        assert is_there(worker)
        parent.kill()
    end = time.monotonic() + 20
    while is_there(worker) and time.monotonic() < end:
        time.sleep(0.05)
    assert not is_there(worker)


def is_there(pid: int) -> bool:
    try:
        return Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


def test_a_worker_outlives_the_thread_that_started_it() -> None:
    with Session() as session:
        thread = threading.Thread(target=lambda: session.worker)
        thread.start()
        thread.join()
        first = session.worker.process.pid
        time.sleep(0.2)
        assert ran(hostile(f"  %x = add i64 3, 5\n{STORE}"), session)[0] == 8
        assert session.worker.process.pid == first


# --- answers ---------------------------------------------------------------------------------------------------------

BEHIND = """
import json, os, sys, time
def answer(**fields):
    os.write(1, json.dumps(fields).encode() + b"\\n")
line = sys.stdin.buffer.readline()
answer(**{"number of request": 1, "locks": [], "version": ""})
"""


def behind(monkeypatch: pytest.MonkeyPatch, code: str) -> Worker:
    """A worker whose process was taken over: it greets, and then does this."""
    monkeypatch.setattr(process, "_PROGRAM", BEHIND + code)
    return Worker(Memory(), 0)


@pytest.mark.parametrize(
    ("code", "error", "reason"),
    [
        ("os.write(1, b'{'); time.sleep(99)", TimeLimitError, "still running after 1 seconds"),
        ("time.sleep(99)", TimeLimitError, "still running after 1 seconds"),
        ("[os.write(1, b'x' * 65536) for _ in iter(int, 1)]", RunError, "more than 1048576 bytes"),
        ("os.write(1, b'[' * 100000 + b'\\n'); time.sleep(99)", RunError, "not a line of JSON"),
        ("os.write(1, b'9' * 100000 + b'\\n'); time.sleep(99)", RunError, "an invalid answer"),
        ("os.write(1, b'\\xff\\n'); time.sleep(99)", RunError, "not a line of JSON"),
        ("os.write(1, b'[]\\n'); time.sleep(99)", RunError, "not an answer to the request"),
        ("answer(); time.sleep(99)", RunError, "not an answer to the request"),
        ("answer(**{'number of request': 1}); time.sleep(99)", RunError, "not an answer to the request"),
        ("answer(**{'number of request': 2, 'failed': 3}); time.sleep(99)", RunError, "'failed' is not a text"),
        ("answer(**{'number of request': 2, 'failed': 'so'}); time.sleep(99)", FormatError, "rejects the module"),
        ("[os.write(2, b'x' * 65536) for _ in range(99)]; os.write(2, b'\\x1b[2J'); os._exit(3)", RunError, "code 3"),
        ("os.kill(os.getpid(), 31)", RunError, "SIGSYS"),
    ],
)  # fmt: skip
def test_answers_of_a_process_that_was_taken_over(
    code: str, error: type[MtlbError], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = behind(monkeypatch, f"sys.stdin.buffer.readline()\n{code}")
    started = time.monotonic()
    with pytest.raises(error) as raised:
        worker.ask({"what": "run"}, seconds=1 if error is TimeLimitError else 20)
    assert reason in str(raised.value) and len(str(raised.value)) < 500 and "\x1b" not in str(raised.value)
    assert time.monotonic() - started < 20
    worker.close()


def test_a_process_that_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = behind(monkeypatch, "time.sleep(99)")
    with pytest.raises(TimeLimitError):
        worker.ask({"what": "run"}, bytes(1 << 24), seconds=1)


def test_a_process_that_ends_while_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = behind(monkeypatch, "os._exit(0)")
    with pytest.raises(RunError, match="ended with code 0"):
        worker.ask({"what": "run"}, bytes(1 << 24), seconds=20)


RIGHT: dict[str, Any] = {
    "seconds": 0.5,
    "error": 1,
    "sites": [1, 0],
    "group": 3,
    "counts": {"threads": 4, "accesses": 9},
    "base": 1 << 47,
    "reports": [
        dict.fromkeys(("thread", "group", "other_thread", "other_group", "size"), 7)
        | {"kind": 11, "site": 2, "owner": 5, "address": 1 << 63, "span": [[10, 20]], "place": [1, 2, 0, 0, 0, 0]}
    ],
}


def test_every_field_of_an_answer_is_looked_at() -> None:
    """Each field left out, and each replaced by something else of JSON: refused, or a value of the right type."""
    result = answers.RunAnswer.of(RIGHT, 1, 2, {5})
    assert (result.reports[0].span, result.reports[0].address, result.sites) == ((10, 20), 1 << 63, (1, 0))
    refusals = 0
    others: list[Any] = [None, True, -1, 1 << 70, 0.5, 1e400, "x", [], [[]], [1, 2, 3], {}, {"a": 1}]
    for path in [*RIGHT, *(("reports", 0, name) for name in RIGHT["reports"][0]), ("sites", 0), ("counts", "threads")]:
        keys = path if isinstance(path, tuple) else (path,)
        for other in others:
            answer = json.loads(json.dumps(RIGHT))
            place = answer
            for key in keys[:-1]:
                place = place[key]
            place[keys[-1]] = other
            try:
                again = answers.RunAnswer.of(answer, 1, 2, {5})
            except RunError:
                refusals += 1
                continue
            assert all(type(site) is int for site in (*again.sites, again.group, again.base, *again.counts.values()))
            assert type(again.seconds) is float and 1 <= again.sites[0] <= 1 and again.error <= 4
            assert all(report.site in (1, 2) and 1 <= report.kind <= len(ReportKind) for report in again.reports)
        if keys[-1] not in ("reports",):
            answer = json.loads(json.dumps(RIGHT))
            place = answer
            for key in keys[:-1]:
                place = place[key]
            del place[keys[-1]]
            if isinstance(place, dict) and place is not answer.get("counts"):
                with pytest.raises(RunError):
                    answers.RunAnswer.of(answer, 1, 2, {5})
    assert refusals > 150
    answer = json.loads(json.dumps(RIGHT))
    answer["reports"][0]["kind"] = answers.FIRST_OF_LANES  # of which there is one place
    with pytest.raises(RunError, match="about an unknown place"):
        answers.RunAnswer.of(answer, 1, 2, {5})
    assert answers.RunAnswer.of(answer, 2, 1, {5}).reports[0].site == 2


def test_writes_to_the_files_of_the_process_are_no_answers(open_door: None, session: Session) -> None:
    """What a shader writes to standard output and error does not get into an answer."""
    if platform.machine() != "x86_64" or sys.platform != "linux":
        pytest.skip("calls of the kernel as x86-64 makes them")
    text = '{"number of request": 3, "seconds": 0}\\0A'
    top = f'@path = private constant [{len(text) - 2} x i8] c"{text}"'.replace('{"n', "{\\22n").replace(
        't": 3', "t\\22: 3"
    )
    top = top.replace(', "s', ", \\22s").replace('s": 0', "s\\22: 0")
    size = len(text) - 2
    name = f"ptrtoint ([{size} x i8]* @path to i64)"
    for file in (0, 1):
        assert ran(hostile(asked(1, str(file), name, str(size)), top), session)[0] == -1
    assert ran(hostile(asked(1, "2", name, str(size)), top), session)[0] == size  # to a file that nobody reads as one


def test_an_object_file_that_is_none() -> None:
    with pytest.raises(RuntimeError, match="unknown format"):
        undefined_symbols(b"MZ" + bytes(60))


def test_a_mapping_of_commands_that_was_overwritten() -> None:
    from mtlb.cpu.memory import Piece, Pieces
    from mtlb.cpu.stages import commands_in

    rows = np.frombuffer(bytes([255]) * (16 + 2 * 176), np.uint8)
    with pytest.raises(BuildError, match="but room for only 2"):
        list(commands_in(Piece("c", [rows]), Pieces(), 0))
    head = np.concatenate([np.array([9, 2, 0, 0], "u4").view("u1"), np.full(2 * 176, 255, np.uint8)])
    commands = list(commands_in(Piece("c", [head]), Pieces(), 0))
    assert len(commands) == 2 and len(commands[0].operands) == 14
