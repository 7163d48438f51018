/** The lines of a section of point 4 that are attributes of its machine: bullets, and lines of their own in a paragraph. */
import { fold } from "@nonet/feel";
import { decisionOptionForms, firstWordsOf, lasting, machineForms, statementForms } from "@nonet/forms";
import { type Block, codeOf, isCode, type Section, type TextSpan } from "@nonet/notation";
import { eventOf } from "./entities/entity-attributes.ts";
import { type ActionCell, actionCells } from "./action-tables.ts";
import { isNeededInput, isQuotedQuestion, isStatedInput, isTypedInput } from "./input-words.ts";
import { linesAmongProse } from "./prose-lines.ts";
import { isArrowRow } from "./transition-bullets.ts";
import { rawTransitions, transitionTables } from "./transition-rows.ts";
import { type FormLine, tryForm } from "../text/form-line.ts";
import { bare, split } from "../text/split.ts";
import { listedNames } from "../text/listed-names.ts";
import { nameList } from "../text/name-list.ts";

export interface MachineLine {
  readonly words: TextSpan;
  readonly children: readonly Block[];
  /** A cell of a table of actions, which says by its column what it is. */
  readonly read?: MachineForm;
}

export type MachineForm = FormLine<keyof (typeof machineForms)["forms"]>;

/** Cached by section. */
const linesBefore = new WeakMap<Section, readonly MachineLine[]>();

export function machineLines(section: Section): readonly MachineLine[] {
  const known = linesBefore.get(section);
  if (known) return known;
  const lines = section.blocks.flatMap((block): readonly MachineLine[] => {
    if (block.kind === "bullet") return eventOf(block) || isArrowRow(section, block) ? [] : [{ words: block.words, children: block.children }];
    return block.kind === "paragraph" ? linesAmongProse(block).flatMap((words) => (isMachineLine(words, section) ? [{ words, children: [] }] : [])) : [];
  });
  const made = [...lines, ...actionCells(section).map(lineOfCell)];
  linesBefore.set(section, made);
  return made;
}

const lineOfCell = ({ kind, action, value }: ActionCell): MachineLine => ({
  words: value,
  children: [],
  read: { name: kind, slots: { actions: action, [kind === "asks" ? "fields" : "question"]: value }, flags: new Set() },
});

/** Lines of code blocks and quotations that would be attributes: they have no effect there. */
export const unreadLines = (section: Section): readonly MachineLine[] =>
  section.blocks.flatMap((block) => (block.kind === "other" ? linesAmongProse(block).flatMap((words) => (isMachineLine(words, section) ? [{ words, children: [] }] : [])) : []));

/** `refused by any as Reject`, `not by author, reminded after 2 days`. */
export const isDecisionOption = (text: string): boolean => {
  const words = { text, span: { file: 0, from: 0, to: text.length } };
  return tryForm(decisionOptionForms, split(words, ",;")[0] ?? words) !== null;
};

/** `two people: 1 Clerk and 1 Manager`: the text after `two people`, which says the sum. */
export const peopleBefore = /^(?:(?:at least|the)\s+)?(\d+|one|two|three|four|five)\s+(?:different\s+)?(?:people|persons|signatures|approvals|votes)\s*[:,–—-]\s*/iu;

const machineTests = lasting({
  "number of people": (text) => /^(?:(?:any|at least|the)\s+)?(?:\d+|one|two|three|four|five)\s+\p{L}[^:]*$/iu.test(text) || peopleBefore.test(text),
  "option of a decision": isDecisionOption,
  "stated input": isStatedInput,
  "typed input": isTypedInput,
  "question in quotation marks": isQuotedQuestion,
});

/** The line by its form, whatever the names in it. */
export const machineForm = (words: TextSpan): MachineForm | null => tryForm(machineForms, words, machineTests);

const verbs = new Set(firstWordsOf(statementForms));

/** Whether a line of a paragraph is an attribute, and not a sentence. */
export function isMachineLine(words: TextSpan, section: Section): boolean {
  const isSentence = !words.text.includes(":");
  if (isSentence && isNeed(words.text, section)) return true;
  const line = isSentence && !/\s(?:asks?|confirms?|(?:is|are|must be) (?:decided|approved) by)\s/i.test(words.text) ? null : machineForm(words);
  if (!line || (isSentence && !isStatedAsSentence(words, section))) return false;
  switch (line.name) {
    case "starts":
    case "ends":
    case "endless":
      return true;
    case "asks":
    case "confirms":
    case "decided":
    case "option":
      return listedNames(line.slots["actions"]!).every((name) => isAction(section, name.text));
    case "does":
      return verbs.has(/^[a-z]+/i.exec(line.slots["statements"]!.text)?.[0].toLowerCase() ?? "");
    case "was":
      return isState(section, line.slots["state"]!.text);
    case "colours":
      return listedNames(line.slots["colours"]!).some((one) => isState(section, one.text.replace(/[\s:=]+\S+$/, "")));
  }
}

/** `Refuse needs a reason`: an action of the table, and no more than the value. */
function isNeed(text: string, section: Section): boolean {
  const found = /^(.+?)\s+(?:needs?|requires?)\s+(.+)$/is.exec(text);
  return found !== null && isNeededInput(found[2]!) && listedNames({ text: found[1]!, span: section.span }).every((name) => isAction(section, name.text));
}

/** `Refuse asks for the reason`, `Accept is decided by any 2 of Chief`, unless a bullet says it too. */
function isStatedAsSentence({ text }: TextSpan, { blocks }: Section): boolean {
  const found = /^(.+?\s(?:asks?(?: for)?|confirms?|((?:is|are|must be) (?:decided|approved) by)))\s+(.+)$/is.exec(text);
  if (!found || (found[2] !== undefined && !/^(?:(?:any \d+|all|majority) of|\d+|one|two|three|four|five)\s[^.]+\.?$/i.test(found[3]!))) return false;
  if (/\s(?:asks?|confirms?)$/i.test(found[1]!) && !isQuotedQuestion(found[3]!)) return false;
  return !blocks.some((block) => block.kind === "bullet" && fold(block.words.text).startsWith(`${fold(found[1]!)}:`));
}

/** The states in a list: `back, refused and lost`. A name that a row has is one state, whatever words are in it. */
export const statesNamed = (section: Section, words: TextSpan): readonly TextSpan[] =>
  nameList(isCode(words) && !/`.*`.*`/s.test(words.text) ? codeOf(words) : words, (name) => isState(section, name));

const rowsOf = (section: Section) => transitionTables(section).flatMap((table) => rawTransitions(table).rows);

export const isState = (section: Section, text: string): boolean => {
  const name = fold(text.replace(/^[`*"]+|[`*"]+$/g, ""));
  return rowsOf(section).some((row) => [...row.from, bare(row.to)].some((state) => fold(state.text) === name));
};

export const isAction = (section: Section, text: string): boolean => {
  const name = fold(text.replace(/^[`*"]+|[`*"]+$/g, ""));
  return rowsOf(section).some((row) => row.triggers.some((trigger) => !trigger.automatic && fold(trigger.words.text) === name));
};
