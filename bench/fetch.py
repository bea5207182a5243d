"""Writes the real libraries that are measured into a directory: `python bench/fetch.py DIR`.

A separate process, because the peak memory of the process that starts a measured command counts as that command's.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.apple import wheels

directory = Path(sys.argv[1])
gaussian_splat = wheels.OPEN3D.member("open3d/resources/gaussian_splat/gaussian_splat.metallib")
directory.joinpath("small.metallib").write_bytes(gaussian_splat)
for_macos_13 = min((data for _, data in wheels.TORCH.libraries()), key=len)  # that for macOS 14 is over 2 MB
directory.joinpath("medium.metallib").write_bytes(for_macos_13)
directory.joinpath("large.metallib").write_bytes(wheels.MLX.member("mlx/lib/mlx.metallib"))
