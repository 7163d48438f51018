/** Everything about what several people decide, under one name. */
import { openStates } from "../visibility/decision-people.ts";
import { decisionReachedBy } from "./affected-decisions.ts";
import {
  decidersQuery,
  decisionDueQuery,
  decisions,
  deputies,
  holdersOf,
  namesQuery,
  nextDecisionDueQuery,
  openForQuery,
  ownQuery,
  peopleInQuery,
  standsInQuery,
  stuck,
  waking,
} from "./decision-queries.ts";

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
