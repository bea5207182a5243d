"""Passes: functions that take a module and return a module. Each pass is one file. The exception is the folder `form`:
its rules on the form of AIR versions are also used by `mtlb convert` and `mtlb retarget`. `rewriter.py` holds the code
that all rules share which replace instructions.

A pass does not modify its input. If nothing has to change, it returns the same module; otherwise it returns a view of
it (`upgrade`), or a copy (`mtlb.ir.copy`) with its own instructions, blocks and globals. A copy takes less than a tenth
of the time for reading and writing the module. A link that needs no older form makes no copy. `merge` does not accept
views, so each pass that changes code before it (`optimize`, `strip`, `form`) makes a whole copy.

The passes in the order in which the linker runs them; `upgrade` is the last one unless the target is older:

| pass | what it does | when |
|---|---|---|
| `retarget` | names another platform in the triple | --platform asks for the other platform of a family |
| `optimize` | makes two folds of InstCombine | the toolchain has them, or --optimize |
| `strip` | removes debug info | the target's form is older than the compiler's own |
| `upgrade` | gives intrinsics the attributes of LLVM's table | for every module that is split off |
| `fold_loads` | folds variables that are only read | for every module that is split off |
| `form.form_for` | rewrites the newest form for AIR before 2.6 | the module is for AIR before 2.6 |
| `form.to_version` | gives a module another AIR version | not in a link: `mtlb retarget` calls it |
"""

from __future__ import annotations

from .fold_loads import fold_loads
from .form import form_for
from .optimize import optimize
from .retarget import retarget
from .strip import strip_debug_info
from .upgrade import upgrade

__all__ = [
    "fold_loads",
    "form_for",
    "optimize",
    "retarget",
    "strip_debug_info",
    "upgrade",
]
