/** What can fill a slot of a form: the names of its kind. */
import { entityOf, type Product } from "@nonet/model";
import { describe } from "@nonet/feel";
import { fieldsOf } from "./expression-scope.ts";
import type { Offer, OfferKind } from "./offer.ts";

export type SlotOffers = (product: Product, entity: string | null) => readonly Offer[];

const named = (kind: OfferKind, names: readonly string[], detail?: string): readonly Offer[] =>
  names.map((label) => ({ label, kind, ...(detail === undefined ? {} : { detail }), rank: 1 }));

export const entities: SlotOffers = (product) => product.entities.map(({ name, plural }) => ({ label: name, kind: "entity", detail: plural, rank: 1 }));

export const fields: SlotOffers = (product, entity) => {
  const found = entity === null ? undefined : entityOf(product, entity);
  return found ? [...fieldsOf(found, product)].map(([label, type]) => ({ label, kind: "field", detail: describe(type), rank: 1 })) : [];
};

export const states: SlotOffers = (product, entity) =>
  product.machines
    .filter((one) => entity === null || one.entity === entity)
    .flatMap((one) =>
      named(
        "state",
        one.states.map(({ name }) => name),
        `state of ${one.entity}`,
      ),
    );

export const actions: SlotOffers = (product, entity) =>
  product.machines
    .filter((one) => entity === null || one.entity === entity)
    .flatMap((one) =>
      named(
        "action",
        one.actions.map(({ name }) => name),
        `action of ${one.entity}`,
      ),
    );

export const roles: SlotOffers = (product) =>
  named(
    "role",
    product.permissions.roles.map(({ name }) => name),
    "role",
  );

export const people: SlotOffers = (product) => [...roles(product, null), ...named("role", ["everyone", "anyone"], "everybody who is signed in, or any visitor")];

export const calls: SlotOffers = (product) => product.calls.map(({ name, does }) => ({ label: name, kind: "call", detail: does.kind, rank: 1 }));

export const codes: SlotOffers = (product) => product.errors.map(({ code, status }) => ({ label: code, kind: "code", detail: `status ${status}`, rank: 1 }));

/** Forms whose route has no parameter: a page can contain them. */
export const formScreens: SlotOffers = (product) =>
  product.screens.flatMap(({ name, route, shows }) =>
    shows.kind.endsWith("form") && !route.includes(":") ? [{ label: name, kind: "screen" as const, detail: route, rank: 1 }] : [],
  );
export const screens: SlotOffers = (product) =>
  product.screens.filter(({ derived }) => !derived).map(({ name, route }) => ({ label: name, kind: "screen", detail: route, rank: 1 }));

export const constants: SlotOffers = (product) => product.constants.map(({ name, meaning }) => ({ label: name, kind: "constant", documentation: meaning, rank: 1 }));

const conditions: SlotOffers = (product, entity) => [
  { label: "`…`", kind: "keyword", insert: "`", detail: "an expression", rank: 1 },
  ...states(product, entity),
  ...product.permissions.named.filter((one) => one.entity === entity).map(({ name }): Offer => ({ label: name, kind: "condition", detail: `condition on ${entity}`, rank: 1 })),
];

/** By the kind of slot. */
export const slotOffers: Readonly<Record<string, SlotOffers>> = {
  entity: entities,
  field: fields,
  fields,
  columns: fields,
  groups: fields,
  target: fields,
  per: fields,
  state: states,
  states,
  start: states,
  action: actions,
  actions,
  "entity action": actions,
  events: (product, entity) => [...actions(product, entity), ...named("keyword", ["create", "change of"])],
  role: roles,
  roles,
  people,
  actor: people,
  call: calls,
  message: calls,
  received: calls,
  offered: calls,
  code: codes,
  codes,
  unless: codes,
  screen: screens,
  place: screens,
  things: entities,
  some: entities,
  record: entities,
  records: entities,
  condition: conditions,
  filter: conditions,
  value: constants,
  duration: constants,
  delay: constants,
  length: constants,
  from: fields,
  to: fields,
};
