/** Reports field names that expressions can't contain, or that the product uses itself. */
import { fold } from "@nonet/feel";
import { snake } from "@nonet/model";
import { isNotShown, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";

/** The built-in columns of every record. */
const builtIn: ReadonlySet<string> = new Set(["id", "version", "created_at", "created_by", "updated_at", "archived_at"]);
const reserved = new Set(["this", "me", "old", "asked"]);
/** Values, which can't be names as well. */
const values = /^(?:true|false|null)$/i;

/** The further built-in names of the entity's records. Each state has a field with the time at which it was entered. */
function ownNames({ name, states, further }: EntityDraft): string[] {
  const machines = [...(states.length > 0 ? ["state"] : []), ...further.map(({ field }) => field)];
  return [...(states.length > 0 ? ["state"] : []), ...machines.map((field) => `${field} since`), ...(name === "User" ? ["is owner"] : [])];
}

/** Whether the record has something of that name already. */
export function isReservedName(draft: EntityDraft, name: string): boolean {
  const column = snake(name);
  return reserved.has(fold(name)) || builtIn.has(column) || ownNames(draft).some((own) => snake(own) === column);
}

export function checkFieldName(ctx: PointCompiler, draft: EntityDraft, name: string, words: TextSpan): void {
  if (isNotShown(words)) {
    ctx.report("unusable-name", words.span, "A field needs a name. Only its type can be `not shown`.", { hint: "Give the field a name." });
    return;
  }
  if (isReservedName(draft, name)) {
    ctx.report("reserved-name", words.span, `The name "${name}" is reserved: every record already has it.`, { hint: `Use "${draft.name.toLowerCase()} ${name}", for example.` });
    return;
  }
  const usable = name
    .replace(/%/g, " percent")
    .replace(/^(\d+)(?:st|nd|rd|th)\b/i, (written, n: string) => ordinals[Number(n) - 1] ?? written)
    .replace(/^(\d+)(?:\.\s*|\s+|(?=\p{L}))/u, (_, n: string) => (numbers[Number(n) - 1] === undefined ? "" : `${numbers[Number(n) - 1]!} `))
    .replace(/^\d+\s*/, "")
    .replace(/[^\p{L}\p{N} _'-]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const better = values.test(usable) ? `the ${usable}` : usable || "a name of letters";
  if (better !== name) ctx.report("unusable-name", words.span, `The name "${name}" can't be used in expressions.`, { hint: `Use "${better}", for example.` });
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
