"""NameScope as Naga gives them: what two things would share is numbered, what Metal reserves gets an underscore."""

from __future__ import annotations

import re

__all__ = ["NameScope"]

# Words that a declaration of Metal can't have as its name: those of C++14, of Metal, and its library's types.
_RESERVED = frozenset(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class compl const
    const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit export extern false
    float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
    protected public register reinterpret_cast return short signed sizeof static static_assert static_cast struct switch
    template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t
    while xor xor_eq
    constant device fragment kernel main metal object_data ray_data thread threadgroup threadgroup_imageblock tile
    vertex visible mesh object intersection patch
    atomic atomic_bool atomic_int atomic_uint bfloat half size_t ptrdiff_t uchar uint ulong ushort simd sampler texture
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
    as_type access coord filter address abs acos asin atan atan2 ceil clamp cos cosh cross degrees distance dot exp exp2
    fabs floor fma fmax fmin fmod fract frexp ldexp length log log10 log2 max min mix modf normalize pow radians reflect
    refract round rsqrt saturate select sign sin sincos sinh smoothstep sqrt step tan tanh trunc all any discard
    flat half2 half3 half4 float2 float3 float4 int2 int3 int4 uint2 uint3 uint4 short2 short3 short4 ushort2 ushort3
    ushort4 char2 char3 char4 uchar2 uchar3 uchar4 bool2 bool3 bool4 long2 long3 long4 ulong2 ulong3 ulong4 stage_in
    position NULL INFINITY NAN DefaultConstructible
    """.split()  # noqa: SIM905
)


class NameScope:
    """Gives each thing of one scope a name of its own."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def unique(self, wanted: str, otherwise: str) -> str:
        """The name `wanted`, or `otherwise` if it is empty, made fit for Metal and told from those given before."""
        base = re.sub(r"\W", "_", wanted, flags=re.ASCII).lstrip("0123456789") or otherwise
        base = re.sub("__+", "_", base).rstrip("_") or otherwise
        number = self._counts.get(base)
        if number is None:
            self._counts[base] = 0
            return f"{base}_" if base[-1].isdigit() or base in _RESERVED else base
        self._counts[base] = number + 1
        return f"{base}_{number + 1}"
