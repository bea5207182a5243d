; 719eac0713015aad1ea2982a5102d7f0b0b85d4222fd517091d3df488ae01f56 by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, ptr, ptr, ptr, i32, i32, i32, i32, i64, [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [3 x i32], [11 x i32], [32 x [64 x i8]], i32, [15 x i32], [32 x [64 x i8]] }

@current = internal unnamed_addr global ptr null, align 8
@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@mtlb_neighbour.zeros = internal constant [8 x i64] zeroinitializer, align 16
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
  %53 = phi i64 [ %1, %11 ], [ %518, %517 ]
  %54 = load i32, ptr %0, align 8
  %55 = zext i32 %54 to i64
  %56 = urem i64 %53, %55
  %57 = trunc i64 %56 to i32
  store i32 %57, ptr %4, align 4
  %58 = udiv i64 %53, %55
  %59 = load i32, ptr %13, align 4
  %60 = zext i32 %59 to i64
  %61 = urem i64 %58, %60
  %62 = trunc i64 %61 to i32
  store i32 %62, ptr %12, align 4
  %63 = udiv i64 %58, %60
  %64 = trunc i64 %63 to i32
  store i32 %64, ptr %14, align 4
  %65 = load i32, ptr %15, align 8
  %66 = load i32, ptr %48, align 4
  br label %71

67:
  %68 = load i32, ptr %17, align 8
  %69 = icmp ne i32 %68, 0
  %70 = select i1 %69, i1 %19, i1 false
  br i1 %70, label %95, label %86

71:
  %72 = phi i64 [ 0, %52 ], [ %84, %71 ]
  %73 = getelementptr inbounds i32, ptr %15, i64 %72
  %74 = load i32, ptr %73, align 4
  %75 = getelementptr inbounds i32, ptr %4, i64 %72
  %76 = load i32, ptr %75, align 4
  %77 = getelementptr inbounds i32, ptr %16, i64 %72
  %78 = load i32, ptr %77, align 4
  %79 = mul i32 %78, %76
  %80 = getelementptr inbounds i32, ptr %6, i64 %72
  store i32 %79, ptr %80, align 4
  %81 = sub i32 %74, %79
  %82 = call i32 @llvm.umin.i32(i32 %81, i32 %78)
  %83 = getelementptr inbounds i32, ptr %5, i64 %72
  store i32 %82, ptr %83, align 4
  %84 = add nuw nsw i64 %72, 1
  %85 = icmp eq i64 %84, 3
  br i1 %85, label %67, label %71

86:
  %87 = load i32, ptr %5, align 4
  %88 = load i32, ptr %20, align 4
  %89 = mul i32 %88, %87
  %90 = load i32, ptr %21, align 4
  %91 = mul i32 %89, %90
  %92 = zext i32 %91 to i64
  %93 = load i64, ptr %22, align 8
  %94 = add i64 %93, %92
  store i64 %94, ptr %22, align 8
  br i1 %24, label %108, label %158

95:
  %96 = phi i64 [ %103, %95 ], [ 0, %67 ]
  %97 = phi i32 [ %104, %95 ], [ %68, %67 ]
  %98 = getelementptr inbounds %struct.Region, ptr @mtlb_threadgroup, i64 %96
  %99 = load ptr, ptr %98, align 8
  %100 = trunc i32 %97 to i8
  %101 = getelementptr inbounds i8, ptr %98, i64 8
  %102 = load i64, ptr %101, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %99, i8 %100, i64 %102, i1 false)
  %103 = add nuw nsw i64 %96, 1
  %104 = load i32, ptr %17, align 8
  %105 = icmp ne i32 %104, 0
  %106 = icmp ult i64 %103, %47
  %107 = select i1 %105, i1 %106, i1 false
  br i1 %107, label %95, label %86

108:
  %109 = load ptr, ptr %35, align 8
  store ptr %8, ptr @current, align 8
  call fastcc void @begin_group(ptr %34, ptr %0, ptr %4, ptr %5) #19
  store i32 0, ptr %26, align 4
  %110 = icmp eq i32 %90, 0
  br i1 %110, label %157, label %111

111:
  %112 = icmp eq i32 %88, 0
  %113 = icmp eq i32 %87, 0
  br label %114

114:
  %115 = phi i32 [ 0, %111 ], [ %154, %153 ]
  %116 = phi i32 [ 0, %111 ], [ %155, %153 ]
  store i32 0, ptr %27, align 4
  br i1 %112, label %153, label %117

117:
  %118 = phi i32 [ %150, %149 ], [ %115, %114 ]
  %119 = phi i32 [ %151, %149 ], [ 0, %114 ]
  store i32 0, ptr %7, align 4
  br i1 %113, label %149, label %120

120:
  %121 = phi i32 [ %147, %134 ], [ %118, %117 ]
  %122 = phi i32 [ %146, %134 ], [ 0, %117 ]
  br label %123

123:
  %124 = phi i64 [ 0, %120 ], [ %132, %123 ]
  %125 = getelementptr inbounds i32, ptr %7, i64 %124
  %126 = load i32, ptr %125, align 4
  %127 = getelementptr inbounds i32, ptr %36, i64 %124
  store i32 %126, ptr %127, align 4
  %128 = getelementptr inbounds i32, ptr %6, i64 %124
  %129 = load i32, ptr %128, align 4
  %130 = add i32 %129, %126
  %131 = getelementptr inbounds i32, ptr %34, i64 %124
  store i32 %130, ptr %131, align 4
  %132 = add nuw nsw i64 %124, 1
  %133 = icmp eq i64 %132, 3
  br i1 %133, label %134, label %123

134:
  store i32 %121, ptr %37, align 4
  %135 = and i32 %121, 31
  store i32 %135, ptr %38, align 8
  %136 = lshr i32 %121, 5
  store i32 %136, ptr %39, align 4
  %137 = lshr i32 %121, 2
  store i32 %137, ptr %40, align 8
  %138 = and i32 %121, 3
  store i32 %138, ptr %41, align 4
  %139 = load i32, ptr %34, align 16
  %140 = load i32, ptr %42, align 4
  %141 = load i32, ptr %43, align 8
  %142 = mul i32 %141, %66
  %143 = add i32 %142, %140
  %144 = mul i32 %143, %65
  %145 = add i32 %144, %139
  store i32 %145, ptr %44, align 4
  store i32 %135, ptr %45, align 4
  store i32 0, ptr %46, align 8
  call void @mtlb_entry(ptr %109, ptr %34) #21
  %146 = add nuw i32 %122, 1
  store i32 %146, ptr %7, align 4
  %147 = add i32 %121, 1
  %148 = icmp eq i32 %146, %87
  br i1 %148, label %149, label %120

149:
  %150 = phi i32 [ %118, %117 ], [ %147, %134 ]
  %151 = add nuw i32 %119, 1
  store i32 %151, ptr %27, align 4
  %152 = icmp eq i32 %151, %88
  br i1 %152, label %153, label %117

153:
  %154 = phi i32 [ %115, %114 ], [ %150, %149 ]
  %155 = add nuw i32 %116, 1
  store i32 %155, ptr %26, align 4
  %156 = icmp eq i32 %155, %90
  br i1 %156, label %157, label %114

157:
  br label %517

158:
  %159 = load i32, ptr %25, align 4
  %160 = icmp ne i32 %159, 0
  %161 = and i32 %87, 1
  %162 = icmp eq i32 %161, 0
  %163 = select i1 %160, i1 %162, i1 false
  br i1 %163, label %164, label %167

164:
  %165 = and i32 %88, 1
  %166 = icmp eq i32 %165, 0
  br label %167

167:
  %168 = phi i1 [ %166, %164 ], [ false, %158 ]
  call fastcc void @begin_group(ptr %9, ptr %0, ptr %4, ptr %5) #19
  store i32 0, ptr %26, align 4
  store i32 0, ptr %27, align 4
  store i32 0, ptr %7, align 4
  %169 = icmp eq i32 %91, 0
  br i1 %169, label %285, label %170

170:
  %171 = lshr i32 %87, 1
  br label %172

172:
  %173 = phi i64 [ 0, %170 ], [ %283, %282 ]
  %174 = phi i32 [ 0, %170 ], [ %240, %282 ]
  %175 = phi i32 [ 0, %170 ], [ %239, %282 ]
  %176 = phi i32 [ 0, %170 ], [ %238, %282 ]
  br i1 %168, label %177, label %189

177:
  %178 = trunc i64 %173 to i32
  %179 = lshr i32 %178, 2
  %180 = urem i32 %179, %171
  %181 = shl nuw nsw i32 %180, 1
  %182 = and i32 %178, 1
  %183 = or i32 %181, %182
  store i32 %183, ptr %7, align 4
  %184 = udiv i32 %179, %171
  %185 = shl nuw nsw i32 %184, 1
  %186 = lshr i32 %178, 1
  %187 = and i32 %186, 1
  %188 = or i32 %185, %187
  store i32 %188, ptr %27, align 4
  store i32 0, ptr %26, align 4
  br label %189

189:
  %190 = phi i32 [ 0, %177 ], [ %176, %172 ]
  %191 = phi i32 [ %188, %177 ], [ %175, %172 ]
  %192 = phi i32 [ %183, %177 ], [ %174, %172 ]
  %193 = load ptr, ptr %28, align 8
  %194 = getelementptr inbounds %struct.Lane, ptr %193, i64 %173
  %195 = getelementptr inbounds i8, ptr %194, i64 144
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 dereferenceable(120) %195, ptr align 4 dereferenceable(120) %9, i64 120, i1 false)
  %196 = getelementptr inbounds i8, ptr %194, i64 156
  br label %197

197:
  %198 = phi i64 [ 0, %189 ], [ %206, %197 ]
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
  %209 = getelementptr inbounds i8, ptr %194, i64 180
  %210 = trunc i64 %173 to i32
  store i32 %210, ptr %209, align 4
  %211 = and i32 %210, 31
  %212 = getelementptr inbounds i8, ptr %194, i64 184
  store i32 %211, ptr %212, align 4
  %213 = lshr i32 %210, 5
  %214 = getelementptr inbounds i8, ptr %194, i64 188
  store i32 %213, ptr %214, align 4
  %215 = lshr i32 %210, 2
  %216 = getelementptr inbounds i8, ptr %194, i64 248
  store i32 %215, ptr %216, align 4
  %217 = and i32 %210, 3
  %218 = getelementptr inbounds i8, ptr %194, i64 252
  store i32 %217, ptr %218, align 4
  %219 = load i32, ptr %195, align 4
  %220 = getelementptr inbounds i8, ptr %194, i64 148
  %221 = load i32, ptr %220, align 4
  %222 = getelementptr inbounds i8, ptr %194, i64 152
  %223 = load i32, ptr %222, align 4
  %224 = mul i32 %223, %66
  %225 = add i32 %224, %221
  %226 = mul i32 %225, %65
  %227 = add i32 %226, %219
  %228 = getelementptr inbounds i8, ptr %194, i64 260
  store i32 %227, ptr %228, align 4
  br i1 %168, label %237, label %229

229:
  %230 = add i32 %192, 1
  store i32 %230, ptr %7, align 4
  %231 = icmp eq i32 %230, %87
  br i1 %231, label %232, label %237

232:
  store i32 0, ptr %7, align 4
  %233 = add i32 %191, 1
  store i32 %233, ptr %27, align 4
  %234 = icmp eq i32 %233, %88
  br i1 %234, label %235, label %237

235:
  store i32 0, ptr %27, align 4
  %236 = add i32 %190, 1
  store i32 %236, ptr %26, align 4
  br label %237

237:
  %238 = phi i32 [ %190, %232 ], [ %236, %235 ], [ %190, %229 ], [ %190, %208 ]
  %239 = phi i32 [ %233, %232 ], [ 0, %235 ], [ %191, %229 ], [ %191, %208 ]
  %240 = phi i32 [ 0, %232 ], [ 0, %235 ], [ %230, %229 ], [ %192, %208 ]
  %241 = getelementptr inbounds i8, ptr %194, i64 8
  store i32 0, ptr %241, align 8
  %242 = getelementptr inbounds i8, ptr %194, i64 56
  store i32 0, ptr %242, align 8
  %243 = getelementptr inbounds i8, ptr %194, i64 72
  store i64 0, ptr %243, align 8
  %244 = getelementptr inbounds i8, ptr %194, i64 24
  %245 = getelementptr inbounds i8, ptr %194, i64 48
  store ptr null, ptr %245, align 16
  %246 = getelementptr inbounds i8, ptr %194, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %244, i8 0, i64 16, i1 false)
  store i32 %211, ptr %246, align 4
  %247 = load ptr, ptr %29, align 8
  %248 = zext i32 %213 to i64
  %249 = getelementptr inbounds %struct.Simd, ptr %247, i64 %248
  %250 = getelementptr inbounds i8, ptr %194, i64 40
  store ptr %249, ptr %250, align 8
  %251 = load ptr, ptr %30, align 8
  br i1 %31, label %255, label %252

252:
  %253 = load i64, ptr %32, align 8
  %254 = mul i64 %253, %173
  br label %255

255:
  %256 = phi i64 [ %254, %252 ], [ 0, %237 ]
  %257 = getelementptr inbounds i8, ptr %251, i64 %256
  %258 = load i32, ptr %17, align 8
  switch i32 %258, label %259 [
    i32 0, label %262
    i32 255, label %262
  ]

259:
  %260 = trunc i32 %258 to i8
  %261 = load i64, ptr %32, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %257, i8 %260, i64 %261, i1 false)
  br label %262

262:
  %263 = load i64, ptr %32, align 8
  %264 = getelementptr inbounds i8, ptr %257, i64 %263
  store i64 7887048017532182883, ptr %257, align 8
  %265 = getelementptr inbounds i8, ptr %264, i64 -72
  store i64 0, ptr %265, align 8
  %266 = getelementptr inbounds i8, ptr %264, i64 -80
  store i64 ptrtoint (ptr @start to i64), ptr %266, align 8
  %267 = getelementptr i8, ptr %264, i64 -128
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(48) %267, i8 0, i64 48, i1 false)
  store ptr %267, ptr %194, align 16
  br i1 %31, label %268, label %282

268:
  %269 = getelementptr inbounds i8, ptr %194, i64 272
  store ptr %269, ptr @last, align 8
  %270 = icmp eq i64 %173, 0
  br i1 %270, label %271, label %274

271:
  %272 = load i32, ptr %33, align 8
  %273 = add i32 %272, 1
  store i32 %273, ptr %33, align 8
  br label %274

274:
  store ptr %194, ptr @current, align 8
  call void @switch_stack(ptr @scheduler_stack, ptr %267) #19
  %275 = load ptr, ptr @dispatch, align 8
  %276 = getelementptr inbounds i8, ptr %275, i64 56
  %277 = load ptr, ptr %276, align 8
  %278 = load i64, ptr %277, align 8
  %279 = icmp eq i64 %278, 7887048017532182883
  br i1 %279, label %282, label %280

280:
  %281 = getelementptr inbounds i8, ptr %275, i64 96
  store i32 3, ptr %281, align 8
  br label %282

282:
  %283 = add nuw nsw i64 %173, 1
  %284 = icmp eq i64 %283, %92
  br i1 %284, label %285, label %172

285:
  br i1 %31, label %516, label %286

286:
  %287 = load ptr, ptr @dispatch, align 8
  %288 = getelementptr inbounds i8, ptr %287, i64 152
  %289 = load i32, ptr %288, align 8
  %290 = add i32 %289, 1
  store i32 %290, ptr %288, align 8
  br label %297

291:
  %292 = trunc i64 %53 to i32
  %293 = add i32 %91, 31
  %294 = lshr i32 %293, 5
  %295 = icmp eq i32 %294, 0
  %296 = zext i32 %294 to i64
  br label %303

297:
  %298 = phi i64 [ 0, %286 ], [ %300, %297 ]
  %299 = getelementptr inbounds i32, ptr @ordered, i64 %298
  store i32 %290, ptr %299, align 4
  %300 = add nuw nsw i64 %298, 1
  %301 = icmp eq i64 %300, 3
  br i1 %301, label %291, label %297

302:
  br label %303

303:
  br i1 %295, label %304, label %309

304:
  br i1 %169, label %516, label %305

305:
  %306 = load ptr, ptr @dispatch, align 8
  %307 = getelementptr inbounds i8, ptr %306, i64 72
  %308 = load ptr, ptr %307, align 8
  br label %415

309:
  %310 = phi i64 [ %410, %409 ], [ 0, %303 ]
  %311 = shl nuw i64 %310, 5
  %312 = trunc i64 %311 to i32
  %313 = sub i32 %91, %312
  %314 = load ptr, ptr @dispatch, align 8
  %315 = getelementptr inbounds i8, ptr %314, i64 72
  %316 = load ptr, ptr %315, align 8
  %317 = getelementptr inbounds %struct.Lane, ptr %316, i64 %311
  %318 = call i32 @llvm.umin.i32(i32 %313, i32 32)
  %319 = getelementptr inbounds i8, ptr %317, i64 40
  %320 = load ptr, ptr %319, align 8
  %321 = zext i32 %318 to i64
  %322 = getelementptr inbounds %struct.Lane, ptr %317, i64 %321
  store ptr %322, ptr @last, align 8
  %323 = icmp eq i64 %311, %92
  %324 = getelementptr inbounds i8, ptr %320, i64 4
  %325 = getelementptr inbounds i8, ptr %320, i64 64
  %326 = getelementptr inbounds i8, ptr %320, i64 8
  br i1 %323, label %409, label %332

327:
  %328 = add nuw nsw i64 %333, 1
  %329 = icmp eq i64 %328, %321
  br i1 %329, label %340, label %330

330:
  %331 = phi i64 [ %328, %327 ], [ 0, %406 ]
  br label %332

332:
  %333 = phi i64 [ %331, %330 ], [ 0, %309 ]
  %334 = getelementptr inbounds %struct.Lane, ptr %317, i64 %333
  %335 = getelementptr inbounds i8, ptr %334, i64 8
  %336 = load i32, ptr %335, align 8
  %337 = icmp eq i32 %336, 0
  br i1 %337, label %338, label %327

338:
  store ptr %334, ptr @current, align 8
  %339 = load ptr, ptr %334, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %339) #19
  br label %340

340:
  br label %343

341:
  %342 = icmp eq i32 %368, 0
  br i1 %342, label %409, label %372

343:
  %344 = phi i64 [ %370, %367 ], [ 0, %340 ]
  %345 = phi ptr [ %369, %367 ], [ null, %340 ]
  %346 = phi i32 [ %368, %367 ], [ 0, %340 ]
  %347 = getelementptr inbounds %struct.Lane, ptr %317, i64 %344
  %348 = getelementptr inbounds i8, ptr %347, i64 8
  %349 = load i32, ptr %348, align 8
  %350 = icmp eq i32 %349, 1
  br i1 %350, label %351, label %367

351:
  %352 = icmp eq ptr %345, null
  br i1 %352, label %353, label %356

353:
  %354 = trunc i64 %344 to i32
  %355 = shl nuw i32 1, %354
  br label %367

356:
  %357 = call fastcc i32 @order(ptr %347, ptr %345) #19
  %358 = freeze i32 %357
  %359 = icmp slt i32 %358, 0
  %360 = select i1 %359, i32 0, i32 %346
  %361 = select i1 %359, ptr %347, ptr %345
  %362 = trunc i64 %344 to i32
  %363 = shl nuw i32 1, %362
  %364 = icmp sgt i32 %358, 0
  %365 = select i1 %364, i32 0, i32 %363
  %366 = or i32 %360, %365
  br label %367

367:
  %368 = phi i32 [ %346, %343 ], [ %366, %356 ], [ %355, %353 ]
  %369 = phi ptr [ %345, %343 ], [ %361, %356 ], [ %347, %353 ]
  %370 = add nuw nsw i64 %344, 1
  %371 = icmp eq i64 %370, %321
  br i1 %371, label %341, label %343

372:
  store i32 %368, ptr %320, align 4
  %373 = load i32, ptr %324, align 4
  %374 = add i32 %373, 1
  store i32 %374, ptr %324, align 4
  %375 = load ptr, ptr @dispatch, align 8
  %376 = getelementptr inbounds i8, ptr %375, i64 136
  %377 = load i64, ptr %376, align 8
  %378 = add i64 %377, 1
  store i64 %378, ptr %376, align 8
  br label %379

379:
  %380 = phi i64 [ %396, %394 ], [ 0, %372 ]
  %381 = phi i32 [ %395, %394 ], [ 7, %372 ]
  %382 = trunc i64 %380 to i32
  %383 = shl nuw i32 1, %382
  %384 = and i32 %383, %368
  %385 = icmp eq i32 %384, 0
  br i1 %385, label %394, label %386

386:
  %387 = getelementptr inbounds [64 x i8], ptr %325, i64 %380
  %388 = getelementptr inbounds %struct.Lane, ptr %317, i64 %380
  %389 = getelementptr inbounds i8, ptr %388, i64 80
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %387, ptr align 16 dereferenceable(64) %389, i64 64, i1 false)
  %390 = getelementptr inbounds i8, ptr %388, i64 8
  store i32 0, ptr %390, align 8
  %391 = getelementptr inbounds i8, ptr %388, i64 60
  %392 = load i32, ptr %391, align 4
  %393 = and i32 %392, %381
  br label %394

394:
  %395 = phi i32 [ %393, %386 ], [ %381, %379 ]
  %396 = add nuw nsw i64 %380, 1
  %397 = icmp eq i64 %396, %321
  br i1 %397, label %398, label %379

398:
  %399 = phi i64 [ %407, %406 ], [ 0, %394 ]
  %400 = trunc i64 %399 to i32
  %401 = shl nuw nsw i32 1, %400
  %402 = and i32 %401, %395
  %403 = icmp eq i32 %402, 0
  br i1 %403, label %406, label %404

404:
  %405 = getelementptr inbounds i32, ptr %326, i64 %399
  store i32 %374, ptr %405, align 4
  br label %406

406:
  %407 = add nuw nsw i64 %399, 1
  %408 = icmp eq i64 %407, 3
  br i1 %408, label %330, label %398

409:
  %410 = add nuw nsw i64 %310, 1
  %411 = icmp eq i64 %410, %296
  br i1 %411, label %304, label %309

412:
  %413 = icmp eq i32 %445, 0
  %414 = icmp ne i32 %441, 0
  br i1 %413, label %500, label %448

415:
  %416 = phi i64 [ 0, %305 ], [ %446, %440 ]
  %417 = phi i32 [ 0, %305 ], [ %445, %440 ]
  %418 = phi ptr [ null, %305 ], [ %444, %440 ]
  %419 = phi ptr [ null, %305 ], [ %443, %440 ]
  %420 = phi i32 [ 7, %305 ], [ %442, %440 ]
  %421 = phi i32 [ 0, %305 ], [ %441, %440 ]
  %422 = getelementptr inbounds %struct.Lane, ptr %308, i64 %416
  %423 = getelementptr inbounds i8, ptr %422, i64 8
  %424 = load i32, ptr %423, align 8
  %425 = icmp eq i32 %424, 3
  br i1 %425, label %426, label %428

426:
  %427 = add i32 %421, 1
  br label %440

428:
  %429 = add i32 %417, 1
  %430 = getelementptr inbounds i8, ptr %422, i64 60
  %431 = load i32, ptr %430, align 4
  %432 = and i32 %431, %420
  %433 = icmp eq ptr %419, null
  %434 = select i1 %433, ptr %422, ptr %419
  %435 = icmp eq ptr %418, null
  br i1 %435, label %436, label %440

436:
  %437 = call fastcc i32 @order(ptr %434, ptr %422) #19
  %438 = icmp eq i32 %437, 0
  %439 = select i1 %438, ptr null, ptr %422
  br label %440

440:
  %441 = phi i32 [ %427, %426 ], [ %421, %428 ], [ %421, %436 ]
  %442 = phi i32 [ %420, %426 ], [ %432, %428 ], [ %432, %436 ]
  %443 = phi ptr [ %419, %426 ], [ %434, %428 ], [ %434, %436 ]
  %444 = phi ptr [ %418, %426 ], [ %418, %428 ], [ %439, %436 ]
  %445 = phi i32 [ %417, %426 ], [ %429, %428 ], [ %429, %436 ]
  %446 = add nuw nsw i64 %416, 1
  %447 = icmp eq i64 %446, %92
  br i1 %447, label %412, label %415

448:
  %449 = getelementptr inbounds i8, ptr %306, i64 152
  %450 = load i32, ptr %449, align 8
  %451 = add i32 %450, 1
  store i32 %451, ptr %449, align 8
  %452 = getelementptr inbounds i8, ptr %306, i64 128
  %453 = load i64, ptr %452, align 8
  %454 = add i64 %453, 1
  store i64 %454, ptr %452, align 8
  br label %458

455:
  %456 = icmp ne ptr %444, null
  %457 = select i1 %414, i1 true, i1 %456
  br i1 %457, label %469, label %489

458:
  %459 = phi i64 [ 0, %448 ], [ %467, %466 ]
  %460 = trunc i64 %459 to i32
  %461 = shl nuw nsw i32 1, %460
  %462 = and i32 %461, %442
  %463 = icmp eq i32 %462, 0
  br i1 %463, label %466, label %464

464:
  %465 = getelementptr inbounds i32, ptr @ordered, i64 %459
  store i32 %451, ptr %465, align 4
  br label %466

466:
  %467 = add nuw nsw i64 %459, 1
  %468 = icmp eq i64 %467, 3
  br i1 %468, label %455, label %458

469:
  %470 = getelementptr inbounds i8, ptr %306, i64 96
  %471 = load i32, ptr %470, align 8
  %472 = icmp eq i32 %471, 0
  br i1 %472, label %473, label %489

473:
  %474 = getelementptr inbounds i8, ptr %306, i64 100
  %475 = load i32, ptr %474, align 4
  %476 = icmp eq i32 %475, 0
  br i1 %476, label %477, label %489

477:
  %478 = select i1 %414, i32 1, i32 2
  store i32 %478, ptr %470, align 8
  %479 = getelementptr inbounds i8, ptr %443, i64 16
  %480 = load i64, ptr %479, align 16
  %481 = getelementptr inbounds i8, ptr %306, i64 104
  store i64 %480, ptr %481, align 8
  br i1 %456, label %482, label %485

482:
  %483 = getelementptr inbounds i8, ptr %444, i64 16
  %484 = load i64, ptr %483, align 16
  br label %485

485:
  %486 = phi i64 [ %484, %482 ], [ 0, %477 ]
  %487 = getelementptr inbounds i8, ptr %306, i64 112
  store i64 %486, ptr %487, align 8
  %488 = getelementptr inbounds i8, ptr %306, i64 156
  store i32 %292, ptr %488, align 4
  br label %489

489:
  br label %490

490:
  %491 = phi i64 [ %498, %497 ], [ 0, %489 ]
  %492 = getelementptr inbounds %struct.Lane, ptr %308, i64 %491
  %493 = getelementptr inbounds i8, ptr %492, i64 8
  %494 = load i32, ptr %493, align 8
  %495 = icmp eq i32 %494, 2
  br i1 %495, label %496, label %497

496:
  store i32 0, ptr %493, align 8
  br label %497

497:
  %498 = add nuw nsw i64 %491, 1
  %499 = icmp eq i64 %498, %92
  br i1 %499, label %302, label %490

500:
  %501 = getelementptr inbounds i8, ptr %306, i64 56
  %502 = load ptr, ptr %501, align 8
  %503 = getelementptr inbounds i8, ptr %306, i64 64
  %504 = load i64, ptr %503, align 8
  %505 = getelementptr inbounds i8, ptr %306, i64 96
  br label %506

506:
  %507 = phi i64 [ 0, %500 ], [ %514, %513 ]
  %508 = mul i64 %507, %504
  %509 = getelementptr inbounds i8, ptr %502, i64 %508
  %510 = load i64, ptr %509, align 8
  %511 = icmp eq i64 %510, 7887048017532182883
  br i1 %511, label %513, label %512

512:
  store i32 3, ptr %505, align 8
  br label %513

513:
  %514 = add nuw nsw i64 %507, 1
  %515 = icmp eq i64 %514, %92
  br i1 %515, label %516, label %506

516:
  br label %517

517:
  %518 = add nuw i64 %53, 1
  %519 = icmp eq i64 %518, %2
  br i1 %519, label %49, label %52
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
  tail call void asm sideeffect "pushq %rbp\0A pushq %rbx\0A pushq %r12\0A pushq %r13\0A pushq %r14\0A pushq %r15\0Amovq %rsp, (%rdi)\0A movq %rsi, %rsp\0Apopq %r15\0A popq %r14\0A popq %r13\0A popq %r12\0A popq %rbx\0A popq %rbp\0A retq\0A", "~{dirflag},~{fpsr},~{flags}"() #20
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
