// What <SceneKit/scn_metal> declares. Names, types and order of members: Apple's documentation of SCNProgram, which has
// those of the first version; the later ones as programs declare them that take SceneKit's buffers without the header
// (the shaders of `gibsonFloorVertex`; R. Lefkowitz's SCNSceneBuffer in Swift). The struct of a node is the source's own.
#ifndef MTLB_SCENEKIT_H
#define MTLB_SCENEKIT_H
#include "macros.h"
// The numbers of vertex attributes.
enum {
  SCNVertexSemanticPosition, SCNVertexSemanticNormal, SCNVertexSemanticTangent, SCNVertexSemanticColor,
  SCNVertexSemanticBoneIndices, SCNVertexSemanticBoneWeights,
  SCNVertexSemanticTexcoord0, SCNVertexSemanticTexcoord1, SCNVertexSemanticTexcoord2, SCNVertexSemanticTexcoord3,
  SCNVertexSemanticTexcoord4, SCNVertexSemanticTexcoord5, SCNVertexSemanticTexcoord6, SCNVertexSemanticTexcoord7,
};
// What does not change in a frame: SceneKit binds it to the argument `scn_frame`.
struct SCNSceneBuffer {
  metal::float4x4 viewTransform, inverseViewTransform, projectionTransform, viewProjectionTransform;
  metal::float4x4 viewToCubeTransform, lastFrameViewProjectionTransform;
  metal::float4 ambientLightingColor, fogColor;
  metal::float3 fogParameters;
  metal::float2 inverseResolution;
  float time, sinTime, cosTime, random01, motionBlurIntensity, environmentIntensity;
  metal::float4x4 inverseProjectionTransform, inverseViewProjectionTransform;
  metal::float2 nearFar;
  metal::float4 viewportSize;
  metal::float4x4 inverseTransposeViewTransform;
  metal::float4 clusterScale;
};
#endif
