target triple = "x86_64-unknown-linux-gnu"
define void @f(ptr %x) {
  store float 1.0, ptr %x
  ret void
}
