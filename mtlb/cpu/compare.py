"""Tests whether two modules behave alike: both run on the same generated arguments, and all output bytes are
compared.
Arguments are generated from the metadata of the first: values of each type, at sizes that a shader can work with.
Both modules run with checks, so a thread that accesses memory out of bounds ends there instead of reading arbitrary
values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..air import function_constants, read_entry_points
from ..base.errors import MtlbError, TimeLimitError
from ..container import Library
from ..ir import Module
from .kernel import Kernel, load_function
from .process import Session
from .random_arguments import grid_of, random_values

_PATIENCE = 4
_MORE_SEEDS = 2  # if a function does not terminate, or is refused, with some generated inputs


@dataclass(slots=True)
class Comparison:
    """The result for one function: `outcome` is ``same``, ``differs`` or ``not run``; `detail` gives the place or
    the reason.
    `seeds`: the number of generated inputs that were compared. Inputs on which neither module ends within the time
    limit are not counted."""

    name: str
    outcome: str
    detail: str = ""
    seeds: int = 0
    findings: list[str] = field(default_factory=list)

    @property
    def is_same(self) -> bool:
        """Whether all bytes were equal in all runs."""
        return self.outcome == "same"


def compare_functions(
    first: Any,
    other: Any,
    name: str,
    *,
    seeds: int = 2,
    constants: Mapping[str | int, object] | None = None,
    session: Session | None = None,
    seconds: float = 20.0,
) -> Comparison:
    """Run a function from two libraries or modules on the same arguments, and compare their output byte by byte."""
    own = session if session is not None else Session()
    try:
        return _compared(first, other, name, seeds, constants, own, seconds)
    finally:
        if session is None:
            own.close()


def _compared(
    item: Any,
    other: Any,
    name: str,
    seeds: int,
    constants: Mapping[str | int, object] | None,
    session: Session,
    seconds: float,
) -> Comparison:
    try:
        kernels = [
            Kernel(
                source,
                name,
                constants={**made_constants(source, name), **(constants or {})},
                check=True,
                optimize=1,
                session=session,
            )
            for source in (item, other)
        ]
    except MtlbError as error:
        return Comparison(name, "not run", error.reason)
    return compare_kernels(kernels, seeds=seeds, seconds=seconds)


def compare_kernels(kernels: Sequence[Kernel], *, seeds: int = 2, seconds: float = 20.0) -> Comparison:
    """Run two kernels of one function on the same arguments, and compare their output byte by byte."""
    name = kernels[0].name
    findings: list[str] = []
    compared, refused = 0, ""
    for seed in range(1, seeds + _MORE_SEEDS + 1):
        left, right = _states(kernels, seed, seconds)
        if isinstance(left, str) or isinstance(right, str):
            if isinstance(left, str) and isinstance(right, str) and left == right:
                refused = left  # e.g. loops that run too long with generated numbers; other inputs may end
                continue
            return Comparison(name, "differs", f"one of them: {left if isinstance(left, str) else right}", seed)
        findings = sorted({*findings, *left.pop("findings"), *right.pop("findings")})
        if difference := _difference(left, right):
            return Comparison(name, "differs", f"seed {seed}: {difference}", seed, findings)
        compared += 1
        if compared == seeds:
            break
    if not compared:
        return Comparison(name, "not run", refused, seed)
    return Comparison(name, "same", refused and f"not with all inputs: {refused}", compared, findings)


def made_constants(source: Any, name: str) -> dict[str | int, object]:
    """A value for each function constant: 1, or true."""
    values: dict[str | int, object] = {}
    for constant in function_constants(load_function(source, name)):
        count = int(constant.type_name[-1]) if constant.type_name[-1:] in ("2", "3", "4") else 1
        values[constant.name] = 1 if count == 1 else [1] * count
    return values


def _states(kernels: Sequence[Kernel], seed: int, seconds: float) -> list[dict[str, Any] | str]:
    """The outputs of both runs, or the reason that they are missing. If only one run ends in time, the other gets
    more time."""
    results: list[dict[str, Any] | str] = []
    for limit in (seconds, _PATIENCE * seconds):
        late = set()
        results = []
        for number, kernel in enumerate(kernels):
            try:
                results.append(_state(kernel, kernels[0], seed, limit))
            except TimeLimitError as error:
                late.add(number)
                results.append(error.reason)
            except MtlbError as error:
                results.append(error.reason)
        if len(late) == len(kernels):
            return [results[0]] * len(kernels)  # the order of the threads is not defined
        if not late:
            break
    return results


def _state(kernel: Kernel, first: Kernel, seed: int, seconds: float) -> dict[str, Any]:
    """All arrays after a run."""
    import numpy as np

    grid, size = grid_of(first)
    arguments = random_values(kernel, grid, seed)
    if kernel is not first:
        arguments.take(random_values(first, grid, seed))
    result = kernel.run(grid, size, **arguments.keywords(), seconds=seconds)
    state: dict[str, Any] = {name: array.copy() for name, array in arguments.watched.items()}
    state.update({f"output {name}": array for name, array in result.outputs.items()})
    if result.discarded is not None:
        state["discarded"] = result.discarded
    for name, commands in result.commands.items():
        state[f"commands {name}"] = np.frombuffer(repr(commands).encode(), np.uint8)
    state["findings"] = {finding.code for finding in result.findings}
    return state


def _difference(left: dict[str, Any], right: dict[str, Any]) -> str:
    """The first difference, or "" if there is none."""
    import numpy as np

    if left.keys() != right.keys():
        return f"{', '.join(sorted(left.keys() ^ right.keys()))} exists in only one of them"
    for name, array in left.items():
        mine, theirs = (np.ascontiguousarray(a).reshape(-1).view(np.uint8) for a in (array, right[name]))
        if mine.size != theirs.size:
            return f"{name}: {mine.size} bytes against {theirs.size}"
        places = np.flatnonzero(mine != theirs)
        if places.size:
            at = int(places[0])
            values = f"{mine[at]:#04x}, {theirs[at]:#04x}"
            return f"{name}: {places.size} of {mine.size} bytes differ, the first at byte {at} ({values})"
    return ""


def compare_libraries(
    library: Library | Module,
    other: Library | Module,
    names: Sequence[str] = (),
    *,
    seeds: int = 2,
    constants: Mapping[str | int, object] | None = None,
    seconds: float = 20.0,
) -> Iterator[Comparison]:
    """Compare every function that both libraries or modules have, or only the named ones, in the order of the first
    input."""
    requested: Iterable[str] = names or common_functions(library, other)
    with Session() as session:
        for name in requested:
            yield compare_functions(
                library, other, name, seeds=seeds, constants=constants, session=session, seconds=seconds
            )


def common_functions(first: Library | Module, other: Library | Module) -> list[str]:
    """The names of the functions that both have, in the order of the first library."""
    there = set(_function_names(other))
    return [name for name in _function_names(first) if name in there]


def _function_names(source: Library | Module) -> list[str]:
    if isinstance(source, Library):
        return [function.name for function in source.functions]
    return [entry.name for entry in read_entry_points(source)]
