export * from "./engine.ts";
export { importable, type Imported, type ImportLine, type ImportOptions } from "./import-records.ts";
export { openEngine } from "./open-engine.ts";
export { launchPostgres, LaunchProblem, type Postgres } from "./launch-postgres.ts";
export { runExamples, type ExampleOptions, type ExampleResult } from "./examples/run-examples.ts";
export { applyProductUpgrade, planProductUpgrade, type UpgradeOptions } from "./upgrade-product.ts";
export type { Found, Upgrade } from "./upgrade.ts";
export { backUp, type BackupOptions } from "./backup.ts";
export { readBackup, restoreBackup, type Backup, type RestoreOptions } from "./restore.ts";
