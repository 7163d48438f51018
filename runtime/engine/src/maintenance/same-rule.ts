/** Whether a rule means the same in two versions of a document, whatever its names have become. */
import { comparedFields, type Entity, entityOf, type Product, type Rule, withComparedFields } from "@nonet/model";

/** The rule in the previous version; undefined where it is new. */
export const previousRule = (before: Product, after: Product, rule: Rule): Rule | undefined =>
  before.rules.find((r) => r.name === rule.name && entityNow(after, r.entity) === rule.entity);

export const isSameRule = (before: Product, after: Product, previous: Rule, rule: Rule): boolean =>
  meaning(before, previous, presentNames(after, previous)) === meaning(after, rule, sameNames);

/** The names of things in the new version. */
interface Names {
  entity(name: string): string;
  field(entity: string, name: string): string;
  value(text: string): string;
}

const sameNames: Names = { entity: (name) => name, field: (_, name) => name, value: (text) => text };

function entityNow(after: Product, name: string): string {
  return entityOf(after, name) ? name : (after.entities.find((e) => e.was === name)?.name ?? name);
}

function presentNames(after: Product, previous: Rule): Names {
  const read = previous.reads.map((key) => key.split(".")).map(([entity, ...rest]) => [entityNow(after, entity!), rest.join(".")] as const);
  const fieldNow = (entity: Entity | undefined, name: string): string =>
    !entity || entity.fields.some((f) => f.name === name) ? name : (entity.fields.find((f) => f.was === name)?.name ?? name);
  // Only states and choices that the rule reads; any other text keeps its meaning.
  const renames = new Map(read.flatMap(([entity, name]) => valuesNow(after, entity, fieldNow(entityOf(after, entity), name))));
  return {
    entity: (name) => entityNow(after, name),
    field: (entity, name) => fieldNow(entityOf(after, entityNow(after, entity)), name),
    value: (text) => renames.get(text) ?? text,
  };
}

/** Pairs of a value's previous and present name. */
function valuesNow(after: Product, entity: string, name: string): (readonly [string, string])[] {
  const states = after.machines.find((m) => m.entity === entity && m.field === name)?.states ?? [];
  const type = entityOf(after, entity)?.fields.find((f) => f.name === name)?.type;
  const choices = type?.kind === "one of" || type?.kind === "any of" ? type : null;
  return [
    ...states.flatMap((s) => (s.was ?? []).filter((was) => !states.some((other) => other.name === was)).map((was) => [was, s.name] as const)),
    ...(choices?.renamed ?? []).filter(({ from }) => !choices!.choices.includes(from)).map(({ from, to }) => [from, to] as const),
  ];
}

/**
 * A rule's meaning as text, with the definitions of the constants, functions, tables and computed fields that it uses. It
 * leaves out source locations, and the choices of types, since a further choice changes nothing for the others. Keys are
 * sorted, because a stored version returns them in another order.
 */
function meaning(product: Product, rule: Rule, names: Names): string {
  const { holds, moment } = rule;
  const body = withComparedFields(
    holds,
    comparedFields(holds).map((name) => names.field(rule.entity, name)),
  );
  const named = moment.kind === "change" ? { ...moment, field: names.field(rule.entity, moment.field) } : moment;
  const when = named.kind !== "always" && named.states ? { ...named, states: named.states.map((state) => names.value(state)) } : named;
  const inWords = (part: unknown): string =>
    JSON.stringify(part, (key, value: unknown) =>
      ignored.has(key) ? undefined : isPlain(value) ? Object.fromEntries(Object.entries(renamed(value, names)).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
    );
  return [when, body].map(inWords).join("\n") + [...definitionsIn(product, holds, new Map()).values()].map(inWords).sort().join("\n");
}

const ignored = new Set(["span", "source", "choices", "meaning"]);

/** The definitions of all names in an expression, and of the names in those. */
function definitionsIn(product: Product, at: unknown, found: Map<object, unknown>): Map<object, unknown> {
  if (at === null || typeof at !== "object") return found;
  const node = at as Record<string, unknown>;
  const named = node["kind"] === "global" ? globalOf(product, String(node["name"])) : node["kind"] === "path" ? computedOf(product, node) : undefined;
  if (named && !found.has(named.of)) {
    found.set(named.of, named.definition);
    definitionsIn(product, named.definition, found);
  }
  for (const [key, inner] of Object.entries(node)) if (key !== "type" && !ignored.has(key)) definitionsIn(product, inner, found);
  return found;
}

interface Definition {
  readonly of: object;
  readonly definition: unknown;
}

function globalOf({ constants, functions, tables }: Product, name: string): Definition | undefined {
  const constant = constants.find((c) => c.name === name);
  if (constant) return { of: constant, definition: constant.values };
  const of = functions.find((f) => f.name === name) ?? tables.find((t) => t.name === name);
  return of && { of, definition: of };
}

function computedOf(product: Product, path: Record<string, unknown>): Definition | undefined {
  const field = entityOf(product, recordOf(path["of"]) ?? "")?.fields.find((f) => f.name === path["field"]);
  return field?.computed ? { of: field, definition: field.computed } : undefined;
}

const isPlain = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);

/** A node of an expression, or a type, under its present names. */
function renamed(node: Record<string, unknown>, names: Names): Record<string, unknown> {
  const { kind, name, value, field } = node;
  if ((kind === "record" || kind === "global") && typeof name === "string") return { ...node, name: names.entity(name) };
  if (kind === "literal" && typeof value === "string") return { ...node, value: names.value(value) };
  const of = kind === "path" && typeof field === "string" ? recordOf(node["of"]) : null;
  return of === null ? node : { ...node, field: names.field(of, field as string) };
}

/** The entity of the record, or of the list's records, that a path's field is of. */
function recordOf(of: unknown): string | null {
  const type = isPlain(of) ? of["type"] : null;
  const one = isPlain(type) && type["kind"] === "list" ? type["of"] : type;
  return isPlain(one) && one["kind"] === "record" ? String(one["name"]) : null;
}
