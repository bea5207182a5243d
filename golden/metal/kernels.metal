// Kernels: templates with host names, threadgroup memory, structs, function constants, helpers, atomics, lanes.
#include <metal_stdlib>
using namespace metal;

struct Scale {
  float factor;
  float3 offset;
  float get(uint i) const constant { return factor + offset[i]; }
};

constant bool twice [[function_constant(0)]];
constant int extra [[function_constant(1)]];
constant float added = extra * 2.5;

// --- a template: reversed in threadgroup memory
template <typename T, int N>
[[kernel, max_total_threads_per_threadgroup(N * 2)]] void reversed(
    device const T* in [[buffer(0)]],
    device T* out [[buffer(1)]],
    constant Scale& scale [[buffer(2)]],
    uint i [[thread_position_in_grid]],
    uint lane [[thread_position_in_threadgroup]]) {
  threadgroup T shared[N];
  shared[lane] = in[i];
  threadgroup_barrier(mem_flags::mem_threadgroup);
  out[i] = shared[N - 1 - lane] * T(scale.get(1));
}

#define INSTANCE(type, n)                            \
  template [[host_name("reversed_" #type)]] [[kernel]] \
  decltype(reversed<type, n>) reversed<type, n>;
INSTANCE(float, 32)
INSTANCE(half, 32)

// --- an overload that differs in address spaces alone
float first(device const float* p) { return p[0]; }
float first(thread const float* p) { return p[0]; }

kernel void constants(device float4* data [[buffer(0)]], device const float* other, uint i [[thread_position_in_grid]]) {
  float local[2] = {1.5, 2.5};
  float4 value = data[i].wzyx;
  value.xy += 1.0;
  if (twice) {
    value *= 2;
  }
  data[i] = value + added + first(other) + first(local);
}

kernel void counted(device atomic_uint* total [[buffer(0)]], device uint* sums [[buffer(1)]],
                    threadgroup uint* shared [[threadgroup(0)]], uint i [[thread_position_in_grid]],
                    ushort lane [[thread_index_in_simdgroup]]) {
  atomic_fetch_add_explicit(total, i, memory_order_relaxed);
  uint sum = simd_sum(i);
  if (simd_is_first()) {
    shared[0] = sum;
  }
  simdgroup_barrier(mem_flags::mem_threadgroup);
  sums[i] = shared[0] + popcount(uint(lane)) + as_type<uint>(1.0f);
}

// --- one place for pointers, methods, lambdas, references, packed vectors
struct Loader {
  const device packed_float3* source;
  thread float3& into;
  Loader(const device packed_float3* s, thread float3& r) : source(s), into(r) {}
  void load(uint i) { into = source[i] * 2; }
};

kernel void loaded(device const packed_float3* in [[buffer(0)]], device packed_float3* out [[buffer(1)]],
                   uint i [[thread_position_in_grid]]) {
  float3 value;
  Loader loader(in, value);
  loader.load(i);
  auto turn = [&](float3 v) { return cross(v, float3(0, 0, 1)) + min(v, float3(i)); };
  out[i] = turn(value);
}

// --- an address in one of two memories
struct Pair {
  float a, b;
  Pair() = default;
  Pair(float x, float y) : a(x), b(y) {}
};

kernel void either(device const Pair* in [[buffer(0)]], device Pair* out [[buffer(1)]], constant uint& n [[buffer(2)]],
                   uint i [[thread_position_in_grid]]) {
  Pair init(5, 6);
  Pair both[2];
  for (int j = 0; j < 2; j++) {
    both[j] = i + j < n ? in[i + j] : init;
  }
  out[i] = Pair(both[0].a + both[1].a, both[0].b * both[1].b);
}
