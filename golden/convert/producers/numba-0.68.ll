; ModuleID = 'blur'
source_filename = "<string>"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_ZN08NumbaEnv8__main__4blurB2v1B52c8tJTIeFIjxB2IKSgI4CrvQClUYkACQB1EiFSRRB9GgCAA_3d_3dEx10float32_2a10float32_2ax = common local_unnamed_addr global ptr null
@PyExc_StopIteration = external global i8
@PyExc_SystemError = external global i8
@".const.unknown error when calling native function" = internal constant [43 x i8] c"unknown error when calling native function\00"
@".const.<numba.core.cpu.CPUContext>" = internal constant [28 x i8] c"<numba.core.cpu.CPUContext>\00"
@_ZN08NumbaEnv5numba2np8arrayobj11impl_carray12_3clocals_3e4implB2v2B42c8tJTIeFIjxB2IKSgI4CrvQClcaMQ5hEEUSJJgA_3dE10float32_2ax27omitted_28default_3dNone_29 = common local_unnamed_addr global ptr null

define noundef range(i32 -1, -2) i32 @_ZN8__main__4blurB2v1B52c8tJTIeFIjxB2IKSgI4CrvQClUYkACQB1EiFSRRB9GgCAA_3d_3dEx10float32_2a10float32_2ax(ptr noalias writeonly captures(none) initializes((0, 8)) %retptr, ptr noalias readnone captures(none) %excinfo, i64 %arg.i, ptr readonly captures(none) %arg.x, ptr writeonly captures(none) %arg.y, i64 %arg.n) local_unnamed_addr {
B0.endif.endif:
  %.99 = icmp sgt i64 %arg.i, 0
  br i1 %.99, label %B84, label %common.ret

B84:                                              ; preds = %B0.endif.endif
  %.106 = add nsw i64 %arg.n, -1
  %.110 = icmp slt i64 %arg.i, %.106
  br i1 %.110, label %B108.endif, label %common.ret

common.ret:                                       ; preds = %B84, %B0.endif.endif, %B108.endif
  store ptr null, ptr %retptr, align 8
  ret i32 0

B108.endif:                                       ; preds = %B84
  %0 = getelementptr float, ptr %arg.x, i64 %arg.i
  %.163 = getelementptr i8, ptr %0, i64 -4
  %.164 = load float, ptr %.163, align 4
  %.195 = load float, ptr %0, align 4
  %.196 = fadd float %.164, %.195
  %.227 = getelementptr i8, ptr %0, i64 4
  %.228 = load float, ptr %.227, align 4
  %.234 = fadd float %.196, %.228
  %.243 = fdiv float %.234, 3.000000e+00
  %.273 = getelementptr float, ptr %arg.y, i64 %arg.i
  store float %.243, ptr %.273, align 4
  br label %common.ret
}

define ptr @cfunc._ZN8__main__4blurB2v1B52c8tJTIeFIjxB2IKSgI4CrvQClUYkACQB1EiFSRRB9GgCAA_3d_3dEx10float32_2a10float32_2ax(i64 %.1, ptr readonly captures(none) %.2, ptr writeonly captures(none) %.3, i64 %.4) local_unnamed_addr {
entry:
  %.6 = alloca ptr, align 8
  %.10 = call i32 @_ZN8__main__4blurB2v1B52c8tJTIeFIjxB2IKSgI4CrvQClUYkACQB1EiFSRRB9GgCAA_3d_3dEx10float32_2a10float32_2ax(ptr nonnull %.6, ptr nonnull poison, i64 %.1, ptr %.2, ptr %.3, i64 %.4) #0
  %.20 = load ptr, ptr %.6, align 8
  %.22 = alloca i32, align 4
  store i32 0, ptr %.22, align 4
  %cond = icmp eq i32 %.10, 0
  br i1 %cond, label %common.ret, label %entry.if, !prof !0

entry.if:                                         ; preds = %entry
  %.18 = icmp sgt i32 %.10, 0
  call void @numba_gil_ensure(ptr nonnull %.22)
  br i1 %.18, label %entry.if.if, label %entry.if.endif

common.ret:                                       ; preds = %entry, %.25
  ret ptr %.20

.25:                                              ; preds = %entry.if.endif, %entry.if.endif.endif.endif, %entry.if.endif.if
  %.73 = call ptr @PyUnicode_FromString(ptr nonnull @".const.<numba.core.cpu.CPUContext>")
  call void @PyErr_WriteUnraisable(ptr %.73)
  call void @Py_DecRef(ptr %.73)
  call void @numba_gil_release(ptr nonnull %.22)
  br label %common.ret

entry.if.if:                                      ; preds = %entry.if
  call void @PyErr_Clear()
  unreachable

entry.if.endif:                                   ; preds = %entry.if
  switch i32 %.10, label %entry.if.endif.endif.endif [
    i32 -3, label %entry.if.endif.if
    i32 -1, label %.25
  ]

entry.if.endif.if:                                ; preds = %entry.if.endif
  call void @PyErr_SetNone(ptr nonnull @PyExc_StopIteration)
  br label %.25

entry.if.endif.endif.endif:                       ; preds = %entry.if.endif
  call void @PyErr_SetString(ptr nonnull @PyExc_SystemError, ptr nonnull @".const.unknown error when calling native function")
  br label %.25
}

declare void @numba_gil_ensure(ptr) local_unnamed_addr

declare ptr @PyUnicode_FromString(ptr) local_unnamed_addr

declare void @PyErr_WriteUnraisable(ptr) local_unnamed_addr

declare void @Py_DecRef(ptr) local_unnamed_addr

declare void @numba_gil_release(ptr) local_unnamed_addr

declare void @PyErr_Clear() local_unnamed_addr

declare void @PyErr_SetString(ptr, ptr) local_unnamed_addr

declare void @PyErr_SetNone(ptr) local_unnamed_addr

; Function Attrs: noinline
define linkonce_odr void @NRT_decref(ptr %.1) local_unnamed_addr #0 {
.3:
  %.4 = icmp eq ptr %.1, null
  br i1 %.4, label %common.ret1, label %.3.endif, !prof !1

common.ret1:                                      ; preds = %.3, %.3.endif
  ret void

.3.endif:                                         ; preds = %.3
  fence release
  %0 = tail call i8 @llvm.x86.atomic.sub.cc.i64(ptr nonnull %.1, i64 1, i32 4)
  %1 = trunc i8 %0 to i1
  br i1 %1, label %.3.endif.if, label %common.ret1, !prof !1

.3.endif.if:                                      ; preds = %.3.endif
  fence acquire
  tail call void @NRT_MemInfo_call_dtor(ptr nonnull %.1)
  ret void
}

; Function Attrs: nounwind
declare i8 @llvm.x86.atomic.sub.cc.i64(ptr, i64, i32 immarg) #1

declare void @NRT_MemInfo_call_dtor(ptr) local_unnamed_addr

attributes #0 = { noinline }
attributes #1 = { nounwind }

!0 = !{!"branch_weights", i32 49, i32 1}
!1 = !{!"branch_weights", i32 1, i32 99}
