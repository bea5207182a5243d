// Making elements.

type Child = Node | string | null | undefined | false;
type Properties<T> = Partial<Omit<T, "style" | "dataset" | "children" | "className">> & {
  class?: string;
  data?: Record<string, string>;
  aria?: Record<string, string>;
  role?: string;
};

/** An element with properties and children; `class`, `data` and `aria` are attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties<HTMLElementTagNameMap[K]> | null = null,
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === undefined) continue;
    if (key === "class") made.className = String(value);
    else if (key === "role") made.setAttribute("role", String(value));
    else if (key === "data") Object.assign(made.dataset, value);
    else if (key === "aria") for (const [name, text] of Object.entries(value as Record<string, string>)) made.setAttribute(`aria-${name}`, text);
    else (made as unknown as Record<string, unknown>)[key] = value;
  }
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) made.append(child);
  return made;
}

/** A table with a head; cells that are numbers are aligned so. It scrolls sideways in its own box. */
export function dataTable(caption: string, head: [string, "number" | ""][], rows: Child[][], className = ""): HTMLElement {
  // Rows that are laid out as grids in a narrow place are still rows to a screen reader: their roles are said.
  const cells = (row: Child[]): HTMLElement[] =>
    row.map((cell, i) => h("td", { class: head[i]?.[1] ?? "", role: "cell" }, cell));
  const heads = head.map(([text, kind]) => h("th", { scope: "col", class: kind, role: "columnheader" }, text));
  const table = h(
    "table",
    { class: className, role: "table" },
    h("caption", { class: "hidden" }, caption),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads)),
    h("tbody", { role: "rowgroup" }, rows.map((row) => h("tr", { role: "row" }, cells(row)))),
  );
  return h("div", { class: "scrolling", tabIndex: 0, role: "region", aria: { label: caption } }, table);
}

/** A name of several words that can be broken between them. */
export function breakable(name: string): HTMLElement {
  const pieces = name.split(/(?<=_)/);
  return h("span", null, pieces.flatMap((piece, place) => (place ? [h("wbr"), piece] : [piece])));
}

const TAIL = 16; // characters of the end of a name that stay in view

/** A name that is cut in the middle where there is no room: names of kernels differ at their ends. */
export function middled(name: string): HTMLElement {
  const cut = name.length > 2 * TAIL ? name.length - TAIL : name.length;
  return h("span", { class: "middled" }, h("span", { class: "start-of" }, name.slice(0, cut)), h("span", { class: "end-of" }, name.slice(cut)));
}

export function definitions(pairs: [string, Child][], className = ""): HTMLElement {
  return h("dl", { class: className }, pairs.flatMap(([key, value]) => [h("dt", null, key), h("dd", null, value)]));
}

/** A button whose text says what it does. */
export function button(text: string, click: () => void, more: Properties<HTMLButtonElement> = {}): HTMLButtonElement {
  const made = h("button", { type: "button", ...more }, text);
  made.addEventListener("click", click);
  return made;
}

/** Says something to people who hear the page. */
export function announce(text: string): void {
  const live = document.getElementById("live");
  if (live !== null) live.textContent = text;
}

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page opened from a file may have no clipboard: a selected text field does.
    const field = h("textarea", { value: text, class: "hidden" });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  announce(`${what} copied`);
}

export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
