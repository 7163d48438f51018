/** Explains the initial and final states of a machine, and the input of its actions. */
import type { Machine } from "@nonet/model";
import { article, capital, list, quotedList } from "../text/english.ts";
import { askedWords } from "./fields.ts";
import { says, templateWords } from "./expression-words.ts";
import type { Sentence, TextAt } from "./sentence.ts";

export function machineSentences(textAt: TextAt, machine: Machine): Sentence[] {
  const one = machine.field === "state" ? article(machine.entity) : `the field "${machine.field}" of ${article(machine.entity)}`;
  const starts = machine.startsAs.map((start) => `${start.state}${start.when ? ` when ${says(textAt, start.when)}` : ""}`);
  const begins =
    starts.length > 0 ? `starts as ${list(starts, "else")}` : machine.transitions.some((t) => t.from === null) ? "is created by an action" : "starts in a state that is not shown";
  const ends = machine.endsAs.length > 0 ? ` and ends as ${list(machine.endsAs, "or")}` : "";
  return [
    { what: `states of ${machine.entity}${machine.field === "state" ? "" : `: ${machine.field}`}`, sentence: `${capital(one)} ${begins}${ends}.`, span: machine.source },
    ...machine.states.map((state) => ({
      what: `state ${state.name} of ${machine.entity}`,
      sentence: `${capital(one)} can have the ${machine.field === "state" ? "state" : "value"} "${state.name}"${state.was?.length ? `, formerly called ${quotedList(state.was)}` : ""}${state.colour ? `, shown in ${state.colour}` : ""}.`,
      span: state.source,
    })),
    ...machine.actions.flatMap(({ name, confirms, source }) =>
      confirms === null
        ? []
        : [
            {
              what: `what ${name} of ${machine.entity} confirms`,
              sentence: `Before "${name}" runs on ${article(machine.entity)}, the person confirms: "${templateWords(textAt, confirms).replace(/\.$/, "")}".`,
              span: confirms.find((part) => typeof part !== "string")?.span ?? source,
            },
          ],
    ),
    ...machine.actions
      .filter((action) => action.asks.length > 0)
      .map((action) => ({
        what: `what ${action.name} of ${machine.entity} asks for`,
        sentence: `"${action.name}" on ${article(machine.entity)} asks for ${list(action.asks.map(({ field, own }) => askedWords(textAt, field, own)))}.`,
        span: action.asks[0]!.field.source ?? action.source,
      })),
  ];
}
