// Functions of work-groups and sub-groups, copies, and mathematics that Metal lacks.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable

__kernel void groups(__global const float *in, __global float *out, __global int *sums, __local float *tile) {
    size_t n = get_local_size(0), i = get_local_id(0), g = get_group_id(0);
    event_t copied = async_work_group_copy(tile, in + g * n, n, 0);
    wait_group_events(1, &copied);
    float v = tile[n - 1 - i];
    int whole = convert_int_rte(v * 4.0f);
    sums[get_global_id(0)] = work_group_scan_inclusive_add(whole) + sub_group_shuffle_xor(whole, 1);
    float total = work_group_reduce_max(v);
    uint4 positive = sub_group_ballot(v > 0.0f);
    int exponent;
    float m = frexp(total, &exponent);
    out[get_global_id(0)] = erf(v) + lgamma(v * v + 0.5f) + (float)sub_group_ballot_bit_count(positive) + m + exponent;
}
