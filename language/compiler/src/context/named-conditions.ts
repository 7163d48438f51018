/** The named conditions of point 6 in expressions: each is used like a yes/no field of its entity, wherever a condition can stand. */
import type { Expression } from "@nonet/feel";
import { expandConditions } from "../expressions/expand-conditions.ts";
import type { ConditionLine } from "../syntax/roles/condition-line.ts";
import { walk } from "../trees/walk.ts";
import type { ContextState } from "./context-state.ts";
import { placeholder } from "./placeholder.ts";
import { recordUsedName } from "./record-findings.ts";

/** The expression with the conditions in it replaced by what they say; `compile` compiles a condition's words over its entity. */
export function withoutConditions(state: ContextState, expression: Expression, compile: (line: ConditionLine, entity: string) => Expression): Expression {
  if (state.conditions.size === 0) return expression;
  return expandConditions(expression, (entity, name) => {
    const line = state.conditions.get(entity)?.get(name);
    if (!line) return undefined;
    recordUsedName(state, "condition", name, entity);
    const condition = compiled(state, line, entity, compile);
    // The unit that uses the condition depends on every entity that the condition reads.
    walk(condition, ({ type }) => {
      const of = type.kind === "list" ? type.of : type;
      if (of.kind === "record") state.memory.recordRead(of.name);
    });
    return condition;
  });
}

function compiled(state: ContextState, line: ConditionLine, entity: string, compile: (line: ConditionLine, entity: string) => Expression): Expression {
  const known = state.compiledConditions.get(line);
  if (known === "being compiled") {
    reportCircle(state, line);
    return placeholder(line.condition.span);
  }
  if (known) return known;
  state.compiledConditions.set(line, "being compiled");
  const made = compile(line, entity);
  state.compiledConditions.set(line, made);
  return made;
}

/** Once, wherever the first use is. */
function reportCircle({ recorder, circles }: ContextState, { name }: ConditionLine): void {
  if (circles.has(name.text)) return;
  circles.add(name.text);
  recorder.findings.diagnostics.push({
    code: "condition-circle",
    severity: "error",
    span: name.span,
    message: `The condition "${name.text}" is defined by itself, directly or through other conditions.`,
    hint: "Write out one of the conditions.",
    fixes: [],
  });
}
