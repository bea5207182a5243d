; 39d8a9f62903e077a273ce64aee391fe0ea212ec5c3703f94c6081f75d6ac67a by tools/build_runtime.py
%struct.Where = type { i32, i32, i32, i32, i32 }
%struct.Span = type { i64, i64, i32, i32, ptr }
%struct.Shadow = type { i32, i32, i32, i32 }
%struct.Report = type { i32, i32, i32, i32, i32, i32, i32, i32, i64 }

@spans = internal unnamed_addr global ptr null, align 8
@span_count = internal unnamed_addr global i32 0, align 4
@reports = internal unnamed_addr global ptr null, align 8
@room = internal unnamed_addr global i32 0, align 4
@count = internal unnamed_addr global i32 0, align 4
@accesses = internal unnamed_addr global i64 0, align 8
@group_threads = internal unnamed_addr global i32 0, align 4
@mtlb_check.last = internal unnamed_addr global i32 0, align 4

define void @mtlb_check_begin(ptr %0, i32 %1, ptr %2, i32 %3, i32 %4) local_unnamed_addr #0 {
  store ptr %0, ptr @spans, align 8
  store i32 %1, ptr @span_count, align 4
  store ptr %2, ptr @reports, align 8
  store i32 %3, ptr @room, align 4
  store i32 0, ptr @count, align 4
  store i64 0, ptr @accesses, align 8
  store i32 %4, ptr @group_threads, align 4
  ret void
}

define i32 @mtlb_check_count() local_unnamed_addr #1 {
  %1 = load i32, ptr @count, align 4
  ret i32 %1
}

define i64 @mtlb_check_accesses() local_unnamed_addr #1 {
  %1 = load i64, ptr @accesses, align 8
  ret i64 %1
}

define void @mtlb_check(i64 %0, i64 %1, i32 %2, i32 %3, i32 %4) local_unnamed_addr #2 {
  %6 = alloca %struct.Where, align 4
  %7 = load ptr, ptr @spans, align 8
  %8 = icmp ne ptr %7, null
  %9 = icmp ne i64 %1, 0
  %10 = and i1 %9, %8
  br i1 %10, label %11, label %211

11:
  %12 = load i64, ptr @accesses, align 8
  %13 = add i64 %12, 1
  store i64 %13, ptr @accesses, align 8
  call void @mtlb_where(ptr %6) #10
  %14 = load i32, ptr @mtlb_check.last, align 4
  %15 = load i32, ptr @span_count, align 4
  %16 = icmp ult i32 %14, %15
  br i1 %16, label %17, label %28

17:
  %18 = load ptr, ptr @spans, align 8
  %19 = zext i32 %14 to i64
  %20 = getelementptr inbounds %struct.Span, ptr %18, i64 %19
  %21 = load i64, ptr %20, align 8
  %22 = icmp ult i64 %0, %21
  br i1 %22, label %30, label %23

23:
  %24 = add i64 %1, %0
  %25 = getelementptr inbounds i8, ptr %20, i64 8
  %26 = load i64, ptr %25, align 8
  %27 = icmp ugt i64 %24, %26
  br i1 %27, label %30, label %80

28:
  %29 = icmp eq i32 %15, 0
  br i1 %29, label %51, label %30

30:
  %31 = load ptr, ptr @spans, align 8
  %32 = add i64 %1, %0
  %33 = zext i32 %15 to i64
  br label %37

34:
  %35 = load ptr, ptr @spans, align 8
  %36 = zext i32 %15 to i64
  br label %56

37:
  %38 = phi i64 [ 0, %30 ], [ %49, %48 ]
  %39 = getelementptr inbounds %struct.Span, ptr %31, i64 %38
  %40 = load i64, ptr %39, align 8
  %41 = icmp ult i64 %0, %40
  br i1 %41, label %48, label %42

42:
  %43 = getelementptr inbounds i8, ptr %39, i64 8
  %44 = load i64, ptr %43, align 8
  %45 = icmp ugt i64 %32, %44
  br i1 %45, label %48, label %46

46:
  %47 = trunc i64 %38 to i32
  store i32 %47, ptr @mtlb_check.last, align 4
  br label %80

48:
  %49 = add nuw nsw i64 %38, 1
  %50 = icmp eq i64 %49, %33
  br i1 %50, label %34, label %37

51:
  %52 = phi i32 [ -1, %28 ], [ %76, %75 ]
  %53 = and i32 %2, 1
  %54 = add nuw nsw i32 %53, 1
  %55 = trunc i64 %1 to i32
  call fastcc void @report(i32 %54, i32 %4, ptr %6, i32 0, i32 %52, i32 %55, i64 %0) #11
  call void @mtlb_end_thread() #10
  br label %80

56:
  %57 = phi i64 [ 0, %34 ], [ %78, %75 ]
  %58 = phi i64 [ -1, %34 ], [ %77, %75 ]
  %59 = phi i32 [ -1, %34 ], [ %76, %75 ]
  %60 = getelementptr inbounds %struct.Span, ptr %35, i64 %57
  %61 = load i64, ptr %60, align 8
  %62 = icmp ult i64 %0, %61
  br i1 %62, label %63, label %65

63:
  %64 = sub nuw i64 %61, %0
  br label %69

65:
  %66 = getelementptr inbounds i8, ptr %60, i64 8
  %67 = load i64, ptr %66, align 8
  %68 = call i64 @llvm.usub.sat.i64(i64 %0, i64 %67)
  br label %69

69:
  %70 = phi i64 [ %64, %63 ], [ %68, %65 ]
  %71 = icmp ult i64 %70, %58
  br i1 %71, label %72, label %75

72:
  %73 = getelementptr inbounds i8, ptr %60, i64 16
  %74 = load i32, ptr %73, align 8
  br label %75

75:
  %76 = phi i32 [ %74, %72 ], [ %59, %69 ]
  %77 = phi i64 [ %70, %72 ], [ %58, %69 ]
  %78 = add nuw nsw i64 %57, 1
  %79 = icmp eq i64 %78, %36
  br i1 %79, label %51, label %56

80:
  %81 = phi ptr [ null, %51 ], [ %39, %46 ], [ %20, %23 ]
  %82 = icmp eq i32 %3, 0
  br i1 %82, label %92, label %83

83:
  %84 = add i32 %3, -1
  %85 = zext i32 %84 to i64
  %86 = and i64 %0, %85
  %87 = icmp eq i64 %86, 0
  br i1 %87, label %92, label %88

88:
  %89 = getelementptr inbounds i8, ptr %81, i64 16
  %90 = load i32, ptr %89, align 8
  %91 = trunc i64 %1 to i32
  call fastcc void @report(i32 8, i32 %4, ptr %6, i32 0, i32 %90, i32 %91, i64 %0) #11
  br label %92

92:
  %93 = and i32 %2, 1
  %94 = icmp eq i32 %93, 0
  br i1 %94, label %107, label %95

95:
  %96 = getelementptr inbounds i8, ptr %81, i64 20
  %97 = load i32, ptr %96, align 4
  %98 = and i32 %97, 1
  %99 = icmp eq i32 %98, 0
  br i1 %99, label %100, label %107

100:
  %101 = getelementptr inbounds i8, ptr %81, i64 16
  %102 = load i32, ptr %101, align 8
  %103 = trunc i64 %1 to i32
  call fastcc void @report(i32 3, i32 %4, ptr %6, i32 0, i32 %102, i32 %103, i64 %0) #11
  %104 = load i32, ptr %101, align 8
  %105 = icmp ugt i32 %104, 131071
  br i1 %105, label %106, label %107

106:
  call void @mtlb_end_thread() #10
  br label %107

107:
  %108 = getelementptr inbounds i8, ptr %81, i64 24
  %109 = load ptr, ptr %108, align 8
  %110 = icmp eq ptr %109, null
  br i1 %110, label %210, label %111

111:
  %112 = getelementptr inbounds i8, ptr %6, i64 4
  %113 = load i32, ptr %112, align 4
  %114 = load i32, ptr @group_threads, align 4
  %115 = mul i32 %114, %113
  %116 = load i32, ptr %6, align 4
  %117 = add i32 %116, 1
  %118 = add i32 %117, %115
  %119 = getelementptr inbounds i8, ptr %6, i64 12
  %120 = load i32, ptr %119, align 4
  %121 = shl i32 %120, 12
  %122 = getelementptr inbounds i8, ptr %6, i64 16
  %123 = load i32, ptr %122, align 4
  %124 = and i32 %123, 4095
  %125 = or i32 %124, %121
  %126 = getelementptr inbounds i8, ptr %81, i64 20
  %127 = load i32, ptr %126, align 4
  %128 = and i32 %127, 2
  %129 = load i64, ptr %81, align 8
  %130 = sub i64 %0, %129
  %131 = add i64 %1, %0
  %132 = sub i64 %131, %129
  %133 = icmp ult i64 %130, %132
  br i1 %133, label %134, label %210

134:
  %135 = icmp eq i32 %2, 1
  %136 = getelementptr inbounds i8, ptr %81, i64 16
  %137 = trunc i64 %1 to i32
  %138 = and i32 %2, 2
  %139 = icmp ne i32 %138, 0
  %140 = or i32 %93, 4
  %141 = shl nuw i32 %138, 30
  %142 = or i32 %118, %141
  %143 = and i32 %120, 1048575
  br label %144

144:
  %145 = phi i64 [ %130, %134 ], [ %206, %205 ]
  %146 = load ptr, ptr %108, align 8
  %147 = getelementptr inbounds %struct.Shadow, ptr %146, i64 %145
  %148 = load i32, ptr %147, align 4
  %149 = icmp eq i32 %148, -1
  %150 = and i32 %148, 2147483647
  %151 = select i1 %149, i32 -1, i32 %150
  %152 = icmp slt i32 %148, -1
  %153 = load i32, ptr %126, align 4
  %154 = and i32 %153, 4
  %155 = icmp eq i32 %154, 0
  %156 = or i1 %135, %155
  br i1 %156, label %167, label %157

157:
  %158 = icmp eq i32 %151, 0
  br i1 %158, label %165, label %159

159:
  %160 = add nsw i32 %151, -1
  %161 = load i32, ptr @group_threads, align 4
  %162 = udiv i32 %160, %161
  %163 = load i32, ptr %112, align 4
  %164 = icmp eq i32 %162, %163
  br i1 %164, label %167, label %165

165:
  %166 = load i32, ptr %136, align 8
  call fastcc void @report(i32 7, i32 %4, ptr %6, i32 0, i32 %166, i32 %137, i64 %0) #11
  br label %167

167:
  %168 = and i1 %139, %152
  br i1 %168, label %176, label %169

169:
  %170 = getelementptr inbounds i8, ptr %147, i64 4
  %171 = load i32, ptr %170, align 4
  %172 = call fastcc i32 @unordered(ptr %6, i32 %118, i32 %151, i32 %171, i32 %128) #11
  %173 = icmp eq i32 %172, 0
  br i1 %173, label %176, label %174

174:
  %175 = load i32, ptr %136, align 8
  call fastcc void @report(i32 %140, i32 %4, ptr %6, i32 %151, i32 %175, i32 %137, i64 %0) #11
  br label %176

176:
  br i1 %94, label %187, label %177

177:
  %178 = getelementptr inbounds i8, ptr %147, i64 8
  %179 = load i32, ptr %178, align 4
  %180 = getelementptr inbounds i8, ptr %147, i64 12
  %181 = load i32, ptr %180, align 4
  %182 = call fastcc i32 @unordered(ptr %6, i32 %118, i32 %179, i32 %181, i32 %128) #11
  %183 = icmp eq i32 %182, 0
  br i1 %183, label %186, label %184

184:
  %185 = load i32, ptr %136, align 8
  call fastcc void @report(i32 6, i32 %4, ptr %6, i32 %179, i32 %185, i32 %137, i64 %0) #11
  br label %186

186:
  store i32 %142, ptr %147, align 4
  br label %202

187:
  br i1 %139, label %205, label %188

188:
  %189 = getelementptr inbounds i8, ptr %147, i64 8
  %190 = load i32, ptr %189, align 4
  %191 = icmp eq i32 %190, 0
  %192 = icmp eq i32 %190, %118
  %193 = select i1 %191, i1 true, i1 %192
  br i1 %193, label %199, label %194

194:
  %195 = getelementptr inbounds i8, ptr %147, i64 12
  %196 = load i32, ptr %195, align 4
  %197 = lshr i32 %196, 12
  %198 = icmp eq i32 %197, %143
  br i1 %198, label %200, label %199

199:
  br label %200

200:
  %201 = phi i32 [ %118, %199 ], [ -1, %194 ]
  store i32 %201, ptr %189, align 4
  br label %202

202:
  %203 = phi i64 [ 12, %200 ], [ 4, %186 ]
  %204 = getelementptr inbounds i8, ptr %147, i64 %203
  store i32 %125, ptr %204, align 4
  br label %205

205:
  %206 = add nuw i64 %145, 1
  %207 = load i64, ptr %81, align 8
  %208 = sub i64 %131, %207
  %209 = icmp ult i64 %206, %208
  br i1 %209, label %144, label %210

210:
  br label %211

211:
  ret void
}

declare void @mtlb_where(ptr) local_unnamed_addr #4

define internal fastcc void @report(i32 %0, i32 %1, ptr readonly %2, i32 %3, i32 %4, i32 %5, i64 %6) unnamed_addr #5 {
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
  br i1 %28, label %60, label %29

29:
  %30 = add nuw nsw i64 %17, 1
  %31 = icmp eq i64 %30, %15
  br i1 %31, label %32, label %16

32:
  %33 = icmp ult i32 %8, %10
  br i1 %33, label %34, label %58

34:
  %35 = add i32 %3, -1
  %36 = icmp ult i32 %35, -2
  %37 = load i32, ptr %2, align 4
  %38 = getelementptr inbounds i8, ptr %2, i64 4
  %39 = load i32, ptr %38, align 4
  br i1 %36, label %40, label %44

40:
  %41 = load i32, ptr @group_threads, align 4
  %42 = urem i32 %35, %41
  %43 = udiv i32 %35, %41
  br label %44

44:
  %45 = phi i32 [ %42, %40 ], [ -1, %34 ]
  %46 = phi i32 [ %43, %40 ], [ -1, %34 ]
  %47 = load ptr, ptr @reports, align 8
  %48 = zext i32 %8 to i64
  %49 = getelementptr inbounds %struct.Report, ptr %47, i64 %48
  store i32 %0, ptr %49, align 8
  %50 = getelementptr inbounds i8, ptr %49, i64 4
  store i32 %1, ptr %50, align 4
  %51 = getelementptr inbounds i8, ptr %49, i64 8
  store i32 %37, ptr %51, align 8
  %52 = getelementptr inbounds i8, ptr %49, i64 12
  store i32 %39, ptr %52, align 4
  %53 = getelementptr inbounds i8, ptr %49, i64 16
  store i32 %45, ptr %53, align 8
  %54 = getelementptr inbounds i8, ptr %49, i64 20
  store i32 %46, ptr %54, align 4
  %55 = getelementptr inbounds i8, ptr %49, i64 24
  store i32 %4, ptr %55, align 8
  %56 = getelementptr inbounds i8, ptr %49, i64 28
  store i32 %5, ptr %56, align 4
  %57 = getelementptr inbounds i8, ptr %49, i64 32
  store i64 %6, ptr %57, align 8
  br label %58

58:
  %59 = add i32 %8, 1
  store i32 %59, ptr @count, align 4
  br label %60

60:
  ret void
}

declare void @mtlb_end_thread() local_unnamed_addr #4

define internal fastcc i32 @unordered(ptr readonly %0, i32 %1, i32 %2, i32 %3, i32 %4) unnamed_addr #6 {
  %6 = icmp eq i32 %2, 0
  %7 = icmp eq i32 %2, %1
  %8 = or i1 %6, %7
  br i1 %8, label %46, label %9

9:
  %10 = icmp eq i32 %2, -1
  br i1 %10, label %11, label %19

11:
  %12 = lshr i32 %3, 12
  %13 = getelementptr inbounds i8, ptr %0, i64 12
  %14 = load i32, ptr %13, align 4
  %15 = and i32 %14, 1048575
  %16 = icmp eq i32 %12, %15
  %17 = icmp eq i32 %4, 0
  %18 = or i1 %17, %16
  br label %46

19:
  %20 = add i32 %2, -1
  %21 = load i32, ptr @group_threads, align 4
  %22 = udiv i32 %20, %21
  %23 = urem i32 %20, %21
  %24 = getelementptr inbounds i8, ptr %0, i64 4
  %25 = load i32, ptr %24, align 4
  %26 = icmp eq i32 %22, %25
  br i1 %26, label %29, label %27

27:
  %28 = icmp eq i32 %4, 0
  br label %46

29:
  %30 = lshr i32 %3, 12
  %31 = getelementptr inbounds i8, ptr %0, i64 12
  %32 = load i32, ptr %31, align 4
  %33 = and i32 %32, 1048575
  %34 = icmp eq i32 %30, %33
  br i1 %34, label %35, label %46

35:
  %36 = lshr i32 %23, 5
  %37 = getelementptr inbounds i8, ptr %0, i64 8
  %38 = load i32, ptr %37, align 4
  %39 = icmp eq i32 %36, %38
  br i1 %39, label %40, label %46

40:
  %41 = getelementptr inbounds i8, ptr %0, i64 16
  %42 = load i32, ptr %41, align 4
  %43 = xor i32 %42, %3
  %44 = and i32 %43, 4095
  %45 = icmp eq i32 %44, 0
  br label %46

46:
  %47 = phi i1 [ false, %5 ], [ %18, %11 ], [ %28, %27 ], [ false, %29 ], [ true, %35 ], [ %45, %40 ]
  %48 = zext i1 %47 to i32
  ret i32 %48
}

define void @mtlb_check_private(i64 %0, i64 %1, i64 %2, i64 %3, ptr %4, i32 %5, i32 %6) local_unnamed_addr #2 {
  %8 = alloca %struct.Where, align 4
  %9 = load ptr, ptr @spans, align 8
  %10 = icmp ne ptr %9, null
  %11 = icmp ne i64 %1, 0
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %45

13:
  %14 = load i64, ptr @accesses, align 8
  %15 = add i64 %14, 1
  store i64 %15, ptr @accesses, align 8
  call void @mtlb_where(ptr %8) #10
  %16 = icmp ult i64 %0, %2
  br i1 %16, label %21, label %17

17:
  %18 = add i64 %1, %0
  %19 = add i64 %3, %2
  %20 = icmp ugt i64 %18, %19
  br i1 %20, label %21, label %26

21:
  %22 = and i32 %5, 1
  %23 = add nuw nsw i32 %22, 9
  %24 = trunc i64 %1 to i32
  %25 = sub i64 %0, %2
  call fastcc void @report(i32 %23, i32 %6, ptr %8, i32 0, i32 -1, i32 %24, i64 %25) #11
  call void @mtlb_end_thread() #10
  br label %26

26:
  %27 = icmp eq ptr %4, null
  br i1 %27, label %45, label %28

28:
  %29 = and i32 %5, 1
  %30 = icmp eq i32 %29, 0
  %31 = sub i64 %0, %2
  br i1 %30, label %37, label %32

32:
  %33 = getelementptr i8, ptr %4, i64 %31
  call void @llvm.memset.p0.i64(ptr align 1 %33, i8 1, i64 %1, i1 false)
  br label %45

34:
  %35 = add nuw i64 %38, 1
  %36 = icmp eq i64 %35, %1
  br i1 %36, label %45, label %37

37:
  %38 = phi i64 [ %35, %34 ], [ 0, %28 ]
  %39 = add i64 %38, %31
  %40 = getelementptr inbounds i8, ptr %4, i64 %39
  %41 = load i8, ptr %40, align 1
  %42 = icmp eq i8 %41, 0
  br i1 %42, label %43, label %34

43:
  %44 = trunc i64 %1 to i32
  call fastcc void @report(i32 11, i32 %6, ptr %8, i32 0, i32 -1, i32 %44, i64 %39) #11
  br label %45

45:
  ret void
}

declare i32 @llvm.umin.i32(i32, i32) #7

declare i64 @llvm.usub.sat.i64(i64, i64) #7

declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg) #8

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { noinline nounwind }
attributes #3 = { nounwind }
attributes #4 = { nounwind }
attributes #5 = { nounwind }
attributes #6 = { nounwind }
attributes #7 = { nounwind }
attributes #8 = { nounwind }
attributes #9 = { nounwind }
attributes #10 = { nounwind }
attributes #11 = { nounwind }
