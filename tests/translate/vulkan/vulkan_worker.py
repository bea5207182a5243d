"""What Vulkan computes, without a layer between: compute and vertex shaders of SPIR-V on Mesa's software driver.

For shaders that wgpu does not take as SPIR-V. Jobs and results are those of `jobs.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import vulkan as vk
from jobs import work

_KINDS = {
    "uniform": vk.VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
    "storage": vk.VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
    "read-only-storage": vk.VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
    "sampler": vk.VK_DESCRIPTOR_TYPE_SAMPLER,
    "comparison": vk.VK_DESCRIPTOR_TYPE_SAMPLER,
    "combined": vk.VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
    "combined-comparison": vk.VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
    "texels": vk.VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
    "storage-texels": vk.VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
}
_FORMATS = {
    "rgba32float": vk.VK_FORMAT_R32G32B32A32_SFLOAT,
    "rgba32uint": vk.VK_FORMAT_R32G32B32A32_UINT,
    "rgba32sint": vk.VK_FORMAT_R32G32B32A32_SINT,
    "r32float": vk.VK_FORMAT_R32_SFLOAT,
    "r32uint": vk.VK_FORMAT_R32_UINT,
    "r32sint": vk.VK_FORMAT_R32_SINT,
    "depth32float": vk.VK_FORMAT_D32_SFLOAT,
}
_ATTRIBUTES = {
    (dtype, count): getattr(vk, f"VK_FORMAT_{'R32G32B32A32'[: 3 * count]}_{word}")
    for dtype, word in (("f4", "SFLOAT"), ("u4", "UINT"), ("i4", "SINT"))
    for count in range(1, 5)
}
_TYPES = {"1d": vk.VK_IMAGE_TYPE_1D, "2d": vk.VK_IMAGE_TYPE_2D, "3d": vk.VK_IMAGE_TYPE_3D}
_VIEWS = {
    "1d": vk.VK_IMAGE_VIEW_TYPE_1D,
    "2d": vk.VK_IMAGE_VIEW_TYPE_2D,
    "3d": vk.VK_IMAGE_VIEW_TYPE_3D,
    "cube": vk.VK_IMAGE_VIEW_TYPE_CUBE,
    "1d-array": vk.VK_IMAGE_VIEW_TYPE_1D_ARRAY,
    "2d-array": vk.VK_IMAGE_VIEW_TYPE_2D_ARRAY,
    "cube-array": vk.VK_IMAGE_VIEW_TYPE_CUBE_ARRAY,
}
_GENERAL = vk.VK_IMAGE_LAYOUT_GENERAL


class Runner:
    def __init__(self) -> None:
        about = vk.VkApplicationInfo(apiVersion=vk.VK_MAKE_VERSION(1, 3, 0))
        self.instance = vk.vkCreateInstance(vk.VkInstanceCreateInfo(pApplicationInfo=about), None)
        actual = vk.vkEnumeratePhysicalDevices(self.instance)
        cpu = vk.VK_PHYSICAL_DEVICE_TYPE_CPU
        self.physical = next(d for d in actual if vk.vkGetPhysicalDeviceProperties(d).deviceType == cpu)
        names = {e.extensionName for e in vk.vkEnumerateDeviceExtensionProperties(self.physical, None)}
        target = [n for n in ("VK_EXT_shader_atomic_float", "VK_EXT_transform_feedback") if n in names]
        chain = vk.VkPhysicalDeviceShaderAtomicFloatFeaturesEXT() if "VK_EXT_shader_atomic_float" in target else None
        if "VK_EXT_transform_feedback" in target:
            chain = vk.VkPhysicalDeviceTransformFeedbackFeaturesEXT(pNext=chain)
        chain = vk.VkPhysicalDeviceVulkan12Features(pNext=chain)
        chain = vk.VkPhysicalDeviceVulkan11Features(pNext=chain)
        features = vk.VkPhysicalDeviceFeatures2(pNext=chain)
        vk.vkGetPhysicalDeviceFeatures2(self.physical, features)
        queue = vk.VkDeviceQueueCreateInfo(queueFamilyIndex=0, queueCount=1, pQueuePriorities=[1.0])
        self.device = vk.vkCreateDevice(
            self.physical,
            vk.VkDeviceCreateInfo(pNext=features, pQueueCreateInfos=[queue], ppEnabledExtensionNames=target),
            None,
        )
        self.queue = vk.vkGetDeviceQueue(self.device, 0, 0)
        self.pool = vk.vkCreateCommandPool(self.device, vk.VkCommandPoolCreateInfo(queueFamilyIndex=0), None)

    # --- memory

    def memory(self, needs: object) -> object:
        types = vk.vkGetPhysicalDeviceMemoryProperties(self.physical)
        target = vk.VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | vk.VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
        for number in range(types.memoryTypeCount):
            if needs.memoryTypeBits >> number & 1 and types.memoryTypes[number].propertyFlags & target == target:
                info = vk.VkMemoryAllocateInfo(allocationSize=needs.size, memoryTypeIndex=number)
                return vk.vkAllocateMemory(self.device, info, None)
        raise RuntimeError("no memory")

    def buffer(self, data: np.ndarray) -> tuple[object, object, int]:
        usage = vk.VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | vk.VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT
        usage |= vk.VK_BUFFER_USAGE_TRANSFER_SRC_BIT | vk.VK_BUFFER_USAGE_TRANSFER_DST_BIT
        usage |= vk.VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | vk.VK_BUFFER_USAGE_VERTEX_BUFFER_BIT
        usage |= vk.VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT | vk.VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT
        result = vk.vkCreateBuffer(self.device, vk.VkBufferCreateInfo(size=data.nbytes, usage=usage), None)
        memory = self.memory(vk.vkGetBufferMemoryRequirements(self.device, result))
        vk.vkBindBufferMemory(self.device, result, memory, 0)
        view = vk.vkMapMemory(self.device, memory, 0, data.nbytes, 0)
        view[:] = data.tobytes()
        vk.vkUnmapMemory(self.device, memory)
        return result, memory, data.nbytes

    def contents(self, buffer: tuple[object, object, int]) -> np.ndarray:
        view = vk.vkMapMemory(self.device, buffer[1], 0, buffer[2], 0)
        data = np.frombuffer(bytes(view[:]), np.uint8).copy()
        vk.vkUnmapMemory(self.device, buffer[1])
        return data

    def submit(self, record: object) -> None:
        info = vk.VkCommandBufferAllocateInfo(
            commandPool=self.pool, level=vk.VK_COMMAND_BUFFER_LEVEL_PRIMARY, commandBufferCount=1
        )
        command = vk.vkAllocateCommandBuffers(self.device, info)[0]
        vk.vkBeginCommandBuffer(command, vk.VkCommandBufferBeginInfo())
        record(command)
        vk.vkEndCommandBuffer(command)
        vk.vkQueueSubmit(self.queue, 1, [vk.VkSubmitInfo(pCommandBuffers=[command])], None)
        vk.vkQueueWaitIdle(self.queue)

    # --- images

    def image(self, item: dict, levels: list[np.ndarray]) -> tuple[object, object]:
        layers, (rows, columns, _) = levels[0].shape[0], levels[0].shape[-3:]
        solid, samples = item["dimension"] == "3d", item["samples"]
        is_depth = item["format"] == "depth32float"
        usage = vk.VK_IMAGE_USAGE_TRANSFER_SRC_BIT | vk.VK_IMAGE_USAGE_TRANSFER_DST_BIT
        usage |= vk.VK_IMAGE_USAGE_STORAGE_BIT if item["storage"] else vk.VK_IMAGE_USAGE_SAMPLED_BIT
        flags = vk.VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT if item["view"].startswith("cube") else 0
        if samples > 1:
            usage |= vk.VK_IMAGE_USAGE_STORAGE_BIT
            flags |= vk.VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT
        result = vk.vkCreateImage(
            self.device,
            vk.VkImageCreateInfo(
                flags=flags,
                imageType=_TYPES[item["dimension"]],
                format=_FORMATS[item["format"]],
                extent=vk.VkExtent3D(columns, rows, layers if solid else 1),
                mipLevels=len(levels),
                arrayLayers=1 if solid else layers,
                samples=samples,
                tiling=vk.VK_IMAGE_TILING_OPTIMAL,
                usage=usage,
                initialLayout=vk.VK_IMAGE_LAYOUT_UNDEFINED,
            ),
            None,
        )
        memory = self.memory(vk.vkGetImageMemoryRequirements(self.device, result))
        vk.vkBindImageMemory(self.device, result, memory, 0)
        aspect = vk.VK_IMAGE_ASPECT_DEPTH_BIT if is_depth else vk.VK_IMAGE_ASPECT_COLOR_BIT
        whole = vk.VkImageSubresourceRange(aspect, 0, len(levels), 0, 1 if solid else layers)

        def upload(command: object) -> None:
            barrier = vk.VkImageMemoryBarrier(
                srcAccessMask=0,
                dstAccessMask=vk.VK_ACCESS_MEMORY_WRITE_BIT | vk.VK_ACCESS_MEMORY_READ_BIT,
                oldLayout=vk.VK_IMAGE_LAYOUT_UNDEFINED,
                newLayout=_GENERAL,
                image=result,
                subresourceRange=whole,
            )
            all_ = vk.VK_PIPELINE_STAGE_ALL_COMMANDS_BIT
            vk.vkCmdPipelineBarrier(command, all_, all_, 0, 0, None, 0, None, 1, [barrier])
            for number, level in enumerate(levels if samples == 1 else ()):
                source = self.buffer(np.ascontiguousarray(level))
                copy = self.region(aspect, number, level.shape, solid)
                vk.vkCmdCopyBufferToImage(command, source[0], result, _GENERAL, 1, [copy])

        self.submit(upload)
        if samples > 1:
            numbers = self.view(result, vk.VK_IMAGE_VIEW_TYPE_2D_ARRAY, vk.VK_FORMAT_R32G32B32A32_UINT, whole)
            self.fill_samples(numbers, levels[0])
        return result, self.view(result, _VIEWS[item["view"]], _FORMATS[item["format"]], whole)

    def view(self, image: object, kind: int, format: int, whole: object) -> object:
        about = vk.VkImageViewCreateInfo(
            image=image,
            viewType=kind,
            format=format,
            components=vk.VkComponentMapping(0, 0, 0, 0),
            subresourceRange=whole,
        )
        return vk.vkCreateImageView(self.device, about, None)

    def fill_samples(self, view: object, texels: np.ndarray) -> None:
        """Write the samples of a picture with a shader: Vulkan does not copy to them."""
        layers, _, rows, columns, _ = texels.shape
        image = {"set": 0, "binding": 0, "kind": "texture", "storage": True, "count": 1, "element": 0, "view": view}
        buffer = {"set": 0, "binding": 1, "kind": "storage", "count": 1, "element": 0, "name": "texels"}
        job = {"stage": "compute", "entry": "main", "groups": [columns // 8, rows // 8, layers]}
        job["resources"] = [image, buffer | {"writable": False}]
        self.draw_or_dispatch(job, {"texels": texels}, Path(__file__).with_name("fill_samples.spv").read_bytes())

    def region(self, aspect: int, level: int, shape: tuple[int, ...], solid: bool) -> object:
        layers, rows, columns, _ = shape
        return vk.VkBufferImageCopy(
            bufferOffset=0,
            imageSubresource=vk.VkImageSubresourceLayers(aspect, level, 0, 1 if solid else layers),
            imageOffset=vk.VkOffset3D(0, 0, 0),
            imageExtent=vk.VkExtent3D(columns, rows, layers if solid else 1),
        )

    def sampler(self, compares: bool, linear: bool) -> object:
        filter_ = vk.VK_FILTER_LINEAR if linear else vk.VK_FILTER_NEAREST
        repeat = vk.VK_SAMPLER_ADDRESS_MODE_REPEAT
        return vk.vkCreateSampler(
            self.device,
            vk.VkSamplerCreateInfo(
                magFilter=filter_,
                minFilter=filter_,
                mipmapMode=vk.VK_SAMPLER_MIPMAP_MODE_NEAREST,
                addressModeU=repeat,
                addressModeV=repeat,
                addressModeW=repeat,
                compareEnable=compares,
                compareOp=vk.VK_COMPARE_OP_LESS,
                maxLod=1000.0,
            ),
            None,
        )

    # --- a job

    def run(self, job: dict, arrays: dict[str, np.ndarray], folder: Path) -> dict[str, np.ndarray]:
        kept = self.draw_or_dispatch(job, arrays, (folder / job["source"]).read_bytes())
        return {name: self.left(item) for name, item in kept.items()}

    def draw_or_dispatch(self, job: dict, arrays: dict[str, np.ndarray], code: bytes) -> dict[str, object]:
        device = self.device
        info = vk.VkShaderModuleCreateInfo(codeSize=len(code), pCode=code)
        module = vk.vkCreateShaderModule(device, info, None)
        is_vertex = job["stage"] == "vertex"
        stage = vk.VK_SHADER_STAGE_VERTEX_BIT if is_vertex else vk.VK_SHADER_STAGE_COMPUTE_BIT
        point = vk.VK_PIPELINE_BIND_POINT_GRAPHICS if is_vertex else vk.VK_PIPELINE_BIND_POINT_COMPUTE
        push = arrays["push"] if any(resource["kind"] == "push" for resource in job["resources"]) else None
        resources = [resource for resource in job["resources"] if resource["kind"] != "push"]
        layouts = self.set_layouts(resources, stage)
        ranges = [vk.VkPushConstantRange(stage, 0, push.nbytes)] if push is not None else []
        layout = vk.vkCreatePipelineLayout(
            device, vk.VkPipelineLayoutCreateInfo(pSetLayouts=layouts, pPushConstantRanges=ranges), None
        )
        # Structs keep what they point at alive, as long as they live themselves.
        about = vk.VkPipelineShaderStageCreateInfo(stage=stage, module=module, pName=job["entry"])
        kept: dict[str, object] = {}
        sets = []
        if layouts:
            sizes = [vk.VkDescriptorPoolSize(kind, 64) for kind in {self.kind(resource) for resource in resources}]
            pool = vk.vkCreateDescriptorPool(
                device, vk.VkDescriptorPoolCreateInfo(maxSets=len(layouts), pPoolSizes=sizes), None
            )
            sets = vk.vkAllocateDescriptorSets(
                device, vk.VkDescriptorSetAllocateInfo(descriptorPool=pool, pSetLayouts=layouts)
            )
        writes = [self.write(resource, arrays, sets[resource["set"]], kept, job) for resource in resources]
        vk.vkUpdateDescriptorSets(device, len(writes), writes, 0, None)

        def bind(command: object) -> None:
            if layouts:
                vk.vkCmdBindDescriptorSets(command, point, layout, 0, len(layouts), list(sets), 0, None)
            if push is not None:
                values = vk.ffi.new("char[]", push.tobytes())
                vk.vkCmdPushConstants(command, layout, stage, 0, push.nbytes, values)

        if is_vertex:
            kept["out"] = self.draw(job, arrays, about, layout, bind)
            return kept
        info = vk.VkComputePipelineCreateInfo(stage=about, layout=layout)
        pipeline = vk.vkCreateComputePipelines(device, None, 1, [info], None)[0]

        def dispatch(command: object) -> None:
            vk.vkCmdBindPipeline(command, point, pipeline)
            bind(command)
            vk.vkCmdDispatch(command, *job["groups"])

        self.submit(dispatch)
        return kept

    def set_layouts(self, resources: list[dict], stage: int) -> list[object]:
        layouts = []
        for number in range(max((resource["set"] for resource in resources), default=-1) + 1):
            bindings = [
                vk.VkDescriptorSetLayoutBinding(
                    binding=resource["binding"],
                    descriptorType=self.kind(resource),
                    descriptorCount=resource["count"],
                    stageFlags=stage,
                )
                for resource in resources
                if resource["set"] == number and resource["element"] == 0
            ]
            layouts.append(
                vk.vkCreateDescriptorSetLayout(
                    self.device, vk.VkDescriptorSetLayoutCreateInfo(pBindings=bindings), None
                )
            )
        return layouts

    def draw(
        self,
        job: dict,
        arrays: dict[str, np.ndarray],
        stage: object,
        layout: object,
        bind: Callable[[object], None],
    ) -> tuple[object, object, int]:
        """The outputs of points that are not rasterized, as transform feedback leaves them."""
        device, side = self.device, job["side"]
        attributes, bindings, buffers = [], [], []
        for number, attribute in enumerate(job["attributes"]):
            rows = arrays[attribute["name"]]
            format = _ATTRIBUTES[attribute["format"], rows.shape[1]]
            attributes.append(vk.VkVertexInputAttributeDescription(attribute["location"], number, format, 0))
            bindings.append(vk.VkVertexInputBindingDescription(number, rows[0].nbytes, vk.VK_VERTEX_INPUT_RATE_VERTEX))
            buffers.append(self.buffer(np.ascontiguousarray(rows))[0])
        subpass = vk.VkSubpassDescription(pipelineBindPoint=vk.VK_PIPELINE_BIND_POINT_GRAPHICS)
        render = vk.vkCreateRenderPass(device, vk.VkRenderPassCreateInfo(pSubpasses=[subpass]), None)
        frame = vk.vkCreateFramebuffer(
            device, vk.VkFramebufferCreateInfo(renderPass=render, width=side, height=side, layers=1), None
        )
        area = vk.VkRect2D(vk.VkOffset2D(0, 0), vk.VkExtent2D(side, side))
        info = vk.VkGraphicsPipelineCreateInfo(
            pStages=[stage],
            pVertexInputState=vk.VkPipelineVertexInputStateCreateInfo(
                pVertexBindingDescriptions=bindings, pVertexAttributeDescriptions=attributes
            ),
            pInputAssemblyState=vk.VkPipelineInputAssemblyStateCreateInfo(topology=vk.VK_PRIMITIVE_TOPOLOGY_POINT_LIST),
            pRasterizationState=vk.VkPipelineRasterizationStateCreateInfo(rasterizerDiscardEnable=True, lineWidth=1.0),
            layout=layout,
            renderPass=render,
            subpass=0,
        )
        pipeline = vk.vkCreateGraphicsPipelines(device, None, 1, [info], None)[0]
        out = self.buffer(np.zeros(job["stride"] * job["vertices"] * job["instances"], np.uint8))
        names = (
            "vkCmdBindTransformFeedbackBuffersEXT",
            "vkCmdBeginTransformFeedbackEXT",
            "vkCmdEndTransformFeedbackEXT",
        )
        bind_feedback, begin, end = (vk.vkGetDeviceProcAddr(device, name) for name in names)

        def record(command: object) -> None:
            vk.vkCmdBindPipeline(command, vk.VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline)
            bind(command)
            if buffers:
                vk.vkCmdBindVertexBuffers(command, 0, len(buffers), buffers, [0] * len(buffers))
            bind_feedback(command, 0, 1, [out[0]], [0], [out[2]])
            start = vk.VkRenderPassBeginInfo(renderPass=render, framebuffer=frame, renderArea=area)
            vk.vkCmdBeginRenderPass(command, start, vk.VK_SUBPASS_CONTENTS_INLINE)
            begin(command, 0, 0, None, None)
            vk.vkCmdDraw(command, job["vertices"], job["instances"], *job["first"])
            end(command, 0, 0, None, None)
            vk.vkCmdEndRenderPass(command)

        self.submit(record)
        return out

    def kind(self, item: dict) -> int:
        if item["kind"] == "texture":
            return vk.VK_DESCRIPTOR_TYPE_STORAGE_IMAGE if item["storage"] else vk.VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE
        return _KINDS[item["kind"]]

    def write(
        self, item: dict, arrays: dict[str, np.ndarray], set_: object, kept: dict[str, object], job: dict
    ) -> object:
        values: dict[str, object] = {"dstSet": set_, "dstBinding": item["binding"], "descriptorCount": 1}
        values["dstArrayElement"] = item["element"]
        if "view" in item and "levels" not in item:
            info = vk.VkDescriptorImageInfo(sampler=None, imageView=item["view"], imageLayout=_GENERAL)
            return vk.VkWriteDescriptorSet(**values, descriptorType=self.kind(item), pImageInfo=[info])
        values["descriptorType"] = self.kind(item)
        if item["kind"] in ("texels", "storage-texels"):
            texels = self.buffer(arrays[f"{item['name']}/0"])
            if item["writable"]:
                kept[item["name"]] = texels
            about = vk.VkBufferViewCreateInfo(buffer=texels[0], format=_FORMATS[item["format"]], range=texels[2])
            return vk.VkWriteDescriptorSet(**values, pTexelBufferView=[vk.vkCreateBufferView(self.device, about, None)])
        if "levels" in item:
            levels = [arrays[f"{item['name']}/{n}"] for n in range(item["levels"])]
            image, view = self.image(item, levels)
            sampler = None
            if item["kind"].startswith("combined"):
                sampler = self.sampler(item["kind"].endswith("comparison"), job["linear"])
            info = vk.VkDescriptorImageInfo(sampler=sampler, imageView=view, imageLayout=_GENERAL)
            if item["writable"]:
                kept[item["name"]] = (image, item, levels[0])
            return vk.VkWriteDescriptorSet(**values, pImageInfo=[info])
        if item["kind"] in ("sampler", "comparison"):
            sampler = self.sampler(item["kind"] == "comparison", job["linear"])
            info = vk.VkDescriptorImageInfo(sampler=sampler, imageView=None, imageLayout=0)
            return vk.VkWriteDescriptorSet(**values, pImageInfo=[info])
        buffer = self.buffer(arrays[item["name"]])
        if item["writable"]:
            kept[item["name"]] = buffer
        info = vk.VkDescriptorBufferInfo(buffer=buffer[0], offset=0, range=buffer[2])
        return vk.VkWriteDescriptorSet(**values, pBufferInfo=[info])

    def left(self, value: object) -> np.ndarray:
        if isinstance(value[1], dict):
            image, about, level = value
            target = self.buffer(np.zeros_like(level))
            copy = self.region(vk.VK_IMAGE_ASPECT_COLOR_BIT, 0, level.shape, about["dimension"] == "3d")
            self.submit(lambda c: vk.vkCmdCopyImageToBuffer(c, image, _GENERAL, target[0], 1, [copy]))
            return self.contents(target).view(level.dtype).reshape(level.shape)
        return self.contents(value)


if __name__ == "__main__":
    work(Path(sys.argv[1]), Runner().run)
