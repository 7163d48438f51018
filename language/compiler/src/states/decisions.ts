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
import { cut, isNotShown, slice, split } from "../text/split.ts";
import { continueOption, type DecisionDraft, type DecisionScene, isStepOption, readOption } from "./decision-options.ts";
import { stepOf } from "./decision-steps.ts";

/** `values`: the text after `decided by`, and options on lines of their own. */
export function readDecision(ctx: PointCompiler, draft: EntityDraft, action: string, values: readonly [TextSpan, ...TextSpan[]], whole: TextSpan): Decision | null {
  if (isNotShown(values[0])) {
    ctx.notShown(`who decides ${action} of ${draft.name}`, values[0].span);
    return null;
  }
  const scene: DecisionScene = { ctx, draft, action, what: `who decides ${action} of ${draft.name}` };
  const decision: DecisionDraft = { steps: [], notBy: [], refusedBy: null, remindedAfter: null, lapses: null, startsAgainWhenChanges: [], source: whole.span };
  const cases: Case[] = [];
  let last: string | null = null;
  const pieces = values.flatMap((value) => split(value, ",;"));
  for (const [i, part] of pieces.entries()) {
    const option = i === 0 ? null : tryForm(decisionOptionForms, part);
    if (option && reportCaseBehind(scene, values[0], { option: part, of: pieces[i - 1]! })) last = option.name;
    else if (option && isStepOption(option.name)) last = readOption(scene, withSteps(decision, cases), option, part);
    else if (option) last = readOption(scene, decision, option, part);
    else if (i === 0 || isCase(part)) cases.push(caseOf(scene, part, cases));
    else last = continueOption(scene, decision, part, last);
  }
  decision.steps = cases.flatMap(({ steps }) => steps);
  return decision.steps.length === 0 ? null : decision;
}

/** `any 2 of Board, not by author when C`: the condition is that of the steps, and an option holds for the whole decision. */
function reportCaseBehind({ ctx }: DecisionScene, value: TextSpan, { option, of }: { readonly option: TextSpan; readonly of: TextSpan }): boolean {
  const parted = cut(option, /\s+(?=(?:when|if|where|as long as|otherwise)\s|otherwise$)/i);
  const isOfStep = parted !== null && tryForm(decisionCaseForms, option) !== null && !/^(?:starts?|begins?|restarts?)\b/i.test(option.text);
  if (!isOfStep || isCase(of)) return false;
  const at = slice(option, option.text.length - parted.after.text.length, option.text.length);
  const whole = { file: value.span.file, from: of.span.from, to: value.span.to };
  const rest = slice(value, option.span.to - value.span.from, value.text.length).text;
  const text = `${of.text} ${at.text}${rest}, ${parted.before.text}`;
  const isWithin = option.span.from >= value.span.from && option.span.to <= value.span.to;
  ctx.report("unreadable-decision", at.span, `"${at.text}" stands behind an option, which holds for the whole decision. A condition stands behind those who decide.`, {
    hint: `Write \`${text}\`.`,
    fixes: isWithin ? [{ title: "Move the condition to those who decide", edits: [{ span: whole, text }] }] : [],
  });
  return true;
}

/** The steps that belong together, and the condition under which they do. */
interface Case {
  readonly steps: DecisionStep[];
  readonly when: Expression | null;
}

const isCase = (part: TextSpan): boolean => tryForm(decisionCaseForms, part) !== null;

/** `Clerk when total <= 500 EUR`; `Manager then Director otherwise`. The first case whose condition holds applies. */
function caseOf(scene: DecisionScene, words: TextSpan, before: readonly Case[]): Case {
  const { ctx, draft, what } = scene;
  const line = tryForm(decisionCaseForms, words);
  const condition = line?.slots["condition"];
  const when = condition ? ctx.expression(condition, { what, self: draft.name, expect: { kind: "boolean" } }) : null;
  const others = line ? before.flatMap((one) => (one.when ? [notHolding(one.when)] : [])) : [];
  const all = [...others, ...(when ? [when] : [])];
  // The span tells the case from the one before it, of which `otherwise` only is the contrary.
  const applies = all.length === 0 ? null : { ...all.reduce((left, right) => binary("and", left, right, words.span)), span: when && all.length === 1 ? when.span : words.span };
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
