; LLVM's parser: functions with 'sret' argument must return void
%o = type opaque
declare i32 @k(i32 sret(i32))
