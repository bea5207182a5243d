"""One job on modules, ours or LLVM's, in a process of its own: `python bench/jobs.py JOB STEP FILE...`.

FILE is a library, of which every STEP-th function is taken, or inputs of a link. Prints the seconds that the work took,
reading the file and importing left out. `make COUNT REPEAT FILE` writes made input for a link instead.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
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


def rebuild() -> Job:
    from mtlb.bitcode import read_module
    from mtlb.bitcode.writer import write_module

    return lambda module: write_module(read_module(module))


def llvm_rewrite() -> Job:
    from llvmlite import binding

    return lambda module: binding.parse_bitcode(module, binding.create_context()).as_bitcode()


_ON_MODULES: dict[str, Callable[[], Job]] = {
    "describe": describe,
    "llvm-print": llvm_print,
    "rebuild": rebuild,
    "llvm-rewrite": llvm_rewrite,
}


def modules(path: Path, step: int) -> list[bytes]:
    import mtlb

    with mtlb.open(path) as library:
        return [bytes(function.bitcode) for function in library.functions[::step]]


def on_modules(name: str, step: int, path: Path) -> float:
    from mtlb.wrapper import wrap

    data = modules(path, step)
    job = _ON_MODULES[name]()
    if not name.startswith("llvm"):
        data = [wrap(module) for module in data]
    job(data[0])
    start = time.perf_counter()
    for module in data:
        job(module)
    return time.perf_counter() - start


def llvm_link(paths: Sequence[Path]) -> float:
    """Parse, then for each entry point: clone, make all else internal, drop what is not reached, write."""
    from llvmlite import binding as llvm

    from bench.link import with_llvmlite
    from mtlb.air import read_entry_points
    from mtlb.bitcode import read_module
    from mtlb.linker.inputs import InputFile

    llvm.initialize_native_target()
    files = [InputFile(path.name, path.read_bytes()) for path in paths]
    entries = [e.name for file in files for e in read_entry_points(read_module(file.data, bodies=False))]
    start = time.perf_counter()
    with_llvmlite(files, entries)
    return time.perf_counter() - start


def main() -> None:
    name, *rest = sys.argv[1:]
    if name == "make":
        from bench.made import many_kernels

        Path(rest[2]).write_bytes(many_kernels(int(rest[0]), int(rest[1])))
        return
    step, *paths = rest
    seconds = (
        llvm_link([Path(p) for p in paths]) if name == "llvm-link" else on_modules(name, int(step), Path(paths[0]))
    )
    print(seconds, file=sys.stderr)


if __name__ == "__main__":
    main()
