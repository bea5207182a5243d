"""The exceptions of mtlb. Every one names the file, the byte and the reason in plain words.

Callers can branch on six kinds: the bytes are bad (`FormatError`), the request is bad (`BuildError`), the link can't
be done (`LinkError`), we know what it is but can't do it (`UnsupportedError`), a function that ran did not finish
(`RunError`), or an attestation is false (`AttestationError`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

__all__ = [
    "AttestationError",
    "BuildError",
    "FormatError",
    "LinkError",
    "MtlbError",
    "RunError",
    "TimeLimitError",
    "UnknownFunctionError",
    "UnsupportedError",
    "in_file",
]


class MtlbError(Exception):
    """Base of all errors that mtlb raises on purpose.

    `reason` says what is wrong, `file` which input it is in (as the user named it, or None), and `offset` where:
    bytes from the start of that file, or None if no single byte is wrong.
    """

    refused: tuple[object, str] | None = None
    """The instruction that the error is about, and the reason alone, for a caller that has the instruction's source."""

    def __init__(self, reason: str, *, file: str | None = None, offset: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.file = file
        self.offset = offset

    def __str__(self) -> str:
        where = f"{self.file}: " if self.file else ""
        at = f" (at offset {self.offset:#x})" if self.offset is not None else ""
        return f"{where}{self.reason}{at}"

    def in_module(self, function: str) -> MtlbError:
        """This error, found in the module of `function`: an offset inside the module moves into the reason."""
        at = f" (at byte {self.offset:#x} of the module)" if self.offset is not None else ""
        self.reason = f"function {function!a}: {self.reason}{at}"
        self.offset = None
        return self


class FormatError(MtlbError):
    """The bytes are not what the format says."""


class BuildError(MtlbError):
    """The request can't be expressed in the format (two functions of one name, a tag that is too new, ...)."""


def hint(name: str, names: Iterable[str]) -> str:
    """The suffix of an error about an unknown name: ``; did you mean 'saxpy'?``, or ""."""
    from difflib import get_close_matches

    close = get_close_matches(name, list(names), n=1)
    return f"; did you mean {close[0]!a}?" if close else ""


class UnknownFunctionError(BuildError, KeyError):
    """A library has no function of this name; also a KeyError. `name`: the unknown name, and `names`: the existing
    ones. The nearest of these is searched when the message is formatted.
    """

    name = ""
    names: Sequence[str] = ()

    def __str__(self) -> str:
        return super().__str__() + (hint(self.name, self.names) if len(self.names) <= _MANY else "")


_MANY = 4000  # names; the search for the nearest takes too long among more


class UnsupportedError(MtlbError):
    """The input is well-formed, but what it asks for is not supported. `reason` may be a thing: `str` has the verb."""

    def __str__(self) -> str:
        text = super().__str__()
        if self.reason.startswith(_STATEMENTS) or "not supported" in self.reason:
            return text
        where = f"{self.file}: " if self.file else ""
        return f"{where}unsupported: {text.removeprefix(where)}"


_STATEMENTS = ("not ", "no ")
"""The first words of reasons that are sentences."""


class LinkError(MtlbError):
    """The inputs can't be linked: an undefined or doubly defined symbol, targets that don't fit, ..."""


class AttestationError(MtlbError):
    """An attestation's statement about a file is false, or not signed by one of the given keys."""


class RunError(MtlbError):
    """A function that did not finish: its process crashed or exceeded a limit."""


class TimeLimitError(RunError):
    """A function that exceeded its time limit."""


@contextmanager
def in_file(file: str) -> Iterator[None]:
    """Set `file` of every `MtlbError` that the block raises, unless it has one."""
    try:
        yield
    except MtlbError as error:
        error.file = error.file or file
        raise
