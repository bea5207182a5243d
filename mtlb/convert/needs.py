"""Check whether a module has to be converted. Every link checks each input, so this file imports little."""

from __future__ import annotations

from ..air.names import PREFIX
from ..ir import Module


def is_foreign(module: Module) -> bool:
    """Whether a module is for another target than AIR, by its triple and its metadata."""
    if not module.triple.startswith("air"):
        return not any(name.startswith(PREFIX) for name in module.named_metadata)
    return False


def needs_conversion(module: Module) -> str:
    """The reason why a Metal loader does not accept the module; "" if it does."""
    if is_foreign(module):
        return f"it is for {module.triple or 'no target'}, not for AIR"
    if module.has_opaque_pointers:
        return "it has opaque pointers"
    return ""
