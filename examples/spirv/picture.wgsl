// A ball in the evening: a vertex shader that covers the picture, and a fragment shader that colors it.

struct Scene {
    light: vec3<f32>,
    radius: f32,
    sky: array<vec4<f32>, 2>,
}

@group(0) @binding(0) var<uniform> scene: Scene;

struct Varyings {
    @builtin(position) position: vec4<f32>,
    @location(0) at: vec2<f32>,
}

@vertex
fn vs_main(@builtin(vertex_index) index: u32) -> Varyings {
    let at = vec2<f32>(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    return Varyings(vec4<f32>(at, 0.0, 1.0), at);
}

@fragment
fn fs_main(in: Varyings) -> @location(0) vec4<f32> {
    let height = smoothstep(-1.0, 1.0, in.at.y);
    let square = scene.radius * scene.radius - dot(in.at, in.at);
    if square < 0.0 {
        return mix(scene.sky[0], scene.sky[1], height);
    }
    let normal = normalize(vec3<f32>(in.at, sqrt(square)));
    let diffuse = max(dot(normal, normalize(scene.light)), 0.0);
    return vec4<f32>(vec3<f32>(0.9, 0.4, 0.2) * (0.1 + 0.9 * diffuse), 1.0);
}
