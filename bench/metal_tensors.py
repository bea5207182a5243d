"""How the functions for tensors are called in two libraries of the same sources, function by function.

    python -m bench.metal_tensors OURS APPLES [--only NAME] [--run N]

Of each function that both libraries have: whether the arguments in the metadata are the same (interface), whether the
same functions for tensors are declared, with the same types and attributes (declarations), and whether they are called
in the same order with the same constants, types and attributes (calls); how often differs with what is in line.

These functions cannot be run: which element a thread holds is known to Apple's drivers alone. With `--run`, so many
functions with cooperative tensors alone are run with stand-ins that keep to one thread (`_stand_ins.py`): the same
bytes show that the data flow around the products is the same. Each is run with another stand-in, too: if that changes
nothing, the generated arguments reached no product, and the function does not count. docs/metal.md §10 has the figures.
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
from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.cpu.compare import compare_functions
from mtlb.cpu.process import Session
from mtlb.ir.text.printer import print_module

from ._stand_ins import with_stand_ins
from .metal_forms import NUMBERED, attribute_groups
from .metal_sources import interface_difference

_NAME = rf'@("[^"]*"|{PROVIDED}\w+|air\.[\w.]*tensor[\w.]*|[\w.$]*{re.escape(SIZE_SUFFIX)})'
_CALL = re.compile(rf"call ([^@\n]*){_NAME}\((.*)\) (#\d+)")
_START = re.compile(r"\bair\.init_|_tensor_init(?![\w.])")
_VALUE = re.compile(r"%\d+|bitcast \(.*? to i8(?: addrspace\(\d\))?\*\)")


def declarations(text: str) -> list[str]:
    """The declared functions for tensors, with their attributes."""
    groups = attribute_groups(text)
    lines = re.findall(rf"^declare [^@\n]*{_NAME}(.*)$", text, re.MULTILINE)
    kept = [f"{name}{rest}" for name, rest in lines if not name.startswith('"')]
    return sorted(NUMBERED.sub("", re.sub(r"#\d+", lambda item: groups[item[0]], line)) for line in kept)


def calls(text: str) -> Counter[tuple[str, ...]]:
    """The calls of these functions in order, in groups that start where tensors are made, without numbers of values.
    Those that compute sizes are a group for each function: they stand where an inliner moves them.
    """
    groups, result = attribute_groups(text), Counter[tuple[str, ...]]()
    for body in re.findall(r"^define .*\n((?:.*\n)*?)\}$", text, re.MULTILINE):
        group: list[str] = []
        for match in _CALL.finditer(body):
            if match[2].startswith('"') or match[2].endswith(SIZE_SUFFIX):
                continue
            line = f"{match[1]}{match[2]}({_VALUE.sub('%', match[3])}) {groups[match[4]]}"
            if _START.search(match[2]) and group and not _START.search(group[-1]):
                result[tuple(group)] += 1
                group = []
            group.append(NUMBERED.sub("", line.removeprefix("tail ")))
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
    result = ["interface"] * bool(interface_difference(*points))
    result += ["declarations"] * (declarations(left) != declarations(right))
    result += ["functions for sizes"] * (sizes(left) != sizes(right))
    groups = calls(left), calls(right)
    if groups[0] != groups[1]:
        result.append("calls" if set(groups[0]) != set(groups[1]) else "how often calls are there")
    return result


def run(theirs: bytes, ours: bytes, name: str, session: Session, seconds: float) -> str:
    """What comes of running two modules of a function with the same stand-ins."""
    try:
        expected, result = with_stand_ins(theirs), with_stand_ins(ours)
        compared = compare_functions(result, expected, name, session=session, seconds=seconds)
        if compared.outcome != "same":
            return f"{compared.outcome}: {compared.detail[:80]}"
        changed = compare_functions(with_stand_ins(ours, scale=0.25), expected, name, session=session, seconds=seconds)
    except MtlbError as error:
        return f"not run: {str(error)[:80]}"
    return "same, no product reached" if changed.outcome == "same" else "same"


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ours", type=Path)
    parser.add_argument("theirs", type=Path)
    parser.add_argument("--only", default="", help="functions with this in their name alone")
    parser.add_argument("-v", action="store_true", help="a line for each function that differs")
    parser.add_argument("--run", type=int, default=0, help="so many functions are run, evenly distributed")
    parser.add_argument("--seconds", type=float, default=20.0, help="the limit of a run")
    chosen = parser.parse_args(arguments)
    theirs = {function.name: function for function in mtlb.open(chosen.theirs).functions}
    counts: Counter[str] = Counter()
    pairs = [
        (function.name, bytes(theirs[function.name].module), bytes(function.module))
        for function in mtlb.open(chosen.ours).functions
        if function.name in theirs and chosen.only in function.name
    ]
    session = Session()
    for number, (name, expected, module) in enumerate(pairs):
        if chosen.run:
            if number * chosen.run // len(pairs) == (number - 1) * chosen.run // len(pairs):
                continue
            points = [run(expected, module, name, session, chosen.seconds)]
        else:
            points = differences(expected, module, name) or ["no difference"]
        counts.update(["functions", *points])
        if points != ["no difference"] and chosen.v:
            print(f"{name}: {', '.join(points)}", flush=True)
    for name, count in counts.most_common():
        print(f"{count:5}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
