/** Model in, SQL text out; pure, opens no connection. The only place where SQL is written. */
import type { Product } from "@nonet/model";
import { isJoined, joinTableOf, tableOf } from "./columns/columns.ts";
export type { Link, Query, ReadRow, Reader, Variables } from "./sql/query.ts";
export { systemTables } from "./system/system-tables.ts";
export { dataKindStatements } from "./system/data-kind.ts";
export { system } from "./system/system-queries.ts";
export type { SecurityEvent } from "./accounts/security-log-statements.ts";
export type { VersionEntry } from "./system/version-statements.ts";
export { catalog } from "./catalog/catalog-queries.ts";
export { bulk } from "./bulk/bulk-statements.ts";
export { foreignCursor, foreignRows, type ForeignColumn, type ForeignForm } from "./catalog/row-queries.ts";
export { planTables } from "./tables/plan-tables.ts";
export { computedFunctions } from "./expressions/computed-functions.ts";
export { backup, isTableName, planRestore } from "./system/backup-queries.ts";
export type { ChangeStep } from "./upgrade/change-step.ts";
export { planUpgrade } from "./upgrade/plan-upgrade.ts";
export { upgrade } from "./upgrade/upgrade-statements.ts";
export type { BackgroundStep, ProcessLock, UpgradePlan } from "./upgrade/upgrade-plan.ts";
export { newPatterns, type NewPattern } from "./violations/new-patterns.ts";
export { fieldViolations } from "./violations/violating-records.ts";
export { lostStateRecords } from "./violations/lost-states.ts";
export { roundedRecords, startedRecords } from "./violations/changed-records.ts";
export type { ViolationQuery } from "./violations/violation.ts";
export { undecidedRecords } from "./upgrade/ended-decisions.ts";
export { historyKeys } from "./upgrade/history-keys.ts";
export { nameInPreviousVersion } from "./conversion/previous-names.ts";
export { formerName, formerNames, type FormerName } from "./conversion/renamed-entities.ts";
export { entityInPreviousVersion } from "./columns/previous-version.ts";
export { commentEventsQuery, namedPeopleQuery } from "./comments/comment-queries.ts";
export { previewViews } from "./upgrade/preview-views.ts";
export { shadowColumnSteps } from "./conversion/shadow-column-steps.ts";
export { shadowColumns, type ShadowColumn } from "./conversion/shadow-column.ts";
export { statementName } from "./sql/sql-text.ts";
export { cachedDecision } from "./sql/statement-cache.ts";
export { constraintMeaning, type ConstraintMeaning } from "./tables/constraint-meaning.ts";
export { notShownState } from "./scope/not-shown-values.ts";
export { causeOf } from "./expressions/causes.ts";
export { canCompile, notShownIn, unsupportedIn } from "./expressions/supported.ts";
export type { Operation } from "./visibility/predicates.ts";
export { fieldGrantQuery, fieldsGrantedAlways, grantedAlways, grantQuery, mayEver, mayRead, hasGrantRow, shownAsAlways } from "./visibility/permission-queries.ts";
export { fileReadableQuery } from "./visibility/file-access.ts";
export { historyQuery } from "./visibility/history-query.ts";
export { nameReads, type VisibilityReads, visibilityReads } from "./visibility/visibility-reads.ts";
export { rowEver, alwaysGranted, actorGrantQuery } from "./visibility/transition-grants.ts";
export { pathExpression } from "./expressions/path-expression.ts";
export { boundedCountQuery, countQuery, largestBoundedCount, listQuery } from "./reads/list-queries.ts";
export { maxGroups, totalsQuery } from "./reads/list-totals.ts";
export { misspeltWords } from "./reads/search-words.ts";
export { recordQuery } from "./reads/record-query.ts";
export type { Bound, ListGroup, ListOptions, Period } from "./reads/list-request.ts";
export { ownDefaultQuery, readsOwnRecord } from "./reads/own-defaults.ts";
export { formScreenQuery, recordScreenQuery, type FormOptions } from "./reads/screen-queries.ts";
export { chartQuery, numberQuery, reportQuery, reportTotalsQuery, unreadableQuery } from "./reads/aggregate-queries.ts";
export { recipientsQuery, mailQuery, type MailText } from "./reads/mail-queries.ts";
export { predictRecord, predictTogether } from "./writes/predicted-record.ts";
export { credentialQuery, type KeyHolder } from "./reads/credential-query.ts";
export { findManyQuery, findQuery } from "./reads/find-queries.ts";
export {
  guardQuery,
  lockManyQuery,
  lockQuery,
  unlockedQuery,
  recordsQuery,
  templateQuery,
  valuesQuery,
  whereQuery,
  wholeRecordQuery,
  withoutRecord,
} from "./reads/value-queries.ts";
export { affected, affectedQuery, type Changed } from "./rules/affected-records.ts";
export { unionQueries } from "./sql/union-queries.ts";
export { type FieldChange, fieldChangesOf, commitAndUnlock, unlock, lockedFields, lockKey, locksFor, lock } from "./rules/rule-locks.ts";
export { clashQuery } from "./rules/clashing-records.ts";
export { inputFieldsRead, readsInput, ruleQuery, uniqueQuery, wholeRuleQuery } from "./rules/rule-queries.ts";
export { uniqueSets } from "./columns/unique-sets.ts";
export { sequenceKey } from "./columns/sequence-key.ts";
export { archiveQuery, deleteQuery, insertQueries, stampQuery, updateQueries } from "./writes/write-queries.ts";
export { nextNumberQuery, type NumberPrefix, returnNumbers, sequenceQuery } from "./writes/sequence-query.ts";
export {
  forgetFile,
  forgetQueries,
  forgetTracesQueries,
  heldFilesQuery,
  keepFiles,
  unusedFilesQuery,
  personalFilesQuery,
  personalGroups,
  personalIdsQuery,
  personalHistoryQuery,
  personalRecordsQuery,
  type PersonalGroup,
} from "./personal/personal-data-queries.ts";
export { revealingKeys, forgetFieldQuery, formerOwnersQuery } from "./personal/forget-field.ts";
export { forgetHistoryQuery } from "./personal/forget-in-history.ts";
export { type Masks, masksOf, openMaskedRows } from "./personal/masked-rows.ts";
export { hasRoleQuery, holderQuery, partsQuery, presentQuery, referencesTo, referringQuery, secretQuery, unlinkQuery } from "./reads/reference-queries.ts";
export { decisionStatements } from "./decisions/decision-statements.ts";
export { descend } from "./scope/walk.ts";
export { computedAsRule, nextWhenQuery, reachedBy, inStateQuery, transitionReads } from "./time/transition-reads.ts";
export { timerRanQuery } from "./time/timer-runs.ts";
export { dueQuery, momentAfterQuery, nextDueQuery, whenQuery } from "./time/due-queries.ts";
export { setStartMoment, hasChangesQuery } from "./system/start-moment.ts";

/** The product's tables, to be emptied by rehearsal's reset. */
export const tablesOf = (product: Product): readonly string[] =>
  product.entities.flatMap((e) => [tableOf(e), ...e.fields.filter((f) => f.computed === null && isJoined(f)).map((f) => joinTableOf(e, f))]);
export { grantConditions, type GrantConditions } from "./visibility/grant-conditions.ts";
export { checkUniqueNow, createMany, isUniqueByConstraint } from "./writes/create-many.ts";
export { isUpdatedTogether, updateMany } from "./writes/update-many.ts";
export { duplicatesQuery } from "./rules/duplicates.ts";
export { matchManyQuery } from "./reads/match-many.ts";
export { createAtOnce, type HistoryAtOnce, isWrittenAtOnce, updateAtOnce } from "./writes/change-at-once.ts";
export { columnsOf } from "./columns/columns.ts";
export { minorUnitsOf } from "./columns/money.ts";
export { isReadElsewhere } from "./scope/read-elsewhere.ts";
