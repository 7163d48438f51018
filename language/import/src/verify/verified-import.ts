/**
 * Makes an import that the checker accepts: what it refuses is taken back, piece by piece, and quoted or left open with
 * the checker's own words as the reason. So no document is written that `nonet check` finds an error in.
 */
import { compile } from "@nonet/compiler";
import { lineMap } from "@nonet/source";
import type { Account } from "../account/account.ts";
import type { Draft, Statement } from "../document/draft.ts";
import { print } from "../document/print.ts";

export interface Importing {
  readonly draft: Draft;
  readonly account: Account;
}

export interface Verified<T> {
  readonly made: T;
  readonly text: string;
  /** Errors on lines that no object of the source accounts for, in words; none unless something is wrong with the importer. */
  readonly errors: readonly string[];
}

/** Each round takes back at least one thing; a line has few. */
const maxRounds = 40;

export function verified<T extends Importing>(make: (refused: ReadonlyMap<string, string>) => T): Verified<T> {
  const refused = new Map<string, string>();
  for (let round = 0; ; round++) {
    const made = make(refused);
    const { text, statements } = print(made.draft);
    const map = lineMap(text);
    const { diagnostics } = compile([{ name: "import.md", text }], { version: "import" });
    const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ span, message }) => ({ line: map(span.from).line, message }));
    if (errors.length === 0) return { made, text, errors: [] };
    // One thing at a time of each statement: the other errors may only follow from it.
    const wrong = new Map(errors.toReversed().map(({ line, message }) => [statements[line - 1], message]));
    const isNew = [...wrong].filter(([statement, message]) => takeBack(refused, statement, message));
    if (isNew.length === 0 || round === maxRounds) return { made, text, errors: errors.map(({ line, message }) => `line ${line}: ${message}`) };
  }
}

/** The last part or source that isn't refused yet: the first source is the statement itself. */
function takeBack(refused: Map<string, string>, statement: Statement | undefined, message: string): boolean {
  const all = statement && [...statement.sources, ...(statement.parts ?? []).map((part) => `${statement.sources[0]!} ${part}`)];
  const source = all?.reverse().find((id) => !refused.has(id));
  if (source === undefined) return false;
  refused.set(source.replace(/ message$/, ""), `the checker refuses it: ${message}`);
  return true;
}
