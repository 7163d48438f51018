/** Point 4: `1 Manager, and by 2 if amount > 1000 EUR`: how many decide depends on a condition, which each case says. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { pluralOf } from "../text/plural.ts";
import type { DecisionScene } from "./decision-scene.ts";
import { countOf } from "./decision-steps.ts";

const form =
  /^(?:by\s+)?(\w+)\s+(?:of\s+)?([^,;]{1,60}?)\s*(?:[,;]\s*(?:(?:and|or|but)\s+)?|\s(?:and|or|but)\s+)(?:by\s+)?(\w+)(?:\s+(?:of\s+them|of\s+these|([^,;]{1,60}?)))?\s+(?:if|when|where)\s+([^;]+?)\.?$/i;

/** Whether it was reported, with the cases as they are written. */
export function reportMoreWhen({ ctx }: DecisionScene, { text, span }: TextSpan): boolean {
  const [, few = "", role = "", many = "", other, condition = ""] = form.exec(text) ?? [];
  const [first, second] = [/^an?$/i.test(few) ? 1 : countOf(few), countOf(many)];
  const names = [fold(role), fold(pluralOf(role))];
  if (first === null || second === null || !(other === undefined || names.includes(fold(other)) || fold(pluralOf(other)) === fold(role))) return false;
  const cases = `any ${second} of ${role} when ${condition}; any ${first} of ${role} otherwise`;
  ctx.report("unreadable-decision", span, `"${text}" says how many decide in one case, and how many otherwise. Each case is written with its own number.`, {
    hint: `Write \`${cases}\`.`,
    fixes: [{ title: `Write "${cases}"`, edits: [{ span, text: cases }] }],
  });
  return true;
}
