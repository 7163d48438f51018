#!/usr/bin/env node
/** `npx nonet COMMAND`: builds what is stale in a checkout, then runs the command. */
import { existsSync } from "node:fs";

const build = new URL("../../../scripts/build.mjs", import.meta.url);
if (existsSync(build)) {
  const { buildIfStale } = await import(build.href);
  // Only `run` serves the front end.
  await buildIfStale(process.argv[2] === "run" ? ["cli", "product"] : ["cli"]);
}
const { main } = await import("../dist/nonet.js");
process.exitCode = await main(process.argv.slice(2));
