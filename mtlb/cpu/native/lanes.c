// What the lanes of a simdgroup or quadgroup do together. Each function is called when the lane's slot has what it posts,
// meets the others, and computes its lane's result from what all of them posted. mtlb/cpu/library/lanes.py calls them.
#include "runtime.h"

#define INLINED __attribute__((always_inline)) // into a function of one type and operation

// --- votes

static u32 of_quad(u32 mask) { return mask & 15u << (mtlb_lane() & ~3u); }

// The lanes that came and whose bit is set.
static u32 ballot(u32 bit, u64 site) {
  *(u8 *)mtlb_slot() = (u8)bit;
  const Simd *simd = mtlb_meet(site);
  u32 found = 0;
  for (u32 lane = 0; lane < SIMD_WIDTH; lane++) // one that did not come posted something else before
    found |= (u32)(simd->slots[lane][0] & 1) << lane;
  return found & simd->mask;
}

u32 mtlb_simd_ballot(u32 bit, u64 site) { return ballot(bit, site); }
u32 mtlb_simd_active_threads_mask(u64 site) { return ballot(1, site); }
u32 mtlb_simd_any(u32 bit, u64 site) { return ballot(bit, site) != 0; }
u32 mtlb_simd_all(u32 bit, u64 site) { return ballot(!bit, site) == 0; }
u32 mtlb_quad_any(u32 bit, u64 site) { return of_quad(ballot(bit, site)) != 0; }
u32 mtlb_quad_all(u32 bit, u64 site) { return of_quad(ballot(!bit, site)) == 0; }
u32 mtlb_simd_is_first(u64 site) { return (u32)__builtin_ctz(ballot(1, site)) == mtlb_lane(); }
u32 mtlb_quad_is_first(u64 site) { return (u32)__builtin_ctz(of_quad(ballot(1, site))) == mtlb_lane(); }

// --- exchange: the address of what another lane posted; of one that did not come what it posted last, which no program
// may depend on

static const void *of(const Simd *simd, u32 lane) { return simd->slots[lane % SIMD_WIDTH]; }

// The same for what Metal leaves undefined otherwise: that the lane is there, and came.
static const void *from(const Simd *simd, u32 lane, int is_there, u64 site) {
  const void *value = of(simd, lane);
  if (!mtlb_lane_fault || (is_there && simd->mask >> lane % SIMD_WIDTH & 1)) return value;
  return mtlb_lane_fault(is_there ? INACTIVE_LANE : NO_SUCH_LANE, value, site);
}

// Metal leaves it open what comes of such a number that is not the same in all lanes of the group of `width` that
// came ("SIMD-Group Functions" of its specification). Each lane posts its own behind its value.
static const Simd *meet_with(u32 number, u32 width, u64 site) {
  enum { PLACE = SLOT_BYTES - sizeof number };
  __builtin_memcpy((u8 *)mtlb_slot() + PLACE, &number, sizeof number);
  const Simd *simd = mtlb_meet(site);
  if (!mtlb_lane_fault) return simd;
  u32 first = mtlb_lane() & -width, others = 0;
  for (u32 lane = first; lane < first + width; lane++)
    if (simd->mask >> lane & 1) others |= __builtin_memcmp(simd->slots[lane] + PLACE, &number, sizeof number) != 0;
  if (others) mtlb_lane_fault(LANES_DIFFER, 0, site);
  return simd;
}

const void *mtlb_simd_broadcast_first(u64 site) {
  const Simd *simd = mtlb_meet(site);
  return of(simd, (u32)__builtin_ctz(simd->mask));
}
const void *mtlb_quad_broadcast_first(u64 site) {
  const Simd *simd = mtlb_meet(site);
  return of(simd, (u32)__builtin_ctz(of_quad(simd->mask)));
}
const void *mtlb_simd_broadcast(u32 lane, u64 site) {
  return from(meet_with(lane, SIMD_WIDTH, site), lane, lane < SIMD_WIDTH, site);
}
const void *mtlb_quad_broadcast(u32 lane, u64 site) {
  return from(meet_with(lane, 4, site), (mtlb_lane() & ~3u) | (lane & 3), lane < 4, site);
}
const void *mtlb_simd_shuffle(u32 lane, u64 site) {
  return from(mtlb_meet(site), lane, lane < SIMD_WIDTH, site);
}
const void *mtlb_quad_shuffle(u32 lane, u64 site) {
  return from(mtlb_meet(site), (mtlb_lane() & ~3u) | (lane & 3), lane < 4, site);
}
const void *mtlb_shuffle_xor(u32 mask, u32 width, u64 site) {
  return from(meet_with(mask, width, site), mtlb_lane() ^ mask, mask < width, site);
}

// From the lane so many above; past an end of the group of `width` lanes from the lane itself.
const void *mtlb_shuffle_by(u32 distance, u32 width, u64 site) {
  const Simd *simd = meet_with(distance, width, site);
  u32 me = mtlb_lane(), lane = me + distance;
  return from(simd, (lane & -width) == (me & -width) ? lane : me, 1, site);
}
// The same; past an end from the other end.
const void *mtlb_shuffle_rotate_by(u32 distance, u32 width, u64 site) {
  u32 me = mtlb_lane();
  return from(meet_with(distance, width, site), (me & -width) | ((me + distance) & (width - 1)), 1, site);
}

// From the lane so many above, or below if negative. What comes from past an end of the group of `width` lanes is of the
// values to fill with, which are posted 16 bytes behind the others, at the other end of the group.
const void *mtlb_shuffle_and_fill(int distance, int width, u64 site) {
  const Simd *simd = meet_with((u32)distance, SIMD_WIDTH, site);
  int me = (int)mtlb_lane(), start = width ? me - me % width : 0, lane = me + distance;
  if (lane >= start && lane < start + width) return from(simd, (u32)lane, 1, site);
  return (const u8 *)of(simd, (u32)(distance < 0 ? lane + width : lane - width)) + 16;
}

// --- reductions: over the lanes that came, from the lowest on

enum Operation { SUM, PRODUCT, MIN, MAX, UMIN, UMAX, AND, OR, XOR }; // mtlb/cpu/library/lanes.py has them too
enum Over { ALL, UP_TO_ME, BELOW_ME };

static INLINED u64 combined(u32 operation, u64 a, u64 b) {
  switch (operation) {
  case SUM: return a + b;
  case PRODUCT: return a * b;
  case MIN: return (long long)a < (long long)b ? a : b;
  case MAX: return (long long)a > (long long)b ? a : b;
  case UMIN: return a < b ? a : b;
  case UMAX: return a > b ? a : b;
  case AND: return a & b;
  case OR: return a | b;
  default: return a ^ b;
  }
}
static INLINED float combined_floats(u32 operation, float a, float b) {
  switch (operation) {
  case SUM: return a + b;
  case PRODUCT: return a * b;
  case MIN: return __builtin_fminf(a, b);
  default: return __builtin_fmaxf(a, b);
  }
}

// Of each of `count` numbers in the lane's slot, where the results are left, over lanes of the group of `width` lanes. The first
// lane of a simdgroup that goes on computes the results of all; of those that came together all are in the same call.
#define REDUCTION(NAME, NUMBER, COMBINED)                                                                       \
  INLINED void NAME(u32 count, u32 operation, u32 over, u32 width, u64 site) {                                  \
    NUMBER *values = mtlb_slot();                                                                               \
    Simd *simd = mtlb_meet(site);                                                                               \
    if (simd->reduced != simd->epoch) {                                                                         \
      simd->reduced = simd->epoch;                                                                              \
      int adds = operation == SUM || operation == XOR;                                                          \
      for (u32 i = 0; i < count; i++) {                                                                         \
        for (u32 first = 0; first < SIMD_WIDTH; first += width) {                                               \
          NUMBER found = adds ? 0 : operation == PRODUCT ? 1 : 0;                                               \
          u32 is_first = !adds && operation != PRODUCT;                                                         \
          for (u32 lane = first; lane < first + width; lane++) {                                                \
            if (over == BELOW_ME) ((NUMBER *)simd->results[lane])[i] = found;                                   \
            NUMBER other = ((const NUMBER *)simd->slots[lane])[i];                                              \
            if (simd->mask >> lane & 1) {                                                                       \
              found = is_first ? other : COMBINED(operation, found, other);                                     \
              is_first = 0;                                                                                     \
            }                                                                                                   \
            if (over == UP_TO_ME) ((NUMBER *)simd->results[lane])[i] = found;                                   \
          }                                                                                                     \
          for (u32 lane = first; over == ALL && lane < first + width; lane++)                                   \
            ((NUMBER *)simd->results[lane])[i] = found;                                                         \
        }                                                                                                       \
      }                                                                                                         \
    }                                                                                                           \
    for (u32 i = 0; i < count; i++) values[i] = ((const NUMBER *)simd->results[mtlb_lane()])[i];                \
  }
// The same for a simdgroup whose lanes are iterations of loops: lane l has its number at `in` + l `step`. What each lane
// gets is put at `out`, if it is not null; the result is what the last group of `width` lanes gets. Reads are volatile: an
// assertion of LLVM 22 fails where it weighs vectors for such a loop (LoopVectorize.cpp, computeBestVF).
#define REDUCTION_OF_LANES(NAME, NUMBER, COMBINED)                                                              \
  INLINED NUMBER NAME(const u8 *in, u64 step, u32 operation, u32 over, u32 width, u8 *out) {                    \
    u32 lanes = mtlb_lane_runs()->lanes;                                                                        \
    NUMBER found = 0, *results = (NUMBER *)out;                                                                 \
    for (u32 first = 0; first < SIMD_WIDTH; first += width) {                                                   \
      int adds = operation == SUM || operation == XOR;                                                          \
      found = adds ? 0 : operation == PRODUCT ? 1 : 0;                                                          \
      u32 is_first = !adds && operation != PRODUCT;                                                             \
      for (u32 lane = first; lane < first + width && lane < lanes; lane++) {                                    \
        if (over == BELOW_ME) results[lane] = found;                                                            \
        NUMBER other = *(const volatile NUMBER *)(in + lane * step);                                            \
        found = is_first ? other : COMBINED(operation, found, other);                                           \
        is_first = 0;                                                                                           \
        if (over == UP_TO_ME) results[lane] = found;                                                            \
      }                                                                                                         \
      for (u32 lane = first; over == ALL && out && lane < first + width; lane++) results[lane] = found;         \
    }                                                                                                           \
    return found;                                                                                               \
  }
typedef u64 __attribute__((may_alias)) Integer;
typedef float __attribute__((may_alias)) Float;
REDUCTION(mtlb_reduce, Integer, combined)
REDUCTION(mtlb_reduce_floats, Float, combined_floats)
REDUCTION_OF_LANES(mtlb_reduce_lanes, Integer, combined)
REDUCTION_OF_LANES(mtlb_reduce_lanes_floats, Float, combined_floats)

// A bit for each lane, the lowest of its number at `in` + l `step`.
INLINED u32 mtlb_simd_ballot_of_lanes(const u8 *in, u64 step) {
  u32 lanes = mtlb_lane_runs()->lanes, found = 0;
  for (u32 lane = 0; lane < lanes; lane++) found |= (*(const u32 *)(in + lane * step) & 1) << lane;
  return found;
}

// --- matrices of 8 x 8 elements
//
// Lane l holds two neighbours of a row, in elements 0 and 1 of its vector of 64: row (l/4 & 4) + (l/2 & 3), columns
// 2 (l/4 & 2) + 2 (l & 1) and the next. Source: the kernels of MLX, which index such vectors.

static u32 row_of(u32 lane) { return (lane >> 2 & 4) + (lane >> 1 & 3); }
static u32 column_of(u32 lane) { return (lane >> 2 & 2) * 2 + (lane & 1) * 2; }
static u32 lane_of(u32 row, u32 column) { return (row & 4) << 2 | (row & 3) << 1 | (column & 4) << 1 | (column & 2) >> 1; }

u32 mtlb_matrix_is_diagonal(u32 number) { return row_of(mtlb_lane()) == column_of(mtlb_lane()) + number; }

// Where one of the lane's two elements is, counted in elements: the next column is `right` further, the next row `down`.
u64 mtlb_matrix_place(u32 number, u64 right, u64 down, u64 x0, u64 y0) {
  u64 row = row_of(mtlb_lane()), column = column_of(mtlb_lane()) + number;
  return (column + x0) * right + (row + y0) * down;
}

// Matrices are loaded and stored by all lanes together. Called with checks alone.
void mtlb_matrix_together(u64 site) {
  mtlb_simdgroup_barrier(0, site);
  if (mtlb_lane_fault && ~mtlb_current()->simd->mask) mtlb_lane_fault(MATRIX_WITHOUT_LANES, 0, site);
}

// a b + c: each lane posts its two elements of a, and 16 bytes behind them those of b; `sums` are those of c.
void mtlb_matrix_multiply(float *sums, u64 site) {
  const Simd *simd = mtlb_meet(site);
  if (mtlb_lane_fault && ~simd->mask) mtlb_lane_fault(MATRIX_WITHOUT_LANES, 0, site);
  u32 row = row_of(mtlb_lane()), column = column_of(mtlb_lane());
  for (u32 k = 0; k < 8; k++) {
    const Float *left = of(simd, lane_of(row, k)), *right = (const Float *)of(simd, lane_of(k, column)) + 4;
    for (u32 i = 0; i < 2; i++) sums[i] = __builtin_fmaf(left[k & 1], right[i], sums[i]);
  }
}

// The same for lanes that are iterations of loops: one of each lane's two elements of a b + c. `even` and `odd` are their
// elements of a, `right` those of b and `sums` those of c in the column of the element; lane l has its at l times the step.
__attribute__((noinline)) void mtlb_matrix_multiply_lanes(const u8 *even, u64 even_step, const u8 *odd, u64 odd_step, const u8 *right,
                                        u64 right_step, const u8 *sums, u64 sum_step, u8 *out) {
  float b[8][4], c[8][4];
  for (u32 row = 0; row < 8; row++)
    for (u32 pair = 0; pair < 4; pair++) {
      u32 lane = lane_of(row, 2 * pair);
      b[row][pair] = *(const Float *)(right + lane * right_step);
      c[row][pair] = *(const Float *)(sums + lane * sum_step);
    }
  for (u32 row = 0; row < 8; row++)
    for (u32 k = 0; k < 8; k++) {
      u32 lane = lane_of(row, k);
      float a = *(const Float *)(k & 1 ? odd + lane * odd_step : even + lane * even_step);
      for (u32 pair = 0; pair < 4; pair++) c[row][pair] = __builtin_fmaf(a, b[k][pair], c[row][pair]);
    }
  for (u32 row = 0; row < 8; row++)
    for (u32 pair = 0; pair < 4; pair++) ((Float *)out)[lane_of(row, 2 * pair)] = c[row][pair];
}
