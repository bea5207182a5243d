import assert from "node:assert/strict";
import { test } from "node:test";
import { linksOf, sameFile, sourceLines } from "../src/debug.js";
import { sides } from "../src/sides.js";
import { lineHtml } from "../src/highlight.js";

const CODE = [
  "define void @f() !dbg !4 {",
  "  %1 = fadd float %a, %b, !dbg !7",
  "  ret void, !dbg !9",
  "}",
  '!1 = !DIFile(filename: "src/x.metal", directory: "/build")',
  '!2 = !DIFile(filename: "/sdk/y.h", directory: "")',
  "!4 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 3)",
  "!5 = distinct !DILexicalBlock(scope: !4, line: 4)",
  "!6 = distinct !DISubprogram(name: \"g\", scope: !2, file: !2, line: 8)",
  "!7 = !DILocation(line: 5, column: 3, scope: !5)",
  "!9 = !DILocation(line: 9, scope: !6, inlinedAt: !7)",
];

test("the source line of an instruction is that of its location, whatever its scope is in", () => {
  const places = sourceLines(CODE);
  assert.deepEqual(places[1], { file: "/build/src/x.metal", line: 5 });
  assert.deepEqual(places[2], { file: "/sdk/y.h", line: 9 });
  assert.equal(places[0], null); // a function, which has no location
  assert.equal(places[9], null);
});

test("lines of code and source are found from each other", () => {
  const { toSource, toCode } = linksOf(CODE, "x.metal");
  assert.deepEqual([...toSource], [[1, 4]]);
  assert.deepEqual([...toCode], [[4, [1]]]);
  assert.equal(linksOf(["!1 = !DILocation(line: 1, scope: !1)", "ret void, !dbg !1"], "x").toSource.size, 0); // a circle
});

test("a file is named by the end of its path", () => {
  assert.ok(sameFile("/build/src/x.metal", "src/x.metal"));
  assert.ok(!sameFile("/build/src/x.metal", "other/x.metal"));
  assert.ok(!sameFile("", "x.metal"));
});

test("a unified difference in two columns", () => {
  assert.deepEqual(sides([" a", "-b", "-c", "+d", " e"]), { old: [" a", "-b", "-c", " e"], now: [" a", "+d", "", " e"] });
});

test("listings of shaders have colours, and stay text", () => {
  assert.equal(lineHtml(["mov r0.x, l(1.5) // <b>"], "d3d")(0),
    '<span class="hljs-keyword">mov</span> <span class="hljs-variable">r0</span>.x, l(<span class="hljs-number">1.5</span>) <span class="hljs-comment">// &lt;b&gt;</span>');
  assert.match(lineHtml(["%4 = OpLoad %float %3"], "spirv")(0), /hljs-keyword">OpLoad</);
});
