/** `Erasing: refused with CODE while …`: an erasure waits until the condition no longer holds. */
import { guardQuery } from "@nonet/database";
import { conditionWords, type Entity, sourceLocation } from "@nonet/model";
import { personOf } from "../change/actor-reader.ts";
import type { ChangeContext } from "../change/change-context.ts";
import { stopChange } from "../change/report.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { say } from "@nonet/texts";

export async function refuseErasing(context: ChangeContext, entity: Entity, ids: readonly string[]): Promise<void> {
  const { connection, product, actor, reader } = context;
  const variables = { me: personOf(actor) };
  // A model of an earlier version may lack the attribute.
  for (const { refusedWhile, code } of entity.erasing ?? [])
    for (const id of ids) {
      if ((await connection.row(guardQuery(product, entity.name, id, refusedWhile.expression, variables)))?.["holds"] !== true) continue;
      const where = { field: null, ...sourceLocation(product, refusedWhile.source) };
      const detail = say("the-personal-data-of-this-entity-cant", { entity: entity.name, refusedWhile: conditionWords(product, refusedWhile) });
      stopChange(
        context,
        refuse(
          "conflict",
          code === null ? problem("not-deletable", detail, where) : await catalogueError(connection, product, code, { entity: entity.name, id, variables, reader }, where),
        ),
      );
    }
}
