/** Timers that keep the record in its state: each runs once for each moment, which stays past. */
import type { Product, Transition } from "@nonet/model";
import type { Scope } from "../scope/scope.ts";
import { plainQuery, type Query } from "../sql/query.ts";

export const timerTables = `
create table if not exists nonet.timer_run (record_id uuid not null, timer text not null, due_at timestamptz not null, primary key (record_id, timer));
`;

/** `(after 3 days)` with `STATE again` counts from the new entry; every other moment is the same after the transition. */
const keepsMoment = ({ trigger, from, to, again }: Transition): boolean =>
  from !== null && from === to && (trigger.kind === "at" || (trigger.kind === "after" && (trigger.past !== null || !again)));

/** The same in each version of the document, as long as state and moment are; null for a timer that leaves the state. */
function timerOf({ machines }: Pick<Product, "machines">, entity: string, transition: Transition): string | null {
  if (!keepsMoment(transition)) return null;
  const moment = momentOf(transition);
  const isSame = (other: Transition): boolean => other.row === transition.row && other.from === transition.from && momentOf(other) === moment;
  const machine = machines.find((one) => one.entity === entity && one.transitions.some(isSame));
  const alike = machine?.transitions.filter((other) => keepsMoment(other) && other.from === transition.from && momentOf(other) === moment) ?? [];
  return JSON.stringify([machine?.field, transition.from, moment, alike.findIndex(isSame)]);
}

const momentOf = ({ trigger }: Transition): string => JSON.stringify(trigger, (key, value: unknown) => (key === "span" || key === "source" ? undefined : value));

/** SQL conditions: it hasn't run for this moment yet. */
export function notRunYet(s: Scope, entity: string, transition: Transition, due: string): string[] {
  const timer = timerOf(s.product, entity, transition);
  return timer === null ? [] : [`not exists (select 1 from nonet.timer_run t where t.record_id = r.id and t.timer = md5(${s.params.bind(timer, "text")}) and t.due_at >= ${due})`];
}

/** Notes that it has run for its moment; null where it runs again by itself. */
export function timerRanQuery(product: Product, entity: string, transition: Transition, ran: { readonly id: string; readonly at: string }): Query | null {
  const timer = timerOf(product, entity, transition);
  if (timer === null) return null;
  return plainQuery(
    "insert into nonet.timer_run(record_id, timer, due_at) values ($1::uuid, md5($2), $3::timestamptz) on conflict (record_id, timer) do update set due_at = excluded.due_at",
    [ran.id, timer, ran.at],
  );
}
