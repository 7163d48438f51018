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
  /** A secret is sent as it is, alone or as a part of a text; nothing can be computed from it. */
  const checkSent = (e: Expression): void => {
    if (e.kind === "path" && !e.listed && e.type.kind === "string") return checkSent(e.of);
    if (e.kind === "context") return e.entries.forEach(({ value }) => checkSent(value));
    if (e.kind === "list") return e.items.forEach(checkSent);
    if (e.kind === "binary" && e.operator === "+" && e.type.kind === "string") return void (checkSent(e.left), checkSent(e.right));
    if (e.kind === "for") return void (e.bindings.forEach((binding) => check(binding.of, "what the call computes")), checkSent(e.result));
    if (e.kind !== "if") return check(e, "what the call computes");
    check(e.condition, "what the call computes");
    checkSent(e.then);
    checkSent(e.otherwise);
  };
  for (const entity of product.entities) {
    check(entity.shownAs, `Shown as of ${entity.name}`);
    for (const field of entity.fields) if (field.computed) check(field.computed, `the computed field "${field.name}"`);
    for (const event of entity.events) checkStatements(event.then, check);
  }
  for (const machine of product.machines) for (const t of machine.transitions) checkStatements(t.then, check);
  const cleared = new Set(product.calls.flatMap((call) => clearedFields(call.does)));
  for (const call of product.calls) for (const e of expressionsIn(call.does)) if (!sent(call).has(e) && !cleared.has(e)) check(e, `the call "${call.name}"`);
  for (const call of product.calls) for (const e of sent(call)) checkSent(e);
  for (const entry of product.errors) for (const e of expressionsIn(entry.message)) check(e, `the message of ${entry.code}`);
  for (const screen of product.screens) for (const e of expressionsIn(screen.shows)) check(e, `the screen "${screen.name}"`);
}

/** The targets of `set FIELD = null`: an emptied field shows nothing. */
function clearedFields(node: unknown): Expression[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(clearedFields);
  const s = node as Partial<Statement & { kind: "set" }>;
  if (s.kind === "set" && s.target && s.value) return s.value.kind === "literal" && s.value.value === null ? [s.target] : [];
  return "type" in node && "nullable" in node ? [] : Object.values(node).flatMap(clearedFields);
}

/** What an HTTP call sends: a secret is filled in there at the moment of sending. */
function sent({ does }: Product["calls"][number]): ReadonlySet<Expression> {
  if (does.kind !== "http") return new Set();
  const parts = [...does.address, ...does.headers.flatMap((header) => header.value), ...(does.sends ? [does.sends] : [])];
  return new Set(parts.filter((part): part is Expression => typeof part !== "string"));
}

/** A value that an effect copies to another field can be read there. */
function checkStatements(statements: readonly Statement[], check: (e: Expression, what: string) => void): void {
  for (const s of statements) {
    if (s.kind === "set") check(s.value, "the field that is set");
    else if (s.kind === "create") for (const v of s.values) check(v.value, `"${v.field}" of the new ${s.entity}`);
    else if (isNesting(s)) checkStatements(s.body, check);
  }
}
