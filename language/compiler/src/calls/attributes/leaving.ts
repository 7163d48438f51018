/** Point 7: when a mail or call leaves: `Leaves: after 10 minutes, at most 30 per minute, as of sending`. */
import { leavingForms } from "@nonet/forms";
import type { Leaving } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { type FormLine, readByForm } from "../../resolve/read-by-form.ts";
import { isNotShown } from "../../text/split.ts";
import { partsAt } from "../../text/split.ts";
import { callTests, countOf, secondsOf } from "./call-values.ts";
import { wholeValue } from "./whole-value.ts";

type Slots = FormLine<string>["slots"];

const unitSeconds: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };
const thirtyDays = 30 * 86_400;

const builders: Record<keyof typeof leavingForms.forms, (slots: Slots) => Partial<Leaving>> = {
  after: (slots) => ({ afterSeconds: secondsOf(slots["wait"]!.text)! }),
  atMost: (slots) => ({ atMost: { count: countOfMany(slots["count"]!.text)!, seconds: unitSeconds[slots["unit"]!.text.toLowerCase()]! } }),
  asOfSending: () => ({ asOfSending: true }),
};

const countOfMany = (text: string): number | null => {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : countOf(text);
  return count === null || count === 0 ? null : count;
};

const tests = { ...callTests, count: (text: string) => countOfMany(text) !== null, unit: (text: string) => text.toLowerCase() in unitSeconds };

/** Absent where the document says nothing. */
export function readLeaving(ctx: PointCompiler, words: TextSpan | undefined, isFirst: boolean): { readonly leaves?: Leaving } {
  if (!words) return {};
  if (isNotShown(words)) {
    ctx.notShown("when a call leaves", words.span);
    return {};
  }
  if (isFirst) {
    ctx.report("unreadable-value", words.span, "With First: yes the action waits for the answer, so the call leaves at once.", { hint: "Leave out `Leaves`, or `First`." });
    return {};
  }
  let leaves: Leaving = { afterSeconds: 0, atMost: null, asOfSending: false };
  for (const part of partsAt(words, /\s*[,;]\s*(?:and\s+)?|\s+and\s+/gi)) {
    const line = readByForm(ctx, leavingForms, part, tests, wholeValue(ctx, part, "a way to leave"));
    if (line) leaves = { ...leaves, ...builders[line.name](line.slots) };
  }
  if (leaves.afterSeconds > thirtyDays)
    ctx.report("unreadable-value", words.span, "A call can wait at most 30 days.", { hint: "For longer waits, write a schedule with `Every`." });
  return { leaves };
}
