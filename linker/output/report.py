"""Reports on a link: the map of the library, the rule for make and ninja, the folder that repeats the link."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from mtlb.container import read

from ..inputs.files import InputFile
from .assemble import LinkedFunction, LinkResult

_SAVE_REPRO = "--save-repro"


def link_map(result: LinkResult, data: bytes) -> dict[str, object]:
    """The input and symbol that each function, its callees and its bytes came from, ready for JSON.

    `data` is the library as written. Offsets and sizes are in bytes, from the start of the file; inputs are named as
    the path prefix map has them.
    """
    functions = [
        _function(linked, extent) for linked, extent in zip(result.functions, _module_extents(data), strict=True)
    ]
    return {
        "schema": "mtlb.link-map/1",
        "version": 1,
        "functions": functions,
        "dropped": [{"input": path, "reason": reason} for path, reason in result.dropped],
    }


def _function(linked: LinkedFunction, extent: tuple[int, int]) -> dict[str, object]:
    return {
        "name": linked.function.name,
        "type": linked.function.type.label,
        "input": linked.input_.recorded,
        "module": {"offset": extent[0], "size": extent[1]},
        "symbols": [
            {
                "name": symbol.name,
                "kind": "function" if symbol.is_function else "variable",
                "input": symbol.input_.recorded,
            }
            for symbol in linked.contents
        ],
    }


def _module_extents(data: bytes) -> list[tuple[int, int]]:
    """Offset and size of each function's module."""
    return [(function.module_offset or 0, len(function.module)) for function in read(data)]


def dependency_rule(output: str, inputs: Iterable[str]) -> str:
    """A rule in make's syntax (ninja reads it too): the output depends on the inputs; each input is also a target.

    The empty rules for the inputs let a build continue after one of them was deleted.
    """
    names = [_escaped(name) for name in dict.fromkeys(inputs)]
    rule = " \\\n  ".join([f"{_escaped(output)}:", *names])
    return "".join([rule, "\n", *(f"{name}:\n" for name in names)])


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace(" ", "\\ ").replace("#", "\\#").replace("$", "$$")


def repro_files(
    files: Sequence[tuple[str, InputFile]], command: Sequence[str], written: Iterable[str]
) -> list[tuple[str, bytes]]:
    """A folder that repeats a link, as (name, content): the inputs under numbered names, and `command.txt`.

    `files`: each word of `command` that names an input, with the input. `written`: words that name outputs; in the
    folder these lose their directories. In that folder, `mtlb @command.txt` links again.
    """
    names = {word: os.path.basename(word) for word in written}
    for number, (word, file) in enumerate(files):
        names[word] = f"{number:03}_{os.path.basename(file.name) or 'input'}"
    words = [word for word in command if not word.startswith(f"{_SAVE_REPRO}=")]
    if _SAVE_REPRO in words:
        at = words.index(_SAVE_REPRO)
        del words[at : at + 2]
    import shlex

    text = "".join(shlex.quote(names.get(word, word)) + "\n" for word in words)
    return [*((names[word], bytes(file.data)) for word, file in files), ("command.txt", os.fsencode(text))]
