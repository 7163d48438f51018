/** Point 4: the options of a decision: `not by`, `refused by`, reminders, deadlines, quorum, abstentions and ties. */
import { fold } from "@nonet/feel";
import { decisionOptionForms } from "@nonet/forms";
import type { Decision, DecisionStep } from "@nonet/model";
import { isCode, type TextSpan } from "@nonet/notation";
import { reportMissing } from "../resolve/report-nearest.ts";
import type { FormLine } from "../resolve/read-by-form.ts";
import { listedNames } from "../text/listed-names.ts";
import { bare, slice } from "../text/split.ts";
import { countOf, peopleList, withIncluded, withoutOwner } from "./decision-steps.ts";
import type { DecisionScene } from "./decision-scene.ts";
import { durationOf } from "./duration.ts";

export type { DecisionScene } from "./decision-scene.ts";
export type DecisionDraft = { -readonly [K in keyof Decision]: Decision[K] };
type OptionName = keyof (typeof decisionOptionForms)["forms"];
type OptionReader = (scene: DecisionScene, decision: DecisionDraft, words: (slot: string) => TextSpan, part: TextSpan) => void;

const hint =
  "Write: not by FIELD, refused by any [as ACTION], refused by majority, reminded after 2 days, lapses after 20 days [as ACTION], starts again when FIELD changes, quorum 3, abstentions allowed, at a tie PERSON.";

/** Whether the option is about the steps written before it. */
export const isStepOption = (name: OptionName): boolean => ["quorum", "abstentions", "tieRefused", "tieBy", "including"].includes(name);

const readers: Record<OptionName, OptionReader> = {
  notBy: (scene, decision, slot) => readNotBy(scene, decision, slot("people")),
  refused: (scene, decision, slot, part) => void (decision.refusedBy = refusedBy(scene, slot("votes"), written(slot, "action"), part)),
  reminded: ({ ctx, draft }, decision, slot) => void (decision.remindedAfter = durationOf(ctx, draft, slot("duration"))),
  lapses: (scene, decision, slot) => void (decision.lapses = lapsesAs(scene, slot("duration"), written(slot, "action"))),
  again: (scene, decision, slot) => readAgain(scene, decision, slot("fields")),
  quorum: (scene, decision, slot, part) => eachMajority(scene, decision, part, "A quorum", (step) => ({ ...step, quorum: quorumOf(scene, slot("number")) })),
  abstentions: (scene, decision, _, part) => eachMajority(scene, decision, part, "An abstention", (step) => ({ ...step, abstentions: true })),
  tieRefused: (scene, decision, _, part) => eachMajority(scene, decision, part, "A tie", (step) => ({ ...step, tie: "refused" })),
  tieBy: (scene, decision, slot, part) => {
    const by = peopleList(scene, withoutOwner(slot("person")), `"${slot("person").text}" isn't a User, so nobody could decide at a tie.`);
    if (by) eachMajority(scene, decision, part, "A tie", (step) => ({ ...step, tie: { by } }));
  },
  including: (scene, decision, slot) => {
    const last = decision.steps.at(-1);
    if (last) decision.steps = [...decision.steps.slice(0, -1), withIncluded(scene, last, slot("people"))];
  },
};

const written = (slot: (name: string) => TextSpan | undefined, name: string): TextSpan | null => slot(name) ?? null;

/** Returns the name of the option, which a following part may continue. */
export function readOption(scene: DecisionScene, decision: DecisionDraft, line: FormLine<OptionName>, part: TextSpan): string {
  readers[line.name](scene, decision, (slot) => line.slots[slot] as TextSpan, part);
  return line.name;
}

/** A part without a form of its own continues the list of the part before. */
export function continueOption(scene: DecisionScene, decision: DecisionDraft, part: TextSpan, last: string | null): string | null {
  const { ctx, draft } = scene;
  const name = bare(withoutOwner(part)).text.replace(/\s+changes?$/i, "");
  const isField = draft.fields.has(fold(name.split(".")[0]!));
  if (last === "notBy" && (isField || isCode(part))) readNotBy(scene, decision, part);
  else if (last === "again" && isField) readAgain(scene, decision, part);
  else if (last === null && decision.steps.length === 0 && isRole(scene, part))
    ctx.report("unreadable-decision", part.span, `"${part.text}" after a comma could be a further step, or one more group of the same step.`, {
      hint: "Write `A then B` for one after the other, or `any 1 of (A, B)` for either.",
    });
  else ctx.report("unreadable-decision", part.span, `"${part.text}" isn't part of a decision.`, { hint });
  return last;
}

const isRole = ({ ctx }: DecisionScene, part: TextSpan): boolean => ctx.declared.roles.has(fold(bare(part).text));

/** Quorum, abstentions and ties are about a majority. */
function eachMajority({ ctx }: DecisionScene, decision: DecisionDraft, part: TextSpan, what: string, change: (step: DecisionStep) => DecisionStep): void {
  if (decision.steps.some((step) => step.need === "majority")) decision.steps = decision.steps.map((step) => (step.need === "majority" ? change(step) : step));
  else if (decision.steps.length > 0)
    ctx.report("unreadable-decision", part.span, `${what} needs a majority, but no step before is decided by one.`, { hint: "Write the step as `majority of …`." });
}

function quorumOf({ ctx, draft, what }: DecisionScene, words: TextSpan): DecisionStep["quorum"] {
  const count = countOf(words.text);
  if (count !== null) return { kind: "literal", value: String(count), type: { kind: "number" }, nullable: false, span: words.span };
  return ctx.expression(words, { what, self: draft.name, expect: { kind: "number" } });
}

function readNotBy(scene: DecisionScene, decision: DecisionDraft, words: TextSpan): void {
  const { ctx, draft } = scene;
  const inner = /^\(.*\)$/s.test(words.text) ? slice(words, 1, words.text.length - 1) : words;
  for (const one of isCode(words) ? [words] : listedNames(inner)) {
    const name = withoutOwner(one);
    const text = bare(name).text;
    const field = draft.fields.get(fold(text));
    if (field?.open !== undefined) ctx.report("not-a-person", name.span, `The type of "${field.name}" of ${draft.name} is not shown, so it can't be used in \`not by\`.`);
    else if (!field && !isCode(one) && !text.includes(".") && !/^(?:creator|created by)$/i.test(text))
      reportMissing(ctx, draft, "field", name, { hint: "`not by` names fields that hold people." });
    else {
      const path = /^creator$/i.test(text) ? { ...name, text: "created by" } : name;
      const people = peopleList(scene, path, `"${field?.name ?? text}" of ${draft.name} isn't a User.`);
      if (people) decision.notBy = [...decision.notBy, { name: field?.name ?? (/^creator$/i.test(text) ? "created by" : text), people }];
    }
  }
}

function readAgain({ ctx, draft }: DecisionScene, decision: DecisionDraft, words: TextSpan): void {
  const changes = /\s+changes?$/i.exec(words.text);
  for (const one of listedNames(changes ? slice(words, 0, changes.index) : words)) {
    const name = withoutOwner(one);
    const field = draft.fields.get(fold(bare(name).text));
    if (field) decision.startsAgainWhenChanges = [...decision.startsAgainWhenChanges, field.name];
    else reportMissing(ctx, draft, "field", name);
  }
}

function refusedBy(scene: DecisionScene, votes: TextSpan, action: TextSpan | null, part: TextSpan): Decision["refusedBy"] {
  const need = bare(votes)
    .text.toLowerCase()
    .replace(/^(a|the)\s+/, "")
    .replace(/\s+(one|no|of them)$/, "");
  if (!["any", "one", "anyone", "majority", "single"].includes(need)) {
    scene.ctx.report("unreadable-decision", part.span, `"${votes.text}" doesn't say how many refusals are enough.`, {
      hint: "Write `refused by any`, `refused by any as ACTION` or `refused by majority`.",
    });
    return null;
  }
  return { need: need === "majority" ? "majority" : "any", as: action ? actionNamed(scene, action) : null };
}

/** Without an action, the vote ends without a result. */
function lapsesAs(scene: DecisionScene, after: TextSpan, action: TextSpan | null): Decision["lapses"] {
  const time = durationOf(scene.ctx, scene.draft, after);
  const as = action && actionNamed(scene, action);
  return time && (as !== null || action === null) ? { after: time.delay, working: time.working, as } : null;
}

function actionNamed({ ctx, draft }: DecisionScene, words: TextSpan): string | null {
  const action = draft.actions.get(fold(bare(words).text));
  if (!action) reportMissing(ctx, draft, "action", words);
  return action?.name ?? null;
}
