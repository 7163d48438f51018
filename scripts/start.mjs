/** `npm start [-- FILE …]`: installs, builds, and runs a specification in rehearsal; where none is named, the Equipment Desk with plausible records. */
import { isAbsolute, resolve } from "node:path";
import { demandNode, fromRoot } from "./house.mjs";
import { installIfNeeded } from "./install.mjs";

demandNode();
if (!(await installIfNeeded())) process.exit(2);
const { buildIfStale } = await import("./build.mjs");
await buildIfStale();
const { main } = await import("../apps/cli/dist/nonet.js");
const watching = endWithNpm();
process.exitCode = await main(argumentsFor(process.argv.slice(2)));
clearInterval(watching);

/** A signal to npm ends npm and its shell only; a product without them would go on unseen. */
function endWithNpm() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  return timer;
}

/** Paths are meant from where the person stands, not from npm's working directory; rehearsal is what `npm start` is for. */
function argumentsFor(given) {
  const named = given.length > 0 && !given[0].startsWith("-");
  const file = named ? resolve(process.env.INIT_CWD ?? process.cwd(), given[0]) : fromRoot("examples/equipment-desk");
  const rest = given.slice(named ? 1 : 0).map((word, i, all) => (all[i - 1] === "--data" && !isAbsolute(word) ? resolve(process.env.INIT_CWD ?? ".", word) : word));
  return [named ? "run" : "demo", file, ...rest, ...(rest.includes("--rehearse") ? [] : ["--rehearse"])];
}
