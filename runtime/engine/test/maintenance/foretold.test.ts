/**
 * What a plan foretells is what applying it does: random pairs of versions with random records. Losses, violations and
 * conversions are foretold with a number of records, and counted afterwards from the rows in PostgreSQL, without the
 * queries of the plan. `NONET_LONG` runs more pairs, `NONET_SEED` sets the seed.
 */
import { expect, test } from "vitest";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import type { Database, Row } from "../../src/connection/contract.ts";
import { openDatabase } from "../../src/connection/database.ts";
import { inTurn } from "../../src/maintenance/background-build.ts";
import { applyUpgradeOn, planUpgradeOn, type Upgrade } from "../../src/maintenance/plan-upgrade.ts";
import { prepareDatabase } from "../../src/maintenance/prepare-database.ts";
import { clerkSpec } from "../support/clerk-spec.ts";
import { productOf } from "../support/equipment-desk.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const pairs = process.env["NONET_LONG"] ? 1000 : 40;
let seed = Number(process.env["NONET_SEED"] ?? 20);
/** A whole number below n (a linear congruential generator: the same each time). */
const below = (n: number): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const any = <T>(list: readonly T[]): T => list[below(list.length)]!;

const types = ["text", "number", "integer", "date", "boolean", "choice"] as const;
type Type = (typeof types)[number];

interface Field {
  readonly name: string;
  readonly was?: string;
  readonly type: Type;
  /** Of a choice. */
  readonly options: readonly string[];
  readonly required: boolean;
  readonly unique: boolean;
  /** Characters of a text, or the number. */
  readonly least: number | null;
  readonly most: number | null;
}

interface Version {
  readonly fields: readonly Field[];
  readonly states: readonly string[];
  readonly renamedState: string | null;
  /** The rule that amounts are at most this. */
  readonly limit: number | null;
}

const hasBounds = ({ type }: Field): boolean => type === "text" || type === "number" || type === "integer";
const options = ["red", "blue", "12"];
const states = ["open", "held", "shut"];
const firstVersion = (): Version => ({
  fields: ["fa", "fb", "fc", "fd"].map((name) => ({ name, type: any(types), options, required: below(4) === 0, unique: false, least: null, most: null })),
  states,
  renamedState: null,
  limit: below(3) === 0 ? 40 : null,
});

function fieldText({ name, was, type, options, required, unique, least, most }: Field): string {
  const characters = type === "text" ? " characters" : "";
  const attributes = [
    type === "choice" ? `one of (${options.join(", ")})` : type,
    ...(required ? ["required"] : []),
    ...(unique ? ["unique"] : []),
    ...(least === null ? [] : [`at least ${least}${characters}`]),
    ...(most === null ? [] : [`at most ${most}${characters}`]),
    ...(was === undefined ? [] : [`was ${was}`]),
  ];
  return `- ${name}: ${attributes.join(", ")}`;
}

function textOf({ fields, states, renamedState, limit }: Version): string {
  const rows = [`| (new) | Add | ${states[0]} | Clerk | | |`, ...states.slice(1).map((state, i) => `| ${states[i]} | Go ${i} | ${state} | Clerk | | |`)];
  return clerkSpec({
    entities: `### Item\n\n- name: text, required\n- amount: number\n${fields.map(fieldText).join("\n")}\n- Shown as: \`name\``,
    machines: `### Item\n\n${renamedState === null ? "" : `- ${renamedState}: was held\n\n`}| From | Action | To | Who | When | Then |\n|---|---|---|---|---|---|\n${rows.join("\n")}`,
    ...(limit === null
      ? {}
      : {
          rules: `| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|\n| Small | Item | \`amount = null or amount <= ${limit}\` | TOO_LARGE |`,
          errors: "| Code | Status | Message |\n|---|---|---|\n| TOO_LARGE | 422 | That is too large. |",
        }),
    grants: ["Item"],
  });
}

/** One to four random changes. */
function edited(version: Version): Version {
  let { fields, states, renamedState, limit } = version;
  const change = (i: number, to: Partial<Field>): void => void (fields = fields.map((f, at) => (at === i ? { ...f, ...to } : f)));
  const touched = new Set<string>();
  for (let edits = 1 + below(4); edits > 0; edits--) {
    const i = below(fields.length);
    const field = fields[i]!;
    const kind = below(12);
    if (kind === 8) {
      if (below(2) === 0) states = states.filter((s) => s !== "shut");
      else if (renamedState === null) {
        renamedState = "kept";
        states = states.map((s) => (s === "held" ? "kept" : s));
      }
    } else if (kind === 9) limit = below(50);
    else if (touched.has(field.name)) continue;
    else if (kind === 0) fields = [...fields, { ...field, name: `new${edits}`, least: null, most: null, unique: false }];
    else if (kind === 1 && fields.length > 1) fields = fields.filter((f) => f !== field);
    else if (kind === 2) change(i, { name: `${field.name}x`, was: field.name });
    else if (kind === 3 || kind === 4) change(i, { type: any(types), options, least: null, most: null });
    else if ([5, 10, 11].includes(kind) && hasBounds(field)) change(i, below(2) === 0 ? { most: 2 + below(20) } : { least: 1 + below(4) });
    else if ([5, 10, 11].includes(kind) && field.type === "choice") change(i, { options: options.slice(0, 2) });
    else if (kind === 6) change(i, { required: true });
    else if (kind === 7 && field.type !== "boolean") change(i, { unique: true });
    touched
      .add(fields[i]?.name ?? "")
      .add(field.name)
      .add(`new${edits}`);
  }
  return { fields, states, renamedState, limit };
}

const values: Readonly<Record<Type, readonly string[]>> = {
  text: ["a", "12", "3.5", "red", "2026-03-01", "true", "a longer text", "7 ", "-1", "yes", "  "],
  number: ["0", "1", "12", "3.5", "-2.25", "1000000", "0.5", "2.5"],
  integer: ["0", "1", "12", "-3", "25"],
  date: ["2026-03-01", "1999-12-31"],
  boolean: ["true", "false"],
  choice: options,
};

async function addRecords(database: Database, { fields, states, limit }: Version): Promise<void> {
  for (let n = below(12); n >= 0; n--) {
    const record: [string, string | null][] = [
      ["name", `Item ${n}`],
      ["amount", below(4) === 0 ? null : String(below(limit === null ? 60 : limit + 1))],
      ["state", any(states)],
      ...fields.map(({ name, type, required }): [string, string | null] => [name, !required && below(4) === 0 ? null : any(values[type].filter((v) => v.trim() !== ""))]),
    ];
    const columns = record.map(([column]) => `"${column}"`).join(", ");
    const given = record.map(([, value]) => (value === null ? "null" : `'${value}'`)).join(", ");
    await database.rows({ text: `insert into app.item (id, ${columns}) values (gen_random_uuid(), ${given})`, values: [] });
  }
}

/** Every value as the text that PostgreSQL gives. */
const snapshot = async (database: Database): Promise<ReadonlyMap<string, Readonly<Record<string, string | null>>>> =>
  new Map(
    (await database.rows({ text: "select id, (select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(i))) as record from app.item i", values: [] })).map((row: Row) => [
      String(row["id"]),
      row["record"] as Readonly<Record<string, string | null>>,
    ]),
  );
type Records = Awaited<ReturnType<typeof snapshot>>;

class Counts {
  readonly #counts = new Map<string, number>();
  add(what: string, count: number): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }
  get all(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

const sentences: readonly (readonly [RegExp, string])[] = [
  [/have no (\w+), which is now required/, "missing"],
  [/have a value (?:in|of) (\w+) that is no longer allowed/, "disallowed"],
  [/have the same (\w+), which is now unique/, "same"],
  [/violate the rule "(\w+)"/, "rule"],
  [/are in the state (\w+), which is removed/, "state"],
];

function foretoldBy({ losses, found }: Upgrade): Readonly<Record<string, number>> {
  const counts = new Counts();
  for (const loss of losses) {
    const [, field, count] = /would lose .*?(\w+) of (?:every )?(?:those )?.*\((\d+) of them/.exec(loss) ?? [];
    const named = /^(\w+) of Item/.exec(loss)?.[1] ?? field;
    counts.add(named === undefined ? loss : `lost ${named}`, Number(count ?? 1));
  }
  for (const { what, count } of found) {
    const [form, kind] = sentences.find(([form]) => form.test(what)) ?? [];
    counts.add(form ? `${kind} ${form.exec(what)![1]}` : what, count);
  }
  return counts.all;
}

const isEmpty = (value: string | null | undefined): boolean => value === null || value === undefined || value === "";
const formerOf = (before: Version, field: Field): Field | undefined => before.fields.find((f) => f.name === (field.was ?? field.name));

/** What makes the change impossible, counted on the records as they are. */
function standingAgainst(before: Version, after: Version, records: Records): Readonly<Record<string, number>> {
  const counts = new Counts();
  const all = [...records.values()];
  for (const state of before.states.filter((s) => !after.states.includes(s) && !(s === "held" && after.renamedState !== null)))
    counts.add(`state ${state}`, all.filter((r) => r["state"] === state).length);
  for (const field of after.fields.filter((f) => f.unique)) {
    const column = formerOf(before, field)!.name;
    counts.add(`same ${field.name}`, all.filter((r) => !isEmpty(r[column]) && all.some((o) => o !== r && o[column] === r[column])).length);
  }
  return counts.all;
}

/** What has happened to the records, counted on them as they were and as they are. */
function observed(before: Version, after: Version, was: Records, is: Records): Readonly<Record<string, number>> {
  const counts = new Counts();
  const count = (what: string, test: (then: Readonly<Record<string, string | null>>, now: Readonly<Record<string, string | null>>) => boolean): void =>
    counts.add(what, [...was].filter(([id, then]) => test(then, is.get(id)!)).length);
  for (const { name } of before.fields.filter((f) => !after.fields.some((now) => formerOf(before, now) === f))) count(`lost ${name}`, (then) => then[name] !== null);
  for (const field of after.fields) {
    const { name, type, options, required, least, most } = field;
    const former = formerOf(before, field);
    const size = (value: string): number => (type === "text" ? [...value].length : Number(value));
    if (former) count(`lost ${name}`, (then, now) => then[former.name] !== null && isEmpty(now[name]));
    if (former && type === "integer") count(`lost ${name}`, (then, now) => !isEmpty(now[name]) && Number(then[former.name]) !== Number(now[name]));
    if (required && former?.required !== true) count(`missing ${name}`, (_, now) => isEmpty(now[name]));
    if (type === "choice") count(`disallowed ${name}`, (_, now) => !isEmpty(now[name]) && !options.includes(now[name]!));
    if (least !== null) count(`disallowed ${name}`, (_, now) => !isEmpty(now[name]) && size(now[name]!) < least);
    if (most !== null) count(`disallowed ${name}`, (_, now) => !isEmpty(now[name]) && size(now[name]!) > most);
  }
  if (after.limit !== null) count("rule Small", (_, now) => !isEmpty(now["amount"]) && Number(now["amount"]) > after.limit!);
  return counts.all;
}

test(`what is foretold is what applying does (${pairs} pairs of versions)`, { timeout: 1_800_000 }, async () => {
  const { url } = await freshDatabase();
  const differences: unknown[] = [];
  const seen = { stopped: 0, kinds: new Set<string>() };
  for (let pair = 0; pair < pairs && differences.length < 5; pair++) {
    const start = seed;
    const before = firstVersion();
    const after = edited(before);
    const database = openDatabase(url);
    try {
      const product = productOf(textOf(before), "v1");
      valueOf(await inTurn(database, "start", () => prepareDatabase(database, product)));
      await addRecords(database, before);
      const was = await snapshot(database);
      const next = productOf(textOf(after), "v2");
      const plan = valueOf(await planUpgradeOn(database, next));
      const foretold = foretoldBy(plan);
      const applied = await applyUpgradeOn(database, next, { acceptLoss: true });
      const is = await snapshot(database);
      const stands = standingAgainst(before, after, was);
      const differs = (what: string, actual: unknown): void =>
        void differences.push({ seed: start, what, foretold, actual, before: before.fields.map(fieldText), after: after.fields.map(fieldText) });
      Object.keys(foretold).forEach((key) => seen.kinds.add(key.split(" ")[0]!));
      const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
      if (Object.keys(stands).length > 0 || !applied.ok) {
        seen.stopped++;
        const stopping = Object.fromEntries(Object.entries(foretold).filter(([key]) => /^(same|state) /.test(key)));
        if (!same(stopping, stands)) differs("stops", stands);
        if (resultOf(applied).split(",")[0] !== "conflict: stands-against") differs("result", resultOf(applied));
        if (!same([...was], [...is])) differs("changed although refused", null);
      } else {
        const actual = observed(before, after, was, is);
        if (!same(foretold, actual)) differs("applied", actual);
        if (was.size !== is.size) differs("records", is.size);
      }
      for (const schema of ["app", "nonet"]) await database.rows({ text: `drop schema ${schema} cascade`, values: [] });
    } finally {
      await database.close();
    }
  }
  expect(differences).toEqual([]);
  expect([...seen.kinds].toSorted()).toEqual(["disallowed", "lost", "missing", "rule", "same", "state"]);
  expect(seen.stopped).toBeGreaterThan(0);
  expect(seen.stopped).toBeLessThan(pairs / 2);
});
