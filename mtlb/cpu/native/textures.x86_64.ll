; 7fcfbb074681d18a4fa2b3253a40a2a5503ac8ae2488afba279cb7408ec6343d by tools/build_runtime.py
%union.Texel = type { [4 x float] }
%struct.Sampler = type { [3 x i32], i32, i32, i32, i32, i32, i32, i32, float, float }

@mtlb_texture_gather.dx = internal unnamed_addr constant [4 x i32] [i32 0, i32 1, i32 1, i32 0], align 16
@mtlb_texture_gather.dy = internal unnamed_addr constant [4 x i32] [i32 1, i32 1, i32 0, i32 0], align 16
@switch.table.fetch = private unnamed_addr constant [13 x i32] [i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1065353216, i32 1065353216, i32 1065353216, i32 1065353216, i32 1065353216, i32 1065353216, i32 1], align 4

define float @mtlb_to_srgb(float %0) local_unnamed_addr #0 {
  %2 = fcmp ogt float %0, 0.000000e+00
  %3 = fcmp olt float %0, 1.000000e+00
  %4 = select i1 %3, float %0, float 1.000000e+00
  %5 = select i1 %2, float %4, float 0.000000e+00
  %6 = fcmp olt float %5, 0x3F69A5C380000000
  br i1 %6, label %7, label %9

7:
  %8 = fmul float %5, 0x4029D70A40000000
  br label %13

9:
  %10 = tail call float @llvm.pow.f32(float %5, float 0x3FDAAAAAA0000000)
  %11 = fmul float %10, 0x3FF0E147A0000000
  %12 = fadd float %11, 0xBFAC28F5C0000000
  br label %13

13:
  %14 = phi float [ %8, %7 ], [ %12, %9 ]
  ret float %14
}

define float @mtlb_from_srgb(float %0) local_unnamed_addr #0 {
  %2 = fcmp ugt float %0, 0x3FA4B5DCC0000000
  br i1 %2, label %5, label %3

3:
  %4 = fdiv float %0, 0x4029D70A40000000
  br label %9

5:
  %6 = fadd float %0, 0x3FAC28F5C0000000
  %7 = fdiv float %6, 0x3FF0E147A0000000
  %8 = tail call float @llvm.pow.f32(float %7, float 0x4003333340000000)
  br label %9

9:
  %10 = phi float [ %4, %3 ], [ %8, %5 ]
  ret float %10
}

define void @mtlb_texture_read(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, ptr writeonly %7) local_unnamed_addr #1 {
  %9 = alloca [4 x float], align 4
  %10 = icmp eq ptr %0, null
  br i1 %10, label %11, label %12

11:
  call void @llvm.memset.p0.i64(ptr align 4 dereferenceable(16) %9, i8 0, i64 16, i1 false)
  br label %24

12:
  %13 = tail call fastcc ptr @address(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6) #16
  call void @llvm.memset.p0.i64(ptr align 4 dereferenceable(16) %9, i8 0, i64 16, i1 false)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %19

15:
  %16 = getelementptr inbounds i8, ptr %0, i64 48
  %17 = load i32, ptr %16, align 8
  %18 = add i32 %17, 1
  store i32 %18, ptr %16, align 8
  br label %24

19:
  %20 = tail call fastcc { i64, i64 } @fetch(ptr %0, ptr %13) #16
  %21 = extractvalue { i64, i64 } %20, 0
  %22 = extractvalue { i64, i64 } %20, 1
  store i64 %21, ptr %7, align 4
  %23 = getelementptr inbounds i8, ptr %7, i64 8
  store i64 %22, ptr %23, align 4
  br label %25

24:
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(16) %7, ptr align 4 dereferenceable(16) %9, i64 16, i1 false)
  br label %25

25:
  ret void
}

define internal fastcc ptr @address(ptr readonly %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6) unnamed_addr #3 {
  %8 = getelementptr inbounds i8, ptr %0, i64 24
  %9 = load i32, ptr %8, align 8
  %10 = icmp uge i32 %6, %9
  %11 = or i32 %2, %1
  %12 = or i32 %11, %3
  %13 = or i32 %12, %4
  %14 = or i32 %13, %5
  %15 = icmp slt i32 %14, 0
  %16 = or i1 %15, %10
  br i1 %16, label %96, label %17

17:
  %18 = getelementptr inbounds i8, ptr %0, i64 8
  %19 = load i32, ptr %18, align 8
  %20 = lshr i32 %19, %6
  %21 = tail call i32 @llvm.umax.i32(i32 %20, i32 1)
  %22 = getelementptr inbounds i8, ptr %0, i64 12
  %23 = load i32, ptr %22, align 4
  %24 = lshr i32 %23, %6
  %25 = tail call i32 @llvm.umax.i32(i32 %24, i32 1)
  %26 = getelementptr inbounds i8, ptr %0, i64 16
  %27 = load i32, ptr %26, align 8
  %28 = lshr i32 %27, %6
  %29 = tail call i32 @llvm.umax.i32(i32 %28, i32 1)
  %30 = icmp ult i32 %1, %21
  %31 = icmp ult i32 %2, %25
  %32 = select i1 %30, i1 %31, i1 false
  %33 = icmp ult i32 %3, %29
  %34 = select i1 %32, i1 %33, i1 false
  br i1 %34, label %35, label %96

35:
  %36 = getelementptr inbounds i8, ptr %0, i64 20
  %37 = load i32, ptr %36, align 4
  %38 = icmp ult i32 %4, %37
  br i1 %38, label %39, label %96

39:
  %40 = getelementptr inbounds i8, ptr %0, i64 28
  %41 = load i32, ptr %40, align 4
  %42 = icmp ult i32 %5, %41
  br i1 %42, label %43, label %96

43:
  %44 = icmp eq i32 %6, 0
  %45 = load ptr, ptr %0, align 8
  br i1 %44, label %46, label %72

46:
  %47 = zext i32 %1 to i64
  %48 = getelementptr inbounds i8, ptr %0, i64 56
  %49 = load i64, ptr %48, align 8
  %50 = mul i64 %49, %47
  %51 = getelementptr inbounds i8, ptr %45, i64 %50
  %52 = zext i32 %2 to i64
  %53 = getelementptr inbounds i8, ptr %0, i64 64
  %54 = load i64, ptr %53, align 8
  %55 = mul i64 %54, %52
  %56 = getelementptr inbounds i8, ptr %51, i64 %55
  %57 = sext i32 %3 to i64
  %58 = getelementptr inbounds i8, ptr %0, i64 72
  %59 = load i64, ptr %58, align 8
  %60 = mul i64 %59, %57
  %61 = getelementptr inbounds i8, ptr %56, i64 %60
  %62 = sext i32 %4 to i64
  %63 = getelementptr inbounds i8, ptr %0, i64 80
  %64 = load i64, ptr %63, align 8
  %65 = mul i64 %64, %62
  %66 = getelementptr inbounds i8, ptr %61, i64 %65
  %67 = sext i32 %5 to i64
  %68 = getelementptr inbounds i8, ptr %0, i64 88
  %69 = load i64, ptr %68, align 8
  %70 = mul i64 %69, %67
  %71 = getelementptr inbounds i8, ptr %66, i64 %70
  br label %96

72:
  %73 = getelementptr inbounds i8, ptr %0, i64 96
  %74 = zext i32 %6 to i64
  %75 = getelementptr inbounds i64, ptr %73, i64 %74
  %76 = load i64, ptr %75, align 8
  %77 = getelementptr inbounds i8, ptr %45, i64 %76
  %78 = sext i32 %4 to i64
  %79 = zext i32 %29 to i64
  %80 = mul nsw i64 %79, %78
  %81 = sext i32 %3 to i64
  %82 = add nsw i64 %80, %81
  %83 = zext i32 %25 to i64
  %84 = mul i64 %82, %83
  %85 = zext i32 %2 to i64
  %86 = add i64 %84, %85
  %87 = zext i32 %21 to i64
  %88 = mul i64 %86, %87
  %89 = zext i32 %1 to i64
  %90 = add i64 %88, %89
  %91 = getelementptr inbounds i8, ptr %0, i64 56
  %92 = load i64, ptr %91, align 8
  %93 = and i64 %92, 4294967295
  %94 = mul i64 %93, %90
  %95 = getelementptr inbounds i8, ptr %77, i64 %94
  br label %96

96:
  %97 = phi ptr [ null, %7 ], [ %71, %46 ], [ %95, %72 ], [ null, %39 ], [ null, %35 ], [ null, %17 ]
  ret ptr %97
}

declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg) #4

define internal fastcc { i64, i64 } @fetch(ptr readonly %0, ptr readonly %1) unnamed_addr #5 {
  %3 = alloca %union.Texel, align 8
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %3, i8 0, i64 16, i1 false)
  %4 = icmp eq ptr %1, null
  br i1 %4, label %273, label %5

5:
  %6 = getelementptr inbounds i8, ptr %0, i64 36
  %7 = load i32, ptr %6, align 4
  %8 = icmp eq i32 %7, 16
  %9 = getelementptr inbounds i8, ptr %3, i64 12
  %10 = add i32 %7, -4
  %11 = icmp ult i32 %10, 13
  br i1 %11, label %12, label %16

12:
  %13 = zext i32 %10 to i64
  %14 = getelementptr inbounds i32, ptr @switch.table.fetch, i64 %13
  %15 = load i32, ptr %14, align 4
  br label %16

16:
  %17 = phi i32 [ %15, %12 ], [ 1065353216, %5 ]
  store i32 %17, ptr %9, align 4
  switch i32 %7, label %18 [
    i32 13, label %24
    i32 16, label %24
    i32 14, label %45
    i32 15, label %104
    i32 17, label %119
    i32 18, label %134
    i32 19, label %153
  ]

18:
  %19 = getelementptr inbounds i8, ptr %0, i64 32
  %20 = load i32, ptr %19, align 8
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %240, label %22

22:
  %23 = zext i32 %20 to i64
  br label %168

24:
  %25 = load i32, ptr %1, align 4
  %26 = lshr i32 %25, 30
  br label %27

27:
  %28 = phi i64 [ 0, %24 ], [ %43, %42 ]
  %29 = icmp eq i64 %28, 3
  %30 = trunc i64 %28 to i32
  %31 = mul i32 %30, 10
  %32 = lshr i32 %25, %31
  %33 = and i32 %32, 1023
  %34 = select i1 %29, i32 %26, i32 %33
  br i1 %8, label %35, label %37

35:
  %36 = getelementptr inbounds i32, ptr %3, i64 %28
  store i32 %34, ptr %36, align 4
  br label %42

37:
  %38 = uitofp i32 %34 to float
  %39 = select i1 %29, float 3.000000e+00, float 1.023000e+03
  %40 = fdiv float %38, %39
  %41 = getelementptr inbounds float, ptr %3, i64 %28
  store float %40, ptr %41, align 4
  br label %42

42:
  %43 = add nuw nsw i64 %28, 1
  %44 = icmp eq i64 %43, 4
  br i1 %44, label %240, label %27

45:
  %46 = load i32, ptr %1, align 4
  %47 = lshr i32 %46, 6
  %48 = and i32 %47, 31
  %49 = and i32 %46, 63
  switch i32 %48, label %57 [
    i32 31, label %50
    i32 0, label %53
  ]

50:
  %51 = icmp eq i32 %49, 0
  %52 = select i1 %51, float 0x7FF0000000000000, float 0x7FF8000000000000
  br label %63

53:
  %54 = uitofp i32 %49 to float
  %55 = fmul float %54, 1.562500e-02
  %56 = fmul float %55, 0x3F10000000000000
  br label %63

57:
  %58 = uitofp i32 %49 to float
  %59 = fmul float %58, 1.562500e-02
  %60 = fadd float %59, 1.000000e+00
  %61 = add nsw i32 %48, -15
  %62 = tail call float @llvm.ldexp.f32.i32(float %60, i32 %61)
  br label %63

63:
  %64 = phi float [ %52, %50 ], [ %62, %57 ], [ %56, %53 ]
  store float %64, ptr %3, align 8
  %65 = lshr i32 %46, 11
  %66 = lshr i32 %46, 17
  %67 = and i32 %66, 31
  %68 = and i32 %65, 63
  switch i32 %67, label %76 [
    i32 31, label %69
    i32 0, label %72
  ]

69:
  %70 = icmp eq i32 %68, 0
  %71 = select i1 %70, float 0x7FF0000000000000, float 0x7FF8000000000000
  br label %82

72:
  %73 = uitofp i32 %68 to float
  %74 = fmul float %73, 1.562500e-02
  %75 = fmul float %74, 0x3F10000000000000
  br label %82

76:
  %77 = uitofp i32 %68 to float
  %78 = fmul float %77, 1.562500e-02
  %79 = fadd float %78, 1.000000e+00
  %80 = add nsw i32 %67, -15
  %81 = tail call float @llvm.ldexp.f32.i32(float %79, i32 %80)
  br label %82

82:
  %83 = phi float [ %71, %69 ], [ %81, %76 ], [ %75, %72 ]
  %84 = getelementptr inbounds i8, ptr %3, i64 4
  store float %83, ptr %84, align 4
  %85 = lshr i32 %46, 22
  %86 = lshr i32 %46, 27
  %87 = and i32 %85, 31
  switch i32 %86, label %95 [
    i32 31, label %88
    i32 0, label %91
  ]

88:
  %89 = icmp eq i32 %87, 0
  %90 = select i1 %89, float 0x7FF0000000000000, float 0x7FF8000000000000
  br label %101

91:
  %92 = uitofp i32 %87 to float
  %93 = fmul float %92, 3.125000e-02
  %94 = fmul float %93, 0x3F10000000000000
  br label %101

95:
  %96 = uitofp i32 %87 to float
  %97 = fmul float %96, 3.125000e-02
  %98 = fadd float %97, 1.000000e+00
  %99 = add nsw i32 %86, -15
  %100 = tail call float @llvm.ldexp.f32.i32(float %98, i32 %99)
  br label %101

101:
  %102 = phi float [ %90, %88 ], [ %100, %95 ], [ %94, %91 ]
  %103 = getelementptr inbounds i8, ptr %3, i64 8
  store float %102, ptr %103, align 8
  br label %240

104:
  %105 = load i32, ptr %1, align 4
  %106 = lshr i32 %105, 27
  %107 = add nsw i32 %106, -24
  br label %108

108:
  %109 = phi i64 [ 0, %104 ], [ %117, %108 ]
  %110 = trunc i64 %109 to i32
  %111 = mul i32 %110, 9
  %112 = lshr i32 %105, %111
  %113 = and i32 %112, 511
  %114 = uitofp i32 %113 to float
  %115 = tail call float @llvm.ldexp.f32.i32(float %114, i32 %107)
  %116 = getelementptr inbounds float, ptr %3, i64 %109
  store float %115, ptr %116, align 4
  %117 = add nuw nsw i64 %109, 1
  %118 = icmp eq i64 %117, 3
  br i1 %118, label %240, label %108

119:
  %120 = load i16, ptr %1, align 2
  %121 = zext i16 %120 to i32
  %122 = and i32 %121, 31
  %123 = uitofp i32 %122 to float
  %124 = fdiv float %123, 3.100000e+01
  %125 = getelementptr inbounds i8, ptr %3, i64 8
  store float %124, ptr %125, align 8
  %126 = lshr i32 %121, 5
  %127 = and i32 %126, 63
  %128 = uitofp i32 %127 to float
  %129 = fdiv float %128, 6.300000e+01
  %130 = getelementptr inbounds i8, ptr %3, i64 4
  store float %129, ptr %130, align 4
  %131 = lshr i32 %121, 11
  %132 = uitofp i32 %131 to float
  %133 = fdiv float %132, 3.100000e+01
  store float %133, ptr %3, align 8
  br label %240

134:
  %135 = load i16, ptr %1, align 2
  %136 = zext i16 %135 to i32
  br label %141

137:
  %138 = lshr i32 %136, 15
  %139 = uitofp i32 %138 to float
  %140 = getelementptr inbounds i8, ptr %3, i64 12
  store float %139, ptr %140, align 4
  br label %240

141:
  %142 = phi i64 [ 0, %134 ], [ %151, %141 ]
  %143 = trunc i64 %142 to i32
  %144 = mul i32 %143, 5
  %145 = lshr i32 %136, %144
  %146 = and i32 %145, 31
  %147 = uitofp i32 %146 to float
  %148 = fdiv float %147, 3.100000e+01
  %149 = sub nuw nsw i64 2, %142
  %150 = getelementptr inbounds float, ptr %3, i64 %149
  store float %148, ptr %150, align 4
  %151 = add nuw nsw i64 %142, 1
  %152 = icmp eq i64 %151, 3
  br i1 %152, label %137, label %141

153:
  %154 = load i16, ptr %1, align 2
  %155 = zext i16 %154 to i32
  br label %156

156:
  %157 = phi i64 [ 0, %153 ], [ %166, %156 ]
  %158 = trunc i64 %157 to i32
  %159 = shl i32 %158, 2
  %160 = lshr i32 %155, %159
  %161 = and i32 %160, 15
  %162 = uitofp i32 %161 to float
  %163 = fdiv float %162, 1.500000e+01
  %164 = sub nuw nsw i64 3, %157
  %165 = getelementptr inbounds float, ptr %3, i64 %164
  store float %163, ptr %165, align 4
  %166 = add nuw nsw i64 %157, 1
  %167 = icmp eq i64 %166, 4
  br i1 %167, label %240, label %156

168:
  %169 = phi i64 [ 0, %22 ], [ %238, %237 ]
  switch i32 %7, label %233 [
    i32 0, label %170
    i32 1, label %174
    i32 12, label %179
    i32 2, label %185
    i32 3, label %191
    i32 10, label %199
    i32 11, label %205
    i32 4, label %213
    i32 5, label %218
    i32 6, label %223
    i32 7, label %228
  ]

170:
  %171 = getelementptr inbounds float, ptr %1, i64 %169
  %172 = load float, ptr %171, align 4
  %173 = getelementptr inbounds float, ptr %3, i64 %169
  store float %172, ptr %173, align 4
  br label %237

174:
  %175 = getelementptr inbounds half, ptr %1, i64 %169
  %176 = load half, ptr %175, align 2
  %177 = fpext half %176 to float
  %178 = getelementptr inbounds float, ptr %3, i64 %169
  store float %177, ptr %178, align 4
  br label %237

179:
  %180 = getelementptr inbounds i16, ptr %1, i64 %169
  %181 = load i16, ptr %180, align 2
  %182 = zext i16 %181 to i32
  %183 = shl nuw i32 %182, 16
  %184 = getelementptr inbounds i32, ptr %3, i64 %169
  store i32 %183, ptr %184, align 4
  br label %237

185:
  %186 = getelementptr inbounds i8, ptr %1, i64 %169
  %187 = load i8, ptr %186, align 1
  %188 = uitofp i8 %187 to float
  %189 = fdiv float %188, 2.550000e+02
  %190 = getelementptr inbounds float, ptr %3, i64 %169
  store float %189, ptr %190, align 4
  br label %237

191:
  %192 = getelementptr inbounds i8, ptr %1, i64 %169
  %193 = load i8, ptr %192, align 1
  %194 = sitofp i8 %193 to float
  %195 = fdiv float %194, 1.270000e+02
  %196 = fcmp ogt float %195, -1.000000e+00
  %197 = select i1 %196, float %195, float -1.000000e+00
  %198 = getelementptr inbounds float, ptr %3, i64 %169
  store float %197, ptr %198, align 4
  br label %237

199:
  %200 = getelementptr inbounds i16, ptr %1, i64 %169
  %201 = load i16, ptr %200, align 2
  %202 = uitofp i16 %201 to float
  %203 = fdiv float %202, 6.553500e+04
  %204 = getelementptr inbounds float, ptr %3, i64 %169
  store float %203, ptr %204, align 4
  br label %237

205:
  %206 = getelementptr inbounds i16, ptr %1, i64 %169
  %207 = load i16, ptr %206, align 2
  %208 = sitofp i16 %207 to float
  %209 = fdiv float %208, 3.276700e+04
  %210 = fcmp ogt float %209, -1.000000e+00
  %211 = select i1 %210, float %209, float -1.000000e+00
  %212 = getelementptr inbounds float, ptr %3, i64 %169
  store float %211, ptr %212, align 4
  br label %237

213:
  %214 = getelementptr inbounds i8, ptr %1, i64 %169
  %215 = load i8, ptr %214, align 1
  %216 = zext i8 %215 to i32
  %217 = getelementptr inbounds i32, ptr %3, i64 %169
  store i32 %216, ptr %217, align 4
  br label %237

218:
  %219 = getelementptr inbounds i8, ptr %1, i64 %169
  %220 = load i8, ptr %219, align 1
  %221 = sext i8 %220 to i32
  %222 = getelementptr inbounds i32, ptr %3, i64 %169
  store i32 %221, ptr %222, align 4
  br label %237

223:
  %224 = getelementptr inbounds i16, ptr %1, i64 %169
  %225 = load i16, ptr %224, align 2
  %226 = zext i16 %225 to i32
  %227 = getelementptr inbounds i32, ptr %3, i64 %169
  store i32 %226, ptr %227, align 4
  br label %237

228:
  %229 = getelementptr inbounds i16, ptr %1, i64 %169
  %230 = load i16, ptr %229, align 2
  %231 = sext i16 %230 to i32
  %232 = getelementptr inbounds i32, ptr %3, i64 %169
  store i32 %231, ptr %232, align 4
  br label %237

233:
  %234 = getelementptr inbounds i32, ptr %1, i64 %169
  %235 = load i32, ptr %234, align 4
  %236 = getelementptr inbounds i32, ptr %3, i64 %169
  store i32 %235, ptr %236, align 4
  br label %237

237:
  %238 = add nuw nsw i64 %169, 1
  %239 = icmp eq i64 %238, %23
  br i1 %239, label %240, label %168

240:
  %241 = getelementptr inbounds i8, ptr %0, i64 40
  %242 = load i32, ptr %241, align 8
  %243 = and i32 %242, 2
  %244 = icmp eq i32 %243, 0
  br i1 %244, label %249, label %245

245:
  %246 = load float, ptr %3, align 8
  %247 = getelementptr inbounds i8, ptr %3, i64 8
  %248 = load float, ptr %247, align 8
  store float %248, ptr %3, align 8
  store float %246, ptr %247, align 8
  br label %249

249:
  %250 = and i32 %242, 4
  %251 = icmp eq i32 %250, 0
  br i1 %251, label %255, label %252

252:
  %253 = load float, ptr %3, align 8
  %254 = getelementptr inbounds i8, ptr %3, i64 12
  store float %253, ptr %254, align 4
  store float 0.000000e+00, ptr %3, align 8
  br label %255

255:
  %256 = and i32 %242, 1
  %257 = icmp eq i32 %256, 0
  br i1 %257, label %273, label %258

258:
  %259 = phi i64 [ %271, %269 ], [ 0, %255 ]
  %260 = getelementptr inbounds float, ptr %3, i64 %259
  %261 = load float, ptr %260, align 4
  %262 = fcmp ugt float %261, 0x3FA4B5DCC0000000
  br i1 %262, label %265, label %263

263:
  %264 = fdiv float %261, 0x4029D70A40000000
  br label %269

265:
  %266 = fadd float %261, 0x3FAC28F5C0000000
  %267 = fdiv float %266, 0x3FF0E147A0000000
  %268 = tail call float @llvm.pow.f32(float %267, float 0x4003333340000000)
  br label %269

269:
  %270 = phi float [ %264, %263 ], [ %268, %265 ]
  store float %270, ptr %260, align 4
  %271 = add nuw nsw i64 %259, 1
  %272 = icmp eq i64 %271, 3
  br i1 %272, label %273, label %258

273:
  %274 = load i64, ptr %3, align 8
  %275 = insertvalue { i64, i64 } poison, i64 %274, 0
  %276 = getelementptr inbounds i8, ptr %3, i64 8
  %277 = load i64, ptr %276, align 8
  %278 = insertvalue { i64, i64 } %275, i64 %277, 1
  ret { i64, i64 } %278
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg) #6

define void @mtlb_texture_write(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, ptr readonly %7) local_unnamed_addr #7 {
  %9 = alloca %union.Texel, align 8
  %10 = icmp eq ptr %0, null
  br i1 %10, label %404, label %11

11:
  %12 = tail call fastcc ptr @address(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6) #16
  %13 = icmp eq ptr %12, null
  br i1 %13, label %400, label %14

14:
  %15 = load i64, ptr %7, align 4
  %16 = getelementptr inbounds i8, ptr %7, i64 8
  %17 = load i64, ptr %16, align 4
  store i64 %15, ptr %9, align 8
  %18 = getelementptr inbounds i8, ptr %9, i64 8
  store i64 %17, ptr %18, align 8
  %19 = getelementptr inbounds i8, ptr %0, i64 40
  %20 = load i32, ptr %19, align 8
  %21 = and i32 %20, 1
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %42, label %23

23:
  %24 = phi i64 [ %40, %38 ], [ 0, %14 ]
  %25 = getelementptr inbounds float, ptr %9, i64 %24
  %26 = load float, ptr %25, align 4
  %27 = fcmp ogt float %26, 0.000000e+00
  %28 = fcmp olt float %26, 1.000000e+00
  %29 = select i1 %28, float %26, float 1.000000e+00
  %30 = select i1 %27, float %29, float 0.000000e+00
  %31 = fcmp olt float %30, 0x3F69A5C380000000
  br i1 %31, label %32, label %34

32:
  %33 = fmul float %30, 0x4029D70A40000000
  br label %38

34:
  %35 = tail call float @llvm.pow.f32(float %30, float 0x3FDAAAAAA0000000)
  %36 = fmul float %35, 0x3FF0E147A0000000
  %37 = fadd float %36, 0xBFAC28F5C0000000
  br label %38

38:
  %39 = phi float [ %33, %32 ], [ %37, %34 ]
  store float %39, ptr %25, align 4
  %40 = add nuw nsw i64 %24, 1
  %41 = icmp eq i64 %40, 3
  br i1 %41, label %42, label %23

42:
  %43 = and i32 %20, 4
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %48, label %45

45:
  %46 = getelementptr inbounds i8, ptr %9, i64 12
  %47 = load float, ptr %46, align 4
  store float %47, ptr %9, align 8
  br label %48

48:
  %49 = and i32 %20, 2
  %50 = icmp eq i32 %49, 0
  br i1 %50, label %54, label %51

51:
  %52 = load float, ptr %18, align 8
  %53 = load float, ptr %9, align 8
  store float %53, ptr %18, align 8
  store float %52, ptr %9, align 8
  br label %54

54:
  %55 = getelementptr inbounds i8, ptr %0, i64 36
  %56 = load i32, ptr %55, align 4
  switch i32 %56, label %57 [
    i32 13, label %61
    i32 16, label %102
    i32 14, label %118
    i32 15, label %142
    i32 17, label %170
    i32 18, label %201
    i32 19, label %242
  ]

57:
  %58 = getelementptr inbounds i8, ptr %0, i64 32
  %59 = load i32, ptr %58, align 8
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %399, label %286

61:
  %62 = load float, ptr %9, align 8
  %63 = fcmp ogt float %62, 0.000000e+00
  %64 = fcmp olt float %62, 1.000000e+00
  %65 = select i1 %64, float %62, float 1.000000e+00
  %66 = fmul float %65, 1.023000e+03
  %67 = tail call float @llvm.rint.f32(float %66)
  %68 = select i1 %63, float %67, float 0.000000e+00
  %69 = fptoui float %68 to i32
  %70 = getelementptr inbounds i8, ptr %9, i64 4
  %71 = load float, ptr %70, align 4
  %72 = fcmp ogt float %71, 0.000000e+00
  %73 = fcmp olt float %71, 1.000000e+00
  %74 = select i1 %73, float %71, float 1.000000e+00
  %75 = fmul float %74, 1.023000e+03
  %76 = tail call float @llvm.rint.f32(float %75)
  %77 = select i1 %72, float %76, float 0.000000e+00
  %78 = fptoui float %77 to i32
  %79 = shl i32 %78, 10
  %80 = or i32 %79, %69
  %81 = load float, ptr %18, align 8
  %82 = fcmp ogt float %81, 0.000000e+00
  %83 = fcmp olt float %81, 1.000000e+00
  %84 = select i1 %83, float %81, float 1.000000e+00
  %85 = fmul float %84, 1.023000e+03
  %86 = tail call float @llvm.rint.f32(float %85)
  %87 = select i1 %82, float %86, float 0.000000e+00
  %88 = fptoui float %87 to i32
  %89 = shl i32 %88, 20
  %90 = or i32 %80, %89
  %91 = getelementptr inbounds i8, ptr %9, i64 12
  %92 = load float, ptr %91, align 4
  %93 = fcmp ogt float %92, 0.000000e+00
  %94 = fcmp olt float %92, 1.000000e+00
  %95 = select i1 %94, float %92, float 1.000000e+00
  %96 = fmul float %95, 3.000000e+00
  %97 = tail call float @llvm.rint.f32(float %96)
  %98 = select i1 %93, float %97, float 0.000000e+00
  %99 = fptoui float %98 to i32
  %100 = shl i32 %99, 30
  %101 = or i32 %90, %100
  store i32 %101, ptr %12, align 4
  br label %399

102:
  %103 = load i32, ptr %9, align 8
  %104 = and i32 %103, 1023
  %105 = getelementptr inbounds i8, ptr %9, i64 4
  %106 = load i32, ptr %105, align 4
  %107 = shl i32 %106, 10
  %108 = and i32 %107, 1047552
  %109 = or i32 %108, %104
  %110 = load i32, ptr %18, align 8
  %111 = shl i32 %110, 20
  %112 = and i32 %111, 1072693248
  %113 = or i32 %109, %112
  %114 = getelementptr inbounds i8, ptr %9, i64 12
  %115 = load i32, ptr %114, align 4
  %116 = shl i32 %115, 30
  %117 = or i32 %113, %116
  store i32 %117, ptr %12, align 4
  br label %399

118:
  %119 = load float, ptr %9, align 8
  %120 = tail call fastcc i32 @to_small_float(float %119, i32 6) #16
  %121 = getelementptr inbounds i8, ptr %9, i64 4
  %122 = load float, ptr %121, align 4
  %123 = tail call fastcc i32 @to_small_float(float %122, i32 6) #16
  %124 = shl nuw nsw i32 %123, 11
  %125 = or i32 %124, %120
  %126 = load float, ptr %18, align 8
  %127 = tail call fastcc i32 @to_small_float(float %126, i32 5) #16
  %128 = shl i32 %127, 22
  %129 = or i32 %128, %125
  store i32 %129, ptr %12, align 4
  br label %399

130:
  %131 = tail call { float, i32 } @llvm.frexp.f32.i32(float %152)
  %132 = extractvalue { float, i32 } %131, 1
  %133 = tail call i32 @llvm.smax.i32(i32 %132, i32 -15)
  %134 = sub nsw i32 9, %133
  %135 = tail call float @llvm.ldexp.f32.i32(float %152, i32 %134)
  %136 = tail call float @llvm.rint.f32(float %135)
  %137 = fcmp oeq float %136, 5.120000e+02
  %138 = select i1 %137, i32 16, i32 15
  %139 = add nsw i32 %138, %133
  %140 = shl i32 %139, 27
  %141 = sub nsw i32 24, %139
  br label %156

142:
  %143 = phi i64 [ %153, %142 ], [ 0, %54 ]
  %144 = phi float [ %152, %142 ], [ 0.000000e+00, %54 ]
  %145 = getelementptr inbounds float, ptr %9, i64 %143
  %146 = load float, ptr %145, align 4
  %147 = fcmp ogt float %146, 0.000000e+00
  %148 = fcmp olt float %146, 6.540800e+04
  %149 = select i1 %148, float %146, float 6.540800e+04
  %150 = select i1 %147, float %149, float 0.000000e+00
  store float %150, ptr %145, align 4
  %151 = fcmp ogt float %144, %150
  %152 = select i1 %151, float %144, float %150
  %153 = add nuw nsw i64 %143, 1
  %154 = icmp eq i64 %153, 3
  br i1 %154, label %130, label %142

155:
  store i32 %167, ptr %12, align 4
  br label %399

156:
  %157 = phi i64 [ 0, %130 ], [ %168, %156 ]
  %158 = phi i32 [ %140, %130 ], [ %167, %156 ]
  %159 = getelementptr inbounds float, ptr %9, i64 %157
  %160 = load float, ptr %159, align 4
  %161 = tail call float @llvm.ldexp.f32.i32(float %160, i32 %141)
  %162 = tail call float @llvm.rint.f32(float %161)
  %163 = fptoui float %162 to i32
  %164 = trunc i64 %157 to i32
  %165 = mul i32 %164, 9
  %166 = shl i32 %163, %165
  %167 = or i32 %166, %158
  %168 = add nuw nsw i64 %157, 1
  %169 = icmp eq i64 %168, 3
  br i1 %169, label %155, label %156

170:
  %171 = load float, ptr %18, align 8
  %172 = fcmp ogt float %171, 0.000000e+00
  %173 = fcmp olt float %171, 1.000000e+00
  %174 = select i1 %173, float %171, float 1.000000e+00
  %175 = fmul float %174, 3.100000e+01
  %176 = tail call float @llvm.rint.f32(float %175)
  %177 = select i1 %172, float %176, float 0.000000e+00
  %178 = fptoui float %177 to i32
  %179 = getelementptr inbounds i8, ptr %9, i64 4
  %180 = load float, ptr %179, align 4
  %181 = fcmp ogt float %180, 0.000000e+00
  %182 = fcmp olt float %180, 1.000000e+00
  %183 = select i1 %182, float %180, float 1.000000e+00
  %184 = fmul float %183, 6.300000e+01
  %185 = tail call float @llvm.rint.f32(float %184)
  %186 = select i1 %181, float %185, float 0.000000e+00
  %187 = fptoui float %186 to i32
  %188 = shl i32 %187, 5
  %189 = or i32 %188, %178
  %190 = load float, ptr %9, align 8
  %191 = fcmp ogt float %190, 0.000000e+00
  %192 = fcmp olt float %190, 1.000000e+00
  %193 = select i1 %192, float %190, float 1.000000e+00
  %194 = fmul float %193, 3.100000e+01
  %195 = tail call float @llvm.rint.f32(float %194)
  %196 = select i1 %191, float %195, float 0.000000e+00
  %197 = fptoui float %196 to i32
  %198 = shl i32 %197, 11
  %199 = or i32 %189, %198
  %200 = trunc i32 %199 to i16
  store i16 %200, ptr %12, align 2
  br label %399

201:
  %202 = load float, ptr %18, align 8
  %203 = fcmp ogt float %202, 0.000000e+00
  %204 = fcmp olt float %202, 1.000000e+00
  %205 = select i1 %204, float %202, float 1.000000e+00
  %206 = fmul float %205, 3.100000e+01
  %207 = tail call float @llvm.rint.f32(float %206)
  %208 = select i1 %203, float %207, float 0.000000e+00
  %209 = fptoui float %208 to i32
  %210 = getelementptr inbounds i8, ptr %9, i64 4
  %211 = load float, ptr %210, align 4
  %212 = fcmp ogt float %211, 0.000000e+00
  %213 = fcmp olt float %211, 1.000000e+00
  %214 = select i1 %213, float %211, float 1.000000e+00
  %215 = fmul float %214, 3.100000e+01
  %216 = tail call float @llvm.rint.f32(float %215)
  %217 = select i1 %212, float %216, float 0.000000e+00
  %218 = fptoui float %217 to i32
  %219 = shl i32 %218, 5
  %220 = or i32 %219, %209
  %221 = load float, ptr %9, align 8
  %222 = fcmp ogt float %221, 0.000000e+00
  %223 = fcmp olt float %221, 1.000000e+00
  %224 = select i1 %223, float %221, float 1.000000e+00
  %225 = fmul float %224, 3.100000e+01
  %226 = tail call float @llvm.rint.f32(float %225)
  %227 = select i1 %222, float %226, float 0.000000e+00
  %228 = fptoui float %227 to i32
  %229 = shl i32 %228, 10
  %230 = or i32 %220, %229
  %231 = getelementptr inbounds i8, ptr %9, i64 12
  %232 = load float, ptr %231, align 4
  %233 = fcmp ogt float %232, 0.000000e+00
  %234 = fcmp olt float %232, 1.000000e+00
  %235 = select i1 %234, float %232, float 1.000000e+00
  %236 = tail call float @llvm.rint.f32(float %235)
  %237 = select i1 %233, float %236, float 0.000000e+00
  %238 = fptoui float %237 to i32
  %239 = shl i32 %238, 15
  %240 = or i32 %230, %239
  %241 = trunc i32 %240 to i16
  store i16 %241, ptr %12, align 2
  br label %399

242:
  %243 = getelementptr inbounds i8, ptr %9, i64 12
  %244 = load float, ptr %243, align 4
  %245 = fcmp ogt float %244, 0.000000e+00
  %246 = fcmp olt float %244, 1.000000e+00
  %247 = select i1 %246, float %244, float 1.000000e+00
  %248 = fmul float %247, 1.500000e+01
  %249 = tail call float @llvm.rint.f32(float %248)
  %250 = select i1 %245, float %249, float 0.000000e+00
  %251 = fptoui float %250 to i32
  %252 = load float, ptr %18, align 8
  %253 = fcmp ogt float %252, 0.000000e+00
  %254 = fcmp olt float %252, 1.000000e+00
  %255 = select i1 %254, float %252, float 1.000000e+00
  %256 = fmul float %255, 1.500000e+01
  %257 = tail call float @llvm.rint.f32(float %256)
  %258 = select i1 %253, float %257, float 0.000000e+00
  %259 = fptoui float %258 to i32
  %260 = shl i32 %259, 4
  %261 = or i32 %260, %251
  %262 = getelementptr inbounds i8, ptr %9, i64 4
  %263 = load float, ptr %262, align 4
  %264 = fcmp ogt float %263, 0.000000e+00
  %265 = fcmp olt float %263, 1.000000e+00
  %266 = select i1 %265, float %263, float 1.000000e+00
  %267 = fmul float %266, 1.500000e+01
  %268 = tail call float @llvm.rint.f32(float %267)
  %269 = select i1 %264, float %268, float 0.000000e+00
  %270 = fptoui float %269 to i32
  %271 = shl i32 %270, 8
  %272 = or i32 %261, %271
  %273 = load float, ptr %9, align 8
  %274 = fcmp ogt float %273, 0.000000e+00
  %275 = fcmp olt float %273, 1.000000e+00
  %276 = select i1 %275, float %273, float 1.000000e+00
  %277 = fmul float %276, 1.500000e+01
  %278 = tail call float @llvm.rint.f32(float %277)
  %279 = select i1 %274, float %278, float 0.000000e+00
  %280 = fptoui float %279 to i32
  %281 = shl i32 %280, 12
  %282 = or i32 %272, %281
  %283 = trunc i32 %282 to i16
  store i16 %283, ptr %12, align 2
  br label %399

284:
  %285 = load i32, ptr %55, align 4
  br label %286

286:
  %287 = phi i32 [ %285, %284 ], [ %56, %57 ]
  %288 = phi i64 [ %395, %284 ], [ 0, %57 ]
  switch i32 %287, label %390 [
    i32 0, label %289
    i32 1, label %293
    i32 12, label %298
    i32 2, label %308
    i32 3, label %320
    i32 10, label %336
    i32 11, label %348
    i32 4, label %364
    i32 5, label %370
    i32 6, label %377
    i32 7, label %383
  ]

289:
  %290 = getelementptr inbounds float, ptr %9, i64 %288
  %291 = load float, ptr %290, align 4
  %292 = getelementptr inbounds float, ptr %12, i64 %288
  store float %291, ptr %292, align 4
  br label %394

293:
  %294 = getelementptr inbounds float, ptr %9, i64 %288
  %295 = load float, ptr %294, align 4
  %296 = fptrunc float %295 to half
  %297 = getelementptr inbounds half, ptr %12, i64 %288
  store half %296, ptr %297, align 2
  br label %394

298:
  %299 = getelementptr inbounds i32, ptr %9, i64 %288
  %300 = load i32, ptr %299, align 4
  %301 = add i32 %300, 32767
  %302 = lshr i32 %300, 16
  %303 = and i32 %302, 1
  %304 = add i32 %301, %303
  %305 = lshr i32 %304, 16
  %306 = trunc i32 %305 to i16
  %307 = getelementptr inbounds i16, ptr %12, i64 %288
  store i16 %306, ptr %307, align 2
  br label %394

308:
  %309 = getelementptr inbounds float, ptr %9, i64 %288
  %310 = load float, ptr %309, align 4
  %311 = fcmp ogt float %310, 0.000000e+00
  %312 = fcmp olt float %310, 1.000000e+00
  %313 = select i1 %312, float %310, float 1.000000e+00
  %314 = fmul float %313, 2.550000e+02
  %315 = tail call float @llvm.rint.f32(float %314)
  %316 = select i1 %311, float %315, float 0.000000e+00
  %317 = fptoui float %316 to i32
  %318 = trunc i32 %317 to i8
  %319 = getelementptr inbounds i8, ptr %12, i64 %288
  store i8 %318, ptr %319, align 1
  br label %394

320:
  %321 = getelementptr inbounds float, ptr %9, i64 %288
  %322 = load float, ptr %321, align 4
  %323 = fcmp uno float %322, 0.000000e+00
  br i1 %323, label %333, label %324

324:
  %325 = fcmp ogt float %322, -1.000000e+00
  %326 = fcmp olt float %322, 1.000000e+00
  %327 = select i1 %326, float %322, float 1.000000e+00
  %328 = fmul float %327, 1.270000e+02
  %329 = tail call float @llvm.rint.f32(float %328)
  %330 = select i1 %325, float %329, float -1.270000e+02
  %331 = fptosi float %330 to i32
  %332 = trunc i32 %331 to i8
  br label %333

333:
  %334 = phi i8 [ %332, %324 ], [ 0, %320 ]
  %335 = getelementptr inbounds i8, ptr %12, i64 %288
  store i8 %334, ptr %335, align 1
  br label %394

336:
  %337 = getelementptr inbounds float, ptr %9, i64 %288
  %338 = load float, ptr %337, align 4
  %339 = fcmp ogt float %338, 0.000000e+00
  %340 = fcmp olt float %338, 1.000000e+00
  %341 = select i1 %340, float %338, float 1.000000e+00
  %342 = fmul float %341, 6.553500e+04
  %343 = tail call float @llvm.rint.f32(float %342)
  %344 = select i1 %339, float %343, float 0.000000e+00
  %345 = fptoui float %344 to i32
  %346 = trunc i32 %345 to i16
  %347 = getelementptr inbounds i16, ptr %12, i64 %288
  store i16 %346, ptr %347, align 2
  br label %394

348:
  %349 = getelementptr inbounds float, ptr %9, i64 %288
  %350 = load float, ptr %349, align 4
  %351 = fcmp uno float %350, 0.000000e+00
  br i1 %351, label %361, label %352

352:
  %353 = fcmp ogt float %350, -1.000000e+00
  %354 = fcmp olt float %350, 1.000000e+00
  %355 = select i1 %354, float %350, float 1.000000e+00
  %356 = fmul float %355, 3.276700e+04
  %357 = tail call float @llvm.rint.f32(float %356)
  %358 = select i1 %353, float %357, float -3.276700e+04
  %359 = fptosi float %358 to i32
  %360 = trunc i32 %359 to i16
  br label %361

361:
  %362 = phi i16 [ %360, %352 ], [ 0, %348 ]
  %363 = getelementptr inbounds i16, ptr %12, i64 %288
  store i16 %362, ptr %363, align 2
  br label %394

364:
  %365 = getelementptr inbounds i32, ptr %9, i64 %288
  %366 = load i32, ptr %365, align 4
  %367 = tail call i32 @llvm.umin.i32(i32 %366, i32 255)
  %368 = trunc i32 %367 to i8
  %369 = getelementptr inbounds i8, ptr %12, i64 %288
  store i8 %368, ptr %369, align 1
  br label %394

370:
  %371 = getelementptr inbounds i32, ptr %9, i64 %288
  %372 = load i32, ptr %371, align 4
  %373 = tail call i32 @llvm.smax.i32(i32 %372, i32 -128)
  %374 = tail call i32 @llvm.smin.i32(i32 %373, i32 127)
  %375 = trunc i32 %374 to i8
  %376 = getelementptr inbounds i8, ptr %12, i64 %288
  store i8 %375, ptr %376, align 1
  br label %394

377:
  %378 = getelementptr inbounds i32, ptr %9, i64 %288
  %379 = load i32, ptr %378, align 4
  %380 = tail call i32 @llvm.umin.i32(i32 %379, i32 65535)
  %381 = trunc i32 %380 to i16
  %382 = getelementptr inbounds i16, ptr %12, i64 %288
  store i16 %381, ptr %382, align 2
  br label %394

383:
  %384 = getelementptr inbounds i32, ptr %9, i64 %288
  %385 = load i32, ptr %384, align 4
  %386 = tail call i32 @llvm.smax.i32(i32 %385, i32 -32768)
  %387 = tail call i32 @llvm.smin.i32(i32 %386, i32 32767)
  %388 = trunc i32 %387 to i16
  %389 = getelementptr inbounds i16, ptr %12, i64 %288
  store i16 %388, ptr %389, align 2
  br label %394

390:
  %391 = getelementptr inbounds i32, ptr %9, i64 %288
  %392 = load i32, ptr %391, align 4
  %393 = getelementptr inbounds i32, ptr %12, i64 %288
  store i32 %392, ptr %393, align 4
  br label %394

394:
  %395 = add nuw nsw i64 %288, 1
  %396 = load i32, ptr %58, align 8
  %397 = zext i32 %396 to i64
  %398 = icmp ult i64 %395, %397
  br i1 %398, label %284, label %399

399:
  br label %404

400:
  %401 = getelementptr inbounds i8, ptr %0, i64 44
  %402 = load i32, ptr %401, align 4
  %403 = add i32 %402, 1
  store i32 %403, ptr %401, align 4
  br label %404

404:
  ret void
}

define i32 @mtlb_texture_query(ptr readonly %0, i32 %1, i32 %2) local_unnamed_addr #3 {
  %4 = icmp eq ptr %0, null
  br i1 %4, label %30, label %5

5:
  switch i32 %1, label %27 [
    i32 0, label %6
    i32 1, label %11
    i32 2, label %16
    i32 3, label %21
    i32 4, label %24
  ]

6:
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = lshr i32 %8, %2
  %10 = tail call i32 @llvm.umax.i32(i32 %9, i32 1)
  br label %30

11:
  %12 = getelementptr inbounds i8, ptr %0, i64 12
  %13 = load i32, ptr %12, align 4
  %14 = lshr i32 %13, %2
  %15 = tail call i32 @llvm.umax.i32(i32 %14, i32 1)
  br label %30

16:
  %17 = getelementptr inbounds i8, ptr %0, i64 16
  %18 = load i32, ptr %17, align 8
  %19 = lshr i32 %18, %2
  %20 = tail call i32 @llvm.umax.i32(i32 %19, i32 1)
  br label %30

21:
  %22 = getelementptr inbounds i8, ptr %0, i64 20
  %23 = load i32, ptr %22, align 4
  br label %30

24:
  %25 = getelementptr inbounds i8, ptr %0, i64 24
  %26 = load i32, ptr %25, align 8
  br label %30

27:
  %28 = getelementptr inbounds i8, ptr %0, i64 28
  %29 = load i32, ptr %28, align 4
  br label %30

30:
  %31 = phi i32 [ %29, %27 ], [ %10, %6 ], [ %15, %11 ], [ %20, %16 ], [ %23, %21 ], [ %26, %24 ], [ 0, %3 ]
  ret i32 %31
}

define void @mtlb_texture_sample(ptr readonly %0, ptr %1, float %2, float %3, float %4, i32 %5, i32 %6, i32 %7, i32 %8, i32 %9, float %10, float %11, float %12, ptr writeonly %13) local_unnamed_addr #1 {
  %15 = alloca float, align 4
  %16 = alloca %union.Texel, align 8
  %17 = alloca %struct.Sampler, align 4
  %18 = alloca [3 x float], align 4
  %19 = alloca [3 x i32], align 4
  %20 = alloca [3 x float], align 4
  %21 = alloca %union.Texel, align 8
  store float %12, ptr %15, align 4
  tail call void @llvm.memset.p0.i64(ptr align 4 dereferenceable(16) %13, i8 0, i64 16, i1 false)
  %22 = icmp eq ptr %0, null
  br i1 %22, label %120, label %23

23:
  call fastcc void @decode(ptr sret(%struct.Sampler) align 4 %17, ptr %1) #16
  store float %2, ptr %18, align 4
  %24 = getelementptr inbounds i8, ptr %18, i64 4
  store float %3, ptr %24, align 4
  %25 = getelementptr inbounds i8, ptr %18, i64 8
  store float %4, ptr %25, align 4
  store i32 %6, ptr %19, align 4
  %26 = getelementptr inbounds i8, ptr %19, i64 4
  store i32 %7, ptr %26, align 4
  %27 = getelementptr inbounds i8, ptr %19, i64 8
  store i32 %8, ptr %27, align 4
  %28 = and i32 %9, 2
  %29 = icmp eq i32 %28, 0
  %30 = select i1 %29, ptr null, ptr %15
  %31 = and i32 %9, 1
  %32 = icmp eq i32 %31, 0
  %33 = icmp slt i32 %5, 0
  br i1 %33, label %41, label %34

34:
  %35 = getelementptr inbounds i8, ptr %0, i64 20
  %36 = load i32, ptr %35, align 4
  %37 = select i1 %32, i32 1, i32 6
  %38 = sdiv i32 %36, %37
  %39 = add nsw i32 %38, -1
  %40 = tail call i32 @llvm.smin.i32(i32 %5, i32 %39)
  br label %41

41:
  %42 = phi i32 [ %40, %34 ], [ 0, %23 ]
  br i1 %32, label %52, label %43

43:
  %44 = mul nsw i32 %42, 6
  %45 = call fastcc i32 @cube_face(ptr %18, ptr %20) #16
  %46 = add nsw i32 %45, %44
  %47 = load float, ptr %20, align 4
  store float %47, ptr %18, align 4
  %48 = getelementptr inbounds i8, ptr %20, i64 4
  %49 = load float, ptr %48, align 4
  store float %49, ptr %24, align 4
  store float 0.000000e+00, ptr %25, align 4
  %50 = getelementptr inbounds i8, ptr %17, i64 8
  store i32 1, ptr %50, align 4
  %51 = getelementptr inbounds i8, ptr %17, i64 4
  store i32 1, ptr %51, align 4
  store i32 1, ptr %17, align 4
  br label %52

52:
  %53 = phi i32 [ %46, %43 ], [ %42, %41 ]
  %54 = fcmp ogt float %10, %11
  %55 = select i1 %54, float %10, float %11
  %56 = getelementptr inbounds i8, ptr %17, i64 40
  %57 = load float, ptr %56, align 4
  %58 = getelementptr inbounds i8, ptr %17, i64 44
  %59 = load float, ptr %58, align 4
  %60 = fcmp ogt float %55, %57
  %61 = fcmp olt float %55, %59
  %62 = select i1 %61, float %55, float %59
  %63 = select i1 %60, float %62, float %57
  %64 = fcmp ogt float %63, 0.000000e+00
  %65 = getelementptr inbounds i8, ptr %17, i64 16
  %66 = load i32, ptr %65, align 4
  %67 = getelementptr inbounds i8, ptr %17, i64 12
  %68 = load i32, ptr %67, align 4
  %69 = select i1 %64, i32 %66, i32 %68
  %70 = icmp eq i32 %69, 1
  %71 = zext i1 %70 to i32
  %72 = getelementptr inbounds i8, ptr %0, i64 24
  %73 = load i32, ptr %72, align 8
  %74 = uitofp i32 %73 to float
  %75 = fadd float %74, -1.000000e+00
  %76 = fcmp olt float %63, %75
  %77 = select i1 %76, float %63, float %75
  %78 = select i1 %64, float %77, float 0.000000e+00
  %79 = getelementptr inbounds i8, ptr %17, i64 20
  %80 = load i32, ptr %79, align 4
  %81 = icmp eq i32 %80, 2
  br i1 %81, label %91, label %82

82:
  %83 = icmp eq i32 %80, 0
  %84 = fadd float %78, 5.000000e-01
  %85 = fptoui float %84 to i32
  %86 = select i1 %83, i32 0, i32 %85
  %87 = call fastcc { i64, i64 } @at_level(ptr %0, ptr %17, ptr %18, ptr %19, i32 %53, i32 %86, ptr %30, i32 %71) #16
  %88 = extractvalue { i64, i64 } %87, 0
  %89 = extractvalue { i64, i64 } %87, 1
  store i64 %88, ptr %13, align 4
  %90 = getelementptr inbounds i8, ptr %13, i64 8
  store i64 %89, ptr %90, align 4
  br label %119

91:
  %92 = fptoui float %78 to i32
  %93 = uitofp i32 %92 to float
  %94 = fsub float %78, %93
  %95 = call fastcc { i64, i64 } @at_level(ptr %0, ptr %17, ptr %18, ptr %19, i32 %53, i32 %92, ptr %30, i32 %71) #16
  %96 = extractvalue { i64, i64 } %95, 0
  %97 = extractvalue { i64, i64 } %95, 1
  store i64 %96, ptr %16, align 8
  %98 = getelementptr inbounds i8, ptr %16, i64 8
  store i64 %97, ptr %98, align 8
  %99 = fcmp ogt float %94, 0.000000e+00
  br i1 %99, label %100, label %118

100:
  %101 = add i32 %92, 1
  %102 = call fastcc { i64, i64 } @at_level(ptr %0, ptr %17, ptr %18, ptr %19, i32 %53, i32 %101, ptr %30, i32 %71) #16
  %103 = extractvalue { i64, i64 } %102, 0
  store i64 %103, ptr %21, align 8
  %104 = getelementptr inbounds i8, ptr %21, i64 8
  %105 = extractvalue { i64, i64 } %102, 1
  store i64 %105, ptr %104, align 8
  br label %107

106:
  br label %118

107:
  %108 = phi i64 [ 0, %100 ], [ %116, %107 ]
  %109 = getelementptr inbounds float, ptr %21, i64 %108
  %110 = load float, ptr %109, align 4
  %111 = getelementptr inbounds float, ptr %16, i64 %108
  %112 = load float, ptr %111, align 4
  %113 = fsub float %110, %112
  %114 = fmul float %94, %113
  %115 = fadd float %112, %114
  store float %115, ptr %111, align 4
  %116 = add nuw nsw i64 %108, 1
  %117 = icmp eq i64 %116, 4
  br i1 %117, label %106, label %107

118:
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(16) %13, ptr align 8 dereferenceable(16) %16, i64 16, i1 false)
  br label %119

119:
  br label %120

120:
  ret void
}

define internal fastcc void @decode(ptr noalias writeonly sret(%struct.Sampler) align 4 %0, ptr %1) unnamed_addr #8 {
  %3 = icmp sgt ptr %1, inttoptr (i64 -1 to ptr)
  br i1 %3, label %6, label %4

4:
  %5 = ptrtoint ptr %1 to i64
  br label %10

6:
  %7 = icmp eq ptr %1, null
  br i1 %7, label %10, label %8

8:
  %9 = load i64, ptr %1, align 8
  br label %10

10:
  %11 = phi i64 [ %5, %4 ], [ %9, %8 ], [ 0, %6 ]
  %12 = trunc i64 %11 to i32
  %13 = and i32 %12, 7
  store i32 %13, ptr %0, align 4
  %14 = getelementptr inbounds i8, ptr %0, i64 4
  %15 = lshr i32 %12, 3
  %16 = and i32 %15, 7
  store i32 %16, ptr %14, align 4
  %17 = getelementptr inbounds i8, ptr %0, i64 8
  %18 = lshr i32 %12, 6
  %19 = and i32 %18, 7
  store i32 %19, ptr %17, align 4
  %20 = getelementptr inbounds i8, ptr %0, i64 12
  %21 = lshr i32 %12, 9
  %22 = and i32 %21, 3
  store i32 %22, ptr %20, align 4
  %23 = getelementptr inbounds i8, ptr %0, i64 16
  %24 = lshr i32 %12, 11
  %25 = and i32 %24, 3
  store i32 %25, ptr %23, align 4
  %26 = getelementptr inbounds i8, ptr %0, i64 20
  %27 = lshr i32 %12, 13
  %28 = and i32 %27, 3
  store i32 %28, ptr %26, align 4
  %29 = getelementptr inbounds i8, ptr %0, i64 24
  %30 = lshr i32 %12, 15
  %31 = and i32 %30, 1
  store i32 %31, ptr %29, align 4
  %32 = getelementptr inbounds i8, ptr %0, i64 28
  %33 = lshr i32 %12, 16
  %34 = and i32 %33, 15
  store i32 %34, ptr %32, align 4
  %35 = getelementptr inbounds i8, ptr %0, i64 32
  %36 = lshr i32 %12, 20
  %37 = and i32 %36, 15
  %38 = add nuw nsw i32 %37, 1
  store i32 %38, ptr %35, align 4
  %39 = getelementptr inbounds i8, ptr %0, i64 36
  %40 = lshr i64 %11, 56
  %41 = trunc i64 %40 to i32
  %42 = and i32 %41, 3
  store i32 %42, ptr %39, align 4
  %43 = getelementptr inbounds i8, ptr %0, i64 40
  %44 = lshr i64 %11, 24
  %45 = trunc i64 %44 to i16
  %46 = bitcast i16 %45 to half
  %47 = fpext half %46 to float
  store float %47, ptr %43, align 4
  %48 = getelementptr inbounds i8, ptr %0, i64 44
  %49 = lshr i64 %11, 40
  %50 = trunc i64 %49 to i16
  %51 = bitcast i16 %50 to half
  %52 = fpext half %51 to float
  %53 = fcmp oeq half %46, 0xH0000
  %54 = fcmp oeq half %51, 0xH0000
  %55 = select i1 %53, i1 %54, i1 false
  %56 = select i1 %55, float 0x7FF0000000000000, float %52
  store float %56, ptr %48, align 4
  ret void
}

define internal fastcc i32 @cube_face(ptr readonly %0, ptr writeonly %1) unnamed_addr #8 {
  %3 = load float, ptr %0, align 4
  %4 = tail call float @llvm.fabs.f32(float %3)
  %5 = getelementptr inbounds i8, ptr %0, i64 4
  %6 = load float, ptr %5, align 4
  %7 = tail call float @llvm.fabs.f32(float %6)
  %8 = getelementptr inbounds i8, ptr %0, i64 8
  %9 = load float, ptr %8, align 4
  %10 = tail call float @llvm.fabs.f32(float %9)
  %11 = fcmp ult float %10, %4
  %12 = fcmp ult float %10, %7
  %13 = select i1 %11, i1 true, i1 %12
  br i1 %13, label %20, label %14

14:
  %15 = fcmp olt float %9, 0.000000e+00
  %16 = select i1 %15, i32 5, i32 4
  %17 = fneg float %3
  %18 = select i1 %15, float %17, float %3
  %19 = fneg float %6
  br label %32

20:
  %21 = fcmp ult float %7, %4
  br i1 %21, label %26, label %22

22:
  %23 = fcmp olt float %6, 0.000000e+00
  br i1 %23, label %24, label %32

24:
  %25 = fneg float %9
  br label %32

26:
  %27 = fcmp olt float %3, 0.000000e+00
  %28 = zext i1 %27 to i32
  %29 = fneg float %9
  %30 = select i1 %27, float %9, float %29
  %31 = fneg float %6
  br label %32

32:
  %33 = phi float [ %10, %14 ], [ %4, %26 ], [ %7, %24 ], [ %7, %22 ]
  %34 = phi float [ %18, %14 ], [ %30, %26 ], [ %3, %24 ], [ %3, %22 ]
  %35 = phi float [ %19, %14 ], [ %31, %26 ], [ %25, %24 ], [ %9, %22 ]
  %36 = phi i32 [ %16, %14 ], [ %28, %26 ], [ 3, %24 ], [ 2, %22 ]
  %37 = fcmp oeq float %33, 0.000000e+00
  %38 = select i1 %37, float 1.000000e+00, float %33
  %39 = fdiv float %34, %38
  %40 = fadd float %39, 1.000000e+00
  %41 = fmul float %40, 5.000000e-01
  store float %41, ptr %1, align 4
  %42 = fdiv float %35, %38
  %43 = fadd float %42, 1.000000e+00
  %44 = fmul float %43, 5.000000e-01
  %45 = getelementptr inbounds i8, ptr %1, i64 4
  store float %44, ptr %45, align 4
  %46 = getelementptr inbounds i8, ptr %1, i64 8
  store float 0.000000e+00, ptr %46, align 4
  ret i32 %36
}

define internal fastcc { i64, i64 } @at_level(ptr readonly %0, ptr readonly %1, ptr readonly %2, ptr readonly %3, i32 %4, i32 %5, ptr readonly %6, i32 %7) unnamed_addr #9 {
  %9 = alloca %union.Texel, align 8
  %10 = alloca [3 x i32], align 4
  %11 = alloca [3 x float], align 4
  %12 = alloca [3 x i32], align 4
  %13 = alloca %union.Texel, align 8
  %14 = getelementptr inbounds i8, ptr %0, i64 8
  %15 = load i32, ptr %14, align 8
  %16 = lshr i32 %15, %5
  %17 = tail call i32 @llvm.umax.i32(i32 %16, i32 1)
  store i32 %17, ptr %10, align 4
  %18 = getelementptr inbounds i8, ptr %10, i64 4
  %19 = getelementptr inbounds i8, ptr %0, i64 12
  %20 = load i32, ptr %19, align 4
  %21 = lshr i32 %20, %5
  %22 = tail call i32 @llvm.umax.i32(i32 %21, i32 1)
  store i32 %22, ptr %18, align 4
  %23 = getelementptr inbounds i8, ptr %10, i64 8
  %24 = getelementptr inbounds i8, ptr %0, i64 16
  %25 = load i32, ptr %24, align 8
  %26 = lshr i32 %25, %5
  %27 = tail call i32 @llvm.umax.i32(i32 %26, i32 1)
  store i32 %27, ptr %23, align 4
  %28 = getelementptr inbounds i8, ptr %1, i64 24
  %29 = load i32, ptr %28, align 4
  %30 = icmp eq i32 %29, 0
  %31 = icmp eq i32 %7, 0
  br label %34

32:
  %33 = icmp eq i32 %25, 1
  br i1 %33, label %65, label %68

34:
  %35 = phi i64 [ 0, %8 ], [ %63, %43 ]
  %36 = getelementptr inbounds float, ptr %2, i64 %35
  %37 = load float, ptr %36, align 4
  br i1 %30, label %38, label %43

38:
  %39 = getelementptr inbounds i32, ptr %10, i64 %35
  %40 = load i32, ptr %39, align 4
  %41 = uitofp i32 %40 to float
  %42 = fmul float %37, %41
  br label %43

43:
  %44 = phi float [ %42, %38 ], [ %37, %34 ]
  %45 = getelementptr inbounds i32, ptr %3, i64 %35
  %46 = load i32, ptr %45, align 4
  %47 = sitofp i32 %46 to float
  %48 = fadd float %44, %47
  %49 = fcmp ord float %48, 0.000000e+00
  %50 = select i1 %49, float %48, float 0.000000e+00
  %51 = fadd float %50, -5.000000e-01
  %52 = select i1 %31, float %50, float %51
  %53 = tail call float @llvm.floor.f32(float %52)
  %54 = fsub float %51, %53
  %55 = select i1 %31, float 0.000000e+00, float %54
  %56 = getelementptr inbounds float, ptr %11, i64 %35
  store float %55, ptr %56, align 4
  %57 = fcmp ogt float %53, -1.000000e+09
  %58 = fcmp olt float %53, 1.000000e+09
  %59 = select i1 %58, float %53, float 1.000000e+09
  %60 = select i1 %57, float %59, float -1.000000e+09
  %61 = fptosi float %60 to i32
  %62 = getelementptr inbounds i32, ptr %12, i64 %35
  store i32 %61, ptr %62, align 4
  %63 = add nuw nsw i64 %35, 1
  %64 = icmp eq i64 %63, 3
  br i1 %64, label %32, label %34

65:
  %66 = getelementptr inbounds i8, ptr %12, i64 8
  store i32 0, ptr %66, align 4
  %67 = getelementptr inbounds i8, ptr %11, i64 8
  store float 0.000000e+00, ptr %67, align 4
  br label %68

68:
  br i1 %31, label %72, label %69

69:
  %70 = getelementptr inbounds i8, ptr %0, i64 36
  %71 = load i32, ptr %70, align 4
  switch i32 %71, label %79 [
    i32 16, label %72
    i32 9, label %72
    i32 8, label %72
    i32 7, label %72
    i32 6, label %72
    i32 5, label %72
    i32 4, label %72
  ]

72:
  %73 = load i32, ptr %12, align 4
  %74 = getelementptr inbounds i8, ptr %12, i64 4
  %75 = load i32, ptr %74, align 4
  %76 = getelementptr inbounds i8, ptr %12, i64 8
  %77 = load i32, ptr %76, align 4
  %78 = tail call fastcc { i64, i64 } @tap(ptr %0, ptr %1, i32 %73, i32 %75, i32 %77, i32 %4, i32 %5, ptr %6) #16
  br label %137

79:
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %9, i8 0, i64 16, i1 false)
  %80 = load float, ptr %11, align 4
  %81 = fsub float 1.000000e+00, %80
  %82 = getelementptr inbounds i8, ptr %11, i64 4
  %83 = load float, ptr %82, align 4
  %84 = fsub float 1.000000e+00, %83
  %85 = getelementptr inbounds i8, ptr %11, i64 8
  %86 = load float, ptr %85, align 4
  %87 = fsub float 1.000000e+00, %86
  %88 = load i32, ptr %12, align 4
  %89 = getelementptr inbounds i8, ptr %12, i64 4
  %90 = load i32, ptr %89, align 4
  %91 = getelementptr inbounds i8, ptr %12, i64 8
  %92 = load i32, ptr %91, align 4
  %93 = getelementptr inbounds i8, ptr %13, i64 8
  br label %94

94:
  %95 = phi i32 [ 0, %79 ], [ %129, %128 ]
  %96 = and i32 %95, 1
  %97 = icmp eq i32 %96, 0
  %98 = select i1 %97, float %81, float %80
  %99 = and i32 %95, 2
  %100 = icmp eq i32 %99, 0
  %101 = select i1 %100, float %84, float %83
  %102 = fmul float %98, %101
  %103 = icmp ult i32 %95, 4
  %104 = select i1 %103, float %87, float %86
  %105 = fmul float %102, %104
  %106 = fcmp oeq float %105, 0.000000e+00
  br i1 %106, label %128, label %107

107:
  %108 = add nsw i32 %88, %96
  %109 = lshr i32 %95, 1
  %110 = and i32 %109, 1
  %111 = add nsw i32 %90, %110
  %112 = lshr i32 %95, 2
  %113 = add nsw i32 %92, %112
  %114 = tail call fastcc { i64, i64 } @tap(ptr %0, ptr %1, i32 %108, i32 %111, i32 %113, i32 %4, i32 %5, ptr %6) #16
  %115 = extractvalue { i64, i64 } %114, 0
  store i64 %115, ptr %13, align 8
  %116 = extractvalue { i64, i64 } %114, 1
  store i64 %116, ptr %93, align 8
  br label %118

117:
  br label %128

118:
  %119 = phi i64 [ 0, %107 ], [ %126, %118 ]
  %120 = getelementptr inbounds float, ptr %13, i64 %119
  %121 = load float, ptr %120, align 4
  %122 = fmul float %105, %121
  %123 = getelementptr inbounds float, ptr %9, i64 %119
  %124 = load float, ptr %123, align 4
  %125 = fadd float %124, %122
  store float %125, ptr %123, align 4
  %126 = add nuw nsw i64 %119, 1
  %127 = icmp eq i64 %126, 4
  br i1 %127, label %117, label %118

128:
  %129 = add nuw nsw i32 %95, 1
  %130 = icmp eq i32 %129, 8
  br i1 %130, label %131, label %94

131:
  %132 = load i64, ptr %9, align 8
  %133 = getelementptr inbounds i8, ptr %9, i64 8
  %134 = load i64, ptr %133, align 8
  %135 = insertvalue { i64, i64 } poison, i64 %132, 0
  %136 = insertvalue { i64, i64 } %135, i64 %134, 1
  br label %137

137:
  %138 = phi { i64, i64 } [ %136, %131 ], [ %78, %72 ]
  ret { i64, i64 } %138
}

define void @mtlb_texture_gather(ptr readonly %0, ptr %1, float %2, float %3, float %4, i32 %5, i32 %6, i32 %7, i32 %8, i32 %9, float %10, ptr writeonly %11) local_unnamed_addr #1 {
  %13 = alloca float, align 4
  %14 = alloca %struct.Sampler, align 4
  %15 = alloca [3 x float], align 4
  %16 = alloca [3 x float], align 4
  %17 = alloca %union.Texel, align 8
  store float %10, ptr %13, align 4
  tail call void @llvm.memset.p0.i64(ptr align 4 dereferenceable(16) %11, i8 0, i64 16, i1 false)
  %18 = icmp eq ptr %0, null
  br i1 %18, label %107, label %19

19:
  call fastcc void @decode(ptr sret(%struct.Sampler) align 4 %14, ptr %1) #16
  store float %2, ptr %15, align 4
  %20 = getelementptr inbounds i8, ptr %15, i64 4
  store float %3, ptr %20, align 4
  %21 = getelementptr inbounds i8, ptr %15, i64 8
  store float %4, ptr %21, align 4
  %22 = and i32 %8, 1
  %23 = icmp eq i32 %22, 0
  %24 = icmp slt i32 %5, 0
  br i1 %24, label %32, label %25

25:
  %26 = getelementptr inbounds i8, ptr %0, i64 20
  %27 = load i32, ptr %26, align 4
  %28 = select i1 %23, i32 1, i32 6
  %29 = sdiv i32 %27, %28
  %30 = add nsw i32 %29, -1
  %31 = tail call i32 @llvm.smin.i32(i32 %5, i32 %30)
  br label %32

32:
  %33 = phi i32 [ %31, %25 ], [ 0, %19 ]
  br i1 %23, label %43, label %34

34:
  %35 = mul nsw i32 %33, 6
  %36 = call fastcc i32 @cube_face(ptr %15, ptr %16) #16
  %37 = add nsw i32 %36, %35
  %38 = load float, ptr %16, align 4
  %39 = getelementptr inbounds i8, ptr %16, i64 4
  %40 = load float, ptr %39, align 4
  %41 = getelementptr inbounds i8, ptr %14, i64 8
  store i32 1, ptr %41, align 4
  %42 = getelementptr inbounds i8, ptr %14, i64 4
  store i32 1, ptr %42, align 4
  store i32 1, ptr %14, align 4
  br label %43

43:
  %44 = phi float [ %40, %34 ], [ %3, %32 ]
  %45 = phi float [ %38, %34 ], [ %2, %32 ]
  %46 = phi i32 [ %37, %34 ], [ %33, %32 ]
  %47 = getelementptr inbounds i8, ptr %14, i64 24
  %48 = load i32, ptr %47, align 4
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %53, label %50

50:
  %51 = sitofp i32 %6 to float
  %52 = fadd float %45, %51
  br label %64

53:
  %54 = getelementptr inbounds i8, ptr %0, i64 8
  %55 = load i32, ptr %54, align 8
  %56 = uitofp i32 %55 to float
  %57 = fmul float %45, %56
  %58 = sitofp i32 %6 to float
  %59 = fadd float %57, %58
  %60 = getelementptr inbounds i8, ptr %0, i64 12
  %61 = load i32, ptr %60, align 4
  %62 = uitofp i32 %61 to float
  %63 = fmul float %44, %62
  br label %64

64:
  %65 = phi float [ %52, %50 ], [ %59, %53 ]
  %66 = phi float [ %44, %50 ], [ %63, %53 ]
  %67 = fadd float %65, -5.000000e-01
  %68 = sitofp i32 %7 to float
  %69 = fadd float %66, %68
  %70 = fadd float %69, -5.000000e-01
  %71 = tail call float @llvm.floor.f32(float %67)
  %72 = fcmp ogt float %71, -1.000000e+09
  %73 = fcmp olt float %71, 1.000000e+09
  %74 = select i1 %73, float %71, float 1.000000e+09
  %75 = select i1 %72, float %74, float -1.000000e+09
  %76 = fptosi float %75 to i32
  %77 = tail call float @llvm.floor.f32(float %70)
  %78 = fcmp ogt float %77, -1.000000e+09
  %79 = fcmp olt float %77, 1.000000e+09
  %80 = select i1 %79, float %77, float 1.000000e+09
  %81 = select i1 %78, float %80, float -1.000000e+09
  %82 = fptosi float %81 to i32
  %83 = and i32 %8, 2
  %84 = icmp eq i32 %83, 0
  %85 = select i1 %84, ptr null, ptr %13
  %86 = getelementptr inbounds i8, ptr %17, i64 8
  %87 = and i32 %9, 3
  %88 = select i1 %84, i32 %87, i32 0
  %89 = zext i32 %88 to i64
  %90 = getelementptr inbounds i32, ptr %17, i64 %89
  br label %92

91:
  br label %107

92:
  %93 = phi i64 [ 0, %64 ], [ %105, %92 ]
  %94 = getelementptr inbounds i32, ptr @mtlb_texture_gather.dx, i64 %93
  %95 = load i32, ptr %94, align 4
  %96 = add nsw i32 %95, %76
  %97 = getelementptr inbounds i32, ptr @mtlb_texture_gather.dy, i64 %93
  %98 = load i32, ptr %97, align 4
  %99 = add nsw i32 %98, %82
  %100 = call fastcc { i64, i64 } @tap(ptr %0, ptr %14, i32 %96, i32 %99, i32 0, i32 %46, i32 0, ptr %85) #16
  %101 = extractvalue { i64, i64 } %100, 0
  store i64 %101, ptr %17, align 8
  %102 = extractvalue { i64, i64 } %100, 1
  store i64 %102, ptr %86, align 8
  %103 = load i32, ptr %90, align 4
  %104 = getelementptr inbounds i32, ptr %11, i64 %93
  store i32 %103, ptr %104, align 4
  %105 = add nuw nsw i64 %93, 1
  %106 = icmp eq i64 %105, 4
  br i1 %106, label %91, label %92

107:
  ret void
}

declare float @llvm.floor.f32(float) #10

define internal fastcc { i64, i64 } @tap(ptr readonly %0, ptr readonly %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, ptr readonly %7) unnamed_addr #9 {
  %9 = alloca %union.Texel, align 8
  %10 = getelementptr inbounds i8, ptr %0, i64 8
  %11 = load i32, ptr %10, align 8
  %12 = lshr i32 %11, %6
  %13 = tail call i32 @llvm.umax.i32(i32 %12, i32 1)
  %14 = load i32, ptr %1, align 4
  %15 = tail call fastcc i32 @wrap(i32 %2, i32 %13, i32 %14) #16
  %16 = getelementptr inbounds i8, ptr %0, i64 12
  %17 = load i32, ptr %16, align 4
  %18 = lshr i32 %17, %6
  %19 = tail call i32 @llvm.umax.i32(i32 %18, i32 1)
  %20 = getelementptr inbounds i8, ptr %1, i64 4
  %21 = load i32, ptr %20, align 4
  %22 = tail call fastcc i32 @wrap(i32 %3, i32 %19, i32 %21) #16
  %23 = getelementptr inbounds i8, ptr %0, i64 16
  %24 = load i32, ptr %23, align 8
  %25 = lshr i32 %24, %6
  %26 = tail call i32 @llvm.umax.i32(i32 %25, i32 1)
  %27 = getelementptr inbounds i8, ptr %1, i64 8
  %28 = load i32, ptr %27, align 4
  %29 = tail call fastcc i32 @wrap(i32 %4, i32 %26, i32 %28) #16
  call void @llvm.memset.p0.i64(ptr align 8 dereferenceable(16) %9, i8 0, i64 16, i1 false)
  %30 = icmp slt i32 %15, 0
  %31 = icmp slt i32 %22, 0
  %32 = select i1 %30, i1 true, i1 %31
  %33 = icmp slt i32 %29, 0
  %34 = select i1 %32, i1 true, i1 %33
  br i1 %34, label %35, label %66

35:
  %36 = icmp eq i32 %14, 4
  %37 = icmp eq i32 %21, 4
  %38 = or i1 %36, %37
  %39 = icmp eq i32 %28, 4
  %40 = or i1 %38, %39
  br i1 %40, label %41, label %72

41:
  %42 = getelementptr inbounds i8, ptr %1, i64 36
  %43 = load i32, ptr %42, align 4
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %72, label %45

45:
  %46 = icmp eq i32 %43, 2
  %47 = uitofp i1 %46 to float
  %48 = getelementptr inbounds i8, ptr %9, i64 8
  store float %47, ptr %48, align 8
  %49 = getelementptr inbounds i8, ptr %9, i64 4
  store float %47, ptr %49, align 4
  store float %47, ptr %9, align 8
  %50 = getelementptr inbounds i8, ptr %9, i64 12
  store float 1.000000e+00, ptr %50, align 4
  %51 = getelementptr inbounds i8, ptr %0, i64 36
  %52 = load i32, ptr %51, align 4
  %53 = add i32 %52, -4
  %54 = icmp ult i32 %53, 13
  %55 = trunc i32 %53 to i16
  %56 = lshr i16 4159, %55
  %57 = trunc i16 %56 to i1
  %58 = select i1 %54, i1 %57, i1 false
  br i1 %58, label %59, label %72

59:
  %60 = phi i64 [ %64, %59 ], [ 0, %45 ]
  %61 = getelementptr inbounds float, ptr %9, i64 %60
  %62 = load float, ptr %61, align 4
  %63 = fptosi float %62 to i32
  store i32 %63, ptr %61, align 4
  %64 = add nuw nsw i64 %60, 1
  %65 = icmp eq i64 %64, 4
  br i1 %65, label %72, label %59

66:
  %67 = tail call fastcc ptr @address(ptr %0, i32 %15, i32 %22, i32 %29, i32 %5, i32 0, i32 %6) #16
  %68 = tail call fastcc { i64, i64 } @fetch(ptr %0, ptr %67) #16
  %69 = extractvalue { i64, i64 } %68, 0
  %70 = extractvalue { i64, i64 } %68, 1
  store i64 %69, ptr %9, align 8
  %71 = getelementptr inbounds i8, ptr %9, i64 8
  store i64 %70, ptr %71, align 8
  br label %72

72:
  %73 = icmp eq ptr %7, null
  br i1 %73, label %98, label %74

74:
  %75 = getelementptr inbounds i8, ptr %1, i64 28
  %76 = load i32, ptr %75, align 4
  %77 = load float, ptr %7, align 4
  %78 = load float, ptr %9, align 8
  switch i32 %76, label %91 [
    i32 1, label %79
    i32 2, label %81
    i32 3, label %83
    i32 4, label %85
    i32 5, label %87
    i32 6, label %89
    i32 7, label %92
  ]

79:
  %80 = fcmp olt float %77, %78
  br label %92

81:
  %82 = fcmp ole float %77, %78
  br label %92

83:
  %84 = fcmp ogt float %77, %78
  br label %92

85:
  %86 = fcmp oge float %77, %78
  br label %92

87:
  %88 = fcmp oeq float %77, %78
  br label %92

89:
  %90 = fcmp une float %77, %78
  br label %92

91:
  br label %92

92:
  %93 = phi i1 [ false, %91 ], [ %80, %79 ], [ %82, %81 ], [ %84, %83 ], [ %86, %85 ], [ %88, %87 ], [ %90, %89 ], [ true, %74 ]
  %94 = uitofp i1 %93 to float
  store float %94, ptr %9, align 8
  %95 = getelementptr inbounds i8, ptr %9, i64 12
  store float %94, ptr %95, align 4
  %96 = getelementptr inbounds i8, ptr %9, i64 8
  store float %94, ptr %96, align 8
  %97 = getelementptr inbounds i8, ptr %9, i64 4
  store float %94, ptr %97, align 4
  br label %98

98:
  %99 = load i64, ptr %9, align 8
  %100 = insertvalue { i64, i64 } poison, i64 %99, 0
  %101 = getelementptr inbounds i8, ptr %9, i64 8
  %102 = load i64, ptr %101, align 8
  %103 = insertvalue { i64, i64 } %100, i64 %102, 1
  ret { i64, i64 } %103
}

define float @mtlb_texture_level(ptr readonly %0, ptr %1, ptr readonly %2, ptr %3, ptr %4, i32 %5) local_unnamed_addr #11 {
  %7 = alloca %struct.Sampler, align 4
  %8 = alloca [3 x float], align 4
  %9 = icmp eq ptr %0, null
  br i1 %9, label %82, label %10

10:
  %11 = and i32 %5, 1
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %14, label %13

13:
  tail call fastcc void @on_face(ptr %2, ptr %3) #16
  tail call fastcc void @on_face(ptr %2, ptr %4) #16
  br label %14

14:
  call fastcc void @decode(ptr sret(%struct.Sampler) align 4 %7, ptr %1) #16
  %15 = getelementptr inbounds i8, ptr %0, i64 8
  %16 = load i32, ptr %15, align 8
  %17 = uitofp i32 %16 to float
  store float %17, ptr %8, align 4
  %18 = getelementptr inbounds i8, ptr %8, i64 4
  %19 = getelementptr inbounds i8, ptr %0, i64 12
  %20 = load i32, ptr %19, align 4
  %21 = uitofp i32 %20 to float
  store float %21, ptr %18, align 4
  %22 = getelementptr inbounds i8, ptr %8, i64 8
  %23 = getelementptr inbounds i8, ptr %0, i64 16
  %24 = load i32, ptr %23, align 8
  %25 = uitofp i32 %24 to float
  store float %25, ptr %22, align 4
  %26 = getelementptr inbounds i8, ptr %7, i64 24
  %27 = load i32, ptr %26, align 4
  %28 = icmp eq i32 %27, 0
  %29 = fmul float %17, 5.000000e-01
  %30 = or i32 %27, %11
  %31 = icmp eq i32 %30, 0
  %32 = select i1 %28, float %29, float 1.000000e+00
  br label %43

33:
  %34 = fcmp ogt float %57, %63
  %35 = select i1 %34, float %57, float %63
  %36 = fcmp olt float %57, %63
  %37 = select i1 %36, float %57, float %63
  %38 = getelementptr inbounds i8, ptr %7, i64 32
  %39 = load i32, ptr %38, align 4
  %40 = icmp ugt i32 %39, 1
  %41 = fcmp ogt float %37, 0.000000e+00
  %42 = select i1 %40, i1 %41, i1 false
  br i1 %42, label %66, label %74

43:
  %44 = phi i64 [ 0, %14 ], [ %64, %50 ]
  %45 = phi float [ 0.000000e+00, %14 ], [ %57, %50 ]
  %46 = phi float [ 0.000000e+00, %14 ], [ %63, %50 ]
  br i1 %31, label %47, label %50

47:
  %48 = getelementptr inbounds float, ptr %8, i64 %44
  %49 = load float, ptr %48, align 4
  br label %50

50:
  %51 = phi float [ %32, %43 ], [ %49, %47 ]
  %52 = getelementptr inbounds float, ptr %3, i64 %44
  %53 = load float, ptr %52, align 4
  %54 = fmul float %51, %53
  %55 = fmul float %53, %54
  %56 = fmul float %51, %55
  %57 = fadd float %45, %56
  %58 = getelementptr inbounds float, ptr %4, i64 %44
  %59 = load float, ptr %58, align 4
  %60 = fmul float %51, %59
  %61 = fmul float %59, %60
  %62 = fmul float %51, %61
  %63 = fadd float %46, %62
  %64 = add nuw nsw i64 %44, 1
  %65 = icmp eq i64 %64, 3
  br i1 %65, label %33, label %43

66:
  %67 = fdiv float %35, %37
  %68 = tail call float @llvm.sqrt.f32(float %67)
  %69 = uitofp i32 %39 to float
  %70 = fcmp ogt float %68, %69
  %71 = select i1 %70, float %69, float %68
  %72 = fmul float %71, %71
  %73 = fdiv float %35, %72
  br label %74

74:
  %75 = phi float [ %73, %66 ], [ %35, %33 ]
  %76 = fcmp ugt float %75, 0.000000e+00
  br i1 %76, label %77, label %80

77:
  %78 = tail call float @llvm.log2.f32(float %75)
  %79 = fmul float %78, 5.000000e-01
  br label %80

80:
  %81 = phi float [ %79, %77 ], [ 0xFFF0000000000000, %74 ]
  br label %82

82:
  %83 = phi float [ %81, %80 ], [ 0.000000e+00, %6 ]
  ret float %83
}

define internal fastcc void @on_face(ptr readonly %0, ptr %1) unnamed_addr #8 {
  %3 = load float, ptr %0, align 4
  %4 = tail call float @llvm.fabs.f32(float %3)
  %5 = getelementptr inbounds i8, ptr %0, i64 4
  %6 = load float, ptr %5, align 4
  %7 = tail call float @llvm.fabs.f32(float %6)
  %8 = getelementptr inbounds i8, ptr %0, i64 8
  %9 = load float, ptr %8, align 4
  %10 = tail call float @llvm.fabs.f32(float %9)
  %11 = tail call float @llvm.maxnum.f32(float %4, float %7)
  %12 = fcmp oge float %10, %11
  %13 = fcmp oge float %7, %4
  %14 = zext i1 %13 to i32
  %15 = select i1 %12, i32 2, i32 %14
  %16 = icmp eq i32 %15, 0
  %17 = select i1 %12, i64 1, i64 2
  %18 = zext i32 %15 to i64
  %19 = getelementptr inbounds float, ptr %0, i64 %18
  %20 = load float, ptr %19, align 4
  %21 = fmul float %20, %20
  %22 = getelementptr inbounds float, ptr %1, i64 %18
  %23 = load float, ptr %22, align 4
  %24 = zext i1 %16 to i64
  %25 = getelementptr inbounds float, ptr %1, i64 %24
  %26 = load float, ptr %25, align 4
  %27 = fmul float %20, %26
  %28 = getelementptr inbounds float, ptr %0, i64 %24
  %29 = load float, ptr %28, align 4
  %30 = fmul float %23, %29
  %31 = fsub float %27, %30
  %32 = fdiv float %31, %21
  %33 = getelementptr inbounds float, ptr %1, i64 %17
  %34 = load float, ptr %33, align 4
  %35 = fmul float %20, %34
  %36 = getelementptr inbounds float, ptr %0, i64 %17
  %37 = load float, ptr %36, align 4
  %38 = fmul float %23, %37
  %39 = fsub float %35, %38
  %40 = fdiv float %39, %21
  store float %32, ptr %1, align 4
  %41 = getelementptr inbounds i8, ptr %1, i64 4
  store float %40, ptr %41, align 4
  %42 = getelementptr inbounds i8, ptr %1, i64 8
  store float 0.000000e+00, ptr %42, align 4
  ret void
}

declare float @llvm.sqrt.f32(float) #10

declare float @llvm.log2.f32(float) #10

define float @mtlb_texture_level_here(ptr readonly %0, ptr %1, ptr %2, i32 %3, i64 %4) local_unnamed_addr #12 {
  %6 = alloca [2 x [3 x float]], align 16
  %7 = tail call ptr @mtlb_meet(ptr %2, i64 %4) #18
  br label %11

8:
  %9 = getelementptr inbounds i8, ptr %6, i64 12
  %10 = call float @mtlb_texture_level(ptr %0, ptr %1, ptr %2, ptr %6, ptr %9, i32 %3) #16
  ret float %10

11:
  %12 = phi i1 [ false, %5 ], [ true, %19 ]
  %13 = phi i64 [ 12, %5 ], [ 24, %19 ]
  %14 = phi i32 [ 1, %5 ], [ 2, %19 ]
  %15 = getelementptr inbounds i8, ptr %6, i64 %13
  %16 = tail call ptr @mtlb_neighbour(ptr %7, i32 %14, i32 0) #18
  %17 = tail call ptr @mtlb_neighbour(ptr %7, i32 %14, i32 1) #18
  %18 = getelementptr i8, ptr %15, i64 -12
  br label %20

19:
  br i1 %12, label %8, label %11

20:
  %21 = phi i64 [ 0, %11 ], [ %28, %20 ]
  %22 = getelementptr inbounds float, ptr %17, i64 %21
  %23 = load float, ptr %22, align 4
  %24 = getelementptr inbounds float, ptr %16, i64 %21
  %25 = load float, ptr %24, align 4
  %26 = fsub float %23, %25
  %27 = getelementptr inbounds float, ptr %18, i64 %21
  store float %26, ptr %27, align 4
  %28 = add nuw nsw i64 %21, 1
  %29 = icmp eq i64 %28, 3
  br i1 %29, label %19, label %20
}

declare ptr @mtlb_meet(ptr, i64) local_unnamed_addr #13

declare ptr @mtlb_neighbour(ptr, i32, i32) local_unnamed_addr #13

define i32 @mtlb_texture_atomic(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, ptr %6, ptr %7) local_unnamed_addr #14 {
  %9 = alloca %union.Texel, align 4
  %10 = alloca %union.Texel, align 4
  call void @mtlb_texture_read(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 0, i32 0, ptr %9) #16
  %11 = icmp eq ptr %7, null
  br i1 %11, label %16, label %12

12:
  %13 = load i32, ptr %7, align 4
  %14 = load i32, ptr %9, align 4
  %15 = icmp eq i32 %13, %14
  br label %16

16:
  %17 = phi i1 [ true, %8 ], [ %15, %12 ]
  br label %19

18:
  br i1 %11, label %50, label %49

19:
  %20 = phi i64 [ 0, %16 ], [ %47, %44 ]
  %21 = getelementptr inbounds i32, ptr %9, i64 %20
  %22 = load i32, ptr %21, align 4
  br i1 %17, label %23, label %44

23:
  %24 = getelementptr inbounds i32, ptr %6, i64 %20
  %25 = load i32, ptr %24, align 4
  switch i32 %5, label %44 [
    i32 0, label %26
    i32 1, label %28
    i32 2, label %30
    i32 3, label %32
    i32 4, label %34
    i32 5, label %36
    i32 6, label %38
    i32 7, label %40
    i32 8, label %42
  ]

26:
  %27 = add i32 %25, %22
  br label %44

28:
  %29 = sub i32 %22, %25
  br label %44

30:
  %31 = and i32 %25, %22
  br label %44

32:
  %33 = or i32 %25, %22
  br label %44

34:
  %35 = xor i32 %25, %22
  br label %44

36:
  %37 = tail call i32 @llvm.smin.i32(i32 %22, i32 %25)
  br label %44

38:
  %39 = tail call i32 @llvm.smax.i32(i32 %22, i32 %25)
  br label %44

40:
  %41 = tail call i32 @llvm.umin.i32(i32 %22, i32 %25)
  br label %44

42:
  %43 = tail call i32 @llvm.umax.i32(i32 %22, i32 %25)
  br label %44

44:
  %45 = phi i32 [ %25, %23 ], [ %43, %42 ], [ %27, %26 ], [ %29, %28 ], [ %31, %30 ], [ %33, %32 ], [ %35, %34 ], [ %37, %36 ], [ %39, %38 ], [ %41, %40 ], [ %22, %19 ]
  %46 = getelementptr inbounds i32, ptr %10, i64 %20
  store i32 %45, ptr %46, align 4
  %47 = add nuw nsw i64 %20, 1
  %48 = icmp eq i64 %47, 4
  br i1 %48, label %18, label %19

49:
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(16) %7, ptr align 4 dereferenceable(16) %9, i64 16, i1 false)
  br label %50

50:
  %51 = zext i1 %17 to i32
  call void @mtlb_texture_write(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 0, i32 0, ptr %10) #16
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(16) %6, ptr align 4 dereferenceable(16) %9, i64 16, i1 false)
  ret i32 %51
}

declare float @llvm.pow.f32(float, float) #10

declare float @llvm.ldexp.f32.i32(float, i32) #10

define internal fastcc i32 @to_small_float(float %0, i32 %1) unnamed_addr #0 {
  %3 = shl nuw nsw i32 31, %1
  %4 = add nsw i32 %3, -1
  %5 = fcmp uno float %0, 0.000000e+00
  br i1 %5, label %6, label %8

6:
  %7 = or i32 %3, 1
  br label %36

8:
  %9 = fcmp ugt float %0, 0.000000e+00
  br i1 %9, label %10, label %36

10:
  %11 = fcmp oeq float %0, 0x7FF0000000000000
  br i1 %11, label %36, label %12

12:
  %13 = tail call { float, i32 } @llvm.frexp.f32.i32(float %0)
  %14 = extractvalue { float, i32 } %13, 1
  %15 = shl nuw nsw i32 1, %1
  %16 = uitofp i32 %15 to float
  %17 = icmp slt i32 %14, -13
  br i1 %17, label %18, label %23

18:
  %19 = fmul float %0, 1.638400e+04
  %20 = fmul float %19, %16
  %21 = tail call float @llvm.rint.f32(float %20)
  %22 = fptoui float %21 to i32
  br label %33

23:
  %24 = extractvalue { float, i32 } %13, 0
  %25 = add nsw i32 %14, 14
  %26 = shl i32 %25, %1
  %27 = fmul float %24, 2.000000e+00
  %28 = fadd float %27, -1.000000e+00
  %29 = fmul float %28, %16
  %30 = tail call float @llvm.rint.f32(float %29)
  %31 = fptoui float %30 to i32
  %32 = add i32 %26, %31
  br label %33

33:
  %34 = phi i32 [ %22, %18 ], [ %32, %23 ]
  %35 = tail call i32 @llvm.umin.i32(i32 %34, i32 %4)
  br label %36

36:
  %37 = phi i32 [ %7, %6 ], [ %35, %33 ], [ 0, %8 ], [ %3, %10 ]
  ret i32 %37
}

declare { float, i32 } @llvm.frexp.f32.i32(float) #10

declare float @llvm.rint.f32(float) #10

declare float @llvm.fabs.f32(float) #10

define internal fastcc i32 @wrap(i32 %0, i32 %1, i32 %2) unnamed_addr #0 {
  switch i32 %2, label %29 [
    i32 1, label %4
    i32 2, label %9
    i32 3, label %14
    i32 5, label %24
  ]

4:
  %5 = icmp slt i32 %0, 0
  %6 = add nsw i32 %1, -1
  %7 = tail call i32 @llvm.smin.i32(i32 %0, i32 %6)
  %8 = select i1 %5, i32 0, i32 %7
  br label %33

9:
  %10 = srem i32 %0, %1
  %11 = icmp slt i32 %10, 0
  %12 = select i1 %11, i32 %1, i32 0
  %13 = add nsw i32 %12, %10
  br label %33

14:
  %15 = shl nsw i32 %1, 1
  %16 = srem i32 %0, %15
  %17 = icmp slt i32 %16, 0
  %18 = select i1 %17, i32 %15, i32 0
  %19 = add nsw i32 %18, %16
  %20 = icmp slt i32 %19, %1
  %21 = xor i32 %19, -1
  %22 = add i32 %15, %21
  %23 = select i1 %20, i32 %19, i32 %22
  br label %33

24:
  %25 = ashr i32 %0, 31
  %26 = xor i32 %25, %0
  %27 = add nsw i32 %1, -1
  %28 = tail call i32 @llvm.smin.i32(i32 %26, i32 %27)
  br label %33

29:
  %30 = icmp slt i32 %0, %1
  %31 = tail call i32 @llvm.smax.i32(i32 %0, i32 -1)
  %32 = select i1 %30, i32 %31, i32 -1
  br label %33

33:
  %34 = phi i32 [ %32, %29 ], [ %8, %4 ], [ %13, %9 ], [ %23, %14 ], [ %28, %24 ]
  ret i32 %34
}

declare float @llvm.maxnum.f32(float, float) #10

declare i32 @llvm.smax.i32(i32, i32) #15

declare i32 @llvm.umin.i32(i32, i32) #15

declare i32 @llvm.umax.i32(i32, i32) #15

declare i32 @llvm.smin.i32(i32, i32) #15

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { nounwind }
attributes #5 = { nounwind }
attributes #6 = { nounwind }
attributes #7 = { nounwind }
attributes #8 = { nounwind }
attributes #9 = { nounwind }
attributes #10 = { nounwind }
attributes #11 = { nounwind }
attributes #12 = { nounwind }
attributes #13 = { nounwind }
attributes #14 = { nounwind }
attributes #15 = { nounwind }
attributes #16 = { nounwind }
attributes #17 = { nounwind }
attributes #18 = { nounwind }
