/**
 * Renames something everywhere: first where it is defined, then wherever the compiler no longer knows the old name.
 *
 * There is no list of places that could become outdated: every use of a name is checked, so every use of the old name is
 * reported at its place. If the meaning of the document would change, nothing is renamed.
 */
import type { Product } from "@nonet/model";
import { applyEdits } from "@nonet/notation";
import type { Diagnostic, Sources } from "@nonet/source";
import { makeChecker } from "./checker.ts";
import type { Compiled } from "./compiled.ts";
import { definitions, type Named } from "./edit/definitions.ts";
import { inCaseOf, placesLeft, textAt } from "./edit/occurrences.ts";
import { type IsStored, wasNote } from "./edit/was-note.ts";
import { pluralOf } from "./text/plural.ts";

export interface RenameOptions {
  /** Adds `was` with the former name, so that stored data follows (entities and fields). */
  readonly was?: boolean;
  /** Whether records are stored under a name, where that is known: `was` then names what is stored. */
  readonly isStored?: IsStored;
}

export type Renamed = { readonly sources: Sources; readonly edits: number } | { readonly refused: string };

const rounds = 12;

export function rename(sources: Sources, thing: Named, to: string, options: RenameOptions = {}): Renamed {
  const checker = makeChecker();
  const check = (of: Sources): Compiled => checker.check(of, { everything: true });
  const before = check(sources);
  const defined = definitions(before.tree, thing);
  if (defined.length === 0) return { refused: `There is no ${thing.kind} "${thing.name}".` };
  const forms = formsOf(thing, to);
  let now = applyEdits(
    sources,
    defined.map((span) => ({ span, text: inCaseOf(textAt(sources, span), thing.name, to) })),
  );
  let edits = defined.length;
  for (let round = 0; round < rounds; round++) {
    const { diagnostics } = check(now);
    const form = forms.find(([from]) => placesLeft(now, diagnostics, before.diagnostics, from).length > 0);
    if (!form) break;
    const places = placesLeft(now, diagnostics, before.diagnostics, form[0]);
    edits += places.length;
    now = applyEdits(
      now,
      places.map((span) => ({ span, text: inCaseOf(textAt(now, span), ...form) })),
    );
  }
  const after = check(now);
  if (count(after.diagnostics) !== count(before.diagnostics)) return { refused: `"${thing.name}" can't be renamed to "${to}": ${newest(before, after)}` };
  if (meaning(after.product, to, thing.name) !== meaning(before.product, to, thing.name)) return { refused: `"${to}" is already used for something else.` };
  return { sources: options.was ? applyEdits(now, wasNote(after.tree, thing, to, options.isStored)) : now, edits };
}

/** An entity's plural is renamed as well: `list of Loans`. */
function formsOf(thing: Named, to: string): (readonly [string, string])[] {
  return [[thing.name, to], ...(thing.kind === "entity" ? [[pluralOf(thing.name), pluralOf(to)] as const] : [])];
}
const count = (diagnostics: readonly Diagnostic[]): number => diagnostics.filter((d) => d.severity !== "hint").length;

function newest(before: Compiled, after: Compiled): string {
  const known = new Set(before.diagnostics.map((d) => d.message));
  return after.diagnostics.find((d) => !known.has(d.message))?.message ?? "the meaning of the document would change.";
}

const isPlace = (value: unknown): boolean => value !== null && typeof value === "object" && "file" in value && "from" in value && "to" in value;

/** The product without places and texts, and with both names replaced by one, and both plurals: Volumes and Opuses end differently. */
function meaning(product: Product, to: string, name: string): string {
  const plain = JSON.stringify(product, (key, value: unknown) =>
    ["span", "source", "sources", "text", "message", "points", "open", "reads", "plural", "path", "list"].includes(key) ? undefined : isPlace(value) ? true : value,
  ).toLowerCase();
  const squeeze = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, "");
  // The longest first, because one may contain the other.
  return [to, name]
    .flatMap((one) => [[squeeze(one), "§"] as const, [squeeze(pluralOf(one)), "§§"] as const])
    .sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))
    .reduce((text, [one, sign]) => text.replaceAll(one, sign), plain.replace(/[\s_-]+/g, ""));
}
