"""How the functions for tensors are called in two libraries of the same sources, function by function.

    python -m bench.metal_tensors OURS APPLES [--only NAME]

Of each function that both libraries have: whether the arguments in the metadata are the same (interface), whether the
same functions for tensors are declared, with the same types and attributes (declarations), and whether they are called
in the same order with the same constants, types and attributes (calls); how often differs with what is in line. These
functions cannot be run: which element a thread holds is known to Apple's drivers alone. docs/metal.md §10 has the
figures.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

import mtlb
from mtlb.air import read_entry_points
from mtlb.air.tensors import PROVIDED, SIZE_SUFFIX
from mtlb.bitcode import read_module
from mtlb.ir.text.printer import print_module

from .metal_sources import _difference

_NAME = rf'@("[^"]*"|{PROVIDED}\w+|air\.[\w.]*tensor[\w.]*|[\w.$]*{re.escape(SIZE_SUFFIX)})'
_CALL = re.compile(rf"call ([^@\n]*){_NAME}\((.*)\) (#\d+)")
_START = re.compile(r"\bair\.init_|_tensor_init(?![\w.])")
_VALUE = re.compile(r"%\d+|bitcast \(.*? to i8(?: addrspace\(\d\))?\*\)")
_SUFFIX = re.compile(r"\.\d+(?=[\"\s,*>)}\]]|$)")


def _groups(text: str) -> dict[str, str]:
    return dict(re.findall(r"^attributes (#\d+) = \{ ?(.*?) ?\}$", text, re.MULTILINE))


def declarations(text: str) -> list[str]:
    """The declared functions for tensors, with their attributes."""
    groups = _groups(text)
    lines = re.findall(rf"^declare [^@\n]*{_NAME}(.*)$", text, re.MULTILINE)
    kept = [f"{name}{rest}" for name, rest in lines if not name.startswith('"')]
    return sorted(_SUFFIX.sub("", re.sub(r"#\d+", lambda item: groups[item[0]], line)) for line in kept)


def calls(text: str) -> Counter[tuple[str, ...]]:
    """The calls of these functions in order, in groups that start where tensors are made, without numbers of values.
    Those that compute sizes are a group for each function: they stand where an inliner moves them.
    """
    groups, result = _groups(text), Counter[tuple[str, ...]]()
    for body in re.findall(r"^define .*\n((?:.*\n)*?)\}$", text, re.MULTILINE):
        group: list[str] = []
        for match in _CALL.finditer(body):
            if match[2].startswith('"') or match[2].endswith(SIZE_SUFFIX):
                continue
            line = f"{match[1]}{match[2]}({_VALUE.sub('%', match[3])}) {groups[match[4]]}"
            if _START.search(match[2]) and group and not _START.search(group[-1]):
                result[tuple(group)] += 1
                group = []
            group.append(_SUFFIX.sub("", line.removeprefix("tail ")))
        result[tuple(group)] += bool(group)
    return +result


def sizes(text: str) -> set[str]:
    """The functions that return the sizes of tensors."""
    return set(re.findall(rf"^define [^@\n]*@([\w.$]*{re.escape(SIZE_SUFFIX)})", text, re.MULTILINE))


def differences(theirs: bytes, ours: bytes, name: str) -> list[str]:
    """The points in which two modules of a function differ."""
    modules = [read_module(item) for item in (theirs, ours)]
    points = [next(point for point in read_entry_points(module) if point.name == name) for module in modules]
    left, right = map(print_module, modules)
    result = ["interface"] * bool(_difference(*points))
    result += ["declarations"] * (declarations(left) != declarations(right))
    result += ["functions for sizes"] * (sizes(left) != sizes(right))
    groups = calls(left), calls(right)
    if groups[0] != groups[1]:
        result.append("calls" if set(groups[0]) != set(groups[1]) else "how often calls are there")
    return result


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ours", type=Path)
    parser.add_argument("theirs", type=Path)
    parser.add_argument("--only", default="", help="functions with this in their name alone")
    parser.add_argument("-v", action="store_true", help="a line for each function that differs")
    chosen = parser.parse_args(arguments)
    theirs = {function.name: function for function in mtlb.open(chosen.theirs).functions}
    counts: Counter[str] = Counter()
    for function in mtlb.open(chosen.ours).functions:
        other = theirs.get(function.name)
        if other is None or chosen.only not in function.name:
            continue
        points = differences(bytes(other.module), bytes(function.module), function.name)
        counts.update(["functions", *(points or ["no difference"])])
        if points and chosen.v:
            print(f"{function.name}: {', '.join(points)}")
    for name, count in counts.most_common():
        print(f"{count:5}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
