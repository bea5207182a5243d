"""The jobs of a folder, done by a worker: what both workers share.

A job is a file NAME.json with the arrays of NAME.npz; its result is NAME.out.npz, or NAME.error with a reason.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

__all__ = ["work"]


def work(folder: Path, run: Callable[[dict, dict[str, np.ndarray], Path], dict[str, np.ndarray]]) -> None:
    """Do all jobs with `run`, which gets the job, its arrays and the folder, and returns the arrays that are left."""
    for path in sorted(folder.glob("*.json")):
        job = json.loads(path.read_text())
        arrays = dict(np.load(path.with_suffix(".npz"))) if path.with_suffix(".npz").exists() else {}
        try:
            result = run(job, arrays, folder)
        except Exception as error:
            path.with_suffix(".error").write_text(f"{type(error).__name__}: {error}")
            continue
        np.savez_compressed(path.with_suffix(".out.npz"), **result)
