/**
 * What a reader may see and do at all: their roles and, per entity and field, whether some grant exists.
 * The server evaluates the conditions of grants; this only leaves out what is never allowed.
 */
import { audienceOf, type Action, type Entity, type Field, type Grant, hasFieldRow, type Product, type Screen, type Transition, type Verb } from "@nonet/model";

export interface Reader {
  readonly kind: "anyone" | "person";
  readonly roles: readonly string[];
  readonly owner: boolean;
  /** The screen and entity of the secret link that the reader opened. */
  readonly link?: { readonly entity: string; readonly screen: string };
}

export interface Visibility {
  /** Every role that applies to the reader: granted, included, `everyone`, `anyone`. */
  readonly roles: ReadonlySet<string>;
  /** Point 6 is open and the reader is the Owner, who may do everything. */
  readonly all: boolean;
  may(verb: Verb, entity: Entity): boolean;
  mayField(verb: "read" | "update" | "create", entity: Entity, field: Field): boolean;
  mayAct(entity: Entity, action: Action, transitions: readonly Transition[]): boolean;
  /** Whether the reader may open a screen, by its For column or its row in point 6. */
  mayOpen(screen: Screen): boolean;
  /** Whether a part of a screen is for the reader; null for everybody who may open the screen. */
  isFor(roles: readonly string[] | null): boolean;
}

export function visibilityFor(product: Product, reader: Reader): Visibility {
  const roles = rolesOf(product, reader);
  const { permissions } = product;
  const all = !permissions.written && reader.owner;
  const mine = (grants: readonly Grant[], entity: Entity) => grants.filter((g) => g.entity === entity.name && roles.has(g.role));
  const isVerb = (grant: Grant, verb: Verb) => grant.verb === verb;
  const whole = (entity: Entity): Entity => product.entities.find((e) => e.name === entity.partOf?.entity) ?? entity;
  const grantsOf = (entity: Entity): readonly Grant[] => {
    const own = mine(permissions.grants, entity);
    if (!entity.partOf || permissions.grants.some((g) => g.entity === entity.name && !ofFieldRow(entity, g))) return own;
    // Rows for single fields of a part leave the other fields to the grants on the owner's list of parts.
    const list = entity.partOf.list;
    return [
      ...own,
      ...grantsOf(whole(entity))
        .filter((g) => g.fields === null || g.fields.includes(list))
        .map((g) => ({ ...g, fields: null, verb: typeof g.verb === "string" && g.verb !== "read" && g.verb !== "history" ? ("update" as const) : g.verb }))
        .flatMap((g) => (g.verb === "update" ? [g, { ...g, verb: "create" as const }, { ...g, verb: "delete" as const }] : [g])),
    ];
  };
  const ofFieldRow = (entity: Entity, g: Grant) =>
    g.fields !== null && g.fields.length > 0 && g.fields.every((f) => permissions.fieldRows.some((r) => r.entity === entity.name && r.field === f));
  const forbidden = (verb: Verb, entity: Entity, field: Field | null) =>
    mine(permissions.never, entity).some((g) => isVerb(g, verb) && g.where === null && (g.fields === null || (field !== null && g.fields.includes(field.name))));

  const may = (verb: Verb, entity: Entity): boolean => {
    if (all) return true;
    if (verb === "read" && entity.name === "User" && reader.kind === "person") return true;
    if (forbidden(verb, entity, null)) return false;
    // Default 56: a history without grants of its own is readable with the record.
    const followsRecord =
      verb === "history" &&
      ![entity, whole(entity)].some((e) => e.builtIn || permissions.historyRows?.includes(e.name) || permissions.grants.some((g) => g.entity === e.name && isVerb(g, "history")));
    return grantsOf(entity).some((g) => isVerb(g, followsRecord ? "read" : verb));
  };
  const granted = (verb: Verb, entity: Entity, field: Field): boolean => {
    const row = hasFieldRow(product, entity, field.name, verb);
    return !forbidden(verb, entity, field) && grantsOf(entity).some((g) => isVerb(g, verb) && (g.fields === null ? !row : g.fields.includes(field.name)));
  };
  return {
    roles,
    all,
    may,
    mayField(verb, entity, field) {
      if (all) return true;
      if (entity.name === "User" && reader.kind === "person" && verb !== "create" && field.name === "name") return true;
      if (granted(verb, entity, field)) return true;
      // A field row that grants updating also grants setting the field at creation, if the record may be created.
      return verb === "create" && hasFieldRow(product, entity, field.name, verb) && granted("update", entity, field) && may("create", entity);
    },
    mayAct(entity, action, transitions) {
      if (action.systemOnly) return false;
      if (all) return true;
      const forbiddenByRule = mine(permissions.never, entity).some((g) => g.where === null && typeof g.verb === "object" && g.verb.action === action.name);
      if (forbiddenByRule) return false;
      const byMatrix = grantsOf(entity).some((g) => typeof g.verb === "object" && g.verb.action === action.name);
      return transitions.some((t) => (t.who.length === 0 ? byMatrix : t.who.some((w) => roles.has(w.role))));
    },
    isFor: (named) => all || named === null || named.some((role) => roles.has(role)),
    mayOpen: (screen) => all || audienceOf(product, screen).some((role) => roles.has(role)),
  };
}

function rolesOf(product: Product, reader: Reader): Set<string> {
  const roles = new Set(reader.link ? ["anyone", "bearer"] : ["anyone"]);
  if (reader.kind === "anyone") return roles;
  roles.add("everyone");
  for (const held of reader.roles) {
    roles.add(held);
    const role = product.permissions.roles.find((r) => r.name === held);
    for (const included of role?.includes ?? []) roles.add(included);
  }
  return roles;
}
