/** The statements on nonet's own tables, under one name. */
import { decisionTableNames } from "../decisions/decision-tables.ts";
import type { Query } from "../sql/query.ts";
import { accountTableNames } from "../accounts/account-tables.ts";
import { accountLinkStatements } from "../accounts/account-link-statements.ts";
import { factorStatements } from "../accounts/factor-statements.ts";
import { fileStatements } from "./file-statements.ts";
import { idempotencyStatements } from "./idempotency-statements.ts";
import { inspectionStatements } from "./inspection-statements.ts";
import { outboxStatements } from "./outbox-statements.ts";
import { peopleStatements } from "../accounts/people-statements.ts";
import { processStatements } from "./process-statements.ts";
import { productStatements } from "./product-statements.ts";
import { replicaStatements } from "./replica-statements.ts";
import { retentionStatements } from "./retention-statements.ts";
import { securityLogStatements } from "../accounts/security-log-statements.ts";
import { sessionStatements } from "../accounts/session-statements.ts";
import { signInStatements } from "../accounts/sign-in-statements.ts";
import { statement } from "./statement.ts";
import { transactionStatements } from "./transaction-statements.ts";
import { commentStatements, commentTableNames } from "../comments/comment-statements.ts";
import { mentionStatements } from "../comments/mention-statements.ts";
import { versionStatements } from "./version-statements.ts";
import { viewStatements } from "./view-statements.ts";
import { watchStatements } from "./watch-statements.ts";

export const system = {
  ...transactionStatements,
  ...productStatements,
  ...peopleStatements,
  ...signInStatements,
  ...sessionStatements,
  ...factorStatements,
  ...accountLinkStatements,
  ...securityLogStatements,
  ...retentionStatements,
  ...outboxStatements,
  ...idempotencyStatements,
  ...fileStatements,
  ...watchStatements,
  ...inspectionStatements,
  ...processStatements,
  ...replicaStatements,
  ...viewStatements,
  ...commentStatements,
  ...mentionStatements,
  ...versionStatements,
  /** Resets rehearsal: empties every table except `nonet.meta` and the clock. */
  empty: (tables: readonly string[]): Query =>
    statement(
      `truncate ${["nonet.user_role", "nonet.history", "nonet.history_rename", "nonet.outbox", "nonet.sequence", "nonet.idempotency", "nonet.file", "nonet.schedule", "nonet.timer_run", "nonet.saved_view", ...accountTableNames, ...decisionTableNames, ...commentTableNames, ...tables].join(", ")} cascade`,
    ),
};
