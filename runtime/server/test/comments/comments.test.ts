/** Comments and mentions over HTTP: whoever may read the record reads its comments, and nobody else learns anything of them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const specification = `# Specification: Pad

## 1. What the product does and for whom

- **Name**: Pad

For whom:

- **Manager** — runs it
- **Clerk** — works
- **Guest** — looks at what is public

## 3. Entities and their fields

### Note

- title: text, required, unique
- secret: yes/no, default no
- Locked while: \`title = "locked"\`
- Comments: yes

### Remark

- comments: long text

## 6. Roles and permissions

| | Manager | Clerk | Guest |
|---|---|---|---|
| User | read | read | – |
| Note | all | create, read where not secret, update | read where title = "public" |
| Remark | all | all | – |
`;

let served: Served;
let manager: Client;
let ann: Client;
let bob: Client;
let guest: Client;
const ids: Record<string, string> = {};
const note: Record<string, string> = {};

beforeAll(async () => {
  served = await serveProduct(specification, {}, { rehearse: true });
  manager = await served.person("manager@pad.test", "Manager");
  ann = await served.person("ann@pad.test", "Clerk");
  bob = await served.person("bob@pad.test", "Clerk");
  guest = await served.person("guest@pad.test", "Guest");
  for (const [name, client] of Object.entries({ manager, ann, bob, guest })) ids[name] = (await client("GET", "/api/me")).body.id;
  for (const [title, secret] of [
    ["open", false],
    ["hidden", true],
    ["public", false],
    ["locked", false],
    ["gone", false],
  ] as const)
    note[title] = (await manager("POST", "/api/notes", { title, secret })).body.id;
});
afterAll(() => served.close());

const at = (title: string, more = "/comments"): string => `/api/notes/${note[title]}${more}`;
const bell = async (client: Client) => (await client("GET", "/api/-/notifications")).body;
const mails = async () => (await served.engine.rehearsal!.mails()).filter(({ call }) => call === "(mentions)");

describe("comments", () => {
  it("are read and written by whoever may read the record, latest first", async () => {
    const added = await ann("POST", at("open"), { text: "  First\r\nline  " });
    expect(added).toMatchObject({ status: 201, body: { text: "First\nline", own: true, editedAt: null, by: { id: ids["ann"] }, mentions: [] } });
    await bob("POST", at("open"), { text: "<script>alert(1)</script> مرحبا" });
    const list = await manager("GET", at("open"));
    expect(list.body.items.map((c: { text: string; own: boolean }) => [c.text, c.own])).toEqual([
      ["<script>alert(1)</script> مرحبا", false],
      ["First\nline", false],
    ]);
  });

  it("come in pages", async () => {
    const first = await ann("GET", at("open", "/comments?limit=1"));
    expect(first.body.items).toHaveLength(1);
    const second = await ann("GET", at("open", `/comments?limit=1&after=${first.body.next}`));
    expect(second.body.items[0].text).toBe("First\nline");
    expect(second.body.next).toBeNull();
    expect((await ann("GET", at("open", "/comments?limit=0"))).status).toBe(400);
    expect((await ann("GET", at("open", "/comments?after=x"))).status).toBe(400);
  });

  it("are not found where the record isn't", async () => {
    await manager("POST", at("hidden"), { text: "among managers" });
    for (const [method, path, body] of [
      ["GET", at("hidden"), undefined],
      ["POST", at("hidden"), { text: "x" }],
      ["GET", at("hidden", "/mentionable"), undefined],
      ["PATCH", at("hidden", `/comments/${note["hidden"]}`), { text: "x" }],
      ["DELETE", at("hidden", `/comments/${note["hidden"]}`), undefined],
    ] as const) {
      expect((await ann(method, path, body)).status, `${method} ${path}`).toBe(404);
      expect((await guest(method, path, body)).status, `${method} ${path}`).toBe(404);
      const nowhere = path.replace(note["hidden"]!, "0197aaaa-0000-7000-8000-000000000000");
      expect((await ann(method, nowhere, body)).body.detail).toBe((await ann(method, path, body)).body.detail);
    }
  });

  it("exist only for entities that allow them", async () => {
    const remark = (await ann("POST", "/api/remarks", { comments: "a field of this name" })).body;
    expect(remark.comments).toBe("a field of this name");
    expect((await ann("GET", `/api/remarks/${remark.id}/comments`)).status).toBe(404);
    expect((await ann("POST", `/api/remarks/${remark.id}/comments`, { text: "x" })).status).toBe(404);
  });

  it("need somebody who is signed in", async () => {
    const { clientOf } = await import("../desk.ts");
    const visitor = clientOf(served.server.address);
    expect((await visitor("GET", at("public"))).status).toBe(401);
    expect((await visitor("GET", "/api/-/notifications")).status).toBe(401);
  });

  it("are changed and deleted by their author alone, and stand in the history without their text", async () => {
    const { id } = (await ann("POST", at("locked"), { text: "Of a locked note" })).body;
    expect((await bob("PATCH", at("locked", `/comments/${id}`), { text: "x" })).status).toBe(403);
    expect((await manager("DELETE", at("locked", `/comments/${id}`))).status).toBe(403);
    const edited = await ann("PATCH", at("locked", `/comments/${id}`), { text: "Better" });
    expect(edited.body).toMatchObject({ id, text: "Better", editedAt: expect.any(String) });
    expect((await ann("PATCH", at("open", `/comments/${id}`), { text: "x" })).status).toBe(404);
    expect((await ann("DELETE", at("locked", `/comments/${id}`))).status).toBe(204);
    expect((await ann("DELETE", at("locked", `/comments/${id}`))).status).toBe(404);
    const history = await manager("GET", at("locked", "/history"));
    expect(history.body.items.map((entry: { action: string }) => entry.action)).toEqual(["Delete comment", "Edit comment", "Comment", "create"]);
    expect(JSON.stringify(history.body)).not.toContain("Better");
    // The history of values isn't touched.
    expect((await manager("GET", at("locked", `?at=${new Date(Date.now() + 86_400_000).toISOString()}`))).body.title).toBe("locked");
  });

  it("have 1 to 5,000 characters", async () => {
    expect((await ann("POST", at("open"), { text: "😀".repeat(5_000) })).status).toBe(201);
    expect((await ann("POST", at("open"), { text: "x".repeat(5_001) })).body.errors[0]).toMatchObject({
      field: "text",
      detail: "A comment has at most 5,000 characters. This one has 5,001.",
    });
    for (const text of ["", "  \n", 7, null, undefined]) expect((await ann("POST", at("open"), { text })).status).toBe(422);
    expect((await ann("POST", at("open"), { text: "x", by: ids["bob"] })).status).toBe(400);
  });

  it("are written once under an Idempotency-Key", async () => {
    const before = (await ann("GET", at("open"))).body.items.length;
    const first = await ann("POST", at("open"), { text: "once" }, { "idempotency-key": "k1" });
    const again = await ann("POST", at("open"), { text: "once" }, { "idempotency-key": "k1" });
    expect(again.body.id).toBe(first.body.id);
    expect((await ann("GET", at("open"))).body.items).toHaveLength(before + 1);
  });
});

describe("mentions", () => {
  it("offer only people who may read the record", async () => {
    const names = async (client: Client, title: string, search = "") =>
      (await client("GET", at(title, `/mentionable?search=${search}`))).body.items
        .map(({ id }: { id: string }) => Object.entries(ids).find(([, one]) => one === id)?.[0])
        .filter(Boolean);
    expect(await names(manager, "open")).toEqual(["ann", "bob"]);
    expect(await names(manager, "hidden")).toEqual([]);
    expect(await names(ann, "public")).toEqual(["bob", "guest", "manager"]);
    expect(await names(ann, "public", "BO")).toEqual(["bob"]);
    expect(await names(ann, "public", "%")).toEqual([]);
    // Somebody who may read nobody's name can mention nobody.
    expect(await names(guest, "public")).toEqual([]);
  });

  it("refuse others, and don't tell whether they exist", async () => {
    const mention = (id: string) => manager("POST", at("hidden"), { text: `look, @[${id}]` });
    const hidden = await mention(ids["ann"]!);
    expect(hidden.status).toBe(422);
    const unknown = await mention("0197aaaa-0000-7000-8000-000000000000");
    expect(unknown.body.detail).toBe(hidden.body.detail);
    expect((await guest("POST", at("public"), { text: `@[${ids["ann"]}]` })).status).toBe(422);
    expect((await bell(ann)).items).toEqual([]);
  });

  it("ring the bell and send a mail that tells nothing of the record", async () => {
    const { id } = (await ann("POST", at("open"), { text: `@[${ids["bob"]}] please look, @[${ids["ann"]}]` })).body;
    const seen = await bell(bob);
    expect(seen).toMatchObject({
      unread: 1,
      mail: "at once",
      items: [{ unread: true, by: { id: ids["ann"] }, record: { entity: "Note", path: "notes", id: note["open"], shownAs: "open" }, comment: { id } }],
    });
    expect((await bell(ann)).unread).toBe(0);
    await served.engine.rehearsal!.settle();
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: "bob@pad.test", subject: "Pad: you have been mentioned" });
    expect(mail!.body).not.toContain("open");
    expect(mail!.body).toContain(served.server.address);
    // An edit doesn't ring again.
    await ann("PATCH", at("open", `/comments/${id}`), { text: `@[${ids["bob"]}] please look again` });
    await served.engine.rehearsal!.settle();
    expect(await mails()).toHaveLength(1);
    expect((await bob("POST", "/api/-/notifications/read", { ids: [seen.items[0].id] })).status).toBe(204);
    expect(await bell(bob)).toMatchObject({ unread: 0, items: [{ unread: false }] });
    expect((await bob("POST", "/api/-/notifications/read", { ids: ["x"] })).status).toBe(422);
  });

  it("go to the mails that the person has chosen", async () => {
    const before = (await mails()).length;
    expect((await bob("PATCH", "/api/-/notifications/settings", { mail: "sometimes" })).status).toBe(422);
    await bob("PATCH", "/api/-/notifications/settings", { mail: "never" });
    await ann("POST", at("open"), { text: `@[${ids["bob"]}] one` });
    await served.engine.rehearsal!.settle();
    expect(await mails()).toHaveLength(before);
    await bob("PATCH", "/api/-/notifications/settings", { mail: "daily" });
    for (const text of ["two", "three"]) await ann("POST", at("open"), { text: `@[${ids["bob"]}] ${text}` });
    await served.engine.rehearsal!.moveClock({ forward: "P1D" });
    expect(await mails()).toHaveLength(before + 1);
    expect((await bell(bob)).mail).toBe("daily");
  });

  it("disappear with the access, the comment and the record", async () => {
    await bob("POST", "/api/-/notifications/read", {});
    await ann("POST", at("public"), { text: `@[${ids["guest"]}] have a look` });
    expect(await bell(guest)).toMatchObject({ unread: 1, items: [{ by: { id: ids["ann"], name: null } }] });
    await manager("PATCH", `/api/notes/${note["public"]}`, { title: "private" }, { "if-match": "*" });
    expect(await bell(guest)).toMatchObject({ unread: 0, items: [], next: null });
    const { id } = (await ann("POST", at("gone"), { text: `@[${ids["bob"]}] deleted soon` })).body;
    expect((await bell(bob)).unread).toBe(1);
    await ann("DELETE", at("gone", `/comments/${id}`));
    expect((await bell(bob)).unread).toBe(0);
    await ann("POST", at("gone"), { text: `@[${ids["bob"]}] again` });
    await manager("DELETE", `/api/notes/${note["gone"]}`, undefined, { "if-match": "*" });
    expect((await bell(bob)).unread).toBe(0);
  });
});

describe("a person's data", () => {
  it("contains their comments, which an erasure deletes", async () => {
    const exported = await served.owner("GET", `/api/people/${ids["ann"]}/data`);
    expect(exported.body.account.comments.map((c: { text: string }) => c.text)).toContain("First\nline");
    expect((await served.owner("POST", `/api/people/${ids["ann"]}/erase`, {})).status).toBe(200);
    const left = await manager("GET", at("open"));
    expect(left.body.items.map((c: { text: string }) => c.text)).toEqual(["<script>alert(1)</script> مرحبا"]);
  });
});
