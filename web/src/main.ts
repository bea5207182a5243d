// The start of the page: which backend answers is in its head.

import { Application } from "./app.js";
import type { Backend } from "./backend/backend.js";
import { EmbeddedBackend } from "./backend/embedded.js";
import { ServerBackend } from "./backend/server.js";
import { WorkerBackend } from "./backend/worker.js";

function backend(): Backend {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="mtlb-backend"]');
  const [kind, token] = (meta?.content ?? "").split(" ");
  if (kind === "http") return new ServerBackend(token ?? "");
  if (kind === "worker") {
    const worker = new WorkerBackend(new URL("worker.js", location.href).href);
    if (location.protocol !== "file:") setTimeout(() => worker.start()); // while the reader chooses a file
    return worker;
  }
  return new EmbeddedBackend((id) => document.getElementById(id)?.textContent ?? "");
}

void new Application(backend()).begin();
