/** An initial record has all required fields, because nobody can fill them in when a new product starts. */
import { filledOnCreate, mustBeFilled, type Entity, type Field, type Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, capital, list } from "../../text/english.ts";

export function noIncompleteInitial(ctx: PointCompiler, product: Product): void {
  for (const entity of product.entities) {
    const needed = entity.initialRecords.length > 0 ? neededOf(entity) : [];
    const given = new Set<string>();
    for (const { values, source } of entity.initialRecords) {
      const left = needed.filter(({ name }) => !(name in values)).map(({ name }) => name);
      // A missing column is reported once, however many rows it affects.
      if (left.length === 0 || given.has(left.join())) continue;
      given.add(left.join());
      ctx.report(
        "incomplete-initial-record",
        source,
        `${capital(article(entity.name))} requires ${list(left)}, but this initial record doesn't have ${left.length === 1 ? "it" : "them"}.`,
      );
    }
  }
}

function neededOf(entity: Entity): readonly Field[] {
  const filled = filledOnCreate(entity);
  return entity.fields.filter((field) => (mustBeFilled(entity, byNobody(field)) || madeByPeople(entity, field)) && !filled.has(field.name));
}

/** `me` gives nothing when nobody is signed in. */
const byNobody = (field: Field): Field => (field.default?.kind === "variable" && field.default.name === "me" ? { ...field, default: null } : field);

/** The fields of User that the product itself requires. */
const madeByPeople = (entity: Entity, field: Field): boolean => entity.builtIn && ["name", "email"].includes(field.name);
