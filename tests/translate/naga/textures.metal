// language: metal3.0
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;


float helper(
    metal::depth2d<float, metal::access::sample> t,
    metal::sampler q,
    metal::sampler w
) {
    float _e6 = t.sample_compare(q, metal::float2(0.5), 0.25);
    float _e9 = t.sample(w, metal::float2(0.1));
    float _e14 = t.read(metal::uint2(metal::int2(1)), 0);
    return (_e6 + _e9) + _e14;
}

struct main_Input {
    metal::float3 p [[user(loc0), center_perspective]];
};
struct main_Output {
    metal::float4 member [[color(0)]];
};
fragment main_Output main_(
  main_Input varyings [[stage_in]]
, metal::texturecube<float, metal::access::sample> c [[user(fake0)]]
, metal::texturecube_array<float, metal::access::sample> ca [[user(fake0)]]
, metal::depth2d_ms<float, metal::access::read> dm [[user(fake0)]]
, metal::texture2d_ms<uint, metal::access::read> m [[user(fake0)]]
, metal::texture3d<int, metal::access::sample> t3_ [[user(fake0)]]
, metal::texture1d<uint, metal::access::read_write> st1_ [[user(fake0)]]
, metal::texture3d<float, metal::access::write> st3_ [[user(fake0)]]
, metal::texture2d_array<float, metal::access::read> sta [[user(fake0)]]
, metal::sampler s [[user(fake0)]]
, metal::sampler sc [[user(fake0)]]
, metal::depthcube_array<float, metal::access::sample> dc [[user(fake0)]]
, metal::depth2d<float, metal::access::sample> d2_ [[user(fake0)]]
, metal::texture1d<float, metal::access::sample> t1_ [[user(fake0)]]
) {
    const auto p = varyings.p;
    metal::float4 r = {};
    metal::float4 _e3 = c.sample(s, p);
    metal::float4 _e8 = ca.sample(s, p, 1, metal::bias(2.0));
    metal::float4 _e13 = c.sample(s, p, metal::level(1.5));
    metal::float4 _e17 = c.sample(s, p, metal::gradient2d(p, p));
    r = ((_e3 + _e8) + _e13) + _e17;
    metal::float4 _e20 = r;
    metal::uint4 _e25 = m.read(metal::uint2(metal::uint2(1u)), 2);
    metal::int4 _e31 = t3_.read(metal::uint3(metal::int3(1)), 1);
    float _e38 = dm.read(metal::uint2(metal::int2(2)), 1);
    r = _e20 + ((static_cast<metal::float4>(_e25) + static_cast<metal::float4>(_e31)) + metal::float4(_e38));
    metal::float4 _e42 = r;
    metal::uint4 _e45 = st1_.read(uint(3u));
    metal::float4 _e51 = sta.read(metal::uint2(metal::int2(3)), 2);
    r = _e42 + (static_cast<metal::float4>(_e45) + _e51);
    metal::float4 _e57 = r;
    st3_.write(_e57, metal::uint3(metal::uint3(1u)));
    st1_.write(metal::uint4(5u), uint(4u));
    metal::float4 _e62 = r;
    float _e66 = helper(d2_, sc, s);
    float _e71 = dc.sample_compare(sc, p, 2, 0.5);
    metal::float4 _e77 = d2_.gather(s, metal::float2(0.2));
    metal::float4 _e84 = dc.gather_compare(sc, p, 1, 0.3);
    r = _e62 + ((metal::float4(_e66 + _e71) + _e77) + _e84);
    metal::float4 _e87 = r;
    r = _e87 + metal::float4(static_cast<metal::float2>(metal::uint2(ca.get_width(1))), static_cast<float>(dc.get_array_size()), static_cast<float>(c.get_num_mip_levels()) + static_cast<float>(m.get_num_samples()));
    metal::float4 _e104 = r;
    metal::float4 _e108 = t1_.read(uint(1));
    float _e114 = d2_.sample(s, metal::float2(0.3), metal::level(1));
    r = _e104 + (_e108 + metal::float4(_e114));
    metal::float4 _e118 = r;
    return main_Output { _e118 };
}
