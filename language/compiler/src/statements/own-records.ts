/** `open Orders of it`, `its open Orders`: the records that refer to the one that the statements are about, and what they are. */
import { type Expression, fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { listOf, record } from "../expressions/field-type.ts";
import type { StatementScope } from "./scene.ts";

/** Null for other words. */
export function ownRecords(ctx: PointCompiler, words: TextSpan, scene: StatementScope): Expression | null {
  const self = ctx.drafts.get(fold(scene.self ?? ""));
  const text = fold(words.text.replaceAll("`", ""));
  const possessed = /^(?:its|their) (?:own )?(.+)$/.exec(text)?.[1];
  const [, listed, owner = ""] = /^(?:the )?(.+) of (?:(?:the|this) )?(.+)$/.exec(text) ?? [];
  const described = possessed ?? (self && ["it", "itself", "this", "record", fold(self.name)].includes(owner) ? listed : undefined);
  if (!self || described === undefined) return null;
  const found = calledAt(ctx, described);
  const [field, more] = found ? [...found.draft.fields.values()].filter(({ type }) => type.kind === "reference" && type.entity === self.name) : [];
  if (!found || !field || more || found.draft === self) return null;
  const word = described.slice(0, -found.name.length).trim();
  const condition = conditionOf(found.draft, word);
  if (condition === null) {
    const { name, states } = found.draft;
    const known = states.length > 0 ? ` Its states are ${states.join(", ")}.` : "";
    ctx.report("unreadable-statement", words.span, `"${word}" isn't a state or a yes/no field of ${name}.${known}`, {
      hint: `Write \`for each x in ${name}[${field.name} = this and CONDITION]: …\`.`,
    });
    return { ...placeholder(words.span), type: listOf(record(name)) };
  }
  return ctx.tryExpression({ text: `${found.draft.name}[${field.name} = this${condition}]`, span: words.span }, scene);
}

/** The entity whose name ends the words. */
function calledAt(ctx: PointCompiler, words: string): { readonly draft: EntityDraft; readonly name: string } | undefined {
  const all = [...ctx.drafts.values()].flatMap((draft) => [draft.name, draft.plural].map((name) => ({ draft, name: fold(name) })));
  return all.filter(({ name }) => ` ${words}`.endsWith(` ${name}`)).sort((a, b) => b.name.length - a.name.length)[0];
}

/** `open`, a state or a yes/no field, as a further condition; null if it is neither, or both. */
function conditionOf(draft: EntityDraft, word: string): string | null {
  if (word === "") return "";
  const state = draft.states.find((one) => fold(one) === word);
  const field = draft.fields.get(word);
  if (state !== undefined) return field ? null : ` and state = "${state}"`;
  return field?.type.kind === "yes/no" ? ` and ${field.name} = true` : null;
}
