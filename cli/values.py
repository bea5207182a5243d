"""Avoids typer's value conversion where no conversion is needed: it uses pydantic, whose import takes longer than
all of mtlb's (0.07 s, docs/performance.md §6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args, get_origin


def keep_plain_values(parameters: Iterable[Any]) -> None:
    """Let parameters of a command keep values that already have the declared type; typer converts the others.
    Typer asks a parameter for the converter of its value after parsing (`get_runtime_param`, typer 0.29); in a typer
    version without that method nothing changes."""
    for parameter in parameters:
        declared = getattr(parameter, "type_descriptor", None)
        convert = getattr(parameter, "get_runtime_param", None)
        if declared is not None and convert is not None:
            parameter.get_runtime_param = _Conversion(declared, convert)


class _Conversion:
    """Replaces a parameter's `get_runtime_param`; typer then calls `coerce`."""

    def __init__(self, declared: Any, convert: Callable[[], Any]) -> None:
        self.convert = convert
        information = declared.parameter_info
        is_free = information.parser is None and information.min is None and information.max is None
        self.type: Any = declared.annotation if is_free else None

    def __call__(self) -> _Conversion:
        return self

    def holds(self, values: Sequence[Any]) -> bool:
        """Whether the values are valid elements of the declared list type."""
        return get_origin(self.type) is list and all(type(value) is get_args(self.type)[0] for value in values)

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value, converted by typer unless it has the declared type."""
        is_list = param.multiple or param.nargs == -1
        if value is None:
            return () if is_list else None
        if not is_list and isinstance(self.type, type) and type(value) is self.type:
            return value
        if is_list and isinstance(value, (list, tuple)) and self.holds(value):
            return list(value)
        return self.convert().coerce(value, param=param, ctx=ctx)
