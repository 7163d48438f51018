/** A new product has only its initial records, so they can refer only to each other. */
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
        for (const written of names ? textsIn(value) : [])
          if (!names!.some((one) => one === written.value || (type.entity === "User" && one.toLowerCase() === written.value.toLowerCase()))) {
            const near = nearest(written.value, names!);
            ctx.report(
              "missing-initial-record",
              written.span,
              `There is no initial record "${written.value}" of ${type.entity}.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
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

/** The values by which references find the records: the first unique field, otherwise the title field; null unless every record has a literal there. */
function namesOf({ fields, shownAs, initialRecords }: Entity): readonly string[] | null {
  const field = fields.find((one) => one.unique)?.name ?? (shownAs.kind === "path" && shownAs.of.kind === "variable" ? shownAs.field : null);
  if (field === null) return null;
  const texts = initialRecords.flatMap(({ values }) => (values[field] ? textsIn(values[field]) : [])).map((one) => one.value);
  return texts.length === initialRecords.length ? texts : null;
}
