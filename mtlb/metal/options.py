"""The options of a compilation."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..air.target import AirTarget
from ..base.errors import BuildError
from ..base.features import MOST_THREADS

_DEFAULT_TARGET = "macos14"
_SHARED, _SEPARATE = ("3.0", "3.1", "3.2", "4.0", "4.1"), ("1.0", "1.1", "1.2", "2.0", "2.1", "2.2", "2.3", "2.4")
STANDARDS = {
    **{f"{prefix}metal{version}": version for version in _SHARED for prefix in ("", "macos-", "ios-")},
    **{f"{prefix}-metal{version}": version for version in _SEPARATE for prefix in ("macos", "ios")},
    **{f"osx-metal{version}": version for version in ("1.1", "1.2", "2.0")},
}
"""Words of `-std=`, mapped to the version of the language. Source: the language specification, 1.6.10, and Apple's page
of the compiler's options."""


@dataclass(frozen=True)
class CompileOptions:
    """The options of a compilation.

    `defines`: "NAME" or "NAME=VALUE"; `undefines`, `includes` (files included first) and `include_folders` as clang's
    options. `optimise`: 0 is for -O0, whose code is not simplified. `debug_info`: "", "lines" or "all". `seconds` and
    `megabytes` limit each run of the compiler. `clang`: a program; by default the result of `find_clang`.
    `relaxed_math`: with `fast_math`, NaN and infinities are still respected. `fp32_functions`: "fast" or "precise" for
    functions of 32-bit floats; "" follows `fast_math`. `quote_folders`, `system_folders`: those of -iquote and
    -isystem. `hermetic`: each file that is read must be below the folder of the source or one of these folders.
    `macros`: -D and -U in their order, if the caller knows it; otherwise `defines`, then `undefines`. `contract`: the
    value of -ffp-contract, "off", "on" or "fast"; "" follows `fast_math`. `invariance`: -fpreserve-invariance, without
    which `[[invariant]]` is ignored. `max_threads`: threads of a threadgroup of functions without the attribute.
    `debug_maps`, `macro_maps`: "OLD=NEW", prefixes of paths in debug info and in `__FILE__`; the last that fits
    applies.
    """

    target: AirTarget = field(default_factory=lambda: AirTarget(_DEFAULT_TARGET))
    standard: str = ""
    defines: tuple[str, ...] = ()
    undefines: tuple[str, ...] = ()
    include_folders: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    fast_math: bool = True
    optimise: int = 2
    debug_info: str = ""
    records_sources: bool = False
    warnings: tuple[str, ...] = ()
    seconds: float = 600.0
    megabytes: int = 8192
    clang: str | None = None
    relaxed_math: bool = False
    fp32_functions: str = ""
    quote_folders: tuple[str, ...] = ()
    system_folders: tuple[str, ...] = ()
    hermetic: bool = False
    macros: tuple[str, ...] = ()
    contract: str = ""
    invariance: bool = False
    max_threads: int | None = None
    debug_maps: tuple[str, ...] = ()
    macro_maps: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.standard and self.standard not in STANDARDS:
            raise BuildError(f"no version of Metal is called {self.standard!r} (one of {', '.join(sorted(STANDARDS))})")
        if self.debug_info not in ("", "lines", "all"):
            raise BuildError(f"debug info is '', 'lines' or 'all', not {self.debug_info!r}")
        if self.contract not in ("", "off", "on", "fast"):
            raise BuildError(f"contract is '', 'off', 'on' or 'fast', not {self.contract!r}")
        if self.max_threads is not None and not 0 < self.max_threads <= MOST_THREADS:
            raise BuildError(f"a threadgroup has 1 to {MOST_THREADS} threads, not {self.max_threads}")
        if self.fp32_functions not in ("", "fast", "precise"):
            raise BuildError(f"fp32_functions is '', 'fast' or 'precise', not {self.fp32_functions!r}")
        if self.language > (self.target.metal.major, self.target.metal.minor):
            raise BuildError(
                f"{self.standard} is newer than the target: {self.target.platform.display} {self.target.min_os} has "
                f"Metal {self.target.metal}"
            )
        for text in (*self.debug_maps, *self.macro_maps):
            if "=" not in text:
                raise BuildError(f"a map of prefixes is OLD=NEW, not {text!r}")
        if self.seconds <= 0 or self.megabytes <= 0:
            raise BuildError("limits of time and memory are greater than 0")

    @property
    def language(self) -> tuple[int, int]:
        """Major and minor version of the language: that of `standard`, otherwise that of the target."""
        if self.standard:
            major, minor = STANDARDS[self.standard].split(".")
            return int(major), int(minor)
        return self.target.metal.major, self.target.metal.minor
