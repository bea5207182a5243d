"""Small functions made with the builder, for the tests of running them."""

from __future__ import annotations

from collections.abc import Callable

from mtlb import emit
from mtlb.emit import f32, u32

__all__ = ["kernel", "scalar_kernel"]


def kernel(body: Callable[[emit.Module, emit.KernelEntry], None], target: str = "macos14") -> bytes:
    """The AIR of a kernel `k`, whose arguments and instructions `body` makes."""
    module = emit.Module(target)
    entry = module.kernel("k")
    body(module, entry)
    return module.air_bytes()


def scalar_kernel(operation: str, type_: emit.Scalar = f32, operands: int = 1, target: str = "macos14") -> bytes:
    """`out[i] = operation(a[i], …)` of `air.*`."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        inputs = [k.buffer(f"in{number}", type_, number, "read") for number in range(operands)]
        out = k.buffer("out", type_, operands)
        index = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        out[index].store(b.air(operation, *(buffer[index].load() for buffer in inputs)))

    return kernel(body, target)
