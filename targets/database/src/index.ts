/** Model in, SQL text out; pure, opens no connection. The only place where SQL is written. */
import type { Product } from "@nonet/model";
import { isJoined, joinTableOf, tableOf } from "./columns.ts";

export type { Link, Query, Reader, Variables } from "./query.ts";
export { systemTables } from "./system-tables.ts";
export { system } from "./system-queries.ts";
export { planTables } from "./plan-tables.ts";
export { computedFunctions } from "./compile-path.ts";
export { backup, isTableName, planRestore } from "./backup-queries.ts";
export type { ChangeStep } from "./plan-change.ts";
export { planUpgrade, upgrade, type BesideStep, type Turn, type UpgradePlan } from "./plan-upgrade.ts";
export { newForms, type NewForm } from "./new-forms.ts";
export { againstFields, lostStateRecords, roundedRecords, startedRecords, type Standing } from "./standing-records.ts";
export { undecidedRecords } from "./ended-decisions.ts";
export { historyKeys } from "./history-keys.ts";
export { asCalledBefore } from "./as-called-before.ts";
export { formerEntity } from "./former.ts";
export { formerName, formerNames, type FormerName } from "./former-names.ts";
export { asItWillBe } from "./as-it-will-be.ts";
export { beside, besidesOf, type Beside } from "./beside.ts";
export { statementName } from "./sql-text.ts";
export { constraintMeaning, type ConstraintMeaning } from "./constraint-meaning.ts";
export { notShownState } from "./open-values.ts";
export { canCompile, openIn, unsupportedIn } from "./can-compile.ts";
export type { Deed } from "./sight.ts";
export {
  fieldGrantQuery,
  fieldsGrantedAlways,
  grantedAlways,
  fileReadableQuery,
  grantQuery,
  historyQuery,
  mayEver,
  mayRead,
  saysWho,
  shownAsAlways,
  rowEver,
  whoAlways,
  whoQuery,
} from "./permission-queries.ts";
export { pathExpression } from "./path-expression.ts";
export { countQuery, listQuery, recordQuery, type ListAsk } from "./read-queries.ts";
export { ownDefaultQuery, readsOwnRecord } from "./default-queries.ts";
export { formScreenQuery, recordScreenQuery, type FormAsk } from "./screen-queries.ts";
export { chartQuery, numberQuery, reportQuery } from "./aggregate-queries.ts";
export { addresseesQuery, letterQuery, type Letter } from "./letter-queries.ts";
export { knownAfter } from "./known-after.ts";
export { findQuery, guardQuery, lockQuery, recordsQuery, templateQuery, valuesQuery, whereQuery, wholeRecordQuery, withoutRecord } from "./value-queries.ts";
export { affected, affectedQuery, type Changed } from "./affected.ts";
export { gather } from "./gather-queries.ts";
export { type Concern, concernsOfAction, endAndGive, giveLocks, lockedFields, lockKey, locksFor, takeLocks } from "./rule-locks.ts";
export { readsAsked, ruleQuery, uniqueQuery, uniqueSets } from "./rule-queries.ts";
export { sequenceKey } from "./sequence-steps.ts";
export { archiveQuery, deleteQuery, insertQueries, type NumberPrefix, sequenceQuery, stampQuery, updateQueries } from "./write-queries.ts";
export {
  forgetFile,
  forgetQueries,
  forgetTracesQueries,
  heldFilesQuery,
  personalFilesQuery,
  personalGroups,
  personalIdsQuery,
  personalHistoryQuery,
  personalRecordsQuery,
  type PersonalGroup,
} from "./person-queries.ts";
export { keysTelling, scrubHistory, wholesKeptQuery } from "./forget-field.ts";
export { forgetHistoryQuery } from "./forget-history.ts";
export { hasRoleQuery, holderQuery, partsQuery, presentQuery, referencesTo, referringQuery, unlinkQuery } from "./reference-queries.ts";
export { deciding } from "./deciding.ts";
export { descend } from "./walk.ts";
export { computedAsRule, nextWhenQuery, reachedBy, standingQuery, transitionReads } from "./transition-reads.ts";
export { dueQuery, momentAfterQuery, nextDueQuery, whenQuery } from "./time-queries.ts";

/** The product's tables, to be emptied by rehearsal's reset. */
export const tablesOf = (product: Product): readonly string[] =>
  product.entities.flatMap((e) => [tableOf(e), ...e.fields.filter((f) => f.computed === null && isJoined(f)).map((f) => joinTableOf(e, f))]);
export { beginAtQueries, begunQuery } from "./begin-at.ts";
