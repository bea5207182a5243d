"""The data of the explorer's page and the report, as JSON documents (docs/explorer.md §3).

A view is made of the bytes of one library, module or other shader file. Its `document` has the facts that are cheap to
compute; details, code and sources are read on demand. The facts are those of the commands: each has one place in
`mtlb.inspect`, and the documents only give them a form.
"""

from __future__ import annotations

from ...base.errors import FormatError
from ...base.filekind import FileKind
from ..parts import FilePart
from .findings import doctor_findings, lint_findings, verify_findings
from .form import View, json_text
from .libraries import LibraryView
from .listings import ContainerView, SpirvView
from .modules import ModuleView

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

_VIEWS: dict[FileKind, type[View]] = {
    FileKind.METALLIB: LibraryView,
    FileKind.BITCODE: ModuleView,
    FileKind.WRAPPED_BITCODE: ModuleView,
    FileKind.DXBC: ContainerView,
    FileKind.SPIRV: SpirvView,
}


def view_of(part: FilePart, name: str) -> View:
    """The view of a part of a file, which the page calls `name`. Raises what reading it raises."""
    if part.problem is not None:
        raise part.problem
    view = _VIEWS.get(part.kind)
    if view is None:
        raise FormatError(f"{part.kind.words}: neither a Metal library nor a module nor another kind of shader")
    return view(part.data, name)
