/** Values of `create … with` that aren't fields of the record must be input of an action that creates it, with all required input. */
import { fold } from "@nonet/feel";
import { actionOfTransition, creationInput, creationRows, creationRowsFor, mustBeAnswered, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { typeOf } from "../../expressions/field-type.ts";
import { reportMissing } from "../../resolve/report-nearest.ts";
import { list } from "../../text/english.ts";

export function checkCreations(ctx: PointCompiler, product: Product, made: Statement & { readonly kind: "create" }): void {
  const draft = ctx.drafts.get(fold(made.entity));
  const rows = creationRows(product, made.entity, null);
  const asks = creationInput(product, made.entity);
  let isMisnamed = false;
  for (const { field, value, source } of made.asked) {
    const ask = asks.find((one) => fold(one.name) === fold(field));
    isMisnamed ||= ask === undefined;
    if (ask) ctx.checkType(value, typeOf(ask.type));
    else if (draft) reportMissing(ctx, draft, "field", { text: field, span: source });
  }
  const given = made.asked.map((one) => one.field);
  if (isMisnamed || rows.length === 0 || creationRowsFor(product, made.entity, given).length > 0) return;
  const action = actionOfTransition(product, made.entity, rows[0])!;
  const lacking = action.asks.filter(({ field, own }) => !own && mustBeAnswered(field) && !given.some((name) => fold(name) === fold(field.name))).map(({ field }) => field.name);
  if (lacking.length > 0)
    ctx.report(
      "unasked-field",
      made.source,
      `"${action.name}", which creates ${made.entity}, needs ${list(lacking.map((name) => `"${name}"`))}: add \`with ${lacking.map((name) => `${name} = …`).join(", ")}\`.`,
    );
  else
    ctx.report("unasked-field", made.source, `No single action that creates ${made.entity} asks for ${list(given.map((name) => `"${name}"`))}.`, {
      hint: "Give the values that one of these actions asks for.",
    });
}
