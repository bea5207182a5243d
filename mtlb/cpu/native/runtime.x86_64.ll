; 1f5256614425ad1ed10468c291f81d8ae4114188ff6c8c8fbe84c5da61004a5e by tools/build_runtime.py
%struct.Region = type { ptr, i64 }
%struct.Lane = type { ptr, i32, i32, i64, ptr, ptr, ptr, ptr, i32, i32, [64 x i8], %struct.Thread, [8 x i8] }
%struct.Thread = type { [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32 }
%struct.Simd = type { i32, i32, [14 x i32], [32 x [64 x i8]] }

@current = internal unnamed_addr global ptr null, align 8
@mtlb_is_stackful = external local_unnamed_addr constant i32, align 4
@mtlb_neighbour.zeros = internal constant [8 x i64] zeroinitializer, align 16
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
  %49 = phi i64 [ %1, %10 ], [ %447, %446 ]
  %50 = load i32, ptr %0, align 8
  %51 = zext i32 %50 to i64
  %52 = urem i64 %49, %51
  %53 = trunc i64 %52 to i32
  store i32 %53, ptr %4, align 4
  %54 = udiv i64 %49, %51
  %55 = load i32, ptr %12, align 4
  %56 = zext i32 %55 to i64
  %57 = urem i64 %54, %56
  %58 = trunc i64 %57 to i32
  store i32 %58, ptr %11, align 4
  %59 = udiv i64 %54, %56
  %60 = trunc i64 %59 to i32
  store i32 %60, ptr %13, align 4
  %61 = load i32, ptr %14, align 8
  %62 = load i32, ptr %44, align 4
  br label %67

63:
  %64 = load i32, ptr %16, align 8
  %65 = icmp ne i32 %64, 0
  %66 = select i1 %65, i1 %18, i1 false
  br i1 %66, label %91, label %82

67:
  %68 = phi i64 [ 0, %48 ], [ %80, %67 ]
  %69 = getelementptr inbounds i32, ptr %14, i64 %68
  %70 = load i32, ptr %69, align 4
  %71 = getelementptr inbounds i32, ptr %4, i64 %68
  %72 = load i32, ptr %71, align 4
  %73 = getelementptr inbounds i32, ptr %15, i64 %68
  %74 = load i32, ptr %73, align 4
  %75 = mul i32 %74, %72
  %76 = getelementptr inbounds i32, ptr %6, i64 %68
  store i32 %75, ptr %76, align 4
  %77 = sub i32 %70, %75
  %78 = call i32 @llvm.umin.i32(i32 %77, i32 %74)
  %79 = getelementptr inbounds i32, ptr %5, i64 %68
  store i32 %78, ptr %79, align 4
  %80 = add nuw nsw i64 %68, 1
  %81 = icmp eq i64 %80, 3
  br i1 %81, label %63, label %67

82:
  %83 = load i32, ptr %5, align 4
  %84 = load i32, ptr %19, align 4
  %85 = mul i32 %84, %83
  %86 = load i32, ptr %20, align 4
  %87 = mul i32 %85, %86
  %88 = zext i32 %87 to i64
  %89 = load i64, ptr %21, align 8
  %90 = add i64 %89, %88
  store i64 %90, ptr %21, align 8
  br i1 %23, label %104, label %154

91:
  %92 = phi i64 [ %99, %91 ], [ 0, %63 ]
  %93 = phi i32 [ %100, %91 ], [ %64, %63 ]
  %94 = getelementptr inbounds %struct.Region, ptr @mtlb_threadgroup, i64 %92
  %95 = load ptr, ptr %94, align 8
  %96 = trunc i32 %93 to i8
  %97 = getelementptr inbounds i8, ptr %94, i64 8
  %98 = load i64, ptr %97, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %95, i8 %96, i64 %98, i1 false)
  %99 = add nuw nsw i64 %92, 1
  %100 = load i32, ptr %16, align 8
  %101 = icmp ne i32 %100, 0
  %102 = icmp ult i64 %99, %43
  %103 = select i1 %101, i1 %102, i1 false
  br i1 %103, label %91, label %82

104:
  %105 = load ptr, ptr %32, align 8
  store ptr %8, ptr @current, align 8
  call fastcc void @begin_group(ptr %31, ptr %0, ptr %4, ptr %5) #18
  store i32 0, ptr %26, align 4
  %106 = icmp eq i32 %86, 0
  br i1 %106, label %153, label %107

107:
  %108 = icmp eq i32 %84, 0
  %109 = icmp eq i32 %83, 0
  br label %110

110:
  %111 = phi i32 [ 0, %107 ], [ %150, %149 ]
  %112 = phi i32 [ 0, %107 ], [ %151, %149 ]
  store i32 0, ptr %25, align 4
  br i1 %108, label %149, label %113

113:
  %114 = phi i32 [ %146, %145 ], [ %111, %110 ]
  %115 = phi i32 [ %147, %145 ], [ 0, %110 ]
  store i32 0, ptr %7, align 4
  br i1 %109, label %145, label %116

116:
  %117 = phi i32 [ %143, %130 ], [ %114, %113 ]
  %118 = phi i32 [ %142, %130 ], [ 0, %113 ]
  br label %119

119:
  %120 = phi i64 [ 0, %116 ], [ %128, %119 ]
  %121 = getelementptr inbounds i32, ptr %7, i64 %120
  %122 = load i32, ptr %121, align 4
  %123 = getelementptr inbounds i32, ptr %33, i64 %120
  store i32 %122, ptr %123, align 4
  %124 = getelementptr inbounds i32, ptr %6, i64 %120
  %125 = load i32, ptr %124, align 4
  %126 = add i32 %125, %122
  %127 = getelementptr inbounds i32, ptr %31, i64 %120
  store i32 %126, ptr %127, align 4
  %128 = add nuw nsw i64 %120, 1
  %129 = icmp eq i64 %128, 3
  br i1 %129, label %130, label %119

130:
  store i32 %117, ptr %34, align 4
  %131 = and i32 %117, 31
  store i32 %131, ptr %35, align 8
  %132 = lshr i32 %117, 5
  store i32 %132, ptr %36, align 4
  %133 = lshr i32 %117, 2
  store i32 %133, ptr %37, align 8
  %134 = and i32 %117, 3
  store i32 %134, ptr %38, align 4
  %135 = load i32, ptr %31, align 16
  %136 = load i32, ptr %39, align 4
  %137 = load i32, ptr %40, align 8
  %138 = mul i32 %137, %62
  %139 = add i32 %138, %136
  %140 = mul i32 %139, %61
  %141 = add i32 %140, %135
  store i32 %141, ptr %41, align 4
  store i32 0, ptr %42, align 8
  call void @mtlb_entry(ptr %105, ptr %31) #20
  %142 = add nuw i32 %118, 1
  store i32 %142, ptr %7, align 4
  %143 = add i32 %117, 1
  %144 = icmp eq i32 %142, %83
  br i1 %144, label %145, label %116

145:
  %146 = phi i32 [ %114, %113 ], [ %143, %130 ]
  %147 = add nuw i32 %115, 1
  store i32 %147, ptr %25, align 4
  %148 = icmp eq i32 %147, %84
  br i1 %148, label %149, label %113

149:
  %150 = phi i32 [ %111, %110 ], [ %146, %145 ]
  %151 = add nuw i32 %112, 1
  store i32 %151, ptr %26, align 4
  %152 = icmp eq i32 %151, %86
  br i1 %152, label %153, label %110

153:
  br label %446

154:
  %155 = load i32, ptr %24, align 4
  %156 = icmp ne i32 %155, 0
  %157 = and i32 %83, 1
  %158 = icmp eq i32 %157, 0
  %159 = select i1 %156, i1 %158, i1 false
  br i1 %159, label %160, label %163

160:
  %161 = and i32 %84, 1
  %162 = icmp eq i32 %161, 0
  br label %163

163:
  %164 = phi i1 [ %162, %160 ], [ false, %154 ]
  %165 = icmp eq i32 %87, 0
  br i1 %165, label %261, label %166

166:
  %167 = lshr i32 %83, 1
  br label %168

168:
  %169 = phi i32 [ 0, %166 ], [ %259, %244 ]
  %170 = phi i64 [ 0, %166 ], [ %258, %244 ]
  %171 = and i32 %169, 3840
  %172 = zext i32 %171 to i64
  %173 = trunc i64 %170 to i32
  %174 = shl i64 %170, 8
  %175 = shl i64 %170, 8
  %176 = and i64 %175, 3840
  %177 = urem i32 %173, %83
  store i32 %177, ptr %7, align 4
  %178 = udiv i32 %173, %83
  %179 = urem i32 %178, %84
  store i32 %179, ptr %25, align 4
  %180 = udiv i32 %178, %84
  store i32 %180, ptr %26, align 4
  br i1 %164, label %181, label %192

181:
  %182 = lshr i32 %173, 2
  %183 = urem i32 %182, %167
  %184 = shl nuw nsw i32 %183, 1
  %185 = and i32 %173, 1
  %186 = or i32 %184, %185
  store i32 %186, ptr %7, align 4
  %187 = udiv i32 %182, %167
  %188 = shl nuw nsw i32 %187, 1
  %189 = lshr i32 %173, 1
  %190 = and i32 %189, 1
  %191 = or i32 %188, %190
  store i32 %191, ptr %25, align 4
  store i32 0, ptr %26, align 4
  br label %192

192:
  %193 = load ptr, ptr %27, align 8
  %194 = getelementptr inbounds %struct.Lane, ptr %193, i64 %170
  %195 = getelementptr inbounds i8, ptr %194, i64 128
  call fastcc void @begin_group(ptr %195, ptr %0, ptr %4, ptr %5) #18
  %196 = getelementptr inbounds i8, ptr %194, i64 140
  br label %197

197:
  %198 = phi i64 [ 0, %192 ], [ %206, %197 ]
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
  %209 = getelementptr inbounds i8, ptr %194, i64 164
  store i32 %173, ptr %209, align 4
  %210 = and i32 %173, 31
  %211 = getelementptr inbounds i8, ptr %194, i64 168
  store i32 %210, ptr %211, align 4
  %212 = lshr i32 %173, 5
  %213 = getelementptr inbounds i8, ptr %194, i64 172
  store i32 %212, ptr %213, align 4
  %214 = lshr i32 %173, 2
  %215 = getelementptr inbounds i8, ptr %194, i64 232
  store i32 %214, ptr %215, align 4
  %216 = and i32 %173, 3
  %217 = getelementptr inbounds i8, ptr %194, i64 236
  store i32 %216, ptr %217, align 4
  %218 = load i32, ptr %195, align 4
  %219 = getelementptr inbounds i8, ptr %194, i64 132
  %220 = load i32, ptr %219, align 4
  %221 = getelementptr inbounds i8, ptr %194, i64 136
  %222 = load i32, ptr %221, align 4
  %223 = mul i32 %222, %62
  %224 = add i32 %223, %220
  %225 = mul i32 %224, %61
  %226 = add i32 %225, %218
  %227 = getelementptr inbounds i8, ptr %194, i64 244
  store i32 %226, ptr %227, align 4
  %228 = getelementptr inbounds i8, ptr %194, i64 8
  store i32 0, ptr %228, align 8
  %229 = getelementptr inbounds i8, ptr %194, i64 56
  store i32 0, ptr %229, align 8
  %230 = getelementptr inbounds i8, ptr %194, i64 24
  %231 = getelementptr inbounds i8, ptr %194, i64 48
  store ptr null, ptr %231, align 16
  %232 = getelementptr inbounds i8, ptr %194, i64 12
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %230, i8 0, i64 16, i1 false)
  store i32 %210, ptr %232, align 4
  %233 = load ptr, ptr %28, align 8
  %234 = zext i32 %212 to i64
  %235 = getelementptr inbounds %struct.Simd, ptr %233, i64 %234
  %236 = getelementptr inbounds i8, ptr %194, i64 40
  store ptr %235, ptr %236, align 8
  %237 = load ptr, ptr %29, align 8
  %238 = load i64, ptr %30, align 8
  %239 = mul i64 %238, %170
  %240 = getelementptr inbounds i8, ptr %237, i64 %239
  %241 = load i32, ptr %16, align 8
  switch i32 %241, label %242 [
    i32 0, label %244
    i32 255, label %244
  ]

242:
  %243 = trunc i32 %241 to i8
  call void @llvm.memset.p0.i64(ptr align 1 %240, i8 %243, i64 %238, i1 false)
  br label %244

244:
  store i64 7887048017532182883, ptr %240, align 8
  %245 = load i64, ptr %30, align 8
  %246 = getelementptr inbounds i8, ptr %240, i64 %245
  %247 = and i64 %174, 3840
  %248 = sub nsw i64 0, %247
  %249 = getelementptr i8, ptr %246, i64 %248
  %250 = getelementptr i8, ptr %249, i64 -72
  store i64 0, ptr %250, align 8
  %251 = getelementptr i8, ptr %249, i64 -80
  store i64 ptrtoint (ptr @start to i64), ptr %251, align 8
  %252 = getelementptr i8, ptr %237, i64 -128
  %253 = add i64 %245, %239
  %254 = sub i64 %253, %176
  %255 = getelementptr i8, ptr %252, i64 %254
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(48) %255, i8 0, i64 48, i1 false)
  %256 = sub i64 %253, %172
  %257 = getelementptr i8, ptr %252, i64 %256
  store ptr %257, ptr %194, align 16
  %258 = add nuw nsw i64 %170, 1
  %259 = add i32 %169, 256
  %260 = icmp eq i64 %258, %88
  br i1 %260, label %261, label %168

261:
  %262 = trunc i64 %49 to i32
  %263 = add i32 %87, 31
  %264 = lshr i32 %263, 5
  %265 = load ptr, ptr @dispatch, align 8
  %266 = getelementptr inbounds i8, ptr %265, i64 152
  %267 = load i32, ptr %266, align 8
  %268 = add i32 %267, 1
  store i32 %268, ptr %266, align 8
  %269 = icmp eq i32 %264, 0
  %270 = zext i32 %264 to i64
  br label %272

271:
  br label %272

272:
  br i1 %269, label %273, label %278

273:
  br i1 %165, label %446, label %274

274:
  %275 = load ptr, ptr @dispatch, align 8
  %276 = getelementptr inbounds i8, ptr %275, i64 72
  %277 = load ptr, ptr %276, align 8
  br label %362

278:
  %279 = phi i64 [ %357, %356 ], [ 0, %272 ]
  %280 = shl nuw i64 %279, 5
  %281 = trunc i64 %280 to i32
  %282 = sub i32 %87, %281
  %283 = load ptr, ptr @dispatch, align 8
  %284 = getelementptr inbounds i8, ptr %283, i64 72
  %285 = load ptr, ptr %284, align 8
  %286 = getelementptr inbounds %struct.Lane, ptr %285, i64 %280
  %287 = call i32 @llvm.umin.i32(i32 %282, i32 32)
  %288 = getelementptr inbounds i8, ptr %286, i64 40
  %289 = load ptr, ptr %288, align 8
  %290 = icmp eq i64 %280, %88
  %291 = getelementptr inbounds i8, ptr %289, i64 4
  %292 = getelementptr inbounds i8, ptr %289, i64 64
  %293 = zext i32 %287 to i64
  br i1 %290, label %356, label %296

294:
  %295 = icmp eq i32 %327, 0
  br i1 %295, label %356, label %335

296:
  %297 = phi i64 [ %332, %331 ], [ 0, %278 ]
  %298 = phi ptr [ %333, %331 ], [ null, %278 ]
  %299 = phi i32 [ %334, %331 ], [ 0, %278 ]
  %300 = getelementptr inbounds %struct.Lane, ptr %286, i64 %297
  %301 = getelementptr inbounds i8, ptr %300, i64 8
  %302 = load i32, ptr %301, align 8
  %303 = icmp eq i32 %302, 0
  br i1 %303, label %304, label %307

304:
  store ptr %300, ptr @current, align 8
  %305 = load ptr, ptr %300, align 16
  call void @switch_stack(ptr @scheduler_stack, ptr %305) #18
  %306 = load i32, ptr %301, align 8
  br label %307

307:
  %308 = phi i32 [ %306, %304 ], [ %302, %296 ]
  %309 = icmp eq i32 %308, 1
  br i1 %309, label %310, label %326

310:
  %311 = icmp eq ptr %298, null
  br i1 %311, label %312, label %315

312:
  %313 = trunc i64 %297 to i32
  %314 = shl nuw i32 1, %313
  br label %326

315:
  %316 = call fastcc i32 @order(ptr %300, ptr %298) #18
  %317 = freeze i32 %316
  %318 = icmp slt i32 %317, 0
  %319 = select i1 %318, i32 0, i32 %299
  %320 = select i1 %318, ptr %300, ptr %298
  %321 = trunc i64 %297 to i32
  %322 = shl nuw i32 1, %321
  %323 = icmp sgt i32 %317, 0
  %324 = select i1 %323, i32 0, i32 %322
  %325 = or i32 %319, %324
  br label %326

326:
  %327 = phi i32 [ %299, %307 ], [ %325, %315 ], [ %314, %312 ]
  %328 = phi ptr [ %298, %307 ], [ %320, %315 ], [ %300, %312 ]
  %329 = add nuw nsw i64 %297, 1
  %330 = icmp eq i64 %329, %293
  br i1 %330, label %294, label %331

331:
  %332 = phi i64 [ %329, %326 ], [ 0, %353 ]
  %333 = phi ptr [ %328, %326 ], [ null, %353 ]
  %334 = phi i32 [ %327, %326 ], [ 0, %353 ]
  br label %296

335:
  store i32 %327, ptr %289, align 4
  %336 = load i32, ptr %291, align 4
  %337 = add i32 %336, 1
  store i32 %337, ptr %291, align 4
  %338 = load ptr, ptr @dispatch, align 8
  %339 = getelementptr inbounds i8, ptr %338, i64 136
  %340 = load i64, ptr %339, align 8
  %341 = add i64 %340, 1
  store i64 %341, ptr %339, align 8
  br label %342

342:
  %343 = phi i64 [ %354, %353 ], [ 0, %335 ]
  %344 = trunc i64 %343 to i32
  %345 = shl nuw i32 1, %344
  %346 = and i32 %345, %327
  %347 = icmp eq i32 %346, 0
  br i1 %347, label %353, label %348

348:
  %349 = getelementptr inbounds [64 x i8], ptr %292, i64 %343
  %350 = getelementptr inbounds %struct.Lane, ptr %286, i64 %343
  %351 = getelementptr inbounds i8, ptr %350, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(64) %349, ptr align 16 dereferenceable(64) %351, i64 64, i1 false)
  %352 = getelementptr inbounds i8, ptr %350, i64 8
  store i32 0, ptr %352, align 8
  br label %353

353:
  %354 = add nuw nsw i64 %343, 1
  %355 = icmp eq i64 %354, %293
  br i1 %355, label %331, label %342

356:
  %357 = add nuw nsw i64 %279, 1
  %358 = icmp eq i64 %357, %270
  br i1 %358, label %273, label %278

359:
  %360 = icmp eq i32 %387, 0
  %361 = icmp ne i32 %386, 0
  br i1 %360, label %430, label %390

362:
  %363 = phi i64 [ 0, %274 ], [ %388, %383 ]
  %364 = phi i32 [ 0, %274 ], [ %387, %383 ]
  %365 = phi i32 [ 0, %274 ], [ %386, %383 ]
  %366 = phi ptr [ null, %274 ], [ %385, %383 ]
  %367 = phi ptr [ null, %274 ], [ %384, %383 ]
  %368 = getelementptr inbounds %struct.Lane, ptr %277, i64 %363
  %369 = getelementptr inbounds i8, ptr %368, i64 8
  %370 = load i32, ptr %369, align 8
  %371 = icmp eq i32 %370, 3
  br i1 %371, label %372, label %374

372:
  %373 = add i32 %365, 1
  br label %383

374:
  %375 = add i32 %364, 1
  %376 = icmp eq ptr %367, null
  %377 = select i1 %376, ptr %368, ptr %367
  %378 = icmp eq ptr %366, null
  br i1 %378, label %379, label %383

379:
  %380 = call fastcc i32 @order(ptr %377, ptr %368) #18
  %381 = icmp eq i32 %380, 0
  %382 = select i1 %381, ptr null, ptr %368
  br label %383

383:
  %384 = phi ptr [ %367, %372 ], [ %377, %374 ], [ %377, %379 ]
  %385 = phi ptr [ %366, %372 ], [ %366, %374 ], [ %382, %379 ]
  %386 = phi i32 [ %373, %372 ], [ %365, %374 ], [ %365, %379 ]
  %387 = phi i32 [ %364, %372 ], [ %375, %374 ], [ %375, %379 ]
  %388 = add nuw nsw i64 %363, 1
  %389 = icmp eq i64 %388, %88
  br i1 %389, label %359, label %362

390:
  %391 = getelementptr inbounds i8, ptr %275, i64 152
  %392 = load i32, ptr %391, align 8
  %393 = add i32 %392, 1
  store i32 %393, ptr %391, align 8
  %394 = getelementptr inbounds i8, ptr %275, i64 128
  %395 = load i64, ptr %394, align 8
  %396 = add i64 %395, 1
  store i64 %396, ptr %394, align 8
  %397 = icmp ne ptr %385, null
  %398 = select i1 %361, i1 true, i1 %397
  br i1 %398, label %399, label %419

399:
  %400 = getelementptr inbounds i8, ptr %275, i64 96
  %401 = load i32, ptr %400, align 8
  %402 = icmp eq i32 %401, 0
  br i1 %402, label %403, label %419

403:
  %404 = getelementptr inbounds i8, ptr %275, i64 100
  %405 = load i32, ptr %404, align 4
  %406 = icmp eq i32 %405, 0
  br i1 %406, label %407, label %419

407:
  %408 = select i1 %361, i32 1, i32 2
  store i32 %408, ptr %400, align 8
  %409 = getelementptr inbounds i8, ptr %384, i64 16
  %410 = load i64, ptr %409, align 16
  %411 = getelementptr inbounds i8, ptr %275, i64 104
  store i64 %410, ptr %411, align 8
  br i1 %397, label %412, label %415

412:
  %413 = getelementptr inbounds i8, ptr %385, i64 16
  %414 = load i64, ptr %413, align 16
  br label %415

415:
  %416 = phi i64 [ %414, %412 ], [ 0, %407 ]
  %417 = getelementptr inbounds i8, ptr %275, i64 112
  store i64 %416, ptr %417, align 8
  %418 = getelementptr inbounds i8, ptr %275, i64 156
  store i32 %262, ptr %418, align 4
  br label %419

419:
  br label %420

420:
  %421 = phi i64 [ %428, %427 ], [ 0, %419 ]
  %422 = getelementptr inbounds %struct.Lane, ptr %277, i64 %421
  %423 = getelementptr inbounds i8, ptr %422, i64 8
  %424 = load i32, ptr %423, align 8
  %425 = icmp eq i32 %424, 2
  br i1 %425, label %426, label %427

426:
  store i32 0, ptr %423, align 8
  br label %427

427:
  %428 = add nuw nsw i64 %421, 1
  %429 = icmp eq i64 %428, %88
  br i1 %429, label %271, label %420

430:
  %431 = getelementptr inbounds i8, ptr %275, i64 56
  %432 = load ptr, ptr %431, align 8
  %433 = getelementptr inbounds i8, ptr %275, i64 64
  %434 = load i64, ptr %433, align 8
  %435 = getelementptr inbounds i8, ptr %275, i64 96
  br label %436

436:
  %437 = phi i64 [ 0, %430 ], [ %444, %443 ]
  %438 = mul i64 %437, %434
  %439 = getelementptr inbounds i8, ptr %432, i64 %438
  %440 = load i64, ptr %439, align 8
  %441 = icmp eq i64 %440, 7887048017532182883
  br i1 %441, label %443, label %442

442:
  store i32 3, ptr %435, align 8
  br label %443

443:
  %444 = add nuw nsw i64 %437, 1
  %445 = icmp eq i64 %444, %88
  br i1 %445, label %446, label %436

446:
  %447 = add nuw i64 %49, 1
  %448 = icmp eq i64 %447, %2
  br i1 %448, label %45, label %48
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
