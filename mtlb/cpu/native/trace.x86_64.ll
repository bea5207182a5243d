; 1476c0e4443fc4bebe47976802b241850533e04785be03a3b52ea849e3c70b40 by tools/build_runtime.py
%struct.Step = type { i32, i32, i64 }
%struct.Counted = type { i64, i64, i64, ptr }

@found = internal unnamed_addr global ptr null, align 8
@steps = internal unnamed_addr global ptr null, align 8
@room = internal unnamed_addr global i64 0, align 8
@element = internal unnamed_addr global i64 0, align 8
@counted = internal unnamed_addr global ptr null, align 8
@counted_count = internal unnamed_addr global i32 0, align 4

define void @mtlb_trace_begin(ptr %0, i64 %1, i64 %2, ptr %3, i32 %4) local_unnamed_addr #0 {
  store ptr %0, ptr @found, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 16
  store ptr %6, ptr @steps, align 8
  store i64 %1, ptr @room, align 8
  store i64 %2, ptr @element, align 8
  store ptr %3, ptr @counted, align 8
  store i32 %4, ptr @counted_count, align 4
  ret void
}

define void @mtlb_trace(i32 %0, i32 %1, i64 %2) local_unnamed_addr #1 {
  %4 = load ptr, ptr @found, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %31, label %6

6:
  %7 = tail call ptr @mtlb_thread() #5
  %8 = getelementptr inbounds i8, ptr %7, i64 116
  %9 = load i32, ptr %8, align 4
  %10 = zext i32 %9 to i64
  %11 = load i64, ptr @element, align 8
  %12 = icmp eq i64 %11, %10
  br i1 %12, label %13, label %31

13:
  %14 = load ptr, ptr @found, align 8
  %15 = load i64, ptr %14, align 8
  %16 = load i64, ptr @room, align 8
  %17 = icmp ult i64 %15, %16
  br i1 %17, label %18, label %24

18:
  %19 = load ptr, ptr @steps, align 8
  %20 = add nuw i64 %15, 1
  store i64 %20, ptr %14, align 8
  %21 = getelementptr inbounds %struct.Step, ptr %19, i64 %15
  store i32 %0, ptr %21, align 8
  %22 = getelementptr inbounds i8, ptr %21, i64 4
  store i32 %1, ptr %22, align 4
  %23 = getelementptr inbounds i8, ptr %21, i64 8
  store i64 %2, ptr %23, align 8
  br label %24

24:
  %25 = add i32 %1, 1
  %26 = icmp ult i32 %25, 2
  br i1 %26, label %27, label %31

27:
  %28 = getelementptr inbounds i8, ptr %14, i64 8
  %29 = load i64, ptr %28, align 8
  %30 = add i64 %29, 1
  store i64 %30, ptr %28, align 8
  br label %31

31:
  ret void
}

declare ptr @mtlb_thread() local_unnamed_addr #2

define void @mtlb_heat(i64 %0, i64 %1) local_unnamed_addr #3 {
  %3 = load i32, ptr @counted_count, align 4
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %9, label %5

5:
  %6 = load ptr, ptr @counted, align 8
  %7 = add i64 %1, %0
  %8 = zext i32 %3 to i64
  br label %10

9:
  ret void

10:
  %11 = phi i64 [ 0, %5 ], [ %43, %42 ]
  %12 = getelementptr inbounds %struct.Counted, ptr %6, i64 %11
  %13 = load i64, ptr %12, align 8
  %14 = icmp ult i64 %0, %13
  br i1 %14, label %42, label %15

15:
  %16 = getelementptr inbounds i8, ptr %12, i64 8
  %17 = load i64, ptr %16, align 8
  %18 = icmp ult i64 %0, %17
  br i1 %18, label %19, label %42

19:
  %20 = tail call i64 @llvm.umin.i64(i64 %7, i64 %17)
  %21 = sub i64 %0, %13
  %22 = getelementptr inbounds i8, ptr %12, i64 16
  %23 = load i64, ptr %22, align 8
  %24 = udiv i64 %21, %23
  %25 = sub i64 %20, %13
  %26 = mul i64 %24, %23
  %27 = icmp ult i64 %26, %25
  br i1 %27, label %28, label %42

28:
  %29 = getelementptr inbounds i8, ptr %12, i64 24
  %30 = load ptr, ptr %29, align 8
  br label %31

31:
  %32 = phi i64 [ %24, %28 ], [ %39, %38 ]
  %33 = getelementptr inbounds i32, ptr %30, i64 %32
  %34 = load i32, ptr %33, align 4
  %35 = icmp eq i32 %34, -1
  br i1 %35, label %38, label %36

36:
  %37 = add nuw i32 %34, 1
  store i32 %37, ptr %33, align 4
  br label %38

38:
  %39 = add i64 %32, 1
  %40 = mul i64 %39, %23
  %41 = icmp ult i64 %40, %25
  br i1 %41, label %31, label %42

42:
  %43 = add nuw nsw i64 %11, 1
  %44 = icmp eq i64 %43, %8
  br i1 %44, label %9, label %10
}

declare i64 @llvm.umin.i64(i64, i64) #4

attributes #0 = { nounwind }
attributes #1 = { noinline nounwind }
attributes #2 = { nounwind }
attributes #3 = { noinline nounwind }
attributes #4 = { nounwind }
attributes #5 = { nounwind }
