/** The sound document written otherwise: what people write for the same thing is read, and means it. */
import { expect, test } from "vitest";
import type { Product } from "@nonet/model";
import { sentences } from "../language/compiler/src/explain/explain.ts";
import { base } from "./read-fixtures.ts";
import { compile } from "./compile-again.ts";

type Edit = readonly [string, string];

/** Nothing is wrong with the document as it was edited. */
function product(...edits: readonly Edit[]): Product {
  let text = base("sound.md");
  for (const [from, to] of edits) {
    expect(text).toContain(from);
    text = text.replace(from, () => to);
  }
  const read = compile([{ name: "spec.md", text }]);
  expect(read.diagnostics.map((d) => `${d.code} ${d.message}`)).toEqual([]);
  return read.product;
}

const parameterOf = (of: Product, name: string): unknown => {
  const shows = of.screens.find((screen) => screen.name === name)!.shows;
  return shows.kind === "record" ? shows.parameter : null;
};

const parts = `| Name | Type | Required | Unique | Default | Minimum |
|---|---|---|---|---|---|
| article | text | yes | yes | | |
| price | money | yes | no | 0 | 0 |
| stock | integer | no | no | | 0 |`;
const inAnyOrder = `| Type | Name | Attributes |
|---|---|---|
| text | article | required, unique |
| money | price | required, default 0, at least 0 |
| integer | stock | \`>= 0\` |`;
const partPage: Edit = ["| /about | About us | page | anyone | yes |", "| /about | About us | page | anyone | yes |\n| /parts/:article | Part page | Part | Mechanic | no |"];

test("a route's parameter is a unique field wherever point 3 says so", () => {
  expect(parameterOf(product(partPage), "Part page")).toBe("article");
  expect(parameterOf(product(partPage, [parts, inAnyOrder]), "Part page")).toBe("article");
  expect(parameterOf(product(["required, unique, matching", "required, matching"], ["- Unique: owner, frame number", "- Unique: owner, kind; frame number"]), "Bicycle")).toBe(
    "frame number",
  );
  expect(parameterOf(product(["/bicycles/:frame-number", "/bicycles/:frameNumber"]), "Bicycle")).toBe("frame number");
});

test("a field of which only others together are unique is none", () => {
  const text = base("sound.md").replace("required, unique, matching", "required, matching");
  expect(compile([{ name: "spec.md", text }]).diagnostics.map((d) => d.code)).toEqual(["route-parameter"]);
});

const said = (...edits: readonly Edit[]): readonly string[] => sentences(product(...edits)).map(({ sentence }) => sentence.replaceAll('"', ""));

test.each<[string, readonly Edit[]]>([
  ["an attribute on a line of its own", [["- Locked while: collected\n- Deleting: not allowed while waiting", "- Deleting: not allowed while waiting\n\nLocked while: collected"]]],
  ["a text of a decision table without quotation marks", [['| "race" | - | 1.5 |', "| race | - | 1.5 |"]]],
])("%s means the same", (_, edits) => {
  expect(new Set(said(...edits))).toEqual(new Set(said()));
});

test.each<[string, readonly Edit[]]>([
  ["begins with a word of the expression language", [["- photo: image", "- if needed: image"]]],
  [
    "begins with a word of the language, in point 9",
    [
      ["| upload size |", "| for repairs | 5 | | | |\n| upload size |"],
      ["`hours > 0`", "`hours > 0 or hours > for repairs`"],
    ],
  ],
])("a name that %s is one", (_, edits) => {
  expect(product(...edits).entities.length).toBe(product().entities.length);
});

test("a thousand is one number where only one value can stand", () => {
  product(['among `state != "refused"`', "among `hours < 1,250.50`"]);
});

test("a number of working days can be added to a day, and a value over time asked for without parentheses", () => {
  product(["| session length |", "| long pause | 3 working days | | | |\n| session length |"], ["`promised on >= brought on`", "`promised on >= brought on + long pause`"]);
  product(["`price <= dear repair`", "`price <= 1 EUR + dear repair at brought on`"]);
});

test("among the fields of a cell a field's name goes before a word for everything", () => {
  const { permissions } = product(
    ["- phone: phone", "- phone: phone\n- full name: text\n- x: text"],
    ["| User | – | read: name |", "| User | – | read: name, full name, x, phone |"],
  );
  expect(permissions.grants.filter((g) => g.entity === "User" && g.role === "Rider").map((g) => [g.verb, g.fields])).toEqual([["read", ["name", "full name", "x", "phone"]]]);
});

test.each([
  ["Repair, on Quote, while quoted, accepted", { kind: "action", action: "Quote", states: ["quoted", "accepted"] }, 'on which "Quote" runs and that is quoted or accepted'],
  ["Repair, while quoted / accepted, on Quote", { kind: "action", action: "Quote", states: ["quoted", "accepted"] }, 'on which "Quote" runs and that is quoted or accepted'],
  ["Repair, while quoted and on Quote", { kind: "action", action: "Quote", states: ["quoted"] }, 'on which "Quote" runs and that is quoted'],
  ["Repair, on create, while waiting", { kind: "create", states: ["waiting"] }, "that is created and that is waiting"],
  ["Repair, while quoted, accepted", { kind: "while", states: ["quoted", "accepted"] }, "that is quoted or accepted"],
] as const)("a rule of %s is of all that stands there", (cell, moment, words) => {
  const read = product(["| Not dear | Repair, on Quote |", `| Not dear | ${cell} |`]);
  expect(read.rules.find((rule) => rule.name === "Not dear")!.moment).toEqual(moment);
  expect(sentences(read).find(({ sentence }) => sentence.includes("QUITE_DEAR"))!.sentence).toContain(`For a Repair ${words}, `);
});
