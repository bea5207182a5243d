import assert from "node:assert/strict";
import { test } from "node:test";
import { joined } from "../src/files.js";
import { FunctionTable } from "../src/table.js";
import { indexed, library } from "./library.js";

const names = ["add_2", "Mul", "add_10", "add_2", "zero"];
const shown = (table: FunctionTable): string[] => table.shown.map((row) => table.name[row] ?? "");

function searched(query: string): { table: FunctionTable; problem: string | null } {
  const table = new FunctionTable(library(names));
  table.query = query;
  const problem = table.apply();
  return { table, problem };
}

test("words are found in names, whatever their case", () => {
  assert.deepEqual(shown(searched("mul").table), ["Mul"]);
  assert.deepEqual(shown(searched("ADD_").table), ["add_2", "add_10", "add_2"]);
});

test("words are found in arguments", () => {
  assert.deepEqual(shown(searched("zero_data").table), ["zero"]);
  assert.deepEqual(shown(searched("uint n").table), ["add_2", "add_10", "zero"]);
});

test("the start of a hash finds its function", () => {
  assert.deepEqual(searched("030303").table.shown, [2]);
});

test("a regular expression looks at names only", () => {
  assert.deepEqual(shown(searched("/^add_\\d$/").table), ["add_2", "add_2"]);
  assert.deepEqual(shown(searched("/data/").table), []);
});

test("a bad regular expression says what is wrong, and nothing is shown", () => {
  const { table, problem } = searched("/(/");
  assert.match(problem ?? "", /^Not a regular expression: .*Unterminated group/);
  assert.deepEqual(table.shown, []);
});

test("a slash alone is a word", () => {
  assert.equal(searched("/").problem, null);
});

test("sorting by floor goes by version, unknown last", () => {
  const table = new FunctionTable(library(names));
  table.sortBy("floor");
  assert.deepEqual(table.shown, [1, 4, 0, 3, 2]);
  table.sortBy("floor");
  assert.deepEqual(table.shown, [2, 0, 3, 1, 4]);
});

test("sizes and arguments start with the largest", () => {
  const table = new FunctionTable(library(names));
  table.sortBy("size");
  assert.deepEqual(table.shown, [4, 3, 2, 1, 0]);
  table.sortBy("args");
  assert.deepEqual(table.shown, [0, 2, 4, 1, 3]);
});

test("filters and query go together, and the order stays", () => {
  const table = new FunctionTable(library(names));
  table.sortBy("size");
  table.filters.type = 0;
  table.query = "add";
  table.apply();
  assert.deepEqual(table.shown, [2, 0]);
});

test("without the slow columns, cells wait and names are still found", () => {
  const table = new FunctionTable({ ...library(names), columns: null });
  assert.equal(table.complete, false);
  assert.equal(table.text("floor", 0), "…");
  assert.equal(table.arguments(0), null);
  table.query = "mul";
  table.apply();
  assert.deepEqual(shown(table), ["Mul"]);
  table.addColumns({ floor: indexed(names.map(() => "13.0")), arguments: indexed(names) });
  assert.equal(table.text("floor", 0), "13.0");
});

test("a family counts a shared module once", () => {
  const table = new FunctionTable(library(["f1", "f2", "g"], { offset: [0, 0, 50], size: [20, 20, 30] }));
  assert.deepEqual(
    table.families().map(({ name, functions, size }) => [name, functions, size]),
    [["g", 1, 30], ["f#", 2, 20]],
  );
});

test("functions of one name are told apart by their number", () => {
  const table = new FunctionTable(library(names));
  assert.equal(table.find("add_2"), 0);
  assert.equal(table.find("add_2", 1), 3);
  assert.equal(table.find("add_2", 2), -1);
  assert.equal(table.find("none"), -1);
  assert.equal(table.nth(3), 1);
  assert.equal(table.nth(0), 0);
});

test("pieces of a column become one", () => {
  assert.deepEqual(joined([indexed(["a", "b", "a"]), indexed(["b", "c"])]), indexed(["a", "b", "a", "b", "c"]));
});
