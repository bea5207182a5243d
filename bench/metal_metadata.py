"""Which keys of a module's metadata differ between Apple's compiler and `mtlb compile` of the same source.

    python -m bench.metal_metadata FOLDER... [--only NAME]     sources that the libraries of the folders embed

Each source is compiled with the recorded options, also -g, -gline-tables-only and -frecord-sources, for the target of
Apple's library. Everything in the modules but instructions, attributes and types is compared: identification, data
layout, triple, names, flags, versions, options, each key of entry points and arguments, and the classes of debug
records. A key counts once for each function in which it differs, with an example. docs/metal.md §8 explains the rest.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from typing import TypeAlias

from mtlb.bitcode import read_module
from mtlb.ir import ConstantAsMetadata, MDField, MDNode, MDString, Module

from .metal_forms import each_function, modules_of
from .metal_sources import Embedded

Key: TypeAlias = "tuple[str, str]"
"""The path of a key, and its value."""


def value_of(field: MDField) -> str:
    """A field of metadata as text: without the types of IR, whose names have suffixes."""
    if isinstance(field, MDString):
        return field.value
    if isinstance(field, ConstantAsMetadata):
        value = field.value
        return str(getattr(value, "name", "") or (value.params[0] if getattr(value, "params", ()) else value.type.code))
    return "" if field is None else type(field).__name__


def keys_of(node: MDNode, path: str, depth: int = 0) -> Iterator[Key]:
    """The keys of a node: a string starts a key, and what follows it are its values; nodes have keys of their own."""
    key = path
    for place, field in enumerate(node.fields):
        if isinstance(field, MDNode):
            if depth < 12:
                yield from keys_of(field, key if field.fields and depth else f"{path}[{place}]", depth + 1)
        elif isinstance(field, MDString) and field.value.startswith("air."):
            key = f"{path}.{field.value}"
            yield key, ""
        else:
            yield key, value_of(field)


def all_keys(module: Module, name: str) -> list[Key]:
    """The keys of a module, in order."""
    result: list[Key] = [
        ("identification", module.identification or ""),
        ("data layout", module.data_layout),
        ("triple", module.triple),
        ("source file name", module.source_filename or ""),
        ("names of lists", ", ".join(item for item in module.named_metadata if item != "llvm.dbg.cu")),
    ]
    result += [("globals", variable.name) for variable in module.globals if "mtlb" not in variable.name]
    for list_, nodes in module.named_metadata.items():
        if list_ == "llvm.dbg.cu":
            result += list(debug_keys(module, name))
        else:
            for node in nodes:
                result += keys_of(node, list_)
    return result


def debug_keys(module: Module, name: str) -> Iterator[Key]:
    """The classes of debug records that a function uses."""
    function = module.function(name)
    unit = module.named_metadata["llvm.dbg.cu"][0]
    yield "debug info: unit", " ".join(str(field) for field in unit.fields if not isinstance(field, (MDNode, MDString)))
    if function is not None:
        yield "debug info: subprogram", str(any(isinstance(node, MDNode) for _, node in function.metadata))
        located = sum(instruction.debug_loc is not None for instruction in function.instructions())
        yield "debug info: instructions without a location", str(located == 0)


def differences(theirs: bytes, ours: bytes, name: str) -> dict[str, str]:
    """The keys whose values differ, with both values."""
    left, right = (all_keys(read_module(item), name) for item in (theirs, ours))
    result: dict[str, str] = {}
    for key in dict.fromkeys(key for key, _ in (*left, *right)):
        values = [[value for item, value in keys if item == key] for keys in (left, right)]
        if values[0] != values[1]:
            pairs = zip_longest(*values)
            result[key] = " is ".join(str(item)[:120] for item in next(pair for pair in pairs if pair[0] != pair[1]))
    return result


def compared(unit: Embedded) -> list[tuple[str, dict[str, str]]]:
    """The functions of one source, with the keys that differ."""
    ours = modules_of(unit, is_whole=True)
    return [
        (f"{unit.library}: {name}", differences(module, ours[name], name))
        for name, module in unit.functions
        if name in ours
    ]


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    counts: Counter[str] = Counter()
    examples: dict[str, str] = {}
    functions = 0
    for name, result in each_function(__doc__, compared, arguments):
        functions += 1
        counts.update(result.keys())
        for key, text in result.items():
            examples.setdefault(key, f"{name}: {text}")
    print(f"{functions} functions")
    for key, count in counts.most_common():
        print(f"{count:5}  {key}\n         {examples[key]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
