/** Says what stands in point 6 besides roles and grants: whose a record is, named conditions, Never, and rows of screens. */
import type { Expression } from "@nonet/feel";
import type { Grant, Permissions } from "@nonet/model";
import type { Span } from "@nonet/source";
import { article, capital, list, quotedList, type Said, type Saying } from "../text/english.ts";

export function permissionSentences(said: Saying, permissions: Permissions): Said[] {
  return [
    ...permissions.own.map((own) => ({
      what: `own ${own.entity}`,
      sentence: `The owner of ${article(own.entity)} is set by: ${said(own.source).replace(/\.$/, "")}.`,
      span: own.source,
    })),
    ...permissions.named.map((named) => ({
      what: `condition ${named.name} of ${named.entity}`,
      sentence: `${capital(article(named.entity))} counts as ${named.name} when ${said(named.condition.span)}.`,
      span: named.source,
    })),
    ...permissions.fieldRows.map((row) => ({
      what: `row ${row.entity}: ${row.field}`,
      sentence: `The field "${row.field}" of ${article(row.entity)} is granted only by its own row.`,
      span: row.source,
    })),
    ...permissions.never.map((grant) => ({ what: `never for ${grant.role}`, sentence: neverSentence(said, permissions, grant), span: grant.source })),
    ...screensByName(permissions).map(({ screen, roles, span }) => ({ what: `row Screen "${screen}"`, sentence: `Only ${list(roles)} can open "${screen}".`, span })),
  ];
}

function neverSentence(said: Saying, permissions: Permissions, grant: Grant): string {
  const verb = typeof grant.verb === "string" ? (grant.verb === "history" ? "reads the history of" : `${grant.verb}s`) : `runs "${grant.verb.action}" on`;
  const fields = grant.fields ? `${quotedList(grant.fields)} of ` : "";
  const who = grant.role === "anyone" || grant.role === "everyone" ? "nobody" : `no ${grant.role}`;
  return `${capital(who)} ever ${verb} ${fields}${article(grant.entity)}${neverWhere(said, permissions, grant)}, whatever else is granted.`;
}

/** The conditions of a `Never:` line one by one: its own place is the whole line, which says the rest of it too. */
function neverWhere(said: Saying, permissions: Permissions, grant: Grant): string {
  if (!grant.where) return "";
  const { expression, source } = grant.where;
  return ` ${list(parts(expression, source).map((part) => conditionWords(said, permissions, grant, part)))}`;
}

const isAt = (a: Span, b: Span): boolean => a.file === b.file && a.from === b.from && a.to === b.to;

/** What stands side by side in the line is joined at the line's own place; an `and` that is written stands within. */
const parts = (expression: Expression, line: Span): Expression[] =>
  expression.kind === "binary" && expression.operator === "and" && isAt(expression.span, line) ? [...parts(expression.left, line), ...parts(expression.right, line)] : [expression];

function conditionWords(said: Saying, permissions: Permissions, grant: Grant, part: Expression): string {
  const inner = part.kind === "call" && part.function === "not" && isAt(part.span, grant.source) ? part.arguments[0]! : null;
  const named = permissions.named.find((one) => one.entity === grant.entity && isAt(one.condition.span, (inner ?? part).span));
  if (named) return `that ${inner ? "isn't" : "is"} ${named.name}`;
  if (permissions.own.some((own) => own.entity === grant.entity && isAt(own.condition.span, part.span))) return "that is their own";
  const before = said({ ...grant.source, to: part.span.from });
  return `${/\bwhile$/i.test(before) ? "while it is" : "where"} ${said(part.span)}`;
}

function screensByName(permissions: Permissions): { screen: string; roles: string[]; span: Said["span"] }[] {
  const found = new Map<string, { screen: string; roles: string[]; span: Said["span"] }>();
  for (const { screen, role, source } of permissions.screens) {
    const one = found.get(screen) ?? { screen, roles: [], span: source };
    one.roles.push(role);
    found.set(screen, one);
  }
  return [...found.values()];
}
