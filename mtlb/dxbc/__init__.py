"""Direct3D shader containers (DXBC and DXIL): `read` returns a `Container` of parts, whose `write` returns the bytes
of a file.
The modules of this package have readers for the parts; `listing_lines` prints a program of shader models 4.0 to 5.1
as Microsoft's compiler does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .checksum import Checksum
from .container import Container, ContainerPart, read

if TYPE_CHECKING:
    from .listing import listing_lines
    from .tokens import read_program
else:
    from ..machinery.lazy import lazy_names

    __getattr__ = lazy_names(globals(), {"listing_lines": ".listing", "read_program": ".tokens"})

__all__ = ["Checksum", "Container", "ContainerPart", "listing_lines", "read", "read_program"]
