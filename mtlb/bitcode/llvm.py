"""The LLVM inside llvmlite, in a separate process: on some broken input LLVM ends the process it runs in.

The child reads requests and writes answers: a line `KIND SIZE`, then as many bytes. It starts with the first request
and ends with us.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import threading

from ..base.errors import FormatError, UnsupportedError

__all__ = ["assemble", "disassemble"]

_PROGRAM = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from llvmlite import binding
source, sink = sys.stdin.buffer, sys.stdout.buffer

def limit(memory):
    try:
        import resource
    except ImportError:  # Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or memory < most:
        resource.setrlimit(resource.RLIMIT_AS, (memory, most))

def run(kind, data):
    context = binding.create_context()  # in a shared one structs that other modules defined before are renamed
    if kind == "assemble":
        return bytes(binding.parse_assembly(data.decode("utf-8"), context).as_bitcode())
    return str(binding.parse_bitcode(data, context)).encode("utf-8")

version = ".".join(map(str, binding.llvm_version_info)).encode()
for line in iter(source.readline, b""):
    kind, size = line.decode().split()
    limit(int(sys.argv[2]) + int(sys.argv[3]) * int(size))
    try:
        status, answer = "ok", run(kind, source.read(int(size)))
    except UnicodeDecodeError:
        status, answer = "encoding", b""
    except RuntimeError as error:
        status, answer = "error", str(error).encode("utf-8", "replace")
    sink.write(b"%s %d %s\\n" % (status.encode(), len(answer), version))
    sink.write(answer)
    sink.flush()
"""

_SECONDS = 10.0  # for a request, and ...
_SECONDS_PER_BYTE = 1e-4  # ... this much on top
# LLVM allocates what a broken record asks for: bytes of address space that it may have, 0.2 GB of code included, where
# the system keeps to such a limit.
_MEMORY = 1 << 30
_MEMORY_PER_BYTE = 500


class _Child:
    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def ask(self, kind: str, data: bytes) -> tuple[str, bytes, str]:
        """Status, answer, and LLVM's version; the status is `crash` if the child did not survive the request."""
        with self._lock:
            process = self._started()
            assert process.stdin is not None and process.stdout is not None
            timer = threading.Timer(_SECONDS + len(data) * _SECONDS_PER_BYTE, process.kill)
            timer.start()
            try:
                process.stdin.write(f"{kind} {len(data)}\n".encode())
                process.stdin.write(data)
                process.stdin.flush()
                status, size, version = process.stdout.readline().decode().split()
                answer = process.stdout.read(int(size))
            except (OSError, ValueError):
                self._stop()
                return "crash", b"", ""
            finally:
                timer.cancel()
            return status, answer, version

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _PROGRAM, json.dumps(sys.path), str(_MEMORY), str(_MEMORY_PER_BYTE)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # warnings of LLVM's
            )
            atexit.register(self._stop)
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        atexit.unregister(self._stop)
        if process is not None:
            process.kill()
            process.communicate()


_child = _Child()


def disassemble(bitcode: bytes) -> str:
    """The text of a module. FormatError if LLVM can't read it, UnsupportedError if its names are not UTF-8."""
    status, answer, version = _child.ask("disassemble", bitcode)
    if status == "ok":
        return answer.decode("utf-8")
    if status == "encoding":
        raise UnsupportedError("the module holds names that are not UTF-8, which llvmlite can't hand out")
    if status == "crash":
        raise FormatError("LLVM does not survive reading the bitcode")
    raise FormatError(f"LLVM {version} can't read the bitcode: {_one_line(answer)}")


def assemble(text: bytes) -> bytes:
    """The bitcode of textual IR. FormatError, with LLVM's version, if LLVM does not take it."""
    status, answer, version = _child.ask("assemble", text)
    if status == "ok":
        return answer
    if status == "encoding":
        raise FormatError("the text is not UTF-8")
    if status == "crash":
        raise FormatError("LLVM does not survive reading the text")
    raise FormatError(f"LLVM {version} does not take the text: {_one_line(answer)}")


def _one_line(message: bytes) -> str:
    return " ".join(message.decode("utf-8", "replace").split())
