/** Builds what is stale: the command line in parts with its worker threads' files beside it, and the front ends of the product and the studio. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { fromRoot } from "./house.mjs";
import { fingerprint, isFresh, markFresh } from "./stale.mjs";

const shared = ["package-lock.json", "scripts/build.mjs", "language", "targets"];

const targets = {
  cli: {
    sources: [...shared, "runtime", "apps/cli", "apps/lsp", "apps/mcp", "apps/product/src"],
    output: "apps/cli/dist/nonet.js",
    stamp: "apps/cli/dist/.stamp",
    build: buildCli,
  },
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

/**
 * Workspace packages export TypeScript, so they are bundled; npm's stay outside and are loaded as they are. Each command
 * is a part of its own, so that `nonet check` loads no server.
 */
async function buildCli() {
  // The worker first: a command started meanwhile finds it wherever the bundle names it.
  await bundleOne("runtime/server/src/files/sheet-worker.ts", "sheet-worker.js");
  await bundleOne("apps/cli/src/main.ts", "nonet.js");
}

/** Writes the bundle and its parts. A part's name holds a hash of its content, and the bundle comes last, so that a command started meanwhile finds whole files that fit each other. */
async function bundleOne(input, name) {
  const { rolldown } = await import("rolldown");
  const own = (id) => id === "nonet" || id.startsWith("@nonet/");
  const isExternal = (id) => !id.startsWith(".") && !id.startsWith("/") && !/^[a-z]:\\/i.test(id) && !id.startsWith("\0") && !own(id);
  const bundle = await rolldown({
    input: fromRoot(input),
    platform: "node",
    external: isExternal,
    // What a command doesn't use of npm's packages is not loaded for their side effects.
    treeshake: { moduleSideEffects: (_, external) => !external },
  });
  const folder = fromRoot("apps/cli/dist");
  const next = join(folder, `next.${process.pid}`);
  const { output } = await bundle.write({ dir: next, entryFileNames: name, chunkFileNames: "part-[name]-[hash].js", format: "esm", sourcemap: false });
  await bundle.close();
  for (const { fileName } of output.filter((file) => file.fileName !== name)) renameSync(join(next, fileName), join(folder, fileName));
  renameSync(join(next, name), join(folder, name));
  rmSync(next, { recursive: true });
  if (name === "nonet.js") removeOldParts(folder, new Set(output.map((file) => file.fileName)));
}

const day = 24 * 60 * 60 * 1000;

/** Parts of earlier builds go after a day: until then a process that runs may still load one. */
function removeOldParts(folder, current) {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith("part-") || current.has(name)) continue;
    if (Date.now() - statSync(join(folder, name)).mtimeMs > day) rmSync(join(folder, name), { force: true });
  }
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
