/** Completes expressions: names with their types, what follows a point, and the values that a comparison can have. */
import type { Type } from "@nonet/feel";
import { type ExpressionScope, membersOf, namesIn, typeOfPath, withoutFilters } from "./expression-scope.ts";
import type { Offer } from "./offer.ts";

/** What can stand at the end of the beginning of an expression. `typed`: the part of the text that the offers can replace. */
export function expressionOffers(outer: ExpressionScope, text: string): { readonly offers: readonly Offer[]; readonly typed: string } {
  const quote = openQuote(text);
  const scope = withFilters(outer, quote === null ? text : text.slice(0, quote));
  if (quote !== null) return { offers: choicesAt(scope, text.slice(0, quote), false), typed: text.slice(quote + 1) };
  const member = /\.\s*([\p{L}\p{N}'’ -]*)$/u.exec(text);
  if (member && !/\d$/.test(text.slice(0, member.index))) {
    const offers = membersOf(scope, text.slice(0, member.index));
    if (offers.length > 0) return { offers, typed: member[1]! };
  }
  const compared = /(?:!=|=|\bin\s*\(?)\s*$/.test(text) ? choicesAt(scope, text, true) : [];
  return { offers: [...compared, ...namesIn(scope)], typed: /[\p{L}\p{N}'’_ -]*$/u.exec(text)![0] };
}

/** The offset of the quotation mark of a text that isn't closed; null if there is none. */
function openQuote(text: string): number | null {
  let open: number | null = null;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\" && open !== null) at++;
    else if (text[at] === '"') open = open === null ? at : null;
  }
  return open;
}

/** The texts that can be compared with what stands before `=`, `!=` or `in (`. */
function choicesAt(scope: ExpressionScope, text: string, quoted: boolean): readonly Offer[] {
  const before = /^(.*?)\s*(?:!=|=|\bin)\s*(?:\(?\s*(?:"[^"]*"\s*,\s*)*)$/s.exec(text)?.[1];
  const type = before === undefined ? null : typeOfPath(scope, before);
  return choicesOf(type).map((choice) => ({ label: quoted ? `"${choice}"` : choice, kind: "choice", rank: -1 }));
}

const choicesOf = (type: Type | null): readonly string[] => (type?.kind === "string" ? (type.choices ?? []) : type?.kind === "list" ? choicesOf(type.of) : []);

/** Inside a filter, the fields of the filtered records come first. */
function withFilters(scope: ExpressionScope, text: string): ExpressionScope {
  let entities = scope.entities;
  let depth = 0;
  const opened: number[] = [];
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === "]") depth++;
    else if (text[at] === "[" && depth-- === 0) {
      opened.unshift(at);
      depth = 0;
    }
  }
  for (const at of opened) {
    const type = typeOfPath({ ...scope, entities }, withoutFilters(text.slice(0, at)));
    if (type?.kind === "list" && type.of.kind === "record") entities = [type.of.name, ...entities];
  }
  return { ...scope, entities };
}
