"""How the functions of small sources call AIR, beside what Apple's compiler made of the same sources.

    python -m bench.metal_probes FOLDER [--only NAME] [-v]

FOLDER has pairs: `probe.metal` and, beside it, `probe.ll`, the textual IR of Apple's compiler (any name; the endings
count). Such pairs are in the public repository kagurasumusun/metal (metal-info-set/golden). Functions with C linkage
that are not entry points are compiled as visible functions: without an entry point the module would not keep them. A
function that does not compile is listed and left out of the source. Macros `__HAVE_...` that a source asks for are
defined: Apple's compiler defines them for what its target has.

Of each function that both modules have, these are compared: the signature with attributes (of entry points alone:
those of visible functions are others); functions of AIR that are called, in order; types and constants of the operands;
flags of fast math, of calls and other instructions; attributes of calls; declarations with attributes; attributes of
the function. Numbers of values and metadata are not.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mtlb.air.target import AirTarget
from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.ir.text.printer import print_module
from mtlb.metal import CompileOptions, compile_source

from .metal_forms import attribute_groups

_STANDARD = re.compile(r'!\{!"Metal", i32 (\d), i32 (\d)')
_FLAGS = "fast|reassoc|nnan|ninf|nsz|arcp|contract|afn"
_CALL = re.compile(rf"call ((?:(?:{_FLAGS}) )*)([^@\n]*?) ?@([\w.$]+)\((.*)\)(?: (#\d+))?(?:, !.*)?$")
_ARITHMETIC = re.compile(rf"= (f\w+|select|phi) ((?:(?:{_FLAGS}) )*)")
_COUNTED = ("air.", ".MTL_CONTROL_POINT_FN")
_START = re.compile(r'^(?:extern "C"|\[\[|(?:kernel|vertex|fragment)\b).*', re.MULTILINE)
_PLAIN = re.compile(r'extern "C"')
_CONDITION = re.compile(r"^[ \t]*#[ \t]*(?:el)?if.*", re.MULTILINE)
_WHOLE = "the source"
"""Stands for a function in the list of errors, where no function causes the error."""
_GUARD = re.compile(r"\b__HAVE_\w+")


@dataclass(frozen=True)
class Call:
    """A call of a function of AIR: its name, the flags before it, its result and operands, its attributes."""

    name: str
    flags: str
    operands: str
    attributes: str


@dataclass
class Body:
    """What is compared of a function."""

    signature: str
    attributes: str
    calls: list[Call] = field(default_factory=list)
    arithmetic: Counter[str] = field(default_factory=Counter)


@dataclass
class Text:
    """The functions of a module, and its declarations of functions of AIR, by name."""

    bodies: dict[str, Body] = field(default_factory=dict)
    declarations: dict[str, str] = field(default_factory=dict)


def read_text(text: str) -> Text:
    """What is compared of a module's textual IR."""
    groups = {name: _sorted(words) for name, words in attribute_groups(text).items()}
    result, body = Text(), None
    for line in text.splitlines():
        if line.startswith(("define ", "declare ")):
            name = re.search(r"@([\w.$]+)\(", line)
            group = re.search(r" (#\d+)(?= |$)", line)
            attributes = groups.get(group[1], "") if group is not None else ""
            if name is None:
                continue
            if line.startswith("declare ") and any(word in name[1] for word in _COUNTED):
                result.declarations[name[1]] = (
                    f"{_without_names(line.partition(' local_unnamed_addr')[0])} {attributes}"
                )
            elif line.startswith("define "):
                plain = _without_names(re.sub(r"^define (?:linkonce_odr |internal |weak_odr )?", "", line))
                body = result.bodies[name[1]] = Body(plain.partition(" local_unnamed_addr")[0], attributes)
        elif line == "}":
            body = None
        elif body is not None:
            _read_line(body, line, groups)
    return result


def _read_line(body: Body, line: str, groups: dict[str, str]) -> None:
    call = _CALL.search(line)
    if call is not None and any(word in call[3] for word in _COUNTED):
        operands = f"{call[2]} ({_without_names(call[4])})"
        body.calls.append(Call(call[3], call[1].strip(), operands, groups.get(call[5] or "", "")))
    elif found := _ARITHMETIC.search(line):
        body.arithmetic[f"{found[1]} {found[2]}".strip()] += found[1] != "phi"


def _without_names(text: str) -> str:
    """Without numbers of values: casts of pointers, which have the types of two sources, go too."""
    text = re.sub(r"%\d+", "%", text)
    return re.sub(r"@__air_sampler_state(?:\.\d+)?", "@__air_sampler_state", text)


def _sorted(words: str) -> str:
    return " ".join(sorted(re.findall(r'"[^"]*"(?:="[^"]*")?|[^\s"]+', words)))


def differences(theirs: Text, ours: Text, name: str, *, is_entry: bool = True) -> dict[str, str]:
    """The points in which a function differs, each with an example."""
    left, right, result = theirs.bodies[name], ours.bodies[name], dict[str, str]()
    pairs = list(zip(left.calls, right.calls, strict=False))
    if [item.name for item in left.calls] != [item.name for item in right.calls]:
        names = [", ".join(item.name for item in body.calls) or "none" for body in (left, right)]
        is_order = Counter(item.name for item in left.calls) == Counter(item.name for item in right.calls)
        result["order of calls" if is_order else "functions called"] = " is ".join(names)
        pairs = []
    for point in ("operands", "flags", "attributes"):
        for one, other in pairs:
            if getattr(one, point) != getattr(other, point):
                result.setdefault(f"{point} of calls", f"{one.name}: {getattr(one, point)} is {getattr(other, point)}")
    if is_entry and left.signature != right.signature:
        result["signature"] = f"{left.signature} is {right.signature}"
    if left.arithmetic != right.arithmetic:
        result["other instructions"] = f"{dict(left.arithmetic)} is {dict(right.arithmetic)}"
    if left.attributes != right.attributes:
        both = left.attributes.split(), right.attributes.split()
        result["attributes of functions"] = (
            f"{sorted(set(both[0]) - set(both[1]))} is {sorted(set(both[1]) - set(both[0]))}"
        )
    for call in left.calls:
        declared = [text.declarations.get(call.name, "") for text in (theirs, ours)]
        if declared[1] and declared[0] and declared[0] != declared[1]:
            result.setdefault("declarations", " is ".join(declared))
    return result


# --- compiling, without the functions that do not compile


def functions_of(source: str) -> Iterator[tuple[int, int, str]]:
    """The first and last line and the text of each function that starts a line, counted from 1."""
    for match in _START.finditer(source):
        depth, position, is_open = 0, match.start(), False
        while position < len(source) and not (is_open and depth == 0):
            depth += {"{": 1, "}": -1}.get(source[position], 0)
            is_open |= source[position] == "{"
            position += 1
        first = source.count("\n", 0, match.start()) + 1
        yield first, first + source.count("\n", match.start(), position), source[match.start() : position]


def compiled(source: str, standard: str) -> tuple[Text, dict[str, str]]:
    """The module of a source, and the functions that do not compile, each with the error."""
    refused: dict[str, str] = {}
    source = _PLAIN.sub("[[visible]]", source)
    guards = tuple(sorted({name for line in _CONDITION.findall(source) for name in _GUARD.findall(line)}))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "probe.metal")
        while True:
            path.write_text(source, encoding="utf-8")
            try:
                options = CompileOptions(AirTarget("macos26"), standard, defines=guards, warnings=("-w",))
                return read_text(print_module(read_module(compile_source(path, options).bitcode))), refused
            except MtlbError as error:
                lost = _blamed(source, str(error))
                if not lost:
                    refused[_WHOLE] = str(error)[:200]
                    return Text(), refused
                for text, reason in lost.items():
                    name = re.search(r"(\w+)\s*\(", re.sub(r"\[\[.*?\]\]", "", text))
                    refused[name[1] if name is not None else text[:60]] = reason
                    source = source.replace(text, re.sub(r"[^\n]", " ", text))


def _blamed(source: str, message: str) -> dict[str, str]:
    """The texts of the functions that an error names, by line or by name, with the reason."""
    result: dict[str, str] = {}
    for line in message.splitlines():
        place = re.search(r"probe\.metal:(\d+):\d+: error: (.*)", line)
        name = re.search(r"'(\w+)'", line)
        for first, last, text in functions_of(source):
            is_there = place is not None and first <= int(place[1]) <= last
            if is_there or (place is None and name is not None and re.search(rf"\b{name[1]}\b", text)):
                result.setdefault(text, place[2] if place is not None else line)
    return result


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="pairs with this in their path alone")
    parser.add_argument("-v", action="store_true", help="each difference")
    chosen = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    for path in sorted(chosen.folder.rglob("*.metal")):
        judge = path.with_suffix(".ll")
        if chosen.only not in str(path) or not judge.exists():
            continue
        expected = judge.read_text(encoding="utf-8")
        standard = _STANDARD.search(expected)
        theirs = read_text(expected)
        version = f"metal{standard[1]}.{standard[2]}" if standard is not None else "metal4.0"
        source = path.read_text(encoding="utf-8")
        ours, refused = compiled(source, version)
        for name, reason in refused.items():
            if name not in theirs.bodies and name != _WHOLE:
                continue  # Apple's compiler did not see it
            counts["functions that do not compile"] += 1
            print(f"{path.parent.name}: {name}: not compiled: {reason}", flush=True)
        for name in theirs.bodies:
            if name in ours.bodies:
                is_entry = re.search(rf'extern "C"[^{{}}]*\b{name}\(', source) is None
                points = differences(theirs, ours, name, is_entry=is_entry)
                counts.update(["functions", *(points or ["no difference"])])
                for point, example in points.items() if chosen.v else ():
                    print(f"{path.parent.name}: {name}: {point}: {example}", flush=True)
    for point, count in counts.most_common():
        print(f"{count:5}  {point}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
