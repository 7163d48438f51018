/** A guard sees the record as it was: not the values that the same action asks for, which are stored after it. */
import { type Expression, fold } from "@nonet/feel";
import type { Machine, Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { walk } from "../../trees/walk.ts";

export function noStoredValueInGuard(ctx: PointCompiler, { machines }: Product): void {
  ctx.each("stored values in guards", machines, { of: (machine) => machine }, (machine) => checkMachine(ctx, machine));
}

function checkMachine(ctx: PointCompiler, { actions, transitions }: Machine): void {
  const seen = new Set<number>();
  for (const { trigger, guard, from, row } of transitions) {
    // A new record has what was asked for already.
    if (trigger.kind !== "action" || !guard || from === null || seen.has(row)) continue;
    seen.add(row);
    const asks = actions.find(({ name }) => name === trigger.action)?.asks ?? [];
    for (const { field, own } of asks) {
      const isThere = field.required === true ? [] : emptinessOf(guard.expression);
      const stored = own ? readsOf(guard.expression, "this", field.name).filter((read) => !isThere.includes(read)) : [];
      if (stored.length === 0 || readsOf(guard.expression, "asked", field.name).length > 0) continue;
      ctx.report("guard-reads-stored", stored[0]!.span, `"${trigger.action}" asks for "${field.name}", but this reads the "${field.name}" that the record had before.`, {
        hint: `To check what the person enters, write \`asked.${field.name}\`.`,
        fixes: [{ title: `Read asked.${field.name}`, edits: [{ span: stored[0]!.span, text: `asked.${field.name}` }] }],
      });
    }
  }
}

/** What the guard compares with `null`: `when note = null` asks for the note of a record that has none. */
function emptinessOf(expression: Expression): readonly Expression[] {
  const found: Expression[] = [];
  walk(expression, (e) => {
    if (e.kind === "binary" && e.operator === "=" && e.right.kind === "literal" && e.right.value === null) found.push(e.left);
  });
  return found;
}

function readsOf(expression: Expression, of: "this" | "asked", field: string): readonly Expression[] {
  const found: Expression[] = [];
  walk(expression, (e) => {
    if (e.kind === "path" && e.of.kind === "variable" && e.of.name === of && fold(e.field) === fold(field)) found.push(e);
  });
  return found;
}
