#version 460
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) uniform texture2DArray layers;
layout(binding = 2) uniform sampler filter_;
layout(binding = 3) uniform sampler2DShadow shadow;
layout(binding = 4) uniform samplerCube box;
layout(binding = 5) uniform sampler1D line;
layout(binding = 6) uniform sampler2DMS samples;
layout(binding = 7) uniform samplerCubeArray boxes;
layout(binding = 8) uniform sampler2DArrayShadow shadows;
layout(binding = 9) uniform samplerCubeShadow box_shadow;
void main() {
    vec4 c = texture(picture, uv) + texture(picture, uv, 1.0) + textureOffset(picture, uv, ivec2(1, 2)) + textureProj(picture, vec3(uv, 2.0));
    c += texture(sampler2DArray(layers, filter_), vec3(uv, 1.0)) + textureProjOffset(picture, vec4(uv, 0.0, 2.0), ivec2(1));
    c += texture(box, vec3(uv, 1.0)) + texture(line, uv.x) + texelFetch(samples, ivec2(gl_FragCoord.xy), 1) + texture(boxes, vec4(uv, 1.0, 0.0));
    c.x += texture(shadow, vec3(uv, 0.5)) + textureProj(shadow, vec4(uv, 0.5, 2.0)) + texture(shadows, vec4(uv, 1.0, 0.5)) + texture(box_shadow, vec4(uv, 1.0, 0.5));
    c.x += textureOffset(shadow, vec3(uv, 0.5), ivec2(1)) + textureGrad(shadow, vec3(uv, 0.5), vec2(0.1), vec2(0.1));
    vec2 lod = textureQueryLod(picture, uv);
    color = c + vec4(lod, textureQueryLevels(picture), textureSamples(samples)) + textureSize(samples).xyxy;
}
