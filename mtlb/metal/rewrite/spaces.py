"""Address space qualifiers: C++ has none, and mtlb infers the spaces from the IR. Only threadgroup memory is marked."""

from __future__ import annotations

from .overloads import class_head
from .tokens import TokenKind, joined
from .unit import SPACES, Unit

_AFTER_METHOD = frozenset({"{", ":", ";", "const", "noexcept", "=", "->", *SPACES})


def erase_spaces(unit: Unit) -> None:
    """Rewrite `constant` to const, and a variable in `threadgroup` memory to a template of the header; erase other
    qualifiers.
    """
    source = unit.source
    texts = source.texts
    for at, text in enumerate(texts):
        if text.endswith("visible_function_table"):
            _say_space_of_result(unit, at + 1)
        if text not in SPACES or source.is_edited(at):
            continue
        if _is_of_method(unit, at):
            is_const = text == "constant" and "const" not in (texts[at - 1], texts[at + 1])
            is_const = is_const and not _is_of_constructor(unit, at)
            source.set(at, "const" if is_const else "")
        elif text == "constant":
            source.set(at, "const")
        elif text != "threadgroup" or not _threadgroup(unit, at):
            source.set(at, "")


def _say_space_of_result(unit: Unit, open_: int) -> None:
    """Write the address space of pointers that the functions of a table return, `visible_function_table<device float*(
    int)>`, as one more argument of the template.
    """
    source, texts = unit.source, unit.source.texts
    end = source.angle_end(open_) if open_ < len(texts) and texts[open_] == "<" else -1
    result = texts[open_ + 1 : source.find(open_, ("(",))]
    if end > 0 and open_ + len(result) < end and {"*", "&"} & set(result):
        space = next((SPACES[word] for word in result if word in SPACES), 0)
        source.append(end - 1, f", {space}u")


SPACE_NAME = "__mtl_space_"
"""How the names of the header's aliases begin that name an address space: `__mtl_space_device<float>` is float."""
_QUALIFIERS = frozenset({"const", "volatile"})


def name_spaces(unit: Unit) -> bool:
    """Write the address spaces of pointers and references, which `erase_spaces` has erased, as aliases, which have no
    effect, but are in the types of clang's messages; returns whether there are any.
    """
    source = unit.source
    is_any = False
    for at, text in enumerate(source.texts):
        if text not in SPACES or source.tokens[at].out not in ("", "const"):
            continue
        first, end = _pointee(unit, at)
        if end > first and not any(source.is_edited(n) for n in range(first, end) if n != at):
            source.prepend(first, f" {SPACE_NAME}{text}<")
            source.append(end - 1, ">")
            is_any = True
    return is_any


def _pointee(unit: Unit, at: int) -> tuple[int, int]:
    """The tokens of the type with the qualifier `at`, if an asterisk or ampersand follows; else an empty range."""
    source, texts = unit.source, unit.source.texts
    first = at
    while first > 0 and texts[first - 1] in _QUALIFIERS:
        first -= 1
    end, has_name = at + 1, False
    while end < len(texts) and (source.tokens[end].kind is TokenKind.WORD or texts[end] in ("::", "<")):
        if texts[end] == "<":
            end = source.angle_end(end)
            if end < 0:
                return at, at
        has_name = has_name or texts[end] not in _QUALIFIERS
        end += 1
    if end == at + 1 and first > 0 and source.tokens[first - 1].kind is TokenKind.WORD:  # `float device* p`
        first, has_name = first - 1, True
        while first > 1 and texts[first - 1] == "::":
            first -= 2
    return (first, end) if has_name and end < len(texts) and texts[end] in ("*", "&") else (at, at)


def _is_of_method(unit: Unit, at: int) -> bool:
    """Whether a qualifier follows the parameters of a method: `float get() const device`."""
    texts = unit.source.texts
    before = at - 1
    while before >= 0 and texts[before] in ("const", "volatile", "noexcept"):
        before -= 1
    return before >= 0 and texts[before] == ")" and at + 1 < len(texts) and texts[at + 1] in _AFTER_METHOD


def _is_of_constructor(unit: Unit, at: int) -> bool:
    """Whether the method whose qualifier this is has the name of its class: C++ has no `const` constructors."""
    texts = unit.source.texts
    close = at - 1
    while texts[close] != ")":
        close -= 1
    name = unit.source.partner[close] - 1
    return name >= 0 and texts[name - 1] != "operator" and texts[name] in class_head(unit, name)


def _threadgroup(unit: Unit, at: int) -> bool:
    """Write the variables of a declaration in threadgroup memory; returns whether it is such a declaration.

    `threadgroup T x[N], y;` becomes references to undefined static members of templates, because other threads may
    write them. A separate type for each declaration keeps the variables of two instantiations of a function apart. An
    initial value is not stored by any thread: Apple's compiler makes it the initializer of the variable
    (kolinko/effort's `rmsNorm32fast`, in the corpus).
    """
    source = unit.source
    texts = source.texts
    end = value = source.find(at + 1, (";", ")", "{", "=", "}"))
    if end < len(texts) and texts[end] == "=":
        end = source.find(end, (";", "}"))
    start = source.statement_start(at)
    if end >= len(texts) or texts[end] != ";" or "(" in texts[start:at] or _opens(unit, start, at):
        return False
    if value < end and len(list(source.split(start, end))) > 1:
        raise source.error(at, "a declaration of several variables in threadgroup memory with values")
    parts = [unit.plain(first, last) for first, last in source.split(start, value)]
    first = [n for n in parts[0] if n != at]
    stop = next((k for k, n in enumerate(first) if texts[n] == "["), len(first))
    type_ = [texts[n] for n in first[: stop - 1]]
    if not type_ or {"*", "&", "(", "using", "typedef", "return"} & {*type_, texts[first[stop - 1]]}:
        return False
    spelled = joined(word for word in type_ if word not in SPACES and word not in ("static", "extern"))
    number = unit.next_number()
    tag = f"__mtl_tag_{number}"
    written = "" if value < end else f"struct {tag} {{}}; "
    for count, part in enumerate([first[stop - 1 :], *parts[1:]]):
        name, dimensions = texts[part[0]], joined(texts[n] for n in part[1:])
        alias = f"__mtl_type_{number}_{count}"
        written += f"typedef {spelled} {alias} {dimensions}; "
        if value < end:
            values = joined(token.out for token in source.tokens[value + 1 : end])
            result = f"struct held {{ {alias} v; }} made = {{{values}}}; return made;"
            written += f"struct {tag} {{ static constexpr auto make() {{ {result} }} }}; "
            written += f"(void)&__mtl::threadgroup_value<{alias}, {tag}, 0>::value; "
        written += f"auto& {name} = __mtl::threadgroup_memory<{alias}, {tag}, {count}>::value; "
    source.erase(start, end)
    source.set(start, written)
    return True


def _opens(unit: Unit, start: int, at: int) -> bool:
    """Whether a bracket opens between two tokens without closing: the second token is then among parameters."""
    return unit.source.opening(at) >= start
