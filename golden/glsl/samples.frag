#version 460
layout(location = 0) sample in vec4 color;
layout(location = 1) flat in uvec2 numbers;
layout(location = 2) noperspective sample in float straight;
layout(location = 0) out vec4 picture;
layout(location = 1) out uvec2 counts;
void main() {
    picture = color + vec4(straight, float(gl_SampleID), 0.0, 1.0);
    counts = numbers + uvec2(gl_SampleID, gl_SampleMaskIn[0]);
    gl_SampleMask[0] = color.x > 1.5 ? 0x5 : 0xf;
}
