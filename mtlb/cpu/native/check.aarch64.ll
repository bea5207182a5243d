; 90279c2ed5e33fa76a7fbbbc56edb87df78eca37be68ab6172360340227065a4 by tools/build_runtime.py
%struct.Pending = type { %struct.Where, i64, i32, i32, i32, i32, [256 x i8] }
%struct.Where = type { i32, i32, i32, i32, i32, i32, i32, i32, [3 x i32], [3 x i32], i64 }
%struct.Span = type { i64, i64, i32, i32, ptr }
%struct.Report = type { i32, i32, i32, i32, i32, i32, i32, i32, i64, [6 x i32] }
%struct.Shadow = type { i32, i32, i32, i32, i32, i32 }

@spans = internal unnamed_addr global ptr null, align 8
@span_count = internal unnamed_addr global i32 0, align 4
@reports = internal unnamed_addr global ptr null, align 8
@room = internal unnamed_addr global i32 0, align 4
@count = internal unnamed_addr global i32 0, align 4
@accesses = internal unnamed_addr global i64 0, align 8
@mtlb_lane_fault = external local_unnamed_addr global ptr, align 8
@mtlb_texel_access = external local_unnamed_addr global ptr, align 8
@group_threads = internal unnamed_addr global i32 0, align 4
@plain_count = internal unnamed_addr global i32 0, align 4
@fence_clock = internal unnamed_addr global i32 0, align 4
@fence_of = internal unnamed_addr global [65536 x i32] zeroinitializer, align 4
@pending = internal global %struct.Pending zeroinitializer, align 8
@mtlb_check.last = internal unnamed_addr global i32 0, align 4
@lane_fault.other = internal global [64 x i8] zeroinitializer, align 1

define void @mtlb_check_begin(ptr %0, i32 %1, ptr %2, i32 %3, i32 %4) local_unnamed_addr #0 {
  store ptr %0, ptr @spans, align 8
  store i32 %1, ptr @span_count, align 4
  store ptr %2, ptr @reports, align 8
  store i32 %3, ptr @room, align 4
  store i32 0, ptr @count, align 4
  store i64 0, ptr @accesses, align 8
  store ptr @lane_fault, ptr @mtlb_lane_fault, align 8
  store ptr @texel_access, ptr @mtlb_texel_access, align 8
  store i32 %4, ptr @group_threads, align 4
  %6 = icmp eq i32 %1, 0
  br i1 %6, label %21, label %7

7:
  %8 = zext i32 %1 to i64
  br label %9

9:
  %10 = phi i64 [ 0, %7 ], [ %17, %16 ]
  %11 = getelementptr inbounds %struct.Span, ptr %0, i64 %10
  %12 = getelementptr inbounds i8, ptr %11, i64 20
  %13 = load i32, ptr %12, align 4
  %14 = and i32 %13, 8
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %19

16:
  %17 = add nuw nsw i64 %10, 1
  %18 = icmp eq i64 %17, %8
  br i1 %18, label %21, label %9

19:
  %20 = trunc i64 %10 to i32
  br label %21

21:
  %22 = phi i32 [ 0, %5 ], [ %20, %19 ], [ %1, %16 ]
  store i32 %22, ptr @plain_count, align 4
  store i32 0, ptr @fence_clock, align 4
  tail call void @llvm.memset.p0.i64(ptr align 4 dereferenceable(262144) @fence_of, i8 0, i64 262144, i1 false)
  store i32 0, ptr getelementptr inbounds (i8, ptr @pending, i64 72), align 8
  ret void
}

define internal ptr @lane_fault(i32 %0, ptr readonly %1, i64 %2) #1 {
  %4 = alloca %struct.Where, align 8
  call void @mtlb_where(ptr %4) #13
  %5 = getelementptr inbounds i8, ptr %4, i64 28
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %8, label %28

8:
  %9 = trunc i64 %2 to i32
  %10 = call fastcc ptr @report(i32 %0, i32 %9, ptr %4, i32 0, i32 -1, i32 0, i64 0) #14
  %11 = getelementptr inbounds i8, ptr %4, i64 20
  %12 = load i32, ptr %11, align 4
  %13 = icmp ne i32 %12, 255
  %14 = icmp ne i32 %0, 26
  %15 = and i1 %14, %13
  %16 = icmp ne ptr %1, null
  %17 = and i1 %16, %15
  br i1 %17, label %18, label %28

18:
  %19 = trunc i32 %12 to i8
  br label %20

20:
  %21 = phi i64 [ 0, %18 ], [ %26, %20 ]
  %22 = getelementptr inbounds i8, ptr %1, i64 %21
  %23 = load i8, ptr %22, align 1
  %24 = xor i8 %23, %19
  %25 = getelementptr inbounds i8, ptr @lane_fault.other, i64 %21
  store i8 %24, ptr %25, align 1
  %26 = add nuw nsw i64 %21, 1
  %27 = icmp eq i64 %26, 64
  br i1 %27, label %28, label %20

28:
  %29 = phi ptr [ %1, %3 ], [ %1, %8 ], [ @lane_fault.other, %20 ]
  ret ptr %29
}

define internal void @texel_access(ptr %0, ptr %1, i64 %2, i32 %3, ptr readonly %4) #1 {
  %6 = alloca %struct.Where, align 8
  %7 = load ptr, ptr @spans, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %82, label %9

9:
  tail call fastcc void @settle() #14
  %10 = load i64, ptr @accesses, align 8
  %11 = add i64 %10, 1
  store i64 %11, ptr @accesses, align 8
  call void @mtlb_where(ptr %6) #13
  %12 = icmp eq ptr %0, null
  br i1 %12, label %30, label %13

13:
  %14 = load i32, ptr @plain_count, align 4
  %15 = load i32, ptr @span_count, align 4
  %16 = icmp ult i32 %14, %15
  br i1 %16, label %17, label %30

17:
  %18 = load ptr, ptr @spans, align 8
  %19 = ptrtoint ptr %0 to i64
  %20 = zext i32 %14 to i64
  %21 = zext i32 %15 to i64
  br label %25

22:
  %23 = add nuw nsw i64 %26, 1
  %24 = icmp eq i64 %23, %21
  br i1 %24, label %30, label %25

25:
  %26 = phi i64 [ %20, %17 ], [ %23, %22 ]
  %27 = getelementptr inbounds %struct.Span, ptr %18, i64 %26
  %28 = load i64, ptr %27, align 8
  %29 = icmp eq i64 %28, %19
  br i1 %29, label %38, label %22

30:
  %31 = icmp eq ptr %1, null
  br i1 %31, label %32, label %81

32:
  %33 = and i32 %3, 1
  %34 = or i32 %33, 20
  %35 = select i1 %12, i32 22, i32 %34
  %36 = getelementptr inbounds i8, ptr %6, i64 24
  %37 = load i32, ptr %36, align 8
  br label %66

38:
  %39 = getelementptr inbounds %struct.Span, ptr %18, i64 %26
  %40 = icmp eq ptr %1, null
  br i1 %40, label %59, label %41

41:
  %42 = getelementptr inbounds i8, ptr %39, i64 24
  %43 = load ptr, ptr %42, align 8
  %44 = icmp eq ptr %43, null
  br i1 %44, label %81, label %45

45:
  %46 = ptrtoint ptr %1 to i64
  %47 = getelementptr inbounds i8, ptr %6, i64 24
  %48 = load i32, ptr %47, align 8
  %49 = getelementptr inbounds i8, ptr %6, i64 56
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr inbounds i8, ptr %39, i64 16
  %52 = load i32, ptr %51, align 8
  %53 = shl i32 %52, 3
  %54 = and i32 %53, 56
  %55 = zext i32 %54 to i64
  %56 = lshr i64 %50, %55
  %57 = trunc i64 %56 to i32
  %58 = and i32 %57, 255
  call fastcc void @race(ptr %39, ptr %6, i64 %46, i64 %2, i32 %3, i32 %48, i32 %58) #14
  br label %81

59:
  %60 = and i32 %3, 1
  %61 = or i32 %60, 20
  %62 = getelementptr inbounds i8, ptr %6, i64 24
  %63 = load i32, ptr %62, align 8
  %64 = getelementptr inbounds i8, ptr %39, i64 16
  %65 = load i32, ptr %64, align 8
  br label %66

66:
  %67 = phi i32 [ %63, %59 ], [ %37, %32 ]
  %68 = phi i32 [ %61, %59 ], [ %35, %32 ]
  %69 = phi i32 [ %65, %59 ], [ -1, %32 ]
  %70 = call fastcc ptr @report(i32 %68, i32 %67, ptr %6, i32 0, i32 %69, i32 0, i64 0) #14
  %71 = icmp eq ptr %70, null
  br i1 %71, label %81, label %72

72:
  %73 = getelementptr inbounds i8, ptr %70, i64 40
  br label %74

74:
  %75 = phi i64 [ 0, %72 ], [ %79, %74 ]
  %76 = getelementptr inbounds i32, ptr %4, i64 %75
  %77 = load i32, ptr %76, align 4
  %78 = getelementptr inbounds i32, ptr %73, i64 %75
  store i32 %77, ptr %78, align 4
  %79 = add nuw nsw i64 %75, 1
  %80 = icmp eq i64 %79, 6
  br i1 %80, label %81, label %74

81:
  br label %82

82:
  ret void
}

define i32 @mtlb_check_count() local_unnamed_addr #3 {
  tail call fastcc void @settle() #14
  %1 = load i32, ptr @count, align 4
  ret i32 %1
}

define internal fastcc void @settle() unnamed_addr #3 {
  %1 = load i32, ptr getelementptr inbounds (i8, ptr @pending, i64 72), align 8
  %2 = icmp eq i32 %1, 0
  br i1 %2, label %23, label %3

3:
  %4 = load i64, ptr getelementptr inbounds (i8, ptr @pending, i64 64), align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = zext i32 %1 to i64
  br label %12

7:
  %8 = load i32, ptr getelementptr inbounds (i8, ptr @pending, i64 76), align 4
  %9 = load i32, ptr getelementptr inbounds (i8, ptr @pending, i64 84), align 4
  %10 = load i32, ptr getelementptr inbounds (i8, ptr @pending, i64 80), align 8
  %11 = tail call fastcc ptr @report(i32 %20, i32 %8, ptr @pending, i32 %9, i32 %10, i32 %1, i64 %4) #14
  store i32 0, ptr getelementptr inbounds (i8, ptr @pending, i64 72), align 8
  br label %23

12:
  %13 = phi i64 [ 0, %3 ], [ %21, %12 ]
  %14 = phi i32 [ 18, %3 ], [ %20, %12 ]
  %15 = getelementptr inbounds i8, ptr %5, i64 %13
  %16 = load i8, ptr %15, align 1
  %17 = getelementptr inbounds i8, ptr getelementptr inbounds (i8, ptr @pending, i64 88), i64 %13
  %18 = load i8, ptr %17, align 1
  %19 = icmp eq i8 %16, %18
  %20 = select i1 %19, i32 %14, i32 5
  %21 = add nuw nsw i64 %13, 1
  %22 = icmp eq i64 %21, %6
  br i1 %22, label %7, label %12

23:
  ret void
}

define i64 @mtlb_check_accesses() local_unnamed_addr #4 {
  %1 = load i64, ptr @accesses, align 8
  ret i64 %1
}

define void @mtlb_check(i64 %0, i64 %1, i32 %2, i32 %3, i32 %4) local_unnamed_addr #5 {
  %6 = alloca %struct.Where, align 8
  %7 = load ptr, ptr @spans, align 8
  %8 = icmp ne ptr %7, null
  %9 = icmp ne i64 %1, 0
  %10 = and i1 %9, %8
  br i1 %10, label %11, label %124

11:
  tail call fastcc void @settle() #14
  %12 = load i64, ptr @accesses, align 8
  %13 = add i64 %12, 1
  store i64 %13, ptr @accesses, align 8
  call void @mtlb_where(ptr %6) #13
  %14 = load i32, ptr @mtlb_check.last, align 4
  %15 = load i32, ptr @plain_count, align 4
  %16 = icmp ult i32 %14, %15
  br i1 %16, label %17, label %30

17:
  %18 = load ptr, ptr @spans, align 8
  %19 = zext i32 %14 to i64
  %20 = getelementptr inbounds %struct.Span, ptr %18, i64 %19
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds i8, ptr %20, i64 8
  %23 = load i64, ptr %22, align 8
  %24 = icmp ult i64 %0, %21
  %25 = icmp ugt i64 %0, %23
  %26 = or i1 %24, %25
  %27 = sub nuw i64 %23, %0
  %28 = icmp ugt i64 %1, %27
  %29 = select i1 %26, i1 true, i1 %28
  br i1 %29, label %32, label %85

30:
  %31 = icmp eq i32 %15, 0
  br i1 %31, label %55, label %32

32:
  %33 = load ptr, ptr @spans, align 8
  %34 = zext i32 %15 to i64
  br label %38

35:
  %36 = load ptr, ptr @spans, align 8
  %37 = zext i32 %15 to i64
  br label %61

38:
  %39 = phi i64 [ 0, %32 ], [ %53, %52 ]
  %40 = getelementptr inbounds %struct.Span, ptr %33, i64 %39
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds i8, ptr %40, i64 8
  %43 = load i64, ptr %42, align 8
  %44 = icmp ult i64 %0, %41
  %45 = icmp ugt i64 %0, %43
  %46 = or i1 %44, %45
  %47 = sub nuw i64 %43, %0
  %48 = icmp ugt i64 %1, %47
  %49 = select i1 %46, i1 true, i1 %48
  br i1 %49, label %52, label %50

50:
  %51 = trunc i64 %39 to i32
  store i32 %51, ptr @mtlb_check.last, align 4
  br label %85

52:
  %53 = add nuw nsw i64 %39, 1
  %54 = icmp eq i64 %53, %34
  br i1 %54, label %35, label %38

55:
  %56 = phi i32 [ -1, %30 ], [ %82, %80 ]
  %57 = and i32 %2, 1
  %58 = add nuw nsw i32 %57, 1
  %59 = trunc i64 %1 to i32
  %60 = call fastcc ptr @report(i32 %58, i32 %4, ptr %6, i32 0, i32 %56, i32 %59, i64 %0) #14
  call void @mtlb_end_thread() #13
  br label %85

61:
  %62 = phi i64 [ 0, %35 ], [ %83, %80 ]
  %63 = phi i32 [ -1, %35 ], [ %82, %80 ]
  %64 = phi i64 [ -1, %35 ], [ %81, %80 ]
  %65 = getelementptr inbounds %struct.Span, ptr %36, i64 %62
  %66 = load i64, ptr %65, align 8
  %67 = icmp ult i64 %0, %66
  br i1 %67, label %68, label %70

68:
  %69 = sub nuw i64 %66, %0
  br label %74

70:
  %71 = getelementptr inbounds i8, ptr %65, i64 8
  %72 = load i64, ptr %71, align 8
  %73 = call i64 @llvm.usub.sat.i64(i64 %0, i64 %72)
  br label %74

74:
  %75 = phi i64 [ %69, %68 ], [ %73, %70 ]
  %76 = icmp ult i64 %75, %64
  br i1 %76, label %77, label %80

77:
  %78 = getelementptr inbounds i8, ptr %65, i64 16
  %79 = load i32, ptr %78, align 8
  br label %80

80:
  %81 = phi i64 [ %75, %77 ], [ %64, %74 ]
  %82 = phi i32 [ %79, %77 ], [ %63, %74 ]
  %83 = add nuw nsw i64 %62, 1
  %84 = icmp eq i64 %83, %37
  br i1 %84, label %55, label %61

85:
  %86 = phi ptr [ null, %55 ], [ %20, %17 ], [ %40, %50 ]
  %87 = icmp eq i32 %3, 0
  br i1 %87, label %101, label %88

88:
  %89 = add i32 %3, -1
  %90 = zext i32 %89 to i64
  %91 = and i64 %0, %90
  %92 = icmp eq i64 %91, 0
  br i1 %92, label %101, label %93

93:
  %94 = getelementptr inbounds i8, ptr %86, i64 16
  %95 = load i32, ptr %94, align 8
  %96 = trunc i64 %1 to i32
  %97 = call fastcc ptr @report(i32 8, i32 %4, ptr %6, i32 0, i32 %95, i32 %96, i64 %0) #14
  %98 = and i32 %2, 2
  %99 = icmp eq i32 %98, 0
  br i1 %99, label %101, label %100

100:
  call void @mtlb_end_thread() #13
  br label %101

101:
  %102 = and i32 %2, 1
  %103 = icmp eq i32 %102, 0
  br i1 %103, label %117, label %104

104:
  %105 = getelementptr inbounds i8, ptr %86, i64 20
  %106 = load i32, ptr %105, align 4
  %107 = and i32 %106, 1
  %108 = icmp eq i32 %107, 0
  br i1 %108, label %109, label %117

109:
  %110 = getelementptr inbounds i8, ptr %86, i64 16
  %111 = load i32, ptr %110, align 8
  %112 = trunc i64 %1 to i32
  %113 = call fastcc ptr @report(i32 3, i32 %4, ptr %6, i32 0, i32 %111, i32 %112, i64 %0) #14
  %114 = load i32, ptr %110, align 8
  %115 = icmp ugt i32 %114, 131071
  br i1 %115, label %116, label %117

116:
  call void @mtlb_end_thread() #13
  br label %117

117:
  %118 = getelementptr inbounds i8, ptr %86, i64 24
  %119 = load ptr, ptr %118, align 8
  %120 = icmp eq ptr %119, null
  br i1 %120, label %123, label %121

121:
  %122 = load i32, ptr @fence_clock, align 4
  call fastcc void @race(ptr %86, ptr %6, i64 %0, i64 %1, i32 %2, i32 %4, i32 %122) #14
  br label %123

123:
  br label %124

124:
  ret void
}

declare void @mtlb_where(ptr) local_unnamed_addr #6

define internal fastcc ptr @report(i32 %0, i32 %1, ptr readonly %2, i32 %3, i32 %4, i32 %5, i64 %6) unnamed_addr #3 {
  %8 = load i32, ptr @count, align 4
  %9 = load i32, ptr @room, align 4
  %10 = freeze i32 %9
  %11 = tail call i32 @llvm.umin.i32(i32 %8, i32 %10)
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %32, label %13

13:
  %14 = load ptr, ptr @reports, align 8
  %15 = zext i32 %11 to i64
  br label %16

16:
  %17 = phi i64 [ 0, %13 ], [ %30, %29 ]
  %18 = getelementptr inbounds %struct.Report, ptr %14, i64 %17
  %19 = getelementptr inbounds i8, ptr %18, i64 4
  %20 = load i32, ptr %19, align 4
  %21 = icmp eq i32 %20, %1
  br i1 %21, label %22, label %29

22:
  %23 = load i32, ptr %18, align 8
  %24 = icmp eq i32 %23, %0
  br i1 %24, label %25, label %29

25:
  %26 = getelementptr inbounds i8, ptr %18, i64 24
  %27 = load i32, ptr %26, align 8
  %28 = icmp eq i32 %27, %4
  br i1 %28, label %70, label %29

29:
  %30 = add nuw nsw i64 %17, 1
  %31 = icmp eq i64 %30, %15
  br i1 %31, label %32, label %16

32:
  %33 = icmp ult i32 %8, %10
  br i1 %33, label %36, label %34

34:
  %35 = load ptr, ptr @reports, align 8
  br label %63

36:
  %37 = add i32 %3, -1
  %38 = icmp ult i32 %37, -2
  %39 = load i32, ptr %2, align 8
  %40 = getelementptr inbounds i8, ptr %2, i64 4
  %41 = load i32, ptr %40, align 4
  br i1 %38, label %42, label %48

42:
  %43 = load i32, ptr @group_threads, align 4
  %44 = freeze i32 %43
  %45 = udiv i32 %37, %44
  %46 = mul i32 %45, %44
  %47 = sub i32 %37, %46
  br label %48

48:
  %49 = phi i32 [ %47, %42 ], [ -1, %36 ]
  %50 = phi i32 [ %45, %42 ], [ -1, %36 ]
  %51 = load ptr, ptr @reports, align 8
  %52 = zext i32 %8 to i64
  %53 = getelementptr inbounds %struct.Report, ptr %51, i64 %52
  store i32 %0, ptr %53, align 8
  %54 = getelementptr inbounds i8, ptr %53, i64 4
  store i32 %1, ptr %54, align 4
  %55 = getelementptr inbounds i8, ptr %53, i64 8
  store i32 %39, ptr %55, align 8
  %56 = getelementptr inbounds i8, ptr %53, i64 12
  store i32 %41, ptr %56, align 4
  %57 = getelementptr inbounds i8, ptr %53, i64 16
  store i32 %49, ptr %57, align 8
  %58 = getelementptr inbounds i8, ptr %53, i64 20
  store i32 %50, ptr %58, align 4
  %59 = getelementptr inbounds i8, ptr %53, i64 24
  store i32 %4, ptr %59, align 8
  %60 = getelementptr inbounds i8, ptr %53, i64 28
  store i32 %5, ptr %60, align 4
  %61 = getelementptr inbounds i8, ptr %53, i64 32
  store i64 %6, ptr %61, align 8
  %62 = getelementptr inbounds i8, ptr %53, i64 40
  tail call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(24) %62, i8 0, i64 24, i1 false)
  br label %63

63:
  %64 = phi ptr [ %35, %34 ], [ %51, %48 ]
  %65 = add i32 %8, 1
  store i32 %65, ptr @count, align 4
  %66 = zext i32 %65 to i64
  %67 = getelementptr inbounds %struct.Report, ptr %64, i64 %66
  %68 = getelementptr inbounds i8, ptr %67, i64 -64
  %69 = select i1 %33, ptr %68, ptr null
  br label %70

70:
  %71 = phi ptr [ %69, %63 ], [ null, %25 ]
  ret ptr %71
}

declare void @mtlb_end_thread() local_unnamed_addr #6

define internal fastcc void @race(ptr readonly %0, ptr readonly %1, i64 %2, i64 %3, i32 %4, i32 %5, i32 %6) unnamed_addr #3 {
  %8 = getelementptr inbounds i8, ptr %1, i64 4
  %9 = load i32, ptr %8, align 4
  %10 = load i32, ptr @group_threads, align 4
  %11 = mul i32 %10, %9
  %12 = load i32, ptr %1, align 8
  %13 = add i32 %12, 1
  %14 = add i32 %13, %11
  %15 = getelementptr inbounds i8, ptr %1, i64 12
  %16 = load i32, ptr %15, align 4
  %17 = shl i32 %16, 12
  %18 = getelementptr inbounds i8, ptr %1, i64 16
  %19 = load i32, ptr %18, align 8
  %20 = and i32 %19, 4095
  %21 = or i32 %20, %17
  %22 = getelementptr inbounds i8, ptr %0, i64 20
  %23 = load i32, ptr %22, align 4
  %24 = and i32 %23, 2
  %25 = and i32 %23, 8
  %26 = icmp eq i32 %24, 0
  %27 = lshr exact i32 %25, 2
  %28 = select i1 %26, i32 %27, i32 1
  %29 = load i64, ptr %0, align 8
  %30 = sub i64 %2, %29
  %31 = add i64 %3, %2
  %32 = sub i64 %31, %29
  %33 = icmp ult i64 %30, %32
  br i1 %33, label %34, label %252

34:
  %35 = getelementptr inbounds i8, ptr %0, i64 24
  %36 = icmp eq i32 %4, 1
  %37 = getelementptr inbounds i8, ptr %0, i64 16
  %38 = trunc i64 %3 to i32
  %39 = and i32 %4, 2
  %40 = icmp ne i32 %39, 0
  %41 = icmp eq i32 %25, 0
  %42 = and i32 %23, 10
  %43 = icmp ne i32 %42, 0
  %44 = and i32 %4, 1
  %45 = or i32 %44, 4
  %46 = icmp ne i32 %4, 0
  %47 = getelementptr inbounds i8, ptr %1, i64 32
  %48 = zext i32 %28 to i64
  %49 = getelementptr inbounds i32, ptr %47, i64 %48
  %50 = icmp eq i32 %44, 0
  %51 = shl nuw i32 %39, 30
  %52 = or i32 %14, %51
  %53 = and i32 %16, 1048575
  %54 = or i1 %46, %41
  br label %57

55:
  %56 = icmp eq i32 %129, 0
  br i1 %56, label %252, label %233

57:
  %58 = phi i32 [ 0, %34 ], [ %129, %228 ]
  %59 = phi i64 [ %30, %34 ], [ %229, %228 ]
  %60 = load ptr, ptr %35, align 8
  %61 = getelementptr inbounds %struct.Shadow, ptr %60, i64 %59
  %62 = load i32, ptr %61, align 4
  %63 = and i32 %62, 2147483647
  %64 = icmp slt i32 %62, 0
  %65 = load i32, ptr %22, align 4
  %66 = and i32 %65, 4
  %67 = icmp eq i32 %66, 0
  %68 = or i1 %36, %67
  br i1 %68, label %81, label %69

69:
  %70 = icmp eq i32 %63, 0
  br i1 %70, label %78, label %71

71:
  br i1 %26, label %81, label %72

72:
  %73 = add nsw i32 %63, -1
  %74 = load i32, ptr @group_threads, align 4
  %75 = udiv i32 %73, %74
  %76 = load i32, ptr %8, align 4
  %77 = icmp eq i32 %75, %76
  br i1 %77, label %81, label %78

78:
  %79 = load i32, ptr %37, align 8
  %80 = tail call fastcc ptr @report(i32 7, i32 %5, ptr %1, i32 0, i32 %79, i32 %38, i64 %2) #14
  br label %81

81:
  %82 = select i1 %40, i1 %64, i1 false
  br i1 %82, label %112, label %83

83:
  %84 = getelementptr inbounds i8, ptr %61, i64 4
  %85 = load i32, ptr %84, align 4
  %86 = tail call fastcc i32 @order_of(ptr %1, i32 %14, i32 %63, i32 %85, i32 %24, i32 %28) #14
  %87 = icmp eq i32 %86, 0
  %88 = or i1 %43, %87
  br i1 %88, label %109, label %89

89:
  %90 = add nsw i32 %63, -1
  %91 = load i32, ptr @group_threads, align 4
  %92 = udiv i32 %90, %91
  %93 = load i32, ptr %8, align 4
  %94 = icmp eq i32 %92, %93
  br i1 %94, label %109, label %95

95:
  %96 = getelementptr inbounds i8, ptr %61, i64 20
  %97 = load i32, ptr %96, align 4
  %98 = and i32 %92, 65535
  %99 = zext i32 %98 to i64
  %100 = getelementptr inbounds i32, ptr @fence_of, i64 %99
  %101 = load i32, ptr %100, align 4
  %102 = and i32 %93, 65535
  %103 = zext i32 %102 to i64
  %104 = getelementptr inbounds i32, ptr @fence_of, i64 %103
  %105 = load i32, ptr %104, align 4
  %106 = icmp ule i32 %101, %97
  %107 = icmp ule i32 %105, %97
  %108 = select i1 %106, i1 true, i1 %107
  br i1 %108, label %109, label %112

109:
  %110 = phi i32 [ %42, %83 ], [ 0, %89 ], [ 0, %95 ]
  %111 = icmp eq i32 %86, 2
  br i1 %111, label %122, label %112

112:
  %113 = phi i32 [ %86, %109 ], [ 0, %95 ], [ 0, %81 ]
  %114 = phi i32 [ %110, %109 ], [ 0, %95 ], [ %42, %81 ]
  %115 = icmp ne i32 %113, 0
  %116 = and i1 %36, %115
  %117 = xor i1 %64, true
  %118 = select i1 %116, i1 %117, i1 false
  %119 = xor i1 %115, true
  %120 = or i1 %118, %119
  %121 = select i1 %118, i32 %63, i32 %58
  br i1 %120, label %127, label %122

122:
  %123 = phi i32 [ 19, %109 ], [ %45, %112 ]
  %124 = phi i32 [ %110, %109 ], [ %114, %112 ]
  %125 = load i32, ptr %37, align 8
  %126 = tail call fastcc ptr @report(i32 %123, i32 %5, ptr %1, i32 %63, i32 %125, i32 %38, i64 %2) #14
  br label %127

127:
  %128 = phi i32 [ %114, %112 ], [ %124, %122 ]
  %129 = phi i32 [ %121, %112 ], [ %58, %122 ]
  %130 = icmp ne i32 %63, %14
  %131 = or i1 %64, %130
  %132 = select i1 %54, i1 true, i1 %131
  br i1 %132, label %151, label %133

133:
  %134 = getelementptr inbounds i8, ptr %61, i64 20
  %135 = load i32, ptr %134, align 4
  %136 = icmp eq i32 %135, %6
  br i1 %136, label %137, label %209

137:
  %138 = load i32, ptr %15, align 4
  %139 = getelementptr inbounds i8, ptr %61, i64 4
  %140 = load i32, ptr %139, align 4
  %141 = lshr i32 %140, 12
  %142 = sub i32 %138, %141
  %143 = and i32 %142, 1048575
  %144 = load i32, ptr %49, align 4
  %145 = sub i32 %138, %144
  %146 = and i32 %145, 1048575
  %147 = icmp ugt i32 %143, %146
  br i1 %147, label %209, label %148

148:
  %149 = load i32, ptr %37, align 8
  %150 = tail call fastcc ptr @report(i32 23, i32 %5, ptr %1, i32 0, i32 %149, i32 %38, i64 %2) #14
  br label %209

151:
  br i1 %50, label %208, label %152

152:
  %153 = getelementptr inbounds i8, ptr %61, i64 8
  %154 = load i32, ptr %153, align 4
  %155 = getelementptr inbounds i8, ptr %61, i64 12
  %156 = load i32, ptr %155, align 4
  %157 = tail call fastcc i32 @order_of(ptr %1, i32 %14, i32 %154, i32 %156, i32 %24, i32 %28) #14
  %158 = or i32 %157, %24
  %159 = icmp eq i32 %158, 0
  br i1 %159, label %160, label %172

160:
  %161 = getelementptr inbounds i8, ptr %61, i64 16
  %162 = load i32, ptr %161, align 4
  %163 = icmp eq i32 %162, 0
  br i1 %163, label %205, label %164

164:
  %165 = add i32 %162, -1
  %166 = load i32, ptr @group_threads, align 4
  %167 = udiv i32 %165, %166
  %168 = load i32, ptr %8, align 4
  %169 = icmp ne i32 %167, %168
  %170 = zext i1 %169 to i32
  %171 = select i1 %169, i32 %162, i32 %154
  br label %172

172:
  %173 = phi i32 [ %157, %152 ], [ %170, %164 ]
  %174 = phi i32 [ %154, %152 ], [ %171, %164 ]
  %175 = icmp ne i32 %173, 0
  %176 = icmp eq i32 %128, 0
  %177 = and i1 %176, %175
  %178 = icmp ne i32 %174, -1
  %179 = select i1 %177, i1 %178, i1 false
  br i1 %179, label %180, label %198

180:
  %181 = add i32 %174, -1
  %182 = load i32, ptr @group_threads, align 4
  %183 = udiv i32 %181, %182
  %184 = load i32, ptr %8, align 4
  %185 = icmp eq i32 %183, %184
  br i1 %185, label %200, label %186

186:
  %187 = and i32 %183, 65535
  %188 = zext i32 %187 to i64
  %189 = getelementptr inbounds i32, ptr @fence_of, i64 %188
  %190 = load i32, ptr %189, align 4
  %191 = and i32 %184, 65535
  %192 = zext i32 %191 to i64
  %193 = getelementptr inbounds i32, ptr @fence_of, i64 %192
  %194 = load i32, ptr %193, align 4
  %195 = icmp eq i32 %190, 0
  %196 = icmp eq i32 %194, 0
  %197 = select i1 %195, i1 true, i1 %196
  br i1 %197, label %200, label %205

198:
  %199 = icmp eq i32 %173, 0
  br i1 %199, label %205, label %200

200:
  %201 = icmp eq i32 %173, 1
  %202 = select i1 %201, i32 6, i32 19
  %203 = load i32, ptr %37, align 8
  %204 = tail call fastcc ptr @report(i32 %202, i32 %5, ptr %1, i32 %174, i32 %203, i32 %38, i64 %2) #14
  br label %205

205:
  store i32 %52, ptr %61, align 4
  %206 = getelementptr inbounds i8, ptr %61, i64 4
  store i32 %21, ptr %206, align 4
  %207 = getelementptr inbounds i8, ptr %61, i64 20
  store i32 %6, ptr %207, align 4
  br label %228

208:
  br i1 %40, label %228, label %209

209:
  %210 = getelementptr inbounds i8, ptr %61, i64 8
  %211 = load i32, ptr %210, align 4
  %212 = icmp eq i32 %211, 0
  %213 = icmp eq i32 %211, %14
  %214 = select i1 %212, i1 true, i1 %213
  br i1 %214, label %220, label %215

215:
  %216 = getelementptr inbounds i8, ptr %61, i64 12
  %217 = load i32, ptr %216, align 4
  %218 = lshr i32 %217, 12
  %219 = icmp eq i32 %218, %53
  br i1 %219, label %221, label %220

220:
  br label %221

221:
  %222 = phi i32 [ %14, %220 ], [ -1, %215 ]
  store i32 %222, ptr %210, align 4
  %223 = getelementptr inbounds i8, ptr %61, i64 12
  store i32 %21, ptr %223, align 4
  %224 = getelementptr inbounds i8, ptr %61, i64 16
  %225 = load i32, ptr %224, align 4
  %226 = icmp eq i32 %225, 0
  br i1 %226, label %227, label %228

227:
  store i32 %14, ptr %224, align 4
  br label %228

228:
  %229 = add nuw i64 %59, 1
  %230 = load i64, ptr %0, align 8
  %231 = sub i64 %31, %230
  %232 = icmp ult i64 %229, %231
  br i1 %232, label %57, label %55

233:
  %234 = getelementptr inbounds i8, ptr %0, i64 16
  %235 = load i32, ptr %234, align 8
  %236 = icmp ugt i64 %3, 256
  br i1 %236, label %237, label %240

237:
  %238 = trunc i64 %3 to i32
  %239 = tail call fastcc ptr @report(i32 5, i32 %5, ptr readonly %1, i32 %129, i32 %235, i32 %238, i64 %2) #14
  br label %252

240:
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 dereferenceable(64) @pending, ptr readonly align 8 dereferenceable(64) %1, i64 64, i1 false)
  store i64 %2, ptr getelementptr inbounds (i8, ptr @pending, i64 64), align 8
  %241 = trunc i64 %3 to i32
  store i32 %241, ptr getelementptr inbounds (i8, ptr @pending, i64 72), align 8
  store i32 %5, ptr getelementptr inbounds (i8, ptr @pending, i64 76), align 4
  store i32 %235, ptr getelementptr inbounds (i8, ptr @pending, i64 80), align 8
  store i32 %129, ptr getelementptr inbounds (i8, ptr @pending, i64 84), align 4
  %242 = icmp eq i64 %3, 0
  br i1 %242, label %252, label %243

243:
  %244 = inttoptr i64 %2 to ptr
  br label %245

245:
  %246 = phi i64 [ 0, %243 ], [ %250, %245 ]
  %247 = getelementptr inbounds i8, ptr %244, i64 %246
  %248 = load i8, ptr %247, align 1
  %249 = getelementptr inbounds i8, ptr getelementptr inbounds (i8, ptr @pending, i64 88), i64 %246
  store i8 %248, ptr %249, align 1
  %250 = add nuw nsw i64 %246, 1
  %251 = icmp eq i64 %250, %3
  br i1 %251, label %252, label %245

252:
  ret void
}

define void @mtlb_check_matrix(i64 %0, i64 %1, i64 %2, i64 %3, i64 %4, i64 %5, i32 %6, i32 %7) local_unnamed_addr #1 {
  %9 = tail call i64 @mtlb_matrix_place(i32 0, i64 %2, i64 %3, i64 %4, i64 %5) #13
  %10 = mul i64 %9, %1
  %11 = add i64 %10, %0
  tail call void @mtlb_check(i64 %11, i64 %1, i32 %6, i32 0, i32 %7) #14
  %12 = tail call i64 @mtlb_matrix_place(i32 1, i64 %2, i64 %3, i64 %4, i64 %5) #13
  %13 = mul i64 %12, %1
  %14 = add i64 %13, %0
  tail call void @mtlb_check(i64 %14, i64 %1, i32 %6, i32 0, i32 %7) #14
  ret void
}

declare i64 @mtlb_matrix_place(i32, i64, i64, i64, i64) local_unnamed_addr #6

define void @mtlb_check_fence(i32 %0) local_unnamed_addr #1 {
  %2 = alloca %struct.Where, align 8
  %3 = load ptr, ptr @spans, align 8
  %4 = icmp ne ptr %3, null
  %5 = icmp ne i32 %0, 0
  %6 = and i1 %5, %4
  br i1 %6, label %7, label %15

7:
  call void @mtlb_where(ptr %2) #13
  %8 = load i32, ptr @fence_clock, align 4
  %9 = add i32 %8, 1
  store i32 %9, ptr @fence_clock, align 4
  %10 = getelementptr inbounds i8, ptr %2, i64 4
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 65535
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds i32, ptr @fence_of, i64 %13
  store i32 %9, ptr %14, align 4
  br label %15

15:
  ret void
}

define void @mtlb_check_texture(i32 %0) local_unnamed_addr #1 {
  %2 = load ptr, ptr @spans, align 8
  %3 = icmp eq ptr %2, null
  br i1 %3, label %7, label %4

4:
  %5 = tail call ptr @mtlb_current() #13
  %6 = getelementptr inbounds i8, ptr %5, i64 64
  store i32 %0, ptr %6, align 16
  br label %7

7:
  ret void
}

declare ptr @mtlb_current() local_unnamed_addr #6

define void @mtlb_check_texture_fence(ptr readonly %0) local_unnamed_addr #1 {
  %2 = load ptr, ptr @spans, align 8
  %3 = icmp ne ptr %2, null
  %4 = icmp ne ptr %0, null
  %5 = and i1 %4, %3
  br i1 %5, label %6, label %41

6:
  %7 = load i32, ptr @plain_count, align 4
  %8 = load i32, ptr @span_count, align 4
  %9 = icmp ult i32 %7, %8
  br i1 %9, label %10, label %41

10:
  %11 = load ptr, ptr %0, align 8
  %12 = ptrtoint ptr %11 to i64
  %13 = zext i32 %7 to i64
  %14 = zext i32 %8 to i64
  br label %18

15:
  %16 = add nuw nsw i64 %19, 1
  %17 = icmp eq i64 %16, %14
  br i1 %17, label %41, label %18

18:
  %19 = phi i64 [ %13, %10 ], [ %16, %15 ]
  %20 = getelementptr inbounds %struct.Span, ptr %2, i64 %19
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %21, %12
  br i1 %22, label %23, label %15

23:
  %24 = getelementptr inbounds %struct.Span, ptr %2, i64 %19
  %25 = tail call ptr @mtlb_current() #13
  %26 = getelementptr inbounds i8, ptr %25, i64 72
  %27 = getelementptr inbounds i8, ptr %24, i64 16
  %28 = load i32, ptr %27, align 8
  %29 = shl i32 %28, 3
  %30 = and i32 %29, 56
  %31 = load i64, ptr %26, align 8
  %32 = zext i32 %30 to i64
  %33 = lshr i64 %31, %32
  %34 = add i64 %33, 1
  %35 = and i64 %34, 255
  %36 = shl nuw i64 255, %32
  %37 = xor i64 %36, -1
  %38 = and i64 %31, %37
  %39 = shl nuw i64 %35, %32
  %40 = or i64 %39, %38
  store i64 %40, ptr %26, align 8
  br label %41

41:
  ret void
}

define void @mtlb_check_private(i64 %0, i64 %1, i64 %2, i64 %3, ptr %4, i32 %5, i32 %6) local_unnamed_addr #5 {
  %8 = alloca %struct.Where, align 8
  %9 = load ptr, ptr @spans, align 8
  %10 = icmp ne ptr %9, null
  %11 = icmp ne i64 %1, 0
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %49

13:
  %14 = load i64, ptr @accesses, align 8
  %15 = add i64 %14, 1
  store i64 %15, ptr @accesses, align 8
  call void @mtlb_where(ptr %8) #13
  %16 = add i64 %3, %2
  %17 = icmp ult i64 %0, %2
  %18 = icmp ugt i64 %0, %16
  %19 = or i1 %17, %18
  %20 = sub nuw i64 %16, %0
  %21 = icmp ugt i64 %1, %20
  %22 = select i1 %19, i1 true, i1 %21
  br i1 %22, label %23, label %29

23:
  %24 = and i32 %5, 1
  %25 = add nuw nsw i32 %24, 9
  %26 = trunc i64 %1 to i32
  %27 = sub i64 %0, %2
  %28 = call fastcc ptr @report(i32 %25, i32 %6, ptr %8, i32 0, i32 -1, i32 %26, i64 %27) #14
  call void @mtlb_end_thread() #13
  br label %29

29:
  %30 = icmp eq ptr %4, null
  br i1 %30, label %49, label %31

31:
  %32 = and i32 %5, 1
  %33 = icmp eq i32 %32, 0
  %34 = sub i64 %0, %2
  br i1 %33, label %40, label %35

35:
  %36 = getelementptr i8, ptr %4, i64 %34
  call void @llvm.memset.p0.i64(ptr align 1 %36, i8 1, i64 %1, i1 false)
  br label %49

37:
  %38 = add nuw i64 %41, 1
  %39 = icmp eq i64 %38, %1
  br i1 %39, label %49, label %40

40:
  %41 = phi i64 [ %38, %37 ], [ 0, %31 ]
  %42 = add i64 %41, %34
  %43 = getelementptr inbounds i8, ptr %4, i64 %42
  %44 = load i8, ptr %43, align 1
  %45 = icmp eq i8 %44, 0
  br i1 %45, label %46, label %37

46:
  %47 = trunc i64 %1 to i32
  %48 = call fastcc ptr @report(i32 11, i32 %6, ptr %8, i32 0, i32 -1, i32 %47, i64 %42) #14
  br label %49

49:
  ret void
}

define i64 @mtlb_check_result(i1 %0, i32 %1, i32 %2) local_unnamed_addr #7 {
  br i1 %0, label %4, label %6

4:
  %5 = tail call fastcc i64 @undefined_result(i32 %1, i32 %2) #14
  br label %6

6:
  %7 = phi i64 [ %5, %4 ], [ 0, %3 ]
  ret i64 %7
}

define internal fastcc i64 @undefined_result(i32 %0, i32 %1) unnamed_addr #5 {
  %3 = alloca %struct.Where, align 8
  %4 = load ptr, ptr @spans, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %14, label %6

6:
  call void @mtlb_where(ptr %3) #13
  %7 = call fastcc ptr @report(i32 %0, i32 %1, ptr %3, i32 0, i32 -1, i32 0, i64 0) #14
  %8 = getelementptr inbounds i8, ptr %3, i64 20
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 255
  %11 = zext i32 %9 to i64
  %12 = mul i64 %11, 72340172838076673
  %13 = select i1 %10, i64 0, i64 %12
  br label %14

14:
  %15 = phi i64 [ %13, %6 ], [ 0, %2 ]
  ret i64 %15
}

define i64 @mtlb_variables_begin() local_unnamed_addr #5 {
  %1 = tail call ptr @mtlb_variables() #13
  %2 = load ptr, ptr %1, align 8
  %3 = ptrtoint ptr %2 to i64
  ret i64 %3
}

declare ptr @mtlb_variables() local_unnamed_addr #6

define void @mtlb_variables_end(i64 %0) local_unnamed_addr #5 {
  %2 = inttoptr i64 %0 to ptr
  %3 = tail call ptr @mtlb_variables() #13
  store ptr %2, ptr %3, align 8
  ret void
}

define void @mtlb_variable(ptr %0, i64 %1, i64 %2) local_unnamed_addr #5 {
  %4 = tail call ptr @mtlb_variables() #13
  %5 = load ptr, ptr %4, align 8
  store ptr %5, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  store i64 %1, ptr %6, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 16
  store i64 %2, ptr %7, align 8
  %8 = tail call ptr @mtlb_variables() #13
  store ptr %0, ptr %8, align 8
  ret void
}

define void @mtlb_check_passed(i64 %0, i64 %1, i32 %2, i32 %3) local_unnamed_addr #5 {
  %5 = alloca %struct.Where, align 8
  %6 = load ptr, ptr @spans, align 8
  %7 = icmp ne ptr %6, null
  %8 = icmp ne i64 %1, 0
  %9 = and i1 %8, %7
  br i1 %9, label %10, label %46

10:
  %11 = load i64, ptr @accesses, align 8
  %12 = add i64 %11, 1
  store i64 %12, ptr @accesses, align 8
  %13 = tail call ptr @mtlb_variables() #13
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %40, label %16

16:
  %17 = phi ptr [ %38, %31 ], [ %14, %10 ]
  %18 = phi i64 [ %37, %31 ], [ -1, %10 ]
  %19 = phi i64 [ %36, %31 ], [ 0, %10 ]
  %20 = getelementptr inbounds i8, ptr %17, i64 8
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds i8, ptr %17, i64 16
  %23 = load i64, ptr %22, align 8
  %24 = add i64 %23, %21
  %25 = icmp ult i64 %0, %21
  %26 = icmp ugt i64 %0, %24
  %27 = or i1 %25, %26
  %28 = sub nuw i64 %24, %0
  %29 = icmp ugt i64 %1, %28
  %30 = select i1 %27, i1 true, i1 %29
  br i1 %30, label %31, label %46

31:
  %32 = sub nuw i64 %21, %0
  %33 = sub i64 %0, %21
  %34 = select i1 %25, i64 %32, i64 %33
  %35 = icmp ult i64 %34, %18
  %36 = select i1 %35, i64 %33, i64 %19
  %37 = tail call i64 @llvm.umin.i64(i64 %34, i64 %18)
  %38 = load ptr, ptr %17, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %40, label %16

40:
  %41 = phi i64 [ 0, %10 ], [ %36, %31 ]
  call void @mtlb_where(ptr %5) #13
  %42 = and i32 %2, 1
  %43 = add nuw nsw i32 %42, 9
  %44 = trunc i64 %1 to i32
  %45 = call fastcc ptr @report(i32 %43, i32 %3, ptr %5, i32 0, i32 -1, i32 %44, i64 %41) #14
  call void @mtlb_end_thread() #13
  br label %46

46:
  ret void
}

declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg) #8

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg) #9

define internal fastcc i32 @order_of(ptr readonly %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) unnamed_addr #10 {
  %7 = icmp eq i32 %2, 0
  %8 = icmp eq i32 %2, %1
  %9 = or i1 %7, %8
  br i1 %9, label %64, label %10

10:
  %11 = getelementptr inbounds i8, ptr %0, i64 12
  %12 = load i32, ptr %11, align 4
  %13 = lshr i32 %3, 12
  %14 = sub i32 %12, %13
  %15 = and i32 %14, 1048575
  %16 = getelementptr inbounds i8, ptr %0, i64 32
  %17 = zext i32 %5 to i64
  %18 = getelementptr inbounds i32, ptr %16, i64 %17
  %19 = load i32, ptr %18, align 4
  %20 = sub i32 %12, %19
  %21 = and i32 %20, 1048575
  %22 = icmp eq i32 %15, 0
  %23 = select i1 %22, i32 1, i32 2
  %24 = icmp eq i32 %2, -1
  br i1 %24, label %25, label %30

25:
  %26 = icmp ugt i32 %15, %21
  %27 = icmp eq i32 %4, 0
  %28 = zext i1 %27 to i32
  %29 = select i1 %26, i32 %28, i32 %23
  br label %64

30:
  %31 = add i32 %2, -1
  %32 = load i32, ptr @group_threads, align 4
  %33 = freeze i32 %32
  %34 = udiv i32 %31, %33
  %35 = getelementptr inbounds i8, ptr %0, i64 4
  %36 = load i32, ptr %35, align 4
  %37 = icmp eq i32 %34, %36
  br i1 %37, label %41, label %38

38:
  %39 = icmp eq i32 %4, 0
  %40 = zext i1 %39 to i32
  br label %64

41:
  %42 = icmp ugt i32 %15, %21
  br i1 %42, label %64, label %43

43:
  %44 = mul i32 %34, %33
  %45 = sub i32 %31, %44
  %46 = lshr i32 %45, 5
  %47 = getelementptr inbounds i8, ptr %0, i64 8
  %48 = load i32, ptr %47, align 8
  %49 = icmp eq i32 %46, %48
  br i1 %49, label %50, label %64

50:
  %51 = getelementptr inbounds i8, ptr %0, i64 16
  %52 = load i32, ptr %51, align 8
  %53 = sub i32 %52, %3
  %54 = and i32 %53, 4095
  %55 = getelementptr inbounds i8, ptr %0, i64 44
  %56 = getelementptr inbounds i32, ptr %55, i64 %17
  %57 = load i32, ptr %56, align 4
  %58 = sub i32 %52, %57
  %59 = and i32 %58, 4095
  %60 = icmp ugt i32 %54, %59
  br i1 %60, label %64, label %61

61:
  %62 = icmp eq i32 %54, 0
  %63 = select i1 %62, i32 %23, i32 2
  br label %64

64:
  %65 = phi i32 [ 0, %6 ], [ %29, %25 ], [ %40, %38 ], [ %63, %61 ], [ 0, %41 ], [ %23, %43 ], [ 0, %50 ]
  ret i32 %65
}

declare i32 @llvm.umin.i32(i32, i32) #11

declare i64 @llvm.usub.sat.i64(i64, i64) #11

declare i64 @llvm.umin.i64(i64, i64) #11

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { nounwind }
attributes #5 = { noinline nounwind }
attributes #6 = { nounwind }
attributes #7 = { alwaysinline nounwind }
attributes #8 = { nounwind }
attributes #9 = { nounwind }
attributes #10 = { nounwind }
attributes #11 = { nounwind }
attributes #12 = { nounwind }
attributes #13 = { nounwind }
attributes #14 = { nounwind }
