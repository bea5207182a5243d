// Types of the rarer stages: tiles, object and mesh functions, command buffers, rasterization rates: by hand.
// Source of names and meanings: the Metal Shading Language Specification, chapters 2 and 6; of AIR's functions, the
// modules of the corpus that declare them (`mtlb.air.intrinsics`).
namespace __mtl {
template<class T, class Name> struct abi_of_handle {
  using type = typename T::__handle;
  __MTL_INLINE static T get(type x) { return T{x}; }
};
template<uint Kind, uint A, uint B, class E> struct described_handle {
  static constexpr type value = {Kind, 8, 8, A, B, &describe<E>::value, nullptr, nullptr};
};
}
// --- rasterization rates
namespace metal {
struct rasterization_rate_map_data;
extern "C" __MTL_A(pure, nothrow) __v_float2 __air_map_screen_f(__v_float2, const __MTL_A(address_space(2)) char*, uint) __asm__("air.map_screen_to_physical_coordinates.v2f32.p2i8.i32");
extern "C" __MTL_A(pure, nothrow) __v_int2 __air_map_screen_i(__v_int2, const __MTL_A(address_space(2)) char*, uint) __asm__("air.map_screen_to_physical_coordinates.v2i32.p2i8.i32");
extern "C" __MTL_A(pure, nothrow) __v_float2 __air_map_physical_f(__v_float2, const __MTL_A(address_space(2)) char*, uint) __asm__("air.map_physical_to_screen_coordinates.v2f32.p2i8.i32");
extern "C" __MTL_A(pure, nothrow) __v_int2 __air_map_physical_i(__v_int2, const __MTL_A(address_space(2)) char*, uint) __asm__("air.map_physical_to_screen_coordinates.v2i32.p2i8.i32");
struct rasterization_rate_map_decoder {
  const rasterization_rate_map_data* __data;
  __MTL_INLINE explicit rasterization_rate_map_decoder(const rasterization_rate_map_data& d) : __data(&d) {}
  __MTL_INLINE float2 map_screen_to_physical_coordinates(float2 c, uint layer = 0) const { return float2::__of(__air_map_screen_f(c.v, (const __MTL_A(address_space(2)) char*)__data, layer)); }
  __MTL_INLINE uint2 map_screen_to_physical_coordinates(uint2 c, uint layer = 0) const { return uint2::__of(__builtin_bit_cast(__v_uint2, __air_map_screen_i(__builtin_bit_cast(__v_int2, c.v), (const __MTL_A(address_space(2)) char*)__data, layer))); }
  __MTL_INLINE float2 map_physical_to_screen_coordinates(float2 c, uint layer = 0) const { return float2::__of(__air_map_physical_f(c.v, (const __MTL_A(address_space(2)) char*)__data, layer)); }
  __MTL_INLINE uint2 map_physical_to_screen_coordinates(uint2 c, uint layer = 0) const { return uint2::__of(__builtin_bit_cast(__v_uint2, __air_map_physical_i(__builtin_bit_cast(__v_int2, c.v), (const __MTL_A(address_space(2)) char*)__data, layer))); }
};
// --- imageblocks
struct imageblock_layout_explicit {};
struct _imageblock_t;
typedef _imageblock_t __MTL_A(address_space(4))* __imageblock_handle;
typedef char __MTL_A(address_space(4))* __block_data;
extern "C" __MTL_A(pure, nothrow) __block_data __air_imageblock_data(__v_ushort2, uint, ushort) __asm__("air.imageblock_data");
extern "C" __MTL_A(pure, nothrow) uchar __MTL_A(address_space(4))* __air_implicit_data(uint, __v_ushort2, uint, ushort) __asm__("air.implicit_imageblock_data");
// The rate of colors is 1; what reads and writes without a rate pass is 0 (kagurasumusun/metal, run2x_apply/P22K).
enum class imageblock_data_rate { sample, color };
extern "C" __MTL_A(const, nothrow) ushort __air_imageblock_width() __asm__("air.get_imageblock_width");
extern "C" __MTL_A(const, nothrow) ushort __air_imageblock_height() __asm__("air.get_imageblock_height");
extern "C" __MTL_A(const, nothrow) ushort __air_imageblock_samples() __asm__("air.get_imageblock_samples");
extern "C" __MTL_A(const, nothrow) ushort __air_imageblock_colors(__v_ushort2) __asm__("air.get_imageblock_num_colors");
extern "C" __MTL_A(const, nothrow) ushort __air_color_coverage(__v_ushort2, ushort) __asm__("air.get_color_coverage_mask");
template<class T> struct __implicit_imageblock;
#define __MTL_IMPLICIT(T, V, word) \
  extern "C" __MTL_A(pure, nothrow) V __air_load_implicit_##T(uint, __v_ushort2, uint, ushort) __asm__("air.load.implicit_imageblock." word); \
  extern "C" __MTL_A(nothrow) void __air_store_implicit_##T(V, uint, __v_ushort2, uint, ushort) __asm__("air.store.implicit_imageblock." word); \
  extern "C" __MTL_A(nothrow) void __air_store_implicit_mask_##T(V, uint, __v_ushort2, ushort) __asm__("air.store.implicit_imageblock.mask." word); \
  extern "C" __MTL_A(nothrow) void __air_store_explicit_mask_##T(V, V __MTL_A(address_space(4))*, ushort, uint, bool) __asm__("air.store.imageblock.mask." word); \
  template<> struct __implicit_imageblock<T> { \
    __MTL_INLINE static void write(uint n, ushort2 c, T x, ushort mask) { __air_store_implicit_mask_##T(__mtl::abi<T>::put(x), n, c.v, mask); } \
    __MTL_INLINE static auto read(uint n, ushort2 c, ushort i, imageblock_data_rate r) { return __mtl::abi<T>::get(__air_load_implicit_##T(n, c.v, uint(r), i)); } \
    __MTL_INLINE static void write(uint n, ushort2 c, T x, ushort i, imageblock_data_rate r) { __air_store_implicit_##T(__mtl::abi<T>::put(x), n, c.v, uint(r), i); } \
    __MTL_INLINE static void write(__block_data p, uint alignment, T x, ushort mask) { __air_store_explicit_mask_##T(__mtl::abi<T>::put(x), (V __MTL_A(address_space(4))*)p, mask, alignment, false); } \
  };
#define __MTL_IMPLICITS(T, word) __MTL_IMPLICIT(T, T, word) __MTL_IMPLICIT(T##2, __v_##T##2, "v2" word) __MTL_IMPLICIT(T##3, __v_##T##3, "v3" word) __MTL_IMPLICIT(T##4, __v_##T##4, "v4" word)
__MTL_IMPLICITS(half, "f16") __MTL_IMPLICITS(float, "f32") __MTL_IMPLICITS(short, "i16") __MTL_IMPLICITS(ushort, "i16") __MTL_IMPLICITS(int, "i32") __MTL_IMPLICITS(uint, "i32")
// Without a layout, an imageblock of a struct with colors is implicit, every other one explicit (P22K).
template<class L> struct __layout_of { using type = imageblock_layout_explicit; };
template<class S, class... F> struct __layout_of<__mtl::members<S, F...>> { using type = conditional_t<((F::kind == __mtl::is_color) || ...), imageblock_layout_implicit, imageblock_layout_explicit>; };
// A slice: the data of a color (kagurasumusun/metal, run25_apply/P25M), or of a member (steelbrain/metal2vulkan,
// validation/fixtures/public/kernel_imageblock_runtime_slice_region), and a size if it is not the whole imageblock.
template<class E, class L> struct imageblock_slice { uchar __MTL_A(address_space(4))* __data; bool __has_size; __v_ushort2 __size; };
template<class T, class L = typename __layout_of<typename __mtl::list_of<T>::type>::type> struct imageblock {
  using __handle = __imageblock_handle;
  __handle h;
  __MTL_INLINE ushort get_width() const { return __air_imageblock_width(); }
  __MTL_INLINE ushort get_height() const { return __air_imageblock_height(); }
  __MTL_INLINE ushort get_num_samples() const { return __air_imageblock_samples(); }
  __MTL_INLINE ushort get_num_colors(ushort2 c) const { return __air_imageblock_colors(c.v); }
  __MTL_INLINE ushort get_color_coverage_mask(ushort2 c, ushort n) const { return __air_color_coverage(c.v, n); }
  __MTL_INLINE T* data(ushort2 c) const { return data(c, 0, imageblock_data_rate::sample); }
  __MTL_INLINE T* data(ushort2 c, ushort i, imageblock_data_rate r) const {
    static_assert(is_same_v<L, imageblock_layout_explicit>, "data() is of an explicit imageblock");
    return (T*)__air_imageblock_data(c.v, uint(r), i);
  }
  __MTL_INLINE T read(ushort2 c) const { return read(c, 0, imageblock_data_rate::sample); }
  template<class Q = T> __MTL_INLINE T read(ushort2 c, ushort i, imageblock_data_rate r) const {
    static_assert(is_same_v<L, imageblock_layout_implicit>, "read() is of an implicit imageblock");
    T x;
    __read(x, c, i, r, Q::__mtl_members());
    return x;
  }
  __MTL_INLINE void write(T x, ushort2 c) const { write(x, c, 0, imageblock_data_rate::sample); }
  template<class Q = T> __MTL_INLINE void write(T x, ushort2 c, ushort i, imageblock_data_rate r) const {
    static_assert(is_same_v<L, imageblock_layout_implicit>, "write() without a mask is of an implicit imageblock");
    __write(x, c, Q::__mtl_members(), i, r);
  }
  template<class Q = T> __MTL_INLINE void write(T x, ushort2 c, ushort color_coverage_mask) const {
    if constexpr (is_same_v<L, imageblock_layout_implicit>) __write(x, c, Q::__mtl_members(), color_coverage_mask);
    else __write_data(x, __air_imageblock_data(c.v, 0, 0), Q::__mtl_members(), color_coverage_mask);
  }
  template<class E> __MTL_INLINE static imageblock_slice<E, L> __whole(uchar __MTL_A(address_space(4))* data) { imageblock_slice<E, L> s; s.__data = data; s.__has_size = false; return s; }
  template<class E> __MTL_INLINE imageblock_slice<E, L> slice(uint n) const {
    static_assert(is_same_v<L, imageblock_layout_implicit>, "a slice of an explicit imageblock is of a member of its data");
    return __whole<E>(__air_implicit_data(n, __v_ushort2{0, 0}, 0, 0));
  }
  template<class E> __MTL_INLINE imageblock_slice<E, L> slice(uint n, ushort2 size) const { return {slice<E>(n).__data, true, size.v}; }
  template<class E> __MTL_INLINE imageblock_slice<E, L> slice(const E& member) const {
    static_assert(is_same_v<L, imageblock_layout_explicit>, "a slice of an implicit imageblock is of the index of a color");
    return __whole<E>((uchar __MTL_A(address_space(4))*)&member);
  }
  template<class E> __MTL_INLINE imageblock_slice<E, L> slice(const E& member, ushort2 size) const { return {slice(member).__data, true, size.v}; }
  template<class... F> __MTL_INLINE static void __read(T& x, ushort2 c, ushort i, imageblock_data_rate r, __mtl::members<T, F...>) {
    uint n = 0;
    (F::set(x, __implicit_imageblock<remove_cv_t<typename F::value_type>>::read(n++, c, i, r)), ...);
  }
  template<class... F, class... M> __MTL_INLINE static void __write(T& x, ushort2 c, __mtl::members<T, F...>, M... how) {
    uint n = 0;
    (__implicit_imageblock<remove_cv_t<typename F::value_type>>::write(n++, c, F::get(x), how...), ...);
  }
  static constexpr uint __alignment(uint offset) { uint lowest = offset & -offset; return offset && lowest < alignof(T) ? lowest : uint(alignof(T)); }
  template<class... F> __MTL_INLINE static void __write_data(T& x, __block_data p, __mtl::members<T, F...>, ushort mask) {
    (__implicit_imageblock<remove_cv_t<typename F::value_type>>::write(p + F::offset, __alignment(F::offset), F::get(x), mask), ...);
  }
};
// --- mesh functions
enum class topology { point, line, triangle };
struct _mesh_t;
typedef _mesh_t __MTL_A(address_space(7))* __mesh_handle;
struct _mesh_grid_properties_t;
typedef _mesh_grid_properties_t __MTL_A(address_space(3))* __mesh_grid_handle;
extern "C" __MTL_A(nothrow) void __air_set_threadgroups(__mesh_grid_handle, __v_uint3) __asm__("air.set_threadgroups_per_grid_mesh_properties");
extern "C" __MTL_A(nothrow) void __air_set_index_mesh(__mesh_handle, uint, uchar) __asm__("air.set_index_mesh");
extern "C" __MTL_A(nothrow) void __air_set_indices_mesh2(__mesh_handle, uint, __v_uchar2) __asm__("air.set_indices_mesh.v2i8");
extern "C" __MTL_A(nothrow) void __air_set_indices_mesh4(__mesh_handle, uint, __v_uchar4) __asm__("air.set_indices_mesh.v4i8");
extern "C" __MTL_A(nothrow) void __air_set_position_mesh(__mesh_handle, uint, __v_float4) __asm__("air.set_position_mesh");
extern "C" __MTL_A(nothrow) void __air_set_primitive_count_mesh(__mesh_handle, uint) __asm__("air.set_primitive_count_mesh");
extern "C" __MTL_A(nothrow) void __air_set_target_mesh(__mesh_handle, uint, uint) __asm__("air.set_render_target_array_index_mesh.i32");
extern "C" __MTL_A(nothrow) void __air_set_viewport_mesh(__mesh_handle, uint, uint) __asm__("air.set_viewport_array_index_mesh.i32");
extern "C" __MTL_A(nothrow) void __air_set_point_size_mesh(__mesh_handle, uint, float) __asm__("air.set_point_size_mesh");
extern "C" __MTL_A(nothrow) void __air_set_clip_distance_mesh(__mesh_handle, uint, uint, float) __asm__("air.set_clip_distance_mesh");
extern "C" __MTL_A(nothrow) void __air_set_primitive_id_mesh(__mesh_handle, uint, uint) __asm__("air.set_primitive_id_mesh");
extern "C" __MTL_A(nothrow) void __air_set_culled_mesh(__mesh_handle, uint, bool) __asm__("air.set_primitive_culled_mesh");
struct mesh_grid_properties {
  using __handle = __mesh_grid_handle;
  __handle h;
  __MTL_INLINE void set_threadgroups_per_grid(uint3 n) const { __air_set_threadgroups(h, n.v); }
};
template<class T> struct __mesh_data;
#define __MTL_MESH_DATA(T, V, word) \
  extern "C" __MTL_A(nothrow) void __air_set_vertex_data_##T(__mesh_handle, uint, uint, V) __asm__("air.set_vertex_data_mesh." word); \
  extern "C" __MTL_A(nothrow) void __air_set_primitive_data_##T(__mesh_handle, uint, uint, V) __asm__("air.set_primitive_data_mesh." word); \
  template<> struct __mesh_data<T> { \
    __MTL_INLINE static void set(__mesh_handle h, bool is_vertex, uint id, uint n, T x) { \
      if (is_vertex) __air_set_vertex_data_##T(h, id, n, __mtl::abi<T>::put(x)); else __air_set_primitive_data_##T(h, id, n, __mtl::abi<T>::put(x)); \
    } \
  };
#define __MTL_MESH_NUMBERS(T, word) __MTL_MESH_DATA(T, T, word) __MTL_MESH_DATA(T##2, __v_##T##2, "v2" word) __MTL_MESH_DATA(T##3, __v_##T##3, "v3" word) __MTL_MESH_DATA(T##4, __v_##T##4, "v4" word)
__MTL_MESH_NUMBERS(half, "f16") __MTL_MESH_NUMBERS(float, "f32") __MTL_MESH_NUMBERS(char, "i8") __MTL_MESH_NUMBERS(uchar, "i8")
__MTL_MESH_NUMBERS(short, "i16") __MTL_MESH_NUMBERS(ushort, "i16") __MTL_MESH_NUMBERS(int, "i32") __MTL_MESH_NUMBERS(uint, "i32")
template<class V, class P, uint NV, uint NP, topology T> struct mesh {
  using __handle = __mesh_handle;
  static constexpr uint max_vertices = NV, max_primitives = NP, indices_per_primitive = uint(T) + 1, max_indices = NP * indices_per_primitive;
  static_assert(NV <= 256 && NP <= 512, "a mesh has at most 256 vertices and 512 primitives");
  __handle h;
  __MTL_INLINE void set_vertex(uint n, V v) const { __set<true>(n, v, V::__mtl_members()); }
  template<class Q = P> __MTL_INLINE void set_primitive(uint n, Q p) const { __set<false>(n, p, Q::__mtl_members()); }
  __MTL_INLINE void set_index(uint n, uchar i) const { __air_set_index_mesh(h, n, i); }
  __MTL_INLINE void set_indices(uint n, uchar2 i) const { __air_set_indices_mesh2(h, n, i.v); }
  __MTL_INLINE void set_indices(uint n, uchar4 i) const { __air_set_indices_mesh4(h, n, i.v); }
  __MTL_INLINE void set_primitive_count(uint n) const { __air_set_primitive_count_mesh(h, n); }
  template<bool IsVertex, class S, class... F> __MTL_INLINE void __set(uint n, S& s, __mtl::members<S, F...>) const {
    uint id = 0;
    (__member<IsVertex, F>(n, s, id), ...);
  }
  template<bool IsVertex, class F, class S> __MTL_INLINE void __member(uint n, S& s, uint& id) const {
    if constexpr (F::kind == __mtl::is_position) __air_set_position_mesh(h, n, F::get(s).v);
    else if constexpr (F::kind == __mtl::is_render_target_array_index) __air_set_target_mesh(h, n, F::get(s));
    else if constexpr (F::kind == __mtl::is_viewport_array_index) __air_set_viewport_mesh(h, n, F::get(s));
    else if constexpr (F::kind == __mtl::is_point_size) __air_set_point_size_mesh(h, n, F::get(s));
    else if constexpr (F::kind == __mtl::is_primitive_culled) __air_set_culled_mesh(h, n, F::get(s));
    else if constexpr (F::kind == __mtl::is_primitive_id) __air_set_primitive_id_mesh(h, n, F::get(s));
    else if constexpr (F::kind == __mtl::is_clip_distance) {
      if constexpr (is_array_v<typename F::value_type>) { for (uint k = 0; k < sizeof(typename F::value_type) / 4; ++k) __air_set_clip_distance_mesh(h, k, n, F::get(s)[k]); }
      else __air_set_clip_distance_mesh(h, 0, n, F::get(s));
    }
    else __mesh_data<remove_cv_t<typename F::value_type>>::set(h, IsVertex, id++, n, F::get(s));
  }
};
// --- logging: nothing is logged, and the compiler says so
// The number of values that a format takes; -1 if it has what os_log does not take (specification, 6.19), or no end.
constexpr int __log_values(const char* f) {
  int n = 0;
  for (; *f; ++f) {
    if (*f != '%') continue;
    if (*++f == '%') continue;
    for (bool is_part = true; is_part;) {
      is_part = false;
      for (const char* part = "-+ #0123456789.*vhljztqL"; *part; ++part) is_part |= *f == *part;
      n += *f == '*';
      f += is_part;
    }
    if (!*f || *f == 's' || *f == 'n' || *f == '@' || *f == 'P') return -1;
    ++n;
  }
  return n;
}
#define __MTL_UNLOGGED __attribute__((diagnose_if(true, "messages of os_log are left out", "warning"), \
  diagnose_if(__log_values(format) < 0, "the format has a conversion that os_log does not take", "warning"), \
  diagnose_if(__log_values(format) >= 0 && __log_values(format) != int(sizeof...(A)), "the format and the call have different numbers of values", "warning")))
enum log_type { log_type_debug, log_type_info, log_type_default, log_type_error, log_type_fault };
enum os_log_type { os_log_type_default, os_log_type_info, os_log_type_debug, os_log_type_error, os_log_type_fault };
struct os_log {
  constexpr os_log() {}
  constexpr os_log(const char*, const char*) {}
  template<class... A> __MTL_INLINE void log(const char* format, A...) const __MTL_UNLOGGED {}
  template<class... A> __MTL_INLINE void log_with_type(log_type, const char* format, A...) const __MTL_UNLOGGED {}
  template<class... A> __MTL_INLINE void log_with_type(os_log_type, const char* format, A...) const __MTL_UNLOGGED {}
  template<class... A> __MTL_INLINE void log_info(const char* format, A...) const __MTL_UNLOGGED {}
  template<class... A> __MTL_INLINE void log_debug(const char* format, A...) const __MTL_UNLOGGED {}
  template<class... A> __MTL_INLINE void log_error(const char* format, A...) const __MTL_UNLOGGED {}
  template<class... A> __MTL_INLINE void log_fault(const char* format, A...) const __MTL_UNLOGGED {}
};
constexpr os_log os_log_default;
// --- command buffers
// A buffer whose stride a call does not give (kagurasumusun/metal, metal-info-set/golden/P08M40v3). The numbers of modes
// and windings are those of MTLCullMode, MTLDepthClipMode, MTLTriangleFillMode and MTLWinding; P08M40 and P11M40_run11
// have back (2), clip (0), fill (0) and counterclockwise (1).
constexpr ulong __no_stride = ~0ul;
enum class cull_mode { none, front, back };
enum class depth_clip_mode { clip, clamp };
enum class triangle_fill_mode { fill, lines };
enum class winding { clockwise, counterclockwise };
enum class primitive_type { point, line, line_strip, triangle, triangle_strip };
struct _command_buffer_t;
typedef _command_buffer_t __MTL_A(address_space(1))* __command_handle;
extern "C" __MTL_A(pure, nothrow) uint __air_command_count(__command_handle) __asm__("air.get_size_command_buffer");
struct command_buffer {
  using __handle = __command_handle;
  __handle h;
  __MTL_INLINE size_t size() const { return __air_command_count(h); }
};
extern "C" __MTL_A(nothrow) void __air_draw_primitives(__command_handle, uint, uint, uint, uint, uint, uint) __asm__("air.draw_primitives_render_command");
extern "C" __MTL_A(nothrow) void __air_draw_indexed_16(__command_handle, uint, uint, uint, const ushort*, uint, uint, uint) __asm__("air.draw_indexed_primitives_render_command.p1i16");
extern "C" __MTL_A(nothrow) void __air_draw_indexed_32(__command_handle, uint, uint, uint, const uint*, uint, uint, uint) __asm__("air.draw_indexed_primitives_render_command.p1i32");
extern "C" __MTL_A(nothrow) void __air_reset_render_command(__command_handle, uint) __asm__("air.reset_render_command");
extern "C" __MTL_A(nothrow) void __air_set_vertex_buffer(__command_handle, uint, const char*, ulong, uint) __asm__("air.set_vertex_buffer_render_command.p1i8");
extern "C" __MTL_A(nothrow) void __air_set_fragment_buffer(__command_handle, uint, const char*, uint) __asm__("air.set_fragment_buffer_render_command.p1i8");
extern "C" __MTL_A(nothrow) void __air_set_object_buffer(__command_handle, uint, char __MTL_A(address_space(1))*, uint) __asm__("air.set_object_buffer_render_command.p1i8");
extern "C" __MTL_A(nothrow) void __air_set_mesh_buffer(__command_handle, uint, char __MTL_A(address_space(1))*, uint) __asm__("air.set_mesh_buffer_render_command.p1i8");
extern "C" __MTL_A(nothrow) void __air_set_object_length(__command_handle, uint, uint, uint) __asm__("air.set_object_threadgroup_memory_length_render_command");
extern "C" __MTL_A(nothrow) void __air_draw_mesh_groups(__command_handle, uint, __v_uint3, __v_uint3, __v_uint3) __asm__("air.draw_mesh_threadgroups_render_command");
extern "C" __MTL_A(nothrow) void __air_draw_mesh_threads(__command_handle, uint, __v_uint3, __v_uint3, __v_uint3) __asm__("air.draw_mesh_threads_render_command");
extern "C" __MTL_A(nothrow) void __air_draw_patches(__command_handle, uint, uint, uint, uint, uint __MTL_A(address_space(1))*, uint, uint, char __MTL_A(address_space(1))*, uint, float) __asm__("air.draw_patches_render_command.p1i32.p1i8");
extern "C" __MTL_A(nothrow) void __air_draw_indexed_patches(__command_handle, uint, uint, uint, uint, uint __MTL_A(address_space(1))*, char __MTL_A(address_space(1))*, uint, uint, char __MTL_A(address_space(1))*, uint, float) __asm__("air.draw_indexed_patches_render_command.p1i32.p1i8.p1i8");
extern "C" __MTL_A(nothrow) void __air_set_render_barrier(__command_handle, uint) __asm__("air.set_barrier_render_command");
extern "C" __MTL_A(nothrow) void __air_clear_render_barrier(__command_handle, uint) __asm__("air.clear_barrier_render_command");
extern "C" __MTL_A(nothrow) void __air_copy_render(__command_handle, uint, __command_handle, uint) __asm__("air.copy_render_command");
struct _render_pipeline_state_t;
struct _compute_pipeline_state_t;
struct _depth_stencil_state_t;
typedef _depth_stencil_state_t __MTL_A(address_space(1))* __depth_state_handle;
typedef _render_pipeline_state_t __MTL_A(address_space(1))* __render_state_handle;
typedef _compute_pipeline_state_t __MTL_A(address_space(1))* __compute_state_handle;
struct render_pipeline_state { using __handle = __render_state_handle; __handle h; };
struct compute_pipeline_state { using __handle = __compute_state_handle; __handle h; };
struct depth_stencil_state { using __handle = __depth_state_handle; __handle h; };
extern "C" __MTL_A(nothrow) void __air_set_depth_state(__command_handle, uint, __depth_state_handle) __asm__("air.set_depth_stencil_state_render_command");
extern "C" __MTL_A(nothrow) void __air_set_cull_mode(__command_handle, uint, uint) __asm__("air.set_cull_mode_render_command");
extern "C" __MTL_A(nothrow) void __air_set_depth_bias(__command_handle, uint, float, float, float) __asm__("air.set_depth_bias_render_command");
extern "C" __MTL_A(nothrow) void __air_set_depth_clip_mode(__command_handle, uint, uint) __asm__("air.set_depth_clip_mode_render_command");
extern "C" __MTL_A(nothrow) void __air_set_winding(__command_handle, uint, uint) __asm__("air.set_front_facing_winding_render_command");
extern "C" __MTL_A(nothrow) void __air_set_fill_mode(__command_handle, uint, uint) __asm__("air.set_triangle_fill_mode_render_command");
extern "C" __MTL_A(nothrow) void __air_set_render_state(__command_handle, uint, __render_state_handle) __asm__("air.set_pipeline_state_render_command");
extern "C" __MTL_A(nothrow) void __air_set_compute_state(__command_handle, uint, __compute_state_handle) __asm__("air.set_pipeline_state_compute_command");
extern "C" __MTL_A(nothrow) void __air_set_kernel_buffer(__command_handle, uint, char __MTL_A(address_space(1))*, ulong, uint) __asm__("air.set_kernel_buffer_compute_command.p1i8");
extern "C" __MTL_A(nothrow) void __air_set_length(__command_handle, uint, uint, uint) __asm__("air.set_threadgroup_memory_length_compute_command");
extern "C" __MTL_A(nothrow) void __air_set_block_size(__command_handle, uint, __v_ushort2) __asm__("air.set_imageblock_size_compute_command");
extern "C" __MTL_A(nothrow) void __air_dispatch_groups(__command_handle, uint, __v_uint3, __v_uint3) __asm__("air.concurrent_dispatch_threadgroups_compute_command");
extern "C" __MTL_A(nothrow) void __air_dispatch_threads(__command_handle, uint, __v_uint3, __v_uint3) __asm__("air.concurrent_dispatch_threads_compute_command");
extern "C" __MTL_A(nothrow) void __air_set_region(__command_handle, uint, __v_uint3, __v_uint3) __asm__("air.set_stage_in_region_compute_command");
extern "C" __MTL_A(nothrow) void __air_set_barrier(__command_handle, uint) __asm__("air.set_barrier_compute_command");
extern "C" __MTL_A(nothrow) void __air_clear_barrier(__command_handle, uint) __asm__("air.clear_barrier_compute_command");
extern "C" __MTL_A(nothrow) void __air_reset_compute(__command_handle, uint) __asm__("air.reset_compute_command");
extern "C" __MTL_A(nothrow) void __air_copy_compute(__command_handle, uint, __command_handle, uint) __asm__("air.copy_compute_command");
struct compute_command {
  __command_handle h;
  uint n;
  __MTL_INLINE explicit compute_command(command_buffer b, uint i) : h(b.h), n(i) {}
  __MTL_INLINE void reset() const { __air_reset_compute(h, n); }
  __MTL_INLINE void copy_command(compute_command c) const { __air_copy_compute(h, n, c.h, c.n); }
  __MTL_INLINE void set_compute_pipeline_state(compute_pipeline_state s) const { __air_set_compute_state(h, n, s.h); }
  template<class T> __MTL_INLINE void set_kernel_buffer(T* p, uint i) const { __air_set_kernel_buffer(h, n, (char __MTL_A(address_space(1))*)p, __no_stride, i); }
  template<class T> __MTL_INLINE void set_kernel_buffer(T* p, size_t stride, uint i) const { __air_set_kernel_buffer(h, n, (char __MTL_A(address_space(1))*)p, stride, i); }
  __MTL_INLINE void set_threadgroup_memory_length(uint length, uint i) const { __air_set_length(h, n, length, i); }
  __MTL_INLINE void set_imageblock_size(ushort2 size) const { __air_set_block_size(h, n, size.v); }
  __MTL_INLINE void concurrent_dispatch_threadgroups(uint3 groups, uint3 threads) const { __air_dispatch_groups(h, n, groups.v, threads.v); }
  __MTL_INLINE void concurrent_dispatch_threads(uint3 threads, uint3 of_group) const { __air_dispatch_threads(h, n, threads.v, of_group.v); }
  __MTL_INLINE void set_stage_in_region(uint3 origin, uint3 size) const { __air_set_region(h, n, origin.v, size.v); }
  __MTL_INLINE void set_barrier() const { __air_set_barrier(h, n); }
  __MTL_INLINE void clear_barrier() const { __air_clear_barrier(h, n); }
};
struct render_command {
  __command_handle h;
  uint n;
  __MTL_INLINE explicit render_command(command_buffer b, uint i) : h(b.h), n(i) {}
  __MTL_INLINE void reset() const { __air_reset_render_command(h, n); }
  __MTL_INLINE void set_render_pipeline_state(render_pipeline_state s) const { __air_set_render_state(h, n, s.h); }
  template<class T> __MTL_INLINE void set_vertex_buffer(T* p, uint i) const { __air_set_vertex_buffer(h, n, (const char*)p, __no_stride, i); }
  template<class T> __MTL_INLINE void set_vertex_buffer(T* p, size_t stride, uint i) const { __air_set_vertex_buffer(h, n, (const char*)p, stride, i); }
  __MTL_INLINE void set_cull_mode(cull_mode m) const { __air_set_cull_mode(h, n, uint(m)); }
  __MTL_INLINE void set_depth_bias(float bias, float slope_scale, float clamp) const { __air_set_depth_bias(h, n, bias, slope_scale, clamp); }
  __MTL_INLINE void set_depth_clip_mode(depth_clip_mode m) const { __air_set_depth_clip_mode(h, n, uint(m)); }
  __MTL_INLINE void set_depth_stencil_state(depth_stencil_state s) const { __air_set_depth_state(h, n, s.h); }
  __MTL_INLINE void set_front_facing_winding(winding w) const { __air_set_winding(h, n, uint(w)); }
  __MTL_INLINE void set_triangle_fill_mode(triangle_fill_mode m) const { __air_set_fill_mode(h, n, uint(m)); }
  template<class T> __MTL_INLINE void set_object_buffer(T* p, uint i) const { __air_set_object_buffer(h, n, (char __MTL_A(address_space(1))*)p, i); }
  template<class T> __MTL_INLINE void set_mesh_buffer(T* p, uint i) const { __air_set_mesh_buffer(h, n, (char __MTL_A(address_space(1))*)p, i); }
  __MTL_INLINE void set_object_threadgroup_memory_length(uint length, uint i) const { __air_set_object_length(h, n, length, i); }
  __MTL_INLINE void draw_mesh_threadgroups(uint3 groups, uint3 of_object, uint3 of_mesh) const { __air_draw_mesh_groups(h, n, groups.v, of_object.v, of_mesh.v); }
  __MTL_INLINE void draw_mesh_threads(uint3 threads, uint3 of_object, uint3 of_mesh) const { __air_draw_mesh_threads(h, n, threads.v, of_object.v, of_mesh.v); }
  // The last argument of AIR's functions, the scale of tessellation factors, is 1 (P11M40_run12).
  template<class F> __MTL_INLINE void draw_patches(uint points, uint start, uint count, const uint* patches, uint instances, uint base, const F* factors, uint stride = 0) const { __air_draw_patches(h, n, points, start, count, (uint __MTL_A(address_space(1))*)patches, instances, base, (char __MTL_A(address_space(1))*)factors, stride, 1.0f); }
  template<class F> __MTL_INLINE void draw_indexed_patches(uint points, uint start, uint count, const uint* patches, const void* indices, uint instances, uint base, const F* factors, uint stride = 0) const { __air_draw_indexed_patches(h, n, points, start, count, (uint __MTL_A(address_space(1))*)patches, (char __MTL_A(address_space(1))*)indices, instances, base, (char __MTL_A(address_space(1))*)factors, stride, 1.0f); }
  __MTL_INLINE void set_barrier() const { __air_set_render_barrier(h, n); }
  __MTL_INLINE void clear_barrier() const { __air_clear_render_barrier(h, n); }
  __MTL_INLINE void copy_command(render_command c) const { __air_copy_render(h, n, c.h, c.n); }
  template<class T> __MTL_INLINE void set_fragment_buffer(T* p, uint i) const { __air_set_fragment_buffer(h, n, (const char*)p, i); }
  __MTL_INLINE void draw_primitives(primitive_type t, uint start, uint count, uint instances = 1, uint base = 0) const { __air_draw_primitives(h, n, uint(t), start, count, instances, base); }
  __MTL_INLINE void draw_indexed_primitives(primitive_type t, uint count, const ushort* p, uint instances = 1, uint vertex = 0, uint base = 0) const { __air_draw_indexed_16(h, n, uint(t), count, p, instances, vertex, base); }
  __MTL_INLINE void draw_indexed_primitives(primitive_type t, uint count, const uint* p, uint instances = 1, uint vertex = 0, uint base = 0) const { __air_draw_indexed_32(h, n, uint(t), count, p, instances, vertex, base); }
};
}
namespace __mtl {
using namespace metal;
#define __MTL_RESOURCE(T, word) \
  template<> struct abi<T> : abi_of_handle<T, void> {}; \
  template<> struct describe<T> { static constexpr type value = {is_handle, 8, 8, 0, 0, nullptr, nullptr, word}; };
__MTL_RESOURCE(command_buffer, "command_buffer")
__MTL_RESOURCE(render_pipeline_state, "render_pipeline_state")
__MTL_RESOURCE(compute_pipeline_state, "compute_pipeline_state")
__MTL_RESOURCE(depth_stencil_state, "depth_stencil_state")
__MTL_RESOURCE(mesh_grid_properties, "mesh_grid_properties")
template<class T, class L> struct abi<imageblock<T, L>> : abi_of_handle<imageblock<T, L>, void> {};
template<class T, class L> struct describe<imageblock<T, L>> : described_handle<is_imageblock, is_same_v<L, imageblock_layout_explicit>, 0, T> {};
template<class V, class P, uint NV, uint NP, topology T> struct abi<mesh<V, P, NV, NP, T>> : abi_of_handle<mesh<V, P, NV, NP, T>, void> {};
template<class V, class P, uint NV, uint NP, topology T> struct describe<mesh<V, P, NV, NP, T>> {
  static constexpr row primitive[] = {{uint(T), 0, &describe<P>::value, nullptr}, {last_row, 0, nullptr, nullptr}};
  static constexpr type value = {is_mesh, 8, 8, NV, NP, &describe<V>::value, primitive, nullptr};
};
template<> struct describe<rasterization_rate_map_data> { static constexpr type value = {is_other, 0, 1, 0, 0, nullptr, nullptr, "[T = metal::rasterization_rate_map_data]"}; };
// Structs of the library whose members metadata names: `tables.py` has the names, by number.
#define __MTL_LIBRARY(S, m, n) field<&S::m, __builtin_offsetof(S, m), library_row + n>
#define __MTL_DESCRIBED(S, ...) template<> struct describe<S> { \
  static constexpr type value = {is_struct, sizeof(S), alignof(S), 0, 0, nullptr, rows<members<S, __VA_ARGS__>>::value, "[T = metal::" #S "]"}; };
__MTL_DESCRIBED(MTLDispatchThreadgroupsIndirectArguments, __MTL_LIBRARY(MTLDispatchThreadgroupsIndirectArguments, threadgroupsPerGrid, 0))
__MTL_DESCRIBED(MTLStageInRegionIndirectArguments, __MTL_LIBRARY(MTLStageInRegionIndirectArguments, stageInOrigin, 1), __MTL_LIBRARY(MTLStageInRegionIndirectArguments, stageInSize, 2))
__MTL_DESCRIBED(MTLDrawPrimitivesIndirectArguments, __MTL_LIBRARY(MTLDrawPrimitivesIndirectArguments, vertexCount, 3),
  __MTL_LIBRARY(MTLDrawPrimitivesIndirectArguments, instanceCount, 4), __MTL_LIBRARY(MTLDrawPrimitivesIndirectArguments, vertexStart, 5), __MTL_LIBRARY(MTLDrawPrimitivesIndirectArguments, baseInstance, 6))
__MTL_DESCRIBED(MTLDrawIndexedPrimitivesIndirectArguments, __MTL_LIBRARY(MTLDrawIndexedPrimitivesIndirectArguments, indexCount, 7),
  __MTL_LIBRARY(MTLDrawIndexedPrimitivesIndirectArguments, instanceCount, 4), __MTL_LIBRARY(MTLDrawIndexedPrimitivesIndirectArguments, indexStart, 8),
  __MTL_LIBRARY(MTLDrawIndexedPrimitivesIndirectArguments, baseVertex, 9), __MTL_LIBRARY(MTLDrawIndexedPrimitivesIndirectArguments, baseInstance, 6))
__MTL_DESCRIBED(MTLQuadTessellationFactorsHalf, __MTL_LIBRARY(MTLQuadTessellationFactorsHalf, edgeTessellationFactor, 10), __MTL_LIBRARY(MTLQuadTessellationFactorsHalf, insideTessellationFactor, 11))
__MTL_DESCRIBED(MTLTriangleTessellationFactorsHalf, __MTL_LIBRARY(MTLTriangleTessellationFactorsHalf, edgeTessellationFactor, 10), __MTL_LIBRARY(MTLTriangleTessellationFactorsHalf, insideTessellationFactor, 11))
__MTL_DESCRIBED(MTLIndirectCommandBufferExecutionRange, __MTL_LIBRARY(MTLIndirectCommandBufferExecutionRange, location, 12), __MTL_LIBRARY(MTLIndirectCommandBufferExecutionRange, length, 13))
}
