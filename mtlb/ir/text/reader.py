"""A module read from LLVM assembly: typed pointers (LLVM 3.7 to 16) or opaque ones (LLVM 15 to 22).

The text is read twice: first the definitions of types, globals and numbers, then their uses, which may come earlier.
Sources: LLVM's LLParser.cpp and LLLexer.cpp; https://llvm.org/docs/LangRef.html.
"""

from __future__ import annotations

from ...base.errors import MtlbError, UnsupportedError
from ...base.strings import string_from_bytes
from ..attributes import Attribute, AttributeKind
from ..eras import ERAS
from ..globals import Alias, Comdat, Function, GlobalValue, GlobalVariable
from ..linkage import Linkage
from ..metadata import MDNode
from ..module import Context, Module
from ..types import Type
from ..values import Argument, Value
from .attribute_reader import AttributeReader, attribute_list
from .body_reader import BodyReader, calling_convention
from .constant_reader import ConstantReader
from .lexer import Token, Tokens
from .metadata_reader import NodeReader
from .spelling import unescaped
from .type_reader import TypeReader
from .words import (
    COMDAT_SELECTIONS,
    DLL_STORAGE,
    LINKAGES,
    SYNC_SCOPES,
    UNNAMED_ADDR,
    VISIBILITIES,
)

_LINKAGES = {word: int(linkage) for linkage, word in LINKAGES.items() if word} | {"external": 0}
_VISIBILITIES = {word: number for number, word in VISIBILITIES.items()} | {"default": 0}
_DLL_STORAGE = {word: number for number, word in DLL_STORAGE.items()}
_UNNAMED_ADDR = {word: number for number, word in UNNAMED_ADDR.items()}
_SELECTIONS = {word: number for number, word in COMDAT_SELECTIONS.items()}
_SELECTIONS["noduplicates"] = _SELECTIONS["nodeduplicate"]  # before LLVM 13
_THREAD_LOCAL = {"localdynamic": 2, "initialexec": 3, "localexec": 4}
_ENTITIES = frozenset(
    ["define", "declare", "attributes", "source_filename", "target", "module", "uselistorder", "uselistorder_bb"]
)
_NAMED = frozenset({Token.GLOBAL, Token.LOCAL, Token.COMDAT, Token.METADATA})


def parse(
    text: str | bytes, *, context: Context | None = None, file: str | None = None, lenient: bool = False
) -> Module:
    """The module of LLVM assembly.

    Raises FormatError for invalid text, UnsupportedError for constructs that do not occur in shaders; both with line
    and column. If `lenient`, functions and variables with such constructs are left empty, and `Module.unread` has the
    reasons.
    """
    if isinstance(text, bytes):
        text = string_from_bytes(text)
    try:
        return _ModuleReader(Tokens(text), context or Context(), lenient=lenient).read()
    except MtlbError as error:
        error.file = error.file or file
        raise error from None


class _Header:
    """A global that is defined, and where the rest of it is."""

    __slots__ = ("at", "names", "of_parameters", "of_result", "value")

    def __init__(self, value: GlobalValue, at: int) -> None:
        self.value = value
        self.at = at
        self.names: list[str] = []
        self.of_result: tuple[Attribute, ...] = ()
        self.of_parameters: list[tuple[Attribute, ...]] = []


class _ModuleReader:
    def __init__(self, tokens: Tokens, context: Context, *, lenient: bool = False) -> None:
        self.tokens = tokens
        self.context = context
        self.lenient = lenient
        words, kinds = tokens.words, tokens.kinds
        opaque = any(word == "ptr" and kinds[at] is Token.WORD for at, word in enumerate(words))
        self.types = TypeReader(tokens, context, opaque=opaque)
        self.globals: dict[str, GlobalValue] = {}
        self.constants = ConstantReader(tokens, context, self.types, self.globals)
        self.attributes = AttributeReader(tokens, self.types)
        self.metadata = NodeReader(tokens, context, self.constants)
        self.body = BodyReader(tokens, context, self.types, self.constants, self.attributes, self.metadata, names=self)
        self.body.lenient = lenient
        self.module = Module(context, identification="", metadata_kinds=list(enumerate(ERAS[-1].metadata_kinds)))
        self.module.operand_bundle_tags = list(ERAS[-1].operand_bundle_tags)
        self.module.sync_scopes = list(SYNC_SCOPES)
        self.kinds = {name: number for number, name in enumerate(ERAS[-1].metadata_kinds)}
        self.scopes = {name: number for number, name in enumerate(SYNC_SCOPES)}
        self.comdats: dict[str, Comdat] = {}
        self.headers: list[_Header] = []
        self.named: dict[str, int] = {}
        self.groups: list[int] = []
        self.unnamed = 0
        self.debug_intrinsics: dict[str, Function] = {}
        self.declared_at: dict[Function, int] = {}  # where the attachments of a declaration are

    def read(self) -> Module:
        """The module."""
        tokens, module = self.tokens, self.module
        while tokens.kind is not Token.END:
            self.entity()
        module.struct_types = self.types.finish()
        for at in self.groups:
            tokens.at = at
            self.attributes.definition()
        self.metadata.make_all()
        for header in self.headers:
            tokens.at = header.at
            if isinstance(header.value, GlobalVariable):
                self.readable_variable(header.value)
            elif isinstance(header.value, Alias):
                self.rest_of_alias(header.value)
        for header in self.headers:
            tokens.at = header.at
            if isinstance(header.value, Function):
                self.rest_of_function(header.value, header)
        for name, at in self.named.items():
            tokens.at = at
            module.named_metadata[name] = self.metadata.nodes()
        module.functions += self.debug_intrinsics.values()
        return module

    # --- what belongs to the module ----------------------------------------------------------------------------------

    def kind(self, word: str) -> int:
        """The number of a metadata kind, newly assigned if necessary."""
        name = _metadata_name(word)
        number = self.kinds.get(name)
        if number is None:
            number = self.kinds[name] = len(self.kinds)
            self.module.metadata_kinds.append((number, name))
        return number

    def sync_scope(self, name: str) -> int:
        """The number of a synchronisation scope."""
        number = self.scopes.get(name)
        if number is None:
            number = self.scopes[name] = len(self.scopes)
            self.module.sync_scopes.append(name)
        return number

    def bundle_tag(self, name: str) -> None:
        """The tag of an operand bundle is used."""
        if name not in self.module.operand_bundle_tags:
            self.module.operand_bundle_tags.append(name)

    def debug_intrinsic(self, name: str, operands: int) -> Function:
        """The declaration of a debug intrinsic, the module's own or a new one."""
        declared = self.globals.get(f"@{name}")
        if isinstance(declared, Function):
            return declared
        function = self.debug_intrinsics.get(name)
        if function is None:
            type_ = self.types.function(self.types.void, [self.types.metadata] * operands, 0)
            function = Function(self.types.pointer_to(type_), type_, name, Linkage.EXTERNAL)
            self.debug_intrinsics[name] = function
        return function

    # --- first: what is defined --------------------------------------------------------------------------------------

    def entity(self) -> None:
        """One definition at the top of the text; the rest of it is read later."""
        tokens = self.tokens
        kind, word = tokens.kind, tokens.word
        if kind is Token.LOCAL:
            self.types.definition()
        elif kind is Token.GLOBAL:
            self.global_value()
        elif kind is Token.COMDAT:
            self.comdat()
        elif kind is Token.METADATA:
            self.metadata_definition()
        elif word in ("define", "declare"):
            self.function(word)
        elif word == "attributes":
            self.groups.append(tokens.at)
            tokens.at += 1
            self.skip()
        elif word in ("source_filename", "target", "module"):
            self.fact(word)
        elif word in ("uselistorder", "uselistorder_bb"):
            raise tokens.unsupported(f"the directive {word}")
        else:
            raise tokens.expected("a definition")

    def skip(self) -> None:
        """To the next definition."""
        tokens = self.tokens
        kinds, words, at = tokens.kinds, tokens.words, tokens.at
        depth = 0
        while kinds[at] is not Token.END:
            word = words[at]
            if kinds[at] is Token.SIGN:
                depth += (word in "([{") - (word in ")]}")
            elif depth <= 0 and (
                (kinds[at] is Token.WORD and word in _ENTITIES) or (kinds[at] in _NAMED and words[at + 1] == "=")
            ):
                break
            at += 1
        tokens.at = at

    def fact(self, word: str) -> None:
        """``source_filename = "..."``, ``target triple = "..."``, ``module asm "..."``."""
        tokens, module = self.tokens, self.module
        tokens.at += 1
        if word == "module":
            tokens.need("asm")
            module.asm += tokens.string("assembly") + "\n"
            return
        what = word
        if word == "target":
            if tokens.word not in ("triple", "datalayout"):
                raise tokens.expected("'triple' or 'datalayout'")
            what = tokens.next()
        tokens.need("=")
        text = tokens.string()
        if what == "triple":
            module.triple = text
        elif what == "datalayout":
            module.data_layout = text
        else:
            module.source_filename = text

    def comdat(self) -> None:
        """``$name = comdat any``."""
        tokens = self.tokens
        at = tokens.at
        word = tokens.next()
        tokens.need("=")
        tokens.need("comdat")
        selection = tokens.choice(_SELECTIONS)
        if not selection:
            raise tokens.expected("which comdat is kept")
        name = tokens.name_in(word)
        if name in self.comdats:
            raise tokens.error(f"{word} is defined twice", at)
        self.comdats[name] = Comdat(name, selection)
        self.module.comdats.append(self.comdats[name])

    def metadata_definition(self) -> None:
        """``!N = ...`` or ``!name = !{...}``."""
        tokens = self.tokens
        word = tokens.word
        if word == "!":
            raise tokens.expected("a definition")
        if word[1].isdigit():
            self.metadata.define()
        else:
            at = tokens.at
            tokens.at += 1
            tokens.need("=")
            name = _metadata_name(word[1:])
            if name in self.named:
                raise tokens.error(f"{word[:60]} is defined twice", at)
            self.named[name] = tokens.at
        self.skip()

    def defined(self, value: GlobalValue, word: str, at: int) -> None:
        """A global under its name or number."""
        if word in self.globals:
            raise self.tokens.error(f"{word[:60]} is defined twice", at)
        self.globals[word] = value

    def symbol_name(self, at: int) -> tuple[str, str]:
        """The word that names a global, and its name, "" for a number."""
        tokens = self.tokens
        word = tokens.next()
        if word[1].isdigit():
            if word[1:] != str(self.unnamed):
                raise tokens.error(f"{word[:20]} where the next number is {self.unnamed}", at)
            self.unnamed += 1
            return word, ""
        name = tokens.name_in(word)
        return tokens.key(word), name

    def symbol_words(self, value: GlobalValue) -> None:
        """Linkage, locality, visibility, DLL storage class, thread-local storage, significance of the address."""
        tokens = self.tokens
        while tokens.kind is Token.WORD:
            word = tokens.word
            if word in _LINKAGES:
                value.linkage = Linkage(tokens.choice(_LINKAGES))
            elif word in ("dso_local", "dso_preemptable"):
                tokens.at += 1
                value.dso_local = int(word == "dso_local")
            elif word in _VISIBILITIES:
                value.visibility = tokens.choice(_VISIBILITIES)
            elif word in _DLL_STORAGE:
                value.dll_storage = tokens.choice(_DLL_STORAGE)
            elif word in _UNNAMED_ADDR:
                value.unnamed_addr = tokens.choice(_UNNAMED_ADDR)
            elif word == "thread_local":
                tokens.at += 1
                value.thread_local = 1
                if tokens.take("("):
                    value.thread_local = tokens.choice(_THREAD_LOCAL)
                    tokens.need(")")
            else:
                break
        if value.linkage.is_local or value.visibility:
            value.dso_local = 1

    def global_value(self) -> None:
        """``@name = ... global ...``, or an alias or ifunc."""
        tokens = self.tokens
        at = tokens.at
        word, name = self.symbol_name(at)
        tokens.need("=")
        void = self.types.void
        variable = GlobalVariable(void, void, name, Linkage.EXTERNAL)
        self.symbol_words(variable)
        if tokens.word in ("alias", "ifunc"):
            self.alias(word, name, variable, at)
            return
        variable.address_space = self.types.address_space()
        variable.externally_initialized = int(tokens.take("externally_initialized"))
        variable.is_constant = tokens.word == "constant"
        if tokens.word not in ("global", "constant"):
            raise tokens.expected("'global' or 'constant'")
        tokens.at += 1
        variable.value_type = self.types.type()
        variable.type = self.types.pointer_to(variable.value_type, variable.address_space)
        self.defined(variable, word, at)
        self.module.globals.append(variable)
        self.headers.append(_Header(variable, tokens.at))
        self.skip()

    def alias(self, word: str, name: str, like: GlobalVariable, at: int) -> None:
        """``@name = ... alias T, T* @aliasee``."""
        tokens = self.tokens
        void = self.types.void
        alias = Alias(void, void, name, like.linkage, is_ifunc=tokens.next() == "ifunc")
        alias.visibility = like.visibility
        alias.dso_local = like.dso_local
        alias.dll_storage = like.dll_storage
        alias.thread_local = like.thread_local
        alias.unnamed_addr = like.unnamed_addr
        alias.value_type = self.types.type()
        tokens.need(",")
        place = tokens.at
        aliasee_type = self.types.type() if self.types.is_here() else None
        if aliasee_type is not None and aliasee_type.is_pointer:
            alias.address_space = aliasee_type.address_space
        alias.type = self.types.pointer_to(alias.value_type, alias.address_space)
        self.defined(alias, word, at)
        self.module.aliases.append(alias)
        self.headers.append(_Header(alias, place))
        self.skip()

    def function(self, keyword: str) -> None:
        """``define ... @name(...)`` up to the parameters."""
        tokens = self.tokens
        tokens.at += 1
        void = self.types.void
        function = Function(void, void, "", Linkage.EXTERNAL)
        function.is_definition = keyword == "define"
        header = _Header(function, 0)
        if not function.is_definition:
            header.at = tokens.at  # attachments come first
            while tokens.kind is Token.METADATA:
                tokens.at += 2
        self.symbol_words(function)
        function.calling_convention = calling_convention(tokens)
        header.of_result = self.attributes.attributes()
        result = self.types.any()
        at = tokens.at
        if tokens.kind is not Token.GLOBAL:
            raise tokens.expected("the name of a function")
        word, function.name = self.symbol_name(at)
        parameters, is_vararg = self.parameters(header)
        function.value_type = self.types.function(result, parameters, is_vararg)
        if function.is_definition:
            function.arguments = [Argument(type, index) for index, type in enumerate(parameters)]
        attachments = header.at
        header.at = tokens.at
        self.function_words(function)
        space = function.address_space
        function.type = self.types.pointer_to(function.value_type, space)
        self.defined(function, word, at)
        self.module.functions.append(function)
        if attachments:
            self.declared_at[function] = attachments
        self.headers.append(header)
        self.skip()

    def parameters(self, header: _Header) -> tuple[list[Type], int]:
        """The types of the parameters, and whether there may be more."""
        tokens = self.tokens
        types: list[Type] = []
        tokens.need("(")
        if tokens.take(")"):
            return types, 0
        while True:
            if tokens.take("..."):
                tokens.need(")")
                return types, 1
            types.append(self.types.type())
            header.of_parameters.append(self.attributes.attributes())
            header.names.append(tokens.next() if tokens.kind is Token.LOCAL else "")
            if tokens.take(")"):
                return types, 0
            tokens.need(",")

    def function_words(self, function: Function) -> None:
        """The unnamed_addr and addrspace of a function."""
        tokens = self.tokens
        if tokens.word in _UNNAMED_ADDR:
            function.unnamed_addr = tokens.choice(_UNNAMED_ADDR)
        function.address_space = self.types.address_space()

    # --- then: what uses it ------------------------------------------------------------------------------------------

    def readable_variable(self, variable: GlobalVariable) -> None:
        """The rest of a variable, if it has nothing that no shader has."""
        try:
            self.rest_of_variable(variable)
        except UnsupportedError as error:
            if not self.lenient:
                raise
            self.module.unread[variable] = error

    def rest_of_variable(self, variable: GlobalVariable) -> None:
        """The initializer and what follows it."""
        tokens = self.tokens
        if tokens.word != "," and tokens.kind is not Token.GROUP and not self.is_at_definition():
            variable.initializer = self.constants.constant(variable.value_type)
        while tokens.take(","):
            if tokens.take("section"):
                variable.section = tokens.string("a section")
            elif tokens.take("partition"):
                variable.partition = tokens.string("a partition")
            elif tokens.take("align"):
                variable.alignment = self.alignment()
            elif tokens.word == "comdat":
                variable.comdat = self.comdat_of(variable)
            elif tokens.kind is Token.METADATA:
                variable.metadata.append(self.attachment())
            else:
                raise tokens.expected("a property of a variable")
        variable.attributes = attribute_list(self.attributes.of_function(), (), [])
        self.end()

    def is_at_definition(self) -> bool:
        """Whether the next definition begins here."""
        tokens = self.tokens
        at = tokens.at
        return (
            tokens.kind is Token.END
            or (tokens.kind is Token.WORD and tokens.word in _ENTITIES)
            or (tokens.kind in _NAMED and tokens.words[at + 1] == "=")
        )

    def end(self) -> None:
        """FormatError unless the next definition begins here."""
        if not self.is_at_definition():
            raise self.tokens.expected("a definition")

    def rest_of_alias(self, alias: Alias) -> None:
        """The aliasee."""
        tokens = self.tokens
        if self.types.is_here():
            aliasee: Value = self.constants.constant(self.types.type())
        else:
            aliasee = self.constants.constant(alias.type)
        alias.aliasee = aliasee
        if tokens.take(","):
            tokens.need("partition")
            alias.partition = tokens.string("a partition")
        self.end()

    def rest_of_function(self, function: Function, header: _Header) -> None:
        """The attributes after the parameters, and the body."""
        tokens = self.tokens
        attachments = self.declared_at.get(function)
        if attachments is not None:
            at = tokens.at
            tokens.at = attachments
            while tokens.kind is Token.METADATA:
                function.metadata.append(self.attachment())
            tokens.at = at
        self.function_words(function)
        of_function: tuple[Attribute, ...] = ()
        while True:
            more = self.attributes.of_function()
            of_function += more
            if tokens.take("section"):
                function.section = tokens.string("a section")
            elif tokens.take("partition"):
                function.partition = tokens.string("a partition")
            elif tokens.word == "comdat":
                function.comdat = self.comdat_of(function)
            elif tokens.take("gc"):
                function.gc = tokens.string("a garbage collector")
            elif tokens.take("prefix"):
                function.prefix = self.constants.typed()
            elif tokens.take("prologue"):
                function.prologue = self.constants.typed()
            elif tokens.take("personality"):
                function.personality = self.constants.typed()
            elif tokens.word in _UNNAMED_ADDR:
                function.unnamed_addr = tokens.choice(_UNNAMED_ADDR)
            elif not more:
                break
        of_function, alignment = _without_alignment(of_function)
        function.alignment = alignment
        attributes = attribute_list(of_function, header.of_result, header.of_parameters)
        function.attributes = self.attributes.shared(attributes)
        if not function.is_definition:
            self.end()
            return
        while tokens.kind is Token.METADATA:
            function.metadata.append(self.attachment())
        at = tokens.at
        try:
            self.body.body(function, header.names)
        except MtlbError as error:
            located = error.in_module(function.name) if function.name else error
            if not self.lenient or not isinstance(located, UnsupportedError):
                raise located from None
            function.blocks, function.symbols = [], []
            self.module.unread[function] = located
            tokens.at = at
            self.skip()
        self.end()

    def attachment(self) -> tuple[int, MDNode]:
        """``!kind !N``."""
        tokens = self.tokens
        word = tokens.next()
        if word == "!" or word[1].isdigit():
            tokens.at -= 1
            raise tokens.expected("a metadata attachment")
        return self.kind(word[1:]), self.metadata.node()

    def alignment(self) -> int:
        """log2 of the bytes, plus one."""
        tokens = self.tokens
        at = tokens.at
        value = tokens.number("an alignment")
        if not value or value & value - 1:
            raise tokens.error("an alignment that is not a power of two", at)
        return value.bit_length()

    def comdat_of(self, value: GlobalValue) -> Comdat:
        """``comdat`` or ``comdat($name)``."""
        tokens = self.tokens
        tokens.need("comdat")
        name = value.name
        at = tokens.at
        if tokens.take("("):
            if tokens.kind is not Token.COMDAT:
                raise tokens.expected("the name of a comdat")
            name = tokens.name_in(tokens.next())
            tokens.need(")")
        comdat = self.comdats.get(name)
        if comdat is None:
            raise tokens.error(f"comdat {name!a} is not defined", at)
        return comdat


def _without_alignment(attributes: tuple[Attribute, ...]) -> tuple[tuple[Attribute, ...], int]:
    """The attributes of a function without its alignment, which is not an attribute, and the alignment as log2 plus
    one."""
    alignment = 0
    rest: list[Attribute] = []
    for attribute in attributes:
        if attribute.kind == AttributeKind.ALIGNMENT and isinstance(attribute.value, int):
            alignment = attribute.value.bit_length()
        else:
            rest.append(attribute)
    return (tuple(rest) if alignment else attributes), alignment


def _metadata_name(word: str) -> str:
    return string_from_bytes(unescaped(word.encode("utf-8", "surrogateescape"))) if "\\" in word else word
