/** Finds the computed fields that are never null. Each counts as nullable until its expression proves otherwise. */
import type { Expression } from "@nonet/feel";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft, FieldDraft } from "../declare/drafts.ts";
import { linesOfEntity, statementsOf } from "../incremental/lines.ts";
import { readsField } from "../trees/walk.ts";
import { buildField } from "./field.ts";

/** A computed field that may still prove to be never null. */
interface Waiting {
  readonly draft: EntityDraft;
  readonly field: FieldDraft;
}

const rounds = 6;

export function settleNulls(ctx: PointCompiler): void {
  ctx.setNeverNull(new Set());
  const never = ctx.unit("never null", statementsOf(ctx, ctx.tree, 3), [], () => neverNull(ctx));
  ctx.setNeverNull(never);
}

/** Several rounds, because the fields read each other. Only fields that read a newly settled one are evaluated again. */
function neverNull(ctx: PointCompiler): ReadonlySet<string> {
  const never = new Set<string>();
  let due: Waiting[] = [...ctx.drafts.values()].flatMap((draft) => draft.raw.filter((one) => one.raw?.computed).map((field) => ({ draft, field })));
  let nullable: (Waiting & { readonly reads: Expression })[] = [];
  for (let round = 0; round < rounds && due.length > 0; round++) {
    const found = new Set<string>();
    ctx.silently(() => {
      const first = round === 0 ? firstRound(ctx) : null;
      for (const each of due) {
        const computed = first ? first.get(each.field) : computedOf(ctx, round, each);
        if (!computed || computed.kind === "hole") continue;
        if (computed.nullable) nullable.push({ ...each, reads: computed });
        else found.add(`${each.draft.name}.${each.field.name}`);
      }
    });
    for (const one of found) never.add(one);
    ctx.setNeverNull(new Set(never));
    const again = nullable.filter(({ reads }) => readsField(reads, found));
    nullable = nullable.filter((one) => !again.includes(one));
    due = again;
  }
  return never;
}

const computedOf = (ctx: PointCompiler, round: number, { draft, field }: Waiting): Expression | null =>
  ctx.unit(`nulls ${round}`, field.raw!, [draft.name], () => buildField(ctx, draft, field, new Set())?.computed ?? null);

/** An entity's fields as one unit, because most are unchanged. */
function firstRound(ctx: PointCompiler): ReadonlyMap<FieldDraft, Expression | null> {
  const found = new Map<FieldDraft, Expression | null>();
  for (const draft of ctx.drafts.values()) {
    const fields = draft.raw.filter((one) => one.raw?.computed);
    const made = ctx.unit("nulls", linesOfEntity(ctx, draft), [], () => fields.map((field) => computedOf(ctx, 0, { draft, field })));
    fields.forEach((field, i) => found.set(field, made[i]!));
  }
  return found;
}
