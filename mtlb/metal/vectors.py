"""Vectors in LLVM IR, as Apple's compiler writes them: values of a vector type instead of objects of the class `vec`.

    %"struct.metal::vec" = type { %union.anon }         <3 x float> wherever the class is used
    %union.anon = type { <3 x float> }                  [3 x float] for `packed_vec`

    %1 = getelementptr %"struct.metal::vec", ptr %0, i32 0, i32 0
    %2 = getelementptr %struct.anon, ptr %1, i32 0, i32 1
    %3 = load float, ptr %2                             %v = load <3 x float>, ptr %1
                                                        %3 = extractelement <3 x float> %v, i32 1

An element is read out of the whole vector, and written into it: clang's extended vectors, which Metal's are, have no
addresses of elements. Sources: clang (`EmitStoreThroughExtVectorComponentLValue` in clang/lib/CodeGen/CGExpr.cpp); the
modules of 380 functions by compilers of 32023, of which none has such an address, and `makeStats` of kolinko/effort in
the corpus, whose four stores to elements are one store of a vector.
"""

from __future__ import annotations

import re
from collections import Counter

from ..air.types import NUMBERS
from .llvm_text import ACCESS, char_type, named_types, without_types

_LLVM_WORDS = {"f16": "half", "bf16": "bfloat", "f32": "float"}
ELEMENT_BYTES = {_LLVM_WORDS.get(number.word, number.word): number.bits // 8 for number in NUMBERS}
"""The size in bytes of numbers, by their type in LLVM IR."""
_CLASS = r'%"struct\.metal::(?:packed_)?vec(?:\.\d+)?"'
_UNION = r"%union\.anon(?:\.\d+)?(?![\w.])"
_NAME = re.compile(rf"{_CLASS}|{_UNION}")
_HELD = re.compile(r"<\d+ x \w+>|\[\d+ x \w+\]")
_CONSTANT = re.compile(rf"({_CLASS}) \{{ ({_UNION}) \{{ ([<\[][^{{}}]*) \}} \}}")
_MEMBER = re.compile(rf"(getelementptr [\w ]*\(?)({_CLASS})(, ptr [%@][^\s,]+, i\d+ [^\s,)]+), i\d+ 0\b")
_EXTRACT = re.compile(rf"= extractvalue ({_CLASS}|{_UNION}) (\S+), 0(?:, 0)?(?=,|$)", re.MULTILINE)
_INSERT = re.compile(
    rf"= insertvalue (?:{_CLASS}|{_UNION}) \S+ ({_UNION}|{_HELD.pattern}) (%\S+), 0(?=,|$)", re.MULTILINE
)
_VECTOR = re.compile(r"^  (%[\w.]+) = getelementptr [\w ]*(<(\d+) x (\w+)>), ptr \S+, i\d+ 0(?:,|$)")
_ELEMENT = re.compile(r"^  (%[\w.]+) = getelementptr [\w ]*%struct\.anon(?:\.\d+)?, ptr (%[\w.]+), i32 0, i32 (\d+)")
_INDEXED = re.compile(
    r"^  (%[\w.]+) = call [^@]*@_ZN5metal3vecI\w+?Li(\d+)EEixEm"
    r"\(ptr [^%@]*align (\d+)[^%@]*([%@][\w.]+), i64 [^%\d]*(%[\w.]+|\d+)\)"
)
_KEPT = re.compile(r", !dbg !\d+")
_LOCAL = re.compile(r"%[\w.]+")
_OPERATOR = r"@_ZN5metal{}ENS_3vecI(f|DF16_)Li([234])EEES1_"
_BY_VALUE = r"ptr [^%,]*byval\(<[^>]*>\) align (\d+) (%[\w.]+)"
_PRODUCT_CALL = re.compile(rf"^  (%[\w.]+) = call (<\d x \w+>) {_OPERATOR.format('ml')}\({_BY_VALUE}, {_BY_VALUE}\)")
_KEPT_RESULT = re.compile(r"^  store <\d x \w+> (%[\w.]+), ptr (%[\w.]+), align \d+")
_COPIED = re.compile(
    r"^  (%[\w.]+) = (?:select i1 true, <\d x \w+> (%[\w.]+),|getelementptr [^,]*, ptr (%[\w.]+), i\d+ 0(?:,|$))"
)
_SUM_CALL = re.compile(rf"^  (%[\w.]+) = call (<\d x \w+>) {_OPERATOR.format('(pl|mi)')}\({_BY_VALUE}, {_BY_VALUE}\)")
_ADDED_CALL = re.compile(
    rf"^  (%[\w.]+) = call [^@]*@_ZN5metal3vecI(f|DF16_)Li([234])EE(pL|mI)ES1_"
    rf"\(ptr [^%]*align (\d+)[^%]*(%[\w.]+), {_BY_VALUE}\)"
)


def flatten_vectors(text: str) -> str:
    """LLVM IR as clang writes it, before any pass, without the classes of vectors."""
    bodies = named_types(text)
    held: dict[str, str] = {}
    for name, body in bodies.items():
        union = body.removeprefix("{ ").removesuffix(" }")
        inner = bodies.get(union, "").removeprefix("{ ").removesuffix(" }")
        if re.fullmatch(_CLASS, name) and re.fullmatch(_UNION, union) and _HELD.fullmatch(inner):
            held[name] = held[union] = inner
    if not held:
        return text
    text = without_types(text, held)
    text = _CONSTANT.sub(lambda match: match[3] if match[1] in held else match[0], text)
    text = _MEMBER.sub(lambda match: "".join(match.groups()) if match[2] in held else match[0], text)
    text = _EXTRACT.sub(lambda match: _same(held[match[1]], match[2]) if match[1] in held else match[0], text)
    text = _INSERT.sub(lambda match: _same(match[1], match[2]), text)
    text = _NAME.sub(lambda match: held.get(match[0], match[0]), text)
    return _Elements(text).written()


def contract_products(text: str) -> str:
    """LLVM IR in which the sum of a product of vectors and a vector is `llvm.fmuladd` if the source has both in one
    expression: clang contracts operations on its own vectors (`tryEmitFMulAdd` in clang/lib/CodeGen/CGExprScalar.cpp),
    but not calls of operators. A product within the expression is in an object that only the call for the sum uses.

    The text is that of `flatten_vectors`. Apple's module of `int4pack_mm_32_float` (PyTorch 2.6.0) has such a sum.
    """
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("define ")]
    declared: set[str] = set()
    count, tag = 0, _vector_tag(text)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        if any("@_ZN5metalmlENS_3vecI" in line for line in lines[start:end]):
            count = _contract(lines, start, end, count, tag, declared)
    for type_, name in sorted((f"<{name[1]} x {_LLVM_WORDS[name[2:]]}>", name) for name in declared):
        if f" @llvm.fmuladd.{name}(" not in text:
            lines.append(f"declare {type_} @llvm.fmuladd.{name}({type_}, {type_}, {type_})")
    return "\n".join([*lines, ""] if declared else lines)


def _vector_tag(text: str) -> str:
    """The metadata for TBAA of an access to a vector: that of char."""
    char = char_type(text)
    tag = re.search(rf"^(!\d+) = !\{{{char}, {char}, i64 0\}}$", text, re.MULTILINE)
    return f", !tbaa {tag[1]}" if tag else ""


def _contract(lines: list[str], start: int, end: int, count: int, tag: str, declared: set[str]) -> int:
    """Contract the products of one function, in place; returns the new number of all contractions. `tag`: the metadata
    of an access to a vector. `declared`: gets the suffixes of the functions that are called.
    """
    copies: dict[str, str] = {}
    calls: dict[str, re.Match[str]] = {}
    products: dict[str, re.Match[str]] = {}
    uses = Counter(_LOCAL.findall("\n".join(lines[start:end])))
    for number in range(start + 1, end):
        line = lines[number]
        if product := _PRODUCT_CALL.match(line):
            calls[product[1]] = product
        elif copied := _COPIED.match(line):
            copies[copied[1]] = copied[2] or copied[3]
        elif (kept := _KEPT_RESULT.match(line)) and (call := calls.get(copies.get(kept[1], kept[1]))):
            place = copies.get(kept[2], kept[2])
            if uses[place] == 3 - (place == kept[2]):  # its definition, its address, and the call for the sum
                products[place] = call
        elif sum_ := _SUM_CALL.match(line):
            result, type_, operator, _, _, left_align, left, right_align, right = sum_.groups()
            places = ((left, right, right_align), (right, left, left_align))
            factors = next((item for item in places if item[0] in products), None)
            if factors is not None:
                place, other, align = factors
                sign = "" if operator == "pl" else "fneg other" if place == left else "fneg product"
                lines[number] = _fused(line, count := count + 1, products[place], other, align, sign, result, declared)
        elif added := _ADDED_CALL.match(line):
            result, _, _, operator, align, target, _, place = added.groups()
            if place in products:
                sign = "" if operator == "pL" else "fneg product"
                value = f"%mtlb.fused.{count + 1}"
                fused = _fused(line, count := count + 1, products[place], target, align, sign, value, declared)
                type_ = products[place][2]
                kept_place = "".join(_KEPT.findall(line))
                lines[number] = (
                    f"{fused}\n  store {type_} {value}, ptr {target}, align {align}{tag}{kept_place}\n"
                    f"  {result} = getelementptr inbounds {type_}, ptr {target}, i32 0{kept_place}"
                )
    return count


def _fused(
    line: str,
    count: int,
    product: re.Match[str],
    other: str,
    align: str,
    sign: str,
    result: str,
    declared: set[str],
) -> str:
    """The lines that compute a contracted sum in place of a call. `other`, `align`: the address of the vector that is
    added; `sign`: what is negated.
    """
    _, type_, code, elements, first_align, first, second_align, second = product.groups()
    suffix = f"v{elements}{'f32' if code == 'f' else 'f16'}"
    declared.add(suffix)
    name, place = f"%mtlb.fused.{count}", "".join(_KEPT.findall(line))
    values = [f"{name}.{part}" for part in "abc"]
    sources = ((first, first_align), (second, second_align), (other, align))
    written = [
        f"  {value} = load {type_}, ptr {source}, align {its_align}{place}"
        for value, (source, its_align) in zip(values, sources, strict=True)
    ]
    if sign:
        at = 2 if sign == "fneg other" else 0
        written.append(f"  {values[at]}.n = fneg {type_} {values[at]}{place}")
        values[at] += ".n"
    arguments = ", ".join(f"{type_} {value}" for value in values)
    return "\n".join([*written, f"  {result} = call {type_} @llvm.fmuladd.{suffix}({arguments}){place}"])


def _same(type_: str, value: str) -> str:
    """An instruction whose result is its operand: unnamed results must keep their numbers."""
    return f"= select i1 true, {type_} {value}, {type_} {value}"


class _Elements:
    """Loads and stores of elements become loads and stores of vectors. `vectors`: the number and type of the elements
    at an address; `elements`: the address of the vector, the number and type of its elements, the index and the
    alignment (0: see that of the access).
    """

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.vectors: dict[str, tuple[int, str]] = {}
        self.elements: dict[str, tuple[str, int, str, str, int]] = {}
        self.count = 0
        self.tag = _vector_tag(text)

    def written(self) -> str:
        """The text."""
        for number, line in enumerate(self.lines):
            if line.startswith("define "):
                self.vectors, self.elements = {}, {}
            elif " = getelementptr " in line:
                self.address(line)
            elif "EEixEm(" in line and (indexed := _INDEXED.match(line)):
                result, count, align, base, index = indexed.groups()
                self.elements[result] = (base, int(count), "", index, int(align))
            elif self.elements and (" = load " in line or line.startswith("  store ")):
                self.lines[number] = self.access(line)
        return "\n".join(self.lines)

    def address(self, line: str) -> None:
        """Record the address of a vector or of an element."""
        if vector := _VECTOR.match(line):
            self.vectors[vector[1]] = (int(vector[3]), vector[4])
        elif (element := _ELEMENT.match(line)) and element[2] in self.vectors:
            count, type_ = self.vectors[element[2]]
            self.elements[element[1]] = (element[2], count, type_, element[3], 0)

    def access(self, line: str) -> str:
        """A load or store as one of the vector, if it is one of an element."""
        access = ACCESS.match(line)
        if access is None or access["pointer"] not in self.elements:
            return line
        base, count, element, index, align = self.elements[access["pointer"]]
        type_ = access["type"]
        if element not in ("", type_) or type_ not in ELEMENT_BYTES:
            return line
        if not align:
            align = _alignment(count, ELEMENT_BYTES[type_], int(index), int(access["align"]))
        self.count += 1
        name, vector = f"%mtlb.vector.{self.count}", f"<{count} x {type_}>"
        place = "".join(_KEPT.findall(access["rest"]))
        rest = f", ptr {base}, align {align}{place}{self.tag}"
        number = f"{'i32' if element else 'i64'} {index}"
        if access["result"]:
            extracted = f"{access['result']} = extractelement {vector} {name}, {number}{place}"
            return f"  {name} = {access['operation']} {vector}{rest}\n  {extracted}"
        kind = access["operation"].removeprefix("store")
        return (
            f"  {name} = load{kind} {vector}{rest}\n"
            f"  {name}.w = insertelement {vector} {name}, {type_} {access['value']}, {number}{place}\n"
            f"  store{kind} {vector} {name}.w{rest}"
        )


def _alignment(count: int, size: int, index: int, align: int) -> int:
    """The alignment of a vector, from that of an element: its own, or less in a packed struct."""
    own = size * (4 if count == 3 else count)
    offset = index * size
    expected = min(own, offset & -offset) if offset else own
    return own if align >= expected else align
