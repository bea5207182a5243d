; f7644369f5ca83512498ac6d4c5382de749765e45f3abd1e299df4c765375275 by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, ptr, ptr, ptr, i32, i32, i32, i32, i64, [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [3 x i32], [11 x i32], [32 x [64 x i8]], i32, [15 x i32], [32 x [64 x i8]] }

@current = internal unnamed_addr global ptr null, align 8
@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@mtlb_neighbour.zeros = internal constant [8 x i64] zeroinitializer, align 8
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
  %51 = phi i64 [ %1, %10 ], [ %512, %511 ]
  %52 = load i32, ptr %0, align 8
  %53 = zext i32 %52 to i64
  %54 = freeze i64 %51
  %55 = freeze i64 %53
  %56 = udiv i64 %54, %55
  %57 = mul i64 %56, %55
  %58 = sub i64 %54, %57
  %59 = trunc i64 %58 to i32
  store i32 %59, ptr %4, align 4
  %60 = load i32, ptr %12, align 4
  %61 = zext i32 %60 to i64
  %62 = freeze i64 %61
  %63 = udiv i64 %56, %62
  %64 = mul i64 %63, %62
  %65 = sub i64 %56, %64
  %66 = trunc i64 %65 to i32
  store i32 %66, ptr %11, align 4
  %67 = trunc i64 %63 to i32
  store i32 %67, ptr %13, align 4
  %68 = load i32, ptr %14, align 8
  %69 = load i32, ptr %46, align 4
  br label %74

70:
  %71 = load i32, ptr %16, align 8
  %72 = icmp ne i32 %71, 0
  %73 = select i1 %72, i1 %18, i1 false
  br i1 %73, label %98, label %89

74:
  %75 = phi i64 [ 0, %50 ], [ %87, %74 ]
  %76 = getelementptr inbounds i32, ptr %14, i64 %75
  %77 = load i32, ptr %76, align 4
  %78 = getelementptr inbounds i32, ptr %4, i64 %75
  %79 = load i32, ptr %78, align 4
  %80 = getelementptr inbounds i32, ptr %15, i64 %75
  %81 = load i32, ptr %80, align 4
  %82 = mul i32 %81, %79
  %83 = getelementptr inbounds i32, ptr %6, i64 %75
  store i32 %82, ptr %83, align 4
  %84 = sub i32 %77, %82
  %85 = call i32 @llvm.umin.i32(i32 %84, i32 %81)
  %86 = getelementptr inbounds i32, ptr %5, i64 %75
  store i32 %85, ptr %86, align 4
  %87 = add nuw nsw i64 %75, 1
  %88 = icmp eq i64 %87, 3
  br i1 %88, label %70, label %74

89:
  %90 = load i32, ptr %5, align 4
  %91 = load i32, ptr %19, align 4
  %92 = mul i32 %91, %90
  %93 = load i32, ptr %20, align 4
  %94 = mul i32 %92, %93
  %95 = zext i32 %94 to i64
  %96 = load i64, ptr %21, align 8
  %97 = add i64 %96, %95
  store i64 %97, ptr %21, align 8
  br i1 %23, label %111, label %161

98:
  %99 = phi i64 [ %106, %98 ], [ 0, %70 ]
  %100 = phi i32 [ %107, %98 ], [ %71, %70 ]
  %101 = getelementptr inbounds %struct.Region, ptr @mtlb_threadgroup, i64 %99
  %102 = load ptr, ptr %101, align 8
  %103 = trunc i32 %100 to i8
  %104 = getelementptr inbounds i8, ptr %101, i64 8
  %105 = load i64, ptr %104, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %102, i8 %103, i64 %105, i1 false)
  %106 = add nuw nsw i64 %99, 1
  %107 = load i32, ptr %16, align 8
  %108 = icmp ne i32 %107, 0
  %109 = icmp ult i64 %106, %45
  %110 = select i1 %108, i1 %109, i1 false
  br i1 %110, label %98, label %89

111:
  %112 = load ptr, ptr %34, align 8
  store ptr %8, ptr @current, align 8
  call fastcc void @begin_group(ptr %33, ptr %0, ptr %4, ptr %5) #18
  store i32 0, ptr %26, align 4
  %113 = icmp eq i32 %93, 0
  br i1 %113, label %160, label %114

114:
  %115 = icmp eq i32 %91, 0
  %116 = icmp eq i32 %90, 0
  br label %117

117:
  %118 = phi i32 [ 0, %114 ], [ %157, %156 ]
  %119 = phi i32 [ 0, %114 ], [ %158, %156 ]
  store i32 0, ptr %25, align 4
  br i1 %115, label %156, label %120

120:
  %121 = phi i32 [ %153, %152 ], [ %118, %117 ]
  %122 = phi i32 [ %154, %152 ], [ 0, %117 ]
  store i32 0, ptr %7, align 4
  br i1 %116, label %152, label %123

123:
  %124 = phi i32 [ %150, %137 ], [ %121, %120 ]
  %125 = phi i32 [ %149, %137 ], [ 0, %120 ]
  br label %126

126:
  %127 = phi i64 [ 0, %123 ], [ %135, %126 ]
  %128 = getelementptr inbounds i32, ptr %7, i64 %127
  %129 = load i32, ptr %128, align 4
  %130 = getelementptr inbounds i32, ptr %35, i64 %127
  store i32 %129, ptr %130, align 4
  %131 = getelementptr inbounds i32, ptr %6, i64 %127
  %132 = load i32, ptr %131, align 4
  %133 = add i32 %132, %129
  %134 = getelementptr inbounds i32, ptr %33, i64 %127
  store i32 %133, ptr %134, align 4
  %135 = add nuw nsw i64 %127, 1
  %136 = icmp eq i64 %135, 3
  br i1 %136, label %137, label %126

137:
  store i32 %124, ptr %36, align 4
  %138 = and i32 %124, 31
  store i32 %138, ptr %37, align 8
  %139 = lshr i32 %124, 5
  store i32 %139, ptr %38, align 4
  %140 = lshr i32 %124, 2
  store i32 %140, ptr %39, align 8
  %141 = and i32 %124, 3
  store i32 %141, ptr %40, align 4
  %142 = load i32, ptr %33, align 16
  %143 = load i32, ptr %41, align 4
  %144 = load i32, ptr %42, align 8
  %145 = mul i32 %144, %69
  %146 = add i32 %145, %143
  %147 = mul i32 %146, %68
  %148 = add i32 %147, %142
  store i32 %148, ptr %43, align 4
  store i32 0, ptr %44, align 8
  call void @mtlb_entry(ptr %112, ptr %33) #20
  %149 = add nuw i32 %125, 1
  store i32 %149, ptr %7, align 4
  %150 = add i32 %124, 1
  %151 = icmp eq i32 %149, %90
  br i1 %151, label %152, label %123

152:
  %153 = phi i32 [ %121, %120 ], [ %150, %137 ]
  %154 = add nuw i32 %122, 1
  store i32 %154, ptr %25, align 4
  %155 = icmp eq i32 %154, %91
  br i1 %155, label %156, label %120

156:
  %157 = phi i32 [ %118, %117 ], [ %153, %152 ]
  %158 = add nuw i32 %119, 1
  store i32 %158, ptr %26, align 4
  %159 = icmp eq i32 %158, %93
  br i1 %159, label %160, label %117

160:
  br label %511

161:
  %162 = load i32, ptr %24, align 4
  %163 = icmp ne i32 %162, 0
  %164 = and i32 %90, 1
  %165 = icmp eq i32 %164, 0
  %166 = select i1 %163, i1 %165, i1 false
  br i1 %166, label %167, label %170

167:
  %168 = and i32 %91, 1
  %169 = icmp eq i32 %168, 0
  br label %170

170:
  %171 = phi i1 [ %169, %167 ], [ false, %161 ]
  %172 = icmp eq i32 %94, 0
  br i1 %172, label %280, label %173

173:
  %174 = lshr i32 %90, 1
  br label %175

175:
  %176 = phi i64 [ 0, %173 ], [ %278, %277 ]
  %177 = trunc i64 %176 to i32
  %178 = freeze i32 %177
  %179 = freeze i32 %90
  %180 = udiv i32 %178, %179
  %181 = mul i32 %180, %179
  %182 = sub i32 %178, %181
  store i32 %182, ptr %7, align 4
  %183 = freeze i32 %91
  %184 = udiv i32 %180, %183
  %185 = mul i32 %184, %183
  %186 = sub i32 %180, %185
  store i32 %186, ptr %25, align 4
  store i32 %184, ptr %26, align 4
  br i1 %171, label %187, label %201

187:
  %188 = lshr i32 %177, 2
  %189 = freeze i32 %188
  %190 = freeze i32 %174
  %191 = udiv i32 %189, %190
  %192 = mul i32 %191, %190
  %193 = sub i32 %189, %192
  %194 = shl nuw nsw i32 %193, 1
  %195 = and i32 %177, 1
  %196 = or i32 %194, %195
  store i32 %196, ptr %7, align 4
  %197 = shl nuw nsw i32 %191, 1
  %198 = lshr i32 %177, 1
  %199 = and i32 %198, 1
  %200 = or i32 %197, %199
  store i32 %200, ptr %25, align 4
  store i32 0, ptr %26, align 4
  br label %201

201:
  %202 = load ptr, ptr %27, align 8
  %203 = getelementptr inbounds %struct.Lane, ptr %202, i64 %176
  %204 = getelementptr inbounds i8, ptr %203, i64 144
  call fastcc void @begin_group(ptr %204, ptr %0, ptr %4, ptr %5) #18
  %205 = getelementptr inbounds i8, ptr %203, i64 156
  br label %206

206:
  %207 = phi i64 [ 0, %201 ], [ %215, %206 ]
  %208 = getelementptr inbounds i32, ptr %7, i64 %207
  %209 = load i32, ptr %208, align 4
  %210 = getelementptr inbounds i32, ptr %205, i64 %207
  store i32 %209, ptr %210, align 4
  %211 = getelementptr inbounds i32, ptr %6, i64 %207
  %212 = load i32, ptr %211, align 4
  %213 = add i32 %212, %209
  %214 = getelementptr inbounds i32, ptr %204, i64 %207
  store i32 %213, ptr %214, align 4
  %215 = add nuw nsw i64 %207, 1
  %216 = icmp eq i64 %215, 3
  br i1 %216, label %217, label %206

217:
  %218 = getelementptr inbounds i8, ptr %203, i64 180
  store i32 %177, ptr %218, align 4
  %219 = and i32 %177, 31
  %220 = getelementptr inbounds i8, ptr %203, i64 184
  store i32 %219, ptr %220, align 4
  %221 = lshr i32 %177, 5
  %222 = getelementptr inbounds i8, ptr %203, i64 188
  store i32 %221, ptr %222, align 4
  %223 = lshr i32 %177, 2
  %224 = getelementptr inbounds i8, ptr %203, i64 248
  store i32 %223, ptr %224, align 4
  %225 = and i32 %177, 3
  %226 = getelementptr inbounds i8, ptr %203, i64 252
  store i32 %225, ptr %226, align 4
  %227 = load i32, ptr %204, align 4
  %228 = getelementptr inbounds i8, ptr %203, i64 148
  %229 = load i32, ptr %228, align 4
  %230 = getelementptr inbounds i8, ptr %203, i64 152
  %231 = load i32, ptr %230, align 4
  %232 = mul i32 %231, %69
  %233 = add i32 %232, %229
  %234 = mul i32 %233, %68
  %235 = add i32 %234, %227
  %236 = getelementptr inbounds i8, ptr %203, i64 260
  store i32 %235, ptr %236, align 4
  %237 = getelementptr inbounds i8, ptr %203, i64 8
  store i32 0, ptr %237, align 8
  %238 = getelementptr inbounds i8, ptr %203, i64 56
  store i32 0, ptr %238, align 8
  %239 = getelementptr inbounds i8, ptr %203, i64 72
  store i64 0, ptr %239, align 8
  %240 = getelementptr inbounds i8, ptr %203, i64 24
  %241 = getelementptr inbounds i8, ptr %203, i64 48
  store ptr null, ptr %241, align 16
  %242 = getelementptr inbounds i8, ptr %203, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %240, i8 0, i64 16, i1 false)
  store i32 %219, ptr %242, align 4
  %243 = load ptr, ptr %28, align 8
  %244 = zext i32 %221 to i64
  %245 = getelementptr inbounds %struct.Simd, ptr %243, i64 %244
  %246 = getelementptr inbounds i8, ptr %203, i64 40
  store ptr %245, ptr %246, align 8
  %247 = load ptr, ptr %29, align 8
  br i1 %30, label %251, label %248

248:
  %249 = load i64, ptr %31, align 8
  %250 = mul i64 %249, %176
  br label %251

251:
  %252 = phi i64 [ %250, %248 ], [ 0, %217 ]
  %253 = getelementptr inbounds i8, ptr %247, i64 %252
  %254 = load i32, ptr %16, align 8
  switch i32 %254, label %255 [
    i32 0, label %258
    i32 255, label %258
  ]

255:
  %256 = trunc i32 %254 to i8
  %257 = load i64, ptr %31, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %253, i8 %256, i64 %257, i1 false)
  br label %258

258:
  %259 = load i64, ptr %31, align 8
  %260 = getelementptr inbounds i8, ptr %253, i64 %259
  store i64 7887048017532182883, ptr %253, align 8
  %261 = getelementptr inbounds i8, ptr %260, i64 -224
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(160) %261, i8 0, i64 160, i1 false)
  %262 = getelementptr inbounds i8, ptr %260, i64 -136
  store i64 ptrtoint (ptr @start to i64), ptr %262, align 8
  store ptr %261, ptr %203, align 16
  br i1 %30, label %263, label %277

263:
  %264 = getelementptr inbounds i8, ptr %203, i64 272
  store ptr %264, ptr @last, align 8
  %265 = icmp eq i64 %176, 0
  br i1 %265, label %266, label %269

266:
  %267 = load i32, ptr %32, align 8
  %268 = add i32 %267, 1
  store i32 %268, ptr %32, align 8
  br label %269

269:
  store ptr %203, ptr @current, align 8
  call void @switch_stack(ptr @scheduler_stack, ptr %261) #18
  %270 = load ptr, ptr @dispatch, align 8
  %271 = getelementptr inbounds i8, ptr %270, i64 56
  %272 = load ptr, ptr %271, align 8
  %273 = load i64, ptr %272, align 8
  %274 = icmp eq i64 %273, 7887048017532182883
  br i1 %274, label %277, label %275

275:
  %276 = getelementptr inbounds i8, ptr %270, i64 96
  store i32 3, ptr %276, align 8
  br label %277

277:
  %278 = add nuw nsw i64 %176, 1
  %279 = icmp eq i64 %278, %95
  br i1 %279, label %280, label %175

280:
  br i1 %30, label %511, label %281

281:
  %282 = load ptr, ptr @dispatch, align 8
  %283 = getelementptr inbounds i8, ptr %282, i64 152
  %284 = load i32, ptr %283, align 8
  %285 = add i32 %284, 1
  store i32 %285, ptr %283, align 8
  br label %292

286:
  %287 = trunc i64 %51 to i32
  %288 = add i32 %94, 31
  %289 = lshr i32 %288, 5
  %290 = icmp eq i32 %289, 0
  %291 = zext i32 %289 to i64
  br label %298

292:
  %293 = phi i64 [ 0, %281 ], [ %295, %292 ]
  %294 = getelementptr inbounds i32, ptr @ordered, i64 %293
  store i32 %285, ptr %294, align 4
  %295 = add nuw nsw i64 %293, 1
  %296 = icmp eq i64 %295, 3
  br i1 %296, label %286, label %292

297:
  br label %298

298:
  br i1 %290, label %299, label %304

299:
  br i1 %172, label %511, label %300

300:
  %301 = load ptr, ptr @dispatch, align 8
  %302 = getelementptr inbounds i8, ptr %301, i64 72
  %303 = load ptr, ptr %302, align 8
  br label %410

304:
  %305 = phi i64 [ %405, %404 ], [ 0, %298 ]
  %306 = shl nuw i64 %305, 5
  %307 = trunc i64 %306 to i32
  %308 = sub i32 %94, %307
  %309 = load ptr, ptr @dispatch, align 8
  %310 = getelementptr inbounds i8, ptr %309, i64 72
  %311 = load ptr, ptr %310, align 8
  %312 = getelementptr inbounds %struct.Lane, ptr %311, i64 %306
  %313 = call i32 @llvm.umin.i32(i32 %308, i32 32)
  %314 = getelementptr inbounds i8, ptr %312, i64 40
  %315 = load ptr, ptr %314, align 8
  %316 = zext i32 %313 to i64
  %317 = getelementptr inbounds %struct.Lane, ptr %312, i64 %316
  store ptr %317, ptr @last, align 8
  %318 = icmp eq i64 %306, %95
  %319 = getelementptr inbounds i8, ptr %315, i64 4
  %320 = getelementptr inbounds i8, ptr %315, i64 64
  %321 = getelementptr inbounds i8, ptr %315, i64 8
  br i1 %318, label %404, label %327

322:
  %323 = add nuw nsw i64 %328, 1
  %324 = icmp eq i64 %323, %316
  br i1 %324, label %335, label %325

325:
  %326 = phi i64 [ %323, %322 ], [ 0, %401 ]
  br label %327

327:
  %328 = phi i64 [ %326, %325 ], [ 0, %304 ]
  %329 = getelementptr inbounds %struct.Lane, ptr %312, i64 %328
  %330 = getelementptr inbounds i8, ptr %329, i64 8
  %331 = load i32, ptr %330, align 8
  %332 = icmp eq i32 %331, 0
  br i1 %332, label %333, label %322

333:
  store ptr %329, ptr @current, align 8
  %334 = load ptr, ptr %329, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %334) #18
  br label %335

335:
  br label %338

336:
  %337 = icmp eq i32 %363, 0
  br i1 %337, label %404, label %367

338:
  %339 = phi i64 [ %365, %362 ], [ 0, %335 ]
  %340 = phi ptr [ %364, %362 ], [ null, %335 ]
  %341 = phi i32 [ %363, %362 ], [ 0, %335 ]
  %342 = getelementptr inbounds %struct.Lane, ptr %312, i64 %339
  %343 = getelementptr inbounds i8, ptr %342, i64 8
  %344 = load i32, ptr %343, align 8
  %345 = icmp eq i32 %344, 1
  br i1 %345, label %346, label %362

346:
  %347 = icmp eq ptr %340, null
  br i1 %347, label %348, label %351

348:
  %349 = trunc i64 %339 to i32
  %350 = shl nuw i32 1, %349
  br label %362

351:
  %352 = call fastcc i32 @order(ptr %342, ptr %340) #18
  %353 = freeze i32 %352
  %354 = icmp slt i32 %353, 0
  %355 = select i1 %354, i32 0, i32 %341
  %356 = select i1 %354, ptr %342, ptr %340
  %357 = trunc i64 %339 to i32
  %358 = shl nuw i32 1, %357
  %359 = icmp sgt i32 %353, 0
  %360 = select i1 %359, i32 0, i32 %358
  %361 = or i32 %355, %360
  br label %362

362:
  %363 = phi i32 [ %341, %338 ], [ %361, %351 ], [ %350, %348 ]
  %364 = phi ptr [ %340, %338 ], [ %356, %351 ], [ %342, %348 ]
  %365 = add nuw nsw i64 %339, 1
  %366 = icmp eq i64 %365, %316
  br i1 %366, label %336, label %338

367:
  store i32 %363, ptr %315, align 4
  %368 = load i32, ptr %319, align 4
  %369 = add i32 %368, 1
  store i32 %369, ptr %319, align 4
  %370 = load ptr, ptr @dispatch, align 8
  %371 = getelementptr inbounds i8, ptr %370, i64 136
  %372 = load i64, ptr %371, align 8
  %373 = add i64 %372, 1
  store i64 %373, ptr %371, align 8
  br label %374

374:
  %375 = phi i64 [ %391, %389 ], [ 0, %367 ]
  %376 = phi i32 [ %390, %389 ], [ 7, %367 ]
  %377 = trunc i64 %375 to i32
  %378 = shl nuw i32 1, %377
  %379 = and i32 %378, %363
  %380 = icmp eq i32 %379, 0
  br i1 %380, label %389, label %381

381:
  %382 = getelementptr inbounds [64 x i8], ptr %320, i64 %375
  %383 = getelementptr inbounds %struct.Lane, ptr %312, i64 %375
  %384 = getelementptr inbounds i8, ptr %383, i64 80
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %382, ptr align 16 dereferenceable(64) %384, i64 64, i1 false)
  %385 = getelementptr inbounds i8, ptr %383, i64 8
  store i32 0, ptr %385, align 8
  %386 = getelementptr inbounds i8, ptr %383, i64 60
  %387 = load i32, ptr %386, align 4
  %388 = and i32 %387, %376
  br label %389

389:
  %390 = phi i32 [ %388, %381 ], [ %376, %374 ]
  %391 = add nuw nsw i64 %375, 1
  %392 = icmp eq i64 %391, %316
  br i1 %392, label %393, label %374

393:
  %394 = phi i64 [ %402, %401 ], [ 0, %389 ]
  %395 = trunc i64 %394 to i32
  %396 = shl nuw nsw i32 1, %395
  %397 = and i32 %396, %390
  %398 = icmp eq i32 %397, 0
  br i1 %398, label %401, label %399

399:
  %400 = getelementptr inbounds i32, ptr %321, i64 %394
  store i32 %369, ptr %400, align 4
  br label %401

401:
  %402 = add nuw nsw i64 %394, 1
  %403 = icmp eq i64 %402, 3
  br i1 %403, label %325, label %393

404:
  %405 = add nuw nsw i64 %305, 1
  %406 = icmp eq i64 %405, %291
  br i1 %406, label %299, label %304

407:
  %408 = icmp eq i32 %440, 0
  %409 = icmp ne i32 %436, 0
  br i1 %408, label %495, label %443

410:
  %411 = phi i64 [ 0, %300 ], [ %441, %435 ]
  %412 = phi i32 [ 0, %300 ], [ %440, %435 ]
  %413 = phi ptr [ null, %300 ], [ %439, %435 ]
  %414 = phi ptr [ null, %300 ], [ %438, %435 ]
  %415 = phi i32 [ 7, %300 ], [ %437, %435 ]
  %416 = phi i32 [ 0, %300 ], [ %436, %435 ]
  %417 = getelementptr inbounds %struct.Lane, ptr %303, i64 %411
  %418 = getelementptr inbounds i8, ptr %417, i64 8
  %419 = load i32, ptr %418, align 8
  %420 = icmp eq i32 %419, 3
  br i1 %420, label %421, label %423

421:
  %422 = add i32 %416, 1
  br label %435

423:
  %424 = add i32 %412, 1
  %425 = getelementptr inbounds i8, ptr %417, i64 60
  %426 = load i32, ptr %425, align 4
  %427 = and i32 %426, %415
  %428 = icmp eq ptr %414, null
  %429 = select i1 %428, ptr %417, ptr %414
  %430 = icmp eq ptr %413, null
  br i1 %430, label %431, label %435

431:
  %432 = call fastcc i32 @order(ptr %429, ptr %417) #18
  %433 = icmp eq i32 %432, 0
  %434 = select i1 %433, ptr null, ptr %417
  br label %435

435:
  %436 = phi i32 [ %422, %421 ], [ %416, %423 ], [ %416, %431 ]
  %437 = phi i32 [ %415, %421 ], [ %427, %423 ], [ %427, %431 ]
  %438 = phi ptr [ %414, %421 ], [ %429, %423 ], [ %429, %431 ]
  %439 = phi ptr [ %413, %421 ], [ %413, %423 ], [ %434, %431 ]
  %440 = phi i32 [ %412, %421 ], [ %424, %423 ], [ %424, %431 ]
  %441 = add nuw nsw i64 %411, 1
  %442 = icmp eq i64 %441, %95
  br i1 %442, label %407, label %410

443:
  %444 = getelementptr inbounds i8, ptr %301, i64 152
  %445 = load i32, ptr %444, align 8
  %446 = add i32 %445, 1
  store i32 %446, ptr %444, align 8
  %447 = getelementptr inbounds i8, ptr %301, i64 128
  %448 = load i64, ptr %447, align 8
  %449 = add i64 %448, 1
  store i64 %449, ptr %447, align 8
  br label %453

450:
  %451 = icmp ne ptr %439, null
  %452 = select i1 %409, i1 true, i1 %451
  br i1 %452, label %464, label %484

453:
  %454 = phi i64 [ 0, %443 ], [ %462, %461 ]
  %455 = trunc i64 %454 to i32
  %456 = shl nuw nsw i32 1, %455
  %457 = and i32 %456, %437
  %458 = icmp eq i32 %457, 0
  br i1 %458, label %461, label %459

459:
  %460 = getelementptr inbounds i32, ptr @ordered, i64 %454
  store i32 %446, ptr %460, align 4
  br label %461

461:
  %462 = add nuw nsw i64 %454, 1
  %463 = icmp eq i64 %462, 3
  br i1 %463, label %450, label %453

464:
  %465 = getelementptr inbounds i8, ptr %301, i64 96
  %466 = load i32, ptr %465, align 8
  %467 = icmp eq i32 %466, 0
  br i1 %467, label %468, label %484

468:
  %469 = getelementptr inbounds i8, ptr %301, i64 100
  %470 = load i32, ptr %469, align 4
  %471 = icmp eq i32 %470, 0
  br i1 %471, label %472, label %484

472:
  %473 = select i1 %409, i32 1, i32 2
  store i32 %473, ptr %465, align 8
  %474 = getelementptr inbounds i8, ptr %438, i64 16
  %475 = load i64, ptr %474, align 16
  %476 = getelementptr inbounds i8, ptr %301, i64 104
  store i64 %475, ptr %476, align 8
  br i1 %451, label %477, label %480

477:
  %478 = getelementptr inbounds i8, ptr %439, i64 16
  %479 = load i64, ptr %478, align 16
  br label %480

480:
  %481 = phi i64 [ %479, %477 ], [ 0, %472 ]
  %482 = getelementptr inbounds i8, ptr %301, i64 112
  store i64 %481, ptr %482, align 8
  %483 = getelementptr inbounds i8, ptr %301, i64 156
  store i32 %287, ptr %483, align 4
  br label %484

484:
  br label %485

485:
  %486 = phi i64 [ %493, %492 ], [ 0, %484 ]
  %487 = getelementptr inbounds %struct.Lane, ptr %303, i64 %486
  %488 = getelementptr inbounds i8, ptr %487, i64 8
  %489 = load i32, ptr %488, align 8
  %490 = icmp eq i32 %489, 2
  br i1 %490, label %491, label %492

491:
  store i32 0, ptr %488, align 8
  br label %492

492:
  %493 = add nuw nsw i64 %486, 1
  %494 = icmp eq i64 %493, %95
  br i1 %494, label %297, label %485

495:
  %496 = getelementptr inbounds i8, ptr %301, i64 56
  %497 = load ptr, ptr %496, align 8
  %498 = getelementptr inbounds i8, ptr %301, i64 64
  %499 = load i64, ptr %498, align 8
  %500 = getelementptr inbounds i8, ptr %301, i64 96
  br label %501

501:
  %502 = phi i64 [ 0, %495 ], [ %509, %508 ]
  %503 = mul i64 %502, %499
  %504 = getelementptr inbounds i8, ptr %497, i64 %503
  %505 = load i64, ptr %504, align 8
  %506 = icmp eq i64 %505, 7887048017532182883
  br i1 %506, label %508, label %507

507:
  store i32 3, ptr %500, align 8
  br label %508

508:
  %509 = add nuw nsw i64 %502, 1
  %510 = icmp eq i64 %509, %95
  br i1 %510, label %511, label %501

511:
  %512 = add nuw i64 %51, 1
  %513 = icmp eq i64 %512, %2
  br i1 %513, label %47, label %50
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
