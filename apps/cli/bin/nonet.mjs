#!/usr/bin/env node
/** `npx nonet COMMAND`: builds what is stale in a checkout, then runs the command. */
import { existsSync } from "node:fs";
import module from "node:module";

// From Node.js 22.1 on, what was compiled once is kept for the next start.
module.enableCompileCache?.();

const build = new URL("../../../scripts/build.mjs", import.meta.url);
if (existsSync(build)) {
  const { buildIfStale } = await import(build.href);
  // These commands serve the front ends of the product and the studio.
  await buildIfStale(["run", "demo", "studio"].includes(process.argv[2]) ? ["cli", "product", "studio"] : ["cli"]);
}
const { main } = await import("../dist/nonet.js");
process.exitCode = await main(process.argv.slice(2));
