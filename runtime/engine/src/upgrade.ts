/**
 * Moves a database from the version that it holds to another: first a look at what would change, be lost, or stand
 * against it; then the change itself, which an interruption leaves either undone or to be gone on with.
 */
import { againstFields, lostStateRecords, planTables, planUpgrade, ruleQuery, system, upgrade, valuesQuery, whereQuery, type ChangeStep, type Standing } from "@nonet/database";
import { entityOf, fileNames, placeOf, placeWords, type Product } from "@nonet/model";
import { stateOf, type Connection, type Database } from "./connection.ts";
import { dropHalfBuilt, finishUpgrade, inTurn, makeOwn, namesOf } from "./finish-upgrade.ts";
import { versionNotes, newRules } from "./version-notes.ts";
import { problem, refuse } from "./refusal.ts";
import type { Outcome } from "./engine.ts";

export interface Found {
  /** In words, after the count: `Loans stand in the state lost, …`. */
  readonly what: string;
  readonly count: number;
  /** At most 20, as people know them. */
  readonly shown: readonly string[];
  /** Must be mended before the new version can go live. */
  readonly stops: boolean;
}

export interface Upgrade {
  /** Nothing is there yet. */
  readonly fresh: boolean;
  readonly steps: readonly { readonly sentence: string; readonly sql: string; readonly when: "before" | "together" | "after" }[];
  readonly losses: readonly string[];
  readonly found: readonly Found[];
  readonly notes: readonly string[];
}

const mostShown = 20;

/** What would happen; nothing stays changed. */
export async function planUpgradeOn(database: Database, product: Product): Promise<Outcome<Upgrade>> {
  await inTurn(database, "start", () => makeOwn(database, product));
  const stored = await database.row(system.readMeta);
  if (!stored)
    return {
      ok: true,
      value: {
        fresh: true,
        steps: planTables(product).map((sql) => ({ sql, sentence: "Make what the document says.", when: "together" as const })),
        losses: [],
        found: [],
        notes: [],
      },
    };
  const before = stored["product"] as Product;
  const plan = planUpgrade(before, product);
  const surveyed = await patiently(() => survey(database, before, product, plan.together));
  if (surveyed === null) return busy();
  const after = await unfinished(database, product, plan.after);
  const steps = [
    ...plan.before.map((s) => ({ ...s, when: "before" as const })),
    ...plan.together.map((s) => ({ ...s, when: "together" as const })),
    ...after.map((s) => ({ ...s, when: "after" as const })),
  ];
  return { ok: true, value: { fresh: false, steps: steps.map(({ sentence, sql, when }) => ({ sentence, sql, when })), ...surveyed, notes: versionNotes(before, product) } };
}

/** Indexes that an earlier, interrupted apply left to be built. */
async function unfinished(database: Database, product: Product, planned: readonly ChangeStep[]): Promise<readonly ChangeStep[]> {
  const there = await namesOf(database, upgrade.indexesThere);
  const missing = upgrade.indexes(product).filter((i) => !there.has(i.name) && !planned.some((p) => p.sql === i.query.text));
  return [...planned, ...missing.map((i) => ({ sql: i.query.text, sentence: `${i.name} is still to be built.`, loses: null }))];
}

/** These leave what the records hold, so that what is asked of the records can be asked beforehand. */
const leavesValues =
  /^(alter table \S+ (add|drop) constraint |alter table \S+ (add|drop) column |alter table \S+ alter column \S+ (drop|set) default|create table |create index |drop index |drop table |do \$do\$)/;

interface Question {
  readonly product: Product;
  ask(connection: Connection, found: Found[]): Promise<void>;
}

/**
 * Looks at the records from both sides. What can be asked of the tables as they are is, while people write to them; only
 * for the rest the change is tried inside a transaction that is taken back, and holds the tables for that long.
 */
async function survey(database: Database, before: Product, after: Product, together: readonly ChangeStep[]): Promise<Pick<Upgrade, "losses" | "found">> {
  const now = lostStateRecords(before, after).map((one) => standing(before, one));
  const then = [...againstFields(before, after).map((one) => standing(after, one)), ...newRules(before, after).map((rule) => ruleOf(after, rule))];
  const isPlain = together.every((s) => leavesValues.test(s.sql));
  return database.alone(async (connection) => {
    const losses = await lossesOf(connection, together);
    const found: Found[] = [];
    for (const question of now) await question.ask(connection, found);
    const left: Question[] = [];
    for (const question of then) if (!isPlain || !(await askedAsIs(connection, question, found))) left.push(question);
    if (left.length > 0) found.push(...(await askTried(database, together, left)));
    return { losses, found };
  });
}

/** False where it speaks of what isn't there yet. */
async function askedAsIs(connection: Connection, question: Question, found: Found[]): Promise<boolean> {
  try {
    await question.ask(connection, found);
    return true;
  } catch (error) {
    if (stateOf(error)?.startsWith("42")) return false;
    throw error;
  }
}

const askTried = (database: Database, together: readonly ChangeStep[], questions: readonly Question[]): Promise<Found[]> =>
  database.transaction(async (connection) => {
    await connection.rows(upgrade.shortLocks);
    const found: Found[] = [];
    for (const { sql } of together) if (!/ add constraint |^do \$do\$/.test(sql)) await connection.rows(upgrade.statement(sql));
    for (const question of questions) await question.ask(connection, found);
    return { keep: false, value: found };
  });

const standing = (product: Product, one: Standing): Question => ({ product, ask: (connection, found) => look(connection, product, one, found) });
const ruleOf = (product: Product, rule: Product["rules"][number]): Question => ({ product, ask: (connection, found) => lookAtRule(connection, product, rule, found) });

/** What would really be lost: a change of type that every value survives loses nothing. */
export async function lossesOf(connection: Connection, steps: readonly ChangeStep[]): Promise<string[]> {
  const losses: string[] = [];
  for (const step of steps) {
    if (step.loses === null) continue;
    const [first] = step.losesOnly === undefined ? [{ count: null }] : await connection.rows(upgrade.counted(step.losesOnly, 1));
    if (first) losses.push(`${step.sentence} This would lose ${step.loses}${first["count"] === null ? "" : ` (${String(first["count"])} of them)`}`);
  }
  return losses;
}

async function look(connection: Connection, product: Product, standing: Standing, found: Found[]): Promise<void> {
  const rows = await connection.rows(upgrade.counted(standing.sql, mostShown));
  if (rows.length === 0) return;
  found.push({
    what: standing.what,
    count: Number(rows[0]!["count"]),
    shown: await shownAs(
      connection,
      product,
      standing.entity,
      rows.map((r) => r["id"] as string),
    ),
    stops: standing.stops,
  });
}

/** A new rule is judged for every record, a thousand at a time. */
async function lookAtRule(connection: Connection, product: Product, rule: Product["rules"][number], found: Found[]): Promise<void> {
  const ids = (await connection.rows(whereQuery(product, rule.entity, null))).map((r) => r["id"] as string);
  const against: string[] = [];
  for (let at = 0; at < ids.length; at += 1000) against.push(...(await connection.rows(ruleQuery(product, rule, ids.slice(at, at + 1000)))).map((r) => r["id"] as string));
  if (against.length === 0) return;
  const plural = entityOf(product, rule.entity)?.plural ?? rule.entity;
  found.push({
    what: `${plural} stand against the rule "${rule.name}" (${placeWords(fileNames(product), placeOf(product, rule.source))}); they stay as they are until something that it reads is changed`,
    count: against.length,
    shown: await shownAs(connection, product, rule.entity, against.slice(0, mostShown)),
    stops: false,
  });
}

async function shownAs(connection: Connection, product: Product, entityName: string, ids: readonly string[]): Promise<string[]> {
  const entity = entityOf(product, entityName);
  const texts: string[] = [];
  for (const id of ids) {
    const row = entity && (await connection.row(valuesQuery(product, entity.name, id, [{ name: "shown", expression: entity.shownAs }])));
    const shown = (row?.["values"] as Record<string, unknown> | undefined)?.["shown"];
    texts.push(shown === null || shown === undefined || shown === "" ? id : String(shown));
  }
  return texts;
}

/** Tries again where a lock didn't come in time; null: it never did. */
export async function patiently<T>(work: () => Promise<T>): Promise<T | null> {
  for (let tries = 0; tries < 60; tries++) {
    try {
      return await work();
    } catch (error) {
      if (stateOf(error) !== upgrade.lockedState) throw error;
      await new Promise((later) => setTimeout(later, 500));
    }
  }
  return null;
}

export const busy = () => refuse("unavailable", problem("busy", "Other work holds the tables that would change; try again when it is done."));

/** Does what the plan says. `acceptLoss`: what would be lost may be. */
export async function applyUpgradeOn(
  database: Database,
  product: Product,
  options: { readonly acceptLoss: boolean; readonly onStep?: (sentence: string) => void },
): Promise<Outcome<Upgrade>> {
  const planned = await planUpgradeOn(database, product);
  if (!planned.ok) return planned;
  const stops = planned.value.found.filter((f) => f.stops);
  if (stops.length > 0) return refuse("conflict", ...stops.map((f) => problem("stands-against", `${f.count} of the ${f.what}: ${f.shown.join(", ")}.`)));
  if (planned.value.losses.length > 0 && !options.acceptLoss) return refuse("conflict", ...planned.value.losses.map((loss) => problem("would-lose", loss)));
  const say = options.onStep ?? (() => {});
  const former = (await database.row(system.readMeta))?.["product"] as Product | undefined;
  await inTurn(database, "build", dropHalfBuilt);
  for (const step of planned.value.steps.filter((s) => s.when === "before")) {
    await database.rows(upgrade.statement(step.sql));
    say(step.sentence);
  }
  const changed = await patiently(() => changeTogether(database, product, planned.value.steps));
  if (changed === null) return busy();
  for (const step of planned.value.steps.filter((s) => s.when === "together")) say(step.sentence);
  await finishUpgrade(database, product, { say, former });
  return planned;
}

/** Tables and the note of what they are for change together or not at all. */
async function changeTogether(database: Database, product: Product, steps: Upgrade["steps"]): Promise<true> {
  return database.transaction(async (connection) => {
    await connection.rows(upgrade.shortLocks);
    for (const step of steps) if (step.when === "together") await connection.rows(upgrade.statement(step.sql));
    await connection.rows(system.writeMeta(product.version, product));
    return { keep: true, value: true };
  });
}
