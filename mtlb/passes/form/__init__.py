"""The form that a module has in each AIR version, and rules that bring a module into the form of another version.

| the module comes from | function | what changes |
|---|---|---|
| Apple's compiler, for this AIR version | `form_for` | code in the newest form, for a version before it |
| Apple's compiler, for another AIR version | `to_version` | the same, and calls of `air.*`, samplers, metadata |
| any LLVM | `adopt` | the same, and what other LLVMs write differently; in place |

The tables of differences are beside their rules: `older` (attributes, instructions), `entries` (arguments and outputs),
`metadata` (flags, sections, the data layout), `calls` and `samplers` (functions of AIR), `debug_info` (records). The
flags of `mtlb.air.versions`, the forms of functions in `mtlb.air.intrinsics`, the words of samplers in `mtlb.air.facts`
and the bitcode properties in `mtlb.ir.ERAS` depend on the AIR version too.

`habits`: which of several equivalent forms Apple's modules use. `llvm`: what LLVMs other than Apple's write and no AIR
version has. `header`: the tables that LLVM writes into every module. A link needs only `form_for`; what the other
functions use is imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .needed import Formed, form_for, is_in_form

if TYPE_CHECKING:
    from .habits import follow_habits
    from .header import give_header
    from .version import adopt, to_version
else:
    from ...machinery.lazy import lazy_names

    _HOMES = {"follow_habits": ".habits", "give_header": ".header", "adopt": ".version", "to_version": ".version"}
    __getattr__ = lazy_names(globals(), _HOMES)

__all__ = [
    "Formed",
    "adopt",
    "follow_habits",
    "form_for",
    "give_header",
    "is_in_form",
    "to_version",
]
