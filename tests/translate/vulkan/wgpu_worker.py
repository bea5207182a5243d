"""What wgpu computes, on Mesa's software driver for Vulkan, for the jobs of a folder.

Run with a Python that has wgpu and numpy: ``python wgpu_worker.py FOLDER``. `jobs.py` says what is in the folder.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import wgpu
from jobs import work

_GAP = "r8unorm"
"""The format of a render target that the shader does not have."""
_LETTERS = {"float": "f", "uint": "u", "sint": "i", "unorm": "u", "snorm": "i"}


def texel(format: str) -> tuple[np.dtype, int]:
    """The type and the number of a format's channels."""
    if format == "depth32float":
        return np.dtype("f4"), 1
    for letters in ("rgba", "rg", "r"):
        if format.startswith(letters):
            rest = format[len(letters) :]
            bits = int("".join(c for c in rest if c.isdigit()))
            return np.dtype(f"{_LETTERS[rest.lstrip('0123456789')]}{bits // 8}"), len(letters)
    raise ValueError(format)


class Runner:
    def __init__(self) -> None:
        adapters = wgpu.gpu.enumerate_adapters_sync()
        self.adapter = next(
            a for a in adapters if a.info["backend_type"] == "Vulkan" and a.info["adapter_type"] == "CPU"
        )
        self.device = self.adapter.request_device_sync(
            required_features=sorted(self.adapter.features), required_limits=self.adapter.limits
        )

    def run(self, job: dict, arrays: dict[str, np.ndarray], folder: Path) -> dict[str, np.ndarray]:
        device = self.device
        source = folder / job["source"]
        code = source.read_text() if source.suffix == ".wgsl" else source.read_bytes()
        module = device.create_shader_module(code=code)
        if job["stage"] == "compute":
            pipeline = device.create_compute_pipeline(
                layout="auto", compute={"module": module, "entry_point": job["entry"]}
            )
        else:
            corners = device.create_shader_module(code=job["vertex"])
            pipeline = device.create_render_pipeline(
                layout="auto",
                vertex={"module": corners, "entry_point": "corners", "buffers": []},
                primitive={"topology": "triangle-list"},
                multisample={"count": job["samples"]},
                depth_stencil={"format": "depth32float", "depth_write_enabled": True, "depth_compare": "always"}
                if job["depth"]
                else None,
                fragment={
                    "module": module,
                    "entry_point": job["entry"],
                    "targets": self.targets(job),
                },
            )
        kept: dict[str, object] = {}
        groups: dict[int, list] = {}
        for item in job["resources"]:
            groups.setdefault(item["set"], []).append(
                {"binding": item["binding"], "resource": self.resource(item, arrays, kept, job)}
            )
        encoder = device.create_command_encoder()
        if job["stage"] == "compute":
            work = encoder.begin_compute_pass()
        else:
            views = []
            for location, format in enumerate(self.formats(job)):
                picture = self.picture(job, format or _GAP)
                if format:
                    kept[f"color{location}"] = picture
                views.append(
                    {
                        "view": picture.create_view(),
                        "load_op": "clear",
                        "store_op": "store",
                        "clear_value": (job["clear"],) * 4,
                    }
                )
            depth = None
            if job["depth"]:
                kept["depth"] = self.picture(job, "depth32float")
                depth = {
                    "view": kept["depth"].create_view(),
                    "depth_load_op": "clear",
                    "depth_store_op": "store",
                    "depth_clear_value": 1.0,
                }
            work = encoder.begin_render_pass(color_attachments=views, depth_stencil_attachment=depth)
        work.set_pipeline(pipeline)
        for index, entries in sorted(groups.items()):
            work.set_bind_group(
                index, device.create_bind_group(layout=pipeline.get_bind_group_layout(index), entries=entries)
            )
        if job["stage"] == "compute":
            work.dispatch_workgroups(*job["groups"])
        else:
            work.draw(3)
        work.end()
        device.queue.submit([encoder.finish()])
        return {name: self.left(item, job) for name, item in kept.items()}

    def formats(self, job: dict) -> list[str]:
        """The format of each render target, in the order of locations; "" for a gap."""
        actual = dict(job["targets"])
        return [actual.get(n, "") for n in range(max(actual, default=-1) + 1)]

    def targets(self, job: dict) -> list:
        # wgpu's Python takes no None for a gap: it is a target that nothing is written to.
        return [{"format": f} if f else {"format": _GAP, "write_mask": 0} for f in self.formats(job)]

    def picture(self, job: dict, format: str) -> wgpu.GPUTexture:
        usage = wgpu.TextureUsage.RENDER_ATTACHMENT
        usage |= wgpu.TextureUsage.COPY_SRC if job["samples"] == 1 else wgpu.TextureUsage.TEXTURE_BINDING
        size = (job["side"], job["side"], 1)
        return self.device.create_texture(size=size, format=format, usage=usage, sample_count=job["samples"])

    def resource(self, item: dict, arrays: dict[str, np.ndarray], kept: dict[str, object], job: dict) -> object:
        device = self.device
        if item["kind"] in ("sampler", "comparison"):
            return device.create_sampler(
                mag_filter="linear" if job["linear"] else "nearest",
                min_filter="linear" if job["linear"] else "nearest",
                mipmap_filter="nearest",
                address_mode_u="repeat",
                address_mode_v="repeat",
                address_mode_w="repeat",
                **({"compare": "less"} if item["kind"] == "comparison" else {}),
            )
        if item["kind"] == "texture":
            return self.texture(item, arrays, kept)
        usage = wgpu.BufferUsage.UNIFORM if item["kind"] == "uniform" else wgpu.BufferUsage.STORAGE
        data = arrays[item["name"]]
        buffer = device.create_buffer_with_data(data=data, usage=usage | wgpu.BufferUsage.COPY_SRC)
        if item["writable"]:
            kept[item["name"]] = buffer
        return {"buffer": buffer, "offset": 0, "size": data.nbytes}

    def texture(self, item: dict, arrays: dict[str, np.ndarray], kept: dict[str, object]) -> object:
        levels = [arrays[f"{item['name']}/{n}"] for n in range(item["levels"])]
        layers, (rows, columns, _) = levels[0].shape[0], levels[0].shape[-3:]
        usage = wgpu.TextureUsage.COPY_DST | wgpu.TextureUsage.COPY_SRC
        usage |= wgpu.TextureUsage.STORAGE_BINDING if item["storage"] else wgpu.TextureUsage.TEXTURE_BINDING
        is_depth = item["format"] == "depth32float"
        if item["samples"] > 1:
            usage = wgpu.TextureUsage.TEXTURE_BINDING | wgpu.TextureUsage.RENDER_ATTACHMENT
            picture = self.device.create_texture(
                size=(columns, rows, 1), format=item["format"], usage=usage, sample_count=item["samples"]
            )
            self.fill(picture, 0, levels[0])
            return picture.create_view()
        texture = self.device.create_texture(
            size=(columns, rows, layers),
            format=item["format"],
            usage=usage | (wgpu.TextureUsage.RENDER_ATTACHMENT if is_depth else 0),
            dimension=item["dimension"],
            mip_level_count=len(levels),
        )
        for number, level in enumerate(levels):
            if is_depth:
                self.fill(texture, number, level)
                continue
            depth, height, width, _ = level.shape
            self.device.queue.write_texture(
                {"texture": texture, "mip_level": number},
                np.ascontiguousarray(level),
                {"bytes_per_row": level[0, 0].nbytes, "rows_per_image": height},
                (width, height, depth),
            )
        if item["writable"]:
            kept[item["name"]] = (texture, item)
        return texture.create_view(dimension=item["view"])

    def fill(self, texture: wgpu.GPUTexture, level: int, values: np.ndarray) -> None:
        """Depths and the samples of a picture are drawn: WebGPU does not copy to them. `values` are layers of rows, or
        of samples."""
        device, (rows, columns) = self.device, values.shape[-3:-1]
        dtype, _ = texel(texture.format)
        is_depth, count = texture.format == "depth32float", texture.sample_count
        word = {"f": "f32", "u": "u32", "i": "i32"}[dtype.kind]
        type, result = (
            ("f32", "@builtin(frag_depth) f32") if is_depth else (f"vec4<{word}>", f"@location(0) vec4<{word}>")
        )
        sample, number = (", @builtin(sample_index) s: u32", "s") if count > 1 else ("", "0u")
        code = f"""
        @group(0) @binding(0) var<storage, read> values: array<{type}>;
        @vertex fn v(@builtin(vertex_index) n: u32) -> @builtin(position) vec4<f32> {{
          return vec4<f32>(select(-1.0, 3.0, n % 3u == 1u), select(-1.0, 3.0, n % 3u == 2u), 0.0, 1.0);
        }}
        @fragment fn f(@builtin(position) p: vec4<f32>{sample}) -> {result} {{
          return values[({number} * {rows}u + u32(p.y)) * {columns}u + u32(p.x)];
        }}"""
        module = device.create_shader_module(code=code)
        depth = {"format": "depth32float", "depth_write_enabled": True, "depth_compare": "always"}
        pipeline = device.create_render_pipeline(
            layout="auto",
            vertex={"module": module, "entry_point": "v", "buffers": []},
            primitive={"topology": "triangle-list"},
            multisample={"count": count},
            depth_stencil=depth if is_depth else None,
            fragment={
                "module": module,
                "entry_point": "f",
                "targets": [] if is_depth else [{"format": texture.format}],
            },
        )
        for layer in range(values.shape[0]):
            data = np.ascontiguousarray(values[layer]).astype(dtype)
            part = device.create_buffer_with_data(data=data, usage=wgpu.BufferUsage.STORAGE)
            group = device.create_bind_group(
                layout=pipeline.get_bind_group_layout(0),
                entries=[{"binding": 0, "resource": {"buffer": part, "offset": 0, "size": data.nbytes}}],
            )
            encoder = device.create_command_encoder()
            view = texture.create_view(
                dimension="2d", base_mip_level=level, mip_level_count=1, base_array_layer=layer, array_layer_count=1
            )
            color = {"view": view, "load_op": "clear", "store_op": "store", "clear_value": (0, 0, 0, 0)}
            deep = {"view": view, "depth_load_op": "clear", "depth_store_op": "store", "depth_clear_value": 0.0}
            work = encoder.begin_render_pass(
                color_attachments=[] if is_depth else [color], depth_stencil_attachment=deep if is_depth else None
            )
            work.set_pipeline(pipeline)
            work.set_bind_group(0, group)
            work.draw(3)
            work.end()
            device.queue.submit([encoder.finish()])

    def samples(self, texture: object, dtype: np.dtype) -> np.ndarray:
        """The texels of a multisampled picture: rows, columns, samples, channels. Only a shader reads them."""
        device, (columns, rows, _), count = self.device, texture.size, texture.sample_count
        word = {"f": "f32", "u": "u32", "i": "i32"}[dtype.kind]
        code = f"""
        @group(0) @binding(0) var picture: texture_multisampled_2d<{word}>;
        @group(0) @binding(1) var<storage, read_write> texels: array<vec4<{word}>>;
        @compute @workgroup_size(1) fn read(@builtin(workgroup_id) at: vec3<u32>) {{
          texels[(at.y * {columns}u + at.x) * {count}u + at.z] = textureLoad(picture, at.xy, at.z);
        }}"""
        module = device.create_shader_module(code=code)
        pipeline = device.create_compute_pipeline(layout="auto", compute={"module": module, "entry_point": "read"})
        size = rows * columns * count * 16
        buffer = device.create_buffer(size=size, usage=wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC)
        group = device.create_bind_group(
            layout=pipeline.get_bind_group_layout(0),
            entries=[
                {"binding": 0, "resource": texture.create_view()},
                {"binding": 1, "resource": {"buffer": buffer, "offset": 0, "size": size}},
            ],
        )
        encoder = device.create_command_encoder()
        work = encoder.begin_compute_pass()
        work.set_pipeline(pipeline)
        work.set_bind_group(0, group)
        work.dispatch_workgroups(columns, rows, count)
        work.end()
        device.queue.submit([encoder.finish()])
        return np.frombuffer(device.queue.read_buffer(buffer), dtype).reshape(rows, columns, count, 4).copy()

    def left(self, value: object, job: dict) -> np.ndarray:
        """What a buffer or a texture holds."""
        device = self.device
        if isinstance(value, wgpu.GPUBuffer):
            return np.frombuffer(device.queue.read_buffer(value), np.uint8).copy()
        texture = value[0] if isinstance(value, tuple) else value
        dtype, channels = texel(texture.format)
        if texture.sample_count > 1:
            return self.samples(texture, dtype)[..., :channels]
        columns, rows, layers = texture.size
        row = -(-columns * channels * dtype.itemsize // 256) * 256
        buffer = device.create_buffer(
            size=row * rows * layers, usage=wgpu.BufferUsage.COPY_DST | wgpu.BufferUsage.COPY_SRC
        )
        encoder = device.create_command_encoder()
        encoder.copy_texture_to_buffer(
            {"texture": texture}, {"buffer": buffer, "bytes_per_row": row, "rows_per_image": rows}, texture.size
        )
        device.queue.submit([encoder.finish()])
        data = np.frombuffer(device.queue.read_buffer(buffer), np.uint8).reshape(layers, rows, row)
        data = data[:, :, : columns * channels * dtype.itemsize].copy().view(dtype)
        return data.reshape(layers, rows, columns, channels)


if __name__ == "__main__":
    work(Path(sys.argv[1]), Runner().run)
