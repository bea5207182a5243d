"""Lists which functions of a library can be run, and which arguments they take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..air import function_constants, read_entry_points
from ..base.errors import BuildError, MtlbError, UnsupportedError
from ..bitcode import read_module
from ..container import Library
from ..ir import Module
from ..ir.text.types import TypeTexts
from .binding import value_type
from .kernel import read_source
from .prepare import Parameter, prepare
from .resources import SAMPLERS, TEXTURES

_MADE = frozenset({"mesh", "mesh_grid_properties"})


def runnable_functions(data: bytes | memoryview) -> Iterator[dict[str, Any]]:
    """For every entry point of a library or module: name, type, arguments, and the reason if it cannot be run."""
    source = read_source(data)
    if isinstance(source, Library):
        for function in source.functions:
            module = read_module(function.module)
            yield _row(module, function.name, str(function.type.name.lower()))
        return
    for entry in read_entry_points(source):
        yield _row(source, entry.name, entry.kind.name.lower())


def _row(module: Module, name: str, kind: str) -> dict[str, Any]:
    row: dict[str, Any] = {"name": name, "type": kind, "problem": "", "arguments": []}
    try:
        constants: dict[str | int, object] = {
            constant.index: [1] * int(constant.type_name[-1]) if constant.type_name[-1:] in "234" else 1
            for constant in function_constants(module)
        }
        prepared = prepare(module, name, constants)
    except (BuildError, UnsupportedError) as error:
        row["problem"] = error.reason
        return row
    except MtlbError as error:
        row["problem"] = str(error)
        return row
    for constant in prepared.constants:
        row["arguments"].append(_argument("constant", constant.name, constant.type_name, "constant", constant.index))
    for parameter in prepared.parameters:
        argument = parameter.argument
        if parameter.source == "place" or argument.kind in _MADE or (kind == "object" and argument.kind == "payload"):
            continue
        for member in argument.fields:  # control points
            row["arguments"].append(_argument("input", member.name, member.type_name, member.kind, member.fixed_index))
        if argument.fields:
            continue
        row["arguments"].append(
            _argument(
                _option(parameter),
                argument.name,
                argument.type_name or _type_text(parameter),
                argument.kind,
                argument.fixed_index,
            )
        )
    return row


def _argument(option: str, name: str, type_name: str, kind: str, index: int | None) -> dict[str, Any]:
    return {"option": option, "name": name, "type": type_name, "kind": kind, "index": index}


def _option(parameter: Parameter) -> str:
    if parameter.argument.kind in TEXTURES:
        return "texture"
    if parameter.argument.kind in SAMPLERS:
        return "sampler"
    if not parameter.by_pointer or parameter.argument.kind == "payload":
        return "input"
    return "threadgroup-memory" if parameter.address_space == 3 else "buffer"


def _type_text(parameter: Parameter) -> str:
    try:
        dtype, count = value_type(parameter)
    except BuildError:
        return TypeTexts(()).of(parameter.type)
    return f"{dtype} x {count}" if count > 1 else dtype
