#version 460
#extension GL_EXT_nonuniform_qualifier : enable
layout(local_size_x = 16) in;
layout(binding = 0) uniform texture2D images[2];
layout(binding = 1) uniform sampler filters[2];
layout(binding = 2) uniform sampler2D combined[2];
layout(binding = 3) uniform Block { float scale; vec2 bias; } blocks[2];
layout(std430, binding = 4) readonly buffer Data { float x[]; } data[2];
layout(std430, binding = 5) writeonly buffer Out { float o[]; } result;
void main() {
    uint me = gl_GlobalInvocationID.x;
    vec4 c = textureLod(sampler2D(images[0], filters[0]), vec2(0.25), 0.0) + textureLod(sampler2D(images[1], filters[1]), vec2(0.75), 0.0);
    c += texelFetch(combined[me % 2u], ivec2(me % 4u, 1), 0);
    result.o[me] = c.x + blocks[me % 2u].scale * blocks[1].bias.y + data[0].x[me] - data[1].x[me];
}
