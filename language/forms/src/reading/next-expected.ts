/** What can stand next after the beginning of a line, for completion. */
import type { FormTable } from "../patterns/form.ts";
import { parsePattern } from "../patterns/parse-pattern.ts";
import type { Node } from "./compiled-pattern.ts";
import { type Line, type Open, opensOf } from "./match-pattern.ts";
import type { SlotTests } from "./read-form.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** Words of the notation to insert, or a slot that the writer fills in. */
export type NextExpected = {
  /** The table and the name of the form that continues so; `table.forms[name]` has its pattern, sentence and example. */
  readonly table: FormTable;
  readonly name: string;
  /** Whether it is the form's canonical pattern that continues so. */
  readonly isCanonical: boolean;
  /** Where the text that is being typed begins, as an offset in the line: what an offer replaces. */
  readonly from: number;
} & (
  | { readonly kind: "words"; /** All words and marks up to the next slot or choice, such as `asks for:`. */ readonly text: string }
  | { readonly kind: "slot"; readonly slot: string; readonly of: string }
);

/**
 * The next words and slots of each form that agrees with the whole beginning, canonical patterns first and each offer once.
 * A word at the end without a blank after it is still being typed. `tests` are those with which the line is read.
 */
export function nextExpected(tables: readonly FormTable[], beginning: string, tests: SlotTests = {}): readonly NextExpected[] {
  const all = tokensOf(beginning);
  const last = all.at(-1);
  const typed = last?.kind === "word" && last.to === beginning.length ? last : null;
  const tokens = typed ? all.slice(0, -1) : all;
  const line: Line = { text: beginning, tokens, tests, accepted: new Map() };
  const found = new Map<string, NextExpected>();
  for (const table of tables)
    for (const [name, form] of Object.entries(table.forms)) {
      if (form.isRejected) continue;
      const ways = [form.pattern, ...(form.variants ?? [])].map((pattern) => opensOf(parsePattern(pattern), line));
      const most = Math.max(...ways.map(({ words }) => words));
      for (const [i, { opens, words }] of ways.entries())
        for (const open of words === most ? opens : []) {
          const offer = offerOf(open, tokens, typed, beginning.length);
          if (!offer) continue;
          const key = `${table.title} ${name} ${offer.kind === "words" ? offer.text : offer.slot} ${offer.from}`;
          if (!found.has(key)) found.set(key, { ...offer, table, name, isCanonical: i === 0 });
        }
    }
  return [...found.values()].sort((one, other) => Number(other.isCanonical) - Number(one.isCanonical));
}

type Offer =
  | { readonly kind: "words"; readonly text: string; readonly from: number }
  | { readonly kind: "slot"; readonly slot: string; readonly of: string; readonly from: number };

/** The offer, or null if what is being typed doesn't begin it. */
function offerOf({ node, token }: Open, tokens: readonly Token[], typed: Token | null, end: number): Offer | null {
  const from = tokens[token]?.from ?? typed?.from ?? end;
  if (node.kind === "slot") return { kind: "slot", slot: node.name, of: node.of, from };
  const spelling = typed ? node.spellings.find((one) => one.startsWith(typed.text)) : node.spellings[0];
  return spelling === undefined ? null : { kind: "words", text: `${spelling}${wordsAfter(node.next)}`, from };
}

/** The words and marks that must follow, up to a slot, a choice or the end. */
function wordsAfter(node: Node): string {
  if (node.kind !== "literal") return "";
  const [text] = node.spellings;
  return `${/^[:,;.]$/.test(text!) ? "" : " "}${text}${wordsAfter(node.next)}`;
}
