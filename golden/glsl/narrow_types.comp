#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { int8_t bytes[8]; int16_t shorts[8]; float16_t halves[8]; } data;
layout(std430, binding = 1) writeonly buffer Out { float o[]; } result;
void main() {
    uint me = gl_GlobalInvocationID.x;
    int8_t a = data.bytes[me];
    uint8_t b = uint8_t(me * 37u);
    int16_t c = data.shorts[me];
    float16_t h = data.halves[me];
    data.bytes[me] = int8_t(a * int8_t(3) + int8_t(b >> 2));
    data.shorts[me] = int16_t(c / int16_t(3) - int16_t(a));
    data.halves[me] = h * float16_t(0.5) + sqrt(abs(h)) + float16_t(c);
    f16vec2 pair = f16vec2(h, float16_t(2.0));
    pair = pair.yx * pair + mix(pair, f16vec2(1.0), float16_t(0.25));
    u16vec3 words = u16vec3(uint16_t(c), uint16_t(7), uint16_t(b)) << uint16_t(2);
    result.o[me * 4u] = float(pair.x + max(pair.y, h));
    result.o[me * 4u + 1u] = float(words.x ^ words.z) + float(abs(c));
    result.o[me * 4u + 2u] = float(int(a)) + float(uint(b)) * 1000.0;
    result.o[me * 4u + 3u] = float(int(h)) + float(uint8_t(uint16_t(c)));
}
