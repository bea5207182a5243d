; f7644369f5ca83512498ac6d4c5382de749765e45f3abd1e299df4c765375275 by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, ptr, ptr, ptr, i32, i32, i32, i32, i64, [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [3 x i32], [11 x i32], [32 x [64 x i8]], i32, [15 x i32], [32 x [64 x i8]] }

@current = internal unnamed_addr global ptr null, align 8
@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@mtlb_neighbour.zeros = internal constant [8 x i64] zeroinitializer, align 16
@dispatch = internal unnamed_addr global ptr null, align 8
@mtlb_threadgroup_count = external local_unnamed_addr constant i32, align 4
@mtlb_threadgroup = external local_unnamed_addr global [0 x %struct.Region], align 8
@last = internal unnamed_addr global ptr null, align 8
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
  br i1 %4, label %6, label %5

5:
  tail call fastcc void @leave(i32 2, i64 %1, i32 %0) #18
  br label %6

6:
  ret void
}

define internal fastcc void @leave(i32 %0, i64 %1, i32 %2) unnamed_addr #4 {
  %4 = load ptr, ptr @current, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 8
  store i32 %0, ptr %5, align 8
  %6 = getelementptr inbounds i8, ptr %4, i64 60
  store i32 %2, ptr %6, align 4
  %7 = getelementptr inbounds i8, ptr %4, i64 16
  store i64 %1, ptr %7, align 16
  %8 = load ptr, ptr @dispatch, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 120
  %10 = load i64, ptr %9, align 8
  %11 = add i64 %10, 1
  store i64 %11, ptr %9, align 8
  %12 = load ptr, ptr @last, align 8
  br label %13

13:
  %14 = phi ptr [ %4, %3 ], [ %15, %17 ]
  %15 = getelementptr inbounds i8, ptr %14, i64 272
  %16 = icmp ult ptr %15, %12
  br i1 %16, label %17, label %22

17:
  %18 = getelementptr inbounds i8, ptr %14, i64 280
  %19 = load i32, ptr %18, align 8
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %21, label %13

21:
  store ptr %15, ptr @current, align 8
  br label %22

22:
  %23 = phi ptr [ %15, %21 ], [ @scheduler_stack, %13 ]
  %24 = load ptr, ptr %23, align 8
  tail call void @switch_stack(ptr %4, ptr %24) #18
  ret void
}

define void @mtlb_simdgroup_barrier(i32 %0, i64 %1) local_unnamed_addr #3 {
  tail call fastcc void @leave(i32 1, i64 %1, i32 %0) #18
  ret void
}

define ptr @mtlb_meet(ptr readonly %0, i64 %1) local_unnamed_addr #3 {
  %3 = load ptr, ptr @current, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 80
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 16 dereferenceable(64) %4, ptr align 1 dereferenceable(64) %0, i64 64, i1 false)
  tail call fastcc void @leave(i32 1, i64 %1, i32 7) #18
  %5 = getelementptr inbounds i8, ptr %3, i64 40
  %6 = load ptr, ptr %5, align 8
  ret ptr %6
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg) #5

define i32 @mtlb_lane() local_unnamed_addr #6 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 12
  %3 = load i32, ptr %2, align 4
  ret i32 %3
}

define ptr @mtlb_current() local_unnamed_addr #7 {
  %1 = load ptr, ptr @current, align 8
  ret ptr %1
}

define ptr @mtlb_variables() local_unnamed_addr #7 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 48
  ret ptr %2
}

define ptr @mtlb_neighbour(ptr readonly %0, i32 %1, i32 %2) local_unnamed_addr #6 {
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

define i32 @mtlb_is_discarded() local_unnamed_addr #6 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 56
  %3 = load i32, ptr %2, align 8
  ret i32 %3
}

define void @mtlb_end_thread() local_unnamed_addr #8 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 100
  %3 = load i32, ptr %2, align 4
  %4 = add i32 %3, 1
  store i32 %4, ptr %2, align 4
  %5 = load ptr, ptr @current, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 8
  store i32 3, ptr %6, align 8
  tail call fastcc void @switch_to_next(ptr %5) #18
  tail call void @llvm.trap()
  unreachable
}

define void @mtlb_no_function() local_unnamed_addr #8 {
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
  tail call fastcc void @switch_to_next(ptr %6) #18
  tail call void @llvm.trap()
  unreachable
}

define ptr @mtlb_thread() local_unnamed_addr #7 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 144
  ret ptr %2
}

define ptr @mtlb_pixels() local_unnamed_addr #6 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 160
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define i32 @mtlb_dispatch(ptr %0, i64 %1, i64 %2) local_unnamed_addr #4 {
  %4 = alloca [3 x i32], align 4
  %5 = alloca [3 x i32], align 4
  %6 = alloca [3 x i32], align 4
  %7 = alloca [3 x i32], align 4
  %8 = alloca %struct.Lane, align 16
  store ptr %0, ptr @dispatch, align 8
  %9 = icmp ult i64 %1, %2
  br i1 %9, label %10, label %47

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
  %30 = icmp eq i32 %22, 2
  %31 = getelementptr inbounds i8, ptr %0, i64 64
  %32 = getelementptr inbounds i8, ptr %0, i64 152
  %33 = getelementptr inbounds i8, ptr %8, i64 144
  %34 = getelementptr inbounds i8, ptr %0, i64 48
  %35 = getelementptr inbounds i8, ptr %8, i64 156
  %36 = getelementptr inbounds i8, ptr %8, i64 180
  %37 = getelementptr inbounds i8, ptr %8, i64 184
  %38 = getelementptr inbounds i8, ptr %8, i64 188
  %39 = getelementptr inbounds i8, ptr %8, i64 248
  %40 = getelementptr inbounds i8, ptr %8, i64 252
  %41 = getelementptr inbounds i8, ptr %8, i64 148
  %42 = getelementptr inbounds i8, ptr %8, i64 152
  %43 = getelementptr inbounds i8, ptr %8, i64 260
  %44 = getelementptr inbounds i8, ptr %8, i64 56
  %45 = zext i32 %17 to i64
  %46 = getelementptr i8, ptr %0, i64 28
  br label %50

47:
  %48 = getelementptr inbounds i8, ptr %0, i64 96
  %49 = load i32, ptr %48, align 8
  ret i32 %49

50:
  %51 = phi i64 [ %1, %10 ], [ %500, %499 ]
  %52 = load i32, ptr %0, align 8
  %53 = zext i32 %52 to i64
  %54 = urem i64 %51, %53
  %55 = trunc i64 %54 to i32
  store i32 %55, ptr %4, align 4
  %56 = udiv i64 %51, %53
  %57 = load i32, ptr %12, align 4
  %58 = zext i32 %57 to i64
  %59 = urem i64 %56, %58
  %60 = trunc i64 %59 to i32
  store i32 %60, ptr %11, align 4
  %61 = udiv i64 %56, %58
  %62 = trunc i64 %61 to i32
  store i32 %62, ptr %13, align 4
  %63 = load i32, ptr %14, align 8
  %64 = load i32, ptr %46, align 4
  br label %69

65:
  %66 = load i32, ptr %16, align 8
  %67 = icmp ne i32 %66, 0
  %68 = select i1 %67, i1 %18, i1 false
  br i1 %68, label %93, label %84

69:
  %70 = phi i64 [ 0, %50 ], [ %82, %69 ]
  %71 = getelementptr inbounds i32, ptr %14, i64 %70
  %72 = load i32, ptr %71, align 4
  %73 = getelementptr inbounds i32, ptr %4, i64 %70
  %74 = load i32, ptr %73, align 4
  %75 = getelementptr inbounds i32, ptr %15, i64 %70
  %76 = load i32, ptr %75, align 4
  %77 = mul i32 %76, %74
  %78 = getelementptr inbounds i32, ptr %6, i64 %70
  store i32 %77, ptr %78, align 4
  %79 = sub i32 %72, %77
  %80 = call i32 @llvm.umin.i32(i32 %79, i32 %76)
  %81 = getelementptr inbounds i32, ptr %5, i64 %70
  store i32 %80, ptr %81, align 4
  %82 = add nuw nsw i64 %70, 1
  %83 = icmp eq i64 %82, 3
  br i1 %83, label %65, label %69

84:
  %85 = load i32, ptr %5, align 4
  %86 = load i32, ptr %19, align 4
  %87 = mul i32 %86, %85
  %88 = load i32, ptr %20, align 4
  %89 = mul i32 %87, %88
  %90 = zext i32 %89 to i64
  %91 = load i64, ptr %21, align 8
  %92 = add i64 %91, %90
  store i64 %92, ptr %21, align 8
  br i1 %23, label %106, label %156

93:
  %94 = phi i64 [ %101, %93 ], [ 0, %65 ]
  %95 = phi i32 [ %102, %93 ], [ %66, %65 ]
  %96 = getelementptr inbounds %struct.Region, ptr @mtlb_threadgroup, i64 %94
  %97 = load ptr, ptr %96, align 8
  %98 = trunc i32 %95 to i8
  %99 = getelementptr inbounds i8, ptr %96, i64 8
  %100 = load i64, ptr %99, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %97, i8 %98, i64 %100, i1 false)
  %101 = add nuw nsw i64 %94, 1
  %102 = load i32, ptr %16, align 8
  %103 = icmp ne i32 %102, 0
  %104 = icmp ult i64 %101, %45
  %105 = select i1 %103, i1 %104, i1 false
  br i1 %105, label %93, label %84

106:
  %107 = load ptr, ptr %34, align 8
  store ptr %8, ptr @current, align 8
  call fastcc void @begin_group(ptr %33, ptr %0, ptr %4, ptr %5) #18
  store i32 0, ptr %26, align 4
  %108 = icmp eq i32 %88, 0
  br i1 %108, label %155, label %109

109:
  %110 = icmp eq i32 %86, 0
  %111 = icmp eq i32 %85, 0
  br label %112

112:
  %113 = phi i32 [ 0, %109 ], [ %152, %151 ]
  %114 = phi i32 [ 0, %109 ], [ %153, %151 ]
  store i32 0, ptr %25, align 4
  br i1 %110, label %151, label %115

115:
  %116 = phi i32 [ %148, %147 ], [ %113, %112 ]
  %117 = phi i32 [ %149, %147 ], [ 0, %112 ]
  store i32 0, ptr %7, align 4
  br i1 %111, label %147, label %118

118:
  %119 = phi i32 [ %145, %132 ], [ %116, %115 ]
  %120 = phi i32 [ %144, %132 ], [ 0, %115 ]
  br label %121

121:
  %122 = phi i64 [ 0, %118 ], [ %130, %121 ]
  %123 = getelementptr inbounds i32, ptr %7, i64 %122
  %124 = load i32, ptr %123, align 4
  %125 = getelementptr inbounds i32, ptr %35, i64 %122
  store i32 %124, ptr %125, align 4
  %126 = getelementptr inbounds i32, ptr %6, i64 %122
  %127 = load i32, ptr %126, align 4
  %128 = add i32 %127, %124
  %129 = getelementptr inbounds i32, ptr %33, i64 %122
  store i32 %128, ptr %129, align 4
  %130 = add nuw nsw i64 %122, 1
  %131 = icmp eq i64 %130, 3
  br i1 %131, label %132, label %121

132:
  store i32 %119, ptr %36, align 4
  %133 = and i32 %119, 31
  store i32 %133, ptr %37, align 8
  %134 = lshr i32 %119, 5
  store i32 %134, ptr %38, align 4
  %135 = lshr i32 %119, 2
  store i32 %135, ptr %39, align 8
  %136 = and i32 %119, 3
  store i32 %136, ptr %40, align 4
  %137 = load i32, ptr %33, align 16
  %138 = load i32, ptr %41, align 4
  %139 = load i32, ptr %42, align 8
  %140 = mul i32 %139, %64
  %141 = add i32 %140, %138
  %142 = mul i32 %141, %63
  %143 = add i32 %142, %137
  store i32 %143, ptr %43, align 4
  store i32 0, ptr %44, align 8
  call void @mtlb_entry(ptr %107, ptr %33) #20
  %144 = add nuw i32 %120, 1
  store i32 %144, ptr %7, align 4
  %145 = add i32 %119, 1
  %146 = icmp eq i32 %144, %85
  br i1 %146, label %147, label %118

147:
  %148 = phi i32 [ %116, %115 ], [ %145, %132 ]
  %149 = add nuw i32 %117, 1
  store i32 %149, ptr %25, align 4
  %150 = icmp eq i32 %149, %86
  br i1 %150, label %151, label %115

151:
  %152 = phi i32 [ %113, %112 ], [ %148, %147 ]
  %153 = add nuw i32 %114, 1
  store i32 %153, ptr %26, align 4
  %154 = icmp eq i32 %153, %88
  br i1 %154, label %155, label %112

155:
  br label %499

156:
  %157 = load i32, ptr %24, align 4
  %158 = icmp ne i32 %157, 0
  %159 = and i32 %85, 1
  %160 = icmp eq i32 %159, 0
  %161 = select i1 %158, i1 %160, i1 false
  br i1 %161, label %162, label %165

162:
  %163 = and i32 %86, 1
  %164 = icmp eq i32 %163, 0
  br label %165

165:
  %166 = phi i1 [ %164, %162 ], [ false, %156 ]
  %167 = icmp eq i32 %89, 0
  br i1 %167, label %268, label %168

168:
  %169 = lshr i32 %85, 1
  br label %170

170:
  %171 = phi i64 [ 0, %168 ], [ %266, %265 ]
  %172 = trunc i64 %171 to i32
  %173 = urem i32 %172, %85
  store i32 %173, ptr %7, align 4
  %174 = udiv i32 %172, %85
  %175 = urem i32 %174, %86
  store i32 %175, ptr %25, align 4
  %176 = udiv i32 %174, %86
  store i32 %176, ptr %26, align 4
  br i1 %166, label %177, label %188

177:
  %178 = lshr i32 %172, 2
  %179 = urem i32 %178, %169
  %180 = shl nuw nsw i32 %179, 1
  %181 = and i32 %172, 1
  %182 = or i32 %180, %181
  store i32 %182, ptr %7, align 4
  %183 = udiv i32 %178, %169
  %184 = shl nuw nsw i32 %183, 1
  %185 = lshr i32 %172, 1
  %186 = and i32 %185, 1
  %187 = or i32 %184, %186
  store i32 %187, ptr %25, align 4
  store i32 0, ptr %26, align 4
  br label %188

188:
  %189 = load ptr, ptr %27, align 8
  %190 = getelementptr inbounds %struct.Lane, ptr %189, i64 %171
  %191 = getelementptr inbounds i8, ptr %190, i64 144
  call fastcc void @begin_group(ptr %191, ptr %0, ptr %4, ptr %5) #18
  %192 = getelementptr inbounds i8, ptr %190, i64 156
  br label %193

193:
  %194 = phi i64 [ 0, %188 ], [ %202, %193 ]
  %195 = getelementptr inbounds i32, ptr %7, i64 %194
  %196 = load i32, ptr %195, align 4
  %197 = getelementptr inbounds i32, ptr %192, i64 %194
  store i32 %196, ptr %197, align 4
  %198 = getelementptr inbounds i32, ptr %6, i64 %194
  %199 = load i32, ptr %198, align 4
  %200 = add i32 %199, %196
  %201 = getelementptr inbounds i32, ptr %191, i64 %194
  store i32 %200, ptr %201, align 4
  %202 = add nuw nsw i64 %194, 1
  %203 = icmp eq i64 %202, 3
  br i1 %203, label %204, label %193

204:
  %205 = getelementptr inbounds i8, ptr %190, i64 180
  store i32 %172, ptr %205, align 4
  %206 = and i32 %172, 31
  %207 = getelementptr inbounds i8, ptr %190, i64 184
  store i32 %206, ptr %207, align 4
  %208 = lshr i32 %172, 5
  %209 = getelementptr inbounds i8, ptr %190, i64 188
  store i32 %208, ptr %209, align 4
  %210 = lshr i32 %172, 2
  %211 = getelementptr inbounds i8, ptr %190, i64 248
  store i32 %210, ptr %211, align 4
  %212 = and i32 %172, 3
  %213 = getelementptr inbounds i8, ptr %190, i64 252
  store i32 %212, ptr %213, align 4
  %214 = load i32, ptr %191, align 4
  %215 = getelementptr inbounds i8, ptr %190, i64 148
  %216 = load i32, ptr %215, align 4
  %217 = getelementptr inbounds i8, ptr %190, i64 152
  %218 = load i32, ptr %217, align 4
  %219 = mul i32 %218, %64
  %220 = add i32 %219, %216
  %221 = mul i32 %220, %63
  %222 = add i32 %221, %214
  %223 = getelementptr inbounds i8, ptr %190, i64 260
  store i32 %222, ptr %223, align 4
  %224 = getelementptr inbounds i8, ptr %190, i64 8
  store i32 0, ptr %224, align 8
  %225 = getelementptr inbounds i8, ptr %190, i64 56
  store i32 0, ptr %225, align 8
  %226 = getelementptr inbounds i8, ptr %190, i64 72
  store i64 0, ptr %226, align 8
  %227 = getelementptr inbounds i8, ptr %190, i64 24
  %228 = getelementptr inbounds i8, ptr %190, i64 48
  store ptr null, ptr %228, align 16
  %229 = getelementptr inbounds i8, ptr %190, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %227, i8 0, i64 16, i1 false)
  store i32 %206, ptr %229, align 4
  %230 = load ptr, ptr %28, align 8
  %231 = zext i32 %208 to i64
  %232 = getelementptr inbounds %struct.Simd, ptr %230, i64 %231
  %233 = getelementptr inbounds i8, ptr %190, i64 40
  store ptr %232, ptr %233, align 8
  %234 = load ptr, ptr %29, align 8
  br i1 %30, label %238, label %235

235:
  %236 = load i64, ptr %31, align 8
  %237 = mul i64 %236, %171
  br label %238

238:
  %239 = phi i64 [ %237, %235 ], [ 0, %204 ]
  %240 = getelementptr inbounds i8, ptr %234, i64 %239
  %241 = load i32, ptr %16, align 8
  switch i32 %241, label %242 [
    i32 0, label %245
    i32 255, label %245
  ]

242:
  %243 = trunc i32 %241 to i8
  %244 = load i64, ptr %31, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %240, i8 %243, i64 %244, i1 false)
  br label %245

245:
  %246 = load i64, ptr %31, align 8
  %247 = getelementptr inbounds i8, ptr %240, i64 %246
  store i64 7887048017532182883, ptr %240, align 8
  %248 = getelementptr inbounds i8, ptr %247, i64 -72
  store i64 0, ptr %248, align 8
  %249 = getelementptr inbounds i8, ptr %247, i64 -80
  store i64 ptrtoint (ptr @start to i64), ptr %249, align 8
  %250 = getelementptr i8, ptr %247, i64 -128
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(48) %250, i8 0, i64 48, i1 false)
  store ptr %250, ptr %190, align 16
  br i1 %30, label %251, label %265

251:
  %252 = getelementptr inbounds i8, ptr %190, i64 272
  store ptr %252, ptr @last, align 8
  %253 = icmp eq i64 %171, 0
  br i1 %253, label %254, label %257

254:
  %255 = load i32, ptr %32, align 8
  %256 = add i32 %255, 1
  store i32 %256, ptr %32, align 8
  br label %257

257:
  store ptr %190, ptr @current, align 8
  call void @switch_stack(ptr @scheduler_stack, ptr %250) #18
  %258 = load ptr, ptr @dispatch, align 8
  %259 = getelementptr inbounds i8, ptr %258, i64 56
  %260 = load ptr, ptr %259, align 8
  %261 = load i64, ptr %260, align 8
  %262 = icmp eq i64 %261, 7887048017532182883
  br i1 %262, label %265, label %263

263:
  %264 = getelementptr inbounds i8, ptr %258, i64 96
  store i32 3, ptr %264, align 8
  br label %265

265:
  %266 = add nuw nsw i64 %171, 1
  %267 = icmp eq i64 %266, %90
  br i1 %267, label %268, label %170

268:
  br i1 %30, label %499, label %269

269:
  %270 = load ptr, ptr @dispatch, align 8
  %271 = getelementptr inbounds i8, ptr %270, i64 152
  %272 = load i32, ptr %271, align 8
  %273 = add i32 %272, 1
  store i32 %273, ptr %271, align 8
  br label %280

274:
  %275 = trunc i64 %51 to i32
  %276 = add i32 %89, 31
  %277 = lshr i32 %276, 5
  %278 = icmp eq i32 %277, 0
  %279 = zext i32 %277 to i64
  br label %286

280:
  %281 = phi i64 [ 0, %269 ], [ %283, %280 ]
  %282 = getelementptr inbounds i32, ptr @ordered, i64 %281
  store i32 %273, ptr %282, align 4
  %283 = add nuw nsw i64 %281, 1
  %284 = icmp eq i64 %283, 3
  br i1 %284, label %274, label %280

285:
  br label %286

286:
  br i1 %278, label %287, label %292

287:
  br i1 %167, label %499, label %288

288:
  %289 = load ptr, ptr @dispatch, align 8
  %290 = getelementptr inbounds i8, ptr %289, i64 72
  %291 = load ptr, ptr %290, align 8
  br label %398

292:
  %293 = phi i64 [ %393, %392 ], [ 0, %286 ]
  %294 = shl nuw i64 %293, 5
  %295 = trunc i64 %294 to i32
  %296 = sub i32 %89, %295
  %297 = load ptr, ptr @dispatch, align 8
  %298 = getelementptr inbounds i8, ptr %297, i64 72
  %299 = load ptr, ptr %298, align 8
  %300 = getelementptr inbounds %struct.Lane, ptr %299, i64 %294
  %301 = call i32 @llvm.umin.i32(i32 %296, i32 32)
  %302 = getelementptr inbounds i8, ptr %300, i64 40
  %303 = load ptr, ptr %302, align 8
  %304 = zext i32 %301 to i64
  %305 = getelementptr inbounds %struct.Lane, ptr %300, i64 %304
  store ptr %305, ptr @last, align 8
  %306 = icmp eq i64 %294, %90
  %307 = getelementptr inbounds i8, ptr %303, i64 4
  %308 = getelementptr inbounds i8, ptr %303, i64 64
  %309 = getelementptr inbounds i8, ptr %303, i64 8
  br i1 %306, label %392, label %315

310:
  %311 = add nuw nsw i64 %316, 1
  %312 = icmp eq i64 %311, %304
  br i1 %312, label %323, label %313

313:
  %314 = phi i64 [ %311, %310 ], [ 0, %389 ]
  br label %315

315:
  %316 = phi i64 [ %314, %313 ], [ 0, %292 ]
  %317 = getelementptr inbounds %struct.Lane, ptr %300, i64 %316
  %318 = getelementptr inbounds i8, ptr %317, i64 8
  %319 = load i32, ptr %318, align 8
  %320 = icmp eq i32 %319, 0
  br i1 %320, label %321, label %310

321:
  store ptr %317, ptr @current, align 8
  %322 = load ptr, ptr %317, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %322) #18
  br label %323

323:
  br label %326

324:
  %325 = icmp eq i32 %351, 0
  br i1 %325, label %392, label %355

326:
  %327 = phi i64 [ %353, %350 ], [ 0, %323 ]
  %328 = phi ptr [ %352, %350 ], [ null, %323 ]
  %329 = phi i32 [ %351, %350 ], [ 0, %323 ]
  %330 = getelementptr inbounds %struct.Lane, ptr %300, i64 %327
  %331 = getelementptr inbounds i8, ptr %330, i64 8
  %332 = load i32, ptr %331, align 8
  %333 = icmp eq i32 %332, 1
  br i1 %333, label %334, label %350

334:
  %335 = icmp eq ptr %328, null
  br i1 %335, label %336, label %339

336:
  %337 = trunc i64 %327 to i32
  %338 = shl nuw i32 1, %337
  br label %350

339:
  %340 = call fastcc i32 @order(ptr %330, ptr %328) #18
  %341 = freeze i32 %340
  %342 = icmp slt i32 %341, 0
  %343 = select i1 %342, i32 0, i32 %329
  %344 = select i1 %342, ptr %330, ptr %328
  %345 = trunc i64 %327 to i32
  %346 = shl nuw i32 1, %345
  %347 = icmp sgt i32 %341, 0
  %348 = select i1 %347, i32 0, i32 %346
  %349 = or i32 %343, %348
  br label %350

350:
  %351 = phi i32 [ %329, %326 ], [ %349, %339 ], [ %338, %336 ]
  %352 = phi ptr [ %328, %326 ], [ %344, %339 ], [ %330, %336 ]
  %353 = add nuw nsw i64 %327, 1
  %354 = icmp eq i64 %353, %304
  br i1 %354, label %324, label %326

355:
  store i32 %351, ptr %303, align 4
  %356 = load i32, ptr %307, align 4
  %357 = add i32 %356, 1
  store i32 %357, ptr %307, align 4
  %358 = load ptr, ptr @dispatch, align 8
  %359 = getelementptr inbounds i8, ptr %358, i64 136
  %360 = load i64, ptr %359, align 8
  %361 = add i64 %360, 1
  store i64 %361, ptr %359, align 8
  br label %362

362:
  %363 = phi i64 [ %379, %377 ], [ 0, %355 ]
  %364 = phi i32 [ %378, %377 ], [ 7, %355 ]
  %365 = trunc i64 %363 to i32
  %366 = shl nuw i32 1, %365
  %367 = and i32 %366, %351
  %368 = icmp eq i32 %367, 0
  br i1 %368, label %377, label %369

369:
  %370 = getelementptr inbounds [64 x i8], ptr %308, i64 %363
  %371 = getelementptr inbounds %struct.Lane, ptr %300, i64 %363
  %372 = getelementptr inbounds i8, ptr %371, i64 80
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %370, ptr align 16 dereferenceable(64) %372, i64 64, i1 false)
  %373 = getelementptr inbounds i8, ptr %371, i64 8
  store i32 0, ptr %373, align 8
  %374 = getelementptr inbounds i8, ptr %371, i64 60
  %375 = load i32, ptr %374, align 4
  %376 = and i32 %375, %364
  br label %377

377:
  %378 = phi i32 [ %376, %369 ], [ %364, %362 ]
  %379 = add nuw nsw i64 %363, 1
  %380 = icmp eq i64 %379, %304
  br i1 %380, label %381, label %362

381:
  %382 = phi i64 [ %390, %389 ], [ 0, %377 ]
  %383 = trunc i64 %382 to i32
  %384 = shl nuw nsw i32 1, %383
  %385 = and i32 %384, %378
  %386 = icmp eq i32 %385, 0
  br i1 %386, label %389, label %387

387:
  %388 = getelementptr inbounds i32, ptr %309, i64 %382
  store i32 %357, ptr %388, align 4
  br label %389

389:
  %390 = add nuw nsw i64 %382, 1
  %391 = icmp eq i64 %390, 3
  br i1 %391, label %313, label %381

392:
  %393 = add nuw nsw i64 %293, 1
  %394 = icmp eq i64 %393, %279
  br i1 %394, label %287, label %292

395:
  %396 = icmp eq i32 %428, 0
  %397 = icmp ne i32 %424, 0
  br i1 %396, label %483, label %431

398:
  %399 = phi i64 [ 0, %288 ], [ %429, %423 ]
  %400 = phi i32 [ 0, %288 ], [ %428, %423 ]
  %401 = phi ptr [ null, %288 ], [ %427, %423 ]
  %402 = phi ptr [ null, %288 ], [ %426, %423 ]
  %403 = phi i32 [ 7, %288 ], [ %425, %423 ]
  %404 = phi i32 [ 0, %288 ], [ %424, %423 ]
  %405 = getelementptr inbounds %struct.Lane, ptr %291, i64 %399
  %406 = getelementptr inbounds i8, ptr %405, i64 8
  %407 = load i32, ptr %406, align 8
  %408 = icmp eq i32 %407, 3
  br i1 %408, label %409, label %411

409:
  %410 = add i32 %404, 1
  br label %423

411:
  %412 = add i32 %400, 1
  %413 = getelementptr inbounds i8, ptr %405, i64 60
  %414 = load i32, ptr %413, align 4
  %415 = and i32 %414, %403
  %416 = icmp eq ptr %402, null
  %417 = select i1 %416, ptr %405, ptr %402
  %418 = icmp eq ptr %401, null
  br i1 %418, label %419, label %423

419:
  %420 = call fastcc i32 @order(ptr %417, ptr %405) #18
  %421 = icmp eq i32 %420, 0
  %422 = select i1 %421, ptr null, ptr %405
  br label %423

423:
  %424 = phi i32 [ %410, %409 ], [ %404, %411 ], [ %404, %419 ]
  %425 = phi i32 [ %403, %409 ], [ %415, %411 ], [ %415, %419 ]
  %426 = phi ptr [ %402, %409 ], [ %417, %411 ], [ %417, %419 ]
  %427 = phi ptr [ %401, %409 ], [ %401, %411 ], [ %422, %419 ]
  %428 = phi i32 [ %400, %409 ], [ %412, %411 ], [ %412, %419 ]
  %429 = add nuw nsw i64 %399, 1
  %430 = icmp eq i64 %429, %90
  br i1 %430, label %395, label %398

431:
  %432 = getelementptr inbounds i8, ptr %289, i64 152
  %433 = load i32, ptr %432, align 8
  %434 = add i32 %433, 1
  store i32 %434, ptr %432, align 8
  %435 = getelementptr inbounds i8, ptr %289, i64 128
  %436 = load i64, ptr %435, align 8
  %437 = add i64 %436, 1
  store i64 %437, ptr %435, align 8
  br label %441

438:
  %439 = icmp ne ptr %427, null
  %440 = select i1 %397, i1 true, i1 %439
  br i1 %440, label %452, label %472

441:
  %442 = phi i64 [ 0, %431 ], [ %450, %449 ]
  %443 = trunc i64 %442 to i32
  %444 = shl nuw nsw i32 1, %443
  %445 = and i32 %444, %425
  %446 = icmp eq i32 %445, 0
  br i1 %446, label %449, label %447

447:
  %448 = getelementptr inbounds i32, ptr @ordered, i64 %442
  store i32 %434, ptr %448, align 4
  br label %449

449:
  %450 = add nuw nsw i64 %442, 1
  %451 = icmp eq i64 %450, 3
  br i1 %451, label %438, label %441

452:
  %453 = getelementptr inbounds i8, ptr %289, i64 96
  %454 = load i32, ptr %453, align 8
  %455 = icmp eq i32 %454, 0
  br i1 %455, label %456, label %472

456:
  %457 = getelementptr inbounds i8, ptr %289, i64 100
  %458 = load i32, ptr %457, align 4
  %459 = icmp eq i32 %458, 0
  br i1 %459, label %460, label %472

460:
  %461 = select i1 %397, i32 1, i32 2
  store i32 %461, ptr %453, align 8
  %462 = getelementptr inbounds i8, ptr %426, i64 16
  %463 = load i64, ptr %462, align 16
  %464 = getelementptr inbounds i8, ptr %289, i64 104
  store i64 %463, ptr %464, align 8
  br i1 %439, label %465, label %468

465:
  %466 = getelementptr inbounds i8, ptr %427, i64 16
  %467 = load i64, ptr %466, align 16
  br label %468

468:
  %469 = phi i64 [ %467, %465 ], [ 0, %460 ]
  %470 = getelementptr inbounds i8, ptr %289, i64 112
  store i64 %469, ptr %470, align 8
  %471 = getelementptr inbounds i8, ptr %289, i64 156
  store i32 %275, ptr %471, align 4
  br label %472

472:
  br label %473

473:
  %474 = phi i64 [ %481, %480 ], [ 0, %472 ]
  %475 = getelementptr inbounds %struct.Lane, ptr %291, i64 %474
  %476 = getelementptr inbounds i8, ptr %475, i64 8
  %477 = load i32, ptr %476, align 8
  %478 = icmp eq i32 %477, 2
  br i1 %478, label %479, label %480

479:
  store i32 0, ptr %476, align 8
  br label %480

480:
  %481 = add nuw nsw i64 %474, 1
  %482 = icmp eq i64 %481, %90
  br i1 %482, label %285, label %473

483:
  %484 = getelementptr inbounds i8, ptr %289, i64 56
  %485 = load ptr, ptr %484, align 8
  %486 = getelementptr inbounds i8, ptr %289, i64 64
  %487 = load i64, ptr %486, align 8
  %488 = getelementptr inbounds i8, ptr %289, i64 96
  br label %489

489:
  %490 = phi i64 [ 0, %483 ], [ %497, %496 ]
  %491 = mul i64 %490, %487
  %492 = getelementptr inbounds i8, ptr %485, i64 %491
  %493 = load i64, ptr %492, align 8
  %494 = icmp eq i64 %493, 7887048017532182883
  br i1 %494, label %496, label %495

495:
  store i32 3, ptr %488, align 8
  br label %496

496:
  %497 = add nuw nsw i64 %490, 1
  %498 = icmp eq i64 %497, %90
  br i1 %498, label %499, label %489

499:
  %500 = add nuw i64 %51, 1
  %501 = icmp eq i64 %500, %2
  br i1 %501, label %47, label %50
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

define internal void @start() #8 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = load ptr, ptr @current, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 144
  tail call void @mtlb_entry(ptr %3, ptr %5) #20
  %6 = load ptr, ptr @current, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 8
  store i32 3, ptr %7, align 8
  tail call fastcc void @switch_to_next(ptr %6) #18
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
  ret i32 4224
}

define i32 @mtlb_size_of_dispatch() local_unnamed_addr #13 {
  ret i32 168
}

define internal fastcc void @switch_to_next(ptr %0) unnamed_addr #4 {
  %2 = load ptr, ptr @last, align 8
  br label %3

3:
  %4 = phi ptr [ %0, %1 ], [ %5, %7 ]
  %5 = getelementptr inbounds i8, ptr %4, i64 272
  %6 = icmp ult ptr %5, %2
  br i1 %6, label %7, label %12

7:
  %8 = getelementptr inbounds i8, ptr %4, i64 280
  %9 = load i32, ptr %8, align 8
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %11, label %3

11:
  store ptr %5, ptr @current, align 8
  br label %12

12:
  %13 = phi ptr [ %5, %11 ], [ @scheduler_stack, %3 ]
  %14 = load ptr, ptr %13, align 8
  tail call void @switch_stack(ptr %0, ptr %14) #18
  ret void
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
attributes #7 = { nounwind }
attributes #8 = { nounwind noreturn }
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
