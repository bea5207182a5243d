#version 460
// SDL_GPU: textures, then storage buffers of a fragment shader in set 2, uniforms in set 3.
layout(location = 0) in vec2 uv;
layout(location = 1) in vec4 color;
layout(set = 2, binding = 0) uniform sampler2D image;
layout(set = 3, binding = 0) uniform Light { vec4 tint; };
layout(location = 0) out vec4 pixel;
void main() {
    pixel = texture(image, uv) * color * tint;
}
