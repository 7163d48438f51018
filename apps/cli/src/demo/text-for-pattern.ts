/** A text that matches a simple pattern: characters, classes such as `[A-Z]` and `\d`, and counts behind them. Undefined for any other pattern. */
import type { Chance } from "./chance.ts";

/** How many more than the least of `*`, `+` and `{2,}`. */
const spare = 3;

export function textForPattern(pattern: string, chance: Chance): string | undefined {
  let rest = pattern.replace(/^\^/, "").replace(/\$$/, "");
  let text = "";
  while (rest !== "") {
    const piece = /^(\[[^\]^][^\]]*\]|\\[dw]|\\.|[^\\[\](){}|.*+?^$])(\{\d+(?:,\d*)?\}|[*+?])?/.exec(rest);
    if (!piece) return undefined;
    const characters = charactersOf(piece[1]!);
    const [least, most] = countsOf(piece[2]);
    for (let i = chance.whole(least, most); i > 0; i--) text += chance.one(characters);
    rest = rest.slice(piece[0].length);
  }
  return new RegExp(pattern, "u").test(text) ? text : undefined;
}

function charactersOf(piece: string): readonly string[] {
  if (piece === "\\d") return range("0", "9");
  if (piece === "\\w") return [...range("A", "Z"), ...range("0", "9")];
  if (!piece.startsWith("[")) return [piece.at(-1)!];
  const found: string[] = [];
  for (const [, from, to, single] of piece.slice(1, -1).matchAll(/(?:(\w)-(\w))|(\\?.)/gs)) {
    if (from && to) found.push(...range(from, to));
    else found.push(...(single!.length > 1 ? charactersOf(single!) : [single!]));
  }
  return found;
}

const range = (from: string, to: string): string[] => {
  const first = from.codePointAt(0)!;
  return Array.from({ length: Math.max(1, to.codePointAt(0)! - first + 1) }, (_, i) => String.fromCodePoint(first + i));
};

function countsOf(count: string | undefined): readonly [least: number, most: number] {
  if (count === undefined) return [1, 1];
  if (count === "?") return [0, 1];
  if (count === "*") return [0, spare];
  if (count === "+") return [1, 1 + spare];
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(count)!;
  return [Number(least), most ? Number(most) : Number(least) + (comma ? spare : 0)];
}
