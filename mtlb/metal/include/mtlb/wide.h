// Vectors of 8 and 16 elements, which have no names in Metal: philipturner/ARHeadsetKit has `device vec<ushort, 8>*`.
namespace metal {
template<class T, int N> struct vec {
  static_assert(N == 8 || N == 16, "a vector has 1, 2, 3, 4, 8 or 16 elements");
  typedef typename __mtl_store<T>::type S;
  typedef S V __attribute__((ext_vector_type(N)));
  V v;
  vec() = default;
  static constexpr vec __of(V q) { vec r{}; r.v = q; return r; }
  constexpr vec(T a) : v(V(S(a))) {}
  template<class... U, class = enable_if_t<sizeof...(U) == N>> constexpr vec(U... a) : v{S(T(a))...} {}
  constexpr vec(std::initializer_list<T> l) : v(V(S(0))) { for (size_t i = 0; i < l.size(); ++i) v[i] = S(l.begin()[i]); }
  template<class U> constexpr explicit vec(vec<U, N> a) : v(__converted(a)) {}
  template<class U> static constexpr V __converted(vec<U, N> a) {
    if constexpr (__as_vector<T, U>) return __builtin_convertvector(a.v, V);
    else { V r{}; for (int i = 0; i < N; ++i) r[i] = S(__mtl::cast<T>(U(a.v[i]))); return r; }
  }
  T& operator[](size_t i) { return reinterpret_cast<T*>(&v)[i]; }
  constexpr T operator[](size_t i) const { return T(v[i]); }
#define __MTL_WIDE(op) \
  friend constexpr vec operator op(vec a, vec b) { return __of(a.v op b.v); } \
  vec& operator op##=(vec b) { v = v op b.v; return *this; }
  __MTL_WIDE(+) __MTL_WIDE(-) __MTL_WIDE(*) __MTL_WIDE(/) __MTL_WIDE(%) __MTL_WIDE(&) __MTL_WIDE(|) __MTL_WIDE(^) __MTL_WIDE(<<) __MTL_WIDE(>>)
#undef __MTL_WIDE
#define __MTL_WIDE(op) \
  friend constexpr vec<bool, N> operator op(vec a, vec b) { return vec<bool, N>::__of(__builtin_convertvector(-(a.v op b.v), typename vec<bool, N>::V)); }
  __MTL_WIDE(==) __MTL_WIDE(!=) __MTL_WIDE(<) __MTL_WIDE(<=) __MTL_WIDE(>) __MTL_WIDE(>=)
#undef __MTL_WIDE
  constexpr vec operator-() const { return __of(-v); }
  constexpr vec operator~() const { return __of(~v); }
};
}
