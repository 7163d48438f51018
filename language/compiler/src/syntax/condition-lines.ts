/** Point 6: finds the `Own:` and `Never:` lines and the named conditions in paragraphs and bullets. */
import type { Block, PointTree, TextSpan } from "@nonet/notation";
import { bare, cut, findTop, slice, spaced, split } from "../text/split.ts";
import { labelAbove } from "./roles.ts";

export type Line = { readonly kind: "own" | "never" | "named"; readonly words: TextSpan };

/** `when` must be followed by an expression, in backticks or with a comparison. */
const namedForm = /^(?:an?|each|every|the)\s+.+?\s+is\s+.+?\s+when:?\s+(?:`|[^`\n]*\s(?:=|!=|[<>]=?)\s)/i;

type Label = "own" | "never" | null;

/** The statements of a paragraph or bullet, one for each sentence; none for prose. A label applies to the sentences after it. */
export function linesOf(block: Block, label: Label = null): readonly Line[] {
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
const lines = new WeakMap<Block, { readonly label: Label; readonly found: readonly Line[] }>();

function linesIn(block: Block & { readonly words: TextSpan }, above: Label): Line[] {
  let label = above;
  return sentences(block.words).flatMap((sentence): Line[] => {
    const labelled = /^\W*(own|never)\W*:\W*\s*/i.exec(sentence.text);
    if (labelled) label = labelled[1]!.toLowerCase() as "own" | "never";
    const words = labelled ? slice(sentence, labelled[0].length) : sentence;
    if (!labelled && namedForm.test(words.text)) return [{ kind: "named", words }];
    if (label === "own")
      return split(words, ",;")
        .flatMap(conjoined)
        .map((part) => ({ kind: "own", words: part }));
    return label === "never" ? split(words, ";").map((part) => ({ kind: "never", words: part })) : [];
  });
}

/** `a Loan is its borrower's and an Item is its keeper's`: two lines; `its borrower's and its keeper's` is one. */
function conjoined(words: TextSpan): TextSpan[] {
  const parted = cut(words, /\s+and\s+(?=(?:an?|each|every|the)\s[^,;]+?\sis\s)/i);
  return parted ? [parted.before, ...conjoined(parted.after)] : [words];
}

/** Split at full stops, and before lines that begin a statement. */
function sentences(words: TextSpan): TextSpan[] {
  const out: TextSpan[] = [];
  let rest = words;
  for (;;) {
    const end = findTop(rest, /\.(?=\s|$)|\n(?=\W*(?:own|never)\W*:|(?:an?|each|every|the)\s[^\n]+?\swhen:?\s+`)/i);
    const sentence = slice(rest, 0, end?.index);
    if (sentence.text !== "") out.push(sentence);
    if (!end) return out;
    rest = slice(rest, end.index + 1);
  }
}

/** ``A Paper is conflicted when `…` ``: its entity, its name and its condition, as written. */
export interface ConditionLine {
  readonly words: TextSpan;
  readonly entity: TextSpan;
  readonly name: TextSpan;
  readonly condition: TextSpan;
}

/** The parts of a named condition's line; null for another line. */
export function conditionLine(words: TextSpan): ConditionLine | null {
  const match = /^(?:an?|each|every|the)\s+(.+?)\s+is\s+(.+?)\s+when:?\s+/dis.exec(words.text);
  const [, entity, named] = match?.indices ?? [];
  if (!match || !entity || !named) return null;
  const name = bare(slice(words, ...named));
  return { words, entity: slice(words, ...entity), name: { ...name, text: spaced(name.text) }, condition: slice(words, match[0].length) };
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
