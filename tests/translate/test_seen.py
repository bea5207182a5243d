"""What translation of SPIR-V writes is what Apple's modules have, or is listed here with the reason."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from mtlb.air.census import shipped_census
from mtlb.air.census_features import features_of
from mtlb.air.facts import air_version
from mtlb.air.intrinsics import intrinsic
from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.translate import translate
from tests.conftest import ROOT, shared_directory

OF_FUNCTIONS = ("decl.", "call")
OF_SETS = ("decl.attr", "callattr")
OF_PARAMETERS = ("def.pattr", "md.argpattr")
OF_TYPES = frozenset(
    [
        *("alloca", "cast", "castk", "def.param", "fcmp", "gep", "icmp", "insertelement", "extractelement"),
        *("mem", "memal", "memty", "op", "phi", "ret", "select", "shuffle"),
    ]
)
"""Classes of what is done with values of a type: SPIR-V does with vectors what Metal's language does with others."""
_TYPE = re.compile(r"<\d x i?\w+>|\bi\d+\b|\bhalf\b|\bfloat\b|\[N|%S|%struct\.\w+|\{\}|\bAS\d\b")
_NUMBER = re.compile(r"\d+")

LISTED = {
    r"callflags air\.\S+ ": "the floats of SPIR-V are not fast, unless the shader says so",
    r"callconst air\.(atomic\.fence|\w+\.barrier) arg\d=\d+": "memory and scopes of a barrier, numbered as in Metal",
    r"callconst air\.atomic\.\S+ arg[12]=-?\d+": "an operand that is a constant in the shader",
    r"callconst air\.sample_\S+ arg\d=true": "the shader gives an offset; of other shapes `true` was counted",
    r"(callpattr|decl\.(pattr|sig)) air\.read_texture_(2d|2d_array|2d_ms)\..*": "the form of AIR 2.8: other types of "
    "texels in what Apple's compiler writes for metal2vulkan's public fixtures (kernel_texture_variant_leftovers)",
    r"(callpattr|decl\.(pattr|sig)) air\.read_texture_3d\..*": "a guess: the form of AIR 2.8 by analogy with those",
    r"callpattr air\.atomic\.global\.cmpxchg\.\S+ nocapture; nocapture; .*": "Apple's has nonnull on a "
    "variable of the thread as well, which LLVM infers: it says less without",
    r"def\.param air\.\w+ %struct\._\w+_t AS1\*": "a shape of textures that was not counted for this kind of function",
    r"def\.param air\.\w+ \[N\] AS[12]\*": "a buffer that the shader declares as an array alone",
    r"md\.named !llvm_utils\.sources n=1": "the source that the shader embeds, where Apple's compiler puts it "
    "when it is asked to record sources (mtlb.air.facts); no module that was counted has any",
}
"""Features that no module of Apple's has, and that no rule of `explained` covers: why they are written all the same."""
OLDER = "2.6"
"""What compilers give functions and parameters changed with this AIR version."""


class Seen:
    """What the census has, by its parts."""

    def __init__(self) -> None:
        features = shipped_census().features
        self.functions = frozenset(one.split(" ")[1] for one in features if one.startswith("decl.air "))
        self.words = frozenset(map(_word, features))
        self.types = frozenset(text for one in features for text in _TYPE.findall(one))
        self.sets: set[tuple[str, str, bool]] = set()
        """Class and attributes of a function or a call, and whether it is older."""
        self.given: set[tuple[str, str, bool]] = set()
        """The place of a parameter, one attribute of it, and whether it is older."""
        for one, versions in features.items():
            kind = one.split(" ")[0]
            for older in {version < OLDER for version in versions}:
                if kind in OF_SETS:
                    self.sets.add((kind, _rest(one), older))
                elif kind in OF_PARAMETERS:
                    place, attributes = _given(one)
                    self.given.update((place, attribute, older) for attribute in attributes)


seen = cache(Seen)


def _rest(feature: str) -> str:
    """What is said of a function, without its name."""
    return [*feature.split(" ", 2), ""][2]


def _given(feature: str) -> tuple[str, list[str]]:
    """The place of a parameter (an address space or `value`) and its attributes."""
    kind, *words = feature.replace("align N", "align").split(" ")
    words = words[2:] if kind == "md.argpattr" else words[1:]
    if words[0] == "ptr":
        words[:2] = [f"{words[1][2:]}*"]
    place = f"helper {words[0]}" if "helper" in feature.split(" ") else words[0]
    return place, [word for word in words[1:] if word]


def _word(feature: str) -> str:
    """The feature without its types and numbers."""
    return " ".join(_NUMBER.sub("N", _TYPE.sub("T", feature)).split())


def explained(feature: str, version: str) -> str:
    """Why a feature that no module of Apple's has is written all the same; empty if nothing says so."""
    kind, _, rest = feature.partition(" ")
    older = version < OLDER
    name = rest.split(" ")[0]
    if kind.startswith(OF_FUNCTIONS) and name.startswith("air.") and name not in seen().functions:
        found = intrinsic(name)
        return "a function of the table that was not counted" if found is not None and found.is_plausible else ""
    if kind in OF_SETS and (kind, _rest(feature), older) in seen().sets:
        return "attributes that other functions have in AIR versions of these compilers"
    if kind in OF_PARAMETERS:
        place, attributes = _given(feature)
        if all((place, attribute, older) in seen().given for attribute in attributes):
            return "attributes that parameters in this place have, each for itself"
    if kind in OF_TYPES and _word(feature) in seen().words and seen().types.issuperset(_TYPE.findall(feature)):
        return "an operation and a type that were counted apart"
    return next((reason for pattern, reason in LISTED.items() if re.fullmatch(pattern, feature)), "")


def _unseen(paths: list[Path], target: str) -> tuple[dict[str, str], dict[str, str], int]:
    """Features that no module of Apple's has: those without a reason, those with one; how many modules there are."""
    census = shipped_census()
    open_: dict[str, str] = {}
    reasons: dict[str, str] = {}
    made = 0
    for path in paths:
        try:
            data = translate(path.read_bytes(), target, name=path.stem).module.air_bytes()
        except MtlbError:
            continue  # what an older version lacks
        made += 1
        module = read_module(data)
        air = air_version(module)
        assert air is not None
        for one in features_of(module):
            if not census.has(one):
                reason = explained(one, f"{air.major}.{air.minor}")
                (reasons if reason else open_)[one] = reason or path.stem
    return open_, reasons, made


@pytest.mark.parametrize("target", ["macos11", "macos26"])
def test_some_shaders_have_no_other_features(target: str) -> None:
    names = ("interpolation", "resource_arrays", "shared_memory")
    open_, reasons, made = _unseen([ROOT / f"golden/glsl/{name}.spv" for name in names], target)
    assert made == 3
    assert reasons
    assert open_ == {}


@pytest.mark.long
def test_all_shaders_have_no_other_features() -> None:
    """Those of the golden files, and with the corpus those of wgpu and naga; each pattern of the list is needed."""
    paths = sorted([*(ROOT / "golden/glsl").glob("*.spv"), *(ROOT / "golden/spirv").glob("*.spv")])
    corpus = sorted((shared_directory() / "spirv").glob("*.spv"))
    paths += corpus
    found: dict[str, str] = {}
    for target in ("macos11", "macos14", "macos26"):
        open_, reasons, made = _unseen(paths, target)
        assert made > 30
        assert open_ == {}, target
        found |= reasons
    print(f"{len(found)} features that no module of Apple's has")
    assert not corpus or set(LISTED.values()) <= set(found.values())


def test_what_nothing_explains_is_found() -> None:
    for feature in (
        "decl.air air.nonsense.f32",
        "decl.attr air.fma.f32 cold",
        "callattr air.fma.f32 nounwind readnone speculatable",
        "md.argpattr !air.fragment air.front_facing value noundef zeroext",
        "op add <9 x i32>",
        "globty  global [N x {}] align 8",
        "md.named !strange n=1",
    ):
        assert explained(feature, "2.8") == "", feature
