// Recursion in kernels (specification, 1.5.4), and methods that differ in address spaces.
#include <metal_stdlib>
using namespace metal;

int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

bool is_odd(uint n);
bool is_even(uint n) { return n == 0 || is_odd(n - 1); }
bool is_odd(uint n) { return n != 0 && is_even(n - 1); }

int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

// A tree: three numbers for each node, its value and its children. The pointers have two address spaces.
int sum(constant int* nodes, int i, thread int& count) {
  if (i < 0) return 0;
  ++count;
  return nodes[3 * i] + sum(nodes, nodes[3 * i + 1], count) + sum(nodes, nodes[3 * i + 2], count);
}

device int* filled(device int* p, int n) {
  if (n == 0) return p;
  device int* q = filled(p, n - 1);
  *q = n;
  return q + 1;
}

kernel void recursive(device int* out, constant int* nodes, uint i [[thread_position_in_grid]]) {
  int count = 0;
  device int* own = out + 16 * i;
  own[0] = fibonacci(i + 5);
  own[1] = is_even(i);
  own[2] = ackermann(2, i);
  own[3] = sum(nodes, 0, count);
  own[4] = count;
  filled(own + 5, i + 1);
}

struct Number {
  int n;
  int of() device { return n; }
  int of() constant { return n + 1; }
  int of() thread { return n + 2; }
  int as() const device { return n * 2; }
  int as() constant { return n * 3; }
  int as() const thread { return n * 4; }
};

kernel void methods(device int* out, device Number* a, constant Number* b) {
  Number c = {5};
  out[0] = a->of();
  out[1] = b->of();
  out[2] = c.of();
  out[3] = a->as();
  out[4] = b->as();
  out[5] = c.as();
}
