/** Builds what is stale: the command line as one bundle with its worker threads' files beside it, and the front ends of the product and the studio. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { fromRoot } from "./house.mjs";
import { fingerprint, isFresh, markFresh } from "./stale.mjs";

const shared = ["package-lock.json", "scripts/build.mjs", "language", "targets"];

const targets = {
  cli: { sources: [...shared, "runtime", "apps/cli", "apps/lsp", "apps/mcp"], output: "apps/cli/dist/nonet.js", stamp: "apps/cli/dist/.stamp", build: buildCli },
  product: { sources: [...shared, "apps/product"], output: "apps/product/dist/index.html", stamp: "apps/product/dist/.stamp", build: () => buildFrontEnd("product") },
  studio: { sources: [...shared, "apps/studio"], output: "apps/studio/dist/index.html", stamp: "apps/studio/dist/.stamp", build: () => buildFrontEnd("studio") },
};

/** Builds the named targets that are stale; throws what the bundler throws when a source is wrong. */
export async function buildIfStale(names = Object.keys(targets)) {
  for (const name of names) {
    const target = targets[name];
    const print = fingerprint(target.sources);
    if (isFresh(target.stamp, print) && existsSync(fromRoot(target.output))) continue;
    console.error(`Building ${name} …`);
    await target.build();
    markFresh(target.stamp, print);
  }
}

/** Workspace packages export TypeScript, so they are bundled; npm's stay outside and are loaded as they are. */
async function buildCli() {
  // The worker first: a command started meanwhile finds it wherever the bundle names it.
  await bundleOne("runtime/server/src/files/sheet-worker.ts", "sheet-worker.js");
  await bundleOne("apps/cli/src/main.ts", "nonet.js");
}

async function bundleOne(input, name) {
  const { rolldown } = await import("rolldown");
  const own = (id) => id === "nonet" || id.startsWith("@nonet/");
  const bundle = await rolldown({
    input: fromRoot(input),
    platform: "node",
    external: (id) => !id.startsWith(".") && !id.startsWith("/") && !/^[a-z]:\\/i.test(id) && !id.startsWith("\0") && !own(id),
  });
  mkdirSync(fromRoot("apps/cli/dist"), { recursive: true });
  const next = `${name}.${process.pid}`;
  await bundle.write({ dir: fromRoot("apps/cli/dist"), entryFileNames: next, format: "esm", sourcemap: false, codeSplitting: false });
  await bundle.close();
  // Renamed whole, so that a command started meanwhile never loads half a file.
  renameSync(fromRoot("apps/cli/dist", next), fromRoot("apps/cli/dist", name));
}

async function buildFrontEnd(app) {
  const { build } = await import("vite");
  // A test runner's own setting would give React's development form, three times as slow.
  process.env.NODE_ENV = "production";
  const next = fromRoot(`apps/${app}/dist.${process.pid}`);
  await build({ root: fromRoot("apps", app), logLevel: "warn", build: { outDir: next, emptyOutDir: true, chunkSizeWarningLimit: 4000 } });
  compressFiles(next);
  rmSync(fromRoot("apps", app, "dist"), { recursive: true, force: true });
  renameSync(next, fromRoot("apps", app, "dist"));
}

/** Writes a file's brotli and gzip forms beside it, at their highest levels: the server sends the one that a browser accepts. */
function compressFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg|html)$/.test(name)) continue;
    const content = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildIfStale();
  console.error(`Built: Nonet ${JSON.parse(readFileSync(fromRoot("apps/cli/package.json"), "utf8")).version}.`);
}
