/** The records that violate a new version, or that it changes: found on the present tables and on views of the future ones. */
import {
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
import { connectionOf } from "../connection/send-on-client.ts";
import { newConstraints } from "./new-constraints.ts";
import { recordsViolatingPattern } from "./new-patterns.ts";
import { recordTitles } from "./record-titles.ts";
import { newRules } from "./version-notes.ts";

export interface Violation {
  /** The sentence after the count: `Loans stand in the state lost, …`. */
  readonly what: string;
  readonly count: number;
  /** The titles of at most 20 records. */
  readonly shown: readonly string[];
  /** Must be fixed before the upgrade. */
  readonly stops: boolean;
}

export const maxShown = 20;

/** A database with the product that its tables or views have. */
interface Side {
  readonly connection: Connection;
  readonly product: Product;
  /** Titles of records, as the present version shows them. */
  readonly titles: (entity: string, ids: readonly string[]) => Promise<string[]>;
}

type ViolationCheck = (side: Side) => Promise<readonly Violation[]>;

/** On the tables as they are, then as they will be. */
export async function findViolations(connection: Connection, before: Product, after: Product): Promise<readonly Violation[]> {
  const found: Violation[] = [];
  const titles: Side["titles"] = (entity, ids) => recordTitles(connection, before, entity, ids);
  for (const one of [...lostStateRecords(before, after), ...roundedRecords(before, after), ...undecidedRecords(before, after)])
    found.push(...(await checkQuery({ connection, product: before, titles }, one)));
  const checks = futureChecks(before, after);
  if (checks.length === 0) return found;
  await connection.rows(upgrade.statement(previewViews.begin));
  for (const sql of previewViews.make(before, after)) await connection.rows(upgrade.statement(sql));
  const views = connectionOf(({ text, values }) => connection.rows({ text: previewViews.toViews(text), values }));
  const presentTitles: Side["titles"] = (name, ids) => {
    const entity = entityOf(after, name);
    return titles((entity && entityInPreviousVersion(before, entity))?.name ?? name, ids);
  };
  for (const check of checks) found.push(...(await check({ connection: views, product: after, titles: presentTitles })));
  await connection.rows(upgrade.statement(previewViews.end));
  return found;
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
  return [{ what, count: Number(rows[0]!["count"]), shown: await titles(entity, ids), stops }];
}

async function checkPattern({ connection, titles }: Side, form: NewPattern): Promise<readonly Violation[]> {
  const { plural, name } = form.entity;
  const what = `${plural} have a value of ${form.field.name} that is no longer allowed. The values stay, and can't be saved again`;
  return violation(what, await recordsViolatingPattern(connection, form), (ids) => titles(name, ids));
}

const ruleWords = (product: Product, rule: Rule): string =>
  `violate the rule "${rule.name}" (${formatLocation(fileNames(product), sourceLocation(product, rule.source))}). They stay as they are until something that the rule reads changes`;

/** Checks a new rule on every record, a thousand at a time. `what`: the sentence after the plural of the entity. */
async function checkRule({ connection, product, titles }: Side, rule: Rule, what: string): Promise<readonly Violation[]> {
  const ids = (await connection.rows(whereQuery(product, rule.entity, null))).map((r) => String(r["id"]));
  const violating: string[] = [];
  for (let at = 0; at < ids.length; at += 1000) violating.push(...(await connection.rows(ruleQuery(product, rule, ids.slice(at, at + 1000)))).map((r) => String(r["id"])));
  const plural = entityOf(product, rule.entity)?.plural ?? rule.entity;
  return violation(`${plural} ${what}`, violating, (shown) => titles(rule.entity, shown));
}

async function violation(what: string, ids: readonly string[], titles: (ids: readonly string[]) => Promise<string[]>): Promise<readonly Violation[]> {
  return ids.length === 0 ? [] : [{ what, count: ids.length, shown: await titles(ids.slice(0, maxShown)), stops: false }];
}
