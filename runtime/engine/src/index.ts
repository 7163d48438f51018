export * from "./engine.ts";
export { openEngine } from "./open-engine.ts";
export { launchPostgres, LaunchProblem, type Postgres } from "./launch-postgres.ts";
