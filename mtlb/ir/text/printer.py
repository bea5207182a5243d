"""A module in text: its parts in the order of LLVM's assembly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

from ...base.errors import FormatError, MtlbError, UnsupportedError
from ..attributes import AttributePlace
from ..eras import Era
from ..globals import Alias, Comdat, Function, GlobalValue, GlobalVariable
from ..instructions import BasicBlock, Instruction
from ..linkage import Linkage
from ..metadata import MDNode
from ..opcodes import TypeCode, Visibility
from ..types import Type
from ..values import Value
from .attributes import AttributeTexts
from .body import BodyPrinter, align_text, convention_text
from .constants import ConstantTexts
from .metadata import MetadataTexts
from .spelling import escaped, metadata_name, quoted_name
from .types import TypeTexts
from .words import COMDAT_SELECTIONS, DLL_STORAGE, LINKAGES, THREAD_LOCAL, UNNAMED_ADDR, VISIBILITIES

_LONGEST = 1 << 29  # characters
_R = TypeVar("_R", bound=GlobalValue | BasicBlock | Instruction)


class Printable(Protocol):
    """The parts of a `Module` that are printed."""

    triple: str
    data_layout: str
    source_filename: str | None
    asm: str
    globals: list[GlobalVariable]
    functions: list[Function]
    aliases: list[Alias]
    comdats: list[Comdat]
    struct_types: list[Type]
    named_metadata: dict[str, list[MDNode]]
    metadata_kinds: list[tuple[int, str]]
    sync_scopes: list[str]
    era: Era

    @property
    def has_opaque_pointers(self) -> bool:
        """Whether its pointers are opaque."""

    def own(self, value: _R) -> _R:
        """The replacement of a value in this module."""

    def global_values(self) -> Iterator[GlobalValue]:
        """Globals, functions, aliases."""


def print_module(module: Printable) -> str:
    """The text of a module, each line ended.

    Raises FormatError for a reference to something outside the module, UnsupportedError for constructs without text,
    both with the function, and BuildError for a name that can't be encoded.
    """
    return _Printer(module).text()


def instruction_lines(module: Printable) -> list[int]:
    """The lines of a module's text that its instructions begin in, from 0: function by function, block by block.

    Raises as `print_module` does.
    """
    printer = _Printer(module)
    printer.text()
    return [printer.first_line + place for place in printer.places]


def instruction_texts(module: Printable) -> Iterator[tuple[Function, Instruction, str]]:
    """Every instruction of a module with the function that it is in and its text, without metadata.

    Raises as `print_module` does.
    """
    printer = _Printer(module)
    for function in module.functions:
        if function.blocks:
            printer.body.enter(function)
            for instruction in function.instructions():
                yield function, instruction, printer.body.bare(instruction)


class _Printer:
    def __init__(self, module: Printable) -> None:
        self.module = module
        self.types = TypeTexts(module.struct_types)
        self.names: dict[Value, str] = {}
        self.name_globals()
        self.constants = ConstantTexts(
            self.types, self.names, module.own, has_poison=module.era.poison, splats=module.has_opaque_pointers
        )
        self.attributes = AttributeTexts(self.types)
        self.metadata = MetadataTexts(dict(module.metadata_kinds), self.typed)
        self.body = BodyPrinter(
            self.types, self.constants, self.attributes, self.metadata, self.own_local, module.sync_scopes
        )
        self.places: list[int] = []  # the line of each instruction, from the first line of all functions
        self.first_line = 0  # of all functions

    def own_local(self, value: Value | BasicBlock) -> Value | BasicBlock:
        """The replacement of a local value or block in this module."""
        return self.module.own(value) if isinstance(value, (Instruction, BasicBlock)) else value

    def typed(self, value: Value) -> str:
        """A constant, or a local value of the function that is printed."""
        return self.body.typed(value)

    def name_globals(self) -> None:
        """``@name``, or ``@N`` in the order of the module for those without a name."""
        number = 0
        for value in self.module.global_values():
            if value.name:
                self.names[value] = f"@{quoted_name(value.name)}"
            else:
                self.names[value] = f"@{number}"
                number += 1

    def text(self) -> str:
        """All of it."""
        module = self.module
        self.visit_metadata()
        parts = [self.globals(), self.functions()]
        groups = self.attributes.definitions()
        if groups:
            parts.append("\n".join(["", *groups, ""]))
        named = self.named_metadata()
        nodes = self.metadata.definitions()
        if named:
            parts.append("\n".join(["", *named, ""]))
        if nodes:
            parts.append("\n".join(["", *nodes, ""]))
        structs = self.types.definitions()  # last: anything may name one
        head = self.header()
        if structs:
            head += "\n".join(["", *structs, ""])
        if module.comdats:
            head += "\n".join(["", *[self.comdat(comdat) for comdat in module.comdats], ""])
        self.first_line = head.count("\n") + parts[0].count("\n")
        return head + "".join(parts)

    def header(self) -> str:
        """The facts of the module as a whole."""
        module = self.module
        lines: list[str] = []
        if module.source_filename:
            lines.append(f'source_filename = "{escaped(module.source_filename)}"')
        if module.data_layout:
            lines.append(f'target datalayout = "{escaped(module.data_layout)}"')
        if module.triple:
            lines.append(f'target triple = "{escaped(module.triple)}"')
        if module.asm:
            lines.append("")
            lines += [f'module asm "{escaped(line)}"' for line in module.asm.removesuffix("\n").split("\n")]
        return "".join([f"{line}\n" for line in lines])

    @staticmethod
    def comdat(comdat: Comdat) -> str:
        """The definition of a comdat."""
        word = COMDAT_SELECTIONS.get(comdat.selection, f"unknown_{comdat.selection}")
        return f"${quoted_name(comdat.name)} = comdat {word}"

    # --- metadata ----------------------------------------------------------------------------------------------------

    def visit_metadata(self) -> None:
        """Number metadata and attribute groups in LLVM's order: variables, named metadata, functions."""
        module = self.module
        for variable in module.globals:
            self.metadata.visit(variable.metadata)
            self.attributes.group(variable.attributes)
        for nodes in module.named_metadata.values():
            self.metadata.visit([(0, node) for node in nodes])
        for function in module.functions:
            self.attributes.group(function.attributes)
        for function in module.functions:
            self.metadata.visit(function.metadata)
            self.body.visit(function)

    def named_metadata(self) -> list[str]:
        """``!name = !{...}`` of the module's lists."""
        lines: list[str] = []
        for name, nodes in self.module.named_metadata.items():
            members = ", ".join([self.metadata.reference(node) for node in nodes])
            lines.append(f"!{metadata_name(name)} = !{{{members}}}")
        return lines

    # --- globals -----------------------------------------------------------------------------------------------------

    def globals(self) -> str:
        """Variables, aliases and ifuncs."""
        module = self.module
        text = ""
        lists = (
            [self.variable(variable) for variable in module.globals],
            [self.alias(alias) for alias in module.aliases if not alias.is_ifunc],
            [self.alias(alias) for alias in module.aliases if alias.is_ifunc],
        )
        for lines in lists:
            if lines:
                text += "\n".join(["", *lines, ""])
        return text

    def variable(self, variable: GlobalVariable) -> str:
        """A global variable or constant."""
        is_external = variable.initializer is None and variable.linkage is Linkage.EXTERNAL
        words = [self.names[variable], "=", *(["external"] if is_external else []), *self.symbol_words(variable)]
        words += _word_of(THREAD_LOCAL, variable.thread_local)
        words += _word_of(UNNAMED_ADDR, variable.unnamed_addr)
        if variable.address_space:
            words.append(f"addrspace({variable.address_space})")
        if variable.externally_initialized:
            words.append("externally_initialized")
        words += ["constant" if variable.is_constant else "global", self.types.of(variable.value_type)]
        if variable.initializer is not None:
            words.append(self.constants.of(variable.initializer))
        text = " ".join(words) + _clause(", section", variable.section) + _clause(", partition", variable.partition)
        if variable.comdat is not None:
            text += f", {_comdat(variable)}"
        if variable.alignment:
            text += f", {align_text(variable.alignment)}"
        text += self.metadata.attachments(variable.metadata, ", ")
        return text + self.attributes.group(variable.attributes)

    def symbol_words(self, value: GlobalValue) -> list[str]:
        """Linkage, locality, visibility and DLL storage class."""
        linkage = LINKAGES.get(value.linkage, f"unknown_{value.linkage}")
        words = [linkage] if linkage else []
        # Symbols with local linkage or non-default visibility are implicitly dso_local.
        implied = value.linkage.is_local or (
            value.visibility != Visibility.DEFAULT and value.linkage is not Linkage.EXTERN_WEAK
        )
        if value.dso_local and not implied:
            words.append("dso_local")
        words += _word_of(VISIBILITIES, value.visibility)
        words += _word_of(DLL_STORAGE, value.dll_storage)
        return words

    def alias(self, alias: Alias) -> str:
        """An alias or ifunc."""
        words = [self.names[alias], "=", *self.symbol_words(alias), *_word_of(THREAD_LOCAL, alias.thread_local)]
        words += _word_of(UNNAMED_ADDR, alias.unnamed_addr)
        if alias.aliasee is None:
            raise FormatError(f"alias {alias.name!a} of nothing")
        words += ["ifunc" if alias.is_ifunc else "alias", f"{self.types.of(alias.value_type)},"]
        text = f"{' '.join(words)} {self.constants.typed(alias.aliasee)}"
        return text + _clause(", partition", alias.partition)

    # --- functions ---------------------------------------------------------------------------------------------------

    def functions(self) -> str:
        """All functions."""
        texts: list[str] = []
        size = line = 0
        for function in self.module.functions:
            try:
                text, before = self.function(function)
            except MtlbError as error:
                raise error if not function.name else error.in_module(function.name) from None
            size += len(text)
            if size > _LONGEST:
                raise UnsupportedError(f"a text of more than {_LONGEST:,} characters")
            texts.append(text)
            if before:
                self.places += [line + before + place for place in self.body.places]
            line += text.count("\n")
        return "".join(texts)

    def function(self, function: Function) -> tuple[str, int]:
        """A declaration or definition, after an empty line; how many lines are before its body, 0 without one."""
        type_ = function.value_type
        if type_.code is not TypeCode.FUNCTION:
            raise FormatError("its type is not a function type")
        is_definition = function.is_definition and bool(function.blocks)
        lines = [""]
        comment = self.attributes.comment(function.attributes)
        if comment:
            lines.append(f"; Function Attrs: {comment}")
        self.body.enter(function)
        words = ["define"] if is_definition else ["declare" + self.metadata.attachments(function.metadata, " ")]
        words += self.symbol_words(function)
        attributes = function.attributes
        result = self.attributes.at(attributes, AttributePlace.RESULT) + self.types.of(type_.result)
        words.append(f"{convention_text(function.calling_convention)}{result}")
        parameters: list[str] = []
        for index, parameter in enumerate(type_.parameters):
            texts = [self.types.of(parameter)]
            of_parameter = self.attributes.at(attributes, AttributePlace.PARAMETERS + index).rstrip()
            if of_parameter:
                texts.append(of_parameter)
            if is_definition:
                texts.append(self.body.local(function.arguments[index]))
            parameters.append(" ".join(texts))
        if type_.is_vararg:
            parameters.append("...")
        text = f"{' '.join(words)} {self.names[function]}({', '.join(parameters)})"
        if function.unnamed_addr:
            text += " " + " ".join(_word_of(UNNAMED_ADDR, function.unnamed_addr))
        if function.address_space:
            text += f" addrspace({function.address_space})"
        text += self.attributes.group(attributes)
        text += _clause(" section", function.section) + _clause(" partition", function.partition)
        if function.comdat is not None:
            text += f" {_comdat(function)}"
        if function.alignment:
            text += f" {align_text(function.alignment)}"
        text += _clause(" gc", function.gc)
        for word, constant in (
            ("prefix", function.prefix),
            ("prologue", function.prologue),
            ("personality", function.personality),
        ):
            if constant is not None:
                text += f" {word} {self.constants.typed(constant)}"
        if not is_definition:
            return "\n".join([*lines, text, ""]), 0
        text += self.metadata.attachments(function.metadata, " ")
        return "\n".join([*lines, f"{text} {{", *self.body.body(function), "}", ""]), len(lines) + 1


def _word_of(words: dict[int, str], number: int) -> list[str]:
    return [words.get(number, f"unknown_{number}")] if number else []


def _clause(word: str, text: str) -> str:
    return f'{word} "{escaped(text)}"' if text else ""


def _comdat(value: GlobalValue) -> str:
    """A comdat of the value's own name is not named."""
    assert value.comdat is not None
    return "comdat" if value.comdat.name == value.name else f"comdat(${quoted_name(value.comdat.name)})"
