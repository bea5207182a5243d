#version 450
layout(location=0) in vec3 n; layout(location=1) flat in int k; layout(location=0) out vec4 o;
layout(set=0,binding=0) uniform sampler2D tex; layout(set=0,binding=1) uniform U { mat4 m; vec4 c[3]; } u;
layout(constant_id=3) const int N = 4; layout(constant_id=4) const float F = 1e-40; layout(push_constant) uniform P { float p; } pc;
float f(inout vec3 x, int i) { for (int j=0;j<i;j++) { x *= 1.5; if (x.x > 3.0) break; } return dot(x,n); }
void main() { vec3 a = n; float r = f(a, N); switch (k) { case 1: r += 1.0; break; case -7: r -= 2.0; default: r*=pc.p; } if (r < 0.0) discard;
 o = texture(tex, a.xy, 0.5) * u.m * u.c[k] + textureGrad(tex, a.xy, vec2(1), vec2(2)) + F + gl_FragCoord; gl_FragDepth = r/0.0; }
