/** Completes statements by their forms: the words that can stand next, and the names that fill the next slot. */
import { describePattern, type FormTable, nextExpected, type SlotTests } from "@nonet/forms";
import { fold } from "@nonet/feel";
import type { Product } from "@nonet/model";
import type { Offer } from "./offer.ts";
import { slotOffers } from "./slot-offers.ts";

/** What can stand at the end of the beginning of a statement. */
export function formOffers(tables: readonly FormTable[], text: string, product: Product, entity: string | null): readonly Offer[] {
  const offers: Offer[] = [];
  for (const next of nextExpected(tables, text, testsOf(product, entity))) {
    const form = next.table.forms[next.name]!;
    if (next.kind === "words") offers.push({ label: next.text, kind: "keyword", detail: describePattern(form.pattern), documentation: form.means, rank: next.isCanonical ? 2 : 5 });
    else offers.push(...(slotOffers[next.of]?.(product, entity) ?? []));
  }
  return offers;
}

/** Names fill slots of their kind whole, so that names of several words are recognized. */
function testsOf(product: Product, entity: string | null): SlotTests {
  return Object.fromEntries(
    ["entity", "field", "action", "state", "role", "call", "code", "screen"].map((kind) => {
      const known = new Set((slotOffers[kind]?.(product, entity) ?? []).map(({ label }) => fold(label)));
      return [kind, (text: string) => known.has(fold(text.replace(/^["`]|["`]$/g, "")))];
    }),
  );
}
