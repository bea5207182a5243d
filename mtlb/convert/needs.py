"""Whether a module has to be converted: every input of a link is asked, so that little else is imported for it."""

from __future__ import annotations

from ..air.names import PREFIX
from ..ir import Module


def is_foreign(module: Module) -> bool:
    """Whether a module is for another target than AIR, by its triple and its metadata."""
    if not module.triple.startswith("air"):
        return not any(name.startswith(PREFIX) for name in module.named_metadata)
    return False


def needs_conversion(module: Module) -> str:
    """Why the module is not what a Metal loader takes; "" if it is."""
    if is_foreign(module):
        return f"it is for {module.triple or 'no target'}, not for AIR"
    if module.has_opaque_pointers:
        return "it has opaque pointers"
    return ""
