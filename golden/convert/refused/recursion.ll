target triple = "nvptx64-nvidia-cuda"
define internal i32 @factorial(i32 %n) {
  %done = icmp ult i32 %n, 2
  br i1 %done, label %end, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @factorial(i32 %m)
  %p = mul i32 %n, %r
  ret i32 %p
end:
  ret i32 1
}
define ptx_kernel void @k(ptr %out, i32 %n) {
  %r = call i32 @factorial(i32 %n)
  store i32 %r, ptr %out
  ret void
}
