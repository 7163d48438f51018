/** Why a grant of point 6 gives nobody anything: the action, the record or the field isn't theirs to reach. */
import { type Grant, isOfThemselves } from "../roles/permission.ts";
import type { Transition } from "../states/machine.ts";
import type { Entity, Field } from "../entities/entity.ts";
import { isGenerated } from "../entities/type-traits.ts";
import { creationRows } from "./creation.ts";
import { hasFieldRow } from "./field-row.ts";
import { entityOf, ofEntity } from "./find.ts";
import type { Product } from "./product.ts";
import { filledByEffects, mustBeFilled } from "./required-fields.ts";

/** The reason, as the end of a sentence; null for a grant that people with the role can use for some record. */
export function whyUnusable(product: Product, grant: Grant): string | null {
  const { role, entity: name, verb } = grant;
  const entity = entityOf(product, name);
  if (!entity || !product.permissions.written) return null;
  const held = countsAs(product, role);
  if (isForbidden(product, grant, held)) return "a `Never:` line forbids it";
  if (name === "User" && verb === "update" && grant.fields?.length === 1 && ["roles", "active"].includes(grant.fields[0]!))
    return "only the Owner changes a person's roles and access";
  if (verb === "delete" && entity.deleting.allowed === "never") return `${plural(name)} can't be deleted`;
  if ((verb === "update" || verb === "create") && grant.by === undefined) {
    const fixed = whyUnwritable(product, entity, grant);
    if (fixed !== null) return fixed;
  }
  if (verb === "create") return whyNotCreated(product, grant, held) ?? whyNotFilled(product, grant)?.reason ?? null;
  if (typeof verb === "object") {
    const rows = rowsOf(product, name, verb.action);
    if (rows.length > 0 && !rows.some((row) => row.who.length === 0 || namesOne(row, held))) return `Who of "${verb.action}" in point 4 doesn't name them`;
    if (rows.length > 0 && rows.every((row) => row.from === null)) return null;
  }
  if (verb === "read" || (grant.fields !== null && verb === "update" && isFieldGrant(product, grant))) return null;
  return mayRead(product, name, held) ? null : `they may not read ${article(name)}`;
}

/** Fields that nobody sets: computed and read-only ones, and after creation those that are set once. */
function whyUnwritable(product: Product, entity: Entity, { verb, fields }: Grant): string | null {
  const isWritable = (field: Field, later: boolean): boolean => field.computed === null && field.readOnly !== true && !(later && field.setOnce) && !isGenerated(field.type);
  if (fields !== null) {
    const named = entity.fields.filter(({ name }) => fields.includes(name));
    // In a field's own row, `update` is also the right to fill the field in (default 59).
    const isRow = fields.length === 1 && ofEntity(product.permissions.fieldRows, entity.name).some((row) => row.field === fields[0]);
    if (named.length < fields.length || named.length === 0 || named.some((field) => isWritable(field, verb === "update" && !isRow))) return null;
    return named.length === 1 ? `${quoted(named[0]!.name)} isn't set by people` : "these fields aren't set by people";
  }
  if (verb === "create" || entity.builtIn || product.entities.some(({ partOf }) => partOf?.entity === entity.name)) return null;
  const open = entity.fields.filter((field) => field.type.kind !== "inverse" && !hasFieldRow(product, entity, field.name, "update"));
  return open.some((field) => isWritable(field, true)) ? null : "none of its fields is changed by people after it was created";
}

const quoted = (name: string): string => `"${name}"`;

/** The roles that a person with the role counts as having. */
function countsAs(product: Product, role: string): readonly string[] {
  if (role === "bearer" || role === "anyone") return [role, "anyone"];
  return [...(product.permissions.roles.find((one) => one.name === role)?.includes ?? [role]), "everyone", "anyone"];
}

function isForbidden({ permissions }: Product, { entity, verb, fields }: Grant, held: readonly string[]): boolean {
  return ofEntity(permissions.never, entity).some(
    (never) =>
      never.where === null &&
      held.includes(never.role) &&
      isSame(never.verb, verb) &&
      (never.fields === null || (fields !== null && fields.every((field) => never.fields!.includes(field)))),
  );
}

const isSame = (a: Grant["verb"], b: Grant["verb"]): boolean => (typeof a === "string" || typeof b === "string" ? a === b : a.action === b.action);

/** Records of an entity with `(new)` rows are created only by their actions. */
function whyNotCreated(product: Product, { entity, by, fields }: Grant, held: readonly string[]): string | null {
  const rows = creationRows(product, entity, null);
  if (by !== undefined || rows.length === 0 || (fields !== null && fields.length === 1)) return null;
  const may = rows.some((row) => (row.who.length === 0 ? grantsAction(product, entity, row, held) : namesOne(row, held)));
  return may ? null : `${plural(entity)} are created only by an action, which isn't granted to them`;
}

/** The first required field that people with a right to create such a record can't fill in; null if they can fill in each of them. */
export function whyNotFilled(product: Product, grant: Grant): { readonly field: Field; readonly reason: string; readonly unread: boolean } | null {
  const entity = entityOf(product, grant.entity);
  // A grant of a field's own row grants no record.
  if (!entity || grant.verb !== "create" || !product.permissions.written || isFieldGrant(product, grant)) return null;
  const held = countsAs(product, grant.role);
  const filled = filledByEffects(product, entity, grant.by);
  for (const field of entity.fields) {
    if (!mustBeFilled(entity, field) || field.readOnly === true || filled.has(field.name)) continue;
    if (!mayFill(product, entity, field, held)) return { field, reason: `"${field.name}" is required, and point 6 doesn't let them fill it in`, unread: false };
    if (field.type.kind === "reference" && !isPrefilled(product, entity, field) && !mayChoose(product, field.type, held))
      return {
        field,
        reason: `"${field.name}" is required, and they may not read ${article(field.type.entity)}${field.type.role === undefined ? "" : ` with role ${field.type.role}`}`,
        unread: true,
      };
  }
  return null;
}

/** Whether point 6 lets somebody with the roles set the field of a new record, by the field's own row or by the entity's (default 59). */
export function mayFill(product: Product, entity: Entity, field: Field, held: readonly string[]): boolean {
  const [grants, never] = [ofEntity(product.permissions.grants, entity.name), ofEntity(product.permissions.never, entity.name)];
  const isOfField = (fields: Grant["fields"]): boolean => fields?.includes(field.name) === true;
  if (never.some((n) => n.verb === "create" && n.where === null && held.includes(n.role) && (n.fields === null || isOfField(n.fields)))) return false;
  const hasRow = hasFieldRow(product, entity, field.name, "create");
  return grants.some(
    (g) => held.includes(g.role) && (g.verb === "create" || (hasRow && g.verb === "update")) && (hasRow ? isOfField(g.fields) : g.fields === null || isOfField(g.fields)),
  );
}

/** A form fills the field in, from its route or from `Prefill`. */
const isPrefilled = ({ screens }: Product, { name }: Entity, field: Field): boolean =>
  screens.some(
    ({ shows }) => shows.kind === "form" && shows.entity === name && [...shows.prefill.map((one) => one.field), ...shows.parameters.map((one) => one.fills)].includes(field.name),
  );

const namesOne = ({ who }: Transition, held: readonly string[]): boolean => who.some(({ role }) => held.includes(role));

const grantsAction = ({ permissions }: Product, entity: string, { trigger }: Transition, held: readonly string[]): boolean =>
  ofEntity(permissions.grants, entity).some((grant) => held.includes(grant.role) && trigger.kind === "action" && isSame(grant.verb, { action: trigger.action }));

const rowsOf = (product: Product, entity: string, action: string): readonly Transition[] =>
  ofEntity(product.machines, entity).flatMap(({ transitions }) => transitions.filter(({ trigger }) => trigger.kind === "action" && trigger.action === action));

/** A part without rows of its own is read with its whole. */
function mayRead(product: Product, entity: string, held: readonly string[]): boolean {
  const own = ofEntity(product.permissions.grants, entity).filter((grant) => !isFieldGrant(product, grant));
  const whole = own.length === 0 ? entityOf(product, entity)?.partOf?.entity : undefined;
  if (whole !== undefined && whole !== entity) return mayRead(product, whole, held);
  return entity === "User"
    ? held.includes("everyone") || own.some((grant) => grant.verb === "read" && held.includes(grant.role))
    : own.some((grant) => grant.verb === "read" && held.includes(grant.role));
}

/** Everyone may read their own User record (default 22), which has only the roles that they have. */
function mayChoose(product: Product, { entity, role }: Extract<Field["type"], { kind: "reference" }>, held: readonly string[]): boolean {
  if (entity !== "User" || role === undefined || held.includes(role)) return mayRead(product, entity, held);
  return ofEntity(product.permissions.grants, "User").some(
    (grant) => grant.verb === "read" && held.includes(grant.role) && !isFieldGrant(product, grant) && !isOfThemselves(grant),
  );
}

/** A grant from a field's own row: it grants no record. */
const isFieldGrant = ({ permissions }: Product, { entity, fields, source }: Grant): boolean =>
  fields?.length === 1 &&
  ofEntity(permissions.fieldRows, entity).some((row) => row.field === fields[0] && row.source.file === source.file && row.source.from <= source.from && source.to <= row.source.to);

const article = (name: string): string => `${/^(?:[aeio]|u(?!s[aeiu]|ni(?!n|m|d)))/i.test(name) ? "an" : "a"} ${name}`;
const plural = (name: string): string => `records of ${name}`;
