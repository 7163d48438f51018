/**
 * Rewrites a JavaScript regular expression (flags `u` or `v`) for RE2, where the two differ: in what `.` and `\s` hold,
 * in how characters are written by number, in the names of Unicode's properties, and in classes taken from one another.
 */

export interface Re2Source {
  readonly source: string;
  readonly lookaround: boolean;
  readonly backreference: boolean;
  /** Whether it repeats anything or has alternatives, so that a backtracking engine might try twice. */
  readonly branches: boolean;
  /** The greatest count of its `{from,to}`. */
  readonly highestCount: number;
}

const blanks = "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
/** With `i`, JavaScript counts the long s and the Kelvin sign among the letters of `\w`. */
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

/** An escape outside of a class; what RE2 writes alike stays. */
function escapeOutsideClass(escape: string, flags: string): string {
  const caseless = flags.includes("i");
  if (escape === "\\s") return `[${blanks}]`;
  if (escape === "\\S") return `[^${blanks}]`;
  if (escape === "\\w") return `[${word(caseless)}]`;
  if (escape === "\\W") return `[^${word(caseless)}]`;
  return characterCode(escape);
}

/** A character written by its number, or by a control sign's letter, in RE2's form. */
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

/** Short names of general categories are RE2's too; of any other property the characters are written out. */
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

/** The class of all characters that JavaScript finds in a class or property: one character at a time, so nothing can be slow. */
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
