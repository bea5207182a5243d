// Checks of memory accesses: called before every load, store, atomic operation and copy of an instrumented function.
//
// Bounds: an access lies in one argument, threadgroup variable or constant. Races: two accesses to one byte, at least one
// a write and not both atomic, by two threads of a threadgroup with no barrier between them, or of two threadgroups.
// Reads of memory that nobody wrote: threadgroup variables, and variables of one thread whose shadow is on its stack.
#include "runtime.h"

typedef struct Shadow { // of one byte
  u32 writer, write_epoch;  // number of the thread in the grid + 1; epoch of the barrier << 12 | of the simdgroup
  u32 reader, read_epoch;   // the last one; reader MANY: several
  u32 first_reader;         // threadgroups run one after the other, so that it is of the first that reads
} Shadow;
#define MANY 0xffffffffu
#define ATOMIC_WRITER 0x80000000u

#define VARIABLES 0x20000u // owners from here on are variables of the module
enum SpanFlag { WRITABLE = 1, OF_GROUP = 2, UNINITIALIZED = 4 };

typedef struct Span {
  u64 from, to;
  u32 owner, flags; // owner: what the host calls it
  Shadow *shadow;   // null: no races can be
} Span;

typedef struct Report {
  u32 kind, site, thread, group, other_thread, other_group, owner, size;
  u64 address;
} Report;

enum Access { READ = 0, WRITE = 1, ATOMIC = 2 };
enum Kind {
  OUTSIDE_READ = 1,
  OUTSIDE_WRITE,
  READ_ONLY,
  RACE_READ_AFTER_WRITE,
  RACE_WRITE_AFTER_WRITE,
  RACE_WRITE_AFTER_READ,
  NEVER_WRITTEN,
  MISALIGNED,
  PRIVATE_READ,
  PRIVATE_WRITE,
  PRIVATE_NEVER_WRITTEN,
  FIRST_RESULT, // and more: of generated code (mtlb/cpu/undefined.py), then enum LaneFault
};

// Whether `size` bytes at an address lie in memory. Nothing is added to the address: the sum may wrap.
static int inside(u64 at, u64 size, u64 from, u64 to) { return at >= from && at <= to && size <= to - at; }

static Span *spans;
static u32 span_count, group_threads;
static Report *reports;
static u32 room, count;
static u64 accesses;

static const void *lane_fault(u32 kind, const void *value, u64 site);

void mtlb_check_begin(Span *list, u32 number, Report *into, u32 most, u32 threads) {
  spans = list;
  span_count = number;
  reports = into;
  room = most;
  count = 0;
  accesses = 0;
  mtlb_lane_fault = lane_fault;
  group_threads = threads;
}
u32 mtlb_check_count(void) { return count; }
u64 mtlb_check_accesses(void) { return accesses; }

static void report(u32 kind, u32 site, const Where *w, u32 other, u32 owner, u32 size, u64 at) {
  for (u32 i = 0; i < count && i < room; i++)
    if (reports[i].site == site && reports[i].kind == kind && reports[i].owner == owner) return; // once at each place
  if (count < room) {
    u32 known = other && other != MANY;
    Report r = {kind, site, w->thread, w->group, MANY, MANY, owner, size, at};
    if (known) {
      r.other_thread = (other - 1) % group_threads;
      r.other_group = (other - 1) / group_threads;
    }
    reports[count] = r;
  }
  count++;
}

// Whether an access by thread `who` (+ 1) at `epoch` is not ordered with one of this thread, which is now.
static int unordered(const Where *w, u32 me, u32 who, u32 epoch, int of_group) {
  if (!who || who == me) return 0;
  if (who == MANY) return epoch >> 12 == (w->epoch & 0xfffff) || !of_group;
  u32 group = (who - 1) / group_threads;
  if (group != w->group) return !of_group;
  if (epoch >> 12 != (w->epoch & 0xfffff)) return 0;
  // Lanes of one simdgroup are ordered by simdgroup operations too.
  return !((who - 1) % group_threads / SIMD_WIDTH == w->simd && (epoch & 0xfff) != (w->simd_epoch & 0xfff));
}

__attribute__((noinline)) void mtlb_check(u64 at, u64 size, u32 access, u32 alignment, u32 site) {
  static u32 last;
  if (!spans || !size) return; // static constructors
  accesses++;
  Where w;
  mtlb_where(&w);
  Span *s = 0;
  if (last < span_count && inside(at, size, spans[last].from, spans[last].to)) {
    s = spans + last;
  } else {
    for (u32 i = 0; i < span_count; i++)
      if (inside(at, size, spans[i].from, spans[i].to)) {
        s = spans + i;
        last = i;
        break;
      }
  }
  if (!s) {
    u64 nearest = ~0ull;
    u32 owner = MANY;
    for (u32 i = 0; i < span_count; i++) {
      u64 distance = at < spans[i].from ? spans[i].from - at : at < spans[i].to ? 0 : at - spans[i].to;
      if (distance < nearest) {
        nearest = distance;
        owner = spans[i].owner;
      }
    }
    report(access & WRITE ? OUTSIDE_WRITE : OUTSIDE_READ, site, &w, 0, owner, (u32)size, at);
    mtlb_end_thread();
  }
  if (alignment && at & (alignment - 1)) report(MISALIGNED, site, &w, 0, s->owner, (u32)size, at);
  if (access & WRITE && !(s->flags & WRITABLE)) {
    report(READ_ONLY, site, &w, 0, s->owner, (u32)size, at);
    if (s->owner >= VARIABLES) mtlb_end_thread(); // constants may lie where the processor lets nobody write
  }
  if (!s->shadow) return;
  u32 me = w.group * group_threads + w.thread + 1, epoch = (w.epoch & 0xfffff) << 12 | (w.simd_epoch & 0xfff);
  int of_group = s->flags & OF_GROUP;
  for (u64 byte = at - s->from; byte < at - s->from + size; byte++) {
    Shadow *h = s->shadow + byte;
    u32 writer = h->writer == MANY ? MANY : h->writer & ~ATOMIC_WRITER;
    int atomically = h->writer != MANY && h->writer & ATOMIC_WRITER;
    if (s->flags & UNINITIALIZED && !(access == WRITE) && (!writer || (writer - 1) / group_threads != w.group))
      report(NEVER_WRITTEN, site, &w, 0, s->owner, (u32)size, at);
    if (!(access & ATOMIC && atomically) && unordered(&w, me, writer, h->write_epoch, of_group))
      report(access & WRITE ? RACE_WRITE_AFTER_WRITE : RACE_READ_AFTER_WRITE, site, &w, writer, s->owner, (u32)size, at);
    if (access & WRITE && unordered(&w, me, h->reader, h->read_epoch, of_group))
      report(RACE_WRITE_AFTER_READ, site, &w, h->reader, s->owner, (u32)size, at);
    else if (access & WRITE && !of_group && h->first_reader && (h->first_reader - 1) / group_threads != w.group)
      report(RACE_WRITE_AFTER_READ, site, &w, h->first_reader, s->owner, (u32)size, at);
    if (access & WRITE) {
      h->writer = access & ATOMIC ? me | ATOMIC_WRITER : me;
      h->write_epoch = epoch;
    } else if (!(access & ATOMIC)) {
      h->reader = h->reader && h->reader != me && h->read_epoch >> 12 == epoch >> 12 ? MANY : me;
      h->read_epoch = epoch;
      if (!h->first_reader) h->first_reader = me;
    }
  }
}

// A variable of one thread: `bytes` at `base`, `shadow` a byte for each (1: written), or null if its address went elsewhere.
__attribute__((noinline)) void mtlb_check_private(u64 at, u64 size, u64 base, u64 bytes, u8 *shadow, u32 access, u32 site) {
  Where w;
  if (!spans || !size) return;
  accesses++;
  mtlb_where(&w);
  if (!inside(at, size, base, base + bytes)) {
    // `owner` is the site: the host knows which variable an access at a site is of.
    report(access & WRITE ? PRIVATE_WRITE : PRIVATE_READ, site, &w, 0, MANY, (u32)size, at - base);
    mtlb_end_thread();
  }
  if (!shadow) return;
  if (access & WRITE) {
    for (u64 i = 0; i < size; i++) shadow[at - base + i] = 1;
  } else {
    for (u64 i = 0; i < size; i++)
      if (!shadow[at - base + i]) {
        report(PRIVATE_NEVER_WRITTEN, site, &w, 0, MANY, (u32)size, at - base + i);
        return;
      }
  }
}

// An instruction whose result is not defined if `bad`: the bits in which such a result is to differ, none in the first run.
__attribute__((noinline)) u64 mtlb_check_result(_Bool bad, u32 kind, u32 site) {
  if (!spans || !bad) return 0;
  Where w;
  mtlb_where(&w);
  report(kind, site, &w, 0, MANY, 0, 0);
  return w.poison == 0xff ? 0 : w.poison * 0x0101010101010101ull;
}

// A lane has an undefined value from another one: that value in other bits, the same in the first run.
static const void *lane_fault(u32 kind, const void *value, u64 site) {
  static u8 other[SLOT_BYTES];
  Where w;
  mtlb_where(&w);
  report(kind, (u32)site, &w, 0, MANY, 0, 0);
  if (w.poison == 0xff || kind == MATRIX_WITHOUT_LANES) return value;
  for (u32 i = 0; i < sizeof other; i++) other[i] = ((const u8 *)value)[i] ^ (u8)w.poison;
  return other;
}

// --- variables of a thread whose addresses other functions get

__attribute__((noinline)) u64 mtlb_variables_begin(void) { return (u64)*mtlb_variables(); }
__attribute__((noinline)) void mtlb_variables_end(u64 outer) { *mtlb_variables() = (Variable *)outer; }

__attribute__((noinline)) void mtlb_variable(u8 *at, u64 base, u64 bytes) {
  Variable *v = (Variable *)at;
  v->outer = *mtlb_variables();
  v->base = base;
  v->bytes = bytes;
  *mtlb_variables() = v;
}

// An access through the address of a variable that a function got from its callers.
__attribute__((noinline)) void mtlb_check_passed(u64 at, u64 size, u32 access, u32 site) {
  if (!spans || !size) return;
  accesses++;
  u64 nearest = ~0ull, offset = 0;
  for (const Variable *v = *mtlb_variables(); v; v = v->outer) {
    if (inside(at, size, v->base, v->base + v->bytes)) return;
    u64 distance = at < v->base ? v->base - at : at - v->base;
    if (distance < nearest) nearest = distance, offset = at - v->base;
  }
  Where w;
  mtlb_where(&w);
  report(access & WRITE ? PRIVATE_WRITE : PRIVATE_READ, site, &w, 0, MANY, (u32)size, offset);
  mtlb_end_thread();
}
