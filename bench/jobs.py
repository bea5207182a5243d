"""One job on modules, ours or LLVM's, in a separate process: `python bench/jobs.py JOB PATH`.

PATH is a directory of modules, which are taken one at a time (seconds of the processor), or the input of a link. Prints
the seconds that the work took, reading files and importing left out. `make COUNT REPEAT FILE` writes made input for a
link instead, `opaque MODULES DIR` the modules of a directory as the LLVM inside llvmlite writes them: with opaque
pointers.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

Job = Callable[[bytes], object]


def describe() -> Job:
    from mtlb.air import describe as describe_module
    from mtlb.bitcode import read_module

    return lambda module: describe_module(read_module(module, bodies=False)).reflection_buffer()


def llvm_print() -> Job:
    from llvmlite import binding

    return lambda module: str(binding.parse_bitcode(module, binding.create_context()))


def text() -> Job:
    from mtlb.bitcode import read_module

    return lambda module: read_module(module).text()


def assembly() -> Job:
    from mtlb.bitcode import read_module
    from mtlb.ir import parse

    return lambda module: parse(read_module(module).text())


def llvm_assembly() -> Job:
    from llvmlite import binding

    def job(module: bytes) -> object:
        printed = str(binding.parse_bitcode(module, binding.create_context()))
        return binding.parse_assembly(printed, binding.create_context())

    return job


def rebuild() -> Job:
    from mtlb.bitcode import read_module
    from mtlb.bitcode.writer import write_module

    return lambda module: write_module(read_module(module))


def convert() -> Job:
    from mtlb.base.errors import BuildError
    from mtlb.convert import convert_bytes

    def job(module: bytes) -> object:
        try:
            return convert_bytes("module", module).bitcode
        except BuildError as error:  # modules of AIR 2.2 and older are not converted
            print(f"left out: {error}", file=sys.stderr)
            return None

    return job


def llvm_rewrite() -> Job:
    from llvmlite import binding

    return lambda module: binding.parse_bitcode(module, binding.create_context()).as_bitcode()


_ON_MODULES: dict[str, Callable[[], Job]] = {
    "describe": describe,
    "llvm-print": llvm_print,
    "text": text,
    "assembly": assembly,
    "llvm-assembly": llvm_assembly,
    "rebuild": rebuild,
    "convert": convert,
    "llvm-rewrite": llvm_rewrite,
}


def on_modules(name: str, directory: Path) -> float:
    from mtlb.bitstream.wrapper import unwrap

    paths = sorted(directory.iterdir())
    job = _ON_MODULES[name]()

    def timed(path: Path) -> float:
        data = path.read_bytes()
        module = bytes(unwrap(data)) if name.startswith("llvm") else data
        start = time.process_time()
        job(module)
        return time.process_time() - start

    timed(paths[0])  # imports what the job imports
    return sum(timed(path) for path in paths)


def make_opaque(source: Path, directory: Path) -> None:
    """Write every module of `source` with opaque pointers, under the same name."""
    from mtlb.bitstream.wrapper import unwrap

    job = llvm_rewrite()
    directory.mkdir()
    for path in sorted(source.iterdir()):
        made = job(bytes(unwrap(path.read_bytes())))
        assert isinstance(made, bytes)
        directory.joinpath(path.name).write_bytes(made)


def llvm_link(path: Path) -> float:
    """Parse, then for each entry point: clone, make all else internal, drop what is not reached, write."""
    from llvmlite import binding as llvm

    from bench.link import with_llvmlite
    from mtlb.air import read_entry_points
    from mtlb.bitcode import read_module
    from mtlb.linker.inputs import InputFile

    llvm.initialize_native_target()
    file = InputFile(path.name, path.read_bytes())
    entries = [entry.name for entry in read_entry_points(read_module(file.data, bodies=False))]
    start = time.perf_counter()
    with_llvmlite([file], entries)
    return time.perf_counter() - start


def main() -> None:
    name, *rest = sys.argv[1:]
    if name == "make":
        from bench.made import many_kernels

        Path(rest[2]).write_bytes(many_kernels(int(rest[0]), int(rest[1])))
        return
    if name == "opaque":
        make_opaque(Path(rest[0]), Path(rest[1]))
        return
    path = Path(rest[0])
    print(llvm_link(path) if name == "llvm-link" else on_modules(name, path), file=sys.stderr)


if __name__ == "__main__":
    main()
