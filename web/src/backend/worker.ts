// The static explorer: Python runs in a worker of the page. Messages: {id, ...} there, {id, answer} back.

import type { Opened, Saved } from "../documents.js";
import { Problem, resultOf, type Answer, type Backend, type MethodName, type Methods, type Progress } from "./backend.js";

export type Request =
  | { id: number; open: File }
  | { id: number; method: string; params: string }
  | { id: number; save: string };

export type Reply =
  | { id: number; answer: string }
  | { id: number; name: string; bytes: Uint8Array<ArrayBuffer> }
  | { id: number; failure: string }
  | { progress: Progress };

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

interface Waiting {
  resolve: (reply: Exclude<Reply, { progress: Progress }>) => void;
  reject: (problem: Problem) => void;
}

export class WorkerBackend implements Backend {
  readonly kind = "worker";
  onProgress: ((progress: Progress) => void) | null = null;
  onStop: (() => void) | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  private last = 0;

  get pending(): number {
    return this.waiting.size;
  }

  /** `address` is that of worker.js. */
  constructor(private readonly address: string) {}

  offers(): boolean {
    return true;
  }

  async call<M extends MethodName>(method: M, params: Methods[M]["params"]): Promise<Methods[M]["result"]> {
    if (method === "opened" && this.worker === null) return [] as unknown as Methods[M]["result"];
    const reply = await this.ask({ method, params: JSON.stringify(params) });
    return this.result<Methods[M]["result"]>(reply);
  }

  async open(file: File): Promise<Opened> {
    return this.result<Opened>(await this.ask({ open: file }));
  }

  async save(file: string, kind: string, params: Record<string, unknown>): Promise<Saved> {
    const reply = await this.ask({ save: JSON.stringify({ file, kind, params }) });
    return "bytes" in reply ? reply : this.result<Saved>(reply);
  }

  /** Starts Python, which takes seconds; the first question would do it too. */
  start(): Worker {
    if (this.worker !== null) return this.worker;
    // A worker made of a blob has the page's content security policy; one with an address of its own has none.
    const source = `import ${JSON.stringify(this.address)};`;
    const blob = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(blob, { type: "module" });
    worker.addEventListener("message", (event: MessageEvent<Reply>) => this.receive(event.data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.stop(event.message ? `Python stopped: ${event.message}` : "Python could not be loaded into this page.");
    });
    this.worker = worker;
    return worker;
  }

  private stop(text: string): void {
    for (const { reject } of this.waiting.values()) reject(new Problem("worker", text));
    this.waiting.clear();
    this.worker?.terminate();
    this.worker = null; // the next file starts another one
    this.onStop?.();
  }

  private receive(reply: Reply): void {
    if ("progress" in reply) {
      if (this.waiting.size) this.onProgress?.(reply.progress);
      return;
    }
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (waiting === undefined) return;
    if ("failure" in reply) waiting.reject(new Problem("bug", reply.failure));
    else waiting.resolve(reply);
  }

  private ask(request: WithoutId<Request>): Promise<Exclude<Reply, { progress: Progress }>> {
    const id = ++this.last;
    const worker = this.start();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...request });
    });
  }

  private result<T>(reply: Exclude<Reply, { progress: Progress }>): T {
    if (!("answer" in reply)) throw new Problem("bug", "the worker's answer is of another kind");
    return resultOf(JSON.parse(reply.answer) as Answer<T>);
  }
}
