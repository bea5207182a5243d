; 719eac0713015aad1ea2982a5102d7f0b0b85d4222fd517091d3df488ae01f56 by tools/build_runtime.py
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
  br i1 %4, label %14, label %5

5:
  %6 = load ptr, ptr @current, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 8
  store i32 2, ptr %7, align 8
  %8 = getelementptr inbounds i8, ptr %6, i64 60
  store i32 %0, ptr %8, align 4
  %9 = getelementptr inbounds i8, ptr %6, i64 16
  store i64 %1, ptr %9, align 16
  %10 = load ptr, ptr @dispatch, align 8
  %11 = getelementptr inbounds i8, ptr %10, i64 120
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, 1
  store i64 %13, ptr %11, align 8
  tail call fastcc void @switch_to_next(ptr %6) #19
  br label %14

14:
  ret void
}

define void @mtlb_simdgroup_barrier(i32 %0, i64 %1) local_unnamed_addr #3 {
  %3 = load ptr, ptr @current, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 8
  store i32 1, ptr %4, align 8
  %5 = getelementptr inbounds i8, ptr %3, i64 60
  store i32 %0, ptr %5, align 4
  %6 = getelementptr inbounds i8, ptr %3, i64 16
  store i64 %1, ptr %6, align 16
  %7 = load ptr, ptr @dispatch, align 8
  %8 = getelementptr inbounds i8, ptr %7, i64 120
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %8, align 8
  tail call fastcc void @switch_to_next(ptr %3) #19
  ret void
}

define ptr @mtlb_slot() local_unnamed_addr #4 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 80
  ret ptr %2
}

define ptr @mtlb_meet(i64 %0) local_unnamed_addr #3 {
  %2 = load ptr, ptr @current, align 8
  %3 = getelementptr inbounds i8, ptr %2, i64 8
  store i32 1, ptr %3, align 8
  %4 = getelementptr inbounds i8, ptr %2, i64 60
  store i32 7, ptr %4, align 4
  %5 = getelementptr inbounds i8, ptr %2, i64 16
  store i64 %0, ptr %5, align 16
  %6 = load ptr, ptr @dispatch, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 120
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, 1
  store i64 %9, ptr %7, align 8
  tail call fastcc void @switch_to_next(ptr %2) #19
  %10 = getelementptr inbounds i8, ptr %2, i64 40
  %11 = load ptr, ptr %10, align 8
  ret ptr %11
}

define i32 @mtlb_lane() local_unnamed_addr #5 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 12
  %3 = load i32, ptr %2, align 4
  ret i32 %3
}

define ptr @mtlb_current() local_unnamed_addr #4 {
  %1 = load ptr, ptr @current, align 8
  ret ptr %1
}

define ptr @mtlb_variables() local_unnamed_addr #4 {
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

define i32 @mtlb_is_discarded() local_unnamed_addr #5 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 56
  %3 = load i32, ptr %2, align 8
  ret i32 %3
}

define void @mtlb_end_thread() local_unnamed_addr #6 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 100
  %3 = load i32, ptr %2, align 4
  %4 = add i32 %3, 1
  store i32 %4, ptr %2, align 4
  %5 = load ptr, ptr @current, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 8
  store i32 3, ptr %6, align 8
  tail call fastcc void @switch_to_next(ptr %5) #19
  tail call void @llvm.trap()
  unreachable
}

define void @mtlb_no_function() local_unnamed_addr #6 {
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
  tail call fastcc void @switch_to_next(ptr %6) #19
  tail call void @llvm.trap()
  unreachable
}

define ptr @mtlb_thread() local_unnamed_addr #4 {
  %1 = load ptr, ptr @current, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 144
  ret ptr %2
}

define ptr @mtlb_pixels() local_unnamed_addr #5 {
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
  %9 = alloca %struct.Thread, align 4
  store ptr %0, ptr @dispatch, align 8
  %10 = icmp ult i64 %1, %2
  br i1 %10, label %11, label %49

11:
  %12 = getelementptr inbounds i8, ptr %4, i64 4
  %13 = getelementptr inbounds i8, ptr %0, i64 4
  %14 = getelementptr inbounds i8, ptr %4, i64 8
  %15 = getelementptr i8, ptr %0, i64 24
  %16 = getelementptr inbounds i8, ptr %0, i64 12
  %17 = getelementptr inbounds i8, ptr %0, i64 40
  %18 = load i32, ptr @mtlb_threadgroup_count, align 4
  %19 = icmp ne i32 %18, 0
  %20 = getelementptr inbounds i8, ptr %5, i64 4
  %21 = getelementptr inbounds i8, ptr %5, i64 8
  %22 = getelementptr inbounds i8, ptr %0, i64 144
  %23 = load i32, ptr @mtlb_is_stackful, align 4
  %24 = icmp eq i32 %23, 0
  %25 = getelementptr inbounds i8, ptr %0, i64 36
  %26 = getelementptr inbounds i8, ptr %7, i64 8
  %27 = getelementptr inbounds i8, ptr %7, i64 4
  %28 = getelementptr inbounds i8, ptr %0, i64 72
  %29 = getelementptr inbounds i8, ptr %0, i64 80
  %30 = getelementptr inbounds i8, ptr %0, i64 56
  %31 = icmp eq i32 %23, 2
  %32 = getelementptr inbounds i8, ptr %0, i64 64
  %33 = getelementptr inbounds i8, ptr %0, i64 152
  %34 = getelementptr inbounds i8, ptr %8, i64 144
  %35 = getelementptr inbounds i8, ptr %0, i64 48
  %36 = getelementptr inbounds i8, ptr %8, i64 156
  %37 = getelementptr inbounds i8, ptr %8, i64 180
  %38 = getelementptr inbounds i8, ptr %8, i64 184
  %39 = getelementptr inbounds i8, ptr %8, i64 188
  %40 = getelementptr inbounds i8, ptr %8, i64 248
  %41 = getelementptr inbounds i8, ptr %8, i64 252
  %42 = getelementptr inbounds i8, ptr %8, i64 148
  %43 = getelementptr inbounds i8, ptr %8, i64 152
  %44 = getelementptr inbounds i8, ptr %8, i64 260
  %45 = getelementptr inbounds i8, ptr %8, i64 12
  %46 = getelementptr inbounds i8, ptr %8, i64 56
  %47 = zext i32 %18 to i64
  %48 = getelementptr i8, ptr %0, i64 28
  br label %52

49:
  %50 = getelementptr inbounds i8, ptr %0, i64 96
  %51 = load i32, ptr %50, align 8
  ret i32 %51

52:
  %53 = phi i64 [ %1, %11 ], [ %525, %524 ]
  %54 = load i32, ptr %0, align 8
  %55 = zext i32 %54 to i64
  %56 = freeze i64 %53
  %57 = freeze i64 %55
  %58 = udiv i64 %56, %57
  %59 = mul i64 %58, %57
  %60 = sub i64 %56, %59
  %61 = trunc i64 %60 to i32
  store i32 %61, ptr %4, align 4
  %62 = load i32, ptr %13, align 4
  %63 = zext i32 %62 to i64
  %64 = freeze i64 %63
  %65 = udiv i64 %58, %64
  %66 = mul i64 %65, %64
  %67 = sub i64 %58, %66
  %68 = trunc i64 %67 to i32
  store i32 %68, ptr %12, align 4
  %69 = trunc i64 %65 to i32
  store i32 %69, ptr %14, align 4
  %70 = load i32, ptr %15, align 8
  %71 = load i32, ptr %48, align 4
  br label %76

72:
  %73 = load i32, ptr %17, align 8
  %74 = icmp ne i32 %73, 0
  %75 = select i1 %74, i1 %19, i1 false
  br i1 %75, label %100, label %91

76:
  %77 = phi i64 [ 0, %52 ], [ %89, %76 ]
  %78 = getelementptr inbounds i32, ptr %15, i64 %77
  %79 = load i32, ptr %78, align 4
  %80 = getelementptr inbounds i32, ptr %4, i64 %77
  %81 = load i32, ptr %80, align 4
  %82 = getelementptr inbounds i32, ptr %16, i64 %77
  %83 = load i32, ptr %82, align 4
  %84 = mul i32 %83, %81
  %85 = getelementptr inbounds i32, ptr %6, i64 %77
  store i32 %84, ptr %85, align 4
  %86 = sub i32 %79, %84
  %87 = call i32 @llvm.umin.i32(i32 %86, i32 %83)
  %88 = getelementptr inbounds i32, ptr %5, i64 %77
  store i32 %87, ptr %88, align 4
  %89 = add nuw nsw i64 %77, 1
  %90 = icmp eq i64 %89, 3
  br i1 %90, label %72, label %76

91:
  %92 = load i32, ptr %5, align 4
  %93 = load i32, ptr %20, align 4
  %94 = mul i32 %93, %92
  %95 = load i32, ptr %21, align 4
  %96 = mul i32 %94, %95
  %97 = zext i32 %96 to i64
  %98 = load i64, ptr %22, align 8
  %99 = add i64 %98, %97
  store i64 %99, ptr %22, align 8
  br i1 %24, label %113, label %163

100:
  %101 = phi i64 [ %108, %100 ], [ 0, %72 ]
  %102 = phi i32 [ %109, %100 ], [ %73, %72 ]
  %103 = getelementptr inbounds %struct.Region, ptr @mtlb_threadgroup, i64 %101
  %104 = load ptr, ptr %103, align 8
  %105 = trunc i32 %102 to i8
  %106 = getelementptr inbounds i8, ptr %103, i64 8
  %107 = load i64, ptr %106, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %104, i8 %105, i64 %107, i1 false)
  %108 = add nuw nsw i64 %101, 1
  %109 = load i32, ptr %17, align 8
  %110 = icmp ne i32 %109, 0
  %111 = icmp ult i64 %108, %47
  %112 = select i1 %110, i1 %111, i1 false
  br i1 %112, label %100, label %91

113:
  %114 = load ptr, ptr %35, align 8
  store ptr %8, ptr @current, align 8
  call fastcc void @begin_group(ptr %34, ptr %0, ptr %4, ptr %5) #19
  store i32 0, ptr %26, align 4
  %115 = icmp eq i32 %95, 0
  br i1 %115, label %162, label %116

116:
  %117 = icmp eq i32 %93, 0
  %118 = icmp eq i32 %92, 0
  br label %119

119:
  %120 = phi i32 [ 0, %116 ], [ %159, %158 ]
  %121 = phi i32 [ 0, %116 ], [ %160, %158 ]
  store i32 0, ptr %27, align 4
  br i1 %117, label %158, label %122

122:
  %123 = phi i32 [ %155, %154 ], [ %120, %119 ]
  %124 = phi i32 [ %156, %154 ], [ 0, %119 ]
  store i32 0, ptr %7, align 4
  br i1 %118, label %154, label %125

125:
  %126 = phi i32 [ %152, %139 ], [ %123, %122 ]
  %127 = phi i32 [ %151, %139 ], [ 0, %122 ]
  br label %128

128:
  %129 = phi i64 [ 0, %125 ], [ %137, %128 ]
  %130 = getelementptr inbounds i32, ptr %7, i64 %129
  %131 = load i32, ptr %130, align 4
  %132 = getelementptr inbounds i32, ptr %36, i64 %129
  store i32 %131, ptr %132, align 4
  %133 = getelementptr inbounds i32, ptr %6, i64 %129
  %134 = load i32, ptr %133, align 4
  %135 = add i32 %134, %131
  %136 = getelementptr inbounds i32, ptr %34, i64 %129
  store i32 %135, ptr %136, align 4
  %137 = add nuw nsw i64 %129, 1
  %138 = icmp eq i64 %137, 3
  br i1 %138, label %139, label %128

139:
  store i32 %126, ptr %37, align 4
  %140 = and i32 %126, 31
  store i32 %140, ptr %38, align 8
  %141 = lshr i32 %126, 5
  store i32 %141, ptr %39, align 4
  %142 = lshr i32 %126, 2
  store i32 %142, ptr %40, align 8
  %143 = and i32 %126, 3
  store i32 %143, ptr %41, align 4
  %144 = load i32, ptr %34, align 16
  %145 = load i32, ptr %42, align 4
  %146 = load i32, ptr %43, align 8
  %147 = mul i32 %146, %71
  %148 = add i32 %147, %145
  %149 = mul i32 %148, %70
  %150 = add i32 %149, %144
  store i32 %150, ptr %44, align 4
  store i32 %140, ptr %45, align 4
  store i32 0, ptr %46, align 8
  call void @mtlb_entry(ptr %114, ptr %34) #21
  %151 = add nuw i32 %127, 1
  store i32 %151, ptr %7, align 4
  %152 = add i32 %126, 1
  %153 = icmp eq i32 %151, %92
  br i1 %153, label %154, label %125

154:
  %155 = phi i32 [ %123, %122 ], [ %152, %139 ]
  %156 = add nuw i32 %124, 1
  store i32 %156, ptr %27, align 4
  %157 = icmp eq i32 %156, %93
  br i1 %157, label %158, label %122

158:
  %159 = phi i32 [ %120, %119 ], [ %155, %154 ]
  %160 = add nuw i32 %121, 1
  store i32 %160, ptr %26, align 4
  %161 = icmp eq i32 %160, %95
  br i1 %161, label %162, label %119

162:
  br label %524

163:
  %164 = load i32, ptr %25, align 4
  %165 = icmp ne i32 %164, 0
  %166 = and i32 %92, 1
  %167 = icmp eq i32 %166, 0
  %168 = select i1 %165, i1 %167, i1 false
  br i1 %168, label %169, label %172

169:
  %170 = and i32 %93, 1
  %171 = icmp eq i32 %170, 0
  br label %172

172:
  %173 = phi i1 [ %171, %169 ], [ false, %163 ]
  call fastcc void @begin_group(ptr %9, ptr %0, ptr %4, ptr %5) #19
  store i32 0, ptr %26, align 4
  store i32 0, ptr %27, align 4
  store i32 0, ptr %7, align 4
  %174 = icmp eq i32 %96, 0
  br i1 %174, label %292, label %175

175:
  %176 = lshr i32 %92, 1
  br label %177

177:
  %178 = phi i64 [ 0, %175 ], [ %290, %289 ]
  %179 = phi i32 [ 0, %175 ], [ %248, %289 ]
  %180 = phi i32 [ 0, %175 ], [ %247, %289 ]
  %181 = phi i32 [ 0, %175 ], [ %246, %289 ]
  br i1 %173, label %182, label %197

182:
  %183 = trunc i64 %178 to i32
  %184 = lshr i32 %183, 2
  %185 = freeze i32 %184
  %186 = freeze i32 %176
  %187 = udiv i32 %185, %186
  %188 = mul i32 %187, %186
  %189 = sub i32 %185, %188
  %190 = shl nuw nsw i32 %189, 1
  %191 = and i32 %183, 1
  %192 = or i32 %190, %191
  store i32 %192, ptr %7, align 4
  %193 = shl nuw nsw i32 %187, 1
  %194 = lshr i32 %183, 1
  %195 = and i32 %194, 1
  %196 = or i32 %193, %195
  store i32 %196, ptr %27, align 4
  store i32 0, ptr %26, align 4
  br label %197

197:
  %198 = phi i32 [ 0, %182 ], [ %181, %177 ]
  %199 = phi i32 [ %196, %182 ], [ %180, %177 ]
  %200 = phi i32 [ %192, %182 ], [ %179, %177 ]
  %201 = load ptr, ptr %28, align 8
  %202 = getelementptr inbounds %struct.Lane, ptr %201, i64 %178
  %203 = getelementptr inbounds i8, ptr %202, i64 144
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 dereferenceable(120) %203, ptr align 4 dereferenceable(120) %9, i64 120, i1 false)
  %204 = getelementptr inbounds i8, ptr %202, i64 156
  br label %205

205:
  %206 = phi i64 [ 0, %197 ], [ %214, %205 ]
  %207 = getelementptr inbounds i32, ptr %7, i64 %206
  %208 = load i32, ptr %207, align 4
  %209 = getelementptr inbounds i32, ptr %204, i64 %206
  store i32 %208, ptr %209, align 4
  %210 = getelementptr inbounds i32, ptr %6, i64 %206
  %211 = load i32, ptr %210, align 4
  %212 = add i32 %211, %208
  %213 = getelementptr inbounds i32, ptr %203, i64 %206
  store i32 %212, ptr %213, align 4
  %214 = add nuw nsw i64 %206, 1
  %215 = icmp eq i64 %214, 3
  br i1 %215, label %216, label %205

216:
  %217 = getelementptr inbounds i8, ptr %202, i64 180
  %218 = trunc i64 %178 to i32
  store i32 %218, ptr %217, align 4
  %219 = and i32 %218, 31
  %220 = getelementptr inbounds i8, ptr %202, i64 184
  store i32 %219, ptr %220, align 4
  %221 = lshr i32 %218, 5
  %222 = getelementptr inbounds i8, ptr %202, i64 188
  store i32 %221, ptr %222, align 4
  %223 = lshr i32 %218, 2
  %224 = getelementptr inbounds i8, ptr %202, i64 248
  store i32 %223, ptr %224, align 4
  %225 = and i32 %218, 3
  %226 = getelementptr inbounds i8, ptr %202, i64 252
  store i32 %225, ptr %226, align 4
  %227 = load i32, ptr %203, align 4
  %228 = getelementptr inbounds i8, ptr %202, i64 148
  %229 = load i32, ptr %228, align 4
  %230 = getelementptr inbounds i8, ptr %202, i64 152
  %231 = load i32, ptr %230, align 4
  %232 = mul i32 %231, %71
  %233 = add i32 %232, %229
  %234 = mul i32 %233, %70
  %235 = add i32 %234, %227
  %236 = getelementptr inbounds i8, ptr %202, i64 260
  store i32 %235, ptr %236, align 4
  br i1 %173, label %245, label %237

237:
  %238 = add i32 %200, 1
  store i32 %238, ptr %7, align 4
  %239 = icmp eq i32 %238, %92
  br i1 %239, label %240, label %245

240:
  store i32 0, ptr %7, align 4
  %241 = add i32 %199, 1
  store i32 %241, ptr %27, align 4
  %242 = icmp eq i32 %241, %93
  br i1 %242, label %243, label %245

243:
  store i32 0, ptr %27, align 4
  %244 = add i32 %198, 1
  store i32 %244, ptr %26, align 4
  br label %245

245:
  %246 = phi i32 [ %198, %240 ], [ %244, %243 ], [ %198, %237 ], [ %198, %216 ]
  %247 = phi i32 [ %241, %240 ], [ 0, %243 ], [ %199, %237 ], [ %199, %216 ]
  %248 = phi i32 [ 0, %240 ], [ 0, %243 ], [ %238, %237 ], [ %200, %216 ]
  %249 = getelementptr inbounds i8, ptr %202, i64 8
  store i32 0, ptr %249, align 8
  %250 = getelementptr inbounds i8, ptr %202, i64 56
  store i32 0, ptr %250, align 8
  %251 = getelementptr inbounds i8, ptr %202, i64 72
  store i64 0, ptr %251, align 8
  %252 = getelementptr inbounds i8, ptr %202, i64 24
  %253 = getelementptr inbounds i8, ptr %202, i64 48
  store ptr null, ptr %253, align 16
  %254 = getelementptr inbounds i8, ptr %202, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %252, i8 0, i64 16, i1 false)
  store i32 %219, ptr %254, align 4
  %255 = load ptr, ptr %29, align 8
  %256 = zext i32 %221 to i64
  %257 = getelementptr inbounds %struct.Simd, ptr %255, i64 %256
  %258 = getelementptr inbounds i8, ptr %202, i64 40
  store ptr %257, ptr %258, align 8
  %259 = load ptr, ptr %30, align 8
  br i1 %31, label %263, label %260

260:
  %261 = load i64, ptr %32, align 8
  %262 = mul i64 %261, %178
  br label %263

263:
  %264 = phi i64 [ %262, %260 ], [ 0, %245 ]
  %265 = getelementptr inbounds i8, ptr %259, i64 %264
  %266 = load i32, ptr %17, align 8
  switch i32 %266, label %267 [
    i32 0, label %270
    i32 255, label %270
  ]

267:
  %268 = trunc i32 %266 to i8
  %269 = load i64, ptr %32, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %265, i8 %268, i64 %269, i1 false)
  br label %270

270:
  %271 = load i64, ptr %32, align 8
  %272 = getelementptr inbounds i8, ptr %265, i64 %271
  store i64 7887048017532182883, ptr %265, align 8
  %273 = getelementptr inbounds i8, ptr %272, i64 -224
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(160) %273, i8 0, i64 160, i1 false)
  %274 = getelementptr inbounds i8, ptr %272, i64 -136
  store i64 ptrtoint (ptr @start to i64), ptr %274, align 8
  store ptr %273, ptr %202, align 16
  br i1 %31, label %275, label %289

275:
  %276 = getelementptr inbounds i8, ptr %202, i64 272
  store ptr %276, ptr @last, align 8
  %277 = icmp eq i64 %178, 0
  br i1 %277, label %278, label %281

278:
  %279 = load i32, ptr %33, align 8
  %280 = add i32 %279, 1
  store i32 %280, ptr %33, align 8
  br label %281

281:
  store ptr %202, ptr @current, align 8
  call void @switch_stack(ptr @scheduler_stack, ptr %273) #19
  %282 = load ptr, ptr @dispatch, align 8
  %283 = getelementptr inbounds i8, ptr %282, i64 56
  %284 = load ptr, ptr %283, align 8
  %285 = load i64, ptr %284, align 8
  %286 = icmp eq i64 %285, 7887048017532182883
  br i1 %286, label %289, label %287

287:
  %288 = getelementptr inbounds i8, ptr %282, i64 96
  store i32 3, ptr %288, align 8
  br label %289

289:
  %290 = add nuw nsw i64 %178, 1
  %291 = icmp eq i64 %290, %97
  br i1 %291, label %292, label %177

292:
  br i1 %31, label %523, label %293

293:
  %294 = load ptr, ptr @dispatch, align 8
  %295 = getelementptr inbounds i8, ptr %294, i64 152
  %296 = load i32, ptr %295, align 8
  %297 = add i32 %296, 1
  store i32 %297, ptr %295, align 8
  br label %304

298:
  %299 = trunc i64 %53 to i32
  %300 = add i32 %96, 31
  %301 = lshr i32 %300, 5
  %302 = icmp eq i32 %301, 0
  %303 = zext i32 %301 to i64
  br label %310

304:
  %305 = phi i64 [ 0, %293 ], [ %307, %304 ]
  %306 = getelementptr inbounds i32, ptr @ordered, i64 %305
  store i32 %297, ptr %306, align 4
  %307 = add nuw nsw i64 %305, 1
  %308 = icmp eq i64 %307, 3
  br i1 %308, label %298, label %304

309:
  br label %310

310:
  br i1 %302, label %311, label %316

311:
  br i1 %174, label %523, label %312

312:
  %313 = load ptr, ptr @dispatch, align 8
  %314 = getelementptr inbounds i8, ptr %313, i64 72
  %315 = load ptr, ptr %314, align 8
  br label %422

316:
  %317 = phi i64 [ %417, %416 ], [ 0, %310 ]
  %318 = shl nuw i64 %317, 5
  %319 = trunc i64 %318 to i32
  %320 = sub i32 %96, %319
  %321 = load ptr, ptr @dispatch, align 8
  %322 = getelementptr inbounds i8, ptr %321, i64 72
  %323 = load ptr, ptr %322, align 8
  %324 = getelementptr inbounds %struct.Lane, ptr %323, i64 %318
  %325 = call i32 @llvm.umin.i32(i32 %320, i32 32)
  %326 = getelementptr inbounds i8, ptr %324, i64 40
  %327 = load ptr, ptr %326, align 8
  %328 = zext i32 %325 to i64
  %329 = getelementptr inbounds %struct.Lane, ptr %324, i64 %328
  store ptr %329, ptr @last, align 8
  %330 = icmp eq i64 %318, %97
  %331 = getelementptr inbounds i8, ptr %327, i64 4
  %332 = getelementptr inbounds i8, ptr %327, i64 64
  %333 = getelementptr inbounds i8, ptr %327, i64 8
  br i1 %330, label %416, label %339

334:
  %335 = add nuw nsw i64 %340, 1
  %336 = icmp eq i64 %335, %328
  br i1 %336, label %347, label %337

337:
  %338 = phi i64 [ %335, %334 ], [ 0, %413 ]
  br label %339

339:
  %340 = phi i64 [ %338, %337 ], [ 0, %316 ]
  %341 = getelementptr inbounds %struct.Lane, ptr %324, i64 %340
  %342 = getelementptr inbounds i8, ptr %341, i64 8
  %343 = load i32, ptr %342, align 8
  %344 = icmp eq i32 %343, 0
  br i1 %344, label %345, label %334

345:
  store ptr %341, ptr @current, align 8
  %346 = load ptr, ptr %341, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %346) #19
  br label %347

347:
  br label %350

348:
  %349 = icmp eq i32 %375, 0
  br i1 %349, label %416, label %379

350:
  %351 = phi i64 [ %377, %374 ], [ 0, %347 ]
  %352 = phi ptr [ %376, %374 ], [ null, %347 ]
  %353 = phi i32 [ %375, %374 ], [ 0, %347 ]
  %354 = getelementptr inbounds %struct.Lane, ptr %324, i64 %351
  %355 = getelementptr inbounds i8, ptr %354, i64 8
  %356 = load i32, ptr %355, align 8
  %357 = icmp eq i32 %356, 1
  br i1 %357, label %358, label %374

358:
  %359 = icmp eq ptr %352, null
  br i1 %359, label %360, label %363

360:
  %361 = trunc i64 %351 to i32
  %362 = shl nuw i32 1, %361
  br label %374

363:
  %364 = call fastcc i32 @order(ptr %354, ptr %352) #19
  %365 = freeze i32 %364
  %366 = icmp slt i32 %365, 0
  %367 = select i1 %366, i32 0, i32 %353
  %368 = select i1 %366, ptr %354, ptr %352
  %369 = trunc i64 %351 to i32
  %370 = shl nuw i32 1, %369
  %371 = icmp sgt i32 %365, 0
  %372 = select i1 %371, i32 0, i32 %370
  %373 = or i32 %367, %372
  br label %374

374:
  %375 = phi i32 [ %353, %350 ], [ %373, %363 ], [ %362, %360 ]
  %376 = phi ptr [ %352, %350 ], [ %368, %363 ], [ %354, %360 ]
  %377 = add nuw nsw i64 %351, 1
  %378 = icmp eq i64 %377, %328
  br i1 %378, label %348, label %350

379:
  store i32 %375, ptr %327, align 4
  %380 = load i32, ptr %331, align 4
  %381 = add i32 %380, 1
  store i32 %381, ptr %331, align 4
  %382 = load ptr, ptr @dispatch, align 8
  %383 = getelementptr inbounds i8, ptr %382, i64 136
  %384 = load i64, ptr %383, align 8
  %385 = add i64 %384, 1
  store i64 %385, ptr %383, align 8
  br label %386

386:
  %387 = phi i64 [ %403, %401 ], [ 0, %379 ]
  %388 = phi i32 [ %402, %401 ], [ 7, %379 ]
  %389 = trunc i64 %387 to i32
  %390 = shl nuw i32 1, %389
  %391 = and i32 %390, %375
  %392 = icmp eq i32 %391, 0
  br i1 %392, label %401, label %393

393:
  %394 = getelementptr inbounds [64 x i8], ptr %332, i64 %387
  %395 = getelementptr inbounds %struct.Lane, ptr %324, i64 %387
  %396 = getelementptr inbounds i8, ptr %395, i64 80
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %394, ptr align 16 dereferenceable(64) %396, i64 64, i1 false)
  %397 = getelementptr inbounds i8, ptr %395, i64 8
  store i32 0, ptr %397, align 8
  %398 = getelementptr inbounds i8, ptr %395, i64 60
  %399 = load i32, ptr %398, align 4
  %400 = and i32 %399, %388
  br label %401

401:
  %402 = phi i32 [ %400, %393 ], [ %388, %386 ]
  %403 = add nuw nsw i64 %387, 1
  %404 = icmp eq i64 %403, %328
  br i1 %404, label %405, label %386

405:
  %406 = phi i64 [ %414, %413 ], [ 0, %401 ]
  %407 = trunc i64 %406 to i32
  %408 = shl nuw nsw i32 1, %407
  %409 = and i32 %408, %402
  %410 = icmp eq i32 %409, 0
  br i1 %410, label %413, label %411

411:
  %412 = getelementptr inbounds i32, ptr %333, i64 %406
  store i32 %381, ptr %412, align 4
  br label %413

413:
  %414 = add nuw nsw i64 %406, 1
  %415 = icmp eq i64 %414, 3
  br i1 %415, label %337, label %405

416:
  %417 = add nuw nsw i64 %317, 1
  %418 = icmp eq i64 %417, %303
  br i1 %418, label %311, label %316

419:
  %420 = icmp eq i32 %452, 0
  %421 = icmp ne i32 %448, 0
  br i1 %420, label %507, label %455

422:
  %423 = phi i64 [ 0, %312 ], [ %453, %447 ]
  %424 = phi i32 [ 0, %312 ], [ %452, %447 ]
  %425 = phi ptr [ null, %312 ], [ %451, %447 ]
  %426 = phi ptr [ null, %312 ], [ %450, %447 ]
  %427 = phi i32 [ 7, %312 ], [ %449, %447 ]
  %428 = phi i32 [ 0, %312 ], [ %448, %447 ]
  %429 = getelementptr inbounds %struct.Lane, ptr %315, i64 %423
  %430 = getelementptr inbounds i8, ptr %429, i64 8
  %431 = load i32, ptr %430, align 8
  %432 = icmp eq i32 %431, 3
  br i1 %432, label %433, label %435

433:
  %434 = add i32 %428, 1
  br label %447

435:
  %436 = add i32 %424, 1
  %437 = getelementptr inbounds i8, ptr %429, i64 60
  %438 = load i32, ptr %437, align 4
  %439 = and i32 %438, %427
  %440 = icmp eq ptr %426, null
  %441 = select i1 %440, ptr %429, ptr %426
  %442 = icmp eq ptr %425, null
  br i1 %442, label %443, label %447

443:
  %444 = call fastcc i32 @order(ptr %441, ptr %429) #19
  %445 = icmp eq i32 %444, 0
  %446 = select i1 %445, ptr null, ptr %429
  br label %447

447:
  %448 = phi i32 [ %434, %433 ], [ %428, %435 ], [ %428, %443 ]
  %449 = phi i32 [ %427, %433 ], [ %439, %435 ], [ %439, %443 ]
  %450 = phi ptr [ %426, %433 ], [ %441, %435 ], [ %441, %443 ]
  %451 = phi ptr [ %425, %433 ], [ %425, %435 ], [ %446, %443 ]
  %452 = phi i32 [ %424, %433 ], [ %436, %435 ], [ %436, %443 ]
  %453 = add nuw nsw i64 %423, 1
  %454 = icmp eq i64 %453, %97
  br i1 %454, label %419, label %422

455:
  %456 = getelementptr inbounds i8, ptr %313, i64 152
  %457 = load i32, ptr %456, align 8
  %458 = add i32 %457, 1
  store i32 %458, ptr %456, align 8
  %459 = getelementptr inbounds i8, ptr %313, i64 128
  %460 = load i64, ptr %459, align 8
  %461 = add i64 %460, 1
  store i64 %461, ptr %459, align 8
  br label %465

462:
  %463 = icmp ne ptr %451, null
  %464 = select i1 %421, i1 true, i1 %463
  br i1 %464, label %476, label %496

465:
  %466 = phi i64 [ 0, %455 ], [ %474, %473 ]
  %467 = trunc i64 %466 to i32
  %468 = shl nuw nsw i32 1, %467
  %469 = and i32 %468, %449
  %470 = icmp eq i32 %469, 0
  br i1 %470, label %473, label %471

471:
  %472 = getelementptr inbounds i32, ptr @ordered, i64 %466
  store i32 %458, ptr %472, align 4
  br label %473

473:
  %474 = add nuw nsw i64 %466, 1
  %475 = icmp eq i64 %474, 3
  br i1 %475, label %462, label %465

476:
  %477 = getelementptr inbounds i8, ptr %313, i64 96
  %478 = load i32, ptr %477, align 8
  %479 = icmp eq i32 %478, 0
  br i1 %479, label %480, label %496

480:
  %481 = getelementptr inbounds i8, ptr %313, i64 100
  %482 = load i32, ptr %481, align 4
  %483 = icmp eq i32 %482, 0
  br i1 %483, label %484, label %496

484:
  %485 = select i1 %421, i32 1, i32 2
  store i32 %485, ptr %477, align 8
  %486 = getelementptr inbounds i8, ptr %450, i64 16
  %487 = load i64, ptr %486, align 16
  %488 = getelementptr inbounds i8, ptr %313, i64 104
  store i64 %487, ptr %488, align 8
  br i1 %463, label %489, label %492

489:
  %490 = getelementptr inbounds i8, ptr %451, i64 16
  %491 = load i64, ptr %490, align 16
  br label %492

492:
  %493 = phi i64 [ %491, %489 ], [ 0, %484 ]
  %494 = getelementptr inbounds i8, ptr %313, i64 112
  store i64 %493, ptr %494, align 8
  %495 = getelementptr inbounds i8, ptr %313, i64 156
  store i32 %299, ptr %495, align 4
  br label %496

496:
  br label %497

497:
  %498 = phi i64 [ %505, %504 ], [ 0, %496 ]
  %499 = getelementptr inbounds %struct.Lane, ptr %315, i64 %498
  %500 = getelementptr inbounds i8, ptr %499, i64 8
  %501 = load i32, ptr %500, align 8
  %502 = icmp eq i32 %501, 2
  br i1 %502, label %503, label %504

503:
  store i32 0, ptr %500, align 8
  br label %504

504:
  %505 = add nuw nsw i64 %498, 1
  %506 = icmp eq i64 %505, %97
  br i1 %506, label %309, label %497

507:
  %508 = getelementptr inbounds i8, ptr %313, i64 56
  %509 = load ptr, ptr %508, align 8
  %510 = getelementptr inbounds i8, ptr %313, i64 64
  %511 = load i64, ptr %510, align 8
  %512 = getelementptr inbounds i8, ptr %313, i64 96
  br label %513

513:
  %514 = phi i64 [ 0, %507 ], [ %521, %520 ]
  %515 = mul i64 %514, %511
  %516 = getelementptr inbounds i8, ptr %509, i64 %515
  %517 = load i64, ptr %516, align 8
  %518 = icmp eq i64 %517, 7887048017532182883
  br i1 %518, label %520, label %519

519:
  store i32 3, ptr %512, align 8
  br label %520

520:
  %521 = add nuw nsw i64 %514, 1
  %522 = icmp eq i64 %521, %97
  br i1 %522, label %523, label %513

523:
  br label %524

524:
  %525 = add nuw i64 %53, 1
  %526 = icmp eq i64 %525, %2
  br i1 %526, label %49, label %52
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

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg) #11

define internal void @start() #6 {
  %1 = load ptr, ptr @dispatch, align 8
  %2 = getelementptr inbounds i8, ptr %1, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = load ptr, ptr @current, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 144
  tail call void @mtlb_entry(ptr %3, ptr %5) #21
  %6 = load ptr, ptr @current, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 8
  store i32 3, ptr %7, align 8
  tail call fastcc void @switch_to_next(ptr %6) #19
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

define internal fastcc void @switch_to_next(ptr %0) unnamed_addr #7 {
  %2 = load ptr, ptr @last, align 8
  br label %3

3:
  %4 = phi ptr [ %0, %1 ], [ %5, %7 ]
  %5 = getelementptr inbounds i8, ptr %4, i64 272
  %6 = icmp ult ptr %5, %2
  br i1 %6, label %7, label %20

7:
  %8 = getelementptr inbounds i8, ptr %4, i64 280
  %9 = load i32, ptr %8, align 8
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %11, label %3

11:
  %12 = getelementptr inbounds i8, ptr %4, i64 544
  %13 = icmp ult ptr %12, %2
  br i1 %13, label %14, label %19

14:
  %15 = load ptr, ptr %12, align 16
  tail call void @llvm.prefetch.p0(ptr %15, i32 1, i32 3, i32 1)
  %16 = getelementptr inbounds i8, ptr %15, i64 64
  tail call void @llvm.prefetch.p0(ptr %16, i32 1, i32 3, i32 1)
  %17 = getelementptr inbounds i8, ptr %15, i64 128
  tail call void @llvm.prefetch.p0(ptr %17, i32 1, i32 3, i32 1)
  %18 = getelementptr inbounds i8, ptr %15, i64 192
  tail call void @llvm.prefetch.p0(ptr %18, i32 1, i32 3, i32 1)
  br label %19

19:
  store ptr %5, ptr @current, align 8
  br label %20

20:
  %21 = phi ptr [ %5, %19 ], [ @scheduler_stack, %3 ]
  %22 = load ptr, ptr %21, align 8
  tail call void @switch_stack(ptr %0, ptr %22) #19
  ret void
}

define internal void @switch_stack(ptr %0, ptr %1) #14 {
  tail call void asm sideeffect "sub sp, sp, #160\0Astp x19, x20, [sp]\0A stp x21, x22, [sp, #16]\0A stp x23, x24, [sp, #32]\0A stp x25, x26, [sp, #48]\0Astp x27, x28, [sp, #64]\0A stp x29, x30, [sp, #80]\0A stp d8, d9, [sp, #96]\0A stp d10, d11, [sp, #112]\0Astp d12, d13, [sp, #128]\0A stp d14, d15, [sp, #144]\0Amov x9, sp\0A str x9, [x0]\0A mov sp, x1\0Aldp x19, x20, [sp]\0A ldp x21, x22, [sp, #16]\0A ldp x23, x24, [sp, #32]\0A ldp x25, x26, [sp, #48]\0Aldp x27, x28, [sp, #64]\0A ldp x29, x30, [sp, #80]\0A ldp d8, d9, [sp, #96]\0A ldp d10, d11, [sp, #112]\0Aldp d12, d13, [sp, #128]\0A ldp d14, d15, [sp, #144]\0Aadd sp, sp, #160\0A ret\0A", ""() #20
  unreachable
}

declare void @llvm.prefetch.p0(ptr readonly, i32 immarg, i32 immarg, i32 immarg) #15

declare void @llvm.trap() #16

define internal fastcc i32 @order(ptr readonly %0, ptr readonly %1) unnamed_addr #17 {
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

declare i32 @llvm.umin.i32(i32, i32) #18

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { noinline nounwind }
attributes #4 = { nounwind }
attributes #5 = { nounwind }
attributes #6 = { nounwind noreturn }
attributes #7 = { nounwind }
attributes #8 = { nounwind }
attributes #9 = { nounwind }
attributes #10 = { nounwind }
attributes #11 = { nounwind }
attributes #12 = { nounwind }
attributes #13 = { nounwind }
attributes #14 = { noinline naked nounwind }
attributes #15 = { nounwind }
attributes #16 = { nounwind noreturn }
attributes #17 = { nounwind }
attributes #18 = { nounwind }
attributes #19 = { nounwind }
attributes #20 = { nounwind }
attributes #21 = { nounwind }
