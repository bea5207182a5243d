"""Writes the real libraries that are measured into a directory: `python bench/fetch.py DIR`.

A process of its own, because the peak memory of whoever starts a measured command counts as that command's.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.apple import wheels

directory = Path(sys.argv[1])
(directory / "medium.metallib").write_bytes(max((data for _, data in wheels.TORCH.libraries()), key=len))
(directory / "large.metallib").write_bytes(wheels.MLX.member("mlx/lib/mlx.metallib"))
