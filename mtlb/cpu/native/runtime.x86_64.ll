; 999da166d966ba9a6d6e7ca6c8d43ce0012a660bf5dbcc35d937dbe8908c1993 by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, ptr, ptr, ptr, i32, i32, [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [14 x i32], [32 x [64 x i8]], i32, [15 x i32], [32 x [64 x i8]] }

@current = internal unnamed_addr global ptr null, align 8
@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@mtlb_neighbour.zeros = internal constant [8 x i64] zeroinitializer, align 16
@dispatch = internal unnamed_addr global ptr null, align 8
@mtlb_threadgroup_count = external local_unnamed_addr constant i32, align 4
@mtlb_threadgroup = external local_unnamed_addr global [0 x %struct.Region], align 8
@last = internal unnamed_addr global ptr null, align 8
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
  br i1 %3, label %5, label %4

4:
  tail call fastcc void @leave(i32 2, i64 %0) #18
  br label %5

5:
  ret void
}

define internal fastcc void @leave(i32 %0, i64 %1) unnamed_addr #4 {
  %3 = load ptr, ptr @current, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 8
  store i32 %0, ptr %4, align 8
  %5 = getelementptr inbounds i8, ptr %3, i64 16
  store i64 %1, ptr %5, align 16
  %6 = load ptr, ptr @dispatch, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 120
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, 1
  store i64 %9, ptr %7, align 8
  %10 = load ptr, ptr @last, align 8
  br label %11

11:
  %12 = phi ptr [ %3, %2 ], [ %13, %15 ]
  %13 = getelementptr inbounds i8, ptr %12, i64 256
  %14 = icmp ult ptr %13, %10
  br i1 %14, label %15, label %20

15:
  %16 = getelementptr inbounds i8, ptr %12, i64 264
  %17 = load i32, ptr %16, align 8
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %11

19:
  store ptr %13, ptr @current, align 8
  br label %20

20:
  %21 = phi ptr [ %13, %19 ], [ @scheduler_stack, %11 ]
  %22 = load ptr, ptr %21, align 8
  tail call void @switch_stack(ptr %3, ptr %22) #18
  ret void
}

define ptr @mtlb_meet(ptr readonly %0, i64 %1) local_unnamed_addr #3 {
  %3 = load ptr, ptr @current, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 64
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 16 dereferenceable(64) %4, ptr align 1 dereferenceable(64) %0, i64 64, i1 false)
  tail call fastcc void @leave(i32 1, i64 %1) #18
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
  %2 = getelementptr inbounds i8, ptr %1, i64 128
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
  %33 = getelementptr inbounds i8, ptr %8, i64 128
  %34 = getelementptr inbounds i8, ptr %0, i64 48
  %35 = getelementptr inbounds i8, ptr %8, i64 140
  %36 = getelementptr inbounds i8, ptr %8, i64 164
  %37 = getelementptr inbounds i8, ptr %8, i64 168
  %38 = getelementptr inbounds i8, ptr %8, i64 172
  %39 = getelementptr inbounds i8, ptr %8, i64 232
  %40 = getelementptr inbounds i8, ptr %8, i64 236
  %41 = getelementptr inbounds i8, ptr %8, i64 132
  %42 = getelementptr inbounds i8, ptr %8, i64 136
  %43 = getelementptr inbounds i8, ptr %8, i64 244
  %44 = getelementptr inbounds i8, ptr %8, i64 56
  %45 = zext i32 %17 to i64
  %46 = getelementptr i8, ptr %0, i64 28
  br label %50

47:
  %48 = getelementptr inbounds i8, ptr %0, i64 96
  %49 = load i32, ptr %48, align 8
  ret i32 %49

50:
  %51 = phi i64 [ %1, %10 ], [ %465, %464 ]
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
  br label %464

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
  br i1 %167, label %273, label %168

168:
  %169 = lshr i32 %85, 1
  br label %170

170:
  %171 = phi i64 [ 0, %168 ], [ %271, %270 ]
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
  %191 = getelementptr inbounds i8, ptr %190, i64 128
  call fastcc void @begin_group(ptr %191, ptr %0, ptr %4, ptr %5) #18
  %192 = getelementptr inbounds i8, ptr %190, i64 140
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
  %205 = getelementptr inbounds i8, ptr %190, i64 164
  store i32 %172, ptr %205, align 4
  %206 = and i32 %172, 31
  %207 = getelementptr inbounds i8, ptr %190, i64 168
  store i32 %206, ptr %207, align 4
  %208 = lshr i32 %172, 5
  %209 = getelementptr inbounds i8, ptr %190, i64 172
  store i32 %208, ptr %209, align 4
  %210 = lshr i32 %172, 2
  %211 = getelementptr inbounds i8, ptr %190, i64 232
  store i32 %210, ptr %211, align 4
  %212 = and i32 %172, 3
  %213 = getelementptr inbounds i8, ptr %190, i64 236
  store i32 %212, ptr %213, align 4
  %214 = load i32, ptr %191, align 4
  %215 = getelementptr inbounds i8, ptr %190, i64 132
  %216 = load i32, ptr %215, align 4
  %217 = getelementptr inbounds i8, ptr %190, i64 136
  %218 = load i32, ptr %217, align 4
  %219 = mul i32 %218, %64
  %220 = add i32 %219, %216
  %221 = mul i32 %220, %63
  %222 = add i32 %221, %214
  %223 = getelementptr inbounds i8, ptr %190, i64 244
  store i32 %222, ptr %223, align 4
  %224 = getelementptr inbounds i8, ptr %190, i64 8
  store i32 0, ptr %224, align 8
  %225 = getelementptr inbounds i8, ptr %190, i64 56
  store i32 0, ptr %225, align 8
  %226 = getelementptr inbounds i8, ptr %190, i64 24
  %227 = getelementptr inbounds i8, ptr %190, i64 48
  store ptr null, ptr %227, align 16
  %228 = getelementptr inbounds i8, ptr %190, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %226, i8 0, i64 16, i1 false)
  store i32 %206, ptr %228, align 4
  %229 = load ptr, ptr %28, align 8
  %230 = zext i32 %208 to i64
  %231 = getelementptr inbounds %struct.Simd, ptr %229, i64 %230
  %232 = getelementptr inbounds i8, ptr %190, i64 40
  store ptr %231, ptr %232, align 8
  %233 = load ptr, ptr %29, align 8
  br i1 %30, label %237, label %234

234:
  %235 = load i64, ptr %31, align 8
  %236 = mul i64 %235, %171
  br label %237

237:
  %238 = phi i64 [ %236, %234 ], [ 0, %204 ]
  %239 = getelementptr inbounds i8, ptr %233, i64 %238
  %240 = load i32, ptr %16, align 8
  switch i32 %240, label %241 [
    i32 0, label %244
    i32 255, label %244
  ]

241:
  %242 = trunc i32 %240 to i8
  %243 = load i64, ptr %31, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %239, i8 %242, i64 %243, i1 false)
  br label %244

244:
  %245 = load i64, ptr %31, align 8
  %246 = getelementptr inbounds i8, ptr %239, i64 %245
  %247 = shl i64 %171, 8
  %248 = and i64 %247, 3840
  %249 = sub nsw i64 0, %248
  %250 = getelementptr i8, ptr %246, i64 %249
  store i64 7887048017532182883, ptr %239, align 8
  %251 = getelementptr i8, ptr %250, i64 -72
  store i64 0, ptr %251, align 8
  %252 = getelementptr i8, ptr %250, i64 -80
  store i64 ptrtoint (ptr @start to i64), ptr %252, align 8
  %253 = sub i64 %245, %248
  %254 = getelementptr i8, ptr %239, i64 %253
  %255 = getelementptr i8, ptr %254, i64 -128
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(48) %255, i8 0, i64 48, i1 false)
  store ptr %255, ptr %190, align 16
  br i1 %30, label %256, label %270

256:
  %257 = getelementptr inbounds i8, ptr %190, i64 256
  store ptr %257, ptr @last, align 8
  %258 = icmp eq i64 %171, 0
  br i1 %258, label %259, label %262

259:
  %260 = load i32, ptr %32, align 8
  %261 = add i32 %260, 1
  store i32 %261, ptr %32, align 8
  br label %262

262:
  store ptr %190, ptr @current, align 8
  call void @switch_stack(ptr @scheduler_stack, ptr %255) #18
  %263 = load ptr, ptr @dispatch, align 8
  %264 = getelementptr inbounds i8, ptr %263, i64 56
  %265 = load ptr, ptr %264, align 8
  %266 = load i64, ptr %265, align 8
  %267 = icmp eq i64 %266, 7887048017532182883
  br i1 %267, label %270, label %268

268:
  %269 = getelementptr inbounds i8, ptr %263, i64 96
  store i32 3, ptr %269, align 8
  br label %270

270:
  %271 = add nuw nsw i64 %171, 1
  %272 = icmp eq i64 %271, %90
  br i1 %272, label %273, label %170

273:
  br i1 %30, label %464, label %274

274:
  %275 = trunc i64 %51 to i32
  %276 = add i32 %89, 31
  %277 = lshr i32 %276, 5
  %278 = load ptr, ptr @dispatch, align 8
  %279 = getelementptr inbounds i8, ptr %278, i64 152
  %280 = load i32, ptr %279, align 8
  %281 = add i32 %280, 1
  store i32 %281, ptr %279, align 8
  %282 = icmp eq i32 %277, 0
  %283 = zext i32 %277 to i64
  br label %285

284:
  br label %285

285:
  br i1 %282, label %286, label %291

286:
  br i1 %167, label %464, label %287

287:
  %288 = load ptr, ptr @dispatch, align 8
  %289 = getelementptr inbounds i8, ptr %288, i64 72
  %290 = load ptr, ptr %289, align 8
  br label %380

291:
  %292 = phi i64 [ %375, %374 ], [ 0, %285 ]
  %293 = shl nuw i64 %292, 5
  %294 = trunc i64 %293 to i32
  %295 = sub i32 %89, %294
  %296 = load ptr, ptr @dispatch, align 8
  %297 = getelementptr inbounds i8, ptr %296, i64 72
  %298 = load ptr, ptr %297, align 8
  %299 = getelementptr inbounds %struct.Lane, ptr %298, i64 %293
  %300 = call i32 @llvm.umin.i32(i32 %295, i32 32)
  %301 = getelementptr inbounds i8, ptr %299, i64 40
  %302 = load ptr, ptr %301, align 8
  %303 = zext i32 %300 to i64
  %304 = getelementptr inbounds %struct.Lane, ptr %299, i64 %303
  store ptr %304, ptr @last, align 8
  %305 = icmp eq i64 %293, %90
  %306 = getelementptr inbounds i8, ptr %302, i64 4
  %307 = getelementptr inbounds i8, ptr %302, i64 64
  br i1 %305, label %374, label %313

308:
  %309 = add nuw nsw i64 %314, 1
  %310 = icmp eq i64 %309, %303
  br i1 %310, label %321, label %311

311:
  %312 = phi i64 [ %309, %308 ], [ 0, %371 ]
  br label %313

313:
  %314 = phi i64 [ %312, %311 ], [ 0, %291 ]
  %315 = getelementptr inbounds %struct.Lane, ptr %299, i64 %314
  %316 = getelementptr inbounds i8, ptr %315, i64 8
  %317 = load i32, ptr %316, align 8
  %318 = icmp eq i32 %317, 0
  br i1 %318, label %319, label %308

319:
  store ptr %315, ptr @current, align 8
  %320 = load ptr, ptr %315, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %320) #18
  br label %321

321:
  br label %324

322:
  %323 = icmp eq i32 %349, 0
  br i1 %323, label %374, label %353

324:
  %325 = phi i64 [ %351, %348 ], [ 0, %321 ]
  %326 = phi ptr [ %350, %348 ], [ null, %321 ]
  %327 = phi i32 [ %349, %348 ], [ 0, %321 ]
  %328 = getelementptr inbounds %struct.Lane, ptr %299, i64 %325
  %329 = getelementptr inbounds i8, ptr %328, i64 8
  %330 = load i32, ptr %329, align 8
  %331 = icmp eq i32 %330, 1
  br i1 %331, label %332, label %348

332:
  %333 = icmp eq ptr %326, null
  br i1 %333, label %334, label %337

334:
  %335 = trunc i64 %325 to i32
  %336 = shl nuw i32 1, %335
  br label %348

337:
  %338 = call fastcc i32 @order(ptr %328, ptr %326) #18
  %339 = freeze i32 %338
  %340 = icmp slt i32 %339, 0
  %341 = select i1 %340, i32 0, i32 %327
  %342 = select i1 %340, ptr %328, ptr %326
  %343 = trunc i64 %325 to i32
  %344 = shl nuw i32 1, %343
  %345 = icmp sgt i32 %339, 0
  %346 = select i1 %345, i32 0, i32 %344
  %347 = or i32 %341, %346
  br label %348

348:
  %349 = phi i32 [ %327, %324 ], [ %347, %337 ], [ %336, %334 ]
  %350 = phi ptr [ %326, %324 ], [ %342, %337 ], [ %328, %334 ]
  %351 = add nuw nsw i64 %325, 1
  %352 = icmp eq i64 %351, %303
  br i1 %352, label %322, label %324

353:
  store i32 %349, ptr %302, align 4
  %354 = load i32, ptr %306, align 4
  %355 = add i32 %354, 1
  store i32 %355, ptr %306, align 4
  %356 = load ptr, ptr @dispatch, align 8
  %357 = getelementptr inbounds i8, ptr %356, i64 136
  %358 = load i64, ptr %357, align 8
  %359 = add i64 %358, 1
  store i64 %359, ptr %357, align 8
  br label %360

360:
  %361 = phi i64 [ %372, %371 ], [ 0, %353 ]
  %362 = trunc i64 %361 to i32
  %363 = shl nuw i32 1, %362
  %364 = and i32 %363, %349
  %365 = icmp eq i32 %364, 0
  br i1 %365, label %371, label %366

366:
  %367 = getelementptr inbounds [64 x i8], ptr %307, i64 %361
  %368 = getelementptr inbounds %struct.Lane, ptr %299, i64 %361
  %369 = getelementptr inbounds i8, ptr %368, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %367, ptr align 16 dereferenceable(64) %369, i64 64, i1 false)
  %370 = getelementptr inbounds i8, ptr %368, i64 8
  store i32 0, ptr %370, align 8
  br label %371

371:
  %372 = add nuw nsw i64 %361, 1
  %373 = icmp eq i64 %372, %303
  br i1 %373, label %311, label %360

374:
  %375 = add nuw nsw i64 %292, 1
  %376 = icmp eq i64 %375, %283
  br i1 %376, label %286, label %291

377:
  %378 = icmp eq i32 %405, 0
  %379 = icmp ne i32 %404, 0
  br i1 %378, label %448, label %408

380:
  %381 = phi i64 [ 0, %287 ], [ %406, %401 ]
  %382 = phi i32 [ 0, %287 ], [ %405, %401 ]
  %383 = phi i32 [ 0, %287 ], [ %404, %401 ]
  %384 = phi ptr [ null, %287 ], [ %403, %401 ]
  %385 = phi ptr [ null, %287 ], [ %402, %401 ]
  %386 = getelementptr inbounds %struct.Lane, ptr %290, i64 %381
  %387 = getelementptr inbounds i8, ptr %386, i64 8
  %388 = load i32, ptr %387, align 8
  %389 = icmp eq i32 %388, 3
  br i1 %389, label %390, label %392

390:
  %391 = add i32 %383, 1
  br label %401

392:
  %393 = add i32 %382, 1
  %394 = icmp eq ptr %385, null
  %395 = select i1 %394, ptr %386, ptr %385
  %396 = icmp eq ptr %384, null
  br i1 %396, label %397, label %401

397:
  %398 = call fastcc i32 @order(ptr %395, ptr %386) #18
  %399 = icmp eq i32 %398, 0
  %400 = select i1 %399, ptr null, ptr %386
  br label %401

401:
  %402 = phi ptr [ %385, %390 ], [ %395, %392 ], [ %395, %397 ]
  %403 = phi ptr [ %384, %390 ], [ %384, %392 ], [ %400, %397 ]
  %404 = phi i32 [ %391, %390 ], [ %383, %392 ], [ %383, %397 ]
  %405 = phi i32 [ %382, %390 ], [ %393, %392 ], [ %393, %397 ]
  %406 = add nuw nsw i64 %381, 1
  %407 = icmp eq i64 %406, %90
  br i1 %407, label %377, label %380

408:
  %409 = getelementptr inbounds i8, ptr %288, i64 152
  %410 = load i32, ptr %409, align 8
  %411 = add i32 %410, 1
  store i32 %411, ptr %409, align 8
  %412 = getelementptr inbounds i8, ptr %288, i64 128
  %413 = load i64, ptr %412, align 8
  %414 = add i64 %413, 1
  store i64 %414, ptr %412, align 8
  %415 = icmp ne ptr %403, null
  %416 = select i1 %379, i1 true, i1 %415
  br i1 %416, label %417, label %437

417:
  %418 = getelementptr inbounds i8, ptr %288, i64 96
  %419 = load i32, ptr %418, align 8
  %420 = icmp eq i32 %419, 0
  br i1 %420, label %421, label %437

421:
  %422 = getelementptr inbounds i8, ptr %288, i64 100
  %423 = load i32, ptr %422, align 4
  %424 = icmp eq i32 %423, 0
  br i1 %424, label %425, label %437

425:
  %426 = select i1 %379, i32 1, i32 2
  store i32 %426, ptr %418, align 8
  %427 = getelementptr inbounds i8, ptr %402, i64 16
  %428 = load i64, ptr %427, align 16
  %429 = getelementptr inbounds i8, ptr %288, i64 104
  store i64 %428, ptr %429, align 8
  br i1 %415, label %430, label %433

430:
  %431 = getelementptr inbounds i8, ptr %403, i64 16
  %432 = load i64, ptr %431, align 16
  br label %433

433:
  %434 = phi i64 [ %432, %430 ], [ 0, %425 ]
  %435 = getelementptr inbounds i8, ptr %288, i64 112
  store i64 %434, ptr %435, align 8
  %436 = getelementptr inbounds i8, ptr %288, i64 156
  store i32 %275, ptr %436, align 4
  br label %437

437:
  br label %438

438:
  %439 = phi i64 [ %446, %445 ], [ 0, %437 ]
  %440 = getelementptr inbounds %struct.Lane, ptr %290, i64 %439
  %441 = getelementptr inbounds i8, ptr %440, i64 8
  %442 = load i32, ptr %441, align 8
  %443 = icmp eq i32 %442, 2
  br i1 %443, label %444, label %445

444:
  store i32 0, ptr %441, align 8
  br label %445

445:
  %446 = add nuw nsw i64 %439, 1
  %447 = icmp eq i64 %446, %90
  br i1 %447, label %284, label %438

448:
  %449 = getelementptr inbounds i8, ptr %288, i64 56
  %450 = load ptr, ptr %449, align 8
  %451 = getelementptr inbounds i8, ptr %288, i64 64
  %452 = load i64, ptr %451, align 8
  %453 = getelementptr inbounds i8, ptr %288, i64 96
  br label %454

454:
  %455 = phi i64 [ 0, %448 ], [ %462, %461 ]
  %456 = mul i64 %455, %452
  %457 = getelementptr inbounds i8, ptr %450, i64 %456
  %458 = load i64, ptr %457, align 8
  %459 = icmp eq i64 %458, 7887048017532182883
  br i1 %459, label %461, label %460

460:
  store i32 3, ptr %453, align 8
  br label %461

461:
  %462 = add nuw nsw i64 %455, 1
  %463 = icmp eq i64 %462, %90
  br i1 %463, label %464, label %454

464:
  %465 = add nuw i64 %51, 1
  %466 = icmp eq i64 %465, %2
  br i1 %466, label %47, label %50
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
  %5 = getelementptr inbounds i8, ptr %4, i64 128
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
  %5 = getelementptr inbounds i8, ptr %4, i64 256
  %6 = icmp ult ptr %5, %2
  br i1 %6, label %7, label %12

7:
  %8 = getelementptr inbounds i8, ptr %4, i64 264
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
