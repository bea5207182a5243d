"""mtlb intrinsics: the table of functions that GPU compilers define."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mtlb.base.errors import BuildError
from mtlb.base.strings import counted
from mtlb.base.versions import Version

from . import console
from .arguments import AsJson
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.air.intrinsics import Intrinsic, IntrinsicFamily, IntrinsicForm

_FIRST, _LAST = Version(1, 0), Version(99)  # what the table has where it knows no bound


def command(
    patterns: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="Names or patterns: air.fma, air.fma.v4f32, 'air.simd_*'. Default: all."),
    ] = None,
    air: Annotated[
        str | None, typer.Option("--air", metavar="VERSION", help="Signatures of this version of AIR alone.")
    ] = None,
    overloads: Annotated[
        bool, typer.Option("--overloads", help="List each overload that Apple's modules declare, with its types.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """List the functions air.* that GPU compilers define, with their signatures.

    A line is a family: its name with variables for types, result, parameters, attributes, and the versions of AIR with
    this signature. Types are written as in names: i32, f16, v4f32; f32*1 is a pointer to float in address space 1,
    %sampler a struct of Metal's. The letter before a type of integers says signed or unsigned: {s|u.T}. Source: the
    declarations in Apple's own modules, AIR 2.0 to 2.9. Exit code 1 if a name or pattern fits none.

    Examples:

      mtlb intrinsics 'air.simd_*'
      mtlb intrinsics air.atomic.global.add.u.i32 --air 2.6
      mtlb intrinsics --overloads air.convert
      mtlb intrinsics --json > intrinsics.json
    """
    from mtlb.air.intrinsics import PREFIX, families, intrinsic

    version = _version(air)
    wanted = list(patterns or ())
    used: set[str] = set()
    chosen: list[IntrinsicFamily] = []
    for family in families():
        fitting = {word for word in wanted if fnmatchcase(PREFIX + family.name, word)}
        used |= fitting
        if (fitting or not wanted) and (version is None or any(_is_of(form, version) for form in family.forms)):
            chosen.append(family)
    single = [made for word in wanted if word not in used and (made := intrinsic(word)) is not None]
    single = [made for made in single if made.family.variables and made.is_plausible]
    used.update(made.name for made in single)
    missing = [word for word in wanted if word not in used]
    for word in missing:
        console.error(f"{word}: no function of the table has this name (without a pattern: the whole table)")
    if as_json:
        functions = [*(_family(family, version) for family in chosen), *(_function(made, version) for made in single)]
        console.print_json({"schema": "mtlb.intrinsics/1", "intrinsics": functions})
    elif overloads:
        named = [made for family in chosen for made in _overloads(family)]
        console.lines(line for made in (*named, *single) for line in _overload_lines(made, version))
    else:
        console.lines(line for family in chosen for line in _family_lines(family, version))
        console.lines(line for made in single for line in _overload_lines(made, version))
        if not wanted:
            console.note(f"{counted(len(chosen), 'family', 'families')} of functions")
    return 1 if missing else 0


def _version(text: str | None) -> Version | None:
    if text is None:
        return None
    try:
        return Version.parse(text)
    except BuildError as error:
        raise UsageError(f"--air: {error}") from None


def _is_of(form: IntrinsicForm, version: Version) -> bool:
    return form.since[:2] <= version[:2] <= form.until[:2]


def _pattern(family: IntrinsicFamily) -> str:
    """`air.fma.{T}`, `air.convert.{f|s|u.T}.{f|s|u.S}`."""
    parts = ["air", family.name]
    for (variable, words), kind in zip(family.variables, family.kinds, strict=True):
        letters = [kind] if kind == "f" else []
        if kind and any(word.lstrip("v0123456789").startswith("i") for word in words):
            letters += ["s", "u"]
        parts.append(f"{{{'|'.join(letters)}.{variable}}}" if letters else f"{{{variable}}}")
    return ".".join(parts)


def _span(form: IntrinsicForm) -> str:
    if form.since == _FIRST:
        return "" if form.until == _LAST else f"AIR to {form.until}"
    return f"AIR {form.since} on" if form.until == _LAST else f"AIR {form.since} to {form.until}"


def _family_lines(family: IntrinsicFamily, version: Version | None) -> Iterator[str]:
    for form in family.forms:
        if version is None or _is_of(form, version):
            notes = "; ".join(filter(None, (family.attributes, _span(form))))
            signature = f"{_pattern(family)}: {form.result} ({', '.join(form.parameters)})"
            yield f"{signature}  {console.styled(notes, 'dim')}"


def _overloads(family: IntrinsicFamily) -> Iterator[Intrinsic]:
    from mtlb.air.intrinsics import PREFIX, intrinsic

    for rest in family.seen:
        made = intrinsic(".".join(filter(None, (PREFIX + family.name, rest))))
        if made is not None:
            yield made


def _overload_lines(made: Intrinsic, version: Version | None) -> Iterator[str]:
    for form in made.family.forms:
        if version is not None and not _is_of(form, version):
            continue
        seen = f"Apple's modules have it, AIR {made.seen[0]} to {made.seen[1]}" if made.seen is not None else ""
        notes = "; ".join(filter(None, (made.family.attributes, _span(form), seen)))
        result = made.result(form.since)
        parameters = ", ".join(" ".join((p.word, *p.attributes)) for p in made.parameters(form.since))
        yield f"{made.name}: {result.word} ({parameters})  {console.styled(notes, 'dim')}"


def _bounds(form: IntrinsicForm) -> dict[str, Any]:
    return {
        "since": None if form.since == _FIRST else str(form.since),
        "until": None if form.until == _LAST else str(form.until),
    }


def _family(family: IntrinsicFamily, version: Version | None) -> dict[str, Any]:
    return {
        "name": f"air.{family.name}",
        "pattern": _pattern(family),
        "types": {variable: list(words) for variable, words in family.variables},
        "attributes": family.attributes.split(),
        "signatures": [
            {"result": form.result, "parameters": list(form.parameters), **_bounds(form)}
            for form in family.forms
            if version is None or _is_of(form, version)
        ],
        "seen": [
            {"name": made.name, "first": str(made.seen[0]), "last": str(made.seen[1])}
            for made in _overloads(family)
            if made.seen is not None
        ],
    }


def _function(made: Intrinsic, version: Version | None) -> dict[str, Any]:
    seen = made.seen
    return {
        "name": made.name,
        "pattern": _pattern(made.family),
        "types": {variable: [word] for variable, word in made.words.items()},
        "attributes": made.family.attributes.split(),
        "signatures": [
            {
                "result": made.result(form.since).word,
                "parameters": [" ".join((p.word, *p.attributes)) for p in made.parameters(form.since)],
                **_bounds(form),
            }
            for form in made.family.forms
            if version is None or _is_of(form, version)
        ],
        "seen": [] if seen is None else [{"name": made.name, "first": str(seen[0]), "last": str(seen[1])}],
    }
