; vertex float4 first_vertex(constant float4 *corners [[buffer(0)]], uint id [[vertex_id]])
; Covers: the oldest macOS target, AIR 1.8 for macOS 10.11 (tag MDSZ and platform stamp not yet there).
source_filename = "first.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx10.11.0"

define <4 x float> @first_vertex(<4 x float> addrspace(2)* nocapture readonly %corners, i32 %id) local_unnamed_addr #0 {
  %at = zext i32 %id to i64
  %corner.at = getelementptr inbounds <4 x float>, <4 x float> addrspace(2)* %corners, i64 %at
  %corner = load <4 x float>, <4 x float> addrspace(2)* %corner.at, align 16
  ret <4 x float> %corner
}

attributes #0 = { nounwind readonly }

!air.compile_options = !{!30, !31, !32}
!air.version = !{!0}
!air.language_version = !{!1}
!air.vertex = !{!2}
!llvm.ident = !{!8}

!0 = !{i32 1, i32 8, i32 0}
!1 = !{!"Metal", i32 1, i32 1, i32 0}
!2 = !{<4 x float> (<4 x float> addrspace(2)*, i32)* @first_vertex, !3, !5}
!3 = !{!4}
!4 = !{!"air.position", !"air.arg_type_name", !"float4"}
!5 = !{!6, !7}
!6 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read", !"air.arg_type_size", i32 16, !"air.arg_type_align_size", i32 16, !"air.arg_type_name", !"float4", !"air.arg_name", !"corners"}
!7 = !{i32 1, !"air.vertex_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"id"}
!8 = !{!"mtlb golden sources"}

!30 = !{!"air.compile.denorms_disable"}
!31 = !{!"air.compile.fast_math_enable"}
!32 = !{!"air.compile.framebuffer_fetch_enable"}
