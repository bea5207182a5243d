#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x=4, local_size_y=2) in; shared uint s[64];
layout(std430,binding=0) buffer B { uint a; float16_t h[]; } b; layout(binding=1, rgba8) uniform image2D img;
layout(binding=2) buffer D { double d; int64_t l; uint64_t ul; int16_t s16; int8_t i8; } d;
void main() { s[gl_LocalInvocationIndex] = atomicAdd(b.a, 3u); barrier(); memoryBarrierShared(); b.h[gl_GlobalInvocationID.x] = float16_t(1.5) * b.h[2] + float16_t(6e-8);
 imageStore(img, ivec2(gl_WorkGroupID.xy), imageLoad(img, ivec2(0))); d.d = 0.1lf; d.l = -1234567890123L; d.ul = 18446744073709551615UL; d.s16 = int16_t(-5); d.i8 = int8_t(-3); b.a = subgroupAdd(b.a) + subgroupBallot(true).x; uint64_t q = d.ul; switch (int(d.s16)) { default: b.a=2; } }
