// A row of tabs: one is selected, arrow keys go along.

import { button, h } from "./dom.js";

export interface Tab {
  name: string;
  title: string;
  /** What it shows. */
  panel: HTMLElement;
}

export class Tabs {
  readonly element: HTMLElement;
  private readonly buttons = new Map<string, HTMLButtonElement>();
  current: string;

  constructor(
    prefix: string,
    label: string,
    private readonly tabs: Tab[],
    private readonly chosen: (name: string) => void,
  ) {
    this.element = h("div", { class: "tabs small", role: "tablist", aria: { label } });
    this.current = tabs[0]?.name ?? "";
    for (const { name, title, panel } of tabs) {
      const tab = button(title, () => this.choose(name), { id: `${prefix}-${name}`, role: "tab" });
      this.buttons.set(name, tab);
      this.element.append(tab);
      panel.setAttribute("role", "tabpanel");
      panel.dataset["panel"] = name;
      panel.setAttribute("aria-labelledby", tab.id);
    }
    this.element.addEventListener("keydown", (event) => tabKey(event, this.element));
    this.mark();
  }

  choose(name: string): void {
    this.current = name;
    this.mark();
    this.chosen(name);
  }

  /** Leaves tabs out; the first one that is left is selected if the selected one went. */
  offer(names: ReadonlySet<string>): void {
    for (const [name, tab] of this.buttons) tab.hidden = !names.has(name);
    if (!names.has(this.current)) this.current = this.tabs.find(({ name }) => names.has(name))?.name ?? this.current;
    this.mark();
  }

  private mark(): void {
    for (const { name, panel } of this.tabs) {
      const mine = name === this.current;
      markTab(this.buttons.get(name), mine);
      panel.hidden = !mine;
    }
  }
}

export function markTab(tab: HTMLElement | undefined, selected: boolean): void {
  tab?.setAttribute("aria-selected", String(selected));
  if (tab) tab.tabIndex = selected ? 0 : -1;
}

/** Goes to the next, previous, first or last tab of a row. */
export function tabKey(event: KeyboardEvent, row: HTMLElement): void {
  const tabs = ([...row.children] as HTMLElement[]).filter((tab) => !tab.hidden);
  const at = tabs.indexOf(event.target as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.click();
  next.focus();
}
