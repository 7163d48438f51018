/** The savepoint of an import: what a line, or several together, have written is kept or undone. Savepoints aren't nested, which would slow down each further one. */
import { system } from "@nonet/database";
import type { Connection } from "../connection/contract.ts";

export interface LineSavepoint {
  begin(): Promise<void>;
  keep(): Promise<void>;
  /** Undoes what was written since `begin`; more can be written then, and kept or undone. */
  undo(): Promise<void>;
}

export function lineSavepoint(connection: Connection): LineSavepoint {
  // After it was undone, the savepoint stays for the next line.
  let isSet = false;
  return {
    begin: async () => {
      if (!isSet) await connection.rows(system.savepointLine);
      isSet = true;
    },
    keep: async () => {
      await connection.rows(system.releaseLine);
      isSet = false;
    },
    undo: async () => void (await connection.rows(system.rollbackToLine)),
  };
}
