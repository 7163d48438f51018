/** Explains each rule of point 5: what must hold for which record, and with which error the change is refused otherwise. */
import type { Rule } from "@nonet/model";
import { article, list, quotedList, type Said, type Saying } from "../text/english.ts";

export const ruleSentences = (said: Saying, rules: readonly Rule[]): Said[] =>
  rules.map((rule) => ({ what: `rule "${rule.name}"`, sentence: sentenceOf(said, rule), span: rule.source }));

function sentenceOf(said: Saying, rule: Rule): string {
  const refused = rule.code === "NOT_SHOWN" ? "the change is refused with an error that is not shown" : `the change is refused with ${rule.code}`;
  const otherwise = rule.warns ? `the person is warned with ${rule.code}` : refused;
  return `For ${article(rule.entity)}${momentWords(rule)}, ${bodyWords(said, rule)}; otherwise ${otherwise}${placeWords(said, rule)}.`;
}

/** The field only where the row names one: the one that was found most fitting no line says. */
const placeWords = (said: Saying, { field, code, source }: Rule): string =>
  field !== null && new RegExp(`${code}\\s+at\\s`, "i").test(said(source)) ? ` (at the field "${field}")` : "";

function momentWords({ moment }: Rule): string {
  const when = moment.kind === "create" ? " that is created" : moment.kind === "action" ? ` on which "${moment.action}" runs` : "";
  const states = moment.kind === "always" ? undefined : moment.states;
  return `${when}${states ? `${when && " and"} that is ${list(states, "or")}` : ""}`;
}

function bodyWords(said: Saying, { holds: body, moment, entity }: Rule): string {
  if (body.kind === "expression") return `${said(body.expression.span)} must hold`;
  const among = body.among ? ` among those where ${said(body.among.span)}` : "";
  const standing = moment.kind === "while" ? ` that is ${list(moment.states, "or")}` : "";
  if (body.kind === "unique") return `no other ${entity}${standing}${among} may have the same ${quotedList(body.fields)}`;
  const [low, high] = [said(body.low.span), said(body.high.span)];
  const span = body.highClosed ? `${low} to ${high}` : `${low} to ${high} (exclusive)`;
  return `no other ${entity}${standing}${body.per.length > 0 ? ` with the same ${quotedList(body.per)}` : ""}${among} may overlap the range from ${span}`;
}
