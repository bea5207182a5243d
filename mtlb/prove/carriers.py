"""Helper functions of mtlb that a pipeline needs in addition to the tested function, loaded once for each form.

A fragment function needs a vertex function with matching outputs; a visible function is linked into a kernel; a mesh
function may need an object function.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from .. import emit
from ..air import EntryPoint
from ..base.errors import BuildError, UnsupportedError
from ..container import write
from ..emit import float4, u32
from ..emit.names import NAMED
from ..linker import link
from .framework import Framework, failure

_TARGET = "macos11"
_MESH_TARGET = "macos13"
_libraries: dict[bytes, Any] = {}


def carrier_kernel(framework: Framework, device: Any) -> Any:
    """A kernel that writes a number."""
    m = emit.Module(_TARGET, "carrier")
    k = m.kernel("carrier")
    out = k.buffer("out", u32, 0)
    b = k.entry()
    out[0].store(1)
    b.ret()
    return _loaded(framework, device, m)


def carrier_mesh(framework: Framework, device: Any) -> Any:
    """A mesh function without a payload."""
    m = emit.Module(_MESH_TARGET, "carrier")
    e = m.mesh("carrier")
    mesh = e.mesh("output", vertices=3, primitives=1)
    mesh.vertex("position", float4, "position")
    b = e.entry()
    mesh.set_primitive_count(0)
    b.ret()
    return _loaded(framework, device, m)


def carrier_vertex(framework: Framework, device: Any, fragment: EntryPoint) -> Any:
    """A vertex function with the outputs that a fragment function reads. UnsupportedError for inputs that can't be
    written.
    """
    m = emit.Module(_TARGET, "carrier")
    v = m.vertex("carrier")
    requested = []
    for number, argument in enumerate(fragment.arguments):
        if argument.kind == "fragment_input":
            user = argument.attribute_name.removeprefix("user(").removesuffix(")")
            type = NAMED.get(argument.type_name)
            if type is None:
                raise UnsupportedError(f"no vertex function can be generated that outputs {argument.type_name}")
            is_user = argument.attribute_name.startswith("user(")
            name = f"value{number}" if is_user else argument.name
            requested.append((name, type, user if is_user else ""))
        elif argument.kind == "clip_distance":
            raise UnsupportedError("no vertex function can be generated that outputs clip distances")
    v.out("carrier_position", float4, "position")
    for name, type, user in requested:
        v.out(name, type, user=user)
    b = v.entry()
    values = {name: b.const(type, 0) for name, type, _ in requested}
    b.ret(carrier_position=b.const(float4, [0.0, 0.0, 0.0, 1.0]), **values)
    return _loaded(framework, device, m)


def _loaded(framework: Framework, device: Any, module: emit.Module) -> Any:
    """The function `carrier` of a module, loaded by Metal."""
    data = bytes(write(link([module]).library))
    if data not in _libraries:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "carrier.metallib"
            path.write_bytes(data)
            url = framework.foundation.NSURL.fileURLWithPath_(str(path))
            library, error = device.newLibraryWithURL_error_(url, None)
        if problem := failure(library, error):
            raise BuildError(f"our own carrier function does not load: {problem}")
        function = library.newFunctionWithName_("carrier")
        if function is None:
            raise BuildError("our own carrier function: newFunctionWithName: gave nil")
        _libraries[data] = function
    return _libraries[data]
