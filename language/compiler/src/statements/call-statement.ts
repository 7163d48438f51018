/** Compiles `send NAME` and `call NAME`, about the record itself or `for` another one. */
import { fold } from "@nonet/feel";
import type { Statement } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { bare, cut } from "../text/split.ts";
import { entityOfRecords, recordsOf } from "./records.ts";
import { stopNotShown, type StatementBase, type StatementScope } from "./scene.ts";

export function callStatement(
  ctx: PointCompiler,
  base: StatementBase,
  { call: words, about }: { readonly call: TextSpan; readonly about: TextSpan | null },
  scene: StatementScope,
): Statement | null {
  const name = bare(words);
  const call = ctx.declared.calls.get(fold(name.text));
  if (!call) {
    if (reportReceivers(ctx, words)) return null;
    const known = [...ctx.declared.calls.values()].map((c) => c.name);
    reportNearest(ctx, "unknown-call", name, `Point 7 has no call "${name.text}"`, known);
    return null;
  }
  const records = about && recordsOf(ctx, about, scene);
  if (records?.kind === "hole" && records.open !== null) return stopNotShown(base, records);
  const entity = records ? entityOfRecords(records) : (scene.self ?? null);
  // A call about another record knows nothing of what this action asked.
  scene.uses.push({ call: call.name, entity, asked: records ? [] : (scene.asked ?? []), what: scene.what, words: name });
  ctx.affects(`call "${call.name}"`, scene.what, base.source);
  return { ...base, kind: "send", call: call.name, ...(records ? { for: records } : {}) };
}

/** Reports `send Reminder to gardener`: who gets a mail is part of the mail. Returns whether the words are that. */
function reportReceivers(ctx: PointCompiler, words: TextSpan): boolean {
  const sides = cut(words, /\s+to\s+/i);
  const call = sides && ctx.declared.calls.get(fold(bare(sides.before).text));
  if (!sides || !call) return false;
  const span = { ...sides.after.span, from: sides.before.span.to };
  ctx.report("unknown-call", span, `Who gets "${call.name}" is stated in point 7, in its Email to.`, {
    hint: `Remove "to ${sides.after.text}".`,
    fixes: [{ title: `Remove "to ${sides.after.text}"`, edits: [{ span, text: "" }] }],
  });
  return true;
}
