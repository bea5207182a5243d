#version 460
layout(location = 0) in Block { vec3 normal; flat int kind; vec2 uv; } block;
layout(location = 3) in float last;
layout(location = 0) out vec4 color;
layout(std140, binding = 0) uniform Light { vec3 direction; float power; vec4 tint[2]; } light;
layout(early_fragment_tests) in;
void main() {
    float lit = max(dot(normalize(block.normal), light.direction), 0.0) * light.power;
    color = light.tint[block.kind & 1] * lit + vec4(block.uv, last, 1.0);
}
