"""Makes the generated files of Metal's standard library, mtlb/metal/include/mtlb.

    python tools/gen_metal_header.py            write them
    python tools/gen_metal_header.py --check    exit with 1 if what is checked in is not up to date

Functions are declarations that carry the name of a function of AIR, with the types and effects that
`mtlb.air.intrinsics` has of it, and inline functions of Metal's name and types that call them. What Metal has, and
which functions of AIR that is: the Metal Shading Language Specification, chapters 2 and 6; the names on both sides are
in the tables below. docs/metal.md §4 has the contract.
"""

from __future__ import annotations

import argparse
import itertools
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mtlb.air.intrinsics import Intrinsic, intrinsic, overload  # noqa: E402
from mtlb.air.textures import SHAPES, TextureShape  # noqa: E402
from mtlb.air.types import NUMBERS  # noqa: E402
from mtlb.base.versions import Version  # noqa: E402
from mtlb.metal.coherent import COHERENT_ACCESS  # noqa: E402

FOLDER = ROOT / "mtlb/metal/include/mtlb"
AIR = Version(2, 6)
"""The form in which functions are called; the conversion writes that of the target."""

WORD = {number.name: number.word for number in NUMBERS}
KIND = {number.name: number.kind for number in NUMBERS}
SCALARS = list(WORD)
INTEGERS = [name for name in SCALARS if KIND[name] in ("int", "uint")]
SIGNED = [name for name in INTEGERS if KIND[name] == "int"]
UNSIGNED = [name for name in INTEGERS if KIND[name] == "uint"]
FLOATS = ["half", "float"]
LANES = [name for name in INTEGERS if name not in ("long", "ulong")] + FLOATS
WIDTHS = (1, 2, 3, 4)
_EFFECTS = {
    "pure": "const, nothrow",
    "derivative": "convergent, const, nothrow",
    "read": "pure, nothrow",
    "any_read": "pure, nothrow",
    "hidden_read": "pure, nothrow",
    "sample": "convergent, pure, nothrow",
    "sync_pure": "convergent, nothrow",
    "sync_read": "convergent, pure, nothrow",
    "sync": "convergent, nothrow",
    "sync_write": "convergent, nothrow",
}


# --- types -----------------------------------------------------------------------------------------------------------


def cpp(name: str, count: int) -> str:
    """Metal's type: `float4`."""
    return name if count == 1 else f"{name}{count}"


def raw(name: str, count: int) -> str:
    """LLVM's vector: `__v_float4`."""
    return name if count == 1 else f"__v_{name}{count}"


def word(name: str, count: int) -> str:
    """The word in names of functions: `v4f32`."""
    return WORD[name] if count == 1 else f"v{count}{WORD[name]}"


def lettered(name: str, count: int) -> str:
    """The word after `s.` or `u.`: `s.v4i32`."""
    letter = {"int": "s.", "uint": "u.", "bool": "u."}.get(KIND[name], "")
    return letter + word(name, count)


def value(expression: str, count: int) -> str:
    """The vector in a value of Metal's type."""
    return expression if count == 1 else f"{expression}.v"


def unsigned(expression: str, count: int) -> str:
    """The vector in a value of int, as one of uint."""
    return f"uint({expression})" if count == 1 else f"__builtin_convertvector({expression}.v, {raw('uint', count)})"


def made(name: str, count: int, expression: str) -> str:
    """A value of Metal's type from LLVM's vector."""
    return expression if count == 1 else f"{name}{count}::__of({expression})"


_SIGNED_WORDS = {"i8": "char", "i16": "short", "i32": "int", "i64": "long", "i1": "bool"}
_UNSIGNED_WORDS = {"i8": "uchar", "i16": "ushort", "i32": "uint", "i64": "ulong", "i1": "bool"}
_FLOAT_WORDS = {"f16": "half", "f32": "float", "bf16": "bfloat"}


def from_word(text: str, *, signed: bool = False) -> str:
    """The C++ type of a word of the table of functions."""
    if text == "void":
        return "void"
    if text.startswith("{"):
        first = text[1:-1].split(", ")[0]
        return f"__mtl_literal_pair<{from_word(first, signed=signed)}>"
    pointee, star, space = text.rpartition("*")
    if star and space == "4":
        return f"{from_word(pointee, signed=signed)} __MTL_A(address_space(4))*"
    if star and pointee.startswith("%"):
        return f"__{pointee[1:]}_handle"
    if star:
        return f"{from_word(pointee, signed=signed)}*"
    count, element = 1, text
    if text.startswith("v") and text[1].isdigit():
        digits = "".join(itertools.takewhile(str.isdigit, text[1:]))
        count, element = int(digits), text[1 + len(digits) :]
    words = {**(_SIGNED_WORDS if signed else _UNSIGNED_WORDS), **_FLOAT_WORDS}
    return raw(words[element], count)


# --- what is written -------------------------------------------------------------------------------------------------


class Writer:
    """The lines of one file, and the declarations that its functions call."""

    def __init__(self, known: set[str]) -> None:
        self.lines: list[str] = []
        self.known = known

    def add(self, *lines: str) -> None:
        """Add lines."""
        self.lines += lines

    def leaf(self, one: Intrinsic, *, signed: bool = False, of_texels: bool = False) -> str:
        """Declare a function of AIR, once; the name that it has in C++.

        `signed`: its integers, with `of_texels` only those of texels.
        """
        family, _, rest = one.name.partition(".")[2], "", ""
        name = "__air_" + "".join(c if c.isalnum() else "_" for c in family + rest) + ("_s" if signed else "")
        if name not in self.known:
            self.known.add(name)
            result = from_word(one.result(AIR).word, signed=signed)
            words = [p.word for p in one.parameters(AIR)]
            is_signed = [signed and (not of_texels or text.startswith("v4")) for text in words]
            parameters = ", ".join(from_word(text, signed=s) for text, s in zip(words, is_signed, strict=True))
            effects = _EFFECTS.get(one.family.effect, "nothrow")
            self.add(f'extern "C" __MTL_A({effects}) {result} {name}({parameters}) __asm__("{one.name}");')
        return name


def find(name: str) -> Intrinsic:
    """The function `air.<name>`. KeyError if the table has none."""
    result = intrinsic(f"air.{name}")
    if result is None:
        raise KeyError(name)
    return result


_UNSIGNED = ("absdiff",)
"""Functions whose result is unsigned, of signed integers too (specification, 6.3)."""


def function(
    w: Writer, name: str, air: str, type: str, count: int, operands: int, extra: Sequence[tuple[str, str]] = ()
) -> str:
    """An inline function of `operands` values of one type, and `extra` parameters, that calls a function of AIR."""
    leaf = w.leaf(find(air), signed=type in SIGNED)
    t, letters = cpp(type, count), "abc"[:operands]
    parameters = [f"{t} {x}" for x in letters] + [f"{kind} {x}" for kind, x in extra if kind]
    arguments = [value(x, count) for x in letters] + [x for _, x in extra]
    call = f"{leaf}({', '.join(arguments)})"
    if type in SIGNED and name in _UNSIGNED:
        call, type = f"({raw(f'u{type}', count)}){call}", f"u{type}"
    return f"__MTL_INLINE {cpp(type, count)} {name}({', '.join(parameters)}) {{ return {made(type, count, call)}; }}"


# --- vectors ---------------------------------------------------------------------------------------------------------

_FEWER = {1: [], 2: [], 3: ["11"], 4: ["11", "111", "21", "12"]}
"""Arguments of constructors that have fewer elements than the vector."""
_PARTS = {
    1: [],
    2: ["11"],
    3: ["111", "21", "12"],
    4: ["1111", "211", "121", "112", "22", "31", "13"],
}


def swizzles(count: int, *, packed: bool) -> Iterator[str]:
    """Members for two and more letters: properties, which take no memory."""
    source = "d" if packed else "v"
    for letters in ("xyzw", "rgba"):
        for places in [p for n in (2, 3, 4) for p in itertools.product(range(count), repeat=n)]:
            name, base = "".join(letters[i] for i in places), "".join("xyzw"[i] for i in places)
            type = f"vec<T, {len(places)}>"
            is_lvalue = len(set(places)) == len(places)
            put = f", put = __p_{base}" if is_lvalue else ""
            yield f"  __declspec(property(get = __g_{base}{put})) {type} {name};"
            if name != base:
                continue
            elements = ", ".join(f"{source}[{i}]" for i in places)
            yield f"  constexpr {type} __g_{base}() const {{ return {type}::__of(typename {type}::V{{{elements}}}); }}"
            if is_lvalue:
                body = " ".join(f"{source}[{i}] = a.v[{j}];" for j, i in enumerate(places))
                yield f"  void __p_{base}({type} a) {{ {body} }}"


def listed(n: int, store: str, member: str = "v") -> str:
    """The constructor that takes a list of numbers: zeros follow the last one, as in clang's own vectors. C++ prefers
    it for every list of numbers, and no other initializer is one.
    """
    rest = (f"{store}(l.size() > {i} ? l.begin()[{i}] : T(0))" for i in range(1, n))
    values = ", ".join((f"{store}(l.begin()[0])", *rest))
    return f"std::initializer_list<T> l) : {member}{{{values}}} {{ if (l.size() > {n}) __mtl::excess_elements(); }}"


def joined(n: int, counts: list[int]) -> str:
    """The initializer of a vector of n, from parameters with so many elements. Vectors are moved as a whole, as in
    Apple's modules: `shufflevector <3 x half> %a, undef, <0, 1, 2, undef>` and an `insertelement` for `half4(a, 1.h)`.
    """
    if max(counts) == 1 or sum(counts) < n:
        return f"{{{', '.join(f'S(a{i})' if k == 1 else listed_elements(f'a{i}', k) for i, k in enumerate(counts))}}}"
    if counts == [2, 2]:
        return "(V(__builtin_shufflevector(a0.v, a1.v, 0, 1, 2, 3)))"
    result = ""
    for i, k in sorted(enumerate(counts), key=lambda item: item[1] == 1):
        start = sum(counts[:i])
        places = range(start, start + k)
        if not result:
            # Up to clang 21 a shuffle that changes the number of elements has another kind of vector as its type.
            own = shuffled(f"a{i}.v", f"a{i}.v", [max(0, min(place - start, k - 1)) for place in range(n)])
            result = f"V({own})"
        else:
            result = shuffled(result, f"V{{S(a{i})}}", [n if place in places else place for place in range(n)])
    return f"({result})"


def shuffled(left: str, right: str, places: list[int]) -> str:
    """Elements of two vectors."""
    return f"__builtin_shufflevector({left}, {right}, {', '.join(map(str, places))})"


def listed_elements(vector: str, count: int) -> str:
    """The elements of a vector as a list."""
    return ", ".join(f"{vector}.v[{i}]" for i in range(count))


def vector_class(n: int) -> Iterator[str]:
    """`vec<T, n>`: clang's vector, with letters for its elements."""
    each = range(n)
    yield f"template<class T> struct vec<T, {n}> {{"
    yield "  typedef typename __mtl_store<T>::type S;"
    yield f"  typedef S V __attribute__((ext_vector_type({n})));"
    yield f"  union {{ V v; struct {{ T {', '.join('xyzw'[:n])}; }}; struct {{ T {', '.join('rgba'[:n])}; }}; }};"
    yield "  vec() = default;"
    yield "  static constexpr vec __of(V q) { vec r{}; r.v = q; return r; }"
    yield "  constexpr vec(T a) : v(V(S(a))) {}"
    yield f"  constexpr vec({listed(n, 'S')}"
    cast = ", ".join(f"S(__mtl::cast<T>(U(a.v[{i}])))" for i in each)
    yield f"  template<class U> static constexpr V __converted(vec<U, {n}> a) {{"
    yield "    if constexpr (__as_vector<T, U>) return __builtin_convertvector(a.v, V);"
    yield f"    else return V{{{cast}}};"
    yield "  }"
    yield f"  template<class U> constexpr explicit vec(vec<U, {n}> a) : v(__converted(a)) {{}}"
    cast = ", ".join(f"S(__mtl::cast<T>(a.d[{i}]))" for i in each)
    yield f"  template<class U> constexpr explicit vec(const packed_vec<U, {n}>& a) : v{{{cast}}} {{}}"
    for longer in range(n + 1, 5):  # Apple's compiler takes float3(float4), and drops the last element
        cast = ", ".join(f"S(__mtl::cast<T>(U(a.v[{i}])))" for i in each)
        yield f"  template<class U> constexpr explicit vec(vec<U, {longer}> a) : v{{{cast}}} {{}}"
    # Of what is volatile: templates, which never are the copy constructor and its assignment.
    same = "class U, class = enable_if_t<is_same_v<U, vec>>"
    yield f"  template<{same}> vec(const volatile U& a) : v(a.v) {{}}"
    yield f"  template<{same}> void operator=(const U& a) volatile {{ v = a.v; }}"
    for part in (*_PARTS[n], *_FEWER[n]):  # fewer: a number that would become a vector otherwise
        counts = [int(k) for k in part]
        parameters = [f"{'T' if k == 1 else f'vec<T, {k}>'} a{i}" for i, k in enumerate(counts)]
        total = sum(counts)
        few = f" __MTL_{'TOO_FEW' if set(part) == {'1'} else 'ZEROS'}({n}, {total})" if total < n else ""
        yield f"  constexpr vec({', '.join(parameters)}){few} : v{joined(n, counts)} {{}}"
    yield "  T& operator[](size_t i) { return reinterpret_cast<T*>(&v)[i]; }"
    yield "  volatile T& operator[](size_t i) volatile { return reinterpret_cast<volatile T*>(&v)[i]; }"
    yield "  T operator[](size_t i) const volatile { return T(v[i]); }"
    yield "  constexpr T operator[](size_t i) const { return T(v[i]); }"
    yield from swizzles(n, packed=False)
    for op in ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"):
        yield f"  friend constexpr vec operator{op}(vec a, vec b) {{ return __of(a.v {op} b.v); }}"
        yield f"  vec& operator{op}=(vec b) {{ v = v {op} b.v; return *this; }}"
        yield f"  void operator{op}=(vec b) volatile {{ v = v {op} b.v; }}"
    for op in ("<<", ">>"):
        other = f"template<class U> friend constexpr vec operator{op}(vec a, vec<U, {n}> b)"
        yield f"  {other} {{ return __of(a.v {op} __builtin_convertvector(b.v, V)); }}"
        assigned = f"template<class U> vec& operator{op}=(vec<U, {n}> b)"
        yield f"  {assigned} {{ v = v {op} __builtin_convertvector(b.v, V); return *this; }}"
    result = f"vec<bool, {n}>"
    for op in ("==", "!=", "<", "<=", ">", ">="):
        converted = f"__builtin_convertvector(-(a.v {op} b.v), typename {result}::V)"
        yield f"  friend constexpr {result} operator{op}(vec a, vec b) {{ return {result}::__of({converted}); }}"
    for op in ("&&", "||"):
        values = ", ".join(f"bool(a.v[{i}] {op} b.v[{i}])" for i in each)
        yield f"  friend constexpr {result} operator{op}(vec a, vec b) {{ return {result}({values}); }}"
    yield f"  constexpr {result} operator!() const {{ return {result}({', '.join(f'!v[{i}]' for i in each)}); }}"
    yield "  constexpr vec operator-() const { return __of(-v); }"
    yield "  constexpr vec operator+() const { return *this; }"
    yield "  constexpr vec operator~() const { return __of(~v); }"
    for op in ("++", "--"):
        yield f"  vec& operator{op}() {{ v = v {op[0]} V(1); return *this; }}"
        yield f"  vec operator{op}(int) {{ vec r = *this; v = v {op[0]} V(1); return r; }}"
    yield "};"


def packed_class(n: int) -> Iterator[str]:
    """`packed_vec<T, n>`: an array in memory, a vector for all that is computed."""
    each = range(n)
    yield f"template<class T> struct packed_vec<T, {n}> {{"
    yield f"  typedef vec<T, {n}> U;"
    yield f"  union {{ T d[{n}]; struct {{ T {', '.join('xyzw'[:n])}; }}; struct {{ T {', '.join('rgba'[:n])}; }}; }};"
    yield "  packed_vec() = default;"
    yield f"  constexpr packed_vec(U a) : d{{{', '.join(f'T(a.v[{i}])' for i in each)}}} {{}}"
    yield f"  constexpr packed_vec(T a) : d{{{', '.join(['a'] * n)}}} {{}}"
    yield f"  constexpr packed_vec({listed(n, 'T', 'd')}"
    for part in _PARTS[n]:
        parameters, values = [], []
        for i, k in enumerate(map(int, part)):
            parameters.append(f"{'T' if k == 1 else f'vec<T, {k}>'} a{i}")
            values += [f"a{i}"] if k == 1 else [f"T(a{i}.v[{j}])" for j in range(k)]
        yield f"  constexpr packed_vec({', '.join(parameters)}) : d{{{', '.join(values)}}} {{}}"
    for other in (f"vec<V, {n}>", f"const packed_vec<V, {n}>&"):
        yield f"  template<class V> constexpr explicit packed_vec({other} a) : packed_vec(U(a)) {{}}"
    yield f"  constexpr operator U() const {{ return U({', '.join(f'd[{i}]' for i in each)}); }}"
    yield "  T& operator[](size_t i) { return d[i]; }"
    yield "  constexpr T operator[](size_t i) const { return d[i]; }"
    yield from swizzles(n, packed=True)
    compared = ("==", "!=", "<", "<=", ">", ">=")
    for op in ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", *compared):
        result = f"vec<bool, {n}>" if op in compared else "U"
        for a, b in (
            ("packed_vec", "packed_vec"),
            ("packed_vec", "U"),
            ("U", "packed_vec"),
            ("packed_vec", "T"),
            ("T", "packed_vec"),
        ):
            yield f"  friend constexpr {result} operator{op}({a} a, {b} b) {{ return U(a) {op} U(b); }}"
        if op not in compared:
            yield f"  packed_vec& operator{op}=(U b) {{ *this = U(*this) {op} b; return *this; }}"
    for op in ("-", "+", "~"):
        yield f"  constexpr U operator{op}() const {{ return {op}U(*this); }}"
    yield f"  constexpr vec<bool, {n}> operator!() const {{ return !U(*this); }}"
    yield "};"


def vectors() -> Iterator[str]:
    """vectors.h."""
    yield "namespace metal {"
    yield "template<class T> struct __mtl_store { using type = T; };"
    yield "template<> struct __mtl_store<bool> { using type = uchar; };"
    yield "// What is converted as a vector, by one instruction: all but bool, and half and bfloat into each other."
    yield "template<class T, class U> constexpr bool __as_vector = !is_same_v<T, bool> && !is_same_v<U, bool>"
    yield "  && !(is_same_v<T, half> && is_same_v<U, bfloat>) && !(is_same_v<T, bfloat> && is_same_v<U, half>);"
    yield "template<class T, int N> struct vec;"
    yield "template<class T, int N> struct packed_vec;"
    yield "// Apple's compiler has vectors of one element, without names: TellowKrinkle/MetalPerfTest."
    for n in (1, 2, 3, 4):
        yield from vector_class(n)
    for n in (1, 2, 3, 4):
        yield from packed_class(n)
    for name, n in itertools.product(SCALARS, (2, 3, 4)):
        yield f"typedef vec<{name}, {n}> {name}{n};"
        yield f"typedef {name}{n}::V __v_{name}{n};"
        if name != "bool":
            yield f"typedef packed_vec<{name}, {n}> packed_{name}{n};"
    yield "}"
    for name, n in itertools.product(SCALARS, (2, 3, 4)):
        yield f"using metal::{name}{n};"
        if name != "bool":
            yield f"using metal::packed_{name}{n};"


# --- functions of numbers --------------------------------------------------------------------------------------------

_FLOAT = {
    1: "acos acosh asin asinh atan atanh ceil cos cosh cospi exp exp10 exp2 fabs floor fract log log10 log2 rint round "
    "rsqrt saturate sign sin sinh sinpi sqrt tan tanh tanpi trunc abs=fabs",
    2: "atan2 fdim fmax fmin fmod pow powr max=fmax min=fmin",
    3: "fmax3 fmin3 fmedian3 max3=fmax3 min3=fmin3 median3=fmedian3 clamp",
}
"""Functions of floats, by the number of their operands: Metal's name, and AIR's if it is another."""
_COMPUTED = frozenset({"fdim"})
"""Those that are functions of AIR in the namespaces `fast` and `precise` alone: library.h has Metal's own name."""
_EXACT = {1: "", 2: "nextafter", 3: "fma mix"}
"""The same, but with one form alone: neither precise nor fast."""
_INTEGER = {
    1: "popcount reverse_bits",
    2: "min max addsat=add_sat subsat=sub_sat hadd rhadd mulhi=mul_hi absdiff=abs_diff rotate",
    3: "clamp madhi=mad_hi madsat=mad_sat min3 max3 median3",
}
_UNLETTERED = frozenset({"popcount", "reverse_bits", "rotate", "clz", "ctz"})


def _pairs(table: dict[int, str]) -> Iterator[tuple[str, str, int]]:
    for operands, names in table.items():
        for pair in names.split():
            name, _, air = pair.partition("=")
            yield name, air or name, operands


def float_functions(w: Writer) -> None:
    """Math of floats: in `fast` and in `precise`, of which one is Metal's own name."""
    names = []
    for name, air, operands in _pairs(_FLOAT):
        names.append(name)
        for type, n in itertools.product(FLOATS, WIDTHS):
            has_fast = type == "float" and intrinsic(f"air.fast_{air}.{word(type, n)}") is not None
            for space in ("precise", "fast"):
                called = f"fast_{air}" if has_fast and space == "fast" else air
                line = function(w, name, f"{called}.{word(type, n)}", type, n, operands)
                w.add(f"namespace {space} {{ {line} }}")
    w.add(*[f"using __MTL_MATH::{name};" for name in names if name not in _COMPUTED])
    for name, air, operands in _pairs(_EXACT):
        for type, n in itertools.product(FLOATS, WIDTHS):
            w.add(function(w, name, f"{air}.{word(type, n)}", type, n, operands))
    for type, n in itertools.product(FLOATS, WIDTHS):
        for space in ("precise", "fast"):
            air = "fast_sincos" if space == "fast" and type == "float" else "sincos"
            leaf, t = w.leaf(find(f"{air}.{word(type, n)}")), cpp(type, n)
            call = made(type, n, f"{leaf}({value('a', n)}, ({raw(type, n)}*)&c)")
            w.add(f"namespace {space} {{ __MTL_INLINE {t} sincos({t} a, {t}& c) {{ return {call}; }} }}")
        for name in ("dfdx", "dfdy", "fwidth"):
            w.add(function(w, name, f"{name}.{word(type, n)}", type, n, 1))
        leaf, t = w.leaf(find(f"ldexp.{word(type, n)}"), signed=True), cpp(type, n)
        call = made(type, n, f"{leaf}({value('a', n)}, {value('b', n)})")
        w.add(f"__MTL_INLINE {t} ldexp({t} a, {cpp('int', n)} b) {{ return {call}; }}")
        if n > 1:
            leaf = w.leaf(find(f"dot.{word(type, n)}"))
            w.add(f"__MTL_INLINE {type} dot({t} a, {t} b) {{ return {leaf}(a.v, b.v); }}")


def integer_functions(w: Writer) -> None:
    """Functions of integers."""
    for type, n in itertools.product(INTEGERS, WIDTHS):
        for name, air, operands in _pairs(_INTEGER):
            called = f"{air}.{word(type, n) if air in _UNLETTERED else lettered(type, n)}"
            w.add(function(w, name, called, type, n, operands))
        for name in ("clz", "ctz"):
            w.add(function(w, name, f"{name}.{word(type, n)}", type, n, 1, [("", "false")]))
        bits = [("uint", "offset"), ("uint", "bits")]
        w.add(function(w, "extract_bits", f"extract_bits.{lettered(type, n)}", type, n, 1, bits))
        w.add(function(w, "insert_bits", f"insert_bits.{lettered(type, n)}", type, n, 2, bits))
        if type in SIGNED:
            w.add(function(w, "abs", f"abs.{lettered(type, n)}", type, n, 1))
        else:
            w.add(f"__MTL_INLINE {cpp(type, n)} abs({cpp(type, n)} a) {{ return a; }}")


_PACKED = (("snorm4x8", 4), ("unorm4x8", 4), ("unorm4x8.srgb", 4), ("snorm2x16", 2), ("unorm2x16", 2))
_PACKED_BITS = (
    ("unorm10a2", "unorm.rgb10a2", 4, "uint"),
    ("snorm10a2", "snorm.rgb10a2", 4, "uint"),
    ("unorm565", "unorm.rgb565", 3, "ushort"),
)


def packing_functions(w: Writer) -> None:
    """`pack_float_to_snorm4x8` and its like."""
    for (form, n), type in itertools.product(_PACKED, FLOATS):
        name = form.partition(".")[0]
        srgb = "srgb_" if form.endswith(".srgb") else ""
        pack, unpack = (w.leaf(find(f"{way}.{form}.{word(type, n)}")) for way in ("pack", "unpack"))
        t = cpp(type, n)
        w.add(f"__MTL_INLINE uint pack_{type}_to_{srgb}{name}({t} a) {{ return {pack}(a.v); }}")
        w.add(f"__MTL_INLINE {t} unpack_{name}_{srgb}to_{type}(uint a) {{ return {made(type, n, f'{unpack}(a)')}; }}")
    for (name, form, n, packed), type in itertools.product(_PACKED_BITS, FLOATS):
        pack, unpack = (w.leaf(find(f"{way}.{form}.{word(type, n)}")) for way in ("pack", "unpack"))
        t = cpp(type, n)
        w.add(f"__MTL_INLINE {packed} pack_{type}_to_{name}({t} a) {{ return {pack}(a.v); }}")
        w.add(f"__MTL_INLINE {t} unpack_{name}_to_{type}({packed} a) {{ return {made(type, n, f'{unpack}(a)')}; }}")


_PIXELS = (
    ("r8unorm", "unorm1x8", 1, "uchar", 1, FLOATS),
    ("r8snorm", "snorm1x8", 1, "uchar", 1, FLOATS),
    ("r16unorm", "unorm1x16", 1, "ushort", 2, ["float"]),
    ("r16snorm", "snorm1x16", 1, "ushort", 2, ["float"]),
    ("rg8unorm", "unorm2x8", 2, "ushort", 1, FLOATS),
    ("rg8snorm", "snorm2x8", 2, "ushort", 1, FLOATS),
    ("rg16unorm", "unorm2x16", 2, "uint", 2, ["float"]),
    ("rg16snorm", "snorm2x16", 2, "uint", 2, ["float"]),
    ("rgba8unorm", "unorm4x8", 4, "uint", 1, FLOATS),
    ("srgba8unorm", "unorm4x8.srgb", 4, "uint", 1, FLOATS),
    ("rgba8snorm", "snorm4x8", 4, "uint", 1, FLOATS),
    ("rgba16unorm", "unorm4x16", 4, "ulong", 2, ["float"]),
    ("rgba16snorm", "snorm4x16", 4, "ulong", 2, ["float"]),
    ("rgb10a2", "unorm.rgb10a2", 4, "uint", 4, FLOATS),
    ("rg11b10f", "unorm.rg11b10f", 3, "uint", 4, FLOATS),
    ("rgb9e5", "unorm.rgb9e5", 3, "uint", 4, FLOATS),
)
"""Pixel types (specification, table 2.6): name, the form that AIR's functions pack, elements, storage, alignment in
bytes, types of an element."""


def pixel_types(w: Writer) -> None:
    """`rgba8unorm<half4>` and its like: packed in memory, converted by AIR's functions."""
    for name, form, n, storage, alignment, types in _PIXELS:
        w.add(f"template<class T> struct {name};")
        for type in types:
            pack, unpack = (w.leaf(find(f"{way}.{form}.{word(type, n)}")) for way in ("pack", "unpack"))
            t = cpp(type, n)
            w.add(
                f"template<> struct __attribute__((packed, aligned({alignment}))) {name}<{t}> {{",
                f"  {storage} __bits;",
                f"  {name}() = default;",
                f"  __MTL_INLINE {name}({t} x) : __bits({pack}({value('x', n)})) {{}}",
                f"  __MTL_INLINE operator {t}() const {{ return {made(type, n, f'{unpack}(__bits)')}; }}",
                f"  friend __MTL_INLINE auto operator==({name} a, {t} b) {{ return {t}(a) == b; }}",
                f"  friend __MTL_INLINE auto operator!=({name} a, {t} b) {{ return {t}(a) != b; }}",
                f"  __MTL_NOT_OF_PIXELS({name})",
                "};",
            )


_REDUCTIONS = "sum product min max broadcast_first"
_PREFIXES = "prefix_exclusive_sum prefix_exclusive_product prefix_inclusive_sum prefix_inclusive_product"
_SHUFFLES = {
    "simd": "broadcast shuffle shuffle_up shuffle_down shuffle_xor shuffle_rotate_up shuffle_rotate_down",
    "quad": "broadcast shuffle shuffle_up shuffle_down shuffle_xor shuffle_rotate_up shuffle_rotate_down",
}


def _limited(line: str, limit: str) -> str:
    """A function with an attribute after its parameters."""
    head, body, rest = line.partition(") { return ")
    return f"{head}) {limit} {body[2:]}{rest}"


def lane_functions(w: Writer) -> None:
    """Functions of SIMD-groups and quad-groups. They are templates, as Metal's are: a function of the source that has
    their name, and the same parameters, is called instead.
    """
    first = len(w.lines)
    for type, n in itertools.product(LANES, WIDTHS):
        for group in ("simd", "quad"):
            plain = _REDUCTIONS.split() + _PREFIXES.split()
            plain += ["and", "or", "xor"] if type in INTEGERS else []
            for name in plain:
                w.add(function(w, f"{group}_{name}", f"{group}_{name}.{lettered(type, n)}", type, n, 1))
            for name in _SHUFFLES[group].split():
                lane = [("ushort", "lane")]
                w.add(function(w, f"{group}_{name}", f"{group}_{name}.{lettered(type, n)}", type, n, 1, lane))
        for name in ("simd_shuffle_and_fill_up", "simd_shuffle_and_fill_down"):
            extra = [("ushort", "delta"), ("ushort", "modulo")]
            w.add(_limited(function(w, name, f"{name}.{lettered(type, n)}", type, n, 2, extra), "__MTL_MODULO(32)"))
            t = cpp(type, n)
            size = w.leaf(find("get_simdgroup_size.i16"))
            w.add(f"__MTL_INLINE {t} {name}({t} a, {t} b, ushort delta) {{ return {name}(a, b, delta, {size}()); }}")
        for name in ("quad_shuffle_and_fill_up", "quad_shuffle_and_fill_down"):
            w.add(_limited(function(w, name, f"{name}.{lettered(type, n)}", type, n, 2, extra), "__MTL_MODULO(4)"))
            t = cpp(type, n)
            w.add(f"__MTL_INLINE {t} {name}({t} a, {t} b, ushort delta) {{ return {name}(a, b, delta, 4); }}")
    helper = w.leaf(find("quad_is_helper_thread"))
    w.add(f"__MTL_INLINE bool quad_is_helper_thread() {{ return {helper}(); }}")
    for place in range(first, len(w.lines)):
        if w.lines[place].startswith("__MTL_INLINE"):
            w.lines[place] = f"template<class = void> {w.lines[place]}"


def matrix_leaves(w: Writer) -> None:
    """Functions of SIMD-group matrices, as specialisations that templates of library.h name."""
    kinds = ("float", "half", "bfloat")
    for type in kinds:
        w.add(f"typedef {type} __v_{type}64 __attribute__((ext_vector_type(64)));")
    w.add("template<class T> struct __simdgroup_matrix_leaves;")
    for type in kinds:
        f = WORD[type]
        diagonal, filled, load, store = (
            w.leaf(overload(f"simdgroup_matrix_8x8_{name}", f"v64{f}", other), signed=True)
            for name, other in (("init_diag", f), ("init_filled", f), ("load", f"{f}*1"), ("store", f"{f}*1"))
        )
        w.add(
            f"template<> struct __simdgroup_matrix_leaves<{type}> {{",
            f"  typedef __v_{type}64 V;",
            f"  __MTL_INLINE static V diagonal({type} x) {{ return {diagonal}(x); }}",
            f"  __MTL_INLINE static V filled({type} x) {{ return {filled}(x); }}",
            f"  __MTL_INLINE static V load(const {type}* p, ulong s, __v_long2 o, bool t)"
            f" {{ return {load}(const_cast<{type}*>(p), s, o, t); }}",
            f"  __MTL_INLINE static void store(V m, {type}* p, ulong s, __v_long2 o, bool t)"
            f" {{ {store}(m, p, s, o, t); }}",
            "};",
        )
    w.add("template<class D, class A, class B, class C> struct __simdgroup_multiply;")
    for d, a, b, c in itertools.product(kinds, repeat=4):
        words = [f"v64{WORD[item]}" for item in (d, a, b, c)]
        leaf = w.leaf(overload("simdgroup_matrix_8x8_multiply_accumulate", *words))
        w.add(
            f"template<> struct __simdgroup_multiply<{d}, {a}, {b}, {c}> {{ __MTL_INLINE static __v_{d}64 "
            f"run(__v_{a}64 a, __v_{b}64 b, __v_{c}64 c) {{ return {leaf}(a, b, c); }} }};"
        )


# --- textures --------------------------------------------------------------------------------------------------------

_TEXELS = ("float", "half", "int", "uint", "short", "ushort")


def _texels(shape: TextureShape) -> tuple[str, ...]:
    return _TEXELS[:2] if shape.is_depth else _TEXELS


_TEXEL_ATOMICS = "add and max min or sub xor"


_ACCESS = {
    **dict.fromkeys(("sample", "gather", "sparse_sample", "sparse_gather"), "SAMPLES"),
    "read": "READS",
    "sparse_read": "READS",
    "write": "WRITES",
}
"""What a method does, by the beginning of its name: each needs an access of the texture."""


_DEPTH = " __MTL_X_ALONE(p)"
"""The limit of the component of a depth texture."""


def _needed_access(name: str) -> str:
    return next((f" __MTL_{word}" for start, word in _ACCESS.items() if name.startswith(start)), "")


class TextureWriter:
    """The class of one shape, and the overloads for each component that its methods call."""

    def __init__(self, w: Writer, shape: TextureShape) -> None:
        self.w = w
        self.shape = shape
        self.count = 1 if shape.is_depth else 4
        self.result = "T" if shape.is_depth else "vec<T, 4>"
        self.floats = cpp("float", shape.coordinates)
        self.methods: list[str] = []

    def leaves(self, family: str, name: str, parameters: str, arguments: str, *, result: str = "texel") -> None:
        """For each component an overload `name(T*, handle, parameters)` that calls the function of the family."""
        for type in _texels(self.shape):
            item = self.known(family, type)
            if item is None:
                continue
            leaf = self.w.leaf(item, signed=type in SIGNED, of_texels=True)
            call = f"{leaf}(h, {arguments})"
            of_pair = ".v" if item.result(AIR).word.startswith("{") else ""
            if result == "texel":
                count = self.count
                spelled, call = cpp(type, count), f"return {made(type, count, call + of_pair)}"
            elif result.startswith("sparse"):
                count = 4 if result == "sparse four" else self.count
                spelled = f"sparse_color<{cpp(type, count)}>"
                call = f"auto pair = {call}; return {spelled}{{{made(type, count, 'pair.v')}, !pair.r}}"
            elif result == "four":
                spelled, call = cpp(type, 4), f"return {made(type, 4, call + of_pair)}"
            elif result == "bool":
                spelled, call = "bool", f"return {call}"
            else:
                spelled = "void"
            declared = parameters.replace("TEXEL", cpp(type, 4))
            handle = f"__{self.shape.word}_handle h"
            self.w.add(f"__MTL_INLINE {spelled} __{name}({type}*, {handle}, {declared}) {{ {call}; }}")

    def known(self, family: str, type: str) -> Intrinsic | None:
        """The function of a family for a component."""
        for spelled in (lettered(type, self.count), lettered(type, 4), word(type, 4), WORD[type]):
            if (item := intrinsic(f"air.{family}.{spelled}")) is not None and item.is_plausible:
                return item
        return None

    def method(self, result: str, name: str, parameters: str, called: str, arguments: str, limit: str = "") -> None:
        """A method that calls the overloads; of a template, so that what a shape lacks is an error at its use alone."""
        returned = "" if result == "void" else "return "
        self.methods.append(
            f"  __MTL_INLINE {result} {name}({parameters}) const{_needed_access(name)}{limit}"
            f" {{ {returned}__{called}((T*)nullptr, h, {arguments}); }}"
        )

    @property
    def level_limit(self) -> str:
        """The limit of the parameter `lod`: 1D textures have one level (specification, 6.12.1)."""
        return " __MTL_LEVEL_0(lod)" if self.shape.coordinates == 1 else ""

    # --- the parts

    def sampling(self) -> None:
        """sample, sample_compare, gather, gather_compare, with all options."""
        shape, name, k = self.shape, self.shape.name, self.shape.coordinates
        array, index = (", uint array", ", array") if shape.is_array else ("", "")
        depth = "1u, " if shape.is_depth else ""
        coordinates = value("c", k)
        ints = cpp("int", k)
        moved, offset = ("", "") if shape.is_cube else (f", true, {unsigned('o', k)}", f", {ints} o")
        base = f"__sampler_handle s, {self.floats} c{array}"
        arguments = f"s, {depth}{coordinates}{index}"
        self.leaves(
            f"sample_{shape.word}",
            f"{name}_sample",
            f"{base}{offset}, bool e, float l, float m",
            f"{arguments}{moved}, e, l, m, 0",
        )
        self.leaves(
            f"sample_{shape.word}",
            f"{name}_sparse_sample",
            f"{base}{offset}, bool e, float l, float m",
            f"{arguments}{moved}, e, l, m, 0",
            result="sparse",
        )
        along = f"{arguments}, {value('x', k)}, {value('y', k)}, m{moved}, 0"
        gradients = f"{base}{offset}, {self.floats} x, {self.floats} y, float m"
        self.leaves(f"sample_{shape.word}_grad", f"{name}_sample_grad", gradients, along)
        self.leaves(f"sample_{shape.word}_grad", f"{name}_sparse_sample_grad", gradients, along, result="sparse")
        outer = f"sampler s, {self.floats} c{array}"
        tails = [("", "")] if shape.is_cube else [("", f", {ints}(0)"), (f", {ints} o", ", o")]
        for parameter, argument in tails:
            start = f"s.h, c{index}{argument}"
            self.options("sample", f"{name}_sample", outer, parameter, start)
            self.options("sparse_sample", f"{name}_sparse_sample", outer, parameter, start)
            if shape.is_depth:
                compared = f"s.h, c{index}, r{argument}"
                for sparse in ("", "sparse_"):
                    four = "sparse_color<vec<T, 4>>" if sparse else "vec<T, 4>"
                    word = f"{sparse}sample_compare"
                    self.options(word, f"{name}_{word}", f"{outer}, float r", parameter, compared)
                    self.method(four, f"{sparse}gather", outer + parameter, f"{name}_{sparse}gather", start)
                    if sparse and parameter:  # 6.12.10 and 6.12.11; a depth has one component
                        chosen = f"{outer}{parameter}, component p"
                        self.method(four, "sparse_gather", chosen, f"{name}_sparse_gather", start, limit=_DEPTH)
                    word = f"{sparse}gather_compare"
                    self.method(four, word, f"{outer}, float r{parameter}", f"{name}_{word}", compared)
            elif k == 2 or shape.is_cube:
                self.gather(outer, parameter, start)
        if shape.is_depth:
            along = f"{arguments}, r, {value('x', k)}, {value('y', k)}, m{moved}, 0"
            gradients = f"{base}, float r{offset}, {self.floats} x, {self.floats} y, float m"
            for sparse, texel, four in (("", "texel", "four"), ("sparse_", "sparse", "sparse four")):
                self.leaves(
                    f"sample_compare_{shape.word}",
                    f"{name}_{sparse}sample_compare",
                    f"{base}, float r{offset}, bool e, float l, float m",
                    f"{arguments}, r{moved}, e, l, m, 0",
                    result=texel,
                )
                family = f"sample_compare_{shape.word}_grad"
                self.leaves(family, f"{name}_{sparse}sample_compare_grad", gradients, along, result=texel)
                family, own = f"gather_{shape.word}", f"{name}_{sparse}gather"
                self.leaves(family, own, f"{base}{offset}", f"{arguments}{moved}, 0", result=four)
                family, own = f"gather_compare_{shape.word}", f"{name}_{sparse}gather_compare"
                self.leaves(family, own, f"{base}, float r{offset}", f"{arguments}, r{moved}, 0", result=four)
        for query in ("clamped", "unclamped"):
            if (item := intrinsic(f"air.calculate_{query}_lod_{shape.word}")) is not None:
                leaf = self.w.leaf(item)
                self.methods.append(
                    f"  __MTL_INLINE float calculate_{query}_lod(sampler s, {self.floats} c) const"
                    f" {{ return {leaf}(h, s.h, {coordinates}, 0); }}"
                )

    def options(self, method: str, called: str, outer: str, parameter: str, start: str) -> None:
        """The overloads of a method for level, bias, least level, gradient."""
        rows = [
            ("", "false, 0.0f, 0.0f"),
            (", level l", "true, l.v, 0.0f"),
            (", bias l", "false, l.v, 0.0f"),
            (", min_lod_clamp m", "false, 0.0f, m.v"),
            (", bias l, min_lod_clamp m", "false, l.v, m.v"),
        ]
        result = f"sparse_color<{self.result}>" if method.startswith("sparse") else self.result
        for option, arguments in rows if self.shape.coordinates > 1 else rows[:1]:  # 6.12.1: 1D textures have no levels
            self.method(result, method, outer + option + parameter, called, f"{start}, {arguments}")
        gradient = {2: "gradient2d", 3: "gradientcube" if self.shape.is_cube else "gradient3d"}.get(
            self.shape.coordinates
        )
        if gradient:
            for option, least in (("", "0.0f"), (", min_lod_clamp m", "m.v")):
                self.method(
                    result, method, f"{outer}, {gradient} g{option}{parameter}", f"{called}_grad",
                    f"{start}, g.x, g.y, {least}",
                )  # fmt: skip

    def gather(self, outer: str, parameter: str, start: str) -> None:
        """A gather of a component, which is a constant of AIR's function."""
        shape, name, k = self.shape, self.shape.name, self.shape.coordinates
        is_first = not any("_gather_x(" in line for line in self.methods)
        array, index = (", uint array", ", array") if shape.is_array else ("", "")
        moved, offset = ("", "") if shape.is_cube else (f", true, {unsigned('o', k)}", f", {cpp('int', k)} o")
        for sparse, result in (("", "vec<T, 4>"), ("sparse_", "sparse_color<vec<T, 4>>")):
            for number, letter in enumerate("xyzw" if is_first else ""):
                self.leaves(
                    f"gather_{shape.word}", f"{name}_{sparse}gather_{letter}",
                    f"__sampler_handle s, {self.floats} c{array}{offset}",
                    f"s, {value('c', k)}{index}{moved}, {number}, 0", result="sparse" if sparse else "texel",
                )  # fmt: skip
            calls = {letter: f"__{name}_{sparse}gather_{letter}((T*)nullptr, h, {start})" for letter in "xyzw"}
            cases = " ".join(f"case component::{letter}: return {calls[letter]};" for letter in "xyz")
            head = f"  __MTL_INLINE {result} {sparse}gather({outer}{parameter}"
            access = _needed_access(f"{sparse}gather")
            self.methods.append(f"{head}) const{access} {{ return {calls['x']}; }}")
            if parameter or shape.is_cube:
                self.methods.append(
                    f"{head}, component p) const{access} {{ switch (p) {{ {cases} default: return {calls['w']}; }} }}"
                )

    def access(self) -> None:
        """read and write, with coordinates of 32 and of 16 bits."""
        shape, name = self.shape, self.shape.name
        flat = 2 if shape.is_cube else shape.coordinates
        for element, suffix in (("uint", ""), ("ushort", ".i16")):
            face, at = (f", {element} face", ", face") if shape.is_cube else ("", "")
            array, index = (f", {element} array", ", array") if shape.is_array else ("", "")
            place = cpp(element, flat)
            depth = "1u, " if shape.is_depth else ""
            last = "sample" if shape.is_multisampled else "lod"
            default = "" if shape.is_multisampled else " = 0"
            for sparse in ("", "sparse_"):
                self.leaves(
                    f"read_{shape.word}{suffix}", f"{name}_{sparse}read",
                    f"{place} c{face}{array}, {element} l, int a", f"{depth}{value('c', flat)}{at}{index}, l, a",
                    result="sparse" if sparse else "texel",
                )  # fmt: skip
                self.method(
                    f"sparse_color<{self.result}>" if sparse else self.result, f"{sparse}read",
                    f"{place} c{face}{array}, {element} {last}{default}", f"{name}_{sparse}read",
                    f"c{at}{index}, {element}({last}), __access", limit=self.level_limit,
                )  # fmt: skip
            if not shape.is_depth and not shape.is_multisampled:
                self.leaves(
                    f"write_{shape.word}{suffix}", f"{name}_write",
                    f"{place} c{face}{array}, TEXEL x, {element} l, int a",
                    f"{value('c', flat)}{at}{index}, x.v, l, a", result="none",
                )  # fmt: skip
                self.method(
                    "void", "write", f"vec<T, 4> x, {place} c{face}{array}, {element} lod = 0", f"{name}_write",
                    f"c{at}{index}, x, {element}(lod), __access", limit=self.level_limit,
                )  # fmt: skip

    def buffer(self) -> None:
        """read and write of a texture buffer."""
        word, name = self.shape.word, self.shape.name
        self.leaves(f"read_{word}", f"{name}_read", "uint c, int a", "c, a")
        self.leaves(f"write_{word}", f"{name}_write", "uint c, TEXEL x, int a", "c, x.v, a", result="none")
        self.method(self.result, "read", "uint c", f"{name}_read", "c, __access")
        self.method("void", "write", "vec<T, 4> x, uint c", f"{name}_write", "c, x, __access")

    def atomics(self) -> None:
        """Atomic functions of texels, of int and uint."""
        shape, name = self.shape, self.shape.name
        if intrinsic(f"air.atomic_load_explicit_{shape.word}.u.v4i32") is None:
            return
        k = 2 if shape.is_cube else shape.coordinates
        face, index = (", uint face", ", face") if shape.is_cube else ("", "")
        array, index = (", uint array", f"{index}, array") if shape.is_array else ("", index)
        place, arguments = f"{cpp('uint', k)} c{face}{array}", f"{value('c', k)}{index}"
        four = "vec<T, 4>"
        for word in ("exchange", *(f"fetch_{texel_atomic}" for texel_atomic in _TEXEL_ATOMICS.split())):
            own = f"{name}_atomic_{word}"
            family = f"atomic_{word}_explicit_{shape.word}"
            self.leaves(family, own, f"{place}, TEXEL x, int a", f"{arguments}, x.v, 0, a")
            self.atomic(four, f"atomic_{word}", f"{place}, {four} x", own, f"c{index}, x, int(A)")
        family, own = f"atomic_load_explicit_{shape.word}", f"{name}_atomic_load"
        self.leaves(family, own, f"{place}, int a", f"{arguments}, 0, a")
        self.atomic(four, "atomic_load", place, own, f"c{index}, int(A)")
        family, own = f"atomic_store_explicit_{shape.word}", f"{name}_atomic_store"
        self.leaves(family, own, f"TEXEL x, {place}, int a", f"x.v, {arguments}, 0, a", result="none")
        self.atomic("void", "atomic_store", f"{four} x, {place}", own, f"x, c{index}, int(A)")
        family, own = f"atomic_compare_exchange_weak_explicit_{shape.word}", f"{name}_atomic_swap"
        self.leaves(
            family, own, f"{place}, TEXEL* e, TEXEL x, int a", f"{arguments}, &e->v, x.v, 0, 0, a", result="bool"
        )
        self.atomic(
            "bool", "atomic_compare_exchange_weak", f"{place}, {four}* e, {four} x", own, f"c{index}, e, x, int(A)"
        )

    def atomic(self, result: str, name: str, parameters: str, called: str, arguments: str) -> None:
        """An atomic method; vectors of ushort are coordinates too, which AIR's functions for 32 bits take as uint."""
        self.method(result, name, parameters, called, arguments)
        k = 2 if self.shape.is_cube else self.shape.coordinates
        if k > 1:
            wide, short = cpp("uint", k), cpp("ushort", k)
            converted = re.sub(r"\bc\b", f"{wide}(c)", arguments)
            self.method(result, name, parameters.replace(f"{wide} c", f"{short} c"), called, converted)

    def long_atomics(self) -> None:
        """The two atomic functions of texels of 64 bits, whose coordinates have 16.

        Their names and types: probes of Apple's compiler (kagurasumusun/metal, P26M).
        """
        shape = self.shape
        if intrinsic(f"air.atomic_max_explicit_{shape.word}.i16.u.v4i64") is None:
            return
        k = 2 if shape.is_cube else shape.coordinates
        face, index = (", ushort face", ", face") if shape.is_cube else ("", "")
        array, index = (", ushort array", f"{index}, array") if shape.is_array else ("", index)
        moved = "" if k == 1 or shape.is_cube else f", ({raw('ushort', k)})0"
        for word in ("max", "min"):
            leaf = self.w.leaf(find(f"atomic_{word}_explicit_{shape.word}.i16.u.v4i64"))
            short = f"{cpp('ushort', k)} c{face}{array}"
            self.methods.append(
                f"  __MTL_INLINE void atomic_{word}({short}, ulong4 x) const {{"
                f' static_assert(is_same_v<T, ulong>, "atomic_{word} is of textures of ulong");'
                f" {leaf}(h, {value('c', k)}{index}{moved}, x.v, 0, int(A)); }}"
            )
            arguments = f"{cpp('ushort', k)}(c)" + index.replace("face", "ushort(face)").replace(
                "array", "ushort(array)"
            )
            self.methods.append(
                f"  __MTL_INLINE void atomic_{word}({short.replace('ushort', 'uint')}, ulong4 x) const"
                f" {{ atomic_{word}({arguments}, x); }}"
            )

    def slices(self) -> None:
        """Writes of a slice of an imageblock, with coordinates of 16 and of 32 bits: `_slice_rows` of the intrinsics,
        slices.h.
        """
        shape = self.shape
        base = f"air.write_imageblock_slice_to_{shape.word}"
        if intrinsic(f"{base}.v4f32") is None:
            return
        count = 2 if shape.is_cube else shape.coordinates
        indices = [text for text, is_there in (("face", shape.is_cube), ("array", shape.is_array)) if is_there]
        for element, suffix in (("ushort", ".i16"), ("uint", "")):
            t = cpp(element, count)
            types = [t if count == 1 else f"__v_{t}", *[element] * len(indices), element]
            self.w.add(f'__MTL_SLICES(__{shape.word}_handle, {element}, "{base}{suffix}.", {", ".join(types)})')
            parameters = "".join(f", {element} {text}" for text in indices)
            place = value("c", count) + "".join(f", {text}" for text in indices)
            self.methods += [
                f"  template<class E, class L> __MTL_INLINE void write(imageblock_slice<E, L> s, {t} c{parameters},"
                f" {element} lod = 0) const {{",
                "    static_assert(is_same_v<typename __mtl_element<E>::type, T> && A == access::write, "
                '"a slice is written to a texture of its elements, with access::write");',
                f"    __slice_writer<__handle, {element}, E>::write(h, s.__data, s.__has_size, __v_ushort2{{0, 0}},"
                f" s.__size, {place}, lod, is_same_v<L, imageblock_layout_implicit>, uint(A));",
                "  }",
            ]

    def queries(self) -> None:
        """Sizes, fences, null textures."""
        shape = self.shape
        for query in ("width", "height", "depth", "array_size", "num_samples", "num_mip_levels"):
            item = intrinsic(f"air.get_{query}_{shape.word}")
            if item is not None:
                level = "uint lod = 0" if len(item.parameters(AIR)) > 1 else ""
                call = f"{self.w.leaf(item)}(h{', lod' if level else ''})"
                limit = self.level_limit if level else ""
                self.methods.append(f"  __MTL_INLINE uint get_{query}({level}) const{limit} {{ return {call}; }}")
        if (item := intrinsic(f"air.fence_{shape.word}")) is not None:
            self.methods.append(f"  __MTL_INLINE void fence() const {{ {self.w.leaf(item)}(h); }}")
        if (item := intrinsic(f"air.is_null_{shape.word}")) is not None:
            self.methods.append(f"  __MTL_INLINE bool __is_null() const {{ return {self.w.leaf(item)}(h); }}")

    def write(self) -> list[str]:
        """All of it; the lines of the class."""
        shape = self.shape
        if not shape.is_multisampled and not shape.is_buffer:
            self.sampling()
        if shape.is_buffer:
            self.buffer()
        else:
            self.access()
        self.atomics()
        self.long_atomics()
        self.queries()
        self.slices()
        null = self.w.leaf(find(f"get_null_{shape.word}"))
        access = "access::read" if shape.is_multisampled or shape.is_buffer else "access::sample"
        coherence = "memory_coherence C = memory_coherence_threadgroup"
        return [
            f"template<class T, access A = {access}, {coherence}> struct {shape.name} {{",
            f"  static constexpr int __access = int(A) + int(C) * {COHERENT_ACCESS};",
            f"  using __handle = __{shape.word}_handle;",
            f'  static constexpr const char* __mtl_name = "{shape.name}";',
            "  __handle h;",
            f"  __MTL_INLINE {shape.name}() : h({null}()) {{}}",
            f"  __MTL_INLINE explicit {shape.name}(__handle x) : h(x) {{}}",
            *self.methods,
            "};",
        ]


def textures(w: Writer) -> None:
    """textures.h."""
    w.add("// In AIR a type without a name; r: not resident.")
    w.add("template<class V> struct __mtl_literal_pair { V v; bool r; };")
    w.add("// What a sparse texture has, and whether it is in memory. Bits as in { <4 x float>, i64 } and { float, i8,")
    w.add("// i64 }, types of Apple's functions that return it (P06M40 and P06M40v2 in kagurasumusun/metal).")
    w.add("template<class V> struct sparse_color {")
    w.add("  V __value; bool __resident : 1; ulong __unused : 63;")
    w.add("  __MTL_INLINE V value() const { return __value; }")
    w.add("  __MTL_INLINE bool resident() const { return __resident; }")
    w.add("};")
    classes = []
    for shape in SHAPES.values():
        w.add(
            f"struct _{shape.word}_t;",
            f"typedef _{shape.word}_t __attribute__((address_space(1)))* __{shape.word}_handle;",
        )
        classes.append(TextureWriter(w, shape).write())
    for lines in classes:
        w.add(*lines)


_MOST_OUTPUTS = 40


def results() -> Iterator[str]:
    """results.h: structs for the results of entry points, whose types get no name in AIR (`mtlb/metal/optimise.py`)."""
    yield "namespace __mtl {"
    yield "template<class...> struct literal_result;"
    yield "template<class T> __MTL_INLINE void set_member(T& to, const T& from) { to = from; }"
    array = "template<class T, size_t N> __MTL_INLINE void set_member(T (&to)[N], const T (&from)[N])"
    yield f"{array} {{ for (size_t n = 0; n < N; ++n) to[n] = from[n]; }}"
    for count in range(1, _MOST_OUTPUTS + 1):
        names = [f"M{n}" for n in range(count)]
        members = " ".join(f"{name} m{n};" for n, name in enumerate(names))
        classes = ", ".join(f"class {name}" for name in names)
        head = f"template<{classes}> struct __attribute__((packed)) literal_result<{', '.join(names)}>"
        arguments = ", ".join(f"const M{n}& a{n}" for n in range(count))
        sets = " ".join(f"set_member(m{n}, a{n});" for n in range(count))
        yield f"{head} {{ {members} __MTL_INLINE void fill({arguments}) {{ {sets} }} }};"
    yield from pixels()
    yield "}"


_MOST_PIXEL_MEMBERS = 16


def pixels() -> Iterator[str]:
    """Structs that entry points take and return as values, which imageblocks hold: their members as AIR has them."""
    yield "template<class...> struct members;"
    yield "template<class T> struct abi;"
    yield "template<class...> struct pixel_value;"
    yield "template<class S, class L> struct pixel_of;"
    yield (
        "template<class M, class S, class T> __MTL_INLINE void get_pixel(S& s, T& x) "
        "{ M::set(s, abi<typename M::value_type>::get(x)); }"
    )
    yield (
        "template<class M, class S, class T, size_t N> __MTL_INLINE void get_pixel(S& s, T (&x)[N]) "
        "{ __builtin_memcpy((void*)M::get(s), (const void*)x, sizeof(x)); }"
    )
    yield (
        "template<class M, class S, class T> __MTL_INLINE void put_pixel(T& x, S& s) "
        "{ x = abi<typename M::value_type>::put(M::get(s)); }"
    )
    yield (
        "template<class M, class S, class T, size_t N> __MTL_INLINE void put_pixel(T (&x)[N], S& s) "
        "{ __builtin_memcpy((void*)x, (const void*)M::get(s), sizeof(x)); }"
    )
    for count in range(1, _MOST_PIXEL_MEMBERS + 1):
        numbers = range(count)
        classes = ", ".join(f"class M{n}" for n in numbers)
        names = ", ".join(f"M{n}" for n in numbers)
        members = " ".join(f"M{n} m{n};" for n in numbers)
        yield f"template<{classes}> struct pixel_value<{names}> {{ {members} }};"
        types = ", ".join(f"typename abi<typename M{n}::value_type>::type" for n in numbers)
        sets = " ".join(f"get_pixel<M{n}>(s, x.m{n});" for n in numbers)
        puts = " ".join(f"put_pixel<M{n}>(x.m{n}, s);" for n in numbers)
        yield (
            f"template<class S, {classes}> struct pixel_of<S, members<S, {names}>> {{ "
            f"using type = pixel_value<{types}>; "
            f"__MTL_INLINE static S get(type x) {{ S s{{}}; {sets} return s; }} "
            f"__MTL_INLINE static type put(S s) {{ type x; {puts} return x; }} }};"
        )


# --- files -----------------------------------------------------------------------------------------------------------


def files() -> dict[str, str]:
    """The generated files, by name."""
    names: set[str] = set()
    functions, lanes, texture = Writer(names), Writer(names), Writer(names)
    float_functions(functions)
    integer_functions(functions)
    packing_functions(functions)
    pixel_types(functions)
    lane_functions(lanes)
    matrix_leaves(lanes)
    textures(texture)
    made_files = {"vectors.h": list(vectors()), "results.h": list(results())}
    for name, w in (("functions.h", functions), ("lanes.h", lanes), ("textures.h", texture)):
        made_files[name] = ["namespace metal {", *w.lines, "}"]
    head = "// Generated by tools/gen_metal_header.py; do not edit."
    return {name: "\n".join([head, *lines]) + "\n" for name, lines in made_files.items()}


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    is_check = parser.parse_args().check
    stale = []
    for name, text in files().items():
        path = FOLDER / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if not is_check:
                path.write_text(text, encoding="utf-8", newline="\n")
    if is_check and stale:
        print(f"not up to date: {', '.join(stale)}; run tools/gen_metal_header.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
