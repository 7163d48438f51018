/** Says each rule of point 5: what is refused, or warned of, unless what holds for which record. */
import type { Rule } from "@nonet/model";
import { list, type Said, type Saying } from "../text/english.ts";

export const ruleSentences = (said: Saying, rules: readonly Rule[]): Said[] =>
  rules.map((rule) => ({ what: `rule "${rule.name}"`, sentence: sentenceOf(said, rule), span: rule.source }));

function sentenceOf(said: Saying, rule: Rule): string {
  const refused = rule.code === "NOT_SHOWN" ? "A change is refused with what is not shown" : `A change is refused with ${rule.code}`;
  return `${rule.warns ? `A person is warned with ${rule.code}` : refused}${placeWords(said, rule)} unless for the ${rule.entity}${momentWords(rule)} ${bodyWords(said, rule)}.`;
}

/** The field only where the row names one: the one that was found most fitting no line says. */
const placeWords = (said: Saying, { field, code, source }: Rule): string =>
  field !== null && new RegExp(`${code}\\s+at\\s`, "i").test(said(source)) ? ` (at the field ${field})` : "";

function momentWords({ moment }: Rule): string {
  const when = moment.kind === "create" ? " that is created" : moment.kind === "action" ? ` on which ${moment.action} is done` : "";
  const states = moment.kind === "always" ? undefined : moment.states;
  return `${when}${states ? `${when && " and"} that is ${list(states, "or")}` : ""}`;
}

function bodyWords(said: Saying, { holds: body, moment }: Rule): string {
  if (body.kind === "expression") return said(body.expression.span);
  const among = body.among ? ` among those where ${said(body.among.span)}` : "";
  const standing = moment.kind === "while" ? ` that is ${list(moment.states, "or")}` : "";
  if (body.kind === "unique") return `no other${standing} has the same ${list(body.fields)}${among}`;
  const [low, high] = [said(body.low.span), said(body.high.span)];
  const span = body.highClosed ? `${low} to ${high}` : `${low} up to, not including, ${high}`;
  return `no other${body.per.length > 0 ? ` of the same ${list(body.per)}` : ""}${standing} shares a moment of ${span}${among}`;
}
