/** Runs one action or automatic transition on one record: who, guard, asked fields, the new state, its effects. */
import { grantedAlways, grantQuery, guardQuery, saysWho, whoAlways, whoQuery } from "@nonet/database";
import { entityOf, type Action, type Machine, type Transition } from "@nonet/model";
import { refuseArchived } from "./archived.ts";
import { withArticle } from "./article.ts";
import { beginRounds, decide } from "./decide.ts";
import { deleteRecord } from "./delete-record.ts";
import { runStatements } from "./effects.ts";
import { isKnownHere, knownHere } from "./known-here.ts";
import { actionOf, stateIn, stateKey } from "./machine-of-action.ts";
import { readAsked } from "./read-asked.ts";
import { takeNumbers } from "./take-numbers.ts";
import { guardDetail } from "./guard-words.ts";
import { catalogued, saidAt, notPermitted, problem, refuse, namesTransition } from "./refusal.ts";
import { saidWho } from "./said-who.ts";
import { mayBeTold } from "./told-to.ts";
import { hold, stop, touch, variablesOf, whole, writeFields, type Touched, type Work } from "./work.ts";
import { noteSecrets } from "./secret-changes.ts";

/** How an action came about: a person's own doing asks Who and point 6; an effect's or the system's doesn't. */
export type Origin = "person" | "effect" | "system";

const deepest = 50;

export async function runAction(work: Work, entityName: string, id: string, actionName: string, asked: Readonly<Record<string, unknown>>, origin: Origin): Promise<void> {
  const found = actionOf(work.product, entityName, actionName);
  if (!found) throw new Error("The caller looks the action up first.");
  const { machine, action } = found;
  if (++work.depth > deepest) stop(refuse("conflict", problem("too-deep", `The effects of ${actionName} run each other without end.`, saidAt(work.product, action.source))));
  const touched = action.decision ? await hold(work, entityName, id) : await touch(work, entityName, id, actionName);
  await refuseArchived(work, entityName, id);
  const state = stateIn(work.product, machine, await whole(work, entityName, id));
  const standing = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === actionName && t.from === state);
  if (standing.length === 0) await refuseState(work, machine, action, id, state);
  if (action.decision) await decide(work, machine, action, id, standing, asked);
  else {
    const own = await readAsked(work, entityName, action, touched, asked, origin === "person");
    const transition = await choose(work, entityName, id, touched, standing, origin);
    await runRow(work, machine, touched, transition, actionName, own);
  }
  work.depth--;
}

/** A row that was chosen, with the asked fields that are the record's own. */
export async function runRow(work: Work, machine: Machine, touched: Touched, transition: Transition, name: string, own: Readonly<Record<string, unknown>>): Promise<void> {
  if (!touched.actions.includes(name)) touched.actions.push(name);
  noteSecrets(touched, entityOf(work.product, machine.entity)!, own);
  if (Object.keys(own).length > 0) await writeFields(work, machine.entity, touched.id, own);
  await runTransition(work, machine, touched, transition, name);
}

/** The state changes first; the effects see it. What is deleted goes after its effects, which still read it. */
export async function runTransition(work: Work, machine: Machine, touched: Touched, transition: Transition, name: string): Promise<void> {
  const place = { entity: machine.entity, id: touched.id, action: name, others: {} };
  if (transition.to === null) {
    await runStatements(work, place, transition.then);
    return deleteRecord(work, machine.entity, touched.id);
  }
  await writeFields(work, machine.entity, touched.id, { [machine.field]: transition.to });
  // What several people have decided has happened once, also where the record stays in its state.
  if (transition.from !== transition.to) await beginRounds(work, machine, touched.id, transition.to);
  else if (transition.trigger.kind === "action") await beginRounds(work, machine, touched.id, transition.to, transition.trigger.action);
  await takeNumbers(work, entityOf(work.product, machine.entity)!, touched.id, name);
  await runStatements(work, place, transition.then);
}

/** The first row whose guard holds, whoever acts. */
export async function firstHolding(work: Work, entity: string, id: string, touched: Touched, rows: readonly Transition[]): Promise<Transition | null> {
  for (const row of rows) if (await guardHolds(work, entity, id, touched, row)) return row;
  return null;
}

async function refuseState(work: Work, machine: Machine, action: Action, id: string, state: string | null): Promise<never> {
  const from = [...new Set(machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name).map((t) => t.from ?? "new"))];
  const seen = await mayBeTold(work, machine.entity, id, stateKey(work.product, machine));
  const detail = `${action.name} is possible while ${withArticle(machine.entity)} is ${from.join(" or ")}${seen ? `; this one is ${String(state)}` : ""}.`;
  return stop(refuse("conflict", problem("wrong-state", detail, { rule: action.name, ...saidAt(work.product, action.source) })));
}

/** The first row whose Who and guard both hold; the refusal of the first that fits the person otherwise. */
async function choose(work: Work, entity: string, id: string, touched: Touched, standing: readonly Transition[], origin: Origin): Promise<Transition> {
  const mine: Transition[] = [];
  for (const row of standing) if (origin !== "person" || (await mayRun(work, entity, id, row))) mine.push(row);
  const named = standing[0]!.trigger.kind === "action" ? standing[0]!.trigger.action : "";
  if (mine.length === 0) return stop(notPermitted(`${named} isn't yours to do on this ${entity}.`, saidWho(work.product, entity, standing[0]!)));
  for (const row of mine) if (await guardHolds(work, entity, id, touched, row)) return row;
  return refuseGuard(work, entity, id, touched, mine[0]!, named);
}

export async function refuseGuard(work: Work, entity: string, id: string, touched: Touched, row: Transition, named: string): Promise<never> {
  const said = saidAt(work.product, row.guard?.source ?? row.source, namesTransition(row));
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
export async function mayRun(work: Pick<Work, "connection" | "product" | "reader">, entity: string, id: string, row: Transition): Promise<boolean> {
  const verb = { action: row.trigger.kind === "action" ? row.trigger.action : "" };
  const says = saysWho(work.product, entity, verb);
  if (row.who.length > 0) {
    const allowed = whoAlways(work.product, work.reader, row, entity) || (await work.connection.row(whoQuery(work.product, work.reader, row, entity, id)))?.["allowed"] === true;
    if (!allowed) return false;
    if (!says) return true;
  }
  if (grantedAlways(work.product, work.reader, entity, verb)) return true;
  const grant = await work.connection.row(grantQuery(work.product, work.reader, entity, verb, id));
  return grant?.["allowed"] === true;
}

export async function guardHolds(work: Work, entity: string, id: string, touched: Touched | undefined, row: Transition): Promise<boolean> {
  if (!row.guard) return true;
  const record = isKnownHere(work.product, entity, row.guard.expression) ? await whole(work, entity, id) : null;
  const known = record ? knownHere(work.product, entity, row.guard.expression, record) : undefined;
  if (known !== undefined) return known === true;
  const found = await work.connection.row(guardQuery(work.product, entity, id, row.guard.expression, variablesOf(work, touched)));
  return found?.["holds"] === true;
}
