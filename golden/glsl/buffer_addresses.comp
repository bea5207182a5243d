#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 4) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Node { Node next; float value; uint mark; };
layout(buffer_reference, scalar, buffer_reference_align = 4) buffer Places { vec3 at[]; };
layout(std430, binding = 0) buffer Head { Node first; Places places; uvec2 number; } head;
layout(std430, binding = 1) buffer Out { vec4 o[4]; uvec2 same; } result;
float sum(Node from, uint steps) {
    float found = 0.0;
    Node at = from;
    for (uint step = 0u; step < steps; ++step) {
        found += at.value;
        at = at.next;
    }
    return found;
}
Node choose(Node from, bool further) { return further ? from.next : from; }
void main() {
    uint me = gl_GlobalInvocationID.x;
    Node chosen = choose(head.first, me % 2u == 1u);
    vec3 place = head.places.at[me];
    result.o[me] = vec4(sum(head.first, me), chosen.value, place.x + place.y * 10.0, Places(head.number).at[me].z);
    if (me == 0u) {
        head.first.next.mark = 77u;
        Node behind = head.first + 1;
        behind.mark = 88u;
        result.same = uvec2(head.places);
    }
}
