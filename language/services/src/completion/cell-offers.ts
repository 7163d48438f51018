/** Completes cells of tables, by point and column. */
import { refusalForms, ruleBodyForms, ruleEventForms, ruleMomentForms, screenForms, statementForms, triggerForms } from "@nonet/forms";
import type { Product } from "@nonet/model";
import { limitNames } from "@nonet/compiler";
import { columnCalled, type LineContext, type LineForm } from "../document/line-context.ts";
import { fieldOffers } from "./field-offers.ts";
import { formOffers } from "./form-offers.ts";
import type { Offer } from "./offer.ts";
import { entityAt } from "./place-scope.ts";
import { actions, codes, entities, fields, people, screens, slotOffers, states } from "./slot-offers.ts";

const headers: Readonly<Record<number, readonly string[]>> = {
  2: ["Route", "Screen", "Shows", "For", "Menu"],
  3: ["Name", "Type"],
  4: ["From", "Action", "To", "Who", "When", "Then"],
  5: ["Rule", "Entity", "Must hold", "Otherwise"],
  8: ["Code", "Status", "Message", "When", "Help"],
  9: ["Name", "Value", "Unit", "Meaning", "Source"],
};

const word = (label: string, documentation?: string): Offer => ({ label, kind: "keyword", ...(documentation === undefined ? {} : { documentation }), rank: 3 });

export function cellOffers(product: Product, place: LineContext, cell: LineForm & { readonly kind: "cell" }): readonly Offer[] {
  const { point } = place;
  if (point === null) return [];
  if (cell.header === "" && point !== 6) return (headers[point] ?? []).map((label) => ({ label, kind: "attribute" }));
  const entity = entityAt(product, place);
  const column = columnCalled(cell.header, headers[point] ?? []);
  // Only the last of several names or statements in a cell is being written.
  const last = cell.text.slice(Math.max(cell.text.lastIndexOf(";"), cell.text.lastIndexOf(",")) + 1).trimStart();
  switch (point) {
    case 2:
      return column === "Shows"
        ? formOffers([screenForms], cell.text, product, entity)
        : column === "For"
          ? people(product, null)
          : column === "Screen"
            ? screens(product, null)
            : column === "Menu"
              ? [word("yes"), word("no")]
              : [];
    case 3:
      return column === "Type"
        ? fieldOffers(product, entity, cell.text, true)
        : /^attributes?|constraints?$/i.test(cell.header)
          ? fieldOffers(product, entity, `text, ${cell.text}`, false)
          : [];
    case 4:
      return transitionOffers(product, entity, column, cell.text, last);
    case 5:
      if (column === "Entity") return cell.text.includes(",") ? formOffers([ruleMomentForms, ruleEventForms], last, product, entity) : entities(product, null);
      if (column === "Must hold") return [word("`", "An expression that must be true."), ...formOffers([ruleBodyForms], cell.text, product, entity)];
      return column === "Otherwise" ? [...codes(product, null), ...formOffers([refusalForms], cell.text, product, entity)] : [];
    case 6:
      return matrixOffers(product, entity, cell, last);
    case 8:
      return column === "Status" ? ["400", "403", "404", "409", "422", "502"].map((label) => word(label)) : column === "Code" ? usedCodes(product) : [];
    case 9:
      return column === "Name"
        ? limitNames.map((label) => ({ label, kind: "constant", detail: "built-in limit", rank: 3 }))
        : column === "Value"
          ? [word("not shown", "Left open.")]
          : [];
    default:
      return [];
  }
}

function transitionOffers(product: Product, entity: string | null, column: string | undefined, text: string, last: string): readonly Offer[] {
  if (column === "From") return [...states(product, entity), word("any"), word("(new)", "The transition creates the record.")];
  if (column === "To") return [...states(product, entity), word("the same state"), word("(deleted)", "The transition deletes the record.")];
  if (column === "Action")
    return text.startsWith("(") ? formOffers([triggerForms], text.slice(1), product, entity) : [...actions(product, entity), word("(after "), word("(at "), word("(when ")];
  if (column === "Who") return [...people(product, null), word("system"), word("own", "Only whose record it is."), ...(slotOffers["condition"]?.(product, entity) ?? [])];
  if (column === "When") return [word("`", "The condition under which it is possible."), word("else ", "The error code where it isn't."), ...codes(product, null)];
  return column === "Then" ? formOffers([statementForms], last, product, entity) : [];
}

const verbs: readonly Offer[] = [
  word("read"),
  word("create"),
  word("update"),
  word("delete"),
  word("all", "Create, read, update, delete, and the actions without a Who."),
  word("–", "Nothing."),
  word("own", "Only whose record it is."),
  word("while", "Only in these states, or while a condition holds."),
];

function matrixOffers(product: Product, entity: string | null, cell: LineForm & { readonly kind: "cell" }, last: string): readonly Offer[] {
  if (cell.header === "" && cell.row.length > 0 && cell.headers.length <= cell.row.length + 1) return people(product, null);
  if (cell.row.length > 0)
    return /\bwhile\s+[^;]*$/.test(cell.text)
      ? states(product, entity)
      : /:\s*[^;]*$/.test(cell.text)
        ? fields(product, entity)
        : [...verbs, ...actions(product, entity), ...(last === "" ? [] : fields(product, entity))];
  const colon = cell.text.indexOf(":");
  if (colon < 0) return entities(product, null);
  const name = cell.text.slice(0, colon).trim().toLowerCase();
  return fields(product, product.entities.find((one) => one.name.toLowerCase() === name)?.name ?? null);
}

/** Codes that rules and actions raise; those that the catalogue doesn't list yet come first. */
const usedCodes = (product: Product): readonly Offer[] => {
  const listed = new Set(product.errors.map(({ code }) => code));
  const used = new Set(product.rules.map(({ code }) => code).filter((code) => code !== "" && !listed.has(code)));
  return [...used].map((label) => ({ label, kind: "code", detail: "used, and not listed yet" }));
};
