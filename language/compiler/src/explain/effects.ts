/** What statements do, in words: one after the other, each clearly ended. */
import type { Expression } from "@nonet/feel";
import type { Creation, Statement } from "@nonet/model";
import { article, list, quoted, type Saying } from "../text/english.ts";
import { walk } from "../trees/walk.ts";

type Values = readonly { readonly field: string; readonly value: Expression }[];

/**
 * `its "rate" is set to 3 and "Please decide" is sent`. What has commas of its own, or a loop, which must end before the
 * next begins, is parted by semicolons. `away`: something else than the record has been spoken of last.
 */
export function effectsWords(said: Saying, statements: readonly Statement[], away = false): string {
  const all = effectsOf(said, statements, away);
  return all.length > 1 && isLong(statements, all) ? `${all.slice(0, -1).join("; ")}; and ${all.at(-1)}` : list(all);
}

/** `it becomes out, and its "fee" is set to 3`: what happens first, then its effects. */
export function withEffects(said: Saying, first: string, statements: readonly Statement[]): string {
  if (statements.length === 0) return first;
  return `${first}${statements.length > 1 && isLong(statements, effectsOf(said, statements, false)) ? "; " : ", and "}${effectsWords(said, statements)}`;
}

const isLong = (statements: readonly Statement[], all: readonly string[]): boolean =>
  statements.some((s) => s.kind === "for each") || all.some((words) => /,| and | or /.test(words.replace(/"[^"]*"/g, "")));

/** `its` is the record only as long as no other has been spoken of. */
function effectsOf(said: Saying, statements: readonly Statement[], away: boolean): string[] {
  return statements.map((s) => {
    const words = effectWords(said, s, away);
    away ||= s.kind !== "set" && s.kind !== "forget" && s.kind !== "stop";
    return words;
  });
}

function hangsOnOpen(e: Expression): boolean {
  let found = false;
  walk(e, (x) => (found ||= x.kind === "hole" && x.open !== null));
  return found;
}

function effectWords(said: Saying, s: Statement, away: boolean): string {
  const when = s.when ? ` when ${said(s.when.span)}` : "";
  switch (s.kind) {
    case "set":
      return `${targetWords(said, s.target, away)} is set to ${said(s.value.span)}${when}`;
    case "create":
      return `${article(s.entity)}${s.as === null ? "" : ` (called ${s.as})`} is created${withValues(said, s)}${when}`;
    case "for each":
      return `for each ${s.variable} in ${said(s.of.span)}, ${list(effectsOf(said, s.body, true))}`;
    case "do":
      return `"${s.action}" runs on ${recordWords(said, s.on)}${s.asked.length > 0 ? ` with ${valuesWords(said, s.asked)}` : ""}${when}`;
    case "delete":
      return `${recordWords(said, s.of)} is deleted${when}`;
    case "send":
      return `"${s.call}" is sent${when}`;
    case "forget":
      return `${away ? "the record's" : "its"} "${s.field}" is forgotten${when}`;
    case "stop":
      if (s.code === "NOT_SHOWN" && s.when && hangsOnOpen(s.when)) return "what happens then is not shown";
      return `it stops with ${s.code}${when}`;
  }
}

export const withValues = (said: Saying, { values, asked }: Creation): string => (values.length + asked.length > 0 ? ` with ${valuesWords(said, [...values, ...asked])}` : "");

/** `"description" set to l.description and "price" to l.price`. */
export const valuesWords = (said: Saying, values: Values): string => list(values.map(({ field, value }, i) => `${quoted(field)}${i === 0 ? " set" : ""} to ${said(value.span)}`));

/** `its "fee"`, `the Loan's "fee"` where another record has been spoken of, `l.part.stock` of what a loop or a name holds. */
function targetWords(said: Saying, target: Expression, away: boolean): string {
  let root = target;
  while (root.kind === "path") root = root.of;
  const entity = root.kind === "variable" && root.name === "this" && root.type.kind === "record" ? root.type.name : null;
  if (entity === null) return said(target.span);
  const field = said(target.span).replace(new RegExp(`^(this|${entity.replace(/[^\p{L}\p{N} ]/gu, ".")})\\.`, "iu"), "");
  return away ? `the ${entity}'s "${field}"` : `its "${field}"`;
}

/** `do Retire` alone is done on the record itself, which its own words don't name. */
const recordWords = (said: Saying, on: Expression): string => (on.kind === "variable" && on.name === "this" && on.type.kind === "record" ? `the ${on.type.name}` : said(on.span));
