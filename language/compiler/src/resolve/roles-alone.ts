/** Words that name the only roles that may do something: `only by Manager`, `Managers only`. */
import type { Context } from "../context/context.ts";
import { roleNamed } from "../syntax/roles/matrix-roles.ts";
import { nameList } from "../text/name-list.ts";
import { bare } from "../text/split.ts";
import type { TextSpan } from "@nonet/notation";

const onlyBy = /^(?:(?:is|are)\s+)?(?:(?:allowed|possible)\s+)?(?:only|just|solely)\s+(?:(?:allowed|possible)\s+)?(?:by|for|to)\s+(?:(?:the|an?)\s+)?(\S.*)$/i;
const behind = /^(?:by\s+|for\s+)?(?:(?:the|an?)\s+)?(\S.*?)\s+only$/i;
const mayOnly = /^only\s+(?:(?:the|an?)\s+)?(\S.*?)(?:\s+(?:may|can)(?:\s+(?:delete|do)(?:\s+(?:it|this|one|them|so))?)?)?$/i;

/** The roles that the words name, in the words of the document; null if they name something else. */
export function rolesAlone(ctx: Context, words: TextSpan): readonly string[] | null {
  const { text } = bare(words);
  const found = onlyBy.exec(text) ?? behind.exec(text) ?? mayOnly.exec(text);
  if (!found) return null;
  const named = (name: string): string | undefined => roleNamed(ctx.declared.roles, name.replace(/^(?:the|an?)\s+/i, ""))?.name;
  const names = nameList({ text: found[1]!, span: words.span }, (name) => named(name) !== undefined).map((name) => named(name.text));
  return names.length > 0 && names.every((name) => name !== undefined) ? names : null;
}
