"""Binary Ninja plugin: the functions of Metal libraries in the file, with their source, by asking mtlb.

Copy this folder into the plugin folder. `Plugins > Metal > List functions` puts a data symbol and the Metal source as
a comment at each function's module, and shows a report. The command is `mtlb`, or what MTLB names.
"""

from __future__ import annotations

import json
import os
import subprocess
from contextlib import suppress
from typing import Any


def answer(*words: str) -> dict[str, Any]:
    """What a command of mtlb prints as JSON; OSError and ValueError where it prints none."""
    command = [os.environ.get("MTLB", "mtlb"), *words, "--json"]
    done = subprocess.run(command, capture_output=True, check=False)
    if not done.stdout.strip():
        raise ValueError(done.stderr.decode(errors="replace").strip() or f"{words[0]} printed nothing")
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def libraries(path: str) -> list[tuple[int, list[dict[str, Any]]]]:
    """Offset and functions (`mtlb.decompile/1`) of each library whose bytes the file itself has."""
    places = [one for one in answer("find", path)["found"] if one["kind"] == "metallib" and one["path"] == path]
    return [(one["offset"], answer("decompile", one["place"])["functions"]) for one in places]


def report_of(found: list[tuple[int, list[dict[str, Any]]]]) -> str:
    """All sources, as Markdown."""
    parts = []
    for start, functions in found:
        parts.append(f"# Metal library at {start:#x}: {len(functions)} functions")
        parts += [f"## {one['kind']} {one['name']}\n\n```cpp\n{one['source']}```" for one in functions]
    return "\n\n".join(parts) + "\n" if parts else "No Metal library in this file.\n"


def list_functions(view: Any) -> None:
    """The command of the plugin."""
    from binaryninja import Symbol, SymbolType

    try:
        found = libraries(view.file.original_filename)
    except (OSError, ValueError) as error:
        view.show_plain_text_report("Metal functions", f"mtlb: {error}\n")
        return
    for _, functions in found:
        for one in functions:
            address = view.get_address_for_data_offset(one["offset"])
            if address is not None:
                view.define_user_symbol(Symbol(SymbolType.DataSymbol, address, f"metal::{one['name'] or 'module'}"))
                view.set_comment_at(address, one["source"])
    view.show_markdown_report("Metal functions", report_of(found))


def register() -> None:
    """Add the command to the menu."""
    from binaryninja import PluginCommand

    PluginCommand.register("Metal\\List functions", "Metal functions in this file, with source", list_functions)


if __name__ != "__main__":
    with suppress(ImportError):  # read without Binary Ninja
        register()
