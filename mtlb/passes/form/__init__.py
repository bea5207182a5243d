"""What a module of an AIR version looks like, and modules in the form of another.

| the module is | function | what changes |
|---|---|---|
| made by Apple's compiler, for this AIR version | `form_for` | code in the newest form, for a version before it |
| one of Apple's, for another AIR version | `to_version` | that, calls of `air.*`, samplers, metadata |
| any LLVM's | `adopt` | that, and what other LLVMs write in another way, in place |

The rows that say what differs are beside their rules: `older` (attributes, instructions), `entries` (arguments and
outputs), `metadata` (flags, sections, the data layout), `calls` and `samplers` (functions of AIR), `debug_info`
(records). The flags of `mtlb.air.versions`, the forms of functions in `mtlb.air.intrinsics`, the words of samplers in
`mtlb.air.facts` and what `mtlb.ir.ERAS` says of bitcode follow from the AIR version too.

`habits` has the forms that Apple's modules have, of several that mean the same; `llvm` is about
what other LLVMs than Apple's write, and no AIR version has; `header` about the tables that LLVM writes.
A link needs `form_for` alone: what the others take is imported when they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .habits import follow_habits
from .header import give_header
from .older import Formed, form_for, is_in_form

if TYPE_CHECKING:
    from .version import adopt, to_version
else:
    from ...machinery.lazy import lazy_names

    __getattr__ = lazy_names(globals(), dict.fromkeys(("adopt", "to_version"), ".version"))

__all__ = [
    "Formed",
    "adopt",
    "follow_habits",
    "form_for",
    "give_header",
    "is_in_form",
    "to_version",
]
