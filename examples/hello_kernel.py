import numpy as np

import mtlb
from mtlb import emit
from mtlb.emit import f32, u32

m = emit.Module("macos14", "hello")
k = m.kernel("square")  # kernel void square(
x = k.buffer("x", f32, 0, "read")  # const device float* x [[buffer(0)]],
y = k.buffer("y", f32, 1)  # device float* y [[buffer(1)]],
i = k.builtin("thread_position_in_grid", u32)  # uint i [[thread_position_in_grid]])
b = k.entry()  # {
y[i].store(x[i].load() * x[i].load())  # y[i] = x[i] * x[i];
b.ret()  # }
mtlb.save(mtlb.link([m]).library, "hello.metallib")

numbers, squares = np.arange(8, dtype="f4"), np.zeros(8, "f4")
mtlb.run("hello.metallib", "square", grid=8, buffers={"x": numbers, "y": squares}, check=True)
print(squares)
