/** Transitions as bullets with arrows: `- planned → Cancel → cancelled: Planner; set x = 1` is read as the row of a table. */
import { type Block, columnsOf, type Section, type Table, type TextSpan } from "@nonet/notation";
import { cut, findTop, slice, split } from "../text/split.ts";

/** The cells of the row that a bullet says. */
export interface ArrowRow {
  readonly From: TextSpan;
  readonly Action: TextSpan;
  readonly To: TextSpan;
  readonly Who?: TextSpan;
  readonly When?: TextSpan;
  readonly Then?: TextSpan;
}

type Bullet = Extract<Block, { kind: "bullet" }>;

const names = ["From", "Action", "To", "Who", "When", "Then"] as const;
const arrow = /→|⟶|➔|➜|⇒|[-–—=]{1,3}>/;
/** `--Cancel-->`, `-[Cancel]->`: the dash before the words on an arrow. */
const label = /\s(?:--|—|–|-(?=\[))/;
const headEnd = /[:;]|,(?=\s+(?:only\s+)?(?:when|if|unless|provided|else)\b)/;
const guard = /(?:^|(?<=[\s,;]))(?:only\s+)?(?:when|if|unless|provided|else|otherwise)\s/i;
const effects = /;(?!\s*(?:only\s+)?(?:when|unless|provided|else|otherwise)\s)|,(?=\s+then\s)|,(?=\s+(?:set|send|create|call|do|for each)\s)/;
/** `Cancel by Planner`: a name with a capital letter is a role, and `Cancel by company` is an action. */
const by = /\sby\s+(?=\p{Lu})/u;

/** The states, and what else the bullet says about the step between them. */
export interface ArrowParts {
  /** The words between the arrows. */
  readonly steps: readonly TextSpan[];
  /** In parentheses behind the last state. */
  readonly remark: TextSpan | null;
  readonly who: TextSpan | null;
  readonly when: TextSpan | null;
  readonly then: TextSpan | null;
}

/** The parts of a line with arrows; null for other lines. */
export function arrowParts(words: TextSpan): ArrowParts | null {
  if (!arrow.test(words.text)) return null;
  const end = findTop(words, headEnd);
  const head = end ? slice(words, 0, end.index) : words;
  const steps = stepsOf(head);
  if (steps.length < 2 || steps.some(({ text }) => text === "")) return null;
  const tail = end ? slice(words, end.index + (end[0] === ";" ? 0 : 1)) : null;
  const last = steps.at(-1)!;
  const remark = cut(last, /\s(?=\()/);
  const whole = remark && /^\([^()]*(?:\([^()]*\)[^()]*)*\)\.?$/.test(remark.after.text) ? remark : null;
  return { steps: whole ? [...steps.slice(0, -1), whole.before] : steps, remark: whole ? whole.after : null, ...tailOf(tail, end?.[0] === ":") };
}

function stepsOf(head: TextSpan): readonly TextSpan[] {
  const steps: TextSpan[] = [];
  let rest = head;
  for (let parted = cut(rest, arrow); parted; parted = cut(rest, arrow)) {
    steps.push(parted.before);
    rest = parted.after;
  }
  const labelled = steps.length === 1 ? cut(steps[0]!, label) : null;
  return labelled ? [labelled.before, unbracketed(labelled.after), rest] : [...steps, rest];
}

const unbracketed = (words: TextSpan): TextSpan => (/^\[[^[\]]*\]$/.test(words.text) ? slice(words, 1, words.text.length - 1) : words);

/** `Planner, when x > 1, else TOO_MUCH; set y = 2`. */
function tailOf(tail: TextSpan | null, saysWho: boolean): Pick<ArrowParts, "who" | "when" | "then"> {
  if (!tail) return { who: null, when: null, then: null };
  const at = findTop(tail, effects);
  const left = at ? slice(tail, 0, at.index) : tail;
  const then = at ? withoutThen(slice(tail, at.index + 1)) : null;
  const when = findTop(left, guard);
  const first = withoutEnd(when ? slice(left, 0, when.index) : left);
  const who = first.text === "" ? null : first;
  // Without a colon, nothing can stand before the guard.
  return { who: saysWho ? who : null, when: when ? slice(left, when.index) : !saysWho && who ? who : null, then: then?.text === "" ? null : then };
}

const withoutThen = (words: TextSpan): TextSpan => slice(words, /^then(?:\s*:)?\s/i.exec(words.text)?.[0].length ?? 0);
const withoutEnd = (words: TextSpan): TextSpan => (/[,;]$/.test(words.text) ? slice(words, 0, words.text.length - 1) : words);

/** The row; null where a part of it isn't clear. */
function rowOf({ steps, remark, who, when, then }: ArrowParts): ArrowRow | null {
  const found = steps.length === 3 ? withAction(steps[0]!, steps[1]!, steps[2]!, remark, who) : steps.length === 2 ? withoutAction(steps[0]!, steps[1]!, remark, who) : null;
  if (!found || split(found.To, ",").length !== 1 || found.Action.text === "" || isUnmarkedTime(found.Action)) return null;
  return { ...found, ...(when ? { When: when } : {}), ...(then ? { Then: then } : {}) };
}

/** `after hold time` outside of parentheses would be the name of an action. */
const isUnmarkedTime = ({ text }: TextSpan): boolean => /^(?:after|at|when|once|as soon as|every|on)\s/.test(text) && !/^after\s+\d/.test(text);

function withAction(From: TextSpan, Action: TextSpan, to: TextSpan, remark: TextSpan | null, who: TextSpan | null): ArrowRow | null {
  if (remark) return who ? null : { From, Action, To: to, Who: whoIn(remark) };
  const person = cut(to, by);
  if (person) return who ? null : { From, Action, To: person.before, Who: person.after };
  return { From, Action, To: to, ...(who ? { Who: who } : {}) };
}

const inside = (words: TextSpan): TextSpan => slice(words, 1, words.text.lastIndexOf(")"));
const whoIn = (remark: TextSpan): TextSpan => slice(inside(remark), /^by\s/i.exec(inside(remark).text)?.[0].length ?? 0);

/** `planned → cancelled (Cancel by Planner)`, `planned → cancelled: Cancel (Planner)`, `held → expired (after 2 days)`. */
function withoutAction(From: TextSpan, To: TextSpan, remark: TextSpan | null, who: TextSpan | null): ArrowRow | null {
  if (remark && who) return isTime(inside(remark)) ? null : { From, To, Action: inside(remark), Who: who };
  if (remark) {
    if (isTime(inside(remark))) return { From, To, Action: slice(remark, 0, remark.text.lastIndexOf(")") + 1) };
    const person = cut(inside(remark), by);
    return person ? { From, To, Action: person.before, Who: person.after } : null;
  }
  if (!who) return null;
  if (/^\([^()]*\)$/.test(who.text) && isTime(inside(who))) return { From, To, Action: who };
  const person = cut(who, by);
  if (person) return { From, To, Action: person.before, Who: person.after };
  const people = cut(who, /\s(?=\([^()]*\)$)/);
  return people ? { From, To, Action: people.before, Who: whoIn(people.after) } : null;
}

const isTime = ({ text }: TextSpan): boolean => /^(?:after|at|when|once|as soon as|automatically)\s/i.test(text) || /^\d+\s+\p{L}+(?:\s\p{L}+)?\s(?:after|before)\s/iu.test(text);

/** Cached by section. */
const known = new WeakMap<Section, { readonly rows: ReadonlyMap<Block, ArrowRow>; readonly table: Table | null }>();

function bulletsOf(section: Section): { readonly rows: ReadonlyMap<Block, ArrowRow>; readonly table: Table | null } {
  const before = known.get(section);
  if (before) return before;
  const found = section.blocks.flatMap((block) => {
    const parts = block.kind === "bullet" && block.children.length === 0 ? arrowParts(block.words) : null;
    const row = parts && rowOf(parts);
    return row ? [{ block: block as Bullet, row }] : [];
  });
  const states = new Set([...found.flatMap(({ row }) => [...split(row.From, ",/"), row.To]).map(({ text }) => text), ...statesInTables(section)]);
  // `draft → placed → paid` can be three states.
  const isStep = ({ Action, Who, When, Then }: ArrowRow): boolean => !states.has(Action.text) && (/^[\p{Lu}(`"*]/u.test(Action.text) || [Who, When, Then].some(Boolean));
  const rows = found.filter(({ row }) => isStep(row));
  const empty = (span: TextSpan["span"]): TextSpan => ({ text: "", span: { ...span, from: span.to } });
  const first = rows[0]?.block;
  const table: Table | null = first
    ? {
        kind: "table",
        headers: names.map((text) => ({ text, span: first.span })),
        rows: rows.map(({ block, row }) => ({ cells: names.map((name) => row[name] ?? empty(block.words.span)), span: block.words.span })),
        span: first.span,
      }
    : null;
  const made = { rows: new Map(rows.map(({ block, row }) => [block, row] as const)), table };
  known.set(section, made);
  return made;
}

const statesInTables = (section: Section): readonly string[] =>
  section.blocks.flatMap((block) => {
    if (block.kind !== "table") return [];
    const columns = columnsOf(block, names);
    return block.rows.flatMap((row) => ["From", "To"].flatMap((name) => split(columns.cell(row, name) ?? { text: "", span: row.span }, ",/").map(({ text }) => text)));
  });

/** The bullets with arrows as a table; null if there are none. */
export const arrowTable = (section: Section): Table | null => bulletsOf(section).table;

export const isArrowRow = (section: Section, block: Block): boolean => bulletsOf(section).rows.has(block);
