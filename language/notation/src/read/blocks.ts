/** Converts Markdown's block nodes to blocks of the tree. */
import type { SyntaxNode } from "@lezer/common";
import { labelled } from "../text/attribute.ts";
import { after, slice } from "../text/text-span.ts";
import type { Block, Bullet, TextSpan } from "../tree/tree.ts";
import { type Reading, reuseOrRead, isTooLong } from "./reading.ts";
import { readTable } from "./table.ts";

/** The blocks of a Markdown node: several for a list, one for any other node. */
export function readBlock(reading: Reading, node: SyntaxNode): Block[] {
  switch (node.name) {
    case "Paragraph":
      return [paragraphOf(reading, node.from, node.to)];
    case "BulletList":
    case "OrderedList":
      return node.getChildren("ListItem").map((item) => reuseOrRead(reading, node.name, item, () => readBullet(reading, item)));
    case "Table": {
      const { table, textFrom } = readTable(reading, node);
      return textFrom < 0 ? [table] : [table, paragraphOf(reading, textFrom, node.to)];
    }
    default:
      if (headingLevel(node) > 0) return [{ kind: "paragraph", words: headingWords(reading, node) }];
      return [{ kind: "other", words: reading.words(node.from, node.to) }];
  }
}

/** The text of a heading: the same object as before if the heading hasn't changed. */
export function headingOf(reading: Reading, from: number, to: number, read: () => TextSpan): TextSpan {
  const block = reuseOrRead(reading, "Heading", { from, to }, (): Block => ({ kind: "paragraph", words: read() }));
  return (block as Block & { readonly kind: "paragraph" }).words;
}

export const paragraphOf = (reading: Reading, from: number, to: number): Block =>
  reuseOrRead(reading, "Paragraph", { from, to }, () => ({ kind: "paragraph", words: reading.words(from, to) }));

/** A bullet of one line, whose text starts at `inside`. */
export const bulletOf = (reading: Reading, list: string, from: number, to: number, inside: number): Block =>
  reuseOrRead(reading, list, { from, to }, () => makeBullet(reading, from, to, reading.words(inside, to), []));

function readBullet(reading: Reading, item: SyntaxNode): Block {
  const blocks: Block[] = [];
  let words: TextSpan | null = null;
  for (let child = item.firstChild; child; child = child.nextSibling) {
    if (child.name === "ListMark") continue;
    if (words === null && child.name === "Paragraph") words = reading.words(child.from, child.to);
    else {
      words ??= reading.words(child.from, child.from);
      blocks.push(...readBlock(reading, child));
    }
  }
  words ??= reading.words(item.to, item.to);
  return makeBullet(reading, item.from, item.to, words, groupExamples(blocks));
}

function makeBullet(reading: Reading, from: number, to: number, words: TextSpan, children: readonly Block[]): Block {
  if (isTooLong(reading, "bullet", words)) return { kind: "other", words: { text: "", span: words.span } };
  const parts = labelled(words);
  return { kind: "bullet", words, label: parts?.label ?? null, value: parts?.value ?? null, children, span: reading.span(from, to) };
}

const exampleLabel = /^\**example\**(?::|;(?=\s)|\s[—–-](?=\s))\**/i;

/** Whether a line begins an example: `Example: TITLE`, also in bold, or with another separator. */
export const beginsExample = (line: string): boolean => exampleLabel.test(line);

/** Whether a line begins a paragraph even directly below a bullet or other words. Any other label stays with them: it may be a line of a mail. */
export const beginsParagraph = (line: string): boolean => beginsExample(line) || initialLabel.test(line);

const initialLabel = /^(?:\*\*)?initial (?:records|data|values|content|entries):(?:\*\*)?$/i;

/** `Example an item can't be lent twice`: it is one if steps follow. */
const bareLabel = /^\**example\**\s+(?=\S)/i;
const beginsStep = /^\**(?:given|when|then|it is \d)\b/i;

function labelOf(block: Block, next: Block | undefined): RegExpExecArray | null {
  if (block.kind !== "paragraph" || block.words.text.includes("\n")) return block.kind === "paragraph" ? exampleLabel.exec(block.words.text) : null;
  return exampleLabel.exec(block.words.text) ?? (next?.kind === "bullet" && beginsStep.test(next.words.text) ? bareLabel.exec(block.words.text) : null);
}

/** The lines of a paragraph whose first line is a title and each further one a step: `Given …`, `When …`, `And …`. */
function stepLines(words: TextSpan): readonly TextSpan[] {
  const from = words.text.indexOf("\n");
  if (from < 0) return [];
  const lines: TextSpan[] = [];
  for (const match of words.text.matchAll(/[^\n]+/g)) if (match.index > from) lines.push(slice(words, match.index, match.index + match[0].length));
  return lines.every(({ text }) => beginsStep.test(text) || /^\**(?:and|but|after)\b/i.test(text)) ? lines : [];
}

/** The example of a heading with the steps below it; null if something else stands there. */
export function exampleBelow(heading: TextSpan, blocks: readonly Block[]): Block | null {
  const title = slice(heading, /^\**(?:(?:example|scenario|test|case)\**(?:\s+\d+)?\s*[:.–—-]\s*|(?:\d+[.):]\s+))?/i.exec(heading.text)![0].length, heading.text.length);
  const steps = blocks.map((block) => (block.kind === "bullet" && block.children.length === 0 ? [block.words] : block.kind === "paragraph" ? linesOf(block.words) : []));
  const all = steps.flat();
  if (all.length === 0 || steps.some((lines) => lines.length === 0) || !beginsStep.test(all[0]!.text) || !all.some(({ text }) => /^\**then\b/i.test(text))) return null;
  return { kind: "example", title, steps: all, span: { ...heading.span, to: all.at(-1)!.span.to } };
}

function linesOf(words: TextSpan): readonly TextSpan[] {
  const lines = [...words.text.matchAll(/\S[^\n]*/g)].map(({ index, 0: line }) => slice(words, index, index + line.trimEnd().length));
  return lines.every(({ text }) => beginsStep.test(text) || /^\**(?:and|but|after)\b/i.test(text)) ? lines : [];
}

/** Groups each `Example: TITLE` paragraph with the bullets directly below it, or with its own lines. */
export function groupExamples(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i]!;
    const label = labelOf(block, blocks[i + 1]);
    if (block.kind !== "paragraph" || !label) {
      result.push(block);
      continue;
    }
    const steps: Bullet[] = [];
    for (let next = blocks[i + 1]; next?.kind === "bullet"; next = blocks[i + 1]) {
      steps.push(next);
      i++;
    }
    result.push(exampleOf(block.words, label[0].length, steps));
  }
  return result;
}

/** Examples by the text of their title line, with the steps from which they were made. */
const exampleCache = new WeakMap<TextSpan, { readonly steps: readonly Bullet[]; readonly block: Block }>();

function exampleOf(words: TextSpan, label: number, steps: readonly Bullet[]): Block {
  const cached = exampleCache.get(words);
  if (cached && cached.steps.length === steps.length && cached.steps.every((step, i) => step === steps[i])) return cached.block;
  const { file, from, to } = words.span;
  const lines = stepLines(words);
  const title = titleOf(lines.length > 0 ? slice(words, 0, words.text.indexOf("\n")) : words, label);
  const block: Block = { kind: "example", title, steps: [...lines, ...steps.map((s) => s.words)], span: { file, from, to: steps.at(-1)?.span.to ?? to } };
  exampleCache.set(words, { steps, block });
  return block;
}

/** The title after the label, without the asterisks of a line that is in bold. */
function titleOf(words: TextSpan, label: number): TextSpan {
  const title = after(words, label);
  const stars = words.text.startsWith("**") && !/\*\*/.test(title.text.slice(0, -2)) ? /\s*\*\*$/.exec(title.text) : null;
  return stars ? slice(title, 0, stars.index) : title;
}

/** 1 to 6 for a heading, 0 for any other node. */
export function headingLevel(node: SyntaxNode): number {
  const match = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name);
  return match ? Number(match[1]) : 0;
}

/** The text of a heading without its marks. */
export function headingWords(reading: Reading, node: SyntaxNode): TextSpan {
  let from = node.from;
  let to = node.to;
  for (const mark of node.getChildren("HeaderMark")) {
    if (mark.from === node.from) from = mark.to;
    else to = Math.min(to, mark.from);
  }
  return reading.words(from, Math.max(from, to));
}
