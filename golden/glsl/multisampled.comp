#version 460
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform texture2DMS floats;
layout(binding = 1) uniform utexture2DMSArray numbers;
layout(binding = 2) uniform isampler2DMS signs;
layout(std430, binding = 3) writeonly buffer Out { uvec4 o[]; } result;
void main() {
    ivec2 me = ivec2(gl_GlobalInvocationID.xy);
    vec4 sum = vec4(0.0);
    uvec4 counts = uvec4(0u);
    for (int n = 0; n < 4; n++) {
        sum += texelFetch(floats, me, n) * float(n + 1);
        for (int layer = 0; layer < 2; layer++) counts += texelFetch(numbers, ivec3(me, layer), n) * uint(n + 4 * layer + 1);
        counts += uvec4(texelFetch(signs, me.yx, 3 - n)) * uint(n);
    }
    counts.x += uint(textureSamples(signs) + textureSize(floats).x * 16 + textureSize(numbers).z * 256);
    int at = (me.y * 8 + me.x) * 2;
    result.o[at] = floatBitsToUint(sum);
    result.o[at + 1] = counts;
}
