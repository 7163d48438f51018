/** Defaults and values of initial records must be valid for their field: within its bounds, matching its pattern, whole for an integer, and unique if the field is. */
import { type Expression, matchesWhole } from "@nonet/feel";
import type { Entity, Field, Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { didYouMean } from "../../resolve/report-nearest.ts";

export function noInvalidDefault(ctx: PointCompiler, product: Product): void {
  for (const rule of product.rules)
    if (rule.holds.kind === "unique" && rule.holds.among === null && rule.moment.kind === "always") checkTogether(ctx, product, rule.entity, rule.holds.fields);
  for (const entity of product.entities) {
    for (const { fields } of entity.unique) if (fields.length > 1) checkTogether(ctx, product, entity.name, fields);
    for (const field of entity.fields) {
      const given = entity.initialRecords.flatMap(({ values }) => values[field.name] ?? []);
      for (const value of [...(field.default ? [field.default] : []), ...given]) {
        const problem = problemOf(ctx, field, value);
        if (problem !== null) ctx.report("unreadable-value", value.span, `"${ctx.layout.text(value.span)}": ${field.name} ${problem}.`);
      }
      checkUnique(ctx, entity, field, given);
      if (entity.builtIn && field.name === "roles") checkRoles(ctx, product, given);
    }
  }
}

/** Initial users can only have roles of point 6, if point 6 is shown. */
function checkRoles(ctx: PointCompiler, { permissions }: Product, given: readonly Expression[]): void {
  if (!permissions.written) return;
  const names = permissions.roles.map((role) => role.name);
  for (const one of given.flatMap((value) => (value.kind === "list" ? value.items : [value])))
    if (one.kind === "literal" && typeof one.value === "string" && !names.includes(one.value))
      ctx.report("unknown-role", one.span, `Point 6 has no role "${one.value}".${didYouMean(one.value, names)}`);
}

function checkUnique(ctx: PointCompiler, entity: Entity, field: Field, given: readonly Expression[]): void {
  if (!field.unique) return;
  const met = new Set<string>();
  for (const value of given) {
    const written = value.kind === "literal" ? String(value.value) : null;
    if (written !== null && met.has(written))
      ctx.report("doubled-name", value.span, `Another initial record of ${entity.name} already has the ${field.name} "${written}", which must be unique.`);
    if (written !== null) met.add(written);
  }
}

/** Values that are unique together, by a line of the entity or a rule; initial records are subject to both. */
function checkTogether(ctx: PointCompiler, product: Product, name: string, fields: readonly string[]): void {
  const met = new Set<string>();
  for (const { values, source } of product.entities.find((entity) => entity.name === name)?.initialRecords ?? []) {
    const given = fields.map((field) => values[field]);
    if (!given.every((value) => value?.kind === "literal" && value.value !== null)) continue;
    const written = given.map((value) => (value?.kind === "literal" ? String(value.value) : "")).join('", "');
    if (met.has(written))
      ctx.report(
        "doubled-name",
        source,
        `Another initial record of ${name} already has the ${fields.join(" and ")} "${written}", which must be unique${fields.length > 1 ? " together" : ""}.`,
      );
    met.add(written);
  }
}

/** Why the value is not valid; null if it is, or if that can't be decided. */
function problemOf(ctx: PointCompiler, field: Field, value: Expression): string | null {
  if (value.kind !== "literal" || typeof value.value !== "string") return null;
  const { type } = field;
  const isText = type.kind === "text";
  if (isText && value.value === "") return null;
  const number = isText ? [...value.value].length : value.type.kind === "number" ? Number(value.value) : null;
  if (type.kind === "integer" && number !== null && !Number.isInteger(number)) return "must be a whole number";
  if (field.onlyValues && number !== null && !field.onlyValues.includes(String(number))) return `must be one of ${field.onlyValues.join(", ")}`;
  const what = isText ? " characters" : "";
  for (const [bound, word] of [
    [field.atLeast, field.excludesLeast ? "more than" : "at least"],
    [field.atMost, field.excludesMost ? "less than" : "at most"],
  ] as const) {
    if (bound?.kind !== "literal" || typeof bound.value !== "string") continue;
    const isDay = /^(?:date|time)$/.test(value.type.kind) && bound.type.kind === value.type.kind;
    const from = isDay ? value.value.localeCompare(bound.value, "en") : number !== null && bound.type.kind === "number" ? number - Number(bound.value) : 0;
    if (
      word === "at least"
        ? from < 0
        : word === "at most"
          ? from > 0
          : (isDay || number !== null) && bound.type.kind === value.type.kind && (word === "more than" ? from <= 0 : from >= 0)
    ) {
      const written = ctx.layout.text(bound.span);
      return `must ${isText ? "have" : "be"} ${word} ${/\d/.test(written) ? written : bound.value}${what}`;
    }
  }
  return isText && field.matching !== null && !matchesWhole(field.matching, value.value) ? `must match \`${field.matching}\`` : null;
}
