; f3405b97c68650e32371d3852c857627c735f20b0ac54d7273d3e71105cd0137 by tools/build_runtime.py
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
@fence_of = internal unnamed_addr global [65536 x i32] zeroinitializer, align 16
@pending = internal global %struct.Pending zeroinitializer, align 8
@span_of.last = internal unnamed_addr global i32 0, align 4
@lane_fault.other = internal global [64 x i8] zeroinitializer, align 16

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
  tail call void @llvm.memset.p0.i64(ptr align 16 dereferenceable(262144) @fence_of, i8 0, i64 262144, i1 false)
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
  br i1 %8, label %83, label %9

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
  br i1 %36, label %37, label %82

37:
  %38 = and i32 %3, 1
  %39 = or i32 %38, 20
  %40 = select i1 %17, i32 22, i32 %39
  br label %66

41:
  %42 = icmp eq ptr %1, null
  br i1 %42, label %61, label %43

43:
  %44 = getelementptr inbounds i8, ptr %32, i64 24
  %45 = load ptr, ptr %44, align 8
  %46 = icmp eq ptr %45, null
  br i1 %46, label %82, label %47

47:
  %48 = ptrtoint ptr %1 to i64
  %49 = getelementptr inbounds i8, ptr %16, i64 64
  %50 = load i32, ptr %49, align 16
  %51 = getelementptr inbounds i8, ptr %16, i64 72
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr inbounds i8, ptr %32, i64 16
  %54 = load i32, ptr %53, align 8
  %55 = shl i32 %54, 3
  %56 = and i32 %55, 56
  %57 = zext i32 %56 to i64
  %58 = lshr i64 %52, %57
  %59 = trunc i64 %58 to i32
  %60 = and i32 %59, 255
  call fastcc void @race(ptr %32, ptr %6, i64 %48, i64 %2, i32 %3, i32 %50, i32 %60) #14
  br label %82

61:
  %62 = and i32 %3, 1
  %63 = or i32 %62, 20
  %64 = getelementptr inbounds i8, ptr %32, i64 16
  %65 = load i32, ptr %64, align 8
  br label %66

66:
  %67 = phi i32 [ %63, %61 ], [ %40, %37 ]
  %68 = phi i32 [ %65, %61 ], [ -1, %37 ]
  %69 = getelementptr inbounds i8, ptr %16, i64 64
  %70 = load i32, ptr %69, align 16
  %71 = call fastcc ptr @report(i32 %67, i32 %70, ptr %6, i32 0, i32 %68, i32 0, i64 0) #14
  %72 = icmp eq ptr %71, null
  br i1 %72, label %82, label %73

73:
  %74 = getelementptr inbounds i8, ptr %71, i64 40
  br label %75

75:
  %76 = phi i64 [ 0, %73 ], [ %80, %75 ]
  %77 = getelementptr inbounds i32, ptr %4, i64 %76
  %78 = load i32, ptr %77, align 4
  %79 = getelementptr inbounds i32, ptr %74, i64 %76
  store i32 %78, ptr %79, align 4
  %80 = add nuw nsw i64 %76, 1
  %81 = icmp eq i64 %80, 6
  br i1 %81, label %82, label %75

82:
  br label %83

83:
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
  br i1 %9, label %10, label %134

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
  br i1 %34, label %132, label %35

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
  br i1 %54, label %132, label %40

55:
  %56 = trunc i64 %41 to i32
  store i32 %56, ptr @span_of.last, align 4
  br label %57

57:
  %58 = phi ptr [ %23, %20 ], [ %42, %55 ]
  %59 = icmp eq i32 %2, 0
  br i1 %59, label %60, label %132

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
  br i1 %70, label %132, label %71

71:
  %72 = load i64, ptr %58, align 8
  %73 = sub i64 %0, %72
  %74 = or i64 %73, %1
  %75 = and i64 %74, 3
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %77, label %132

77:
  %78 = getelementptr inbounds i8, ptr %58, i64 20
  %79 = load i32, ptr %78, align 4
  %80 = and i32 %79, 4
  %81 = icmp eq i32 %80, 0
  br i1 %81, label %82, label %132

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
  br i1 %97, label %134, label %103

98:
  %99 = getelementptr inbounds i8, ptr %104, i64 24
  %100 = icmp ult ptr %99, %87
  br i1 %100, label %103, label %101

101:
  %102 = or i32 %95, -2147483648
  br label %109

103:
  %104 = phi ptr [ %99, %98 ], [ %84, %82 ]
  %105 = load i32, ptr %104, align 4
  %106 = icmp eq i32 %105, 0
  %107 = icmp eq i32 %105, %95
  %108 = select i1 %106, i1 true, i1 %107
  br i1 %108, label %98, label %132

109:
  %110 = phi ptr [ %84, %101 ], [ %130, %129 ]
  %111 = getelementptr inbounds i8, ptr %110, i64 8
  %112 = load i32, ptr %111, align 4
  %113 = icmp eq i32 %112, 0
  %114 = icmp eq i32 %112, %95
  %115 = or i1 %113, %114
  br i1 %115, label %122, label %116

116:
  %117 = getelementptr inbounds i8, ptr %110, i64 12
  %118 = load i32, ptr %117, align 4
  %119 = xor i32 %118, %96
  %120 = icmp ult i32 %119, 4096
  %121 = select i1 %120, i32 %102, i32 %95
  br label %122

122:
  %123 = phi i32 [ %95, %109 ], [ %121, %116 ]
  store i32 %123, ptr %111, align 4
  %124 = getelementptr inbounds i8, ptr %110, i64 12
  store i32 %96, ptr %124, align 4
  %125 = getelementptr inbounds i8, ptr %110, i64 16
  %126 = load i32, ptr %125, align 4
  %127 = icmp eq i32 %126, 0
  br i1 %127, label %128, label %129

128:
  store i32 %95, ptr %125, align 4
  br label %129

129:
  %130 = getelementptr inbounds i8, ptr %110, i64 24
  %131 = icmp ult ptr %130, %87
  br i1 %131, label %109, label %134

132:
  %133 = phi ptr [ %58, %103 ], [ %58, %57 ], [ %58, %77 ], [ %58, %71 ], [ %58, %60 ], [ null, %33 ], [ null, %52 ]
  tail call fastcc void @check_any(ptr %133, i64 %0, i64 %1, i32 %2, i32 %3, i32 %4) #14
  br label %134

134:
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
  br i1 %5, label %6, label %40

6:
  %7 = load i32, ptr @plain_count, align 4
  %8 = load i32, ptr @span_count, align 4
  %9 = icmp ult i32 %7, %8
  br i1 %9, label %10, label %40

10:
  %11 = load ptr, ptr %0, align 8
  %12 = ptrtoint ptr %11 to i64
  %13 = zext i32 %7 to i64
  %14 = zext i32 %8 to i64
  br label %18

15:
  %16 = add nuw nsw i64 %19, 1
  %17 = icmp eq i64 %16, %14
  br i1 %17, label %40, label %18

18:
  %19 = phi i64 [ %13, %10 ], [ %16, %15 ]
  %20 = getelementptr inbounds %struct.Span, ptr %2, i64 %19
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %21, %12
  br i1 %22, label %23, label %15

23:
  %24 = tail call ptr @mtlb_current() #13
  %25 = getelementptr inbounds i8, ptr %24, i64 72
  %26 = getelementptr inbounds i8, ptr %20, i64 16
  %27 = load i32, ptr %26, align 8
  %28 = shl i32 %27, 3
  %29 = and i32 %28, 56
  %30 = load i64, ptr %25, align 8
  %31 = zext i32 %29 to i64
  %32 = lshr i64 %30, %31
  %33 = add i64 %32, 1
  %34 = and i64 %33, 255
  %35 = shl nuw i64 255, %31
  %36 = xor i64 %35, -1
  %37 = and i64 %30, %36
  %38 = shl nuw i64 %34, %31
  %39 = or i64 %38, %37
  store i64 %39, ptr %25, align 8
  br label %40

40:
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
  br i1 %28, label %68, label %29

29:
  %30 = add nuw nsw i64 %17, 1
  %31 = icmp eq i64 %30, %15
  br i1 %31, label %32, label %16

32:
  %33 = icmp ult i32 %8, %10
  br i1 %33, label %36, label %34

34:
  %35 = load ptr, ptr @reports, align 8
  br label %61

36:
  %37 = add i32 %3, -1
  %38 = icmp ult i32 %37, -2
  %39 = load i32, ptr %2, align 8
  %40 = getelementptr inbounds i8, ptr %2, i64 4
  %41 = load i32, ptr %40, align 4
  br i1 %38, label %42, label %46

42:
  %43 = load i32, ptr @group_threads, align 4
  %44 = urem i32 %37, %43
  %45 = udiv i32 %37, %43
  br label %46

46:
  %47 = phi i32 [ %44, %42 ], [ -1, %36 ]
  %48 = phi i32 [ %45, %42 ], [ -1, %36 ]
  %49 = load ptr, ptr @reports, align 8
  %50 = zext i32 %8 to i64
  %51 = getelementptr inbounds %struct.Report, ptr %49, i64 %50
  store i32 %0, ptr %51, align 8
  %52 = getelementptr inbounds i8, ptr %51, i64 4
  store i32 %1, ptr %52, align 4
  %53 = getelementptr inbounds i8, ptr %51, i64 8
  store i32 %39, ptr %53, align 8
  %54 = getelementptr inbounds i8, ptr %51, i64 12
  store i32 %41, ptr %54, align 4
  %55 = getelementptr inbounds i8, ptr %51, i64 16
  store i32 %47, ptr %55, align 8
  %56 = getelementptr inbounds i8, ptr %51, i64 20
  store i32 %48, ptr %56, align 4
  %57 = getelementptr inbounds i8, ptr %51, i64 24
  store i32 %4, ptr %57, align 8
  %58 = getelementptr inbounds i8, ptr %51, i64 28
  store i32 %5, ptr %58, align 4
  %59 = getelementptr inbounds i8, ptr %51, i64 32
  store i64 %6, ptr %59, align 8
  %60 = getelementptr inbounds i8, ptr %51, i64 40
  tail call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(24) %60, i8 0, i64 24, i1 false)
  br label %61

61:
  %62 = phi ptr [ %35, %34 ], [ %49, %46 ]
  %63 = add i32 %8, 1
  store i32 %63, ptr @count, align 4
  %64 = zext i32 %63 to i64
  %65 = getelementptr inbounds %struct.Report, ptr %62, i64 %64
  %66 = getelementptr inbounds i8, ptr %65, i64 -64
  %67 = select i1 %33, ptr %66, ptr null
  br label %68

68:
  %69 = phi ptr [ %67, %61 ], [ null, %25 ]
  ret ptr %69
}

declare void @mtlb_end_thread() local_unnamed_addr #6

define i64 @mtlb_check_result(i1 zeroext %0, i32 %1, i32 %2) local_unnamed_addr #7 {
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
  %30 = and i32 %4, 5
  %31 = icmp eq i32 %30, 1
  %32 = getelementptr inbounds i8, ptr %0, i64 16
  %33 = trunc i64 %3 to i32
  %34 = and i32 %4, 2
  %35 = icmp ne i32 %34, 0
  %36 = icmp eq i32 %19, 0
  %37 = and i32 %17, 10
  %38 = icmp ne i32 %37, 0
  %39 = icmp ne i32 %4, 1
  %40 = and i32 %4, 1
  %41 = or i32 %40, 4
  %42 = icmp ne i32 %4, 0
  %43 = getelementptr inbounds i8, ptr %1, i64 12
  %44 = getelementptr inbounds i8, ptr %1, i64 32
  %45 = zext i32 %22 to i64
  %46 = icmp eq i32 %40, 0
  %47 = shl nuw i32 %34, 30
  %48 = or i32 %14, %47
  %49 = or i32 %14, -2147483648
  %50 = or i1 %42, %36
  br label %53

51:
  %52 = icmp eq i32 %256, 0
  br i1 %52, label %277, label %258

53:
  %54 = phi i32 [ 0, %27 ], [ %256, %255 ]
  %55 = phi i64 [ %24, %27 ], [ %90, %255 ]
  %56 = lshr i64 %55, 2
  %57 = load ptr, ptr %28, align 8
  %58 = getelementptr inbounds %struct.Shadow, ptr %57, i64 %56
  %59 = and i64 %55, 3
  %60 = icmp ne i64 %59, 0
  %61 = sub nuw i64 %25, %55
  %62 = icmp ult i64 %61, 4
  %63 = or i1 %60, %62
  %64 = load i32, ptr %58, align 4
  %65 = icmp eq i32 %64, -1
  %66 = select i1 %63, i1 true, i1 %65
  br i1 %66, label %69, label %67

67:
  %68 = add i64 %55, 4
  br label %88

69:
  %70 = load i64, ptr %29, align 8
  %71 = load i64, ptr %0, align 8
  %72 = sub i64 %70, %71
  %73 = lshr i64 %72, 2
  %74 = getelementptr inbounds %struct.Shadow, ptr %57, i64 %73
  %75 = getelementptr inbounds i8, ptr %74, i64 24
  %76 = mul nuw i64 %56, 96
  %77 = getelementptr inbounds i8, ptr %75, i64 %76
  %78 = icmp eq i32 %64, -1
  br i1 %78, label %85, label %80

79:
  store i32 -1, ptr %58, align 4
  br label %85

80:
  %81 = phi i64 [ %83, %80 ], [ 0, %69 ]
  %82 = getelementptr inbounds %struct.Shadow, ptr %77, i64 %81
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(24) %82, ptr align 4 dereferenceable(24) %58, i64 24, i1 false)
  %83 = add nuw nsw i64 %81, 1
  %84 = icmp eq i64 %83, 4
  br i1 %84, label %79, label %80

85:
  %86 = add nuw i64 %55, 1
  %87 = getelementptr inbounds %struct.Shadow, ptr %77, i64 %59
  br label %88

88:
  %89 = phi ptr [ %58, %67 ], [ %87, %85 ]
  %90 = phi i64 [ %68, %67 ], [ %86, %85 ]
  %91 = load i32, ptr %89, align 4
  %92 = and i32 %91, 2147483647
  %93 = icmp slt i32 %91, 0
  %94 = load i32, ptr %16, align 4
  %95 = and i32 %94, 4
  %96 = icmp eq i32 %95, 0
  %97 = or i1 %31, %96
  br i1 %97, label %110, label %98

98:
  %99 = icmp eq i32 %92, 0
  br i1 %99, label %107, label %100

100:
  br i1 %20, label %110, label %101

101:
  %102 = add nsw i32 %92, -1
  %103 = load i32, ptr @group_threads, align 4
  %104 = udiv i32 %102, %103
  %105 = load i32, ptr %8, align 4
  %106 = icmp eq i32 %104, %105
  br i1 %106, label %110, label %107

107:
  %108 = load i32, ptr %32, align 8
  %109 = tail call fastcc ptr @report(i32 7, i32 %5, ptr %1, i32 0, i32 %108, i32 %33, i64 %2) #14
  br label %110

110:
  %111 = select i1 %35, i1 %93, i1 false
  br i1 %111, label %177, label %112

112:
  %113 = getelementptr inbounds i8, ptr %89, i64 4
  %114 = load i32, ptr %113, align 4
  %115 = tail call fastcc i32 @order_of(ptr %1, i32 %14, i32 %92, i32 %114, i32 %18, i32 %22) #14
  %116 = icmp eq i32 %115, 0
  %117 = or i1 %38, %116
  br i1 %117, label %138, label %118

118:
  %119 = add nsw i32 %92, -1
  %120 = load i32, ptr @group_threads, align 4
  %121 = udiv i32 %119, %120
  %122 = load i32, ptr %8, align 4
  %123 = icmp eq i32 %121, %122
  br i1 %123, label %138, label %124

124:
  %125 = getelementptr inbounds i8, ptr %89, i64 20
  %126 = load i32, ptr %125, align 4
  %127 = and i32 %121, 65535
  %128 = zext i32 %127 to i64
  %129 = getelementptr inbounds i32, ptr @fence_of, i64 %128
  %130 = load i32, ptr %129, align 4
  %131 = and i32 %122, 65535
  %132 = zext i32 %131 to i64
  %133 = getelementptr inbounds i32, ptr @fence_of, i64 %132
  %134 = load i32, ptr %133, align 4
  %135 = icmp ule i32 %130, %126
  %136 = icmp ule i32 %134, %126
  %137 = select i1 %135, i1 true, i1 %136
  br i1 %137, label %138, label %151

138:
  %139 = icmp eq i32 %115, 2
  br i1 %139, label %147, label %140

140:
  %141 = icmp eq i32 %115, 0
  %142 = or i1 %39, %141
  %143 = select i1 %142, i1 true, i1 %93
  %144 = xor i1 %143, true
  %145 = or i1 %141, %144
  %146 = select i1 %143, i32 %54, i32 %92
  br i1 %145, label %151, label %147

147:
  %148 = phi i32 [ 19, %138 ], [ %41, %140 ]
  %149 = load i32, ptr %32, align 8
  %150 = tail call fastcc ptr @report(i32 %148, i32 %5, ptr %1, i32 %92, i32 %149, i32 %33, i64 %2) #14
  br label %151

151:
  %152 = phi i1 [ %38, %140 ], [ false, %124 ], [ %38, %147 ]
  %153 = phi i32 [ %146, %140 ], [ %54, %124 ], [ %54, %147 ]
  %154 = icmp ne i32 %92, %14
  %155 = or i1 %93, %154
  %156 = select i1 %50, i1 true, i1 %155
  br i1 %156, label %177, label %157

157:
  %158 = getelementptr inbounds i8, ptr %89, i64 20
  %159 = load i32, ptr %158, align 4
  %160 = icmp eq i32 %159, %6
  br i1 %160, label %161, label %235

161:
  %162 = load i32, ptr %43, align 4
  %163 = getelementptr inbounds i8, ptr %89, i64 4
  %164 = load i32, ptr %163, align 4
  %165 = lshr i32 %164, 12
  %166 = sub i32 %162, %165
  %167 = and i32 %166, 1048575
  %168 = load ptr, ptr %44, align 8
  %169 = getelementptr inbounds i32, ptr %168, i64 %45
  %170 = load i32, ptr %169, align 4
  %171 = sub i32 %162, %170
  %172 = and i32 %171, 1048575
  %173 = icmp ugt i32 %167, %172
  br i1 %173, label %235, label %174

174:
  %175 = load i32, ptr %32, align 8
  %176 = tail call fastcc ptr @report(i32 23, i32 %5, ptr %1, i32 0, i32 %175, i32 %33, i64 %2) #14
  br label %235

177:
  %178 = phi i32 [ %153, %151 ], [ %54, %110 ]
  %179 = phi i1 [ %152, %151 ], [ %38, %110 ]
  br i1 %46, label %234, label %180

180:
  %181 = getelementptr inbounds i8, ptr %89, i64 8
  %182 = load i32, ptr %181, align 4
  %183 = getelementptr inbounds i8, ptr %89, i64 12
  %184 = load i32, ptr %183, align 4
  %185 = tail call fastcc i32 @order_of(ptr %1, i32 %14, i32 %182, i32 %184, i32 %18, i32 %22) #14
  %186 = and i32 %182, 2147483647
  %187 = icmp sgt i32 %182, -1
  %188 = select i1 %187, i32 %186, i32 -1
  %189 = or i32 %185, %18
  %190 = icmp eq i32 %189, 0
  br i1 %190, label %191, label %201

191:
  %192 = getelementptr inbounds i8, ptr %89, i64 16
  %193 = load i32, ptr %192, align 4
  %194 = icmp eq i32 %193, 0
  br i1 %194, label %231, label %195

195:
  %196 = add i32 %193, -1
  %197 = load i32, ptr @group_threads, align 4
  %198 = udiv i32 %196, %197
  %199 = load i32, ptr %8, align 4
  %200 = icmp eq i32 %198, %199
  br i1 %200, label %231, label %201

201:
  %202 = phi i32 [ %185, %180 ], [ 1, %195 ]
  %203 = phi i32 [ %186, %180 ], [ %193, %195 ]
  %204 = phi i32 [ %188, %180 ], [ %193, %195 ]
  %205 = icmp eq i32 %202, 0
  %206 = or i1 %179, %205
  br i1 %206, label %225, label %207

207:
  %208 = add i32 %203, -1
  %209 = load i32, ptr @group_threads, align 4
  %210 = udiv i32 %208, %209
  %211 = load i32, ptr %8, align 4
  %212 = icmp eq i32 %210, %211
  br i1 %212, label %226, label %213

213:
  %214 = and i32 %210, 65535
  %215 = zext i32 %214 to i64
  %216 = getelementptr inbounds i32, ptr @fence_of, i64 %215
  %217 = load i32, ptr %216, align 4
  %218 = and i32 %211, 65535
  %219 = zext i32 %218 to i64
  %220 = getelementptr inbounds i32, ptr @fence_of, i64 %219
  %221 = load i32, ptr %220, align 4
  %222 = icmp eq i32 %217, 0
  %223 = icmp eq i32 %221, 0
  %224 = select i1 %222, i1 true, i1 %223
  br i1 %224, label %226, label %231

225:
  br i1 %205, label %231, label %226

226:
  %227 = icmp eq i32 %202, 1
  %228 = select i1 %227, i32 6, i32 19
  %229 = load i32, ptr %32, align 8
  %230 = tail call fastcc ptr @report(i32 %228, i32 %5, ptr %1, i32 %204, i32 %229, i32 %33, i64 %2) #14
  br label %231

231:
  store i32 %48, ptr %89, align 4
  %232 = getelementptr inbounds i8, ptr %89, i64 4
  store i32 %15, ptr %232, align 4
  %233 = getelementptr inbounds i8, ptr %89, i64 20
  store i32 %6, ptr %233, align 4
  br label %255

234:
  br i1 %35, label %255, label %235

235:
  %236 = phi i32 [ %153, %174 ], [ %153, %161 ], [ %153, %157 ], [ %178, %234 ]
  %237 = getelementptr inbounds i8, ptr %89, i64 8
  %238 = load i32, ptr %237, align 4
  %239 = icmp eq i32 %238, 0
  %240 = icmp eq i32 %238, %14
  %241 = or i1 %239, %240
  br i1 %241, label %248, label %242

242:
  %243 = getelementptr inbounds i8, ptr %89, i64 12
  %244 = load i32, ptr %243, align 4
  %245 = xor i32 %244, %15
  %246 = icmp ult i32 %245, 4096
  %247 = select i1 %246, i32 %49, i32 %14
  br label %248

248:
  %249 = phi i32 [ %14, %235 ], [ %247, %242 ]
  store i32 %249, ptr %237, align 4
  %250 = getelementptr inbounds i8, ptr %89, i64 12
  store i32 %15, ptr %250, align 4
  %251 = getelementptr inbounds i8, ptr %89, i64 16
  %252 = load i32, ptr %251, align 4
  %253 = icmp eq i32 %252, 0
  br i1 %253, label %254, label %255

254:
  store i32 %14, ptr %251, align 4
  br label %255

255:
  %256 = phi i32 [ %236, %254 ], [ %236, %248 ], [ %178, %234 ], [ %178, %231 ]
  %257 = icmp ult i64 %90, %25
  br i1 %257, label %53, label %51

258:
  %259 = getelementptr inbounds i8, ptr %0, i64 16
  %260 = load i32, ptr %259, align 8
  %261 = icmp ugt i64 %3, 256
  br i1 %261, label %262, label %265

262:
  %263 = trunc i64 %3 to i32
  %264 = tail call fastcc ptr @report(i32 5, i32 %5, ptr readonly %1, i32 %256, i32 %260, i32 %263, i64 %2) #14
  br label %277

265:
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 dereferenceable(48) @pending, ptr readonly align 8 dereferenceable(48) %1, i64 48, i1 false)
  store i64 %2, ptr getelementptr inbounds (i8, ptr @pending, i64 48), align 8
  %266 = trunc i64 %3 to i32
  store i32 %266, ptr getelementptr inbounds (i8, ptr @pending, i64 56), align 8
  store i32 %5, ptr getelementptr inbounds (i8, ptr @pending, i64 60), align 4
  store i32 %260, ptr getelementptr inbounds (i8, ptr @pending, i64 64), align 8
  store i32 %256, ptr getelementptr inbounds (i8, ptr @pending, i64 68), align 4
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
  %7 = and i32 %2, 2147483647
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %62, label %9

9:
  %10 = icmp ne i32 %7, %1
  %11 = icmp slt i32 %2, 0
  %12 = or i1 %11, %10
  br i1 %12, label %13, label %62

13:
  %14 = getelementptr inbounds i8, ptr %0, i64 12
  %15 = load i32, ptr %14, align 4
  %16 = lshr i32 %3, 12
  %17 = sub i32 %15, %16
  %18 = and i32 %17, 1048575
  %19 = zext i32 %5 to i64
  %20 = icmp eq i32 %18, 0
  %21 = select i1 %20, i32 1, i32 2
  %22 = add nsw i32 %7, -1
  %23 = load i32, ptr @group_threads, align 4
  %24 = udiv i32 %22, %23
  %25 = urem i32 %22, %23
  %26 = getelementptr inbounds i8, ptr %0, i64 4
  %27 = load i32, ptr %26, align 4
  %28 = icmp eq i32 %24, %27
  br i1 %28, label %32, label %29

29:
  %30 = icmp eq i32 %4, 0
  %31 = zext i1 %30 to i32
  br label %62

32:
  %33 = getelementptr inbounds i8, ptr %0, i64 32
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds i32, ptr %34, i64 %19
  %36 = load i32, ptr %35, align 4
  %37 = sub i32 %15, %36
  %38 = and i32 %37, 1048575
  %39 = icmp ugt i32 %18, %38
  %40 = or i1 %11, %39
  %41 = select i1 %39, i32 0, i32 %21
  br i1 %40, label %62, label %42

42:
  %43 = lshr i32 %25, 5
  %44 = getelementptr inbounds i8, ptr %0, i64 8
  %45 = load i32, ptr %44, align 8
  %46 = icmp eq i32 %43, %45
  br i1 %46, label %47, label %62

47:
  %48 = getelementptr inbounds i8, ptr %0, i64 16
  %49 = load i32, ptr %48, align 8
  %50 = sub i32 %49, %3
  %51 = and i32 %50, 4095
  %52 = getelementptr inbounds i8, ptr %0, i64 40
  %53 = load ptr, ptr %52, align 8
  %54 = getelementptr inbounds i32, ptr %53, i64 %19
  %55 = load i32, ptr %54, align 4
  %56 = sub i32 %49, %55
  %57 = and i32 %56, 4095
  %58 = icmp ugt i32 %51, %57
  br i1 %58, label %62, label %59

59:
  %60 = icmp eq i32 %51, 0
  %61 = select i1 %60, i32 %21, i32 2
  br label %62

62:
  %63 = phi i32 [ 0, %6 ], [ 0, %9 ], [ %31, %29 ], [ %61, %59 ], [ %41, %32 ], [ 0, %47 ], [ %21, %42 ]
  ret i32 %63
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
