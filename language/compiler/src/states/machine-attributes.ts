/** Point 4: the lines of a machine outside of its table: start and end states, what actions ask for and confirm, who decides, named statements, former names. */
import { fold } from "@nonet/feel";
import { machineForms } from "@nonet/forms";
import type { Action, Decision, StateColour, Template } from "@nonet/model";
import type { Section, TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { formerNameHint, keepOneHint } from "../entities/former-names.ts";
import { reportMissing } from "../resolve/report-nearest.ts";
import { readByForm, tryForm } from "../resolve/read-by-form.ts";
import type { NamedEffects } from "../statements/scene.ts";
import { screenConfirmations } from "../declare/screen-confirmations.ts";
import { roleNamed } from "../syntax/roles/matrix-roles.ts";
import { isQuotedQuestion, isStatedInput, isTypedInput } from "../syntax/input-words.ts";
import { isDecisionOption, peopleBefore, type MachineForm, type MachineLine, machineForm, machineLines, unreadLines } from "../syntax/machine-lines.ts";
import { listedNames } from "../text/listed-names.ts";
import { bare, isNotShown, split } from "../text/split.ts";
import { stateOf } from "./state-named.ts";
import { readAsked } from "./asked-fields.ts";
import { readDecision } from "./decisions.ts";
import { reportArrowLine } from "./lines/arrow-line.ts";
import { reportSentence } from "./lines/machine-sentence.ts";
import { neededInput } from "./needed-input.ts";
import { readStateColours } from "./state-colours.ts";

export interface MachineAttributes {
  starts: TextSpan | null;
  ends: TextSpan | null;
  readonly asks: Map<string, Action["asks"]>;
  readonly blocks: Map<string, NamedEffects>;
  readonly confirms: Map<string, Template>;
  readonly decisions: Map<string, Decision>;
  /** Options of a decision on lines of their own, by the action. */
  readonly options: Map<string, readonly TextSpan[]>;
  /** Former names of a state. */
  readonly was: Map<string, readonly string[]>;
  readonly colours: Map<string, StateColour>;
}

/** One line, read by its form. */
interface Attribute {
  readonly ctx: PointCompiler;
  readonly draft: EntityDraft;
  readonly parts: MachineAttributes;
  readonly line: MachineLine;
  readonly slot: (name: string) => TextSpan;
  readonly optional: (name: string) => TextSpan | null;
}

const readers: Record<keyof (typeof machineForms)["forms"], (attribute: Attribute) => void> = {
  starts: ({ parts, slot }) => void (parts.starts = slot("start")),
  ends: ({ parts, slot }) => void (parts.ends = slot("states")),
  // As without `Ends as`; beside it, the two contradict each other.
  endless: ({ ctx, parts, line }) => {
    if (parts.ends) ctx.report("doubled-attribute", line.words.span, `"${line.words.text}" contradicts Ends as.`);
  },
  asks: (attribute) => {
    const { ctx, draft, parts, optional, line } = attribute;
    const fields = optional("fields");
    const lists = fields ? [fields] : line.children.flatMap((child) => (child.kind === "bullet" ? [child.words] : []));
    for (const action of actionsNamed(attribute)) for (const list of lists) readAsked(ctx, draft, parts.asks, action, list);
  },
  confirms: (attribute) => {
    const { ctx, draft, parts, slot } = attribute;
    for (const action of actionsNamed(attribute)) {
      const what = `what ${action} of ${draft.name} confirms`;
      if (isNotShown(slot("question"))) ctx.notShown(what, slot("question").span);
      else parts.confirms.set(fold(action), ctx.template(bare(slot("question")), { what, self: draft.name }));
    }
  },
  decided: (attribute) => {
    const { ctx, draft, parts, slot, optional, line } = attribute;
    for (const action of actionsNamed(attribute)) {
      if (parts.decisions.has(fold(action))) ctx.report("doubled-attribute", slot("actions").span, `Who decides ${action} is already defined.`);
      const options = [...line.children.flatMap((child) => (child.kind === "bullet" ? [child.words] : [])), ...(parts.options.get(fold(action)) ?? [])];
      const [first, ...others] = [optional("decision") ?? [], ...options].flat();
      if (!first) ctx.report("unreadable-decision", line.words.span, `This line doesn't say who decides ${action}.`, { hint: `Write \`${action} is decided by: any 1 of ROLE\`.` });
      const asked = (parts.asks.get(fold(action)) ?? []).flatMap(({ field, own }) => (own ? [] : [field.name]));
      const decision = first ? readDecision(ctx, draft, action, [first, ...others], line.words, asked) : null;
      if (decision) parts.decisions.set(fold(action), decision);
    }
  },
  // Read before the decisions, in whatever order the lines stand.
  option: (attribute) => {
    const { ctx, slot, line } = attribute;
    for (const action of actionsNamed(attribute))
      if (!attribute.parts.decisions.has(fold(action)))
        ctx.report("unreadable-decision", line.words.span, `"${slot("option").text}" is part of a decision, but no line says who decides ${action}.`, {
          hint: `Write \`${action} is decided by: any 1 of ROLE, ${slot("option").text}\`.`,
        });
  },
  does: ({ ctx, parts, slot }) => {
    const name = bare(slot("group"));
    if (parts.blocks.has(fold(name.text))) ctx.report("doubled-name", name.span, `The statements of "${name.text}" are already defined.`);
    else parts.blocks.set(fold(name.text), { name, then: slot("statements"), usedBy: [] });
  },
  was: (attribute) => {
    const { ctx, draft, parts, slot } = attribute;
    const state = stateOf(draft, bare(slot("state")).text);
    if (state === null) reportMissing(ctx, draft, "state", bare(slot("state")));
    else readFormer(ctx, draft, parts, state, slot("former"));
  },
  colours: ({ ctx, draft, parts, slot }) => readStateColours(ctx, draft, parts.colours, slot("colours")),
};

export function readParts(ctx: PointCompiler, draft: EntityDraft, section: Section): MachineAttributes {
  const parts: MachineAttributes = {
    starts: null,
    ends: null,
    asks: new Map(),
    blocks: new Map(),
    confirms: new Map(),
    decisions: new Map(),
    options: new Map(),
    was: new Map(),
    colours: new Map(),
  };
  for (const { words } of unreadLines(section)) {
    // The line is reported elsewhere, but what it names is declared all the same.
    const read = machineForm(words);
    if (read?.name === "does") readers.does({ ctx, draft, parts, line: { words, children: [] }, slot: (name) => read.slots[name]!, optional: () => null });
  }
  const confirmations = (screenConfirmations(ctx.tree).get(section) ?? []).map(({ words, children }) => ({ words, children }));
  const lines = [...machineLines(section), ...confirmations].map((line: MachineLine) => ({ line, read: line.read ?? formOf(ctx, draft, line.words) }));
  for (const { read } of lines)
    if (read?.name === "option")
      for (const name of listedNames(read.slots["actions"]!)) {
        const key = fold(bare(name).text);
        parts.options.set(key, [...(parts.options.get(key) ?? []), read.slots["option"]!]);
      }
  // A decision may name what the action asks for, wherever that stands.
  const late = (read: MachineForm | null): number => (read?.name === "option" ? 2 : read?.name === "decided" ? 1 : 0);
  const inOrder = [0, 1, 2].flatMap((when) => lines.filter(({ read }) => late(read) === when));
  for (const { line, read } of inOrder) {
    ctx.markEnforced(line.words.span);
    if (read) readers[read.name]({ ctx, draft, parts, line, slot: (name) => read.slots[name]!, optional: (name) => read.slots[name] ?? null });
  }
  return parts;
}

/** Defined names come first; then any words, so that the reader reports the name that isn't defined. */
function formOf(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): MachineForm | null {
  const isAction = (text: string): boolean => draft.actions.has(fold(plain(text)));
  const known = {
    actions: (text: string) => isAction(text) || listedNames({ ...words, text }).every((one) => isAction(one.text)),
    state: (text: string) => stateOf(draft, plain(text)) !== null,
    "number of people": (text: string) => isNumberOfPeople(ctx, text),
    "option of a decision": isDecisionOption,
    "stated input": isStatedInput,
    "typed input": isTypedInput,
    "question in quotation marks": isQuotedQuestion,
  };
  // Without a defined action, only words of which one kind of line is made can be read.
  const unknown = {
    "number of people": known["number of people"],
    "option of a decision": () => false,
    "stated input": isStatedInput,
    "typed input": isTypedInput,
    "question in quotation marks": isQuotedQuestion,
  };
  const hint =
    "Write one of: Starts as, Ends as, ACTION asks for, ACTION confirms, NAME does, ACTION is decided by, ACTION: OPTION OF ITS DECISION, STATE: was FORMER STATE, Colours.";
  return (
    tryForm(machineForms, words, known) ??
    tryForm(machineForms, words, unknown) ??
    neededInput(ctx, draft, words) ??
    (reportArrowLine(ctx, words) || reportSentence(ctx, draft, words)
      ? null
      : readByForm(ctx, machineForms, words, unknown, {
          code: "unknown-attribute",
          near: () => {
            const name = words.text.split(/:/)[0]!.replaceAll("**", "").trim();
            const isEvent = /^on (?:create|creation|change|entering|leaving|delet)/i.test(name);
            ctx.report("unknown-attribute", words.span, `"${name}" isn't an attribute of a state machine.${isEvent ? ` It belongs to point 3, the entity ${draft.name}.` : ""}`, {
              hint: isEvent ? `Move the line below \`### ${draft.name}\` in point 3.` : hint,
            });
            return true;
          },
        }))
  );
}

/** `2 Staff`, `two Managers`, `3 of panel.members`: a number and whoever decides. */
function isNumberOfPeople(ctx: PointCompiler, text: string): boolean {
  if (peopleBefore.test(text)) return true;
  const found = /^(?:(?:any|at least)\s+)?(?:\d+|one|two|three|four|five)\s+(?:different\s+)?(of\s+)?(.+)$/i.exec(text);
  return found !== null && (found[1] !== undefined || roleNamed(ctx.declared.roles, found[2]!.split(/[,;]|\s(?:and|plus|together with)\s/i)[0]!.trim()) !== undefined);
}

const plain = (text: string): string => text.replace(/^[`"*]+|[`"*]+$/g, "");

/** The actions that the line names, by their defined names. */
function actionsNamed({ ctx, draft, slot }: Attribute): readonly string[] {
  const words = slot("actions");
  const whole = draft.actions.get(fold(bare(words).text));
  if (whole) return [whole.name];
  return listedNames(words).flatMap((one) => {
    const action = draft.actions.get(fold(bare(one).text));
    if (!action) reportMissing(ctx, draft, "action", bare(one));
    return action?.name ?? [];
  });
}

/** `approved: was accepted, agreed`: the former names of a state, whose records move to it. */
function readFormer(ctx: PointCompiler, draft: EntityDraft, parts: MachineAttributes, state: string, value: TextSpan): void {
  for (const former of split(value, ",/")) {
    const name = bare(former).text;
    const other = [...parts.was].find(([, names]) => names.some((one) => fold(one) === fold(name)))?.[0];
    if (stateOf(draft, name) !== null)
      ctx.report("doubled-name", former.span, `${draft.name} still has the state "${name}", so ${state} can't be its new name.`, { hint: formerNameHint });
    else if (other !== undefined)
      ctx.report("doubled-name", former.span, `"${name}" is already renamed to ${other}, so it can't be renamed to ${state} too.`, { hint: keepOneHint });
    else parts.was.set(state, [...(parts.was.get(state) ?? []), name]);
  }
}
