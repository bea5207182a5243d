// MetalPerformancePrimitives: products of matrices by the threads of simdgroups, and cooperative tensors, which these
// threads hold together. By hand; sources as in tensor.h. A descriptor is an argument of a template, so that this part
// is C++20: only sources that include MetalPerformancePrimitives are compiled as such.
#if __METAL_VERSION__ >= 400 && __cplusplus >= 202002L
// --- products of matrices
namespace mpp { namespace tensor_ops {
struct matmul2d_descriptor {
  enum class mode { multiply, multiply_accumulate };
  int m, n, k;
  bool transpose_left, transpose_right, relaxed_precision;
  mode matmul_mode;
  constexpr matmul2d_descriptor(int rows, int columns, int depth = metal::dynamic_length_v<int>, bool is_left_transposed = false,
                                bool is_right_transposed = false, bool is_relaxed = false, mode what = mode::multiply)
    : m(rows), n(columns), k(depth), transpose_left(is_left_transposed), transpose_right(is_right_transposed),
      relaxed_precision(is_relaxed), matmul_mode(what) {}
};
} }
namespace __mtl {
using mpp::tensor_ops::matmul2d_descriptor;
// A type of elements: MPSDataType of MetalPerformanceShaders (bits, 1 << 28 for floating point, 1 << 29 for signed
// integers, 1 << 31 for bfloat), and the number of the type in tensors.
template<class T> struct data_type {
  static_assert(never<T>, "products of these elements are not compiled: no module of Apple's compiler with them is known");
};
template<> struct data_type<float> { static constexpr int number = 0x10000020, element = 0; };
template<> struct data_type<half> { static constexpr int number = 0x10000010, element = 1; };
template<> struct data_type<bfloat> { static constexpr int number = int(0x90000010), element = 2; };
template<> struct data_type<int> { static constexpr int number = 0x20000020, element = 5; };
template<> struct data_type<char> { static constexpr int number = 0x20000008, element = 3; };
template<> struct data_type<uchar> { static constexpr int number = 8, element = 4; };
template<class S> struct simdgroups { static_assert(never<S>, "the scope of a product is execution_thread or execution_simdgroups"); };
template<> struct simdgroups<execution_thread> {
  static __MTL_INLINE int threads() { return 1; }
};
template<size_t N> struct simdgroups<execution_simdgroups<N>> {
  static __MTL_INLINE int threads() { return int(metal::__air_simd_size32() * uint(N)); }
};
}
#define __MTL_OPS(result, name, ...) extern "C" __MTL_A(convergent, nothrow, section("air.externally_defined")) result __mtl_ops_##name(__VA_ARGS__) __asm__("__tensorops_impl_matmul2d_op_cooperative_tensor_" #name)
#define __MTL_DESCRIPTOR int, int, int, int, uchar, uchar, uchar, int
__MTL_OPS(size_t, data_size, __MTL_DESCRIPTOR, int, int, int, int);
__MTL_OPS(void, init, __MTL_DESCRIPTOR, void*, int, int, int, int);
__MTL_OPS(void*, get_element_pointer, __MTL_DESCRIPTOR, void*, ushort, int, int, int);
__MTL_OPS(ushort, num_elements, __MTL_DESCRIPTOR, void*, int, int, int);
__MTL_OPS(bool, is_valid_element, __MTL_DESCRIPTOR, void*, ushort, int, int, int, int);
__MTL_OPS(void, get_coordinate, __MTL_DESCRIPTOR, void*, ushort, void*, int, int, int, int, int);
// The name of these has the address spaces and types of the operands: mtlb/metal/tensors.py
extern "C" __MTL_A(convergent, nothrow) void __mtl_ops_store(__MTL_DESCRIPTOR, void*, void*, int, int, int, int, int) __asm__("mtlb.tensor.store");
extern "C" __MTL_A(convergent, nothrow) void __mtl_ops_run(void*, void*, int, void*, int, void*, int, int, int, int, int) __asm__("mtlb.tensor.run");
#undef __MTL_OPS
#undef __MTL_DESCRIPTOR
// Names below are those in symbols of Apple's modules.
namespace mpp { namespace tensor_ops { namespace __mutmul2d_detail {
enum __matmul2d_cooperative_operand_index { left, right, destination };
// Which elements of an operand a thread holds: the functions say it.
template<matmul2d_descriptor D, __matmul2d_cooperative_operand_index Operand, class Scope, class L, class R, class C, class I, class... Tags>
struct __operand_layout {
  typedef I index_type;
  static constexpr int left = __mtl::data_type<L>::number, right = __mtl::data_type<R>::number, result = __mtl::data_type<C>::number;
#define __MTL_D int(Operand), D.m, D.n, D.k, D.transpose_left, D.transpose_right, D.relaxed_precision, int(D.matmul_mode)
  static __MTL_A(noinline) size_t thread_storage_size() { return __mtl_ops_data_size(__MTL_D, left, right, result, __mtl::simdgroups<Scope>::threads()); }
  static __MTL_INLINE void start(void* p) { __mtl_ops_init(__MTL_D, p, left, right, result, __mtl::simdgroups<Scope>::threads()); }
  static __MTL_INLINE void* element(void* p, ushort n) { return __mtl_ops_get_element_pointer(__MTL_D, p, n, left, right, result); }
  static __MTL_INLINE ushort count(void* p) { return __mtl_ops_num_elements(__MTL_D, p, left, right, __mtl::simdgroups<Scope>::threads()); }
  static __MTL_INLINE bool is_valid(void* p, ushort n) { return __mtl_ops_is_valid_element(__MTL_D, p, n, left, right, result, __mtl::simdgroups<Scope>::threads()); }
  static __MTL_INLINE void where(void* p, ushort n, void* place) {
    __mtl_ops_get_coordinate(__MTL_D, p, n, place, __mtl::data_type<I>::number, __mtl::simdgroups<Scope>::threads(), left, right, result);
  }
  template<class T> static __MTL_INLINE void store(void* p, const T& to) {
    static_assert(Operand == destination, "only the destination of a product is stored: no module of Apple's compiler with others is known");
    __mtl_ops_store(__MTL_D, p, (void*)&to, T::__kind, left, right, result, __mtl::simdgroups<Scope>::threads());
  }
#undef __MTL_D
};
} } }
namespace metal {
template<class T, class E, class Layout> struct cooperative_tensor {
  typedef T element_type;
  typedef T value_type;
  typedef E extents_type;
  typedef typename Layout::index_type index_type;
  typedef size_t size_type, rank_type;
  typedef ushort thread_index_type, thread_size_type;
  typedef Layout layout_type;
  __mtl::deferred_memory<alignof(T)> __memory;
  static __MTL_A(noinline) size_t MTL_SIZEAS() { return Layout::thread_storage_size(); }
  struct __start {};
  __MTL_INLINE cooperative_tensor(__start) { __mtl_deferred_size(&__memory, sizeof(__memory), MTL_SIZEAS()); Layout::start(&__memory); }
  cooperative_tensor(const cooperative_tensor&) = delete;
  cooperative_tensor& operator=(const cooperative_tensor&) = delete;
  static constexpr size_t get_rank() { return E::rank(); }
  __MTL_INLINE void* __element(ushort n) const { return Layout::element((void*)&__memory, n); }
  __MTL_INLINE ushort get_capacity() const { return Layout::count((void*)&__memory); }
  __MTL_INLINE bool is_valid_element(ushort n) const { return Layout::is_valid((void*)&__memory, n); }
  __MTL_INLINE bool get_mask(ushort n) const { return is_valid_element(n); }
  __MTL_INLINE T get(ushort n) const { return (*this)[n]; }
  __MTL_INLINE void set(ushort n, T x) { (*this)[n] = x; }
  __MTL_INLINE T& operator[](ushort n) { return *(T*)__element(n); }
  __MTL_INLINE const T& operator[](ushort n) const { return *(const T*)__element(n); }
  __MTL_INLINE array<index_type, E::rank()> get_multidimensional_index(ushort n) const {
    array<index_type, E::rank()> place;
    Layout::where((void*)&__memory, n, &place);
    return place;
  }
  template<class U, class S, class D, class... Tags> __MTL_INLINE void store(const tensor<U, S, D, Tags...>& to) const {
    static_assert(is_same_v<remove_cv_t<U>, T>, "the elements of the tensor have another type");
    Layout::store((void*)&__memory, to);
  }
  template<class... U> void load(const U&...) { __MTL_UNKNOWN("load() of a cooperative tensor", U...); }
  template<class... U> void begin(U...) const { __MTL_UNKNOWN("an iterator of a cooperative tensor", T, U...); }
  template<class... U> void end(U...) const { __MTL_UNKNOWN("an iterator of a cooperative tensor", T, U...); }
};
}
namespace __mtl {
template<class T> struct operand {
  static_assert(never<T>, "an operand of a product is a tensor or a cooperative tensor");
};
template<class T, class E, class D, class... Tags> struct operand<tensor<T, E, D, Tags...>> {
  typedef remove_cv_t<T> element;
  static constexpr int kind = tensor<T, E, D, Tags...>::__kind;
  static __MTL_INLINE void* memory(const tensor<T, E, D, Tags...>& t) { return (void*)&t; }
};
template<class T, class E, class L> struct operand<cooperative_tensor<T, E, L>> {
  typedef T element;
  static constexpr int kind = cooperative_operand;
  static __MTL_INLINE void* memory(const cooperative_tensor<T, E, L>& t) { return t.__element(0xffff); }
};
template<class T> using operand_of = operand<remove_cv_t<remove_reference_t<T>>>;
template<class T, bool = __is_class(T)> struct element_of { typedef T type; };
template<class T> struct element_of<T, true> { typedef typename operand<T>::element type; };
}
namespace mpp { namespace tensor_ops {
template<matmul2d_descriptor Descriptor, class Scope, class... Tags> class matmul2d {
  template<__mutmul2d_detail::__matmul2d_cooperative_operand_index Operand, class T, class L, class R, class C, class I>
  using __tensor = metal::cooperative_tensor<T, metal::dextents<I, 2>, __mutmul2d_detail::__operand_layout<Descriptor, Operand, Scope, L, R, C, I, Tags...>>;
public:
  static_assert(sizeof...(Tags) == 0, "tags of products are not compiled: no module of Apple's compiler with them is known");
  template<class L, class R, class C, class I = int> __MTL_INLINE auto get_left_input_cooperative_tensor() const {
    return __tensor<__mutmul2d_detail::left, L, L, R, C, I>(typename __tensor<__mutmul2d_detail::left, L, L, R, C, I>::__start{});
  }
  template<class L, class R, class C, class I = int> __MTL_INLINE auto get_right_input_cooperative_tensor() const {
    return __tensor<__mutmul2d_detail::right, R, L, R, C, I>(typename __tensor<__mutmul2d_detail::right, R, L, R, C, I>::__start{});
  }
  template<class L, class R, class C, class I = int> __MTL_INLINE auto get_destination_cooperative_tensor() const {
    using Result = __tensor<__mutmul2d_detail::destination, C, typename __mtl::operand_of<L>::element, typename __mtl::operand_of<R>::element, C, I>;
    return Result(typename Result::__start{});
  }
  template<class L, class R, class C> __MTL_INLINE void run(L& left, R& right, C& destination) const {
    using l = __mtl::operand_of<L>;
    using r = __mtl::operand_of<R>;
    using c = __mtl::operand_of<C>;
    constexpr int together = __mtl::cooperative_operand;
    static_assert((l::kind == together) == (r::kind == together) && (l::kind != together || c::kind == together),
                  "these kinds of operands are not compiled together: no module of Apple's compiler with them is known");
    matmul2d_descriptor descriptor = Descriptor;
    void* a = l::memory(left);
    void* b = r::memory(right);
    void* d = c::memory(destination);
    __mtl_ops_run(&descriptor, a, l::kind, b, r::kind, d, c::kind, __mtl::data_type<typename l::element>::element,
                  __mtl::data_type<typename r::element>::element, __mtl::data_type<typename c::element>::element, __mtl::simdgroups<Scope>::threads());
  }
};
// Convolutions: no module of Apple's compiler is known.
enum class convolution2d_activation_layout { nhwc };
enum class convolution2d_weights_layout { hwio };
struct convolution2d_descriptor {
  enum class mode { multiply, multiply_accumulate };
  int __unused;
  template<class... A> constexpr convolution2d_descriptor(A...) : __unused(0) { __MTL_UNKNOWN("a convolution", A...); }
};
template<convolution2d_descriptor Descriptor, class Scope, class... Tags> class convolution2d {
public:
  template<class... A> void run(A&...) const { __MTL_UNKNOWN("a convolution", A...); }
};
template<class... A> void reduce_rows(A&&...) { __MTL_UNKNOWN("a reduction of a cooperative tensor", A...); }
template<class... A> void reduce_columns(A&&...) { __MTL_UNKNOWN("a reduction of a cooperative tensor", A...); }
} }
#endif
