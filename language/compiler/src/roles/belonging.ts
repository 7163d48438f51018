/** Point 6: `- **Clerk** belongs to Shop, Branch`: fields of User say to what people belong, and no role does. */
import { fold } from "@nonet/feel";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import type { RoleLine } from "../syntax/roles/roles.ts";
import { isNameList, nameList } from "../text/name-list.ts";
import { after, slice } from "../text/split.ts";

/** Reports the words where no field of User says it. */
export function reportBelonging(ctx: PointCompiler, { text: words }: RoleLine): void {
  const listed = after(words, /belongs?\s+to\s+/i);
  if (!listed) return;
  const draftOf = (written: string): EntityDraft | undefined => {
    const key = fold(written.replace(/^(?:an?|one|the|their)\s+/i, ""));
    return [...ctx.drafts.values()].find((draft) => [draft.name, draft.plural].some((one) => fold(one) === key));
  };
  const plain = slice(listed, 0, /\.?$/.exec(listed.text)!.index);
  if (!isNameList(plain.text, (one) => draftOf(one) !== undefined)) return;
  const drafts = nameList(plain, (one) => draftOf(one) !== undefined).map((one) => draftOf(one.text)!);
  const known = [...(ctx.drafts.get("user")?.fields.values() ?? [])].flatMap(({ type }) => (type.kind === "reference" || type.kind === "references" ? [fold(type.entity)] : []));
  const missing = drafts.filter((draft) => !known.includes(fold(draft.name)));
  // `belongs to an orchestra` describes people; in the entities' own words it looks like a statement.
  if (missing.length === 0 || !missing.every(({ name, plural }) => plain.text.includes(name) || plain.text.includes(plural))) return;
  const fields = missing.map((draft) => `\`- ${draft.name.toLowerCase()}: ${draft.name}\``);
  ctx.report("unreadable-right", words.span, `"${words.text}" has no effect here: a role belongs to no record.`, {
    hint: `Give people the field${fields.length > 1 ? "s" : ""} ${fields.join(" and ")} below \`### User\` in point 3, and limit rights by it, as in \`where ${drafts[0]!.name.toLowerCase()} = me.${drafts[0]!.name.toLowerCase()}\`.`,
    fixes: [{ title: "Remove the words", edits: [{ span: words.span, text: "" }], isTentative: true }],
  });
}
