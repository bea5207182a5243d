"""The registry of instruction handlers: `@lowers("OpFAdd")` registers a handler by the instruction's grammar name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from ..spirv import SpirvInstruction
from ..spirv.grammar import INSTRUCTION_NAMES
from .handlers import handles
from .values import Value

Handler = Callable[[Any, SpirvInstruction], Value | None]
"""Takes the function under translation (`FunctionLowering`) and the instruction; returns its result, if it has one."""

HANDLERS: Final[dict[int, Handler]] = {}
"""The handlers of instructions, by opcode."""

EXTENDED: Final[dict[tuple[str, int], Handler]] = {}
"""The handlers of extended instructions, by the name of the set and the number in it."""

COOPERATIVE: Final[dict[int, Handler]] = {}
"""Handlers for instructions whose result is a cooperative matrix, where these differ, by opcode."""

NEEDS: Final[dict[int, tuple[str, ...]]] = {}
"""By opcode, the Metal builtin arguments that an instruction's handler uses (`FunctionLowering.builtin`)."""

_H = TypeVar("_H", bound=Callable[..., Value | None])


PIXEL: Final = "position"
"""The builtin argument for the pixel position in a fragment function."""

INDEX: Final = "thread_index_in_threadgroup"
"""The builtin argument for the number of a thread in its threadgroup."""

LANE: Final = "thread_index_in_simdgroup"
"""The builtin argument for the number of a thread in its SIMD-group."""

GRID: Final = "mesh_grid_properties"
"""The argument of an object function through which `OpEmitMeshTasksEXT` sets the grid of mesh threadgroups."""

ENDED: Final = "ended"
"""The address of a bool: whether a called function has ended the task shader with `OpEmitMeshTasksEXT`."""


def lowers(*names: str, needs: Sequence[str] = ()) -> Callable[[_H], _H]:
    """Register a handler for instructions: ``@lowers("OpIAdd", "OpISub")``.
    `needs`: builtin arguments that the entry point declares, and passes on, wherever such an instruction is used."""
    return handles(HANDLERS, [INSTRUCTION_NAMES[name] for name in names], needs, NEEDS)


def lowers_cooperative(*names: str) -> Callable[[_H], _H]:
    """Register a handler for instructions whose result is a cooperative matrix."""
    return handles(COOPERATIVE, [INSTRUCTION_NAMES[name] for name in names])


def lowers_extended(set_name: str, *numbers: int) -> Callable[[_H], _H]:
    """Register a handler for extended instructions: ``@lowers_extended("GLSL.std.450", GLSLstd450.FMix)``."""
    return handles(EXTENDED, [(set_name, int(number)) for number in numbers])
