"""Passes: module in, module out. Each is one file, and one row of `PASSES`.

A pass takes over the module that it is given: it may change it, and its result replaces it. Whoever needs the module as
it was keeps the bytes and reads them again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .downgrade import downgrade
from .optimize import optimize
from .retarget import retarget
from .strip import strip_debug_info
from .upgrade import upgrade

__all__ = ["PASSES", "Pass", "downgrade", "optimize", "retarget", "strip_debug_info", "upgrade"]


class Pass(NamedTuple):
    """One pass: the name of its file, its function, what it does, and when the linker runs it."""

    name: str
    run: Callable[..., object]
    does: str
    when: str


# In the order in which the linker runs them.
PASSES = (
    Pass("retarget", retarget, "names another platform in the triple", "--platform asks for the other of a family"),
    Pass("upgrade", upgrade, "gives intrinsics the attributes of LLVM's table", "for every module that is split"),
    Pass("optimize", optimize, "makes two folds of InstCombine", "--optimize"),
    Pass("strip", strip_debug_info, "removes debug info", "the target's form is older than the compiler's own"),
    Pass("downgrade", downgrade, "rewrites the newest form for AIR before 2.6", "the module is for such a target"),
)
