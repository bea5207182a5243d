"""LLVM's passes, as a program: IR as text comes in, bitcode goes out. `optimise.py` runs it, in a process with limits.

    python passes.py FOLDER LEVEL       llvmlite is in FOLDER; LEVEL 0 inlines alone

It imports nothing of mtlb, so that it starts at once. An error is one line on the standard error stream, and status 1.
"""

from __future__ import annotations

import sys
from typing import Any


def main() -> int:
    """The program."""
    sys.path.insert(0, sys.argv[1])
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    try:
        module = llvm.parse_assembly(sys.stdin.buffer.read().decode("utf-8", "surrogateescape"))
    except RuntimeError as error:
        sys.stderr.write(f"what clang wrote can't be read by llvmlite's LLVM: {str(error).splitlines()[0]}\n")
        return 1
    run(llvm, module, level=int(sys.argv[2]))
    sys.stdout.buffer.write(module.as_bitcode())
    return 0


def run(llvm: Any, module: Any, level: int) -> None:
    """The passes, in place."""
    for function in module.functions:
        # Every function is a part of those that call it, but those that say otherwise: pointers of one function may be
        # to different memory at its calls.
        if not function.is_declaration and not any(b"noinline" in attributes for attributes in function.attributes):
            function.add_function_attribute("alwaysinline")
    machine = llvm.Target.from_default_triple().create_target_machine(opt=2)
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    tuning.loop_interleaving = tuning.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, tuning)
    # Small functions are copied into large ones: taken apart first, they are copied as what they come to. MLX's fft
    # takes 40 s of a processor so, and 285 s if its helpers are taken apart in each of 75 kernels.
    first = llvm.create_new_module_pass_manager()
    first.add_global_dead_code_eliminate_pass()
    first.add_sroa_pass()
    first.add_always_inliner_pass()
    first.add_global_dead_code_eliminate_pass()
    first.add_sroa_pass()
    first.run(module, builder)
    if level:
        builder.getModulePassManager().run(module, builder)


if __name__ == "__main__":
    sys.exit(main())
