; 8d2423696b8aa9cb1cb591e6c7373b6342f3bbc798700a8a3c37b208701a1073 by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, i32, i32, [8 x i8], [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [14 x i32], [32 x [64 x i8]] }

@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@current = internal unnamed_addr global ptr null, align 8
@mtlb_neighbour.zeros = internal constant [8 x i64] zeroinitializer, align 16
@dispatch = internal unnamed_addr global ptr null, align 8
@mtlb_threadgroup_count = external local_unnamed_addr constant i32, align 4
@mtlb_threadgroup = external local_unnamed_addr global [0 x %struct.Region], align 8
@scheduler_stack = internal global ptr null, align 8

define void @mtlb_barrier(i64 %0) local_unnamed_addr #0 {
  %2 = load i32, ptr @mtlb_is_stackful, align 4
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %13, label %4

4:
  %5 = load ptr, ptr @current, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 8
  store i32 2, ptr %6, align 8
  %7 = getelementptr inbounds i8, ptr %5, i64 16
  store i64 %0, ptr %7, align 16
  %8 = load ptr, ptr @dispatch, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 120
  %10 = load i64, ptr %9, align 8
  %11 = add i64 %10, 1
  store i64 %11, ptr %9, align 8
  %12 = load ptr, ptr @scheduler_stack, align 8
  tail call void @switch_stack(ptr %5, ptr %12) #16
  br label %13

13:
  ret void
}

define ptr @mtlb_meet(ptr readonly %0, i64 %1) local_unnamed_addr #0 {
  %3 = load ptr, ptr @current, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 48
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 16 dereferenceable(64) %4, ptr align 1 dereferenceable(64) %0, i64 64, i1 false)
  %5 = getelementptr inbounds i8, ptr %3, i64 8
  store i32 1, ptr %5, align 8
  %6 = getelementptr inbounds i8, ptr %3, i64 16
  store i64 %1, ptr %6, align 16
  %7 = load ptr, ptr @dispatch, align 8
  %8 = getelementptr inbounds i8, ptr %7, i64 120
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %8, align 8
  %11 = load ptr, ptr @scheduler_stack, align 8
  tail call void @switch_stack(ptr %3, ptr %11) #16
  %12 = getelementptr inbounds i8, ptr %3, i64 24
  %13 = load ptr, ptr %12, align 8
  ret ptr %13
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg) #2

define i32 @mtlb_lane() local_unnamed_addr #3 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 12
  %3 = load i32, ptr %2, align 4
  ret i32 %3
}

define ptr @mtlb_neighbour(ptr readonly %0, i32 %1, i32 %2) local_unnamed_addr #3 {
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

define void @mtlb_discard() local_unnamed_addr #4 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 88
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  %5 = load ptr, ptr @current, align 8
  br i1 %4, label %11, label %6

6:
  %7 = getelementptr inbounds i8, ptr %5, i64 228
  %8 = load i32, ptr %7, align 4
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds i8, ptr %3, i64 %9
  store i8 1, ptr %10, align 1
  br label %11

11:
  %12 = getelementptr inbounds i8, ptr %5, i64 32
  store i32 1, ptr %12, align 16
  ret void
}

define i32 @mtlb_is_discarded() local_unnamed_addr #3 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 32
  %3 = load i32, ptr %2, align 16
  ret i32 %3
}

define void @mtlb_end_thread() local_unnamed_addr #5 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 100
  %3 = load i32, ptr %2, align 4
  %4 = add i32 %3, 1
  store i32 %4, ptr %2, align 4
  %5 = load ptr, ptr @current, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 8
  store i32 3, ptr %6, align 8
  %7 = load ptr, ptr @scheduler_stack, align 8
  tail call void @switch_stack(ptr %5, ptr %7) #16
  tail call void @llvm.trap()
  unreachable
}

define void @mtlb_no_function() local_unnamed_addr #5 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 96
  store i32 4, ptr %2, align 8
  tail call void @mtlb_end_thread() #16
  unreachable
}

define ptr @mtlb_thread() local_unnamed_addr #6 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 112
  ret ptr %2
}

define ptr @mtlb_pixels() local_unnamed_addr #3 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 160
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define i32 @mtlb_dispatch(ptr %0, i64 %1, i64 %2) local_unnamed_addr #7 {
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
  %31 = getelementptr inbounds i8, ptr %8, i64 112
  %32 = getelementptr inbounds i8, ptr %0, i64 48
  %33 = getelementptr inbounds i8, ptr %8, i64 124
  %34 = getelementptr inbounds i8, ptr %8, i64 148
  %35 = getelementptr inbounds i8, ptr %8, i64 152
  %36 = getelementptr inbounds i8, ptr %8, i64 156
  %37 = getelementptr inbounds i8, ptr %8, i64 216
  %38 = getelementptr inbounds i8, ptr %8, i64 220
  %39 = getelementptr inbounds i8, ptr %8, i64 116
  %40 = getelementptr inbounds i8, ptr %8, i64 120
  %41 = getelementptr inbounds i8, ptr %8, i64 228
  %42 = getelementptr inbounds i8, ptr %8, i64 32
  %43 = zext i32 %17 to i64
  %44 = getelementptr i8, ptr %0, i64 28
  br label %48

45:
  %46 = getelementptr inbounds i8, ptr %0, i64 96
  %47 = load i32, ptr %46, align 8
  ret i32 %47

48:
  %49 = phi i64 [ %1, %10 ], [ %429, %428 ]
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
  call fastcc void @begin_group(ptr %31, ptr %0, ptr %4, ptr %5) #16
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
  store i32 0, ptr %42, align 16
  call void @mtlb_entry(ptr %105, ptr %31) #18
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
  br label %428

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
  br i1 %165, label %259, label %166

166:
  %167 = lshr i32 %83, 1
  br label %168

168:
  %169 = phi i32 [ 0, %166 ], [ %257, %242 ]
  %170 = phi i64 [ 0, %166 ], [ %256, %242 ]
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
  %195 = getelementptr inbounds i8, ptr %194, i64 112
  call fastcc void @begin_group(ptr %195, ptr %0, ptr %4, ptr %5) #16
  %196 = getelementptr inbounds i8, ptr %194, i64 124
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
  %209 = getelementptr inbounds i8, ptr %194, i64 148
  store i32 %173, ptr %209, align 4
  %210 = and i32 %173, 31
  %211 = getelementptr inbounds i8, ptr %194, i64 152
  store i32 %210, ptr %211, align 4
  %212 = lshr i32 %173, 5
  %213 = getelementptr inbounds i8, ptr %194, i64 156
  store i32 %212, ptr %213, align 4
  %214 = lshr i32 %173, 2
  %215 = getelementptr inbounds i8, ptr %194, i64 216
  store i32 %214, ptr %215, align 4
  %216 = and i32 %173, 3
  %217 = getelementptr inbounds i8, ptr %194, i64 220
  store i32 %216, ptr %217, align 4
  %218 = load i32, ptr %195, align 4
  %219 = getelementptr inbounds i8, ptr %194, i64 116
  %220 = load i32, ptr %219, align 4
  %221 = getelementptr inbounds i8, ptr %194, i64 120
  %222 = load i32, ptr %221, align 4
  %223 = mul i32 %222, %62
  %224 = add i32 %223, %220
  %225 = mul i32 %224, %61
  %226 = add i32 %225, %218
  %227 = getelementptr inbounds i8, ptr %194, i64 228
  store i32 %226, ptr %227, align 4
  %228 = getelementptr inbounds i8, ptr %194, i64 8
  store i32 0, ptr %228, align 8
  %229 = getelementptr inbounds i8, ptr %194, i64 32
  store i32 0, ptr %229, align 16
  %230 = getelementptr inbounds i8, ptr %194, i64 12
  store i32 %210, ptr %230, align 4
  %231 = load ptr, ptr %28, align 8
  %232 = zext i32 %212 to i64
  %233 = getelementptr inbounds %struct.Simd, ptr %231, i64 %232
  %234 = getelementptr inbounds i8, ptr %194, i64 24
  store ptr %233, ptr %234, align 8
  %235 = load ptr, ptr %29, align 8
  %236 = load i64, ptr %30, align 8
  %237 = mul i64 %236, %170
  %238 = getelementptr inbounds i8, ptr %235, i64 %237
  %239 = load i32, ptr %16, align 8
  switch i32 %239, label %240 [
    i32 0, label %242
    i32 255, label %242
  ]

240:
  %241 = trunc i32 %239 to i8
  call void @llvm.memset.p0.i64(ptr align 1 %238, i8 %241, i64 %236, i1 false)
  br label %242

242:
  store i64 7887048017532182883, ptr %238, align 8
  %243 = load i64, ptr %30, align 8
  %244 = getelementptr inbounds i8, ptr %238, i64 %243
  %245 = and i64 %174, 3840
  %246 = sub nsw i64 0, %245
  %247 = getelementptr i8, ptr %244, i64 %246
  %248 = getelementptr i8, ptr %247, i64 -72
  store i64 0, ptr %248, align 8
  %249 = getelementptr i8, ptr %247, i64 -80
  store i64 ptrtoint (ptr @start to i64), ptr %249, align 8
  %250 = getelementptr i8, ptr %235, i64 -128
  %251 = add i64 %243, %237
  %252 = sub i64 %251, %176
  %253 = getelementptr i8, ptr %250, i64 %252
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(48) %253, i8 0, i64 48, i1 false)
  %254 = sub i64 %251, %172
  %255 = getelementptr i8, ptr %250, i64 %254
  store ptr %255, ptr %194, align 16
  %256 = add nuw nsw i64 %170, 1
  %257 = add i32 %169, 256
  %258 = icmp eq i64 %256, %88
  br i1 %258, label %259, label %168

259:
  %260 = trunc i64 %49 to i32
  %261 = add i32 %87, 31
  %262 = lshr i32 %261, 5
  %263 = load ptr, ptr @dispatch, align 8
  %264 = getelementptr inbounds i8, ptr %263, i64 152
  %265 = load i32, ptr %264, align 8
  %266 = add i32 %265, 1
  store i32 %266, ptr %264, align 8
  %267 = icmp eq i32 %262, 0
  %268 = zext i32 %262 to i64
  br label %270

269:
  br label %270

270:
  br i1 %267, label %271, label %276

271:
  br i1 %165, label %428, label %272

272:
  %273 = load ptr, ptr @dispatch, align 8
  %274 = getelementptr inbounds i8, ptr %273, i64 72
  %275 = load ptr, ptr %274, align 8
  br label %352

276:
  %277 = phi i64 [ %347, %346 ], [ 0, %270 ]
  %278 = shl nuw i64 %277, 5
  %279 = trunc i64 %278 to i32
  %280 = sub i32 %87, %279
  %281 = load ptr, ptr @dispatch, align 8
  %282 = getelementptr inbounds i8, ptr %281, i64 72
  %283 = load ptr, ptr %282, align 8
  %284 = getelementptr inbounds %struct.Lane, ptr %283, i64 %278
  %285 = call i32 @llvm.umin.i32(i32 %280, i32 32)
  %286 = getelementptr inbounds i8, ptr %284, i64 24
  %287 = load ptr, ptr %286, align 8
  %288 = icmp eq i64 %278, %88
  %289 = getelementptr inbounds i8, ptr %287, i64 4
  %290 = getelementptr inbounds i8, ptr %287, i64 64
  %291 = zext i32 %285 to i64
  br i1 %288, label %346, label %294

292:
  %293 = icmp eq i64 %312, -1
  br i1 %293, label %346, label %318

294:
  %295 = phi i64 [ %316, %315 ], [ 0, %276 ]
  %296 = phi i64 [ %317, %315 ], [ -1, %276 ]
  %297 = getelementptr inbounds %struct.Lane, ptr %284, i64 %295
  %298 = getelementptr inbounds i8, ptr %297, i64 8
  %299 = load i32, ptr %298, align 8
  %300 = icmp eq i32 %299, 0
  br i1 %300, label %301, label %304

301:
  store ptr %297, ptr @current, align 8
  %302 = load ptr, ptr %297, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %302) #16
  %303 = load i32, ptr %298, align 8
  br label %304

304:
  %305 = phi i32 [ %303, %301 ], [ %299, %294 ]
  %306 = icmp eq i32 %305, 1
  br i1 %306, label %307, label %311

307:
  %308 = getelementptr inbounds i8, ptr %297, i64 16
  %309 = load i64, ptr %308, align 16
  %310 = call i64 @llvm.umin.i64(i64 %309, i64 %296)
  br label %311

311:
  %312 = phi i64 [ %296, %304 ], [ %310, %307 ]
  %313 = add nuw nsw i64 %295, 1
  %314 = icmp eq i64 %313, %291
  br i1 %314, label %292, label %315

315:
  %316 = phi i64 [ %313, %311 ], [ 0, %342 ]
  %317 = phi i64 [ %312, %311 ], [ -1, %342 ]
  br label %294

318:
  store i32 0, ptr %287, align 4
  %319 = load i32, ptr %289, align 4
  %320 = add i32 %319, 1
  store i32 %320, ptr %289, align 4
  %321 = load ptr, ptr @dispatch, align 8
  %322 = getelementptr inbounds i8, ptr %321, i64 136
  %323 = load i64, ptr %322, align 8
  %324 = add i64 %323, 1
  store i64 %324, ptr %322, align 8
  br label %325

325:
  %326 = phi i32 [ %343, %342 ], [ 0, %318 ]
  %327 = phi i64 [ %344, %342 ], [ 0, %318 ]
  %328 = getelementptr inbounds %struct.Lane, ptr %284, i64 %327
  %329 = getelementptr inbounds i8, ptr %328, i64 8
  %330 = load i32, ptr %329, align 8
  %331 = icmp eq i32 %330, 1
  br i1 %331, label %332, label %342

332:
  %333 = getelementptr inbounds i8, ptr %328, i64 16
  %334 = load i64, ptr %333, align 16
  %335 = icmp eq i64 %334, %312
  br i1 %335, label %336, label %342

336:
  %337 = getelementptr inbounds [64 x i8], ptr %290, i64 %327
  %338 = getelementptr inbounds i8, ptr %328, i64 48
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %337, ptr align 16 dereferenceable(64) %338, i64 64, i1 false)
  %339 = trunc i64 %327 to i32
  %340 = shl nuw i32 1, %339
  %341 = or i32 %340, %326
  store i32 %341, ptr %287, align 4
  store i32 0, ptr %329, align 8
  br label %342

342:
  %343 = phi i32 [ %341, %336 ], [ %326, %332 ], [ %326, %325 ]
  %344 = add nuw nsw i64 %327, 1
  %345 = icmp eq i64 %344, %291
  br i1 %345, label %315, label %325

346:
  %347 = add nuw nsw i64 %277, 1
  %348 = icmp eq i64 %347, %268
  br i1 %348, label %271, label %276

349:
  %350 = icmp eq i32 %376, 0
  %351 = icmp ne i32 %375, 0
  br i1 %350, label %412, label %379

352:
  %353 = phi i64 [ 0, %272 ], [ %377, %372 ]
  %354 = phi i32 [ 0, %272 ], [ %376, %372 ]
  %355 = phi i32 [ 0, %272 ], [ %375, %372 ]
  %356 = phi i64 [ 0, %272 ], [ %374, %372 ]
  %357 = phi i64 [ 0, %272 ], [ %373, %372 ]
  %358 = getelementptr inbounds %struct.Lane, ptr %275, i64 %353
  %359 = getelementptr inbounds i8, ptr %358, i64 8
  %360 = load i32, ptr %359, align 8
  %361 = icmp eq i32 %360, 3
  br i1 %361, label %362, label %364

362:
  %363 = add i32 %355, 1
  br label %372

364:
  %365 = add i32 %354, 1
  %366 = icmp eq i64 %357, 0
  %367 = getelementptr inbounds i8, ptr %358, i64 16
  %368 = load i64, ptr %367, align 16
  br i1 %366, label %372, label %369

369:
  %370 = icmp eq i64 %368, %357
  %371 = select i1 %370, i64 %356, i64 %368
  br label %372

372:
  %373 = phi i64 [ %357, %362 ], [ %368, %369 ], [ %368, %364 ]
  %374 = phi i64 [ %356, %362 ], [ %371, %369 ], [ %356, %364 ]
  %375 = phi i32 [ %363, %362 ], [ %355, %369 ], [ %355, %364 ]
  %376 = phi i32 [ %354, %362 ], [ %365, %369 ], [ %365, %364 ]
  %377 = add nuw nsw i64 %353, 1
  %378 = icmp eq i64 %377, %88
  br i1 %378, label %349, label %352

379:
  %380 = getelementptr inbounds i8, ptr %273, i64 152
  %381 = load i32, ptr %380, align 8
  %382 = add i32 %381, 1
  store i32 %382, ptr %380, align 8
  %383 = getelementptr inbounds i8, ptr %273, i64 128
  %384 = load i64, ptr %383, align 8
  %385 = add i64 %384, 1
  store i64 %385, ptr %383, align 8
  %386 = icmp ne i64 %374, 0
  %387 = select i1 %351, i1 true, i1 %386
  br i1 %387, label %388, label %401

388:
  %389 = getelementptr inbounds i8, ptr %273, i64 96
  %390 = load i32, ptr %389, align 8
  %391 = icmp eq i32 %390, 0
  br i1 %391, label %392, label %401

392:
  %393 = getelementptr inbounds i8, ptr %273, i64 100
  %394 = load i32, ptr %393, align 4
  %395 = icmp eq i32 %394, 0
  br i1 %395, label %396, label %401

396:
  %397 = select i1 %351, i32 1, i32 2
  store i32 %397, ptr %389, align 8
  %398 = getelementptr inbounds i8, ptr %273, i64 104
  store i64 %373, ptr %398, align 8
  %399 = getelementptr inbounds i8, ptr %273, i64 112
  store i64 %374, ptr %399, align 8
  %400 = getelementptr inbounds i8, ptr %273, i64 156
  store i32 %260, ptr %400, align 4
  br label %401

401:
  br label %402

402:
  %403 = phi i64 [ %410, %409 ], [ 0, %401 ]
  %404 = getelementptr inbounds %struct.Lane, ptr %275, i64 %403
  %405 = getelementptr inbounds i8, ptr %404, i64 8
  %406 = load i32, ptr %405, align 8
  %407 = icmp eq i32 %406, 2
  br i1 %407, label %408, label %409

408:
  store i32 0, ptr %405, align 8
  br label %409

409:
  %410 = add nuw nsw i64 %403, 1
  %411 = icmp eq i64 %410, %88
  br i1 %411, label %269, label %402

412:
  %413 = getelementptr inbounds i8, ptr %273, i64 56
  %414 = load ptr, ptr %413, align 8
  %415 = getelementptr inbounds i8, ptr %273, i64 64
  %416 = load i64, ptr %415, align 8
  %417 = getelementptr inbounds i8, ptr %273, i64 96
  br label %418

418:
  %419 = phi i64 [ 0, %412 ], [ %426, %425 ]
  %420 = mul i64 %419, %416
  %421 = getelementptr inbounds i8, ptr %414, i64 %420
  %422 = load i64, ptr %421, align 8
  %423 = icmp eq i64 %422, 7887048017532182883
  br i1 %423, label %425, label %424

424:
  store i32 3, ptr %417, align 8
  br label %425

425:
  %426 = add nuw nsw i64 %419, 1
  %427 = icmp eq i64 %426, %88
  br i1 %427, label %428, label %418

428:
  %429 = add nuw i64 %49, 1
  %430 = icmp eq i64 %429, %2
  br i1 %430, label %45, label %48
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

define internal void @start() #5 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = load ptr, ptr @current, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 112
  tail call void @mtlb_entry(ptr %3, ptr %5) #18
  %6 = load ptr, ptr @current, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 8
  store i32 3, ptr %7, align 8
  %8 = load ptr, ptr @scheduler_stack, align 8
  tail call void @switch_stack(ptr %6, ptr %8) #16
  tail call void @llvm.trap()
  unreachable
}

define void @mtlb_where(ptr writeonly %0) local_unnamed_addr #11 {
  %2 = load ptr, ptr @current, align 8
  %3 = getelementptr inbounds i8, ptr %2, i64 136
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %2, i64 160
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds i8, ptr %2, i64 140
  %8 = load i32, ptr %7, align 4
  %9 = getelementptr inbounds i8, ptr %2, i64 164
  %10 = load i32, ptr %9, align 4
  %11 = getelementptr inbounds i8, ptr %2, i64 144
  %12 = load i32, ptr %11, align 4
  %13 = mul i32 %12, %10
  %14 = add i32 %13, %8
  %15 = mul i32 %14, %6
  %16 = add i32 %15, %4
  %17 = getelementptr inbounds i8, ptr %0, i64 4
  store i32 %16, ptr %17, align 4
  %18 = getelementptr inbounds i8, ptr %2, i64 148
  %19 = load i32, ptr %18, align 4
  store i32 %19, ptr %0, align 4
  %20 = getelementptr inbounds i8, ptr %2, i64 156
  %21 = load i32, ptr %20, align 4
  %22 = getelementptr inbounds i8, ptr %0, i64 8
  store i32 %21, ptr %22, align 4
  %23 = load ptr, ptr @dispatch, align 8
  %24 = getelementptr inbounds i8, ptr %23, i64 152
  %25 = load i32, ptr %24, align 8
  %26 = getelementptr inbounds i8, ptr %0, i64 12
  store i32 %25, ptr %26, align 4
  %27 = load i32, ptr @mtlb_is_stackful, align 4
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %34, label %29

29:
  %30 = getelementptr inbounds i8, ptr %2, i64 24
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds i8, ptr %31, i64 4
  %33 = load i32, ptr %32, align 4
  br label %34

34:
  %35 = phi i32 [ %33, %29 ], [ 0, %1 ]
  %36 = getelementptr inbounds i8, ptr %0, i64 16
  store i32 %35, ptr %36, align 4
  ret void
}

define i32 @mtlb_size_of_lane() local_unnamed_addr #12 {
  ret i32 240
}

define i32 @mtlb_size_of_simd() local_unnamed_addr #12 {
  ret i32 2112
}

define i32 @mtlb_size_of_dispatch() local_unnamed_addr #12 {
  ret i32 168
}

define internal void @switch_stack(ptr %0, ptr %1) #13 {
  tail call void asm sideeffect "pushq %rbp\0A pushq %rbx\0A pushq %r12\0A pushq %r13\0A pushq %r14\0A pushq %r15\0Amovq %rsp, (%rdi)\0A movq %rsi, %rsp\0Apopq %r15\0A popq %r14\0A popq %r13\0A popq %r12\0A popq %rbx\0A popq %rbp\0A retq\0A", "~{dirflag},~{fpsr},~{flags}"() #17
  unreachable
}

declare void @llvm.trap() #14

declare i32 @llvm.umin.i32(i32, i32) #15

declare i64 @llvm.umin.i64(i64, i64) #15

attributes #0 = { noinline nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { nounwind }
attributes #5 = { nounwind noreturn }
attributes #6 = { nounwind }
attributes #7 = { nounwind }
attributes #8 = { nounwind }
attributes #9 = { nounwind }
attributes #10 = { nounwind }
attributes #11 = { nounwind }
attributes #12 = { nounwind }
attributes #13 = { noinline naked nounwind }
attributes #14 = { nounwind noreturn }
attributes #15 = { nounwind }
attributes #16 = { nounwind }
attributes #17 = { nounwind }
attributes #18 = { nounwind }
