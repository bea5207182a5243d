"""Why mtlb writes what no module of Apple's has: rules on the census, and a list."""

from __future__ import annotations

import re
from functools import cache

from mtlb.air.census import shipped_census
from mtlb.air.census_features import features_of
from mtlb.air.facts import air_version
from mtlb.air.intrinsics import intrinsic
from mtlb.ir import Module

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
    r"cast bitcast \[N\] AS1\* to \[N\] AS1\*": "a member of a struct that is bytes, because its members overlap",
    r"def\.param air\.\w+ %struct\._\w+_t AS1\*": "a shape of textures that was not counted for this kind of function",
    r"def\.param air\.\w+ \[N\] AS[12]\*": "a buffer that the shader declares as an array alone",
    r"md\.named !llvm_utils\.sources n=1": "the source that the shader embeds, where Apple's compiler puts it "
    "when it is asked to record sources (mtlb.air.facts); no module that was counted has any",
}
"""Features of translated SPIR-V that no module of Apple's has, and that no rule of `explained` covers: why they are
written all the same."""
OTHERS = {
    r"(call|callattrset|callpattr) indirect .*|cast bitcast i8 AS0\* to fn AS0\*": "a function of a table is called by "
    "the address that air.get_function_pointer_visible_function_table returns, an i8* in probes of Apple's compiler; "
    "metal2vulkan met such calls in 136 of 204 sources",
    r"def\.attr air\.(object|visible|mesh|intersection) "
    r'("(min-legal-vector-width|max-work-group-size)"="\d+"|"approx-func-fp-math"="true"'
    r"|norecurse|argmemonly|readonly|writeonly)": "few functions of these kinds were counted; kernels, vertex and "
    "fragment functions have all of these, with numbers of their own",
    r"(def|md)\.\w+ .*(air\.intersection|air\.payload) .*5\*?.*|(mem|memal|memty|gep|cast) .* AS5\*?.*": ""
    "the payload of an intersection function, in address space 5 as in probes of Apple's compiler; none was counted",
    r"(def\.pattr air|md\.argpattr !air)\.(mesh|object) .*6\*? (nocapture \w+ )?dereferenceable\(N\)": ""
    "payloads before AIR 2.6; those counted are of AIR 2.6, with its noundef and align",
    r"(memal|memty) load %struct\._\w+_t AS1\* .*": "a resource out of an argument buffer; others were counted",
    r"op f(add|sub|mul|neg) <64 x (half|float)>": "elements of a simdgroup matrix, which is this vector in what was "
    "counted",
    r"(def\.p(aram|attr) air\.\w+|md\.argpattr !air\.\w+ air\.(texture|sampler)) "
    r"(\[N\] AS0\*|(0\*|ptr AS0) nocapture readonly)": "an array of textures or samplers: mtlb/emit/entry.py",
    r"def\.param (helper|air\.visible) .*": "an argument of a function that the source has",
    r"def\.pattr helper \d\*( (nocapture|noundef|readonly|readnone|writeonly))*": "what LLVM's inference says of an "
    "argument of a function that the source has",
    r"callpattr air\.intersect\.\S+ .*nonnull.*": "LLVM infers nonnull of a variable of the thread: 207 of 207 "
    "operands of calls in a sample of the corpus, where the results of rays are elsewhere",
    r"(callattrset user|decl\.attrset other) convergent (mustprogress nofree )?nounwind readonly( willreturn)?": ""
    "the reader of control points, as in probes of Apple's compiler (kagurasumusun/metal, P18K); none was counted",
    r"(callpattr|decl\.(pattr|sig)) air\.set_vertex_buffer_render_command\.p2i8 .*": "the form with a stride, in "
    "probes of Apple's compiler for memory of the device (kagurasumusun/metal, P08M40v3)",
    r"(decl\.\w+|callp?attr) llvm\.mem(cpy|set)\.\S+ .*|decl\.llvm llvm\.mem(cpy|set)\.\S+": "a copy between memories "
    "that the source has, each of which was counted with others",
    r"globty addrspace\(2\) constant (\[N x )?%S\]? align \d+": "constants of a struct that the source has",
    r"insertelement <1 x \w+> index i(32|64) const": "a vector of one element that the source has; in memory it is the "
    "element",
    r"md\.named !air\.\w+ n=\d+": "so many functions of this kind in one module before it is split",
    r"decl\.attrset other ": "a function of another library without attributes: they are those of its definition",
    r"decl\.sig air\.simdgroup_matrix_8x8_(load|store)\..*": "the form of AIR 2.8, in probes of Apple's compiler",
    r"(callpattr|decl\.pattr) air\.simdgroup_matrix_8x8_store\.\S+ ; nocapture; .*": "`writeonly` is of AIR 2.6 on; "
    "older modules were counted with other types",
    r"globty addrspace\(2\) constant \[N x <4 x i32>\] align 16": "the constant buffer that a Direct3D program embeds",
    r"opflags select (nnan|nsz)": "LLVM's folds leave it; others of the flags were counted alone, and all together",
    r"gep .*\[N x \S+ AS2\*\] AS2|globty addrspace\(2\) constant (\[N x )?\S+ AS2\*\]? align 8": "tables of addresses "
    "that the source has",
    r"(op|gep|memal|memty|def\.param|phi|select|castk?|[if]cmp|shuffle|(extract|insert)element) .*<(8|16) x .*": ""
    "a guess: Apple's modules of AIR 2.8 have vectors of eight in memory, arithmetic, phis and shuffles, but of float, "
    "half, bfloat and i8 alone, and none in buffers",
    r"globty addrspace\(2\) constant \{\} align 4": "a constant of a type without members that the source has",
    r"def\.words helper +\| *": "a function with a body that the source neither hides nor calls unimportant by address",
}
"""The same of what else mtlb makes."""
OLDER = "2.6"
"""What compilers give functions and parameters changed with this AIR version."""


class Seen:
    """What the census has, by its parts."""

    def __init__(self) -> None:
        features = shipped_census().features
        self.functions = frozenset(
            item.split(" ")[1]
            for item, numbers in features.items()
            if item.startswith("decl.air ") and any(numbers.values())
        )  # of others the census has no more than that modules declare them
        self.words = frozenset(map(_word, features))
        self.types = frozenset(text for feature in features for text in _TYPE.findall(feature))
        self.sets: set[tuple[str, str, bool]] = set()
        """Class and attributes of a function or a call, and whether it is older."""
        self.given: set[tuple[str, str, bool]] = set()
        """The place of a parameter, one attribute of it, and whether it is older."""
        self.flags: list[tuple[list[str], str]] = []
        """Family and flags of calls of functions of AIR."""
        for item, versions in features.items():
            kind, name = item.split(" ")[:2]
            if kind == "callflags":
                self.flags.append((name.split(".")[1:2], _rest(item)))
            for older in {version < OLDER for version in versions}:
                if kind in OF_SETS:
                    self.sets.add((kind, _rest(item), older))
                elif kind in OF_PARAMETERS:
                    place, attributes = _given(item)
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
        actual = intrinsic(name)
        return "a function of the table that was not counted" if actual is not None and actual.is_plausible else ""
    if kind == "callflags" and (name.split(".")[1:2], rest.partition(" ")[2]) in seen().flags:
        return "flags that calls of the same function for other types have"
    if kind in OF_SETS and (kind, _rest(feature), older) in seen().sets:
        return "attributes that other functions have in AIR versions of these compilers"
    if kind in OF_PARAMETERS:
        place, attributes = _given(feature)
        if all((place, attribute, older) in seen().given for attribute in attributes):
            return "attributes that parameters in this place have, each for itself"
    if kind in OF_TYPES and _word(feature) in seen().words and seen().types.issuperset(_TYPE.findall(feature)):
        return "an operation and a type that were counted apart"
    return next((reason for pattern, reason in {**LISTED, **OTHERS}.items() if re.fullmatch(pattern, feature)), "")


def unseen(module: Module) -> dict[str, str]:
    """Each feature of a module that no module of Apple's has, and the reason; empty if there is none."""
    census = shipped_census()
    air = air_version(module)
    assert air is not None
    return {
        feature: explained(feature, f"{air.major}.{air.minor}")
        for feature in features_of(module)
        if not census.has(feature)
    }
