"""All stand-ins by name: the one table that `mtlb apple`, `xcrun`, the installer and docs/apple-options.md use."""

from __future__ import annotations

from .archives import AR, LIBTOOL, RANLIB
from .driver import METAL
from .inspection import NM, OBJDUMP, READOBJ, SIZE
from .linking import AIR_LLD, METALLIB
from .lipo import LIPO
from .stripping import DSYMUTIL, SOURCE, STRIP
from .tool import Tool
from .xcrun import xcrun

_TOOLS = (METAL, METALLIB, AIR_LLD, AR, DSYMUTIL, LIBTOOL, LIPO, NM, OBJDUMP, RANLIB, READOBJ, SIZE, SOURCE, STRIP)

TOOLS: dict[str, Tool] = {name: tool for tool in _TOOLS for name in (tool.name, *tool.aliases)}
"""Each tool under its name and its other names."""

TOOLS["xcrun"] = xcrun(dict(TOOLS))
