"""LLVM's passes, run by llvmlite instead of clang, so that the result does not depend on the user's clang. They run in
a separate process (`passes.py`) with limits of time and memory, which may crash.

All functions are inlined and variables are split (SROA) before instructions are combined; otherwise vectors would be
copied as integers. Loops are not unrolled and nothing is vectorised: the GPU's compiler does that, as it does for
Apple's front end. Unroll hints are hidden from the passes, which would otherwise apply them.
"""

from __future__ import annotations

import importlib.util
import os
import re
import struct
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import as_file, files

from ..base.errors import BuildError, UnsupportedError
from ..bitcode import read_module
from ..ir import AttributeGroup, AttributeKind, MDNode, MDString, Module
from ..ir.names import LIFETIME
from .clang import run
from .copies import hide_copies
from .llvm_text import (
    FLAG_WORDS,
    GROUP,
    NAME,
    TextFunction,
    attribute_groups,
    char_type,
    edit_functions,
    entry_symbols,
    functions,
    list_items,
    named_types,
    next_node,
    without_types,
)
from .older import restore_forms
from .strict import separate_strict
from .tensors import declare_effects
from .uniform import declare_assumptions
from .vectors import ELEMENT_BYTES, contract_products, flatten_vectors

_HINT, _HIDDEN = "llvm.loop.unroll.", "mtlb.loop.unroll."
_RESULT = "literal_result"
_LITERAL = re.compile(rf'%"?struct\.[^\s="]*(?:__mtl_literal|{_RESULT})')
_TARGET = re.compile(r'"target-(?:features|cpu)"="[^"]*" ?')
_FAST = re.compile(
    r'^(attributes #\d+ = \{(?=[^\n]*"no-signed-zeros-fp-math"="true")(?![^\n]*"unsafe-fp-math")[^\n}]*?) *\}',
    re.MULTILINE,
)
"""Attributes of functions with fast math as clang 22 writes them; older clangs, and Apple's compiler, write two
more.
"""
_FINITE = re.compile(r'(?<!"no-nans-fp-math"="true" )"no-signed-zeros-fp-math"="true"')
"""Where clang 23, which has only flags of instructions, leaves out two attributes of functions with fast math."""
_CONVERSION_FLAGS = re.compile(rf"(= [su]itofp ){FLAG_WORDS}")
"""Flags that LLVM 23 writes and LLVM 22 does not read."""
_WIDTHS = re.compile(r'^(target datalayout = "[^"\n]*-n)16:32:64"', re.MULTILINE)
"""The widths of a processor's integers: NVPTX has 64 bits. AIR has 8, 16 and 32 (`n8:16:32` in its data layout), so
counters of loops keep their width.
"""
_LIFETIME = re.compile(r"(call void @llvm\.lifetime\.\w+\.[^\n()]*\([^\n()]*(?:\([^\n()]*\)[^\n()]*)*\)) #\d+")
"""Calls whose attributes LLVM drops when it reads the form of older clangs."""
_NOT_A_TYPE = r"(?:(?!\b(?:float|half|bfloat|double)\b)[^\n])*?"
_NUMBER = re.compile(
    rf"\b(float|half|bfloat)\b({_NOT_A_TYPE}[ ,])([+-]inf|nan|f0x[\dA-F]+|-?\d\.\d+e[+-]\d+)(?=[,)\]>\s]|$)",
    re.MULTILINE,
)
"""Numbers after their type, as LLVM 23 writes them: older LLVMs read no infinities, bits of other forms, and decimals
that are exact. The second operand of an instruction has the type of the first.
"""
_SPECIAL = {
    "float": {"+inf": 0x7F800000, "-inf": 0xFF800000, "nan": 0x7FC00000},
    "half": {"+inf": 0x7C00, "-inf": 0xFC00, "nan": 0x7E00},
    "bfloat": {"+inf": 0x7F80, "-inf": 0xFF80, "nan": 0x7FC0},
}


def _older_number(match: re.Match[str]) -> str:
    """A number in the form of older LLVMs: the bits of a float as those of a double."""
    type_, between, word = match.groups()
    if word in _SPECIAL[type_]:
        bits = _SPECIAL[type_][word]
    elif word.startswith("f0x"):
        bits = int(word[3:], 16)
    elif type_ == "half":
        [bits] = struct.unpack("<H", struct.pack("<e", float(word)))
    else:
        [bits] = struct.unpack("<I", struct.pack("<f", float(word)))
        bits = bits if type_ == "float" else (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    if type_ == "float":
        [value] = struct.unpack("<f", struct.pack("<I", bits))
        number = f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
    else:
        number = f"0x{'H' if type_ == 'half' else 'R'}{bits:04X}"
    return f"{type_}{between}{number}"


_MOST_INSTRUCTIONS = 16_000_000
_LARGEST_FUNCTION = 200_000
"""The number of instructions with all calls in line up to which a function keeps none: 87,060 are the most in MLX's
files (fft.metal). Cycles' have 740,000, whose passes take three minutes.
"""
_ENOUGH_INSTRUCTIONS = 500_000
"""The number of instructions that is aimed at if all functions in line would have too many."""
_LEAST_KEPT = 100
"""The number of instructions below which a function is always in line."""
_IN_LINE = re.compile(r"_ZZ?N?K?(?:5metal|5__mtl)|__|.*Ul\w*E\d*_")
"""Functions that remain in line: the library's, and those with lambdas, whose captured pointers have no declaration."""
_MOST_BITCODE = 256 << 20

_SHIFT = re.compile(
    r"^  (%\S+) = ((?:shl|lshr|ashr)(?: nuw| nsw| exact)*) (<(\d+) x i(\d+)>|i(\d+)) (\S+), (\S+?)(,.*)?$", re.MULTILINE
)


def mask_shifts(text: str) -> str:
    """Take shift amounts modulo the width of the shifted value, as Metal does.

    C++ leaves larger amounts undefined. Apple's compiler writes an `and` before each shift by a variable (MLX's
    `implicit_gemm_conv_2d_*`, where `swizzle_log` is a variable), as clang does for OpenCL C.
    """
    count_of_masks = 0

    def masked(match: re.Match[str]) -> str:
        nonlocal count_of_masks
        result, operation, type_, count, width, scalar, value, amount, rest = match.groups()
        mask = int(width or scalar) - 1
        if re.fullmatch(r"\d+", amount):
            return f"  {result} = {operation} {type_} {value}, {int(amount) & mask}{rest or ''}"
        if not amount.startswith("%"):
            return match[0]  # a constant vector
        count_of_masks += 1
        masks = f"<{', '.join([f'i{width} {mask}'] * int(count))}>" if count else str(mask)
        name = f"%mtlb.shift.{count_of_masks}"
        return f"  {name} = and {type_} {amount}, {masks}\n  {result} = {operation} {type_} {value}, {name}{rest or ''}"

    return _SHIFT.sub(masked, text)


_LOAD_THREE = re.compile(
    r"^  (%\S+) = (load(?: volatile)?) <4 x (\w+)>, (.*)\n"
    r"  (%\S+) = shufflevector <4 x \3> \1, <4 x \3> poison, <3 x i32> <i32 0, i32 1, i32 2>$",
    re.MULTILINE,
)
_STORE_THREE = re.compile(
    r"^  (%\S+) = shufflevector <3 x (\w+)> (\S+), <3 x \2> (?:poison|undef), "
    r"<4 x i32> <i32 0, i32 1, i32 2, i32 (?:poison|3)>\n"
    r"  (store(?: volatile)?) <4 x \2> \1, ",
    re.MULTILINE,
)
_STORE_CONSTANT = re.compile(r"^  (store(?: volatile)?) <4 x (\w+)> <([^<>]*), \2 poison>, ", re.MULTILINE)


def narrow_threes(text: str) -> str:
    """Load and store vectors of three elements as three elements, as Apple's compiler does; clang accesses four."""
    text = _LOAD_THREE.sub(r"  \5 = \2 <3 x \3>, \4", text)
    text = _STORE_THREE.sub(r"  \4 <3 x \2> \3, ", text)
    return _STORE_CONSTANT.sub(r"  \1 <3 x \2> <\3>, ", text)


_THREE = re.compile(r"<3 x (\w+)>")
_ADDRESS = re.compile(rf"^  (%[\w.]+) = (?:alloca|getelementptr(?: inbounds)?(?: nuw| nusw)*) (%{NAME})(.*)$")
_PLACES = re.compile(r"i\d+ (\S+?)(?:,|$)")
_COPY = re.compile(
    r"^(  call void @llvm\.memcpy\.p0\.p0\.i64\(ptr [^%@]*)(%[\w.]+)(, ptr [^%@]*)(%[\w.]+)(, i64 )(\d+)(, i1 false\))"
)


def copy_threes(text: str) -> str:
    """Copy vectors of three elements without the bytes after them: Apple's compiler stores `<3 x float>`.

    In C++ the fourth element is part of the class, and a copy would write memory that Metal does not write
    (gsm-renderer's `precomputeClusterAABBsFloat`, in the corpus). A copy counts as one of a vector if the type of one
    side is known: a variable of the type, or a member.
    """
    bodies = named_types(text)
    threes: dict[str, int] = {}

    def bytes_of(name: str, depth: int = 0) -> int:
        """The size in bytes of a type that is a vector of three; 0 for another type."""
        body = bodies.get(name, name).removeprefix("{ ").removesuffix(" }")
        if match := _THREE.fullmatch(body):
            return 3 * ELEMENT_BYTES.get(match[1], 0)
        return bytes_of(body, depth + 1) if body in bodies and depth < 2 else 0

    for name in bodies:
        if "metal::vec" in name and (size := bytes_of(name)):
            threes[name] = size
    if not threes:
        return text
    numbers: dict[str, int] = {}
    tags = dict(re.findall(r"^(!\d+) = !\{i64 0, i64 \d+, (!\d+)\}$", text, re.MULTILINE))
    layouts: dict[str, str] = {}
    first = next_node(text)
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.startswith("define "):
            numbers = {}
        elif address := _ADDRESS.match(line):
            numbers[address[1]] = threes.get(_member_type(bodies, address[2], address[3]), 0)
        elif copy := _COPY.match(line):
            bytes_ = numbers.get(copy[2]) or numbers.get(copy[4], 0)
            if bytes_ and int(copy[6]) == bytes_ // 3 * 4:
                rest, _, layout = line[copy.end() :].partition(", !tbaa.struct ")
                if layout in tags:
                    layout = f"{{i64 0, i64 {bytes_}, {tags[layout]}}}"
                    rest += f", !tbaa.struct {layouts.setdefault(layout, f'!{first + len(layouts)}')}"
                lines[number] = "".join((*copy.groups()[:5], str(bytes_), copy[7], rest))
    return "\n".join([*lines, *(f"{number} = !{layout}" for layout, number in layouts.items())])


def _member_type(bodies: dict[str, str], type_: str, rest: str) -> str:
    """The pointee type of an address: that of a variable, or of the member that the indices select."""
    for place in _PLACES.findall(rest.partition(" %")[2])[1:]:
        members = bodies.get(type_, "").removeprefix("<").removesuffix(">")
        if type_.startswith("["):
            type_ = type_.partition(" x ")[2].removesuffix("]")
        elif members.startswith("{") and place.isdigit():
            types = list_items(members[1:-1])
            type_ = types[int(place)] if int(place) < len(types) else ""
        else:
            return ""
    return type_


_CLASSES = re.compile(
    r'^!(\d+) = !\{!"_ZTSN5metal(?:3vec|10packed_vec)I[^"]*", !(\d+), i64 0(?:, .*)?\}$', re.MULTILINE
)
_NODE = re.compile(r"^(!\d+ = !\{)(.*)\}$", re.MULTILINE)
_TAG = re.compile(r"!(\d+), !\d+, i64 \d+")


def rename_types(text: str) -> str:
    """Rename TBAA types to those of Apple's compiler: `half`, `bfloat`; vectors, which are not classes there,
    are char.
    """
    text = text.replace('!{!"_Float16", ', '!{!"half", ').replace('!{!"__bf16", ', '!{!"bfloat", ')
    char = char_type(text)
    classes = {number for number, _ in _CLASSES.findall(text)}
    if not char or not classes:
        return text

    def changed(match: re.Match[str]) -> str:
        start, fields = match.groups()
        tag = _TAG.fullmatch(fields)
        if tag and tag[1] in classes:
            return f"{start}{char}, {char}, i64 0}}"
        if not fields.startswith('!"_ZTS') and not tag:
            return match[0]
        fields = re.sub(r"(?<![\w\"])!(\d+)(?=, i64)", lambda item: char if item[1] in classes else item[0], fields)
        return f"{start}{fields}}}"

    return _NODE.sub(changed, text)


_BY_VALUE = re.compile(rf"ptr [^,()]*byval\((%{NAME})\) align (\d+) (%[\w.]+)")
_ENTRIES = "_ZN5__mtl(?:8entry_of|12staged_entry|13several_entry)"
_CALLED = re.compile(r"_ZN5__mtl(?:12called_entry|9stitchingI)")
_INDIRECT = re.compile(r"^  (?:%\S+ = )?(?:tail )?call [^\n@]*? %[\w.]+\([^\n]*byval\([^\n]*$", re.MULTILINE)
_PLAIN = re.compile(r'%"struct\.__mtl::plain_object')
PART = "mtlb.part."
"""How parameters are named that are elements of an object: then the number of the object's parameter in C++, and that
of the element.
"""


def pass_objects(text: str) -> str:
    """Pass objects by value, as AIR does, instead of by the address of a copy: to entry points whole; to visible
    functions, to functions of tables and to functions that store a result in a graph by the elements of their type,
    one level deep, with those that are padding.

    Sources: the functions of the probes P06M40, P07F40, P08M40 and P25M of kagurasumusun/metal, and helper functions
    that Apple's compilers did not inline: `computeSpecular` and `calculateParameters` of metalib-spirv's hybrid
    rendering sample (AIR 2.3; eight bytes of padding are a parameter), `projectToEye` of gsm-renderer (matrices are
    arrays). In clang: `ABIArgInfo::getDirect`.
    """
    bodies = named_types(text)

    def elements(type_: str) -> tuple[list[str], str]:
        """The elements of an object, and the place of the object in the type."""
        is_plain = _PLAIN.match(type_) is not None
        body = bodies[_elements(bodies[type_])[0] if is_plain else type_]
        result = _elements(body)
        if is_plain and body.startswith("<") and re.fullmatch(r"\[[1-7] x i8\]", result[-1]):
            result.pop()  # AIR's type has the same size without it: its largest integers have an alignment of 8
        return result, "0, " if is_plain else ""

    def changed(function: TextFunction) -> TextFunction | None:
        if "byval" not in function.head:
            return None
        if _CALLED.match(function.name):
            return taken_apart(function)
        if not re.match(_ENTRIES, function.name):
            return None
        copies, body = "", function.body
        for type_, align, name in _BY_VALUE.findall(function.head):
            copy = f"%mtlb.copy.{name[1:]}"
            body = re.sub(rf"{re.escape(name)}(?![\w.])", copy, body)
            copies += f"  {copy} = alloca {type_}, align {align}\n  store {type_} {name}, ptr {copy}, align {align}\n"
        return function._replace(head=_BY_VALUE.sub(r"\1 \3", function.head), body=copies + body)

    def taken_apart(function: TextFunction) -> TextFunction:
        """A function that takes the elements of its objects."""
        start = function.head.index(f"@{function.name}(") + len(function.name) + 2
        end = _closing(function.head, start)
        parameters, copies, body = [], "", function.body
        for number, parameter in enumerate(list_items(function.head[start:end])):
            match = _BY_VALUE.fullmatch(parameter)
            if match is None:
                parameters.append(parameter)
                continue
            type_, align, name = match.groups()
            copy, value = f"%mtlb.copy.{name[1:]}", "poison"
            body = re.sub(rf"{re.escape(name)}(?![\w.])", copy, body)
            copies += f"  {copy} = alloca {type_}, align {align}\n"
            items, inside = elements(type_)
            for place, element in enumerate(items):
                part = f"%{PART}{number}.{place}"
                parameters.append(f"{element} {part}")
                copies += f"  {copy}.{place} = insertvalue {type_} {value}, {element} {part}, {inside}{place}\n"
                value = f"{copy}.{place}"
            copies += f"  store {type_} {value}, ptr {copy}, align {align}\n"
        head = f"{function.head[:start]}{', '.join(parameters)}{function.head[end:]}"
        return function._replace(head=head, body=copies + body)

    count = 0

    def passed(match: re.Match[str]) -> str:
        """A call of a function in a table."""
        nonlocal count
        loads = ""

        def parts(argument: re.Match[str]) -> str:
            nonlocal count, loads
            type_, align, name = argument.groups()
            count += 1
            whole, result = f"%mtlb.passed.{count}", []
            loads += f"  {whole} = load {type_}, ptr {name}, align {align}\n"
            items, inside = elements(type_)
            for place, element in enumerate(items):
                loads += f"  {whole}.{place} = extractvalue {type_} {whole}, {inside}{place}\n"
                result.append(f"{element} {whole}.{place}")
            return ", ".join(result)

        call = _BY_VALUE.sub(parts, match[0])
        return loads + call

    return _INDIRECT.sub(passed, edit_functions(text, changed))


def _elements(body: str) -> list[str]:
    """The elements of a struct."""
    return list_items(body.strip("<>").strip("{} "))


def _closing(text: str, start: int) -> int:
    """The position of the bracket that closes a list of parameters, which begins at `start`."""
    depth, position = 1, start
    while depth:
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
    return position - 1


def normalise(text: str, *, is_finite: bool = False, is_contracted: bool = False) -> str:
    """LLVM IR of any clang in the form that the passes expect: no target features, no hints, literal types as
    in AIR. `is_finite`: the math has neither NaN nor infinities. `is_contracted`: products and sums in one expression
    are.
    """
    text = declare_effects(declare_assumptions(pass_objects(text)))
    text = flatten_vectors(copy_threes(narrow_threes(mask_shifts(_TARGET.sub("", text).replace(_HINT, _HIDDEN)))))
    text = contract_products(text) if is_contracted else text
    text = _WIDTHS.sub(r'\g<1>8:16:32"', text)
    # For NVPTX, -gline-tables-only makes directives alone; the lines are there all the same. All 16 sources by the
    # compiler of macOS 26 have the language Metal; earlier compilers wrote C++.
    text = hide_copies(rename_types(text)).replace("emissionKind: DebugDirectivesOnly", "emissionKind: LineTablesOnly")
    text = text.replace("DICompileUnit(language: DW_LANG_C_plus_plus_14,", "DICompileUnit(language: DW_LANG_Metal,")
    text = _LIFETIME.sub(r"\1", text).replace("getelementptr inbounds nuw ", "getelementptr inbounds ")
    text = _CONVERSION_FLAGS.sub(r"\1", text)
    text = _FINITE.sub(r'"no-infs-fp-math"="true" "no-nans-fp-math"="true" \g<0>', text) if is_finite else text
    text = _FAST.sub(r'\1 "approx-func-fp-math"="true" "unsafe-fp-math"="true" }', text)
    changed = 1
    while changed:
        text, changed = _NUMBER.subn(_older_number, text)
    bodies = {name: _packed(name, body) for name, body in named_types(text).items() if _LITERAL.match(name)}
    if bodies:
        text = without_types(text, bodies)
        names = sorted(map(re.escape, bodies), key=len, reverse=True)
        text = re.sub(rf"(?:{'|'.join(names)})(?![\w.])", lambda match: bodies[match[0]], text)
    return text


def _packed(name: str, body: str) -> str:
    """The body of a literal type: results are packed, even if clang does not mark them as packed."""
    return f"<{body}>" if _RESULT in name and body.startswith("{") else body


def optimise(
    text: str,
    level: int = 2,
    *,
    seconds: float = 600.0,
    megabytes: int = 8192,
    is_apart: bool = False,
    is_finite: bool = False,
    is_contracted: bool = False,
    exact: Sequence[int] = (),
) -> Module:
    """Run the passes on LLVM IR; returns the module. `is_apart`: pointer parameters of entry points do not alias.
    `is_finite`, `is_contracted`: see `normalise`. `exact`: numbers of entry points whose operations are neither
    reassociated nor contracted.
    BuildError for text that llvmlite's LLVM does not read, and for passes that exceed their limits.
    """
    result, size = keep_calls(separate_strict(normalise(text, is_finite=is_finite, is_contracted=is_contracted), exact))
    if size > _MOST_INSTRUCTIONS:
        raise BuildError(
            f"with all calls in line it has {size} instructions: at most {_MOST_INSTRUCTIONS} are compiled"
        )
    spec = importlib.util.find_spec("llvmlite")
    if spec is None or not spec.submodule_search_locations:
        raise UnsupportedError("the package llvmlite is not there: `pip install llvmlite`")
    where = os.path.dirname(next(iter(spec.submodule_search_locations)))
    with as_file(files(__package__) / "passes.py") as program:
        finished = run(
            [sys.executable, "-I", "-S", str(program), where, str(level), *([_ENTRIES] if is_apart else [])],
            [],
            data=result.encode("utf-8", "surrogateescape"),
            seconds=seconds,
            megabytes=megabytes,
            most=_MOST_BITCODE,
            what="LLVM's passes",
        )
    if not finished.succeeded:
        raise BuildError(finished.messages.strip().rpartition("\n")[2] or "LLVM's passes failed")
    return restore_forms(_with_hints(read_module(finished.output, file="<passes>")))


class _Calls:
    """The calls of LLVM IR, for what inlining makes of them. `apart`: the functions that are not inlined.

    A call of a function that is calling itself, directly or through others, counts as one instruction.
    """

    def __init__(self, text: str) -> None:
        groups = attribute_groups(text)
        self.own: dict[str, int] = {}
        self.apart: set[str] = set()
        calls: dict[str, Counter[str]] = {}
        for function in functions(text):
            self.own[function.name] = function.body.count("\n")
            calls[function.name] = Counter(function.called)
            if "noinline" in groups.get(function.group, ""):
                self.apart.add(function.name)
        called = {callee for name, callees in calls.items() for callee in callees if callee != name}
        self.roots = calls.keys() - called
        self.callees: dict[str, list[tuple[str, int]]] = {}
        """The calls of each function, callees before their callers."""
        for root in calls:
            stack = [] if root in self.callees else [(root, list(calls[root]))]
            open_ = {root}
            while stack:
                name, left = stack[-1]
                if not left:
                    stack.pop()
                    open_.discard(name)
                    self.callees[name] = [item for item in calls[name].items() if item[0] in self.callees]
                    self.own[name] += sum(calls[name][callee] for callee in open_ | {name})
                elif (callee := left.pop()) in calls and callee not in self.callees and callee not in open_:
                    open_.add(callee)
                    stack.append((callee, list(calls[callee])))

    def sizes(self) -> dict[str, int]:
        """The number of instructions of each function after inlining all calls."""
        sizes: dict[str, int] = {}
        for name, callees in self.callees.items():
            inside = sum(count if callee in self.apart else count * sizes[callee] for callee, count in callees)
            sizes[name] = self.own[name] + inside
        return sizes

    def total(self, sizes: Mapping[str, int]) -> int:
        """The number of instructions in the module, or in the largest function."""
        return max([sum(sizes[name] for name in self.roots | self.apart), *sizes.values()], default=0)

    def copies(self) -> Counter[str]:
        """How often each function's code is in the module after inlining."""
        counts = Counter(self.roots | self.apart)
        for name in reversed(self.callees):
            for callee, count in self.callees[name]:
                if callee not in self.apart:
                    counts[callee] += count * counts[name]
        return counts


def expanded(text: str) -> int:
    """The number of instructions in LLVM IR after inlining all calls."""
    code = _Calls(text)
    return code.total(code.sizes())


def keep_calls(text: str) -> tuple[str, int]:
    """LLVM IR, and the number of its instructions after inlining. If they are too many, or too many in one function,
    large functions of the source are marked `noinline` until enough are gone: first the one with most instructions in
    its copies. Apple's modules have such calls.
    """
    code = _Calls(text)
    kept: set[str] = set()
    sizes = code.sizes()
    is_large = max(sizes.values(), default=0) > _LARGEST_FUNCTION
    most = _ENOUGH_INSTRUCTIONS if is_large else _MOST_INSTRUCTIONS
    while (size := code.total(sizes := code.sizes())) > most:
        most = _ENOUGH_INSTRUCTIONS
        copies = code.copies()
        saved = {
            name: (copies[name] - 1) * own
            for name, own in sizes.items()
            if own >= _LEAST_KEPT and name not in code.apart and not _IN_LINE.match(name)
        }
        name = max(saved, key=lambda name: saved[name], default="")
        if not name or saved[name] <= 0:
            break
        code.apart.add(name)
        kept.add(name)
    if not kept:
        return text, size
    groups = attribute_groups(text)
    first = max((int(number[1:]) for number in groups), default=-1) + 1
    added: dict[str, int] = {}

    def marked(function: TextFunction) -> TextFunction | None:
        if function.name not in kept or not function.group:
            return None
        number = added.setdefault(function.group, first + len(added))
        return function._replace(head=GROUP.sub(f"#{number}", function.head))

    text = edit_functions(text, marked)
    lines = (
        f"attributes #{number} = {{ noinline{groups[group][1:].replace(' alwaysinline', '')}"
        for group, number in added.items()
    )
    text = "\n".join([text, *lines, ""])
    return text, expanded(text)


def called_entries(text: str, entries: Mapping[int, str]) -> list[int]:
    """The entry points, by number, that functions of the source call. `entries`: the name of each function in C++."""
    calls = {function.name: function.called for function in functions(text)}
    wrappers = entry_symbols(text)
    callers: dict[str, set[str]] = {}
    for name, called in calls.items():
        for callee in called:
            callers.setdefault(callee, set()).add(name)
    result = []
    for number, name in entries.items():
        wrapper = wrappers.get(number, "")
        own = next((callee for callee in calls.get(wrapper, ()) if f"{len(name)}{name}" in callee), "")
        if any(re.match(f'"?{_ENTRIES}', caller) is None for caller in callers.get(own, ())):
            result.append(number)
    return result


def _without_inlining(group: AttributeGroup) -> AttributeGroup:
    """The attributes without those that `passes.py` sets on every function."""
    return group._replace(
        attributes=tuple(attribute for attribute in group.attributes if attribute.kind != AttributeKind.ALWAYS_INLINE)
    )


def _with_hints(module: Module) -> Module:
    """Restore the loop hints, and move lifetime declarations to the end, where LLVM puts those of older clangs."""
    module.functions.sort(key=lambda function: function.name.startswith(LIFETIME))
    for function in module.functions:
        function.attributes = tuple(_without_inlining(group) for group in function.attributes)
    seen: set[MDNode] = set()
    for function in module.functions:
        for instruction in function.instructions():
            work = [node for _, node in instruction.metadata if isinstance(node, MDNode)]
            while work:
                node = work.pop()
                if node in seen:
                    continue
                seen.add(node)
                for field in node.fields:
                    if isinstance(field, MDString) and field.value.startswith(_HIDDEN):
                        field.value = _HINT + field.value[len(_HIDDEN) :]
                    elif isinstance(field, MDNode):
                        work.append(field)
    return module
