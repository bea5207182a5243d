"""The data of the explorer's page and the report, as JSON documents (docs/explorer.md §3).

A view is made of the bytes of one library, module or other shader file. Its `document` has the facts that are cheap to
compute; details, code and sources are read on demand. The facts are those of the commands: each has one place in
`mtlb.inspect`, and the documents only give them a form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.errors import FormatError
from ...base.filekind import FileKind
from ...machinery.lazy import lazy_names
from ..parts import FilePart
from .form import View, json_text
from .libraries import LibraryView
from .modules import ModuleView

if TYPE_CHECKING:
    from .findings import doctor_findings, lint_findings, verify_findings
    from .listings import ContainerView, SpirvView

__all__ = [
    "ContainerView",
    "LibraryView",
    "ModuleView",
    "SpirvView",
    "View",
    "doctor_findings",
    "json_text",
    "lint_findings",
    "verify_findings",
    "view_of",
]

_HOMES = {
    "ContainerView": ".listings",
    "SpirvView": ".listings",
    "doctor_findings": ".findings",
    "lint_findings": ".findings",
    "verify_findings": ".findings",
}
__getattr__ = lazy_names(globals(), _HOMES)  # a library is shown before these are read: two seconds in a browser


def _view_class(kind: FileKind) -> type[View] | None:
    if kind is FileKind.METALLIB:
        return LibraryView
    if kind in (FileKind.BITCODE, FileKind.WRAPPED_BITCODE):
        return ModuleView
    if kind not in (FileKind.DXBC, FileKind.SPIRV):
        return None
    from .listings import ContainerView, SpirvView

    return ContainerView if kind is FileKind.DXBC else SpirvView


def view_of(part: FilePart, name: str) -> View:
    """The view of a part of a file, which the page calls `name`. Raises what reading it raises."""
    if part.problem is not None:
        raise part.problem
    view = _view_class(part.kind)
    if view is None:
        raise FormatError(f"{part.kind.words}: neither a Metal library nor a module nor another kind of shader")
    return view(part.data, name)
