/** Points out `Never:` lines that reach people one may not think of: those with a second role, and those whose role includes the one that the line names. */
import { entityOf, type Grant, type Product, type Role, whyUnusable } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, capital, list } from "../../text/english.ts";
import { walk } from "../../trees/walk.ts";

export function neverAcrossRoles(ctx: PointCompiler, product: Product): void {
  hidesFromSecondRoles(ctx, product);
  takesFromIncludingRoles(ctx, product);
}

/** A line on reading whose own role is granted none of it concerns only people who have another role as well. */
function hidesFromSecondRoles(ctx: PointCompiler, product: Product): void {
  const { never, grants, roles } = product.permissions;
  const heldBy = (role: string): readonly string[] => [...(roles.find((one) => one.name === role)?.includes ?? [role]), "everyone", "anyone"];
  const reported = new Set<string>();
  for (const line of never) {
    if (line.where !== null || line.fields !== null || line.verb !== "read" || !roles.some(({ name }) => name === line.role)) continue;
    const grantsIt = (role: string): boolean => grants.some((grant: Grant) => grant.entity === line.entity && grant.verb === line.verb && heldBy(role).includes(grant.role));
    const others = roles.map(({ name }) => name).filter((name) => !heldBy(name).includes(line.role) && !heldBy(line.role).includes(name) && grantsIt(name));
    const at = `${line.source.file} ${line.source.from} ${line.role}`;
    if (grantsIt(line.role) || others.length === 0 || reported.has(at)) continue;
    reported.add(at);
    ctx.report(
      "never-across-roles",
      line.source,
      `${capital(article(line.role))} who is ${list(others.map(article), "or")} too can't read ${article(line.entity)}, not even their own.`,
      {
        hint: "`Never:` outranks every grant. Add `, except own` if they should keep their own, or leave the line as it is.",
      },
    );
  }
}

/** `Never: a Clerk reads …`, where Head includes Clerk and has the right from elsewhere: a Head loses it too. */
function takesFromIncludingRoles(ctx: PointCompiler, product: Product): void {
  const { never, roles } = product.permissions;
  const lines = new Map<string, Grant[]>();
  for (const one of never) {
    const at = `${one.source.file} ${one.source.from} ${one.source.to} ${one.role}`;
    lines.set(at, [...(lines.get(at) ?? []), one]);
  }
  for (const line of lines.values()) {
    const losing = roles.filter((role) => line.some((one) => losesBy(product, one, role)));
    if (losing.length > 0) reportLosing(ctx, line[0]!, losing);
  }
}

/** Whether the role includes the line's, is granted by itself what the line forbids, and isn't left out or named by a line of its own. */
function losesBy(product: Product, never: Grant, { name, includes }: Role): boolean {
  if (name === never.role || !includes.includes(never.role) || isExcepted(never, name)) return false;
  const { roles, grants } = product.permissions;
  const theirs = new Set([...(roles.find((role) => role.name === never.role)?.includes ?? [never.role]), "everyone", "anyone"]);
  const own = includes.filter((role) => !theirs.has(role));
  const isForbiddenOnPurpose = product.permissions.never.some((other) => own.includes(other.role) && concerns(other, never));
  const lost = grants.filter((grant) => own.includes(grant.role) && grant.by === undefined && gives(product, grant, never));
  // A right that gives them nothing at all is reported where it is granted.
  return !isForbiddenOnPurpose && lost.length > 0 && !lost.some((grant) => grant.role === name && !/^all\b/i.test(grant.text) && whyUnusable(product, grant) !== null);
}

const concerns = (one: Grant, { entity, verb, fields }: Grant): boolean =>
  one.entity === entity && isSame(one.verb, verb) && (one.fields === null || fields === null || one.fields.some((field) => fields.includes(field)));

/** A field with a row of its own, or a hidden one, is granted only by name. */
function gives(product: Product, grant: Grant, never: Grant): boolean {
  if (!concerns(grant, never) || grant.fields !== null || never.fields === null) return concerns(grant, never);
  const { entity, verb, fields } = never;
  const hidden = entityOf(product, entity)?.fields.filter((field) => field.hidden && verb === "read") ?? [];
  return fields.some((name) => !hidden.some((field) => field.name === name) && !product.permissions.fieldRows.some((row) => row.entity === entity && row.field === name));
}

const isSame = (a: Grant["verb"], b: Grant["verb"]): boolean => (typeof a === "string" || typeof b === "string" ? a === b : a.action === b.action);

/** `…, except a Head`: the line's condition asks whether the person has the role. */
function isExcepted({ where }: Grant, role: string): boolean {
  let found = false;
  if (where)
    walk(where.expression, (e) => {
      found ||= e.kind === "call" && e.function === "list contains" && e.arguments.some((one) => one.kind === "literal" && one.value === role);
    });
  return found;
}

/** A line with a condition or an exception has been thought over: then it is a hint. */
function reportLosing(ctx: PointCompiler, { role, text, source, where }: Grant, losing: readonly Role[]): void {
  const names = losing.map(({ name }) => name);
  const exception = `${/\bexcept\b/i.test(text) ? " or" : ", except"} ${list(names.map(article), "or")}`;
  const end = source.to - (text.length - text.replace(/[.\s]+$/, "").length);
  const fix = { title: `Add${exception.replace(",", "")}`, edits: [{ span: { ...source, from: end, to: end }, text: exception }] };
  ctx.report(
    "never-across-roles",
    source,
    `${list(names)} ${names.length === 1 ? "includes" : "include"} ${role}, so this line takes it from ${list(names.map(article), "or")} too, although point 6 grants it to them.`,
    {
      severity: where === null ? "warning" : "hint",
      hint: `Write \`${exception.replace(/^,? /, "")}\` at its end if they should keep it. If they shouldn't, write the line for ${list(names.map(article), "and")} too.`,
      ...(source.to - source.from === text.length ? { fixes: [fix] } : {}),
    },
  );
}
