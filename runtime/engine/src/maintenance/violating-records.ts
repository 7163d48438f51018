/** Which records a new version finds standing against it, or makes others of: looked at from both sides, while people write to them. */
import {
  fieldViolations,
  previewViews,
  entityInPreviousVersion,
  lostStateRecords,
  type NewPattern,
  newPatterns,
  readsInput,
  roundedRecords,
  ruleQuery,
  type ViolationQuery,
  startedRecords,
  undecidedRecords,
  upgrade,
  whereQuery,
} from "@nonet/database";
import { entityOf, fileNames, sourceLocation, formatLocation, type Product, type Rule } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";
import { connectionOf } from "../connection/database.ts";
import { newDemands, recordsAgainst } from "./new-constraints.ts";
import { shownAs } from "./record-titles.ts";
import { newRules } from "./version-notes.ts";

export interface Found {
  /** In words, after the count: `Loans stand in the state lost, …`. */
  readonly what: string;
  readonly count: number;
  /** At most 20, as people know them. */
  readonly shown: readonly string[];
  /** Must be mended before the new version can go live. */
  readonly stops: boolean;
}

export const mostShown = 20;

/** One side from which records are looked at. */
interface Side {
  readonly connection: Connection;
  readonly product: Product;
  /** Records as people know them: as the version in force names them. */
  readonly known: (entity: string, ids: readonly string[]) => Promise<string[]>;
}

type Question = (side: Side) => Promise<readonly Found[]>;

/** As the tables are, and as they will be. */
export async function recordsFound(connection: Connection, before: Product, after: Product): Promise<readonly Found[]> {
  const found: Found[] = [];
  const known: Side["known"] = (entity, ids) => shownAs(connection, before, entity, ids);
  for (const one of [...lostStateRecords(before, after), ...roundedRecords(before, after), ...undecidedRecords(before, after)])
    found.push(...(await look({ connection, product: before, known }, one)));
  const questions = questionsThen(before, after);
  if (questions.length === 0) return found;
  await connection.rows(upgrade.statement(previewViews.begin));
  for (const sql of previewViews.make(before, after)) await connection.rows(upgrade.statement(sql));
  const views = connectionOf(({ text, values }) => connection.rows({ text: previewViews.toViews(text), values }));
  const nowKnown: Side["known"] = (name, ids) => {
    const entity = entityOf(after, name);
    return known((entity && entityInPreviousVersion(before, entity))?.name ?? name, ids);
  };
  for (const ask of questions) found.push(...(await ask({ connection: views, product: after, known: nowKnown })));
  await connection.rows(upgrade.statement(previewViews.end));
  return found;
}

/** What is asked of the tables as they will be. */
function questionsThen(before: Product, after: Product): readonly Question[] {
  const rules = newRules(before, after).filter((rule) => !readsInput(rule));
  return [
    ...[...fieldViolations(before, after), ...startedRecords(before, after)].map(
      (one): Question =>
        (side) =>
          look(side, one),
    ),
    ...newPatterns(before, after).map(
      (form): Question =>
        (side) =>
          lookAtForm(side, form),
    ),
    ...rules.map(
      (rule): Question =>
        (side) =>
          lookAtRule(side, rule, ruleWords(after, rule)),
    ),
    ...newDemands(before, after).map(
      ({ rule, what }): Question =>
        (side) =>
          lookAtRule(side, rule, what),
    ),
  ];
}

async function look({ connection, known }: Side, { sql, entity, what, stops }: ViolationQuery): Promise<readonly Found[]> {
  const rows = await connection.rows(upgrade.counted(sql, mostShown));
  if (rows.length === 0) return [];
  const ids = rows.map((r) => String(r["id"]));
  return [{ what, count: Number(rows[0]!["count"]), shown: await known(entity, ids), stops }];
}

async function lookAtForm({ connection, known }: Side, form: NewPattern): Promise<readonly Found[]> {
  const { plural, name } = form.entity;
  const what = `${plural} hold a value of ${form.field.name} that it no longer allows; they stay, and it can't be written so again`;
  return told(what, await recordsAgainst(connection, form), (ids) => known(name, ids));
}

const ruleWords = (product: Product, rule: Rule): string =>
  `stand against the rule "${rule.name}" (${formatLocation(fileNames(product), sourceLocation(product, rule.source))}); they stay as they are until something that it reads is changed`;

/** A new rule is judged for every record, a thousand at a time. `what`: of those against it, after their plural. */
async function lookAtRule({ connection, product, known }: Side, rule: Rule, what: string): Promise<readonly Found[]> {
  const ids = (await connection.rows(whereQuery(product, rule.entity, null))).map((r) => String(r["id"]));
  const against: string[] = [];
  for (let at = 0; at < ids.length; at += 1000) against.push(...(await connection.rows(ruleQuery(product, rule, ids.slice(at, at + 1000)))).map((r) => String(r["id"])));
  const plural = entityOf(product, rule.entity)?.plural ?? rule.entity;
  return told(`${plural} ${what}`, against, (shown) => known(rule.entity, shown));
}

async function told(what: string, ids: readonly string[], known: (ids: readonly string[]) => Promise<string[]>): Promise<readonly Found[]> {
  return ids.length === 0 ? [] : [{ what, count: ids.length, shown: await known(ids.slice(0, mostShown)), stops: false }];
}
