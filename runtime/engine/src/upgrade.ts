/**
 * Moves a database from the version that it holds to another: first a look at what would change, be lost, or stand
 * against it; then the change itself, which an interruption leaves either undone or to be gone on with.
 */
import {
  againstFields,
  asCalledBefore,
  asItWillBe,
  lostStateRecords,
  newForms,
  planTables,
  roundedRecords,
  readsAsked,
  ruleQuery,
  startedRecords,
  system,
  undecidedRecords,
  upgrade,
  whereQuery,
  type ChangeStep,
  type NewForm,
  type Standing,
} from "@nonet/database";
import { entityOf, fileNames, placeOf, placeWords, type Product } from "@nonet/model";
import { recordsAgainst } from "./against-forms.ts";
import { connectionOf, type Connection, type Database } from "./connection.ts";
import { finishUpgrade, inTurn, makeOwn, namesOf } from "./finish-upgrade.ts";
import { moveOver, planOn } from "./move-over.ts";
import { newDemands } from "./new-demands.ts";
import { shownAs } from "./shown-as.ts";
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
export async function planUpgradeOn(database: Database, document: Product): Promise<Outcome<Upgrade>> {
  await inTurn(database, "start", () => makeOwn(database, document));
  const stored = await database.row(system.readMeta);
  if (!stored)
    return {
      ok: true,
      value: {
        fresh: true,
        steps: planTables(document).map((sql) => ({ sql, sentence: "Make what the document says.", when: "together" as const })),
        losses: [],
        found: [],
        notes: [],
      },
    };
  const before = stored["product"] as Product;
  const product = asCalledBefore(before, document);
  const plan = await planOn(database, before, product);
  const surveyed = await survey(database, before, product, plan.together);
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

type Question = (connection: Connection, found: Found[]) => Promise<void>;

/** Looks at the records from both sides, while people write to them: as they are, and as they will be. */
async function survey(database: Database, before: Product, after: Product, together: readonly ChangeStep[]): Promise<Pick<Upgrade, "losses" | "found">> {
  const then = [
    ...[...againstFields(before, after), ...startedRecords(before, after)].map(
      (one): Question =>
        (on, found) =>
          look(on, after, one, found),
    ),
    ...newForms(before, after).map(
      (form): Question =>
        (on, found) =>
          lookAtForm(on, after, form, found),
    ),
    ...newRules(before, after)
      .filter((rule) => !readsAsked(rule))
      .map(
        (rule): Question =>
          (on, found) =>
            lookAtRule(on, after, rule, ruleWords(after, rule), found),
      ),
    ...newDemands(before, after).map(
      ({ rule, what }): Question =>
        (on, found) =>
          lookAtRule(on, after, rule, what, found),
    ),
  ];
  return database.alone(async (connection) => {
    const losses = await lossesOf(connection, before, together);
    const found: Found[] = [];
    for (const one of [...lostStateRecords(before, after), ...roundedRecords(before, after), ...undecidedRecords(before, after)]) await look(connection, before, one, found);
    if (then.length === 0) return { losses, found };
    await connection.rows(upgrade.statement(asItWillBe.begin));
    for (const sql of asItWillBe.make(before, after)) await connection.rows(upgrade.statement(sql));
    const views = connectionOf(({ text, values }) => connection.rows({ text: asItWillBe.toViews(text), values }));
    for (const ask of then) await ask(views, found);
    await connection.rows(upgrade.statement(asItWillBe.end));
    return { losses, found };
  });
}

/** What would really be lost, and by whom: a change of type that every value survives loses nothing. */
export async function lossesOf(connection: Connection, before: Product, steps: readonly ChangeStep[]): Promise<string[]> {
  const losses: string[] = [];
  for (const step of steps) {
    if (step.loses === null) continue;
    const rows = step.losesOnly === undefined ? [] : await connection.rows(upgrade.counted(step.losesOnly, mostShown));
    if (step.losesOnly !== undefined && rows.length === 0) continue;
    const ids = rows.map((r) => r["id"] as string);
    const count = Number(rows[0]?.["count"] ?? 0);
    const counted = count === 0 ? "" : ` (${count} of them: ${(await shownAs(connection, before, step.of ?? "", ids)).join(", ")}${count > ids.length ? ", …" : ""})`;
    losses.push(`${step.sentence} This would lose ${step.loses}${counted}`);
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

async function lookAtForm(connection: Connection, product: Product, form: NewForm, found: Found[]): Promise<void> {
  const against = await recordsAgainst(connection, form);
  if (against.length === 0) return;
  found.push({
    what: `${form.entity.plural} hold a value of ${form.field.name} that it no longer allows; they stay, and it can't be written so again`,
    count: against.length,
    shown: await shownAs(connection, product, form.entity.name, against.slice(0, mostShown)),
    stops: false,
  });
}

const ruleWords = (product: Product, rule: Product["rules"][number]): string =>
  `stand against the rule "${rule.name}" (${placeWords(fileNames(product), placeOf(product, rule.source))}); they stay as they are until something that it reads is changed`;

/** A new rule is judged for every record, a thousand at a time. `what`: of those against it, after their plural. */
async function lookAtRule(connection: Connection, product: Product, rule: Product["rules"][number], what: string, found: Found[]): Promise<void> {
  const ids = (await connection.rows(whereQuery(product, rule.entity, null))).map((r) => r["id"] as string);
  const against: string[] = [];
  for (let at = 0; at < ids.length; at += 1000) against.push(...(await connection.rows(ruleQuery(product, rule, ids.slice(at, at + 1000)))).map((r) => r["id"] as string));
  if (against.length === 0) return;
  const plural = entityOf(product, rule.entity)?.plural ?? rule.entity;
  found.push({
    what: `${plural} ${what}`,
    count: against.length,
    shown: await shownAs(connection, product, rule.entity, against.slice(0, mostShown)),
    stops: false,
  });
}

/** Does what the plan says. `acceptLoss`: what would be lost may be. */
export async function applyUpgradeOn(
  database: Database,
  document: Product,
  options: { readonly acceptLoss: boolean; readonly onStep?: (sentence: string) => void },
): Promise<Outcome<Upgrade>> {
  const planned = await planUpgradeOn(database, document);
  if (!planned.ok) return planned;
  const stops = planned.value.found.filter((f) => f.stops);
  if (stops.length > 0) return refuse("conflict", ...stops.map((f) => problem("stands-against", `${f.count} of the ${f.what}: ${f.shown.join(", ")}.`)));
  if (planned.value.losses.length > 0 && !options.acceptLoss) return refuse("conflict", ...planned.value.losses.map((loss) => problem("would-lose", loss)));
  const say = options.onStep ?? (() => {});
  const former = (await database.row(system.readMeta))?.["product"] as Product;
  const product = asCalledBefore(former, document);
  const moved = await moveOver(database, former, product, { acceptLoss: options.acceptLoss, say });
  if (!moved.ok) return moved;
  await finishUpgrade(database, product, { say, former });
  return planned;
}
