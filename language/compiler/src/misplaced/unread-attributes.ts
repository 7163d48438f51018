/** Reports paragraphs and code blocks with lines that have an effect only as bullets. */
import { fold } from "@nonet/feel";
import { type Attribute, attributeOf, type Block, labelled, type PointNumber, type Section, type TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { aboutName } from "../syntax/about-table.ts";
import { callKey, isCallAttribute } from "../syntax/call-attributes.ts";
import { constantOf, isPlainSection, rawValues } from "../syntax/constants/constant-rows.ts";
import { isEntityAttribute } from "../syntax/entities/entity-attributes.ts";
import { readFieldType, type TypeWords } from "../syntax/entities/field-type.ts";
import { rawInputField } from "../syntax/entities/field.ts";
import { isMachineLine } from "../syntax/machine-lines.ts";
import { bulletEdit, linesAmongProse, tableAmong, type UnreadLine } from "../syntax/prose-lines.ts";
import { bare } from "../text/split.ts";
import { misplacedLine } from "./misplaced-lines.ts";
import { reportUnread } from "./refuse.ts";
import { changeLine } from "./unread-changes.ts";
import { isTimed, unreadStatement } from "./unread-statements.ts";

/** A line with its label and the value after the colon. */
interface Line {
  readonly words: TextSpan;
  readonly attribute: Attribute;
}

/** Screens are checked by their kind instead (see below). `section`: null above the first one. */
export function checkParagraphs(ctx: PointCompiler, point: PointNumber, blocks: readonly Block[], section: Section | null): void {
  for (const block of blocks) {
    const lines = linesAmongProse(block);
    if (lines.length === 0) continue;
    const table = tableAmong(block);
    if (table) reportUnread(ctx, block, [{ words: table, what: "a table" }]);
    else
      reportUnread(
        ctx,
        block,
        withSimilarFields(
          point,
          section,
          lines,
          // An attribute of a machine on a line of its own in a paragraph has been read.
          lines
            .filter((words) => !(point === 4 && section && block.kind === "paragraph" && isMachineLine(words, section)))
            .flatMap((words) => unreadIn(ctx, point, words, section) ?? []),
        ),
      );
  }
}

/** If one line of a paragraph is a field, the other lines of the same form were meant as fields too. */
function withSimilarFields(point: PointNumber, section: Section | null, lines: readonly TextSpan[], found: readonly UnreadLine[]): readonly UnreadLine[] {
  if (point !== 3 || !section || found.length === 0 || found.length === lines.length) return found;
  const labels = lines.map((words) => labelledLine(words)?.attribute.name.text);
  if (labels.includes(undefined) || lines.some(({ text }) => /[.!?]$/.test(text))) return found;
  return lines.map((words, i) => found.find((one) => one.words === words) ?? { words, what: `the field "${labels[i]}"`, edits: [bulletEdit(words)] });
}

function unreadIn(ctx: PointCompiler, point: PointNumber, words: TextSpan, section: Section | null): UnreadLine | null {
  const line = labelledLine(words);
  const what = line && whatIs(ctx, point, line, section);
  return what
    ? { words, what, edits: [bulletEdit(words)] }
    : (changeLine(ctx, point, words, section) ?? unreadStatement(ctx, point, words, section) ?? misplacedLine(ctx, point, words, section));
}

/** Checks the details of a screen. `isAttribute`: whether the screen has an attribute of that name. */
export function checkDetails(context: Context, block: Block, isAttribute: (attribute: Attribute) => boolean, others: (words: TextSpan) => UnreadLine | null): void {
  const unread = linesAmongProse(block).flatMap((words): readonly UnreadLine[] => {
    const line = labelledLine(words);
    if (line && isAttribute(line.attribute)) return [{ words, what: `the attribute "${line.attribute.name.text}"`, edits: [bulletEdit(words)] }];
    const other = others(words);
    return other ? [other] : [];
  });
  const table = tableAmong(block);
  reportUnread(context, block, table ? [{ words: table, what: "a table" }] : unread);
}

/** Whether a call has attributes in prose. Those are reported, so the call isn't reported as incomplete as well. */
export const hasUnread = (section: Section): boolean => hasUnreadLabel(section) || section.blocks.some((block) => linesAmongProse(block).some(({ text }) => isTimed(text)));

/** Attributes without the lines that say when something happens. */
export const hasUnreadLabel = (section: Section): boolean => section.blocks.some((block) => labelledLines(block).some((line) => isOfCall(line, section)));

const labelledLines = (block: Block): readonly Line[] => linesAmongProse(block).flatMap((words) => labelledLine(words) ?? []);

/** Cached by line. */
const labelledBefore = new WeakMap<TextSpan, Line | null>();

function labelledLine(words: TextSpan): Line | null {
  const known = labelledBefore.get(words);
  if (known !== undefined) return known;
  const parts = words.text.includes(":") ? labelled(words) : null;
  const attribute = parts && parts.value.text !== "" && parts.label.text !== "" ? attributeOf({ kind: "bullet", words, ...parts, children: [], span: words.span }) : null;
  const line = attribute && { words, attribute };
  labelledBefore.set(words, line);
  return line;
}

/** What the line would define as a bullet; null for prose. */
function whatIs(ctx: PointCompiler, point: PointNumber, line: Line, section: Section | null): string | null {
  const { name } = line.attribute;
  const attribute = `the attribute "${name.text}"`;
  switch (point) {
    case 1:
      return aboutName(name) === undefined ? null : attribute;
    case 3:
      return section && inEntity(line, ctx.typeNames);
    case 4:
      return section && isMachineLine(line.words, section) ? attribute : null;
    case 7:
      return section && isOfCall(line, section) ? attribute : null;
    case 8:
      return /^[A-Z][A-Z0-9_]+$/.test(bare(name).text) && /^[45]\d\d\b/.test(line.attribute.value.text) ? `the error ${bare(name).text}` : null;
    case 9:
      return (section === null || isPlainSection(section)) && isConstant(line.attribute) ? `the constant "${name.text}"` : null;
    default:
      return null;
  }
}

function inEntity({ words, attribute: { name, key, value } }: Line, names: TypeWords): string | null {
  if (key === "initial records") return null;
  if (isEntityAttribute(name.text, value.text)) return `the attribute "${name.text}"`;
  const raw = rawInputField(words);
  const reading = raw && readFieldType(raw.type, names);
  if (!reading || "unknown" in reading) return null;
  // `See also: Loans, the desk` is prose: after a reference, all that follows must be attributes.
  const isReference = "type" in reading && reading.type.kind === "reference";
  const isField = !isReference || (fold(raw.type.text) === fold(nameOf(reading.type)) && raw.attributes.every((one) => one.kind !== "unknown"));
  return isField ? `the field "${name.text}"` : null;
}

const nameOf = (type: { readonly kind: "reference"; readonly entity: string; readonly role?: string }): string =>
  type.role === undefined ? type.entity : `${type.entity} with role ${type.role}`;

/** The kind of a call is determined by its bullets, or else by these lines. */
function isOfCall({ attribute: { name } }: Line, section: Section): boolean {
  const keys = section.blocks.flatMap((block) =>
    block.kind === "bullet" && block.label ? [callKey(block.label.text)] : labelledLines(block).map((line) => callKey(line.attribute.name.text)),
  );
  return isCallAttribute(callKey(name.text), new Set(keys));
}

/** Whether the whole value is a constant's. A word or a sentence after a colon is prose. */
function isConstant({ bullet }: Attribute): boolean {
  const raw = constantOf(bullet);
  const values = raw ? rawValues(raw) : [];
  return values.length > 0 && values.every(({ words, read, remarked }) => read !== undefined && !remarked && words.text !== "");
}
