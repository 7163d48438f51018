/** Alternative forms, planted in the sound document: each means the same as the usual form. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sentences } from "../../src/explain/explain.ts";
import { compile } from "../../../../tests/compile-again.ts";

const sound = readFileSync(fileURLToPath(new URL("../../../../fixtures/sound.md", import.meta.url)), "utf8");

/** What the document says once its line reads otherwise, and what is wrong with it. */
function said(line: string, instead: string) {
  if (sound.split(`${line}\n`).length !== 2) throw new Error(`The sound document has this line not once: ${line}`);
  const { product, diagnostics } = compile([{ name: "spec.md", text: sound.replace(`${line}\n`, () => `${instead}\n`) }]);
  return { says: sentences(product).map(({ sentence }) => sentence), wrong: diagnostics.map(({ code, message }) => `${code}: ${message}`) };
}

/** A line of the sound document; its usual form and another one, in its place. */
const pairs: readonly (readonly [what: string, line: string, usual: string, other: string])[] = [
  [
    "fields that are unique together",
    "| Known once | Brand | unique name, country | BRAND_TWICE |",
    "| Known once | Brand | unique name, country among `name != null` | BRAND_TWICE |",
    "| Known once | Brand | unique name / country among `name != null` | BRAND_TWICE |",
  ],
  [
    "fields per which nothing overlaps",
    '| One at a time | Repair | no overlap of `[brought on..promised on]` per bicycle among `state != "refused"` | ALREADY_HERE |',
    "| One at a time | Repair | no overlap of `[brought on..promised on]` per bicycle, rider | ALREADY_HERE |",
    "| One at a time | Repair | no overlap of `[brought on..promised on]` per bicycle / rider | ALREADY_HERE |",
  ],
  [
    "a condition alone in Who",
    "| accepted | Begin | on the bench | Mechanic | `count(lines) > 0` | set mechanic = `me` |",
    "| accepted | Begin | on the bench | everyone where `count(lines) > 0` | | set mechanic = `me` |",
    "| accepted | Begin | on the bench | where `count(lines) > 0` | | set mechanic = `me` |",
  ],
  ["an entity's unique fields", "- Unique: owner, frame number", "- Unique: owner, frame number", "- Unique: owner / frame number"],
  ["an entity's order", "- Sort: name", "- Sort: name, country", "- Sort: name / country"],
  [
    "actions of one row",
    "| accepted | Begin | on the bench | Mechanic | `count(lines) > 0` | set mechanic = `me` |",
    "| accepted | Begin, Start over | on the bench | Mechanic | | set mechanic = `me` |",
    "| accepted | Begin / Start over | on the bench | Mechanic | | set mechanic = `me` |",
  ],
  [
    "what an action asks for",
    "- Quote asks for: promised on; remark: text, at most 100 characters",
    "- Quote asks for: promised on, notes; remark: text",
    "- Quote asks for: promised on / notes; remark: text",
  ],
  [
    "who doesn't decide",
    "- Accept is decided by: any 1 of Chief, not by rider, reminded after 2 working days",
    "- Accept is decided by: any 1 of Chief, not by rider, mechanic",
    "- Accept is decided by: any 1 of Chief, not by rider / mechanic",
  ],
  [
    "fields that may be read",
    "| User | – | read: name | read (name, email) | read, update |",
    "| User | – | read: name, email | read (name, email) | read, update |",
    "| User | – | read: name / email | read (name / email) | read / update |",
  ],
  ["files of a mail", "- Attach: `bicycle.papers`", "- Attach: bicycle.papers, bicycle.photo", "- Attach: bicycle.papers / bicycle.photo"],
  ["a list's order", "- Sort: promised on, latest first", "- Sort: promised on, number", "- Sort: promised on / number"],
  ["values of a report", "- Values: count, sum of price", "- Values: count, sum of price", "- Values: count / sum of price"],
  ["days", "Working time: Monday to Friday, 09:00 to 17:00", "Working time: Monday, Tuesday and Friday, 09:00 to 17:00", "Working time: Monday / Tuesday / Friday, 09:00 to 17:00"],
  [
    "a condition with a name, in a bullet with a colon",
    "A Repair is urgent when `promised on <= today()`.",
    "A Repair is urgent when `promised on <= today()`.",
    "- A Repair is urgent when: `promised on <= today()`",
  ],
  [
    "a moment in backticks",
    "- finished at: date and time, read-only",
    "- finished at: date and time, default 2026-03-01 08:30",
    "- finished at: date and time, default `2026-03-01 08:30`",
  ],
  [
    "unique fields in backticks",
    "| Known once | Brand | unique name, country | BRAND_TWICE |",
    "| Known once | Brand | unique name, country | BRAND_TWICE |",
    "| Known once | Brand | `unique name, country` | brand_twice |",
  ],
  [
    "a stretch in backticks",
    '| One at a time | Repair | no overlap of `[brought on..promised on]` per bicycle among `state != "refused"` | ALREADY_HERE |',
    '| One at a time | Repair | no overlap of `[brought on..promised on)` per bicycle among `state != "refused"` | ALREADY_HERE |',
    '| One at a time | Repair | `no overlap of [brought on..promised on) per bicycle among state != "refused"` | ALREADY_HERE |',
  ],
  [
    "statements of a call",
    "- Then: set charge = `answer.id`",
    "- Then: set charge = `answer.id`; set paid on = `today()`",
    "- Then:\n  - set charge = `answer.id`\n  - set paid on = `today()`",
  ],
  ["what a call expects", "- Expects: status 200 to 299, within 5 seconds", "- Expects: status 201, within 5 seconds", "- Expects:\n  - status 201\n  - within 5 seconds"],
  [
    "what is never allowed",
    "Never: anyone reads a Repair: charge",
    "Never: anyone reads a Repair: charge\n\nNever: a Rider deletes a Repair",
    "**Never:**\n\n- anyone reads a Repair: charge\n- a Rider deletes a Repair",
  ],
  [
    "a condition in bold",
    "A Repair is urgent when `promised on <= today()`.",
    "A Repair is urgent when `promised on <= today()`.",
    "A Repair is **urgent** when `promised on <= today()`.",
  ],
  [
    "working time under a heading",
    "Working time: Monday to Friday, 09:00 to 17:00",
    "Working time: Monday to Thursday, 09:00 to 17:00",
    "### Opening hours\n\nWorking time: Monday to Thursday, 09:00 to 17:00",
  ],
  [
    "holidays above a table",
    "Working time: Monday to Friday, 09:00 to 17:00",
    "Working time: Monday to Friday, 09:00 to 17:00\n\n### Public holidays\n\n| Date | Name |\n|---|---|\n| 2026-12-26 | Saint Stephen |",
    "Working time: Monday to Friday, 09:00 to 17:00\n\n**Holidays:**\n\n| Date | Name |\n|---|---|\n| 2026-12-26 | Saint Stephen |",
  ],
];

test.each(pairs)("%s", (_, line, usual, other) => {
  const [one, two] = [said(line, usual), said(line, other)];
  expect(one.wrong).toEqual([]);
  expect(two).toEqual(one);
});

test("instants can be used in expressions", () => {
  const line = "- finished at: date and time, read-only";
  expect(said(line, "- finished at: date and time, default `if me.active then 2026-03-01 08:30 else 2026-03-01 08:30:15`").wrong).toEqual([]);
});

test("choices that a condition rules out are not reported", () => {
  const line = "- repairs: list of Repair by bicycle";
  const fields = [
    '- a: one of (city, race) = `if kind = "mountain" then null else kind`',
    '- b: one of (city, race) = `if kind in ("city", "race") then kind else "city"`',
    '- c: one of (city, race) = `if not(kind = "city" or kind = "race") then "race" else kind`',
    '- d: any of (city, race) = `[kind][item != "mountain"]`',
  ];
  expect(said(line, [...fields, line].join("\n")).wrong).toEqual([]);
});

test("a required input of an action isn't empty in rules checked on that action", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["- Quote asks for: promised on; remark: text, at most 100 characters", "- Quote asks for: promised on; remark: text, at most 100 characters; cut: percent, required"],
    [
      '| waiting | Quote | quoted | Mechanic | | set promised on = `asked.promised on`; send "Quote ready" |',
      '| waiting | Quote | quoted | Mechanic | | set promised on = `asked.promised on`; set discount = `asked.cut`; send "Quote ready" |',
    ],
    ["| Not dear | Repair, on Quote | `price <= dear repair` | warn QUITE_DEAR |", "| Not dear | Repair, on Quote | `discount <= 5 %` | warn QUITE_DEAR |"],
  ];
  const wrongIn = (text: string): readonly string[] => compile([{ name: "spec.md", text }]).diagnostics.map(({ code }) => code);
  const given = rows.reduce((text, [line, instead]) => text.replace(line, () => instead), sound);
  expect(wrongIn(given)).toEqual([]);
  expect(wrongIn(given.replace("cut: percent, required", "cut: percent"))).toEqual(["rule-can-be-empty"]);
});

test("a mail whose receiver is not shown is explained as such", () => {
  expect(said("- Email to: `mechanic.email`", "- Email to: not shown").says).toContain(
    'Every day at 07:00, for each Repair where promised on = today(), the mail "Morning list" is sent, but the receiver is not shown.',
  );
});

test("texts in a cell of a decision table", () => {
  const line = '| "city", "mountain" | yes | 1.2 |';
  const tables = (instead: string): string => {
    const { product, diagnostics } = compile([{ name: "spec.md", text: sound.replace(`${line}\n`, () => `${instead}\n`) }]);
    expect(diagnostics.map(({ code }) => code)).toEqual([]);
    return JSON.stringify(product.tables, (key, value: unknown) => (key === "span" || key === "source" || key === "text" ? undefined : value));
  };
  expect(tables(line)).toContain('"city"');
  expect(tables('| "city" / "mountain" | yes | 1.2 |')).toBe(tables(line));
  expect(tables('| "mountain", "city" | yes | 1.2 |')).not.toBe(tables(line));
});
