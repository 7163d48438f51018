/** Which fields of a record a person may write now, whatever their roles, and which their roles let them. */
import { fieldGrantQuery, fieldsGrantedAlways, guardQuery } from "@nonet/database";
import { conditionWords, entityOf, fieldOf, type Entity, type Field } from "@nonet/model";
import { label } from "./read-values.ts";
import { saidAt, notPermitted, problem, refuse, wordsAt } from "./refusal.ts";
import { grantSaidAt } from "./said-who.ts";
import type { FieldError } from "./engine.ts";
import { notShown } from "./shown-connection.ts";
import { stop, variablesOf, whole, type Touched, type Work } from "./work.ts";

/** Computed and read-only fields can't be written by anybody, set-once fields only at creation (`touched` null): what was left empty then stays so. */
export function whyUnwritable(field: Field, touched: Touched | null): string | null {
  if (field.computed) return "is computed";
  if (field.readOnly === true) return "is set by the product";
  return field.setOnce && touched ? "can be set only at creation" : null;
}

export function refuseUnwritable(work: Work, entity: Entity, values: Readonly<Record<string, unknown>>, touched: Touched | null): void {
  for (const name of Object.keys(values)) {
    const field = entity.fields.find((f) => f.name === name);
    if (!field) continue;
    if (entity.builtIn && ["roles", "active"].includes(name) && work.actor.kind !== "system")
      stop(notPermitted(`Only the Owner gives roles and lets people in, among the people of the product.`));
    if (field.computed?.kind === "hole" && field.computed.open !== null) stop(notShown(work.product, field.computed.open));
    const why = whyUnwritable(field, touched);
    if (why) work.errors.push(problem("read-only", `${label(field)} ${why} and can't be written.`, { field: field.key, ...saidAt(work.product, field.source) }));
  }
  if (work.errors.length > 0) stop(refuse("invalid", ...work.errors));
}

export async function refuseReadOnlyWhen(work: Work, entity: Entity, values: Readonly<Record<string, unknown>>, touched: Touched): Promise<void> {
  const place = work.places.get(touched.id);
  for (const field of entity.fields) {
    if (!(field.name in values) || typeof field.readOnly !== "object") continue;
    const row = await work.connection.row(guardQuery(work.product, entity.name, touched.id, field.readOnly.expression, variablesOf(work, touched)));
    if (row?.["holds"] === true)
      stop(
        refuse(
          "conflict",
          problem("read-only", `${label(field)} can't be changed when ${wordsAt(work.product, field.readOnly.source)}.`, {
            field: place ? `${place}/${field.key}` : field.key,
            ...saidAt(work.product, field.source),
          }),
        ),
      );
  }
}

export async function fieldsPermitted(work: Work, entity: Entity, id: string, names: readonly string[], verb: "create" | "update"): Promise<void> {
  if (work.actor.kind === "system" || names.length === 0) return;
  const always = fieldsGrantedAlways(work.product, work.reader, entity.name, verb);
  const row = always ? { fields: always } : await work.connection.row(fieldGrantQuery(work.product, work.reader, entity.name, verb, id));
  const allowed = new Set((row?.["fields"] as string[] | undefined) ?? []);
  const refused = names.filter((n) => !allowed.has(n) && entity.fields.some((f) => f.name === n));
  const place = work.places.get(id);
  if (refused.length > 0)
    stop(
      refuse(
        "not permitted",
        ...refused.map((n) =>
          problem("not-permitted", `You may not set ${n} of this ${entity.name}.`, {
            field: `${place ? `${place}/` : ""}${entity.fields.find((f) => f.name === n)!.key}`,
            ...grantSaidAt(work.product, entity.name, verb, n),
          }),
        ),
      ),
    );
}

/** Binds people, not effects; a part is locked with its whole. */
export async function notLocked(work: Work, entity: Entity, id: string, touched: Touched | undefined): Promise<void> {
  if (work.actor.kind === "system") return;
  const locked = (await lockOf(work, entity, id, touched)) ?? (entity.partOf ? await lockOfWhole(work, entity, await wholeOf(work, entity, id)) : null);
  if (locked) stop(refuse("conflict", locked));
}

/** What the whole of a part, or a whole above that, has against a person's change of it now. */
export async function lockOfWhole(work: Work, part: Entity, wholeId: string | null): Promise<FieldError | null> {
  const owner = part.partOf && entityOf(work.product, part.partOf.entity);
  if (!owner || wholeId === null || work.actor.kind === "system") return null;
  const locked = await lockOf(work, owner, wholeId, work.touched.get(wholeId));
  return locked ?? (owner.partOf ? lockOfWhole(work, owner, await wholeOf(work, owner, wholeId)) : null);
}

/** What its own entity's `Locked while` has against a person's change of it now. */
export async function lockOf(work: Work, entity: Entity, id: string, touched: Touched | undefined): Promise<FieldError | null> {
  if (work.actor.kind === "system" || !entity.lockedWhile) return null;
  const { expression, source } = entity.lockedWhile;
  const row = await work.connection.row(guardQuery(work.product, entity.name, id, expression, variablesOf(work, touched)));
  return row?.["holds"] === true
    ? problem("locked", `This ${entity.name} is locked while ${conditionWords(work.product, entity.lockedWhile)}.`, saidAt(work.product, source))
    : null;
}

/** The id of a part's whole. */
export async function wholeOf(work: Work, entity: Entity, id: string): Promise<string | null> {
  const key = fieldOf(entity, entity.partOf!.field)?.key ?? "";
  const reference = (await whole(work, entity.name, id))?.[key] as { id?: string } | null | undefined;
  return reference?.id ?? null;
}
