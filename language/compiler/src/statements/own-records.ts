/** `open Orders of it`, `its open Orders`: the records that refer to the one that the statements are about, and what they are. */
import { type Expression, fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { listOf, record } from "../expressions/field-type.ts";
import { referringRecords } from "../resolve/referring-records.ts";
import type { StatementScope } from "./scene.ts";

/** Null for other words. */
export function ownRecords(ctx: PointCompiler, words: TextSpan, scene: StatementScope): Expression | null {
  const self = ctx.drafts.get(fold(scene.self ?? ""));
  const described = self && describedIn(self, words.text);
  const found = self && described !== undefined ? referringRecords(ctx, self, described) : null;
  if (!found) return null;
  if (found.list !== null) return ctx.tryExpression({ text: found.list, span: words.span }, scene);
  const { name, states } = found.draft;
  const known = states.length > 0 ? ` Its states are ${states.join(", ")}.` : "";
  ctx.report("unreadable-statement", words.span, `"${found.word}" isn't a state or a yes/no field of ${name}.${known}`, {
    hint: `Write the list with its condition: \`${name}[${found.field} = this and CONDITION]\`.`,
  });
  return { ...placeholder(words.span), type: listOf(record(name)) };
}

/** `open orders` of `its open orders`, `open Orders of the Firm`. */
export function describedIn(self: EntityDraft, words: string): string | undefined {
  const text = fold(words.replaceAll("`", "")).replace(/^(?:all|each|every)\s+(?:of\s+)?/, "");
  const possessed = /^(?:its|their) (?:own )?(.+)$/.exec(text)?.[1];
  const [, listed, owner = ""] = /^(?:the )?(.+) of (?:(?:the|this) )?(.+)$/.exec(text) ?? [];
  return possessed ?? (["it", "itself", "this", "record", fold(self.name)].includes(owner) ? listed : undefined);
}
