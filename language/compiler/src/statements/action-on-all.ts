/** `cancel all its fees`: an action on the records of a list, or on those that refer to the record. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { describedIn } from "./own-records.ts";
import { referringRecords } from "../resolve/referring-records.ts";
import { slice } from "../text/split.ts";

/** The same as `do Cancel on fees`; null for other words. What follows the list keeps its place in the sources. */
export function actionOnAll(ctx: PointCompiler, words: TextSpan, self: string | null): TextSpan | null {
  const found = /^(\p{L}[\p{L}\d -]*?)\s+((?:all|each|every)\s+(?:of\s+)?(?:(?:its|the|their|of)\s+)*|its\s+)(?=\p{L})/iu.exec(words.text);
  const draft = ctx.drafts.get(fold(self ?? ""));
  if (!found || !draft) return null;
  const rest = slice(words, found[0].length);
  const name = (/^(.+?)(?:,?\s+(?:when|if|unless|with)\s.*)?$/is.exec(rest.text)?.[1] ?? rest.text).trim();
  const list = draft.fields.get(fold(name));
  const of = list && "entity" in list.type ? ctx.drafts.get(fold(list.type.entity)) : undefined;
  const isIts = /\b(?:its|their)\b/i.test(found[2]!);
  const action = actionCalled(ctx, found[1]!);
  if (action === null) return null;
  // `all its Orders` are those of its list; `all Orders` with a capital letter are the product's.
  const ofList = list && of && hasAction(of, action) && list.type.kind !== "reference" ? (isIts ? list.name : name) : null;
  const target = list ? ofList : (referring(ctx, draft, action, name) ?? described(ctx, draft, action, `${isIts ? "its " : ""}${name}`));
  if (target === null) return null;
  const before = `do ${action} on ${target}`;
  return { text: before + rest.text.slice(name.length), span: { ...rest.span, from: rest.span.from + name.length - before.length } };
}

/** `cancel`, `cancels`: the action as it is called. */
function actionCalled(ctx: PointCompiler, said: string): string | null {
  const names = [fold(said), fold(said).replace(/(?<=(?:s|x|z|ch|sh))es(?= |$)|s(?= |$)/, "")];
  const all = [...ctx.drafts.values()].flatMap((draft) => [...draft.actions.entries()]);
  return names.flatMap((name) => all.find(([key]) => key === name)?.[1].name ?? [])[0] ?? null;
}

/** `its open Orders`, `open Orders of it`. */
function described(ctx: PointCompiler, draft: EntityDraft, action: string, words: string): string | null {
  const text = describedIn(draft, words);
  const found = text === undefined ? null : referringRecords(ctx, draft, text);
  return found && hasAction(found.draft, action) ? found.list : null;
}

const hasAction = (draft: EntityDraft, action: string): boolean => draft.actions.has(fold(action));

/** The records of the entity of that name that refer to this one, in one field. */
function referring(ctx: PointCompiler, draft: EntityDraft, action: string, name: string): string | null {
  const of = [...ctx.drafts.values()].find((one) => [one.name, one.plural].some((called) => fold(called) === fold(name)));
  if (!of || of === draft || !hasAction(of, action)) return null;
  const [field, more] = [...of.fields.values()].filter(({ type }) => type.kind === "reference" && type.entity === draft.name);
  return field && !more ? `${of.name}[${field.name} = this]` : null;
}
