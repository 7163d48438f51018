/**
 * Translates a JavaScript regular expression (flags `u` or `v`) to RE2. The two differ in the characters that `.` and `\s`
 * match, in escapes for code points, in the names of Unicode properties, and in set operations on character classes.
 */

export interface Re2Source {
  readonly source: string;
  readonly lookaround: boolean;
  readonly backreference: boolean;
  /** Whether the pattern has repetitions or alternatives, so that an engine might backtrack. */
  readonly branches: boolean;
  /** The highest count in `{from,to}`; 0 if there is none. */
  readonly highestCount: number;
}

const blanks = "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
/** The characters of `\w`. With the flag `i`, JavaScript includes the long s and the Kelvin sign. */
const word = (caseless: boolean): string => `0-9A-Za-z_${caseless ? "\\x{17f}\\x{212a}" : ""}`;

export function toRe2(native: RegExp): Re2Source {
  const { source, flags } = native;
  let result = "";
  let [lookaround, backreference, branches, highestCount] = [false, false, false, 0];
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at);
    const escape = /^\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}(?:\\u[0-9a-f]{4})?|x[0-9a-f]{2}|c[a-z]|[pP]\{[^}]*\}|k<[^>]*>|\d+|[^])/iu.exec(rest)?.[0];
    let length = escape?.length ?? 1;
    if (escape !== undefined) {
      if (/^\\(?:k<|[1-9])/.test(escape)) backreference = true;
      result += /^\\[pP]/.test(escape) ? property(escape, flags) : escapeOutsideClass(escape, flags);
    } else if (rest[0] === "[") {
      length = classLength(rest, flags.includes("v"));
      result += characterClass(rest.slice(0, length), flags);
    } else if (rest[0] === ".") result += flags.includes("s") ? "." : "[^\\n\\r\\x{2028}\\x{2029}]";
    else {
      if (/^\(\?<?[=!]/.test(rest)) lookaround = true;
      const group = /^\(\?(?:<[^>]*>|[a-z-]*:)?/.exec(rest)?.[0];
      const counts = /^\{(\d+)(?:,(\d*))?\}/.exec(rest);
      if (counts) highestCount = Math.max(highestCount, Number(counts[1]), Number(counts[2] ?? 0));
      if (group === undefined && /^[*+?{|]/.test(rest)) branches = true;
      length = group?.length ?? counts?.[0].length ?? 1;
      result += rest.slice(0, length);
    }
    at += length;
  }
  return { source: result, lookaround, backreference, branches, highestCount: highestCount };
}

/** Translates an escape outside a character class. Escapes that RE2 also supports stay. */
function escapeOutsideClass(escape: string, flags: string): string {
  const caseless = flags.includes("i");
  if (escape === "\\s") return `[${blanks}]`;
  if (escape === "\\S") return `[^${blanks}]`;
  if (escape === "\\w") return `[${word(caseless)}]`;
  if (escape === "\\W") return `[^${word(caseless)}]`;
  return characterCode(escape);
}

/** Translates the escape of a code point or a control character. */
function characterCode(escape: string): string {
  const digits = /^\\(?:u\{([0-9a-f]+)\}|x([0-9a-f]{2}))$/i.exec(escape);
  if (digits) return `\\x{${digits[1] ?? digits[2]}}`;
  if (escape.startsWith("\\u")) {
    const text = JSON.parse(`"${escape}"`) as string;
    return [...text].map((sign) => `\\x{${sign.codePointAt(0)!.toString(16)}}`).join("");
  }
  if (escape.startsWith("\\c")) return `\\x{${(escape.charCodeAt(2) % 32).toString(16)}}`;
  return escape === "\\0" ? "\\x{0}" : escape === "\\/" ? "/" : escape;
}

/** RE2 also supports the short names of general categories. Any other property becomes a list of characters. */
const property = (escape: string, flags: string): string =>
  /^\\[pP]\{(?:[LMNPSZC]|L[ultmo]|M[nce]|N[dlo]|P[cdseifo]|S[mcko]|Z[slp]|C[cf])\}$/.test(escape) && !flags.includes("i") ? escape : expandedClass(escape, flags);

function classLength(rest: string, nests: boolean): number {
  let depth = 0;
  for (let at = 0; at < rest.length; at++) {
    if (rest[at] === "\\") at++;
    else if (rest[at] === "[" && (nests || depth === 0)) depth++;
    else if (rest[at] === "]" && --depth === 0) return at + 1;
  }
  return rest.length;
}

function characterClass(text: string, flags: string): string {
  if (text === "[]" || text === "[^]" || flags.includes("v") || /\\[SDWpP]/.test(text)) return expandedClass(text, flags);
  const inside = text.slice(1, -1).replace(/\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}(?:\\u[0-9a-f]{4})?|x[0-9a-f]{2}|c[a-z]|[^])|\[/giu, (escape) => {
    if (escape === "[") return "\\[";
    if (escape === "\\s") return blanks;
    if (escape === "\\w") return word(flags.includes("i"));
    if (escape === "\\d") return "0-9";
    return escape === "\\b" ? "\\x{8}" : characterCode(escape);
  });
  return `[${inside}]`;
}

const rangesCache = new Map<string, string>();

/** A character class with all characters that match a JavaScript class or property. Each character is tested alone, so nothing backtracks. */
function expandedClass(text: string, flags: string): string {
  const key = `${flags}/${text}`;
  let ranges = rangesCache.get(key);
  if (ranges === undefined) {
    const one = new RegExp(`^${text}$`, flags.replace(/[gmsy]/g, ""));
    ranges = "";
    for (let code = 0, from = -1; code <= 0x110000; code++) {
      const isIn = code < 0x110000 && (code < 0xd800 || code > 0xdfff) && one.test(String.fromCodePoint(code));
      if (isIn && from < 0) from = code;
      if (isIn || from < 0) continue;
      ranges += `\\x{${from.toString(16)}}-\\x{${(code - 1).toString(16)}}`;
      from = -1;
    }
    if (rangesCache.size > 100) rangesCache.clear();
    rangesCache.set(key, ranges);
  }
  return ranges === "" ? "[^\\x{0}-\\x{10ffff}]" : `[${ranges}]`;
}
