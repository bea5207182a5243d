// Makes mtlb/inspect/page/ of src/: `npm run build`. With --check it compares instead; with --tests it runs the tests.
// Nothing is fetched: what is bundled is in node_modules, as package-lock.json has it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const page = join(here, "..", "mtlb", "inspect", "page");
const common = { absWorkingDir: here, bundle: true, write: false, target: "es2022", charset: "utf8", legalComments: "none", metafile: true };

/** The licences of the packages that went into a bundle, in order of their names. */
function licences(inputs) {
  const names = new Set();
  for (const input of inputs) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) names.add(found[1]);
  }
  return [...names].sort().map((name) => {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${name} has no licence file`);
    return `${name} ${version}, ${license}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
}

async function files() {
  const script = await esbuild.build({ ...common, entryPoints: ["src/main.ts"], format: "iife", minify: true });
  const worker = await esbuild.build({ ...common, entryPoints: ["src/worker/main.ts"], format: "esm", minify: true, external: ["./pyodide/*"] });
  const style = await esbuild.build({ ...common, entryPoints: ["src/page.css"], minify: true });
  const held = licences([script, worker, style].flatMap(({ metafile }) => Object.keys(metafile.inputs)));
  const text = (built) => built.outputFiles[0].text;
  // An inline script ends at "</script": no such text may be in it. "<!--" would start a comment.
  const inline = text(script).replace(/<\/(script)/gi, "<\\/$1").replaceAll("<!--", "<\\!--");
  return {
    "page.js": inline,
    "page.css": text(style),
    "worker.js": text(worker),
    "explore.html": readFileSync(join(here, "src", "explore.html"), "utf8"),
    "report.html": readFileSync(join(here, "src", "report.html"), "utf8"),
    "LICENSES.txt": `The bundles page.js and worker.js of this folder contain these packages.\n\n${held.join(`\n${"-".repeat(100)}\n\n`)}`,
  };
}

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), "mtlb-page-"));
  try {
    const tests = readdirSync(join(here, "tests")).filter((name) => name.endsWith(".test.ts"));
    await esbuild.build({ ...common, entryPoints: tests.map((name) => `tests/${name}`), format: "esm", platform: "node", write: true, outdir: folder, outExtension: { ".js": ".mjs" } });
    return spawnSync(process.execPath, ["--test", folder + "/"], { stdio: "inherit", cwd: folder }).status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv.includes("--tests")) process.exitCode = await runTests();
else {
  const check = process.argv.includes("--check");
  for (const [name, text] of Object.entries(await files())) {
    const path = join(page, name);
    if (!check) writeFileSync(path, text);
    else if (readFileSync(path, "utf8") !== text) {
      console.error(`${relative(join(here, ".."), path)} is not that of web/src: run \`npm run build\` in web/`);
      process.exitCode = 1;
    }
  }
}
