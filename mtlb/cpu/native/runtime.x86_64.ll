; 2ba07895a19bad96a3458aad407ed532bf8b26919ae2386af7462d2b5a5b133f by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, i32, i32, [8 x i8], [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [14 x i32], [32 x [64 x i8]] }

@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@current = internal unnamed_addr global ptr null, align 8
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
  %7 = alloca %struct.Lane, align 16
  store ptr %0, ptr @dispatch, align 8
  %8 = icmp ult i64 %1, %2
  br i1 %8, label %9, label %44

9:
  %10 = getelementptr inbounds i8, ptr %4, i64 4
  %11 = getelementptr inbounds i8, ptr %0, i64 4
  %12 = getelementptr inbounds i8, ptr %4, i64 8
  %13 = getelementptr inbounds i8, ptr %0, i64 24
  %14 = getelementptr inbounds i8, ptr %0, i64 12
  %15 = getelementptr inbounds i8, ptr %0, i64 40
  %16 = load i32, ptr @mtlb_threadgroup_count, align 4
  %17 = icmp ne i32 %16, 0
  %18 = getelementptr inbounds i8, ptr %5, i64 4
  %19 = getelementptr inbounds i8, ptr %5, i64 8
  %20 = getelementptr inbounds i8, ptr %0, i64 144
  %21 = load i32, ptr @mtlb_is_stackful, align 4
  %22 = icmp eq i32 %21, 0
  %23 = getelementptr inbounds i8, ptr %0, i64 36
  %24 = getelementptr inbounds i8, ptr %6, i64 4
  %25 = getelementptr inbounds i8, ptr %6, i64 8
  %26 = getelementptr inbounds i8, ptr %0, i64 72
  %27 = getelementptr inbounds i8, ptr %0, i64 28
  %28 = getelementptr inbounds i8, ptr %0, i64 80
  %29 = getelementptr inbounds i8, ptr %0, i64 56
  %30 = getelementptr inbounds i8, ptr %0, i64 64
  %31 = getelementptr inbounds i8, ptr %7, i64 112
  %32 = getelementptr inbounds i8, ptr %7, i64 124
  %33 = getelementptr inbounds i8, ptr %7, i64 148
  %34 = getelementptr inbounds i8, ptr %7, i64 152
  %35 = getelementptr inbounds i8, ptr %7, i64 156
  %36 = getelementptr inbounds i8, ptr %7, i64 216
  %37 = getelementptr inbounds i8, ptr %7, i64 220
  %38 = getelementptr inbounds i8, ptr %7, i64 116
  %39 = getelementptr inbounds i8, ptr %7, i64 120
  %40 = getelementptr inbounds i8, ptr %7, i64 228
  %41 = getelementptr inbounds i8, ptr %7, i64 32
  %42 = getelementptr inbounds i8, ptr %0, i64 48
  %43 = zext i32 %16 to i64
  br label %47

44:
  %45 = getelementptr inbounds i8, ptr %0, i64 96
  %46 = load i32, ptr %45, align 8
  ret i32 %46

47:
  %48 = phi i64 [ %1, %9 ], [ %435, %434 ]
  %49 = load i32, ptr %0, align 8
  %50 = zext i32 %49 to i64
  %51 = urem i64 %48, %50
  %52 = trunc i64 %51 to i32
  store i32 %52, ptr %4, align 4
  %53 = udiv i64 %48, %50
  %54 = load i32, ptr %11, align 4
  %55 = zext i32 %54 to i64
  %56 = urem i64 %53, %55
  %57 = trunc i64 %56 to i32
  store i32 %57, ptr %10, align 4
  %58 = udiv i64 %53, %55
  %59 = trunc i64 %58 to i32
  store i32 %59, ptr %12, align 4
  br label %64

60:
  %61 = load i32, ptr %15, align 8
  %62 = icmp ne i32 %61, 0
  %63 = select i1 %62, i1 %17, i1 false
  br i1 %63, label %87, label %78

64:
  %65 = phi i64 [ 0, %47 ], [ %76, %64 ]
  %66 = getelementptr inbounds i32, ptr %13, i64 %65
  %67 = load i32, ptr %66, align 4
  %68 = getelementptr inbounds i32, ptr %4, i64 %65
  %69 = load i32, ptr %68, align 4
  %70 = getelementptr inbounds i32, ptr %14, i64 %65
  %71 = load i32, ptr %70, align 4
  %72 = mul i32 %71, %69
  %73 = sub i32 %67, %72
  %74 = call i32 @llvm.umin.i32(i32 %73, i32 %71)
  %75 = getelementptr inbounds i32, ptr %5, i64 %65
  store i32 %74, ptr %75, align 4
  %76 = add nuw nsw i64 %65, 1
  %77 = icmp eq i64 %76, 3
  br i1 %77, label %60, label %64

78:
  %79 = load i32, ptr %5, align 4
  %80 = load i32, ptr %18, align 4
  %81 = mul i32 %80, %79
  %82 = load i32, ptr %19, align 4
  %83 = mul i32 %81, %82
  %84 = zext i32 %83 to i64
  %85 = load i64, ptr %20, align 8
  %86 = add i64 %85, %84
  store i64 %86, ptr %20, align 8
  br i1 %22, label %100, label %155

87:
  %88 = phi i64 [ %95, %87 ], [ 0, %60 ]
  %89 = phi i32 [ %96, %87 ], [ %61, %60 ]
  %90 = getelementptr inbounds %struct.Region, ptr @mtlb_threadgroup, i64 %88
  %91 = load ptr, ptr %90, align 8
  %92 = trunc i32 %89 to i8
  %93 = getelementptr inbounds i8, ptr %90, i64 8
  %94 = load i64, ptr %93, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %91, i8 %92, i64 %94, i1 false)
  %95 = add nuw nsw i64 %88, 1
  %96 = load i32, ptr %15, align 8
  %97 = icmp ne i32 %96, 0
  %98 = icmp ult i64 %95, %43
  %99 = select i1 %97, i1 %98, i1 false
  br i1 %99, label %87, label %78

100:
  store ptr %7, ptr @current, align 8
  call fastcc void @begin_group(ptr %31, ptr %0, ptr %4, ptr %5) #16
  store i32 0, ptr %25, align 4
  %101 = icmp eq i32 %82, 0
  br i1 %101, label %154, label %102

102:
  %103 = icmp eq i32 %80, 0
  %104 = icmp eq i32 %79, 0
  br label %105

105:
  %106 = phi i32 [ 0, %102 ], [ %151, %150 ]
  %107 = phi i32 [ 0, %102 ], [ %152, %150 ]
  store i32 0, ptr %24, align 4
  br i1 %103, label %150, label %108

108:
  %109 = phi i32 [ %147, %146 ], [ %106, %105 ]
  %110 = phi i32 [ %148, %146 ], [ 0, %105 ]
  store i32 0, ptr %6, align 4
  br i1 %104, label %146, label %111

111:
  %112 = phi i32 [ %144, %128 ], [ %109, %108 ]
  %113 = phi i32 [ %143, %128 ], [ 0, %108 ]
  br label %114

114:
  %115 = phi i64 [ 0, %111 ], [ %126, %114 ]
  %116 = getelementptr inbounds i32, ptr %6, i64 %115
  %117 = load i32, ptr %116, align 4
  %118 = getelementptr inbounds i32, ptr %32, i64 %115
  store i32 %117, ptr %118, align 4
  %119 = getelementptr inbounds i32, ptr %4, i64 %115
  %120 = load i32, ptr %119, align 4
  %121 = getelementptr inbounds i32, ptr %14, i64 %115
  %122 = load i32, ptr %121, align 4
  %123 = mul i32 %122, %120
  %124 = add i32 %123, %117
  %125 = getelementptr inbounds i32, ptr %31, i64 %115
  store i32 %124, ptr %125, align 4
  %126 = add nuw nsw i64 %115, 1
  %127 = icmp eq i64 %126, 3
  br i1 %127, label %128, label %114

128:
  store i32 %112, ptr %33, align 4
  %129 = and i32 %112, 31
  store i32 %129, ptr %34, align 8
  %130 = lshr i32 %112, 5
  store i32 %130, ptr %35, align 4
  %131 = lshr i32 %112, 2
  store i32 %131, ptr %36, align 8
  %132 = and i32 %112, 3
  store i32 %132, ptr %37, align 4
  %133 = load i32, ptr %31, align 16
  %134 = load i32, ptr %13, align 8
  %135 = load i32, ptr %38, align 4
  %136 = load i32, ptr %27, align 4
  %137 = load i32, ptr %39, align 8
  %138 = mul i32 %137, %136
  %139 = add i32 %138, %135
  %140 = mul i32 %139, %134
  %141 = add i32 %140, %133
  store i32 %141, ptr %40, align 4
  store i32 0, ptr %41, align 16
  %142 = load ptr, ptr %42, align 8
  call void @mtlb_entry(ptr %142, ptr %31) #18
  %143 = add nuw i32 %113, 1
  store i32 %143, ptr %6, align 4
  %144 = add i32 %112, 1
  %145 = icmp eq i32 %143, %79
  br i1 %145, label %146, label %111

146:
  %147 = phi i32 [ %109, %108 ], [ %144, %128 ]
  %148 = add nuw i32 %110, 1
  store i32 %148, ptr %24, align 4
  %149 = icmp eq i32 %148, %80
  br i1 %149, label %150, label %108

150:
  %151 = phi i32 [ %106, %105 ], [ %147, %146 ]
  %152 = add nuw i32 %107, 1
  store i32 %152, ptr %25, align 4
  %153 = icmp eq i32 %152, %82
  br i1 %153, label %154, label %105

154:
  br label %434

155:
  %156 = load i32, ptr %23, align 4
  %157 = icmp ne i32 %156, 0
  %158 = and i32 %79, 1
  %159 = icmp eq i32 %158, 0
  %160 = select i1 %157, i1 %159, i1 false
  br i1 %160, label %161, label %164

161:
  %162 = and i32 %80, 1
  %163 = icmp eq i32 %162, 0
  br label %164

164:
  %165 = phi i1 [ %163, %161 ], [ false, %155 ]
  %166 = icmp eq i32 %83, 0
  br i1 %166, label %265, label %167

167:
  %168 = lshr i32 %79, 1
  br label %169

169:
  %170 = phi i32 [ 0, %167 ], [ %263, %248 ]
  %171 = phi i64 [ 0, %167 ], [ %262, %248 ]
  %172 = and i32 %170, 3840
  %173 = zext i32 %172 to i64
  %174 = trunc i64 %171 to i32
  %175 = shl i64 %171, 8
  %176 = shl i64 %171, 8
  %177 = and i64 %176, 3840
  %178 = urem i32 %174, %79
  store i32 %178, ptr %6, align 4
  %179 = udiv i32 %174, %79
  %180 = urem i32 %179, %80
  store i32 %180, ptr %24, align 4
  %181 = udiv i32 %179, %80
  store i32 %181, ptr %25, align 4
  br i1 %165, label %182, label %193

182:
  %183 = lshr i32 %174, 2
  %184 = urem i32 %183, %168
  %185 = shl nuw nsw i32 %184, 1
  %186 = and i32 %174, 1
  %187 = or i32 %185, %186
  store i32 %187, ptr %6, align 4
  %188 = udiv i32 %183, %168
  %189 = shl nuw nsw i32 %188, 1
  %190 = lshr i32 %174, 1
  %191 = and i32 %190, 1
  %192 = or i32 %189, %191
  store i32 %192, ptr %24, align 4
  store i32 0, ptr %25, align 4
  br label %193

193:
  %194 = load ptr, ptr %26, align 8
  %195 = getelementptr inbounds %struct.Lane, ptr %194, i64 %171
  %196 = getelementptr inbounds i8, ptr %195, i64 112
  call fastcc void @begin_group(ptr %196, ptr %0, ptr %4, ptr %5) #16
  %197 = getelementptr inbounds i8, ptr %195, i64 124
  br label %198

198:
  %199 = phi i64 [ 0, %193 ], [ %210, %198 ]
  %200 = getelementptr inbounds i32, ptr %6, i64 %199
  %201 = load i32, ptr %200, align 4
  %202 = getelementptr inbounds i32, ptr %197, i64 %199
  store i32 %201, ptr %202, align 4
  %203 = getelementptr inbounds i32, ptr %4, i64 %199
  %204 = load i32, ptr %203, align 4
  %205 = getelementptr inbounds i32, ptr %14, i64 %199
  %206 = load i32, ptr %205, align 4
  %207 = mul i32 %206, %204
  %208 = add i32 %207, %201
  %209 = getelementptr inbounds i32, ptr %196, i64 %199
  store i32 %208, ptr %209, align 4
  %210 = add nuw nsw i64 %199, 1
  %211 = icmp eq i64 %210, 3
  br i1 %211, label %212, label %198

212:
  %213 = getelementptr inbounds i8, ptr %195, i64 148
  store i32 %174, ptr %213, align 4
  %214 = and i32 %174, 31
  %215 = getelementptr inbounds i8, ptr %195, i64 152
  store i32 %214, ptr %215, align 4
  %216 = lshr i32 %174, 5
  %217 = getelementptr inbounds i8, ptr %195, i64 156
  store i32 %216, ptr %217, align 4
  %218 = lshr i32 %174, 2
  %219 = getelementptr inbounds i8, ptr %195, i64 216
  store i32 %218, ptr %219, align 4
  %220 = and i32 %174, 3
  %221 = getelementptr inbounds i8, ptr %195, i64 220
  store i32 %220, ptr %221, align 4
  %222 = load i32, ptr %196, align 4
  %223 = load i32, ptr %13, align 8
  %224 = getelementptr inbounds i8, ptr %195, i64 116
  %225 = load i32, ptr %224, align 4
  %226 = load i32, ptr %27, align 4
  %227 = getelementptr inbounds i8, ptr %195, i64 120
  %228 = load i32, ptr %227, align 4
  %229 = mul i32 %228, %226
  %230 = add i32 %229, %225
  %231 = mul i32 %230, %223
  %232 = add i32 %231, %222
  %233 = getelementptr inbounds i8, ptr %195, i64 228
  store i32 %232, ptr %233, align 4
  %234 = getelementptr inbounds i8, ptr %195, i64 8
  store i32 0, ptr %234, align 8
  %235 = getelementptr inbounds i8, ptr %195, i64 32
  store i32 0, ptr %235, align 16
  %236 = getelementptr inbounds i8, ptr %195, i64 12
  store i32 %214, ptr %236, align 4
  %237 = load ptr, ptr %28, align 8
  %238 = zext i32 %216 to i64
  %239 = getelementptr inbounds %struct.Simd, ptr %237, i64 %238
  %240 = getelementptr inbounds i8, ptr %195, i64 24
  store ptr %239, ptr %240, align 8
  %241 = load ptr, ptr %29, align 8
  %242 = load i64, ptr %30, align 8
  %243 = mul i64 %242, %171
  %244 = getelementptr inbounds i8, ptr %241, i64 %243
  %245 = load i32, ptr %15, align 8
  switch i32 %245, label %246 [
    i32 0, label %248
    i32 255, label %248
  ]

246:
  %247 = trunc i32 %245 to i8
  call void @llvm.memset.p0.i64(ptr align 1 %244, i8 %247, i64 %242, i1 false)
  br label %248

248:
  store i64 7887048017532182883, ptr %244, align 8
  %249 = load i64, ptr %30, align 8
  %250 = getelementptr inbounds i8, ptr %244, i64 %249
  %251 = and i64 %175, 3840
  %252 = sub nsw i64 0, %251
  %253 = getelementptr i8, ptr %250, i64 %252
  %254 = getelementptr i8, ptr %253, i64 -72
  store i64 0, ptr %254, align 8
  %255 = getelementptr i8, ptr %253, i64 -80
  store i64 ptrtoint (ptr @start to i64), ptr %255, align 8
  %256 = getelementptr i8, ptr %241, i64 -128
  %257 = add i64 %249, %243
  %258 = sub i64 %257, %177
  %259 = getelementptr i8, ptr %256, i64 %258
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(48) %259, i8 0, i64 48, i1 false)
  %260 = sub i64 %257, %173
  %261 = getelementptr i8, ptr %256, i64 %260
  store ptr %261, ptr %195, align 16
  %262 = add nuw nsw i64 %171, 1
  %263 = add i32 %170, 256
  %264 = icmp eq i64 %262, %84
  br i1 %264, label %265, label %169

265:
  %266 = trunc i64 %48 to i32
  %267 = add i32 %83, 31
  %268 = lshr i32 %267, 5
  %269 = load ptr, ptr @dispatch, align 8
  %270 = getelementptr inbounds i8, ptr %269, i64 152
  %271 = load i32, ptr %270, align 8
  %272 = add i32 %271, 1
  store i32 %272, ptr %270, align 8
  %273 = icmp eq i32 %268, 0
  %274 = zext i32 %268 to i64
  br label %276

275:
  br label %276

276:
  br i1 %273, label %277, label %282

277:
  br i1 %166, label %434, label %278

278:
  %279 = load ptr, ptr @dispatch, align 8
  %280 = getelementptr inbounds i8, ptr %279, i64 72
  %281 = load ptr, ptr %280, align 8
  br label %358

282:
  %283 = phi i64 [ %353, %352 ], [ 0, %276 ]
  %284 = shl nuw i64 %283, 5
  %285 = trunc i64 %284 to i32
  %286 = sub i32 %83, %285
  %287 = load ptr, ptr @dispatch, align 8
  %288 = getelementptr inbounds i8, ptr %287, i64 72
  %289 = load ptr, ptr %288, align 8
  %290 = getelementptr inbounds %struct.Lane, ptr %289, i64 %284
  %291 = call i32 @llvm.umin.i32(i32 %286, i32 32)
  %292 = getelementptr inbounds i8, ptr %290, i64 24
  %293 = load ptr, ptr %292, align 8
  %294 = icmp eq i64 %284, %84
  %295 = getelementptr inbounds i8, ptr %293, i64 4
  %296 = getelementptr inbounds i8, ptr %293, i64 64
  %297 = zext i32 %291 to i64
  br i1 %294, label %352, label %300

298:
  %299 = icmp eq i64 %318, -1
  br i1 %299, label %352, label %324

300:
  %301 = phi i64 [ %322, %321 ], [ 0, %282 ]
  %302 = phi i64 [ %323, %321 ], [ -1, %282 ]
  %303 = getelementptr inbounds %struct.Lane, ptr %290, i64 %301
  %304 = getelementptr inbounds i8, ptr %303, i64 8
  %305 = load i32, ptr %304, align 8
  %306 = icmp eq i32 %305, 0
  br i1 %306, label %307, label %310

307:
  store ptr %303, ptr @current, align 8
  %308 = load ptr, ptr %303, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %308) #16
  %309 = load i32, ptr %304, align 8
  br label %310

310:
  %311 = phi i32 [ %309, %307 ], [ %305, %300 ]
  %312 = icmp eq i32 %311, 1
  br i1 %312, label %313, label %317

313:
  %314 = getelementptr inbounds i8, ptr %303, i64 16
  %315 = load i64, ptr %314, align 16
  %316 = call i64 @llvm.umin.i64(i64 %315, i64 %302)
  br label %317

317:
  %318 = phi i64 [ %302, %310 ], [ %316, %313 ]
  %319 = add nuw nsw i64 %301, 1
  %320 = icmp eq i64 %319, %297
  br i1 %320, label %298, label %321

321:
  %322 = phi i64 [ %319, %317 ], [ 0, %348 ]
  %323 = phi i64 [ %318, %317 ], [ -1, %348 ]
  br label %300

324:
  store i32 0, ptr %293, align 4
  %325 = load i32, ptr %295, align 4
  %326 = add i32 %325, 1
  store i32 %326, ptr %295, align 4
  %327 = load ptr, ptr @dispatch, align 8
  %328 = getelementptr inbounds i8, ptr %327, i64 136
  %329 = load i64, ptr %328, align 8
  %330 = add i64 %329, 1
  store i64 %330, ptr %328, align 8
  br label %331

331:
  %332 = phi i32 [ %349, %348 ], [ 0, %324 ]
  %333 = phi i64 [ %350, %348 ], [ 0, %324 ]
  %334 = getelementptr inbounds %struct.Lane, ptr %290, i64 %333
  %335 = getelementptr inbounds i8, ptr %334, i64 8
  %336 = load i32, ptr %335, align 8
  %337 = icmp eq i32 %336, 1
  br i1 %337, label %338, label %348

338:
  %339 = getelementptr inbounds i8, ptr %334, i64 16
  %340 = load i64, ptr %339, align 16
  %341 = icmp eq i64 %340, %318
  br i1 %341, label %342, label %348

342:
  %343 = getelementptr inbounds [64 x i8], ptr %296, i64 %333
  %344 = getelementptr inbounds i8, ptr %334, i64 48
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %343, ptr align 16 dereferenceable(64) %344, i64 64, i1 false)
  %345 = trunc i64 %333 to i32
  %346 = shl nuw i32 1, %345
  %347 = or i32 %346, %332
  store i32 %347, ptr %293, align 4
  store i32 0, ptr %335, align 8
  br label %348

348:
  %349 = phi i32 [ %347, %342 ], [ %332, %338 ], [ %332, %331 ]
  %350 = add nuw nsw i64 %333, 1
  %351 = icmp eq i64 %350, %297
  br i1 %351, label %321, label %331

352:
  %353 = add nuw nsw i64 %283, 1
  %354 = icmp eq i64 %353, %274
  br i1 %354, label %277, label %282

355:
  %356 = icmp eq i32 %382, 0
  %357 = icmp ne i32 %381, 0
  br i1 %356, label %418, label %385

358:
  %359 = phi i64 [ 0, %278 ], [ %383, %378 ]
  %360 = phi i32 [ 0, %278 ], [ %382, %378 ]
  %361 = phi i32 [ 0, %278 ], [ %381, %378 ]
  %362 = phi i64 [ 0, %278 ], [ %380, %378 ]
  %363 = phi i64 [ 0, %278 ], [ %379, %378 ]
  %364 = getelementptr inbounds %struct.Lane, ptr %281, i64 %359
  %365 = getelementptr inbounds i8, ptr %364, i64 8
  %366 = load i32, ptr %365, align 8
  %367 = icmp eq i32 %366, 3
  br i1 %367, label %368, label %370

368:
  %369 = add i32 %361, 1
  br label %378

370:
  %371 = add i32 %360, 1
  %372 = icmp eq i64 %363, 0
  %373 = getelementptr inbounds i8, ptr %364, i64 16
  %374 = load i64, ptr %373, align 16
  br i1 %372, label %378, label %375

375:
  %376 = icmp eq i64 %374, %363
  %377 = select i1 %376, i64 %362, i64 %374
  br label %378

378:
  %379 = phi i64 [ %363, %368 ], [ %374, %375 ], [ %374, %370 ]
  %380 = phi i64 [ %362, %368 ], [ %377, %375 ], [ %362, %370 ]
  %381 = phi i32 [ %369, %368 ], [ %361, %375 ], [ %361, %370 ]
  %382 = phi i32 [ %360, %368 ], [ %371, %375 ], [ %371, %370 ]
  %383 = add nuw nsw i64 %359, 1
  %384 = icmp eq i64 %383, %84
  br i1 %384, label %355, label %358

385:
  %386 = getelementptr inbounds i8, ptr %279, i64 152
  %387 = load i32, ptr %386, align 8
  %388 = add i32 %387, 1
  store i32 %388, ptr %386, align 8
  %389 = getelementptr inbounds i8, ptr %279, i64 128
  %390 = load i64, ptr %389, align 8
  %391 = add i64 %390, 1
  store i64 %391, ptr %389, align 8
  %392 = icmp ne i64 %380, 0
  %393 = select i1 %357, i1 true, i1 %392
  br i1 %393, label %394, label %407

394:
  %395 = getelementptr inbounds i8, ptr %279, i64 96
  %396 = load i32, ptr %395, align 8
  %397 = icmp eq i32 %396, 0
  br i1 %397, label %398, label %407

398:
  %399 = getelementptr inbounds i8, ptr %279, i64 100
  %400 = load i32, ptr %399, align 4
  %401 = icmp eq i32 %400, 0
  br i1 %401, label %402, label %407

402:
  %403 = select i1 %357, i32 1, i32 2
  store i32 %403, ptr %395, align 8
  %404 = getelementptr inbounds i8, ptr %279, i64 104
  store i64 %379, ptr %404, align 8
  %405 = getelementptr inbounds i8, ptr %279, i64 112
  store i64 %380, ptr %405, align 8
  %406 = getelementptr inbounds i8, ptr %279, i64 156
  store i32 %266, ptr %406, align 4
  br label %407

407:
  br label %408

408:
  %409 = phi i64 [ %416, %415 ], [ 0, %407 ]
  %410 = getelementptr inbounds %struct.Lane, ptr %281, i64 %409
  %411 = getelementptr inbounds i8, ptr %410, i64 8
  %412 = load i32, ptr %411, align 8
  %413 = icmp eq i32 %412, 2
  br i1 %413, label %414, label %415

414:
  store i32 0, ptr %411, align 8
  br label %415

415:
  %416 = add nuw nsw i64 %409, 1
  %417 = icmp eq i64 %416, %84
  br i1 %417, label %275, label %408

418:
  %419 = getelementptr inbounds i8, ptr %279, i64 56
  %420 = load ptr, ptr %419, align 8
  %421 = getelementptr inbounds i8, ptr %279, i64 64
  %422 = load i64, ptr %421, align 8
  %423 = getelementptr inbounds i8, ptr %279, i64 96
  br label %424

424:
  %425 = phi i64 [ 0, %418 ], [ %432, %431 ]
  %426 = mul i64 %425, %422
  %427 = getelementptr inbounds i8, ptr %420, i64 %426
  %428 = load i64, ptr %427, align 8
  %429 = icmp eq i64 %428, 7887048017532182883
  br i1 %429, label %431, label %430

430:
  store i32 3, ptr %423, align 8
  br label %431

431:
  %432 = add nuw nsw i64 %425, 1
  %433 = icmp eq i64 %432, %84
  br i1 %433, label %434, label %424

434:
  %435 = add nuw i64 %48, 1
  %436 = icmp eq i64 %435, %2
  br i1 %436, label %44, label %47
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
