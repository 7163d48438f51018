/**
 * Reads a pattern. Its syntax follows Cucumber Expressions, with optional groups:
 * `send {call} [to {people}] [when|if {condition:expression}]`
 *
 * - `word` matches the word in any letter case; `word/other` also matches `other`; `word(s)` also matches `words`.
 * - `{name}` is a slot of the kind `name`; `{name:kind}` is a slot of another kind.
 * - `[…]` may be left out; `(…|…)` is one of several; inside both, `|` separates alternatives.
 * - Any other mark (`:`, `,`, `=`, `→`, `[]`) stands for itself.
 */
import { type Item, type Sequence, slotsOf } from "./pattern.ts";

export class PatternError extends Error {}

export function parsePattern(pattern: string): Sequence {
  let at = 0;
  const fail = (message: string): never => {
    throw new PatternError(`${message} at ${at} in the pattern "${pattern}"`);
  };

  function sequence(): Item[] {
    const items: Item[] = [];
    for (;;) {
      while (pattern[at] === " ") at++;
      const c = pattern[at];
      if (c === undefined || c === "]" || c === ")" || c === "|") return items;
      if (c === "{") items.push(slot());
      else if (pattern.startsWith("[]", at)) items.push(emptyBrackets());
      else if (c === "[") items.push(group("]"));
      else if (c === "(") items.push(group(")"));
      else items.push(...literal());
    }
  }

  function slot(): Item {
    const found = /^\{([a-z][a-z ]*)(?::([a-z][a-z ]*))?\}/i.exec(pattern.slice(at)) ?? fail("A slot is not closed");
    at += found[0].length;
    return { kind: "slot", name: found[1]!, of: found[2] ?? found[1]! };
  }

  function group(close: string): Item {
    at++;
    const branches = [sequence()];
    while (pattern[at] === "|") {
      at++;
      branches.push(sequence());
    }
    if (pattern[at] !== close) fail(`\`${close}\` is missing`);
    at++;
    return { kind: "group", isOptional: close === "]", branches };
  }

  function emptyBrackets(): Item {
    at += 2;
    return { kind: "literal", spellings: ["[]"] };
  }

  function literal(): Item[] {
    const word = /^[\p{L}\p{N}'’]+(?:\([\p{L}]+\))?(?:\/[\p{L}\p{N}'’]+(?:\([\p{L}]+\))?)*/u.exec(pattern.slice(at));
    if (!word) return [{ kind: "literal", spellings: [pattern[at++]!] }];
    at += word[0].length;
    const spellings = word[0].split("/").flatMap((spelling) => {
      const [, stem, ending] = /^(.*?)(?:\((.*)\))?$/u.exec(spelling)!;
      return ending === undefined ? [stem!] : [stem!, stem! + ending];
    });
    return [{ kind: "literal", spellings: spellings.map((spelling) => spelling.toLowerCase().replaceAll("’", "'")) }];
  }

  const items = sequence();
  if (at < pattern.length) fail(`\`${pattern[at]}\` is not expected`);
  return items;
}

/** The names of a pattern's slots. */
export const slotsOfPattern = (pattern: string): readonly string[] => [...new Set(slotsOf(parsePattern(pattern)).map(({ name }) => name))];
