/**
 * Renames something everywhere: first where it is defined, then wherever the compiler no longer knows the old name.
 *
 * No list of places is kept that could go stale: whatever names something is checked, so whatever names it by its
 * old name is said to be wrong, at its place. What comes out means the same, or nothing is done.
 */
import { fold } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { applyEdits, codeOf as code, columnsOf, type Edit, type Row, type Section, type Table, type Tree, type TextSpan } from "@nonet/notation";
import type { Diagnostic, Sources, Span } from "@nonet/source";
import { makeChecker } from "../checker.ts";
import type { Compiled } from "../compile.ts";
import { machineHeading, rawFieldsOf } from "../declare/entities.ts";
import { constantsIn } from "../syntax/constant-rows.ts";
import { errorsIn } from "../syntax/error-rows.ts";
import { rolesSaid } from "../syntax/roles.ts";
import { screenTables } from "../syntax/screen-rows.ts";
import { rawTransitions, transitionTables } from "../syntax/transition-rows.ts";
import { pluralOf } from "../text/english.ts";
import { bare, split } from "../text/split.ts";

export type Named =
  | { readonly kind: "entity" | "role" | "constant" | "code" | "call" | "screen"; readonly name: string }
  /** Of an entity. */
  | { readonly kind: "field" | "state" | "action"; readonly entity: string; readonly name: string };

export interface RenameOptions {
  /** Notes what it was called, so that stored data moves with it (entities and fields). */
  readonly was?: boolean;
}

export type Renamed = { readonly sources: Sources; readonly edits: number } | { readonly refused: string };

const rounds = 12;

export function rename(sources: Sources, thing: Named, to: string, options: RenameOptions = {}): Renamed {
  const checker = makeChecker();
  const check = (of: Sources): Compiled => checker.check(of, { everything: true });
  const before = check(sources);
  const defined = definitions(before.tree, thing);
  if (defined.length === 0) return { refused: `There is no ${thing.kind} "${thing.name}".` };
  const forms = formsOf(thing, to);
  let now = applyEdits(
    sources,
    defined.map((span) => ({ span, text: inCaseOf(textAt(sources, span), thing.name, to) })),
  );
  let edits = defined.length;
  for (let round = 0; round < rounds; round++) {
    const compiled = check(now);
    const form = forms.find(([from]) => placesLeft(now, compiled, before.diagnostics, from).length > 0);
    if (!form) break;
    const places = placesLeft(now, compiled, before.diagnostics, form[0]);
    edits += places.length;
    now = applyEdits(
      now,
      places.map((span) => ({ span, text: inCaseOf(textAt(now, span), ...form) })),
    );
  }
  const after = check(now);
  if (count(after.diagnostics) !== count(before.diagnostics)) return { refused: `"${to}" can't be put for "${thing.name}": ${newest(before, after)}` };
  if (meaning(after.product, to, thing.name) !== meaning(before.product, to, thing.name)) return { refused: `"${to}" means something else here already.` };
  return { sources: options.was ? applyEdits(now, wasNote(after.tree, thing, to)) : now, edits };
}

/** An entity is also called by its plural: `list of Loans`. */
function formsOf(thing: Named, to: string): (readonly [string, string])[] {
  return [[thing.name, to], ...(thing.kind === "entity" ? [[pluralOf(thing.name), pluralOf(to)] as const] : [])];
}

/** Where the thing is defined: more than one place for states and actions, which rows bring about. */
function definitions(tree: Tree, thing: Named): Span[] {
  const isIt = (words: TextSpan): boolean => fold(bare(words).text) === fold(thing.name);
  const spans = (words: readonly TextSpan[]): Span[] => words.filter(isIt).map((one) => bare(one).span);
  switch (thing.kind) {
    case "entity":
      return spans(tree.points[2]!.sections.map(nameOfSection));
    case "field":
      return spans(
        rawFieldsOf(tree.points[2]!.sections.filter((section) => fold(nameOfSection(section).text) === fold(thing.entity)).flatMap((s) => [...s.blocks])).map((raw) => raw.name),
      );
    case "role":
      return spans(rolesSaid(tree.points[5]!.blocks).flatMap(({ said }) => said?.name ?? []));
    case "constant":
      return spans(constantsIn(tree).map((raw) => raw.name));
    case "code":
      return spans(errorsIn(tree).map((raw) => raw.code));
    case "call":
      return spans(tree.points[6]!.sections.map((section) => section.title));
    case "screen":
      return spans(screenTables(tree).flatMap(({ screens }) => screens.map((raw) => raw.name)));
    case "state":
      return spans(machinesOf(tree, thing.entity).flatMap(statesIn));
    case "action":
      return spans(
        machinesOf(tree, thing.entity).flatMap((section) =>
          transitionTables(section).flatMap((table) => rawTransitions(table).rows.flatMap((row) => row.triggers.filter((t) => !t.automatic).map((t) => t.words))),
        ),
      );
  }
}

/** The title without `(part of …)`. */
function nameOfSection(section: Section): TextSpan {
  const at = section.title.text.search(/\s*\([^()]*\)$/);
  return at < 0 ? section.title : { text: section.title.text.slice(0, at), span: { ...section.title.span, to: section.title.span.from + at } };
}

const machinesOf = (tree: Tree, entity: string): Section[] => tree.points[3]!.sections.filter((section) => fold(machineHeading(section).entity) === fold(entity));

function statesIn(section: Section): TextSpan[] {
  const rows = transitionTables(section).flatMap((table) => rawTransitions(table).rows.flatMap((row) => [...row.from, row.to]));
  const listed = section.blocks.flatMap((block) =>
    block.kind === "bullet" && block.value && /^(starts|ends) (as|in)$/i.test(block.label?.text ?? "") ? split(code(block.value), ",/") : [],
  );
  return [
    ...rows,
    ...listed
      .map((words) => ({ text: words.text.replace(/\s+(?:when|if)\s.*$/s, ""), span: words.span }))
      .map((words) => ({ ...words, span: { ...words.span, to: words.span.from + words.text.length } })),
  ];
}

/** The places, within what is said that wasn't before, at which the old name stands. */
function placesLeft(sources: Sources, now: Compiled, before: readonly Diagnostic[], name: string): Span[] {
  const known = new Map<string, number>();
  for (const d of before) known.set(d.code + d.message, (known.get(d.code + d.message) ?? 0) + 1);
  const found = new Map<string, Span>();
  for (const d of now.diagnostics) {
    const left = known.get(d.code + d.message) ?? 0;
    if (left > 0) {
      known.set(d.code + d.message, left - 1);
      continue;
    }
    if (/^(unused-|unreachable-|dead-end|role-without|nobody-may)/.test(d.code)) continue;
    for (const span of occurrences(textAt(sources, d.span), name, d.span)) found.set(`${span.file}:${span.from}`, span);
  }
  // A field `item: Item` is known by its own name once its type is: what stands exactly as the old name goes first.
  const all = [...found.values()];
  const exact = all.filter((span) => textAt(sources, span) === name);
  return exact.length > 0 ? exact : all;
}

/** Whole words, in any letter case and with any blanks, outside of quotation marks unless the whole text stands in them. */
function occurrences(text: string, name: string, at: Span): Span[] {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${name
      .split(/[\s_-]+/)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("[\\s_-]+")}(?![\\p{L}\\p{N}])`,
    "giu",
  );
  return [...text.matchAll(pattern)].map((match) => ({ file: at.file, from: at.from + match.index, to: at.from + match.index + match[0].length }));
}

/** In small letters where the old name stood so, though it is defined with a capital; with hyphens where it stood with them. */
function inCaseOf(written: string, name: string, to: string): string {
  const cased = /^\p{Lu}/u.test(name) && /^\p{Ll}/u.test(written) ? to.toLowerCase() : /^\p{Ll}/u.test(name) && /^\p{Lu}/u.test(written) ? to[0]!.toUpperCase() + to.slice(1) : to;
  return written.includes("-") && !name.includes("-") ? cased.replace(/\s+/g, "-") : cased;
}

const textAt = (sources: Sources, span: Span): string => sources[span.file]?.text.slice(span.from, span.to) ?? "";
const count = (diagnostics: readonly Diagnostic[]): number => diagnostics.filter((d) => d.severity !== "hint").length;

function newest(before: Compiled, after: Compiled): string {
  const known = new Set(before.diagnostics.map((d) => d.message));
  return after.diagnostics.find((d) => !known.has(d.message))?.message ?? "the document would say something else.";
}

/** The product without places and texts, both names made one. */
function meaning(product: Product, to: string, name: string): string {
  const plain = JSON.stringify(product, (key, value: unknown) =>
    ["span", "source", "sources", "text", "message", "points", "open", "reads", "plural", "path", "list"].includes(key) ? undefined : value,
  ).toLowerCase();
  const squeeze = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, "");
  // The longer first: one may be part of the other.
  return [to, name]
    .map(squeeze)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .reduce((text, one) => text.replaceAll(one, "§"), plain.replace(/[\s_-]+/g, ""));
}

/** `was OLD` at a field, `- Was: OLD` in an entity. */
function wasNote(tree: Tree, thing: Named, to: string): Edit[] {
  if (thing.kind === "entity") {
    const section = tree.points[2]!.sections.find((one) => fold(nameOfSection(one).text) === fold(to));
    const last = section?.blocks.findLast((block) => block.kind === "bullet");
    return last?.kind === "bullet" ? [{ span: { ...last.span, from: last.span.to }, text: `\n- Was: ${thing.name}` }] : [];
  }
  if (thing.kind !== "field") return [];
  const section = tree.points[2]!.sections.find((one) => fold(nameOfSection(one).text) === fold(thing.entity));
  const bullet = section?.blocks.find((block) => block.kind === "bullet" && fold(block.label?.text ?? "") === fold(to));
  if (bullet?.kind === "bullet") return [{ span: { ...bullet.words.span, from: bullet.words.span.to }, text: `, was ${thing.name}` }];
  return (section?.blocks ?? []).flatMap((block) => (block.kind === "table" ? wasCell(block, to, thing.name) : []));
}

function wasCell(table: Table, to: string, name: string): Edit[] {
  const columns = columnsOf(table, ["Name", "Was"]);
  const row = table.rows.find((one: Row) => fold(columns.cell(one, "Name")?.text ?? one.cells[0]?.text ?? "") === fold(to));
  const cell = row && columns.cell(row, "Was");
  return cell ? [{ span: cell.span, text: cell.text === "" ? `${name} ` : cell.text }] : [];
}
