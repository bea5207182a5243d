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
  static_assert(sizeof...(N) > 0, "a tensor has a dimension");
};
// How the functions of tensors are told what a tensor is (mtlb/air/tensors.py).
enum : int { handle_operand, offset_operand, inline_operand, cooperative_operand };
// Memory whose size is known when the pipeline is built: mtlb/metal/tensors.py makes it an alloca of that size.
constexpr size_t DEFERRED = 4096;
// The extents of a slice: as given, or dynamic.
template<class E, class I, size_t... Sizes> struct sliced { typedef extents<I, Sizes...> type; };
template<class E, class I> struct sliced<E, I> { typedef dextents<I, E::rank()> type; };
template<size_t Align> struct alignas(Align) deferred_memory { char bytes[DEFERRED]; };
}
extern "C" __MTL_A(nothrow) void __mtl_deferred_size(void*, size_t, size_t) __asm__("mtlb.tensor.deferred_size");
extern "C" __MTL_A(nothrow) void __mtl_tensor_init(void*, ushort, const void*, const void*, uchar, const volatile void*) __asm__("mtlb.tensor.init.p0bytes");
extern "C" __MTL_A(const, nothrow) ushort __air_tensor_size(ushort, ushort) __asm__("air.get_descriptor_size_tensor");
extern "C" __MTL_A(nothrow) int __air_tensor_extent(const void*, ushort, ushort) __asm__("mtlb.tensor.extent");
extern "C" __MTL_A(nothrow) int __mtl_bound_extent(metal::__tensor_handle_t, ushort, ushort) __asm__("air.get_extent_global_tensor.i32");
extern "C" __MTL_A(nothrow) void __air_tensor_slice(void*, const void*, ushort, const void*, const void*) __asm__("mtlb.tensor.slice");
// Null tensors, strides and addresses of elements of bound tensors: kagurasumusun/metal
// (metal-info-set/golden/P10T40_run10, compiler 32023.883). The indices are an array in the thread's memory.
extern "C" __MTL_A(nothrow) char __MTL_A(address_space(1))* __mtl_tensor_element(metal::__tensor_handle_t, ushort, const void*, uchar) __asm__("mtlb.tensor.element");
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
  static constexpr int __kind = __mtl::inline_operand;
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
    // One by one: arrays of constants would be in constant memory.
    array<index_type, E::rank()> sizes, steps;
    ((sizes[N] = e.extent(N)), ...), ((steps[N] = strides[N]), ...);
    __mtl_tensor_init(&__memory, E::rank(), &sizes, &steps, __mtl::tensor_element<value_type>::code, data);
  }
  template<class From, size_t... N>
  __MTL_INLINE tensor(__tensor_slice, const From& from, array<index_type, E::rank()> starts, index_sequence<N...>) {
    __mtl_deferred_size(&__memory, sizeof(__memory), MTL_SIZEAS());
    array<index_type, E::rank()> sizes, places;
    ((places[N] = starts[N]), ...);
    ((sizes[N] = E::static_extent(N) == dynamic_extent ? from.get_extent(N) - starts[N] : index_type(E::static_extent(N))), ...);
    __air_tensor_slice(&__memory, &from.__memory, E::rank(), &places, &sizes);
  }
  // A copy is a slice from the first element on.
  __MTL_INLINE tensor(const tensor& other) : tensor(__tensor_slice{}, other, array<index_type, E::rank()>{}, __places{}) {}
  tensor& operator=(const tensor&) = delete;
  __MTL_INLINE index_type get_extent(size_t n) const {
    if constexpr (E::rank_dynamic() != E::rank()) if (E::static_extent(n) != dynamic_extent) return index_type(E::static_extent(n));
    return __air_tensor_extent(&__memory, E::rank(), n);
  }
  template<size_t... Sizes, class... I, class = enable_if_t<sizeof...(I) == E::rank() && (is_convertible_v<I, index_type> && ...)>>
  __MTL_INLINE auto slice(I... starts) const {
    static_assert(sizeof...(Sizes) == 0 || sizeof...(Sizes) == E::rank(), "a slice has a size for each dimension of the tensor");
    typedef typename __mtl::sliced<E, index_type, Sizes...>::type X;
    return tensor<T, X, tensor_inline>(__tensor_slice{}, *this, array<index_type, E::rank()>{{index_type(starts)...}}, __places{});
  }
  template<class... I> index_type get_stride(I...) const { __MTL_UNKNOWN("the stride of a tensor in the thread's memory", I...); return 0; }
  template<class... I> T& operator[](I...) const { __MTL_UNKNOWN("an element of a tensor in the thread's memory", I...); }
  template<class... I> value_type load(I...) const { __MTL_UNKNOWN("load() of a tensor", I...); return value_type(); }
  template<class... I> void store(I...) const { __MTL_UNKNOWN("store() of a tensor", I...); }
};
// A tensor that the program binds, and a part of one: the offsets, then the handle.
template<class E> struct __tensor_offsets { array<typename E::index_type, E::rank()> __offsets; };
template<class E> struct __tensor_base : __tensor_offsets<E> {};
template<class T, class E> struct __bound_tensor {
  typedef T element_type;
  typedef remove_cv_t<T> value_type;
  typedef E extents_type;
  typedef typename E::index_type index_type;
  typedef size_t size_type, rank_type;
  typedef tensor_handle descriptor_type;
  typedef array<index_type, E::rank()> __place;
  static_assert(!is_const_v<T>, "bound tensors of constant elements are not compiled: no module of Apple's compiler with them is known");
  static constexpr size_t get_rank() { return E::rank(); }
  static constexpr size_t get_static_extent(size_t n) { return E::static_extent(n); }
  __MTL_INLINE static index_type __extent(__tensor_handle_t h, size_t n) { return __mtl_bound_extent(h, E::rank(), n); }
  __MTL_INLINE static T& __element(__tensor_handle_t h, const __place& place) {
    return *(T*)__mtl_tensor_element(h, E::rank(), &place, __mtl::tensor_element<value_type>::code);
  }
  template<class... I> value_type load(I...) const { __MTL_UNKNOWN("load() of a tensor", I...); return value_type(); }
  template<class... I> void store(I...) const { __MTL_UNKNOWN("store() of a tensor", I...); }
};
template<class T, class E> struct tensor<T, E, tensor_handle, tensor_offset> : __tensor_base<E> {
  typedef __bound_tensor<T, E> __bound;
  typedef T element_type;
  typedef remove_cv_t<T> value_type;
  typedef E extents_type;
  typedef typename E::index_type index_type;
  typedef tensor_handle descriptor_type;
  typedef typename __bound::__place __place;
  static constexpr int __kind = __mtl::offset_operand;
  static_assert(E::rank_dynamic() == E::rank(), "a part of a bound tensor with constant extents is not compiled: no module of Apple's compiler with it is known");
  __tensor_handle_t __handle;
  static constexpr size_t get_rank() { return E::rank(); }
  static constexpr size_t get_static_extent(size_t n) { return E::static_extent(n); }
  __MTL_INLINE tensor(__tensor_handle_t h, const __place& starts) : __tensor_base<E>{{starts}}, __handle(h) {}
  __MTL_INLINE index_type get_extent(size_t n) const { return __bound::__extent(__handle, n) - this->__offsets[n]; }
  __MTL_INLINE index_type get_stride(size_t n) const { return __air_tensor_stride(__handle, E::rank(), n); }
  __MTL_INLINE __place __from_base(__place place) const {
    for (size_t n = 0; n < E::rank(); ++n) place[n] += this->__offsets[n];
    return place;
  }
  template<size_t... Sizes, class... I, class = enable_if_t<sizeof...(I) == E::rank() && (is_convertible_v<I, index_type> && ...)>>
  __MTL_INLINE tensor slice(I... starts) const {
    static_assert(((Sizes == dynamic_extent) && ...), "a slice of a bound tensor of a given size is not compiled: no module of Apple's compiler with it is known");
    return tensor(__handle, __from_base(__place{{index_type(starts)...}}));
  }
  template<class I> __MTL_INLINE T& operator[](const array<I, E::rank()>& place) const {
    __place at;
    for (size_t n = 0; n < E::rank(); ++n) at[n] = index_type(place[n]);
    return __bound::__element(__handle, __from_base(at));
  }
#if __cplusplus >= 202302L
  template<class... I, class = enable_if_t<sizeof...(I) == E::rank() && (is_convertible_v<I, index_type> && ...)>>
  __MTL_INLINE T& operator[](I... place) const { return __bound::__element(__handle, __from_base(__place{{index_type(place)...}})); }
#endif
  template<class... I> value_type load(I...) const { __MTL_UNKNOWN("load() of a tensor", I...); return value_type(); }
  template<class... I> void store(I...) const { __MTL_UNKNOWN("store() of a tensor", I...); }
};
template<class T, class E, class... Tags> struct tensor<T, E, tensor_handle, Tags...> : __mtl::tensor_extents<E>, __bound_tensor<T, E> {
  typedef __bound_tensor<T, E> __bound;
  typedef typename E::index_type index_type;
  typedef typename __bound::__place __place;
  static constexpr int __kind = __mtl::handle_operand;
  static_assert(sizeof...(Tags) == 0, "tags of tensors other than tensor_offset are not compiled: no module of Apple's compiler with them is known");
  __tensor_handle_t __handle;
  __MTL_INLINE tensor() : __handle(__air_null_tensor()) {}
  __MTL_INLINE explicit tensor(__tensor_handle_t h) : __handle(h) {}
  __MTL_INLINE index_type get_stride(size_t n) const { return __air_tensor_stride(__handle, E::rank(), n); }
  __MTL_INLINE index_type get_extent(size_t n) const {
    if constexpr (E::rank_dynamic() == 0) return index_type(E::static_extent(n));
    if (E::static_extent(n) != dynamic_extent) return index_type(E::static_extent(n));
    return __bound::__extent(__handle, n);
  }
  template<size_t... Sizes, class... I, class = enable_if_t<sizeof...(I) == E::rank() && (is_convertible_v<I, index_type> && ...)>>
  __MTL_INLINE auto slice(I... starts) const {
    static_assert(((Sizes == dynamic_extent) && ...), "a slice of a bound tensor of a given size is not compiled: no module of Apple's compiler with it is known");
    return tensor<T, dextents<index_type, E::rank()>, tensor_handle, tensor_offset>(__handle, __place{{index_type(starts)...}});
  }
  template<class I> __MTL_INLINE T& operator[](const array<I, E::rank()>& place) const {
    __place at;
    for (size_t n = 0; n < E::rank(); ++n) at[n] = index_type(place[n]);
    return __bound::__element(__handle, at);
  }
#if __cplusplus >= 202302L
  template<class... I, class = enable_if_t<sizeof...(I) == E::rank() && (is_convertible_v<I, index_type> && ...)>>
  __MTL_INLINE T& operator[](I... place) const { return __bound::__element(__handle, __place{{index_type(place)...}}); }
#endif
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
  static constexpr type shape = {is_other, 0, 1, 0, 0, &describe<T>::value, nullptr, name<E>()};
  static constexpr type value = {is_handle, 8, 8, E::rank_dynamic() == E::rank() ? uint(E::rank()) : 0, 3, &shape, nullptr, "tensor"};
};
}
#endif
