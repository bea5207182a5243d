// Checks of memory accesses: called before every load, store, atomic operation and copy of an instrumented function.
//
// Bounds: an access lies in one argument, threadgroup variable or constant. Races: two accesses to one byte, at least one
// a write and not both atomic, by two threads of a threadgroup with no barrier for such memory between them, or of two
// threadgroups without fences. Two writes of the same value are a kind of their own: what is there is compared after the
// second one. Reads of memory that nobody wrote: threadgroup variables, buffers that are said to have no values, and
// variables of one thread whose shadow is on its stack. Texels are bytes of their texture.
#include "runtime.h"

typedef struct Shadow { // of a word whose bytes were only accessed together, or of one byte
  u32 writer, write_epoch;  // number of the thread in the grid + 1; epoch of the barrier << 12 | of the simdgroup
  u32 reader, read_epoch;   // the last one; with SEVERAL: others of its threadgroup too since the last barrier
  u32 first_reader;         // threadgroups run one after the other, so that it is of the first that reads
  u32 stamp;                // when it was written: what fences were before
} Shadow;
#define MANY 0xffffffffu
#define ATOMIC_WRITER 0x80000000u
#define SEVERAL 0x80000000u
#define WORD 4
#define APART 0xffffffffu // the writer of a word whose bytes have shadows of their own

#define VARIABLES 0x20000u // owners from here on are variables of the module
enum SpanFlag { WRITABLE = 1, OF_GROUP = 2, UNINITIALIZED = 4, OF_TEXTURE = 8 };

typedef struct Span {
  u64 from, to;
  u32 owner, flags; // owner: what the host calls it
  Shadow *shadow;   // of each word that begins in it or at its end, then of each byte of these; null: no races can be
} Span;

typedef struct Report {
  u32 kind, site, thread, group, other_thread, other_group, owner, size;
  u64 address;
  u32 place[6]; // of a texel: x, y, z, layer, sample, level
} Report;

enum Access { READ = 0, WRITE = 1, ATOMIC = 2, UPDATE = 4 }; // an atomic update also reads
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
  FIRST_RESULT, // and more: of generated code (mtlb/cpu/undefined.py)
  UNIFORM_WRITE = 18,
  OTHER_BARRIER, // there is one, but not for such memory
  TEXEL_READ_OUTSIDE,
  TEXEL_WRITE_OUTSIDE,
  NO_TEXTURE,
  NO_FENCE, // then enum LaneFault
};

// Whether `size` bytes at an address lie in memory. Nothing is added to the address: the sum may wrap.
static int inside(u64 at, u64 size, u64 from, u64 to) { return at >= from && at <= to && size <= to - at; }

static Span *spans; // those of textures, which no address of the program is in, at the end
static u32 span_count, plain_count, group_threads;
static Report *reports;
static u32 room, count;
static u64 accesses;

// Fences of all threads are numbered. Threadgroups whose numbers end in the same 16 bits are not told apart.
#define GROUPS 65536
static u32 fence_clock, fence_of[GROUPS];

// A write that races with another one: whether it changed anything is known after it.
static struct Pending {
  Where where;
  u64 at;
  u32 size, site, owner, other; // size 0: there is none
  u8 before[256];
} pending;

static const void *lane_fault(u32 kind, const void *value, u64 site);
static void texel_access(const void *data, const void *texel, u64 bytes, u32 access, const int *place);

void mtlb_check_begin(Span *list, u32 number, Report *into, u32 most, u32 threads) {
  spans = list;
  span_count = number;
  reports = into;
  room = most;
  count = 0;
  accesses = 0;
  mtlb_lane_fault = lane_fault;
  mtlb_texel_access = texel_access;
  group_threads = threads;
  for (plain_count = 0; plain_count < number && !(list[plain_count].flags & OF_TEXTURE);) plain_count++;
  fence_clock = 0;
  for (u32 i = 0; i < GROUPS; i++) fence_of[i] = 0;
  pending.size = 0;
}
static void settle(void);
u32 mtlb_check_count(void) {
  settle();
  return count;
}
u64 mtlb_check_accesses(void) { return accesses; }

static Report *report(u32 kind, u32 site, const Where *w, u32 other, u32 owner, u32 size, u64 at) {
  for (u32 i = 0; i < count && i < room; i++)
    if (reports[i].site == site && reports[i].kind == kind && reports[i].owner == owner) return 0; // once at each place
  if (count < room) {
    u32 known = other && other != MANY;
    Report r = {kind, site, w->thread, w->group, MANY, MANY, owner, size, at, {0}};
    if (known) {
      r.other_thread = (other - 1) % group_threads;
      r.other_group = (other - 1) / group_threads;
    }
    reports[count] = r;
  }
  return count++ < room ? reports + count - 1 : 0;
}

// The write that raced is done by now, since nothing of its thread is between it and the check that was before it.
static void settle(void) {
  if (!pending.size) return;
  const u8 *after = (const u8 *)pending.at;
  u32 kind = UNIFORM_WRITE;
  for (u32 i = 0; i < pending.size; i++)
    if (after[i] != pending.before[i]) kind = RACE_WRITE_AFTER_WRITE;
  report(kind, pending.site, &pending.where, pending.other, pending.owner, pending.size, pending.at);
  pending.size = 0;
}

static void two_writes(const Where *w, u32 other, u32 owner, u32 site, u64 at, u64 size) {
  if (size > sizeof pending.before) {
    report(RACE_WRITE_AFTER_WRITE, site, w, other, owner, (u32)size, at);
    return;
  }
  pending.where = *w;
  pending.at = at;
  pending.size = (u32)size;
  pending.site = site;
  pending.owner = owner;
  pending.other = other;
  for (u32 i = 0; i < size; i++) pending.before[i] = ((const u8 *)at)[i];
}

enum Order { ORDERED, UNORDERED, BARRIER_OF_OTHERS };

// How an access by thread `who` (+ 1) at `epoch` is ordered with one of this thread, which is now, to memory of a kind.
static enum Order order_of(const Where *w, u32 me, u32 who, u32 epoch, int of_group, u32 memory) {
  u32 several = who & SEVERAL;
  who &= ~SEVERAL;
  if (!who || (who == me && !several)) return ORDERED;
  u32 since = (w->epoch - (epoch >> 12)) & 0xfffff, barrier = (w->epoch - w->ordered[memory]) & 0xfffff;
  enum Order found = since ? BARRIER_OF_OTHERS : UNORDERED;
  u32 group = (who - 1) / group_threads;
  if (group != w->group) return of_group ? ORDERED : UNORDERED;
  if (since > barrier) return ORDERED;
  // Lanes of one simdgroup are ordered by simdgroup operations too.
  if (several || (who - 1) % group_threads / SIMD_WIDTH != w->simd) return found;
  since = (w->simd_epoch - epoch) & 0xfff;
  if (since > ((w->simd_epoch - w->simd_ordered[memory]) & 0xfff)) return ORDERED;
  return since ? BARRIER_OF_OTHERS : found;
}

// Whether fences are between what a thread of another threadgroup wrote at a time and now.
static int is_fenced(const Where *w, u32 who, u32 stamp) {
  u32 theirs = fence_of[(who - 1) / group_threads % GROUPS], ours = fence_of[w->group % GROUPS];
  return theirs > stamp && ours > stamp;
}

// The shadows of a word's bytes, which are apart from now on.
static Shadow *bytes_of(const Span *s, u64 word) {
  Shadow *whole = s->shadow + word, *bytes = s->shadow + (s->to - s->from) / WORD + 1 + WORD * word;
  if (whole->writer != APART) {
    for (u32 i = 0; i < WORD; i++) bytes[i] = *whole;
    whole->writer = APART;
  }
  return bytes;
}

static void set_reader(Shadow *h, u32 me, u32 epoch) {
  h->reader = h->reader && h->reader != me && h->read_epoch >> 12 == epoch >> 12 ? me | SEVERAL : me;
  h->read_epoch = epoch;
  if (!h->first_reader) h->first_reader = me;
}

// Most accesses are reads of whole words that no other thread wrote, which `race` would not report. Whether this is one.
static int reads_unwritten(const Span *s, u64 at, u64 size) {
  u64 byte = at - s->from;
  if ((byte | size) % WORD || s->flags & UNINITIALIZED) return 0;
  Shadow *h = s->shadow + byte / WORD, *end = h + size / WORD;
  u32 me = mtlb_group_number() * group_threads + mtlb_current()->thread.index + 1, epoch = mtlb_epochs();
  for (const Shadow *other = h; other < end; other++)
    if (other->writer && other->writer != me) return 0;
  for (; h < end; h++) set_reader(h, me, epoch);
  return 1;
}

// An access to memory in which threads may race.
static void race(const Span *s, const Where *w, u64 at, u64 size, u32 access, u32 site, u32 stamp) {
  u32 me = w->group * group_threads + w->thread + 1, epoch = mtlb_epochs();
  int of_group = s->flags & OF_GROUP, of_texture = s->flags & OF_TEXTURE;
  u32 memory = of_group ? GROUP_MEMORY : of_texture ? TEXTURE_MEMORY : DEVICE_MEMORY, other = 0;
  for (u64 byte = at - s->from, end = byte + size; byte < end;) {
    u64 word = byte / WORD;
    Shadow *h = s->shadow + word;
    if (byte % WORD == 0 && end - byte >= WORD && h->writer != APART)
      byte += WORD;
    else
      h = bytes_of(s, word) + byte++ % WORD;
    u32 writer = h->writer & ~ATOMIC_WRITER;
    int atomically = h->writer & ATOMIC_WRITER ? 1 : 0;
    if (s->flags & UNINITIALIZED && (!(access & WRITE) || access & UPDATE) &&
        (!writer || (of_group && (writer - 1) / group_threads != w->group)))
      report(NEVER_WRITTEN, site, w, 0, s->owner, (u32)size, at);
    enum Order order = ORDERED;
    if (!(access & ATOMIC && atomically)) order = order_of(w, me, writer, h->write_epoch, of_group, memory);
    if (order && !of_group && !of_texture && (writer - 1) / group_threads != w->group && is_fenced(w, writer, h->stamp))
      order = ORDERED;
    if (order == BARRIER_OF_OTHERS)
      report(OTHER_BARRIER, site, w, writer, s->owner, (u32)size, at);
    else if (order && access == WRITE && !atomically)
      other = writer;
    else if (order)
      report(access & WRITE ? RACE_WRITE_AFTER_WRITE : RACE_READ_AFTER_WRITE, site, w, writer, s->owner, (u32)size, at);
    if (of_texture && access == READ && writer == me && !atomically && h->stamp == stamp &&
        ((w->epoch - (h->write_epoch >> 12)) & 0xfffff) <= ((w->epoch - w->ordered[memory]) & 0xfffff))
      report(NO_FENCE, site, w, 0, s->owner, (u32)size, at);
    if (access & WRITE) {
      order = order_of(w, me, h->reader, h->read_epoch, of_group, memory);
      u32 reader = h->reader & ~SEVERAL, known = h->reader & SEVERAL ? MANY : reader;
      if (!order && !of_group && h->first_reader && (h->first_reader - 1) / group_threads != w->group) {
        known = reader = h->first_reader;
        order = UNORDERED;
      }
      // When it was read is not known: fences of both threadgroups count wherever they are.
      if (order && !of_group && !of_texture && (reader - 1) / group_threads != w->group &&
          is_fenced(w, reader, 0))
        order = ORDERED;
      if (order)
        report(order == UNORDERED ? RACE_WRITE_AFTER_READ : OTHER_BARRIER, site, w, known, s->owner, (u32)size, at);
      h->writer = access & ATOMIC ? me | ATOMIC_WRITER : me;
      h->write_epoch = epoch;
      h->stamp = stamp;
    } else if (!(access & ATOMIC)) {
      set_reader(h, me, epoch);
    }
  }
  if (other) two_writes(w, other, s->owner, site, at, size);
}

// The span that an access lies in, or null.
static const Span *span_of(u64 at, u64 size) {
  static u32 last;
  if (last < plain_count && inside(at, size, spans[last].from, spans[last].to)) return spans + last;
  for (u32 i = 0; i < plain_count; i++)
    if (inside(at, size, spans[i].from, spans[i].to)) return spans + (last = i);
  return 0;
}

__attribute__((noinline)) static void check_any(const Span *s, u64 at, u64 size, u32 access, u32 alignment, u32 site) {
  Where w;
  mtlb_where(&w);
  if (!s) {
    u64 nearest = ~0ull;
    u32 owner = MANY;
    for (u32 i = 0; i < plain_count; i++) {
      u64 distance = at < spans[i].from ? spans[i].from - at : at < spans[i].to ? 0 : at - spans[i].to;
      if (distance < nearest) {
        nearest = distance;
        owner = spans[i].owner;
      }
    }
    report(access & WRITE ? OUTSIDE_WRITE : OUTSIDE_READ, site, &w, 0, owner, (u32)size, at);
    mtlb_end_thread();
  }
  if (alignment && at & (alignment - 1)) {
    report(MISALIGNED, site, &w, 0, s->owner, (u32)size, at);
    if (access & ATOMIC) mtlb_end_thread(); // ARM64 has none
  }
  if (access & WRITE && !(s->flags & WRITABLE)) {
    report(READ_ONLY, site, &w, 0, s->owner, (u32)size, at);
    if (s->owner >= VARIABLES) mtlb_end_thread(); // constants may lie where the processor lets nobody write
  }
  if (s->shadow) race(s, &w, at, size, access, site, fence_clock);
}

__attribute__((noinline)) void mtlb_check(u64 at, u64 size, u32 access, u32 alignment, u32 site) {
  if (!spans || !size) return; // static constructors
  if (pending.size) settle();
  accesses++;
  const Span *s = span_of(at, size);
  int is_misaligned = alignment && at & (alignment - 1);
  if (access == READ && s && s->shadow && !is_misaligned && reads_unwritten(s, at, size)) return;
  check_any(s, at, size, access, alignment, site);
}

// The two elements of a matrix of a simdgroup that a lane accesses, of `bytes` bytes each.
void mtlb_check_matrix(u64 at, u64 bytes, u64 right, u64 down, u64 x, u64 y, u32 access, u32 site) {
  for (u32 i = 0; i < 2; i++)
    mtlb_check(at + bytes * mtlb_matrix_place(i, right, down, x, y), bytes, access, 0, site);
}

// A fence of a thread; `device`: it is about what other threadgroups see.
void mtlb_check_fence(u32 device) {
  if (!spans || !device) return;
  Where w;
  mtlb_where(&w);
  fence_of[w.group % GROUPS] = ++fence_clock;
}

// --- textures

void mtlb_check_texture(u32 site) {
  if (spans) mtlb_current()->texture_site = site;
}

static const Span *texture_at(const void *data) {
  for (u32 i = plain_count; i < span_count; i++)
    if (spans[i].from == (u64)data) return spans + i;
  return 0;
}

// A thread sees what it wrote to a texture after a fence of that texture.
void mtlb_check_texture_fence(const void *const *texture) {
  const Span *s = spans && texture ? texture_at(*texture) : 0;
  if (!s) return;
  u64 *fences = &mtlb_current()->fences;
  u32 shift = 8 * (s->owner & 7);
  u64 number = (*fences >> shift) + 1 & 0xff;
  *fences = (*fences & ~(0xffull << shift)) | number << shift;
}

static void texel_access(const void *data, const void *texel, u64 bytes, u32 access, const int *place) {
  if (!spans) return;
  if (pending.size) settle();
  accesses++;
  Where w;
  mtlb_where(&w);
  const Lane *lane = mtlb_current();
  const Span *s = data ? texture_at(data) : 0;
  if (texel && s) {
    if (s->shadow) race(s, &w, (u64)texel, bytes, access, lane->texture_site, lane->fences >> 8 * (s->owner & 7) & 0xff);
    return;
  }
  if (texel) return;
  u32 kind = !data ? NO_TEXTURE : access & WRITE ? TEXEL_WRITE_OUTSIDE : TEXEL_READ_OUTSIDE;
  Report *made = report(kind, lane->texture_site, &w, 0, s ? s->owner : MANY, 0, 0);
  for (u32 i = 0; made && i < 6; i++) made->place[i] = (u32)place[i];
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

// An instruction whose result is not defined: the bits in which such a result is to differ, none in the first run.
__attribute__((noinline)) static u64 undefined_result(u32 kind, u32 site) {
  if (!spans) return 0;
  Where w;
  mtlb_where(&w);
  report(kind, site, &w, 0, MANY, 0, 0);
  return w.poison == 0xff ? 0 : w.poison * 0x0101010101010101ull;
}

__attribute__((always_inline)) u64 mtlb_check_result(_Bool bad, u32 kind, u32 site) {
  return bad ? undefined_result(kind, site) : 0;
}

// A lane has an undefined value from another one: that value in other bits, the same in the first run.
static const void *lane_fault(u32 kind, const void *value, u64 site) {
  static u8 other[SLOT_BYTES];
  Where w;
  mtlb_where(&w);
  if (w.died) return value; // the lanes that miss may be those that a check ended
  report(kind, (u32)site, &w, 0, MANY, 0, 0);
  if (w.poison == 0xff || kind == MATRIX_WITHOUT_LANES || !value) return value;
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
