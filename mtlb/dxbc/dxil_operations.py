"""The operations of DXIL: calls of ``dx.op.*`` functions, identified by their first argument."""

from __future__ import annotations

import re

from .words import word

# Argument lists that many operations share.
_GROUPS = {
    "@texture": "srv,sampler,coord0,coord1,coord2,coord3",
    "@offsets": "offset0,offset1,offset2",
    "@values": "value0,value1,value2,value3",
    "@masks": "mask0,mask1,mask2,mask3",
    "@gradients": "ddx0,ddx1,ddx2,ddy0,ddy1,ddy2",
    "@feedback": "feedbackTex,sampledTex,sampler,c0,c1,c2,c3",
    "@ray": "Origin_X,Origin_Y,Origin_Z,TMin,Direction_X,Direction_Y,Direction_Z,TMax",
}

# the first number, then names with arguments; a name without arguments takes those after the colon of its line
_TABLE = """
0 TempRegLoad(index) TempRegStore(index,value) MinPrecXRegLoad(regIndex,index,component)
3 MinPrecXRegStore(regIndex,index,component,value) LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
5 StoreOutput(outputSigId,rowIndex,colIndex,value)
6 FAbs Saturate IsNaN IsInf IsFinite IsNormal Cos Sin Tan Acos Asin Atan Hcos Hsin Htan Exp Frc Log Sqrt Rsqrt : value
26 Round_ne Round_ni Round_pi Round_z Bfrev Countbits FirstbitLo FirstbitHi FirstbitSHi : value
35 FMax FMin IMax IMin UMax UMin IMul UMul UDiv UAddc USubb : a,b
46 FMad Fma IMad UMad Msad Ibfe Ubfe : a,b,c
53 Bfi(width,offset,value,replacedValue) Dot2(ax,ay,bx,by) Dot3(ax,ay,az,bx,by,bz) Dot4(ax,ay,az,aw,bx,by,bz,bw)
57 CreateHandle(resourceClass,rangeId,index,nonUniformIndex) CBufferLoad(handle,byteOffset,alignment)
59 CBufferLoadLegacy(handle,regIndex) Sample(@texture,@offsets,clamp) SampleBias(@texture,@offsets,bias,clamp)
62 SampleLevel(@texture,@offsets,LOD) SampleGrad(@texture,@offsets,@gradients,clamp)
64 SampleCmp(@texture,@offsets,compareValue,clamp) SampleCmpLevelZero(@texture,@offsets,compareValue)
66 TextureLoad(srv,mipLevelOrSampleCount,coord0,coord1,coord2,@offsets)
67 TextureStore(srv,coord0,coord1,coord2,@values,mask) BufferLoad(srv,index,wot)
69 BufferStore(uav,coord0,coord1,@values,mask) BufferUpdateCounter(uav,inc) CheckAccessFullyMapped(status)
72 GetDimensions(handle,mipLevel) TextureGather(@texture,offset0,offset1,channel)
74 TextureGatherCmp(@texture,offset0,offset1,channel,compareValue) Texture2DMSGetSamplePosition(srv,index)
76 RenderTargetGetSamplePosition(index) RenderTargetGetSampleCount()
78 AtomicBinOp(handle,atomicOp,@offsets,newValue) AtomicCompareExchange(handle,@offsets,compareValue,newValue)
80 Barrier(barrierMode) CalculateLOD(handle,sampler,coord0,coord1,coord2,clamped) Discard(condition)
83 DerivCoarseX DerivCoarseY DerivFineX DerivFineY : value
87 EvalSnapped(inputSigId,inputRowIndex,inputColIndex,offsetX,offsetY)
88 EvalSampleIndex(inputSigId,inputRowIndex,inputColIndex,sampleIndex)
89 EvalCentroid(inputSigId,inputRowIndex,inputColIndex) SampleIndex() Coverage() InnerCoverage()
93 ThreadId(component) GroupId(component) ThreadIdInGroup(component) FlattenedThreadIdInGroup()
97 EmitStream(streamId) CutStream(streamId) EmitThenCutStream(streamId) GSInstanceID()
101 MakeDouble(lo,hi) SplitDouble(value) LoadOutputControlPoint(inputSigId,row,col,index)
104 LoadPatchConstant(inputSigId,row,col) DomainLocation(component) StorePatchConstant(outputSigID,row,col,value)
107 OutputControlPointID() PrimitiveID() CycleCounterLegacy() WaveIsFirstLane() WaveGetLaneIndex() WaveGetLaneCount()
113 WaveAnyTrue(cond) WaveAllTrue(cond) WaveActiveAllEqual(value) WaveActiveBallot(cond) WaveReadLaneAt(value,lane)
118 WaveReadLaneFirst(value) WaveActiveOp(value,op,sop) WaveActiveBit(value,op) WavePrefixOp(value,op,sop)
122 QuadReadLaneAt(value,quadLane) QuadOp(value,op)
124 BitcastI16toF16 BitcastF16toI16 BitcastI32toF32 BitcastF32toI32 BitcastI64toF64 BitcastF64toI64 : value
130 LegacyF32ToF16 LegacyF16ToF32 LegacyDoubleToFloat LegacyDoubleToSInt32 LegacyDoubleToUInt32 : value
135 WaveAllBitCount(value) WavePrefixBitCount(value) AttributeAtVertex(inputSigId,inputRowIndex,inputColIndex,VertexID)
138 ViewID() RawBufferLoad(srv,index,elementOffset,mask,alignment)
140 RawBufferStore(uav,index,elementOffset,@values,mask,alignment) InstanceID() InstanceIndex() HitKind() RayFlags()
145 DispatchRaysIndex DispatchRaysDimensions WorldRayOrigin WorldRayDirection ObjectRayOrigin ObjectRayDirection : col
151 ObjectToWorld(row,col) WorldToObject(row,col) RayTMin() RayTCurrent() IgnoreHit() AcceptHitAndEndSearch()
157 TraceRay(AccelerationStructure,RayFlags,InstanceInclusionMask,RayContributionToHitGroupIndex,\
MultiplierForGeometryContributionToShaderIndex,MissShaderIndex,@ray,payload)
158 ReportHit(THit,HitKind,Attributes) CallShader(ShaderIndex,Parameter) CreateHandleForLib(Resource) PrimitiveIndex()
162 Dot2AddHalf(acc,ax,ay,bx,by) Dot4AddI8Packed(acc,a,b) Dot4AddU8Packed(acc,a,b) WaveMatch(value)
166 WaveMultiPrefixOp(value,@masks,op,sop) WaveMultiPrefixBitCount(value,@masks)
168 SetMeshOutputCounts(numVertices,numPrimitives) EmitIndices(PrimitiveIndex,VertexIndex0,VertexIndex1,VertexIndex2)
170 GetMeshPayload() StoreVertexOutput(outputSigId,rowIndex,colIndex,value,vertexIndex)
172 StorePrimitiveOutput(outputSigId,rowIndex,colIndex,value,primitiveIndex)
173 DispatchMesh(threadGroupCountX,threadGroupCountY,threadGroupCountZ,payload)
174 WriteSamplerFeedback(@feedback,clamp) WriteSamplerFeedbackBias(@feedback,bias,clamp)
176 WriteSamplerFeedbackLevel(@feedback,lod) WriteSamplerFeedbackGrad(@feedback,@gradients,clamp)
178 AllocateRayQuery(constRayFlags)
179 RayQuery_TraceRayInline(rayQueryHandle,accelerationStructure,rayFlags,instanceInclusionMask,\
origin_X,origin_Y,origin_Z,tMin,direction_X,direction_Y,direction_Z,tMax)
180 RayQuery_Proceed RayQuery_Abort RayQuery_CommitNonOpaqueTriangleHit : rayQueryHandle
183 RayQuery_CommitProceduralPrimitiveHit(rayQueryHandle,t)
184 RayQuery_CommittedStatus RayQuery_CandidateType : rayQueryHandle
186 RayQuery_CandidateObjectToWorld3x4 RayQuery_CandidateWorldToObject3x4 : rayQueryHandle,row,col
188 RayQuery_CommittedObjectToWorld3x4 RayQuery_CommittedWorldToObject3x4 : rayQueryHandle,row,col
190 RayQuery_CandidateProceduralPrimitiveNonOpaque RayQuery_CandidateTriangleFrontFace : rayQueryHandle
192 RayQuery_CommittedTriangleFrontFace(rayQueryHandle)
193 RayQuery_CandidateTriangleBarycentrics RayQuery_CommittedTriangleBarycentrics : rayQueryHandle,component
195 RayQuery_RayFlags(rayQueryHandle) RayQuery_WorldRayOrigin(rayQueryHandle,component)
197 RayQuery_WorldRayDirection(rayQueryHandle,component)
198 RayQuery_RayTMin RayQuery_CandidateTriangleRayT RayQuery_CommittedRayT : rayQueryHandle
201 RayQuery_CandidateInstanceIndex RayQuery_CandidateInstanceID RayQuery_CandidateGeometryIndex : rayQueryHandle
204 RayQuery_CandidatePrimitiveIndex(rayQueryHandle)
205 RayQuery_CandidateObjectRayOrigin RayQuery_CandidateObjectRayDirection : rayQueryHandle,component
207 RayQuery_CommittedInstanceIndex RayQuery_CommittedInstanceID RayQuery_CommittedGeometryIndex : rayQueryHandle
210 RayQuery_CommittedPrimitiveIndex(rayQueryHandle)
211 RayQuery_CommittedObjectRayOrigin RayQuery_CommittedObjectRayDirection : rayQueryHandle,component
213 GeometryIndex() RayQuery_CandidateInstanceContributionToHitGroupIndex(rayQueryHandle)
215 RayQuery_CommittedInstanceContributionToHitGroupIndex(rayQueryHandle) AnnotateHandle(res,props)
217 CreateHandleFromBinding(bind,index,nonUniformIndex) CreateHandleFromHeap(index,samplerHeap,nonUniformIndex)
219 Unpack4x8(unpackMode,pk) Pack4x8(packMode,x,y,z,w) IsHelperLane() QuadVote(cond,op)
223 TextureGatherRaw(@texture,offset0,offset1) SampleCmpLevel(@texture,@offsets,compareValue,lod)
225 TextureStoreSample(srv,coord0,coord1,coord2,@values,mask,sampleIdx)
238 AllocateNodeOutputRecords(output,numRecords,perThread) GetNodeRecordPtr(recordhandle,arrayIndex)
240 IncrementOutputCount(output,count,perThread) OutputComplete(output) GetInputRecordCount(input)
243 FinishedCrossGroupSharing(input) BarrierByMemoryType(MemoryTypeFlags,SemanticFlags)
245 BarrierByMemoryHandle(object,SemanticFlags) BarrierByNodeRecordHandle(object,SemanticFlags)
247 CreateNodeOutputHandle(MetadataIdx) IndexNodeHandle(NodeOutputHandle,ArrayIndex) AnnotateNodeHandle(node,props)
250 CreateNodeInputRecordHandle(MetadataIdx) AnnotateNodeRecordHandle(noderecord,props) NodeOutputIsValid(output)
253 GetRemainingRecursionLevels() SampleCmpGrad(@texture,@offsets,compareValue,@gradients,clamp)
255 SampleCmpBias(@texture,@offsets,compareValue,bias,clamp) StartVertexLocation() StartInstanceLocation()
262 HitObject_TraceRay(accelerationStructure,rayFlags,instanceInclusionMask,rayContributionToHitGroupIndex,\
multiplierForGeometryContributionToHitGroupIndex,missShaderIndex,@ray,payload)
266 HitObject_MakeNop() HitObject_Invoke(hitObject,payload)
268 MaybeReorderThread(hitObject,coherenceHint,numCoherenceHintBitsFromLSB)
288 HitObject_LoadLocalRootTableConstant(hitObject,offset)
"""


def _operations() -> dict[int, str]:
    operations = {}
    for line in _TABLE.strip().splitlines():
        text, _, shared = line.partition(" : ")
        number, *names = text.split()
        for place, name in enumerate(names, int(number)):
            full = name if "(" in name else f"{name}({shared})"
            operations[place] = re.sub(r"@\w+", lambda match: _GROUPS[match[0]], full)
    return operations


OPERATIONS = _operations()
"""The name and arguments, as text, by operation number."""
SIGNATURES = {
    number: (text.partition("(")[0], tuple(filter(None, text.partition("(")[2].rstrip(")").split(","))))
    for number, text in OPERATIONS.items()
}
"""The same, parsed: the name, and the names of the arguments after the operation number."""

_CALL = re.compile(r"call [^@]*@dx\.op\.[\w.\"]*\(i32 (\d+)[,)]")


_PROPERTIES = re.compile(r"%dx\.types\.ResourceProperties (?:\{ i32 (-?\d+), i32 (-?\d+) \}|zeroinitializer)\)")
_KINDS = {
    1: "Texture1D",
    2: "Texture2D",
    3: "Texture2DMS",
    4: "Texture3D",
    5: "TextureCube",
    6: "Texture1DArray",
    7: "Texture2DArray",
    8: "Texture2DMSArray",
    9: "TextureCubeArray",
    10: "TypedBuffer",
    11: "ByteAddressBuffer",
    12: "StructuredBuffer",
    13: "CBuffer",
    14: "SamplerState",
    15: "TBuffer",
    16: "RTAccelerationStructure",
    17: "FeedbackTexture2D",
    18: "FeedbackTexture2DArray",
}
_COMPONENT_NAMES = "I1 I16 U16 I32 U32 I64 U64 F16 F32 F64 SNormF16 UNormF16 SNormF32 UNormF32 SNormF64 UNormF64"
COMPONENTS = dict(enumerate(_COMPONENT_NAMES.split(), 1))
"""The component types by number."""
_STRUCTURED, _SAMPLER = 12, 14
_IS_UAV, _IS_ORDERED, _IS_COHERENT, _COMPARES_OR_COUNTS = 1 << 12, 1 << 13, 1 << 14, 1 << 15
_ANNOTATE_HANDLE = 216


def operation_comment(line: str) -> str:
    """The comment for a line of assembly that calls an operation: its name and arguments; empty for other lines."""
    call = _CALL.search(line)
    number = int(call[1]) if call else -1
    operation = OPERATIONS.get(number)
    if operation is None:
        return ""
    properties = _PROPERTIES.search(line) if number == _ANNOTATE_HANDLE else None
    resource = (
        f"  resource: {_resource(int(properties[1]), int(properties[2]))}" if properties and properties[1] else ""
    )
    return f"  ; {operation}{resource}"


def _resource(first: int, second: int) -> str:
    """The type that the properties of a handle encode, such as ``RWTexture2D<4xF32>``."""
    kind = first & 0xFF
    name = word(_KINDS, kind)
    flag = bool(first & _COMPARES_OR_COUNTS)
    if kind == _SAMPLER:
        return "SamplerComparisonState" if flag else name
    access = "RasterizerOrdered" if first & _IS_ORDERED else "RW" if first & _IS_UAV else ""
    coherent = "globallycoherent " if first & _IS_COHERENT else ""
    shape = ""
    if kind == _STRUCTURED:
        shape = f"<stride={second & 0xFFFFFFFF}{', counter' if flag else ''}>"
    elif kind < _STRUCTURED - 1:
        component, count = second & 0xFF, second >> 8 & 0xFF
        type = word(COMPONENTS, component)
        shape = f"<{count}x{type}>" if count > 1 else f"<{type}>"
    return f"{coherent}{access}{name}{shape}"
