; ddf987417c2522a004d4278c264fe5356d7862a0718f89cbcce193151d9763e3 by tools/build_runtime.py
%struct.Pixels = type { ptr, i32, i32, i32, i32 }
%struct.Command = type { [48 x i8], i32, i32, i32, i32, [14 x i64] }
%struct.Axis = type { i32, i32, float, i32 }

@mtlb_imageblock.nowhere = internal global [32 x i64] zeroinitializer, align 16
@mtlb_command.nowhere = internal global [14 x i64] zeroinitializer, align 16

define ptr @mtlb_table_entry(ptr readonly %0, i32 %1) local_unnamed_addr #0 {
  %3 = icmp eq ptr %0, null
  br i1 %3, label %13, label %4

4:
  %5 = zext i32 %1 to i64
  %6 = load i64, ptr %0, align 8
  %7 = icmp ugt i64 %6, %5
  br i1 %7, label %8, label %13

8:
  %9 = getelementptr inbounds i8, ptr %0, i64 8
  %10 = getelementptr inbounds ptr, ptr %9, i64 %5
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %13, label %14

13:
  tail call void @mtlb_no_function() #7
  br label %14

14:
  %15 = phi ptr [ null, %13 ], [ %11, %8 ]
  ret ptr %15
}

declare void @mtlb_no_function() local_unnamed_addr #1

define ptr @mtlb_mesh_row(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) local_unnamed_addr #2 {
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = shl i32 %1, 1
  %8 = zext i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %6, i64 %8
  %10 = getelementptr inbounds i8, ptr %9, i64 4
  %11 = load i32, ptr %10, align 4
  %12 = icmp ult i32 %2, %11
  br i1 %12, label %13, label %17

13:
  %14 = load i32, ptr %9, align 4
  %15 = mul i32 %3, %2
  %16 = add i32 %14, %15
  br label %21

17:
  %18 = getelementptr inbounds i8, ptr %0, i64 4
  %19 = load i32, ptr %18, align 4
  %20 = add i32 %19, 1
  store i32 %20, ptr %18, align 4
  br label %21

21:
  %22 = phi i32 [ %16, %13 ], [ %4, %17 ]
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds i8, ptr %0, i64 %23
  ret ptr %24
}

define ptr @mtlb_imageblock(i32 %0, i32 %1, i32 %2) local_unnamed_addr #0 {
  %4 = tail call ptr @mtlb_pixels() #7
  %5 = tail call ptr @mtlb_thread() #7
  %6 = getelementptr inbounds i8, ptr %5, i64 24
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds i8, ptr %5, i64 72
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %9, %7
  %11 = add i32 %10, %1
  %12 = getelementptr inbounds i8, ptr %5, i64 28
  %13 = load i32, ptr %12, align 4
  %14 = getelementptr inbounds i8, ptr %5, i64 76
  %15 = load i32, ptr %14, align 4
  %16 = mul i32 %15, %13
  %17 = add i32 %16, %2
  tail call void @llvm.memset.p0.i64(ptr align 16 dereferenceable(256) @mtlb_imageblock.nowhere, i8 0, i64 256, i1 false)
  %18 = icmp eq ptr %4, null
  br i1 %18, label %57, label %19

19:
  %20 = load i32, ptr %8, align 4
  %21 = icmp ult i32 %1, %20
  br i1 %21, label %22, label %57

22:
  %23 = load i32, ptr %14, align 4
  %24 = icmp ult i32 %2, %23
  br i1 %24, label %28, label %57

25:
  %26 = add i32 %29, 1
  %27 = icmp ugt i32 %26, %0
  br i1 %27, label %35, label %28

28:
  %29 = phi i32 [ %26, %25 ], [ 0, %22 ]
  %30 = zext i32 %29 to i64
  %31 = getelementptr inbounds %struct.Pixels, ptr %4, i64 %30
  %32 = getelementptr inbounds i8, ptr %31, i64 8
  %33 = load i32, ptr %32, align 8
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %57, label %25

35:
  %36 = zext i32 %0 to i64
  %37 = getelementptr inbounds %struct.Pixels, ptr %4, i64 %36
  %38 = getelementptr inbounds i8, ptr %37, i64 12
  %39 = load i32, ptr %38, align 4
  %40 = icmp ult i32 %11, %39
  br i1 %40, label %41, label %57

41:
  %42 = getelementptr inbounds i8, ptr %37, i64 16
  %43 = load i32, ptr %42, align 8
  %44 = icmp ult i32 %17, %43
  br i1 %44, label %45, label %57

45:
  %46 = load ptr, ptr %37, align 8
  %47 = zext i32 %17 to i64
  %48 = zext i32 %39 to i64
  %49 = mul nuw i64 %48, %47
  %50 = zext i32 %11 to i64
  %51 = add nuw i64 %49, %50
  %52 = getelementptr inbounds i8, ptr %37, i64 8
  %53 = load i32, ptr %52, align 8
  %54 = zext i32 %53 to i64
  %55 = mul i64 %51, %54
  %56 = getelementptr inbounds i8, ptr %46, i64 %55
  br label %57

57:
  %58 = phi ptr [ @mtlb_imageblock.nowhere, %35 ], [ @mtlb_imageblock.nowhere, %3 ], [ @mtlb_imageblock.nowhere, %22 ], [ @mtlb_imageblock.nowhere, %19 ], [ %56, %45 ], [ @mtlb_imageblock.nowhere, %41 ], [ @mtlb_imageblock.nowhere, %28 ]
  ret ptr %58
}

declare ptr @mtlb_pixels() local_unnamed_addr #1

declare ptr @mtlb_thread() local_unnamed_addr #1

declare void @llvm.memset.p0.i64(ptr writeonly, i8, i64, i1 immarg) #3

define ptr @mtlb_command(ptr %0, ptr readonly %1, i32 %2, i32 %3, i32 %4) local_unnamed_addr #4 {
  %6 = icmp eq ptr %0, null
  br i1 %6, label %31, label %7

7:
  %8 = getelementptr inbounds i8, ptr %0, i64 4
  %9 = load i32, ptr %8, align 4
  %10 = add i32 %9, 1
  store i32 %10, ptr %8, align 4
  %11 = load i32, ptr %0, align 8
  %12 = icmp ult i32 %9, %11
  br i1 %12, label %13, label %31

13:
  %14 = getelementptr inbounds i8, ptr %0, i64 16
  %15 = zext i32 %9 to i64
  %16 = getelementptr inbounds %struct.Command, ptr %14, i64 %15
  br label %17

17:
  %18 = phi i64 [ 0, %13 ], [ %29, %27 ]
  %19 = getelementptr inbounds i8, ptr %1, i64 %18
  %20 = load i8, ptr %19, align 1
  %21 = icmp eq i8 %20, 0
  br i1 %21, label %22, label %27

22:
  %23 = getelementptr inbounds i8, ptr %16, i64 48
  store i32 %2, ptr %23, align 8
  %24 = getelementptr inbounds i8, ptr %16, i64 52
  store i32 %3, ptr %24, align 4
  %25 = getelementptr inbounds i8, ptr %16, i64 56
  store i32 %4, ptr %25, align 8
  %26 = getelementptr inbounds i8, ptr %16, i64 64
  br label %31

27:
  %28 = getelementptr inbounds i8, ptr %16, i64 %18
  store i8 %20, ptr %28, align 1
  %29 = add nuw nsw i64 %18, 1
  %30 = icmp eq i64 %29, 47
  br i1 %30, label %22, label %17

31:
  %32 = phi ptr [ @mtlb_command.nowhere, %5 ], [ %26, %22 ], [ @mtlb_command.nowhere, %7 ]
  ret ptr %32
}

define float @mtlb_map_coordinate(ptr readonly %0, i32 %1, i32 %2, i32 %3, float %4) local_unnamed_addr #5 {
  %6 = icmp eq ptr %0, null
  br i1 %6, label %81, label %7

7:
  %8 = load i32, ptr %0, align 4
  %9 = icmp ult i32 %1, %8
  br i1 %9, label %10, label %81

10:
  %11 = getelementptr inbounds i8, ptr %0, i64 16
  %12 = shl i32 %1, 1
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds %struct.Axis, ptr %11, i64 %13
  %15 = zext i32 %2 to i64
  %16 = getelementptr inbounds %struct.Axis, ptr %14, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds float, ptr %0, i64 %18
  %20 = getelementptr inbounds i8, ptr %16, i64 8
  %21 = load float, ptr %20, align 4
  %22 = getelementptr inbounds i8, ptr %16, i64 4
  %23 = load i32, ptr %22, align 4
  %24 = uitofp i32 %23 to float
  %25 = fdiv float %21, %24
  %26 = icmp eq i32 %3, 0
  %27 = tail call i32 @llvm.umax.i32(i32 %23, i32 1)
  %28 = add i32 %27, -1
  br i1 %26, label %29, label %31

29:
  %30 = zext i32 %28 to i64
  br label %54

31:
  %32 = phi i32 [ %35, %34 ], [ 0, %10 ]
  %33 = icmp eq i32 %32, %28
  br i1 %33, label %39, label %34

34:
  %35 = add nuw i32 %32, 1
  %36 = uitofp i32 %35 to float
  %37 = fmul float %25, %36
  %38 = fcmp ult float %4, %37
  br i1 %38, label %39, label %31

39:
  %40 = phi i32 [ %28, %31 ], [ %32, %34 ]
  %41 = phi i32 [ %27, %31 ], [ %35, %34 ]
  %42 = zext i32 %40 to i64
  %43 = getelementptr inbounds float, ptr %19, i64 %42
  %44 = load float, ptr %43, align 4
  %45 = fdiv float %4, %25
  %46 = uitofp i32 %40 to float
  %47 = fsub float %45, %46
  %48 = zext i32 %41 to i64
  %49 = getelementptr inbounds float, ptr %19, i64 %48
  %50 = load float, ptr %49, align 4
  %51 = fsub float %50, %44
  %52 = fmul float %47, %51
  %53 = fadd float %44, %52
  br label %81

54:
  %55 = phi i64 [ 0, %29 ], [ %58, %57 ]
  %56 = icmp eq i64 %55, %30
  br i1 %56, label %66, label %57

57:
  %58 = add nuw nsw i64 %55, 1
  %59 = getelementptr inbounds float, ptr %19, i64 %58
  %60 = load float, ptr %59, align 4
  %61 = fcmp ult float %4, %60
  br i1 %61, label %62, label %54

62:
  %63 = trunc i64 %58 to i32
  %64 = trunc i64 %55 to i32
  %65 = and i64 %55, 4294967295
  br label %66

66:
  %67 = phi i64 [ %65, %62 ], [ %30, %54 ]
  %68 = phi i32 [ %64, %62 ], [ %28, %54 ]
  %69 = phi i32 [ %63, %62 ], [ %27, %54 ]
  %70 = uitofp i32 %68 to float
  %71 = getelementptr inbounds float, ptr %19, i64 %67
  %72 = load float, ptr %71, align 4
  %73 = fsub float %4, %72
  %74 = zext i32 %69 to i64
  %75 = getelementptr inbounds float, ptr %19, i64 %74
  %76 = load float, ptr %75, align 4
  %77 = fsub float %76, %72
  %78 = fdiv float %73, %77
  %79 = fadd float %78, %70
  %80 = fmul float %25, %79
  br label %81

81:
  %82 = phi float [ %4, %5 ], [ %4, %7 ], [ %53, %39 ], [ %80, %66 ]
  ret float %82
}

declare i32 @llvm.umax.i32(i32, i32) #6

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { nounwind }
attributes #5 = { nounwind }
attributes #6 = { nounwind }
attributes #7 = { nounwind }
