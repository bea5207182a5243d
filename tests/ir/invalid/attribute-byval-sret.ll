; LLVM's parser: functions with 'sret' argument must return void
%o = type opaque
declare i32 @k(ptr byval(i32) sret(i32))
