/** Expands `me has role Clerk`, and `has role Clerk` inside a filter, to the role or any that includes it, and keeps the spans of the written text. */
import { check, type Checked, type CheckOptions, fold, type Scope } from "@nonet/feel";
import { actingPerson, type Swap as Change } from "./acting-person.ts";
import { withSpans } from "../text/spans.ts";

/** `holders`: by role, all roles that have it. */
export function checkWithRoles(
  text: string,
  where: { readonly file: number; readonly from: number },
  scope: Scope,
  holders: ReadonlyMap<string, readonly string[]>,
  options: CheckOptions = {},
): Checked {
  const isRecord = (words: string): boolean => {
    const { expression, diagnostics } = check(words, where, scope);
    return diagnostics.length === 0 && expression.type.kind === "record";
  };
  const said = actingPerson(text, () => [...holders.values()].flatMap(([own]) => own ?? []), isRecord);
  if (said.length === 0 && !text.includes("has role ")) return check(text, where, scope, options);
  const [inOne, place] = swapped(text, said);
  const { long, written } = inFull(inOne, holders, isRecord);
  return withSpans(check(long, where, scope, options), ({ file, from, to }) => ({
    file,
    from: where.from + place(written(from - where.from, "from"), "from"),
    to: where.from + place(written(to - where.from, "to"), "to"),
  }));
}

type PlaceOf = (offset: number, end: keyof Swap["was"]) => number;

/** The text with the changes, and a function from its offsets to those of the written text. */
function swapped(text: string, changes: readonly Change[]): readonly [string, PlaceOf] {
  const swaps: Swap[] = [];
  let long = "";
  let done = 0;
  for (const { from, to, put } of changes) {
    long += text.slice(done, from);
    swaps.push({ at: long.length, end: long.length + put.length, was: { from, to } });
    long += put;
    done = to;
  }
  return [long + text.slice(done), placeIn(swaps)];
}

/** An offset inside a change is at its beginning or end. */
const placeIn =
  (swaps: readonly Swap[]): PlaceOf =>
  (offset, end) => {
    const swap = swaps.findLast((one) => one.at < offset || (one.at === offset && end === "from"));
    if (!swap) return offset;
    return offset >= swap.end ? offset - swap.end + swap.was.to : swap.was[end];
  };

interface Swap {
  /** Its place in the expanded text, and in the written one. */
  readonly at: number;
  readonly end: number;
  readonly was: { readonly from: number; readonly to: number };
}

/** The expanded text, and a function from its offsets to those of the written text. */
function inFull(text: string, holders: ReadonlyMap<string, readonly string[]>, isRecord: (words: string) => boolean): { readonly long: string; readonly written: PlaceOf } {
  const swaps: Swap[] = [];
  let longer = 0;
  const long = text.replace(
    new RegExp(
      String.raw`(?:(?<![\p{L}\p{N}])((?:[\p{L}\p{N}._-]+ +){1,6})|(?<=[[(] *|(?<!\p{L})(?:and|or|not) +))has role ("?)([\p{L}][\p{L}\d -]*?)\2(${furtherRoles(holders)})(?=\s+(?:and|or|then|else)\b|\s*[)\],]|\s*$)`,
      "gu",
    ),
    (found: string, before: string | undefined, _, role: string, further: string, begins: number) => {
      const who = subjectIn(before ?? "", isRecord);
      const kept = (before ?? "").slice(0, (before ?? "").length - (who?.length ?? 0));
      const [whole, was] = [found.slice(kept.length), begins + kept.length];
      const [parts, ends] = partsOf(whole, further);
      const roles = [role, ...parts].map((name) => holders.get(fold(name)));
      let put = "";
      roles.forEach((names, i) => {
        const own = `(${(names ?? []).map((one) => `list contains(${who?.trim() ?? "item"}.roles, "${one}")`).join(" or ")})`;
        const piece = roles.includes(undefined)
          ? whole.slice(ends[i - 1] ?? 0, ends[i])
          : `${i === 0 ? (roles.length > 1 ? "(" : "") : " or "}${own}${i > 0 && i === roles.length - 1 ? ")" : ""}`;
        const at = was + longer + (i === 0 ? 0 : (ends[i - 1] ?? 0));
        swaps.push({ at, end: at + piece.length, was: { from: was + (ends[i - 1] ?? 0), to: was + ends[i]! } });
        longer += piece.length - (ends[i]! - (ends[i - 1] ?? 0));
        put += piece;
      });
      return `${kept}${put}`;
    },
  );
  return { long, written: placeIn(swaps) };
}

/** The further roles of `has role Baker or Driver`, and where the words of each role end. */
function partsOf(whole: string, further: string): readonly [readonly string[], readonly number[]] {
  const found = [...further.matchAll(/\s+or\s+(?:an?\s+)?"?((?:(?!\s+or\s)[^"])+)"?/g)];
  const first = whole.length - further.length;
  return [found.map((one) => one[1]!), [first, ...found.map((one) => first + one.index + one[0].length)]];
}

/** Matches `or Driver` behind a role, as the roles are written. */
function furtherRoles(holders: ReadonlyMap<string, readonly string[]>): string {
  const names = [...new Set([...holders.values()].flat())].toSorted((a, b) => b.length - a.length).map((name) => name.replace(/[^\p{L}\p{N} ]/gu, "\\$&"));
  return names.length === 0 ? "" : String.raw`(?:\s+or\s+(?:an?\s+)?"?(?:${names.join("|")})"?(?![\p{L}\p{N}]))*`;
}

/** The words of which the role is said: the longest that name a record, as in `ordered by has role Clerk`, or the last one; undefined for the element of a filter. */
function subjectIn(before: string, isRecord: (words: string) => boolean): string | undefined {
  const words = before.match(/\S+ +/g) ?? [];
  const last = words.at(-1);
  if (last === undefined || /^(?:and|or|not) +$/i.test(last)) return undefined;
  if (words.length === 1 || /^me +$/.test(last)) return last;
  const longest = words.findIndex((_, i) => isRecord(words.slice(i).join("").trim()));
  return longest < 0 ? last : words.slice(longest).join("");
}
