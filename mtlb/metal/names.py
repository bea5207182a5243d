"""Names of C++ in the compiler's output: of types, as Metal has them, and symbols of the header and the source."""

from __future__ import annotations

import re

from ..air.symbols import cxx_names
from ..air.types import NUMBERS

LIBRARY = "<metal>"
"""The folder of mtlb's headers, in preprocessed sources and in debug info."""
THREADGROUP_MEMORY = "_ZN5__mtl18threadgroup_memory"
"""How the symbols of threadgroup variables begin."""
SAMPLER_STATE = "_ZN5metal15__sampler_state"
"""How the symbols of static samplers begin."""
_NUMBERS = {
    **{f"unsigned {number.name}": f"u{number.name}" for number in NUMBERS if number.kind == "int"},
    "signed char": "char",
    "_Float16": "half",
    "__bf16": "bfloat",
}
_NAMESPACE = re.compile(r"\bmetal::(?!MTL|rasterization_rate_map_data|array\b(?!<))")
"""In Apple's metadata only these types keep the namespace in their names (the corpus)."""
_NUMBER = re.compile(rf"(?:{'|'.join(_NUMBERS)})\b")
_RULES = (
    (re.compile(r"\bpacked_vec<(\w+), (\d)>"), r"packed_\1\2"),
    (re.compile(r"\bvec<(\w+), (\d)>"), r"\1\2"),
    (re.compile(r"\bmatrix<(\w+), (\d), (\d)(?:, void)?>"), r"\1\2x\3"),
    (re.compile(r"\b__as<"), "as_type<"),
    (re.compile(r"'?__builtin_bit_cast'?"), "'as_type'"),  # clang 19 does not quote it
    (re.compile(r"; did you mean '__mtl[^']*'\?"), ""),
    (re.compile(r"'[^']*__[^']*' \(aka '([^']*)'\)"), r"'\1'"),  # an alias in mtlb's header
    (re.compile(r" \(aka '_[^']*'\)"), ""),
    (re.compile(r"'V' \(vector of (\d) 'S' values\)(?: and 'V')?"), r"vectors of \1 floating-point values"),
)


_SPACE = re.compile(r"\b__mtl_space_(\w+)<")
_SPACE_OF = re.compile(r"('[^']*__mtl_space_[^']*') \(aka '[^']*'\)")


def _with_spaces(text: str) -> str:
    """A text with aliases for address spaces (`rewrite/spaces.py`) as Metal writes them: `const device float *`."""
    text = _SPACE_OF.sub(r"\1", text)
    while (match := _SPACE.search(text)) is not None:
        end, depth = match.end(), 1
        while end < len(text) and depth:
            depth += (text[end] == "<") - (text[end] == ">")
            end += 1
        pointee, rest = text[match.end() : end - 1], text[end:]
        if rest.lstrip(" ").startswith(("*", "&")):
            const = "const " if pointee.startswith("const ") else ""
            pointee = f"{const}{match[1]} {pointee.removeprefix('const ')}"
        text = text[: match.start()] + pointee + rest
    return text


_ACCESS = re.compile(r"\b(?:metal::)?access::")


def metal_names(text: str) -> str:
    """A text with C++ type names replaced by those of Apple's metadata: `float4` for `metal::vec<float, 4>`, and
    `texture2d<half, write>`.
    """
    return _ACCESS.sub("", source_names(text))


def source_names(text: str) -> str:
    """A text with C++ type names replaced by those of a source: `texture2d<half, access::write>`, for messages."""
    text = _NUMBER.sub(lambda match: _NUMBERS[match[0]], _NAMESPACE.sub("", _with_spaces(text)))
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return text


def source_name(symbol: str) -> str:
    """The unqualified name of a function or variable in the source, from its C++ symbol."""
    names, _ = cxx_names(symbol)
    return names[-1] if names else symbol
