/** Changes of people are changes of the User: with rules, events and history, in every way of making them. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { join } from "node:path";
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { openEngine } from "../../src/open-engine.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { type VisibleRecord } from "../../src/contract/reads.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Keys

## 1. What the product does and for whom

- **Time zone**: UTC
- **Sign-in**: email and password; anyone may register as Guest

For whom:

- **Guest** — asks
- **Keeper** — keeps
- **Clerk** — manages

## 3. Entities and their fields

### User

- told: text, read-only
- sealed: yes/no, default no
- Locked while: \`sealed\`
- On create: set told = "came"
- On change of active: set told = "back" when active; set told = "gone" when not(active)
- On change of roles: set told = "other roles"

### Key

- name: text, required
- keeper: User
- judges: list of User
- wanted: text
- code: text
- Shown as: \`name\`

### Key: standing

## 4. States and transitions

### Key

- Starts as: kept
- Ends as: given up

| From | Action | To | Who | Then |
|---|---|---|---|---|
| kept | Give up | given up | Guest | |
| kept | Report | kept | Guest | set keeper.active = no |

- Give up is decided by: all of \`judges\`

### Key: place

- Starts as: held
- Ends as: lost

| From | Action | To | When |
|---|---|---|---|
| held | (when not(keeper.active)) | lost | name != "pinned" |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| The master key has an active keeper | Key | \`name != "master" or keeper.active\` | KEEPER_NEEDED |
| A spare key's keeper is a Keeper | Key | \`name != "spare" or list contains(keeper.roles, "Keeper")\` | ROLE_NEEDED |
| Nobody is called as a key wants it | Key | \`wanted = null or count(User[name = wanted]) = 0\` | WANTED |
| Names are quiet | User | \`name != "LOUD"\` | warn LOUD at name |
| Nobody is called Nobody | User | \`name != "Nobody"\` | BAD_NAME |
| Some guest is careful | User | \`name != "Careful" or active\` | warn CAREFUL |
| An erased person has no chief key | Key | \`name != "chief" or keeper.name = "Chief"\` | CHIEF_NEEDED |

## 6. Roles and permissions

- **Guest**
- **Keeper**
- **Clerk**

| Entity | Guest | Keeper | Clerk |
|---|---|---|---|
| Key | create, read, update | read | read |
| Key: code | – | read | all |
| User | read | read | read, update (sealed) |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| KEEPER_NEEDED | 409 | The master key needs an active keeper. |
| ROLE_NEEDED | 409 | A spare key needs a Keeper. |
| WANTED | 409 | {wanted} opens {code}. |
| LOUD | 422 | {name} is a loud name. |
| BAD_NAME | 422 | Choose another name. |
| CAREFUL | 409 | This is a careful guest. |
| CHIEF_NEEDED | 409 | The chief key is the chief's. |
`.replace("### Key: standing\n\n", "");

let small: Small;
let guest: Actor;
let owner: Actor;
const folder = freshFolder();
beforeAll(async () => {
  small = await openSmall(text, folder);
  [guest, owner] = [await small.as("Guest"), await small.owner()];
}, 120_000);
afterAll(async () => {
  await small?.close();
  rmSync(folder, { recursive: true, force: true });
});

type Person = Extract<Actor, { kind: "person" }>;
let count = 0;
async function keeper(name = `Keeper ${++count}`): Promise<Person> {
  const email = `keeper${++count}@example.test`;
  valueOf(await small.engine.people.invite(owner, { email, name, roles: ["Keeper"], password: "a long password" }));
  return valueOf(await small.engine.people.signIn({ email, password: "a long password" })).actor as Person;
}
const userOf = async (person: Person): Promise<VisibleRecord> => valueOf(await recordOf(small.engine, { kind: "system" }, "User", person.id));
const told = async (person: Person): Promise<unknown> => (await userOf(person))["told"];
const key = (name: string, of: Person, ...judges: Person[]): Promise<VisibleRecord> => small.make(guest, "Key", { name, keeper: of.id, judges: judges.map((j) => j.id) });
const stateOf = async (on: VisibleRecord): Promise<unknown> => valueOf(await recordOf(small.engine, guest, "Key", on.id))["state"];
const agree = (by: Actor, on: VisibleRecord): ReturnType<Small["does"]> => small.does(by, { kind: "action", entity: "Key", id: on.id, action: "Give up", input: {} });

test("a rule that reads whether a person is active, or their roles, is enforced", async () => {
  const one = await keeper();
  await key("master", one);
  await key("spare", one);
  expect(resultOf(await small.engine.people.change(owner, one.id, { active: false }))).toBe("conflict: KEEPER_NEEDED");
  expect(resultOf(await small.engine.people.change(owner, one.id, { roles: ["Guest"] }))).toBe("conflict: ROLE_NEEDED");
  expect(resultOf(await small.engine.people.change(owner, one.id, { roles: ["Guest"], active: false }))).toBe("conflict: KEEPER_NEEDED, ROLE_NEEDED");
  expect(await userOf(one)).toMatchObject({ active: true, roles: ["Keeper"] });
  expect(resultOf(await small.engine.people.change(owner, one.id, { roles: ["Keeper", "Guest"] }))).toBe("done");
});

test("the Owner confirms a warning", async () => {
  const careful = await keeper("Careful");
  expect(resultOf(await small.engine.people.change(owner, careful.id, { active: false }))).toBe("warning: CAREFUL");
  expect(resultOf(await small.engine.people.change(owner, careful.id, { active: false }, { confirm: ["CAREFUL"] }))).toBe("done");
});

test("a rule over people applies to registering and inviting too", async () => {
  expect(resultOf(await small.engine.people.register({ email: "n@example.test", name: "Nobody", password: "a long password" }))).toBe("invalid: BAD_NAME");
  expect(resultOf(await small.engine.people.invite(owner, { email: "n@example.test", name: "Nobody", roles: [], password: "a long password" }))).toBe("invalid: BAD_NAME");
});

test("people who register confirm a warning as others do", async () => {
  const loud = { email: "loud@example.test", name: "LOUD", password: "a long password" };
  const warned = await small.engine.people.register(loud);
  expect(resultOf(warned)).toBe("warning: LOUD at name");
  expect(!warned.ok && warned.refusal.errors[0]!.detail).toBe("LOUD is a loud name.");
  expect(resultOf(await small.engine.people.signIn(loud))).toBe("not signed in: wrong-credentials");
  expect(valueOf(await small.engine.people.register(loud, { confirm: ["LOUD"] })).actor).toMatchObject({ name: "LOUD", roles: ["Guest"] });
});

test("errors disclose to people who register only what they could read afterwards", async () => {
  await small.make({ kind: "system" }, "Key", { name: "vault", wanted: "Wanda", code: "4711" });
  const told = await small.engine.people.register({ email: "w@example.test", name: "Wanda", password: "a long password" });
  expect(resultOf(told)).toContain("WANTED");
  expect(JSON.stringify(told)).toContain("Wanda opens");
  expect(JSON.stringify(told)).not.toContain("4711");
});

test("events of the person and waiting transitions follow; the history names the actor", async () => {
  const one = await keeper();
  expect(await told(one)).toBe("came");
  const on = await key("office", one);
  valueOf(await small.engine.people.change(owner, one.id, { active: false }));
  expect(await told(one)).toBe("gone");
  expect(valueOf(await recordOf(small.engine, guest, "Key", on.id))["place"]).toBe("lost");
  valueOf(await small.engine.people.change(owner, one.id, { active: true }));
  expect(await told(one)).toBe("back");
  valueOf(await small.engine.people.change(owner, one.id, { roles: [] }));
  expect(await told(one)).toBe("other roles");
  const entries = valueOf(await small.engine.history({ kind: "system" }, "User", one.id));
  expect(entries.map((e) => e.by?.name)).toEqual(["owner", "owner", "owner", "owner"]);
});

test("a lock of people applies to the Owner", async () => {
  const one = await keeper();
  const clerk = await small.as("Clerk");
  valueOf(await small.does(clerk, { kind: "update", entity: "User", id: one.id, values: { sealed: true }, ifVersion: "any" }));
  expect(resultOf(await small.engine.people.change(owner, one.id, { active: false }))).toBe("conflict: locked");
});

test("an erasure that violates a rule is refused", async () => {
  const chief = await keeper("Chief");
  const on = await key("chief", chief);
  expect(resultOf(await small.engine.erasePerson(owner, chief.id))).toBe("conflict: CHIEF_NEEDED");
  expect(await userOf(chief)).toMatchObject({ name: "Chief", active: true });
  valueOf(await small.does(guest, { kind: "update", entity: "Key", id: on.id, values: { name: "plain" }, ifVersion: "any" }));
  valueOf(await small.engine.erasePerson(owner, chief.id));
  expect(await userOf(chief)).toMatchObject({ active: false, roles: [] });
  expect(JSON.stringify(valueOf(await small.engine.history({ kind: "system" }, "User", chief.id)))).not.toContain("Chief");
});

test("a person deactivated by an effect isn't waited for, and their sessions end", async () => {
  const [one, two] = [await keeper(), await keeper()];
  const { token } = valueOf(await small.engine.people.signIn({ email: two.email, password: "a long password" }));
  const on = await key("pinned", two, one, two);
  for (const by of [guest, one]) valueOf(await agree(by, on));
  valueOf(await small.does(guest, { kind: "action", entity: "Key", id: on.id, action: "Report", input: {} }));
  await small.engine.rehearsal!.settle();
  expect(await stateOf(on)).toBe("given up");
  valueOf(await small.engine.people.change(owner, two.id, { active: true }));
  expect((await small.engine.people.actorOf(token)).kind).toBe("anyone");
});

test("a server that dies between the deactivation and its consequences leaves them to the next", async () => {
  const [one, two] = [await keeper(), await keeper()];
  const on = await key("left", guest as Person, one, two);
  for (const by of [guest, one]) valueOf(await agree(by, on));
  const worker = small.engine.rehearsal!;
  await worker.settle();
  // What comes behind the commit isn't reached.
  const off = small.engine.onChange(() => {
    throw new Error("killed");
  });
  await expect(small.engine.people.change(owner, two.id, { active: false })).rejects.toThrow("killed");
  off();
  await small.engine.close();
  small = await openSmall(text, folder);
  await small.engine.rehearsal!.settle();
  expect(await stateOf(on)).toBe("given up");
});

test("a rule that refuses the first people prevents the start, with its line", async () => {
  const folder = freshFolder();
  const crowd = text.replace("| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|\n", (head) => `${head}| Crowd | User | \`count(User) > 1\` | CROWD |\n`);
  const product = productOf(crowd.replace("| Code | Status | Message |\n|---|---|---|\n", (head) => `${head}| CROWD | 409 | Nobody is alone here. |\n`));
  const opened = await openEngine({
    product,
    database: await databaseOf(folder),
    files: join(folder, "files"),
    rehearse: false,
    environment: {},
    owner: { email: "o@example.test", password: "long enough" },
  });
  expect(opened.ok ? "open" : opened.refusal.errors[0]!.detail).toMatch(
    /^o@example\.test can't be added when the product starts: the rule "Crowd" in line \d+ refuses it\. Nobody is alone here\./,
  );
  rmSync(folder, { recursive: true, force: true });
});
