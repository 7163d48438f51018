/** The smallest pieces of SQL text: quoted names, literals, and the parameters of a statement. */
import type { Query } from "./query.ts";

export const ident = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`);
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** PostgreSQL's reserved words, which can't stand as bare column names. */
const reserved = new Set(
  "all analyse analyze and any array as asc asymmetric authorization between binary both case cast check collate collation column concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right select session_user similar some symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when where window with".split(
    " ",
  ),
);

const arrayText = (items: readonly unknown[]): string => `{${items.map((i) => `"${String(i).replace(/[\\"]/g, "\\$&")}"`).join(",")}}`;

/** Collects values. Equal values share a number, so that equal expressions have equal texts. `inline` writes literals instead, as DDL needs. */
export class Parameters {
  readonly values: unknown[] = [];
  readonly #known = new Map<string, number>();
  readonly inline: boolean;
  #aliases = 0;

  constructor(inline = false) {
    this.inline = inline;
  }

  bind(value: unknown, type: string): string {
    if (this.inline)
      return value === null ? `null::${type}` : typeof value === "boolean" ? String(value) : `${literal(Array.isArray(value) ? arrayText(value) : String(value))}::${type}`;
    const key = JSON.stringify([type, value]);
    let number = this.#known.get(key);
    if (number === undefined) {
      this.values.push(value);
      number = this.values.length;
      this.#known.set(key, number);
    }
    return `$${number}::${type}`;
  }

  alias(prefix = "t"): string {
    this.#aliases += 1;
    return `${prefix}${this.#aliases}`;
  }

  /** Keeps only the parameters that the text uses, and renumbers them. */
  query(text: string): Query {
    const order: number[] = [];
    const numbered = text.replace(/\$(\d+)(?=::)/g, (_, n: string) => {
      const old = Number(n);
      if (!order.includes(old)) order.push(old);
      return `$${order.indexOf(old) + 1}`;
    });
    return { name: statementName(numbered), text: numbered, values: order.map((n) => this.values[n - 1]) };
  }
}

const names = new Map<string, string>();

/** The name of a prepared statement: the same for the same text. */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= 3000) names.delete(names.keys().next().value!);
    names.set(text, (name = `n${hash(text)}`));
  }
  return name;
}

/** 64 bits of FNV-1a in two halves, so that two statements of one product practically never share a name. */
export function hash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0xcbf29ce4;
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ (c + i), 0x85ebca6b);
  }
  return (a >>> 0).toString(16).padStart(8, "0") + (b >>> 0).toString(16).padStart(8, "0");
}

/** A constraint's or index's name within PostgreSQL's 63 bytes, still unique. */
export const bounded = (name: string): string => (name.length <= 60 ? name : `${name.slice(0, 50)}_${hash(name).slice(0, 8)}`);

export const and = (parts: readonly string[]): string => {
  const kept = [...new Set(parts)].filter((p) => p !== "true");
  if (kept.includes("false")) return "false";
  return kept.length === 0 ? "true" : kept.length === 1 ? kept[0]! : `(${kept.join(" and ")})`;
};
export const or = (parts: readonly string[]): string => {
  const kept = [...new Set(parts)].filter((p) => p !== "false");
  if (kept.includes("true")) return "true";
  return kept.length === 0 ? "false" : kept.length === 1 ? kept[0]! : `(${kept.join(" or ")})`;
};
