/** Completes bullets: the attributes of each point, and the values of each attribute. */
import { aboutNames, callTitles, entityAttributes, screenAttributes } from "@nonet/compiler";
import { fold } from "@nonet/feel";
import {
  chartForms,
  commentForms,
  decisionStepForms,
  deletingForms,
  erasingForms,
  expectationForms,
  type FormTable,
  historyForms,
  machineForms,
  receiverForms,
  retryForms,
  scheduleForms,
  signatureForms,
  signInForms,
  sortForms,
  statementForms,
} from "@nonet/forms";
import { type Product } from "@nonet/model";
import type { LineContext, LineForm } from "../document/line-context.ts";
import { fieldOffers } from "./field-offers.ts";
import { formOffers } from "./form-offers.ts";
import type { Offer } from "./offer.ts";
import { entityAt } from "./place-scope.ts";
import { actions, codes, entities, fields, people, roles, formScreens, screens, type SlotOffers, states } from "./slot-offers.ts";

const label = (name: string): Offer => ({ label: `${name}: `, kind: "attribute", rank: 1 });

export function bulletOffers(product: Product, place: LineContext, bullet: LineForm & { readonly kind: "bullet" }): readonly Offer[] {
  const entity = entityAt(product, place);
  return bullet.label === null ? labelOffers(product, place, entity, bullet.text) : valueOffers(product, place, entity, bullet.label, bullet.text);
}

function labelOffers(product: Product, { point, section }: LineContext, entity: string | null, text: string): readonly Offer[] {
  switch (point) {
    case 1:
      return [...aboutNames.map((name): Offer => ({ label: `**${name}**: `, kind: "attribute", rank: 1 })), ...roles(product, null)];
    case 2: {
      const kind = product.screens.find(({ name }) => section !== null && fold(name) === fold(section))?.shows.kind;
      return (kind === undefined ? [] : screenAttributes[kind]).map((name) =>
        titled.has(name) ? { label: `${name} "…": `, insert: `${name} "`, kind: "attribute", rank: 1 } : label(name),
      );
    }
    case 3:
      return entityAttributes
        .filter((name) => name !== "Initial records")
        .map(label)
        .concat(on.map((name) => ({ label: name, kind: "attribute", rank: 2 })));
    case 4:
      return [...formOffers([machineForms], text, product, entity), ...actions(product, entity)];
    case 6:
      return [...roles(product, null).map((role) => ({ ...role, label: `**${role.label}**` })), label("Own"), label("Never")];
    case 7:
      return callTitles.map(label);
    default:
      return [];
  }
}

const titled: ReadonlySet<string> = new Set(["Section", "Tab", "Step", "Number", "Chart", "Picture", "Form"]);
const on = ["On change of ", "On entering ", "On leaving ", "When … is deleted: "];

const byForms: Readonly<Record<string, readonly FormTable[]>> = {
  "sign in": [signInForms],
  deleting: [deletingForms],
  erasing: [erasingForms],
  history: [historyForms],
  comments: [commentForms],
  sort: [sortForms],
  "sort by": [sortForms],
  chart: [chartForms],
  every: [scheduleForms],
  "email to": [receiverForms],
  retries: [retryForms],
  expects: [expectationForms],
  "signed with": [signatureForms],
  "on create": [statementForms],
  then: [statementForms],
  does: [statementForms],
};

const byNames: Readonly<Record<string, SlotOffers>> = {
  columns: fields,
  search: fields,
  filters: fields,
  "group by": fields,
  fields,
  rows: fields,
  section: fields,
  step: fields,
  tab: fields,
  prefill: fields,
  unique: fields,
  actions,
  "starts as": states,
  "ends as": states,
  for: people,
  otherwise: codes,
  finds: entities,
  "for each": entities,
  errors: codes,
  "after saving": screens,
  list: entities,
  form: formScreens,
};

function valueOffers(product: Product, place: LineContext, entity: string | null, name: string, text: string): readonly Offer[] {
  const key = fold(name.replace(/\s*"[^"]*"?$/, ""));
  const last = text.slice(Math.max(text.lastIndexOf(";"), text.lastIndexOf(",")) + 1).trimStart();
  const tables = byForms[key] ?? (/^on (?:change of|entering|leaving) /.test(key) ? [statementForms] : undefined);
  if (place.point === 4 && !tables && !byNames[key])
    return / asks? for$/.test(key)
      ? fields(product, entity)
      : key.endsWith(" decided by")
        ? formOffers([decisionStepForms], text, product, entity).concat(roles(product, null))
        : [];
  if (tables) return formOffers(tables, tables.includes(statementForms) ? last : text, product, entity);
  if (place.point === 3 && (!byNames[key] || /^[a-z]/.test(name))) return fieldOffers(product, entity, text, false);
  if (place.point === 1) return key === "language" || key === "currency" || key === "time zone" ? aboutValues(key) : [];
  const names = byNames[key]?.(product, entity) ?? [];
  if (key === "otherwise") return [...names, ...formOffers([statementForms], last, product, entity)];
  return key === "list" && /,/.test(text) ? fields(product, entity) : names;
}

const aboutValues = (key: string): readonly Offer[] =>
  (key === "currency"
    ? ["EUR", "USD", "GBP", "CHF", "SEK", "PLN"]
    : key === "language"
      ? ["English", "German", "French", "Polish", "Spanish"]
      : ["Europe/Berlin", "Europe/London", "America/New_York", "Asia/Tokyo", "UTC"]
  ).map((one) => ({ label: one, kind: "choice" }));
