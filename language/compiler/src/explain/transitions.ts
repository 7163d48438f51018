/** Explains each row of a table of states: who runs which action on which record, and the result. */
import type { Expression } from "@nonet/feel";
import type { Machine, Transition } from "@nonet/model";
import { article, capital, list } from "../text/english.ts";
import { withEffects } from "./effects.ts";
import { conditionText, valueWords, whereWords } from "./expression-words.ts";
import { personWith, type Sentence, type TextAt } from "./sentence.ts";

/** `an approved Loan`, `a Claim that is sent back`, `a Match whose "review" is offered`, `a new Loan`. */
export function recordIn(machine: Machine, state: string | null): string {
  if (state === null) return `a new ${machine.entity}`;
  if (machine.field !== "state") return `${article(machine.entity)} whose "${machine.field}" is ${state}`;
  return /\s/.test(state) ? `${article(machine.entity)} that is ${state}` : `${article(state)} ${machine.entity}`;
}

/** `it becomes out`, `its "review" stays offered`. */
export function becomes(machine: Machine, from: string | null, to: string | null): string {
  if (to === null) return "it is deleted";
  return `${machine.field === "state" ? "it" : `its "${machine.field}"`} ${to === from ? "stays" : "becomes"} ${to}`;
}

export const transitionSentences = (textAt: TextAt, machine: Machine): Sentence[] =>
  // A row with an open cell is listed under what is not shown.
  machine.transitions.filter((t) => t.open === undefined).map((t) => ({ what: nameOf(machine, t), sentence: sentenceOf(textAt, machine, t), span: t.source }));

const nameOf = (machine: Machine, t: Transition): string =>
  `${machine.entity}: ${t.from ?? "(new)"} → ${t.to ?? "(deleted)"} by ${t.trigger.kind === "action" ? t.trigger.action : t.trigger.kind}`;

function sentenceOf(textAt: TextAt, machine: Machine, t: Transition): string {
  const record = recordIn(machine, t.from);
  const guard = t.guard ? ` while ${whereWords(textAt, t.guard)}` : "";
  const refused = t.guardElse === null ? "" : `; otherwise it is refused with ${t.guardElse}`;
  const end = `${withEffects(textAt, becomes(machine, t.from, t.to), t.then)}${refused}`;
  if (t.trigger.kind === "action") {
    const who = t.who.map((w) =>
      w.role === "system"
        ? "the system"
        : `${w.own && w.role === "everyone" ? "its owner" : `${personWith(w.role)}${w.own ? " (own records)" : ""}`}${w.where ? ` (where ${whereWords(textAt, w.where)})` : ""}`,
    );
    return `When ${who.length > 0 ? list(who, "or") : "a person with the permission"} runs "${t.trigger.action}" ${t.from === null ? "for" : "on"} ${record}${guard}, ${end}.`;
  }
  const isOnce = t.trigger.kind !== "when" && t.from === t.to && !t.again;
  return `${capital(record)}${guard} changes automatically ${momentWords(textAt, t.trigger)}${isOnce ? ", once for each such moment" : ""}: ${end}.`;
}

function momentWords(textAt: TextAt, trigger: Exclude<Transition["trigger"], { kind: "action" }>): string {
  switch (trigger.kind) {
    case "after":
      return `${valueWords(textAt, trigger.delay)} after ${trigger.past ? valueWords(textAt, trigger.past) : "it entered this state"}`;
    case "at": {
      const day = dayThatPasses(trigger.moment);
      if (day) return `when ${valueWords(textAt, day)} has passed, at the end of that day`;
      return `at ${valueWords(textAt, trigger.moment)}`;
    }
    case "when":
      return `as soon as ${conditionText(textAt, trigger.condition)}`;
  }
}

/** `due on`, where the moment is the beginning of the day after it. */
const dayThatPasses = (moment: Expression): Expression | null =>
  moment.kind === "binary" && moment.operator === "+" && moment.left.type.kind === "date" && moment.right.kind === "literal" && moment.right.value === "P1D" ? moment.left : null;
