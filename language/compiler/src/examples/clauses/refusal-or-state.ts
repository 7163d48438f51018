/** `Then it is refused`: the step before was refused, or the record is in a state of that name. `at FIELD`: the refusal stands at this field. */
import { fold } from "@nonet/feel";
import type { Field, Step } from "@nonet/model";
import { nearestName } from "@nonet/source";
import { mistake, machineNamed, statesOf, type Story } from "../scope/example-scope.ts";
import { actorsAt } from "../phrases/read-actor.ts";
import { type ClauseBuilder, type ClauseSlots, one } from "./read-clause.ts";
import { codeNamed } from "./slot-tests.ts";

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
export const refused: ClauseBuilder = (story, { words, ...clause }) => {
  if (clause.slots["field"]) return refusedAt(story, { words, ...clause }, { kind: "refused", code: null, source: words.span });
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

/** The warning that stopped the step before; only who acted there is warned. */
export const warned: ClauseBuilder = (story, clause) => {
  const { words, slots } = clause;
  const code = codeNamed(story, slots["code"]!.text)!;
  const actor = slots["actor"] ? one(story, slots["actor"], (s) => actorsAt(s, 0)) : null;
  if (story.failed) return null;
  const last = story.lastActor;
  const isSame = last !== null && (actor?.name ?? last.name) === last.name && (actor?.role ?? last.role) === last.role && actor?.is === (actor ? last.is : undefined);
  if (actor && !isSame)
    return mistake(
      story,
      "unreadable-step",
      slots["actor"]!.span,
      `${slots["actor"]!.text} didn't act in the step before, so only somebody else can be warned.`,
      `Write \`it is refused with ${code}\`.`,
    );
  return refusedAt(story, clause, { kind: "refused", code, warning: true, source: words.span });
};

type Refused = Extract<Step, { kind: "refused" }>;

/** The refusal at the field that the clause names, of what was tried. */
export function refusedAt(story: Story, { slots }: ClauseSlots, refusal: Refused): Step[] | null {
  const words = slots["field"];
  if (!words) return [refusal];
  const name = words.text.replaceAll("`", "").replace(/^(?:the\s+)?(?:field\s+)?/i, "");
  const fields = triedFields(story);
  const field = fields.find((one) => fold(one.name) === fold(name));
  if (field) return [{ ...refusal, field: field.key }];
  const near = nearestName(
    name,
    fields.map((one) => one.name),
  );
  return mistake(
    story,
    "unknown-field",
    words.span,
    `There is no field "${name}" at which the step before could be refused.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  );
}

/** The fields of the record, its parts and the input of the step before; of all records and calls, where it names none. */
function triedFields(story: Story): readonly Field[] {
  const last = story.lastStep;
  const entity = last && ("entity" in last ? last.entity : last.kind === "change" || last.kind === "delete" || last.kind === "act" ? last.record.entity : null);
  const of = (name: string | null): boolean => entity === null || name === entity;
  const taken = entity === null ? story.calls.flatMap(({ does }) => (does.kind === "offered" ? does.takes.map(({ field }) => field) : [])) : [];
  return [
    ...story.entities.flatMap(({ name, partOf, fields }) => (of(name) || of(partOf?.entity ?? "") ? fields : [])),
    ...story.machines.flatMap((machine) => (of(machine.entity) ? machine.actions.flatMap(({ asks }) => asks.map((ask) => ask.field)) : [])),
    ...taken,
  ];
}
