; fragment float4 shade(float4 position [[position]]);   vertex float4 place(uint id [[vertex_id]]);   kernel void third(device float *out [[buffer(0)]])
; Covers: lists in the order in which the compiler prints them, the same private names and constructor as another input,
; a type of a name that another input has with other members.
source_filename = "link_stages.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct.Scale = type { i32, float, float }

@_Z4mode.MTL_FC_INIT_0_b = linkonce_odr hidden local_unnamed_addr addrspace(2) externally_initialized constant i8 undef, section "air.fc_initializer", align 1
@_ZL4fast = internal unnamed_addr addrspace(2) global i8 0, align 1
@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @_GLOBAL__sub_I_link_stages.metal, i8* null }]

define <4 x float> @place(i32 noundef %0) local_unnamed_addr #0 {
  ret <4 x float> zeroinitializer
}

define <4 x float> @shade(<4 x float> noundef %0) local_unnamed_addr #0 {
  ret <4 x float> %0
}

define void @third(%struct.Scale addrspace(1)* nocapture noundef "air-buffer-no-alias" %0) local_unnamed_addr #1 {
  %2 = load i8, i8 addrspace(2)* @_ZL4fast, align 1
  %3 = tail call fast float @air.convert.f.f32.u.i8(i8 %2) #3
  %4 = getelementptr inbounds %struct.Scale, %struct.Scale addrspace(1)* %0, i64 0, i32 2
  store float %3, float addrspace(1)* %4, align 4
  ret void
}

declare float @air.convert.f.f32.u.i8(i8) local_unnamed_addr #2

define internal void @_GLOBAL__sub_I_link_stages.metal() #1 section "air.static_init" {
  %1 = load i8, i8 addrspace(2)* @_Z4mode.MTL_FC_INIT_0_b, align 1
  store i8 %1, i8 addrspace(2)* @_ZL4fast, align 1
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind readnone willreturn "frame-pointer"="all" "no-builtins" }
attributes #1 = { mustprogress nounwind willreturn "frame-pointer"="all" "no-builtins" }
attributes #2 = { mustprogress nofree nosync nounwind readnone willreturn }
attributes #3 = { nounwind readnone willreturn }

!llvm.module.flags = !{!20, !21, !30, !31, !32, !33, !34, !35, !36}
!air.vertex = !{!0}
!air.fragment = !{!5}
!air.kernel = !{!9}
!air.compile_options = !{!25}
!air.function_constants = !{!12}
!llvm.ident = !{!22}
!air.version = !{!23}
!air.language_version = !{!24}

!0 = !{<4 x float> (i32)* @place, !1, !3}
!1 = !{!2}
!2 = !{!"air.position", !"air.arg_type_name", !"float4"}
!3 = !{!4}
!4 = !{i32 0, !"air.vertex_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"id", !"air.arg_unused"}
!5 = !{<4 x float> (<4 x float>)* @shade, !6, !7}
!6 = !{!13}
!7 = !{!8}
!8 = !{i32 0, !"air.position", !"air.center", !"air.no_perspective", !"air.arg_type_name", !"float4", !"air.arg_name", !"position"}
!9 = !{void (%struct.Scale addrspace(1)*)* @third, !10, !11}
!10 = !{}
!11 = !{!14}
!12 = !{i8 addrspace(2)* @_Z4mode.MTL_FC_INIT_0_b, !"bool", !"mode", i32 0}
!13 = !{!"air.render_target", i32 0, i32 0, !"air.arg_type_name", !"float4"}
!14 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read_write", !"air.address_space", i32 1, !"air.arg_type_size", i32 12, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"Scale", !"air.arg_name", !"out"}

!20 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!21 = !{i32 1, !"wchar_size", i32 4}
!22 = !{!"mtlb golden sources"}
!23 = !{i32 2, i32 6, i32 0}
!24 = !{!"Metal", i32 3, i32 1, i32 0}
!25 = !{!"air.compile.denorms_disable"}

!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{i32 7, !"air.max_device_buffers", i32 31}
!32 = !{i32 7, !"air.max_constant_buffers", i32 31}
!33 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!34 = !{i32 7, !"air.max_textures", i32 128}
!35 = !{i32 7, !"air.max_read_write_textures", i32 8}
!36 = !{i32 7, !"air.max_samplers", i32 16}
