#version 460
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
bool outside(vec2 p) { return dot(p, p) > 9.0; }
void main() {
    if (at.x < 0.5) discard;
    if (outside(at)) demote;
    vec2 slope = vec2(dFdx(at.x * at.x), dFdy(at.y * 2.0)) + fwidth(at);
    slope += dFdxFine(at) + dFdyCoarse(at) + fwidthFine(at.yx);
    color = vec4(slope, at);
    if (helperInvocationEXT()) color = vec4(0.0);
}
