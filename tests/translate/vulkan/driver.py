"""Values of Vulkan: a Python of its own with wgpu and vulkan, jobs for it, and the golden files.

``python -m tests.translate.vulkan.driver`` makes the values in golden/glsl/values anew, with those of the corpus's
shaders where it is. Mesa's software driver (Debian: mesa-vulkan-drivers) has to be installed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import numpy as np

from mtlb.spirv import SpirvEntryPoint
from tests.translate.shaders import CLEAR, ROOT, SIDE, Case, cases, shader_files, vertex_source
from tests.translate.vertices import (
    FIRST_INSTANCE,
    FIRST_VERTEX,
    INSTANCES,
    VERTICES,
    attribute_values,
    captured,
    outputs_of,
)

PACKAGES = ("wgpu==0.32.0", "vulkan==1.3.275.1", "numpy")
_HERE = Path(__file__).parent


def interpreter(folder: Path) -> Path:
    """A Python with the packages, in `folder`."""
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PACKAGES], check=True)
    return python


def computed(python: Path, target: list[Case]) -> tuple[dict[str, dict[str, np.ndarray]], dict[str, str]]:
    """What Vulkan computes for cases, by their names; and for those that it does not take, why."""
    values: dict[str, dict[str, np.ndarray]] = {}
    refused: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as name:
        folders = {worker: Path(name) / worker for worker in ("wgpu_worker", "vulkan_worker")}
        for worker, folder in folders.items():
            folder.mkdir()
            for case in target:
                # wgpu takes WGSL and pictures; SPIR-V goes to the driver as it is.
                source = case.path if case.stage == "vertex" else case.path.with_suffix(".wgsl")
                is_wgpu = (source.suffix == ".wgsl" and source.exists()) or case.stage == "fragment"
                if is_wgpu == (worker == "wgpu_worker"):
                    _write(folder, case, source if source.exists() else case.path)
            environment = {**os.environ, "XDG_RUNTIME_DIR": name}
            subprocess.run([python, _HERE / f"{worker}.py", folder], check=True, env=environment, capture_output=True)
            for case in target:
                result, reason = folder / f"{case.name}.out.npz", folder / f"{case.name}.error"
                if result.exists():
                    with np.load(result) as arrays:
                        values[case.name] = _divided(case, dict(arrays))
                elif reason.exists():
                    refused[case.name] = reason.read_text()
    return values, refused


def _point(case: Case) -> SpirvEntryPoint:
    return next(entry_point for entry_point in case.module.entry_points if entry_point.name == case.entry)


def _divided(case: Case, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The bytes that transform feedback left, as the outputs."""
    data = arrays.pop("out", None)
    if data is not None:
        _, outputs, stride = captured(case.module, _point(case))
        arrays |= outputs_of(data, outputs, stride)
    return arrays


def _write(folder: Path, case: Case, source: Path) -> None:
    arrays: dict[str, np.ndarray] = {}
    feedback: dict[str, object] = {}
    if case.stage == "vertex":
        data, _, stride = captured(case.module, _point(case))
        source = source.with_name(f"{case.name}.spv")
        (folder / source.name).write_bytes(data)
        arrays = {attribute.name: attribute_values(attribute) for attribute in case.attributes}
        attributes = [
            {"name": attribute.name, "location": attribute.location, "format": attribute.dtype}
            for attribute in case.attributes
        ]
        draw = {"vertices": VERTICES, "instances": INSTANCES, "first": [FIRST_VERTEX, FIRST_INSTANCE]}
        feedback = {"stride": stride, "attributes": attributes, **draw}
    else:
        shutil.copy(source, folder / source.name)
    resources = []
    for resource in case.resources:
        document = {
            "name": resource.name,
            "set": resource.set,
            "binding": resource.binding,
            "kind": resource.kind,
            "writable": resource.writable,
        }
        document |= {"element": resource.element, "count": resource.count}
        if resource.data is not None:
            arrays[resource.name] = resource.data
        if resource.texture is not None:
            arrays |= {f"{resource.name}/{number}": level for number, level in enumerate(resource.texture.levels)}
            document |= {
                "levels": len(resource.texture.levels),
                "format": resource.texture.format,
                "dimension": resource.texture.dimension,
                "view": resource.texture.view,
                "storage": resource.texture.is_storage,
                "samples": resource.texture.samples,
            }
        resources.append(document)
    job = {
        "entry": case.entry,
        "stage": case.stage,
        "groups": case.groups,
        "source": source.name,
        "side": SIDE,
        "clear": CLEAR,
        "linear": case.linear,
        "depth": case.has_depth,
        "targets": case.targets,
        "samples": case.samples,
        **feedback,
        "vertex": vertex_source(case) if case.stage == "fragment" else "",
        "resources": resources,
    }
    (folder / f"{case.name}.json").write_text(json.dumps(job))
    np.savez(folder / f"{case.name}.npz", **arrays)


def main() -> None:
    """Make the golden values anew."""
    python = interpreter(Path(os.environ.get("MTLB_CACHE", Path.home() / ".cache" / "mtlb")) / "vulkan")
    target = [case for path in shader_files() for case in cases(path)]
    actual, refused = computed(python, target)
    (ROOT / "values").mkdir(exist_ok=True)
    for name, arrays in actual.items():
        np.savez_compressed(ROOT / "values" / f"{name}.npz", **arrays)
    for name, reason in refused.items():
        print(f"{name}: {reason.splitlines()[0]}", file=sys.stderr)


if __name__ == "__main__":
    main()
