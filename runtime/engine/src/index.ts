export type { Link, OpenedLink, Actor, Values } from "./contract/actor.ts";
export type {
  Accounts,
  AccountOverview,
  Caller,
  LinkPurpose,
  ListedKey,
  ListedPasskey,
  ListedSession,
  EnrolledFactor,
  Proof,
  ProofKind,
  SecurityLogEntry,
  SessionStatus,
  Site,
} from "./contract/accounts.ts";
export type { Origin } from "./contract/origin.ts";
export type { PersonData, Deputy, Deputies, Session, PersonChange, People, SingleSignOn } from "./contract/people.ts";
export type { Change, PerformOptions, RecordAhead, RefusalKind, Refusal, FieldError, Outcome, RefusalEnvelope } from "./contract/outcome.ts";
export type { VisibleRecord, ListRequest, ListSender, Page, SerializedRecord, Reads, HistoryEntry, ScreenValues, ScreenAsk, ShownValue, ReportRow } from "./contract/reads.ts";
export type { RecordKey } from "./contract/comments.ts";
export type { CallAnswer, FailedCall, FailedCalls } from "./contract/calls.ts";
export type { Engine } from "./contract/engine.ts";
export type { Rehearsal } from "./contract/rehearsal.ts";
export type { EngineOptions, OwnerOutcome, ScreenFile, ScreenRenderer, StartReport } from "./contract/engine-options.ts";
export type { GrantedRequests, OnceRequest, Processes } from "./contract/processes.ts";
export type { Reading, Replicas, ReplicaStatistics } from "./contract/replicas.ts";
export type { DatabaseStatistics, Measures, Watch, WorkerStatistics } from "./contract/watch.ts";
export type { SlowStatement } from "./statistics/database-statistics.ts";
export { type RunningSpan, type SpanAttributes, type SpanOptions, type Trace, untraced } from "./statistics/trace.ts";
export type { AvailableAction, CreationState, PersonRef, DecisionView, DecisionStep, BlockedTransition, PossibleChange } from "./contract/record-status.ts";
export { formatListCell, parseListCell } from "./input/list-cell.ts";
export { importableFields } from "./import/importable-fields.ts";
export type { Imported, ImportLine, ImportOptions } from "./contract/import.ts";
export { mayOpenScreen } from "./read/screen-access.ts";
export { parseRecord } from "./read/read-record.ts";
export { openEngine } from "./open-engine.ts";
export { isSchemaChanged } from "./clock/report-fault.ts";
export { dataErrorText, isDataError, isDiskFull, isUnavailable } from "./connection/errors.ts";
export { launchPostgres, type Postgres } from "./connection/embedded-postgres.ts";
export { databaseElsewhere } from "./connection/cluster-place.ts";
export { LaunchProblem } from "./connection/launch-problem.ts";
export { runExamples, type ExampleOptions, type ExampleResult } from "./rehearsal/run-examples.ts";
export { applyProductUpgrade, planProductUpgrade, type UpgradeOptions } from "./maintenance/offline-upgrade.ts";
export type { DocumentVersion, GoLive, MaskedCopy, StoredVersion, VersionFile, VersionNote, VersionPerson, VersionReview, Versions } from "./contract/versions.ts";
export { readStoredVersions, type StoredVersions } from "./versions/stored-versions.ts";
export type { ChangePreview, Violation } from "./contract/change-preview.ts";
export type { Upgrade } from "./maintenance/plan-upgrade.ts";
export type { DataKind } from "./maintenance/data-kind.ts";
export { makeOwner, type MadeOwner, type MakeOwnerOptions } from "./people/make-owner.ts";
export { backUp, type BackupOptions } from "./maintenance/backup.ts";
export { readBackup, restoreBackup, type Backup, type RestoreOptions } from "./maintenance/restore.ts";
export { inspectDatabase, type DatabaseFacts } from "./maintenance/inspect-database.ts";
export { checkMailServer } from "./calls/check-mail-server.ts";
export { missingSettings, sendsMails } from "./calls/missing-settings.ts";
export { keyId, newKey, parseKeys, secretKeys, type SecretKeys } from "./encryption/secret-keys.ts";
export { unreadableMessage } from "./security/reseal-secrets.ts";
export { poolerMessage } from "./processes/pooler.ts";
export { readCatalog } from "./foreign/read-catalog.ts";
export { loadRecords, type BulkOptions } from "./bulk/load-records.ts";
export type { BulkColumn, BulkList, BulkOutcome, BulkRefusal, BulkRow, BulkTable } from "./contract/bulk.ts";
export { withForeignRows, type ForeignRecords } from "./foreign/foreign-rows.ts";
