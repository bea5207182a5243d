// Where the page's data comes from. One interface, three ways: inside the page (report), a worker in which Python runs
// (the static explorer), a local server (`mtlb explore`).

import type { Columns, Detail, Difference, Findings, Hits, Library, Opened, Saved, SourceOf, Sources, Targets, Uses } from "../documents.js";

/** A piece of long work: `count` functions from the function `start` on. */
export interface Piece {
  file: string;
  start: number;
  count: number | null;
}

export interface Methods {
  opened: { params: Record<string, never>; result: Opened[] };
  close: { params: { file: string }; result: null };
  library: { params: { file: string }; result: Library };
  columns: { params: Piece; result: Columns };
  function: { params: { file: string; index: number }; result: Detail };
  code: { params: { file: string; index: number }; result: { text: string } };
  source: { params: { file: string; index: number; style: "readable" | "faithful" }; result: SourceOf };
  calls: { params: { file: string; index: number }; result: { pairs: [string, string][] } };
  uses: { params: Piece; result: Uses };
  search: { params: Piece & { text: string; regex: boolean }; result: Hits };
  bytes: { params: { file: string; offset: number; size: number }; result: { offset: number; hex: string } };
  sources: { params: { file: string }; result: Sources };
  verify: { params: Piece & { modules: boolean }; result: Findings };
  lint: { params: Piece; result: Findings };
  doctor: { params: { file: string; os: string | null; modules: boolean }; result: Findings };
  diff: { params: { old: string; new: string; modules: boolean }; result: Difference };
  diff_function: {
    params: { old: string; new: string; old_index: number; new_index: number };
    result: { lines: string[] };
  };
  targets: { params: Record<string, never>; result: Targets };
}

export type MethodName = keyof Methods;

export interface Progress {
  text: string;
  done: number;
  total: number;
}

export interface Backend {
  readonly kind: "report" | "worker" | "server";
  /** How many questions have no answer yet. */
  readonly pending: number;
  /** Says what long work is at. */
  onProgress: ((progress: Progress) => void) | null;
  /** Called when what answered has ended: the files that were open are open no more. */
  onStop: (() => void) | null;
  call<M extends MethodName>(method: M, params: Methods[M]["params"]): Promise<Methods[M]["result"]>;
  open(file: File): Promise<Opened>;
  save(file: string, kind: string, params: Record<string, unknown>): Promise<Saved>;
  /** Whether an answer to `method` can be had at all: a report has only what was put in. */
  offers(method: MethodName | "open" | "save"): boolean;
}

/** What a user can do something about: it is shown as it is. */
export class Problem extends Error {
  constructor(
    readonly kind: string,
    text: string,
  ) {
    super(text);
  }
}

export type Answer<T> = { result: T } | { error: { kind: string; text: string } };

export function resultOf<T>(answer: Answer<T>): T {
  if ("error" in answer) throw new Problem(answer.error.kind, answer.error.text);
  return answer.result;
}
