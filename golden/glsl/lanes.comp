#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Data { uint x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { uint o[]; } result;
void main() {
    uint at = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID;
    uint x = data.x[at];
    bool odd = (x & 1u) == 1u;
    uvec4 ballot = subgroupBallot(odd);
    uint o[40];
    o[0] = subgroupAdd(x);
    o[1] = subgroupMul((x & 3u) | 1u);
    o[2] = subgroupMin(x);
    o[3] = subgroupMax(x);
    o[4] = subgroupAnd(x | 0xf0u);
    o[5] = subgroupOr(x);
    o[6] = subgroupXor(x);
    o[7] = subgroupInclusiveAdd(x);
    o[8] = subgroupExclusiveAdd(x);
    o[9] = subgroupInclusiveMul((x & 1u) + 1u);
    o[10] = subgroupExclusiveMul((x & 1u) + 1u);
    o[11] = subgroupBroadcast(x, 19u);
    o[12] = subgroupBroadcastFirst(x);
    o[13] = subgroupShuffle(x, (me * 5u + 3u) & 31u);
    o[14] = subgroupShuffleXor(x, 21u);
    o[15] = subgroupShuffleUp(x, 9u);
    o[16] = subgroupShuffleDown(x, 13u);
    o[17] = uint(subgroupElect());
    o[18] = uint(subgroupAll(x < 1000u)) + 2u * uint(subgroupAny(x > 990u)) + 4u * uint(subgroupAll(odd));
    o[19] = uint(subgroupAllEqual(x)) + 2u * uint(subgroupAllEqual(gl_SubgroupID));
    o[20] = ballot.x;
    o[21] = ballot.y | ballot.z | ballot.w;
    o[22] = uint(subgroupInverseBallot(ballot));
    o[23] = uint(subgroupBallotBitExtract(ballot, 31u - me));
    o[24] = subgroupBallotBitCount(ballot);
    o[25] = subgroupBallotInclusiveBitCount(ballot);
    o[26] = subgroupBallotExclusiveBitCount(ballot);
    o[27] = subgroupBallotFindLSB(ballot);
    o[28] = subgroupBallotFindMSB(ballot);
    o[29] = gl_SubgroupEqMask.x;
    o[30] = gl_SubgroupLtMask.x;
    o[31] = gl_SubgroupLeMask.x;
    o[32] = gl_SubgroupGtMask.x;
    o[33] = gl_SubgroupGeMask.x;
    o[34] = gl_SubgroupSize | gl_NumSubgroups << 8 | gl_SubgroupID << 16;
    o[35] = me;
    if (odd) o[36] = subgroupAdd(x);
    else o[36] = subgroupBroadcastFirst(x);
    o[37] = uint(subgroupMin(-int(x)));
    o[38] = uint(subgroupAdd(float(x) * 0.5));
    o[39] = uint(subgroupMax(ivec2(int(x) - 500, -int(x))).y);
    for (uint n = 0u; n < 40u; n++) result.o[at * 40u + n] = o[n];
}
