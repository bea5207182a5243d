// What only some stages have: function tables, imageblocks, indirect command buffers, rasterization rate maps.
#include "runtime.h"

// --- function tables: their number, then the addresses

typedef struct Table {
  u64 count;
  void *functions[];
} Table;

void *mtlb_table_entry(const Table *table, u32 index) {
  void *found = table && index < table->count ? table->functions[index] : 0;
  if (!found) mtlb_no_function();
  return found;
}

// --- meshes: mtlb/cpu/library/meshes.py has the layout

// Where a row of a table is, or the row at `nowhere` if the table does not have it, which is counted.
void *mtlb_mesh_row(u32 *mesh, u32 table, u32 row, u32 stride, u32 nowhere) {
  const u32 *entry = mesh + 2 + 2 * table;
  if (row < entry[1]) return (u8 *)mesh + (entry[0] + row * stride);
  mesh[1]++;
  return (u8 *)mesh + nowhere;
}

// --- imageblocks

// What there is for pixel (x, y) of the tile, which is as large as a threadgroup; elsewhere zeros that nobody reads back.
void *mtlb_imageblock(u32 target, u32 x, u32 y) {
  static u64 nowhere[32];
  const Pixels *all = mtlb_pixels();
  const Thread *t = mtlb_thread();
  u32 px = t->group[0] * t->declared_size[0] + x, py = t->group[1] * t->declared_size[1] + y;
  __builtin_memset(nowhere, 0, sizeof nowhere);
  if (!all || x >= t->declared_size[0] || y >= t->declared_size[1]) return nowhere;
  for (u32 i = 0; i <= target; i++)
    if (!all[i].bytes) return nowhere; // a row of zeros ends the list
  const Pixels *p = all + target;
  return px < p->width && py < p->height ? p->at + ((u64)py * p->width + px) * p->bytes : (u8 *)nowhere;
}

// --- indirect command buffers: mtlb/cpu/library/stages.py has the layout

#define COMMAND_OPERANDS 14
typedef struct Command {
  char name[48];
  u32 index, operands, addresses, pad; // addresses: a bit for each operand that is one
  u64 operand[COMMAND_OPERANDS];
} Command;

typedef struct CommandBuffer {
  u32 room, count;
  u64 pad;
  Command command[];
} CommandBuffer;

u64 *mtlb_command(CommandBuffer *buffer, const char *name, u32 index, u32 operands, u32 addresses) {
  static u64 nowhere[COMMAND_OPERANDS];
  if (!buffer) return nowhere;
  u32 number = buffer->count++;
  if (number >= buffer->room) return nowhere;
  Command *c = buffer->command + number;
  for (u32 i = 0; i < sizeof c->name - 1 && name[i]; i++) c->name[i] = name[i];
  c->index = index;
  c->operands = operands;
  c->addresses = addresses;
  return c->operand;
}

// --- rasterization rate maps: mtlb/cpu/images.py makes them

typedef struct Axis {
  u32 from, pieces; // its physical coordinates at the ends of so many pieces of the screen, in floats from the beginning
  float screen;
  u32 pad;
} Axis;

typedef struct RateMap {
  u32 layers, pad[3];
  Axis axis[]; // horizontal and vertical of each layer
} RateMap;

float mtlb_map_coordinate(const RateMap *map, u32 layer, u32 vertical, u32 to_physical, float v) {
  if (!map || layer >= map->layers) return v;
  const Axis *a = map->axis + 2 * layer + vertical;
  const float *physical = (const float *)map + a->from;
  float width = a->screen / (float)a->pieces;
  u32 piece = 0;
  if (to_physical) {
    while (piece + 1 < a->pieces && v >= width * (float)(piece + 1)) piece++;
    return physical[piece] + (v / width - (float)piece) * (physical[piece + 1] - physical[piece]);
  }
  while (piece + 1 < a->pieces && v >= physical[piece + 1]) piece++;
  return width * ((float)piece + (v - physical[piece]) / (physical[piece + 1] - physical[piece]));
}
