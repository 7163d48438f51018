/** What a record's or a form's screen has besides its fields: the title, prefilled values, and the fields that are hidden now. */
import { formScreenQuery, notShownIn, recordScreenQuery } from "@nonet/database";
import { camel, entityOf, type Shows } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { ScreenAsk, ScreenValues, VisibleRecord } from "../contract/reads.ts";
import { done, notFound } from "../refusals/refusal.ts";
import { findRecord, readRecordValues } from "./read-record.ts";

type Form = Extract<Shows, { kind: "form" | "call form" }>;

export async function readRecordScreen(
  running: Running,
  actor: Actor,
  { shows, route }: { readonly shows: Extract<Shows, { kind: "record" }>; readonly route: string },
  ask: ScreenAsk,
): Promise<Outcome<ScreenValues>> {
  const named = ask.id ?? ask.parameters?.[/:([^/]+)/.exec(route)?.[1] ?? ""];
  const linked = shows.parameter === null && actor.kind !== "system" && actor.link?.entity === shows.entity ? actor.link.id : undefined;
  const visible = await findRecord(running, actor, shows.entity, named ?? linked ?? "");
  if (!visible.ok) return visible;
  const row = await running.database.row(
    recordScreenQuery(running.product, readerOf(actor), shows.entity, visible.value.id, { title: shows.title, shown: conditionsOf(running, shows.showWhen) }),
  );
  return row ? done({ kind: "record", id: visible.value.id, title: titleOf(row["title"]), hidden: hiddenIn(row["shown"]) }) : notFound(shows.entity);
}

/** Null for an empty title: the screen then shows the record's own name. */
const titleOf = (text: unknown): string | null => (typeof text === "string" && text.trim() !== "" ? text.trim() : null);

export async function readFormScreen(running: Running, actor: Actor, shows: Form, ask: ScreenAsk): Promise<Outcome<ScreenValues>> {
  const { product } = running;
  const entity = shows.kind === "form" ? shows.entity : null;
  const id = ask.id ?? (shows.kind === "form" ? ask.parameters?.[shows.parameters.find((one) => one.fills === null)?.name ?? ""] : undefined);
  const known = entity !== null && id ? await readRecordValues(running, actor, entity, id) : null;
  if (known && !known.ok) return known;
  const keyOf = (field: string): string => (entity === null ? camel(field) : (entityOf(product, entity)?.fields.find((f) => f.name === field)?.key ?? camel(field)));
  const given = shows.kind === "form" ? await readParameters(running, actor, shows, ask, keyOf) : done<Readonly<Record<string, VisibleRecord>>>({});
  if (!given.ok) return given;
  const records: Readonly<Record<string, VisibleRecord>> = given.value;
  const idsGiven = Object.fromEntries(Object.entries(records).map(([key, record]) => [key, record.id]));
  const prefill = shows.prefill.filter((p) => notShownIn(product, p.value) === null).map((p) => ({ key: keyOf(p.field), value: p.value }));
  const row = await running.database.row(
    formScreenQuery(
      product,
      readerOf(actor),
      { entity, values: { ...known?.value, ...idsGiven, ...ask.values }, prefill, shown: shows.kind === "form" ? conditionsOf(running, shows.showWhen) : [] },
      actor.kind === "person" ? { me: actor.id } : {},
    ),
  );
  return done({ kind: "form", prefill: { ...withoutNulls(row?.["prefill"]), ...records }, hidden: hiddenIn(row?.["shown"]) });
}

/** The records that the route's parameters name, by the keys of the fields that they fill in. One that the reader may not read is not found. */
async function readParameters(
  running: Running,
  actor: Actor,
  shows: Extract<Shows, { kind: "form" }>,
  ask: ScreenAsk,
  keyOf: (field: string) => string,
): Promise<Outcome<Readonly<Record<string, VisibleRecord>>>> {
  const found: Record<string, VisibleRecord> = {};
  for (const { name, fills, entity } of shows.parameters) {
    const value = ask.parameters?.[name];
    if (fills === null || value === undefined) continue;
    const record = await readRecordValues(running, actor, entity, value, ["id", "shownAs"]);
    if (!record.ok) return record;
    found[keyOf(fills)] = record.value;
  }
  return done(found);
}

/** A condition that needs something not shown hides nothing. */
const conditionsOf = (running: Running, all: Extract<Shows, { kind: "form" }>["showWhen"]) =>
  all.filter((one) => notShownIn(running.product, one.condition.expression) === null).map((one) => ({ name: one.field, condition: one.condition.expression }));

const hiddenIn = (shown: unknown): string[] =>
  Object.entries((shown ?? {}) as Record<string, boolean>)
    .filter(([, yes]) => !yes)
    .map(([name]) => name);
const withoutNulls = (values: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries((values ?? {}) as Record<string, unknown>).filter(([, value]) => value !== null));
