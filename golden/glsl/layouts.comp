#version 460
layout(local_size_x = 8) in;
struct Inner { vec2 pair; float scale; };
struct Element { float weight; vec3 at; mat2 by_row; };
layout(std140, binding = 0) uniform Uniforms {
    layout(row_major) mat3x4 unused_rows;
    layout(row_major) mat4 by_row;
    mat3 by_column;
    vec3 vectors[3];
    float numbers[4];
    Inner nested[2];
    layout(row_major) mat3x2 narrow_rows;
    mat2 narrow;
} u;
layout(std430, binding = 1) buffer Storage {
    uint flags[2];
    layout(row_major) mat3 rows[2];
    mat2 columns[2];
    Element tail[];
} s;
layout(std430, binding = 2) writeonly buffer Out { float o[]; } result;
void main() {
    uint me = gl_GlobalInvocationID.x;
    vec4 r = u.by_row * vec4(1.0, 2.0, 3.0, 1.0);
    r.xyz += u.by_column[1] + u.vectors[me % 3u].yzx + vec3(u.numbers[me % 4u]);
    r.xy += u.nested[me % 2u].pair * u.nested[1].scale + u.narrow[1];
    r += vec4(s.rows[me % 2u][2], 1.0) + vec4(s.columns[1][1].y) + vec4(s.tail[me].weight);
    s.tail[me].at = r.xyz;
    s.tail[me].by_row[me % 2u] = r.zw;
    s.tail[me].by_row[1].x += float(s.tail.length());
    if (me < 2u) s.flags[me] += 5u;
    result.o[me] = r.x + r.y * 2.0 + r.z * 3.0 + r.w * 4.0;
}
