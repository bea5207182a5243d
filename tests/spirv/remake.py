"""Remake golden/spirv: `python -m tests.spirv.remake`, with glslangValidator, spirv-as and spirv-dis in the path.

Modules from the sources, and listings by spirv-dis. Debian's packages are glslang-tools and spirv-tools; what is
checked in was made by those of Debian 12 (glslang 12, SPIRV-Tools 2023.1).
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.conftest import ROOT

FOLDER = ROOT / "golden" / "spirv"
OPTIONS = {
    "fragment.frag": ["--target-env", "vulkan1.1", "-gVS"],
    "vertex.vert": ["--target-env", "vulkan1.0", "-g"],
    "compute.comp": ["--target-env", "vulkan1.3"],
    "ray_query.comp": ["--target-env", "vulkan1.2"],
}
LISTINGS = {"lst": [], "raw.lst": ["--raw-id", "--no-indent", "--no-header", "--offsets"]}


def run(*command: str | Path) -> None:
    subprocess.run(command, cwd=FOLDER, check=True)


def main() -> None:
    for source, options in OPTIONS.items():
        run("glslangValidator", *options, "-o", f"{Path(source).stem}.spv", source)
    run("spirv-as", "--target-env", "spv1.3", "literals.spvasm", "-o", "literals.spv")
    for module in sorted(FOLDER.glob("*.spv")):
        for suffix, options in LISTINGS.items():
            run("spirv-dis", "--no-color", *options, module.name, "-o", module.with_suffix(f".{suffix}").name)


if __name__ == "__main__":
    main()
