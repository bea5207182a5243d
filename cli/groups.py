"""Groups of parameters: a parameter whose type is a `Group` stands for several options, one for each field.
Groups of options that another package declares (`mtlb.base.options`) are created from those declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Flag, auto
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from mtlb.base.classes import MISSING, NamedTuple, dataclass, fields
from mtlb.base.options import CliFlag, FlagForm, Option, Options
from mtlb.base.strings import string_from_bytes

from . import io as files
from . import parameters
from .arguments import Role
from .parameters import REQUIRED, Declaration, annotations_of, declarations

if TYPE_CHECKING:
    from dataclasses import Field


class Before(NamedTuple):
    """An annotation for a parameter: `--help` lists it before the parameter of this name in another group."""

    name: str


class Way(Flag):
    """An annotation for a parameter of `mtlb link`: the modes of a link in which it has an effect."""

    LINK = auto()
    PACK = auto()
    PLAN = auto()
    SHARD = auto()
    ASSEMBLE = auto()
    WHOLE = LINK | PACK | PLAN
    """The modes that take inputs: the default for parameters without another annotation."""

    EVERY = WHOLE | SHARD | ASSEMBLE


class Group:
    """The base of groups, which are dataclasses."""

    def __init_subclass__(cls, **_settings: Any) -> None:
        dataclass(repr=False, eq=False)(cls)

    if TYPE_CHECKING:

        def __init__(self, **values: Any) -> None: ...

    def names_set(self) -> list[str]:
        """The fields with another value than the default or an empty list."""
        return [option.name for option in _fields(self) if getattr(self, option.name) not in (option.default, [])]


def _fields(group: Group | type[Group]) -> tuple[Field[Any], ...]:
    return fields(group)  # type: ignore[arg-type]  # its subclasses are dataclasses


def flattened(command: Callable[..., Any]) -> Callable[..., Any]:
    """Flatten the groups of a command's function: their fields become its parameters, at the position of the group.
    The result has only keyword parameters, as typer calls it."""
    groups: dict[str, type[Group]] = {}
    parameters: list[Declaration] = []
    for parameter in declarations(command):
        hint = parameter.annotation
        if isinstance(hint, type) and issubclass(hint, Group):
            groups[parameter.name] = hint
            parameters += _parameters(hint)
        else:
            parameters.append(parameter)
    for moved in [parameter for parameter in parameters if _before(parameter)]:
        parameters.remove(moved)
        names = [parameter.name for parameter in parameters]
        parameters.insert(names.index(_before(moved)), moved)

    @wraps(command)
    def taking(**values: Any) -> Any:
        for name, group in groups.items():
            values[name] = group(**{option.name: values.pop(option.name) for option in _fields(group)})
        return command(**values)

    taking.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    taking.declarations = tuple(parameters)  # type: ignore[attr-defined]
    return taking


def _parameters(group: type[Group]) -> Iterator[Declaration]:
    hints = _hints(group)
    for option in _fields(group):
        yield Declaration(option.name, hints[option.name], REQUIRED if option.default is MISSING else option.default)


def _hints(group: type[Group]) -> dict[str, Any]:
    bases = (base for base in reversed(group.__mro__) if issubclass(base, Group))
    hints = {name: hint for base in bases for name, hint in annotations_of(base).items()}
    return {option.name: hints[option.name] for option in _fields(group)}


def _before(parameter: Declaration) -> str:
    notes = getattr(parameter.annotation, "__metadata__", ())
    return next((note.name for note in notes if isinstance(note, Before)), "")


def given_elsewhere(way: Way, *groups: Group) -> list[str]:
    """The fields of `groups` that are set but have no effect in a mode of a link."""
    return [
        option.name
        for group in groups
        for option in _fields(group)
        if way not in _way(_hints(type(group))[option.name]) and getattr(group, option.name) != option.default
    ]


def _way(hint: Any) -> Way:
    return next((word for word in hint.__metadata__ if isinstance(word, Way)), Way.WHOLE)


def flags_of(way: Way, *groups: Group) -> tuple[str, ...]:
    """The options of `groups` that have an effect in a mode of a link."""
    hints = {name: hint for group in groups for name, hint in _hints(type(group)).items() if way in _way(hint)}
    return tuple(flag for name, hint in hints.items() for flag in _flags(name, hint))


def _flags(name: str, hint: Any) -> Iterator[str]:
    """The spelling of an option: as declared, otherwise from its name."""
    for info in hint.__metadata__:
        if isinstance(info, parameters.CommandOption):
            yield from info.names or [f"--{name.replace('_', '-')}"]


class OptionWords(Group):
    """The command line values of options that another package declares: a field for each `CliFlag` of the class
    `options`."""

    options_class: ClassVar[type[Options]]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __init_subclass__(cls, *, options: type[Options] | None = None) -> None:
        if options is not None:
            cls.options_class = options
            for row, flag in _rows(options):
                cls.__annotations__[flag.name], default = _parameter(row, flag)
                setattr(cls, flag.name, default)
        super().__init_subclass__()

    def options_set(self) -> dict[str, Any]:
        """The options on the command line, as keyword arguments of their class. Files are read."""
        return _values_of(self, self.options_class)


def _rows(options: type[Options]) -> Iterator[tuple[Option[Any, Any], CliFlag]]:
    """The fields with command line options; sub-options come after the option that enables them."""
    for _, row in options.rows():
        if row.cli is not None:
            yield row, row.cli
            if row.of is not None:
                yield from _rows(row.of)


def _parameter(row: Option[Any, Any], flag: CliFlag) -> tuple[Any, object]:
    """The annotation and the default of a group's field for an option."""
    settings: dict[str, Any] = {"help": flag.help, "rich_help_panel": flag.panel or None}
    if flag.metavar is not None:
        settings["metavar"] = flag.metavar
    if flag.shown is not None:
        settings["show_default"] = flag.shown
    if flag.proposed:
        settings["autocompletion"] = lambda: list(flag.proposed)
    if flag.form is FlagForm.NUMBER:
        settings["min"] = 1
    default: object = flag.default
    type_ = _TYPES.get(flag.form, bool)
    if flag.form in (FlagForm.ON, FlagForm.OFF):
        default = False
    elif flag.form is FlagForm.CHOICE:
        type_ = Literal[tuple(flag.values or ())]
    info = parameters.CommandOption(flag.flag, **settings)
    more: list[object] = [Way.WHOLE if row.is_packed else Way.WHOLE & ~Way.PACK]
    if flag.reads:
        more.append(Role.READ)
    if flag.before:
        more.append(Before(flag.before))
    parts = (type_ if default is not None else type_ | None, info, *more)
    annotated: Any = Annotated
    return annotated[parts], default


_TYPES: dict[FlagForm, Any] = {
    FlagForm.TEXT: str,
    FlagForm.LINES: str,
    FlagForm.NUMBER: int,
    FlagForm.TEXTS: list[str],
}
"""The types of typer for command line values; other values are True or False."""


def _values_of(words: OptionWords, options: type[Options]) -> dict[str, Any]:
    defaults = {option.name: option.default for option in _fields(words)}
    values: dict[str, Any] = {}
    for name, row in options.rows():
        if row.cli is None or (value := getattr(words, row.cli.name)) == defaults[row.cli.name]:
            continue
        values[name] = _value(row.cli, value) if row.of is None else row.of(**_values_of(words, row.of))
    return values


def _value(flag: CliFlag, value: Any) -> object:
    """The value of an option from its command line value."""
    if flag.form is FlagForm.CHOICE:
        return (flag.values or {})[value]
    if flag.form is FlagForm.LINES:
        return lines_of(value)
    return flag.form is FlagForm.ON if flag.form in (FlagForm.ON, FlagForm.OFF) else value


def lines_of(file: str) -> list[str]:
    """The non-blank lines of a file, stripped."""
    lines = string_from_bytes(files.read_input(file)).splitlines()
    return [line.strip() for line in lines if line.strip()]
