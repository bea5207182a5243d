// A small made library for the tests.

import type { Indexed, Library } from "../src/documents.js";

export function indexed(values: string[]): Indexed {
  const found = [...new Set(values)];
  return { values: found, rows: values.map((value) => found.indexOf(value)) };
}

export function library(names: string[], more: Partial<Library["functions"]> = {}): Library {
  const hash = Buffer.concat(names.map((_, place) => Buffer.alloc(32, place + 1))).toString("base64");
  return {
    form: 1,
    tool: "mtlb",
    kind: "metallib",
    name: "made.metallib",
    size: 1000,
    sha256: "00",
    floor: null,
    facts: [],
    sections: [],
    functions: {
      name: names,
      family: indexed(names.map((name) => name.replace(/\d+/g, "#"))),
      type: indexed(names.map((_, place) => (place % 2 ? "vertex" : "kernel"))),
      air: indexed(names.map(() => "2.6")),
      msl: indexed(names.map(() => "3.1")),
      offset: names.map((_, place) => 100 * place),
      size: names.map((_, place) => 10 * (place + 1)),
      reflection: names.map(() => 0),
      hash,
      ...more,
    },
    columns: {
      floor: indexed(names.map((_, place) => ["14.0", "9.0", "?"][place % 3] ?? "")),
      arguments: indexed(names.map((name, place) => (place % 2 ? "" : `buffer 0: float ${name}_data\nbuffer 1: uint n`))),
    },
    duplicates: [],
    sources: 0,
  };
}
