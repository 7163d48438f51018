/** `Deleting: only by Manager`: a role's rights stand in point 6, so the line says what to write there. */
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import type { PlannedFix } from "../fixes/planned-fix.ts";
import { article, list } from "../text/english.ts";

/** What to write in point 6: both that the roles may, and that nobody else ever does. */
export function reportDeletingRoles(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, roles: readonly string[]): void {
  const may = `${list(roles)} may delete ${draft.plural}`;
  const never = `Never: anyone except ${list(roles.map(article), "or")} deletes ${article(draft.name)}`;
  const fix: PlannedFix = { title: "Say it in point 6", removes: "line", edits: [], adds: [{ kind: "paragraph", point: 6, text: `- ${may}\n- ${never}` }] };
  ctx.report("unreadable-value", words.span, `"${words.text}" says who may delete ${article(draft.name)}. Point 6 says that.`, {
    hint: `Grant \`delete\` on ${draft.name} in the matrix of point 6 only to ${list(roles)}. Whatever isn't granted is refused. Or write \`- ${may}\` and \`- ${never}\` there.`,
    fixes: [fix],
  });
}
