@fragment fn main(@builtin(barycentric) b: vec3<f32>) -> @location(0) vec4<f32> { return vec4<f32>(b, 1.0); }
