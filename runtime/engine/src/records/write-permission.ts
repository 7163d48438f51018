/** Whether the actor may create, update or delete a record, and which of its fields they may set now. */
import type { Actor } from "../contract/actor.ts";
import { fieldGrantQuery, fieldsGrantedAlways, grantedAlways, grantQuery } from "@nonet/database";
import { type Entity, type Field, hasFieldRow, sourceLocation } from "@nonet/model";
import { type ChangeContext, type ChangedRecord } from "../change/change-context.ts";
import { report, stopChange } from "../change/report.ts";
import { fieldLabel } from "../input/field-label.ts";
import { grantedByValues, grantsAllFields } from "../input/granted-by-values.ts";
import type { FieldValues } from "../input/field-values.ts";
import { withArticle } from "../refusals/article.ts";
import { grantLocation } from "../refusals/granting-line.ts";
import { notShown } from "../refusals/not-shown.ts";
import { notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { say } from "@nonet/texts";

export type WriteVerb = "create" | "update" | "delete";

/** `withOwner`: a part that is saved with its owner. Without rows of its own in point 6, the permission for the owner covers it. */
export interface WriteTarget {
  readonly entity: Entity;
  readonly id: string;
  readonly withOwner: boolean;
}

export const isCoveredByOwner = (context: ChangeContext, { entity, withOwner }: WriteTarget): boolean => withOwner && !hasOwnRows(context, entity);

export async function requirePermission(context: ChangeContext, target: WriteTarget, verb: WriteVerb): Promise<void> {
  const { entity, id } = target;
  const { product, reader, actor } = context;
  if (actor.kind === "system" || isCoveredByOwner(context, target) || grantedAlways(product, reader, entity.name, verb)) return;
  const known = await grantedByValues(context, entity.name, verb, id);
  const allowed = known ?? (await context.connection.row(grantQuery(product, reader, entity.name, verb, id)))?.["allowed"] === true;
  if (!allowed) refuseWrite(context, entity, verb);
}

/** Neither signed in nor the bearer of a link. */
const isVisitor = (actor: Actor): boolean => actor.kind === "anyone" && actor.link === undefined;

export function refuseWrite(context: ChangeContext, entity: Entity, verb: WriteVerb): never {
  const what = verb === "create" ? withArticle(entity.name) : `this ${entity.name}`;
  return stopChange(
    context,
    isVisitor(context.actor) ? notSignedIn() : notPermitted(say("you-may-not-verb-what", { verb, what }), grantLocation(context.product, entity.name, verb)),
  );
}

/** `fields` are those that the actor has set. */
export async function requireFieldPermission(context: ChangeContext, target: WriteTarget, fields: readonly Field[], verb: "create" | "update"): Promise<void> {
  const { entity, id } = target;
  const { product, reader, actor } = context;
  const checked = isCoveredByOwner(context, target) ? fields.filter((field) => isGrantedByRow(context, entity, field.name)) : fields;
  if (actor.kind === "system" || checked.length === 0) return;
  const always = fieldsGrantedAlways(product, reader, entity.name, verb);
  if (!always && grantsAllFields(product, reader, entity.name, verb) && (await grantedByValues(context, entity.name, verb, id)) === true) return;
  const allowed = new Set(await grantedFields(context, entity, id, verb));
  const errors = checked
    .filter(({ name }) => !allowed.has(name))
    .map(({ name, key }) =>
      problem("not-permitted", say("you-may-not-set-name-of-this", { name, entity: entity.name }), { field: key, ...grantLocation(product, entity.name, verb, name) }),
    );
  if (errors.length > 0) stopChange(context, refuse("not permitted", ...errors));
}

/** The names of the fields that the actor may set in the record. */
export async function grantedFields({ product, reader, connection }: ChangeContext, entity: Entity, id: string, verb: "create" | "update"): Promise<readonly string[]> {
  const always = fieldsGrantedAlways(product, reader, entity.name, verb);
  if (always) return always;
  const row = await connection.row(fieldGrantQuery(product, reader, entity.name, verb, id));
  return (row?.["fields"] as string[] | undefined) ?? [];
}

/** Reports the fields that nobody can write: computed and read-only ones, and after creation those that are set once. `record` null: it is being created. */
export function reportUnwritable(context: ChangeContext, entity: Entity, values: FieldValues, record: ChangedRecord | null): boolean {
  const refused: { readonly field: Field; readonly why: string }[] = [];
  for (const field of values.keys()) {
    if (entity.builtIn && ["roles", "active"].includes(field.name) && context.actor.kind !== "system")
      stopChange(context, notPermitted(say("only-the-owner-changes-a-persons-roles")));
    if (field.computed?.kind === "hole" && field.computed.open !== null) stopChange(context, notShown(context.product, field.computed.open));
    const why = whyUnwritable(field, record);
    if (why) refused.push({ field, why });
  }
  report(
    context,
    refused.map(({ field, why }) =>
      problem("read-only", say("field-why-and-cant-be-changed", { field: fieldLabel(field), why }), { field: field.key, ...sourceLocation(context.product, field.source) }),
    ),
  );
  return refused.length > 0;
}

/** A field that is set once and was left empty at creation stays empty. */
function whyUnwritable(field: Field, record: ChangedRecord | null): string | null {
  if (field.computed) return "is computed";
  if (field.readOnly === true) return say("is-set-by-the-product");
  return field.setOnce && record ? "can be set only at creation" : null;
}

/** Whether point 6 has rows for the part itself, beyond rows for single fields. */
const hasOwnRows = (context: ChangeContext, part: Entity): boolean =>
  context.product.permissions.grants.some((g) => g.entity === part.name && (g.fields === null || !g.fields.every((f) => isGrantedByRow(context, part, f))));
const isGrantedByRow = (context: ChangeContext, part: Entity, field: string): boolean => hasFieldRow(context.product, part, field, "update");
