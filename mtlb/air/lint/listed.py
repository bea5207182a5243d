"""Rules on a library: the data that it records about its functions agrees with their modules."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.errors import MtlbError
from ...container import FunctionType
from ..describe import Description
from ..reflection import buffer as airr
from ..symbols import is_core_image
from .registry import ERROR, SUSPECTED, WARNING, rule
from .subjects import LISTED, ListedSubject

__all__: list[str] = []


@rule(LISTED, "AIR054", "hash", WARNING, SUSPECTED, "HASH is that of the module",
      "Caches use the hash as key; whether a loader checks it is not known.",
      cure="computes it")  # fmt: skip
def _hash(subject: ListedSubject) -> Iterator[str]:
    stored = subject.function.stored_hash
    if stored is not None and stored != subject.hash:
        yield "HASH is not the SHA-256 of the stored module"


@rule(LISTED, "AIR051", "listed-function", ERROR, SUSPECTED, "NAME and TYPE agree with the module",
      "A lookup finds another function than the one in the module.",
      cure="writes the type that the module lists for the name; a name that is not in the module is kept")  # fmt: skip
def _name_and_type(subject: ListedSubject) -> Iterator[str]:
    function, result = subject.function, subject.description
    if result is None:
        # A whole module (dynamic library) may have functions that are not entry points, or many entry points.
        if len(subject.described) == 1 and function.type is not FunctionType.UNQUALIFIED:
            yield f"the module's entry point is {next(iter(subject.described))!r}"
    elif result.type is not function.type:
        yield f"TYPE is {function.type}, the module lists it as {result.type}"


@rule(LISTED, "AIR092", "undefined-function", ERROR, SUSPECTED,
      "The modules of a library leave no function undefined",
      "Making a pipeline fails: Undefined symbols.")  # fmt: skip
def _undefined(subject: ListedSubject) -> Iterator[str]:
    is_kernel = subject.function.type is FunctionType.EXTERN
    for name in sorted(subject.undefined):
        if is_kernel and is_core_image(name):
            continue
        yield f"@{name} is declared, and neither the library nor what it imports has it"


@rule(LISTED, "AIR050", "listed-version", ERROR, SUSPECTED, "VERS agrees with the module",
      "Loaders check VERS, the GPU compiler checks the module.",
      cure="writes the module's versions")  # fmt: skip
def _versions(subject: ListedSubject) -> Iterator[str]:
    function, result = subject.function, subject.description
    if result is None:
        return
    air, language = function.air_version, function.language_version
    listed = (air and air[:2], language and language[:2])
    if listed != (result.air_version[:2], result.language_version[:2]):
        yield (
            f"VERS says AIR {air} and Metal {language}, the module is AIR {result.air_version} and Metal "
            f"{result.language_version}"
        )


@rule(LISTED, "AIR052", "listed-metadata", WARNING, SUSPECTED, "Public metadata and tags agree with the module",
      "The program sees other vertex attributes and function constants than the code has.",
      cure="writes what follows from the module")  # fmt: skip
def _metadata(subject: ListedSubject) -> Iterator[str]:
    function, result = subject.function, subject.description
    if result is None:
        return
    public = function.public_metadata
    for name, listed, described in (
        ("TESS", function.tessellation, result.tessellation),
        ("LAYR", function.layer_type, result.layer_type),
        ("vertex attributes", tuple(public.vertex_attributes), result.vertex_attributes),
        ("function constants", tuple(public.function_constants), result.function_constants),
        ("RETR", public.return_type, result.return_type),
        ("ARGR", public.arguments, result.core_image_arguments),
    ):
        if listed != described:
            yield f"{name} says {listed}, the module {described}"


@rule(LISTED, "AIR053", "reflection", WARNING, SUSPECTED, "The reflection buffer agrees with the module",
      "The program sees other arguments than the code has.",
      cure="rebuilds the buffer, in the version of the stored one")  # fmt: skip
def _reflection(subject: ListedSubject) -> Iterator[str]:
    entry = subject.function.reflection
    if (
        subject.description is not None
        and entry is not None
        and not _reflects(bytes(entry.buffer), subject.description)
    ):
        yield "the reflection buffer differs from the one derived from the module"


def _reflects(buffer: bytes, description: Description) -> bool:
    """Whether `buffer` equals the buffer that mtlb would write in its version."""
    try:
        return airr.build(description.reflection(airr.read_version(buffer))) == buffer
    except MtlbError:
        return False
