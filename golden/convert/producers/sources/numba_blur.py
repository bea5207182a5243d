"""Numba: a function of C's calling convention, with arrays; the IR goes to stdout."""

from numba import carray, cfunc, float32, int64, types


@cfunc(types.void(int64, types.CPointer(float32), types.CPointer(float32), int64))
def blur(i, x, y, n):
    a = carray(x, n)
    b = carray(y, n)
    if 0 < i < n - 1:
        b[i] = (a[i - 1] + a[i] + a[i + 1]) / float32(3)


print(blur.inspect_llvm())
