/**
 * Every derived and offered endpoint of the example products gets requests made from its own description, right and wrong ones.
 * None may be answered with a status of 500 or more, without a problem where it is refused, or as the description doesn't say.
 * The long suite sends 100,000; NONET_FUZZ_SEED repeats a run.
 */
import { afterAll, describe, expect, test } from "vitest";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { client } from "../api-client.ts";
import { root, runProduct, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { type Description, type Made, randomOf, RequestMaker } from "./fuzz-requests.ts";
import { judgeOf } from "./judge-response.ts";

const products = ["equipment-desk", "open-museum", "outlay", "purchasing", "ward-rota", "shelter", "fleet"];
const isLong = process.env["NONET_LONG"] !== undefined;
const chosen = isLong ? products : ["equipment-desk", "open-museum"];
const total = isLong ? 100_000 : 1_000;
const seed = Number(process.env["NONET_FUZZ_SEED"] ?? Math.floor(Math.random() * 1e9));
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Addresses that end the fuzzing itself, or write what it needs: signing out, passwords, the rehearsal. */
const without = (path: string): boolean => /sign-out|\/password|\/people|\/events|forget|erase/.test(path);

describe.each(chosen)("%s", (name) => {
  test(`${Math.ceil(total / chosen.length)} requests from seed ${seed}`, { timeout: isLong ? 3_600_000 : 300_000 }, async () => {
    const document = join(folder.path, `${name}.md`);
    writeFileSync(document, withoutLimit(readFileSync(join(root, `examples/${name}/${name}.md`), "utf8")));
    const product = await runProduct([document, "--rehearse", ...(await dataOptions(join(folder.path, name)))]);
    const owner = await client(product.address)("POST", "/api/sign-in", { email: "owner@example.test", password: "rehearsal" });
    const ask = client(product.address, owner.body.token);
    const people = (await ask("GET", "/api/people")).body.items as readonly { readonly email: string }[];
    const tokens: (string | null)[] = [null, owner.body.token];
    for (const { email } of people.slice(0, 8)) tokens.push((await client(product.address)("POST", "/api/sign-in", { email, password: "rehearsal" })).body.token);
    const description = (await ask("GET", "/api/openapi.json")).body as Description;
    const ids = await idsOf(ask, description);
    const random = randomOf(seed);
    const maker = new RequestMaker(description, random, ids, without);
    const judge = judgeOf(description);
    const statuses: Record<number, number> = {};
    const wrong: string[] = [];
    let left = Math.floor(total / chosen.length);
    const one = async (): Promise<void> => {
      while (left-- > 0) {
        const made = maker.next();
        const token = tokens[Math.floor(random() * tokens.length)];
        const answer = await send(product.address, made, token ?? null);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (answer.status >= 500 || answer.status === 0 || (answer.status >= 400 && !answer.type.startsWith("application/problem+json")))
          wrong.push(`${answer.status} ${answer.type} to ${made.operation}: ${made.path.slice(0, 300)} ${made.body?.slice(0, 500) ?? ""} → ${answer.text.slice(0, 300)}`);
        else {
          const undescribed = judge(made.operation, answer.status, answer.type, answer.text);
          if (undescribed !== null)
            wrong.push(`${made.operation} is answered with ${undescribed}, which isn't described: ${made.path.slice(0, 200)} → ${answer.text.slice(0, 200)}`);
        }
        if (answer.status === 201) rememberId(ids, answer.text);
      }
    };
    await Promise.all(Array.from({ length: 8 }, one));
    expect(wrong.slice(0, 10), `${wrong.length} wrong answers from seed ${seed}: ${JSON.stringify(statuses)}`).toEqual([]);
    expect(product.process.exitCode).toBe(null);
    expect(product.err()).not.toMatch(/\bat .*\.ts:\d+|TypeError|RangeError/);
    // A run that only gets refusals shows nothing.
    expect((statuses[200] ?? 0) + (statuses[201] ?? 0), JSON.stringify(statuses)).toBeGreaterThan(total / chosen.length / 50);
    console.log(`${name}: ${JSON.stringify(statuses)}`);
    await product.stop();
  });
});

/** The document with as many requests per minute as the run needs. */
function withoutLimit(text: string): string {
  if (/^\| requests per minute \|/m.test(text)) return text.replace(/^\| requests per minute \|[^|]*\|/m, "| requests per minute | 100000000 |");
  return text.replace(/^\| Name \| Value \|.*\n\|[-| ]+\|\n/m, (head) => {
    const columns = head.split("\n")[0]!.split("|").length - 2;
    return `${head}| requests per minute | 100000000 |${" – |".repeat(columns - 2)}\n`;
  });
}

async function send(address: string, made: Made, token: string | null): Promise<{ status: number; type: string; text: string }> {
  try {
    const response = await fetch(`${address}${made.path}`, {
      method: made.method,
      headers: { accept: "application/json", ...made.headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      ...(made.body === undefined ? {} : { body: made.body }),
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, type: response.headers.get("content-type") ?? "", text: await response.text() };
  } catch (error) {
    return { status: 0, type: "", text: String(error) };
  }
}

/** Records that exist at the start, of every list that the Owner may read. */
async function idsOf(ask: ReturnType<typeof client>, description: Description): Promise<string[]> {
  const lists = Object.entries(description.paths).filter(([path, operations]) => operations["get"] && !path.includes("{"));
  const found: string[] = [];
  for (const [path] of lists) {
    if (/events|openapi|export/.test(path)) continue;
    const { body } = await ask("GET", path);
    for (const item of (body?.items ?? []) as readonly { readonly id?: string }[]) if (item.id) found.push(item.id);
  }
  return found;
}

function rememberId(ids: string[], text: string): void {
  const id = /"id":"([0-9a-f-]{36})"/.exec(text)?.[1];
  if (id && ids.length < 2000) ids.push(id);
}
