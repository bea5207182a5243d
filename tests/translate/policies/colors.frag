#version 460
// Three colors and a depth, of which a pipeline may have fewer.
layout(location = 0) out vec4 first;
layout(location = 1) out vec2 second[2];
layout(location = 4) out float fourth;
void main() {
    first = vec4(1.0, 2.0, 3.0, 4.0);
    second[0] = vec2(5.0, 6.0);
    second[1] = vec2(7.0, 8.0);
    fourth = 9.0;
    gl_FragDepth = 0.25;
}
