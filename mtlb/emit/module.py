"""A module under construction: functions, entry points, globals, samplers, function constants; then its bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ..air import ConstantPredicate, Patch, StaticSampler, standard_interface, write_interface
from ..air import FunctionConstant as ConstantFact
from ..air.facts import sampler_words
from ..air.interface import reads_framebuffers
from ..air.names import INITIALIZER_SECTION, SAMPLER_SYMBOL, SOURCES
from ..air.target import AirTarget
from ..air.versions import debug_flags
from ..air.words import ENTRY_LISTS, FUNCTION_FLAGS, PATCH_WORDS, PRIMITIVE_WORDS
from ..base.enums import OpenEnum
from ..base.errors import BuildError
from ..base.features import MOST_THREADS
from ..base.findings import Finding
from ..base.metal import AddressSpace, CompareFunction, SamplerAddressMode, SamplerFilter, SamplerMipFilter
from ..bitcode.enumerate import struct_order
from ..bitcode.writer import write_module
from ..container import FunctionType
from ..ir import (
    AIR_DATA_LAYOUT,
    ERAS,
    Argument,
    CallingConvention,
    CastOperator,
    ConstantCode,
    Context,
    Function,
    GlobalVariable,
    Linkage,
    MetadataCode,
    TypeCode,
    UnnamedAddr,
    copy_module,
    era_for_air,
)
from ..ir import Module as IRModule
from ..ir import Value as IRValue
from ..ir.names import DEBUG_INFO_VERSION
from ..ir.verify import verify_module
from ..passes.form import follow_habits, form_for, give_header
from .arguments import Arguments, mangled
from .builder import Builder
from .call_graph import check_calls
from .code import FunctionCode, called_at
from .entry import Entry, FragmentEntry, KernelEntry, VertexEntry, VisibleEntry
from .form import list_globals
from .lowering import Lowering
from .names import boolean, void
from .names import sampler as sampler_type
from .operands import Global, PipelineConstant
from .signature import EntryScope
from .stages import CoreImageEntry, IntersectionEntry, MeshEntry, ObjectEntry, TileEntry
from .types import MemberLike, MetalPointer, MetalType, Scalar, Struct, Vector

_E = TypeVar("_E", bound=Entry)
_N = TypeVar("_N", bound=OpenEnum)

_IDENT = "mtlb"


class ModuleBuilder:
    """A module under construction.

    `target`: a `Target`, or its text ("macos14"). `fast_math`: floating-point operations may assume that there is no
    NaN and no infinity, and may be reordered; on by default, as in Apple's compiler. `denorms`: denormal numbers are
    preserved. `ident`: the name of the compiler, which the module records; `source`: the path of the source file, whose
    lines `Builder.line` names. `names_callers`: errors name the line of Python; a translator has lines of its own.
    `context`: of the link that takes the module (`for_link`).

    Objects of a module can't be used in another. Errors of a single call are BuildErrors at that call; `air_bytes`,
    `check` and `text` raise those that need the whole module. `mtlb.link([module])` makes a library of it.
    """

    def __init__(
        self,
        target: AirTarget | str,
        name: str = "module",
        *,
        fast_math: bool = True,
        denorms: bool = False,
        ident: str = _IDENT,
        source: str = "",
        names_callers: bool = True,
        context: Context | None = None,
    ) -> None:
        self.target = target if isinstance(target, AirTarget) else AirTarget(target)
        if self.target.air < ERAS[0].air[0]:
            named = f"{self.target.platform.display} {self.target.min_os}"
            raise BuildError(f"{named} takes AIR {self.target.air}, which can't be written")
        self.name = name
        self._ir = IRModule(context=context or Context())
        self._ir.triple = str(self.target.triple)
        self._ir.data_layout = AIR_DATA_LAYOUT
        self._ir.source_filename = source or name
        self._ir.identification = ""
        self._facts = standard_interface(
            self.target.air,
            self.target.metal,
            self.target.sdk,
            fast_math=fast_math,
            denorms=denorms,
            framebuffer_fetch=reads_framebuffers(self.target.platform, self.target.metal),
            ident=ident,
            source_file_name=source or name,
        )
        self._low = Lowering(self._ir, source or name, ident)
        self._low.names_callers = names_callers
        self._fast_flags = self.target.fast_flags if fast_math else 0
        self._scope = EntryScope(self._low, self.target, Arguments(self.target), self._fast_flags, self._predicate)
        self._entries: list[Entry] = []
        self._builders: list[Builder] = []
        self._constants: list[PipelineConstant] = []
        self._static_init: Builder | None = None
        self._predicates: dict[PipelineConstant, ConstantPredicate] = {}

    # --- types and globals

    def struct(self, name: str, members: Sequence[MemberLike] | None = None) -> Struct:
        """A struct with Metal's layout; see `Struct`."""
        return Struct(name, members)

    def _error(self, what: str, reason: str) -> BuildError:
        return BuildError(f"{what}{called_at(self._low)}: {reason}")

    def global_constant(self, name: str, type: MetalType, value: object) -> Global:
        """A constant in constant memory. `value`: as for `Builder.const`; sequences for arrays, matrices and
        structs.
        """
        try:
            constant = self._low.constant(type, value, in_memory=True)
            variable = self._low.variable(name, type, AddressSpace.CONSTANT, constant)
        except BuildError as error:
            raise self._error(f"global_constant {name!a}", error.reason) from None
        return Global(self._low, variable, MetalPointer(type, AddressSpace.CONSTANT))

    def global_threadgroup(self, name: str, type: MetalType) -> Global:
        """Threadgroup memory that several functions share."""
        try:
            variable = self._low.variable(name, type, AddressSpace.THREADGROUP)
        except BuildError as error:
            raise self._error(f"global_threadgroup {name!a}", error.reason) from None
        return Global(self._low, variable, MetalPointer(type, AddressSpace.THREADGROUP))

    # --- functions

    def function(
        self, name: str, result: MetalType = void, parameters: Sequence[MetalType] = (), *, exported: bool = False
    ) -> Builder:
        """A function for calls from other functions: its builder. `exported`: other modules may call it."""
        what = f"function {name!a}"
        try:
            self._require_free(name)
            type = self._low.function(result, parameters)
        except BuildError as error:
            raise self._error(what, error.reason) from None
        function = self._low.functions.new(name, type)
        function.linkage = Linkage.EXTERNAL if exported else Linkage.INTERNAL
        function.is_definition = True
        function.unnamed_addr = UnnamedAddr.LOCAL if exported else UnnamedAddr.GLOBAL
        function.dso_local = int(not exported)
        function.calling_convention = CallingConvention.C if exported else CallingConvention.FAST
        function.arguments = [Argument(parameter, place) for place, parameter in enumerate(type.parameters)]
        self._low.functions.add(function)
        code = FunctionCode(self._low, function, what, self.target, self._fast_flags)
        builder = Builder(code, result, parameters)
        self._builders.append(builder)
        return builder

    def declare(self, name: str, result: MetalType = void, parameters: Sequence[MetalType] = ()) -> Function:
        """A function that another module defines. Pass it to `Builder.call` together with `result`."""
        try:
            self._require_free(name)
            type = self._low.function(result, parameters)
        except BuildError as error:
            raise self._error(f"declare {name!a}", error.reason) from None
        return self._low.functions.declare(name, type)

    def _require_free(self, name: str) -> None:
        if not name:
            raise BuildError("it needs a name")
        if name in self._low.functions.by_name or name in self._low.globals:
            raise BuildError(f"the module already has {name!a}")

    def _add(self, entry_class: type[_E], name: str) -> _E:
        try:
            self._require_free(name)
        except BuildError as error:
            raise self._error(f"{entry_class.stage} {name!a}", error.reason) from None
        entry = entry_class(self._scope, name)
        self._entries.append(entry)
        return entry

    def kernel(self, name: str, *, max_threads: int | None = None) -> KernelEntry:
        """A kernel. `max_threads`: ``[[max_total_threads_per_threadgroup(n)]]``."""
        entry = self._add(KernelEntry, name)
        entry.fact.max_work_group_size = self._threads(name, max_threads)
        return entry

    def _threads(self, name: str, count: int | None) -> int | None:
        if count is not None and not 1 <= count <= MOST_THREADS:
            raise self._error(f"function {name!a}", f"a threadgroup has 1 to {MOST_THREADS} threads, not {count}")
        return count

    def vertex(self, name: str) -> VertexEntry:
        """A vertex function."""
        return self._add(VertexEntry, name)

    def fragment(self, name: str, *, early_fragment_tests: bool = False) -> FragmentEntry:
        """A fragment function. `early_fragment_tests`: depth and stencil are tested before it runs."""
        entry = self._add(FragmentEntry, name)
        if early_fragment_tests:
            entry.fact.flags.append("early_fragment_tests")
        return entry

    def visible(self, name: str) -> VisibleEntry:
        """A visible function."""
        return self._add(VisibleEntry, name)

    def patch_vertex(self, name: str, patch: str, control_points: int | None = None) -> VertexEntry:
        """A post-tessellation vertex function. `patch`: "triangle" or "quad"; `control_points`: the number in each
        patch.
        """
        if patch not in PATCH_WORDS:
            raise self._error(f"vertex {name!a}", f"unknown patch {patch!a} (one of {', '.join(PATCH_WORDS)})")
        if control_points is not None and not 0 <= control_points <= 32:
            raise self._error(f"vertex {name!a}", f"a patch has at most 32 control points, not {control_points}")
        entry = self._add(VertexEntry, name)
        entry.fact.patch = Patch(PATCH_WORDS[patch], control_points)
        return entry

    def tile(self, name: str, *, max_threads: int | None = None) -> TileEntry:
        """A tile function."""
        entry = self._add(TileEntry, name)
        entry.fact.max_work_group_size = self._threads(name, max_threads)
        return entry

    def object(self, name: str, *, max_threads: int | None = None) -> ObjectEntry:
        """An object function, which runs before a mesh function (AIR 2.5)."""
        entry = self._add(ObjectEntry, name)
        entry.fact.max_work_group_size = self._threads(name, max_threads)
        return entry

    def mesh(self, name: str, *, max_threads: int | None = None) -> MeshEntry:
        """A mesh function (AIR 2.5)."""
        entry = self._add(MeshEntry, name)
        entry.fact.max_work_group_size = self._threads(name, max_threads)
        return entry

    def intersection(self, name: str, primitive: str, *tags: str) -> IntersectionEntry:
        """An intersection function (AIR 2.3). `primitive`: "bounding_box", "triangle" or "curve"; `tags`: "instancing",
        "triangle_data", "world_space_data"…"""
        what = f"intersection {name!a}"
        if primitive not in PRIMITIVE_WORDS:
            raise self._error(what, f"unknown primitive {primitive!a} (one of {', '.join(PRIMITIVE_WORDS)})")
        tag_names = FUNCTION_FLAGS[FunctionType.INTERSECTION]
        if strange := [tag for tag in tags if tag not in tag_names]:
            raise self._error(what, f"unknown tag {strange[0]!a} (one of {', '.join(sorted(tag_names))})")
        entry = self._add(IntersectionEntry, name)
        entry.fact.flags = [primitive, *tags]
        return entry

    def core_image(self, name: str) -> CoreImageEntry:
        """A Core Image kernel."""
        return self._add(CoreImageEntry, name)

    # --- samplers and function constants

    def sampler(
        self,
        *,
        filter: str = "nearest",
        mag_filter: str | None = None,
        min_filter: str | None = None,
        mip_filter: str = "none",
        address: str | tuple[str, str, str] = "clamp_to_edge",
        coordinates: str = "normalized",
        compare: str = "never",
        max_anisotropy: int = 1,
        lod_clamp: tuple[float, float] = (0.0, float("inf")),
    ) -> Global:
        """A sampler defined in the program, like `constexpr sampler` in Metal, with the same defaults.

        `filter`: "nearest", "linear", "bicubic"; `mip_filter` also "none"; `address`: "clamp_to_edge", "clamp_to_zero",
        "repeat", "mirrored_repeat", "clamp_to_border", or a tuple with one of these for each coordinate; `compare`:
        "less", "greater_equal"…
        """
        s, t, r = (address,) * 3 if isinstance(address, str) else address
        modes = tuple(self._enum("address", SamplerAddressMode, item) for item in (s, t, r))
        try:
            words = sampler_words(
                self.target.air,
                (modes[0], modes[1], modes[2]),
                self._enum("filter", SamplerFilter, mag_filter or filter),
                self._enum("filter", SamplerFilter, min_filter or filter),
                self._enum("mip_filter", SamplerMipFilter, mip_filter),
                normalized_coordinates=coordinates == "normalized",
                compare_function=CompareFunction.NONE
                if compare == "never"
                else self._enum("compare", CompareFunction, compare),
                max_anisotropy=max_anisotropy,
                lod_clamp=lod_clamp,
            )
        except BuildError as error:
            raise self._error("sampler", error.reason) from None
        sampler_fact = next((item for item in self._facts.samplers if item.words == words), None)
        if sampler_fact is None:
            number = len(self._facts.samplers)
            symbol = SAMPLER_SYMBOL if not number else f"{SAMPLER_SYMBOL}.{number}"
            self._facts.samplers.append(sampler_fact := StaticSampler(symbol, words))
            context = self._ir.context
            i64 = context.integer_type(64)
            parts = [context.integer_constant(i64, word) for word in words]
            array = context.type(TypeCode.ARRAY, (len(words),), (i64,))
            data = context.constant(array, ConstantCode.DATA, words) if len(words) > 1 else parts[0]
            variable = GlobalVariable(
                context.pointer_type(data.type, int(AddressSpace.CONSTANT)), data.type, symbol, Linkage.INTERNAL
            )
            variable.address_space = int(AddressSpace.CONSTANT)
            variable.is_constant, variable.initializer, variable.alignment = True, data, 4
            variable.dso_local = 1
            self._ir.globals.append(variable)
            self._low.globals[symbol] = variable
        variable = self._low.globals[sampler_fact.symbol]
        handle = self._low.value(sampler_type)
        cast = self._ir.context.constant(handle, ConstantCode.CE_CAST, (int(CastOperator.BITCAST), 0), (variable,))
        return Global(self._low, cast, sampler_type)

    def _enum(self, what: str, enum: type[_N], word: str) -> _N:
        words = {item.label.replace("-", "_"): item for item in enum}
        if word not in words:
            raise self._error("sampler", f"unknown {what} {word!a} (one of {', '.join(words)})")
        return words[word]

    def function_constant(
        self, name: str, type: Scalar | Vector, index: int, *, required: bool = True
    ) -> PipelineConstant:
        """A constant that is set when a pipeline is created: ``constant T name [[function_constant(index)]]``.

        `Builder.use` gives its value in a function; arguments accept a bool constant as `when`.
        """
        what = f"function_constant {name!a}"
        if not 0 <= index < 1 << 16:
            raise self._error(what, f"the index {index} is not between 0 and 65535")
        for other in self._constants:
            if other.index == index or other.name == name:
                raise self._error(what, f"{other.name!a} has index {other.index} and this name or index already")
        if not isinstance(type, (Scalar, Vector)) or (isinstance(type, Vector) and type.packed):
            raise self._error(what, f"{type} can't be a function constant")
        symbol = self._low.variable(
            f"_Z{len(name)}{name}.MTL_FC_INIT_{index}_{mangled(type)}", type, AddressSpace.CONSTANT
        )
        symbol.is_constant, symbol.externally_initialized, symbol.section = True, 1, INITIALIZER_SECTION
        copy = self._low.variable(f"_ZL{len(name)}{name}", type, AddressSpace.CONSTANT)
        constant = PipelineConstant(name, type, index, required, symbol, copy)
        self._constants.append(constant)
        self._facts.function_constants.append(
            ConstantFact(symbol.name, type.name, name, index, required, flagged=not required)
        )
        self._initialize(constant, copy)
        return constant

    def _initialize(self, constant: PipelineConstant, variable: IRValue) -> None:
        """Copy the value of the constant to `variable` before any function runs, as code of Apple's compiler does."""
        init = self._static_init
        if init is None:
            init = self._static_init = self.function(f"_GLOBAL__sub_I_{self.name}")
            init.function.calling_convention = CallingConvention.C
            init.function.section = "air.static_init"
        b, alignment = init.code.at("copy"), constant.type.align.bit_length()
        b.store(b.load(self._low.memory(constant.type), constant.symbol, alignment), variable, alignment)

    def _predicate(self, constant: PipelineConstant) -> ConstantPredicate:
        """The condition of a conditional argument, as metadata names it."""
        if constant.type != boolean or constant not in self._constants:
            raise self._error(f"function constant {constant.name!a}", "a condition is a bool of this module")
        predicate = self._predicates.get(constant)
        if predicate is None:
            number = len(self._predicates)
            symbol = "__metal_implicit_fc_pred_" + str(number)
            variable = self._low.variable(symbol, boolean, AddressSpace.CONSTANT)
            variable.unnamed_addr = UnnamedAddr.NONE
            variable.initializer = self._low.null(variable.value_type)
            self._initialize(constant, variable)
            predicate = self._predicates[constant] = ConstantPredicate(symbol, "bool", constant.name)
        return predicate

    def record_source(self, path: str, text: str) -> None:
        """Record a source file in the module, as Apple's compiler does with -frecord-sources.

        `mtlb link --embed-sources` puts it into the library (docs/format.md §10).
        """
        context = self._ir.context
        node = context.node(MetadataCode.NODE, (context.string(path), context.string(text)))
        self._ir.named_metadata.setdefault(SOURCES, []).append(node)

    # --- output

    def _finish(self, *, is_verified: bool = True) -> IRModule:
        """The finished module. More may be added afterwards, and the module finished again."""
        for builder in self._builders:
            builder.finish()
        self._facts.entries = [entry.finish() for entry in self._entries]
        check_calls(
            (function for function in self._ir.functions if function.is_definition),
            {entry.fact.function: entry.stage for entry in self._entries},
        )
        if self._static_init is not None:
            symbols = [predicate.symbol for predicate in self._predicates.values()]
            list_globals(self._low, self._static_init.function, symbols)
        if self._low.debug.is_used and not any(flag.name == DEBUG_INFO_VERSION for flag in self._facts.flags):
            self._facts.flags[1:1] = debug_flags(self.target.air)
        give_header(self._ir, self.target.air)
        write_interface(self._ir, self._facts)
        kinds = list(ENTRY_LISTS.values())
        described = sorted(self._facts.entries, key=lambda entry: kinds.index(entry.kind))  # as they would be read
        follow_habits(self._ir, described, says_aliases=True)
        # No other verification looks at debug information.
        if (is_verified or self._low.debug.is_used) and (problems := verify_module(self._ir)):
            raise BuildError(f"module {self.name!a}: {problems[0]}")
        return form_for(self._ir, self.target.air, strips=False).module

    def air_bytes(self) -> bytes:
        """The module as bitcode in its wrapper, which is the content of an `.air` file.

        BuildError for an unfinished function, and the errors of `Builder.finish`.
        """
        return write_module(self._finish(), era_for_air(self.target.air))

    def for_link(self) -> IRModule:
        """The module that `air_bytes` has, unverified: for a link in its context, which takes the module and verifies
        each that it makes of it. Only `take_apart` may be called afterwards.
        """
        module = self._finish(is_verified=False)
        module.era = era_for_air(self.target.air)
        module.struct_types = struct_order(module)
        if module is self._ir:
            self._ir = IRModule()
        return module

    def for_one_link(self) -> bytes | IRModule:
        """A copy of the module that `air_bytes` has, for one link to take; bytes if it has structs, which a link
        changes in place. Raises what `air_bytes` does.
        """
        module, era = self._finish(), era_for_air(self.target.air)
        if module.struct_types:
            return write_module(module, era)
        copy = copy_module(module, module.context.fork())
        copy.era = era
        return copy

    def take_apart(self) -> None:
        """Break the reference cycles of builders and instructions; the module must not be used afterwards."""
        for entry in self._entries:
            entry.signature.take_apart()
        for builder in self._builders:
            builder.take_apart()
        self._entries.clear()  # their scope has a method of this module, and this module has the scope
        del self._scope
        self._ir.take_apart()

    def text(self) -> str:
        """The module as LLVM assembly with typed pointers. Raises what `air_bytes` does."""
        return self._finish().text()

    def check(self) -> list[Finding]:
        """The findings of `mtlb lint` for the module. Raises what `air_bytes` does."""
        from ..air.lint import lint_module  # which takes long to import, and most modules are linked

        return lint_module(self.air_bytes())
