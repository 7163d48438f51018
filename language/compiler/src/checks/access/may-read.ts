/** Whether a role may read or create something for at least one record: conditions count as met. */
import { type Grant, hasFieldRow, type Machine, type Product, type Verb } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { grouped } from "../../resolve/grouped-rights.ts";

/** Indexes of one product, built once. */
interface Index {
  allFields?: object;
  rights?: object;
  readonly entities: ReadonlyMap<string, Product["entities"][number]>;
  readonly grants: ReadonlyMap<string, readonly Grant[]>;
  readonly machines: ReadonlyMap<string, readonly Machine[]>;
  /** By entity: its fields with a row of their own. */
  readonly fieldRows: ReadonlyMap<string, ReadonlySet<string>>;
  readonly held: Map<string, ReadonlySet<string>>;
}

const indexes = new WeakMap<Product, Index>();

export function indexOf(product: Product): Index {
  const known = indexes.get(product);
  if (known) return known;
  const { permissions } = product;
  const rows = grouped(permissions.fieldRows);
  const index: Index = {
    entities: new Map(product.entities.map((entity) => [entity.name, entity])),
    grants: grouped(permissions.grants),
    machines: grouped(product.machines),
    fieldRows: new Map([...rows].map(([entity, list]) => [entity, new Set(list.map((row) => row.field))])),
    held: new Map(),
  };
  indexes.set(product, index);
  return index;
}

/** Dependencies that change only when any field, or anything in point 6, changes. */
export function fieldsOf(ctx: PointCompiler, product: Product): object {
  const index = indexOf(product);
  return (index.allFields ??= ctx.identityOf("fields", () => product.entities.map((entity) => entity.fields)));
}

export function rightsOf(ctx: PointCompiler, product: Product): object {
  const { entities, permissions } = product;
  const index = indexOf(product);
  const { roles, fieldRows, grants, never } = permissions;
  return (index.rights ??= ctx.identityOf("rights", () => [
    ...roles.flatMap((role) => [role.name, role.includes.join()]),
    ...fieldRows.flatMap((row) => [row.entity, row.field]),
    ...grants,
    ...never,
    ...entities.map((entity) => entity.partOf?.list),
  ]));
}

const isOfFieldRow = ({ permissions }: Product, { entity, fields, source }: Grant): boolean =>
  fields?.length === 1 &&
  permissions.fieldRows.some(
    (row) => row.entity === entity && row.field === fields[0] && row.source.file === source.file && row.source.from <= source.from && source.to <= row.source.to,
  );

type Never = Product["permissions"]["never"][number];

/** What point 6 grants for one entity. */
export interface Rights {
  readonly grants: readonly Grant[];
  /** Those of them that stand in the row of a field, which grant no record. */
  readonly ofFields: readonly Grant[];
  readonly never: readonly Never[];
  /** Its fields with a row of their own. */
  readonly fieldRows: ReadonlySet<string>;
  /** Its hidden fields: only a row of their own, or a grant that names them, lets somebody read them. */
  readonly hidden: ReadonlySet<string>;
  /** The hidden fields that their own row lets somebody write. */
  readonly writtenByRow: ReadonlySet<string>;
  readonly partOf: Product["entities"][number]["partOf"];
}

const noRights = { grants: [], ofFields: [], never: [], fieldRows: new Set<string>(), hidden: new Set<string>(), writtenByRow: new Set<string>() };

/** Publishes the permissions of each entity separately, so that a check depends only on the entities it reads. */
export function publishRights(ctx: PointCompiler, product: Product): void {
  const { grants, fieldRows } = indexOf(product);
  const never = grouped(product.permissions.never);
  for (const entity of product.entities) {
    const { name, partOf } = entity;
    const hidden = entity.fields.flatMap((field) => (field.hidden ? [field.name] : []));
    const writtenByRow = hidden.filter((field) => hasFieldRow(product, entity, field, "update"));
    const own = grants.get(name) ?? [];
    const rights: Rights = {
      grants: own,
      ofFields: own.filter((grant) => isOfFieldRow(product, grant)),
      never: never.get(name) ?? [],
      fieldRows: fieldRows.get(name) ?? noRights.fieldRows,
      hidden: hidden.length === 0 ? noRights.hidden : new Set(hidden),
      writtenByRow: writtenByRow.length === 0 ? noRights.writtenByRow : new Set(writtenByRow),
      partOf,
    };
    const key = ctx.identityOf(`rights of ${name}`, () => [
      partOf?.entity,
      partOf?.list,
      ...rights.fieldRows,
      "hidden",
      ...hidden,
      "never",
      ...rights.never,
      "grants",
      ...rights.grants,
    ]);
    ctx.publish(`rights of ${name}`, withRights(key, rights));
  }
  const reading = new Set(product.permissions.grants.filter(({ verb, entity }) => verb === "read" && entity !== "User").map(({ role }) => role));
  const blind = product.permissions.roles.filter(({ name, includes }) => ![name, ...includes, "everyone", "anyone"].some((role) => reading.has(role)));
  ctx.publish("roles that read nothing", blind.map(({ name }) => name).join("\n"));
  ctx.publish(
    "roles",
    ctx.identityOf("roles", () => product.permissions.roles.flatMap((role) => [role.name, role.includes.join()])),
  );
}

/** The same rights for the same key. */
const rightsBy = new WeakMap<object, Rights>();

function withRights(key: object, rights: Rights): Rights {
  const known = rightsBy.get(key) ?? rights;
  rightsBy.set(key, known);
  return known;
}

export const rightsTo = (ctx: PointCompiler, entity: string): Rights => ctx.lookUp(`rights of ${entity}`) ?? { ...noRights, partOf: null };

/** `role` null: whoever has any role. `field` null: any field of the record. Owned parts that no row names follow their whole. */
export function mayEver(ctx: PointCompiler, product: Product, role: string | null, verb: Verb, entity: string, field: string | null): boolean {
  const held = role === null ? null : heldBy(ctx, product, role);
  const rights = rightsTo(ctx, entity);
  const { grants, ofFields, fieldRows, never, partOf } = rights;
  const whole = partOf?.entity;
  const hasOwnRow = grants.some((g) => g.fields?.length !== 1 || !fieldRows.has(g.fields[0]!));
  const fieldHasRow = field !== null && isGrantedByName(rights, field, verb);
  if (!hasOwnRow && !fieldHasRow && whole !== undefined && whole !== entity) return mayEver(ctx, product, role, verb, whole, partOf?.list ?? null);
  const isMine = (g: Grant): boolean => g.verb === verb && held?.has(g.role) !== false;
  if (field === null) return grants.some((g) => isMine(g) && !ofFields.includes(g));
  if (never.some((n) => n.verb === verb && (held ? held.has(n.role) : n.role === "anyone") && n.where === null && (n.fields === null || n.fields.includes(field)))) return false;
  return grants.some((g) => isMine(g) && (fieldHasRow ? g.fields?.includes(field) === true : g.fields === null || g.fields.includes(field)));
}

/** Whether only a grant that names the field counts. */
const isGrantedByName = ({ hidden, writtenByRow, fieldRows }: Rights, field: string, verb: Verb): boolean =>
  hidden.has(field) ? verb === "read" || writtenByRow.has(field) : fieldRows.has(field);

/** The roles that a person with the role counts as having. */
export function heldBy(ctx: PointCompiler, product: Product, role: string): ReadonlySet<string> {
  ctx.lookUp("roles");
  const { held } = indexOf(product);
  const known = held.get(role);
  if (known) return known;
  const made = new Set(role === "anyone" ? ["anyone"] : [...(product.permissions.roles.find((r) => r.name === role)?.includes ?? [role]), "everyone", "anyone"]);
  held.set(role, made);
  return made;
}

export function rolesOf(ctx: PointCompiler, product: Product): readonly string[] {
  ctx.lookUp("roles");
  return product.permissions.roles.map((role) => role.name);
}

/** Whether a role may read a field of all records of its entity. */
export function readsAlways(ctx: PointCompiler, product: Product, role: string, entity: string, field: string): boolean {
  if (!mayEver(ctx, product, role, "read", entity, field)) return false;
  const held = heldBy(ctx, product, role);
  const rights = rightsTo(ctx, entity);
  const { grants, never } = rights;
  const isByName = isGrantedByName(rights, field, "read");
  if (never.some((n) => n.verb === "read" && held.has(n.role) && (n.fields === null || n.fields.includes(field)))) return false;
  const isOfField = (fields: readonly string[] | null): boolean => (isByName ? fields?.includes(field) === true : fields === null || fields.includes(field));
  return grants.some((g) => g.verb === "read" && held.has(g.role) && g.where === null && isOfField(g.fields));
}
