/** Assembles what was read of each file into one nine-point tree. It never fails: what is wrong is reported beside a tree of the rest. */
import { type Diagnostic, nearest, type Sources, type Span } from "@nonet/source";
import { type Report, reporter } from "../diagnostics/catalogue.ts";
import { after } from "../text/text-span.ts";
import type { Layout } from "../tree/layout.ts";
import { type PointNumber, pointNumbers, pointOfHeading, pointTitles } from "../tree/points.ts";
import type { Block, PointTree, Section, TextSpan, Tree } from "../tree/tree.ts";
import { gatherExamples } from "./blocks.ts";
import { judgePoints } from "./check-points.ts";
import { beneath, isNamedElsewhere, namesSection, tellDeep } from "./deep-headings.ts";
import type { Entry } from "./piece.ts";
import { type OpenSection, saidBy, type Share } from "./point-share.ts";

/** Puts together what the files hold, each file's headings and blocks in order. Sections whose content is known already are the ones made then. */
export function assemble(sources: Sources, files: readonly (readonly Entry[])[], layout: Layout, known: SectionStore): Tree {
  const { diagnostics, report } = reporter();
  const draft: Draft = { title: null, opening: [], shares: [], meant: new Set(), report, diagnostics, sources };
  for (const entries of files) placeEntries(entries, draft);
  const points = pointNumbers.map((number) =>
    mergePoint(
      number,
      draft.shares.filter((share) => share.number === number),
      known,
    ),
  );
  judgePoints({ sources, layout }, draft.shares, points, draft.meant, report);
  return { sources, title: draft.title, opening: gatherExamples(draft.opening), points, diagnostics };
}

/** Sections by their headings, each with the content that it was made of. */
export type SectionStore = WeakMap<TextSpan, { readonly blocks: readonly Block[]; readonly section: Section }>;

interface Draft {
  title: TextSpan | null;
  readonly opening: Block[];
  readonly shares: Share[];
  /** Points whose titles are there, but misspelt: they aren't missing besides. */
  readonly meant: Set<PointNumber>;
  readonly report: Report;
  readonly diagnostics: Diagnostic[];
  readonly sources: Sources;
}

/** Where the next block goes; `null` beneath a heading that is no point. */
interface Position {
  share: Share | null;
  skipping: boolean;
}

function placeEntries(entries: readonly Entry[], draft: Draft): void {
  const position: Position = { share: null, skipping: false };
  for (const [i, entry] of entries.entries()) {
    const { level, words, span } = entry;
    const isExample = words !== null && /^\**example\**:/i.test(words.text);
    if (words && level === 1 && draft.title === null) draft.title = titleOf(words);
    else if (words && level === 2) openPoint(draft, position, words, span);
    else if (words && position.share && !isExample && (level === 3 || (level > 3 && namesSection(position.share, words, beneath(entries, i))))) {
      if (level > 3) tellDeep(draft.report, entry, words);
      if (level === 3 || position.share.sections.length === 0 || isNamedElsewhere(draft.sources, words))
        position.share.sections.push({ title: words, blocks: [], from: span.from, to: span.to });
      else put(draft, position, entry);
    } else if (!position.skipping) put(draft, position, entry);
  }
}

function put(draft: Draft, position: Position, entry: Entry): void {
  const section = position.share?.sections.at(-1);
  (section?.blocks ?? position.share?.blocks ?? draft.opening).push(...entry.blocks);
  draft.diagnostics.push(...entry.diagnostics);
  if (section) section.to = entry.span.to;
}

function openPoint(draft: Draft, position: Position, heading: TextSpan, headingSpan: Span): void {
  const found = pointOfHeading(heading.text);
  position.skipping = found === null;
  position.share = null;
  if (found === null) return reportUnknown(draft.report, heading, draft.meant);
  if (found.mismatch) draft.report("point-number-mismatch", heading.span, `This is the title of point ${found.number}, so it is read as point ${found.number}.`);
  position.share = { number: found.number, heading, headingSpan, stated: found.rest.toLowerCase().replace(/\s+/g, " "), blocks: [], sections: [] };
  draft.shares.push(position.share);
}

function reportUnknown(report: Report, heading: TextSpan, misspelt: Set<PointNumber>): void {
  const titles = pointNumbers.map((number) => `${number}. ${pointTitles[number]}`);
  const bare = heading.text.replace(/^\d+[.)]?\s*/, "");
  const close = nearest(bare, Object.values(pointTitles));
  const meant = titles.find((title) => close !== undefined && title.endsWith(close));
  if (meant) misspelt.add(pointNumbers[titles.indexOf(meant)]!);
  const fixes = meant ? [{ title: `Write "${meant}"`, edits: [{ span: heading.span, text: meant }] }] : [];
  report("unknown-point", heading.span, meant ? `"${heading.text}" is not one of the nine points. Did you mean "${meant}"?` : `"${heading.text}" is not one of the nine points.`, {
    hint: `The points are: ${titles.join("; ")}.`,
    fixes,
  });
}

function mergePoint(number: PointNumber, shares: readonly Share[], known: SectionStore): PointTree {
  const first = shares[0];
  const title = pointTitles[number];
  if (!first) return { number, title, state: "missing", span: null, blocks: [], sections: [] };
  const blocks = gatherExamples(shares.flatMap((share) => share.blocks));
  const sections = shares.flatMap((share) => share.sections.map((section) => closeSection(section, share.heading.span.file, known)));
  return { number, title, state: stateOf(shares, blocks, sections), span: first.heading.span, blocks, sections };
}

function closeSection({ title, blocks, from, to }: OpenSection, file: number, known: SectionStore): Section {
  const before = known.get(title);
  const isSame = before && before.section.span.to === to && before.blocks.length === blocks.length && before.blocks.every((block, i) => block === blocks[i]);
  if (isSame) return before.section;
  const section: Section = { title, blocks: gatherExamples(blocks), span: { file, from, to } };
  known.set(title, { blocks, section });
  return section;
}

function stateOf(shares: readonly Share[], blocks: readonly Block[], sections: readonly Section[]): PointTree["state"] {
  // An example may stand in any point, also in one that says nothing else.
  const written = sections.length > 0 || blocks.some((block) => !["paragraph", "other", "example"].includes(block.kind));
  const said = [...blocks.map(saidBy), ...shares.map((share) => share.stated)];
  if (written) return "written";
  if (said.includes("not shown")) return "not shown";
  if (said.includes("none")) return "none";
  return blocks.length === 0 ? "not shown" : "written";
}

function titleOf(words: TextSpan): TextSpan {
  const prefix = /^specification\s*[:–—-]\s*/i.exec(words.text);
  return prefix ? after(words, prefix[0].length) : words;
}
