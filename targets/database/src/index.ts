/** Model in, SQL text out; pure, opens no connection. The only place where SQL is written. */
import type { Product } from "@nonet/model";
import { isJoined, joinTableOf, tableOf } from "./columns/columns.ts";
export type { Link, Query, Reader, Variables } from "./sql/query.ts";
export { systemTables } from "./system/system-tables.ts";
export { dataKindStatements } from "./system/data-kind.ts";
export { system } from "./system/system-queries.ts";
export { planTables } from "./tables/plan-tables.ts";
export { computedFunctions } from "./expressions/paths.ts";
export { backup, isTableName, planRestore } from "./tables/backup-queries.ts";
export type { ChangeStep } from "./upgrade/plan-change.ts";
export { planUpgrade, upgrade } from "./upgrade/plan-upgrade.ts";
export type { BackgroundStep, Turn, UpgradePlan } from "./upgrade/upgrade-plan.ts";
export { newForms, type NewForm } from "./upgrade/new-patterns.ts";
export { fieldViolations, lostStateRecords, roundedRecords, startedRecords } from "./upgrade/violating-records.ts";
export type { ViolationQuery } from "./upgrade/violation.ts";
export { undecidedRecords } from "./upgrade/ended-decisions.ts";
export { historyKeys } from "./upgrade/history-keys.ts";
export { nameInPreviousVersion, formerName, formerNames, type FormerName } from "./upgrade/former-names.ts";
export { entityInPreviousVersion } from "./columns/previous-version.ts";
export { previewViews } from "./upgrade/preview-views.ts";
export { shadowColumnSteps, shadowColumns, type ShadowColumn } from "./upgrade/shadow-column.ts";
export { statementName } from "./sql/sql-text.ts";
export { constraintMeaning, type ConstraintMeaning } from "./tables/constraint-meaning.ts";
export { notShownState } from "./scope/not-shown-values.ts";
export { canCompile, notShownIn, unsupportedIn } from "./expressions/supported.ts";
export type { Deed } from "./visibility/predicates.ts";
export {
  fieldGrantQuery,
  fieldsGrantedAlways,
  grantedAlways,
  fileReadableQuery,
  grantQuery,
  historyQuery,
  mayEver,
  mayRead,
  hasGrantRow,
  shownAsAlways,
  rowEver,
  alwaysGranted,
  actorGrantQuery,
} from "./visibility/permission-queries.ts";
export { pathExpression } from "./expressions/path-expression.ts";
export { countQuery, listQuery } from "./reads/list-queries.ts";
export { recordQuery } from "./reads/record-query.ts";
export type { ListAsk } from "./reads/list-request.ts";
export { ownDefaultQuery, readsOwnRecord, formScreenQuery, recordScreenQuery, type FormAsk } from "./reads/screen-queries.ts";
export { chartQuery, numberQuery, reportQuery } from "./reads/aggregate-queries.ts";
export { recipientsQuery, mailQuery, type MailText } from "./reads/mail-queries.ts";
export { predictRecord } from "./writes/predicted-record.ts";
export { findQuery, guardQuery, lockQuery, recordsQuery, templateQuery, valuesQuery, whereQuery, wholeRecordQuery, withoutRecord } from "./reads/value-queries.ts";
export { affected, affectedQuery, type Changed } from "./rules/affected-records.ts";
export { gather } from "./sql/union-queries.ts";
export { type Concern, concernsOfAction, commitAndUnlock, unlock, lockedFields, lockKey, locksFor, lock } from "./rules/rule-locks.ts";
export { readsAsked, ruleQuery, uniqueQuery } from "./rules/rule-queries.ts";
export { uniqueSets } from "./columns/unique-sets.ts";
export { sequenceKey } from "./columns/sequence-key.ts";
export { archiveQuery, deleteQuery, insertQueries, stampQuery, updateQueries } from "./writes/write-queries.ts";
export { type NumberPrefix, sequenceQuery } from "./writes/sequence-query.ts";
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
} from "./personal/personal-data-queries.ts";
export { keysTelling, scrubHistory, wholesKeptQuery } from "./personal/forget-field.ts";
export { forgetHistoryQuery } from "./personal/forget-in-history.ts";
export { hasRoleQuery, holderQuery, partsQuery, presentQuery, referencesTo, referringQuery, unlinkQuery } from "./reads/reference-queries.ts";
export { decisionStatements } from "./decisions/decision-statements.ts";
export { descend } from "./scope/walk.ts";
export { computedAsRule, nextWhenQuery, reachedBy, standingQuery, transitionReads } from "./time/transition-reads.ts";
export { dueQuery, momentAfterQuery, nextDueQuery, whenQuery } from "./time/due-queries.ts";
export { beginAtQueries, begunQuery } from "./system/start-moment.ts";

/** The product's tables, to be emptied by rehearsal's reset. */
export const tablesOf = (product: Product): readonly string[] =>
  product.entities.flatMap((e) => [tableOf(e), ...e.fields.filter((f) => f.computed === null && isJoined(f)).map((f) => joinTableOf(e, f))]);
