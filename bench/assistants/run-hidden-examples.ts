/** Runs Examples on the engine: each document in a new database of one PostgreSQL. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../runtime/engine/src/connection/database.ts";
import { launchPostgres } from "../../runtime/engine/src/connection/embedded-postgres.ts";
import { runExamplesIn } from "../../runtime/engine/src/rehearsal/run-examples.ts";
import type { RunExamples } from "./judge.ts";

export interface ExampleRunner {
  readonly run: RunExamples;
  readonly stop: () => Promise<void>;
}

export async function startExampleRunner(): Promise<ExampleRunner> {
  const folder = mkdtempSync(join(tmpdir(), "nonet-assistants-"));
  // The user that PostgreSQL runs as must be able to enter.
  chmodSync(folder, 0o755);
  const postgres = await launchPostgres(folder);
  let databases = 0;
  const newDatabase = async (): Promise<{ readonly url: string }> => {
    const name = `task_${++databases}`;
    const server = openDatabase(postgres.url);
    try {
      await server.rows({ text: `create database ${name} template template0`, values: [] });
    } finally {
      await server.close();
    }
    return { url: postgres.url.replace(/\/postgres(?=\?|$)/, `/${name}`) };
  };
  return {
    run: exampleRunner(newDatabase, folder),
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Files go into `folder`. */
export function exampleRunner(newDatabase: () => Promise<{ readonly url: string }>, folder: string): RunExamples {
  return async (product) => {
    const database = openDatabase((await newDatabase()).url);
    try {
      const outcome = await runExamplesIn(database, { product, folder });
      return outcome.ok ? outcome.value : outcome.refusal.errors.map(({ detail }) => detail).join(" ");
    } finally {
      await database.close();
    }
  };
}
