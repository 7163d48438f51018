/** Values that the document doesn't show, over HTTP: records and exports mark them, and a change that needs one is refused with 501 and its line. */
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { openEngine, type Engine } from "@nonet/engine";
import { startServer } from "../../src/start-server.ts";
import { type Server } from "../../src/http/server-options.ts";
import { buying } from "../../../engine/test/support/not-shown-rate-spec.ts";
import { become, type Client } from "../desk.ts";

let folder: string;
let engine: Engine;
let server: Server;
let rosa: Client;
beforeAll(async () => {
  const { product } = compile([{ name: "buying.md", text: buying }]);
  folder = await mkdtemp(join(tmpdir(), "nonet-server-"));
  await chmod(folder, 0o711);
  const opened = await openEngine({ product, database: await freshDatabase(), files: join(folder, "files"), rehearse: true, environment: {} });
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
  engine = opened.value;
  server = await startServer({
    engine,
    port: 0,
    host: "127.0.0.1",
    productData: () => ({}),
    documentData: () => ({}),
    sentences: () => [],
    staticFolder: null,
    secureCookies: false,
    onBug: (bug) => {
      throw new Error(JSON.stringify(bug));
    },
  });
  rosa = await become(server.address, "requester");
});
afterAll(async () => {
  await server.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const line = buying.split("\n").findIndex((l) => l.startsWith('| "CHF"')) + 1;
const open = 'rate of Exchange for "CHF"';

test("records, lists and exports mark the value; an action that needs it is refused with its line", async () => {
  const made = await rosa("POST", "/api/requisitions", { purpose: "francs", currency: "CHF", amount: "10" });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ total: null, digits: "2", _notShown: { total: open, small: open } });
  const listed = await rosa("GET", "/api/requisitions?fields=purpose,total&sort=-total");
  expect(listed.body.items).toMatchObject([{ purpose: "francs", total: null, _notShown: { total: open } }]);
  const refused = await rosa("POST", `/api/requisitions/${made.body.id}/submit`, {}, { "if-match": "*" });
  expect(refused.status).toBe(501);
  expect(refused.body).toMatchObject({ code: "not-shown", errors: [{ code: "not-shown", detail: `This needs ${open}, which is not shown.`, line }] });
  const csv = await rosa("GET", "/api/requisitions/export?format=csv&fields=purpose,total");
  expect(csv.body).toContain("francs,not shown");
  expect((await rosa("GET", "/api/requisitions?where=total%20%3C%20100")).body.items).toEqual([]);
});
