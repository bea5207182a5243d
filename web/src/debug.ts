// Which line of a source each line of LLVM assembly comes from, by the debug locations in its text.

export interface SourceLine {
  /** The path that the file's DIFile has. */
  file: string;
  /** 1 is the first. */
  line: number;
}

const LOCATION = /!dbg !(\d+)/;
const NODE = /^!(\d+) = (?:distinct )?!(\w+)\((.*)\)\s*$/;
const DEEPEST = 64; // scopes inside of each other

function reference(fields: string, key: string): string | null {
  return new RegExp(`\\b${key}: !(\\d+)`).exec(fields)?.[1] ?? null;
}

function text(fields: string, key: string): string {
  return new RegExp(`\\b${key}: "((?:[^"\\\\]|\\\\.)*)"`).exec(fields)?.[1]?.replace(/\\([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))) ?? "";
}

/** For each line of the assembly its place in a source, or null. */
export function sourceLines(lines: string[]): (SourceLine | null)[] {
  const nodes = new Map<string, { kind: string; fields: string }>();
  for (const line of lines) {
    const found = NODE.exec(line);
    if (found) nodes.set(found[1] ?? "", { kind: found[2] ?? "", fields: found[3] ?? "" });
  }
  if (!nodes.size) return lines.map(() => null);
  const files = new Map<string, string | null>();
  const fileOf = (scope: string | null, depth: number): string | null => {
    if (scope === null || depth > DEEPEST) return null;
    const known = files.get(scope);
    if (known !== undefined) return known;
    const node = nodes.get(scope);
    let file: string | null = null;
    if (node?.kind === "DIFile") {
      const name = text(node.fields, "filename");
      const folder = text(node.fields, "directory");
      file = name.startsWith("/") || !folder ? name : `${folder}/${name}`;
    } else if (node) file = fileOf(reference(node.fields, "file"), depth + 1) ?? fileOf(reference(node.fields, "scope"), depth + 1);
    files.set(scope, file);
    return file;
  };
  const places = new Map<string, SourceLine | null>();
  const placeOf = (number: string): SourceLine | null => {
    const known = places.get(number);
    if (known !== undefined) return known;
    const node = nodes.get(number);
    const line = Number(/\bline: (\d+)/.exec(node?.fields ?? "")?.[1] ?? "0");
    const file = node?.kind === "DILocation" ? fileOf(reference(node.fields, "scope"), 0) : null;
    const place = file !== null && line > 0 ? { file, line } : null;
    places.set(number, place);
    return place;
  };
  return lines.map((line) => {
    const number = line.startsWith("!") ? null : LOCATION.exec(line)?.[1];
    return number == null ? null : placeOf(number);
  });
}

/** Whether a path of debug info names a file of an archive: their ends are the same. */
export function sameFile(debug: string, held: string): boolean {
  const [a, b] = [debug, held].map((path) => path.split("/").filter((part) => part && part !== "."));
  if (!a?.length || !b?.length) return false;
  const short = Math.min(a.length, b.length);
  return a.slice(-short).join("/") === b.slice(-short).join("/");
}

/** The lines of the assembly of each line of one source file, and the other way. */
export function linksOf(assembly: string[], file: string): { toSource: Map<number, number>; toCode: Map<number, number[]> } {
  const toSource = new Map<number, number>();
  const toCode = new Map<number, number[]>();
  sourceLines(assembly).forEach((place, at) => {
    if (place === null || !sameFile(place.file, file)) return;
    toSource.set(at, place.line - 1);
    const held = toCode.get(place.line - 1);
    if (held === undefined) toCode.set(place.line - 1, [at]);
    else held.push(at);
  });
  return { toSource, toCode };
}
