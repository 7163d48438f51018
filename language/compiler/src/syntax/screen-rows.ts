/** Reads point 2's table of routes. */
import { codeOf, type Columns, columnsOf, isNotShown, type Row, type Table, type TextSpan, type Tree, unstarred } from "@nonet/notation";
import { spacedWords } from "../text/split.ts";

export const screenColumns = ["Route", "Screen", "Shows", "For", "Menu"] as const;

export interface RawScreen {
  readonly route: TextSpan;
  /** If the name is not shown, the route. */
  readonly name: TextSpan;
  readonly openName: TextSpan | null;
  readonly shows: TextSpan | null;
  readonly for: TextSpan | null;
  readonly menu: TextSpan | null;
  readonly row: Row;
  /** Whether its table has a column for names. A missing column is reported once. */
  readonly hasName: boolean;
  /** Whether its table has a column of routes. */
  readonly hasRoute: boolean;
}

export interface ScreenTable {
  readonly table: Table;
  readonly columns: Columns;
  readonly screens: readonly RawScreen[];
}

/** Every table above the first section. */
export function screenTables(tree: Tree): readonly ScreenTable[] {
  const point = tree.points[1];
  if (!point || point.state !== "written") return [];
  return point.blocks.flatMap((block) => (block.kind === "table" ? [screenTable(block)] : []));
}

/** Cached by table. */
const read = new WeakMap<Table, ScreenTable>();

function screenTable(table: Table): ScreenTable {
  const known = read.get(table) ?? readScreens(table);
  read.set(table, known);
  return known;
}

function readScreens(table: Table): ScreenTable {
  const columns = columnsOf(table, screenColumns);
  const screens = table.rows.map((row): RawScreen => {
    const empty: TextSpan = { text: "", span: row.span };
    const route = withParameters(codeOf(columns.cell(row, "Route") ?? empty));
    const name = unstarred(columns.cell(row, "Screen") ?? empty);
    const isOpen = isNotShown(name);
    return {
      route,
      name: isOpen ? { text: route.text, span: name.span } : spacedWords(name),
      openName: isOpen ? name : null,
      shows: columns.cell(row, "Shows"),
      for: columns.cell(row, "For"),
      menu: columns.cell(row, "Menu"),
      row,
      hasName: columns.positions.has("Screen"),
      hasRoute: columns.positions.has("Route"),
    };
  });
  return { table, columns, screens };
}

/** `/loans/{id}`, `{/loans/{id}}` and `/loans/<id>` as `/loans/:id`. */
function withParameters(words: TextSpan): TextSpan {
  const inner = /^\{(\/.*)\}$/.exec(words.text)?.[1] ?? words.text;
  const text = inner.replace(
    /(?<=\/)(?:\{:?([\p{L}\p{N}_-]+)\}|<:?([\p{L}\p{N}_-]+)>|\[:?([\p{L}\p{N}_-]+)\])(?=\/|$)/gu,
    (_, a?: string, b?: string, c?: string) => `:${a ?? b ?? c ?? ""}`,
  );
  return text === words.text ? words : { ...words, text };
}

/** The name of a screen's route in the list of what is not shown. */
export const openRoute = (screen: string): string => `Route of ${screen}`;
