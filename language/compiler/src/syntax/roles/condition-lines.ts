/** Point 6: finds the `Own:` and `Never:` lines, the named conditions and the rights in words in paragraphs and bullets. */
import type { Block, Bullet, PointTree, TextSpan } from "@nonet/notation";
import { cut, findTop, slice, split } from "../../text/split.ts";
import { type ConditionLine, conditionLine, isConditionBullet, isConditionLine, isSurelyCondition } from "./condition-line.ts";
import { type GrantLine, grantLines, isRefusalSentence, rightsSentence } from "./grant-lines.ts";
import { beforeLabel, isOwnBullet, type Label, labelOf, onlyLabel } from "./line-labels.ts";
import { isPermissionLabel, labelAbove, roleBullet } from "./roles.ts";

export type Line = { readonly kind: "own" | "never" | "named"; readonly words: TextSpan } | GrantLine;

/** The statements of a paragraph or bullet, one for each sentence; none for prose. A label applies to the sentences after it. */
export function linesOf(block: Block, label: Label | null = null): readonly Line[] {
  if (block.kind !== "paragraph" && block.kind !== "bullet") return [];
  const known = lines.get(block);
  if (known?.label === label) return known.found;
  const found = linesIn(block, label);
  lines.set(block, { label, found });
  return found;
}

/** The statements of all blocks. A label in its own paragraph applies to the bullets below it. */
export const linesAmong = (blocks: readonly Block[]): readonly { readonly block: Block; readonly found: readonly Line[] }[] =>
  blocks.map((block, i) => ({ block, found: linesOf(block, labelAbove(blocks, i)) }));

/** Cached by block, so that each line is the same object for every reader. */
const lines = new WeakMap<Block, { readonly label: Label | null; readonly found: readonly Line[] }>();

function linesIn(block: Block & { readonly words: TextSpan }, above: Label | null): Line[] {
  let label = above;
  const heading = block.kind === "bullet" && block.children.length > 0 ? onlyLabel(block.words) : null;
  if (heading && block.kind === "bullet") return block.children.flatMap((child) => linesOf(child, heading));
  const granted = above === null && block.kind === "bullet" ? rightsIn(block) : [];
  if (granted.length > 0) return [...granted];
  const isDefinition = above === null && block.kind === "bullet" ? isConditionBullet : isConditionLine;
  return sentences(block.words).flatMap((sentence): Line[] => {
    const labelled = labelOf(sentence);
    if (labelled) ({ label } = labelled);
    const words = labelled ? slice(sentence, labelled.length) : sentence;
    if (label === null && block.kind === "bullet" && isOwnBullet(words)) return ownLines(words).map((part) => ({ kind: "own", words: part }));
    if (!labelled && (label === "never" ? isSurelyCondition(words) && !isDoneBySomebody(words) : isDefinition(words))) return [{ kind: "named", words }];
    if (label === "own") return ownLines(words).map((part) => ({ kind: "own", words: part }));
    return label === "never" ? split(words, ";").map((part) => ({ kind: "never", words: part })) : [];
  });
}

/** `a Loan is deleted by a Clerk when …`, which a `Never:` line may say. */
const isDoneBySomebody = ({ text }: TextSpan): boolean => /\sby\s/i.test(text.split(/\s(?:when|if|where|while)\b/i)[0]!);

/** The rights of a bullet; a sentence about what somebody may not do is a `Never:` line. */
function rightsIn(bullet: Bullet): readonly Line[] {
  if (isPermissionLabel(bullet.words)) return [];
  return grantLines(bullet, roleBullet(bullet)).map((line) => {
    const sentence = line.who === null ? rightsSentence(line.words) : null;
    return sentence && isRefusalSentence(sentence) ? { kind: "never", words: line.words } : line;
  });
}

/** `a Loan is its borrower's and an Item is its keeper's`: two lines; `its borrower's and its keeper's` is one. */
function ownLines(words: TextSpan): TextSpan[] {
  const joint =
    /(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)(?=(?:an?|each|every|any|the)\s[^,;]+?\s(?:is|are|belongs?)\s|[`*_]*\p{Lu}[^,;]*?\s(?:is|are|belongs?)\s|[`*_]*\p{Lu}[^,;]*?\s*(?:->|=>|→)\s)/u;
  const parted = cut(words, joint);
  return (parted ? [parted.before, ...ownLines(parted.after)] : [words]).filter((line) => line.text !== "");
}

const endOfSentence = new RegExp(String.raw`\.(?=\s|$)|${beforeLabel}|\n(?=(?:an?|each|every|the)\s[^\n]+?\swhen:?\s+\`)`, "i");

/** Split at full stops, and before lines that begin a statement. */
export function sentences(words: TextSpan): TextSpan[] {
  const out: TextSpan[] = [];
  let rest = words;
  for (;;) {
    const end = findTop(rest, endOfSentence);
    const sentence = slice(rest, 0, end?.index);
    if (sentence.text !== "") out.push(sentence);
    if (!end) return out;
    rest = slice(rest, end.index + 1);
  }
}

/** The named conditions of point 6. Cached by point. */
export function conditionLines(point: PointTree | undefined): readonly ConditionLine[] {
  if (!point) return [];
  const known = linesByPoint.get(point);
  if (known) return known;
  const found = linesAmong([...point.blocks, ...point.sections.flatMap((section) => section.blocks)])
    .flatMap((one) => one.found)
    .flatMap((line) => (line.kind === "named" ? (conditionLine(line.words) ?? []) : []));
  linesByPoint.set(point, found);
  return found;
}

const linesByPoint = new WeakMap<PointTree, readonly ConditionLine[]>();
