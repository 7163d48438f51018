/** Reports a yes/no field that can be empty and is denied somewhere: `not blocked` doesn't hold of a record for which nobody has answered. */
import type { Expression } from "@nonet/feel";
import { entityOf, type Field, type Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { expressionsIn, walk } from "../../trees/walk.ts";

/** `filled`: fields that are never empty although they aren't required, as `Entity.field`. `no-null-rule.ts` covers rules. */
export function noUnansweredNegation(ctx: PointCompiler, product: Product, filled: ReadonlySet<string>): void {
  const open = new Map<string, Field>();
  for (const { name: entity, fields } of product.entities)
    for (const field of fields) if (canBeUnanswered(field) && !filled.has(`${entity}.${field.name}`)) open.set(`${entity}.${field.name}`, field);
  if (open.size === 0) return;
  const { entities, machines, screens, calls, permissions } = product;
  for (const expression of expressionsIn([entities, machines, screens, calls, permissions]))
    walk(expression, (e) => {
      const denied = deniedField(e);
      const field = denied && open.get(denied);
      if (!denied || !field) return;
      open.delete(denied);
      report(ctx, product, denied, field, ctx.layout.text(e.span));
    });
}

const canBeUnanswered = ({ type, required, default: given, computed, source }: Field): boolean =>
  type.kind === "yes/no" && required !== true && given === null && computed === null && source !== null;

/** `Entity.field` of `not blocked`. Who writes `blocked = no` asks for an answer. */
function deniedField(e: Expression): string | undefined {
  const of = e.kind === "call" && e.function === "not" ? e.arguments[0] : undefined;
  return of?.kind === "path" && of.of.type.kind === "record" ? `${of.of.type.name}.${of.field}` : undefined;
}

function report(ctx: PointCompiler, product: Product, key: string, field: Field, used: string): void {
  const entity = entityOf(product, key.slice(0, key.indexOf(".")))!;
  const span = field.source!;
  const written = /\b(?:yes\/no|yes or no|y\/n|true\/false|boolean|bool)\b/i.exec(ctx.layout.text(span));
  const end = written ? span.from + written.index + written[0].length : null;
  ctx.report("unanswered-negation", span, `"${field.name}" of a ${entity.name} can be empty, and then \`${used}\` doesn't hold: nobody has said no.`, {
    hint: "Give the field a default, as in `yes/no, default no`.",
    fixes: end === null ? [] : [{ title: "Add default no", edits: [{ span: { ...span, from: end, to: end }, text: ", default no" }] }],
  });
}
