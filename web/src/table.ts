// The functions of a library as columns: what is shown, in which order.

import type { Columns, Indexed, Library } from "./documents.js";
import { fromBase64, hexOf, versionKey } from "./format.js";
import { matcher, type Searched } from "./search.js";

export type ColumnName = "name" | "type" | "floor" | "air" | "msl" | "size" | "args" | "hash";
export type FilterName = "type" | "floor" | "family";

export interface Sort {
  column: ColumnName | null;
  descending: boolean;
}

export interface Family {
  row: number;
  name: string;
  functions: number;
  size: number;
  type: number;
  /** Its first function. */
  first: number;
}

export interface FilterValue {
  text: string;
  value: number;
  functions: number;
}

export class FunctionTable implements Searched {
  readonly name: string[];
  readonly lower: string[];
  readonly size: number[];
  readonly offset: number[];
  readonly count: number;
  argumentRows: number[] | null = null;
  argumentText: string[] = [];
  /** The rows that are shown, in their order. */
  shown: number[];
  sort: Sort = { column: null, descending: false };
  query = "";
  readonly filters: Record<FilterName, number | null> = { type: null, floor: null, family: null };
  private readonly hashes: Uint8Array;
  private readonly all: number[];
  private floors: Indexed | null = null;
  private argumentLines: string[][] = [];
  private foundFamilies: Family[] | null = null;
  private readonly foundValues = new Map<Indexed, FilterValue[]>();

  constructor(readonly library: Library) {
    const f = library.functions;
    this.name = f.name;
    this.size = f.size;
    this.offset = f.offset;
    this.count = f.name.length;
    this.lower = f.name.map((name) => name.toLowerCase());
    this.hashes = fromBase64(f.hash);
    this.all = f.name.map((_, row) => row);
    this.shown = this.all.slice();
    this.floors = f.floor ?? null;
    if (library.columns !== null) this.addColumns(library.columns);
  }

  get complete(): boolean {
    return this.argumentRows !== null;
  }

  addColumns(columns: Columns): void {
    this.floors = columns.floor;
    this.argumentRows = columns.arguments.rows;
    this.argumentLines = columns.arguments.values.map((text) => (text ? text.split("\n") : []));
    this.argumentText = columns.arguments.values.map((text) => text.toLowerCase());
  }

  hashOf = (row: number): string => hexOf(this.hashes.subarray(32 * row, 32 * row + 32));

  indexed(column: "type" | "floor" | "family" | "air" | "msl"): Indexed | null {
    return column === "floor" ? this.floors : this.library.functions[column];
  }

  /** The text of a cell; of a column that is not there yet: an ellipsis. */
  text(column: "type" | "floor" | "family" | "air" | "msl", row: number): string {
    const indexed = this.indexed(column);
    return indexed === null ? "…" : (indexed.values[indexed.rows[row] ?? -1] ?? "");
  }

  arguments(row: number): string[] | null {
    return this.argumentRows === null ? null : (this.argumentLines[this.argumentRows[row] ?? -1] ?? []);
  }

  /** Applies query, filters and order. Gives what is wrong with the query, if anything; then nothing is shown. */
  apply(): string | null {
    const tests: ((row: number) => boolean)[] = [];
    let problem: string | null = null;
    if (this.query) {
      const found = matcher(this.query, this);
      if ("problem" in found) {
        problem = found.problem;
        tests.push(() => false);
      } else tests.push(found.matches);
    }
    for (const column of ["type", "floor", "family"] as const) {
      const wanted = this.filters[column];
      const rows = this.indexed(column)?.rows;
      if (wanted !== null && rows !== undefined) tests.push((row) => rows[row] === wanted);
    }
    this.shown = tests.length ? this.all.filter((row) => tests.every((test) => test(row))) : this.all.slice();
    this.order();
    return problem;
  }

  sortBy(column: ColumnName): void {
    const again = this.sort.column === column;
    this.sort = { column, descending: again ? !this.sort.descending : column === "size" || column === "args" };
    this.order();
  }

  /** The order of the file again. */
  unsorted(): void {
    this.sort = { column: null, descending: false };
    this.shown.sort((a, b) => a - b);
  }

  private order(): void {
    const { column, descending } = this.sort;
    if (column === null) return;
    const ranks = this.ranks(column);
    const sign = descending ? -1 : 1;
    this.shown.sort((a, b) => sign * ((ranks[a] ?? 0) - (ranks[b] ?? 0)) || a - b);
  }

  /** A number for each row that sorts as the column does. Columns with few values are ranked by value. */
  private ranks(column: ColumnName): number[] {
    switch (column) {
      case "size":
        return this.size;
      case "args":
        return this.all.map((row) => this.arguments(row)?.length ?? 0);
      case "name":
        return ranked(this.lower);
      case "hash": // six bytes of it are a number
        return this.all.map((row) => this.hashes.subarray(32 * row, 32 * row + 6).reduce((all, byte) => all * 256 + byte, 0));
      case "type":
      case "floor":
      case "air":
      case "msl": {
        const indexed = this.indexed(column);
        if (indexed === null) return this.all.map(() => 0);
        const keys = column === "type" ? ranked(indexed.values) : indexed.values.map(versionKey);
        return indexed.rows.map((value) => Math.min(keys[value] ?? 0, Number.MAX_SAFE_INTEGER));
      }
    }
  }

  /** Each value of a column, its number and how many functions have it. */
  values(column: FilterName): FilterValue[] {
    const indexed = this.indexed(column);
    if (indexed === null) return [];
    let found = this.foundValues.get(indexed);
    if (found === undefined) {
      found = this.countedValues(column, indexed);
      this.foundValues.set(indexed, found);
    }
    return found;
  }

  private countedValues(column: FilterName, indexed: Indexed): FilterValue[] {
    const counts = new Map<number, number>();
    for (const value of indexed.rows) counts.set(value, (counts.get(value) ?? 0) + 1);
    const found = [...counts].map(([value, functions]) => ({ text: indexed.values[value] ?? "", value, functions }));
    if (column === "floor") return found.sort((a, b) => versionKey(a.text) - versionKey(b.text));
    return found.sort((a, b) => b.functions - a.functions || (a.text < b.text ? -1 : 1));
  }

  /** Families of names, largest first. A module that functions share counts once. */
  families(): Family[] {
    if (this.foundFamilies !== null) return this.foundFamilies;
    const indexed = this.library.functions.family;
    const found = new Map<number, Family>();
    const counted = new Set<number>();
    for (const row of this.all) {
      const value = indexed.rows[row] ?? 0;
      const type = this.library.functions.type.rows[row] ?? 0;
      const family = found.get(value) ?? { row: value, name: indexed.values[value] ?? "", functions: 0, size: 0, type, first: row };
      family.functions++;
      family.size += this.ownSize(row, counted);
      found.set(value, family);
    }
    this.foundFamilies = [...found.values()].sort((a, b) => b.size - a.size || (a.name < b.name ? -1 : 1));
    return this.foundFamilies;
  }

  /** The bytes of a row's module, unless `counted` has its offset. */
  private ownSize(row: number, counted: Set<number>): number {
    const offset = this.offset[row] ?? 0;
    if (counted.has(offset)) return 0;
    counted.add(offset);
    return this.size[row] ?? 0;
  }

  members(family: number): number[] {
    const rows = this.library.functions.family.rows;
    return this.all.filter((row) => rows[row] === family);
  }

  /** The `nth` (0 is the first) function of a name; -1 if there is none. */
  find(name: string, nth = 0): number {
    let row = this.name.indexOf(name);
    for (let left = nth; left > 0 && row >= 0; left--) row = this.name.indexOf(name, row + 1);
    return row;
  }

  /** Which of the functions of its name a row is: 0 is the first. */
  nth(row: number): number {
    let nth = 0;
    for (let at = this.name.indexOf(this.name[row] ?? ""); at >= 0 && at < row; nth++)
      at = this.name.indexOf(this.name[row] ?? "", at + 1);
    return nth;
  }
}

function ranked(texts: string[]): number[] {
  const order = [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1));
  const ranks = new Map(order.map((text, rank) => [text, rank]));
  return texts.map((text) => ranks.get(text) ?? 0);
}
