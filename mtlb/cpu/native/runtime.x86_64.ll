; ae7254b803a757d7137ceef35a6de473179d31bbf93b5191fb7901ec85ad029f by tools/build_runtime.py
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
  %51 = phi i64 [ %1, %10 ], [ %459, %458 ]
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
  br label %458

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
  br i1 %167, label %267, label %168

168:
  %169 = lshr i32 %85, 1
  br label %170

170:
  %171 = phi i64 [ 0, %168 ], [ %265, %264 ]
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
  store i64 7887048017532182883, ptr %239, align 8
  %247 = getelementptr inbounds i8, ptr %246, i64 -72
  store i64 0, ptr %247, align 8
  %248 = getelementptr inbounds i8, ptr %246, i64 -80
  store i64 ptrtoint (ptr @start to i64), ptr %248, align 8
  %249 = getelementptr i8, ptr %246, i64 -128
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(48) %249, i8 0, i64 48, i1 false)
  store ptr %249, ptr %190, align 16
  br i1 %30, label %250, label %264

250:
  %251 = getelementptr inbounds i8, ptr %190, i64 256
  store ptr %251, ptr @last, align 8
  %252 = icmp eq i64 %171, 0
  br i1 %252, label %253, label %256

253:
  %254 = load i32, ptr %32, align 8
  %255 = add i32 %254, 1
  store i32 %255, ptr %32, align 8
  br label %256

256:
  store ptr %190, ptr @current, align 8
  call void @switch_stack(ptr @scheduler_stack, ptr %249) #18
  %257 = load ptr, ptr @dispatch, align 8
  %258 = getelementptr inbounds i8, ptr %257, i64 56
  %259 = load ptr, ptr %258, align 8
  %260 = load i64, ptr %259, align 8
  %261 = icmp eq i64 %260, 7887048017532182883
  br i1 %261, label %264, label %262

262:
  %263 = getelementptr inbounds i8, ptr %257, i64 96
  store i32 3, ptr %263, align 8
  br label %264

264:
  %265 = add nuw nsw i64 %171, 1
  %266 = icmp eq i64 %265, %90
  br i1 %266, label %267, label %170

267:
  br i1 %30, label %458, label %268

268:
  %269 = trunc i64 %51 to i32
  %270 = add i32 %89, 31
  %271 = lshr i32 %270, 5
  %272 = load ptr, ptr @dispatch, align 8
  %273 = getelementptr inbounds i8, ptr %272, i64 152
  %274 = load i32, ptr %273, align 8
  %275 = add i32 %274, 1
  store i32 %275, ptr %273, align 8
  %276 = icmp eq i32 %271, 0
  %277 = zext i32 %271 to i64
  br label %279

278:
  br label %279

279:
  br i1 %276, label %280, label %285

280:
  br i1 %167, label %458, label %281

281:
  %282 = load ptr, ptr @dispatch, align 8
  %283 = getelementptr inbounds i8, ptr %282, i64 72
  %284 = load ptr, ptr %283, align 8
  br label %374

285:
  %286 = phi i64 [ %369, %368 ], [ 0, %279 ]
  %287 = shl nuw i64 %286, 5
  %288 = trunc i64 %287 to i32
  %289 = sub i32 %89, %288
  %290 = load ptr, ptr @dispatch, align 8
  %291 = getelementptr inbounds i8, ptr %290, i64 72
  %292 = load ptr, ptr %291, align 8
  %293 = getelementptr inbounds %struct.Lane, ptr %292, i64 %287
  %294 = call i32 @llvm.umin.i32(i32 %289, i32 32)
  %295 = getelementptr inbounds i8, ptr %293, i64 40
  %296 = load ptr, ptr %295, align 8
  %297 = zext i32 %294 to i64
  %298 = getelementptr inbounds %struct.Lane, ptr %293, i64 %297
  store ptr %298, ptr @last, align 8
  %299 = icmp eq i64 %287, %90
  %300 = getelementptr inbounds i8, ptr %296, i64 4
  %301 = getelementptr inbounds i8, ptr %296, i64 64
  br i1 %299, label %368, label %307

302:
  %303 = add nuw nsw i64 %308, 1
  %304 = icmp eq i64 %303, %297
  br i1 %304, label %315, label %305

305:
  %306 = phi i64 [ %303, %302 ], [ 0, %365 ]
  br label %307

307:
  %308 = phi i64 [ %306, %305 ], [ 0, %285 ]
  %309 = getelementptr inbounds %struct.Lane, ptr %293, i64 %308
  %310 = getelementptr inbounds i8, ptr %309, i64 8
  %311 = load i32, ptr %310, align 8
  %312 = icmp eq i32 %311, 0
  br i1 %312, label %313, label %302

313:
  store ptr %309, ptr @current, align 8
  %314 = load ptr, ptr %309, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %314) #18
  br label %315

315:
  br label %318

316:
  %317 = icmp eq i32 %343, 0
  br i1 %317, label %368, label %347

318:
  %319 = phi i64 [ %345, %342 ], [ 0, %315 ]
  %320 = phi ptr [ %344, %342 ], [ null, %315 ]
  %321 = phi i32 [ %343, %342 ], [ 0, %315 ]
  %322 = getelementptr inbounds %struct.Lane, ptr %293, i64 %319
  %323 = getelementptr inbounds i8, ptr %322, i64 8
  %324 = load i32, ptr %323, align 8
  %325 = icmp eq i32 %324, 1
  br i1 %325, label %326, label %342

326:
  %327 = icmp eq ptr %320, null
  br i1 %327, label %328, label %331

328:
  %329 = trunc i64 %319 to i32
  %330 = shl nuw i32 1, %329
  br label %342

331:
  %332 = call fastcc i32 @order(ptr %322, ptr %320) #18
  %333 = freeze i32 %332
  %334 = icmp slt i32 %333, 0
  %335 = select i1 %334, i32 0, i32 %321
  %336 = select i1 %334, ptr %322, ptr %320
  %337 = trunc i64 %319 to i32
  %338 = shl nuw i32 1, %337
  %339 = icmp sgt i32 %333, 0
  %340 = select i1 %339, i32 0, i32 %338
  %341 = or i32 %335, %340
  br label %342

342:
  %343 = phi i32 [ %321, %318 ], [ %341, %331 ], [ %330, %328 ]
  %344 = phi ptr [ %320, %318 ], [ %336, %331 ], [ %322, %328 ]
  %345 = add nuw nsw i64 %319, 1
  %346 = icmp eq i64 %345, %297
  br i1 %346, label %316, label %318

347:
  store i32 %343, ptr %296, align 4
  %348 = load i32, ptr %300, align 4
  %349 = add i32 %348, 1
  store i32 %349, ptr %300, align 4
  %350 = load ptr, ptr @dispatch, align 8
  %351 = getelementptr inbounds i8, ptr %350, i64 136
  %352 = load i64, ptr %351, align 8
  %353 = add i64 %352, 1
  store i64 %353, ptr %351, align 8
  br label %354

354:
  %355 = phi i64 [ %366, %365 ], [ 0, %347 ]
  %356 = trunc i64 %355 to i32
  %357 = shl nuw i32 1, %356
  %358 = and i32 %357, %343
  %359 = icmp eq i32 %358, 0
  br i1 %359, label %365, label %360

360:
  %361 = getelementptr inbounds [64 x i8], ptr %301, i64 %355
  %362 = getelementptr inbounds %struct.Lane, ptr %293, i64 %355
  %363 = getelementptr inbounds i8, ptr %362, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %361, ptr align 16 dereferenceable(64) %363, i64 64, i1 false)
  %364 = getelementptr inbounds i8, ptr %362, i64 8
  store i32 0, ptr %364, align 8
  br label %365

365:
  %366 = add nuw nsw i64 %355, 1
  %367 = icmp eq i64 %366, %297
  br i1 %367, label %305, label %354

368:
  %369 = add nuw nsw i64 %286, 1
  %370 = icmp eq i64 %369, %277
  br i1 %370, label %280, label %285

371:
  %372 = icmp eq i32 %399, 0
  %373 = icmp ne i32 %398, 0
  br i1 %372, label %442, label %402

374:
  %375 = phi i64 [ 0, %281 ], [ %400, %395 ]
  %376 = phi i32 [ 0, %281 ], [ %399, %395 ]
  %377 = phi i32 [ 0, %281 ], [ %398, %395 ]
  %378 = phi ptr [ null, %281 ], [ %397, %395 ]
  %379 = phi ptr [ null, %281 ], [ %396, %395 ]
  %380 = getelementptr inbounds %struct.Lane, ptr %284, i64 %375
  %381 = getelementptr inbounds i8, ptr %380, i64 8
  %382 = load i32, ptr %381, align 8
  %383 = icmp eq i32 %382, 3
  br i1 %383, label %384, label %386

384:
  %385 = add i32 %377, 1
  br label %395

386:
  %387 = add i32 %376, 1
  %388 = icmp eq ptr %379, null
  %389 = select i1 %388, ptr %380, ptr %379
  %390 = icmp eq ptr %378, null
  br i1 %390, label %391, label %395

391:
  %392 = call fastcc i32 @order(ptr %389, ptr %380) #18
  %393 = icmp eq i32 %392, 0
  %394 = select i1 %393, ptr null, ptr %380
  br label %395

395:
  %396 = phi ptr [ %379, %384 ], [ %389, %386 ], [ %389, %391 ]
  %397 = phi ptr [ %378, %384 ], [ %378, %386 ], [ %394, %391 ]
  %398 = phi i32 [ %385, %384 ], [ %377, %386 ], [ %377, %391 ]
  %399 = phi i32 [ %376, %384 ], [ %387, %386 ], [ %387, %391 ]
  %400 = add nuw nsw i64 %375, 1
  %401 = icmp eq i64 %400, %90
  br i1 %401, label %371, label %374

402:
  %403 = getelementptr inbounds i8, ptr %282, i64 152
  %404 = load i32, ptr %403, align 8
  %405 = add i32 %404, 1
  store i32 %405, ptr %403, align 8
  %406 = getelementptr inbounds i8, ptr %282, i64 128
  %407 = load i64, ptr %406, align 8
  %408 = add i64 %407, 1
  store i64 %408, ptr %406, align 8
  %409 = icmp ne ptr %397, null
  %410 = select i1 %373, i1 true, i1 %409
  br i1 %410, label %411, label %431

411:
  %412 = getelementptr inbounds i8, ptr %282, i64 96
  %413 = load i32, ptr %412, align 8
  %414 = icmp eq i32 %413, 0
  br i1 %414, label %415, label %431

415:
  %416 = getelementptr inbounds i8, ptr %282, i64 100
  %417 = load i32, ptr %416, align 4
  %418 = icmp eq i32 %417, 0
  br i1 %418, label %419, label %431

419:
  %420 = select i1 %373, i32 1, i32 2
  store i32 %420, ptr %412, align 8
  %421 = getelementptr inbounds i8, ptr %396, i64 16
  %422 = load i64, ptr %421, align 16
  %423 = getelementptr inbounds i8, ptr %282, i64 104
  store i64 %422, ptr %423, align 8
  br i1 %409, label %424, label %427

424:
  %425 = getelementptr inbounds i8, ptr %397, i64 16
  %426 = load i64, ptr %425, align 16
  br label %427

427:
  %428 = phi i64 [ %426, %424 ], [ 0, %419 ]
  %429 = getelementptr inbounds i8, ptr %282, i64 112
  store i64 %428, ptr %429, align 8
  %430 = getelementptr inbounds i8, ptr %282, i64 156
  store i32 %269, ptr %430, align 4
  br label %431

431:
  br label %432

432:
  %433 = phi i64 [ %440, %439 ], [ 0, %431 ]
  %434 = getelementptr inbounds %struct.Lane, ptr %284, i64 %433
  %435 = getelementptr inbounds i8, ptr %434, i64 8
  %436 = load i32, ptr %435, align 8
  %437 = icmp eq i32 %436, 2
  br i1 %437, label %438, label %439

438:
  store i32 0, ptr %435, align 8
  br label %439

439:
  %440 = add nuw nsw i64 %433, 1
  %441 = icmp eq i64 %440, %90
  br i1 %441, label %278, label %432

442:
  %443 = getelementptr inbounds i8, ptr %282, i64 56
  %444 = load ptr, ptr %443, align 8
  %445 = getelementptr inbounds i8, ptr %282, i64 64
  %446 = load i64, ptr %445, align 8
  %447 = getelementptr inbounds i8, ptr %282, i64 96
  br label %448

448:
  %449 = phi i64 [ 0, %442 ], [ %456, %455 ]
  %450 = mul i64 %449, %446
  %451 = getelementptr inbounds i8, ptr %444, i64 %450
  %452 = load i64, ptr %451, align 8
  %453 = icmp eq i64 %452, 7887048017532182883
  br i1 %453, label %455, label %454

454:
  store i32 3, ptr %447, align 8
  br label %455

455:
  %456 = add nuw nsw i64 %449, 1
  %457 = icmp eq i64 %456, %90
  br i1 %457, label %458, label %448

458:
  %459 = add nuw i64 %51, 1
  %460 = icmp eq i64 %459, %2
  br i1 %460, label %47, label %50
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
