/** Reports rules over several records that can be read in more than one way, with a fix for each. */
import { fold } from "@nonet/feel";
import type { Fix, Span } from "@nonet/source";
import type { TextSpan } from "@nonet/notation";
import { inOneOf } from "../context/compile-expression.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { nameList } from "../text/name-list.ts";
import { findTop, slice } from "../text/split.ts";
import { isStatementLong } from "../text/statement-length.ts";

const write = (span: Span, text: string): Fix => ({ title: `Write "${text}"`, edits: [{ span, text }] });

/** `unique name or email`: the fields together, or each of them alone. */
export function reportEither(ctx: PointCompiler, words: TextSpan, names: readonly TextSpan[]): boolean {
  const isEither = names.slice(1).some(({ span }, i) => /\bor\s*$/i.test(words.text.slice(names[i]!.span.to - words.span.from, span.from - words.span.from)));
  if (!isEither) return false;
  const fields = names.map(({ text }) => text).join(", ");
  ctx.report("unreadable-value", words.span, `"${words.text}" doesn't say whether the fields are compared together or each alone.`, {
    hint: `Write \`${fields}\` if no two records may have the same values in all of them. If each alone must be unique, write a rule for each.`,
    fixes: [write(words.span, fields)],
  });
  return true;
}

/** `either child or reason must be filled in`: one of them only, or both of them too. */
export function reportEitherGiven(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): boolean {
  if (isStatementLong(words.text)) return false;
  const [, list] =
    /^either\s+(.+\sor\s.+?)\s+(?:(?:is|are|must be|has to be|have to be|needs? to be|should be|shall be)\s+)?(?:filled in|filled|given|provided|set|entered|present|required|stated)\.?$/i.exec(
      words.text,
    ) ?? [];
  const isField = (name: string): boolean => draft.fields.has(fold(name.replace(/^(?:an?|the)\s+/i, "")));
  const names = list === undefined ? [] : nameList({ ...words, text: list }, isField).map(({ text }) => text.replace(/^(?:an?|the)\s+/i, ""));
  if (names.length < 2 || !names.every(isField)) return false;
  const fields = `${names.slice(0, -1).join(", ")} and ${names.at(-1)!}`;
  ctx.report("unreadable-value", words.span, `"${words.text}" doesn't say whether both may be given.`, {
    hint: `Write \`exactly one of ${fields} is given\`, or \`at least one of ${fields} is given\`.`,
    fixes: ["exactly", "at least"].map((much) => write(words.span, `${much} one of ${fields} is given`)),
  });
  return true;
}

/** `[from..to]` with days: the last one is taken, or free again. */
export function reportLastDay(ctx: PointCompiler, span: Span, ends: string): void {
  ctx.report("unreadable-value", span, "This doesn't say whether the end belongs to the period.", {
    hint: `Write \`[${ends}]\` if two periods can't share a day on which one ends and the other begins, and \`[${ends})\` if they can.`,
    fixes: [write(span, `[${ends}]`), write(span, `[${ends})`)],
  });
}

/** `no two Bookings of a room overlap`: the fields from which and to which a record lasts are named in a range. */
export function reportNoTwo(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): boolean {
  if (!/^(?:no|not)\s+(?:two|other|second|further)\b.*\boverlap|^.*\b(?:mustn't|must not|may not|can't|cannot|don't|do not|never)\s+overlap/i.test(words.text)) return false;
  const moments = draft.raw.flatMap(({ name }) => {
    const kind = draft.fields.get(fold(name))?.type.kind;
    return kind === "date" || kind === "date and time" || kind === "time" ? [{ name, kind }] : [];
  });
  const named = moments.filter(({ name }) => isIn(words.text, name));
  const [from, to] = named.length > 1 ? [named[0], named.find((one) => one !== named[0] && one.kind === named[0]!.kind)] : stretchOf(moments);
  // What selects the records stays; words that can't be taken over leave no fix.
  const limit = findTop(words, /,?\s+(?:where|among|while|that are|which are|unless|except|if|when)\s+/i);
  const before = words.text.slice(0, limit?.index);
  const per = [...draft.fields.values()].filter(
    ({ name }) => fold(name) !== "" && ![from, to].some((one) => one?.name === name) && isIn(before.replace(/\boverlap\b(?!.*\b(?:same|per|each|every)\b).*$/i, ""), name),
  );
  const rest = per.length > 0 ? ` per ${per.map(({ name }) => name).join(", ")}` : "";
  const closed = /\[[^\]]*\.\.[^\])]*([\])])/.exec(words.text)?.[1];
  const isKept = limit !== null && /^,?\s+(?:where|among)/i.test(limit[0]);
  // `no two confirmed Bookings`: words before the entity that are no states leave no fix.
  const kind = kindIn(draft, words.text);
  const states = kind === "" ? undefined : inOneOf(draft.states, kind);
  const conditions = [...(states === undefined ? [] : [states]), ...(isKept ? [words.text.slice(limit.index + limit[0].length)] : [])];
  const among = conditions.length > 0 ? ` among ${conditions.join(" and ")}` : "";
  const ends = from && to && (kind === "" || states !== undefined) && (limit === null || isKept) ? (closed ? [closed] : from.kind === "date" ? ["]", ")"] : [")"]) : [];
  const forms = ends.map((end) => `no overlap of [${from!.name}..${to!.name}${end}${rest}${among}`);
  ctx.report("unreadable-value", words.span, `"${words.text}" doesn't say which stretches of time may not overlap.`, {
    hint: "Write `no overlap of [start..end] per F`, or `[start..end)` if the next one can begin where one ends.",
    fixes: forms.map((form) => write(words.span, form)),
  });
  return true;
}

/** What stands before the entity: `confirmed` of `no two confirmed Bookings overlap`. */
function kindIn(draft: EntityDraft, text: string): string {
  const subject = fold(text.replace(/^(?:(?:no|not)\s+(?:two|other|second|further)|(?:two|the|any|all))\s+/i, ""));
  const at = [draft.plural, draft.name, "records", "entries"].map((name) => ` ${subject} `.indexOf(` ${fold(name)} `)).filter((found) => found >= 0);
  if (at.length > 0) return subject.slice(0, Math.min(...at)).trim();
  // One word that is no entity is a mistake in the entity's name.
  const lead = subject.split(/\s(?=(?:overlaps?|of|in|for|with|on|per|may|can|must)\b)/)[0]!;
  return lead.includes(" ") ? lead : "";
}

type Moment = { readonly name: string; readonly kind: string };

/** The only two moments of a kind, or those that are called like a beginning and an end. */
function stretchOf(moments: readonly Moment[]): readonly [Moment?, Moment?] {
  const [first, second, ...others] = moments;
  if (first && second && others.length === 0) return first.kind === second.kind ? [first, second] : [];
  const begins = moments.filter(({ name }) => /^(?:starts?|from|begins?|beginning|departs?|arrives?|opens?)\b/i.test(name));
  const ends = moments.filter(({ name }) => /^(?:ends?|to|until|till|finish(?:es)?|returns?|leaves?|closes?)\b/i.test(name));
  return begins.length === 1 && ends.length === 1 && begins[0]!.kind === ends[0]!.kind ? [begins[0], ends[0]] : [];
}

const isIn = (text: string, name: string): boolean => new RegExp(`(?<!\\p{L})${fold(name)}(?!\\p{L})`, "iu").test(text);

/** `no other Batch in the same tank is open`: the condition may be about the other records alone, or about the checked one too. */
export function reportNoOther(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): boolean {
  if (isStatementLong(words.text)) return false;
  const [start, noun, rest] =
    /^(?:there\s+(?:is|are)\s+)?no\s+(?:other|another|further|second)\s+(\S+(?:\s\S+){0,3}?)(?=\s(?:with|has|have|having|in|of|on|that|which|is|are|where|shares?|may|can)\s)(.*)$/is.exec(
      words.text,
    ) ?? [];
  if (start === undefined || noun === undefined || rest === undefined || ![draft.name, draft.plural].some((name) => fold(name) === fold(noun))) return false;
  const [, list = "", behind = ""] = /\bsame\s+(.+?)(?=\s+(?:where|that|which|is|are|among|while|in state)\b|\.?$)(.*)$/is.exec(rest) ?? [];
  const at = words.text.lastIndexOf(list);
  const isField = (name: string): boolean => draft.fields.has(fold(name));
  const fields = list === "" ? [] : nameList(slice(words, at, at + list.length), isField).map(({ text }) => text.replace(/^(?:the|same)\s+/i, ""));
  const before = /^\s+(?:that|which)\s+(?:is|are)\s+(.+?)\s+(?:has|have|shares?|with|in)\b/is.exec(rest)?.[1];
  const after = /^\s*(?:where|(?:that|which)?\s*(?:is|are)|among|while|in state)\s+(.+?)\.?$/is.exec(behind)?.[1];
  const chosen = before ?? after;
  const condition = chosen && inStates(draft, chosen);
  const same = fields.map((name) => `${name} = this.${name}`);
  const isRead = fields.length > 0 && fields.every(isField) && condition !== undefined;
  ctx.report("unreadable-value", words.span, `"${words.text}" isn't understood as a rule about the other records of ${draft.name}.`, {
    hint: isRead
      ? "The condition can be about the other records alone, or also about the one that is checked: choose one of the two forms."
      : `Write \`unique F\` if no two have the same F, or compare: \`count(other ${draft.plural} where F = this.F and …) = 0\`.`,
    fixes: isRead
      ? [
          write(words.span, `unique ${fields.join(", ")} among \`${condition}\``),
          write(words.span, `\`count(other ${draft.plural} where ${[...same, `(${condition})`].join(" and ")}) = 0\``),
        ]
      : [],
  });
  return true;
}

/** `open or held` as a comparison of the state; any other words as they are. */
function inStates(draft: EntityDraft, text: string): string {
  const names = text.split(/\s*,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+/i).map((one) => draft.states.find((state) => fold(state) === fold(one)));
  if (names.includes(undefined)) return text.replace(/^`|`$/g, "");
  return names.length === 1 ? `state = "${names[0]}"` : `state in (${names.map((one) => `"${one}"`).join(", ")})`;
}
