/**
 * Reads conditions on the role of the person who acts as `me has role ROLE`: `I am a Clerk`, `the person is a Clerk`,
 * `me has the role Clerk`, and `…, except for Clerks` as `(…) or me has role Clerk`.
 */
import { fold } from "@nonet/feel";
import { pluralOf } from "../text/plural.ts";

/** A piece of the written text, from one offset to another, and what is read in its place. */
export interface Swap {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

const anyone = String.raw`(?:the\s+)?(?:acting|signed-in|current)\s+(?:person|user)|(?:the\s+)?(?:person|user)\s+who\s+(?:acts|does\s+(?:it|this))|(the\s+(?:person|user))`;
const says = String.raw`(?:(?:I\s+am|I['’]m|(?:me|${anyone})\s+(?:is|isn['’]t))(\s+not)?\s+(?:an?\s+|in\s+(?:the\s+)?role\s+)|(?:I\s+have|(?:me|${anyone})\s+has)\s+the\s+role\s+(?:of\s+(?:an?\s+)?)?)`;

/** The changes that make the text the one to check, in their order. `isRecord`: whether words name a record here. */
export function actingPerson(text: string, rolesOf: () => Iterable<string>, isRecord: (words: string) => boolean): readonly Swap[] {
  if (!/\b(?:I|me|person|user|except|but not)\b/i.test(text)) return [];
  const names = new Map([...rolesOf()].flatMap((role) => [role, pluralOf(role)].map((name): [string, string] => [fold(name), role])));
  if (names.size === 0) return [];
  const named = [...names.keys()].toSorted((a, b) => b.length - a.length).map((name) => name.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&"));
  const role = String.raw`"?(${named.join("|")})"?(?![\p{L}\p{N}])`;
  const said = [...text.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}.])${says}${role}`, "giu"))].flatMap((found): Swap[] => {
    const subject = found[1] ?? found[3];
    if (subject !== undefined && isRecord(subject.replace(/^the\s+/i, ""))) return [];
    const isDenied = found[2] !== undefined || /isn['’]t\s/i.test(found[0]);
    const has = `me has role ${names.get(fold(found.at(-1)!))!}`;
    return [{ from: found.index, to: found.index + found[0].length, put: isDenied ? `not(${has})` : has }];
  });
  const except = new RegExp(
    String.raw`\b(?:except|but\s+not)\s+(?:for\s+|by\s+)?(?:an?\s+|the\s+)?${role}((?:\s*,\s*|\s+(?:and|or)\s+)(?:for\s+|by\s+)?(?:an?\s+|the\s+)?${role})*\s*$`,
    "iu",
  ).exec(text);
  if (!except || except.index === 0) return said;
  const end = text.slice(0, except.index).replace(/,?\s$/, "").length;
  const people = [...except[0].matchAll(new RegExp(role, "giu"))].map((found) => found[1]!);
  // `except for the client` is about the person in the field of that name.
  if (people.some(isRecord)) return said;
  const exempt = people.map((one) => `me has role ${names.get(fold(one))!}`);
  return [{ from: 0, to: 0, put: "(" }, ...said.filter(({ to }) => to <= end), { from: end, to: text.length, put: `) or ${exempt.join(" or ")}` }];
}
