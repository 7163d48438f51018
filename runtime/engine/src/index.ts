export * from "./engine.ts";
export { launchPostgres, type LaunchedPostgres } from "./postgres/launch-postgres.ts";
