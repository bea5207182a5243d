"""The interface of a whole module: everything in its AIR metadata, read and written as one object.

`read_interface` and `write_interface` are inverse: for every module of the corpus, writing gives the same nodes in the
same order. Metadata that does not belong to AIR (debug info, recorded build commands) is left untouched.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.classes import dataclass, field, replace
from ..base.errors import BuildError, FormatError
from ..base.features import MACOS_FETCHES_SINCE
from ..base.versions import Platform, Version
from ..ir import (
    Constant,
    ConstantCode,
    MDField,
    MDNode,
    Module,
    TypeCode,
    Value,
)
from ..ir.names import IDENT, MODULE_FLAGS
from .cursor import Operands, constant_integer
from .entry_points import EntryPoint, read_entry_points
from .entry_writer import EntryWriter
from .facts import FunctionConstant, StaticSampler, compile_options, function_constants, static_samplers
from .names import (
    AIR_VERSION,
    COMPILE_OPTIONS,
    FUNCTION_CONSTANTS,
    LANGUAGE_VERSION,
    SAMPLER_STATE,
    SAMPLER_STATES,
    SOURCE_FILE_NAME,
)
from .versions import FRAME_POINTER, LIMITS, SDK_VERSION, WCHAR_SIZE, ModuleFlag
from .words import COMPILE_OPTION, LIST_ORDER


@dataclass(frozen=True, slots=True)
class LanguageVersion:
    """`!air.language_version`: the language, which is "Metal" from Apple's compilers, and its version."""

    version: Version
    name: str = "Metal"


@dataclass(eq=False, slots=True)
class Interface:
    """The contents of a module's AIR metadata. An empty list means that the module does not have the list.

    A module merged by LLVM's linker has the versions and source file of each input; the first ones count.
    `compile_options` are without ``air.compile.``. `entries` are in the order of `read_entry_points`. Function
    constants and samplers name globals of the module by their symbols.
    """

    air_versions: list[Version] = field(default_factory=list)
    languages: list[LanguageVersion] = field(default_factory=list)
    compile_options: list[str] = field(default_factory=list)
    ident: list[str] = field(default_factory=list)
    flags: list[ModuleFlag] = field(default_factory=list)
    source_file_names: list[str] = field(default_factory=list)
    entries: list[EntryPoint] = field(default_factory=list)
    function_constants: list[FunctionConstant] = field(default_factory=list)
    samplers: list[StaticSampler] = field(default_factory=list)


def standard_interface(
    air: Version,
    language: Version,
    sdk: Version,
    *,
    fast_math: bool = True,
    denorms: bool = False,
    framebuffer_fetch: bool = True,
    ident: str = "",
    source_file_name: str = "",
) -> Interface:
    """The metadata that Apple's compiler writes into every module of an AIR version: versions, compile options, module
    flags, limits.

    `sdk`: the value of `SDK Version`; `denorms`: whether denormal numbers are preserved. Source: docs/air.md §2, 14,539
    modules.
    """
    options = [
        f"denorms_{'enable' if denorms else 'disable'}",
        f"fast_math_{'enable' if fast_math else 'disable'}",
        f"framebuffer_fetch_{'enable' if framebuffer_fetch else 'disable'}",
    ]
    numbers = (sdk.major, sdk.minor, sdk.update) if sdk.update else (sdk.major, sdk.minor)
    flags = [replace(SDK_VERSION.flag, value=numbers), WCHAR_SIZE.flag]
    flags += [item.flag for item in (FRAME_POINTER, *LIMITS) if item.since <= air]
    return Interface(
        air_versions=[Version(air.major, air.minor)],
        languages=[LanguageVersion(Version(language.major, language.minor))],
        compile_options=options,
        ident=[ident] if ident else [],
        flags=flags,
        source_file_names=[source_file_name] if source_file_name else [],
    )


def reads_framebuffers(platform: Platform, language: Version) -> bool:
    """Whether fragment functions may read the render target, which the option `framebuffer_fetch_enable` says."""
    return platform is not Platform.MACOS or language >= MACOS_FETCHES_SINCE


# --- reading ---------------------------------------------------------------------------------------------------------


def read_interface(module: Module) -> Interface:
    """Read the AIR metadata of a module. FormatError, naming the node, for malformed metadata."""
    return Interface(
        [_version(operands) for operands in _nodes(module, AIR_VERSION)],
        [
            LanguageVersion(name=item.string("a language"), version=_version(item))
            for item in _nodes(module, LANGUAGE_VERSION)
        ],
        compile_options(module),
        _strings(module, IDENT),
        [_flag(operands) for operands in _nodes(module, MODULE_FLAGS)],
        _strings(module, SOURCE_FILE_NAME),
        read_entry_points(module),
        function_constants(module),
        static_samplers(module),
    )


def _nodes(module: Module, name: str) -> Iterator[Operands]:
    for number, node in enumerate(module.named_metadata.get(name, ())):
        yield Operands(node, f"!{name}[{number}]")


def _strings(module: Module, name: str) -> list[str]:
    return [operands.string() for operands in _nodes(module, name)]


def _version(operands: Operands) -> Version:
    return Version(*[operands.integer(part, 16) for part in ("major", "minor", "update")])


def _flag(operands: Operands) -> ModuleFlag:
    behaviour, name = operands.integer("the behaviour"), operands.string("the name of the flag")
    number = operands.peek_integer()
    if number is not None:
        return ModuleFlag(behaviour, name, operands.integer(f"the value of {name!a}"))
    numbers = _integers(operands.value(f"the value of {name!a}"))
    if numbers is None:
        raise FormatError(f"metadata {operands.where}: {name!a} is neither an integer nor an array of integers")
    return ModuleFlag(behaviour, name, numbers)


def _integers(value: Value) -> tuple[int, ...] | None:
    """The elements of a constant array of integers."""
    if not isinstance(value, Constant) or value.type.code is not TypeCode.ARRAY:
        return None
    if value.code == ConstantCode.NULL and value.type.params[0] <= 16:
        return (0,) * value.type.params[0]
    if value.code == ConstantCode.DATA:
        return value.params
    elements = [constant_integer(element) for element in value.operands]
    return None if None in elements else tuple(number for number in elements if number is not None)


# --- writing ---------------------------------------------------------------------------------------------------------


def write_interface(module: Module, interface: Interface) -> None:
    """Replace the AIR metadata of `module` by that of `interface`. Named metadata of other names is not changed.

    An existing list keeps its place; new lists are in the order of Apple's compiler. BuildError, naming the entry point
    and the argument, for a fact that can't be written or a global that the module does not have; the module is
    unchanged then.
    """
    lists = _lists(module, interface)
    named = module.named_metadata
    kept = {
        name: lists.get(name, nodes)
        for name, nodes in named.items()
        if name in lists or name not in _OURS or not nodes  # an empty list has no meaning and may stay
    }
    for name in sorted(lists.keys() - kept.keys(), key=list(lists).index):
        kept = _inserted(kept, name, lists[name])
    named.clear()
    named.update(kept)


def insert_list(module: Module, name: str, nodes: list[MDNode]) -> None:
    """Add a list of AIR metadata that `module` does not have, at its place in the order of Apple's compiler."""
    named = {key: list_ for key, list_ in module.named_metadata.items() if key != name}
    result = _inserted(named, name, nodes)
    module.named_metadata.clear()
    module.named_metadata.update(result)


def flag_node(module: Module, flag: ModuleFlag) -> MDNode:
    """The node of a module flag. BuildError for a number that does not fit."""
    writer = EntryWriter(module)
    value = writer.integer(flag.value) if isinstance(flag.value, int) else _array(module, flag.value)
    return writer.node((writer.integer(flag.behaviour), writer.text(flag.name), value))


_OURS = frozenset(LIST_ORDER)


def _inserted(named: dict[str, list[MDNode]], name: str, nodes: list[MDNode]) -> dict[str, list[MDNode]]:
    """`named` with one more list, placed after the last list that precedes it in Apple's order, or first."""
    before = set(LIST_ORDER[: LIST_ORDER.index(name)])
    place = max((number for number, other in enumerate(named, 1) if other in before), default=0)
    items = list(named.items())
    return dict([*items[:place], (name, nodes), *items[place:]])


def _lists(module: Module, interface: Interface) -> dict[str, list[MDNode]]:
    writer = EntryWriter(module)
    context = module.context

    def node(*fields: MDField | str | int) -> MDNode:
        return writer.node(
            [
                writer.text(item) if isinstance(item, str) else writer.integer(item) if isinstance(item, int) else item
                for item in fields
            ]
        )

    lists: dict[str, list[MDNode]] = {name: [] for name in LIST_ORDER}
    for flag in interface.flags:
        lists[MODULE_FLAGS].append(flag_node(module, flag))
    lists[IDENT] = [node(text) for text in interface.ident]
    lists[AIR_VERSION] = [node(*version) for version in interface.air_versions]
    lists[LANGUAGE_VERSION] = [node(language.name, *language.version) for language in interface.languages]
    lists[COMPILE_OPTIONS] = [node(f"{COMPILE_OPTION}{text}") for text in interface.compile_options]
    lists[SOURCE_FILE_NAME] = [node(path) for path in interface.source_file_names]
    for entry in interface.entries:
        lists[writer.list_name(entry)].append(writer.entry(entry))
    boolean = context.integer_type(1)
    for constant in interface.function_constants:
        variable = writer.value(writer.global_value(constant.symbol, "function constant"))
        fields = [variable, constant.type_name, constant.name, constant.index]
        if constant.flagged:
            fields.append(context.value_metadata(context.integer_constant(boolean, constant.required)))
        lists[FUNCTION_CONSTANTS].append(node(*fields))
    for sampler in interface.samplers:
        variable = writer.value(writer.global_value(sampler.symbol, "sampler"))
        lists[SAMPLER_STATES].append(node(SAMPLER_STATE, variable))
    return {name: nodes for name, nodes in lists.items() if nodes}


def _array(module: Module, numbers: tuple[int, ...]) -> MDField:
    context = module.context
    for number in numbers:
        if not 0 <= number < 1 << 31:
            raise BuildError(f"module flag: {number} is not between 0 and 2147483647")
    type = context.type(TypeCode.ARRAY, (len(numbers),), (context.integer_type(32),))
    if not any(numbers):
        return context.value_metadata(context.constant(type, ConstantCode.NULL))
    return context.value_metadata(context.constant(type, ConstantCode.DATA, numbers))
