// Writes of slices of imageblocks: one function for each handle of a texture, width of coordinates and type. By hand;
// textures.h has two uses of __MTL_SLICES for each shape. Sources: `_slice_rows` in mtlb/air/intrinsics.py.
namespace metal {
struct imageblock_layout_implicit {};
template<class E, class L> struct imageblock_slice;  // stages.h
template<class H, class N, class E> struct __slice_writer { static_assert(sizeof(E) == 0, "how AIR writes a slice of this type is not known"); };
template<class E> struct __mtl_element { using type = E; };
template<class T, int N> struct __mtl_element<vec<T, N>> { using type = T; };
#define __MTL_JOINED(a, b, c, d) a##b##c##d
#define __MTL_SLICE(H, N, name, E, word, ...) \
  extern "C" __MTL_A(nothrow) void __MTL_JOINED(__air_slice, H, N, E)(H, uchar __MTL_A(address_space(4))*, bool, __v_ushort2, __v_ushort2, __VA_ARGS__, bool, uint) __asm__(name word); \
  template<> struct __slice_writer<H, N, E> { template<class... A> __MTL_INLINE static void write(A... a) { __MTL_JOINED(__air_slice, H, N, E)(a...); } };
#define __MTL_SLICES_OF(H, N, name, E, word, ...) \
  __MTL_SLICE(H, N, name, E, word, __VA_ARGS__) __MTL_SLICE(H, N, name, E##2, "v2" word, __VA_ARGS__) __MTL_SLICE(H, N, name, E##4, "v4" word, __VA_ARGS__)
#define __MTL_SLICES(H, N, name, ...) \
  __MTL_SLICES_OF(H, N, name, half, "f16", __VA_ARGS__) __MTL_SLICES_OF(H, N, name, float, "f32", __VA_ARGS__) __MTL_SLICES_OF(H, N, name, short, "i16", __VA_ARGS__) \
  __MTL_SLICES_OF(H, N, name, ushort, "i16", __VA_ARGS__) __MTL_SLICES_OF(H, N, name, int, "i32", __VA_ARGS__) __MTL_SLICES_OF(H, N, name, uint, "i32", __VA_ARGS__)
}
