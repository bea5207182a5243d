"""Entry points: functions with a stage, and explicit instantiations of such templates.

Each is followed by a constant `__mtl_entry_N`, which the header's `__mtl::entry` computes from the function's address:
the function with AIR's signature, and a table of the types of its parameters (docs/metal.md §3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from .literals import coherent_at
from .program_scope import VALUE
from .stages import STAGE_WORDS, is_after_type, stage_at
from .tokens import TYPE_KEYWORDS, TokenKind, joined, source_error
from .unit import (
    COUNTED,
    HANDLES,
    PLAIN_NUMBER,
    SPACES,
    SourceEntry,
    SourceParameter,
    Unit,
    is_expression,
    is_namespace,
)

LIMIT = "max_total_threads_per_threadgroup"
CORE_IMAGE = "Core Image"
"""The stage of Core Image kernels."""
_CORE_IMAGE = "__mtl_core_image"
"""A name that coreimage.h declares."""
_NO_THREADGROUP_MEMORY = ("vertex", "fragment", "intersection")
NO_VARIABLES = "a {} function has no variables in threadgroup memory"
"""The error for a stage, where the variable is declared or where a function that has one is reached; mtlb's text."""
CALLED = ("visible", "stitchable")
"""Stages whose functions take and return values."""
_RETURNED = (1, 2, 3)
"""The address spaces of pointers that functions return."""
_SPECIFIERS = frozenset({"static", "inline", "constexpr", "extern", *STAGE_WORDS})


@dataclass
class _Template:
    """A template of entry points: the common part of its instantiations. `limit`: the value of its thread limit
    attribute.

    `overloads`: the parameters of all templates of the name, this template's last. `heads`: the template heads of all
    of them.
    """

    stage: str
    parameters: list[SourceParameter]
    attributes: dict[str, tuple[str, ...]]
    result: str
    limit: str = ""
    overloads: list[list[SourceParameter]] = field(default_factory=list)
    heads: set[str] = field(default_factory=set)


@dataclass
class _Entries:
    unit: Unit
    templates: dict[str, _Template] = field(default_factory=dict)

    declared: dict[str, list[int]] = field(default_factory=dict)
    """The functions that the source declares or defines, by name: the tokens where their parameters begin."""

    def find(self) -> None:
        texts, at = self.unit.source.texts, 0
        for open_ in range(2, len(texts)):
            if texts[open_] != "(":
                continue
            following = texts[self.unit.source.partner[open_] + 1 : self.unit.source.partner[open_] + 2]
            if following in (["{"], [";"]):
                name_at = self.name_before(open_)
                name, before = texts[name_at], self.unit.source.tokens[name_at - 1]
                if (before.kind is TokenKind.WORD and before.text != "return") or before.text in (">", "*", "&"):
                    self.declared.setdefault(name, []).append(open_)
                    if following == ["{"]:
                        self.unit.functions.setdefault(name, self.unit.source.where(name_at))
        while at < len(texts):
            stage, after = stage_at(self.unit.source, self.unit.attributes, at)
            at = self.declaration(at, stage, after) if stage else at + 1
        if _CORE_IMAGE in texts:
            self.core_image()

    def core_image(self) -> None:
        """Process Core Image kernels: functions with C linkage whose parameters are values.

        Source: Apple's Metal Shading Language for Core Image Kernels, CIKernel Function Requirements. A guess: all of
        them are kernels, for each version of AIR.
        """
        source = self.unit.source
        texts = source.texts
        for open_ in sorted(place for places in self.declared.values() for place in places):
            body = source.partner[open_] + 1
            start = source.statement_start(open_ - 1)
            places = range(start, body)
            is_kernel = texts[body] == "{" and not any(source.is_edited(at) for at in places)
            if is_kernel and self.has_c_linkage(start) and not {"*", "&", "[", "static"} & {texts[at] for at in places}:
                after = start + 2 if texts[start] == "extern" else start
                source.prepend(after, "inline ")
                self.definition(start, after, open_, body, CORE_IMAGE, {})

    def has_c_linkage(self, start: int) -> bool:
        """Whether a declaration of a namespace has C linkage, itself or by a block around it."""
        source = self.unit.source
        heads = list(source.heads(start))
        is_extern = any(head[:1] == ["extern"] for head in (source.texts[start : start + 1], *heads))
        return is_extern and all(map(is_namespace, heads))

    def qualified(self, start: int, stage: str, name: str) -> str:
        """The name of an entry point with its namespaces: Rive's libraries have `p111100000::PB`. A guess: namespaces
        that are inline or without a name do not count, and visible functions have their own names.
        """
        if stage in CALLED or self.has_c_linkage(start):
            return name
        words: list[str] = []
        for head in self.unit.source.heads(start):
            if "namespace" in head and "inline" not in head:
                words[:0] = [word for word in head[head.index("namespace") + 1 :] if word.isidentifier()]
        return "::".join([*words, name])

    def declaration(self, at: int, stage: str, after: int) -> int:
        """Process a declaration with a stage; returns the token at which the scan continues."""
        source = self.unit.source
        texts = source.texts
        start = source.statement_start(at)
        if texts[start] == "template" and texts[start + 1] != "<":
            end = source.find(after, (";",))
            self.instantiation(start, after, end, stage, self.unit.attributes_in(start, end))
            return end + 1
        if is_after_type(source, at):
            after = source.angle_end(start + 1) + 1 if texts[start] == "template" else start
        open_ = self.parameter_list(after)
        if open_ < 0:
            return max(after, at + 1)
        body = source.find(open_ + 1 if open_ < 0 else source.partner[open_] + 1, ("{", ";"))
        attributes = {**self.unit.attributes_in(start, open_), **self.unit.attributes_in(source.partner[open_], body)}
        if body >= len(texts) or texts[body] == ";":
            if texts[at] in STAGE_WORDS:
                source.set(at, "")
            return body + 1
        source.set(at, "inline ")
        self.definition(start, after, open_, body, stage, attributes)
        return body + 1

    def name_before(self, open_: int) -> int:
        """The token of the name before a list of parameters; attributes may follow it: `void f [[flatten]] ()`."""
        at = open_ - 1
        while self.unit.source.texts[at] == "]" and self.unit.source.partner[at] in self.unit.attributes:
            at = self.unit.source.partner[at] - 1
        return at

    def parameter_list(self, at: int) -> int:
        """The bracket that opens the parameters of the function declared at `at`; -1 for none."""
        source = self.unit.source
        texts = source.texts
        while at < len(texts) and texts[at] not in (";", "{", "="):
            if at in self.unit.attributes:
                at = self.unit.attributes[at][0] + 1
                continue
            name = source.tokens[self.name_before(at)]
            if (
                texts[at] == "("
                and name.kind is TokenKind.WORD
                and name.text not in ("decltype", "__attribute__", "alignas")
            ):
                return at
            at = source.skip(at) if texts[at] == "(" else at + 1
        return -1

    def definition(
        self, start: int, after: int, open_: int, body: int, stage: str, attributes: dict[str, tuple[str, ...]]
    ) -> None:
        """Process a function with its body."""
        source = self.unit.source
        texts = source.texts
        name_at = self.name_before(open_)
        name = texts[name_at]
        result_at = self.check_signature(stage, after, name_at, open_)
        parameters = list(self.parameters(open_))
        self.refer_to_arrays(open_)
        end = source.partner[body]
        if stage in _NO_THREADGROUP_MEMORY:
            self.check_variables(stage, body, end)
        if texts[start] == "template" and texts[start + 2] != ">":
            result = joined(texts[n] for n in self.unit.plain(after, name_at) if texts[n] not in STAGE_WORDS)
            earlier = self.templates.get(name)
            template = self.templates[name] = _Template(stage, parameters, attributes, result)
            template.overloads = [*(earlier.overloads if earlier else ()), parameters]
            template.heads = earlier.heads if earlier else set()
            limit = attributes.get(LIMIT)
            if limit and not PLAIN_NUMBER.fullmatch("".join(limit)):
                template.limit = f"__mtl_limit_{name}"
                head = joined(texts[start : source.angle_end(start + 1) + 1])
                if head not in template.heads:
                    source.append(end, f" {head} constexpr long {template.limit}() {{ return {joined(limit)}; }}")
                template.heads.add(head)
            return
        # The qualified name excludes functions of the library that a using directive brings in.
        function = f"&::{name}" if not source.is_in_block(start) else f"&{name}"
        if len(self.declared.get(name, ())) > 1:
            result = joined(texts[n] for n in self.unit.plain(after, name_at) if texts[n] not in STAGE_WORDS)
            own = _Template(stage, parameters, attributes, result)
            function = f"static_cast<{result} (*)({self.signature(open_, own)})>({function})"
        where = source.where(name_at)
        space = self.unit.space_of(texts[n] for n in self.unit.plain(after, name_at)) if stage in CALLED else None
        name = host_name(attributes) or self.qualified(start, stage, name)
        self.add(end, name, function, stage, parameters, attributes, where, result_space=space)
        self.unit.entries[-1].result_where = source.where(result_at)

    def check_signature(self, stage: str, after: int, name_at: int, open_: int) -> int:
        """Check what the header can't describe; returns the token where the type of the result begins.

        The texts are Apple's: docs/metal.md has the sources.
        """
        source = self.unit.source
        texts = source.texts
        words = [n for n in self.unit.plain(after, name_at) if texts[n] not in _SPECIFIERS]
        if not words:  # a constructor or a macro's name: the compiler has the error
            return name_at
        result_at = words[0]
        if texts[name_at] == "main":  # specification, 1.5.4
            raise source.error(name_at, f"a {stage} function cannot be called 'main'")
        head = next(source.heads(name_at), None)
        if head is not None and not is_namespace(head):
            raise source.error(name_at, f"{stage} function cannot be a member function")
        last = source.partner[open_] - 1
        if texts[last] == "...":
            reason = "invalid prototype; variadic arguments are not allowed in Metal qualified functions"
            raise source.error(name_at, reason)
        handle = [texts[n] for n in words]
        handle = handle[2:] if handle[:2] == ["metal", "::"] else handle
        if (
            stage not in CALLED
            and handle
            and handle[0].startswith(HANDLES)
            and ("<" in handle or handle[0] == "sampler")
        ):
            result = "".join(f"{word} " if word == "," else word for word in handle)
            raise source.error(result_at, f"invalid return type '{result}' for {stage} function")
        return result_at

    def check_variables(self, stage: str, body: int, end: int) -> None:
        """SourceError for a variable in threadgroup memory: kernel, mesh and object functions have them (specification,
        4.4).
        """
        source = self.unit.source
        for at in range(body + 1, end):
            if source.texts[at] == "threadgroup" and source.statement_start(at) == at:
                stop = source.find(at, (";", "=", "[", "{", "*", "&", "("))
                if source.texts[stop] in (";", "=", "[", "{"):
                    raise source.error(stop - 1, NO_VARIABLES.format(stage))

    def parameters(self, open_: int) -> Iterable[SourceParameter]:
        """The parameters in the brackets."""
        unit, source = self.unit, self.unit.source
        for first, end in source.split(open_ + 1, source.partner[open_]):
            places = unit.plain(first, end)
            words = [source.texts[at] for at in places]
            coherence = ""
            if "coherent" in words:
                coherence, length = coherent_at(words, at := words.index("coherent"))
                source.erase(places[at], places[at + length - 1] + 1)
                del places[at : at + length], words[at : at + length]
            words = words[: words.index("=")] if "=" in words else words
            cut = words.index("[") if "[" in words else len(words)
            if not words or words == ["void"]:
                continue
            space = unit.space_of(words[: max(cut - 1, 1)])
            where = source.where(places[max(cut - 1, 0)])
            attributes = unit.attributes_in(first, end)
            dimensions = words[cut:] and ["*"]
            type_ = (*words[: cut - 1], *dimensions)
            begins = source.where(places[0])
            if "stage_in" in attributes and words[cut - 2 : cut - 1] and words[cut - 2] in unit.derived:  # 5.11
                raise source_error(begins, f"type '{words[cut - 2]}' is not valid for attribute 'stage_in'")
            bounds = words[cut + 1 : -1] if len(words) == cut + 3 and PLAIN_NUMBER.fullmatch(words[cut + 1]) else ["0"]
            count = int(bounds[0].rstrip("uUlL"), 0)
            name = words[cut - 1].removeprefix(VALUE)
            yield SourceParameter(name, attributes, space, type_, where, begins, coherence, count)

    def refer_to_arrays(self, open_: int) -> None:
        """Take arrays of textures and samplers by reference: a copy of the handles would be private memory."""
        source = self.unit.source
        for first, end in source.split(open_ + 1, source.partner[open_]):
            places = self.unit.plain(first, end)
            words = [source.texts[at] for at in places]
            if self.unit.is_handle_array(words[:-1]):
                source.append(places[-2], " const&")

    # --- explicit instantiations

    def instantiation(self, start: int, at: int, end: int, stage: str, attributes: dict[str, tuple[str, ...]]) -> None:
        """Process `template [[host_name("n")]] [[kernel]] ...;`, with attributes anywhere, in one of these forms:

        `decltype(f<T>) f<T>`, `auto f<T>(...)`, `void f<T>(parameters)`, and an alias of a function type with `f<T>`.
        """
        source = self.unit.source
        texts = source.texts
        places = self.unit.plain(at, end)
        is_decltype = bool(places) and texts[places[0]] == "decltype"
        if is_decltype:
            after = source.partner[places[0] + 1]
            places = [n for n in places if n > after]
        list_at = self.last_list(places)
        written = places if list_at < 0 else [n for n in places if n < list_at]
        named = self.template_id(written)
        base = next((texts[n] for n in named if texts[n] in self.templates), "")
        if not base:
            spelled = joined(texts[n] for n in named) or "nothing"
            raise source.error(start, f"explicit instantiation of {spelled}, which is not a template of a {stage}")
        template = self.templates[base]
        spelled = joined(texts[n] for n in named if texts[n] not in SPACES)
        function = f"&{spelled}"
        if list_at >= 0 and not is_decltype:
            function = f"static_cast<{template.result} (*)({self.signature(list_at, template)})>({function})"
        where = source.where(named[0])
        source.erase(start, end)
        merged = {**template.attributes, **attributes}
        name = host_name(attributes) or self.qualified(start, stage, base)
        limit = ""
        if template.limit and "<" in spelled:
            limit = re.sub(rf"\b{base}\s*<", f"{template.limit}<", spelled, count=1) + "()"
        self.add(end, name, function, stage, template.parameters, merged, where, limit)
        self.unit.entries[-1].is_instance = True
        if len(template.overloads) > 1:
            self.unit.entries[-1].overloads = template.overloads

    def last_list(self, places: list[int]) -> int:
        """The opening bracket of the parameter list in a declaration without a body; -1 if it has none."""
        texts, depth = self.unit.source.texts, 0
        result = -1
        end = -1
        for at in places:
            if at < end:  # inside brackets
                continue
            depth += (texts[at] == "<") - (texts[at] == ">")
            if texts[at] == "(":
                end = self.unit.source.partner[at]
                result = at if depth == 0 else result
        return result

    def template_id(self, places: list[int]) -> list[int]:
        """The last name in a declaration, with its qualifiers and template arguments."""
        texts, depth = self.unit.source.texts, 0
        opened = len(self.unit.source.texts)
        for count in range(len(places) - 1, -1, -1):
            text = texts[places[count]]
            if text == ")":
                opened = min(opened, self.unit.source.partner[places[count]])
            if places[count] >= opened:  # inside brackets
                opened = len(texts) if places[count] == opened else opened
                continue
            depth += (text == ">") - (text == "<")
            before = texts[places[count - 1]] if count else ""
            is_name = self.unit.source.tokens[places[count]].kind is TokenKind.WORD
            if depth == 0 and is_name and before != "::":
                return places[count + (text in TYPE_KEYWORDS or text == "half") :]  # `void ::n::f<int>`
        return places

    def signature(self, open_: int, template: _Template) -> str:
        """The types in a list of parameters, as C++ sees them."""
        names = {parameter.name for parameter in template.parameters}
        types = []
        for parameter in self.parameters(open_):
            words = parameter.words if parameter.name in names else (*parameter.words, parameter.name)
            type_ = joined("const" if w == "constant" else w for w in words if w not in SPACES or w == "constant")
            types.append(f"{type_} const&" if self.unit.is_handle_array(words) else type_)
        return ", ".join(types)

    # --- the constants

    def add(
        self,
        at: int,
        name: str,
        function: str,
        stage: str,
        parameters: list[SourceParameter],
        attributes: dict[str, tuple[str, ...]],
        where: str,
        limit: str = "",
        result_space: int | None = None,
    ) -> None:
        """Record an entry point, and write its constants after the token `at`."""
        number = len(self.unit.entries)
        entry = SourceEntry(name, stage, function, parameters, attributes, where, result_space=result_space)
        self.unit.entries.append(entry)
        expressions: list[str] = []
        if LIMIT in attributes and not PLAIN_NUMBER.fullmatch("".join(attributes[LIMIT])):
            entry.numbers.append(joined(attributes[LIMIT]))
            expressions.append(limit or joined(attributes[LIMIT]))
        points = joined(attributes.get("patch", ())[2:])
        if points and not PLAIN_NUMBER.fullmatch(points):
            entry.numbers.append(points)
            expressions.append(points)
        for parameter in parameters:
            for attribute, arguments in parameter.attributes.items():
                text = joined(arguments)
                if attribute in COUNTED and is_expression(arguments) and text not in entry.numbers:
                    entry.numbers.append(text)
                    expressions.append(text)
        written = ""
        used = ' ; extern "C" __attribute__((used, nodebug)) constexpr'
        if expressions:
            values = ", ".join(f"long({expression})" for expression in expressions)
            written = f"{used} long __mtl_numbers_{number}[] = {{{values}}};"
        staged = sum(1 << n for n, parameter in enumerate(parameters) if _is_staged(parameter))
        if stage in STAGE_WORDS:  # a struct whose members are arguments needs no attribute
            staged += sum(1 << n + 32 for n, parameter in enumerate(parameters[:32]) if not parameter.attributes)
        counted = f", uint({points})" if points else ""
        kind = f"entry<{function}, {staged}u{counted}>"
        if stage in (*CALLED, CORE_IMAGE) and not staged:
            kind = f"called_entry<{function}, {entry.result_space if entry.result_space in _RETURNED else 0}u>"
        written += f"{used} auto __mtl_entry_{number} = __mtl::{kind}::value;"
        if stage == "stitchable":
            spaces = sum(((item.space or 0) & 3) << 2 * n for n, item in enumerate(parameters[:32]))
            stitched = f"{function}, {entry.result_space or 0}u, {spaces}ul"
            written += f"{used} auto* __mtl_stitched_{number} = &__mtl::stitched<{stitched}>::value;"
        self.unit.source.append(at, written)


def _is_staged(parameter: SourceParameter) -> bool:
    """Whether the members of a struct become parameters; control points are a handle instead."""
    return "stage_in" in parameter.attributes and "patch_control_point" not in parameter.words


def find_entries(unit: Unit) -> None:
    """Record the entry points, and write the constants that describe them."""
    _Entries(unit).find()


def host_name(attributes: dict[str, tuple[str, ...]]) -> str:
    """The name in `[[host_name("name")]]`."""
    return "".join(part.strip('"') for part in attributes.get("host_name", ()))
