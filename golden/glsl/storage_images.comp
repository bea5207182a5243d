#version 460
layout(local_size_x = 4, local_size_y = 4) in;
layout(rgba32f, binding = 0) readonly uniform image2D flat_in;
layout(rgba32f, binding = 1) writeonly uniform image2D flat_out;
layout(rgba32f, binding = 2) readonly uniform image2DArray layers;
layout(rgba32ui, binding = 3) readonly uniform uimage2D counts;
layout(rgba32i, binding = 4) writeonly uniform iimage2D signed_out;
layout(rgba32f, binding = 5) writeonly uniform image3D solid;
layout(r32f, binding = 6) writeonly uniform image1D line;
layout(r32ui, binding = 7) uniform uimage2D tally;
layout(std430, binding = 8) writeonly buffer Out { float o[]; } result;
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec4 a = imageLoad(flat_in, at), b = imageLoad(layers, ivec3(at, 1));
    imageStore(flat_out, at.yx, a * 2.0 + b);
    uvec4 c = imageLoad(counts, at);
    imageStore(signed_out, at, ivec4(c) - 5);
    imageStore(solid, ivec3(at, 1), vec4(a.x, b.y, 0.5, 1.0));
    imageStore(line, at.x, vec4(float(at.x)));
    imageAtomicAdd(tally, ivec2(0), uint(at.x));
    imageAtomicMax(tally, ivec2(1, 0), c.x);
    imageAtomicOr(tally, ivec2(2, 0), 1u << uint(at.x + at.y));
    result.o[at.x + 4 * at.y] = float(imageSize(flat_in).x + imageSize(layers).z * 10 + imageSize(solid).y * 100 + imageSize(line) * 1000);
}
