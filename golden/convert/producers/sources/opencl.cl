__kernel void blend(__global const float4 *a, __global float4 *b, __constant float *w, __local float *t, int n, float4 bias) {
  int i = get_global_id(0);
  if (i >= n) return;
  t[get_local_id(0)] = w[0];
  barrier(1);
  b[i] = mad(a[i], t[get_local_id(0)], b[i]) + bias + (float4)(popcount(i));
}
