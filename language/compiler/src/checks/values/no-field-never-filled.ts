/** Warns of a stored field that stays empty for ever: point 6 lets nobody fill it in, no action asks for it, and no effect sets it. */
import { type Entity, type Field, isGenerated, isNesting, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { ownerOf } from "../../trees/walk.ts";
import { fieldsOf, indexOf, mayEver, rightsOf, rolesOf } from "../access/may-read.ts";
import { allStatements } from "../structure/statements.ts";

export function noFieldNeverFilled(ctx: PointCompiler, product: Product): void {
  const { permissions, machines, calls, entities } = product;
  if (!permissions.written) return;
  const events = ctx.identityOf("events", () => entities.flatMap((entity) => entity.events));
  const written = ctx.unit("fields that effects write", machines, [calls, events], () => [
    ...new Set([...allStatements(product), ...entities.flatMap((entity) => entity.events.flatMap(({ then }) => then))].flatMap(fieldsWritten)),
  ]);
  const isWritten = new Set(written);
  const depends = [written, rightsOf(ctx, product), fieldsOf(ctx, product)];
  ctx.each(
    "never filled",
    entities,
    { of: ({ fields }) => fields, depends: ({ name, initialRecords }) => [...depends, initialRecords, ...(indexOf(product).machines.get(name) ?? [])] },
    (entity) => {
      for (const field of entity.fields)
        if (canStayEmpty(field) && !isWritten.has(`${entity.name}.${field.name}`) && !isFilled(ctx, product, entity, field)) report(ctx, entity, field);
    },
  );
}

function report(ctx: PointCompiler, { name }: Entity, field: Field): void {
  ctx.report("field-never-filled", field.source!, `"${field.name}" of ${article(name)} is always empty: nobody may fill it in, and no effect sets it.`, {
    hint:
      name === "User"
        ? `Grant \`update (${field.name})\` on User in point 6: people are added with a name and an email only.`
        : `Grant \`update\` on it in point 6, or set it in an effect.`,
  });
}

/** What is required is reported by another check. */
const canStayEmpty = (field: Field): boolean =>
  field.source !== null && field.computed === null && field.default === null && field.required === false && field.type.kind !== "inverse" && !isGenerated(field.type);

function isFilled(ctx: PointCompiler, product: Product, { name, initialRecords }: Entity, field: Field): boolean {
  if (initialRecords.some(({ values }) => field.name in values)) return true;
  const machines = indexOf(product).machines.get(name) ?? [];
  if (machines.some((machine) => machine.field === field.name || machine.actions.some(({ asks }) => asks.some((one) => one.field.name === field.name)))) return true;
  if (field.readOnly === true) return false;
  const verbs = name === "User" ? (["update"] as const) : (["create", "update"] as const);
  return ["anyone", "bearer", ...rolesOf(ctx, product)].some((role) => verbs.some((verb) => mayEver(ctx, product, role, verb, name, field.name)));
}

function fieldsWritten(s: Statement): readonly string[] {
  if (isNesting(s)) return s.body.flatMap(fieldsWritten);
  if (s.kind === "create") return s.values.map(({ field }) => `${s.entity}.${field}`);
  if (s.kind !== "set" || s.target.kind !== "path") return [];
  const owner = ownerOf(s.target);
  return owner === undefined ? [] : [`${owner}.${s.target.field}`];
}
