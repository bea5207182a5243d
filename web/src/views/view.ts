// What the views share: the application as they see it.

import type { Backend } from "../backend/backend.js";
import { h } from "../dom.js";
import type { OpenFile } from "../files.js";

export interface App {
  readonly backend: Backend;
  readonly files: readonly OpenFile[];
  /** Goes to a function of the file that is shown. */
  showFunction(row: number): void;
  /** Goes to a line (0 is the first) of the IR of a function. */
  showLine(row: number, line: number): void;
  /** Goes to a line of an embedded source. */
  showSource(archive: number, file: number, line: number): void;
  /** Goes to the functions that call one. */
  showUses(name: string): void;
  showView(name: string): void;
  /** The permalink of a function. */
  linkTo(row: number): string;
  /** Runs long work with a message; an error is shown, and the result is then null. */
  working<T>(what: string, work: Promise<T>): Promise<T | null>;
  save(kind: string, params: Record<string, unknown>): Promise<void>;
  problem(text: string): void;
  /** What a file is called, with a number where several have one name. */
  titleOf(file: OpenFile): string;
  /** Asks for files to open. */
  chooseFiles(): void;
}

export abstract class View {
  readonly element = h("section", { class: "view", role: "tabpanel", tabIndex: -1 });
  protected file: OpenFile | null = null;
  private shownFor: OpenFile | null = null;

  constructor(
    readonly name: string,
    readonly title: string,
    protected readonly app: App,
  ) {
    this.element.id = `view-${name}`;
    this.element.setAttribute("aria-labelledby", `tab-${name}`);
    this.element.hidden = true;
  }

  /** Whether it has anything to say of a file. */
  has(_file: OpenFile): boolean {
    return true;
  }

  /** A number beside its title. */
  badge(_file: OpenFile): string {
    return "";
  }

  /** Shows a file; the work is done when the view is first looked at. */
  setFile(file: OpenFile | null): void {
    this.file = file;
    if (!this.element.hidden) this.enter();
  }

  enter(): void {
    if (this.file !== null && this.shownFor !== this.file) {
      this.shownFor = this.file;
      this.show(this.file);
    }
  }

  leave(): void {}

  protected abstract show(file: OpenFile): void;
}
