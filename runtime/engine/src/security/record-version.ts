/** For the security log: another version of the document decides who may do what. */
import type { Connection } from "../connection/contract.ts";
import { operator } from "./operator.ts";
import { recordEvent } from "./record-event.ts";

interface Versions {
  readonly before: string | undefined;
  readonly after: string;
  /** The command that made the version live, of which the log knows the user of the machine; or the id of the Owner who did it in the studio. */
  readonly command: string;
  readonly by?: string | null;
}

export async function recordVersion(connection: Pick<Connection, "rows">, { before, after, command, by = null }: Versions): Promise<void> {
  if (before === undefined || before === after) return;
  await recordEvent(connection, { event: "document-changed", by, detail: { before: before.slice(0, 12), after: after.slice(0, 12), ...(by === null ? operator(command) : {}) } });
}
