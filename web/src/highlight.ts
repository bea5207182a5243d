// Code with colours, a line at a time: highlight.js gives HTML in which text is escaped.

import hljs from "highlight.js/lib/core";
import cpp from "highlight.js/lib/languages/cpp";
import llvm from "highlight.js/lib/languages/llvm";

hljs.registerLanguage("metal", (api) => {
  const language = cpp(api);
  const { keyword, type } = language.keywords as Record<string, string[]>; // those of declarations inside are the same lists
  keyword?.push(..."kernel vertex fragment mesh object device constant threadgroup thread".split(" "));
  type?.push(...metalTypes());
  return { ...language, name: "Metal" };
});
hljs.registerLanguage("llvm", llvm);

export type Language = "llvm" | "metal" | "diff" | "d3d" | "spirv" | "text";

/** Numbers, vectors and matrices of Metal. */
function metalTypes(): string[] {
  const numbers = "bool char uchar short ushort int uint long ulong half float bfloat".split(" ");
  const sizes = ["2", "3", "4"];
  const vectors = numbers.flatMap((name) => [name, ...sizes.map((size) => name + size)]);
  return [...vectors, ...["half", "float"].flatMap((name) => sizes.flatMap((columns) => sizes.map((rows) => `${name}${columns}x${rows}`)))];
}

const WHOLE = 200_000; // characters of a text that is coloured as a whole: comments may span lines

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);

/** Gives the HTML of each line. Lines of LLVM assembly stand alone: one is coloured when it is first shown. */
export function lineHtml(lines: string[], language: Language): (place: number) => string {
  if (language === "text") return (place) => escaped(lines[place] ?? "");
  if (language === "d3d" || language === "spirv") return (place) => shaderLine(lines[place] ?? "", language);
  if (language === "diff") return (place) => differenceLine(lines[place] ?? "");
  if (language === "metal") {
    const text = lines.join("\n");
    if (text.length > WHOLE) return (place) => escaped(lines[place] ?? "");
    const html = splitHtml(hljs.highlight(text, { language: "metal", ignoreIllegals: true }).value);
    return (place) => html[place] ?? "";
  }
  return (place) => hljs.highlight(lines[place] ?? "", { language: "llvm", ignoreIllegals: true }).value;
}

const WORDS = {
  d3d: /(\/\/.*$)|("[^"]*")|(^\s*(?:\d+:\s*)?[a-z][A-Za-z0-9_]*)|\b([vorxtsugi]\d+|cb\d+|icb|vThread\w*|oDepth\w*|oMask)\b|((?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)/g,
  spirv: /(;.*$)|("(?:[^"\\]|\\.)*")|\b(Op[A-Z]\w*)|(%\w+)|((?<![\w.%])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)/g,
};
const CLASSES = ["comment", "string", "keyword", "variable", "number"];

/** A line of a listing of Direct3D's or SPIR-V's instructions. */
function shaderLine(line: string, language: "d3d" | "spirv"): string {
  let html = "";
  let at = 0;
  for (const found of line.matchAll(WORDS[language])) {
    const group = CLASSES.find((_, place) => found[place + 1] !== undefined) ?? "";
    html += `${escaped(line.slice(at, found.index))}<span class="hljs-${group}">${escaped(found[0])}</span>`;
    at = found.index + found[0].length;
  }
  return html + escaped(line.slice(at));
}

function differenceLine(line: string): string {
  const kind = line.startsWith("+") ? "ins" : line.startsWith("-") ? "del" : line.startsWith("@@") ? "place" : "";
  return kind ? `<span class="diff-${kind}">${escaped(line) || " "}</span>` : escaped(line);
}

/** HTML of highlight.js in lines: a span that goes over the end of a line is closed there and opened again. */
export function splitHtml(html: string): string[] {
  const open: string[] = [];
  return html.split("\n").map((line) => {
    const before = open.join("");
    for (const tag of line.match(/<span[^>]*>|<\/span>/g) ?? []) {
      if (tag === "</span>") open.pop();
      else open.push(tag);
    }
    return before + line + "</span>".repeat(open.length);
  });
}
