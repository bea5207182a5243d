; ff57698388a1e669bb3120d4a65e870642840f4e6bb4d2d46946885064bc41a4 by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, ptr, ptr, ptr, i32, i32, i32, i32, i64, [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [3 x i32], [11 x i32], [32 x [64 x i8]], i32, [15 x i32], [32 x [64 x i8]] }
%struct.LaneRun = type { [3 x i32], i32, i32, [3 x i32] }

@current = internal unnamed_addr global ptr null, align 8
@dispatch = internal unnamed_addr global ptr null, align 8
@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@mtlb_neighbour.zeros = internal constant [8 x i64] zeroinitializer, align 8
@mtlb_threadgroup_count = external local_unnamed_addr constant i32, align 4
@mtlb_threadgroup = external local_unnamed_addr global [0 x %struct.Region], align 8
@last = internal unnamed_addr global ptr null, align 8
@ordered = internal global [3 x i32] zeroinitializer, align 4
@mtlb_texel_access = local_unnamed_addr global ptr null, align 8
@mtlb_lane_fault = local_unnamed_addr global ptr null, align 8
@scheduler_stack = internal global ptr null, align 8

define ptr @mtlb_lane_runs() local_unnamed_addr #0 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 40
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define void @mtlb_lanes_met() local_unnamed_addr #1 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 136
  %3 = load i64, ptr %2, align 8
  %4 = add i64 %3, 1
  store i64 %4, ptr %2, align 8
  %5 = load ptr, ptr @current, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 40
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %7, i64 4
  %9 = load i32, ptr %8, align 4
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds i8, ptr %1, i64 120
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, %10
  store i64 %13, ptr %11, align 8
  ret void
}

define ptr @mtlb_enter(ptr %0) local_unnamed_addr #1 {
  %2 = load ptr, ptr @current, align 8
  %3 = getelementptr inbounds i8, ptr %2, i64 32
  %4 = load ptr, ptr %3, align 16
  %5 = icmp eq ptr %4, null
  br i1 %5, label %7, label %6

6:
  store ptr %0, ptr %4, align 8
  br label %9

7:
  %8 = getelementptr inbounds i8, ptr %2, i64 24
  store ptr %0, ptr %8, align 8
  br label %9

9:
  store ptr %0, ptr %3, align 16
  ret ptr %4
}

define void @mtlb_leave(ptr %0) local_unnamed_addr #3 {
  %2 = load ptr, ptr @current, align 8
  %3 = getelementptr inbounds i8, ptr %2, i64 32
  store ptr %0, ptr %3, align 16
  ret void
}

define void @mtlb_barrier(i32 %0, i64 %1) local_unnamed_addr #4 {
  %3 = load i32, ptr @mtlb_is_stackful, align 4
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %6, label %5

5:
  tail call fastcc void @leave(i32 2, i64 %1, i32 %0) #19
  br label %6

6:
  ret void
}

define internal fastcc void @leave(i32 %0, i64 %1, i32 %2) unnamed_addr #5 {
  %4 = load ptr, ptr @current, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 8
  store i32 %0, ptr %5, align 8
  %6 = getelementptr inbounds i8, ptr %4, i64 60
  store i32 %2, ptr %6, align 4
  %7 = getelementptr inbounds i8, ptr %4, i64 16
  store i64 %1, ptr %7, align 16
  %8 = load i32, ptr @mtlb_is_stackful, align 4
  %9 = icmp eq i32 %8, 3
  br i1 %9, label %10, label %16

10:
  %11 = getelementptr inbounds i8, ptr %4, i64 40
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 4
  %14 = load i32, ptr %13, align 4
  %15 = zext i32 %14 to i64
  br label %16

16:
  %17 = phi i64 [ %15, %10 ], [ 1, %3 ]
  %18 = load ptr, ptr @dispatch, align 8
  %19 = getelementptr inbounds i8, ptr %18, i64 120
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %20, %17
  store i64 %21, ptr %19, align 8
  tail call fastcc void @switch_to_next(ptr %4) #19
  ret void
}

define void @mtlb_simdgroup_barrier(i32 %0, i64 %1) local_unnamed_addr #4 {
  tail call fastcc void @leave(i32 1, i64 %1, i32 %0) #19
  ret void
}

define ptr @mtlb_slot() local_unnamed_addr #6 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 80
  ret ptr %2
}

define ptr @mtlb_meet(i64 %0) local_unnamed_addr #4 {
  %2 = load ptr, ptr @current, align 8
  tail call fastcc void @leave(i32 1, i64 %0, i32 7) #19
  %3 = getelementptr inbounds i8, ptr %2, i64 40
  %4 = load ptr, ptr %3, align 8
  ret ptr %4
}

define i32 @mtlb_lane() local_unnamed_addr #0 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 12
  %3 = load i32, ptr %2, align 4
  ret i32 %3
}

define ptr @mtlb_current() local_unnamed_addr #6 {
  %1 = load ptr, ptr @current, align 8
  ret ptr %1
}

define ptr @mtlb_variables() local_unnamed_addr #6 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 48
  ret ptr %2
}

define ptr @mtlb_neighbour(ptr readonly %0, i32 %1, i32 %2) local_unnamed_addr #0 {
  %4 = load ptr, ptr @current, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 12
  %6 = load i32, ptr %5, align 4
  %7 = xor i32 %1, -1
  %8 = and i32 %6, %7
  %9 = or i32 %6, %1
  %10 = load i32, ptr %0, align 4
  %11 = lshr i32 %10, %8
  %12 = lshr i32 %10, %9
  %13 = and i32 %12, 1
  %14 = and i32 %13, %11
  %15 = icmp eq i32 %14, 0
  %16 = getelementptr inbounds i8, ptr %0, i64 64
  %17 = icmp eq i32 %2, 0
  %18 = select i1 %17, i32 %8, i32 %9
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds [64 x i8], ptr %16, i64 %19
  %21 = select i1 %15, ptr @mtlb_neighbour.zeros, ptr %20
  ret ptr %21
}

define void @mtlb_discard() local_unnamed_addr #1 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 88
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  %5 = load ptr, ptr @current, align 8
  br i1 %4, label %11, label %6

6:
  %7 = getelementptr inbounds i8, ptr %5, i64 260
  %8 = load i32, ptr %7, align 4
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds i8, ptr %3, i64 %9
  store i8 1, ptr %10, align 1
  br label %11

11:
  %12 = getelementptr inbounds i8, ptr %5, i64 56
  store i32 1, ptr %12, align 8
  ret void
}

define i32 @mtlb_is_discarded() local_unnamed_addr #0 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 56
  %3 = load i32, ptr %2, align 8
  ret i32 %3
}

define void @mtlb_end_thread() local_unnamed_addr #7 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 100
  %3 = load i32, ptr %2, align 4
  %4 = add i32 %3, 1
  store i32 %4, ptr %2, align 4
  %5 = load ptr, ptr @current, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 8
  store i32 3, ptr %6, align 8
  tail call fastcc void @switch_to_next(ptr %5) #19
  tail call void @llvm.trap()
  unreachable
}

define void @mtlb_no_function() local_unnamed_addr #7 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 96
  store i32 4, ptr %2, align 8
  %3 = getelementptr inbounds i8, ptr %1, i64 100
  %4 = load i32, ptr %3, align 4
  %5 = add i32 %4, 1
  store i32 %5, ptr %3, align 4
  %6 = load ptr, ptr @current, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 8
  store i32 3, ptr %7, align 8
  tail call fastcc void @switch_to_next(ptr %6) #19
  tail call void @llvm.trap()
  unreachable
}

define ptr @mtlb_thread() local_unnamed_addr #6 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 144
  ret ptr %2
}

define ptr @mtlb_pixels() local_unnamed_addr #0 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 160
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define i32 @mtlb_dispatch(ptr %0, i64 %1, i64 %2) local_unnamed_addr #5 {
  %4 = alloca [3 x i32], align 4
  %5 = alloca [3 x i32], align 4
  %6 = alloca [3 x i32], align 4
  %7 = alloca [3 x i32], align 4
  %8 = alloca %struct.Lane, align 16
  %9 = alloca %struct.Thread, align 4
  store ptr %0, ptr @dispatch, align 8
  %10 = icmp ult i64 %1, %2
  br i1 %10, label %11, label %50

11:
  %12 = getelementptr inbounds i8, ptr %4, i64 4
  %13 = getelementptr inbounds i8, ptr %0, i64 4
  %14 = getelementptr inbounds i8, ptr %4, i64 8
  %15 = getelementptr i8, ptr %0, i64 24
  %16 = getelementptr inbounds i8, ptr %0, i64 12
  %17 = getelementptr inbounds i8, ptr %0, i64 40
  %18 = load i32, ptr @mtlb_threadgroup_count, align 4
  %19 = icmp ne i32 %18, 0
  %20 = getelementptr inbounds i8, ptr %5, i64 4
  %21 = getelementptr inbounds i8, ptr %5, i64 8
  %22 = getelementptr inbounds i8, ptr %0, i64 144
  %23 = load i32, ptr @mtlb_is_stackful, align 4
  %24 = icmp eq i32 %23, 0
  %25 = getelementptr inbounds i8, ptr %0, i64 36
  %26 = icmp eq i32 %23, 3
  %27 = getelementptr inbounds i8, ptr %7, i64 8
  %28 = getelementptr inbounds i8, ptr %7, i64 4
  %29 = getelementptr inbounds i8, ptr %0, i64 72
  %30 = getelementptr inbounds i8, ptr %0, i64 80
  %31 = getelementptr inbounds i8, ptr %0, i64 56
  %32 = icmp eq i32 %23, 2
  %33 = getelementptr inbounds i8, ptr %0, i64 64
  %34 = getelementptr inbounds i8, ptr %0, i64 152
  %35 = getelementptr inbounds i8, ptr %8, i64 144
  %36 = getelementptr inbounds i8, ptr %0, i64 48
  %37 = getelementptr inbounds i8, ptr %8, i64 156
  %38 = getelementptr inbounds i8, ptr %8, i64 180
  %39 = getelementptr inbounds i8, ptr %8, i64 184
  %40 = getelementptr inbounds i8, ptr %8, i64 188
  %41 = getelementptr inbounds i8, ptr %8, i64 248
  %42 = getelementptr inbounds i8, ptr %8, i64 252
  %43 = getelementptr inbounds i8, ptr %8, i64 148
  %44 = getelementptr inbounds i8, ptr %8, i64 152
  %45 = getelementptr inbounds i8, ptr %8, i64 260
  %46 = getelementptr inbounds i8, ptr %8, i64 12
  %47 = getelementptr inbounds i8, ptr %8, i64 56
  %48 = zext i32 %18 to i64
  %49 = getelementptr i8, ptr %0, i64 28
  br label %53

50:
  %51 = getelementptr inbounds i8, ptr %0, i64 96
  %52 = load i32, ptr %51, align 8
  ret i32 %52

53:
  %54 = phi i64 [ %1, %11 ], [ %364, %363 ]
  %55 = load i32, ptr %0, align 8
  %56 = zext i32 %55 to i64
  %57 = freeze i64 %54
  %58 = freeze i64 %56
  %59 = udiv i64 %57, %58
  %60 = mul i64 %59, %58
  %61 = sub i64 %57, %60
  %62 = trunc i64 %61 to i32
  store i32 %62, ptr %4, align 4
  %63 = load i32, ptr %13, align 4
  %64 = zext i32 %63 to i64
  %65 = freeze i64 %64
  %66 = udiv i64 %59, %65
  %67 = mul i64 %66, %65
  %68 = sub i64 %59, %67
  %69 = trunc i64 %68 to i32
  store i32 %69, ptr %12, align 4
  %70 = trunc i64 %66 to i32
  store i32 %70, ptr %14, align 4
  %71 = load i32, ptr %15, align 8
  %72 = load i32, ptr %49, align 4
  br label %77

73:
  %74 = load i32, ptr %17, align 8
  %75 = icmp ne i32 %74, 0
  %76 = select i1 %75, i1 %19, i1 false
  br i1 %76, label %101, label %92

77:
  %78 = phi i64 [ 0, %53 ], [ %90, %77 ]
  %79 = getelementptr inbounds i32, ptr %15, i64 %78
  %80 = load i32, ptr %79, align 4
  %81 = getelementptr inbounds i32, ptr %4, i64 %78
  %82 = load i32, ptr %81, align 4
  %83 = getelementptr inbounds i32, ptr %16, i64 %78
  %84 = load i32, ptr %83, align 4
  %85 = mul i32 %84, %82
  %86 = getelementptr inbounds i32, ptr %6, i64 %78
  store i32 %85, ptr %86, align 4
  %87 = sub i32 %80, %85
  %88 = call i32 @llvm.umin.i32(i32 %87, i32 %84)
  %89 = getelementptr inbounds i32, ptr %5, i64 %78
  store i32 %88, ptr %89, align 4
  %90 = add nuw nsw i64 %78, 1
  %91 = icmp eq i64 %90, 3
  br i1 %91, label %73, label %77

92:
  %93 = load i32, ptr %5, align 4
  %94 = load i32, ptr %20, align 4
  %95 = mul i32 %94, %93
  %96 = load i32, ptr %21, align 4
  %97 = mul i32 %95, %96
  %98 = zext i32 %97 to i64
  %99 = load i64, ptr %22, align 8
  %100 = add i64 %99, %98
  store i64 %100, ptr %22, align 8
  br i1 %24, label %114, label %164

101:
  %102 = phi i64 [ %109, %101 ], [ 0, %73 ]
  %103 = phi i32 [ %110, %101 ], [ %74, %73 ]
  %104 = getelementptr inbounds %struct.Region, ptr @mtlb_threadgroup, i64 %102
  %105 = load ptr, ptr %104, align 8
  %106 = trunc i32 %103 to i8
  %107 = getelementptr inbounds i8, ptr %104, i64 8
  %108 = load i64, ptr %107, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %105, i8 %106, i64 %108, i1 false)
  %109 = add nuw nsw i64 %102, 1
  %110 = load i32, ptr %17, align 8
  %111 = icmp ne i32 %110, 0
  %112 = icmp ult i64 %109, %48
  %113 = select i1 %111, i1 %112, i1 false
  br i1 %113, label %101, label %92

114:
  %115 = load ptr, ptr %36, align 8
  store ptr %8, ptr @current, align 8
  call fastcc void @begin_group(ptr %35, ptr %0, ptr %4, ptr %5) #19
  store i32 0, ptr %27, align 4
  %116 = icmp eq i32 %96, 0
  br i1 %116, label %163, label %117

117:
  %118 = icmp eq i32 %94, 0
  %119 = icmp eq i32 %93, 0
  br label %120

120:
  %121 = phi i32 [ 0, %117 ], [ %160, %159 ]
  %122 = phi i32 [ 0, %117 ], [ %161, %159 ]
  store i32 0, ptr %28, align 4
  br i1 %118, label %159, label %123

123:
  %124 = phi i32 [ %156, %155 ], [ %121, %120 ]
  %125 = phi i32 [ %157, %155 ], [ 0, %120 ]
  store i32 0, ptr %7, align 4
  br i1 %119, label %155, label %126

126:
  %127 = phi i32 [ %153, %140 ], [ %124, %123 ]
  %128 = phi i32 [ %152, %140 ], [ 0, %123 ]
  br label %129

129:
  %130 = phi i64 [ 0, %126 ], [ %138, %129 ]
  %131 = getelementptr inbounds i32, ptr %7, i64 %130
  %132 = load i32, ptr %131, align 4
  %133 = getelementptr inbounds i32, ptr %37, i64 %130
  store i32 %132, ptr %133, align 4
  %134 = getelementptr inbounds i32, ptr %6, i64 %130
  %135 = load i32, ptr %134, align 4
  %136 = add i32 %135, %132
  %137 = getelementptr inbounds i32, ptr %35, i64 %130
  store i32 %136, ptr %137, align 4
  %138 = add nuw nsw i64 %130, 1
  %139 = icmp eq i64 %138, 3
  br i1 %139, label %140, label %129

140:
  store i32 %127, ptr %38, align 4
  %141 = and i32 %127, 31
  store i32 %141, ptr %39, align 8
  %142 = lshr i32 %127, 5
  store i32 %142, ptr %40, align 4
  %143 = lshr i32 %127, 2
  store i32 %143, ptr %41, align 8
  %144 = and i32 %127, 3
  store i32 %144, ptr %42, align 4
  %145 = load i32, ptr %35, align 16
  %146 = load i32, ptr %43, align 4
  %147 = load i32, ptr %44, align 8
  %148 = mul i32 %147, %72
  %149 = add i32 %148, %146
  %150 = mul i32 %149, %71
  %151 = add i32 %150, %145
  store i32 %151, ptr %45, align 4
  store i32 %141, ptr %46, align 4
  store i32 0, ptr %47, align 8
  call void @mtlb_entry(ptr %115, ptr %35) #21
  %152 = add nuw i32 %128, 1
  store i32 %152, ptr %7, align 4
  %153 = add i32 %127, 1
  %154 = icmp eq i32 %152, %93
  br i1 %154, label %155, label %126

155:
  %156 = phi i32 [ %124, %123 ], [ %153, %140 ]
  %157 = add nuw i32 %125, 1
  store i32 %157, ptr %28, align 4
  %158 = icmp eq i32 %157, %94
  br i1 %158, label %159, label %123

159:
  %160 = phi i32 [ %121, %120 ], [ %156, %155 ]
  %161 = add nuw i32 %122, 1
  store i32 %161, ptr %27, align 4
  %162 = icmp eq i32 %161, %96
  br i1 %162, label %163, label %120

163:
  br label %363

164:
  %165 = load i32, ptr %25, align 4
  %166 = icmp ne i32 %165, 0
  %167 = and i32 %93, 1
  %168 = icmp eq i32 %167, 0
  %169 = select i1 %166, i1 %168, i1 false
  br i1 %169, label %170, label %173

170:
  %171 = and i32 %94, 1
  %172 = icmp eq i32 %171, 0
  br label %173

173:
  %174 = phi i1 [ %172, %170 ], [ false, %164 ]
  call fastcc void @begin_group(ptr %9, ptr %0, ptr %4, ptr %5) #19
  br i1 %26, label %175, label %240

175:
  %176 = trunc i64 %54 to i32
  %177 = add i32 %97, 31
  %178 = lshr i32 %177, 5
  %179 = icmp eq i32 %178, 0
  br i1 %179, label %239, label %180

180:
  %181 = zext i32 %178 to i64
  br label %182

182:
  %183 = phi i64 [ 0, %180 ], [ %237, %229 ]
  %184 = load ptr, ptr %29, align 8
  %185 = getelementptr inbounds %struct.Lane, ptr %184, i64 %183
  %186 = shl nuw i64 %183, 5
  %187 = trunc i64 %186 to i32
  %188 = sub i32 %97, %187
  %189 = getelementptr inbounds i8, ptr %185, i64 144
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 dereferenceable(120) %189, ptr readonly align 4 dereferenceable(120) %9, i64 120, i1 false)
  %190 = getelementptr inbounds i8, ptr %185, i64 188
  %191 = trunc i64 %183 to i32
  store i32 %191, ptr %190, align 4
  %192 = getelementptr inbounds i8, ptr %185, i64 8
  store i32 0, ptr %192, align 8
  %193 = getelementptr inbounds i8, ptr %185, i64 24
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %193, i8 0, i64 16, i1 false)
  %194 = load ptr, ptr %30, align 8
  %195 = getelementptr inbounds %struct.Simd, ptr %194, i64 %183
  %196 = getelementptr inbounds i8, ptr %185, i64 40
  store ptr %195, ptr %196, align 8
  %197 = call i32 @llvm.umin.i32(i32 %188, i32 32)
  %198 = getelementptr inbounds i8, ptr %195, i64 4
  store i32 %197, ptr %198, align 4
  store i32 0, ptr %195, align 4
  %199 = getelementptr inbounds i8, ptr %195, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(12) %199, ptr align 4 dereferenceable(12) %6, i64 12, i1 false)
  %200 = icmp eq i64 %186, %98
  br i1 %200, label %229, label %201

201:
  %202 = getelementptr inbounds i8, ptr %195, i64 32
  br label %203

203:
  %204 = phi i32 [ 0, %201 ], [ %207, %203 ]
  %205 = phi i32 [ %187, %201 ], [ %225, %203 ]
  %206 = phi i32 [ %197, %201 ], [ %226, %203 ]
  %207 = add i32 %204, 1
  %208 = zext i32 %204 to i64
  %209 = getelementptr inbounds %struct.LaneRun, ptr %202, i64 %208
  %210 = freeze i32 %205
  %211 = freeze i32 %93
  %212 = udiv i32 %210, %211
  %213 = mul i32 %212, %211
  %214 = sub i32 %210, %213
  %215 = sub i32 %93, %214
  store i32 %214, ptr %209, align 4
  %216 = freeze i32 %94
  %217 = udiv i32 %212, %216
  %218 = mul i32 %217, %216
  %219 = sub i32 %212, %218
  %220 = getelementptr inbounds i8, ptr %209, i64 4
  store i32 %219, ptr %220, align 4
  %221 = getelementptr inbounds i8, ptr %209, i64 8
  store i32 %217, ptr %221, align 4
  %222 = getelementptr inbounds i8, ptr %209, i64 12
  store i32 %205, ptr %222, align 4
  %223 = call i32 @llvm.umin.i32(i32 %215, i32 %206)
  %224 = getelementptr inbounds i8, ptr %209, i64 16
  store i32 %223, ptr %224, align 4
  %225 = add i32 %223, %205
  %226 = sub i32 %206, %223
  %227 = icmp eq i32 %226, 0
  br i1 %227, label %228, label %203

228:
  store i32 %207, ptr %195, align 4
  br label %229

229:
  %230 = load ptr, ptr %31, align 8
  %231 = load i64, ptr %33, align 8
  %232 = mul i64 %231, %183
  %233 = getelementptr inbounds i8, ptr %230, i64 %232
  %234 = getelementptr inbounds i8, ptr %233, i64 %231
  store i64 7887048017532182883, ptr %233, align 8
  %235 = getelementptr inbounds i8, ptr %234, i64 -224
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(160) %235, i8 0, i64 160, i1 false)
  %236 = getelementptr inbounds i8, ptr %234, i64 -136
  store i64 ptrtoint (ptr @start to i64), ptr %236, align 8
  store ptr %235, ptr %185, align 16
  %237 = add nuw nsw i64 %183, 1
  %238 = icmp eq i64 %237, %181
  br i1 %238, label %239, label %182

239:
  call fastcc void @run_threadgroup(i32 %178, i32 1, i32 %176) #19
  br label %362

240:
  store i32 0, ptr %27, align 4
  store i32 0, ptr %28, align 4
  store i32 0, ptr %7, align 4
  %241 = icmp eq i32 %97, 0
  br i1 %241, label %359, label %242

242:
  %243 = lshr i32 %93, 1
  br label %244

244:
  %245 = phi i64 [ 0, %242 ], [ %357, %356 ]
  %246 = phi i32 [ 0, %242 ], [ %315, %356 ]
  %247 = phi i32 [ 0, %242 ], [ %314, %356 ]
  %248 = phi i32 [ 0, %242 ], [ %313, %356 ]
  br i1 %174, label %249, label %264

249:
  %250 = trunc i64 %245 to i32
  %251 = lshr i32 %250, 2
  %252 = freeze i32 %251
  %253 = freeze i32 %243
  %254 = udiv i32 %252, %253
  %255 = mul i32 %254, %253
  %256 = sub i32 %252, %255
  %257 = shl nuw nsw i32 %256, 1
  %258 = and i32 %250, 1
  %259 = or i32 %257, %258
  store i32 %259, ptr %7, align 4
  %260 = shl nuw nsw i32 %254, 1
  %261 = lshr i32 %250, 1
  %262 = and i32 %261, 1
  %263 = or i32 %260, %262
  store i32 %263, ptr %28, align 4
  store i32 0, ptr %27, align 4
  br label %264

264:
  %265 = phi i32 [ 0, %249 ], [ %248, %244 ]
  %266 = phi i32 [ %263, %249 ], [ %247, %244 ]
  %267 = phi i32 [ %259, %249 ], [ %246, %244 ]
  %268 = load ptr, ptr %29, align 8
  %269 = getelementptr inbounds %struct.Lane, ptr %268, i64 %245
  %270 = getelementptr inbounds i8, ptr %269, i64 144
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 dereferenceable(120) %270, ptr align 4 dereferenceable(120) %9, i64 120, i1 false)
  %271 = getelementptr inbounds i8, ptr %269, i64 156
  br label %272

272:
  %273 = phi i64 [ 0, %264 ], [ %281, %272 ]
  %274 = getelementptr inbounds i32, ptr %7, i64 %273
  %275 = load i32, ptr %274, align 4
  %276 = getelementptr inbounds i32, ptr %271, i64 %273
  store i32 %275, ptr %276, align 4
  %277 = getelementptr inbounds i32, ptr %6, i64 %273
  %278 = load i32, ptr %277, align 4
  %279 = add i32 %278, %275
  %280 = getelementptr inbounds i32, ptr %270, i64 %273
  store i32 %279, ptr %280, align 4
  %281 = add nuw nsw i64 %273, 1
  %282 = icmp eq i64 %281, 3
  br i1 %282, label %283, label %272

283:
  %284 = getelementptr inbounds i8, ptr %269, i64 180
  %285 = trunc i64 %245 to i32
  store i32 %285, ptr %284, align 4
  %286 = and i32 %285, 31
  %287 = getelementptr inbounds i8, ptr %269, i64 184
  store i32 %286, ptr %287, align 4
  %288 = lshr i32 %285, 5
  %289 = getelementptr inbounds i8, ptr %269, i64 188
  store i32 %288, ptr %289, align 4
  %290 = lshr i32 %285, 2
  %291 = getelementptr inbounds i8, ptr %269, i64 248
  store i32 %290, ptr %291, align 4
  %292 = and i32 %285, 3
  %293 = getelementptr inbounds i8, ptr %269, i64 252
  store i32 %292, ptr %293, align 4
  %294 = load i32, ptr %270, align 4
  %295 = getelementptr inbounds i8, ptr %269, i64 148
  %296 = load i32, ptr %295, align 4
  %297 = getelementptr inbounds i8, ptr %269, i64 152
  %298 = load i32, ptr %297, align 4
  %299 = mul i32 %298, %72
  %300 = add i32 %299, %296
  %301 = mul i32 %300, %71
  %302 = add i32 %301, %294
  %303 = getelementptr inbounds i8, ptr %269, i64 260
  store i32 %302, ptr %303, align 4
  br i1 %174, label %312, label %304

304:
  %305 = add i32 %267, 1
  store i32 %305, ptr %7, align 4
  %306 = icmp eq i32 %305, %93
  br i1 %306, label %307, label %312

307:
  store i32 0, ptr %7, align 4
  %308 = add i32 %266, 1
  store i32 %308, ptr %28, align 4
  %309 = icmp eq i32 %308, %94
  br i1 %309, label %310, label %312

310:
  store i32 0, ptr %28, align 4
  %311 = add i32 %265, 1
  store i32 %311, ptr %27, align 4
  br label %312

312:
  %313 = phi i32 [ %265, %307 ], [ %311, %310 ], [ %265, %304 ], [ %265, %283 ]
  %314 = phi i32 [ %308, %307 ], [ 0, %310 ], [ %266, %304 ], [ %266, %283 ]
  %315 = phi i32 [ 0, %307 ], [ 0, %310 ], [ %305, %304 ], [ %267, %283 ]
  %316 = getelementptr inbounds i8, ptr %269, i64 8
  store i32 0, ptr %316, align 8
  %317 = getelementptr inbounds i8, ptr %269, i64 56
  store i32 0, ptr %317, align 8
  %318 = getelementptr inbounds i8, ptr %269, i64 72
  store i64 0, ptr %318, align 8
  %319 = getelementptr inbounds i8, ptr %269, i64 24
  %320 = getelementptr inbounds i8, ptr %269, i64 48
  store ptr null, ptr %320, align 16
  %321 = getelementptr inbounds i8, ptr %269, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %319, i8 0, i64 16, i1 false)
  store i32 %286, ptr %321, align 4
  %322 = load ptr, ptr %30, align 8
  %323 = zext i32 %288 to i64
  %324 = getelementptr inbounds %struct.Simd, ptr %322, i64 %323
  %325 = getelementptr inbounds i8, ptr %269, i64 40
  store ptr %324, ptr %325, align 8
  %326 = load ptr, ptr %31, align 8
  br i1 %32, label %330, label %327

327:
  %328 = load i64, ptr %33, align 8
  %329 = mul i64 %328, %245
  br label %330

330:
  %331 = phi i64 [ %329, %327 ], [ 0, %312 ]
  %332 = getelementptr inbounds i8, ptr %326, i64 %331
  %333 = load i32, ptr %17, align 8
  switch i32 %333, label %334 [
    i32 0, label %337
    i32 255, label %337
  ]

334:
  %335 = trunc i32 %333 to i8
  %336 = load i64, ptr %33, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %332, i8 %335, i64 %336, i1 false)
  br label %337

337:
  %338 = load i64, ptr %33, align 8
  %339 = getelementptr inbounds i8, ptr %332, i64 %338
  store i64 7887048017532182883, ptr %332, align 8
  %340 = getelementptr inbounds i8, ptr %339, i64 -224
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(160) %340, i8 0, i64 160, i1 false)
  %341 = getelementptr inbounds i8, ptr %339, i64 -136
  store i64 ptrtoint (ptr @start to i64), ptr %341, align 8
  store ptr %340, ptr %269, align 16
  br i1 %32, label %342, label %356

342:
  %343 = getelementptr inbounds i8, ptr %269, i64 272
  store ptr %343, ptr @last, align 8
  %344 = icmp eq i64 %245, 0
  br i1 %344, label %345, label %348

345:
  %346 = load i32, ptr %34, align 8
  %347 = add i32 %346, 1
  store i32 %347, ptr %34, align 8
  br label %348

348:
  store ptr %269, ptr @current, align 8
  call void @switch_stack(ptr @scheduler_stack, ptr %340) #19
  %349 = load ptr, ptr @dispatch, align 8
  %350 = getelementptr inbounds i8, ptr %349, i64 56
  %351 = load ptr, ptr %350, align 8
  %352 = load i64, ptr %351, align 8
  %353 = icmp eq i64 %352, 7887048017532182883
  br i1 %353, label %356, label %354

354:
  %355 = getelementptr inbounds i8, ptr %349, i64 96
  store i32 3, ptr %355, align 8
  br label %356

356:
  %357 = add nuw nsw i64 %245, 1
  %358 = icmp eq i64 %357, %98
  br i1 %358, label %359, label %244

359:
  br i1 %32, label %362, label %360

360:
  %361 = trunc i64 %54 to i32
  call fastcc void @run_threadgroup(i32 %97, i32 32, i32 %361) #19
  br label %362

362:
  br label %363

363:
  %364 = add nuw i64 %54, 1
  %365 = icmp eq i64 %364, %2
  br i1 %365, label %50, label %53
}

declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg) #8

define internal fastcc void @begin_group(ptr writeonly %0, ptr readonly %1, ptr readonly %2, ptr readonly %3) unnamed_addr #9 {
  %5 = load i32, ptr %3, align 4
  %6 = getelementptr inbounds i8, ptr %3, i64 4
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds i8, ptr %3, i64 8
  %9 = load i32, ptr %8, align 4
  %10 = getelementptr inbounds i8, ptr %0, i64 24
  %11 = getelementptr inbounds i8, ptr %0, i64 48
  %12 = getelementptr inbounds i8, ptr %0, i64 60
  %13 = getelementptr inbounds i8, ptr %1, i64 12
  %14 = getelementptr inbounds i8, ptr %0, i64 72
  %15 = getelementptr inbounds i8, ptr %1, i64 24
  %16 = getelementptr inbounds i8, ptr %0, i64 84
  br label %27

17:
  %18 = mul i32 %7, %5
  %19 = mul i32 %18, %9
  %20 = getelementptr inbounds i8, ptr %0, i64 100
  store i32 32, ptr %20, align 4
  %21 = add i32 %19, 31
  %22 = lshr i32 %21, 5
  %23 = getelementptr inbounds i8, ptr %0, i64 96
  store i32 %22, ptr %23, align 4
  %24 = add i32 %19, 3
  %25 = lshr i32 %24, 2
  %26 = getelementptr inbounds i8, ptr %0, i64 112
  store i32 %25, ptr %26, align 4
  ret void

27:
  %28 = phi i64 [ 0, %4 ], [ %44, %27 ]
  %29 = getelementptr inbounds i32, ptr %2, i64 %28
  %30 = load i32, ptr %29, align 4
  %31 = getelementptr inbounds i32, ptr %10, i64 %28
  store i32 %30, ptr %31, align 4
  %32 = getelementptr inbounds i32, ptr %1, i64 %28
  %33 = load i32, ptr %32, align 4
  %34 = getelementptr inbounds i32, ptr %11, i64 %28
  store i32 %33, ptr %34, align 4
  %35 = getelementptr inbounds i32, ptr %3, i64 %28
  %36 = load i32, ptr %35, align 4
  %37 = getelementptr inbounds i32, ptr %12, i64 %28
  store i32 %36, ptr %37, align 4
  %38 = getelementptr inbounds i32, ptr %13, i64 %28
  %39 = load i32, ptr %38, align 4
  %40 = getelementptr inbounds i32, ptr %14, i64 %28
  store i32 %39, ptr %40, align 4
  %41 = getelementptr inbounds i32, ptr %15, i64 %28
  %42 = load i32, ptr %41, align 4
  %43 = getelementptr inbounds i32, ptr %16, i64 %28
  store i32 %42, ptr %43, align 4
  %44 = add nuw nsw i64 %28, 1
  %45 = icmp eq i64 %44, 3
  br i1 %45, label %17, label %27
}

declare void @mtlb_entry(ptr, ptr) local_unnamed_addr #10

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg) #11

define internal void @start() #7 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = load ptr, ptr @current, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 144
  tail call void @mtlb_entry(ptr %3, ptr %5) #21
  %6 = load ptr, ptr @current, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 8
  store i32 3, ptr %7, align 8
  tail call fastcc void @switch_to_next(ptr %6) #19
  tail call void @llvm.trap()
  unreachable
}

define internal fastcc void @run_threadgroup(i32 %0, i32 %1, i32 %2) unnamed_addr #5 {
  %4 = load ptr, ptr @dispatch, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 152
  %6 = load i32, ptr %5, align 8
  %7 = add i32 %6, 1
  store i32 %7, ptr %5, align 8
  br label %18

8:
  %9 = add i32 %0, -1
  %10 = add i32 %9, %1
  %11 = udiv i32 %10, %1
  %12 = icmp ugt i32 %1, %10
  %13 = icmp eq i32 %0, 0
  %14 = tail call i32 @llvm.umax.i32(i32 %11, i32 1)
  %15 = zext i32 %14 to i64
  %16 = zext i32 %0 to i64
  %17 = zext i32 %0 to i64
  br label %24

18:
  %19 = phi i64 [ 0, %3 ], [ %21, %18 ]
  %20 = getelementptr inbounds i32, ptr @ordered, i64 %19
  store i32 %7, ptr %20, align 4
  %21 = add nuw nsw i64 %19, 1
  %22 = icmp eq i64 %21, 3
  br i1 %22, label %8, label %18

23:
  br label %24

24:
  br i1 %12, label %25, label %30

25:
  br i1 %13, label %232, label %26

26:
  %27 = load ptr, ptr @dispatch, align 8
  %28 = getelementptr inbounds i8, ptr %27, i64 72
  %29 = load ptr, ptr %28, align 8
  br label %138

30:
  %31 = phi i64 [ %132, %131 ], [ 0, %24 ]
  %32 = trunc i64 %31 to i32
  %33 = mul i32 %1, %32
  %34 = sub i32 %0, %33
  %35 = load ptr, ptr @dispatch, align 8
  %36 = getelementptr inbounds i8, ptr %35, i64 72
  %37 = load ptr, ptr %36, align 8
  %38 = zext i32 %33 to i64
  %39 = getelementptr inbounds %struct.Lane, ptr %37, i64 %38
  %40 = tail call i32 @llvm.umin.i32(i32 %34, i32 %1)
  %41 = getelementptr inbounds i8, ptr %39, i64 40
  %42 = load ptr, ptr %41, align 8
  %43 = zext i32 %40 to i64
  %44 = getelementptr inbounds %struct.Lane, ptr %39, i64 %43
  store ptr %44, ptr @last, align 8
  %45 = icmp eq i32 %0, %33
  %46 = getelementptr inbounds i8, ptr %42, i64 4
  %47 = getelementptr inbounds i8, ptr %42, i64 64
  %48 = getelementptr inbounds i8, ptr %42, i64 8
  br i1 %45, label %131, label %54

49:
  %50 = add nuw nsw i64 %55, 1
  %51 = icmp eq i64 %50, %43
  br i1 %51, label %62, label %52

52:
  %53 = phi i64 [ %50, %49 ], [ 0, %128 ]
  br label %54

54:
  %55 = phi i64 [ %53, %52 ], [ 0, %30 ]
  %56 = getelementptr inbounds %struct.Lane, ptr %39, i64 %55
  %57 = getelementptr inbounds i8, ptr %56, i64 8
  %58 = load i32, ptr %57, align 8
  %59 = icmp eq i32 %58, 0
  br i1 %59, label %60, label %49

60:
  store ptr %56, ptr @current, align 8
  %61 = load ptr, ptr %56, align 16
  tail call void @switch_stack(ptr @scheduler_stack, ptr %61) #19
  br label %62

62:
  br label %65

63:
  %64 = icmp eq i32 %90, 0
  br i1 %64, label %131, label %94

65:
  %66 = phi i64 [ %92, %89 ], [ 0, %62 ]
  %67 = phi ptr [ %91, %89 ], [ null, %62 ]
  %68 = phi i32 [ %90, %89 ], [ 0, %62 ]
  %69 = getelementptr inbounds %struct.Lane, ptr %39, i64 %66
  %70 = getelementptr inbounds i8, ptr %69, i64 8
  %71 = load i32, ptr %70, align 8
  %72 = icmp eq i32 %71, 1
  br i1 %72, label %73, label %89

73:
  %74 = icmp eq ptr %67, null
  br i1 %74, label %75, label %78

75:
  %76 = trunc i64 %66 to i32
  %77 = shl nuw i32 1, %76
  br label %89

78:
  %79 = tail call fastcc i32 @order(ptr %69, ptr %67) #19
  %80 = freeze i32 %79
  %81 = icmp slt i32 %80, 0
  %82 = select i1 %81, i32 0, i32 %68
  %83 = select i1 %81, ptr %69, ptr %67
  %84 = trunc i64 %66 to i32
  %85 = shl nuw i32 1, %84
  %86 = icmp sgt i32 %80, 0
  %87 = select i1 %86, i32 0, i32 %85
  %88 = or i32 %82, %87
  br label %89

89:
  %90 = phi i32 [ %68, %65 ], [ %88, %78 ], [ %77, %75 ]
  %91 = phi ptr [ %67, %65 ], [ %83, %78 ], [ %69, %75 ]
  %92 = add nuw nsw i64 %66, 1
  %93 = icmp eq i64 %92, %43
  br i1 %93, label %63, label %65

94:
  store i32 %90, ptr %42, align 4
  %95 = load i32, ptr %46, align 4
  %96 = add i32 %95, 1
  store i32 %96, ptr %46, align 4
  %97 = load ptr, ptr @dispatch, align 8
  %98 = getelementptr inbounds i8, ptr %97, i64 136
  %99 = load i64, ptr %98, align 8
  %100 = add i64 %99, 1
  store i64 %100, ptr %98, align 8
  br label %101

101:
  %102 = phi i64 [ %118, %116 ], [ 0, %94 ]
  %103 = phi i32 [ %117, %116 ], [ 7, %94 ]
  %104 = trunc i64 %102 to i32
  %105 = shl nuw i32 1, %104
  %106 = and i32 %105, %90
  %107 = icmp eq i32 %106, 0
  br i1 %107, label %116, label %108

108:
  %109 = getelementptr inbounds [64 x i8], ptr %47, i64 %102
  %110 = getelementptr inbounds %struct.Lane, ptr %39, i64 %102
  %111 = getelementptr inbounds i8, ptr %110, i64 80
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %109, ptr align 16 dereferenceable(64) %111, i64 64, i1 false)
  %112 = getelementptr inbounds i8, ptr %110, i64 8
  store i32 0, ptr %112, align 8
  %113 = getelementptr inbounds i8, ptr %110, i64 60
  %114 = load i32, ptr %113, align 4
  %115 = and i32 %114, %103
  br label %116

116:
  %117 = phi i32 [ %115, %108 ], [ %103, %101 ]
  %118 = add nuw nsw i64 %102, 1
  %119 = icmp eq i64 %118, %43
  br i1 %119, label %120, label %101

120:
  %121 = phi i64 [ %129, %128 ], [ 0, %116 ]
  %122 = trunc i64 %121 to i32
  %123 = shl nuw nsw i32 1, %122
  %124 = and i32 %123, %117
  %125 = icmp eq i32 %124, 0
  br i1 %125, label %128, label %126

126:
  %127 = getelementptr inbounds i32, ptr %48, i64 %121
  store i32 %96, ptr %127, align 4
  br label %128

128:
  %129 = add nuw nsw i64 %121, 1
  %130 = icmp eq i64 %129, 3
  br i1 %130, label %52, label %120

131:
  %132 = add nuw nsw i64 %31, 1
  %133 = icmp eq i64 %132, %15
  br i1 %133, label %25, label %30

134:
  %135 = icmp eq i32 %168, 0
  %136 = icmp ne i32 %164, 0
  %137 = load ptr, ptr @dispatch, align 8
  br i1 %135, label %225, label %171

138:
  %139 = phi i64 [ 0, %26 ], [ %169, %163 ]
  %140 = phi i32 [ 0, %26 ], [ %168, %163 ]
  %141 = phi ptr [ null, %26 ], [ %167, %163 ]
  %142 = phi ptr [ null, %26 ], [ %166, %163 ]
  %143 = phi i32 [ 7, %26 ], [ %165, %163 ]
  %144 = phi i32 [ 0, %26 ], [ %164, %163 ]
  %145 = getelementptr inbounds %struct.Lane, ptr %29, i64 %139
  %146 = getelementptr inbounds i8, ptr %145, i64 8
  %147 = load i32, ptr %146, align 8
  %148 = icmp eq i32 %147, 3
  br i1 %148, label %149, label %151

149:
  %150 = add i32 %144, 1
  br label %163

151:
  %152 = add i32 %140, 1
  %153 = getelementptr inbounds i8, ptr %145, i64 60
  %154 = load i32, ptr %153, align 4
  %155 = and i32 %154, %143
  %156 = icmp eq ptr %142, null
  %157 = select i1 %156, ptr %145, ptr %142
  %158 = icmp eq ptr %141, null
  br i1 %158, label %159, label %163

159:
  %160 = tail call fastcc i32 @order(ptr %157, ptr %145) #19
  %161 = icmp eq i32 %160, 0
  %162 = select i1 %161, ptr null, ptr %145
  br label %163

163:
  %164 = phi i32 [ %150, %149 ], [ %144, %151 ], [ %144, %159 ]
  %165 = phi i32 [ %143, %149 ], [ %155, %151 ], [ %155, %159 ]
  %166 = phi ptr [ %142, %149 ], [ %157, %151 ], [ %157, %159 ]
  %167 = phi ptr [ %141, %149 ], [ %141, %151 ], [ %162, %159 ]
  %168 = phi i32 [ %140, %149 ], [ %152, %151 ], [ %152, %159 ]
  %169 = add nuw nsw i64 %139, 1
  %170 = icmp eq i64 %169, %16
  br i1 %170, label %134, label %138

171:
  %172 = getelementptr inbounds i8, ptr %137, i64 152
  %173 = load i32, ptr %172, align 8
  %174 = add i32 %173, 1
  store i32 %174, ptr %172, align 8
  %175 = getelementptr inbounds i8, ptr %137, i64 128
  %176 = load i64, ptr %175, align 8
  %177 = add i64 %176, 1
  store i64 %177, ptr %175, align 8
  br label %181

178:
  %179 = icmp ne ptr %167, null
  %180 = select i1 %136, i1 true, i1 %179
  br i1 %180, label %192, label %212

181:
  %182 = phi i64 [ 0, %171 ], [ %190, %189 ]
  %183 = trunc i64 %182 to i32
  %184 = shl nuw nsw i32 1, %183
  %185 = and i32 %184, %165
  %186 = icmp eq i32 %185, 0
  br i1 %186, label %189, label %187

187:
  %188 = getelementptr inbounds i32, ptr @ordered, i64 %182
  store i32 %174, ptr %188, align 4
  br label %189

189:
  %190 = add nuw nsw i64 %182, 1
  %191 = icmp eq i64 %190, 3
  br i1 %191, label %178, label %181

192:
  %193 = getelementptr inbounds i8, ptr %137, i64 96
  %194 = load i32, ptr %193, align 8
  %195 = icmp eq i32 %194, 0
  br i1 %195, label %196, label %212

196:
  %197 = getelementptr inbounds i8, ptr %137, i64 100
  %198 = load i32, ptr %197, align 4
  %199 = icmp eq i32 %198, 0
  br i1 %199, label %200, label %212

200:
  %201 = select i1 %136, i32 1, i32 2
  store i32 %201, ptr %193, align 8
  %202 = getelementptr inbounds i8, ptr %166, i64 16
  %203 = load i64, ptr %202, align 16
  %204 = getelementptr inbounds i8, ptr %137, i64 104
  store i64 %203, ptr %204, align 8
  br i1 %179, label %205, label %208

205:
  %206 = getelementptr inbounds i8, ptr %167, i64 16
  %207 = load i64, ptr %206, align 16
  br label %208

208:
  %209 = phi i64 [ %207, %205 ], [ 0, %200 ]
  %210 = getelementptr inbounds i8, ptr %137, i64 112
  store i64 %209, ptr %210, align 8
  %211 = getelementptr inbounds i8, ptr %137, i64 156
  store i32 %2, ptr %211, align 4
  br label %212

212:
  %213 = getelementptr inbounds i8, ptr %137, i64 72
  %214 = load ptr, ptr %213, align 8
  br label %215

215:
  %216 = phi i64 [ 0, %212 ], [ %223, %222 ]
  %217 = getelementptr inbounds %struct.Lane, ptr %214, i64 %216
  %218 = getelementptr inbounds i8, ptr %217, i64 8
  %219 = load i32, ptr %218, align 8
  %220 = icmp eq i32 %219, 2
  br i1 %220, label %221, label %222

221:
  store i32 0, ptr %218, align 8
  br label %222

222:
  %223 = add nuw nsw i64 %216, 1
  %224 = icmp eq i64 %223, %17
  br i1 %224, label %23, label %215

225:
  %226 = getelementptr inbounds i8, ptr %137, i64 56
  %227 = load ptr, ptr %226, align 8
  %228 = getelementptr inbounds i8, ptr %137, i64 64
  %229 = load i64, ptr %228, align 8
  %230 = getelementptr inbounds i8, ptr %137, i64 96
  %231 = zext i32 %0 to i64
  br label %233

232:
  ret void

233:
  %234 = phi i64 [ 0, %225 ], [ %241, %240 ]
  %235 = mul i64 %229, %234
  %236 = getelementptr inbounds i8, ptr %227, i64 %235
  %237 = load i64, ptr %236, align 8
  %238 = icmp eq i64 %237, 7887048017532182883
  br i1 %238, label %240, label %239

239:
  store i32 3, ptr %230, align 8
  br label %240

240:
  %241 = add nuw nsw i64 %234, 1
  %242 = icmp eq i64 %241, %231
  br i1 %242, label %232, label %233
}

define i32 @mtlb_group_number() local_unnamed_addr #0 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 168
  %3 = load i32, ptr %2, align 4
  %4 = getelementptr inbounds i8, ptr %1, i64 192
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %1, i64 172
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds i8, ptr %1, i64 196
  %9 = load i32, ptr %8, align 4
  %10 = getelementptr inbounds i8, ptr %1, i64 176
  %11 = load i32, ptr %10, align 4
  %12 = mul i32 %11, %9
  %13 = add i32 %12, %7
  %14 = mul i32 %13, %5
  %15 = add i32 %14, %3
  ret i32 %15
}

define i32 @mtlb_epochs() local_unnamed_addr #0 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 152
  %3 = load i32, ptr %2, align 8
  %4 = shl i32 %3, 12
  %5 = load ptr, ptr @current, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 40
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %7, i64 4
  %9 = load i32, ptr %8, align 4
  %10 = and i32 %9, 4095
  %11 = or i32 %10, %4
  ret i32 %11
}

define void @mtlb_where(ptr writeonly %0) local_unnamed_addr #12 {
  %2 = load ptr, ptr @current, align 8
  %3 = getelementptr inbounds i8, ptr %2, i64 168
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %2, i64 192
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds i8, ptr %2, i64 172
  %8 = load i32, ptr %7, align 4
  %9 = getelementptr inbounds i8, ptr %2, i64 196
  %10 = load i32, ptr %9, align 4
  %11 = getelementptr inbounds i8, ptr %2, i64 176
  %12 = load i32, ptr %11, align 4
  %13 = mul i32 %12, %10
  %14 = add i32 %13, %8
  %15 = mul i32 %14, %6
  %16 = add i32 %15, %4
  %17 = getelementptr inbounds i8, ptr %0, i64 4
  store i32 %16, ptr %17, align 4
  %18 = getelementptr inbounds i8, ptr %2, i64 180
  %19 = load i32, ptr %18, align 4
  store i32 %19, ptr %0, align 8
  %20 = getelementptr inbounds i8, ptr %2, i64 188
  %21 = load i32, ptr %20, align 4
  %22 = getelementptr inbounds i8, ptr %0, i64 8
  store i32 %21, ptr %22, align 8
  %23 = load ptr, ptr @dispatch, align 8
  %24 = getelementptr inbounds i8, ptr %23, i64 152
  %25 = load i32, ptr %24, align 8
  %26 = getelementptr inbounds i8, ptr %0, i64 12
  store i32 %25, ptr %26, align 4
  %27 = getelementptr inbounds i8, ptr %23, i64 40
  %28 = load i32, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %0, i64 20
  store i32 %28, ptr %29, align 4
  %30 = getelementptr inbounds i8, ptr %23, i64 100
  %31 = load i32, ptr %30, align 4
  %32 = getelementptr inbounds i8, ptr %0, i64 24
  store i32 %31, ptr %32, align 8
  %33 = getelementptr inbounds i8, ptr %2, i64 40
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds i8, ptr %34, i64 4
  %36 = load i32, ptr %35, align 4
  %37 = getelementptr inbounds i8, ptr %0, i64 16
  store i32 %36, ptr %37, align 8
  %38 = getelementptr inbounds i8, ptr %0, i64 32
  store ptr @ordered, ptr %38, align 8
  %39 = getelementptr inbounds i8, ptr %34, i64 8
  %40 = getelementptr inbounds i8, ptr %0, i64 40
  store ptr %39, ptr %40, align 8
  ret void
}

define i32 @mtlb_size_of_lane() local_unnamed_addr #13 {
  ret i32 272
}

define i32 @mtlb_size_of_simd() local_unnamed_addr #13 {
  ret i32 4224
}

define i32 @mtlb_size_of_dispatch() local_unnamed_addr #13 {
  ret i32 168
}

define internal fastcc void @switch_to_next(ptr %0) unnamed_addr #5 {
  %2 = load ptr, ptr @last, align 8
  br label %3

3:
  %4 = phi ptr [ %0, %1 ], [ %5, %7 ]
  %5 = getelementptr inbounds i8, ptr %4, i64 272
  %6 = icmp ult ptr %5, %2
  br i1 %6, label %7, label %20

7:
  %8 = getelementptr inbounds i8, ptr %4, i64 280
  %9 = load i32, ptr %8, align 8
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %11, label %3

11:
  %12 = getelementptr inbounds i8, ptr %4, i64 544
  %13 = icmp ult ptr %12, %2
  br i1 %13, label %14, label %19

14:
  %15 = load ptr, ptr %12, align 16
  tail call void @llvm.prefetch.p0(ptr %15, i32 1, i32 3, i32 1)
  %16 = getelementptr inbounds i8, ptr %15, i64 64
  tail call void @llvm.prefetch.p0(ptr %16, i32 1, i32 3, i32 1)
  %17 = getelementptr inbounds i8, ptr %15, i64 128
  tail call void @llvm.prefetch.p0(ptr %17, i32 1, i32 3, i32 1)
  %18 = getelementptr inbounds i8, ptr %15, i64 192
  tail call void @llvm.prefetch.p0(ptr %18, i32 1, i32 3, i32 1)
  br label %19

19:
  store ptr %5, ptr @current, align 8
  br label %20

20:
  %21 = phi ptr [ %5, %19 ], [ @scheduler_stack, %3 ]
  %22 = load ptr, ptr %21, align 8
  tail call void @switch_stack(ptr %0, ptr %22) #19
  ret void
}

define internal void @switch_stack(ptr %0, ptr %1) #14 {
  tail call void asm sideeffect "sub sp, sp, #160\0Astp x19, x20, [sp]\0A stp x21, x22, [sp, #16]\0A stp x23, x24, [sp, #32]\0A stp x25, x26, [sp, #48]\0Astp x27, x28, [sp, #64]\0A stp x29, x30, [sp, #80]\0A stp d8, d9, [sp, #96]\0A stp d10, d11, [sp, #112]\0Astp d12, d13, [sp, #128]\0A stp d14, d15, [sp, #144]\0Amov x9, sp\0A str x9, [x0]\0A mov sp, x1\0Aldp x19, x20, [sp]\0A ldp x21, x22, [sp, #16]\0A ldp x23, x24, [sp, #32]\0A ldp x25, x26, [sp, #48]\0Aldp x27, x28, [sp, #64]\0A ldp x29, x30, [sp, #80]\0A ldp d8, d9, [sp, #96]\0A ldp d10, d11, [sp, #112]\0Aldp d12, d13, [sp, #128]\0A ldp d14, d15, [sp, #144]\0Aadd sp, sp, #160\0A ret\0A", ""() #20
  unreachable
}

declare void @llvm.prefetch.p0(ptr readonly, i32 immarg, i32 immarg, i32 immarg) #15

declare void @llvm.trap() #16

define internal fastcc i32 @order(ptr readonly %0, ptr readonly %1) unnamed_addr #17 {
  %3 = getelementptr inbounds i8, ptr %0, i64 24
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %1, i64 24
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 8
  %8 = getelementptr inbounds i8, ptr %4, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = load i64, ptr %7, align 8
  %11 = icmp eq i64 %9, %10
  br i1 %11, label %17, label %12

12:
  %13 = phi i64 [ %9, %2 ], [ %34, %27 ]
  %14 = phi i64 [ %10, %2 ], [ %35, %27 ]
  %15 = icmp ult i64 %13, %14
  %16 = select i1 %15, i32 -1, i32 1
  br label %37

17:
  %18 = phi i64 [ %34, %27 ], [ %9, %2 ]
  %19 = phi ptr [ %33, %27 ], [ %8, %2 ]
  %20 = phi ptr [ %32, %27 ], [ %7, %2 ]
  %21 = phi ptr [ %29, %27 ], [ %6, %2 ]
  %22 = phi ptr [ %28, %27 ], [ %4, %2 ]
  %23 = and i64 %18, 1099511627775
  switch i64 %23, label %27 [
    i64 0, label %37
    i64 1099511627775, label %24
  ]

24:
  %25 = load ptr, ptr %22, align 8
  %26 = load ptr, ptr %21, align 8
  br label %27

27:
  %28 = phi ptr [ %22, %17 ], [ %25, %24 ]
  %29 = phi ptr [ %21, %17 ], [ %26, %24 ]
  %30 = phi ptr [ %19, %17 ], [ %25, %24 ]
  %31 = phi ptr [ %20, %17 ], [ %26, %24 ]
  %32 = getelementptr inbounds i8, ptr %31, i64 8
  %33 = getelementptr inbounds i8, ptr %30, i64 8
  %34 = load i64, ptr %33, align 8
  %35 = load i64, ptr %32, align 8
  %36 = icmp eq i64 %34, %35
  br i1 %36, label %17, label %12

37:
  %38 = phi i32 [ %16, %12 ], [ 0, %17 ]
  ret i32 %38
}

declare i32 @llvm.umin.i32(i32, i32) #18

declare i32 @llvm.umax.i32(i32, i32) #18

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { noinline nounwind }
attributes #5 = { nounwind }
attributes #6 = { nounwind }
attributes #7 = { nounwind noreturn }
attributes #8 = { nounwind }
attributes #9 = { nounwind }
attributes #10 = { nounwind }
attributes #11 = { nounwind }
attributes #12 = { nounwind }
attributes #13 = { nounwind }
attributes #14 = { noinline naked nounwind }
attributes #15 = { nounwind }
attributes #16 = { nounwind noreturn }
attributes #17 = { nounwind }
attributes #18 = { nounwind }
attributes #19 = { nounwind }
attributes #20 = { nounwind }
attributes #21 = { nounwind }
