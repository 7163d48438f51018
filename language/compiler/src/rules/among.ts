/** The condition of `among`: people also write it as the records that it selects, `among Booking[state = "open"]`. */
import { fold } from "@nonet/feel";
import { codeOf, type TextSpan } from "@nonet/notation";
import type { EntityDraft } from "../declare/drafts.ts";
import { inOneOf } from "../context/compile-expression.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { reportMissing } from "../resolve/report-nearest.ts";
import { partsAt, slice } from "../text/split.ts";

/** `Booking[C]` and `Bookings where C`, for the rule's own entity, as C. */
export function conditionAmong(ctx: PointCompiler, words: TextSpan, entity: string | undefined): TextSpan {
  const draft = ctx.drafts.get(fold(entity ?? ""));
  const text = codeOf(words);
  const selected = /^(?:(?:all|the|any)\s+)*(?:(?:those|ones|records|them)\s+(?:(?:where|whose|that|which|who)\s+)?|(?:that|which|who)\s+(?=(?:are|is)\s))(?=\S)/i.exec(text.text);
  if (draft && selected && !draft.fields.has(fold(selected[0].trim()))) return stateCondition(ctx, draft, slice(text, selected[0].length));
  const kind = draft && kindBefore(draft, text);
  if (kind) return kind;
  const found = /^((?:(?:all|the|those)\s+)*)([^[\]`=<>]+?)(\s*\[\s*|\s+(?:where|whose|that|which)\s+)(?=\S)/i.exec(text.text);
  if (!draft || !found || ![draft.name, draft.plural].some((name) => fold(name) === fold(found[2]!))) return words;
  const isFilter = found[3]!.includes("[");
  if (!isFilter) return stateCondition(ctx, draft, slice(text, found[0].length));
  return closesAtEnd(text.text, found[0].length) ? slice(text, found[0].length, text.text.length - 1) : words;
}

/** `open Forms`, `waiting or offered ones`: states or a yes/no field before what the records are called. */
function kindBefore(draft: EntityDraft, words: TextSpan): TextSpan | null {
  const found = /^((?:(?:all|the|those|other)\s+)*)(\S[^[\]`=<>]*?)\s+([^[\]`=<>]+)$/i.exec(words.text);
  const noun = found && [draft.plural, draft.name, "ones", "records"].find((name) => fold(words.text).endsWith(` ${fold(name)}`));
  if (!found || !noun) return null;
  const kind = slice(words, found[1]!.length, words.text.length - noun.length - 1);
  const states = inOneOf(draft.states, kind.text);
  if (states !== undefined) return { ...kind, text: states };
  return draft.fields.get(fold(kind.text))?.type.kind === "yes/no" ? kind : null;
}

/** `are waiting or offered`, `are not cancelled`, where all are states; other words stay. */
function stateCondition(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): TextSpan {
  const found = /^(?:(?:it|they)\s+)?(?:is|are)\s+(?:(?:still|currently)\s+)?(not\s+|neither\s+)?(?:in\s+(?:the\s+)?states?\s+)?(.+)$/is.exec(words.text);
  if (!found) return words;
  const listed = partsAt(slice(words, words.text.length - found[2]!.length), /\s*,\s*(?:or\s+|nor\s+)?|\s+(?:or|nor)\s+/gi);
  const states = listed.map(({ text }) => draft.states.find((state) => fold(state) === fold(text)));
  const unknown = listed.filter(({ text }, i) => states[i] === undefined && /^[\p{L} -]+$/u.test(text) && !draft.fields.has(fold(text)));
  if (unknown.length > 0 && unknown.length < listed.length) for (const name of unknown) reportMissing(ctx, draft, "state", name);
  else if (states.includes(undefined)) return ofIt(words);
  const isAny = `state in (${states.flatMap((state) => (state === undefined ? [] : `"${state}"`)).join(", ")})`;
  return { ...words, text: found[1] ? `not(${isAny})` : isAny };
}

/** `are not long overdue`, of the record itself; the words stay at their places. */
function ofIt(words: TextSpan): TextSpan {
  const begin = /^(?:it|they)\s/i.test(words.text) ? "" : "it   ";
  const text = words.text.replace(/^they(?=\s)/i, "it  ").replace(/^((?:it\s+)?)are(?=\s)/i, "$1is ");
  return { text: `${begin}${text}`, span: { ...words.span, from: words.span.from - begin.length } };
}

/** Whether the bracket that opens before the offset closes at the end of the text. */
function closesAtEnd(text: string, from: number): boolean {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') for (at++; at < text.length && text[at] !== '"';) at++;
    else if (text[at] === "[") depth++;
    else if (text[at] === "]" && --depth === 0) return at === text.length - 1;
  }
  return false;
}
