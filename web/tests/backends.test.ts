import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { Problem, resultOf } from "../src/backend/backend.js";
import { EmbeddedBackend } from "../src/backend/embedded.js";
import { ServerBackend } from "../src/backend/server.js";
import { WorkerBackend } from "../src/backend/worker.js";
import { library } from "./library.js";

const packed = (value: unknown): string => deflateSync(typeof value === "string" ? value : JSON.stringify(value)).toString("base64");
const made = library(["k1", "k2", "other"], { offset: [0, 0, 64], size: [4, 4, 4] });
const elements: Record<string, string> = {
  library: packed({ ...made, head: Buffer.from("BC01BC01ABCD").toString("base64"), headSize: 4 }),
  details: [`0 ${packed([{ index: 0, name: "k1" }, { index: 1, name: "k2" }])}`, `2 ${packed([{ index: 2, name: "other" }])}`].join("\n"),
  codes: `1 ${packed("define void @k()")}`,
  sources: "",
  findings: packed({ verify: { ok: true, checked: "", findings: [] }, lint: null }),
};
const report = (): EmbeddedBackend => new EmbeddedBackend((id) => elements[id] ?? "");
const file = "report";

test("a report answers out of its elements", async () => {
  const backend = report();
  assert.deepEqual(await backend.call("opened", {}), [{ file, name: "made.metallib", size: 1000, kind: "metallib", parts: [] }]);
  assert.equal((await backend.call("library", { file })).functions.name.length, 3);
  assert.equal((await backend.call("function", { file, index: 1 })).name, "k2");
  assert.equal((await backend.call("function", { file, index: 2 })).name, "other");
  assert.deepEqual((await backend.call("sources", { file })).archives, []);
  assert.equal((await backend.call("verify", { file, modules: false, start: 0, count: null })).ok, true);
  assert.equal(backend.offers("save"), false);
});

test("functions that share a module share its code", async () => {
  assert.equal((await report().call("code", { file, index: 0 })).text, "define void @k()");
});

test("what was left out of a report is said", async () => {
  await assert.rejects(report().call("code", { file, index: 2 }), /not in the report/);
  await assert.rejects(report().call("lint", { file, start: 0, count: null }), /mtlb lint was not run/);
  await assert.rejects(report().call("diff", { old: file, new: file, modules: true }), Problem);
});

test("the first bytes of a module, and all of them once the library is there", async () => {
  const backend = report();
  assert.deepEqual(await backend.call("bytes", { file, offset: 64, size: 9 }), { offset: 64, hex: "41424344" });
  backend.attach(new File([new Uint8Array([1, 2, 3, 4])], "made.metallib"));
  assert.deepEqual(await backend.call("bytes", { file, offset: 1, size: 2 }), { offset: 1, hex: "0203" });
  assert.equal(await backend.isModule(0, 2, "00"), false);
});

test("a server's errors are problems with its words", async (t) => {
  const asked: [string, RequestInit][] = [];
  t.mock.method(globalThis, "fetch", async (address: string, init: RequestInit) => {
    asked.push([address, init]);
    return Response.json({ error: { kind: "FormatError", text: "x.metallib: no library" } });
  });
  const backend = new ServerBackend("secret");
  await assert.rejects(backend.call("library", { file: "f1" }), { kind: "FormatError", message: "x.metallib: no library" });
  assert.equal(asked[0]?.[0], "/api/library");
  assert.deepEqual(asked[0]?.[1].headers, { "X-Mtlb-Token": "secret" });
});

test("a server that is gone is said", async (t) => {
  t.mock.method(globalThis, "fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await assert.rejects(new ServerBackend("").call("opened", {}), /does not answer any more/);
});

class MadeWorker extends EventTarget {
  static made: MadeWorker[] = [];
  asked: { id: number; method?: string }[] = [];
  ended = false;
  constructor() {
    super();
    MadeWorker.made.push(this);
  }
  postMessage(request: { id: number }): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.ended = true;
  }
}

globalThis.Worker = MadeWorker as unknown as typeof Worker; // Node.js has none

test("a worker answers in any order, and tells how far it is", async () => {
  const backend = new WorkerBackend("https://example.org/worker.js");
  assert.deepEqual(await backend.call("opened", {}), []); // it is not started for that
  assert.equal(MadeWorker.made.length, 0);
  const told: string[] = [];
  backend.onProgress = ({ text }) => told.push(text);
  const code = backend.call("code", { file: "f1", index: 0 });
  const closed = backend.call("close", { file: "f1" });
  const [worker] = MadeWorker.made;
  assert(worker);
  assert.deepEqual(worker.asked.map(({ method }) => method), ["code", "close"]);
  const say = (data: unknown): boolean => worker.dispatchEvent(new MessageEvent("message", { data }));
  say({ progress: { text: "starting", done: 0, total: 0 } });
  say({ id: 2, answer: '{"result": null}' });
  say({ id: 1, answer: '{"error": {"kind": "BuildError", "text": "no file"}}' });
  assert.equal(await closed, null);
  await assert.rejects(code, { kind: "BuildError", message: "no file" });
  assert.deepEqual(told, ["starting"]);
});

test("a worker that ends is said, and another one starts with the next question", async () => {
  MadeWorker.made = [];
  const backend = new WorkerBackend("https://example.org/worker.js");
  let stopped = 0;
  backend.onStop = () => stopped++;
  const code = backend.call("code", { file: "f1", index: 0 });
  const [worker] = MadeWorker.made;
  worker?.dispatchEvent(Object.assign(new Event("error", { cancelable: true }), { message: "out of memory" }));
  await assert.rejects(code, /Python stopped: out of memory/);
  assert.equal(stopped, 1);
  assert.equal(worker?.ended, true);
  void backend.call("code", { file: "f1", index: 0 });
  assert.equal(MadeWorker.made.length, 2);
});

test("answers", () => {
  assert.equal(resultOf({ result: 3 }), 3);
  assert.throws(() => resultOf({ error: { kind: "bug", text: "IndexError: x" } }), { kind: "bug", message: "IndexError: x" });
});
