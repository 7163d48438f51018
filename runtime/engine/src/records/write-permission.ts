/** Which fields of a record a person may write now, whatever their roles, and which their roles let them. */
import { fieldGrantQuery, fieldsGrantedAlways, guardQuery } from "@nonet/database";
import { type Entity, type Field, sourceLocation } from "@nonet/model";
import { type ChangeContext, type ChangedRecord, variablesOf } from "../change/change-context.ts";
import { fieldLabel } from "../input/field-label.ts";
import { grantLocation } from "../refusals/granting-line.ts";
import { notShown } from "../refusals/not-shown.ts";
import { notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { sourceText } from "../refusals/source-location.ts";
import { stop } from "../refusals/stop.ts";

/** Computed and read-only fields can't be written by anybody, set-once fields only at creation (`touched` null): what was left empty then stays so. */
export function whyUnwritable(field: Field, touched: ChangedRecord | null): string | null {
  if (field.computed) return "is computed";
  if (field.readOnly === true) return "is set by the product";
  return field.setOnce && touched ? "can be set only at creation" : null;
}

export function refuseUnwritable(context: ChangeContext, entity: Entity, values: Readonly<Record<string, unknown>>, touched: ChangedRecord | null): void {
  for (const name of Object.keys(values)) {
    const field = entity.fields.find((f) => f.name === name);
    if (!field) continue;
    if (entity.builtIn && ["roles", "active"].includes(name) && context.actor.kind !== "system")
      stop(notPermitted(`Only the Owner gives roles and lets people in, among the people of the product.`));
    if (field.computed?.kind === "hole" && field.computed.open !== null) stop(notShown(context.product, field.computed.open));
    const why = whyUnwritable(field, touched);
    if (why) context.errors.push(problem("read-only", `${fieldLabel(field)} ${why} and can't be written.`, { field: field.key, ...sourceLocation(context.product, field.source) }));
  }
  if (context.errors.length > 0) stop(refuse("invalid", ...context.errors));
}

export async function refuseReadOnlyWhen(context: ChangeContext, entity: Entity, values: Readonly<Record<string, unknown>>, touched: ChangedRecord): Promise<void> {
  const place = context.paths.get(touched.id);
  for (const field of entity.fields) {
    if (!(field.name in values) || typeof field.readOnly !== "object") continue;
    const row = await context.connection.row(guardQuery(context.product, entity.name, touched.id, field.readOnly.expression, variablesOf(context, touched)));
    if (row?.["holds"] === true)
      stop(
        refuse(
          "conflict",
          problem("read-only", `${fieldLabel(field)} can't be changed when ${sourceText(context.product, field.readOnly.source)}.`, {
            field: place ? `${place}/${field.key}` : field.key,
            ...sourceLocation(context.product, field.source),
          }),
        ),
      );
  }
}

export async function fieldsPermitted(context: ChangeContext, entity: Entity, id: string, names: readonly string[], verb: "create" | "update"): Promise<void> {
  if (context.actor.kind === "system" || names.length === 0) return;
  const always = fieldsGrantedAlways(context.product, context.reader, entity.name, verb);
  const row = always ? { fields: always } : await context.connection.row(fieldGrantQuery(context.product, context.reader, entity.name, verb, id));
  const allowed = new Set((row?.["fields"] as string[] | undefined) ?? []);
  const refused = names.filter((n) => !allowed.has(n) && entity.fields.some((f) => f.name === n));
  const place = context.paths.get(id);
  if (refused.length > 0)
    stop(
      refuse(
        "not permitted",
        ...refused.map((n) =>
          problem("not-permitted", `You may not set ${n} of this ${entity.name}.`, {
            field: `${place ? `${place}/` : ""}${entity.fields.find((f) => f.name === n)!.key}`,
            ...grantLocation(context.product, entity.name, verb, n),
          }),
        ),
      ),
    );
}
