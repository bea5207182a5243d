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
  %48 = phi i64 [ %1, %9 ], [ %436, %435 ]
  %49 = load i32, ptr %0, align 8
  %50 = zext i32 %49 to i64
  %51 = freeze i64 %48
  %52 = freeze i64 %50
  %53 = udiv i64 %51, %52
  %54 = mul i64 %53, %52
  %55 = sub i64 %51, %54
  %56 = trunc i64 %55 to i32
  store i32 %56, ptr %4, align 4
  %57 = load i32, ptr %11, align 4
  %58 = zext i32 %57 to i64
  %59 = freeze i64 %58
  %60 = udiv i64 %53, %59
  %61 = mul i64 %60, %59
  %62 = sub i64 %53, %61
  %63 = trunc i64 %62 to i32
  store i32 %63, ptr %10, align 4
  %64 = trunc i64 %60 to i32
  store i32 %64, ptr %12, align 4
  br label %69

65:
  %66 = load i32, ptr %15, align 8
  %67 = icmp ne i32 %66, 0
  %68 = select i1 %67, i1 %17, i1 false
  br i1 %68, label %92, label %83

69:
  %70 = phi i64 [ 0, %47 ], [ %81, %69 ]
  %71 = getelementptr inbounds i32, ptr %13, i64 %70
  %72 = load i32, ptr %71, align 4
  %73 = getelementptr inbounds i32, ptr %4, i64 %70
  %74 = load i32, ptr %73, align 4
  %75 = getelementptr inbounds i32, ptr %14, i64 %70
  %76 = load i32, ptr %75, align 4
  %77 = mul i32 %76, %74
  %78 = sub i32 %72, %77
  %79 = call i32 @llvm.umin.i32(i32 %78, i32 %76)
  %80 = getelementptr inbounds i32, ptr %5, i64 %70
  store i32 %79, ptr %80, align 4
  %81 = add nuw nsw i64 %70, 1
  %82 = icmp eq i64 %81, 3
  br i1 %82, label %65, label %69

83:
  %84 = load i32, ptr %5, align 4
  %85 = load i32, ptr %18, align 4
  %86 = mul i32 %85, %84
  %87 = load i32, ptr %19, align 4
  %88 = mul i32 %86, %87
  %89 = zext i32 %88 to i64
  %90 = load i64, ptr %20, align 8
  %91 = add i64 %90, %89
  store i64 %91, ptr %20, align 8
  br i1 %22, label %105, label %160

92:
  %93 = phi i64 [ %100, %92 ], [ 0, %65 ]
  %94 = phi i32 [ %101, %92 ], [ %66, %65 ]
  %95 = getelementptr inbounds %struct.Region, ptr @mtlb_threadgroup, i64 %93
  %96 = load ptr, ptr %95, align 8
  %97 = trunc i32 %94 to i8
  %98 = getelementptr inbounds i8, ptr %95, i64 8
  %99 = load i64, ptr %98, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %96, i8 %97, i64 %99, i1 false)
  %100 = add nuw nsw i64 %93, 1
  %101 = load i32, ptr %15, align 8
  %102 = icmp ne i32 %101, 0
  %103 = icmp ult i64 %100, %43
  %104 = select i1 %102, i1 %103, i1 false
  br i1 %104, label %92, label %83

105:
  store ptr %7, ptr @current, align 8
  call fastcc void @begin_group(ptr %31, ptr %0, ptr %4, ptr %5) #16
  store i32 0, ptr %25, align 4
  %106 = icmp eq i32 %87, 0
  br i1 %106, label %159, label %107

107:
  %108 = icmp eq i32 %85, 0
  %109 = icmp eq i32 %84, 0
  br label %110

110:
  %111 = phi i32 [ 0, %107 ], [ %156, %155 ]
  %112 = phi i32 [ 0, %107 ], [ %157, %155 ]
  store i32 0, ptr %24, align 4
  br i1 %108, label %155, label %113

113:
  %114 = phi i32 [ %152, %151 ], [ %111, %110 ]
  %115 = phi i32 [ %153, %151 ], [ 0, %110 ]
  store i32 0, ptr %6, align 4
  br i1 %109, label %151, label %116

116:
  %117 = phi i32 [ %149, %133 ], [ %114, %113 ]
  %118 = phi i32 [ %148, %133 ], [ 0, %113 ]
  br label %119

119:
  %120 = phi i64 [ 0, %116 ], [ %131, %119 ]
  %121 = getelementptr inbounds i32, ptr %6, i64 %120
  %122 = load i32, ptr %121, align 4
  %123 = getelementptr inbounds i32, ptr %32, i64 %120
  store i32 %122, ptr %123, align 4
  %124 = getelementptr inbounds i32, ptr %4, i64 %120
  %125 = load i32, ptr %124, align 4
  %126 = getelementptr inbounds i32, ptr %14, i64 %120
  %127 = load i32, ptr %126, align 4
  %128 = mul i32 %127, %125
  %129 = add i32 %128, %122
  %130 = getelementptr inbounds i32, ptr %31, i64 %120
  store i32 %129, ptr %130, align 4
  %131 = add nuw nsw i64 %120, 1
  %132 = icmp eq i64 %131, 3
  br i1 %132, label %133, label %119

133:
  store i32 %117, ptr %33, align 4
  %134 = and i32 %117, 31
  store i32 %134, ptr %34, align 8
  %135 = lshr i32 %117, 5
  store i32 %135, ptr %35, align 4
  %136 = lshr i32 %117, 2
  store i32 %136, ptr %36, align 8
  %137 = and i32 %117, 3
  store i32 %137, ptr %37, align 4
  %138 = load i32, ptr %31, align 16
  %139 = load i32, ptr %13, align 8
  %140 = load i32, ptr %38, align 4
  %141 = load i32, ptr %27, align 4
  %142 = load i32, ptr %39, align 8
  %143 = mul i32 %142, %141
  %144 = add i32 %143, %140
  %145 = mul i32 %144, %139
  %146 = add i32 %145, %138
  store i32 %146, ptr %40, align 4
  store i32 0, ptr %41, align 16
  %147 = load ptr, ptr %42, align 8
  call void @mtlb_entry(ptr %147, ptr %31) #18
  %148 = add nuw i32 %118, 1
  store i32 %148, ptr %6, align 4
  %149 = add i32 %117, 1
  %150 = icmp eq i32 %148, %84
  br i1 %150, label %151, label %116

151:
  %152 = phi i32 [ %114, %113 ], [ %149, %133 ]
  %153 = add nuw i32 %115, 1
  store i32 %153, ptr %24, align 4
  %154 = icmp eq i32 %153, %85
  br i1 %154, label %155, label %113

155:
  %156 = phi i32 [ %111, %110 ], [ %152, %151 ]
  %157 = add nuw i32 %112, 1
  store i32 %157, ptr %25, align 4
  %158 = icmp eq i32 %157, %87
  br i1 %158, label %159, label %110

159:
  br label %435

160:
  %161 = load i32, ptr %23, align 4
  %162 = icmp ne i32 %161, 0
  %163 = and i32 %84, 1
  %164 = icmp eq i32 %163, 0
  %165 = select i1 %162, i1 %164, i1 false
  br i1 %165, label %166, label %169

166:
  %167 = and i32 %85, 1
  %168 = icmp eq i32 %167, 0
  br label %169

169:
  %170 = phi i1 [ %168, %166 ], [ false, %160 ]
  %171 = icmp eq i32 %88, 0
  br i1 %171, label %266, label %172

172:
  %173 = lshr i32 %84, 1
  br label %174

174:
  %175 = phi i64 [ 0, %172 ], [ %264, %255 ]
  %176 = trunc i64 %175 to i32
  %177 = freeze i32 %176
  %178 = freeze i32 %84
  %179 = udiv i32 %177, %178
  %180 = mul i32 %179, %178
  %181 = sub i32 %177, %180
  store i32 %181, ptr %6, align 4
  %182 = freeze i32 %85
  %183 = udiv i32 %179, %182
  %184 = mul i32 %183, %182
  %185 = sub i32 %179, %184
  store i32 %185, ptr %24, align 4
  store i32 %183, ptr %25, align 4
  br i1 %170, label %186, label %200

186:
  %187 = lshr i32 %176, 2
  %188 = freeze i32 %187
  %189 = freeze i32 %173
  %190 = udiv i32 %188, %189
  %191 = mul i32 %190, %189
  %192 = sub i32 %188, %191
  %193 = shl nuw nsw i32 %192, 1
  %194 = and i32 %176, 1
  %195 = or i32 %193, %194
  store i32 %195, ptr %6, align 4
  %196 = shl nuw nsw i32 %190, 1
  %197 = lshr i32 %176, 1
  %198 = and i32 %197, 1
  %199 = or i32 %196, %198
  store i32 %199, ptr %24, align 4
  store i32 0, ptr %25, align 4
  br label %200

200:
  %201 = load ptr, ptr %26, align 8
  %202 = getelementptr inbounds %struct.Lane, ptr %201, i64 %175
  %203 = getelementptr inbounds i8, ptr %202, i64 112
  call fastcc void @begin_group(ptr %203, ptr %0, ptr %4, ptr %5) #16
  %204 = getelementptr inbounds i8, ptr %202, i64 124
  br label %205

205:
  %206 = phi i64 [ 0, %200 ], [ %217, %205 ]
  %207 = getelementptr inbounds i32, ptr %6, i64 %206
  %208 = load i32, ptr %207, align 4
  %209 = getelementptr inbounds i32, ptr %204, i64 %206
  store i32 %208, ptr %209, align 4
  %210 = getelementptr inbounds i32, ptr %4, i64 %206
  %211 = load i32, ptr %210, align 4
  %212 = getelementptr inbounds i32, ptr %14, i64 %206
  %213 = load i32, ptr %212, align 4
  %214 = mul i32 %213, %211
  %215 = add i32 %214, %208
  %216 = getelementptr inbounds i32, ptr %203, i64 %206
  store i32 %215, ptr %216, align 4
  %217 = add nuw nsw i64 %206, 1
  %218 = icmp eq i64 %217, 3
  br i1 %218, label %219, label %205

219:
  %220 = getelementptr inbounds i8, ptr %202, i64 148
  store i32 %176, ptr %220, align 4
  %221 = and i32 %176, 31
  %222 = getelementptr inbounds i8, ptr %202, i64 152
  store i32 %221, ptr %222, align 4
  %223 = lshr i32 %176, 5
  %224 = getelementptr inbounds i8, ptr %202, i64 156
  store i32 %223, ptr %224, align 4
  %225 = lshr i32 %176, 2
  %226 = getelementptr inbounds i8, ptr %202, i64 216
  store i32 %225, ptr %226, align 4
  %227 = and i32 %176, 3
  %228 = getelementptr inbounds i8, ptr %202, i64 220
  store i32 %227, ptr %228, align 4
  %229 = load i32, ptr %203, align 4
  %230 = load i32, ptr %13, align 8
  %231 = getelementptr inbounds i8, ptr %202, i64 116
  %232 = load i32, ptr %231, align 4
  %233 = load i32, ptr %27, align 4
  %234 = getelementptr inbounds i8, ptr %202, i64 120
  %235 = load i32, ptr %234, align 4
  %236 = mul i32 %235, %233
  %237 = add i32 %236, %232
  %238 = mul i32 %237, %230
  %239 = add i32 %238, %229
  %240 = getelementptr inbounds i8, ptr %202, i64 228
  store i32 %239, ptr %240, align 4
  %241 = getelementptr inbounds i8, ptr %202, i64 8
  store i32 0, ptr %241, align 8
  %242 = getelementptr inbounds i8, ptr %202, i64 32
  store i32 0, ptr %242, align 16
  %243 = getelementptr inbounds i8, ptr %202, i64 12
  store i32 %221, ptr %243, align 4
  %244 = load ptr, ptr %28, align 8
  %245 = zext i32 %223 to i64
  %246 = getelementptr inbounds %struct.Simd, ptr %244, i64 %245
  %247 = getelementptr inbounds i8, ptr %202, i64 24
  store ptr %246, ptr %247, align 8
  %248 = load ptr, ptr %29, align 8
  %249 = load i64, ptr %30, align 8
  %250 = mul i64 %249, %175
  %251 = getelementptr inbounds i8, ptr %248, i64 %250
  %252 = load i32, ptr %15, align 8
  switch i32 %252, label %253 [
    i32 0, label %255
    i32 255, label %255
  ]

253:
  %254 = trunc i32 %252 to i8
  call void @llvm.memset.p0.i64(ptr align 1 %251, i8 %254, i64 %249, i1 false)
  br label %255

255:
  store i64 7887048017532182883, ptr %251, align 8
  %256 = load i64, ptr %30, align 8
  %257 = getelementptr inbounds i8, ptr %251, i64 %256
  %258 = shl i64 %175, 8
  %259 = and i64 %258, 3840
  %260 = sub nsw i64 0, %259
  %261 = getelementptr i8, ptr %257, i64 %260
  %262 = getelementptr i8, ptr %261, i64 -224
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(160) %262, i8 0, i64 160, i1 false)
  %263 = getelementptr i8, ptr %261, i64 -136
  store i64 ptrtoint (ptr @start to i64), ptr %263, align 8
  store ptr %262, ptr %202, align 16
  %264 = add nuw nsw i64 %175, 1
  %265 = icmp eq i64 %264, %89
  br i1 %265, label %266, label %174

266:
  %267 = trunc i64 %48 to i32
  %268 = add i32 %88, 31
  %269 = lshr i32 %268, 5
  %270 = load ptr, ptr @dispatch, align 8
  %271 = getelementptr inbounds i8, ptr %270, i64 152
  %272 = load i32, ptr %271, align 8
  %273 = add i32 %272, 1
  store i32 %273, ptr %271, align 8
  %274 = icmp eq i32 %269, 0
  %275 = zext i32 %269 to i64
  br label %277

276:
  br label %277

277:
  br i1 %274, label %278, label %283

278:
  br i1 %171, label %435, label %279

279:
  %280 = load ptr, ptr @dispatch, align 8
  %281 = getelementptr inbounds i8, ptr %280, i64 72
  %282 = load ptr, ptr %281, align 8
  br label %359

283:
  %284 = phi i64 [ %354, %353 ], [ 0, %277 ]
  %285 = shl nuw i64 %284, 5
  %286 = trunc i64 %285 to i32
  %287 = sub i32 %88, %286
  %288 = load ptr, ptr @dispatch, align 8
  %289 = getelementptr inbounds i8, ptr %288, i64 72
  %290 = load ptr, ptr %289, align 8
  %291 = getelementptr inbounds %struct.Lane, ptr %290, i64 %285
  %292 = call i32 @llvm.umin.i32(i32 %287, i32 32)
  %293 = getelementptr inbounds i8, ptr %291, i64 24
  %294 = load ptr, ptr %293, align 8
  %295 = icmp eq i64 %285, %89
  %296 = getelementptr inbounds i8, ptr %294, i64 4
  %297 = getelementptr inbounds i8, ptr %294, i64 64
  %298 = zext i32 %292 to i64
  br i1 %295, label %353, label %301

299:
  %300 = icmp eq i64 %319, -1
  br i1 %300, label %353, label %325

301:
  %302 = phi i64 [ %323, %322 ], [ 0, %283 ]
  %303 = phi i64 [ %324, %322 ], [ -1, %283 ]
  %304 = getelementptr inbounds %struct.Lane, ptr %291, i64 %302
  %305 = getelementptr inbounds i8, ptr %304, i64 8
  %306 = load i32, ptr %305, align 8
  %307 = icmp eq i32 %306, 0
  br i1 %307, label %308, label %311

308:
  store ptr %304, ptr @current, align 8
  %309 = load ptr, ptr %304, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %309) #16
  %310 = load i32, ptr %305, align 8
  br label %311

311:
  %312 = phi i32 [ %310, %308 ], [ %306, %301 ]
  %313 = icmp eq i32 %312, 1
  br i1 %313, label %314, label %318

314:
  %315 = getelementptr inbounds i8, ptr %304, i64 16
  %316 = load i64, ptr %315, align 16
  %317 = call i64 @llvm.umin.i64(i64 %316, i64 %303)
  br label %318

318:
  %319 = phi i64 [ %303, %311 ], [ %317, %314 ]
  %320 = add nuw nsw i64 %302, 1
  %321 = icmp eq i64 %320, %298
  br i1 %321, label %299, label %322

322:
  %323 = phi i64 [ %320, %318 ], [ 0, %349 ]
  %324 = phi i64 [ %319, %318 ], [ -1, %349 ]
  br label %301

325:
  store i32 0, ptr %294, align 4
  %326 = load i32, ptr %296, align 4
  %327 = add i32 %326, 1
  store i32 %327, ptr %296, align 4
  %328 = load ptr, ptr @dispatch, align 8
  %329 = getelementptr inbounds i8, ptr %328, i64 136
  %330 = load i64, ptr %329, align 8
  %331 = add i64 %330, 1
  store i64 %331, ptr %329, align 8
  br label %332

332:
  %333 = phi i32 [ %350, %349 ], [ 0, %325 ]
  %334 = phi i64 [ %351, %349 ], [ 0, %325 ]
  %335 = getelementptr inbounds %struct.Lane, ptr %291, i64 %334
  %336 = getelementptr inbounds i8, ptr %335, i64 8
  %337 = load i32, ptr %336, align 8
  %338 = icmp eq i32 %337, 1
  br i1 %338, label %339, label %349

339:
  %340 = getelementptr inbounds i8, ptr %335, i64 16
  %341 = load i64, ptr %340, align 16
  %342 = icmp eq i64 %341, %319
  br i1 %342, label %343, label %349

343:
  %344 = getelementptr inbounds [64 x i8], ptr %297, i64 %334
  %345 = getelementptr inbounds i8, ptr %335, i64 48
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %344, ptr align 16 dereferenceable(64) %345, i64 64, i1 false)
  %346 = trunc i64 %334 to i32
  %347 = shl nuw i32 1, %346
  %348 = or i32 %347, %333
  store i32 %348, ptr %294, align 4
  store i32 0, ptr %336, align 8
  br label %349

349:
  %350 = phi i32 [ %348, %343 ], [ %333, %339 ], [ %333, %332 ]
  %351 = add nuw nsw i64 %334, 1
  %352 = icmp eq i64 %351, %298
  br i1 %352, label %322, label %332

353:
  %354 = add nuw nsw i64 %284, 1
  %355 = icmp eq i64 %354, %275
  br i1 %355, label %278, label %283

356:
  %357 = icmp eq i32 %383, 0
  %358 = icmp ne i32 %382, 0
  br i1 %357, label %419, label %386

359:
  %360 = phi i64 [ 0, %279 ], [ %384, %379 ]
  %361 = phi i32 [ 0, %279 ], [ %383, %379 ]
  %362 = phi i32 [ 0, %279 ], [ %382, %379 ]
  %363 = phi i64 [ 0, %279 ], [ %381, %379 ]
  %364 = phi i64 [ 0, %279 ], [ %380, %379 ]
  %365 = getelementptr inbounds %struct.Lane, ptr %282, i64 %360
  %366 = getelementptr inbounds i8, ptr %365, i64 8
  %367 = load i32, ptr %366, align 8
  %368 = icmp eq i32 %367, 3
  br i1 %368, label %369, label %371

369:
  %370 = add i32 %362, 1
  br label %379

371:
  %372 = add i32 %361, 1
  %373 = icmp eq i64 %364, 0
  %374 = getelementptr inbounds i8, ptr %365, i64 16
  %375 = load i64, ptr %374, align 16
  br i1 %373, label %379, label %376

376:
  %377 = icmp eq i64 %375, %364
  %378 = select i1 %377, i64 %363, i64 %375
  br label %379

379:
  %380 = phi i64 [ %364, %369 ], [ %375, %376 ], [ %375, %371 ]
  %381 = phi i64 [ %363, %369 ], [ %378, %376 ], [ %363, %371 ]
  %382 = phi i32 [ %370, %369 ], [ %362, %376 ], [ %362, %371 ]
  %383 = phi i32 [ %361, %369 ], [ %372, %376 ], [ %372, %371 ]
  %384 = add nuw nsw i64 %360, 1
  %385 = icmp eq i64 %384, %89
  br i1 %385, label %356, label %359

386:
  %387 = getelementptr inbounds i8, ptr %280, i64 152
  %388 = load i32, ptr %387, align 8
  %389 = add i32 %388, 1
  store i32 %389, ptr %387, align 8
  %390 = getelementptr inbounds i8, ptr %280, i64 128
  %391 = load i64, ptr %390, align 8
  %392 = add i64 %391, 1
  store i64 %392, ptr %390, align 8
  %393 = icmp ne i64 %381, 0
  %394 = select i1 %358, i1 true, i1 %393
  br i1 %394, label %395, label %408

395:
  %396 = getelementptr inbounds i8, ptr %280, i64 96
  %397 = load i32, ptr %396, align 8
  %398 = icmp eq i32 %397, 0
  br i1 %398, label %399, label %408

399:
  %400 = getelementptr inbounds i8, ptr %280, i64 100
  %401 = load i32, ptr %400, align 4
  %402 = icmp eq i32 %401, 0
  br i1 %402, label %403, label %408

403:
  %404 = select i1 %358, i32 1, i32 2
  store i32 %404, ptr %396, align 8
  %405 = getelementptr inbounds i8, ptr %280, i64 104
  store i64 %380, ptr %405, align 8
  %406 = getelementptr inbounds i8, ptr %280, i64 112
  store i64 %381, ptr %406, align 8
  %407 = getelementptr inbounds i8, ptr %280, i64 156
  store i32 %267, ptr %407, align 4
  br label %408

408:
  br label %409

409:
  %410 = phi i64 [ %417, %416 ], [ 0, %408 ]
  %411 = getelementptr inbounds %struct.Lane, ptr %282, i64 %410
  %412 = getelementptr inbounds i8, ptr %411, i64 8
  %413 = load i32, ptr %412, align 8
  %414 = icmp eq i32 %413, 2
  br i1 %414, label %415, label %416

415:
  store i32 0, ptr %412, align 8
  br label %416

416:
  %417 = add nuw nsw i64 %410, 1
  %418 = icmp eq i64 %417, %89
  br i1 %418, label %276, label %409

419:
  %420 = getelementptr inbounds i8, ptr %280, i64 56
  %421 = load ptr, ptr %420, align 8
  %422 = getelementptr inbounds i8, ptr %280, i64 64
  %423 = load i64, ptr %422, align 8
  %424 = getelementptr inbounds i8, ptr %280, i64 96
  br label %425

425:
  %426 = phi i64 [ 0, %419 ], [ %433, %432 ]
  %427 = mul i64 %426, %423
  %428 = getelementptr inbounds i8, ptr %421, i64 %427
  %429 = load i64, ptr %428, align 8
  %430 = icmp eq i64 %429, 7887048017532182883
  br i1 %430, label %432, label %431

431:
  store i32 3, ptr %424, align 8
  br label %432

432:
  %433 = add nuw nsw i64 %426, 1
  %434 = icmp eq i64 %433, %89
  br i1 %434, label %435, label %425

435:
  %436 = add nuw i64 %48, 1
  %437 = icmp eq i64 %436, %2
  br i1 %437, label %44, label %47
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
