/** The parts of a document in which names can stand outside expressions, each with the kinds of names that its place takes. */
import { fold } from "@nonet/feel";
import { type Block, type Bullet, canonicalHeader, type PointNumber, type Row, slice, type Table, type TextSpan, type Tree } from "@nonet/notation";
import type { ThingKind } from "./thing.ts";

export interface StatementPiece {
  readonly point: PointNumber;
  readonly words: TextSpan;
  /** The kinds of names that can stand here, the most likely first. */
  readonly kinds: readonly ThingKind[];
  /** The heading of the section, without notes in parentheses; null above the first one. */
  readonly section: string | null;
  /** The cells of its row before it, which say which entity the row is about. */
  readonly row: readonly TextSpan[];
  /** Whether texts in quotation marks can be names here. */
  readonly quoted: boolean;
  /** Whether it is a step of an example, or the type of a field. */
  readonly isStep?: true;
  readonly isType?: true;
  /** Text that people read: what stands outside braces is no name. */
  readonly isText?: true;
  /** Whether the first kind is preferred to all others, whatever the line is about. */
  readonly firstCounts: boolean;
}

const everything: readonly ThingKind[] = ["entity", "field", "state", "action", "call", "code", "role", "screen", "function", "constant", "calendar", "condition"];
const people: readonly ThingKind[] = ["role", "condition", "state", "field", "entity"];
const statements: readonly ThingKind[] = ["field", "entity", "action", "call", "state", "code", "role", "condition", "constant", "function"];

/** By point, the kinds of each column; a column that isn't named here holds text that people read. */
const columns: Partial<Record<PointNumber, Readonly<Record<string, readonly ThingKind[]>>>> = {
  2: { Route: ["field"], Screen: ["screen"], Shows: ["entity", "field", "call", "action", "state", "condition"], For: people },
  4: {
    From: ["state"],
    Action: ["action", "field", "constant"],
    To: ["state"],
    Who: people,
    When: ["condition", "field", "state", "code", "constant", "entity"],
    Then: statements,
  },
  5: { Entity: ["entity", "action", "state", "field"], "Must hold": ["field", "state", "constant", "condition", "entity"], Otherwise: ["code", "field"] },
  8: { Code: ["code"], When: ["field", "constant", "state"] },
  9: { Name: ["constant", "function"] },
};

/** Attributes whose value is text for people: only the expressions in braces count. */
const readByPeople = /^(subject|body|text|empty|title|name|colour|color|logo|language|languages|time zone|currency|menu|headers|page size|plural|was|rounding)\b/;

/** The body of an HTTP call is no message: it says which values it sends. */
const isMessage = (label: TextSpan, value: TextSpan): boolean => /^(subject|body|text|empty|title)\b/.test(fold(label.text)) && !value.text.includes("=");

/** The pieces of titles, blocks and rows that haven't changed since the last version are the same objects. */
export function statementPieces(tree: Tree): readonly StatementPiece[] {
  const found: StatementPiece[] = [];
  for (const { number, blocks, sections } of tree.points) {
    addBlocks(found, number, null, blocks);
    for (const { title, blocks: below } of sections) {
      const make = (): StatementPiece[] => [{ point: number, words: title, kinds: headingKinds[number] ?? [], section: null, row: [], quoted: false, firstCounts: true }];
      addKnown(found, title, number, null, noHeaders, make);
      addBlocks(found, number, nameOf(title), below);
    }
  }
  return found;
}

interface KnownPieces {
  readonly point: PointNumber;
  readonly section: string | null;
  readonly headers: readonly TextSpan[];
  readonly pieces: readonly StatementPiece[];
}

const piecesKnown = new WeakMap<TextSpan | Block | Row, KnownPieces>();
const noHeaders: readonly TextSpan[] = [];

const long = new WeakSet<StatementPiece>();

/** Whether it has several lines. */
export const isLong = (piece: StatementPiece): boolean => long.has(piece);

/** Adds the pieces of a part of the document, as they were made before if it stands in the same place. */
function addKnown(
  found: StatementPiece[],
  of: TextSpan | Block | Row,
  point: PointNumber,
  section: string | null,
  headers: readonly TextSpan[],
  make: () => StatementPiece[],
): void {
  const known = piecesKnown.get(of);
  const isKnown = known?.point === point && known.section === section && known.headers.length === headers.length && known.headers.every(({ text }, i) => text === headers[i]!.text);
  const pieces = isKnown ? known.pieces : make();
  if (!isKnown) {
    piecesKnown.set(of, { point, section, headers, pieces });
    for (const piece of pieces) if (piece.words.text.includes("\n")) long.add(piece);
  }
  for (const piece of pieces) found.push(piece);
}

const headingKinds: Partial<Record<PointNumber, readonly ThingKind[]>> = {
  2: ["screen", "entity"],
  3: ["entity"],
  4: ["entity"],
  7: ["call"],
  9: ["function", "calendar", "constant"],
};

const nameOf = (title: TextSpan): string => title.text.replace(/\s*\([^()]*\)$/, "");

type PieceMaker = (words: TextSpan, kinds?: readonly ThingKind[], quoted?: boolean) => StatementPiece;

function addBlocks(found: StatementPiece[], point: PointNumber, section: string | null, blocks: readonly Block[]): void {
  for (const block of blocks) {
    if (block.kind === "table") addTable(found, point, section, block);
    else addKnown(found, block, point, section, noHeaders, () => piecesOfBlock(point, section, block));
  }
}

function piecesOfBlock(point: PointNumber, section: string | null, block: Exclude<Block, Table>): StatementPiece[] {
  const found: StatementPiece[] = [];
  const piece: PieceMaker = (words, kinds = everything, quoted = false) => ({ point, words, kinds, section, row: [], quoted, firstCounts: false });
  if (block.kind === "paragraph") for (const line of labelledLines(block.words)) found.push(piece(line, point === 1 ? ["role"] : everything));
  else if (block.kind === "bullet") addBullet(found, block, piece, (children) => addBlocks(found, point, section, children));
  else if (block.kind === "example") for (const step of block.steps) found.push({ ...piece(step, everything, true), isStep: true });
  return found;
}

/** Paragraphs are prose, except for lines that begin with a label: `Own: …`, `Never: …`, `Starts as: …`. */
const labelledLines = (words: TextSpan): readonly TextSpan[] =>
  [...words.text.matchAll(/^\**\p{Lu}[^:\n]{0,60}:.*$/gmu)].map((line) => slice(words, line.index, line.index + line[0].length));

function addBullet(found: StatementPiece[], bullet: Bullet, piece: PieceMaker, below: (children: readonly Block[]) => void): void {
  const { point } = piece(bullet.words);
  if (point === 1 || (point === 6 && /^\**[^:]*\**\s*(?:[—–-]\s|$)/.test(bullet.words.text))) found.push(piece(bullet.words, ["role"]));
  else if (bullet.label && bullet.value && point === 3) addField(found, bullet.label, bullet.value, piece);
  else if (bullet.label && bullet.value) {
    found.push(piece(bullet.label, point === 2 && !/^show /i.test(bullet.label.text) ? [] : (labelKinds[point] ?? everything)));
    if (readByPeople.test(fold(bullet.label.text))) found.push(...(isMessage(bullet.label, bullet.value) ? [{ ...piece(bullet.value, []), isText: true as const }] : []));
    else found.push(piece(bullet.value, point === 7 || point === 4 ? statements.concat("screen") : everything, point !== 2));
  } else found.push(piece(bullet.words, everything, true));
  below(bullet.children);
}

/** The type of a field names entities; its attributes name fields of the entity that has it. */
function addField(found: StatementPiece[], label: TextSpan, value: TextSpan, piece: PieceMaker): void {
  found.push(piece(label, labelKinds[3]!));
  const end = isAttribute.test(label.text) ? 0 : /^(?:\([^)]*\)|"[^"]*"|`[^`]*`|[^,;=(])*/.exec(value.text)![0].length;
  if (end > 0) found.push({ ...piece(slice(value, 0, end), ["entity", "field", "role", "screen", "state", "action"]), section: null, isType: true });
  if (end < value.text.length) found.push(piece(slice(value, end, value.text.length)));
}

const isAttribute = /^(shown as|unique|sort|locked while|deleting|plural|history|comments|was|erasing|on |when )/i;

const labelKinds: Partial<Record<PointNumber, readonly ThingKind[]>> = {
  2: ["field", "action"],
  3: ["field", "entity", "state", "action"],
  4: ["action", "state", "field"],
  5: ["entity"],
  6: ["role", "condition"],
  7: [],
  9: ["constant", "function"],
};

function addTable(found: StatementPiece[], point: PointNumber, section: string | null, table: Table): void {
  const piece = (words: TextSpan, kinds: readonly ThingKind[], row: readonly TextSpan[] = []): StatementPiece => ({
    point,
    words,
    kinds,
    section,
    row,
    quoted: point !== 8,
    firstCounts: (isMatrix && row.length === 0) || ["For", "Who", "Screen", "Code", "From", "To"].some((name) => known?.[name] === kinds),
  });
  const known = columns[point];
  const isMatrix = point === 6;
  const isFree = isMatrix || !known || (point !== 9 && section !== null && table.headers.every((header) => kindsOf(known, header) === undefined));
  // The records with which a product starts: fields in the headers, data in the cells.
  const isData = point === 3 && !table.headers.some((header) => /^(type|data type|kind)$/i.test(header.text));
  if (isFree) for (const header of table.headers) addKnown(found, header, point, section, noHeaders, () => [piece(header, isMatrix ? ["role"] : ["field", "entity", "constant"])]);
  if (!isData) for (const row of table.rows) addKnown(found, row, point, section, table.headers, () => piecesOfRow(row));

  function piecesOfRow({ cells }: Row): StatementPiece[] {
    return cells.flatMap((cell, at): StatementPiece[] => {
      if (cell.text === "") return [];
      if (isMatrix) return [piece(cell, at === 0 ? ["entity", "field", "screen", "call", "action"] : ["action", "condition", "state", "field"], cells.slice(0, Math.min(at, 1)))];
      if (isFree) return [piece(cell, point === 3 ? everything : ["constant", "function", "field"], cells.slice(0, at))];
      const kinds = kindsOf(known!, table.headers[at]!);
      // Of the error catalogue: the message for the person.
      if (!kinds) return point === 8 ? [{ ...piece(cell, []), isText: true }] : [];
      const entity = point === 5 ? cellUnder(cells, "Entity") : undefined;
      // A row of point 2 is about what its screen shows.
      const screen = point === 2 ? cellUnder(cells, "Screen") : undefined;
      return [{ ...piece(cell, kinds, screen ? [] : entity && entity !== cell ? [entity] : cells.slice(0, at)), ...(screen ? { section: screen.text } : {}) }];
    });
  }

  function cellUnder(cells: readonly TextSpan[], name: string): TextSpan | undefined {
    return cells[table.headers.findIndex((header) => canonicalHeader(header.text, Object.keys(known!)) === name)];
  }
}

const kindsOf = (known: Readonly<Record<string, readonly ThingKind[]>>, header: TextSpan): readonly ThingKind[] | undefined => {
  const name = canonicalHeader(header.text, Object.keys(known));
  return name === undefined ? undefined : known[name];
};
