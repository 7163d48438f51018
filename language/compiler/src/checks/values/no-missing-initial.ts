/** A new product begins with its initial records only, so what one of them refers to is among them. */
import type { Expression } from "@nonet/feel";
import { type Entity, entityOf, type Product } from "@nonet/model";
import { nearest } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";

export function noMissingInitial(ctx: PointCompiler, product: Product): void {
  for (const entity of product.entities)
    for (const { values } of entity.initialRecords)
      for (const [name, value] of Object.entries(values)) {
        const type = entity.fields.find((field) => field.name === name)?.type;
        if (type?.kind !== "reference" && type?.kind !== "references") continue;
        const target = entityOf(product, type.entity);
        const names = target && namesOf(target);
        for (const said of names ? textsIn(value) : [])
          if (!names!.some((one) => one === said.value || (type.entity === "User" && one.toLowerCase() === said.value.toLowerCase()))) {
            const near = nearest(said.value, names!);
            ctx.report(
              "missing-initial-record",
              said.span,
              `There is no initial record "${said.value}" of ${type.entity}.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
              {
                hint: `Add it to the initial records of ${type.entity}.`,
              },
            );
          }
      }
}

type Text = { readonly value: string; readonly span: Expression["span"] };
const textsIn = (value: Expression): readonly Text[] =>
  value.kind === "list" ? value.items.flatMap(textsIn) : value.kind === "literal" && typeof value.value === "string" ? [{ value: value.value, span: value.span }] : [];

/** What references find them by: the first unique field, else a field that they are shown as; null where that isn't written in each. */
function namesOf({ fields, shownAs, initialRecords }: Entity): readonly string[] | null {
  const field = fields.find((one) => one.unique)?.name ?? (shownAs.kind === "path" && shownAs.of.kind === "variable" ? shownAs.field : null);
  if (field === null) return null;
  const texts = initialRecords.flatMap(({ values }) => (values[field] ? textsIn(values[field]) : [])).map((one) => one.value);
  return texts.length === initialRecords.length ? texts : null;
}
