/** Deletes one record, where the document allows it and nothing refers to it. */
import { archiveQuery, deleteQuery, guardQuery } from "@nonet/database";
import { entityOf } from "@nonet/model";
import { withCapitalArticle } from "./article.ts";
import { lineOf, problem, refuse, wordsAt } from "./refusal.ts";
import { stop, touch, variablesOf, type Work } from "./work.ts";

export async function deleteRecord(work: Work, entityName: string, id: string): Promise<void> {
  const entity = entityOf(work.product, entityName);
  if (!entity) throw new Error("The checker lets only known entities through here.");
  const touched = await touch(work, entityName, id, "delete");
  const { allowed, notWhile, source } = entity.deleting;
  if (allowed === "never") stop(refuse("conflict", problem("not-deletable", `${withCapitalArticle(entityName)} can't be deleted.`, { line: lineOf(work.product, source) })));
  if (notWhile) {
    const row = await work.connection.row(guardQuery(work.product, entityName, id, notWhile.expression, variablesOf(work, touched)));
    if (row?.["holds"] === true) stop(refuse("conflict", problem("not-deletable", `${withCapitalArticle(entityName)} can't be deleted while ${wordsAt(work.product, notWhile.source)}.`, { line: lineOf(work.product, notWhile.source) })));
  }
  work.touched.set(id, { ...touched, kind: "deleted" });
  await work.connection.rows(allowed === "archives" ? archiveQuery(work.product, entityName, id) : deleteQuery(work.product, entityName, id));
}
