/** What a new version of the document changes in the database, step by step. */
import type { Entity, Product } from "@nonet/model";
import { columnsOf, tableOf } from "../columns/columns.ts";
import { entityInPreviousVersion, formerColumn, lists } from "../columns/previous-version.ts";
import { conversionOf } from "../conversion/conversion.ts";
import { initialStates } from "../conversion/initial-states.ts";
import type { ShadowColumn } from "../conversion/shadow-column.ts";
import { mentions } from "../sql/rename-columns.ts";
import { constraintMeaning } from "../tables/constraint-meaning.ts";
import { partsOf } from "../tables/constraints.ts";
import type { Part } from "../tables/part.ts";
import { createTable } from "../tables/plan-tables.ts";
import { type ChangeStep, step } from "./change-step.ts";
import { changeEntity } from "./entity-steps.ts";
import { dropJoin, joinSteps } from "./list-steps.ts";

/** `shadows`: the shadow columns that take their place in these steps. */
export function planChange(before: Product, after: Product, shadows: readonly ShadowColumn[]): { readonly steps: readonly ChangeStep[] } {
  const pairs = after.entities.map((e) => ({ after: e, before: entityInPreviousVersion(before, e) }));
  const gone = before.entities.filter((e) => !pairs.some((p) => p.before === e));
  const oldParts = new Map(before.entities.flatMap((e) => partsOf(before, e).map((p) => [p.name, p] as const)));
  const added = partsAdded(before, after, shadows);
  // A part that is only recreated is dropped with its column, except the function of a guard.
  const dropped = [...oldParts.values()].filter((p) => added.changed(p) || (p.guard && added.parts.some((a) => a.name === p.name)));
  return {
    steps: [
      ...dropped.map((p) => step(p.drop, partSentence(before, p, "dropped"), null, { isIndex: p.kind === "index" })),
      ...pairs.flatMap((p) => (p.before ? changeEntity(before, after, p.before, p.after, shadows) : [step(createTable(after, p.after), `${p.after.name} is new.`)])),
      ...pairs.flatMap((p) => joinSteps(before, after, p.before, p.after)),
      ...gone.flatMap((e) => [
        ...lists(e).map((f) => dropJoin(e, f, `${f.name} of ${e.name} is gone.`)),
        step(`drop table ${tableOf(e)} cascade`, `${e.name} is gone.`, `every ${e.name}`, { losesOnly: `select id from ${tableOf(e)}`, of: e.name }),
      ]),
      // After everything that a condition may read, and before new constraints.
      ...initialStates(before, after).map((f) => step(f.bring, `Every ${f.entity.name} for which a start condition holds gets that state: ${f.states.join(", ")}.`)),
      ...added.parts.map((p) => step(p.add, partSentence(after, p, "added"), null, { adds: p, isIndex: p.kind === "index" })),
    ],
  };
}

/** In the document's terms. */
function partSentence(product: Product, part: Part, change: "added" | "dropped"): string {
  const isAdded = change === "added";
  if (part.kind === "index") return `An index for lists of ${fieldsOf(product, part)} is ${change}.`;
  const meaning = constraintMeaning(product, part.name);
  if (!meaning) return `${part.name} is ${change}.`;
  if (meaning.kind === "overlap") return `The rule "${meaning.rule}" of ${meaning.entity}: overlaps are ${isAdded ? "refused" : "no longer refused"}.`;
  const fields = `${meaning.fields.join(" and ")} of ${meaning.entity}`;
  if (meaning.kind === "unique") return `${fields}: each value may be stored ${isAdded ? "only once" : "more than once"}.`;
  if (meaning.kind === "reference") return `${fields}: the ${meaning.refersTo ?? "record"} that it names ${isAdded ? "must" : "need no longer"} exist.`;
  if (meaning.end !== null) return `${fields}: the ${meaning.end === "most" ? "maximum" : "minimum"} ${isAdded ? "is checked" : "is no longer checked"}.`;
  return `${fields}: the values ${isAdded ? "are checked" : "are no longer checked"}.`;
}

/** The entity of an index and the fields that it reads, such as `Loan by item and startDate`. */
function fieldsOf(product: Product, part: Part): string {
  const entity = product.entities.find((e) => tableOf(e) === part.table);
  if (!entity) return part.name;
  const fields = columnsOf(product, entity).flatMap((c) => (mentions(part.body, [c.column]) ? [c.name] : []));
  return [entity.name, ...(fields.length > 0 ? [`by ${fields.join(" and ")}`] : [])].join(" ");
}

/** The parts that are new or changed, or that use a column that is replaced. */
function partsAdded(before: Product, after: Product, shadows: readonly ShadowColumn[]): { readonly parts: readonly Part[]; changed(former: Part): boolean } {
  const oldParts = new Map(before.entities.flatMap((e) => partsOf(before, e).map((p) => [p.name, p.add] as const)));
  const newParts = new Map(after.entities.flatMap((e) => partsOf(after, e).map((p) => [p.name, p.add] as const)));
  return {
    parts: after.entities.flatMap((e) => {
      const replaced = replacedColumns(before, after, e, shadows);
      return partsOf(after, e).filter((p) => oldParts.get(p.name) !== p.add || mentions(p.body, replaced));
    }),
    changed: (p) => newParts.get(p.name) !== p.add,
  };
}

function replacedColumns(before: Product, after: Product, now: Entity, shadows: readonly ShadowColumn[]): readonly string[] {
  const old = entityInPreviousVersion(before, now);
  return columnsOf(after, now).flatMap((column) => {
    const former = old && formerColumn(columnsOf(before, old), column);
    const isFilled = shadows.some((b) => b.entity === now.name && b.column === column.column);
    return former && (isFilled || !conversionOf(after, now, former, column)) ? [column.column] : [];
  });
}
