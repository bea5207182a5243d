; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgpu11.00-amd-amdhsa"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: norecurse nounwind
define amdgpu_kernel void @matmul_kernel(ptr addrspace(1) inreg nofree readonly captures(none) %0, ptr addrspace(1) inreg nofree readonly captures(none) %1, ptr addrspace(1) inreg nofree writeonly captures(none) %2, i32 inreg %3, i32 inreg %4, ptr addrspace(1) inreg nofree readnone captures(none) %5, ptr addrspace(1) inreg nofree readnone captures(none) %6) local_unnamed_addr #0 !dbg !4 {
  %8 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !14
  %9 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %8), !dbg !15
  %10 = and i32 %9, 96, !dbg !14
  %11 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !16
  %12 = shl i32 %11, 5, !dbg !16
  %13 = and i32 %8, 31, !dbg !17
  %14 = or disjoint i32 %10, %13, !dbg !17
  %15 = lshr i32 %14, 2, !dbg !17
  %16 = and i32 %8, 15, !dbg !17
  %17 = and i32 %9, 64, !dbg !17
  %18 = shl nuw nsw i32 %8, 3, !dbg !17
  %19 = and i32 %18, 24, !dbg !17
  %20 = and i32 %9, 32, !dbg !17
  %21 = or disjoint i32 %15, %12, !dbg !16
  %22 = tail call i32 @llvm.amdgcn.workgroup.id.y(), !dbg !18
  %23 = shl i32 %22, 5, !dbg !18
  %24 = or disjoint i32 %19, %23, !dbg !18
  %25 = mul i32 %21, %4, !dbg !19
  %26 = sext i32 %25 to i64, !dbg !20
  %27 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %26, !dbg !20
  %28 = zext nneg i32 %19 to i64, !dbg !20
  %29 = getelementptr [2 x i8], ptr addrspace(1) %27, i64 %28, !dbg !20
  %30 = icmp sgt i32 %4, 0, !dbg !21
  br i1 %30, label %31, label %33, !dbg !22

31:                                               ; preds = %7
  %32 = load <8 x half>, ptr addrspace(1) %29, align 16, !dbg !22
  br label %33, !dbg !22

33:                                               ; preds = %31, %7
  %34 = phi <8 x half> [ %32, %31 ], [ zeroinitializer, %7 ], !dbg !22
  %35 = mul i32 %15, %3, !dbg !23
  %36 = sext i32 %35 to i64, !dbg !24
  %37 = getelementptr [2 x i8], ptr addrspace(1) %1, i64 %36, !dbg !24
  %38 = sext i32 %24 to i64, !dbg !24
  %39 = getelementptr [2 x i8], ptr addrspace(1) %37, i64 %38, !dbg !24
  br i1 %30, label %40, label %42, !dbg !15

40:                                               ; preds = %33
  %41 = load <8 x half>, ptr addrspace(1) %39, align 16, !dbg !15
  br label %42, !dbg !15

42:                                               ; preds = %40, %33
  %43 = phi <8 x half> [ %41, %40 ], [ zeroinitializer, %33 ], !dbg !15
  %44 = shl nuw nsw i32 %14, 4, !dbg !22
  %45 = shl nuw nsw i32 %8, 1, !dbg !22
  %46 = and i32 %45, 48, !dbg !22
  %47 = xor i32 %44, %46, !dbg !22
  %48 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %47, !dbg !22
  store <8 x half> %34, ptr addrspace(3) %48, align 16, !dbg !22
  %49 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %44, !dbg !15
  store <8 x half> %43, ptr addrspace(3) %49, align 16, !dbg !15
  %50 = add i32 %4, -32, !dbg !21
  %51 = icmp sgt i32 %50, 0, !dbg !21
  br i1 %51, label %.lr.ph, label %._crit_edge, !dbg !21

.lr.ph:                                           ; preds = %42
  %52 = shl i32 %3, 5, !dbg !25
  %53 = sext i32 %52 to i64
  %54 = shl nuw nsw i32 %16, 6
  %55 = and i32 %18, 48
  %56 = shl nuw nsw i32 %17, 4
  %57 = or disjoint i32 %56, %54
  %58 = or disjoint i32 %57, %55
  %59 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %58
  %60 = xor i32 %58, 16
  %61 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %60
  %62 = xor i32 %58, 32
  %63 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %62
  %64 = xor i32 %58, 48
  %65 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %64
  %66 = shl nuw nsw i32 %16, 1
  %67 = getelementptr i8, ptr addrspace(1) %29, i64 64, !dbg !26
  %68 = getelementptr [2 x i8], ptr addrspace(1) %39, i64 %53, !dbg !27
  %69 = load <8 x half>, ptr addrspace(1) %67, align 16, !dbg !22
  fence syncscope("workgroup") release, !dbg !22
  tail call void @llvm.amdgcn.s.barrier(), !dbg !22
  fence syncscope("workgroup") acquire, !dbg !22
  %70 = load <8 x half>, ptr addrspace(3) %59, align 16, !dbg !22
  %71 = load <8 x half>, ptr addrspace(3) %61, align 16, !dbg !22
  %72 = load <8 x half>, ptr addrspace(3) %63, align 16, !dbg !22
  %73 = load <8 x half>, ptr addrspace(3) %65, align 16, !dbg !22
  %74 = load <8 x half>, ptr addrspace(1) %68, align 16, !dbg !15
  %75 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %20, !dbg !15
  %76 = getelementptr inbounds nuw i8, ptr addrspace(3) %75, i32 %66, !dbg !15
  %77 = load <1 x half>, ptr addrspace(3) %76, align 2, !dbg !15
  %78 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 64, !dbg !15
  %79 = load <1 x half>, ptr addrspace(3) %78, align 2, !dbg !15
  %80 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 128, !dbg !15
  %81 = load <1 x half>, ptr addrspace(3) %80, align 2, !dbg !15
  %82 = shufflevector <1 x half> %81, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %83 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 192, !dbg !15
  %84 = load <1 x half>, ptr addrspace(3) %83, align 2, !dbg !15
  %85 = shufflevector <1 x half> %84, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %86 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 256, !dbg !15
  %87 = load <1 x half>, ptr addrspace(3) %86, align 2, !dbg !15
  %88 = shufflevector <1 x half> %87, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %89 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 320, !dbg !15
  %90 = load <1 x half>, ptr addrspace(3) %89, align 2, !dbg !15
  %91 = shufflevector <1 x half> %90, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %92 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 384, !dbg !15
  %93 = load <1 x half>, ptr addrspace(3) %92, align 2, !dbg !15
  %94 = shufflevector <1 x half> %93, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %95 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 448, !dbg !15
  %96 = load <1 x half>, ptr addrspace(3) %95, align 2, !dbg !15
  %97 = shufflevector <1 x half> %96, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %98 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 512, !dbg !15
  %99 = load <1 x half>, ptr addrspace(3) %98, align 2, !dbg !15
  %100 = shufflevector <1 x half> %99, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %101 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 576, !dbg !15
  %102 = load <1 x half>, ptr addrspace(3) %101, align 2, !dbg !15
  %103 = shufflevector <1 x half> %102, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %104 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 640, !dbg !15
  %105 = load <1 x half>, ptr addrspace(3) %104, align 2, !dbg !15
  %106 = shufflevector <1 x half> %105, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %107 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 704, !dbg !15
  %108 = load <1 x half>, ptr addrspace(3) %107, align 2, !dbg !15
  %109 = shufflevector <1 x half> %108, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %110 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 768, !dbg !15
  %111 = load <1 x half>, ptr addrspace(3) %110, align 2, !dbg !15
  %112 = shufflevector <1 x half> %111, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %113 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 832, !dbg !15
  %114 = load <1 x half>, ptr addrspace(3) %113, align 2, !dbg !15
  %115 = shufflevector <1 x half> %114, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %116 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 896, !dbg !15
  %117 = load <1 x half>, ptr addrspace(3) %116, align 2, !dbg !15
  %118 = shufflevector <1 x half> %117, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %119 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 960, !dbg !15
  %120 = load <1 x half>, ptr addrspace(3) %119, align 2, !dbg !15
  %121 = shufflevector <1 x half> %120, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %122 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1024, !dbg !15
  %123 = load <1 x half>, ptr addrspace(3) %122, align 2, !dbg !15
  %124 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1088, !dbg !15
  %125 = load <1 x half>, ptr addrspace(3) %124, align 2, !dbg !15
  %126 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1152, !dbg !15
  %127 = load <1 x half>, ptr addrspace(3) %126, align 2, !dbg !15
  %128 = shufflevector <1 x half> %127, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %129 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1216, !dbg !15
  %130 = load <1 x half>, ptr addrspace(3) %129, align 2, !dbg !15
  %131 = shufflevector <1 x half> %130, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %132 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1280, !dbg !15
  %133 = load <1 x half>, ptr addrspace(3) %132, align 2, !dbg !15
  %134 = shufflevector <1 x half> %133, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %135 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1344, !dbg !15
  %136 = load <1 x half>, ptr addrspace(3) %135, align 2, !dbg !15
  %137 = shufflevector <1 x half> %136, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %138 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1408, !dbg !15
  %139 = load <1 x half>, ptr addrspace(3) %138, align 2, !dbg !15
  %140 = shufflevector <1 x half> %139, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %141 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1472, !dbg !15
  %142 = load <1 x half>, ptr addrspace(3) %141, align 2, !dbg !15
  %143 = shufflevector <1 x half> %142, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %144 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1536, !dbg !15
  %145 = load <1 x half>, ptr addrspace(3) %144, align 2, !dbg !15
  %146 = shufflevector <1 x half> %145, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %147 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1600, !dbg !15
  %148 = load <1 x half>, ptr addrspace(3) %147, align 2, !dbg !15
  %149 = shufflevector <1 x half> %148, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %150 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1664, !dbg !15
  %151 = load <1 x half>, ptr addrspace(3) %150, align 2, !dbg !15
  %152 = shufflevector <1 x half> %151, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %153 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1728, !dbg !15
  %154 = load <1 x half>, ptr addrspace(3) %153, align 2, !dbg !15
  %155 = shufflevector <1 x half> %154, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %156 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1792, !dbg !15
  %157 = load <1 x half>, ptr addrspace(3) %156, align 2, !dbg !15
  %158 = shufflevector <1 x half> %157, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %159 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1856, !dbg !15
  %160 = load <1 x half>, ptr addrspace(3) %159, align 2, !dbg !15
  %161 = shufflevector <1 x half> %160, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %162 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1920, !dbg !15
  %163 = load <1 x half>, ptr addrspace(3) %162, align 2, !dbg !15
  %164 = shufflevector <1 x half> %163, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %165 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 1984, !dbg !15
  %166 = load <1 x half>, ptr addrspace(3) %165, align 2, !dbg !15
  %167 = shufflevector <1 x half> %166, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %168 = shufflevector <8 x half> %70, <8 x half> %71, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, !dbg !28
  %169 = shufflevector <1 x half> %77, <1 x half> %79, <16 x i32> <i32 0, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %170 = shufflevector <16 x half> %169, <16 x half> %82, <16 x i32> <i32 0, i32 1, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %171 = shufflevector <16 x half> %170, <16 x half> %85, <16 x i32> <i32 0, i32 1, i32 2, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %172 = shufflevector <16 x half> %171, <16 x half> %88, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %173 = shufflevector <16 x half> %172, <16 x half> %91, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %174 = shufflevector <16 x half> %173, <16 x half> %94, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %175 = shufflevector <16 x half> %174, <16 x half> %97, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %176 = shufflevector <16 x half> %175, <16 x half> %100, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %177 = shufflevector <16 x half> %176, <16 x half> %103, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %178 = shufflevector <16 x half> %177, <16 x half> %106, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %179 = shufflevector <16 x half> %178, <16 x half> %109, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 16, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %180 = shufflevector <16 x half> %179, <16 x half> %112, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 poison, i32 poison, i32 poison>, !dbg !28
  %181 = shufflevector <16 x half> %180, <16 x half> %115, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 16, i32 poison, i32 poison>, !dbg !28
  %182 = shufflevector <16 x half> %181, <16 x half> %118, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 16, i32 poison>, !dbg !28
  %183 = shufflevector <16 x half> %182, <16 x half> %121, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 16>, !dbg !28
  %184 = tail call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %183, <16 x half> %168, <8 x float> zeroinitializer), !dbg !28
  %185 = shufflevector <8 x half> %72, <8 x half> %73, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, !dbg !28
  %186 = shufflevector <1 x half> %123, <1 x half> %125, <16 x i32> <i32 0, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %187 = shufflevector <16 x half> %186, <16 x half> %128, <16 x i32> <i32 0, i32 1, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %188 = shufflevector <16 x half> %187, <16 x half> %131, <16 x i32> <i32 0, i32 1, i32 2, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %189 = shufflevector <16 x half> %188, <16 x half> %134, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %190 = shufflevector <16 x half> %189, <16 x half> %137, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %191 = shufflevector <16 x half> %190, <16 x half> %140, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %192 = shufflevector <16 x half> %191, <16 x half> %143, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %193 = shufflevector <16 x half> %192, <16 x half> %146, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %194 = shufflevector <16 x half> %193, <16 x half> %149, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %195 = shufflevector <16 x half> %194, <16 x half> %152, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %196 = shufflevector <16 x half> %195, <16 x half> %155, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 16, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %197 = shufflevector <16 x half> %196, <16 x half> %158, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 poison, i32 poison, i32 poison>, !dbg !28
  %198 = shufflevector <16 x half> %197, <16 x half> %161, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 16, i32 poison, i32 poison>, !dbg !28
  %199 = shufflevector <16 x half> %198, <16 x half> %164, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 16, i32 poison>, !dbg !28
  %200 = shufflevector <16 x half> %199, <16 x half> %167, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 16>, !dbg !28
  %201 = tail call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %200, <16 x half> %185, <8 x float> %184), !dbg !28
  %202 = extractelement <8 x float> %201, i64 0, !dbg !28
  %203 = extractelement <8 x float> %201, i64 1, !dbg !28
  %204 = extractelement <8 x float> %201, i64 2, !dbg !28
  %205 = extractelement <8 x float> %201, i64 3, !dbg !28
  %206 = extractelement <8 x float> %201, i64 4, !dbg !28
  %207 = extractelement <8 x float> %201, i64 5, !dbg !28
  %208 = extractelement <8 x float> %201, i64 6, !dbg !28
  %209 = extractelement <8 x float> %201, i64 7, !dbg !28
  fence syncscope("workgroup") release, !dbg !22
  tail call void @llvm.amdgcn.s.barrier(), !dbg !22
  fence syncscope("workgroup") acquire, !dbg !22
  store <8 x half> %69, ptr addrspace(3) %48, align 16, !dbg !22
  store <8 x half> %74, ptr addrspace(3) %49, align 16, !dbg !15
  %210 = icmp samesign ugt i32 %50, 32, !dbg !21
  br i1 %210, label %.peel.next, label %._crit_edge, !dbg !21

.peel.next:                                       ; preds = %.lr.ph
  %211 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %20
  %212 = getelementptr inbounds nuw i8, ptr addrspace(3) %211, i32 %66
  %213 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 64
  %214 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 128
  %215 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 192
  %216 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 256
  %217 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 320
  %218 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 384
  %219 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 448
  %220 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 512
  %221 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 576
  %222 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 640
  %223 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 704
  %224 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 768
  %225 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 832
  %226 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 896
  %227 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 960
  %228 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1024
  %229 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1088
  %230 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1152
  %231 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1216
  %232 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1280
  %233 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1344
  %234 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1408
  %235 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1472
  %236 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1536
  %237 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1600
  %238 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1664
  %239 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1728
  %240 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1792
  %241 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1856
  %242 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1920
  %243 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 1984
  br label %244, !dbg !21

244:                                              ; preds = %.peel.next, %244
  %.pn3134 = phi ptr addrspace(1) [ %68, %.peel.next ], [ %255, %244 ]
  %.pn1533 = phi ptr addrspace(1) [ %67, %.peel.next ], [ %254, %244 ]
  %245 = phi float [ %202, %.peel.next ], [ %364, %244 ]
  %246 = phi float [ %203, %.peel.next ], [ %365, %244 ]
  %247 = phi float [ %204, %.peel.next ], [ %366, %244 ]
  %248 = phi float [ %205, %.peel.next ], [ %367, %244 ]
  %249 = phi float [ %206, %.peel.next ], [ %368, %244 ]
  %250 = phi float [ %207, %.peel.next ], [ %369, %244 ]
  %251 = phi float [ %208, %.peel.next ], [ %370, %244 ]
  %252 = phi float [ %209, %.peel.next ], [ %371, %244 ]
  %253 = phi i32 [ 32, %.peel.next ], [ %372, %244 ]
  %254 = getelementptr i8, ptr addrspace(1) %.pn1533, i64 64, !dbg !26
  %255 = getelementptr [2 x i8], ptr addrspace(1) %.pn3134, i64 %53, !dbg !27
  %256 = load <8 x half>, ptr addrspace(1) %254, align 16, !dbg !22
  fence syncscope("workgroup") release, !dbg !22
  tail call void @llvm.amdgcn.s.barrier(), !dbg !22
  fence syncscope("workgroup") acquire, !dbg !22
  %257 = load <8 x half>, ptr addrspace(3) %59, align 16, !dbg !22
  %258 = load <8 x half>, ptr addrspace(3) %61, align 16, !dbg !22
  %259 = load <8 x half>, ptr addrspace(3) %63, align 16, !dbg !22
  %260 = load <8 x half>, ptr addrspace(3) %65, align 16, !dbg !22
  %261 = load <8 x half>, ptr addrspace(1) %255, align 16, !dbg !15
  %262 = load <1 x half>, ptr addrspace(3) %212, align 2, !dbg !15
  %263 = load <1 x half>, ptr addrspace(3) %213, align 2, !dbg !15
  %264 = load <1 x half>, ptr addrspace(3) %214, align 2, !dbg !15
  %265 = shufflevector <1 x half> %264, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %266 = load <1 x half>, ptr addrspace(3) %215, align 2, !dbg !15
  %267 = shufflevector <1 x half> %266, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %268 = load <1 x half>, ptr addrspace(3) %216, align 2, !dbg !15
  %269 = shufflevector <1 x half> %268, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %270 = load <1 x half>, ptr addrspace(3) %217, align 2, !dbg !15
  %271 = shufflevector <1 x half> %270, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %272 = load <1 x half>, ptr addrspace(3) %218, align 2, !dbg !15
  %273 = shufflevector <1 x half> %272, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %274 = load <1 x half>, ptr addrspace(3) %219, align 2, !dbg !15
  %275 = shufflevector <1 x half> %274, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %276 = load <1 x half>, ptr addrspace(3) %220, align 2, !dbg !15
  %277 = shufflevector <1 x half> %276, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %278 = load <1 x half>, ptr addrspace(3) %221, align 2, !dbg !15
  %279 = shufflevector <1 x half> %278, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %280 = load <1 x half>, ptr addrspace(3) %222, align 2, !dbg !15
  %281 = shufflevector <1 x half> %280, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %282 = load <1 x half>, ptr addrspace(3) %223, align 2, !dbg !15
  %283 = shufflevector <1 x half> %282, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %284 = load <1 x half>, ptr addrspace(3) %224, align 2, !dbg !15
  %285 = shufflevector <1 x half> %284, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %286 = load <1 x half>, ptr addrspace(3) %225, align 2, !dbg !15
  %287 = shufflevector <1 x half> %286, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %288 = load <1 x half>, ptr addrspace(3) %226, align 2, !dbg !15
  %289 = shufflevector <1 x half> %288, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %290 = load <1 x half>, ptr addrspace(3) %227, align 2, !dbg !15
  %291 = shufflevector <1 x half> %290, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %292 = load <1 x half>, ptr addrspace(3) %228, align 2, !dbg !15
  %293 = load <1 x half>, ptr addrspace(3) %229, align 2, !dbg !15
  %294 = load <1 x half>, ptr addrspace(3) %230, align 2, !dbg !15
  %295 = shufflevector <1 x half> %294, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %296 = load <1 x half>, ptr addrspace(3) %231, align 2, !dbg !15
  %297 = shufflevector <1 x half> %296, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %298 = load <1 x half>, ptr addrspace(3) %232, align 2, !dbg !15
  %299 = shufflevector <1 x half> %298, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %300 = load <1 x half>, ptr addrspace(3) %233, align 2, !dbg !15
  %301 = shufflevector <1 x half> %300, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %302 = load <1 x half>, ptr addrspace(3) %234, align 2, !dbg !15
  %303 = shufflevector <1 x half> %302, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %304 = load <1 x half>, ptr addrspace(3) %235, align 2, !dbg !15
  %305 = shufflevector <1 x half> %304, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %306 = load <1 x half>, ptr addrspace(3) %236, align 2, !dbg !15
  %307 = shufflevector <1 x half> %306, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %308 = load <1 x half>, ptr addrspace(3) %237, align 2, !dbg !15
  %309 = shufflevector <1 x half> %308, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %310 = load <1 x half>, ptr addrspace(3) %238, align 2, !dbg !15
  %311 = shufflevector <1 x half> %310, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %312 = load <1 x half>, ptr addrspace(3) %239, align 2, !dbg !15
  %313 = shufflevector <1 x half> %312, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %314 = load <1 x half>, ptr addrspace(3) %240, align 2, !dbg !15
  %315 = shufflevector <1 x half> %314, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %316 = load <1 x half>, ptr addrspace(3) %241, align 2, !dbg !15
  %317 = shufflevector <1 x half> %316, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %318 = load <1 x half>, ptr addrspace(3) %242, align 2, !dbg !15
  %319 = shufflevector <1 x half> %318, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %320 = load <1 x half>, ptr addrspace(3) %243, align 2, !dbg !15
  %321 = shufflevector <1 x half> %320, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %322 = insertelement <8 x float> poison, float %245, i64 0, !dbg !28
  %323 = insertelement <8 x float> %322, float %246, i64 1, !dbg !28
  %324 = insertelement <8 x float> %323, float %247, i64 2, !dbg !28
  %325 = insertelement <8 x float> %324, float %248, i64 3, !dbg !28
  %326 = insertelement <8 x float> %325, float %249, i64 4, !dbg !28
  %327 = insertelement <8 x float> %326, float %250, i64 5, !dbg !28
  %328 = insertelement <8 x float> %327, float %251, i64 6, !dbg !28
  %329 = insertelement <8 x float> %328, float %252, i64 7, !dbg !28
  %330 = shufflevector <8 x half> %257, <8 x half> %258, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, !dbg !28
  %331 = shufflevector <1 x half> %262, <1 x half> %263, <16 x i32> <i32 0, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %332 = shufflevector <16 x half> %331, <16 x half> %265, <16 x i32> <i32 0, i32 1, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %333 = shufflevector <16 x half> %332, <16 x half> %267, <16 x i32> <i32 0, i32 1, i32 2, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %334 = shufflevector <16 x half> %333, <16 x half> %269, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %335 = shufflevector <16 x half> %334, <16 x half> %271, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %336 = shufflevector <16 x half> %335, <16 x half> %273, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %337 = shufflevector <16 x half> %336, <16 x half> %275, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %338 = shufflevector <16 x half> %337, <16 x half> %277, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %339 = shufflevector <16 x half> %338, <16 x half> %279, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %340 = shufflevector <16 x half> %339, <16 x half> %281, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %341 = shufflevector <16 x half> %340, <16 x half> %283, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 16, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %342 = shufflevector <16 x half> %341, <16 x half> %285, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 poison, i32 poison, i32 poison>, !dbg !28
  %343 = shufflevector <16 x half> %342, <16 x half> %287, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 16, i32 poison, i32 poison>, !dbg !28
  %344 = shufflevector <16 x half> %343, <16 x half> %289, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 16, i32 poison>, !dbg !28
  %345 = shufflevector <16 x half> %344, <16 x half> %291, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 16>, !dbg !28
  %346 = tail call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %345, <16 x half> %330, <8 x float> %329), !dbg !28
  %347 = shufflevector <8 x half> %259, <8 x half> %260, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, !dbg !28
  %348 = shufflevector <1 x half> %292, <1 x half> %293, <16 x i32> <i32 0, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %349 = shufflevector <16 x half> %348, <16 x half> %295, <16 x i32> <i32 0, i32 1, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %350 = shufflevector <16 x half> %349, <16 x half> %297, <16 x i32> <i32 0, i32 1, i32 2, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %351 = shufflevector <16 x half> %350, <16 x half> %299, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %352 = shufflevector <16 x half> %351, <16 x half> %301, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %353 = shufflevector <16 x half> %352, <16 x half> %303, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %354 = shufflevector <16 x half> %353, <16 x half> %305, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %355 = shufflevector <16 x half> %354, <16 x half> %307, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %356 = shufflevector <16 x half> %355, <16 x half> %309, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %357 = shufflevector <16 x half> %356, <16 x half> %311, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %358 = shufflevector <16 x half> %357, <16 x half> %313, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 16, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %359 = shufflevector <16 x half> %358, <16 x half> %315, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 poison, i32 poison, i32 poison>, !dbg !28
  %360 = shufflevector <16 x half> %359, <16 x half> %317, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 16, i32 poison, i32 poison>, !dbg !28
  %361 = shufflevector <16 x half> %360, <16 x half> %319, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 16, i32 poison>, !dbg !28
  %362 = shufflevector <16 x half> %361, <16 x half> %321, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 16>, !dbg !28
  %363 = tail call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %362, <16 x half> %347, <8 x float> %346), !dbg !28
  %364 = extractelement <8 x float> %363, i64 0, !dbg !28
  %365 = extractelement <8 x float> %363, i64 1, !dbg !28
  %366 = extractelement <8 x float> %363, i64 2, !dbg !28
  %367 = extractelement <8 x float> %363, i64 3, !dbg !28
  %368 = extractelement <8 x float> %363, i64 4, !dbg !28
  %369 = extractelement <8 x float> %363, i64 5, !dbg !28
  %370 = extractelement <8 x float> %363, i64 6, !dbg !28
  %371 = extractelement <8 x float> %363, i64 7, !dbg !28
  fence syncscope("workgroup") release, !dbg !22
  tail call void @llvm.amdgcn.s.barrier(), !dbg !22
  fence syncscope("workgroup") acquire, !dbg !22
  store <8 x half> %256, ptr addrspace(3) %48, align 16, !dbg !22
  store <8 x half> %261, ptr addrspace(3) %49, align 16, !dbg !15
  %372 = add i32 %253, 32, !dbg !21
  %373 = icmp slt i32 %372, %50, !dbg !21
  br i1 %373, label %244, label %._crit_edge, !dbg !21, !llvm.loop !29

._crit_edge:                                      ; preds = %244, %.lr.ph, %42
  %374 = phi float [ 0.000000e+00, %42 ], [ %202, %.lr.ph ], [ %364, %244 ], !dbg !31
  %375 = phi float [ 0.000000e+00, %42 ], [ %203, %.lr.ph ], [ %365, %244 ], !dbg !31
  %376 = phi float [ 0.000000e+00, %42 ], [ %204, %.lr.ph ], [ %366, %244 ], !dbg !31
  %377 = phi float [ 0.000000e+00, %42 ], [ %205, %.lr.ph ], [ %367, %244 ], !dbg !31
  %378 = phi float [ 0.000000e+00, %42 ], [ %206, %.lr.ph ], [ %368, %244 ], !dbg !31
  %379 = phi float [ 0.000000e+00, %42 ], [ %207, %.lr.ph ], [ %369, %244 ], !dbg !31
  %380 = phi float [ 0.000000e+00, %42 ], [ %208, %.lr.ph ], [ %370, %244 ], !dbg !31
  %381 = phi float [ 0.000000e+00, %42 ], [ %209, %.lr.ph ], [ %371, %244 ], !dbg !31
  %382 = add i32 %4, 31, !dbg !21
  %383 = icmp sgt i32 %382, 31, !dbg !21
  fence syncscope("workgroup") release, !dbg !22
  tail call void @llvm.amdgcn.s.barrier(), !dbg !22
  fence syncscope("workgroup") acquire, !dbg !22
  br i1 %383, label %384, label %._crit_edge._crit_edge, !dbg !28

384:                                              ; preds = %._crit_edge
  %385 = shl nuw nsw i32 %16, 1, !dbg !15
  %386 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %20, !dbg !15
  %387 = getelementptr inbounds nuw i8, ptr addrspace(3) %386, i32 %385, !dbg !15
  %388 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1984, !dbg !15
  %389 = load <1 x half>, ptr addrspace(3) %388, align 2, !dbg !15
  %390 = shufflevector <1 x half> %389, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %391 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1920, !dbg !15
  %392 = load <1 x half>, ptr addrspace(3) %391, align 2, !dbg !15
  %393 = shufflevector <1 x half> %392, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %394 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1856, !dbg !15
  %395 = load <1 x half>, ptr addrspace(3) %394, align 2, !dbg !15
  %396 = shufflevector <1 x half> %395, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %397 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1792, !dbg !15
  %398 = load <1 x half>, ptr addrspace(3) %397, align 2, !dbg !15
  %399 = shufflevector <1 x half> %398, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %400 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1728, !dbg !15
  %401 = load <1 x half>, ptr addrspace(3) %400, align 2, !dbg !15
  %402 = shufflevector <1 x half> %401, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %403 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1664, !dbg !15
  %404 = load <1 x half>, ptr addrspace(3) %403, align 2, !dbg !15
  %405 = shufflevector <1 x half> %404, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %406 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1600, !dbg !15
  %407 = load <1 x half>, ptr addrspace(3) %406, align 2, !dbg !15
  %408 = shufflevector <1 x half> %407, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %409 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1536, !dbg !15
  %410 = load <1 x half>, ptr addrspace(3) %409, align 2, !dbg !15
  %411 = shufflevector <1 x half> %410, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %412 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1472, !dbg !15
  %413 = load <1 x half>, ptr addrspace(3) %412, align 2, !dbg !15
  %414 = shufflevector <1 x half> %413, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %415 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1408, !dbg !15
  %416 = load <1 x half>, ptr addrspace(3) %415, align 2, !dbg !15
  %417 = shufflevector <1 x half> %416, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %418 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1344, !dbg !15
  %419 = load <1 x half>, ptr addrspace(3) %418, align 2, !dbg !15
  %420 = shufflevector <1 x half> %419, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %421 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1280, !dbg !15
  %422 = load <1 x half>, ptr addrspace(3) %421, align 2, !dbg !15
  %423 = shufflevector <1 x half> %422, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %424 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1216, !dbg !15
  %425 = load <1 x half>, ptr addrspace(3) %424, align 2, !dbg !15
  %426 = shufflevector <1 x half> %425, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %427 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1152, !dbg !15
  %428 = load <1 x half>, ptr addrspace(3) %427, align 2, !dbg !15
  %429 = shufflevector <1 x half> %428, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %430 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1088, !dbg !15
  %431 = load <1 x half>, ptr addrspace(3) %430, align 2, !dbg !15
  %432 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 1024, !dbg !15
  %433 = load <1 x half>, ptr addrspace(3) %432, align 2, !dbg !15
  %434 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 960, !dbg !15
  %435 = load <1 x half>, ptr addrspace(3) %434, align 2, !dbg !15
  %436 = shufflevector <1 x half> %435, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %437 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 896, !dbg !15
  %438 = load <1 x half>, ptr addrspace(3) %437, align 2, !dbg !15
  %439 = shufflevector <1 x half> %438, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %440 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 832, !dbg !15
  %441 = load <1 x half>, ptr addrspace(3) %440, align 2, !dbg !15
  %442 = shufflevector <1 x half> %441, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %443 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 768, !dbg !15
  %444 = load <1 x half>, ptr addrspace(3) %443, align 2, !dbg !15
  %445 = shufflevector <1 x half> %444, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %446 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 704, !dbg !15
  %447 = load <1 x half>, ptr addrspace(3) %446, align 2, !dbg !15
  %448 = shufflevector <1 x half> %447, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %449 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 640, !dbg !15
  %450 = load <1 x half>, ptr addrspace(3) %449, align 2, !dbg !15
  %451 = shufflevector <1 x half> %450, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %452 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 576, !dbg !15
  %453 = load <1 x half>, ptr addrspace(3) %452, align 2, !dbg !15
  %454 = shufflevector <1 x half> %453, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %455 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 512, !dbg !15
  %456 = load <1 x half>, ptr addrspace(3) %455, align 2, !dbg !15
  %457 = shufflevector <1 x half> %456, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %458 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 448, !dbg !15
  %459 = load <1 x half>, ptr addrspace(3) %458, align 2, !dbg !15
  %460 = shufflevector <1 x half> %459, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %461 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 384, !dbg !15
  %462 = load <1 x half>, ptr addrspace(3) %461, align 2, !dbg !15
  %463 = shufflevector <1 x half> %462, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %464 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 320, !dbg !15
  %465 = load <1 x half>, ptr addrspace(3) %464, align 2, !dbg !15
  %466 = shufflevector <1 x half> %465, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %467 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 256, !dbg !15
  %468 = load <1 x half>, ptr addrspace(3) %467, align 2, !dbg !15
  %469 = shufflevector <1 x half> %468, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %470 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 192, !dbg !15
  %471 = load <1 x half>, ptr addrspace(3) %470, align 2, !dbg !15
  %472 = shufflevector <1 x half> %471, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %473 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 128, !dbg !15
  %474 = load <1 x half>, ptr addrspace(3) %473, align 2, !dbg !15
  %475 = shufflevector <1 x half> %474, <1 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !15
  %476 = getelementptr inbounds nuw i8, ptr addrspace(3) %387, i32 64, !dbg !15
  %477 = load <1 x half>, ptr addrspace(3) %476, align 2, !dbg !15
  %478 = load <1 x half>, ptr addrspace(3) %387, align 2, !dbg !15
  %479 = shl nuw nsw i32 %16, 6, !dbg !22
  %480 = shl nuw nsw i32 %17, 4, !dbg !22
  %481 = or disjoint i32 %480, %479, !dbg !22
  %482 = and i32 %18, 48, !dbg !22
  %483 = or disjoint i32 %481, %482, !dbg !22
  %484 = xor i32 %483, 48, !dbg !22
  %485 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %484, !dbg !22
  %486 = load <8 x half>, ptr addrspace(3) %485, align 16, !dbg !22
  %487 = xor i32 %483, 32, !dbg !22
  %488 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %487, !dbg !22
  %489 = load <8 x half>, ptr addrspace(3) %488, align 16, !dbg !22
  %490 = xor i32 %483, 16, !dbg !22
  %491 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %490, !dbg !22
  %492 = load <8 x half>, ptr addrspace(3) %491, align 16, !dbg !22
  %493 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %483, !dbg !22
  %494 = load <8 x half>, ptr addrspace(3) %493, align 16, !dbg !22
  %495 = insertelement <8 x float> poison, float %374, i64 0, !dbg !28
  %496 = insertelement <8 x float> %495, float %375, i64 1, !dbg !28
  %497 = insertelement <8 x float> %496, float %376, i64 2, !dbg !28
  %498 = insertelement <8 x float> %497, float %377, i64 3, !dbg !28
  %499 = insertelement <8 x float> %498, float %378, i64 4, !dbg !28
  %500 = insertelement <8 x float> %499, float %379, i64 5, !dbg !28
  %501 = insertelement <8 x float> %500, float %380, i64 6, !dbg !28
  %502 = insertelement <8 x float> %501, float %381, i64 7, !dbg !28
  %503 = shufflevector <8 x half> %494, <8 x half> %492, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, !dbg !28
  %504 = shufflevector <1 x half> %478, <1 x half> %477, <16 x i32> <i32 0, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %505 = shufflevector <16 x half> %504, <16 x half> %475, <16 x i32> <i32 0, i32 1, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %506 = shufflevector <16 x half> %505, <16 x half> %472, <16 x i32> <i32 0, i32 1, i32 2, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %507 = shufflevector <16 x half> %506, <16 x half> %469, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %508 = shufflevector <16 x half> %507, <16 x half> %466, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %509 = shufflevector <16 x half> %508, <16 x half> %463, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %510 = shufflevector <16 x half> %509, <16 x half> %460, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %511 = shufflevector <16 x half> %510, <16 x half> %457, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %512 = shufflevector <16 x half> %511, <16 x half> %454, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %513 = shufflevector <16 x half> %512, <16 x half> %451, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %514 = shufflevector <16 x half> %513, <16 x half> %448, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 16, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %515 = shufflevector <16 x half> %514, <16 x half> %445, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 poison, i32 poison, i32 poison>, !dbg !28
  %516 = shufflevector <16 x half> %515, <16 x half> %442, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 16, i32 poison, i32 poison>, !dbg !28
  %517 = shufflevector <16 x half> %516, <16 x half> %439, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 16, i32 poison>, !dbg !28
  %518 = shufflevector <16 x half> %517, <16 x half> %436, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 16>, !dbg !28
  %519 = tail call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %518, <16 x half> %503, <8 x float> %502), !dbg !28
  %520 = shufflevector <8 x half> %489, <8 x half> %486, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, !dbg !28
  %521 = shufflevector <1 x half> %433, <1 x half> %431, <16 x i32> <i32 0, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %522 = shufflevector <16 x half> %521, <16 x half> %429, <16 x i32> <i32 0, i32 1, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %523 = shufflevector <16 x half> %522, <16 x half> %426, <16 x i32> <i32 0, i32 1, i32 2, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %524 = shufflevector <16 x half> %523, <16 x half> %423, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %525 = shufflevector <16 x half> %524, <16 x half> %420, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %526 = shufflevector <16 x half> %525, <16 x half> %417, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %527 = shufflevector <16 x half> %526, <16 x half> %414, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %528 = shufflevector <16 x half> %527, <16 x half> %411, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %529 = shufflevector <16 x half> %528, <16 x half> %408, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %530 = shufflevector <16 x half> %529, <16 x half> %405, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %531 = shufflevector <16 x half> %530, <16 x half> %402, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 16, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !28
  %532 = shufflevector <16 x half> %531, <16 x half> %399, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 poison, i32 poison, i32 poison>, !dbg !28
  %533 = shufflevector <16 x half> %532, <16 x half> %396, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 16, i32 poison, i32 poison>, !dbg !28
  %534 = shufflevector <16 x half> %533, <16 x half> %393, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 16, i32 poison>, !dbg !28
  %535 = shufflevector <16 x half> %534, <16 x half> %390, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 16>, !dbg !28
  %536 = tail call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %535, <16 x half> %520, <8 x float> %519), !dbg !28
  %537 = extractelement <8 x float> %536, i64 0, !dbg !28
  %538 = extractelement <8 x float> %536, i64 1, !dbg !28
  %539 = extractelement <8 x float> %536, i64 2, !dbg !28
  %540 = extractelement <8 x float> %536, i64 3, !dbg !28
  %541 = extractelement <8 x float> %536, i64 4, !dbg !28
  %542 = extractelement <8 x float> %536, i64 5, !dbg !28
  %543 = extractelement <8 x float> %536, i64 6, !dbg !28
  %544 = extractelement <8 x float> %536, i64 7, !dbg !28
  br label %._crit_edge._crit_edge, !dbg !28

._crit_edge._crit_edge:                           ; preds = %._crit_edge, %384
  %545 = phi float [ %544, %384 ], [ %381, %._crit_edge ], !dbg !21
  %546 = phi float [ %543, %384 ], [ %380, %._crit_edge ], !dbg !21
  %547 = phi float [ %542, %384 ], [ %379, %._crit_edge ], !dbg !21
  %548 = phi float [ %541, %384 ], [ %378, %._crit_edge ], !dbg !21
  %549 = phi float [ %540, %384 ], [ %377, %._crit_edge ], !dbg !21
  %550 = phi float [ %539, %384 ], [ %376, %._crit_edge ], !dbg !21
  %551 = phi float [ %538, %384 ], [ %375, %._crit_edge ], !dbg !21
  %552 = phi float [ %537, %384 ], [ %374, %._crit_edge ], !dbg !21
  %553 = lshr i32 %8, 4, !dbg !17
  %554 = and i32 %553, 1, !dbg !17
  %555 = lshr exact i32 %20, 1, !dbg !17
  %556 = or disjoint i32 %555, %554, !dbg !17
  %557 = or disjoint i32 %23, %556, !dbg !18
  %558 = lshr exact i32 %17, 2, !dbg !17
  %559 = or disjoint i32 %16, %558, !dbg !17
  %560 = or disjoint i32 %559, %12, !dbg !16
  %561 = mul i32 %560, %3, !dbg !32
  %562 = sext i32 %561 to i64, !dbg !33
  %563 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %562, !dbg !33
  %564 = sext i32 %557 to i64, !dbg !33
  %565 = getelementptr [4 x i8], ptr addrspace(1) %563, i64 %564, !dbg !33
  %566 = getelementptr i8, ptr addrspace(1) %565, i64 8, !dbg !33
  %567 = getelementptr i8, ptr addrspace(1) %565, i64 16, !dbg !33
  %568 = getelementptr i8, ptr addrspace(1) %565, i64 24, !dbg !33
  %569 = getelementptr i8, ptr addrspace(1) %565, i64 32, !dbg !33
  %570 = getelementptr i8, ptr addrspace(1) %565, i64 40, !dbg !33
  %571 = getelementptr i8, ptr addrspace(1) %565, i64 48, !dbg !33
  %572 = getelementptr i8, ptr addrspace(1) %565, i64 56, !dbg !33
  %573 = insertelement <1 x float> poison, float %552, i64 0, !dbg !14
  store <1 x float> %573, ptr addrspace(1) %565, align 4, !dbg !14
  %574 = insertelement <1 x float> poison, float %551, i64 0, !dbg !14
  store <1 x float> %574, ptr addrspace(1) %566, align 4, !dbg !14
  %575 = insertelement <1 x float> poison, float %550, i64 0, !dbg !14
  store <1 x float> %575, ptr addrspace(1) %567, align 4, !dbg !14
  %576 = insertelement <1 x float> poison, float %549, i64 0, !dbg !14
  store <1 x float> %576, ptr addrspace(1) %568, align 4, !dbg !14
  %577 = insertelement <1 x float> poison, float %548, i64 0, !dbg !14
  store <1 x float> %577, ptr addrspace(1) %569, align 4, !dbg !14
  %578 = insertelement <1 x float> poison, float %547, i64 0, !dbg !14
  store <1 x float> %578, ptr addrspace(1) %570, align 4, !dbg !14
  %579 = insertelement <1 x float> poison, float %546, i64 0, !dbg !14
  store <1 x float> %579, ptr addrspace(1) %571, align 4, !dbg !14
  %580 = insertelement <1 x float> poison, float %545, i64 0, !dbg !14
  store <1 x float> %580, ptr addrspace(1) %572, align 4, !dbg !14
  ret void, !dbg !34
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #3

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half>, <16 x half>, <8 x float>) #2

attributes #0 = { norecurse nounwind "amdgpu-cluster-dims"="1,1,1" "amdgpu-flat-work-group-size"="1,128" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-no-wwm" "denormal-fp-math-f32"="ieee" "uniform-work-group-size" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "triton_kernels.py", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!4 = distinct !DISubprogram(name: "matmul_kernel", linkageName: "matmul_kernel", scope: !1, file: !1, line: 50, type: !5, scopeLine: 50, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{null, !7, !7, !9, !11, !11, !12, !12}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!8 = !DIBasicType(name: "half", size: 16, encoding: DW_ATE_float)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !13, size: 64, dwarfAddressSpace: 1)
!13 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!14 = !DILocation(line: 62, column: 5, scope: !4)
!15 = !DILocation(line: 59, column: 36, scope: !4)
!16 = !DILocation(line: 52, column: 12, scope: !4)
!17 = !DILocation(line: 52, column: 39, scope: !4)
!18 = !DILocation(line: 53, column: 15, scope: !4)
!19 = !DILocation(line: 55, column: 17, scope: !4)
!20 = !DILocation(line: 55, column: 9, scope: !4)
!21 = !DILocation(line: 58, column: 5, scope: !4)
!22 = !DILocation(line: 59, column: 24, scope: !4)
!23 = !DILocation(line: 56, column: 17, scope: !4)
!24 = !DILocation(line: 56, column: 9, scope: !4)
!25 = !DILocation(line: 61, column: 14, scope: !4)
!26 = !DILocation(line: 60, column: 9, scope: !4)
!27 = !DILocation(line: 61, column: 9, scope: !4)
!28 = !DILocation(line: 59, column: 17, scope: !4)
!29 = distinct !{!29, !30}
!30 = !{!"llvm.loop.peeled.count", i32 1}
!31 = !DILocation(line: 57, column: 13, scope: !4)
!32 = !DILocation(line: 62, column: 22, scope: !4)
!33 = !DILocation(line: 62, column: 14, scope: !4)
!34 = !DILocation(line: 50, column: 1, scope: !4)

