/** Explains statements in sequence. */
import type { Expression } from "@nonet/feel";
import { type Creation, isNesting, type Statement } from "@nonet/model";
import { article, list, quoted } from "../text/english.ts";
import { walk } from "../trees/walk.ts";
import { conditionText, says, valueWords } from "./expression-words.ts";
import type { TextAt } from "./sentence.ts";

type Values = readonly { readonly field: string; readonly value: Expression }[];

/**
 * `its "rate" is set to 3 and "Please decide" is sent`. Effects with commas of their own, or with a loop, are
 * separated by semicolons. `away`: the sentence has mentioned another record since.
 */
export function effectsWords(textAt: TextAt, statements: readonly Statement[], away = false): string {
  const all = effectsOf(textAt, statements, away);
  return all.length > 1 && isLong(statements, all) ? `${all.slice(0, -1).join("; ")}; and ${all.at(-1)}` : list(all);
}

/** `it becomes out, and its "fee" is set to 3`: what happens first, then its effects. */
export function withEffects(textAt: TextAt, first: string, statements: readonly Statement[]): string {
  if (statements.length === 0) return first;
  return `${first}${statements.length > 1 && isLong(statements, effectsOf(textAt, statements, false)) ? "; " : ", and "}${effectsWords(textAt, statements)}`;
}

const isLong = (statements: readonly Statement[], all: readonly string[]): boolean =>
  statements.some((s) => isNesting(s)) || all.some((words) => /,| and | or /.test(words.replace(/"[^"]*"/g, "")));

/** `its` refers to the record until another record is mentioned. */
function effectsOf(textAt: TextAt, statements: readonly Statement[], away: boolean): string[] {
  return statements.map((s) => {
    const words = effectWords(textAt, s, away);
    away ||= s.kind !== "set" && s.kind !== "forget" && s.kind !== "stop";
    return words;
  });
}

function hangsOnOpen(e: Expression): boolean {
  let found = false;
  walk(e, (x) => (found ||= x.kind === "hole" && x.open !== null));
  return found;
}

function effectWords(textAt: TextAt, s: Statement, away: boolean): string {
  const when = s.when ? ` when ${conditionText(textAt, s.when)}` : "";
  switch (s.kind) {
    case "set":
      return `${targetWords(textAt, s.target, away)} is ${isNothing(s.value) ? "emptied" : `set to ${valueWords(textAt, s.value)}`}${when}`;
    case "create":
      return `${article(s.entity)}${s.as === null ? "" : ` (called ${s.as})`} is created${withValues(textAt, s)}${when}`;
    case "for each":
      return `for each ${s.variable} in ${says(textAt, s.of)}, ${s.body.length === 0 ? "what happens is not understood" : list(effectsOf(textAt, s.body, true))}${when}`;
    case "do":
      return `"${s.action}" runs on ${recordWords(textAt, s.on)}${s.asked.length > 0 ? ` with ${valuesWords(textAt, s.asked)}` : ""}${when}`;
    case "delete":
      return `${recordWords(textAt, s.of)} is deleted${when}`;
    case "send":
      return `"${s.call}" is sent${s.for ? ` for ${says(textAt, s.for)}` : ""}${when}`;
    case "find":
      return `${s.as} is the first of ${says(textAt, s.of)}, or it stops with ${s.else ?? "NOT_FOUND"}${when}`;
    case "group":
      return `${list(effectsOf(textAt, s.body, away))}${when}`;
    case "register":
      return `an account${s.as === null ? "" : ` (called ${s.as})`} is created and signed in${s.values.length > 0 ? ` with ${valuesWords(textAt, s.values)}` : ""}${when}`;
    case "sign in":
      return `the caller signs in as the first of ${says(textAt, s.of)} if ${says(textAt, s.password)} is their password, or it stops with ${s.else ?? "WRONG_CREDENTIALS"}${when}`;
    case "set password":
      return `the caller's password is set to ${says(textAt, s.password)}${when}`;
    case "end":
      return `it ends with ${s.code}, and what has been done is kept${when}`;
    case "forget":
      return `${away ? "the record's" : "its"} "${s.field}" is forgotten${when}`;
    case "stop":
      if (s.code === "NOT_SHOWN" && s.when && hangsOnOpen(s.when)) return "what happens then is not shown";
      return `it stops with ${s.code}${when}`;
  }
}

export const withValues = (textAt: TextAt, { values, asked }: Creation): string => (values.length + asked.length > 0 ? ` with ${valuesWords(textAt, [...values, ...asked])}` : "");

/** `"description" set to l.description and "price" to l.price`. */
export const valuesWords = (textAt: TextAt, values: Values): string =>
  list(values.map(({ field, value }, i) => `${quoted(field)}${i === 0 ? " set" : ""} to ${isNothing(value) ? "nothing" : valueWords(textAt, value)}`));

const isNothing = (value: Expression): boolean => value.kind === "literal" && value.value === null;

/** `its "fee"`, `the Loan's "fee"` after another record was mentioned, `l.part.stock` for a variable. */
function targetWords(textAt: TextAt, target: Expression, away: boolean): string {
  let root = target;
  while (root.kind === "path") root = root.of;
  const entity = root.kind === "variable" && root.name === "this" && root.type.kind === "record" ? root.type.name : null;
  if (entity === null) return says(textAt, target);
  const [first, ...rest] = fieldsOf(target).map(quoted);
  const whose = away ? `the ${entity}'s ${first!}` : `its ${first!}`;
  return rest.reduce((of, one) => `the ${one} of ${of}`, whose);
}

/** `do Retire` runs on the record itself, which the statement doesn't name. */
const recordWords = (textAt: TextAt, on: Expression): string =>
  on.kind === "variable" && on.name === "this" && on.type.kind === "record" ? `the ${on.type.name}` : says(textAt, on);

/** `machine.owner.name` as the names of its fields. */
const fieldsOf = (e: Expression): readonly string[] => (e.kind === "path" ? [...fieldsOf(e.of), e.field] : []);
