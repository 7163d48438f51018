/** For whom a part of a dashboard or a page is: `…, only for Manager`, or a bullet `For: Manager` below it. */
import { fold } from "@nonet/feel";
import { slice, splitTop, type TextSpan, trim } from "@nonet/notation";
import type { Context } from "../../context/context.ts";
import { declaredRole } from "../../resolve/roles.ts";
import { audience, roleOf } from "../addresses/audience.ts";
import { listedNames } from "../../text/listed-names.ts";
import { findTop } from "../../text/split.ts";

export interface Addressed {
  /** Without what says for whom it is. */
  readonly value: TextSpan;
  readonly for: readonly string[] | null;
}

const begins = /^(?:and\s+)?(?:(?:is\s+)?(?:only|just)\s+(?:(?:shown|visible)\s+)?(?:for|to)|(?:is\s+)?(?:shown|visible)\s+(?:only\s+)?(?:for|to)|for(?:\s+only)?)\s+(?=\S)/i;
const excludes = /^(?:and\s+|but\s+)?(?:(?:is\s+)?(?:not|never)\s+(?:(?:shown|visible)\s+)?(?:for|to)|(?:is\s+)?hidden\s+(?:from|for|to)|except\s+(?:for|to))\s+(?=\S)/i;

/** `what`: the element and its screen. */
export function withRoles(context: Context, words: TextSpan, what: string): Addressed {
  const found = audienceIn(context, words);
  if (!found) return { value: words, for: null };
  const value = trim(slice(words, 0, found.from));
  if (found.excluded) {
    reportExcluded(context, slice(words, found.from, words.text.length));
    return { value, for: null };
  }
  return { value, for: readRoles(context, found.names, what) };
}

/** The roles that the words name. What isn't one is reported. */
export function readRoles(context: Context, words: TextSpan, what: string): readonly string[] {
  if (/\b(?:except|but|not|without)\b/i.test(words.text)) {
    reportExcluded(context, words);
    return [];
  }
  return namesOf(words).flatMap((one) => roleOf(context, one, what) ?? []);
}

function reportExcluded(context: Context, words: TextSpan): void {
  context.report("unreadable-value", trim(words).span, "This says who doesn't see it. Name the roles that see it.", { hint: "Write `only for ROLE, ROLE` behind it." });
}

interface Clause {
  readonly from: number;
  readonly names: TextSpan;
  readonly excluded: boolean;
}

/** The clause at the end, behind a comma or without one. */
function audienceIn(context: Context, words: TextSpan): Clause | null {
  const pieces = splitTop(words, ";").flatMap((piece) => splitTop(piece, ","));
  for (const [i, piece] of pieces.entries()) {
    const at = piece.span.from - words.span.from;
    const start = i > 0 ? clauseAt(context, slice(piece, 0, piece.text.length), words, at) : inside(context, piece, words, at);
    if (start) return start;
  }
  return null;
}

/** The rest of the words has to name roles, unless `only` or `visible` says so already. */
function clauseAt(context: Context, piece: TextSpan, words: TextSpan, at: number): Clause | null {
  const from = at - /[,;]?\s*$/.exec(words.text.slice(0, at))![0].length;
  const excluded = excludes.exec(piece.text);
  if (excluded) return { from, names: piece, excluded: true };
  const match = begins.exec(piece.text);
  if (!match) return null;
  const names = withoutOnly(slice(words, at + match[0].length, words.text.length));
  if (/^(?:all|every(?:one|body)|any(?:one|body))\s+(?:except|but|without)\b/i.test(names.text)) return { from, names, excluded: true };
  return /only|just|shown|visible/i.test(match[0]) || isAudience(context, names) ? { from, names, excluded: false } : null;
}

/** `` `sum(…)` (Manager only)``. */
function inBrackets(context: Context, piece: TextSpan, words: TextSpan, at: number): Clause | null {
  const opens = piece.text.lastIndexOf("(");
  const found = opens <= 0 ? null : /^\(\s*(\S[^()]*?)\s+(?:only|alone)\s*\)\.?$/i.exec(piece.text.slice(opens));
  if (!found) return null;
  const from = at + piece.text.slice(0, opens).trimEnd().length;
  const begin = at + opens + found[0].indexOf(found[1]!);
  const names = slice(words, begin, begin + found[1]!.length);
  return isAudience(context, names) ? { from, names, excluded: false } : null;
}

/** `` `sum(…)` for Manager only``. */
function inside(context: Context, piece: TextSpan, words: TextSpan, at: number): Clause | null {
  const bracket = inBrackets(context, piece, words, at);
  if (bracket) return bracket;
  const match = findTop(piece, /\s+\(?(?=(?:only|just|visible|shown|for|not|hidden)\b)/i);
  if (!match) return null;
  const start = at + match.index + match[0].length;
  const rest = slice(words, start, words.text.length);
  const bracketed = match[0].endsWith("(") && rest.text.endsWith(")") ? slice(rest, 0, rest.text.length - 1) : rest;
  const clause = (excludes.exec(bracketed.text) ?? begins.exec(bracketed.text))?.[0];
  const names = clause === undefined ? null : withoutOnly(slice(bracketed, clause.length, bracketed.text.length));
  return names && isAudience(context, names) ? { from: at + match.index, names, excluded: excludes.test(bracketed.text) } : null;
}

const withoutOnly = (words: TextSpan): TextSpan => trim(slice(words, 0, /[\s,]*(?:\s(?:only|alone))?[).]?$/i.exec(words.text)!.index));

const namesOf = (words: TextSpan): TextSpan[] => splitTop(words, ";").flatMap(listedNames);

const isAudience = (context: Context, words: TextSpan): boolean => {
  const names = namesOf(words);
  return names.length > 0 && names.every((one) => audience[fold(one.text)] !== undefined || declaredRole(context, one.text, "", one.span) !== undefined);
};
