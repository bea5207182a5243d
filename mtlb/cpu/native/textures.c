// Textures as plain memory: reading, writing, sampling. After the Metal Shading Language Specification ("Texture Functions",
// "Samplers") and the pixel formats of the Metal feature set tables.
#include "runtime.h"

typedef struct Texture { // mtlb/cpu/images.py fills it in
  u8 *data;
  u32 width, height, depth, layers, levels, samples; // of level 0; a cube has 6 layers for each of its elements
  u32 channels, kind, flags;                         // enum Kind, enum Flag
  u64 x, y, z, layer, sample;                        // strides in bytes of level 0
  u64 level[16];                                     // offset in bytes of each level; rows of all but level 0 are packed
} Texture;

enum Kind { F32, F16, UNORM8, SNORM8, U8, S8, U16, S16, U32, S32, UNORM16, SNORM16, BF16, RGB10A2, RG11B10, RGB9E5, U10A2,
            B5G6R5, BGR5A1, ABGR4 };
enum Flag { SRGB = 1, BGRA = 2, ALPHA_ONLY = 4, IS_DEPTH = 8 };

typedef union Texel {
  float f[4];
  int i[4];
} Texel;

static float minimum(float a, float b) { return a < b ? a : b; }
static float maximum(float a, float b) { return a > b ? a : b; }
static float clamp(float v, float low, float high) { return v > low ? v < high ? v : high : low; } // NaN: low
static float power(float a, float b) { return __builtin_powf(a, b); }

float mtlb_to_srgb(float v) {
  v = clamp(v, 0, 1);
  return v < 0.0031308f ? 12.92f * v : 1.055f * power(v, 1 / 2.4f) - 0.055f;
}
float mtlb_from_srgb(float v) { return v <= 0.04045f ? v / 12.92f : power((v + 0.055f) / 1.055f, 2.4f); }

static int is_integer(const Texture *t) { return (t->kind >= U8 && t->kind <= S32) || t->kind == U10A2; }
static u32 level_of(u32 size, u32 level) {
  size >>= level;
  return size ? size : 1;
}
static u32 packed_size(const Texture *t) { return (u32)t->x; }

static u8 *address(const Texture *t, int x, int y, int z, int layer, int sample, u32 level) {
  if (level >= t->levels || x < 0 || y < 0 || z < 0 || layer < 0 || sample < 0) return 0;
  u32 w = level_of(t->width, level), h = level_of(t->height, level), d = level_of(t->depth, level);
  if ((u32)x >= w || (u32)y >= h || (u32)z >= d || (u32)layer >= t->layers || (u32)sample >= t->samples) return 0;
  if (!level) return t->data + x * t->x + y * t->y + z * t->z + layer * t->layer + sample * t->sample;
  return t->data + t->level[level] + ((((u64)layer * d + z) * h + y) * w + x) * packed_size(t);
}

static float small_float(u32 bits, u32 mantissa) { // 5 bits of exponent, no sign
  u32 exponent = bits >> mantissa, fraction = bits & ((1u << mantissa) - 1);
  float scale = (float)(1u << mantissa);
  if (exponent == 31) return fraction ? __builtin_nanf("") : __builtin_inff();
  if (!exponent) return __builtin_ldexpf(fraction / scale, -14);
  return __builtin_ldexpf(1 + fraction / scale, (int)exponent - 15);
}
static u32 to_small_float(float v, u32 mantissa) {
  union { float f; u32 u; } b = {v};
  u32 largest = (31u << mantissa) - 1;
  if (v != v) return (31u << mantissa) | 1;
  if (v <= 0) return 0;
  if (b.u == 0x7f800000) return 31u << mantissa;
  int exponent;
  float fraction = __builtin_frexpf(v, &exponent); // 0.5 <= fraction < 1
  float scale = (float)(1u << mantissa);
  u32 bits;
  if (exponent - 1 < -14) bits = (u32)__builtin_rintf(__builtin_ldexpf(v, 14) * scale);
  else bits = (u32)((exponent - 1 + 15) << mantissa) + (u32)__builtin_rintf((fraction * 2 - 1) * scale);
  return bits > largest ? largest : bits;
}

static Texel fetch(const Texture *t, const u8 *p) {
  Texel r = {{0, 0, 0, 0}};
  if (!p) return r;
  u32 word;
  if (is_integer(t)) r.i[3] = 1;
  else r.f[3] = 1;
  switch (t->kind) {
  case RGB10A2: case U10A2:
    word = *(const u32 *)p;
    for (u32 c = 0; c < 4; c++) {
      u32 v = c < 3 ? word >> 10 * c & 1023 : word >> 30;
      if (t->kind == U10A2) r.i[c] = (int)v;
      else r.f[c] = v / (c < 3 ? 1023.0f : 3.0f);
    }
    break;
  case RG11B10:
    word = *(const u32 *)p;
    r.f[0] = small_float(word & 2047, 6);
    r.f[1] = small_float(word >> 11 & 2047, 6);
    r.f[2] = small_float(word >> 22, 5);
    break;
  case RGB9E5:
    word = *(const u32 *)p;
    for (u32 c = 0; c < 3; c++) r.f[c] = __builtin_ldexpf((float)(word >> 9 * c & 511), (int)(word >> 27) - 15 - 9);
    break;
  case B5G6R5:
    word = *(const u16 *)p;
    r.f[2] = (word & 31) / 31.0f;
    r.f[1] = (word >> 5 & 63) / 63.0f;
    r.f[0] = (word >> 11) / 31.0f;
    break;
  case BGR5A1:
    word = *(const u16 *)p;
    for (u32 c = 0; c < 3; c++) r.f[2 - c] = (word >> 5 * c & 31) / 31.0f;
    r.f[3] = (float)(word >> 15);
    break;
  case ABGR4:
    word = *(const u16 *)p;
    for (u32 c = 0; c < 4; c++) r.f[3 - c] = (word >> 4 * c & 15) / 15.0f;
    break;
  default:
    for (u32 c = 0; c < t->channels; c++) switch (t->kind) {
      case F32: r.f[c] = ((const float *)p)[c]; break;
      case F16: r.f[c] = (float)((const _Float16 *)p)[c]; break;
      case BF16: r.i[c] = ((const u16 *)p)[c] << 16; break;
      case UNORM8: r.f[c] = p[c] / 255.0f; break;
      case SNORM8: r.f[c] = maximum((signed char)p[c] / 127.0f, -1); break;
      case UNORM16: r.f[c] = ((const u16 *)p)[c] / 65535.0f; break;
      case SNORM16: r.f[c] = maximum(((const short *)p)[c] / 32767.0f, -1); break;
      case U8: r.i[c] = p[c]; break;
      case S8: r.i[c] = (signed char)p[c]; break;
      case U16: r.i[c] = ((const u16 *)p)[c]; break;
      case S16: r.i[c] = ((const short *)p)[c]; break;
      default: r.i[c] = ((const int *)p)[c];
    }
  }
  if (t->flags & BGRA) {
    float blue = r.f[0];
    r.f[0] = r.f[2];
    r.f[2] = blue;
  }
  if (t->flags & ALPHA_ONLY) {
    r.f[3] = r.f[0];
    r.f[0] = 0;
  }
  if (t->flags & SRGB)
    for (u32 c = 0; c < 3; c++) r.f[c] = mtlb_from_srgb(r.f[c]);
  return r;
}

static u32 unorm(float v, u32 largest) { return (u32)__builtin_rintf(clamp(v, 0, 1) * (float)largest); }
static int snorm(float v, int largest) { return v != v ? 0 : (int)__builtin_rintf(clamp(v, -1, 1) * (float)largest); }

static void put(const Texture *t, u8 *p, Texel v) {
  if (t->flags & SRGB)
    for (u32 c = 0; c < 3; c++) v.f[c] = mtlb_to_srgb(v.f[c]);
  if (t->flags & ALPHA_ONLY) v.f[0] = v.f[3];
  if (t->flags & BGRA) {
    float blue = v.f[2];
    v.f[2] = v.f[0];
    v.f[0] = blue;
  }
  switch (t->kind) {
  case RGB10A2: *(u32 *)p = unorm(v.f[0], 1023) | unorm(v.f[1], 1023) << 10 | unorm(v.f[2], 1023) << 20 | unorm(v.f[3], 3) << 30; return;
  case U10A2: *(u32 *)p = (v.i[0] & 1023) | (v.i[1] & 1023) << 10 | (v.i[2] & 1023) << 20 | (u32)v.i[3] << 30; return;
  case RG11B10: *(u32 *)p = to_small_float(v.f[0], 6) | to_small_float(v.f[1], 6) << 11 | to_small_float(v.f[2], 5) << 22; return;
  case RGB9E5: { // the shared exponent is that of the largest
    float largest = 0, most = 511.0f / 512 * 65536;
    for (u32 c = 0; c < 3; c++) largest = maximum(largest, v.f[c] = clamp(v.f[c], 0, most));
    int exponent = 0;
    (void)__builtin_frexpf(largest, &exponent);
    int shared = (exponent < -15 ? -15 : exponent) + 15;
    if (__builtin_rintf(__builtin_ldexpf(largest, 9 + 15 - shared)) == 512) shared++;
    u32 word = (u32)shared << 27;
    for (u32 c = 0; c < 3; c++) word |= (u32)__builtin_rintf(__builtin_ldexpf(v.f[c], 9 + 15 - shared)) << 9 * c;
    *(u32 *)p = word;
    return;
  }
  case B5G6R5: *(u16 *)p = (u16)(unorm(v.f[2], 31) | unorm(v.f[1], 63) << 5 | unorm(v.f[0], 31) << 11); return;
  case BGR5A1: *(u16 *)p = (u16)(unorm(v.f[2], 31) | unorm(v.f[1], 31) << 5 | unorm(v.f[0], 31) << 10 | unorm(v.f[3], 1) << 15); return;
  case ABGR4: *(u16 *)p = (u16)(unorm(v.f[3], 15) | unorm(v.f[2], 15) << 4 | unorm(v.f[1], 15) << 8 | unorm(v.f[0], 15) << 12); return;
  }
  for (u32 c = 0; c < t->channels; c++) switch (t->kind) {
    case F32: ((float *)p)[c] = v.f[c]; break;
    case F16: ((_Float16 *)p)[c] = (_Float16)v.f[c]; break;
    case BF16: { u32 u = (u32)v.i[c]; ((u16 *)p)[c] = (u16)((u + 0x7fff + (u >> 16 & 1)) >> 16); break; }
    case UNORM8: p[c] = (u8)unorm(v.f[c], 255); break;
    case SNORM8: p[c] = (u8)snorm(v.f[c], 127); break;
    case UNORM16: ((u16 *)p)[c] = (u16)unorm(v.f[c], 65535); break;
    case SNORM16: ((short *)p)[c] = (short)snorm(v.f[c], 32767); break;
    case U8: { u32 u = (u32)v.i[c]; p[c] = (u8)(u > 255 ? 255 : u); break; }
    case S8: p[c] = (u8)(v.i[c] > 127 ? 127 : v.i[c] < -128 ? -128 : v.i[c]); break;
    case U16: { u32 u = (u32)v.i[c]; ((u16 *)p)[c] = (u16)(u > 65535 ? 65535 : u); break; }
    case S16: ((short *)p)[c] = (short)(v.i[c] > 32767 ? 32767 : v.i[c] < -32768 ? -32768 : v.i[c]); break;
    default: ((int *)p)[c] = v.i[c];
  }
}

// Where a texel is, or null, after the checks have seen it.
static u8 *accessed(const Texture *t, int x, int y, int z, int layer, int sample, u32 level, u32 access) {
  u8 *p = t ? address(t, x, y, z, layer, sample, level) : 0;
  int place[6] = {x, y, z, layer, sample, (int)level};
  if (mtlb_texel_access) mtlb_texel_access(t ? t->data : 0, p, t ? t->x : 0, access, place);
  return p;
}

// What is outside reads as 0 in the components that the format has, and as it says in the others ("Texture Functions").
static Texel outside(const Texture *t) {
  Texel r = {{0, 0, 0, 0}};
  if (!t || t->channels == 4 || t->flags & ALPHA_ONLY) return r;
  if (is_integer(t)) r.i[3] = 1;
  else r.f[3] = 1;
  return r;
}

void mtlb_texture_read(Texture *t, int x, int y, int z, int layer, int sample, u32 level, Texel *out) {
  u8 *p = accessed(t, x, y, z, layer, sample, level, TEXEL_READ);
  *out = p ? fetch(t, p) : outside(t);
}

void mtlb_texture_write(Texture *t, int x, int y, int z, int layer, int sample, u32 level, const Texel *value) {
  u8 *p = accessed(t, x, y, z, layer, sample, level, TEXEL_WRITE);
  if (p) put(t, p, *value);
}

u32 mtlb_texture_query(const Texture *t, u32 what, u32 level) {
  if (!t) return 0;
  switch (what) {
  case 0: return level_of(t->width, level);
  case 1: return level_of(t->height, level);
  case 2: return level_of(t->depth, level);
  case 3: return t->layers;
  case 4: return t->levels;
  default: return t->samples;
  }
}

// --- samplers: 64 bits, as `constexpr sampler` has them (mtlb.air.StaticSampler)

enum AddressMode { CLAMP_TO_ZERO, CLAMP_TO_EDGE, REPEAT, MIRRORED_REPEAT, CLAMP_TO_BORDER, MIRROR_CLAMP_TO_EDGE };

typedef struct Sampler {
  u32 address[3], magnify, minify, mip, pixels, compare, anisotropy, border;
  float low, high;
} Sampler;

static float from_half(u32 bits) {
  union { u16 u; _Float16 h; } half = {(u16)bits};
  return (float)half.h;
}
static Sampler decode(const u64 *word) {
  // AIR 1 has the word of a static sampler as its address; bit 63, which no address has, says so.
  u64 w = (u64)word >> 63 ? (u64)word : word ? *word : 0;
  Sampler s = {{w & 7, w >> 3 & 7, w >> 6 & 7}, w >> 9 & 3, w >> 11 & 3, w >> 13 & 3, w >> 15 & 1, w >> 16 & 15,
               (u32)(w >> 20 & 15) + 1, w >> 56 & 3, from_half(w >> 24 & 0xffff), from_half(w >> 40 & 0xffff)};
  if (s.low == 0 && s.high == 0) s.high = __builtin_inff(); // no range given
  return s;
}

// The texel that index `i` of `n` means, or -1: the border.
static int wrap(int i, int n, u32 mode) {
  int twice = 2 * n;
  switch (mode) {
  case CLAMP_TO_EDGE: return i < 0 ? 0 : i >= n ? n - 1 : i;
  case REPEAT: i %= n; return i < 0 ? i + n : i;
  case MIRRORED_REPEAT: i %= twice; if (i < 0) i += twice; return i < n ? i : twice - 1 - i;
  case MIRROR_CLAMP_TO_EDGE: if (i < 0) i = -1 - i; return i >= n ? n - 1 : i;
  default: return i < 0 || i >= n ? -1 : i;
  }
}
static int compares(u32 function, float a, float b) {
  switch (function) { // CompareFunction
  case 1: return a < b;
  case 2: return a <= b;
  case 3: return a > b;
  case 4: return a >= b;
  case 5: return a == b;
  case 6: return a != b;
  case 7: return 1;
  default: return 0;
  }
}
static Texel tap(const Texture *t, const Sampler *s, int x, int y, int z, int layer, u32 level, const float *reference) {
  x = wrap(x, (int)level_of(t->width, level), s->address[0]);
  y = wrap(y, (int)level_of(t->height, level), s->address[1]);
  z = wrap(z, (int)level_of(t->depth, level), s->address[2]);
  Texel r = {{0, 0, 0, 0}};
  if (x < 0 || y < 0 || z < 0) {
    int border = s->address[0] == CLAMP_TO_BORDER || s->address[1] == CLAMP_TO_BORDER || s->address[2] == CLAMP_TO_BORDER;
    if (border && s->border) { // 0 transparent black, 1 opaque black, 2 opaque white
      float color = s->border == 2 ? 1 : 0;
      r.f[0] = r.f[1] = r.f[2] = color;
      r.f[3] = 1;
      if (is_integer(t)) for (int c = 0; c < 4; c++) r.i[c] = (int)r.f[c];
    }
  } else {
    r = fetch(t, accessed(t, x, y, z, layer, 0, level, TEXEL_READ));
  }
  if (reference) {
    r.f[0] = (float)compares(s->compare, *reference, r.f[0]);
    r.f[1] = r.f[2] = r.f[3] = r.f[0];
  }
  return r;
}

static Texel at_level(const Texture *t, const Sampler *s, const float *coordinate, const int *offset, int layer, u32 level,
                      const float *reference, int linear) {
  u32 n[3] = {level_of(t->width, level), level_of(t->height, level), level_of(t->depth, level)};
  float weight[3];
  int i[3];
  for (int k = 0; k < 3; k++) {
    float p = (s->pixels ? coordinate[k] : coordinate[k] * (float)n[k]) + (float)offset[k];
    if (p != p) p = 0;
    float base = __builtin_floorf(linear ? p - 0.5f : p);
    weight[k] = linear ? p - 0.5f - base : 0;
    i[k] = (int)clamp(base, -1e9f, 1e9f);
  }
  if (t->depth == 1) { i[2] = 0; weight[2] = 0; }
  if (!linear || is_integer(t)) return tap(t, s, i[0], i[1], i[2], layer, level, reference);
  Texel r = {{0, 0, 0, 0}};
  for (int k = 0; k < 8; k++) {
    float w = (k & 1 ? weight[0] : 1 - weight[0]) * (k & 2 ? weight[1] : 1 - weight[1]) * (k & 4 ? weight[2] : 1 - weight[2]);
    if (w == 0) continue;
    Texel v = tap(t, s, i[0] + (k & 1), i[1] + (k >> 1 & 1), i[2] + (k >> 2), layer, level, reference);
    for (int c = 0; c < 4; c++) r.f[c] += w * v.f[c];
  }
  return r;
}

// Face and place on it of a direction: +x -x +y -y +z -z.
static int cube_face(const float *d, float *place) {
  float ax = __builtin_fabsf(d[0]), ay = __builtin_fabsf(d[1]), az = __builtin_fabsf(d[2]), major, s, t;
  int face;
  if (az >= ax && az >= ay) { // of equal ones z is first, then y: the order of Direct3D and Vulkan
    face = 4 + (d[2] < 0);
    major = az;
    s = d[2] < 0 ? -d[0] : d[0];
    t = -d[1];
  } else if (ay >= ax) {
    face = 2 + (d[1] < 0);
    major = ay;
    s = d[0];
    t = d[1] < 0 ? -d[2] : d[2];
  } else {
    face = d[0] < 0;
    major = ax;
    s = d[0] < 0 ? d[2] : -d[2];
    t = -d[1];
  }
  if (major == 0) major = 1;
  place[0] = (s / major + 1) / 2;
  place[1] = (t / major + 1) / 2;
  place[2] = 0;
  return face;
}

enum SampleFlag { CUBE = 1, COMPARE = 2 };

// `level` is the level of detail that the lanes agreed on; `minimum_level` is min_lod_clamp.
void mtlb_texture_sample(Texture *t, const u64 *word, float x, float y, float z, int layer, int ox, int oy, int oz, u32 flags,
                         float level, float minimum_level, float reference, Texel *out) {
  Texel r = {{0, 0, 0, 0}};
  *out = r;
  if (!t) return;
  Sampler s = decode(word);
  float c[3] = {x, y, z};
  int offset[3] = {ox, oy, oz};
  const float *compared = flags & COMPARE ? &reference : 0;
  int per = flags & CUBE ? 6 : 1, elements = (int)t->layers / per;
  layer = layer < 0 ? 0 : layer >= elements ? elements - 1 : layer;
  if (flags & CUBE) {
    float place[3];
    layer = layer * 6 + cube_face(c, place);
    c[0] = place[0];
    c[1] = place[1];
    c[2] = 0;
    s.address[0] = s.address[1] = s.address[2] = CLAMP_TO_EDGE;
  }
  level = clamp(maximum(level, minimum_level), s.low, s.high);
  int linear = level > 0 ? s.minify == 1 : s.magnify == 1;
  level = clamp(level, 0, (float)t->levels - 1);
  if (s.mip == 0) level = 0;
  if (s.mip != 2) {
    *out = at_level(t, &s, c, offset, layer, (u32)(level + 0.5f), compared, linear);
    return;
  }
  u32 low = (u32)level;
  float weight = level - (float)low;
  r = at_level(t, &s, c, offset, layer, low, compared, linear);
  if (weight > 0) {
    Texel other = at_level(t, &s, c, offset, layer, low + 1, compared, linear);
    for (int k = 0; k < 4; k++) r.f[k] += weight * (other.f[k] - r.f[k]);
  }
  *out = r;
}

// The four texels that a linear filter would take, counterclockwise from the lower left: (0,1) (1,1) (1,0) (0,0).
void mtlb_texture_gather(Texture *t, const u64 *word, float x, float y, float z, int layer, int ox, int oy, u32 flags, u32 component,
                         float reference, Texel *out) {
  Texel none = {{0, 0, 0, 0}};
  *out = none;
  if (!t) return;
  Sampler s = decode(word);
  float c[3] = {x, y, z};
  int per = flags & CUBE ? 6 : 1, elements = (int)t->layers / per;
  layer = layer < 0 ? 0 : layer >= elements ? elements - 1 : layer;
  if (flags & CUBE) {
    float place[3];
    layer = layer * 6 + cube_face(c, place);
    c[0] = place[0];
    c[1] = place[1];
    s.address[0] = s.address[1] = s.address[2] = CLAMP_TO_EDGE;
  }
  float px = (s.pixels ? c[0] : c[0] * (float)t->width) + (float)ox - 0.5f;
  float py = (s.pixels ? c[1] : c[1] * (float)t->height) + (float)oy - 0.5f;
  int i = (int)clamp(__builtin_floorf(px), -1e9f, 1e9f), j = (int)clamp(__builtin_floorf(py), -1e9f, 1e9f);
  static const int dx[4] = {0, 1, 1, 0}, dy[4] = {1, 1, 0, 0};
  for (int k = 0; k < 4; k++)
    out->i[k] = tap(t, &s, i + dx[k], j + dy[k], 0, layer, 0, flags & COMPARE ? &reference : 0).i[flags & COMPARE ? 0 : component & 3];
}

// Derivatives of a cube's coordinates become those of the place on its face: each is divided by the largest coordinate.
static void on_face(const float *at, float *change) {
  float ax = __builtin_fabsf(at[0]), ay = __builtin_fabsf(at[1]), az = __builtin_fabsf(at[2]);
  int major = az >= __builtin_fmaxf(ax, ay) ? 2 : ay >= ax ? 1 : 0, s = major == 0, t = major == 2 ? 1 : 2;
  float square = at[major] * at[major], by = change[major];
  float ds = (change[s] * at[major] - at[s] * by) / square, dt = (change[t] * at[major] - at[t] * by) / square;
  change[0] = ds;
  change[1] = dt;
  change[2] = 0;
}

// The level of detail of coordinates `at` that change by (dx, dy) from a pixel to its neighbours, in texels of level 0.
float mtlb_texture_level(const Texture *t, const u64 *word, const float *at, float *dx, float *dy, u32 flags) {
  if (!t) return 0;
  if (flags & CUBE) {
    on_face(at, dx);
    on_face(at, dy);
  }
  Sampler s = decode(word);
  float n[3] = {(float)t->width, (float)t->height, (float)t->depth}, a = 0, b = 0;
  for (int k = 0; k < 3; k++) {
    float scale = s.pixels ? 1 : flags & CUBE ? n[0] / 2 : n[k];
    a += dx[k] * scale * dx[k] * scale;
    b += dy[k] * scale * dy[k] * scale;
  }
  float square = maximum(a, b), other = minimum(a, b);
  if (s.anisotropy > 1 && other > 0) { // the longer axis is covered by several samples
    float ratio = __builtin_sqrtf(square / other), most = (float)s.anisotropy;
    ratio = ratio > most ? most : ratio;
    square /= ratio * ratio;
  }
  if (square <= 0) return -__builtin_inff();
  return 0.5f * __builtin_log2f(square);
}

// The same in a fragment function: how the coordinates change is from the neighbours. All have posted theirs.
float mtlb_texture_level_here(const Texture *t, const u64 *word, u32 flags, u64 site) {
  const float *at = mtlb_slot();
  const Simd *simd = mtlb_meet(site);
  float change[2][3];
  for (u32 bit = 1; bit <= 2; bit++) {
    const float *near = mtlb_neighbour(simd, bit, 0), *far = mtlb_neighbour(simd, bit, 1);
    for (int k = 0; k < 3; k++) change[bit - 1][k] = far[k] - near[k];
  }
  return mtlb_texture_level(t, word, at, change[0], change[1], flags);
}

// --- atomic operations on texels

enum Atomic { ADD, SUB, AND, OR, XOR, MIN, MAX, UMIN, UMAX, EXCHANGE, COMPARE_EXCHANGE }; // mtlb/cpu/library/textures.py

static int changed(u32 operation, int a, int b) {
  switch (operation) {
  case ADD: return (int)((u32)a + (u32)b);
  case SUB: return (int)((u32)a - (u32)b);
  case AND: return a & b;
  case OR: return a | b;
  case XOR: return a ^ b;
  case MIN: return a < b ? a : b;
  case MAX: return a > b ? a : b;
  case UMIN: return (u32)a < (u32)b ? a : b;
  case UMAX: return (u32)a > (u32)b ? a : b;
  default: return b;
  }
}

// `texel` has the operand, and then what was there, which COMPARE_EXCHANGE leaves at `expected` too. Whether that was
// expected, by its first number; otherwise nothing changes.
u32 mtlb_texture_atomic(Texture *t, int x, int y, int z, int layer, u32 operation, Texel *texel, Texel *expected) {
  u8 *p = accessed(t, x, y, z, layer, 0, 0, TEXEL_WRITE | TEXEL_ATOMIC);
  Texel before = p ? fetch(t, p) : outside(t), after;
  u32 same = !expected || expected->i[0] == before.i[0];
  for (int c = 0; c < 4; c++) after.i[c] = same ? changed(operation, before.i[c], texel->i[c]) : before.i[c];
  if (expected) *expected = before;
  if (p) put(t, p, after);
  *texel = before;
  return same;
}

void mtlb_texture_atomic_load(Texture *t, int x, int y, int z, int layer, Texel *out) {
  u8 *p = accessed(t, x, y, z, layer, 0, 0, TEXEL_ATOMIC);
  *out = p ? fetch(t, p) : outside(t);
}
