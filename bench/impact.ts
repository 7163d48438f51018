/**
 * `npx tsx bench/impact.ts [records]`: how long the studio takes to say what a change would do, over a million records.
 *
 * The Equipment Desk runs with that many loans, and is asked as the studio asks: the text of a new version, answered by lines
 * as they are found. Each row is a change; `first` is the milliseconds to its first line, `all` to its last, each the
 * shortest of three. The aims are 1,000 and 10,000. Build first: `npm run build`.
 */
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { launchPostgres } from "../runtime/engine/src/connection/embedded-postgres.ts";
import { seedNonet } from "./server/seed.ts";

const records = Number(process.argv[2] ?? 1_000_000);
const house = new URL("..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "nonet-impact-"));
chmodSync(folder, 0o711);
const desk = readFileSync(join(house, "bench/server/desk.md"), "utf8");
const purpose = "- purpose: long text, at most 500 characters\n";
const changes: Readonly<Record<string, string>> = {
  "a permission": desk.replace("| Item | – | read | read | all |", "| Item | – | read | read, update | all |"),
  "a field with a default": desk.replace(purpose, `${purpose}- cost centre: text, default "none", at most 20 characters\n`),
  "a bound that most violate": desk.replace(purpose, "- purpose: long text, at most 9 characters\n"),
  "a rule over one record": desk.replace("| Dates in order |", "| Not for ever | Loan | `(end date - start date).days < 2` | TOO_LONG |\n| Dates in order |"),
  "a rule over others": desk.replace("| Dates in order |", "| Apart | Loan | no overlap of `[start date..end date]` per item | ITEM_TAKEN |\n| Dates in order |"),
  "a field that is gone": desk.replace(purpose, "").replaceAll(", end date, purpose", ", end date"),
  "another type": desk.replace(purpose, "- purpose: number\n"),
};

const file = join(folder, "desk.md");
writeFileSync(file, desk);
const postgres = await launchPostgres(join(folder, "database"));
const product = spawn(
  process.execPath,
  [join(house, "apps/cli/bin/nonet.mjs"), "run", file, "--rehearse", "--data", join(folder, "data"), "--database", postgres.url, "--port", "0"],
  {
    stdio: ["ignore", "pipe", "inherit"],
  },
);
try {
  const address = await new Promise<string>((resolve, reject) => {
    let out = "";
    product.on("close", (code) => reject(new Error(`ended with ${code}\n${out}`)));
    product.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      const found = /answers at (http:\/\/\S+)/.exec(out)?.[1];
      if (found) resolve(found.replace(/\/$/, ""));
    });
  });
  const client = new Client(postgres.url);
  await client.connect();
  console.error(`Filling ${records.toLocaleString("en")} loans …`);
  await seedNonet(client, { people: 2_000, items: Math.max(2_000, Math.round(records / 100)), loans: records });
  await client.query("vacuum (analyze)");
  await client.end();
  console.log(["change", "lines", "first", "all"].map((head, i) => (i === 0 ? head.padEnd(28) : head.padStart(10))).join(""));
  for (const [name, text] of Object.entries(changes)) {
    if (text === desk) throw new Error(`"${name}" changes nothing`);
    const found = [await ask(address, text), await ask(address, text), await ask(address, text)];
    const least = (of: (one: Answer) => number): string =>
      Math.min(...found.map(of))
        .toFixed(0)
        .padStart(10);
    console.log(`${name.padEnd(28)}${String(found[0]!.lines.length).padStart(10)}${least(({ first }) => first)}${least(({ all }) => all)}`);
    const failed = found[0]!.lines.find((line) => line.includes('"failed"'));
    if (failed) console.log(`  ${failed}`);
  }
  console.log(`Aims: 1,000 and 10,000. Load of the machine: ${loadavg()[0]!.toFixed(1)}.`);
} finally {
  product.removeAllListeners("close");
  product.kill("SIGTERM");
  await new Promise((resolve) => product.on("close", resolve));
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Answer {
  readonly first: number;
  readonly all: number;
  readonly lines: readonly string[];
}

async function ask(address: string, text: string): Promise<Answer> {
  const from = performance.now();
  const response = await fetch(`${address}/api/-/studio/impact`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ files: [{ name: "desk.md", text }] }),
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  let first = 0;
  let body = "";
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    first ||= performance.now() - from;
    body += part;
  }
  return { first, all: performance.now() - from, lines: body.split("\n").filter((line) => line !== "") };
}
