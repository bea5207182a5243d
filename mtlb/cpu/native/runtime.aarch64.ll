; ae7254b803a757d7137ceef35a6de473179d31bbf93b5191fb7901ec85ad029f by tools/build_runtime.py
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
  %51 = phi i64 [ %1, %10 ], [ %471, %470 ]
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
  br label %470

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
  br i1 %172, label %279, label %173

173:
  %174 = lshr i32 %90, 1
  br label %175

175:
  %176 = phi i64 [ 0, %173 ], [ %277, %276 ]
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
  store i64 7887048017532182883, ptr %252, align 8
  %260 = getelementptr inbounds i8, ptr %259, i64 -224
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(160) %260, i8 0, i64 160, i1 false)
  %261 = getelementptr inbounds i8, ptr %259, i64 -136
  store i64 ptrtoint (ptr @start to i64), ptr %261, align 8
  store ptr %260, ptr %203, align 16
  br i1 %30, label %262, label %276

262:
  %263 = getelementptr inbounds i8, ptr %203, i64 256
  store ptr %263, ptr @last, align 8
  %264 = icmp eq i64 %176, 0
  br i1 %264, label %265, label %268

265:
  %266 = load i32, ptr %32, align 8
  %267 = add i32 %266, 1
  store i32 %267, ptr %32, align 8
  br label %268

268:
  store ptr %203, ptr @current, align 8
  call void @switch_stack(ptr @scheduler_stack, ptr %260) #18
  %269 = load ptr, ptr @dispatch, align 8
  %270 = getelementptr inbounds i8, ptr %269, i64 56
  %271 = load ptr, ptr %270, align 8
  %272 = load i64, ptr %271, align 8
  %273 = icmp eq i64 %272, 7887048017532182883
  br i1 %273, label %276, label %274

274:
  %275 = getelementptr inbounds i8, ptr %269, i64 96
  store i32 3, ptr %275, align 8
  br label %276

276:
  %277 = add nuw nsw i64 %176, 1
  %278 = icmp eq i64 %277, %95
  br i1 %278, label %279, label %175

279:
  br i1 %30, label %470, label %280

280:
  %281 = trunc i64 %51 to i32
  %282 = add i32 %94, 31
  %283 = lshr i32 %282, 5
  %284 = load ptr, ptr @dispatch, align 8
  %285 = getelementptr inbounds i8, ptr %284, i64 152
  %286 = load i32, ptr %285, align 8
  %287 = add i32 %286, 1
  store i32 %287, ptr %285, align 8
  %288 = icmp eq i32 %283, 0
  %289 = zext i32 %283 to i64
  br label %291

290:
  br label %291

291:
  br i1 %288, label %292, label %297

292:
  br i1 %172, label %470, label %293

293:
  %294 = load ptr, ptr @dispatch, align 8
  %295 = getelementptr inbounds i8, ptr %294, i64 72
  %296 = load ptr, ptr %295, align 8
  br label %386

297:
  %298 = phi i64 [ %381, %380 ], [ 0, %291 ]
  %299 = shl nuw i64 %298, 5
  %300 = trunc i64 %299 to i32
  %301 = sub i32 %94, %300
  %302 = load ptr, ptr @dispatch, align 8
  %303 = getelementptr inbounds i8, ptr %302, i64 72
  %304 = load ptr, ptr %303, align 8
  %305 = getelementptr inbounds %struct.Lane, ptr %304, i64 %299
  %306 = call i32 @llvm.umin.i32(i32 %301, i32 32)
  %307 = getelementptr inbounds i8, ptr %305, i64 40
  %308 = load ptr, ptr %307, align 8
  %309 = zext i32 %306 to i64
  %310 = getelementptr inbounds %struct.Lane, ptr %305, i64 %309
  store ptr %310, ptr @last, align 8
  %311 = icmp eq i64 %299, %95
  %312 = getelementptr inbounds i8, ptr %308, i64 4
  %313 = getelementptr inbounds i8, ptr %308, i64 64
  br i1 %311, label %380, label %319

314:
  %315 = add nuw nsw i64 %320, 1
  %316 = icmp eq i64 %315, %309
  br i1 %316, label %327, label %317

317:
  %318 = phi i64 [ %315, %314 ], [ 0, %377 ]
  br label %319

319:
  %320 = phi i64 [ %318, %317 ], [ 0, %297 ]
  %321 = getelementptr inbounds %struct.Lane, ptr %305, i64 %320
  %322 = getelementptr inbounds i8, ptr %321, i64 8
  %323 = load i32, ptr %322, align 8
  %324 = icmp eq i32 %323, 0
  br i1 %324, label %325, label %314

325:
  store ptr %321, ptr @current, align 8
  %326 = load ptr, ptr %321, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %326) #18
  br label %327

327:
  br label %330

328:
  %329 = icmp eq i32 %355, 0
  br i1 %329, label %380, label %359

330:
  %331 = phi i64 [ %357, %354 ], [ 0, %327 ]
  %332 = phi ptr [ %356, %354 ], [ null, %327 ]
  %333 = phi i32 [ %355, %354 ], [ 0, %327 ]
  %334 = getelementptr inbounds %struct.Lane, ptr %305, i64 %331
  %335 = getelementptr inbounds i8, ptr %334, i64 8
  %336 = load i32, ptr %335, align 8
  %337 = icmp eq i32 %336, 1
  br i1 %337, label %338, label %354

338:
  %339 = icmp eq ptr %332, null
  br i1 %339, label %340, label %343

340:
  %341 = trunc i64 %331 to i32
  %342 = shl nuw i32 1, %341
  br label %354

343:
  %344 = call fastcc i32 @order(ptr %334, ptr %332) #18
  %345 = freeze i32 %344
  %346 = icmp slt i32 %345, 0
  %347 = select i1 %346, i32 0, i32 %333
  %348 = select i1 %346, ptr %334, ptr %332
  %349 = trunc i64 %331 to i32
  %350 = shl nuw i32 1, %349
  %351 = icmp sgt i32 %345, 0
  %352 = select i1 %351, i32 0, i32 %350
  %353 = or i32 %347, %352
  br label %354

354:
  %355 = phi i32 [ %333, %330 ], [ %353, %343 ], [ %342, %340 ]
  %356 = phi ptr [ %332, %330 ], [ %348, %343 ], [ %334, %340 ]
  %357 = add nuw nsw i64 %331, 1
  %358 = icmp eq i64 %357, %309
  br i1 %358, label %328, label %330

359:
  store i32 %355, ptr %308, align 4
  %360 = load i32, ptr %312, align 4
  %361 = add i32 %360, 1
  store i32 %361, ptr %312, align 4
  %362 = load ptr, ptr @dispatch, align 8
  %363 = getelementptr inbounds i8, ptr %362, i64 136
  %364 = load i64, ptr %363, align 8
  %365 = add i64 %364, 1
  store i64 %365, ptr %363, align 8
  br label %366

366:
  %367 = phi i64 [ %378, %377 ], [ 0, %359 ]
  %368 = trunc i64 %367 to i32
  %369 = shl nuw i32 1, %368
  %370 = and i32 %369, %355
  %371 = icmp eq i32 %370, 0
  br i1 %371, label %377, label %372

372:
  %373 = getelementptr inbounds [64 x i8], ptr %313, i64 %367
  %374 = getelementptr inbounds %struct.Lane, ptr %305, i64 %367
  %375 = getelementptr inbounds i8, ptr %374, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %373, ptr align 16 dereferenceable(64) %375, i64 64, i1 false)
  %376 = getelementptr inbounds i8, ptr %374, i64 8
  store i32 0, ptr %376, align 8
  br label %377

377:
  %378 = add nuw nsw i64 %367, 1
  %379 = icmp eq i64 %378, %309
  br i1 %379, label %317, label %366

380:
  %381 = add nuw nsw i64 %298, 1
  %382 = icmp eq i64 %381, %289
  br i1 %382, label %292, label %297

383:
  %384 = icmp eq i32 %411, 0
  %385 = icmp ne i32 %410, 0
  br i1 %384, label %454, label %414

386:
  %387 = phi i64 [ 0, %293 ], [ %412, %407 ]
  %388 = phi i32 [ 0, %293 ], [ %411, %407 ]
  %389 = phi i32 [ 0, %293 ], [ %410, %407 ]
  %390 = phi ptr [ null, %293 ], [ %409, %407 ]
  %391 = phi ptr [ null, %293 ], [ %408, %407 ]
  %392 = getelementptr inbounds %struct.Lane, ptr %296, i64 %387
  %393 = getelementptr inbounds i8, ptr %392, i64 8
  %394 = load i32, ptr %393, align 8
  %395 = icmp eq i32 %394, 3
  br i1 %395, label %396, label %398

396:
  %397 = add i32 %389, 1
  br label %407

398:
  %399 = add i32 %388, 1
  %400 = icmp eq ptr %391, null
  %401 = select i1 %400, ptr %392, ptr %391
  %402 = icmp eq ptr %390, null
  br i1 %402, label %403, label %407

403:
  %404 = call fastcc i32 @order(ptr %401, ptr %392) #18
  %405 = icmp eq i32 %404, 0
  %406 = select i1 %405, ptr null, ptr %392
  br label %407

407:
  %408 = phi ptr [ %391, %396 ], [ %401, %398 ], [ %401, %403 ]
  %409 = phi ptr [ %390, %396 ], [ %390, %398 ], [ %406, %403 ]
  %410 = phi i32 [ %397, %396 ], [ %389, %398 ], [ %389, %403 ]
  %411 = phi i32 [ %388, %396 ], [ %399, %398 ], [ %399, %403 ]
  %412 = add nuw nsw i64 %387, 1
  %413 = icmp eq i64 %412, %95
  br i1 %413, label %383, label %386

414:
  %415 = getelementptr inbounds i8, ptr %294, i64 152
  %416 = load i32, ptr %415, align 8
  %417 = add i32 %416, 1
  store i32 %417, ptr %415, align 8
  %418 = getelementptr inbounds i8, ptr %294, i64 128
  %419 = load i64, ptr %418, align 8
  %420 = add i64 %419, 1
  store i64 %420, ptr %418, align 8
  %421 = icmp ne ptr %409, null
  %422 = select i1 %385, i1 true, i1 %421
  br i1 %422, label %423, label %443

423:
  %424 = getelementptr inbounds i8, ptr %294, i64 96
  %425 = load i32, ptr %424, align 8
  %426 = icmp eq i32 %425, 0
  br i1 %426, label %427, label %443

427:
  %428 = getelementptr inbounds i8, ptr %294, i64 100
  %429 = load i32, ptr %428, align 4
  %430 = icmp eq i32 %429, 0
  br i1 %430, label %431, label %443

431:
  %432 = select i1 %385, i32 1, i32 2
  store i32 %432, ptr %424, align 8
  %433 = getelementptr inbounds i8, ptr %408, i64 16
  %434 = load i64, ptr %433, align 16
  %435 = getelementptr inbounds i8, ptr %294, i64 104
  store i64 %434, ptr %435, align 8
  br i1 %421, label %436, label %439

436:
  %437 = getelementptr inbounds i8, ptr %409, i64 16
  %438 = load i64, ptr %437, align 16
  br label %439

439:
  %440 = phi i64 [ %438, %436 ], [ 0, %431 ]
  %441 = getelementptr inbounds i8, ptr %294, i64 112
  store i64 %440, ptr %441, align 8
  %442 = getelementptr inbounds i8, ptr %294, i64 156
  store i32 %281, ptr %442, align 4
  br label %443

443:
  br label %444

444:
  %445 = phi i64 [ %452, %451 ], [ 0, %443 ]
  %446 = getelementptr inbounds %struct.Lane, ptr %296, i64 %445
  %447 = getelementptr inbounds i8, ptr %446, i64 8
  %448 = load i32, ptr %447, align 8
  %449 = icmp eq i32 %448, 2
  br i1 %449, label %450, label %451

450:
  store i32 0, ptr %447, align 8
  br label %451

451:
  %452 = add nuw nsw i64 %445, 1
  %453 = icmp eq i64 %452, %95
  br i1 %453, label %290, label %444

454:
  %455 = getelementptr inbounds i8, ptr %294, i64 56
  %456 = load ptr, ptr %455, align 8
  %457 = getelementptr inbounds i8, ptr %294, i64 64
  %458 = load i64, ptr %457, align 8
  %459 = getelementptr inbounds i8, ptr %294, i64 96
  br label %460

460:
  %461 = phi i64 [ 0, %454 ], [ %468, %467 ]
  %462 = mul i64 %461, %458
  %463 = getelementptr inbounds i8, ptr %456, i64 %462
  %464 = load i64, ptr %463, align 8
  %465 = icmp eq i64 %464, 7887048017532182883
  br i1 %465, label %467, label %466

466:
  store i32 3, ptr %459, align 8
  br label %467

467:
  %468 = add nuw nsw i64 %461, 1
  %469 = icmp eq i64 %468, %95
  br i1 %469, label %470, label %460

470:
  %471 = add nuw i64 %51, 1
  %472 = icmp eq i64 %471, %2
  br i1 %472, label %47, label %50
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
