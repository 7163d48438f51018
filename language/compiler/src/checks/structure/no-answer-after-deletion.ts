/** A call sent with the deletion of its record can't have Then or Otherwise: when the answer arrives the record no longer exists (default 66). */
import { entityOf, isNesting, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";

export function noAnswerAfterDeletion(ctx: PointCompiler, product: Product): void {
  for (const machine of product.machines) {
    if (entityOf(product, machine.entity)?.deleting.allowed === "archives") continue;
    // A row with several states in From gives several transitions with the same statements.
    const rows = new Map(machine.transitions.flatMap((t) => (t.to === null ? [[t.row, t.then] as const] : [])));
    for (const then of rows.values()) for (const send of sendsOf(then)) check(ctx, product, machine.entity, send);
  }
}

type Send = Statement & { readonly kind: "send" };

const sendsOf = (statements: readonly Statement[]): readonly Send[] => statements.flatMap((s) => (s.kind === "send" ? [s] : isNesting(s) ? sendsOf(s.body) : []));

function check(ctx: PointCompiler, product: Product, entity: string, send: Send): void {
  const does = product.calls.find(({ name }) => name === send.call)?.does;
  if (does?.kind !== "http" || does.first) return;
  const late = [...(does.then.length > 0 ? ["Then"] : []), ...(does.otherwise.then.length > 0 ? ["Otherwise"] : [])];
  if (late.length === 0) return;
  ctx.report(
    "answer-too-late",
    send.source,
    `The ${entity} no longer exists when "${send.call}" is answered, so its ${late.join(" and its ")} never run${late.length === 1 ? "s" : ""} here.`,
    {
      hint: "Wait for the answer with `First: yes`, or send another call without these statements.",
    },
  );
}
