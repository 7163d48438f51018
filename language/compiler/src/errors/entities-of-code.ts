/** The entities whose rules, actions and statements raise a code of the catalogue. */
import { fold } from "@nonet/feel";
import { type Block, columnsOf, isNotShown, type Section, type Table } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { callSections } from "../syntax/call-sections.ts";
import { pluralOf } from "../text/plural.ts";

/** The names of the entities, each once, in the document's order; empty if something raises the code without a record. */
export function entitiesRefusedWith(context: Context, code: string): string[] {
  const key = code.toLowerCase();
  const found: string[] = [];
  for (const index of indexesOf(context)) for (const entity of index.get(key) ?? []) if (!found.includes(entity)) found.push(entity);
  return found;
}

/** Stands for an entity that is not shown, whose fields are unknown. */
export const openEntity = "not shown";

/** By each code that a cell names, in lower case. */
type Index = Map<string, Set<string>>;
/** Collected once per document from rules, machines with their calls, and `stop with` elsewhere. */
const indexes = new WeakMap<Context["tree"], readonly Index[]>();
/** Reused from an earlier check if none of the underlying lines has changed. */
const made = new WeakMap<object, Index>();

function indexesOf(context: Context): readonly Index[] {
  const known = indexes.get(context.tree);
  if (known) return known;
  const { tree, declared } = context;
  const codes = codesOf(declared);
  const [entities, machines, rules, calls] = [tree.points[2]!, tree.points[3]!, tree.points[4]!, tree.points[6]!];
  const of = (what: string, lines: readonly unknown[], make: (context: Context) => Index): Index => {
    const key = context.identityOf(what, () => [...declared.entities.keys(), ...codes, ...lines]);
    const index = made.get(key) ?? make(context);
    made.set(key, index);
    return index;
  };
  const all = [
    of("rules that refuse", [...rules.blocks, ...rules.sections], ofRules),
    of("machines that refuse", [...machines.sections, ...calls.sections, ...calls.blocks], ofMachines),
    of("events and calls that stop", [...entities.sections, ...calls.sections, ...calls.blocks], ofStops),
  ];
  indexes.set(context.tree, all);
  return all;
}

/** The codes of the catalogue in lower case. */
const codesIn = new WeakMap<Context["declared"], ReadonlySet<string>>();

function codesOf(declared: Context["declared"]): ReadonlySet<string> {
  const known = codesIn.get(declared) ?? new Set([...declared.codes.values()].map((code) => code.name.toLowerCase()));
  codesIn.set(declared, known);
  return known;
}

function addWords(index: Index, { declared }: Context, words: readonly string[], name: string): void {
  const entity = declared.entities.get(fold(name));
  const codes = codesOf(declared);
  if (entity) for (const word of words) if (codes.has(word)) index.set(word, (index.get(word) ?? new Set<string>()).add(entity.name));
}

/** The entity with whose name a rule's Entity cell begins, in the singular or plural: `each Loan (on Approve)`. */
function subjectOf({ declared }: Context, cell: string): string {
  const plain = fold(cell.replace(/[*`"]/g, "")).replace(/^(?:an?|the|each|every|any|all) /, "");
  const { names, lengths } = subjectsIn(declared);
  for (const length of lengths) {
    const name = length <= plain.length ? names.get(plain.slice(0, length)) : undefined;
    if (name !== undefined && !/^[\p{L}\p{N}]/u.test(plain.slice(length))) return name;
  }
  return "";
}

interface Subjects {
  readonly names: ReadonlyMap<string, string>;
  /** The lengths of the keys, longest first. */
  readonly lengths: readonly number[];
}

const subjects = new WeakMap<Context["declared"], Subjects>();

/** The entities' names by their folded singulars and plurals. */
function subjectsIn(declared: Context["declared"]): Subjects {
  const known = subjects.get(declared);
  if (known) return known;
  const names = new Map<string, string>();
  for (const { name } of declared.entities.values()) for (const key of [fold(name), fold(pluralOf(name))]) if (!names.has(key)) names.set(key, name);
  const made = { names, lengths: [...new Set([...names.keys()].map((key) => key.length))].sort((a, b) => b - a) };
  subjects.set(declared, made);
  return made;
}

/** The entity that a rule in a sentence is about: `on creating a Hire`, `(Hire, on create)`, `A Round must …`, or the first one that it names. */
function subjectOfSentence(context: Context, text: string): string {
  const plain = text.replaceAll(/[*`"_]/g, "");
  const placed = /\bon (?:create|creating|changing|saving|save) (?:an? )?(.+)$/i.exec(plain)?.[1] ?? /\(([^()]+?)(?:, on [^()]+)?\):/i.exec(plain)?.[1];
  const parts = plain.split(/:\s+/);
  for (const part of [placed ?? "", ...parts.slice(1), parts[0]!]) {
    const found = subjectOf(context, part.trim());
    if (found !== "") return found;
  }
  const words = plain.split(/\s+/);
  for (let at = 0; at < Math.min(words.length, mostWords); at++) {
    const found = subjectOf(context, words.slice(at).join(" "));
    if (found !== "") return found;
  }
  return "";
}

/** More words than a rule in a sentence has. */
const mostWords = 80;

function ofRules(context: Context): Index {
  const index: Index = new Map();
  const point = context.tree.points[4]!;
  for (const block of [...point.blocks, ...point.sections.flatMap((s) => s.blocks)]) {
    const text = block.kind === "bullet" || block.kind === "paragraph" ? block.words.text : "";
    const words = wordsIn(text).filter((word) => codesOf(context.declared).has(word));
    if (words.length > 0) addWords(index, context, words, subjectOfSentence(context, text));
  }
  for (const block of [...point.blocks, ...point.sections.flatMap((s) => s.blocks)]) {
    // A rule as a bullet with its columns below it.
    if (block.kind !== "bullet") continue;
    const cell = (name: string): string =>
      block.children.flatMap((child) => (child.kind === "bullet" && child.label && fold(child.label.text) === name ? (child.value?.text ?? "") : [])).join(" ");
    if (cell("entity") !== "") addWords(index, context, wordsIn(cell("otherwise")), subjectOf(context, cell("entity")));
  }
  for (const table of tablesOf([...point.blocks, ...point.sections.flatMap((s) => s.blocks)])) {
    const columns = columnsOf(table, ["Rule", "Entity", "Must hold", "Otherwise"]);
    for (const row of table.rows) {
      const entity = columns.cell(row, "Entity");
      if (entity && isNotShown(entity))
        for (const word of wordsIn(columns.cell(row, "Otherwise")?.text ?? "")) index.set(word, (index.get(word) ?? new Set<string>()).add(openEntity));
      else if (entity) addWords(index, context, wordsIn(columns.cell(row, "Otherwise")?.text ?? ""), subjectOf(context, entity.text));
    }
  }
  return index;
}

function ofMachines(context: Context): Index {
  const index: Index = new Map();
  const { sections } = context.tree.points[3]!;
  const entityOf = (section: Section): string => section.title.text.split(":")[0]!;
  for (const section of sections) addWords(index, context, sectionWords(section), entityOf(section));
  for (const { name, otherwise } of failingCalls(context))
    for (const section of sections) if (sectionTexts(section).some((text) => sends(text, name))) addWords(index, context, wordsIn(otherwise), entityOf(section));
  return index;
}

/** Events of point 3, and calls of point 7 that have a record: `stop with` in them is about that record. */
function ofStops(context: Context): Index {
  const index: Index = new Map();
  const { points } = context.tree;
  for (const section of points[2]!.sections) if (stopped(section).length > 0) addWords(index, context, stopped(section), section.title.text.split("(")[0]!);
  for (const section of callSections(context.tree)) if (stopped(section).length > 0) addWords(index, context, stopped(section), overOf(section));
  return index;
}

/** By section: the codes of `stop with` and of Erasing in lower case. */
const stops = new WeakMap<Section, readonly string[]>();

function stopped(section: Section): readonly string[] {
  const codes = stops.get(section) ?? sectionTexts(section).flatMap(codesStopping);
  stops.set(section, codes);
  return codes;
}

const codesStopping = (text: string): readonly string[] =>
  /^\W*eras(?:ing|ure)\b/i.test(text) ? wordsIn(text) : [...text.matchAll(/\b(?:stop|end) with\s+(\S+)/gi)].flatMap((m) => wordsIn(m[1]!));

/** `Finds: E where …`, `Every: day at 07:00, for each E where …`. */
function overOf({ blocks }: Section): string {
  for (const block of blocks) {
    const text = block.kind === "bullet" ? (block.value?.text ?? "") : "";
    const name = block.kind === "bullet" ? fold(block.label?.text ?? "") : "";
    if (block.kind === "bullet" && /^for (?:each|every)\b/i.test(block.words.text))
      return /^for (?:each|every)\s*:?\s*(.+?)(?:\s+where\s.*|:.*)?$/i.exec(block.words.text)?.[1] ?? "";
    if (name === "finds") return text.split(/\s+where\s+/i)[0]!;
    if (name === "every") return /\bfor each\s+(.+?)(?:\s+where\s.*)?$/i.exec(text)?.[1] ?? "";
  }
  return "";
}

/** Each word in lower case, with and without trailing punctuation. */
const wordsIn = (text: string): string[] => (text.toLowerCase().match(/\w[\w.-]*/g) ?? []).flatMap((word) => (/[.-]$/.test(word) ? [word, word.replace(/[.-]+$/, "")] : [word]));

/** By the section. */
const known = new WeakMap<Section, readonly string[]>();

function sectionWords(section: Section): readonly string[] {
  const words = known.get(section) ?? [...new Set(sectionTexts(section).flatMap(wordsIn))];
  known.set(section, words);
  return words;
}

/** Calls of point 7 with Otherwise: their error is about the record for which they are sent. */
function failingCalls(context: Context): { name: string; otherwise: string }[] {
  return callSections(context.tree).flatMap((section) => {
    const text = section.blocks.flatMap((b) => (b.kind === "bullet" && fold(b.label?.text ?? "") === "otherwise" ? [b.value?.text ?? ""] : []));
    return text.map((otherwise) => ({ name: fold(section.title.text.replace(/^["*`]+|["*`]+$/g, "")), otherwise }));
  });
}

const sends = (text: string, call: string): boolean => [...text.matchAll(/\b(?:send|call)\s+([^;,|]+)/gi)].some((m) => fold(m[1]!.replace(/"/g, "")).startsWith(call));

const tablesOf = (blocks: readonly Block[]): Table[] => blocks.filter((block): block is Table => block.kind === "table");

const sectionTexts = (section: Section): string[] =>
  section.blocks.flatMap((block) => {
    if (block.kind === "table") return block.rows.flatMap((row) => row.cells.map((cell) => cell.text));
    return block.kind === "bullet" ? [block.words.text] : [];
  });
