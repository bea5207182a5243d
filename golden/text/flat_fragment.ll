source_filename = "/shaders/flat.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-ios15.0.0"

; Function Attrs: mustprogress nofree norecurse nosync nounwind readnone willreturn
define <4 x half> @flat_fragment(<4 x float> %position, <4 x half> returned %color) local_unnamed_addr #0 !dbg !15 {
  ret <4 x half> %color, !dbg !18
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind readnone willreturn "frame-pointer"="all" "no-builtins" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5}
!llvm.ident = !{!6}
!air.version = !{!7}
!air.language_version = !{!8}
!air.fragment = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "mtlb golden sources", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, nameTableKind: None)
!1 = !DIFile(filename: "/shaders/flat.metal", directory: "/shaders")
!2 = !{i32 2, !"SDK Version", [2 x i32] [i32 15, i32 0]}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !{i32 1, !"wchar_size", i32 4}
!6 = !{!"mtlb golden sources"}
!7 = !{i32 2, i32 4, i32 0}
!8 = !{!"Metal", i32 2, i32 4, i32 0}
!9 = !{<4 x half> (<4 x float>, <4 x half>)* @flat_fragment, !10, !12}
!10 = !{!11}
!11 = !{!"air.render_target", i32 0, i32 0, !"air.arg_type_name", !"half4"}
!12 = !{!13, !14}
!13 = !{i32 0, !"air.position", !"air.center", !"air.no_perspective", !"air.arg_type_name", !"float4", !"air.arg_name", !"position", !"air.arg_unused"}
!14 = !{i32 1, !"air.fragment_input", !"generated(5colorDv4_Dh)", !"air.flat", !"air.arg_type_name", !"half4", !"air.arg_name", !"color"}
!15 = distinct !DISubprogram(name: "flat_fragment", scope: !1, file: !1, line: 12, type: !16, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !17)
!16 = !DISubroutineType(types: !17)
!17 = !{}
!18 = !DILocation(line: 13, column: 3, scope: !15)
