#version 460
layout(location = 0) in vec3 position;
layout(location = 1) in uvec2 numbers;
layout(location = 2) in mat2 turn;
layout(location = 0) out vec4 color;
layout(location = 1) flat out uint number;
layout(location = 2) noperspective out vec2 straight;
layout(location = 3) centroid out float center;
layout(location = 4) out mat2 turned;
layout(location = 6) out vec2 several[2];
out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[2]; };
invariant gl_Position;
layout(std140, binding = 0) uniform Camera { mat4 view; vec4 plane[2]; } camera;
void main() {
    vec4 p = camera.view * vec4(position, 1.0);
    gl_Position = p;
    gl_PointSize = 4.0 + position.x;
    for (int n = 0; n < 2; n++) gl_ClipDistance[n] = dot(p, camera.plane[n]);
    color = vec4(position * 0.5, float(gl_VertexIndex));
    number = numbers.x + numbers.y * 2u + uint(gl_InstanceIndex);
    straight = turn * position.xy;
    center = position.z;
    turned = turn;
    several[0] = position.xy;
    several[1] = position.yz;
}
