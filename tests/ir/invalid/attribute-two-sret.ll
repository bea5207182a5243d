; LLVM's parser: functions with 'sret' argument must return void
%o = type opaque
declare i32 @k(ptr sret(i32), ptr sret(i32))
