/** Something must set each field that is stored: a person, a statement, a default, an initial record or the product itself. */
import { type Entity, type Field, isGenerated, mustBeFilled, type Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, list } from "../../text/english.ts";
import type { Written } from "../structure/written-fields.ts";

/** A required field is reported as one that can't be filled in. */
export function noFieldNeverSet(ctx: PointCompiler, product: Product, written: Written): void {
  for (const entity of product.entities) {
    if (entity.builtIn || entity.source === null) continue;
    const own = new Set([entity.partOf?.field, ...product.machines.flatMap((machine) => (machine.entity === entity.name ? [machine.field] : []))]);
    const empty = entity.fields.filter((field) => isStored(entity, field) && !own.has(field.name) && !written.filled.has(`${entity.name}.${field.name}`));
    if (empty[0]) report(ctx, entity, empty);
  }
}

const isStored = (entity: Entity, field: Field): boolean =>
  field.source !== null && field.computed === null && field.type.kind !== "inverse" && !isGenerated(field.type) && !mustBeFilled(entity, field);

/** One diagnostic, however many fields of the entity it is about. */
function report(ctx: PointCompiler, { name }: Entity, fields: readonly Field[]): void {
  const [is, them] = fields.length === 1 ? ["stays", "it"] : ["stay", "them"];
  const names = list(
    fields.map((field) => `"${field.name}"`),
    "and",
  );
  ctx.report("field-never-set", fields[0]!.source!, `${names} of ${article(name)} ${is} empty: nobody may set ${them}, and no default, effect or initial record does.`, {
    hint: `Let a role \`create\` or \`update\` ${them} in point 6, set ${them} in an effect, or remove ${them}.`,
  });
}
