/** Who may run a row of a state machine, whether its guard holds, and the refusal where it doesn't. */
import { actorGrantQuery, alwaysGranted, descend, grantedAlways, grantQuery, guardQuery, hasGrantRow } from "@nonet/database";
import { sourceLocation, type Transition } from "@nonet/model";
import { personOf } from "../change/actor-reader.ts";
import { type ChangeContext, type ChangedRecord, variablesOf } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { stopChange } from "../change/report.ts";
import { canEvaluateInMemory, evaluateInMemory } from "../input/evaluate-in-memory.ts";
import { actionOf } from "../input/machines.ts";
import { grantedByValues } from "../input/granted-by-values.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { transitionLabel } from "../refusals/source-location.ts";
import { say } from "@nonet/texts";
import { guardWords } from "./guard-words.ts";

/** Who runs an action. Only a person's own action needs Who and point 6. */
export type Origin = "person" | "effect" | "system";

/** The record that a row is run on; `record` where the change has locked it. */
export interface RowTarget {
  readonly entity: string;
  readonly id: string;
  readonly record?: ChangedRecord | undefined;
}

/** Who names the actor, or point 6 grants the action. Where both have a line, both must allow it; where neither has, nobody may. */
export async function mayRun(context: Pick<ChangeContext, "connection" | "product" | "reader">, entity: string, id: string, row: Transition): Promise<boolean> {
  const verb = { action: row.trigger.kind === "action" ? row.trigger.action : "" };
  const hasRow = hasGrantRow(context.product, entity, verb);
  if (row.who.length > 0) {
    const allowed =
      alwaysGranted(context.product, context.reader, row, entity) ||
      (await context.connection.row(actorGrantQuery(context.product, context.reader, row, entity, id)))?.["allowed"] === true;
    if (!allowed) return false;
    if (!hasRow) return true;
  }
  if (grantedAlways(context.product, context.reader, entity, verb)) return true;
  const known = await grantedByValues(context, entity, verb, id);
  if (known !== undefined) return known;
  const grant = await context.connection.row(grantQuery(context.product, context.reader, entity, verb, id));
  return grant?.["allowed"] === true;
}

/** In memory where the record holds all that the guard reads. */
export async function guardHolds(context: ChangeContext, { entity, id, record }: RowTarget, row: Transition): Promise<boolean> {
  if (!row.guard) return true;
  const read = canEvaluateInMemory(context.product, entity, row.guard.expression) ? await readAsSystem(context, entity, id) : null;
  const known = read ? evaluateInMemory(context.product, entity, row.guard.expression, read, personOf(context.actor)) : undefined;
  if (known !== undefined) return known === true;
  const found = await context.connection.row(guardQuery(context.product, entity, id, row.guard.expression, variablesOf(context, record)));
  return found?.["holds"] === true;
}

/** The first row whose guard holds, whoever acts. */
export async function firstAllowed(context: ChangeContext, target: RowTarget, rows: readonly Transition[]): Promise<Transition | null> {
  for (const row of rows) if (await guardHolds(context, target, row)) return row;
  return null;
}

/** Of rows whose guards all fail, the one that gives the refusal: the first with an `else`, or else the first (default 255). */
export const refusingRow = (rows: readonly Transition[]): Transition => rows.find((row) => row.guardElse !== null) ?? rows[0]!;

export async function refuseGuard(context: ChangeContext, { entity, id, record }: RowTarget, row: Transition, action: string): Promise<never> {
  const { product, connection, reader } = context;
  const where = { rule: action, ...sourceLocation(product, row.guard?.source ?? row.source, transitionLabel(row)) };
  const error = row.guardElse
    ? await catalogueError(
        connection,
        product,
        row.guardElse,
        { entity, id, variables: variablesOf(context, record), reader, instead: askedInstead(context, { entity, id, record }, action) },
        where,
      )
    : problem("guard", guardDetail(context, row, action), where);
  return stopChange(context, refuse("conflict", error));
}

/** What the action asks for and the record has no value of yet. */
function askedInstead({ product }: ChangeContext, { entity, record }: RowTarget, action: string): readonly string[] {
  const asks = actionOf(product, entity, action)?.action.asks ?? [];
  const before = record?.before ?? record?.after;
  return before ? asks.filter(({ own, field }) => own && (before[field.key] ?? null) === null).map(({ field }) => field.name) : [];
}

type Asking = Pick<ChangeContext, "actor">;

export const guardDetail = (context: Asking, row: Transition, action: string): string => {
  const text = guardText(context, row);
  return text === null ? say("action-isnt-possible-now", { action }) : say("action-is-possible-only-when-text", { action, text });
};

/** The same without the action's name, for an action that isn't available: the document's own message, if it has one. */
export async function whyUnavailable(context: ChangeContext, { entity, id, record }: RowTarget, row: Transition): Promise<string> {
  const { connection, product, reader } = context;
  const message = product.errors.find(({ code }) => code === row.guardElse)?.message ?? [];
  // Nothing has been filled in yet of what the action asks for.
  const readsInput = message.some((part) => typeof part !== "string" && descend(part).some((e) => e.kind === "variable" && e.name === "asked"));
  if (!row.guardElse || readsInput) return guardWhy(context, row);
  return (await catalogueError(connection, product, row.guardElse, { entity, id, variables: variablesOf(context, record), reader }, {})).detail;
}

export const guardWhy = (context: Asking, row: Transition): string => {
  const text = guardText(context, row);
  return text === null ? say("not-possible-now") : say("possible-only-when-text", { text });
};

/** Default 57: the document's condition is disclosed to people who are signed in, and to nobody else. */
const guardText = ({ actor }: Asking, row: Transition): string | null => (actor.kind === "anyone" ? null : guardWords(row.guard!.expression));
