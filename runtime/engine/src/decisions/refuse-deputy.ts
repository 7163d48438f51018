/** Who can't vote as a deputy: people without the role that the decision needs, people whom `not by` excludes, and people whose own record it is. */
import { decisionStatements } from "@nonet/database";
import { sourceLocation } from "@nonet/model";
import { mayRun } from "../actions/guards.ts";
import type { ChangeContext } from "../change/change-context.ts";
import { stopChange } from "../change/report.ts";
import { withArticle } from "../refusals/article.ts";
import { notPermitted } from "../refusals/refusal.ts";
import type { VoteCase } from "./decision-case.ts";
import type { DecisionState } from "./decision-state.ts";
import { alternatives, say } from "@nonet/texts";

export interface RepresentedPerson {
  readonly id: string;
  readonly roles: readonly string[];
  readonly owner: boolean;
}

export async function refuseDeputy({ context, machine, action, id, rows, voter }: VoteCase, state: DecisionState, person: RepresentedPerson): Promise<void> {
  const { entity } = machine;
  const line = sourceLocation(context.product, state.decision.source);
  const refused = (detail: string): never => stopChange(context, notPermitted(detail, line));
  if (state.excluded.has(voter)) refused(say("you-may-not-decide-on-action-of", { action: action.name, entity }));
  const own = decisionStatements.own(context.product, entity, id, voter);
  if (own && (await context.connection.row(own))?.["allowed"] === true) refused(say("you-may-not-decide-on-your-own", { entity }));
  const held = rolesOf(context, context.actor.kind === "person" ? context.actor.roles : []);
  const { of } = state.steps[state.now!]!.step;
  const roles = of.flatMap((one) => ("role" in one ? [one.role] : []));
  if (roles.length === of.length && !roles.some((role) => held.has(role)))
    refused(say("to-decide-on-action-as-a-deputy", { action: action.name, roles: alternatives(roles.map(withArticle)) }));
  const reader = { kind: "person" as const, ...person };
  let mayRepresent = state.proposed;
  for (const row of rows) {
    if (!(await mayRun({ ...context, reader }, entity, id, row))) continue;
    const named = row.who.length > 0 ? row.who.map((w) => w.role) : grantedRoles(context, entity, action.name);
    if (!named.some((role) => held.has(role))) refused(say("to-decide-on-action-as-a-deputy-2", { action: action.name, named: alternatives(named.map(withArticle)) }));
    mayRepresent = true;
  }
  if (!mayRepresent) refused(say("the-person-whom-you-represent-may-not", { action: action.name, entity }));
}

const rolesOf = (context: ChangeContext, roles: readonly string[]): Set<string> =>
  new Set(["everyone", "anyone", ...roles.flatMap((name) => context.product.permissions.roles.find((r) => r.name === name)?.includes ?? [name])]);

const grantedRoles = (context: ChangeContext, entity: string, action: string): string[] =>
  context.product.permissions.grants.filter((g) => g.entity === entity && typeof g.verb === "object" && g.verb.action === action).map((g) => g.role);
