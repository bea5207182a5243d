// language: metal3.0
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;

struct _mslBufferSizes {
    uint size8[3];
};

struct UI {
    uint index;
};
typedef int type_2[1];
struct Foo {
    uint x;
    type_2 far;
};
template <typename T>
struct NagaArgumentBufferWrapper {
    T inner;
};
struct FI {
    uint index;
};

struct main_Input {
    uint index [[user(loc0), flat]];
};
struct main_Output {
    metal::float4 member [[color(0)]];
};
fragment main_Output main_(
  main_Input varyings [[stage_in]]
, constant NagaArgumentBufferWrapper<metal::texture2d<float, metal::access::sample>>* texture_array_unbounded [[user(fake0)]]
, constant NagaArgumentBufferWrapper<metal::texture2d<float, metal::access::sample>>* texture_array_bounded [[user(fake0)]]
, constant NagaArgumentBufferWrapper<metal::texture2d_array<float, metal::access::sample>>* texture_array_2darray [[user(fake0)]]
, constant NagaArgumentBufferWrapper<metal::depth2d<float, metal::access::sample>>* texture_array_depth [[user(fake0)]]
, constant NagaArgumentBufferWrapper<metal::texture2d<float, metal::access::write>>* texture_array_storage [[user(fake0)]]
, constant NagaArgumentBufferWrapper<metal::sampler>* samp [[user(fake0)]]
, constant NagaArgumentBufferWrapper<metal::sampler>* samp_comp [[user(fake0)]]
, constant UI& uni [[user(fake0)]]
, device NagaArgumentBufferWrapper<device Foo*>* bufs [[user(fake0)]]
, constant _mslBufferSizes& _buffer_sizes [[user(fake0)]]
) {
    const FI f = { varyings.index };
    metal::float4 v4_ = metal::float4(0.0);
    uint ui = uni.index;
    uint nu = f.index;
    metal::float2 uv = metal::float2(0.0);
    metal::float4 _e10 = v4_;
    metal::float4 _e15 = texture_array_bounded[ui].inner.sample(samp[ui].inner, uv);
    v4_ = _e10 + _e15;
    metal::float4 _e17 = v4_;
    metal::float4 _e22 = texture_array_unbounded[0].inner.sample(samp[nu].inner, uv);
    v4_ = _e17 + _e22;
    metal::float4 _e24 = v4_;
    float _e30 = texture_array_depth[nu].inner.sample_compare(samp_comp[nu].inner, uv, 0.0);
    v4_ = _e24 + metal::float4(_e30);
    metal::float4 _e33 = v4_;
    metal::float4 _e38 = texture_array_bounded[nu].inner.gather(samp[nu].inner, uv);
    v4_ = _e33 + _e38;
    metal::float4 _e40 = v4_;
    metal::float4 _e47 = texture_array_2darray[nu].inner.read(metal::uint2(metal::int2(0)), 0, 0);
    v4_ = _e40 + _e47;
    metal::float4 _e53 = v4_;
    texture_array_storage[nu].inner.write(_e53, metal::uint2(metal::uint2(0u)));
    metal::uint2 d = metal::uint2(texture_array_unbounded[nu].inner.get_width(), texture_array_unbounded[nu].inner.get_height());
    metal::float4 _e57 = v4_;
    uint _e65 = bufs[nu].inner->x;
    int _e73 = bufs[1].inner->far[2];
    return main_Output { ((_e57 + metal::float4(static_cast<float>(d.x))) + metal::float4(static_cast<float>(_e65))) + metal::float4(static_cast<float>(_e73)) };
}
