/** Secret links and personal data over HTTP, and the schema of every field type. */
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { openEngine, type Engine } from "@nonet/engine";
import { everyType } from "../../../engine/test/support/every-type-spec.ts";
import { startServer } from "../../src/start-server.ts";
import { type Server } from "../../src/http/server-options.ts";
import { become, clientOf, type Client } from "../desk.ts";

let folder: string;
let engine: Engine;
let server: Server;
let clerk: Client;
let bugs = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "nonet-server-"));
  await chmod(folder, 0o711);
  const opened = await openEngine({
    product: compile([{ name: "types.md", text: everyType }]).product,
    database: await freshDatabase(),
    files: join(folder, "files"),
    rehearse: true,
    owner: { email: "owner@example.test", password: "rehearsal-owner" },
    environment: {},
  });
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
    onBug: () => bugs++,
  });
  clerk = await become(server.address, "clerk");
}, 120_000);
afterAll(async () => {
  await server.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
  expect(bugs).toBe(0);
});

test("a link gives access to its record by header and by cookie, and to nothing else", async () => {
  const [mine, other] = [(await clerk("POST", "/api/things", { colours: ["red"] })).body, (await clerk("POST", "/api/things", { colours: ["red"] })).body];
  expect(mine.key).toMatch(/^[A-Za-z0-9]{40}$/);
  expect((await clerk("GET", `/api/things/${mine.id}`)).body).not.toHaveProperty("key");
  const token = mine.openLink.replace("/link/", "");
  const nobody = clientOf(server.address);
  const link = { authorization: `Link ${token}` };
  expect((await nobody("GET", `/api/things/${mine.id}`, undefined, link)).status).toBe(200);
  expect((await nobody("GET", `/api/things/${mine.id}`)).status).toBe(401);
  expect((await nobody("GET", `/api/things/${other.id}`, undefined, link)).status).toBe(404);
  expect((await nobody("GET", `/api/things`, undefined, link)).body.items).toHaveLength(1);
  expect((await nobody("PATCH", `/api/things/${mine.id}`, { story: "hello" }, { ...link, "if-match": "*" })).status).toBe(200);
  expect((await nobody("PATCH", `/api/things/${mine.id}`, { level: 2 }, { ...link, "if-match": "*" })).status).toBe(403);
  expect((await nobody("DELETE", `/api/things/${mine.id}`, undefined, { ...link, "if-match": "*" })).status).toBe(403);
  expect((await nobody("GET", `/api/things/${mine.id}`, undefined, { authorization: `Link ${token}x` })).status).toBe(401);
  const opened = await fetch(`${server.address}${mine.openLink}`, { redirect: "manual" });
  expect([opened.status, opened.headers.get("location")]).toEqual([303, `/feedback/${mine.id}`]);
  const cookie = opened.headers.get("set-cookie")!;
  expect(cookie).toMatch(/HttpOnly/);
  expect((await nobody("GET", `/api/things/${mine.id}`, undefined, { cookie: cookie.split(";")[0]! })).status).toBe(200);
  expect((await fetch(`${server.address}/link/${"x".repeat(32)}`)).status).toBe(405);
});

test("only the Owner can export and erase a person's data", async () => {
  const owner = clientOf(server.address, (await clientOf(server.address)("POST", "/api/sign-in", { email: "owner@example.test", password: "rehearsal-owner" })).body.token);
  const guest = await become(server.address, "guest");
  const { id } = (await guest("GET", "/api/me")).body;
  const thing = (await clerk("POST", "/api/things", { colours: ["red"] })).body;
  expect((await guest("GET", `/api/people/${id}/data`)).status).toBe(403);
  expect((await clerk("POST", `/api/people/${id}/erase`)).status).toBe(403);
  const data = await owner("GET", `/api/people/${id}/data`);
  expect(data.status).toBe(200);
  expect(data.body.person.email).toBe("guest@example.test");
  expect(JSON.stringify(data.body)).not.toContain(thing.id);
  expect((await owner("POST", `/api/people/${id}/erase`)).body).toEqual({ records: 1, files: 0 });
  expect((await guest("GET", "/api/things")).status).toBe(401);
  expect((await owner("GET", `/api/people/nobody/data`)).status).toBe(404);
});

test("the API description has a schema for the input and output of each type", async () => {
  const { components } = (await clerk("GET", "/api/openapi.json")).body;
  const { Thing, ThingCreate } = components.schemas;
  expect(Thing.properties).not.toHaveProperty("pin");
  expect(ThingCreate.properties).toHaveProperty("pin");
  for (const made of ["number", "code", "key", "openLink", "ticket", "touched", "firstTwo"]) expect(ThingCreate.properties).not.toHaveProperty(made);
  expect(ThingCreate.properties.colours).toMatchObject({ type: "array", items: { enum: ["red", "green", "blue"] } });
  expect(ThingCreate.properties.lasts).toMatchObject({ format: "duration" });
  expect(Thing.properties.story).toMatchObject({ contentMediaType: "text/html" });
  expect(Thing.properties.tags.items ?? Thing.properties.tags.anyOf).toBeDefined();
});
