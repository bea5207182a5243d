#version 460
layout(location = 0) in vec4 smooth_;
layout(location = 1) flat in uvec2 flat_;
layout(location = 2) noperspective in float straight;
layout(location = 3) centroid in vec3 center;
layout(location = 4) sample in vec2 sampled;
layout(location = 5) in vec2 several[2];
layout(location = 7) flat in int number;
layout(location = 8) noperspective centroid in float both;
layout(location = 9) in mat2 matrix;
layout(location = 0) out vec4 color;
layout(location = 1) out uvec2 counts;
layout(location = 2) out float one;
void main() {
    color = smooth_ + gl_FragCoord * 0.125 + vec4(center, straight) + vec4(sampled, several[0] * several[1]) + vec4(matrix * sampled, 0.0, both);
    if (gl_FrontFacing) color.x += 1.0;
    counts = flat_ + uvec2(gl_SampleID, number) + uint(gl_SampleMaskIn[0] != 0);
    one = gl_PointCoord.x;
    gl_FragDepth = gl_FragCoord.z * 0.5;
}
