import { uniqueQuery, uniqueSets } from "@nonet/database";
import { entityOf, sourceLocation } from "@nonet/model";
import { personOf } from "../change/actor-reader.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { pathOf } from "../change/part-path.ts";
import { byEntity } from "../change/resulting-records.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { problem } from "../refusals/refusal.ts";
import { uniqueSource } from "../refusals/source-location.ts";

export async function checkUnique(context: ChangeContext): Promise<void> {
  for (const [entity, list] of byEntity(context)) {
    const concerned = list.filter((t) => (t.kind === "created" ? isChosen(context, entity) : t.kind === "changed" && mayClash(context, entity, t)));
    if (concerned.length === 0) continue;
    const query = uniqueQuery(
      context.product,
      entity,
      concerned.map((t) => t.id),
    );
    if (!query) continue;
    for (const row of await context.connection.rows(query)) {
      const names = row["fields"] as string[];
      const fields = names.map((n) => entityOf(context.product, entity)?.fields.find((f) => f.name === n));
      // `unique within`: the field that says so is the one to change.
      const last = fields[0]?.uniqueWithin === names[1] && names.length === 2 ? fields[0] : fields.at(-1);
      const taken = context.product.errors.find((e) => e.code.toLowerCase().replace(/_/g, "-") === "not-unique");
      const detail = `There is another ${entity} with this ${names.join(" and ")}.`;
      const at = pathOf(context, row["id"] as string, last?.key ?? null);
      context.errors.push(
        taken
          ? await catalogueError(
              context.connection,
              context.product,
              taken.code,
              { entity, id: row["id"], variables: { me: personOf(context.actor) }, reader: context.reader },
              { field: at },
            )
          : problem("not-unique", detail, { field: at, ...sourceLocation(context.product, uniqueSource(entityOf(context.product, entity), names)) }),
      );
    }
  }
}

/** Whether people choose something that must be unique: a number that was just counted is nobody's yet. */
const isChosen = (context: ChangeContext, entityName: string): boolean => {
  const entity = entityOf(context.product, entityName);
  return !entity || uniqueSets(entity).some((names) => names.some((name) => entity.fields.find((f) => f.name === name)?.type.kind !== "sequence"));
};

/** Whether something that must be unique is another now; what isn't told apart is asked about. */
function mayClash(context: ChangeContext, entityName: string, touched: ChangedRecord): boolean {
  const entity = entityOf(context.product, entityName);
  if (!entity || !touched.before || !touched.after) return true;
  const { before, after } = touched;
  return uniqueSets(entity)
    .flat()
    .some((name) => {
      const key = entity.fields.find((f) => f.name === name)?.key ?? name;
      return !(key in before) || !(key in after) || JSON.stringify(before[key]) !== JSON.stringify(after[key]);
    });
}
