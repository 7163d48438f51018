/** Says what stands in point 6 besides roles and grants: whose a record is, named conditions, Never, and rows of screens. */
import type { Grant, Permissions } from "@nonet/model";
import { article, capital, list, type Said, type Saying } from "./words.ts";

export function permissionSentences(said: Saying, permissions: Permissions): Said[] {
  return [
    ...permissions.own.map((own) => ({
      what: `own ${own.entity}`,
      sentence: `${capital(article(own.entity))} is somebody's own: ${said(own.source).replace(/\.$/, "")}.`,
      span: own.source,
    })),
    ...permissions.named.map((named) => ({
      what: `condition ${named.name} of ${named.entity}`,
      sentence: `${capital(article(named.entity))} counts as ${named.name} when ${said(named.condition.span)}.`,
      span: named.source,
    })),
    ...permissions.fieldRows.map((row) => ({
      what: `row ${row.entity}: ${row.field}`,
      sentence: `The ${row.field} of ${article(row.entity)} is given only where its own row gives it.`,
      span: row.source,
    })),
    ...permissions.never.map((grant) => ({ what: `never for ${grant.role}`, sentence: neverSentence(said, grant), span: grant.source })),
    ...screensByName(permissions).map(({ screen, roles, span }) => ({ what: `row Screen "${screen}"`, sentence: `Only ${list(roles)} can open "${screen}".`, span })),
  ];
}

function neverSentence(said: Saying, grant: Grant): string {
  const verb = typeof grant.verb === "string" ? (grant.verb === "history" ? "reads the history of" : `${grant.verb}s`) : `does "${grant.verb.action}" on`;
  const fields = grant.fields ? `the ${list(grant.fields)} of ` : "";
  const who = grant.role === "anyone" || grant.role === "everyone" ? "nobody" : `no ${grant.role}`;
  return `${capital(who)} ever ${verb} ${fields}${article(grant.entity)}${grant.where ? ` where ${said(grant.where.source)}` : ""}, whatever else is granted.`;
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
