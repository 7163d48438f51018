/** Tables below the transitions that say for each action what it asks for and what it confirms: `| Action | Asks for | Confirm |`. */
import { fold } from "@nonet/feel";
import { isNone, type Section, type Table, type TextSpan } from "@nonet/notation";
import { bare } from "../text/split.ts";

const actionHeaders: ReadonlySet<string> = new Set(["action", "actions", "button", "step", "transition"]);
const kinds: Readonly<Record<string, "asks" | "confirms">> = {
  "asks for": "asks",
  "asked for": "asks",
  asks: "asks",
  "asks the person for": "asks",
  "what it asks for": "asks",
  inputs: "asks",
  input: "asks",
  "asked fields": "asks",
  "input fields": "asks",
  fields: "asks",
  confirm: "confirms",
  confirms: "confirms",
  confirmation: "confirms",
  "confirmation question": "confirms",
  question: "confirms",
};

/** One cell: what an action asks for, or its question. */
export interface ActionCell {
  readonly kind: "asks" | "confirms";
  readonly action: TextSpan;
  readonly value: TextSpan;
}

const headerOf = (header: TextSpan): string => fold(bare(header).text);

export function isActionTable({ headers }: Table): boolean {
  const [first, ...others] = headers.map(headerOf);
  return first !== undefined && actionHeaders.has(first) && others.length > 0 && others.every((one) => kinds[one] !== undefined);
}

export const actionCells = (section: Section): readonly ActionCell[] => section.blocks.flatMap((block) => (block.kind === "table" && isActionTable(block) ? cellsOf(block) : []));

const cellsOf = (table: Table): readonly ActionCell[] =>
  table.rows.flatMap(({ cells }) =>
    table.headers.flatMap((header, i): readonly ActionCell[] => {
      const value = cells[i];
      const isEmpty = i === 0 || !value || isNone(value) || /^(?:[–—-]|no|nothing)?$/i.test(value.text);
      return isEmpty ? [] : [{ kind: kinds[headerOf(header)]!, action: cells[0]!, value }];
    }),
  );
