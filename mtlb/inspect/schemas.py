"""The JSON Schema of what the commands print with `--json`; `schema/commands.schema.json` in this package."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

__all__ = ["command_schema"]


def command_schema() -> dict[str, Any]:
    """The schema of all commands: one definition for each in `$defs`, any of which a document may be."""
    text = (resources.files(__package__) / "schema" / "commands.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
