/** Personal values that the history has under other names are erased too: computed values, and the names of records. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { clerkSpec } from "../support/clerk-spec.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { valueOf } from "../support/outcome.ts";

type Person = Extract<Actor, { kind: "person" }>;
const spec = clerkSpec({
  name: "Copies",
  grants: ["Case", "Bill", "Diary", "Mention", "Room", "User"],
  entities: `### User

- nickname: text, personal

### Room

- label: text, required
- cases: list of Case by room
- nicknames: text = \`string join(cases.keeper.nickname, " ")\`

### Case

- title: text, required
- room: Room
- keeper: User
- note: text, personal of keeper
- shouted: text = \`upper case(note)\`
- called: text = \`keeper.nickname\`
- Shown as: title

### Bill

- case: Case
- payer: User
- whose: text = \`case.keeper.nickname\`
- Shown as: Bill for {payer.name}

### Diary

- owner: User, required
- words: text, required, personal of owner
- Shown as: words

### Mention

- diary: Diary
- bill: Bill
- When diary is deleted: empty it`,
});

let small: Small;
let clerk: Person;
let ada: string;
let erased: string;
const made: Record<string, VisibleRecord> = {};

const change = async (entity: string, of: VisibleRecord, values: Readonly<Record<string, unknown>>): Promise<void> =>
  void valueOf(await small.does(clerk, { kind: "update", entity, id: of.id, values, ifVersion: "any" }));

beforeAll(async () => {
  small = await openSmall(spec);
  clerk = (await small.as("Clerk")) as Person;
  const [person, other] = [
    await small.make({ kind: "system" }, "User", { name: "Adalind", email: "ada@example.test" }),
    await small.make({ kind: "system" }, "User", { name: "Bodil", email: "bo@example.test" }),
  ];
  ada = person.id;
  for (const [who, nickname] of [
    [person, "Addie"],
    [other, "Bosse"],
  ] as const)
    valueOf(await small.does({ kind: "system" }, { kind: "update", entity: "User", id: who.id, values: { nickname }, ifVersion: "any" }));
  const room = await small.make(clerk, "Room", { label: "R" });
  made["room"] = room;
  for (const [name, who] of [
    ["hers", person],
    ["his", other],
  ] as const) {
    const about = await small.make(clerk, "Case", { title: name, room: room.id, keeper: who.id, note: `${name} to say` });
    const bill = await small.make(clerk, "Bill", { case: about.id, payer: who.id });
    const diary = await small.make(clerk, "Diary", { owner: who.id, words: `${name} words` });
    const mention = await small.make(clerk, "Mention", { diary: diary.id, bill: bill.id });
    Object.assign(made, { [name]: about, [`${name} bill`]: bill, [`${name} diary`]: diary, [`${name} mention`]: mention });
  }
  await change("Room", room, { label: "R2" });
  // What was theirs, and is nobody's or somebody else's.
  valueOf(await small.does(clerk, { kind: "delete", entity: "Diary", id: made["hers diary"]!.id, ifVersion: "any" }));
  const passed = await small.make(clerk, "Diary", { owner: person.id, words: "gave it to her" });
  made["passed mention"] = await small.make(clerk, "Mention", { diary: passed.id });
  await change("Diary", passed, { owner: other.id, words: "fresh" });
  valueOf(await small.engine.erasePerson(await small.owner(), ada));
  const system = { kind: "system" } as const;
  const histories = await Promise.all(
    Object.entries(made)
      .filter(([name]) => name !== "hers diary")
      .map(async ([name, of]) => valueOf(await small.engine.history(system, name === "room" ? "Room" : entityOf(name), of.id))),
  );
  erased = JSON.stringify(histories);
}, 120_000);
afterAll(() => small.close());

const entityOf = (name: string): string => (/bill/.test(name) ? "Bill" : /diary/.test(name) ? "Diary" : /mention/.test(name) ? "Mention" : "Case");

test("computed values: in the record itself, through a reference and further away", () => {
  for (const trace of ["hers to say", "HERS TO SAY", "Addie"]) expect(erased).not.toContain(trace);
});

test("the names of their records, also of deleted ones and those of others now, and of records named after them", () => {
  for (const trace of ["hers words", "gave it to her", "Adalind"]) expect(erased).not.toContain(trace);
});

test("values of other people stay, where the history says whose they are", () => {
  for (const kept of ["his to say", "HIS TO SAY", "Bosse", "his words", "Bill for Bodil"]) expect(erased).toContain(kept);
});
