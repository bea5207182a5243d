#include <metal_stdlib>
using namespace metal;
template <typename T> float at0(T x) { if constexpr (sizeof(T) > 8 || is_same_v<T, char2>) return float(x[0]); else return 1; }
template <typename T, typename B> void ints(T x, T y, T z, B b, device T& o) {
  o = abs(x) > T(0) ? x : y; o += absdiff(x, y) > T(0); o += addsat(x, y) + clamp(x, y, z) + clz(x) + ctz(x) + hadd(x, y) + madhi(x, y, z) + madsat(x, y, z) + max(x, y) + max3(x, y, z) + median3(x, y, z) + min(x, y) + min3(x, y, z) + mulhi(x, y) + popcount(x) + reverse_bits(x) + rhadd(x, y) + rotate(x, y) + subsat(x, y) + select(x, y, b) + extract_bits(x, 1, 2) + insert_bits(x, y, 1, 2);
}
#undef CASE
#define CASE(T, N) kernel void T##N##_(device T##N* o [[buffer(0)]], uint i [[thread_position_in_grid]]) { T##N x = o[i + 1], y = o[i + 2], z = o[i + 3]; bool##N b = bool##N(o[0]); \
  T##N r = T##N(abs(x)) + T##N(absdiff(x, y)) + addsat(x, y) + clamp(x, y, z) + clz(x) + ctz(x) + hadd(x, y) + madhi(x, y, z) + madsat(x, y, z) + max(x, y) + max3(x, y, z) + median3(x, y, z) + min(x, y) + min3(x, y, z) + mulhi(x, y) + popcount(x) + reverse_bits(x) + rhadd(x, y) + rotate(x, y) + subsat(x, y) + select(x, y, b) + extract_bits(x, 1, 2) + insert_bits(x, y, 1, 2); o[i] = r; }
#define ALLN(T) CASE(T, ) CASE(T, 2) CASE(T, 3) CASE(T, 4)
ALLN(char) ALLN(uchar) ALLN(short) ALLN(ushort) ALLN(int) ALLN(uint) ALLN(long) ALLN(ulong)
kernel void of24(device int* a [[buffer(0)]], device uint4* b [[buffer(1)]], device bool* c [[buffer(2)]], uint i [[thread_position_in_grid]]) { a[i] = mad24(a[i], a[i], a[i]) + mul24(a[i], 2); b[i] = mad24(b[i], b[i], b[i]) + mul24(b[i], b[i]); c[i] = all(bool2(c[0], c[1])) | any(bool3(c[0])) | all(bool4(c[2])) ; bool4 v = select(bool4(true), bool4(false), bool4(c[0])); c[i + 1] = v.x; a[i] += abs(short(1)) + max(1, 2); }
