/** The statements on nonet's own tables, under one name. */
import { decisionTableNames } from "../decisions/decision-tables.ts";
import type { Query } from "../sql/query.ts";
import { fileStatements } from "./file-statements.ts";
import { idempotencyStatements } from "./idempotency-statements.ts";
import { inspectionStatements } from "./inspection-statements.ts";
import { outboxStatements } from "./outbox-statements.ts";
import { peopleStatements } from "./people-statements.ts";
import { processStatements } from "./process-statements.ts";
import { productStatements } from "./product-statements.ts";
import { replicaStatements } from "./replica-statements.ts";
import { retentionStatements } from "./retention-statements.ts";
import { signInStatements } from "./sign-in-statements.ts";
import { statement } from "./statement.ts";
import { transactionStatements } from "./transaction-statements.ts";
import { watchStatements } from "./watch-statements.ts";

export const system = {
  ...transactionStatements,
  ...productStatements,
  ...peopleStatements,
  ...signInStatements,
  ...retentionStatements,
  ...outboxStatements,
  ...idempotencyStatements,
  ...fileStatements,
  ...watchStatements,
  ...inspectionStatements,
  ...processStatements,
  ...replicaStatements,
  /** Resets rehearsal: empties every table except `nonet.meta` and the clock. */
  empty: (tables: readonly string[]): Query =>
    statement(
      `truncate ${["nonet.credential", "nonet.session", "nonet.user_role", "nonet.history", "nonet.history_rename", "nonet.outbox", "nonet.sequence", "nonet.idempotency", "nonet.file", "nonet.sign_in_attempt", "nonet.sign_in_source", "nonet.schedule", "nonet.api_key", "nonet.identity", ...decisionTableNames, ...tables].join(", ")} cascade`,
    ),
};
