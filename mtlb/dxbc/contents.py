"""The table of readers for the kinds of parts (docs/dxbc.md §2).
A part without a row remains as bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from ..base.enums import OpenEnum
from ..base.errors import FormatError
from ..base.strings import string_to_bytes
from .container import ContainerPart
from .debug import (
    read_old_debug_info,
    read_pdb_info,
    read_private_data,
    read_source_info,
)
from .dxil import is_bitcode_part, read_bitcode_program, read_compiler_version, read_debug_name, read_hash
from .features import read_features
from .interfaces import read_interfaces
from .level9 import read_level9
from .pdb import read_program_database
from .pipeline_state import read_pipeline_state
from .resources import read_resources
from .root_signatures import read_root_signature
from .runtime_data import read_runtime_data
from .signatures import SIGNATURE_PARTS, read_signature
from .statistics import Statistics, read_statistics
from .tokens import TokenProgram, read_program
from .view import PartView

_Reader = Callable[..., Any]


class PartKind(NamedTuple):
    """A kind of part: a description of its contents, and its reader; None for parts that remain bytes."""

    title: str
    read: _Reader | None


PART_KINDS: dict[str, PartKind] = {
    "RDEF": PartKind("resource definitions", read_resources),
    **{
        tag: PartKind(f"{title.lower()} signature", partial(read_signature, tag))
        for tag, title in SIGNATURE_PARTS.items()
    },
    "SHDR": PartKind("token program", read_program),
    "SHEX": PartKind("token program", read_program),
    "STAT": PartKind("statistics", read_statistics),
    "SFI0": PartKind("features", read_features),
    "IFCE": PartKind("interfaces", read_interfaces),
    "Aon9": PartKind("level 9 program", read_level9),
    "XNAP": PartKind("Xbox prepass shader", None),
    "XNAS": PartKind("Xbox shader", None),
    "SDBG": PartKind("old debug information", read_old_debug_info),
    "SPDB": PartKind("debug information (PDB)", read_program_database),
    "RTS0": PartKind("root signature", read_root_signature),
    "PRIV": PartKind("private data", read_private_data),
    "DXIL": PartKind("bitcode program", read_bitcode_program),
    "ILDB": PartKind("bitcode program with debug information", partial(read_bitcode_program, name="ILDB")),
    "ILDN": PartKind("name of the debug file", read_debug_name),
    "HASH": PartKind("shader hash", read_hash),
    "PSV0": PartKind("pipeline state", read_pipeline_state),
    "RDAT": PartKind("runtime data", read_runtime_data),
    "VERS": PartKind("compiler version", read_compiler_version),
    "SRCI": PartKind("sources", read_source_info),
    "PDBI": PartKind("PDB tables", read_pdb_info),
    "FX10": PartKind("effect", None),
    "FXLC": PartKind("preshader", None),
    "CLI4": PartKind("preshader literals", None),
    "CTAB": PartKind("constant table", None),
    "TEXT": PartKind("text", None),
}
"""The kinds by part name."""

_STAT_PROGRAM = PartKind("reflection program", partial(read_bitcode_program, name="STAT"))


def _kind_of(part: ContainerPart) -> PartKind | None:
    return _STAT_PROGRAM if part.tag == "STAT" and is_bitcode_part(part) else PART_KINDS.get(part.tag)


def title_of(part: ContainerPart) -> str:
    """A description of the part's contents; ``unknown`` for other parts."""
    kind = _kind_of(part)
    return "unknown" if kind is None else kind.title


def contents_of(part: ContainerPart) -> Any:
    """The model of the part's contents; None for a part that remains bytes. Raises FormatError, with the offset, if
    they are invalid."""
    kind = _kind_of(part)
    if kind is None or kind.read is None:
        return None
    with naming(part.tag):
        return kind.read(part.data, base=part.data_offset)


@contextmanager
def naming(tag: str) -> Iterator[None]:
    """Name a part in errors that do not name it."""
    try:
        yield
    except FormatError as error:
        if not error.reason.startswith(tag):
            error.reason = f"{tag}: {error.reason}"
        raise


# --- as JSON ----------------------------------------------------------------------------------------------------------


def as_json(value: Any) -> Any:
    """A model as JSON: coded numbers have their word too, bytes are hexadecimal, views are omitted.
    A program is represented by its profile and its instruction count."""
    if isinstance(value, OpenEnum):
        return {"name": value.label, "value": int(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return string_to_bytes(value).decode("utf-8", "backslashreplace")
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, float) and value - value != 0:
        return str(value)  # JSON has no infinities
    if value is None or isinstance(value, (int, float)):
        return value
    if isinstance(value, (bytes, memoryview)):
        return value.hex()
    if isinstance(value, TokenProgram):
        return {
            "kind": as_json(value.kind),
            "profile": value.profile,
            "instructions": len(value.instructions),
            "slots": value.slots,
            "words": value.size,
        }
    if isinstance(value, Statistics):
        return value.named
    if is_dataclass(value):
        named = {field.name: getattr(value, field.name) for field in fields(value)}
        return {name: as_json(member) for name, member in named.items() if _is_shown(member)}
    if isinstance(value, dict):
        return {str(key): as_json(item) for key, item in value.items()}
    return [as_json(item) for item in value]


def _is_shown(value: Any) -> bool:
    """Whether a field is part of a description; views and bitcode are not."""
    return not isinstance(value, (PartView, memoryview))
