/** Reads that may come from a replica, and never miss what their client has seen. */
import type { Reads } from "./reads.ts";

/** The reads of one client that has seen a position. */
export interface Reading {
  readonly reads: Reads;
  /** What the client has seen after these reads: its next reads must not be older. Null where nothing is known. */
  position(): string | null;
}

/** A position is a point in the database's write-ahead log: 16 hexadecimal digits, so that the later of two texts is the greater. */
export interface Replicas {
  /** From a replica that has this position, or from the primary if none reaches it in time; `latest`: from the primary. Null for a text that is neither. */
  reading(position: string): Reading | null;
  /** Every change that this process has committed is at or before it. */
  written(): string;
  /** The primary's now. */
  latest(): Promise<string>;
  statistics(): ReplicaStatistics;
}

export interface ReplicaStatistics {
  /** Statements of reads that might have gone to a replica, by what ran them and why. */
  readonly reads: {
    readonly replica: number;
    /** The client asked for the latest state. */
    readonly latest: number;
    /** No replica had the position in time. */
    readonly behind: number;
    /** No replica was available. */
    readonly unavailable: number;
    /** A replica failed. */
    readonly failed: number;
  };
  /** In the order of the options. */
  readonly replicas: readonly {
    readonly isAvailable: boolean;
    /** How old the state is that it shows; null while it isn't available. */
    readonly lagSeconds: number | null;
    /** Why it isn't used; null where it is. */
    readonly reason: string | null;
  }[];
}
