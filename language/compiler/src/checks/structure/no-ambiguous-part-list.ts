/** A part has one reference to its whole, and the whole has one list of the parts. */
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";
import { article } from "../../text/english.ts";

export function noAmbiguousPartList(ctx: PointCompiler): void {
  const byName = new Map([...ctx.drafts.values()].map((draft) => [draft.name, draft]));
  for (const part of ctx.drafts.values()) {
    const whole = part.partOf === null ? undefined : byName.get(part.partOf);
    if (whole) check(ctx, part, whole);
  }
}

function check(ctx: PointCompiler, part: EntityDraft, whole: EntityDraft): void {
  const lists = [...whole.fields.values()].filter((f) => f.span && !f.computed && f.type.kind === "inverse" && f.type.entity === part.name);
  const references = [...part.fields.values()].filter((f) => f.span && !f.computed && f.type.kind === "reference" && f.type.entity === whole.name);
  if (lists[1])
    ctx.report("owned-list-twice", lists[1].span!, `"${lists[0]!.name}" already lists the ${part.plural} of ${article(whole.name)}, so it is not clear which list owns them.`, {
      hint: `Keep one list of ${part.name} in ${whole.name}.`,
    });
  if (references[1])
    ctx.report(
      "owned-list-twice",
      references[1].span!,
      `"${references[0]!.name}" already refers to the ${whole.name} that ${article(part.name)} is part of, so it is not clear which reference owns it.`,
      {
        hint: `Keep one reference to ${whole.name}.`,
      },
    );
}
