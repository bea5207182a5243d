; 217ca35a2a31434561c4d2bb29e0f60b30ab7e36788f20d08a339ef466988a64 by tools/build_runtime.py
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
  %52 = phi i64 [ %1, %10 ], [ %513, %512 ]
  %53 = load i32, ptr %0, align 8
  %54 = zext i32 %53 to i64
  %55 = freeze i64 %52
  %56 = freeze i64 %54
  %57 = udiv i64 %55, %56
  %58 = mul i64 %57, %56
  %59 = sub i64 %55, %58
  %60 = trunc i64 %59 to i32
  store i32 %60, ptr %4, align 4
  %61 = load i32, ptr %12, align 4
  %62 = zext i32 %61 to i64
  %63 = freeze i64 %62
  %64 = udiv i64 %57, %63
  %65 = mul i64 %64, %63
  %66 = sub i64 %57, %65
  %67 = trunc i64 %66 to i32
  store i32 %67, ptr %11, align 4
  %68 = trunc i64 %64 to i32
  store i32 %68, ptr %13, align 4
  %69 = load i32, ptr %14, align 8
  %70 = load i32, ptr %47, align 4
  br label %75

71:
  %72 = load i32, ptr %16, align 8
  %73 = icmp ne i32 %72, 0
  %74 = select i1 %73, i1 %18, i1 false
  br i1 %74, label %99, label %90

75:
  %76 = phi i64 [ 0, %51 ], [ %88, %75 ]
  %77 = getelementptr inbounds i32, ptr %14, i64 %76
  %78 = load i32, ptr %77, align 4
  %79 = getelementptr inbounds i32, ptr %4, i64 %76
  %80 = load i32, ptr %79, align 4
  %81 = getelementptr inbounds i32, ptr %15, i64 %76
  %82 = load i32, ptr %81, align 4
  %83 = mul i32 %82, %80
  %84 = getelementptr inbounds i32, ptr %6, i64 %76
  store i32 %83, ptr %84, align 4
  %85 = sub i32 %78, %83
  %86 = call i32 @llvm.umin.i32(i32 %85, i32 %82)
  %87 = getelementptr inbounds i32, ptr %5, i64 %76
  store i32 %86, ptr %87, align 4
  %88 = add nuw nsw i64 %76, 1
  %89 = icmp eq i64 %88, 3
  br i1 %89, label %71, label %75

90:
  %91 = load i32, ptr %5, align 4
  %92 = load i32, ptr %19, align 4
  %93 = mul i32 %92, %91
  %94 = load i32, ptr %20, align 4
  %95 = mul i32 %93, %94
  %96 = zext i32 %95 to i64
  %97 = load i64, ptr %21, align 8
  %98 = add i64 %97, %96
  store i64 %98, ptr %21, align 8
  br i1 %23, label %112, label %162

99:
  %100 = phi i64 [ %107, %99 ], [ 0, %71 ]
  %101 = phi i32 [ %108, %99 ], [ %72, %71 ]
  %102 = getelementptr inbounds %struct.Region, ptr @mtlb_threadgroup, i64 %100
  %103 = load ptr, ptr %102, align 8
  %104 = trunc i32 %101 to i8
  %105 = getelementptr inbounds i8, ptr %102, i64 8
  %106 = load i64, ptr %105, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %103, i8 %104, i64 %106, i1 false)
  %107 = add nuw nsw i64 %100, 1
  %108 = load i32, ptr %16, align 8
  %109 = icmp ne i32 %108, 0
  %110 = icmp ult i64 %107, %46
  %111 = select i1 %109, i1 %110, i1 false
  br i1 %111, label %99, label %90

112:
  %113 = load ptr, ptr %34, align 8
  store ptr %8, ptr @current, align 8
  call fastcc void @begin_group(ptr %33, ptr %0, ptr %4, ptr %5) #18
  store i32 0, ptr %26, align 4
  %114 = icmp eq i32 %94, 0
  br i1 %114, label %161, label %115

115:
  %116 = icmp eq i32 %92, 0
  %117 = icmp eq i32 %91, 0
  br label %118

118:
  %119 = phi i32 [ 0, %115 ], [ %158, %157 ]
  %120 = phi i32 [ 0, %115 ], [ %159, %157 ]
  store i32 0, ptr %25, align 4
  br i1 %116, label %157, label %121

121:
  %122 = phi i32 [ %154, %153 ], [ %119, %118 ]
  %123 = phi i32 [ %155, %153 ], [ 0, %118 ]
  store i32 0, ptr %7, align 4
  br i1 %117, label %153, label %124

124:
  %125 = phi i32 [ %151, %138 ], [ %122, %121 ]
  %126 = phi i32 [ %150, %138 ], [ 0, %121 ]
  br label %127

127:
  %128 = phi i64 [ 0, %124 ], [ %136, %127 ]
  %129 = getelementptr inbounds i32, ptr %7, i64 %128
  %130 = load i32, ptr %129, align 4
  %131 = getelementptr inbounds i32, ptr %35, i64 %128
  store i32 %130, ptr %131, align 4
  %132 = getelementptr inbounds i32, ptr %6, i64 %128
  %133 = load i32, ptr %132, align 4
  %134 = add i32 %133, %130
  %135 = getelementptr inbounds i32, ptr %33, i64 %128
  store i32 %134, ptr %135, align 4
  %136 = add nuw nsw i64 %128, 1
  %137 = icmp eq i64 %136, 3
  br i1 %137, label %138, label %127

138:
  store i32 %125, ptr %36, align 4
  %139 = and i32 %125, 31
  store i32 %139, ptr %37, align 8
  %140 = lshr i32 %125, 5
  store i32 %140, ptr %38, align 4
  %141 = lshr i32 %125, 2
  store i32 %141, ptr %39, align 8
  %142 = and i32 %125, 3
  store i32 %142, ptr %40, align 4
  %143 = load i32, ptr %33, align 16
  %144 = load i32, ptr %41, align 4
  %145 = load i32, ptr %42, align 8
  %146 = mul i32 %145, %70
  %147 = add i32 %146, %144
  %148 = mul i32 %147, %69
  %149 = add i32 %148, %143
  store i32 %149, ptr %43, align 4
  store i32 %139, ptr %44, align 4
  store i32 0, ptr %45, align 8
  call void @mtlb_entry(ptr %113, ptr %33) #20
  %150 = add nuw i32 %126, 1
  store i32 %150, ptr %7, align 4
  %151 = add i32 %125, 1
  %152 = icmp eq i32 %150, %91
  br i1 %152, label %153, label %124

153:
  %154 = phi i32 [ %122, %121 ], [ %151, %138 ]
  %155 = add nuw i32 %123, 1
  store i32 %155, ptr %25, align 4
  %156 = icmp eq i32 %155, %92
  br i1 %156, label %157, label %121

157:
  %158 = phi i32 [ %119, %118 ], [ %154, %153 ]
  %159 = add nuw i32 %120, 1
  store i32 %159, ptr %26, align 4
  %160 = icmp eq i32 %159, %94
  br i1 %160, label %161, label %118

161:
  br label %512

162:
  %163 = load i32, ptr %24, align 4
  %164 = icmp ne i32 %163, 0
  %165 = and i32 %91, 1
  %166 = icmp eq i32 %165, 0
  %167 = select i1 %164, i1 %166, i1 false
  br i1 %167, label %168, label %171

168:
  %169 = and i32 %92, 1
  %170 = icmp eq i32 %169, 0
  br label %171

171:
  %172 = phi i1 [ %170, %168 ], [ false, %162 ]
  %173 = icmp eq i32 %95, 0
  br i1 %173, label %281, label %174

174:
  %175 = lshr i32 %91, 1
  br label %176

176:
  %177 = phi i64 [ 0, %174 ], [ %279, %278 ]
  %178 = trunc i64 %177 to i32
  %179 = freeze i32 %178
  %180 = freeze i32 %91
  %181 = udiv i32 %179, %180
  %182 = mul i32 %181, %180
  %183 = sub i32 %179, %182
  store i32 %183, ptr %7, align 4
  %184 = freeze i32 %92
  %185 = udiv i32 %181, %184
  %186 = mul i32 %185, %184
  %187 = sub i32 %181, %186
  store i32 %187, ptr %25, align 4
  store i32 %185, ptr %26, align 4
  br i1 %172, label %188, label %202

188:
  %189 = lshr i32 %178, 2
  %190 = freeze i32 %189
  %191 = freeze i32 %175
  %192 = udiv i32 %190, %191
  %193 = mul i32 %192, %191
  %194 = sub i32 %190, %193
  %195 = shl nuw nsw i32 %194, 1
  %196 = and i32 %178, 1
  %197 = or i32 %195, %196
  store i32 %197, ptr %7, align 4
  %198 = shl nuw nsw i32 %192, 1
  %199 = lshr i32 %178, 1
  %200 = and i32 %199, 1
  %201 = or i32 %198, %200
  store i32 %201, ptr %25, align 4
  store i32 0, ptr %26, align 4
  br label %202

202:
  %203 = load ptr, ptr %27, align 8
  %204 = getelementptr inbounds %struct.Lane, ptr %203, i64 %177
  %205 = getelementptr inbounds i8, ptr %204, i64 144
  call fastcc void @begin_group(ptr %205, ptr %0, ptr %4, ptr %5) #18
  %206 = getelementptr inbounds i8, ptr %204, i64 156
  br label %207

207:
  %208 = phi i64 [ 0, %202 ], [ %216, %207 ]
  %209 = getelementptr inbounds i32, ptr %7, i64 %208
  %210 = load i32, ptr %209, align 4
  %211 = getelementptr inbounds i32, ptr %206, i64 %208
  store i32 %210, ptr %211, align 4
  %212 = getelementptr inbounds i32, ptr %6, i64 %208
  %213 = load i32, ptr %212, align 4
  %214 = add i32 %213, %210
  %215 = getelementptr inbounds i32, ptr %205, i64 %208
  store i32 %214, ptr %215, align 4
  %216 = add nuw nsw i64 %208, 1
  %217 = icmp eq i64 %216, 3
  br i1 %217, label %218, label %207

218:
  %219 = getelementptr inbounds i8, ptr %204, i64 180
  store i32 %178, ptr %219, align 4
  %220 = and i32 %178, 31
  %221 = getelementptr inbounds i8, ptr %204, i64 184
  store i32 %220, ptr %221, align 4
  %222 = lshr i32 %178, 5
  %223 = getelementptr inbounds i8, ptr %204, i64 188
  store i32 %222, ptr %223, align 4
  %224 = lshr i32 %178, 2
  %225 = getelementptr inbounds i8, ptr %204, i64 248
  store i32 %224, ptr %225, align 4
  %226 = and i32 %178, 3
  %227 = getelementptr inbounds i8, ptr %204, i64 252
  store i32 %226, ptr %227, align 4
  %228 = load i32, ptr %205, align 4
  %229 = getelementptr inbounds i8, ptr %204, i64 148
  %230 = load i32, ptr %229, align 4
  %231 = getelementptr inbounds i8, ptr %204, i64 152
  %232 = load i32, ptr %231, align 4
  %233 = mul i32 %232, %70
  %234 = add i32 %233, %230
  %235 = mul i32 %234, %69
  %236 = add i32 %235, %228
  %237 = getelementptr inbounds i8, ptr %204, i64 260
  store i32 %236, ptr %237, align 4
  %238 = getelementptr inbounds i8, ptr %204, i64 8
  store i32 0, ptr %238, align 8
  %239 = getelementptr inbounds i8, ptr %204, i64 56
  store i32 0, ptr %239, align 8
  %240 = getelementptr inbounds i8, ptr %204, i64 72
  store i64 0, ptr %240, align 8
  %241 = getelementptr inbounds i8, ptr %204, i64 24
  %242 = getelementptr inbounds i8, ptr %204, i64 48
  store ptr null, ptr %242, align 16
  %243 = getelementptr inbounds i8, ptr %204, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %241, i8 0, i64 16, i1 false)
  store i32 %220, ptr %243, align 4
  %244 = load ptr, ptr %28, align 8
  %245 = zext i32 %222 to i64
  %246 = getelementptr inbounds %struct.Simd, ptr %244, i64 %245
  %247 = getelementptr inbounds i8, ptr %204, i64 40
  store ptr %246, ptr %247, align 8
  %248 = load ptr, ptr %29, align 8
  br i1 %30, label %252, label %249

249:
  %250 = load i64, ptr %31, align 8
  %251 = mul i64 %250, %177
  br label %252

252:
  %253 = phi i64 [ %251, %249 ], [ 0, %218 ]
  %254 = getelementptr inbounds i8, ptr %248, i64 %253
  %255 = load i32, ptr %16, align 8
  switch i32 %255, label %256 [
    i32 0, label %259
    i32 255, label %259
  ]

256:
  %257 = trunc i32 %255 to i8
  %258 = load i64, ptr %31, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %254, i8 %257, i64 %258, i1 false)
  br label %259

259:
  %260 = load i64, ptr %31, align 8
  %261 = getelementptr inbounds i8, ptr %254, i64 %260
  store i64 7887048017532182883, ptr %254, align 8
  %262 = getelementptr inbounds i8, ptr %261, i64 -224
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(160) %262, i8 0, i64 160, i1 false)
  %263 = getelementptr inbounds i8, ptr %261, i64 -136
  store i64 ptrtoint (ptr @start to i64), ptr %263, align 8
  store ptr %262, ptr %204, align 16
  br i1 %30, label %264, label %278

264:
  %265 = getelementptr inbounds i8, ptr %204, i64 272
  store ptr %265, ptr @last, align 8
  %266 = icmp eq i64 %177, 0
  br i1 %266, label %267, label %270

267:
  %268 = load i32, ptr %32, align 8
  %269 = add i32 %268, 1
  store i32 %269, ptr %32, align 8
  br label %270

270:
  store ptr %204, ptr @current, align 8
  call void @switch_stack(ptr @scheduler_stack, ptr %262) #18
  %271 = load ptr, ptr @dispatch, align 8
  %272 = getelementptr inbounds i8, ptr %271, i64 56
  %273 = load ptr, ptr %272, align 8
  %274 = load i64, ptr %273, align 8
  %275 = icmp eq i64 %274, 7887048017532182883
  br i1 %275, label %278, label %276

276:
  %277 = getelementptr inbounds i8, ptr %271, i64 96
  store i32 3, ptr %277, align 8
  br label %278

278:
  %279 = add nuw nsw i64 %177, 1
  %280 = icmp eq i64 %279, %96
  br i1 %280, label %281, label %176

281:
  br i1 %30, label %512, label %282

282:
  %283 = load ptr, ptr @dispatch, align 8
  %284 = getelementptr inbounds i8, ptr %283, i64 152
  %285 = load i32, ptr %284, align 8
  %286 = add i32 %285, 1
  store i32 %286, ptr %284, align 8
  br label %293

287:
  %288 = trunc i64 %52 to i32
  %289 = add i32 %95, 31
  %290 = lshr i32 %289, 5
  %291 = icmp eq i32 %290, 0
  %292 = zext i32 %290 to i64
  br label %299

293:
  %294 = phi i64 [ 0, %282 ], [ %296, %293 ]
  %295 = getelementptr inbounds i32, ptr @ordered, i64 %294
  store i32 %286, ptr %295, align 4
  %296 = add nuw nsw i64 %294, 1
  %297 = icmp eq i64 %296, 3
  br i1 %297, label %287, label %293

298:
  br label %299

299:
  br i1 %291, label %300, label %305

300:
  br i1 %173, label %512, label %301

301:
  %302 = load ptr, ptr @dispatch, align 8
  %303 = getelementptr inbounds i8, ptr %302, i64 72
  %304 = load ptr, ptr %303, align 8
  br label %411

305:
  %306 = phi i64 [ %406, %405 ], [ 0, %299 ]
  %307 = shl nuw i64 %306, 5
  %308 = trunc i64 %307 to i32
  %309 = sub i32 %95, %308
  %310 = load ptr, ptr @dispatch, align 8
  %311 = getelementptr inbounds i8, ptr %310, i64 72
  %312 = load ptr, ptr %311, align 8
  %313 = getelementptr inbounds %struct.Lane, ptr %312, i64 %307
  %314 = call i32 @llvm.umin.i32(i32 %309, i32 32)
  %315 = getelementptr inbounds i8, ptr %313, i64 40
  %316 = load ptr, ptr %315, align 8
  %317 = zext i32 %314 to i64
  %318 = getelementptr inbounds %struct.Lane, ptr %313, i64 %317
  store ptr %318, ptr @last, align 8
  %319 = icmp eq i64 %307, %96
  %320 = getelementptr inbounds i8, ptr %316, i64 4
  %321 = getelementptr inbounds i8, ptr %316, i64 64
  %322 = getelementptr inbounds i8, ptr %316, i64 8
  br i1 %319, label %405, label %328

323:
  %324 = add nuw nsw i64 %329, 1
  %325 = icmp eq i64 %324, %317
  br i1 %325, label %336, label %326

326:
  %327 = phi i64 [ %324, %323 ], [ 0, %402 ]
  br label %328

328:
  %329 = phi i64 [ %327, %326 ], [ 0, %305 ]
  %330 = getelementptr inbounds %struct.Lane, ptr %313, i64 %329
  %331 = getelementptr inbounds i8, ptr %330, i64 8
  %332 = load i32, ptr %331, align 8
  %333 = icmp eq i32 %332, 0
  br i1 %333, label %334, label %323

334:
  store ptr %330, ptr @current, align 8
  %335 = load ptr, ptr %330, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %335) #18
  br label %336

336:
  br label %339

337:
  %338 = icmp eq i32 %364, 0
  br i1 %338, label %405, label %368

339:
  %340 = phi i64 [ %366, %363 ], [ 0, %336 ]
  %341 = phi ptr [ %365, %363 ], [ null, %336 ]
  %342 = phi i32 [ %364, %363 ], [ 0, %336 ]
  %343 = getelementptr inbounds %struct.Lane, ptr %313, i64 %340
  %344 = getelementptr inbounds i8, ptr %343, i64 8
  %345 = load i32, ptr %344, align 8
  %346 = icmp eq i32 %345, 1
  br i1 %346, label %347, label %363

347:
  %348 = icmp eq ptr %341, null
  br i1 %348, label %349, label %352

349:
  %350 = trunc i64 %340 to i32
  %351 = shl nuw i32 1, %350
  br label %363

352:
  %353 = call fastcc i32 @order(ptr %343, ptr %341) #18
  %354 = freeze i32 %353
  %355 = icmp slt i32 %354, 0
  %356 = select i1 %355, i32 0, i32 %342
  %357 = select i1 %355, ptr %343, ptr %341
  %358 = trunc i64 %340 to i32
  %359 = shl nuw i32 1, %358
  %360 = icmp sgt i32 %354, 0
  %361 = select i1 %360, i32 0, i32 %359
  %362 = or i32 %356, %361
  br label %363

363:
  %364 = phi i32 [ %342, %339 ], [ %362, %352 ], [ %351, %349 ]
  %365 = phi ptr [ %341, %339 ], [ %357, %352 ], [ %343, %349 ]
  %366 = add nuw nsw i64 %340, 1
  %367 = icmp eq i64 %366, %317
  br i1 %367, label %337, label %339

368:
  store i32 %364, ptr %316, align 4
  %369 = load i32, ptr %320, align 4
  %370 = add i32 %369, 1
  store i32 %370, ptr %320, align 4
  %371 = load ptr, ptr @dispatch, align 8
  %372 = getelementptr inbounds i8, ptr %371, i64 136
  %373 = load i64, ptr %372, align 8
  %374 = add i64 %373, 1
  store i64 %374, ptr %372, align 8
  br label %375

375:
  %376 = phi i64 [ %392, %390 ], [ 0, %368 ]
  %377 = phi i32 [ %391, %390 ], [ 7, %368 ]
  %378 = trunc i64 %376 to i32
  %379 = shl nuw i32 1, %378
  %380 = and i32 %379, %364
  %381 = icmp eq i32 %380, 0
  br i1 %381, label %390, label %382

382:
  %383 = getelementptr inbounds [64 x i8], ptr %321, i64 %376
  %384 = getelementptr inbounds %struct.Lane, ptr %313, i64 %376
  %385 = getelementptr inbounds i8, ptr %384, i64 80
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %383, ptr align 16 dereferenceable(64) %385, i64 64, i1 false)
  %386 = getelementptr inbounds i8, ptr %384, i64 8
  store i32 0, ptr %386, align 8
  %387 = getelementptr inbounds i8, ptr %384, i64 60
  %388 = load i32, ptr %387, align 4
  %389 = and i32 %388, %377
  br label %390

390:
  %391 = phi i32 [ %389, %382 ], [ %377, %375 ]
  %392 = add nuw nsw i64 %376, 1
  %393 = icmp eq i64 %392, %317
  br i1 %393, label %394, label %375

394:
  %395 = phi i64 [ %403, %402 ], [ 0, %390 ]
  %396 = trunc i64 %395 to i32
  %397 = shl nuw nsw i32 1, %396
  %398 = and i32 %397, %391
  %399 = icmp eq i32 %398, 0
  br i1 %399, label %402, label %400

400:
  %401 = getelementptr inbounds i32, ptr %322, i64 %395
  store i32 %370, ptr %401, align 4
  br label %402

402:
  %403 = add nuw nsw i64 %395, 1
  %404 = icmp eq i64 %403, 3
  br i1 %404, label %326, label %394

405:
  %406 = add nuw nsw i64 %306, 1
  %407 = icmp eq i64 %406, %292
  br i1 %407, label %300, label %305

408:
  %409 = icmp eq i32 %441, 0
  %410 = icmp ne i32 %437, 0
  br i1 %409, label %496, label %444

411:
  %412 = phi i64 [ 0, %301 ], [ %442, %436 ]
  %413 = phi i32 [ 0, %301 ], [ %441, %436 ]
  %414 = phi ptr [ null, %301 ], [ %440, %436 ]
  %415 = phi ptr [ null, %301 ], [ %439, %436 ]
  %416 = phi i32 [ 7, %301 ], [ %438, %436 ]
  %417 = phi i32 [ 0, %301 ], [ %437, %436 ]
  %418 = getelementptr inbounds %struct.Lane, ptr %304, i64 %412
  %419 = getelementptr inbounds i8, ptr %418, i64 8
  %420 = load i32, ptr %419, align 8
  %421 = icmp eq i32 %420, 3
  br i1 %421, label %422, label %424

422:
  %423 = add i32 %417, 1
  br label %436

424:
  %425 = add i32 %413, 1
  %426 = getelementptr inbounds i8, ptr %418, i64 60
  %427 = load i32, ptr %426, align 4
  %428 = and i32 %427, %416
  %429 = icmp eq ptr %415, null
  %430 = select i1 %429, ptr %418, ptr %415
  %431 = icmp eq ptr %414, null
  br i1 %431, label %432, label %436

432:
  %433 = call fastcc i32 @order(ptr %430, ptr %418) #18
  %434 = icmp eq i32 %433, 0
  %435 = select i1 %434, ptr null, ptr %418
  br label %436

436:
  %437 = phi i32 [ %423, %422 ], [ %417, %424 ], [ %417, %432 ]
  %438 = phi i32 [ %416, %422 ], [ %428, %424 ], [ %428, %432 ]
  %439 = phi ptr [ %415, %422 ], [ %430, %424 ], [ %430, %432 ]
  %440 = phi ptr [ %414, %422 ], [ %414, %424 ], [ %435, %432 ]
  %441 = phi i32 [ %413, %422 ], [ %425, %424 ], [ %425, %432 ]
  %442 = add nuw nsw i64 %412, 1
  %443 = icmp eq i64 %442, %96
  br i1 %443, label %408, label %411

444:
  %445 = getelementptr inbounds i8, ptr %302, i64 152
  %446 = load i32, ptr %445, align 8
  %447 = add i32 %446, 1
  store i32 %447, ptr %445, align 8
  %448 = getelementptr inbounds i8, ptr %302, i64 128
  %449 = load i64, ptr %448, align 8
  %450 = add i64 %449, 1
  store i64 %450, ptr %448, align 8
  br label %454

451:
  %452 = icmp ne ptr %440, null
  %453 = select i1 %410, i1 true, i1 %452
  br i1 %453, label %465, label %485

454:
  %455 = phi i64 [ 0, %444 ], [ %463, %462 ]
  %456 = trunc i64 %455 to i32
  %457 = shl nuw nsw i32 1, %456
  %458 = and i32 %457, %438
  %459 = icmp eq i32 %458, 0
  br i1 %459, label %462, label %460

460:
  %461 = getelementptr inbounds i32, ptr @ordered, i64 %455
  store i32 %447, ptr %461, align 4
  br label %462

462:
  %463 = add nuw nsw i64 %455, 1
  %464 = icmp eq i64 %463, 3
  br i1 %464, label %451, label %454

465:
  %466 = getelementptr inbounds i8, ptr %302, i64 96
  %467 = load i32, ptr %466, align 8
  %468 = icmp eq i32 %467, 0
  br i1 %468, label %469, label %485

469:
  %470 = getelementptr inbounds i8, ptr %302, i64 100
  %471 = load i32, ptr %470, align 4
  %472 = icmp eq i32 %471, 0
  br i1 %472, label %473, label %485

473:
  %474 = select i1 %410, i32 1, i32 2
  store i32 %474, ptr %466, align 8
  %475 = getelementptr inbounds i8, ptr %439, i64 16
  %476 = load i64, ptr %475, align 16
  %477 = getelementptr inbounds i8, ptr %302, i64 104
  store i64 %476, ptr %477, align 8
  br i1 %452, label %478, label %481

478:
  %479 = getelementptr inbounds i8, ptr %440, i64 16
  %480 = load i64, ptr %479, align 16
  br label %481

481:
  %482 = phi i64 [ %480, %478 ], [ 0, %473 ]
  %483 = getelementptr inbounds i8, ptr %302, i64 112
  store i64 %482, ptr %483, align 8
  %484 = getelementptr inbounds i8, ptr %302, i64 156
  store i32 %288, ptr %484, align 4
  br label %485

485:
  br label %486

486:
  %487 = phi i64 [ %494, %493 ], [ 0, %485 ]
  %488 = getelementptr inbounds %struct.Lane, ptr %304, i64 %487
  %489 = getelementptr inbounds i8, ptr %488, i64 8
  %490 = load i32, ptr %489, align 8
  %491 = icmp eq i32 %490, 2
  br i1 %491, label %492, label %493

492:
  store i32 0, ptr %489, align 8
  br label %493

493:
  %494 = add nuw nsw i64 %487, 1
  %495 = icmp eq i64 %494, %96
  br i1 %495, label %298, label %486

496:
  %497 = getelementptr inbounds i8, ptr %302, i64 56
  %498 = load ptr, ptr %497, align 8
  %499 = getelementptr inbounds i8, ptr %302, i64 64
  %500 = load i64, ptr %499, align 8
  %501 = getelementptr inbounds i8, ptr %302, i64 96
  br label %502

502:
  %503 = phi i64 [ 0, %496 ], [ %510, %509 ]
  %504 = mul i64 %503, %500
  %505 = getelementptr inbounds i8, ptr %498, i64 %504
  %506 = load i64, ptr %505, align 8
  %507 = icmp eq i64 %506, 7887048017532182883
  br i1 %507, label %509, label %508

508:
  store i32 3, ptr %501, align 8
  br label %509

509:
  %510 = add nuw nsw i64 %503, 1
  %511 = icmp eq i64 %510, %96
  br i1 %511, label %512, label %502

512:
  %513 = add nuw i64 %52, 1
  %514 = icmp eq i64 %513, %2
  br i1 %514, label %48, label %51
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
