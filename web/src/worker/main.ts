// Python in a worker of the page: Pyodide and mtlb's wheel, out of the folder pyodide/ beside this file.
// What is asked for is answered in order, one thing at a time.

import type { PyodideAPI } from "pyodide";
import type { PyProxy } from "pyodide/ffi";
import type { Reply, Request } from "../backend/worker.js";

const scope = self as unknown as Worker; // both sides of a channel have the same methods
const folder = new URL("pyodide/", import.meta.url).href;

interface Session extends PyProxy {
  open(name: string, path: string): PyProxy | string;
  call(method: string, params: string): PyProxy;
}

interface Python {
  pyodide: PyodideAPI;
  session: Session;
}

const reply = (message: Reply, transfer: Transferable[] = []): void => scope.postMessage(message, transfer);
const progress = (text: string, done = 0, total = 0): void => reply({ progress: { text, done, total } });

async function start(): Promise<Python> {
  progress("starting Python");
  const { loadPyodide } = (await import(`${folder}pyodide.mjs`)) as typeof import("pyodide");
  const pyodide = await loadPyodide({ indexURL: folder });
  progress("starting mtlb");
  const wheels = (await (await fetched("wheels.json")).json()) as string[];
  for (const wheel of wheels) pyodide.unpackArchive(await (await fetched(wheel)).arrayBuffer(), "wheel");
  const made: Session = pyodide.runPython(`
from mtlb.explore import BROWSER_LIMIT, Explorer
lambda progress: Explorer(progress=progress, limit=BROWSER_LIMIT)
`)(progress);
  return { pyodide, session: made };
}

async function fetched(name: string): Promise<Response> {
  const response = await fetch(folder + name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response;
}

let files = 0;

/** Gives a file a path in Python's file system. Its bytes are read when they are asked for. */
function mounted({ pyodide }: Python, file: File): string {
  const place = `/dropped/${++files}`;
  const { FS } = pyodide;
  FS.mkdirTree(place);
  FS.mount(FS.filesystems.WORKERFS, { blobs: [{ name: "file", data: file }] }, place);
  return `${place}/file`;
}

async function handle(python: Python, request: Request): Promise<void> {
  const { id } = request;
  const { session } = python;
  if ("open" in request) {
    const answer = session.open(request.open.name, mounted(python, request.open));
    reply({ id, answer: String(answer) });
    return;
  }
  const proxy = "save" in request ? session.call("save", request.save) : session.call(request.method, request.params);
  const [answer, data] = proxy.toJs() as [string, Uint8Array<ArrayBuffer> | undefined];
  proxy.destroy();
  if ("save" in request && data !== undefined) {
    const { result } = JSON.parse(answer) as { result: { name: string } };
    reply({ id, name: result.name, bytes: data }, [data.buffer]);
  } else reply({ id, answer });
}

/** The last line of a traceback, without the name of the module of the exception. */
function failureText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n").at(-1) ?? text;
}

let python: Promise<Python> | null = start();
python.catch(() => { python = null; }); // the next request tries again, and says why it fails
let last: Promise<void> = Promise.resolve();

scope.addEventListener("message", (event: MessageEvent<Request>) => {
  const request = event.data;
  last = last.then(async () => {
    try {
      python ??= start();
      await handle(await python, request);
    } catch (error) {
      reply({ id: request.id, failure: failureText(error) });
    }
  });
});

