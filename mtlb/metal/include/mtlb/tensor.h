// Tensors and MetalPerformancePrimitives' products of matrices (Metal 4): by hand. docs/metal.md §10
// Source of names and meanings: the Metal Shading Language Specification 4, 2.21 "Tensor Types", and public uses (MLX,
// ggml, mtlattn). Functions, operands and numbers: modules of Apple's compiler (MLX 0.31.2 and 0.32.2 for macOS 26,
// mtlattn 0.4.1; three probes in tensor form that mtlb/metal/tensors.py names). What none of them has is an error.
#if __METAL_VERSION__ >= 400
#define __MTL_UNKNOWN(what, ...) static_assert(__mtl::never<__VA_ARGS__>, what " is not compiled: no module of Apple's compiler with it is known")
namespace __mtl {
template<class... T> constexpr bool never = false;
}
// --- tensors
namespace metal {
constexpr size_t dynamic_extent = size_t(-1);
template<class I, size_t... E> struct extents {
  typedef I index_type;
  typedef size_t size_type, rank_type;
  static_assert(is_integral_v<I>, "the indices of extents are integers");
  static constexpr rank_type rank() { return sizeof...(E); }
  static constexpr rank_type rank_dynamic() { return (0 + ... + (E == dynamic_extent)); }
  static constexpr size_t static_extent(rank_type n) { const size_t all[] = {E..., 0}; return all[n]; }
  I __sizes[sizeof...(E) ? sizeof...(E) : 1];
  constexpr extents() : __sizes{I(E == dynamic_extent ? 0 : E)...} {}
  template<class... U, class = enable_if_t<sizeof...(U) == sizeof...(E) && (is_convertible_v<U, I> && ...)>>
  constexpr extents(U... sizes) : __sizes{I(sizes)...} {}
  template<class U> constexpr extents(const array<U, sizeof...(E)>& sizes) : __sizes{} {
    for (size_t i = 0; i < sizeof...(E); ++i) __sizes[i] = I(sizes[i]);
  }
  template<size_t... N> constexpr I __product(index_sequence<N...>) const { return (I(1) * ... * extent(N)); }
  constexpr I extent(rank_type n) const { return static_extent(n) == dynamic_extent ? __sizes[n] : I(static_extent(n)); }
};
template<class I, size_t... N> extents<I, (N, dynamic_extent)...> __dynamic(index_sequence<N...>);
template<class I, size_t Rank> using dextents = decltype(__dynamic<I>(make_index_sequence<Rank>{}));
template<class T, T V = T(-1)> constexpr T dynamic_length_v = V;
struct tensor_handle {};
struct tensor_inline {};
struct tensor_offset {};
template<size_t N> struct execution_simdgroups { static constexpr size_t __count = N; };
typedef execution_simdgroups<1> execution_simdgroup;
struct execution_thread {};
struct _tensor_t;
typedef _tensor_t __MTL_A(address_space(1))* __tensor_handle_t;
template<class T, class E, class D = tensor_handle, class... Tags> struct tensor;
}
namespace __mtl {
// The type of a tensor's elements in its initialization.
template<class T> struct tensor_element {
  static_assert(never<T>, "tensors of these elements are not compiled: no module of Apple's compiler with them is known");
};
template<> struct tensor_element<float> { static constexpr uchar code = 0; };
template<> struct tensor_element<half> { static constexpr uchar code = 1; };
template<> struct tensor_element<bfloat> { static constexpr uchar code = 2; };
template<class E> struct tensor_extents { static_assert(never<E>, "the second argument of tensor is extents or dextents"); };
template<class I, size_t... N> struct tensor_extents<extents<I, N...>> {
  static_assert(is_same_v<I, int>, "tensors with other indices than int are not compiled: no module of Apple's compiler with them is known");
  static_assert(((N == dynamic_extent) && ...), "tensors with constant extents are not compiled: no module of Apple's compiler with them is known");
  static_assert(sizeof...(N) > 0, "a tensor has a dimension");
};
// How the functions of tensors are told what a tensor is.
template<class D> struct tensor_kind { static_assert(never<D>, "a whole bound tensor as an operand is not compiled, but a slice of it: no module of Apple's compiler with it is known"); static constexpr int number = 0; };
template<> struct tensor_kind<tensor_offset> { static constexpr int number = 1; };
template<> struct tensor_kind<tensor_inline> { static constexpr int number = 2; };
// Memory whose size is known when the pipeline is built: mtlb/metal/tensors.py makes it an alloca of that size.
constexpr size_t DEFERRED = 4096;
template<size_t Align> struct alignas(Align) deferred_memory { char bytes[DEFERRED]; };
}
extern "C" __MTL_A(nothrow) void __mtl_deferred_size(void*, size_t, size_t) __asm__("mtlb.tensor.deferred_size");
extern "C" __MTL_A(nothrow) void __mtl_tensor_init(void*, ushort, const void*, const void*, uchar, const volatile void*) __asm__("mtlb.tensor.init.p0bytes");
extern "C" __MTL_A(const, nothrow) ushort __air_tensor_size(ushort, ushort) __asm__("air.get_descriptor_size_tensor");
extern "C" __MTL_A(nothrow) int __air_tensor_extent(const void*, ushort, ushort) __asm__("mtlb.tensor.extent");
extern "C" __MTL_A(nothrow) void __air_tensor_slice(void*, const void*, ushort, const void*, const void*) __asm__("mtlb.tensor.slice");
// Null tensors and strides of bound tensors: kagurasumusun/metal (metal-info-set/golden/P10T40_run10, compiler 32023.883).
extern "C" __MTL_A(pure, nothrow) metal::__tensor_handle_t __air_null_tensor() __asm__("air.get_null_global_tensor");
extern "C" __MTL_A(pure, nothrow) bool __air_tensor_null(metal::__tensor_handle_t) __asm__("air.is_null_global_tensor");
extern "C" __MTL_A(nothrow) int __air_tensor_stride(metal::__tensor_handle_t, ushort, ushort) __asm__("air.get_stride_global_tensor.i32");
namespace metal {
struct __tensor_slice {};
// A tensor in memory of the thread: a view of memory that the kernel has an address of.
template<class T, class E, class... Tags> struct tensor<T, E, tensor_inline, Tags...> : __mtl::tensor_extents<E> {
  typedef T element_type;
  typedef remove_cv_t<T> value_type;
  typedef E extents_type;
  typedef typename E::index_type index_type;
  typedef size_t size_type, rank_type;
  typedef tensor_inline descriptor_type;
  static_assert(sizeof...(Tags) == 0, "tags of tensors are not compiled: no module of Apple's compiler with them is known");
  typedef make_index_sequence<E::rank()> __places;
  __mtl::deferred_memory<8> __memory;
  static __MTL_A(noinline) size_t MTL_SIZEAS() { return __air_tensor_size(E::rank(), sizeof(index_type)); }
  static constexpr size_t get_rank() { return E::rank(); }
  static constexpr size_t rank() { return E::rank(); }
  static constexpr size_t get_static_extent(size_t n) { return E::static_extent(n); }
  template<class P> __MTL_INLINE tensor(P* data, const E& e, const array<index_type, E::rank()>& strides) {
    __start(data, e, strides, __places{});
  }
  template<class P> __MTL_INLINE tensor(P* data, const E& e) { __start_packed(data, e, __places{}); }
  template<class P, size_t... N> __MTL_INLINE void __start_packed(P* data, const E& e, index_sequence<N...> places) {
    __start(data, e, array<index_type, E::rank()>{{e.__product(make_index_sequence<N>{})...}}, places);
  }
  template<class P, size_t... N>
  __MTL_INLINE void __start(P* data, const E& e, const array<index_type, E::rank()>& strides, index_sequence<N...>) {
    static_assert(is_same_v<remove_cv_t<P>, value_type>, "the elements of the tensor have another type");
    __mtl_deferred_size(&__memory, sizeof(__memory), MTL_SIZEAS());
    array<index_type, E::rank()> sizes{{e.extent(N)...}}, steps{{strides[N]...}};
    __mtl_tensor_init(&__memory, E::rank(), &sizes, &steps, __mtl::tensor_element<value_type>::code, data);
  }
  template<size_t... N>
  __MTL_INLINE tensor(__tensor_slice, const tensor& from, array<index_type, E::rank()> starts, index_sequence<N...>) {
    __mtl_deferred_size(&__memory, sizeof(__memory), MTL_SIZEAS());
    array<index_type, E::rank()> sizes{{from.get_extent(N) - starts[N]...}};
    __air_tensor_slice(&__memory, &from.__memory, E::rank(), &starts, &sizes);
  }
  tensor(const tensor&) = delete;
  tensor& operator=(const tensor&) = delete;
  __MTL_INLINE index_type get_extent(size_t n) const { return __air_tensor_extent(&__memory, E::rank(), n); }
  template<class... I, class = enable_if_t<sizeof...(I) == E::rank() && (is_convertible_v<I, index_type> && ...)>>
  __MTL_INLINE tensor slice(I... starts) const {
    return tensor(__tensor_slice{}, *this, array<index_type, E::rank()>{{index_type(starts)...}}, __places{});
  }
  template<size_t First, size_t... N, class... I> void slice(I...) const { __MTL_UNKNOWN("a slice of a given size", I...); }
  template<class... I> T& operator[](I...) const { __MTL_UNKNOWN("an element of a tensor", I...); }
};
// A tensor that the program binds, and a part of one: the offsets, then the handle.
template<class E> struct __tensor_offsets { array<typename E::index_type, E::rank()> __offsets; };
template<class E> struct __tensor_base : __tensor_offsets<E> {};
template<class T, class E, class... Tags> struct tensor<T, E, tensor_offset, Tags...> : __tensor_base<E> {
  typedef T element_type;
  typedef T value_type;
  typedef E extents_type;
  typedef typename E::index_type index_type;
  typedef tensor_offset descriptor_type;
  __tensor_handle_t __handle;
  static constexpr size_t get_rank() { return E::rank(); }
  __MTL_INLINE tensor(__tensor_handle_t h, const array<index_type, E::rank()>& starts) : __tensor_base<E>{{starts}}, __handle(h) {}
  template<class... I> index_type get_extent(I...) const { __MTL_UNKNOWN("the extent of a part of a bound tensor", I...); return 0; }
  template<class... I> tensor slice(I...) const { __MTL_UNKNOWN("a slice of a slice", I...); return *this; }
  template<class... I> T& operator[](I...) const { __MTL_UNKNOWN("an element of a tensor", I...); }
};
template<class T, class E, class... Tags> struct tensor<T, E, tensor_handle, Tags...> : __mtl::tensor_extents<E> {
  typedef T element_type;
  typedef T value_type;
  typedef E extents_type;
  typedef typename E::index_type index_type;
  typedef tensor_handle descriptor_type;
  static_assert(sizeof...(Tags) == 0, "tags of tensors are not compiled: no module of Apple's compiler with them is known");
  static_assert(!is_const_v<T>, "bound tensors of constant elements are not compiled: no module of Apple's compiler with them is known");
  __tensor_handle_t __handle;
  __MTL_INLINE tensor() : __handle(__air_null_tensor()) {}
  __MTL_INLINE explicit tensor(__tensor_handle_t h) : __handle(h) {}
  __MTL_INLINE index_type get_stride(size_t n) const { return __air_tensor_stride(__handle, E::rank(), n); }
  static constexpr size_t get_rank() { return E::rank(); }
  template<class... I, class = enable_if_t<sizeof...(I) == E::rank() && (is_convertible_v<I, index_type> && ...)>>
  __MTL_INLINE tensor<T, E, tensor_offset> slice(I... starts) const {
    return tensor<T, E, tensor_offset>(__handle, array<index_type, E::rank()>{{index_type(starts)...}});
  }
  template<size_t First, size_t... N, class... I> void slice(I...) const { __MTL_UNKNOWN("a slice of a given size", I...); }
  template<class... I> index_type get_extent(I...) const { __MTL_UNKNOWN("the extent of a bound tensor", I...); return 0; }
  template<class... I> T& operator[](I...) const { __MTL_UNKNOWN("an element of a tensor", I...); }
};
template<class T, class E> __MTL_INLINE bool is_null_tensor(const tensor<T, E, tensor_handle>& t) { return __air_tensor_null(t.__handle); }
template<class T, class E> tensor(T*, E) -> tensor<T, E, tensor_inline>;
template<class T, class E, class S> tensor(T*, E, S) -> tensor<T, E, tensor_inline>;
}
namespace __mtl {
template<class T, class E, class... Tags> struct is_object<tensor<T, E, tensor_handle, Tags...>> : bool_constant<false> {};
template<class T, class E> struct abi<tensor<T, E, tensor_handle>> {
  using type = __tensor_handle_t;
  __MTL_INLINE static tensor<T, E, tensor_handle> get(type x) { return tensor<T, E, tensor_handle>(x); }
};
template<class T, class E> struct describe<tensor<T, E, tensor_handle>> {
  static constexpr type value = {is_handle, 8, 8, uint(E::rank()), 3, &describe<T>::value, nullptr, "tensor"};
};
}
#endif
