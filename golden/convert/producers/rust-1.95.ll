; ModuleID = 'rust.cebe997107dec46e-cgu.0'
source_filename = "rust.cebe997107dec46e-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%Vec3 = type { float, float, float }

; __rustc::rust_begin_unwind
; Function Attrs: nofree norecurse noreturn nosync nounwind nonlazybind memory(none) uwtable
define void @_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind(ptr noalias noundef readonly align 8 captures(none) dereferenceable(24) %_1) unnamed_addr #0 !dbg !7 {
start:
    #dbg_value(ptr %_1, !145, !DIExpression(), !146)
  br label %bb1, !dbg !147

bb1:                                              ; preds = %bb1, %start
  br label %bb1, !dbg !147
}

; rust::cross
; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind nonlazybind willreturn memory(argmem: readwrite) uwtable
define internal fastcc void @_ZN4rust5cross17he2f6705d7da717b6E(ptr dead_on_unwind noalias noundef nonnull writable writeonly align 4 captures(none) dereferenceable(12) initializes((0, 12)) %_0, ptr dead_on_return noalias noundef nonnull readonly align 4 captures(none) dereferenceable(12) %a, ptr dead_on_return noalias noundef nonnull readonly align 4 captures(none) dereferenceable(12) %b) unnamed_addr #1 !dbg !148 {
start:
    #dbg_declare(ptr %a, !158, !DIExpression(), !160)
    #dbg_declare(ptr %b, !159, !DIExpression(), !161)
  %0 = getelementptr inbounds nuw i8, ptr %a, i64 4, !dbg !162
  %1 = getelementptr inbounds nuw i8, ptr %b, i64 4, !dbg !163
  %_12 = load float, ptr %b, align 4, !dbg !164, !noundef !74
  %_14 = load float, ptr %a, align 4, !dbg !165, !noundef !74
  %2 = load <2 x float>, ptr %0, align 4, !dbg !162
  %3 = load <2 x float>, ptr %1, align 4, !dbg !163
  %4 = shufflevector <2 x float> %3, <2 x float> poison, <2 x i32> <i32 1, i32 poison>, !dbg !162
  %5 = insertelement <2 x float> %4, float %_12, i64 1, !dbg !162
  %6 = fmul <2 x float> %2, %5, !dbg !162
  %7 = shufflevector <2 x float> %2, <2 x float> poison, <2 x i32> <i32 1, i32 poison>, !dbg !166
  %8 = insertelement <2 x float> %7, float %_14, i64 1, !dbg !166
  %9 = fmul <2 x float> %3, %8, !dbg !166
  %10 = fsub <2 x float> %6, %9, !dbg !162
  %11 = extractelement <2 x float> %3, i64 0, !dbg !167
  %_16 = fmul float %11, %_14, !dbg !167
  %12 = extractelement <2 x float> %2, i64 0, !dbg !168
  %_17 = fmul float %12, %_12, !dbg !168
  %_15 = fsub float %_16, %_17, !dbg !167
  store <2 x float> %10, ptr %_0, align 4, !dbg !169
  %13 = getelementptr inbounds nuw i8, ptr %_0, i64 8, !dbg !169
  store float %_15, ptr %13, align 4, !dbg !169
  ret void, !dbg !170
}

; rust::scaled
; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind nonlazybind willreturn memory(argmem: readwrite) uwtable
define internal fastcc void @_ZN4rust6scaled17hd274a17598e2aa04E(ptr dead_on_unwind noalias noundef nonnull writable writeonly align 4 captures(none) dereferenceable(16) initializes((0, 4)) %_0, ptr dead_on_return noalias noundef nonnull readonly align 4 captures(none) dereferenceable(12) %v, ptr noalias noundef nonnull readonly align 4 captures(none) dereferenceable(24) %p, i32 noundef %i) unnamed_addr #1 !dbg !171 {
start:
    #dbg_declare(ptr %v, !198, !DIExpression(), !203)
    #dbg_value(ptr %p, !199, !DIExpression(), !204)
    #dbg_value(i32 %i, !200, !DIExpression(), !204)
    #dbg_value(float poison, !201, !DIExpression(), !205)
  %_11 = load float, ptr %v, align 4, !dbg !206, !noundef !74
  %_10 = fcmp ogt float %_11, 0.000000e+00, !dbg !206
  br i1 %_10, label %bb2, label %bb4, !dbg !206

bb2:                                              ; preds = %start
  %_5 = load float, ptr %p, align 4, !dbg !207, !noundef !74
  %0 = getelementptr inbounds nuw i8, ptr %p, i64 8, !dbg !208
  %_8 = and i32 %i, 3, !dbg !209
  %_7 = zext nneg i32 %_8 to i64, !dbg !209
  %1 = getelementptr inbounds nuw float, ptr %0, i64 %_7, !dbg !208
  %_6 = load float, ptr %1, align 4, !dbg !208, !noundef !74
  %s = fmul float %_5, %_6, !dbg !207
    #dbg_value(float %s, !201, !DIExpression(), !205)
  %2 = getelementptr inbounds nuw i8, ptr %v, i64 4, !dbg !210
  %_15 = load float, ptr %2, align 4, !dbg !210, !noundef !74
  %3 = getelementptr inbounds nuw i8, ptr %v, i64 8, !dbg !211
  %_17 = load float, ptr %3, align 4, !dbg !211, !noundef !74
  %_16 = fmul float %s, %_17, !dbg !211
  %4 = getelementptr inbounds nuw i8, ptr %_0, i64 4, !dbg !212
  %5 = insertelement <2 x float> poison, float %_11, i64 0, !dbg !213
  %6 = insertelement <2 x float> %5, float %_15, i64 1, !dbg !213
  %7 = insertelement <2 x float> poison, float %s, i64 0, !dbg !213
  %8 = shufflevector <2 x float> %7, <2 x float> poison, <2 x i32> zeroinitializer, !dbg !213
  %9 = fmul <2 x float> %6, %8, !dbg !213
  store <2 x float> %9, ptr %4, align 4, !dbg !212
  %_12.sroa.5.0..sroa_idx = getelementptr inbounds nuw i8, ptr %_0, i64 12, !dbg !212
  store float %_16, ptr %_12.sroa.5.0..sroa_idx, align 4, !dbg !212
  br label %bb4, !dbg !214

bb4:                                              ; preds = %start, %bb2
  %storemerge = phi i32 [ 1, %bb2 ], [ 0, %start ], !dbg !215
  store i32 %storemerge, ptr %_0, align 4, !dbg !215
  ret void, !dbg !216
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: readwrite) uwtable
define void @cross_all(ptr noundef readonly captures(none) %a, ptr noundef readonly captures(none) %b, ptr noundef writeonly captures(none) %out, ptr noundef readonly captures(none) %p, i32 noundef %i) unnamed_addr #2 !dbg !217 {
start:
  %_11 = alloca [12 x i8], align 4
  %_10 = alloca [16 x i8], align 4
    #dbg_value(ptr %a, !224, !DIExpression(), !235)
    #dbg_value(ptr %a, !236, !DIExpression(), !245)
    #dbg_value(ptr %b, !225, !DIExpression(), !235)
    #dbg_value(ptr %b, !236, !DIExpression(), !247)
    #dbg_value(ptr %out, !226, !DIExpression(), !235)
    #dbg_value(ptr %out, !249, !DIExpression(), !258)
    #dbg_value(ptr %p, !227, !DIExpression(), !235)
    #dbg_value(i32 %i, !228, !DIExpression(), !235)
    #dbg_value(i32 %i, !260, !DIExpression(), !268)
    #dbg_value(i32 poison, !229, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !270)
  %p1.sroa.3.0.p.sroa_idx = getelementptr inbounds nuw i8, ptr %p, i64 4, !dbg !271
  %p1.sroa.3.0.copyload = load i32, ptr %p1.sroa.3.0.p.sroa_idx, align 4, !dbg !271
    #dbg_value(i32 %p1.sroa.3.0.copyload, !229, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !270)
  %_7 = icmp ult i32 %i, %p1.sroa.3.0.copyload, !dbg !272
  br i1 %_7, label %bb1, label %bb9, !dbg !272

bb1:                                              ; preds = %start
  %at = zext i32 %i to i64, !dbg !273
    #dbg_value(i64 %at, !231, !DIExpression(), !274)
    #dbg_value(i64 %at, !244, !DIExpression(), !245)
    #dbg_value(i64 %at, !244, !DIExpression(), !247)
    #dbg_value(i64 %at, !257, !DIExpression(), !258)
  call void @llvm.lifetime.start.p0(ptr nonnull %_10), !dbg !275
  call void @llvm.lifetime.start.p0(ptr nonnull %_11), !dbg !276
  %_13 = getelementptr inbounds nuw %Vec3, ptr %a, i64 %at, !dbg !277
  %_15 = getelementptr inbounds nuw %Vec3, ptr %b, i64 %at, !dbg !278
; call rust::cross
  call fastcc void @_ZN4rust5cross17he2f6705d7da717b6E(ptr noalias noundef align 4 captures(none) dereferenceable(12) %_11, ptr noalias noundef readonly align 4 captures(none) dereferenceable(12) %_13, ptr noalias noundef readonly align 4 captures(none) dereferenceable(12) %_15) #5, !dbg !276
; call rust::scaled
  call fastcc void @_ZN4rust6scaled17hd274a17598e2aa04E(ptr noalias noundef align 4 captures(none) dereferenceable(16) %_10, ptr noalias noundef readonly align 4 captures(none) dereferenceable(12) %_11, ptr noalias noundef readonly align 4 captures(address, read_provenance) dereferenceable(24) %p, i32 noundef %i) #5, !dbg !275
  call void @llvm.lifetime.end.p0(ptr nonnull %_11), !dbg !279
  %0 = load i32, ptr %_10, align 4, !dbg !275, !range !280, !noundef !74
  %1 = trunc nuw i32 %0 to i1, !dbg !281
  br i1 %1, label %bb6, label %bb5, !dbg !281

bb9:                                              ; preds = %start, %bb7
  ret void, !dbg !282

bb6:                                              ; preds = %bb1
  %2 = getelementptr inbounds nuw i8, ptr %_10, i64 4, !dbg !283
  %3 = load <2 x float>, ptr %2, align 4, !dbg !283
  %v.sroa.4.0..sroa_idx = getelementptr inbounds nuw i8, ptr %_10, i64 12, !dbg !283
  %v.sroa.4.0.copyload = load float, ptr %v.sroa.4.0..sroa_idx, align 4, !dbg !283
  br label %bb7, !dbg !284

bb5:                                              ; preds = %bb1
  %4 = tail call range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %i), !dbg !285
  %_19 = uitofp nneg i32 %4 to float, !dbg !286
  br label %bb7, !dbg !287

bb7:                                              ; preds = %bb6, %bb5
  %v.sroa.4.0 = phi float [ %v.sroa.4.0.copyload, %bb6 ], [ %_19, %bb5 ], !dbg !274
  %5 = phi <2 x float> [ %3, %bb6 ], [ <float -1.000000e+00, float 0.000000e+00>, %bb5 ], !dbg !274
  %_21 = getelementptr inbounds nuw %Vec3, ptr %out, i64 %at, !dbg !288
  store <2 x float> %5, ptr %_21, align 4, !dbg !289
  %v.sroa.4.0._21.sroa_idx = getelementptr inbounds nuw i8, ptr %_21, i64 8, !dbg !289
  store float %v.sroa.4.0, ptr %v.sroa.4.0._21.sroa_idx, align 4, !dbg !289
  call void @llvm.lifetime.end.p0(ptr nonnull %_10), !dbg !290
  br label %bb9, !dbg !291
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #4

attributes #0 = { nofree norecurse noreturn nosync nounwind nonlazybind memory(none) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind nonlazybind willreturn memory(argmem: readwrite) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: readwrite) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { noinline nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.dbg.cu = !{!5}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!5 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !6, producer: "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!6 = !DIFile(filename: "rust.rs/@/rust.cebe997107dec46e-cgu.0", directory: "sources")
!7 = distinct !DISubprogram(name: "panic", linkageName: "_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind", scope: !9, file: !8, line: 5, type: !10, scopeLine: 5, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !74, retainedNodes: !144)
!8 = !DIFile(filename: "rust.rs", directory: "sources", checksumkind: CSK_MD5, checksum: "2d38fcc0ddb2ecb5f5b762664118be74")
!9 = !DINamespace(name: "rust", scope: null)
!10 = !DISubroutineType(types: !11)
!11 = !{null, !12}
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::panic::panic_info::PanicInfo", baseType: !13, size: 64, align: 64, dwarfAddressSpace: 0)
!13 = !DICompositeType(tag: DW_TAG_structure_type, name: "PanicInfo", scope: !15, file: !14, size: 192, align: 64, flags: DIFlagPublic, elements: !18, templateParams: !74, identifier: "1f197bfb0b2978b841a2bba287af0e4")
!14 = !DIFile(filename: "<unknown>", directory: "")
!15 = !DINamespace(name: "panic_info", scope: !16)
!16 = !DINamespace(name: "panic", scope: !17)
!17 = !DINamespace(name: "core", scope: null)
!18 = !{!19, !117, !141, !143}
!19 = !DIDerivedType(tag: DW_TAG_member, name: "message", scope: !13, file: !14, baseType: !20, size: 64, align: 64, flags: DIFlagPrivate)
!20 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::fmt::Arguments", baseType: !21, size: 64, align: 64, dwarfAddressSpace: 0)
!21 = !DICompositeType(tag: DW_TAG_structure_type, name: "Arguments", scope: !22, file: !14, size: 128, align: 64, flags: DIFlagPublic, elements: !23, templateParams: !74, identifier: "e5c67bbe046da39973c72077c7f66185")
!22 = !DINamespace(name: "fmt", scope: !17)
!23 = !{!24, !34}
!24 = !DIDerivedType(tag: DW_TAG_member, name: "template", scope: !21, file: !14, baseType: !25, size: 64, align: 64, flags: DIFlagPrivate)
!25 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<u8>", scope: !26, file: !14, size: 64, align: 64, flags: DIFlagPublic, elements: !28, templateParams: !32, identifier: "ff3cb4cecc4ed13dfb833309b96ea529")
!26 = !DINamespace(name: "non_null", scope: !27)
!27 = !DINamespace(name: "ptr", scope: !17)
!28 = !{!29}
!29 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !25, file: !14, baseType: !30, size: 64, align: 64, flags: DIFlagPrivate)
!30 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const u8", baseType: !31, size: 64, align: 64, dwarfAddressSpace: 0)
!31 = !DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)
!32 = !{!33}
!33 = !DITemplateTypeParameter(name: "T", type: !31)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "args", scope: !21, file: !14, baseType: !35, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!35 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<core::fmt::rt::Argument>", scope: !26, file: !14, size: 64, align: 64, flags: DIFlagPublic, elements: !36, templateParams: !115, identifier: "2e7cb7ba6db6aae8a5c20264d17cea0a")
!36 = !{!37}
!37 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !35, file: !14, baseType: !38, size: 64, align: 64, flags: DIFlagPrivate)
!38 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const core::fmt::rt::Argument", baseType: !39, size: 64, align: 64, dwarfAddressSpace: 0)
!39 = !DICompositeType(tag: DW_TAG_structure_type, name: "Argument", scope: !40, file: !14, size: 128, align: 64, flags: DIFlagPublic, elements: !41, templateParams: !74, identifier: "1d5f7550f7e7e04cbc4d2cf57c27606b")
!40 = !DINamespace(name: "rt", scope: !22)
!41 = !{!42}
!42 = !DIDerivedType(tag: DW_TAG_member, name: "ty", scope: !39, file: !14, baseType: !43, size: 128, align: 64, flags: DIFlagPrivate)
!43 = !DICompositeType(tag: DW_TAG_structure_type, name: "ArgumentType", scope: !40, file: !14, size: 128, align: 64, flags: DIFlagPrivate, elements: !44, templateParams: !74, identifier: "b1cfb4618f1c38c3f96eab6c02edf448")
!44 = !{!45}
!45 = !DICompositeType(tag: DW_TAG_variant_part, scope: !43, file: !14, size: 128, align: 64, elements: !46, templateParams: !74, identifier: "fbd384083752b747f8b252853b979154", discriminator: !113)
!46 = !{!47, !109}
!47 = !DIDerivedType(tag: DW_TAG_member, name: "Placeholder", scope: !45, file: !14, baseType: !48, size: 128, align: 64)
!48 = !DICompositeType(tag: DW_TAG_structure_type, name: "Placeholder", scope: !43, file: !14, size: 128, align: 64, flags: DIFlagPrivate, elements: !49, templateParams: !74, identifier: "91d44a8fdafb90acd8f4961dbde4212b")
!49 = !{!50, !58, !103}
!50 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !48, file: !14, baseType: !51, size: 64, align: 64, flags: DIFlagPrivate)
!51 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<()>", scope: !26, file: !14, size: 64, align: 64, flags: DIFlagPublic, elements: !52, templateParams: !56, identifier: "f4e496144210c619b96aa08326287b92")
!52 = !{!53}
!53 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !51, file: !14, baseType: !54, size: 64, align: 64, flags: DIFlagPrivate)
!54 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const ()", baseType: !55, size: 64, align: 64, dwarfAddressSpace: 0)
!55 = !DIBasicType(name: "()", encoding: DW_ATE_unsigned)
!56 = !{!57}
!57 = !DITemplateTypeParameter(name: "T", type: !55)
!58 = !DIDerivedType(tag: DW_TAG_member, name: "formatter", scope: !48, file: !14, baseType: !59, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!59 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "unsafe fn(core::ptr::non_null::NonNull<()>, &mut core::fmt::Formatter) -> core::result::Result<(), core::fmt::Error>", baseType: !60, size: 64, align: 64, dwarfAddressSpace: 0)
!60 = !DISubroutineType(types: !61)
!61 = !{!62, !51, !80}
!62 = !DICompositeType(tag: DW_TAG_structure_type, name: "Result<(), core::fmt::Error>", scope: !63, file: !14, size: 8, align: 8, flags: DIFlagPublic, elements: !64, templateParams: !74, identifier: "1c6752419820cdc3961061cc58b31873")
!63 = !DINamespace(name: "result", scope: !17)
!64 = !{!65}
!65 = !DICompositeType(tag: DW_TAG_variant_part, scope: !62, file: !14, size: 8, align: 8, elements: !66, templateParams: !74, identifier: "92c1f85eaa1d7dab2e3165ee2fc4946", discriminator: !79)
!66 = !{!67, !75}
!67 = !DIDerivedType(tag: DW_TAG_member, name: "Ok", scope: !65, file: !14, baseType: !68, size: 8, align: 8, extraData: i8 0)
!68 = !DICompositeType(tag: DW_TAG_structure_type, name: "Ok", scope: !62, file: !14, size: 8, align: 8, flags: DIFlagPublic, elements: !69, templateParams: !71, identifier: "1d7115f6c7f9f62c2100933bba0c76f9")
!69 = !{!70}
!70 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !68, file: !14, baseType: !55, align: 8, offset: 8, flags: DIFlagPublic)
!71 = !{!57, !72}
!72 = !DITemplateTypeParameter(name: "E", type: !73)
!73 = !DICompositeType(tag: DW_TAG_structure_type, name: "Error", scope: !22, file: !14, align: 8, flags: DIFlagPublic, elements: !74, identifier: "5a24300cdda31093f5fe20c939b4885")
!74 = !{}
!75 = !DIDerivedType(tag: DW_TAG_member, name: "Err", scope: !65, file: !14, baseType: !76, size: 8, align: 8, extraData: i8 1)
!76 = !DICompositeType(tag: DW_TAG_structure_type, name: "Err", scope: !62, file: !14, size: 8, align: 8, flags: DIFlagPublic, elements: !77, templateParams: !71, identifier: "27094aa3bc4c448bf12b8530386fdeb2")
!77 = !{!78}
!78 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !76, file: !14, baseType: !73, align: 8, offset: 8, flags: DIFlagPublic)
!79 = !DIDerivedType(tag: DW_TAG_member, scope: !62, file: !14, baseType: !31, size: 8, align: 8, flags: DIFlagArtificial)
!80 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&mut core::fmt::Formatter", baseType: !81, size: 64, align: 64, dwarfAddressSpace: 0)
!81 = !DICompositeType(tag: DW_TAG_structure_type, name: "Formatter", scope: !22, file: !14, size: 192, align: 64, flags: DIFlagPublic, elements: !82, templateParams: !74, identifier: "c45a1f7f7c29ecbbdbd29c835fac516c")
!82 = !{!83, !91}
!83 = !DIDerivedType(tag: DW_TAG_member, name: "options", scope: !81, file: !14, baseType: !84, size: 64, align: 32, offset: 128, flags: DIFlagPrivate)
!84 = !DICompositeType(tag: DW_TAG_structure_type, name: "FormattingOptions", scope: !22, file: !14, size: 64, align: 32, flags: DIFlagPublic, elements: !85, templateParams: !74, identifier: "ca2f5547247cd95c514a47d5800e09e")
!85 = !{!86, !88, !90}
!86 = !DIDerivedType(tag: DW_TAG_member, name: "flags", scope: !84, file: !14, baseType: !87, size: 32, align: 32, flags: DIFlagPrivate)
!87 = !DIBasicType(name: "u32", size: 32, encoding: DW_ATE_unsigned)
!88 = !DIDerivedType(tag: DW_TAG_member, name: "width", scope: !84, file: !14, baseType: !89, size: 16, align: 16, offset: 32, flags: DIFlagPrivate)
!89 = !DIBasicType(name: "u16", size: 16, encoding: DW_ATE_unsigned)
!90 = !DIDerivedType(tag: DW_TAG_member, name: "precision", scope: !84, file: !14, baseType: !89, size: 16, align: 16, offset: 48, flags: DIFlagPrivate)
!91 = !DIDerivedType(tag: DW_TAG_member, name: "buf", scope: !81, file: !14, baseType: !92, size: 128, align: 64, flags: DIFlagPrivate)
!92 = !DICompositeType(tag: DW_TAG_structure_type, name: "&mut dyn core::fmt::Write", file: !14, size: 128, align: 64, elements: !93, templateParams: !74, identifier: "effe97114690fc58a8e246cb04e37234")
!93 = !{!94, !97}
!94 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !92, file: !14, baseType: !95, size: 64, align: 64)
!95 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !96, size: 64, align: 64, dwarfAddressSpace: 0)
!96 = !DICompositeType(tag: DW_TAG_structure_type, name: "dyn core::fmt::Write", file: !14, align: 8, elements: !74, identifier: "64328679825f9c73b507edbfd5b86b47")
!97 = !DIDerivedType(tag: DW_TAG_member, name: "vtable", scope: !92, file: !14, baseType: !98, size: 64, align: 64, offset: 64)
!98 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&[usize; 6]", baseType: !99, size: 64, align: 64, dwarfAddressSpace: 0)
!99 = !DICompositeType(tag: DW_TAG_array_type, baseType: !100, size: 384, align: 64, elements: !101)
!100 = !DIBasicType(name: "usize", size: 64, encoding: DW_ATE_unsigned)
!101 = !{!102}
!102 = !DISubrange(count: 6, lowerBound: 0)
!103 = !DIDerivedType(tag: DW_TAG_member, name: "_lifetime", scope: !48, file: !14, baseType: !104, align: 8, offset: 128, flags: DIFlagPrivate)
!104 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&()>", scope: !105, file: !14, align: 8, flags: DIFlagPublic, elements: !74, templateParams: !106, identifier: "efa596960370766459fc018866dc4048")
!105 = !DINamespace(name: "marker", scope: !17)
!106 = !{!107}
!107 = !DITemplateTypeParameter(name: "T", type: !108)
!108 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&()", baseType: !55, size: 64, align: 64, dwarfAddressSpace: 0)
!109 = !DIDerivedType(tag: DW_TAG_member, name: "Count", scope: !45, file: !14, baseType: !110, size: 128, align: 64, extraData: i64 0)
!110 = !DICompositeType(tag: DW_TAG_structure_type, name: "Count", scope: !43, file: !14, size: 128, align: 64, flags: DIFlagPrivate, elements: !111, templateParams: !74, identifier: "1d9161ed3114ac1c26d36137fc96704d")
!111 = !{!112}
!112 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !110, file: !14, baseType: !89, size: 16, align: 16, offset: 64, flags: DIFlagPrivate)
!113 = !DIDerivedType(tag: DW_TAG_member, scope: !43, file: !14, baseType: !114, size: 64, align: 64, flags: DIFlagArtificial)
!114 = !DIBasicType(name: "u64", size: 64, encoding: DW_ATE_unsigned)
!115 = !{!116}
!116 = !DITemplateTypeParameter(name: "T", type: !39)
!117 = !DIDerivedType(tag: DW_TAG_member, name: "location", scope: !13, file: !14, baseType: !118, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!118 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::panic::location::Location", baseType: !119, size: 64, align: 64, dwarfAddressSpace: 0)
!119 = !DICompositeType(tag: DW_TAG_structure_type, name: "Location", scope: !120, file: !14, size: 192, align: 64, flags: DIFlagPublic, elements: !121, templateParams: !74, identifier: "c23b7de1297af8f4a89df3da49f37ee6")
!120 = !DINamespace(name: "location", scope: !16)
!121 = !{!122, !131, !132, !133}
!122 = !DIDerivedType(tag: DW_TAG_member, name: "filename", scope: !119, file: !14, baseType: !123, size: 128, align: 64, flags: DIFlagPrivate)
!123 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<str>", scope: !26, file: !14, size: 128, align: 64, flags: DIFlagPublic, elements: !124, templateParams: !32, identifier: "cc7383b2ce73f6838bfb6ae828fb6ae6")
!124 = !{!125}
!125 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !123, file: !14, baseType: !126, size: 128, align: 64, flags: DIFlagPrivate)
!126 = !DICompositeType(tag: DW_TAG_structure_type, name: "*const str", file: !14, size: 128, align: 64, elements: !127, templateParams: !74, identifier: "238a44609877474087c05adf26cd41fa")
!127 = !{!128, !130}
!128 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !126, file: !14, baseType: !129, size: 64, align: 64)
!129 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64, align: 64, dwarfAddressSpace: 0)
!130 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !126, file: !14, baseType: !100, size: 64, align: 64, offset: 64)
!131 = !DIDerivedType(tag: DW_TAG_member, name: "line", scope: !119, file: !14, baseType: !87, size: 32, align: 32, offset: 128, flags: DIFlagPrivate)
!132 = !DIDerivedType(tag: DW_TAG_member, name: "col", scope: !119, file: !14, baseType: !87, size: 32, align: 32, offset: 160, flags: DIFlagPrivate)
!133 = !DIDerivedType(tag: DW_TAG_member, name: "_filename", scope: !119, file: !14, baseType: !134, align: 8, offset: 192, flags: DIFlagPrivate)
!134 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&str>", scope: !105, file: !14, align: 8, flags: DIFlagPublic, elements: !74, templateParams: !135, identifier: "e16ac355808b6aef9fb50b5f125fee05")
!135 = !{!136}
!136 = !DITemplateTypeParameter(name: "T", type: !137)
!137 = !DICompositeType(tag: DW_TAG_structure_type, name: "&str", file: !14, size: 128, align: 64, elements: !138, templateParams: !74, identifier: "9277eecd40495f85161460476aacc992")
!138 = !{!139, !140}
!139 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !137, file: !14, baseType: !129, size: 64, align: 64)
!140 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !137, file: !14, baseType: !100, size: 64, align: 64, offset: 64)
!141 = !DIDerivedType(tag: DW_TAG_member, name: "can_unwind", scope: !13, file: !14, baseType: !142, size: 8, align: 8, offset: 128, flags: DIFlagPrivate)
!142 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!143 = !DIDerivedType(tag: DW_TAG_member, name: "force_no_backtrace", scope: !13, file: !14, baseType: !142, size: 8, align: 8, offset: 136, flags: DIFlagPrivate)
!144 = !{!145}
!145 = !DILocalVariable(arg: 1, scope: !7, file: !8, line: 5, type: !12)
!146 = !DILocation(line: 0, scope: !7)
!147 = !DILocation(line: 6, column: 5, scope: !7)
!148 = distinct !DISubprogram(name: "cross", linkageName: "_ZN4rust5cross17he2f6705d7da717b6E", scope: !9, file: !8, line: 25, type: !149, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !74, retainedNodes: !157)
!149 = !DISubroutineType(types: !150)
!150 = !{!151, !151, !151}
!151 = !DICompositeType(tag: DW_TAG_structure_type, name: "Vec3", scope: !9, file: !14, size: 96, align: 32, flags: DIFlagPublic, elements: !152, templateParams: !74, identifier: "2aedcea4e8be220e41b87160483415fd")
!152 = !{!153, !155, !156}
!153 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !151, file: !14, baseType: !154, size: 32, align: 32, flags: DIFlagPrivate)
!154 = !DIBasicType(name: "f32", size: 32, encoding: DW_ATE_float)
!155 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !151, file: !14, baseType: !154, size: 32, align: 32, offset: 32, flags: DIFlagPrivate)
!156 = !DIDerivedType(tag: DW_TAG_member, name: "z", scope: !151, file: !14, baseType: !154, size: 32, align: 32, offset: 64, flags: DIFlagPrivate)
!157 = !{!158, !159}
!158 = !DILocalVariable(name: "a", arg: 1, scope: !148, file: !8, line: 25, type: !151)
!159 = !DILocalVariable(name: "b", arg: 2, scope: !148, file: !8, line: 25, type: !151)
!160 = !DILocation(line: 25, column: 10, scope: !148)
!161 = !DILocation(line: 25, column: 19, scope: !148)
!162 = !DILocation(line: 26, column: 15, scope: !148)
!163 = !DILocation(line: 26, column: 33, scope: !148)
!164 = !DILocation(line: 26, column: 47, scope: !148)
!165 = !DILocation(line: 26, column: 53, scope: !148)
!166 = !DILocation(line: 26, column: 27, scope: !148)
!167 = !DILocation(line: 26, column: 67, scope: !148)
!168 = !DILocation(line: 26, column: 79, scope: !148)
!169 = !DILocation(line: 26, column: 5, scope: !148)
!170 = !DILocation(line: 27, column: 2, scope: !148)
!171 = distinct !DISubprogram(name: "scaled", linkageName: "_ZN4rust6scaled17hd274a17598e2aa04E", scope: !9, file: !8, line: 30, type: !172, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !74, retainedNodes: !197)
!172 = !DISubroutineType(types: !173)
!173 = !{!174, !151, !188, !87}
!174 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<rust::Vec3>", scope: !175, file: !14, size: 128, align: 32, flags: DIFlagPublic, elements: !176, templateParams: !74, identifier: "747d8cbd052f657e542ffc6f85b94c3b")
!175 = !DINamespace(name: "option", scope: !17)
!176 = !{!177}
!177 = !DICompositeType(tag: DW_TAG_variant_part, scope: !174, file: !14, size: 128, align: 32, elements: !178, templateParams: !74, identifier: "8714bf0582d880f04cd363dbd1d86bbd", discriminator: !187)
!178 = !{!179, !183}
!179 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !177, file: !14, baseType: !180, size: 128, align: 32, extraData: i32 0)
!180 = !DICompositeType(tag: DW_TAG_structure_type, name: "None", scope: !174, file: !14, size: 128, align: 32, flags: DIFlagPublic, elements: !74, templateParams: !181, identifier: "18dafa0c4bfb22b2b834a59d68f47100")
!181 = !{!182}
!182 = !DITemplateTypeParameter(name: "T", type: !151)
!183 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !177, file: !14, baseType: !184, size: 128, align: 32, extraData: i32 1)
!184 = !DICompositeType(tag: DW_TAG_structure_type, name: "Some", scope: !174, file: !14, size: 128, align: 32, flags: DIFlagPublic, elements: !185, templateParams: !181, identifier: "25bbad52479367f94627e8bec5d84a5d")
!185 = !{!186}
!186 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !184, file: !14, baseType: !151, size: 96, align: 32, offset: 32, flags: DIFlagPublic)
!187 = !DIDerivedType(tag: DW_TAG_member, scope: !174, file: !14, baseType: !87, size: 32, align: 32, flags: DIFlagArtificial)
!188 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&rust::Params", baseType: !189, size: 64, align: 64, dwarfAddressSpace: 0)
!189 = !DICompositeType(tag: DW_TAG_structure_type, name: "Params", scope: !9, file: !14, size: 192, align: 32, flags: DIFlagPublic, elements: !190, templateParams: !74, identifier: "ab1bb37a2b78e7e92b3830758274054c")
!190 = !{!191, !192, !193}
!191 = !DIDerivedType(tag: DW_TAG_member, name: "scale", scope: !189, file: !14, baseType: !154, size: 32, align: 32, flags: DIFlagPrivate)
!192 = !DIDerivedType(tag: DW_TAG_member, name: "n", scope: !189, file: !14, baseType: !87, size: 32, align: 32, offset: 32, flags: DIFlagPrivate)
!193 = !DIDerivedType(tag: DW_TAG_member, name: "table", scope: !189, file: !14, baseType: !194, size: 128, align: 32, offset: 64, flags: DIFlagPrivate)
!194 = !DICompositeType(tag: DW_TAG_array_type, baseType: !154, size: 128, align: 32, elements: !195)
!195 = !{!196}
!196 = !DISubrange(count: 4, lowerBound: 0)
!197 = !{!198, !199, !200, !201}
!198 = !DILocalVariable(name: "v", arg: 1, scope: !171, file: !8, line: 30, type: !151)
!199 = !DILocalVariable(name: "p", arg: 2, scope: !171, file: !8, line: 30, type: !188)
!200 = !DILocalVariable(name: "i", arg: 3, scope: !171, file: !8, line: 30, type: !87)
!201 = !DILocalVariable(name: "s", scope: !202, file: !8, line: 31, type: !154, align: 32)
!202 = distinct !DILexicalBlock(scope: !171, file: !8, line: 31, column: 5)
!203 = !DILocation(line: 30, column: 11, scope: !171)
!204 = !DILocation(line: 0, scope: !171)
!205 = !DILocation(line: 0, scope: !202)
!206 = !DILocation(line: 32, column: 8, scope: !202)
!207 = !DILocation(line: 31, column: 13, scope: !171)
!208 = !DILocation(line: 31, column: 23, scope: !171)
!209 = !DILocation(line: 31, column: 31, scope: !171)
!210 = !DILocation(line: 32, column: 47, scope: !202)
!211 = !DILocation(line: 32, column: 59, scope: !202)
!212 = !DILocation(line: 32, column: 20, scope: !202)
!213 = !DILocation(line: 32, column: 35, scope: !202)
!214 = !DILocation(line: 32, column: 5, scope: !202)
!215 = !DILocation(line: 32, scope: !202)
!216 = !DILocation(line: 33, column: 2, scope: !171)
!217 = distinct !DISubprogram(name: "cross_all", scope: !9, file: !8, line: 36, type: !218, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !74, retainedNodes: !223)
!218 = !DISubroutineType(types: !219)
!219 = !{null, !220, !220, !221, !222, !87}
!220 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const rust::Vec3", baseType: !151, size: 64, align: 64, dwarfAddressSpace: 0)
!221 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut rust::Vec3", baseType: !151, size: 64, align: 64, dwarfAddressSpace: 0)
!222 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const rust::Params", baseType: !189, size: 64, align: 64, dwarfAddressSpace: 0)
!223 = !{!224, !225, !226, !227, !228, !229, !231, !233}
!224 = !DILocalVariable(name: "a", arg: 1, scope: !217, file: !8, line: 36, type: !220)
!225 = !DILocalVariable(name: "b", arg: 2, scope: !217, file: !8, line: 36, type: !220)
!226 = !DILocalVariable(name: "out", arg: 3, scope: !217, file: !8, line: 36, type: !221)
!227 = !DILocalVariable(name: "p", arg: 4, scope: !217, file: !8, line: 36, type: !222)
!228 = !DILocalVariable(name: "i", arg: 5, scope: !217, file: !8, line: 36, type: !87)
!229 = !DILocalVariable(name: "p", scope: !230, file: !8, line: 37, type: !189, align: 32)
!230 = distinct !DILexicalBlock(scope: !217, file: !8, line: 37, column: 5)
!231 = !DILocalVariable(name: "at", scope: !232, file: !8, line: 39, type: !100, align: 64)
!232 = distinct !DILexicalBlock(scope: !230, file: !8, line: 39, column: 9)
!233 = !DILocalVariable(name: "v", scope: !234, file: !8, line: 41, type: !151, align: 32)
!234 = distinct !DILexicalBlock(scope: !232, file: !8, line: 41, column: 13)
!235 = !DILocation(line: 0, scope: !217)
!236 = !DILocalVariable(name: "self", arg: 1, scope: !237, file: !238, line: 829, type: !220)
!237 = distinct !DISubprogram(name: "add<rust::Vec3>", linkageName: "_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$3add17haeaadb4d5e2b110cE", scope: !239, file: !238, line: 829, type: !241, scopeLine: 829, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !181, retainedNodes: !243)
!238 = !DIFile(filename: "library/core/src/ptr/const_ptr.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "48638a38fe414ca30cde797e4a40b3a9")
!239 = !DINamespace(name: "{impl#0}", scope: !240)
!240 = !DINamespace(name: "const_ptr", scope: !27)
!241 = !DISubroutineType(types: !242)
!242 = !{!220, !220, !100, !118}
!243 = !{!236, !244}
!244 = !DILocalVariable(name: "count", arg: 2, scope: !237, file: !238, line: 829, type: !100)
!245 = !DILocation(line: 0, scope: !237, inlinedAt: !246)
!246 = !DILocation(line: 40, column: 46, scope: !232)
!247 = !DILocation(line: 0, scope: !237, inlinedAt: !248)
!248 = !DILocation(line: 40, column: 58, scope: !232)
!249 = !DILocalVariable(name: "self", arg: 1, scope: !250, file: !251, line: 927, type: !221)
!250 = distinct !DISubprogram(name: "add<rust::Vec3>", linkageName: "_ZN4core3ptr7mut_ptr31_$LT$impl$u20$$BP$mut$u20$T$GT$3add17ha87672000704eec9E", scope: !252, file: !251, line: 927, type: !254, scopeLine: 927, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !181, retainedNodes: !256)
!251 = !DIFile(filename: "library/core/src/ptr/mut_ptr.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "7c03c8e0ae695174f7f10881dc49d2cb")
!252 = !DINamespace(name: "{impl#0}", scope: !253)
!253 = !DINamespace(name: "mut_ptr", scope: !27)
!254 = !DISubroutineType(types: !255)
!255 = !{!221, !221, !100, !118}
!256 = !{!249, !257}
!257 = !DILocalVariable(name: "count", arg: 2, scope: !250, file: !251, line: 927, type: !100)
!258 = !DILocation(line: 0, scope: !250, inlinedAt: !259)
!259 = !DILocation(line: 40, column: 14, scope: !232)
!260 = !DILocalVariable(name: "self", arg: 1, scope: !261, file: !262, line: 84, type: !87)
!261 = distinct !DISubprogram(name: "count_ones", linkageName: "_RNvMs6_NtCsgEmfK2I1SDS_4core3numm10count_ones", scope: !263, file: !262, line: 84, type: !265, scopeLine: 84, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !74, retainedNodes: !267)
!262 = !DIFile(filename: "library/core/src/num/uint_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "de2f29a3485fc28d710ba6c3062e6efa")
!263 = !DINamespace(name: "{impl#8}", scope: !264)
!264 = !DINamespace(name: "num", scope: !17)
!265 = !DISubroutineType(types: !266)
!266 = !{!87, !87}
!267 = !{!260}
!268 = !DILocation(line: 0, scope: !261, inlinedAt: !269)
!269 = !DILocation(line: 42, column: 50, scope: !232)
!270 = !DILocation(line: 0, scope: !230)
!271 = !DILocation(line: 37, column: 13, scope: !217)
!272 = !DILocation(line: 38, column: 8, scope: !230)
!273 = !DILocation(line: 39, column: 18, scope: !230)
!274 = !DILocation(line: 0, scope: !232)
!275 = !DILocation(line: 40, column: 30, scope: !232)
!276 = !DILocation(line: 40, column: 37, scope: !232)
!277 = !DILocation(line: 863, column: 18, scope: !237, inlinedAt: !246)
!278 = !DILocation(line: 863, column: 18, scope: !237, inlinedAt: !248)
!279 = !DILocation(line: 40, column: 73, scope: !232)
!280 = !{i32 0, i32 2}
!281 = !DILocation(line: 40, column: 24, scope: !232)
!282 = !DILocation(line: 45, column: 2, scope: !217)
!283 = !DILocation(line: 41, column: 18, scope: !232)
!284 = !DILocation(line: 41, column: 24, scope: !232)
!285 = !DILocation(line: 85, column: 20, scope: !261, inlinedAt: !269)
!286 = !DILocation(line: 42, column: 48, scope: !232)
!287 = !DILocation(line: 42, column: 70, scope: !232)
!288 = !DILocation(line: 961, column: 18, scope: !250, inlinedAt: !259)
!289 = !DILocation(line: 40, column: 9, scope: !232)
!290 = !DILocation(line: 43, column: 10, scope: !232)
!291 = !DILocation(line: 38, column: 5, scope: !230)
