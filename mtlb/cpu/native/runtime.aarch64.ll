; 8d2423696b8aa9cb1cb591e6c7373b6342f3bbc798700a8a3c37b208701a1073 by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, i32, i32, [8 x i8], [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [14 x i32], [32 x [64 x i8]] }

@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@current = internal unnamed_addr global ptr null, align 8
@mtlb_neighbour.zeros = internal constant [8 x i64] zeroinitializer, align 8
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
  %49 = phi i64 [ %1, %10 ], [ %430, %429 ]
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
  call fastcc void @begin_group(ptr %31, ptr %0, ptr %4, ptr %5) #16
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
  store i32 0, ptr %42, align 16
  call void @mtlb_entry(ptr %110, ptr %31) #18
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
  br label %429

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
  br i1 %170, label %260, label %171

171:
  %172 = lshr i32 %88, 1
  br label %173

173:
  %174 = phi i64 [ 0, %171 ], [ %258, %249 ]
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
  %202 = getelementptr inbounds i8, ptr %201, i64 112
  call fastcc void @begin_group(ptr %202, ptr %0, ptr %4, ptr %5) #16
  %203 = getelementptr inbounds i8, ptr %201, i64 124
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
  %216 = getelementptr inbounds i8, ptr %201, i64 148
  store i32 %175, ptr %216, align 4
  %217 = and i32 %175, 31
  %218 = getelementptr inbounds i8, ptr %201, i64 152
  store i32 %217, ptr %218, align 4
  %219 = lshr i32 %175, 5
  %220 = getelementptr inbounds i8, ptr %201, i64 156
  store i32 %219, ptr %220, align 4
  %221 = lshr i32 %175, 2
  %222 = getelementptr inbounds i8, ptr %201, i64 216
  store i32 %221, ptr %222, align 4
  %223 = and i32 %175, 3
  %224 = getelementptr inbounds i8, ptr %201, i64 220
  store i32 %223, ptr %224, align 4
  %225 = load i32, ptr %202, align 4
  %226 = getelementptr inbounds i8, ptr %201, i64 116
  %227 = load i32, ptr %226, align 4
  %228 = getelementptr inbounds i8, ptr %201, i64 120
  %229 = load i32, ptr %228, align 4
  %230 = mul i32 %229, %67
  %231 = add i32 %230, %227
  %232 = mul i32 %231, %66
  %233 = add i32 %232, %225
  %234 = getelementptr inbounds i8, ptr %201, i64 228
  store i32 %233, ptr %234, align 4
  %235 = getelementptr inbounds i8, ptr %201, i64 8
  store i32 0, ptr %235, align 8
  %236 = getelementptr inbounds i8, ptr %201, i64 32
  store i32 0, ptr %236, align 16
  %237 = getelementptr inbounds i8, ptr %201, i64 12
  store i32 %217, ptr %237, align 4
  %238 = load ptr, ptr %28, align 8
  %239 = zext i32 %219 to i64
  %240 = getelementptr inbounds %struct.Simd, ptr %238, i64 %239
  %241 = getelementptr inbounds i8, ptr %201, i64 24
  store ptr %240, ptr %241, align 8
  %242 = load ptr, ptr %29, align 8
  %243 = load i64, ptr %30, align 8
  %244 = mul i64 %243, %174
  %245 = getelementptr inbounds i8, ptr %242, i64 %244
  %246 = load i32, ptr %16, align 8
  switch i32 %246, label %247 [
    i32 0, label %249
    i32 255, label %249
  ]

247:
  %248 = trunc i32 %246 to i8
  call void @llvm.memset.p0.i64(ptr align 1 %245, i8 %248, i64 %243, i1 false)
  br label %249

249:
  store i64 7887048017532182883, ptr %245, align 8
  %250 = load i64, ptr %30, align 8
  %251 = getelementptr inbounds i8, ptr %245, i64 %250
  %252 = shl i64 %174, 8
  %253 = and i64 %252, 3840
  %254 = sub nsw i64 0, %253
  %255 = getelementptr i8, ptr %251, i64 %254
  %256 = getelementptr i8, ptr %255, i64 -224
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(160) %256, i8 0, i64 160, i1 false)
  %257 = getelementptr i8, ptr %255, i64 -136
  store i64 ptrtoint (ptr @start to i64), ptr %257, align 8
  store ptr %256, ptr %201, align 16
  %258 = add nuw nsw i64 %174, 1
  %259 = icmp eq i64 %258, %93
  br i1 %259, label %260, label %173

260:
  %261 = trunc i64 %49 to i32
  %262 = add i32 %92, 31
  %263 = lshr i32 %262, 5
  %264 = load ptr, ptr @dispatch, align 8
  %265 = getelementptr inbounds i8, ptr %264, i64 152
  %266 = load i32, ptr %265, align 8
  %267 = add i32 %266, 1
  store i32 %267, ptr %265, align 8
  %268 = icmp eq i32 %263, 0
  %269 = zext i32 %263 to i64
  br label %271

270:
  br label %271

271:
  br i1 %268, label %272, label %277

272:
  br i1 %170, label %429, label %273

273:
  %274 = load ptr, ptr @dispatch, align 8
  %275 = getelementptr inbounds i8, ptr %274, i64 72
  %276 = load ptr, ptr %275, align 8
  br label %353

277:
  %278 = phi i64 [ %348, %347 ], [ 0, %271 ]
  %279 = shl nuw i64 %278, 5
  %280 = trunc i64 %279 to i32
  %281 = sub i32 %92, %280
  %282 = load ptr, ptr @dispatch, align 8
  %283 = getelementptr inbounds i8, ptr %282, i64 72
  %284 = load ptr, ptr %283, align 8
  %285 = getelementptr inbounds %struct.Lane, ptr %284, i64 %279
  %286 = call i32 @llvm.umin.i32(i32 %281, i32 32)
  %287 = getelementptr inbounds i8, ptr %285, i64 24
  %288 = load ptr, ptr %287, align 8
  %289 = icmp eq i64 %279, %93
  %290 = getelementptr inbounds i8, ptr %288, i64 4
  %291 = getelementptr inbounds i8, ptr %288, i64 64
  %292 = zext i32 %286 to i64
  br i1 %289, label %347, label %295

293:
  %294 = icmp eq i64 %313, -1
  br i1 %294, label %347, label %319

295:
  %296 = phi i64 [ %317, %316 ], [ 0, %277 ]
  %297 = phi i64 [ %318, %316 ], [ -1, %277 ]
  %298 = getelementptr inbounds %struct.Lane, ptr %285, i64 %296
  %299 = getelementptr inbounds i8, ptr %298, i64 8
  %300 = load i32, ptr %299, align 8
  %301 = icmp eq i32 %300, 0
  br i1 %301, label %302, label %305

302:
  store ptr %298, ptr @current, align 8
  %303 = load ptr, ptr %298, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %303) #16
  %304 = load i32, ptr %299, align 8
  br label %305

305:
  %306 = phi i32 [ %304, %302 ], [ %300, %295 ]
  %307 = icmp eq i32 %306, 1
  br i1 %307, label %308, label %312

308:
  %309 = getelementptr inbounds i8, ptr %298, i64 16
  %310 = load i64, ptr %309, align 16
  %311 = call i64 @llvm.umin.i64(i64 %310, i64 %297)
  br label %312

312:
  %313 = phi i64 [ %297, %305 ], [ %311, %308 ]
  %314 = add nuw nsw i64 %296, 1
  %315 = icmp eq i64 %314, %292
  br i1 %315, label %293, label %316

316:
  %317 = phi i64 [ %314, %312 ], [ 0, %343 ]
  %318 = phi i64 [ %313, %312 ], [ -1, %343 ]
  br label %295

319:
  store i32 0, ptr %288, align 4
  %320 = load i32, ptr %290, align 4
  %321 = add i32 %320, 1
  store i32 %321, ptr %290, align 4
  %322 = load ptr, ptr @dispatch, align 8
  %323 = getelementptr inbounds i8, ptr %322, i64 136
  %324 = load i64, ptr %323, align 8
  %325 = add i64 %324, 1
  store i64 %325, ptr %323, align 8
  br label %326

326:
  %327 = phi i32 [ %344, %343 ], [ 0, %319 ]
  %328 = phi i64 [ %345, %343 ], [ 0, %319 ]
  %329 = getelementptr inbounds %struct.Lane, ptr %285, i64 %328
  %330 = getelementptr inbounds i8, ptr %329, i64 8
  %331 = load i32, ptr %330, align 8
  %332 = icmp eq i32 %331, 1
  br i1 %332, label %333, label %343

333:
  %334 = getelementptr inbounds i8, ptr %329, i64 16
  %335 = load i64, ptr %334, align 16
  %336 = icmp eq i64 %335, %313
  br i1 %336, label %337, label %343

337:
  %338 = getelementptr inbounds [64 x i8], ptr %291, i64 %328
  %339 = getelementptr inbounds i8, ptr %329, i64 48
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %338, ptr align 16 dereferenceable(64) %339, i64 64, i1 false)
  %340 = trunc i64 %328 to i32
  %341 = shl nuw i32 1, %340
  %342 = or i32 %341, %327
  store i32 %342, ptr %288, align 4
  store i32 0, ptr %330, align 8
  br label %343

343:
  %344 = phi i32 [ %342, %337 ], [ %327, %333 ], [ %327, %326 ]
  %345 = add nuw nsw i64 %328, 1
  %346 = icmp eq i64 %345, %292
  br i1 %346, label %316, label %326

347:
  %348 = add nuw nsw i64 %278, 1
  %349 = icmp eq i64 %348, %269
  br i1 %349, label %272, label %277

350:
  %351 = icmp eq i32 %377, 0
  %352 = icmp ne i32 %376, 0
  br i1 %351, label %413, label %380

353:
  %354 = phi i64 [ 0, %273 ], [ %378, %373 ]
  %355 = phi i32 [ 0, %273 ], [ %377, %373 ]
  %356 = phi i32 [ 0, %273 ], [ %376, %373 ]
  %357 = phi i64 [ 0, %273 ], [ %375, %373 ]
  %358 = phi i64 [ 0, %273 ], [ %374, %373 ]
  %359 = getelementptr inbounds %struct.Lane, ptr %276, i64 %354
  %360 = getelementptr inbounds i8, ptr %359, i64 8
  %361 = load i32, ptr %360, align 8
  %362 = icmp eq i32 %361, 3
  br i1 %362, label %363, label %365

363:
  %364 = add i32 %356, 1
  br label %373

365:
  %366 = add i32 %355, 1
  %367 = icmp eq i64 %358, 0
  %368 = getelementptr inbounds i8, ptr %359, i64 16
  %369 = load i64, ptr %368, align 16
  br i1 %367, label %373, label %370

370:
  %371 = icmp eq i64 %369, %358
  %372 = select i1 %371, i64 %357, i64 %369
  br label %373

373:
  %374 = phi i64 [ %358, %363 ], [ %369, %370 ], [ %369, %365 ]
  %375 = phi i64 [ %357, %363 ], [ %372, %370 ], [ %357, %365 ]
  %376 = phi i32 [ %364, %363 ], [ %356, %370 ], [ %356, %365 ]
  %377 = phi i32 [ %355, %363 ], [ %366, %370 ], [ %366, %365 ]
  %378 = add nuw nsw i64 %354, 1
  %379 = icmp eq i64 %378, %93
  br i1 %379, label %350, label %353

380:
  %381 = getelementptr inbounds i8, ptr %274, i64 152
  %382 = load i32, ptr %381, align 8
  %383 = add i32 %382, 1
  store i32 %383, ptr %381, align 8
  %384 = getelementptr inbounds i8, ptr %274, i64 128
  %385 = load i64, ptr %384, align 8
  %386 = add i64 %385, 1
  store i64 %386, ptr %384, align 8
  %387 = icmp ne i64 %375, 0
  %388 = select i1 %352, i1 true, i1 %387
  br i1 %388, label %389, label %402

389:
  %390 = getelementptr inbounds i8, ptr %274, i64 96
  %391 = load i32, ptr %390, align 8
  %392 = icmp eq i32 %391, 0
  br i1 %392, label %393, label %402

393:
  %394 = getelementptr inbounds i8, ptr %274, i64 100
  %395 = load i32, ptr %394, align 4
  %396 = icmp eq i32 %395, 0
  br i1 %396, label %397, label %402

397:
  %398 = select i1 %352, i32 1, i32 2
  store i32 %398, ptr %390, align 8
  %399 = getelementptr inbounds i8, ptr %274, i64 104
  store i64 %374, ptr %399, align 8
  %400 = getelementptr inbounds i8, ptr %274, i64 112
  store i64 %375, ptr %400, align 8
  %401 = getelementptr inbounds i8, ptr %274, i64 156
  store i32 %261, ptr %401, align 4
  br label %402

402:
  br label %403

403:
  %404 = phi i64 [ %411, %410 ], [ 0, %402 ]
  %405 = getelementptr inbounds %struct.Lane, ptr %276, i64 %404
  %406 = getelementptr inbounds i8, ptr %405, i64 8
  %407 = load i32, ptr %406, align 8
  %408 = icmp eq i32 %407, 2
  br i1 %408, label %409, label %410

409:
  store i32 0, ptr %406, align 8
  br label %410

410:
  %411 = add nuw nsw i64 %404, 1
  %412 = icmp eq i64 %411, %93
  br i1 %412, label %270, label %403

413:
  %414 = getelementptr inbounds i8, ptr %274, i64 56
  %415 = load ptr, ptr %414, align 8
  %416 = getelementptr inbounds i8, ptr %274, i64 64
  %417 = load i64, ptr %416, align 8
  %418 = getelementptr inbounds i8, ptr %274, i64 96
  br label %419

419:
  %420 = phi i64 [ 0, %413 ], [ %427, %426 ]
  %421 = mul i64 %420, %417
  %422 = getelementptr inbounds i8, ptr %415, i64 %421
  %423 = load i64, ptr %422, align 8
  %424 = icmp eq i64 %423, 7887048017532182883
  br i1 %424, label %426, label %425

425:
  store i32 3, ptr %418, align 8
  br label %426

426:
  %427 = add nuw nsw i64 %420, 1
  %428 = icmp eq i64 %427, %93
  br i1 %428, label %429, label %419

429:
  %430 = add nuw i64 %49, 1
  %431 = icmp eq i64 %430, %2
  br i1 %431, label %45, label %48
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
  tail call void asm sideeffect "sub sp, sp, #160\0Astp x19, x20, [sp]\0A stp x21, x22, [sp, #16]\0A stp x23, x24, [sp, #32]\0A stp x25, x26, [sp, #48]\0Astp x27, x28, [sp, #64]\0A stp x29, x30, [sp, #80]\0A stp d8, d9, [sp, #96]\0A stp d10, d11, [sp, #112]\0Astp d12, d13, [sp, #128]\0A stp d14, d15, [sp, #144]\0Amov x9, sp\0A str x9, [x0]\0A mov sp, x1\0Aldp x19, x20, [sp]\0A ldp x21, x22, [sp, #16]\0A ldp x23, x24, [sp, #32]\0A ldp x25, x26, [sp, #48]\0Aldp x27, x28, [sp, #64]\0A ldp x29, x30, [sp, #80]\0A ldp d8, d9, [sp, #96]\0A ldp d10, d11, [sp, #112]\0Aldp d12, d13, [sp, #128]\0A ldp d14, d15, [sp, #144]\0Aadd sp, sp, #160\0A ret\0A", ""() #17
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
