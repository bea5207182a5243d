"""One job on modules, ours or LLVM's, in a separate process: `python bench/jobs.py JOB PATH`.

PATH is a directory of modules, which are taken one at a time, or the input of a link. Prints the seconds of the
processor that the work took, reading files and importing left out. `--turns`: prints how many sixteens of modules there
are (of JOB `link` sixty-fours), and does the one whose number it reads, as `bench.measure.Pieces` has it.
`emit COUNT` and `llvm-emit COUNT` build kernels instead.
`make COUNT REPEAT FILE` writes made input instead, `opaque MODULES DIR` the modules of a directory as the LLVM inside
llvmlite writes them: with opaque pointers.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))  # after an installed mtlb, which may be what is measured

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
    from mtlb.bitcode.rebuild import rebuild_module

    return rebuild_module


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


def lint() -> Job:
    from mtlb.air.lint import lint_module

    return lint_module


def shader() -> Job:
    """A module of SPIR-V as a library: read, checked, translated, linked and written."""
    from mtlb import link, write

    return lambda module: write(link([("shader.spv", module)]).library)


def llvm_rewrite() -> Job:
    from llvmlite import binding

    return lambda module: binding.parse_bitcode(module, binding.create_context()).as_bitcode()


def bits() -> Job:
    """Every block, abbreviation and record of a module, without what they mean."""
    from bench.bitcode import decode
    from mtlb.bitstream.wrapper import unwrap

    return lambda module: decode(bytes(unwrap(module)))


def llvm_parse() -> Job:
    from llvmlite import binding

    return lambda module: binding.parse_bitcode(module, binding.create_context())


def llvm_verify() -> Job:
    from llvmlite import binding

    return lambda module: binding.parse_bitcode(module, binding.create_context()).verify()


_ON_MODULES: dict[str, Callable[[], Job]] = {
    "bits": bits,
    "llvm-parse": llvm_parse,
    "llvm-verify": llvm_verify,
    "describe": describe,
    "llvm-print": llvm_print,
    "text": text,
    "assembly": assembly,
    "llvm-assembly": llvm_assembly,
    "rebuild": rebuild,
    "convert": convert,
    "lint": lint,
    "shader": shader,
    "llvm-rewrite": llvm_rewrite,
}


_AT_ONCE = 16  # modules that are timed together
_LINKED = 64  # modules that are linked together


def _pieces(work: Callable[[list[Path]], float], directory: Path, size: int) -> list[Callable[[], float]]:
    """The work on so many modules of a directory at a time, which returns the seconds that it took."""
    paths = sorted(directory.iterdir())
    work(paths[:1])  # imports what it imports
    return [partial(work, paths[at : at + size]) for at in range(0, len(paths), size)]


def on_modules(name: str, directory: Path) -> list[Callable[[], float]]:
    """The job on each sixteen of the modules."""
    from mtlb.bitstream.wrapper import unwrap

    job = _ON_MODULES[name]()

    def timed(path: Path) -> float:
        data = path.read_bytes()
        module = bytes(unwrap(data)) if name.startswith("llvm") else data
        start = time.process_time()
        job(module)
        return time.process_time() - start

    return _pieces(lambda some: sum(map(timed, some)), directory, _AT_ONCE)


def linked(directory: Path) -> list[Callable[[], float]]:
    """Links of so many modules each, and the libraries written; in words that older versions of mtlb know, too."""
    import mtlb
    from mtlb.linker.inputs import InputFile
    from mtlb.linker.link import link
    from mtlb.linker.options import LinkOptions

    def timed(some: list[Path]) -> float:
        files = [InputFile(path.name, path.read_bytes()) for path in some]
        start = time.process_time()
        mtlb.write(link(files, LinkOptions()).library)
        return time.process_time() - start

    return _pieces(timed, directory, _LINKED)


def by_turns(pieces: list[Callable[[], float]]) -> None:
    """Do the pieces whose numbers are read."""
    print(len(pieces), flush=True)
    for line in sys.stdin:
        print(pieces[int(line)](), flush=True)


def folders(pieces: list[Callable[[], float]]) -> list[tuple[str, float]]:
    """Do the pieces; the folders of mtlb and the share of the processor that each takes, the largest first.

    Sampled every two milliseconds. What CPython does itself counts for the function that asked for it.
    """
    from mtlb.machinery.engine import is_compiled

    if is_compiled():
        raise SystemExit("compiled functions can't be sampled: set MTLB_PURE=1")
    counts: Counter[str] = Counter()

    def sample(_: int, frame: FrameType | None) -> None:
        path = Path(frame.f_code.co_filename if frame else "")
        parts = path.relative_to(ROOT).parts if path.is_relative_to(ROOT) else ("others",)
        counts["/".join(parts[: 2 if parts[0] == "mtlb" else 1])] += 1

    signal.signal(signal.SIGPROF, sample)
    signal.setitimer(signal.ITIMER_PROF, 0.002, 0.002)
    for piece in pieces:
        piece()
    signal.setitimer(signal.ITIMER_PROF, 0)
    return [(folder, count / counts.total()) for folder, count in counts.most_common()]


def modules_of(path: Path) -> list[Path]:
    """A module, or those of a directory."""
    return sorted(path.iterdir()) if path.is_dir() else [path]


def entry_names(path: Path) -> list[str]:
    """The names of a module's entry points."""
    from mtlb.air import read_entry_points
    from mtlb.bitcode import read_module

    return [entry.name for entry in read_entry_points(read_module(path.read_bytes(), bodies=False))]


@cache
def llvm_tools(path: Path) -> tuple[str, str] | None:
    """llvm-link and llvm-extract of the newest LLVM that reads the first module, by themselves or with a version in
    their names; None without one."""
    first = str(modules_of(path)[0])
    for suffix in ("", *(f"-{version}" for version in range(30, 11, -1))):
        link, extract = (shutil.which(f"{tool}{suffix}") for tool in ("llvm-link", "llvm-extract"))
        if link and extract and subprocess.run([link, first, "-o", os.devnull], capture_output=True).returncode == 0:
            return link, extract
    return None


def make_opaque(source: Path, directory: Path) -> None:
    """Write every module of `source` with opaque pointers, under the same name."""
    from mtlb.bitstream.wrapper import unwrap

    job = llvm_rewrite()
    directory.mkdir()
    for path in sorted(source.iterdir()):
        result = job(bytes(unwrap(path.read_bytes())))
        assert isinstance(result, bytes)
        directory.joinpath(path.name).write_bytes(result)


def llvm_link(path: Path) -> float:
    """Parse, then for each entry point: clone, make all else internal, drop what is not reached, write."""
    from llvmlite import binding as llvm

    from bench.link import with_llvmlite
    from mtlb.linker.inputs import InputFile

    llvm.initialize_native_target()
    file = InputFile(path.name, path.read_bytes())
    entries = entry_names(path)
    start = time.process_time()
    with_llvmlite([file], entries)
    return time.process_time() - start


def llvm_extract(path: Path) -> float:
    """`llvm-link` of all modules, then one `llvm-extract` for each entry point."""
    import tempfile

    from bench.measure import run

    tools = llvm_tools(path)
    if tools is None:
        raise SystemExit("there is no llvm-link that reads the modules")
    link, extract = tools
    paths = modules_of(path)
    names = [name for path in paths for name in entry_names(path)]
    with tempfile.TemporaryDirectory() as scratch:
        whole, part = f"{scratch}/whole.bc", f"{scratch}/part.bc"
        used = run((link, *map(str, paths), "-o", whole)).processor
        for name in names:
            used += run((extract, "--recursive", f"--func={name}", whole, "-o", part)).processor
    return used


def emit(count: int) -> float:
    """Build so many kernels, link them, and verify the library with its modules."""
    import mtlb
    from bench.growth import kernels

    def timed(count: int) -> float:
        start = time.process_time()
        library = mtlb.write(mtlb.link([kernels(count)]).library)
        if mtlb.verify(library, modules=True):
            raise SystemExit("what was emitted is not valid")
        return time.process_time() - start

    timed(1)  # imports what it imports
    return timed(count)


def llvm_emit(count: int) -> float:
    """Build the same functions with llvmlite, then parse, verify and write a module with the same metadata for each."""
    from llvmlite import binding, ir

    import mtlb
    from bench.growth import kernels

    ours = mtlb.link([("kernels.air", kernels(1).air_bytes())]).library.functions[0].bitcode
    text = str(binding.parse_bitcode(bytes(ours), binding.create_context()))
    start = time.process_time()
    for number in range(count):
        module = ir.Module(f"k{number}")
        module.triple = "air64-apple-macosx14.0.0"
        real, word = ir.FloatType(), ir.IntType(32)
        kernel = ir.Function(module, ir.FunctionType(ir.VoidType(), [real.as_pointer(1), word]), f"k{number}")
        b = ir.IRBuilder(kernel.append_basic_block())
        x, i = kernel.args
        place = b.gep(x, [b.zext(i, ir.IntType(64))])
        b.store(b.fmul(b.load(place), real(float(number))), place)
        b.ret_void()
        str(module)  # what llvmlite gives to LLVM; here the text of the whole module stands for it
        parsed = binding.parse_assembly(text.replace("@k0", f"@k{number}"), binding.create_context())
        parsed.verify()
        parsed.as_bitcode()
    return time.process_time() - start


BUILT = {"emit": emit, "llvm-emit": llvm_emit}


def main() -> None:
    name, *rest = sys.argv[1:]
    if name == "make":
        from bench.generated import many_kernels

        Path(rest[2]).write_bytes(many_kernels(int(rest[0]), int(rest[1])))
        return
    if name in BUILT:
        print(BUILT[name](int(rest[0])), file=sys.stderr)
        return
    if name == "opaque":
        make_opaque(Path(rest[0]), Path(rest[1]))
        return
    path = Path(rest[0])
    links = {"llvm-link": llvm_link, "llvm-extract": llvm_extract}
    if name in links:
        print(links[name](path), file=sys.stderr)
        return
    pieces = linked(path) if name == "link" else on_modules(name, path)
    if "--turns" in rest:
        by_turns(pieces)
    elif "--folders" in rest:
        for folder, share in folders(pieces):
            print(f"{share:6.1%}  {folder}")
    else:
        print(sum(piece() for piece in pieces), file=sys.stderr)


if __name__ == "__main__":
    main()
