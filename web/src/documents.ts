// The documents that Python gives the page: the same ones inside a report and as answers in the explorer.
// docs/explorer.md describes them.

/** A column with few different values: the values, and for each row the number of its value. */
export interface Indexed {
  values: string[];
  rows: number[];
}

export interface Reason {
  kind: string;
  value: string;
  os: string | null;
  text: string;
  function: number | null;
  count: number;
  binding: boolean;
}

export interface Floor {
  text: string | null;
  because: string[];
  reasons: Reason[];
  problems: string[];
  /** Whether the modules were read for it. */
  modules?: boolean;
}

/** The columns that need a look into the modules. */
export interface Columns {
  floor: Indexed;
  because?: Indexed;
  arguments: Indexed;
  /** With the last piece: the floor of the whole, modules and all. */
  headline?: Floor | null;
  start?: number;
  next?: number | null;
}

export interface Duplicate {
  size: number;
  hash: string;
  functions: number[];
  stored: number;
}

export interface Library {
  form: number;
  tool: string;
  kind: "metallib" | "air" | "dxbc" | "spirv";
  name: string;
  size: number;
  sha256: string;
  floor: Floor | null;
  facts: [string, string][];
  sections: [string, number, number][];
  section_titles?: Record<string, string>;
  functions: {
    name: string[];
    family: Indexed;
    type: Indexed;
    air: Indexed;
    msl: Indexed;
    /** Without a look into the modules: `columns` has the whole. */
    floor?: Indexed;
    offset: number[];
    size: number[];
    reflection: number[];
    hash: string;
  };
  columns: Columns | null;
  duplicates: Duplicate[];
  /** How many archives of sources are embedded. */
  sources: number;
  head?: string;
  headSize?: number;
  listing?: [string, string][];
}

/** A value of an argument, a structure or another part of reflection, as `mtlb info --reflection --json` has it. */
export type Facts = Record<string, unknown>;

export interface Detail {
  index: number;
  name: string;
  type: string;
  target?: string | null;
  arguments?: Facts[];
  outputs?: Facts[];
  function_constants?: Facts[];
  static_samplers?: Facts[];
  threadgroup_memory?: Facts[];
  structs?: { name?: string; fields: Facts[] }[];
  floor?: { os: string | null; because: string[] } | null;
  module?: Facts;
  tags?: [string, string][];
  sources?: [number, number] | null;
  problem?: string | null;
  [key: string]: unknown;
}

export interface SourceFile {
  name: string;
  size: number;
  text: string | null;
  language: string;
}

export interface Sources {
  command_line: string | null;
  directory?: string | null;
  archives: { name: string; id?: string; files: SourceFile[] }[];
  problem: string | null;
}

export interface Finding {
  severity: string;
  certainty?: string;
  code: string | null;
  name: string | null;
  text: string;
  function: number | null;
  function_name: string | null;
  /** Those that a finding of several functions is about. */
  functions?: string[];
  function_count?: number;
  offset?: number | null;
  explanation?: string;
  help: string | null;
  url: string | null;
}

export interface Findings {
  ok: boolean;
  checked: string;
  findings: Finding[];
  /** Of a check in pieces: how many modules are done, and where the next piece starts. */
  done?: number;
  total?: number;
  next?: number | null;
}

export interface Change {
  part: string;
  old: string | null;
  new: string | null;
}

export interface FunctionDifference {
  name: string;
  status: string;
  old_index: number | null;
  new_index: number | null;
  changes: Change[];
  lines: string[];
}

export interface Difference {
  old: string;
  new: string;
  differs: boolean;
  parts: Change[];
  functions: FunctionDifference[];
  counts?: Record<string, number>;
  lines_left_out?: number;
}

export interface Part {
  place: string;
  kind: string;
  size: number;
  contents: string;
  file: string;
  problem?: string | null;
}

export interface Opened {
  file: string;
  name: string;
  size: number;
  kind: string;
  parts: Part[];
}

export interface Targets {
  platforms: { name: string; label: string; versions: string[] }[];
  doctor: string[];
}

/** Metal source of a function. */
export interface SourceOf {
  text: string;
  /** What has no form in Metal's source. */
  problems: string[];
  /** For each line of the text the lines of the assembly that it is made of, from 0; where that is known. */
  lines?: (number[] | null)[];
}

/** A line that was searched for: in the code of function `index`, or in an embedded source. Lines begin with 1. */
export interface Hit {
  index?: number;
  archive?: number;
  source?: number;
  line: number;
  text: string;
}

export interface Hits {
  hits: Hit[];
  left_out: number;
  done: number;
  total: number;
  next: number | null;
}

/** For each function of a piece the functions that it reaches, one a line. */
export interface Uses {
  calls: Indexed;
  done: number;
  total: number;
  next: number | null;
}

export interface Saved {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}
