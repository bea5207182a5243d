source_filename = "/shaders/flat.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-ios15.0.0"

; Function Attrs: norecurse nounwind readnone
define <4 x half> @flat_fragment(<4 x float> %position, <4 x half> returned %color) local_unnamed_addr #0 !dbg !24 {
  ret <4 x half> %color, !dbg !27
}

attributes #0 = { norecurse nounwind readnone "no-builtins" "no-frame-pointer-elim"="true" "no-frame-pointer-elim-non-leaf"="true" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8, !9, !10, !11}
!llvm.ident = !{!12}
!air.compile_options = !{!13, !14, !15}
!air.version = !{!16}
!air.language_version = !{!17}
!air.fragment = !{!18}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "mtlb golden sources", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, nameTableKind: None)
!1 = !DIFile(filename: "/shaders/flat.metal", directory: "/shaders")
!2 = !{i32 2, !"SDK Version", [2 x i32] [i32 15, i32 0]}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !{i32 1, !"wchar_size", i32 4}
!6 = !{i32 7, !"air.max_device_buffers", i32 31}
!7 = !{i32 7, !"air.max_constant_buffers", i32 31}
!8 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!9 = !{i32 7, !"air.max_textures", i32 128}
!10 = !{i32 7, !"air.max_read_write_textures", i32 8}
!11 = !{i32 7, !"air.max_samplers", i32 16}
!12 = !{!"mtlb golden sources"}
!13 = !{!"air.compile.denorms_disable"}
!14 = !{!"air.compile.fast_math_enable"}
!15 = !{!"air.compile.framebuffer_fetch_enable"}
!16 = !{i32 2, i32 4, i32 0}
!17 = !{!"Metal", i32 2, i32 4, i32 0}
!18 = !{<4 x half> (<4 x float>, <4 x half>)* @flat_fragment, !19, !21}
!19 = !{!20}
!20 = !{!"air.render_target", i32 0, i32 0, !"air.arg_type_name", !"half4"}
!21 = !{!22, !23}
!22 = !{i32 0, !"air.position", !"air.center", !"air.no_perspective", !"air.arg_type_name", !"float4", !"air.arg_name", !"position", !"air.arg_unused"}
!23 = !{i32 1, !"air.fragment_input", !"generated(5colorDv4_Dh)", !"air.flat", !"air.arg_type_name", !"half4", !"air.arg_name", !"color"}
!24 = distinct !DISubprogram(name: "flat_fragment", scope: !1, file: !1, line: 12, type: !25, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !26)
!25 = !DISubroutineType(types: !26)
!26 = !{}
!27 = !DILocation(line: 13, column: 3, scope: !24)
