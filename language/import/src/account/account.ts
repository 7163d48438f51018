/**
 * The account of an import: each object of the source and where it has gone.
 *
 * A source lists its objects on its own, before anything is made of them. Whoever makes lines of them says for each one
 * what became of it. An object that is missing, or accounted for twice, is a bug and ends the import.
 */

import { grouped } from "./grouped.ts";

export interface SourceObject {
  /** Where it is in the source: `public.film.title`, `GET /pets`. It is also its mark in the document. */
  readonly id: string;
  /** In the singular: `table`, `operation`. */
  readonly kind: string;
}

/** `line`: a statement of the notation. `quoted`: prose under its point. `open`: named with the reason why nothing could be made of it. */
export type Outcome = { readonly kind: "line" } | { readonly kind: "quoted" } | { readonly kind: "open"; readonly reason: string };

export interface AccountEntry extends SourceObject {
  readonly outcome: Outcome;
}

export interface Account {
  readonly entries: readonly AccountEntry[];
  readonly lines: number;
  readonly quoted: number;
  readonly open: number;
}

/** Collects outcomes; the first one that is given for an object counts as the only one. */
export class Ledger {
  readonly outcomes = new Map<string, Outcome>();

  line(...ids: readonly string[]): void {
    for (const id of ids) this.note(id, { kind: "line" });
  }

  quoted(id: string): void {
    this.note(id, { kind: "quoted" });
  }

  open(id: string, reason: string): void {
    this.note(id, { kind: "open", reason });
  }

  private note(id: string, outcome: Outcome): void {
    if (this.outcomes.has(id)) throw new Error(`${id} is accounted for twice`);
    this.outcomes.set(id, outcome);
  }
}

export function accountOf(objects: readonly SourceObject[], { outcomes }: Ledger): Account {
  const known = new Set(objects.map(({ id }) => id));
  if (known.size !== objects.length) throw new Error(`two objects are called ${objects.find(({ id }, i) => objects.findIndex((other) => other.id === id) !== i)!.id}`);
  for (const id of outcomes.keys()) if (!known.has(id)) throw new Error(`${id} is no object of the source`);
  const entries = objects.map((object): AccountEntry => {
    const outcome = outcomes.get(object.id);
    if (!outcome) throw new Error(`nothing is said about ${object.id}`);
    return { ...object, outcome };
  });
  const count = (kind: Outcome["kind"]): number => entries.filter(({ outcome }) => outcome.kind === kind).length;
  return { entries, lines: count("line"), quoted: count("quoted"), open: count("open") };
}

/** `142 objects: 120 lines, 9 quoted, 13 open`. */
export function totalOf({ entries, lines, quoted, open }: Account): string {
  return `${counted(entries.length, "object")}: ${counted(lines, "line")}, ${quoted.toLocaleString("en")} quoted, ${open.toLocaleString("en")} open`;
}

/** The same for each kind of object, in the order in which the source lists them. */
export function totalsByKind({ entries }: Account): readonly string[] {
  const kinds = grouped(entries, ({ kind }) => kind);
  return [...kinds].map(([kind, of]) => {
    const parts = (["line", "quoted", "open"] as const).flatMap((outcome) => {
      const count = of.filter((entry) => entry.outcome.kind === outcome).length;
      return count === 0 ? [] : [outcome === "line" ? counted(count, "line") : `${count.toLocaleString("en")} ${outcome}`];
    });
    return `${counted(of.length, kind)}: ${parts.join(", ")}`;
  });
}

function counted(count: number, noun: string): string {
  const plural = /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;
}
