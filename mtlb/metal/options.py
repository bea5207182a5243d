"""What a compilation is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..air.target import AirTarget
from ..base.errors import BuildError

_DEFAULT_TARGET = "macos14"
STANDARDS = {
    **{
        f"{prefix}metal{version}": version
        for version in ("3.0", "3.1", "3.2", "4.0")
        for prefix in ("", "macos-", "ios-")
    },
    **{f"macos-metal{version}": version for version in ("1.0", "1.1", "1.2", "2.0", "2.1", "2.2", "2.3", "2.4")},
    **{f"ios-metal{version}": version for version in ("1.0", "1.1", "1.2", "2.0", "2.1", "2.2", "2.3", "2.4")},
}
"""Words of `-std=`, to the version of the language. Source: Apple's page of the compiler's options."""


@dataclass(frozen=True)
class CompileOptions:
    """`defines`: "NAME" or "NAME=VALUE"; `undefines`, `includes` (files that come first) and `include_folders` as
    clang's options. `optimise`: 0 is for -O0, whose code is not simplified. `debug_info`: "", "lines" or "all".
    `seconds` and `megabytes` bound each run of the compiler. `clang`: a program; by default what `find_clang` finds.
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

    def __post_init__(self) -> None:
        if self.standard and self.standard not in STANDARDS:
            raise BuildError(f"no version of Metal is called {self.standard!r} (one of {', '.join(sorted(STANDARDS))})")
        if self.debug_info not in ("", "lines", "all"):
            raise BuildError(f"debug info is '', 'lines' or 'all', not {self.debug_info!r}")
        if self.seconds <= 0 or self.megabytes <= 0:
            raise BuildError("limits of time and memory are greater than 0")

    @property
    def language(self) -> tuple[int, int]:
        """Major and minor version of the language: that of `standard`, else the target's."""
        if self.standard:
            major, minor = STANDARDS[self.standard].split(".")
            return int(major), int(minor)
        return self.target.metal.major, self.target.metal.minor
