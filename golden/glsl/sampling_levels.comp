#version 460
layout(local_size_x = 4, local_size_y = 4) in;
layout(binding = 0) uniform sampler2D flat_;
layout(binding = 1) uniform sampler2DArray layers;
layout(binding = 2) uniform sampler3D solid;
layout(binding = 3) uniform samplerCube box;
layout(binding = 4) uniform sampler2DShadow shadow;
layout(binding = 5) uniform usampler2D whole;
layout(std430, binding = 6) buffer Out { float o[]; } result;
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec2 uv = (vec2(at) + 0.5) / 4.0;
    vec4 c = textureLod(flat_, uv, 1.0) + textureLodOffset(flat_, uv, 0.0, ivec2(1, -1)) + textureProjLod(flat_, vec3(uv * 2.0, 2.0), 0.0);
    c += textureGrad(flat_, uv, vec2(0.5, 0.0), vec2(0.0, 0.5)) + textureGradOffset(flat_, uv, vec2(0.0), vec2(0.0), ivec2(0, 1));
    c += textureLod(layers, vec3(uv, 1.2), 0.0) + textureLod(solid, vec3(uv, 0.75), 0.0) + textureLod(box, vec3(uv - 0.5, 0.75), 0.0);
    c += texelFetch(flat_, at, 0) + texelFetchOffset(flat_, at / 2, 1, ivec2(0, 1)) + texelFetch(layers, ivec3(at, 0), 0) + texelFetch(solid, ivec3(at, 1), 0);
    c += textureGather(flat_, uv, 2) + textureGatherOffset(flat_, uv, ivec2(1, 0), 1) + textureGather(layers, vec3(uv, 0.0));
    c += textureGatherOffsets(flat_, uv, ivec2[4](ivec2(0), ivec2(1, 0), ivec2(0, 1), ivec2(-1)), 0);
    c.x += textureLod(shadow, vec3(uv, 0.4), 0.0) + textureProjLod(shadow, vec4(uv, 0.6, 1.0), 0.0);
    c += textureGather(shadow, uv, 0.5);
    c.y += float(textureQueryLevels(flat_) + textureSize(flat_, 1).x * 10 + textureSize(layers, 0).z * 100 + textureSize(solid, 0).z * 1000 + textureSize(box, 0).y);
    for (int n = 0; n < 4; n++) result.o[(at.x + 4 * at.y) * 4 + n] = c[n];
    uvec4 i = texelFetch(whole, at, 0) + textureLod(whole, uv, 0.0);
    result.o[(at.x + 4 * at.y) * 4] += float(i.x + i.w);
}
