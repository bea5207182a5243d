// Threads, their stacks, and where they meet. Compiled by tools/build_runtime.py to LLVM IR that is checked in.
//
// A function whose threads never meet runs as a plain loop. Otherwise each thread has a stack of its own. At a barrier or a
// simdgroup operation a thread switches back to the scheduler. A simdgroup operation posts SLOT_BYTES and waits until all
// lanes of its simdgroup are at such an operation, at a barrier or done; then the lanes that are least far in the program
// go on together. So lanes that took different branches meet again. Where mtlb/cpu/laneloops.py made a loop over the lanes
// of a simdgroup of all that is between two meetings, a simdgroup has one stack, and only barriers switch it.
#include "runtime.h"

static void *scheduler_stack;
static Lane *current, *last; // the lane that runs, and the end of those of its simdgroup
static Dispatch *dispatch;
static u32 ordered[MEMORY_KINDS]; // the epoch that the last barrier began that ordered accesses to memory of a kind
#define ALL_MEMORY ((1u << MEMORY_KINDS) - 1)

#if defined(__x86_64__)
__attribute__((naked, noinline)) static void switch_stack(void **save, void *to) {
  __asm__("pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n"
          "movq %rsp, (%rdi)\n movq %rsi, %rsp\n"
          "popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n retq\n");
}
#define SAVED_WORDS 6
#elif defined(__aarch64__)
__attribute__((naked, noinline)) static void switch_stack(void **save, void *to) {
  __asm__("sub sp, sp, #160\n"
          "stp x19, x20, [sp]\n stp x21, x22, [sp, #16]\n stp x23, x24, [sp, #32]\n stp x25, x26, [sp, #48]\n"
          "stp x27, x28, [sp, #64]\n stp x29, x30, [sp, #80]\n stp d8, d9, [sp, #96]\n stp d10, d11, [sp, #112]\n"
          "stp d12, d13, [sp, #128]\n stp d14, d15, [sp, #144]\n"
          "mov x9, sp\n str x9, [x0]\n mov sp, x1\n"
          "ldp x19, x20, [sp]\n ldp x21, x22, [sp, #16]\n ldp x23, x24, [sp, #32]\n ldp x25, x26, [sp, #48]\n"
          "ldp x27, x28, [sp, #64]\n ldp x29, x30, [sp, #80]\n ldp d8, d9, [sp, #96]\n ldp d10, d11, [sp, #112]\n"
          "ldp d12, d13, [sp, #128]\n ldp d14, d15, [sp, #144]\n"
          "add sp, sp, #160\n ret\n");
}
#define SAVED_WORDS 20
#define LINK_REGISTER 11
#else
#error "no stack switch for this processor"
#endif

#define STACK_MARK 0x6d746c6273746163ull // at the low end of each stack: gone when a thread used it up

#define FETCHED 256 // bytes of a stack that are about to be used

// Goes on with the next lane of the simdgroup that can, without a detour; the scheduler is next after the last one.
static void switch_to_next(Lane *me) {
  Lane *next = me + 1;
  while (next < last && next->state != READY) next++;
  if (next >= last) {
    switch_stack(&me->stack_pointer, scheduler_stack);
    return;
  }
  if (next + 1 < last) { // the lane behind it is most often the one that comes then
    const u8 *top = next[1].stack_pointer;
    for (u32 at = 0; at < FETCHED; at += 64) __builtin_prefetch(top + at, 1);
  }
  current = next;
  switch_stack(&me->stack_pointer, next->stack_pointer);
}

const LaneRuns *mtlb_lane_runs(void) { return (const LaneRuns *)current->simd; }

// All lanes of a simdgroup that runs as loops met.
void mtlb_lanes_met(void) {
  dispatch->meetings++;
  dispatch->switches += mtlb_lane_runs()->lanes;
}

static void leave(u32 state, u64 site, u32 orders) {
  Lane *me = current;
  me->state = state;
  me->orders = orders;
  me->site = site;
  dispatch->switches += mtlb_is_stackful == LANE_LOOPS ? mtlb_lane_runs()->lanes : 1;
  switch_to_next(me);
}

// Whether a thread is before another in the program (-1), at the same place in the same calls and iterations (0), or
// behind it (1). Words are equal up to a place only if the places are, so that both end together.
static int order(const Lane *one, const Lane *other) {
  const Frame *f = one->outermost, *g = other->outermost;
  for (const u64 *at = f->words, *there = g->words;; at++, there++) {
    if (*at != *there) return *at < *there ? -1 : 1;
    u64 what = *at & WORD_CALL;
    if (what == WORD_MEETING) return 0;
    if (what == WORD_CALL) {
      f = f->inner;
      g = g->inner;
      at = f->words - 1;
      there = g->words - 1;
    }
  }
}

// --- called by generated code

// A function in which threads meet begins: the frame of the one that called it.
Frame *mtlb_enter(Frame *frame) {
  Lane *me = current;
  Frame *outer = me->innermost;
  if (outer)
    outer->inner = frame;
  else
    me->outermost = frame;
  me->innermost = frame;
  return outer;
}

void mtlb_leave(Frame *outer) { current->innermost = outer; }

__attribute__((noinline)) void mtlb_barrier(u32 orders, u64 site) {
  if (mtlb_is_stackful) leave(AT_GROUP, site, orders);
}

__attribute__((noinline)) void mtlb_simdgroup_barrier(u32 orders, u64 site) { leave(AT_SIMD, site, orders); }

// Where a lane puts what it gives to the others, SLOT_BYTES, before it meets them. Nobody else reads or writes there.
void *mtlb_slot(void) { return current->slot; }

// Waits for the other lanes; what all of them gave. That it orders accesses to memory is not promised by Metal, but what
// code relies on: such a race is not found.
__attribute__((noinline)) Simd *mtlb_meet(u64 site) {
  Lane *me = current;
  leave(AT_SIMD, site, ALL_MEMORY);
  return me->simd;
}

u32 mtlb_lane(void) { return current->lane; }
Lane *mtlb_current(void) { return current; }
Variable **mtlb_variables(void) { return &current->variables; }
void (*mtlb_texel_access)(const void *data, const void *texel, u64 bytes, u32 access, const int *place);
const void *(*mtlb_lane_fault)(u32 kind, const void *value, u64 site);

// What the fragment at one end (`far`: the right or the lower) of this lane's pair along x (`bit` 1) or y (2) posted: lanes
// are the fragments of squares of 2 x 2. Zeros if not both are there, so that the difference is 0.
const void *mtlb_neighbour(const Simd *simd, u32 bit, u32 far) {
  static const u64 zeros[SLOT_BYTES / 8];
  u32 me = current->lane, near_lane = me & ~bit, far_lane = me | bit;
  if (!(simd->mask >> near_lane & simd->mask >> far_lane & 1)) return zeros;
  return simd->slots[far ? far_lane : near_lane];
}

void mtlb_discard(void) {
  if (dispatch->discarded) dispatch->discarded[current->thread.element] = 1;
  current->discarded = 1;
}

u32 mtlb_is_discarded(void) { return current->discarded; }

// --- the scheduler

static void finish(void) {
  Lane *me = current;
  me->state = DONE;
  switch_to_next(me);
  __builtin_trap();
}

void mtlb_end_thread(void) {
  dispatch->died++;
  finish();
}

// A thread called what a function table does not have. It ends here; such functions always have stacks.
void mtlb_no_function(void) {
  dispatch->error = NO_FUNCTION;
  mtlb_end_thread();
}

const Thread *mtlb_thread(void) { return &current->thread; }
const Pixels *mtlb_pixels(void) { return dispatch->imageblock; }

static void start(void) {
  mtlb_entry(dispatch->arguments, &current->thread);
  finish();
}

// Makes a stack on which `begin` starts.
static void *made_stack(u8 *bottom, u64 bytes, void (*begin)(void)) {
  u64 *top = (u64 *)(bottom + bytes - 64);
  *(u64 *)bottom = STACK_MARK;
#if defined(__x86_64__)
  *--top = 0;
  *--top = (u64)begin;
  for (int k = 0; k < SAVED_WORDS; k++) *--top = 0;
#else
  top -= SAVED_WORDS;
  for (int k = 0; k < SAVED_WORDS; k++) top[k] = 0;
  top[LINK_REGISTER] = (u64)begin;
#endif
  return top;
}

// Runs one simdgroup until all of its lanes are at a barrier or done.
static void run_simdgroup(Lane *lanes, u32 count) {
  Simd *simd = lanes->simd;
  last = lanes + count;
  for (;;) {
    const Lane *first = 0;
    u32 mask = 0;
    for (u32 i = 0; i < count; i++)
      if (lanes[i].state == READY) {
        current = lanes + i;
        switch_stack(&scheduler_stack, current->stack_pointer);
        break; // each of them went on to the next one
      }
    for (u32 i = 0; i < count; i++) {
      const Lane *lane = lanes + i;
      if (lane->state != AT_SIMD) continue;
      int before = first ? order(lane, first) : -1;
      if (before < 0) {
        first = lane;
        mask = 0;
      }
      if (before <= 0) mask |= 1u << i;
    }
    if (!mask) return;
    simd->mask = mask;
    simd->epoch++;
    dispatch->meetings++;
    u32 orders = ALL_MEMORY;
    for (u32 i = 0; i < count; i++)
      if (mask >> i & 1) {
        __builtin_memcpy(simd->slots[i], lanes[i].slot, SLOT_BYTES);
        lanes[i].state = READY;
        orders &= lanes[i].orders;
      }
    for (u32 k = 0; k < MEMORY_KINDS; k++)
      if (orders >> k & 1) simd->ordered[k] = simd->epoch;
  }
}

// `count` stacks, of which `width` are of a simdgroup.
static void run_threadgroup(u32 count, u32 width, u32 group) {
  u32 simds = (count + width - 1) / width;
  dispatch->epoch++; // the last accesses of the threadgroup before are over
  for (u32 k = 0; k < MEMORY_KINDS; k++) ordered[k] = dispatch->epoch;
  for (;;) {
    u32 waiting = 0, done = 0, orders = ALL_MEMORY;
    const Lane *first = 0, *other = 0;
    for (u32 s = 0; s < simds; s++) {
      u32 left = count - s * width;
      run_simdgroup(dispatch->lanes + s * width, left < width ? left : width);
    }
    for (u32 i = 0; i < count; i++) {
      Lane *lane = dispatch->lanes + i;
      if (lane->state == DONE) {
        done++;
      } else {
        waiting++;
        orders &= lane->orders;
        if (!first) first = lane;
        if (!other && order(first, lane)) other = lane;
      }
    }
    if (!waiting) break;
    dispatch->epoch++;
    dispatch->barriers++;
    for (u32 k = 0; k < MEMORY_KINDS; k++)
      if (orders >> k & 1) ordered[k] = dispatch->epoch;
    if ((done || other) && !dispatch->error && !dispatch->died) {
      dispatch->error = done ? NOT_ALL_REACH : DIFFERENT_BARRIERS;
      dispatch->error_site = first->site;
      dispatch->other_site = other ? other->site : 0;
      dispatch->error_group = group;
    }
    for (u32 i = 0; i < count; i++)
      if (dispatch->lanes[i].state == AT_GROUP) dispatch->lanes[i].state = READY;
  }
  for (u32 i = 0; i < count; i++)
    if (*(u64 *)(dispatch->stacks + i * dispatch->stack_bytes) != STACK_MARK) dispatch->error = STACK_OVERFLOW;
}

// Runs a thread that never meets another one, on a stack that it has to itself as long as it runs.
static void run_alone(Lane *lane) {
  current = lane;
  switch_stack(&scheduler_stack, lane->stack_pointer);
  if (*(u64 *)dispatch->stacks != STACK_MARK) dispatch->error = STACK_OVERFLOW;
}

static void begin_group(Thread *t, const Dispatch *d, const u32 group[3], const u32 size[3]) {
  u32 count = size[0] * size[1] * size[2];
  for (int k = 0; k < 3; k++) {
    t->group[k] = group[k];
    t->groups[k] = d->groups[k];
    t->group_size[k] = size[k];
    t->declared_size[k] = d->size[k];
    t->grid[k] = d->grid[k];
  }
  t->width = SIMD_WIDTH;
  t->simds = (count + SIMD_WIDTH - 1) / SIMD_WIDTH;
  t->quads = (count + 3) / 4;
}

// `first`: the place in the grid of the threadgroup's first thread. What varies is in the caller's own variables, so that
// the function's stores can't change it, and the loop over threads can become one of vectors.
static inline __attribute__((always_inline)) void place(Thread *t, const u32 p[3], u32 index, const u32 first[3],
                                                        const u32 grid[3]) {
  for (int k = 0; k < 3; k++) {
    t->in_group[k] = p[k];
    t->position[k] = first[k] + p[k];
  }
  t->index = index;
  t->lane = index % SIMD_WIDTH;
  t->simd = index / SIMD_WIDTH;
  t->quad = index / 4;
  t->lane_in_quad = index % 4;
  t->element = t->position[0] + grid[0] * (t->position[1] + grid[1] * t->position[2]);
}

// The place of the index-th thread where lanes go square by square: 0 1 / 2 3 of each 2 x 2 threads.
static void square(u32 index, const u32 size[3], u32 p[3]) {
  u32 quad = index / 4, wide = size[0] / 2;
  p[0] = quad % wide * 2 + (index & 1);
  p[1] = quad / wide * 2 + (index >> 1 & 1);
  p[2] = 0;
}

// The runs of a simdgroup of so many lanes, whose first thread is the index-th.
static void find_runs(LaneRuns *r, u32 index, u32 lanes, const u32 size[3], const u32 first[3]) {
  r->lanes = lanes;
  r->count = 0;
  for (int k = 0; k < 3; k++) r->first[k] = first[k];
  while (lanes) {
    LaneRun *run = r->runs + r->count++;
    u32 x = index % size[0], left = size[0] - x;
    run->start[0] = x;
    run->start[1] = index / size[0] % size[1];
    run->start[2] = index / size[0] / size[1];
    run->index = index;
    run->threads = left < lanes ? left : lanes;
    index += run->threads;
    lanes -= run->threads;
  }
}

// Runs a threadgroup of `count` threads whose simdgroups have one stack each. `t`: what is the same for all threads.
static void run_lane_loops(const Dispatch *d, const Thread *t, u32 count, const u32 size[3], const u32 first[3], u32 group) {
  u32 simds = (count + SIMD_WIDTH - 1) / SIMD_WIDTH;
  for (u32 s = 0; s < simds; s++) {
    Lane *lane = d->lanes + s;
    u32 index = s * SIMD_WIDTH, left = count - index;
    lane->thread = *t;
    lane->thread.simd = s;
    lane->state = READY;
    lane->outermost = lane->innermost = 0;
    lane->simd = d->simds + s;
    find_runs((LaneRuns *)lane->simd, index, left < SIMD_WIDTH ? left : SIMD_WIDTH, size, first);
    lane->stack_pointer = made_stack(d->stacks + s * d->stack_bytes, d->stack_bytes, start);
  }
  run_threadgroup(simds, 1, group);
}

// Runs threadgroups `from` to `to`, numbered with x fastest. The error, or 0.
u32 mtlb_dispatch(Dispatch *d, u64 from, u64 to) {
  dispatch = d;
  for (u64 n = from; n < to; n++) {
    u32 group[3] = {n % d->groups[0], n / d->groups[0] % d->groups[1], n / d->groups[0] / d->groups[1]};
    u32 size[3], first[3], grid[3];
    for (int k = 0; k < 3; k++) {
      grid[k] = d->grid[k];
      first[k] = group[k] * d->size[k];
      u32 left = grid[k] - first[k];
      size[k] = left < d->size[k] ? left : d->size[k];
    }
    for (u32 r = 0; d->poison && r < mtlb_threadgroup_count; r++)
      __builtin_memset(mtlb_threadgroup[r].at, (int)d->poison, mtlb_threadgroup[r].bytes);
    u32 p[3], index = 0, count = size[0] * size[1] * size[2];
    d->threads += count;
    if (!mtlb_is_stackful) {
      Lane lane;
      Thread *t = &lane.thread;
      void **arguments = d->arguments;
      current = &lane;
      begin_group(t, d, group, size);
      for (p[2] = 0; p[2] < size[2]; p[2]++)
        for (p[1] = 0; p[1] < size[1]; p[1]++)
          for (p[0] = 0; p[0] < size[0]; p[0]++, index++) {
            place(t, p, index, first, grid);
            lane.lane = index % SIMD_WIDTH; // elements of matrices are those of a lane, though no lanes meet
            lane.discarded = 0;
            mtlb_entry(arguments, t);
          }
      continue;
    }
    u32 squares = d->quads && !(size[0] & 1) && !(size[1] & 1);
    Thread same;
    begin_group(&same, d, group, size);
    if (mtlb_is_stackful == LANE_LOOPS) {
      run_lane_loops(d, &same, count, size, first, (u32)n);
      continue;
    }
    p[0] = p[1] = p[2] = 0;
    for (; index < count; index++) {
      if (squares) square(index, size, p);
      Lane *lane = d->lanes + index;
      lane->thread = same;
      place(&lane->thread, p, index, first, grid);
      if (!squares && ++p[0] == size[0]) {
        p[0] = 0;
        if (++p[1] == size[1]) p[1] = 0, p[2]++;
      }
      lane->state = READY;
      lane->discarded = 0;
      lane->fences = 0;
      lane->outermost = lane->innermost = 0;
      lane->variables = 0;
      lane->lane = index % SIMD_WIDTH;
      lane->simd = d->simds + index / SIMD_WIDTH;
      u8 *bottom = d->stacks + (mtlb_is_stackful == ONE_STACK ? 0 : index * d->stack_bytes);
      if (d->poison && d->poison != 0xff) __builtin_memset(bottom, (int)d->poison, d->stack_bytes);
      lane->stack_pointer = made_stack(bottom, d->stack_bytes, start);
      if (mtlb_is_stackful == ONE_STACK) {
        last = lane + 1;
        if (!index) d->epoch++;
        run_alone(lane);
      }
    }
    if (mtlb_is_stackful == ONE_STACK) continue;
    run_threadgroup(count, SIMD_WIDTH, (u32)n);
  }
  return d->error;
}

// --- for the checks

u32 mtlb_group_number(void) {
  const Thread *t = &current->thread;
  return t->group[0] + t->groups[0] * (t->group[1] + t->groups[1] * t->group[2]);
}

// With checks all threads have stacks, and simdgroups.
u32 mtlb_epochs(void) { return (dispatch->epoch & 0xfffff) << 12 | (current->simd->epoch & 0xfff); }

void mtlb_where(Where *where) {
  const Thread *t = &current->thread;
  where->group = mtlb_group_number();
  where->thread = t->index;
  where->simd = t->simd;
  where->epoch = dispatch->epoch;
  where->poison = dispatch->poison;
  where->died = dispatch->died;
  const Simd *simd = current->simd; // with checks all threads have stacks
  where->simd_epoch = simd->epoch;
  where->ordered = ordered;
  where->simd_ordered = simd->ordered;
}

u32 mtlb_size_of_lane(void) { return sizeof(Lane); }
u32 mtlb_size_of_simd(void) { return sizeof(Simd); }
u32 mtlb_size_of_dispatch(void) { return sizeof(Dispatch); }
