"""The linker compared with a script on llvmlite, and how its cost grows.

`python bench/link.py [INPUT.air ...]`; without inputs those of the largest pair, if the shared files are here, and a
made input. The script parses, and for each entry point clones, makes all else internal, runs GlobalDCE and writes
bitcode. (Its modules keep all metadata and have LLVM's current form, which Metal loaders don't accept.) Both see the
same bytes in the same run; the best of `--rounds` counts.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import mtlb  # noqa: E402
from bench.generated import many_kernels  # noqa: E402
from mtlb.air import read_entry_points  # noqa: E402
from mtlb.bitcode import read_module  # noqa: E402
from mtlb.linker.inputs import InputFile  # noqa: E402
from mtlb.linker.link import link  # noqa: E402
from mtlb.linker.options import LinkOptions  # noqa: E402
from tests.conftest import shared_directory  # noqa: E402


def ours(files: Sequence[InputFile]) -> int:
    """Link and lay out; the size of the library."""
    return len(mtlb.write(link(files, LinkOptions()).library))


def with_llvmlite(files: Sequence[InputFile], entries: Sequence[str]) -> int:
    """Clone, internalize, GlobalDCE and as_bitcode for each entry; the size of the modules."""
    from llvmlite import binding as llvm

    context = llvm.create_context()
    whole = llvm.parse_bitcode(bytes(files[0].data), context)
    for file in files[1:]:
        whole.link_in(llvm.parse_bitcode(bytes(file.data), context))
    target = llvm.Target.from_default_triple().create_target_machine()
    builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options())
    size = 0
    for entry in entries:
        module = whole.clone()
        for function in module.functions:
            if function.name != entry and not function.is_declaration:
                function.linkage = "internal"
        passes = llvm.create_new_module_pass_manager()
        passes.add_global_dead_code_eliminate_pass()
        passes.run(module, builder)
        size += len(module.as_bitcode())
    return size


def best(job: Callable[[], int], rounds: int) -> tuple[float, int]:
    times, size = [], 0
    for _ in range(rounds):
        start = time.perf_counter()
        size = job()
        times.append(time.perf_counter() - start)
    return min(times), size


def compare(name: str, files: Sequence[InputFile], rounds: int) -> None:
    modules = [read_module(file.data, bodies=False) for file in files]
    entries = [entry.name for module in modules for entry in read_entry_points(module)]
    mine, size = best(lambda: ours(files), rounds)
    other, other_size = best(lambda: with_llvmlite(files, entries), rounds)
    total = sum(len(file.data) for file in files)
    print(
        f"{name:28} {len(entries):5} entries {total / 1e3:8.0f} KB in   mtlb {1e3 * mine:8.0f} ms {size / 1e3:8.0f} KB"
        f"   llvmlite {1e3 * other:8.0f} ms {other_size / 1e3:8.0f} KB   ratio {mine / other:5.2f}"
    )


def growth(rounds: int) -> None:
    """Entries doubled: the time for each KB written should stay."""
    print("\nmade inputs:   entries   KB written        ms   ms for a KB")
    for count in (250, 500, 1000, 2000):
        files = [InputFile("made.air", many_kernels(count))]
        seconds, size = best(lambda files=files: ours(files), rounds)  # type: ignore[misc]
        print(f"{count:22} {size / 1e3:12.0f} {1e3 * seconds:9.0f} {1e3 * seconds / (size / 1e3):13.3f}")


def largest_pair() -> list[Path]:
    """The inputs of the pair with the most bytes to link."""
    directories = sorted(shared_directory().glob("pairs/*/in"))
    return max(
        (sorted(directory.iterdir()) for directory in directories),
        key=lambda paths: sum(path.stat().st_size for path in paths),
        default=[],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    from llvmlite import binding as llvm

    llvm.initialize_native_target()
    paths = arguments.inputs or largest_pair()
    if paths:
        files = [InputFile(path.name, path.read_bytes()) for path in paths]
        compare(paths[0].stem, files, arguments.rounds)
    # As many entries and bytes as the largest pair that is known of: 63 kernels in 436 KB.
    for count, repeat in ((63, 210), (500, 1)):
        files = [InputFile("made.air", many_kernels(count, repeat))]
        compare(f"made, {count} kernels", files, arguments.rounds)
    growth(arguments.rounds)


if __name__ == "__main__":
    main()
