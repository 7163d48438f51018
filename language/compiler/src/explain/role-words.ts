/**
 * Puts the words in place of what they were expanded to: `me has role Clerk` for Clerk or any role that includes it, and
 * `starts at is within working time` for the minute that begins or ends then.
 */
import { type Expression, expressionText } from "@nonet/feel";
import { article, list } from "../text/english.ts";
import { mapChildren } from "../expressions/expand-conditions.ts";

export function withRoles(e: Expression): Expression {
  const everyone = holdersIn(e);
  if (everyone !== null) return { ...e, kind: "global", name: everyone };
  const hours = hoursIn(e);
  if (hours !== null) return { ...e, kind: "global", name: hours };
  const holder = holderIn(e);
  return holder ? { ...e, kind: "global", name: holder.person === "" ? `has role ${holder.role}` : `${holder.person} has role ${holder.role}` } : mapChildren(e, withRoles);
}

/** `User[active and has role "Clerk"]`, as `every Clerk` is compiled. */
function holdersIn(e: Expression): string | null {
  if (e.kind !== "filter" || e.of.kind !== "global" || e.of.name !== "User" || e.condition.kind !== "binary" || e.condition.operator !== "and") return null;
  const { left, right } = e.condition;
  const holders = left.kind === "path" && left.field === "active" ? anyOf(right) : null;
  return holders && list(holders.map(({ role }) => `every ${role}`));
}

/** The roles of which the actor must have one: `a Clerk`, `a Clerk or a Manager`. */
export function roleOfActor(e: Expression): string | null {
  const holders = anyOf(e);
  return holders?.every(({ person }) => person === "me")
    ? list(
        holders.map(({ role }) => article(role)),
        "or",
      )
    : null;
}

/** Roles that are written with `or` between them. */
function anyOf(e: Expression): readonly Holder[] | null {
  const holder = holderIn(e);
  if (holder) return [holder];
  if (e.kind !== "binary" || e.operator !== "or") return null;
  const [left, right] = [anyOf(e.left), anyOf(e.right)];
  return left && right && [...left, ...right];
}

interface Holder {
  readonly person: string;
  readonly role: string;
}

/** The roles that one was expanded to stand at one place of the document; of two roles that are written, each stands at its own. */
function holderIn(e: Expression): Holder | null {
  if (e.kind === "binary" && e.operator === "or") {
    if (e.left.span.from !== e.right.span.from || e.left.span.to !== e.right.span.to) return null;
    const [left, right] = [holderIn(e.left), holderIn(e.right)];
    // What one role was expanded to has the place of its words; two that the author wrote have two places.
    const isOne = e.left.span.from === e.right.span.from && e.left.span.to === e.right.span.to;
    return isOne && left && right && left.person === right.person ? left : null;
  }
  if (e.kind !== "call" || e.function !== "list contains") return null;
  const [roles, role] = e.arguments;
  if (roles?.kind !== "path" || roles.field !== "roles" || role?.kind !== "literal") return null;
  return { person: roles.of.kind === "variable" && roles.of.name.startsWith("item#") ? "" : expressionText(roles.of), role: String(role.value) };
}

/** `working time(starts at, starts at + 1 minute) = 1 minute`, as `within working time` is compiled; null for another condition. */
function hoursIn(e: Expression): string | null {
  if (e.kind !== "binary" || e.operator !== "=" || !isMinute(e.right)) return null;
  const { left } = e;
  if (left.kind !== "apply" || left.function.kind !== "global" || left.function.name !== "working time" || left.arguments.length !== 2) return null;
  const [from, to] = left.arguments.map((one) => expressionText(one)) as [string, string];
  const [first, last] = left.arguments as [Expression, Expression];
  if (last.kind === "binary" && last.operator === "+" && isMinute(last.right) && expressionText(last.left) === from)
    return `${from} is within working time (the closing time itself is outside)`;
  if (first.kind === "binary" && first.operator === "-" && isMinute(first.right) && expressionText(first.left) === to)
    return `${to} is within working time (the closing time itself included, the opening time not)`;
  return null;
}

const isMinute = (e: Expression): boolean => e.kind === "literal" && e.value === "PT1M";
