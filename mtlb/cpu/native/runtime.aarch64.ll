; 1f5256614425ad1ed10468c291f81d8ae4114188ff6c8c8fbe84c5da61004a5e by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, ptr, ptr, ptr, i32, i32, [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [14 x i32], [32 x [64 x i8]] }

@current = internal unnamed_addr global ptr null, align 8
@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@mtlb_neighbour.zeros = internal constant [8 x i64] zeroinitializer, align 8
@dispatch = internal unnamed_addr global ptr null, align 8
@mtlb_threadgroup_count = external local_unnamed_addr constant i32, align 4
@mtlb_threadgroup = external local_unnamed_addr global [0 x %struct.Region], align 8
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

define void @mtlb_barrier(i64 %0) local_unnamed_addr #3 {
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
  tail call void @switch_stack(ptr %5, ptr %12) #18
  br label %13

13:
  ret void
}

define ptr @mtlb_meet(ptr readonly %0, i64 %1) local_unnamed_addr #3 {
  %3 = load ptr, ptr @current, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 64
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
  tail call void @switch_stack(ptr %3, ptr %11) #18
  %12 = getelementptr inbounds i8, ptr %3, i64 40
  %13 = load ptr, ptr %12, align 8
  ret ptr %13
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg) #4

define i32 @mtlb_lane() local_unnamed_addr #5 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 12
  %3 = load i32, ptr %2, align 4
  ret i32 %3
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
  %7 = getelementptr inbounds i8, ptr %5, i64 244
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
  %2 = getelementptr inbounds i8, ptr %1, i64 128
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
  %31 = getelementptr inbounds i8, ptr %8, i64 128
  %32 = getelementptr inbounds i8, ptr %0, i64 48
  %33 = getelementptr inbounds i8, ptr %8, i64 140
  %34 = getelementptr inbounds i8, ptr %8, i64 164
  %35 = getelementptr inbounds i8, ptr %8, i64 168
  %36 = getelementptr inbounds i8, ptr %8, i64 172
  %37 = getelementptr inbounds i8, ptr %8, i64 232
  %38 = getelementptr inbounds i8, ptr %8, i64 236
  %39 = getelementptr inbounds i8, ptr %8, i64 132
  %40 = getelementptr inbounds i8, ptr %8, i64 136
  %41 = getelementptr inbounds i8, ptr %8, i64 244
  %42 = getelementptr inbounds i8, ptr %8, i64 56
  %43 = zext i32 %17 to i64
  %44 = getelementptr i8, ptr %0, i64 28
  br label %48

45:
  %46 = getelementptr inbounds i8, ptr %0, i64 96
  %47 = load i32, ptr %46, align 8
  ret i32 %47

48:
  %49 = phi i64 [ %1, %10 ], [ %448, %447 ]
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
  br label %447

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
  br i1 %170, label %262, label %171

171:
  %172 = lshr i32 %88, 1
  br label %173

173:
  %174 = phi i64 [ 0, %171 ], [ %260, %251 ]
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
  %202 = getelementptr inbounds i8, ptr %201, i64 128
  call fastcc void @begin_group(ptr %202, ptr %0, ptr %4, ptr %5) #18
  %203 = getelementptr inbounds i8, ptr %201, i64 140
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
  %216 = getelementptr inbounds i8, ptr %201, i64 164
  store i32 %175, ptr %216, align 4
  %217 = and i32 %175, 31
  %218 = getelementptr inbounds i8, ptr %201, i64 168
  store i32 %217, ptr %218, align 4
  %219 = lshr i32 %175, 5
  %220 = getelementptr inbounds i8, ptr %201, i64 172
  store i32 %219, ptr %220, align 4
  %221 = lshr i32 %175, 2
  %222 = getelementptr inbounds i8, ptr %201, i64 232
  store i32 %221, ptr %222, align 4
  %223 = and i32 %175, 3
  %224 = getelementptr inbounds i8, ptr %201, i64 236
  store i32 %223, ptr %224, align 4
  %225 = load i32, ptr %202, align 4
  %226 = getelementptr inbounds i8, ptr %201, i64 132
  %227 = load i32, ptr %226, align 4
  %228 = getelementptr inbounds i8, ptr %201, i64 136
  %229 = load i32, ptr %228, align 4
  %230 = mul i32 %229, %67
  %231 = add i32 %230, %227
  %232 = mul i32 %231, %66
  %233 = add i32 %232, %225
  %234 = getelementptr inbounds i8, ptr %201, i64 244
  store i32 %233, ptr %234, align 4
  %235 = getelementptr inbounds i8, ptr %201, i64 8
  store i32 0, ptr %235, align 8
  %236 = getelementptr inbounds i8, ptr %201, i64 56
  store i32 0, ptr %236, align 8
  %237 = getelementptr inbounds i8, ptr %201, i64 24
  %238 = getelementptr inbounds i8, ptr %201, i64 48
  store ptr null, ptr %238, align 16
  %239 = getelementptr inbounds i8, ptr %201, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %237, i8 0, i64 16, i1 false)
  store i32 %217, ptr %239, align 4
  %240 = load ptr, ptr %28, align 8
  %241 = zext i32 %219 to i64
  %242 = getelementptr inbounds %struct.Simd, ptr %240, i64 %241
  %243 = getelementptr inbounds i8, ptr %201, i64 40
  store ptr %242, ptr %243, align 8
  %244 = load ptr, ptr %29, align 8
  %245 = load i64, ptr %30, align 8
  %246 = mul i64 %245, %174
  %247 = getelementptr inbounds i8, ptr %244, i64 %246
  %248 = load i32, ptr %16, align 8
  switch i32 %248, label %249 [
    i32 0, label %251
    i32 255, label %251
  ]

249:
  %250 = trunc i32 %248 to i8
  call void @llvm.memset.p0.i64(ptr align 1 %247, i8 %250, i64 %245, i1 false)
  br label %251

251:
  store i64 7887048017532182883, ptr %247, align 8
  %252 = load i64, ptr %30, align 8
  %253 = getelementptr inbounds i8, ptr %247, i64 %252
  %254 = shl i64 %174, 8
  %255 = and i64 %254, 3840
  %256 = sub nsw i64 0, %255
  %257 = getelementptr i8, ptr %253, i64 %256
  %258 = getelementptr i8, ptr %257, i64 -224
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(160) %258, i8 0, i64 160, i1 false)
  %259 = getelementptr i8, ptr %257, i64 -136
  store i64 ptrtoint (ptr @start to i64), ptr %259, align 8
  store ptr %258, ptr %201, align 16
  %260 = add nuw nsw i64 %174, 1
  %261 = icmp eq i64 %260, %93
  br i1 %261, label %262, label %173

262:
  %263 = trunc i64 %49 to i32
  %264 = add i32 %92, 31
  %265 = lshr i32 %264, 5
  %266 = load ptr, ptr @dispatch, align 8
  %267 = getelementptr inbounds i8, ptr %266, i64 152
  %268 = load i32, ptr %267, align 8
  %269 = add i32 %268, 1
  store i32 %269, ptr %267, align 8
  %270 = icmp eq i32 %265, 0
  %271 = zext i32 %265 to i64
  br label %273

272:
  br label %273

273:
  br i1 %270, label %274, label %279

274:
  br i1 %170, label %447, label %275

275:
  %276 = load ptr, ptr @dispatch, align 8
  %277 = getelementptr inbounds i8, ptr %276, i64 72
  %278 = load ptr, ptr %277, align 8
  br label %363

279:
  %280 = phi i64 [ %358, %357 ], [ 0, %273 ]
  %281 = shl nuw i64 %280, 5
  %282 = trunc i64 %281 to i32
  %283 = sub i32 %92, %282
  %284 = load ptr, ptr @dispatch, align 8
  %285 = getelementptr inbounds i8, ptr %284, i64 72
  %286 = load ptr, ptr %285, align 8
  %287 = getelementptr inbounds %struct.Lane, ptr %286, i64 %281
  %288 = call i32 @llvm.umin.i32(i32 %283, i32 32)
  %289 = getelementptr inbounds i8, ptr %287, i64 40
  %290 = load ptr, ptr %289, align 8
  %291 = icmp eq i64 %281, %93
  %292 = getelementptr inbounds i8, ptr %290, i64 4
  %293 = getelementptr inbounds i8, ptr %290, i64 64
  %294 = zext i32 %288 to i64
  br i1 %291, label %357, label %297

295:
  %296 = icmp eq i32 %328, 0
  br i1 %296, label %357, label %336

297:
  %298 = phi i64 [ %333, %332 ], [ 0, %279 ]
  %299 = phi ptr [ %334, %332 ], [ null, %279 ]
  %300 = phi i32 [ %335, %332 ], [ 0, %279 ]
  %301 = getelementptr inbounds %struct.Lane, ptr %287, i64 %298
  %302 = getelementptr inbounds i8, ptr %301, i64 8
  %303 = load i32, ptr %302, align 8
  %304 = icmp eq i32 %303, 0
  br i1 %304, label %305, label %308

305:
  store ptr %301, ptr @current, align 8
  %306 = load ptr, ptr %301, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %306) #18
  %307 = load i32, ptr %302, align 8
  br label %308

308:
  %309 = phi i32 [ %307, %305 ], [ %303, %297 ]
  %310 = icmp eq i32 %309, 1
  br i1 %310, label %311, label %327

311:
  %312 = icmp eq ptr %299, null
  br i1 %312, label %313, label %316

313:
  %314 = trunc i64 %298 to i32
  %315 = shl nuw i32 1, %314
  br label %327

316:
  %317 = call fastcc i32 @order(ptr %301, ptr %299) #18
  %318 = freeze i32 %317
  %319 = icmp slt i32 %318, 0
  %320 = select i1 %319, i32 0, i32 %300
  %321 = select i1 %319, ptr %301, ptr %299
  %322 = trunc i64 %298 to i32
  %323 = shl nuw i32 1, %322
  %324 = icmp sgt i32 %318, 0
  %325 = select i1 %324, i32 0, i32 %323
  %326 = or i32 %320, %325
  br label %327

327:
  %328 = phi i32 [ %300, %308 ], [ %326, %316 ], [ %315, %313 ]
  %329 = phi ptr [ %299, %308 ], [ %321, %316 ], [ %301, %313 ]
  %330 = add nuw nsw i64 %298, 1
  %331 = icmp eq i64 %330, %294
  br i1 %331, label %295, label %332

332:
  %333 = phi i64 [ %330, %327 ], [ 0, %354 ]
  %334 = phi ptr [ %329, %327 ], [ null, %354 ]
  %335 = phi i32 [ %328, %327 ], [ 0, %354 ]
  br label %297

336:
  store i32 %328, ptr %290, align 4
  %337 = load i32, ptr %292, align 4
  %338 = add i32 %337, 1
  store i32 %338, ptr %292, align 4
  %339 = load ptr, ptr @dispatch, align 8
  %340 = getelementptr inbounds i8, ptr %339, i64 136
  %341 = load i64, ptr %340, align 8
  %342 = add i64 %341, 1
  store i64 %342, ptr %340, align 8
  br label %343

343:
  %344 = phi i64 [ %355, %354 ], [ 0, %336 ]
  %345 = trunc i64 %344 to i32
  %346 = shl nuw i32 1, %345
  %347 = and i32 %346, %328
  %348 = icmp eq i32 %347, 0
  br i1 %348, label %354, label %349

349:
  %350 = getelementptr inbounds [64 x i8], ptr %293, i64 %344
  %351 = getelementptr inbounds %struct.Lane, ptr %287, i64 %344
  %352 = getelementptr inbounds i8, ptr %351, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %350, ptr align 16 dereferenceable(64) %352, i64 64, i1 false)
  %353 = getelementptr inbounds i8, ptr %351, i64 8
  store i32 0, ptr %353, align 8
  br label %354

354:
  %355 = add nuw nsw i64 %344, 1
  %356 = icmp eq i64 %355, %294
  br i1 %356, label %332, label %343

357:
  %358 = add nuw nsw i64 %280, 1
  %359 = icmp eq i64 %358, %271
  br i1 %359, label %274, label %279

360:
  %361 = icmp eq i32 %388, 0
  %362 = icmp ne i32 %387, 0
  br i1 %361, label %431, label %391

363:
  %364 = phi i64 [ 0, %275 ], [ %389, %384 ]
  %365 = phi i32 [ 0, %275 ], [ %388, %384 ]
  %366 = phi i32 [ 0, %275 ], [ %387, %384 ]
  %367 = phi ptr [ null, %275 ], [ %386, %384 ]
  %368 = phi ptr [ null, %275 ], [ %385, %384 ]
  %369 = getelementptr inbounds %struct.Lane, ptr %278, i64 %364
  %370 = getelementptr inbounds i8, ptr %369, i64 8
  %371 = load i32, ptr %370, align 8
  %372 = icmp eq i32 %371, 3
  br i1 %372, label %373, label %375

373:
  %374 = add i32 %366, 1
  br label %384

375:
  %376 = add i32 %365, 1
  %377 = icmp eq ptr %368, null
  %378 = select i1 %377, ptr %369, ptr %368
  %379 = icmp eq ptr %367, null
  br i1 %379, label %380, label %384

380:
  %381 = call fastcc i32 @order(ptr %378, ptr %369) #18
  %382 = icmp eq i32 %381, 0
  %383 = select i1 %382, ptr null, ptr %369
  br label %384

384:
  %385 = phi ptr [ %368, %373 ], [ %378, %375 ], [ %378, %380 ]
  %386 = phi ptr [ %367, %373 ], [ %367, %375 ], [ %383, %380 ]
  %387 = phi i32 [ %374, %373 ], [ %366, %375 ], [ %366, %380 ]
  %388 = phi i32 [ %365, %373 ], [ %376, %375 ], [ %376, %380 ]
  %389 = add nuw nsw i64 %364, 1
  %390 = icmp eq i64 %389, %93
  br i1 %390, label %360, label %363

391:
  %392 = getelementptr inbounds i8, ptr %276, i64 152
  %393 = load i32, ptr %392, align 8
  %394 = add i32 %393, 1
  store i32 %394, ptr %392, align 8
  %395 = getelementptr inbounds i8, ptr %276, i64 128
  %396 = load i64, ptr %395, align 8
  %397 = add i64 %396, 1
  store i64 %397, ptr %395, align 8
  %398 = icmp ne ptr %386, null
  %399 = select i1 %362, i1 true, i1 %398
  br i1 %399, label %400, label %420

400:
  %401 = getelementptr inbounds i8, ptr %276, i64 96
  %402 = load i32, ptr %401, align 8
  %403 = icmp eq i32 %402, 0
  br i1 %403, label %404, label %420

404:
  %405 = getelementptr inbounds i8, ptr %276, i64 100
  %406 = load i32, ptr %405, align 4
  %407 = icmp eq i32 %406, 0
  br i1 %407, label %408, label %420

408:
  %409 = select i1 %362, i32 1, i32 2
  store i32 %409, ptr %401, align 8
  %410 = getelementptr inbounds i8, ptr %385, i64 16
  %411 = load i64, ptr %410, align 16
  %412 = getelementptr inbounds i8, ptr %276, i64 104
  store i64 %411, ptr %412, align 8
  br i1 %398, label %413, label %416

413:
  %414 = getelementptr inbounds i8, ptr %386, i64 16
  %415 = load i64, ptr %414, align 16
  br label %416

416:
  %417 = phi i64 [ %415, %413 ], [ 0, %408 ]
  %418 = getelementptr inbounds i8, ptr %276, i64 112
  store i64 %417, ptr %418, align 8
  %419 = getelementptr inbounds i8, ptr %276, i64 156
  store i32 %263, ptr %419, align 4
  br label %420

420:
  br label %421

421:
  %422 = phi i64 [ %429, %428 ], [ 0, %420 ]
  %423 = getelementptr inbounds %struct.Lane, ptr %278, i64 %422
  %424 = getelementptr inbounds i8, ptr %423, i64 8
  %425 = load i32, ptr %424, align 8
  %426 = icmp eq i32 %425, 2
  br i1 %426, label %427, label %428

427:
  store i32 0, ptr %424, align 8
  br label %428

428:
  %429 = add nuw nsw i64 %422, 1
  %430 = icmp eq i64 %429, %93
  br i1 %430, label %272, label %421

431:
  %432 = getelementptr inbounds i8, ptr %276, i64 56
  %433 = load ptr, ptr %432, align 8
  %434 = getelementptr inbounds i8, ptr %276, i64 64
  %435 = load i64, ptr %434, align 8
  %436 = getelementptr inbounds i8, ptr %276, i64 96
  br label %437

437:
  %438 = phi i64 [ 0, %431 ], [ %445, %444 ]
  %439 = mul i64 %438, %435
  %440 = getelementptr inbounds i8, ptr %433, i64 %439
  %441 = load i64, ptr %440, align 8
  %442 = icmp eq i64 %441, 7887048017532182883
  br i1 %442, label %444, label %443

443:
  store i32 3, ptr %436, align 8
  br label %444

444:
  %445 = add nuw nsw i64 %438, 1
  %446 = icmp eq i64 %445, %93
  br i1 %446, label %447, label %437

447:
  %448 = add nuw i64 %49, 1
  %449 = icmp eq i64 %448, %2
  br i1 %449, label %45, label %48
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
  %5 = getelementptr inbounds i8, ptr %4, i64 128
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
  %3 = getelementptr inbounds i8, ptr %2, i64 152
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %2, i64 176
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds i8, ptr %2, i64 156
  %8 = load i32, ptr %7, align 4
  %9 = getelementptr inbounds i8, ptr %2, i64 180
  %10 = load i32, ptr %9, align 4
  %11 = getelementptr inbounds i8, ptr %2, i64 160
  %12 = load i32, ptr %11, align 4
  %13 = mul i32 %12, %10
  %14 = add i32 %13, %8
  %15 = mul i32 %14, %6
  %16 = add i32 %15, %4
  %17 = getelementptr inbounds i8, ptr %0, i64 4
  store i32 %16, ptr %17, align 4
  %18 = getelementptr inbounds i8, ptr %2, i64 164
  %19 = load i32, ptr %18, align 4
  store i32 %19, ptr %0, align 4
  %20 = getelementptr inbounds i8, ptr %2, i64 172
  %21 = load i32, ptr %20, align 4
  %22 = getelementptr inbounds i8, ptr %0, i64 8
  store i32 %21, ptr %22, align 4
  %23 = load ptr, ptr @dispatch, align 8
  %24 = getelementptr inbounds i8, ptr %23, i64 152
  %25 = load i32, ptr %24, align 8
  %26 = getelementptr inbounds i8, ptr %0, i64 12
  store i32 %25, ptr %26, align 4
  %27 = getelementptr inbounds i8, ptr %23, i64 40
  %28 = load i32, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %0, i64 20
  store i32 %28, ptr %29, align 4
  %30 = load i32, ptr @mtlb_is_stackful, align 4
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %37, label %32

32:
  %33 = getelementptr inbounds i8, ptr %2, i64 40
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds i8, ptr %34, i64 4
  %36 = load i32, ptr %35, align 4
  br label %37

37:
  %38 = phi i32 [ %36, %32 ], [ 0, %1 ]
  %39 = getelementptr inbounds i8, ptr %0, i64 16
  store i32 %38, ptr %39, align 4
  ret void
}

define i32 @mtlb_size_of_lane() local_unnamed_addr #13 {
  ret i32 256
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
