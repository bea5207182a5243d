; 999da166d966ba9a6d6e7ca6c8d43ce0012a660bf5dbcc35d937dbe8908c1993 by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, ptr, ptr, ptr, i32, i32, [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [14 x i32], [32 x [64 x i8]], i32, [15 x i32], [32 x [64 x i8]] }

@current = internal unnamed_addr global ptr null, align 8
@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@mtlb_neighbour.zeros = internal constant [8 x i64] zeroinitializer, align 8
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
  %51 = phi i64 [ %1, %10 ], [ %475, %474 ]
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
  br label %474

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
  br i1 %172, label %283, label %173

173:
  %174 = lshr i32 %90, 1
  br label %175

175:
  %176 = phi i64 [ 0, %173 ], [ %281, %280 ]
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
  %204 = getelementptr inbounds i8, ptr %203, i64 128
  call fastcc void @begin_group(ptr %204, ptr %0, ptr %4, ptr %5) #18
  %205 = getelementptr inbounds i8, ptr %203, i64 140
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
  %218 = getelementptr inbounds i8, ptr %203, i64 164
  store i32 %177, ptr %218, align 4
  %219 = and i32 %177, 31
  %220 = getelementptr inbounds i8, ptr %203, i64 168
  store i32 %219, ptr %220, align 4
  %221 = lshr i32 %177, 5
  %222 = getelementptr inbounds i8, ptr %203, i64 172
  store i32 %221, ptr %222, align 4
  %223 = lshr i32 %177, 2
  %224 = getelementptr inbounds i8, ptr %203, i64 232
  store i32 %223, ptr %224, align 4
  %225 = and i32 %177, 3
  %226 = getelementptr inbounds i8, ptr %203, i64 236
  store i32 %225, ptr %226, align 4
  %227 = load i32, ptr %204, align 4
  %228 = getelementptr inbounds i8, ptr %203, i64 132
  %229 = load i32, ptr %228, align 4
  %230 = getelementptr inbounds i8, ptr %203, i64 136
  %231 = load i32, ptr %230, align 4
  %232 = mul i32 %231, %69
  %233 = add i32 %232, %229
  %234 = mul i32 %233, %68
  %235 = add i32 %234, %227
  %236 = getelementptr inbounds i8, ptr %203, i64 244
  store i32 %235, ptr %236, align 4
  %237 = getelementptr inbounds i8, ptr %203, i64 8
  store i32 0, ptr %237, align 8
  %238 = getelementptr inbounds i8, ptr %203, i64 56
  store i32 0, ptr %238, align 8
  %239 = getelementptr inbounds i8, ptr %203, i64 24
  %240 = getelementptr inbounds i8, ptr %203, i64 48
  store ptr null, ptr %240, align 16
  %241 = getelementptr inbounds i8, ptr %203, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %239, i8 0, i64 16, i1 false)
  store i32 %219, ptr %241, align 4
  %242 = load ptr, ptr %28, align 8
  %243 = zext i32 %221 to i64
  %244 = getelementptr inbounds %struct.Simd, ptr %242, i64 %243
  %245 = getelementptr inbounds i8, ptr %203, i64 40
  store ptr %244, ptr %245, align 8
  %246 = load ptr, ptr %29, align 8
  br i1 %30, label %250, label %247

247:
  %248 = load i64, ptr %31, align 8
  %249 = mul i64 %248, %176
  br label %250

250:
  %251 = phi i64 [ %249, %247 ], [ 0, %217 ]
  %252 = getelementptr inbounds i8, ptr %246, i64 %251
  %253 = load i32, ptr %16, align 8
  switch i32 %253, label %254 [
    i32 0, label %257
    i32 255, label %257
  ]

254:
  %255 = trunc i32 %253 to i8
  %256 = load i64, ptr %31, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %252, i8 %255, i64 %256, i1 false)
  br label %257

257:
  %258 = load i64, ptr %31, align 8
  %259 = getelementptr inbounds i8, ptr %252, i64 %258
  %260 = shl i64 %176, 8
  %261 = and i64 %260, 3840
  %262 = sub nsw i64 0, %261
  %263 = getelementptr i8, ptr %259, i64 %262
  store i64 7887048017532182883, ptr %252, align 8
  %264 = getelementptr i8, ptr %263, i64 -224
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(160) %264, i8 0, i64 160, i1 false)
  %265 = getelementptr i8, ptr %263, i64 -136
  store i64 ptrtoint (ptr @start to i64), ptr %265, align 8
  store ptr %264, ptr %203, align 16
  br i1 %30, label %266, label %280

266:
  %267 = getelementptr inbounds i8, ptr %203, i64 256
  store ptr %267, ptr @last, align 8
  %268 = icmp eq i64 %176, 0
  br i1 %268, label %269, label %272

269:
  %270 = load i32, ptr %32, align 8
  %271 = add i32 %270, 1
  store i32 %271, ptr %32, align 8
  br label %272

272:
  store ptr %203, ptr @current, align 8
  call void @switch_stack(ptr @scheduler_stack, ptr %264) #18
  %273 = load ptr, ptr @dispatch, align 8
  %274 = getelementptr inbounds i8, ptr %273, i64 56
  %275 = load ptr, ptr %274, align 8
  %276 = load i64, ptr %275, align 8
  %277 = icmp eq i64 %276, 7887048017532182883
  br i1 %277, label %280, label %278

278:
  %279 = getelementptr inbounds i8, ptr %273, i64 96
  store i32 3, ptr %279, align 8
  br label %280

280:
  %281 = add nuw nsw i64 %176, 1
  %282 = icmp eq i64 %281, %95
  br i1 %282, label %283, label %175

283:
  br i1 %30, label %474, label %284

284:
  %285 = trunc i64 %51 to i32
  %286 = add i32 %94, 31
  %287 = lshr i32 %286, 5
  %288 = load ptr, ptr @dispatch, align 8
  %289 = getelementptr inbounds i8, ptr %288, i64 152
  %290 = load i32, ptr %289, align 8
  %291 = add i32 %290, 1
  store i32 %291, ptr %289, align 8
  %292 = icmp eq i32 %287, 0
  %293 = zext i32 %287 to i64
  br label %295

294:
  br label %295

295:
  br i1 %292, label %296, label %301

296:
  br i1 %172, label %474, label %297

297:
  %298 = load ptr, ptr @dispatch, align 8
  %299 = getelementptr inbounds i8, ptr %298, i64 72
  %300 = load ptr, ptr %299, align 8
  br label %390

301:
  %302 = phi i64 [ %385, %384 ], [ 0, %295 ]
  %303 = shl nuw i64 %302, 5
  %304 = trunc i64 %303 to i32
  %305 = sub i32 %94, %304
  %306 = load ptr, ptr @dispatch, align 8
  %307 = getelementptr inbounds i8, ptr %306, i64 72
  %308 = load ptr, ptr %307, align 8
  %309 = getelementptr inbounds %struct.Lane, ptr %308, i64 %303
  %310 = call i32 @llvm.umin.i32(i32 %305, i32 32)
  %311 = getelementptr inbounds i8, ptr %309, i64 40
  %312 = load ptr, ptr %311, align 8
  %313 = zext i32 %310 to i64
  %314 = getelementptr inbounds %struct.Lane, ptr %309, i64 %313
  store ptr %314, ptr @last, align 8
  %315 = icmp eq i64 %303, %95
  %316 = getelementptr inbounds i8, ptr %312, i64 4
  %317 = getelementptr inbounds i8, ptr %312, i64 64
  br i1 %315, label %384, label %323

318:
  %319 = add nuw nsw i64 %324, 1
  %320 = icmp eq i64 %319, %313
  br i1 %320, label %331, label %321

321:
  %322 = phi i64 [ %319, %318 ], [ 0, %381 ]
  br label %323

323:
  %324 = phi i64 [ %322, %321 ], [ 0, %301 ]
  %325 = getelementptr inbounds %struct.Lane, ptr %309, i64 %324
  %326 = getelementptr inbounds i8, ptr %325, i64 8
  %327 = load i32, ptr %326, align 8
  %328 = icmp eq i32 %327, 0
  br i1 %328, label %329, label %318

329:
  store ptr %325, ptr @current, align 8
  %330 = load ptr, ptr %325, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %330) #18
  br label %331

331:
  br label %334

332:
  %333 = icmp eq i32 %359, 0
  br i1 %333, label %384, label %363

334:
  %335 = phi i64 [ %361, %358 ], [ 0, %331 ]
  %336 = phi ptr [ %360, %358 ], [ null, %331 ]
  %337 = phi i32 [ %359, %358 ], [ 0, %331 ]
  %338 = getelementptr inbounds %struct.Lane, ptr %309, i64 %335
  %339 = getelementptr inbounds i8, ptr %338, i64 8
  %340 = load i32, ptr %339, align 8
  %341 = icmp eq i32 %340, 1
  br i1 %341, label %342, label %358

342:
  %343 = icmp eq ptr %336, null
  br i1 %343, label %344, label %347

344:
  %345 = trunc i64 %335 to i32
  %346 = shl nuw i32 1, %345
  br label %358

347:
  %348 = call fastcc i32 @order(ptr %338, ptr %336) #18
  %349 = freeze i32 %348
  %350 = icmp slt i32 %349, 0
  %351 = select i1 %350, i32 0, i32 %337
  %352 = select i1 %350, ptr %338, ptr %336
  %353 = trunc i64 %335 to i32
  %354 = shl nuw i32 1, %353
  %355 = icmp sgt i32 %349, 0
  %356 = select i1 %355, i32 0, i32 %354
  %357 = or i32 %351, %356
  br label %358

358:
  %359 = phi i32 [ %337, %334 ], [ %357, %347 ], [ %346, %344 ]
  %360 = phi ptr [ %336, %334 ], [ %352, %347 ], [ %338, %344 ]
  %361 = add nuw nsw i64 %335, 1
  %362 = icmp eq i64 %361, %313
  br i1 %362, label %332, label %334

363:
  store i32 %359, ptr %312, align 4
  %364 = load i32, ptr %316, align 4
  %365 = add i32 %364, 1
  store i32 %365, ptr %316, align 4
  %366 = load ptr, ptr @dispatch, align 8
  %367 = getelementptr inbounds i8, ptr %366, i64 136
  %368 = load i64, ptr %367, align 8
  %369 = add i64 %368, 1
  store i64 %369, ptr %367, align 8
  br label %370

370:
  %371 = phi i64 [ %382, %381 ], [ 0, %363 ]
  %372 = trunc i64 %371 to i32
  %373 = shl nuw i32 1, %372
  %374 = and i32 %373, %359
  %375 = icmp eq i32 %374, 0
  br i1 %375, label %381, label %376

376:
  %377 = getelementptr inbounds [64 x i8], ptr %317, i64 %371
  %378 = getelementptr inbounds %struct.Lane, ptr %309, i64 %371
  %379 = getelementptr inbounds i8, ptr %378, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %377, ptr align 16 dereferenceable(64) %379, i64 64, i1 false)
  %380 = getelementptr inbounds i8, ptr %378, i64 8
  store i32 0, ptr %380, align 8
  br label %381

381:
  %382 = add nuw nsw i64 %371, 1
  %383 = icmp eq i64 %382, %313
  br i1 %383, label %321, label %370

384:
  %385 = add nuw nsw i64 %302, 1
  %386 = icmp eq i64 %385, %293
  br i1 %386, label %296, label %301

387:
  %388 = icmp eq i32 %415, 0
  %389 = icmp ne i32 %414, 0
  br i1 %388, label %458, label %418

390:
  %391 = phi i64 [ 0, %297 ], [ %416, %411 ]
  %392 = phi i32 [ 0, %297 ], [ %415, %411 ]
  %393 = phi i32 [ 0, %297 ], [ %414, %411 ]
  %394 = phi ptr [ null, %297 ], [ %413, %411 ]
  %395 = phi ptr [ null, %297 ], [ %412, %411 ]
  %396 = getelementptr inbounds %struct.Lane, ptr %300, i64 %391
  %397 = getelementptr inbounds i8, ptr %396, i64 8
  %398 = load i32, ptr %397, align 8
  %399 = icmp eq i32 %398, 3
  br i1 %399, label %400, label %402

400:
  %401 = add i32 %393, 1
  br label %411

402:
  %403 = add i32 %392, 1
  %404 = icmp eq ptr %395, null
  %405 = select i1 %404, ptr %396, ptr %395
  %406 = icmp eq ptr %394, null
  br i1 %406, label %407, label %411

407:
  %408 = call fastcc i32 @order(ptr %405, ptr %396) #18
  %409 = icmp eq i32 %408, 0
  %410 = select i1 %409, ptr null, ptr %396
  br label %411

411:
  %412 = phi ptr [ %395, %400 ], [ %405, %402 ], [ %405, %407 ]
  %413 = phi ptr [ %394, %400 ], [ %394, %402 ], [ %410, %407 ]
  %414 = phi i32 [ %401, %400 ], [ %393, %402 ], [ %393, %407 ]
  %415 = phi i32 [ %392, %400 ], [ %403, %402 ], [ %403, %407 ]
  %416 = add nuw nsw i64 %391, 1
  %417 = icmp eq i64 %416, %95
  br i1 %417, label %387, label %390

418:
  %419 = getelementptr inbounds i8, ptr %298, i64 152
  %420 = load i32, ptr %419, align 8
  %421 = add i32 %420, 1
  store i32 %421, ptr %419, align 8
  %422 = getelementptr inbounds i8, ptr %298, i64 128
  %423 = load i64, ptr %422, align 8
  %424 = add i64 %423, 1
  store i64 %424, ptr %422, align 8
  %425 = icmp ne ptr %413, null
  %426 = select i1 %389, i1 true, i1 %425
  br i1 %426, label %427, label %447

427:
  %428 = getelementptr inbounds i8, ptr %298, i64 96
  %429 = load i32, ptr %428, align 8
  %430 = icmp eq i32 %429, 0
  br i1 %430, label %431, label %447

431:
  %432 = getelementptr inbounds i8, ptr %298, i64 100
  %433 = load i32, ptr %432, align 4
  %434 = icmp eq i32 %433, 0
  br i1 %434, label %435, label %447

435:
  %436 = select i1 %389, i32 1, i32 2
  store i32 %436, ptr %428, align 8
  %437 = getelementptr inbounds i8, ptr %412, i64 16
  %438 = load i64, ptr %437, align 16
  %439 = getelementptr inbounds i8, ptr %298, i64 104
  store i64 %438, ptr %439, align 8
  br i1 %425, label %440, label %443

440:
  %441 = getelementptr inbounds i8, ptr %413, i64 16
  %442 = load i64, ptr %441, align 16
  br label %443

443:
  %444 = phi i64 [ %442, %440 ], [ 0, %435 ]
  %445 = getelementptr inbounds i8, ptr %298, i64 112
  store i64 %444, ptr %445, align 8
  %446 = getelementptr inbounds i8, ptr %298, i64 156
  store i32 %285, ptr %446, align 4
  br label %447

447:
  br label %448

448:
  %449 = phi i64 [ %456, %455 ], [ 0, %447 ]
  %450 = getelementptr inbounds %struct.Lane, ptr %300, i64 %449
  %451 = getelementptr inbounds i8, ptr %450, i64 8
  %452 = load i32, ptr %451, align 8
  %453 = icmp eq i32 %452, 2
  br i1 %453, label %454, label %455

454:
  store i32 0, ptr %451, align 8
  br label %455

455:
  %456 = add nuw nsw i64 %449, 1
  %457 = icmp eq i64 %456, %95
  br i1 %457, label %294, label %448

458:
  %459 = getelementptr inbounds i8, ptr %298, i64 56
  %460 = load ptr, ptr %459, align 8
  %461 = getelementptr inbounds i8, ptr %298, i64 64
  %462 = load i64, ptr %461, align 8
  %463 = getelementptr inbounds i8, ptr %298, i64 96
  br label %464

464:
  %465 = phi i64 [ 0, %458 ], [ %472, %471 ]
  %466 = mul i64 %465, %462
  %467 = getelementptr inbounds i8, ptr %460, i64 %466
  %468 = load i64, ptr %467, align 8
  %469 = icmp eq i64 %468, 7887048017532182883
  br i1 %469, label %471, label %470

470:
  store i32 3, ptr %463, align 8
  br label %471

471:
  %472 = add nuw nsw i64 %465, 1
  %473 = icmp eq i64 %472, %95
  br i1 %473, label %474, label %464

474:
  %475 = add nuw i64 %51, 1
  %476 = icmp eq i64 %475, %2
  br i1 %476, label %47, label %50
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
