/** Runs the statements of a schedule for one record, from its entry in the outbox. */
import { guardQuery, recordsQuery, system } from "@nonet/database";
import type { Call, Statement } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { ChangeContext } from "../change/change-context.ts";
import { lockRecord } from "../change/lock-record.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import { evaluate, variables } from "../effects/evaluate-expression.ts";
import { runStatements } from "../effects/run-statements.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";
import { isArchived } from "../records/archived.ts";
import { isSuccess, refusalReasons } from "./failure-reason.ts";
import { say } from "@nonet/texts";

/** Marks the entry in the same transaction; refused statements go to the list of failed calls. */
export async function runScheduled(running: Running, row: Row, call: Call | undefined): Promise<void> {
  const id = row["payload"].loop === undefined ? (row["record_id"] as string | null) : null;
  if (call?.does.kind !== "statements") return void (await running.database.rows(system.outboxFailed(row["id"], { why: say("the-document-no-longer-has-this-schedule") })));
  const { then } = call.does;
  const each = row["payload"].loop === undefined ? (call.schedule?.forEach ?? null) : null;
  const outcome = await performSteps(running, { entity: each?.entity ?? "" }, async (work) => {
    if (!(await work.connection.row(system.stillWaiting(row["id"])))) return "";
    await work.connection.rows(system.outboxDone(row["id"], { ran: row["payload"].scheduled }));
    const holds = each && id ? (await work.connection.row(guardQuery(work.product, each.entity, id, each.where?.expression ?? yes)))?.["holds"] === true : true;
    // The record may have been archived since the schedule ran.
    if (!holds || (each && id && (await isArchived(work, each.entity, id)))) return "";
    const held = each && id ? await lockRecord(work, each.entity, id) : null;
    const scope = { entity: each?.entity ?? null, id, action: call.name, others: {} };
    const { loop, item } = row["payload"];
    // An element of a `for each`: a change of its own. Its statements are found by their place, which a new version of the document may have changed.
    const body = loop === undefined ? null : loopAt(then, loop);
    if (body) await runStatements(work, { ...scope, others: { [body.variable]: item } }, body.body);
    else if (loop === undefined) await runAll(work, scope, then, row);
    // The history names the schedule where the statements changed the record.
    if (held && held.actions.length > 0 && !held.actions.includes(call.name)) held.actions.unshift(call.name);
    return id ?? "";
  });
  if (outcome.ok) return publishChanges(running, outcome.value);
  // `stop with` a code of success: nothing happens, and nothing has failed.
  if (isSuccess(outcome.refusal)) return void (await running.database.rows(system.outboxDone(row["id"], { ran: row["payload"].scheduled })));
  if (outcome.refusal.errors.some((e) => e.code === "busy")) return void (await running.database.rows(system.outboxRetry(row["id"], 1, { why: "busy" })));
  await running.database.rows(system.outboxFailed(row["id"], { refused: refusalReasons(outcome.refusal), code: outcome.refusal.errors[0]?.code ?? null }));
}

type Loop = Extract<Statement, { kind: "for each" }>;

/** The element as an entry of its own, where the schedule has no record. */
const isLoop = (statement: Statement, scope: StatementScope): statement is Loop => statement.kind === "for each" && scope.id === null && recordType(statement) !== null;

const recordType = ({ of }: Loop): string | null => {
  const type = of.type.kind === "list" ? of.type.of : of.type;
  return type.kind === "record" ? type.name : null;
};

const loopAt = (then: readonly Statement[], at: number): Loop | null => (then[at]?.kind === "for each" ? then[at] : null);

/** The statements are one change; each element of a `for each` over records is another one, so that one that is refused doesn't stop the others (default 102). */
async function runAll(work: ChangeContext, scope: StatementScope, then: readonly Statement[], row: Row): Promise<void> {
  let current = scope;
  for (const [at, statement] of then.entries()) {
    if (!isLoop(statement, scope) || Object.keys(current.others).length > 0) {
      current = await runStatements(work, current, [statement]);
      continue;
    }
    if (statement.when && (await evaluate(work, current, statement.when)) !== true) continue;
    for (const { id } of await work.connection.rows(recordsQuery(work.product, null, null, statement.of, variables(work, current))))
      work.outbox.push({
        id: uuidv7(),
        call: String(row["call"]),
        entity: recordType(statement),
        record: id as string,
        payload: { ...row["payload"], loop: at, item: id },
        notShown: null,
      });
  }
}

const yes = { kind: "literal", value: true, type: { kind: "boolean" }, nullable: false, span: { file: 0, from: 0, to: 0 } } as const;
