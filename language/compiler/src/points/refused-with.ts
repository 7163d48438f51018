/** Whose records a code of the catalogue speaks about: the entities of the rules, actions and statements that refuse with it. */
import { fold } from "@nonet/feel";
import { columnsOf, splitTop, type Block, type Section, type Table } from "@nonet/notation";
import type { Context } from "../context.ts";

/** Entities by their names, each once, in the document's order; none where nothing in points 4 and 5 uses the code, or only calls do. */
export function entitiesRefusedWith(context: Context, code: string): string[] {
  let index = indexes.get(context.tree);
  if (!index) {
    // Of an earlier check's document it is the same where none of the lines has changed that it is made of.
    const lines = context.same("what refuses", () => linesOf(context));
    index = made.get(lines) ?? indexOf(context);
    made.set(lines, index);
    indexes.set(context.tree, index);
  }
  return [...(index.get(code.toLowerCase()) ?? [])];
}

/** By each word of a cell that could be a code, in small letters; made once for a document. */
type Index = Map<string, Set<string>>;
const indexes = new WeakMap<Context["tree"], Index>();
const made = new WeakMap<object, Index>();

function linesOf({ tree, declared }: Context): readonly unknown[] {
  const [machines, rules, calls] = [tree.points[3]!, tree.points[4]!, tree.points[6]!];
  return [...declared.entities.keys(), ...machines.sections, ...rules.blocks, ...rules.sections, ...calls.sections];
}

function indexOf(context: Context): Index {
  const { points } = context.tree;
  const index: Index = new Map();
  const addWords = (words: readonly string[], name: string): void => {
    const entity = context.declared.entities.get(fold(name));
    if (entity) for (const word of words) index.set(word, (index.get(word) ?? new Set<string>()).add(entity.name));
  };
  const add = (text: string, name: string): void => addWords(wordsIn(text), name);
  for (const table of tablesOf([...points[4]!.blocks, ...points[4]!.sections.flatMap((s) => s.blocks)])) {
    const columns = columnsOf(table, ["Rule", "Entity", "Must hold", "Otherwise"]);
    for (const row of table.rows) {
      const entity = columns.cell(row, "Entity");
      if (entity) add(columns.cell(row, "Otherwise")?.text ?? "", splitTop(entity, ",")[0]?.text ?? "");
    }
  }
  for (const section of points[3]!.sections) addWords(sectionWords(section), section.title.text.split(":")[0]!);
  for (const { name, otherwise } of failingCalls(context))
    for (const section of points[3]!.sections) if (sectionTexts(section).some((text) => sends(text, name))) add(otherwise, section.title.text.split(":")[0]!);
  return index;
}

/** Each word in small letters, with and without what ends a sentence. */
const wordsIn = (text: string): string[] => [...text.toLowerCase().matchAll(/\w[\w.-]*/g)].flatMap(([word]) => (/[.-]$/.test(word) ? [word, word.replace(/[.-]+$/, "")] : [word]));

/** By the section. */
const known = new WeakMap<Section, readonly string[]>();

function sectionWords(section: Section): readonly string[] {
  const words = known.get(section) ?? [...new Set(sectionTexts(section).flatMap(wordsIn))];
  known.set(section, words);
  return words;
}

/** Calls of point 7 with what they say Otherwise: their refusal is about the record that they leave from. */
function failingCalls(context: Context): { name: string; otherwise: string }[] {
  return context.tree.points[6]!.sections.flatMap((section) => {
    const said = section.blocks.flatMap((b) => (b.kind === "bullet" && fold(b.label?.text ?? "") === "otherwise" ? [b.value?.text ?? ""] : []));
    return said.map((otherwise) => ({ name: fold(section.title.text.replace(/^["*`]+|["*`]+$/g, "")), otherwise }));
  });
}

const sends = (text: string, call: string): boolean => [...text.matchAll(/\b(?:send|call)\s+([^;,|]+)/gi)].some((m) => fold(m[1]!.replace(/"/g, "")).startsWith(call));

const tablesOf = (blocks: readonly Block[]): Table[] => blocks.filter((block): block is Table => block.kind === "table");

const sectionTexts = (section: Section): string[] =>
  section.blocks.flatMap((block) => {
    if (block.kind === "table") return block.rows.flatMap((row) => row.cells.map((cell) => cell.text));
    return block.kind === "bullet" ? [block.words.text] : [];
  });
