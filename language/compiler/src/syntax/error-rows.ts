/** Reads point 8's errors, in tables or bullets. */
import { errorEntryForms, lasting } from "@nonet/forms";
import { after, type Block, type Bullet, type Columns, columnsOf, findTop, type Table, type TextSpan, type Tree, before as untilOffset } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { tryForm } from "../text/form-line.ts";
import { bare, slice } from "../text/split.ts";

export const errorColumns = ["Code", "Status", "Message", "When", "Help"] as const;

const headers: Readonly<Record<string, readonly string[]>> = {
  When: ["cause", "causes", "reason", "raised if", "raised by", "occurs when", "happens when", "shown when", "trigger", "context"],
  Message: ["description", "meaning", "explanation"],
  Help: ["action", "resolution"],
};

export const errorColumnsOf = (table: Table): Columns => columnsOf(table, errorColumns, headers);

export interface RawError {
  readonly code: TextSpan;
  readonly status: TextSpan | null;
  readonly message: TextSpan | null;
  readonly when: TextSpan | null;
  readonly help: TextSpan | null;
  readonly span: Span;
}

export function errorBlocks(tree: Tree): readonly Block[] {
  const point = tree.points[7];
  if (!point || point.state !== "written") return [];
  return [...point.blocks, ...point.sections.flatMap((section) => section.blocks)];
}

export function errorsIn(tree: Tree): RawError[] {
  return errorBlocks(tree).flatMap((block): readonly RawError[] => {
    if (block.kind === "table") return tableErrors(block);
    return block.kind === "bullet" ? [bulletError(block)].filter((raw) => raw !== null) : [];
  });
}

/** `"It is taken."` without its quotation marks. */
const quoted = (words: TextSpan | null): TextSpan | null => (words && /^"[^"]*"$/.test(words.text) ? bare(words) : words);

/** Cached by table. */
const read = new WeakMap<Table, readonly RawError[]>();

function tableErrors(table: Table): readonly RawError[] {
  const known = read.get(table) ?? readErrors(table);
  read.set(table, known);
  return known;
}

function readErrors(table: Table): RawError[] {
  const columns = errorColumnsOf(table);
  if (!columns.positions.has("Code")) return [];
  return table.rows.map((row) => ({
    code: bare(columns.cell(row, "Code")!),
    status: columns.cell(row, "Status"),
    message: quoted(columns.cell(row, "Message")),
    when: columns.cell(row, "When"),
    help: columns.cell(row, "Help"),
    span: row.span,
  }));
}

const isMarkedCode = (text: string): boolean => /^[`*"]*[A-Z][A-Z0-9_.-]*[`*"]*$/.test(text);
const tests = lasting({ code: isMarkedCode, status: (text) => /^\(?(?:HTTP )?`?\d{3}`?\)?$/i.test(text) });

/** Whether the bullet is an entry with a code, a status and a message. */
export const isEntry = (bullet: Bullet): boolean => tryForm(errorEntryForms, bullet.words, tests) !== null;

/** `- ITEM_TAKEN: 409, {item.name} is already taken.` */
function bulletError(bullet: Bullet): RawError | null {
  const { words, label, value, span } = bullet;
  const line = tryForm(errorEntryForms, words, tests);
  if (line) {
    const [code, status, message] = [line.slots["code"]!, line.slots["status"]!, line.slots["message"]!];
    const plain = status.text.startsWith("(") ? slice(status, 1, status.text.length - 1) : status;
    // A full stop at the end belongs to the message.
    return { code: bare(code), status: plain, message: after(words, message.span.from - words.span.from), when: null, help: null, span };
  }
  if (!label || !value) return null;
  const comma = findTop(value.text, /,/);
  return { code: label, status: comma ? untilOffset(value, comma.index) : value, message: comma ? after(value, comma.index + 1) : null, when: null, help: null, span };
}
