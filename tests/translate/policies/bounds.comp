#version 460
// Every kind of access at an index that the host gives, one dispatch of one thread for each.
#extension GL_EXT_samplerless_texture_functions : enable
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Out { uint o[16]; } result;
layout(std430, binding = 1) buffer In { uint head; uint fixed_[5]; uint open[]; } given;
layout(binding = 2) uniform Table { uvec4 rows[3]; mat3 square; } table;
layout(push_constant) uniform Index { int index; } wanted;
layout(binding = 4) uniform utexture2D picture;
layout(binding = 5) uniform utexture2DArray layers;
layout(std430, binding = 6) buffer Written { uint w[4]; uint counts[4]; uint tail[]; } written;
shared uint together[3];
uint by_pointer(int k) { return given.open[k]; }
void main() {
    int k = wanted.index;
    uint local[4] = uint[](10u, 20u, 30u, 40u);
    uvec3 v = uvec3(7u, 8u, 9u);
    uvec3 u = v;
    u[k] = 77u;
    for (int n = 0; n < 3; ++n) together[n] = 100u + uint(n);
    result.o[0] = given.fixed_[k];
    result.o[1] = by_pointer(k);
    result.o[2] = table.rows[k].y;
    result.o[3] = local[k];
    result.o[4] = v[k];
    result.o[5] = u.x * 10000u + u.y * 100u + u.z;
    result.o[6] = together[k];
    result.o[7] = texelFetch(picture, ivec2(k, 1), 0).x;
    result.o[8] = texelFetch(picture, ivec2(0, 0), k).y;
    result.o[9] = texelFetch(layers, ivec3(1, 0, k), 0).z;
    result.o[10] = uint(table.square[k].y);
    written.w[k] = 5u;
    result.o[11] = atomicAdd(written.counts[k], 3u);
    written.tail[k] = 6u;
    local[k] = 50u;
    result.o[12] = local[0] + local[1] + local[2] + local[3];
}
