/** What can be written at a place, by its point and by what its line has said so far. */
import { longestBullet, pointNumbers, pointTitles } from "@nonet/notation";
import type { Product } from "@nonet/model";
import type { CheckedDocument } from "../document/checked-document.ts";
import { lineContext, type LineContext } from "../document/line-context.ts";
import { bulletOffers } from "./bullet-offers.ts";
import { cellOffers } from "./cell-offers.ts";
import { expressionOffers } from "./expression-offers.ts";
import { formOffers } from "./form-offers.ts";
import { type Completion, type Offer, placed } from "./offer.ts";
import { entityAt, scopeAt } from "./place-scope.ts";
import { eventForms, givenForms, resultForms } from "@nonet/forms";

export function completionsAt(document: CheckedDocument, file: number, offset: number): readonly Completion[] {
  const source = document.sources[file];
  if (!source || offset > source.text.length) return [];
  // What is offered has no place: the product needn't be moved to where the lines are now.
  const { product } = document.compiled.unplaced;
  const place = lineContext(source, offset);
  // Of a line so long nothing is read, and reading it for offers would take seconds.
  if ("text" in place.form && place.form.text.length > longestBullet) return [];
  const expression = expressionAt(place);
  if (expression !== null) {
    const { offers, typed } = expressionOffers(scopeAt(product, place), expression);
    return placed(offers, typed, offset);
  }
  return placed(offersAt(product, place), "text" in place.form ? place.form.text : "", offset);
}

function offersAt(product: Product, place: LineContext): readonly Offer[] {
  const { form } = place;
  switch (form.kind) {
    case "heading":
      return form.depth === 2 ? missingPoints(product) : form.depth === 3 ? headingOffers(product, place) : [];
    case "cell":
      return cellOffers(product, place, form);
    case "bullet":
      return bulletOffers(product, place, form);
    case "step":
      return stepOffers(product, place, form.text);
    case "text":
      return form.text === "" || /^\p{Lu}?\p{L}*$/u.test(form.text) ? textOffers(place) : [];
  }
}

/** The text of an expression up to the cursor; null where none can stand. */
function expressionAt({ form, point }: LineContext): string | null {
  if (form.kind === "heading") return null;
  const { text } = form;
  const ticks = text.split("`").length - 1;
  if (ticks % 2 === 1) return text.slice(text.lastIndexOf("`") + 1);
  const brace = text.lastIndexOf("{");
  if (brace >= 0 && !text.slice(brace).includes("}") && (point === 7 || point === 8 || point === 4)) return text.slice(brace + 1);
  const computed = point === 3 && form.kind === "bullet" ? /\s=\s*([^`]*)$/.exec(text) : null;
  return computed ? computed[1]! : null;
}

function missingPoints(product: Product): readonly Offer[] {
  const missing = pointNumbers.filter((number) => product.points[number - 1]?.state === "missing");
  return missing.map((number) => ({ label: `${number}. ${pointTitles[number]}`, kind: "heading", detail: `point ${number}`, rank: number }));
}

/** Sections that something of the document can have and doesn't have yet. */
function headingOffers(product: Product, { point }: LineContext): readonly Offer[] {
  if (point === 2) return product.screens.filter(({ derived }) => !derived).map(({ name, route }) => ({ label: name, kind: "screen", detail: route }));
  if (point === 4) return product.entities.map(({ name }) => ({ label: name, kind: "entity", detail: "its states" }));
  if (point === 3)
    return product.entities.some(({ name, source }) => name === "User" && source === null)
      ? [{ label: "User", kind: "entity", detail: "further fields of the people who sign in" }]
      : [];
  return [];
}

const stepWords: readonly Offer[] = [
  { label: "Given", kind: "keyword", documentation: "A record or a person that exists before.", rank: 1 },
  { label: "When", kind: "keyword", documentation: "Something that somebody does, or that time passes.", rank: 1 },
  { label: "Then", kind: "keyword", documentation: "What must be true now.", rank: 1 },
  { label: "And", kind: "keyword", documentation: "One more of the kind of the step before.", rank: 1 },
  { label: "It is", kind: "keyword", documentation: "The date and time at which the example begins.", rank: 2 },
];

function stepOffers(product: Product, place: LineContext, text: string): readonly Offer[] {
  const step = /^\s*(given|when|then|and|but)\s+(.*)$/is.exec(text);
  if (!step) return stepWords;
  const tables = { given: [givenForms], when: [eventForms], then: [resultForms] }[step[1]!.toLowerCase()] ?? [givenForms, eventForms, resultForms];
  return formOffers(tables, step[2]!, product, entityAt(product, place));
}

function textOffers({ point }: LineContext): readonly Offer[] {
  const offers: Offer[] = [{ label: "Example: ", kind: "keyword", documentation: "A test of the document: steps that begin with Given, When and Then.", rank: 3 }];
  if (point !== null)
    offers.push(
      { label: "not shown", kind: "keyword", documentation: "Left open: listed, and never filled by invention.", rank: 4 },
      { label: "none", kind: "keyword", documentation: "Says that there is nothing.", rank: 4 },
    );
  if (point === 6)
    offers.push(
      { label: "Own: ", kind: "attribute", documentation: "To whom a record belongs.", rank: 2 },
      { label: "Never: ", kind: "attribute", documentation: "What no permission allows.", rank: 2 },
    );
  if (point === 3) offers.push({ label: "Initial records:", kind: "attribute", documentation: "The records that exist when the product starts for the first time.", rank: 2 });
  return offers;
}
