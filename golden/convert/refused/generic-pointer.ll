target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %table, i1 %c) {
  %private = alloca float
  %a = getelementptr i8, ptr %table, i64 16
  %p = select i1 %c, ptr %a, ptr %private
  store float 1.0, ptr %p
  ret void
}
