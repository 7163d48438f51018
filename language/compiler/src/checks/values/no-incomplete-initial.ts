/** An initial record has everything that a record can't be without: nobody fills it in when a new product begins. */
import type { Entity, Field, Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, capital, list } from "../../text/english.ts";
import { filledByEffects, mustBeFilled } from "./no-form-without-required.ts";

export function noIncompleteInitial(ctx: PointCompiler, product: Product): void {
  for (const entity of product.entities) {
    const needed = entity.initialRecords.length > 0 ? neededOf(product, entity) : [];
    const said = new Set<string>();
    for (const { values, source } of entity.initialRecords) {
      const left = needed.filter(({ name }) => !(name in values)).map(({ name }) => name);
      // A column that isn't there is one mistake, however many rows it leaves out.
      if (left.length === 0 || said.has(left.join())) continue;
      said.add(left.join());
      ctx.report(
        "incomplete-initial-record",
        source,
        `${capital(article(entity.name))} requires ${list(left)}, but this initial record doesn't have ${left.length === 1 ? "it" : "them"}.`,
      );
    }
  }
}

function neededOf(product: Product, entity: Entity): readonly Field[] {
  const filled = filledByEffects(product, entity);
  return entity.fields.filter((field) => (mustBeFilled(entity, byNobody(field)) || madeByPeople(entity, field)) && !filled.has(field.name));
}

/** Where nobody acts, `me` gives nothing. */
const byNobody = (field: Field): Field => (field.default?.kind === "variable" && field.default.name === "me" ? { ...field, default: null } : field);

/** What the product's own fields of a person can't do without. */
const madeByPeople = (entity: Entity, field: Field): boolean => entity.builtIn && ["name", "email"].includes(field.name);
