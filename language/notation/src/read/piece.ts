/** Reads one piece of a file: its headings and blocks, in order, with their diagnostics. */
import type { SyntaxNode } from "@lezer/common";
import { type MarkdownConfig, parser, Table as Tables, TaskList } from "@lezer/markdown";
import type { Diagnostic, Span } from "@nonet/source";
import type { Block, TextSpan } from "../tree/tree.ts";
import { beginsParagraph, headingLevel, headingOf, headingWords, readBlock } from "./blocks.ts";
import { plainEntries, type PlainEntry } from "./plain-piece.ts";
import { type LineReuse, readingOf } from "./reading.ts";

// The notation reads the text of a block itself, so Markdown's inline parsing is turned off.
const inline = ["Escape", "Entity", "InlineCode", "HTMLTag", "Emphasis", "HardBreak", "Link", "Image", "LinkEnd", "Autolink"];
/** `Example:` at the start of a line, or `Initial records:` alone in it, ends the list, table or paragraph above it, so it needs no blank line before it. */
const labelLines: MarkdownConfig = { parseBlock: [{ name: "LabelLine", endLeaf: (_, line) => beginsParagraph(line.text) }] };
const markdown = parser.configure([{ remove: inline }, Tables, TaskList, labelLines]);

/** A heading or block at the top level of a piece. */
export interface Entry {
  /** 1 to 6 for a heading, 0 for a block. */
  readonly level: number;
  /** The text of a heading; null for a block. */
  readonly words: TextSpan | null;
  readonly span: Span;
  /** Its content. A heading is a paragraph here, for headings that start neither a point nor a section. */
  readonly blocks: readonly Block[];
  /** The diagnostics about its content. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The entries of a piece. `open`: its last block can continue in the next piece. `spanOffset` is the offset of the piece in spans. */
export function readPiece(text: string, file: number, spanOffset: number, reuse: LineReuse | null): { readonly entries: readonly Entry[]; readonly open: boolean } {
  const plain = plainEntries(text);
  if (plain) return { entries: plain.map((entry) => fromPlain(text, entry, file, spanOffset, reuse)), open: false };
  return readMarkdown(text, file, spanOffset, reuse);
}

/** The same, with the Markdown parser. */
export function readMarkdown(text: string, file: number, spanOffset: number, reuse: LineReuse | null): ReturnType<typeof readPiece> {
  const top = markdown.parse(text).topNode;
  const entries: Entry[] = [];
  for (let node = top.firstChild; node; node = node.nextSibling) entries.push(entryOf(text, node, file, spanOffset, reuse));
  return { entries, open: top.lastChild !== null && mayContinue(top.lastChild, text) };
}

function fromPlain(text: string, { level, from, to, inside, read }: PlainEntry, file: number, spanOffset: number, reuse: LineReuse | null): Entry {
  const reading = readingOf(text, file, spanOffset, reuse);
  return {
    level,
    words: inside && headingOf(reading, from, to, () => reading.words(...inside)),
    span: reading.span(from, to),
    blocks: read(reading),
    diagnostics: reading.diagnostics,
  };
}

function mayContinue(node: SyntaxNode, text: string): boolean {
  if (node.name === "FencedCode") return node.getChildren("CodeMark").length < 2;
  return /^(?:HTMLBlock|CommentBlock|ProcessingInstructionBlock)$/.test(node.name) && text.slice(node.to).trim() === "";
}

function entryOf(text: string, node: SyntaxNode, file: number, spanOffset: number, reuse: LineReuse | null): Entry {
  const reading = readingOf(text, file, spanOffset, reuse);
  const level = headingLevel(node);
  const words = level > 0 ? headingOf(reading, node.from, node.to, () => headingWords(reading, node)) : null;
  return { level, words, span: reading.span(node.from, node.to), blocks: readBlock(reading, node), diagnostics: reading.diagnostics };
}
