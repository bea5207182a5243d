"""Options that are declared once: accepted values, stored value, JSON and command line.

A class of options is a frozen dataclass, a subclass of `Options`, whose fields are `Option`s:

    @dataclass(frozen=True)
    class RaceOptions(Options):
        laps: Option[int | str, int] = Option(3, laps_of, cli=CliFlag("--laps", "How many laps.", metavar="N"))

To type checkers the constructor takes `int | str`, and the attribute is an `int` (PEP 681, of fields with `__set__`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, overload

from .arguments import instance, refusal
from .classes import NamedTuple, fields
from .errors import BuildError

if TYPE_CHECKING:
    from typing_extensions import Self

_Given = TypeVar("_Given")
_Value = TypeVar("_Value")


class FlagForm(Enum):
    """The command-line form of an option."""

    TEXT = "a text"
    NUMBER = "a number from 1 on"
    TEXTS = "a text, as often as it is repeated"
    ON = "nothing: the option stands for True"
    OFF = "nothing: the option stands for False"
    EITHER = "nothing: of two options the first stands for True, the second for False"
    CHOICE = "one of several words"
    LINES = "a file, whose lines are the value"


class CliFlag(NamedTuple):
    """The declaration of an option on the command line.

    `flag`: its name, such as ``--min-os``; two, with a slash between, of `FlagForm.EITHER`. `panel`: its title in
    `--help`. `default`: its value if omitted; `shown`: the default in `--help`. `values`: of `FlagForm.CHOICE`: the
    words, and the values that they stand for. `proposed`: words for completion.
    """

    flag: str
    help: str
    panel: str = ""
    form: FlagForm = FlagForm.TEXT
    metavar: str | None = None
    default: object = None
    shown: str | None = None
    values: Mapping[str, object] | None = None
    proposed: tuple[str, ...] = ()
    before: str = ""
    """`--help` lists it before this parameter of the command, and not in the order of the fields."""
    reads: bool = False
    """Whether it is the path of a file that the command reads."""

    @property
    def name(self) -> str:
        """The name of the command's parameter, as typer derives it."""
        return self.flag.partition("/")[0].lstrip("-").replace("-", "_")


class Option(Generic[_Given, _Value]):
    """A field of `Options`. `check` makes the field's value of the name and what was given, or raises BuildError; where
    the default is None, None is a value too, and not checked.

    `json`: the value as JSON; of values that are JSON already, None. `of`: the class of a value that is `Options`
    itself. `cli`: how the command line has it, if it does. `is_packed`: whether it has a meaning for
    `mtlb link --pack`, which takes modules as they are. `omits_default`: JSON leaves out the default, as
    it was before there was such a field.
    """

    def __init__(
        self,
        default: _Given,
        check: Callable[[str, Any], _Value],
        *,
        json: Callable[[Any], object] | None = None,
        of: type[Options] | None = None,
        cli: CliFlag | None = None,
        is_packed: bool = True,
        omits_default: bool = False,
    ) -> None:
        self.default, self.check = default, check
        self.json, self.of, self.cli = json, of, cli
        self.is_packed, self.omits_default = is_packed, omits_default

    @overload
    def __get__(self, instance: None, owner: Any) -> _Given: ...

    @overload
    def __get__(self, instance: object, owner: Any) -> _Value: ...

    def __get__(self, instance: object | None, owner: Any) -> object:
        """On the class: the default. Instances store the value themselves, so this is not called for them."""
        return self.default

    def checked(self, name: str, value: Any) -> Any:
        """The value of the field for what was given."""
        return None if value is None and self.default is None else self.check(name, value)

    if TYPE_CHECKING:

        def __set__(self, instance: object, value: _Given) -> None: ...


class Options:
    """Base of dataclasses whose fields are `Option`s. Raises BuildError for what a field's `check` refuses."""

    what: ClassVar[str] = "option"
    """The words for a field in messages."""

    def __post_init__(self) -> None:
        for name, row in self.rows():
            object.__setattr__(self, name, row.checked(name, getattr(self, name)))

    @classmethod
    def rows(cls) -> Iterator[tuple[str, Option[Any, Any]]]:
        """The name and the declaration of each field."""
        declared = {name: row for base in reversed(cls.__mro__) for name, row in vars(base).items()}
        for field in fields(cls):  # type: ignore[arg-type]  # of its subclasses, which are dataclasses
            yield field.name, declared[field.name]

    def as_json(self) -> dict[str, Any]:
        """All options as JSON values: texts, numbers, lists and None. `from_json` reads them."""
        values: dict[str, Any] = {}
        for name, row in self.rows():
            value = getattr(self, name)
            if row.omits_default and value == row.default:
                continue
            if isinstance(value, Options):
                value = value.as_json()
            values[name] = value if row.json is None or value is None else row.json(value)
        return values

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """The options from the result of `as_json`. BuildError for an unknown option, and as the class raises it."""
        instance("options", values, Mapping)
        rows = dict(cls.rows())
        unknown = sorted(values.keys() - rows.keys())
        if unknown:
            raise BuildError(f"unknown {cls.what}: {unknown[0]!r}")
        return cls(**{name: _from_json(name, rows[name].of, value) for name, value in values.items()})


def _from_json(name: str, kind: type[Options] | None, value: Any) -> object:
    if kind is None or value is None:
        return value
    if not isinstance(value, Mapping):
        raise refusal(name, value, f"an object with {', '.join(name for name, _ in kind.rows())}")
    return kind.from_json(value)
