#version 450
layout(location=0) in vec4 p; out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[2]; };
layout(location=0) out Vout { vec3 n; flat int i; noperspective float z; } v; struct S { mat3 m; vec2 a[4]; }; layout(binding=0, std140, row_major) uniform X { S s[2]; } x;
void main() { gl_Position = p; gl_PointSize = 2.0; gl_ClipDistance[0]=1.0; v.n = x.s[gl_InstanceIndex & 1].m * p.xyz; v.i = gl_VertexIndex; v.z = 0; }
