/** An offered call answers something to everybody whom it is for: they may read of what its answer is made. */
import { isNesting, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, list } from "../../text/english.ts";
import { entitiesIn } from "../../trees/entities-in.ts";
import { mayEver } from "./may-read.ts";
import { answered } from "./no-disclosed-answers.ts";
import { namedPeople, peopleIn, readsSome } from "./people.ts";

export function noEmptyAnswer(ctx: PointCompiler, product: Product): void {
  for (const { name, does } of product.calls) {
    if (does.kind !== "offered" || does.seesEverything || !does.answers.body || does.credential?.user === null) continue;
    const { body } = does.answers;
    const people = peopleIn(ctx, product, does.for);
    reportFinds(ctx, product, { name, people, then: does.then });
    const entities = entitiesIn(product, body);
    for (const entity of entities) {
      const blind = people.filter((role) => !readsSome(ctx, product, role, entity));
      if (blind.length > 0)
        ctx.report("call-without-right", body.span, `"${name}" answers nothing of any ${entity} to ${namedPeople(blind)}: point 6 doesn't let them read ${article(entity)}.`, {
          hint: "Grant `read` in point 6, take them out of For, or add `Sees: everything` to the call.",
        });
    }
    const fields = [...answered(ctx, body).values()].filter(
      ([entity, field]) =>
        entity !== "User" && people.length > 0 && people.every((role) => readsSome(ctx, product, role, entity) && !mayEver(ctx, product, role, "read", entity, field)),
    );
    if (fields.length > 0) {
      const what = fields.map(([entity, field]) => `${entity}: ${field}`);
      ctx.report("call-without-right", body.span, `"${name}" never answers ${list(what, "and")}: point 6 doesn't let ${namedPeople(people)} read it.`, {
        hint: "Grant `read` on the field in point 6, leave it out of the answer, or add `Sees: everything` to the call.",
      });
    }
  }
}

/** What `find` looks for are the records that the caller may read. */
function reportFinds(
  ctx: PointCompiler,
  product: Product,
  { name, people, then }: { readonly name: string; readonly people: readonly string[]; readonly then: readonly Statement[] },
): void {
  for (const statement of then) {
    if (isNesting(statement)) reportFinds(ctx, product, { name, people, then: statement.body });
    if (statement.kind !== "find") continue;
    for (const entity of entitiesIn(product, statement.of)) {
      const blind = people.filter((role) => !readsSome(ctx, product, role, entity));
      if (blind.length > 0)
        ctx.report(
          "call-without-right",
          statement.source,
          `"${name}" never finds ${article(entity)} for ${namedPeople(blind)}: point 6 doesn't let them read ${article(entity)}.`,
          {
            hint: "Grant `read` in point 6, take them out of For, or add `Sees: everything` to the call.",
          },
        );
    }
  }
}
