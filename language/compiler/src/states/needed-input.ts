/** Reports `Write off needs a reason`: a value that the action asks for, of which the words don't say whether it can be left empty. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { beginsWithType } from "../syntax/entities/field-type.ts";
import type { MachineForm } from "../syntax/machine-lines.ts";
import { boundedField, boundedInput, isNeverEmpty, needsPeople } from "../syntax/input-words.ts";
import { slice } from "../text/split.ts";
import { isStatementLong } from "../text/statement-length.ts";

/** The line as if it asked for the value, so that what reads the value isn't reported too; null if it says something else. */
export function neededInput(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): MachineForm | null {
  if (isStatementLong(words.text)) return null;
  const bounded = boundedNeed(ctx, draft, words);
  if (bounded) return bounded;
  const [, action = "", name = "", type] = /^(.+?)\s+(?:needs?|requires?)\s+(?:(?:an?|the)\s+)?([^():]+?)(?:\s*\(([^()]*)\)|:\s*(.+?))?\.?$/i.exec(words.text) ?? [];
  const known = draft.actions.get(fold(action.replace(/^[`"*]+|[`"*]+$/g, "")));
  if (!known || name.split(" ").length > 4 || needsPeople.test(name) || (type !== undefined && !beginsWithType(type))) return null;
  const own = draft.fields.get(fold(name));
  const field = own && type === undefined ? own.name : `${name}: ${type ?? "text"}`;
  const write = (text: string) => ({ title: `Write "${text}"`, edits: [{ span: words.span, text }] });
  ctx.report("unknown-attribute", words.span, `"${words.text}" doesn't say whether ${name} can be left empty.`, {
    hint: `Write \`${known.name} asks for: ${field}, required\` if it can't, and \`${known.name} asks for: ${field}\` if it can.`,
    fixes: [write(`${known.name} asks for: ${field}, required`), write(`${known.name} asks for: ${field}`)],
  });
  const behind = slice(words, words.text.indexOf(name, action.length));
  const asked = { fields: own || type !== undefined ? behind : { ...behind, text: field } };
  return { name: "asks", slots: { actions: slice(words, 0, action.length), ...asked }, flags: new Set() };
}

/** `Refuse needs a reason of at least 10 characters`, which can't be empty. Another length leaves open whether it can. */
function boundedNeed(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): MachineForm | null {
  const [lead, action = ""] = /^(.+?)\s+(?:needs?|requires?)\s+/i.exec(words.text) ?? [];
  const known = draft.actions.get(fold(action.replace(/^[`"*]+|[`"*]+$/g, "")));
  const input = lead === undefined || !known ? null : boundedInput(words.text.slice(lead.length));
  if (!input || !known) return null;
  const isOwn = draft.fields.has(fold(input.name));
  const ways = (input.need === null && !isNeverEmpty(input) ? (["required", "optional"] as const) : [input.need ?? ("required" as const)]).map((need) =>
    boundedField({ ...input, need }, isOwn),
  );
  if (ways.length > 1)
    ctx.report("unknown-attribute", words.span, `"${words.text}" doesn't say whether ${input.name} can be left empty.`, {
      hint: `Write \`${known.name} asks for: ${ways[0]!}\` if it can't, and \`${known.name} asks for: ${ways[1]!}\` if it can.`,
      fixes: ways.map((way) => ({ title: `Write "${known.name} asks for: ${way}"`, edits: [{ span: words.span, text: `${known.name} asks for: ${way}` }] })),
    });
  return { name: "asks", slots: { actions: slice(words, 0, action.length), fields: { ...slice(words, lead!.length), text: ways[0]! } }, flags: new Set() };
}
