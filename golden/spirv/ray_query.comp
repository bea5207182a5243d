#version 460
#extension GL_EXT_ray_query : enable
layout(binding=0) uniform accelerationStructureEXT tlas; layout(binding=1) buffer O { float t; } o;
void main() { rayQueryEXT q; rayQueryInitializeEXT(q, tlas, gl_RayFlagsOpaqueEXT, 0xff, vec3(0), 0.0, vec3(0,0,1), 10.0); while (rayQueryProceedEXT(q)) {} o.t = rayQueryGetIntersectionTEXT(q, true); }
