/** Point 4: reads `ACTION is decided by: …`: its cases, each with steps, and the options of the whole decision. */
import { type Expression, fold } from "@nonet/feel";
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
import { reportMoreWhen } from "./decision-more-when.ts";
import { countOf, stepOf } from "./decision-steps.ts";
import { peopleBefore } from "../syntax/machine-lines.ts";

/** `values`: the text after `decided by`, and options on lines of their own. */
export function readDecision(
  ctx: PointCompiler,
  draft: EntityDraft,
  action: string,
  values: readonly [TextSpan, ...TextSpan[]],
  whole: TextSpan,
  asked: readonly string[],
): Decision | null {
  if (isNotShown(values[0])) {
    ctx.notShown(`who decides ${action} of ${draft.name}`, values[0].span);
    return null;
  }
  const scene: DecisionScene = { ctx, draft, action, asked, what: `who decides ${action} of ${draft.name}` };
  const decision: DecisionDraft = { steps: [], notBy: [], refusedBy: null, remindedAfter: null, lapses: null, startsAgainWhenChanges: [], source: whole.span };
  const cases: Case[] = [];
  let last: string | null = null;
  const lead = peopleBefore.exec(values[0].text);
  const [first, ...others] = lead ? [slice(values[0], lead[0].length), ...values.slice(1)] : values;
  const pieces = [first!, ...others].flatMap((value) => split(value, ",;"));
  if (reportMoreWhen(scene, values[0])) return null;
  for (const [i, part] of pieces.entries()) {
    const option = i === 0 ? null : tryForm(decisionOptionForms, part);
    if (option && reportCaseBehind(scene, values[0], { option: part, of: pieces[i - 1]! })) last = option.name;
    else if (option && isStepOption(option.name)) last = readOption(scene, withSteps(decision, cases), option, part);
    else if (option) last = readOption(scene, decision, option, part);
    else if (i === 0 || isCase(part)) cases.push(caseOf(scene, part, cases));
    else last = continueOption(scene, decision, part, last);
  }
  decision.steps = cases.flatMap(({ steps }) => steps);
  if (lead && !isSumOf(decision.steps, countOf(lead[1]!)!)) {
    const said = decision.steps.map(({ count }) => count).reduce((sum, count) => sum + count, 0);
    if (decision.steps.length > 0)
      ctx.report("unreadable-decision", values[0].span, `"${lead[0].trim()}" says ${countOf(lead[1]!)}, and what follows names ${said}.`, {
        hint: "Name as many people as must say yes: `1 Clerk and 1 Manager`, or `any 2 of (Clerk, Manager)`.",
      });
    return null;
  }
  return decision.steps.length === 0 ? null : decision;
}

const isSumOf = (steps: readonly DecisionStep[], sum: number): boolean => steps.length === 1 && steps[0]!.need === "any" && steps[0]!.count === sum;

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
  if (condition && (/\basked\s*\./i.test(condition.text) || readsOneOf(condition.text, scene.asked))) {
    ctx.report("unreadable-decision", condition.span, `Who decides follows from the record, before anybody is asked: "${condition.text}" isn't known yet.`, {
      hint: `Let an earlier action ask for it and store it, as in \`set F = asked.F\`, and compare the field F.`,
    });
    return { steps: [], when: null };
  }
  const when = condition ? ctx.expression(condition, { what, self: draft.name, expect: { kind: "boolean" } }) : null;
  const others = line ? before.flatMap((one) => (one.when ? [notHolding(one.when)] : [])) : [];
  const all = [...others, ...(when ? [when] : [])];
  // The span tells the case from the one before it, of which `otherwise` only is the contrary.
  const applies = all.length === 0 ? null : { ...all.reduce((left, right) => binary("and", left, right, words.span)), span: when && all.length === 1 ? when.span : words.span };
  return { steps: stepsOf(scene, line?.slots["steps"] ?? words).map((step) => ({ ...step, when: applies })), when };
}

/** Whether the condition begins with one of the names, or has one of them behind an `and` or an operator. */
const readsOneOf = (text: string, names: readonly string[]): boolean => names.some((name) => ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, " ")} `.includes(` ${fold(name)} `));

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
