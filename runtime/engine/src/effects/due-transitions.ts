/** Which automatic transitions and decisions are due after a change: those among the records that it could have moved. */
import { reachedBy, inStateQuery, transitionReads, whenQuery } from "@nonet/database";
import { type Action, entityOf, keyOf, type Machine } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { changeOf } from "../change/resulting-records.ts";
import { isSame } from "../change/same-value.ts";
import { decisionKey } from "../decisions/affected-decisions.ts";
import { settleDecision } from "../decisions/settle-decision.ts";
import { ownerOf } from "../input/parts.ts";
import { stateIn, transitionsOf } from "../input/machines.ts";
import { type Automatic, automaticTransitions } from "./automatic-transitions.ts";
import { runAction } from "./run-action.ts";

/** An automatic transition that is due, or a decision that has ended: the decision's action has run already. */
export interface Due {
  readonly key: string;
  readonly id: string;
  readonly automatic: Automatic | null;
  readonly decided?: { readonly machine: Machine; readonly action: Action };
}

/**
 * The records for which the first row in the table's order is due; then decisions, one at a time. `trying` is called with a
 * decision before it is settled, so that a refusal can be attributed to it.
 */
export async function findDue(context: ChangeContext, failed: ReadonlySet<string>, trying: (due: Due | null) => void = () => undefined): Promise<Due[]> {
  for (const automatic of automaticTransitions(context)) {
    const { machine, transition } = automatic;
    const ids = await movableRecords(context, automatic);
    if (ids.length === 0) continue;
    const rows = await context.connection.rows(whenQuery(context.product, machine.entity, transition, ids));
    const due = rows.map((row): Due => ({ key: `${machine.field} ${transition.row} ${transition.from} ${row["id"]}`, id: row["id"] as string, automatic }));
    const open = due.filter(({ key }) => !failed.has(key));
    if (open.length > 0) return open;
  }
  const decided = await settleNext(context, failed, trying);
  return decided ? [decided] : [];
}

/** Decisions of the changed records and of the owners of changed parts: started again, or ended without a further vote. */
async function settleNext(context: ChangeContext, failed: ReadonlySet<string>, trying: (due: Due | null) => void): Promise<Due | null> {
  for (const { machine, id } of decidableRecords(context))
    for (const action of machine.actions) {
      const key = decisionKey(action, id);
      if (!action.decision || failed.has(key) || context.checkedDecisions.get(key) === versionOf(context)) continue;
      context.checkedDecisions.set(key, versionOf(context));
      const due: Due = { key, id, automatic: null, decided: { machine, action } };
      trying(due);
      const settled = await settleDecision({ context, machine, action, id });
      if (typeof settled === "object") await runAction(context, { entity: machine.entity, id, ...settled, origin: "effect" });
      if (settled !== "open") return due;
      trying(null);
    }
  return null;
}

/** The row by which a decision that a rule has blocked would have happened. */
export async function decidedTransition(context: ChangeContext, { decided, id }: Due): Promise<Automatic | null> {
  if (!decided) return null;
  const { machine, action } = decided;
  const state = stateIn(context.product, machine, await readAsSystem(context, machine.entity, id));
  const transition = transitionsOf(machine, action.name, state)[0];
  return transition ? { machine, transition } : null;
}

/** Differs whenever something more was written or done: decisions are checked again then. */
const versionOf = ({ changed }: ChangeContext): string => [...changed.values()].map((r) => `${r.id}${r.actions.length}${String(r.after?.["version"] ?? "")}`).join();

function decidableRecords(context: ChangeContext): { machine: Machine; id: string }[] {
  const machines = context.product.machines.filter((m) => m.actions.some((a) => a.decision));
  const found = new Map<string, { machine: Machine; id: string }>();
  for (const record of context.changed.values()) {
    const ref = ownerOf(context.product, record.entity, record.after ?? record.before);
    for (const machine of machines) {
      if (machine.entity === record.entity && record.kind !== "deleted") found.set(`${machine.field} ${record.id}`, { machine, id: record.id });
      if (ref && machine.entity === ref.owner.name) found.set(`${machine.field} ${ref.id}`, { machine, id: ref.id });
    }
  }
  return [...found.values()];
}

/** The machine's records that the changed records could have moved. */
async function movableRecords(context: ChangeContext, { machine, transition }: Automatic): Promise<readonly string[]> {
  const { fields } = transitionReads(context.product, machine.entity, transition);
  const changed = [...context.changed.values()].filter((record) => record.entity === machine.entity || isReadBy(context, record, fields));
  if (changed.length === 0) return [];
  const own = changed.filter((record) => record.entity === machine.entity && record.kind !== "deleted").map((record) => record.id);
  const { all, query } = reachedBy(context.product, machine.entity, transition, changed.map(changeOf));
  if (all) return (await context.connection.rows(inStateQuery(context.product, machine.entity, transition))).map((row) => row["id"] as string);
  const rows = query ? await context.connection.rows(query) : [];
  return [...new Set([...own, ...rows.map((row) => row["id"] as string)])];
}

/** `reads`: fields as `Entity.field`. */
function isReadBy(context: ChangeContext, record: ChangedRecord, reads: ReadonlySet<string>): boolean {
  const prefix = `${record.entity}.`;
  const names = [...reads].filter((read) => read.startsWith(prefix)).map((read) => read.slice(prefix.length));
  if (names.length === 0 || record.kind !== "changed") return names.length > 0;
  const entity = entityOf(context.product, record.entity);
  return names.map((name) => keyOf(entity, name)).some((key) => !isSame(record.before?.[key] ?? null, record.after?.[key] ?? null));
}
