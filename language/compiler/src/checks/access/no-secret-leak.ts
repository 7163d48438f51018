/** Points 3, 7 and 8: values that leave the server must not depend on a secret field. */
import type { Expression } from "@nonet/feel";
import { isNesting, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { expressionsIn, ownerOf, walk } from "../../trees/walk.ts";

export function noSecretLeak(ctx: PointCompiler, product: Product): void {
  const secrets = new Set(product.entities.flatMap((e) => e.fields.filter((f) => f.secret || f.type.kind === "secret key").map((f) => `${e.name}.${f.name}`)));
  if (secrets.size === 0) return;
  const check = (expression: Expression, what: string): void =>
    walk(expression, (e) => {
      const owner = e.kind === "path" ? ownerOf(e) : undefined;
      if (e.kind === "path" && owner !== undefined && secrets.has(`${owner}.${e.field}`))
        ctx.report("secret-leaves", e.span, `"${e.field}" of ${owner} is secret, but ${what} would show it.`);
    });
  for (const entity of product.entities) {
    check(entity.shownAs, `Shown as of ${entity.name}`);
    for (const field of entity.fields) if (field.computed) check(field.computed, `the computed field "${field.name}"`);
    for (const event of entity.events) checkStatements(event.then, check);
  }
  for (const machine of product.machines) for (const t of machine.transitions) checkStatements(t.then, check);
  for (const call of product.calls) for (const e of expressionsIn(call.does)) check(e, `the call "${call.name}"`);
  for (const entry of product.errors) for (const e of expressionsIn(entry.message)) check(e, `the message of ${entry.code}`);
  for (const screen of product.screens) for (const e of expressionsIn(screen.shows)) check(e, `the screen "${screen.name}"`);
}

/** A value that an effect copies to another field can be read there. */
function checkStatements(statements: readonly Statement[], check: (e: Expression, what: string) => void): void {
  for (const s of statements) {
    if (s.kind === "set") check(s.value, "the field that is set");
    else if (s.kind === "create") for (const v of s.values) check(v.value, `"${v.field}" of the new ${s.entity}`);
    else if (isNesting(s)) checkStatements(s.body, check);
  }
}
