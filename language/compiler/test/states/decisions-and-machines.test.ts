/** Decisions, second machines and automatic transitions: every form, and one diagnostic for each mistake. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lineMap } from "@nonet/source";
import { sentences } from "../../src/explain/explain.ts";
import { compiled } from "../desk.ts";
import { compile } from "../../../../tests/compile-again.ts";

const before = `# Specification: Wishes

## 1. What the product does and for whom

- **Name**: Wishes
- **Sign-in**: email and password; by invitation

For whom:

- **Member** — wishes
- **Manager** — decides

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Wish

- name: text, required
- asker: User, required, default \`me\`
- heads: list of User
- amount: number, required
- Shown as: \`name\`

## 4. States and transitions

### Wish

- Starts as: open
- Ends as: done, dropped

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Approve | done | Manager | | |
| open | Drop | dropped | Manager | | |
| open | Explain | dropped | Manager | | set name = asked.why |
| open | Wait | waiting | Manager | | |
| waiting | (when \`amount > 1\`) | open | system | | |
| waiting | Push | open | Manager | | |

- Explain asks for: why: text, required
`;
const after = `
## 5. Validation rules

none

## 6. Roles and permissions

- **Member**
- **Manager** — includes Member

| Entity | Manager |
|---|---|
| Wish | all |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

`;
const calendar = "Working time: Monday to Friday, 09:00 to 17:00\n";

const withLine = (line: string, end = "none\n") => compiled(`${before}${line}\n${after}${end}`);
const at = lineMap(before)(before.length).line;
const said = (line: string, end?: string): string[] => {
  const { diagnostics, product } = withLine(line, end);
  const place = lineMap(product.sources[0]!.text);
  return diagnostics.filter((d) => d.severity === "error").map((d) => `${place(d.span.from).line - at} ${d.code}`);
};
const decided = (words: string, end?: string) => {
  expect(said(`- Approve is decided by: ${words}`, end)).toEqual([]);
  return withLine(`- Approve is decided by: ${words}`, end).product.machines[0]!.actions.find((a) => a.name === "Approve")!.decision!;
};
const steps = (words: string) => decided(words).steps.map((s) => `${s.need} ${s.count} ${s.of.map((of) => ("role" in of ? of.role : of.list.kind)).join(", ")}`);

test("every form of the deciders", () => {
  expect(steps("any 2 of Manager")).toEqual(["any 2 Manager"]);
  expect(steps("Manager")).toEqual(["any 1 Manager"]);
  expect(steps("all of `heads`")).toEqual(["all 1 path"]);
  expect(steps("`heads`")).toEqual(["all 1 path"]);
  expect(steps("heads")).toEqual(["all 1 path"]);
  expect(steps("majority of heads")).toEqual(["majority 1 path"]);
  expect(steps("`asker` then any of Manager then all of `if amount > 5 then heads else []`")).toEqual(["all 1 list", "any 1 Manager", "all 1 if"]);
});

test("every option of a decision", () => {
  const all = decided(
    "any 2 of Manager, not by asker or heads, refused by majority as Explain, reminded after 2 working days, lapses after 3 days as Drop, starts again when amount and name change",
    calendar,
  );
  expect(all).toMatchObject({
    notBy: [{ name: "asker" }, { name: "heads" }],
    refusedBy: { need: "majority", as: "Explain" },
    remindedAfter: { working: true, delay: { value: "P2D" } },
    lapses: { working: false, as: "Drop" },
    startsAgainWhenChanges: ["amount", "name"],
  });
  expect(decided("all of `heads`, refused by any")).toMatchObject({ refusedBy: { need: "any", as: null } });
  expect(decided("Manager, lapses after 3 days")).toMatchObject({ lapses: { working: false, as: null, after: { value: "P3D" } } });
});

test.each([
  ["any 2 of Manger", "unknown-role"],
  ["all of `name`", "not-a-person"],
  ["any 0 of Manager", "unreadable-decision"],
  ["Manager, not by asked", "unknown-field"],
  ["Manager, not by amount", "not-a-person"],
  ["Manager, refused by nobody", "unreadable-decision"],
  ["Manager, refused by any as Dorp", "unknown-action"],
  ["Manager, refused by any as Push", "unreadable-decision"],
  ["Manager, reminded after some days", "unknown-name"],
  ["Manager, reminded after 2 working days", "no-calendar"],
  ["Manager, lapses after 3 days as Explain", "unasked-field"],
  ["Manager, starts again when amont changes", "unknown-field"],
  ["Manager, quickly", "unreadable-decision"],
])("decided by: %s", (words, code) => {
  const found = said(`- Approve is decided by: ${words}`).map((s) => s.replace(/^\d+ /, ""));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(code === "unknown-name" ? /./ : new RegExp(`^${code}$`));
});

test("an unknown action, and an action with two decisions", () => {
  expect(said("- Aprove is decided by: Manager")).toEqual(["0 unknown-action"]);
  expect(said("- Approve is decided by: Manager\n- Approve is decided by: heads")).toEqual(["1 doubled-attribute"]);
  expect(said("- Approve is decided by: Manager\n- Approve asks for: decision: text")).toEqual(["1 reserved-asked-name"]);
});

const second = (rows: string): string => `\n### Wish: mood\n\n- Starts as: good\n\n| From | Action | To | Who | When | Then |\n|---|---|---|---|---|---|\n${rows}\n`;

test("a second machine is a field of the record", () => {
  const { product } = withLine(second("| good | Sour | bad | Manager | | |\n| bad | Cheer | good | Manager | | |"));
  expect(product.machines.map((m) => [m.field, m.actions.map((a) => a.name).join()])).toEqual([
    ["state", "Approve,Drop,Explain,Wait,Push"],
    ["mood", "Sour,Cheer"],
  ]);
  expect(product.entities.find((e) => e.name === "Wish")!.fields.find((f) => f.name === "mood")).toMatchObject({
    type: { kind: "one of", choices: ["good", "bad"] },
    readOnly: true,
  });
  expect(said(second("| good | Drop | bad | Manager | | |"))).toContain("1 doubled-action");
  expect(said(second("| good | Sour | (deleted) | Manager | | |"))).toEqual(["7 second-machine-new"]);
  expect(said(second('| good | Sour | bad | Manager | | set mood = `"good"` |'))).toEqual(["7 not-a-field"]);
});

test("a line of point 3 can rename and hide a machine's field, but not define it", () => {
  const document = (line: string): string => `${before.replace("- Shown as:", `${line}\n- Shown as:`)}${second("| good | Sour | bad | Manager | | |")}${after}none\n`;
  const told = (line: string): string[] => compiled(document(line)).diagnostics.flatMap((d) => (d.severity === "error" ? [d.code] : []));
  for (const line of [
    "- mood: one of (bad, Good), was humour, hidden",
    "- mood: not shown, was humour, hidden",
    "- mood: one of (good, bad), required, read-only, was humour, hidden",
  ]) {
    expect([line, told(line)]).toEqual([line, []]);
    const field = compiled(document(line))
      .product.entities.find((e) => e.name === "Wish")!
      .fields.find((f) => f.name === "mood");
    expect(field).toMatchObject({ was: "humour", hidden: true, readOnly: true, type: { kind: "one of", choices: ["good", "bad"] } });
  }
  for (const said of [
    "one of (good, sad)",
    "one of (good was fine, bad)",
    "text, unique",
    "text = `name`",
    "one of (good, bad), default bad",
    "one of (good, bad), personal of asker",
  ])
    expect([said, told(`- mood: ${said}`)]).toEqual([said, ["state-by-machine"]]);
  expect(told("- mood: one of (good, bad), nonsense")).toEqual(["unknown-attribute"]);
  expect(told("- mood: one of (good, bad)\n- mood: one of (good, bad)")).toEqual(["doubled-name"]);
  expect(told("- mood: one of (good, bad), was state")).toEqual(["doubled-name"]);
});

test("cycles of automatic transitions, and `do` on a decided action", () => {
  expect(said(second("| good | (when `amount > 3`) | bad | system | | |\n| bad | (when `amount > 3`) | good | system | | |"))).toEqual(["7 endless-automatic"]);
  expect(said(second("| good | (when `amount > 3`) | bad | system | | |\n| bad | (when `amount <= 3`) | good | system | | |"))).toEqual([]);
  expect(said(`- Approve is decided by: Manager\n${second("| good | Sour | bad | Manager | | do Approve |")}`)).toEqual(["8 do-decided"]);
});

test("forget empties fields that are stored, required ones too", () => {
  expect(said(second("| good | Sour | bad | Manager | | forget heads |"))).toEqual([]);
  expect(said(second("| good | Sour | bad | Manager | | forget name |"))).toEqual([]);
  expect(said(second("| good | Sour | bad | Manager | | forget mood |"))).toEqual(["7 not-a-field"]);
  expect(said(second("| good | Sour | bad | Manager | | forget nothing |"))).toEqual(["7 unknown-field"]);
});

test("a decision is explained as a sentence", () => {
  const { product } = withLine("- Approve is decided by: any 2 of Manager then all of `heads`, not by asker, refused by any as Drop, lapses after 3 days as Drop");
  expect(sentences(product).find((s) => s.what === "decision Approve of Wish")?.sentence).toBe(
    `"Approve" on a Wish runs when any 2 of the Managers and then all of heads have said yes, and its "asker" can't vote; after one no, "Drop" runs; and after 3 days, "Drop" runs.`,
  );
  const without = withLine("- Approve is decided by: any 2 of Manager, lapses after 3 days").product;
  expect(sentences(without).find((s) => s.what === "decision Approve of Wish")?.sentence).toBe(
    `"Approve" on a Wish runs when any 2 of the Managers have said yes; after 3 days, the vote ends without a result and the record stays as it is.`,
  );
});

const machineOf = (row: string, start = "open") => {
  const text = `${before.replace("- Starts as: open", `- Starts as: ${start}`).replace("| waiting | Push | open | Manager | | |", row)}${after}none\n`;
  const { diagnostics, product } = compiled(text);
  expect(diagnostics.filter((d) => d.severity === "error" || d.severity === "warning").filter((d) => d.code !== "role-without-audience")).toEqual([]);
  return product.machines[0]!;
};
const states = ["open", "waiting", "done", "dropped"];

test.each(["same state", "the same state", "Same", "(same)", "the same"])("To %s: each record stays in its state", (to) => {
  const machine = machineOf(`| open, waiting | Push | ${to} | Manager | | |`);
  expect(machine.states.map((s) => s.name).sort()).toEqual([...states].sort());
  expect(machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === "Push").map((t) => [t.from, t.to])).toEqual([
    ["open", "open"],
    ["waiting", "waiting"],
  ]);
});

test("(any) means any state", () => {
  const machine = machineOf("| (any) | Push | open | Manager | | |");
  expect(machine.states.map((s) => s.name).sort()).toEqual([...states].sort());
  expect(machine.transitions.flatMap((t) => (t.trigger.kind === "action" && t.trigger.action === "Push" ? [t.from] : [])).sort()).toEqual(["open", "waiting"]);
});

test("the initial state can be in backticks", () => {
  const starts = (words: string) => machineOf("| waiting | Push | open | Manager | | |", words).startsAs.map((s) => [s.state, s.when?.kind ?? null]);
  expect(starts('`waiting when name = "a, b", else open`')).toEqual([
    ["waiting", "binary"],
    ["open", null],
  ]);
  expect(starts('`waiting when name = "a, b", else open`')).toEqual(starts('waiting when `name = "a, b"`, else open'));
  expect(starts("`open`")).toEqual([["open", null]]);
});

test.each([
  ["the own that point 6 describes, in so many words", "Rider where `rider = me`", "own", []],
  ["the same the other way round", "Rider where `me = rider`", "own", []],
  ["the same, granted in so many words", "Rider own", "where `rider = me`", []],
  ["a condition of which it can't be said", "Rider where `price > 10`", "own", []],
  ["every record against own ones", "Rider", "own", ["who-disagrees"]],
  ["own records against every one", "Rider own", "all", ["who-disagrees"]],
  ["own records against every one that waits", "Rider own", "while waiting", ["who-disagrees"]],
])("Who and the matrix: %s", (_, who, granted, expected) => {
  const sound = readFileSync(new URL("../../../../fixtures/sound.md", import.meta.url), "utf8");
  const text = sound
    .replace("| Rider own, Chief | `promised on >= today()`", `| ${who}, Chief | \`promised on >= today()\``)
    .replace("| Repair: Finish |", `| Repair: Accept | – | ${granted} | – | all |\n| Repair: Finish |`);
  expect(text).toContain(`| ${who}, Chief |`);
  const { diagnostics } = compile([{ name: "a.md", text }]);
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.code)).toEqual(expected);
});
