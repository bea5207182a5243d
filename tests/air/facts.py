"""Everything that is derived from a module, as text to store beside it and compare."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mtlb.air import Description, describe, reflection_json
from mtlb.air.reflection.buffer import Table
from mtlb.bitcode import read_module
from mtlb.container import TagGroup
from mtlb.container.tags import encode_tag


def facts(path: Path) -> str:
    """Tags and metadata of the library, the interface as JSON and the AIRR buffer of a golden module."""
    description = describe(read_module(path.read_bytes(), bodies=False))
    result = {
        "tags": _tags(description),
        "interface": reflection_json(description),
        "nodes": _nodes(description),
        "airr": _hex(description.reflection_buffer()),
    }
    return json.dumps(result, indent=1) + "\n"


def _tags(description: Description) -> dict[str, Any]:
    tags: dict[str, Any] = {"NAME": description.name, "TYPE": str(description.type)}
    tags["VERS"] = [*description.air_version[:2], *description.language_version[:2]]
    if description.tessellation is not None:
        tags["TESS"] = [str(description.tessellation.patch), description.tessellation.control_points]
    if description.layer_type is not None:
        tags["LAYR"] = str(description.layer_type)
    tags |= _group(description.public_metadata()) | _group(description.private_metadata())
    return tags


def _group(group: TagGroup) -> dict[str, str]:
    return {name: encode_tag(name, value).hex(" ") for name, value in group.tags}


def _nodes(description: Description) -> list[dict[str, Any]]:
    return [{"node": str(node.type), **_plain(node.values)} for node in description.reflection().nodes]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, Table):
        return _plain(value.values)
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _hex(data: bytes) -> list[str]:
    return [data[at : at + 32].hex(" ", 4) for at in range(0, len(data), 32)]
