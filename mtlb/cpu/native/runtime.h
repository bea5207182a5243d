// What the run-time and the generated code share. mtlb/cpu/layout.py has the same offsets; a test compares them.
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define SIMD_WIDTH 32
#define SLOT_BYTES 64

// The place of one thread. The entry wrapper reads it; MAIN and LANE are what built-in arguments are made of.
typedef struct Thread {
  u32 position[3], in_group[3], group[3]; // thread_position_in_grid, thread_position_in_threadgroup, threadgroup_…
  u32 index, lane, simd;                  // thread_index_in_threadgroup, …_in_simdgroup, simdgroup_index_in_threadgroup
  u32 groups[3], group_size[3], declared_size[3], grid[3];
  u32 simds, width;                       // simdgroups_per_threadgroup, threads_per_simdgroup
  u32 quad, lane_in_quad;                 // quadgroup_index_in_threadgroup, thread_index_in_quadgroup
  u32 quads, element;                     // quadgroups_per_threadgroup; number of this thread's inputs and outputs
} Thread;

enum State { READY, AT_SIMD, AT_GROUP, DONE };

// Kinds of memory that a barrier orders accesses to, by the bits of its flags (mtlb/air/scopes.py).
enum MemoryKind { DEVICE_MEMORY, GROUP_MEMORY, TEXTURE_MEMORY, MEMORY_KINDS };

// One simdgroup: what its lanes posted at the last place where they met.
typedef struct Simd {
  u32 mask, epoch;
  u32 ordered[MEMORY_KINDS]; // the epoch that the last meeting began that ordered accesses to memory of a kind
  u32 pad[11];
  u8 slots[SIMD_WIDTH][SLOT_BYTES];
  u32 reduced, padding[15];              // the epoch of the meeting that the results of a reduction are of
  u8 results[SIMD_WIDTH][SLOT_BYTES];
} Simd;

// A simdgroup that runs on one stack (LANE_LOOPS), its lanes as the iterations of loops: runs of lanes whose threads follow
// each other along x. mtlb/cpu/wrapper.py makes the loops. It lies where a Simd does otherwise.
typedef struct LaneRun {
  u32 start[3], index, threads, pad[3]; // thread_position_in_threadgroup and thread_index_… of the first; how many
} LaneRun;
typedef struct LaneRuns {
  u32 count, lanes, first[3], pad[3]; // runs; lanes in all; the place in the grid of the threadgroup's first thread
  LaneRun runs[SIMD_WIDTH];
} LaneRuns;

// Where a thread is in one call of a function in which threads meet: mtlb/cpu/points.py makes and writes it. A word for
// each loop around the place, then one for the place: a number above WORD_SHIFT bits, which are an iteration, or what the
// place is.
#define WORD_SHIFT 40
#define WORD_MEETING 0
#define WORD_CALL ((1ull << WORD_SHIFT) - 1)
typedef struct Frame {
  struct Frame *inner; // of the function that is called at the place
  u64 words[];
} Frame;

// A variable of one thread whose address other functions get; it lies on the stack beside the variable.
typedef struct Variable {
  struct Variable *outer;
  u64 base, bytes;
} Variable;

typedef struct Lane {
  void *stack_pointer;
  u32 state, lane;
  u64 site;
  Frame *outermost, *innermost;
  Simd *simd;
  struct Variable *variables;      // for the checks
  u32 discarded;
  u32 orders;                      // the kinds of memory that the place where it waits orders accesses to, a bit each
  u32 texture_site, pad;           // for the checks: where it accesses a texture
  u64 fences;                      // for the checks: a byte for the textures of every eighth number
  u8 slot[SLOT_BYTES] __attribute__((aligned(16)));
  Thread thread;
} Lane;

// What an imageblock has for each pixel of all tiles: `width` pixels of `bytes` bytes a row.
typedef struct Pixels {
  u8 *at;
  u32 bytes, width, height, pad;
} Pixels;

typedef struct Dispatch {
  u32 groups[3], size[3], grid[3]; // threadgroups; threads of a threadgroup; threads in all
  u32 quads, poison;               // lanes are numbered by squares of 2 x 2; 0, or what memory that nobody wrote is filled with
  void **arguments;
  u8 *stacks;
  u64 stack_bytes;
  Lane *lanes;
  Simd *simds;
  u8 *discarded;                   // a byte an element, or null
  u32 error, died;                 // enum Error; threads that a check ended
  u64 error_site, other_site;
  u64 switches, barriers, meetings, threads;
  u32 epoch, error_group;
  const Pixels *imageblock;        // one for each render target, or null
} Dispatch;

enum Error { NO_ERROR, NOT_ALL_REACH, DIFFERENT_BARRIERS, STACK_OVERFLOW, NO_FUNCTION };

typedef struct Region {
  u8 *at;
  u64 bytes;
} Region;

extern Region mtlb_threadgroup[]; // made for each function: its threadgroup variables
extern const u32 mtlb_threadgroup_count;
// 0: its threads are a loop; ALL_STACKS: each has one; ONE_STACK: they never meet; LANE_LOOPS: each simdgroup has one
extern const u32 mtlb_is_stackful;
enum Stacks { ALL_STACKS = 1, ONE_STACK, LANE_LOOPS };
extern void mtlb_entry(void **arguments, Thread *thread);

typedef struct Where {
  u32 thread, group, simd, epoch, simd_epoch, poison, died;
  const u32 *ordered, *simd_ordered; // of each kind of memory
} Where;
void mtlb_where(Where *where);
u32 mtlb_group_number(void);
u32 mtlb_epochs(void); // of barriers << 12 | of the simdgroup
void mtlb_simdgroup_barrier(u32 orders, u64 site);
void *mtlb_slot(void);
Simd *mtlb_meet(u64 site);
u32 mtlb_lane(void);
Variable **mtlb_variables(void);
enum LaneFault { NO_SUCH_LANE = 24, INACTIVE_LANE, MATRIX_WITHOUT_LANES, LANES_DIFFER }; // after the kinds of native/check.c
extern const void *(*mtlb_lane_fault)(u32 kind, const void *value, u64 site); // null without checks
// An access to a texel that `place` names by x, y, z, layer, sample and level; null without checks. `texel`: its `bytes`
// bytes of the texture that is at `data`, or null if there is no such texel; `data` null: there is no texture.
enum TexelAccess { TEXEL_READ = 0, TEXEL_WRITE = 1, TEXEL_ATOMIC = 2 };
extern void (*mtlb_texel_access)(const void *data, const void *texel, u64 bytes, u32 access, const int *place);
Lane *mtlb_current(void);
const LaneRuns *mtlb_lane_runs(void);
const void *mtlb_neighbour(const Simd *simd, u32 bit, u32 far);
void mtlb_end_thread(void);
u64 mtlb_matrix_place(u32 number, u64 right, u64 down, u64 x0, u64 y0);
const Thread *mtlb_thread(void);
const Pixels *mtlb_pixels(void);
void mtlb_no_function(void);
