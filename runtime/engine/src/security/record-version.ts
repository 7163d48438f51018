/** For the security log: another version of the document decides who may do what. */
import type { Connection } from "../connection/contract.ts";
import { operator } from "./operator.ts";
import { recordEvent } from "./record-event.ts";

interface Versions {
  readonly before: string | undefined;
  readonly after: string;
  /** The command that made the version live. Whoever can change the document's file can do so, and the log knows no more of them. */
  readonly command: string;
}

export async function recordVersion(connection: Pick<Connection, "rows">, { before, after, command }: Versions): Promise<void> {
  if (before === undefined || before === after) return;
  await recordEvent(connection, { event: "document-changed", detail: { before: before.slice(0, 12), after: after.slice(0, 12), ...operator(command) } });
}
