/** Point 9: the hit policy of a decision table. */
import { fold } from "@nonet/feel";
import type { HitPolicy } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { RawTable } from "../syntax/constants/decision-tables.ts";
import { bare } from "../text/split.ts";

const policies: Readonly<Record<string, HitPolicy>> = {
  f: "first",
  first: "first",
  u: "unique",
  unique: "unique",
  a: "any",
  any: "any",
  "most specific": "most specific",
  c: "collect",
  collect: "collect",
  "rule order": "collect",
  r: "collect",
  "c+": "collect sum",
  "collect sum": "collect sum",
  sum: "collect sum",
  "c<": "collect min",
  "collect min": "collect min",
  "c>": "collect max",
  "collect max": "collect max",
  "c#": "collect count",
  "collect count": "collect count",
};

export function hitPolicy(ctx: PointCompiler, raw: RawTable): HitPolicy {
  const words = raw.hitPolicy;
  if (!words) return "first";
  ctx.markEnforced(words.span);
  const found = policies[fold(bare(words).text.replace(/[.]$/, "").replace(/[()]/g, ""))];
  if (found && found.startsWith("collect ") && raw.results.length > 1 && found !== "collect count")
    ctx.report("unknown-choice", words.span, `"${words.text}" needs a table with one result, but this one has ${raw.results.length}.`);
  if (!found) ctx.report("unknown-choice", words.span, `There is no hit policy "${words.text}".`, { hint: `Use one of ${[...new Set(Object.values(policies))].join(", ")}.` });
  return found ?? "first";
}
