/** Why a guard refuses, in the document's own words; default 57: these are for whoever is signed in, and others are told that much only. */
import { grantedAlways, grantQuery, guardQuery, hasGrantRow, alwaysGranted, actorGrantQuery } from "@nonet/database";
import { type Transition, sourceLocation } from "@nonet/model";
import { type ChangedRecord, variablesOf, readAsSystem, type ChangeContext } from "../change/change-context.ts";
import { canEvaluateInMemory, evaluateInMemory } from "../input/evaluate-in-memory.ts";
import { catalogued } from "../refusals/catalogue-error.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { namesTransition, wordsAt } from "../refusals/source-location.ts";
import { stop } from "../refusals/stop.ts";

type Asked = Pick<ChangeContext, "product" | "actor">;

export const guardDetail = (work: Asked, row: Transition, action: string): string => {
  const words = wordsOf(work, row);
  return words === null ? `${action} isn't possible now.` : `${action} is possible only when ${words}.`;
};

export const guardWhy = (work: Asked, row: Transition): string => {
  const words = wordsOf(work, row);
  return words === null ? "Not possible now." : `Possible only when ${words}.`;
};

const wordsOf = ({ product, actor }: Asked, row: Transition): string | null => (actor.kind === "anyone" ? null : wordsAt(product, row.guard!.source));

/** How an action came about: a person's own doing asks Who and point 6; an effect's or the system's doesn't. */
export type Origin = "person" | "effect" | "system";

/** The first row whose guard holds, whoever acts. */
export async function firstHolding(work: ChangeContext, entity: string, id: string, touched: ChangedRecord, rows: readonly Transition[]): Promise<Transition | null> {
  for (const row of rows) if (await guardHolds(work, entity, id, touched, row)) return row;
  return null;
}

export async function refuseGuard(work: ChangeContext, entity: string, id: string, touched: ChangedRecord, row: Transition, named: string): Promise<never> {
  const said = sourceLocation(work.product, row.guard?.source ?? row.source, namesTransition(row));
  if (row.guardElse)
    stop(
      refuse(
        "conflict",
        await catalogued(work.connection, work.product, row.guardElse, { entity, id, variables: variablesOf(work, touched), reader: work.reader }, { rule: named, ...said }),
      ),
    );
  return stop(refuse("conflict", problem("guard", guardDetail(work, row, named), { rule: named, ...said })));
}

/** Who names it, or point 6 grants it; where both name it they must agree; where neither does, nobody may. */
export async function mayRun(work: Pick<ChangeContext, "connection" | "product" | "reader">, entity: string, id: string, row: Transition): Promise<boolean> {
  const verb = { action: row.trigger.kind === "action" ? row.trigger.action : "" };
  const says = hasGrantRow(work.product, entity, verb);
  if (row.who.length > 0) {
    const allowed =
      alwaysGranted(work.product, work.reader, row, entity) || (await work.connection.row(actorGrantQuery(work.product, work.reader, row, entity, id)))?.["allowed"] === true;
    if (!allowed) return false;
    if (!says) return true;
  }
  if (grantedAlways(work.product, work.reader, entity, verb)) return true;
  const grant = await work.connection.row(grantQuery(work.product, work.reader, entity, verb, id));
  return grant?.["allowed"] === true;
}

export async function guardHolds(work: ChangeContext, entity: string, id: string, touched: ChangedRecord | undefined, row: Transition): Promise<boolean> {
  if (!row.guard) return true;
  const record = canEvaluateInMemory(work.product, entity, row.guard.expression) ? await readAsSystem(work, entity, id) : null;
  const known = record ? evaluateInMemory(work.product, entity, row.guard.expression, record) : undefined;
  if (known !== undefined) return known === true;
  const found = await work.connection.row(guardQuery(work.product, entity, id, row.guard.expression, variablesOf(work, touched)));
  return found?.["holds"] === true;
}
