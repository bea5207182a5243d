"""Kernels of SPIR-V on Mesa's software driver whose buffers are addresses in one uniform block, as iridium makes them.

Run by a Python that has `vulkan` and numpy: `address_worker.py FOLDER` does each job NAME.npz (arrays b0, b1, …, in the
order of the block, threads, group) with the shader NAME.spv, and writes NAME.out.npz.
"""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import numpy as np
import vulkan as vk

# Of Vulkan's registry; the package has no values for them.
_USED_BY_ADDRESS = 0x20000  # VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT
_ALLOCATED_FOR_ADDRESS = 2  # VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT
_ADDRESS_INFO = 1000244001  # VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO


class _AddressInfo(ctypes.Structure):
    _fields_ = (("type", ctypes.c_uint32), ("next", ctypes.c_void_p), ("buffer", ctypes.c_uint64))


class Runner:
    def __init__(self) -> None:
        about = vk.VkApplicationInfo(apiVersion=vk.VK_MAKE_VERSION(1, 3, 0))
        self.instance = vk.vkCreateInstance(vk.VkInstanceCreateInfo(pApplicationInfo=about), None)
        actual = vk.vkEnumeratePhysicalDevices(self.instance)
        cpu = vk.VK_PHYSICAL_DEVICE_TYPE_CPU
        self.physical = next(d for d in actual if vk.vkGetPhysicalDeviceProperties(d).deviceType == cpu)
        chain = vk.VkPhysicalDeviceVulkan13Features()
        chain = vk.VkPhysicalDeviceVulkan12Features(pNext=chain)
        chain = vk.VkPhysicalDeviceVulkan11Features(pNext=chain)
        features = vk.VkPhysicalDeviceFeatures2(pNext=chain)
        vk.vkGetPhysicalDeviceFeatures2(self.physical, features)
        queue = vk.VkDeviceQueueCreateInfo(queueFamilyIndex=0, queueCount=1, pQueuePriorities=[1.0])
        info = vk.VkDeviceCreateInfo(pNext=features, pQueueCreateInfos=[queue])
        self.device = vk.vkCreateDevice(self.physical, info, None)
        self.queue = vk.vkGetDeviceQueue(self.device, 0, 0)
        self.pool = vk.vkCreateCommandPool(self.device, vk.VkCommandPoolCreateInfo(queueFamilyIndex=0), None)

    def buffer(self, data: bytes, usage: int) -> tuple[object, object, int]:
        result = vk.vkCreateBuffer(self.device, vk.VkBufferCreateInfo(size=len(data), usage=usage), None)
        needs = vk.vkGetBufferMemoryRequirements(self.device, result)
        types = vk.vkGetPhysicalDeviceMemoryProperties(self.physical)
        expected = vk.VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | vk.VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
        kinds = range(types.memoryTypeCount)
        kind = next(n for n in kinds if types.memoryTypes[n].propertyFlags & expected == expected)
        flags = vk.VkMemoryAllocateFlagsInfo(flags=_ALLOCATED_FOR_ADDRESS)
        info = vk.VkMemoryAllocateInfo(pNext=flags, allocationSize=needs.size, memoryTypeIndex=kind)
        memory = vk.vkAllocateMemory(self.device, info, None)
        vk.vkBindBufferMemory(self.device, result, memory, 0)
        view = vk.vkMapMemory(self.device, memory, 0, len(data), 0)
        view[:] = data
        vk.vkUnmapMemory(self.device, memory)
        return result, memory, len(data)

    def address(self, buffer: object) -> int:
        """vkGetBufferDeviceAddress, which the package lacks: of the loader itself."""
        info = _AddressInfo(_ADDRESS_INFO, None, int(vk.ffi.cast("uint64_t", buffer)))
        function = ctypes.CDLL("libvulkan.so.1").vkGetBufferDeviceAddress
        function.restype, function.argtypes = ctypes.c_uint64, [ctypes.c_void_p, ctypes.c_void_p]
        return int(function(int(vk.ffi.cast("uintptr_t", self.device)), ctypes.byref(info)))

    def run(self, code: bytes, buffers: list[np.ndarray], threads: int, group: int) -> list[bytes]:
        storage = vk.VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | _USED_BY_ADDRESS
        result = [self.buffer(buffer.tobytes(), storage) for buffer in buffers]
        places = [self.address(item[0]) for item in result]
        block = self.buffer(np.array(places, "u8").tobytes(), vk.VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT)
        kind = vk.VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
        binding = vk.VkDescriptorSetLayoutBinding(0, kind, 1, vk.VK_SHADER_STAGE_COMPUTE_BIT, None)
        layout = vk.vkCreateDescriptorSetLayout(
            self.device, vk.VkDescriptorSetLayoutCreateInfo(pBindings=[binding]), None
        )
        pool_info = vk.VkDescriptorPoolCreateInfo(maxSets=1, pPoolSizes=[vk.VkDescriptorPoolSize(kind, 1)])
        pool = vk.vkCreateDescriptorPool(self.device, pool_info, None)
        allocated = vk.VkDescriptorSetAllocateInfo(descriptorPool=pool, pSetLayouts=[layout])
        (its,) = vk.vkAllocateDescriptorSets(self.device, allocated)
        write = vk.VkWriteDescriptorSet(
            dstSet=its,
            dstBinding=0,
            descriptorType=kind,
            pBufferInfo=[vk.VkDescriptorBufferInfo(block[0], 0, block[2])],
        )
        vk.vkUpdateDescriptorSets(self.device, 1, [write], 0, None)
        of_pipeline = vk.vkCreatePipelineLayout(self.device, vk.VkPipelineLayoutCreateInfo(pSetLayouts=[layout]), None)
        module_info = vk.VkShaderModuleCreateInfo(codeSize=len(code), pCode=code)
        module = vk.vkCreateShaderModule(self.device, module_info, None)
        entries = [vk.VkSpecializationMapEntry(number, number * 4, 4) for number in range(3)]
        sizes = vk.ffi.new("uint32_t[3]", [group, 1, 1])
        special = vk.VkSpecializationInfo(pMapEntries=entries, dataSize=12, pData=sizes)
        stage = vk.VkPipelineShaderStageCreateInfo(
            stage=vk.VK_SHADER_STAGE_COMPUTE_BIT, module=module, pName=self.entry(code), pSpecializationInfo=special
        )
        info = vk.VkComputePipelineCreateInfo(stage=stage, layout=of_pipeline)
        pipeline = vk.vkCreateComputePipelines(self.device, None, 1, [info], None)[0]
        command_info = vk.VkCommandBufferAllocateInfo(
            commandPool=self.pool, level=vk.VK_COMMAND_BUFFER_LEVEL_PRIMARY, commandBufferCount=1
        )
        command = vk.vkAllocateCommandBuffers(self.device, command_info)[0]
        vk.vkBeginCommandBuffer(command, vk.VkCommandBufferBeginInfo())
        vk.vkCmdBindPipeline(command, vk.VK_PIPELINE_BIND_POINT_COMPUTE, pipeline)
        vk.vkCmdBindDescriptorSets(command, vk.VK_PIPELINE_BIND_POINT_COMPUTE, of_pipeline, 0, 1, [its], 0, None)
        vk.vkCmdDispatch(command, threads // group, 1, 1)
        vk.vkEndCommandBuffer(command)
        vk.vkQueueSubmit(self.queue, 1, [vk.VkSubmitInfo(pCommandBuffers=[command])], None)
        vk.vkQueueWaitIdle(self.queue)
        results = []
        for _, memory, size in result:
            view = vk.vkMapMemory(self.device, memory, 0, size, 0)
            results.append(bytes(view[:]))
            vk.vkUnmapMemory(self.device, memory)
        return results

    @staticmethod
    def entry(code: bytes) -> str:
        """The name in the one OpEntryPoint (15): words 3 and on, up to a zero byte."""
        words = np.frombuffer(code, "<u4")
        at = 5
        while words[at] & 0xFFFF != 15:
            at += int(words[at]) >> 16
        return code[(at + 3) * 4 :].split(b"\0")[0].decode()


def main() -> None:
    runner = Runner()
    for path in sorted(Path(sys.argv[1]).glob("*.npz")):
        with np.load(path) as job:
            arrays = [job[f"b{number}"] for number in range(len(job.files) - 2)]
            threads, group = int(job["threads"]), int(job["group"])
        left = runner.run(path.with_suffix(".spv").read_bytes(), arrays, threads, group)
        named = {f"b{number}": np.frombuffer(data, np.uint8) for number, data in enumerate(left)}
        np.savez(path.with_suffix(".out"), **named)


if __name__ == "__main__":
    main()
