/** What is known of the primary's position: samples over the last seconds, and the position that every read must have. */
import type { Database } from "../connection/contract.ts";
import { currentPosition, later } from "../positions/wal-position.ts";

/** Default 135: nothing that is read from a replica is older. */
const maxAge = 5_000;
const sampleMilliseconds = 500;
const kept = 40;

interface Sample {
  readonly at: number;
  readonly position: bigint;
}

export interface PrimaryPositions {
  /** The position that every read must have; null while it isn't known, and only the primary is certain to have it. */
  required(): bigint | null;
  /** From now on, no read may be older than what is committed now. */
  requireLatest(): void;
  /** How old the state at a position is, in seconds. */
  ageOf(position: bigint): number;
  latest(): Promise<bigint>;
  close(): void;
}

export function followPrimary(database: Database, from: bigint): PrimaryPositions {
  let samples: readonly Sample[] = [{ at: Date.now(), position: from }];
  let required = from;
  /** Requirements whose position isn't known yet. */
  let open = 0;
  const latest = async (): Promise<bigint> => {
    // Before the question: what is committed while it runs may be after the answer.
    const at = Date.now();
    const position = await currentPosition(database);
    samples = [...samples, { at, position }].slice(-kept);
    return position;
  };
  const require = async (): Promise<void> => {
    for (;;) {
      const position = await latest().catch(() => null);
      if (position !== null) return void (required = later(required, position));
      await new Promise((again) => setTimeout(again, sampleMilliseconds).unref());
    }
  };
  const sampling = setInterval(() => void latest().catch(() => undefined), sampleMilliseconds);
  sampling.unref();
  return {
    required: () => {
      if (open > 0) return null;
      const old = samples.findLast(({ at }) => at < Date.now() - maxAge);
      return old ? later(required, old.position) : required;
    },
    requireLatest: () => {
      open++;
      void require().finally(() => open--);
    },
    ageOf: (position) => {
      const missing = samples.find((sample) => sample.position > position);
      return missing ? (Date.now() - missing.at) / 1000 : 0;
    },
    latest,
    close: () => clearInterval(sampling),
  };
}
