/** Formulas in words that count days: `days from starts on to ends on`, `days between starts on and ends on, both included`. */
import type { Expression } from "@nonet/feel";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";
import type { RawField } from "../../syntax/entities/field.ts";
import { codeOf, type TextSpan } from "@nonet/notation";
import { slice } from "../../text/split.ts";

const lead = /^(?:the\s+)?(?:(?:number|count)\s+of\s+)?(?:calendar\s+)?days\s+(from|between)\s+/i;
/** Both the first and the last day count. */
const inclusive =
  /^(?:\(\s*)?(?:both(?:\s+(?:days|dates|ends))?(?:\s+are)?\s+(?:included|inclusive)|(?:including|counting)\s+both(?:\s+(?:days|dates|ends))?|inclusive|inclusively|first and last day included)(?:\s*\))?$/i;
const behind =
  /[\s,]+(?:\(\s*)?(?:both(?:\s+(?:days|dates|ends))?(?:\s+are)?\s+(?:included|inclusive)|(?:including|counting)\s+both(?:\s+(?:days|dates|ends))?|inclusive|inclusively)(?:\s*\))?$/i;

/** The field with the formula that the words say; the field itself where they say none between two dates. */
export function withDaysCounted(ctx: PointCompiler, draft: EntityDraft, raw: RawField): RawField {
  const formula = raw.computed && codeOf(raw.computed);
  const begin = formula && lead.exec(formula.text);
  if (!formula || !begin) return raw;
  const mark = behind.exec(formula.text);
  const said = raw.attributes.find(({ kind, words }) => kind === "unknown" && inclusive.test(words.text));
  const range = slice(formula, begin[0].length, mark?.index);
  for (const { index, 0: word } of range.text.matchAll(begin[1]!.toLowerCase() === "from" ? /\s+(?:to|until|till|up to)\s+/gi : /\s+and\s+/gi)) {
    const [from, to] = [slice(range, 0, index), slice(range, index + word.length)];
    if (!isDate(ctx, draft, from) || !isDate(ctx, draft, to)) continue;
    const text = `((${to.text}) - (${from.text})).days${mark || said ? " + 1" : ""}`;
    return { ...raw, computed: { text, span: formula.span }, attributes: raw.attributes.filter((one) => one !== said) };
  }
  return raw;
}

function isDate(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): boolean {
  const value: Expression | null = ctx.tryExpression(words, { what: "a date", self: draft.name });
  return value?.type.kind === "date";
}
