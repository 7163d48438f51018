/** Assembles the headings and blocks of all files into one nine-point tree. It never fails: problems become diagnostics. */
import { type Diagnostic, nearest, type Sources, type Span } from "@nonet/source";
import { type Report, reporter } from "../diagnostics/catalogue.ts";
import { after, undecorated } from "../text/text-span.ts";
import type { Layout } from "../tree/layout.ts";
import { type PointNumber, pointNumbers, pointOfHeading, pointTitles } from "../tree/points.ts";
import type { Block, PointTree, Section, TextSpan, Tree } from "../tree/tree.ts";
import { beginsExample, groupExamples } from "./blocks.ts";
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
}

function placeEntries(entries: readonly Entry[], draft: Draft): void {
  const position: Position = { part: null, skipping: false };
  for (const [i, entry] of entries.entries()) {
    const { level, words, span } = entry;
    const isExample = words !== null && beginsExample(words.text);
    if (words && level === 1 && draft.title !== null && isPointTitle(words)) {
      reportLevel(draft.report, words, span);
      openPoint(draft, position, words, span);
    } else if (words && level === 1 && draft.title === null) draft.title = titleOf(words);
    else if (words && level === 2) openPoint(draft, position, words, span);
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
  const section = position.part?.sections.at(-1);
  (section?.blocks ?? position.part?.blocks ?? draft.opening).push(...entry.blocks);
  draft.diagnostics.push(...entry.diagnostics);
  if (section) section.to = entry.span.to;
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
