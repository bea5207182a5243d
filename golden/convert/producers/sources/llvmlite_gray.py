"""llvmlite.ir: a module that is put together, for AIR but without metadata."""

from llvmlite import ir

module = ir.Module("gray")
module.triple = "air64_v26-apple-macosx14.0.0"
f32, i32, i64 = ir.FloatType(), ir.IntType(32), ir.IntType(64)
vector, device = ir.VectorType(f32, 4), ir.PointerType(addrspace=1)
function = ir.Function(module, ir.FunctionType(ir.VoidType(), [device, device, i32]), "gray")
for argument, name in zip(function.args, ("pixels", "out", "gid"), strict=True):
    argument.name = name
builder = ir.IRBuilder(function.append_basic_block("entry"))
index = builder.zext(function.args[2], i64)
pixel = builder.load(builder.gep(function.args[0], [index], source_etype=vector), typ=vector)
total = ir.Constant(f32, 0.0)
for place, weight in enumerate((0.25, 0.5, 0.125)):
    part = builder.extract_element(pixel, ir.Constant(i32, place))
    total = builder.fadd(total, builder.fmul(part, ir.Constant(f32, weight)))
whole = builder.uitofp(builder.fptoui(total, i32), f32)
builder.store(whole, builder.gep(function.args[1], [index], source_etype=f32))
builder.ret_void()
print(module)
