/** Personal data: exported and erased whole, history and files included, by the Owner alone. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { clerkSpec } from "../support/clerk-spec.ts";
import { everyType } from "../support/every-type-spec.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

let small: Small;
let clerk: Extract<Actor, { kind: "person" }>;
let guest: Extract<Actor, { kind: "person" }>;
let owner: Actor;
let mine: VisibleRecord;
let paper: { id: string };
/** What stood where the paper stands. */
let draft: { id: string };

beforeAll(async () => {
  small = await openSmall(everyType);
  clerk = (await small.as("clerk")) as typeof clerk;
  guest = (await small.as("guest")) as typeof guest;
  owner = await small.owner();
  paper = valueOf(await small.engine.storeFile(clerk, { name: "passport.txt", type: "text/plain", content: Buffer.from("secret passport") }));
  draft = valueOf(await small.engine.storeFile(clerk, { name: "draft.txt", type: "text/plain", content: Buffer.from("secret draft") }));
  mine = await small.make(clerk, "Thing", { colours: ["red"], keeper: clerk.id, diary: "dear diary", paper: draft.id, whereTo: "kept place" });
  valueOf(await small.does(clerk, { kind: "update", entity: "Thing", id: mine.id, values: { diary: "second page", paper: paper.id }, ifVersion: "any" }));
}, 120_000);
afterAll(() => small.close());

test("only the Owner exports it; it contains records, history and files of that person alone", async () => {
  expect(resultOf(await small.engine.exportPerson(clerk, clerk.id))).toBe("not permitted: not-permitted");
  expect(resultOf(await small.engine.exportPerson(owner, "nobody"))).toBe("not found: not-found");
  const data = valueOf(await small.engine.exportPerson(owner, clerk.id));
  expect(data.person.email).toBe("clerk@example.test");
  expect(data.records.find((r) => r.id === mine.id)!.values).toMatchObject({ diary: "second page" });
  expect(data.records.find((r) => r.id === mine.id)!.values).not.toHaveProperty("whereTo");
  expect(JSON.stringify(data.history)).toContain("dear diary");
  expect(data.files.map((f) => f.name)).toEqual(["passport.txt", "draft.txt"]);
  expect(JSON.stringify(valueOf(await small.engine.exportPerson(owner, guest.id)))).not.toContain("diary");
});

test("after the erasure nothing of the person is left, and nothing else is gone", async () => {
  expect(resultOf(await small.engine.erasePerson(guest, clerk.id))).toBe("not permitted: not-permitted");
  expect(valueOf(await small.engine.erasePerson(owner, clerk.id))).toEqual({ records: 2, files: 2 });
  const other = await small.as("guest");
  const after = valueOf(await recordOf(small.engine, other, "Thing", mine.id));
  expect([after["diary"], after["paper"], after["keeper"], after["whereTo"]]).toEqual([null, null, null, "kept place"]);
  expect(valueOf(await small.engine.exportPerson(owner, clerk.id)).history.filter((h) => JSON.stringify(h).includes("diary"))).toEqual([]);
  const everything = JSON.stringify([
    valueOf(await small.engine.history({ kind: "system" }, "Thing", mine.id)),
    valueOf(await small.engine.history({ kind: "system" }, "User", clerk.id)),
    valueOf(await listOf(small.engine, { kind: "system" }, { entity: "User" })),
  ]);
  for (const trace of ["dear diary", "second page", "passport", "draft.txt", "clerk@example.test", `"shownAs":"${clerk.name}"`]) expect(everything).not.toContain(trace);
  expect(valueOf(await small.engine.history({ kind: "system" }, "User", clerk.id))[0]).toMatchObject({ action: "erase", by: { name: "owner" } });
  for (const file of [paper, draft]) {
    expect(resultOf(await small.engine.openFile({ kind: "system" }, file.id))).toBe("not found: not-found");
    expect(resultOf(await small.engine.openFile(clerk, file.id))).toBe("not found: not-found");
    expect(existsSync(join(small.folder, "files", file.id))).toBe(false);
  }
  expect(resultOf(await small.engine.people.signIn({ email: "clerk@example.test", password: "rehearsal" }))).toMatch(/^not signed in/);
  expect((await small.engine.people.actorOf("x")).kind).toBe("anyone");
});

test("the Owner's own account stays", async () => {
  const me = owner as typeof clerk;
  expect(resultOf(await small.engine.erasePerson(owner, me.id))).toBe("conflict: own-account");
});

const files = clerkSpec({
  name: "Files",
  grants: ["Case"],
  entities: `### Case

- name: text, required
- maker: User, personal of maker
- about: User, personal of maker
- note: text, personal of about
- paper: file, personal of maker
- papers: files`,
});

test("personal values are found before the fields that say whose they are become empty", async () => {
  const product = await openSmall(files);
  try {
    const one = (await product.as("Clerk")) as typeof clerk;
    const made = await product.make(one, "Case", { name: "C", maker: one.id, about: one.id, note: "a secret" });
    valueOf(await product.engine.erasePerson(await product.owner(), one.id));
    expect(valueOf(await recordOf(product.engine, { kind: "system" }, "Case", made.id))).toMatchObject({ name: "C", maker: null, about: null, note: null });
  } finally {
    await product.close();
  }
});

test("a file that another record holds stays there; a file that only the person's fields held is removed", async () => {
  const product = await openSmall(files);
  try {
    const one = (await product.as("Clerk")) as typeof clerk;
    const stored = async (name: string): Promise<string> => valueOf(await product.engine.storeFile(one, { name, type: "text/plain", content: Buffer.from(name) })).id;
    const [shared, own, former] = [await stored("shared.txt"), await stored("own.txt"), await stored("former.txt")];
    const first = await product.make(one, "Case", { name: "C", maker: one.id, paper: former });
    for (const paper of [own, shared]) valueOf(await product.does(one, { kind: "update", entity: "Case", id: first.id, values: { paper }, ifVersion: "any" }));
    const other = await product.make(one, "Case", { name: "D", papers: [shared, former] });
    expect(valueOf(await product.engine.erasePerson(await product.owner(), one.id))).toMatchObject({ files: 1 });
    const left = valueOf(await recordOf(product.engine, { kind: "system" }, "Case", other.id));
    expect((left["papers"] as { name: string }[]).map((f) => f.name)).toEqual(["shared.txt", "former.txt"]);
    expect(valueOf(await recordOf(product.engine, { kind: "system" }, "Case", first.id))["paper"]).toBeNull();
    for (const [id, is] of [
      [shared, true],
      [former, true],
      [own, false],
    ] as const) {
      expect(resultOf(await product.engine.openFile({ kind: "system" }, id))).toBe(is ? "done" : "not found: not-found");
      expect(existsSync(join(product.folder, "files", id))).toBe(is);
    }
  } finally {
    await product.close();
  }
});
