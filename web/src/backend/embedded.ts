// A report: all data is in elements of the page, deflated and in base64.

import type { Detail, Findings, Library, Opened, Saved, Sources } from "../documents.js";
import { fromBase64, hexOf } from "../format.js";
import { Problem, type Backend, type MethodName, type Methods, type Progress } from "./backend.js";

const FILE = "report";
const NO_SOURCES: Sources = { command_line: null, archives: [], problem: null };

export async function inflated(base64: string): Promise<string> {
  const stream = new Blob([fromBase64(base64)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return await new Response(stream).text();
}

/** Lines ``NUMBER BASE64``, split up when the first one is asked for. */
export class Lines {
  private found: Map<number, string> | null = null;

  constructor(private readonly text: () => string) {}

  get map(): Map<number, string> {
    if (this.found === null) {
      this.found = new Map();
      for (const line of this.text().split("\n")) {
        const space = line.indexOf(" ");
        if (space > 0) this.found.set(Number(line.slice(0, space)), line.slice(space + 1));
      }
    }
    return this.found;
  }
}

export class EmbeddedBackend implements Backend {
  readonly kind = "report";
  readonly pending = 0;
  onProgress: ((progress: Progress) => void) | null = null;
  onStop: (() => void) | null = null;
  private held: Promise<Library> | null = null;
  private readonly details = new Lines(() => this.text("details"));
  private readonly codes = new Lines(() => this.text("codes"));
  private readonly chunks = new Map<number, Promise<Detail[]>>();
  private codePlaces: Map<number, string> | null = null;
  private heads: Uint8Array<ArrayBuffer> | null = null;
  private findings: Promise<Record<string, Findings | null>> | null = null;
  private file: File | null = null;

  constructor(private readonly text: (id: string) => string) {}

  offers(method: MethodName | "open" | "save"): boolean {
    const offered = ["opened", "library", "columns", "function", "code", "bytes", "sources", "verify", "lint", "doctor"];
    return offered.includes(method);
  }

  async call<M extends MethodName>(method: M, params: Methods[M]["params"]): Promise<Methods[M]["result"]> {
    return (await this.answer(method, params as { index?: number; offset?: number; size?: number })) as Methods[M]["result"];
  }

  private async answer(method: MethodName, params: { index?: number; offset?: number; size?: number }): Promise<unknown> {
    switch (method) {
      case "opened": {
        const library = await this.library();
        return [{ file: FILE, name: library.name, size: library.size, kind: library.kind, parts: [] }];
      }
      case "library":
        return await this.library();
      case "columns":
        return (await this.library()).columns;
      case "function":
        return await this.detail(params.index ?? 0);
      case "code":
        return { text: await this.code(params.index ?? 0) };
      case "bytes":
        return await this.bytes(params.offset ?? 0, params.size ?? 0);
      case "sources": {
        const packed = this.text("sources").trim();
        return packed ? JSON.parse(await inflated(packed)) : NO_SOURCES;
      }
      case "verify":
      case "lint":
      case "doctor":
        return await this.check(method);
      default:
        throw new Problem("report", "a report holds no answer to this: open the library with mtlb explore");
    }
  }

  open(): Promise<Opened> {
    throw new Problem("report", "a report is about one library: mtlb explore opens others");
  }

  save(): Promise<Saved> {
    throw new Problem("report", "a report does not hold the library: mtlb explore saves parts of it");
  }

  /** The library itself, for the bytes that the page does not hold. */
  attach(file: File): void {
    this.file = file;
  }

  get attached(): boolean {
    return this.file !== null;
  }

  /** Whether the file that was opened has a module's bytes at its place. */
  async isModule(offset: number, size: number, hash: string): Promise<boolean> {
    if (this.file === null || !crypto.subtle) return true; // an insecure origin has no digest
    const piece = await this.file.slice(offset, offset + size).arrayBuffer();
    return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", piece))) === hash;
  }

  private library(): Promise<Library> {
    this.held ??= inflated(this.text("library")).then((text) => JSON.parse(text) as Library);
    return this.held;
  }

  private async detail(index: number): Promise<Detail> {
    let first = -1;
    for (const start of this.details.map.keys()) if (start <= index && start > first) first = start;
    const packed = this.details.map.get(first);
    if (packed === undefined) throw new Problem("report", "this report holds no details of functions");
    let chunk = this.chunks.get(first);
    if (chunk === undefined) {
      chunk = inflated(packed).then((text) => JSON.parse(text) as Detail[]);
      this.chunks.set(first, chunk);
    }
    const found = (await chunk)[index - first];
    if (found === undefined) throw new Problem("report", "this report holds no details of this function");
    return found;
  }

  /** The disassembly of a function's module. Functions that share a module have the same offset. */
  private async code(index: number): Promise<string> {
    const { functions } = await this.library();
    if (this.codePlaces === null) {
      this.codePlaces = new Map();
      for (const [place, packed] of this.codes.map) this.codePlaces.set(functions.offset[place] ?? -1, packed);
    }
    const packed = this.codePlaces.get(functions.offset[index] ?? -1);
    if (packed !== undefined) return await inflated(packed);
    const family = functions.family.rows[index];
    const like = [...this.codes.map.keys()].find((place) => functions.family.rows[place] === family);
    const other = like === undefined ? "" : ` That of ${functions.name[like]}, of the same family, is included.`;
    throw new Problem("left out", `The disassembly of this function is not in the report.${other}`);
  }

  private async bytes(offset: number, size: number): Promise<{ offset: number; hex: string }> {
    if (this.file !== null) {
      const piece = await this.file.slice(offset, offset + size).arrayBuffer();
      return { offset, hex: hexOf(new Uint8Array(piece)) };
    }
    const library = await this.library();
    const index = library.functions.offset.indexOf(offset);
    const headSize = library.headSize ?? 0;
    this.heads ??= fromBase64(library.head ?? "");
    const length = Math.min(headSize, size, library.functions.size[index] ?? 0);
    const head = index < 0 ? new Uint8Array() : this.heads.subarray(headSize * index, headSize * index + length);
    return { offset, hex: hexOf(head) };
  }

  private async check(method: "verify" | "lint" | "doctor"): Promise<Findings> {
    const packed = this.text("findings").trim();
    this.findings ??= packed ? inflated(packed).then((text) => JSON.parse(text)) : Promise.resolve({});
    const found = (await this.findings)[method];
    if (!found) throw new Problem("left out", `mtlb ${method} was not run for this report.`);
    return found;
  }
}
