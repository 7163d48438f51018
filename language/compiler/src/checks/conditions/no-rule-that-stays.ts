/** A rule about the state of another record is checked whenever that one changes: then it can't leave the state. */
import type { Expression } from "@nonet/feel";
import { entityOf, type Machine, type Product, type Rule } from "@nonet/model";
import type { Fix } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, list } from "../../text/english.ts";
import { pluralOf } from "../../text/plural.ts";
import { isOwnField, type OwnField } from "./value-cases.ts";

export function noRuleThatStays(ctx: PointCompiler, product: Product): void {
  for (const rule of product.rules) {
    if (rule.moment.kind !== "always" || rule.warns || rule.holds.kind !== "expression") continue;
    for (const { of, field, states } of conjuncts(rule.holds.expression).flatMap(statesOfAnother)) {
      const machine = of.type.kind === "record" ? product.machines.find((one) => one.entity === (of.type as { name: string }).name && one.field === field) : undefined;
      const away = machine && leading(machine, states);
      if (machine && away && machine.entity !== rule.entity) report(ctx, product, rule, { machine, states, away });
    }
  }
}

/** The first action that takes a record out of the states, and where to. */
function leading({ transitions }: Machine, states: readonly string[]): { readonly action: string; readonly to: string } | null {
  for (const { from, to, trigger } of transitions)
    if (from !== null && to !== null && trigger.kind === "action" && states.includes(from) && !states.includes(to)) return { action: trigger.action, to };
  return null;
}

interface Found {
  readonly machine: Machine;
  readonly states: readonly string[];
  readonly away: { readonly action: string; readonly to: string };
}

function report(ctx: PointCompiler, product: Product, rule: Rule, { machine, states, away }: Found): void {
  if (rule.holds.kind !== "expression") return;
  const other = machine.entity;
  const plural = entityOf(product, rule.entity)?.plural ?? pluralOf(rule.entity);
  ctx.report(
    "rule-stays",
    rule.holds.expression.span,
    `The rule is checked at each later change too: ${article(other)} that has ${plural} can't leave ${list(states, "or")}, and "${away.action}" is refused with ${rule.code}.`,
    {
      hint: `Write \`${rule.entity}, on create\` to ask it of new ${plural} only. Leave it if ${article(other)} with ${plural} may not become ${away.to}.`,
      fixes: onCreate(ctx, rule),
    },
  );
}

/** Behind the entity, in its cell or before the colon. */
function onCreate(ctx: PointCompiler, { entity, source }: Rule): readonly Fix[] {
  const row = ctx.layout.text(source);
  const found = [...row.matchAll(/[^|:]+/g)].find(([text]) => text.trim().toLowerCase() === entity.toLowerCase());
  if (!found) return [];
  const at = source.from + found.index + found[0].trimEnd().length;
  return [{ title: "Check it on create only", edits: [{ span: { file: source.file, from: at, to: at }, text: ", on create" }] }];
}

const conjuncts = (e: Expression): readonly Expression[] => (e.kind === "binary" && e.operator === "and" ? [...conjuncts(e.left), ...conjuncts(e.right)] : [e]);

interface StatesOfAnother {
  readonly of: OwnField;
  readonly field: string;
  readonly states: readonly string[];
}

/** `class.state = "open"`, `class.state in ("open", "full")`, or both forms joined by `or`. */
function statesOfAnother(e: Expression): readonly StatesOfAnother[] {
  if (e.kind === "binary" && e.operator === "or") {
    const [left, right] = [statesOfAnother(e.left)[0], statesOfAnother(e.right)[0]];
    return left && right && left.of.field === right.of.field && left.field === right.field ? [{ ...left, states: [...left.states, ...right.states] }] : [];
  }
  if (e.kind === "binary" && e.operator === "=") return ofPath(e.left, [e.right]);
  if (e.kind !== "in") return [];
  const values = e.tests.flatMap((test): readonly (Expression | null)[] => {
    if (test.kind === "member") return test.of.kind === "list" ? test.of.items : [test.of];
    return [test.kind === "compare" && test.operator === "=" ? test.value : null];
  });
  return ofPath(e.value, values);
}

function ofPath(path: Expression, values: readonly (Expression | null)[]): readonly StatesOfAnother[] {
  if (path.kind !== "path" || path.listed || !isOwnField(path.of)) return [];
  const states = values.flatMap((value) => (value?.kind === "literal" && typeof value.value === "string" ? [value.value] : []));
  return states.length === values.length && states.length > 0 ? [{ of: path.of, field: path.field, states }] : [];
}
