/** Puts `me has role Clerk` in place of the roles that it was expanded to: Clerk, or any role that includes it. */
import { type Expression, expressionText } from "@nonet/feel";
import { article } from "../text/english.ts";
import { mapChildren } from "../expressions/expand-conditions.ts";

export function withRoles(e: Expression): Expression {
  const everyone = holdersIn(e);
  if (everyone !== null) return { ...e, kind: "global", name: everyone };
  const holder = holderIn(e);
  return holder ? { ...e, kind: "global", name: holder.person === "" ? `has role ${holder.role}` : `${holder.person} has role ${holder.role}` } : mapChildren(e, withRoles);
}

/** `User[active and has role "Clerk"]`, as `every Clerk` is compiled. */
function holdersIn(e: Expression): string | null {
  if (e.kind !== "filter" || e.of.kind !== "global" || e.of.name !== "User" || e.condition.kind !== "binary" || e.condition.operator !== "and") return null;
  const { left, right } = e.condition;
  const holder = left.kind === "path" && left.field === "active" ? holderIn(right) : null;
  return holder && `every ${holder.role}`;
}

/** The role that the actor must have: `a Clerk`. */
export function roleOfActor(e: Expression): string | null {
  const holder = holderIn(e);
  return holder?.person === "me" ? article(holder.role) : null;
}

interface Holder {
  readonly person: string;
  readonly role: string;
}

function holderIn(e: Expression): Holder | null {
  if (e.kind === "binary" && e.operator === "or") {
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
