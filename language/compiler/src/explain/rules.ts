/** Explains each rule of point 5: what must hold for which record, and with which error the change is refused otherwise. */
import type { Expression } from "@nonet/feel";
import { eventsOfRule, type Rule, type RuleEvent } from "@nonet/model";
import { article, list, quotedList } from "../text/english.ts";
import { children } from "../trees/walk.ts";
import { conditionText, says } from "./expression-words.ts";
import type { Sentence, TextAt } from "./sentence.ts";

export const ruleSentences = (textAt: TextAt, rules: readonly Rule[]): Sentence[] =>
  rules.map((rule) => ({ what: `rule "${rule.name}"`, sentence: sentenceOf(textAt, rule), span: rule.source }));

function sentenceOf(textAt: TextAt, rule: Rule): string {
  const refused = rule.code === "NOT_SHOWN" ? "the change is refused with an error that is not shown" : `the change is refused with ${rule.code}`;
  const otherwise = rule.warns ? `the person is warned with ${rule.code}` : refused;
  return `For ${article(rule.entity)}${momentWords(rule)}, ${bodyWords(textAt, rule)}; otherwise ${otherwise}${placeWords(rule)}.`;
}

/** The field, only if the row names one. */
const placeWords = ({ field }: Rule): string => (field !== null ? ` (at the field "${field}")` : "");

function momentWords(rule: Rule): string {
  const { moment } = rule;
  const events = eventsOfRule(rule);
  const changed = events.flatMap((event) => (event.kind === "change" ? [event.field] : []));
  const others = events.filter(({ kind }) => kind !== "change").map(eventWords);
  const when = list(changed.length > 1 ? [...others, `whose ${quotedList(changed, "or")} changes`] : events.map(eventWords), "or");
  const states = moment.kind === "always" ? undefined : moment.states;
  return `${when && ` ${when}`}${states ? `${when && " and"} that is ${list(states, "or")}` : ""}`;
}

function eventWords(event: RuleEvent): string {
  switch (event.kind) {
    case "create":
      return "that is created";
    case "action":
      return `on which "${event.action}" runs`;
    case "change":
      return `whose "${event.field}" changes`;
  }
}

/** Whether a rule on new records counts records of their own entity: it is evaluated when the new one is there. */
function countsItself(rule: Rule, condition: Expression): boolean {
  if (!eventsOfRule(rule).some(({ kind }) => kind === "create")) return false;
  const visit = (e: Expression): boolean => (e.kind === "call" && e.arguments.some((list) => isOfEntity(list, rule.entity) && !leavesOut(list))) || children(e).some(visit);
  return visit(condition);
}

const isOfEntity = ({ kind, type }: Expression, entity: string): boolean => kind !== "list" && type.kind === "list" && type.of.kind === "record" && type.of.name === entity;

/** `Loan[item != this]`: the record itself is no element. */
const leavesOut = (e: Expression): boolean =>
  (e.kind === "binary" && e.operator === "!=" && [e.left, e.right].some((side) => side.kind === "variable" && side.name === "this")) || children(e).some(leavesOut);

function bodyWords(textAt: TextAt, rule: Rule): string {
  const { holds: body, moment, entity } = rule;
  if (body.kind === "expression")
    return `${says(textAt, body.expression)} must hold${countsItself(rule, body.expression) ? ` (the new ${entity} counts too if it is one of them)` : ""}`;
  const among = body.among ? ` among those where ${conditionText(textAt, body.among)}` : "";
  const standing = moment.kind === "while" ? ` that is ${list(moment.states, "or")}` : "";
  if (body.kind === "unique") return `no other ${entity}${standing}${among} may have the same ${quotedList(body.fields)}`;
  const [low, high] = [says(textAt, body.low), says(textAt, body.high)];
  const span = body.highClosed ? `${low} to ${high}` : `${low} to ${high} (exclusive)`;
  return `no other ${entity}${standing}${body.per.length > 0 ? ` with the same ${quotedList(body.per)}` : ""}${among} may overlap the range from ${span}`;
}
