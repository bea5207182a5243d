"""The JSON Schema of the commands' `--json` output; `schema/commands.schema.json` in this package."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from ..container.function_list import FUNCTION_TAGS


def command_schema() -> dict[str, Any]:
    """The schema of all commands: one definition for each in `$defs`, any of which a document may be.

    The fields of a function are those of its tags (`FUNCTION_TAGS`), which the file repeats.
    """
    text = (resources.files(__package__) / "schema" / "commands.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    function = schema["$defs"]["function"]
    for row in FUNCTION_TAGS.values():
        for field in row.fields.values():
            if field.key:
                function["properties"][field.key] = field.schema or {}
                if field.key not in function["required"]:
                    function["required"].append(field.key)
    return schema
