"""Functions with external linkage: `float3 shade(float3 n);` without a body, and its definition in another source.

A declaration without a definition becomes a function that calls an external function with AIR's types. A definition
gets an additional function of that form (`imported`, `exported` in entry.h). The symbol is that of the function in C++;
of a declared `[[visible]]` function it is the name, as entry points have it (a guess: no module shows such a call).
Templates that are only declared are called in the same way, and their specialisations are such definitions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ...air.types import NUMBERS
from .overloads import OVERLOAD
from .stages import STAGE_WORDS
from .tokens import TokenKind, joined, outside_of_angles
from .unit import CLASS_WORDS, SPACES, ExternalFunction, Unit

_NO_FUNCTION = frozenset(
    {
        *("template", "typedef", "using", "friend", "static", "inline", "constexpr", "return", "operator"),
        *("sampler", *CLASS_WORDS, "enum", "namespace", "else", "case", "goto", "=", "(", "{", ".", "->"),
    }
)
_QUALIFIERS = frozenset({"const", "volatile", "*", "&", "struct", "unsigned", "signed", "metal", "simd", "::", *SPACES})
_NUMBERS = frozenset(number.name for number in NUMBERS)


@dataclass(frozen=True)
class _Head:
    """A declaration or definition: its first token, the tokens of its result, the name's token, the brackets, and the
    token after them. `namespace`: that of a name `A::f`; `arguments`: `<float>`, those of a specialisation.
    """

    start: int
    result: list[int]
    name: int
    open: int
    after: int
    key: tuple[str, ...]
    namespace: str = ""
    is_visible: bool = False
    arguments: str = ""


def find_external(unit: Unit) -> None:
    """Write the calls of functions that the source only declares, and the external forms of functions that it
    defines.
    """
    texts = unit.source.texts
    declared: dict[tuple[str, ...], _Head] = {}
    defined: dict[tuple[str, ...], _Head] = {}
    for head in _heads(unit):
        heads = declared if texts[head.after] == ";" else defined
        heads.setdefault(head.key, head)
    # An overload of an entry point may be a function of another source.
    entries = {entry.name.rpartition("::")[2] for entry in unit.entries}
    names = {texts[head.name] for head in defined.values()} | unit.functions.keys() - entries
    declarations: dict[str, int] = {}
    counts = Counter(texts)
    for head in declared.values():
        declarations[texts[head.name]] = declarations.get(texts[head.name], 0) + 1
    for key, head in declared.items():
        name = texts[head.name]
        is_own = head.is_visible and name in entries
        if key not in defined and name not in names and counts[name] > declarations[name] and not is_own:
            _import(unit, head)
    for key, head in defined.items():
        if key in declared or not unit.entries:
            _export(unit, head)
    _find_templates(unit, counts)


def _find_templates(unit: Unit, counts: Counter[str]) -> None:
    """The same for function templates: those that are only declared, and specialisations."""
    texts = unit.source.texts
    heads = list(_templates(unit))
    defined = {texts[head.name] for head, end in heads if end and texts[head.after] == "{"}
    missing: dict[str, tuple[_Head, int]] = {}
    for head, end in heads:
        name = texts[head.name]
        if end and name not in defined and counts[name] > 1:
            missing.setdefault(name, (head, end))
    for head, end in missing.values():
        _import_template(unit, head, end)
    for head, end in heads:
        if not end and texts[head.after] == "{" and (texts[head.name] in missing or not unit.entries):
            _export(unit, head)


def _templates(unit: Unit) -> Iterator[tuple[_Head, int]]:
    """The function templates of namespaces, each with the end of its parameters; 0 for a specialisation."""
    source = unit.source
    texts = source.texts
    for start, text in enumerate(texts):
        end = source.angle_end(start + 1) if text == "template" and source.text(start + 1) == "<" else -1
        open_ = source.find(end + 1, ("(", ";", "{")) if end > 0 else len(texts)
        after = source.partner[open_] + 1 if source.text(open_) == "(" else len(texts)
        if source.text(after) not in (";", "{") or not _is_outside(unit, start):
            continue
        name = open_ - 1
        if texts[name] == ">":
            name = next((n for n in range(name, end, -1) if texts[n] == "<" and source.angle_end(n) == name), 0) - 1
        places = unit.plain(end + 1, name)
        words = [texts[n] for n in places]
        is_named = name > end and source.tokens[name].kind is TokenKind.WORD and not source.is_edited(name)
        if (
            is_named
            and words
            and words[-1] != "::"
            and texts[end + 1] != "["
            and not _NO_FUNCTION.union(STAGE_WORDS).intersection(words)
        ):
            arguments = joined(texts[name + 1 : open_])
            head = _Head(start, places, name, open_, after, (texts[name],), arguments=arguments)
            yield head, end if end > start + 2 else 0


def _heads(unit: Unit) -> Iterator[_Head]:
    """The functions of namespaces, except templates and functions that are inline or static."""
    source = unit.source
    texts, at = source.texts, 0
    namespaces = {texts[n + 1] for n in range(len(texts) - 1) if texts[n] == "namespace"}
    for open_ in range(2, len(texts)):
        name = source.tokens[open_ - 1]
        if texts[open_] != "(" or name.kind is not TokenKind.WORD or open_ < at or name.text.startswith(OVERLOAD):
            continue
        after = source.partner[open_] + 1
        while texts[after : after + 2] == ["__attribute__", "("]:
            after = source.partner[after + 1] + 1
        if after >= len(texts) or texts[after] not in (";", "{"):
            continue
        start = source.statement_start(open_ - 1)
        places = unit.plain(start, open_ - 1)
        namespace = ""
        while len(places) > 1 and texts[places[-1]] == "::" and texts[places[-2]] in namespaces:
            namespace = f"{texts[places[-2]]}::{namespace}"
            del places[-2:]
        words = [texts[n] for n in places]
        is_edited = any(source.is_edited(n) for n in (*places, open_ - 1))
        if (
            not words
            or name.text == "__asm__"
            or any(word.startswith('"') for word in words)
            or _NO_FUNCTION & set(words)
            or words[0] == "constant"
            or is_edited
            or not _is_outside(unit, start)
        ):
            continue
        is_visible = texts[after] == ";" and "visible" in unit.attributes_in(start, open_)
        if "::" in words[-1:] or (texts[start] == "[" and not is_visible):
            continue
        key = (name.text, *_types(unit, open_))
        yield _Head(start, places, open_ - 1, open_, after, key, namespace.removesuffix("::"), is_visible)
        at = source.partner[after] if texts[after] == "{" else after


def _is_outside(unit: Unit, at: int) -> bool:
    """Whether a token is outside of all brackets except those of namespaces."""
    return all("namespace" in head for head in unit.source.heads(at))


def parameters_of(unit: Unit, open_: int) -> Iterator[tuple[list[int], bool]]:
    """The tokens of each parameter without attributes and default, and whether the last token is its name."""
    source = unit.source
    for first, end in source.split(open_ + 1, source.partner[open_]):
        places = unit.plain(first, end)
        words = [source.texts[n] for n in places]
        if not words or words == ["void"]:
            continue
        cut = words.index("=") if "=" in words else len(words)
        places, words = places[:cut], words[:cut]
        kept = [word for word in outside_of_angles(words) if word not in _QUALIFIERS]
        has_type = len(kept) > 1 or bool({"unsigned", "signed"} & set(words))
        yield places, has_type and bool(kept) and kept[-1] not in _NUMBERS


def _types(unit: Unit, open_: int) -> Iterator[str]:
    texts = unit.source.texts
    for places, is_named in parameters_of(unit, open_):
        words = [texts[n] for n in places]
        yield joined("const" if word == "constant" else word for word in (words[:-1] if is_named else words))


def _space(unit: Unit, places: list[int]) -> int | None:
    """The address space of a pointer parameter; None for any other parameter."""
    words = [unit.source.texts[n] for n in places]
    if not {"*", "&"} & set(words) and not any(word in unit.alias_spaces for word in words):
        return None
    return unit.space_of(words) or 0


def _cpp(unit: Unit, places: list[int]) -> str:
    texts = unit.source.texts
    words = ("const" if texts[n] == "constant" else texts[n] for n in places)
    return joined(word for word in words if word not in SPACES)


def _noted(unit: Unit, head: _Head, *, is_defined: bool) -> tuple[int, str]:
    """Record a function; returns its number, and its type as a typedef."""
    number = unit.next_number()
    parameters = list(parameters_of(unit, head.open))
    spaces = tuple(_space(unit, places) for places, _ in parameters)
    texts = unit.source.texts
    name = texts[head.name]
    space, where = _space(unit, head.result), unit.source.where(head.name)
    unit.external.append(ExternalFunction(number, name, is_defined, head.is_visible, spaces, space, where))
    result = _cpp(unit, [n for n in head.result if texts[n] != "extern"])
    listed = ", ".join(_cpp(unit, places) for places, _ in parameters)
    return number, f"typedef {result} __mtl_type_{number}({listed});"


def _import(unit: Unit, head: _Head) -> None:
    source = unit.source
    number, type_ = _noted(unit, head, is_defined=False)
    call = ", ".join([f"__mtl_import_{number}", *_named(unit, head)])
    external = f'extern "C" __mtl::wire<__mtl_type_{number}>::type __mtl_import_{number};'
    source.erase(source.partner[head.open] + 1, head.after)
    if source.texts[head.start] in SPACES:
        source.set(head.start, "")
    source.prepend(head.start, f"{type_} {external} inline __attribute__((always_inline, nodebug)) ")
    source.set(
        head.after,
        f"{{ return __mtl::wire<__mtl_type_{number}>::call({call}); }} {_symbol(source.texts[head.name], number)}",
    )


def _import_template(unit: Unit, head: _Head, end: int) -> None:
    """Let a template call an external function of each instance, which `name_instances` (llvm_text.py) gives the
    instance's symbol. Templates with parameters that have no names remain as they are.
    """
    source = unit.source
    texts = source.texts
    names = []
    for first, last in source.split(head.start + 2, end):
        words = texts[first:last]
        words = words[: words.index("=")] if "=" in words else words
        if len(words) < 2 or "template" in words or words[-1] in ("...", ">", "*"):
            return
        names.append(words[-1] + ("..." if "..." in words else ""))
    number = unit.next_number()
    own = joined(texts[head.start : end + 1])
    listed = ", ".join(_cpp(unit, places) for places, _ in parameters_of(unit, head.open))
    values = _named(unit, head)
    tag, type_ = (f"__mtl_{word}_{number}<{', '.join(names)}>" for word in ("instance", "type"))
    wire = f"__mtl::wire<{type_}>"
    result = _cpp(unit, [n for n in head.result if texts[n] != "extern"])
    alias = f"{own} using __mtl_type_{number} = {result}({listed});"
    source.prepend(head.start, f"{own} struct __mtl_instance_{number}; {alias} ")
    source.append(end, " inline __attribute__((always_inline, nodebug))")
    call = ", ".join([f"{wire}::template imported<{tag}>", *values])
    source.set(head.after, f"{{ return {wire}::call({call}); }}")


def _named(unit: Unit, head: _Head) -> list[str]:
    """The names of the parameters; those without one get one."""
    values = []
    for count, (places, is_named) in enumerate(parameters_of(unit, head.open)):
        values.append(unit.source.texts[places[-1]] if is_named else f"__mtl_{count}")
        if not is_named:
            unit.source.append(places[-1], f" __mtl_{count}")
    return values


def _export(unit: Unit, head: _Head) -> None:
    source = unit.source
    number, type_ = _noted(unit, head, is_defined=True)
    name = source.texts[head.name] + head.arguments
    arguments = f"static_cast<__mtl_type_{number}*>(&{name})"
    result = f"__mtl::wire<__mtl_type_{number}>::template exported<{arguments}>"
    end = source.partner[head.after]
    exported = f'extern "C" __attribute__((used, nodebug)) auto* __mtl_export_{number} = {result};'
    text = f"{type_} {_symbol(name, number)} {exported}"
    source.append(end, f" namespace {head.namespace} {{ {text} }}" if head.namespace else f" {text}")


def _symbol(name: str, number: int) -> str:
    """The declaration of a variable with the function's address, from which the function's symbol is read."""
    arguments = f"static_cast<__mtl_type_{number}*>(&{name})"
    return f'extern "C" __attribute__((used, nodebug)) auto* __mtl_symbol_{number} = {arguments};'
