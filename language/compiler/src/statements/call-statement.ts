/** Compiles `send NAME` and `call NAME`, about the record itself or `for` another one. */
import { fold } from "@nonet/feel";
import type { Statement } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { PlannedFix } from "../fixes/planned-fix.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { bare } from "../text/split.ts";
import { entityOfRecords, recordsOf } from "./records.ts";
import { stopNotShown, type StatementBase, type StatementScope } from "./scene.ts";

export function callStatement(
  ctx: PointCompiler,
  base: StatementBase,
  { call: words, to, about }: { readonly call: TextSpan; readonly to: TextSpan | null; readonly about: TextSpan | null },
  scene: StatementScope,
): Statement | null {
  const name = bare(words);
  const call = ctx.declared.calls.get(fold(name.text));
  const timed = call ? null : timedCall(ctx, name);
  if (timed) return reportTime(ctx, name, timed, scene);
  if (!call) {
    const known = [...ctx.declared.calls.values()].map((c) => c.name);
    reportNearest(ctx, "unknown-call", name, `Point 7 has no call "${name.text}"`, known);
    return null;
  }
  if (to && !repeats(call.to, to)) return reportReceivers(ctx, call, words, to);
  const records = about && recordsOf(ctx, about, scene);
  if (records?.kind === "hole" && records.open !== null) return stopNotShown(base, records);
  const entity = records ? entityOfRecords(records) : (scene.self ?? null);
  // A call about another record knows nothing of what this action asked.
  scene.uses.push({ call: call.name, entity, asked: records ? [] : (scene.asked ?? []), what: scene.what, words: name });
  ctx.affects(`call "${call.name}"`, scene.what, base.source);
  return { ...base, kind: "send", call: call.name, ...(records ? { for: records } : {}) };
}

/** `Reminder (every day at 08:00)`: a call with the time of a schedule. */
function timedCall(ctx: PointCompiler, { text }: TextSpan): { readonly call: string; readonly time: string } | null {
  const found = /^["“]?([^"“”()]+?)["”]?\s+\(?every\s+([^()]+)\)?$/i.exec(text);
  const call = found && ctx.declared.calls.get(fold(found[1]!));
  return call ? { call: call.name, time: found[2]! } : null;
}

/** What happens again and again stands at the mail itself, since a statement runs once. */
function reportTime(ctx: PointCompiler, words: TextSpan, { call, time }: { readonly call: string; readonly time: string }, { self }: StatementScope): null {
  const every = `Every: ${time}${self === undefined ? "" : `, for each ${self}`}`;
  const fix: PlannedFix = { title: `Write "${every}" at "${call}" in point 7`, edits: [], removes: "item", adds: [{ kind: "bullet", point: 7, below: call, text: every }] };
  ctx.report("unknown-call", words.span, `A statement sends "${call}" once, when it runs. A schedule of point 7 sends it every ${time}.`, {
    hint: `Write \`- ${every}\` below \`### ${call}\`, with a condition behind it for some of the records, and remove the statement here.`,
    fixes: [fix],
  });
  return null;
}

/** `send Reminder to the gardener` where Email to is `gardener.email`: the words repeat what the mail says. */
const repeats = (said: string | null, to: TextSpan): boolean => said !== null && wordsOf(said) === wordsOf(to.text);

const fillers: ReadonlySet<string> = new Set(["the", "its", "their", "a", "an", "to", "email", "address", "with", "role", "and", "this"]);

const quantifiers: ReadonlySet<string> = new Set(["every", "each", "all", "everyone"]);

/** The words that tell people apart, in alphabetical order: `every clerk` and `the clerks` are several, and `the clerk` is one. */
const wordsOf = (text: string): string => {
  const words = fold(text.replaceAll(/[`"*.,;]/g, " "))
    .split(" ")
    .filter((word) => word !== "" && !fillers.has(word));
  const singular = (word: string): string => word.replace(/(?<!s)s$/, "");
  const isSeveral = words.some((word) => quantifiers.has(word) || singular(word) !== word);
  const people = words.filter((word) => !quantifiers.has(word)).map(singular);
  return [...people.sort(), ...(isSeveral ? ["(several)"] : [])].join(" ");
};

/** Reports `send Reminder to gardener`: who gets a mail is part of the mail. */
function reportReceivers(ctx: PointCompiler, { name: call, to: said }: { readonly name: string; readonly to: string | null }, words: TextSpan, to: TextSpan): null {
  const isBehind = to.span.from > words.span.to;
  const span = { ...to.span, from: words.span.to };
  ctx.report(
    "unknown-call",
    isBehind ? span : to.span,
    said === null ? `Who gets "${call}" is stated in point 7, in its Email to.` : `"${call}" goes to ${said}: that is its Email to in point 7.`,
    {
      hint: `Write \`send "${call}"\`, or change its Email to.`,
      fixes: isBehind ? [{ title: `Remove "to ${to.text}"`, edits: [{ span, text: "" }] }] : [],
    },
  );
  return null;
}
