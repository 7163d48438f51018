/** Point 7: how often and when a failed call is sent again. */
import { retryForms } from "@nonet/forms";
import type { HttpCall } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { type FormLine, readByForm } from "../../resolve/read-by-form.ts";
import { isNotShown } from "../../text/split.ts";
import { callTests, countOf, lengthsOf, secondsOf, statusesOf } from "./call-values.ts";
import { wholeValue } from "./whole-value.ts";

type Retries = HttpCall["retries"];
type Slots = FormLine<string>["slots"];

/** Nobody waits longer for a call with `First: yes`. */
const longestWaitOfPerson = 60;
const mostTimes = 100;
const thirtyDays = 30 * 86_400;

const doubling = (times: number, first: number): number[] => Array.from({ length: times }, (_, i) => first * 2 ** i);
const times = (slots: Slots): number => countOf(slots["times"]!.text)!;
const seconds = (words: TextSpan | undefined): number => secondsOf(words!.text)!;

const builders: Record<keyof typeof retryForms.forms, (slots: Slots) => readonly number[]> = {
  doubling: (slots) => doubling(times(slots), seconds(slots["wait"])),
  // The first wait is such that all of them make the whole.
  within: (slots) => doubling(times(slots), Math.max(1, Math.floor(seconds(slots["span"]) / (2 ** times(slots) - 1)))),
  waiting: (slots) => Array.from({ length: times(slots) }, () => seconds(slots["wait"])),
  after: (slots) => lengthsOf(slots["waits"]!.text)!,
  backoff: (slots) => doubling(times(slots), 10),
  times: (slots) => Array.from({ length: times(slots) }, () => 10),
  none: () => [],
};

/** Left out: default 14, and none where a person waits for the answer. */
export function readRetries(ctx: PointCompiler, words: TextSpan | undefined, first: boolean): Retries {
  const normal: Retries = { waits: first ? [] : doubling(6, 10), notOn: [] };
  if (!words) return normal;
  if (isNotShown(words)) {
    ctx.notShown("the retries of a call", words.span);
    return normal;
  }
  const line = readByForm(ctx, retryForms, words, callTests, wholeValue(ctx, words, "a number of retries"));
  if (!line) return normal;
  if (line.slots["times"] && times(line.slots) > mostTimes) {
    ctx.report("unreadable-value", line.slots["times"].span, `A call can be tried again at most ${mostTimes} times.`);
    return normal;
  }
  const waits = builders[line.name](line.slots);
  const sum = waits.reduce((all, one) => all + one, 0);
  if (first && sum > longestWaitOfPerson)
    ctx.report("unreadable-value", words.span, "A person waits for this call (First: yes), so its retries can wait at most one minute in total.");
  else if (sum > thirtyDays) ctx.report("unreadable-value", words.span, `These retries would go on for ${Math.round(sum / 86_400)} days. The waits can make at most 30 days.`);
  else return { waits, notOn: line.slots["statuses"] ? statusesOf(line.slots["statuses"].text)! : [] };
  return normal;
}
