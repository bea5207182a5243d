; 53cadb4e5f0361760631e1f948434a3433941fe1ac12ae8ea98c90ed1d951e5d by tools/build_runtime.py
%struct.Where = type { i32, i32, i32, i32, i32, i32 }
%struct.Span = type { i64, i64, i32, i32, ptr }
%struct.Shadow = type { i32, i32, i32, i32, i32 }
%struct.Report = type { i32, i32, i32, i32, i32, i32, i32, i32, i64 }

@spans = internal unnamed_addr global ptr null, align 8
@span_count = internal unnamed_addr global i32 0, align 4
@reports = internal unnamed_addr global ptr null, align 8
@room = internal unnamed_addr global i32 0, align 4
@count = internal unnamed_addr global i32 0, align 4
@accesses = internal unnamed_addr global i64 0, align 8
@mtlb_lane_fault = external local_unnamed_addr global ptr, align 8
@group_threads = internal unnamed_addr global i32 0, align 4
@mtlb_check.last = internal unnamed_addr global i32 0, align 4
@lane_fault.other = internal global [64 x i8] zeroinitializer, align 16

define void @mtlb_check_begin(ptr %0, i32 %1, ptr %2, i32 %3, i32 %4) local_unnamed_addr #0 {
  store ptr %0, ptr @spans, align 8
  store i32 %1, ptr @span_count, align 4
  store ptr %2, ptr @reports, align 8
  store i32 %3, ptr @room, align 4
  store i32 0, ptr @count, align 4
  store i64 0, ptr @accesses, align 8
  store ptr @lane_fault, ptr @mtlb_lane_fault, align 8
  store i32 %4, ptr @group_threads, align 4
  ret void
}

define internal ptr @lane_fault(i32 %0, ptr readonly %1, i64 %2) #1 {
  %4 = alloca %struct.Where, align 4
  call void @mtlb_where(ptr %4) #11
  %5 = trunc i64 %2 to i32
  call fastcc void @report(i32 %0, i32 %5, ptr %4, i32 0, i32 -1, i32 0, i64 0) #12
  %6 = getelementptr inbounds i8, ptr %4, i64 20
  %7 = load i32, ptr %6, align 4
  %8 = icmp eq i32 %7, 255
  %9 = icmp eq i32 %0, 19
  %10 = or i1 %9, %8
  br i1 %10, label %21, label %11

11:
  %12 = trunc i32 %7 to i8
  br label %13

13:
  %14 = phi i64 [ 0, %11 ], [ %19, %13 ]
  %15 = getelementptr inbounds i8, ptr %1, i64 %14
  %16 = load i8, ptr %15, align 1
  %17 = xor i8 %16, %12
  %18 = getelementptr inbounds i8, ptr @lane_fault.other, i64 %14
  store i8 %17, ptr %18, align 1
  %19 = add nuw nsw i64 %14, 1
  %20 = icmp eq i64 %19, 64
  br i1 %20, label %21, label %13

21:
  %22 = phi ptr [ %1, %3 ], [ @lane_fault.other, %13 ]
  ret ptr %22
}

define i32 @mtlb_check_count() local_unnamed_addr #2 {
  %1 = load i32, ptr @count, align 4
  ret i32 %1
}

define i64 @mtlb_check_accesses() local_unnamed_addr #2 {
  %1 = load i64, ptr @accesses, align 8
  ret i64 %1
}

define void @mtlb_check(i64 %0, i64 %1, i32 %2, i32 %3, i32 %4) local_unnamed_addr #3 {
  %6 = alloca %struct.Where, align 4
  %7 = load ptr, ptr @spans, align 8
  %8 = icmp ne ptr %7, null
  %9 = icmp ne i64 %1, 0
  %10 = and i1 %9, %8
  br i1 %10, label %11, label %231

11:
  %12 = load i64, ptr @accesses, align 8
  %13 = add i64 %12, 1
  store i64 %13, ptr @accesses, align 8
  call void @mtlb_where(ptr %6) #11
  %14 = load i32, ptr @mtlb_check.last, align 4
  %15 = load i32, ptr @span_count, align 4
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
  br i1 %29, label %32, label %84

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
  br label %60

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
  br label %84

52:
  %53 = add nuw nsw i64 %39, 1
  %54 = icmp eq i64 %53, %34
  br i1 %54, label %35, label %38

55:
  %56 = phi i32 [ -1, %30 ], [ %80, %79 ]
  %57 = and i32 %2, 1
  %58 = add nuw nsw i32 %57, 1
  %59 = trunc i64 %1 to i32
  call fastcc void @report(i32 %58, i32 %4, ptr %6, i32 0, i32 %56, i32 %59, i64 %0) #12
  call void @mtlb_end_thread() #11
  br label %84

60:
  %61 = phi i64 [ 0, %35 ], [ %82, %79 ]
  %62 = phi i64 [ -1, %35 ], [ %81, %79 ]
  %63 = phi i32 [ -1, %35 ], [ %80, %79 ]
  %64 = getelementptr inbounds %struct.Span, ptr %36, i64 %61
  %65 = load i64, ptr %64, align 8
  %66 = icmp ult i64 %0, %65
  br i1 %66, label %67, label %69

67:
  %68 = sub nuw i64 %65, %0
  br label %73

69:
  %70 = getelementptr inbounds i8, ptr %64, i64 8
  %71 = load i64, ptr %70, align 8
  %72 = call i64 @llvm.usub.sat.i64(i64 %0, i64 %71)
  br label %73

73:
  %74 = phi i64 [ %68, %67 ], [ %72, %69 ]
  %75 = icmp ult i64 %74, %62
  br i1 %75, label %76, label %79

76:
  %77 = getelementptr inbounds i8, ptr %64, i64 16
  %78 = load i32, ptr %77, align 8
  br label %79

79:
  %80 = phi i32 [ %78, %76 ], [ %63, %73 ]
  %81 = phi i64 [ %74, %76 ], [ %62, %73 ]
  %82 = add nuw nsw i64 %61, 1
  %83 = icmp eq i64 %82, %37
  br i1 %83, label %55, label %60

84:
  %85 = phi ptr [ null, %55 ], [ %20, %17 ], [ %40, %50 ]
  %86 = icmp eq i32 %3, 0
  br i1 %86, label %96, label %87

87:
  %88 = add i32 %3, -1
  %89 = zext i32 %88 to i64
  %90 = and i64 %0, %89
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %96, label %92

92:
  %93 = getelementptr inbounds i8, ptr %85, i64 16
  %94 = load i32, ptr %93, align 8
  %95 = trunc i64 %1 to i32
  call fastcc void @report(i32 8, i32 %4, ptr %6, i32 0, i32 %94, i32 %95, i64 %0) #12
  br label %96

96:
  %97 = and i32 %2, 1
  %98 = icmp eq i32 %97, 0
  br i1 %98, label %111, label %99

99:
  %100 = getelementptr inbounds i8, ptr %85, i64 20
  %101 = load i32, ptr %100, align 4
  %102 = and i32 %101, 1
  %103 = icmp eq i32 %102, 0
  br i1 %103, label %104, label %111

104:
  %105 = getelementptr inbounds i8, ptr %85, i64 16
  %106 = load i32, ptr %105, align 8
  %107 = trunc i64 %1 to i32
  call fastcc void @report(i32 3, i32 %4, ptr %6, i32 0, i32 %106, i32 %107, i64 %0) #12
  %108 = load i32, ptr %105, align 8
  %109 = icmp ugt i32 %108, 131071
  br i1 %109, label %110, label %111

110:
  call void @mtlb_end_thread() #11
  br label %111

111:
  %112 = getelementptr inbounds i8, ptr %85, i64 24
  %113 = load ptr, ptr %112, align 8
  %114 = icmp eq ptr %113, null
  br i1 %114, label %230, label %115

115:
  %116 = getelementptr inbounds i8, ptr %6, i64 4
  %117 = load i32, ptr %116, align 4
  %118 = load i32, ptr @group_threads, align 4
  %119 = mul i32 %118, %117
  %120 = load i32, ptr %6, align 4
  %121 = add i32 %120, 1
  %122 = add i32 %121, %119
  %123 = getelementptr inbounds i8, ptr %6, i64 12
  %124 = load i32, ptr %123, align 4
  %125 = shl i32 %124, 12
  %126 = getelementptr inbounds i8, ptr %6, i64 16
  %127 = load i32, ptr %126, align 4
  %128 = and i32 %127, 4095
  %129 = or i32 %128, %125
  %130 = getelementptr inbounds i8, ptr %85, i64 20
  %131 = load i32, ptr %130, align 4
  %132 = and i32 %131, 2
  %133 = load i64, ptr %85, align 8
  %134 = sub i64 %0, %133
  %135 = add i64 %1, %0
  %136 = sub i64 %135, %133
  %137 = icmp ult i64 %134, %136
  br i1 %137, label %138, label %230

138:
  %139 = icmp eq i32 %2, 1
  %140 = getelementptr inbounds i8, ptr %85, i64 16
  %141 = trunc i64 %1 to i32
  %142 = and i32 %2, 2
  %143 = icmp ne i32 %142, 0
  %144 = or i32 %97, 4
  %145 = icmp eq i32 %132, 0
  %146 = shl nuw i32 %142, 30
  %147 = or i32 %122, %146
  %148 = and i32 %124, 1048575
  br label %149

149:
  %150 = phi i64 [ %134, %138 ], [ %226, %225 ]
  %151 = load ptr, ptr %112, align 8
  %152 = getelementptr inbounds %struct.Shadow, ptr %151, i64 %150
  %153 = load i32, ptr %152, align 4
  %154 = icmp eq i32 %153, -1
  %155 = and i32 %153, 2147483647
  %156 = select i1 %154, i32 -1, i32 %155
  %157 = icmp slt i32 %153, -1
  %158 = load i32, ptr %130, align 4
  %159 = and i32 %158, 4
  %160 = icmp eq i32 %159, 0
  %161 = or i1 %139, %160
  br i1 %161, label %172, label %162

162:
  %163 = icmp eq i32 %156, 0
  br i1 %163, label %170, label %164

164:
  %165 = add nsw i32 %156, -1
  %166 = load i32, ptr @group_threads, align 4
  %167 = udiv i32 %165, %166
  %168 = load i32, ptr %116, align 4
  %169 = icmp eq i32 %167, %168
  br i1 %169, label %172, label %170

170:
  %171 = load i32, ptr %140, align 8
  call fastcc void @report(i32 7, i32 %4, ptr %6, i32 0, i32 %171, i32 %141, i64 %0) #12
  br label %172

172:
  %173 = and i1 %143, %157
  br i1 %173, label %181, label %174

174:
  %175 = getelementptr inbounds i8, ptr %152, i64 4
  %176 = load i32, ptr %175, align 4
  %177 = call fastcc i32 @unordered(ptr %6, i32 %122, i32 %156, i32 %176, i32 %132) #12
  %178 = icmp eq i32 %177, 0
  br i1 %178, label %181, label %179

179:
  %180 = load i32, ptr %140, align 8
  call fastcc void @report(i32 %144, i32 %4, ptr %6, i32 %156, i32 %180, i32 %141, i64 %0) #12
  br label %181

181:
  br i1 %98, label %205, label %182

182:
  %183 = getelementptr inbounds i8, ptr %152, i64 8
  %184 = load i32, ptr %183, align 4
  %185 = getelementptr inbounds i8, ptr %152, i64 12
  %186 = load i32, ptr %185, align 4
  %187 = call fastcc i32 @unordered(ptr %6, i32 %122, i32 %184, i32 %186, i32 %132) #12
  %188 = icmp eq i32 %187, 0
  br i1 %188, label %189, label %200

189:
  br i1 %145, label %190, label %203

190:
  %191 = getelementptr inbounds i8, ptr %152, i64 16
  %192 = load i32, ptr %191, align 4
  %193 = icmp eq i32 %192, 0
  br i1 %193, label %203, label %194

194:
  %195 = add i32 %192, -1
  %196 = load i32, ptr @group_threads, align 4
  %197 = udiv i32 %195, %196
  %198 = load i32, ptr %116, align 4
  %199 = icmp eq i32 %197, %198
  br i1 %199, label %203, label %200

200:
  %201 = phi i32 [ %184, %182 ], [ %192, %194 ]
  %202 = load i32, ptr %140, align 8
  call fastcc void @report(i32 6, i32 %4, ptr %6, i32 %201, i32 %202, i32 %141, i64 %0) #12
  br label %203

203:
  store i32 %147, ptr %152, align 4
  %204 = getelementptr inbounds i8, ptr %152, i64 4
  store i32 %129, ptr %204, align 4
  br label %225

205:
  br i1 %143, label %225, label %206

206:
  %207 = getelementptr inbounds i8, ptr %152, i64 8
  %208 = load i32, ptr %207, align 4
  %209 = icmp eq i32 %208, 0
  %210 = icmp eq i32 %208, %122
  %211 = select i1 %209, i1 true, i1 %210
  br i1 %211, label %217, label %212

212:
  %213 = getelementptr inbounds i8, ptr %152, i64 12
  %214 = load i32, ptr %213, align 4
  %215 = lshr i32 %214, 12
  %216 = icmp eq i32 %215, %148
  br i1 %216, label %218, label %217

217:
  br label %218

218:
  %219 = phi i32 [ %122, %217 ], [ -1, %212 ]
  store i32 %219, ptr %207, align 4
  %220 = getelementptr inbounds i8, ptr %152, i64 12
  store i32 %129, ptr %220, align 4
  %221 = getelementptr inbounds i8, ptr %152, i64 16
  %222 = load i32, ptr %221, align 4
  %223 = icmp eq i32 %222, 0
  br i1 %223, label %224, label %225

224:
  store i32 %122, ptr %221, align 4
  br label %225

225:
  %226 = add nuw i64 %150, 1
  %227 = load i64, ptr %85, align 8
  %228 = sub i64 %135, %227
  %229 = icmp ult i64 %226, %228
  br i1 %229, label %149, label %230

230:
  br label %231

231:
  ret void
}

declare void @mtlb_where(ptr) local_unnamed_addr #5

define internal fastcc void @report(i32 %0, i32 %1, ptr readonly %2, i32 %3, i32 %4, i32 %5, i64 %6) unnamed_addr #6 {
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

declare void @mtlb_end_thread() local_unnamed_addr #5

define internal fastcc i32 @unordered(ptr readonly %0, i32 %1, i32 %2, i32 %3, i32 %4) unnamed_addr #7 {
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

define void @mtlb_check_private(i64 %0, i64 %1, i64 %2, i64 %3, ptr %4, i32 %5, i32 %6) local_unnamed_addr #3 {
  %8 = alloca %struct.Where, align 4
  %9 = load ptr, ptr @spans, align 8
  %10 = icmp ne ptr %9, null
  %11 = icmp ne i64 %1, 0
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %47

13:
  %14 = load i64, ptr @accesses, align 8
  %15 = add i64 %14, 1
  store i64 %15, ptr @accesses, align 8
  call void @mtlb_where(ptr %8) #11
  %16 = add i64 %3, %2
  %17 = icmp ult i64 %0, %2
  %18 = icmp ugt i64 %0, %16
  %19 = or i1 %17, %18
  %20 = sub nuw i64 %16, %0
  %21 = icmp ugt i64 %1, %20
  %22 = select i1 %19, i1 true, i1 %21
  br i1 %22, label %23, label %28

23:
  %24 = and i32 %5, 1
  %25 = add nuw nsw i32 %24, 9
  %26 = trunc i64 %1 to i32
  %27 = sub i64 %0, %2
  call fastcc void @report(i32 %25, i32 %6, ptr %8, i32 0, i32 -1, i32 %26, i64 %27) #12
  call void @mtlb_end_thread() #11
  br label %28

28:
  %29 = icmp eq ptr %4, null
  br i1 %29, label %47, label %30

30:
  %31 = and i32 %5, 1
  %32 = icmp eq i32 %31, 0
  %33 = sub i64 %0, %2
  br i1 %32, label %39, label %34

34:
  %35 = getelementptr i8, ptr %4, i64 %33
  call void @llvm.memset.p0.i64(ptr align 1 %35, i8 1, i64 %1, i1 false)
  br label %47

36:
  %37 = add nuw i64 %40, 1
  %38 = icmp eq i64 %37, %1
  br i1 %38, label %47, label %39

39:
  %40 = phi i64 [ %37, %36 ], [ 0, %30 ]
  %41 = add i64 %40, %33
  %42 = getelementptr inbounds i8, ptr %4, i64 %41
  %43 = load i8, ptr %42, align 1
  %44 = icmp eq i8 %43, 0
  br i1 %44, label %45, label %36

45:
  %46 = trunc i64 %1 to i32
  call fastcc void @report(i32 11, i32 %6, ptr %8, i32 0, i32 -1, i32 %46, i64 %41) #12
  br label %47

47:
  ret void
}

define i64 @mtlb_check_result(i1 zeroext %0, i32 %1, i32 %2) local_unnamed_addr #3 {
  %4 = alloca %struct.Where, align 4
  %5 = load ptr, ptr @spans, align 8
  %6 = icmp ne ptr %5, null
  %7 = and i1 %0, %6
  br i1 %7, label %8, label %15

8:
  call void @mtlb_where(ptr %4) #11
  call fastcc void @report(i32 %1, i32 %2, ptr %4, i32 0, i32 -1, i32 0, i64 0) #12
  %9 = getelementptr inbounds i8, ptr %4, i64 20
  %10 = load i32, ptr %9, align 4
  %11 = icmp eq i32 %10, 255
  %12 = zext i32 %10 to i64
  %13 = mul i64 %12, 72340172838076673
  %14 = select i1 %11, i64 0, i64 %13
  br label %15

15:
  %16 = phi i64 [ %14, %8 ], [ 0, %3 ]
  ret i64 %16
}

define i64 @mtlb_variables_begin() local_unnamed_addr #3 {
  %1 = tail call ptr @mtlb_variables() #11
  %2 = load ptr, ptr %1, align 8
  %3 = ptrtoint ptr %2 to i64
  ret i64 %3
}

declare ptr @mtlb_variables() local_unnamed_addr #5

define void @mtlb_variables_end(i64 %0) local_unnamed_addr #3 {
  %2 = inttoptr i64 %0 to ptr
  %3 = tail call ptr @mtlb_variables() #11
  store ptr %2, ptr %3, align 8
  ret void
}

define void @mtlb_variable(ptr %0, i64 %1, i64 %2) local_unnamed_addr #3 {
  %4 = tail call ptr @mtlb_variables() #11
  %5 = load ptr, ptr %4, align 8
  store ptr %5, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  store i64 %1, ptr %6, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 16
  store i64 %2, ptr %7, align 8
  %8 = tail call ptr @mtlb_variables() #11
  store ptr %0, ptr %8, align 8
  ret void
}

define void @mtlb_check_passed(i64 %0, i64 %1, i32 %2, i32 %3) local_unnamed_addr #3 {
  %5 = alloca %struct.Where, align 4
  %6 = load ptr, ptr @spans, align 8
  %7 = icmp ne ptr %6, null
  %8 = icmp ne i64 %1, 0
  %9 = and i1 %8, %7
  br i1 %9, label %10, label %45

10:
  %11 = load i64, ptr @accesses, align 8
  %12 = add i64 %11, 1
  store i64 %12, ptr @accesses, align 8
  %13 = tail call ptr @mtlb_variables() #11
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
  br i1 %30, label %31, label %45

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
  call void @mtlb_where(ptr %5) #11
  %42 = and i32 %2, 1
  %43 = add nuw nsw i32 %42, 9
  %44 = trunc i64 %1 to i32
  call fastcc void @report(i32 %43, i32 %3, ptr %5, i32 0, i32 -1, i32 %44, i64 %41) #12
  call void @mtlb_end_thread() #11
  br label %45

45:
  ret void
}

declare i32 @llvm.umin.i32(i32, i32) #8

declare i64 @llvm.usub.sat.i64(i64, i64) #8

declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg) #9

declare i64 @llvm.umin.i64(i64, i64) #8

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { noinline nounwind }
attributes #4 = { nounwind }
attributes #5 = { nounwind }
attributes #6 = { nounwind }
attributes #7 = { nounwind }
attributes #8 = { nounwind }
attributes #9 = { nounwind }
attributes #10 = { nounwind }
attributes #11 = { nounwind }
attributes #12 = { nounwind }
