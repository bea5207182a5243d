"""mtlb: read, write, verify and link Apple Metal libraries (.metallib)."""

import os.path

from ._version import __version__

__all__ = ["__version__"]

# In a checkout without symbolic links (Windows, some archives) linker/ and cli/ are found beside this directory alone.
_here = os.path.dirname(__file__)
if not os.path.isdir(os.path.join(_here, "linker")):
    __path__.append(os.path.dirname(_here))
