; ddb2bf34c93bbf037432f28484b870375bfb549fae26509927654c98d9af498e by tools/build_runtime.py
%union.Texel = type { [4 x float] }
%struct.Sampler = type { [3 x i32], i32, i32, i32, i32, i32, i32, i32, float, float }

@mtlb_texture_gather.dx = internal unnamed_addr constant [4 x i32] [i32 0, i32 1, i32 1, i32 0], align 4
@mtlb_texture_gather.dy = internal unnamed_addr constant [4 x i32] [i32 1, i32 1, i32 0, i32 0], align 4
@mtlb_texel_access = external local_unnamed_addr global ptr, align 8
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

define void @mtlb_texture_read(ptr readonly %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, ptr writeonly %7) local_unnamed_addr #1 {
  %9 = tail call fastcc ptr @accessed(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 0) #12
  %10 = icmp eq ptr %9, null
  br i1 %10, label %15, label %11

11:
  %12 = tail call fastcc [2 x i64] @fetch(ptr %0, ptr %9) #12
  %13 = extractvalue [2 x i64] %12, 0
  %14 = extractvalue [2 x i64] %12, 1
  br label %34

15:
  %16 = icmp eq ptr %0, null
  br i1 %16, label %34, label %17

17:
  %18 = getelementptr inbounds i8, ptr %0, i64 32
  %19 = load i32, ptr %18, align 8
  %20 = icmp eq i32 %19, 4
  br i1 %20, label %34, label %21

21:
  %22 = getelementptr inbounds i8, ptr %0, i64 40
  %23 = load i32, ptr %22, align 8
  %24 = and i32 %23, 4
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %26, label %34

26:
  %27 = getelementptr inbounds i8, ptr %0, i64 36
  %28 = load i32, ptr %27, align 4
  %29 = add i32 %28, -10
  %30 = icmp ult i32 %29, -6
  %31 = icmp ne i32 %28, 16
  %32 = and i1 %31, %30
  %33 = select i1 %32, i64 4575657221408423936, i64 4294967296
  br label %34

34:
  %35 = phi i64 [ %13, %11 ], [ 0, %15 ], [ 0, %17 ], [ 0, %21 ], [ 0, %26 ]
  %36 = phi i64 [ %14, %11 ], [ 0, %15 ], [ 0, %17 ], [ 0, %21 ], [ %33, %26 ]
  store i64 %35, ptr %7, align 4
  %37 = getelementptr inbounds i8, ptr %7, i64 8
  store i64 %36, ptr %37, align 4
  ret void
}

define internal fastcc ptr @accessed(ptr readonly %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7) unnamed_addr #1 {
  %9 = alloca [6 x i32], align 4
  %10 = icmp eq ptr %0, null
  br i1 %10, label %100, label %11

11:
  %12 = getelementptr inbounds i8, ptr %0, i64 24
  %13 = load i32, ptr %12, align 8
  %14 = icmp uge i32 %6, %13
  %15 = or i32 %2, %1
  %16 = or i32 %15, %3
  %17 = or i32 %16, %4
  %18 = or i32 %17, %5
  %19 = icmp slt i32 %18, 0
  %20 = or i1 %19, %14
  br i1 %20, label %100, label %21

21:
  %22 = getelementptr inbounds i8, ptr %0, i64 8
  %23 = load i32, ptr %22, align 8
  %24 = lshr i32 %23, %6
  %25 = tail call i32 @llvm.umax.i32(i32 %24, i32 1)
  %26 = getelementptr inbounds i8, ptr %0, i64 12
  %27 = load i32, ptr %26, align 4
  %28 = lshr i32 %27, %6
  %29 = tail call i32 @llvm.umax.i32(i32 %28, i32 1)
  %30 = getelementptr inbounds i8, ptr %0, i64 16
  %31 = load i32, ptr %30, align 8
  %32 = lshr i32 %31, %6
  %33 = tail call i32 @llvm.umax.i32(i32 %32, i32 1)
  %34 = icmp ult i32 %1, %25
  %35 = icmp ult i32 %2, %29
  %36 = select i1 %34, i1 %35, i1 false
  %37 = icmp ult i32 %3, %33
  %38 = select i1 %36, i1 %37, i1 false
  br i1 %38, label %39, label %100

39:
  %40 = getelementptr inbounds i8, ptr %0, i64 20
  %41 = load i32, ptr %40, align 4
  %42 = icmp ult i32 %4, %41
  br i1 %42, label %43, label %100

43:
  %44 = getelementptr inbounds i8, ptr %0, i64 28
  %45 = load i32, ptr %44, align 4
  %46 = icmp ult i32 %5, %45
  br i1 %46, label %47, label %100

47:
  %48 = icmp eq i32 %6, 0
  %49 = load ptr, ptr %0, align 8
  br i1 %48, label %50, label %76

50:
  %51 = zext i32 %1 to i64
  %52 = getelementptr inbounds i8, ptr %0, i64 48
  %53 = load i64, ptr %52, align 8
  %54 = mul i64 %53, %51
  %55 = getelementptr inbounds i8, ptr %49, i64 %54
  %56 = zext i32 %2 to i64
  %57 = getelementptr inbounds i8, ptr %0, i64 56
  %58 = load i64, ptr %57, align 8
  %59 = mul i64 %58, %56
  %60 = getelementptr inbounds i8, ptr %55, i64 %59
  %61 = sext i32 %3 to i64
  %62 = getelementptr inbounds i8, ptr %0, i64 64
  %63 = load i64, ptr %62, align 8
  %64 = mul i64 %63, %61
  %65 = getelementptr inbounds i8, ptr %60, i64 %64
  %66 = sext i32 %4 to i64
  %67 = getelementptr inbounds i8, ptr %0, i64 72
  %68 = load i64, ptr %67, align 8
  %69 = mul i64 %68, %66
  %70 = getelementptr inbounds i8, ptr %65, i64 %69
  %71 = sext i32 %5 to i64
  %72 = getelementptr inbounds i8, ptr %0, i64 80
  %73 = load i64, ptr %72, align 8
  %74 = mul i64 %73, %71
  %75 = getelementptr inbounds i8, ptr %70, i64 %74
  br label %100

76:
  %77 = getelementptr inbounds i8, ptr %0, i64 88
  %78 = zext i32 %6 to i64
  %79 = getelementptr inbounds i64, ptr %77, i64 %78
  %80 = load i64, ptr %79, align 8
  %81 = getelementptr inbounds i8, ptr %49, i64 %80
  %82 = sext i32 %4 to i64
  %83 = zext i32 %33 to i64
  %84 = mul nsw i64 %83, %82
  %85 = sext i32 %3 to i64
  %86 = add nsw i64 %84, %85
  %87 = zext i32 %29 to i64
  %88 = mul i64 %86, %87
  %89 = zext i32 %2 to i64
  %90 = add i64 %88, %89
  %91 = zext i32 %25 to i64
  %92 = mul i64 %90, %91
  %93 = zext i32 %1 to i64
  %94 = add i64 %92, %93
  %95 = getelementptr inbounds i8, ptr %0, i64 48
  %96 = load i64, ptr %95, align 8
  %97 = and i64 %96, 4294967295
  %98 = mul i64 %97, %94
  %99 = getelementptr inbounds i8, ptr %81, i64 %98
  br label %100

100:
  %101 = phi ptr [ null, %8 ], [ null, %11 ], [ %75, %50 ], [ %99, %76 ], [ null, %43 ], [ null, %39 ], [ null, %21 ]
  store i32 %1, ptr %9, align 4
  %102 = getelementptr inbounds i8, ptr %9, i64 4
  store i32 %2, ptr %102, align 4
  %103 = getelementptr inbounds i8, ptr %9, i64 8
  store i32 %3, ptr %103, align 4
  %104 = getelementptr inbounds i8, ptr %9, i64 12
  store i32 %4, ptr %104, align 4
  %105 = getelementptr inbounds i8, ptr %9, i64 16
  store i32 %5, ptr %105, align 4
  %106 = getelementptr inbounds i8, ptr %9, i64 20
  store i32 %6, ptr %106, align 4
  %107 = load ptr, ptr @mtlb_texel_access, align 8
  %108 = icmp eq ptr %107, null
  br i1 %108, label %117, label %109

109:
  br i1 %10, label %114, label %110

110:
  %111 = load ptr, ptr %0, align 8
  %112 = getelementptr inbounds i8, ptr %0, i64 48
  %113 = load i64, ptr %112, align 8
  br label %114

114:
  %115 = phi ptr [ %111, %110 ], [ null, %109 ]
  %116 = phi i64 [ %113, %110 ], [ 0, %109 ]
  call void %107(ptr %115, ptr %101, i64 %116, i32 %7, ptr %9) #14
  br label %117

117:
  ret ptr %101
}

define internal fastcc [2 x i64] @fetch(ptr readonly %0, ptr readonly %1) unnamed_addr #3 {
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
  %275 = insertvalue [2 x i64] poison, i64 %274, 0
  %276 = getelementptr inbounds i8, ptr %3, i64 8
  %277 = load i64, ptr %276, align 8
  %278 = insertvalue [2 x i64] %275, i64 %277, 1
  ret [2 x i64] %278
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg) #4

define void @mtlb_texture_write(ptr readonly %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, ptr readonly %7) local_unnamed_addr #1 {
  %9 = tail call fastcc ptr @accessed(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 1) #12
  %10 = icmp eq ptr %9, null
  br i1 %10, label %17, label %11

11:
  %12 = load i64, ptr %7, align 4
  %13 = insertvalue [2 x i64] poison, i64 %12, 0
  %14 = getelementptr inbounds i8, ptr %7, i64 8
  %15 = load i64, ptr %14, align 4
  %16 = insertvalue [2 x i64] %13, i64 %15, 1
  tail call fastcc void @put(ptr %0, ptr %9, [2 x i64] %16) #12
  br label %17

17:
  ret void
}

define internal fastcc void @put(ptr readonly %0, ptr writeonly %1, [2 x i64] %2) unnamed_addr #5 {
  %4 = alloca %union.Texel, align 8
  %5 = extractvalue [2 x i64] %2, 0
  store i64 %5, ptr %4, align 8
  %6 = extractvalue [2 x i64] %2, 1
  %7 = getelementptr inbounds i8, ptr %4, i64 8
  store i64 %6, ptr %7, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 40
  %9 = load i32, ptr %8, align 8
  %10 = and i32 %9, 1
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %31, label %12

12:
  %13 = phi i64 [ %29, %27 ], [ 0, %3 ]
  %14 = getelementptr inbounds float, ptr %4, i64 %13
  %15 = load float, ptr %14, align 4
  %16 = fcmp ogt float %15, 0.000000e+00
  %17 = fcmp olt float %15, 1.000000e+00
  %18 = select i1 %17, float %15, float 1.000000e+00
  %19 = select i1 %16, float %18, float 0.000000e+00
  %20 = fcmp olt float %19, 0x3F69A5C380000000
  br i1 %20, label %21, label %23

21:
  %22 = fmul float %19, 0x4029D70A40000000
  br label %27

23:
  %24 = tail call float @llvm.pow.f32(float %19, float 0x3FDAAAAAA0000000)
  %25 = fmul float %24, 0x3FF0E147A0000000
  %26 = fadd float %25, 0xBFAC28F5C0000000
  br label %27

27:
  %28 = phi float [ %22, %21 ], [ %26, %23 ]
  store float %28, ptr %14, align 4
  %29 = add nuw nsw i64 %13, 1
  %30 = icmp eq i64 %29, 3
  br i1 %30, label %31, label %12

31:
  %32 = and i32 %9, 4
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %37, label %34

34:
  %35 = getelementptr inbounds i8, ptr %4, i64 12
  %36 = load float, ptr %35, align 4
  store float %36, ptr %4, align 8
  br label %37

37:
  %38 = and i32 %9, 2
  %39 = icmp eq i32 %38, 0
  br i1 %39, label %43, label %40

40:
  %41 = load float, ptr %7, align 8
  %42 = load float, ptr %4, align 8
  store float %42, ptr %7, align 8
  store float %41, ptr %4, align 8
  br label %43

43:
  %44 = getelementptr inbounds i8, ptr %0, i64 36
  %45 = load i32, ptr %44, align 4
  switch i32 %45, label %46 [
    i32 13, label %50
    i32 16, label %91
    i32 14, label %107
    i32 15, label %131
    i32 17, label %159
    i32 18, label %190
    i32 19, label %231
  ]

46:
  %47 = getelementptr inbounds i8, ptr %0, i64 32
  %48 = load i32, ptr %47, align 8
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %386, label %273

50:
  %51 = load float, ptr %4, align 8
  %52 = fcmp ogt float %51, 0.000000e+00
  %53 = fcmp olt float %51, 1.000000e+00
  %54 = select i1 %53, float %51, float 1.000000e+00
  %55 = fmul float %54, 1.023000e+03
  %56 = tail call float @llvm.rint.f32(float %55)
  %57 = select i1 %52, float %56, float 0.000000e+00
  %58 = fptoui float %57 to i32
  %59 = getelementptr inbounds i8, ptr %4, i64 4
  %60 = load float, ptr %59, align 4
  %61 = fcmp ogt float %60, 0.000000e+00
  %62 = fcmp olt float %60, 1.000000e+00
  %63 = select i1 %62, float %60, float 1.000000e+00
  %64 = fmul float %63, 1.023000e+03
  %65 = tail call float @llvm.rint.f32(float %64)
  %66 = select i1 %61, float %65, float 0.000000e+00
  %67 = fptoui float %66 to i32
  %68 = shl i32 %67, 10
  %69 = or i32 %68, %58
  %70 = load float, ptr %7, align 8
  %71 = fcmp ogt float %70, 0.000000e+00
  %72 = fcmp olt float %70, 1.000000e+00
  %73 = select i1 %72, float %70, float 1.000000e+00
  %74 = fmul float %73, 1.023000e+03
  %75 = tail call float @llvm.rint.f32(float %74)
  %76 = select i1 %71, float %75, float 0.000000e+00
  %77 = fptoui float %76 to i32
  %78 = shl i32 %77, 20
  %79 = or i32 %69, %78
  %80 = getelementptr inbounds i8, ptr %4, i64 12
  %81 = load float, ptr %80, align 4
  %82 = fcmp ogt float %81, 0.000000e+00
  %83 = fcmp olt float %81, 1.000000e+00
  %84 = select i1 %83, float %81, float 1.000000e+00
  %85 = fmul float %84, 3.000000e+00
  %86 = tail call float @llvm.rint.f32(float %85)
  %87 = select i1 %82, float %86, float 0.000000e+00
  %88 = fptoui float %87 to i32
  %89 = shl i32 %88, 30
  %90 = or i32 %79, %89
  store i32 %90, ptr %1, align 4
  br label %386

91:
  %92 = load i32, ptr %4, align 8
  %93 = and i32 %92, 1023
  %94 = getelementptr inbounds i8, ptr %4, i64 4
  %95 = load i32, ptr %94, align 4
  %96 = shl i32 %95, 10
  %97 = and i32 %96, 1047552
  %98 = or i32 %97, %93
  %99 = load i32, ptr %7, align 8
  %100 = shl i32 %99, 20
  %101 = and i32 %100, 1072693248
  %102 = or i32 %98, %101
  %103 = getelementptr inbounds i8, ptr %4, i64 12
  %104 = load i32, ptr %103, align 4
  %105 = shl i32 %104, 30
  %106 = or i32 %102, %105
  store i32 %106, ptr %1, align 4
  br label %386

107:
  %108 = load float, ptr %4, align 8
  %109 = tail call fastcc i32 @to_small_float(float %108, i32 6) #12
  %110 = getelementptr inbounds i8, ptr %4, i64 4
  %111 = load float, ptr %110, align 4
  %112 = tail call fastcc i32 @to_small_float(float %111, i32 6) #12
  %113 = shl nuw nsw i32 %112, 11
  %114 = or i32 %113, %109
  %115 = load float, ptr %7, align 8
  %116 = tail call fastcc i32 @to_small_float(float %115, i32 5) #12
  %117 = shl i32 %116, 22
  %118 = or i32 %117, %114
  store i32 %118, ptr %1, align 4
  br label %386

119:
  %120 = tail call { float, i32 } @llvm.frexp.f32.i32(float %141)
  %121 = extractvalue { float, i32 } %120, 1
  %122 = tail call i32 @llvm.smax.i32(i32 %121, i32 -15)
  %123 = sub nsw i32 9, %122
  %124 = tail call float @llvm.ldexp.f32.i32(float %141, i32 %123)
  %125 = tail call float @llvm.rint.f32(float %124)
  %126 = fcmp oeq float %125, 5.120000e+02
  %127 = select i1 %126, i32 16, i32 15
  %128 = add nsw i32 %127, %122
  %129 = shl i32 %128, 27
  %130 = sub nsw i32 24, %128
  br label %145

131:
  %132 = phi i64 [ %142, %131 ], [ 0, %43 ]
  %133 = phi float [ %141, %131 ], [ 0.000000e+00, %43 ]
  %134 = getelementptr inbounds float, ptr %4, i64 %132
  %135 = load float, ptr %134, align 4
  %136 = fcmp ogt float %135, 0.000000e+00
  %137 = fcmp olt float %135, 6.540800e+04
  %138 = select i1 %137, float %135, float 6.540800e+04
  %139 = select i1 %136, float %138, float 0.000000e+00
  store float %139, ptr %134, align 4
  %140 = fcmp ogt float %133, %139
  %141 = select i1 %140, float %133, float %139
  %142 = add nuw nsw i64 %132, 1
  %143 = icmp eq i64 %142, 3
  br i1 %143, label %119, label %131

144:
  store i32 %156, ptr %1, align 4
  br label %386

145:
  %146 = phi i64 [ 0, %119 ], [ %157, %145 ]
  %147 = phi i32 [ %129, %119 ], [ %156, %145 ]
  %148 = getelementptr inbounds float, ptr %4, i64 %146
  %149 = load float, ptr %148, align 4
  %150 = tail call float @llvm.ldexp.f32.i32(float %149, i32 %130)
  %151 = tail call float @llvm.rint.f32(float %150)
  %152 = fptoui float %151 to i32
  %153 = trunc i64 %146 to i32
  %154 = mul i32 %153, 9
  %155 = shl i32 %152, %154
  %156 = or i32 %155, %147
  %157 = add nuw nsw i64 %146, 1
  %158 = icmp eq i64 %157, 3
  br i1 %158, label %144, label %145

159:
  %160 = load float, ptr %7, align 8
  %161 = fcmp ogt float %160, 0.000000e+00
  %162 = fcmp olt float %160, 1.000000e+00
  %163 = select i1 %162, float %160, float 1.000000e+00
  %164 = fmul float %163, 3.100000e+01
  %165 = tail call float @llvm.rint.f32(float %164)
  %166 = select i1 %161, float %165, float 0.000000e+00
  %167 = fptoui float %166 to i32
  %168 = getelementptr inbounds i8, ptr %4, i64 4
  %169 = load float, ptr %168, align 4
  %170 = fcmp ogt float %169, 0.000000e+00
  %171 = fcmp olt float %169, 1.000000e+00
  %172 = select i1 %171, float %169, float 1.000000e+00
  %173 = fmul float %172, 6.300000e+01
  %174 = tail call float @llvm.rint.f32(float %173)
  %175 = select i1 %170, float %174, float 0.000000e+00
  %176 = fptoui float %175 to i32
  %177 = shl i32 %176, 5
  %178 = or i32 %177, %167
  %179 = load float, ptr %4, align 8
  %180 = fcmp ogt float %179, 0.000000e+00
  %181 = fcmp olt float %179, 1.000000e+00
  %182 = select i1 %181, float %179, float 1.000000e+00
  %183 = fmul float %182, 3.100000e+01
  %184 = tail call float @llvm.rint.f32(float %183)
  %185 = select i1 %180, float %184, float 0.000000e+00
  %186 = fptoui float %185 to i32
  %187 = shl i32 %186, 11
  %188 = or i32 %178, %187
  %189 = trunc i32 %188 to i16
  store i16 %189, ptr %1, align 2
  br label %386

190:
  %191 = load float, ptr %7, align 8
  %192 = fcmp ogt float %191, 0.000000e+00
  %193 = fcmp olt float %191, 1.000000e+00
  %194 = select i1 %193, float %191, float 1.000000e+00
  %195 = fmul float %194, 3.100000e+01
  %196 = tail call float @llvm.rint.f32(float %195)
  %197 = select i1 %192, float %196, float 0.000000e+00
  %198 = fptoui float %197 to i32
  %199 = getelementptr inbounds i8, ptr %4, i64 4
  %200 = load float, ptr %199, align 4
  %201 = fcmp ogt float %200, 0.000000e+00
  %202 = fcmp olt float %200, 1.000000e+00
  %203 = select i1 %202, float %200, float 1.000000e+00
  %204 = fmul float %203, 3.100000e+01
  %205 = tail call float @llvm.rint.f32(float %204)
  %206 = select i1 %201, float %205, float 0.000000e+00
  %207 = fptoui float %206 to i32
  %208 = shl i32 %207, 5
  %209 = or i32 %208, %198
  %210 = load float, ptr %4, align 8
  %211 = fcmp ogt float %210, 0.000000e+00
  %212 = fcmp olt float %210, 1.000000e+00
  %213 = select i1 %212, float %210, float 1.000000e+00
  %214 = fmul float %213, 3.100000e+01
  %215 = tail call float @llvm.rint.f32(float %214)
  %216 = select i1 %211, float %215, float 0.000000e+00
  %217 = fptoui float %216 to i32
  %218 = shl i32 %217, 10
  %219 = or i32 %209, %218
  %220 = getelementptr inbounds i8, ptr %4, i64 12
  %221 = load float, ptr %220, align 4
  %222 = fcmp ogt float %221, 0.000000e+00
  %223 = fcmp olt float %221, 1.000000e+00
  %224 = select i1 %223, float %221, float 1.000000e+00
  %225 = tail call float @llvm.rint.f32(float %224)
  %226 = select i1 %222, float %225, float 0.000000e+00
  %227 = fptoui float %226 to i32
  %228 = shl i32 %227, 15
  %229 = or i32 %219, %228
  %230 = trunc i32 %229 to i16
  store i16 %230, ptr %1, align 2
  br label %386

231:
  %232 = getelementptr inbounds i8, ptr %4, i64 12
  %233 = load float, ptr %232, align 4
  %234 = fcmp ogt float %233, 0.000000e+00
  %235 = fcmp olt float %233, 1.000000e+00
  %236 = select i1 %235, float %233, float 1.000000e+00
  %237 = fmul float %236, 1.500000e+01
  %238 = tail call float @llvm.rint.f32(float %237)
  %239 = select i1 %234, float %238, float 0.000000e+00
  %240 = fptoui float %239 to i32
  %241 = load float, ptr %7, align 8
  %242 = fcmp ogt float %241, 0.000000e+00
  %243 = fcmp olt float %241, 1.000000e+00
  %244 = select i1 %243, float %241, float 1.000000e+00
  %245 = fmul float %244, 1.500000e+01
  %246 = tail call float @llvm.rint.f32(float %245)
  %247 = select i1 %242, float %246, float 0.000000e+00
  %248 = fptoui float %247 to i32
  %249 = shl i32 %248, 4
  %250 = or i32 %249, %240
  %251 = getelementptr inbounds i8, ptr %4, i64 4
  %252 = load float, ptr %251, align 4
  %253 = fcmp ogt float %252, 0.000000e+00
  %254 = fcmp olt float %252, 1.000000e+00
  %255 = select i1 %254, float %252, float 1.000000e+00
  %256 = fmul float %255, 1.500000e+01
  %257 = tail call float @llvm.rint.f32(float %256)
  %258 = select i1 %253, float %257, float 0.000000e+00
  %259 = fptoui float %258 to i32
  %260 = shl i32 %259, 8
  %261 = or i32 %250, %260
  %262 = load float, ptr %4, align 8
  %263 = fcmp ogt float %262, 0.000000e+00
  %264 = fcmp olt float %262, 1.000000e+00
  %265 = select i1 %264, float %262, float 1.000000e+00
  %266 = fmul float %265, 1.500000e+01
  %267 = tail call float @llvm.rint.f32(float %266)
  %268 = select i1 %263, float %267, float 0.000000e+00
  %269 = fptoui float %268 to i32
  %270 = shl i32 %269, 12
  %271 = or i32 %261, %270
  %272 = trunc i32 %271 to i16
  store i16 %272, ptr %1, align 2
  br label %386

273:
  %274 = phi i64 [ %382, %381 ], [ 0, %46 ]
  %275 = load i32, ptr %44, align 4
  switch i32 %275, label %377 [
    i32 0, label %276
    i32 1, label %280
    i32 12, label %285
    i32 2, label %295
    i32 3, label %307
    i32 10, label %323
    i32 11, label %335
    i32 4, label %351
    i32 5, label %357
    i32 6, label %364
    i32 7, label %370
  ]

276:
  %277 = getelementptr inbounds float, ptr %4, i64 %274
  %278 = load float, ptr %277, align 4
  %279 = getelementptr inbounds float, ptr %1, i64 %274
  store float %278, ptr %279, align 4
  br label %381

280:
  %281 = getelementptr inbounds float, ptr %4, i64 %274
  %282 = load float, ptr %281, align 4
  %283 = fptrunc float %282 to half
  %284 = getelementptr inbounds half, ptr %1, i64 %274
  store half %283, ptr %284, align 2
  br label %381

285:
  %286 = getelementptr inbounds i32, ptr %4, i64 %274
  %287 = load i32, ptr %286, align 4
  %288 = add i32 %287, 32767
  %289 = lshr i32 %287, 16
  %290 = and i32 %289, 1
  %291 = add i32 %288, %290
  %292 = lshr i32 %291, 16
  %293 = trunc i32 %292 to i16
  %294 = getelementptr inbounds i16, ptr %1, i64 %274
  store i16 %293, ptr %294, align 2
  br label %381

295:
  %296 = getelementptr inbounds float, ptr %4, i64 %274
  %297 = load float, ptr %296, align 4
  %298 = fcmp ogt float %297, 0.000000e+00
  %299 = fcmp olt float %297, 1.000000e+00
  %300 = select i1 %299, float %297, float 1.000000e+00
  %301 = fmul float %300, 2.550000e+02
  %302 = tail call float @llvm.rint.f32(float %301)
  %303 = select i1 %298, float %302, float 0.000000e+00
  %304 = fptoui float %303 to i32
  %305 = trunc i32 %304 to i8
  %306 = getelementptr inbounds i8, ptr %1, i64 %274
  store i8 %305, ptr %306, align 1
  br label %381

307:
  %308 = getelementptr inbounds float, ptr %4, i64 %274
  %309 = load float, ptr %308, align 4
  %310 = fcmp uno float %309, 0.000000e+00
  br i1 %310, label %320, label %311

311:
  %312 = fcmp ogt float %309, -1.000000e+00
  %313 = fcmp olt float %309, 1.000000e+00
  %314 = select i1 %313, float %309, float 1.000000e+00
  %315 = fmul float %314, 1.270000e+02
  %316 = tail call float @llvm.rint.f32(float %315)
  %317 = select i1 %312, float %316, float -1.270000e+02
  %318 = fptosi float %317 to i32
  %319 = trunc i32 %318 to i8
  br label %320

320:
  %321 = phi i8 [ %319, %311 ], [ 0, %307 ]
  %322 = getelementptr inbounds i8, ptr %1, i64 %274
  store i8 %321, ptr %322, align 1
  br label %381

323:
  %324 = getelementptr inbounds float, ptr %4, i64 %274
  %325 = load float, ptr %324, align 4
  %326 = fcmp ogt float %325, 0.000000e+00
  %327 = fcmp olt float %325, 1.000000e+00
  %328 = select i1 %327, float %325, float 1.000000e+00
  %329 = fmul float %328, 6.553500e+04
  %330 = tail call float @llvm.rint.f32(float %329)
  %331 = select i1 %326, float %330, float 0.000000e+00
  %332 = fptoui float %331 to i32
  %333 = trunc i32 %332 to i16
  %334 = getelementptr inbounds i16, ptr %1, i64 %274
  store i16 %333, ptr %334, align 2
  br label %381

335:
  %336 = getelementptr inbounds float, ptr %4, i64 %274
  %337 = load float, ptr %336, align 4
  %338 = fcmp uno float %337, 0.000000e+00
  br i1 %338, label %348, label %339

339:
  %340 = fcmp ogt float %337, -1.000000e+00
  %341 = fcmp olt float %337, 1.000000e+00
  %342 = select i1 %341, float %337, float 1.000000e+00
  %343 = fmul float %342, 3.276700e+04
  %344 = tail call float @llvm.rint.f32(float %343)
  %345 = select i1 %340, float %344, float -3.276700e+04
  %346 = fptosi float %345 to i32
  %347 = trunc i32 %346 to i16
  br label %348

348:
  %349 = phi i16 [ %347, %339 ], [ 0, %335 ]
  %350 = getelementptr inbounds i16, ptr %1, i64 %274
  store i16 %349, ptr %350, align 2
  br label %381

351:
  %352 = getelementptr inbounds i32, ptr %4, i64 %274
  %353 = load i32, ptr %352, align 4
  %354 = tail call i32 @llvm.umin.i32(i32 %353, i32 255)
  %355 = trunc i32 %354 to i8
  %356 = getelementptr inbounds i8, ptr %1, i64 %274
  store i8 %355, ptr %356, align 1
  br label %381

357:
  %358 = getelementptr inbounds i32, ptr %4, i64 %274
  %359 = load i32, ptr %358, align 4
  %360 = tail call i32 @llvm.smax.i32(i32 %359, i32 -128)
  %361 = tail call i32 @llvm.smin.i32(i32 %360, i32 127)
  %362 = trunc i32 %361 to i8
  %363 = getelementptr inbounds i8, ptr %1, i64 %274
  store i8 %362, ptr %363, align 1
  br label %381

364:
  %365 = getelementptr inbounds i32, ptr %4, i64 %274
  %366 = load i32, ptr %365, align 4
  %367 = tail call i32 @llvm.umin.i32(i32 %366, i32 65535)
  %368 = trunc i32 %367 to i16
  %369 = getelementptr inbounds i16, ptr %1, i64 %274
  store i16 %368, ptr %369, align 2
  br label %381

370:
  %371 = getelementptr inbounds i32, ptr %4, i64 %274
  %372 = load i32, ptr %371, align 4
  %373 = tail call i32 @llvm.smax.i32(i32 %372, i32 -32768)
  %374 = tail call i32 @llvm.smin.i32(i32 %373, i32 32767)
  %375 = trunc i32 %374 to i16
  %376 = getelementptr inbounds i16, ptr %1, i64 %274
  store i16 %375, ptr %376, align 2
  br label %381

377:
  %378 = getelementptr inbounds i32, ptr %4, i64 %274
  %379 = load i32, ptr %378, align 4
  %380 = getelementptr inbounds i32, ptr %1, i64 %274
  store i32 %379, ptr %380, align 4
  br label %381

381:
  %382 = add nuw nsw i64 %274, 1
  %383 = load i32, ptr %47, align 8
  %384 = zext i32 %383 to i64
  %385 = icmp ult i64 %382, %384
  br i1 %385, label %273, label %386

386:
  ret void
}

define i32 @mtlb_texture_query(ptr readonly %0, i32 %1, i32 %2) local_unnamed_addr #6 {
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
  call fastcc void @decode(ptr sret(%struct.Sampler) align 4 %17, ptr %1) #12
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
  %45 = call fastcc i32 @cube_face(ptr %18, ptr %20) #12
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
  %87 = call fastcc [2 x i64] @at_level(ptr %0, ptr %17, ptr %18, ptr %19, i32 %53, i32 %86, ptr %30, i32 %71) #12
  %88 = extractvalue [2 x i64] %87, 0
  %89 = extractvalue [2 x i64] %87, 1
  store i64 %88, ptr %13, align 4
  %90 = getelementptr inbounds i8, ptr %13, i64 8
  store i64 %89, ptr %90, align 4
  br label %119

91:
  %92 = fptoui float %78 to i32
  %93 = uitofp i32 %92 to float
  %94 = fsub float %78, %93
  %95 = call fastcc [2 x i64] @at_level(ptr %0, ptr %17, ptr %18, ptr %19, i32 %53, i32 %92, ptr %30, i32 %71) #12
  %96 = extractvalue [2 x i64] %95, 0
  %97 = extractvalue [2 x i64] %95, 1
  store i64 %96, ptr %16, align 8
  %98 = getelementptr inbounds i8, ptr %16, i64 8
  store i64 %97, ptr %98, align 8
  %99 = fcmp ogt float %94, 0.000000e+00
  br i1 %99, label %100, label %118

100:
  %101 = add i32 %92, 1
  %102 = call fastcc [2 x i64] @at_level(ptr %0, ptr %17, ptr %18, ptr %19, i32 %53, i32 %101, ptr %30, i32 %71) #12
  %103 = extractvalue [2 x i64] %102, 0
  store i64 %103, ptr %21, align 8
  %104 = extractvalue [2 x i64] %102, 1
  %105 = getelementptr inbounds i8, ptr %21, i64 8
  store i64 %104, ptr %105, align 8
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

declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg) #7

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

define internal fastcc [2 x i64] @at_level(ptr readonly %0, ptr readonly %1, ptr readonly %2, ptr readonly %3, i32 %4, i32 %5, ptr readonly %6, i32 %7) unnamed_addr #1 {
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
  %78 = tail call fastcc [2 x i64] @tap(ptr %0, ptr %1, i32 %73, i32 %75, i32 %77, i32 %4, i32 %5, ptr %6) #12
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
  %114 = tail call fastcc [2 x i64] @tap(ptr %0, ptr %1, i32 %108, i32 %111, i32 %113, i32 %4, i32 %5, ptr %6) #12
  %115 = extractvalue [2 x i64] %114, 0
  store i64 %115, ptr %13, align 8
  %116 = extractvalue [2 x i64] %114, 1
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
  %135 = insertvalue [2 x i64] poison, i64 %132, 0
  %136 = insertvalue [2 x i64] %135, i64 %134, 1
  br label %137

137:
  %138 = phi [2 x i64] [ %136, %131 ], [ %78, %72 ]
  ret [2 x i64] %138
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
  call fastcc void @decode(ptr sret(%struct.Sampler) align 4 %14, ptr %1) #12
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
  %36 = call fastcc i32 @cube_face(ptr %15, ptr %16) #12
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
  %100 = call fastcc [2 x i64] @tap(ptr %0, ptr %14, i32 %96, i32 %99, i32 0, i32 %46, i32 0, ptr %85) #12
  %101 = extractvalue [2 x i64] %100, 0
  store i64 %101, ptr %17, align 8
  %102 = extractvalue [2 x i64] %100, 1
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

declare float @llvm.floor.f32(float) #9

define internal fastcc [2 x i64] @tap(ptr readonly %0, ptr readonly %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, ptr readonly %7) unnamed_addr #1 {
  %9 = alloca %union.Texel, align 8
  %10 = getelementptr inbounds i8, ptr %0, i64 8
  %11 = load i32, ptr %10, align 8
  %12 = lshr i32 %11, %6
  %13 = tail call i32 @llvm.umax.i32(i32 %12, i32 1)
  %14 = load i32, ptr %1, align 4
  %15 = tail call fastcc i32 @wrap(i32 %2, i32 %13, i32 %14) #12
  %16 = getelementptr inbounds i8, ptr %0, i64 12
  %17 = load i32, ptr %16, align 4
  %18 = lshr i32 %17, %6
  %19 = tail call i32 @llvm.umax.i32(i32 %18, i32 1)
  %20 = getelementptr inbounds i8, ptr %1, i64 4
  %21 = load i32, ptr %20, align 4
  %22 = tail call fastcc i32 @wrap(i32 %3, i32 %19, i32 %21) #12
  %23 = getelementptr inbounds i8, ptr %0, i64 16
  %24 = load i32, ptr %23, align 8
  %25 = lshr i32 %24, %6
  %26 = tail call i32 @llvm.umax.i32(i32 %25, i32 1)
  %27 = getelementptr inbounds i8, ptr %1, i64 8
  %28 = load i32, ptr %27, align 4
  %29 = tail call fastcc i32 @wrap(i32 %4, i32 %26, i32 %28) #12
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
  %67 = tail call fastcc ptr @accessed(ptr %0, i32 %15, i32 %22, i32 %29, i32 %5, i32 0, i32 %6, i32 0) #12
  %68 = tail call fastcc [2 x i64] @fetch(ptr %0, ptr %67) #12
  %69 = extractvalue [2 x i64] %68, 0
  %70 = extractvalue [2 x i64] %68, 1
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
  %100 = insertvalue [2 x i64] poison, i64 %99, 0
  %101 = getelementptr inbounds i8, ptr %9, i64 8
  %102 = load i64, ptr %101, align 8
  %103 = insertvalue [2 x i64] %100, i64 %102, 1
  ret [2 x i64] %103
}

define float @mtlb_texture_level(ptr readonly %0, ptr %1, ptr readonly %2, ptr %3, ptr %4, i32 %5) local_unnamed_addr #5 {
  %7 = alloca %struct.Sampler, align 4
  %8 = alloca [3 x float], align 4
  %9 = icmp eq ptr %0, null
  br i1 %9, label %82, label %10

10:
  %11 = and i32 %5, 1
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %14, label %13

13:
  tail call fastcc void @on_face(ptr %2, ptr %3) #12
  tail call fastcc void @on_face(ptr %2, ptr %4) #12
  br label %14

14:
  call fastcc void @decode(ptr sret(%struct.Sampler) align 4 %7, ptr %1) #12
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

declare float @llvm.sqrt.f32(float) #9

declare float @llvm.log2.f32(float) #9

define float @mtlb_texture_level_here(ptr readonly %0, ptr %1, i32 %2, i64 %3) local_unnamed_addr #1 {
  %5 = alloca [2 x [3 x float]], align 4
  %6 = tail call ptr @mtlb_slot() #14
  %7 = tail call ptr @mtlb_meet(i64 %3) #14
  br label %11

8:
  %9 = getelementptr inbounds i8, ptr %5, i64 12
  %10 = call float @mtlb_texture_level(ptr %0, ptr %1, ptr %6, ptr %5, ptr %9, i32 %2) #12
  ret float %10

11:
  %12 = phi i1 [ false, %4 ], [ true, %19 ]
  %13 = phi i64 [ 12, %4 ], [ 24, %19 ]
  %14 = phi i32 [ 1, %4 ], [ 2, %19 ]
  %15 = getelementptr inbounds i8, ptr %5, i64 %13
  %16 = tail call ptr @mtlb_neighbour(ptr %7, i32 %14, i32 0) #14
  %17 = tail call ptr @mtlb_neighbour(ptr %7, i32 %14, i32 1) #14
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

declare ptr @mtlb_slot() local_unnamed_addr #10

declare ptr @mtlb_meet(i64) local_unnamed_addr #10

declare ptr @mtlb_neighbour(ptr, i32, i32) local_unnamed_addr #10

define i32 @mtlb_texture_atomic(ptr readonly %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, ptr %6, ptr %7) local_unnamed_addr #1 {
  %9 = alloca %union.Texel, align 8
  %10 = alloca %union.Texel, align 8
  %11 = tail call fastcc ptr @accessed(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 0, i32 0, i32 3) #12
  %12 = icmp eq ptr %11, null
  br i1 %12, label %19, label %13

13:
  %14 = tail call fastcc [2 x i64] @fetch(ptr %0, ptr %11) #12
  %15 = extractvalue [2 x i64] %14, 0
  store i64 %15, ptr %9, align 8
  %16 = extractvalue [2 x i64] %14, 1
  %17 = getelementptr inbounds i8, ptr %9, i64 8
  store i64 %16, ptr %17, align 8
  %18 = trunc i64 %15 to i32
  br label %41

19:
  %20 = icmp eq ptr %0, null
  br i1 %20, label %38, label %21

21:
  %22 = getelementptr inbounds i8, ptr %0, i64 32
  %23 = load i32, ptr %22, align 8
  %24 = icmp eq i32 %23, 4
  br i1 %24, label %38, label %25

25:
  %26 = getelementptr inbounds i8, ptr %0, i64 40
  %27 = load i32, ptr %26, align 8
  %28 = and i32 %27, 4
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %38

30:
  %31 = getelementptr inbounds i8, ptr %0, i64 36
  %32 = load i32, ptr %31, align 4
  %33 = add i32 %32, -10
  %34 = icmp ult i32 %33, -6
  %35 = icmp ne i32 %32, 16
  %36 = and i1 %35, %34
  %37 = select i1 %36, i64 4575657221408423936, i64 4294967296
  br label %38

38:
  %39 = phi i64 [ 0, %21 ], [ 0, %25 ], [ %37, %30 ], [ 0, %19 ]
  store i64 0, ptr %9, align 8
  %40 = getelementptr inbounds i8, ptr %9, i64 8
  store i64 %39, ptr %40, align 8
  br label %41

41:
  %42 = phi i32 [ 0, %38 ], [ %18, %13 ]
  %43 = icmp eq ptr %7, null
  br i1 %43, label %47, label %44

44:
  %45 = load i32, ptr %7, align 4
  %46 = icmp eq i32 %45, %42
  br label %47

47:
  %48 = phi i1 [ true, %41 ], [ %46, %44 ]
  br label %50

49:
  br i1 %43, label %81, label %80

50:
  %51 = phi i64 [ 0, %47 ], [ %78, %75 ]
  %52 = getelementptr inbounds i32, ptr %9, i64 %51
  %53 = load i32, ptr %52, align 4
  br i1 %48, label %54, label %75

54:
  %55 = getelementptr inbounds i32, ptr %6, i64 %51
  %56 = load i32, ptr %55, align 4
  switch i32 %5, label %75 [
    i32 0, label %57
    i32 1, label %59
    i32 2, label %61
    i32 3, label %63
    i32 4, label %65
    i32 5, label %67
    i32 6, label %69
    i32 7, label %71
    i32 8, label %73
  ]

57:
  %58 = add i32 %56, %53
  br label %75

59:
  %60 = sub i32 %53, %56
  br label %75

61:
  %62 = and i32 %56, %53
  br label %75

63:
  %64 = or i32 %56, %53
  br label %75

65:
  %66 = xor i32 %56, %53
  br label %75

67:
  %68 = tail call i32 @llvm.smin.i32(i32 %53, i32 %56)
  br label %75

69:
  %70 = tail call i32 @llvm.smax.i32(i32 %53, i32 %56)
  br label %75

71:
  %72 = tail call i32 @llvm.umin.i32(i32 %53, i32 %56)
  br label %75

73:
  %74 = tail call i32 @llvm.umax.i32(i32 %53, i32 %56)
  br label %75

75:
  %76 = phi i32 [ %56, %54 ], [ %74, %73 ], [ %58, %57 ], [ %60, %59 ], [ %62, %61 ], [ %64, %63 ], [ %66, %65 ], [ %68, %67 ], [ %70, %69 ], [ %72, %71 ], [ %53, %50 ]
  %77 = getelementptr inbounds i32, ptr %10, i64 %51
  store i32 %76, ptr %77, align 4
  %78 = add nuw nsw i64 %51, 1
  %79 = icmp eq i64 %78, 4
  br i1 %79, label %49, label %50

80:
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(16) %7, ptr align 8 dereferenceable(16) %9, i64 16, i1 false)
  br label %81

81:
  br i1 %12, label %88, label %82

82:
  %83 = load i64, ptr %10, align 8
  %84 = insertvalue [2 x i64] poison, i64 %83, 0
  %85 = getelementptr inbounds i8, ptr %10, i64 8
  %86 = load i64, ptr %85, align 8
  %87 = insertvalue [2 x i64] %84, i64 %86, 1
  tail call fastcc void @put(ptr %0, ptr %11, [2 x i64] %87) #12
  br label %88

88:
  %89 = zext i1 %48 to i32
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(16) %6, ptr align 8 dereferenceable(16) %9, i64 16, i1 false)
  ret i32 %89
}

define void @mtlb_texture_atomic_load(ptr readonly %0, i32 %1, i32 %2, i32 %3, i32 %4, ptr writeonly %5) local_unnamed_addr #1 {
  %7 = tail call fastcc ptr @accessed(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 0, i32 0, i32 2) #12
  %8 = icmp eq ptr %7, null
  br i1 %8, label %13, label %9

9:
  %10 = tail call fastcc [2 x i64] @fetch(ptr %0, ptr %7) #12
  %11 = extractvalue [2 x i64] %10, 0
  %12 = extractvalue [2 x i64] %10, 1
  br label %32

13:
  %14 = icmp eq ptr %0, null
  br i1 %14, label %32, label %15

15:
  %16 = getelementptr inbounds i8, ptr %0, i64 32
  %17 = load i32, ptr %16, align 8
  %18 = icmp eq i32 %17, 4
  br i1 %18, label %32, label %19

19:
  %20 = getelementptr inbounds i8, ptr %0, i64 40
  %21 = load i32, ptr %20, align 8
  %22 = and i32 %21, 4
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %24, label %32

24:
  %25 = getelementptr inbounds i8, ptr %0, i64 36
  %26 = load i32, ptr %25, align 4
  %27 = add i32 %26, -10
  %28 = icmp ult i32 %27, -6
  %29 = icmp ne i32 %26, 16
  %30 = and i1 %29, %28
  %31 = select i1 %30, i64 4575657221408423936, i64 4294967296
  br label %32

32:
  %33 = phi i64 [ %11, %9 ], [ 0, %13 ], [ 0, %15 ], [ 0, %19 ], [ 0, %24 ]
  %34 = phi i64 [ %12, %9 ], [ 0, %13 ], [ 0, %15 ], [ 0, %19 ], [ %31, %24 ]
  store i64 %33, ptr %5, align 4
  %35 = getelementptr inbounds i8, ptr %5, i64 8
  store i64 %34, ptr %35, align 4
  ret void
}

declare float @llvm.pow.f32(float, float) #9

declare float @llvm.ldexp.f32.i32(float, i32) #9

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

declare { float, i32 } @llvm.frexp.f32.i32(float) #9

declare float @llvm.rint.f32(float) #9

declare float @llvm.fabs.f32(float) #9

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

declare float @llvm.maxnum.f32(float, float) #9

declare i32 @llvm.smax.i32(i32, i32) #11

declare i32 @llvm.umin.i32(i32, i32) #11

declare i32 @llvm.umax.i32(i32, i32) #11

declare i32 @llvm.smin.i32(i32, i32) #11

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
