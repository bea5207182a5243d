; ff57698388a1e669bb3120d4a65e870642840f4e6bb4d2d46946885064bc41a4 by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, ptr, ptr, ptr, i32, i32, i32, i32, i64, [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [3 x i32], [11 x i32], [32 x [64 x i8]], i32, [15 x i32], [32 x [64 x i8]] }
%struct.LaneRun = type { [3 x i32], i32, i32, [3 x i32] }

@current = internal unnamed_addr global ptr null, align 8
@dispatch = internal unnamed_addr global ptr null, align 8
@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@mtlb_neighbour.zeros = internal constant [8 x i64] zeroinitializer, align 16
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
  %54 = phi i64 [ %1, %11 ], [ %353, %352 ]
  %55 = load i32, ptr %0, align 8
  %56 = zext i32 %55 to i64
  %57 = urem i64 %54, %56
  %58 = trunc i64 %57 to i32
  store i32 %58, ptr %4, align 4
  %59 = udiv i64 %54, %56
  %60 = load i32, ptr %13, align 4
  %61 = zext i32 %60 to i64
  %62 = urem i64 %59, %61
  %63 = trunc i64 %62 to i32
  store i32 %63, ptr %12, align 4
  %64 = udiv i64 %59, %61
  %65 = trunc i64 %64 to i32
  store i32 %65, ptr %14, align 4
  %66 = load i32, ptr %15, align 8
  %67 = load i32, ptr %49, align 4
  br label %72

68:
  %69 = load i32, ptr %17, align 8
  %70 = icmp ne i32 %69, 0
  %71 = select i1 %70, i1 %19, i1 false
  br i1 %71, label %96, label %87

72:
  %73 = phi i64 [ 0, %53 ], [ %85, %72 ]
  %74 = getelementptr inbounds i32, ptr %15, i64 %73
  %75 = load i32, ptr %74, align 4
  %76 = getelementptr inbounds i32, ptr %4, i64 %73
  %77 = load i32, ptr %76, align 4
  %78 = getelementptr inbounds i32, ptr %16, i64 %73
  %79 = load i32, ptr %78, align 4
  %80 = mul i32 %79, %77
  %81 = getelementptr inbounds i32, ptr %6, i64 %73
  store i32 %80, ptr %81, align 4
  %82 = sub i32 %75, %80
  %83 = call i32 @llvm.umin.i32(i32 %82, i32 %79)
  %84 = getelementptr inbounds i32, ptr %5, i64 %73
  store i32 %83, ptr %84, align 4
  %85 = add nuw nsw i64 %73, 1
  %86 = icmp eq i64 %85, 3
  br i1 %86, label %68, label %72

87:
  %88 = load i32, ptr %5, align 4
  %89 = load i32, ptr %20, align 4
  %90 = mul i32 %89, %88
  %91 = load i32, ptr %21, align 4
  %92 = mul i32 %90, %91
  %93 = zext i32 %92 to i64
  %94 = load i64, ptr %22, align 8
  %95 = add i64 %94, %93
  store i64 %95, ptr %22, align 8
  br i1 %24, label %109, label %159

96:
  %97 = phi i64 [ %104, %96 ], [ 0, %68 ]
  %98 = phi i32 [ %105, %96 ], [ %69, %68 ]
  %99 = getelementptr inbounds %struct.Region, ptr @mtlb_threadgroup, i64 %97
  %100 = load ptr, ptr %99, align 8
  %101 = trunc i32 %98 to i8
  %102 = getelementptr inbounds i8, ptr %99, i64 8
  %103 = load i64, ptr %102, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %100, i8 %101, i64 %103, i1 false)
  %104 = add nuw nsw i64 %97, 1
  %105 = load i32, ptr %17, align 8
  %106 = icmp ne i32 %105, 0
  %107 = icmp ult i64 %104, %48
  %108 = select i1 %106, i1 %107, i1 false
  br i1 %108, label %96, label %87

109:
  %110 = load ptr, ptr %36, align 8
  store ptr %8, ptr @current, align 8
  call fastcc void @begin_group(ptr %35, ptr %0, ptr %4, ptr %5) #19
  store i32 0, ptr %27, align 4
  %111 = icmp eq i32 %91, 0
  br i1 %111, label %158, label %112

112:
  %113 = icmp eq i32 %89, 0
  %114 = icmp eq i32 %88, 0
  br label %115

115:
  %116 = phi i32 [ 0, %112 ], [ %155, %154 ]
  %117 = phi i32 [ 0, %112 ], [ %156, %154 ]
  store i32 0, ptr %28, align 4
  br i1 %113, label %154, label %118

118:
  %119 = phi i32 [ %151, %150 ], [ %116, %115 ]
  %120 = phi i32 [ %152, %150 ], [ 0, %115 ]
  store i32 0, ptr %7, align 4
  br i1 %114, label %150, label %121

121:
  %122 = phi i32 [ %148, %135 ], [ %119, %118 ]
  %123 = phi i32 [ %147, %135 ], [ 0, %118 ]
  br label %124

124:
  %125 = phi i64 [ 0, %121 ], [ %133, %124 ]
  %126 = getelementptr inbounds i32, ptr %7, i64 %125
  %127 = load i32, ptr %126, align 4
  %128 = getelementptr inbounds i32, ptr %37, i64 %125
  store i32 %127, ptr %128, align 4
  %129 = getelementptr inbounds i32, ptr %6, i64 %125
  %130 = load i32, ptr %129, align 4
  %131 = add i32 %130, %127
  %132 = getelementptr inbounds i32, ptr %35, i64 %125
  store i32 %131, ptr %132, align 4
  %133 = add nuw nsw i64 %125, 1
  %134 = icmp eq i64 %133, 3
  br i1 %134, label %135, label %124

135:
  store i32 %122, ptr %38, align 4
  %136 = and i32 %122, 31
  store i32 %136, ptr %39, align 8
  %137 = lshr i32 %122, 5
  store i32 %137, ptr %40, align 4
  %138 = lshr i32 %122, 2
  store i32 %138, ptr %41, align 8
  %139 = and i32 %122, 3
  store i32 %139, ptr %42, align 4
  %140 = load i32, ptr %35, align 16
  %141 = load i32, ptr %43, align 4
  %142 = load i32, ptr %44, align 8
  %143 = mul i32 %142, %67
  %144 = add i32 %143, %141
  %145 = mul i32 %144, %66
  %146 = add i32 %145, %140
  store i32 %146, ptr %45, align 4
  store i32 %136, ptr %46, align 4
  store i32 0, ptr %47, align 8
  call void @mtlb_entry(ptr %110, ptr %35) #21
  %147 = add nuw i32 %123, 1
  store i32 %147, ptr %7, align 4
  %148 = add i32 %122, 1
  %149 = icmp eq i32 %147, %88
  br i1 %149, label %150, label %121

150:
  %151 = phi i32 [ %119, %118 ], [ %148, %135 ]
  %152 = add nuw i32 %120, 1
  store i32 %152, ptr %28, align 4
  %153 = icmp eq i32 %152, %89
  br i1 %153, label %154, label %118

154:
  %155 = phi i32 [ %116, %115 ], [ %151, %150 ]
  %156 = add nuw i32 %117, 1
  store i32 %156, ptr %27, align 4
  %157 = icmp eq i32 %156, %91
  br i1 %157, label %158, label %115

158:
  br label %352

159:
  %160 = load i32, ptr %25, align 4
  %161 = icmp ne i32 %160, 0
  %162 = and i32 %88, 1
  %163 = icmp eq i32 %162, 0
  %164 = select i1 %161, i1 %163, i1 false
  br i1 %164, label %165, label %168

165:
  %166 = and i32 %89, 1
  %167 = icmp eq i32 %166, 0
  br label %168

168:
  %169 = phi i1 [ %167, %165 ], [ false, %159 ]
  call fastcc void @begin_group(ptr %9, ptr %0, ptr %4, ptr %5) #19
  br i1 %26, label %170, label %231

170:
  %171 = trunc i64 %54 to i32
  %172 = add i32 %92, 31
  %173 = lshr i32 %172, 5
  %174 = icmp eq i32 %173, 0
  br i1 %174, label %230, label %175

175:
  %176 = zext i32 %173 to i64
  br label %177

177:
  %178 = phi i64 [ 0, %175 ], [ %228, %219 ]
  %179 = load ptr, ptr %29, align 8
  %180 = getelementptr inbounds %struct.Lane, ptr %179, i64 %178
  %181 = shl nuw i64 %178, 5
  %182 = trunc i64 %181 to i32
  %183 = sub i32 %92, %182
  %184 = getelementptr inbounds i8, ptr %180, i64 144
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 dereferenceable(120) %184, ptr readonly align 4 dereferenceable(120) %9, i64 120, i1 false)
  %185 = getelementptr inbounds i8, ptr %180, i64 188
  %186 = trunc i64 %178 to i32
  store i32 %186, ptr %185, align 4
  %187 = getelementptr inbounds i8, ptr %180, i64 8
  store i32 0, ptr %187, align 8
  %188 = getelementptr inbounds i8, ptr %180, i64 24
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %188, i8 0, i64 16, i1 false)
  %189 = load ptr, ptr %30, align 8
  %190 = getelementptr inbounds %struct.Simd, ptr %189, i64 %178
  %191 = getelementptr inbounds i8, ptr %180, i64 40
  store ptr %190, ptr %191, align 8
  %192 = call i32 @llvm.umin.i32(i32 %183, i32 32)
  %193 = getelementptr inbounds i8, ptr %190, i64 4
  store i32 %192, ptr %193, align 4
  store i32 0, ptr %190, align 4
  %194 = getelementptr inbounds i8, ptr %190, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(12) %194, ptr align 4 dereferenceable(12) %6, i64 12, i1 false)
  %195 = icmp eq i64 %181, %93
  br i1 %195, label %219, label %196

196:
  %197 = getelementptr inbounds i8, ptr %190, i64 32
  br label %198

198:
  %199 = phi i32 [ 0, %196 ], [ %202, %198 ]
  %200 = phi i32 [ %182, %196 ], [ %215, %198 ]
  %201 = phi i32 [ %192, %196 ], [ %216, %198 ]
  %202 = add i32 %199, 1
  %203 = zext i32 %199 to i64
  %204 = getelementptr inbounds %struct.LaneRun, ptr %197, i64 %203
  %205 = urem i32 %200, %88
  %206 = sub i32 %88, %205
  store i32 %205, ptr %204, align 4
  %207 = udiv i32 %200, %88
  %208 = urem i32 %207, %89
  %209 = getelementptr inbounds i8, ptr %204, i64 4
  store i32 %208, ptr %209, align 4
  %210 = udiv i32 %207, %89
  %211 = getelementptr inbounds i8, ptr %204, i64 8
  store i32 %210, ptr %211, align 4
  %212 = getelementptr inbounds i8, ptr %204, i64 12
  store i32 %200, ptr %212, align 4
  %213 = call i32 @llvm.umin.i32(i32 %206, i32 %201)
  %214 = getelementptr inbounds i8, ptr %204, i64 16
  store i32 %213, ptr %214, align 4
  %215 = add i32 %213, %200
  %216 = sub i32 %201, %213
  %217 = icmp eq i32 %216, 0
  br i1 %217, label %218, label %198

218:
  store i32 %202, ptr %190, align 4
  br label %219

219:
  %220 = load ptr, ptr %31, align 8
  %221 = load i64, ptr %33, align 8
  %222 = mul i64 %221, %178
  %223 = getelementptr inbounds i8, ptr %220, i64 %222
  %224 = getelementptr inbounds i8, ptr %223, i64 %221
  store i64 7887048017532182883, ptr %223, align 8
  %225 = getelementptr inbounds i8, ptr %224, i64 -72
  store i64 0, ptr %225, align 8
  %226 = getelementptr inbounds i8, ptr %224, i64 -80
  store i64 ptrtoint (ptr @start to i64), ptr %226, align 8
  %227 = getelementptr i8, ptr %224, i64 -128
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(48) %227, i8 0, i64 48, i1 false)
  store ptr %227, ptr %180, align 16
  %228 = add nuw nsw i64 %178, 1
  %229 = icmp eq i64 %228, %176
  br i1 %229, label %230, label %177

230:
  call fastcc void @run_threadgroup(i32 %173, i32 1, i32 %171) #19
  br label %351

231:
  store i32 0, ptr %27, align 4
  store i32 0, ptr %28, align 4
  store i32 0, ptr %7, align 4
  %232 = icmp eq i32 %92, 0
  br i1 %232, label %348, label %233

233:
  %234 = lshr i32 %88, 1
  br label %235

235:
  %236 = phi i64 [ 0, %233 ], [ %346, %345 ]
  %237 = phi i32 [ 0, %233 ], [ %303, %345 ]
  %238 = phi i32 [ 0, %233 ], [ %302, %345 ]
  %239 = phi i32 [ 0, %233 ], [ %301, %345 ]
  br i1 %169, label %240, label %252

240:
  %241 = trunc i64 %236 to i32
  %242 = lshr i32 %241, 2
  %243 = urem i32 %242, %234
  %244 = shl nuw nsw i32 %243, 1
  %245 = and i32 %241, 1
  %246 = or i32 %244, %245
  store i32 %246, ptr %7, align 4
  %247 = udiv i32 %242, %234
  %248 = shl nuw nsw i32 %247, 1
  %249 = lshr i32 %241, 1
  %250 = and i32 %249, 1
  %251 = or i32 %248, %250
  store i32 %251, ptr %28, align 4
  store i32 0, ptr %27, align 4
  br label %252

252:
  %253 = phi i32 [ 0, %240 ], [ %239, %235 ]
  %254 = phi i32 [ %251, %240 ], [ %238, %235 ]
  %255 = phi i32 [ %246, %240 ], [ %237, %235 ]
  %256 = load ptr, ptr %29, align 8
  %257 = getelementptr inbounds %struct.Lane, ptr %256, i64 %236
  %258 = getelementptr inbounds i8, ptr %257, i64 144
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 dereferenceable(120) %258, ptr align 4 dereferenceable(120) %9, i64 120, i1 false)
  %259 = getelementptr inbounds i8, ptr %257, i64 156
  br label %260

260:
  %261 = phi i64 [ 0, %252 ], [ %269, %260 ]
  %262 = getelementptr inbounds i32, ptr %7, i64 %261
  %263 = load i32, ptr %262, align 4
  %264 = getelementptr inbounds i32, ptr %259, i64 %261
  store i32 %263, ptr %264, align 4
  %265 = getelementptr inbounds i32, ptr %6, i64 %261
  %266 = load i32, ptr %265, align 4
  %267 = add i32 %266, %263
  %268 = getelementptr inbounds i32, ptr %258, i64 %261
  store i32 %267, ptr %268, align 4
  %269 = add nuw nsw i64 %261, 1
  %270 = icmp eq i64 %269, 3
  br i1 %270, label %271, label %260

271:
  %272 = getelementptr inbounds i8, ptr %257, i64 180
  %273 = trunc i64 %236 to i32
  store i32 %273, ptr %272, align 4
  %274 = and i32 %273, 31
  %275 = getelementptr inbounds i8, ptr %257, i64 184
  store i32 %274, ptr %275, align 4
  %276 = lshr i32 %273, 5
  %277 = getelementptr inbounds i8, ptr %257, i64 188
  store i32 %276, ptr %277, align 4
  %278 = lshr i32 %273, 2
  %279 = getelementptr inbounds i8, ptr %257, i64 248
  store i32 %278, ptr %279, align 4
  %280 = and i32 %273, 3
  %281 = getelementptr inbounds i8, ptr %257, i64 252
  store i32 %280, ptr %281, align 4
  %282 = load i32, ptr %258, align 4
  %283 = getelementptr inbounds i8, ptr %257, i64 148
  %284 = load i32, ptr %283, align 4
  %285 = getelementptr inbounds i8, ptr %257, i64 152
  %286 = load i32, ptr %285, align 4
  %287 = mul i32 %286, %67
  %288 = add i32 %287, %284
  %289 = mul i32 %288, %66
  %290 = add i32 %289, %282
  %291 = getelementptr inbounds i8, ptr %257, i64 260
  store i32 %290, ptr %291, align 4
  br i1 %169, label %300, label %292

292:
  %293 = add i32 %255, 1
  store i32 %293, ptr %7, align 4
  %294 = icmp eq i32 %293, %88
  br i1 %294, label %295, label %300

295:
  store i32 0, ptr %7, align 4
  %296 = add i32 %254, 1
  store i32 %296, ptr %28, align 4
  %297 = icmp eq i32 %296, %89
  br i1 %297, label %298, label %300

298:
  store i32 0, ptr %28, align 4
  %299 = add i32 %253, 1
  store i32 %299, ptr %27, align 4
  br label %300

300:
  %301 = phi i32 [ %253, %295 ], [ %299, %298 ], [ %253, %292 ], [ %253, %271 ]
  %302 = phi i32 [ %296, %295 ], [ 0, %298 ], [ %254, %292 ], [ %254, %271 ]
  %303 = phi i32 [ 0, %295 ], [ 0, %298 ], [ %293, %292 ], [ %255, %271 ]
  %304 = getelementptr inbounds i8, ptr %257, i64 8
  store i32 0, ptr %304, align 8
  %305 = getelementptr inbounds i8, ptr %257, i64 56
  store i32 0, ptr %305, align 8
  %306 = getelementptr inbounds i8, ptr %257, i64 72
  store i64 0, ptr %306, align 8
  %307 = getelementptr inbounds i8, ptr %257, i64 24
  %308 = getelementptr inbounds i8, ptr %257, i64 48
  store ptr null, ptr %308, align 16
  %309 = getelementptr inbounds i8, ptr %257, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %307, i8 0, i64 16, i1 false)
  store i32 %274, ptr %309, align 4
  %310 = load ptr, ptr %30, align 8
  %311 = zext i32 %276 to i64
  %312 = getelementptr inbounds %struct.Simd, ptr %310, i64 %311
  %313 = getelementptr inbounds i8, ptr %257, i64 40
  store ptr %312, ptr %313, align 8
  %314 = load ptr, ptr %31, align 8
  br i1 %32, label %318, label %315

315:
  %316 = load i64, ptr %33, align 8
  %317 = mul i64 %316, %236
  br label %318

318:
  %319 = phi i64 [ %317, %315 ], [ 0, %300 ]
  %320 = getelementptr inbounds i8, ptr %314, i64 %319
  %321 = load i32, ptr %17, align 8
  switch i32 %321, label %322 [
    i32 0, label %325
    i32 255, label %325
  ]

322:
  %323 = trunc i32 %321 to i8
  %324 = load i64, ptr %33, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %320, i8 %323, i64 %324, i1 false)
  br label %325

325:
  %326 = load i64, ptr %33, align 8
  %327 = getelementptr inbounds i8, ptr %320, i64 %326
  store i64 7887048017532182883, ptr %320, align 8
  %328 = getelementptr inbounds i8, ptr %327, i64 -72
  store i64 0, ptr %328, align 8
  %329 = getelementptr inbounds i8, ptr %327, i64 -80
  store i64 ptrtoint (ptr @start to i64), ptr %329, align 8
  %330 = getelementptr i8, ptr %327, i64 -128
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(48) %330, i8 0, i64 48, i1 false)
  store ptr %330, ptr %257, align 16
  br i1 %32, label %331, label %345

331:
  %332 = getelementptr inbounds i8, ptr %257, i64 272
  store ptr %332, ptr @last, align 8
  %333 = icmp eq i64 %236, 0
  br i1 %333, label %334, label %337

334:
  %335 = load i32, ptr %34, align 8
  %336 = add i32 %335, 1
  store i32 %336, ptr %34, align 8
  br label %337

337:
  store ptr %257, ptr @current, align 8
  call void @switch_stack(ptr @scheduler_stack, ptr %330) #19
  %338 = load ptr, ptr @dispatch, align 8
  %339 = getelementptr inbounds i8, ptr %338, i64 56
  %340 = load ptr, ptr %339, align 8
  %341 = load i64, ptr %340, align 8
  %342 = icmp eq i64 %341, 7887048017532182883
  br i1 %342, label %345, label %343

343:
  %344 = getelementptr inbounds i8, ptr %338, i64 96
  store i32 3, ptr %344, align 8
  br label %345

345:
  %346 = add nuw nsw i64 %236, 1
  %347 = icmp eq i64 %346, %93
  br i1 %347, label %348, label %235

348:
  br i1 %32, label %351, label %349

349:
  %350 = trunc i64 %54 to i32
  call fastcc void @run_threadgroup(i32 %92, i32 32, i32 %350) #19
  br label %351

351:
  br label %352

352:
  %353 = add nuw i64 %54, 1
  %354 = icmp eq i64 %353, %2
  br i1 %354, label %50, label %53
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
  tail call void asm sideeffect "pushq %rbp\0A pushq %rbx\0A pushq %r12\0A pushq %r13\0A pushq %r14\0A pushq %r15\0Amovq %rsp, (%rdi)\0A movq %rsi, %rsp\0Apopq %r15\0A popq %r14\0A popq %r13\0A popq %r12\0A popq %rbx\0A popq %rbp\0A retq\0A", "~{dirflag},~{fpsr},~{flags}"() #20
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
