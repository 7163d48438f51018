/** Assembles the headings and blocks of all files into one nine-point tree. It never fails: problems become diagnostics. */
import { type Diagnostic, nearest, type Sources, type Span } from "@nonet/source";
import { type Report, reporter } from "../diagnostics/catalogue.ts";
import { after, undecorated } from "../text/text-span.ts";
import type { Layout } from "../tree/layout.ts";
import { type PointNumber, pointNumbers, pointOfHeading, pointTitles } from "../tree/points.ts";
import type { Block, PointTree, Section, TextSpan, Tree } from "../tree/tree.ts";
import { beginsExample, exampleBelow, groupExamples } from "./blocks.ts";
import { checkPoints } from "./check-points.ts";
import { blocksBelow, isNamedElsewhere, namesSection, reportDeepHeading } from "./deep-headings.ts";
import type { Entry } from "./piece.ts";
import { type OpenSection, statedState, type PointPart } from "./point-part.ts";

/** `files` has the headings and blocks of each file, in order. A section whose content hasn't changed is taken from the cache. */
export function assemble(sources: Sources, files: readonly (readonly Entry[])[], layout: Layout, cache: SectionCache): Tree {
  const { diagnostics, report } = reporter();
  const draft: Draft = { title: null, opening: [], parts: [], misspelled: new Set(), report, diagnostics, sources };
  for (const entries of files) placeEntries(entries, draft);
  const points = pointNumbers.map((number) =>
    mergePoint(
      number,
      draft.parts.filter((part) => part.number === number),
      cache,
    ),
  );
  checkPoints({ sources, layout }, draft.parts, points, draft.misspelled, report);
  return { sources, title: draft.title, opening: groupExamples(draft.opening), points, diagnostics };
}

/** Sections by their headings, each with the blocks from which it was made. */
export type SectionCache = WeakMap<TextSpan, { readonly blocks: readonly Block[]; readonly section: Section }>;

interface Draft {
  title: TextSpan | null;
  readonly opening: Block[];
  readonly parts: PointPart[];
  /** Points with a misspelled title. They aren't also reported as missing. */
  readonly misspelled: Set<PointNumber>;
  readonly report: Report;
  readonly diagnostics: Diagnostic[];
  readonly sources: Sources;
}

/** Where the next block is added. `part` is null before the first point; `skipping` is true below a heading that names no point. */
interface Position {
  part: PointPart | null;
  skipping: boolean;
  /** Below the heading `Examples`, each heading is the title of an example, which belongs to the point before. */
  ofExamples: boolean;
}

function placeEntries(entries: readonly Entry[], draft: Draft): void {
  const position: Position = { part: null, skipping: false, ofExamples: false };
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!;
    const { level, words, span } = entry;
    const isExample = words !== null && beginsExample(words.text);
    if (words && level === 1 && draft.title !== null && isPointTitle(words)) {
      reportLevel(draft.report, words, span);
      openPoint(draft, position, words, span);
    } else if (words && level === 1 && draft.title === null) draft.title = titleOf(words);
    else if (words && level === 2 && !openExamples(draft, position, words)) openPoint(draft, position, words, span);
    else if (words && position.ofExamples && !isExample) i += addExample(draft, position, entries, i);
    else if (words && position.part && !isExample && (level === 3 || (level > 3 && namesSection(position.part, words, blocksBelow(entries, i))))) {
      if (level > 3) reportDeepHeading(draft.report, entry, words);
      const title = undecorated(words);
      if (level === 3 || position.part.sections.length === 0 || isNamedElsewhere(draft.sources, title))
        position.part.sections.push({ title, blocks: [], from: span.from, to: span.to });
      else addBlocks(draft, position, entry);
    } else if (!position.skipping) addBlocks(draft, position, entry);
  }
}

function addBlocks(draft: Draft, position: Position, entry: Entry): void {
  if (position.ofExamples) return addToExamples(draft, position.part!, entry);
  const section = position.part?.sections.at(-1);
  (section?.blocks ?? position.part?.blocks ?? draft.opening).push(...entry.blocks);
  draft.diagnostics.push(...entry.diagnostics);
  if (section) section.to = entry.span.to;
}

const examplesTitle = /^(?:\d{1,2}[.):]?\s*)?\**(?:(?:worked|acceptance)\s+)?(?:examples?|tests?|test cases|acceptance criteria|scenarios|example scenarios)\**$/i;

/** A heading above all examples isn't a point. */
function openExamples(draft: Draft, position: Position, { text }: TextSpan): boolean {
  const before = position.part ?? draft.parts.at(-1);
  position.ofExamples = before !== undefined && examplesTitle.test(text) && pointOfHeading(text) === null;
  if (position.ofExamples) Object.assign(position, { part: before, skipping: false });
  return position.ofExamples;
}

/** Adds the example below a heading, if there are steps, or else the heading as a paragraph; returns how many entries are read. */
function addExample(draft: Draft, position: Position, entries: readonly Entry[], heading: number): number {
  const below = blocksBelow(entries, heading);
  const title = entries[heading]!.words!;
  const example = exampleBelow(title, below);
  if (!example) {
    if (entries[heading]!.level > 2) position.part!.blocks.push({ kind: "paragraph", words: title });
    return 0;
  }
  position.part!.blocks.push(example);
  const end = entries.findIndex((entry, i) => i > heading && entry.level > 0);
  const read = entries.slice(heading + 1, end < 0 ? undefined : end);
  draft.diagnostics.push(...read.flatMap((entry) => entry.diagnostics));
  return read.length;
}

/** Steps below `Example: TITLE`, and prose. Where no title stands above it, a list or a table is no example. */
function addToExamples(draft: Draft, part: PointPart, { blocks, diagnostics }: Entry): void {
  const hasTitle = part.blocks.some((block) => block.kind === "paragraph" && beginsExample(block.words.text));
  for (const block of blocks) {
    if (hasTitle || block.kind === "paragraph" || block.kind === "example" || block.kind === "other") part.blocks.push(block);
    else
      draft.report("not-an-example", "words" in block ? block.words.span : block.span, "This isn't an example.", {
        hint: "Write `Example: TITLE` above its steps, which begin with Given, When and Then. What must hold is a rule of point 5.",
      });
  }
  draft.diagnostics.push(...diagnostics);
}

/** `# 9. Business constants and limits`: a point's number and title, with a mark too few. */
const isPointTitle = ({ text }: TextSpan): boolean => /^\d/.test(text) && pointOfHeading(text)?.mismatch === false && pointOfHeading(text.replace(/^\d+[.):–—-]?\s*/, "")) !== null;

function reportLevel(report: Report, words: TextSpan, span: Span): void {
  report("unknown-point", words.span, `"${words.text}" is a point, but its heading has the level of the document's title.`, {
    hint: "Write the heading of a point with `##`.",
    fixes: [{ title: `Write "## ${words.text}"`, edits: [{ span: { ...span, to: words.span.from }, text: "## " }] }],
  });
}

function openPoint(draft: Draft, position: Position, heading: TextSpan, headingSpan: Span): void {
  const point = pointOfHeading(heading.text);
  const before = position.part;
  position.skipping = point === null;
  position.part = null;
  if (point === null) {
    const isMeant = before !== null && before.number > 1 && isNamedElsewhere(draft.sources, heading);
    reportUnknown(draft.report, heading, isMeant ? { ...headingSpan, to: heading.span.from } : null, draft.misspelled);
    if (!isMeant) return;
    // A section whose heading lacks a mark: what is below it is read.
    position.skipping = false;
    position.part = before;
    before.sections.push({ title: heading, blocks: [], from: headingSpan.from, to: headingSpan.to });
    return;
  }
  if (point.mismatch) draft.report("point-number-mismatch", heading.span, `This is the title of point ${point.number}, so it is read as point ${point.number}.`);
  position.part = { number: point.number, heading, headingSpan, stated: point.rest.toLowerCase().replace(/\s+/g, " "), blocks: [], sections: [] };
  draft.parts.push(position.part);
}

/** `marks`: the marks of a heading that names what other lines mention, as a section does. */
function reportUnknown(report: Report, heading: TextSpan, marks: Span | null, misspelled: Set<PointNumber>): void {
  const titles = pointNumbers.map((number) => `${number}. ${pointTitles[number]}`);
  const bare = heading.text.replace(/^\d+[.)]?\s*/, "");
  const close = nearest(bare, Object.values(pointTitles));
  const suggestion = titles.find((title) => close !== undefined && title.endsWith(close));
  if (suggestion) misspelled.add(pointNumbers[titles.indexOf(suggestion)]!);
  const fixes = [
    ...(suggestion ? [{ title: `Write "${suggestion}"`, edits: [{ span: heading.span, text: suggestion }] }] : []),
    ...(marks ? [{ title: `Write "### ${heading.text}"`, edits: [{ span: marks, text: "### " }] }] : []),
  ];
  report(
    "unknown-point",
    heading.span,
    suggestion ? `"${heading.text}" is not one of the nine points. Did you mean "${suggestion}"?` : `"${heading.text}" is not one of the nine points.`,
    {
      hint: `The points are: ${titles.join("; ")}.`,
      fixes,
    },
  );
}

function mergePoint(number: PointNumber, parts: readonly PointPart[], cache: SectionCache): PointTree {
  const first = parts[0];
  const title = pointTitles[number];
  if (!first) return { number, title, state: "missing", span: null, blocks: [], sections: [] };
  const blocks = groupExamples(parts.flatMap((part) => part.blocks));
  const sections = parts.flatMap((part) => part.sections.map((section) => closeSection(section, part.heading.span.file, cache)));
  return { number, title, state: stateOf(parts, blocks, sections), span: first.heading.span, blocks, sections };
}

function closeSection({ title, blocks, from, to }: OpenSection, file: number, cache: SectionCache): Section {
  const cached = cache.get(title);
  const isSame = cached && cached.section.span.to === to && cached.blocks.length === blocks.length && cached.blocks.every((block, i) => block === blocks[i]);
  if (isSame) return cached.section;
  const section: Section = { title, blocks: groupExamples(blocks), span: { file, from, to } };
  cache.set(title, { blocks, section });
  return section;
}

function stateOf(parts: readonly PointPart[], blocks: readonly Block[], sections: readonly Section[]): PointTree["state"] {
  // An example can be in any point, even in one without other content.
  const written = sections.length > 0 || blocks.some((block) => !["paragraph", "other", "example"].includes(block.kind));
  const statements = [...blocks.map(statedState), ...parts.map((part) => part.stated)];
  if (written) return "written";
  if (statements.includes("not shown")) return "not shown";
  if (statements.includes("none")) return "none";
  return blocks.length === 0 ? "not shown" : "written";
}

function titleOf(words: TextSpan): TextSpan {
  const prefix = /^specification\s*[:–—-]\s*/i.exec(words.text);
  return prefix ? after(words, prefix[0].length) : words;
}
