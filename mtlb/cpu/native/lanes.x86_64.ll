; 80c1f7f452d4f674c6788e127b7f81f37b3536ee2908e6888b294750f5dd5a10 by tools/build_runtime.py
@mtlb_lane_fault = external local_unnamed_addr global ptr, align 8

define i32 @mtlb_simd_ballot(i32 %0, i64 %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i32 @ballot(i32 %0, i64 %1) #9
  ret i32 %3
}

define internal fastcc i32 @ballot(i32 %0, i64 %1) unnamed_addr #0 {
  %3 = trunc i32 %0 to i8
  %4 = tail call ptr @mtlb_slot() #10
  store i8 %3, ptr %4, align 1
  %5 = tail call ptr @mtlb_meet(i64 %1) #10
  %6 = getelementptr inbounds i8, ptr %5, i64 64
  br label %10

7:
  %8 = load i32, ptr %5, align 4
  %9 = and i32 %8, %19
  ret i32 %9

10:
  %11 = phi i64 [ 0, %2 ], [ %20, %10 ]
  %12 = phi i32 [ 0, %2 ], [ %19, %10 ]
  %13 = getelementptr inbounds [64 x i8], ptr %6, i64 %11
  %14 = load i8, ptr %13, align 4
  %15 = and i8 %14, 1
  %16 = zext i8 %15 to i32
  %17 = trunc i64 %11 to i32
  %18 = shl nuw i32 %16, %17
  %19 = or i32 %18, %12
  %20 = add nuw nsw i64 %11, 1
  %21 = icmp eq i64 %20, 32
  br i1 %21, label %7, label %10
}

define i32 @mtlb_simd_active_threads_mask(i64 %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i32 @ballot(i32 1, i64 %0) #9
  ret i32 %2
}

define i32 @mtlb_simd_any(i32 %0, i64 %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i32 @ballot(i32 %0, i64 %1) #9
  %4 = icmp ne i32 %3, 0
  %5 = zext i1 %4 to i32
  ret i32 %5
}

define i32 @mtlb_simd_all(i32 %0, i64 %1) local_unnamed_addr #0 {
  %3 = icmp eq i32 %0, 0
  %4 = zext i1 %3 to i32
  %5 = tail call fastcc i32 @ballot(i32 %4, i64 %1) #9
  %6 = icmp eq i32 %5, 0
  %7 = zext i1 %6 to i32
  ret i32 %7
}

define i32 @mtlb_quad_any(i32 %0, i64 %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i32 @ballot(i32 %0, i64 %1) #9
  %4 = tail call i32 @mtlb_lane() #10
  %5 = and i32 %4, -4
  %6 = shl i32 15, %5
  %7 = and i32 %6, %3
  %8 = icmp ne i32 %7, 0
  %9 = zext i1 %8 to i32
  ret i32 %9
}

define i32 @mtlb_quad_all(i32 %0, i64 %1) local_unnamed_addr #0 {
  %3 = icmp eq i32 %0, 0
  %4 = zext i1 %3 to i32
  %5 = tail call fastcc i32 @ballot(i32 %4, i64 %1) #9
  %6 = tail call i32 @mtlb_lane() #10
  %7 = and i32 %6, -4
  %8 = shl i32 15, %7
  %9 = and i32 %8, %5
  %10 = icmp eq i32 %9, 0
  %11 = zext i1 %10 to i32
  ret i32 %11
}

define i32 @mtlb_simd_is_first(i64 %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i32 @ballot(i32 1, i64 %0) #9
  %3 = tail call i32 @llvm.cttz.i32(i32 %2, i1 true)
  %4 = tail call i32 @mtlb_lane() #10
  %5 = icmp eq i32 %3, %4
  %6 = zext i1 %5 to i32
  ret i32 %6
}

declare i32 @llvm.cttz.i32(i32, i1 immarg) #1

declare i32 @mtlb_lane() local_unnamed_addr #2

define i32 @mtlb_quad_is_first(i64 %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i32 @ballot(i32 1, i64 %0) #9
  %3 = tail call i32 @mtlb_lane() #10
  %4 = and i32 %3, -4
  %5 = shl i32 15, %4
  %6 = and i32 %5, %2
  %7 = tail call i32 @llvm.cttz.i32(i32 %6, i1 true)
  %8 = tail call i32 @mtlb_lane() #10
  %9 = icmp eq i32 %7, %8
  %10 = zext i1 %9 to i32
  ret i32 %10
}

define ptr @mtlb_simd_broadcast_first(i64 %0) local_unnamed_addr #0 {
  %2 = tail call ptr @mtlb_meet(i64 %0) #10
  %3 = load i32, ptr %2, align 4
  %4 = tail call i32 @llvm.cttz.i32(i32 %3, i1 true)
  %5 = getelementptr inbounds i8, ptr %2, i64 64
  %6 = zext i32 %4 to i64
  %7 = getelementptr inbounds [64 x i8], ptr %5, i64 %6
  ret ptr %7
}

declare ptr @mtlb_meet(i64) local_unnamed_addr #2

define ptr @mtlb_quad_broadcast_first(i64 %0) local_unnamed_addr #0 {
  %2 = tail call ptr @mtlb_meet(i64 %0) #10
  %3 = load i32, ptr %2, align 4
  %4 = tail call i32 @mtlb_lane() #10
  %5 = and i32 %4, -4
  %6 = shl i32 15, %5
  %7 = and i32 %6, %3
  %8 = tail call i32 @llvm.cttz.i32(i32 %7, i1 true)
  %9 = getelementptr inbounds i8, ptr %2, i64 64
  %10 = zext i32 %8 to i64
  %11 = getelementptr inbounds [64 x i8], ptr %9, i64 %10
  ret ptr %11
}

define ptr @mtlb_simd_broadcast(i32 %0, i64 %1) local_unnamed_addr #0 {
  %3 = tail call fastcc ptr @meet_with(i32 %0, i32 32, i64 %1) #9
  %4 = getelementptr inbounds i8, ptr %3, i64 64
  %5 = and i32 %0, 31
  %6 = zext i32 %5 to i64
  %7 = getelementptr inbounds [64 x i8], ptr %4, i64 %6
  %8 = load ptr, ptr @mtlb_lane_fault, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %20, label %10

10:
  %11 = icmp ugt i32 %0, 31
  br i1 %11, label %17, label %12

12:
  %13 = load i32, ptr %3, align 4
  %14 = shl nuw i32 1, %5
  %15 = and i32 %13, %14
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %20

17:
  %18 = phi i32 [ 25, %12 ], [ 24, %10 ]
  %19 = tail call ptr %8(i32 %18, ptr %7, i64 %1) #10
  br label %20

20:
  %21 = phi ptr [ %19, %17 ], [ %7, %12 ], [ %7, %2 ]
  ret ptr %21
}

define internal fastcc ptr @meet_with(i32 %0, i32 %1, i64 %2) unnamed_addr #0 {
  %4 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  %5 = tail call ptr @mtlb_slot() #10
  %6 = getelementptr inbounds i8, ptr %5, i64 60
  store i32 %0, ptr %6, align 1
  %7 = tail call ptr @mtlb_meet(i64 %2) #10
  %8 = load ptr, ptr @mtlb_lane_fault, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %43, label %10

10:
  %11 = tail call i32 @mtlb_lane() #10
  %12 = sub i32 0, %1
  %13 = and i32 %11, %12
  %14 = add i32 %13, %1
  %15 = icmp ult i32 %13, %14
  br i1 %15, label %16, label %43

16:
  %17 = load i32, ptr %7, align 4
  %18 = zext i32 %13 to i64
  %19 = zext i32 %14 to i64
  br label %22

20:
  %21 = icmp eq i32 %37, 0
  br i1 %21, label %43, label %40

22:
  %23 = phi i64 [ %18, %16 ], [ %38, %36 ]
  %24 = phi i32 [ 0, %16 ], [ %37, %36 ]
  %25 = trunc i64 %23 to i32
  %26 = shl nuw i32 1, %25
  %27 = and i32 %17, %26
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %36, label %29

29:
  %30 = getelementptr inbounds [64 x i8], ptr %7, i64 %23
  %31 = getelementptr inbounds i8, ptr %30, i64 124
  %32 = call i32 @bcmp(ptr dereferenceable(4) %31, ptr dereferenceable(4) %4, i64 4)
  %33 = icmp ne i32 %32, 0
  %34 = zext i1 %33 to i32
  %35 = or i32 %24, %34
  br label %36

36:
  %37 = phi i32 [ %35, %29 ], [ %24, %22 ]
  %38 = add nuw nsw i64 %23, 1
  %39 = icmp eq i64 %38, %19
  br i1 %39, label %20, label %22

40:
  %41 = load ptr, ptr @mtlb_lane_fault, align 8
  %42 = tail call ptr %41(i32 27, ptr null, i64 %2) #10
  br label %43

43:
  ret ptr %7
}

define ptr @mtlb_quad_broadcast(i32 %0, i64 %1) local_unnamed_addr #0 {
  %3 = tail call fastcc ptr @meet_with(i32 %0, i32 4, i64 %1) #9
  %4 = tail call i32 @mtlb_lane() #10
  %5 = and i32 %4, 28
  %6 = and i32 %0, 3
  %7 = or i32 %5, %6
  %8 = getelementptr inbounds i8, ptr %3, i64 64
  %9 = zext i32 %7 to i64
  %10 = getelementptr inbounds [64 x i8], ptr %8, i64 %9
  %11 = load ptr, ptr @mtlb_lane_fault, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %23, label %13

13:
  %14 = icmp ugt i32 %0, 3
  br i1 %14, label %20, label %15

15:
  %16 = load i32, ptr %3, align 4
  %17 = shl nuw i32 1, %7
  %18 = and i32 %16, %17
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %20, label %23

20:
  %21 = phi i32 [ 25, %15 ], [ 24, %13 ]
  %22 = tail call ptr %11(i32 %21, ptr %10, i64 %1) #10
  br label %23

23:
  %24 = phi ptr [ %22, %20 ], [ %10, %15 ], [ %10, %2 ]
  ret ptr %24
}

define ptr @mtlb_simd_shuffle(i32 %0, i64 %1) local_unnamed_addr #0 {
  %3 = tail call ptr @mtlb_meet(i64 %1) #10
  %4 = getelementptr inbounds i8, ptr %3, i64 64
  %5 = and i32 %0, 31
  %6 = zext i32 %5 to i64
  %7 = getelementptr inbounds [64 x i8], ptr %4, i64 %6
  %8 = load ptr, ptr @mtlb_lane_fault, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %20, label %10

10:
  %11 = icmp ugt i32 %0, 31
  br i1 %11, label %17, label %12

12:
  %13 = load i32, ptr %3, align 4
  %14 = shl nuw i32 1, %5
  %15 = and i32 %13, %14
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %20

17:
  %18 = phi i32 [ 25, %12 ], [ 24, %10 ]
  %19 = tail call ptr %8(i32 %18, ptr %7, i64 %1) #10
  br label %20

20:
  %21 = phi ptr [ %19, %17 ], [ %7, %12 ], [ %7, %2 ]
  ret ptr %21
}

define ptr @mtlb_quad_shuffle(i32 %0, i64 %1) local_unnamed_addr #0 {
  %3 = tail call ptr @mtlb_meet(i64 %1) #10
  %4 = tail call i32 @mtlb_lane() #10
  %5 = and i32 %4, 28
  %6 = and i32 %0, 3
  %7 = or i32 %5, %6
  %8 = getelementptr inbounds i8, ptr %3, i64 64
  %9 = zext i32 %7 to i64
  %10 = getelementptr inbounds [64 x i8], ptr %8, i64 %9
  %11 = load ptr, ptr @mtlb_lane_fault, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %23, label %13

13:
  %14 = icmp ugt i32 %0, 3
  br i1 %14, label %20, label %15

15:
  %16 = load i32, ptr %3, align 4
  %17 = shl nuw i32 1, %7
  %18 = and i32 %16, %17
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %20, label %23

20:
  %21 = phi i32 [ 25, %15 ], [ 24, %13 ]
  %22 = tail call ptr %11(i32 %21, ptr %10, i64 %1) #10
  br label %23

23:
  %24 = phi ptr [ %22, %20 ], [ %10, %15 ], [ %10, %2 ]
  ret ptr %24
}

define ptr @mtlb_shuffle_xor(i32 %0, i32 %1, i64 %2) local_unnamed_addr #0 {
  %4 = tail call fastcc ptr @meet_with(i32 %0, i32 %1, i64 %2) #9
  %5 = tail call i32 @mtlb_lane() #10
  %6 = xor i32 %5, %0
  %7 = getelementptr inbounds i8, ptr %4, i64 64
  %8 = and i32 %6, 31
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds [64 x i8], ptr %7, i64 %9
  %11 = load ptr, ptr @mtlb_lane_fault, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %23, label %13

13:
  %14 = icmp ult i32 %0, %1
  br i1 %14, label %15, label %20

15:
  %16 = load i32, ptr %4, align 4
  %17 = shl nuw i32 1, %8
  %18 = and i32 %16, %17
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %20, label %23

20:
  %21 = phi i32 [ 25, %15 ], [ 24, %13 ]
  %22 = tail call ptr %11(i32 %21, ptr %10, i64 %2) #10
  br label %23

23:
  %24 = phi ptr [ %22, %20 ], [ %10, %15 ], [ %10, %3 ]
  ret ptr %24
}

define ptr @mtlb_shuffle_by(i32 %0, i32 %1, i64 %2) local_unnamed_addr #0 {
  %4 = tail call fastcc ptr @meet_with(i32 %0, i32 %1, i64 %2) #9
  %5 = tail call i32 @mtlb_lane() #10
  %6 = add i32 %5, %0
  %7 = sub i32 0, %1
  %8 = xor i32 %6, %5
  %9 = and i32 %8, %7
  %10 = icmp eq i32 %9, 0
  %11 = select i1 %10, i32 %6, i32 %5
  %12 = getelementptr inbounds i8, ptr %4, i64 64
  %13 = and i32 %11, 31
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds [64 x i8], ptr %12, i64 %14
  %16 = load ptr, ptr @mtlb_lane_fault, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %25, label %18

18:
  %19 = load i32, ptr %4, align 4
  %20 = shl nuw i32 1, %13
  %21 = and i32 %19, %20
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %23, label %25

23:
  %24 = tail call ptr %16(i32 25, ptr %15, i64 %2) #10
  br label %25

25:
  %26 = phi ptr [ %24, %23 ], [ %15, %18 ], [ %15, %3 ]
  ret ptr %26
}

define ptr @mtlb_shuffle_rotate_by(i32 %0, i32 %1, i64 %2) local_unnamed_addr #0 {
  %4 = tail call i32 @mtlb_lane() #10
  %5 = tail call fastcc ptr @meet_with(i32 %0, i32 %1, i64 %2) #9
  %6 = sub i32 0, %1
  %7 = and i32 %4, %6
  %8 = add i32 %4, %0
  %9 = add i32 %1, 31
  %10 = and i32 %8, %9
  %11 = or i32 %10, %7
  %12 = getelementptr inbounds i8, ptr %5, i64 64
  %13 = and i32 %11, 31
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds [64 x i8], ptr %12, i64 %14
  %16 = load ptr, ptr @mtlb_lane_fault, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %25, label %18

18:
  %19 = load i32, ptr %5, align 4
  %20 = shl nuw i32 1, %13
  %21 = and i32 %19, %20
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %23, label %25

23:
  %24 = tail call ptr %16(i32 25, ptr %15, i64 %2) #10
  br label %25

25:
  %26 = phi ptr [ %24, %23 ], [ %15, %18 ], [ %15, %3 ]
  ret ptr %26
}

define ptr @mtlb_shuffle_and_fill(i32 %0, i32 %1, i64 %2) local_unnamed_addr #0 {
  %4 = tail call fastcc ptr @meet_with(i32 %0, i32 32, i64 %2) #9
  %5 = tail call i32 @mtlb_lane() #10
  %6 = icmp eq i32 %1, 0
  br i1 %6, label %10, label %7

7:
  %8 = srem i32 %5, %1
  %9 = sub nsw i32 %5, %8
  br label %10

10:
  %11 = phi i32 [ %9, %7 ], [ 0, %3 ]
  %12 = add nsw i32 %5, %0
  %13 = icmp sge i32 %12, %11
  %14 = add nsw i32 %11, %1
  %15 = icmp slt i32 %12, %14
  %16 = select i1 %13, i1 %15, i1 false
  br i1 %16, label %17, label %31

17:
  %18 = getelementptr inbounds i8, ptr %4, i64 64
  %19 = and i32 %12, 31
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds [64 x i8], ptr %18, i64 %20
  %22 = load ptr, ptr @mtlb_lane_fault, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %40, label %24

24:
  %25 = load i32, ptr %4, align 4
  %26 = shl nuw i32 1, %19
  %27 = and i32 %25, %26
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %29, label %40

29:
  %30 = tail call ptr %22(i32 25, ptr %21, i64 %2) #10
  br label %40

31:
  %32 = icmp slt i32 %0, 0
  %33 = sub i32 0, %1
  %34 = select i1 %32, i32 %1, i32 %33
  %35 = add i32 %12, %34
  %36 = and i32 %35, 31
  %37 = zext i32 %36 to i64
  %38 = getelementptr inbounds [64 x i8], ptr %4, i64 %37
  %39 = getelementptr inbounds i8, ptr %38, i64 80
  br label %40

40:
  %41 = phi ptr [ %39, %31 ], [ %30, %29 ], [ %21, %24 ], [ %21, %17 ]
  ret ptr %41
}

define void @mtlb_reduce(i32 %0, i32 %1, i32 %2, i32 %3, i64 %4) local_unnamed_addr #4 {
  %6 = tail call ptr @mtlb_slot() #10
  %7 = tail call ptr @mtlb_meet(i64 %4) #10
  %8 = getelementptr inbounds i8, ptr %7, i64 2112
  %9 = load i32, ptr %8, align 4
  %10 = getelementptr inbounds i8, ptr %7, i64 4
  %11 = load i32, ptr %10, align 4
  %12 = icmp eq i32 %9, %11
  br i1 %12, label %98, label %13

13:
  store i32 %11, ptr %8, align 4
  %14 = icmp eq i32 %0, 0
  br i1 %14, label %103, label %15

15:
  %16 = and i32 %1, -9
  %17 = icmp ne i32 %16, 0
  %18 = icmp eq i32 %1, 1
  %19 = zext i1 %18 to i64
  %20 = icmp ne i32 %1, 1
  %21 = and i1 %20, %17
  %22 = zext i1 %21 to i32
  %23 = icmp eq i32 %2, 0
  %24 = icmp eq i32 %2, 2
  %25 = getelementptr inbounds i8, ptr %7, i64 2176
  %26 = getelementptr inbounds i8, ptr %7, i64 64
  %27 = icmp eq i32 %2, 1
  %28 = zext i32 %0 to i64
  br label %29

29:
  %30 = phi i64 [ 0, %15 ], [ %37, %36 ]
  %31 = getelementptr inbounds i64, ptr %25, i64 %30
  %32 = getelementptr inbounds i64, ptr %26, i64 %30
  br label %39

33:
  %34 = icmp ult i32 %43, 32
  %35 = add i32 %40, %3
  br i1 %34, label %39, label %36

36:
  %37 = add nuw nsw i64 %30, 1
  %38 = icmp eq i64 %37, %28
  br i1 %38, label %98, label %29

39:
  %40 = phi i32 [ %3, %29 ], [ %35, %33 ]
  %41 = phi i32 [ 0, %29 ], [ %43, %33 ]
  %42 = zext i32 %41 to i64
  %43 = add i32 %41, %3
  %44 = icmp ult i32 %41, %43
  br i1 %44, label %45, label %33

45:
  %46 = load i32, ptr %7, align 4
  br label %50

47:
  br i1 %23, label %48, label %33

48:
  %49 = zext i32 %43 to i64
  br label %93

50:
  %51 = phi i64 [ %42, %45 ], [ %90, %89 ]
  %52 = phi i32 [ %22, %45 ], [ %86, %89 ]
  %53 = phi i64 [ %19, %45 ], [ %85, %89 ]
  br i1 %24, label %54, label %56

54:
  %55 = getelementptr inbounds [64 x i8], ptr %31, i64 %51
  store i64 %53, ptr %55, align 4
  br label %56

56:
  %57 = getelementptr inbounds [64 x i8], ptr %32, i64 %51
  %58 = load i64, ptr %57, align 4
  %59 = trunc i64 %51 to i32
  %60 = shl nuw i32 1, %59
  %61 = and i32 %46, %60
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %84, label %63

63:
  %64 = icmp eq i32 %52, 0
  br i1 %64, label %65, label %84

65:
  switch i32 %1, label %82 [
    i32 0, label %66
    i32 1, label %68
    i32 2, label %70
    i32 3, label %72
    i32 4, label %74
    i32 5, label %76
    i32 6, label %78
    i32 7, label %80
  ]

66:
  %67 = add i64 %58, %53
  br label %84

68:
  %69 = mul i64 %58, %53
  br label %84

70:
  %71 = tail call i64 @llvm.smin.i64(i64 %53, i64 %58)
  br label %84

72:
  %73 = tail call i64 @llvm.smax.i64(i64 %53, i64 %58)
  br label %84

74:
  %75 = tail call i64 @llvm.umin.i64(i64 %53, i64 %58)
  br label %84

76:
  %77 = tail call i64 @llvm.umax.i64(i64 %53, i64 %58)
  br label %84

78:
  %79 = and i64 %58, %53
  br label %84

80:
  %81 = or i64 %58, %53
  br label %84

82:
  %83 = xor i64 %58, %53
  br label %84

84:
  %85 = phi i64 [ %53, %56 ], [ %58, %63 ], [ %83, %82 ], [ %67, %66 ], [ %69, %68 ], [ %71, %70 ], [ %73, %72 ], [ %75, %74 ], [ %77, %76 ], [ %79, %78 ], [ %81, %80 ]
  %86 = phi i32 [ %52, %56 ], [ 0, %63 ], [ 0, %82 ], [ 0, %66 ], [ 0, %68 ], [ 0, %70 ], [ 0, %72 ], [ 0, %74 ], [ 0, %76 ], [ 0, %78 ], [ 0, %80 ]
  br i1 %27, label %87, label %89

87:
  %88 = getelementptr inbounds [64 x i8], ptr %31, i64 %51
  store i64 %85, ptr %88, align 4
  br label %89

89:
  %90 = add nuw nsw i64 %51, 1
  %91 = trunc i64 %90 to i32
  %92 = icmp eq i32 %40, %91
  br i1 %92, label %47, label %50

93:
  %94 = phi i64 [ %42, %48 ], [ %96, %93 ]
  %95 = getelementptr inbounds [64 x i8], ptr %31, i64 %94
  store i64 %85, ptr %95, align 4
  %96 = add nuw nsw i64 %94, 1
  %97 = icmp ult i64 %96, %49
  br i1 %97, label %93, label %33

98:
  %99 = icmp eq i32 %0, 0
  br i1 %99, label %103, label %100

100:
  %101 = getelementptr inbounds i8, ptr %7, i64 2176
  %102 = zext i32 %0 to i64
  br label %104

103:
  ret void

104:
  %105 = phi i64 [ 0, %100 ], [ %112, %104 ]
  %106 = tail call i32 @mtlb_lane() #10
  %107 = zext i32 %106 to i64
  %108 = getelementptr inbounds [64 x i8], ptr %101, i64 %107
  %109 = getelementptr inbounds i64, ptr %108, i64 %105
  %110 = load i64, ptr %109, align 4
  %111 = getelementptr inbounds i64, ptr %6, i64 %105
  store i64 %110, ptr %111, align 8
  %112 = add nuw nsw i64 %105, 1
  %113 = icmp eq i64 %112, %102
  br i1 %113, label %103, label %104
}

declare ptr @mtlb_slot() local_unnamed_addr #2

define void @mtlb_reduce_floats(i32 %0, i32 %1, i32 %2, i32 %3, i64 %4) local_unnamed_addr #4 {
  %6 = tail call ptr @mtlb_slot() #10
  %7 = tail call ptr @mtlb_meet(i64 %4) #10
  %8 = getelementptr inbounds i8, ptr %7, i64 2112
  %9 = load i32, ptr %8, align 4
  %10 = getelementptr inbounds i8, ptr %7, i64 4
  %11 = load i32, ptr %10, align 4
  %12 = icmp eq i32 %9, %11
  br i1 %12, label %89, label %13

13:
  store i32 %11, ptr %8, align 4
  %14 = icmp eq i32 %0, 0
  br i1 %14, label %94, label %15

15:
  %16 = and i32 %1, -9
  %17 = icmp ne i32 %16, 0
  %18 = icmp eq i32 %1, 1
  %19 = uitofp i1 %18 to float
  %20 = select i1 %17, float %19, float 0.000000e+00
  %21 = icmp ne i32 %1, 1
  %22 = and i1 %21, %17
  %23 = zext i1 %22 to i32
  %24 = icmp eq i32 %2, 0
  %25 = icmp eq i32 %2, 2
  %26 = getelementptr inbounds i8, ptr %7, i64 2176
  %27 = getelementptr inbounds i8, ptr %7, i64 64
  %28 = icmp eq i32 %2, 1
  %29 = zext i32 %0 to i64
  br label %30

30:
  %31 = phi i64 [ 0, %15 ], [ %38, %37 ]
  %32 = getelementptr inbounds float, ptr %26, i64 %31
  %33 = getelementptr inbounds float, ptr %27, i64 %31
  br label %40

34:
  %35 = icmp ult i32 %44, 32
  %36 = add i32 %41, %3
  br i1 %35, label %40, label %37

37:
  %38 = add nuw nsw i64 %31, 1
  %39 = icmp eq i64 %38, %29
  br i1 %39, label %89, label %30

40:
  %41 = phi i32 [ %3, %30 ], [ %36, %34 ]
  %42 = phi i32 [ 0, %30 ], [ %44, %34 ]
  %43 = zext i32 %42 to i64
  %44 = add i32 %42, %3
  %45 = icmp ult i32 %42, %44
  br i1 %45, label %46, label %34

46:
  %47 = load i32, ptr %7, align 4
  br label %51

48:
  br i1 %24, label %49, label %34

49:
  %50 = zext i32 %44 to i64
  br label %84

51:
  %52 = phi i64 [ %43, %46 ], [ %81, %80 ]
  %53 = phi i32 [ %23, %46 ], [ %77, %80 ]
  %54 = phi float [ %20, %46 ], [ %76, %80 ]
  br i1 %25, label %55, label %57

55:
  %56 = getelementptr inbounds [64 x i8], ptr %32, i64 %52
  store float %54, ptr %56, align 4
  br label %57

57:
  %58 = getelementptr inbounds [64 x i8], ptr %33, i64 %52
  %59 = load float, ptr %58, align 4
  %60 = trunc i64 %52 to i32
  %61 = shl nuw i32 1, %60
  %62 = and i32 %47, %61
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %75, label %64

64:
  %65 = icmp eq i32 %53, 0
  br i1 %65, label %66, label %75

66:
  switch i32 %1, label %73 [
    i32 0, label %67
    i32 1, label %69
    i32 2, label %71
  ]

67:
  %68 = fadd float %54, %59
  br label %75

69:
  %70 = fmul float %54, %59
  br label %75

71:
  %72 = tail call float @llvm.minnum.f32(float %54, float %59)
  br label %75

73:
  %74 = tail call float @llvm.maxnum.f32(float %54, float %59)
  br label %75

75:
  %76 = phi float [ %54, %57 ], [ %59, %64 ], [ %74, %73 ], [ %68, %67 ], [ %70, %69 ], [ %72, %71 ]
  %77 = phi i32 [ %53, %57 ], [ 0, %64 ], [ 0, %73 ], [ 0, %67 ], [ 0, %69 ], [ 0, %71 ]
  br i1 %28, label %78, label %80

78:
  %79 = getelementptr inbounds [64 x i8], ptr %32, i64 %52
  store float %76, ptr %79, align 4
  br label %80

80:
  %81 = add nuw nsw i64 %52, 1
  %82 = trunc i64 %81 to i32
  %83 = icmp eq i32 %41, %82
  br i1 %83, label %48, label %51

84:
  %85 = phi i64 [ %43, %49 ], [ %87, %84 ]
  %86 = getelementptr inbounds [64 x i8], ptr %32, i64 %85
  store float %76, ptr %86, align 4
  %87 = add nuw nsw i64 %85, 1
  %88 = icmp ult i64 %87, %50
  br i1 %88, label %84, label %34

89:
  %90 = icmp eq i32 %0, 0
  br i1 %90, label %94, label %91

91:
  %92 = getelementptr inbounds i8, ptr %7, i64 2176
  %93 = zext i32 %0 to i64
  br label %95

94:
  ret void

95:
  %96 = phi i64 [ 0, %91 ], [ %103, %95 ]
  %97 = tail call i32 @mtlb_lane() #10
  %98 = zext i32 %97 to i64
  %99 = getelementptr inbounds [64 x i8], ptr %92, i64 %98
  %100 = getelementptr inbounds float, ptr %99, i64 %96
  %101 = load float, ptr %100, align 4
  %102 = getelementptr inbounds float, ptr %6, i64 %96
  store float %101, ptr %102, align 4
  %103 = add nuw nsw i64 %96, 1
  %104 = icmp eq i64 %103, %93
  br i1 %104, label %94, label %95
}

define i64 @mtlb_reduce_lanes(ptr %0, i64 %1, i32 %2, i32 %3, i32 %4, ptr writeonly %5) local_unnamed_addr #4 {
  %7 = tail call ptr @mtlb_lane_runs() #10
  %8 = getelementptr inbounds i8, ptr %7, i64 4
  %9 = load i32, ptr %8, align 4
  %10 = and i32 %2, -9
  %11 = icmp eq i32 %10, 0
  %12 = icmp eq i32 %2, 1
  %13 = zext i1 %12 to i64
  %14 = or i1 %12, %11
  %15 = freeze i32 %9
  %16 = icmp eq i32 %3, 0
  %17 = icmp ne ptr %5, null
  %18 = and i1 %16, %17
  %19 = icmp eq i32 %3, 2
  %20 = icmp eq i32 %3, 1
  br label %24

21:
  %22 = icmp ult i32 %27, 32
  br i1 %22, label %24, label %23

23:
  ret i64 %33

24:
  %25 = phi i32 [ 0, %6 ], [ %27, %21 ]
  %26 = zext i32 %25 to i64
  %27 = add i32 %25, %4
  %28 = tail call i32 @llvm.umin.i32(i32 %27, i32 %15)
  %29 = icmp ult i32 %25, %28
  br i1 %29, label %30, label %32

30:
  %31 = zext i32 %28 to i64
  br label %38

32:
  %33 = phi i64 [ %13, %24 ], [ %68, %71 ]
  %34 = icmp ult i32 %25, %27
  %35 = and i1 %18, %34
  br i1 %35, label %36, label %21

36:
  %37 = zext i32 %27 to i64
  br label %74

38:
  %39 = phi i64 [ %26, %30 ], [ %72, %71 ]
  %40 = phi i64 [ %13, %30 ], [ %68, %71 ]
  %41 = phi i1 [ %14, %30 ], [ true, %71 ]
  br i1 %19, label %42, label %44

42:
  %43 = getelementptr inbounds i64, ptr %5, i64 %39
  store i64 %40, ptr %43, align 8
  br label %44

44:
  %45 = mul i64 %1, %39
  %46 = getelementptr inbounds i8, ptr %0, i64 %45
  %47 = load volatile i64, ptr %46, align 8
  br i1 %41, label %48, label %67

48:
  switch i32 %2, label %65 [
    i32 0, label %49
    i32 1, label %51
    i32 2, label %53
    i32 3, label %55
    i32 4, label %57
    i32 5, label %59
    i32 6, label %61
    i32 7, label %63
  ]

49:
  %50 = add i64 %47, %40
  br label %67

51:
  %52 = mul i64 %47, %40
  br label %67

53:
  %54 = tail call i64 @llvm.smin.i64(i64 %40, i64 %47)
  br label %67

55:
  %56 = tail call i64 @llvm.smax.i64(i64 %40, i64 %47)
  br label %67

57:
  %58 = tail call i64 @llvm.umin.i64(i64 %40, i64 %47)
  br label %67

59:
  %60 = tail call i64 @llvm.umax.i64(i64 %40, i64 %47)
  br label %67

61:
  %62 = and i64 %47, %40
  br label %67

63:
  %64 = or i64 %47, %40
  br label %67

65:
  %66 = xor i64 %47, %40
  br label %67

67:
  %68 = phi i64 [ %47, %44 ], [ %66, %65 ], [ %50, %49 ], [ %52, %51 ], [ %54, %53 ], [ %56, %55 ], [ %58, %57 ], [ %60, %59 ], [ %62, %61 ], [ %64, %63 ]
  br i1 %20, label %69, label %71

69:
  %70 = getelementptr inbounds i64, ptr %5, i64 %39
  store i64 %68, ptr %70, align 8
  br label %71

71:
  %72 = add nuw nsw i64 %39, 1
  %73 = icmp ult i64 %72, %31
  br i1 %73, label %38, label %32

74:
  %75 = phi i64 [ %26, %36 ], [ %77, %74 ]
  %76 = getelementptr inbounds i64, ptr %5, i64 %75
  store i64 %33, ptr %76, align 8
  %77 = add nuw nsw i64 %75, 1
  %78 = icmp ult i64 %77, %37
  br i1 %78, label %74, label %21
}

declare ptr @mtlb_lane_runs() local_unnamed_addr #2

define float @mtlb_reduce_lanes_floats(ptr %0, i64 %1, i32 %2, i32 %3, i32 %4, ptr writeonly %5) local_unnamed_addr #4 {
  %7 = tail call ptr @mtlb_lane_runs() #10
  %8 = getelementptr inbounds i8, ptr %7, i64 4
  %9 = load i32, ptr %8, align 4
  %10 = and i32 %2, -9
  %11 = icmp eq i32 %10, 0
  %12 = icmp eq i32 %2, 1
  %13 = uitofp i1 %12 to float
  %14 = select i1 %11, float 0.000000e+00, float %13
  %15 = or i1 %12, %11
  %16 = freeze i32 %9
  %17 = icmp eq i32 %3, 0
  %18 = icmp ne ptr %5, null
  %19 = and i1 %17, %18
  %20 = icmp eq i32 %3, 2
  %21 = icmp eq i32 %3, 1
  br label %25

22:
  %23 = icmp ult i32 %28, 32
  br i1 %23, label %25, label %24

24:
  ret float %34

25:
  %26 = phi i32 [ 0, %6 ], [ %28, %22 ]
  %27 = zext i32 %26 to i64
  %28 = add i32 %26, %4
  %29 = tail call i32 @llvm.umin.i32(i32 %28, i32 %16)
  %30 = icmp ult i32 %26, %29
  br i1 %30, label %31, label %33

31:
  %32 = zext i32 %29 to i64
  br label %39

33:
  %34 = phi float [ %14, %25 ], [ %59, %62 ]
  %35 = icmp ult i32 %26, %28
  %36 = and i1 %19, %35
  br i1 %36, label %37, label %22

37:
  %38 = zext i32 %28 to i64
  br label %65

39:
  %40 = phi i64 [ %27, %31 ], [ %63, %62 ]
  %41 = phi float [ %14, %31 ], [ %59, %62 ]
  %42 = phi i1 [ %15, %31 ], [ true, %62 ]
  br i1 %20, label %43, label %45

43:
  %44 = getelementptr inbounds float, ptr %5, i64 %40
  store float %41, ptr %44, align 4
  br label %45

45:
  %46 = mul i64 %1, %40
  %47 = getelementptr inbounds i8, ptr %0, i64 %46
  %48 = load volatile float, ptr %47, align 4
  br i1 %42, label %49, label %58

49:
  switch i32 %2, label %56 [
    i32 0, label %50
    i32 1, label %52
    i32 2, label %54
  ]

50:
  %51 = fadd float %41, %48
  br label %58

52:
  %53 = fmul float %41, %48
  br label %58

54:
  %55 = tail call float @llvm.minnum.f32(float %41, float %48)
  br label %58

56:
  %57 = tail call float @llvm.maxnum.f32(float %41, float %48)
  br label %58

58:
  %59 = phi float [ %48, %45 ], [ %57, %56 ], [ %51, %50 ], [ %53, %52 ], [ %55, %54 ]
  br i1 %21, label %60, label %62

60:
  %61 = getelementptr inbounds float, ptr %5, i64 %40
  store float %59, ptr %61, align 4
  br label %62

62:
  %63 = add nuw nsw i64 %40, 1
  %64 = icmp ult i64 %63, %32
  br i1 %64, label %39, label %33

65:
  %66 = phi i64 [ %27, %37 ], [ %68, %65 ]
  %67 = getelementptr inbounds float, ptr %5, i64 %66
  store float %34, ptr %67, align 4
  %68 = add nuw nsw i64 %66, 1
  %69 = icmp ult i64 %68, %38
  br i1 %69, label %65, label %22
}

define i32 @mtlb_simd_ballot_of_lanes(ptr readonly %0, i64 %1) local_unnamed_addr #4 {
  %3 = tail call ptr @mtlb_lane_runs() #10
  %4 = getelementptr inbounds i8, ptr %3, i64 4
  %5 = load i32, ptr %4, align 4
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %9, label %7

7:
  %8 = zext i32 %5 to i64
  br label %11

9:
  %10 = phi i32 [ 0, %2 ], [ %20, %11 ]
  ret i32 %10

11:
  %12 = phi i64 [ 0, %7 ], [ %21, %11 ]
  %13 = phi i32 [ 0, %7 ], [ %20, %11 ]
  %14 = mul i64 %1, %12
  %15 = getelementptr inbounds i8, ptr %0, i64 %14
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 1
  %18 = trunc i64 %12 to i32
  %19 = shl nuw i32 %17, %18
  %20 = or i32 %19, %13
  %21 = add nuw nsw i64 %12, 1
  %22 = icmp eq i64 %21, %8
  br i1 %22, label %9, label %11
}

define i32 @mtlb_matrix_is_diagonal(i32 %0) local_unnamed_addr #0 {
  %2 = tail call i32 @mtlb_lane() #10
  %3 = lshr i32 %2, 2
  %4 = and i32 %3, 4
  %5 = lshr i32 %2, 1
  %6 = and i32 %5, 3
  %7 = or i32 %4, %6
  %8 = tail call i32 @mtlb_lane() #10
  %9 = lshr i32 %8, 1
  %10 = and i32 %9, 4
  %11 = shl i32 %8, 1
  %12 = and i32 %11, 2
  %13 = add i32 %12, %0
  %14 = add i32 %13, %10
  %15 = icmp eq i32 %7, %14
  %16 = zext i1 %15 to i32
  ret i32 %16
}

define i64 @mtlb_matrix_place(i32 %0, i64 %1, i64 %2, i64 %3, i64 %4) local_unnamed_addr #0 {
  %6 = tail call i32 @mtlb_lane() #10
  %7 = lshr i32 %6, 2
  %8 = and i32 %7, 4
  %9 = lshr i32 %6, 1
  %10 = and i32 %9, 3
  %11 = or i32 %8, %10
  %12 = zext i32 %11 to i64
  %13 = tail call i32 @mtlb_lane() #10
  %14 = lshr i32 %13, 1
  %15 = and i32 %14, 4
  %16 = shl i32 %13, 1
  %17 = and i32 %16, 2
  %18 = add i32 %17, %0
  %19 = add i32 %18, %15
  %20 = zext i32 %19 to i64
  %21 = add i64 %3, %20
  %22 = mul i64 %21, %1
  %23 = add i64 %4, %12
  %24 = mul i64 %23, %2
  %25 = add i64 %22, %24
  ret i64 %25
}

define void @mtlb_matrix_together(i64 %0) local_unnamed_addr #0 {
  tail call void @mtlb_simdgroup_barrier(i32 0, i64 %0) #10
  %2 = load ptr, ptr @mtlb_lane_fault, align 8
  %3 = icmp eq ptr %2, null
  br i1 %3, label %13, label %4

4:
  %5 = tail call ptr @mtlb_current() #10
  %6 = getelementptr inbounds i8, ptr %5, i64 40
  %7 = load ptr, ptr %6, align 8
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, -1
  br i1 %9, label %13, label %10

10:
  %11 = load ptr, ptr @mtlb_lane_fault, align 8
  %12 = tail call ptr %11(i32 26, ptr null, i64 %0) #10
  br label %13

13:
  ret void
}

declare void @mtlb_simdgroup_barrier(i32, i64) local_unnamed_addr #2

declare ptr @mtlb_current() local_unnamed_addr #2

define void @mtlb_matrix_multiply(ptr %0, i64 %1) local_unnamed_addr #0 {
  %3 = tail call ptr @mtlb_meet(i64 %1) #10
  %4 = load ptr, ptr @mtlb_lane_fault, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %11, label %6

6:
  %7 = load i32, ptr %3, align 4
  %8 = icmp eq i32 %7, -1
  br i1 %8, label %11, label %9

9:
  %10 = tail call ptr %4(i32 26, ptr null, i64 %1) #10
  br label %11

11:
  %12 = tail call i32 @mtlb_lane() #10
  %13 = tail call i32 @mtlb_lane() #10
  %14 = and i32 %12, 22
  %15 = getelementptr inbounds i8, ptr %3, i64 64
  %16 = and i32 %13, 9
  %17 = getelementptr inbounds i8, ptr %0, i64 4
  %18 = load float, ptr %0, align 4
  %19 = load float, ptr %17, align 4
  br label %21

20:
  ret void

21:
  %22 = phi float [ %19, %11 ], [ %50, %21 ]
  %23 = phi float [ %18, %11 ], [ %46, %21 ]
  %24 = phi i32 [ 0, %11 ], [ %51, %21 ]
  %25 = shl nuw nsw i32 %24, 1
  %26 = and i32 %25, 8
  %27 = or i32 %26, %14
  %28 = lshr i32 %24, 1
  %29 = and i32 %28, 1
  %30 = or i32 %27, %29
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds [64 x i8], ptr %15, i64 %31
  %33 = shl nuw nsw i32 %24, 2
  %34 = and i32 %33, 16
  %35 = and i32 %25, 6
  %36 = or i32 %35, %16
  %37 = or i32 %36, %34
  %38 = zext i32 %37 to i64
  %39 = getelementptr inbounds [64 x i8], ptr %15, i64 %38
  %40 = getelementptr inbounds i8, ptr %39, i64 16
  %41 = and i32 %24, 1
  %42 = zext i32 %41 to i64
  %43 = getelementptr inbounds float, ptr %32, i64 %42
  %44 = load float, ptr %43, align 4
  %45 = load float, ptr %40, align 4
  %46 = tail call float @llvm.fma.f32(float %44, float %45, float %23)
  store float %46, ptr %0, align 4
  %47 = load float, ptr %43, align 4
  %48 = getelementptr inbounds i8, ptr %39, i64 20
  %49 = load float, ptr %48, align 4
  %50 = tail call float @llvm.fma.f32(float %47, float %49, float %22)
  store float %50, ptr %17, align 4
  %51 = add nuw nsw i32 %24, 1
  %52 = icmp eq i32 %51, 8
  br i1 %52, label %20, label %21
}

declare float @llvm.fma.f32(float, float, float) #5

define void @mtlb_matrix_multiply_lanes(ptr readonly %0, i64 %1, ptr readonly %2, i64 %3, ptr readonly %4, i64 %5, ptr readonly %6, i64 %7, ptr writeonly %8) local_unnamed_addr #6 {
  %10 = alloca [8 x [4 x float]], align 16
  %11 = alloca [8 x [4 x float]], align 16
  br label %12

12:
  %13 = phi i64 [ 0, %9 ], [ %22, %21 ]
  %14 = shl i64 %13, 2
  %15 = and i64 %14, 16
  %16 = shl nuw i64 %13, 1
  %17 = and i64 %16, 6
  %18 = or i64 %15, %17
  %19 = getelementptr inbounds [4 x float], ptr %10, i64 %13
  %20 = getelementptr inbounds [4 x float], ptr %11, i64 %13
  br label %24

21:
  %22 = add nuw nsw i64 %13, 1
  %23 = icmp eq i64 %22, 8
  br i1 %23, label %41, label %12

24:
  %25 = phi i64 [ 0, %12 ], [ %39, %24 ]
  %26 = shl i64 %25, 2
  %27 = and i64 %26, 8
  %28 = and i64 %25, 1
  %29 = or i64 %18, %28
  %30 = or i64 %29, %27
  %31 = mul i64 %5, %30
  %32 = getelementptr inbounds i8, ptr %4, i64 %31
  %33 = load float, ptr %32, align 4
  %34 = getelementptr inbounds float, ptr %19, i64 %25
  store float %33, ptr %34, align 4
  %35 = mul i64 %7, %30
  %36 = getelementptr inbounds i8, ptr %6, i64 %35
  %37 = load float, ptr %36, align 4
  %38 = getelementptr inbounds float, ptr %20, i64 %25
  store float %37, ptr %38, align 4
  %39 = add nuw nsw i64 %25, 1
  %40 = icmp eq i64 %39, 4
  br i1 %40, label %21, label %24

41:
  %42 = phi i64 [ %50, %49 ], [ 0, %21 ]
  %43 = shl i64 %42, 2
  %44 = and i64 %43, 16
  %45 = shl nuw i64 %42, 1
  %46 = and i64 %45, 6
  %47 = or i64 %44, %46
  %48 = getelementptr inbounds [4 x float], ptr %11, i64 %42
  br label %52

49:
  %50 = add nuw nsw i64 %42, 1
  %51 = icmp eq i64 %50, 8
  br i1 %51, label %81, label %41

52:
  %53 = phi i64 [ 0, %41 ], [ %70, %69 ]
  %54 = shl nuw i64 %53, 1
  %55 = and i64 %54, 8
  %56 = or i64 %47, %55
  %57 = lshr i64 %53, 1
  %58 = and i64 %57, 1
  %59 = or i64 %56, %58
  %60 = and i64 %53, 1
  %61 = icmp eq i64 %60, 0
  %62 = mul i64 %3, %59
  %63 = getelementptr inbounds i8, ptr %2, i64 %62
  %64 = mul i64 %1, %59
  %65 = getelementptr inbounds i8, ptr %0, i64 %64
  %66 = select i1 %61, ptr %65, ptr %63
  %67 = load float, ptr %66, align 4
  %68 = getelementptr inbounds [4 x float], ptr %10, i64 %53
  br label %72

69:
  %70 = add nuw nsw i64 %53, 1
  %71 = icmp eq i64 %70, 8
  br i1 %71, label %49, label %52

72:
  %73 = phi i64 [ 0, %52 ], [ %79, %72 ]
  %74 = getelementptr inbounds float, ptr %68, i64 %73
  %75 = load float, ptr %74, align 4
  %76 = getelementptr inbounds float, ptr %48, i64 %73
  %77 = load float, ptr %76, align 4
  %78 = tail call float @llvm.fma.f32(float %67, float %75, float %77)
  store float %78, ptr %76, align 4
  %79 = add nuw nsw i64 %73, 1
  %80 = icmp eq i64 %79, 4
  br i1 %80, label %69, label %72

81:
  %82 = phi i64 [ %92, %91 ], [ 0, %49 ]
  %83 = getelementptr inbounds [4 x float], ptr %11, i64 %82
  %84 = shl i64 %82, 2
  %85 = and i64 %84, 16
  %86 = shl nuw i64 %82, 1
  %87 = and i64 %86, 6
  %88 = getelementptr inbounds float, ptr %8, i64 %85
  %89 = getelementptr inbounds float, ptr %88, i64 %87
  br label %94

90:
  ret void

91:
  %92 = add nuw nsw i64 %82, 1
  %93 = icmp eq i64 %92, 8
  br i1 %93, label %90, label %81

94:
  %95 = phi i64 [ 0, %81 ], [ %103, %94 ]
  %96 = getelementptr inbounds float, ptr %83, i64 %95
  %97 = load float, ptr %96, align 4
  %98 = shl i64 %95, 2
  %99 = and i64 %98, 8
  %100 = and i64 %95, 1
  %101 = getelementptr inbounds float, ptr %89, i64 %100
  %102 = getelementptr inbounds float, ptr %101, i64 %99
  store float %97, ptr %102, align 4
  %103 = add nuw nsw i64 %95, 1
  %104 = icmp eq i64 %103, 4
  br i1 %104, label %91, label %94
}

declare float @llvm.minnum.f32(float, float) #5

declare float @llvm.maxnum.f32(float, float) #5

declare i32 @bcmp(ptr, ptr, i64) local_unnamed_addr #7

declare i64 @llvm.umax.i64(i64, i64) #8

declare i64 @llvm.umin.i64(i64, i64) #8

declare i64 @llvm.smax.i64(i64, i64) #8

declare i64 @llvm.smin.i64(i64, i64) #8

declare i32 @llvm.umin.i32(i32, i32) #8

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { alwaysinline nounwind }
attributes #5 = { nounwind }
attributes #6 = { noinline nounwind }
attributes #7 = { nounwind }
attributes #8 = { nounwind }
attributes #9 = { nounwind }
attributes #10 = { nounwind }
attributes #11 = { nounwind }
