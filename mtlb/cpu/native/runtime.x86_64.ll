; d53ddd6f40a73cbaa193e86f47f33be8ea8f574e38a7945c5fa1198760741bb7 by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, ptr, ptr, ptr, i32, i32, i32, i32, i64, [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [3 x i32], [11 x i32], [32 x [64 x i8]] }

@current = internal unnamed_addr global ptr null, align 8
@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@mtlb_neighbour.zeros = internal constant [8 x i64] zeroinitializer, align 16
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
  %49 = phi i64 [ %1, %10 ], [ %488, %487 ]
  %50 = load i32, ptr %0, align 8
  %51 = zext i32 %50 to i64
  %52 = urem i64 %49, %51
  %53 = trunc i64 %52 to i32
  store i32 %53, ptr %4, align 4
  %54 = udiv i64 %49, %51
  %55 = load i32, ptr %12, align 4
  %56 = zext i32 %55 to i64
  %57 = urem i64 %54, %56
  %58 = trunc i64 %57 to i32
  store i32 %58, ptr %11, align 4
  %59 = udiv i64 %54, %56
  %60 = trunc i64 %59 to i32
  store i32 %60, ptr %13, align 4
  %61 = load i32, ptr %14, align 8
  %62 = load i32, ptr %44, align 4
  br label %67

63:
  %64 = load i32, ptr %16, align 8
  %65 = icmp ne i32 %64, 0
  %66 = select i1 %65, i1 %18, i1 false
  br i1 %66, label %91, label %82

67:
  %68 = phi i64 [ 0, %48 ], [ %80, %67 ]
  %69 = getelementptr inbounds i32, ptr %14, i64 %68
  %70 = load i32, ptr %69, align 4
  %71 = getelementptr inbounds i32, ptr %4, i64 %68
  %72 = load i32, ptr %71, align 4
  %73 = getelementptr inbounds i32, ptr %15, i64 %68
  %74 = load i32, ptr %73, align 4
  %75 = mul i32 %74, %72
  %76 = getelementptr inbounds i32, ptr %6, i64 %68
  store i32 %75, ptr %76, align 4
  %77 = sub i32 %70, %75
  %78 = call i32 @llvm.umin.i32(i32 %77, i32 %74)
  %79 = getelementptr inbounds i32, ptr %5, i64 %68
  store i32 %78, ptr %79, align 4
  %80 = add nuw nsw i64 %68, 1
  %81 = icmp eq i64 %80, 3
  br i1 %81, label %63, label %67

82:
  %83 = load i32, ptr %5, align 4
  %84 = load i32, ptr %19, align 4
  %85 = mul i32 %84, %83
  %86 = load i32, ptr %20, align 4
  %87 = mul i32 %85, %86
  %88 = zext i32 %87 to i64
  %89 = load i64, ptr %21, align 8
  %90 = add i64 %89, %88
  store i64 %90, ptr %21, align 8
  br i1 %23, label %104, label %154

91:
  %92 = phi i64 [ %99, %91 ], [ 0, %63 ]
  %93 = phi i32 [ %100, %91 ], [ %64, %63 ]
  %94 = getelementptr inbounds %struct.Region, ptr @mtlb_threadgroup, i64 %92
  %95 = load ptr, ptr %94, align 8
  %96 = trunc i32 %93 to i8
  %97 = getelementptr inbounds i8, ptr %94, i64 8
  %98 = load i64, ptr %97, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %95, i8 %96, i64 %98, i1 false)
  %99 = add nuw nsw i64 %92, 1
  %100 = load i32, ptr %16, align 8
  %101 = icmp ne i32 %100, 0
  %102 = icmp ult i64 %99, %43
  %103 = select i1 %101, i1 %102, i1 false
  br i1 %103, label %91, label %82

104:
  %105 = load ptr, ptr %32, align 8
  store ptr %8, ptr @current, align 8
  call fastcc void @begin_group(ptr %31, ptr %0, ptr %4, ptr %5) #18
  store i32 0, ptr %26, align 4
  %106 = icmp eq i32 %86, 0
  br i1 %106, label %153, label %107

107:
  %108 = icmp eq i32 %84, 0
  %109 = icmp eq i32 %83, 0
  br label %110

110:
  %111 = phi i32 [ 0, %107 ], [ %150, %149 ]
  %112 = phi i32 [ 0, %107 ], [ %151, %149 ]
  store i32 0, ptr %25, align 4
  br i1 %108, label %149, label %113

113:
  %114 = phi i32 [ %146, %145 ], [ %111, %110 ]
  %115 = phi i32 [ %147, %145 ], [ 0, %110 ]
  store i32 0, ptr %7, align 4
  br i1 %109, label %145, label %116

116:
  %117 = phi i32 [ %143, %130 ], [ %114, %113 ]
  %118 = phi i32 [ %142, %130 ], [ 0, %113 ]
  br label %119

119:
  %120 = phi i64 [ 0, %116 ], [ %128, %119 ]
  %121 = getelementptr inbounds i32, ptr %7, i64 %120
  %122 = load i32, ptr %121, align 4
  %123 = getelementptr inbounds i32, ptr %33, i64 %120
  store i32 %122, ptr %123, align 4
  %124 = getelementptr inbounds i32, ptr %6, i64 %120
  %125 = load i32, ptr %124, align 4
  %126 = add i32 %125, %122
  %127 = getelementptr inbounds i32, ptr %31, i64 %120
  store i32 %126, ptr %127, align 4
  %128 = add nuw nsw i64 %120, 1
  %129 = icmp eq i64 %128, 3
  br i1 %129, label %130, label %119

130:
  store i32 %117, ptr %34, align 4
  %131 = and i32 %117, 31
  store i32 %131, ptr %35, align 8
  %132 = lshr i32 %117, 5
  store i32 %132, ptr %36, align 4
  %133 = lshr i32 %117, 2
  store i32 %133, ptr %37, align 8
  %134 = and i32 %117, 3
  store i32 %134, ptr %38, align 4
  %135 = load i32, ptr %31, align 16
  %136 = load i32, ptr %39, align 4
  %137 = load i32, ptr %40, align 8
  %138 = mul i32 %137, %62
  %139 = add i32 %138, %136
  %140 = mul i32 %139, %61
  %141 = add i32 %140, %135
  store i32 %141, ptr %41, align 4
  store i32 0, ptr %42, align 8
  call void @mtlb_entry(ptr %105, ptr %31) #20
  %142 = add nuw i32 %118, 1
  store i32 %142, ptr %7, align 4
  %143 = add i32 %117, 1
  %144 = icmp eq i32 %142, %83
  br i1 %144, label %145, label %116

145:
  %146 = phi i32 [ %114, %113 ], [ %143, %130 ]
  %147 = add nuw i32 %115, 1
  store i32 %147, ptr %25, align 4
  %148 = icmp eq i32 %147, %84
  br i1 %148, label %149, label %113

149:
  %150 = phi i32 [ %111, %110 ], [ %146, %145 ]
  %151 = add nuw i32 %112, 1
  store i32 %151, ptr %26, align 4
  %152 = icmp eq i32 %151, %86
  br i1 %152, label %153, label %110

153:
  br label %487

154:
  %155 = load i32, ptr %24, align 4
  %156 = icmp ne i32 %155, 0
  %157 = and i32 %83, 1
  %158 = icmp eq i32 %157, 0
  %159 = select i1 %156, i1 %158, i1 false
  br i1 %159, label %160, label %163

160:
  %161 = and i32 %84, 1
  %162 = icmp eq i32 %161, 0
  br label %163

163:
  %164 = phi i1 [ %162, %160 ], [ false, %154 ]
  %165 = icmp eq i32 %87, 0
  br i1 %165, label %262, label %166

166:
  %167 = lshr i32 %83, 1
  br label %168

168:
  %169 = phi i32 [ 0, %166 ], [ %260, %245 ]
  %170 = phi i64 [ 0, %166 ], [ %259, %245 ]
  %171 = and i32 %169, 3840
  %172 = zext i32 %171 to i64
  %173 = trunc i64 %170 to i32
  %174 = shl i64 %170, 8
  %175 = shl i64 %170, 8
  %176 = and i64 %175, 3840
  %177 = urem i32 %173, %83
  store i32 %177, ptr %7, align 4
  %178 = udiv i32 %173, %83
  %179 = urem i32 %178, %84
  store i32 %179, ptr %25, align 4
  %180 = udiv i32 %178, %84
  store i32 %180, ptr %26, align 4
  br i1 %164, label %181, label %192

181:
  %182 = lshr i32 %173, 2
  %183 = urem i32 %182, %167
  %184 = shl nuw nsw i32 %183, 1
  %185 = and i32 %173, 1
  %186 = or i32 %184, %185
  store i32 %186, ptr %7, align 4
  %187 = udiv i32 %182, %167
  %188 = shl nuw nsw i32 %187, 1
  %189 = lshr i32 %173, 1
  %190 = and i32 %189, 1
  %191 = or i32 %188, %190
  store i32 %191, ptr %25, align 4
  store i32 0, ptr %26, align 4
  br label %192

192:
  %193 = load ptr, ptr %27, align 8
  %194 = getelementptr inbounds %struct.Lane, ptr %193, i64 %170
  %195 = getelementptr inbounds i8, ptr %194, i64 144
  call fastcc void @begin_group(ptr %195, ptr %0, ptr %4, ptr %5) #18
  %196 = getelementptr inbounds i8, ptr %194, i64 156
  br label %197

197:
  %198 = phi i64 [ 0, %192 ], [ %206, %197 ]
  %199 = getelementptr inbounds i32, ptr %7, i64 %198
  %200 = load i32, ptr %199, align 4
  %201 = getelementptr inbounds i32, ptr %196, i64 %198
  store i32 %200, ptr %201, align 4
  %202 = getelementptr inbounds i32, ptr %6, i64 %198
  %203 = load i32, ptr %202, align 4
  %204 = add i32 %203, %200
  %205 = getelementptr inbounds i32, ptr %195, i64 %198
  store i32 %204, ptr %205, align 4
  %206 = add nuw nsw i64 %198, 1
  %207 = icmp eq i64 %206, 3
  br i1 %207, label %208, label %197

208:
  %209 = getelementptr inbounds i8, ptr %194, i64 180
  store i32 %173, ptr %209, align 4
  %210 = and i32 %173, 31
  %211 = getelementptr inbounds i8, ptr %194, i64 184
  store i32 %210, ptr %211, align 4
  %212 = lshr i32 %173, 5
  %213 = getelementptr inbounds i8, ptr %194, i64 188
  store i32 %212, ptr %213, align 4
  %214 = lshr i32 %173, 2
  %215 = getelementptr inbounds i8, ptr %194, i64 248
  store i32 %214, ptr %215, align 4
  %216 = and i32 %173, 3
  %217 = getelementptr inbounds i8, ptr %194, i64 252
  store i32 %216, ptr %217, align 4
  %218 = load i32, ptr %195, align 4
  %219 = getelementptr inbounds i8, ptr %194, i64 148
  %220 = load i32, ptr %219, align 4
  %221 = getelementptr inbounds i8, ptr %194, i64 152
  %222 = load i32, ptr %221, align 4
  %223 = mul i32 %222, %62
  %224 = add i32 %223, %220
  %225 = mul i32 %224, %61
  %226 = add i32 %225, %218
  %227 = getelementptr inbounds i8, ptr %194, i64 260
  store i32 %226, ptr %227, align 4
  %228 = getelementptr inbounds i8, ptr %194, i64 8
  store i32 0, ptr %228, align 8
  %229 = getelementptr inbounds i8, ptr %194, i64 56
  store i32 0, ptr %229, align 8
  %230 = getelementptr inbounds i8, ptr %194, i64 72
  store i64 0, ptr %230, align 8
  %231 = getelementptr inbounds i8, ptr %194, i64 24
  %232 = getelementptr inbounds i8, ptr %194, i64 48
  store ptr null, ptr %232, align 16
  %233 = getelementptr inbounds i8, ptr %194, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %231, i8 0, i64 16, i1 false)
  store i32 %210, ptr %233, align 4
  %234 = load ptr, ptr %28, align 8
  %235 = zext i32 %212 to i64
  %236 = getelementptr inbounds %struct.Simd, ptr %234, i64 %235
  %237 = getelementptr inbounds i8, ptr %194, i64 40
  store ptr %236, ptr %237, align 8
  %238 = load ptr, ptr %29, align 8
  %239 = load i64, ptr %30, align 8
  %240 = mul i64 %239, %170
  %241 = getelementptr inbounds i8, ptr %238, i64 %240
  %242 = load i32, ptr %16, align 8
  switch i32 %242, label %243 [
    i32 0, label %245
    i32 255, label %245
  ]

243:
  %244 = trunc i32 %242 to i8
  call void @llvm.memset.p0.i64(ptr align 1 %241, i8 %244, i64 %239, i1 false)
  br label %245

245:
  store i64 7887048017532182883, ptr %241, align 8
  %246 = load i64, ptr %30, align 8
  %247 = getelementptr inbounds i8, ptr %241, i64 %246
  %248 = and i64 %174, 3840
  %249 = sub nsw i64 0, %248
  %250 = getelementptr i8, ptr %247, i64 %249
  %251 = getelementptr i8, ptr %250, i64 -72
  store i64 0, ptr %251, align 8
  %252 = getelementptr i8, ptr %250, i64 -80
  store i64 ptrtoint (ptr @start to i64), ptr %252, align 8
  %253 = getelementptr i8, ptr %238, i64 -128
  %254 = add i64 %246, %240
  %255 = sub i64 %254, %176
  %256 = getelementptr i8, ptr %253, i64 %255
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(48) %256, i8 0, i64 48, i1 false)
  %257 = sub i64 %254, %172
  %258 = getelementptr i8, ptr %253, i64 %257
  store ptr %258, ptr %194, align 16
  %259 = add nuw nsw i64 %170, 1
  %260 = add i32 %169, 256
  %261 = icmp eq i64 %259, %88
  br i1 %261, label %262, label %168

262:
  %263 = load ptr, ptr @dispatch, align 8
  %264 = getelementptr inbounds i8, ptr %263, i64 152
  %265 = load i32, ptr %264, align 8
  %266 = add i32 %265, 1
  store i32 %266, ptr %264, align 8
  br label %273

267:
  %268 = trunc i64 %49 to i32
  %269 = add i32 %87, 31
  %270 = lshr i32 %269, 5
  %271 = icmp eq i32 %270, 0
  %272 = zext i32 %270 to i64
  br label %279

273:
  %274 = phi i64 [ 0, %262 ], [ %276, %273 ]
  %275 = getelementptr inbounds i32, ptr @ordered, i64 %274
  store i32 %266, ptr %275, align 4
  %276 = add nuw nsw i64 %274, 1
  %277 = icmp eq i64 %276, 3
  br i1 %277, label %267, label %273

278:
  br label %279

279:
  br i1 %271, label %280, label %285

280:
  br i1 %165, label %487, label %281

281:
  %282 = load ptr, ptr @dispatch, align 8
  %283 = getelementptr inbounds i8, ptr %282, i64 72
  %284 = load ptr, ptr %283, align 8
  br label %386

285:
  %286 = phi i64 [ %381, %380 ], [ 0, %279 ]
  %287 = shl nuw i64 %286, 5
  %288 = trunc i64 %287 to i32
  %289 = sub i32 %87, %288
  %290 = load ptr, ptr @dispatch, align 8
  %291 = getelementptr inbounds i8, ptr %290, i64 72
  %292 = load ptr, ptr %291, align 8
  %293 = getelementptr inbounds %struct.Lane, ptr %292, i64 %287
  %294 = call i32 @llvm.umin.i32(i32 %289, i32 32)
  %295 = getelementptr inbounds i8, ptr %293, i64 40
  %296 = load ptr, ptr %295, align 8
  %297 = icmp eq i64 %287, %88
  %298 = getelementptr inbounds i8, ptr %296, i64 4
  %299 = getelementptr inbounds i8, ptr %296, i64 64
  %300 = getelementptr inbounds i8, ptr %296, i64 8
  %301 = zext i32 %294 to i64
  br i1 %297, label %380, label %304

302:
  %303 = icmp eq i32 %335, 0
  br i1 %303, label %380, label %343

304:
  %305 = phi i64 [ %340, %339 ], [ 0, %285 ]
  %306 = phi ptr [ %341, %339 ], [ null, %285 ]
  %307 = phi i32 [ %342, %339 ], [ 0, %285 ]
  %308 = getelementptr inbounds %struct.Lane, ptr %293, i64 %305
  %309 = getelementptr inbounds i8, ptr %308, i64 8
  %310 = load i32, ptr %309, align 8
  %311 = icmp eq i32 %310, 0
  br i1 %311, label %312, label %315

312:
  store ptr %308, ptr @current, align 8
  %313 = load ptr, ptr %308, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %313) #18
  %314 = load i32, ptr %309, align 8
  br label %315

315:
  %316 = phi i32 [ %314, %312 ], [ %310, %304 ]
  %317 = icmp eq i32 %316, 1
  br i1 %317, label %318, label %334

318:
  %319 = icmp eq ptr %306, null
  br i1 %319, label %320, label %323

320:
  %321 = trunc i64 %305 to i32
  %322 = shl nuw i32 1, %321
  br label %334

323:
  %324 = call fastcc i32 @order(ptr %308, ptr %306) #18
  %325 = freeze i32 %324
  %326 = icmp slt i32 %325, 0
  %327 = select i1 %326, i32 0, i32 %307
  %328 = select i1 %326, ptr %308, ptr %306
  %329 = trunc i64 %305 to i32
  %330 = shl nuw i32 1, %329
  %331 = icmp sgt i32 %325, 0
  %332 = select i1 %331, i32 0, i32 %330
  %333 = or i32 %327, %332
  br label %334

334:
  %335 = phi i32 [ %307, %315 ], [ %333, %323 ], [ %322, %320 ]
  %336 = phi ptr [ %306, %315 ], [ %328, %323 ], [ %308, %320 ]
  %337 = add nuw nsw i64 %305, 1
  %338 = icmp eq i64 %337, %301
  br i1 %338, label %302, label %339

339:
  %340 = phi i64 [ %337, %334 ], [ 0, %377 ]
  %341 = phi ptr [ %336, %334 ], [ null, %377 ]
  %342 = phi i32 [ %335, %334 ], [ 0, %377 ]
  br label %304

343:
  store i32 %335, ptr %296, align 4
  %344 = load i32, ptr %298, align 4
  %345 = add i32 %344, 1
  store i32 %345, ptr %298, align 4
  %346 = load ptr, ptr @dispatch, align 8
  %347 = getelementptr inbounds i8, ptr %346, i64 136
  %348 = load i64, ptr %347, align 8
  %349 = add i64 %348, 1
  store i64 %349, ptr %347, align 8
  br label %350

350:
  %351 = phi i64 [ %367, %365 ], [ 0, %343 ]
  %352 = phi i32 [ %366, %365 ], [ 7, %343 ]
  %353 = trunc i64 %351 to i32
  %354 = shl nuw i32 1, %353
  %355 = and i32 %354, %335
  %356 = icmp eq i32 %355, 0
  br i1 %356, label %365, label %357

357:
  %358 = getelementptr inbounds [64 x i8], ptr %299, i64 %351
  %359 = getelementptr inbounds %struct.Lane, ptr %293, i64 %351
  %360 = getelementptr inbounds i8, ptr %359, i64 80
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %358, ptr align 16 dereferenceable(64) %360, i64 64, i1 false)
  %361 = getelementptr inbounds i8, ptr %359, i64 8
  store i32 0, ptr %361, align 8
  %362 = getelementptr inbounds i8, ptr %359, i64 60
  %363 = load i32, ptr %362, align 4
  %364 = and i32 %363, %352
  br label %365

365:
  %366 = phi i32 [ %364, %357 ], [ %352, %350 ]
  %367 = add nuw nsw i64 %351, 1
  %368 = icmp eq i64 %367, %301
  br i1 %368, label %369, label %350

369:
  %370 = phi i64 [ %378, %377 ], [ 0, %365 ]
  %371 = trunc i64 %370 to i32
  %372 = shl nuw nsw i32 1, %371
  %373 = and i32 %372, %366
  %374 = icmp eq i32 %373, 0
  br i1 %374, label %377, label %375

375:
  %376 = getelementptr inbounds i32, ptr %300, i64 %370
  store i32 %345, ptr %376, align 4
  br label %377

377:
  %378 = add nuw nsw i64 %370, 1
  %379 = icmp eq i64 %378, 3
  br i1 %379, label %339, label %369

380:
  %381 = add nuw nsw i64 %286, 1
  %382 = icmp eq i64 %381, %272
  br i1 %382, label %280, label %285

383:
  %384 = icmp eq i32 %416, 0
  %385 = icmp ne i32 %412, 0
  br i1 %384, label %471, label %419

386:
  %387 = phi i64 [ 0, %281 ], [ %417, %411 ]
  %388 = phi i32 [ 0, %281 ], [ %416, %411 ]
  %389 = phi ptr [ null, %281 ], [ %415, %411 ]
  %390 = phi ptr [ null, %281 ], [ %414, %411 ]
  %391 = phi i32 [ 7, %281 ], [ %413, %411 ]
  %392 = phi i32 [ 0, %281 ], [ %412, %411 ]
  %393 = getelementptr inbounds %struct.Lane, ptr %284, i64 %387
  %394 = getelementptr inbounds i8, ptr %393, i64 8
  %395 = load i32, ptr %394, align 8
  %396 = icmp eq i32 %395, 3
  br i1 %396, label %397, label %399

397:
  %398 = add i32 %392, 1
  br label %411

399:
  %400 = add i32 %388, 1
  %401 = getelementptr inbounds i8, ptr %393, i64 60
  %402 = load i32, ptr %401, align 4
  %403 = and i32 %402, %391
  %404 = icmp eq ptr %390, null
  %405 = select i1 %404, ptr %393, ptr %390
  %406 = icmp eq ptr %389, null
  br i1 %406, label %407, label %411

407:
  %408 = call fastcc i32 @order(ptr %405, ptr %393) #18
  %409 = icmp eq i32 %408, 0
  %410 = select i1 %409, ptr null, ptr %393
  br label %411

411:
  %412 = phi i32 [ %398, %397 ], [ %392, %399 ], [ %392, %407 ]
  %413 = phi i32 [ %391, %397 ], [ %403, %399 ], [ %403, %407 ]
  %414 = phi ptr [ %390, %397 ], [ %405, %399 ], [ %405, %407 ]
  %415 = phi ptr [ %389, %397 ], [ %389, %399 ], [ %410, %407 ]
  %416 = phi i32 [ %388, %397 ], [ %400, %399 ], [ %400, %407 ]
  %417 = add nuw nsw i64 %387, 1
  %418 = icmp eq i64 %417, %88
  br i1 %418, label %383, label %386

419:
  %420 = getelementptr inbounds i8, ptr %282, i64 152
  %421 = load i32, ptr %420, align 8
  %422 = add i32 %421, 1
  store i32 %422, ptr %420, align 8
  %423 = getelementptr inbounds i8, ptr %282, i64 128
  %424 = load i64, ptr %423, align 8
  %425 = add i64 %424, 1
  store i64 %425, ptr %423, align 8
  br label %429

426:
  %427 = icmp ne ptr %415, null
  %428 = select i1 %385, i1 true, i1 %427
  br i1 %428, label %440, label %460

429:
  %430 = phi i64 [ 0, %419 ], [ %438, %437 ]
  %431 = trunc i64 %430 to i32
  %432 = shl nuw nsw i32 1, %431
  %433 = and i32 %432, %413
  %434 = icmp eq i32 %433, 0
  br i1 %434, label %437, label %435

435:
  %436 = getelementptr inbounds i32, ptr @ordered, i64 %430
  store i32 %422, ptr %436, align 4
  br label %437

437:
  %438 = add nuw nsw i64 %430, 1
  %439 = icmp eq i64 %438, 3
  br i1 %439, label %426, label %429

440:
  %441 = getelementptr inbounds i8, ptr %282, i64 96
  %442 = load i32, ptr %441, align 8
  %443 = icmp eq i32 %442, 0
  br i1 %443, label %444, label %460

444:
  %445 = getelementptr inbounds i8, ptr %282, i64 100
  %446 = load i32, ptr %445, align 4
  %447 = icmp eq i32 %446, 0
  br i1 %447, label %448, label %460

448:
  %449 = select i1 %385, i32 1, i32 2
  store i32 %449, ptr %441, align 8
  %450 = getelementptr inbounds i8, ptr %414, i64 16
  %451 = load i64, ptr %450, align 16
  %452 = getelementptr inbounds i8, ptr %282, i64 104
  store i64 %451, ptr %452, align 8
  br i1 %427, label %453, label %456

453:
  %454 = getelementptr inbounds i8, ptr %415, i64 16
  %455 = load i64, ptr %454, align 16
  br label %456

456:
  %457 = phi i64 [ %455, %453 ], [ 0, %448 ]
  %458 = getelementptr inbounds i8, ptr %282, i64 112
  store i64 %457, ptr %458, align 8
  %459 = getelementptr inbounds i8, ptr %282, i64 156
  store i32 %268, ptr %459, align 4
  br label %460

460:
  br label %461

461:
  %462 = phi i64 [ %469, %468 ], [ 0, %460 ]
  %463 = getelementptr inbounds %struct.Lane, ptr %284, i64 %462
  %464 = getelementptr inbounds i8, ptr %463, i64 8
  %465 = load i32, ptr %464, align 8
  %466 = icmp eq i32 %465, 2
  br i1 %466, label %467, label %468

467:
  store i32 0, ptr %464, align 8
  br label %468

468:
  %469 = add nuw nsw i64 %462, 1
  %470 = icmp eq i64 %469, %88
  br i1 %470, label %278, label %461

471:
  %472 = getelementptr inbounds i8, ptr %282, i64 56
  %473 = load ptr, ptr %472, align 8
  %474 = getelementptr inbounds i8, ptr %282, i64 64
  %475 = load i64, ptr %474, align 8
  %476 = getelementptr inbounds i8, ptr %282, i64 96
  br label %477

477:
  %478 = phi i64 [ 0, %471 ], [ %485, %484 ]
  %479 = mul i64 %478, %475
  %480 = getelementptr inbounds i8, ptr %473, i64 %479
  %481 = load i64, ptr %480, align 8
  %482 = icmp eq i64 %481, 7887048017532182883
  br i1 %482, label %484, label %483

483:
  store i32 3, ptr %476, align 8
  br label %484

484:
  %485 = add nuw nsw i64 %478, 1
  %486 = icmp eq i64 %485, %88
  br i1 %486, label %487, label %477

487:
  %488 = add nuw i64 %49, 1
  %489 = icmp eq i64 %488, %2
  br i1 %489, label %45, label %48
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
  tail call void asm sideeffect "pushq %rbp\0A pushq %rbx\0A pushq %r12\0A pushq %r13\0A pushq %r14\0A pushq %r15\0Amovq %rsp, (%rdi)\0A movq %rsi, %rsp\0Apopq %r15\0A popq %r14\0A popq %r13\0A popq %r12\0A popq %rbx\0A popq %rbp\0A retq\0A", "~{dirflag},~{fpsr},~{flags}"() #19
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
