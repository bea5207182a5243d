source_filename = "link_main.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct.Scale = type { float, float }

@_Z4mode.MTL_FC_INIT_0_b = linkonce_odr hidden local_unnamed_addr addrspace(2) externally_initialized constant i8 undef, section "air.fc_initializer", align 1
@_ZL4fast = internal unnamed_addr addrspace(2) global i8 0, align 1
@_ZL4slow = internal unnamed_addr addrspace(2) global i8 0, align 1
@_ZZ6secondPU9MTLdevicefE6shared = internal unnamed_addr addrspace(3) global [16 x float] undef, align 4
@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @_GLOBAL__sub_I_link_main.metal, i8* null }]

; Function Attrs: convergent nounwind
define void @first(%struct.Scale addrspace(1)* nocapture noundef readonly "air-buffer-no-alias" %0, float addrspace(1)* nocapture noundef "air-buffer-no-alias" %1) local_unnamed_addr #0 {
  %3 = call fast float @_Z5applyPU9MTLdeviceK5Scale(%struct.Scale addrspace(1)* noundef %0) #2
  %4 = load i8, i8 addrspace(2)* @_ZL4fast, align 1
  %5 = icmp eq i8 %4, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %2
  %7 = call fast float @_Z5twicef(float noundef %3)
  br label %8

8:                                                ; preds = %2, %6
  %9 = phi float [ %7, %6 ], [ %3, %2 ]
  store float %9, float addrspace(1)* %1, align 4
  ret void
}

; Function Attrs: convergent nounwind
define void @second(float addrspace(1)* nocapture noundef "air-buffer-no-alias" %0) local_unnamed_addr #0 {
  store float 1.000000e+00, float addrspace(3)* getelementptr inbounds ([16 x float], [16 x float] addrspace(3)* @_ZZ6secondPU9MTLdevicefE6shared, i64 0, i64 1), align 4
  %2 = load float, float addrspace(3)* getelementptr inbounds ([16 x float], [16 x float] addrspace(3)* @_ZZ6secondPU9MTLdevicefE6shared, i64 0, i64 0), align 4
  %3 = call fast float @_Z5twicef(float noundef %2)
  store float %3, float addrspace(1)* %0, align 4
  ret void
}

; Function Attrs: mustprogress nofree nosync nounwind readnone willreturn
define linkonce_odr float @_Z5twicef(float noundef %0) local_unnamed_addr #1 {
  %2 = call fast float @air.fast_fmax.f32(float %0, float 0.000000e+00)
  %3 = fadd fast float %2, %2
  ret float %3
}

; Function Attrs: mustprogress nofree nosync nounwind readnone willreturn
define internal void @_GLOBAL__sub_I_link_main.metal() #1 section "air.static_init" {
  %1 = load i8, i8 addrspace(2)* @_Z4mode.MTL_FC_INIT_0_b, align 1
  store i8 %1, i8 addrspace(2)* @_ZL4fast, align 1
  %2 = xor i8 %1, 1
  store i8 %2, i8 addrspace(2)* @_ZL4slow, align 1
  ret void
}

; Function Attrs: convergent nounwind
declare float @_Z5applyPU9MTLdeviceK5Scale(%struct.Scale addrspace(1)*) local_unnamed_addr #0

; Function Attrs: mustprogress nofree nosync nounwind readnone willreturn
declare float @air.fast_fmax.f32(float, float) local_unnamed_addr #1

attributes #0 = { convergent nounwind "frame-pointer"="all" "no-builtins" }
attributes #1 = { mustprogress nofree nosync nounwind readnone willreturn "frame-pointer"="all" "no-builtins" }
attributes #2 = { convergent nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!air.kernel = !{!9, !14}
!air.compile_options = !{!17}
!air.function_constants = !{!18}
!llvm.ident = !{!19}
!air.version = !{!20}
!air.language_version = !{!21}
!air.source_file_name = !{!22}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 7, !"air.max_device_buffers", i32 31}
!4 = !{i32 7, !"air.max_constant_buffers", i32 31}
!5 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!6 = !{i32 7, !"air.max_textures", i32 128}
!7 = !{i32 7, !"air.max_read_write_textures", i32 8}
!8 = !{i32 7, !"air.max_samplers", i32 16}
!9 = !{void (%struct.Scale addrspace(1)*, float addrspace(1)*)* @first, !10, !11}
!10 = !{}
!11 = !{!12, !13}
!12 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read", !"air.address_space", i32 1, !"air.arg_type_size", i32 8, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"Scale", !"air.arg_name", !"in"}
!13 = !{i32 1, !"air.buffer", !"air.location_index", i32 1, i32 1, !"air.read_write", !"air.address_space", i32 1, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"out"}
!14 = !{void (float addrspace(1)*)* @second, !10, !15}
!15 = !{!16}
!16 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read_write", !"air.address_space", i32 1, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"out"}
!17 = !{!"air.compile.denorms_disable"}
!18 = !{i8 addrspace(2)* @_Z4mode.MTL_FC_INIT_0_b, !"bool", !"mode", i32 0}
!19 = !{!"mtlb golden sources"}
!20 = !{i32 2, i32 6, i32 0}
!21 = !{!"Metal", i32 3, i32 1, i32 0}
!22 = !{!"link_main.metal"}
