"""Access to Metal through PyObjC: loading, errors as text, sizes, function constants, the device.

Calls follow PyObjC's source and metadata (pyobjc-core's `libffi_support.m` and pyobjc-framework-Metal's `_metadata.py`,
12.2): colons of a selector are underscores, None for an out argument gives a tuple of the result and the output value,
a struct may be a tuple, and bytes are accepted if the metadata gives the length of an array.
"""

from __future__ import annotations

import platform
from dataclasses import dataclass
from typing import Any

from ..base.errors import UnsupportedError

_FAMILIES = ("Apple", "Mac", "Common", "Metal")
_MOST_FAMILIES = 12


@dataclass(frozen=True, slots=True)
class Framework:
    """The modules of PyObjC: `metal`, `foundation`, and their version."""

    metal: Any
    foundation: Any
    version: str


def load_framework() -> Framework:
    """PyObjC's Metal. UnsupportedError if PyObjC is not installed, or the system has no Metal."""
    try:
        import Foundation
        import Metal
        import objc
    except ImportError as error:
        raise UnsupportedError(
            f"Metal is not available ({error}): on a Mac, install PyObjC: python -m pip install pyobjc-framework-Metal"
        ) from None
    # PyObjC 12.2 has no metadata for this method, and would take `const void *` as an address (objc_support.m,
    # depythonify_c_value). With these, which are those of replaceRegion:…:withBytes:…, it takes bytes.
    objc.registerMetaDataForSelector(
        b"MTLFunctionConstantValues",
        b"setConstantValue:type:atIndex:",
        {"arguments": {2: {"type": b"^v", "type_modifier": b"n", "c_array_of_variable_length": True}}},
    )
    return Framework(Metal, Foundation, str(objc.__version__))


def default_device(framework: Framework) -> Any:
    """The system's default device, otherwise the first device. UnsupportedError if there is none.

    Apple's page on MTLCreateSystemDefaultDevice says that a process without a window server may get nil there.
    """
    device = framework.metal.MTLCreateSystemDefaultDevice()
    if device is None:
        devices = framework.metal.MTLCopyAllDevices()
        device = devices[0] if devices is not None and len(devices) else None
    if device is None:
        raise UnsupportedError("no Metal device on this machine")
    return device


def describe_device(framework: Framework, device: Any) -> dict[str, Any]:
    """The description of the machine in a report. It does not identify a single machine."""
    families = []
    for prefix in _FAMILIES:
        for number in range(1, _MOST_FAMILIES):
            family = getattr(framework.metal, f"MTLGPUFamily{prefix}{number}", None)
            if family is not None and device.supportsFamily_(family):
                families.append(f"{prefix}{number}")
    return {
        "name": str(device.name()),
        "families": families,
        "unified_memory": bool(device.hasUnifiedMemory()),
        "system": f"macOS {platform.mac_ver()[0] or 'unknown'}",
        "build": str(framework.foundation.NSProcessInfo.processInfo().operatingSystemVersionString()),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "pyobjc": framework.version,
    }


def error_text(error: Any) -> str:
    """An NSError: its text, domain and code; "" for None."""
    if error is None:
        return ""
    return f"{error.localizedDescription()} ({error.domain()} {error.code()})"


def failure(state: Any, error: Any) -> str:
    """The reason why there is no object; "" if there is an object. An error beside an object is a compiler warning.

    newRenderPipelineStateWithTileDescriptor:… returns a number in PyObjC 12.2, whose metadata says "q" there.
    """
    if state is not None and not (isinstance(state, int) and state == 0):
        return ""
    return error_text(error) or "nil, and no NSError"
