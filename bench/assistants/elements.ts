/** What a document states, as a set of names: what a solution has beyond the reference is invented. */
import type { Entity, Field, Product, Transition } from "@nonet/model";

/** Such as `field Book.title`, `Book.title is required`, `role Clerk`, `Clerk may read Book`. Names of rules, mails and screens are left to the author; their number isn't. */
export function elementsOf(product: Product): ReadonlySet<string> {
  return new Set([
    ...product.entities.flatMap(elementsOfEntity),
    ...product.machines.flatMap(({ entity, states, actions, transitions }) => [
      ...states.map(({ name }) => `state ${entity}: ${name}`),
      ...actions.map(({ name }) => `action ${entity}: ${name}`),
      ...transitions.map((one) => `transition ${entity}: ${one.from ?? "(new)"} → ${one.to ?? "(deleted)"} ${triggerOf(one)}`),
      ...transitions.flatMap((one) => one.who.map(({ role, own }) => `${role} may ${triggerOf(one)} ${own ? "own " : ""}${entity}`)),
    ]),
    ...product.permissions.roles.map(({ name }) => `role ${name}`),
    ...grantsOf(product),
    ...product.errors.map(({ code }) => `code ${code}`),
    ...product.constants.map(({ name, limit }) => `constant ${limit ?? name}`),
    ...numbered(
      "rule on",
      product.rules.map(({ entity }) => entity),
    ),
    ...numbered(
      "call of the kind",
      product.calls.map(({ does }) => does.kind),
    ),
    ...numbered(
      "screen of the kind",
      product.screens.filter(({ derived }) => !derived).map(({ shows }) => shows.kind),
    ),
  ]);
}

function elementsOfEntity(entity: Entity): readonly string[] {
  const fields = entity.fields.filter(({ source, computed, type }) => source !== null && computed === null && type.kind !== "inverse");
  return [`entity ${entity.name}`, ...fields.flatMap((field) => elementsOfField(entity.name, field)), ...(entity.deleting.source ? [`Deleting of ${entity.name}`] : [])];
}

function elementsOfField(entity: string, field: Field): readonly string[] {
  const name = `${entity}.${field.name}`;
  const stated = {
    required: field.required !== false,
    unique: field.unique || field.uniqueWithin !== null,
    "set once": field.setOnce,
    "read-only": field.readOnly !== false,
    hidden: field.hidden,
    secret: field.secret,
    personal: field.personalOf !== null,
  };
  const bounds = { "bounded below": field.atLeast, "bounded above": field.atMost, "given a default": field.default, "given a pattern": field.matching };
  return [
    `field ${name}`,
    ...Object.entries(stated).flatMap(([word, is]) => (is ? [`${name} is ${word}`] : [])),
    ...Object.entries(bounds).flatMap(([word, value]) => (value === null ? [] : [`${name} is ${word}`])),
    ...(field.type.kind === "one of" || field.type.kind === "any of" ? field.type.choices.map((choice) => `choice ${name}: ${choice}`) : []),
  ];
}

function triggerOf({ trigger }: Transition): string {
  return trigger.kind === "action" ? trigger.action : `(${trigger.kind})`;
}

/** For each role with everything that it includes; a grant for some records or fields is another one than for all. `all` brings the history, so that doesn't count. */
function grantsOf({ permissions }: Product): readonly string[] {
  const holders = [...permissions.roles, ...["anyone", "everyone"].map((name) => ({ name, includes: [name] }))];
  return holders.flatMap(({ name, includes }) =>
    permissions.grants
      .filter(({ role, verb }) => includes.includes(role) && verb !== "history")
      .flatMap(({ entity, verb, where, fields }) => {
        const what = typeof verb === "string" ? verb : verb.action;
        const narrow = `${name} may ${what} some ${entity}`;
        return where === null && fields === null ? [narrow, `${name} may ${what} ${entity}`] : [narrow];
      }),
  );
}

/** `rule on Loan (1)`, `rule on Loan (2)`. */
function numbered(what: string, names: readonly string[]): readonly string[] {
  return names.map((name, i) => `${what} ${name} (${names.slice(0, i + 1).filter((one) => one === name).length})`);
}
