/** Opening, changing and closing a product: errors in one sentence, committed data kept, nothing half done. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openEngine } from "../../src/open-engine.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { act, day, deskText, does, freshFolder, makeItem, openDesk, productOf, reserve } from "../support/equipment-desk.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const folders: string[] = [];
const fresh = (): string => {
  const folder = freshFolder();
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

test("an unreachable database and data of another PostgreSQL version are refused in one sentence", async () => {
  const product = productOf(deskText);
  const away = await openEngine({ product, database: { url: "postgres://nobody@127.0.0.1:1/none" }, files: fresh(), rehearse: true, environment: {} });
  expect(resultOf(away)).toMatch(/^unavailable/);
  const folder = fresh();
  mkdirSync(join(folder, "postgres"));
  writeFileSync(join(folder, "postgres", "PG_VERSION"), "15\n");
  const old = await openEngine({ product, database: { folder }, files: folder, rehearse: true, environment: {} });
  expect(old.ok ? "" : old.refusal.errors[0]!.detail).toMatch(/PostgreSQL 15.*18/);
});

test("the empty specification runs, with its people", async () => {
  const desk = await openDesk("# Nothing\n\n## 1. What the product does and for whom\n\nNothing yet.\n\n- **Name**: Nothing\n", fresh());
  const owner = valueOf(await desk.engine.people.become("owner@example.test")).actor;
  expect(valueOf(await listOf(desk.engine, owner, { entity: "User" })).items.map((u) => u.email)).toEqual(["owner@example.test"]);
  expect(resultOf(await desk.engine.people.register({ email: "a@example.org", name: "A", password: "a long password" }))).toMatch(/^not permitted/);
  expect(resultOf(await desk.engine.people.invite(owner, { email: "a@example.org", name: "A", roles: [], password: "short" }))).toMatch(/^invalid: .* at password/);
  expect(resultOf(await desk.engine.people.invite(owner, { email: "a@example.org", name: "A", roles: [], password: "a long password" }))).toBe("done");
  await desk.close();
});

test("committed data is there after closing and opening, the clock and sessions too", async () => {
  const folder = fresh();
  const first = await openDesk(deskText, folder);
  const item = await makeItem(first, "Camera");
  const session = valueOf(await first.engine.people.signIn({ email: "borrower@example.test", password: "rehearsal" }));
  valueOf(await first.engine.rehearsal!.moveClock({ forward: "P3D" }));
  const stood = first.engine.rehearsal!.now();
  const loan = valueOf(await reserve(first, session.actor, item, 0, 0))!;
  await first.close();
  const second = await openDesk(deskText, folder);
  expect(second.engine.rehearsal!.now()).toBe(stood);
  const actor = await second.engine.people.actorOf(session.token);
  expect(valueOf(await recordOf(second.engine, actor, "Loan", loan.number as string)).id).toBe(loan.id);
  expect(valueOf(await listOf(second.engine, actor, { entity: "Category" })).items).toHaveLength(3);
  await second.engine.people.signOut(session.token);
  expect(await second.engine.people.actorOf(session.token)).toEqual({ kind: "anyone" });
  await second.close();
});

test("a new version of the document goes live with its data; one that would lose data is refused and changes nothing", async () => {
  const desk = await openDesk(deskText, fresh());
  const item = await makeItem(desk, "Camera", { deposit: "100" });
  const more = deskText
    .replace("- deposit: money, at least 0\n- photo", "- deposit: money, at least 0\n- shelf: text\n- photo")
    .replace("| longest loan | 14 |", "| longest loan | 3 |");
  valueOf(await desk.engine.switchVersion(productOf(more, "two")));
  const manager = await desk.as("Manager");
  const changed = valueOf(await does(desk, manager, { kind: "update", entity: "Item", id: item.id, values: { shelf: "B4" }, ifVersion: "any" }))!;
  expect(changed).toMatchObject({ shelf: "B4", deposit: "100.00" });
  expect(resultOf(await reserve(desk, await desk.as("Borrower"), item, 1, 5))).toContain("TOO_LONG");
  const less = more.replace("- shelf: text\n", "");
  expect(resultOf(await desk.engine.switchVersion(productOf(less, "three")))).toMatch(/^conflict/);
  expect(valueOf(await recordOf(desk.engine, manager, "Item", item.id)).shelf).toBe("B4");
  expect(desk.engine.product.version).toBe("two");
  await desk.close();
});

test("too many wrong passwords lock the account for a while; a wrong password discloses nothing", async () => {
  const desk = await openDesk(deskText, fresh());
  const wrong = await desk.engine.people.signIn({ email: "clerk@example.test", password: "wrong" });
  const nobody = await desk.engine.people.signIn({ email: "nobody@example.test", password: "wrong" });
  expect(wrong).toEqual(nobody);
  for (let i = 0; i < 9; i++) await desk.engine.people.signIn({ email: "clerk@example.test", password: "wrong" });
  expect(resultOf(await desk.engine.people.signIn({ email: "clerk@example.test", password: "rehearsal" }))).toMatch(/^too many/);
  await desk.close();
});

test("files are readable by everybody who may read the record that holds them", async () => {
  const desk = await openDesk(deskText, fresh());
  const [clerk, borrower] = [await desk.as("Clerk"), await desk.as("Borrower")];
  const other = valueOf(await desk.engine.people.register({ email: "other@example.org", name: "Other", password: "a long password" })).actor;
  const content = new Uint8Array([137, 80, 78, 71]);
  const plain = valueOf(await desk.engine.storeFile(clerk, { name: "notes.txt", type: "text/plain", content }));
  const file = valueOf(await desk.engine.storeFile(clerk, { name: "scratch.png", type: "image/png", content }));
  expect(resultOf(await desk.engine.openFile(borrower, file.id))).toMatch(/^not found/);
  const loan = valueOf(await reserve(desk, borrower, await makeItem(desk, "Camera"), 0, 0))!;
  for (const action of ["Approve", "Hand out"]) valueOf(await act(desk, clerk, loan.id, action));
  expect(resultOf(await act(desk, clerk, loan.id, "Return", { condition: "worn", photos: [plain.id] }))).toMatch(/^invalid: .* at photos/);
  const theirs = valueOf(await desk.engine.storeFile(other, { name: "secret.png", type: "image/png", content }));
  expect(resultOf(await act(desk, clerk, loan.id, "Return", { condition: "worn", photos: [theirs.id] }))).toMatch(/^invalid: .* at photos/);
  valueOf(await act(desk, clerk, loan.id, "Return", { condition: "worn", photos: [file.id] }));
  expect([...(await valueOf(await desk.engine.openFile(borrower, file.id)).read())]).toEqual([...content]);
  expect(resultOf(await desk.engine.openFile(other, file.id))).toMatch(/^not found/);
  expect(resultOf(await desk.engine.storeFile({ kind: "anyone" }, { name: "x", type: "text/plain", content }))).toMatch(/^not signed in/);
  await desk.close();
});

test("a damaged return needs its notes, and a dashboard counts only what its reader may see", async () => {
  const desk = await openDesk(deskText, fresh());
  const [clerk, borrower] = [await desk.as("Clerk"), await desk.as("Borrower")];
  const loan = valueOf(await reserve(desk, borrower, await makeItem(desk, "Camera"), 0, 0))!;
  for (const action of ["Approve", "Hand out"]) valueOf(await act(desk, clerk, loan.id, action));
  expect(resultOf(await act(desk, clerk, loan.id, "Return", { condition: "damaged" }))).toMatch(/^invalid: required at damageNotes/);
  expect(valueOf(await recordOf(desk.engine, clerk, "Loan", loan.id)).state).toBe("out");
  const other = valueOf(await desk.engine.people.register({ email: "other@example.org", name: "Other", password: "a long password" })).actor;
  const numbers = async (actor: Actor): Promise<unknown> => {
    const data = valueOf(await desk.engine.screenData(actor, "Home"));
    return data.kind === "dashboard" ? data.elements.flatMap((e) => (e.kind === "number" ? [e.value] : [])) : null;
  };
  expect(await numbers(clerk)).toEqual(["1", "0"]);
  // There are loans, and they may read none: a 0 would look like a fact.
  expect(await numbers(other)).toEqual([null, null]);
  const shown = valueOf(await desk.engine.actions(clerk, "Loan", loan.id));
  expect(shown.filter((a) => a.allowed).map((a) => a.name)).toEqual(["Extend", "Return"]);
  expect(shown.find((a) => a.name === "Approve")?.why ?? "").not.toBe("undefined");
  expect(day(desk)).toMatch(/^\d{4}-\d\d-\d\d$/);
  await desk.close();
});
