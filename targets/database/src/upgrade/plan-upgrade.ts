/**
 * Plans a change of version in three parts, so that no table is locked for long: what is built beforehand while the
 * product runs, what is switched over in one transaction, and what is built or checked afterwards.
 *
 * Each part can be repeated after an interruption: the first and the last check what exists.
 */
import { fold } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { tableOf } from "../columns/columns.ts";
import { pairs } from "../columns/previous-version.ts";
import { shadowColumnSteps, waitForVacuum } from "../conversion/shadow-column-steps.ts";
import { type ShadowColumn, shadowColumns } from "../conversion/shadow-column.ts";
import { literal } from "../sql/sql-text.ts";
import { lostStateRecords } from "../violations/lost-states.ts";
import type { ChangeStep } from "./change-step.ts";
import { endedDecisions } from "./ended-decisions.ts";
import { historySteps } from "./history-keys.ts";
import { placePart } from "./place-index.ts";
import { planChange } from "./plan-change.ts";
import { sequenceSteps } from "./sequence-steps.ts";
import type { BackgroundStep, UpgradePlan } from "./upgrade-plan.ts";

const step = (sql: string, sentence: string): ChangeStep => ({ sql, sentence, loses: null });

/** `needed`: whether a rename that may have nothing left to do has. */
export function planUpgrade(before: Product, after: Product, needed: (one: ShadowColumn) => boolean = () => false): UpgradePlan {
  const shadows = shadowColumns(before, after).filter((column) => column.onlyIf === null || needed(column));
  const parts: { before: BackgroundStep[]; switchover: ChangeStep[]; after: ChangeStep[] } = { before: fillingSteps(shadows), switchover: [], after: [] };
  for (const one of planChange(before, after, shadows).steps) {
    const placed = one.adds ? placePart(before, after, shadows, one, one.adds) : { switchover: [one] };
    parts.before.push(...(placed.before ?? []));
    parts.switchover.push(...(placed.switchover ?? []));
    parts.after.push(...(placed.after ?? []));
  }
  parts.switchover.push(
    ...sequenceSteps(before, after),
    ...renamedRoles(before, after),
    ...endedDecisions(before, after),
    ...historySteps(before, after),
    ...commentSteps(before, after),
  );
  for (const { old, now } of pairs(before, after))
    if (old.name !== now.name)
      parts.after.unshift(
        step(`update nonet.history set entity = ${literal(now.name)} where entity = ${literal(old.name)}`, `The history of ${old.name} is moved to ${now.name}, in batches.`),
      );
  return { shadowColumns: shadows, ...parts, locks: locksOf(before, after, shadows, parts.switchover) };
}

/** Comments follow the records of a renamed entity. */
const commentSteps = (before: Product, after: Product): ChangeStep[] =>
  pairs(before, after).flatMap(({ old, now }) =>
    old.comments && old.name !== now.name
      ? [step(`update nonet.comment set entity = ${literal(now.name)} where entity = ${literal(old.name)}`, `The comments on ${old.plural} are moved to ${now.name}.`)]
      : [],
  );

/** People keep their roles when a role is renamed. */
function renamedRoles(before: Product, after: Product): ChangeStep[] {
  const had = (product: Product, name: string): boolean => product.permissions.roles.some((role) => fold(role.name) === fold(name));
  return after.permissions.roles.flatMap(({ name, was }) => {
    const former = was === undefined || had(after, was) ? undefined : before.permissions.roles.find((role) => fold(role.name) === fold(was));
    if (!former) return [];
    const sql = `with former as (delete from nonet.user_role where role = ${literal(former.name)} returning user_id) insert into nonet.user_role (user_id, role) select user_id, ${literal(name)} from former on conflict do nothing`;
    return [step(sql, `Everyone with the role ${former.name} gets the role ${name}.`)];
  });
}

/** First waits for autovacuum on all tables, then locks those in which nobody may write removed values. */
function locksOf(before: Product, after: Product, shadows: readonly ShadowColumn[], switchover: readonly ChangeStep[]): readonly string[] {
  const tables = before.entities.map(tableOf).filter((table) => switchover.some(({ sql }) => sql.includes(`${table} `) || sql.includes(`${table}(`)));
  const locked = new Set([...shadows.map((b) => b.table), ...lostStateRecords(before, after).map((s) => tableOf(before.entities.find((e) => e.name === s.entity)!))]);
  return tables.length === 0 ? [] : [waitForVacuum(tables.sort().join(", ")), ...[...locked].sort().map((table) => `lock table ${table} in access exclusive mode`)];
}

/** All shadow columns of a table are filled at once, so that each record is written once. */
function fillingSteps(shadows: readonly ShadowColumn[]): BackgroundStep[] {
  return [...new Set(shadows.map((b) => b.table))].flatMap((table) => {
    const all = shadows.filter((b) => b.table === table);
    const names = all.map((b) => b.former).join(", ");
    return [
      ...all.map((b) => step(shadowColumnSteps.prepare(b), `A shadow column for ${b.former} of ${b.formerly} is added and kept in sync.`)),
      { ...step(shadowColumnSteps.fillAll(all), `The shadow columns for ${names} are filled for existing records of ${all[0]!.formerly}, in batches.`), fills: all },
      ...all.flatMap((b) => shadowColumnSteps.lostIndex(b) ?? []).map((sql) => step(sql, `An index of the values that ${names} would lose is built.`)),
      step(shadowColumnSteps.analyze(all), `Statistics for ${names} are collected.`),
    ];
  });
}
