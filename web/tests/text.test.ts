import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, dump, plural, share, short, valueText, versionKey } from "../src/format.js";
import { lineHtml, splitHtml } from "../src/highlight.js";
import { parsePlace, placeText } from "../src/location.js";
import { groups } from "../src/views/findings.js";
import type { Finding } from "../src/documents.js";

test("numbers", () => {
  assert.equal(bytes(1), "1 byte");
  assert.equal(bytes(12345), "12,345 bytes");
  assert.equal(plural(2, "family", "families"), "2 families");
  assert.equal(short(999), "999 bytes");
  assert.equal(short(1500), "1.5 kB");
  assert.equal(short(146_000_000), "146 MB");
  assert.equal(share(1, 3), "33.3 %");
  assert.equal(share(1, 0), "");
});

test("versions sort as versions", () => {
  assert.deepEqual(["14.0", "?", "9.3.1", "10.15", ""].sort((a, b) => versionKey(a) - versionKey(b)), ["", "9.3.1", "10.15", "14.0", "?"]);
});

test("values of documents in words", () => {
  assert.equal(valueText("read_write"), "read write");
  assert.equal(valueText(["a", 1, true]), "a, 1, yes");
  assert.equal(valueText({ lod_clamp: [0, 2] }), "lod clamp 0, 2");
  assert.equal(valueText(null), "");
});

test("a hex dump", () => {
  const [first, second] = dump("4243c0de".repeat(4) + "41", 0x100);
  assert.equal(first, "00000100  42 43 c0 de 42 43 c0 de 42 43 c0 de 42 43 c0 de  BC..BC..BC..BC..");
  assert.equal(second, `00000110  41${" ".repeat(45)}  A`);
  assert.deepEqual(dump("", 0), []);
});

test("code is coloured, and what is in it stays text", () => {
  const html = lineHtml(["define void @f<script>() {", "  ret void", "}"], "llvm");
  assert.match(html(1), /<span class="hljs-keyword">ret<\/span>/);
  assert.doesNotMatch(html(0), /<script/);
  assert.equal(lineHtml(["<b>"], "text")(0), "&lt;b&gt;");
  assert.equal(html(7), "");
});

test("a comment over several lines is closed in each", () => {
  assert.deepEqual(splitHtml('<span class="a">x\ny</span>\nz'), ['<span class="a">x</span>', '<span class="a">y</span>', "z"]);
  const html = lineHtml(["/* one", "two */ int x;"], "metal");
  assert.match(html(1), /^<span class="hljs-comment">two \*\/<\/span> <span class="hljs-type">int/);
});

test("lines of a difference", () => {
  const html = lineHtml(["+a<", "-b", "@@ -1 +1 @@", " c"], "diff");
  assert.equal(html(0), '<span class="diff-ins">+a&lt;</span>');
  assert.equal(html(1), '<span class="diff-del">-b</span>');
  assert.equal(html(2), '<span class="diff-place">@@ -1 +1 @@</span>');
  assert.equal(html(3), " c");
});

test("the address of a function goes there and back", () => {
  const place = { file: "f1.2", view: null, function: "a b::c<float, 4>&#", nth: 3 };
  assert.deepEqual(parsePlace(placeText(place)), place);
  assert.equal(placeText({ file: null, view: null, function: null, nth: 0 }), "");
  assert.equal(placeText({ file: null, view: "sources", function: null, nth: 0 }), "#view=sources");
  assert.deepEqual(parsePlace("#function=saxpy&nth=-1"), { file: null, view: null, function: "saxpy", nth: 0 });
});

test("findings are grouped by rule, errors first", () => {
  const finding = (severity: string, code: string | null, text: string): Finding => ({ severity, code, name: null, text, function: null, function_name: null, help: null, url: null });
  const found = groups([finding("note", "AIR009", "a"), finding("warning", "AIR008", "b"), finding("warning", "AIR008", "c"), finding("error", null, "d"), finding("odd", "X", "e")]);
  assert.deepEqual(found.map(({ severity, code, findings }) => [severity, code, findings.length]), [
    ["error", "", 1], ["warning", "AIR008", 2], ["note", "AIR009", 1], ["odd", "X", 1],
  ]);
});
