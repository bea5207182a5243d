; ModuleID = "gray"
target triple = "air64_v26-apple-macosx14.0.0"
target datalayout = ""

define void @"gray"(ptr addrspace(1) %"pixels", ptr addrspace(1) %"out", i32 %"gid")
{
entry:
  %".5" = zext i32 %"gid" to i64
  %".6" = getelementptr <4 x float>, ptr addrspace(1) %"pixels", i64 %".5"
  %".7" = load <4 x float>, ptr addrspace(1) %".6"
  %".8" = extractelement <4 x float> %".7", i32 0
  %".9" = fmul float %".8", 0x3fd0000000000000
  %".10" = fadd float              0x0, %".9"
  %".11" = extractelement <4 x float> %".7", i32 1
  %".12" = fmul float %".11", 0x3fe0000000000000
  %".13" = fadd float %".10", %".12"
  %".14" = extractelement <4 x float> %".7", i32 2
  %".15" = fmul float %".14", 0x3fc0000000000000
  %".16" = fadd float %".13", %".15"
  %".17" = fptoui float %".16" to i32
  %".18" = uitofp i32 %".17" to float
  %".19" = getelementptr float, ptr addrspace(1) %"out", i64 %".5"
  store float %".18", ptr addrspace(1) %".19"
  ret void
}
