/** Point 4: reads `ACTION is decided by: …`: its cases, each with steps, and the options of the whole decision. */
import type { Expression } from "@nonet/feel";
import { decisionCaseForms, decisionOptionForms } from "@nonet/forms";
import type { Decision, DecisionStep } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { binary } from "../expressions/build.ts";
import { boolean } from "../expressions/field-type.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { cut, isNotShown, split } from "../text/split.ts";
import { continueOption, type DecisionDraft, type DecisionScene, isStepOption, readOption } from "./decision-options.ts";
import { stepOf } from "./decision-steps.ts";

export function readDecision(ctx: PointCompiler, draft: EntityDraft, action: string, value: TextSpan, whole: TextSpan): Decision | null {
  if (isNotShown(value)) {
    ctx.notShown(`who decides ${action} of ${draft.name}`, value.span);
    return null;
  }
  const scene: DecisionScene = { ctx, draft, action, what: `who decides ${action} of ${draft.name}` };
  const decision: DecisionDraft = { steps: [], notBy: [], refusedBy: null, remindedAfter: null, lapses: null, startsAgainWhenChanges: [], source: whole.span };
  const cases: Case[] = [];
  let last: string | null = null;
  for (const [i, part] of split(value, ",;").entries()) {
    const option = i === 0 ? null : tryForm(decisionOptionForms, part, {});
    if (option && isStepOption(option.name)) last = readOption(scene, withSteps(decision, cases), option, part);
    else if (option) last = readOption(scene, decision, option, part);
    else if (i === 0 || isCase(part)) cases.push(caseOf(scene, part, cases));
    else last = continueOption(scene, decision, part, last);
  }
  decision.steps = cases.flatMap(({ steps }) => steps);
  return decision.steps.length === 0 ? null : decision;
}

/** The steps that belong together, and the condition under which they do. */
interface Case {
  readonly steps: DecisionStep[];
  readonly when: Expression | null;
}

const isCase = (part: TextSpan): boolean => tryForm(decisionCaseForms, part, {}) !== null;

/** `Clerk when total <= 500 EUR`; `Manager then Director otherwise`. The first case whose condition holds applies. */
function caseOf(scene: DecisionScene, words: TextSpan, before: readonly Case[]): Case {
  const { ctx, draft, what } = scene;
  const line = tryForm(decisionCaseForms, words, {});
  const condition = line?.slots["condition"];
  const when = condition ? ctx.expression(condition, { what, self: draft.name, expect: { kind: "boolean" } }) : null;
  const others = line ? before.flatMap((one) => (one.when ? [notHolding(one.when)] : [])) : [];
  const all = [...others, ...(when ? [when] : [])];
  const applies = all.length === 0 ? null : all.reduce((left, right) => binary("and", left, right, words.span));
  return { steps: stepsOf(scene, line?.slots["steps"] ?? words).map((step) => ({ ...step, when: applies })), when };
}

/** A condition that comes out null doesn't hold. */
const notHolding = (condition: Expression): Expression => {
  const truth = (value: boolean): Expression => ({ kind: "literal", value, type: boolean, nullable: false, span: condition.span });
  return { kind: "if", condition, then: truth(false), otherwise: truth(true), type: boolean, nullable: false, span: condition.span };
};

/** `A then B then C`, in order. */
function stepsOf(scene: DecisionScene, words: TextSpan): DecisionStep[] {
  const steps: DecisionStep[] = [];
  let rest: TextSpan | null = words;
  while (rest) {
    const parted: ReturnType<typeof cut> = cut(rest, /\s+(?:and\s+)?(?:then|followed by)\s+/i);
    const step = stepOf(scene, parted ? parted.before : rest);
    if (step) steps.push(step);
    rest = parted ? parted.after : null;
  }
  return steps;
}

/** An option of steps is written after them, and changes them in place. */
function withSteps(decision: DecisionDraft, cases: readonly Case[]): DecisionDraft {
  return {
    ...decision,
    get steps() {
      return cases.flatMap(({ steps }) => steps);
    },
    set steps(changed) {
      const left = [...changed];
      for (const one of cases) one.steps.splice(0, one.steps.length, ...left.splice(0, one.steps.length));
    },
  };
}
