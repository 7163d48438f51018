/** Runs every example of a document on the real engine, each in an empty product with its initial records. */
import { sourceLocation, type Product, type SourceLocation } from "@nonet/model";
import { callNow } from "../calls/deliver-outbox.ts";
import type { Database } from "../connection/contract.ts";
import { openDatabase } from "../connection/database.ts";
import { launchPostgres, type Postgres } from "../connection/embedded-postgres.ts";
import { LaunchProblem } from "../connection/launch-problem.ts";
import type { Running } from "../connection/running-product.ts";
import type { Outcome } from "../contract/outcome.ts";
import { prepareDatabase } from "../maintenance/prepare-database.ts";
import { setCallSender } from "../perform/answer-questions.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { temporaryKeys } from "../encryption/secret-keys.ts";
import { setUpEnvironment } from "./example-environment.ts";
import { type Failure, runSteps } from "./run-steps.ts";

export interface ExampleResult extends SourceLocation {
  readonly title: string;
  /** null: passed. */
  readonly failure: Failure | null;
}

export interface ExampleOptions {
  readonly product: Product;
  /** An empty folder for the database; the caller removes it. */
  readonly folder: string;
  readonly onResult?: (result: ExampleResult) => void;
}

/** Refused only where the database can't be opened or the initial records can't be created. */
export async function runExamples(options: ExampleOptions): Promise<Outcome<readonly ExampleResult[]>> {
  let postgres: Postgres | null = null;
  let database: Database | null = null;
  try {
    postgres = await launchPostgres(options.folder);
    database = openDatabase(postgres.url);
    return await runExamplesIn(database, options);
  } catch (error) {
    if (error instanceof LaunchProblem) return refuse("unavailable", problem("database", error.message));
    throw error;
  } finally {
    await database?.close().catch(() => undefined);
    await postgres?.stop();
  }
}

/** The same in a database that is there, and empty. */
export async function runExamplesIn(database: Database, { product, folder, onResult }: ExampleOptions): Promise<Outcome<readonly ExampleResult[]>> {
  const prepared = await prepareDatabase(database, product, { bare: true, kind: "rehearsal" });
  if (!prepared.ok) return prepared;
  const options = { product, database: { folder }, files: `${folder}/files`, rehearse: true, environment: {} };
  const running: Running = { product, database, options, keys: temporaryKeys(), listeners: new Set() };
  setCallSender(database, (question) => callNow(running, question));
  const results: ExampleResult[] = [];
  for (const example of product.examples) {
    const environment = await setUpEnvironment(running, example);
    if (!environment.ok) return environment;
    const result = { title: example.title, ...sourceLocation(product, example.source), failure: await runSteps(environment.value, example) };
    results.push(result);
    onResult?.(result);
  }
  return done(results);
}
