; d53ddd6f40a73cbaa193e86f47f33be8ea8f574e38a7945c5fa1198760741bb7 by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, ptr, ptr, ptr, i32, i32, i32, i32, i64, [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [3 x i32], [11 x i32], [32 x [64 x i8]] }

@current = internal unnamed_addr global ptr null, align 8
@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@mtlb_neighbour.zeros = internal constant [8 x i64] zeroinitializer, align 8
@dispatch = internal unnamed_addr global ptr null, align 8
@mtlb_threadgroup_count = external local_unnamed_addr constant i32, align 4
@mtlb_threadgroup = external local_unnamed_addr global [0 x %struct.Region], align 8
@ordered = internal unnamed_addr global [3 x i32] zeroinitializer, align 4
@mtlb_texel_access = local_unnamed_addr global ptr null, align 8
@mtlb_lane_fault = local_unnamed_addr global ptr null, align 8
@scheduler_stack = internal global ptr null, align 8

define ptr @mtlb_enter(ptr %0) local_unnamed_addr #0 {
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

define void @mtlb_leave(ptr %0) local_unnamed_addr #2 {
  %2 = load ptr, ptr @current, align 8
  %3 = getelementptr inbounds i8, ptr %2, i64 32
  store ptr %0, ptr %3, align 16
  ret void
}

define void @mtlb_barrier(i32 %0, i64 %1) local_unnamed_addr #3 {
  %3 = load i32, ptr @mtlb_is_stackful, align 4
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %15, label %5

5:
  %6 = load ptr, ptr @current, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 8
  store i32 2, ptr %7, align 8
  %8 = getelementptr inbounds i8, ptr %6, i64 60
  store i32 %0, ptr %8, align 4
  %9 = getelementptr inbounds i8, ptr %6, i64 16
  store i64 %1, ptr %9, align 16
  %10 = load ptr, ptr @dispatch, align 8
  %11 = getelementptr inbounds i8, ptr %10, i64 120
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, 1
  store i64 %13, ptr %11, align 8
  %14 = load ptr, ptr @scheduler_stack, align 8
  tail call void @switch_stack(ptr %6, ptr %14) #18
  br label %15

15:
  ret void
}

define void @mtlb_simdgroup_barrier(i32 %0, i64 %1) local_unnamed_addr #3 {
  %3 = load ptr, ptr @current, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 8
  store i32 1, ptr %4, align 8
  %5 = getelementptr inbounds i8, ptr %3, i64 60
  store i32 %0, ptr %5, align 4
  %6 = getelementptr inbounds i8, ptr %3, i64 16
  store i64 %1, ptr %6, align 16
  %7 = load ptr, ptr @dispatch, align 8
  %8 = getelementptr inbounds i8, ptr %7, i64 120
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %8, align 8
  %11 = load ptr, ptr @scheduler_stack, align 8
  tail call void @switch_stack(ptr %3, ptr %11) #18
  ret void
}

define ptr @mtlb_meet(ptr readonly %0, i64 %1) local_unnamed_addr #3 {
  %3 = load ptr, ptr @current, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 80
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 16 dereferenceable(64) %4, ptr align 1 dereferenceable(64) %0, i64 64, i1 false)
  %5 = getelementptr inbounds i8, ptr %3, i64 8
  store i32 1, ptr %5, align 8
  %6 = getelementptr inbounds i8, ptr %3, i64 60
  store i32 7, ptr %6, align 4
  %7 = getelementptr inbounds i8, ptr %3, i64 16
  store i64 %1, ptr %7, align 16
  %8 = load ptr, ptr @dispatch, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 120
  %10 = load i64, ptr %9, align 8
  %11 = add i64 %10, 1
  store i64 %11, ptr %9, align 8
  %12 = load ptr, ptr @scheduler_stack, align 8
  tail call void @switch_stack(ptr %3, ptr %12) #18
  %13 = getelementptr inbounds i8, ptr %3, i64 40
  %14 = load ptr, ptr %13, align 8
  ret ptr %14
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg) #4

define i32 @mtlb_lane() local_unnamed_addr #5 {
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

define ptr @mtlb_neighbour(ptr readonly %0, i32 %1, i32 %2) local_unnamed_addr #5 {
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

define void @mtlb_discard() local_unnamed_addr #0 {
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

define i32 @mtlb_is_discarded() local_unnamed_addr #5 {
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
  %7 = load ptr, ptr @scheduler_stack, align 8
  tail call void @switch_stack(ptr %5, ptr %7) #18
  tail call void @llvm.trap()
  unreachable
}

define void @mtlb_no_function() local_unnamed_addr #7 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 96
  store i32 4, ptr %2, align 8
  tail call void @mtlb_end_thread() #18
  unreachable
}

define ptr @mtlb_thread() local_unnamed_addr #6 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 144
  ret ptr %2
}

define ptr @mtlb_pixels() local_unnamed_addr #5 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 160
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define i32 @mtlb_dispatch(ptr %0, i64 %1, i64 %2) local_unnamed_addr #8 {
  %4 = alloca [3 x i32], align 4
  %5 = alloca [3 x i32], align 4
  %6 = alloca [3 x i32], align 4
  %7 = alloca [3 x i32], align 4
  %8 = alloca %struct.Lane, align 16
  store ptr %0, ptr @dispatch, align 8
  %9 = icmp ult i64 %1, %2
  br i1 %9, label %10, label %45

10:
  %11 = getelementptr inbounds i8, ptr %4, i64 4
  %12 = getelementptr inbounds i8, ptr %0, i64 4
  %13 = getelementptr inbounds i8, ptr %4, i64 8
  %14 = getelementptr i8, ptr %0, i64 24
  %15 = getelementptr inbounds i8, ptr %0, i64 12
  %16 = getelementptr inbounds i8, ptr %0, i64 40
  %17 = load i32, ptr @mtlb_threadgroup_count, align 4
  %18 = icmp ne i32 %17, 0
  %19 = getelementptr inbounds i8, ptr %5, i64 4
  %20 = getelementptr inbounds i8, ptr %5, i64 8
  %21 = getelementptr inbounds i8, ptr %0, i64 144
  %22 = load i32, ptr @mtlb_is_stackful, align 4
  %23 = icmp eq i32 %22, 0
  %24 = getelementptr inbounds i8, ptr %0, i64 36
  %25 = getelementptr inbounds i8, ptr %7, i64 4
  %26 = getelementptr inbounds i8, ptr %7, i64 8
  %27 = getelementptr inbounds i8, ptr %0, i64 72
  %28 = getelementptr inbounds i8, ptr %0, i64 80
  %29 = getelementptr inbounds i8, ptr %0, i64 56
  %30 = getelementptr inbounds i8, ptr %0, i64 64
  %31 = getelementptr inbounds i8, ptr %8, i64 144
  %32 = getelementptr inbounds i8, ptr %0, i64 48
  %33 = getelementptr inbounds i8, ptr %8, i64 156
  %34 = getelementptr inbounds i8, ptr %8, i64 180
  %35 = getelementptr inbounds i8, ptr %8, i64 184
  %36 = getelementptr inbounds i8, ptr %8, i64 188
  %37 = getelementptr inbounds i8, ptr %8, i64 248
  %38 = getelementptr inbounds i8, ptr %8, i64 252
  %39 = getelementptr inbounds i8, ptr %8, i64 148
  %40 = getelementptr inbounds i8, ptr %8, i64 152
  %41 = getelementptr inbounds i8, ptr %8, i64 260
  %42 = getelementptr inbounds i8, ptr %8, i64 56
  %43 = zext i32 %17 to i64
  %44 = getelementptr i8, ptr %0, i64 28
  br label %48

45:
  %46 = getelementptr inbounds i8, ptr %0, i64 96
  %47 = load i32, ptr %46, align 8
  ret i32 %47

48:
  %49 = phi i64 [ %1, %10 ], [ %489, %488 ]
  %50 = load i32, ptr %0, align 8
  %51 = zext i32 %50 to i64
  %52 = freeze i64 %49
  %53 = freeze i64 %51
  %54 = udiv i64 %52, %53
  %55 = mul i64 %54, %53
  %56 = sub i64 %52, %55
  %57 = trunc i64 %56 to i32
  store i32 %57, ptr %4, align 4
  %58 = load i32, ptr %12, align 4
  %59 = zext i32 %58 to i64
  %60 = freeze i64 %59
  %61 = udiv i64 %54, %60
  %62 = mul i64 %61, %60
  %63 = sub i64 %54, %62
  %64 = trunc i64 %63 to i32
  store i32 %64, ptr %11, align 4
  %65 = trunc i64 %61 to i32
  store i32 %65, ptr %13, align 4
  %66 = load i32, ptr %14, align 8
  %67 = load i32, ptr %44, align 4
  br label %72

68:
  %69 = load i32, ptr %16, align 8
  %70 = icmp ne i32 %69, 0
  %71 = select i1 %70, i1 %18, i1 false
  br i1 %71, label %96, label %87

72:
  %73 = phi i64 [ 0, %48 ], [ %85, %72 ]
  %74 = getelementptr inbounds i32, ptr %14, i64 %73
  %75 = load i32, ptr %74, align 4
  %76 = getelementptr inbounds i32, ptr %4, i64 %73
  %77 = load i32, ptr %76, align 4
  %78 = getelementptr inbounds i32, ptr %15, i64 %73
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
  %89 = load i32, ptr %19, align 4
  %90 = mul i32 %89, %88
  %91 = load i32, ptr %20, align 4
  %92 = mul i32 %90, %91
  %93 = zext i32 %92 to i64
  %94 = load i64, ptr %21, align 8
  %95 = add i64 %94, %93
  store i64 %95, ptr %21, align 8
  br i1 %23, label %109, label %159

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
  %105 = load i32, ptr %16, align 8
  %106 = icmp ne i32 %105, 0
  %107 = icmp ult i64 %104, %43
  %108 = select i1 %106, i1 %107, i1 false
  br i1 %108, label %96, label %87

109:
  %110 = load ptr, ptr %32, align 8
  store ptr %8, ptr @current, align 8
  call fastcc void @begin_group(ptr %31, ptr %0, ptr %4, ptr %5) #18
  store i32 0, ptr %26, align 4
  %111 = icmp eq i32 %91, 0
  br i1 %111, label %158, label %112

112:
  %113 = icmp eq i32 %89, 0
  %114 = icmp eq i32 %88, 0
  br label %115

115:
  %116 = phi i32 [ 0, %112 ], [ %155, %154 ]
  %117 = phi i32 [ 0, %112 ], [ %156, %154 ]
  store i32 0, ptr %25, align 4
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
  %128 = getelementptr inbounds i32, ptr %33, i64 %125
  store i32 %127, ptr %128, align 4
  %129 = getelementptr inbounds i32, ptr %6, i64 %125
  %130 = load i32, ptr %129, align 4
  %131 = add i32 %130, %127
  %132 = getelementptr inbounds i32, ptr %31, i64 %125
  store i32 %131, ptr %132, align 4
  %133 = add nuw nsw i64 %125, 1
  %134 = icmp eq i64 %133, 3
  br i1 %134, label %135, label %124

135:
  store i32 %122, ptr %34, align 4
  %136 = and i32 %122, 31
  store i32 %136, ptr %35, align 8
  %137 = lshr i32 %122, 5
  store i32 %137, ptr %36, align 4
  %138 = lshr i32 %122, 2
  store i32 %138, ptr %37, align 8
  %139 = and i32 %122, 3
  store i32 %139, ptr %38, align 4
  %140 = load i32, ptr %31, align 16
  %141 = load i32, ptr %39, align 4
  %142 = load i32, ptr %40, align 8
  %143 = mul i32 %142, %67
  %144 = add i32 %143, %141
  %145 = mul i32 %144, %66
  %146 = add i32 %145, %140
  store i32 %146, ptr %41, align 4
  store i32 0, ptr %42, align 8
  call void @mtlb_entry(ptr %110, ptr %31) #20
  %147 = add nuw i32 %123, 1
  store i32 %147, ptr %7, align 4
  %148 = add i32 %122, 1
  %149 = icmp eq i32 %147, %88
  br i1 %149, label %150, label %121

150:
  %151 = phi i32 [ %119, %118 ], [ %148, %135 ]
  %152 = add nuw i32 %120, 1
  store i32 %152, ptr %25, align 4
  %153 = icmp eq i32 %152, %89
  br i1 %153, label %154, label %118

154:
  %155 = phi i32 [ %116, %115 ], [ %151, %150 ]
  %156 = add nuw i32 %117, 1
  store i32 %156, ptr %26, align 4
  %157 = icmp eq i32 %156, %91
  br i1 %157, label %158, label %115

158:
  br label %488

159:
  %160 = load i32, ptr %24, align 4
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
  %170 = icmp eq i32 %92, 0
  br i1 %170, label %263, label %171

171:
  %172 = lshr i32 %88, 1
  br label %173

173:
  %174 = phi i64 [ 0, %171 ], [ %261, %252 ]
  %175 = trunc i64 %174 to i32
  %176 = freeze i32 %175
  %177 = freeze i32 %88
  %178 = udiv i32 %176, %177
  %179 = mul i32 %178, %177
  %180 = sub i32 %176, %179
  store i32 %180, ptr %7, align 4
  %181 = freeze i32 %89
  %182 = udiv i32 %178, %181
  %183 = mul i32 %182, %181
  %184 = sub i32 %178, %183
  store i32 %184, ptr %25, align 4
  store i32 %182, ptr %26, align 4
  br i1 %169, label %185, label %199

185:
  %186 = lshr i32 %175, 2
  %187 = freeze i32 %186
  %188 = freeze i32 %172
  %189 = udiv i32 %187, %188
  %190 = mul i32 %189, %188
  %191 = sub i32 %187, %190
  %192 = shl nuw nsw i32 %191, 1
  %193 = and i32 %175, 1
  %194 = or i32 %192, %193
  store i32 %194, ptr %7, align 4
  %195 = shl nuw nsw i32 %189, 1
  %196 = lshr i32 %175, 1
  %197 = and i32 %196, 1
  %198 = or i32 %195, %197
  store i32 %198, ptr %25, align 4
  store i32 0, ptr %26, align 4
  br label %199

199:
  %200 = load ptr, ptr %27, align 8
  %201 = getelementptr inbounds %struct.Lane, ptr %200, i64 %174
  %202 = getelementptr inbounds i8, ptr %201, i64 144
  call fastcc void @begin_group(ptr %202, ptr %0, ptr %4, ptr %5) #18
  %203 = getelementptr inbounds i8, ptr %201, i64 156
  br label %204

204:
  %205 = phi i64 [ 0, %199 ], [ %213, %204 ]
  %206 = getelementptr inbounds i32, ptr %7, i64 %205
  %207 = load i32, ptr %206, align 4
  %208 = getelementptr inbounds i32, ptr %203, i64 %205
  store i32 %207, ptr %208, align 4
  %209 = getelementptr inbounds i32, ptr %6, i64 %205
  %210 = load i32, ptr %209, align 4
  %211 = add i32 %210, %207
  %212 = getelementptr inbounds i32, ptr %202, i64 %205
  store i32 %211, ptr %212, align 4
  %213 = add nuw nsw i64 %205, 1
  %214 = icmp eq i64 %213, 3
  br i1 %214, label %215, label %204

215:
  %216 = getelementptr inbounds i8, ptr %201, i64 180
  store i32 %175, ptr %216, align 4
  %217 = and i32 %175, 31
  %218 = getelementptr inbounds i8, ptr %201, i64 184
  store i32 %217, ptr %218, align 4
  %219 = lshr i32 %175, 5
  %220 = getelementptr inbounds i8, ptr %201, i64 188
  store i32 %219, ptr %220, align 4
  %221 = lshr i32 %175, 2
  %222 = getelementptr inbounds i8, ptr %201, i64 248
  store i32 %221, ptr %222, align 4
  %223 = and i32 %175, 3
  %224 = getelementptr inbounds i8, ptr %201, i64 252
  store i32 %223, ptr %224, align 4
  %225 = load i32, ptr %202, align 4
  %226 = getelementptr inbounds i8, ptr %201, i64 148
  %227 = load i32, ptr %226, align 4
  %228 = getelementptr inbounds i8, ptr %201, i64 152
  %229 = load i32, ptr %228, align 4
  %230 = mul i32 %229, %67
  %231 = add i32 %230, %227
  %232 = mul i32 %231, %66
  %233 = add i32 %232, %225
  %234 = getelementptr inbounds i8, ptr %201, i64 260
  store i32 %233, ptr %234, align 4
  %235 = getelementptr inbounds i8, ptr %201, i64 8
  store i32 0, ptr %235, align 8
  %236 = getelementptr inbounds i8, ptr %201, i64 56
  store i32 0, ptr %236, align 8
  %237 = getelementptr inbounds i8, ptr %201, i64 72
  store i64 0, ptr %237, align 8
  %238 = getelementptr inbounds i8, ptr %201, i64 24
  %239 = getelementptr inbounds i8, ptr %201, i64 48
  store ptr null, ptr %239, align 16
  %240 = getelementptr inbounds i8, ptr %201, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %238, i8 0, i64 16, i1 false)
  store i32 %217, ptr %240, align 4
  %241 = load ptr, ptr %28, align 8
  %242 = zext i32 %219 to i64
  %243 = getelementptr inbounds %struct.Simd, ptr %241, i64 %242
  %244 = getelementptr inbounds i8, ptr %201, i64 40
  store ptr %243, ptr %244, align 8
  %245 = load ptr, ptr %29, align 8
  %246 = load i64, ptr %30, align 8
  %247 = mul i64 %246, %174
  %248 = getelementptr inbounds i8, ptr %245, i64 %247
  %249 = load i32, ptr %16, align 8
  switch i32 %249, label %250 [
    i32 0, label %252
    i32 255, label %252
  ]

250:
  %251 = trunc i32 %249 to i8
  call void @llvm.memset.p0.i64(ptr align 1 %248, i8 %251, i64 %246, i1 false)
  br label %252

252:
  store i64 7887048017532182883, ptr %248, align 8
  %253 = load i64, ptr %30, align 8
  %254 = getelementptr inbounds i8, ptr %248, i64 %253
  %255 = shl i64 %174, 8
  %256 = and i64 %255, 3840
  %257 = sub nsw i64 0, %256
  %258 = getelementptr i8, ptr %254, i64 %257
  %259 = getelementptr i8, ptr %258, i64 -224
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(160) %259, i8 0, i64 160, i1 false)
  %260 = getelementptr i8, ptr %258, i64 -136
  store i64 ptrtoint (ptr @start to i64), ptr %260, align 8
  store ptr %259, ptr %201, align 16
  %261 = add nuw nsw i64 %174, 1
  %262 = icmp eq i64 %261, %93
  br i1 %262, label %263, label %173

263:
  %264 = load ptr, ptr @dispatch, align 8
  %265 = getelementptr inbounds i8, ptr %264, i64 152
  %266 = load i32, ptr %265, align 8
  %267 = add i32 %266, 1
  store i32 %267, ptr %265, align 8
  br label %274

268:
  %269 = trunc i64 %49 to i32
  %270 = add i32 %92, 31
  %271 = lshr i32 %270, 5
  %272 = icmp eq i32 %271, 0
  %273 = zext i32 %271 to i64
  br label %280

274:
  %275 = phi i64 [ 0, %263 ], [ %277, %274 ]
  %276 = getelementptr inbounds i32, ptr @ordered, i64 %275
  store i32 %267, ptr %276, align 4
  %277 = add nuw nsw i64 %275, 1
  %278 = icmp eq i64 %277, 3
  br i1 %278, label %268, label %274

279:
  br label %280

280:
  br i1 %272, label %281, label %286

281:
  br i1 %170, label %488, label %282

282:
  %283 = load ptr, ptr @dispatch, align 8
  %284 = getelementptr inbounds i8, ptr %283, i64 72
  %285 = load ptr, ptr %284, align 8
  br label %387

286:
  %287 = phi i64 [ %382, %381 ], [ 0, %280 ]
  %288 = shl nuw i64 %287, 5
  %289 = trunc i64 %288 to i32
  %290 = sub i32 %92, %289
  %291 = load ptr, ptr @dispatch, align 8
  %292 = getelementptr inbounds i8, ptr %291, i64 72
  %293 = load ptr, ptr %292, align 8
  %294 = getelementptr inbounds %struct.Lane, ptr %293, i64 %288
  %295 = call i32 @llvm.umin.i32(i32 %290, i32 32)
  %296 = getelementptr inbounds i8, ptr %294, i64 40
  %297 = load ptr, ptr %296, align 8
  %298 = icmp eq i64 %288, %93
  %299 = getelementptr inbounds i8, ptr %297, i64 4
  %300 = getelementptr inbounds i8, ptr %297, i64 64
  %301 = getelementptr inbounds i8, ptr %297, i64 8
  %302 = zext i32 %295 to i64
  br i1 %298, label %381, label %305

303:
  %304 = icmp eq i32 %336, 0
  br i1 %304, label %381, label %344

305:
  %306 = phi i64 [ %341, %340 ], [ 0, %286 ]
  %307 = phi ptr [ %342, %340 ], [ null, %286 ]
  %308 = phi i32 [ %343, %340 ], [ 0, %286 ]
  %309 = getelementptr inbounds %struct.Lane, ptr %294, i64 %306
  %310 = getelementptr inbounds i8, ptr %309, i64 8
  %311 = load i32, ptr %310, align 8
  %312 = icmp eq i32 %311, 0
  br i1 %312, label %313, label %316

313:
  store ptr %309, ptr @current, align 8
  %314 = load ptr, ptr %309, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %314) #18
  %315 = load i32, ptr %310, align 8
  br label %316

316:
  %317 = phi i32 [ %315, %313 ], [ %311, %305 ]
  %318 = icmp eq i32 %317, 1
  br i1 %318, label %319, label %335

319:
  %320 = icmp eq ptr %307, null
  br i1 %320, label %321, label %324

321:
  %322 = trunc i64 %306 to i32
  %323 = shl nuw i32 1, %322
  br label %335

324:
  %325 = call fastcc i32 @order(ptr %309, ptr %307) #18
  %326 = freeze i32 %325
  %327 = icmp slt i32 %326, 0
  %328 = select i1 %327, i32 0, i32 %308
  %329 = select i1 %327, ptr %309, ptr %307
  %330 = trunc i64 %306 to i32
  %331 = shl nuw i32 1, %330
  %332 = icmp sgt i32 %326, 0
  %333 = select i1 %332, i32 0, i32 %331
  %334 = or i32 %328, %333
  br label %335

335:
  %336 = phi i32 [ %308, %316 ], [ %334, %324 ], [ %323, %321 ]
  %337 = phi ptr [ %307, %316 ], [ %329, %324 ], [ %309, %321 ]
  %338 = add nuw nsw i64 %306, 1
  %339 = icmp eq i64 %338, %302
  br i1 %339, label %303, label %340

340:
  %341 = phi i64 [ %338, %335 ], [ 0, %378 ]
  %342 = phi ptr [ %337, %335 ], [ null, %378 ]
  %343 = phi i32 [ %336, %335 ], [ 0, %378 ]
  br label %305

344:
  store i32 %336, ptr %297, align 4
  %345 = load i32, ptr %299, align 4
  %346 = add i32 %345, 1
  store i32 %346, ptr %299, align 4
  %347 = load ptr, ptr @dispatch, align 8
  %348 = getelementptr inbounds i8, ptr %347, i64 136
  %349 = load i64, ptr %348, align 8
  %350 = add i64 %349, 1
  store i64 %350, ptr %348, align 8
  br label %351

351:
  %352 = phi i64 [ %368, %366 ], [ 0, %344 ]
  %353 = phi i32 [ %367, %366 ], [ 7, %344 ]
  %354 = trunc i64 %352 to i32
  %355 = shl nuw i32 1, %354
  %356 = and i32 %355, %336
  %357 = icmp eq i32 %356, 0
  br i1 %357, label %366, label %358

358:
  %359 = getelementptr inbounds [64 x i8], ptr %300, i64 %352
  %360 = getelementptr inbounds %struct.Lane, ptr %294, i64 %352
  %361 = getelementptr inbounds i8, ptr %360, i64 80
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %359, ptr align 16 dereferenceable(64) %361, i64 64, i1 false)
  %362 = getelementptr inbounds i8, ptr %360, i64 8
  store i32 0, ptr %362, align 8
  %363 = getelementptr inbounds i8, ptr %360, i64 60
  %364 = load i32, ptr %363, align 4
  %365 = and i32 %364, %353
  br label %366

366:
  %367 = phi i32 [ %365, %358 ], [ %353, %351 ]
  %368 = add nuw nsw i64 %352, 1
  %369 = icmp eq i64 %368, %302
  br i1 %369, label %370, label %351

370:
  %371 = phi i64 [ %379, %378 ], [ 0, %366 ]
  %372 = trunc i64 %371 to i32
  %373 = shl nuw nsw i32 1, %372
  %374 = and i32 %373, %367
  %375 = icmp eq i32 %374, 0
  br i1 %375, label %378, label %376

376:
  %377 = getelementptr inbounds i32, ptr %301, i64 %371
  store i32 %346, ptr %377, align 4
  br label %378

378:
  %379 = add nuw nsw i64 %371, 1
  %380 = icmp eq i64 %379, 3
  br i1 %380, label %340, label %370

381:
  %382 = add nuw nsw i64 %287, 1
  %383 = icmp eq i64 %382, %273
  br i1 %383, label %281, label %286

384:
  %385 = icmp eq i32 %417, 0
  %386 = icmp ne i32 %413, 0
  br i1 %385, label %472, label %420

387:
  %388 = phi i64 [ 0, %282 ], [ %418, %412 ]
  %389 = phi i32 [ 0, %282 ], [ %417, %412 ]
  %390 = phi ptr [ null, %282 ], [ %416, %412 ]
  %391 = phi ptr [ null, %282 ], [ %415, %412 ]
  %392 = phi i32 [ 7, %282 ], [ %414, %412 ]
  %393 = phi i32 [ 0, %282 ], [ %413, %412 ]
  %394 = getelementptr inbounds %struct.Lane, ptr %285, i64 %388
  %395 = getelementptr inbounds i8, ptr %394, i64 8
  %396 = load i32, ptr %395, align 8
  %397 = icmp eq i32 %396, 3
  br i1 %397, label %398, label %400

398:
  %399 = add i32 %393, 1
  br label %412

400:
  %401 = add i32 %389, 1
  %402 = getelementptr inbounds i8, ptr %394, i64 60
  %403 = load i32, ptr %402, align 4
  %404 = and i32 %403, %392
  %405 = icmp eq ptr %391, null
  %406 = select i1 %405, ptr %394, ptr %391
  %407 = icmp eq ptr %390, null
  br i1 %407, label %408, label %412

408:
  %409 = call fastcc i32 @order(ptr %406, ptr %394) #18
  %410 = icmp eq i32 %409, 0
  %411 = select i1 %410, ptr null, ptr %394
  br label %412

412:
  %413 = phi i32 [ %399, %398 ], [ %393, %400 ], [ %393, %408 ]
  %414 = phi i32 [ %392, %398 ], [ %404, %400 ], [ %404, %408 ]
  %415 = phi ptr [ %391, %398 ], [ %406, %400 ], [ %406, %408 ]
  %416 = phi ptr [ %390, %398 ], [ %390, %400 ], [ %411, %408 ]
  %417 = phi i32 [ %389, %398 ], [ %401, %400 ], [ %401, %408 ]
  %418 = add nuw nsw i64 %388, 1
  %419 = icmp eq i64 %418, %93
  br i1 %419, label %384, label %387

420:
  %421 = getelementptr inbounds i8, ptr %283, i64 152
  %422 = load i32, ptr %421, align 8
  %423 = add i32 %422, 1
  store i32 %423, ptr %421, align 8
  %424 = getelementptr inbounds i8, ptr %283, i64 128
  %425 = load i64, ptr %424, align 8
  %426 = add i64 %425, 1
  store i64 %426, ptr %424, align 8
  br label %430

427:
  %428 = icmp ne ptr %416, null
  %429 = select i1 %386, i1 true, i1 %428
  br i1 %429, label %441, label %461

430:
  %431 = phi i64 [ 0, %420 ], [ %439, %438 ]
  %432 = trunc i64 %431 to i32
  %433 = shl nuw nsw i32 1, %432
  %434 = and i32 %433, %414
  %435 = icmp eq i32 %434, 0
  br i1 %435, label %438, label %436

436:
  %437 = getelementptr inbounds i32, ptr @ordered, i64 %431
  store i32 %423, ptr %437, align 4
  br label %438

438:
  %439 = add nuw nsw i64 %431, 1
  %440 = icmp eq i64 %439, 3
  br i1 %440, label %427, label %430

441:
  %442 = getelementptr inbounds i8, ptr %283, i64 96
  %443 = load i32, ptr %442, align 8
  %444 = icmp eq i32 %443, 0
  br i1 %444, label %445, label %461

445:
  %446 = getelementptr inbounds i8, ptr %283, i64 100
  %447 = load i32, ptr %446, align 4
  %448 = icmp eq i32 %447, 0
  br i1 %448, label %449, label %461

449:
  %450 = select i1 %386, i32 1, i32 2
  store i32 %450, ptr %442, align 8
  %451 = getelementptr inbounds i8, ptr %415, i64 16
  %452 = load i64, ptr %451, align 16
  %453 = getelementptr inbounds i8, ptr %283, i64 104
  store i64 %452, ptr %453, align 8
  br i1 %428, label %454, label %457

454:
  %455 = getelementptr inbounds i8, ptr %416, i64 16
  %456 = load i64, ptr %455, align 16
  br label %457

457:
  %458 = phi i64 [ %456, %454 ], [ 0, %449 ]
  %459 = getelementptr inbounds i8, ptr %283, i64 112
  store i64 %458, ptr %459, align 8
  %460 = getelementptr inbounds i8, ptr %283, i64 156
  store i32 %269, ptr %460, align 4
  br label %461

461:
  br label %462

462:
  %463 = phi i64 [ %470, %469 ], [ 0, %461 ]
  %464 = getelementptr inbounds %struct.Lane, ptr %285, i64 %463
  %465 = getelementptr inbounds i8, ptr %464, i64 8
  %466 = load i32, ptr %465, align 8
  %467 = icmp eq i32 %466, 2
  br i1 %467, label %468, label %469

468:
  store i32 0, ptr %465, align 8
  br label %469

469:
  %470 = add nuw nsw i64 %463, 1
  %471 = icmp eq i64 %470, %93
  br i1 %471, label %279, label %462

472:
  %473 = getelementptr inbounds i8, ptr %283, i64 56
  %474 = load ptr, ptr %473, align 8
  %475 = getelementptr inbounds i8, ptr %283, i64 64
  %476 = load i64, ptr %475, align 8
  %477 = getelementptr inbounds i8, ptr %283, i64 96
  br label %478

478:
  %479 = phi i64 [ 0, %472 ], [ %486, %485 ]
  %480 = mul i64 %479, %476
  %481 = getelementptr inbounds i8, ptr %474, i64 %480
  %482 = load i64, ptr %481, align 8
  %483 = icmp eq i64 %482, 7887048017532182883
  br i1 %483, label %485, label %484

484:
  store i32 3, ptr %477, align 8
  br label %485

485:
  %486 = add nuw nsw i64 %479, 1
  %487 = icmp eq i64 %486, %93
  br i1 %487, label %488, label %478

488:
  %489 = add nuw i64 %49, 1
  %490 = icmp eq i64 %489, %2
  br i1 %490, label %45, label %48
}

declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg) #9

define internal fastcc void @begin_group(ptr writeonly %0, ptr readonly %1, ptr readonly %2, ptr readonly %3) unnamed_addr #10 {
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

declare void @mtlb_entry(ptr, ptr) local_unnamed_addr #11

define internal void @start() #7 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = load ptr, ptr @current, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 144
  tail call void @mtlb_entry(ptr %3, ptr %5) #20
  %6 = load ptr, ptr @current, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 8
  store i32 3, ptr %7, align 8
  %8 = load ptr, ptr @scheduler_stack, align 8
  tail call void @switch_stack(ptr %6, ptr %8) #18
  tail call void @llvm.trap()
  unreachable
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
  %32 = getelementptr inbounds i8, ptr %0, i64 28
  store i32 %31, ptr %32, align 4
  %33 = getelementptr inbounds i8, ptr %2, i64 40
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds i8, ptr %34, i64 4
  %36 = load i32, ptr %35, align 4
  %37 = getelementptr inbounds i8, ptr %0, i64 16
  store i32 %36, ptr %37, align 8
  %38 = getelementptr inbounds i8, ptr %2, i64 64
  %39 = load i32, ptr %38, align 16
  %40 = getelementptr inbounds i8, ptr %0, i64 24
  store i32 %39, ptr %40, align 8
  %41 = getelementptr inbounds i8, ptr %2, i64 72
  %42 = load i64, ptr %41, align 8
  %43 = getelementptr inbounds i8, ptr %0, i64 56
  store i64 %42, ptr %43, align 8
  %44 = getelementptr inbounds i8, ptr %0, i64 32
  %45 = getelementptr inbounds i8, ptr %34, i64 8
  %46 = getelementptr inbounds i8, ptr %0, i64 44
  br label %48

47:
  ret void

48:
  %49 = phi i64 [ 0, %1 ], [ %56, %48 ]
  %50 = getelementptr inbounds i32, ptr @ordered, i64 %49
  %51 = load i32, ptr %50, align 4
  %52 = getelementptr inbounds i32, ptr %44, i64 %49
  store i32 %51, ptr %52, align 4
  %53 = getelementptr inbounds i32, ptr %45, i64 %49
  %54 = load i32, ptr %53, align 4
  %55 = getelementptr inbounds i32, ptr %46, i64 %49
  store i32 %54, ptr %55, align 4
  %56 = add nuw nsw i64 %49, 1
  %57 = icmp eq i64 %56, 3
  br i1 %57, label %47, label %48
}

define i32 @mtlb_size_of_lane() local_unnamed_addr #13 {
  ret i32 272
}

define i32 @mtlb_size_of_simd() local_unnamed_addr #13 {
  ret i32 2112
}

define i32 @mtlb_size_of_dispatch() local_unnamed_addr #13 {
  ret i32 168
}

define internal void @switch_stack(ptr %0, ptr %1) #14 {
  tail call void asm sideeffect "sub sp, sp, #160\0Astp x19, x20, [sp]\0A stp x21, x22, [sp, #16]\0A stp x23, x24, [sp, #32]\0A stp x25, x26, [sp, #48]\0Astp x27, x28, [sp, #64]\0A stp x29, x30, [sp, #80]\0A stp d8, d9, [sp, #96]\0A stp d10, d11, [sp, #112]\0Astp d12, d13, [sp, #128]\0A stp d14, d15, [sp, #144]\0Amov x9, sp\0A str x9, [x0]\0A mov sp, x1\0Aldp x19, x20, [sp]\0A ldp x21, x22, [sp, #16]\0A ldp x23, x24, [sp, #32]\0A ldp x25, x26, [sp, #48]\0Aldp x27, x28, [sp, #64]\0A ldp x29, x30, [sp, #80]\0A ldp d8, d9, [sp, #96]\0A ldp d10, d11, [sp, #112]\0Aldp d12, d13, [sp, #128]\0A ldp d14, d15, [sp, #144]\0Aadd sp, sp, #160\0A ret\0A", ""() #19
  unreachable
}

declare void @llvm.trap() #15

define internal fastcc i32 @order(ptr readonly %0, ptr readonly %1) unnamed_addr #16 {
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

declare i32 @llvm.umin.i32(i32, i32) #17

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { noinline nounwind }
attributes #4 = { nounwind }
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
attributes #15 = { nounwind noreturn }
attributes #16 = { nounwind }
attributes #17 = { nounwind }
attributes #18 = { nounwind }
attributes #19 = { nounwind }
attributes #20 = { nounwind }
