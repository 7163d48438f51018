/**
 * The calls of point 7 as sections, however they are written: a section with bullets, a row of a table whose first column
 * names the calls, a table of attributes, or a table with one row below the heading of its call.
 */
import { fold } from "@nonet/feel";
import { firstWordsOf, statementForms } from "@nonet/forms";
import type { Block, Bullet, Row, Section, Table, TextSpan, Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { bare, isNothing, slice } from "../text/split.ts";
import { callKey, isCallTitle } from "./call-attributes.ts";

/** Cached by point: the same sections as long as the lines are the same. */
const known = new WeakMap<object, readonly Section[]>();

export function callSections(tree: Tree): readonly Section[] {
  const point = tree.points[6];
  if (!point) return [];
  const before = known.get(point);
  if (before) return before;
  const all = [...rowsOf(point.blocks), ...point.sections.flatMap(sectionsIn)];
  known.set(point, all);
  return all;
}

/** The value of a call's attribute, found by name because spans may be those of an earlier check; null if the document doesn't state it. */
export function callAttributeAt(tree: Tree, name: string, key: string): Span | null {
  const section = callSections(tree).find(({ title }) => fold(title.text.replace(/^["*`]+|["*`]+$/g, "")) === fold(name));
  for (const block of section?.blocks ?? []) if (block.kind === "bullet" && block.label && callKey(block.label.text) === key) return block.value?.span ?? block.span;
  return null;
}

/** Whether a table names calls in its first column. */
export const namesCalls = (table: Table): boolean => shapeOf(table) === "calls";

/** `calls`: a row for each. `attributes`: a row for each attribute. `one`: a column for each attribute of one call. */
function shapeOf({ headers, rows }: Table): "calls" | "attributes" | "one" | null {
  const [first, ...others] = headers.map((header) => isCallTitle(bare(header).text));
  const keys = new Set(headers.map((header) => callKey(bare(header).text)));
  // `Message | To | Subject | Text`: two words for one attribute, so the first is what the mail is called.
  if (first && others.every(Boolean) && keys.size === headers.length) return "one";
  if (others.some(Boolean)) return "calls";
  return headers.length === 2 && rows.length > 0 && rows.every(({ cells }) => isCallTitle(bare(cells[0]!).text)) ? "attributes" : null;
}

const sections = new WeakMap<Section, readonly Section[]>();

function sectionsIn(section: Section): readonly Section[] {
  const before = sections.get(section);
  if (before) return before;
  const made = partsOf(section);
  sections.set(section, made);
  return made;
}

/** A heading above nothing but such tables is no call of its own. */
function partsOf(section: Section): readonly Section[] {
  const shapes = section.blocks.map((block) => (block.kind === "table" ? shapeOf(block) : null));
  if (section.blocks.some(isTimedStatement) && !section.blocks.some(isOfOtherKind))
    return partsOf({ ...section, blocks: section.blocks.flatMap((block): readonly Block[] => (isTimedStatement(block) ? timeAndStatement(block) : [block])) });
  if (shapes.every((shape) => shape === null)) return [section];
  const rows = rowsOf(section.blocks);
  const blocks = section.blocks.flatMap((block, i): readonly Block[] => (block.kind === "table" ? attributesIn(block, shapes[i]!) : [block]));
  return blocks.some((block) => block.kind === "bullet" || block.kind === "table") ? [{ ...section, blocks }, ...rows] : rows;
}

/** `Every day at 08:00`, `Daily at 08:00`, `On the first of every month at 06:00`. */
const beginsTimed =
  /^(?:(?:every|each)\s+\S|(?:daily|weekly|monthly|yearly)\s|on\s+(?:the\s+)?(?:first|last|\d{1,2}(?:st|nd|rd|th)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\s)/i;

/** `- Every day at 08:00: send Reminder`: the time, and what happens then. */
const isTimedStatement = (block: Block): block is Bullet & { readonly label: TextSpan; readonly value: TextSpan } =>
  block.kind === "bullet" && block.value !== null && beginsTimed.test(block.label?.text ?? "") && startsWithVerb(block.value.text);

/** A mail or a call that is received does nothing else. */
const isOfOtherKind = (block: Block): boolean => block.kind === "bullet" && ["email to", "request", "receives", "offers", "every"].includes(callKey(block.label?.text ?? ""));

const statementVerbs = new Set(firstWordsOf(statementForms));
const startsWithVerb = (text: string): boolean => statementVerbs.has(/^[a-z]+/i.exec(text)?.[0].toLowerCase() ?? "");

function timeAndStatement(bullet: Bullet & { readonly label: TextSpan; readonly value: TextSpan }): readonly Bullet[] {
  const { label, value } = bullet;
  const word = /^(?:every|each)(?=\s)/i.exec(label.text)?.[0] ?? "";
  const time = slice(label, word.length);
  const does: TextSpan = { text: "Does", span: { ...value.span, to: value.span.from } };
  return [
    { ...bullet, words: time, label: { ...(word === "" ? label : slice(label, 0, word.length)), text: "Every" }, value: time },
    { ...bullet, words: value, label: does },
  ];
}

/** The bullets that a table stands for. A table that isn't understood stays, and so does one with several rows for one call. */
function attributesIn(table: Table, shape: ReturnType<typeof shapeOf>): readonly Block[] {
  if (shape === "calls") return [];
  if (shape === "attributes") return table.rows.flatMap(({ cells, span }) => bulletOf(cells[0]!, cells[1]!, span));
  return shape === "one" && table.rows.length === 1 ? bulletsOf(table.headers, table.rows[0]!) : [table];
}

const rowsOf = (blocks: readonly Block[]): Section[] =>
  blocks.flatMap((block) => (block.kind === "table" && shapeOf(block) === "calls" ? block.rows.map((row) => sectionOf(block, row)) : []));

const ofRow = new WeakMap<Row, { readonly table: Table; readonly section: Section }>();

function sectionOf(table: Table, row: Row): Section {
  const before = ofRow.get(row);
  if (before?.table === table) return before.section;
  const section: Section = { title: row.cells[0]!, blocks: bulletsOf(table.headers.slice(1), { ...row, cells: row.cells.slice(1) }), span: row.span };
  ofRow.set(row, { table, section });
  return section;
}

const bulletsOf = (headers: readonly TextSpan[], row: Row): Bullet[] => headers.flatMap((header, i) => bulletOf(header, row.cells[i]!, row.span));

/** A cell that says nothing gives the call no such attribute. */
function bulletOf(label: TextSpan, value: TextSpan, span: Row["span"]): Bullet[] {
  if (value.text === "" || (isNothing(value) && fold(value.text) !== "none" && callKey(label.text) !== "takes")) return [];
  return [{ kind: "bullet", words: value, label: bare(label), value, children: [], span }];
}
