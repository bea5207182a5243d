
@fragment fn main(@builtin(view_index) v: u32) -> @location(0) vec4<f32> { return vec4<f32>(f32(v)); }
