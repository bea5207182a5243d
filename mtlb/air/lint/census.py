"""The rule on features that no module of Apple's has: forms of instructions, calls, declarations, variables."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.errors import MtlbError
from ..census import shipped_census
from .registry import NOTE, SUSPECTED, rule
from .subjects import CENSUS, ModuleSubject

__all__: list[str] = []

_WITH_RULES = (
    "decl.",
    "callattr ",
    "callattrset ",
    "callpattr ",
    "callflags ",
    "callconst ",
    "def.attr ",
    "imd ",
    "md.named ",
)
"""Features that this rule ignores: AIR095 and AIR085 report declared functions; attributes and metadata of instructions
are only hints; lists have any length.
"""
_MOST = 40
"""The maximum number of texts for one module: a module with more does not come from Metal's language."""


@rule(CENSUS, "AIR097", "unseen-form", NOTE, SUSPECTED, "Apple's modules of this AIR version have the same forms",
      "Nobody has seen that GPU compilers take another form, or that they do not.")  # fmt: skip
def _unseen_form(module: ModuleSubject) -> Iterator[str]:
    if module.air is None or module.module.has_opaque_pointers:
        return
    from ..census_features import features_of  # the rule runs on request only

    census = shipped_census()
    try:
        unseen = [
            feature
            for feature in features_of(module.module)
            if not feature.startswith(_WITH_RULES) and not census.has(feature, module.air)
        ]
    except MtlbError:
        return  # other rules report malformed input
    for feature in sorted(unseen)[:_MOST]:
        text = " ".join(feature.split())
        versions = census.features.get(feature)
        if versions is not None:
            yield f"{text}: Apple's modules have it in AIR {', '.join(sorted(versions))} alone"
        else:
            nearest = census.nearest(feature)
            yield f"{text}: no module of Apple's has it" + (f"; the nearest is {nearest}" if nearest else "")
