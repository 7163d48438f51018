/** The code of a guard is met by somebody: the guard can fail, and somebody or something runs the action. */
import { isNesting, type Machine, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { allStatements } from "../structure/statements.ts";
import { outcomeIn } from "./no-constant-condition.ts";

export function noUnseenRefusal(ctx: PointCompiler, product: Product): void {
  const { machines, calls } = product;
  ctx.each("refusals of guards", machines, { of: (machine) => machine }, (machine) => checkGuards(ctx, machine));
  const events = ctx.identityOf("events", () => product.entities.flatMap((entity) => entity.events));
  ctx.unit("actions of the system", machines, [calls, events], () => {
    const statements = product.entities.flatMap((entity) => entity.events.flatMap(({ then }) => then));
    const run = actionsRun([...allStatements(product), ...statements]);
    for (const machine of machines) checkSystemActions(ctx, machine, run);
  });
}

function checkGuards(ctx: PointCompiler, machine: Machine): void {
  const rows = new Map<number, Machine["transitions"][number][]>();
  for (const t of machine.transitions) rows.set(t.row, [...(rows.get(t.row) ?? []), t]);
  for (const transitions of rows.values()) {
    const [{ guard, guardElse }] = transitions as [Machine["transitions"][number]];
    if (!guard || guardElse === null) continue;
    if (transitions.every(({ trigger }) => trigger.kind !== "action"))
      ctx.report("refusal-never-seen", guard.source, `Nobody is ever refused with ${guardElse} here: the transition happens by itself, and waits while its guard doesn't hold.`, {
        hint: `Remove \`else ${guardElse}\`.`,
      });
    else if (machine.field === "state" && transitions.every(({ from }) => isAlwaysMet(ctx, machine, guard.expression, from)))
      ctx.report("refusal-never-seen", guard.expression.span, `This always holds for ${article(machine.entity)} here, so ${guardElse} is never raised.`);
  }
}

function isAlwaysMet(ctx: PointCompiler, { entity }: Machine, guard: Parameters<typeof outcomeIn>[1], from: string | null): boolean {
  return from !== null && !guard.nullable && !outcomeIn(ctx, guard, entity, [from]).fails;
}

/** An action of the system needs something that runs it: a statement, a decision, or a row that it shares with a timer. */
function checkSystemActions(ctx: PointCompiler, machine: Machine, run: ReadonlySet<string>): void {
  const { actions, transitions, entity } = machine;
  const byDecision = new Set(actions.flatMap(({ decision }) => [decision?.refusedBy?.as ?? [], decision?.lapses?.as ?? []].flat()));
  for (const action of actions) {
    if (!action.systemOnly || action.decision !== null || byDecision.has(action.name) || run.has(`${entity}: ${action.name}`)) continue;
    if (run.has(`${entity}: (new)`) && transitions.some(({ from, trigger }) => from === null && trigger.kind === "action" && trigger.action === action.name)) continue;
    const rows = new Set(transitions.filter(({ trigger }) => trigger.kind === "action" && trigger.action === action.name).map(({ row }) => row));
    if (rows.size === 0 || transitions.some(({ row, trigger, open }) => rows.has(row) && (trigger.kind !== "action" || open !== undefined))) continue;
    ctx.report("nobody-may", action.source, `Nothing runs "${action.name}" of ${article(entity)}: only the system may, and no statement does.`, {
      hint: `Write \`do ${action.name} on …\` in an effect or in a call of point 7, make it automatic with \`(after …)\`, \`(at …)\` or \`(when …)\`, or name a role in Who.`,
    });
  }
}

/** By `Entity: Action`; creating records can run any action that does. */
const actionsRun = (statements: readonly Statement[]): ReadonlySet<string> => new Set(statements.flatMap(runIn));

function runIn(s: Statement): string[] {
  if (isNesting(s)) return s.body.flatMap(runIn);
  if (s.kind === "create") return [`${s.entity}: (new)`];
  if (s.kind !== "do") return [];
  const type = s.on.type.kind === "list" ? s.on.type.of : s.on.type;
  return type.kind === "record" ? [`${type.name}: ${s.action}`] : [];
}
