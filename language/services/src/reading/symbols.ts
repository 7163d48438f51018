/** The outline of a document: its nine points, with what each of them defines. */
import { pointOfHeading, pointTitles } from "@nonet/notation";
import type { Block, Layout, Section } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { CheckedDocument } from "../document/checked-document.ts";

export interface OutlineSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: "point" | "section" | "field" | "row" | "example";
  readonly span: Span;
  /** The words that name it. */
  readonly nameSpan: Span;
  readonly children: readonly OutlineSymbol[];
}

export function symbolsOf(document: CheckedDocument, file: number): readonly OutlineSymbol[] {
  const text = document.sources[file]?.text ?? "";
  const { tree, layout } = document.compiled.unplaced;
  const points = tree.points;
  const starts = headings(text);
  return starts.map(({ number, from, to }, i): OutlineSymbol => {
    const end = starts[i + 1]?.from ?? text.length;
    const inside = (span: Span): boolean => span.file === file && layout.from(span) >= from && layout.from(span) < end;
    const point = points[number - 1]!;
    const sections = point.sections.filter((section) => inside(section.title.span));
    const children = [
      ...symbolsIn(
        number,
        point.blocks.filter((block) => inside(spanOf(block))),
        layout,
      ),
      ...sections.map((section, at) => sectionSymbol(number, section, { next: sections[at + 1] ? layout.from(sections[at + 1]!.title.span) : end, text, layout })),
    ];
    return {
      name: `${number}. ${pointTitles[number]}`,
      detail: point.state === "written" ? "" : point.state,
      kind: "point",
      span: { file, from, to: end },
      nameSpan: { file, from, to },
      children,
    };
  });
}

function headings(text: string): readonly { readonly number: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9; readonly from: number; readonly to: number }[] {
  const found = [];
  let isFenced = false;
  for (const line of text.matchAll(/^.*$/gm)) {
    if (/^ {0,3}(```|~~~)/.test(line[0])) isFenced = !isFenced;
    const heading = isFenced ? null : /^ {0,3}##[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*\r?$/.exec(line[0]);
    const point = heading && pointOfHeading(heading[1]!);
    if (point) found.push({ number: point.number, from: line.index, to: line.index + line[0].trimEnd().length });
  }
  return found;
}

interface SectionPlace {
  readonly text: string;
  readonly layout: Layout;
  /** Where the next section or point begins. */
  readonly next: number;
}

function sectionSymbol(point: number, section: Section, { text, layout, next }: SectionPlace): OutlineSymbol {
  const span = layout.at(section.title.span);
  const from = text.lastIndexOf("\n", span.from) + 1;
  const inner = symbolsIn(point, section.blocks, layout);
  return { name: section.title.text, detail: "", kind: "section", span: { ...span, from, to: Math.max(span.to, next - 1) }, nameSpan: span, children: inner };
}

const spanOf = (block: Block): Span => (block.kind === "paragraph" || block.kind === "other" ? block.words.span : block.span);

function symbolsIn(point: number, blocks: readonly Block[], layout: Layout): readonly OutlineSymbol[] {
  const at = (span: Span): Span => layout.at(span);
  return blocks.flatMap((block): readonly OutlineSymbol[] => {
    if (block.kind === "example")
      return [{ name: `Example: ${block.title.text}`, detail: `${block.steps.length} steps`, kind: "example", span: at(block.span), nameSpan: at(block.title.span), children: [] }];
    const role = block.kind === "bullet" && (point === 1 || point === 6) ? roleIn(block.words.text) : null;
    if (block.kind === "bullet" && role !== null) return [{ name: role, detail: "", kind: "field", span: at(block.span), nameSpan: at(block.words.span), children: [] }];
    if (block.kind === "bullet" && block.label && point !== 2)
      return [
        {
          name: block.label.text.replace(/[*`]/g, ""),
          detail: (block.value?.text ?? "").slice(0, 80),
          kind: "field",
          span: at(block.span),
          nameSpan: at(block.label.span),
          children: [],
        },
      ];
    if (block.kind !== "table" || point === 6) return [];
    return block.rows.flatMap((row): readonly OutlineSymbol[] => {
      const name = row.cells[point === 2 || point === 4 ? 1 : 0] ?? row.cells[0];
      return name && name.text !== ""
        ? [
            {
              name: name.text,
              detail: rowDetail(
                point,
                row.cells.map(({ text }) => text),
              ),
              kind: "row",
              span: at(row.span),
              nameSpan: at(name.span),
              children: [],
            },
          ]
        : [];
    });
  });
}

/** The role that a bullet of point 1 or 6 begins with: `**Manager** — runs the house`, `Manager — runs the house`. */
const roleIn = (text: string): string | null => (/^\*\*([^*:]+):?\*\*/.exec(text) ?? /^([^*:—–]{1,40}?)\s+[—–-]\s/.exec(text))?.[1]!.trim() ?? null;

const rowDetail = (point: number, cells: readonly string[]): string => (point === 4 ? `${cells[0] ?? ""} → ${cells[2] ?? ""}` : (cells[point === 2 ? 2 : 1] ?? ""));
