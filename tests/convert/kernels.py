"""Runs converted kernels on the host, a grid of threads one after the other, a threadgroup being one thread.

That is enough for kernels whose threads don't need each other: barriers do nothing, functions of a SIMD-group are
those of a group of one.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence

from mtlb.air import read_entry_points
from mtlb.bitcode import read_module
from mtlb.convert import ConvertOptions, Plan, convert_bytes
from mtlb.convert.pipeline import Converted
from mtlb.ir import Module

from . import cpu

_VECTORS = {
    "thread_position_in_grid": lambda i, n: (i, 0, 0),
    "threads_per_grid": lambda i, n: (n, 1, 1),
    "threadgroup_position_in_grid": lambda i, n: (i, 0, 0),
    "threadgroups_per_grid": lambda i, n: (n, 1, 1),
    "thread_position_in_threadgroup": lambda i, n: (0, 0, 0),
    "threads_per_threadgroup": lambda i, n: (1, 1, 1),
    "dispatch_threads_per_threadgroup": lambda i, n: (1, 1, 1),
    "thread_index_in_simdgroup": lambda i, n: (0,),
    "threads_per_simdgroup": lambda i, n: (1,),
    "simdgroup_index_in_threadgroup": lambda i, n: (0,),
    "simdgroups_per_threadgroup": lambda i, n: (1,),
}


def converted(text: str | bytes, plan: object = None, **options: object) -> Converted:
    """A module converted for macOS 14, or as the options say."""
    data = text.encode() if isinstance(text, str) else text
    result = Plan.of(plan) if isinstance(plan, Mapping) else plan
    return convert_bytes("kernel.ll", data, ConvertOptions(plan=result, **options))  # type: ignore[arg-type]


class Kernel:
    """The first kernel of a converted module."""

    def __init__(self, data: bytes) -> None:
        self.module: Module = read_module(data)
        self.entry = read_entry_points(self.module)[0]
        air = cpu.NEWEST
        types = self.entry.function.value_type.parameters
        lines = ["define void @run(ptr %args) {"]
        words = []
        for n, type_ in enumerate(types):
            lines.append(f"  %p{n} = getelementptr i64, ptr %args, i64 {n}")
            lines.append(f"  %v{n} = load i64, ptr %p{n}")
            if type_.is_pointer:
                word = f"ptr addrspace({type_.address_space})"
                lines.append(f"  %x{n} = inttoptr i64 %v{n} to {word}")
            else:
                word = "i32" if not type_.elements else f"<{type_.params[0]} x i32>"
                lines.append(f"  %q{n} = inttoptr i64 %v{n} to ptr")
                lines.append(f"  %x{n} = load {word}, ptr %q{n}, align 4")
            words.append(word)
        name = self.entry.function.name
        arguments = ", ".join(f"{word} %x{n}" for n, word in enumerate(words))
        lines += [f'  call void @"{name}"({arguments})', "  ret void", "}"]
        lines += [f'declare void @"{name}"({", ".join(words)})']
        self.program = cpu.Program(data, cpu.bodies(self.module, air) + "\n".join(lines))
        address = self.program.engine.get_function_address("run")
        self.function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)

    def run(self, buffers: Mapping[str, object], count: int, **builtins: tuple[int, ...]) -> None:
        """Run `count` threads. `buffers`: ctypes objects by the names of arguments, changed in place. `builtins`: those
        that say something else than a threadgroup of one thread.
        """
        for thread in range(count):
            kept: list[object] = []
            addresses: list[int] = []
            for argument in self.entry.arguments:
                if argument.kind == "buffer":
                    value = buffers[argument.name]
                else:
                    components: Sequence[int] = builtins.get(argument.kind) or _VECTORS[argument.kind](thread, count)
                    value = (ctypes.c_uint32 * 4)(*components)
                kept.append(value)
                addresses.append(ctypes.addressof(value))  # type: ignore[arg-type]
            table = (ctypes.c_uint64 * max(len(addresses), 1))(*addresses)
            self.function(ctypes.addressof(table))


def floats(*values: float) -> ctypes.Array[ctypes.c_float]:
    """A buffer of floats."""
    return (ctypes.c_float * len(values))(*values)
