/**
 * `for each o in orders: set its note = "x"`: in the statements of a loop, `its` is the loop's record, or the one outside of the loop,
 * whichever has the field. Where both have it, the line has two readings.
 */
import { fold, type Type } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { article } from "../text/english.ts";
import type { StatementScope } from "./scene.ts";

/** The variable that stands for the loop's record while its statements are compiled. It is as long as the word, so that places stay the same. */
export const possessive = "its";

/** A record that `its` can mean: the variable or `this`, and its entity. */
interface Candidate {
  readonly name: string;
  readonly draft: EntityDraft;
}

const sharedFields = ["state", "id", "created at", "created by", "updated at"];

/** The statements, with `its.note` where `its note` is the loop's record's; null if that was reported to be unclear. */
export function withElementsFields(ctx: PointCompiler, statements: TextSpan, variable: string, element: Type, scene: StatementScope): TextSpan | null {
  const inner = element.kind === "record" ? ctx.drafts.get(fold(element.name)) : undefined;
  if (!inner) return statements;
  const self = ctx.drafts.get(fold(scene.self ?? ""));
  const outer: readonly Candidate[] = [...Object.entries(scene.loops ?? {}).flatMap(([name, draft]) => ({ name, draft })), ...(self ? [{ name: "this", draft: self }] : [])];
  const { text, span } = statements;
  const end = endOfOwn(text);
  const hidden = covered(text);
  let out = "";
  let last = 0;
  for (const found of hidden.slice(0, end).matchAll(/(?<![\p{L}\p{N}_.])(its|the\s+([\p{L}\p{N} -]{1,60}?)['’]s)\s+(?=\p{L})/giu)) {
    const [lead, , entity] = found;
    const rest = fold(hidden.slice(found.index + lead.length, found.index + lead.length + 120));
    if (isReceiver(hidden, found.index)) continue;
    const called = entity === undefined ? undefined : namedOf(fold(entity), inner, self);
    if (entity !== undefined && !called) continue;
    const name = called === self && called ? "this" : possessive;
    const written = `${name}.`;
    if (called) {
      if (longest(called, rest) === "") continue;
    } else {
      const own = longest(inner, rest);
      const best = Math.max(own.length, ...outer.map(({ draft }) => longest(draft, rest).length));
      const others = outer.filter(({ draft }) => best > 0 && longest(draft, rest).length === best);
      if (own.length < best || best === 0) {
        if (others.length < 2) continue;
      } else if (others.length === 0) {
        // Only the record outside can forget: the field is unknown there, and is reported so.
        if (isForgotten(hidden, found.index)) continue;
        out += text.slice(last, found.index) + written.padEnd(lead.length);
        last = found.index + lead.length;
        continue;
      }
      const all = [...(own.length === best ? [{ name: variable, draft: inner }] : []), ...others];
      const place = { ...span, from: span.from + found.index, to: span.from + found.index + lead.length };
      reportBoth(ctx, place, longest(all[0]!.draft, rest), all, isForgotten(hidden, found.index));
      return null;
    }
    out += text.slice(last, found.index) + written.padEnd(lead.length);
    last = found.index + lead.length;
  }
  return last === 0 ? statements : { text: out + text.slice(last), span };
}

/** `the Order's` in a loop over Orders, and `the Firm's` for the record outside, if these are two entities. */
const namedOf = (entity: string, inner: EntityDraft, self: EntityDraft | undefined): EntityDraft | undefined =>
  inner === self ? undefined : [inner, self].find((one) => one && fold(one.name) === entity);

/** The longest field of the entity with which the words begin, or "". */
function longest(draft: EntityDraft, words: string): string {
  const names = [...draft.fields.keys(), ...sharedFields.filter((name) => name !== "state" || draft.states.length > 0)];
  return names.filter((name) => words.startsWith(name) && !/^[\p{L}\p{N}_]/u.test(words.slice(name.length))).reduce((best, name) => (name.length > best.length ? name : best), "");
}

/** Where the statements of an inner loop begin, which decides about its own. */
function endOfOwn(text: string): number {
  const loop = /\bfor\s+(?:each|every|all)\s/i.exec(text);
  if (!loop) return text.length;
  const colon = text.indexOf(":", loop.index);
  return colon < 0 ? text.length : colon;
}

/** The text with blanks for texts in quotation marks and for filters, in which `its` is the filter's. */
const covered = (text: string): string => text.replace(/"[^"]*"|\[[^\][]*\]/g, (part) => part.replace(/[^\n]/g, " "));

/** `send Notice to its customer`: a receiver is the mail's own. */
const isReceiver = (text: string, at: number): boolean =>
  /(?:^|[;,.]\s*)(?:send|call|mail|email|notify|inform|tell|remind)\s(?:(?!\b(?:when|if|unless)\b)[^;.])*$/i.test(text.slice(0, at));

const isForgotten = (text: string, at: number): boolean => /(?:^|[;,.]\s*)(?:forget|erase)\s(?:(?!\b(?:when|if|unless)\b)[^;.])*$/i.test(text.slice(0, at));

function reportBoth(ctx: PointCompiler, place: TextSpan["span"], field: string, candidates: readonly Candidate[], isForgotten: boolean): void {
  const [first, second] = [candidates[0]!, candidates[1]!];
  const isSame = first.draft === second.draft;
  const [inLoop, outside] = [first, second].map(({ draft }) => draft.name) as [string, string];
  const owners = isSame ? `the ${inLoop} of the loop and the ${outside} outside it both have` : `${article(inLoop)} and ${article(outside)} both have`;
  // `forget` is about the record itself, by the field's name alone.
  const forms = isForgotten ? [{ form: field, text: "" }] : [first, second].map(({ name }) => ({ form: `${name}.${field}`, text: `${name}.` }));
  ctx.report("unreadable-statement", place, `"its ${field}" has two readings here: ${owners} "${field}".`, {
    hint: isForgotten
      ? `Write \`forget ${field}\` for the record outside the loop. For the loop's record, call an action of it that forgets: \`do ACTION on ${first.name}\`.`
      : `Write \`${forms[0]!.form}\` for the loop's record, or \`${forms[1]!.form}\` for the one outside it.`,
    fixes: forms.map(({ form, text }) => ({ title: `Write ${form}`, edits: [{ span: place, text }] })),
  });
}
