/** The actions of a page or list that create a record: which of them can't create one now, and why, before anybody fills in a form. */
import { descend, notShownIn, rowEver } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { creationRows, entityOf, type Screen, sourceLocation, type Transition } from "@nonet/model";
import { firstAllowed, guardWhy, refusingRow, type RowTarget, whyUnavailable } from "../../actions/guards.ts";
import { readerOf } from "../../change/actor-reader.ts";
import { beginChange, type ChangeContext } from "../../change/change-context.ts";
import type { Running } from "../../connection/running-product.ts";
import type { Actor } from "../../contract/actor.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { CreationState } from "../../contract/record-status.ts";
import { fieldValues } from "../../input/field-values.ts";
import { insertRecord } from "../../records/insert-record.ts";
import { insideTransaction } from "../../records/inside-transaction.ts";
import { done, notFound, notSignedIn } from "../../refusals/refusal.ts";
import { transitionLabel } from "../../refusals/source-location.ts";
import { Stopped } from "../../refusals/stop.ts";
import { refusedCreations } from "./refused-creations.ts";
import { findRecord } from "../read-record.ts";
import { mayOpenScreen } from "../screen-access.ts";

/** An action that creates a record of the entity; `action` null: whatever creates one. */
interface Creation {
  readonly entity: string;
  readonly action: string | null;
  /** The field of the new record that refers to the record of the page. */
  readonly through: string | null;
}

/** `id`: the record of the page. */
export async function offeredActions(running: Running, actor: Actor, name: string, id: string | null): Promise<Outcome<readonly CreationState[]>> {
  const screen = running.product.screens.find((one) => one.name === name);
  if (!screen || !mayOpenScreen(running.product, actor, screen)) {
    // A page that the document doesn't describe has the name of its entity.
    if (id !== null && entityOf(running.product, name)) return onPage(running, actor, name, [], id);
    return screen && actor.kind === "anyone" ? notSignedIn() : notFound("Screen");
  }
  const { shows } = screen;
  if (shows.kind === "record") return onPage(running, actor, shows.entity, creationsOn(screen), id ?? "");
  const states: CreationState[] = [];
  for (const creation of creationsOn(screen)) states.push(await stateOf(running, actor, creation, null));
  return done(states);
}

/** Everything is tried in one transaction, however many entities refer to the record. */
async function onPage(running: Running, actor: Actor, entity: string, creations: readonly Creation[], id: string): Promise<Outcome<readonly CreationState[]>> {
  const page = await findRecord(running, actor, entity, id);
  if (!page.ok) return page;
  const given = page.value.id;
  return running.database.transaction(async (connection) => {
    const within = { ...running, database: insideTransaction(connection, running.database) };
    const states: CreationState[] = [];
    for (const creation of creations) states.push(await stateOf(within, actor, creation, given));
    const refused = await refusedCreations(within, actor, entity, given);
    const guarded = await refusedByGuards(within, actor, entity, given);
    return { commit: false, value: done([...states, ...refused, ...guarded.filter((one) => refused.every((other) => other.entity !== one.entity))]) };
  });
}

/** The records that refer to the record of the page and can't be created, because the guards of all actions that create one read nothing else of them. */
async function refusedByGuards(running: Running, actor: Actor, page: string, id: string): Promise<readonly CreationState[]> {
  const refused: CreationState[] = [];
  for (const { name: entity, fields } of running.product.entities) {
    const [by, another] = fields.filter(({ type }) => type.kind === "reference" && type.entity === page);
    if (!by || another || by.computed !== null || creationRows(running.product, entity, null).every(({ guard }) => guard === null)) continue;
    const state = await stateOf(running, actor, { entity, action: null, through: by.name }, id);
    if (!state.allowed) refused.push(state);
  }
  return refused;
}

function creationsOn({ shows }: Screen): readonly Creation[] {
  const offers = shows.kind === "record" ? shows.offers : "list" in shows ? shows.list.offers : [];
  const own: readonly Creation[] = "list" in shows ? [{ entity: shows.entity, action: null, through: null }] : [];
  return [...own, ...offers.filter((offer) => offer.creates)];
}

/** Allowed unless the guards of all rows that the actor may ever run are known not to hold. */
async function stateOf(running: Running, actor: Actor, { entity, action, through }: Creation, given: string | null): Promise<CreationState> {
  const { product } = running;
  const rows = creationRows(product, entity, action).filter((row) => rowEver(product, readerOf(actor), entity, row));
  const first = rows[0];
  const state = { entity, action, allowed: true, why: null };
  const values = through !== null && given !== null ? { [through]: given } : {};
  if (!first || rows.some((row) => !isKnown(running, row, Object.keys(values)))) return state;
  const why = await refusalOf(running, actor, { entity, rows, values });
  if (why === null) return state;
  const refusing = refusingRow(rows);
  return { ...state, allowed: false, why, ...sourceLocation(product, refusing.source, transitionLabel(refusing)) };
}

/** A guard that reads more of the new record than the page gives is checked when the record is created. */
const isKnown = ({ product }: Running, { guard }: Transition, given: readonly string[]): boolean =>
  guard !== null && notShownIn(product, guard.expression) === null && readsOnly(guard.expression, given);

interface Judged {
  readonly entity: string;
  readonly rows: readonly Transition[];
  /** By field name. */
  readonly values: Readonly<Record<string, string>>;
}

/** Checks the guards as a creation does, with the new record in place, and keeps none of it: a guard may count the records. Null where one of them holds, else the message that a person would get. */
async function refusalOf({ database, product }: Running, actor: Actor, { entity: name, rows, values }: Judged): Promise<string | null> {
  const entity = entityOf(product, name)!;
  try {
    return await database.transaction(async (connection) => {
      const context = beginChange(connection, product, actor);
      const record = await insertRecord(context, entity, { values: fieldValues(entity, values), state: rows[0]!.to ?? undefined });
      const target = { entity: name, id: record.id, record };
      const isAllowed = (await firstAllowed(context, target, rows)) !== null;
      return { commit: false, value: isAllowed ? null : await whyRefused(context, target, refusingRow(rows), Object.keys(values)) };
    });
  } catch (error) {
    // What stops the creation without its other values says nothing about the guard.
    if (error instanceof Stopped) return null;
    throw error;
  }
}

/** The document's own message, unless it has values of the new record that nobody has entered yet. */
async function whyRefused(context: ChangeContext, target: RowTarget, row: Transition, given: readonly string[]): Promise<string> {
  const message = context.product.errors.find(({ code }) => code === row.guardElse)?.message ?? [];
  const isKnownMessage = message.every((part) => typeof part === "string" || readsOnly(part, given));
  return isKnownMessage ? whyUnavailable(context, target, row) : guardWhy(context, row);
}

/** Whether the expression reads no other fields of the record itself. */
function readsOnly(expression: Expression, fields: readonly string[]): boolean {
  const all = descend(expression);
  const isThis = (e: Expression): boolean => e.kind === "variable" && e.name === "this";
  const known = all.filter((e) => e.kind === "path" && isThis(e.of) && fields.includes(e.field)).length;
  return all.filter(isThis).length === known && !all.some((e) => e.kind === "variable" && (e.name === "old" || e.name === "asked"));
}
