"""`constexpr sampler s(...)`: the address of a constant that the header computes."""

from __future__ import annotations

from .unit import Unit

_BEFORE = ("constexpr", "const", "static", "constant", "metal", "::")


def rewrite_samplers(unit: Unit) -> None:
    """Write static samplers as `sampler s(&state of the bits...)`."""
    source = unit.source
    texts = source.texts
    for at, text in enumerate(texts):
        if text != "sampler" or at == 0 or at + 2 >= len(texts) or texts[at - 1] not in _BEFORE:
            continue
        if texts[at + 2] not in ("(", "{", ";") or not texts[at + 1].isidentifier():
            continue
        if texts[at + 2] == ";":  # with all defaults
            if "constexpr" not in texts[max(at - len(_BEFORE), 0) : at]:
                continue
            source.prepend(at + 2, "(&metal::__sampler_state<metal::__sampler_bits()>::state)")
        else:
            source.set(at + 2, "(&metal::__sampler_state<metal::__sampler_bits(")
            source.set(source.partner[at + 2], ")>::state)")
        head = at - 1
        while texts[head] in _BEFORE:
            if texts[head] == "constexpr":
                source.set(head, "const")
            head -= 1
