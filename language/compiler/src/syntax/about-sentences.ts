/** Point 1: attributes that follow a sentence or each other in one paragraph, as in `Lends tools. Language: English. Currency: EUR.` */
import { type Block, type Bullet, labelled, type TextSpan } from "@nonet/notation";
import { bare, slice } from "../text/split.ts";
import { aboutName } from "./about-table.ts";
import { isWorkingTimeRow } from "./working-time-label.ts";

const label = /(?:^|(?<=[.!?;]\s{1,3}|\n))\**(?:[\p{L}-]+)(?: [\p{L}-]+){0,2}\**:\**\s+(?=\S)/gu;
/** The end of a value: a full stop with white space or nothing behind it. */
const end = /[.;](?=\s|$)/;

export function aboutSentences(blocks: readonly Block[]): readonly Block[] {
  const made = blocks.flatMap((block) => (block.kind === "paragraph" ? apart(block) : [block]));
  return made.length === blocks.length && made.every((block, i) => block === blocks[i]) ? blocks : made;
}

function apart(block: Extract<Block, { kind: "paragraph" }>): readonly Block[] {
  const { words } = block;
  const starts = [...words.text.matchAll(label)].map(({ index }) => index).filter((at) => isAttribute(slice(words, at)));
  if (starts.length === 0) return [block];
  const made: Block[] = starts[0]! > 0 ? [{ kind: "paragraph", words: slice(words, 0, starts[0]) }] : [];
  for (const [i, from] of starts.entries()) {
    const piece = slice(words, from, starts[i + 1]);
    const stop = end.exec(piece.text);
    const own = stop ? slice(piece, 0, stop.index) : piece;
    const rest = stop ? slice(piece, stop.index + 1) : null;
    made.push(bulletOf(own));
    if (rest && rest.text !== "") made.push({ kind: "paragraph", words: rest });
  }
  return made;
}

function isAttribute(words: TextSpan): boolean {
  const parts = labelled(words);
  return parts !== null && parts.value.text !== "" && (aboutName(parts.label) !== undefined || isWorkingTimeRow(bare(parts.label).text, parts.value.text));
}

function bulletOf(words: TextSpan): Bullet {
  const { label: name, value } = labelled(words)!;
  return { kind: "bullet", words, label: name, value, children: [], span: words.span };
}
