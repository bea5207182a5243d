#version 460
// Attributes of every kind that a vertex function may read itself.
layout(location = 0) in vec3 place;
layout(location = 1) in vec4 color;
layout(location = 2) in uvec2 ids;
layout(location = 3) in ivec4 offsets;
layout(location = 4) in vec2 half_;
layout(location = 5) in vec4 normal;
layout(location = 6) in vec4 packed_;
layout(location = 7) in uint instance;
layout(location = 8) in float only;
layout(location = 0) out vec3 place_out;
layout(location = 1) out vec4 color_out;
layout(location = 2) flat out uvec2 ids_out;
layout(location = 3) flat out ivec4 offsets_out;
layout(location = 4) out vec2 half_out;
layout(location = 5) out vec4 normal_out;
layout(location = 6) out vec4 packed_out;
layout(location = 7) flat out uint instance_out;
layout(location = 8) out float only_out;
void main() {
    place_out = place;
    color_out = color;
    ids_out = ids;
    offsets_out = offsets;
    half_out = half_;
    normal_out = normal;
    packed_out = packed_;
    instance_out = instance;
    only_out = only;
    gl_Position = vec4(place, 1.0);
}
