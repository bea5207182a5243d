// Ray tracing, tables of functions, control points, interpolants: by hand.
// Source of names and meanings: the Metal Shading Language Specification, chapters 2, 5.2.3 and 6; numbers of enumerators
// and members of structs: debug info of gfx-rs/metal-rs' ray tracing library (corpus); those of curves: LuisaCompute's
// description of direct AIR, 8.8. Functions `mtlb.ray.*` become those of AIR once their tags are known
// (mtlb/metal/raytracing.py).
namespace metal {
struct MTLResourceID { ulong _impl; };
namespace raytracing {
template<class... T> struct acceleration_structure;
template<class... T> struct intersection_function_table;
}
template<class F, uint Space = 0> struct visible_function_table;
}
namespace __mtl {
template<class... T> struct is_object<raytracing::acceleration_structure<T...>> : bool_constant<false> {};
template<class... T> struct is_object<raytracing::intersection_function_table<T...>> : bool_constant<false> {};
template<class F, uint S> struct is_object<visible_function_table<F, S>> : bool_constant<false> {};
}
// --- ray tracing: tags, rays, acceleration structures
namespace metal { namespace raytracing {
struct instancing {};
struct triangle_data {};
struct curve_data {};
struct world_space_data {};
struct primitive_motion {};
struct instance_motion {};
struct extended_limits {};
struct intersection_function_buffer {};
struct user_data {};
template<uint N> struct max_levels {};
// Bits as `mtlb.air.raytracing.TAGS` has them in order; the levels are 16 bits further.
template<class T> struct __tag { static constexpr uint bits = 1u << 31; };
template<> struct __tag<instancing> { static constexpr uint bits = 1; };
template<uint N> struct __tag<max_levels<N>> { static constexpr uint bits = 2 | N << 16; };
// Two levels, an instance and a primitive, are those of `instancing`: AIR has no tag for them (kagurasumusun/metal,
// metal-info-set/golden/P08M40_run14; P15M has three).
template<> struct __tag<max_levels<2>> { static constexpr uint bits = 256; };
template<> struct __tag<triangle_data> { static constexpr uint bits = 4; };
template<> struct __tag<curve_data> { static constexpr uint bits = 8; };
template<> struct __tag<world_space_data> { static constexpr uint bits = 16; };
template<> struct __tag<primitive_motion> { static constexpr uint bits = 32; };
template<> struct __tag<instance_motion> { static constexpr uint bits = 64; };
template<> struct __tag<extended_limits> { static constexpr uint bits = 128; };
template<class... T> struct __tags {
  static constexpr uint all = (0u | ... | __tag<T>::bits);
  static constexpr uint bits = (all & 2 ? all & ~1u : all) & ~256u;  // levels are of instancing
  static constexpr bool is_instanced = all & 3, has_levels = all & (2 | 256), has_tag_of_levels = all & 2, has_triangles = all & 4, has_curves = all & 8;
  static constexpr uint levels = all >> 16 ? all >> 16 & 0x7fff : 2;
  static constexpr bool has_space = all & 16, has_motion = all & (32 | 64);
  static_assert(!(all >> 31), "buffers of intersection functions and user data are not compiled: no module of Apple's compiler with them is known");
};
using metal::winding;
enum class triangle_cull_mode { none, front, back };
enum class geometry_cull_mode { none = 0, triangle = 1, bounding_box = 2, curve = 4 };
enum class opacity_cull_mode { none, opaque, non_opaque };
enum class forced_opacity { none, opaque, non_opaque };
enum class geometry_type { none = 0, triangle = 1, bounding_box = 2, curve = 4, all = 3 };
enum class intersection_type { none, triangle, bounding_box, curve };
enum class curve_basis : uint { bspline, catmull_rom, linear, bezier, all = ~0u };
enum class curve_type : uint { round, flat, all = ~0u };
__MTL_INLINE constexpr geometry_type operator|(geometry_type a, geometry_type b) { return geometry_type(int(a) | int(b)); }
__MTL_INLINE constexpr geometry_type operator&(geometry_type a, geometry_type b) { return geometry_type(int(a) & int(b)); }
__MTL_INLINE constexpr geometry_cull_mode operator|(geometry_cull_mode a, geometry_cull_mode b) { return geometry_cull_mode(int(a) | int(b)); }
__MTL_INLINE constexpr geometry_cull_mode operator&(geometry_cull_mode a, geometry_cull_mode b) { return geometry_cull_mode(int(a) & int(b)); }
struct ray {
  float3 origin, direction;
  float min_distance, max_distance;
  __MTL_INLINE ray(float3 o = 0.0f, float3 d = 0.0f, float low = 0.0f, float high = __builtin_inff()) : origin(o), direction(d), min_distance(low), max_distance(high) {}
};
struct _acceleration_structure_t;
struct _intersection_function_table_t;
struct _intersection_query_t;
struct _intersection_result_t;
typedef _acceleration_structure_t __MTL_A(address_space(1))* __structure_handle;
typedef _intersection_function_table_t __MTL_A(address_space(1))* __intersections_handle;
typedef _intersection_query_t* __query_handle;
typedef _intersection_result_t __MTL_A(address_space(9))* __hit_handle;
typedef char __MTL_A(address_space(5))* __ray_data;
extern "C" __MTL_A(pure, nothrow) bool __air_is_null_instances(__structure_handle) __asm__("air.is_null_instance_acceleration_structure");
extern "C" __MTL_A(pure, nothrow) bool __air_is_null_primitives(__structure_handle) __asm__("air.is_null_primitive_acceleration_structure");
extern "C" __MTL_A(pure, nothrow) __structure_handle __air_null_instances() __asm__("air.get_null_instance_acceleration_structure");
extern "C" __MTL_A(pure, nothrow) __structure_handle __air_null_primitives() __asm__("air.get_null_primitive_acceleration_structure");
extern "C" __MTL_A(pure, nothrow) uint __air_instance_count(__structure_handle) __asm__("air.get_instance_count_instance_acceleration_structure");
extern "C" __MTL_A(pure, nothrow) __structure_handle __air_instances_of(__structure_handle, uint) __asm__("air.get_instance_acceleration_structure_instance_acceleration_structure");
extern "C" __MTL_A(pure, nothrow) __structure_handle __air_primitives_of(__structure_handle, uint) __asm__("air.get_primitive_acceleration_structure_instance_acceleration_structure");
extern "C" __MTL_A(pure, nothrow) ulong __air_id_of_instances(__structure_handle) __asm__("air.get_resource_id_instance_acceleration_structure");
extern "C" __MTL_A(pure, nothrow) ulong __air_id_of_primitives(__structure_handle) __asm__("air.get_resource_id_primitive_acceleration_structure");
template<class... T> struct acceleration_structure {
  using __handle = __structure_handle;
  using __tagged = __tags<T...>;
  struct __mtl_numbers { static constexpr uint a = __tagged::bits, b = 0; };
  static constexpr const char* __mtl_handle_name = __tagged::is_instanced ? "instance_acceleration_structure" : "primitive_acceleration_structure";
  __handle h;
  __MTL_INLINE acceleration_structure() : h(__tagged::is_instanced ? __air_null_instances() : __air_null_primitives()) {}
  __MTL_INLINE explicit acceleration_structure(__handle x) : h(x) {}
  __MTL_INLINE bool __is_null() const { if constexpr (__tagged::is_instanced) return __air_is_null_instances(h); else return __air_is_null_primitives(h); }
  __MTL_INLINE operator MTLResourceID() const { if constexpr (__tagged::is_instanced) return {__air_id_of_instances(h)}; else return {__air_id_of_primitives(h)}; }
  __MTL_INLINE uint get_instance_count() const { static_assert(__tagged::is_instanced, "get_instance_count() is of an instance acceleration structure"); return __air_instance_count(h); }
  template<class... U> __MTL_INLINE acceleration_structure<U...> get_acceleration_structure(uint n) const {
    static_assert(__tagged::is_instanced, "get_acceleration_structure() is of an instance acceleration structure");
    if constexpr (__tags<U...>::is_instanced) return acceleration_structure<U...>(__air_instances_of(h, n)); else return acceleration_structure<U...>(__air_primitives_of(h, n));
  }
};
using primitive_acceleration_structure = acceleration_structure<>;
using instance_acceleration_structure = acceleration_structure<instancing>;
template<class... T> __MTL_INLINE bool is_null_acceleration_structure(acceleration_structure<T...> x) { return x.__is_null(); }
__MTL_INLINE bool is_null_instance_acceleration_structure(instance_acceleration_structure x) { return x.__is_null(); }
__MTL_INLINE bool is_null_primitive_acceleration_structure(primitive_acceleration_structure x) { return x.__is_null(); }
}
// --- tables of visible functions
struct _visible_function_table_t;
typedef _visible_function_table_t __MTL_A(address_space(1))* __functions_handle;
extern "C" __MTL_A(pure, nothrow) uint __air_functions_size(__functions_handle) __asm__("air.get_size_visible_function_table");
extern "C" __MTL_A(pure, nothrow) bool __air_functions_null(__functions_handle) __asm__("air.is_null_visible_function_table");
extern "C" __MTL_A(pure, nothrow) __functions_handle __air_null_functions() __asm__("air.get_null_visible_function_table");
extern "C" __MTL_A(pure, nothrow) void* __air_function_of(__functions_handle, uint) __asm__("air.get_function_pointer_visible_function_table");
// An entry of a table: it is called as AIR calls visible functions. `Space`: that of a result that is a pointer.
template<class F, uint Space> struct __visible_function;
template<class R, class... A, uint Space> struct __visible_function<R(A...), Space> {
  void* p;
  using result = __mtl::called_result<R, Space>;
  using type = typename result::type(typename __mtl::called<A>::type...);
  static_assert(Space || !(__is_pointer(R) || __is_lvalue_reference(R)), "a function in a table that returns a pointer is not compiled where the table's type does not begin with its address space");
  __MTL_INLINE R operator()(A... a) const {
    if constexpr (__mtl::is_void_v<R>) ((type*)p)(__mtl::called<A>::put(const_cast<__mtl::remove_cv_t<__mtl::remove_reference_t<A>>&>(a))...);
    else return result::get(((type*)p)(__mtl::called<A>::put(const_cast<__mtl::remove_cv_t<__mtl::remove_reference_t<A>>&>(a))...));
  }
  __MTL_INLINE explicit operator bool() const { return p != nullptr; }
  __MTL_INLINE bool operator==(decltype(nullptr)) const { return p == nullptr; }
  __MTL_INLINE bool operator!=(decltype(nullptr)) const { return p != nullptr; }
  __MTL_INLINE const __visible_function& operator*() const { return *this; }
};
template<class F, uint Space> struct visible_function_table {
  using __handle = __functions_handle;
  struct __mtl_numbers { static constexpr uint a = 0, b = 0; };
  static constexpr const char* __mtl_handle_name = "visible_function_table";
  __handle h;
  __MTL_INLINE visible_function_table() : h(__air_null_functions()) {}
  __MTL_INLINE explicit visible_function_table(__handle x) : h(x) {}
  __MTL_INLINE uint size() const { return __air_functions_size(h); }
  __MTL_INLINE bool empty() const { return size() == 0; }
  __MTL_INLINE __visible_function<F, Space> operator[](uint n) const { return {__air_function_of(h, n)}; }
};
template<class F, uint S> __MTL_INLINE bool is_null_visible_function_table(visible_function_table<F, S> t) { return __air_functions_null(t.h); }
// --- handles of functions: a null handle, and whether two are equal (kagurasumusun/metal, P25M and P11M40_run12)
struct _function_handle_t;
typedef _function_handle_t __MTL_A(address_space(1))* __function_pointer;
extern "C" __MTL_A(pure, nothrow) __function_pointer __air_null_function() __asm__("air.get_null_function_handle");
extern "C" __MTL_A(pure, nothrow) bool __air_function_null(__function_pointer) __asm__("air.is_null_function_handle");
extern "C" __MTL_A(pure, nothrow) bool __air_function_equal(__function_pointer, __function_pointer) __asm__("air.is_equal_function_handle");
struct function_handle {
  __function_pointer h;
  __MTL_INLINE function_handle() : h(__air_null_function()) {}
  friend __MTL_INLINE bool operator==(function_handle a, function_handle b) { return __air_function_equal(a.h, b.h); }
  friend __MTL_INLINE bool operator!=(function_handle a, function_handle b) { return !(a == b); }
};
__MTL_INLINE bool is_null_function_handle(function_handle f) { return __air_function_null(f.h); }
// --- ray tracing: tables of intersection functions, intersectors, queries
namespace raytracing {
template<class... T> struct intersection_function_handle : function_handle {};
extern "C" __MTL_A(pure, nothrow) __intersections_handle __air_null_intersections() __asm__("air.get_null_intersection_function_table");
extern "C" __MTL_A(pure, nothrow) bool __air_intersections_null(__intersections_handle) __asm__("air.is_null_intersection_function_table");
extern "C" __MTL_A(pure, nothrow) uint __air_intersections_size(__intersections_handle) __asm__("air.get_size_intersection_function_table");
extern "C" __MTL_A(pure, nothrow) char __MTL_A(address_space(1))* __air_buffer_of(__intersections_handle, uint) __asm__("air.get_buffer_intersection_function_table.p1i8");
extern "C" __MTL_A(nothrow) void __air_set_buffer_of(__intersections_handle, char __MTL_A(address_space(1))*, uint) __asm__("air.set_buffer_intersection_function_table.p1i8");
template<class... T> struct intersection_function_table {
  using __handle = __intersections_handle;
  struct __mtl_numbers { static constexpr uint a = __tags<T...>::bits, b = 0; };
  static constexpr const char* __mtl_handle_name = "intersection_function_table";
  __handle h;
  __MTL_INLINE intersection_function_table() : h(__air_null_intersections()) {}
  __MTL_INLINE explicit intersection_function_table(__handle x) : h(x) {}
  // The order of tags does not matter.
  template<class... U, class = enable_if_t<__tags<U...>::bits == __tags<T...>::bits>> __MTL_INLINE intersection_function_table(intersection_function_table<U...> x) : h(x.h) {}
  __MTL_INLINE uint size() const { return __air_intersections_size(h); }
  __MTL_INLINE bool empty() const { return size() == 0; }
  template<class P> __MTL_INLINE P get_buffer(uint n) const { return (P)__air_buffer_of(h, n); }
  template<class P> __MTL_INLINE void set_buffer(const P* p, uint n) const { __air_set_buffer_of(h, (char __MTL_A(address_space(1))*)p, n); }
  template<class F, uint S = 0> __MTL_INLINE visible_function_table<F, S> get_visible_function_table(uint n) const { return visible_function_table<F, S>((__functions_handle)__air_buffer_of(h, n)); }
  template<class F, uint S> __MTL_INLINE void set_visible_function_table(visible_function_table<F, S> t, uint n) const { __air_set_buffer_of(h, (char __MTL_A(address_space(1))*)t.h, n); }
};
template<class... T> __MTL_INLINE bool is_null_intersection_function_table(intersection_function_table<T...> t) { return __air_intersections_null(t.h); }
// What an intersection has: all members there are; which ones AIR's function returns follows from the tags.
struct __hit {
  uint type; float distance; uint primitive_id, geometry_id; const char __MTL_A(address_space(1))* primitive_data; uint instance_id, user_instance_id;
  __v_float2 triangle_barycentric_coord; uchar triangle_front_facing; float curve_parameter;
  __v_float3 transform_0, transform_1, transform_2, transform_3, transform_4, transform_5, transform_6, transform_7;
  uchar instance_count;
};
struct __hit_base {
  intersection_type type; float distance; uint primitive_id, geometry_id; const void* primitive_data;
  __MTL_INLINE void __set(const __hit& x) { type = intersection_type(x.type); distance = x.distance; primitive_id = x.primitive_id; geometry_id = x.geometry_id; primitive_data = (const void*)x.primitive_data; }
};
template<bool> struct __hit_instance { __MTL_INLINE void __set(const __hit&) {} };
template<> struct __hit_instance<true> { uint instance_id, user_instance_id; __MTL_INLINE void __set(const __hit& x) { instance_id = x.instance_id; user_instance_id = x.user_instance_id; } };
// With max_levels<N>: the ids of N - 1 instances.
template<uint N, bool IsOne> struct __hit_levels {
  uint instance_count, instance_id[N - 1], user_instance_id[N - 1];
  __MTL_INLINE void __set(const __hit& x) {
    if constexpr (IsOne) { instance_count = x.type != 0; instance_id[0] = x.instance_id; user_instance_id[0] = x.user_instance_id; }
    else instance_count = x.instance_count;
  }
};
template<bool> struct __hit_triangle { __MTL_INLINE void __set(const __hit&) {} };
template<> struct __hit_triangle<true> { float2 triangle_barycentric_coord; bool triangle_front_facing; __MTL_INLINE void __set(const __hit& x) { triangle_barycentric_coord = float2::__of(x.triangle_barycentric_coord); triangle_front_facing = x.triangle_front_facing; } };
template<bool> struct __hit_curve { __MTL_INLINE void __set(const __hit&) {} };
template<> struct __hit_curve<true> { float curve_parameter; __MTL_INLINE void __set(const __hit& x) { curve_parameter = x.curve_parameter; } };
__MTL_INLINE float4x3 __columns(__v_float3 a, __v_float3 b, __v_float3 c, __v_float3 d) { return float4x3(float3::__of(a), float3::__of(b), float3::__of(c), float3::__of(d)); }
template<bool> struct __hit_space { __MTL_INLINE void __set(const __hit&) {} };
template<> struct __hit_space<true> {
  float4x3 world_to_object_transform, object_to_world_transform;
  __MTL_INLINE void __set(const __hit& x) {
    world_to_object_transform = __columns(x.transform_0, x.transform_1, x.transform_2, x.transform_3);
    object_to_world_transform = __columns(x.transform_4, x.transform_5, x.transform_6, x.transform_7);
  }
};
template<class... T> using __hit_instances = conditional_t<__tags<T...>::has_levels, __hit_levels<__tags<T...>::levels, !__tags<T...>::has_tag_of_levels>, __hit_instance<__tags<T...>::is_instanced>>;
template<class... T> struct intersection_result : __hit_base, __hit_instances<T...>, __hit_triangle<__tags<T...>::has_triangles>, __hit_curve<__tags<T...>::has_curves>, __hit_space<__tags<T...>::has_space> {
  using __tagged = __tags<T...>;
  __MTL_INLINE intersection_result() {}
  __MTL_INLINE explicit intersection_result(const __hit& x) { __fill(x); }
  template<class... U, class = enable_if_t<__tags<U...>::bits == __tags<T...>::bits>> __MTL_INLINE intersection_result(const intersection_result<U...>& x) : intersection_result(__builtin_bit_cast(intersection_result, x)) {}
  __MTL_INLINE void __fill(const __hit& x) {
    __hit_base::__set(x); __hit_instances<T...>::__set(x); __hit_triangle<__tagged::has_triangles>::__set(x);
    __hit_curve<__tagged::has_curves>::__set(x); __hit_space<__tagged::has_space>::__set(x);
  }
};
struct intersection_params {
  uint __n[9] = {0, 0, 0, 0, 0, 3, ~0u, ~0u, 0};
  bool __identity = false, __any = false;
  __MTL_INLINE void set_triangle_front_facing_winding(winding x) { __n[0] = uint(x); }
  __MTL_INLINE void set_triangle_cull_mode(triangle_cull_mode x) { __n[1] = uint(x); }
  __MTL_INLINE void set_geometry_cull_mode(geometry_cull_mode x) { __n[2] = uint(x); }
  __MTL_INLINE void set_opacity_cull_mode(opacity_cull_mode x) { __n[3] = uint(x); }
  __MTL_INLINE void force_opacity(forced_opacity x) { __n[4] = uint(x); }
  __MTL_INLINE void assume_geometry_type(geometry_type x) { __n[5] = uint(x); }
  __MTL_INLINE void assume_curve_basis(curve_basis x) { __n[6] = uint(x); }
  __MTL_INLINE void assume_curve_type(curve_type x) { __n[7] = uint(x); }
  __MTL_INLINE void assume_curve_control_point_count(uint x) { __n[8] = x; }
  __MTL_INLINE void assume_identity_transforms(bool x) { __identity = x; }
  __MTL_INLINE void accept_any_intersection(bool x) { __any = x; }
  __MTL_INLINE winding get_triangle_front_facing_winding() const { return winding(__n[0]); }
  __MTL_INLINE triangle_cull_mode get_triangle_cull_mode() const { return triangle_cull_mode(__n[1]); }
  __MTL_INLINE geometry_cull_mode get_geometry_cull_mode() const { return geometry_cull_mode(__n[2]); }
  __MTL_INLINE opacity_cull_mode get_opacity_cull_mode() const { return opacity_cull_mode(__n[3]); }
  __MTL_INLINE forced_opacity get_forced_opacity() const { return forced_opacity(__n[4]); }
  __MTL_INLINE geometry_type get_geometry_type() const { return geometry_type(__n[5]); }
  __MTL_INLINE bool should_assume_identity_transforms() const { return __identity; }
  __MTL_INLINE bool should_accept_any_intersection() const { return __any; }
};
#define __MTL_PARAMS_T uint, uint, uint, uint, uint, uint, uint, uint, uint, bool, bool
#define __MTL_PARAMS(p) p.__n[0], p.__n[1], p.__n[2], p.__n[3], p.__n[4], p.__n[5], p.__n[6], p.__n[7], p.__n[8], p.__identity, p.__any
extern "C" __MTL_A(nothrow) __hit __ray_intersect(uint, __v_float3, __v_float3, float, float, __structure_handle, uint, float, __intersections_handle, void*, ulong, uint*, uint*, __MTL_PARAMS_T) __asm__("mtlb.ray.intersect");
struct __direct_hit { __hit_handle hit; __ray_data payload; };
extern "C" __MTL_A(nothrow) __direct_hit __ray_direct(uint, __v_float3, __v_float3, float, float, __structure_handle, uint, float, __intersections_handle, void*, ulong, __MTL_PARAMS_T) __asm__("mtlb.ray.intersect_direct_access");
extern "C" __MTL_A(nothrow) void __ray_release_hit(uint, __hit_handle) __asm__("mtlb.ray.release_intersection_result");
extern "C" __MTL_A(nothrow) void __ray_release_payload(uint, __ray_data, ulong) __asm__("mtlb.ray.release_intersect_payload");
struct __transform { __v_float3 a, b, c, d; };
#define __MTL_RAY_GET(R, N, handle, name, suffix) extern "C" __MTL_A(pure, nothrow) R __ray_##name##suffix(uint, handle) __asm__("mtlb.ray." #name #suffix);
#define __MTL_HIT(R, name) __MTL_RAY_GET(R, R, __hit_handle, name, _intersection_result)
#define __MTL_QUERY(R, name) __MTL_RAY_GET(R, R, __query_handle, name, _intersection_query)
#define __MTL_BYTES const char __MTL_A(address_space(1))*
__MTL_HIT(uint, get_type) __MTL_HIT(float, get_distance) __MTL_HIT(uint, get_primitive_id) __MTL_HIT(uint, get_geometry_id) __MTL_HIT(__MTL_BYTES, get_primitive_data)
__MTL_HIT(__v_float3, get_ray_origin) __MTL_HIT(__v_float3, get_ray_direction) __MTL_HIT(float, get_ray_min_distance) __MTL_HIT(uint, get_instance_id)
__MTL_HIT(uint, get_user_instance_id) __MTL_HIT(uchar, get_instance_count) __MTL_HIT(__v_float2, get_triangle_barycentric_coord) __MTL_HIT(bool, is_triangle_front_facing)
__MTL_HIT(float, get_curve_parameter) __MTL_HIT(__transform, get_object_to_world_transform) __MTL_HIT(__transform, get_world_to_object_transform)
// What a callback of an intersector sees.
template<class... T> struct intersection_result_ref {
  using __tagged = __tags<T...>;
  __hit_handle h;
#define __MTL_REF(R, name, from) __MTL_INLINE R name() const { return R(__ray_##name##_intersection_result(__tagged::bits, h)); }
#define __MTL_REF3(name) __MTL_INLINE float3 name() const { return float3::__of(__ray_##name##_intersection_result(__tagged::bits, h)); }
  __MTL_REF(intersection_type, get_type, ) __MTL_REF(float, get_distance, ) __MTL_REF(uint, get_primitive_id, ) __MTL_REF(uint, get_geometry_id, )
  __MTL_REF(float, get_ray_min_distance, ) __MTL_REF3(get_ray_origin) __MTL_REF3(get_ray_direction)
  __MTL_INLINE const void* get_primitive_data() const { return (const void*)__ray_get_primitive_data_intersection_result(__tagged::bits, h); }
  __MTL_REF(uint, get_instance_id, ) __MTL_REF(uint, get_user_instance_id, ) __MTL_REF(bool, is_triangle_front_facing, ) __MTL_REF(float, get_curve_parameter, )
  __MTL_INLINE uint get_instance_count() const {
    if constexpr (__tagged::has_tag_of_levels) return __ray_get_instance_count_intersection_result(__tagged::bits, h);
    else return get_type() != intersection_type::none;
  }
  __MTL_INLINE float2 get_triangle_barycentric_coord() const { return float2::__of(__ray_get_triangle_barycentric_coord_intersection_result(__tagged::bits, h)); }
  __MTL_INLINE float4x3 get_object_to_world_transform() const { __transform t = __ray_get_object_to_world_transform_intersection_result(__tagged::bits, h); return __columns(t.a, t.b, t.c, t.d); }
  __MTL_INLINE float4x3 get_world_to_object_transform() const { __transform t = __ray_get_world_to_object_transform_intersection_result(__tagged::bits, h); return __columns(t.a, t.b, t.c, t.d); }
};
template<class S, class... T> constexpr bool __fits = (S::__tagged::bits & ~(2u | ~0xffffu)) == (((__tags<T...>::bits & 2 ? __tags<T...>::bits | 1 : __tags<T...>::bits) & (1 | 32 | 64 | 128)));
template<int> struct __none { __none() = delete; operator uint() const; operator float() const; };
template<class... T> struct intersector : intersection_params {
  using __tagged = __tags<T...>;
  using result_type = intersection_result<T...>;
  using table_type = intersection_function_table<T...>;
  using __mask = conditional_t<__tagged::is_instanced, uint, __none<0>>;  // what other tags have no overload for
  using __time = conditional_t<__tagged::has_motion, float, __none<1>>;
  template<class S> __MTL_INLINE result_type __find(ray r, S s, uint mask, float time, __intersections_handle t, void* payload, ulong size) const {
    static_assert(__fits<S, T...>, "the acceleration structure does not fit the tags of the intersector");
    if constexpr (__tagged::has_tag_of_levels) {
      uint ids[__tagged::levels - 1] = {}, users[__tagged::levels - 1] = {};
      result_type x(__ray_intersect(__tagged::bits | (__tagged::all & ~0xffffu), r.origin.v, r.direction.v, r.min_distance, r.max_distance, s.h, mask, time, t, payload, size, ids, users, __MTL_PARAMS((*this))));
      for (uint n = 0; n < __tagged::levels - 1; ++n) x.instance_id[n] = ids[n], x.user_instance_id[n] = users[n];
      return x;
    } else return result_type(__ray_intersect(__tagged::bits, r.origin.v, r.direction.v, r.min_distance, r.max_distance, s.h, mask, time, t, payload, size, nullptr, nullptr, __MTL_PARAMS((*this))));
  }
  template<class S, class... U> __MTL_INLINE result_type intersect(ray r, acceleration_structure<S, U...> s) const { return __find(r, s, ~0u, 0.0f, __air_null_intersections(), nullptr, 0); }
  __MTL_INLINE result_type intersect(ray r, acceleration_structure<> s) const { return __find(r, s, ~0u, 0.0f, __air_null_intersections(), nullptr, 0); }
  template<class... S> __MTL_INLINE result_type intersect(ray r, acceleration_structure<S...> s, table_type t) const { return __find(r, s, ~0u, 0.0f, t.h, nullptr, 0); }
  template<class P, class... S> __MTL_INLINE enable_if_t<__is_class(P) || sizeof(P) != 0, result_type> intersect(ray r, acceleration_structure<S...> s, table_type t, P& p) const { return __find(r, s, ~0u, 0.0f, t.h, &p, sizeof(P)); }
  // With a mask, of an instance acceleration structure.
  template<class... S> __MTL_INLINE result_type intersect(ray r, acceleration_structure<S...> s, __mask mask) const { return __find(r, s, mask, 0.0f, __air_null_intersections(), nullptr, 0); }
  template<class... S> __MTL_INLINE result_type intersect(ray r, acceleration_structure<S...> s, __mask mask, table_type t) const { return __find(r, s, mask, 0.0f, t.h, nullptr, 0); }
  template<class P, class... S> __MTL_INLINE result_type intersect(ray r, acceleration_structure<S...> s, __mask mask, table_type t, P& p) const { return __find(r, s, mask, 0.0f, t.h, &p, sizeof(P)); }
  // With a time, of a structure with motion.
  template<class... S> __MTL_INLINE result_type intersect(ray r, acceleration_structure<S...> s, __mask mask, __time time) const { return __find(r, s, mask, time, __air_null_intersections(), nullptr, 0); }
  template<class... S> __MTL_INLINE result_type intersect(ray r, acceleration_structure<S...> s, __mask mask, __time time, table_type t) const { return __find(r, s, mask, time, t.h, nullptr, 0); }
  template<class P, class... S> __MTL_INLINE result_type intersect(ray r, acceleration_structure<S...> s, __mask mask, __time time, table_type t, P& p) const { return __find(r, s, mask, time, t.h, &p, sizeof(P)); }
  template<class... S> __MTL_INLINE result_type intersect(ray r, acceleration_structure<S...> s, __time time) const { return __find(r, s, ~0u, time, __air_null_intersections(), nullptr, 0); }
  template<class... S> __MTL_INLINE result_type intersect(ray r, acceleration_structure<S...> s, __time time, table_type t) const { return __find(r, s, ~0u, time, t.h, nullptr, 0); }
  template<class P, class... S> __MTL_INLINE result_type intersect(ray r, acceleration_structure<S...> s, __time time, table_type t, P& p) const { return __find(r, s, ~0u, time, t.h, &p, sizeof(P)); }
  // With a callback, which sees the result where it is (Metal 3.2).
  template<class S, class F, class... P> __MTL_INLINE void __call(ray r, S s, uint mask, __intersections_handle t, const F& f, P&... p) const {
    static_assert(__fits<S, T...>, "the acceleration structure does not fit the tags of the intersector");
    void* payload = nullptr;
    if constexpr (sizeof...(P) != 0) payload = (&p, ...);
    constexpr ulong size = (0ul + ... + sizeof(P));
    __direct_hit hit = __ray_direct(__tagged::bits | (__tagged::all & ~0xffffu), r.origin.v, r.direction.v, r.min_distance, r.max_distance, s.h, mask, 0.0f, t, payload, size, __MTL_PARAMS((*this)));
    intersection_result_ref<T...> ref{hit.hit};
    if constexpr (sizeof...(P) != 0) f(ref, *(const P*)hit.payload...); else f(ref);
    __ray_release_hit(__tagged::bits, hit.hit);
    if constexpr (sizeof...(P) != 0) __ray_release_payload(__tagged::bits, hit.payload, size);
  }
  template<class F, class... S> __MTL_INLINE auto intersect(ray r, acceleration_structure<S...> s, F f) const -> decltype(f(intersection_result_ref<T...>{}), void()) { __call(r, s, ~0u, __air_null_intersections(), f); }
  template<class F, class... S> __MTL_INLINE auto intersect(ray r, acceleration_structure<S...> s, __mask mask, F f) const -> decltype(f(intersection_result_ref<T...>{}), void()) { __call(r, s, mask, __air_null_intersections(), f); }
  template<class F, class... S> __MTL_INLINE auto intersect(ray r, acceleration_structure<S...> s, table_type t, F f) const -> decltype(f(intersection_result_ref<T...>{}), void()) { __call(r, s, ~0u, t.h, f); }
  template<class F, class... S> __MTL_INLINE auto intersect(ray r, acceleration_structure<S...> s, __mask mask, table_type t, F f) const -> decltype(f(intersection_result_ref<T...>{}), void()) { __call(r, s, mask, t.h, f); }
  template<class P, class F, class... S> __MTL_INLINE auto intersect(ray r, acceleration_structure<S...> s, table_type t, P& p, F f) const -> decltype(f(intersection_result_ref<T...>{}, (const P&)p), void()) { __call(r, s, ~0u, t.h, f, p); }
  template<class P, class F, class... S> __MTL_INLINE auto intersect(ray r, acceleration_structure<S...> s, __mask mask, table_type t, P& p, F f) const -> decltype(f(intersection_result_ref<T...>{}, (const P&)p), void()) { __call(r, s, mask, t.h, f, p); }
};
// --- ray tracing: queries
extern "C" __MTL_A(nothrow) __query_handle __ray_allocate(uint) __asm__("mtlb.ray.allocate_intersection_query");
extern "C" __MTL_A(nothrow) void __ray_deallocate(uint, __query_handle) __asm__("mtlb.ray.deallocate_intersection_query");
extern "C" __MTL_A(nothrow) void __ray_reset(uint, __query_handle, __v_float3, __v_float3, float, float, __structure_handle, uint, float, __MTL_PARAMS_T) __asm__("mtlb.ray.reset_intersection_query");
extern "C" __MTL_A(nothrow) bool __ray_next(uint, __query_handle) __asm__("mtlb.ray.next_intersection_query");
extern "C" __MTL_A(nothrow) void __ray_abort(uint, __query_handle) __asm__("mtlb.ray.abort_intersection_query");
extern "C" __MTL_A(nothrow) void __ray_commit_triangle(uint, __query_handle) __asm__("mtlb.ray.commit_triangle_intersection_intersection_query");
extern "C" __MTL_A(nothrow) void __ray_commit_box(uint, __query_handle, float) __asm__("mtlb.ray.commit_bounding_box_intersection_intersection_query");
extern "C" __MTL_A(nothrow) void __ray_commit_curve(uint, __query_handle) __asm__("mtlb.ray.commit_curve_intersection_intersection_query");
#define __MTL_QUERIES(R, name) __MTL_QUERY(R, get_candidate_##name) __MTL_QUERY(R, get_committed_##name)
__MTL_QUERIES(uint, intersection_type) __MTL_QUERIES(uint, primitive_id) __MTL_QUERIES(uint, geometry_id) __MTL_QUERIES(uint, instance_id) __MTL_QUERIES(uint, user_instance_id)
__MTL_QUERIES(uchar, instance_count) __MTL_QUERIES(__v_float3, ray_origin) __MTL_QUERIES(__v_float3, ray_direction) __MTL_QUERIES(__v_float2, triangle_barycentric_coord)
__MTL_QUERIES(__MTL_BYTES, primitive_data) __MTL_QUERIES(float, curve_parameter) __MTL_QUERIES(__transform, object_to_world_transform) __MTL_QUERIES(__transform, world_to_object_transform)
struct __query_params { uint a, b, c, d, e, f, g, h, i; bool identity, any; };
__MTL_QUERY(__query_params, get_intersection_params)
__MTL_QUERY(bool, is_candidate_triangle_front_facing) __MTL_QUERY(bool, is_committed_triangle_front_facing) __MTL_QUERY(bool, is_candidate_non_opaque_bounding_box)
__MTL_QUERY(float, get_candidate_triangle_distance) __MTL_QUERY(float, get_candidate_curve_distance) __MTL_QUERY(float, get_committed_distance) __MTL_QUERY(float, get_ray_min_distance)
__MTL_QUERY(__v_float3, get_world_space_ray_origin) __MTL_QUERY(__v_float3, get_world_space_ray_direction)
template<class... T> struct intersection_query {
  using __tagged = __tags<T...>;
  static_assert(!__tagged::has_motion, "an intersection query has no motion");
  static constexpr uint __bits = __tagged::bits;
  __query_handle h;
  __MTL_INLINE intersection_query() : h(__ray_allocate(__tagged::bits | (__tagged::all & ~0xffffu))) {}
  template<class... S> __MTL_INLINE intersection_query(ray r, acceleration_structure<S...> s, intersection_params p = intersection_params()) : intersection_query() { reset(r, s, p); }
  template<class... S> __MTL_INLINE intersection_query(ray r, acceleration_structure<S...> s, uint mask, intersection_params p = intersection_params()) : intersection_query() { reset(r, s, mask, p); }
  intersection_query(const intersection_query&) = delete;
  __MTL_INLINE ~intersection_query() { __ray_deallocate(__bits, h); }
  template<class... S> __MTL_INLINE void reset(ray r, acceleration_structure<S...> s, uint mask, intersection_params p = intersection_params()) {
    static_assert(__fits<acceleration_structure<S...>, T...>, "the acceleration structure does not fit the tags of the query");
    __ray_reset(__bits, h, r.origin.v, r.direction.v, r.min_distance, r.max_distance, s.h, mask, 0.0f, __MTL_PARAMS(p));
  }
  template<class... S> __MTL_INLINE void reset(ray r, acceleration_structure<S...> s, intersection_params p = intersection_params()) { reset(r, s, ~0u, p); }
  __MTL_INLINE bool next() { return __ray_next(__bits, h); }
  __MTL_INLINE void abort() { __ray_abort(__bits, h); }
  __MTL_INLINE void commit_triangle_intersection() { __ray_commit_triangle(__bits, h); }
  __MTL_INLINE void commit_bounding_box_intersection(float distance) { __ray_commit_box(__bits, h, distance); }
  __MTL_INLINE void commit_curve_intersection() { __ray_commit_curve(__bits, h); }
  __MTL_INLINE intersection_params get_intersection_params() const {
    __query_params p = __ray_get_intersection_params_intersection_query(__tagged::bits, h);
    intersection_params r;
    r.__n[0] = p.a; r.__n[1] = p.b; r.__n[2] = p.c; r.__n[3] = p.d; r.__n[4] = p.e; r.__n[5] = p.f; r.__n[6] = p.g; r.__n[7] = p.h; r.__n[8] = p.i;
    r.__identity = p.identity; r.__any = p.any;
    return r;
  }
#define __MTL_ASK(R, name) __MTL_INLINE R name() const { return R(__ray_##name##_intersection_query(__bits, h)); }
#define __MTL_ASK_BOTH(R, name) __MTL_ASK(R, get_candidate_##name) __MTL_ASK(R, get_committed_##name)
#define __MTL_ASK_COUNT(which) __MTL_INLINE uint get_##which##_instance_count() const { \
    if constexpr (__tagged::has_tag_of_levels) return __ray_get_##which##_instance_count_intersection_query(__bits, h); \
    else return get_##which##_intersection_type() != intersection_type::none; }
#define __MTL_ASK_OF(V, name) __MTL_INLINE V name() const { return V::__of(__ray_##name##_intersection_query(__bits, h)); }
#define __MTL_ASK_DATA(name) __MTL_INLINE const void* name() const { return (const void*)__ray_##name##_intersection_query(__bits, h); }
#define __MTL_ASK_SPACE(name) __MTL_INLINE float4x3 name() const { __transform t = __ray_##name##_intersection_query(__bits, h); return __columns(t.a, t.b, t.c, t.d); }
  __MTL_ASK_BOTH(intersection_type, intersection_type) __MTL_ASK_BOTH(uint, primitive_id) __MTL_ASK_BOTH(uint, geometry_id) __MTL_ASK_BOTH(uint, instance_id)
  __MTL_ASK_BOTH(uint, user_instance_id) __MTL_ASK_COUNT(candidate) __MTL_ASK_COUNT(committed) __MTL_ASK_BOTH(float, curve_parameter)
  __MTL_ASK_OF(float3, get_candidate_ray_origin) __MTL_ASK_OF(float3, get_candidate_ray_direction) __MTL_ASK_OF(float3, get_committed_ray_origin) __MTL_ASK_OF(float3, get_committed_ray_direction)
  __MTL_ASK_OF(float3, get_world_space_ray_origin) __MTL_ASK_OF(float3, get_world_space_ray_direction)
  __MTL_ASK_OF(float2, get_candidate_triangle_barycentric_coord) __MTL_ASK_OF(float2, get_committed_triangle_barycentric_coord)
  __MTL_ASK_DATA(get_candidate_primitive_data) __MTL_ASK_DATA(get_committed_primitive_data)
  __MTL_ASK_SPACE(get_candidate_object_to_world_transform) __MTL_ASK_SPACE(get_candidate_world_to_object_transform)
  __MTL_ASK_SPACE(get_committed_object_to_world_transform) __MTL_ASK_SPACE(get_committed_world_to_object_transform)
  __MTL_ASK(bool, is_candidate_triangle_front_facing) __MTL_ASK(bool, is_committed_triangle_front_facing) __MTL_ASK(bool, is_candidate_non_opaque_bounding_box)
  __MTL_ASK(float, get_candidate_triangle_distance) __MTL_ASK(float, get_candidate_curve_distance) __MTL_ASK(float, get_committed_distance) __MTL_ASK(float, get_ray_min_distance)
};
}
enum MTLAccelerationStructureInstanceOptions : uint {
  MTLAccelerationStructureInstanceOptionNone = 0, MTLAccelerationStructureInstanceOptionDisableTriangleCulling = 1,
  MTLAccelerationStructureInstanceOptionTriangleFrontFacingWindingCounterClockwise = 2, MTLAccelerationStructureInstanceOptionOpaque = 4, MTLAccelerationStructureInstanceOptionNonOpaque = 8
};
typedef packed_float3 __packed_float4x3[4];
struct MTLAccelerationStructureInstanceDescriptor {
  packed_float3 transformationMatrix[4];
  MTLAccelerationStructureInstanceOptions options;
  uint mask, intersectionFunctionTableOffset, accelerationStructureIndex;
};
struct MTLAccelerationStructureUserIDInstanceDescriptor {
  packed_float3 transformationMatrix[4];
  MTLAccelerationStructureInstanceOptions options;
  uint mask, intersectionFunctionTableOffset, accelerationStructureIndex, userID;
};
// The order of the members: objc2-metal's documentation (docs.rs), and Apple's of the initializer.
enum MTLMotionBorderMode : uint { MTLMotionBorderModeClamp = 0, MTLMotionBorderModeVanish = 1 };
struct MTLAccelerationStructureMotionInstanceDescriptor {
  MTLAccelerationStructureInstanceOptions options;
  uint mask, intersectionFunctionTableOffset, accelerationStructureIndex, userID, motionTransformsStartIndex, motionTransformsCount;
  MTLMotionBorderMode motionStartBorderMode, motionEndBorderMode;
  float motionStartTime, motionEndTime;
};
struct MTLIndirectAccelerationStructureInstanceDescriptor {
  packed_float3 transformationMatrix[4];
  MTLAccelerationStructureInstanceOptions options;
  uint mask, intersectionFunctionTableOffset, userID;
  MTLResourceID accelerationStructureID;
};
struct MTLIndirectAccelerationStructureMotionInstanceDescriptor {
  MTLAccelerationStructureInstanceOptions options;
  uint mask, intersectionFunctionTableOffset, userID;
  MTLResourceID accelerationStructureID;
  uint motionTransformsStartIndex, motionTransformsCount;
  MTLMotionBorderMode motionStartBorderMode, motionEndBorderMode;
  float motionStartTime, motionEndTime;
};
// --- pull-model interpolation
struct _interpolant_t;
typedef _interpolant_t __MTL_A(address_space(1))* __interpolant_handle;
namespace interpolation { struct perspective {}; struct no_perspective {}; }
template<class T, class P> struct interpolant;
#define __MTL_INTERPOLATE(T, V, word, P) \
  extern "C" __MTL_A(pure, nothrow) V __air_at_center_##P##T(__interpolant_handle) __asm__("air.interpolate_center_" #P "." word); \
  extern "C" __MTL_A(pure, nothrow) V __air_at_centroid_##P##T(__interpolant_handle) __asm__("air.interpolate_centroid_" #P "." word); \
  extern "C" __MTL_A(pure, nothrow) V __air_at_offset_##P##T(__interpolant_handle, __v_float2) __asm__("air.interpolate_offset_" #P "." word); \
  extern "C" __MTL_A(pure, nothrow) V __air_at_sample_##P##T(__interpolant_handle, uint) __asm__("air.interpolate_sample_" #P "." word); \
  template<> struct interpolant<T, interpolation::P> { \
    using __handle = __interpolant_handle; \
    __handle h; \
    __MTL_INLINE T interpolate_at_center() const { return __mtl::abi<T>::get(__air_at_center_##P##T(h)); } \
    __MTL_INLINE T interpolate_at_centroid() const { return __mtl::abi<T>::get(__air_at_centroid_##P##T(h)); } \
    __MTL_INLINE T interpolate_at_offset(float2 o) const { return __mtl::abi<T>::get(__air_at_offset_##P##T(h, o.v)); } \
    __MTL_INLINE T interpolate_at_sample(uint n) const { return __mtl::abi<T>::get(__air_at_sample_##P##T(h, n)); } \
  };
#define __MTL_INTERPOLATES(T, V, word) __MTL_INTERPOLATE(T, V, word, perspective) __MTL_INTERPOLATE(T, V, word, no_perspective)
#define __MTL_INTERPOLATED(T, word) __MTL_INTERPOLATES(T, T, word) __MTL_INTERPOLATES(T##2, __v_##T##2, "v2" word) __MTL_INTERPOLATES(T##3, __v_##T##3, "v3" word) __MTL_INTERPOLATES(T##4, __v_##T##4, "v4" word)
__MTL_INTERPOLATED(float, "f32") __MTL_INTERPOLATED(half, "f16")
// --- values at the vertices of a primitive (kagurasumusun/metal, metal-info-set/golden/run18_apply/P18K)
struct _vertex_value_t;
typedef _vertex_value_t __MTL_A(address_space(1))* __vertex_value_handle;
extern "C" __MTL_A(pure, nothrow) float __air_vertex_value(__vertex_value_handle, uint) __asm__("air.get_vertex_value.f32");
enum class vertex_index { first, second, third };
template<class T> struct vertex_value {
  static_assert(is_same_v<T, float>, "a vertex_value of another type than float is not compiled: how AIR reads it is not known");
  using __handle = __vertex_value_handle;
  __handle h;
  __MTL_INLINE T get(vertex_index n) const { return __air_vertex_value(h, uint(n)); }
};
extern "C" __MTL_A(const, nothrow) __v_float2 __air_sample_position(uint, uint) __asm__("air.get_sample_position.v2f32");
extern "C" __MTL_A(const, nothrow) uint __air_num_samples(uint) __asm__("air.get_num_samples.i32");
__MTL_INLINE float2 get_sample_position(uint n) { return float2::__of(__air_sample_position(n, 0)); }
__MTL_INLINE uint get_num_samples() { return __air_num_samples(0); }
// --- tessellation
struct _patch_control_point_t;
typedef _patch_control_point_t* __points_handle;
}
namespace __mtl {
template<class S, class L> struct control_point;
}
namespace metal {
template<class T> struct patch_control_point {
  using __handle = __points_handle;
  using value_type = T;
  using size_type = uint;
  __handle h;
  uint __size;
  __MTL_INLINE uint size() const { return __size; }
  __MTL_INLINE T operator[](uint n) const { return __mtl::control_point<T, typename __mtl::list_of<T>::type>::get(n, h); }
};
}
namespace __mtl {
using namespace metal;
// AIR's function that reads a control point is bound at run time; its name follows from S (mtlb/metal/raytracing.py).
template<class S, class... V> struct point_of { static __MTL_A(pure, nothrow) pixel_value<V...> read(uint, __points_handle); };
template<class S, class... F> struct control_point<S, members<S, F...>> {
  using reader = point_of<S, typename abi<remove_cv_t<typename F::value_type>>::type...>;
  __MTL_INLINE static S get(uint n, __points_handle h) { return pixel_of<S, members<S, F...>>::get(reader::read(n, h)); }
};
template<class... T> struct abi<raytracing::acceleration_structure<T...>> { using type = raytracing::__structure_handle; __MTL_INLINE static raytracing::acceleration_structure<T...> get(type x) { return raytracing::acceleration_structure<T...>(x); } __MTL_INLINE static type put(raytracing::acceleration_structure<T...> x) { return x.h; } };
template<class... T> struct abi<raytracing::intersection_function_table<T...>> { using type = raytracing::__intersections_handle; __MTL_INLINE static raytracing::intersection_function_table<T...> get(type x) { return raytracing::intersection_function_table<T...>(x); } };
template<class F, uint S> struct abi<visible_function_table<F, S>> { using type = __functions_handle; __MTL_INLINE static visible_function_table<F, S> get(type x) { return visible_function_table<F, S>(x); } };
template<class... T> struct describe<raytracing::acceleration_structure<T...>> { using X = raytracing::acceleration_structure<T...>; static constexpr type value = {is_handle, 8, 8, X::__mtl_numbers::a, 1, nullptr, nullptr, X::__mtl_handle_name}; };
template<class... T> struct describe<raytracing::intersection_function_table<T...>> { using X = raytracing::intersection_function_table<T...>; static constexpr type value = {is_handle, 8, 8, X::__mtl_numbers::a, 1, nullptr, nullptr, X::__mtl_handle_name}; };
template<class F, uint S> struct describe<visible_function_table<F, S>> { static constexpr type named = {is_other, 0, 1, 0, 0, nullptr, nullptr, name<F>()}; static constexpr type value = {is_handle, 8, 8, 0, 2, &named, nullptr, "visible_function_table"}; };
template<class T, class P> struct abi<interpolant<T, P>> : abi_of_handle<interpolant<T, P>, void> {};
template<class T, class P> struct describe<interpolant<T, P>> { static constexpr type value = {is_interpolant, 8, 8, is_same_v<P, interpolation::no_perspective>, 0, &describe<T>::value, nullptr, nullptr}; };
template<class T> struct abi<vertex_value<T>> : abi_of_handle<vertex_value<T>, void> {};
template<class T> struct describe<vertex_value<T>> { static constexpr type value = {is_interpolant, 8, 8, 2, 0, &describe<T>::value, nullptr, nullptr}; };
template<class T> struct abi<patch_control_point<T>> { using type = __points_handle; __MTL_INLINE static patch_control_point<T> get(type x) { return {x, 0}; } };
template<uint Points, class T> __MTL_INLINE patch_control_point<T> with_points(patch_control_point<T> p) { return {p.h, Points}; }
template<class T> struct describe<patch_control_point<T>> { static constexpr type value = {is_points, 8, 8, 0, 0, &describe<T>::value, nullptr, nullptr}; };
}
// --- curves: positions and derivatives (specification, 6.18.6); the polynomials are those of the curves' definitions
namespace metal {
#define __MTL_CURVE3(name, a, b, c) template<class T, class P> __MTL_INLINE P name(T t, P p0, P p1, P p2) { return p0 * T(a) + p1 * T(b) + p2 * T(c); }
#define __MTL_CURVE4(name, a, b, c, d) template<class T, class P> __MTL_INLINE P name(T t, P p0, P p1, P p2, P p3) { return p0 * T(a) + p1 * T(b) + p2 * T(c) + p3 * T(d); }
__MTL_CURVE3(bezier, (1 - t) * (1 - t), 2 * t * (1 - t), t * t)
__MTL_CURVE3(bezier_derivative, 2 * t - 2, 2 - 4 * t, 2 * t)
__MTL_CURVE3(bezier_second_derivative, 2, -4, 2)
__MTL_CURVE4(bezier, (1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t)
__MTL_CURVE4(bezier_derivative, -3 * (1 - t) * (1 - t), 3 * (1 - t) * (1 - 3 * t), 3 * t * (2 - 3 * t), 3 * t * t)
__MTL_CURVE4(bezier_second_derivative, 6 * (1 - t), 18 * t - 12, 6 - 18 * t, 6 * t)
__MTL_CURVE3(bspline, (1 - t) * (1 - t) / 2, (1 + 2 * t * (1 - t)) / 2, t * t / 2)
__MTL_CURVE3(bspline_derivative, t - 1, 1 - 2 * t, t)
__MTL_CURVE3(bspline_second_derivative, 1, -2, 1)
__MTL_CURVE4(bspline, (1 - t) * (1 - t) * (1 - t) / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (1 + 3 * t * (1 + t * (1 - t))) / 6, t * t * t / 6)
__MTL_CURVE4(bspline_derivative, (1 - t) * (t - 1) / 2, t * (3 * t - 4) / 2, (1 + t * (2 - 3 * t)) / 2, t * t / 2)
__MTL_CURVE4(bspline_second_derivative, 1 - t, 3 * t - 2, 1 - 3 * t, t)
__MTL_CURVE4(hermite, (1 + 2 * t) * (1 - t) * (1 - t), t * t * (3 - 2 * t), t * (1 - t) * (1 - t), t * t * (t - 1))
__MTL_CURVE4(hermite_derivative, 6 * t * (t - 1), 6 * t * (1 - t), (1 - t) * (1 - 3 * t), t * (3 * t - 2))
__MTL_CURVE4(hermite_second_derivative, 12 * t - 6, 6 - 12 * t, 6 * t - 4, 6 * t - 2)
__MTL_CURVE4(catmull_rom, t * (t * (2 - t) - 1) / 2, (t * t * (3 * t - 5) + 2) / 2, t * (1 + t * (4 - 3 * t)) / 2, t * t * (t - 1) / 2)
__MTL_CURVE4(catmull_rom_derivative, (t * (4 - 3 * t) - 1) / 2, t * (9 * t - 10) / 2, (1 + t * (8 - 9 * t)) / 2, t * (3 * t - 2) / 2)
__MTL_CURVE4(catmull_rom_second_derivative, 2 - 3 * t, 9 * t - 5, 4 - 9 * t, 3 * t - 1)
}
