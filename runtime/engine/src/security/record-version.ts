/** For the security log: another version of the document decides who may do what. */
import type { Connection } from "../connection/contract.ts";
import { recordEvent } from "./record-event.ts";

export async function recordVersion(connection: Pick<Connection, "rows">, before: string | undefined, after: string): Promise<void> {
  if (before === undefined || before === after) return;
  await recordEvent(connection, { event: "document-changed", detail: { before: before.slice(0, 12), after: after.slice(0, 12) } });
}
