#include <metal_stdlib>
#include <metal_logging>
using namespace metal;
constant os_log my("com.x", "k");
kernel void k(device float* o [[buffer(0)]]) { os_log_default.log("x %f", o[0]); my.log_error("bad %d", 1); my.log_info("i"); my.log_debug("d"); my.log_fault("f"); my.log("%v4f", float4(1)); o[0] = 1; }
