/** An effect that creates a record with fixed values against a rule: whatever leads to it is always refused. */
import { eventsOfRule, isNesting, type Machine, type Product, type Rule, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { ownerOf } from "../../trees/walk.ts";
import { runsOf } from "../structure/statements.ts";
import { withKnown } from "./after-effects.ts";
import { outcomeIn, statesOf } from "./no-constant-condition.ts";

type Create = Extract<Statement, { kind: "create" }>;

export function noCreateAgainstRule(ctx: PointCompiler, { machines, calls, rules }: Product): void {
  const checked = rules.filter((rule) => !rule.warns && rule.holds.kind === "expression" && isCheckedOnCreation(rule));
  if (checked.length === 0) return;
  for (const run of [...machines.flatMap((machine) => machine.transitions.map(({ then }) => then)), ...calls.flatMap(runsOf)]) {
    const all = everyOf(run);
    for (const s of all) if (s.kind === "create" && s.as === null && !all.some((one) => changes(one, s.entity))) check(ctx, s, checked);
  }
}

function check(ctx: PointCompiler, { entity, values, source }: Create, rules: readonly Rule[]): void {
  const rows = (ctx.lookUp<readonly Machine[]>(`machines of ${entity}`) ?? []).flatMap(({ transitions }) => transitions.filter(({ from }) => from === null));
  const own = everyOf([...(ctx.lookUp<readonly Statement[]>(`statements of ${entity}`) ?? []), ...rows.flatMap(({ then }) => then)]);
  if (own.some((one) => changes(one, entity))) return;
  const known = new Map(values.flatMap(({ field, value }) => (value.kind === "literal" && value.value !== null ? [[field, value] as const] : [])));
  for (const rule of rules) {
    const read = [...known.keys()].find((field) => rule.reads.includes(`${entity}.${field}`));
    if (rule.entity !== entity || read === undefined || rule.holds.kind !== "expression" || rule.holds.expression.nullable) continue;
    const { expression } = rule.holds;
    if (
      outcomeIn(
        ctx,
        withKnown(expression, known, () => false),
        entity,
        statesOf(ctx, entity),
      ).holds
    )
      continue;
    ctx.report("create-against-rule", source, `This makes ${article(entity)} against the rule "${rule.name}", so it is always refused with ${rule.code}.`, {
      hint: `Set another "${read}" here, or change the rule in point 5.`,
    });
    return;
  }
}

const isCheckedOnCreation = (rule: Rule): boolean =>
  rule.moment.kind === "always" || (rule.moment.kind !== "while" && rule.moment.states === undefined && eventsOfRule(rule).some(({ kind }) => kind === "create"));

const everyOf = (statements: readonly Statement[]): readonly Statement[] => statements.flatMap((s) => [s, ...(isNesting(s) ? everyOf(s.body) : [])]);

/** Rules are checked at the end of a change: another statement may have changed the record by then. */
const changes = (s: Statement, entity: string): boolean => s.kind === "do" || (s.kind === "set" && s.target.kind === "path" && ownerOf(s.target) === entity);
