/** What can stand next after the beginning of a line, for completion. */
import type { FormTable } from "../patterns/form.ts";
import type { Expected } from "./expected.ts";
import { type Line, missOf } from "./match-pattern.ts";
import { parsePattern } from "../patterns/parse-pattern.ts";
import type { SlotTests } from "./read-form.ts";
import { tokensOf } from "./tokens.ts";

export interface Continuation<Name extends string = string> {
  readonly name: Name;
  readonly expected: Exclude<Expected, "end">;
}

/** The next word or slot of each form that agrees with the whole beginning. */
export function continuations<Name extends string>(table: FormTable<Name>, beginning: string, tests: SlotTests = {}): readonly Continuation<Name>[] {
  const tokens = tokensOf(beginning);
  const line: Line = { text: beginning, tokens, tests, accepted: new Map() };
  return (Object.keys(table.forms) as Name[]).flatMap((name) => {
    const form = table.forms[name];
    const found: Continuation<Name>[] = [];
    for (const pattern of [form.pattern, ...(form.variants ?? [])]) {
      const miss = missOf(parsePattern(pattern), line);
      if (miss.token !== tokens.length) continue;
      for (const expected of miss.expected)
        if (expected !== "end" && !found.some((one) => JSON.stringify(one.expected) === JSON.stringify(expected))) found.push({ name, expected });
    }
    return found;
  });
}
