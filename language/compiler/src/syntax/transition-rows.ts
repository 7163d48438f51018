/** Reads a transition table into rows: lists are split, and automatic triggers are distinguished from actions. Nothing is checked. */
import { fold } from "@nonet/feel";
import { type Block, type Columns, columnsOf, type Row, type Section, type Table, type TextSpan } from "@nonet/notation";
import { isActionTable } from "./action-tables.ts";
import { arrowTable, isArrowRow } from "./transition-bullets.ts";
import { listedNames } from "../text/listed-names.ts";
import { after, bare, cut, slice, spacedWords, split, withBreaksAs } from "../text/split.ts";

export interface RawTransition {
  readonly from: readonly TextSpan[];
  /** States that `any except …` leaves out. */
  readonly except?: readonly TextSpan[];
  readonly triggers: readonly RawTrigger[];
  readonly to: TextSpan;
  /** `STATE again`: the record leaves the state and enters it again. */
  readonly again?: true;
  readonly who: TextSpan | null;
  readonly when: TextSpan | null;
  readonly then: TextSpan | null;
  readonly row: Row;
}

/** `automatic`: the words inside of `(after …)`; otherwise the name of an action. */
export interface RawTrigger {
  readonly automatic: boolean;
  readonly words: TextSpan;
}

export const transitionColumns = ["From", "Action", "To", "Who", "When", "Then"] as const;

/** The tables of transitions as written. */
export const writtenTables = (section: Section): Table[] => section.blocks.filter((block: Block): block is Table => block.kind === "table" && !isActionTable(block));

/** With the bullets that have arrows as a table, in the place of the first. */
export function transitionTables(section: Section): Table[] {
  const bullets = arrowTable(section);
  if (!bullets) return writtenTables(section);
  const first = section.blocks.find((block) => isArrowRow(section, block));
  return section.blocks.flatMap((block) => (block === first ? [bullets] : block.kind === "table" && !isActionTable(block) ? [block] : []));
}

export interface RawTransitions {
  readonly columns: Columns;
  readonly rows: readonly RawTransition[];
}

/** Cached by table. */
const read = new WeakMap<Table, RawTransitions>();

export function rawTransitions(table: Table): RawTransitions {
  const known = read.get(table) ?? readTransitions(table);
  read.set(table, known);
  return known;
}

function readTransitions(table: Table): RawTransitions {
  const columns = columnsOf(table, transitionColumns);
  const targets = new Set(table.rows.map((row) => fold(stateWords(columns.cell(row, "To") ?? { text: "", span: row.span }).text)));
  const rows = table.rows.map((row): RawTransition => {
    const cell = (name: string): TextSpan | null => {
      const words = columns.cell(row, name);
      return words && words.text !== "" ? words : null;
    };
    const action = cell("Action");
    return {
      from: namesIn(cell("From"), targets),
      ...exceptIn(cell("From")),
      triggers: action ? withoutMark(split(withBreaksAs(action, ","), ",/;").flatMap(orAutomatic)).map((words) => trigger(words, /^system$/i.test(cell("Who")?.text ?? ""))) : [],
      ...toIn(cell("To") ?? { text: "", span: row.span }),
      who: cell("Who"),
      when: cell("When"),
      then: cell("Then"),
      row,
    };
  });
  return { columns, rows };
}

const anyBut = /^\(?(?:any|all|every)(?: states?)?\s+(?:except|but|besides|other than)(?: for)?\s+/i;

/** `Close or (after 5 days)`. */
function orAutomatic(words: TextSpan): readonly TextSpan[] {
  const parted = cut(words, /\s+(?:or|and)\s+(?=\()/i);
  return parted ? [parted.before, ...orAutomatic(parted.after)] : [words];
}

/** `targets`: the states of the column To. A state can be called `lost or stolen`. */
function namesIn(words: TextSpan | null, targets: ReadonlySet<string>): TextSpan[] {
  if (words && anyBut.test(words.text)) return [{ ...words, text: "any" }];
  if (!words) return [];
  // `–` and `(start)` say that nothing was before, unless that is a state's name; `start` without parentheses could be one.
  if (/^(?:[–—-]|none|n\/a|\((?:start|initial|begin|nothing)\))$/i.test(bare(words).text) && !targets.has(fold(bare(words).text))) return [{ ...words, text: "(new)" }];
  const isTarget = (one: TextSpan): boolean => targets.has(fold(stateWords(one).text));
  return split(withBreaksAs(words, ","), ",/;")
    .flatMap((part) => (isTarget(part) || !listedNames(part).every(isTarget) ? [part] : listedNames(part)))
    .map(stateWords);
}

function exceptIn(words: TextSpan | null): Pick<RawTransition, "except"> {
  const rest = words && after(words, anyBut);
  return rest ? { except: listedNames(rest).map(stateWords) } : {};
}

/** `STATE again`, `the same state again`. */
function toIn(words: TextSpan): Pick<RawTransition, "to" | "again"> {
  const again = /\s+(?:again|anew)$/i.exec(words.text);
  return again ? { to: stateWords(slice(words, 0, again.index)), again: true } : { to: stateWords(words) };
}

/** The text of To for a record that keeps its state. */
export const sameState = "the same state";

/** Whether the words name a single state, and not several, none, or a reserved form of the notation. */
export const isStateName = (name: string): boolean =>
  !/,|;|\s\/\s|^any (?:except|but|other|state)\b|^\(.*\)$/i.test(name) && !/^(any|\(new\)|\(deleted\)|the same state|not shown|none|[–—-]|)$/i.test(name);

/** `if … then … else …` in place of a state. */
export const isConditionalState = (starts: string): boolean => /^if\s.*\sthen\s/is.test(starts);

/** A state's words without emphasis; `(none)`, `[*]` and `*` in their canonical form. */
export function stateWords(words: TextSpan): TextSpan {
  const plain = spacedWords(bare(words));
  if (/^(\(none\)|\[\*\]|\(new\)|\(?new record\)?|\(?nothing\)?|\(start\))$/i.test(plain.text)) return { ...plain, text: "(new)" };
  if (/^(\*|\(?(?:any|all|every)(?: states?)?\)?)$/i.test(plain.text)) return { ...plain, text: "any" };
  if (/^\(?(?:(?:the )?same(?: state)?|unchanged|no change|stays|(?:state )?(?:stays|remains) (?:the same|unchanged))\)?$/i.test(plain.text)) return { ...plain, text: sameState };
  return /^\(deleted\)$/i.test(plain.text) ? { ...plain, text: "(deleted)" } : plain;
}

/** `automatically, 3 days after due on`: the word before the time is no action. */
const withoutMark = (parts: readonly TextSpan[]): readonly TextSpan[] =>
  parts.filter(({ text }, i) => !(/^\(?(?:auto|automatic|automatically)\)?$/i.test(text) && parts[i + 1] && isTimed(parts[i + 1]!)));

const isTimed = (words: TextSpan): boolean =>
  /^(?:\(.*\)$|after\s+\d|(?:when|as soon as|once)\s+`|at\s+`|auto(?:matic(?:ally)?)?\s*[:–—-]?\s+\S)/is.test(words.text) ||
  /^\d+(?:[.,]\d+)?\s*\p{L}+(?:\s+\p{L}+)?\s+(?:after|before|past|later|since|from)\b/iu.test(words.text);

/** `bySystem`: only the system may, so the words say when and are no name. */
function trigger(written: TextSpan, bySystem: boolean): RawTrigger {
  // `*(after 30 minutes)*`: emphasis says nothing.
  const words = /^(?:\*{1,2}|_|`)\(.*\)(?:\*{1,2}|_|`)$/s.test(written.text) ? bare(written) : written;
  const inner = /^\(.*\)$/s.test(words.text) ? slice(words, 1, words.text.length - 1) : words;
  const timed = isTimed(words) || (bySystem && /^(?:at|when|after|once|as soon as)\s/.test(words.text));
  return { automatic: timed, words: timed ? (after(inner, /auto(?:matic(?:ally)?)?\s*[:–—-]?\s+(?=\S)/i) ?? inner) : bare(words) };
}
