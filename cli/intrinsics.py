"""mtlb intrinsics: the table of functions that GPU compilers define."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Annotated, Any

from mtlb.base.errors import BuildError
from mtlb.base.features import FIRST_AIR, LAST_AIR
from mtlb.base.strings import counted
from mtlb.base.versions import Version

from . import console
from .arguments import AsJson
from .parameters import CommandArgument, CommandOption
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.air.intrinsics import Intrinsic, IntrinsicFamily, IntrinsicForm


def command(
    patterns: Annotated[
        list[str] | None,
        CommandArgument(metavar="NAME", help="Names or patterns: air.fma, air.fma.v4f32, 'air.simd_*'. Default: all."),
    ] = None,
    air: Annotated[
        str | None, CommandOption("--air", metavar="VERSION", help="Only signatures of this AIR version.")
    ] = None,
    overloads: Annotated[
        bool, CommandOption("--overloads", help="List each overload that Apple's modules declare, with its types.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """List the functions air.* that GPU compilers define, with their signatures.

    A line is a family: its name with variables for types, result, parameters, attributes, and the versions of AIR with
    this signature. Types are written as in names: i32, f16, v4f32; f32*1 is a pointer to float in address space 1,
    %sampler a struct of Metal's. The letter before a type of integers says signed or unsigned: {s|u.T}. Source: the
    declarations in Apple's own modules, AIR 2.0 to 2.9. Exit code 1 if a name or pattern matches nothing.

    Examples:

      mtlb intrinsics 'air.simd_*'
      mtlb intrinsics air.atomic.global.add.u.i32 --air 2.6
      mtlb intrinsics --overloads air.convert
      mtlb intrinsics --json > intrinsics.json
    """
    from mtlb.air.intrinsics import families, intrinsic
    from mtlb.air.names import PREFIX

    version = _version(air)
    words = list(patterns or ())
    used: set[str] = set()
    chosen: list[IntrinsicFamily] = []
    for family in families():
        fitting = {word for word in words if fnmatchcase(PREFIX + family.name, word)}
        used |= fitting
        if (fitting or not words) and (version is None or any(form.is_for(version) for form in family.forms)):
            chosen.append(family)
    single = [
        single_function for word in words if word not in used and (single_function := intrinsic(word)) is not None
    ]
    single = [overload for overload in single if overload.family.variables and overload.is_plausible]
    used.update(overload.name for overload in single)
    missing = [word for word in words if word not in used]
    for word in missing:
        console.error(f"{word}: no function has this name (run without a pattern to list the whole table)")
    named = [(overload.family, overload) for overload in single]
    listed: list[tuple[IntrinsicFamily, Intrinsic | None]] = [*((family, None) for family in chosen), *named]
    if as_json:
        functions = [_as_json(family, overload, version) for family, overload in listed]
        console.print_json({"schema": "mtlb.intrinsics/1", "intrinsics": functions})
        return 1 if missing else 0
    if overloads:
        listed = [*((family, overload) for family in chosen for overload in _overloads(family)), *named]
    console.lines(line for family, overload in listed for line in _lines(family, overload, version))
    if not (words or overloads):
        console.note(f"{counted(len(chosen), 'family', 'families')} of functions")
    return 1 if missing else 0


def _version(text: str | None) -> Version | None:
    if text is None:
        return None
    try:
        return Version.parse(text)
    except BuildError as error:
        raise UsageError(f"--air: {error}") from None


def _pattern(family: IntrinsicFamily) -> str:
    """The pattern of a family: `air.fma.{T}`, `air.convert.{f|s|u.T}.{f|s|u.S}`."""
    parts = ["air", family.name]
    for (variable, words), kind in zip(family.variables, family.kinds, strict=True):
        letters = [kind] if kind == "f" else []
        if kind and any(word.lstrip("v0123456789").startswith("i") for word in words):
            letters += ["s", "u"]
        parts.append(f"{{{'|'.join(letters)}.{variable}}}" if letters else f"{{{variable}}}")
    return ".".join(parts)


def _span(form: IntrinsicForm) -> str:
    if form.since == FIRST_AIR:
        return "" if form.until == LAST_AIR else f"AIR to {form.until}"
    return f"AIR {form.since} on" if form.until == LAST_AIR else f"AIR {form.since} to {form.until}"


def _signatures(
    family: IntrinsicFamily, overload: Intrinsic | None, version: Version | None
) -> Iterator[tuple[IntrinsicForm, str, list[str]]]:
    """Each form with its result and parameters: with type variables, or for a single function of the family."""
    for form in family.forms:
        if version is not None and not form.is_for(version):
            continue
        if overload is None:
            yield form, form.result, list(form.parameters)
        else:
            parameters = [" ".join((p.word, *p.attributes)) for p in overload.parameters(form.since)]
            yield form, overload.result(form.since).word, parameters


def _lines(family: IntrinsicFamily, overload: Intrinsic | None, version: Version | None) -> Iterator[str]:
    """The lines for a family, or for a single function of it."""
    name, seen = (_pattern(family), None) if overload is None else (overload.name, overload.seen)
    words = f"Apple's modules have it, AIR {seen[0]} to {seen[1]}" if seen is not None else ""
    for form, result, parameters in _signatures(family, overload, version):
        notes = "; ".join(filter(None, (family.attributes, _span(form), words)))
        yield f"{name}: {result} ({', '.join(parameters)})  {console.styled(notes, 'dim')}"


def _overloads(family: IntrinsicFamily) -> Iterator[Intrinsic]:
    from mtlb.air.intrinsics import intrinsic
    from mtlb.air.names import PREFIX

    for rest in family.seen:
        overload = intrinsic(".".join(filter(None, (PREFIX + family.name, rest))))
        if overload is not None:
            yield overload


def _as_json(family: IntrinsicFamily, overload: Intrinsic | None, version: Version | None) -> dict[str, Any]:
    if overload is None:
        name, types = f"air.{family.name}", {variable: list(words) for variable, words in family.variables}
    else:
        name, types = overload.name, {variable: [word] for variable, word in overload.words.items()}
    return {
        "name": name,
        "pattern": _pattern(family),
        "types": types,
        "attributes": family.attributes.split(),
        "signatures": [
            {
                "result": result,
                "parameters": parameters,
                "since": None if form.since == FIRST_AIR else str(form.since),
                "until": None if form.until == LAST_AIR else str(form.until),
            }
            for form, result, parameters in _signatures(family, overload, version)
        ],
        "seen": [
            {"name": function.name, "first": str(function.seen[0]), "last": str(function.seen[1])}
            for function in (_overloads(family) if overload is None else [overload])
            if function.seen is not None
        ],
    }
