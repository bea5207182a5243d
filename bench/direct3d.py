"""Direct3D containers: `python bench/direct3d.py DIRECTORY` of `.dxbc` files.

Prints MB/s of tokens that are decoded, and that become text; milliseconds for each shader that becomes AIR, beside
vkd3d-compiler's SPIR-V of the same shaders; and the seconds for the records of all DXIL, beside llvm-bcanalyzer. Of
other programs, where they are installed, the start is left out: measured on a file that they refuse. All times are of
the processor.
"""

from __future__ import annotations

import contextlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.bitcode.names import NAMES
from mtlb.bitstream.analyze import analyze
from mtlb.bitstream.stream import read_stream
from mtlb.bitstream.writer import write_stream
from mtlb.direct3d import translate_container
from mtlb.dxbc import Container, read
from mtlb.dxbc.dxil import bitcode_parts, read_bitcode_program
from mtlb.dxbc.instruction_text import program_lines
from mtlb.dxbc.listing import PROGRAM_PARTS
from mtlb.dxbc.tokens import read_program

REPEATS = 3


def best(job: Callable[[], object], used: Callable[[], float] = time.process_time) -> float:
    """Seconds of the fastest of some runs."""
    times = []
    for _ in range(REPEATS):
        start = used()
        job()
        times.append(used() - start)
    return min(times)


def by_children() -> float:
    """Seconds that other processes took for this one."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def each(job: Callable[[bytes], object], pieces: Iterable[bytes]) -> Callable[[], object]:
    return lambda: [job(piece) for piece in pieces]


def llvm(tool: str, pieces: list[bytes]) -> float:
    with tempfile.TemporaryDirectory() as scratch:
        paths = []
        for number, piece in enumerate(pieces):
            paths.append(Path(scratch) / f"{number}.bc")
            paths[-1].write_bytes(piece)
        empty = Path(scratch) / "empty"
        empty.write_bytes(b"")
        start = best(lambda: [subprocess.run([tool, str(empty)], capture_output=True) for _ in paths], by_children)
        whole = best(lambda: [subprocess.run([tool, str(path)], capture_output=True) for path in paths], by_children)
        return max(whole - start, 0.0)


VKD3D = ("vkd3d-compiler", "-x", "dxbc-tpf", "-b", "spirv-binary", "-o", "/dev/null")


def translated(containers: list[Container]) -> list[Container]:
    """The containers that are translated."""
    results = []
    for container in containers:
        with contextlib.suppress(MtlbError):
            translate_container(container, "macos14")
            results.append(container)
    return results


def vkd3d(pieces: list[bytes]) -> tuple[float, int]:
    """Seconds of vkd3d-compiler for the shaders that it takes, and how many those are."""
    with tempfile.TemporaryDirectory() as scratch:
        paths = []
        for number, piece in enumerate(pieces):
            path = Path(scratch) / f"{number}.dxbc"
            path.write_bytes(piece)
            if subprocess.run([*VKD3D, str(path)], capture_output=True, check=False).returncode == 0:
                paths.append(path)
        empty = Path(scratch) / "empty"
        empty.write_bytes(b"")
        start = best(lambda: [subprocess.run([*VKD3D, str(empty)], capture_output=True) for _ in paths], by_children)
        whole = best(lambda: [subprocess.run([*VKD3D, str(path)], capture_output=True) for path in paths], by_children)
        return max(whole - start, 0.0), len(paths)


def translation(containers: list[Container]) -> None:
    """Milliseconds for each shader."""
    done = [item for item in translated(containers) if item.get(*PROGRAM_PARTS) is not None]
    seconds = best(lambda: [translate_container(item, "macos14").module.air_bytes() for item in done])
    print(f"translation: {len(done)} token programs")
    print(f"  to AIR          {1000 * seconds / max(len(done), 1):6.2f} ms for each")
    if shutil.which(VKD3D[0]) is not None:
        seconds, count = vkd3d([bytes(item.write()) for item in done])
        print(f"  vkd3d-compiler  {1000 * seconds / max(count, 1):6.2f} ms for each of {count}")


def main() -> None:
    containers = [read(path.read_bytes()) for path in sorted(Path(sys.argv[1]).rglob("*.dxbc"))]
    programs = [bytes(part.data) for c in containers if (part := c.get(*PROGRAM_PARTS)) is not None]
    size = sum(map(len, programs)) / 1e6
    print(f"tokens: {size:.1f} MB of {len(programs)} programs")
    print(f"  decoded      {size / best(each(read_program, programs)):6.2f} MB/s")
    texts = each(lambda data: list(program_lines(read_program(data))), programs)
    print(f"  and as text  {size / best(texts):6.2f} MB/s")
    translation(containers)
    parts = [part for container in containers for part in bitcode_parts(container)]
    streams = [bytes(read_bitcode_program(part.data, name=part.tag).bitcode) for part in parts]
    size = sum(map(len, streams)) / 1e6
    print(f"DXIL: {size:.1f} MB of {len(streams)} streams")
    print(f"  bcanalyze        {best(each(lambda data: analyze([read_stream(data)], NAMES), streams)):6.2f} s")
    if (tool := shutil.which("llvm-bcanalyzer")) is not None:
        print(f"  llvm-bcanalyzer  {llvm(tool, streams):6.2f} s")
    print(f"  rewritten        {best(each(lambda data: write_stream(read_stream(data)), streams)):6.2f} s")
    print(f"  read as modules  {best(each(read_module, streams)):6.2f} s")


if __name__ == "__main__":
    main()
