/** Reports an order or a length of a list on a dashboard, a page or a record page. */
import { slice, type TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { findTop } from "../text/split.ts";

/** `next 5 Loans …`, `…, sorted by from, at most 5`: such lists have the order of their entity, and are as long as they are. */
export function reportOrder(context: Context, words: TextSpan): boolean {
  const length = /^(?:the\s+)?(?:next|first|last|latest|newest|top)\s+\d+\s+/i.exec(words.text);
  const found = findTop(
    words,
    /,\s*(?:(?:sorted|ordered)\s+by|(?:at most|first|top|up to|max\.?|limit(?:ed to)?)\s+\d+|(?:newest|latest|oldest|earliest|soonest|most recent|last|highest|lowest)\s+first)\b/i,
  );
  if (!found && !length) return false;
  const order = found ? /^,\s*(?:sorted|ordered)\s+by\s+([^,]+)/i.exec(found[0] + words.text.slice(found.index + found[0].length))?.[1] : undefined;
  const rest = found ? slice(words, found.index, words.text.length) : null;
  const start = length && slice(words, 0, length[0].length);
  context.report("unreadable-value", rest ? slice(rest, 1, rest.text.length).span : start!.span, "A list on a dashboard or a page can't have an order or a length of its own.", {
    hint: `It has the order of its entity${order === undefined ? "" : `: write \`- Sort: ${order.trim()}\` there, in point 3`}. For more, give the list a screen of its own.`,
    fixes: [{ title: "Use the entity's order", edits: [start, rest].flatMap((part) => (part ? [{ span: part.span, text: "" }] : [])) }],
  });
  return true;
}
