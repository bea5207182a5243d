"""The kinds of library: their permitted content, requirements and byte conventions (docs/format.md §3)."""

from __future__ import annotations

from ..base.classes import NamedTuple
from ..base.features import CORE_IMAGE_SINCE, DYNAMIC_LIBRARIES_SINCE
from ..base.versions import Version
from .function_list import FunctionType
from .header import FileType


class Kind(NamedTuple):
    """The properties of all libraries of a file type.

    `function_types`: the types that its functions may have. `shares_module`: all functions have one whole module, which
    is stored once; otherwise each has its own module. `is_linkable`: its modules can be linked again.
    `needs_name`: it is loaded by an install name, which every container version records. `default_name`: the name of a
    library without one, if the container version records names. `since_air`: the AIR version that introduced the kind;
    None if every version has it. `is_rewritten`: since Xcode 26 air-lld hashes the modules before it writes them a last
    time, with the local symbols in another order, so that HASH is that of another form. `has_reflection`: its functions
    have reflection buffers, those of one module a buffer that says its version alone.
    """

    function_types: frozenset[FunctionType]
    shares_module: bool = False
    is_linkable: bool = False
    needs_name: bool = False
    default_name: str | None = None
    since_air: Version | None = None
    is_rewritten: bool = False
    has_reflection: bool = True


_ALL_TYPES = frozenset(FunctionType)

KINDS = {
    FileType.EXECUTABLE: Kind(
        _ALL_TYPES - {FunctionType.EXTERN, FunctionType.UNQUALIFIED},
        is_linkable=True,
        default_name="default.metallib",
    ),
    FileType.CORE_IMAGE: Kind(
        frozenset({FunctionType.EXTERN}),
        shares_module=True,
        default_name="",
        since_air=CORE_IMAGE_SINCE,
        is_rewritten=True,
        has_reflection=False,
    ),
    FileType.DYNAMIC_LIBRARY: Kind(
        frozenset({FunctionType.UNQUALIFIED, FunctionType.VISIBLE}),
        shares_module=True,
        needs_name=True,
        since_air=DYNAMIC_LIBRARIES_SINCE,
        is_rewritten=True,
    ),
    FileType.SYMBOL_COMPANION: Kind(_ALL_TYPES, shares_module=True),
}
"""One row for each known file type."""

_UNKNOWN = Kind(_ALL_TYPES)


def kind_of(file_type: FileType) -> Kind:
    """The row of a file type; for an unknown type, a row without restrictions and sharing."""
    return KINDS.get(file_type, _UNKNOWN)
