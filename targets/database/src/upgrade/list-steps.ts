/** The steps for many-to-many fields, which have tables of their own. */
import type { Entity, Field, Product } from "@nonet/model";
import { joinTableOf } from "../columns/columns.ts";
import { formerList, lists } from "../columns/previous-version.ts";
import { literal } from "../sql/sql-text.ts";
import { createJoin, joinForeignKey, joinNames } from "../tables/plan-tables.ts";
import { type ChangeStep, step } from "./change-step.ts";

/** The same list with another `on delete`. */
function changeForeignKey(product: Product, entity: Entity, field: Field): ChangeStep {
  const tie = joinForeignKey(product, entity, field);
  return step(
    `alter table ${joinTableOf(entity, field)} drop constraint if exists ${tie.name}, add constraint ${tie.name} foreign key (to_id) ${tie.body} not valid`,
    `What happens to ${field.name} of ${entity.name} when one of them is deleted has changed.`,
  );
}

export function joinSteps(before: Product, after: Product, old: Entity | undefined, now: Entity): ChangeStep[] {
  const kept = new Set<Field>();
  const added = lists(now).flatMap((f) => {
    const former = old && formerList(before, after, old, f);
    if (!former) return [step(createJoin(after, now, f), `${now.name} has a new list ${f.name}.`)];
    kept.add(former);
    return [
      ...(joinTableOf(old, former) === joinTableOf(now, f) ? [] : [renameJoin(before, after, { old, former, now, field: f })]),
      ...(former.whenDeleted === f.whenDeleted ? [] : [changeForeignKey(after, now, f)]),
    ];
  });
  // Tables are dropped first, so that a new one can take the name.
  return [...lists(old).flatMap((f) => (kept.has(f) ? [] : [dropJoin(old!, f, `${f.name} of ${now.name} is gone.`)])), ...added];
}

export const dropJoin = (entity: Entity, field: Field, sentence: string): ChangeStep =>
  step(`drop table if exists ${joinTableOf(entity, field)}`, sentence, `${field.name} of every ${entity.name}`, {
    losesOnly: `select distinct from_id as id from ${joinTableOf(entity, field)}`,
    of: entity.name,
  });

interface RenamedJoin {
  readonly old: Entity;
  readonly former: Field;
  readonly now: Entity;
  readonly field: Field;
}

/** Renames the constraints and the index too: a later list of the former name creates its own. */
function renameJoin(before: Product, after: Product, { old, former, now, field }: RenamedJoin): ChangeStep {
  const [from, to] = [joinTableOf(old, former), joinTableOf(now, field)];
  const [had, has] = [joinNames(before, old, former), joinNames(after, now, field)];
  const constraint = (was: string, is: string): string =>
    `do $do$ begin if exists (select 1 from pg_constraint where conrelid = ${literal(to)}::regclass and conname = ${literal(plain(was))}) then alter table ${to} rename constraint ${was} to ${is}; end if; end $do$`;
  return step(
    [
      `alter table ${from} rename to ${to.replace(/^app\./, "")}`,
      ...(["tie", "owner"] as const).filter((one) => had[one] !== has[one]).map((one) => constraint(had[one], has[one])),
      ...(had.index === has.index ? [] : [`alter index if exists app.${had.index} rename to ${has.index}`]),
    ].join(";\n"),
    `${former.name} of ${now.name} is now called ${field.name}.`,
  );
}

const plain = (name: string): string => name.replace(/^"(.*)"$/, "$1").replaceAll('""', '"');
