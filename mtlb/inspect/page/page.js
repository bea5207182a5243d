"use strict";
// The page of `mtlb report`. Data comes from the elements #library and #codes; nothing is fetched from anywhere.

const $ = (id) => document.getElementById(id);
const number = new Intl.NumberFormat("en-US");
const bytes = (n) => `${number.format(n)} bytes`;

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// --- data ---------------------------------------------------------------------------------------------------------

function fromBase64(text) {
  const binary = atob(text.trim());
  const out = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) out[i] = binary.charCodeAt(i);
  return out;
}

async function inflated(base64) {
  const stream = new Blob([fromBase64(base64)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return await new Response(stream).text();
}

const hex = (piece) => Array.from(piece, (b) => b.toString(16).padStart(2, "0")).join("");

// The packed disassembly of a function's module, if the page has it; split up when the first one is asked for.
// Functions that share a module have the same offset.
let codes = null;
function codeOf(f, index) {
  if (codes === null) {
    codes = new Map();
    for (const line of $("codes").textContent.split("\n")) {
      const space = line.indexOf(" ");
      if (space > 0) codes.set(f.offset[Number(line.slice(0, space))], line.slice(space + 1));
    }
  }
  return codes.get(f.offset[index]);
}

// --- theme ----------------------------------------------------------------------------------------------------------

const root = document.documentElement;
const isDark = () => root.dataset.theme === "dark";
function setTheme(dark) {
  root.dataset.theme = dark ? "dark" : "light";
  window.dispatchEvent(new Event("themechange"));
}
setTheme(matchMedia("(prefers-color-scheme: dark)").matches);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (e) => setTheme(e.matches));
$("theme").addEventListener("click", () => setTheme(!isDark()));

const HUES = [212, 152, 28, 270, 340, 190, 48, 110, 310, 240, 12, 80];
const colour = (i, shade = 0) => `hsl(${HUES[i % HUES.length]} ${isDark() ? 40 : 55}% ${(isDark() ? 40 : 68) + shade}%)`;

function swatch(i) {
  const made = element("span", undefined, "swatch");
  made.style.background = colour(i);
  return made;
}

// --- the page ---------------------------------------------------------------------------------------------------------

inflated($("library").textContent).then((text) => start(JSON.parse(text)));

function start(data) {
  const f = data.functions;
  f.hashes = fromBase64(f.hash);
  f.heads = fromBase64(f.head);
  f.hashOf = (i) => hex(f.hashes.subarray(32 * i, 32 * i + 32));
  f.value = (column, i) => f[column].values[f[column].rows[i]];
  showFacts(data);
  showMap(data);
  const table = new FunctionTable(f, new Detail(data));
  const tree = new Treemap(f, table);
  table.onFilter = () => tree.draw();
  window.addEventListener("themechange", () => { showMap(data); tree.draw(); });
  $("footer").textContent = `${data.tool} · ${bytes(data.size)} · SHA-256 ${data.sha256}`;
  root.dataset.ready = "true";
}

function showFacts(data) {
  const facts = new Map(data.facts);
  $("name").textContent = data.name;
  $("floor").append("Needs ", element("strong", facts.get("Needs")));
  if (facts.get("Because")) $("floor").append(` – ${facts.get("Because")}`);
  for (const [key, value] of data.facts.filter(([key]) => key !== "Needs" && key !== "Because"))
    $("facts").append(element("dt", key), value.length > LONG ? folded(value) : element("dd", value));
}

const LONG = 240;
function folded(text) {
  const made = element("dd"), details = element("details");
  details.append(element("summary", `${text.slice(0, LONG / 2)}…`), text);
  made.append(details);
  return made;
}

function showMap(data) {
  const map = $("map"), table = $("sections");
  map.replaceChildren();
  table.replaceChildren(table.querySelector("caption"));
  const head = table.insertRow();
  for (const [text, kind] of [["Section", ""], ["Offset", "number"], ["Bytes", "number"], ["Share", "number"]]) {
    const cell = element("th", text, kind);
    cell.scope = "col";
    head.append(cell);
  }
  data.sections.forEach(([name, offset, size], i) => {
    const part = element("div");
    part.style.flex = `${size} 0 0`;
    part.style.background = colour(i);
    part.title = `${name}: ${bytes(size)}`;
    map.append(part);
    const row = table.insertRow();
    row.insertCell().append(swatch(i), name);
    for (const text of [`0x${offset.toString(16)}`, number.format(size), `${(100 * size / data.size).toFixed(1)} %`])
      row.append(element("td", text, "number"));
  });
}

// --- the table of functions: rows exist only while they are in view ---------------------------------------------------

const ROW = 26, SPARE = 12;
const COLUMNS = [
  ["name", "Name", ""], ["type", "Type", ""], ["floor", "Floor", "number"], ["air", "AIR", "number"],
  ["msl", "Metal", "number"], ["size", "Bytes", "number"], ["args", "Args", "number"], ["hash", "Hash", ""],
];
const version = (text) => text === "?" ? 1e9 : text.split(".").reduce((all, part, i) => all + Number(part) / 1000 ** i, 0);

class FunctionTable {
  constructor(f, detail) {
    this.f = f;
    this.detail = detail;
    this.all = f.name.map((_, i) => i);
    this.shown = this.all;
    this.lower = f.name.map((name) => name.toLowerCase());
    this.argumentLines = f.arguments.values.map((text) => text ? text.split("\n") : []);
    this.argumentText = f.arguments.values.map((text) => text.toLowerCase());
    this.sort = { column: null, descending: false };
    this.current = -1;
    this.fillFilters();
    this.makeHead();
    this.grid = $("grid");
    this.grid.addEventListener("scroll", () => this.draw(), { passive: true });
    this.grid.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.grid);
    $("rows").addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (row) this.select(Number(row.dataset.place));
    });
    for (const id of ["search", "type-filter", "floor-filter", "family-filter"])
      $(id).addEventListener("input", () => this.filter());
    this.filter();
  }

  fillFilters() {
    const fill = (id, column, order) => {
      const counts = new Map();
      for (const row of this.f[column].rows) counts.set(row, (counts.get(row) || 0) + 1);
      const names = [...counts].map(([row, count]) => [this.f[column].values[row], row, count]).sort(order);
      $(id).replaceChildren(new Option("all", ""), ...names.map(([name, row, n]) => new Option(`${name} (${number.format(n)})`, row)));
    };
    const byCount = (a, b) => b[2] - a[2] || (a[0] < b[0] ? -1 : 1);
    fill("type-filter", "type", byCount);
    fill("floor-filter", "floor", (a, b) => version(a[0]) - version(b[0]));
    fill("family-filter", "family", byCount);
  }

  makeHead() {
    $("head").replaceChildren(...COLUMNS.map(([column, title, kind]) => {
      const button = element("button", title, kind);
      button.type = "button";
      button.dataset.column = column;
      button.addEventListener("click", () => this.sortBy(column));
      const header = element("span");
      header.setAttribute("role", "columnheader");
      header.setAttribute("aria-sort", "none");
      header.append(button);
      return header;
    }));
  }

  matcher(query) {
    const pattern = /^\/(.*)\/$/.exec(query);
    if (pattern) {
      try {
        const expression = new RegExp(pattern[1], "i");
        return (i) => expression.test(this.f.name[i]);
      } catch { return () => false; }
    }
    const wanted = query.toLowerCase();
    const lines = this.argumentText.map((text) => text.includes(wanted));
    const isHash = /^[0-9a-f]{6,64}$/.test(wanted);
    return (i) => this.lower[i].includes(wanted) || lines[this.f.arguments.rows[i]] || (isHash && this.f.hashOf(i).startsWith(wanted));
  }

  filter() {
    const query = $("search").value.trim();
    const tests = query ? [this.matcher(query)] : [];
    for (const column of ["type", "floor", "family"]) {
      const wanted = $(`${column}-filter`).value;
      if (wanted !== "") tests.push((i) => this.f[column].rows[i] === Number(wanted));
    }
    const started = performance.now();
    this.shown = tests.length ? this.all.filter((i) => tests.every((test) => test(i))) : this.all.slice();
    root.dataset.filterMs = (performance.now() - started).toFixed(1);
    this.order();
    $("count").textContent = this.shown.length === this.all.length
      ? number.format(this.all.length) : `${number.format(this.shown.length)} of ${number.format(this.all.length)}`;
    this.grid.scrollTop = 0;
    this.draw();
    if (this.onFilter) this.onFilter();
  }

  sortBy(column) {
    this.sort = { column, descending: this.sort.column === column ? !this.sort.descending : column === "size" || column === "args" };
    for (const header of $("head").children) {
      const mine = header.firstChild.dataset.column === column;
      header.setAttribute("aria-sort", mine ? (this.sort.descending ? "descending" : "ascending") : "none");
    }
    this.order();
    this.draw();
  }

  order() {
    const { column, descending } = this.sort;
    if (!column) return;
    const f = this.f, sign = descending ? -1 : 1;
    const key = {
      name: (i) => f.name[i], hash: (i) => f.hashOf(i).slice(0, 12), size: (i) => f.size[i], type: (i) => f.value("type", i),
      args: (i) => this.argumentLines[f.arguments.rows[i]].length,
    }[column] || ((i) => version(f.value(column, i)));
    const keys = new Map(this.shown.map((i) => [i, key(i)]));
    this.shown.sort((a, b) => {
      const x = keys.get(a), y = keys.get(b);
      return x < y ? -sign : x > y ? sign : a - b;
    });
  }

  draw() {
    const rows = this.shown.length;
    $("space").style.height = `${rows * ROW}px`;
    const first = Math.max(0, Math.floor(this.grid.scrollTop / ROW) - SPARE);
    const last = Math.min(rows, Math.ceil((this.grid.scrollTop + this.grid.clientHeight) / ROW) + SPARE);
    const made = [];
    for (let place = first; place < last; place++) made.push(this.row(place));
    $("rows").style.top = `${first * ROW}px`;
    $("rows").replaceChildren(...made);
    this.grid.setAttribute("aria-rowcount", rows + 1);
  }

  row(place) {
    const f = this.f, i = this.shown[place];
    const row = element("div", undefined, "row");
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", place + 2);
    row.setAttribute("aria-selected", i === this.current);
    row.dataset.place = place;
    row.id = `row-${i}`;
    const cells = [
      [f.name[i], "name"], [f.value("type", i), ""], [f.value("floor", i), "number"], [f.value("air", i), "number"],
      [f.value("msl", i), "number"], [number.format(f.size[i]), "number"],
      [this.argumentLines[f.arguments.rows[i]].length, "number"], [f.hashOf(i).slice(0, 16), "hash"],
    ];
    for (const [text, kind] of cells) {
      const cell = element("span", text, kind);
      cell.setAttribute("role", "gridcell");
      row.append(cell);
    }
    row.firstChild.title = f.name[i];
    return row;
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.grid.clientHeight / ROW) - 2), last = this.shown.length - 1;
    const place = this.shown.indexOf(this.current);
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, PageDown: place + page, PageUp: place - page, Home: 0, End: last }[event.key];
    if (to === undefined || last < 0 || event.target !== this.grid) return;
    event.preventDefault();
    this.select(Math.min(last, Math.max(0, to)));
  }

  select(place) {
    this.current = this.shown[place];
    const top = place * ROW, below = top + 2 * ROW - this.grid.clientHeight;
    if (top < this.grid.scrollTop) this.grid.scrollTop = top;
    else if (below > this.grid.scrollTop) this.grid.scrollTop = below;
    this.draw();
    this.grid.setAttribute("aria-activedescendant", `row-${this.current}`);
    this.detail.show(this.current, this.argumentLines[this.f.arguments.rows[this.current]]);
  }

  show(i) {
    let place = this.shown.indexOf(i);
    if (place < 0) {
      for (const id of ["search", "type-filter", "floor-filter", "family-filter"]) $(id).value = "";
      this.filter();
      place = this.shown.indexOf(i);
    }
    this.select(place);
  }
}

// --- one function -------------------------------------------------------------------------------------------------------

class Detail {
  constructor(data) {
    this.data = data;
    this.file = null;
    this.index = -1;
    $("close").addEventListener("click", () => { $("detail").hidden = true; $("grid").focus(); });
    $("file").addEventListener("change", () => { this.file = $("file").files[0] || null; this.showCode(); });
  }

  show(i, lines) {
    const f = this.data.functions;
    this.index = i;
    $("detail").hidden = false;
    $("detail").scrollTop = 0;
    $("detail-name").textContent = f.name[i];
    const facts = [
      ["Type", f.value("type", i)], ["Floor", f.value("floor", i)], ["AIR, Metal", `${f.value("air", i)}, ${f.value("msl", i)}`],
      ["Module", `${bytes(f.size[i])} at 0x${f.offset[i].toString(16)}`], ["Reflection", bytes(f.reflection[i])],
      ["Family", f.value("family", i)], ["SHA-256", f.hashOf(i)],
    ];
    $("detail-facts").replaceChildren(...facts.flatMap(([key, value]) => [element("dt", key), element("dd", value)]));
    $("detail-arguments").replaceChildren(...lines.map((line) => element("li", line)));
    $("detail-arguments").start = 0;
    this.showCode();
  }

  // Disassembly if the page has it; else the bytes: all of them out of an opened library, or the first few.
  async showCode() {
    const f = this.data.functions, i = this.index;
    if (i < 0) return;
    const packed = codeOf(f, i);
    $("code-open").hidden = Boolean(packed);
    if (packed) {
      const text = await inflated(packed);
      if (i === this.index) this.put("Disassembly", "", text);
      return;
    }
    const f0 = f.offset[i];
    if (this.file) {
      const module = new Uint8Array(await this.file.slice(f0, f0 + f.size[i]).arrayBuffer());
      const fits = await this.isModule(module, i);
      if (i === this.index) this.put("Bytes", fits ? "The module's hash is right." : "These bytes do not have the module's hash: is it the same library?", dump(module, f0));
      return;
    }
    const size = this.data.headSize, head = f.heads.subarray(size * i, Math.min(size * (i + 1), size * i + f.size[i]));
    const like = f.family.rows.findIndex((family, other) => family === f.family.rows[i] && codeOf(f, other));
    const sibling = like >= 0 ? ` The disassembly of ${f.name[like]}, of the same family, is included.` : "";
    this.put("Bytes", `The first ${head.length} of ${bytes(f.size[i])}.${sibling}`, dump(head, f0));
  }

  async isModule(module, i) {
    if (!crypto.subtle) return true; // a page opened from a file has it; an insecure origin may not
    return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", module))) === this.data.functions.hashOf(i);
  }

  put(title, note, text) {
    $("code-title").textContent = title;
    $("code-note").textContent = note;
    $("code").textContent = text;
    $("code").scrollTop = 0;
    root.dataset.shown = this.index;
  }
}

function dump(piece, base) {
  const lines = [];
  for (let at = 0; at < piece.length; at += 16) {
    const row = piece.subarray(at, at + 16);
    const text = Array.from(row, (b) => b >= 32 && b < 127 ? String.fromCharCode(b) : ".").join("");
    lines.push(`${(base + at).toString(16).padStart(8, "0")}  ${Array.from(row, (b) => b.toString(16).padStart(2, "0")).join(" ").padEnd(47)}  ${text}`);
  }
  return lines.join("\n");
}

// --- treemap: families, and inside of one family its functions ----------------------------------------------------------

class Treemap {
  constructor(f, table) {
    this.f = f;
    this.table = table;
    this.family = null;
    this.boxes = [];
    this.canvas = $("tree");
    this.canvas.addEventListener("click", (event) => this.click(this.at(event)));
    this.canvas.addEventListener("mousemove", (event) => this.tip(event));
    this.canvas.addEventListener("mouseleave", () => { $("tip").hidden = true; });
    $("tree-up").addEventListener("click", () => this.enter(null));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  items() {
    const f = this.f, shown = this.table.shown;
    if (this.family !== null)
      return shown.filter((i) => f.family.rows[i] === this.family)
        .map((i) => ({ size: f.size[i], label: f.name[i], index: i, type: f.type.rows[i] }));
    const families = new Map();
    for (const i of shown) {
      const family = f.family.rows[i];
      const item = families.get(family) || { size: 0, count: 0, label: f.family.values[family], family, index: i, type: f.type.rows[i] };
      item.size += f.size[i];
      item.count += 1;
      families.set(family, item);
    }
    return [...families.values()];
  }

  draw() {
    const canvas = this.canvas, ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width) return;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "top";
    const items = this.items().filter((item) => item.size > 0).sort((a, b) => b.size - a.size || (a.label < b.label ? -1 : 1));
    this.boxes = squarified(items, { x: 0, y: 0, w: width, h: height });
    const gap = getComputedStyle(root).getPropertyValue("--paper");
    // The hue tells the type; neighbours differ a little in lightness.
    for (const [place, { item, x, y, w, h }] of this.boxes.entries()) {
      pen.fillStyle = colour(item.type, [0, 5, -4, 3, -2][place % 5]);
      pen.fillRect(x, y, w, h);
      if (w > 6 && h > 6) {
        pen.strokeStyle = gap;
        pen.strokeRect(x + .5, y + .5, w - 1, h - 1);
      }
      if (w > 60 && h > 18) this.label(pen, item, x, y, w, h);
    }
    $("tree-up").hidden = this.family === null;
    const types = [...new Set(items.map((item) => item.type))].sort((a, b) => a - b);
    $("tree-path").replaceChildren(...types.flatMap((type) => [swatch(type), `${this.f.type.values[type]}  `]));
    if (this.family !== null) $("tree-path").append(this.f.family.values[this.family]);
  }

  label(pen, item, x, y, w, h) {
    pen.save();
    pen.beginPath();
    pen.rect(x, y, w - 4, h);
    pen.clip();
    pen.fillStyle = isDark() ? "#fff" : "#10151b";
    pen.fillText(item.label, x + 5, y + 4);
    if (h > 36) pen.fillText(item.count > 1 ? `${number.format(item.count)} functions` : bytes(item.size), x + 5, y + 20);
    pen.restore();
  }

  at(event) {
    const { offsetX, offsetY } = event;
    const box = this.boxes.find(({ x, y, w, h }) => offsetX >= x && offsetX < x + w && offsetY >= y && offsetY < y + h);
    return box && box.item;
  }

  click(item) {
    if (!item) return;
    if (item.family !== undefined && item.count > 1) this.enter(item.family);
    else this.table.show(item.index);
  }

  enter(family) {
    this.family = family;
    $("family-filter").value = family === null ? "" : family;
    this.table.filter();
  }

  tip(event) {
    const item = this.at(event), tip = $("tip");
    tip.hidden = !item;
    if (!item) return;
    tip.textContent = `${item.label}: ${item.count > 1 ? `${number.format(item.count)} functions, ` : ""}${bytes(item.size)}`;
    tip.style.left = `${Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8)}px`;
    tip.style.top = `${event.clientY + 16}px`;
  }
}

// Squarified treemap (Bruls, Huizing, van Wijk, 2000): rows of boxes along the shorter side, as square as can be.
function squarified(items, area) {
  const boxes = [];
  let { x, y, w, h } = area;
  let left = items.reduce((sum, item) => sum + item.size, 0);
  for (let at = 0; at < items.length && w > 0 && h > 0;) {
    const side = Math.min(w, h), scale = (w * h) / left;
    let end = at, sum = 0, worst = Infinity;
    while (end < items.length) {
      const total = sum + items[end].size, length = total * scale / side;
      const ratio = Math.max(items[at].size * scale / length / length, length * length / (items[end].size * scale));
      if (ratio > worst) break;
      [worst, sum] = [ratio, total];
      end++;
    }
    const thick = sum * scale / side;
    let along = 0;
    for (; at < end; at++) {
      const length = side * items[at].size / sum;
      boxes.push(w < h ? { item: items[at], x: x + along, y, w: length, h: thick } : { item: items[at], x, y: y + along, w: thick, h: length });
      along += length;
    }
    if (w < h) { y += thick; h -= thick; } else { x += thick; w -= thick; }
    left -= sum;
  }
  return boxes;
}
