; ModuleID = 'BitcodeBuffer'
source_filename = "k"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-unknown"

@__anon_1022 = private unnamed_addr constant [4 x float] [float 1.500000e+00, float 2.500000e+00, float 3.500000e+00, float 4.500000e+00], align 4

@zig_kernel = alias void (i64, ptr, ptr, ptr), ptr @k.zig_kernel

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define private void @k.zig_kernel(i64 %0, ptr nonnull readonly captures(none) %1, ptr nonnull writeonly captures(none) %2, ptr nonnull readonly align 4 captures(none) %3) unnamed_addr #0 {
  %5 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %6 = load i32, ptr %5, align 4
  %7 = zext i32 %6 to i64
  %.not = icmp ult i64 %0, %7
  br i1 %.not, label %8, label %common.ret

common.ret:                                       ; preds = %4, %.epilog-lcssa
  ret void

8:                                                ; preds = %4
  %9 = and i64 %0, 3
  %10 = getelementptr inbounds nuw [4 x i8], ptr @__anon_1022, i64 %9
  %11 = load float, ptr %10, align 4
  %12 = load float, ptr %3, align 4
  %13 = add i64 %0, 1
  %xtraiter = and i64 %13, 3
  %14 = icmp ult i64 %0, 3
  br i1 %14, label %.epil.preheader, label %.new

.new:                                             ; preds = %8
  %unroll_iter = and i64 %13, -4
  br label %15

15:                                               ; preds = %15, %.new
  %.012 = phi i64 [ 0, %.new ], [ %35, %15 ]
  %.0811 = phi float [ 0.000000e+00, %.new ], [ %34, %15 ]
  %niter = phi i64 [ 0, %.new ], [ %niter.next.3, %15 ]
  %16 = getelementptr inbounds nuw [4 x i8], ptr %1, i64 %.012
  %17 = load float, ptr %16, align 4
  %18 = fmul float %17, %12
  %19 = fadd float %.0811, %18
  %20 = getelementptr inbounds nuw [4 x i8], ptr %1, i64 %.012
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 4
  %22 = load float, ptr %21, align 4
  %23 = fmul float %22, %12
  %24 = fadd float %19, %23
  %25 = getelementptr inbounds nuw [4 x i8], ptr %1, i64 %.012
  %26 = getelementptr inbounds nuw i8, ptr %25, i64 8
  %27 = load float, ptr %26, align 4
  %28 = fmul float %27, %12
  %29 = fadd float %24, %28
  %30 = getelementptr inbounds nuw [4 x i8], ptr %1, i64 %.012
  %31 = getelementptr inbounds nuw i8, ptr %30, i64 12
  %32 = load float, ptr %31, align 4
  %33 = fmul float %32, %12
  %34 = fadd float %29, %33
  %35 = add nuw i64 %.012, 4
  %niter.next.3 = add i64 %niter, 4
  %niter.ncmp.3 = icmp eq i64 %niter.next.3, %unroll_iter
  br i1 %niter.ncmp.3, label %.unr-lcssa, label %15

.unr-lcssa:                                       ; preds = %15
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %.epilog-lcssa, label %.epil.preheader

.epil.preheader:                                  ; preds = %.unr-lcssa, %8
  %.012.epil.init = phi i64 [ 0, %8 ], [ %35, %.unr-lcssa ]
  %.0811.epil.init = phi float [ 0.000000e+00, %8 ], [ %34, %.unr-lcssa ]
  %lcmp.mod14 = icmp ne i64 %xtraiter, 0
  tail call void @llvm.assume(i1 %lcmp.mod14)
  br label %36

36:                                               ; preds = %36, %.epil.preheader
  %.012.epil = phi i64 [ %.012.epil.init, %.epil.preheader ], [ %41, %36 ]
  %.0811.epil = phi float [ %.0811.epil.init, %.epil.preheader ], [ %40, %36 ]
  %epil.iter = phi i64 [ 0, %.epil.preheader ], [ %epil.iter.next, %36 ]
  %37 = getelementptr inbounds nuw [4 x i8], ptr %1, i64 %.012.epil
  %38 = load float, ptr %37, align 4
  %39 = fmul float %38, %12
  %40 = fadd float %.0811.epil, %39
  %41 = add nuw i64 %.012.epil, 1
  %epil.iter.next = add i64 %epil.iter, 1
  %epil.iter.cmp.not = icmp eq i64 %epil.iter.next, %xtraiter
  br i1 %epil.iter.cmp.not, label %.epilog-lcssa, label %36, !llvm.loop !0

.epilog-lcssa:                                    ; preds = %36, %.unr-lcssa
  %.lcssa = phi float [ %34, %.unr-lcssa ], [ %40, %36 ]
  %42 = getelementptr inbounds nuw [4 x i8], ptr %2, i64 %0
  %43 = tail call float @llvm.sqrt.f32(float %.lcssa)
  %44 = fadd float %11, %43
  %45 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %0)
  %46 = trunc nuw nsw i64 %45 to i7
  %47 = uitofp nneg i7 %46 to float
  %48 = fadd float %44, %47
  store float %48, ptr %42, align 4
  br label %common.ret
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-soft-float,-sse3,-sse4.1,-sse4.2,-sse4a,-sse-unaligned-mem,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!llvm.module.flags = !{}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
