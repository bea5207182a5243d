; y = a * x + y, as a compiler of today writes it: opaque pointers, attributes and flags of LLVM 20 and later
target triple = "air64_v26-apple-macosx14.0.0"

define void @saxpy(ptr addrspace(1) noundef readonly captures(none) %x, ptr addrspace(1) noundef captures(none) %y,
                   ptr addrspace(2) noundef readonly captures(none) dereferenceable(4) %a, i32 noundef %gid) memory(argmem: readwrite) {
  %i = zext nneg i32 %gid to i64
  %px = getelementptr inbounds nuw float, ptr addrspace(1) %x, i64 %i
  %vx = load float, ptr addrspace(1) %px, align 4
  %py = getelementptr inbounds nuw float, ptr addrspace(1) %y, i64 %i
  %vy = load float, ptr addrspace(1) %py, align 4
  %va = load float, ptr addrspace(2) %a, align 4
  %r = call float @llvm.fma.f32(float %va, float %vx, float %vy)
  store float %r, ptr addrspace(1) %py, align 4
  ret void
}

declare float @llvm.fma.f32(float, float, float)

!air.kernel = !{!0}
!0 = !{ptr @saxpy, !1, !2}
!1 = !{}
!2 = !{!3, !4, !5, !6}
!3 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read", !"air.address_space", i32 1, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"x"}
!4 = !{i32 1, !"air.buffer", !"air.location_index", i32 1, i32 1, !"air.read_write", !"air.address_space", i32 1, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"y"}
!5 = !{i32 2, !"air.buffer", !"air.buffer_size", i32 4, !"air.location_index", i32 2, i32 1, !"air.read", !"air.address_space", i32 2, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"a"}
!6 = !{i32 3, !"air.thread_position_in_grid", !"air.arg_type_name", !"uint", !"air.arg_name", !"gid"}

!llvm.module.flags = !{!10, !11, !12, !13, !14, !15, !16, !17, !18}
!llvm.ident = !{!20}
!air.version = !{!21}
!air.language_version = !{!22}
!air.compile_options = !{!23, !24, !25}
!10 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!11 = !{i32 1, !"wchar_size", i32 4}
!12 = !{i32 7, !"frame-pointer", i32 2}
!13 = !{i32 7, !"air.max_device_buffers", i32 31}
!14 = !{i32 7, !"air.max_constant_buffers", i32 31}
!15 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!16 = !{i32 7, !"air.max_textures", i32 128}
!17 = !{i32 7, !"air.max_read_write_textures", i32 8}
!18 = !{i32 7, !"air.max_samplers", i32 16}
!20 = !{!"saxpy compiler 1.0"}
!21 = !{i32 2, i32 6, i32 0}
!22 = !{!"Metal", i32 3, i32 1, i32 0}
!23 = !{!"air.compile.denorms_disable"}
!24 = !{!"air.compile.fast_math_disable"}
!25 = !{!"air.compile.framebuffer_fetch_enable"}
