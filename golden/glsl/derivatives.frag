#version 460
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
void main() {
    vec3 p = vec3(at * at, at.x * at.y);
    color = vec4(dFdx(at), dFdy(at)) + vec4(fwidth(p), 0.0) + vec4(dFdxFine(p.z), dFdyFine(p.z), dFdxCoarse(at.x), fwidthCoarse(at.y));
}
