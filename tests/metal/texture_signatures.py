"""The methods of textures of the Metal Shading Language Specification 4.0 (6.12), by name and types, and a use of each.

The rows follow from the kind of texture: its coordinates, whether it has an index in an array, faces, samples, levels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.metal.signatures import Use

TEXELS = ("half", "float", "short", "ushort", "int", "uint")
_INTEGERS = ("int", "uint")
_OPERATIONS = ("add", "and", "max", "min", "or", "sub", "xor")


@dataclass(frozen=True)
class Kind:
    """A kind of texture. `at`, `of`: coordinates of a sample and of a texel; `offset`: the type of an offset."""

    section: str
    name: str
    of: str
    at: str = ""
    gradient: str = ""
    offset: str = ""

    @property
    def is_depth(self) -> bool:
        return self.name.startswith("depth")

    @property
    def is_array(self) -> bool:
        return self.name.endswith("_array")

    @property
    def is_cube(self) -> bool:
        return "cube" in self.name

    @property
    def has_samples(self) -> bool:
        return "_ms" in self.name

    @property
    def is_atomic(self) -> bool:
        return not (self.is_depth or self.is_cube or self.has_samples)

    @property
    def texels(self) -> tuple[str, ...]:
        return ("float",) if self.is_depth else TEXELS


KINDS = [
    Kind("6.12.1", "texture1d", "uint", "float"),
    Kind("6.12.2", "texture1d_array", "uint", "float"),
    Kind("6.12.3", "texture2d", "uint2", "float2", "gradient2d", "int2"),
    Kind("6.12.4", "texture2d_array", "uint2", "float2", "gradient2d", "int2"),
    Kind("6.12.5", "texture3d", "uint3", "float3", "gradient3d", "int3"),
    Kind("6.12.6", "texturecube", "uint2", "float3", "gradientcube"),
    Kind("6.12.7", "texturecube_array", "uint2", "float3", "gradientcube"),
    Kind("6.12.8", "texture2d_ms", "uint2"),
    Kind("6.12.9", "texture2d_ms_array", "uint2"),
    Kind("6.12.10", "depth2d", "uint2", "float2", "gradient2d", "int2"),
    Kind("6.12.11", "depth2d_array", "uint2", "float2", "gradient2d", "int2"),
    Kind("6.12.12", "depth2d_ms", "uint2"),
    Kind("6.12.13", "depth2d_ms_array", "uint2"),
    Kind("6.12.14", "depthcube", "uint2", "float3", "gradientcube"),
    Kind("6.12.15", "depthcube_array", "uint2", "float3", "gradientcube"),
    Kind("6.12.16", "texture_buffer", "uint"),
]
"""In the gradients of `sparse_sample_compare` of cubes the text says `gradient2d`, whose coordinates have two numbers;
`gradientcube` is meant, as the section's beginning says.
"""

Method = tuple[str, str, list[str]]
"""Result, name and types of parameters."""


def _with_ends(parameters: list[str], ends: list[str]) -> Iterator[list[str]]:
    """A list of parameters, of which the last may be left out."""
    for count in range(len(ends) + 1):
        yield parameters + ends[:count]


def _options(kind: Kind) -> list[list[str]]:
    if not kind.gradient:
        return [[]]
    least = "min_lod_clamp"
    both = [["bias", least], [kind.gradient, least]]
    return [[], ["bias"], ["level"], [kind.gradient], [least], *both]


def _sampled(kind: Kind, one: str, four: str) -> Iterator[Method]:
    place = ["sampler", kind.at, *(["uint"] if kind.is_array else [])]
    color = one if kind.is_depth else four
    ends = [kind.offset] if kind.offset else []
    for sparse in ("", "sparse_"):
        of_color, of_four = (f"sparse_color<{item}>" if sparse else item for item in (color, four))
        for option in _options(kind):
            for row in _with_ends([*place, *option], ends):
                yield of_color, f"{sparse}sample", row
            if kind.is_depth and (sparse or len(option) < 2):
                for row in _with_ends([*place, "float", *option], ends):
                    yield of_color, f"{sparse}sample_compare", row
        if not kind.gradient or kind.name == "texture3d":
            continue
        chosen = [] if kind.is_depth and not (sparse and kind.offset) else ["component"]
        for row in _with_ends(place, [*ends, *chosen]):
            yield of_four, f"{sparse}gather", row
        if kind.is_depth:
            for row in _with_ends([*place, "float"], ends):
                yield of_four, f"{sparse}gather_compare", row
    if kind.gradient:
        yield from (("float", f"calculate_{word}_lod", ["sampler", kind.at]) for word in ("clamped", "unclamped"))


def _indices(kind: Kind, number: str) -> list[str]:
    """The parameters after the coordinates of a texel: face, index in the array."""
    return [number] * (kind.is_cube + kind.is_array)


def _queries(kind: Kind) -> Iterator[Method]:
    level = [] if kind.has_samples or kind.name == "texture_buffer" else ["uint"]
    sizes = ["width", "height", "depth"][: 1 if kind.of == "uint" else 3 if kind.of == "uint3" else 2]
    for size in sizes:
        yield from (("uint", f"get_{size}", row) for row in _with_ends([], level))
    if kind.is_array:
        yield "uint", "get_array_size", []
    if kind.has_samples:
        yield "uint", "get_num_samples", []
    elif kind.name != "texture_buffer":
        yield "uint", "get_num_mip_levels", []


def _reads(kind: Kind, one: str, four: str) -> Iterator[Method]:
    color = one if kind.is_depth else four
    for of in (kind.of, kind.of.replace("uint", "ushort")):
        number = of.rstrip("23")
        place = [of, *_indices(kind, number)]
        if kind.name == "texture_buffer":
            if number == "uint":
                yield color, "read", place
            continue
        ends = [] if kind.has_samples else [number]
        for row in _with_ends([*place, number] if kind.has_samples else place, ends):
            yield color, "read", row
            yield f"sparse_color<{color}>", "sparse_read", row


def _writes(kind: Kind, four: str) -> Iterator[Method]:
    for of in (kind.of, kind.of.replace("uint", "ushort")):
        number = of.rstrip("23")
        if kind.name == "texture_buffer":
            if number == "uint":
                yield "void", "write", [four, of]
            continue
        for row in _with_ends([four, of, *_indices(kind, number)], [number]):
            yield "void", "write", row


def _atomics(kind: Kind, four: str) -> Iterator[Method]:
    for of in (kind.of, kind.of.replace("uint", "ushort")):
        place = [of, *_indices(kind, of.rstrip("23"))]
        yield four, "atomic_load", place
        yield "void", "atomic_store", [four, *place]
        yield "bool", "atomic_compare_exchange_weak", [*place, f"thread {four}*", four]
        yield four, "atomic_exchange", [*place, four]
        yield from ((four, f"atomic_fetch_{word}", [*place, four]) for word in _OPERATIONS)


def methods(kind: Kind, texel: str) -> Iterator[tuple[str, Method]]:
    """Each method of a texture, and the access that the texture has."""
    four = f"{texel}4"
    is_plain = not (kind.is_depth or kind.has_samples)
    if kind.at:
        yield from (("sample", method) for method in _sampled(kind, texel, four))
    readable = {"sample": bool(kind.at), "read": True, "read_write": is_plain and not kind.is_cube}
    for access in (name for name, is_there in readable.items() if is_there):
        sparse_too = access != "read_write"  # 2.9: sparse textures have no such access
        for method in (*_reads(kind, texel, four), *_queries(kind)):
            if sparse_too or not method[1].startswith("sparse"):
                yield access, method
    if is_plain:
        for access in ("write", *(["read_write"] if readable["read_write"] else [])):
            yield from ((access, method) for method in _writes(kind, four))
    if readable["read_write"]:
        yield "read_write", ("void", "fence", [])
    if kind.is_atomic and texel in _INTEGERS:
        yield from (("read_write", method) for method in _atomics(kind, four))


def _kinds() -> Iterator[tuple[Kind, str]]:
    for kind in KINDS:
        yield from ((kind, texel) for texel in kind.texels)


def uses() -> Iterator[Use]:
    """A use of each method of each kind of texture with each type of color."""
    for number, (kind, texel) in enumerate(_kinds()):
        for index, (access, (result, name, parameters)) in enumerate(methods(kind, texel)):
            numbered = [
                ("component::x" if kind.is_depth and item == "component" else f"a{place}", item)
                for place, item in enumerate(parameters)
            ]
            taken = [f"{item} {word}" for word, item in numbered if word != "component::x"]
            given = ", ".join(word for word, _ in numbered)
            texture = f"{kind.name}<{texel}, access::{access}>"
            call = f"t.{name}({given})"
            checked = "" if result == "void" else f"static_assert(is_same_v<{result}, decltype({call})>); "
            title = f"{kind.section} {texture}: {result} {name}({', '.join(parameters)})"
            yield Use(
                title, f"static void t{number}_{index}({', '.join([f'{texture} t', *taken])}) {{ {checked}{call}; }}"
            )
        yield Use(f"6.12.18 {kind.name}<{texel}>", f"static void z{number}({kind.name}<{texel}> t) {{ {_NULL} }}")


_NULL = "static_assert(is_same_v<bool, decltype(is_null_texture(t))>); is_null_texture(t);"
