/**
 * Many records at once, all or none: each line is a change of its own, through every check, in one transaction.
 * A line that is refused is rolled back alone, so that the lines behind it are still judged; then nothing is kept.
 */
import { findQuery, listQuery, mayEver, recordQuery, system } from "@nonet/database";
import { creationInput, type Entity, entityOf, type Field, type Product } from "@nonet/model";
import { beginWork, readerOf } from "../change/change-context.ts";
import { readFormer } from "../change/previous-records.ts";
import { freshMemory, type Memory, startRun, Unanswered } from "../change/retry-state.ts";
import type { Connection, Database, Finished } from "../connection/contract.ts";
import { stateOf } from "../connection/errors.ts";
import type { Actor, Values } from "../contract/actor.ts";
import type { Imported, ImportLine, ImportOptions } from "../contract/import.ts";
import type { Change, FieldError, Outcome, Refusal } from "../contract/outcome.ts";
import { isId } from "../input/formats.ts";
import { parseListCell } from "../input/list-cell.ts";
import { grantLocation } from "../refusals/granting-line.ts";
import { notFound, notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { Stopped } from "../refusals/stop.ts";
import { answerQuestions } from "./answer-questions.ts";
import { applyChange } from "./apply-change.ts";
import { constraintRefusal } from "./constraint-refusal.ts";
import { lockKeys } from "./lock-keys.ts";
import { finish, mostRuns } from "./perform.ts";
import type { Performed } from "./performed.ts";

type Result = { readonly counts: Imported; readonly performed: readonly Performed[] };
type Scene = { readonly product: Product; readonly actor: Actor; readonly entity: Entity; readonly options: ImportOptions };

/** Whether the actor may import anything at all, which needs no look at the file; what each line does is judged with it. */
export function mayImport(product: Product, actor: Actor, name: string): Outcome<Entity> {
  const entity = entityOf(product, name);
  if (!entity) return notFound(name);
  const reader = readerOf(actor);
  const may = (deed: "create" | "update"): boolean => actor.kind === "system" || mayEver(product, reader, entity.name, deed);
  if (may("create") || may("update")) return { ok: true, value: entity };
  return actor.kind === "anyone" ? notSignedIn() : notPermitted(`You may not import ${entity.plural}.`, grantLocation(product, entity.name, "create"));
}

export async function importOn(database: Database, scene: Omit<Scene, "entity"> & { readonly entity: string }, lines: readonly ImportLine[]): Promise<Outcome<Result>> {
  const permitted = mayImport(scene.product, scene.actor, scene.entity);
  if (!permitted.ok) return permitted;
  const entity = permitted.value;
  const whole: Scene = { ...scene, entity };
  const keys = async (): Promise<readonly string[]> => {
    const found = new Set<string>();
    for (const line of lines) for (const key of await lockKeys(database, scene.product, { kind: "create", entity: entity.name, values: line.values })) found.add(key);
    return [...found].sort();
  };
  try {
    return await database.transaction<Outcome<Result>>((connection) => importLines(connection, whole, lines, database), keys);
  } catch (error) {
    if (system.retryStates.includes(stateOf(error) ?? "")) return refuse("unavailable", problem("busy", "Too many people change this at once; try again."));
    const meant = constraintRefusal(scene.product, error);
    if (meant) return { ok: false, refusal: meant };
    throw error;
  }
}

async function importLines(connection: Connection, scene: Scene, lines: readonly ImportLine[], database: Database): Promise<Finished<Outcome<Result>>> {
  const refusals: Refusal[] = [];
  const performed: Performed[] = [];
  const seen = new Map<string, number>();
  let updated = 0;
  for (const line of lines) {
    await connection.rows(system.savepointLine);
    const outcome = await settledLine(connection, scene, line, seen, database);
    if (outcome.ok) {
      performed.push(outcome.value.performed);
      updated += outcome.value.updated ? 1 : 0;
      await connection.rows(system.releaseLine);
    } else {
      refusals.push({ ...outcome.refusal, errors: outcome.refusal.errors.map((e) => ({ ...e, row: line.row })) });
      await connection.rows(system.rollbackToLine);
    }
  }
  if (refusals.length > 0) return { keep: false, value: { ok: false, refusal: joined(refusals) } };
  const counts = { created: performed.length - updated, updated };
  return { keep: scene.options.dryRun !== true, value: { ok: true, value: { counts, performed: scene.options.dryRun ? [] : performed } } };
}

/** All lines' errors together; warnings can be confirmed only where nothing else stands against it. */
function joined(refusals: readonly Refusal[]): Refusal {
  const hard = refusals.filter((r) => r.kind !== "warning");
  const told = hard.length > 0 ? hard : refusals;
  const kinds = new Set(told.map((r) => r.kind));
  return { kind: kinds.size === 1 ? told[0]!.kind : "invalid", errors: told.flatMap((r) => r.errors) };
}

type Line = { readonly performed: Performed; readonly updated: boolean };

/** A line that waits for an answer, or must know what it reaches as that was, is taken back and run again with it. */
async function settledLine(connection: Connection, scene: Scene, line: ImportLine, seen: Map<string, number>, database: Database): Promise<Outcome<Line>> {
  const memory = freshMemory();
  for (let runs = 0; runs < mostRuns; runs++) {
    startRun(memory);
    const outcome = await importLine(connection, scene, line, seen, memory);
    if (outcome !== "unanswered") return outcome;
    await connection.rows(system.rollbackToLine);
    await answerQuestions(database, memory);
  }
  return refuse("unavailable", problem("busy", "Too many people change this at once; try again."));
}

async function importLine(connection: Connection, scene: Scene, line: ImportLine, seen: Map<string, number>, memory: Memory): Promise<Outcome<Line> | "unanswered"> {
  const { product, actor, entity } = scene;
  if (line.surplus !== undefined) return refuse("invalid", problem("invalid-value", line.surplus));
  const work = beginWork(connection, product, actor, scene.options.confirm ?? [], memory, scene.options.dryRun === true);
  try {
    const read = await withReferences(connection, scene, line.values);
    if (read.errors.length > 0) return refuse("invalid", ...read.errors);
    const found = await existing(connection, scene, read.values);
    if ("errors" in found) return refuse("conflict", ...found.errors);
    const twin = twinOf(scene, read.values, found.id, line.row, seen);
    if (twin) return refuse("conflict", twin);
    const { id: _id, ...values } = read.values;
    const change: Change =
      found.id === null
        ? { kind: "create", entity: entity.name, values: withoutEmpty(values) }
        : { kind: "update", entity: entity.name, id: found.id, values: changed(scene, values, found.byId === true), ifVersion: "any" };
    await readFormer(work);
    const id = await applyChange(work, change);
    const finished = await finish(work, { entity: entity.name }, {}, id);
    if (finished.keep && memory.questions.size > 0) return "unanswered";
    return finished.value.ok ? { ok: true, value: { performed: finished.value.value, updated: found.id !== null } } : finished.value;
  } catch (error) {
    if (error instanceof Unanswered) return "unanswered";
    if (error instanceof Stopped) return { ok: false, refusal: error.refusal };
    const meant = constraintRefusal(product, error);
    if (meant) return { ok: false, refusal: meant };
    throw error;
  }
}

/** What a record has: nothing of a line's empty cells under what only a new one is asked for. */
function changed({ product, entity, options }: Scene, values: Values, byId: boolean): Values {
  const asked = creationInput(product, entity.name).filter(({ key }) => (values[key] ?? "") === "");
  return without(values, [...asked.map(({ key }) => key), ...(byId ? [] : (options.match ?? []))]);
}

/** What a line was found by stands already, and may be set only once. */
const without = (values: Values, keys: readonly string[]): Values => Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
const withoutEmpty = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ""));

/** The record that a line changes: by its id, or by the fields to match; none where it is a new one. */
async function existing(
  connection: Connection,
  scene: Scene,
  values: Values,
): Promise<{ readonly id: string | null; readonly byId?: boolean } | { readonly errors: readonly FieldError[] }> {
  const { product, entity } = scene;
  const reader = readerOf(scene.actor);
  const given = values["id"];
  if (given !== undefined && given !== null && given !== "") {
    const row = isId(given) ? await connection.row(recordQuery(product, reader, entity.name, given, ["id"])) : undefined;
    return row ? { id: String(given), byId: true } : { errors: [problem("not-found", `There is no ${entity.name} with this id, or it isn't yours to see.`, { field: "id" })] };
  }
  const match = scene.options.match ?? [];
  if (match.length === 0 || match.some((key) => values[key] === null || values[key] === undefined || values[key] === "")) return { id: null };
  const equals = Object.fromEntries(match.map((key) => [key, String(values[key])]));
  const rows = await connection.rows(listQuery(product, reader, { entity: entity.name, equals, limit: 2, fields: ["id"] }));
  if (rows.length > 1) return { errors: [problem("not-unique", `Several ${entity.plural} have this ${match.join(" and ")}.`, { field: match[0]! })] };
  return { id: rows.length === 1 ? String(rows[0]!["record"].id) : null };
}

/** Two lines about one record would undo each other. */
function twinOf(scene: Scene, values: Values, id: string | null, row: number, seen: Map<string, number>): FieldError | null {
  const match = scene.options.match ?? [];
  const name = id ?? (match.length > 0 ? JSON.stringify(match.map((key) => values[key] ?? null)) : null);
  if (name === null) return null;
  const before = seen.get(name);
  seen.set(name, before ?? row);
  // The same line comes again where it is run anew.
  return before === undefined || before === row ? null : problem("not-unique", `Line ${before} is about the same ${scene.entity.name}.`, { field: match[0] ?? "id" });
}

/** References are written as people know them: by what the record is shown as, a unique field or its id; only records, and only unique fields, that the person may read count. */
async function withReferences(connection: Connection, scene: Scene, sent: Values): Promise<{ values: Values; errors: FieldError[] }> {
  const values: Record<string, unknown> = { ...sent };
  const errors: FieldError[] = [];
  for (const field of [...scene.entity.fields, ...creationInput(scene.product, scene.entity.name)]) {
    const text = values[field.key];
    const { type } = field;
    if ((type.kind !== "reference" && type.kind !== "references") || typeof text !== "string" || text === "") continue;
    const ids: string[] = [];
    for (const one of type.kind === "reference" ? [text] : parseListCell(text)) {
      const found = await referred(connection, scene, type.entity, one);
      if (typeof found === "string") ids.push(found);
      else
        errors.push(
          problem(
            "invalid-value",
            found.many
              ? `Several ${entityOf(scene.product, type.entity)?.plural ?? type.entity} are called "${one.slice(0, 120)}".`
              : `There is no ${type.entity} called "${one.slice(0, 120)}", or it isn't yours to see.`,
            { field: field.key },
          ),
        );
    }
    values[field.key] = type.kind === "reference" ? ids[0] : ids;
  }
  return { values, errors };
}

async function referred(connection: Connection, scene: Scene, entity: string, text: string): Promise<string | { readonly many: boolean }> {
  const reader = scene.actor.kind === "system" ? null : readerOf(scene.actor);
  const find = (name: string) => connection.rows(findQuery(scene.product, entity, isId(name) ? "id" : null, name, reader));
  const exactly = await find(text);
  const rows = exactly.length > 0 || text.trim() === text ? exactly : await find(text.trim());
  return rows.length === 1 ? String(rows[0]!["id"]) : { many: rows.length > 1 };
}

/** Fields that a column of a file may name: those that somebody can write, and what the actions that make such a record ask for. */
export const importable = (product: Product, entity: Entity): readonly Field[] => {
  const own = entity.fields.filter(
    (f) =>
      f.computed === null &&
      f.readOnly !== true &&
      !["inverse", "sequence", "random text", "secret key", "secret link", "file"].includes(f.type.kind) &&
      !(entity.builtIn && ["roles", "active"].includes(f.name)),
  );
  return [...own, ...creationInput(product, entity.name).filter((f) => f.type.kind !== "file" && own.every((o) => o.key !== f.key))];
};
