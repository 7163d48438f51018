/** Explains who decides on an action, and the options of the decision. */
import type { Decision, Machine } from "@nonet/model";
import { article, list, quoted, quotedList } from "../text/english.ts";
import { pluralOf } from "../text/plural.ts";
import type { Sentence, TextAt } from "./sentence.ts";

export const decisionSentences = (textAt: TextAt, machine: Machine): Sentence[] =>
  machine.actions.flatMap((action) =>
    action.decision
      ? [{ what: `decision ${action.name} of ${machine.entity}`, sentence: sentenceOf(textAt, machine, action.name, action.decision), span: action.decision.source }]
      : [],
  );

function sentenceOf(textAt: TextAt, machine: Machine, action: string, decision: Decision): string {
  const never = decision.notBy.map((field) => (field === "created by" ? "creator" : quoted(field)));
  const but = never.length > 0 ? `, and its ${list(never, "or")} can't vote` : "";
  const rest = restWords(textAt, decision);
  const steps = decision.steps.map((step) => stepWords(textAt, step)).join(", then ");
  return `"${action}" on ${article(machine.entity)} runs when ${steps} ${isOne(decision) ? "has" : "have"} said yes${but}${rest.length > 0 ? `; ${rest.length > 1 ? `${rest.slice(0, -1).join(", ")}, and ${rest.at(-1)}` : rest[0]}` : ""}.`;
}

function restWords(textAt: TextAt, decision: Decision): string[] {
  const { refusedBy, remindedAfter, lapses, startsAgainWhenChanges: again } = decision;
  const noes = refusedBy?.need === "any" ? "one no" : "a majority of noes";
  return [
    ...(refusedBy ? [refusedBy.as === null ? `${noes} refuses it` : `on ${noes} "${refusedBy.as}" runs`] : []),
    ...(remindedAfter ? [`after ${textAt(remindedAfter.delay.span)} the people who haven't voted get a reminder`] : []),
    ...(lapses ? [`after ${textAt(lapses.after.span)} "${lapses.as}" runs`] : []),
    ...(again.length > 0 ? [`it starts again when ${quotedList(again, "or")} changes`] : []),
  ];
}

type Step = Decision["steps"][number];

function stepWords(textAt: TextAt, { need, count, of }: Step): string {
  const people = "list" in of ? inBrackets(textAt(of.list.span)) : rolePeople(of.role);
  if (need === "all") return `all of ${people}`;
  if (need === "majority") return `a majority of ${people}`;
  return count === 1 ? `one of ${people}` : `any ${count} of ${people}`;
}

/** Shows where a condition ends. */
const inBrackets = (text: string): string => (/^(?:if|for|some|every)\s/i.test(text) ? `(${text})` : text);

/** A role named after a department or body, not after a person. */
const together =
  /(^|\s)(finance|accounting|accounts|payroll|purchasing|procurement|sales|marketing|support|security|management|staff|administration|reception|office|desk|board|team|committee|council)$/i;

const rolePeople = (role: string): string => (together.test(role) ? `those in ${role}` : `the ${pluralOf(role)}`);

/** One person, or one majority, has said yes; several steps or people have. */
const isOne = ({ steps }: Decision): boolean => steps.length === 1 && (steps[0]!.need === "majority" || (steps[0]!.need === "any" && steps[0]!.count === 1));
