// `mtlb explore`: a server on this computer answers. Each request shows the token that the page came with.

import type { Opened, Saved } from "../documents.js";
import { Problem, resultOf, type Answer, type Backend, type MethodName, type Methods, type Progress } from "./backend.js";

export class ServerBackend implements Backend {
  readonly kind = "server";
  pending = 0;
  onProgress: ((progress: Progress) => void) | null = null;
  onStop: (() => void) | null = null;

  constructor(private readonly token: string) {}

  offers(): boolean {
    return true;
  }

  async call<M extends MethodName>(method: M, params: Methods[M]["params"]): Promise<Methods[M]["result"]> {
    const response = await this.post(method, JSON.stringify(params));
    return await this.result<Methods[M]["result"]>(response);
  }

  async open(file: File): Promise<Opened> {
    return await this.result<Opened>(await this.post(`open?name=${encodeURIComponent(file.name)}`, file));
  }

  async save(file: string, kind: string, params: Record<string, unknown>): Promise<Saved> {
    const response = await this.post("save", JSON.stringify({ file, kind, params }));
    const name = response.headers.get("X-Mtlb-Name");
    if (name === null) await this.result(response); // throws what the answer says
    return { name: decodeURIComponent(name ?? ""), bytes: new Uint8Array(await response.arrayBuffer()) };
  }

  private async post(path: string, body: BodyInit): Promise<Response> {
    this.pending++;
    try {
      return await fetch(`/api/${path}`, { method: "POST", body, headers: { "X-Mtlb-Token": this.token } });
    } catch {
      throw new Problem("server", "mtlb explore does not answer any more. Start it again, then reload this page.");
    } finally {
      this.pending--;
    }
  }

  private async result<T>(response: Response): Promise<T> {
    let answer: Answer<T>;
    try {
      answer = (await response.json()) as Answer<T>;
    } catch {
      throw new Problem("server", `mtlb explore answered with ${response.status} ${response.statusText}.`);
    }
    return resultOf(answer);
  }
}
