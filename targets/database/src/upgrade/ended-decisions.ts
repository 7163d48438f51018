/**
 * Decisions by several people that the new version no longer asks for, also because their action is renamed: existing
 * votes no longer count, and don't count again if a later version asks for the decision again.
 */
import type { Action, Entity, Machine, Product } from "@nonet/model";
import { columnsOf, tableOf } from "../columns/columns.ts";
import { pairs } from "../columns/previous-version.ts";
import { ident, literal } from "../sql/sql-text.ts";
import type { ViolationQuery } from "../violations/violation.ts";
import { openStates } from "../visibility/decision-people.ts";
import type { ChangeStep } from "./change-step.ts";

interface Ended {
  readonly old: Entity;
  readonly now: Entity;
  readonly machine: Machine;
  readonly action: Action;
}

const decidedOf = ({ machines }: Product, entity: Entity): readonly { readonly machine: Machine; readonly action: Action }[] =>
  machines.filter((m) => m.entity === entity.name).flatMap((machine) => machine.actions.flatMap((action) => (action.decision ? [{ machine, action }] : [])));

const endedIn = (before: Product, after: Product): readonly Ended[] =>
  pairs(before, after).flatMap(({ old, now }) => {
    const still = new Set(decidedOf(after, now).map(({ action }) => action.name));
    return decidedOf(before, old).flatMap(({ machine, action }) => (still.has(action.name) ? [] : [{ old, now, machine, action }]));
  });

/** Over a decision d: whether anybody has voted in the round. */
const hasVotes = (round: string): string => `exists (select 1 from nonet.vote v where v.record_id = d.record_id and v.action = d.action and v.round = ${round})`;

/** Over the tables of the previous version: records with a decision in progress. */
export const undecidedRecords = (before: Product, after: Product): readonly ViolationQuery[] =>
  endedIn(before, after).flatMap(({ old, machine, action }) => {
    const states = openStates(machine, action.name);
    if (states.length === 0) return [];
    const column = columnsOf(before, old).find((c) => c.name === machine.field)!.column;
    const newest = `d.round = (select max(o.round) from nonet.decision o where o.record_id = d.record_id and o.action = d.action)`;
    const waiting: ViolationQuery = {
      entity: old.name,
      what: `${old.plural} await a decision on ${action.name} that the new version no longer asks for; existing votes no longer count`,
      stops: false,
      sql: `select r.id from ${tableOf(old)} r join nonet.decision d on d.record_id = r.id where d.action = ${literal(action.name)} and ${newest} and r.archived_at is null and r.${ident(column)} in (${states.map(literal).join(", ")}) and ${hasVotes("d.round")}`,
    };
    return [waiting];
  });

/** Starts a new round, in which nobody has voted. */
export const endedDecisions = (before: Product, after: Product): readonly ChangeStep[] =>
  endedIn(before, after).map(({ now, action }) => ({
    sql: `insert into nonet.decision(record_id, action, round, entity, began_at, step_since) select d.record_id, d.action, max(d.round) + 1, max(d.entity), nonet.now(), nonet.now() from nonet.decision d where d.action = ${literal(action.name)} and d.record_id in (select id from ${tableOf(now)}) group by d.record_id, d.action having ${hasVotes("max(d.round)")}`,
    sentence: `Several people no longer decide on ${action.name} of ${now.name}: existing votes no longer count.`,
    loses: null,
  }));
