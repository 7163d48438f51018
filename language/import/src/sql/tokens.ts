/** Splits an SQL expression, as PostgreSQL writes its own, into tokens. */

export interface Token {
  readonly kind: "name" | "quoted name" | "number" | "string" | "operator" | "end";
  /** Names in lower case unless they are quoted; strings without their quotation marks. */
  readonly text: string;
}

const patterns: readonly (readonly [Token["kind"] | "blank", RegExp])[] = [
  ["blank", /\s+/y],
  ["string", /[eE]?'(?:[^']|'')*'/y],
  ["quoted name", /"(?:[^"]|"")*"/y],
  ["name", /[\p{L}_][\p{L}\p{N}_$]*/uy],
  ["number", /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y],
  ["operator", /::|[(),.[\]:]|[-+*/<>=~!@#%^&|`?]+/y],
];

/** null where a character is none of SQL's. */
export function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const found = patterns.map(([kind, pattern]) => ((pattern.lastIndex = at), [kind, pattern.exec(text)?.[0]] as const)).find(([, match]) => match !== undefined);
    if (!found) return null;
    const [kind, match] = found as readonly [Token["kind"] | "blank", string];
    at += match.length;
    if (kind !== "blank") tokens.push({ kind, text: plain(kind, match) });
  }
  return [...tokens, { kind: "end", text: "" }];
}

function plain(kind: Token["kind"], text: string): string {
  if (kind === "name") return text.toLowerCase();
  if (kind === "quoted name") return text.slice(1, -1).replaceAll('""', '"');
  if (kind !== "string") return text;
  const isEscaped = !text.startsWith("'");
  const inside = text.slice(isEscaped ? 2 : 1, -1).replaceAll("''", "'");
  return isEscaped ? inside.replace(/\\(.)/g, "$1") : inside;
}
