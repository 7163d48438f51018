/** Why a guard refuses, in the document's own words; default 57: these are for whoever is signed in, and others are told that much only. */
import { actorGrantQuery, alwaysGranted, grantedAlways, grantQuery, guardQuery, hasGrantRow } from "@nonet/database";
import { sourceLocation, type Transition } from "@nonet/model";
import { type ChangeContext, type ChangedRecord, variablesOf } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { canEvaluateInMemory, evaluateInMemory } from "../input/evaluate-in-memory.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { sourceText, transitionLabel } from "../refusals/source-location.ts";
import { stop } from "../refusals/stop.ts";

type Asked = Pick<ChangeContext, "product" | "actor">;

export const guardDetail = (context: Asked, row: Transition, action: string): string => {
  const words = wordsOf(context, row);
  return words === null ? `${action} isn't possible now.` : `${action} is possible only when ${words}.`;
};

export const guardWhy = (context: Asked, row: Transition): string => {
  const words = wordsOf(context, row);
  return words === null ? "Not possible now." : `Possible only when ${words}.`;
};

const wordsOf = ({ product, actor }: Asked, row: Transition): string | null => (actor.kind === "anyone" ? null : sourceText(product, row.guard!.source));

/** How an action came about: a person's own doing asks Who and point 6; an effect's or the system's doesn't. */
export type Origin = "person" | "effect" | "system";

/** The first row whose guard holds, whoever acts. */
export async function firstHolding(context: ChangeContext, entity: string, id: string, touched: ChangedRecord, rows: readonly Transition[]): Promise<Transition | null> {
  for (const row of rows) if (await guardHolds(context, entity, id, touched, row)) return row;
  return null;
}

export async function refuseGuard(context: ChangeContext, entity: string, id: string, touched: ChangedRecord, row: Transition, named: string): Promise<never> {
  const said = sourceLocation(context.product, row.guard?.source ?? row.source, transitionLabel(row));
  if (row.guardElse)
    stop(
      refuse(
        "conflict",
        await catalogueError(
          context.connection,
          context.product,
          row.guardElse,
          { entity, id, variables: variablesOf(context, touched), reader: context.reader },
          { rule: named, ...said },
        ),
      ),
    );
  return stop(refuse("conflict", problem("guard", guardDetail(context, row, named), { rule: named, ...said })));
}

/** Who names it, or point 6 grants it; where both name it they must agree; where neither does, nobody may. */
export async function mayRun(context: Pick<ChangeContext, "connection" | "product" | "reader">, entity: string, id: string, row: Transition): Promise<boolean> {
  const verb = { action: row.trigger.kind === "action" ? row.trigger.action : "" };
  const says = hasGrantRow(context.product, entity, verb);
  if (row.who.length > 0) {
    const allowed =
      alwaysGranted(context.product, context.reader, row, entity) ||
      (await context.connection.row(actorGrantQuery(context.product, context.reader, row, entity, id)))?.["allowed"] === true;
    if (!allowed) return false;
    if (!says) return true;
  }
  if (grantedAlways(context.product, context.reader, entity, verb)) return true;
  const grant = await context.connection.row(grantQuery(context.product, context.reader, entity, verb, id));
  return grant?.["allowed"] === true;
}

export async function guardHolds(context: ChangeContext, entity: string, id: string, touched: ChangedRecord | undefined, row: Transition): Promise<boolean> {
  if (!row.guard) return true;
  const record = canEvaluateInMemory(context.product, entity, row.guard.expression) ? await readAsSystem(context, entity, id) : null;
  const known = record ? evaluateInMemory(context.product, entity, row.guard.expression, record) : undefined;
  if (known !== undefined) return known === true;
  const found = await context.connection.row(guardQuery(context.product, entity, id, row.guard.expression, variablesOf(context, touched)));
  return found?.["holds"] === true;
}
