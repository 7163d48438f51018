/**
 * Three processes of one product on one PostgreSQL: how long an event takes from a change at one process to a page at
 * another, and how soon the pages of the others are closed after one process is killed. Run: `npx tsx bench/several-processes.ts`.
 */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launchPostgres } from "@nonet/engine";
import { client } from "../tests/api-client.ts";
import { runProduct, temporaryFolder } from "../tests/nonet-process.ts";

const text = `# Notes

## 1. What it does and for whom

- Sign-in: email and password; anyone may register as Writer

## 3. Entities

### Note

- title: text, required

## 6. Roles and permissions

- **Writer** — writes notes

| Entity | Writer |
|---|---|
| Note | read, create |

## 9. Constants and limits

| Name | Value | Meaning |
|---|---|---|
| requests per minute | 1000000 | per person |
`;

const changes = 300;
const kills = 5;
const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
const document = join(folder.path, "notes.md");
writeFileSync(document, text);
const postgres = await launchPostgres(join(folder.path, "postgres"));
const start = () => runProduct([document, "--database", postgres.url, "--data", join(folder.path, "data")]);
const processes = [await start(), await start(), await start()];
const { body } = await client(processes[0]!.address)("POST", "/api/register", { email: "w@example.test", name: "W", password: "a quite long password" });

/** Calls `onEvent` with each record's id, and resolves when the server ends the stream. */
async function listen(address: string, onEvent: (id: string) => void): Promise<{ readonly ended: Promise<void> }> {
  const response = await fetch(`${address}/api/events`, { headers: { accept: "text/event-stream", authorization: `Bearer ${body.token}` } });
  const read = async (): Promise<void> => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>)
      for (const [, data] of part.matchAll(/event: change\ndata: (.*)\n/g)) onEvent((JSON.parse(data!) as { id: string }).id);
  };
  return { ended: read().catch(() => undefined) };
}

const part = (sorted: readonly number[], of: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))]!;
const report = (what: string, times: readonly number[]): void => {
  const sorted = [...times].sort((a, b) => a - b);
  console.log(`${what}: p50 ${Math.round(part(sorted, 0.5))} ms, p95 ${Math.round(part(sorted, 0.95))} ms, most ${Math.round(sorted.at(-1)!)} ms (${sorted.length} times)`);
};

const heard = new Map<string, number>();
await listen(processes[1]!.address, (id) => heard.set(id, performance.now()));
const answered: [id: string, at: number][] = [];
for (let i = 0; i < changes; i++) {
  const made = await client(processes[0]!.address, body.token)("POST", "/api/notes", { title: `note ${i}` });
  answered.push([made.body.id, performance.now()]);
  await sleep(5);
}
await sleep(1_000);
report(
  "from the response to a change at one process to the event at another",
  answered.map(([id, at]) => (heard.get(id) ?? Number.POSITIVE_INFINITY) - at),
);

const noticed: number[] = [];
for (let i = 0; i < kills; i++) {
  const victim = await start();
  await sleep(3_000);
  const { ended } = await listen(processes[1]!.address, () => undefined);
  const began = performance.now();
  victim.process.kill("SIGKILL");
  await ended;
  noticed.push(performance.now() - began);
}
report("from the kill of a process to the end of another's event streams", noticed);
for (const one of processes) await one.stop();
await postgres.stop();
folder.remove();
process.exit(0);
