/** Point 6: the rights of bearers, which need a secret link to the record. */
import { fold } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";

/** Reports a right of a bearer to records that no secret link reaches; whether it did. */
export function reportNoBearer(ctx: PointCompiler, draft: EntityDraft, span: Span): boolean {
  if (hasLink(draft) || reachedByLink(ctx, draft.partOf) || isReferredTo(ctx, draft)) return false;
  ctx.report("no-bearer", span, `${draft.name} has no secret link, and no entity with a secret link refers to it, so nobody can be its bearer.`);
  return true;
}

const hasLink = (draft: EntityDraft): boolean => [...draft.fields.values()].some((field) => field.type.kind === "secret link");

function reachedByLink(ctx: PointCompiler, whole: string | null): boolean {
  const draft = whole === null ? undefined : ctx.drafts.get(fold(whole));
  return draft !== undefined && hasLink(draft);
}

/** Default 96: a bearer also reaches the records to which the link's record refers. */
const isReferredTo = (ctx: PointCompiler, { name }: EntityDraft): boolean =>
  [...ctx.drafts.values()].some(
    (draft) => hasLink(draft) && [...draft.fields.values()].some(({ type, computed }) => type.kind === "reference" && type.entity === name && !computed),
  );
