"""Structs get a static function that lists their members, for reflection and for stage inputs and outputs."""

from __future__ import annotations

from typing import NamedTuple

from ...air.builtins import INPUTS, OUTPUTS
from .literals import coherent_at
from .rules import NO_SPACE
from .tokens import ACCESS_WORDS, joined, outside_of_angles
from .unit import CLASS_WORDS, COUNTED, STAGES, SourceMember, SourceStruct, Unit, is_expression

KINDS = {
    **{name: "is_argument" for stage, name in INPUTS if stage in STAGES[:3]},
    **dict.fromkeys(("buffer", "texture", "sampler", "threadgroup", "sample_mask", "imageblock_data"), "is_argument"),
    **{name: f"is_{name}" for stage, name in OUTPUTS if stage in ("vertex", "mesh")},
    "color": "is_color",
}
"""The kind of a mesh's vertex or primitive member, or of an argument: the enum of entry.h."""
_NO_DATA = frozenset({"static", "friend", "using", "typedef", "template", "operator", "enum", "struct", "class"})


class _Row(NamedTuple):
    """A member and its number in the unit. `inside`: the members of an anonymous union or struct."""

    number: int
    member: SourceMember
    inside: list[_Row] | None = None
    is_reference: bool = False


def list_members(unit: Unit) -> None:
    """Write `__mtl_members()` into each struct, just before its last bracket."""
    texts = unit.source.texts
    for at, text in enumerate(texts):
        if text in ("struct", "class") and at + 1 < len(texts) and not (at and texts[at - 1] == "enum"):
            _write_members(unit, at)


def _write_members(unit: Unit, at: int) -> None:
    source = unit.source
    texts = source.texts
    name_at = at + 1
    while name_at in unit.attributes or texts[name_at] in ("alignas", "__attribute__"):
        name_at = unit.attributes[name_at][0] + 1 if name_at in unit.attributes else source.skip(name_at + 1)
    if texts[name_at] == "{":
        name = _typedef_name(unit, at, name_at)
        open_ = name_at
    else:
        name = texts[name_at]
        open_ = _body(unit, name_at + 1)
    if not name.isidentifier() or open_ < 0:
        return
    if open_ == name_at:
        source.prepend(open_, f" {name} ")  # behind __attribute__
    base = _base(unit, name_at + 1, open_)
    if base:
        source.append(open_, f" __mtl::behind<{base}> : 0;")
    members = _members(unit, open_)
    if spaces := tuple(row.member.space for row in members if row.member.space is not None):
        unit.structs.append(SourceStruct(name, spaces))
    hidden = "struct " if any(row.member.name == name for row in members) else ""
    listed = ", ".join([hidden + name, *(_row(name, hidden, row) for row in members)])
    source.prepend(
        source.partner[open_],
        " public: __attribute__((nodebug)) static constexpr auto __mtl_members() "
        f"{{ return __mtl::members<{listed}>{{}}; }} ",
    )


def _body(unit: Unit, at: int) -> int:
    """The token where the body of a struct begins, searched after its name; -1 if there is none."""
    source = unit.source
    if source.text(at) == "<":
        at = source.angle_end(at) + 1
        if not at:
            return -1
    if source.text(at) == "final":
        at += 1
    if source.text(at) == ":":
        at = source.find(at, ("{", ";"))
    return at if source.text(at) == "{" else -1


def _base(unit: Unit, first: int, open_: int) -> str:
    """The last base class in the head of a struct; "" without one, and for one that has a base class itself, which is
    not plain data: Metal, too, puts members into the padding at its end.
    """
    source = unit.source
    at = source.find(first, (":", "{"))
    bases = list(source.split(at + 1, open_))  # none after a "{"
    start, end = bases[-1] if bases else (open_, open_)
    base = [word for word in source.texts[start:end] if word not in (*ACCESS_WORDS, "virtual")]
    is_derived = any(word in unit.derived for word in base[: base.index("<") if "<" in base else None])
    return "" if is_derived or "..." in base else joined(base)


def _typedef_name(unit: Unit, at: int, open_: int) -> str:
    """The name in `typedef struct { } name;`; "" for another anonymous struct."""
    source = unit.source
    after = source.partner[open_] + 1
    if at and source.texts[at - 1] == "typedef" and source.text(after + 1) == ";":
        return source.texts[after] if source.texts[after].isidentifier() else ""
    return ""


def _row(struct: str, hidden: str, row: _Row) -> str:
    """An entry of the list of members. `hidden`: "struct ", if a member has the same name as the struct."""
    number, member, name = row.number, row.member, row.member.name
    if row.inside is not None:
        inside = ", ".join(_row(struct, hidden, item) for item in row.inside)
        return f"__mtl::group<{hidden}{struct}, {number}, {inside}>"
    values = "".join(f", long({joined(member.attributes[word])})" for word in member.computed)
    place = f"__builtin_offsetof({hidden}{struct}, {name}), {number}{values}>"
    field = f"__mtl::field<&{struct}::{name}, {place}"
    if row.is_reference:
        field = f"__mtl::referred<{hidden}{struct}, decltype({struct}::{name}), {place}"
    kind = next((kind for word, kind in KINDS.items() if word in member.attributes), "")
    return f"__mtl::marked<{field}, __mtl::{kind}>" if kind else field


def _members(unit: Unit, open_: int) -> list[_Row]:
    """The data members between brackets, each with its number in the unit."""
    source = unit.source
    texts = source.texts
    rows: list[_Row] = []
    at, end = open_ + 1, source.partner[open_]
    while at < end:
        if texts[at] in ACCESS_WORDS and texts[at + 1] == ":":
            at += 2
            continue
        stop = at
        has_body = False
        while stop < end and texts[stop] != ";":
            if texts[stop] == "{" and not _is_initializer(unit, at, stop):
                has_body = True
                stop = source.skip(stop)
                break
            stop = source.skip(stop)
        if has_body and texts[at] in ("union", "struct") and texts[at + 1] == "{" and texts[stop : stop + 1] == [";"]:
            inside = _members(unit, at + 1)
            if inside:
                unit.members.append(SourceMember("", {}, None, source.where(at)))
                rows.append(_Row(len(unit.members) - 1, unit.members[-1], inside))
        elif has_body and texts[at] in ("enum", *CLASS_WORDS) and texts[stop] != ";":
            first, stop = stop, source.find(stop, (";",))  # `struct A { float x; } a;`
            rows += _declared(unit, first, stop, has_type=True)
        elif not has_body or (stop < end and texts[stop] == ";"):
            rows += _declared(unit, at, stop)
        at = stop + (stop < end and texts[stop] == ";")
    return rows


def _is_initializer(unit: Unit, first: int, brace: int) -> bool:
    """Whether a brace starts an initializer instead of a body: `int x = {};`, `int x{};`."""
    words = [unit.source.texts[at] for at in unit.plain(first, brace)]
    return "(" not in words and not _NO_DATA & set(words) and "union" not in words


def _declared(unit: Unit, first: int, end: int, *, has_type: bool = False) -> list[_Row]:
    """The members in a declaration; empty for functions, static members and bit fields.

    `has_type`: the type is before `first`.
    """
    texts = unit.source.texts
    places = unit.plain(first, end)
    words = [texts[at] for at in places]
    if "coherent" in words:
        start = words.index("coherent")
        _, length = coherent_at(words, start)
        del places[start : start + length], words[start : start + length]
    stop = next((n for n, word in enumerate(words) if word in ("=", "{", "[")), len(words))
    if ":" in outside_of_angles(words[:stop]) and "attribute" in unit.attributes_in(first, end):
        raise unit.source.error(first, "a member of a [[stage_in]] struct is not a bit field")  # specification, 5.2.4
    is_object = "(" not in words[:stop] and not {"operator", "struct", "class", "enum", "using"} & set(words[:stop])
    if is_object and words[stop : stop + 1] == ["="] and "static" in words[:stop] and "constant" not in words[:stop]:
        # Clang's rule for OpenCL, whose text Apple's compiler has for variables of namespaces (rules.py).
        raise unit.source.error(places[stop - 1], NO_SPACE)
    if (
        not words
        or _NO_DATA & set(words[:1])
        or {"static", "(", "union", ":", "operator"} & set(outside_of_angles(words[:stop]))
        or "&&" in words[:stop]
    ):
        return []
    if "attribute" in unit.attributes_in(first, end) and "[" in words:
        raise unit.source.error(first, "a member of a [[stage_in]] struct is not an array")  # specification, 5.2.4
    space = unit.space_of(_pointee(words[:stop]))
    rows: list[_Row] = []
    for item, last in unit.source.split(places[0], end):
        own = [at for at in unit.plain(item, last) if at in places]
        cut = next((n for n, at in enumerate(own) if texts[at] in ("[", "=", "{")), len(own))
        if not cut or (item == places[0] and cut < 2 and not has_type) or not texts[own[cut - 1]].isidentifier():
            continue
        name = own[cut - 1]
        attributes = unit.attributes_in(item, last)
        computed = tuple(word for word, attribute in attributes.items() if word in COUNTED and is_expression(attribute))
        unit.members.append(SourceMember(texts[name], attributes, space, unit.source.where(name), computed))
        is_reference = texts[own[cut - 2]] == "&" and cut > 1
        rows.append(_Row(len(unit.members) - 1, unit.members[-1], is_reference=is_reference))
    return rows


def _pointee(words: list[str]) -> list[str]:
    """The words of a member's declaration that are about what it points at: `device` of `constant T* device* p`."""
    marks = [n for n, word in enumerate(words) if word in ("*", "&")]
    return words[marks[-2] + 1 if len(marks) > 1 else 0 : marks[-1]] if marks else words
