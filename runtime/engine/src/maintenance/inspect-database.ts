/** Reads what an operator has to know of a database, without changing anything. */
import { dataKindStatements, system } from "@nonet/database";
import type { EngineOptions } from "../contract/engine-options.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done } from "../refusals/refusal.ts";
import type { DataKind } from "./data-kind.ts";
import { withDatabase } from "./offline-upgrade.ts";

export interface ServerFacts {
  /** `180004` for 18.4. */
  readonly version: number;
  readonly versionText: string;
  readonly encoding: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly maxConnections: number;
  readonly readLocks: number;
  readonly checksums: string;
  readonly isReplica: boolean;
  /** Bytes of the write-ahead log that were written, or on a replica those that it has replayed. */
  readonly walPosition: number;
  /** Of a replica. */
  readonly isReplayPaused: boolean;
  /** A replica that is connected to its primary. */
  readonly isReceiving: boolean;
  /** This connection uses TLS. */
  readonly encrypted: boolean;
  readonly mayCreate: boolean;
  readonly missingExtensions: readonly string[];
}

export interface DatabaseFacts extends ServerFacts {
  /** Milliseconds by which the database's clock is ahead of this machine's. */
  readonly clockAhead: number;
  /** Null: no product is stored. */
  readonly stored: { readonly kind: DataKind | null; readonly version: string; readonly name: string; readonly id: string } | null;
  /** Processes that serve the product now. */
  readonly processes: number;
  /** The keys with which secrets are encrypted, by id; null for those that an earlier version has stored. */
  readonly keys: readonly { readonly id: string | null; readonly people: number }[];
  readonly outbox: { readonly oldest: number; readonly failed: number } | null;
}

export const inspectDatabase = (at: EngineOptions["database"]): Promise<Outcome<DatabaseFacts>> =>
  withDatabase(at, async (database) => {
    const asked = Date.now();
    const { now, ...facts } = (await database.row(system.serverFacts)) as unknown as ServerFacts & { readonly now: string };
    const clockAhead = Math.round(Number(now) - (asked + Date.now()) / 2);
    const there = (await database.row(dataKindStatements.hasProduct))?.["there"] === true;
    const row = there ? await database.row(dataKindStatements.read) : undefined;
    const stored = row && {
      kind: (row["kind"] as DataKind | null) ?? null,
      version: String(row["product"].version),
      name: String(row["product"].name),
      id: String((await database.row(system.readDatabaseId))?.["id"]),
    };
    const outbox = stored ? ((await database.row(system.outboxDepth).catch(() => undefined)) as DatabaseFacts["outbox"] | undefined) : undefined;
    const keys = stored ? ((await database.rows(system.keysInUse).catch(() => [])) as unknown as DatabaseFacts["keys"]) : [];
    return done({ ...facts, keys, clockAhead, stored: stored ?? null, processes: (await database.rows(system.otherListeners)).length, outbox: outbox ?? null });
  });
