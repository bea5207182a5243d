#version 460
// SDL_GPU: textures, then storage buffers of a vertex shader in set 0, uniforms in set 1.
struct Sprite {
    vec2 position;
    vec2 size;
    vec4 color;
};
layout(std430, set = 0, binding = 0) readonly buffer Sprites { Sprite sprites[]; };
layout(set = 1, binding = 0) uniform View { vec2 pixels; };
layout(location = 0) out vec2 uv;
layout(location = 1) out vec4 color;
void main() {
    Sprite sprite = sprites[gl_VertexIndex / 6];
    const vec2 corners[6] = vec2[](vec2(0, 0), vec2(1, 0), vec2(0, 1), vec2(1, 0), vec2(1, 1), vec2(0, 1));
    uv = corners[gl_VertexIndex % 6];
    color = sprite.color;
    vec2 place = (sprite.position + uv * sprite.size) / pixels * 2.0 - 1.0;
    gl_Position = vec4(place.x, -place.y, 0.0, 1.0);
}
