/** Which fields of a record a person may write now, whatever their roles, and which their roles let them. */
import { fieldGrantQuery, fieldsGrantedAlways, guardQuery } from "@nonet/database";
import { type Entity, type Field, sourceLocation } from "@nonet/model";
import { type ChangedRecord, variablesOf, type ChangeContext } from "../change/change-context.ts";
import { label } from "../input/field-label.ts";
import { grantLocation } from "../refusals/granting-line.ts";
import { notShown } from "../refusals/not-shown.ts";
import { notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { wordsAt } from "../refusals/source-location.ts";
import { stop } from "../refusals/stop.ts";

/** Computed and read-only fields can't be written by anybody, set-once fields only at creation (`touched` null): what was left empty then stays so. */
export function whyUnwritable(field: Field, touched: ChangedRecord | null): string | null {
  if (field.computed) return "is computed";
  if (field.readOnly === true) return "is set by the product";
  return field.setOnce && touched ? "can be set only at creation" : null;
}

export function refuseUnwritable(work: ChangeContext, entity: Entity, values: Readonly<Record<string, unknown>>, touched: ChangedRecord | null): void {
  for (const name of Object.keys(values)) {
    const field = entity.fields.find((f) => f.name === name);
    if (!field) continue;
    if (entity.builtIn && ["roles", "active"].includes(name) && work.actor.kind !== "system")
      stop(notPermitted(`Only the Owner gives roles and lets people in, among the people of the product.`));
    if (field.computed?.kind === "hole" && field.computed.open !== null) stop(notShown(work.product, field.computed.open));
    const why = whyUnwritable(field, touched);
    if (why) work.errors.push(problem("read-only", `${label(field)} ${why} and can't be written.`, { field: field.key, ...sourceLocation(work.product, field.source) }));
  }
  if (work.errors.length > 0) stop(refuse("invalid", ...work.errors));
}

export async function refuseReadOnlyWhen(work: ChangeContext, entity: Entity, values: Readonly<Record<string, unknown>>, touched: ChangedRecord): Promise<void> {
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
            ...sourceLocation(work.product, field.source),
          }),
        ),
      );
  }
}

export async function fieldsPermitted(work: ChangeContext, entity: Entity, id: string, names: readonly string[], verb: "create" | "update"): Promise<void> {
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
            ...grantLocation(work.product, entity.name, verb, n),
          }),
        ),
      ),
    );
}
