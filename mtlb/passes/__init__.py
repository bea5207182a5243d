"""Passes: module in, module out. Each is one file, but `form`, a folder: it is all about the form of AIR versions,
which `mtlb convert` and `mtlb retarget` use as well. `rewriter.py` is what rules that replace instructions share.

A pass leaves the module that it is given as it is. Where nothing has to change, its result is that same module;
otherwise it is a view of it (`upgrade`), or a copy (`mtlb.ir.copy`) with instructions, blocks and globals of its own.
A copy costs less than a tenth of reading and writing the module. A link that needs no older form makes none; `merge`
takes no views, so passes that change code before it (`optimize`, `strip`, `form`) each make a whole copy.

In the order in which the linker runs them; `upgrade` last if the module is not for an older target:

| pass | what it does | when |
|---|---|---|
| `retarget` | names another platform in the triple | --platform asks for the other of a family |
| `optimize` | makes two folds of InstCombine | the toolchain has them, or --optimize |
| `strip` | removes debug info | the target's form is older than the compiler's own |
| `upgrade` | gives intrinsics the attributes of LLVM's table | for every module that is split off |
| `fold_loads` | folds variables that are only read | for every module that is split off |
| `form.form_for` | rewrites the newest form for AIR before 2.6 | the module is for such a target |
| `form.to_version` | gives a module another AIR version | never: `mtlb retarget` does |
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
