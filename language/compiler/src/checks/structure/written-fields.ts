/** What changes records: which entities get new records or lose some, and which fields get a value, by people or by statements. */
import type { Expression } from "@nonet/feel";
import { type Entity, isNesting, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { ownerOf } from "../../trees/walk.ts";
import { mayEver } from "../access/may-read.ts";
import { allStatements } from "./statements.ts";

/** Fields as `Entity.field`. What a line that isn't shown may write isn't in it. */
export interface Written {
  readonly created: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  /** Fields of records that are there already. */
  readonly changed: ReadonlySet<string>;
  /** Fields that get a value, at the latest when the record is created. */
  readonly filled: ReadonlySet<string>;
}

export function writtenIn(ctx: PointCompiler, product: Product): Written {
  const written = { created: new Set<string>(), deleted: new Set<string>(), changed: new Set<string>(), filled: new Set<string>() };
  for (const { entity, verb } of product.permissions.grants) if (verb === "create" || verb === "delete") written[verb === "create" ? "created" : "deleted"].add(entity);
  for (const entity of product.entities) addByPeople(ctx, product, entity, written);
  for (const machine of product.machines) {
    written.changed.add(`${machine.entity}.${machine.field}`);
    for (const { from, to } of machine.transitions) if (from === null || to === null) written[from === null ? "created" : "deleted"].add(machine.entity);
    for (const { field } of machine.actions.flatMap(({ asks }) => asks)) written.changed.add(`${machine.entity}.${field.name}`);
  }
  for (const one of [...allStatements(product), ...product.entities.flatMap(({ events }) => events.flatMap(({ then }) => then))]) addByStatement(product, one, written);
  addParts(ctx, product, written);
  for (const field of written.changed) written.filled.add(field);
  return written;
}

type Growing = { readonly [K in keyof Written]: Set<string> };

function addByPeople(ctx: PointCompiler, product: Product, entity: Entity, { deleted, changed, filled }: Growing): void {
  const may = (verb: "create" | "update", field: string): boolean => mayEver(ctx, product, null, verb, entity.name, field);
  for (const { name, type, computed, readOnly, setOnce, whenDeleted, ...field } of entity.fields) {
    const key = `${entity.name}.${name}`;
    if (type.kind === "reference" && whenDeleted === "empty it") changed.add(key);
    if (type.kind === "reference" && whenDeleted === "delete too") deleted.add(entity.name);
    if (field.default !== null || entity.initialRecords.some(({ values }) => name in values)) filled.add(key);
    if (computed !== null || readOnly === true) continue;
    if (may("update", name)) (setOnce ? filled : changed).add(key);
    else if (may("create", name)) filled.add(key);
  }
}

function addByStatement(product: Product, s: Statement, written: Growing): void {
  if (isNesting(s)) for (const one of s.body) addByStatement(product, one, written);
  else if (s.kind === "create") {
    written.created.add(s.entity);
    for (const { field } of s.values) written.filled.add(`${s.entity}.${field}`);
  } else if (s.kind === "set" && s.target.kind === "path") written.changed.add(`${ownerOf(s.target)}.${s.target.field}`);
  else if (s.kind === "delete") for (const entity of entityIn(s.of)) written.deleted.add(entity);
  else if (s.kind === "forget") for (const { name } of product.entities) written.changed.add(`${name}.${s.field}`);
}

function entityIn({ type }: Expression): readonly string[] {
  const of = type.kind === "list" ? type.of : type;
  return of.kind === "record" ? [of.name] : [];
}

/** Parts are made and removed with their whole, or inside its form. */
function addParts(ctx: PointCompiler, product: Product, { created, deleted }: Growing): void {
  const parts = product.entities.filter(({ partOf }) => partOf !== null);
  // Of parts of parts, the whole comes first in at most as many rounds as there are parts.
  for (const _ of parts)
    for (const { name, partOf } of parts) {
      const isEdited = mayEver(ctx, product, null, "update", partOf!.entity, partOf!.list);
      if (isEdited || created.has(partOf!.entity)) created.add(name);
      if (isEdited || deleted.has(partOf!.entity)) deleted.add(name);
    }
}
