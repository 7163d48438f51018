/** What `explain` says a role may do is what the engine's permissions allow for some record, and nothing that they allow goes unsaid. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sentences } from "@nonet/compiler";
import { hasGrantRow, mayEver, type Reader } from "@nonet/database";
import type { Entity, Grant, Product } from "@nonet/model";
import { row } from "../../targets/database/src/visibility/permission-queries.ts";
import { fieldOperation } from "../../targets/database/src/visibility/predicates.ts";
import { compile } from "../compile-again.ts";

const root = new URL("../../", import.meta.url);
const examples = readdirSync(new URL("examples/", root)).map((name) => `examples/${name}/${name}.md`);
const documents = [...examples, "tests/purchasing/purchasing.md", "fixtures/sound.md"];

interface Person {
  readonly name: string;
  readonly held: readonly string[];
  readonly reader: Reader;
}

interface Claim {
  readonly role: string;
  readonly entity: string;
  readonly verb: Grant["verb"];
  /** The fields that the sentence names; empty for the whole record. */
  readonly fields: readonly string[];
  readonly sentence: string;
}

test.each(documents)("%s", (path) => {
  const { product } = compile([{ name: "spec.md", text: readFileSync(new URL(path, root), "utf8") }]);
  const claims = claimsOf(product);
  const wrong: string[] = [];
  for (const person of peopleOf(product)) {
    for (const claim of claims) if (claim.role === person.name && !isTrue(product, person, claim)) wrong.push(`not true: ${claim.sentence}`);
    for (const entity of product.entities.filter((one) => !one.builtIn && !one.partOf))
      for (const verb of ["read", "update", "delete"] as const)
        if (allows(product, person, entity, verb) && !claims.some((claim) => person.held.includes(claim.role) && claim.entity === entity.name && claim.verb === verb))
          wrong.push(`unsaid: ${person.name} may ${verb} ${entity.name}`);
  }
  expect(wrong).toEqual([]);
});

test("the examples claim something", () => {
  const text = readFileSync(new URL("fixtures/sound.md", root), "utf8");
  expect(claimsOf(compile([{ name: "spec.md", text }]).product).length).toBeGreaterThan(30);
});

function peopleOf(product: Product): Person[] {
  const person = (roles: readonly string[]): Reader => ({ kind: "person", id: "00000001-0000-7000-8000-000000000001", roles, owner: false });
  return [
    ...product.permissions.roles.map(({ name, includes }) => ({ name, held: [...includes, "everyone", "anyone"], reader: person([name]) })),
    { name: "everyone", held: ["everyone", "anyone"], reader: person([]) },
    { name: "anyone", held: ["anyone"], reader: { kind: "anyone" } },
  ];
}

/** The sentences about grants that say that a role may do something, apart from those that say why it can't. */
function claimsOf(product: Product): Claim[] {
  return sentences(product).flatMap(({ what, sentence }): Claim[] => {
    const may = / may (?:.*?) (?:("[^"]+"(?:(?:, | and )"[^"]+")*) of )?(?:an?|a new|their own) /.exec(sentence);
    if (!what.startsWith("grant to ") || !may) return [];
    return what.split("; ").flatMap((one): Claim[] => {
      const entity = product.entities.map(({ name }) => name).find((name) => one.endsWith(` ${name}`));
      const [, role, verb] = new RegExp(`^grant to (.+?): (.+) ${entity}$`).exec(one) ?? [];
      if (entity === undefined || role === undefined || verb === undefined) return [];
      const fields = [...(may[1] ?? "").matchAll(/"([^"]+)"/g)].map((match) => match[1]!);
      return [{ role, entity, verb: verbs.includes(verb) ? (verb as Claim["verb"]) : { action: verb }, fields: / may run /.test(sentence) ? [] : fields, sentence }];
    });
  });
}

const verbs = ["create", "read", "update", "delete", "history"];

function isTrue(product: Product, person: Person, { entity: name, verb, fields, sentence }: Claim): boolean {
  const entity = product.entities.find((one) => one.name === name)!;
  if (fields.length === 0 || typeof verb !== "string" || verb === "history" || verb === "delete") return allows(product, person, entity, verb);
  const { s } = row(product, person.reader, name);
  return fields.every((field) => {
    const { computed = null, readOnly = null, setOnce = false } = entity.fields.find((one) => one.name === field) ?? {};
    const isSettable = verb === "read" || (computed === null && readOnly !== true && !(setOnce && / change /.test(sentence)));
    // Of a pair of rights in one sentence, filling in needs a record that the person creates.
    return isSettable && fieldOperation(s, entity, "r", field, verb === "create" && / change /.test(sentence) ? "update" : verb) !== "false";
  });
}

/** Whether the engine allows it for some record. */
function allows(product: Product, { reader, held }: Person, entity: Entity, verb: Grant["verb"]): boolean {
  const may = (operation: Grant["verb"]): boolean => mayEver(product, reader, entity.name, operation);
  if (verb === "update") return may("read") && may("update") && (entity.fields.some((field) => isChanged(product, reader, entity, field)) || hasParts(product, entity));
  if (verb === "delete") return may("read") && may("delete") && entity.deleting.allowed !== "never";
  if (typeof verb === "string") return may(verb);
  const rows = product.machines.filter((one) => one.entity === entity.name).flatMap((one) => one.transitions);
  return rows.some(({ trigger, who, from }) => {
    if (trigger.kind !== "action" || trigger.action !== verb.action || (from !== null && !may("read"))) return false;
    const isNamed = who.some(({ role }) => held.includes(role));
    return who.length > 0 ? isNamed && (!hasGrantRow(product, entity.name, verb) || may(verb)) : may(verb);
  });
}

const hasParts = (product: Product, { name }: Entity): boolean => product.entities.some(({ partOf }) => partOf?.entity === name);

const isChanged = (product: Product, reader: Reader, entity: Entity, { name, computed, readOnly, setOnce }: Entity["fields"][number]): boolean =>
  computed === null && readOnly !== true && !setOnce && fieldOperation(row(product, reader, entity.name).s, entity, "r", name, "update") !== "false";
