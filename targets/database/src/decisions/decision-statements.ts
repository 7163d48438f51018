/** The statements of decisions by several people, under one name. */
import { openStates } from "../visibility/decision-people.ts";
import { decisionReachedBy } from "./affected-decisions.ts";
import { stuck } from "./blocked-transitions.ts";
import { decisionDueQuery, nextDecisionDueQuery } from "./deadlines.ts";
import { decidersQuery, holdersOf, namesQuery, openForQuery, ownQuery, peopleInQuery, standsInQuery } from "./deciders.ts";
import { deputies } from "./deputies.ts";
import { waking } from "./reevaluations.ts";
import { decisions } from "./rounds.ts";

export const decisionStatements = {
  ...decisions,
  deputies,
  blocked: stuck,
  reevaluations: waking,
  openStates,
  holdersOf,
  deciders: decidersQuery,
  peopleIn: peopleInQuery,
  decidableBy: standsInQuery,
  open: openForQuery,
  reachedBy: decisionReachedBy,
  names: namesQuery,
  own: ownQuery,
  due: decisionDueQuery,
  nextDue: nextDecisionDueQuery,
};
