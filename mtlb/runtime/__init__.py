"""The open run-time library: the functions that Apple's compiler calls and `libmetal_rt_*.a` defines.

Each is made on demand, with `mtlb.emit`, for one target and with the parameters that its declaration has.
`functions.py` has what they compute, `names.py` their names and parameters; docs/linking.md §13 has the rules.
"""

from __future__ import annotations

from .library import module_of, provides

__all__ = ["module_of", "provides"]
