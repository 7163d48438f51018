/** `Then it is refused`, `Then it is accepted`: what became of the step before, or the record is in a state of that name. `at FIELD`: the refusal stands at this field. */
import { fold } from "@nonet/feel";
import type { Field, Step } from "@nonet/model";
import { nearestName } from "@nonet/source";
import { entityNamed, mistake, machineNamed, otherStates, statesOf, type Story } from "../scope/example-scope.ts";
import { actorsAt } from "../phrases/read-actor.ts";
import { slice } from "../../text/split.ts";
import { type ClauseBuilder, type ClauseSlots, one } from "./read-clause.ts";
import { is } from "./read-results.ts";
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
export const refused: ClauseBuilder = (story, clause) => {
  const refusal: Step = { kind: "refused", code: null, source: clause.words.span };
  if (clause.slots["field"]) return refusedAt(story, clause, refusal);
  const said = saidState(story, clause);
  const last = story.lastStep;
  if (!said || !last) return [refusal];
  if (!attempts.has(last.kind)) return is(story, said.clause);
  if (!said.isNot && !leadsTo(story, said, last)) return [refusal];
  return twoMeanings(story, said, last, "it isn't allowed");
};

/**
 * `Then it is accepted`: the record is in a state of that name, for which what was tried must have succeeded; without
 * such a state, it only succeeded. `it isn't refused` is about what was tried, unless that could also lead to the state.
 */
export const accepted: ClauseBuilder = (story, clause) => {
  const acceptance: Step = { kind: "accepted", source: clause.words.span };
  const said = saidState(story, clause);
  const last = story.lastStep;
  if (!said && /\screated$/i.test(clause.words.text) && last?.kind !== "create" && last?.kind !== "import")
    return mistake(story, "unreadable-step", clause.words.span, "Nothing was created in the step before.", "Write `there is a RECORD with …` for a record that is there.");
  if (!said || !last) return [acceptance];
  if (!said.isNot || !attempts.has(last.kind)) return is(story, said.clause);
  return leadsTo(story, said, last) ? twoMeanings(story, said, last, "it is allowed") : [acceptance];
};

/** What a clause says if its last word is meant as a state of the record that was spoken of last, or as its yes/no field. */
interface Said {
  readonly entity: string;
  readonly state: string;
  readonly isNot: boolean;
  /** The clause as one about a record. */
  readonly clause: ClauseSlots;
}

function saidState(story: Story, clause: ClauseSlots): Said | null {
  const [word = ""] = /\S+$/.exec(clause.words.text) ?? [];
  // Of what was tried, only the record that it was about can be in the state.
  const spokenOf = story.lastStep && attempts.has(story.lastStep.kind) ? story.spokenOf.slice(0, 1) : story.spokenOf;
  const entity = spokenOf.find((one) => stateNamed(story, one, word) !== undefined);
  if (entity === undefined || !/^(?:(?:it|this|that)\s|\S+$)/i.test(clause.words.text)) return null;
  const { span } = clause.words;
  const value = slice(clause.words, clause.words.text.length - word.length);
  const isNot = /(?:\snot|n['’]t)\s/i.test(clause.words.text);
  const subject = { text: "it", span: { ...span, to: Math.min(span.from + 2, span.to) } };
  return { entity, state: stateNamed(story, entity, word)!, isNot, clause: { words: clause.words, slots: { subject, value }, flags: new Set(isNot ? ["not"] : []) } };
}

const stateNamed = (story: Story, entity: string, word: string): string | undefined =>
  [
    ...statesOf(story, entity),
    ...otherStates(story, entity).map(({ state }) => state),
    ...entityNamed(story, entity).fields.flatMap(({ name, type }) => (type.kind === "yes/no" ? [name] : [])),
  ].find((one) => fold(one) === fold(word));

function twoMeanings(story: Story, { entity, state, isNot, clause: { words } }: Said, last: Step, tried: string): null {
  const action = "action" in last && last.action !== null ? `"${last.action}"` : "the step before";
  const isState = `the ${entity} is ${isNot ? "not " : ""}${state}`;
  const fixes = [tried, isState].map((text) => ({ title: `Write \`${text}\``, edits: [{ span: words.span, text }] }));
  return mistake(
    story,
    "ambiguous-step",
    words.span,
    `"${words.text}" can be read in 2 ways: ${action} was ${tried === "it is allowed" ? "accepted" : "refused"}, or ${isState}.`,
    `Write \`${tried}\` for the first, \`${isState}\` for the second.`,
    fixes,
  );
}

const leadsTo = (story: Story, { entity, state }: Said, step: Step): boolean =>
  (step.kind === "act" || step.kind === "create") &&
  machineNamed(story, entity)?.transitions.some(({ trigger, to }) => trigger.kind === "action" && trigger.action === step.action && to === state) === true;

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
