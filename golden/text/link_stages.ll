source_filename = "link_stages.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct.Scale = type { i32, float, float }

@_Z4mode.MTL_FC_INIT_0_b = linkonce_odr hidden local_unnamed_addr addrspace(2) externally_initialized constant i8 undef, section "air.fc_initializer", align 1
@_ZL4fast = internal unnamed_addr addrspace(2) global i8 0, align 1
@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @_GLOBAL__sub_I_link_stages.metal, i8* null }]

; Function Attrs: mustprogress nofree norecurse nosync nounwind readnone willreturn
define <4 x float> @place(i32 noundef %0) local_unnamed_addr #0 {
  ret <4 x float> zeroinitializer
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind readnone willreturn
define <4 x float> @shade(<4 x float> noundef %0) local_unnamed_addr #0 {
  ret <4 x float> %0
}

; Function Attrs: mustprogress nounwind willreturn
define void @third(%struct.Scale addrspace(1)* nocapture noundef "air-buffer-no-alias" %0) local_unnamed_addr #1 {
  %2 = load i8, i8 addrspace(2)* @_ZL4fast, align 1
  %3 = uitofp i8 %2 to float
  %4 = getelementptr inbounds %struct.Scale, %struct.Scale addrspace(1)* %0, i64 0, i32 2
  store float %3, float addrspace(1)* %4, align 4
  ret void
}

; Function Attrs: mustprogress nounwind willreturn
define internal void @_GLOBAL__sub_I_link_stages.metal() #1 section "air.static_init" {
  %1 = load i8, i8 addrspace(2)* @_Z4mode.MTL_FC_INIT_0_b, align 1
  store i8 %1, i8 addrspace(2)* @_ZL4fast, align 1
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind readnone willreturn "frame-pointer"="all" "no-builtins" }
attributes #1 = { mustprogress nounwind willreturn "frame-pointer"="all" "no-builtins" }

!llvm.module.flags = !{!0, !1}
!air.vertex = !{!2}
!air.fragment = !{!7}
!air.kernel = !{!12}
!air.compile_options = !{!16}
!air.function_constants = !{!17}
!llvm.ident = !{!18}
!air.version = !{!19}
!air.language_version = !{!20}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{<4 x float> (i32)* @place, !3, !5}
!3 = !{!4}
!4 = !{!"air.position", !"air.arg_type_name", !"float4"}
!5 = !{!6}
!6 = !{i32 0, !"air.vertex_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"id", !"air.arg_unused"}
!7 = !{<4 x float> (<4 x float>)* @shade, !8, !10}
!8 = !{!9}
!9 = !{!"air.render_target", i32 0, i32 0, !"air.arg_type_name", !"float4"}
!10 = !{!11}
!11 = !{i32 0, !"air.position", !"air.center", !"air.no_perspective", !"air.arg_type_name", !"float4", !"air.arg_name", !"position"}
!12 = !{void (%struct.Scale addrspace(1)*)* @third, !13, !14}
!13 = !{}
!14 = !{!15}
!15 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read_write", !"air.address_space", i32 1, !"air.arg_type_size", i32 12, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"Scale", !"air.arg_name", !"out"}
!16 = !{!"air.compile.denorms_disable"}
!17 = !{i8 addrspace(2)* @_Z4mode.MTL_FC_INIT_0_b, !"bool", !"mode", i32 0}
!18 = !{!"mtlb golden sources"}
!19 = !{i32 2, i32 6, i32 0}
!20 = !{!"Metal", i32 3, i32 1, i32 0}
