; d2a45b0de8ce79e3a5b64b14f0af17dd1986aafb9751a6aed2e904739853b00d by tools/build_runtime.py
%struct.Pending = type { %struct.Where, i64, i32, i32, i32, i32, [256 x i8] }
%struct.Where = type { i32, i32, i32, i32, i32, i32, i32, ptr, ptr }
%struct.Span = type { i64, i64, i32, i32, ptr }
%struct.Shadow = type { i32, i32, i32, i32, i32, i32 }
%struct.Report = type { i32, i32, i32, i32, i32, i32, i32, i32, i64, [6 x i32] }

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
@span_of.last = internal unnamed_addr global i32 0, align 4
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
  store i32 0, ptr getelementptr inbounds (i8, ptr @pending, i64 56), align 8
  ret void
}

define internal ptr @lane_fault(i32 %0, ptr readonly %1, i64 %2) #1 {
  %4 = alloca %struct.Where, align 8
  call void @mtlb_where(ptr %4) #13
  %5 = getelementptr inbounds i8, ptr %4, i64 24
  %6 = load i32, ptr %5, align 8
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
  br i1 %8, label %84, label %9

9:
  %10 = load i32, ptr getelementptr inbounds (i8, ptr @pending, i64 56), align 8
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %13, label %12

12:
  tail call fastcc void @settle() #14
  br label %13

13:
  %14 = load i64, ptr @accesses, align 8
  %15 = add i64 %14, 1
  store i64 %15, ptr @accesses, align 8
  call void @mtlb_where(ptr %6) #13
  %16 = call ptr @mtlb_current() #13
  %17 = icmp eq ptr %0, null
  br i1 %17, label %35, label %18

18:
  %19 = load i32, ptr @plain_count, align 4
  %20 = load i32, ptr @span_count, align 4
  %21 = icmp ult i32 %19, %20
  br i1 %21, label %22, label %35

22:
  %23 = load ptr, ptr @spans, align 8
  %24 = ptrtoint ptr %0 to i64
  %25 = zext i32 %19 to i64
  %26 = zext i32 %20 to i64
  br label %30

27:
  %28 = add nuw nsw i64 %31, 1
  %29 = icmp eq i64 %28, %26
  br i1 %29, label %35, label %30

30:
  %31 = phi i64 [ %25, %22 ], [ %28, %27 ]
  %32 = getelementptr inbounds %struct.Span, ptr %23, i64 %31
  %33 = load i64, ptr %32, align 8
  %34 = icmp eq i64 %33, %24
  br i1 %34, label %41, label %27

35:
  %36 = icmp eq ptr %1, null
  br i1 %36, label %37, label %83

37:
  %38 = and i32 %3, 1
  %39 = or i32 %38, 20
  %40 = select i1 %17, i32 22, i32 %39
  br label %67

41:
  %42 = getelementptr inbounds %struct.Span, ptr %23, i64 %31
  %43 = icmp eq ptr %1, null
  br i1 %43, label %62, label %44

44:
  %45 = getelementptr inbounds i8, ptr %42, i64 24
  %46 = load ptr, ptr %45, align 8
  %47 = icmp eq ptr %46, null
  br i1 %47, label %83, label %48

48:
  %49 = ptrtoint ptr %1 to i64
  %50 = getelementptr inbounds i8, ptr %16, i64 64
  %51 = load i32, ptr %50, align 16
  %52 = getelementptr inbounds i8, ptr %16, i64 72
  %53 = load i64, ptr %52, align 8
  %54 = getelementptr inbounds i8, ptr %42, i64 16
  %55 = load i32, ptr %54, align 8
  %56 = shl i32 %55, 3
  %57 = and i32 %56, 56
  %58 = zext i32 %57 to i64
  %59 = lshr i64 %53, %58
  %60 = trunc i64 %59 to i32
  %61 = and i32 %60, 255
  call fastcc void @race(ptr %42, ptr %6, i64 %49, i64 %2, i32 %3, i32 %51, i32 %61) #14
  br label %83

62:
  %63 = and i32 %3, 1
  %64 = or i32 %63, 20
  %65 = getelementptr inbounds i8, ptr %42, i64 16
  %66 = load i32, ptr %65, align 8
  br label %67

67:
  %68 = phi i32 [ %64, %62 ], [ %40, %37 ]
  %69 = phi i32 [ %66, %62 ], [ -1, %37 ]
  %70 = getelementptr inbounds i8, ptr %16, i64 64
  %71 = load i32, ptr %70, align 16
  %72 = call fastcc ptr @report(i32 %68, i32 %71, ptr %6, i32 0, i32 %69, i32 0, i64 0) #14
  %73 = icmp eq ptr %72, null
  br i1 %73, label %83, label %74

74:
  %75 = getelementptr inbounds i8, ptr %72, i64 40
  br label %76

76:
  %77 = phi i64 [ 0, %74 ], [ %81, %76 ]
  %78 = getelementptr inbounds i32, ptr %4, i64 %77
  %79 = load i32, ptr %78, align 4
  %80 = getelementptr inbounds i32, ptr %75, i64 %77
  store i32 %79, ptr %80, align 4
  %81 = add nuw nsw i64 %77, 1
  %82 = icmp eq i64 %81, 6
  br i1 %82, label %83, label %76

83:
  br label %84

84:
  ret void
}

define i32 @mtlb_check_count() local_unnamed_addr #3 {
  tail call fastcc void @settle() #14
  %1 = load i32, ptr @count, align 4
  ret i32 %1
}

define internal fastcc void @settle() unnamed_addr #3 {
  %1 = load i32, ptr getelementptr inbounds (i8, ptr @pending, i64 56), align 8
  %2 = icmp eq i32 %1, 0
  br i1 %2, label %23, label %3

3:
  %4 = load i64, ptr getelementptr inbounds (i8, ptr @pending, i64 48), align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = zext i32 %1 to i64
  br label %12

7:
  %8 = load i32, ptr getelementptr inbounds (i8, ptr @pending, i64 60), align 4
  %9 = load i32, ptr getelementptr inbounds (i8, ptr @pending, i64 68), align 4
  %10 = load i32, ptr getelementptr inbounds (i8, ptr @pending, i64 64), align 8
  %11 = tail call fastcc ptr @report(i32 %20, i32 %8, ptr @pending, i32 %9, i32 %10, i32 %1, i64 %4) #14
  store i32 0, ptr getelementptr inbounds (i8, ptr @pending, i64 56), align 8
  br label %23

12:
  %13 = phi i64 [ 0, %3 ], [ %21, %12 ]
  %14 = phi i32 [ 18, %3 ], [ %20, %12 ]
  %15 = getelementptr inbounds i8, ptr %5, i64 %13
  %16 = load i8, ptr %15, align 1
  %17 = getelementptr inbounds i8, ptr getelementptr inbounds (i8, ptr @pending, i64 72), i64 %13
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
  %6 = load ptr, ptr @spans, align 8
  %7 = icmp ne ptr %6, null
  %8 = icmp ne i64 %1, 0
  %9 = and i1 %8, %7
  br i1 %9, label %10, label %132

10:
  %11 = load i32, ptr getelementptr inbounds (i8, ptr @pending, i64 56), align 8
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %14, label %13

13:
  tail call fastcc void @settle() #14
  br label %14

14:
  %15 = load i64, ptr @accesses, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr @accesses, align 8
  %17 = load i32, ptr @span_of.last, align 4
  %18 = load i32, ptr @plain_count, align 4
  %19 = icmp ult i32 %17, %18
  br i1 %19, label %20, label %33

20:
  %21 = load ptr, ptr @spans, align 8
  %22 = zext i32 %17 to i64
  %23 = getelementptr inbounds %struct.Span, ptr %21, i64 %22
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %23, i64 8
  %26 = load i64, ptr %25, align 8
  %27 = icmp ult i64 %0, %24
  %28 = icmp ugt i64 %0, %26
  %29 = or i1 %27, %28
  %30 = sub nuw i64 %26, %0
  %31 = icmp ugt i64 %1, %30
  %32 = select i1 %29, i1 true, i1 %31
  br i1 %32, label %37, label %57

33:
  %34 = icmp eq i32 %18, 0
  br i1 %34, label %130, label %35

35:
  %36 = load ptr, ptr @spans, align 8
  br label %37

37:
  %38 = phi ptr [ %36, %35 ], [ %21, %20 ]
  %39 = zext i32 %18 to i64
  br label %40

40:
  %41 = phi i64 [ 0, %37 ], [ %53, %52 ]
  %42 = getelementptr inbounds %struct.Span, ptr %38, i64 %41
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds i8, ptr %42, i64 8
  %45 = load i64, ptr %44, align 8
  %46 = icmp ult i64 %0, %43
  %47 = icmp ugt i64 %0, %45
  %48 = or i1 %46, %47
  %49 = sub nuw i64 %45, %0
  %50 = icmp ugt i64 %1, %49
  %51 = select i1 %48, i1 true, i1 %50
  br i1 %51, label %52, label %55

52:
  %53 = add nuw nsw i64 %41, 1
  %54 = icmp eq i64 %53, %39
  br i1 %54, label %130, label %40

55:
  %56 = trunc i64 %41 to i32
  store i32 %56, ptr @span_of.last, align 4
  br label %57

57:
  %58 = phi ptr [ %23, %20 ], [ %42, %55 ]
  %59 = icmp eq i32 %2, 0
  br i1 %59, label %60, label %130

60:
  %61 = icmp ne i32 %3, 0
  %62 = add i32 %3, -1
  %63 = zext i32 %62 to i64
  %64 = and i64 %0, %63
  %65 = icmp ne i64 %64, 0
  %66 = and i1 %61, %65
  %67 = getelementptr inbounds i8, ptr %58, i64 24
  %68 = load ptr, ptr %67, align 8
  %69 = icmp eq ptr %68, null
  %70 = or i1 %66, %69
  br i1 %70, label %130, label %71

71:
  %72 = load i64, ptr %58, align 8
  %73 = sub i64 %0, %72
  %74 = or i64 %73, %1
  %75 = and i64 %74, 3
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %77, label %130

77:
  %78 = getelementptr inbounds i8, ptr %58, i64 20
  %79 = load i32, ptr %78, align 4
  %80 = and i32 %79, 4
  %81 = icmp eq i32 %80, 0
  br i1 %81, label %82, label %130

82:
  %83 = lshr i64 %73, 2
  %84 = getelementptr inbounds %struct.Shadow, ptr %68, i64 %83
  %85 = lshr i64 %1, 2
  %86 = mul nuw nsw i64 %85, 24
  %87 = getelementptr inbounds i8, ptr %84, i64 %86
  %88 = tail call i32 @mtlb_group_number() #13
  %89 = load i32, ptr @group_threads, align 4
  %90 = mul i32 %89, %88
  %91 = tail call ptr @mtlb_current() #13
  %92 = getelementptr inbounds i8, ptr %91, i64 180
  %93 = load i32, ptr %92, align 4
  %94 = add i32 %90, 1
  %95 = add i32 %94, %93
  %96 = tail call i32 @mtlb_epochs() #13
  %97 = icmp eq i64 %85, 0
  br i1 %97, label %132, label %101

98:
  %99 = getelementptr inbounds i8, ptr %102, i64 24
  %100 = icmp ult ptr %99, %87
  br i1 %100, label %101, label %107

101:
  %102 = phi ptr [ %99, %98 ], [ %84, %82 ]
  %103 = load i32, ptr %102, align 4
  %104 = icmp eq i32 %103, 0
  %105 = icmp eq i32 %103, %95
  %106 = select i1 %104, i1 true, i1 %105
  br i1 %106, label %98, label %130

107:
  %108 = phi ptr [ %128, %127 ], [ %84, %98 ]
  %109 = getelementptr inbounds i8, ptr %108, i64 8
  %110 = load i32, ptr %109, align 4
  %111 = icmp eq i32 %110, 0
  %112 = icmp eq i32 %110, %95
  %113 = or i1 %111, %112
  br i1 %113, label %119, label %114

114:
  %115 = getelementptr inbounds i8, ptr %108, i64 12
  %116 = load i32, ptr %115, align 4
  %117 = xor i32 %116, %96
  %118 = icmp ult i32 %117, 4096
  br i1 %118, label %120, label %119

119:
  br label %120

120:
  %121 = phi i32 [ %95, %119 ], [ -1, %114 ]
  store i32 %121, ptr %109, align 4
  %122 = getelementptr inbounds i8, ptr %108, i64 12
  store i32 %96, ptr %122, align 4
  %123 = getelementptr inbounds i8, ptr %108, i64 16
  %124 = load i32, ptr %123, align 4
  %125 = icmp eq i32 %124, 0
  br i1 %125, label %126, label %127

126:
  store i32 %95, ptr %123, align 4
  br label %127

127:
  %128 = getelementptr inbounds i8, ptr %108, i64 24
  %129 = icmp ult ptr %128, %87
  br i1 %129, label %107, label %132

130:
  %131 = phi ptr [ %58, %101 ], [ %58, %57 ], [ %58, %77 ], [ %58, %71 ], [ %58, %60 ], [ null, %33 ], [ null, %52 ]
  tail call fastcc void @check_any(ptr %131, i64 %0, i64 %1, i32 %2, i32 %3, i32 %4) #14
  br label %132

132:
  ret void
}

define internal fastcc void @check_any(ptr readonly %0, i64 %1, i64 %2, i32 %3, i32 %4, i32 %5) unnamed_addr #5 {
  %7 = alloca %struct.Where, align 8
  call void @mtlb_where(ptr %7) #13
  %8 = icmp eq ptr %0, null
  br i1 %8, label %9, label %45

9:
  %10 = load i32, ptr @plain_count, align 4
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %15, label %12

12:
  %13 = load ptr, ptr @spans, align 8
  %14 = zext i32 %10 to i64
  br label %21

15:
  %16 = phi i32 [ -1, %9 ], [ %41, %40 ]
  %17 = and i32 %3, 1
  %18 = add nuw nsw i32 %17, 1
  %19 = trunc i64 %2 to i32
  %20 = call fastcc ptr @report(i32 %18, i32 %5, ptr %7, i32 0, i32 %16, i32 %19, i64 %1) #14
  call void @mtlb_end_thread() #13
  br label %45

21:
  %22 = phi i64 [ 0, %12 ], [ %43, %40 ]
  %23 = phi i64 [ -1, %12 ], [ %42, %40 ]
  %24 = phi i32 [ -1, %12 ], [ %41, %40 ]
  %25 = getelementptr inbounds %struct.Span, ptr %13, i64 %22
  %26 = load i64, ptr %25, align 8
  %27 = icmp ult i64 %1, %26
  br i1 %27, label %28, label %30

28:
  %29 = sub nuw i64 %26, %1
  br label %34

30:
  %31 = getelementptr inbounds i8, ptr %25, i64 8
  %32 = load i64, ptr %31, align 8
  %33 = call i64 @llvm.usub.sat.i64(i64 %1, i64 %32)
  br label %34

34:
  %35 = phi i64 [ %29, %28 ], [ %33, %30 ]
  %36 = icmp ult i64 %35, %23
  br i1 %36, label %37, label %40

37:
  %38 = getelementptr inbounds i8, ptr %25, i64 16
  %39 = load i32, ptr %38, align 8
  br label %40

40:
  %41 = phi i32 [ %39, %37 ], [ %24, %34 ]
  %42 = phi i64 [ %35, %37 ], [ %23, %34 ]
  %43 = add nuw nsw i64 %22, 1
  %44 = icmp eq i64 %43, %14
  br i1 %44, label %15, label %21

45:
  %46 = icmp eq i32 %4, 0
  br i1 %46, label %60, label %47

47:
  %48 = add i32 %4, -1
  %49 = zext i32 %48 to i64
  %50 = and i64 %1, %49
  %51 = icmp eq i64 %50, 0
  br i1 %51, label %60, label %52

52:
  %53 = getelementptr inbounds i8, ptr %0, i64 16
  %54 = load i32, ptr %53, align 8
  %55 = trunc i64 %2 to i32
  %56 = call fastcc ptr @report(i32 8, i32 %5, ptr %7, i32 0, i32 %54, i32 %55, i64 %1) #14
  %57 = and i32 %3, 2
  %58 = icmp eq i32 %57, 0
  br i1 %58, label %60, label %59

59:
  call void @mtlb_end_thread() #13
  br label %60

60:
  %61 = and i32 %3, 1
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %76, label %63

63:
  %64 = getelementptr inbounds i8, ptr %0, i64 20
  %65 = load i32, ptr %64, align 4
  %66 = and i32 %65, 1
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %68, label %76

68:
  %69 = getelementptr inbounds i8, ptr %0, i64 16
  %70 = load i32, ptr %69, align 8
  %71 = trunc i64 %2 to i32
  %72 = call fastcc ptr @report(i32 3, i32 %5, ptr %7, i32 0, i32 %70, i32 %71, i64 %1) #14
  %73 = load i32, ptr %69, align 8
  %74 = icmp ugt i32 %73, 131071
  br i1 %74, label %75, label %76

75:
  call void @mtlb_end_thread() #13
  br label %76

76:
  %77 = getelementptr inbounds i8, ptr %0, i64 24
  %78 = load ptr, ptr %77, align 8
  %79 = icmp eq ptr %78, null
  br i1 %79, label %82, label %80

80:
  %81 = load i32, ptr @fence_clock, align 4
  call fastcc void @race(ptr %0, ptr %7, i64 %1, i64 %2, i32 %3, i32 %5, i32 %81) #14
  br label %82

82:
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

declare void @mtlb_where(ptr) local_unnamed_addr #6

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

declare i32 @mtlb_group_number() local_unnamed_addr #6

declare i32 @mtlb_epochs() local_unnamed_addr #6

define internal fastcc void @race(ptr readonly %0, ptr readonly %1, i64 %2, i64 %3, i32 %4, i32 %5, i32 %6) unnamed_addr #1 {
  %8 = getelementptr inbounds i8, ptr %1, i64 4
  %9 = load i32, ptr %8, align 4
  %10 = load i32, ptr @group_threads, align 4
  %11 = mul i32 %10, %9
  %12 = load i32, ptr %1, align 8
  %13 = add i32 %12, 1
  %14 = add i32 %13, %11
  %15 = tail call i32 @mtlb_epochs() #13
  %16 = getelementptr inbounds i8, ptr %0, i64 20
  %17 = load i32, ptr %16, align 4
  %18 = and i32 %17, 2
  %19 = and i32 %17, 8
  %20 = icmp eq i32 %18, 0
  %21 = lshr exact i32 %19, 2
  %22 = select i1 %20, i32 %21, i32 1
  %23 = load i64, ptr %0, align 8
  %24 = sub i64 %2, %23
  %25 = add i64 %24, %3
  %26 = icmp ult i64 %24, %25
  br i1 %26, label %27, label %277

27:
  %28 = getelementptr inbounds i8, ptr %0, i64 24
  %29 = getelementptr inbounds i8, ptr %0, i64 8
  %30 = icmp eq i32 %4, 1
  %31 = getelementptr inbounds i8, ptr %0, i64 16
  %32 = trunc i64 %3 to i32
  %33 = and i32 %4, 2
  %34 = icmp ne i32 %33, 0
  %35 = icmp eq i32 %19, 0
  %36 = and i32 %17, 10
  %37 = icmp ne i32 %36, 0
  %38 = and i32 %4, 1
  %39 = or i32 %38, 4
  %40 = icmp ne i32 %4, 0
  %41 = getelementptr inbounds i8, ptr %1, i64 12
  %42 = getelementptr inbounds i8, ptr %1, i64 32
  %43 = zext i32 %22 to i64
  %44 = icmp eq i32 %38, 0
  %45 = shl nuw i32 %33, 30
  %46 = or i32 %14, %45
  %47 = or i1 %40, %35
  br label %50

48:
  %49 = icmp eq i32 %155, 0
  br i1 %49, label %277, label %258

50:
  %51 = phi i32 [ 0, %27 ], [ %155, %256 ]
  %52 = phi i64 [ %24, %27 ], [ %87, %256 ]
  %53 = lshr i64 %52, 2
  %54 = load ptr, ptr %28, align 8
  %55 = getelementptr inbounds %struct.Shadow, ptr %54, i64 %53
  %56 = and i64 %52, 3
  %57 = icmp ne i64 %56, 0
  %58 = sub nuw i64 %25, %52
  %59 = icmp ult i64 %58, 4
  %60 = or i1 %57, %59
  %61 = load i32, ptr %55, align 4
  %62 = icmp eq i32 %61, -1
  %63 = select i1 %60, i1 true, i1 %62
  br i1 %63, label %66, label %64

64:
  %65 = add i64 %52, 4
  br label %85

66:
  %67 = load i64, ptr %29, align 8
  %68 = load i64, ptr %0, align 8
  %69 = sub i64 %67, %68
  %70 = lshr i64 %69, 2
  %71 = getelementptr inbounds %struct.Shadow, ptr %54, i64 %70
  %72 = getelementptr inbounds i8, ptr %71, i64 24
  %73 = mul nuw i64 %53, 96
  %74 = getelementptr inbounds i8, ptr %72, i64 %73
  %75 = icmp eq i32 %61, -1
  br i1 %75, label %82, label %77

76:
  store i32 -1, ptr %55, align 4
  br label %82

77:
  %78 = phi i64 [ %80, %77 ], [ 0, %66 ]
  %79 = getelementptr inbounds %struct.Shadow, ptr %74, i64 %78
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(24) %79, ptr align 4 dereferenceable(24) %55, i64 24, i1 false)
  %80 = add nuw nsw i64 %78, 1
  %81 = icmp eq i64 %80, 4
  br i1 %81, label %76, label %77

82:
  %83 = add nuw i64 %52, 1
  %84 = getelementptr inbounds %struct.Shadow, ptr %74, i64 %56
  br label %85

85:
  %86 = phi ptr [ %55, %64 ], [ %84, %82 ]
  %87 = phi i64 [ %65, %64 ], [ %83, %82 ]
  %88 = load i32, ptr %86, align 4
  %89 = and i32 %88, 2147483647
  %90 = icmp slt i32 %88, 0
  %91 = load i32, ptr %16, align 4
  %92 = and i32 %91, 4
  %93 = icmp eq i32 %92, 0
  %94 = or i1 %30, %93
  br i1 %94, label %107, label %95

95:
  %96 = icmp eq i32 %89, 0
  br i1 %96, label %104, label %97

97:
  br i1 %20, label %107, label %98

98:
  %99 = add nsw i32 %89, -1
  %100 = load i32, ptr @group_threads, align 4
  %101 = udiv i32 %99, %100
  %102 = load i32, ptr %8, align 4
  %103 = icmp eq i32 %101, %102
  br i1 %103, label %107, label %104

104:
  %105 = load i32, ptr %31, align 8
  %106 = tail call fastcc ptr @report(i32 7, i32 %5, ptr %1, i32 0, i32 %105, i32 %32, i64 %2) #14
  br label %107

107:
  %108 = select i1 %34, i1 %90, i1 false
  br i1 %108, label %138, label %109

109:
  %110 = getelementptr inbounds i8, ptr %86, i64 4
  %111 = load i32, ptr %110, align 4
  %112 = tail call fastcc i32 @order_of(ptr %1, i32 %14, i32 %89, i32 %111, i32 %18, i32 %22) #14
  %113 = icmp eq i32 %112, 0
  %114 = or i1 %37, %113
  br i1 %114, label %135, label %115

115:
  %116 = add nsw i32 %89, -1
  %117 = load i32, ptr @group_threads, align 4
  %118 = udiv i32 %116, %117
  %119 = load i32, ptr %8, align 4
  %120 = icmp eq i32 %118, %119
  br i1 %120, label %135, label %121

121:
  %122 = getelementptr inbounds i8, ptr %86, i64 20
  %123 = load i32, ptr %122, align 4
  %124 = and i32 %118, 65535
  %125 = zext i32 %124 to i64
  %126 = getelementptr inbounds i32, ptr @fence_of, i64 %125
  %127 = load i32, ptr %126, align 4
  %128 = and i32 %119, 65535
  %129 = zext i32 %128 to i64
  %130 = getelementptr inbounds i32, ptr @fence_of, i64 %129
  %131 = load i32, ptr %130, align 4
  %132 = icmp ule i32 %127, %123
  %133 = icmp ule i32 %131, %123
  %134 = select i1 %132, i1 true, i1 %133
  br i1 %134, label %135, label %138

135:
  %136 = phi i32 [ %36, %109 ], [ 0, %115 ], [ 0, %121 ]
  %137 = icmp eq i32 %112, 2
  br i1 %137, label %148, label %138

138:
  %139 = phi i32 [ %112, %135 ], [ 0, %121 ], [ 0, %107 ]
  %140 = phi i32 [ %136, %135 ], [ 0, %121 ], [ %36, %107 ]
  %141 = icmp ne i32 %139, 0
  %142 = and i1 %30, %141
  %143 = xor i1 %90, true
  %144 = select i1 %142, i1 %143, i1 false
  %145 = xor i1 %141, true
  %146 = or i1 %144, %145
  %147 = select i1 %144, i32 %89, i32 %51
  br i1 %146, label %153, label %148

148:
  %149 = phi i32 [ 19, %135 ], [ %39, %138 ]
  %150 = phi i32 [ %136, %135 ], [ %140, %138 ]
  %151 = load i32, ptr %31, align 8
  %152 = tail call fastcc ptr @report(i32 %149, i32 %5, ptr %1, i32 %89, i32 %151, i32 %32, i64 %2) #14
  br label %153

153:
  %154 = phi i32 [ %140, %138 ], [ %150, %148 ]
  %155 = phi i32 [ %147, %138 ], [ %51, %148 ]
  %156 = icmp ne i32 %89, %14
  %157 = or i1 %90, %156
  %158 = select i1 %47, i1 true, i1 %157
  br i1 %158, label %179, label %159

159:
  %160 = getelementptr inbounds i8, ptr %86, i64 20
  %161 = load i32, ptr %160, align 4
  %162 = icmp eq i32 %161, %6
  br i1 %162, label %163, label %237

163:
  %164 = load i32, ptr %41, align 4
  %165 = getelementptr inbounds i8, ptr %86, i64 4
  %166 = load i32, ptr %165, align 4
  %167 = lshr i32 %166, 12
  %168 = sub i32 %164, %167
  %169 = and i32 %168, 1048575
  %170 = load ptr, ptr %42, align 8
  %171 = getelementptr inbounds i32, ptr %170, i64 %43
  %172 = load i32, ptr %171, align 4
  %173 = sub i32 %164, %172
  %174 = and i32 %173, 1048575
  %175 = icmp ugt i32 %169, %174
  br i1 %175, label %237, label %176

176:
  %177 = load i32, ptr %31, align 8
  %178 = tail call fastcc ptr @report(i32 23, i32 %5, ptr %1, i32 0, i32 %177, i32 %32, i64 %2) #14
  br label %237

179:
  br i1 %44, label %236, label %180

180:
  %181 = getelementptr inbounds i8, ptr %86, i64 8
  %182 = load i32, ptr %181, align 4
  %183 = getelementptr inbounds i8, ptr %86, i64 12
  %184 = load i32, ptr %183, align 4
  %185 = tail call fastcc i32 @order_of(ptr %1, i32 %14, i32 %182, i32 %184, i32 %18, i32 %22) #14
  %186 = or i32 %185, %18
  %187 = icmp eq i32 %186, 0
  br i1 %187, label %188, label %200

188:
  %189 = getelementptr inbounds i8, ptr %86, i64 16
  %190 = load i32, ptr %189, align 4
  %191 = icmp eq i32 %190, 0
  br i1 %191, label %233, label %192

192:
  %193 = add i32 %190, -1
  %194 = load i32, ptr @group_threads, align 4
  %195 = udiv i32 %193, %194
  %196 = load i32, ptr %8, align 4
  %197 = icmp ne i32 %195, %196
  %198 = zext i1 %197 to i32
  %199 = select i1 %197, i32 %190, i32 %182
  br label %200

200:
  %201 = phi i32 [ %185, %180 ], [ %198, %192 ]
  %202 = phi i32 [ %182, %180 ], [ %199, %192 ]
  %203 = icmp ne i32 %201, 0
  %204 = icmp eq i32 %154, 0
  %205 = and i1 %204, %203
  %206 = icmp ne i32 %202, -1
  %207 = select i1 %205, i1 %206, i1 false
  br i1 %207, label %208, label %226

208:
  %209 = add i32 %202, -1
  %210 = load i32, ptr @group_threads, align 4
  %211 = udiv i32 %209, %210
  %212 = load i32, ptr %8, align 4
  %213 = icmp eq i32 %211, %212
  br i1 %213, label %228, label %214

214:
  %215 = and i32 %211, 65535
  %216 = zext i32 %215 to i64
  %217 = getelementptr inbounds i32, ptr @fence_of, i64 %216
  %218 = load i32, ptr %217, align 4
  %219 = and i32 %212, 65535
  %220 = zext i32 %219 to i64
  %221 = getelementptr inbounds i32, ptr @fence_of, i64 %220
  %222 = load i32, ptr %221, align 4
  %223 = icmp eq i32 %218, 0
  %224 = icmp eq i32 %222, 0
  %225 = select i1 %223, i1 true, i1 %224
  br i1 %225, label %228, label %233

226:
  %227 = icmp eq i32 %201, 0
  br i1 %227, label %233, label %228

228:
  %229 = icmp eq i32 %201, 1
  %230 = select i1 %229, i32 6, i32 19
  %231 = load i32, ptr %31, align 8
  %232 = tail call fastcc ptr @report(i32 %230, i32 %5, ptr %1, i32 %202, i32 %231, i32 %32, i64 %2) #14
  br label %233

233:
  store i32 %46, ptr %86, align 4
  %234 = getelementptr inbounds i8, ptr %86, i64 4
  store i32 %15, ptr %234, align 4
  %235 = getelementptr inbounds i8, ptr %86, i64 20
  store i32 %6, ptr %235, align 4
  br label %256

236:
  br i1 %34, label %256, label %237

237:
  %238 = getelementptr inbounds i8, ptr %86, i64 8
  %239 = load i32, ptr %238, align 4
  %240 = icmp eq i32 %239, 0
  %241 = icmp eq i32 %239, %14
  %242 = or i1 %240, %241
  br i1 %242, label %248, label %243

243:
  %244 = getelementptr inbounds i8, ptr %86, i64 12
  %245 = load i32, ptr %244, align 4
  %246 = xor i32 %245, %15
  %247 = icmp ult i32 %246, 4096
  br i1 %247, label %249, label %248

248:
  br label %249

249:
  %250 = phi i32 [ %14, %248 ], [ -1, %243 ]
  store i32 %250, ptr %238, align 4
  %251 = getelementptr inbounds i8, ptr %86, i64 12
  store i32 %15, ptr %251, align 4
  %252 = getelementptr inbounds i8, ptr %86, i64 16
  %253 = load i32, ptr %252, align 4
  %254 = icmp eq i32 %253, 0
  br i1 %254, label %255, label %256

255:
  store i32 %14, ptr %252, align 4
  br label %256

256:
  %257 = icmp ult i64 %87, %25
  br i1 %257, label %50, label %48

258:
  %259 = getelementptr inbounds i8, ptr %0, i64 16
  %260 = load i32, ptr %259, align 8
  %261 = icmp ugt i64 %3, 256
  br i1 %261, label %262, label %265

262:
  %263 = trunc i64 %3 to i32
  %264 = tail call fastcc ptr @report(i32 5, i32 %5, ptr readonly %1, i32 %155, i32 %260, i32 %263, i64 %2) #14
  br label %277

265:
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 dereferenceable(48) @pending, ptr readonly align 8 dereferenceable(48) %1, i64 48, i1 false)
  store i64 %2, ptr getelementptr inbounds (i8, ptr @pending, i64 48), align 8
  %266 = trunc i64 %3 to i32
  store i32 %266, ptr getelementptr inbounds (i8, ptr @pending, i64 56), align 8
  store i32 %5, ptr getelementptr inbounds (i8, ptr @pending, i64 60), align 4
  store i32 %260, ptr getelementptr inbounds (i8, ptr @pending, i64 64), align 8
  store i32 %155, ptr getelementptr inbounds (i8, ptr @pending, i64 68), align 4
  %267 = icmp eq i64 %3, 0
  br i1 %267, label %277, label %268

268:
  %269 = inttoptr i64 %2 to ptr
  br label %270

270:
  %271 = phi i64 [ 0, %268 ], [ %275, %270 ]
  %272 = getelementptr inbounds i8, ptr %269, i64 %271
  %273 = load i8, ptr %272, align 1
  %274 = getelementptr inbounds i8, ptr getelementptr inbounds (i8, ptr @pending, i64 72), i64 %271
  store i8 %273, ptr %274, align 1
  %275 = add nuw nsw i64 %271, 1
  %276 = icmp eq i64 %275, %3
  br i1 %276, label %277, label %270

277:
  ret void
}

define internal fastcc i32 @order_of(ptr readonly %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) unnamed_addr #8 {
  %7 = icmp eq i32 %2, 0
  %8 = icmp eq i32 %2, %1
  %9 = or i1 %7, %8
  br i1 %9, label %66, label %10

10:
  %11 = getelementptr inbounds i8, ptr %0, i64 12
  %12 = load i32, ptr %11, align 4
  %13 = lshr i32 %3, 12
  %14 = sub i32 %12, %13
  %15 = and i32 %14, 1048575
  %16 = getelementptr inbounds i8, ptr %0, i64 32
  %17 = load ptr, ptr %16, align 8
  %18 = zext i32 %5 to i64
  %19 = getelementptr inbounds i32, ptr %17, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = sub i32 %12, %20
  %22 = and i32 %21, 1048575
  %23 = icmp eq i32 %15, 0
  %24 = select i1 %23, i32 1, i32 2
  %25 = icmp eq i32 %2, -1
  br i1 %25, label %26, label %31

26:
  %27 = icmp ugt i32 %15, %22
  %28 = icmp eq i32 %4, 0
  %29 = zext i1 %28 to i32
  %30 = select i1 %27, i32 %29, i32 %24
  br label %66

31:
  %32 = add i32 %2, -1
  %33 = load i32, ptr @group_threads, align 4
  %34 = freeze i32 %33
  %35 = udiv i32 %32, %34
  %36 = getelementptr inbounds i8, ptr %0, i64 4
  %37 = load i32, ptr %36, align 4
  %38 = icmp eq i32 %35, %37
  br i1 %38, label %42, label %39

39:
  %40 = icmp eq i32 %4, 0
  %41 = zext i1 %40 to i32
  br label %66

42:
  %43 = icmp ugt i32 %15, %22
  br i1 %43, label %66, label %44

44:
  %45 = mul i32 %35, %34
  %46 = sub i32 %32, %45
  %47 = lshr i32 %46, 5
  %48 = getelementptr inbounds i8, ptr %0, i64 8
  %49 = load i32, ptr %48, align 8
  %50 = icmp eq i32 %47, %49
  br i1 %50, label %51, label %66

51:
  %52 = getelementptr inbounds i8, ptr %0, i64 16
  %53 = load i32, ptr %52, align 8
  %54 = sub i32 %53, %3
  %55 = and i32 %54, 4095
  %56 = getelementptr inbounds i8, ptr %0, i64 40
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds i32, ptr %57, i64 %18
  %59 = load i32, ptr %58, align 4
  %60 = sub i32 %53, %59
  %61 = and i32 %60, 4095
  %62 = icmp ugt i32 %55, %61
  br i1 %62, label %66, label %63

63:
  %64 = icmp eq i32 %55, 0
  %65 = select i1 %64, i32 %24, i32 2
  br label %66

66:
  %67 = phi i32 [ 0, %6 ], [ %30, %26 ], [ %41, %39 ], [ %65, %63 ], [ 0, %42 ], [ %24, %44 ], [ 0, %51 ]
  ret i32 %67
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg) #9

declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg) #10

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
