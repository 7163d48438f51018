/** Decisions and deputies over HTTP: votes, progress, why a vote isn't possible, and deputies. */
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { openEngine, type Engine } from "@nonet/engine";
import { openApi } from "@nonet/api";
import { startServer } from "../../src/start-server.ts";
import { type Server } from "../../src/http/server-options.ts";

const text = `# Specification: Wishes

## 1. What the product does and for whom

- **Name**: Wishes
- **Time zone**: UTC
- **Sign-in**: email and password; by invitation

For whom:

- **Clerk** — proposes
- **Manager** — decides

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Wish

- name: text, required
- reason: text, read-only
- Shown as: \`name\`

## 4. States and transitions

### Wish

- Starts as: open

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Grant | granted | Clerk | | |
| open | Deny | denied | system | | set reason = \`asked.why\` |

- Grant is decided by: majority of Manager, refused by any as Deny
- Deny asks for: why: text, required

## 5. Validation rules

none

## 6. Roles and permissions

- **Clerk**
- **Manager**

| Entity | Clerk | Manager |
|---|---|---|
| Wish | create, read, history | read |
| User | read: name, email | read: name, email |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

none
`;

let engine: Engine;
let server: Server;
let folder: string;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  const { product, diagnostics } = compile([{ name: "wishes.md", text }]);
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.message)).toEqual([]);
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
  });
  const owner = await engine.people.become("owner@example.test");
  if (!owner.ok) throw new Error("no owner");
  for (const [name, role] of [
    ["mia", "Manager"],
    ["max", "Manager"],
    ["cleo", "Clerk"],
  ] as const) {
    const added = await engine.people.invite(owner.value.actor, { name, email: `${name}@people.test`, roles: [role], password: "a long password", keepPassword: true });
    const session = await engine.people.become(`${name}@people.test`);
    if (!added.ok || !session.ok) throw new Error("nobody");
    tokens[name] = session.value.token;
  }
  const manager = await engine.people.become("manager@example.test");
  if (manager.ok) await engine.people.change(owner.value.actor, manager.value.actor.id, { active: false });
}, 60_000);
afterAll(async () => {
  await server?.close();
  await engine?.close();
  await rm(folder, { recursive: true, force: true });
});

interface ClientResponse {
  readonly status: number;
  // Each test checks the body that it expects.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

async function as(name: string, method: string, path: string, body?: unknown): Promise<ClientResponse> {
  const answer = await fetch(`${server.address}${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens[name]}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const content = await answer.text();
  return { status: answer.status, body: content === "" ? null : JSON.parse(content) };
}

const wish = async (): Promise<string> => (await as("cleo", "POST", "/api/wishes", { name: "a chair" })).body.id;

test("one person proposes, others decide by majority", async () => {
  const id = await wish();
  expect(await as("mia", "POST", `/api/wishes/${id}/grant`, {})).toMatchObject({ status: 403 });
  expect(await as("cleo", "POST", `/api/wishes/${id}/grant`, {})).toMatchObject({ status: 200, body: { state: "open", _decision: { turn: false, begun: true } } });
  expect((await as("mia", "GET", `/api/wishes/${id}/actions`)).body.items[0]).toMatchObject({
    name: "Grant",
    allowed: true,
    decision: {
      turn: true,
      steps: [
        {
          who: "majority of Manager",
          stands: "now",
          people: [
            { name: "mia", said: null },
            { name: "max", said: null },
          ],
        },
      ],
    },
  });
  expect((await as("mia", "POST", `/api/wishes/${id}/grant`, { decision: "yes" })).body.state).toBe("open");
  expect((await as("mia", "GET", `/api/wishes/${id}/actions`)).body.items[0]).toMatchObject({
    allowed: false,
    why: "You have voted. Others still have to vote.",
    decision: { steps: [{ people: [{ said: "yes" }, { said: null }] }] },
  });
  expect(await as("mia", "POST", `/api/wishes/${id}/grant`, {})).toMatchObject({ status: 409, body: { code: "decided-already" } });
  expect((await as("max", "POST", `/api/wishes/${id}/grant`, {})).body.state).toBe("granted");
  expect(await as("max", "POST", `/api/wishes/${id}/grant`, {})).toMatchObject({ status: 409, body: { code: "wrong-state" } });
});

test("a no runs the rejecting action, with its input", async () => {
  const id = await wish();
  await as("cleo", "POST", `/api/wishes/${id}/grant`, {});
  expect(await as("mia", "POST", `/api/wishes/${id}/grant`, { decision: "no" })).toMatchObject({ status: 422, body: { errors: [{ field: "why", code: "required" }] } });
  expect(await as("mia", "POST", `/api/wishes/${id}/grant`, { decision: "maybe" })).toMatchObject({ status: 422, body: { errors: [{ field: "decision" }] } });
  expect(await as("mia", "POST", `/api/wishes/${id}/grant`, { unknown: 1 })).toMatchObject({ status: 400 });
  expect(await as("mia", "POST", `/api/wishes/${id}/grant`, { decision: "no", why: "too dear" })).toMatchObject({ status: 200, body: { state: "denied", reason: "too dear" } });
  const history = (await as("cleo", "GET", `/api/wishes/${id}/history`)).body.items;
  expect(history[0]).toMatchObject({ action: "Grant: no, Deny", by: { name: "mia" } });
});

test("a dry run of a vote stores nothing", async () => {
  const id = await wish();
  await as("cleo", "POST", `/api/wishes/${id}/grant`, {});
  expect((await as("mia", "POST", `/api/wishes/${id}/grant?dryRun=true`, {})).status).toBe(200);
  expect((await as("mia", "GET", `/api/wishes/${id}/actions`)).body.items[0].allowed).toBe(true);
});

test("deputies can be named, listed and removed", async () => {
  const today = engine.rehearsal!.now().slice(0, 10);
  expect(await as("mia", "POST", "/api/deputies", { deputy: { email: "nobody@people.test" }, from: today, to: today })).toMatchObject({
    status: 422,
    body: { errors: [{ field: "deputy" }] },
  });
  expect(await as("mia", "POST", "/api/deputies", { deputy: { email: "max@people.test" }, from: "soon", to: today })).toMatchObject({
    status: 422,
    body: { errors: [{ field: "from" }] },
  });
  const made = await as("mia", "POST", "/api/deputies", { deputy: { email: "max@people.test" }, from: today, to: today });
  expect(made).toMatchObject({ status: 201, body: { person: { name: "mia" }, deputy: { name: "max" }, from: today, to: today, own: true } });
  expect((await as("max", "GET", "/api/deputies")).body.items).toMatchObject([{ person: { name: "mia" }, own: false }]);
  expect((await as("cleo", "GET", "/api/deputies")).body.items).toEqual([]);
  // One pair of hands counts once, so Max alone is no majority of two, and Mia's yes stays hers.
  const id = await wish();
  await as("cleo", "POST", `/api/wishes/${id}/grant`, {});
  expect((await as("max", "POST", `/api/wishes/${id}/grant`, {})).body.state).toBe("open");
  expect(await as("max", "POST", `/api/wishes/${id}/grant`, {})).toMatchObject({ status: 409, body: { code: "decided-already" } });
  expect((await as("mia", "POST", `/api/wishes/${id}/grant`, {})).body.state).toBe("granted");
  expect((await as("max", "DELETE", `/api/deputies/${made.body.id}`)).status).toBe(404);
  expect((await as("mia", "DELETE", `/api/deputies/${made.body.id}`)).status).toBe(204);
  expect((await as("mia", "GET", "/api/-/deputies")).body.items).toEqual([]);
});

test("the API description has the decision parameter and the deputies", () => {
  const described = JSON.stringify(openApi(engine.product));
  expect(described).toContain('"WishGrantAsked":{"type":"object","properties":{"why":');
  expect(described).toContain('"enum":["yes","no"]');
  expect(described).toContain("/api/deputies/{id}");
});
