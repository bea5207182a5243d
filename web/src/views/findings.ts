// What verify, lint and doctor say about a file. Findings of one rule are one entry that opens to its functions.

import { button, h, textOf } from "../dom.js";
import type { Finding, Findings } from "../documents.js";
import { count, plural } from "../format.js";
import type { Check, OpenFile } from "../files.js";
import { View, type App } from "./view.js";

const MOST = 50; // findings of an open entry
const FEW = 500; // functions of a library that is checked without being asked

export interface Group {
  code: string;
  name: string;
  severity: string;
  findings: Finding[];
}

const SEVERITIES = ["error", "warning", "note"];

/** Findings by rule, the worst first. */
export function groups(findings: Finding[]): Group[] {
  const found = new Map<string, Group>();
  for (const finding of findings) {
    const key = `${finding.severity} ${finding.code ?? finding.text}`;
    const group = found.get(key) ?? { code: finding.code ?? "", name: finding.name ?? "", severity: finding.severity, findings: [] };
    group.findings.push(finding);
    found.set(key, group);
  }
  const rank = (group: Group): number => (SEVERITIES.indexOf(group.severity) + SEVERITIES.length) % SEVERITIES.length;
  return [...found.values()].sort((a, b) => rank(a) - rank(b) || b.findings.length - a.findings.length);
}

const CHECKS: [Check, string, string][] = [
  ["verify", "Verify", "Is the file whole: structure, hashes, bounds, overlaps, every byte?"],
  ["lint", "Lint", "Do the modules keep to what Metal's loaders and GPUs rely on?"],
  ["doctor", "Doctor", "What would Apple's loader say about it?"],
];

export class FindingsView extends View {
  private readonly panes = new Map<Check, CheckPane>();

  constructor(app: App) {
    super("findings", "Findings", app);
    for (const [check, title, text] of CHECKS) {
      const pane = new CheckPane(check, title, text, app);
      this.panes.set(check, pane);
      this.element.append(pane.element);
    }
  }

  override has(file: OpenFile): boolean {
    return file.library.kind === "metallib" || file.library.kind === "air";
  }

  protected show(file: OpenFile): void {
    for (const pane of this.panes.values()) pane.show(file);
  }
}

class CheckPane {
  readonly element: HTMLElement;
  private readonly body = h("div", { class: "findings" });
  private readonly os = h("select", { aria: { label: "The OS that loads it" } });
  private readonly run: HTMLButtonElement;
  private readonly stop = button("Stop", () => (this.stopped = true), { hidden: true });
  private readonly state = h("span", { class: "hint", role: "status" });
  private stopped = false;
  private file: OpenFile | null = null;

  constructor(
    private readonly check: Check,
    title: string,
    text: string,
    private readonly app: App,
  ) {
    this.run = button("Check", () => void this.start());
    this.os.hidden = check !== "doctor" || app.backend.kind === "report";
    this.os.addEventListener("input", () => void this.start());
    this.element = h("section", { class: "card", id: `check-${check}` },
      h("div", { class: "headline" }, h("h2", null, title), this.os, this.run, this.stop, this.state), h("p", { class: "hint" }, text), this.body);
  }

  show(file: OpenFile): void {
    this.file = file;
    this.stopped = true;
    this.body.replaceChildren();
    this.state.textContent = "";
    this.run.hidden = false;
    void this.fillMenu();
    const asked = file.checked(this.check, null);
    if (asked || this.app.backend.kind === "report" || this.check === "verify" || file.table.count <= FEW) void this.start();
    else this.state.textContent = `${plural(file.table.count, "function")}: this takes a while.`;
  }

  private async fillMenu(): Promise<void> {
    if (this.os.hidden || this.os.options.length) return;
    this.os.append(new Option("any OS", ""));
    try {
      const targets = await this.app.backend.call("targets", {});
      this.os.append(...targets.doctor.map((text) => new Option(text, text)));
    } catch (error) {
      this.app.problem(textOf(error));
    }
  }

  private async start(): Promise<void> {
    const file = this.file;
    if (file === null) return;
    const os = this.os.value || null;
    this.stopped = false;
    this.run.hidden = true;
    this.stop.hidden = this.check !== "lint" || this.app.backend.kind === "report";
    this.state.textContent = "checking …";
    const mine = (): boolean => file === this.file && (this.os.value || null) === os;
    try {
      const found = await file.check(this.check, os, (part) => {
        if (mine()) {
          this.state.textContent = `${count(part.done ?? 0)} of ${count(part.total ?? 0)} modules`;
          this.fill(part);
        }
        return mine() && !this.stopped;
      });
      if (mine()) {
        const whole = found.next == null;
        this.state.textContent = whole ? "" : `stopped after ${count(found.done ?? 0)} of ${count(found.total ?? 0)} modules`;
        this.run.hidden = whole;
        this.fill(found, whole);
      }
    } catch (error) {
      if (mine()) {
        this.state.textContent = "";
        this.run.hidden = this.app.backend.kind === "report";
        this.body.replaceChildren(h("p", { class: this.app.backend.kind === "report" ? "hint" : "problem" }, textOf(error)));
      }
    } finally {
      if (mine()) this.stop.hidden = true;
    }
  }

  private fill(found: Findings, whole = true): void {
    const made = groups(found.findings);
    const counts = SEVERITIES.map((severity) => [severity, found.findings.filter((finding) => finding.severity === severity).length] as const)
      .filter(([, n]) => n > 0)
      .map(([severity, n]) => plural(n, severity));
    const verdict = counts.length ? counts.join(", ") : whole ? "Nothing was found." : "Nothing yet.";
    this.body.replaceChildren(
      h("p", { class: counts.length && !found.ok ? "verdict bad" : "verdict" }, verdict, found.checked ? h("span", { class: "hint" }, ` ${found.checked}`) : null),
      ...made.map((group) => this.group(group)),
    );
  }

  private group(group: Group): HTMLElement {
    const { findings } = group;
    const first = findings[0];
    const title = [group.code, group.name].filter(Boolean).join(" ");
    const head = h("summary", null, h("span", { class: `severity ${group.severity}` }, group.severity), " ",
      title ? h("strong", null, title) : null, title ? " " : null,
      findings.length === 1 || same(findings) ? (first?.text ?? "") : "",
      findings.length > 1 ? h("span", { class: "hint" }, ` ${count(findings.length)} times`) : null);
    const details = h("details", { name: `findings-${this.check}` }, head);
    details.addEventListener("toggle", () => {
      if (!details.open) details.replaceChildren(head); // closed entries hold nothing
      else if (details.children.length === 1) details.append(this.entries(group));
    });
    return details;
  }

  private entries({ findings }: Group): HTMLElement {
    const first = findings[0];
    const one = same(findings);
    const list = h("ul", null, findings.slice(0, MOST).map((finding) => h("li", null, this.where(finding), one && findings.length > 1 ? null : finding.text,
      finding.certainty === "suspected" ? " " : null, finding.certainty === "suspected" ? h("span", { class: "chip" }, "suspected") : null)));
    const help = [first?.explanation, first?.help].filter(Boolean).map((text) => h("p", null, text));
    const page = this.page(first?.url);
    if (page) help.push(h("p", null, h("a", { href: page, target: "_blank", rel: "noreferrer" }, `About ${first?.code ?? "this"}`)));
    return h("div", null, ...help, list, findings.length > MOST ? h("p", { class: "hint" }, `and ${count(findings.length - MOST)} more`) : null);
  }

  /** The address of a page of the documentation. The explorer of the site is beside those pages. */
  private page(url: string | null | undefined): string | null {
    if (!url) return null;
    if (/^https?:/.test(url)) return url;
    return this.app.backend.kind === "worker" ? `../${url}` : null;
  }

  private where(finding: Finding): HTMLElement {
    const name = finding.function_name ?? (finding.function === null ? null : this.file?.table.name[finding.function]);
    const made = h("span");
    if (finding.function !== null) made.append(h("a", { class: "name", href: this.app.linkTo(finding.function) }, name ?? ""), " ");
    else if (name) made.append(h("span", { class: "name" }, name), " ");
    if (finding.functions?.length && (finding.function === null || finding.functions.length > 1)) {
      const table = this.file?.table;
      const all = finding.function_count ?? finding.functions.length;
      const links = finding.functions.slice(0, 8).map((other) => {
        const row = table?.find(other) ?? -1;
        return row < 0 ? h("span", { class: "name chip" }, other) : h("a", { class: "name chip", href: this.app.linkTo(row) }, other);
      });
      made.append(...links, all > links.length ? ` and ${plural(all - links.length, "other")} ` : " ");
    }
    if (finding.offset != null) made.append(h("span", { class: "hint" }, `at byte ${count(finding.offset)} `));
    return made;
  }
}

const same = (findings: Finding[]): boolean => findings.every((finding) => finding.text === findings[0]?.text);
