; 217ca35a2a31434561c4d2bb29e0f60b30ab7e36788f20d08a339ef466988a64 by tools/build_runtime.py
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
  br i1 %9, label %10, label %48

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
  %44 = getelementptr inbounds i8, ptr %8, i64 12
  %45 = getelementptr inbounds i8, ptr %8, i64 56
  %46 = zext i32 %17 to i64
  %47 = getelementptr i8, ptr %0, i64 28
  br label %51

48:
  %49 = getelementptr inbounds i8, ptr %0, i64 96
  %50 = load i32, ptr %49, align 8
  ret i32 %50

51:
  %52 = phi i64 [ %1, %10 ], [ %501, %500 ]
  %53 = load i32, ptr %0, align 8
  %54 = zext i32 %53 to i64
  %55 = urem i64 %52, %54
  %56 = trunc i64 %55 to i32
  store i32 %56, ptr %4, align 4
  %57 = udiv i64 %52, %54
  %58 = load i32, ptr %12, align 4
  %59 = zext i32 %58 to i64
  %60 = urem i64 %57, %59
  %61 = trunc i64 %60 to i32
  store i32 %61, ptr %11, align 4
  %62 = udiv i64 %57, %59
  %63 = trunc i64 %62 to i32
  store i32 %63, ptr %13, align 4
  %64 = load i32, ptr %14, align 8
  %65 = load i32, ptr %47, align 4
  br label %70

66:
  %67 = load i32, ptr %16, align 8
  %68 = icmp ne i32 %67, 0
  %69 = select i1 %68, i1 %18, i1 false
  br i1 %69, label %94, label %85

70:
  %71 = phi i64 [ 0, %51 ], [ %83, %70 ]
  %72 = getelementptr inbounds i32, ptr %14, i64 %71
  %73 = load i32, ptr %72, align 4
  %74 = getelementptr inbounds i32, ptr %4, i64 %71
  %75 = load i32, ptr %74, align 4
  %76 = getelementptr inbounds i32, ptr %15, i64 %71
  %77 = load i32, ptr %76, align 4
  %78 = mul i32 %77, %75
  %79 = getelementptr inbounds i32, ptr %6, i64 %71
  store i32 %78, ptr %79, align 4
  %80 = sub i32 %73, %78
  %81 = call i32 @llvm.umin.i32(i32 %80, i32 %77)
  %82 = getelementptr inbounds i32, ptr %5, i64 %71
  store i32 %81, ptr %82, align 4
  %83 = add nuw nsw i64 %71, 1
  %84 = icmp eq i64 %83, 3
  br i1 %84, label %66, label %70

85:
  %86 = load i32, ptr %5, align 4
  %87 = load i32, ptr %19, align 4
  %88 = mul i32 %87, %86
  %89 = load i32, ptr %20, align 4
  %90 = mul i32 %88, %89
  %91 = zext i32 %90 to i64
  %92 = load i64, ptr %21, align 8
  %93 = add i64 %92, %91
  store i64 %93, ptr %21, align 8
  br i1 %23, label %107, label %157

94:
  %95 = phi i64 [ %102, %94 ], [ 0, %66 ]
  %96 = phi i32 [ %103, %94 ], [ %67, %66 ]
  %97 = getelementptr inbounds %struct.Region, ptr @mtlb_threadgroup, i64 %95
  %98 = load ptr, ptr %97, align 8
  %99 = trunc i32 %96 to i8
  %100 = getelementptr inbounds i8, ptr %97, i64 8
  %101 = load i64, ptr %100, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %98, i8 %99, i64 %101, i1 false)
  %102 = add nuw nsw i64 %95, 1
  %103 = load i32, ptr %16, align 8
  %104 = icmp ne i32 %103, 0
  %105 = icmp ult i64 %102, %46
  %106 = select i1 %104, i1 %105, i1 false
  br i1 %106, label %94, label %85

107:
  %108 = load ptr, ptr %34, align 8
  store ptr %8, ptr @current, align 8
  call fastcc void @begin_group(ptr %33, ptr %0, ptr %4, ptr %5) #18
  store i32 0, ptr %26, align 4
  %109 = icmp eq i32 %89, 0
  br i1 %109, label %156, label %110

110:
  %111 = icmp eq i32 %87, 0
  %112 = icmp eq i32 %86, 0
  br label %113

113:
  %114 = phi i32 [ 0, %110 ], [ %153, %152 ]
  %115 = phi i32 [ 0, %110 ], [ %154, %152 ]
  store i32 0, ptr %25, align 4
  br i1 %111, label %152, label %116

116:
  %117 = phi i32 [ %149, %148 ], [ %114, %113 ]
  %118 = phi i32 [ %150, %148 ], [ 0, %113 ]
  store i32 0, ptr %7, align 4
  br i1 %112, label %148, label %119

119:
  %120 = phi i32 [ %146, %133 ], [ %117, %116 ]
  %121 = phi i32 [ %145, %133 ], [ 0, %116 ]
  br label %122

122:
  %123 = phi i64 [ 0, %119 ], [ %131, %122 ]
  %124 = getelementptr inbounds i32, ptr %7, i64 %123
  %125 = load i32, ptr %124, align 4
  %126 = getelementptr inbounds i32, ptr %35, i64 %123
  store i32 %125, ptr %126, align 4
  %127 = getelementptr inbounds i32, ptr %6, i64 %123
  %128 = load i32, ptr %127, align 4
  %129 = add i32 %128, %125
  %130 = getelementptr inbounds i32, ptr %33, i64 %123
  store i32 %129, ptr %130, align 4
  %131 = add nuw nsw i64 %123, 1
  %132 = icmp eq i64 %131, 3
  br i1 %132, label %133, label %122

133:
  store i32 %120, ptr %36, align 4
  %134 = and i32 %120, 31
  store i32 %134, ptr %37, align 8
  %135 = lshr i32 %120, 5
  store i32 %135, ptr %38, align 4
  %136 = lshr i32 %120, 2
  store i32 %136, ptr %39, align 8
  %137 = and i32 %120, 3
  store i32 %137, ptr %40, align 4
  %138 = load i32, ptr %33, align 16
  %139 = load i32, ptr %41, align 4
  %140 = load i32, ptr %42, align 8
  %141 = mul i32 %140, %65
  %142 = add i32 %141, %139
  %143 = mul i32 %142, %64
  %144 = add i32 %143, %138
  store i32 %144, ptr %43, align 4
  store i32 %134, ptr %44, align 4
  store i32 0, ptr %45, align 8
  call void @mtlb_entry(ptr %108, ptr %33) #20
  %145 = add nuw i32 %121, 1
  store i32 %145, ptr %7, align 4
  %146 = add i32 %120, 1
  %147 = icmp eq i32 %145, %86
  br i1 %147, label %148, label %119

148:
  %149 = phi i32 [ %117, %116 ], [ %146, %133 ]
  %150 = add nuw i32 %118, 1
  store i32 %150, ptr %25, align 4
  %151 = icmp eq i32 %150, %87
  br i1 %151, label %152, label %116

152:
  %153 = phi i32 [ %114, %113 ], [ %149, %148 ]
  %154 = add nuw i32 %115, 1
  store i32 %154, ptr %26, align 4
  %155 = icmp eq i32 %154, %89
  br i1 %155, label %156, label %113

156:
  br label %500

157:
  %158 = load i32, ptr %24, align 4
  %159 = icmp ne i32 %158, 0
  %160 = and i32 %86, 1
  %161 = icmp eq i32 %160, 0
  %162 = select i1 %159, i1 %161, i1 false
  br i1 %162, label %163, label %166

163:
  %164 = and i32 %87, 1
  %165 = icmp eq i32 %164, 0
  br label %166

166:
  %167 = phi i1 [ %165, %163 ], [ false, %157 ]
  %168 = icmp eq i32 %90, 0
  br i1 %168, label %269, label %169

169:
  %170 = lshr i32 %86, 1
  br label %171

171:
  %172 = phi i64 [ 0, %169 ], [ %267, %266 ]
  %173 = trunc i64 %172 to i32
  %174 = urem i32 %173, %86
  store i32 %174, ptr %7, align 4
  %175 = udiv i32 %173, %86
  %176 = urem i32 %175, %87
  store i32 %176, ptr %25, align 4
  %177 = udiv i32 %175, %87
  store i32 %177, ptr %26, align 4
  br i1 %167, label %178, label %189

178:
  %179 = lshr i32 %173, 2
  %180 = urem i32 %179, %170
  %181 = shl nuw nsw i32 %180, 1
  %182 = and i32 %173, 1
  %183 = or i32 %181, %182
  store i32 %183, ptr %7, align 4
  %184 = udiv i32 %179, %170
  %185 = shl nuw nsw i32 %184, 1
  %186 = lshr i32 %173, 1
  %187 = and i32 %186, 1
  %188 = or i32 %185, %187
  store i32 %188, ptr %25, align 4
  store i32 0, ptr %26, align 4
  br label %189

189:
  %190 = load ptr, ptr %27, align 8
  %191 = getelementptr inbounds %struct.Lane, ptr %190, i64 %172
  %192 = getelementptr inbounds i8, ptr %191, i64 144
  call fastcc void @begin_group(ptr %192, ptr %0, ptr %4, ptr %5) #18
  %193 = getelementptr inbounds i8, ptr %191, i64 156
  br label %194

194:
  %195 = phi i64 [ 0, %189 ], [ %203, %194 ]
  %196 = getelementptr inbounds i32, ptr %7, i64 %195
  %197 = load i32, ptr %196, align 4
  %198 = getelementptr inbounds i32, ptr %193, i64 %195
  store i32 %197, ptr %198, align 4
  %199 = getelementptr inbounds i32, ptr %6, i64 %195
  %200 = load i32, ptr %199, align 4
  %201 = add i32 %200, %197
  %202 = getelementptr inbounds i32, ptr %192, i64 %195
  store i32 %201, ptr %202, align 4
  %203 = add nuw nsw i64 %195, 1
  %204 = icmp eq i64 %203, 3
  br i1 %204, label %205, label %194

205:
  %206 = getelementptr inbounds i8, ptr %191, i64 180
  store i32 %173, ptr %206, align 4
  %207 = and i32 %173, 31
  %208 = getelementptr inbounds i8, ptr %191, i64 184
  store i32 %207, ptr %208, align 4
  %209 = lshr i32 %173, 5
  %210 = getelementptr inbounds i8, ptr %191, i64 188
  store i32 %209, ptr %210, align 4
  %211 = lshr i32 %173, 2
  %212 = getelementptr inbounds i8, ptr %191, i64 248
  store i32 %211, ptr %212, align 4
  %213 = and i32 %173, 3
  %214 = getelementptr inbounds i8, ptr %191, i64 252
  store i32 %213, ptr %214, align 4
  %215 = load i32, ptr %192, align 4
  %216 = getelementptr inbounds i8, ptr %191, i64 148
  %217 = load i32, ptr %216, align 4
  %218 = getelementptr inbounds i8, ptr %191, i64 152
  %219 = load i32, ptr %218, align 4
  %220 = mul i32 %219, %65
  %221 = add i32 %220, %217
  %222 = mul i32 %221, %64
  %223 = add i32 %222, %215
  %224 = getelementptr inbounds i8, ptr %191, i64 260
  store i32 %223, ptr %224, align 4
  %225 = getelementptr inbounds i8, ptr %191, i64 8
  store i32 0, ptr %225, align 8
  %226 = getelementptr inbounds i8, ptr %191, i64 56
  store i32 0, ptr %226, align 8
  %227 = getelementptr inbounds i8, ptr %191, i64 72
  store i64 0, ptr %227, align 8
  %228 = getelementptr inbounds i8, ptr %191, i64 24
  %229 = getelementptr inbounds i8, ptr %191, i64 48
  store ptr null, ptr %229, align 16
  %230 = getelementptr inbounds i8, ptr %191, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %228, i8 0, i64 16, i1 false)
  store i32 %207, ptr %230, align 4
  %231 = load ptr, ptr %28, align 8
  %232 = zext i32 %209 to i64
  %233 = getelementptr inbounds %struct.Simd, ptr %231, i64 %232
  %234 = getelementptr inbounds i8, ptr %191, i64 40
  store ptr %233, ptr %234, align 8
  %235 = load ptr, ptr %29, align 8
  br i1 %30, label %239, label %236

236:
  %237 = load i64, ptr %31, align 8
  %238 = mul i64 %237, %172
  br label %239

239:
  %240 = phi i64 [ %238, %236 ], [ 0, %205 ]
  %241 = getelementptr inbounds i8, ptr %235, i64 %240
  %242 = load i32, ptr %16, align 8
  switch i32 %242, label %243 [
    i32 0, label %246
    i32 255, label %246
  ]

243:
  %244 = trunc i32 %242 to i8
  %245 = load i64, ptr %31, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %241, i8 %244, i64 %245, i1 false)
  br label %246

246:
  %247 = load i64, ptr %31, align 8
  %248 = getelementptr inbounds i8, ptr %241, i64 %247
  store i64 7887048017532182883, ptr %241, align 8
  %249 = getelementptr inbounds i8, ptr %248, i64 -72
  store i64 0, ptr %249, align 8
  %250 = getelementptr inbounds i8, ptr %248, i64 -80
  store i64 ptrtoint (ptr @start to i64), ptr %250, align 8
  %251 = getelementptr i8, ptr %248, i64 -128
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(48) %251, i8 0, i64 48, i1 false)
  store ptr %251, ptr %191, align 16
  br i1 %30, label %252, label %266

252:
  %253 = getelementptr inbounds i8, ptr %191, i64 272
  store ptr %253, ptr @last, align 8
  %254 = icmp eq i64 %172, 0
  br i1 %254, label %255, label %258

255:
  %256 = load i32, ptr %32, align 8
  %257 = add i32 %256, 1
  store i32 %257, ptr %32, align 8
  br label %258

258:
  store ptr %191, ptr @current, align 8
  call void @switch_stack(ptr @scheduler_stack, ptr %251) #18
  %259 = load ptr, ptr @dispatch, align 8
  %260 = getelementptr inbounds i8, ptr %259, i64 56
  %261 = load ptr, ptr %260, align 8
  %262 = load i64, ptr %261, align 8
  %263 = icmp eq i64 %262, 7887048017532182883
  br i1 %263, label %266, label %264

264:
  %265 = getelementptr inbounds i8, ptr %259, i64 96
  store i32 3, ptr %265, align 8
  br label %266

266:
  %267 = add nuw nsw i64 %172, 1
  %268 = icmp eq i64 %267, %91
  br i1 %268, label %269, label %171

269:
  br i1 %30, label %500, label %270

270:
  %271 = load ptr, ptr @dispatch, align 8
  %272 = getelementptr inbounds i8, ptr %271, i64 152
  %273 = load i32, ptr %272, align 8
  %274 = add i32 %273, 1
  store i32 %274, ptr %272, align 8
  br label %281

275:
  %276 = trunc i64 %52 to i32
  %277 = add i32 %90, 31
  %278 = lshr i32 %277, 5
  %279 = icmp eq i32 %278, 0
  %280 = zext i32 %278 to i64
  br label %287

281:
  %282 = phi i64 [ 0, %270 ], [ %284, %281 ]
  %283 = getelementptr inbounds i32, ptr @ordered, i64 %282
  store i32 %274, ptr %283, align 4
  %284 = add nuw nsw i64 %282, 1
  %285 = icmp eq i64 %284, 3
  br i1 %285, label %275, label %281

286:
  br label %287

287:
  br i1 %279, label %288, label %293

288:
  br i1 %168, label %500, label %289

289:
  %290 = load ptr, ptr @dispatch, align 8
  %291 = getelementptr inbounds i8, ptr %290, i64 72
  %292 = load ptr, ptr %291, align 8
  br label %399

293:
  %294 = phi i64 [ %394, %393 ], [ 0, %287 ]
  %295 = shl nuw i64 %294, 5
  %296 = trunc i64 %295 to i32
  %297 = sub i32 %90, %296
  %298 = load ptr, ptr @dispatch, align 8
  %299 = getelementptr inbounds i8, ptr %298, i64 72
  %300 = load ptr, ptr %299, align 8
  %301 = getelementptr inbounds %struct.Lane, ptr %300, i64 %295
  %302 = call i32 @llvm.umin.i32(i32 %297, i32 32)
  %303 = getelementptr inbounds i8, ptr %301, i64 40
  %304 = load ptr, ptr %303, align 8
  %305 = zext i32 %302 to i64
  %306 = getelementptr inbounds %struct.Lane, ptr %301, i64 %305
  store ptr %306, ptr @last, align 8
  %307 = icmp eq i64 %295, %91
  %308 = getelementptr inbounds i8, ptr %304, i64 4
  %309 = getelementptr inbounds i8, ptr %304, i64 64
  %310 = getelementptr inbounds i8, ptr %304, i64 8
  br i1 %307, label %393, label %316

311:
  %312 = add nuw nsw i64 %317, 1
  %313 = icmp eq i64 %312, %305
  br i1 %313, label %324, label %314

314:
  %315 = phi i64 [ %312, %311 ], [ 0, %390 ]
  br label %316

316:
  %317 = phi i64 [ %315, %314 ], [ 0, %293 ]
  %318 = getelementptr inbounds %struct.Lane, ptr %301, i64 %317
  %319 = getelementptr inbounds i8, ptr %318, i64 8
  %320 = load i32, ptr %319, align 8
  %321 = icmp eq i32 %320, 0
  br i1 %321, label %322, label %311

322:
  store ptr %318, ptr @current, align 8
  %323 = load ptr, ptr %318, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %323) #18
  br label %324

324:
  br label %327

325:
  %326 = icmp eq i32 %352, 0
  br i1 %326, label %393, label %356

327:
  %328 = phi i64 [ %354, %351 ], [ 0, %324 ]
  %329 = phi ptr [ %353, %351 ], [ null, %324 ]
  %330 = phi i32 [ %352, %351 ], [ 0, %324 ]
  %331 = getelementptr inbounds %struct.Lane, ptr %301, i64 %328
  %332 = getelementptr inbounds i8, ptr %331, i64 8
  %333 = load i32, ptr %332, align 8
  %334 = icmp eq i32 %333, 1
  br i1 %334, label %335, label %351

335:
  %336 = icmp eq ptr %329, null
  br i1 %336, label %337, label %340

337:
  %338 = trunc i64 %328 to i32
  %339 = shl nuw i32 1, %338
  br label %351

340:
  %341 = call fastcc i32 @order(ptr %331, ptr %329) #18
  %342 = freeze i32 %341
  %343 = icmp slt i32 %342, 0
  %344 = select i1 %343, i32 0, i32 %330
  %345 = select i1 %343, ptr %331, ptr %329
  %346 = trunc i64 %328 to i32
  %347 = shl nuw i32 1, %346
  %348 = icmp sgt i32 %342, 0
  %349 = select i1 %348, i32 0, i32 %347
  %350 = or i32 %344, %349
  br label %351

351:
  %352 = phi i32 [ %330, %327 ], [ %350, %340 ], [ %339, %337 ]
  %353 = phi ptr [ %329, %327 ], [ %345, %340 ], [ %331, %337 ]
  %354 = add nuw nsw i64 %328, 1
  %355 = icmp eq i64 %354, %305
  br i1 %355, label %325, label %327

356:
  store i32 %352, ptr %304, align 4
  %357 = load i32, ptr %308, align 4
  %358 = add i32 %357, 1
  store i32 %358, ptr %308, align 4
  %359 = load ptr, ptr @dispatch, align 8
  %360 = getelementptr inbounds i8, ptr %359, i64 136
  %361 = load i64, ptr %360, align 8
  %362 = add i64 %361, 1
  store i64 %362, ptr %360, align 8
  br label %363

363:
  %364 = phi i64 [ %380, %378 ], [ 0, %356 ]
  %365 = phi i32 [ %379, %378 ], [ 7, %356 ]
  %366 = trunc i64 %364 to i32
  %367 = shl nuw i32 1, %366
  %368 = and i32 %367, %352
  %369 = icmp eq i32 %368, 0
  br i1 %369, label %378, label %370

370:
  %371 = getelementptr inbounds [64 x i8], ptr %309, i64 %364
  %372 = getelementptr inbounds %struct.Lane, ptr %301, i64 %364
  %373 = getelementptr inbounds i8, ptr %372, i64 80
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %371, ptr align 16 dereferenceable(64) %373, i64 64, i1 false)
  %374 = getelementptr inbounds i8, ptr %372, i64 8
  store i32 0, ptr %374, align 8
  %375 = getelementptr inbounds i8, ptr %372, i64 60
  %376 = load i32, ptr %375, align 4
  %377 = and i32 %376, %365
  br label %378

378:
  %379 = phi i32 [ %377, %370 ], [ %365, %363 ]
  %380 = add nuw nsw i64 %364, 1
  %381 = icmp eq i64 %380, %305
  br i1 %381, label %382, label %363

382:
  %383 = phi i64 [ %391, %390 ], [ 0, %378 ]
  %384 = trunc i64 %383 to i32
  %385 = shl nuw nsw i32 1, %384
  %386 = and i32 %385, %379
  %387 = icmp eq i32 %386, 0
  br i1 %387, label %390, label %388

388:
  %389 = getelementptr inbounds i32, ptr %310, i64 %383
  store i32 %358, ptr %389, align 4
  br label %390

390:
  %391 = add nuw nsw i64 %383, 1
  %392 = icmp eq i64 %391, 3
  br i1 %392, label %314, label %382

393:
  %394 = add nuw nsw i64 %294, 1
  %395 = icmp eq i64 %394, %280
  br i1 %395, label %288, label %293

396:
  %397 = icmp eq i32 %429, 0
  %398 = icmp ne i32 %425, 0
  br i1 %397, label %484, label %432

399:
  %400 = phi i64 [ 0, %289 ], [ %430, %424 ]
  %401 = phi i32 [ 0, %289 ], [ %429, %424 ]
  %402 = phi ptr [ null, %289 ], [ %428, %424 ]
  %403 = phi ptr [ null, %289 ], [ %427, %424 ]
  %404 = phi i32 [ 7, %289 ], [ %426, %424 ]
  %405 = phi i32 [ 0, %289 ], [ %425, %424 ]
  %406 = getelementptr inbounds %struct.Lane, ptr %292, i64 %400
  %407 = getelementptr inbounds i8, ptr %406, i64 8
  %408 = load i32, ptr %407, align 8
  %409 = icmp eq i32 %408, 3
  br i1 %409, label %410, label %412

410:
  %411 = add i32 %405, 1
  br label %424

412:
  %413 = add i32 %401, 1
  %414 = getelementptr inbounds i8, ptr %406, i64 60
  %415 = load i32, ptr %414, align 4
  %416 = and i32 %415, %404
  %417 = icmp eq ptr %403, null
  %418 = select i1 %417, ptr %406, ptr %403
  %419 = icmp eq ptr %402, null
  br i1 %419, label %420, label %424

420:
  %421 = call fastcc i32 @order(ptr %418, ptr %406) #18
  %422 = icmp eq i32 %421, 0
  %423 = select i1 %422, ptr null, ptr %406
  br label %424

424:
  %425 = phi i32 [ %411, %410 ], [ %405, %412 ], [ %405, %420 ]
  %426 = phi i32 [ %404, %410 ], [ %416, %412 ], [ %416, %420 ]
  %427 = phi ptr [ %403, %410 ], [ %418, %412 ], [ %418, %420 ]
  %428 = phi ptr [ %402, %410 ], [ %402, %412 ], [ %423, %420 ]
  %429 = phi i32 [ %401, %410 ], [ %413, %412 ], [ %413, %420 ]
  %430 = add nuw nsw i64 %400, 1
  %431 = icmp eq i64 %430, %91
  br i1 %431, label %396, label %399

432:
  %433 = getelementptr inbounds i8, ptr %290, i64 152
  %434 = load i32, ptr %433, align 8
  %435 = add i32 %434, 1
  store i32 %435, ptr %433, align 8
  %436 = getelementptr inbounds i8, ptr %290, i64 128
  %437 = load i64, ptr %436, align 8
  %438 = add i64 %437, 1
  store i64 %438, ptr %436, align 8
  br label %442

439:
  %440 = icmp ne ptr %428, null
  %441 = select i1 %398, i1 true, i1 %440
  br i1 %441, label %453, label %473

442:
  %443 = phi i64 [ 0, %432 ], [ %451, %450 ]
  %444 = trunc i64 %443 to i32
  %445 = shl nuw nsw i32 1, %444
  %446 = and i32 %445, %426
  %447 = icmp eq i32 %446, 0
  br i1 %447, label %450, label %448

448:
  %449 = getelementptr inbounds i32, ptr @ordered, i64 %443
  store i32 %435, ptr %449, align 4
  br label %450

450:
  %451 = add nuw nsw i64 %443, 1
  %452 = icmp eq i64 %451, 3
  br i1 %452, label %439, label %442

453:
  %454 = getelementptr inbounds i8, ptr %290, i64 96
  %455 = load i32, ptr %454, align 8
  %456 = icmp eq i32 %455, 0
  br i1 %456, label %457, label %473

457:
  %458 = getelementptr inbounds i8, ptr %290, i64 100
  %459 = load i32, ptr %458, align 4
  %460 = icmp eq i32 %459, 0
  br i1 %460, label %461, label %473

461:
  %462 = select i1 %398, i32 1, i32 2
  store i32 %462, ptr %454, align 8
  %463 = getelementptr inbounds i8, ptr %427, i64 16
  %464 = load i64, ptr %463, align 16
  %465 = getelementptr inbounds i8, ptr %290, i64 104
  store i64 %464, ptr %465, align 8
  br i1 %440, label %466, label %469

466:
  %467 = getelementptr inbounds i8, ptr %428, i64 16
  %468 = load i64, ptr %467, align 16
  br label %469

469:
  %470 = phi i64 [ %468, %466 ], [ 0, %461 ]
  %471 = getelementptr inbounds i8, ptr %290, i64 112
  store i64 %470, ptr %471, align 8
  %472 = getelementptr inbounds i8, ptr %290, i64 156
  store i32 %276, ptr %472, align 4
  br label %473

473:
  br label %474

474:
  %475 = phi i64 [ %482, %481 ], [ 0, %473 ]
  %476 = getelementptr inbounds %struct.Lane, ptr %292, i64 %475
  %477 = getelementptr inbounds i8, ptr %476, i64 8
  %478 = load i32, ptr %477, align 8
  %479 = icmp eq i32 %478, 2
  br i1 %479, label %480, label %481

480:
  store i32 0, ptr %477, align 8
  br label %481

481:
  %482 = add nuw nsw i64 %475, 1
  %483 = icmp eq i64 %482, %91
  br i1 %483, label %286, label %474

484:
  %485 = getelementptr inbounds i8, ptr %290, i64 56
  %486 = load ptr, ptr %485, align 8
  %487 = getelementptr inbounds i8, ptr %290, i64 64
  %488 = load i64, ptr %487, align 8
  %489 = getelementptr inbounds i8, ptr %290, i64 96
  br label %490

490:
  %491 = phi i64 [ 0, %484 ], [ %498, %497 ]
  %492 = mul i64 %491, %488
  %493 = getelementptr inbounds i8, ptr %486, i64 %492
  %494 = load i64, ptr %493, align 8
  %495 = icmp eq i64 %494, 7887048017532182883
  br i1 %495, label %497, label %496

496:
  store i32 3, ptr %489, align 8
  br label %497

497:
  %498 = add nuw nsw i64 %491, 1
  %499 = icmp eq i64 %498, %91
  br i1 %499, label %500, label %490

500:
  %501 = add nuw i64 %52, 1
  %502 = icmp eq i64 %501, %2
  br i1 %502, label %48, label %51
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
