/** Decides whether `for`, `if`, `some`, `every` and `function` start a block, or a name such as `every km`. */
import { isKnown, misspeltName, namesInScope, scopeNameAt } from "../syntax/names.ts";
import { isSign, isWord, peek, type Reader } from "../syntax/reader.ts";
import { fold } from "../types/scope.ts";

/** The word after the first part of each block. */
const middles: Readonly<Record<string, string>> = { for: "return", some: "satisfies", every: "satisfies", if: "then" };

/** Whether a block starts at the current token. */
export function opensBlock(r: Reader): boolean {
  const { kind, text } = peek(r);
  return kind === "word" && (Object.hasOwn(middles, text) || text === "function") && startsBlock(r, text);
}

/** Whether the keyword at the current token starts a block. A known name takes precedence, unless only the block makes sense of what follows. */
function startsBlock(r: Reader, keyword: string): boolean {
  if (keyword === "function") return isSign(peek(r, 1), "(");
  const name = scopeNameAt(r);
  if (!name) return r.dynamic || laterWords(r, 1, middles[keyword]!) > 0 || misspeltName(r, 0, namesInScope(r)) === undefined;
  // In `if if needed then …`, the first `if` needs the `then`.
  const taken = keyword === "if" && r.at > 0 && isWord(r.tokens[r.at - 1]!, "if") ? 1 : 0;
  if (laterWords(r, name.tokens, middles[keyword]!) <= taken) return false;
  if (keyword === "if") return name.tokens === 1 || isKnown(r, fold(r.text.slice(peek(r, 1).from, peek(r, name.tokens - 1).to)));
  return name.tokens === 1 ? peek(r, 1).kind === "word" && !isWord(peek(r, 1), "in") : isWord(peek(r, name.tokens), "in");
}

/** How often the word follows outside of brackets without belonging to another block that starts there. */
function laterWords(r: Reader, from: number, word: string): number {
  let found = 0;
  let inner = 0;
  for (let at = from, depth = 0; peek(r, at).kind !== "end"; at++) {
    const token = peek(r, at);
    if (token.kind === "sign" && /^[([{]$/.test(token.text)) depth++;
    if (token.kind === "sign" && /^[)\]}]$/.test(token.text) && --depth < 0) break;
    if (depth !== 0 || token.kind !== "word") continue;
    if (Object.hasOwn(middles, token.text) && middles[token.text] === word) inner++;
    else if (token.text === word && --inner < 0) [found, inner] = [found + 1, 0];
  }
  return found;
}
