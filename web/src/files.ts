// The files that are open, and what is known of each. Answers are asked for once.

import type { Backend } from "./backend/backend.js";
import type { Columns, Findings, Indexed, Library, Sources } from "./documents.js";
import { FunctionTable } from "./table.js";

const PIECE = 100; // functions of long work: what users ask for meanwhile is answered between two pieces
const FEW = 500; // modules that are read without being asked

export type Check = "verify" | "lint" | "doctor";

export class OpenFile {
  readonly table: FunctionTable;
  private heldSources: Promise<Sources> | null = null;
  private readonly heldChecks = new Map<string, Promise<Findings>>();
  private heldColumns: Promise<void> | null = null;

  constructor(
    private readonly backend: Backend,
    readonly id: string,
    readonly library: Library,
  ) {
    this.table = new FunctionTable(library);
    if (library.columns?.headline) library.floor = library.columns.headline;
  }

  get name(): string {
    return this.library.name;
  }

  /** Fills the columns that need a look into the modules. `step` is told how many functions are done. */
  columns(step: (done: number) => void): Promise<void> {
    if (this.table.complete) return Promise.resolve();
    this.heldColumns ??= this.columnPieces(step);
    return this.heldColumns;
  }

  private async columnPieces(step: (done: number) => void): Promise<void> {
    const pieces: Columns[] = [];
    for (let start: number | null = 0; start !== null; ) {
      const piece: Columns = await this.backend.call("columns", { file: this.id, start, count: PIECE });
      pieces.push(piece);
      start = piece.next ?? null;
      if (start !== null) {
        step(start);
        await this.quiet();
      }
    }
    const headline = pieces.at(-1)?.headline;
    if (headline) this.library.floor = headline;
    this.table.addColumns({
      floor: joined(pieces.map((piece) => piece.floor)),
      arguments: joined(pieces.map((piece) => piece.arguments)),
    });
  }

  /** Waits until nothing else is asked for. */
  private async quiet(): Promise<void> {
    while (this.backend.pending > 0) await new Promise((done) => setTimeout(done, 20));
  }

  sources(): Promise<Sources> {
    this.heldSources ??= this.backend.call("sources", { file: this.id });
    return this.heldSources;
  }

  /**
   * All findings of a check. `step` is told after each piece how far it is; it gives false to stop.
   * What was found is kept; a check that failed or was stopped can be started again.
   */
  check(kind: Check, os: string | null, step: (found: Findings) => boolean): Promise<Findings> {
    const key = `${kind} ${os ?? ""}`;
    let held = this.heldChecks.get(key);
    if (held === undefined) {
      held = this.pieces(kind, os, step);
      this.heldChecks.set(key, held);
      held.then(
        (found) => (found.next == null ? undefined : this.heldChecks.delete(key)),
        () => this.heldChecks.delete(key),
      );
    }
    return held;
  }

  checked(kind: Check, os: string | null): boolean {
    return this.heldChecks.has(`${kind} ${os ?? ""}`);
  }

  private async pieces(kind: Check, os: string | null, step: (found: Findings) => boolean): Promise<Findings> {
    const file = this.id;
    if (kind === "doctor") return await this.backend.call("doctor", { file, os, modules: this.table.count <= FEW });
    if (kind === "verify") return await this.backend.call("verify", { file, modules: this.table.count <= FEW, start: 0, count: null });
    let all: Findings | null = null;
    for (let start: number | null = 0; start !== null; ) {
      const piece: Findings = await this.backend.call(kind, { file, start, count: PIECE });
      all = all === null ? piece : { ...piece, ok: all.ok && piece.ok, findings: [...all.findings, ...piece.findings] };
      start = piece.next ?? null;
      if (start !== null && !step(all)) break;
      await this.quiet();
    }
    return all ?? { ok: true, checked: "", findings: [] };
  }
}

/** One column of the pieces of it. */
export function joined(pieces: Indexed[]): Indexed {
  const numbers = new Map<string, number>();
  const rows: number[] = [];
  for (const { values, rows: places } of pieces) {
    const known = values.map((value) => {
      const number = numbers.get(value) ?? numbers.size;
      numbers.set(value, number);
      return number;
    });
    for (const place of places) rows.push(known[place] ?? 0);
  }
  return { values: [...numbers.keys()], rows };
}
