import assert from "node:assert/strict";
import { test } from "node:test";
import { boxes, byWords, gathered, type Item } from "../src/tree.js";

const item = (label: string, size: number): Item => ({ label, size, functions: 1, type: 0, open: null });

test("the largest come first, the rest share a box, nothing is lost", () => {
  const items = Array.from({ length: 500 }, (_, place) => item(`f${place}`, place));
  let rest: Item[] = [];
  const found = gathered(items, 100, (others) => {
    rest = others;
    return null;
  });
  assert.equal(found.length, 100);
  assert.equal(found[0]?.size, 499);
  assert.equal(found.at(-1)?.label, "400 smaller ones");
  assert.equal(found.reduce((sum, { size }) => sum + size, 0), items.reduce((sum, { size }) => sum + size, 0));
  assert.equal(rest.length, 400);
});

test("boxes are as large as their items and fill the area", () => {
  const found = boxes([item("a", 50), item("b", 30), item("c", 20)], 800, 400);
  const areas = found.map(({ width, height }) => (width * height) / 100);
  assert.deepEqual(areas.map(Math.round), [50, 30, 20]);
});

test("names of one start are a group, whatever separates their words", () => {
  const names = ["affine_qmv_*", "affine_qmm_*", "*_copy_*", "ns::f<*>", "ns::g", "***"];
  const groups = byWords(names, (name) => name, 1);
  assert.deepEqual([...groups.keys()], ["affine", "copy", "ns", "***"]);
  assert.deepEqual(groups.get("ns"), ["ns::f<*>", "ns::g"]);
  assert.deepEqual([...byWords(names.slice(0, 2), (name) => name, 2).keys()], ["affine_qmv", "affine_qmm"]);
});
