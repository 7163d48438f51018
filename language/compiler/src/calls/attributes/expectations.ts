/** Point 7: which answer a call expects, and how soon. */
import { expectationForms } from "@nonet/forms";
import type { HttpCall, StatusRange } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { readByForm } from "../../resolve/read-by-form.ts";
import { isNotShown } from "../../text/split.ts";
import { callTests, secondsOf, statusesOf } from "./call-values.ts";
import { wholeValue } from "./whole-value.ts";

const maxSeconds = 300;

/** `status 200 to 299, within 5 seconds`; left out: default 13. */
export function readExpects(ctx: PointCompiler, words: TextSpan | undefined): HttpCall["expects"] {
  const normal: HttpCall["expects"] = { statuses: [{ low: 200, high: 299 }], withinSeconds: 10 };
  if (!words) return normal;
  if (isNotShown(words)) {
    ctx.notShown("what a call expects", words.span);
    return normal;
  }
  const line = readByForm(ctx, expectationForms, words, callTests, wholeValue(ctx, words, "an expected answer"));
  if (!line) return normal;
  const { statuses, time } = line.slots;
  const seconds = time ? secondsOf(time.text)! : normal.withinSeconds;
  if (time && (seconds <= 0 || seconds > maxSeconds)) ctx.report("unreadable-value", time.span, "The time limit of a call must be more than 0 and at most 5 minutes.");
  const ranges = statuses ? statusesOf(statuses.text)! : normal.statuses;
  if (statuses) checkStatuses(ctx, ranges, statuses);
  return { statuses: ranges, withinSeconds: seconds };
}

function checkStatuses(ctx: PointCompiler, ranges: readonly StatusRange[], words: TextSpan): void {
  const empty = ranges.find(({ low, high }) => high < low);
  const odd = ranges.find(({ low, high }) => low < 100 || high > 599);
  if (empty) ctx.report("unreadable-value", words.span, `The range of statuses from ${empty.low} to ${empty.high} is empty.`);
  else if (odd) ctx.report("unreadable-value", words.span, `"${words.text}" is not a valid status: statuses are numbers from 100 to 599.`);
}
