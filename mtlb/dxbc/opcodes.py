"""The instructions of shader models 4.0 to 5.1: one table, with a row for each opcode (tokens.py).
Reader and listing use this table: the words after the opcode token, and the print format of immediates."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

CUSTOM_DATA = 53


class Immediates(Enum):
    """The print format of an instruction's 32-bit immediates."""

    FLOAT = "f"
    INTEGER = "i"
    UNTYPED = "m"


class OpcodeRow(NamedTuple):
    """An opcode.
    `layout` describes the words after the opcode token and its extensions: ``o`` an operand, ``w`` a word, ``s`` a
    word in shader model 5.1 only, ``l`` a count and as many words, ``i`` the same with the count in the low 16 bits."""

    number: int
    name: str
    layout: str
    immediates: Immediates
    destinations: int
    """The number of destination operands, which come first."""
    has_test: bool
    """Bit 18 selects between the names with ``_z`` and with ``_nz``."""

    @property
    def operands(self) -> int:
        """The number of operands."""
        return self.layout.count("o")

    @property
    def is_declaration(self) -> bool:
        """Whether it is a declaration, which takes no instruction slot."""
        return self.name.startswith("dcl_")

    @property
    def is_counted(self) -> bool:
        """Whether it is an instruction slot that the listing counts."""
        return not (self.is_declaration or self.name.startswith("hs_") or self.name in ("label", "customdata"))


_TESTED = frozenset({"breakc", "callc", "continuec", "discard", "if", "retc"})

# number, name, destinations + sources or the layout, format of immediates (default f)
_ROWS = """
0 add 1+2
1 and 1+2 i
2 break 0+0
3 breakc 0+1 i
4 call 0+1 i
5 callc 0+2 i
6 case 0+1 i
7 continue 0+0
8 continuec 0+1 i
9 cut 0+0
10 default 0+0
11 deriv_rtx 1+1
12 deriv_rty 1+1
13 discard 0+1 i
14 div 1+2
15 dp2 1+2
16 dp3 1+2
17 dp4 1+2
18 else 0+0
19 emit 0+0
20 emit_then_cut 0+0
21 endif 0+0
22 endloop 0+0
23 endswitch 0+0
24 eq 1+2
25 exp 1+1
26 frc 1+1
27 ftoi 1+1
28 ftou 1+1
29 ge 1+2
30 iadd 1+2 i
31 if 0+1 i
32 ieq 1+2 i
33 ige 1+2 i
34 ilt 1+2 i
35 imad 1+3 i
36 imax 1+2 i
37 imin 1+2 i
38 imul 2+2 i
39 ine 1+2 i
40 ineg 1+1 i
41 ishl 1+2 i
42 ishr 1+2 i
43 itof 1+1 i
44 label 0+1 i
45 ld 1+2 i
46 ldms 1+3 i
47 log 1+1
48 loop 0+0
49 lt 1+2
50 mad 1+3
51 min 1+2
52 max 1+2
53 customdata w m
54 mov 1+1 m
55 movc 1+3 m
56 mul 1+2
57 ne 1+2
58 nop 0+0
59 not 1+1 i
60 or 1+2 i
61 resinfo 1+2 i
62 ret 0+0
63 retc 0+1 i
64 round_ne 1+1
65 round_ni 1+1
66 round_pi 1+1
67 round_z 1+1
68 rsq 1+1
69 sample 1+3
70 sample_c 1+4
71 sample_c_lz 1+4
72 sample_l 1+4
73 sample_d 1+5
74 sample_b 1+4
75 sqrt 1+1
76 switch 0+1 i
77 sincos 2+1
78 udiv 2+2 i
79 ult 1+2 i
80 uge 1+2 i
81 umul 2+2 i
82 umad 1+3 i
83 umax 1+2 i
84 umin 1+2 i
85 ushr 1+2 i
86 utof 1+1 i
87 xor 1+2 i
88 dcl_resource ows
89 dcl_constantbuffer oss
90 dcl_sampler os
91 dcl_indexrange ow
92 dcl_outputtopology 0+0
93 dcl_inputprimitive 0+0
94 dcl_maxout w
95 dcl_input o
96 dcl_input_sgv ow
97 dcl_input_siv ow
98 dcl_input_ps o
99 dcl_input_ps_sgv ow
100 dcl_input_ps_siv ow
101 dcl_output o
102 dcl_output_sgv ow
103 dcl_output_siv ow
104 dcl_temps w
105 dcl_indexableTemp www
106 dcl_globalFlags 0+0
108 lod 1+3
109 gather4 1+3
110 samplepos 1+2 i
111 sampleinfo 1+1 i
113 hs_decls 0+0
114 hs_control_point_phase 0+0
115 hs_fork_phase 0+0
116 hs_join_phase 0+0
117 emit_stream 0+1 i
118 cut_stream 0+1 i
119 emit_then_cut_stream 0+1 i
120 fcall wo i
121 bufinfo 1+1 i
122 deriv_rtx_coarse 1+1
123 deriv_rtx_fine 1+1
124 deriv_rty_coarse 1+1
125 deriv_rty_fine 1+1
126 gather4_c 1+4
127 gather4_po 1+4 i
128 gather4_po_c 1+5
129 rcp 1+1
130 f32tof16 1+1
131 f16tof32 1+1 i
132 uaddc 2+2 i
133 usubb 2+2 i
134 countbits 1+1 i
135 firstbit_hi 1+1 i
136 firstbit_lo 1+1 i
137 firstbit_shi 1+1 i
138 ubfe 1+3 i
139 ibfe 1+3 i
140 bfi 1+4 i
141 bfrev 1+1 i
142 swapc 2+3 i
143 dcl_stream o
144 dcl_function_body w
145 dcl_function_table wl
146 dcl_interface wwi
147 dcl_input_control_point_count 0+0
148 dcl_output_control_point_count 0+0
149 dcl_tessellator_domain 0+0
150 dcl_tessellator_partitioning 0+0
151 dcl_tessellator_output_primitive 0+0
152 dcl_hs_max_tessfactor w
153 dcl_hs_fork_phase_instance_count w
154 dcl_hs_join_phase_instance_count w
155 dcl_thread_group www
156 dcl_uav_typed ows
157 dcl_uav_raw os
158 dcl_uav_structured ows
159 dcl_tgsm_raw ow
160 dcl_tgsm_structured oww
161 dcl_resource_raw os
162 dcl_resource_structured ows
163 ld_uav_typed 1+2 i
164 store_uav_typed 1+2 m
165 ld_raw 1+2 i
166 store_raw 1+2 m
167 ld_structured 1+3 i
168 store_structured 1+3 m
169 atomic_and 1+2 i
170 atomic_or 1+2 i
171 atomic_xor 1+2 i
172 atomic_cmp_store 1+3 i
173 atomic_iadd 1+2 i
174 atomic_imax 1+2 i
175 atomic_imin 1+2 i
176 atomic_umax 1+2 i
177 atomic_umin 1+2 i
178 imm_atomic_alloc 2+0 i
179 imm_atomic_consume 2+0 i
180 imm_atomic_iadd 2+2 i
181 imm_atomic_and 2+2 i
182 imm_atomic_or 2+2 i
183 imm_atomic_xor 2+2 i
184 imm_atomic_exch 2+2 i
185 imm_atomic_cmp_exch 2+3 i
186 imm_atomic_imax 2+2 i
187 imm_atomic_imin 2+2 i
188 imm_atomic_umax 2+2 i
189 imm_atomic_umin 2+2 i
190 sync 0+0
191 dadd 1+2
192 dmax 1+2
193 dmin 1+2
194 dmul 1+2
195 deq 1+2
196 dge 1+2
197 dlt 1+2
198 dne 1+2
199 dmov 1+1
200 dmovc 1+3 i
201 dtof 1+1
202 ftod 1+1
203 eval_snapped 1+2 i
204 eval_sample_index 1+2 i
205 eval_centroid 1+1
206 dcl_gsinstances w
207 abort 0+0
208 debug_break 0+0
210 ddiv 1+2
211 dfma 1+3
212 drcp 1+1
213 msad 1+3 i
214 dtoi 1+1
215 dtou 1+1
216 itod 1+1 i
217 utod 1+1 i
219 gather4_s 2+3
220 gather4_c_s 2+4
221 gather4_po_s 2+4 i
222 gather4_po_c_s 2+5
223 ld_s 2+2 i
224 ldms_s 2+3 i
225 ld_uav_typed_s 2+2 i
226 ld_raw_s 2+2 i
227 ld_structured_s 2+3 i
228 sample_l_s 2+4
229 sample_c_lz_s 2+4
230 sample_cl_s 2+4
231 sample_b_cl_s 2+5
232 sample_d_cl_s 2+6
233 sample_c_cl_s 2+5
234 check_access_fully_mapped 1+1 i
"""


def _row(line: str) -> OpcodeRow:
    number, name, shape, *kind = line.split()
    destinations, plus, sources = shape.partition("+")
    layout = "o" * (int(destinations) + int(sources)) if plus else shape
    written = int(destinations) if plus else 0
    return OpcodeRow(int(number), name, layout, Immediates(kind[0] if kind else "f"), written, name in _TESTED)


_ROWS_BY_NUMBER = {row.number: row for row in map(_row, _ROWS.strip().splitlines())}
OPCODES: tuple[OpcodeRow | None, ...] = tuple(map(_ROWS_BY_NUMBER.get, range(max(_ROWS_BY_NUMBER) + 1)))
"""The rows by number; None for reserved numbers."""
NAMES = {row.name: row for row in _ROWS_BY_NUMBER.values()}
"""The rows by name."""
