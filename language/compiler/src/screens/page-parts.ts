/** The parts of a page's section in order: prose, which is kept as it is written, and elements between it. */
import { type Attribute, attributeOf, type Block, labelled, type Section, slice, type TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { Context } from "../context/context.ts";
import { checkPlainProse } from "./plain-text.ts";

export interface ProsePart {
  readonly kind: "prose";
  readonly text: string;
}

export interface ElementPart {
  readonly kind: "element";
  readonly attribute: Attribute;
}

/** `isElement`: whether a labelled line is an element of the page instead of prose. */
export function partsOfPage(context: Context, section: Section, isElement: (attribute: Attribute) => boolean): readonly (ProsePart | ElementPart)[] {
  const parts: (ProsePart | ElementPart)[] = [];
  let prose: Block[] = [];
  const endProse = (): void => {
    if (prose.length > 0) parts.push(proseOf(context, section, prose));
    prose = [];
  };
  for (const block of section.blocks) {
    const elements = elementsIn(block, isElement);
    if (!elements) {
      reportColon(context, block);
      reportPictureInWords(context, block);
      checkPlainProse(context, block);
      context.markEnforced(spanOf(block));
      prose.push(block);
      continue;
    }
    endProse();
    parts.push(...elements.map((attribute): ElementPart => ({ kind: "element", attribute })));
  }
  endProse();
  return parts;
}

const spanOf = (block: Block): Span => ("span" in block ? block.span : block.words.span);

function elementsIn(block: Block, isElement: (attribute: Attribute) => boolean): readonly Attribute[] | null {
  if (block.kind === "bullet") {
    const attribute = attributeOf(block);
    return attribute && isElement(attribute) ? [attribute] : picturesIn(block.words);
  }
  if (block.kind !== "paragraph") return null;
  const attribute = attributeIn(block.words);
  return attribute && isElement(attribute) ? [attribute] : picturesIn(block.words);
}

/** A paragraph of one line is read like a bullet. */
function attributeIn(words: TextSpan): Attribute | null {
  const parts = words.text.includes("\n") ? null : labelled(words);
  return parts && attributeOf({ kind: "bullet", words, label: parts.label, value: parts.value, children: [], span: words.span });
}

/** Images of Markdown and nothing else: `![The shed](shed.jpg)` is `Picture "The shed": shed.jpg`. */
function picturesIn(words: TextSpan): readonly Attribute[] | null {
  if (!/^(?:\s*!\[[^\]]*\]\([^()\n]+\))+$/.test(words.text)) return null;
  return [...words.text.matchAll(/!\[([^\]]*)\]\(([^()\n]+)\)/g)].map((found) => {
    const whole = slice(words, found.index, found.index + found[0].length);
    const title = slice(whole, 2, 2 + found[1]!.length);
    const value = slice(whole, found[1]!.length + 4, whole.text.length - 1);
    const name = { text: "Picture", span: whole.span };
    return { name, key: "picture", title, value, children: [], bullet: { kind: "bullet", words: whole, label: name, value, children: [], span: whole.span } };
  });
}

/** `Number "Tools" `count(Tool)``: without a colon it would be read as prose. */
function reportColon(context: Context, block: Block): void {
  if (block.kind !== "bullet") return;
  const found = /^\**(number|chart|list|picture|form)\s+("[^"]*"|“[^”]*”)\**(?!\s*:)/i.exec(block.words.text);
  if (!found) return;
  const at = { ...block.words.span, from: block.words.span.from + found[0].length, to: block.words.span.from + found[0].length };
  context.report("missing-colon", block.words.span, `This begins like the element ${found[1]} but has no colon.`, {
    fixes: [{ title: "Add a colon", edits: [{ span: at, text: ":" }] }],
  });
}

/** A picture takes the width of the page, so it has a paragraph of its own. */
function reportPictureInWords(context: Context, block: Block): void {
  if (block.kind !== "bullet" && block.kind !== "paragraph") return;
  const found = /!\[([^\]]*)\]\([^()\n]+\)/.exec(block.words.text);
  if (!found) return;
  const { span } = slice(block.words, found.index, found.index + found[0].length);
  const end = { ...block.words.span, from: block.words.span.to, to: block.words.span.to };
  context.report("bad-picture", span, "A picture of a page can't be part of a sentence.", {
    hint: "Write it as a paragraph of its own, with an empty line before and after it.",
    fixes: [
      {
        title: "Show it below the sentence",
        edits: [
          { span, text: found[1]! },
          { span: end, text: `\n\n${found[0]}` },
        ],
      },
    ],
  });
}

/** The source from the start of the first block's line: marks of headings are part of the text. */
function proseOf(context: Context, section: Section, blocks: readonly Block[]): ProsePart {
  const { layout } = context;
  const whole = layout.text(section.span);
  const [first, last] = [spanOf(blocks[0]!), spanOf(blocks.at(-1)!)];
  const start = layout.from(section.span);
  const from = whole.lastIndexOf("\n", layout.from(first) - start - 1) + 1;
  return { kind: "prose", text: whole.slice(from, layout.to(last) - start) };
}
