/**
 * `npx tsx bench/preview.ts`: how long a preview takes to open, and to follow a change of the text that needs no other table.
 *
 * The purchasing example runs filled, as with `nonet demo`. Each figure is in milliseconds, from the request to its answer;
 * beside it stands the processor time of the product and the databases, which says more on a busy machine. Of the changes,
 * a title and a bound in turn, the shortest and the median are shown. The aim is 1,000 for a change. Build first: `npm run build`.
 */
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { processorTime } from "./server/processor-time.ts";

const changes = 10;
const house = new URL("..", import.meta.url).pathname;
const file = join(house, "examples/purchasing/purchasing.md");
const text = readFileSync(file, "utf8");
const folder = mkdtempSync(join(tmpdir(), "nonet-preview-"));
chmodSync(folder, 0o711);
const product = spawn(
  process.execPath,
  [...process.execArgv.filter((one) => one.startsWith("--cpu-prof")), join(house, "apps/cli/bin/nonet.mjs"), "demo", file, "--data", join(folder, "data"), "--port", "0"],
  {
    stdio: ["ignore", "pipe", "pipe"],
  },
);
try {
  let out = "";
  for (const stream of [product.stdout, product.stderr]) stream.setEncoding("utf8").on("data", (part: string) => (out += part));
  const address = await until(() => /answers at (http:\/\/\S+?)\/?\s/.exec(out)?.[1]);
  await until(() => /Filled for a first look/.exec(out)?.[0]);
  const opened = await measured(() => preview(address, text));
  console.log(`open on ${opened.records} records: ${opened.figures}`);
  const taken: Taken[] = [];
  for (let i = 0; i < changes; i++) taken.push(await measured(() => preview(address, text.replace(/^# (.*)$/m, `# $1 ${i % 2 === 0 ? "again" : "and again"} ${i}`))));
  const sorted = taken.toSorted((a, b) => a.milliseconds - b.milliseconds);
  console.log(`change without tables, shortest: ${sorted[0]!.figures}`);
  console.log(`change without tables, median:   ${sorted[Math.floor(changes / 2)]!.figures}`);
  console.log(`Aim for a change: 1,000 ms. Load of the machine: ${loadavg()[0]!.toFixed(1)}.`);
} finally {
  product.kill("SIGTERM");
  await new Promise((resolve) => product.on("close", resolve));
  rmSync(folder, { recursive: true, force: true });
}

interface Taken {
  readonly milliseconds: number;
  readonly records: number;
  readonly figures: string;
}

async function measured(work: () => Promise<number>): Promise<Taken> {
  const before = processorTime();
  const from = performance.now();
  const records = await work();
  const milliseconds = performance.now() - from;
  const after = processorTime();
  return { milliseconds, records, figures: `${milliseconds.toFixed(0)} ms (processor: product ${after.server - before.server}, databases ${after.database - before.database})` };
}

async function preview(address: string, next: string): Promise<number> {
  const response = await fetch(`${address}/api/-/studio/preview`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ files: [{ name: "purchasing.md", text: next }] }),
  });
  const body = (await response.json()) as { readonly records: number; readonly detail?: string };
  if (response.status !== 200) throw new Error(`${response.status} ${body.detail}`);
  return body.records;
}

async function until<T>(read: () => T | undefined): Promise<T> {
  for (;;) {
    const found = read();
    if (found !== undefined) return found;
    if (product.exitCode !== null) throw new Error(`ended with ${product.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
