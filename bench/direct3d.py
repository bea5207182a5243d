"""Direct3D containers: `python bench/direct3d.py DIRECTORY` of `.dxbc` files.

Prints MB/s of tokens that are decoded, and that become text; and the seconds for the records of all DXIL, beside
llvm-bcanalyzer where it is installed (its start, measured on a file without bitcode, is left out). All times are of the
processor.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mtlb.bitcode import read_module
from mtlb.bitcode.names import NAMES
from mtlb.bitstream.analyze import analyze
from mtlb.bitstream.stream import read_stream
from mtlb.bitstream.writer import write_stream
from mtlb.dxbc import read
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


def main() -> None:
    containers = [read(path.read_bytes()) for path in sorted(Path(sys.argv[1]).rglob("*.dxbc"))]
    programs = [bytes(part.data) for c in containers if (part := c.get(*PROGRAM_PARTS)) is not None]
    size = sum(map(len, programs)) / 1e6
    print(f"tokens: {size:.1f} MB of {len(programs)} programs")
    print(f"  decoded      {size / best(each(read_program, programs)):6.2f} MB/s")
    texts = each(lambda data: list(program_lines(read_program(data))), programs)
    print(f"  and as text  {size / best(texts):6.2f} MB/s")
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
