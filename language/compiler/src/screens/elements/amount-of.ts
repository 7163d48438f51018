/** What a chart counts where a field stands without a function: `total of Order` and `Order total` are the sum of an amount. Other numbers could be added up or averaged, so that is asked. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Context } from "../../context/context.ts";
import type { DeclaredField } from "../../declare/declared.ts";
import { findEntity } from "../naming/names.ts";
import { aggregates } from "../naming/word-tests.ts";

/** The words with the sum of the amount; the same words where they say something else; null if it is reported that the function is missing. */
export function amountOf(context: Context, words: TextSpan): TextSpan | null {
  const found = fieldOf(context, words.text);
  if (!found) return words;
  const { entity, field } = found;
  const path = `${entity}.${field.name}`;
  if (field.type.kind === "money") return { ...words, text: `sum(${path})` };
  if (!["integer", "number", "percent", "duration"].includes(field.type.kind) || aggregates[fold(field.name)] !== undefined) return words;
  context.report("unreadable-chart", words.span, `"${words.text}" doesn't say whether the values are added up or averaged.`, {
    hint: `Write \`sum of ${path}\`, or \`mean of ${path}\`.`,
    fixes: ["sum", "mean"].map((one) => ({ title: `Write ${one} of ${path}`, edits: [{ span: words.span, text: `${one} of ${path}` }] })),
  });
  return null;
}

function fieldOf(context: Context, text: string): { readonly entity: string; readonly field: DeclaredField } | null {
  const plain = text.replace(/^the\s+/i, "");
  const [, name, owner] = /^([^`()[\].]{1,60}?)\s+of\s+(?:all\s+)?(?:the\s+)?([^`()[\].]{1,60})$/i.exec(plain) ?? [];
  if (name !== undefined) return known(context, owner!, name);
  const pieces = plain.split(/\s+/);
  if (pieces.length > 8 || /[`()[\].]/.test(plain)) return null;
  for (let at = pieces.length - 1; at > 0; at--) {
    const found = known(context, pieces.slice(0, at).join(" "), pieces.slice(at).join(" "));
    if (found) return found;
  }
  return null;
}

function known(context: Context, owner: string, name: string): { readonly entity: string; readonly field: DeclaredField } | null {
  const entity = findEntity(context, owner);
  const field = entity === null ? undefined : context.declared.entities.get(fold(entity))?.fields.get(fold(name));
  return entity !== null && field && field.open === undefined ? { entity, field } : null;
}
