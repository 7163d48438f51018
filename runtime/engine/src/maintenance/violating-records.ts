/** The records that violate a new version, or that it changes: found on the present tables and on views of the future ones. */
import {
  clashQuery,
  entityInPreviousVersion,
  fieldViolations,
  lostStateRecords,
  type NewPattern,
  newPatterns,
  previewViews,
  readsInput,
  roundedRecords,
  ruleQuery,
  startedRecords,
  undecidedRecords,
  upgrade,
  type ViolationQuery,
  whereQuery,
} from "@nonet/database";
import { entityOf, fileNames, formatLocation, type Product, type Rule, sourceLocation } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";
import type { Violation } from "../contract/change-preview.ts";
import { connectionOf } from "../connection/send-on-client.ts";
import { newConstraints } from "./new-constraints.ts";
import { recordsViolatingPattern } from "./new-patterns.ts";
import { recordTitles } from "./record-titles.ts";
import { newRules } from "./version-notes.ts";

export const maxShown = 20;

/** A database with the product that its tables or views have. */
interface Side {
  readonly connection: Connection;
  readonly product: Product;
  /** Titles of records, as the present version shows them. */
  readonly titles: (entity: string, ids: readonly string[]) => Promise<string[]>;
}

type ViolationCheck = (side: Side) => Promise<readonly Violation[]>;

export async function findViolations(connection: Connection, before: Product, after: Product): Promise<readonly Violation[]> {
  const found: Violation[] = [];
  for await (const one of violationsOneByOne(connection, before, after)) found.push(one);
  return found;
}

/** On the tables as they are, then as they will be; each as soon as it is known. */
export async function* violationsOneByOne(connection: Connection, before: Product, after: Product): AsyncGenerator<Violation> {
  const titles: Side["titles"] = (entity, ids) => recordTitles(connection, before, entity, ids);
  for (const one of [...lostStateRecords(before, after), ...roundedRecords(before, after), ...undecidedRecords(before, after)])
    yield* await checkQuery({ connection, product: before, titles }, one);
  const checks = futureChecks(before, after);
  if (checks.length === 0) return;
  await connection.rows(upgrade.statement(previewViews.begin));
  try {
    for (const sql of previewViews.make(before, after)) await connection.rows(upgrade.statement(sql));
    yield* checksOnViews(connection, { before, after, titles, checks });
  } finally {
    await connection.rows(upgrade.statement(previewViews.end));
  }
}

interface FutureChecks {
  readonly before: Product;
  readonly after: Product;
  readonly titles: Side["titles"];
  readonly checks: readonly ViolationCheck[];
}

async function* checksOnViews(connection: Connection, { before, after, titles, checks }: FutureChecks): AsyncGenerator<Violation> {
  const views = connectionOf(({ text, values }) => connection.rows({ text: previewViews.toViews(text), values }));
  const presentTitles: Side["titles"] = (name, ids) => {
    const entity = entityOf(after, name);
    return titles((entity && entityInPreviousVersion(before, entity))?.name ?? name, ids);
  };
  for (const check of checks) yield* await check({ connection: views, product: after, titles: presentTitles });
}

/** The checks on the future tables. */
function futureChecks(before: Product, after: Product): readonly ViolationCheck[] {
  const rules = newRules(before, after).filter((rule) => !readsInput(rule));
  return [
    ...[...fieldViolations(before, after), ...startedRecords(before, after)].map(
      (one): ViolationCheck =>
        (side) =>
          checkQuery(side, one),
    ),
    ...newPatterns(before, after).map(
      (form): ViolationCheck =>
        (side) =>
          checkPattern(side, form),
    ),
    ...rules.map(
      (rule): ViolationCheck =>
        (side) =>
          checkRule(side, rule, ruleWords(after, rule)),
    ),
    ...newConstraints(before, after).map(
      ({ rule, what }): ViolationCheck =>
        (side) =>
          checkRule(side, rule, what),
    ),
  ];
}

async function checkQuery({ connection, titles }: Side, { sql, entity, what, stops }: ViolationQuery): Promise<readonly Violation[]> {
  const rows = await connection.rows(upgrade.counted(sql, maxShown));
  if (rows.length === 0) return [];
  const ids = rows.map((r) => String(r["id"]));
  return [{ what, count: Number(rows[0]!["count"]), shown: await titles(entity, ids), ids, entity, stops }];
}

async function checkPattern({ connection, titles }: Side, form: NewPattern): Promise<readonly Violation[]> {
  const { plural, name } = form.entity;
  const what = `${plural} have a value of ${form.field.name} that is no longer allowed. The values stay, and can't be saved again`;
  return violation(what, name, await recordsViolatingPattern(connection, form), titles);
}

const ruleWords = (product: Product, rule: Rule): string =>
  `violate the rule "${rule.name}" (${formatLocation(fileNames(product), sourceLocation(product, rule.source))}). They stay as they are until something that the rule reads changes`;

/** Checks a new rule on every record. `what`: the sentence after the plural of the entity. */
async function checkRule({ connection, product, titles }: Side, rule: Rule, what: string): Promise<readonly Violation[]> {
  const clashing = clashQuery(product, rule);
  const violating = clashing ? (await connection.rows(clashing)).map((r) => String(r["id"])) : await violatingOneByOne(connection, product, rule);
  const plural = entityOf(product, rule.entity)?.plural ?? rule.entity;
  return violation(`${plural} ${what}`, rule.entity, violating, titles);
}

/** A thousand records at a time. */
async function violatingOneByOne(connection: Connection, product: Product, rule: Rule): Promise<readonly string[]> {
  const ids = (await connection.rows(whereQuery(product, rule.entity, null))).map((r) => String(r["id"]));
  const violating: string[] = [];
  for (let at = 0; at < ids.length; at += 1000) violating.push(...(await connection.rows(ruleQuery(product, rule, ids.slice(at, at + 1000)))).map((r) => String(r["id"])));
  return violating;
}

async function violation(what: string, entity: string, all: readonly string[], titles: Side["titles"]): Promise<readonly Violation[]> {
  const ids = all.slice(0, maxShown);
  return all.length === 0 ? [] : [{ what, count: all.length, shown: await titles(entity, ids), ids, entity, stops: false }];
}
