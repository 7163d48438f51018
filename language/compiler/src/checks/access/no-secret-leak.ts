/** Points 3, 7 and 8: nothing that leaves the server may be made of a secret field. */
import type { Expression } from "@nonet/feel";
import type { Product, Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { expressionsIn, ownerOf, walk } from "../../trees/walk.ts";

export function noSecretLeak(ctx: PointCompiler, product: Product): void {
  const secrets = new Set(product.entities.flatMap((e) => e.fields.filter((f) => f.secret || f.type.kind === "secret key").map((f) => `${e.name}.${f.name}`)));
  if (secrets.size === 0) return;
  const judge = (expression: Expression, what: string): void =>
    walk(expression, (e) => {
      const owner = e.kind === "path" ? ownerOf(e) : undefined;
      if (e.kind === "path" && owner !== undefined && secrets.has(`${owner}.${e.field}`))
        ctx.report("secret-leaves", e.span, `"${e.field}" of ${owner} is secret, but ${what} would show it.`);
    });
  for (const entity of product.entities) {
    judge(entity.shownAs, `Shown as of ${entity.name}`);
    for (const field of entity.fields) if (field.computed) judge(field.computed, `the computed field "${field.name}"`);
    for (const event of entity.events) checkStatements(event.then, judge);
  }
  for (const machine of product.machines) for (const t of machine.transitions) checkStatements(t.then, judge);
  for (const call of product.calls) for (const e of expressionsIn(call.does)) judge(e, `the call "${call.name}"`);
  for (const entry of product.errors) for (const e of expressionsIn(entry.message)) judge(e, `the message of ${entry.code}`);
  for (const screen of product.screens) for (const e of expressionsIn(screen.shows)) judge(e, `the screen "${screen.name}"`);
}

/** What an effect writes elsewhere can be read there. */
function checkStatements(statements: readonly Statement[], judge: (e: Expression, what: string) => void): void {
  for (const s of statements) {
    if (s.kind === "set") judge(s.value, "the field that is set");
    else if (s.kind === "create") for (const v of s.values) judge(v.value, `"${v.field}" of the new ${s.entity}`);
    else if (s.kind === "for each") checkStatements(s.body, judge);
  }
}
