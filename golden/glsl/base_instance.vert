#version 460
layout(location = 0) out uvec4 numbers;
const vec2 corners[3] = vec2[](vec2(-1.0, -1.0), vec2(3.0, -1.0), vec2(-1.0, 3.0));
void main() {
    numbers = uvec4(gl_VertexIndex, gl_InstanceIndex, gl_BaseVertex, gl_BaseInstance);
    gl_Position = vec4(corners[gl_VertexIndex % 3], 0.0, 1.0);
}
