/** Point 8: a status of success is only for codes that calls raise: a refused action or rule is never a success. */
import { fold } from "@nonet/feel";
import type { Product, Statement } from "@nonet/model";
import { codeOf } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { errorsIn } from "../../syntax/error-rows.ts";

export function noSuccessForRefusal(ctx: PointCompiler, product: Product): void {
  const successes = product.errors.filter(({ status }) => status >= 200 && status < 300);
  if (successes.length === 0) return;
  const raised = raisedByOthers(product);
  const rows = errorsIn(ctx.tree);
  for (const { code, status, source } of successes) {
    const by = raised.get(fold(code));
    if (by === undefined) continue;
    const row = rows.find((raw) => fold(codeOf(raw.code).text) === fold(code));
    ctx.report("bad-status", row?.status?.span ?? source, `${code} is raised by ${by}, so its status can't be ${status}: a refusal is not a success.`, {
      hint: "Use a status from 400 to 599. Only codes that calls alone raise can have one from 200 to 299.",
    });
  }
}

/** By code: what raises it, besides calls. */
function raisedByOthers(product: Product): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const note = (code: string | null, by: string): void => void (code !== null && !found.has(fold(code)) && found.set(fold(code), by));
  for (const rule of product.rules) note(rule.code, `the rule "${rule.name}"`);
  for (const { entity, transitions } of product.machines)
    for (const { guardElse, then, trigger } of transitions) {
      const by = trigger.kind === "action" ? `the action ${trigger.action} of ${entity}` : `a transition of ${entity}`;
      note(guardElse, by);
      for (const code of stopsIn(then)) note(code, by);
    }
  for (const { name, events } of product.entities) for (const { then } of events) for (const code of stopsIn(then)) note(code, `an event of ${name}`);
  for (const { name, does } of product.calls) if (does.kind === "http" && does.first) note(does.otherwise.code, `the call "${name}", for which an action waits`);
  return found;
}

const stopsIn = (statements: readonly Statement[]): readonly string[] => statements.flatMap((s) => ("code" in s ? [s.code] : "body" in s ? stopsIn(s.body) : []));
