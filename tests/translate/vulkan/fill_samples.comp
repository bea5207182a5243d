#version 460
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, rgba32ui) writeonly uniform uimage2DMSArray picture;
layout(std430, set = 0, binding = 1) readonly buffer Texels { uvec4 texels[]; };
void main() {
    ivec3 place = ivec3(gl_GlobalInvocationID);
    ivec2 size = imageSize(picture).xy;
    for (int n = 0; n < 4; n++)
        imageStore(picture, place, n, texels[((place.z * 4 + n) * size.y + place.y) * size.x + place.x]);
}
