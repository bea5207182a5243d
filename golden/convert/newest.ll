; What LLVM 18 to 22 write and the LLVMs of AIR's readers do not know: flags, attributes, constants, debug records.
source_filename = "newest"
target triple = "air64_v28-apple-macosx26.0.0"

@pairs = internal addrspace(2) constant { i32, [4 x i32] } { i32 9, [4 x i32] [i32 1, i32 2, i32 3, i32 4] }
@third = internal addrspace(2) constant ptr addrspace(2) getelementptr inbounds nuw ({ i32, [4 x i32] }, ptr addrspace(2) @pairs, i64 0, i32 1, i64 2)
@table = internal addrspace(2) constant [3 x ptr addrspace(2)] [ptr addrspace(2) null, ptr addrspace(2) @pairs, ptr addrspace(2) getelementptr (i8, ptr addrspace(2) @pairs, i64 8)]

define i32 @newest(ptr addrspace(1) captures(address) initializes((0, 8)) %p, i32 range(i32 1, 100) noundef %n, float nofpclass(inf) %f) memory(argmem: readwrite) !dbg !4 {
start:
    #dbg_value(i32 %n, !7, !DIExpression(), !8)
  %bits = or disjoint i32 %n, 128, !dbg !8
  %wide = zext nneg i32 %bits to i64, !dbg !8
  %short = trunc nuw nsw i64 %wide to i16
  %back = sext i16 %short to i32
  %number = uitofp nneg i32 %n to float
  %is_small = icmp samesign ult i32 %n, 10
  %chosen = select nnan i1 %is_small, float %f, float %number
  %half = fptrunc fast float %chosen to half
  %float = fpext half %half to float
  %place = getelementptr nusw nuw i32, ptr addrspace(1) %p, i64 %wide
  %wrapped = atomicrmw uinc_wrap ptr addrspace(1) %place, i32 5 syncscope("agent") monotonic, align 4
  %added = atomicrmw add ptr addrspace(1) %place, i32 %wrapped acq_rel, align 4
  %swap = cmpxchg weak ptr addrspace(1) %place, i32 %added, i32 1 monotonic monotonic, align 4
  %old = extractvalue { i32, i1 } %swap, 0
  %now = load atomic i32, ptr addrspace(1) %place acquire, align 4
  fence seq_cst
  %address = load ptr addrspace(2), ptr addrspace(2) @third, align 8
  %element = load i32, ptr addrspace(2) %address, align 4
  %second = load i32, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @pairs, i64 4), align 4
  %entry = getelementptr [3 x ptr addrspace(2)], ptr addrspace(2) @table, i64 0, i64 1
  %listed = load ptr addrspace(2), ptr addrspace(2) %entry, align 8
  %first = load i32, ptr addrspace(2) %listed, align 4
  %order = call i32 @llvm.ucmp.i32.i32(i32 %n, i32 %old)
  %fixed = freeze i32 %order
  %least = call float @llvm.minimum.f32(float %f, float %float)
  %sum = call float @llvm.vector.reduce.fadd.v4f32(float %least, <4 x float> splat (float 2.0))
  %rounded = fptosi float %sum to i32
  call void @llvm.assume(i1 true) [ "align"(ptr addrspace(1) %p, i64 16) ]
  switch i32 %n, label %end [
    i32 3, label %other
    i32 -4, label %end
  ]

other:
  %mixed = add nuw i32 %now, %rounded
  br label %end

end:
  %result = phi i32 [ %fixed, %start ], [ %fixed, %start ], [ %mixed, %other ]
  %total = add i32 %result, %element
  %more = add i32 %total, %second
  %last = add i32 %more, %first
  %all = add i32 %last, %back
  ret i32 %all
}

declare i32 @llvm.ucmp.i32.i32(i32, i32)
declare float @llvm.minimum.f32(float, float)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
declare void @llvm.assume(i1)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "a compiler", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "newest.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 8, !"PIC Level", i32 2}
!4 = distinct !DISubprogram(name: "newest", scope: !1, file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !6)
!5 = !DISubroutineType(types: !{null})
!6 = !{!7}
!7 = !DILocalVariable(name: "n", arg: 2, scope: !4, file: !1, line: 3, type: !9)
!8 = !DILocation(line: 4, scope: !4)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
