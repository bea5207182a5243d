// Answers questions with mtlb inside Pyodide: node in_pyodide.mjs PYODIDE PACKAGES QUESTIONS
// PYODIDE: the folder of the npm package; PACKAGES: what sys.path gets; QUESTIONS: a JSON file, [[path, method, params], ...]
// with null for the file that was opened. Prints a line of JSON for each: [answer, SHA-256 of the bytes or null].

import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

// Without this, node prints the line of the minified bundle that threw.
process.on("uncaughtException", (error) => {
  process.stderr.write(`${error?.message ?? error}\n`);
  process.exit(1);
});

const [folder, packages, questions] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const pyodide = await loadPyodide({ indexURL: folder });
for (const [place, real] of [["/packages", packages], ["/files", dirname(questions)]]) {
  pyodide.FS.mkdirTree(place);
  pyodide.mountNodeFS(place, real);
}
const answer = pyodide.runPython(`
import hashlib, json, sys
sys.path.insert(0, "/packages")
from mtlb.explore import BROWSER_LIMIT, Explorer

explorer = Explorer(progress=lambda what, done, total: None, limit=BROWSER_LIMIT)
files = {}

def answer(name, path, method, parameters):
    if name not in files:
        files[name] = json.loads(explorer.open(name, path))
    opened = files[name]
    if "error" in opened or method == "open":
        return json.dumps([json.dumps(opened), None])
    given = {**json.loads(parameters), "file": opened["result"]["file"]}
    text, data = explorer.call(method, json.dumps(given))
    return json.dumps([text, None if data is None else hashlib.sha256(data).hexdigest()])

answer
`);
for (const [path, method, params] of JSON.parse(readFileSync(questions, "utf-8"))) {
  statSync(join(dirname(questions), path)); // what isn't there is a mistake of the test
  console.log(answer(basename(path), `/files/${path}`, method, JSON.stringify(params)));
}
const loaded = pyodide.runPython(`
import sys
" ".join(sorted(name for name in ("llvmlite", "cryptography", "typer", "rich", "flatbuffers", "multiprocessing.pool") if name in sys.modules))
`);
console.log(JSON.stringify([loaded, null]));
