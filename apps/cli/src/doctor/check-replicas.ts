/** Replicas: whether each answers, and is a standby of this database. Without them, the product reads from the primary. */
import type { DatabaseFacts, Outcome } from "@nonet/engine";
import { type Finding, named, ok, warning } from "./finding.ts";

const megabyte = 1_000_000;
const farBehind = 16 * megabyte;

/** The primary is inspected first: what it writes afterwards doesn't count as a lag. */
export function checkReplicas(replicas: readonly Outcome<DatabaseFacts>[], primary: Outcome<DatabaseFacts>): readonly Finding[] {
  return replicas.flatMap((facts, i) => named(replicas.length === 1 ? "replica" : `replica ${i + 1}`, judge(facts, primary)));
}

function judge(facts: Outcome<DatabaseFacts>, primary: Outcome<DatabaseFacts>): ReturnType<typeof ok> {
  if (!facts.ok)
    return warning(
      facts.refusal.errors
        .map(({ detail }) => detail)
        .join(" ")
        .replace("--database", "--replica"),
      "Until it answers, the primary database answers its reads.",
    );
  const { isReplica, stored, isReplayPaused, isReceiving, walPosition } = facts.value;
  const id = primary.ok ? (primary.value.stored?.id ?? null) : null;
  const behind = primary.ok ? primary.value.walPosition - walPosition : 0;
  if (!isReplica) return warning("This server isn't a replica: it accepts changes of its own. It isn't used.", "Use the address of a standby, or leave it out.");
  if (id !== null && stored?.id !== id)
    return warning("This is a replica of another database. It isn't used.", "Use the address of a standby of the database that --database names.");
  if (isReplayPaused) return warning("Its replay is paused, so it becomes older and older.", "`select pg_wal_replay_resume()` on the replica.");
  if (!isReceiving) return warning("It isn't connected to its primary, so it becomes older and older.", "Check primary_conninfo and the log of the replica.");
  return behind > farBehind
    ? warning(`It is ${Math.round(behind / megabyte)} MB behind the primary.`, "Until it has caught up, the primary answers its reads. Check its disk and its network.")
    : ok("It is a standby of this database, and up to date.");
}
