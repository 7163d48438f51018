/** Point 7: `participant or company.contacts`: a mail goes to everybody whom Email to names, so `or` leaves open who gets it. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";
import { bare, cut, slice } from "../../text/split.ts";

/** Who gets the mail, as an expression over the record, if there is one. */
export interface Receiver {
  readonly expression: string | null;
  /** The entity, or the kind of the value. */
  readonly of: string;
  readonly isList: boolean;
}

/** `read`: what the words are as a receiver; null if they are none. */
export function reportAlternatives(ctx: PointCompiler, words: TextSpan, parts: readonly TextSpan[], read: (one: TextSpan) => Receiver | null): boolean {
  // `every Clerk or Manager` names roles.
  const all = parts.flatMap((part) => (beginsWithOr(part) || read(part) === null ? alternativesIn(part) : [part]));
  const unless = all.length > 1 ? cut(all.at(-1)!, /,?\s+(?:if|when|unless|where)\s+/i) : null;
  const named = unless ? [...all.slice(0, -1), unless.before] : all;
  const receivers = (all.length > parts.length || parts.some(beginsWithOr)) && named.length > 1 ? named.map(read) : [];
  if (receivers.length === 0 || receivers.includes(null)) return false;
  const both = named.map(({ text }) => text).join(", ");
  const isIfNobody = unless === null || /\b(?:nobody|no one|none|no|empty|not|missing|unassigned)\b|n't\b/i.test(unless.after.text);
  const choice = receivers.length === 2 && isIfNobody ? oneOf(receivers[0]!, receivers[1]!) : null;
  // With a comma, a condition would be lost.
  const ways = [...(unless ? [] : [both]), ...(choice === null ? [] : [choice])];
  ctx.report("not-an-address", words.span, `"${words.text}" leaves open who gets the mail.`, {
    hint: `With a comma, each of them gets it: \`${both}\`. A field that is empty gets nothing.${choice === null ? "" : ` The second only where there is no first: \`${choice}\`.`}`,
    fixes: ways.map((text) => ({ title: `Write ${text}`, edits: [{ span: words.span, text }] })),
  });
  return true;
}

const nobody = String.raw`(?:nobody|no one|no-one|none|no (?:one|person|user))`;
const empty = String.raw`(?:empty|blank|missing|unset|null|unknown|unassigned|nobody|not (?:set|known|given|filled in|there|assigned|named|chosen))`;

/**
 * `assigned to, or every Clerk if nobody is assigned`, `owner, otherwise every Clerk`: the second only where there is no
 * first, as an expression. Null where the words say something else, or another field could be meant.
 */
export function insteadOf(words: TextSpan, draft: EntityDraft | undefined, read: (one: TextSpan) => Receiver | null): string | null {
  const parted = cut(words, /,?\s+(?:(?:or|and)\s+(?:else|otherwise)|otherwise|else|failing that|or)[,\s]\s*/i);
  if (!parted) return null;
  const isSaid = !/\sor[,\s]\s*$/i.test(parted.match[0]);
  const before = /^(?:if|when|where)\s+(.+?),\s*/i.exec(parted.after.text);
  const behind = before ? null : cut(parted.after, /,?\s+(?:if|when|where)\s+/i);
  const second = before ? slice(parted.after, before[0].length) : (behind?.before ?? parted.after);
  const condition = before?.[1] ?? behind?.after.text;
  if (condition === undefined ? !isSaid : !saysNoFirst(condition, bare(parted.before).text, draft)) return null;
  const [first, other] = [read(parted.before), read(second)];
  return first && other ? oneOf(first, other) : null;
}

/** `nobody is assigned`, `it is empty`, `there is no owner`. A word that another field has makes it unclear. */
function saysNoFirst(condition: string, first: string, draft: EntityDraft | undefined): boolean {
  const name = first
    .split(".")
    .at(-1)!
    .replace(/[^\p{L}\p{N}]+/gu, "[\\W_]+");
  const subject = `(?:it|that|this|that one|the first|(?:the |its )?${name})`;
  const forms = [
    `${subject} (?:is|was|has been|isn't|is left) ?${empty}`,
    `${nobody} (?:is|was|has been)(?: yet)? (?:(?:assigned|named|set|given|known|chosen|there)(?: yet)?|${name})`,
    `there (?:is|'s) (?:${nobody}|no (?:such )?(?:person|${name}))(?: yet)?`,
    `(?:not (?:yet )?assigned|unassigned|empty|${nobody})`,
  ];
  const text = condition.replace(/[.\s]+$/, "");
  if (!forms.some((form) => new RegExp(`^${form}$`, "iu").test(text))) return false;
  const said = text.match(/\b(?:un)?(assigned|named|given|known|chosen)\b/i)?.[1]?.toLowerCase();
  const others = [...(draft?.fields.values() ?? [])].filter((field) => said !== undefined && fold(field.name).includes(said) && fold(field.name) !== fold(first));
  return others.length === 0 || fold(first).includes(said!);
}

const beginsWithOr = ({ text }: TextSpan): boolean => /^or\s/i.test(text);

function alternativesIn(part: TextSpan): readonly TextSpan[] {
  const lead = /^(?:or|either)\s+(?:else\s+)?/i.exec(part.text)?.[0] ?? "";
  const rest = { text: part.text.slice(lead.length), span: { ...part.span, from: part.span.from + lead.length } };
  const found = /^if\s/i.test(rest.text) ? null : cut(rest, /\s+or\s+(?:else\s+)?/i);
  return found ? [found.before, ...alternativesIn(found.after)] : [rest];
}

function oneOf(first: Receiver, second: Receiver): string | null {
  if (first.expression === null || second.expression === null || first.of !== second.of) return null;
  const value = ({ expression, isList }: Receiver): string => ((first.isList || second.isList) && !isList ? `[${expression}]` : expression!);
  return `if ${first.isList ? `count(${first.expression}) > 0` : `${first.expression} != null`} then ${value(first)} else ${value(second)}`;
}
