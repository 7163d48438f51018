/** Reports `Write off needs a reason`: a value that the action asks for, of which the words don't say whether it can be left empty. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { beginsWithType } from "../syntax/entities/field-type.ts";
import type { MachineForm } from "../syntax/machine-lines.ts";
import { slice } from "../text/split.ts";
import { isStatementLong } from "../text/statement-length.ts";

const ofDecisions = /^(?:\d|(?:one|two|three|four|five|any|all|approval|consent|agreement|confirmation|permission)\b)|\bto\b/i;

/** The line as if it asked for the value, so that what reads the value isn't reported too; null if it says something else. */
export function neededInput(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): MachineForm | null {
  if (isStatementLong(words.text)) return null;
  const [, action = "", name = "", type] = /^(.+?)\s+(?:needs?|requires?)\s+(?:(?:an?|the)\s+)?([^():]+?)(?:\s*\(([^()]*)\)|:\s*(.+?))?\.?$/i.exec(words.text) ?? [];
  const known = draft.actions.get(fold(action.replace(/^[`"*]+|[`"*]+$/g, "")));
  if (!known || name.split(" ").length > 4 || ofDecisions.test(name) || (type !== undefined && !beginsWithType(type))) return null;
  const own = draft.fields.get(fold(name));
  const field = own && type === undefined ? own.name : `${name}: ${type ?? "text"}`;
  const write = (text: string) => ({ title: `Write "${text}"`, edits: [{ span: words.span, text }] });
  ctx.report("unknown-attribute", words.span, `"${words.text}" doesn't say whether ${name} can be left empty.`, {
    hint: `Write \`${known.name} asks for: ${field}, required\` if it can't, and \`${known.name} asks for: ${field}\` if it can.`,
    fixes: [write(`${known.name} asks for: ${field}, required`), write(`${known.name} asks for: ${field}`)],
  });
  const asked = own || type !== undefined ? { fields: slice(words, words.text.indexOf(name, action.length)) } : {};
  return { name: "asks", slots: { actions: slice(words, 0, action.length), ...asked }, flags: new Set() };
}
