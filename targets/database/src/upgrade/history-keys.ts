/**
 * The history stores each field under its key. When a new version renames a field, its key in the history is renamed, so
 * that a later field of the former name isn't mistaken for it. When a version removes a personal field, its values are
 * removed from the history: nobody could tell any more whose they were.
 *
 * The change of version records the renames, and the entries follow in batches. The last record stays until the next
 * version, for entries that servers of the previous version still write.
 */
import type { Entity, Field, Product } from "@nonet/model";
import { columnsOf } from "../columns/columns.ts";
import { entityInPreviousVersion } from "../columns/previous-version.ts";
import { keyOf, personalGroups } from "../personal/personal-data-queries.ts";
import type { Query } from "../sql/query.ts";
import { literal } from "../sql/sql-text.ts";
import type { ChangeStep } from "./change-step.ts";

/** By entity: the new key of each former one (null: its values are removed), and the entities of its lists of parts. */
type Rules = Record<string, { keys: Record<string, string | null>; parts: Record<string, string> }>;

export function historySteps(before: Product, after: Product): readonly ChangeStep[] {
  return [...removalSteps(before, after), ...renameSteps(before, after)];
}

const nowOf = (before: Product, after: Product, old: Entity): Entity | undefined =>
  after.entities.find((e) => e.name === old.name) ?? after.entities.find((e) => entityInPreviousVersion(before, e) === old);

/** The field of the new version that a field, or the state, of the previous one becomes. */
function nowField(old: Entity, now: Entity, field: Pick<Field, "name" | "key">): Field | undefined {
  const isNew = (f: Field): boolean => !old.fields.some((o) => o.key === f.key);
  return now.fields.find((f) => f.key === field.key) ?? now.fields.find((f) => f.was === field.name && isNew(f));
}

function renameSteps(before: Product, after: Product): readonly ChangeStep[] {
  const sentences: string[] = [];
  const keys = new Map<Entity, Record<string, string>>();
  for (const old of before.entities) {
    const now = nowOf(before, after, old);
    const state = columnsOf(before, old).filter((c) => c.states && c.field === null);
    for (const field of now ? [...old.fields, ...state] : []) {
      const called = nowField(old, now!, field);
      if (!called || called.key === field.key) continue;
      keys.set(old, { ...keys.get(old), [field.key]: called.key });
      sentences.push(`${field.name} of ${now!.name} is renamed to ${called.name} in the history too, in batches.`);
    }
  }
  return keys.size === 0 ? [] : [{ sql: note(before, rulesOf(before, after, keys)), sentence: sentences.join(" "), loses: null }];
}

function removalSteps(before: Product, after: Product): readonly ChangeStep[] {
  return before.entities.flatMap((old) =>
    personalOf(before, old)
      .filter((personal) => !isKept(before, after, old, personal))
      .map(({ field }) => ({
        sql: note(before, rulesOf(before, after, new Map([[old, { [field.key]: null }]]))),
        sentence: `The values of ${field.name} of ${old.name} are removed from the history: they are personal, and nothing tells any more whose they were.`,
        loses: `the previous values of ${field.name} of ${old.name} in the history`,
        ...recordsHolding(before, old, field),
      })),
  );
}

interface Personal {
  readonly field: Field;
  /** The key of the field that names the person; null for a list of parts with personal data. */
  readonly of: string | null;
}

function personalOf(product: Product, entity: Entity): readonly Personal[] {
  const own = personalGroups(product)
    .filter((g) => g.entity === entity)
    .flatMap((g) => g.fields.map((field) => ({ field, of: keyOf(g) })));
  const lists = product.entities.flatMap((part) => {
    const field = part.partOf?.entity === entity.name && personalOf(product, part).length > 0 ? entity.fields.find((f) => f.name === part.partOf!.list) : undefined;
    return field ? [{ field, of: null }] : [];
  });
  return [...own, ...lists];
}

/** Whether an erasure still finds it. A field that is kept, and no longer personal, follows the document. */
function isKept(before: Product, after: Product, old: Entity, { field, of }: Personal): boolean {
  const now = nowOf(before, after, old);
  const called = now && nowField(old, now, field);
  if (!now || !called || called.computed !== null) return false;
  if (of === null)
    return after.entities.some((e) => e.partOf?.entity === now.name && e.partOf.list === called.name && entityInPreviousVersion(before, e)?.partOf?.list === field.name);
  if (called.type.kind === "inverse") return false;
  const group = personalGroups(after).find((g) => g.entity === now && g.fields.includes(called));
  if (!group) return true;
  const naming = old.fields.find((f) => f.key === of);
  return keyOf(group) === (naming ? nowField(old, now, naming)?.key : of);
}

/** The records whose history has values of the field; for parts, those of the outermost whole. */
function recordsHolding(product: Product, entity: Entity, field: Field): Pick<ChangeStep, "losesOnly" | "of"> {
  let [root, path] = [entity, `.${JSON.stringify(field.key)}`];
  for (let whole = wholeOf(product, root); whole; whole = wholeOf(product, root)) [root, path] = [whole, `.${JSON.stringify(listKey(whole, root))}[*]${path}`];
  const holds = (side: string): string => `jsonb_path_exists(${side}, ${literal(`$${path} ? (@ != null)`)})`;
  const names = [root.name, ...formerName(product, root)].map(literal).join(", ");
  return { losesOnly: `select distinct record_id as id from nonet.history where entity in (${names}) and (${holds("before")} or ${holds("after")})`, of: root.name };
}

const wholeOf = (product: Product, part: Entity): Entity | undefined => (part.partOf === null ? undefined : product.entities.find((e) => e.name === part.partOf!.entity));
const listKey = (whole: Entity, part: Entity): string => whole.fields.find((f) => f.name === part.partOf!.list)?.key ?? part.partOf!.list;
/** Entries of a renamed entity may not have been updated yet. */
const formerName = (product: Product, entity: Entity): string[] => (entity.was === null || product.entities.some((e) => e.name === entity.was) ? [] : [entity.was]);

function rulesOf(before: Product, after: Product, keys: ReadonlyMap<Entity, Record<string, string | null>>): Rules {
  const affected = new Set<Entity>();
  for (const entity of keys.keys()) for (let e: Entity | undefined = entity; e; e = wholeOf(before, e)) affected.add(e);
  const rules: Rules = {};
  for (const entity of affected) {
    const parts = [...affected].filter((p) => wholeOf(before, p) === entity).map((p) => [listKey(entity, p), p.name] as const);
    const now = nowOf(before, after, entity);
    for (const name of [entity.name, ...(now ? [now.name] : []), ...formerName(before, entity)]) rules[name] = { keys: keys.get(entity) ?? {}, parts: Object.fromEntries(parts) };
  }
  return rules;
}

/** The position of the last entry, without a lock. */
const positions = "nonet.history_position_seq";

const note = (before: Product, rules: Rules): string =>
  `insert into nonet.history_rename(from_version, rules, switch_position) select ${literal(before.version)}, ${literal(JSON.stringify(rules))}::jsonb, last_value from ${positions}`;

export const historyKeys = {
  /** For a change to this version: later entries don't follow the previous version's renames. */
  close: (version: string): Query => ({
    text: `update nonet.history_rename set end_position = (select last_value from ${positions}) where end_position is null and (select version from nonet.meta) <> $1`,
    values: [version],
  }),
  /** Rows `{note}`: the renames, in order. */
  notes: { text: "select position::text as note from nonet.history_rename order by position", values: [] } satisfies Query,
  /** One batch of a rename: `{last}`, null where nothing is left. Each entry is renamed once, also with concurrent processes. */
  batch: (one: string): Query => ({
    text: `with note as materialized (select * from nonet.history_rename where position = $1::bigint for update),
batch as materialized (select h.position from nonet.history h, note n where h.position > n.done_position and h.entity = any(array(select jsonb_object_keys(n.rules)))
  and (h.position <= n.switch_position or (h.specification = n.from_version and h.position <= coalesce(n.end_position, h.position))) order by h.position limit 1000),
done as (update nonet.history h set before = nonet.rename_keys(h.before, h.entity, n.rules), after = nonet.rename_keys(h.after, h.entity, n.rules) from note n where h.position = any(array(select position from batch))),
noted as (update nonet.history_rename set done_position = (select max(position) from batch) where position = $1::bigint and exists (select 1 from batch))
select max(position)::text as last from batch`,
    values: [one],
  }),
  done: (one: string): Query => ({ text: "delete from nonet.history_rename where position = $1::bigint and end_position is not null", values: [one] }),
};
