#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) readonly buffer Data { float x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { uint o[]; } result;
void put(uint place, uint value) { result.o[gl_LocalInvocationIndex * 40u + place] = value; }
void main() {
    uint me = gl_SubgroupInvocationID;
    uint x = uint(abs(data.x[me])) + 1u;
    float y = data.x[me] * 0.5 + 4.0;
    int z = int(data.x[me]) - 3;
    put(0u, subgroupAdd(x));
    put(1u, uint(subgroupAdd(y)));
    put(2u, uint(subgroupMul(y > 4.0 ? 2.0 : 1.0)));
    put(3u, subgroupMin(x));
    put(4u, uint(subgroupMax(z)));
    put(5u, uint(subgroupMin(z)));
    put(6u, subgroupMax(x));
    put(7u, subgroupAnd(x));
    put(8u, subgroupOr(x));
    put(9u, subgroupXor(x));
    put(10u, subgroupInclusiveAdd(x));
    put(11u, subgroupExclusiveAdd(x));
    put(12u, uint(subgroupInclusiveMul(1.5) * 16.0));
    put(13u, subgroupExclusiveMul(me < 3u ? x : 1u));
    put(14u, subgroupBroadcast(x, 2u));
    put(15u, subgroupBroadcastFirst(x + 5u));
    put(16u, subgroupShuffle(x, 7u - me));
    put(17u, subgroupShuffleXor(x, 3u));
    put(18u, me >= 2u ? subgroupShuffleUp(x, 2u) : 0u);
    put(19u, me < 6u ? subgroupShuffleDown(x, 1u) : 0u);
    put(20u, uint(subgroupElect()));
    put(21u, uint(subgroupAll(x > 0u)) + 2u * uint(subgroupAny(x > 3u)) + 4u * uint(subgroupAll(me == 0u)));
    put(22u, uint(subgroupAllEqual(x)) + 2u * uint(subgroupAllEqual(17.5)) + 4u * uint(subgroupAllEqual(vec2(1.0, float(me)))));
    uvec4 ballot = subgroupBallot((x & 1u) == 1u);
    put(23u, ballot.x);
    put(24u, uint(subgroupInverseBallot(ballot)));
    put(25u, uint(subgroupBallotBitExtract(ballot, me)));
    put(26u, subgroupBallotBitCount(ballot));
    put(27u, subgroupBallotInclusiveBitCount(ballot));
    put(28u, subgroupBallotExclusiveBitCount(ballot));
    put(29u, subgroupBallotFindLSB(ballot));
    put(30u, subgroupBallotFindMSB(ballot));
    vec3 moved = subgroupShuffleXor(vec3(y, y + 1.0, float(z)), 1u);
    put(31u, uint(moved.x + moved.y * 8.0) + uint(moved.z + 8.0));
    put(32u, uint(subgroupShuffle(x > 2u, 7u - me)));
    if ((me & 1u) == 0u) put(33u, subgroupAdd(1u));
    else put(33u, subgroupBroadcastFirst(me));
    subgroupBarrier();
    subgroupMemoryBarrier();
    put(34u, uint(subgroupOr(x > 2u)) + 2u * uint(subgroupAnd(x > 2u)));
    put(35u, gl_SubgroupEqMask.x);
    put(36u, gl_SubgroupLtMask.x);
}
