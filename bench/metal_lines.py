"""In what the debug info of `mtlb compile` differs from that of Apple's compiler of the same source, by class.

    python -m bench.metal_lines FOLDER... [--only NAME]     sources that the libraries of the folders embed

Each function whose module has line tables is a pair: Apple's module, and that of the source compiled with the recorded
options for the same target, and linked. A class counts functions in which the two differ, with an example. Locations of
Apple's headers are those of their calls: mtlb's have none of the library. Names of files are compared without folders.
docs/metal.md §8 has the table.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import NamedTuple, TypeAlias

from mtlb.air.facts import debug_field
from mtlb.bitcode import read_module
from mtlb.ir import (
    Call,
    ConstantAsMetadata,
    Function,
    InstCode,
    Instruction,
    MDField,
    MDNode,
    MDString,
    MetadataCode,
    Module,
)

from .metal_forms import each_function, modules_of
from .metal_sources import Embedded

Fields: TypeAlias = "tuple[str, ...]"
_UNIT = (
    "language",
    "is_optimized",
    "flags",
    "runtime_version",
    "emission_kind",
    "split_inlining",
    "name_table",
    "enums",
)
_SUBPROGRAM = ("name", "linkage_name", "line", "scope_line", "flags", "di_flags", "is_local", "is_optimized")
_LISTS = ("type", "unit", "template_params", "retained_nodes", "variables")
_OF_LIBRARY = ("/include/metal/", "/simd/")
_FLAGS = ("Dwarf Version", "Debug Info Version")


class Frame(NamedTuple):
    """A place in a function of the source."""

    function: str
    line: int
    column: int


def _text(field: MDField) -> str:
    if isinstance(field, MDString):
        return field.value
    return str(field.code.name if isinstance(field, MDNode) else field)


def _fields(node: MDNode, names: Fields) -> Fields:
    return tuple(_text(debug_field(node, name)) for name in names)


def _file(scope: MDNode | None) -> str:
    """The name of the file of a scope."""
    file = debug_field(scope, "file") if scope is not None else None
    return _text(debug_field(file, "filename")) if isinstance(file, MDNode) else ""


def _subprogram(scope: MDNode | None) -> MDNode | None:
    while scope is not None and scope.code is not MetadataCode.SUBPROGRAM:
        around = debug_field(scope, "scope")
        scope = around if isinstance(around, MDNode) else None
    return scope


def frames(instruction: Instruction) -> tuple[Frame, ...]:
    """The places that an instruction comes from, from the innermost on, without those in Apple's headers."""
    result = []
    location = instruction.debug_loc
    while location is not None:
        subprogram = _subprogram(location.scope)
        if subprogram is not None and not any(folder in _file(location.scope) for folder in _OF_LIBRARY):
            result.append(Frame(_text(debug_field(subprogram, "name")), location.line, location.column))
        location = location.caller
    return tuple(result)


def _flag(node: MDNode) -> str:
    """A flag of the module that is about debug info, as text; "" for others."""
    behaviour, name, value = node.fields
    if not isinstance(name, MDString) or name.value not in _FLAGS:
        return ""
    numbers = [item.value.params[0] for item in (behaviour, value) if isinstance(item, ConstantAsMetadata)]
    return f"{name.value} {numbers}"


def _nodes(module: Module, code: MetadataCode) -> Iterator[MDNode]:
    """The records of a kind that a module has."""
    work: list[MDField] = [node for nodes in module.named_metadata.values() for node in nodes]
    for function in module.functions:
        work += [node for _, node in function.metadata]
        for instruction in function.instructions():
            location = instruction.debug_loc
            while location is not None:
                work.append(location.scope)
                location = location.caller
    seen: set[MDNode] = set()
    while work:
        node = work.pop()
        if isinstance(node, MDNode) and node not in seen:
            seen.add(node)
            work += node.fields
    yield from (node for node in seen if node.code is code)


def _kind(instruction: Instruction) -> str:
    """What an instruction is, where both compilers have the same: loads, stores and calls of AIR's functions."""
    if isinstance(instruction, Call):
        callee = instruction.operands[-1]
        return callee.name if isinstance(callee, Function) and callee.name.startswith("air.") else ""
    return instruction.code.name if instruction.code in (InstCode.LOAD, InstCode.STORE, InstCode.RET) else ""


def classes(module: Module, name: str) -> dict[str, object]:
    """What is compared of one module, by class."""
    function = module.function(name)
    assert function is not None
    units = module.named_metadata.get("llvm.dbg.cu", [])
    own = next((node for _, node in function.metadata if node.code is MetadataCode.SUBPROGRAM), None)
    unit = debug_field(own, "unit") if own is not None else None
    of_user = [
        node
        for node in _nodes(module, MetadataCode.SUBPROGRAM)
        if not any(folder in _file(node) for folder in _OF_LIBRARY) and _text(debug_field(node, "name")) != "None"
    ]
    places = [(instruction, frames(instruction)) for instruction in function.instructions()]
    accesses = [(kind, place[:1]) for instruction, place in places if (kind := _kind(instruction))]
    return {
        "unit": {_fields(unit, _UNIT) for unit in units},
        "name of the unit's file": isinstance(unit, MDNode) and PurePosixPath(_file(unit)).name,
        "flags of the module": [text for flag in module.named_metadata["llvm.module.flags"] if (text := _flag(flag))],
        "subprogram": own and _fields(own, _SUBPROGRAM),
        "file of the subprogram": PurePosixPath(_file(own)).name,
        "subprograms": {_text(debug_field(node, "name")): _fields(node, _SUBPROGRAM) for node in of_user},
        "lists of the subprogram": own and _fields(own, _LISTS),
        "instructions without a line": Counter(
            kind or "other" for instruction, place in places for kind in [_kind(instruction)] if not place
        ),
        "lines": {(frame.function, frame.line) for _, place in places for frame in place if frame.line},
        "lines and columns": {frame for _, place in places for frame in place if frame.line},
        "calls in line": {tuple(frame[:2] for frame in place[1:]) for _, place in places if len(place) > 1},
        "line of the return": [place[:1] for kind, place in accesses if kind == "RET"],
        "lines of accesses and calls": [(kind, [frame.line for frame in place]) for kind, place in accesses],
        "columns of accesses and calls": accesses,
    }


def _first(left: object, right: object) -> str:
    """Where two values of a class differ first."""
    if isinstance(left, dict) and isinstance(right, dict):
        pairs = [(key, left.get(key), right.get(key)) for key in (*left, *(key for key in right if key not in left))]
        return "; ".join(f"{key}: {a} is {b}" for key, a, b in pairs if a != b)[:300]
    if isinstance(left, set) and isinstance(right, set):
        return f"only Apple's: {sorted(left - right)[:4]}; only mtlb's: {sorted(right - left)[:4]}"
    if isinstance(left, list) and isinstance(right, list):
        pair = next(((a, b) for a, b in zip(left, right, strict=False) if a != b), (len(left), len(right)))
        return f"{pair[0]} is {pair[1]}"[:300]
    return f"{left} is {right}"[:300]


class Result(NamedTuple):
    """The classes in which two modules differ, with an example; if they have the same instructions, the number of
    these, of those with the same line, and of those with the same place.
    """

    classes: dict[str, str]
    counts: tuple[int, int, int]


def same_places(modules: list[Module], name: str) -> tuple[int, int, int]:
    """Of two modules of a function with the same instructions: how many these are, and how many are in the same line
    and in the same place.
    """
    lists = []
    for function in [module.function(name) for module in modules]:
        assert function is not None
        instructions = [item for item in function.instructions() if item.code not in (InstCode.PHI, InstCode.FREEZE)]
        lists.append([(item.code.name + _kind(item), frames(item)[:1]) for item in instructions])
    if [kind for kind, _ in lists[0]] != [kind for kind, _ in lists[1]]:
        return 0, 0, 0
    pairs = [(left, right) for (_, left), (_, right) in zip(*lists, strict=True)]
    lines = [[frame[:2] for frame in left] == [frame[:2] for frame in right] for left, right in pairs]
    return len(pairs), sum(lines), sum(left == right for left, right in pairs)


def differences(theirs: bytes, ours: bytes, name: str) -> Result:
    """How two modules of a function differ."""
    modules = [read_module(item) for item in (theirs, ours)]
    left, right = (classes(module, name) for module in modules)
    # In another number of instructions there are other accesses: their order is compared where both have the same.
    kinds = [[kind for kind, _ in item["columns of accesses and calls"]] for item in (left, right)]  # type: ignore[attr-defined]
    if kinds[0] != kinds[1]:
        left = {key: value for key, value in left.items() if not key.endswith("accesses and calls")}
        left["other accesses or calls"], right["other accesses or calls"] = 0, 1
    different = {key: _first(value, right[key]) for key, value in left.items() if value != right[key]}
    return Result(different, same_places(modules, name))


def compared(unit: Embedded) -> list[tuple[str, Result]]:
    """The functions of one source that have line tables, with the classes that differ."""
    pairs = [(name, module) for name, module in unit.functions if "llvm.dbg.cu" in read_module(module).named_metadata]
    ours = modules_of(unit, is_whole=True) if pairs else {}
    return [
        (f"{unit.library}: {name}", differences(module, ours[name], name)) for name, module in pairs if name in ours
    ]


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    counts: Counter[str] = Counter()
    examples: dict[str, list[str]] = {}
    functions = same = 0
    totals = [0, 0, 0]
    for name, result in each_function(__doc__, compared, arguments):
        functions += 1
        same += result.counts[0] > 0
        totals = [total + count for total, count in zip(totals, result.counts, strict=True)]
        counts.update(result.classes.keys())
        for key, text in result.classes.items():
            examples.setdefault(key, []).append(f"{name}: {text}")
    print(f"{functions} functions")
    print(
        f"{same} with the same instructions: {totals[0]}, in the same line {totals[1]}, in the same place {totals[2]}"
    )
    for key, count in counts.most_common():
        print(f"{count:5}  {key}")
        for text in examples[key][:: max(len(examples[key]) // 3, 1)][:3]:
            print(f"         {text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
