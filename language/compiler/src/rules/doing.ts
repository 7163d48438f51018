/** What a sentence of point 5 says is done: `placing an Order`, `an Order can't be placed`, `creating it`. */
import { fold } from "@nonet/feel";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";

/** The Entity cell of a rule on what is done, as in `Order, on Place`; null unless it is clear. `near`: the other words of the sentence, which may name the entity. */
export function momentOfDoing(ctx: PointCompiler, text: string, near: string): string | null {
  const named = behindArticle(ctx, text);
  const verb = fold(named ? text.slice(0, named.at) : text.replace(/\s+(?:it|them|this)$/i, "")).trim();
  const drafts = named ? [named.draft] : [...ctx.drafts.values()];
  const found = drafts.flatMap((draft) => {
    const event = eventOf(draft, verb);
    return event === null ? [] : [{ draft, event }];
  });
  const mentioned = found.length > 1 ? found.filter(({ draft }) => mentions(near, draft)) : found;
  return mentioned.length === 1 ? `${mentioned[0]!.draft.name}, on ${mentioned[0]!.event}` : null;
}

/** `an Order`, `the Orders`, at the end of the words. */
function behindArticle(ctx: PointCompiler, text: string): { readonly draft: EntityDraft; readonly at: number } | null {
  for (const found of text.matchAll(/(?:^|\s)(?:of\s+)?(?:an?|the|any|every|each|another|new)\s+/gi)) {
    const draft = draftCalled(ctx, text.slice(found.index + found[0].length).replace(/^new\s+/i, ""));
    if (draft) return { draft, at: found.index };
  }
  const last = /\s(?=\S+(?:\s\S+){0,3}$)/.exec(text);
  const draft = last && draftCalled(ctx, text.slice(last.index + 1));
  return draft ? { draft, at: last.index } : null;
}

export const draftCalled = (ctx: PointCompiler, name: string): EntityDraft | undefined =>
  [...ctx.drafts.values()].find((draft) => [draft.name, draft.plural].some((one) => fold(one) === fold(name.replace(/[*`"]/g, ""))));

const mentions = (text: string, { name, plural }: EntityDraft): boolean =>
  [name, plural].some((one) => ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, " ")} `.includes(` ${fold(one)} `));

/** `create`, or the action whose name the words are a form of. */
export function eventOf(draft: EntityDraft, verb: string): string | null {
  const named = [...draft.actions.values()].find(({ name }) => formsOf(fold(name)).includes(verb));
  if (named) return named.name;
  return /^(?:creat(?:e|es|ed|ing|ion)|the creation|adding|added)$/.test(verb) ? "create" : null;
}

/** `hand out`: also `hands out`, `handing out`, `handed out`; `lend`: also `lent`. */
function formsOf(name: string): readonly string[] {
  const [first = "", ...rest] = name.split(" ");
  const stem = first.replace(/e$/, "");
  const last = first.at(-1)!;
  const doubled = /[^aeiou][aeiou][bdgklmnprt]$/.test(first) ? [`${first}${last}ing`, `${first}${last}ed`] : [];
  const past = irregular[first] ?? [/[^aeiou]y$/.test(first) ? `${first.slice(0, -1)}ied` : `${stem}ed`];
  const spoken = /(?:s|x|z|ch|sh|o)$/.test(first) ? `${first}es` : /[^aeiou]y$/.test(first) ? `${first.slice(0, -1)}ies` : `${first}s`;
  return [first, spoken, `${first.endsWith("ee") ? first : stem}ing`, ...past, ...doubled].map((word) => [word, ...rest].join(" "));
}

const irregular: Readonly<Record<string, readonly string[]>> = {
  send: ["sent"],
  pay: ["paid"],
  give: ["given"],
  take: ["taken"],
  lend: ["lent"],
  make: ["made"],
  write: ["written"],
  withdraw: ["withdrawn"],
  sell: ["sold"],
  buy: ["bought"],
  let: ["let"],
  put: ["put"],
  set: ["set"],
  bring: ["brought"],
  hold: ["held"],
};
