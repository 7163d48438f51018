/** The order and the length of a list on a dashboard, a page or a record page: `the 10 newest Loans`, `…, sorted by due on, at most 5`. */
import { slice, splitTop, type TextSpan, trim } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { Context } from "../../context/context.ts";
import { findTop } from "../../text/split.ts";
import { isDescending } from "../naming/word-tests.ts";

export interface ListSelection {
  /** The records, their condition and the columns. What says the order and the length is blank, so that everything else stays where it is. */
  readonly rest: TextSpan;
  readonly order: Ordered | null;
  readonly most: number | null;
}

/** `of`: the attribute Sort that says the same. `aged`: `newest`, `latest` and the like with a length, which name no field. */
export type Ordered =
  | { readonly of: TextSpan; readonly aged: null }
  | { readonly of: TextSpan; readonly aged: string; /** What to write for one of several dates that it could mean. */ readonly edits: (field: string) => readonly Edit[] };

interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** `isPath`: whether the text is a field, or a path from one. `keys`: whether an order can have several fields. */
export function selectionIn(context: Context, words: TextSpan, isPath: (text: string) => boolean, keys: "one" | "several" = "several"): ListSelection {
  const isField = (text: string): boolean => isPath(text) || (direction.test(text) && isPath(text.replace(direction, "")));
  const found: Found = { rest: words.text, lengths: [], orders: [], ranked: null };
  const start = startOf(words);
  if (start) {
    const at = start.before.length;
    found.rest = blank(found.rest, at, start.whole.length);
    found.lengths.push({ words: slice(words, at, at + start.length.length), count: start.count });
    if (start.age !== undefined) found.orders.push(aged(words, slice(words, at, at + start.whole.length), start.age, `at most ${start.count} `));
    if (start.rank !== undefined) found.ranked = { words: slice(words, at, at + start.length.length), rank: start.rank };
  }
  readClauses(words, found, isField, keys);
  return checked(context, words, found);
}

const direction = /\s+(?:\p{L}+(?:\s+recent)?\s+first|(?:de|a)sc(?:ending)?)$/iu;

interface Found {
  rest: string;
  readonly lengths: { readonly words: TextSpan; readonly count: number }[];
  readonly orders: Ordered[];
  /** `top 5`, which says nothing without an order. */
  ranked: { readonly words: TextSpan; readonly rank: string } | null;
}

const numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const count = `(?:\\d+|${numbers.join("|")})`;
const countOf = (text: string): number => (/^\d+$/.test(text) ? Number(text) : numbers.indexOf(text.toLowerCase()) + 1);
const age = "newest|latest|most recent|last|oldest|earliest|soonest";
const rank = "first|next|top|highest|largest|biggest|lowest|smallest";
const word = `(${age}|${rank})`;
/** A number in words alone can begin the name of an entity. */
const begins = new RegExp(
  `^((?:(?:list|table)\\s+of\\s+)?)((?:the\\s+)?(?:(?:at most|up to|max(?:imum|\\.)?)\\s+(?:the\\s+)?(${count})|(${count})\\s+${word}|${word}\\s+(${count})|(\\d+)))\\s+(?=\\p{L}|\`|\\*)`,
  "iu",
);

/** `the 10 newest`, `top 5`, `up to 5` before the records. */
function startOf({ text }: TextSpan) {
  const match = begins.exec(text);
  if (!match) return null;
  const [whole, before, length, ...groups] = match;
  const said = (groups[2] ?? groups[3])?.toLowerCase();
  const isAge = said !== undefined && age.split("|").includes(said);
  return {
    before: before!,
    whole: whole.slice(before!.length),
    length: length!,
    count: countOf([0, 1, 4, 5].map((one) => groups[one]).find((one) => one !== undefined)!),
    age: isAge ? ageOf(said) : undefined,
    rank: isAge ? undefined : said,
  };
}

const ageOf = (said: string): string => (said.toLowerCase() === "last" ? "newest" : said.toLowerCase());

const ordered = (words: TextSpan, text = words.text): Ordered => ({ of: { text, span: words.span }, aged: null });

function aged(whole: TextSpan, words: TextSpan, said: string, length: string): Ordered {
  const end = { ...whole.span, from: whole.span.to };
  const edits = (field: string): Edit[] => [
    { span: words.span, text: length },
    { span: end, text: `, sorted by ${field}, ${said} first` },
  ];
  return { of: { text: said, span: words.span }, aged: said, edits };
}
const blank = (text: string, at: number, length: number): string => text.slice(0, at) + " ".repeat(length) + text.slice(at + length);

const orderClause = /^(?:(?:and\s+)?(?:sorted|ordered|in order)\s+(?:by|of)|sort(?:ed)?(?:\s+by)?\s*:|order(?:\s+by)?\s*:)\s+(?=\S)/i;
const lengthClause = new RegExp(
  `^(?:and\\s+)?(?:at most|up to|max(?:imum|\\.)?|limit(?:ed to)?:?|(?:only\\s+)?(?:the\\s+)?(first|top)|only)\\s+(${count})(?:\\s+(?:records?|entries|rows))?(?:\\s+by\\s+(\\S.*))?$`,
  "i",
);
const agedClause = new RegExp(`^(?:only\\s+)?(?:the\\s+)?(?:(${count})\\s+(${age})|(${age})\\s+(${count}))(?:\\s+only)?$`, "i");

/** The clauses between commas. A direction, and a further field, belong to the order before them. */
function readClauses(words: TextSpan, found: Found, isField: (text: string) => boolean, keys: "one" | "several"): void {
  let order: TextSpan | null = null;
  const end = (): void => {
    if (order) found.orders.push(ordered(order));
    order = null;
  };
  const remove = (from: number, to: number): void => {
    const comma = /[,;]?\s*$/.exec(words.text.slice(0, from))![0].length;
    found.rest = blank(found.rest, from - comma, to - from + comma);
  };
  const pieces = splitTop(words, ",").flatMap((piece) => splitTop(piece, ";"));
  for (const [i, piece] of pieces.entries()) {
    const from: number = piece.span.from - words.span.from;
    const to = from + piece.text.length;
    const clause = i > 0 ? orderClause.exec(piece.text) : orderInside(piece, isField);
    const length = i > 0 ? lengthClause.exec(piece.text) : null;
    const newest = i > 0 ? agedClause.exec(piece.text) : null;
    const isDirection = isDescending(piece.text) !== undefined && /\s(?:first|order)$|^(?:de|a)scending$/i.test(piece.text);
    if (clause) {
      end();
      order = slice(words, from + clause.index + clause[0].length, to);
      remove(from + clause.index, to);
    } else if (length) {
      end();
      found.lengths.push({ words: piece, count: countOf(length[2]!) });
      if (length[1] !== undefined) found.ranked = { words: piece, rank: length[1].toLowerCase() };
      if (length[3] !== undefined) found.orders.push(byRank(slice(piece, piece.text.length - length[3].length, piece.text.length), length[1]?.toLowerCase()));
      remove(from, to);
    } else if (newest) {
      end();
      found.lengths.push({ words: piece, count: countOf((newest[1] ?? newest[4])!) });
      found.orders.push(aged(words, piece, ageOf((newest[2] ?? newest[3])!), `at most ${newest[1] ?? newest[4]}`));
      remove(from, to);
    } else if (order && (isDirection || (keys === "several" && !/^(?:with\s+|showing\s+)?columns\b/i.test(piece.text) && isField(piece.text)))) {
      order = slice(words, (order as TextSpan).span.from - words.span.from, to);
      remove(from, to);
    } else if (i > 0 && isDirection) {
      found.orders.push(ordered(piece));
      remove(from, to);
    } else {
      end();
      const by = found.ranked && !/^columns\b/i.test(piece.text) ? byAtEnd(piece, isField) : null;
      if (by) {
        found.orders.push(byRank(by, found.ranked!.rank));
        const at = by.span.from - words.span.from;
        found.rest = blank(found.rest, at - 3, by.text.length + 3);
      }
    }
  }
  end();
}

/** The length that a bullet below the list says; null if it isn't one. */
export function lengthOf({ text }: TextSpan): number | null {
  const match = new RegExp(`^(?:at most\\s+|the\\s+)?(${count})(?:\\s+(?:records?|entries|rows))?$`, "i").exec(text);
  const length = match ? countOf(match[1]!) : 0;
  return length >= 1 && length <= mostOfAll ? length : null;
}

const mostOfAll = 200;

/** `top 5 by total` begins with the highest, `first 5 by date` and `at most 5 by date` with the lowest. */
const byRank = (field: TextSpan, said: string | undefined): Ordered =>
  said === undefined || !isTop(said) || saysDirection(field.text) ? ordered(field) : ordered(field, `${field.text}, ${isLow(said) ? "lowest" : "highest"} first`);

const isLow = (said: string): boolean => /^(?:lowest|smallest)$/.test(said);

/** `Loan where overdue sorted by due on`, without a comma; a field may be called `ordered by` itself. */
function orderInside(piece: TextSpan, isField: (text: string) => boolean): RegExpExecArray | null {
  const match = findTop(piece, /\b(?:sorted|ordered|in order)\s+(?:by|of)\s+(?=\S)/i);
  const isOrder =
    match && match.index > 0 && isField(piece.text.slice(match.index + match[0].length)) && !/\b(?:where|with|whose|if|and|or|not)\s+$/i.test(piece.text.slice(0, match.index));
  return isOrder ? match : null;
}

/** The field in `top 5 Invoices by total where paid`. */
function byAtEnd(piece: TextSpan, isField: (text: string) => boolean): TextSpan | null {
  const match = findTop(piece, /\sby\s+(?=\S)/i);
  const rest = match && slice(piece, match.index + match[0].length, piece.text.length);
  const field = rest && trim(slice(rest, 0, findTop(rest, /\s(?:where|with|whose|if)\s|$/i)?.index ?? rest.text.length));
  return field && isField(field.text) ? field : null;
}

function checked(context: Context, words: TextSpan, { rest, lengths, orders, ranked }: Found): ListSelection {
  const [length, otherLength] = lengths;
  const [order, otherOrder] = orders;
  const other = otherLength?.words ?? otherOrder?.of;
  if (other)
    context.report("unreadable-value", other.span, `The list has two ${otherLength ? "lengths" : "orders"}.`, {
      hint: otherLength ? "Keep one of them." : "A list shows the first records of one order: write it once, as in `sorted by due on, latest first, at most 10`.",
    });
  if (length && (length.count < 1 || length.count > mostOfAll)) context.report("unreadable-value", length.words.span, "Such a list can have 1 to 200 records.");
  if (ranked && (!order || (ranked.rank === "next" && !/\s(?:where|with|that|which|whose)\s/i.test(rest)))) reportRank(context, ranked);
  else if (ranked && isTop(ranked.rank) && order && !order.aged && !saysDirection(order.of.text)) reportTop(context, ranked.rank, order.of);
  return { rest: trim({ ...words, text: rest }), order: order ?? null, most: length && length.count >= 1 && length.count <= mostOfAll ? length.count : null };
}

const isTop = (said: string): boolean => !/^(?:first|next)$/.test(said);
const saysDirection = (text: string): boolean => isDescending(/[^,\s]+(?:\s+recent)?(?:\s+(?:first|order))?$/i.exec(text)?.[0] ?? "") !== undefined;

function reportRank(context: Context, ranked: { readonly words: TextSpan; readonly rank: string }): void {
  const says = /next/.test(ranked.rank)
    ? "Say which, as in `Loan where due on >= today(), sorted by due on, at most 5`."
    : `Add it, as in \`top 5 Loans by price\` or \`Loan, sorted by due on, latest first, at most 5\`.`;
  context.report(
    "unreadable-value",
    ranked.words.span,
    /next/.test(ranked.rank) ? `"${ranked.words.text}" doesn't say from when on.` : `"${ranked.words.text}" doesn't say in which order.`,
    { hint: says },
  );
}

/** `top 5 Invoices, sorted by total` says the highest by its words, and the lowest by its order. */
function reportTop(context: Context, said: string, order: TextSpan): void {
  const at = { ...order.span, from: order.span.to };
  context.report("unreadable-value", order.span, `"sorted by ${order.text}" begins with the lowest, and "${said}" means the ${isLow(said) ? "lowest" : "highest"}.`, {
    fixes: ["highest", "lowest"].map((one) => ({ title: `Begin with the ${one}`, edits: [{ span: at, text: `, ${one} first` }] })),
  });
}
