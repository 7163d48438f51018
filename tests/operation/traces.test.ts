/** Traces are sent to the collector that the environment names: requests with their transactions, calls and mails, and nothing that a person has entered. */
import { chmodSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client } from "../api-client.ts";
import { runProduct, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openSmtp } from "../smtp-server.ts";

const text = (receiver: string): string => `# Letters

## 1. What it does and for whom

- Sign-in: email and password; anyone may register as Writer

## 3. Entities

### Letter

- title: text, required

## 4. States and transitions

### Letter

- Starts as: written

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| written | Send | sent | Writer | | call Report; send "Sent" |

## 6. Roles and permissions

- **Writer** — writes letters

| Entity | Writer |
|---|---|
| Letter | read, create |

## 7. The calls it makes

### Report

- Request: POST ${receiver}
- Sends: \`{title: title}\`

### Sent

- Email to: \`"sent@example.test"\`
- Subject: {title}
- Body: sent
`;

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number } }[];
}

const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
const bodies: string[] = [];
let server: Server;
let address: string;
let smtp: Awaited<ReturnType<typeof openSmtp>>;

beforeAll(async () => {
  smtp = await openSmtp(() => null);
  server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      if (request.url === "/v1/traces") bodies.push(body);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await smtp.close();
  folder.remove();
});

test("a request and what it causes", { timeout: 120_000 }, async () => {
  const document = join(folder.path, "letters.md");
  writeFileSync(document, text(`${address}/report`));
  const env = { NONET_OTLP_ENDPOINT: address, NONET_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, NONET_TRUSTED_PROXIES: "127.0.0.1" };
  const product = await runProduct([document, ...(await dataOptions(join(folder.path, "data")))], { env });
  const { body: session } = await client(product.address)("POST", "/api/register", { email: "w@example.test", name: "Wilhelmina", password: "a quite long password" });
  const ask = client(product.address, session.token);
  // The mail that confirms the address leaves first.
  for (let i = 0; i < 100 && smtp.mails.length === 0; i++) await sleep(100);
  const remote = "4bf92f3577b34da6a3ce929d0e0e4736";
  const { body: letter } = await ask("POST", "/api/letters", { title: "A secret title" }, { traceparent: `00-${remote}-00f067aa0ba902b7-01` });
  expect((await ask("POST", `/api/letters/${letter.id}/send`, {})).status).toBe(200);
  expect((await ask("GET", "/api/letters/none")).status).toBe(404);
  for (let i = 0; i < 100 && smtp.mails.length < 2; i++) await sleep(100);
  // What waits is sent when the product stops.
  expect(await product.stop()).toBe(0);
  const spans = bodies.flatMap((body) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const named = (name: string): Span[] => spans.filter((span) => span.name === name);
  const created = named("POST /api/:entity")[0]!;
  expect(created.traceId).toBe(remote);
  expect(created.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 201 } });
  expect(named("transaction").filter(({ parentSpanId }) => parentSpanId === created.spanId)).toHaveLength(1);
  const sent = named("POST /api/:entity/:id/:action")[0]!;
  expect(named("transaction").some(({ parentSpanId, traceId }) => parentSpanId === sent.spanId && traceId === sent.traceId)).toBe(true);
  expect(named("GET /api/:entity/:id")[0]!.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 404 } });
  expect(named("call POST")[0]!.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 200 } });
  expect(named("mail")).toHaveLength(2);
  const all = bodies.join("\n");
  expect(all).toContain('"Letters"');
  for (const entered of ["secret title", "Wilhelmina", "w@example.test", letter.id, session.token, "sent@example.test"]) expect(all).not.toContain(entered);
});

test("without a collector, nothing is sent, and one that is away changes nothing", { timeout: 120_000 }, async () => {
  const before = bodies.length;
  const document = join(folder.path, "letters.md");
  const environments: readonly Readonly<Record<string, string>>[] = [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }];
  for (const env of environments) {
    const product = await runProduct([document, ...(await dataOptions(join(folder.path, `data ${Object.keys(env).length}`)))], { env });
    expect((await client(product.address)("GET", "/api/me")).status).toBe(200);
    expect(await product.stop()).toBe(0);
    expect(product.err()).not.toMatch(/Error|bug|ECONNREFUSED/);
  }
  expect(bodies.length).toBe(before);
});
