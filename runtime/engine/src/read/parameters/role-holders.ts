/** `withRole=R`: the people who may be chosen for a field `User with role R` (default 58). */
import { mayEver } from "@nonet/database";
import { referencedRole } from "@nonet/model";
import { problem } from "../../refusals/refusal.ts";
import type { ListContext } from "./list-context.ts";
import { say } from "@nonet/texts";

/** The roles that include the role; refused to readers who fill in no field of that kind, so that nobody else learns who holds it. */
export function roleHolders({ product, actor, reader, entity, errors }: ListContext, role: string | undefined): readonly string[] | undefined {
  if (role === undefined) return undefined;
  const writable = product.entities.filter((e) => mayEver(product, reader, e.name, "create") || mayEver(product, reader, e.name, "update")).flatMap((e) => e.fields);
  const inputs = actor.kind === "anyone" ? [] : product.machines.flatMap((m) => m.actions.flatMap((a) => a.asks.map((x) => x.field)));
  const isOffered = [...writable, ...inputs].some((f) => "entity" in f.type && f.type.entity === entity.name && referencedRole(f.type) === role);
  if (!entity.builtIn || !isOffered) errors.push(problem("unknown-parameter", say("no-field-refers-to-a-person-with", { role: role.slice(0, 80) }), { field: "withRole" }));
  return product.permissions.roles.filter((r) => r.includes.includes(role)).map((r) => r.name);
}
