/** Completes a field of point 3: its type, then its attributes. */
import { typeNames } from "@nonet/compiler";
import { fieldAttributeForms } from "@nonet/forms";
import type { Product } from "@nonet/model";
import { formOffers } from "./form-offers.ts";
import type { Offer } from "./offer.ts";
import { entities, fields, roles } from "./slot-offers.ts";

/** `text`: the field after its name, up to the cursor. */
export function fieldOffers(product: Product, entity: string | null, text: string, typeOnly: boolean): readonly Offer[] {
  const comma = lastComma(text);
  if (comma >= 0 && !typeOnly) return formOffers([fieldAttributeForms], text.slice(comma + 1).trimStart(), product, entity);
  const by = /\blist of\s+(.+?)\s+by\s+[^,]*$/i.exec(text);
  if (by) return fields(product, product.entities.find(({ name }) => name.toLowerCase() === by[1]!.toLowerCase())?.name ?? null);
  if (/\bwith role\s+[^,]*$/i.test(text)) return roles(product, null);
  if (/\blist of\s+[^,]*$/i.test(text)) return [...entities(product, null), ...["text", "number", "date"].map(typeOffer)];
  return [...typeNames.map(typeOffer), ...entities(product, null)];
}

const typeOffer = (name: string): Offer =>
  /^(one|any) of$/.test(name) ? { label: `${name} (…)`, insert: `${name} (`, kind: "type", detail: "choices", rank: 0 } : { label: name, kind: "type", rank: 0 };

/** The last comma outside parentheses and backticks. */
function lastComma(text: string): number {
  let depth = 0;
  let ticked = false;
  let found = -1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "`") ticked = !ticked;
    else if (ticked) continue;
    else if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
    else if (text[at] === "," && depth === 0) found = at;
  }
  return found;
}
