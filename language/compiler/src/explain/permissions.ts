/** Explains the rest of point 6: owners, named conditions, Never lines and rows of screens. */
import type { Expression } from "@nonet/feel";
import type { Grant, Permissions } from "@nonet/model";
import type { Span } from "@nonet/source";
import { article, capital, list, quotedList } from "../text/english.ts";
import { conditionText, says } from "./expression-words.ts";
import { roleOfActor } from "./role-words.ts";
import { type Sentence, type TextAt, visitorWith } from "./sentence.ts";

export function permissionSentences(textAt: TextAt, permissions: Permissions): Sentence[] {
  return [
    ...permissions.own.map((own) => ({
      what: `own ${own.entity}`,
      sentence:
        own.of === undefined
          ? `The owner of ${article(own.entity)} is set by: ${textAt(own.source).replace(/\.$/, "")}.`
          : `The owner of ${article(own.entity)} is the owner of its ${own.of}.`,
      span: own.source,
    })),
    ...permissions.named.map((named) => ({
      what: `condition ${named.name} of ${named.entity}`,
      sentence: `${capital(article(named.entity))} counts as ${named.name} when ${says(textAt, named.condition)}.`,
      span: named.source,
    })),
    ...permissions.fieldRows.map((row) => ({
      what: `row ${row.entity}: ${row.field}`,
      sentence: `The field "${row.field}" of ${article(row.entity)} is granted only by its own row.`,
      span: row.source,
    })),
    ...permissions.never.map((grant) => ({ what: `never for ${grant.role}`, sentence: neverSentence(textAt, permissions, grant), span: grant.source })),
    ...screensByName(permissions).map(({ screen, roles, span }) => ({
      what: `row Screen "${screen}"`,
      sentence: `Only ${list(roles.map(visitorWith))} can open "${screen}".`,
      span,
    })),
  ];
}

function neverSentence(textAt: TextAt, permissions: Permissions, grant: Grant): string {
  const verb = typeof grant.verb === "string" ? (grant.verb === "history" ? "reads the history of" : `${grant.verb}s`) : `runs "${grant.verb.action}" on`;
  const fields = grant.fields ? `${quotedList(grant.fields)} of ` : "";
  const who = grant.role === "anyone" || grant.role === "everyone" ? "nobody" : `no ${grant.role}`;
  return `${capital(who)} ever ${verb} ${fields}${article(grant.entity)}${neverWhere(textAt, permissions, grant)}, whatever else is granted.`;
}

/** The conditions of a `Never:` line one by one, because the span of the joined condition is the whole line. */
function neverWhere(textAt: TextAt, permissions: Permissions, grant: Grant): string {
  if (!grant.where) return "";
  const { expression, source } = grant.where;
  const all = parts(expression, source);
  const isException = (part: Expression): boolean => /\b(?:except|unless|but not|apart from|other than)$/i.test(textAt({ ...grant.source, to: part.span.from }).trimEnd());
  const limits = all.filter((part) => !isException(part)).map((part) => conditionWords(textAt, permissions, grant, part));
  const exceptions = all.filter(isException).map((part) => exceptionWords(textAt, permissions, grant, part));
  return `${limits.length > 0 ? ` ${list(limits)}` : ""}${exceptions.length > 0 ? `, except ${list(exceptions)}` : ""}`;
}

/** The line's own condition is that the exception doesn't hold. */
function exceptionWords(textAt: TextAt, permissions: Permissions, grant: Grant, part: Expression): string {
  const exception = part.kind === "call" && part.function === "not" ? part.arguments[0]! : part;
  if (permissions.own.some((own) => own.entity === grant.entity && isAt(own.condition.span, exception.span))) return "their own";
  return roleOfActor(exception) ?? `where ${conditionText(textAt, exception)}`;
}

const isAt = (a: Span, b: Span): boolean => a.file === b.file && a.from === b.from && a.to === b.to;

/** Conditions next to each other are joined at the span of the line; a written `and` has its own span. */
const parts = (expression: Expression, line: Span): Expression[] =>
  expression.kind === "binary" && expression.operator === "and" && isAt(expression.span, line) ? [...parts(expression.left, line), ...parts(expression.right, line)] : [expression];

function conditionWords(textAt: TextAt, permissions: Permissions, grant: Grant, part: Expression): string {
  const inner = part.kind === "call" && part.function === "not" && isAt(part.span, grant.source) ? part.arguments[0]! : null;
  const named = permissions.named.find((one) => one.entity === grant.entity && isAt(one.condition.span, (inner ?? part).span));
  if (named) return `that ${inner ? "isn't" : "is"} ${named.name}`;
  if (permissions.own.some((own) => own.entity === grant.entity && isAt(own.condition.span, part.span))) return "that is their own";
  const before = textAt({ ...grant.source, to: part.span.from });
  return `${/\bwhile$/i.test(before) ? "while" : "where"} ${conditionText(textAt, part)}`;
}

function screensByName(permissions: Permissions): { screen: string; roles: string[]; span: Sentence["span"] }[] {
  const found = new Map<string, { screen: string; roles: string[]; span: Sentence["span"] }>();
  for (const { screen, role, source } of permissions.screens) {
    const one = found.get(screen) ?? { screen, roles: [], span: source };
    one.roles.push(role);
    found.set(screen, one);
  }
  return [...found.values()];
}
