"""Records of the blocks PARAMATTR_GROUP and PARAMATTR. Source: LLVM's LLVMBitCodes.h.

What the attributes of a group look like: `AttributeForm` of mtlb.ir, parsed in mtlb/bitcode/attributes.py.
"""

from __future__ import annotations

from typing import Final

from ..codes import AttributeCode
from .row import row

ROWS: Final = (
    row(AttributeCode.GROUP, "number:int place:int attributes:int*"),
    row(AttributeCode.LIST, "groups:int*"),
)
