// What `mtlb run --trace` and `--heat` look at: mtlb/cpu/trace.py puts the calls into a function.
#include "runtime.h"

// A value of the thread that is traced: `site` is the number of the instruction, `part` that of the element.
typedef struct Step {
  u32 site, part;
  u64 value;
} Step;

// Counts of accesses to memory, one for each `unit` bytes.
typedef struct Counted {
  u64 from, to, unit;
  u32 *counts;
} Counted;

#define NO_VALUE 0xffffffffu

static Step *steps;
static u64 room, element, *found;
static const Counted *counted;
static u32 counted_count;

// `into`: how many rows there are, how many instructions there were, then the first `most` rows. `thread`: its number in the grid.
void mtlb_trace_begin(u64 *into, u64 most, u64 thread, const Counted *list, u32 number) {
  found = into;
  steps = (Step *)(into + 2);
  room = most;
  element = thread;
  counted = list;
  counted_count = number;
}

__attribute__((noinline)) void mtlb_trace(u32 site, u32 part, u64 value) {
  if (!found || mtlb_thread()->element != element) return;
  if (found[0] < room) {
    Step step = {site, part, value};
    steps[found[0]++] = step;
  }
  if (!part || part == NO_VALUE) found[1]++;
}

__attribute__((noinline)) void mtlb_heat(u64 at, u64 size) {
  for (u32 i = 0; i < counted_count; i++) {
    const Counted *c = counted + i;
    if (at < c->from || at >= c->to) continue;
    u64 end = at + size < c->to ? at + size : c->to;
    for (u64 n = (at - c->from) / c->unit; n * c->unit < end - c->from; n++)
      if (c->counts[n] != ~0u) c->counts[n]++;
  }
}
