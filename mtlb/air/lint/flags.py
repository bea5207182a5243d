"""Rules on a whole module: module flags, compile options, producer, data layout."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.features import ALWAYS_NAMES_SDK_SINCE, SDK_VERSION_SINCE
from ...ir import AIR_DATA_LAYOUT, AIR_DATA_LAYOUT_BEFORE_2_1, ConstantAsMetadata, MDNode, MDString
from ...ir.names import FRAME_POINTER as LLVM_FRAME_POINTER
from ...ir.names import IDENT, MODULE_FLAGS
from ..cursor import constant_integer
from ..facts import compile_options
from ..versions import FRAME_POINTER, LIMITS, SDK_VERSION, flag_behaviours
from .registry import ERROR, NOTE, PROVEN, SUSPECTED, WARNING, rule
from .subjects import MODULE, ModuleSubject, tried


@rule(MODULE, "AIR007", "sdk-version", ERROR, PROVEN, "The module flag SDK Version is there",
      "The GPU compiler of macOS 26 dies: XPC_ERROR_CONNECTION_INTERRUPTED.",
      cure="adds it, with the OS version of the triple: no SDK that has the target is older")  # fmt: skip
def _sdk_version(module: ModuleSubject) -> Iterator[str]:
    # Libraries of AIR 2.1 work without it: ANGLE's for macOS 10.14, in Qt, by Apple's compiler of 2024.
    if module.since(ALWAYS_NAMES_SDK_SINCE) and SDK_VERSION.flag.name not in module.flag_names:
        yield "the module flag 'SDK Version' is missing"


@rule(MODULE, "AIR008", "resource-limits", WARNING, SUSPECTED, "From AIR 2.3 on, six flags air.max_* set the limits",
      "Every module of Apple's has them; the compiler may fall back on other limits.",
      cure="adds those that are missing, with Apple's numbers")  # fmt: skip
def _resource_limits(module: ModuleSubject) -> Iterator[str]:
    flags = module.flag_names
    missing = [limit.flag.name for limit in LIMITS if limit.flag.name not in flags and module.since(limit.since)]
    if missing:
        yield f"module flags are missing: {', '.join(missing)}"


@rule(MODULE, "AIR009", LLVM_FRAME_POINTER, NOTE, SUSPECTED, "From AIR 2.6 on, the module flag frame-pointer is there",
      "Every module of Apple's has it.",
      cure="adds it")  # fmt: skip
def _frame_pointer(module: ModuleSubject) -> Iterator[str]:
    if module.since(FRAME_POINTER.since) and FRAME_POINTER.flag.name not in module.flag_names:
        yield "the module flag 'frame-pointer' is missing"


@rule(MODULE, "AIR010", "compile-options", WARNING, SUSPECTED,
      "!air.compile_options says how to treat floating point",
      "The GPU compiler takes denormals, fast math and framebuffer fetch from it.")  # fmt: skip
def _compile_options(module: ModuleSubject) -> Iterator[str]:
    if not tried(compile_options, module.module)[0]:
        yield "!air.compile_options is missing, empty or malformed"


@rule(MODULE, "AIR012", "ident", NOTE, SUSPECTED, "!llvm.ident names the producer",
      "Tools identify the compiler by it.",
      cure="writes the producer that the bitcode's identification names, where it names one")  # fmt: skip
def _ident(module: ModuleSubject) -> Iterator[str]:
    if not module.module.named_metadata.get(IDENT):
        yield "!llvm.ident is missing"


@rule(MODULE, "AIR013", "data-layout", WARNING, SUSPECTED, "The data layout is that of 64-bit AIR",
      "The compiler assumed other sizes and offsets than the GPU compiler uses.",
      cure="replaces the older layout with `f80`, which says the same of all other types")  # fmt: skip
def _data_layout(module: ModuleSubject) -> Iterator[str]:
    layouts = {AIR_DATA_LAYOUT} if module.since(SDK_VERSION_SINCE) else {AIR_DATA_LAYOUT, AIR_DATA_LAYOUT_BEFORE_2_1}
    if module.module.data_layout not in layouts:
        yield f"the data layout is {module.module.data_layout!r}"


@rule(MODULE, "AIR014", "flag-behaviour", WARNING, SUSPECTED, "Module flags have the behaviours of Apple's",
      "LLVM joins the flags of modules by it: with another one the link fails, or the flag gets another value.",
      cure="writes Apple's behaviour")  # fmt: skip
def _flag_behaviour(module: ModuleSubject) -> Iterator[str]:
    for _, name, result, requested in wrong_behaviours(module):
        yield f"the module flag {name!a} has behaviour {result}, those of Apple's modules {requested}"


def wrong_behaviours(module: ModuleSubject) -> Iterator[tuple[MDNode, str, int, int]]:
    """The nodes of module flags with another behaviour than Apple's; the flag's name, its behaviour, and Apple's."""
    if module.air is None:
        return
    requested = flag_behaviours(module.air)
    for node in module.module.named_metadata.get(MODULE_FLAGS, ()):
        if len(node.fields) < 2 or not isinstance(node.fields[1], MDString):
            continue
        first, name = node.fields[0], node.fields[1].value
        number = constant_integer(first.value) if isinstance(first, ConstantAsMetadata) else None
        if name in requested and number is not None and number != requested[name]:
            yield node, name, number, requested[name]
