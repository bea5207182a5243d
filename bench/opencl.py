"""The kernels of kernels.py in OpenCL C, run by POCL: the yardstick of `mtlb run`.

It needs pyopencl (from PyPI) and POCL (Debian: pocl-opencl-icd). What Metal does with a simdgroup (sums and largest
numbers of 32 lanes, products of 8 x 8 matrices) is done with local memory: POCL on a CPU has neither for OpenCL C 1.2.
`python bench/opencl.py` says which platform there is, and ends with 1 if there is none.
"""

from __future__ import annotations

import os
import sys
import time

GROUP, TILE, MATRIX = 128, 16, 8

SOURCE = """
kernel void add(global const float *x, global const float *y, global float *out) {
  size_t i = get_global_id(0);
  out[i] = x[i] + y[i];
}
kernel void exp_(global const float *x, global const float *y, global float *out) {
  size_t i = get_global_id(0);
  out[i] = exp(x[i]);
}

#define REDUCTION(NAME, COMBINED)                          \\
  float NAME(local float *all, float mine, uint thread) {  \\
    all[thread] = mine;                                    \\
    barrier(CLK_LOCAL_MEM_FENCE);                          \\
    for (uint n = GROUP / 2; n; n /= 2) {                  \\
      if (thread < n) {                                    \\
        float a = all[thread], b = all[thread + n];        \\
        all[thread] = COMBINED;                            \\
      }                                                    \\
      barrier(CLK_LOCAL_MEM_FENCE);                        \\
    }                                                      \\
    float found = all[0];                                  \\
    barrier(CLK_LOCAL_MEM_FENCE);                          \\
    return found;                                          \\
  }
REDUCTION(sum_of, a + b)
REDUCTION(largest_of, fmax(a, b))

kernel void softmax(global const float *x, global float *out) {
  local float all[GROUP];
  uint thread = get_local_id(0), row = get_group_id(0) * COLUMNS;
  float v[COLUMNS / GROUP];
  for (uint n = 0; n < COLUMNS / GROUP; n++) v[n] = x[row + thread + GROUP * n];
  float most = v[0];
  for (uint n = 1; n < COLUMNS / GROUP; n++) most = fmax(most, v[n]);
  most = largest_of(all, most, thread);
  for (uint n = 0; n < COLUMNS / GROUP; n++) v[n] = exp(v[n] - most);
  float whole = v[0];
  for (uint n = 1; n < COLUMNS / GROUP; n++) whole += v[n];
  whole = sum_of(all, whole, thread);
  for (uint n = 0; n < COLUMNS / GROUP; n++) out[row + thread + GROUP * n] = v[n] / whole;
}

kernel void tiles(global const float *left, global const float *right, global float *out) {
  local float ours[TILE][TILE], theirs[TILE][TILE];
  uint x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  float total = 0;
  for (uint first = 0; first < SIDE; first += TILE) {
    ours[y][x] = left[row * SIDE + first + x];
    theirs[y][x] = right[(first + y) * SIDE + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint n = 0; n < TILE; n++) total += ours[y][n] * theirs[n][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[row * SIDE + column] = total;
}

/* 32 threads for 8 x 8 numbers of the product, two each. */
kernel void gemm(global const float *left, global const float *right, global float *out) {
  local float ours[MATRIX][MATRIX], theirs[MATRIX][MATRIX];
  uint lane = get_local_id(0), y = lane / 4, x = lane % 4 * 2;
  uint row = get_group_id(1) * MATRIX + y, column = get_group_id(0) * MATRIX + x;
  float2 total = 0;
  for (uint first = 0; first < SIDE; first += MATRIX) {
    for (uint n = 0; n < 2; n++) {
      ours[y][x + n] = left[row * SIDE + first + x + n];
      theirs[y][x + n] = right[(first + y) * SIDE + column + n];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint n = 0; n < MATRIX; n++) total += ours[y][n] * (float2)(theirs[n][x], theirs[n][x + 1]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[row * SIDE + column] = total.x;
  out[row * SIDE + column + 1] = total.y;
}
"""


def best_seconds(name: str, count: int, side: int, rows: int, columns: int, rounds: int, *, is_alone: bool) -> float:
    """The best seconds of a kernel, from the command until it is done; of the processor, if it is alone.

    SystemExit if its values are wrong.
    """
    if is_alone:
        os.environ["POCL_MAX_PTHREAD_COUNT"] = "1"
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    import numpy as np
    import pyopencl as cl

    device = pocl()
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    sizes = {"SIDE": side, "COLUMNS": columns, "GROUP": GROUP, "TILE": TILE, "MATRIX": MATRIX}
    program = cl.Program(context, SOURCE).build([f"-D{key}={value}u" for key, value in sizes.items()])
    generator = np.random.default_rng(0)
    if name in ("add", "exp"):
        x, y = (generator.random(count, dtype="f4") for _ in range(2))
        arrays, grid, requested = (
            [x, y, np.zeros(count, "f4")],
            ((count,), (1024,)),
            x + y if name == "add" else np.exp(x),
        )
    elif name == "softmax":
        x = generator.normal(0, 3, (rows, columns)).astype("f4")
        powers = np.exp(x - x.max(1, keepdims=True))
        arrays, grid, requested = (
            [x, np.zeros_like(x)],
            ((rows * GROUP,), (GROUP,)),
            powers / powers.sum(1, keepdims=True),
        )
    else:
        left, right = (generator.normal(0, 1, (side, side)).astype("f4") for _ in range(2))
        arrays, requested = [left, right, np.zeros((side, side), "f4")], left @ right
        tiles = (side, side), (TILE, TILE)
        grid = tiles if name == "tiles" else ((side // MATRIX * 32, side // MATRIX), (32, 1))
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.USE_HOST_PTR
    buffers = [cl.Buffer(context, flags, hostbuf=array) for array in arrays]
    kernel = getattr(program, "exp_" if name == "exp" else name)
    clock = time.process_time if is_alone else time.perf_counter
    times = []
    for _ in range(rounds + 1):  # compiling is left out, as it is for ours
        start = clock()
        kernel(queue, *grid, *buffers).wait()
        times.append(clock() - start)
    result = np.empty_like(arrays[-1])
    cl.enqueue_copy(queue, result, buffers[-1])
    if not np.allclose(result, requested, rtol=1e-3, atol=1e-4):
        raise SystemExit(f"{name}: POCL computes something else")
    return min(times[1:])


def pocl() -> object:
    """The processor, as POCL has it. SystemExit if it is not installed."""
    try:
        import pyopencl as cl

        platforms = [platform for platform in cl.get_platforms() if "Portable" in platform.name]
        devices = [device for platform in platforms for device in platform.get_devices()]
    except (ImportError, RuntimeError):
        devices = []
    if not devices:
        raise SystemExit("pyopencl or POCL is not installed")
    return devices[0]


if __name__ == "__main__":
    print(pocl(), file=sys.stdout)
