// language: metal3.0
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;

struct type_2 {
    float inner[2];
};
struct VO {
    metal::float4 p;
    type_2 c;
    char _pad2[8];
};
uint naga_mod(uint lhs, uint rhs) {
    return lhs % metal::select(rhs, 1u, rhs == 0u);
}


struct vsInput {
};
struct vsOutput {
    metal::float4 p [[position]];
    float c [[clip_distance]] [2];
};
vertex vsOutput vs(
  uint vi [[vertex_id]]
) {
    VO o = {};
    o.p = metal::float4(1.0);
    o.c.inner[0] = 0.5;
    o.c.inner[naga_mod(vi, 2u)] = 0.25;
    VO _e13 = o;
    const auto _tmp = _e13;
    return vsOutput { _tmp.p, {_tmp.c.inner[0],_tmp.c.inner[1]} };
}
