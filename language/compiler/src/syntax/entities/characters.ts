/** Point 3: texts that consist of certain characters, as in `exactly 8 digits` or `2 capital letters followed by 4 digits`, as patterns. */

/** The characters by their words, as the inside of a class of a regular expression. */
const classes: readonly (readonly [RegExp, string])[] = [
  [/^(?:digits?|figures?|numerals?|numeric characters?)$/, "0-9"],
  [/^(?:(?:capital|upper[- ]?case)(?: letters?)?|capitals?)$/, "\\p{Lu}"],
  [/^(?:(?:small|lower[- ]?case)(?: letters?)?)$/, "\\p{Ll}"],
  [/^(?:letters?|alphabetic characters?)$/, "\\p{L}"],
  [/^(?:alpha-?numeric(?:al)?(?: characters?)?|alpha-?numerics)$/, "\\p{L}0-9"],
];

const counts: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 };
const count = "(\\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten)";
const numberOf = (text: string): number => counts[text] ?? Number(text);

/** The words that bound a count, and the least and the most that they say. */
const bounds: readonly (readonly [RegExp, (from: number, to: number) => readonly [number, number | null]])[] = [
  [new RegExp(`^(?:exactly |always |precisely )?${count} `), (one) => [one, one]],
  [new RegExp(`^(?:at least|min\\.?|minimum|no fewer than|not less than) ${count} `), (one) => [one, null]],
  [new RegExp(`^(?:at most|up to|max\\.?|maximum|no more than|not more than) ${count} `), (one) => [0, one]],
  [new RegExp(`^(?:between |from )?${count} ?(?:and|to|or|–|-) ?${count} `), (from, to) => [from, to]],
  [new RegExp(`^(?:at least|min\\.?|minimum) ${count} (?:and|to|but|,) (?:at most|max\\.?|maximum) ${count} `), (from, to) => [from, to]],
  [new RegExp(`^${count} or (?:fewer|less) `), (one) => [0, one]],
  [new RegExp(`^${count} or more `), (one) => [one, null]],
];

export interface CharacterWords {
  /** The regular expression of the whole text; null where the words can be read in two ways. */
  readonly pattern: string | null;
  /** How many digits, if it is about nothing else. */
  readonly digits?: readonly [number, number | null];
  /** What the words can mean otherwise. */
  readonly readings?: readonly string[];
}

/** What the words say about the characters of a text; null where they aren't about characters. */
export function characterWords(written: string): CharacterWords | null {
  const text = written
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^(.+?) (or (?:more|fewer|less)|at most|at least|maximum|minimum)$/, (_, most: string, end: string) =>
      end.startsWith("or ") ? most.replace(" ", ` ${end} `) : `${end} ${most}`,
    )
    .replace(/^(?:must (?:be|have|contain)|has|have|with|of|consists of|consisting of|made (?:up )?of|contains?) /, "");
  const only = /^(?:only |solely |exclusively )(.+)$|^(.+) only$/.exec(text);
  const all = only ? classOf((only[1] ?? only[2])!) : undefined;
  if (all !== undefined) return { pattern: `[${all}]+` };
  const parts = text.split(/,? (?:followed by|and then|then) /).map(counted);
  if (parts.every((part) => part !== null)) return wholeOf(text, parts);
  // Without an order, the letters can stand anywhere.
  const loose = text.split(" and ").map(counted);
  if (loose.length < 2 || !loose.every((part) => part !== null)) return null;
  return { pattern: null, readings: [text.replaceAll(" and ", " followed by ")] };
}

interface Counted {
  readonly characters: string;
  readonly from: number;
  readonly to: number | null;
}

function wholeOf(text: string, parts: readonly Counted[]): CharacterWords {
  const [first] = parts;
  // `at most 40 letters` is what many say for characters of any kind.
  if (parts.length === 1 && first!.characters === "\\p{L}" && first!.from !== first!.to)
    return { pattern: null, readings: [text.replace(/letters?$|alphabetic characters?$/, "characters"), `matching \`${patternOf(first!)}\``] };
  return { pattern: parts.map(patternOf).join(""), ...(parts.length === 1 && first!.characters === "0-9" ? { digits: [first!.from, first!.to] } : {}) };
}

function counted(text: string): Counted | null {
  for (const [pattern, ends] of bounds) {
    const found = pattern.exec(text);
    const characters = found ? classOf(text.slice(found[0].length)) : undefined;
    if (!found || characters === undefined) continue;
    const [from, to] = ends(numberOf(found[1]!), numberOf(found[2] ?? ""));
    return { characters, from, to };
  }
  return null;
}

/** `letters and digits`: either kind at each place. */
function classOf(text: string): string | undefined {
  const kinds = text.split(/ (?:and|or|and\/or) |, /).map((one) => classes.find(([words]) => words.test(one))?.[1]);
  return kinds.some((one) => one === undefined) ? undefined : kinds.join("");
}

const patternOf = ({ characters, from, to }: Counted): string => `[${characters}]{${from === to ? from : `${from},${to ?? ""}`}}`;
