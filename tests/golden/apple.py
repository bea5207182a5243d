"""Where the files of golden/apple come from: wheels on PyPI whose licence allows to copy them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.apple.wheels import MITSUBA, OPEN3D, SDL2, Wheel
from tests.golden.make import GOLDEN

APPLE = GOLDEN / "apple"


@dataclass(frozen=True)
class Origin:
    """One folder of golden/apple: members of a wheel, whole or (with an offset) the library that is embedded there."""

    folder: str
    wheel: Wheel
    licence: str
    members: dict[str, str | tuple[str, int]]  # by the name in golden/apple

    def files(self) -> Iterator[tuple[Path, bytes]]:
        """Each file's place in golden/apple and its bytes, from the wheel."""
        for name, member in self.members.items():
            if isinstance(member, str):
                data = self.wheel.member(member)
            else:
                data = self.wheel.member(member[0])[member[1] :]
                data = data[: int.from_bytes(data[16:24], "little")]
            yield APPLE / self.folder / name, data


# The inputs of the link, in the order of Open3D's kGsShaderNames; it shows in the numbers of clashing struct names.
SPLAT_INPUTS = tuple(
    f"gaussian_{name}.air"
    for name in (
        "project",
        "composite",
        "radix_sort_histograms",
        "radix_sort_scatter",
        "compute_dispatch_args",
        "depth_merge",
    )
)
_SPLAT = ("gaussian_splat.metallib", *SPLAT_INPUTS)

ORIGINS = (
    Origin(
        "open3d",
        OPEN3D,
        "MIT",
        {
            "LICENSE.txt": "open3d-0.20.0.dist-info/licenses/LICENSE.txt",
            **{name: f"open3d/resources/gaussian_splat/{name}" for name in _SPLAT},
        },
    ),
    Origin(
        "mitsuba",
        MITSUBA,
        "BSD-3-Clause",
        {
            "LICENSE.txt": "mitsuba-3.9.1.dist-info/licenses/LICENSE",
            "shapes.metallib": ("mitsuba/libmitsuba.dylib", 0x5E2920),
        },
    ),
    Origin(
        "sdl2",
        SDL2,
        "Zlib",
        {
            "LICENSE.txt": "sdl2dll/dll/SDL2.framework/Versions/A/Resources/License.txt",
            "render.metallib": ("sdl2dll/dll/SDL2.framework/Versions/A/SDL2", 0x142E60),
        },
    ),
)
