/** The examples of docs/api.md, in order, against the Equipment Desk in rehearsal: each is answered as the page says. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signatureHeaders } from "../runtime/engine/src/calls/signatures.ts";
import { serveProduct, type Served } from "../runtime/server/test/open-product.ts";
import { client } from "./api-client.ts";
import { type CurlCommand, readCurl } from "./read-curl.ts";
import { root, temporaryFolder } from "./nonet-process.ts";

const page = readFileSync(join(root, "docs/api.md"), "utf8");
const folder = temporaryFolder();

interface Block {
  readonly line: number;
  readonly language: string;
  /** The status of a response. */
  readonly status: number | null;
  readonly text: string;
}

const blocks: Block[] = [...page.matchAll(/^```(\w+)(?: (\d+))?\n([\s\S]*?)^```$/gm)].map((found) => ({
  line: page.slice(0, found.index).split("\n").length,
  language: found[1]!,
  status: found[2] === undefined ? null : Number(found[2]),
  text: found[3]!,
}));

let desk: Served;
beforeAll(async () => {
  desk = await serveProduct(readFileSync(join(root, "examples/equipment-desk/equipment-desk.md"), "utf8"), {}, { rehearse: true });
  await client(desk.server.address)("POST", "/rehearsal/clock", { now: "2026-03-01T09:00:00Z" });
});
afterAll(async () => {
  await desk.close();
  folder.remove();
});

interface Received {
  readonly status: number;
  readonly text: string;
}

async function send({ method, url, headers, body, file }: CurlCommand): Promise<Received> {
  const form = new FormData();
  if (file) form.append("file", new Blob(["GIF89a"], { type: file.type }), file.name);
  const ending = new AbortController();
  const response = await fetch(url, { method, headers, body: file ? form : (body ?? null), signal: ending.signal });
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return { status: response.status, text: await response.text() };
  const { value } = await response.body!.pipeThrough(new TextDecoderStream()).getReader().read();
  ending.abort();
  return { status: response.status, text: value! };
}

/** What the page leaves open is what the response says. */
const filled = (shown: unknown, received: unknown): unknown => {
  if (typeof shown === "string" && shown.endsWith("…")) return typeof received === "string" && received.startsWith(shown.slice(0, -1)) ? received : shown;
  if (Array.isArray(shown)) return shown.map((one, i) => filled(one, (received as unknown[] | undefined)?.[i]));
  if (typeof shown !== "object" || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, filled(value, (received as Record<string, unknown> | undefined)?.[key])]));
};

test("each request is answered as the page says", async () => {
  const variables: Record<string, string> = { DESK: desk.server.address };
  let last: CurlCommand | null = null;
  let received: Received | null = null;
  let checked = 0;
  for (const { line, language, status, text } of blocks) {
    if (language === "sh") {
      last = readCurl(text, variables);
      received = await send(last);
      if (last.into) variables[last.into.name] = (JSON.parse(received.text) as Record<string, string>)[last.into.key]!;
    } else if (status !== null) {
      // A response without a request of its own answers the one before, sent again.
      received ??= await send(last!);
      expect({ line, status: received.status, text: received.text }).toMatchObject({ line, status });
      if (language === "json") {
        const body: unknown = JSON.parse(received.text);
        expect({ line, body }).toMatchObject({ line, body: filled(JSON.parse(text), body) });
      } else expect(received.text).toContain(text.trim());
      received = null;
      checked++;
    }
  }
  expect(checked).toBeGreaterThan(12);
  expect(desk.bugs).toEqual([]);
});

test("the function that checks signatures accepts what a product signs, and nothing else", async () => {
  const [code] = blocks.filter(({ language }) => language === "ts");
  const path = join(folder.path, "is-genuine.ts");
  writeFileSync(path, code!.text);
  const { isGenuine } = (await import(pathToFileURL(path).href)) as { isGenuine(secret: string, headers: Record<string, string>, body: string, now?: number): boolean };
  const secret = `whsec_${Buffer.from("a secret of 24 bytes ....").toString("base64")}`;
  const headers = signatureHeaders({ kind: "standard webhooks", secret: "key", toleranceSeconds: 300 } as never, secret, '{"a":1}', { id: "msg_1", at: 1_772_000_000 });
  expect(isGenuine(secret, headers, '{"a":1}', 1_772_000_100)).toBe(true);
  expect(isGenuine(secret, headers, '{"a":2}', 1_772_000_100)).toBe(false);
  expect(isGenuine(secret, headers, '{"a":1}', 1_772_001_000)).toBe(false);
  expect(isGenuine(secret, { ...headers, "webhook-id": "msg_2" }, '{"a":1}', 1_772_000_100)).toBe(false);
  expect(isGenuine("whsec_b3RoZXI=", headers, '{"a":1}', 1_772_000_100)).toBe(false);
});
