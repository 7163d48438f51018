/** Explains who decides on an action, and the options of the decision. */
import type { Deciders, Decision, Machine } from "@nonet/model";
import { article, list, quoted, quotedList } from "../text/english.ts";
import { pluralOf } from "../text/plural.ts";
import { isOtherCase, ownCondition } from "../trees/decision-cases.ts";
import { says } from "./expression-words.ts";
import { isBody, type Sentence, type TextAt } from "./sentence.ts";

export const decisionSentences = (textAt: TextAt, machine: Machine): Sentence[] =>
  machine.actions.flatMap((action) =>
    action.decision
      ? [{ what: `decision ${action.name} of ${machine.entity}`, sentence: sentenceOf(textAt, machine, action.name, action.decision), span: action.decision.source }]
      : [],
  );

function sentenceOf(textAt: TextAt, machine: Machine, action: string, decision: Decision): string {
  const never = decision.notBy.map(({ name }) => (name === "created by" ? "creator" : quoted(name)));
  const but = never.length > 0 ? `, and its ${list(never, "or")} can't vote` : "";
  const rest = restWords(textAt, decision);
  const steps = decision.steps
    .map((step, i) => `${i === 0 ? "" : isOtherCase(decision.steps[i - 1]!, step) ? "; " : " and then "}${caseWords(textAt, decision.steps, i)}${stepWords(textAt, step)}`)
    .join("");
  const more = rest.length > 0 ? `; ${rest.length > 1 ? `${rest.slice(0, -1).join("; ")}; and ${rest.at(-1)}` : rest[0]}` : "";
  const when = decision.steps.some((step) => step.when !== null) ? `enough have said yes: ${steps}` : `${steps} ${isOne(decision) ? "has" : "have"} said yes`;
  return `"${action}" on ${article(machine.entity)} runs when ${when}${but}${more}.`;
}

function restWords(textAt: TextAt, decision: Decision): string[] {
  const { refusedBy, remindedAfter, lapses, startsAgainWhenChanges: again } = decision;
  const noes = refusedBy?.need === "any" ? "one no" : "a majority of noes";
  return [
    ...(refusedBy ? [refusedBy.as === null ? `${noes} refuses it` : `after ${noes}, "${refusedBy.as}" runs`] : []),
    ...(remindedAfter ? [`after ${says(textAt, remindedAfter.delay)}, the people who haven't voted get a reminder`] : []),
    ...(lapses ? [`after ${says(textAt, lapses.after)}, ${lapses.as === null ? "the vote ends without a result and the record stays as it is" : `"${lapses.as}" runs`}`] : []),
    ...(again.length > 0 ? [`it starts again when ${quotedList(again, "or")} changes`] : []),
  ];
}

type Step = Decision["steps"][number];

/** `if total <= 500 EUR, `, `otherwise `; nothing for a further step of the same case. */
function caseWords(textAt: TextAt, steps: readonly Step[], i: number): string {
  const step = steps[i]!;
  if (step.when === null || (i > 0 && !isOtherCase(steps[i - 1]!, step))) return "";
  const own = ownCondition(step.when);
  return own === null ? "otherwise " : `if ${says(textAt, own)}, `;
}

function stepWords(textAt: TextAt, { need, count, of, including, quorum, abstentions, tie }: Step): string {
  const people = list(
    of.map((one) => peopleWords(textAt, one)),
    "and",
  );
  const number = need === "all" ? "all of" : need === "majority" ? "a majority of" : count === 1 ? "one of" : `any ${count} of`;
  const more = [
    ...including.map((one) => `including ${one.count === 1 ? "one" : one.count} of ${peopleWords(textAt, one.of)}`),
    ...(quorum ? [`with a quorum of ${says(textAt, quorum)}`] : []),
    ...(abstentions ? ["with abstentions allowed"] : []),
    ...(tie === "refused" ? ["refused at a tie"] : tie ? [`decided at a tie by ${says(textAt, tie.by)}`] : []),
  ];
  return `${number} ${people}${more.length > 0 ? ` (${more.join(", ")})` : ""}`;
}

const peopleWords = (textAt: TextAt, of: Deciders): string => ("list" in of ? inBrackets(says(textAt, of.list)) : rolePeople(of.role));

/** Shows where a condition ends. */
const inBrackets = (text: string): string => (/^(?:if|for|some|every)\s/i.test(text) ? `(${text})` : text);

const rolePeople = (role: string): string => (isBody(role) ? `those in ${role}` : `the ${pluralOf(role)}`);

/** One person, or one majority, has said yes; several steps or people have. */
const isOne = ({ steps }: Decision): boolean => steps.length === 1 && (steps[0]!.need === "majority" || (steps[0]!.need === "any" && steps[0]!.count === 1));
