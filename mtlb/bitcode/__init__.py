"""LLVM bitcode: records and modules. `mtlb.bitstream` knows blocks and records, `mtlb.ir` is the module in memory.

Names are imported when they are first used: the facts that `probe` finds need no reader.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..ir import Module
    from .reader import read_module
    from .rebuild import rebuild_module
    from .writer import write_module
else:
    from ..machinery.lazy import lazy_names

    _HOMES = {"Module": "..ir", "read_module": ".reader", "rebuild_module": ".rebuild", "write_module": ".writer"}
    __getattr__ = lazy_names(globals(), _HOMES)

__all__ = ["Module", "read_module", "rebuild_module", "write_module"]
