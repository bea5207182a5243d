// Functions that differ in address spaces alone, with bodies of their own.
#include <metal_stdlib>
using namespace metal;

inline float f(device float* p, uint i) { return p[i] * 2.0f; }
inline float f(threadgroup float* q, uint i) { return q[i] + 100.0f; }
inline float f(thread float* r, uint j) {
  float s = 0;
  for (uint k = 0; k < 2; k++) s += r[k];
  return s * float(j);
}
float f(constant float* c, uint i) { return -c[i]; }

template <typename T> void g(device T* p, T v) { p[0] = v; }
template <typename T> void g(threadgroup T* p, T v) { p[0] = v + T(7); }

float h(device const float& x, thread const float& y) { return x - y; }
float h(thread const float& x, device const float& y) { return x * y; }

struct S {
  float x;
  float get() const device { return x; }
  float get() const thread { return -x; }
  void set(device S& other, float v) { other.x = v; }
  void set(thread S& other, float v) { other.x = 3 * v; }
};

kernel void spaces(device float* a [[buffer(0)]], device float* out [[buffer(1)]], device S* s [[buffer(2)]],
                   constant float* c [[buffer(3)]], uint i [[thread_position_in_grid]]) {
  threadgroup float t[4], u[4];
  t[i] = a[i];
  threadgroup_barrier(mem_flags::mem_threadgroup);
  float own[2] = {a[i], 1};
  S mine;
  mine.x = a[i];
  device float* o = out + 10 * i;
  o[0] = f(a, i);
  o[1] = f(t, i);
  o[2] = f(own, i);
  o[3] = f(c, i);
  g(o + 4, 5.0f);
  g(u + i, 5.0f);
  o[5] = u[i];
  o[6] = s[i].get();
  o[7] = mine.get();
  o[8] = h(a[i], own[1]) + 10 * h(own[1], a[i]);
  mine.set(mine, 2.0f);
  o[9] = mine.x;
  mine.set(s[i], 4.0f);
}

struct V {
  int v;
  int operator[](int i) const device { return v + i; }
  int operator[](int i) const thread { return v - i; }
  int operator()(device const int* p) const { return v * p[0]; }
  int operator()(thread const int* p) const { return v + p[0]; }
};
int operator+(device const V& a, V b) { return 10 * a.v + b.v; }
int operator+(thread const V& a, V b) { return a.v - b.v; }
int unnamed(device const int*, int x) { return x; }
int unnamed(thread const int*, int x) { return 2 * x; }
constexpr int early(device const int* p) { return *p + 1; }
constexpr int early(thread const int* p) { return *p + 2; }

kernel void operators(device V* a [[buffer(0)]], device int* out [[buffer(1)]], device int* p [[buffer(2)]],
                      uint i [[thread_position_in_grid]]) {
  V mine{int(i) + 5};
  int own[1] = {3};
  device int* o = out + 10 * i;
  o[0] = a[i][2];
  o[1] = mine[2];
  o[2] = a[i](p) + 100 * a[i](own);
  o[3] = a[i] + mine;
  o[4] = mine + mine;
  o[5] = unnamed(p, 4) + 100 * unnamed(own, 4);
  o[6] = early(p) + 100 * early(own);
}
