"""Rules on a whole module: module flags, compile options, producer, data layout."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.releases import SDK_VERSION_SINCE
from ...ir import AIR_DATA_LAYOUT, AIR_DATA_LAYOUT_BEFORE_2_1
from ..facts import compile_options, module_flag_names
from ..versions import FRAME_POINTER, LIMITS, SDK_VERSION
from .registry import ERROR, NOTE, PROVEN, SUSPECTED, WARNING, rule
from .subjects import MODULE, ModuleSubject, tried

__all__: list[str] = []


@rule(MODULE, "AIR007", "sdk-version", ERROR, PROVEN, "The module flag SDK Version is there",
      "The GPU compiler of macOS 26 dies: XPC_ERROR_CONNECTION_INTERRUPTED.")  # fmt: skip
def _sdk_version(module: ModuleSubject) -> Iterator[str]:
    if module.since(SDK_VERSION.since) and SDK_VERSION.flag.name not in module_flag_names(module.module):
        yield "the module flag 'SDK Version' is missing"


@rule(MODULE, "AIR008", "resource-limits", WARNING, SUSPECTED, "From AIR 2.3 on, six flags air.max_* set the limits",
      "Every module of Apple's has them; the compiler may fall back on other limits.")  # fmt: skip
def _resource_limits(module: ModuleSubject) -> Iterator[str]:
    flags = module_flag_names(module.module)
    missing = [limit.flag.name for limit in LIMITS if limit.flag.name not in flags and module.since(limit.since)]
    if missing:
        yield f"module flags are missing: {', '.join(missing)}"


@rule(MODULE, "AIR009", "frame-pointer", NOTE, SUSPECTED, "From AIR 2.6 on, the module flag frame-pointer is there",
      "Every module of Apple's has it.")  # fmt: skip
def _frame_pointer(module: ModuleSubject) -> Iterator[str]:
    if module.since(FRAME_POINTER.since) and FRAME_POINTER.flag.name not in module_flag_names(module.module):
        yield "the module flag 'frame-pointer' is missing"


@rule(MODULE, "AIR010", "compile-options", WARNING, SUSPECTED,
      "!air.compile_options says how to treat floating point",
      "The GPU compiler takes denormals, fast math and framebuffer fetch from it.")  # fmt: skip
def _compile_options(module: ModuleSubject) -> Iterator[str]:
    if not tried(compile_options, module.module)[0]:
        yield "!air.compile_options is missing, empty or malformed"


@rule(MODULE, "AIR012", "ident", NOTE, SUSPECTED, "!llvm.ident names the producer",
      "Tools identify the compiler by it.")  # fmt: skip
def _ident(module: ModuleSubject) -> Iterator[str]:
    if not module.module.named_metadata.get("llvm.ident"):
        yield "!llvm.ident is missing"


@rule(MODULE, "AIR013", "data-layout", WARNING, SUSPECTED, "The data layout is that of 64-bit AIR",
      "The compiler assumed other sizes and offsets than the GPU compiler uses.")  # fmt: skip
def _data_layout(module: ModuleSubject) -> Iterator[str]:
    known = {AIR_DATA_LAYOUT} if module.since(SDK_VERSION_SINCE) else {AIR_DATA_LAYOUT, AIR_DATA_LAYOUT_BEFORE_2_1}
    if module.module.data_layout not in known:
        yield f"the data layout is {module.module.data_layout!r}"
