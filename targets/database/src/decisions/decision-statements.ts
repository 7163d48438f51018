/** The statements of decisions by several people, under one name. */
import { openStates } from "../visibility/decision-people.ts";
import { decisionReachedBy } from "./affected-decisions.ts";
import { blockedTransitions } from "./blocked-transitions.ts";
import { decisionDueQuery, nextDecisionDueQuery } from "./deadlines.ts";
import { decidableByQuery, decidersQuery, holdersOf, namesQuery, openRecordsQuery, ownQuery } from "./deciders.ts";
import { deputies } from "./deputies.ts";
import { reevaluations } from "./reevaluations.ts";
import { decisions } from "./rounds.ts";

export const decisionStatements = {
  ...decisions,
  deputies,
  blocked: blockedTransitions,
  reevaluations: reevaluations,
  openStates,
  holdersOf,
  deciders: decidersQuery,
  decidableBy: decidableByQuery,
  open: openRecordsQuery,
  reachedBy: decisionReachedBy,
  names: namesQuery,
  own: ownQuery,
  due: decisionDueQuery,
  nextDue: nextDecisionDueQuery,
};
