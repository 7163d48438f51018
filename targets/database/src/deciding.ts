/** Everything about what several people decide, under one name. */
import {
  decidersQuery,
  decisionDueQuery,
  decisions,
  deputies,
  holdersOf,
  namesQuery,
  nextDecisionDueQuery,
  ownQuery,
  peopleInQuery,
  standsInQuery,
  stuck,
  waking,
} from "./decision-queries.ts";
import { openStates } from "./open-states.ts";

export const deciding = {
  ...decisions,
  deputies,
  stuck,
  waking,
  openStates,
  holdersOf,
  deciders: decidersQuery,
  peopleIn: peopleInQuery,
  standsIn: standsInQuery,
  names: namesQuery,
  own: ownQuery,
  due: decisionDueQuery,
  nextDue: nextDecisionDueQuery,
};
