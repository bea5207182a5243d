; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: nounwind
define ptx_kernel void @matmul_kernel(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3, i32 %4, ptr addrspace(1) nofree readnone captures(none) %5, ptr addrspace(1) nofree readnone captures(none) %6) local_unnamed_addr #0 !dbg !4 {
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !14
  %9 = shl i32 %8, 5, !dbg !14
  %10 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !15
  %11 = lshr i32 %10, 2, !dbg !15
  %12 = and i32 %11, 31, !dbg !15
  %13 = and i32 %10, 3, !dbg !15
  %14 = shl nuw nsw i32 %13, 3, !dbg !15
  %15 = or disjoint i32 %12, %9, !dbg !14
  %16 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !16
  %17 = shl nuw nsw i32 %16, 5, !dbg !16
  %18 = or disjoint i32 %14, %17, !dbg !16
  %19 = mul i32 %4, %15, !dbg !17
  %20 = sext i32 %19 to i64, !dbg !18
  %21 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %20, !dbg !18
  %22 = zext nneg i32 %14 to i64, !dbg !18
  %23 = getelementptr [2 x i8], ptr addrspace(1) %21, i64 %22, !dbg !18
  %24 = mul i32 %3, %12, !dbg !19
  %25 = sext i32 %24 to i64, !dbg !20
  %26 = getelementptr [2 x i8], ptr addrspace(1) %1, i64 %25, !dbg !20
  %27 = zext nneg i32 %18 to i64, !dbg !20
  %28 = getelementptr [2 x i8], ptr addrspace(1) %26, i64 %27, !dbg !20
  %29 = shl i32 %3, 5, !dbg !21
  %30 = icmp sgt i32 %4, 0, !dbg !22
  %31 = shl nuw nsw i32 %10, 4, !dbg !23
  %32 = and i32 %31, 2032, !dbg !23
  %33 = shl nuw nsw i32 %10, 1, !dbg !23
  %34 = and i32 %33, 48, !dbg !23
  %35 = xor i32 %32, %34, !dbg !23
  %36 = getelementptr i8, ptr addrspace(3) @global_smem, i32 %35, !dbg !23
  %37 = select i1 %30, i32 16, i32 0, !dbg !23
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %36, ptr addrspace(1) %23, i32 %37) #2, !dbg !23
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !23
  %38 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 4096), i32 %35, !dbg !24
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %38, ptr addrspace(1) %28, i32 %37) #2, !dbg !24
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !24
  %39 = icmp sgt i32 %4, 32, !dbg !22
  %40 = getelementptr i8, ptr addrspace(1) %23, i64 64, !dbg !25
  %41 = sext i32 %29 to i64, !dbg !26
  %42 = getelementptr [2 x i8], ptr addrspace(1) %28, i64 %41, !dbg !26
  %43 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 2048), i32 %35, !dbg !23
  %44 = select i1 %39, i32 16, i32 0, !dbg !23
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %43, ptr addrspace(1) %40, i32 %44) #2, !dbg !23
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !23
  %45 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 6144), i32 %35, !dbg !24
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %45, ptr addrspace(1) %42, i32 %44) #2, !dbg !24
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !24
  tail call void @llvm.nvvm.cp.async.wait.group(i32 2), !dbg !23
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !23
  %46 = shl nuw nsw i32 %10, 6, !dbg !23
  %47 = and i32 %46, 960, !dbg !23
  %48 = shl nuw nsw i32 %10, 3, !dbg !23
  %49 = and i32 %48, 48, !dbg !23
  %50 = and i32 %10, 16, !dbg !23
  %51 = and i32 %31, 1024, !dbg !23
  %52 = xor i32 %49, %50, !dbg !23
  %53 = or disjoint i32 %51, %52, !dbg !23
  %54 = or disjoint i32 %53, %47, !dbg !23
  %55 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %54, !dbg !23
  %56 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %55), !dbg !23
  %57 = shl nuw nsw i32 %50, 1, !dbg !24
  %58 = and i32 %10, 32, !dbg !24
  %59 = lshr exact i32 %58, 1, !dbg !24
  %60 = or disjoint i32 %47, %49, !dbg !24
  %61 = or disjoint i32 %57, %59, !dbg !24
  %62 = xor i32 %60, %61, !dbg !24
  %63 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 4096), i32 %62, !dbg !24
  %64 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %63), !dbg !24
  br i1 %30, label %.lr.ph, label %._crit_edge, !dbg !22

.lr.ph:                                           ; preds = %7
  %65 = extractvalue { i32, i32, i32, i32 } %64, 3, !dbg !24
  %66 = bitcast i32 %65 to <2 x half>, !dbg !24
  %67 = extractelement <2 x half> %66, i64 1, !dbg !24
  %68 = extractelement <2 x half> %66, i64 0, !dbg !24
  %69 = extractvalue { i32, i32, i32, i32 } %64, 2, !dbg !24
  %70 = bitcast i32 %69 to <2 x half>, !dbg !24
  %71 = extractelement <2 x half> %70, i64 1, !dbg !24
  %72 = extractelement <2 x half> %70, i64 0, !dbg !24
  %73 = extractvalue { i32, i32, i32, i32 } %64, 1, !dbg !24
  %74 = bitcast i32 %73 to <2 x half>, !dbg !24
  %75 = extractelement <2 x half> %74, i64 1, !dbg !24
  %76 = extractelement <2 x half> %74, i64 0, !dbg !24
  %77 = extractvalue { i32, i32, i32, i32 } %64, 0, !dbg !24
  %78 = bitcast i32 %77 to <2 x half>, !dbg !24
  %79 = extractelement <2 x half> %78, i64 1, !dbg !24
  %80 = extractelement <2 x half> %78, i64 0, !dbg !24
  %81 = extractvalue { i32, i32, i32, i32 } %56, 3, !dbg !23
  %82 = bitcast i32 %81 to <2 x half>, !dbg !23
  %83 = extractelement <2 x half> %82, i64 1, !dbg !23
  %84 = extractelement <2 x half> %82, i64 0, !dbg !23
  %85 = extractvalue { i32, i32, i32, i32 } %56, 2, !dbg !23
  %86 = bitcast i32 %85 to <2 x half>, !dbg !23
  %87 = extractelement <2 x half> %86, i64 1, !dbg !23
  %88 = extractelement <2 x half> %86, i64 0, !dbg !23
  %89 = extractvalue { i32, i32, i32, i32 } %56, 1, !dbg !23
  %90 = bitcast i32 %89 to <2 x half>, !dbg !23
  %91 = extractelement <2 x half> %90, i64 1, !dbg !23
  %92 = extractelement <2 x half> %90, i64 0, !dbg !23
  %93 = extractvalue { i32, i32, i32, i32 } %56, 0, !dbg !23
  %94 = bitcast i32 %93 to <2 x half>, !dbg !23
  %95 = extractelement <2 x half> %94, i64 1, !dbg !23
  %96 = extractelement <2 x half> %94, i64 0, !dbg !23
  %97 = add nsw i32 %4, -64
  %98 = xor i32 %54, 32
  br label %99, !dbg !22

99:                                               ; preds = %.lr.ph, %99
  %.pn5098 = phi half [ %67, %.lr.ph ], [ %212, %99 ]
  %.pn5297 = phi half [ %68, %.lr.ph ], [ %211, %99 ]
  %.pn5496 = phi half [ %71, %.lr.ph ], [ %209, %99 ]
  %.pn5695 = phi half [ %72, %.lr.ph ], [ %208, %99 ]
  %.pn5894 = phi half [ %75, %.lr.ph ], [ %206, %99 ]
  %.pn6093 = phi half [ %76, %.lr.ph ], [ %205, %99 ]
  %.pn6292 = phi half [ %79, %.lr.ph ], [ %203, %99 ]
  %.pn6491 = phi half [ %80, %.lr.ph ], [ %202, %99 ]
  %.pn3490 = phi half [ %83, %.lr.ph ], [ %194, %99 ]
  %.pn3689 = phi half [ %84, %.lr.ph ], [ %193, %99 ]
  %.pn3888 = phi half [ %87, %.lr.ph ], [ %191, %99 ]
  %.pn4087 = phi half [ %88, %.lr.ph ], [ %190, %99 ]
  %.pn4286 = phi half [ %91, %.lr.ph ], [ %188, %99 ]
  %.pn4485 = phi half [ %92, %.lr.ph ], [ %187, %99 ]
  %.pn4684 = phi half [ %95, %.lr.ph ], [ %185, %99 ]
  %.pn4883 = phi half [ %96, %.lr.ph ], [ %184, %99 ]
  %100 = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @global_smem, i32 4096), %.lr.ph ], [ %176, %99 ]
  %101 = phi ptr addrspace(3) [ @global_smem, %.lr.ph ], [ %175, %99 ]
  %102 = phi i32 [ -1, %.lr.ph ], [ %116, %99 ]
  %103 = phi i32 [ 1, %.lr.ph ], [ %168, %99 ]
  %.pn3282 = phi ptr addrspace(1) [ %42, %.lr.ph ], [ %165, %99 ]
  %.pn1681 = phi ptr addrspace(1) [ %40, %.lr.ph ], [ %164, %99 ]
  %104 = phi float [ 0.000000e+00, %.lr.ph ], [ %214, %99 ]
  %105 = phi float [ 0.000000e+00, %.lr.ph ], [ %215, %99 ]
  %106 = phi float [ 0.000000e+00, %.lr.ph ], [ %216, %99 ]
  %107 = phi float [ 0.000000e+00, %.lr.ph ], [ %217, %99 ]
  %108 = phi float [ 0.000000e+00, %.lr.ph ], [ %219, %99 ]
  %109 = phi float [ 0.000000e+00, %.lr.ph ], [ %220, %99 ]
  %110 = phi float [ 0.000000e+00, %.lr.ph ], [ %221, %99 ]
  %111 = phi float [ 0.000000e+00, %.lr.ph ], [ %222, %99 ]
  %112 = phi i32 [ 0, %.lr.ph ], [ %223, %99 ]
  %113 = icmp slt i32 %112, %97, !dbg !22
  %114 = add i32 %102, 1, !dbg !22
  %115 = icmp sgt i32 %114, 1, !dbg !22
  %116 = select i1 %115, i32 0, i32 %114, !dbg !22
  tail call void @llvm.nvvm.cp.async.wait.group(i32 2), !dbg !23
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !23
  %117 = getelementptr inbounds nuw i8, ptr addrspace(3) %101, i32 %98, !dbg !23
  %118 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %117), !dbg !23
  %119 = extractvalue { i32, i32, i32, i32 } %118, 0, !dbg !23
  %120 = extractvalue { i32, i32, i32, i32 } %118, 1, !dbg !23
  %121 = extractvalue { i32, i32, i32, i32 } %118, 2, !dbg !23
  %122 = extractvalue { i32, i32, i32, i32 } %118, 3, !dbg !23
  %123 = getelementptr inbounds nuw i8, ptr addrspace(3) %100, i32 %62, !dbg !24
  %124 = getelementptr inbounds nuw i8, ptr addrspace(3) %123, i32 1024, !dbg !24
  %125 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) nonnull %124), !dbg !24
  %126 = extractvalue { i32, i32, i32, i32 } %125, 0, !dbg !24
  %127 = extractvalue { i32, i32, i32, i32 } %125, 1, !dbg !24
  %128 = extractvalue { i32, i32, i32, i32 } %125, 2, !dbg !24
  %129 = extractvalue { i32, i32, i32, i32 } %125, 3, !dbg !24
  %130 = insertelement <2 x half> poison, half %.pn4883, i64 0, !dbg !27
  %131 = insertelement <2 x half> %130, half %.pn4684, i64 1, !dbg !27
  %132 = bitcast <2 x half> %131 to i32, !dbg !27
  %133 = insertelement <2 x half> poison, half %.pn4485, i64 0, !dbg !27
  %134 = insertelement <2 x half> %133, half %.pn4286, i64 1, !dbg !27
  %135 = bitcast <2 x half> %134 to i32, !dbg !27
  %136 = insertelement <2 x half> poison, half %.pn4087, i64 0, !dbg !27
  %137 = insertelement <2 x half> %136, half %.pn3888, i64 1, !dbg !27
  %138 = bitcast <2 x half> %137 to i32, !dbg !27
  %139 = insertelement <2 x half> poison, half %.pn3689, i64 0, !dbg !27
  %140 = insertelement <2 x half> %139, half %.pn3490, i64 1, !dbg !27
  %141 = bitcast <2 x half> %140 to i32, !dbg !27
  %142 = insertelement <2 x half> poison, half %.pn6491, i64 0, !dbg !27
  %143 = insertelement <2 x half> %142, half %.pn6292, i64 1, !dbg !27
  %144 = bitcast <2 x half> %143 to i32, !dbg !27
  %145 = insertelement <2 x half> poison, half %.pn6093, i64 0, !dbg !27
  %146 = insertelement <2 x half> %145, half %.pn5894, i64 1, !dbg !27
  %147 = bitcast <2 x half> %146 to i32, !dbg !27
  %148 = insertelement <2 x half> poison, half %.pn5695, i64 0, !dbg !27
  %149 = insertelement <2 x half> %148, half %.pn5496, i64 1, !dbg !27
  %150 = bitcast <2 x half> %149 to i32, !dbg !27
  %151 = insertelement <2 x half> poison, half %.pn5297, i64 0, !dbg !27
  %152 = insertelement <2 x half> %151, half %.pn5098, i64 1, !dbg !27
  %153 = bitcast <2 x half> %152 to i32, !dbg !27
  %154 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %104, float %105, float %106, float %107, i32 %132, i32 %135, i32 %138, i32 %141, i32 %144, i32 %147) #2, !dbg !27
  %155 = extractvalue { float, float, float, float } %154, 0, !dbg !27
  %156 = extractvalue { float, float, float, float } %154, 1, !dbg !27
  %157 = extractvalue { float, float, float, float } %154, 2, !dbg !27
  %158 = extractvalue { float, float, float, float } %154, 3, !dbg !27
  %159 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %108, float %109, float %110, float %111, i32 %132, i32 %135, i32 %138, i32 %141, i32 %150, i32 %153) #2, !dbg !27
  %160 = extractvalue { float, float, float, float } %159, 0, !dbg !27
  %161 = extractvalue { float, float, float, float } %159, 1, !dbg !27
  %162 = extractvalue { float, float, float, float } %159, 2, !dbg !27
  %163 = extractvalue { float, float, float, float } %159, 3, !dbg !27
  %164 = getelementptr i8, ptr addrspace(1) %.pn1681, i64 64, !dbg !25
  %165 = getelementptr [2 x i8], ptr addrspace(1) %.pn3282, i64 %41, !dbg !26
  %166 = add i32 %103, 1, !dbg !22
  %167 = icmp sgt i32 %166, 1, !dbg !22
  %168 = select i1 %167, i32 0, i32 %166, !dbg !22
  %169 = shl i32 %168, 10, !dbg !23
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !23
  %gep = getelementptr [2 x i8], ptr addrspace(3) %36, i32 %169, !dbg !23
  %170 = select i1 %113, i32 16, i32 0, !dbg !23
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %gep, ptr addrspace(1) %164, i32 %170) #2, !dbg !23
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !23
  %gep80 = getelementptr [2 x i8], ptr addrspace(3) %38, i32 %169, !dbg !24
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %gep80, ptr addrspace(1) %165, i32 %170) #2, !dbg !24
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !24
  %171 = add i32 %116, 1, !dbg !22
  %172 = icmp sgt i32 %171, 1, !dbg !22
  %173 = shl i32 %171, 10, !dbg !23
  %174 = select i1 %172, i32 0, i32 %173, !dbg !22
  %175 = getelementptr [2 x i8], ptr addrspace(3) @global_smem, i32 %174, !dbg !23
  %176 = getelementptr [2 x i8], ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 4096), i32 %174, !dbg !24
  tail call void @llvm.nvvm.cp.async.wait.group(i32 2), !dbg !23
  tail call void @llvm.nvvm.cp.async.wait.group(i32 2), !dbg !23
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !23
  %177 = getelementptr inbounds nuw i8, ptr addrspace(3) %175, i32 %54, !dbg !23
  %178 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %177), !dbg !23
  %179 = extractvalue { i32, i32, i32, i32 } %178, 0, !dbg !23
  %180 = extractvalue { i32, i32, i32, i32 } %178, 1, !dbg !23
  %181 = extractvalue { i32, i32, i32, i32 } %178, 2, !dbg !23
  %182 = extractvalue { i32, i32, i32, i32 } %178, 3, !dbg !23
  %183 = bitcast i32 %179 to <2 x half>, !dbg !23
  %184 = extractelement <2 x half> %183, i64 0, !dbg !23
  %185 = extractelement <2 x half> %183, i64 1, !dbg !23
  %186 = bitcast i32 %180 to <2 x half>, !dbg !23
  %187 = extractelement <2 x half> %186, i64 0, !dbg !23
  %188 = extractelement <2 x half> %186, i64 1, !dbg !23
  %189 = bitcast i32 %181 to <2 x half>, !dbg !23
  %190 = extractelement <2 x half> %189, i64 0, !dbg !23
  %191 = extractelement <2 x half> %189, i64 1, !dbg !23
  %192 = bitcast i32 %182 to <2 x half>, !dbg !23
  %193 = extractelement <2 x half> %192, i64 0, !dbg !23
  %194 = extractelement <2 x half> %192, i64 1, !dbg !23
  %195 = getelementptr inbounds nuw i8, ptr addrspace(3) %176, i32 %62, !dbg !24
  %196 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %195), !dbg !24
  %197 = extractvalue { i32, i32, i32, i32 } %196, 0, !dbg !24
  %198 = extractvalue { i32, i32, i32, i32 } %196, 1, !dbg !24
  %199 = extractvalue { i32, i32, i32, i32 } %196, 2, !dbg !24
  %200 = extractvalue { i32, i32, i32, i32 } %196, 3, !dbg !24
  %201 = bitcast i32 %197 to <2 x half>, !dbg !24
  %202 = extractelement <2 x half> %201, i64 0, !dbg !24
  %203 = extractelement <2 x half> %201, i64 1, !dbg !24
  %204 = bitcast i32 %198 to <2 x half>, !dbg !24
  %205 = extractelement <2 x half> %204, i64 0, !dbg !24
  %206 = extractelement <2 x half> %204, i64 1, !dbg !24
  %207 = bitcast i32 %199 to <2 x half>, !dbg !24
  %208 = extractelement <2 x half> %207, i64 0, !dbg !24
  %209 = extractelement <2 x half> %207, i64 1, !dbg !24
  %210 = bitcast i32 %200 to <2 x half>, !dbg !24
  %211 = extractelement <2 x half> %210, i64 0, !dbg !24
  %212 = extractelement <2 x half> %210, i64 1, !dbg !24
  %213 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %155, float %156, float %157, float %158, i32 %119, i32 %120, i32 %121, i32 %122, i32 %126, i32 %127) #2, !dbg !27
  %214 = extractvalue { float, float, float, float } %213, 0, !dbg !27
  %215 = extractvalue { float, float, float, float } %213, 1, !dbg !27
  %216 = extractvalue { float, float, float, float } %213, 2, !dbg !27
  %217 = extractvalue { float, float, float, float } %213, 3, !dbg !27
  %218 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %160, float %161, float %162, float %163, i32 %119, i32 %120, i32 %121, i32 %122, i32 %128, i32 %129) #2, !dbg !27
  %219 = extractvalue { float, float, float, float } %218, 0, !dbg !27
  %220 = extractvalue { float, float, float, float } %218, 1, !dbg !27
  %221 = extractvalue { float, float, float, float } %218, 2, !dbg !27
  %222 = extractvalue { float, float, float, float } %218, 3, !dbg !27
  %223 = add i32 %112, 32, !dbg !22
  %224 = icmp slt i32 %223, %4, !dbg !22
  br i1 %224, label %99, label %._crit_edge, !dbg !22

._crit_edge:                                      ; preds = %99, %7
  %225 = phi float [ 0.000000e+00, %7 ], [ %214, %99 ], !dbg !28
  %226 = phi float [ 0.000000e+00, %7 ], [ %215, %99 ], !dbg !28
  %227 = phi float [ 0.000000e+00, %7 ], [ %216, %99 ], !dbg !28
  %228 = phi float [ 0.000000e+00, %7 ], [ %217, %99 ], !dbg !28
  %229 = phi float [ 0.000000e+00, %7 ], [ %219, %99 ], !dbg !28
  %230 = phi float [ 0.000000e+00, %7 ], [ %220, %99 ], !dbg !28
  %231 = phi float [ 0.000000e+00, %7 ], [ %221, %99 ], !dbg !28
  %232 = phi float [ 0.000000e+00, %7 ], [ %222, %99 ], !dbg !28
  %233 = shl nuw nsw i32 %10, 2, !dbg !15
  %234 = and i32 %233, 28, !dbg !15
  %235 = or disjoint i32 %234, %17, !dbg !16
  %236 = lshr i32 %10, 3, !dbg !15
  %237 = and i32 %236, 15, !dbg !15
  %238 = or disjoint i32 %237, %9, !dbg !14
  %239 = or disjoint i32 %238, 16, !dbg !14
  tail call void @llvm.nvvm.cp.async.wait.group(i32 0), !dbg !22
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !22
  %240 = mul i32 %3, %238, !dbg !29
  %241 = mul i32 %3, %239, !dbg !29
  %242 = sext i32 %240 to i64, !dbg !30
  %243 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %242, !dbg !30
  %244 = sext i32 %241 to i64, !dbg !30
  %245 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %244, !dbg !30
  %246 = zext nneg i32 %235 to i64, !dbg !30
  %247 = getelementptr [4 x i8], ptr addrspace(1) %243, i64 %246, !dbg !30
  %248 = getelementptr [4 x i8], ptr addrspace(1) %245, i64 %246, !dbg !30
  %249 = and i32 %48, 640, !dbg !31
  %250 = and i32 %10, 1, !dbg !31
  %251 = icmp eq i32 %250, 0, !dbg !31
  %252 = select i1 %251, i32 0, i32 2056, !dbg !31
  %253 = and i32 %31, 32, !dbg !31
  %254 = and i32 %233, 16, !dbg !31
  %255 = and i32 %10, 8, !dbg !31
  %256 = icmp eq i32 %255, 0, !dbg !31
  %257 = select i1 %256, i32 0, i32 1088, !dbg !31
  %258 = shl nuw nsw i32 %58, 1, !dbg !31
  %259 = or disjoint i32 %257, %249, !dbg !31
  %260 = xor i32 %259, %258, !dbg !31
  %261 = or disjoint i32 %254, %253, !dbg !31
  %262 = or disjoint i32 %261, %252, !dbg !31
  %263 = or disjoint i32 %262, %260, !dbg !31
  %264 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %263, !dbg !31
  %265 = insertelement <2 x float> poison, float %225, i64 0, !dbg !31
  %266 = insertelement <2 x float> %265, float %226, i64 1, !dbg !31
  store <2 x float> %266, ptr addrspace(3) %264, align 8, !dbg !31
  %267 = getelementptr inbounds nuw i8, ptr addrspace(3) %264, i32 256, !dbg !31
  %268 = insertelement <2 x float> poison, float %227, i64 0, !dbg !31
  %269 = insertelement <2 x float> %268, float %228, i64 1, !dbg !31
  store <2 x float> %269, ptr addrspace(3) %267, align 8, !dbg !31
  %270 = xor i32 %263, 8, !dbg !31
  %271 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %270, !dbg !31
  %272 = insertelement <2 x float> poison, float %229, i64 0, !dbg !31
  %273 = insertelement <2 x float> %272, float %230, i64 1, !dbg !31
  store <2 x float> %273, ptr addrspace(3) %271, align 8, !dbg !31
  %274 = getelementptr inbounds nuw i8, ptr addrspace(3) %271, i32 256, !dbg !31
  %275 = insertelement <2 x float> poison, float %231, i64 0, !dbg !31
  %276 = insertelement <2 x float> %275, float %232, i64 1, !dbg !31
  store <2 x float> %276, ptr addrspace(3) %274, align 8, !dbg !31
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !31
  %277 = shl nuw nsw i32 %13, 5, !dbg !31
  %278 = and i32 %233, 384, !dbg !31
  %279 = and i32 %33, 24, !dbg !31
  %280 = icmp eq i32 %50, 0, !dbg !31
  %281 = select i1 %280, i32 0, i32 1088, !dbg !31
  %282 = or disjoint i32 %277, %278, !dbg !31
  %283 = or disjoint i32 %281, %279, !dbg !31
  %284 = xor i32 %283, %282, !dbg !31
  %285 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %284, !dbg !31
  %286 = getelementptr inbounds nuw i8, ptr addrspace(3) %285, i32 512, !dbg !31
  %287 = load <2 x i32>, ptr addrspace(3) %286, align 8, !dbg !31
  %288 = xor i32 %284, 2056, !dbg !31
  %289 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %288, !dbg !31
  %290 = getelementptr inbounds nuw i8, ptr addrspace(3) %289, i32 512, !dbg !31
  %291 = load <2 x i32>, ptr addrspace(3) %290, align 8, !dbg !31
  %.extract = load i32, ptr addrspace(3) %285, align 8, !dbg !31
  %292 = getelementptr inbounds nuw i8, ptr addrspace(3) %285, i32 4, !dbg !31
  %.extract72 = load i32, ptr addrspace(3) %292, align 4, !dbg !31
  %.extract73 = load i32, ptr addrspace(3) %289, align 8, !dbg !31
  %293 = getelementptr inbounds nuw i8, ptr addrspace(3) %289, i32 4, !dbg !31
  %.extract74 = load i32, ptr addrspace(3) %293, align 4, !dbg !31
  tail call void asm sideeffect "st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l"(i32 %.extract, i32 %.extract72, i32 %.extract73, i32 %.extract74, ptr addrspace(1) %247) #2, !dbg !31
  %.extract75 = extractelement <2 x i32> %287, i64 0, !dbg !31
  %.extract76 = extractelement <2 x i32> %287, i64 1, !dbg !31
  %.extract77 = extractelement <2 x i32> %291, i64 0, !dbg !31
  %.extract78 = extractelement <2 x i32> %291, i64 1, !dbg !31
  tail call void asm sideeffect "st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l"(i32 %.extract75, i32 %.extract76, i32 %.extract77, i32 %.extract78, ptr addrspace(1) %248) #2, !dbg !31
  ret void, !dbg !32
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

; Function Attrs: nounwind
declare void @llvm.nvvm.cp.async.commit.group() #2

; Function Attrs: nounwind
declare void @llvm.nvvm.cp.async.wait.group(i32 immarg) #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

; Function Attrs: convergent nocallback nofree nounwind memory(argmem: read)
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) readonly captures(none)) #4

; Function Attrs: convergent nocallback nofree nounwind memory(argmem: read)
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) readonly captures(none)) #4

attributes #0 = { nounwind "nvvm.reqntid"="128" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { convergent nocallback nofree nounwind memory(argmem: read) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "triton_kernels.py", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
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
!14 = !DILocation(line: 52, column: 12, scope: !4)
!15 = !DILocation(line: 52, column: 39, scope: !4)
!16 = !DILocation(line: 53, column: 15, scope: !4)
!17 = !DILocation(line: 55, column: 17, scope: !4)
!18 = !DILocation(line: 55, column: 9, scope: !4)
!19 = !DILocation(line: 56, column: 17, scope: !4)
!20 = !DILocation(line: 56, column: 9, scope: !4)
!21 = !DILocation(line: 61, column: 14, scope: !4)
!22 = !DILocation(line: 58, column: 5, scope: !4)
!23 = !DILocation(line: 59, column: 24, scope: !4)
!24 = !DILocation(line: 59, column: 36, scope: !4)
!25 = !DILocation(line: 60, column: 9, scope: !4)
!26 = !DILocation(line: 61, column: 9, scope: !4)
!27 = !DILocation(line: 59, column: 17, scope: !4)
!28 = !DILocation(line: 57, column: 13, scope: !4)
!29 = !DILocation(line: 62, column: 22, scope: !4)
!30 = !DILocation(line: 62, column: 14, scope: !4)
!31 = !DILocation(line: 62, column: 5, scope: !4)
!32 = !DILocation(line: 50, column: 1, scope: !4)

