/** Point 3: an entity's History, Comments and When … is deleted. */
import { fold } from "@nonet/feel";
import { commentForms, historyForms, whenDeletedForms } from "@nonet/forms";
import type { Field } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { namedInLabel } from "../syntax/entities/entity-attributes.ts";
import { bare } from "../text/split.ts";

const keeps: Record<keyof typeof historyForms.forms, boolean> = { kept: true, "not kept": false };

/** `kept` or `not kept`. */
export function readHistory(ctx: PointCompiler, value: TextSpan): boolean {
  const line = tryForm(historyForms, value);
  if (!line) ctx.report("unreadable-value", value.span, `"${value.text}" isn't a value of History.`, { hint: "Write `kept` or `not kept`." });
  return line ? keeps[line.name] : true;
}

const comments: Record<keyof typeof commentForms.forms, boolean> = { allowed: true, "not allowed": false };

/** `yes` or `no`. */
export function readComments(ctx: PointCompiler, value: TextSpan): boolean {
  const line = tryForm(commentForms, value);
  if (!line)
    ctx.report("unreadable-value", value.span, `"${value.text}" isn't a value of Comments.`, {
      hint: "Write `yes` or `no`. Whoever may read a record may comment on it; point 6 says who that is.",
    });
  return line ? comments[line.name] : false;
}

const ways: Record<keyof typeof whenDeletedForms.forms, Field["whenDeleted"]> = { forbid: "forbid", "delete too": "delete too", "empty it": "empty it" };

/** `When customer is deleted: empty it`. The name is a field's, or that of the entity that it refers to. */
export function readWhenDeleted(ctx: PointCompiler, draft: EntityDraft, label: TextSpan, value: TextSpan, found: Map<string, Field["whenDeleted"]>): void {
  const named = bare(namedInLabel(label)).text.replace(/^(?:its|the|an?)\s+/i, "");
  const line = tryForm(whenDeletedForms, bare(value));
  const way = line && ways[line.name];
  if (!way) ctx.report("unreadable-value", value.span, `"${value.text}" doesn't say what happens to the record then.`, { hint: "Write `forbid`, `delete too` or `empty it`." });
  const references = [...draft.fields.values()].filter((f) => !f.computed && (f.type.kind === "reference" || f.type.kind === "references"));
  const byName = references.filter((f) => fold(f.name) === fold(named));
  const fitting = byName.length > 0 ? byName : references.filter((f) => "entity" in f.type && fold(f.type.entity) === fold(named));
  if (fitting.length === 0)
    ctx.report(
      "unknown-field",
      label.span,
      `${draft.name} has no reference "${named}".${didYouMean(
        named,
        references.map((f) => f.name),
      )}`,
    );
  for (const field of way ? fitting : []) {
    if (draft.whole?.field === field.name) ctx.report("unreadable-value", value.span, `A part is always deleted with its whole, so "${field.name}" can't have another setting.`);
    else if (way === "empty it" && field.required) ctx.report("empties-required", value.span, `"${field.name}" is required, so it can't be emptied.`);
    else found.set(field.name, way!);
  }
}
