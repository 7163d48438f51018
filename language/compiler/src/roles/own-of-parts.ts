/** Point 6: whose a part is where no `Own:` line says it: whoever owns its whole. */
import type { Permissions } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { thisField } from "../expressions/build.ts";
import { overRecord } from "../expressions/expand-conditions.ts";

type Own = Permissions["own"][number];

export function withParts(ctx: PointCompiler, owns: readonly Own[]): readonly Own[] {
  const all = new Map(owns.map((own) => [own.entity, own]));
  const added = (draft: EntityDraft): Own | undefined => {
    const known = all.get(draft.name);
    if (known || !draft.whole) return known;
    const { entity, field } = draft.whole;
    const whole = [...ctx.drafts.values()].find(({ name }) => name === entity);
    const own = whole && added(whole);
    if (!own) return undefined;
    const made = ctx.stableValue(`own ${draft.name}`, { ...own, entity: draft.name, condition: overRecord(own.condition, thisField(draft, field, own.source)), of: entity });
    all.set(draft.name, made);
    return made;
  };
  for (const draft of ctx.drafts.values()) added(draft);
  return all.size === owns.length ? owns : [...all.values()];
}
