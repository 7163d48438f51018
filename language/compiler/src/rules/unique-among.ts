/** `Unique: A, B among CONDITION` of point 3: a rule that compares only the records for which the condition holds. */
import { fold } from "@nonet/feel";
import type { Rule } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { linesOfEntity } from "../incremental/lines.ts";
import { fieldName } from "../resolve/names.ts";
import { compiledField, compiledFields } from "../resolve/published.ts";
import { uniqueNames } from "../resolve/unique-names.ts";
import { entityAttribute, isEntityAttribute } from "../syntax/entities/entity-attributes.ts";
import { cut, split } from "../text/split.ts";
import { readsOf } from "../trees/reads.ts";
import { conditionAmong } from "./among.ts";

/** Whose violations have the built-in code. */
const builtInCode = "not-unique";

export const uniqueAmongRules = (ctx: PointCompiler): readonly Rule[] =>
  [...ctx.drafts.values()].flatMap((draft) =>
    draft.section ? ctx.unit("unique among", linesOfEntity(ctx, draft), [compiledFields(ctx, draft.name)], () => rulesOf(ctx, draft)) : [],
  );

function rulesOf(ctx: PointCompiler, draft: EntityDraft): readonly Rule[] {
  const code = ctx.declared.codes.get(fold(builtInCode))?.name ?? builtInCode;
  return draft.section!.blocks.flatMap((block) => {
    if (block.kind !== "bullet" || !block.label || !block.value || !isEntityAttribute(block.label.text, block.value.text) || entityAttribute(block.label.text) !== "unique")
      return [];
    return split(block.value, ";").flatMap((group): Rule[] => {
      const parts = cut(group, /\s+among\s+/i);
      if (!parts) return [];
      const names = uniqueNames(draft, parts.before).map((words) => fieldName(ctx, draft, words));
      const fields = names.filter((name) => name !== null);
      const what = `Unique of ${draft.name}`;
      const among = ctx.expression(conditionAmong(ctx, parts.after, draft.name), { what, self: draft.name, expect: { kind: "boolean" } });
      if (fields.length < names.length || among.kind === "hole") return [];
      const holds = { kind: "unique" as const, fields, among };
      const reads = readsOf(
        [among],
        fields.map((field) => `${draft.name}.${field}`),
        (entity, field) => compiledField(ctx, entity, field),
      );
      return [
        {
          name: `Unique ${fields.join(", ")}`,
          entity: draft.name,
          moment: { kind: "always" },
          holds,
          code,
          warns: false,
          field: fields.at(-1)!,
          reads,
          source: group.span,
        },
      ];
    });
  });
}
