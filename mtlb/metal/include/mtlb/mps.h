// The structs that <MetalPerformanceShaders/MetalPerformanceShaders.h> declares for Metal source: rays and intersections. Names, types
// and order of members: the initializers in Apple's documentation of the framework. `MPSRayOriginMinDistanceDirectionMaxDistance`,
// with `packed_float3`, is also in the library of metal-rs' example mps (compiler 902).
#ifndef MTLB_MPS_H
#define MTLB_MPS_H
#include "macros.h"
typedef metal::packed_float3 MPSPackedFloat3;
struct MPSRayOriginDirection { metal::float3 origin, direction; };
struct MPSRayPackedOriginDirection { MPSPackedFloat3 origin, direction; };
struct MPSRayOriginMinDistanceDirectionMaxDistance { MPSPackedFloat3 origin; float minDistance; MPSPackedFloat3 direction; float maxDistance; };
struct MPSRayOriginMaskDirectionMaxDistance { MPSPackedFloat3 origin; unsigned mask; MPSPackedFloat3 direction; float maxDistance; };
struct MPSIntersectionDistance { float distance; };
struct MPSIntersectionDistancePrimitiveIndex { float distance; unsigned primitiveIndex; };
struct MPSIntersectionDistancePrimitiveIndexCoordinates { float distance; unsigned primitiveIndex; metal::float2 coordinates; };
struct MPSIntersectionDistancePrimitiveIndexInstanceIndex { float distance; unsigned primitiveIndex, instanceIndex; };
struct MPSIntersectionDistancePrimitiveIndexInstanceIndexCoordinates { float distance; unsigned primitiveIndex, instanceIndex; metal::float2 coordinates; };
struct MPSIntersectionDistancePrimitiveIndexBufferIndex { float distance; unsigned primitiveIndex, bufferIndex; };
struct MPSIntersectionDistancePrimitiveIndexBufferIndexCoordinates { float distance; unsigned primitiveIndex, bufferIndex; metal::float2 coordinates; };
struct MPSIntersectionDistancePrimitiveIndexBufferIndexInstanceIndex { float distance; unsigned primitiveIndex, bufferIndex, instanceIndex; };
struct MPSIntersectionDistancePrimitiveIndexBufferIndexInstanceIndexCoordinates {
  float distance; unsigned primitiveIndex, bufferIndex, instanceIndex; metal::float2 coordinates;
};
#endif
