/** `Then it is refused`: the step before was refused, or the record is in a state of that name. */
import { fold } from "@nonet/feel";
import type { Step } from "@nonet/model";
import { mistake, machineNamed, statesOf, type Story } from "../scope/example-scope.ts";
import type { ClauseBuilder } from "./read-clause.ts";

/** Steps that a refusal can follow, and further checks of the same refusal. */
export const attempts: ReadonlySet<Step["kind"]> = new Set<Step["kind"]>([
  "create",
  "change",
  "delete",
  "act",
  "together",
  "register",
  "sign in",
  "open",
  "call",
  "receive",
  "import",
  "refused",
  "accepted",
  "of them",
]);

/** The refusal, unless nothing was tried; where the action leads to the state, both are meant as often, so it is an error. */
export const refused: ClauseBuilder = (story, { words }) => {
  const entity = /^(?:it|this|that)\s/i.test(words.text) ? story.spokenOf[0] : undefined;
  const state = entity === undefined ? undefined : statesOf(story, entity).find((one) => fold(one) === fold(/\S+$/.exec(words.text)![0]));
  const refusal: Step = { kind: "refused", code: null, source: words.span };
  if (entity === undefined || state === undefined) return [refusal];
  const last = story.lastStep;
  if (last && !attempts.has(last.kind)) return [{ kind: "is", record: { entity, name: null, having: [], isSpokenOf: true }, state, source: words.span }];
  if (last?.kind !== "act" || !leadsTo(story, entity, last.action, state)) return [refusal];
  return mistake(
    story,
    "ambiguous-step",
    words.span,
    `"${words.text}" can be read in 2 ways: "${last.action}" was refused, or the ${entity} is ${state}.`,
    `Write \`it isn't allowed\` for the first, \`the ${entity} is ${state}\` for the second.`,
  );
};

const leadsTo = (story: Story, entity: string, action: string, state: string): boolean =>
  machineNamed(story, entity)?.transitions.some(({ trigger, to }) => trigger.kind === "action" && trigger.action === action && to === state) === true;
