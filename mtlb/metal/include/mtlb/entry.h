// What entry points are made of (docs/metal.md §3): a function with AIR's signature, and tables of types for mtlb.
namespace metal { template<class T> struct patch_control_point; }
namespace __mtl {
// --- types as data: `mtlb/metal/tables.py` reads them in the IR
enum : uint {
  is_void, is_number, is_vector, is_packed, is_matrix, is_array, is_struct, is_pointer, is_texture, is_handle, is_atomic, is_other,
  is_imageblock, is_mesh, is_interpolant, is_points
};
struct row;
struct type { uint kind, size, align, a, b; const type* element; const row* rows; const char* name; };
struct row { uint number, offset; const type* value; const long* computed; };
constexpr uint last_row = ~0u;
constexpr uint library_row = 1u << 31;  // from here on: members of structs of the library
enum : uint { is_data, is_position, is_render_target_array_index, is_viewport_array_index, is_point_size, is_clip_distance, is_primitive_culled, is_primitive_id, is_color, is_argument };  // what a member of a mesh is, or an argument
template<class... F> struct members {};
template<auto Member, uint Offset, uint Number, long... Computed> struct field;
template<class S, class T, T S::*Member, uint Offset, uint Number, long... Computed> struct field<Member, Offset, Number, Computed...> {
  using value_type = T;
  static constexpr uint offset = Offset, number = Number, kind = is_data;
  static constexpr long computed[] = {Computed..., 0};
  template<class U> __MTL_INLINE static void set(S& s, U x) { s.*Member = x; }
  __MTL_INLINE static auto& get(S& s) { return s.*Member; }
};
// A reference: no pointer to a member exists for it.
template<class S, class T, uint Offset, uint Number, long... Computed> struct referred;
template<class S, class T, uint Offset, uint Number, long... Computed> struct referred<S, T&, Offset, Number, Computed...> {
  using value_type = T&;
  static constexpr uint offset = Offset, number = Number, kind = is_data;
  static constexpr long computed[] = {Computed..., 0};
  __MTL_INLINE static T*& place(S& s) { return *(T**)((char*)__builtin_addressof(s) + Offset); }
  __MTL_INLINE static void set(S& s, T& x) { place(s) = __builtin_addressof(x); }
  __MTL_INLINE static T& get(S& s) { return *place(s); }
};
// A struct whose members are set one by one; one with references has no value before.
template<class S, bool = __is_constructible(S)> struct object_of { S s{}; __MTL_INLINE S& get() { return s; } };
template<class S> struct object_of<S, false> { union { S s; }; __MTL_INLINE object_of() {} __MTL_INLINE ~object_of() {} __MTL_INLINE S& get() { return s; } };
template<class S> __MTL_INLINE void assign(S& to, S from) {
  if constexpr (__is_assignable(S&, S)) to = from;
  else __builtin_memcpy((void*)&to, (const void*)&from, sizeof(S));
}
// The type of a bit-field of no bits, which moves the members of a derived class behind a base class B of plain data. Vectors
// are plain data in Metal; here they have constructors, and clang would put the first member into the space at the end of B. That
// a B with matrices is plain data is a guess.
template<size_t N> struct aligned_to { using type = char; };
template<> struct aligned_to<2> { using type = short; };
template<> struct aligned_to<4> { using type = int; };
template<> struct aligned_to<8> { using type = long; };
template<> struct aligned_to<16> { using type = __int128; };
template<class B> using behind = typename aligned_to<__is_aggregate(B) && !__is_empty(B) ? alignof(B) : 1>::type;
// A union or a struct without a name: its members are those of the struct that it is in.
template<class S, class... F> struct grouped;
template<class S, uint Number, class... F> struct group {
  using value_type = grouped<S, F...>;
  static constexpr uint least() { uint r = ~0u; ((r = F::offset < r ? F::offset : r), ...); return r; }
  static constexpr uint offset = least(), number = Number, kind = is_data;
  static constexpr long computed[] = {0};
};
template<class F, uint Kind> struct marked : F { static constexpr uint kind = Kind; };
// The list that the rewriter wrote into a struct; of a base class it does not count.
template<class S, class L> struct own_list { using type = void; };
template<class S, class... F> struct own_list<S, members<S, F...>> { using type = members<S, F...>; };
template<class S, class = void> struct list_of { using type = void; };
template<class S> struct list_of<S, __void_t<decltype(S::__mtl_members())>> : own_list<S, decltype(S::__mtl_members())> {};
template<class T> struct tag_of { using type = T; };
template<class T> constexpr const char* name() { return __PRETTY_FUNCTION__; }
template<class T> struct describe;
template<class L> struct rows { static constexpr const row* value = nullptr; };
template<class S, class... F> struct rows<members<S, F...>> {
  static constexpr row value[] = {{F::number, F::offset, &describe<remove_cv_t<typename F::value_type>>::value, F::computed}..., {last_row, 0, nullptr, nullptr}};
};
template<class T> constexpr uint size_of() { if constexpr (is_void_v<T> || is_function_v<T>) return 0; else return sizeof(T); }
template<class T> constexpr uint align_of() { if constexpr (is_void_v<T> || is_function_v<T>) return 1; else return alignof(T); }
template<class T> constexpr uint kind_of() {
  if constexpr (is_void_v<T>) return is_void;
  else if constexpr (__is_class(T) && !__is_union(T)) return is_struct;
  else return is_other;
}
template<class T> struct describe { static constexpr type value = {kind_of<T>(), size_of<T>(), align_of<T>(), 0, 0, nullptr, rows<typename list_of<T>::type>::value, name<T>()}; };
template<class S, class... F> struct describe<grouped<S, F...>> {
  static constexpr uint start = group<S, 0, F...>::offset;
  static constexpr uint align() { uint r = 1; ((r = describe<remove_cv_t<typename F::value_type>>::value.align > r ? describe<remove_cv_t<typename F::value_type>>::value.align : r), ...); return r; }
  static constexpr uint end(uint offset, uint size) { return (offset - start + size + align() - 1) / align() * align(); }
  static constexpr uint size() { uint r = 0; ((r = end(F::offset, describe<remove_cv_t<typename F::value_type>>::value.size) > r ? end(F::offset, describe<remove_cv_t<typename F::value_type>>::value.size) : r), ...); return r; }
  static constexpr row members[] = {{F::number, F::offset - start, &describe<remove_cv_t<typename F::value_type>>::value, F::computed}..., {last_row, 0, nullptr, nullptr}};
  static constexpr type value = {is_struct, size(), align(), 0, 0, nullptr, members, name<S>()};
};
#define __MTL_NUMBER(T, word) template<> struct describe<T> { static constexpr type value = {is_number, sizeof(T), sizeof(T), 0, 0, nullptr, nullptr, word}; };
__MTL_NUMBER(bool, "bool") __MTL_NUMBER(char, "char") __MTL_NUMBER(signed char, "char") __MTL_NUMBER(uchar, "uchar")
__MTL_NUMBER(short, "short") __MTL_NUMBER(ushort, "ushort") __MTL_NUMBER(int, "int") __MTL_NUMBER(uint, "uint")
__MTL_NUMBER(long, "long") __MTL_NUMBER(ulong, "ulong") __MTL_NUMBER(long long, "long") __MTL_NUMBER(unsigned long long, "ulong")
__MTL_NUMBER(half, "half") __MTL_NUMBER(float, "float") __MTL_NUMBER(bfloat, "bfloat")
template<class T, int N> struct describe<vec<T, N>> { static constexpr type value = {is_vector, sizeof(vec<T, N>), alignof(vec<T, N>), N, 0, &describe<T>::value, nullptr, nullptr}; };
template<class T, int N> struct describe<packed_vec<T, N>> { static constexpr type value = {is_packed, sizeof(packed_vec<T, N>), alignof(T), N, 0, &describe<T>::value, nullptr, nullptr}; };
template<class T, int C, int R> struct describe<matrix<T, C, R>> { static constexpr type value = {is_matrix, sizeof(matrix<T, C, R>), alignof(matrix<T, C, R>), C, R, &describe<T>::value, nullptr, nullptr}; };
template<class T, size_t N> struct describe<T[N]> { static constexpr type value = {is_array, sizeof(T) * N, alignof(T), uint(N), 0, &describe<remove_cv_t<T>>::value, nullptr, nullptr}; };
// An array of textures or samplers is an array in metadata, another one is a struct with a member.
template<class T, size_t N> struct describe<array<T, N>> {
  static constexpr row members[] = {{library_row + 14, 0, &describe<T[N]>::value, nullptr}, {last_row, 0, nullptr, nullptr}};
  static constexpr bool is_plain = describe<remove_cv_t<T>>::value.kind == is_texture || describe<remove_cv_t<T>>::value.kind == is_handle;
  static constexpr type value = {is_plain ? is_array : is_struct, sizeof(T) * N, alignof(T), is_plain ? uint(N) : 0, is_plain, is_plain ? &describe<remove_cv_t<T>>::value : nullptr, is_plain ? nullptr : members, is_plain ? nullptr : "[T = metal::array]"};
};
template<class T> struct describe<T*> { static constexpr type value = {is_pointer, 8, 8, is_const_v<T>, 0, &describe<remove_cv_t<T>>::value, nullptr, nullptr}; };
template<class T> struct described_pointer;
template<class T> struct described_pointer<T&> { static constexpr type value = {is_pointer, 8, 8, is_const_v<T>, 1, &describe<remove_cv_t<T>>::value, nullptr, nullptr}; };
template<class T> struct describe<T&> : described_pointer<T&> {};
template<class T> struct describe<atomic<T>> { static constexpr type value = {is_atomic, sizeof(atomic<T>), alignof(atomic<T>), 0, 0, &describe<T>::value, nullptr, nullptr}; };
template<> struct describe<sampler> { static constexpr type value = {is_handle, 8, 8, 0, 0, nullptr, nullptr, "sampler"}; };
template<class T, access A, memory_coherence C, template<class, access, memory_coherence> class X> struct describe<X<T, A, C>> {
  static constexpr type value = {is_texture, 8, 8, uint(A), 0, &describe<T>::value, nullptr, X<T, A, C>::__mtl_name};
};
// An array of textures or samplers, which the rewriter lets functions take by reference.
template<class T, size_t N> struct describe<const array<T, N>&> : conditional_t<describe<T>::value.kind == is_texture || describe<T>::value.kind == is_handle, describe<array<T, N>>, described_pointer<const array<T, N>&>> {};
// --- what AIR passes for a value of C++: vectors as LLVM's, addresses for references, handles for resources
template<class T> struct plain_abi {
  using type = T;
  __MTL_INLINE static T get(T x) { return x; }
  __MTL_INLINE static T put(T x) { return x; }
};
template<class T, class L> struct abi_by_list : pixel_of<T, L> {};
template<class T> struct abi_by_list<T, void> : plain_abi<T> {};
template<class T> constexpr auto list_for_abi() { if constexpr (__is_class(T)) return tag_of<typename list_of<T>::type>{}; else return tag_of<void>{}; }
template<class T> struct abi : abi_by_list<T, typename decltype(list_for_abi<T>())::type> {};
template<class T> struct abi<const T> : abi<T> {};
template<class T> struct abi<T&> {
  using type = T*;
  __MTL_INLINE static T& get(T* x) { return *x; }
};
template<class T, int N> struct abi<vec<T, N>> {
  using type = typename vec<T, N>::V;
  __MTL_INLINE static vec<T, N> get(type x) { return vec<T, N>::__of(x); }
  __MTL_INLINE static type put(vec<T, N> x) { return x.v; }
};
template<class T, size_t N> struct abi<T[N]> {  // clip distances
  using type = T[N];
  __MTL_INLINE static T (&put(T (&x)[N]))[N] { return x; }
};
template<> struct abi<sampler> {
  using type = __sampler_handle;
  __MTL_INLINE static sampler get(type x) { return sampler(x); }
  __MTL_INLINE static type put(sampler x) { return __builtin_bit_cast(type, x); }
};
template<class T, access A, memory_coherence C, template<class, access, memory_coherence> class X> struct abi<X<T, A, C>> {
  using type = typename X<T, A, C>::__handle;
  __MTL_INLINE static X<T, A, C> get(type x) { return X<T, A, C>{x}; }
  __MTL_INLINE static type put(X<T, A, C> x) { return __builtin_bit_cast(type, x); }
};
// --- results: a struct of its members, which LLVM gets without a name
template<class R, class L> struct result_of {
  using type = typename abi<R>::type;
  __MTL_INLINE static type put(R x) { return abi<R>::put(x); }
};
template<> struct result_of<void, void> { using type = void; };
// A struct within a struct of arguments or results: its members are arguments or results too.
template<class T> constexpr bool is_nested_type = describe<T>::value.kind == is_struct && !is_void_v<typename decltype(list_for_abi<T>())::type>;
template<class F> constexpr bool is_nested = F::kind == is_data && is_nested_type<remove_cv_t<typename F::value_type>>;
template<class L> struct has_nested : bool_constant<false> {};
template<class S, class... F> struct has_nested<members<S, F...>> : bool_constant<(is_nested<F> || ...)> {};
template<class R, class L> struct plain_result;
template<class R, class L> struct nested_result;
template<class R, class... F> struct result_of<R, members<R, F...>>
  : conditional_t<has_nested<members<R, F...>>::value, tag_of<nested_result<R, members<R, F...>>>, tag_of<plain_result<R, members<R, F...>>>>::type {};
template<class R, class... F> struct plain_result<R, members<R, F...>> {
  using type = literal_result<typename abi<remove_cv_t<typename F::value_type>>::type...>;
  __MTL_INLINE static type put(R x) {
    if constexpr ((is_array_v<typename F::value_type> || ...)) { type r; r.fill(abi<remove_cv_t<typename F::value_type>>::put(F::get(x))...); return r; }
    else return {abi<remove_cv_t<typename F::value_type>>::put(F::get(x))...};
  }
};
// --- entry points
struct parameter { const type* value; uint is_staged; };
template<class F> struct table { F* call; const parameter* parameters; const type* result; };
template<class... T> struct list {};
// Bit n of `Bits`: parameter n has `[[stage_in]]`; bit n + 32: it may be a struct of arguments.
template<class T> constexpr bool is_resource = describe<T>::value.kind == is_texture || describe<T>::value.kind == is_handle;
template<class L> struct has_arguments { static constexpr bool value = false; };
template<class S, class... F> struct has_arguments<members<S, F...>> { static constexpr bool value = sizeof...(F) != 0 && ((F::kind != is_data || is_resource<remove_cv_t<typename F::value_type>>
    || has_arguments<typename decltype(list_for_abi<remove_cv_t<typename F::value_type>>())::type>::value) && ...); };
template<class... A> constexpr uint staged_bits(ulong bits) {
  uint n = 0, r = uint(bits);
  ((r |= n < 32 && (bits >> (n + 32) & 1) && has_arguments<typename decltype(list_for_abi<remove_cv_t<A>>())::type>::value ? 1u << n : 0u, ++n), ...);
  return r;
}
// `Points`: how many control points a patch has, which an argument of them says.
template<class T> struct is_points_argument : bool_constant<false> {};
template<class T> struct is_points_argument<patch_control_point<T>> : bool_constant<true> {};
template<uint Points, class T> patch_control_point<T> with_points(patch_control_point<T>);
template<uint Points, class T> __MTL_INLINE decltype(auto) given(T&& x) {
  if constexpr (is_points_argument<remove_cv_t<remove_reference_t<T>>>::value) return with_points<Points>(x); else return static_cast<T&&>(x);
}
template<auto Fn, uint Points, uint Staged> struct entry_of;
template<auto Fn, ulong Bits, uint Points = 0> struct entry;
template<class R, class... A, R (*Fn)(A...), ulong Bits, uint Points> struct entry<Fn, Bits, Points> : entry_of<Fn, Points, staged_bits<A...>(Bits)> {};
template<class R, class... A, R (*Fn)(A...), uint Points> struct entry_of<Fn, Points, 0u> {
  using result = result_of<R, typename list_of<R>::type>;
  static typename result::type call(typename abi<A>::type... a) {
    if constexpr (is_void_v<R>) { [[clang::always_inline]] Fn(given<Points>(abi<A>::get(a))...); }
    else { [[clang::always_inline]] return result::put(Fn(given<Points>(abi<A>::get(a))...)); }
  }
  static constexpr parameter parameters[] = {{&describe<remove_cv_t<A>>::value, 0}..., {nullptr, 0}};
  static constexpr table<decltype(call)> value = {&call, parameters, &describe<R>::value};
};
// A function with `[[stage_in]]`: a parameter for each member of it.
template<uint Staged, class Before, class... A> struct split;
template<class... B, class S, class... A> struct split<1u, list<B...>, S, A...> { using before = list<B...>; using staged = S; using after = list<A...>; };
template<uint Staged, class... B, class S, class... A> struct split<Staged, list<B...>, S, A...> : split<(Staged >> 1), list<B..., S>, A...> {};
template<auto Fn, uint Points, class R, class Before, class S, class L, class After> struct staged_entry;
// A parameter that is a number or a vector is its only member.
template<auto Fn, uint Points, class R, class... B, class S, class... A> struct staged_entry<Fn, Points, R, list<B...>, S, void, list<A...>> {
  using result = result_of<R, typename list_of<R>::type>;
  static typename result::type call(typename abi<B>::type... b, typename abi<S>::type s, typename abi<A>::type... a) {
    if constexpr (is_void_v<R>) { [[clang::always_inline]] Fn(abi<B>::get(b)..., abi<S>::get(s), abi<A>::get(a)...); }
    else { [[clang::always_inline]] return result::put(Fn(abi<B>::get(b)..., abi<S>::get(s), abi<A>::get(a)...)); }
  }
  static constexpr parameter parameters[] = {{&describe<remove_cv_t<B>>::value, 0}..., {&describe<S>::value, 1}, {&describe<remove_cv_t<A>>::value, 0}..., {nullptr, 0}};
  static constexpr table<decltype(call)> value = {&call, parameters, &describe<R>::value};
};
template<auto Fn, uint Points, class R, class... B, class S, class... F, class... A> struct staged_entry<Fn, Points, R, list<B...>, S, members<S, F...>, list<A...>> {
  using result = result_of<R, typename list_of<R>::type>;
  static typename result::type call(typename abi<B>::type... b, typename abi<remove_cv_t<typename F::value_type>>::type... f, typename abi<A>::type... a) {
    object_of<S> o;
    S& s = o.get();
    (F::set(s, given<Points>(abi<remove_cv_t<typename F::value_type>>::get(f))), ...);
    if constexpr (is_void_v<R>) { [[clang::always_inline]] Fn(abi<B>::get(b)..., s, abi<A>::get(a)...); }
    else { [[clang::always_inline]] return result::put(Fn(abi<B>::get(b)..., s, abi<A>::get(a)...)); }
  }
  static constexpr parameter parameters[] = {{&describe<remove_cv_t<B>>::value, 0}..., {&describe<S>::value, 1}, {&describe<remove_cv_t<A>>::value, 0}..., {nullptr, 0}};
  static constexpr table<decltype(call)> value = {&call, parameters, &describe<R>::value};
};
// Several such parameters: what the function takes is a list of all their values.
template<size_t I, class T> struct held { T v; };
template<class I, class... T> struct all_held;
template<size_t... I, class... T> struct all_held<index_sequence<I...>, T...> : held<I, T>... {};
template<size_t I, class T> __MTL_INLINE T& held_at(held<I, T>& x) { return x.v; }
template<class... L> struct joined { using type = list<>; };
template<class... T> struct joined<list<T...>> { using type = list<T...>; };
template<class... T, class... U, class... L> struct joined<list<T...>, list<U...>, L...> : joined<list<T..., U...>, L...> {};
template<class A, bool Staged> struct flat {
  using types = list<typename abi<A>::type>;
  static constexpr size_t size = 1;
  template<size_t First, class H> __MTL_INLINE static decltype(auto) get(H& h) { return abi<A>::get(held_at<First>(h)); }
  template<size_t First, class H, class T> __MTL_INLINE static void put(H& h, T&& x) { held_at<First>(h) = abi<A>::put(x); }
};
template<class L> struct flat_members;
template<class S, class... F> struct flat_members<members<S, F...>> {
  template<class M> using part = flat<remove_cv_t<typename M::value_type>, is_nested<M>>;
  using types = typename joined<typename part<F>::types...>::type;
  static constexpr size_t size = (part<F>::size + ... + 0);
  static constexpr size_t first(size_t n) { size_t k = 0, r = 0; ((r += k++ < n ? part<F>::size : 0), ...); return r; }
  template<size_t First, class H, size_t... I> __MTL_INLINE static S made(H& h, index_sequence<I...>) {
    object_of<S> o;
    S& s = o.get();
    (F::set(s, part<F>::template get<First + first(I)>(h)), ...);
    return s;
  }
  template<size_t First, class H, size_t... I> __MTL_INLINE static void put_each(H& h, S& s, index_sequence<I...>) {
    (part<F>::template put<First + first(I)>(h, F::get(s)), ...);
  }
  template<size_t First, class H, class T> __MTL_INLINE static void put(H& h, T&& s) { put_each<First>(h, s, make_index_sequence<sizeof...(F)>{}); }
  template<size_t First, class H> __MTL_INLINE static S get(H& h) { return made<First>(h, make_index_sequence<sizeof...(F)>{}); }
};
template<class A, class L> struct flat_staged : flat_members<L> {};
template<class A> struct flat_staged<A, void> : flat<A, false> {};
template<class A> struct flat<A, true> : flat_staged<A, typename list_of<remove_cv_t<remove_reference_t<A>>>::type> {};
template<class R, class L, class T, class I> struct nested_values;
template<class R, class L, class... T, size_t... I> struct nested_values<R, L, list<T...>, index_sequence<I...>> {
  using type = literal_result<T...>;
  __MTL_INLINE static type put(R x) {
    all_held<index_sequence<I...>, T...> h;
    flat_members<L>::template put<0>(h, x);
    return {held_at<I>(h)...};
  }
};
template<class R, class L> struct nested_result : nested_values<R, L, typename flat_members<L>::types, make_index_sequence<flat_members<L>::size>> {};
template<auto Fn, uint Staged, class R, class I, class T, class... A> struct several_entry;
template<auto Fn, uint Staged, class R, size_t... I, class... T, class... A> struct several_entry<Fn, Staged, R, index_sequence<I...>, list<T...>, A...> {
  using result = result_of<R, typename list_of<R>::type>;
  static constexpr size_t first(size_t n) { size_t k = 0, r = 0; ((r += k++ < n ? flat<A, (Staged >> I & 1)>::size : 0), ...); return r; }
  static typename result::type call(T... t) {
    all_held<make_index_sequence<sizeof...(T)>, T...> h{{t}...};
    if constexpr (is_void_v<R>) { [[clang::always_inline]] Fn(flat<A, (Staged >> I & 1)>::template get<first(I)>(h)...); }
    else { [[clang::always_inline]] return result::put(Fn(flat<A, (Staged >> I & 1)>::template get<first(I)>(h)...)); }
  }
  static constexpr parameter parameters[] = {{&describe<remove_cv_t<A>>::value, Staged >> I & 1}..., {nullptr, 0}};
  static constexpr table<decltype(call)> value = {&call, parameters, &describe<R>::value};
};
template<uint Staged, class I, class... A> struct flat_types;
template<uint Staged, size_t... I, class... A> struct flat_types<Staged, index_sequence<I...>, A...> : joined<typename flat<A, (Staged >> I & 1)>::types...> {};
template<auto Fn, uint Staged, class R, class... A> struct entry_with : several_entry<Fn, Staged, R, make_index_sequence<sizeof...(A)>, typename flat_types<Staged, make_index_sequence<sizeof...(A)>, A...>::type, A...> {};
template<class R, class... A, R (*Fn)(A...), uint Points, uint Staged> struct entry_of<Fn, Points, Staged>
  : conditional_t<(Staged & (Staged - 1)) != 0 || has_nested<typename list_of<remove_cv_t<remove_reference_t<typename split<Staged, list<>, A...>::staged>>>::type>::value, tag_of<entry_with<Fn, Staged, R, A...>>, tag_of<staged_entry<Fn, Points, R, typename split<Staged, list<>, A...>::before, remove_cv_t<remove_reference_t<typename split<Staged, list<>, A...>::staged>>,
      typename list_of<remove_cv_t<remove_reference_t<typename split<Staged, list<>, A...>::staged>>>::type, typename split<Staged, list<>, A...>::after>>>::type {};
// --- functions of other sources: vectors and handles as AIR's, objects by their addresses
template<class T> struct is_object : bool_constant<__is_class(T) || __is_union(T)> {};
template<class T, int N> struct is_object<vec<T, N>> : bool_constant<false> {};
template<> struct is_object<sampler> : bool_constant<false> {};
template<class T, access A, memory_coherence C, template<class, access, memory_coherence> class X> struct is_object<X<T, A, C>> : bool_constant<false> {};
template<class T, bool = is_object<T>::value> struct passed {
  using type = typename abi<T>::type;
  __MTL_INLINE static T get(type x) { return abi<T>::get(x); }
  __MTL_INLINE static type put(T& x) { return __builtin_bit_cast(type, x); }
};
template<> struct passed<void, false> { using type = void; };
template<class T, int N> struct passed<vec<T, N>, false> {
  using type = typename vec<T, N>::V;
  __MTL_INLINE static vec<T, N> get(type x) { return vec<T, N>::__of(x); }
  __MTL_INLINE static type put(vec<T, N>& x) { return x.v; }
};
template<class T> struct passed<T, true> {
  using type = T*;
  __MTL_INLINE static T& get(T* x) { return *x; }
  __MTL_INLINE static T* put(T& x) { return &x; }
};
template<class T> struct passed<T&, false> : passed<T, true> {};
template<class F> struct wire;
template<class Tag, class R, class... A> R instance(A...);
template<class R, class... A> struct wire<R(A...)> {
  template<bool, class> struct form {
    using type = typename passed<R>::type(typename passed<A>::type...);
    template<class Tag> static constexpr type* imported = &instance<Tag, typename passed<R>::type, typename passed<A>::type...>;
  };
  template<class X> struct form<true, X> {
    using type = void(R*, typename passed<A>::type...);
    template<class Tag> static constexpr type* imported = &instance<Tag, void, R*, typename passed<A>::type...>;
  };
  using type = typename form<is_object<R>::value, void>::type;
  template<class Tag> static constexpr type* imported = form<is_object<R>::value, void>::template imported<Tag>;
  template<class... B> __MTL_INLINE static R call(type* f, B&... a) {
    if constexpr (is_object<R>::value) { object_of<R, false> r; f(&r.get(), passed<A>::put(const_cast<remove_cv_t<B>&>(a))...); return r.get(); }
    else if constexpr (is_void_v<R>) f(passed<A>::put(const_cast<remove_cv_t<B>&>(a))...);
    else return passed<R>::get(f(passed<A>::put(const_cast<remove_cv_t<B>&>(a))...));
  }
  template<R (*Fn)(A...), bool Object> struct maker {
    static typename passed<R>::type call(typename passed<A>::type... a) {
      if constexpr (is_void_v<R>) { [[clang::always_inline]] Fn(passed<A>::get(a)...); }
      else { [[clang::always_inline]] R r = Fn(passed<A>::get(a)...); return passed<R>::put(r); }
    }
  };
  template<R (*Fn)(A...)> struct maker<Fn, true> {
    static void call(R* r, typename passed<A>::type... a) { [[clang::always_inline]] assign<remove_cv_t<R>>(const_cast<remove_cv_t<R>&>(*r), Fn(passed<A>::get(a)...)); }
  };
  template<R (*Fn)(A...)> static constexpr type* exported = &maker<Fn, is_object<R>::value>::call;
};
// What visible functions take: `pass_objects` in optimise.py passes objects by the elements of their LLVM types, as clang has it for what
// it passes directly, and returns them as these types. A struct that was plain in C++03 has no element for the padding at its end that
// follows from its alignment; here vectors have constructors, so that clang never takes it as such.
template<class T> constexpr bool is_plain = !__is_class(T) && !__is_union(T);
template<class T, int N> constexpr bool is_plain<vec<T, N>> = true;
template<class T, int N> constexpr bool is_plain<packed_vec<T, N>> = true;
template<class T, size_t N> constexpr bool is_plain<T[N]> = is_plain<T>;
template<class T> constexpr bool is_plain_object();
template<class L> constexpr bool are_plain = false;
template<class S, class... F> constexpr bool are_plain<members<S, F...>> = sizeof...(F) != 0 && (is_plain_object<remove_cv_t<typename F::value_type>>() && ...);
template<class T> constexpr bool is_plain_object() {
  if constexpr (is_plain<T>) return true;
  else if constexpr (__is_class(T) && __is_aggregate(T) && __is_trivial(T) && __is_standard_layout(T)) return are_plain<typename decltype(list_for_abi<T>())::type>;
  else return false;
}
template<class T> struct plain_object { T v; };
template<class T, bool = is_object<T>::value, bool = is_plain_object<T>()> struct called : passed<T> {};
template<class T> struct called<T, true, false> {
  using type = T;
  __MTL_INLINE static T& get(T& x) { return x; }
  __MTL_INLINE static T& put(T& x) { return x; }
};
template<class T> struct called<T, true, true> {
  using type = plain_object<T>;
  __MTL_INLINE static T& get(type& x) { return x.v; }
  __MTL_INLINE static type put(T& x) { return {x}; }
};
// What moves a value of a stitched function: `mtlb/metal/stitching.py` gives the functions Apple's names.
// `Space`: the address space of a pointer or a reference.
template<class T, uint Space> struct stitched_value { using type = typename called<T>::type; };
template<class T> struct stitched_value<T*, 1> { using type = T __MTL_A(address_space(1))*; };
template<class T> struct stitched_value<T*, 2> { using type = T __MTL_A(address_space(2))*; };
template<class T> struct stitched_value<T*, 3> { using type = T __MTL_A(address_space(3))*; };
template<class T, uint Space> struct stitched_value<T&, Space> : stitched_value<T*, Space> {};
// `Space`: that of a result that is a pointer or a reference.
template<class T> constexpr bool is_class_of_vector = false;
template<class T, int N> constexpr bool is_class_of_vector<vec<T, N>> = true;
template<class R, uint Space, bool = __is_class(R) && !is_class_of_vector<R>> struct called_result {
  using type = typename abi<R>::type;
  __MTL_INLINE static type put(R x) { return abi<R>::put(x); }
  __MTL_INLINE static R get(type x) { return abi<R>::get(x); }
};
template<class R, uint Space> struct called_result<R, Space, true> {
  using type = R;
  __MTL_INLINE static R put(R x) { return x; }
  __MTL_INLINE static R get(R x) { return x; }
};
template<uint Space> struct called_result<void, Space, false> { using type = void; };
template<class T, uint Space> struct called_result<T*, Space, false> {
  using type = typename stitched_value<T*, Space>::type;
  __MTL_INLINE static type put(T* x) { return (type)x; }
  __MTL_INLINE static T* get(type x) { return (T*)x; }
};
template<class T, uint Space> struct called_result<T&, Space, false> {
  using type = typename stitched_value<T&, Space>::type;
  __MTL_INLINE static type put(T& x) { return (type)__builtin_addressof(x); }
  __MTL_INLINE static T& get(type x) { return *(T*)x; }
};
template<class T, uint Space = 0> struct stitching {
  using V = typename stitched_value<T, Space>::type;
  using R = typename called_result<T, Space>::type;
  static R load_argument(void* p) { return *(R*)p; }
  static void store_return_value(void* p, V x) { *(V*)p = x; }
  static void destroy(void*) {}
  static void copy_from_buffer(void* p, const void* from) { *(V*)p = *(const V*)from; }
  struct functions { R (*load)(void*); void (*store)(void*, V); void (*destroy)(void*); void (*copy)(void*, const void*); };
  static constexpr functions value = {&load_argument, &store_return_value, &destroy, &copy_from_buffer};
};
// Bits 2 n and 2 n + 1 of `Spaces`: the address space of parameter n.
template<auto Fn, uint Result, ulong Spaces, class I> struct stitched_of;
template<class R, class... A, R (*Fn)(A...), uint Result, ulong Spaces, size_t... I> struct stitched_of<Fn, Result, Spaces, index_sequence<I...>> {
  static constexpr const void* value[] = {&stitching<R, Result>::value, &stitching<A, (Spaces >> (2 * I) & 3)>::value...};
};
template<auto Fn, uint Result, ulong Spaces> struct stitched;
template<class R, class... A, R (*Fn)(A...), uint Result, ulong Spaces> struct stitched<Fn, Result, Spaces> : stitched_of<Fn, Result, Spaces, make_index_sequence<sizeof...(A)>> {};
// --- visible functions
template<auto Fn, uint Space> struct called_entry;
template<class R, class... A, R (*Fn)(A...), uint Space> struct called_entry<Fn, Space> {
  using result = called_result<R, Space>;
  static typename result::type call(typename called<A>::type... a) {
    if constexpr (is_void_v<R>) { [[clang::always_inline]] Fn(called<A>::get(a)...); }
    else { [[clang::always_inline]] return result::put(Fn(called<A>::get(a)...)); }
  }
  static constexpr parameter parameters[] = {{&describe<remove_cv_t<A>>::value, 0}..., {nullptr, 0}};
  static constexpr table<decltype(call)> value = {&call, parameters, &describe<R>::value};
};
// Memory of a threadgroup: declared and never defined, so that nothing is known of what it holds.
template<class T, class Tag, int Number> struct threadgroup_memory { static T value; };
// What it holds at first: no thread writes it.
template<class T, class Tag, int Number> struct threadgroup_value { __MTL_A(used) static constexpr auto value = Tag::make(); };
}
