/** Health and readiness: what a process manager and a load balancer rely on. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchPostgres } from "@nonet/engine";
import { expect, test } from "vitest";
import { openDatabase } from "../../../engine/src/connection/database.ts";
import { serveProduct } from "../open-product.ts";

const text = `# Notes

## 1. What it does and for whom

- Sign-in: email and password; anyone may register as Writer

## 2. Screens and routes

| Screen | Route | Shows | Who |
|---|---|---|---|
| Health | /healthz | page | Writer |

### Health

All is well.

## 3. Entities

### Note

- title: text, required

## 6. Roles and permissions

- **Writer** — writes notes

| Entity | Writer |
|---|---|
| Note | read, create |
`;

/** As a balancer asks: by address, with any headers. */
function ask(address: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<{ status: number; body: string }> {
  return new Promise((done, failed) => {
    const sent = request(`${address}${path}`, { headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part: string) => (body += part));
      response.on("end", () => done({ status: response.statusCode!, body }));
    });
    sent.on("error", failed).end();
  });
}

test("answers by bare IP address although the product is served under a name", async () => {
  const served = await serveProduct(text, {}, { address: "https://notes.example.com" });
  try {
    const by = { host: "10.1.2.3:4000" };
    expect(await ask(served.server.address, "/healthz", by)).toEqual({ status: 200, body: '{"status":"ok"}' });
    expect(await ask(served.server.address, "/readyz?x=1", by)).toEqual({ status: 200, body: '{"status":"ready"}' });
    expect((await ask(served.server.address, "/api/notes", by)).status).toBe(400);
    expect((await ask(served.server.address, "/metrics", by)).status).toBe(403);
  } finally {
    await served.close();
  }
});

test("a screen of the document keeps its path for browsers", async () => {
  const served = await serveProduct(text);
  try {
    expect((await ask(served.server.address, "/healthz", { accept: "text/html" })).body).toContain("<html");
    expect((await ask(served.server.address, "/healthz", { accept: "*/*" })).body).toBe('{"status":"ok"}');
  } finally {
    await served.close();
  }
});

test("isn't ready while another version of the document is live, or the database is away", async () => {
  const folder = mkdtempSync(join(tmpdir(), "nonet-ready-"));
  chmodSync(folder, 0o755);
  const postgres = await launchPostgres(join(folder, "database"));
  const served = await serveProduct(text, {}, { on: { url: postgres.url } });
  try {
    const ready = async () => ask(served.server.address, "/readyz");
    expect((await ready()).status).toBe(200);
    const other = openDatabase(postgres.url);
    const version = String((await other.row({ text: "select version from nonet.meta", values: [] }))!["version"]);
    await other.rows({ text: "update nonet.meta set version = 'another'", values: [] });
    expect(await ready()).toEqual({ status: 503, body: '{"status":"not ready","reasons":["Another version of the document is live in the database."]}' });
    await other.rows({ text: "update nonet.meta set version = $1", values: [version] });
    await other.close();
    expect((await ready()).status).toBe(200);
    await postgres.stop();
    expect(await ready()).toEqual({ status: 503, body: '{"status":"not ready","reasons":["The database doesn\'t answer."]}' });
    expect((await ask(served.server.address, "/healthz")).status).toBe(200);
  } finally {
    await served.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
